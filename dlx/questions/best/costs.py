# SPDX-License-Identifier: MIT
"""The goal of a search by cost, and the costs of components, which add up.

    component 1: 3 4 9      the sums, cheapest first:  3+2  4+2  3+5  4+5  9+2 ..
    component 2: 2 5

First each component is searched for its cheapest solution, in turns (engine/independent.py). If we want more than one
solution, each is searched again, for its k cheapest, now with a limit on the cost: a solution of the whole costs at
least as much as the cheapest of the other components. The sums of sorted lists come from a heap, one list after the
other. A component begins with its part of the cheapest solution of the whole, if there is one.

Costs of the search are integers (engine/heap.py), in the scale of the whole problem, so sums of bounds are bounds of
sums.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from ...engine.heap import NO_STOP, Effort, Heap
from ...engine.task import Goal
from ...matrix.solution import Solution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...engine.machine import Machine
    from ...engine.race import Race
    from ...structure.components import Components

    Cost = int | Fraction
    Costed = list[tuple[Cost, Solution]]
    Link = tuple[object, int] | None  # the choices for the components before, and the place in this one's list


class LeastCosts(Goal):
    """The k cheapest solutions. A value is a heap, with all solutions below its floor."""

    kind = "best"
    round_work = 2**21
    priced = True

    def __init__(self, heap: Heap) -> None:
        self.heap = heap
        self._costs: ComponentCosts | None = None

    @property
    def spent(self) -> bool:  # type: ignore[override]
        """True if no nodes are left."""
        return self.heap.effort.nodes_left <= 0

    def take(self, machine: Machine) -> None:
        self.heap.take(machine)

    def read(self, race: Race) -> Heap:
        return self.heap

    def nothing(self) -> Heap:
        return self.heap

    def number(self, value: Heap) -> int:
        return max(value.effort.solutions, len(value.kept)) if value.kept else 0

    def of_component(self, parts: Components, number: int) -> LeastCosts:
        return LeastCosts(self._of(parts).heap(number))

    def again(self, parts: Components) -> bool:
        return self._of(parts).again()

    def joined(self, parts: Components, values: dict[int, Heap]) -> Heap:
        if self._costs is not None:  # time may end before any component begins
            self._costs.join()
        return self.heap

    def _of(self, parts: Components) -> ComponentCosts:
        if self._costs is None:
            self._costs = ComponentCosts(parts, self.heap)
        return self._costs


class ComponentCosts:
    """The heaps of components; their least sums are the costs of the whole."""

    def __init__(self, parts: Components, whole: Heap) -> None:
        self._parts, self._whole = parts, whole
        self._kinds = [*parts.alike(costs=True).values()]  # the numbers of the components of each kind
        self._heaps: dict[int, Heap] = {}  # by the number of the first component of each kind
        self._k, self._forced = 1, _cost(whole, parts.forced)
        self._start: NDArray[np.bool_] | None = None  # a mask of the options of the cheapest known solution
        for solution in whole.solutions()[:1]:
            self._start = np.zeros(whole.problem.n_options, bool)
            self._start[list(solution.options)] = True

    def heap(self, number: int) -> Heap:
        """Return the heap of a component, with its part of the cheapest known solution."""
        if number not in self._heaps:
            heap = self._heaps[number] = self._new(number, None)
            if self._start is not None:
                heap.start(Solution.of(heap.problem, np.flatnonzero(self._start[self._parts.options(number)]).tolist()))
        return self._heaps[number]

    def _new(self, number: int, max_cost: float | None) -> Heap:
        matrix, options = self._parts[number]
        scale, effort = self._whole.scale.of_options(options), Effort(whole=self._whole.effort)
        heap = Heap(matrix, scale, self._k, max_cost, effort=effort)
        heap.raise_floor(scale.least)
        return heap

    def again(self) -> bool:
        """Prepare the search for the k cheapest of each component, if it is wanted and not done."""
        if self._k == self._whole.k:
            return False
        self._k = self._whole.k
        least = {kind[0]: _listed(self.heap(kind[0]))[0] for kind in self._kinds}
        total = sum((least[kind[0]][0] * len(kind) for kind in self._kinds), self._forced)
        for number, (cost, solution) in least.items():
            floor = _floor(self._heaps[number])
            heap = self._heaps[number] = self._new(number, self._most(total - cost))
            heap.start(solution)
            heap.raise_floor(floor)
        return True

    def _most(self, others: Cost) -> float | None:
        """Return the most that a solution of a component may cost, as the others cost at least this much.

        A cost that rounds to ``max_cost`` does not exceed it, so we allow a little more.
        """
        most, scale = self._limit(), self._whole.scale
        if most is None:
            return None
        rest = (most - others) * self._unit
        if scale.whole:
            return int(max(math.floor(rest), -NO_STOP))
        return max(math.nextafter(float(rest), math.inf), -float(NO_STOP))

    @property
    def _unit(self) -> Fraction:
        """The value of 1 in the sums of costs."""
        return Fraction(2) ** -self._whole.scale.shift if self._whole.scale.exact else Fraction(1)

    def _limit(self) -> Fraction | None:
        """Return the largest sum of costs that may round to ``max_cost``."""
        most = self._whole.max_cost
        if most is None:
            return None
        return Fraction(most if self._whole.scale.whole else math.nextafter(most, math.inf)) / self._unit

    def join(self) -> None:
        """Put the cheapest sums into the heap of the whole, and raise its floor."""
        whole, firsts = self._whole, {n: kind[0] for kind in self._kinds for n in kind}
        numbers = [firsts[n] for n in sorted(firsts)]  # of the first component like each
        heaps = {kind[0]: self.heap(kind[0]) for kind in self._kinds}
        listed = {number: _listed(heap) for number, heap in heaps.items()}
        if all(listed.values()):
            lists = [listed[number] for number in numbers]
            for places in self._cheapest(lists):
                chosen = [costed[place][1].options for costed, place in zip(lists, places, strict=True)]
                options = self._parts.join(chosen)
                whole.add(whole.scale.paid(options), options)
        floors = {number: _floor(heap) for number, heap in heaps.items()}
        total = whole.scale.paid(self._parts.forced) + sum(floors[number] for number in numbers)
        whole.raise_floor(min([NO_STOP, *(total - floors[n] + _unsearched(heap) for n, heap in heaps.items())]))

    def _cheapest(self, lists: list[Costed]) -> Iterator[list[int]]:
        """Yield the k cheapest choices of one place in each list, none above ``max_cost``."""
        sums: list[tuple[Cost, Link]] = [(self._forced, None)]
        later, limit = sum((costed[0][0] for costed in lists), Fraction(0)), self._limit()
        for costed in lists:
            later -= costed[0][0]
            most = math.inf if limit is None else limit - later
            sums = _sums(sums, [cost for cost, _ in costed], self._whole.k, most)
        for _, link in sums:
            places = []
            while link is not None:
                link, place = link  # type: ignore[assignment]
                places.append(place)
            yield places[::-1]


def _cost(heap: Heap, options: Sequence[int]) -> Cost:
    """Return the cost of a solution, not rounded."""
    if heap.scale.exact:
        return heap.scale.paid(options)
    assert heap.problem.costs is not None
    return sum(map(Fraction, heap.problem.costs[list(options)].tolist()), Fraction(0))


def _listed(heap: Heap) -> Costed:
    """Return the kept solutions with their costs, cheapest first."""
    costed = [(_cost(heap, entry[2].options), entry[2]) for entry in heap.kept]
    return sorted(costed, key=lambda pair: (pair[0], pair[1].options))


def _unsearched(heap: Heap) -> int:
    """Return the least scaled cost of a solution that is not kept."""
    stop = heap.unsearched
    return heap.scale.up(stop) if heap.scale.exact and stop < NO_STOP else stop


def _floor(heap: Heap) -> int:
    """Return the least scaled cost of a solution."""
    return min([_unsearched(heap), *(heap.scale.paid(entry[2]) for entry in heap.kept)])


def _sums(sums: list[tuple[Cost, Link]], costs: list[Cost], k: int, most: Cost | float) -> list[tuple[Cost, Link]]:
    """Return the k least sums of an element of each of two sorted lists, sorted, none above ``most``.

    >>> [cost for cost, _ in _sums([(1, None), (5, None)], [0, 1, 3], 4, 4)]
    [1, 2, 4]
    """
    waiting = [(sums[0][0] + costs[0], 0, 0)] if sums else []
    least: list[tuple[Cost, Link]] = []
    while waiting and len(least) < k:
        cost, a, b = heappop(waiting)
        if cost > most:
            break
        least.append((cost, (sums[a][1], b)))
        if b + 1 < len(costs):
            heappush(waiting, (sums[a][0] + costs[b + 1], a, b + 1))
        if not b and a + 1 < len(sums):
            heappush(waiting, (sums[a + 1][0] + costs[0], a + 1, 0))
    return least
