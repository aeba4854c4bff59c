# SPDX-License-Identifier: MIT
"""Lines that are known by themselves: comments, links among words, puzzles in a form of their own, too large rows.

Here it is: https://sudoku.coach/en/play/53007...      a link
:0000:x:53..7....::                                    a puzzle by itself in a form of formats.py
12 70 0 3 ...                                          a number that no board has, among more than 64
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..board.digits import LARGEST_SIDE
from .runs import TOO_LARGE
from .titles import PUZZLE

if TYPE_CHECKING:
    from .formats import Format

COMMENT = re.compile(r'[\s"]*(?:#|//|%|;+\s*[^\W\d_]{2})')
_END = r"\s,;\"'()<>\[\]"
_KINDS = r"[0-9.]{81}|S9B[0-9a-z]|load=|fpuz|(?:scl|ctc)N4|[?/]sudoku/[0-9]"
_LINK = re.compile(rf"(?:https?|sudokupad)://[^{_END}]{{0,200}}(?:{_KINDS})[^{_END}]*", re.IGNORECASE)
_MAY_HAVE_FORM = re.compile(r"\s*+(?:[:{hHfFsc]|\[\s*+(?:\[\s*+)?\{|\.(?:~|[A-Z]+[a-z~])|[0-9.*_+][^:\n]*:)")
_LARGE = re.compile(r"(?:(?:[0-9]{1,4}|[.*_-])[ |,;\t]++){64,}(?:[0-9]{1,4}|[.*_-])[ |,;\t]*")  # more than 64 cells
_LARGE_CELL = re.compile("[0-9]+|[.*_-]")


def too_large(row: str) -> str:
    """Return the error in a row of numbers that no board has; the empty text for any other line."""
    many = len(row) > 2 * LARGEST_SIDE and _LARGE.fullmatch(row)
    largest = max(map(int, re.findall("[0-9]+", row)), default=0) if many else 0
    if largest <= LARGEST_SIDE:
        return ""
    return f"numbers up to {largest} in a row of {len(_LARGE_CELL.findall(row))}: {TOO_LARGE}"


def linked(line: str) -> str:
    """Return the link with a puzzle among the words of a line; the line itself if there is none.

    >>> linked("Here it is: https://sudoku.coach/en/play/" + "0" * 81)[:26], linked("see https://sudoku.coach")
    ('https://sudoku.coach/en/pl', 'see https://sudoku.coach')
    """
    link = _LINK.search(line) if "://" in line and not COMMENT.match(line) else None
    if link is None or PUZZLE.search(line[: link.start()]) or PUZZLE.search(line[link.end() :]):
        return line
    return link[0]


def form_of(line: str) -> Format | None:
    """Return the form of a line that is a puzzle by itself; None for any other line."""
    if not _MAY_HAVE_FORM.match(line):
        return None
    from .formats import format_of  # not needed to solve plain puzzles

    return format_of(line)
