# SPDX-License-Identifier: MIT
"""A matrix of items and options: the data of an exact-cover problem, checked once and immutable afterwards.

The matrix holds names and arrays. build.py creates them; problem.py answers questions about them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .build import MOST_OPTIONS, Fields, Int32, from_csr, from_matrix, from_names
from .colored import Colored
from .entries import INDEX_BITS, hold
from .never import RANGE_BY_NAME, RANGE_BY_ROW, warned
from .numbers import NO_SOLUTION, option_numbers
from .rows import Cost, Items, from_rows


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array that C may read. Dask unpickles arrays where they lie in a message, at odd addresses."""
    return array if array.flags.aligned else array.copy()


class Matrix:
    """Items, options, colors, multiplicities and costs. A :class:`dlx.Problem` is a matrix that answers questions."""

    __slots__ = Fields._fields

    items: Sequence[Hashable]  # by number: the primary ones, then the secondary ones
    n_primary: int
    indptr: Int32  # (n_options + 1,): option k has the entries indptr[k] .. indptr[k+1]-1
    indices: Int32  # (entries,): the items' numbers
    colors: Int32 | None  # (entries,): 0 for no color
    color_names: tuple[Hashable, ...]  # color number - 1 -> the caller's color, in first-seen order
    bounds: Int32 | None  # (n_primary, 2): least and most options of a primary item; None: always 1
    costs: NDArray[np.int64] | NDArray[np.float64] | None  # (n_options,)
    rows: tuple[Any, ...] | None  # (n_options,): the caller's own values, see of(); None: the options have none

    def __init__(
        self,
        options: Iterable[Iterable[Hashable]],
        primary: Iterable[Hashable] | Mapping[Hashable, int | tuple[int, int]] | None = None,
        secondary: Iterable[Hashable] = (),
        costs: ArrayLike | None = None,
    ) -> None:
        self._set(warned(from_names(options, primary, secondary, costs), RANGE_BY_NAME))

    def _set(self, fields: Fields) -> None:
        if len(fields.indptr) >= MOST_OPTIONS:  # a degree may exceed the options by one, and carries a mark
            raise OverflowError(f"{len(fields.indptr) - 1:,} options: there can be less than 2^{INDEX_BITS - 2} - 1")
        for arr in (fields.indptr, fields.indices, fields.colors, fields.bounds, fields.costs):
            if arr is not None and arr.flags.writeable:
                arr.setflags(write=False)
        hold(self, Matrix.__slots__, fields)

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build a problem from checked arrays."""
        problem = cls.__new__(cls)
        problem._set(fields)
        return problem

    def derived(self, fields: Fields) -> Matrix:
        """Return a problem made from this one, which answers the same questions."""
        return Matrix.from_fields(fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Problem is immutable: {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Problem is immutable: {name!r} cannot be deleted")

    # --- other ways to build one

    @classmethod
    def of(
        cls,
        rows: Any,
        items: Items | None = None,
        *,
        primary: Iterable[Hashable] | Mapping[Hashable, int | tuple[int, int]] | None = None,
        secondary: Iterable[Hashable] | Callable[[Hashable], object] = (),
        cost: Cost = None,
    ) -> Self:
        """Build a problem with an option for each of your rows, which solutions give back.

        Args:
            rows: any values; or a table of pandas, Polars or PyArrow, whose rows are dictionaries; or a mapping of
                names to items, whose names are the rows.
            items: a function that returns the items of a row; or columns of the table (or fields of the rows), each of
                which gives an item ``(column, value)``, and a tuple of columns an item ``(columns, values)``. A mapping
                of names to items needs none.
            primary: as for :class:`Problem`; but a mapping need not have all primary items, and the others are covered
                exactly once. With columns, a value names its item, if only one column has it: ``{"R1": (0, 2)}`` for
                ``{("room", "R1"): (0, 2)}``.
            secondary: items to cover at most once, or a function that selects them; with columns, further columns.
            cost: a number for each row, a function of a row, a column, or a mapping of rows to numbers.

        Functions in ``given`` and ``banned`` receive the row of an option, and a row itself names its option, unless
        it is a whole number, which is always the number of an option. The rows take no part in comparisons of problems,
        and workers do not receive them.

        Raises:
            ValueError: a row that lacks a column or a value in it; and as for :class:`Problem`.
            TypeError: rows that need ``items``; and as for :class:`Problem`.

        >>> from dlx import Problem
        >>> p = Problem.of({"left": ["a"], "right": ["b"], "both": ["a", "b"]}, cost={"left": 1, "right": 1, "both": 3})
        >>> p.solve().rows, p.best().solutions[0].rows, p.solve(banned=["left"]).rows
        (['left', 'right'], ['left', 'right'], ['both'])
        >>> lessons = [("yoga", "hall", 10), ("yoga", "hall", 11), ("chess", "hall", 10), ("chess", "kitchen", 11)]
        >>> p = Problem.of(lessons, lambda row: [row[0], row[1:]], secondary=lambda item: isinstance(item, tuple))
        >>> [s.rows for s in p.solutions(banned=lambda row: row[1] == "kitchen")]
        [[('yoga', 'hall', 11), ('chess', 'hall', 10)]]
        >>> beds = [{"guest": guest, "room": room} for guest in ("Ann", "Bob", "Eve") for room in ("R1", "R2")]
        >>> Problem.of(beds, ["guest", "room"], primary={"R1": (0, 2), "R2": (0, 1)}).count()
        3
        """
        return cls.from_fields(warned(from_rows(rows, items, primary, secondary, cost), RANGE_BY_NAME))

    @classmethod
    def from_matrix(
        cls,
        matrix: ArrayLike | Any,
        secondary: Iterable[Hashable] = (),
        *,
        bounds: ArrayLike | None = None,
        costs: ArrayLike | None = None,
        skip_blank: bool = False,
    ) -> Self:
        """Build a problem from a 0/1 matrix: each row is an option, each column an item.

        Args:
            matrix: anything NumPy can turn into a 2-D array, a SciPy sparse matrix or array (anything with
                ``tocsr()``), or a table of pandas, Polars or PyArrow. The names of columns are their numbers, or
                the names in a table. The index of a pandas frame, if it is no plain numbering, names the rows.
            secondary: the secondary columns.
            bounds: a row (least, most) for each other column.
            costs: a number for each row of the matrix.
            skip_blank: leave out rows without a 1, which are an error otherwise. The ``rows`` of a solution are then
                the numbers of its rows in the matrix, or their names.

        Raises:
            ValueError: a value that is not 0 or 1, with its row and its column; a blank row.

        >>> from dlx import Problem
        >>> Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 1]]).count()
        2
        >>> Problem.from_matrix([[1, 0], [0, 0], [0, 1]], skip_blank=True).solve().rows
        [0, 2]
        """
        return cls.from_fields(warned(from_matrix(matrix, secondary, bounds, costs, skip_blank), RANGE_BY_ROW))

    @classmethod
    def from_csr(
        cls,
        indptr: ArrayLike,
        indices: ArrayLike,
        colors: ArrayLike | None = None,
        *,
        n_items: int,
        n_primary: int,
        bounds: ArrayLike | None = None,
        costs: ArrayLike | None = None,
    ) -> Self:
        """Build a problem from arrays: option k has the items ``indices[indptr[k]:indptr[k+1]]``.

        Items are the numbers 0 .. n_items-1; the first ``n_primary`` are primary. ``colors`` has the shape of
        ``indices``, with 0 for no color. ``bounds`` has a row (least, most) for each primary item, ``costs`` a number
        for each option. The arrays are copied. Use this to build problems of millions of entries.

        >>> from dlx import Problem
        >>> Problem.from_csr([0, 2, 3, 4], [0, 1, 0, 1], n_items=2, n_primary=2).count()
        2
        """
        fields = from_csr(indptr, indices, colors, n_items, n_primary, bounds, costs)
        return cls.from_fields(warned(fields, RANGE_BY_ROW))

    # --- properties

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

    @property
    def symmetries(self) -> Sequence[Any] | None:
        """The built-in symmetries of a problem of :mod:`dlx.models`; None if there are none."""
        return None

    def option(self, k: int) -> tuple[Hashable, ...]:
        """Return option k as the tuple of its items, in the order given, :class:`Colored` where they have a color.

        >>> from dlx import Problem
        >>> Problem([["b", "a"], ["c"]]).option(0)
        ('b', 'a')
        """
        (k,) = option_numbers(self.n_options, [k], "the")
        entries = range(self.indptr[k], self.indptr[k + 1])
        return tuple(self._use(e) for e in entries)

    def row(self, k: int) -> Any:
        """Return the row of option k (see :meth:`Problem.of`), or its items if the options have no rows.

        >>> from dlx import Problem
        >>> Problem.of({"left": ["a"], "right": ["b"]}).row(1), Problem([["a"], ["b"]]).row(1)
        ('right', ('b',))
        """
        items = self.option(k)
        return items if self.rows is None else self.rows[k]

    def _use(self, entry: int) -> Hashable:
        item: Hashable = self.items[self.indices[entry]]
        color = 0 if self.colors is None else int(self.colors[entry])
        if not color:
            return item
        return Colored(item, self.color_names[color - 1])

    def __repr__(self) -> str:
        second = f" + {self.n_items - self.n_primary} secondary" if self.n_items > self.n_primary else ""
        features = f"{', multiplicities' * (self.bounds is not None)}{', costs' * (self.costs is not None)}"
        return f"<{type(self).__name__}: {self.n_primary}{second} items, {self.n_options} options{features}>"

    def thumbnail(self, solution: Iterable[int] = ()) -> str:
        """Return a picture of the problem, or of a solution, as HTML: "" where no model can draw a small one."""
        return ""

    def fields(self) -> Fields:
        """Return the names and arrays, in the form that ``from_fields`` takes."""
        return Fields(*(getattr(self, name) for name in Matrix.__slots__))

    def without_rows(self) -> Matrix:
        """Return the same problem for a worker, which answers by numbers and need not receive the rows."""
        return self if self.rows is None else self.derived(self.fields()._replace(rows=None))

    def _key(self) -> tuple[Any, ...]:
        numbers = (self.indptr, self.indices, self.colors, self.bounds, self.costs)
        arrays = (None if arr is None else (arr.dtype.kind, arr.tobytes()) for arr in numbers)
        return (tuple(self.items), self.n_primary, self.color_names, *arrays)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.n_primary, self.indptr.tobytes(), self.indices.tobytes()))

    def digest(self) -> str:
        """Return a digest that identifies the problem in files: all its numbers, but no names of items or colors."""
        from hashlib import sha256

        digest = sha256(f"{self.n_items} {self.n_primary}".encode())
        for arr in (self.indptr, self.indices, self.colors, self.bounds, self.costs):
            digest.update(b"-" if arr is None else f"{arr.dtype.str}{arr.shape}".encode() + arr.tobytes())
        return digest.hexdigest()

    def __getstate__(self) -> tuple[Any, ...]:
        return tuple(self.fields())

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        fields: list[Any] = [aligned(value) if isinstance(value, np.ndarray) else value for value in state]
        self._set(Fields(*fields))

    def verify(self, solution: Iterable[int]) -> bool:
        """Check a solution in plain Python, without any kernel.

        Returns True, or raises a ValueError that describes the fault.

        >>> from dlx import Problem
        >>> p = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
        >>> p.verify([0, 1])
        True
        >>> p.verify([0, 2])
        Traceback (most recent call last):
            ...
        ValueError: item 'a' is in option 0 and in option 2
        """
        if solution is None:
            raise ValueError(NO_SOLUTION)
        bounds = [(1, 1)] * self.n_primary if self.bounds is None else self.bounds.tolist()
        numbers = {item: k for k, item in enumerate(self.primary)}
        users: dict[Hashable, list[int]] = {}
        agreed: dict[Hashable, Hashable] = {}  # secondary item -> its color in the solution, None without a color
        seen: set[int] = set()
        for k in solution:
            if k in seen:
                raise ValueError(f"option {k} is listed twice")
            seen.add(k)
            uses = self.option(k)
            if not any(use in numbers for use in uses):
                raise ValueError(f"option {k} has no primary item and is never chosen")
            for use in uses:
                item, color = (use.item, (use.color,)) if isinstance(use, Colored) else (use, None)
                options = users.setdefault(item, [])
                options.append(k)
                high = bounds[numbers[item]][1] if item in numbers else len(options) if color else 1
                if len(options) > high or agreed.setdefault(item, color) != color:
                    which = " and in ".join(f"option {option}" for option in options)
                    raise ValueError(f"item {item!r} is in {which}")
        for k, item in enumerate(self.primary):
            low = bounds[k][0]
            if not users.get(item) and low:
                raise ValueError(f"item {item!r} is not covered")
            if len(users.get(item, [])) < low:
                raise ValueError(f"item {item!r} is in {len(users[item])} options; it must be in {low}")
        return True
