# SPDX-License-Identifier: MIT
"""Words for messages: numbers of cells, lists, and values cut to a readable length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cell_count(cells: int) -> str:
    return f"{cells} cell" if cells == 1 else f"{cells} cells"


def listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


def short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def in_series(things: Sequence[object]) -> str:
    """Return a list in words.

    >>> in_series(["X", "V", 7]), in_series([2])
    ('X, V and 7', '2')
    """
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last
