# SPDX-License-Identifier: MIT
"""Pictures as SVG: well-formed, escaped, complete; and files of every format."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Picture, Text
from dlx.drawing.picture import escaped, format_of, sheet
from dlx.drawing.shapes import Rect
from tests.dlx.drawing.svg import SOME, SVG, parsed, texts


def test_svg():
    root = parsed(SOME)
    assert root[0].text == SOME.title and root[1].text == SOME.description
    assert Counter(element.tag.removeprefix(SVG) for element in root.iter()) == {
        "svg": 1,
        "title": 1,
        "desc": 1,
        "g": 8,
        "rect": 2,
        "circle": 1,
        "path": 3,
        "text": 3,
    }
    assert texts(SOME) == ["<b>&'", "up", "abc"]
    assert root.get("viewBox") == "0 0 60 40"
    ground = root.find(SVG + "rect")
    assert ground.get("fill") == "#ffffff" and ground.get("width") == "60"
    assert SOME._repr_svg_() == SOME._repr_html_() == SOME.svg and str(SOME) == "as text"
    assert "as text" not in repr(SOME)


def test_escapes():
    odd = "\x00\x1b\ud800 </text><script>alert(1)</script> ]]> \"'&"
    picture = Picture(odd, odd, 10, 10, (Text(5, 5, odd),))
    assert "<script" not in picture.svg + picture.html
    assert texts(picture) == ["\ufffd\ufffd\ufffd </text><script>alert(1)</script> ]]> \"'&"]
    picture.svg.encode("utf-8")
    assert escaped("é ü 数") == "é ü 数"


def test_files(tmp_path):
    for name in ("a.svg", "a.html", "a.htm", "a.txt"):
        SOME.save(tmp_path / name)
    assert (tmp_path / "a.svg").read_text() == SOME.svg
    page = (tmp_path / "a.html").read_text()
    assert page == (tmp_path / "a.htm").read_text() and page.startswith("<!DOCTYPE html>") and SOME.svg in page
    assert "<title>a &quot;title&quot; &lt;&amp;&gt;</title>" in page
    assert (tmp_path / "a.txt").read_text() == "as text\n"
    SOME.save(tmp_path / "picture", "svg")
    assert (tmp_path / "picture").read_text() == SOME.svg
    for name in ("a", "a.eps", "svg"):
        with pytest.raises(ValueError, match="the name of a picture must end with"):
            format_of(name)
    with pytest.raises(ValueError, match="no format 'eps'"):
        SOME.render("eps")


# --- A sheet of pictures: fields of one size, in reading order


def filled(width, height):
    """Return a picture that is one rectangle."""
    return Picture("t", f"{width}x{height}.", width, height, (Rect(0, 0, width, height),), f"{width}x{height}")


@given(st.lists(st.tuples(st.integers(1, 90), st.integers(1, 90)), min_size=1), st.none() | st.integers(1, 9))
def test_no_picture_meets_another(sizes, columns):
    page = sheet([filled(*size) for size in sizes], "all", columns=columns)
    wide, high = (max(size[axis] for size in sizes) for axis in (0, 1))
    places = [(shape.y / high, shape.x / wide) for shape in page.shapes]
    assert places == sorted(places) and len(set(places)) == len(sizes)
    assert all(row == int(row) and column == int(column) for row, column in places)
    assert (page.width, page.height) == (
        wide * (columns or 1 + max(column for _, column in places)),
        high * (1 + places[-1][0]),
    )
    assert [(shape.width, shape.height) for shape in page.shapes] == sizes
    assert page.text.split("\n\n") == [f"{width}x{height}" for width, height in sizes]


def test_a_sheet_is_about_square():
    assert [sheet([filled(10, 10)] * n, "t").width // 10 for n in (1, 2, 4, 9, 10, 16)] == [1, 1, 2, 3, 3, 4]
    wide = sheet([filled(40, 10)] * 16, "t")
    assert (wide.width, wide.height) == (80, 80)


def test_what_is_refused():
    with pytest.raises(ValueError, match="a sheet of no pictures; give at least one solution"):
        sheet([], "t")
    with pytest.raises(ValueError, match="columns is 0; there must be at least 1"):
        sheet([filled(1, 1)], "t", columns=0)
