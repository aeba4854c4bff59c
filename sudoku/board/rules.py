# SPDX-License-Identifier: MIT
"""The constraints of a board's variants, collected: `Rulebook`, which `Rules` (blocks.py) builds.

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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from dlx.system import calloff
from dlx.system.public import public

from .blocks import Rules
from .constraints import Said
from .diagrams import Diagram
from .digitsets import DigitSets, digit_sets
from .geometry import Geometry
from .houses import House


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
