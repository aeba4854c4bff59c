# SPDX-License-Identifier: MIT
"""Constraints as they are added, one by one: houses, exclusions, banned candidates, sums, sets of digits, hidden cells.

    different     r1c1 r1c2              an exclusion for each digit
    ban           r1c1, 5                a banned candidate
    sum           r1c1 r1c2, 8           the exclusions, the candidates that no set of digits has, and the sum
    hidden_cell   1 2                    a cell beyond those of the board

blocks.py adds the rules that need an automaton, and rules.py has the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import index

from dlx.system import calloff

from .diagrams import Diagram
from .digitsets import DigitSets, digit_sets, number_of_sets, sum_bounds
from .geometry import Geometry
from .houses import House
from .words import cell_count, listed

Said = tuple[tuple[int, ...], int]  # candidates, ascending, at most one true; repeated for this many digits

MOST_SETS = 20_000  # sets of digits that one sum may have; each is an option of the cover
MOST_SETS_TOGETHER = 200_000  # for all sums together: a cover of some seconds and 20 MB
MOST_CANDIDATES = 10_000_000  # in all exclusions together: 400 MB; dots between all cells of 36x36 have a third of it


class Constraints:
    """The constraints of a board, each added by a method."""

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

    def numbers_of(self, cells: Iterable[str | int]) -> list[int]:
        """Return the numbers of cells."""
        return [self.number_of(cell) for cell in cells]

    def names(self, cells: Iterable[int]) -> str:
        """Return the names of cells, for messages."""
        return listed(self.board.cell_name(cell) if cell < self.board.cells else "a hidden cell" for cell in cells)

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
