# SPDX-License-Identifier: MIT
"""Reads miniexact's own text format for exact-cover problems.

    < a b:2 c:0;3 >        primary items; b is in 2 options of a solution, c in 0 to 3
    [ x y ]                secondary items, which may be absent
    a x:red;               an option ends with a semicolon, not with its line
    b c y $5; c y;         the first of these costs 5

Names and colors are any characters but white space and the signs ``< > [ ] : ; $ |``. The last option may lack its
semicolon. An error names the line where the faulty list or option ends.

Reference: M. Heisinger, miniexact, https://github.com/miniexact/miniexact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..matrix.build import Fields
from .words import LONG_LINE, Table, check_words, shown

NAME = r"\s*([^\s<>\[\]:;$|]+)\s*"
PRIMARY_ITEM = re.compile(rf"{NAME}(?::{NAME}(?:[;:]{NAME})?)?")
SECONDARY_ITEM = re.compile(NAME)
USE = re.compile(rf"{NAME}(?::{NAME})?(?:\${NAME})?")
MOST_OPTIONS_OF_LINE = 500_000
_SPACE = re.compile(r"\s*")
DIGITS_OF_MULTIPLICITY, DIGITS_OF_COST = 10, 19


class MiniexactReader:
    """A reader that collects the text of a list or an option until the sign that ends it."""

    def __init__(self) -> None:
        self.primary: dict[str, tuple[int, int]] | None = None  # once its list has ended
        self.table: Table | None = None  # once all items are known
        self.closing = ""  # the sign that ends the list or option we are in
        self.pieces: list[str] = []  # its text so far, from one line each

    def feed(self, line: str) -> None:
        """Read the next line."""
        if line.count(";") > MOST_OPTIONS_OF_LINE:
            raise ValueError(f"more than {MOST_OPTIONS_OF_LINE:,} options on a line; write each on a line")
        at, line = 0, line.strip()
        while at < len(line):
            if not self.pieces:
                at = self._begin(line, at)
            end = line.find(self.closing, at)
            self.pieces.append(line[at : end if end >= 0 else len(line)])
            check_words(len(self.pieces))
            if end >= 0:
                self._complete()
            at = _SPACE.match(line, end + 1).end() if end >= 0 else len(line)  # type: ignore[union-attr]

    def _begin(self, line: str, at: int) -> int:
        """Begin a list of items or an option at a place of a line; return the place behind the sign that opens it."""
        if self.primary is None:
            self.closing = ">"
            return at + 1
        if self.table is None and line[at] == "[":
            self.closing = "]"
            return at + 1
        if self.table is None:
            self._list([])
        self.closing = ";"
        return at

    def _complete(self) -> None:
        """Read the list of items or the option that has just ended."""
        text = " ".join(self.pieces)
        self.pieces.clear()
        if self.closing == ">":
            self.primary = _primary(text)
        elif self.closing == "]":
            self._list([match[1] for match in _matches(SECONDARY_ITEM, text)])
        else:
            assert self.table is not None
            self.table.add(*_option(text))

    def _list(self, secondary: list[str]) -> None:
        """Begin the options, with these secondary items."""
        assert self.primary is not None
        seen = set(self.primary)
        for name in secondary:
            _check_new(name, seen)
        self.table = Table(self.primary, secondary, "the lists of items")

    def end(self) -> Fields:
        """Return the problem."""
        if self.pieces and self.closing != ";":
            raise ValueError(f"the list of items has no end; write {self.closing!r} after its last item")
        if self.pieces:
            self._complete()
        if self.table is None:
            self._list([])
        assert self.table is not None
        return self.table.fields()

    def hint(self) -> str:
        """Return nothing while the options are read, and before, that the file may be in Knuth's format."""
        return (
            "" if self.table is not None else "; if this is a file of Knuth's format, begin it with a comment line '|'"
        )


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches that make up a text. Raises ValueError at the first sign in the wrong place."""
    at, end = 0, len(text.rstrip())
    while at < end:
        match = pattern.match(text, at)
        if match is None:
            start = " ".join(text[:LONG_LINE].split())
            raise ValueError(f"{shown(text[at:].lstrip()[0])} in the wrong place, in {shown(start)}")
        yield match
        at = match.end()


def _primary(text: str) -> dict[str, tuple[int, int]]:
    """Return the primary items of a list, each with the least and most number of its options."""
    bounds: dict[str, tuple[int, int]] = {}
    seen: set[str] = set()
    for match in _matches(PRIMARY_ITEM, text):
        name, low, high = match.groups()
        _check_new(name, seen)
        bounds[name] = (1, 1) if low is None else _multiplicity(name, low, low if high is None else high)
    return bounds


def _multiplicity(name: str, low: str, high: str) -> tuple[int, int]:
    """Return the least and most number of options with an item."""
    for word in (low, high):
        if not (word.isascii() and word.isdecimal() and len(word) <= DIGITS_OF_MULTIPLICITY):
            raise ValueError(f"{shown(word)}: a multiplicity is a number of up to {DIGITS_OF_MULTIPLICITY} digits")
    if not int(low) <= int(high) or int(high) == 0:
        raise ValueError(f"item {shown(name)} is in {low} to {high} options; write least and most, at least 1")
    return int(low), int(high)


def _check_new(name: str, seen: set[str]) -> None:
    """Add a name to those seen. Raises ValueError if it is there."""
    if name in seen:
        raise ValueError(f"item {shown(name)} is listed twice")
    seen.add(name)


def _option(text: str) -> tuple[list[str], int | None]:
    """Return the words of an option, and its cost or None."""
    words: list[str] = []
    cost: int | None = None
    for match in _matches(USE, text):
        name, color, price = match.groups()
        words.append(name if color is None else f"{name}:{color}")
        if price is None:
            continue
        if cost is not None:
            raise ValueError("the option has two costs")
        if not (price.isascii() and price.isdecimal() and len(price) <= DIGITS_OF_COST):
            raise ValueError(f"{shown(price)}: a cost is '$' and a whole number, 0 or more")
        cost = int(price)
    if not words:
        raise ValueError("an option without items; remove a semicolon")
    return words, cost
