# SPDX-License-Identifier: MIT
"""Weights of items that prove that there are too few places, such as holes for pigeons.

A solution covers every item at least low and at most high times, so it weighs at least as much as these items:

    pigeon 1  +1      hole 1  -1      every option, a pigeon in a hole, weighs 0
    ...               ...
    pigeon 11 +1      hole 10 -1      a solution weighs at least 11 - 10 = 1

    each of 7 nights, 2 to 3 nurses  +1    every option, a nurse in a night, weighs 0
    each of 4 nurses, 2 to 3 nights  -1    a solution weighs at least 7 * 2 - 4 * 3 = 2

On the other hand, a solution is a sum of different options, so it weighs at most as much as all options above 0. If
that is less, there is no solution. Such weights exist if and only if the linear relaxation has no solution. This covers
Hall's condition (items that have too few options for all of them) and more. We approximate them with floating point
(kernels/dual.pyx), round them to small integers, and compare both sides in integers.

Items with colors weigh 0.

Reference: Farkas, Theorie der einfachen Ungleichungen, Journal für die reine und angewandte Mathematik 124 (1902).
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from ..kernels.dual import Dual
from ..matrix.assumptions import Assumptions
from ..matrix.incidence import colored_items, part_of, remaining_bounds, remaining_problem
from ..matrix.matrix import Matrix
from .invariants import Certificate

SCALES = (1, 2, 3, 4, 6, 12, 60, 1_000, 1_000_000)  # weights are rounded to such parts of the largest
LEAST_BOUND = 1e-6  # of weights worth rounding; at first they are small


class Relaxation:
    """The linear relaxation of a problem under assumptions, or of ``only`` these items of it."""

    def __init__(self, matrix: Matrix, assumed: Assumptions, only: Collection[int] | None = None) -> None:
        self._matrix, self._assumed = matrix, assumed
        self.dual: Dual | None = None
        remaining = remaining_problem(matrix, list(assumed.given), list(assumed.banned))
        if remaining is None:
            return
        live, state, needs = remaining
        low, high = remaining_bounds(matrix, needs)
        priced = (state == 0) & ~colored_items(matrix)
        if only is not None:
            priced[: matrix.n_primary] &= np.isin(np.arange(matrix.n_primary), list(only))
        self._items = np.flatnonzero(priced)
        self._low, self._high = low[priced], high[priced]
        if self._low.any():
            self._indptr, self._indices = part_of(matrix, live, self._items)
            ones, nothing = np.ones(len(self._items)), np.zeros(len(self._indptr) - 1)
            lower, upper, ceiling = (array.astype(np.float64) for array in (self._low, self._high, self._low > 0))
            self.dual = Dual(self._indptr, self._indices, nothing, lower, upper, -ones, ceiling, 1.0)

    def certificate(self) -> Certificate | None:
        """Return the proof, or None if the weights so far are none."""
        if self.dual is None or self.dual.bound < LEAST_BOUND:
            return None
        prices = self.dual.prices
        for scale in SCALES:
            weights = np.rint(prices * (scale / np.abs(prices).max())).astype(np.int64)
            least = int((weights * np.where(weights > 0, self._low, self._high)).sum())
            if least > int(self._option_weights(weights).clip(0).sum()):
                return self._named(weights, least)
        return None

    def _option_weights(self, weights: NDArray[np.int64]) -> NDArray[np.int64]:
        sums: NDArray[np.int64] = np.concatenate([[0], np.cumsum(weights[self._indices])])
        return sums[self._indptr[1:]] - sums[self._indptr[:-1]]

    def _named(self, weights: NDArray[np.int64], total: int) -> Certificate:
        items = self._matrix.items
        named = {items[i]: w for i, w in zip(self._items.tolist(), weights.tolist(), strict=True) if w}
        return Certificate(0, named, total, self._matrix, self._assumed)
