# SPDX-License-Identifier: MIT
"""Counts or lists solutions up to symmetry: rotated or mirrored copies count once.

A symmetry maps items to items so that options map to options: a rotation of a board, an exchange of two colors.
Symmetries generate a group, which permutes the options and hence the solutions. A solution and its images are an orbit.

    listed   the solution that precedes all of its images (as an ascending tuple of options) represents its orbit
    counted  Burnside: the number of orbits is the mean, over all group elements, of the number of solutions that the
             element fixes (conjugate elements fix equally many, so we count once for each class).
             A fixed solution consists of whole cycles of options. It solves a problem whose options are the cycles
             that do not contradict themselves, and whose items are the cycles of items. Nothing is listed, so this
             counts more solutions than anyone could list: the 2 * 10^30 domino tilings of a 16 x 16 board in a second.

Reference: Burnside, Theory of groups of finite order (1897); Read, "Every one a winner" (1978), for the listing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.limits import seconds
from ..engine.status import Status
from ..engine.support import check_problem, known_method, refusal
from ..engine.unfinished import Unfinished, unfinished
from ..matrix.colored import Colored
from ..matrix.matrix import Matrix
from ..matrix.numbers import option_numbers
from ..system.digits import printable
from ..system.public import public

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from ..engine.bar import Report
    from ..matrix.solution import Solution

    Int64 = NDArray[np.int64]

Symmetry = Mapping[Any, Hashable] | Callable[[Any], Hashable]

MOST_GROUP_ENTRIES = 10**7  # numbers in the table of a group: its order times the options and items


@public("dlx")
class Group:
    """The group that symmetries of a problem generate: permutations of its options, and of its items.

    Args:
        problem: the problem.
        symmetries: an iterable of symmetries, each a mapping from items to items (items not in it stay the same, and so
            do colors) or a function that returns the image of an item, or of a :class:`Colored` one.

    Raises:
        TypeError: the symmetries are not a list, or one of them is neither a mapping nor a function.
        ValueError: one of them is not a symmetry: the image of an option is not an option; the image of an item is not
            an item, is of the other kind, or depends on the item's color. Or the group is so large that its table would
            have more than 10^7 entries.

    >>> from dlx import Problem
    >>> tiles = Problem([[1, 2], [2, 3], [3, 4], [1], [2], [3], [4]])  # a strip of four cells, tiles of two and of one
    >>> group = Group(tiles, [lambda cell: 5 - cell])
    >>> len(group), group.count(), [(s.options, group.size(s)) for s in group.solutions()]
    (2, 4, [((0, 2), 1), ((0, 5, 6), 2), ((1, 3, 6), 1), ((3, 4, 5, 6), 1)])
    """

    def __init__(self, problem: Matrix, symmetries: Iterable[Symmetry]) -> None:
        if isinstance(symmetries, (str, Mapping)) or not isinstance(symmetries, Iterable):
            raise TypeError(f"symmetries must be a list, even if there is only one: [{symmetries!r}]")
        self.problem = problem
        self._generators: list[Int64] = []
        self._elements = _closure([], problem.n_options + problem.n_items)
        for symmetry in symmetries:
            generator = _permutation(problem, symmetry)
            if not (self._elements == generator).all(axis=1).any():  # a product of the others would only cost time
                self._generators.append(generator)
                self._elements = _closure(self._generators, len(generator))

    def __len__(self) -> int:
        return len(self._elements)

    def images(self, solution: Iterable[int]) -> list[tuple[int, ...]]:
        """Return the orbit of a solution: it and its images, as ascending tuples of options, in ascending order.

        Raises ValueError for an option that does not exist.
        """
        options = option_numbers(self.problem.n_options, solution, "solution")
        return sorted({tuple(row) for row in self._images(options).tolist()})

    def size(self, solution: Iterable[int]) -> int:
        """Return the number of solutions in the orbit of this one."""
        return len(self.images(solution))

    def is_first(self, solution: Iterable[int]) -> bool:
        """Return whether this solution, an ascending tuple, precedes all of its other images."""
        options = np.fromiter(solution, np.int64)
        images = self._images(options)
        differs = images != options
        first = differs.argmax(axis=1) if len(options) else np.zeros(len(images), np.int64)
        rows = np.flatnonzero(differs.any(axis=1))
        return bool((images[rows, first[rows]] > options[first[rows]]).all())

    def _images(self, options: Any) -> Int64:
        return np.sort(self._elements[:, options], axis=1)

    def solutions(
        self,
        *,
        workers: int | None = None,
        executor: Executor | None = None,
        ordered: bool = True,
        time_limit: float | None = None,
    ) -> Iterator[Solution]:
        """Yield one solution of each orbit, as it is found; takes the same arguments as ``Problem.solutions``.

        (There is no `given` and no `banned`, because the solution that represents an orbit need not satisfy them.)
        """
        problem: Any = self.problem  # the roof, which also spreads a search over workers
        found = problem.solutions(workers=workers, executor=executor, ordered=ordered, time_limit=time_limit)
        return self._firsts(found, seconds(time_limit))

    def _firsts(self, found: Iterator[Solution], limit: float) -> Iterator[Solution]:
        """Yield the solutions that precede their images; comparing them counts toward the time limit, too."""
        n, started = 0, perf_counter()
        try:
            for solution in found:
                first = self.is_first(solution.options)
                limit -= perf_counter() - started
                if first:
                    n += 1
                    yield solution
                if limit < 0:
                    break
                started = perf_counter()
            else:
                return
        except Unfinished:
            pass
        raise unfinished("the list", Status.TIME_LIMIT, n, "orbit")

    def count(
        self,
        *,
        method: str = "auto",
        max_memory: int | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        progress: Report | None = None,
        time_limit: float | None = None,
    ) -> int:
        """Return the exact number of orbits; takes the same arguments as ``Problem.count``.

        Raises:
            ValueError: a symmetry exchanges options of an item that may be in several of them.
            Unfinished: the time limit expired; ``partial`` is a lower bound.
        """
        check_problem(self.problem, f"method={known_method(method)}")
        total, fixed, deadline = 0, dict[bytes, int](), perf_counter() + seconds(time_limit)
        for element, conjugates in _classes(self._elements, self._generators):
            cycles = _cycles(element)
            key = cycles.tobytes()  # elements with the same cycles fix the same solutions
            if key not in fixed:
                problem: Any = fixed_by(self.problem, cycles)
                try:
                    fixed[key] = problem.count(
                        method=method,
                        max_memory=max_memory,
                        workers=workers,
                        executor=executor,
                        progress=progress,
                        time_limit=None if time_limit is None else max(deadline - perf_counter(), 0),
                    )
                except Unfinished as error:
                    known = total + int(error.partial) * conjugates
                    raise unfinished("the count", Status.TIME_LIMIT, -(-known // len(self)), "orbit") from None
            total += fixed[key] * conjugates
        orbits, rest = divmod(total, len(self))
        assert not rest, "Burnside's sum is a multiple of the order"
        return printable(orbits)


def _permutation(problem: Matrix, symmetry: Symmetry) -> Int64:
    """Return a symmetry as the images of the options, then the images of the items (numbered after the options)."""
    image = _function(symmetry)
    numbers = {item: k for k, item in enumerate(problem.items)}
    items = np.array([_item(problem, numbers, item, image(item)) for item in problem.items], np.int64)
    copies: dict[frozenset[Hashable], list[int]] = {}  # equal options map in order: first to first, and so on
    for k in range(problem.n_options):
        copies.setdefault(frozenset(problem.option(k)), []).append(k)
    options = np.empty(problem.n_options, np.int64)
    for uses, equal in copies.items():
        _check_colored(image, uses)
        images = copies.get(frozenset(map(image, uses)), [])
        if len(images) != len(equal):
            raise ValueError(f"not a symmetry: option {equal[0]} has no image, or another number of copies")
        options[equal] = images
    if problem.bounds is not None and (problem.bounds != problem.bounds[items[: problem.n_primary]]).any():
        raise ValueError("not a symmetry: it changes multiplicities")
    _check_one_to_one(items, "item")
    _check_one_to_one(options, "option")
    return np.concatenate([options, items + problem.n_options])


def _function(symmetry: Symmetry) -> Callable[[Any], Hashable]:
    if not isinstance(symmetry, Mapping):
        if not callable(symmetry):
            raise TypeError(f"the symmetry {symmetry!r} is neither a mapping of items nor a function")
        return symmetry
    mapping: Mapping[Any, Hashable] = symmetry

    def image(use: Hashable) -> Hashable:
        return Colored(image(use.item), use.color) if isinstance(use, Colored) else mapping.get(use, use)

    return image


def _item(problem: Matrix, numbers: dict[Hashable, int], item: Hashable, image: Hashable) -> int:
    number = numbers.get(image)
    if number is None:
        raise ValueError(f"not a symmetry: the image of item {item!r} is {image!r}, which is not an item")
    if (number < problem.n_primary) != (numbers[item] < problem.n_primary):
        raise ValueError(f"not a symmetry: one of the items {item!r} and {image!r} is primary, the other secondary")
    return number


def _check_colored(image: Callable[[Any], Hashable], uses: Iterable[Hashable]) -> None:
    """Raise ValueError unless a function maps an item to the same image with a color and without."""
    for use in uses:
        if isinstance(use, Colored):
            moved = image(use)
            if not isinstance(moved, Colored) or moved.item != image(use.item):
                raise ValueError(f"not a symmetry: the image of {use!r} is {moved!r}, which is not on the item's image")


def _check_one_to_one(images: Int64, what: str) -> None:
    if len(np.unique(images)) != len(images):
        raise ValueError(f"not a symmetry: two {what}s have the same image")


def _closure(generators: list[Int64], size: int) -> Int64:
    """Return all products of permutations, one per row, the identity first."""
    identity = np.arange(size)
    elements = {identity.tobytes(): identity}
    new = [identity]
    while new:
        products = (element[generator] for element in new for generator in generators)
        new = []
        for product in products:
            if product.tobytes() not in elements:
                elements[product.tobytes()] = product
                new.append(product)
            if len(elements) * size > MOST_GROUP_ENTRIES:
                raise ValueError(
                    f"these symmetries generate a group of more than {MOST_GROUP_ENTRIES // size:,} elements: too large"
                )
    return np.array(list(elements.values()))


def _classes(elements: Int64, generators: list[Int64]) -> Iterator[tuple[Int64, int]]:
    """Yield an element of each conjugacy class, whose elements fix equally many solutions, and the size of the class.

    The 13,824 isotopies of order 4 form 125 classes: 4.5 s become 0.3 s.
    """
    left = {element.tobytes(): element for element in elements}
    pairs = [(generator, np.argsort(generator)) for generator in generators]
    while left:
        found = [left.popitem()[1]]
        for element in found:  # the list grows meanwhile
            for generator, inverse in pairs:
                other = generator[element[inverse]]
                if left.pop(other.tobytes(), None) is not None:
                    found.append(other)
        yield found[0], len(found)


def _cycles(permutation: Int64) -> Int64:
    """Return for each point the least point of its cycle."""
    least = np.arange(len(permutation))
    image = permutation
    while True:  # by doubling: the least within 1, 2, 4, ... steps
        nearer = np.minimum(least, least[image])
        if (nearer == least).all():
            return least
        least, image = nearer, image[image]


def fixed_by(problem: Matrix, cycle: Int64) -> Matrix:
    """Return the problem whose solutions are the solutions of `problem` fixed by a permutation with these cycles."""

    n = problem.n_options
    members: dict[int, list[int]] = {}
    for k in range(n):
        members.setdefault(int(cycle[k]), []).append(k)
    item_of = cycle[n:] - n
    merged = [_merged(problem, options, item_of) for options in members.values()]
    first = [int(item) for item in np.unique(item_of[: problem.n_primary])]
    second = [int(item) for item in np.unique(item_of[problem.n_primary :])]
    options = [uses for uses in merged if uses is not None]
    bounds = None if problem.bounds is None else {item: tuple(problem.bounds[item].tolist()) for item in first}
    return problem.derived(Matrix(options, first if bounds is None else bounds, second).fields())


def _merged(problem: Matrix, options: list[int], item_of: Int64) -> list[Hashable] | None:
    """Return a cycle of options as one option on the cycles of items; None if it contradicts itself."""
    colors: dict[int, int] = {}
    several: int | None = None  # an item that may be in several options, and is
    for k in options:
        for entry in range(problem.indptr[k], problem.indptr[k + 1]):
            item = int(problem.indices[entry])
            color = 0 if problem.colors is None else int(problem.colors[entry])
            if item in colors and (not color or colors[item] != color):
                if item >= problem.n_primary or problem.bounds is None or problem.bounds[item, 1] == 1:
                    return None
                several = item
            colors[item] = color
    if several is not None:
        place = f"item {problem.items[several]!r} may be in several options that a symmetry exchanges"
        raise refusal(place, "orbits", "multiplicities")
    return [Colored(item, colors[item]) if colors[item] else item for item in colors if item_of[item] == item]
