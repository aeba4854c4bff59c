# SPDX-License-Identifier: MIT
"""Options made of the rows of a caller: of objects, of records, of a table, or of a mapping of names to items.

    room  hour  course        items=["course"]                 course=yoga                a primary item
    hall  10    yoga          secondary=[("room", "hour")]     (room, hour)=(hall, 10)    a secondary item

Each option keeps its row, so answers speak of rows again. We never import the library of a table: a table of pandas,
Polars or PyArrow has a method that lists its rows as dictionaries, and we call that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from numpy.typing import ArrayLike

from .build import Fields, from_names, has_multiplicities
from .colored import Colored
from .sets import in_order

Items = Callable[[Any], Iterable[Hashable]] | Iterable[Hashable]  # a function of a row, or columns
Cost = Callable[[Any], float] | Mapping[Any, float] | str | Any  # the last: a number for each row


def from_rows(
    rows: Any,
    items: Items | None,
    primary: Iterable[Hashable] | Mapping[Hashable, int | tuple[int, int]] | None,
    secondary: Iterable[Hashable] | Callable[[Hashable], object],
    cost: Cost,
) -> Fields:
    """Return the problem with an option for each row; see :meth:`Problem.of`."""
    kept = listed_rows(rows)
    if (items is None) != isinstance(rows, Mapping):
        needs = "needs no" if items is not None else "needs"
        raise TypeError(f"rows is a {type(rows).__name__}, which {needs} items=; only a mapping has items of its own")
    if items is None:
        options = [_listed(k, option) for k, option in enumerate(rows.values())]
    elif callable(items):
        options = [_listed(k, items(row)) for k, row in enumerate(kept)]
    else:
        first, second = _columns(items, "items"), _columns(secondary, "secondary")
        secondary = list(dict.fromkeys(use for k, row in enumerate(kept) for use in _uses(k, row, second)))
        options = [[*_uses(k, row, first), *_uses(k, row, second)] for k, row in enumerate(kept)]
        primary = primary if primary is None else _named_by_values(primary, options, first)
    if callable(secondary):
        secondary = _selected(options, secondary)
    if has_multiplicities(primary):
        secondary = secondary if isinstance(secondary, (str, bytes, Mapping)) else list(secondary)
        primary = {**primary, **dict.fromkeys(_others(options, {*primary, *secondary}), 1)}
    return from_names(options, primary, secondary, _costs(kept, cost))._replace(rows=kept)


def _records(table: Any) -> Iterable[Any] | None:
    """Return the rows of a table of pandas, Polars or PyArrow, as dictionaries; None for anything else."""
    if hasattr(table, "iter_rows"):  # Polars
        rows: Iterable[Any] = table.iter_rows(named=True)
    elif hasattr(table, "to_pylist") and hasattr(table, "column_names"):  # PyArrow
        rows = table.to_pylist()
    elif hasattr(table, "to_dict") and hasattr(table, "columns"):  # pandas
        rows = table.to_dict("records")
    else:
        return None
    return rows


def listed_rows(rows: Any) -> tuple[Any, ...]:
    """Return the rows that the problem keeps; of a mapping, the names."""
    records = _records(rows)
    if records is not None:
        return tuple(records)
    if isinstance(rows, (str, bytes)) or not isinstance(rows, Iterable):
        raise TypeError(f"rows is {rows!r}; it must be a list of rows, a table, or a mapping of names to items")
    return tuple(in_order(rows, "rows"))


def _listed(k: int, option: Any) -> Any:
    """Return an option that can be read twice; the builder complains about one that is no list."""
    if type(option) is list or type(option) is tuple:  # as usual, half a microsecond sooner
        return option
    return list(option) if isinstance(option, Iterator) else in_order(option, f"option {k}")


def _others(options: Iterable[Any], named: Collection[Hashable]) -> list[Hashable]:
    """Return the items that are not named, in first-seen order."""
    try:
        return _selected(options, lambda item: item not in named)
    except TypeError:  # the builder describes the option or the item
        return []


def _selected(options: Iterable[Any], holds: Callable[[Hashable], object]) -> list[Hashable]:
    """Return the items for which a function holds, in first-seen order."""
    items = dict.fromkeys(use.item if isinstance(use, Colored) else use for option in options for use in option)
    return [item for item in items if holds(item)]


# --- columns


def _named_by_values(
    primary: Iterable[Hashable] | Mapping[Hashable, Any], options: Iterable[Iterable[Any]], columns: Sequence[Any]
) -> Iterable[Hashable] | Mapping[Hashable, Any]:
    """Return primary items of columns, each named by itself or by its value, if only one column has this value."""
    if isinstance(primary, (str, bytes)):
        return primary  # the builder refuses it
    with_value: dict[Hashable, dict[Any, None]] = {}
    try:
        for item in (item for option in options for item in option):
            with_value.setdefault(item[1], {})[item] = None
        names = {name: _item_named(name, with_value, columns) for name in primary}
    except TypeError:  # the builder describes what cannot be hashed
        return primary
    if not isinstance(primary, Mapping):
        return [*names.values()]
    bounds: dict[Hashable, Any] = {}
    for name, item in names.items():
        if item in bounds:
            raise ValueError(f"primary has the item {item!r} twice, by two names")
        bounds[item] = primary[name]
    return bounds


def _item_named(name: Any, with_value: Mapping[Hashable, Iterable[Any]], columns: Sequence[Any]) -> Hashable:
    """Return the item of columns that a caller names by itself or by its value; `with_value` has the items by value."""
    if isinstance(name, tuple) and len(name) == 2 and name[0] in columns:
        return name
    choices = [*with_value.get(name, ())]
    if len(choices) == 1:
        item: Hashable = choices[0]
        return item
    if choices:
        raise ValueError(f"primary has {name!r}, which is in several columns; write {' or '.join(map(repr, choices))}")
    example = next((item for items in with_value.values() for item in items), ("column", "value"))
    raise ValueError(f"primary has {name!r}, which no column has; an item is a column and its value, as in {example!r}")


def _columns(columns: Any, name: str) -> list[Any]:
    if isinstance(columns, (str, bytes)) or not isinstance(columns, Iterable):
        raise TypeError(f"{name} is {columns!r}; with columns, it must be a list of columns")
    return list(in_order(columns, name))


def _uses(k: int, row: Any, columns: Iterable[Any]) -> Iterator[Hashable]:
    """Yield the items of row k in these columns: pairs of a column and its value; several columns may make one."""
    for column in columns:
        if isinstance(column, tuple) and not (isinstance(row, Mapping) and column in row):
            yield column, tuple(cell(k, row, part) for part in column)
        else:
            yield column, cell(k, row, column)


def cell(k: int, row: Any, column: Any) -> Any:
    """Return the value of row k in a column, which must not be missing."""
    try:
        value = row[column] if isinstance(row, Mapping) else getattr(row, column)
    except (KeyError, AttributeError, TypeError):
        raise ValueError(f"row {k} has no column {column!r}; {_known(row)}") from None
    if _missing(value):
        raise ValueError(f"row {k} has {value!r} in column {column!r}; fill it, or leave the row out")
    return value


def _known(row: Any) -> str:
    names = record(row)
    return "its columns are " + ", ".join(map(repr, names)) if names else "it is no record"


def _missing(value: Any) -> bool:
    """Return whether a cell of a table is empty: None, NaN, or pandas.NA, which is no truth value."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):
        return True


def record(row: Any) -> dict[Any, Any] | None:
    """Return a mapping, a named tuple or a dataclass as a dictionary of its fields; None for anything else."""
    if isinstance(row, Mapping):
        return dict(row)
    if isinstance(row, tuple) and hasattr(row, "_asdict"):
        return dict(row._asdict())
    if is_dataclass(row) and not isinstance(row, type):
        return {field.name: getattr(row, field.name) for field in fields(row)}
    return None


# --- costs


def _costs(rows: Sequence[Any], cost: Cost) -> ArrayLike | None:
    if callable(cost):
        return [cost(row) for row in rows]
    if isinstance(cost, Mapping):
        free = next((row for row in rows if row not in cost), None)
        if free is not None:
            raise ValueError(f"cost has no number for {free!r}; a mapping needs one for each row")
        return [cost[row] for row in rows]
    if isinstance(cost, str):
        return [cell(k, row, cost) for k, row in enumerate(rows)]
    costs: ArrayLike | None = cost
    return costs
