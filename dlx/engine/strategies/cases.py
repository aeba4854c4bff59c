# SPDX-License-Identifier: MIT
"""Plain search by cases: of the options of one item that are images of each other, only the first is searched.

    pentominoes 6x10    item X: 32 placements in 8 orbits of 4 under the turns and mirrors of the rectangle
                        9,356 = 4 * (solutions with the placement 1, 2, ..., 8 of X)

Each solution has exactly one option of the item. A symmetry that fixes the item and maps one of its options to another
one also maps the solutions with the one to those with the other, so both have equally many. The item with the largest
orbits is best: nodes become fewer by nearly that factor.

                            plain search     by cases
    pentominoes 6x10        0.31 s           0.10 s
    queens 14               0.13 s           0.08 s

For larger groups, a count up to symmetry (symmetry.py) gains more. A memory finds most images by itself: they leave the
same state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...matrix.assumptions import Assumptions
from ...matrix.incidence import entry_options, item_bounds
from ...structure.permutations import orbits
from ...structure.symmetries import WholeGraph, labeling, whole_graph
from ...system.interrupts import Interrupts
from ..machine import DONE, PAUSED, Machine
from .symmetry import too_large_to_label

if TYPE_CHECKING:
    from ...kernels.symmetric.labeling import Labeling
    from ...matrix.matrix import Matrix
    from ..engine import Engine

LABELING_WORK = 2**22  # some 5 ms
LEAST_ORBIT = 1.5  # options, on average over the orbits of an item
MOST_CASES = 64


class Case(NamedTuple):
    """An option, and the number of its images among the options of the item."""

    option: int
    images: int


class Cases(Machine):
    """A search of some cases, one after the other: a machine with the counters of a kernel.

    >>> from dlx import Problem
    >>> engine = Problem([[i, j] for j in range(6) for i in range(j)]).engine
    >>> machine = Cases(engine, Assumptions((), ()), [Case(0, 5)])  # perfect matchings of 6 points
    >>> machine.step(1000), machine.step(1000) == DONE, machine.solutions
    (0, True, 15)
    """

    name = "cases"

    def __init__(self, engine: Engine, assumed: Assumptions, cases: list[Case]) -> None:
        self._assumed, self._left = assumed, cases[::-1]
        self._all = sum(case.images for case in cases)
        self._done = self._solutions = self._nodes = self._work = 0  # of the finished cases
        self._images = 0  # of the case at hand
        self._lease = engine.lend()

    def step(self, work: int) -> int:
        """Continue with the case at hand, or begin the next one; return DONE, LIMIT or PAUSED.

        Ctrl-C waits for the end of the slice, so that another call continues.
        """
        kernel = self._lease.kernel
        with Interrupts():
            if not self._images:
                if not self._left:
                    return DONE
                option, self._images = self._left.pop()
                kernel.setup((*self._assumed.given, option), self._assumed.banned)
            outcome = kernel.step(work)
            if outcome != DONE:
                return outcome
            self._solutions, self._nodes, self._work = self.solutions, self.nodes, self.work
            self._done += self._images
            self._images = 0
            return PAUSED if self._left else DONE

    # The kernel's counters belong to the current case, if any.

    @property
    def nodes(self) -> int:
        return self._nodes + (self._lease.kernel.nodes if self._images else 0)

    @property
    def work(self) -> int:
        return self._work + (self._lease.kernel.work if self._images else 0)

    @property
    def solutions(self) -> int:
        """The number of solutions found so far, with their images."""
        return self._solutions + (self._lease.kernel.solutions * self._images if self._images else 0)

    @property
    def fraction(self) -> float:
        """The share of the whole tree behind us, if all options of the item have equal shares."""
        return (self._done + (self._lease.kernel.fraction * self._images if self._images else 0)) / self._all

    foreseen = fraction


def cases(engine: Engine, assumed: Assumptions) -> Cases | None:
    """Return a search by cases, or None if no item has large orbits or to find the symmetries takes too long."""
    if too_large_to_label(engine.matrix):
        return None
    graph = whole_graph(engine.matrix, assumed)
    search = labeling(graph)
    if search.step(LABELING_WORK) != DONE:
        return None
    item = _best_item(engine.matrix, assumed, graph, _images(engine.matrix, graph, search))
    return Cases(engine, assumed, item) if item else None


class _Uses(NamedTuple):
    """Pairs of an option and an item of its own that has a vertex in the graph, with their orbits."""

    option: Any
    item: Any
    orbit: Any  # the least pair that is an image of this one


def _images(matrix: Matrix, graph: WholeGraph, search: Labeling) -> _Uses:
    """Return the orbits of pairs. Within an item, they are those of its options under symmetries that fix the item."""
    vertex = np.full(matrix.n_items, -1)
    vertex[graph.items] = graph.item_nodes
    here = vertex[matrix.indices] >= 0
    option, n = entry_options(matrix)[here].astype(np.int64), len(graph.low)
    item = matrix.indices[here].astype(np.intp)  # 32 bits on i686, where bincount takes no more
    keys = option * n + vertex[item]
    order = np.argsort(keys)
    rows = search.generators
    images = [order[np.searchsorted(keys, (row[n + option] - n) * n + row[vertex[item]], sorter=order)] for row in rows]
    return _Uses(option, item, orbits(images, len(keys)))


def _best_item(matrix: Matrix, assumed: Assumptions, graph: WholeGraph, uses: _Uses) -> list[Case]:
    """Return the cases of the item with the largest orbits, of several the one with the fewest options and, of these,
    the one whose options have the most rivals; none if its orbits are too small or too many."""
    low, high = item_bounds(matrix)
    owner = entry_options(matrix)
    candidate = (low == 1) & (high == 1) & (np.arange(matrix.n_items) < matrix.n_primary)
    candidate[matrix.indices[np.isin(owner, list(assumed.given))]] = False
    live = candidate[uses.item] & ~graph.never.astype(bool)[uses.option]
    option, item, orbit = (part[live] for part in uses)
    _, first, images = np.unique(item.astype(np.int64) * len(live) + orbit, return_index=True, return_counts=True)
    n_cases = np.bincount(item[first], minlength=matrix.n_items)
    n_options = np.bincount(item, minlength=matrix.n_items)
    rivals = np.bincount(owner, np.bincount(matrix.indices)[matrix.indices], minlength=matrix.n_options)
    n_rivals = np.bincount(item, rivals[option], minlength=matrix.n_items)
    possible = (n_cases > 0) & (n_cases <= MOST_CASES) & (n_options >= LEAST_ORBIT * n_cases)
    if not possible.any():
        return []
    best = min(
        np.flatnonzero(possible).tolist(), key=lambda k: (-n_options[k] / n_cases[k], n_options[k], -n_rivals[k])
    )
    mine = item[first] == best
    return [Case(*case) for case in zip(option[first][mine].tolist(), images[mine].tolist(), strict=True)]
