# SPDX-License-Identifier: MIT
"""The k cheapest solutions so far, and costs as integers, for :meth:`Problem.best`.

The kernel finds solutions that cost less than its ``stop``. We keep the k cheapest in a heap; once it has k, the most
expensive of them sets the stop. The kernel computes in integers of 64 bits, so that no bound is rounded:

    costs 2.5  7.0  0.1      x 2^f, rounded down   2^f as large as the cost of a solution allows, about 2^60
    costs   3     8    1     x 2^f                 f <= 16 for integers, so that prices of items can have fractions

Costs rounded down are lower bounds of the true costs. No solution is lost, but if solutions tie, we may have to visit
them all. If no cost is rounded, all costs have a common divisor, and a better solution is better by at least that much.
"""

from __future__ import annotations

import math
from fractions import Fraction
from heapq import heappush, heappushpop
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from ...engine.limits import WITHOUT_LIMIT, whole
from ...engine.support import check_problem
from ...kernels.best import Cheapest
from ...matrix.entries import COST_BITS
from ...matrix.incidence import item_bounds
from ...matrix.named import Options, named_options
from ...matrix.slack import NOT_FOR_SALE, Slack
from ...matrix.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix

HARD_PRICE = np.iinfo(np.int64).max  # the scaled price where an item has no slack, as in best.pyx
NO_STOP = 2**COST_BITS  # a stop that no solution reaches
MOST_BITS = COST_BITS - 2  # most bits of a solution's scaled cost, if we can choose the scale
FRACTION_BITS = 16  # most fraction bits of whole costs; more bits saved no nodes


def wanted(
    problem: Matrix,
    assumed: Assumptions,
    k: int | None,
    max_cost: float | None,
    start: Options | None = None,
    on_better: Callable[[Solution], object] | None = None,
    slack: Slack | None = None,
) -> Heap:
    """Return a heap for the k cheapest solutions, with the one to start with, if it is given.

    Raises:
        ValueError: the problem has no cheapest solutions; `start` is no solution, or too expensive.
    """
    if slack is None:
        check_problem(problem, "best")
    costs = np.zeros(problem.n_options, np.int64) if problem.costs is None else problem.costs
    heap = Heap(problem, Scale(problem, costs, slack), whole(k, "k", 1), _number(max_cost), on_better)
    if start is not None:
        heap.start(_known(heap, assumed, start))
    return heap


def _known(heap: Heap, assumed: Assumptions, start: Options) -> Solution:
    """Return the solution to start with, checked."""
    solution, max_cost = heap.solution(named_options(heap.problem, start, "start")), heap.max_cost
    try:
        heap.relaxed.verify(solution)
    except ValueError as error:
        raise ValueError(f"start is not a solution: {error}; pass the options of one, or leave it out") from None
    for name, options, there in (("given", assumed.given, True), ("banned", assumed.banned, False)):
        for k in options:
            if (k in solution.options) != there:
                raise ValueError(f"option {k} is {name}, but start has {'' if not there else 'not '}chosen it")
    if max_cost is not None and solution.cost > max_cost:
        raise ValueError(f"start costs {solution.cost}, more than max_cost, {max_cost}; raise max_cost or leave it out")
    return solution


def arrays(
    problem: Matrix,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32] | None, int, int]:
    return problem.indptr, problem.indices, problem.colors, problem.n_items, problem.n_primary


def _number(max_cost: float | None) -> float | None:
    """Return the highest cost allowed, checked; None for any cost."""
    if max_cost is None:
        return None
    if not isinstance(max_cost, Real):
        raise TypeError(f"max_cost is {max_cost!r}; it must be a number or None")
    if max_cost != max_cost:
        raise ValueError(f"max_cost is {max_cost!r}; it must be a number or None")
    if max_cost >= NO_STOP:
        return None
    most = max(max_cost, -NO_STOP)
    return int(most) if isinstance(most, Integral) else float(most)


class Scale:
    """Costs as integers: each cost and each price of slack times 2^shift, rounded down."""

    def __init__(
        self, problem: Matrix, costs: NDArray[np.int64] | NDArray[np.float64], slack: Slack | None = None
    ) -> None:
        self.slack = slack
        most = _most(problem, costs, slack)
        room = MOST_BITS - math.frexp(most)[1] if most else 0
        sides = [] if slack is None else [slack.under, slack.over]
        amounts = [costs, *(np.maximum(side, 0) for side in sides)]  # NOT_FOR_SALE is a mark, which must not be scaled
        self.whole = all(values.dtype.kind == "i" for values in amounts)
        self.shift = max(min(room, FRACTION_BITS), 0) if self.whole else room
        self.costs, *prices = (self._scaled(values) for values in amounts)
        self.under: NDArray[np.int64] | None
        self.over: NDArray[np.int64] | None
        self.exact = self.whole or all((np.ldexp(v, self.shift) == self._scaled(v)).all() for v in amounts)
        self.under, self.over = prices or (None, None)
        for values, side in zip(prices, sides, strict=True):
            values[side == NOT_FOR_SALE] = HARD_PRICE
        finite = np.concatenate([self.costs, *(values[values < HARD_PRICE] for values in prices)])
        divisor = int(np.gcd.reduce(finite)) if len(finite) and self.exact else 1
        self.step = divisor or 1 << max(self.shift, 0)  # divides every solution's scaled cost
        self.end = self._end(problem)  # a stop that no solution reaches

    def _end(self, problem: Matrix) -> int:
        """Return a scaled cost above that of all solutions, so that prices which rise forever end the search."""
        positive = np.maximum(self.costs, 0)
        dearest = int(positive.max(initial=0)) * max(_most_options(problem), 1)
        paid: int = sum(positive.tolist())  # may exceed 64 bits
        if self.slack is None:
            return min(paid, dearest) + 1
        assert self.under is not None and self.over is not None
        return paid + int(self.slack.priced(self.under, self.over)) + 1

    def _scaled(self, values: NDArray[Any]) -> NDArray[np.int64]:
        scaled: NDArray[Any] = values << self.shift if self.whole else np.floor(np.ldexp(values, self.shift))
        return scaled.astype(np.int64)

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

    def stop_at(self, paid: int, cost: float) -> int:
        """Return the least scaled cost that is no improvement on a solution of this cost, or ``paid`` when scaled."""
        return paid - self.step + 1 if self.exact else math.ceil(math.ldexp(cost, self.shift))

    def cost(self, stop: int) -> int | float | None:
        """Return the least cost of a solution whose scaled cost is ``stop`` or more; None if there is no such cost."""
        if stop >= self.end:
            return None
        stop = -(-stop // self.step) * self.step
        return stop >> self.shift if self.whole else math.ldexp(stop, -self.shift)


def _price(prices: NDArray[np.int64], ns: NDArray[np.int64]) -> int:
    return int((prices[ns > 0] * ns[ns > 0]).sum())


def _most(problem: Matrix, costs: NDArray[Any], slack: Slack | None) -> float:
    """Return an upper bound of the size of a solution's cost."""
    sizes = np.abs(costs)
    dearest = sizes.max().item() if len(sizes) else 0
    if slack is None and not (costs < 0).any():  # a bound may add up all costs below 0
        return min(math.fsum(sizes.tolist()), dearest * max(_most_options(problem), 1))
    return math.fsum(sizes.tolist()) + (0 if slack is None else slack.most)


def _most_options(problem: Matrix) -> int:
    """Return an upper bound of the number of options of a solution."""
    return int(item_bounds(problem)[1][: problem.n_primary].sum())


class Heap:
    """The k cheapest solutions so far, the most expensive on top; among equal ones, the newest.

    A solution that is kept already changes nothing. ``on_better`` receives each solution that is cheaper than all
    before.
    """

    def __init__(
        self,
        problem: Matrix,
        scale: Scale,
        k: int,
        max_cost: float | None,
        on_better: Callable[[Solution], object] | None = None,
    ) -> None:
        self.problem, self.scale, self.k, self.max_cost = problem, scale, k, max_cost
        self.kept: list[tuple[float, int, Solution, int]] = []  # -cost, -number, solution, its stop
        self.known: set[tuple[int, ...]] = set()  # options of the kept solutions
        self.number = 0
        self.stop = scale.end if max_cost is None else min(scale.stop_after(max_cost), scale.end)
        self.least = math.inf  # the cost of the cheapest
        self.on_better = on_better

    def kernel(self) -> Cheapest:
        """Return a kernel for the problem, which has not begun."""
        scale = self.scale
        return Cheapest(*arrays(self.problem), scale.costs, self.problem.bounds, scale.under, scale.over)

    @property
    def relaxed(self) -> Matrix:
        """The problem in which soft items need not be covered, or may be covered any number of times."""
        return self.problem if self.scale.slack is None else self.scale.slack.relaxed()

    def solution(self, options: Iterable[int]) -> Solution:
        """Return the solution of these options, with the items that gave way."""
        slack = self.scale.slack
        return Solution.of(self.problem, options) if slack is None else slack.solution(options)

    def add(self, paid: int, options: list[int]) -> None:
        solution = self.solution(options)
        cost = solution.cost
        if solution.options in self.known or (self.max_cost is not None and cost > self.max_cost):
            return
        self._keep(paid, solution, cost)
        if cost < self.least:
            self.least = cost
            if self.on_better is not None:
                self.on_better(solution)

    @property
    def endless(self) -> bool:
        """True if all solutions are wanted, whatever they cost."""
        return self.k == WITHOUT_LIMIT and self.max_cost is None

    def start(self, solution: Solution) -> None:
        """Begin with a known solution."""
        self._keep(self.scale.paid(solution), solution, solution.cost)
        self.least = solution.cost

    def _keep(self, paid: int, solution: Solution, cost: float) -> None:
        self.known.add(solution.options)
        self.number += 1
        entry = (-(paid if self.scale.exact else cost), -self.number, solution, self.scale.stop_at(paid, cost))
        if len(self.kept) < self.k:
            heappush(self.kept, entry)
        else:
            self.known.discard(heappushpop(self.kept, entry)[2].options)
        if len(self.kept) == self.k:
            self.stop = self.kept[0][-1]

    def bound(self, stop: int) -> int | float | None:
        """Return the least cost of a solution that is not kept, if all solutions below ``stop`` were visited.

        If costs were rounded down, a solution below the stop may have been visited and not kept. It costs at least as
        much as every kept solution, or more than ``max_cost``.
        """
        bounds = [self.scale.cost(stop)]
        if not self.scale.exact:
            bounds += [self.kept[0][2].cost if len(self.kept) == self.k else None, self.max_cost]
        return min((cost for cost in bounds if cost is not None), default=None)

    def solutions(self) -> tuple[Solution, ...]:
        return tuple(sorted((entry[2] for entry in self.kept), key=lambda s: (s.cost, s.options)))
