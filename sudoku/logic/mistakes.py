# SPDX-License-Identifier: MIT
"""Digits entered by the solver of a puzzle, and the mistakes among them: the solution does not have these digits.

    clues     53..7....        entered   ..46.....        solution   534678912        no mistake
                               ..49.....                                              r1c4

A mistake is known only if the clues have exactly one solution.
"""

from __future__ import annotations

from collections.abc import Collection

from dlx.engine.limits import seconds

from ..board.board import Board
from ..board.words import listed
from ..engine.cover import clues
from ..engine.engines import Decided


def mistakes(board: Board, puzzle: bytes, entered: bytes, time_limit: float | None) -> list[int]:
    """Return the cells whose digit contradicts the only solution; none if there are several, or time ran out.

    >>> board = Board(2, 2)
    >>> mistakes(board, board.parse("12.. 3... ..4. ...1"), board.parse("..43 .... .... ...."), None)
    [2, 3]
    """
    if not any(entered):
        return []
    decided = Decided(board, clues(board, puzzle), 2, time_limit=seconds(time_limit) / 2)
    decided.run()
    if decided.unfinished or len(decided.found) != 1:
        return []
    solution = decided.found[0]
    return [cell for cell, digit in enumerate(entered) if digit not in (0, solution[cell])]


def words_of_mistakes(board: Board, cells: Collection[int]) -> str:
    """Return a sentence about these cells.

    >>> words_of_mistakes(Board(), [2, 3])
    'r1c3, r1c4 are not the digits of the solution'
    """
    names = listed(map(board.cell_name, cells))
    return f"{names} {'is not the digit' if len(cells) == 1 else 'are not the digits'} of the solution"
