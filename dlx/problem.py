# SPDX-License-Identifier: MIT
"""The model: an exact-cover problem, checked once and immutable from then on, and the questions it answers.

It holds names and arrays (how they are made is told in build.py), and hands each question to a Search or a batch, and
these to a kernel (kernels.py).

    Problem  --search()-->  Search  --run-->  kernel      one question: solve, list, count, with limits
             --solve_many()-------Answers--->  lanes       many questions side by side
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

from .batch import Answers, Batch
from .build import MOST_OPTIONS, Colored, Parts, from_csr, from_matrix, from_names
from .kernels import Kernels
from .questions import csr
from .search import Progress, Search

if TYPE_CHECKING:
    from os import PathLike
    from typing import IO

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Int32 = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution: ``options`` are the numbers of its options, ascending; :meth:`items` spells them out."""

    problem: Problem = field(hash=False)  # large, and the same for all solutions that one compares
    options: tuple[int, ...]

    def items(self) -> list[tuple[Hashable, ...]]:
        """Each option of the solution as the tuple of its items, as they were given."""
        return [self.problem.option(k) for k in self.options]

    def __len__(self) -> int:
        return len(self.options)

    def __iter__(self) -> Iterator[int]:
        return iter(self.options)

    def __repr__(self) -> str:
        return f"Solution({self.options})"


class Problem:
    """An exact-cover problem: choose options so that each primary item is in exactly one, each secondary item in at
    most one (or in several that give it the same color).

    Args:
        options: an iterable of options, each an iterable of items: any hashable values, or :class:`Colored`. Give lists
            or tuples: the order of a Python set of strings, and with it that of the solutions, differs run by run.
        primary: the items to be covered exactly once, in the order that breaks ties of the search (the first of the
            items with fewest options is branched on). None: all items that are not secondary, as first seen.
        secondary: the items to be covered at most once.

    Raises:
        ValueError: an empty option, an item twice in one option, an item that is neither primary nor secondary, a color
            on a primary item; the message names option and item.
        TypeError: an item that cannot be hashed, an option that is a string.

    An immutable value: it can be shared between threads, pickled, compared and hashed.

    >>> p = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> [s.options for s in p.solutions()]
    [(0, 1), (2, 3)]
    >>> p.count(given=[2])
    1
    """

    __slots__ = ("items", "n_primary", "indptr", "indices", "colors", "_color_names", "_kernels")  # noqa: RUF023 (as Parts)

    items: Sequence[Hashable]  # by number: the primary ones, then the secondary ones
    n_primary: int
    indptr: Int32  # (n_options + 1,): option k has the entries indptr[k] .. indptr[k+1]-1
    indices: Int32  # (entries,): the items' numbers
    colors: Int32 | None  # (entries,): 0 for no color
    _color_names: tuple[Hashable, ...]  # color number - 1 -> the caller's color, in first-seen order
    _kernels: Kernels  # compiled tables, and kernels that wait for the next question

    def __init__(
        self,
        options: Iterable[Iterable[Hashable]],
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
    ) -> None:
        self._set(from_names(options, primary, secondary))

    def _set(self, parts: Parts) -> None:
        if len(parts.indptr) > MOST_OPTIONS:
            raise OverflowError(f"{len(parts.indptr) - 1:,} options: there can be less than 2^30")
        for arr in (parts.indptr, parts.indices, parts.colors):
            if arr is not None:
                arr.setflags(write=False)
        for name, value in zip(self.__slots__, (*parts, Kernels()), strict=True):
            object.__setattr__(self, name, value)

    @classmethod
    def _of(cls, parts: Parts) -> Problem:
        problem = cls.__new__(cls)
        problem._set(parts)
        return problem

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Problem is immutable: {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Problem is immutable: {name!r} cannot be deleted")

    # --- other ways to build one

    @classmethod
    def from_matrix(cls, matrix: ArrayLike | Any, secondary: Iterable[int] = ()) -> Problem:
        """A problem from a 0/1 matrix, an option a row and an item a column (the items are the column numbers).

        ``matrix`` is anything that NumPy makes a 2-D array of, or a SciPy sparse matrix or array (anything with
        ``tocsr()``); ``secondary`` lists columns.

        >>> Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 1]]).count()
        2
        """
        return cls._of(from_matrix(matrix, secondary))

    @classmethod
    def from_csr(
        cls,
        indptr: ArrayLike,
        indices: ArrayLike,
        colors: ArrayLike | None = None,
        *,
        n_items: int,
        n_primary: int,
    ) -> Problem:
        """A problem from arrays: option k has the items ``indices[indptr[k]:indptr[k+1]]``.

        Items are the numbers 0 .. n_items-1, the first ``n_primary`` of them primary. ``colors`` has the shape of
        ``indices``: 0 for no color. The arrays are copied. This is the way to build problems of millions of entries.

        >>> Problem.from_csr([0, 2, 3, 4], [0, 1, 0, 1], n_items=2, n_primary=2).count()
        2
        """
        return cls._of(from_csr(indptr, indices, colors, n_items, n_primary))

    @classmethod
    def read(cls, file: str | PathLike[str] | IO[str] | IO[bytes]) -> Problem:
        """Read a problem in Knuth's text format from a path or an open stream; see :mod:`dlx.dlxfile`."""
        from .dlxfile import read

        return read(file)

    def write(self, file: str | PathLike[str] | IO[str]) -> None:
        """Write the problem in Knuth's text format to a path or an open text stream; see :mod:`dlx.dlxfile`."""
        from .dlxfile import write

        write(self, file)

    # --- what it is

    @property
    def n_items(self) -> int:
        return len(self.items)

    @property
    def n_options(self) -> int:
        return len(self.indptr) - 1

    @property
    def primary(self) -> Sequence[Hashable]:
        """The primary items, in the order that breaks ties."""
        return self.items[: self.n_primary]

    @property
    def secondary(self) -> Sequence[Hashable]:
        return self.items[self.n_primary :]

    def option(self, k: int) -> tuple[Hashable, ...]:
        """Option k as the tuple of its items, in the order given, :class:`Colored` where they have a color.

        >>> Problem([["b", "a"], ["c"]]).option(0)
        ('b', 'a')
        """
        (k,) = self._numbers([k], "the")
        entries = range(self.indptr[k], self.indptr[k + 1])
        return tuple(self._use(e) for e in entries)

    def _use(self, entry: int) -> Hashable:
        item: Hashable = self.items[self.indices[entry]]
        color = 0 if self.colors is None else int(self.colors[entry])
        if not color:
            return item
        return Colored(item, self._color_names[color - 1])

    def __repr__(self) -> str:
        second = f" + {self.n_items - self.n_primary} secondary" if self.n_items > self.n_primary else ""
        return f"<Problem: {self.n_primary}{second} items, {self.n_options} options>"

    def _key(self) -> tuple[Any, ...]:
        colors = b"" if self.colors is None else self.colors.tobytes()
        return (tuple(self.items), self.n_primary, self.indptr.tobytes(), self.indices.tobytes(), colors)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self._key() == other._key() and self._color_names == other._color_names

    def __hash__(self) -> int:
        return hash((self.n_primary, self.indptr.tobytes(), self.indices.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        parts = Parts(self.items, self.n_primary, self.indptr, self.indices, self.colors, self._color_names)
        return (Problem._of, (parts,))

    # --- questions

    def search(
        self,
        *,
        given: Iterable[int] = (),
        banned: Iterable[int] = (),
        limit: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        kernel: str = "auto",
        seed: int | None = None,
        progress: Callable[[Progress], object] | None = None,
    ) -> Search:
        """A search that can be limited, watched, stopped and resumed; see :class:`dlx.Search`.

        Args:
            given: numbers of options assumed chosen. If they contradict each other there is no solution.
            banned: numbers of options assumed not chosen.
            limit: stop after so many solutions.
            time_limit: stop after so many seconds in the search; the caller's own between two solutions do not count.
            node_limit: stop after so many nodes (partial solutions visited).
            kernel: "links" (dancing links), "bits" (bit-parallel) or "auto", the one that is likely to be faster
                (links, where there is a seed).
            seed: shuffle the order in which options are tried; the same seed gives the same order on every machine.
            progress: called with a :class:`dlx.Progress` about every 0.1 s.

        >>> p = Problem([["a"], ["a"], ["a"]])
        >>> s = p.search(limit=2)
        >>> len(list(s)), s.status.value
        (2, 'solution limit')
        """
        return Search(
            self,
            given=given,
            banned=banned,
            limit=limit,
            time_limit=time_limit,
            node_limit=node_limit,
            kernel=kernel,
            seed=seed,
            progress=progress,
        )

    def solve(self, *, given: Iterable[int] = (), banned: Iterable[int] = ()) -> Solution | None:
        """The first solution, or None if there is none."""
        search = Search(self, given=given, banned=banned, limit=1)
        solution = next(search, None)
        search.close()
        return solution

    def solutions(self, *, given: Iterable[int] = (), banned: Iterable[int] = ()) -> Iterator[Solution]:
        """All solutions, one by one, as they are found."""
        return Search(self, given=given, banned=banned)

    def count(self, limit: int | None = None, *, given: Iterable[int] = (), banned: Iterable[int] = ()) -> int:
        """The number of solutions; with ``limit``, counting stops there."""
        search = Search(self, given=given, banned=banned, limit=limit)
        try:
            return search.count()
        finally:
            search.close()

    def is_unique(self, *, given: Iterable[int] = (), banned: Iterable[int] = ()) -> bool:
        """Is there exactly one solution?"""
        return self.count(2, given=given, banned=banned) == 1

    def count_many(
        self,
        givens: Any,
        limit: int | None = 2,
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
        kernel: str = "auto",
    ) -> NDArray[np.int64]:
        """The number of solutions under each of many sets of given options: an int64 array, each at most ``limit``.

        Args:
            givens: a list of collections of option numbers, a boolean or uint8 matrix (N, options), or a pair of arrays
                ``(indptr, options)`` in CSR form.
            limit: stop counting a question's solutions there; None: count all.
            node_limit: stop a question after so many nodes; its count may be too low (``solve_many`` tells).
            time_limit: stop them all after so many seconds; what has not been asked by then counts 0.
            kernel: "lanes" (side by side, bit-sliced), "bits" or "links" (one by one), or "auto".

        Raises:
            ValueError, TypeError: an option that does not exist (the message names the question), a limit below 1.

        >>> Problem([["a", "b"], ["a"], ["b"]]).count_many([[], [0], [0, 1]]).tolist()
        [2, 1, 0]
        """
        return Answers(self, csr(self, givens), limit, False, node_limit, time_limit, kernel).counts

    def solve_many(
        self,
        givens: Any,
        limit: int | None = 2,
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
        kernel: str = "auto",
    ) -> Batch:
        """The same, with the first solution, the nodes and the status of each question: a :class:`dlx.Batch`."""
        return Answers(self, csr(self, givens), limit, True, node_limit, time_limit, kernel).batch()

    def verify(self, solution: Solution | Iterable[int]) -> bool:
        """Check a solution in plain Python, without any kernel.

        Returns True; raises ValueError that says what is wrong with it.

        >>> p = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
        >>> p.verify([0, 1])
        True
        >>> p.verify([0, 2])
        Traceback (most recent call last):
            ...
        ValueError: item 'a' is in option 0 and in option 2
        """
        users: dict[Hashable, tuple[int, Hashable]] = {}
        primary = set(self.primary)
        seen: set[int] = set()
        for k in solution:
            if k in seen:
                raise ValueError(f"option {k} is listed twice")
            seen.add(k)
            uses = self.option(k)
            if not any(use in primary for use in uses):
                raise ValueError(f"option {k} has no primary item and is never chosen")
            for use in uses:
                item, color = (use.item, (use.color,)) if isinstance(use, Colored) else (use, None)
                other, agreed = users.setdefault(item, (k, color))
                if other != k and (color is None or agreed != color):
                    raise ValueError(f"item {item!r} is in option {other} and in option {k}")
        missing = next((item for item in self.primary if item not in users), None)
        if len(primary - users.keys()):
            raise ValueError(f"item {missing!r} is not covered")
        return True

    # --- what the driver asks

    def _range(self) -> str:
        last = self.n_options - 1
        return f"the problem has {self.n_options} options" + (f" (0 to {last})" if last >= 0 else "")

    def _numbers(self, options: Iterable[int], name: str) -> list[int]:
        """Option numbers from the caller, checked."""
        numbers = []
        for k in options:
            try:
                number = index(k)
            except TypeError:
                raise TypeError(f"{name} option {k!r} is not an option number") from None
            if isinstance(k, bool):
                raise TypeError(f"{name} option {k!r} is not an option number (give numbers, not a mask)")
            if not 0 <= number < self.n_options:
                raise ValueError(f"{name} option {number} is out of range: {self._range()}")
            numbers.append(number)
        return numbers

    def _solution(self, options: list[int]) -> Solution:
        return Solution(self, tuple(sorted(options)))
