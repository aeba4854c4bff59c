# SPDX-License-Identifier: MIT
"""Slack of items: the prices of covering an item too seldom or too often.

    item a in 2 to 3 options, slack 10 and 4     options with a   0   1   2   3   4   5
                                                 price           20  10   0   0   4   8

An item without slack is hard: a set of options that covers it too seldom or too often is no solution. Slack belongs to
a question, such as :meth:`Problem.best`, and not to the problem. Options keep their numbers, as nothing is added to the
problem: the search adds the prices, and the formats for other solvers add variables of their own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..system.public import public
from .build import MOST_COSTS, MOST_OPTIONS
from .incidence import item_bounds
from .matrix import Matrix
from .solution import GaveWay, Solution, total

Price = float | tuple[float | None, float | None]
Prices = NDArray[np.int64] | NDArray[np.float64]
NOT_FOR_SALE = -1  # the price where an item is hard
ACCEPTED = "a number, 0 or more, or a pair of them: for each option too few and too many; None forbids that side"


class Slack:
    """The prices of the primary items of a problem, checked."""

    __slots__ = ("_most", "matrix", "most", "over", "under")

    matrix: Matrix
    under: Prices  # (n_primary,): the price of each option too few, or NOT_FOR_SALE
    over: Prices  # (n_primary,): the price of each option too many, or NOT_FOR_SALE
    most: float  # the price of leaving all items uncovered, and of covering them by all their options
    _most: tuple[NDArray[np.int64], NDArray[np.int64]]  # the most options that each item can lack, and have too many

    def __init__(self, matrix: Matrix, prices: list[tuple[float | None, float | None]]) -> None:
        self.matrix = matrix
        sides = [[NOT_FOR_SALE if price is None else price for price in side] for side in zip(*prices, strict=True)]
        whole = all(isinstance(price, Integral) for side in sides for price in side)
        arrays = [np.array(side, np.int64) if whole else np.array(side, np.float64) for side in sides or ([], [])]
        self.under, self.over = arrays

    @classmethod
    def of(cls, matrix: Matrix, slack: Mapping[Hashable, Price] | Price | None) -> Slack | None:
        """Return the slack of these items, or of all primary items if it is one price; None if there is none.

        Raises:
            TypeError: a price that is not a number or a pair.
            ValueError: an item that the problem does not have, or a secondary one; a price below 0.
            OverflowError: prices that add up to 2^62 or more.
        """
        if slack is None or slack == {}:
            return None
        if not isinstance(slack, Mapping):
            return cls(matrix, [_pair("all items", slack)] * matrix.n_primary)._fitting()
        primary, secondary = set(matrix.primary), set(matrix.secondary)
        for item in slack:
            if item in secondary:
                what = f"item {item!r} is secondary and has no slack"
                raise ValueError(f"{what}; make it primary with the multiplicity (0, 1)")
            if item not in primary:
                raise ValueError(f"slack is given for item {item!r}, which the problem does not have")
        given = {item: _pair(f"item {item!r}", price) for item, price in slack.items()}
        return cls(matrix, [given.get(item, (None, None)) for item in matrix.primary])._fitting()

    def _fitting(self) -> Slack:
        """Return the slack, with price 0 where an item can never lack an option, or never have too many."""
        low, high = self._bounds()
        uses = np.bincount(self.matrix.indices, minlength=self.matrix.n_items)[: self.matrix.n_primary]
        self.under[(low == 0) & (self.under > 0)] = 0
        self.over[(uses <= high) & (self.over > 0)] = 0
        self._most = low, np.maximum(uses - high, 0)
        self.most = self.priced(self.under, self.over)
        if self.most >= MOST_COSTS:
            raise OverflowError(f"the prices of slack add up to 2^{MOST_COSTS.bit_length() - 1} or more: {self.most}")
        return self

    def priced(self, under: Prices, over: Prices) -> Any:
        """Return the sum of these prices for leaving all items uncovered, and for covering them by all their options.

        Prices count only where they are for sale.
        """
        sides = ((self.under, under, self._most[0]), (self.over, over, self._most[1]))
        lists = (zip(*(array.tolist() for array in side), strict=True) for side in sides)
        return sum(price * n for items in lists for sold, price, n in items if sold != NOT_FOR_SALE)

    def _bounds(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        low, high = item_bounds(self.matrix)
        return low[: self.matrix.n_primary], high[: self.matrix.n_primary]

    def relaxed(self) -> Matrix:
        """Return the problem whose soft items need not be covered, or may be covered any number of times."""
        low, high = self._bounds()
        bounds = np.stack([np.where(self.under < 0, low, 0), np.where(self.over < 0, high, MOST_OPTIONS)], axis=1)
        return Matrix.from_fields(self.matrix.fields()._replace(bounds=bounds.astype(np.int32)))

    def solution(self, options: Iterable[int]) -> Compromise:
        """Return the solution of these options, in any order, with the items that gave way."""
        return Compromise(self.matrix, tuple(sorted(options)), self)

    def missing_and_extra(self, options: Iterable[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return how many options each primary item lacks, and how many it has too many."""
        m = self.matrix
        low, high = self._bounds()
        entries = [m.indices[m.indptr[k] : m.indptr[k + 1]] for k in options]
        uses = np.bincount(np.concatenate([*entries, m.indices[:0]]), minlength=m.n_items)[: m.n_primary]
        return np.maximum(low - uses, 0), np.maximum(uses - high, 0)

    def gave_way(self, options: Iterable[int]) -> Iterator[tuple[GaveWay, int | float]]:
        """Yield the items that these options cover too seldom or too often, in their order, and the price of one."""
        missing, extra = self.missing_and_extra(options)
        for k in np.flatnonzero(missing + extra).tolist():
            prices, n = (self.over, extra[k]) if extra[k] else (self.under, missing[k])
            price = prices[k].item()
            yield GaveWay(self.matrix.items[k], int(extra[k] - missing[k]), price * int(n)), price


def _pair(whose: str, price: Any) -> tuple[float | None, float | None]:
    """Return a price, a number or a pair, as a pair."""
    sides = price if isinstance(price, tuple | list) else (price, price)
    if len(sides) != 2:
        raise TypeError(f"the slack of {whose} is {price!r}; it must be {ACCEPTED}")
    for side in sides:
        if side is not None and (isinstance(side, bool | np.bool_) or not isinstance(side, Real)):
            raise TypeError(f"the slack of {whose} is {price!r}; it must be {ACCEPTED}")
        if side is not None and not 0 <= float(side) < inf:
            raise ValueError(f"the slack of {whose} is {price!r}; it must be {ACCEPTED}")
    return tuple(side if side is None or isinstance(side, Integral) else float(side) for side in sides)  # type: ignore[return-value]


@public("dlx")
@dataclass(frozen=True, slots=True, repr=False)
class Compromise(Solution):
    """A solution in which soft items may give way; :meth:`Problem.verify` may refuse it."""

    slack: Slack = field(hash=False, compare=False)

    @property
    def gave_way(self) -> tuple[GaveWay, ...]:
        """The items covered too seldom or too often, each with the number of options and the price."""
        return tuple(deviation for deviation, _ in self.slack.gave_way(self.options))

    @property
    def cost(self) -> int | float:
        """The sum of the costs of its options and of the prices of the items that gave way, rounded once."""
        from fractions import Fraction  # it takes as long to import as the rest of this package

        costs = self.option_costs()
        prices = [(abs(deviation.by), price) for deviation, price in self.slack.gave_way(self.options)]
        if not any(isinstance(price, float) for _, price in prices):
            return total([*costs, *(n * price for n, price in prices)])
        return float(sum(map(Fraction, costs), Fraction(0)) + sum(n * Fraction(price) for n, price in prices))

    def __repr__(self) -> str:
        return f"Compromise({self.options}, gave way: {', '.join(f'{g.item!r} by {g.by}' for g in self.gave_way)})"
