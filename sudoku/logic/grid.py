# SPDX-License-Identifier: MIT
"""A partly solved grid: its remaining candidates, and its placed digits.

Both are sets of candidates, stored as Python integers (see tables.py). `alive` holds the candidates that no step has
removed, `placed` the subset known to be true. Placing a candidate also removes all conflicting candidates, as people
do.

    r1c1 {1 2 5}  r1c2 {3} placed  ...      alive  = bits 0, 1, 4, 11, ...
                                            placed = bit 11
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from dlx.system import calloff
from dlx.system.calloff import OutOfTime
from dlx.system.public import public

from ..board.board import Board
from .tables import BoardTables, Family, bits, tables, union

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .step import Step


@public("sudoku.logic")
class Grid:
    """The candidates of a puzzle that agree with its clues, restricted to `candidates` (numbers or names) if given.

    `unique` means that the puzzle is known to have one solution; only then may a step rely on it.

    >>> from sudoku import Board
    >>> grid = Grid(Board(2, 2), bytes([1, 2, 3, 0] + [0] * 12))
    >>> grid.digits(3), grid.digits(4)
    ([4], [3, 4])
    """

    __slots__ = ("alive", "clues", "deadline", "idle", "kept", "placed", "start", "tables", "unique")

    def __init__(
        self,
        board: Board,
        puzzle: bytes,
        *,
        candidates: Iterable[int | str | Iterable[int]] | None = None,
        unique: bool = False,
    ) -> None:
        self.tables: BoardTables = tables(board)
        self.unique = unique
        self.deadline: float | None = None
        self.idle: dict[object, int] = {}  # by technique and place: the candidates at its last visit
        self.kept: dict[str, object] = {}  # by name: what several techniques share
        self.alive = self.tables.start
        if candidates is not None:
            self.alive &= union(1 << candidate for candidate in self.tables.candidates(candidates))
        self.start = self.alive  # candidates before the clues are placed
        self.placed = 0
        for cell, value in enumerate(puzzle):
            if value:
                self.place(cell * self.tables.side + value - 1)
        self.clues = self.placed

    def place(self, candidate: int) -> None:
        self.placed |= 1 << candidate
        self.alive &= ~self.tables.conflicts[candidate]

    def apply(self, step: Step) -> int:
        """Apply a step, and return the candidates that it removed."""
        before = self.alive
        self.alive &= ~step.removed
        for candidate in bits(step.placed):
            self.place(candidate)
        return before & ~self.alive

    @property
    def solved(self) -> bool:
        return self.placed.bit_count() == self.tables.cells

    @property
    def open(self) -> int:
        """Return the candidates that are neither placed nor removed."""
        return self.alive & ~self.placed

    def check_time(self) -> None:
        """Raise OutOfTime after the deadline, or if the question is canceled."""
        if calloff.canceled() or (self.deadline is not None and perf_counter() > self.deadline):
            raise OutOfTime

    # ---- queries

    def marks(self) -> list[int]:
        """Return the digits of each cell as a set (bit 0 is digit 1), 0 where the digit is placed."""
        return self.tables.by_cell(self.open)

    def digits(self, cell: int) -> list[int]:
        """Return the remaining digits of a cell."""
        side = self.tables.side
        return [digit + 1 for digit in bits(self.alive >> cell * side & self.tables.full)]

    def values(self) -> bytes:
        """Return the placed digits by cell, 0 where there is none."""
        values = bytearray(self.tables.cells)
        for candidate in bits(self.placed):
            cell, digit = divmod(candidate, self.tables.side)
            values[cell] = digit + 1
        return bytes(values)

    def alone(self, family: Family) -> int:
        """Return the candidates that are the last ones of a unit and not placed yet."""
        one = two = 0
        alive, anchors = self.alive, family.anchors
        for shift in family.shifts:
            plane = alive >> shift & anchors
            two |= one & plane
            one |= plane
        single = one & ~two
        found = 0
        for shift in family.shifts:
            found |= single << shift
        return found & alive & ~self.placed

    def empty_unit(self) -> int | None:
        """Return a unit without a candidate, which rules out a solution, or None if there is no such unit."""
        alive = self.alive
        for family in self.tables.families:
            one = 0
            for shift in family.shifts:
                one |= alive >> shift
            missing = family.anchors & ~one
            if missing:
                return family.units[(missing & -missing).bit_length() - 1]
        return None

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Yield each unit with two candidates left, and these: a strong link, as one is true if the other is false."""
        alive, units = self.alive, self.tables.units
        for family in self.tables.families:
            one = two = three = 0
            anchors = family.anchors
            for shift in family.shifts:
                plane = alive >> shift & anchors
                three |= two & plane
                two |= one & plane
                one |= plane
            for anchor in bits(two & ~three):
                unit = family.units[anchor]
                both = alive & units[unit]
                first = both & -both
                yield unit, first.bit_length() - 1, both.bit_length() - 1
