# SPDX-License-Identifier: MIT
"""Pencil marks that lack a digit of the solution.

clues  1 2 . .      marks  1  2  34  3     the 4 of the solution is not among the marks of r1c4
       3 . . .             3  4  12  12
"""

from __future__ import annotations

from dlx.engine.unfinished import Unfinished

from ..board.board import Board
from ..board.variants.marks import Pencilmarks
from ..engine.puzzle import Puzzle
from .rules import clue_names


def lacking_marks(board: Board, puzzle: bytes, time_limit: float | None) -> tuple[str, ...]:
    """Return the digits that the marks of a board lack, as `r1c4=4`, if the clues alone have one solution; else none.

    >>> marks = Pencilmarks("1... .2.. ..34 ..3." + " 1234" * 12)
    >>> board = Board(2, 2, variants=[marks])
    >>> lacking_marks(board, board.parse("12.. 3... ..4. ...1"), None)
    ('r1c4=4',)
    """
    others = [variant for variant in board.variants if not isinstance(variant, Pencilmarks)]
    if len(others) == len(board.variants):
        return ()
    given = Puzzle(puzzle, board.base.with_variants(*others))
    try:
        solution = given.solve(time_limit) if given.is_unique(time_limit) else None
    except Unfinished:
        return ()
    banned = board.rules.banned
    marks = (mark for mark in enumerate(solution or b"") if mark[0] * board.side + mark[1] - 1 in banned)
    return tuple(clue_names(board, marks))
