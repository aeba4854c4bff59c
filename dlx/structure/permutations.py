# SPDX-License-Identifier: MIT
"""Groups of permutations by a few generators: their order, membership, and all elements where they are few.

    S4 by a turn 1 2 3 0 and a swap 1 0 2 3

    level   base point   orbit      the group that fixes all earlier base points
    0       0            0 1 2 3    of order 24 = 4 * 3 * 2
    1       1            1 2 3      6 = 3 * 2
    2       2            2 3        2

A permutation is an array of images. It is in the group if it sifts to the identity: on each level, we multiply it by an
element that returns the image of the base point to the base point. Random products of generators, the same in every
run, fill the levels: a thousand points and 10^12 elements take some 10 ms. The order is then a lower bound, and almost
surely exact. ``Chain.complete`` proves it, by sifting all Schreier generators, which may take a thousand times as long.

References: Sims, Computational methods in the study of permutation groups (1970); Seress, Permutation group algorithms
(2003), chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from math import prod
from random import Random
from typing import Any

import numpy as np

from ..matrix.build import Int64

RANDOM_TRIALS = 24  # random elements in a row that sift to the identity before we believe that all do
LEAST_SLOTS = 10  # random products are made from as many
MIXING_STEPS = 60


class PointOrbit:
    """The orbit of a base point, as a tree: each other point has the generator that leads to it."""

    def __init__(self, point: int, generators: Iterable[Int64] = ()) -> None:
        self.point = point
        self.generators: list[Int64] = []
        self.inverses: list[Int64] = []
        self.tree: dict[int, int] = {point: -1}  # point -> the number of the generator whose image it is
        for generator in generators:
            self.add(generator)

    def add(self, generator: Int64) -> None:
        """Add a generator, and let the orbit grow."""
        self.generators.append(generator)
        self.inverses.append(np.argsort(generator))
        new = [*self.tree]
        first = len(self.generators) - 1  # the others lead nowhere new from the points already known
        while new:
            points, new = np.array(new), []
            for number in range(first, len(self.generators)):
                for image in self.generators[number][points].tolist():
                    if image not in self.tree:
                        self.tree[image] = number
                        new.append(image)
            first = 0

    def returned(self, element: Int64) -> Int64 | None:
        """Return an element multiplied such that it fixes the base point; None if its image is not in the orbit."""
        image = int(element[self.point])
        if image not in self.tree:
            return None
        while image != self.point:
            element = self.inverses[self.tree[image]][element]
            image = int(element[self.point])
        return element

    def leading(self, point: int, identity: Int64) -> Int64:
        """Return an element of the group that maps the base point to a point of the orbit."""
        word, image = [], point
        while image != self.point:
            word.append(self.tree[image])
            image = int(self.inverses[word[-1]][image])
        element = identity
        for number in reversed(word):
            element = self.generators[number][element]
        return element


class Chain:
    """A group of permutations of the points 0 to ``degree`` - 1, as a chain of stabilizers.

    >>> turn, swap = np.array([1, 2, 3, 0]), np.array([1, 0, 2, 3])
    >>> chain = Chain([turn, swap], 4)
    >>> chain.order, chain.has(np.array([0, 1, 3, 2])), Chain([turn], 4).has(swap)
    (24, True, False)
    """

    def __init__(self, generators: Iterable[Int64], degree: int) -> None:
        self.identity = np.arange(degree)
        self.generators: list[Int64] = []
        self.levels: list[PointOrbit] = []
        for generator in generators:
            self.add(generator)

    def add(self, generator: Int64) -> bool:
        """Enlarge the group by a permutation; return False if it is in the group already."""
        if self.has(generator):
            return False
        self.generators.append(generator)
        self._enter(generator)
        trivial, elements = 0, _products(self.generators)
        while trivial < RANDOM_TRIALS:
            trivial = 0 if self._enter(next(elements)) else trivial + 1
        return True

    @property
    def order(self) -> int:
        """The number of elements; a lower bound, unless complete() was called or the caller knows better."""
        return prod(len(level.tree) for level in self.levels)

    def has(self, element: Int64) -> bool:
        """Return whether a permutation is in the group."""
        residue, _ = self._sifted(element)
        return not (residue != self.identity).any()

    def complete(self) -> None:
        """Make the order exact: add what the Schreier generators of all levels still lack."""
        k = len(self.levels) - 1
        while k >= 0:
            level = self.levels[k]
            enlarged = any(self._enter(element, k + 1) for element in self._schreier(level))
            k = len(self.levels) - 1 if enlarged else k - 1

    def _schreier(self, level: PointOrbit) -> Iterator[Int64]:
        """Yield elements that generate the stabilizer of a level's base point in its group."""
        for point in [*level.tree]:
            leading = level.leading(point, self.identity)
            for generator in [*level.generators]:
                element = level.returned(generator[leading])
                assert element is not None
                yield element

    def _sifted(self, element: Int64, level: int = 0) -> tuple[Int64, int]:
        """Return the rest of an element that fixes the base points of all earlier levels, and the level it reached."""
        for k in range(level, len(self.levels)):
            returned = self.levels[k].returned(element)
            if returned is None:
                return element, k
            element = returned
        return element, len(self.levels)

    def _enter(self, element: Int64, level: int = 0) -> bool:
        """Enlarge the chain unless it has the element already; return whether it was new."""
        residue, reached = self._sifted(element, level)
        moved = np.flatnonzero(residue != self.identity)
        if not len(moved):
            return False
        if reached == len(self.levels):
            self.levels.append(PointOrbit(int(moved[0])))
        for orbit in self.levels[: reached + 1]:
            orbit.add(residue)
        return True


def _products(generators: list[Int64]) -> Iterator[Int64]:
    """Yield random elements of a group, by product replacement: the same in every run."""
    random = Random(1)
    slots = [generators[k % len(generators)] for k in range(max(LEAST_SLOTS, len(generators)))]
    element = slots[0]
    for step in count():
        target, source = random.sample(range(len(slots)), 2)
        factor = slots[source] if random.random() < 0.5 else np.argsort(slots[source])
        slots[target] = slots[target][factor] if random.random() < 0.5 else factor[slots[target]]
        element = slots[target][element]
        if step >= MIXING_STEPS:
            yield element


# --- elements


def closure(generators: Iterable[Int64], size: int, limit: int) -> Int64 | None:
    """Return all products of permutations, one per row, the identity first; None if there are more than `limit`."""
    identity, generators = np.arange(size), list(generators)
    elements = {identity.tobytes(): identity}
    new = [identity]
    while new:
        products = (element[generator] for element in new for generator in generators)
        new = []
        for product in products:
            if product.tobytes() not in elements:
                elements[product.tobytes()] = product
                new.append(product)
            if len(elements) > limit:
                return None
    return np.array(list(elements.values()))


def conjugates(elements: Int64, generators: Iterable[Int64]) -> Iterator[tuple[Int64, int]]:
    """Yield an element of each conjugacy class, whose elements fix equally many solutions, and the size of the class.

    The 13,824 isotopies of order 4 form 125 classes: 4.5 s become 0.3 s.
    """
    unvisited = {element.tobytes(): element for element in elements}
    pairs = [(generator, np.argsort(generator)) for generator in generators]
    while unvisited:
        members = [unvisited.popitem()[1]]
        for element in members:  # the list grows meanwhile
            for generator, inverse in pairs:
                conjugate = generator[element[inverse]]
                if unvisited.pop(conjugate.tobytes(), None) is not None:
                    members.append(conjugate)
        yield members[0], len(members)


def images(points: Int64, generators: Iterable[Int64]) -> Iterator[Int64]:
    """Yield the images of a set of points, ascending, under all products of permutations: each once, several rows at a
    time.

    >>> [rows.tolist() for rows in images(np.array([0, 1]), [np.array([1, 2, 3, 0])])]
    [[[0, 1]], [[1, 2]], [[2, 3]], [[0, 3]]]
    """
    generators = list(generators)
    rows = np.sort(points)[np.newaxis]
    seen = {rows[0].tobytes()}
    new = [rows]
    yield rows
    for rows in new:  # the list grows meanwhile
        for generator in generators:
            image_rows = {row.tobytes(): row for row in np.sort(generator[rows], axis=1)}
            fresh = [row for key, row in image_rows.items() if key not in seen]
            if fresh:
                seen.update(row.tobytes() for row in fresh)
                new.append(np.array(fresh))
                yield new[-1]


def cycles(permutation: Int64) -> Int64:
    """Return for each point the least point of its cycle."""
    least = np.arange(len(permutation))
    image = permutation
    while True:  # by doubling: the least within 1, 2, 4, ... steps
        nearer = np.minimum(least, least[image])
        if (nearer == least).all():
            return least
        least, image = nearer, image[image]


def cycles_for(things: Sequence[Any]) -> list[list[tuple[Any, Any]]]:
    """Return an exchange and a cycle that generate all permutations of things, as pairs of a thing and its image.

    >>> cycles_for("abc"), cycles_for("ab"), cycles_for("a")
    ([[('a', 'b'), ('b', 'a')], [('a', 'b'), ('b', 'c'), ('c', 'a')]], [[('a', 'b'), ('b', 'a')]], [])
    """
    several = [things[:2], things][: min(len(things) - 1, 2)]
    return [list(zip(cycle, [*cycle[1:], cycle[0]], strict=True)) for cycle in several]


def orbits(generators: Iterable[Int64], size: int) -> Int64:
    """Return for each point the least point of its orbit.

    >>> orbits([np.array([1, 0, 2, 3]), np.array([0, 2, 1, 3])], 4).tolist()
    [0, 0, 0, 3]
    """
    least, before = np.arange(size), np.zeros(0, int)
    images: list[Any] = [image for generator in generators for image in (generator, np.argsort(generator))]
    while not np.array_equal(least, before):
        before = least
        for image in images:
            least = np.minimum(least, least[image])
        least = least[least]
    return least
