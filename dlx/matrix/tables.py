# SPDX-License-Identifier: MIT
"""Options as records and as columns, which pandas, Polars and PyArrow make a table of in one call.

    records   [{"option": 0, "room": "hall", "hour": 10}, {"option": 3, "room": "kitchen", "hour": 11}]
    columns   {"option": [0, 3], "room": ["hall", "kitchen"], "hour": [10, 11]}

A row that is a record gives its own fields. Any other row is a field "row", and an option without a row has "items".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .colored import Colored
from .matrix import Matrix
from .rows import record


def option_record(problem: Matrix, k: int) -> dict[Any, Any]:
    """Return the number of an option, its cost if there are costs, and the fields of its row, which take precedence."""
    fields: dict[Any, Any] = {"option": k}
    if problem.costs is not None:
        fields["cost"] = problem.costs[k].item()
    if problem.rows is None:
        return fields | {"items": problem.option(k)}
    row_fields = record(problem.rows[k])
    return fields | ({"row": problem.rows[k]} if row_fields is None else row_fields)


def option_columns(problem: Matrix, k: int) -> dict[Any, Any]:
    """Return the same record with the items as one text, since items of several types do not fit a column."""
    fields = option_record(problem, k)
    return fields if problem.rows is not None else fields | {"items": " ".join(option_words(problem, k))}


def columns(records: Sequence[Mapping[Any, Any]]) -> dict[Any, list[Any]]:
    """Return records as columns; a field that a record lacks is None.

    >>> columns([{"a": 1}, {"a": 2, "b": 3}])
    {'a': [1, 2], 'b': [None, 3]}
    """
    names: Iterable[Any] = dict.fromkeys(name for row in records for name in row)
    return {name: [row.get(name) for row in records] for name in names}


def option_words(problem: Matrix, k: int) -> list[str]:
    """Return the items of option k as words: ``item``, or ``item:color``."""
    return [f"{use.item}:{use.color}" if isinstance(use, Colored) else str(use) for use in problem.option(k)]
