# SPDX-License-Identifier: MIT
"""Small pieces of HTML, as which notebooks show our objects. Every text is escaped."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from .wording import truncate

ROWS_SHOWN = 20  # of a table
CHARACTERS_SHOWN = 200  # of a cell


def preformatted(text: str) -> str:
    """Return a text as HTML, line by line.

    >>> preformatted("a < b")
    '<pre>a &lt; b</pre>'
    """
    return f"<pre>{escape(text)}</pre>"


def html_table(columns: Mapping[Any, Sequence[Any]], caption: str, rows: int | None = None) -> str:
    """Return columns as a table; a last line gives the number of the ``rows`` that are left out.

    >>> html_table({"option": [0], "items": ["a b"]}, "1 option")
    '<table><caption>1 option</caption><tr><th>option<th>items</tr><tr><td>0<td>a b</tr></table>'
    """
    given = max(map(len, columns.values()), default=0)
    shown, n = min(given, ROWS_SHOWN), given if rows is None else rows
    lines = ["".join(f"<th>{_cell(name)}" for name in columns)] if columns else []
    lines += ["".join(f"<td>{_cell(values[k])}" for values in columns.values()) for k in range(shown)]
    lines += [f"<td colspan={len(columns)}>and {n - shown:,} more"] * (n > shown)
    return f"<table><caption>{escape(caption)}</caption>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _cell(value: Any) -> str:
    return escape(truncate(str(value), CHARACTERS_SHOWN))
