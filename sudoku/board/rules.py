# SPDX-License-Identifier: MIT
"""Collects the constraints of a board's variants: `Rules`, the builder they call, and `Rulebook`, the result.

A *candidate* is a digit in a cell, as a number: ``cell * side + value - 1``, where the lowest digit has the value 1.
All constraints reduce to

    houses       each digit exactly once in these `side` cells           diagonals, windows
    exclusions   at most one of these candidates                         knights, kings, thermometers, dots
    banned       none of these candidates                                even and odd cells, pencilmarks
    sums         these cells hold different digits with this total       killer cages
    sets         these cells hold one of these sets of digits            renban lines
    diagrams     an automaton reads the digits of these cells            arrows, sandwiches; see blocks.py

The automata can also read *hidden* cells, which are not on the board. Each grid determines their digits.

Two more say what follows from these, for the search on candidates alone:

    required     each of these digits is in one of the cells             quadruples, look and say
    unions       the digits of the cells, as a set, are one of these     counting circles

We drop an exclusion contained in another, or implied by a cell or a house. That takes seconds on the largest boards, so
we do it when the exclusions are first used; creating or refusing a board does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import index
from typing import Any, Protocol, runtime_checkable

from dlx.system import calloff
from dlx.system.public import public

from .blocks import Blocks
from .diagrams import Diagram
from .digitsets import DigitSets, digit_sets, number_of_sets, sum_bounds
from .geometry import Geometry
from .houses import House
from .words import cell_count

Said = tuple[tuple[int, ...], int]  # candidates, ascending, at most one true; repeated for this many digits

MOST_SETS = 20_000  # sets of digits that one sum may have; each is an option of the cover
MOST_SETS_TOGETHER = 200_000  # for all sums together: a cover of some seconds and 20 MB
MOST_CANDIDATES = 10_000_000  # in all exclusions together: 400 MB; dots between all cells of 36x36 have a third of it


@public("sudoku.rules")
@runtime_checkable
class Variant(Protocol):
    """Protocol of a variant, which must also be immutable, hashable and comparable, as a frozen dataclass is."""

    def add(self, rules: Rules, board: Any) -> None:
        """Add the constraints for this Board, seen as its Geometry; raise ValueError if the variant does not fit it."""


@public("sudoku.rules")
class Conflicts(dict[int, frozenset[int]]):
    """By candidate: the candidates it excludes, computed on first use."""

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


@public("sudoku.rules")
@dataclass(frozen=True, eq=False)
class Rulebook:
    """The constraints of a board's variants; empty for a plain board.

    >>> from sudoku import Board
    >>> Board(2, 2, variants=["x"]).rules.houses
    (('diagonal 1', (0, 5, 10, 15)), ('diagonal 2', (3, 6, 9, 12)))
    >>> sorted(Board(2, 2).rules.conflicts[0])
    [1, 2, 3, 4, 8, 12, 16, 20, 32, 48]
    """

    board: Geometry
    houses: tuple[House, ...]  # besides the board's own
    said: tuple[tuple[Said, str], ...]  # the exclusions as added, each with its variant
    banned: frozenset[int]  # candidates
    sums: tuple[tuple[tuple[int, ...], int], ...]  # cells, all digits different, and their total
    sets: tuple[DigitSets, ...] = ()  # cells, all digits different, and sets of digits
    diagrams: tuple[Diagram, ...] = ()
    required: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()  # cells, and digits that occur in them
    unions: tuple[DigitSets, ...] = ()  # cells, and sets of which one is the set of their digits
    hidden: tuple[frozenset[int], ...] = ()  # by hidden cell, which the diagrams number on: the values it may have
    hidden_houses: tuple[tuple[int, ...], ...] = ()  # cells with each digit once, of which some are hidden
    shared: tuple[tuple[int, int, int], ...] = ()  # two cells, and the hidden cell of `shares_region`

    @cached_property
    def exclusions(self) -> tuple[tuple[int, ...], ...]:
        """Tuples of candidates, ascending, at most one of each. None is part of another, or of a cell or a house."""
        return tuple(self._needed)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """By exclusion: the variant that added it."""
        return tuple(self._needed.values())

    @property
    def has_cover(self) -> bool:
        """True if the exact cover knows all rules; of unknown regions, only the search on candidates does."""
        return not self.shared

    @cached_property
    def _needed(self) -> dict[tuple[int, ...], str]:
        return _needed(self)

    @property
    def cages(self) -> Iterator[tuple[tuple[int, ...], Iterable[tuple[int, ...]]]]:
        """Yield the cells of each sum and set, and the sets of digits that they may hold."""
        for cells, total in self.sums:
            yield cells, digit_sets(self.board.side, len(cells), total)
        yield from self.sets

    @cached_property
    def conflicts(self) -> Conflicts:
        """By candidate: a frozenset of the candidates it excludes by its cell, its houses or an exclusion."""
        return Conflicts(self)

    @cached_property
    def exclusions_of(self) -> dict[int, list[int]]:
        """By candidate: its exclusions, as indices; no entry if it has none."""
        return _by_member(self.exclusions)


@public("sudoku.rules")
class Rules(Blocks):
    """The builder: a variant's `add` calls its methods. Cells are numbered from 0, digits are those of the board.

    Every method raises ValueError for an impossible constraint, such as a missing cell or a sum that no digits have.
    """

    def __init__(self, board: Geometry) -> None:
        self.board = board
        self.shift = 1 - board.first_digit  # value of a digit minus the digit
        self.variant = ""  # name of the variant being added
        self.houses: list[House] = []
        self.said: dict[Said, str] = {}
        self.candidates = 0  # number of candidates in the exclusions
        self.banned: set[int] = set()
        self.sums: list[tuple[tuple[int, ...], int]] = []
        self.sets: list[DigitSets] = []
        self.diagrams: list[Diagram] = []
        self.arcs = 0  # number of arcs of the diagrams
        self.required: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self.hidden_houses: list[tuple[int, ...]] = []
        self.missed: dict[tuple[int, ...], int] = {}  # by cells: the hidden cell with the digit that they miss
        self.shared: dict[tuple[int, int], int] = {}  # by pair of cells: the hidden cell of `shares_region`
        self.unions: list[DigitSets] = []
        self.hidden: list[set[int]] = []  # by hidden cell: the digits it may have
        self.ways = 0  # number of digit sets of the sums

    def house(self, name: str, cells: Iterable[str | int]) -> None:
        """Require each digit exactly once in these cells; there are as many cells as digits."""
        found = self._cells(cells)
        if len(found) != self.board.side:
            usual = f"a house of a {self.board.kind} has {self.board.side}"
            raise ValueError(f"{name} has {cell_count(len(found))}; {usual}")
        self.houses.append((name, tuple(sorted(found))))

    def different(self, cells: Iterable[str | int]) -> None:
        """Allow each digit at most once in these cells."""
        found = self._cells(cells)
        self._check_size(found)
        self._exclude((cell * self.board.side for cell in found), self.board.side)

    def at_most_one(self, candidates: Iterable[tuple[int, int]]) -> None:
        """Allow at most one of these pairs (cell, digit)."""
        self._exclude({self._candidate(cell, digit) for cell, digit in candidates}, 1)

    def ban(self, cell: int, digits: Iterable[int]) -> None:
        """Ban these digits from the cell."""
        hidden = self.number_of(cell) - self.board.cells
        if hidden >= 0:
            self.hidden[hidden].difference_update(digits)
        else:
            self.banned.update(self._candidate(cell, digit) for digit in digits)

    def allows(self, cell: int, digit: int) -> bool:
        """Return whether no rule added so far bans this digit from the cell."""
        return self._candidate(cell, digit) not in self.banned

    def hidden_cell(self, digits: Iterable[int]) -> int:
        """Add a cell that is not on the board, with one of these digits; return its number, for `along`.

        The digits of the board must determine this digit: otherwise a grid counts several times.
        """
        self.hidden.append(set(digits))
        return self.board.cells + len(self.hidden) - 1

    def house_with_hidden(self, cells: Iterable[int]) -> None:
        """Require each digit exactly once in these cells, of which some are hidden."""
        found = tuple(self.numbers_of(cells))
        if len(set(found)) != len(found) or len(found) != self.board.side:
            raise ValueError(f"a house has {cell_count(self.board.side)}, all different: {self.names(found)}")
        self.hidden_houses.append(found)

    def number_of(self, cell: str | int) -> int:
        """Return the number of a cell, which may be hidden."""
        if isinstance(cell, int) and self.board.cells <= cell < self.board.cells + len(self.hidden):
            return cell
        return self.board.cell(cell)

    def related(self, a: int, b: int, allowed: Callable[[int, int], bool]) -> None:
        """Allow d in cell `a` together with e in cell `b` only if ``allowed(d, e)``."""
        self.all_related([(a, b)], allowed)

    def all_related(self, pairs: Iterable[tuple[int, int]], allowed: Callable[[int, int], bool]) -> None:
        """Apply `related` to many pairs of cells, calling `allowed` once per pair of digits."""
        side, digits, allowed = self.board.side, self.board.digits, calloff.watched(allowed)
        against = [[e for e, other in enumerate(digits) if not allowed(digit, other)] for digit in digits]
        for pair in pairs:
            a, b = (cell * side for cell in self._cells(pair))
            for d, forbidden in enumerate(against):
                if len(forbidden) == side:
                    self.banned.add(a + d)
                else:
                    self._exclude([a + d, *[b + e for e in forbidden]], 1)

    def sum(self, cells: Iterable[str | int], total: int) -> None:
        """Require different digits with this total in these cells."""
        found, total, side = self._cells(cells), index(total), self.board.side
        self._check_size(found)
        more = self.shift * len(found)  # that the digits from 1 have
        low, high = (bound - more for bound in sum_bounds(side, len(found)))
        if not low <= total <= high:
            digits = f"{len(found)} different digits of {self.board.digit_range} have sums"
            digits = digits if len(found) > 1 else "one digit has a sum"
            raise ValueError(f"the sum of {self.names(found)} is {total}; {digits} of {low} to {high}")
        total += more
        ways = number_of_sets(side, len(found), total)
        if ways > MOST_SETS:
            sets = f"{ways:,} sets of digits have the sum {total - more} of {self.names(found[:2])}, ..."
            raise ValueError(f"{sets} ({cell_count(len(found))}): more than the {MOST_SETS:,} that one cage may have")
        self.ways += ways
        if self.ways > MOST_SETS_TOGETHER:
            raise ValueError(f"the sums have more than {MOST_SETS_TOGETHER:,} sets of digits together")
        possible = {digit - self.shift for digits in digit_sets(side, len(found), total) for digit in digits}
        for cell in found:
            self.ban(cell, set(self.board.digits) - possible)
        self.different(found)
        self.sums.append((tuple(sorted(found)), total))

    def one_of_sets(self, cells: Iterable[str | int], sets: Iterable[Iterable[int]]) -> None:
        """Require different digits in these cells, which together are one of these sets."""
        found = self._cells(cells)
        self._check_size(found)
        known = dict.fromkeys(tuple(sorted(set(digits))) for digits in sets)
        kept = tuple(digits for digits in known if len(digits) == len(found))
        if not kept:
            raise ValueError(f"no digits fit into {self.names(found)}")
        for cell in found:
            self.ban(cell, set(self.board.digits).difference(chain(*kept)))
        self.different(found)
        self.sets.append((tuple(sorted(found)), tuple(map(self.values_of, kept))))

    def values_of(self, digits: Iterable[int]) -> tuple[int, ...]:
        """Return the values of digits in a puzzle, where the lowest digit is 1."""
        return tuple(digit + self.shift for digit in digits)

    def _exclude(self, candidates: Iterable[int], digits: int) -> None:
        found = tuple(sorted(candidates))
        if len(found) < 2 or (found, digits) in self.said:
            return
        self.candidates += len(found) * digits
        if self.candidates > MOST_CANDIDATES:
            raise ValueError(f"the exclusions have more than {MOST_CANDIDATES:,} candidates together")
        self.said[found, digits] = self.variant

    def _cells(self, cells: Iterable[str | int]) -> list[int]:
        calloff.check()
        found = [self.board.cell(cell) for cell in cells]
        seen: set[int] = set()
        for cell in found:
            if cell in seen:
                raise ValueError(f"{self.board.cell_name(cell)} is listed twice")
            seen.add(cell)
        return found

    def _check_size(self, cells: list[int]) -> None:
        if not 1 <= len(cells) <= self.board.side:
            has = f"{cell_count(len(cells))} ({self.names(cells[:3])}{', ...' if len(cells) > 3 else ''})"
            raise ValueError(f"{has} cannot hold different digits: there are {self.board.side}")

    def _candidate(self, cell: int, digit: int) -> int:
        if digit not in self.board.digits:
            raise ValueError(f"digit {digit} in {self.names([cell])}: a {self.board.kind} has {self.board.digit_range}")
        return self.board.cell(cell) * self.board.side + digit - self.board.first_digit


def written(board: Geometry, variants: Iterable[Variant]) -> Rulebook:
    """Return the rulebook of a board with these variants."""
    rules = Rules(board)
    for rules.variant, cells in board.house_parts:
        rules.different(cells)
    for variant in dict.fromkeys(variants):  # adding anti-knight 30 times on 36x36 took more than 6 s
        rules.variant = str(variant)
        try:
            variant.add(rules, board)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{variant}: {error}") from error.__cause__
    known = {cells for _, cells in board.own_houses}
    houses: dict[tuple[int, ...], str] = {}
    for name, cells in rules.houses:
        if cells not in known:
            houses.setdefault(cells, name)
    named = tuple((name, cells) for cells, name in houses.items())
    added = tuple(rules.sums), tuple(rules.sets), tuple(rules.diagrams)
    implied = tuple(rules.required), tuple(rules.unions)
    hidden = tuple(frozenset(rules.values_of(digits)) for digits in rules.hidden)
    hidden_parts = hidden, tuple(rules.hidden_houses)
    shared = tuple((*pair, cell) for pair, cell in rules.shared.items())
    banned = frozenset(rules.banned)
    return Rulebook(board, named, tuple(rules.said.items()), banned, *added, *implied, *hidden_parts, shared)


def _needed(book: Rulebook) -> dict[tuple[int, ...], str]:
    """Return the exclusions without banned candidates and without those contained in another one, a cell or a house."""
    side, houses = book.board.side, book.board.houses_of
    reasons: dict[tuple[int, ...], str] = {}
    for (candidates, digits), reason in book.said:
        for digit in range(digits):
            calloff.check()
            left = tuple([c + digit for c in candidates if c + digit not in book.banned])
            if len(left) > 1:
                reasons.setdefault(left, reason)
    sets = list(map(frozenset, reasons))
    within = _by_member(reasons)

    def is_implied(members: tuple[int, ...], own: frozenset[int]) -> bool:
        calloff.check()
        cells = {candidate // side for candidate in members}
        if len(cells) == 1:
            return True
        if len({candidate % side for candidate in members}) == 1 and set.intersection(*(set(houses[c]) for c in cells)):
            return True
        return any(own < sets[other] for other in min((within[candidate] for candidate in members), key=len))

    return {m: reason for (m, reason), own in zip(reasons.items(), sets, strict=True) if not is_implied(m, own)}


def _by_member(groups: Iterable[tuple[int, ...]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, members in enumerate(groups):
        for member in members:
            found.setdefault(member, []).append(number)
    return found
