# SPDX-License-Identifier: MIT
"""Boards of cells: each side drawn once, texts in their cells, and the same board in characters."""

from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx.drawing.grid import (
    CELL_PX,
    FIELD_HEIGHT_PX,
    FIELD_WIDTH_PX,
    MARGIN_PX,
    TINTS,
    draw_cells,
    draw_table,
    draw_weights,
    edges,
    in_rows,
    letters,
    on_circle,
    tint,
)
from dlx.drawing.shapes import Line, Rect, Text

CELLS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), unique=True)


def sides(cell):
    """Return the sides of a cell, by definition."""
    r, c = cell
    corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
    return {frozenset(side) for side in zip(corners, corners[1:] + corners[:1], strict=True)}


@given(CELLS)
def test_each_side_is_there_once(cells):
    within, around = ([frozenset(edge) for edge in part] for part in edges(cells))
    count = {side: sum(side in sides(cell) for cell in cells) for cell in cells for side in sides(cell)}
    assert sorted(within, key=sorted) == sorted((side for side, n in count.items() if n == 2), key=sorted)
    assert sorted(around, key=sorted) == sorted((side for side, n in count.items() if n == 1), key=sorted)


@given(CELLS)
def test_words_stand_in_their_cells(cells):
    words = {cell: f"w{k}" for k, cell in enumerate(cells)}
    picture = draw_cells(cells, title="t", description="d", words=words, fills=dict.fromkeys(cells, "#ffffff"))
    places = {shape.text: (shape.y, shape.x) for shape in picture.shapes if isinstance(shape, Text)}
    assert places == {
        word: tuple(MARGIN_PX + (number + 0.5) * CELL_PX for number in cell) for cell, word in words.items()
    }
    assert sum(isinstance(shape, Rect) for shape in picture.shapes) == len(cells)
    points = [point for shape in picture.shapes if isinstance(shape, Line) for part in shape.parts for point in part]
    assert all(MARGIN_PX <= x <= picture.width - MARGIN_PX for x, _ in points)
    assert all(MARGIN_PX <= y <= picture.height - MARGIN_PX for _, y in points)


def test_a_long_word_is_small_and_a_corner_smaller():
    cells = [(0, 0), (0, 1)]
    picture = draw_cells(
        cells, title="t", description="d", words={(0, 0): "a", (0, 1): "abcdefgh"}, corners={(0, 0): "1"}
    )
    sizes = {shape.text: shape.size for shape in picture.shapes if isinstance(shape, Text)}
    assert sizes["1"] < sizes["a"] == 0.5 * CELL_PX
    assert sizes["abcdefgh"] == 1.3 * CELL_PX / 8


@given(CELLS)
def test_rows_of_characters(cells):
    words = {cell: "ab"[sum(cell) % 2] for cell in cells[1:]}
    lines = in_rows(cells, words).splitlines()
    shown = {(r, c): lines[r][2 * c : 2 * c + 1] for r, c in product(range(len(lines)), range(5))}
    assert {cell: word for cell, word in shown.items() if word.strip()} == words | dict.fromkeys(cells[:1], "·")
    assert all(line == line.rstrip() for line in lines)


def test_names_and_colors():
    assert "".join(islice(letters(), 52)).isalpha() and list(islice(letters(), 51, 54)) == ["z", "1", "2"]
    assert len(set(TINTS)) == len(TINTS) and tint(len(TINTS) + 1) == tint(1) != tint(0)


def test_places_on_a_circle():
    places = on_circle("abcdefg", 5, 8)
    assert all(abs((x - 8) ** 2 + (y - 8) ** 2 - 25) < 1e-9 for x, y in places.values())
    assert places["a"] == (8, 3) and places["b"][0] > 8 > places["g"][0]


# --- Tables with names at rows and columns: each word in its field, in its color, wherever the names are long


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


# --- The picture of weights on a board: names with two or three numbers are cells, and others must weigh nothing


def drawn(weights, items):
    return draw_weights(weights, items, "board", "weights")


def test_a_board_without_weights_is_drawn():
    assert len(drawn({}, [(0, 0), (0, 1)]).text.split()) == 2


@pytest.mark.parametrize("name", ["r{}c{}", "{},{}", "({}, {})"])
def test_names_of_cells(name):
    items = [name.format(r, c) for r in range(2) for c in range(3)]
    weights = {items[0]: 1, items[4]: 1, items[2]: 2}
    picture = drawn(weights, items)
    assert picture.text.splitlines() == ["1 · 2", "· 1 ·"]
    colors = [shape.fill for shape in picture.shapes if isinstance(shape, Rect)]
    assert len(colors) == 3 and len(set(colors)) == 2  # equal weights have the same color


def test_layers_stand_side_by_side():
    items = [(layer, r, c) for layer in range(2) for r in range(2) for c in range(2)]
    picture = drawn({(0, 0, 1): 3, (1, 1, 0): 4}, items)
    assert picture.text.splitlines() == ["· 3   · ·", "· ·   4 ·"]
    assert [shape.text for shape in picture.shapes if isinstance(shape, Text)] == ["3", "4"]


def test_items_that_are_no_cells():
    cells = [(0, 0), (0, 1)]
    assert drawn({(0, 0): 1}, [*cells, "piece", "n1", (0, 1000)]).text == "1 ·"
    for item in ("piece", "n1", (0, 1000), (1, 2, 3, 4)):
        with pytest.raises(ValueError, match="has a weight, but no row and column"):
            drawn({(0, 0): 1, item: 2}, [*cells, item])
