# SPDX-License-Identifier: MIT
"""Clashes: two equal digits in a house or a part of one, which leave a puzzle without a solution.

3 . | . 3       row 1 has digit 3 twice, at r1c1 and r1c4
. . | . .
"""

from __future__ import annotations

from .geometry import Geometry


def clash(board: Geometry, puzzle: bytes) -> str | None:
    """Describe two equal digits in a house, with both cells; return None if there are none.

    >>> from sudoku import Board
    >>> clash(Board(2, 2), bytes([3, 0, 0, 3] + [0] * 12))
    'row 1 has digit 3 twice, at r1c1 and r1c4'
    """
    seen: dict[tuple[int, int], int] = {}
    for cell, value in enumerate(puzzle):
        for house in board.houses_of[cell] if value else ():
            other = seen.setdefault((house, value), cell)
            if other != cell:
                return _twice(board, value, board.house_name(house), other, cell)
    for part, cells in board.house_parts:
        first: dict[int, int] = {}
        for cell in cells:
            other = first.setdefault(puzzle[cell], cell) if puzzle[cell] else cell
            if other != cell:
                return _twice(board, puzzle[cell], part, other, cell)
    return None


def _twice(board: Geometry, value: int, house: str, one: int, two: int) -> str:
    return f"{house} has digit {board.signs[value - 1]} twice, at {board.cell_name(one)} and {board.cell_name(two)}"
