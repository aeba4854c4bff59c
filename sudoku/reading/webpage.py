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

from ..board.digits import LARGEST_SIDE, SMALLEST_SIDE
from .records import SourceError

HTML_CHUNK_CHARACTERS = 1 << 16
SHORTEST_PUZZLE = SMALLEST_SIDE**2
MOST_TABLE_LEVELS = 100  # of tables in tables
MOST_TABLE_ROWS = 1_000  # of a table that we look at together
MOST_ROW_CELLS = LARGEST_SIDE**2  # of a row; we leave out further ones
LONGEST_CELL = 300_000  # characters
LONGEST_TAG = 1 << 16  # characters; we pass over longer ones, as of pictures
LONGEST_MARKUP = 1 << 24  # characters of a comment, a script or a picture
MOST_SILENT_PIECES = 500_000  # tags, comments and texts without a puzzle
MOST_SILENT_PAGE_CHARACTERS = 1 << 26
_EMPTY = re.compile("nan|none|null|", re.IGNORECASE)
_REMEDY = "copy the digits into a text file, with . for an empty cell"


def lines_of_page(stream: Any) -> Callable[[], bytes]:
    """Return a function that returns the next puzzles of a stream of HTML as lines; no bytes mean the end."""
    lines = _lines(stream)
    return lambda: next(lines, b"")


def _lines(stream: Any) -> Iterator[bytes]:
    page, found, silent = PageTables(), False, 0
    while data := stream.read(max(HTML_CHUNK_CHARACTERS, len(page.rawdata))):  # doubled until a tag or comment ends
        damage = page.damage_in(data)
        silent += len(data)
        if page.text:
            found, silent = True, 0
            yield page.take()
        if damage:
            raise SourceError(damage)
        if silent > MOST_SILENT_PAGE_CHARACTERS:
            raise SourceError(f"no puzzle in {silent >> 20} MiB of the page; {_REMEDY}")
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
        self.levels = 0  # of tables that are open
        self.silent = 0  # tags, comments and texts since the latest puzzle
        self.rows: list[list[str]] = []  # of the current table
        self.cell: list[str] | None = None  # the text of the current cell, in pieces
        self.size = 0  # characters of these

    def damage_in(self, data: str) -> str:
        """Read the next characters; return a description of their damage, or of the bound that they exceed."""
        try:
            self.feed(data)
        except ValueError as problem:  # a character of thousands of digits
            return f"the page is damaged: {problem}"
        if len(self.rawdata) > (2 * LONGEST_TAG if self._is_open_tag() else LONGEST_MARKUP):
            return f"the page has a tag, comment or script of {len(self.rawdata):,} characters or more"
        if self.cell is not None and self.size > LONGEST_CELL:
            return f"the page has a cell with more than {LONGEST_CELL:,} characters"
        if self.levels > MOST_TABLE_LEVELS:
            return f"the page has tables more than {MOST_TABLE_LEVELS} levels deep"
        silent = self.silent > MOST_SILENT_PIECES
        return f"no puzzle in {self.silent:,} tags and texts of the page; {_REMEDY}" if silent else ""

    def _is_open_tag(self) -> bool:
        """Return whether the characters not read yet begin a tag of attributes, which take much memory."""
        return self.rawdata[1:2].isalpha() and ">" in self.rawdata[:LONGEST_TAG]

    def parse_starttag(self, i: int) -> int:
        """Pass over a long tag without a look at its attributes; return its end, or -1."""
        if len(self.rawdata) - i > LONGEST_TAG and self.rawdata.find(">", i, i + LONGEST_TAG) < 0:
            return self.rawdata.find(">", i) + 1 or -1
        return super().parse_starttag(i)

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Pass over a section such as <![if ...]>, as browsers do; return its end, or -1."""
        return self.parse_bogus_comment(i, report)

    def handle_comment(self, data: str) -> None:
        self.silent += 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += 1
        if tag == "table":
            self.end_cell()
            self.start, self.rows = self.getpos()[0], []
            self.levels += 1
        elif tag == "tr":
            self.end_cell()
            if len(self.rows) == MOST_TABLE_ROWS:
                self.add_rows()
            self.rows.append([])
        elif tag in ("td", "th"):
            self.end_cell()
            if tag == "td" and self.rows and len(self.rows[-1]) < MOST_ROW_CELLS:
                self.cell, self.size = [], 0
        elif tag == "input":
            self.handle_data(dict(attrs).get("value") or "")

    def handle_data(self, data: str) -> None:
        self.silent += 1
        if self.cell is not None:
            self.cell.append("".join(data.split()))
            self.size += len(data)

    def handle_endtag(self, tag: str) -> None:
        self.silent += 1
        if tag in ("td", "th", "tr"):
            self.end_cell()
        elif tag == "table":
            self.end_cell()
            self.add_rows()
            self.levels = max(self.levels - 1, 0)

    def end_cell(self) -> None:
        """Add the current cell to its row."""
        if self.cell is not None:
            self.rows[-1].append("".join(self.cell))
            self.cell = None

    def add_rows(self) -> None:
        """Add the lines of the rows of the current table, if they may hold puzzles."""
        rows = [list(map(_cell, row)) for row in self.rows if row]
        wide = [row for row in rows if len(row) >= SMALLEST_SIDE]
        if len(wide) < SMALLEST_SIDE or max(len(cell) for row in rows for cell in row) >= SHORTEST_PUZZLE:
            rows = [row for row in rows if any(len(cell) >= SHORTEST_PUZZLE for cell in row)]
        self.rows = []
        if rows:
            blank = max(self.start - self.line, 0)
            self.text.append("\n" * blank + "".join(f"{' '.join(row)}\n" for row in rows) + "\n")
            self.line += blank + len(rows) + 1
            self.silent = 0

    def take(self) -> bytes:
        text, self.text = "".join(self.text), []
        return text.encode()
