# SPDX-License-Identifier: MIT
"""Clashes: two equal digits in a house or a part of one, which leave a puzzle without a solution.

3 . | . 3       row 1 has digit 3 twice, at r1c1 and r1c4
. . | . .
"""

from __future__ import annotations

from typing import NamedTuple

from .geometry import Geometry


class Clash(NamedTuple):
    """Two cells of a house, or of a part of one, with the same digit."""

    house: str
    value: int
    cells: tuple[int, int]
    of_rule: bool = False  # whether a rule adds the house


def first_clash(board: Geometry, puzzle: bytes) -> Clash | None:
    """Return the first clash in reading order, one of rows, columns and boxes if there is any; None without a clash."""
    seen: dict[tuple[int, int], int] = {}
    own, of_rule = len(board.own_houses), None
    for cell, value in enumerate(puzzle):
        for house in board.houses_of[cell] if value else ():
            other = seen.setdefault((house, value), cell)
            if other != cell and (house < own or not of_rule):
                found = Clash(board.house_name(house), value, (other, cell), house >= own)
                if house < own:
                    return found
                of_rule = found
    for part, cells in board.house_parts:
        first: dict[int, int] = {}
        for cell in cells:
            other = first.setdefault(puzzle[cell], cell) if puzzle[cell] else cell
            if other != cell:
                return Clash(part, puzzle[cell], (other, cell))
    return of_rule


def clash(board: Geometry, puzzle: bytes) -> str | None:
    """Describe the first clash; return None if there is none.

    >>> from sudoku import Board
    >>> clash(Board(2, 2), bytes([3, 0, 0, 3] + [0] * 12))
    'row 1 has digit 3 twice, at r1c1 and r1c4'
    """
    found = first_clash(board, puzzle)
    if found is None:
        return None
    one, other = map(board.cell_name, found.cells)
    return f"{found.house} has digit {board.signs[found.value - 1]} twice, at {one} and {other}"
