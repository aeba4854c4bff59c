# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Prices of items whose lower bound of all costs comes close to the value of the linear program.

Branch and bound (best.pyx) raises one price after the other, and stops where no single price can rise. There the bound
may still be low: on crew pairings of 135 flights it is 26 % below the linear program. So we move all prices at once,
along the mean of the violations: an item that no cheap option covers becomes dearer, one that several cover cheaper.

    violation of an item    options that it needs (if dear) or has room for (if cheap), less those of negative
                            reduced cost that cover it
    direction               a mean of all violations so far, the newest weighs 0.3 to 10 %, or less (see below)
    step                    long while the bound rises, shorter after 20 steps without a rise

    crew pairings, flights x options    one by one       here    linear program    steps
    135 x 1,659                             32,804     44,585            44,590    1,010
    135 x 18,876                                -      29,096            29,100    1,469

At least 1 % for the newest violations, as published, ended 2.8 % below the linear program on the second, at most 0.1 %
did not end within 3,000 steps. A step is a pass over the entries: 0.15 s for 1,000 steps of 20,000 options. The prices
are floating point; best.pyx computes its bound from them in integers, so no bound is rounded.

Without costs, any bound above 0 proves that there is no solution. Until the first one, all prices that count are 0, and
only the direction matters. So the newest violations have the weight that makes the mean shortest, as in von Neumann's
algorithm, however small, and violations along which a price cannot move do not count. With at least 0.3 % for the
newest ones, 6 of 20 rosters and covers without a solution had no proof; with all violations counted, 7.

References: Barahona and Anbil, The volume algorithm: producing primal solutions with a subgradient method, Mathematical
Programming 87 (2000) 385-399; Dantzig, Converting a converging algorithm into a polynomially bounded algorithm (1991),
for von Neumann's.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t

import numpy as np
from cython cimport final

from .kernel cimport CompiledMachine, DONE, PAUSED

cdef enum:
    MOST_STEPS = 3_000
    FAILURES = 20  # steps without a rise of the bound before they become shorter

cdef double FIRST_LENGTH = 0.1, LEAST_LENGTH = 0.00001, MOST_LENGTH = 2.0  # of a step
cdef double LONGER = 1.1, SHORTER = 0.66
cdef double AHEAD = 0.1  # the bound aims at this much more than it is
cdef double LEAST_WEIGHT = 0.003, MOST_WEIGHT = 0.1  # of the newest violations
cdef double LEAST_FIRST_WEIGHT = 1e-6  # of them without costs, before the bound is above 0


@final
cdef class Dual(CompiledMachine):
    """The search for prices: a machine that ends when steps are short.

    Option j covers the items ``indices[indptr[j]:indptr[j+1]]`` and costs ``costs[j]``. Item i is covered ``low[i]`` to
    ``high[i]`` times, and its price lies between ``floor[i]`` and ``ceiling[i]``. If it need not be covered, the
    ceiling is 0. Each step aims at a bound that is at least ``least_aim`` above the best one so far.

    >>> from dlx.engine.drive import PAUSED
    >>> indptr, indices = np.array([0, 2, 4, 6], np.int32), np.array([0, 1, 1, 2, 0, 2], np.int32)
    >>> one = np.ones(3)
    >>> dual = Dual(indptr, indices, one, one, one, -9 * one, 9 * one)
    >>> while dual.step(1000) == PAUSED:
    ...     pass
    >>> round(dual.bound, 3)
    1.5
    """

    name = "dual"

    cdef readonly uint64_t work  # entries read
    cdef readonly double bound
    cdef const int32_t[::1] indptr, indices
    cdef const double[::1] costs, low, high, floor, ceiling
    cdef double[::1] best, tried, mean, newest  # prices; violations
    cdef int32_t steps, failures
    cdef bint free  # all costs are 0
    cdef double length, target, least_aim

    def __cinit__(self, const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
                  const double[::1] costs not None, const double[::1] low not None, const double[::1] high not None,
                  const double[::1] floor not None, const double[::1] ceiling not None, double least_aim=1e-9):
        self.least_aim, self.free = least_aim, not np.any(costs)
        self.indptr, self.indices, self.costs = indptr, indices, costs
        self.low, self.high, self.floor, self.ceiling = low, high, floor, ceiling
        self.best, self.tried, self.mean, self.newest = np.zeros((4, low.shape[0]))
        self.length = FIRST_LENGTH
        with nogil:
            self._share()
            self.bound = self._evaluate()
        self.best[:] = self.tried
        self.mean[:] = self.newest
        self._aim()

    cdef void _share(self) noexcept nogil:
        """Price each item at its smallest share of a cost, within its limits."""
        cdef int32_t i, e, j, n = <int32_t> self.tried.shape[0]
        cdef double share
        for i in range(n):
            self.tried[i] = INFINITY
        for j in range(<int32_t> self.costs.shape[0]):
            share = self.costs[j] / max(self.indptr[j + 1] - self.indptr[j], 1)
            for e in range(self.indptr[j], self.indptr[j + 1]):
                self.tried[self.indices[e]] = min(self.tried[self.indices[e]], share)
        for i in range(n):
            if self.tried[i] == INFINITY:
                self.tried[i] = 0.0
            self.tried[i] = max(min(self.tried[i], self.ceiling[i]), self.floor[i])

    cdef void _aim(self) noexcept nogil:
        self.target = self.bound + AHEAD * max(self.bound, -self.bound) + self.least_aim

    cdef double _evaluate(self) noexcept nogil:
        """Return the bound of the prices tried; find the violations."""
        cdef double value = 0.0, reduced
        cdef int32_t i, j, e
        for i in range(<int32_t> self.tried.shape[0]):
            self.newest[i] = self.low[i] if self.tried[i] > 0 else self.high[i]
            value += self.tried[i] * self.newest[i]
        for j in range(<int32_t> self.costs.shape[0]):
            reduced = self.costs[j]
            for e in range(self.indptr[j], self.indptr[j + 1]):
                reduced -= self.tried[self.indices[e]]
            if reduced < 0:
                value += reduced
                for e in range(self.indptr[j], self.indptr[j + 1]):
                    self.newest[self.indices[e]] -= 1.0
        for i in range(<int32_t> self.tried.shape[0]):
            if self.tried[i] == 0 and 0 < self.low[i] < self.high[i]:  # any number between is no violation
                self.newest[i] = max(self.newest[i] - self.high[i] + self.low[i], min(self.newest[i], 0.0))
        self.work += self.indices.shape[0] + self.costs.shape[0]
        return value

    cdef bint _can_move(self, int32_t i) noexcept nogil:
        return self.best[i] < self.ceiling[i] if self.mean[i] > 0 else self.best[i] > self.floor[i]

    cdef bint _move(self) noexcept nogil:
        """Try prices along the mean violations; return false if there are none."""
        cdef double norm = 0.0, step
        cdef int32_t i, n = <int32_t> self.best.shape[0]
        for i in range(n):
            if self._can_move(i):
                norm += self.mean[i] * self.mean[i]
        if norm < 1e-12:
            return False
        step = self.length * (self.target - self.bound) / norm
        for i in range(n):
            self.tried[i] = max(min(self.best[i] + step * self.mean[i], self.ceiling[i]), self.floor[i])
        return True

    cdef void _learn(self, double value) noexcept nogil:
        """Update prices, violations and the length of a step after a trial with this bound."""
        cdef double along = 0.0, ahead = 0.0, apart = 0.0, weight = MOST_WEIGHT, d
        cdef int32_t i
        cdef bint first = self.free and self.bound == 0
        for i in range(<int32_t> self.best.shape[0]):
            d = self.mean[i] - self.newest[i]
            along += self.mean[i] * self.newest[i]
            if not first or self._can_move(i):
                ahead += self.mean[i] * d
            apart += d * d
        if apart > 0:
            weight = min(max(ahead / apart, LEAST_FIRST_WEIGHT if first else LEAST_WEIGHT), MOST_WEIGHT)
        for i in range(<int32_t> self.best.shape[0]):
            self.mean[i] = weight * self.newest[i] + (1 - weight) * self.mean[i]
        if value > self.bound:
            self.bound, self.failures = value, 0
            self.best, self.tried = self.tried, self.best
            if along > 0:
                self.length = min(self.length * LONGER, MOST_LENGTH)
            if self.bound > self.target - AHEAD / 2 * max(self.bound, -self.bound):
                self._aim()
        elif self.bound != 0:  # from prices 0 with costs 0, only the direction matters
            self.failures += 1
            if self.failures == FAILURES:
                self.length, self.failures = self.length * SHORTER, 0

    def step(self, uint64_t work) -> int:
        """Continue for about this much work; return DONE or PAUSED."""
        cdef uint64_t stop = self.work + work
        cdef bint unfinished = True
        with nogil:
            while unfinished and self.work < stop:
                self.steps += 1
                unfinished = self.steps <= MOST_STEPS and self.length > LEAST_LENGTH and self._move()
                if unfinished:
                    self._learn(self._evaluate())
        return <int> (PAUSED if unfinished else DONE)

    @property
    def nbytes(self) -> int:
        return 4 * self.best.nbytes

    @property
    def prices(self) -> NDArray[np.float64]:
        """Return the prices of all items."""
        return np.array(self.best)
