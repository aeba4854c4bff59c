# SPDX-License-Identifier: MIT
"""The constant tables of a board: its units, and the candidates that exclude each other.

A candidate is the number `cell * side + digit - 1`; a set of candidates is a Python integer with those bits. A unit is
a set in which exactly one candidate is true: a cell (any of its digits), or a digit in a house (any of its cells).

    unit 0 .. cells - 1                  the cells                     r1c1: bits 0..8
    unit cells + house * side + digit    a digit (from 0) in a house   1 in row 1: bits 0, 9, 18, ..

We process houses of the same shape together. A *family* has the distances between a unit's candidates, and an anchor
(the first candidate) of each unit. Two bit-parallel counters then count the candidates of all 81 units of the rows at
once: the singles of a whole 9x9 grid take 7 microseconds, where a loop over the 324 units takes 70.

The tables know only houses and pairwise exclusions. Sums of cages and other rules of variants are in rules.py; every
step found without these is valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import index
from typing import Any, NamedTuple

from dlx.system import calloff

from ..board.board import Board
from ..board.kept import kept
from ..board.words import short


def bits(mask: int) -> Iterator[int]:
    """Yield the elements of a set, ascending.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(masks: Iterable[int]) -> int:
    """Return the elements of several sets.

    >>> bin(union([0b1001, 0b11]))
    '0b1011'
    """
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


class Family(NamedTuple):
    """Units of one shape."""

    shifts: tuple[int, ...]  # distances from the anchor to each candidate of the unit
    anchors: int
    units: dict[int, int]  # by anchor: the unit
    region: bool  # whether the houses are neither rows nor columns


class ConflictMasks(dict[int, int]):
    """The candidates that each candidate excludes. Entries are made on first use: a 35x35 board has 42,875."""

    def __init__(self, side: int, peers: list[int], excluded: dict[int, int]) -> None:
        self.side, self.peers, self.excluded = side, peers, excluded

    def __missing__(self, candidate: int) -> int:
        cell, digit = divmod(candidate, self.side)
        whole = (1 << self.side) - 1 << cell * self.side
        mask = whole | self.peers[cell] << digit | self.excluded.get(candidate, 0)
        self[candidate] = mask = mask & ~(1 << candidate)
        return mask


class BoardTables:
    """The tables of a board; call `tables(board)`, which makes them once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.side = side = board.side
        self.cells = board.cells
        self.size = board.cells * side  # number of candidates
        self.full = (1 << side) - 1
        self.anchor = sum(1 << cell * side for cell in range(board.cells))  # digit 1 of every cell
        houses = [sum(1 << cell * side for cell in house) for house in board.houses]
        self.houses = houses  # digit 1 of their cells
        calloff.check()
        self.units = [self.full << cell * side for cell in range(board.cells)]
        calloff.check()
        self.units += [house << digit for house in calloff.checked(houses) for digit in range(side)]
        calloff.check()
        self.rows, self.columns = self._lines(0), self._lines(1)
        self.lines = {*self.rows, *self.columns}
        self.start = (1 << self.size) - 1
        self.sums = False  # whether there are rules that the tables ignore
        excluded = self._rules(board)
        calloff.check()
        self.exclusions = bool(excluded)
        self.peers = self._peers()  # by cell: digit 1 of the cells in its houses, itself included
        self.conflicts = ConflictMasks(side, self.peers, excluded)
        calloff.check()
        self.families = self._families()
        self.crossing = [self._crossing(house) for house in range(len(houses))]

    def _lines(self, axis: int) -> list[int]:
        """Return the houses that are rows (axis 0) or columns (1)."""
        houses = enumerate(self.board.houses)
        return [h for h, house in houses if len({self.board.places[cell][axis] for cell in house}) == 1]

    def _rules(self, board: Board) -> dict[int, int]:
        """Remove banned candidates from the start, and return the exclusions of the variants by candidate."""
        rules, excluded = board.rules, dict[int, int]()
        self.sums = bool(rules.sums or rules.sets or rules.diagrams)
        for candidate in rules.banned:
            self.start &= ~(1 << candidate)
        for group in calloff.checked(rules.exclusions):
            mask = sum(1 << candidate for candidate in group)
            for candidate in group:
                excluded[candidate] = excluded.get(candidate, 0) | mask
        return excluded

    def _peers(self) -> list[int]:
        peers = [0] * self.cells
        for house, mask in zip(self.board.houses, self.houses, strict=True):
            for cell in house:
                peers[cell] |= mask
        return peers

    def _crossing(self, house: int) -> list[int]:
        """Return the houses that share at least two cells with this one, but not all."""
        calloff.check()
        here = self.houses[house]
        return [h for h, other in enumerate(self.houses) if (here & other).bit_count() >= 2 and here != other]

    def _families(self) -> list[Family]:
        """Return the family of cells, then the houses by shape."""
        cells = Family(tuple(range(self.side)), self.anchor, {c * self.side: c for c in range(self.cells)}, False)
        shapes: dict[tuple[tuple[int, ...], bool], dict[int, int]] = {}
        for h, house in enumerate(self.board.houses):
            calloff.check()
            shifts = tuple((cell - house[0]) * self.side for cell in house)
            units = shapes.setdefault((shifts, h not in self.lines), {})
            for digit in range(self.side):
                units[house[0] * self.side + digit] = self.unit(h, digit)
        found = [Family(s, sum(1 << a for a in units), units, region) for (s, region), units in shapes.items()]
        return [cells, *found]

    # ---- numbers and names

    def by_cell(self, mask: int) -> list[int]:
        """Return the digits of each cell as a set (bit 0 is digit 1)."""
        return [mask >> at & self.full for at in range(0, self.size, self.side)]

    def unit(self, house: int, digit: int) -> int:
        """Return the unit of a digit (from 0) in a house."""
        return self.cells + house * self.side + digit

    def units_of(self, candidate: int) -> tuple[int, ...]:
        """Return the units of a candidate: its cell, then its digit in each house."""
        cell, digit = divmod(candidate, self.side)
        return (cell, *(self.unit(house, digit) for house in self.board.houses_of[cell]))

    def house_of(self, unit: int) -> int | None:
        """Return the house of a unit; None for a cell."""
        return None if unit < self.cells else (unit - self.cells) // self.side

    def digit_of(self, unit: int) -> int:
        """Return the digit (from 0) of a unit that is a digit in a house."""
        return (unit - self.cells) % self.side

    def common(self, mask: int, within: int) -> int:
        """Return the candidates in `within` that conflict with all of `mask`: false if one of `mask` is true."""
        calloff.check()  # the techniques call this for each pattern
        while mask and within:
            low = mask & -mask
            within &= self.conflicts[low.bit_length() - 1]
            mask ^= low
        return within

    def unit_name(self, unit: int) -> str:
        """Return the name of a unit's cell or house: `r4c5`, or `row 4`."""
        house = self.house_of(unit)
        return self.board.cell_name(unit) if house is None else self.board.house_name(house)

    def candidate(self, given: Any) -> int:
        """Return the number of a candidate, given as a number or by its name.

        Raises ValueError if the board has no such candidate.

        >>> tables(Board()).candidate("r4c5=7"), tables(Board()).candidate(285)
        (285, 285)
        """
        if isinstance(given, str):
            cell, _, digit = given.partition("=")
            if len(digit.strip()) == 1 and digit.strip() in self.board.signs:
                return self.board.cell(cell) * self.side + self.board.signs.index(digit.strip())
        elif hasattr(given, "__index__") and 0 <= index(given) < self.size:
            return index(given)
        form = f"a number from 0 to {self.size - 1} (cell * {self.side} + digit - 1) or a name such as {self.name(0)}"
        raise ValueError(f"candidate {short(given)}: on a {self.board.kind}, it must be {form}")

    def candidates(self, given: Iterable[Any]) -> list[int]:
        """Return the numbers of candidates, each a number or a name, or by cell as :func:`sudoku.candidates` has them.

        >>> tables(Board(2, 2)).candidates(["r1c1=3", 5]), tables(Board(2, 2)).candidates([(1, 2), *[()] * 14, (4,)])
        ([2, 5], [0, 1, 63])
        """
        if isinstance(given, Mapping):
            names = f"a list of names such as {self.name(0)}, or the digits of each cell"
            raise TypeError(f"the candidates are {short(given)}; give {names}")
        entries = list(given)
        if len(entries) != self.board.cells or not isinstance(entries[0], (tuple, list, set, frozenset)):
            return list(map(self.candidate, entries))
        digits = range(1, self.side + 1)
        for cell, several in enumerate(entries):
            if not set(several).issubset(digits):
                name = self.board.cell_name(cell)
                raise ValueError(f"the candidates of {name} are {short(several)}: not digits from 1 to {self.side}")
        return [cell * self.side + digit - 1 for cell, several in enumerate(entries) for digit in sorted(several)]

    def names(self, candidates: int) -> list[str]:
        """Return the candidates of a set as equations."""
        return [*map(self.name, bits(candidates))]

    def name(self, candidate: int) -> str:
        """Return a candidate as an equation.

        >>> tables(Board()).name(31 * 9 + 6)
        'r4c5=7'
        """
        cell, digit = divmod(candidate, self.side)
        return f"{self.board.cell_name(cell)}={self.board.signs[digit]}"


@kept(32)  # each pencilmark puzzle is a separate board
def tables(board: Board) -> BoardTables:
    """Return the tables of a board."""
    return BoardTables(board)
