# SPDX-License-Identifier: MIT
"""What the variants of a board say, put together: the builder that they write to, and what comes of it.

A *candidate* is a digit in a cell, as a number: ``cell * side + digit - 1``. All that variants say comes down to

    houses       each digit exactly once in these `side` cells           diagonals, windows
    exclusions   at most one of these candidates                         knights, kings, thermometers, dots
    banned       these candidates never                                  even and odd cells, pencilmarks
    sums         these cells hold different digits with this total       killer cages

An exclusion that is a part of another, or of what a cell or a house says already, is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from operator import index
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from .houses import House
from .text import listed, plural

if TYPE_CHECKING:
    from .board import Board

MOST_SETS = 20_000  # sets of digits that a sum may have: each is an option of the cover
MOST_IN_ALL = 200_000  # of all sums together: a cover of some seconds and 20 MB


@runtime_checkable
class Variant(Protocol):
    """What a variant must have. It must also be immutable, hashable and comparable: a frozen dataclass is."""

    def add(self, rules: Rules, board: Board) -> None:
        """Say what holds on this board; ValueError where the variant does not fit it."""


class Conflicts(dict[int, frozenset[int]]):
    """By candidate: those that cannot stand beside it. Each is found when it is asked for."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self._book = book

    def __missing__(self, candidate: int) -> frozenset[int]:
        board = self._book.board
        cell, digit = divmod(candidate, board.side)
        found = set(range(cell * board.side, (cell + 1) * board.side))
        for house in board.houses_of[cell]:
            found.update(other * board.side + digit for other in board.houses[house])
        for at in self._book.exclusions_of.get(candidate, ()):
            found.update(self._book.exclusions[at])
        found.discard(candidate)
        self[candidate] = frozenset(found)
        return self[candidate]


@dataclass(frozen=True, eq=False)
class Rulebook:
    """What the variants of a board say; of a plain board it is empty.

    >>> from sudoku import Board
    >>> Board(2, 2, variants=["x"]).rules.houses
    (('diagonal 1', (0, 5, 10, 15)), ('diagonal 2', (3, 6, 9, 12)))
    >>> sorted(Board(2, 2).rules.conflicts[0])
    [1, 2, 3, 4, 8, 12, 16, 20, 32, 48]
    """

    board: Board
    houses: tuple[House, ...]  # beside the board's own
    exclusions: tuple[tuple[int, ...], ...]  # candidates, ascending: at most one of each
    reasons: tuple[str, ...]  # by exclusion: the variant that says so
    banned: frozenset[int]  # candidates
    sums: tuple[tuple[tuple[int, ...], int], ...]  # cells, all digits different, and their total

    @cached_property
    def conflicts(self) -> Conflicts:
        """By candidate, a frozenset of those that cannot stand beside it: in its cell, its houses, an exclusion."""
        return Conflicts(self)

    @cached_property
    def exclusions_of(self) -> dict[int, list[int]]:
        """By candidate: its exclusions, as indices; nothing where it has none."""
        return _by_member(self.exclusions)


class Rules:
    """The builder: a variant's `add` says here what holds. Cells and digits are numbers, cells from 0, digits from 1.

    Every method raises ValueError for what cannot be: a cell that does not exist, a sum that no digits have.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.variant = ""  # the name of the one that is speaking
        self.houses: list[House] = []
        self.exclusions: dict[frozenset[int], str] = {}
        self.banned: set[int] = set()
        self.sums: list[tuple[tuple[int, ...], int]] = []
        self.sets = 0  # of digits, that the sums have

    def house(self, name: str, cells: Iterable[str | int]) -> None:
        """Each digit stands exactly once in these cells; there are as many of them as digits."""
        found = self._cells(cells)
        if len(found) != self.board.side:
            raise ValueError(f"{name} has {plural(len(found))}; a house of a {self.board.base} has {self.board.side}")
        self.houses.append((name, tuple(sorted(found))))

    def different(self, cells: Iterable[str | int]) -> None:
        """No digit stands twice in these cells."""
        found = self._cells(cells)
        self._check_size(found)
        for digit in range(1, self.board.side + 1):
            self.at_most_one((cell, digit) for cell in found)

    def at_most_one(self, candidates: Iterable[tuple[int, int]]) -> None:
        """Of these pairs (cell, digit) at most one holds."""
        found = frozenset(self._candidate(cell, digit) for cell, digit in candidates)
        if len(found) > 1:
            self.exclusions.setdefault(found, self.variant)

    def ban(self, cell: int, digits: Iterable[int]) -> None:
        """None of these digits stands in the cell."""
        self.banned.update(self._candidate(cell, digit) for digit in digits)

    def related(self, a: int, b: int, allowed: Callable[[int, int], bool]) -> None:
        """Cell `a` holds d and cell `b` holds e only where ``allowed(d, e)``."""
        digits = range(1, self.board.side + 1)
        a, b = self._cells((a, b))
        for d in digits:
            against = [e for e in digits if not allowed(d, e)]
            if len(against) == len(digits):
                self.ban(a, [d])
            else:
                self.at_most_one([(a, d), *((b, e) for e in against)])

    def sum(self, cells: Iterable[str | int], total: int) -> None:
        """The digits in these cells are different, and their sum is the total."""
        found, total, side = self._cells(cells), index(total), self.board.side
        self._check_size(found)
        low, high = _bounds(side, len(found))
        if not low <= total <= high:
            digits = f"{len(found)} different digits of {self.board.digit_range} have sums"
            digits = digits if len(found) > 1 else "one digit has a sum"
            raise ValueError(f"the sum of {self.names(found)} is {total}; {digits} of {low} to {high}")
        ways = number_of_sets(side, len(found), total)
        if ways > MOST_SETS:
            sets = f"{ways:,} sets of digits have the sum {total} of {self.names(found[:2])}, ..."
            raise ValueError(f"{sets} ({plural(len(found))}): more than the {MOST_SETS:,} that one cage may have")
        self.sets += ways
        if self.sets > MOST_IN_ALL:
            raise ValueError(f"the sums have more than {MOST_IN_ALL:,} sets of digits together")
        possible = {digit for digits in digit_sets(side, len(found), total) for digit in digits}
        for cell in found:
            self.ban(cell, set(range(1, side + 1)) - possible)
        self.different(found)
        self.sums.append((tuple(sorted(found)), total))

    def names(self, cells: Iterable[int]) -> str:
        """The names of cells, for messages."""
        return listed(map(self.board.cell_name, cells))

    def _cells(self, cells: Iterable[str | int]) -> list[int]:
        found = [self.board.cell(cell) for cell in cells]
        seen: set[int] = set()
        for cell in found:
            if cell in seen:
                raise ValueError(f"{self.board.cell_name(cell)} is there twice")
            seen.add(cell)
        return found

    def _check_size(self, cells: list[int]) -> None:
        if not 1 <= len(cells) <= self.board.side:
            has = f"{plural(len(cells))} ({self.names(cells[:3])}{', ...' if len(cells) > 3 else ''})"
            raise ValueError(f"{has} cannot hold different digits: there are {self.board.side}")

    def _candidate(self, cell: int, digit: int) -> int:
        if not 1 <= digit <= self.board.side:
            raise ValueError(f"digit {digit} in {self.names([cell])}: a {self.board.base} has {self.board.digit_range}")
        return self.board.cell(cell) * self.board.side + digit - 1


def written(board: Board) -> Rulebook:
    """The rulebook of a board."""
    rules = Rules(board)
    for variant in dict.fromkeys(board.variants):  # 30 times anti-knight on 36x36 took more than 6 s
        rules.variant = str(variant)
        try:
            variant.add(rules, board)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{variant}: {error}") from None
    known = {cells for _, cells in board.own_houses}
    houses: dict[tuple[int, ...], str] = {}
    for name, cells in rules.houses:
        if cells not in known:
            houses.setdefault(cells, name)
    named = tuple((name, cells) for cells, name in houses.items())
    exclusions = _needed(board, rules, [*known, *houses])
    return Rulebook(
        board, named, tuple(exclusions), tuple(exclusions.values()), frozenset(rules.banned), tuple(rules.sums)
    )


def _needed(board: Board, rules: Rules, houses: list[tuple[int, ...]]) -> dict[tuple[int, ...], str]:
    """The exclusions without banned candidates, and without those that are a part of another one, a cell or a house."""
    side = board.side
    reasons: dict[tuple[int, ...], str] = {}
    for members, reason in rules.exclusions.items():
        left = tuple(sorted(members - rules.banned))
        if len(left) > 1:
            reasons.setdefault(left, reason)
    if not reasons:
        return {}
    sets = list(reasons)
    cliques = [*sets, *(tuple(cell * side + digit for cell in house) for house in houses for digit in range(side))]
    within = {candidate: set(found) for candidate, found in _by_member(cliques).items()}
    return {
        members: reasons[members]
        for members in sets
        if len({candidate // side for candidate in members}) > 1
        and len(set.intersection(*(within[candidate] for candidate in members))) == 1
    }


def _by_member(groups: Iterable[tuple[int, ...]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, members in enumerate(groups):
        for member in members:
            found.setdefault(member, []).append(number)
    return found


# ---- sets of digits with a sum


def _bounds(side: int, size: int) -> tuple[int, int]:
    """The least and the largest sum of so many different digits."""
    return size * (size + 1) // 2, size * (2 * side - size + 1) // 2


@cache
def number_of_sets(side: int, size: int, total: int) -> int:
    """How many sets of `size` digits of 1..side have that sum.

    >>> number_of_sets(9, 4, 20), number_of_sets(36, 18, 333)
    (12, 113093022)
    """
    if side < size or not size:
        return int(side >= size and not total)
    low, high = _bounds(side, size)
    if not low <= total <= high:
        return 0
    return number_of_sets(side - 1, size, total) + number_of_sets(side - 1, size - 1, total - side)


def digit_sets(side: int, size: int, total: int) -> Iterator[tuple[int, ...]]:
    """They themselves, each descending.

    >>> list(digit_sets(9, 3, 8))
    [(5, 2, 1), (4, 3, 1)]
    """
    if not size:
        yield ()
    for largest in range(min(side, total), size - 1, -1) if size else ():
        low, high = _bounds(largest - 1, size - 1)
        if low <= total - largest <= high:
            for rest in digit_sets(largest - 1, size - 1, total - largest):
                yield (largest, *rest)
