# SPDX-License-Identifier: MIT
"""Conjugacy classes of all symmetries of a graph: an element of each, and the number of its elements, without a list.

    permutations of 3 points    identity                            class of 1 element
                                q = 2   1 -> 1, 2 -> 3 -> 2         3 elements, an exchange
                                        1 -> 2 (like 1 -> 3) ...    the same, once more
                                q = 3   1 -> 2 -> 3 -> 1            2 elements, a cycle

Two symmetries are conjugate if a third one renames the vertices of the first such that it becomes the second. Every
element but the identity is the root of another: g^q = h for a prime q, where h has a smaller order. So all elements are
found from the identity, root by root. What an element fixes, its powers fix too. Those who look for fixed solutions
follow() only elements that fix some, and few classes are left of many.

Roots are found by extending maps. A map says to where a root takes a few nodes, and all that follows from it. We draw
it into the graph as arrows. Equal canonical forms are one map up to renaming, of which we keep one:

    1 -> 2      1 - tail - arc - 2      tails have a kind of their own, and show the direction

The next node is the end of an arrow, so that cycles close early. Its possible images are an orbit of the symmetries
that fix the nodes before it, so some symmetry always extends the map. It need not be a root: a map is dropped as soon
as q steps of it lead from a node to another place than h does. A map of all nodes is a root. The symmetries of its
drawing commute with it, so its class has the order of the group, divided by their number, as many elements.

If all elements are followed, the sizes of the classes add up to the order.

    symmetries of Latin squares of order 8    3.9 * 10^14    284 classes if only those that fix squares are followed

References: Leon, Partitions, refinements, and permutation group computation (1997), for searches along stabilizers;
McKay, Meynert and Myrvold, Small Latin squares, quasigroups and loops (2007), for counts by fixed squares.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ..kernels.symmetric.labeling import Labeling
from ..matrix.build import Int64
from .permutations import PointOrbit, conjugates, cycles, orbits
from .separate import FINISHED, UNFINISHED
from .symmetries import AllSymmetries, edges, labeling_of

NEW_CLASS = 1  # SOLUTION of step(), as in kernels/kernel.pxd
LISTED_ENTRY_WORK = 10  # of an image of an element
DRAWN_EDGE_WORK = 150  # of an edge of a drawing, a quarter of a microsecond
MOST_STABILIZERS = 256  # three of four are used again; they take 100 KB each for Latin squares of order 8


class _Drawing(NamedTuple):
    """A graph of named vertices, numbered from 0, and of others, numbered down from -1. The nodes are the first."""

    sources: Int64  # the ends of edges
    targets: Int64
    named: Int64  # their kinds
    unnamed: Int64

    def with_arrows(self, images: Int64, nodes: Int64) -> _Drawing:
        """Draw an arrow from each of these nodes to its image."""
        tails = len(self.named) + np.arange(len(nodes))
        arcs = -1 - len(self.unnamed) - np.arange(len(nodes))
        return _Drawing(
            np.concatenate([self.sources, nodes, tails, images[nodes]]),
            np.concatenate([self.targets, tails, arcs, arcs]),
            np.append(self.named, np.full(len(nodes), self.named.max(initial=0) + 1)),
            np.append(self.unnamed, np.full(len(nodes), self.unnamed.max(initial=0) + 1)),
        )

    def labeling(self, marked: Iterable[int] = ()) -> Labeling:
        """Return a search for its symmetries that fix the marked nodes."""
        n, marks, named = len(self.named), [*marked], self.named.copy()
        named[marks] = named.max(initial=0) + 1 + np.arange(len(marks))
        sources, targets = (np.where(ends < 0, n - 1 - ends, ends) for ends in (self.sources, self.targets))
        return labeling_of(sources, targets, np.append(named, self.unnamed + named.max(initial=0) + 1), n)


class _Stabilizer(NamedTuple):
    """The symmetries of a drawing that fix some nodes."""

    generators: Int64  # rows of images of nodes and options
    orbit: Int64  # node -> the least node of its orbit
    fixed: Int64  # all nodes that they fix


class _Map(NamedTuple):
    """A symmetry of which only the images of some nodes matter: all nodes that the stabilizer of a base fixes."""

    base: tuple[int, ...]
    stabilizer: _Stabilizer
    images: Int64  # of all nodes and options

    def next_node(self) -> int:
        """Return the node by which to extend the map: one with few images, of the ends of arrows if there are any."""
        orbit, fixed = self.stabilizer.orbit, self.stabilizer.fixed
        ends = np.setdiff1d(self.images[fixed], fixed)
        candidates = ends if len(ends) else np.setdiff1d(np.arange(len(orbit)), fixed)
        return int(candidates[np.bincount(orbit, minlength=len(orbit))[orbit[candidates]].argmin()])


class _Roots(NamedTuple):
    """A search for the q-th roots of an element."""

    element: Int64
    q: int
    drawing: _Drawing  # of the element
    stabilizers: dict[tuple[int, ...], _Stabilizer]  # those used before
    forms: set[bytes]  # of the drawings of maps

    def leads(self, images: Int64, nodes: Int64) -> bool:
        """Return whether q steps of a map, known for these nodes only, lead to where the element leads, if known."""
        mapped = np.zeros(len(images), bool)
        mapped[nodes] = True
        start, at = nodes, images[nodes]
        for _ in range(self.q - 1):
            start, at = start[mapped[at]], images[at[mapped[at]]]
        return bool((at == self.element[start]).all())


class ConjugacyClasses:
    """A search for the conjugacy classes of the symmetries of a graph that has no equal options.

    After NEW_CLASS there is a class of ``size`` elements, and ``element`` is one of them. If follow() is called
    before the next step, its roots are found, too.
    """

    def __init__(self, symmetries: AllSymmetries) -> None:
        graph = symmetries.graph
        self._graph, self._order = graph, symmetries.order
        self._n = len(graph.low)
        sources, targets = edges(graph)
        kinds = graph.node_kinds.astype(np.int64), graph.option_kinds.astype(np.int64)
        self._drawing = _Drawing(sources, np.where(targets < self._n, targets, self._n - 1 - targets), *kinds)
        self._identity = self._images = np.arange(self._n + len(graph.option_kinds))
        self._followed: list[Int64] = []  # elements whose roots are not yet found
        self._forms = set[bytes]()  # of the drawings of all elements
        self._slice = 0  # work of a step
        self._steps = self._search()
        self.size, self.work = 1, 0

    @property
    def element(self) -> Int64:
        """The images of the options, and of the items that have a node."""
        row: Int64 = self._graph.on_problem(self._images[np.newaxis])[0]
        return row

    def follow(self) -> None:
        """Find the roots of the newest element, too."""
        self._followed.append(self._images)

    def step(self, work: int) -> int:
        """Continue for about this much work. Return NEW_CLASS, FINISHED at the end, or UNFINISHED.

        Raises:
            OverflowError: symmetries take too much memory.
        """
        self._slice = work
        return next(self._steps)

    def _search(self) -> Iterator[int]:
        yield NEW_CLASS  # the identity
        while self._followed:
            element = self._followed.pop()
            drawing = self._drawn(element)
            commuting = yield from self._run(drawing.labeling())
            for q in prime_factors(commuting.order, self._n):
                yield from self._find(_Roots(element, q, drawing, {}, set()))
        while True:
            yield FINISHED

    def _drawn(self, element: Int64) -> _Drawing:
        is_identity = element is self._identity
        return self._drawing if is_identity else self._drawing.with_arrows(element, self._identity[: self._n])

    def _run(self, search: Labeling) -> Generator[int, None, Labeling]:
        self.work += DRAWN_EDGE_WORK * len(self._drawing.sources)
        ended, before = False, 0
        while not ended:
            ended = search.step(self._slice) != UNFINISHED
            self.work += search.work - before
            before = search.work
            if not ended:
                yield UNFINISHED
        if not search.complete:
            raise OverflowError("the symmetries of this problem need too many generators")
        return search

    def _find(self, roots: _Roots) -> Iterator[int]:
        """Find the roots whose order is larger than the element's."""
        stabilizer, least = (yield from self._stabilizer(roots, ())), order(roots.element)
        maps = [_Map((), stabilizer, self._identity)]
        while maps:
            mapping = maps.pop()
            if len(mapping.stabilizer.fixed) < self._n:
                maps += yield from self._extended(roots, mapping)
            elif order(mapping.images) > least:
                search = yield from self._run(self._drawn(mapping.images).labeling())
                if is_new(search, self._forms):
                    self._images, self.size = mapping.images, self._order // search.order
                    yield NEW_CLASS

    def _extended(self, roots: _Roots, mapping: _Map) -> Generator[int, None, list[_Map]]:
        """Return the new maps that say to where one more node goes."""
        node = mapping.next_node()
        base = (*mapping.base, node)
        stabilizer = yield from self._stabilizer(roots, base)
        orbit = PointOrbit(node, mapping.stabilizer.generators)
        all_images = (mapping.images[orbit.leading(origin, self._identity)] for origin in orbit.tree)
        maps = [_Map(base, stabilizer, images) for images in all_images if roots.leads(images, stabilizer.fixed)]
        if len(maps) < 2:
            return maps
        search = yield from self._run(self._with_map(roots, mapping).labeling([node]))
        alike = orbits(search.generators[:, : self._n], self._n)
        first = np.unique(alike[[new.images[node] for new in maps]], return_index=True)[1]
        new = []
        for k in first.tolist():
            search = yield from self._run(self._with_map(roots, maps[k]).labeling())
            if is_new(search, roots.forms):
                new.append(maps[k])
        return new

    def _with_map(self, roots: _Roots, mapping: _Map) -> _Drawing:
        return roots.drawing.with_arrows(mapping.images, mapping.stabilizer.fixed)

    def _stabilizer(self, roots: _Roots, base: tuple[int, ...]) -> Generator[int, None, _Stabilizer]:
        """Return the symmetries of the element's drawing that fix the nodes of a base."""
        if base not in roots.stabilizers:
            if len(roots.stabilizers) == MOST_STABILIZERS:
                roots.stabilizers.clear()
            search = yield from self._run(roots.drawing.labeling(base))
            rows, n, named = search.generators, self._n, len(roots.drawing.named)
            options = rows[:, named : named + len(self._identity) - n] - (named - n)
            orbit = orbits(rows[:, :n], n)
            fixed = np.flatnonzero(np.bincount(orbit, minlength=n)[orbit] == 1)
            roots.stabilizers[base] = _Stabilizer(np.concatenate([rows[:, :n], options], axis=1), orbit, fixed)
        return roots.stabilizers[base]


class ListedClasses:
    """The conjugacy classes of a group whose elements are listed, with the steps of ConjugacyClasses."""

    def __init__(self, elements: Int64, generators: Iterable[Int64]) -> None:
        self._classes = conjugates(elements, generators)
        self.element, self.size, self.work = elements[:1], 0, 0

    def step(self, work: int) -> int:
        """Return NEW_CLASS, or FINISHED at the end."""
        newest = next(self._classes, None)
        if newest is None:
            return FINISHED
        self.element, self.size = newest
        self.work += self.size * len(self.element) * LISTED_ENTRY_WORK
        return NEW_CLASS

    def follow(self) -> None:
        """Do nothing: all classes come."""


def is_new(search: Labeling, forms: set[bytes]) -> bool:
    """Add the form that a search has found; return whether it was not there."""
    n = len(forms)
    forms.add(search.form)
    return len(forms) > n


def order(element: Int64) -> int:
    """Return the number of steps after which a permutation returns to the identity."""
    sizes = np.bincount(cycles(element))
    return int(np.lcm.reduce(sizes[sizes > 0], initial=1))


def prime_factors(number: int, limit: int) -> list[int]:
    """Return the prime factors of a number, none of which is larger than `limit`."""
    factors = []
    for q in range(2, limit + 1):
        if number % q == 0:
            factors.append(q)
            while number % q == 0:
                number //= q
    return factors
