# SPDX-License-Identifier: MIT
"""Counts or lists solutions up to symmetry, on any number of workers: rotated or mirrored copies count once.

A symmetry maps items to items so that options map to options: a rotation of a board, an exchange of two colors.
Symmetries generate a group, which permutes the options and hence the solutions. A solution and its images are an orbit.

    group                           count                       list
    few elements                    Burnside's mean             of each orbit, the solution that precedes its images
    all symmetries of the problem   a race of both              one solution of each orbit, by representatives.py
    ... that preserve its orbits    a race of both              the same (isotopies of Latin squares)
    any other                       by listing                  the first found of each orbit; its images are remembered

With given or banned options, the solutions are those with the given ones and without the banned ones, and the group is
the part that preserves both sets: a mirror that moves a given option to another one does not count.

The third row has the orbits of items and options. Boards have at most 48 symmetries, Latin squares of order 7
have 768,144,384,000: a list of them would not fit the memory, so the group is known by generators (permutations.py).

References: Read, "Every one a winner" (1978), for the solution that precedes its images; Kaski and Östergård,
Classification algorithms for codes and designs (2006).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.bar import Report, reported
from ..engine.engine import MAX_MEMORY, Engine
from ..engine.limits import first_of_all, seconds, whole
from ..engine.status import Status
from ..engine.support import check, check_problem, known_method
from ..engine.task import OrbitGoal
from ..engine.unfinished import Unfinished, limited, unfinished
from ..matrix.assumptions import NONE, Assumptions
from ..matrix.incidence import remaining_problem
from ..matrix.numbers import option_numbers
from ..matrix.solution import Solution
from ..questions.count import number_of
from ..questions.orbits.count import count_orbits, counting, mean_of_listed
from ..questions.orbits.representatives import Representatives, Unseen, chosen, find, looking, orbit_size
from ..questions.search import Search, each
from ..structure.burnside import Exchanged
from ..structure.conjugacy import ConjugacyClasses, ListedClasses
from ..structure.mappings import Symmetry, built_in_order, first_moved, permutations
from ..structure.permutations import Chain, closure, images
from ..structure.symmetries import AllSymmetries, on_first_copies, orbit_labels, without_copies
from ..system.calloff import Cancel, canceled
from ..system.digits import digits, printable
from ..system.public import public
from ..system.wording import plural
from .counting import PartsCount, solutions

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from ..engine.steps import Steps
    from ..matrix.matrix import Matrix
    from ..questions.orbits.count import CountFixed

    Int64 = NDArray[np.int64]

MOST_GROUP_ENTRIES = 10**7  # numbers in the table of a group: its order times the options and items
FEW_SYMMETRIES = 1_000  # with so many at most, Burnside's mean takes less time than layers


@public("dlx")
class Group:
    """The group that symmetries of a problem generate: permutations of its options.

    Args:
        problem: the problem, or its engine, which has kernels ready for it.
        symmetries: an iterable of symmetries, each a mapping from items to items (items not in it stay the same, and so
            do colors) or a function that returns the image of an item, or of a :class:`Colored` one. Or "auto" for all
            symmetries that the problem has; they may permute the colors of an item and exchange equal options. Items
            with the same options count as one item, and costs do not matter.
        given: numbers of options assumed chosen. The group is then the part of what the symmetries generate that
            preserves the set of these options, and the solutions are those with these options.
        banned: numbers of options assumed not chosen; the same holds for them.
        time_limit: seconds for finding symmetries.
        cancel: an Event, or anything with ``is_set()``, that ends the search for symmetries.
        progress: a function that is called with a :class:`dlx.Progress` while we look for symmetries.

    Raises:
        TypeError: the symmetries are neither a list nor "auto", or one of them is neither a mapping nor a function.
        ValueError: one of them is not a symmetry: the image of an option is not an option; the image of an item is not
            an item, is of the other kind, or depends on the item's color. Or an option that does not exist; or a
            symmetry that moves a given or banned option, in a large group of which we find no part.
        Unfinished: the time limit expired.
        OverflowError: with "auto", so many options and symmetries that their generators do not fit 64 MiB.

    >>> from dlx import Problem
    >>> tiles = Problem([[1, 2], [2, 3], [3, 4], [1], [2], [3], [4]])  # a strip of four cells, tiles of two and of one
    >>> group = Group(tiles, [lambda cell: 5 - cell])
    >>> len(group), group.count(), [(s.options, group.size(s)) for s in group.solutions()]
    (2, 4, [((0, 2), 1), ((0, 5, 6), 2), ((1, 3, 6), 1), ((3, 4, 5, 6), 1)])
    >>> len(Group(tiles, "auto", given=[1])), len(Group(tiles, "auto", given=[0]))  # the mirror moves option 0 to 2
    (2, 1)
    >>> matchings = Group(Problem([[i, j] for j in range(20) for i in range(j)]), "auto")
    >>> matchings.order, matchings.count(), [matchings.size(s) for s in matchings.solutions()]
    (2432902008176640000, 1, [654729075])
    """

    @limited("group")
    def __init__(
        self,
        problem: Matrix | Engine,
        symmetries: str | Iterable[Symmetry],
        *,
        given: Iterable[int] = (),
        banned: Iterable[int] = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        progress: Report | None = None,
    ) -> None:
        self._engine = problem if isinstance(problem, Engine) else Engine(problem)
        self.problem = problem = self._engine.matrix
        steps = looking(progress)
        self._assumed = Assumptions.of(problem, given, banned)
        self._all: AllSymmetries | None = None  # the graph of which these are all symmetries, if there is one
        self._acts_on = problem  # whose options and items the generators permute
        self._automatic = False  # whether the generators come from the graph
        limit = seconds(time_limit)
        if isinstance(symmetries, str) and symmetries == "auto":
            self._take(find(problem, self._assumed, limit, steps=steps))
        else:
            rows = permutations(problem, symmetries)
            self._acts_on, own = on_first_copies(problem, rows)
            self._chain = Chain(own, self._size)
            self._generators = self._chain.generators
            if self._chain.order > FEW_SYMMETRIES:
                self._all = self._as_all_of_a_graph(rows, limit, steps)
            self._narrow()
        steps.end()

    def _take(self, known: AllSymmetries) -> None:
        """Let the group be that of all symmetries of a graph."""
        self._all, self._automatic = known, True
        self._acts_on = without_copies(self.problem, known.graph.items)
        self._generators = [*known.generators]

    def _as_all_of_a_graph(self, rows: list[Int64], time_limit: float, steps: Steps) -> AllSymmetries | None:
        """Return the graph that has just these symmetries: its labels are their orbits. None if it has others too.

        With given or banned options, symmetries that move one of them are left out.
        """
        labels = orbit_labels(self.problem, rows)
        try:
            known = find(self.problem, NONE, time_limit, labels, steps)
            if self._chain.order != known.order:
                return None
            return known if self._assumed == NONE else find(self.problem, self._assumed, time_limit, labels, steps)
        except OverflowError:
            return None

    def _narrow(self) -> None:
        """Leave the symmetries that preserve the set of the given options and that of the banned ones.

        Raises:
            ValueError: the group is too large to list, and not that of a graph.
        """
        moved = first_moved(np.array(self._generators), self._assumed)
        if not moved:
            return
        elements = self._listed_elements()
        if elements is not None:
            for options in map(list, self._assumed):
                elements = elements[np.isin(elements[:, options], options).all(axis=1)]
            self._chain = Chain(elements, self._size)
            self._generators = self._chain.generators
        elif self._all is not None:
            self._take(self._all)
        else:
            raise ValueError(moved)

    @property
    def _size(self) -> int:
        """The number of options and items that the generators permute."""
        return self._acts_on.n_options + self._acts_on.n_items

    @property
    def _listable(self) -> bool:
        """Whether its elements are few enough to list, as far as we know."""
        order = self._all.order if self._automatic and self._all is not None else self._chain.order
        return order * max(self._size, 1) <= MOST_GROUP_ENTRIES

    def _listed_elements(self) -> Int64 | None:
        """Return all elements as rows, or None if there are too many."""
        most = MOST_GROUP_ENTRIES // max(self._size, 1)
        return closure(self._generators, self._size, most) if self._listable else None

    @cached_property
    def _elements(self) -> Int64 | None:
        return self._listed_elements()

    @cached_property
    def order(self) -> int:
        """The number of elements, exactly: of different permutations of the options, however we know the symmetries.

        A symmetry that only moves items without options, or items that have the same options, is the identity. (``len``
        is the same number, but raises OverflowError from 2^63 on.)

        >>> from dlx import Problem
        >>> idle = Problem([["a"], ["a"]], ["a"], ["x", "y"])
        >>> Group(idle, [{"x": "y", "y": "x"}]).order, Group(idle, "auto").order
        (1, 2)
        """
        if self._automatic and self._all is not None:
            return printable(self._all.order)
        if self._elements is not None:
            return len(self._elements)
        self._chain.complete()
        return printable(self._chain.order)

    def __repr__(self) -> str:
        order = f"{digits(self.order, ',')} symmetr{'y' if self.order == 1 else 'ies'}"
        built_in = built_in_order(self.problem) if self._automatic and self._assumed == NONE else None
        known = f", {digits(built_in, ',')} of them built in" if built_in is not None and built_in < self.order else ""
        return f"<Group: {order} of {plural(self.problem.n_options, 'option')}{known}>"

    def __len__(self) -> int:
        return self.order

    def __bool__(self) -> bool:
        return True  # len() of a large group is an error

    def images(self, solution: Iterable[int]) -> list[tuple[int, ...]]:
        """Return the orbit of a solution: it and its images, as ascending tuples of options, in ascending order.

        Raises ValueError for an option that does not exist, and OverflowError for more images than fit the memory.
        """
        options = np.array(option_numbers(self.problem.n_options, solution, "solution"), np.int64)
        found: list[tuple[int, ...]] = []
        size = self._known_size(options.tolist()) or 0
        for rows in images(options, self._on_options()):
            found += map(tuple, rows.tolist())
            if max(size, len(found)) * (len(options) + 1) > MOST_GROUP_ENTRIES:
                raise OverflowError("the orbit of this solution is too large to list")
        return sorted(found)

    def size(self, solution: Iterable[int]) -> int:
        """Return the number of solutions in the orbit of this one."""
        options = option_numbers(self.problem.n_options, solution, "solution")
        size = self._known_size(options)
        return len(self.images(options)) if size is None else size

    def _known_size(self, options: Iterable[int]) -> int | None:
        """Return the size of an orbit if its images need not be listed for it."""
        return None if self._all is None else orbit_size(self._all, options)

    def is_first(self, solution: Iterable[int]) -> bool:
        """Return whether this solution, an ascending tuple, precedes all of its other images."""
        options = np.fromiter(solution, np.int64)
        if self._elements is None:
            return self.images(options)[0] == tuple(options.tolist())
        found = np.sort(self._elements[:, options], axis=1)
        differs = found != options
        first = differs.argmax(axis=1) if len(options) else np.zeros(len(found), np.int64)
        rows = np.flatnonzero(differs.any(axis=1))
        return bool((found[rows, first[rows]] > options[first[rows]]).all())

    def _on_options(self) -> list[Int64]:
        return [row[: self.problem.n_options] for row in self._generators]

    @limited("solutions", lists=True)
    def solutions(
        self,
        *,
        limit: int | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        ordered: bool = True,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        progress: bool | Report | None = None,
    ) -> Iterator[Solution]:
        """Yield one solution of each orbit, as it is found; takes the same arguments as ``Problem.solutions``.

        For a group of few elements, or a list of symmetries that generates at most some ten thousand, it is the first
        solution of its orbit. For others, one thread searches up to symmetry.

        Raises:
            Unfinished: the time limit expired, or ``cancel`` was set.
            OverflowError: the partial solutions, or the images of solutions, take more than 1 GiB.
        """
        many: dict[str, Any] = {"workers": workers, "executor": executor, "ordered": ordered}
        listed = reported(progress, lambda report: self._listed(seconds(time_limit), MAX_MEMORY, report, **many))
        return first_of_all(listed, limit)

    def _listed(self, limit: float, max_memory: int, report: Report | None = None, **many: Any) -> Iterator[Solution]:
        if self._many is not None and (self._automatic or self._elements is None):
            return iter(Representatives(self.problem, self._assumed, self._many, max_memory, limit, report))
        listed = self._solutions({"time_limit": None if limit == inf else limit, "progress": report}, **many)
        if self._elements is not None:
            return chosen(listed, lambda options, _: self.is_first(options), limit)
        return chosen(listed, Unseen(self._on_options(), max_memory), limit)

    def _solutions(self, how: dict[str, Any], **many: Any) -> Iterator[Solution]:
        """Yield all solutions, images included."""
        if many["workers"] is None and many["executor"] is None:
            return each(Search(self._engine, self._assumed, **how))
        return solutions(self._engine, self._assumed, **how, **many)

    @property
    def _many(self) -> AllSymmetries | None:
        """All symmetries of a graph, if they are so many that layers are likely to take less time than their list."""
        few = self._all is None or self._all.order <= FEW_SYMMETRIES
        return None if few or remaining_problem(self.problem, *map(list, self._assumed)) is None else self._all

    @limited("count")
    def count(
        self,
        *,
        method: str = "auto",
        max_memory: int | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        progress: Report | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> int:
        """Return the exact number of orbits; takes the same arguments as ``Problem.count``.

        The method counts the solutions that each element of a small group fixes, on any number of workers. A large
        group needs "auto", and one thread.

        Raises:
            ValueError: another method, for a group whose elements are too many to list.
            Unfinished: the time limit expired, or ``cancel`` was set; ``partial`` is a lower bound.
            OverflowError: for a large group, partial solutions exceed ``max_memory``.
        """
        check_problem(self.problem, f"method={known_method(method)}")
        if method != "auto" and self._elements is None:
            raise ValueError(
                f"method {method!r} does not count the orbits of {digits(self.order, ',')} symmetries; use 'auto'"
            )
        memory = MAX_MEMORY if max_memory is None else whole(max_memory, "max_memory", 1)
        limit, started = seconds(time_limit), perf_counter()
        many: dict[str, Any] = {"workers": workers, "executor": executor}
        pooled = workers is not None or executor is not None
        check("counting", method=method, max_memory=max_memory, **many)

        def left() -> float:
            return 0.0 if canceled() else max(limit - (perf_counter() - started), 0)

        def fixed(problem: Matrix, assumed: Assumptions, seconds: float) -> int:
            how: dict[str, Any] = {"method": method, "max_memory": max_memory, "progress": progress}
            how["time_limit"] = None if seconds == inf else max(seconds, 0)
            return PartsCount(Engine(problem), assumed, **how, **many).run()

        try:
            if pooled and self._many is None:
                n = self._count_on_workers(left, memory, progress, fixed, **many)
            else:
                n = self._count_by_race(method, left(), memory, progress)
        except Unfinished as error:
            raise unfinished("the count", Status.TIME_LIMIT, int(error.partial), "orbit") from None
        return printable(n)

    def _count_on_workers(
        self, left: Callable[[], float], max_memory: int, report: Report | None, fixed: CountFixed, **many: Any
    ) -> int:
        """Return the number of orbits; workers count what each element fixes, or list all solutions."""
        if self._elements is not None:
            with suppress(Exchanged):
                return mean_of_listed(self._acts_on, self._assumed, self._elements, self._generators, left, fixed)
        return sum(1 for _ in self._listed(left(), max_memory, report, **many, ordered=True))

    def _count_by_race(self, method: str, time_limit: float, max_memory: int, report: Report | None) -> int:
        """Return the number of orbits, by all strategies that count them."""
        known, listable = self._many if method == "auto" else None, self._listable
        matrix = self._acts_on if listable or known is None else without_copies(self.problem, known.graph.items)

        def source() -> ConjugacyClasses | ListedClasses:
            if known is not None and not listable:
                return ConjugacyClasses(known)
            assert self._elements is not None
            return ListedClasses(self._elements, self._generators)

        def select() -> Callable[[tuple[int, ...]], bool]:
            unseen = Unseen(self._on_options(), max_memory)
            return self.is_first if self._elements is not None else lambda options: unseen(options, inf)

        possible = self._elements is not None if known is None else listable or not known.equal
        begin = counting(method, max_memory)
        order = known.order if known is not None else self.order if possible else 1
        goal = OrbitGoal(matrix, order, known, source if possible else None, begin, number_of, select)
        return count_orbits(self._engine, self._assumed, goal, max_memory, time_limit, report)
