# SPDX-License-Identifier: MIT
"""Shapes of a picture: moved and enlarged as a whole, and written for XML."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx.drawing.shapes import Circle, Line, Rect, Text, escaped, moved, number, scaled

SHAPES = [
    Rect(1, 2, 30, 40, "#ff0000", "#00ff00", 2, 4),
    Circle(5, 6, 7, None, "#0000ff", 3),
    Line((((1, 2), (3, 4)), ((5, 6), (7, 8))), dash=(4, 2)),
    Line.of((0, 0), (8, 8), line=2, round=True),
    Text(9, 10, "word", 12, turned=True, mono=True),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_moved_and_scaled(shape):
    assert moved(moved(shape, 3, -4), -3, 4) == shape == scaled(scaled(shape, 4), 0.25)
    assert scaled(moved(shape, 3, 5), 2) == moved(scaled(shape, 2), 6, 10)
    assert moved(shape, 3, 5) != shape != scaled(shape, 2)


def test_what_grows():
    """A stroke, a dash, a corner and a text grow with the shape that has them."""
    assert scaled(SHAPES[0], 2) == Rect(2, 4, 60, 80, "#ff0000", "#00ff00", 4, 8)
    assert (scaled(SHAPES[2], 2).dash, scaled(SHAPES[2], 2).line) == ((8, 4), 2)
    assert scaled(SHAPES[4], 2) == replace(SHAPES[4], x=18, y=20, size=24)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_each_shape_is_an_element(shape):
    element = ElementTree.fromstring(f"<g {shape.style()}>{shape.svg()}</g>")
    assert element[0].tag == {Rect: "rect", Circle: "circle", Line: "path", Text: "text"}[type(shape)]


def test_lines_that_are_filled_are_closed():
    assert 'd="M1 2L3 4Z"' in Line((((1, 2), (3, 4)),), fill="#ffffff").svg()
    assert 'd="M1 2L3 4"' in Line((((1, 2), (3, 4)),)).svg()


@given(st.text())
def test_any_text_can_be_read_back(text):
    back = ElementTree.fromstring(f"<t>{escaped(text)}</t>").text or ""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")  # as XML reads the ends of lines
    assert all(a in (b, "\ufffd") for a, b in zip(back, lines, strict=True))


def test_numbers_are_short():
    assert [number(x) for x in (3, 3.0, 2.5, 1 / 3, 0.001, 100)] == ["3", "3", "2.5", "0.33", "0", "100"]
