# SPDX-License-Identifier: MIT
"""Builds and checks a problem's arrays: from names, from a matrix, from arrays in CSR form.

Every source yields the same parts. Items are numbered with the primary ones first:

    items    a  b  c | q        n_primary = 3
    options  0: a c             indptr   0     2        4  5
             1: b q:red         indices  0  2  1  3     2
             2: c               colors   0  0  0  1     0      (None if no item has a color)

We check everything here, once; kernels trust their input. Errors name the option and the item.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..system.wording import plural
from .builder import COPIES, Builder, numbered
from .entries import COST_BITS, INDEX_BITS, first_repeat
from .labels import Labels, column_names, row_names
from .sets import in_order

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
Bools = NDArray[np.bool_]
MOST_NODES = 2 ** (INDEX_BITS - 1) - 64  # node numbers are int32
MOST_OPTIONS = 2 ** (INDEX_BITS - 2)  # the two highest bits of an item's size are marks
MOST_COSTS = 2**COST_BITS  # limit on the total cost of all options, without signs
TOO_MUCH = f"the costs of all options, without their signs, add up to 2^{COST_BITS} or more"


class Fields(NamedTuple):
    """The fields of a matrix: names and checked arrays."""

    items: Sequence[Hashable]  # by number: the primary ones, then the secondary ones
    n_primary: int
    indptr: Int32  # (n_options + 1,): option k has the entries indptr[k] .. indptr[k+1]-1
    indices: Int32  # (entries,): the items' numbers
    colors: Int32 | None  # (entries,): 0 for no color
    color_names: tuple[Hashable, ...] = ()  # color number - 1 -> the caller's color, in first-seen order
    bounds: Int32 | None = None  # (n_primary, 2): least and most options of a primary item; None: all 1
    costs: NDArray[Any] | None = None  # (n_options,): int64 or float64
    rows: tuple[Any, ...] | None = None  # (n_options,): the caller's own values; None: the options have none


# --- from names


def from_names(
    options: Iterable[Iterable[Hashable]],
    primary: Iterable[Hashable] | Mapping[Hashable, int | tuple[int, int]] | None,
    secondary: Iterable[Hashable],
    costs: ArrayLike | None,
) -> Fields:
    first = {} if primary is None else item_numbers(primary, "primary")
    second = item_numbers(secondary, "secondary")
    parts = _result(Builder(_option_list(options), first, second, fixed=primary is not None))
    if primary is None or not has_multiplicities(primary):
        return with_numbers(parts, None, costs)
    return with_numbers(parts, [multiplicity(item, primary[item]) for item in first], costs)


def _option_list(options: Any) -> Iterable[Any]:
    """Return the options; raise TypeError for a matrix, whose rows would pass for items 0 and 1, or a table."""
    if type(options) is list:  # the usual case, half a microsecond sooner
        return options
    kind = type(options).__name__
    if column_names(options) is not None:
        of = "Problem.of takes tables and chooses columns by items="
        raise TypeError(f"options is a table (of type {kind}); Problem.from_matrix takes 0/1 matrices, {of}")
    if hasattr(options, "tocsr") or (getattr(options, "ndim", 1) == 2 and not _rows_of_items(options)):
        what = f"options is a matrix (of type {kind})"
        raise TypeError(f"{what}; Problem.from_matrix takes 0/1 matrices, one row per option (items: options.tolist())")
    if isinstance(options, Mapping) and isinstance(next(iter(options), None), str):
        raise TypeError("options is a mapping; Problem.of takes a mapping of names to items")
    if not isinstance(options, Iterable) or getattr(options, "ndim", 1) == 0:
        raise TypeError(f"options is {options!r}; it must be a list of options")
    return in_order(options, "options")


def _rows_of_items(array: Any) -> bool:
    """Return whether an array holds items; an array of any width that contains only 0 and 1 is a matrix."""
    if not isinstance(array, np.ndarray) or isinstance(array, np.matrix):
        return False
    return array.dtype.kind not in "biufc" or array.size == 0 or not np.isin(array, (0, 1)).all()


def has_multiplicities(items: Any) -> TypeGuard[Mapping[Hashable, Any]]:
    """Return whether ``items`` maps items to numbers. The nodes of a NetworkX graph map to mappings and do not."""
    return _is_mapping(items) and not all(map(_is_mapping, items.values()))


def _is_mapping(thing: Any) -> bool:
    kind = type(thing)  # of the usual ones, ten times sooner
    return kind is dict or (kind is not tuple and kind is not int and isinstance(thing, Mapping))


def check_nodes(entries: int, items: int) -> None:
    if entries + items >= MOST_NODES:
        raise OverflowError(f"{entries:,} entries and {items:,} items are more than 2^{INDEX_BITS - 1} nodes")


def _result(builder: Builder) -> Fields:
    fields = Fields(*builder.parts())
    check_nodes(len(fields.indices), len(fields.items))
    return fields


def item_numbers(items: Iterable[Hashable], name: str) -> dict[Hashable, int]:
    """Return the items that a caller lists, each with its place in the list."""
    if type(items) is tuple and not items:  # as usual for secondary ones; the checks take a microsecond
        return {}
    if isinstance(items, (str, bytes)):
        raise TypeError(f"{name} is the string {items!r}; give a list of items")
    if name != "primary" and has_multiplicities(items):
        raise TypeError(f"{name} is a mapping; only primary items have multiplicities, give a list of items")
    return numbered(in_order(items, name), name)


# --- multiplicities and costs


def multiplicity(item: Hashable, bound: Any) -> tuple[int, int]:
    """Return the caller's multiplicity, a number or a pair, as a pair."""
    try:
        low, high = map(index, bound if isinstance(bound, (tuple, list)) else (bound, bound))
    except (TypeError, ValueError):
        what = f"item {item!r} has the multiplicity {bound!r}; it must be a number or a pair"
        raise TypeError(f"{what} (pass a list for items without multiplicities)") from None
    return min(low, MOST_OPTIONS), min(high, MOST_OPTIONS)  # NumPy has no integers beyond int64


def with_numbers(parts: Fields, bounds: ArrayLike | None, costs: ArrayLike | None) -> Fields:
    """Return the parts with multiplicities and costs added and checked."""
    if bounds is None and costs is None:
        return parts
    return parts._replace(bounds=_bounds(parts, bounds), costs=_costs(len(parts.indptr) - 1, costs))


def _bounds(parts: Fields, bounds: ArrayLike | None) -> Int32 | None:
    if bounds is None:
        return None
    values = _whole_numbers(bounds) if parts.n_primary else np.zeros((0, 2), np.int32)
    if values.shape != (parts.n_primary, 2) or values.dtype.kind not in "iu":
        raise ValueError(f"bounds must be whole numbers of shape ({parts.n_primary}, 2): least and most of each item")
    pairs = values.tolist()
    for k, (low, high) in enumerate(pairs):
        if not 0 <= low <= high or high == 0:
            what = f"item {parts.items[k]!r} has the multiplicity {low} to {high}"
            raise ValueError(f"{what}; 0 <= least <= most and 1 <= most must hold")
    return None if all(pair == [1, 1] for pair in pairs) else np.minimum(values, MOST_OPTIONS).astype(np.int32)


def _whole_numbers(bounds: ArrayLike) -> NDArray[Any]:
    """Return bounds as an array; integers too large for NumPy are clipped to values that mean the same."""
    values = np.array(bounds, ndmin=2)
    if values.dtype.kind != "O" or not all(type(value) is int for value in values.flat):
        return values
    return np.array([[max(-1, min(value, MOST_OPTIONS)) for value in row] for row in values.tolist()])


def _costs(n_options: int, costs: ArrayLike | None) -> NDArray[Any] | None:
    if costs is None:
        return None
    values = _one_for_each(n_options, costs)
    if values.dtype.kind not in "iuf" and n_options:
        values = _numbers(values if isinstance(costs, np.ndarray) else costs)
    with np.errstate(invalid="ignore"):
        wrong = np.flatnonzero(~((values > -MOST_COSTS) & (values < MOST_COSTS)))  # nan too
    if len(wrong):
        k, cost = wrong[0], values[wrong[0]]
        if MOST_COSTS <= abs(cost) < np.inf:
            raise OverflowError(f"{TOO_MUCH}: option {k} alone has {_shown(cost)}")
        raise ValueError(f"option {k} has the cost {_shown(cost)}; costs are finite numbers")
    total = sum(map(abs, values.tolist()))
    if total >= MOST_COSTS:
        raise OverflowError(f"{TOO_MUCH}: {total}")
    values = np.array(values.tolist()) if values.dtype.kind == "O" else values
    return values.astype(np.float64 if values.dtype.kind == "f" else np.int64)


def _shown(cost: Any) -> str:
    """Return a cost as text for an error; Python refuses to print integers of thousands of digits."""
    if not isinstance(cost, int) or abs(cost) < 10**30:
        return str(cost)
    return f"about {'-' * (cost < 0)}1e{int(cost.bit_length() * 0.30103)}"


def _one_for_each(n_options: int, costs: ArrayLike) -> NDArray[Any]:
    """Return costs as an array of the right shape."""
    try:
        values = np.array(costs)
    except ValueError:  # rows of different lengths
        values = np.empty((0, 0))
    if values.shape != (n_options,):
        fault = f"they are {len(values)}" if values.ndim == 1 else f"this is of type {type(costs).__name__}"
        raise ValueError(f"costs must be {plural(n_options, 'number')}, one for each option; {fault}")
    return values


def _numbers(costs: Any) -> NDArray[Any]:
    """Return costs that NumPy cannot hold as numbers, such as huge integers, as an array of objects."""
    values = np.empty(len(costs), object)
    values[:] = costs
    for k, cost in enumerate(values):
        if isinstance(cost, (bool, np.bool_)) or not isinstance(cost, (int, float, np.integer, np.floating)):
            numbers = plural(len(values), "number")
            raise ValueError(f"costs must be {numbers}, one for each option; option {k} has {cost!r}")
    return values


# --- from a matrix and from arrays


def from_matrix(
    matrix: ArrayLike | Any,
    secondary: Iterable[Hashable],
    bounds: ArrayLike | None,
    costs: ArrayLike | None,
    skip_blank: bool,
) -> Fields:
    heads, labels = Labels(column_names(matrix), "column"), Labels(row_names(matrix), "row")
    rows, indices, n_options, n_items = _nonzero(matrix, lambda row, column: f"{labels[row]}, {heads[column]}")
    sizes = np.bincount(rows, minlength=n_options)
    kept = np.flatnonzero(sizes)
    if len(kept) < n_options and not skip_blank:
        blank = int(np.flatnonzero(sizes == 0)[0])
        raise ValueError(f"{labels[blank]} of the matrix is blank, so option {blank} is empty; pass skip_blank=True")
    indptr = np.concatenate([[0], np.cumsum(sizes[kept])])
    columns = _columns(secondary, n_items, heads)
    items: Sequence[Hashable] = range(n_items) if heads.names is None else tuple(heads.names)
    if columns:
        order = [*np.setdiff1d(np.arange(n_items), columns).tolist(), *columns]
        number = np.argsort(order)
        items = order if heads.names is None else tuple(items[k] for k in order)
        indices = number[indices]
    parts = _checked(items, n_items - len(columns), indptr, indices, None)
    prices = _costs(n_options, costs)
    kept_labels = labels.take(kept) if labels.names is not None or skip_blank else None
    return with_numbers(parts, bounds, None)._replace(costs=None if prices is None else prices[kept], rows=kept_labels)


def from_csr(
    indptr: ArrayLike,
    indices: ArrayLike,
    colors: ArrayLike | None,
    n_items: int,
    n_primary: int,
    bounds: ArrayLike | None,
    costs: ArrayLike | None,
) -> Fields:
    n_items, n_primary = index(n_items), index(n_primary)
    if not 0 <= n_primary <= n_items:
        raise ValueError(f"n_primary is {n_primary} and n_items {n_items}; 0 <= n_primary <= n_items must hold")
    starts = _int_array(indptr, "indptr")
    entries = _int_array(indices, "indices")
    paint = None if colors is None else _int_array(colors, "colors")
    if len(starts) == 0 or starts[0] != 0 or starts[-1] != len(entries) or falls(starts):
        raise ValueError(f"indptr must rise from 0 to the length of indices ({len(entries)})")
    if paint is not None and len(paint) != len(entries):
        raise ValueError(f"colors has {len(paint)} values where indices has {len(entries)}")
    return with_numbers(_checked(range(n_items), n_primary, starts, entries, paint), bounds, costs)


def _checked(
    items: Sequence[Hashable], n_primary: int, indptr: NDArray[Any], indices: NDArray[Any], colors: NDArray[Any] | None
) -> Fields:
    """Run the builder's entry-by-entry checks on whole arrays; return the parts."""
    check_nodes(len(indices), len(items))
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
        item = items[entries[repeat]]
        raise ValueError(f"option {_option_at(indptr, repeat)} has item {item!r} twice; {COPIES.format(item)}")
    if colors is not None:
        wrong = np.flatnonzero((colors < 0) | ((colors > 0) & (entries < n_primary)))
        if len(wrong):
            e = wrong[0]
            what = "a negative color" if colors[e] < 0 else "a color, and is primary"
            raise ValueError(f"option {_option_at(indptr, e)}: item {items[entries[e]]!r} has {what}")
    return Fields(items, n_primary, starts, entries, *renumbered(colors))


def _nonzero(matrix: Any, place: Callable[[int, int], str]) -> tuple[NDArray[Any], NDArray[Any], int, int]:
    """Return the rows and columns of a matrix's ones, and its shape."""
    if hasattr(matrix, "tocsr"):
        sparse = matrix.tocsr()
        values = np.asarray(sparse.data)
        rows = np.repeat(np.arange(sparse.shape[0]), np.diff(sparse.indptr))
        columns, (n_options, n_items) = np.asarray(sparse.indices), sparse.shape
        if ((columns < 0) | (columns >= n_items)).any():
            raise ValueError(f"the sparse matrix has a column index outside 0 to {n_items - 1}")
        rows, columns, values = rows[values != 0], columns[values != 0], values[values != 0]
    else:
        dense = _dense(matrix, place)
        rows, columns = np.nonzero(dense)
        values, (n_options, n_items) = dense[rows, columns], dense.shape
    wrong = np.flatnonzero(values != 1)
    if len(wrong):
        e = wrong[0]
        value = values[e : e + 1].tolist()[0]
        raise ValueError(f"the matrix has {value!r} in {place(rows[e], columns[e])}; it must be 0 or 1")
    return rows, columns, int(n_options), int(n_items)


def _dense(matrix: Any, place: Callable[[int, int], str]) -> NDArray[Any]:
    """Return a matrix as an array; objects and strings, which NumPy cannot compare with 0, are checked one by one."""
    try:
        dense = np.asarray(matrix)
    except ValueError:
        raise ValueError("the rows of the matrix differ in length") from None
    if dense.ndim != 2:
        raise ValueError(f"the matrix has {dense.ndim} dimensions; it must have 2")
    if dense.dtype.kind not in "OSU":
        return dense
    for (row, column), value in np.ndenumerate(np.asarray(matrix, dtype=object)):
        if not _is_bit(value):
            raise ValueError(f"the matrix has {value!r} in {place(row, column)}; it must be 0 or 1")
    return dense.astype(bool)


def _is_bit(value: Any) -> bool:
    try:
        return bool(value == 0) or bool(value == 1)
    except (TypeError, ValueError):  # not a number, or a missing value such as pandas.NA
        return False


def _columns(secondary: Iterable[Any], n_items: int, heads: Labels) -> list[int]:
    if isinstance(secondary, (str, bytes)) or not isinstance(secondary, Iterable):
        raise TypeError(f"secondary is {secondary!r}; give a list of columns")
    columns = [heads.number(c) for c in in_order(secondary, "secondary")]
    for c in columns:
        if not 0 <= c < n_items:
            raise ValueError(f"secondary column {c} is out of range: the matrix has {n_items} columns")
    if len(set(columns)) < len(columns):
        raise ValueError("a secondary column is listed twice")
    return columns


def _int_array(values: ArrayLike, name: str) -> NDArray[Any]:
    arr = np.asarray(values)
    if arr.ndim != 1 or (arr.dtype.kind not in "iu" and arr.size):
        raise ValueError(f"{name} must be a 1-D array of integers")
    return arr.astype(np.int64) if arr.dtype.kind == "u" or not arr.size else arr  # unsigned differences never fall


def renumbered(colors: NDArray[Any] | None) -> tuple[Int32 | None, tuple[int, ...]]:
    """Renumber colors as 1, 2, ... in first-seen order; return them and their names, which are the old numbers."""
    if colors is None or not colors.any():
        return None, ()
    used, first = np.unique(colors, return_index=True)
    used, first = used[used > 0], first[used > 0]
    order = np.argsort(first)
    number = np.argsort(order) + 1
    painted = np.searchsorted(used, colors).astype(np.int32)
    return np.where(colors > 0, number[painted], np.int32(0)).astype(np.int32), tuple(used[order].tolist())


def falls(values: NDArray[Any]) -> bool:
    """Return whether a value is smaller than its predecessor. (Differences could overflow.)"""
    return bool((values[1:] < values[:-1]).any())


def _option_at(indptr: NDArray[Any], entry: int) -> int:
    return int(np.searchsorted(indptr, entry, side="right")) - 1
