# SPDX-License-Identifier: MIT
"""A grid under way: the candidates that are left, and the digits that are placed.

Both are sets of candidates as Python integers (see tables.py): `alive` holds what no step has removed, `placed` those
of them that are known to be true. Placing a candidate removes all that conflicts with it at once, as people do.

    r1c1 {1 2 5}  r1c2 {3} placed  ...      alive  = bits 0, 1, 4, 11, ...
                                            placed = bit 11
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from dlx import calloff

from ..board import Board
from .tables import Family, Tables, bits, tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .step import Step


class OutOfTime(Exception):
    """The time limit was reached inside a technique."""


class Grid:
    """The candidates of a puzzle: those that agree with its clues, and of `candidates` (numbers), if given.

    `unique` says that the puzzle is known to have one solution: only then may a step rest on that.

    >>> grid = Grid(Board(2, 2), bytes([1, 2, 3, 0] + [0] * 12))
    >>> grid.digits(3), grid.digits(4)
    ([4], [3, 4])
    """

    __slots__ = ("alive", "deadline", "idle", "placed", "start", "tables", "unique")

    def __init__(
        self, board: Board, puzzle: bytes, *, candidates: Iterable[int] | None = None, unique: bool = False
    ) -> None:
        self.tables: Tables = tables(board)
        self.unique = unique
        self.deadline: float | None = None
        self.idle: dict[object, int] = {}  # where a technique has found nothing, and what it saw there
        self.alive = self.tables.start
        if candidates is not None:
            self.alive &= sum(1 << candidate for candidate in set(candidates))
        self.start = self.alive  # what the puzzle allows without its clues
        self.placed = 0
        for cell, value in enumerate(puzzle):
            if value:
                self.place(cell * self.tables.side + value - 1)

    def place(self, candidate: int) -> None:
        self.placed |= 1 << candidate
        self.alive &= ~self.tables.conflicts[candidate]

    def apply(self, step: Step) -> int:
        """Do what a step says; returns the candidates that this removed."""
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
        """The candidates that are neither placed nor removed."""
        return self.alive & ~self.placed

    def check_time(self) -> None:
        """Raises OutOfTime after the deadline."""
        calloff.check()
        if self.deadline is not None and perf_counter() > self.deadline:
            raise OutOfTime

    # ---- looking at it

    def marks(self) -> list[int]:
        """By cell: its digits as a set (bit 0 is digit 1); 0 where the digit is placed."""
        side, full, left = self.tables.side, self.tables.full, self.open
        return [left >> at & full for at in range(0, self.tables.size, side)]

    def digits(self, cell: int) -> list[int]:
        """The digits that are left in a cell."""
        side = self.tables.side
        return [digit + 1 for digit in bits(self.alive >> cell * side & self.tables.full)]

    def values(self) -> bytes:
        """The digits placed, by cell."""
        values = bytearray(self.tables.cells)
        for candidate in bits(self.placed):
            cell, digit = divmod(candidate, self.tables.side)
            values[cell] = digit + 1
        return bytes(values)

    def alone(self, family: Family) -> int:
        """The candidates that are the last ones of a unit, without those placed."""
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
        """A unit without a candidate, or None: with one, there is no solution."""
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
        """The units with two candidates left, and those: strong links, where one is false the other is true."""
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
