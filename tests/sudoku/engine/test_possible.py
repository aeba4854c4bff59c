# SPDX-License-Identifier: MIT
"""True candidates against the definitions, and against a board whose cover alone has no answer in time."""

import pytest

from dlx.questions.option_status import OptionStatus
from sudoku import Board
from sudoku.engine.possible import true_candidates
from tests.nightly import boards


@pytest.mark.parametrize("seed", range(30))
def test_against_the_definitions(seed):
    case = boards.at_random(f"possible {seed}")
    grids, found = case.right(), true_candidates(case.board, case.puzzle, None)
    digits = tuple(tuple(sorted({grid[cell] for grid in grids})) for cell in range(case.board.cells))
    assert found.complete and found.digits == digits
    assert found.masks == [sum(1 << digit - 1 for digit in cell) for cell in digits]


def test_an_empty_board_of_rules():
    found = true_candidates(Board(variants=["x", "global-entropy"]), bytes(81), 60)
    assert found.complete and found.masks == [0b111111111] * 81


def test_no_time():
    found = true_candidates(Board(), bytes(81), 0)
    assert not found.complete and (found.statuses == OptionStatus.UNKNOWN).all()
    assert found.digits == ((),) * 81 and found.masks == [0b111111111] * 81
