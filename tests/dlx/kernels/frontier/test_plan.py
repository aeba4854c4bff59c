# SPDX-License-Identifier: MIT
"""Plans of layers: the width of the window, problems that are impossible at once, and drawings that have no room."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.engine.strategies.frontier import planned
from dlx.kernels.frontier.plan import LayerPlan
from dlx.matrix.assumptions import NONE, Assumptions
from tests.problems import brute_force, dominoes, everything, questions


def plan(p, reorder=False):
    return planned(p, NONE, reorder=reorder)


@pytest.mark.parametrize("rows", [1, 2, 4, 7])
def test_the_window_of_a_board_is_as_wide_as_the_shorter_side(rows):
    """Item by item, dominoes reach one column ahead."""
    columns = 12
    board = dominoes(rows, columns)
    cells = sorted(board.primary, key=lambda cell: (cell[1], cell[0]))
    turned = Problem([board.option(k) for k in range(board.n_options)], cells)
    found = plan(turned)
    assert rows <= found.width <= rows + 1
    assert len(found.open) <= board.n_primary and found.open.max() <= found.width
    assert plan(turned, reorder=True).nodes <= found.nodes


@given(st.data())
def test_what_is_impossible_has_no_solution(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    if planned(p, assumed).impossible:
        assert brute_force(p, *assumed) == []


def test_an_item_without_enough_options_is_impossible():
    assert plan(Problem([["a"]], ["a", "b"])).impossible
    assert plan(Problem([["a"]], {"a": 2})).impossible
    assert plan(Problem([["a"], ["x"]], {"a": (0, 1)}, ["x"])).impossible is False


def test_a_drawing_that_has_no_room():
    board = dominoes(8, 8)
    assert plan(board).draw(1 << 24) and not plan(board).draw(100)
    drawn = plan(board)
    before = drawn.nbytes
    assert drawn.draw(1 << 24) and drawn.nbytes > before


def test_a_drawing_can_be_ended():
    class Enough(Exception):
        pass

    def check():
        raise Enough

    p = Problem([["a", k] for k in range(300)])
    with pytest.raises(Enough):
        plan(p).draw(1 << 24, check)


def test_arrays_by_hand():
    """Two items and the options {0}, {1}, {0, 1}, as the arrays that a plan takes."""
    ints = [np.array(values, np.int32) for values in ([0, 1, 2, 4], [0, 1, 0, 1], [0] * 4, [0, 0], [1, 1], [1, 1])]
    made = LayerPlan(*ints, np.array([1, 0], np.int32))
    assert not made.impossible and made.width <= 2 and made.nodes > 0


def test_a_color_is_remembered_between_two_items():
    """With a single color, of which all agree, there is nothing to remember."""
    for colors, width in (("r", 0), ("rg", 1), ("rgby", 2)):
        uses = [[item, Colored("x", color)] for item in "ab" for color in colors]
        assert plan(Problem(uses, ["a", "b"], ["x"])).width >= width
    one = Problem([[item, Colored("x", "r")] for item in "ab"], ["a", "b"], ["x"])
    assert plan(one).width == 0
