# SPDX-License-Identifier: MIT
"""`Rules`, the builder that variants call, with the building blocks of rules that need an automaton.

    along         an automaton reads the digits of cells in order     every rule below, and yours
    total         a sum of digits that may be equal                   arrows, little killers
    equal_sums    groups of cells with the same sum                   region sum lines, double arrows
    count         how often some digits occur                         counting circles
    chain         a relation of each two successive cells             whispers, slow thermometers
    missing       the digit that a row, column or box misses          doppelganger
    shares_region whether two cells are in one unknown region         chaos construction

Sums do not depend on the order of the cells. So several cells of one row, column or box are read at once: their
digits are one of the sets of different digits, and the automaton reads the sum of the set. A diagonal through three
boxes has three layers instead of nine. A puzzle with such diagonals in disjoint groups takes 2.2 s instead of 9.4.

sudoku/board/diagrams.py turns an automaton into a diagram, sudoku/engine/diagrams.py a diagram into items and options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, chain, combinations, pairwise
from math import comb
from typing import Any

from dlx.system.public import public

from .constraints import Constraints
from .diagrams import MOST_ARCS, NextState, unroll
from .digitsets import sum_bounds
from .words import cell_count

# Cells of a house whose sum is read at once. With 3, the search on candidates takes 8 times as long for long zippers.
# The cover gains nothing from 2: region sums take 0.8 of the time, zippers 2.3 and little killers 1.5 to 4 times it.
FEWEST_SUMMED = 2
MOST_SUMMED_SETS = 200  # of digits that these cells may hold
MOST_REGION_CELLS = 128  # of a board with unknown regions, whose search has sets of so many cells
MOST_ARCS_TOGETHER = 5 * MOST_ARCS  # of all diagrams of a board: a cover of some seconds


@public("sudoku.rules")
class Rules(Constraints):
    """The builder: a variant's `add` calls its methods. Cells are numbered from 0, digits are those of the board.

    Every method raises ValueError for an impossible constraint, such as a missing cell or a sum that no digits have.
    """

    def along(
        self,
        cells: Iterable[str | int],
        start: Any,
        step: NextState,
        accept: Callable[[Any], Any] = lambda state: True,
    ) -> None:
        """Read the digits of these cells in order by an automaton.

        The first state is `start`, and ``step(state, digit)`` is the next one, or None if the digit is not allowed. A
        state is any hashable value but None. At the end, ``accept(state)`` must be true. A cell may occur twice.
        """
        self._read([[cell] for cell in self.numbers_of(cells)], start, step, accept)

    def _read(self, parts: list[list[int]], start: Any, step: NextState, accept: Callable[[Any], Any]) -> None:
        """Read digits by an automaton; of parts with several cells, which are in one house, read the sum."""
        values = [self._sums_of(len(part)) for part in parts]
        layers = unroll([part[0] for part in parts], values, start, step, accept)
        if not layers:
            raise ValueError(f"no digits fit into {self.names(chain(*parts))}" if parts else "a rule needs a cell")
        kept = []
        for layer, part in zip(layers, parts, strict=True):
            if len(part) > 1:
                readable = set(chain(*layer.groups))
                sets = combinations(self.board.digits, len(part))
                self.one_of_sets(part, [digits for digits in sets if sum(digits) in readable])
                layer = replace(layer, cell=len(self.sets) - 1, of_sum=True)
            else:
                self.ban(layer.cell, set(self.board.digits).difference(*layer.groups))
            if len(layer.groups) > 1:  # the others allow each digit that they read
                more = self.shift * len(part)
                kept.append(replace(layer, groups=tuple(tuple(v + more for v in group) for group in layer.groups)))
        if kept and tuple(kept) not in self.diagrams:
            self.diagrams.append(tuple(kept))
            self.arcs += sum(len(layer.arcs) for layer in kept)
        if self.arcs > MOST_ARCS_TOGETHER:
            raise ValueError(f"the rules of the board lead to more than {MOST_ARCS_TOGETHER:,} combinations together")

    def _sums_of(self, size: int) -> range:
        """Return the sums that `size` different digits may have."""
        low, high = sum_bounds(self.board.side, size)
        return range(low - self.shift * size, high - self.shift * size + 1)

    def _parts(self, cells: list[int]) -> list[list[int]]:
        """Return the cells in parts, of which those with several cells are in one house, the largest first."""
        rest, parts = list(cells), list[list[int]]()
        while rest:
            part = self._largest_part(rest)
            if len(part) < FEWEST_SUMMED or comb(self.board.side, len(part)) > MOST_SUMMED_SETS:
                return [*parts, *([cell] for cell in rest)]
            parts.append(part)
            for cell in part:
                rest.remove(cell)
        return parts

    def _largest_part(self, cells: list[int]) -> list[int]:
        """Return the cells that one row, column or box has most of; none if all are hidden."""
        houses = (*self.board.own_houses, *self.board.house_parts)
        parts = ([cell for cell in dict.fromkeys(cells) if cell in house] for _, house in houses)
        return max(parts, key=len, default=[])

    def _by_houses(self, cells: list[int]) -> list[list[int]]:
        """Return the cells in parts, each in one house and without a repetition, the largest first."""
        rest, parts = list(cells), list[list[int]]()
        while rest:
            part = self._largest_part(rest)
            parts.append(part or rest[:1])  # a hidden cell is in no house
            for cell in parts[-1]:
                rest.remove(cell)
        return parts

    def total(
        self,
        cells: Iterable[str | int],
        total: int,
        *,
        number: Iterable[str | int] = (),
        minus: Iterable[str | int] = (),
    ) -> None:
        """Require this sum of the digits in `cells`, which may be equal, less those in `minus`.

        The digits in the cells of `number` are read as one number, in the order given, which is added to `total`.
        """
        added, subtracted = self._parts(self.numbers_of(cells)), self._parts(self.numbers_of(minus))
        read = self.numbers_of(number)
        most = len(list(chain(*added))) * self.board.side
        weights = (*(10**k for k in range(len(read))), *(1 for _ in subtracted))

        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            unread, left = state  # of the subtracted sums and the digits of the number, and the rest of the sum
            if unread:
                left += digit * weights[unread - 1]
                return (unread - 1, left) if left <= most else None
            return (0, left - digit) if digit <= left else None

        parts = [*subtracted, *([cell] for cell in read), *added]
        self._read(parts, (len(weights), total), step, lambda state: state == (0, 0))

    def equal_sums(self, groups: Iterable[Iterable[str | int]]) -> None:
        """Require the same sum of digits in all these groups of cells, of which none is empty."""
        several = [self._parts(self.numbers_of(group)) for group in groups]
        several.sort(key=len, reverse=True)  # fewest states
        ends = tuple(accumulate(map(len, several)))

        def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
            at, total, own = state[0] + 1, state[1], state[2] + digit  # cells read; sum of the first group, and of this
            if at <= ends[0]:
                return (at, own, 0) if at == ends[0] else (at, 0, own)
            if own > total or (at in ends and own != total):
                return None
            return at, total, 0 if at in ends else own

        if len(several) > 1:
            self._read(list(chain(*several)), (0, 0, 0), step, lambda state: True)

    def count(self, cells: Iterable[str | int], digits: Iterable[int], numbers: Iterable[int]) -> None:
        """Require that the number of these cells with one of these digits is one of `numbers`."""
        counted, allowed = frozenset(digits), frozenset(numbers)
        most, found = max(allowed, default=0), self.numbers_of(cells)
        if len(counted) == 1 and found and min(allowed, default=0) > 0:
            self.required.append((tuple(dict.fromkeys(found)), self.values_of(counted)))
        parts = self._by_houses(found)
        ends = frozenset(accumulate(map(len, parts)))

        def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
            at, seen, own = state  # cells read; counted cells, and those in this part
            at += 1
            if digit in counted:
                seen, own = seen + 1, own + 1
                if seen > most or own > len(counted):
                    return None
            return at, seen, 0 if at in ends else own

        self.along(chain(*parts), (0, 0, 0), step, lambda state: state[1] in allowed)

    def missing(self, cells: Iterable[str | int]) -> int:
        """Return a hidden cell with the digit that these cells miss. They hold all digits but one.

        The house of all of them says it. The sum of the cells says it again: a doppelganger puzzle then takes 0.5 s
        instead of 2.9, as the search sees in which rows and columns its dead ends are.
        """
        found = tuple(self.numbers_of(cells))
        if len(found) != self.board.side - 1:
            wanted = cell_count(self.board.side - 1)
            raise ValueError(f"{wanted} miss one digit, and there are {len(found)}: {self.names(found)}")
        if found not in self.missed:
            self.missed[found] = self.hidden_cell(self.board.digits)
            self.house_with_hidden((*found, self.missed[found]))
            parts, total = [[*found], [self.missed[found]]], sum(self.board.digits)
            self._read(parts, total, _rest_of_sum, lambda rest: rest == 0)
        return self.missed[found]

    def shares_region(self, a: str | int, b: str | int) -> int:
        """Return a hidden cell: the lowest digit if cells a and b share a region, the next digit if they do not.

        The first call divides the board into connected regions with each digit once, which the search has to find. A
        solution is then a grid with its regions.
        """
        if not self.shared:
            self._check_regions()
            at = self.board.cell_at
            for (row, column), cell in at.items():
                for place in ((row, column + 1), (row + 1, column)):
                    if place in at:
                        self.shared[cell, at[place]] = self.hidden_cell(self.board.digits[:2])
        first, second = sorted(map(self.board.cell, (a, b)))
        if first == second:
            raise ValueError(f"{self.board.cell_name(first)} is listed twice")
        if (first, second) not in self.shared:
            self.shared[first, second] = self.hidden_cell(self.board.digits[:2])
        return self.shared[first, second]

    def _check_regions(self) -> None:
        board = self.board
        if len(board.offsets) > 1:
            raise ValueError("a board with unknown regions has one grid")
        if board.side < 2 or board.cells % board.side or not board.side < board.cells <= MOST_REGION_CELLS:
            few = f"regions of {board.side} cells, of which there are several on {MOST_REGION_CELLS} cells at most"
            raise ValueError(f"a {board.kind} cannot be divided into {few}")

    def chain(self, cells: Sequence[int], allowed: Callable[[int, int], bool]) -> None:
        """Allow d and e in two successive cells only if ``allowed(d, e)``.

        We exclude pairs of digits. One automaton along the line took 1.4 times as long on whispers.
        """
        self.all_related(dict.fromkeys(pairwise(cells)), allowed)


def _rest_of_sum(rest: int, digit: int) -> int | None:
    return rest - digit if digit <= rest else None
