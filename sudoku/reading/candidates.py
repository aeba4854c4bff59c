# SPDX-License-Identifier: MIT
"""Grids of candidates: the digits that each cell may still hold, as forums, solvers and their files write them.

    *--------------------------------*     2 679 {6789} 1 ...     braces, as gsf's program prints
    | 1567 3    1567 | 4  12579 179  |     389 5 4 69 u6 ...      u before a digit that a user entered (.sdx)
    | 9    45   2    | 8  57    6    |
    |----------------+---------------|

The digits of a cell are in ascending order. So no row of numbers passes for candidates: 10 and its multiples have a 0,
and every solution on a board of 10x10 or more has a 10. A cell with one candidate holds that digit.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from ..board.digits import DIGITS, capitals
from ..board.shapes import usual_sides
from .frames import BAR
from .once import once

_MARKS = re.compile(r"[{}()\[\]]|(?<![A-Za-z0-9])u(?=[1-9])")  # around the candidates of a cell
_BORDER = re.compile(r"[^A-Za-z0-9]*[-=\u2500\u2501\u2550][^A-Za-z0-9]*")
_PLACE = {digit: place for place, digit in enumerate(DIGITS)}
FEWEST_CELLS = 4  # in a row: three groups of ascending digits may be the boxes of a row


class CandidateGrid(NamedTuple):
    """The candidates of each cell."""

    side: int
    cells: list[str]  # in reading order: the digits that each may hold, ascending
    rows: list[int]  # the number of cells in each line

    def marks(self) -> str:
        """Return `side` characters per cell, each its digit or a point."""
        digits = DIGITS[: self.side]
        return "".join("".join(digit if digit in cell else "." for digit in digits) for cell in self.cells)

    def digits(self) -> bytes:
        """Return the puzzle of the cells that have one candidate."""
        return bytes(_PLACE[cell] + 1 if len(cell) == 1 else 0 for cell in self.cells)


@once
def cells_in(row: str) -> list[str]:
    """Return the candidates of the cells of a line; an empty list if they are not candidates.

    >>> cells_in("| 15 3 {1567} | 4 u5 12579 |"), cells_in("5 3 . | . 7 ."), cells_in("123 456 789")
    (['15', '3', '1567', '4', '5', '12579'], [], [])
    """
    if "." in row:
        return []  # most rows of digits: the rest of this takes as long as reading them
    row = BAR.sub(" ", _MARKS.sub(" ", row))
    cells = capitals(row, len(row.split())).split()
    return cells if len(cells) >= FEWEST_CELLS and all(map(_ascends, cells)) else []


def is_row(row: str, side: int = 0) -> bool:
    """Return whether a line is a row of candidates, of a board with `side` digits if that is not 0."""
    cells = cells_in(row)
    known = len(cells) == side if side else len(cells) in usual_sides()
    return known and len(set(map(len, cells))) > 1  # groups of equal length are a row of digits


def _ascends(cell: str) -> bool:
    places = [_PLACE.get(digit, -1) for digit in cell]
    return places[0] >= 0 and all(a < b for a, b in pairwise(places))


def candidates_in(text: str) -> CandidateGrid | None:
    """Return the candidates of a text, in rows; None if it is anything else.

    The rows may still have a wrong number of cells.

    >>> candidates_in("12 3 4 124\\n3 4 12 12\\n" * 2).digits()[:4]
    b'\\x00\\x03\\x04\\x00'
    >>> candidates_in("1 2 3 4\\n3 4 1 2\\n" * 2)
    """
    rows = []
    for line in text.splitlines():
        cells = cells_in(line)
        if cells:
            rows.append(cells)
        elif line.strip() and not _BORDER.fullmatch(line):
            return None
    numbers = [len(row) for row in rows]
    side = max(numbers, key=numbers.count, default=0)
    cells = [cell for row in rows for cell in row]
    large = max((_PLACE[cell[-1]] + 1 for cell in cells), default=0)
    if side not in usual_sides() or large > side or 2 * numbers.count(side) <= len(rows):
        return None
    return CandidateGrid(side, cells, numbers) if any(len(cell) > 1 for cell in cells) else None
