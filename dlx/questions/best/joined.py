# SPDX-License-Identifier: MIT
"""The cheapest solutions of a problem that falls apart: costs of components add up.

    component 1: 3 4 9      the sums, cheapest first:  3+2  4+2  3+5  4+5  9+2 ..
    component 2: 2 5

First each component is searched for its cheapest solution, in turns, so that one without a solution ends the search
and a limit finds as much done for each as for the others. If we want more than one solution, each is searched again,
for its k cheapest, now with a limit on the cost: a solution of the whole costs at least as much as the cheapest of the
other components. The sums of sorted lists come from a heap, one list after the other.

Costs of the search are integers (heap.py), in the scale of the whole problem, so sums of bounds are bounds of sums.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from copy import copy
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ...engine.drive import DONE, LIMIT, PAUSED, SOLUTION
from ...matrix.assumptions import NONE
from ...matrix.solution import Solution
from .heap import NO_STOP, Heap, Scale
from .priced import Priced

if TYPE_CHECKING:
    from ...structure.components import Components

    Cost = int | Fraction
    Link = tuple[object, int] | None  # the choices for the components before, and the place in this one's list

JOINED_NODES = 2_000  # nodes of a component's first turn; each further turn is twice as long


class _Part:
    """A component, and the search for its cheapest solutions."""

    def __init__(self, parts: Components, number: int, scale: Scale) -> None:
        self.matrix, self.numbers = parts[number]
        self.scale = copy(scale)
        self.scale.costs = scale.costs[self.numbers]
        self.first: Solution | None = None  # the cheapest, if it is known
        self.least = 0  # scaled lower bound of its solutions
        self.begin(1, None)

    def begin(self, k: int, max_cost: float | None) -> None:
        self.heap = Heap(self.matrix, self.scale, k, max_cost)
        self.kernel = Priced(self.heap, NONE)
        self.done = False

    def paid(self, solution: Solution) -> int:
        paid: int = self.scale.costs[list(solution.options)].sum().item()
        return paid

    def cost(self, solution: Solution) -> Cost:
        """Return the cost of a solution, not rounded."""
        if self.scale.exact:
            return self.paid(solution)
        assert self.matrix.costs is not None
        return sum(map(Fraction, self.matrix.costs[list(solution.options)].tolist()), Fraction(0))

    @property
    def unsearched(self) -> int:
        """The least scaled cost of a solution that is not in the list."""
        stop, step = self.heap.stop if self.done else min(self.kernel.bound, self.heap.stop), self.scale.step
        return int(-(-stop // step) * step if self.scale.exact and stop < NO_STOP else stop)  # costs are multiples

    def bound(self) -> int:
        """Return the least scaled cost of a solution."""
        if self.first is not None:
            return self.least
        return min([self.unsearched, *(self.paid(entry[2]) for entry in self.heap.kept)])

    def listed(self) -> list[tuple[Cost, Solution]]:
        """Return the solutions found, cheapest first."""
        found = {entry[2].options: entry[2] for entry in self.heap.kept}
        if self.first is not None:
            found[self.first.options] = self.first
        return sorted(((self.cost(one), one) for one in found.values()), key=lambda pair: (pair[0], pair[1].options))


class Joined:
    """The search of all components: a machine. ``finish`` then puts the solutions into the heap of the whole."""

    def __init__(self, parts: Components, heap: Heap, node_limit: int) -> None:
        self.heap, self.node_limit = heap, node_limit
        self.components = parts
        self.parts = [_Part(parts, n, heap.scale) for n in range(len(parts))]
        self.forced: int = heap.scale.costs[list(parts.forced)].sum().item()
        self.again = heap.k > 1  # after the cheapest solutions, the k cheapest
        self.solvable = True
        self.nodes = self.work = self.guesses = self.solutions = 0
        self._begin_round(self.parts)

    def _begin_round(self, parts: list[_Part]) -> None:
        self.waiting, self.place, self.turn = list(parts), 0, JOINED_NODES
        self.ends = dict.fromkeys(map(id, parts), JOINED_NODES)

    def step(self, work: int) -> int:
        """Continue by one slice of one component; return DONE, PAUSED or LIMIT."""
        if not self.waiting and not self._next_search():
            return DONE
        if self.nodes >= self.node_limit:
            return LIMIT
        part = self.waiting[self.place]
        outcome = self._advance(part, work)
        if outcome == DONE:
            part.done = True
            del self.waiting[self.place]
            self.solvable &= part.first is not None or bool(part.heap.kept)
            if not self.solvable:
                self.waiting, self.again = [], False
        elif outcome == LIMIT and self.nodes < self.node_limit:
            self.place += 1
        if self.waiting and self.place == len(self.waiting):
            self.place, self.turn = 0, 2 * self.turn
            for one in self.waiting:
                self.ends[id(one)] += self.turn
        return PAUSED

    def _advance(self, part: _Part, work: int) -> int:
        """Continue the search of a component, and count."""
        kernel = part.kernel
        before = kernel.nodes, kernel.work, kernel.guesses, kernel.solutions
        kernel.node_stop = min(self.ends[id(part)], kernel.nodes + self.node_limit - self.nodes)
        outcome = kernel.step(work)
        if outcome == SOLUTION:
            part.heap.add(kernel.paid, kernel.solution())
            kernel.stop = part.heap.stop
            outcome = PAUSED
        self.nodes += kernel.nodes - before[0]
        self.work += kernel.work - before[1]
        self.guesses += kernel.guesses - before[2]
        self.solutions += kernel.solutions - before[3]
        return outcome

    def _next_search(self) -> bool:
        """Begin the search for the k cheapest of each component, if it is wanted and not done."""
        if not self.again:
            return False
        self.again = False
        for part in self.parts:
            (_, part.first), *_ = part.listed()
            part.least = min(part.paid(part.first), part.unsearched)
        total = sum((part.cost(part.first) for part in self.parts if part.first is not None), self._forced_cost())
        for part in self.parts:
            assert part.first is not None
            part.begin(self.heap.k, self._most(total - part.cost(part.first)))
        self._begin_round(self.parts)
        return True

    def _forced_cost(self) -> Cost:
        if self.heap.scale.exact:
            return self.forced
        costs = self.heap.problem.costs
        assert costs is not None
        return sum(map(Fraction, costs[list(self.components.forced)].tolist()), Fraction(0))

    def _most(self, others: Cost) -> float | None:
        """Return the most that a solution of a component may cost, as the others cost at least this much.

        A cost that rounds to ``max_cost`` does not exceed it, so we allow a little more.
        """
        most = self._limit()
        if most is None:
            return None
        rest = (most - others) * self._unit
        if self.heap.scale.whole:
            return int(max(math.floor(rest), -NO_STOP))
        return max(math.nextafter(float(rest), math.inf), -float(NO_STOP))

    @property
    def _unit(self) -> Fraction:
        """The value of 1 in the sums of costs."""
        return Fraction(2) ** -self.heap.scale.shift if self.heap.scale.exact else Fraction(1)

    def _limit(self) -> Fraction | None:
        """Return the largest sum of costs that may round to ``max_cost``."""
        most = self.heap.max_cost
        if most is None:
            return None
        return Fraction(most if self.heap.scale.whole else math.nextafter(most, math.inf)) / self._unit

    def finish(self) -> int:
        """Put the cheapest sums into the heap; return the least scaled cost of a solution that was not visited."""
        if not self.solvable:
            return int(self.heap.stop)
        lists = [part.listed() for part in self.parts]
        known = {entry[2].options for entry in self.heap.kept}
        if all(lists):
            for choice in self._cheapest(lists):
                options = self.components.join(one[place][1].options for one, place in zip(lists, choice, strict=True))
                if tuple(options) not in known:
                    self.heap.add(int(self.heap.scale.costs[options].sum()), options)
        bounds = [part.bound() for part in self.parts]
        total = sum(bounds) + self.forced
        left = [part.unsearched + total - low for part, low in zip(self.parts, bounds, strict=True)]
        return int(min([self.heap.stop, NO_STOP, *left]))

    def _cheapest(self, lists: list[list[tuple[Cost, Solution]]]) -> Iterable[list[int]]:
        """Yield the k cheapest choices of one place in each list, none above ``max_cost``."""
        sums: list[tuple[Cost, Link]] = [(self._forced_cost(), None)]
        later, limit = sum((one[0][0] for one in lists), Fraction(0)), self._limit()
        for one in lists:
            later -= one[0][0]
            most = math.inf if limit is None else limit - later
            sums = _sums(sums, [cost for cost, _ in one], self.heap.k, most)
        for _, link in sums:
            places = []
            while link is not None:
                link, place = link  # type: ignore[assignment]
                places.append(place)
            yield places[::-1]

    @property
    def max_level(self) -> int:
        """The options chosen at the deepest nodes of all components."""
        return sum(part.kernel.max_level for part in self.parts)

    @property
    def fraction(self) -> float:
        """The share of the components that are searched, of both searches."""
        searched = 1 - len(self.waiting) / len(self.parts)
        return searched / 2 if self.again else (1 + searched) / 2 if self.heap.k > 1 else searched


def _sums(sums: list[tuple[Cost, Link]], costs: list[Cost], k: int, most: Cost | float) -> list[tuple[Cost, Link]]:
    """Return the k least sums of an element of each of two sorted lists, sorted, none above ``most``.

    >>> [cost for cost, _ in _sums([(1, None), (5, None)], [0, 1, 3], 4, 4)]
    [1, 2, 4]
    """
    waiting = [(sums[0][0] + costs[0], 0, 0)] if sums else []
    found: list[tuple[Cost, Link]] = []
    while waiting and len(found) < k:
        cost, a, b = heappop(waiting)
        if cost > most:
            break
        found.append((cost, (sums[a][1], b)))
        if b + 1 < len(costs):
            heappush(waiting, (sums[a][0] + costs[b + 1], a, b + 1))
        if not b and a + 1 < len(sums):
            heappush(waiting, (sums[a + 1][0] + costs[0], a + 1, 0))
    return found
