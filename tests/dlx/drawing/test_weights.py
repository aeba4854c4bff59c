# SPDX-License-Identifier: MIT
"""The picture of weights on a board: names with two or three numbers are cells, and others must weigh nothing."""

import pytest

from dlx.drawing.shapes import Rect, Text
from dlx.drawing.weights import draw_weights


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
