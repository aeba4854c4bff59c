# SPDX-License-Identifier: MIT
"""Puzzles in the tables of HTML, as web pages and notebooks hold them: a line per row.

    <tr><td>5</td><td></td><td>&nbsp;</td><td><input value="3"></td> ...        5 . . 3 ...

A table with four rows of four cells or more is a grid; a row of any table may also have a puzzle in a cell. The rest of
the page is skipped, and so are the heads of tables, which number rows and columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

from ..board.digits import SMALLEST_SIDE
from .records import SourceError

HTML_CHUNK_CHARACTERS = 1 << 16
SHORTEST_PUZZLE = SMALLEST_SIDE**2
_EMPTY = re.compile("nan|none|null|", re.IGNORECASE)
_REMEDY = "copy the digits into a text file, with . for an empty cell"


def lines_of_page(stream: Any) -> Callable[[], bytes]:
    """Return a function that returns the next puzzles of a stream of HTML as lines; no bytes mean the end."""
    lines = _lines(stream)
    return lambda: next(lines, b"")


def _lines(stream: Any) -> Iterator[bytes]:
    page, found = PageTables(), False
    while data := stream.read(HTML_CHUNK_CHARACTERS):
        page.feed(data)
        found = found or bool(page.text)
        if page.text:
            yield page.take()
    if not found:
        raise SourceError(f"no table of the page is a puzzle; {_REMEDY}")


def _cell(text: str) -> str:
    """Return the text of a cell, with `.` for an empty one and a number without its decimal point."""
    return "." if _EMPTY.fullmatch(text) else text.removesuffix(".0")


class PageTables(HTMLParser):
    """The tables read so far, as lines of text; the first line of each keeps its number in the page."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.line = 1  # number of the next line
        self.start = 0  # number of the line on which the current table starts
        self.rows: list[list[str]] = []  # of the current table
        self.in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.start, self.rows, self.in_cell = self.getpos()[0], [], False
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.in_cell = tag == "td" and bool(self.rows)
            if self.in_cell:
                self.rows[-1].append("")
        elif tag == "input" and self.in_cell:
            self.rows[-1][-1] += dict(attrs).get("value") or ""

    def handle_data(self, data: str) -> None:
        if self.in_cell:
            self.rows[-1][-1] += "".join(data.split())

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr"):
            self.in_cell = False
        elif tag == "table":
            self.end_table()

    def end_table(self) -> None:
        """Add the lines of the current table, if they may hold puzzles."""
        rows = [list(map(_cell, row)) for row in self.rows if row]
        wide = [row for row in rows if len(row) >= SMALLEST_SIDE]
        if len(wide) < SMALLEST_SIDE or max(len(cell) for row in rows for cell in row) >= SHORTEST_PUZZLE:
            rows = [row for row in rows if any(len(cell) >= SHORTEST_PUZZLE for cell in row)]
        self.rows = []
        if rows:
            blank = max(self.start - self.line, 0)
            self.text.append("\n" * blank + "".join(f"{' '.join(row)}\n" for row in rows) + "\n")
            self.line += blank + len(rows) + 1

    def take(self) -> bytes:
        text, self.text = "".join(self.text), []
        return text.encode()
