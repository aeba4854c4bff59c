# SPDX-License-Identifier: MIT
"""The k cheapest solutions so far, and costs as integers, shared by all strategies of a search by cost.

The kernel finds solutions that cost less than its ``stop``. We keep the k cheapest in a heap; once it has k, the most
expensive of them sets the stop. The kernel computes in integers of 64 bits, so that no bound is rounded:

    costs 2.5  7.0  0.1      x 2^f, rounded down   2^f as large as the cost of a solution allows, about 2^60
    costs   3     8    1     x 2^f                 f <= 16 for integers, so that prices of items can have fractions

Costs rounded down are lower bounds of the true costs. No solution is lost, but if solutions tie, we may have to visit
them all. If no cost is rounded, all costs have a common divisor, and a better solution is better by at least that much.
"""

from __future__ import annotations

import math
from copy import copy
from fractions import Fraction
from functools import partial
from heapq import heappush, heappushpop
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..kernels.best import Cheapest
from ..matrix.entries import COST_BITS
from ..matrix.slack import NOT_FOR_SALE, Slack
from ..matrix.solution import Solution
from .limits import WITHOUT_LIMIT
from .status import Stats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from ..matrix.matrix import Matrix

    Entry = tuple[float, int, Solution, int]  # -cost, -number, solution, its stop

HARD_PRICE = np.iinfo(np.int64).max  # the scaled price where an item has no slack, as in best.pyx
NO_STOP = 2**COST_BITS  # a stop that no solution reaches
MOST_BITS = COST_BITS - 2  # most bits of a solution's scaled cost, if we can choose the scale
FRACTION_BITS = 16  # most fraction bits of whole costs; more bits saved no nodes


class Scale:
    """Costs as integers: each cost and each price of slack times 2^shift, rounded down."""

    under: NDArray[np.int64] | None = None  # the scaled prices of slack
    over: NDArray[np.int64] | None = None

    def __init__(
        self, problem: Matrix, costs: NDArray[np.int64] | NDArray[np.float64], slack: Slack | None = None
    ) -> None:
        self.slack = slack
        sides = [] if slack is None else [slack.under, slack.over]
        amounts: list[NDArray[Any]] = [costs, *map(partial(np.maximum, 0), sides)]  # NOT_FOR_SALE is below 0
        most_options = problem.n_primary if problem.bounds is None else int(problem.bounds[:, 1].sum(dtype=np.int64))
        size = _size(costs, most_options, slack)
        room = MOST_BITS - math.frexp(size)[1] if size else 0
        self.whole = {values.dtype.kind for values in amounts} == {"i"}
        self.shift = max(min(room, FRACTION_BITS), 0) if self.whole else room
        self.costs, *prices = map(self._scaled, amounts)
        self.exact = self.whole or all((np.ldexp(v, self.shift) == self._scaled(v)).all() for v in amounts)
        finite = self.costs
        if sides:
            for values, side in zip(prices, sides, strict=True):
                values[side == NOT_FOR_SALE] = HARD_PRICE
            self.under, self.over = prices
            finite = np.concatenate([self.costs, *(values[values < HARD_PRICE] for values in prices)])
        divisor = int(np.gcd.reduce(finite, initial=0)) if self.exact else 1
        self.step = divisor or 1 << max(self.shift, 0)  # divides every solution's scaled cost
        self.end = self._end(most_options)

    def _scaled(self, values: NDArray[Any]) -> NDArray[np.int64]:
        scaled: NDArray[Any] = values << self.shift if self.whole else np.floor(np.ldexp(values, self.shift))
        return scaled.astype(np.int64)

    def _end(self, most_options: int) -> int:
        """Return a scaled cost above all solutions, so that prices which rise forever end the search."""
        positive = np.maximum(self.costs, 0)
        paid = _sum(positive)
        if self.slack is None:
            return min(paid, int(np.maximum.reduce(positive, initial=0)) * max(most_options, 1)) + 1
        assert self.under is not None and self.over is not None
        return paid + int(self.slack.priced(self.under, self.over)) + 1

    def of_options(self, options: NDArray[np.int64]) -> Scale:
        """Return the scale of a component, which has these options."""
        scale = copy(self)
        scale.costs = self.costs[options]
        return scale

    @property
    def least(self) -> int:
        """A lower bound of the scaled cost of any solution: the sum of the negative costs."""
        return -_sum(np.maximum(-self.costs, 0))

    def paid(self, options: Iterable[int]) -> int:
        """Return the scaled cost of a solution."""
        chosen = list(options)
        paid = int(self.costs[chosen].sum())
        if self.slack is None:
            return paid
        assert self.under is not None and self.over is not None
        short, long = self.slack.missing_and_extra(chosen)
        return paid + _price(self.under, short) + _price(self.over, long)

    def stop_after(self, cost: float) -> int:
        """Return the least scaled cost above this cost; a sum that only rounds to the cost is not above it."""
        if not self.whole:
            cost = math.nextafter(cost, math.inf)
        return max(math.floor(Fraction(cost) * Fraction(2) ** self.shift) + 1, -int(NO_STOP))

    def up(self, cost: int) -> int:
        """Return the least scaled cost of a solution that is not below this scaled cost."""
        return -(-cost // self.step) * self.step

    def cost(self, stop: int) -> int | float | None:
        """Return the least cost of a solution whose scaled cost is ``stop`` or more; None if there is no such cost."""
        if stop >= self.end:
            return None
        stop = self.up(stop)
        return stop >> self.shift if self.whole else math.ldexp(stop, -self.shift)


def _price(prices: NDArray[np.int64], ns: NDArray[np.int64]) -> int:
    return int((prices[ns > 0] * ns[ns > 0]).sum())


def _sum(values: NDArray[np.int64]) -> int:
    """Return the sum of values, 0 or more, which may exceed 64 bits."""
    return (int(np.add.reduce(values >> 32)) << 32) + int(np.add.reduce(values & 0xFFFFFFFF))


def _size(costs: NDArray[Any], most_options: int, slack: Slack | None) -> float:
    """Return an upper bound of the size of a solution's cost, except for rounding, from its most options."""
    sizes = np.abs(costs)
    whole = float(np.add.reduce(sizes, dtype=np.float64))
    if slack is not None:
        return whole + slack.most
    if np.logical_or.reduce(costs < 0):  # a bound may add up all costs below 0
        return whole
    return min(whole, float(np.maximum.reduce(sizes, initial=0)) * max(most_options, 1))


class Effort:
    """The counters of all searches of a question, and its limit of nodes."""

    def __init__(self, node_limit: int = WITHOUT_LIMIT, whole: Effort | None = None) -> None:
        """Begin to count; the ``whole`` counts the effort of its components as well."""
        self.node_limit, self._whole = node_limit, whole
        self.nodes = self.work = self.guesses = self.solutions = self.max_level = 0
        self.failed: dict[str, str] = {}  # strategies that left with an error, each with its reason

    @property
    def nodes_left(self) -> int:
        """The nodes that the question may still visit."""
        whole = self._whole or self
        return whole.node_limit - whole.nodes

    def run(self, kernel: Cheapest, work: int) -> int:
        """Continue a search, and count; return its outcome, which is LIMIT once no nodes are left."""
        before = kernel.nodes, kernel.work, kernel.guesses, kernel.solutions
        kernel.node_stop = kernel.nodes + self.nodes_left
        outcome = kernel.step(work)
        self.count(kernel, *before)
        return outcome

    def count(
        self, search: Cheapest | Effort, nodes: int = 0, work: int = 0, guesses: int = 0, solutions: int = 0
    ) -> None:
        """Add the counters of a search since they were these."""
        self.nodes += search.nodes - nodes
        self.work += search.work - work
        self.guesses += search.guesses - guesses
        self.solutions += search.solutions - solutions
        self.max_level = max(self.max_level, search.max_level)
        if self._whole is not None:
            self._whole.count(search, nodes, work, guesses, solutions)

    def stats(self, seconds: float) -> Stats:
        """Return the counters of a question that took so long."""
        failed = tuple(self.failed.items())
        return Stats(self.nodes, self.work, self.guesses, self.solutions, self.max_level, seconds, "best", failed)


class Heap:
    """The k cheapest solutions so far, the most expensive on top; among equal ones, the newest.

    A solution that is kept already changes nothing. ``on_better`` receives each solution that is cheaper than all
    before.
    """

    prices: NDArray[np.int64] | None = None  # strong ones of all items, once they are known

    def __init__(
        self,
        problem: Matrix,
        scale: Scale,
        k: int,
        max_cost: float | None,
        on_better: Callable[[Solution], object] | None = None,
        effort: Effort | None = None,
    ) -> None:
        self.problem, self.scale, self.k, self.max_cost = problem, scale, k, max_cost
        self.kept: list[Entry] = []
        self.known: set[tuple[int, ...]] = set()  # options of the kept solutions
        self.number = 0
        self.stop = scale.end if max_cost is None else min(scale.stop_after(max_cost), scale.end)
        self.floor = -NO_STOP  # solutions that cost less are kept; see unsearched
        self.least = math.inf  # the cost of the cheapest
        self.on_better = on_better
        self.effort = effort or Effort()

    def kernel(self) -> Cheapest:
        """Return a kernel for the problem, which has not begun."""
        p, scale, n_items = self.problem, self.scale, len(self.problem.items)
        matrix = p.indptr, p.indices, p.colors, n_items, p.n_primary
        return Cheapest(*matrix, scale.costs, p.bounds, scale.under, scale.over)

    @property
    def relaxed(self) -> Matrix:
        """The problem in which soft items need not be covered, or may be covered any number of times."""
        return self.problem if self.scale.slack is None else self.scale.slack.relaxed()

    def solution(self, options: Iterable[int]) -> Solution:
        """Return the solution of these options, with the items that gave way."""
        slack = self.scale.slack
        return Solution(self.problem, tuple(sorted(options))) if slack is None else slack.solution(options)

    def add(self, paid: int, options: list[int]) -> None:
        """Keep a solution of this scaled cost, if it is one of the cheapest and not too expensive."""
        solution = self.solution(options)
        cost = paid >> self.scale.shift if self.scale.whole else solution.cost
        if solution.options in self.known or (self.max_cost is not None and cost > self.max_cost):
            return
        self._keep(paid, solution, cost)
        if cost < self.least:
            self.least = cost
            if self.on_better is not None:
                self.on_better(solution)

    def take(self, machine: Any) -> None:
        """Add the newest solution of a strategy."""
        options = machine.solution()
        self.add(machine.paid if hasattr(machine, "paid") else self.scale.paid(options), options)

    @property
    def endless(self) -> bool:
        """True if the heap keeps all solutions, at any cost."""
        return self.k == WITHOUT_LIMIT and self.max_cost is None

    def start(self, solution: Solution) -> None:
        """Begin with a known solution."""
        self._keep(self.scale.paid(solution), solution, solution.cost)
        self.least = solution.cost

    def _keep(self, paid: int, solution: Solution, cost: float) -> None:
        self.known.add(solution.options)
        self.number += 1
        scale = self.scale
        # the least scaled cost that is no improvement
        stop = paid - scale.step + 1 if scale.exact else math.ceil(math.ldexp(cost, scale.shift))
        entry = (-(paid if scale.exact else cost), -self.number, solution, stop)
        if len(self.kept) < self.k:
            heappush(self.kept, entry)
        else:
            self.known.discard(heappushpop(self.kept, entry)[2].options)
        if len(self.kept) == self.k:
            self.stop = self.kept[0][-1]

    def search(self, kernel: Cheapest, work: int, stop: int, floor: int = -NO_STOP) -> int:
        """Continue a search for solutions below this stop, all of which cost at least ``floor``; return its outcome."""
        kernel.stop = stop
        outcome = self.effort.run(kernel, work)
        self.raise_floor(max(min(kernel.bound, stop), floor))
        return outcome

    def raise_floor(self, floor: int) -> None:
        """Note that all solutions which cost less are kept, unless they cost as much as the stop."""
        self.floor = max(self.floor, floor)

    @property
    def unsearched(self) -> int:
        """A lower bound of the scaled cost of solutions that are not kept."""
        return int(min(self.floor, self.stop))

    @property
    def hopeless(self) -> NDArray[np.int64]:
        """The options that are too expensive for any solution below the stop, by the sum of costs alone."""
        return np.flatnonzero(np.maximum(self.scale.costs, 0) + self.scale.least >= self.stop)

    def bound(self) -> int | float | None:
        """Return the least cost of a solution that is not kept.

        If costs were rounded down, a solution below the stop may have been visited and not kept. It costs at least as
        much as every kept solution, or more than ``max_cost``.
        """
        cost = self.scale.cost(self.unsearched)
        if self.scale.exact:
            return cost
        bounds = [cost, self.kept[0][2].cost if len(self.kept) == self.k else None, self.max_cost]
        return min((bound for bound in bounds if bound is not None), default=None)

    def solutions(self) -> tuple[Solution, ...]:
        """Return the kept solutions by cost; at equal cost, in the order of their options."""

        def rank(entry: Entry) -> tuple[float, tuple[int, ...]]:
            return -entry[0] if self.scale.whole else entry[2].cost, entry[2].options

        return tuple(map(itemgetter(2), sorted(self.kept, key=rank)))
