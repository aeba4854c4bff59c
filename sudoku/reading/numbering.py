# SPDX-License-Identifier: MIT
"""Numbers of the rows and columns of a table, as data frames and matrices print and write them.

       0    1    2 ...          ,0,1,2, ...          c0,c1,c2, ...              [,1] [,2] [,3] ...
    0  5.0  3.0  NaN            0,5,3,0, ...         5,3,0, ...            [1,]    5    3    0

The numbers of the columns begin at 0, or follow a name or a bracket: a row may begin with 1, 2, 3.
"""

from __future__ import annotations

import re

FEWEST_COLUMNS = 4
_HEAD = re.compile(r'[\s,;"]*(?:[A-Za-z_]*|\[,)[01]\]?["\s,;]+(?:[A-Za-z_]*|\[,)[12]\]?["\s,;]')
_BRACKETS = re.compile(r"\[,?([0-9]+),?\]")
_SEPARATOR = re.compile(r"\s*[,;\t]\s*|\s+")
_NUMBER = re.compile(r"([A-Za-z_]*)([0-9]+)")


def fields_of(line: str) -> list[str]:
    """Return the fields of a line, and the numbers of R without their brackets."""
    return _SEPARATOR.split(_BRACKETS.sub(r"\1", line.replace('"', "")).strip(" \r\n"))


def numbered_columns(line: str) -> int:
    """Return the number of columns that a line numbers; 0 for any other line.

    >>> [numbered_columns(line) for line in ("   0  1  2  3", ",0,1,2,3", "c1,c2,c3,c4", " [,1] [,2] [,3] [,4]")]
    [4, 4, 4, 4]
    >>> [numbered_columns(line) for line in ("1 2 3 4", "0 1 2 . 3", "53..7....")]
    [0, 0, 0]
    """
    if not _HEAD.match(line):
        return 0
    fields = fields_of(line)
    fields = fields[1:] if not fields[0] else fields
    matches = list(map(_NUMBER.fullmatch, fields))
    numbers = [(match[1], int(match[2])) for match in matches if match]
    if len(numbers) != len(fields) or len(fields) < FEWEST_COLUMNS:
        return 0
    name, first = numbers[0]
    if (first and not name and "[" not in line) or numbers != [(name, first + k) for k in range(len(fields))]:
        return 0
    return len(fields)


def without_number(line: str, columns: int) -> str:
    """Return the cells of a row between commas, without the number before them; another line unchanged.

    >>> without_number("0  5.0  3.0  NaN  4.0", 4), without_number("5,3,,4", 4)
    ('5.0,3.0,NaN,4.0', '5,3,,4')
    """
    fields = fields_of(line)
    return ",".join(fields[1:]) if len(fields) == columns + 1 and fields[0].isdecimal() else line
