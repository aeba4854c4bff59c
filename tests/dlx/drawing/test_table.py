# SPDX-License-Identifier: MIT
"""Tables with names at rows and columns: each word in its field, in its color, wherever the names are long."""

from dlx.drawing.shapes import Rect, Text
from dlx.drawing.table import FIELD_HEIGHT_PX, FIELD_WIDTH_PX, draw_table

FIELDS = {("Ann", "Mon"): "Latin", ("Ann", "Tue"): "Greek", ("Bob", "Tue"): "Latin"}


def table(rows=("Ann", "Bob"), columns=("Mon", "Tue"), fields=FIELDS, words=("Latin", "Greek", "Music")):
    return draw_table(rows, columns, fields, words=words, title="t", description="d")


def test_fields_in_characters():
    assert table().text.splitlines() == ["     Mon   Tue", "Ann  Latin Greek", "Bob  ·     Latin"]


def test_each_word_stands_in_its_field_and_has_its_color():
    picture = table()
    boxes = {(box.x, box.y): box.fill for box in picture.shapes if isinstance(box, Rect)}
    left = FIELD_WIDTH_PX
    places = [(left, FIELD_HEIGHT_PX), (left + FIELD_WIDTH_PX, FIELD_HEIGHT_PX)]
    places.append((left + FIELD_WIDTH_PX, 2 * FIELD_HEIGHT_PX))
    assert list(boxes) == places
    latin, greek, again = boxes.values()
    assert latin == again != greek
    texts = {text.text: (text.x, text.y) for text in picture.shapes if isinstance(text, Text)}
    assert texts["Greek"] == (left + 1.5 * FIELD_WIDTH_PX, 1.5 * FIELD_HEIGHT_PX)
    assert texts["Bob"][1] == 2.5 * FIELD_HEIGHT_PX and texts["Tue"][0] == texts["Greek"][0]


def test_long_names_make_room():
    plain = table()
    assert table(columns=("Mon", "a very long name of a day")).width > plain.width
    named = table(rows=("Ann", "a very long name of a person"))
    assert named.width > plain.width == table(rows=("A", "B"), fields={}).width


def test_a_table_without_rows_or_columns():
    assert table(rows=(), fields={}).text == "  Mon Tue"
    assert table(columns=(), fields={}).text.splitlines() == ["", "Ann", "Bob"]
