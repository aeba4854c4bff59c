# SPDX-License-Identifier: MIT
"""Every question about the solutions of a puzzle goes through one door, so that a proof that ends one ends all."""

import random

import pytest

import sudoku
from sudoku import Board
from sudoku.engine.answer import answer
from sudoku.engine.by_rules import by_candidates
from sudoku.engine.engines import DecidedFirst, Dlx, engine
from tests.nightly import boards

# Regions that no grid fits, though each is connected: the strategies of the cover prove it, plain search does not end.
IMPOSSIBLE = Board(regions="111122222111122223444133333444455333644755555668777775668887775669988888669999999")
NO_GRID = Board(variants=["x", "anti-knight", "non-consecutive"])  # the search on candidates proves it
EMPTY = "." * 81


@pytest.mark.parametrize("board", [IMPOSSIBLE, NO_GRID], ids=["jigsaw", "rules"])
def test_a_proof_that_there_is_none_ends_all(board):
    how = {"board": board, "time_limit": 60}
    assert sudoku.solve(EMPTY, **how) is None
    assert sudoku.is_unique(EMPTY, **how) is False
    assert [sudoku.count(EMPTY, limit, **how) for limit in (1, 2, 16, 17, 10**6, None)] == [0] * 6
    assert list(sudoku.solutions(EMPTY, **how)) == []
    assert sudoku.solve_batch([EMPTY], **how).counts.tolist() == [0]


@pytest.mark.parametrize("seed", range(40))
def test_all_questions_agree_with_the_definitions(seed):
    case = boards.at_random(f"door {seed}")
    right, board, line = case.right(), case.board, case.board.line(case.puzzle)
    assert sorted(map(board.parse, sudoku.solutions(line, board=board))) == right
    assert sudoku.is_unique(line, board=board) is (len(right) == 1)
    for limit in (0, 1, 2, 3, 16, 17, 1000, None):
        expected = len(right) if limit is None else min(limit, len(right))
        assert sudoku.count(line, limit, board=board) == expected
        assert answer(board, case.puzzle, limit).count == expected
    first = sudoku.solve(line, board=board)
    assert first is None if not right else board.parse(first) in right


def test_a_list_of_a_board_with_rules():
    """It begins with two grids of any strategy, and no grid comes twice."""
    board = Board(2, 2, variants=["anti-knight"])
    assert by_candidates(board) and isinstance(engine("dlx", board, bytes(16)), DecidedFirst)
    listed = list(engine("dlx", board, bytes(16)))
    assert len(listed) == len(set(listed)) == sudoku.count("." * 16, board=board) > 2
    for taken in range(4):
        search = engine("dlx", board, bytes(16))
        assert [next(search) for _ in range(taken)] == listed[:taken]
        assert search.count(None) == len(listed) and not search.unfinished
        assert search.guesses >= 0 and search.seconds > 0
    assert engine("dlx", board, bytes(16)).count(1) == 1
    assert isinstance(engine("dlx", board, bytes(16), seed=1), Dlx)


def test_answers_show_solutions_or_none():
    shown, hidden = answer(Board(2, 2), bytes(16), None), answer(Board(2, 2), bytes(16), None, shown=False)
    assert (shown.count, len(set(shown.grids)), hidden.count, hidden.grids) == (288, 2, 288, [])
    rng = random.Random(1)
    seeds = {tuple(answer(Board(2, 2), bytes(16), 1, seed=rng.randrange(10**6)).grids) for _ in range(20)}
    assert len(seeds) > 5
