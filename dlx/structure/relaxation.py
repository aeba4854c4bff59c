# SPDX-License-Identifier: MIT
"""Weights of items that prove that there are too few places, such as holes for pigeons.

If no option weighs more than 0, neither does a solution, which is a sum of options. But a solution also covers every
primary item exactly once and every secondary item at most once:

    pigeon 1  +1      hole 1  -1      every option, a pigeon in a hole, weighs 0
    ...               ...
    pigeon 11 +1      hole 10 -1      a solution weighs at least 11 - 10 = 1

Such weights exist if and only if the linear relaxation has no solution. This covers Hall's condition (items that have
too few options for all of them) and more. We approximate them with floating point (kernels/dual.pyx), and round them to
small integers. If some options then weigh more than 0, we lower the weights of their items one by one. That costs the
solution no more than these options weighed together, so the proof holds if the approximation was good.

Items with a choice of multiplicity or with colors weigh 0, and so do those that need more than one option.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..kernels.dual import Dual
from ..matrix.incidence import colored_items, item_bounds, part_of
from ..matrix.remaining import remaining_problem
from .invariants import Certificate

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from ..matrix.assumptions import Assumptions
    from ..matrix.matrix import Matrix

SCALES = (1, 2, 3, 4, 6, 12, 60, 1_000)  # weights are rounded to such parts of the largest
LEAST_BOUND = 0.02  # of weights worth rounding


class Relaxation:
    """The linear relaxation of a problem under assumptions, or of ``only`` these items of it."""

    def __init__(self, matrix: Matrix, assumed: Assumptions, only: Collection[int] | None = None) -> None:
        self._matrix, self._assumed = matrix, assumed
        self.dual: Dual | None = None
        rest = remaining_problem(matrix, list(assumed.given), list(assumed.banned))
        if rest is None:
            return
        live, state, needs = rest
        low, high = item_bounds(matrix)
        priced = (state == 0) & (high == 1) & ~colored_items(matrix)
        priced[: matrix.n_primary] &= (low == high)[: matrix.n_primary] & (needs == 1)
        if only is not None:
            priced[: matrix.n_primary] &= np.isin(np.arange(matrix.n_primary), list(only))
        self._items = np.flatnonzero(priced)
        n_primary = int((self._items < matrix.n_primary).sum())
        if n_primary:
            self._indptr, self._indices = part_of(matrix, live, self._items)
            primary = (self._items < matrix.n_primary).astype(np.float64)
            one, nothing = np.ones(len(primary)), np.zeros(len(self._indptr) - 1)
            self.dual = Dual(self._indptr, self._indices, nothing, primary, one, -one, primary, 1.0)

    def certificate(self) -> Certificate | None:
        """Return the proof, or None if the weights so far are none."""
        if self.dual is None or self.dual.bound < LEAST_BOUND:
            return None
        prices = self.dual.prices
        for scale in SCALES:
            weights = np.rint(prices * (scale / np.abs(prices).max())).astype(np.int64)
            if scale == SCALES[-1]:
                self._repair(weights)
            if weights.sum() > 0 and (self._option_weights(weights) <= 0).all():
                return self._named(weights)
        return None

    def _option_weights(self, weights: NDArray[np.int64]) -> NDArray[np.int64]:
        sums: NDArray[np.int64] = np.concatenate([[0], np.cumsum(weights[self._indices])])
        return sums[self._indptr[1:]] - sums[self._indptr[:-1]]

    def _repair(self, weights: NDArray[np.int64]) -> None:
        """Lower the weights of items until no option weighs more than 0."""
        for k in np.flatnonzero(self._option_weights(weights) > 0).tolist():
            items = self._indices[self._indptr[k] : self._indptr[k + 1]]
            weights[items[0]] -= max(int(weights[items].sum()), 0)

    def _named(self, weights: NDArray[np.int64]) -> Certificate:
        items = self._matrix.items
        named = {items[i]: w for i, w in zip(self._items.tolist(), weights.tolist(), strict=True) if w}
        return Certificate(0, named, int(weights.sum()), self._matrix, self._assumed)
