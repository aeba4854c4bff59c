# SPDX-License-Identifier: MIT
"""The pencil marks of a classic 9x9 puzzle, as Sudoku Explainer's rules read them.

A digit counts from 0, a set of digits or of places has 9 bits. The same marks are stored twice, by cell and by house,
because half of the rules read one form and half the other.

    cells[c]           digits that cell c may hold, 0 where a digit is placed      r1c1 {1 5 9}     0b100010001
    where[h * 9 + d]   places of digit d in house h, 0 where it is placed          1 in row 1       0b000000101
    empty[h]           number of cells of house h without a digit

Houses 0 to 8 are the rows, 9 to 17 the columns, 18 to 26 the boxes. Other boards have no rating on this scale, so we
spend no generality here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

ROWS = [tuple(range(9 * r, 9 * r + 9)) for r in range(9)]
COLUMNS = [tuple(range(c, 81, 9)) for c in range(9)]
BOXES = [tuple(9 * (3 * (b // 3) + k // 3) + 3 * (b % 3) + k % 3 for k in range(9)) for b in range(9)]
HOUSES = (*ROWS, *COLUMNS, *BOXES)
FIRST_BOX = 18  # number of the first house that is a box

# By cell: its row, column and box, each with the cell's place there.
PLACES = [tuple((h, house.index(cell)) for h, house in enumerate(HOUSES) if cell in house) for cell in range(81)]
PEERS = [frozenset(c for h, _ in PLACES[cell] for c in HOUSES[h]) - {cell} for cell in range(81)]
BITS = [tuple(k for k in range(9) if mask >> k & 1) for mask in range(512)]  # the elements of a set
COUNT = [len(elements) for elements in BITS]

Removed = tuple[tuple[int, int], ...]  # cells, each with the digits that it loses


class Hint(NamedTuple):
    """One application of a rule."""

    tenths: int  # the rating of the step, times ten
    rule: str
    removed: Removed = ()
    placed: tuple[int, int] | None = None  # cell and digit


class PencilMarks:
    """The pencil marks of a puzzle, which change step by step."""

    __slots__ = ("cells", "empty", "where")

    def __init__(self, puzzle: Iterable[int]) -> None:
        self.cells = [511] * 81
        self.where = [511] * 243
        self.empty = [9] * 27
        for cell, value in enumerate(puzzle):
            if value:
                self.place(cell, value - 1)

    def place(self, cell: int, digit: int) -> None:
        """Place a digit, and remove it from the cells that see this one."""
        self.remove(cell, self.cells[cell])
        for house, _ in PLACES[cell]:
            self.empty[house] -= 1
            for k in BITS[self.where[house * 9 + digit]]:
                self.remove(HOUSES[house][k], 1 << digit)

    def remove(self, cell: int, digits: int) -> None:
        """Remove marks that the cell has."""
        self.cells[cell] &= ~digits
        for house, place in PLACES[cell]:
            for digit in BITS[digits]:
                self.where[house * 9 + digit] &= ~(1 << place)

    def apply(self, hint: Hint) -> None:
        """Apply a step."""
        for cell, digits in hint.removed:
            self.remove(cell, digits)
        if hint.placed:
            self.place(*hint.placed)

    @property
    def solved(self) -> bool:
        return not any(self.empty)

    def having(self, cells: Iterable[int], digits: int) -> Removed:
        """Return the cells that have some of these digits, each with those it has."""
        return tuple((cell, here) for cell in cells if (here := self.cells[cell] & digits))


def in_common(cells: Iterable[int]) -> frozenset[int]:
    """Return the cells that see all of these."""
    return frozenset.intersection(*(PEERS[cell] for cell in cells))
