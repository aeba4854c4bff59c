# SPDX-License-Identifier: MIT
"""The cheapest solutions by branch and bound: one search with quick prices, one with prices as strong as the linear
program's.

The first search (kernels/best.pyx) raises prices one by one, and most problems end within its first nodes. For the
second one all prices move at once (kernels/dual.pyx). If that raises the bound clearly, it begins, first for solutions
that cost hardly more than the bound:

    bound 44,582    costs below 44,626    no solution
                          below 44,713    no solution
                          below 44,887    a solution; once there are k, the others must be cheaper than the k-th

Below such a limit few options are left, so each of these searches is short, and must be made anyway to prove an
optimum.

Both find cheap solutions, but none before they have bounds. A race of all strategies that decide may find one where
they find none at all, for them to begin with, and the proof that there is none ends the search by cost:

    100,000 pairings over 300 legs      any solution by plain search 0.01 s      by branch and bound 0.24 s
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...kernels.dual import Dual
from ...matrix.incidence import colored_items, item_bounds, options_with_primary, part_of, remaining_problem
from ..heap import HARD_PRICE, NO_STOP, Heap
from ..machine import DONE, LIMIT, PAUSED, Machine, member
from ..task import Solutions, Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...kernels.best import Cheapest
    from ...matrix.assumptions import Assumptions
    from ..race import Race

MOST_PRICE = 1e6  # in units of the highest cost; without a solution, prices would rise forever
RISE_DIVISOR = 1_000  # the strong prices must raise the bound by this part of it
FIRST_GAP_DIVISOR = 1_024  # the first limit is the bound and this part of it; gaps double


class PricedSearch(Machine):
    """The search of a kernel for solutions below the stop of a heap. Its nodes and solutions include all searches."""

    _heap: Heap
    solution = member("_kernel.solution")
    paid = member("_kernel.paid")  # the scaled cost of the newest solution
    nodes = member("_heap.effort.nodes")

    @property
    def solutions(self) -> int:
        return max(self._heap.effort.solutions, len(self._heap.kept))


class QuickPrices(PricedSearch):
    """The first search."""

    name = "quick"
    bound = member("_kernel.bound")  # a lower bound of the scaled costs that this search has not visited
    work = member("_kernel.work")
    fraction = member("_kernel.fraction")

    def __init__(self, heap: Heap, kernel: Cheapest) -> None:
        """Take a kernel that has begun."""
        self._heap, self._kernel = heap, kernel

    def step(self, work: int, /) -> int:
        return self._heap.search(self._kernel, work, self._heap.stop)


class StrongPrices(PricedSearch):
    """Strong prices, and then the search with them. It gives up if they do not raise the bound clearly."""

    name = "priced"

    def __init__(
        self, heap: Heap, assumed: Assumptions, quick_bound: int, dual: Dual, items: NDArray[np.int64], unit: float
    ) -> None:
        """Prepare to find the prices of these items by this machine, in this unit."""
        self._heap, self._assumed, self._quick_bound = heap, assumed, quick_bound
        self._dual: Dual | None = dual
        self._items, self._unit = items, unit
        self._root: Cheapest | None = None  # the root of the search, for its bound
        self._kernel: Cheapest | None = None  # the search
        self._floor, self._gap = 0, 0  # it finds no solution below the floor
        self._work = self._prepared = 0  # of machines that have ended; until the search began

    @property
    def searched(self) -> int:
        """The work of the search with these prices so far."""
        return self.work - self._prepared if self._kernel is not None else 0

    def step(self, work: int, /) -> int:
        if self._dual is not None:
            return self._improve(self._dual, work)
        if self._root is not None:
            return self._judge(self._root, work)
        assert self._kernel is not None
        limit = min(self._floor + self._gap, self._heap.stop)
        outcome = self._heap.search(self._kernel, work, limit, self._floor)
        if outcome == DONE and limit < self._heap.stop:
            self._work += self._kernel.work
            self._begin(limit, 2 * self._gap)
            return PAUSED
        return outcome

    def _improve(self, dual: Dual, work: int) -> int:
        """Continue to improve the prices; at the end, begin to find their bound at the root."""
        if dual.step(work) == PAUSED:
            return PAUSED
        self._work += dual.work
        self._dual, self._heap.prices = None, np.zeros(self._heap.problem.n_items, np.int64)
        prices = np.clip(dual.prices * self._unit, -NO_STOP, NO_STOP)  # too large ones are refused
        self._heap.prices[self._items] = np.floor(prices).astype(np.int64)
        self._root = self._priced()
        if self._root is None:
            return LIMIT
        self._root.node_stop = 1
        return PAUSED

    def _judge(self, root: Cheapest, work: int) -> int:
        """Begin the search if its prices raise the bound clearly."""
        if root.step(work) == PAUSED:
            return PAUSED
        self._work += root.work
        self._root, bound = None, root.bound
        if bound - self._quick_bound <= abs(self._quick_bound) // RISE_DIVISOR:
            return LIMIT
        self._prepared, gap = self._work, max(abs(bound) // FIRST_GAP_DIVISOR, self._heap.scale.step)
        self._begin(max(bound, self._heap.unsearched), gap)
        return PAUSED

    def _begin(self, floor: int, gap: int) -> None:
        """Begin the search for solutions that cost less than ``floor + gap``."""
        self._floor, self._gap, self._kernel = floor, gap, self._priced()

    def _priced(self) -> Cheapest | None:
        """Return a search with the strong prices, or None if they are too large."""
        kernel = self._heap.kernel()
        kernel.setup(*self._assumed)
        kernel.stop = self._heap.stop
        assert self._heap.prices is not None
        return kernel if kernel.price(self._heap.prices) else None

    @property
    def work(self) -> int:
        machine = self._dual or self._root or self._kernel
        return self._work + (0 if machine is None else machine.work)

    @property
    def fraction(self) -> float:
        return 0.0 if self._kernel is None else self._kernel.fraction


def quick_prices(heap: Heap, assumed: Assumptions) -> QuickPrices | None:
    """Return the search with quick prices; None if the given options contradict each other."""
    kernel = heap.kernel()
    return QuickPrices(heap, kernel) if kernel.setup(*assumed) else None


def strong_prices(heap: Heap, assumed: Assumptions, quick_bound: int) -> StrongPrices | None:
    """Return the search with strong prices, which must raise this bound of quick ones.

    None if prices exclude nothing, or nothing is open or has a cost.
    """
    unit = _unit(heap)
    remaining = None if heap.endless or not unit else remaining_problem(heap.relaxed, *map(list, assumed))
    if remaining is None:
        return None
    matrix, (live, state, _) = heap.problem, remaining
    live &= options_with_primary(matrix)
    items = np.flatnonzero((state == 0) & ~colored_items(matrix))
    if not live.any() or not len(items):
        return None
    limits = [values[items].astype(float) for values in _limits(heap, assumed, unit)]
    low, high, floor, ceiling = limits
    dual = Dual(*part_of(matrix, live, items), heap.scale.costs[live] / unit, low, high, floor, ceiling)
    return StrongPrices(heap, assumed, quick_bound, dual, items, unit)


def _unit(heap: Heap) -> float:
    """Return the highest cost, without its sign, or the highest price of slack, scaled: the unit of strong prices."""
    scale = heap.scale
    prices = [values[values < HARD_PRICE] for values in (scale.under, scale.over) if values is not None]
    return float(np.abs(np.concatenate([scale.costs, *prices])).max(initial=0))


def _limits(heap: Heap, assumed: Assumptions, unit: float) -> tuple[NDArray[np.generic], ...]:
    """Return the least and the most further options of each item, and the limits of its price."""
    m, scale = heap.problem, heap.scale
    low, high = item_bounds(m)
    given = [m.indices[m.indptr[k] : m.indptr[k + 1]] for k in set(assumed.given)]
    uses = np.bincount(np.concatenate([*given, m.indices[:0]]), minlength=m.n_items)
    floor, ceiling = np.full(m.n_items, -MOST_PRICE), np.full(m.n_items, MOST_PRICE)
    if scale.under is not None and scale.over is not None:
        ceiling[: m.n_primary] = np.minimum(scale.under / unit, MOST_PRICE)
        floor[: m.n_primary] = np.maximum(scale.over / -unit, -MOST_PRICE)
    options = np.bincount(m.indices, minlength=m.n_items)
    needs, rooms = np.maximum(low - uses, 0), np.clip(high - uses, 0, np.maximum(options, 1))
    ceiling[needs == 0] = 0
    return needs, rooms, floor, ceiling


# --- any solution to begin with


class StartRace(Machine):
    """A race for one solution, after which it gives up, or for the proof that there is none (DONE)."""

    name = "start"

    def __init__(self, task: Task, begin: Callable[[Task], Race]) -> None:
        """Begin the race, without the options that are too expensive for the heap of the task."""
        self._heap = heap = task.goal.heap
        banned = dict.fromkeys((*task.assumed.banned, *heap.hopeless.tolist()))
        assumed = task.assumed._replace(banned=tuple(banned))
        engine = task.engine if heap.scale.slack is None else type(task.engine)(heap.relaxed)
        self._race = begin(task._replace(engine=engine, assumed=assumed, goal=Solutions(shown=True)))

    solution = member("_race.solution")

    def step(self, work: int, /) -> int:
        if self._race.enough:
            return LIMIT
        outcome = self._race.step(work)
        if outcome == DONE:
            self._heap.raise_floor(self._heap.stop)
        return outcome

    work = member("_race.work")
