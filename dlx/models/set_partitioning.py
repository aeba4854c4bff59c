# SPDX-License-Identifier: MIT
"""Set partitioning from a table: the cheapest rows that have each item exactly once, as a table again.

    trip,cost,legs                  trip,cost,A-B,B-C,C-A
    1,300,A-B B-C                   1,300,1,1,0             the same table with a column for each item
    2,200,C-A                       2,200,0,0,1
    3,550,A-B B-C C-A               3,550,1,1,1

    primary     A-B ...             each item
    an option   A-B B-C; its cost is the cost of the row

Reference: Balas and Padberg, Set partitioning: a survey (1976).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from typing import Any

from ..drawing.grid import draw_table
from ..drawing.picture import Picture
from ..matrix.build import from_names
from ..matrix.rows import cell, listed_rows, record
from ..system.wording import plural
from .instance import Instance, check_size

RecordTable = Any  # of a library, or a list of records
BETWEEN_ITEMS = re.compile(r"[\s,;]+")


def set_partitioning(table: RecordTable, *, cost: str | None = "cost", items: str | None = None) -> Instance:
    """Choose rows of a table that have each item exactly once, at the lowest cost.

    Args:
        table: the table, of pandas, Polars or PyArrow, or as a list of records, as ``csv.DictReader`` returns them.
        cost: the column of the costs, which may be texts. None: no costs.
        items: the column that lists the items of a row; None: each column of 0 and 1, except the costs, is an item. The
            list may be a text with blanks, commas or semicolons between the items.

    The ``rows`` of a solution are rows of the table, and the text of a picture is a table in CSV.

    Raises ValueError for a missing column, an empty cell, a cost that is no number, a row without items, or a table
    without columns of 0 and 1.

    >>> trips = [{"cost": 300, "legs": "A-B B-C"}, {"cost": 200, "legs": "C-A"}, {"cost": 550, "legs": "A-B B-C C-A"}]
    >>> problem = set_partitioning(trips, items="legs")
    >>> print(problem.draw(problem.best()[0]))
    cost,legs
    300,A-B B-C
    200,C-A

    On the command line::

        dlx model set-partitioning examples/crews.csv --items legs --draw -
        dlx model set-partitioning examples/crews.csv --items legs | dlx solve --min-cost -
    """
    rows = [_record(k, row) for k, row in enumerate(listed_rows(table))]
    names = _bit_columns(rows, cost) if items is None and rows else []
    options = [_items(k, row, names, items) for k, row in enumerate(rows)]
    title = f"set partitioning of {plural(len(rows), 'row')}"
    check_size(title, sum(map(len, options)))
    costs = None if cost is None else [_number(k, cell(k, row, cost), cost) for k, row in enumerate(rows)]
    return Instance.described(from_names(options, None, (), costs)._replace(rows=(*rows,)), title, _draw)


def _record(k: int, row: Any) -> dict[str, Any]:
    fields = record(row)
    if fields is None:
        raise TypeError(f"row {k} is {row!r}; each row must be a record, as csv.DictReader returns them")
    return fields


def _bit_columns(rows: Sequence[Mapping[str, Any]], cost: str | None) -> list[str]:
    """Return the columns in which all rows have 0 or 1."""
    names = [name for name in rows[0] if name != cost]
    columns = [name for name in names if all(_bit(cell(k, row, name)) is not None for k, row in enumerate(rows))]
    if not columns:
        raise ValueError("no column has only 0 and 1; name the column that lists the items of a row (items=)")
    return columns


def _bit(value: Any) -> bool | None:
    """Return a 0 or a 1 of a table as a truth value; None for anything else."""
    text = str(value).strip()
    return text in ("1", "1.0", "True") if text in ("0", "1", "0.0", "1.0", "False", "True") else None


def _items(k: int, row: Mapping[str, Any], names: Iterable[str], column: str | None) -> list[Hashable]:
    """Return the items of row k."""
    if column is None:
        items: list[Hashable] = [name for name in names if _bit(row[name])]
    else:
        listed = cell(k, row, column)
        if not isinstance(listed, (str, list, tuple)):
            raise ValueError(f"row {k} has {listed!r} in column {column!r}; it must be a list of items")
        items = list(filter(None, BETWEEN_ITEMS.split(listed)) if isinstance(listed, str) else listed)
    if not items:
        raise ValueError(f"row {k} has no items; leave it out")
    return items


def _number(k: int, value: Any, column: str) -> float:
    """Return the cost of row k, which may be a text."""
    if not isinstance(value, str):
        return value  # type: ignore[no-any-return]
    for number in (int, float):
        with suppress(ValueError):
            return number(value)
    raise ValueError(f"row {k} has {value!r} in column {column!r}; it must be a number")


def _draw(instance: Instance, options: Sequence[int]) -> Picture:
    """Return a picture of rows and their items; its text is the rows in CSV."""
    rows = [instance.row(k) for k in options]
    text = StringIO()
    heads = [instance.row(0)] if instance.n_options else []
    csv.writer(text, lineterminator="\n").writerows([*heads, *(row.values() for row in rows)])
    labels, items = [f"row {k}" for k in options], [*map(str, instance.primary)]
    covered = {(f"row {k}", str(item)): "1" for k in options for item in instance.option(k)}
    description = f"{plural(len(rows), 'row')} of a table: {', '.join(labels)}."
    picture = draw_table(labels, items, covered, words=["1"], title=instance.title, description=description)
    return replace(picture, text=text.getvalue().rstrip("\n"))
