# SPDX-License-Identifier: MIT
"""Squares on one line: rows of a puzzle with a separator between them, as texts of programs and messages have them.

    53..7....;6..195...;.98....6.;...         nine groups of nine signs; also with , / : \\n <br> between them
    A = [5 3 0 0 7 0 0 0 0; 6 0 0 ...];       nine groups of nine numbers, as MATLAB and Julia have them

A line of several smaller puzzles is none, though it may have as many groups: 16 puzzles of 4x4.
"""

from __future__ import annotations

import re
from math import isqrt

from ..board.digits import DIGITS, EMPTY, LARGEST_SIDE, LETTERS, SMALLEST_SIDE

SHORTEST_SQUARE = SMALLEST_SIDE * (SMALLEST_SIDE + 1) - 1  # characters
LONGEST_SQUARE = 4 * LARGEST_SIDE**2  # characters, with remarks
_BETWEEN = {
    sign: re.compile(re.escape(sign) + more)
    for sign, more in ((";", ""), ("/", ""), ("\\", r"(?:\\|[rn])*"), ("<", "br ?/?>"), (",", ""), (":", ""), ("-", ""))
}
SEPARATED = re.compile(r"[;/\\<,:-]")
_SIGN = re.compile(r"[\w.*?]")  # in no border
_BEFORE = re.compile(r"(?:\s*[A-Za-z_]\w{0,40}\s*(?:=|:|<-))?[\s\"'\[({=]*")  # a name, brackets and quotes
_REMARK = re.compile(r"\s(?:#|//|%)")
_BEHIND = " \t\r\n\"'])};,/\\:"
_CELL = re.compile(r"[0-9]{1,2}|[A-Za-z.*_?-]")
_OUTER = " \t\"'"


def rows_apart(line: str) -> str:
    r"""Return the cells of a square whose rows are on one line; any other line unchanged.

    >>> rows_apart("12.4;3412;2143;4.21"), rows_apart('s = "1-3-/----/-1-3/3-1-"')
    ('12.4341221434.21', '1.3......1.33.1.')
    >>> rows_apart("[1 2 0 4; 3 4 1 2; 0 0 0 0; 0 0 0 0]")
    '1 2 0 4 3 4 1 2 0 0 0 0 0 0 0 0'
    >>> rows_apart("53..7,6..195"), rows_apart("easy,hard,more,less")
    ('53..7,6..195', 'easy,hard,more,less')
    """
    if not SHORTEST_SQUARE <= len(line) <= LONGEST_SQUARE or not _SIGN.search(line):
        return line
    before, remark = _BEFORE.match(line), _REMARK.search(line)
    text = line[before.end() if before else 0 : remark.start() if remark else None].rstrip(_BEHIND)
    for sign, between in _BETWEEN.items():
        if text.count(sign) < SMALLEST_SIDE - 1:
            continue
        rows = [row.strip(_OUTER) for row in between.split(text)]
        rows = rows if rows[-1] else rows[:-1]
        if SMALLEST_SIDE <= len(rows) <= LARGEST_SIDE and (cells := _cells(rows)):
            return ("" if cells == rows else " ").join(cells).replace("-", ".")
    return line


def _cells(rows: list[str]) -> list[str]:
    """Return the rows of a square, or its cells if they are apart; an empty list for any other rows."""
    side = len(rows)
    if len(rows[0]) < side:
        return []
    if all(len(row) == side for row in rows):
        cells = rows
    else:
        fields = [re.split(r"[\s,]+", row) for row in rows]
        cells = [cell for row in fields for cell in row]
        if any(len(row) != side for row in fields) or not all(map(_CELL.fullmatch, cells)):
            return []
    signs = set("".join(cells).upper()).difference(EMPTY, "?-")
    digits = DIGITS[:9] + LETTERS[:side] if side > 9 else DIGITS[:side] + "X"  # X may be an empty cell
    smaller = isqrt(side) if side >= SMALLEST_SIDE**2 else 0  # side of a puzzle in each row
    return cells if signs <= set(digits) and (smaller**2 != side or not signs <= set(DIGITS[:smaller])) else []
