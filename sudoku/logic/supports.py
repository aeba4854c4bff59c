# SPDX-License-Identifier: MIT
"""The candidates of some cells that an assignment within one rule and the houses supports; no other can be true.

    cage of sum 8       {1 2 3 5} {1 2} {1 4}     3 has no support: 3 + 1 + 4 only, and 3 + 4 + 1 needs another 4
                         1 2   5   1 2   1

A search fills the cells, those with the fewest digits first. It knows the blocks of the rule (rules.py) and the pairs
of candidates that exclude each other. Each assignment supports a candidate of each cell, so few searches do. A search
that takes too long is given up: nothing is then known about the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dlx.system import calloff

from .rules import RuleBlock
from .tables import BoardTables

MOST_FILLS = 4_000  # digits tried to support the candidates of one rule; some 10 ms, 100 for a rule on the whole board
FILLS_PER_CHECK = 256  # digits tried between two looks at the clock; up to 10 ms


class TooLong(Exception):
    """Signals that the search has tried too many digits."""


class FillBudget:
    """The number of digits that a search may still try; `check` raises when the time is up."""

    __slots__ = ("check", "left")

    def __init__(self, most: int, check: Callable[[], None]) -> None:
        self.left, self.check = most, check


class RuleCells:
    """Some cells of a board with blocks on them: the search for assignments.

    >>> from sudoku import Board
    >>> from .rules import linear
    >>> from .tables import tables
    >>> cells = RuleCells(tables(Board()), [0, 1], [linear([0, 1], [], 16)])
    >>> [bin(mask) for mask in cells.supported([511, 511])]
    ['0b101000000', '0b101000000']
    """

    def __init__(self, tables: BoardTables, cells: Sequence[int], blocks: Sequence[RuleBlock]) -> None:
        self.tables, self.cells, self.blocks = tables, tuple(cells), blocks
        self.whole = sum(tables.units[cell] for cell in cells)  # all candidates of the cells
        self._against: dict[int, list[int]] = {}

    def digits(self, alive: int) -> list[int]:
        """Return the digits of the cells as sets, from a set of candidates."""
        side, full = self.tables.side, self.tables.full
        return [alive >> cell * side & full for cell in self.cells]

    def candidates(self, digits: Sequence[int]) -> int:
        """Return a set of candidates, from the digits of the cells."""
        side = self.tables.side
        return sum(mask << cell * side for mask, cell in zip(digits, self.cells, strict=True))

    def supported(
        self, digits: Sequence[int], most: int = MOST_FILLS, check: Callable[[], None] = calloff.check
    ) -> list[int]:
        """Return the digits of each cell that some assignment has. Raises TooLong, and what `check` raises."""
        budget = FillBudget(most, check)
        found = [0] * len(digits)
        for at, mask in enumerate(digits):
            while rest := mask & ~found[at]:
                digit = rest & -rest
                one = self._fixed(digits, at, digit, budget)
                filled = next(self._fills(one, ~(1 << at), found, budget), None) if one else None
                if filled is None:
                    mask &= ~digit
                else:
                    found = [a | b for a, b in zip(found, filled, strict=True)]
        return found

    def losses(self, digits: Sequence[int], check: Callable[[], None] = calloff.check) -> tuple[list[int], int]:
        """Return the supported digits of each cell, and the candidates that lose; a search too long finds no loss."""
        try:
            found = self.supported(digits, check=check)
        except TooLong:
            return [*digits], 0
        return found, self.candidates([mask & ~left for mask, left in zip(digits, found, strict=True)])

    def assignments(
        self, digits: Sequence[int], most: int = MOST_FILLS, check: Callable[[], None] = calloff.check
    ) -> Iterator[list[int]]:
        """Yield all assignments: one digit a cell, as sets. Raises TooLong, and what `check` raises."""
        if all(digits) and all(block(digits) for block in self.blocks):
            yield from self._fills([*digits], -1, [0] * len(digits), FillBudget(most, check))

    def _fills(self, digits: list[int], unfixed: int, found: Sequence[int], budget: FillBudget) -> Iterator[list[int]]:
        """Yield assignments; cells in the set `unfixed` have not excluded anything from the others yet."""
        least, at = 99, -1
        for k, mask in enumerate(digits):
            if unfixed >> k & 1 and mask.bit_count() < least:
                least, at = mask.bit_count(), k
        if at < 0:
            yield digits
            return
        mask = digits[at]
        for part in (mask & ~found[at], mask & found[at]):  # digits without support first
            while part:
                digit = part & -part
                part ^= digit
                after = self._fixed(digits, at, digit, budget)
                if after:
                    yield from self._fills(after, unfixed & ~(1 << at), found, budget)

    def _fixed(self, digits: Sequence[int], at: int, digit: int, budget: FillBudget) -> list[int] | None:
        """Return the digits after a cell has this one; None if some cell has none left, or a block does not fit."""
        budget.left -= 1
        if budget.left < 0:
            raise TooLong
        if not budget.left % FILLS_PER_CHECK:
            budget.check()
        candidate = self.cells[at] * self.tables.side + digit.bit_length() - 1
        against = self._against.get(candidate)
        if against is None:
            against = self._against[candidate] = self.digits(~self.tables.conflicts[candidate])
        after = [mask & rest for mask, rest in zip(digits, against, strict=True)]
        if 0 in after:
            return None
        return after if all(block(after) for block in self.blocks) else None
