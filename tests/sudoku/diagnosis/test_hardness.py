# SPDX-License-Identifier: MIT
"""Hardness over isomorphs: its counts, their intervals, and the isomorphs themselves."""

import json
from random import Random

import pytest

from dlx import Status
from sudoku import Board, solutions, solve
from sudoku.diagnosis.hardness import Spread, hardness
from sudoku.engine.bitset import count as count_with_bits
from sudoku.making.isomorphs import isomorph

FOUR = Board(2, 2)
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize("board", [Board(2, 2), Board(2, 3), Board(), Board(1, 4)])
def test_isomorphs(board):
    grid = board.parse(solve("." * board.cells, board=board))
    random = Random(5)
    forms = {isomorph(board, grid, random) for _ in range(20)}
    assert len(forms) > 5
    for form in forms:
        board.check(form)
        assert 0 not in form
    puzzle = bytes(value if k % 3 else 0 for k, value in enumerate(grid))
    counts = {count_with_bits(board, isomorph(board, puzzle, random), 50) for _ in range(10)}
    assert counts == {count_with_bits(board, puzzle, 50)}


def test_all_isomorphs_are_reached():
    """The 4x4 grids form two classes under symmetry, one with 96 grids, the other with 192."""
    random = Random(3)
    grids = [*map(FOUR.parse, sorted(solutions("." * 16))[:2])]
    classes = {frozenset(isomorph(FOUR, grid, random) for _ in range(3000)) for grid in grids}
    assert {len(found) for found in classes} <= {96, 192}


def test_hardness():
    h = hardness(HARD, n=20, seed=4)
    assert h.n == 20 and h.status is Status.COMPLETE and h == hardness(HARD, n=20, seed=4)
    assert h != hardness(HARD, n=20, seed=5)
    for spread in (*h.steps.values(), *h.guesses.values()):
        assert len(spread.values) == 20 and spread.low < spread.mean < spread.high
        assert min(spread.values) <= spread.median <= max(spread.values)
    assert "20 isomorphs" in str(h) and "bitset" in str(h)
    assert json.loads(json.dumps(h.as_json()))["engines"]["dlx"]["steps"]["mean"] == h.steps["dlx"].mean
    assert hardness(HARD, n=1).steps["dlx"].low == hardness(HARD, n=1).steps["dlx"].mean
    late = hardness(HARD, time_limit=0)
    assert late.n == 0 and late.status is Status.TIME_LIMIT and str(late).startswith("time ran out")
    with pytest.raises(ValueError, match="n is 0"):
        hardness(HARD, n=0)


def test_interval_of_the_mean():
    """95 of 100 such intervals hold the true mean."""
    random, held = Random(0), 0
    for _ in range(400):
        spread = Spread.of([random.randrange(101) for _ in range(50)])
        held += spread.low <= 50 <= spread.high
    assert 365 <= held <= 393


@pytest.mark.parametrize(("values", "half"), [([5], 0), ([4, 6], 1.96)])
def test_interval_of_few(values, half):
    spread = Spread.of(values)
    assert (spread.low, spread.high) == pytest.approx((5 - half, 5 + half))
