# SPDX-License-Identifier: MIT
"""A sheet of pictures: fields of one size, in reading order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx.drawing.picture import Picture
from dlx.drawing.shapes import Rect
from dlx.drawing.sheet import sheet


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
