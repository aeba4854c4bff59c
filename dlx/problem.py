# SPDX-License-Identifier: MIT
"""The model: an exact-cover problem, checked once and immutable from then on.

Names become numbers here, primary items first, and options become three int32 arrays in CSR form, which every kernel
reads as they are:

    items    a  b  c | q        n_primary = 3
    options  0: a c             indptr   0     2        4  5
             1: b q:red         indices  0  2  1  3     2
             2: c               colors   0  0  0  1     0      (None where no item has a color)

Errors name the option and the item in the caller's words. The kernels trust these arrays and know no names.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ._links import Links, first_repeat
from .batch import Batch, count_many, solve_many
from .search import Progress, Search

if TYPE_CHECKING:
    from os import PathLike
    from typing import IO

    from numpy.typing import ArrayLike, NDArray

    Int32 = NDArray[np.int32]

MOST_NODES = 2**31 - 64  # node numbers are int32


@dataclass(frozen=True, slots=True)
class Colored:
    """A secondary item used with a color: options agree on the item where they give it the same color.

    >>> from dlx import Colored, Problem
    >>> Problem([["a", Colored("x", "red")], ["b", Colored("x", "red")]], secondary=["x"]).count()
    1
    """

    item: Hashable
    color: Hashable


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution: ``options`` are the numbers of its options, ascending; :meth:`items` spells them out."""

    problem: Problem
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
        options: an iterable of options, each an iterable of items: any hashable values, or :class:`Colored`.
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

    __slots__ = ("_color_names", "_idle", "colors", "indices", "indptr", "items", "n_primary")

    items: Sequence[Hashable]  # by number: the primary ones, then the secondary ones
    n_primary: int
    indptr: Int32  # (n_options + 1,): option k has the entries indptr[k] .. indptr[k+1]-1
    indices: Int32  # (entries,): the items' numbers
    colors: Int32 | None  # (entries,): 0 for no color
    _color_names: tuple[Hashable, ...]  # color number - 1 -> the caller's color, in first-seen order
    _idle: list[Links]  # links not in use, one at the most: the next question starts without building any

    def __init__(
        self,
        options: Iterable[Iterable[Hashable]],
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
    ) -> None:
        first = _item_list(primary, "primary") if primary is not None else []
        second = _item_list(secondary, "secondary")
        builder = _Builder(first, second, fixed=primary is not None)
        for option in options:
            builder.add(option)
        self._set(*builder.result())

    def _set(
        self,
        items: Sequence[Hashable],
        n_primary: int,
        indptr: Int32,
        indices: Int32,
        colors: Int32 | None,
        color_names: tuple[Hashable, ...],
    ) -> None:
        for arr in (indptr, indices, colors):
            if arr is not None:
                arr.setflags(write=False)
        values: tuple[Any, ...] = (items, n_primary, indptr, indices, colors, color_names, [])
        names = ("items", "n_primary", "indptr", "indices", "colors", "_color_names", "_idle")
        for name, value in zip(names, values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Problem is immutable: {name!r} cannot be set")

    # --- other ways to build one

    @classmethod
    def from_matrix(cls, matrix: ArrayLike | Any, secondary: Iterable[int] = ()) -> Problem:
        """A problem from a 0/1 matrix, an option a row and an item a column (the items are the column numbers).

        ``matrix`` is anything that NumPy makes a 2-D array of, or a SciPy sparse matrix or array (anything with
        ``tocsr()``); ``secondary`` lists columns.

        >>> Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 1]]).count()
        2
        """
        rows, indices, n_options, n_items = _nonzero(matrix)
        indptr = np.zeros(n_options + 1, dtype=np.int64)
        np.cumsum(np.bincount(rows, minlength=n_options), out=indptr[1:])
        columns = _columns(secondary, n_items)
        order = np.concatenate([np.setdiff1d(np.arange(n_items), columns), columns]).astype(np.int32)
        number = np.empty(n_items, dtype=np.int32)
        number[order] = np.arange(n_items, dtype=np.int32)
        items = range(n_items) if not len(columns) else order.tolist()
        return cls._checked(items, n_items - len(columns), indptr, number[indices], None)

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
        n_items, n_primary = index(n_items), index(n_primary)
        if not 0 <= n_primary <= n_items:
            raise ValueError(f"n_primary is {n_primary} and n_items {n_items}; 0 <= n_primary <= n_items must hold")
        starts = _int_array(indptr, "indptr")
        entries = _int_array(indices, "indices")
        paint = None if colors is None else _int_array(colors, "colors")
        if len(starts) == 0 or starts[0] != 0 or starts[-1] != len(entries) or (np.diff(starts) < 0).any():
            raise ValueError(f"indptr must rise from 0 to the length of indices ({len(entries)})")
        if paint is not None and len(paint) != len(entries):
            raise ValueError(f"colors has {len(paint)} values where indices has {len(entries)}")
        return cls._checked(range(n_items), n_primary, starts, entries, paint)

    @classmethod
    def _checked(
        cls, items: Sequence[Hashable], n_primary: int, indptr: NDArray[Any], indices: NDArray[Any], colors: Any
    ) -> Problem:
        """Check arrays for what the builder checks entry by entry."""
        if len(indices) + len(items) >= MOST_NODES:
            raise OverflowError(f"{len(indices):,} entries and {len(items):,} items are more than 2^31 nodes")
        empty = np.flatnonzero(np.diff(indptr) == 0)
        if len(empty):
            raise ValueError(f"option {empty[0]} is empty")
        outside = np.flatnonzero((indices < 0) | (indices >= len(items)))
        if len(outside):
            e = outside[0]
            raise ValueError(f"option {_option_at(indptr, e)} has item {indices[e]}; there are {len(items)} items")
        starts = indptr.astype(np.int32)
        entries = np.array(indices, dtype=np.int32)
        repeat = first_repeat(starts, entries, len(items))
        if repeat >= 0:
            raise ValueError(f"option {_option_at(indptr, repeat)} has item {items[entries[repeat]]!r} twice")
        if colors is not None:
            wrong = np.flatnonzero((colors < 0) | ((colors > 0) & (entries < n_primary)))
            if len(wrong):
                e = wrong[0]
                what = "a negative color" if colors[e] < 0 else "a color, and is primary"
                raise ValueError(f"option {_option_at(indptr, e)}: item {items[entries[e]]!r} has {what}")
        problem = cls.__new__(cls)
        problem._set(items, n_primary, starts, entries, *_renumbered(colors))
        return problem

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
        if not 0 <= k < self.n_options:
            raise ValueError(f"option {k} is out of range: {self._range()}")
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
        state = (self.items, self.n_primary, self.indptr, self.indices, self.colors, self._color_names)
        return (_unpickle, state)

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
            kernel: "auto" or "links" (dancing links).
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

    def count(
        self, limit: int | None = None, *, given: Iterable[int] = (), banned: Iterable[int] = ()
    ) -> int:
        """The number of solutions; with ``limit``, counting stops there."""
        search = Search(self, given=given, banned=banned, limit=limit)
        try:
            return search.count()
        finally:
            search.close()

    def is_unique(self, *, given: Iterable[int] = (), banned: Iterable[int] = ()) -> bool:
        """Is there exactly one solution?"""
        return self.count(2, given=given, banned=banned) == 1

    def count_many(self, givens: Any, limit: int | None = 2) -> NDArray[np.int64]:
        """Count the solutions under each of many sets of given options; see :func:`dlx.batch.count_many`."""
        return count_many(self, givens, limit)

    def solve_many(self, givens: Any, limit: int | None = 2) -> Batch:
        """The same with a solution for each; see :func:`dlx.batch.solve_many`."""
        return solve_many(self, givens, limit)

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
        for k in solution:
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

    def _take_links(self, seed: int | None = None) -> Links:
        """Links for one search: those that the last one left, or new ones."""
        if seed is None:
            try:
                return self._idle.pop()
            except IndexError:
                pass
        return Links(self.indptr, self.indices, self.colors, self.n_items, self.n_primary, seed)

    def _give_back(self, links: Links) -> None:
        if not self._idle:
            self._idle.append(links)


def _unpickle(*state: Any) -> Problem:
    problem = Problem.__new__(Problem)
    problem._set(*state)
    return problem


class _Builder:
    """Options by name, one at a time, into the arrays of a problem."""

    def __init__(self, primary: list[Hashable], secondary: list[Hashable], fixed: bool) -> None:
        self.fixed = fixed  # are the primary items listed, or found in the options?
        self.primary = {item: k for k, item in enumerate(primary)}
        self.secondary = {item: -1 - k for k, item in enumerate(secondary)}  # numbered from -1 down until all are known
        both = next((item for item in secondary if item in self.primary), None)
        if both is not None:
            raise ValueError(f"item {both!r} is both primary and secondary")
        self.indptr = array("q", [0])
        self.indices = array("i")
        self.colors = array("i")
        self.color_numbers: dict[Hashable, int] = {}

    def add(self, option: Iterable[Hashable]) -> None:
        k = len(self.indptr) - 1
        if isinstance(option, (str, bytes)):
            raise TypeError(f"option {k} is the string {option!r}; an option is a list of items")
        seen = set()
        try:
            uses = iter(option)
        except TypeError:
            raise TypeError(f"option {k} is {option!r}; an option is a list of items") from None
        for use in uses:
            number, color = self._number(k, use)
            if number in seen:
                item = use.item if isinstance(use, Colored) else use
                raise ValueError(f"option {k} has item {item!r} twice")
            seen.add(number)
            self.indices.append(number)
            self.colors.append(color)
        if not seen:
            raise ValueError(f"option {k} is empty")
        self.indptr.append(len(self.indices))

    def _number(self, k: int, use: Hashable) -> tuple[int, int]:
        """The numbers of a use's item and color."""
        item = use.item if isinstance(use, Colored) else use
        try:
            number = self.secondary.get(item)
            if number is None and self.fixed:
                number = self.primary.get(item)
            elif number is None:
                number = self.primary.setdefault(item, len(self.primary))
        except TypeError:
            raise TypeError(f"option {k}: item {item!r} cannot be hashed") from None
        if number is None:
            raise ValueError(f"option {k} has item {item!r}, which is neither primary nor secondary")
        if not isinstance(use, Colored):
            return number, 0
        if number >= 0:
            raise ValueError(f"option {k}: item {item!r} is primary and cannot have a color")
        return number, self.color_numbers.setdefault(use.color, len(self.color_numbers) + 1)

    def result(
        self,
    ) -> tuple[tuple[Hashable, ...], int, Int32, Int32, Int32 | None, tuple[Hashable, ...]]:
        items = (*self.primary, *self.secondary)
        if len(self.indices) + len(items) >= MOST_NODES:
            raise OverflowError(f"{len(self.indices):,} entries and {len(items):,} items are more than 2^31 nodes")
        indices = np.array(self.indices, dtype=np.int32)
        second = indices < 0
        indices[second] = len(self.primary) - 1 - indices[second]
        colors = np.array(self.colors, dtype=np.int32) if self.color_numbers else None
        indptr = np.array(self.indptr, dtype=np.int32)
        return items, len(self.primary), indptr, indices, colors, tuple(self.color_numbers)


def _item_list(items: Iterable[Hashable], name: str) -> list[Hashable]:
    if isinstance(items, (str, bytes)):
        raise TypeError(f"{name} is the string {items!r}; give a list of items")
    result = list(items)
    seen = set()
    for item in result:
        if isinstance(item, Colored):
            raise ValueError(f"{name} item {item.item!r} has a color; colors belong to its uses in options")
        try:
            repeated = item in seen
        except TypeError:
            raise TypeError(f"{name} item {item!r} cannot be hashed") from None
        if repeated:
            raise ValueError(f"{name} item {item!r} is listed twice")
        seen.add(item)
    return result


def _nonzero(matrix: Any) -> tuple[NDArray[Any], NDArray[Any], int, int]:
    """The rows and columns of a matrix's ones, and its shape."""
    if hasattr(matrix, "tocsr"):
        sparse = matrix.tocsr()
        values = np.asarray(sparse.data)
        rows = np.repeat(np.arange(sparse.shape[0]), np.diff(sparse.indptr))
        columns, (n_options, n_items) = np.asarray(sparse.indices), sparse.shape
        rows, columns, values = rows[values != 0], columns[values != 0], values[values != 0]
    else:
        dense = np.asarray(matrix)
        if dense.ndim != 2:
            raise ValueError(f"the matrix has {dense.ndim} dimensions; it must have 2")
        rows, columns = np.nonzero(dense)
        values, (n_options, n_items) = dense[rows, columns], dense.shape
    wrong = np.flatnonzero(values != 1)
    if len(wrong):
        e = wrong[0]
        value, place = values[e].item(), f"row {rows[e]}, column {columns[e]}"
        raise ValueError(f"the matrix has {value!r} in {place}; it must be 0 or 1")
    return rows, columns, int(n_options), int(n_items)


def _columns(secondary: Iterable[int], n_items: int) -> NDArray[np.int64]:
    columns = [index(c) for c in secondary]
    for c in columns:
        if not 0 <= c < n_items:
            raise ValueError(f"secondary column {c} is out of range: the matrix has {n_items} columns")
    if len(set(columns)) < len(columns):
        raise ValueError("a secondary column is listed twice")
    return np.array(columns, dtype=np.int64)


def _int_array(values: ArrayLike, name: str) -> NDArray[Any]:
    arr = np.asarray(values)
    if arr.ndim != 1 or (arr.dtype.kind not in "iu" and arr.size):
        raise ValueError(f"{name} must be a 1-D array of integers")
    return arr if arr.size else arr.astype(np.int64)


def _renumbered(colors: NDArray[Any] | None) -> tuple[Int32 | None, tuple[int, ...]]:
    """Colors by number, as 1, 2, ... in first-seen order, and their names: the numbers that they had."""
    if colors is None or not colors.any():
        return None, ()
    used, first = np.unique(colors, return_index=True)
    used, first = used[used > 0], first[used > 0]
    order = np.argsort(first)
    number = np.empty(len(used), dtype=np.int32)
    number[order] = np.arange(1, len(used) + 1, dtype=np.int32)
    painted = np.searchsorted(used, colors).astype(np.int32)
    return np.where(colors > 0, number[painted], np.int32(0)).astype(np.int32), tuple(used[order].tolist())


def _option_at(indptr: NDArray[Any], entry: int) -> int:
    return int(np.searchsorted(indptr, entry, side="right")) - 1
