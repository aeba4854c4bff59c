# SPDX-License-Identifier: MIT
"""Lines of columns, of which one holds the puzzle: CSV and TSV with a heading or without, and lines with blanks.

    id,puzzle,solution                            "puzzle" is a name that we know: the second column
    1,53..7....6..195...,534678912672195...

    0000183b305c 0507030600070008...  1.2         no heading: the first column that reads as a puzzle

A column is found once in a source, so a line with a fault there is an error of that line, and never gives way to the
solution next to it.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from ..board.digits import DIGITS, EMPTY, LARGEST_CASELESS_SIDE, LETTERS
from ..board.shapes import usual_sides
from .numbering import numbered_columns, without_number
from .oneline import COMMENT
from .titles import PUZZLE

NAMES = re.compile(r"(unsolved[ _-]?)?(puzzle|quiz(ze)?|sudoku|grid|board|problem|given|question)s?", re.IGNORECASE)
MOST_QUOTED_LINES = 1_000  # of a row of CSV
MOST_LISTED = 10  # names in a message
SEPARATORS = "\t;,|"  # the first one in a line separates its fields; otherwise blanks do
SIGNS = frozenset(EMPTY + DIGITS + DIGITS.lower() + LETTERS)
SIZES = frozenset(side * side for side in usual_sides())


_OPEN_FIELD = re.compile(r'(?:^|[,;\t])\s*"[^"]*+(?:""[^"]*+)*$')


def opens_field(line: str) -> bool:
    """Return whether a quoted field begins in a line and ends in a later one.

    >>> opens_field('1,12..,"two'), opens_field('lines",x'), opens_field('1,"12, "'), opens_field('a 9" board')
    (True, False, False, False)
    """
    return line.count('"') % 2 == 1 and _OPEN_FIELD.search(line.rstrip("\r\n")) is not None


class Column(NamedTuple):
    """A column of the lines of a source."""

    separator: str | None  # None: any number of blanks
    place: int  # from 0

    def of(self, line: str) -> str | None:
        """Return the field of a line in this column; None if the line is too short.

        >>> Column(",", 1).of('1, "12..",x'), Column(None, 1).of("ab  12.. 7"), Column(";", 2).of("a;b")
        ('12..', '12..', None)
        """
        fields = fields_of(line, self.separator)
        return fields[self.place] if self.place < len(fields) else None


def fields_of(line: str, separator: str | None) -> list[str]:
    """Return the fields of a line, without quotes and surrounding blanks."""
    if separator is None:
        return line.split()
    quoted = '"' in line
    fields = next(csv.reader([line], delimiter=separator, skipinitialspace=True)) if quoted else line.split(separator)
    return [field.strip() for field in fields]


def separator_of(line: str) -> str | None:
    """Return the separator of the fields of a line."""
    return next((separator for separator in SEPARATORS if separator in line), None)


def column_named(line: str) -> Column | None:
    """Return the column with a name that we know, in a heading.

    >>> column_named("id,puzzle,solution"), column_named("a,b")
    (Column(separator=',', place=1), None)
    """
    separator = separator_of(line)
    known = (k for k, name in enumerate(fields_of(line, separator)) if NAMES.fullmatch(name))
    place = next(known, None)
    return None if place is None else Column(separator, place)


def column_given(line: str, name: str) -> tuple[Column, bool]:
    """Return the column of a name or number, from 1, and whether the line is a heading.

    Raises ValueError if the line has no such column.

    >>> column_given("id,grid,rating", "grid"), column_given("1,12..", "2")
    ((Column(separator=',', place=1), True), (Column(separator=',', place=1), False))
    """
    separator = separator_of(line)
    fields = fields_of(line, separator)
    place = place_of(name, fields)
    return Column(separator, place), name in fields or (fields[place].isalpha() and not has_puzzle(fields[place]))


def place_of(name: str, names: list[str]) -> int:
    """Return the place of a column given by name or number. Raises ValueError if there is none."""
    if name in names:
        return names.index(name)
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    raise ValueError(f"no column {name!r}; the columns are {listed(names)}")


def listed(names: list[str]) -> str:
    """Return names for a message, the first ones of many.

    >>> listed(["id", "grid"]), listed([str(k) for k in range(81)])
    ('id, grid', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ... (81 columns)')
    """
    more = f", ... ({len(names)} columns)" if len(names) > MOST_LISTED else ""
    return ", ".join(names[:MOST_LISTED]) + more


def column_found(line: str, cells: int | None) -> Column | None:
    """Return the first column that reads as a puzzle of `cells` cells, or of any usual board if that is None.

    Columns with an empty cell come before columns without one, which are solutions. The first column is none: a line
    that begins with a puzzle needs no columns.

    >>> column_found("7;12343412....4321;x", 16), column_found("12.. 34.. 2... ....", None)
    (Column(separator=';', place=1), None)
    """
    separator = separator_of(line)
    fields = fields_of(line, separator)
    found = [k for k, field in enumerate(fields) if has_puzzle(field, cells)]
    if not found or 0 in found or len(found) > 2:
        return None
    return Column(separator, next((k for k in found if any(sign in EMPTY for sign in fields[k])), found[0]))


def has_puzzle(field: str, cells: int | None = None) -> bool:
    """Return whether a field reads as a puzzle of `cells` cells, or of any usual board."""
    right = len(field) == cells if cells else len(field) in SIZES
    return right and SIGNS.issuperset(field)


@dataclass(slots=True)
class TableColumns:
    """The columns of a source, as far as its lines have shown them."""

    wanted: str | None  # name or number of the column of the puzzles
    whole: bool  # every line is a puzzle
    column: Column | None = None  # that column, or one found
    numbered: int = 0  # number of columns, if a line numbers them
    headed: bool = False  # a line has named the columns
    at_top: bool = True  # only blank lines and comments so far

    @property
    def known(self) -> bool:
        """True if lines are more than rows of cells."""
        return self.whole or self.wanted is not None or self.column is not None or self.numbered > 0

    def are_named_by(self, line: str) -> bool:
        """Return whether a line at the top names the column of the puzzles, and set that column."""
        named = None
        if self.at_top and any(mark in line for mark in ",;\t") and not COMMENT.match(line):
            named = column_named(line.strip("\ufeff"))
        if named is not None:
            self.column, self.at_top, self.headed = named if named.place else None, False, True
        return named is not None

    def choose(self, line: str) -> bool:
        """Find the wanted column in the first line, and return whether that is a heading; ValueError if none is."""
        self.column, heading = column_given(line, self.wanted or "")
        return heading

    def unnumbered(self, line: str, in_grid: bool) -> str:
        """Return the line without the number of its row; the empty text if it numbers the columns."""
        columns = 0 if in_grid else numbered_columns(line)
        if columns:
            self.numbered = columns
            return ""
        return without_number(line, self.numbered) if self.numbered else line

    def have(self, line: str) -> bool:
        """Return whether a line with separators is a row of CSV or TSV: sentences have quotes, too."""
        return self.headed or bool(self.wanted or self.column or PUZZLE.search(line))

    def puzzle(self, line: str, cells: int | None, searches: bool) -> str:
        """Return the puzzle of `cells` cells in the column of puzzles, which this line may show; or the empty text."""
        if self.column is None and searches:
            self.column = column_found(line, cells)
        field = (self.column and self.column.of(line)) or ""
        return field if len(field) > LARGEST_CASELESS_SIDE or (cells and len(field) == cells) else ""


@dataclass(slots=True)
class QuotedRow:
    """The lines of a row of a table with a field in quotes that is still open."""

    lines: list[tuple[int, str]] = field(default_factory=list)  # each with its number
    answered: bool = False  # the first of them is in a block

    def begin(self, number: int, line: str, answered: bool = False) -> None:
        self.lines, self.answered = [(number, line)], answered

    def take(self, number: int, line: str) -> list[tuple[int, str]]:
        """Add a line, and return the whole row when the field ends."""
        self.lines.append((number, line))
        if line.count('"') % 2:
            lines, self.lines = self.lines, []
            row = " ".join(text.strip("\r\n") for _, text in lines)
            return [] if self.answered else [(lines[0][0], row)]
        return self.end() if len(self.lines) > MOST_QUOTED_LINES else []

    def end(self) -> list[tuple[int, str]]:
        """Return the lines, whose quotes do not end a field: each line is one by itself."""
        lines, self.lines = self.lines[self.answered :], []
        return lines
