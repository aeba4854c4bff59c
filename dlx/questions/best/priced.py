# SPDX-License-Identifier: MIT
"""The cheapest solutions, by two searches: one with quick prices, one with prices as strong as the linear program's.

The first search (kernels/best.pyx) raises prices one by one, and most problems end within its first nodes. Then all
prices move at once (kernels/dual.pyx). If that raises the bound clearly, a second search begins, first for solutions
that cost hardly more than the bound:

    bound 44,582    costs below 44,626    no solution
                          below 44,713    no solution
                          below 44,887    a solution; once there are k, the others must be cheaper than the k-th

Below such a limit few options are left, so each of these searches is short, and must be made anyway to prove an
optimum. Without a limit, a search of many thousand options may never find its first solution. As long as there is
none, the first search gets every other turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...engine.drive import DONE, LIMIT, PAUSED
from ...engine.limits import WITHOUT_LIMIT
from ...kernels.dual import Dual
from ...matrix.incidence import colored_items, item_bounds, options_with_primary, part_of
from ...matrix.remaining import remaining_problem
from .heap import HARD_PRICE, NO_STOP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...kernels.best import Cheapest
    from ...matrix.assumptions import Assumptions
    from .heap import Heap

QUICK_NODES = 2_000  # of the first search, before anything else
SEARCH_TURN_NODES = 2_000  # of each search; turns double
MOST_PRICE = 1e6  # in units of the highest cost; without a solution, prices would rise forever
RISE_DIVISOR = 1_000  # the strong prices must raise the bound by this part of it
FIRST_GAP_DIVISOR = 1_024  # the first limit is the bound and this part of it; gaps double


class Priced:
    """The search for solutions that cost less than ``stop``: a machine with the attributes of Cheapest.

    The caller lowers the stop as solutions are found. It may find a solution again.
    """

    def __init__(self, heap: Heap, assumed: Assumptions) -> None:
        """Prepare the search for solutions that the heap wants."""
        self._heap, self._matrix, self._scale, self._assumed = heap, heap.problem, heap.scale, assumed
        self.node_stop, self.stop = WITHOUT_LIMIT, heap.stop
        self._quick = self._new()  # the first search
        self._kernel = self._quick  # the one at work
        self.possible = self._quick.setup(*assumed)
        self._strong: Cheapest | None = None  # the second search
        self._dual: Dual | None = None
        self._root: Cheapest | None = None  # the root of the second search, for its bound
        self.prices: NDArray[np.int64] | None = None  # strong ones of all items, once they are known
        self._tried_dual = heap.endless  # strong prices exclude nothing then
        self._nodes = self._work = self._guesses = self._solutions = 0  # of searches that have ended
        self._turn, self._turn_stop = SEARCH_TURN_NODES, QUICK_NODES
        self._floor, self._gap = 0, 0  # nothing below the floor is unsearched
        self.max_level = 0

    def _new(self) -> Cheapest:
        return self._heap.kernel()

    # --- the machine

    def step(self, work: int) -> int:
        """Continue for about this much work; return DONE, SOLUTION, LIMIT or PAUSED."""
        if self._dual is not None:
            dual, before = self._dual, self._dual.work
            outcome = dual.step(work)
            self._work += dual.work - before
            if outcome == DONE:
                self._use(dual)
            return PAUSED
        if self._root is not None:
            if self._root.step(work) != PAUSED:
                self._judge(self._root.bound)
            return PAUSED
        kernel = self._kernel
        strong = kernel is self._strong
        limit = min(self._floor + self._gap, self.stop) if strong else self.stop
        kernel.stop = limit
        kernel.node_stop = min(self.node_stop - self.nodes + kernel.nodes, self._turn_stop)
        outcome = kernel.step(work)
        self.max_level = max(self.max_level, kernel.max_level)
        if outcome == DONE and strong and limit < self.stop:
            self._widen(limit)
            return PAUSED
        if outcome == LIMIT and self.nodes < self.node_stop:
            self._next_turn()
            return PAUSED
        return outcome

    def _next_turn(self) -> None:
        """End a turn: prepare the second search, or let the other one continue."""
        if not self._tried_dual:
            self._tried_dual = True
            self._dual = self._relaxed()
        elif self._strong is not None:
            other = self._quick if self._kernel is self._strong and not self.solutions else self._strong
            if other is not self._quick:
                self._turn *= 2
            self._kernel = other
        self._turn_stop = self._kernel.nodes + self._turn

    def _relaxed(self) -> Dual | None:
        """Return the search for strong prices of what is left at the root."""
        matrix, costs = self._matrix, self._scale.costs
        rest = remaining_problem(self._heap.relaxed, list(self._assumed.given), list(self._assumed.banned))
        assert rest is not None
        live, state, _ = rest
        live &= options_with_primary(matrix)
        self._open = np.flatnonzero((state == 0) & ~colored_items(matrix))
        if not live.any() or not len(self._open) or not self._unit:
            return None
        part = part_of(matrix, live, self._open)
        low, high, floor, ceiling = self._limits()
        return Dual(*part, costs[live] / self._unit, low, high, floor, ceiling)

    @property
    def _unit(self) -> float:
        """The highest cost, without its sign, or the highest price of slack, scaled: the unit of strong prices."""
        prices = [values[values < HARD_PRICE] for values in (self._scale.under, self._scale.over) if values is not None]
        return float(np.abs(np.concatenate([self._scale.costs, *prices])).max(initial=0))

    def _limits(self) -> tuple[NDArray[np.float64], ...]:
        """Return the least and the most further options of each open item, and the limits of its price."""
        low, high = item_bounds(self._matrix)
        m = self._matrix
        given = [m.indices[m.indptr[k] : m.indptr[k + 1]] for k in set(self._assumed.given)]
        uses = np.bincount(np.concatenate([*given, m.indices[:0]]), minlength=m.n_items)
        floor, ceiling = np.full(m.n_items, -MOST_PRICE), np.full(m.n_items, MOST_PRICE)
        if self._scale.under is not None and self._scale.over is not None:
            n = m.n_primary
            ceiling[:n] = np.minimum(self._scale.under / self._unit, MOST_PRICE)
            floor[:n] = np.maximum(self._scale.over / -self._unit, -MOST_PRICE)
        options = np.bincount(m.indices, minlength=m.n_items)
        needs, rooms = np.maximum(low - uses, 0), np.clip(high - uses, 0, np.maximum(options, 1))
        ceiling[needs == 0] = 0
        return tuple(values[self._open].astype(float) for values in (needs, rooms, floor, ceiling))

    def _use(self, dual: Dual) -> None:
        """Find the bound of these prices at the root."""
        self._dual = None
        self.prices = np.zeros(self._matrix.n_items, np.int64)
        prices = np.clip(dual.prices * self._unit, -NO_STOP, NO_STOP)  # too large ones are refused
        self.prices[self._open] = np.floor(prices).astype(np.int64)
        self._root = self._priced()
        if self._root is not None:
            self._root.node_stop = 1

    def _judge(self, bound: int) -> None:
        """Begin the second search if its prices raise the bound clearly."""
        self._root, before = None, self._quick.bound
        if bound - before > abs(before) // RISE_DIVISOR:
            self._begin(bound, max(abs(bound) // FIRST_GAP_DIVISOR, self._scale.step))

    def _priced(self) -> Cheapest | None:
        """Return a search with the strong prices, or None if they are too large."""
        strong = self._new()
        strong.setup(*self._assumed)
        strong.stop = self.stop
        assert self.prices is not None
        return strong if strong.price(self.prices) else None

    def _begin(self, floor: int, gap: int) -> None:
        """Begin the second search for solutions that cost less than ``floor + gap``."""
        strong = self._priced()
        assert strong is not None
        self._floor, self._gap = floor, gap
        self._strong = self._kernel = strong
        self._turn_stop = self._turn

    def _widen(self, limit: int) -> None:
        """Begin the second search again, with a higher limit."""
        strong = self._kernel
        self._nodes += strong.nodes
        self._work += strong.work
        self._guesses += strong.guesses
        self._solutions += strong.solutions
        self._begin(limit, 2 * self._gap)

    # --- as Cheapest

    def solution(self) -> list[int]:
        """Return the options of the newest solution, in the order they were chosen."""
        return self._kernel.solution()

    @property
    def paid(self) -> int:
        """The cost of the newest solution."""
        return self._kernel.paid

    @property
    def bound(self) -> int:
        """A lower bound of the costs not searched yet."""
        quick = self._quick.bound
        if self._strong is None:
            return int(min(quick, self.stop))
        strong = max(min(self._strong.bound, self._floor + self._gap), self._floor)
        return int(min(max(quick, strong), self.stop))

    @property
    def fraction(self) -> float:
        return self._kernel.fraction

    def _searches(self) -> list[Cheapest]:
        return [self._quick] if self._strong is None else [self._quick, self._strong]

    @property
    def nodes(self) -> int:
        return self._nodes + sum(kernel.nodes for kernel in self._searches())

    @property
    def guesses(self) -> int:
        return self._guesses + sum(kernel.guesses for kernel in self._searches())

    @property
    def solutions(self) -> int:
        return self._solutions + sum(kernel.solutions for kernel in self._searches())

    @property
    def work(self) -> int:
        """The number of entries read."""
        return self._work + sum(kernel.work for kernel in self._searches())
