# SPDX-License-Identifier: MIT
"""Usual drawings: rows of signs with an empty cell in each, perhaps with bars between boxes, and borders.

    +-------+-------+-------+         line by line: x for a digit or a point
    | 5 3 . | . 7 . | . . . |         | x x x | x x x | x x x |
    | 6 . . | 1 9 5 | . . . |         | x x x | x x x | x x x |

Nothing in such lines is in doubt: they are no title, no candidates, no number, and no other habit of writing applies to
them. Most lines of a file have one of a few shapes, so we recognize a shape once, and keep the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ..board.digits import SMALLEST_SIDE

BORDER, UNUSUAL = 0, -1  # instead of the number of cells of a row
LONGEST_USUAL_LINE = 128  # characters; a longer one may be a row of a matrix
SUKAKU_SIDE = 8  # its 64 cells may be the candidates of a 4x4 board
WIDEST_ROW = 25  # cells; more may be a puzzle on a line
_CELLS, _OTHER = b"123456789.", b"x"
_SHAPE = bytes.maketrans(_CELLS + _OTHER, b"x" * len(_CELLS) + b"?")
_DRAWING = b" |+-\n"
_NO_TABLE = rb" *+(?!\|(?:[^|]{0,3}\|){4})"  # of Markdown
_COMPACT = re.compile(rb"x{9,15}|x{17,25}")  # 16 may be a puzzle on a line, and fewer have digits that are too large
FEWEST_POINTS = 3  # in a compact row: one with two may be a date
_ROW = re.compile(_NO_TABLE + rb"(?:\| +)?(?:x(?: +(?:\| +)?|(?= *\|?$)))+(?: *\|)? *")
_BORDER = re.compile(_NO_TABLE + rb"[+|]?(?:-{2,}[+|])+(?:-{2,}[+|]?)? *")


class DrawnSquare(NamedTuple):
    """A drawing with as many rows as columns, or its shape alone."""

    side: int
    box: tuple[int, int] | None  # height and width of the boxes, if they are drawn
    cells: bytes = b""


@lru_cache(4096)
def _cells_of_shape(shape: bytes) -> int:
    """Return the number of cells of a line of this shape; BORDER or UNUSUAL for a line that is no row."""
    if _BORDER.fullmatch(shape):
        return BORDER
    cells = shape.count(b"x") if _ROW.fullmatch(shape) or _COMPACT.fullmatch(shape) else 0
    return cells if SMALLEST_SIDE <= cells <= WIDEST_ROW else UNUSUAL


def usual_cells(line: str) -> int:
    """Return the number of cells of a usual row, BORDER for a usual border, and UNUSUAL for any other line.

    >>> [usual_cells(line) for line in ("| 5 3 . | . 7 . |", "---+---", "| 5 3 . | x 7 . |", "5 3 1 2", "53..7....")]
    [6, 0, -1, -1, 9]
    """
    if len(line) > LONGEST_USUAL_LINE or not line.isascii():
        return UNUSUAL
    cells = _cells_of_shape(line.encode().translate(_SHAPE))
    points = line.count(".")
    return cells if cells <= 0 or points >= FEWEST_POINTS or (points and cells < len(line)) else UNUSUAL


@lru_cache(256)
def _square_of_shape(shape: bytes) -> DrawnSquare | None:
    """Return the drawing of this shape; None if it is no square of usual rows, or may hold candidates."""
    lines = [line for line in shape.split(b"\n") if line.strip()]
    lengths = list(map(_cells_of_shape, lines))
    rows = list(filter(None, lengths))
    side = len(rows)
    if rows != [side] * side or side not in range(SMALLEST_SIDE, WIDEST_ROW + 1) or side == SUKAKU_SIDE:
        return None
    if any(len(line) > LONGEST_USUAL_LINE for line in lines):
        return None
    parts = (part.count(b"x") for line, cells in zip(lines, lengths, strict=True) if cells for part in line.split(b"|"))
    return DrawnSquare(side, drawn_box(lengths, parts))


def drawn_box(lengths: list[int], parts: Iterable[int]) -> tuple[int, int] | None:
    """Return height and width of the boxes visible in a square: bars show the width, borders the height.

    `lengths` are the numbers of cells of the lines, 0 for a border, and `parts` those between two bars.

    >>> drawn_box([4, 4, 0, 4, 4], [2] * 8), drawn_box([4] * 4, [4] * 4)
    ((2, 2), None)
    """
    side = max(lengths, default=0)
    width = _period(side, parts)
    height = _period(side, (len(list(run)) for is_row, run in groupby(lengths, bool) if is_row))
    if width or height:
        width, height = width or side // height, height or side // width
    return (height, width) if 0 < width * height == side else None


def _period(side: int, lengths: Iterable[int]) -> int:
    """Return the only positive length, or 0.

    A length of 1 is a line around every cell, a length of `side` a border around all; neither shows the boxes.
    """
    positive = set(lengths) - {0}
    return positive.pop() if len(positive) == 1 and not positive & {1, side} else 0


def usual_square(text: str) -> DrawnSquare | None:
    r"""Return the drawing of a text of usual lines; None for any other text.

    >>> usual_square("1 . | 3 .\n3 4 | . 2\n----+----\n2 1 | . 3\n. 3 | 2 1")
    DrawnSquare(side=4, box=(2, 2), cells=b'1.3.34.221.3.321')
    """
    if not text.isascii():
        return None
    signs = text.encode()
    drawn = _square_of_shape(signs.translate(_SHAPE))
    if drawn is None:
        return None
    cells = signs.translate(None, _DRAWING)
    rows = (cells[at : at + drawn.side] for at in range(0, len(cells), drawn.side))
    return drawn._replace(cells=cells) if all(b"." in row for row in rows) else None
