# SPDX-License-Identifier: MIT
"""Puzzles as text, in and out: how digits, empty cells and grids are written is known here and nowhere else.

The digits are 1-9, then A-Z, then @ for the 36th: the largest board is 36x36. A puzzle on a line has a character a
cell; a drawn grid may have spaces, bars and borders anywhere, which are skipped.

    boxes of one grid         +-----+-----+      regions, or several grids:      +---+---+
                              | 1 2 | 3 4 |      a wall where two of them        |1 2|3 4|
                              | . . | . . |      meet, a space for what is       | +-+   |
                              +-----+-----+      no cell                         |.|. . .|
                              | . . | . . |                                      ...

"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import Board

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@"
EMPTY = ".0*_"
LARGEST = len(DIGITS)
ABSENT = 255  # in the table of values: a character that is not a cell

_DRAWING = re.compile(r"[\s|+\-\u2500-\u257f]+")
_UNKNOWN = re.compile(r"[^\s|+\-\u2500-\u257f.0*_1-9A-Za-z@]")
_BAR = re.compile(r"[|\u2502\u2503\u2551]")
_CHARACTERS = b"." + DIGITS.encode("ascii") + b"?" * (255 - LARGEST)


def cells_of(text: str) -> str:
    """The text without what is only drawn: spaces, line ends, `|`, `-`, `+` and box-drawing characters.

    >>> cells_of("| 1 . | . 3 |")
    '1..3'
    """
    return _DRAWING.sub("", text)


# ---- in


def parse(board: Board, text: str) -> bytes:
    """`Board.parse`, of anything."""
    if not isinstance(text, str):
        raise TypeError(f"a puzzle in text must be a str, not {type(text).__name__}")
    unknown = _UNKNOWN.search(text)
    if unknown:
        where = _place(board, len(cells_of(text[: unknown.start()])))
        wanted = f"neither a digit ({digit_range(board.side)}) nor an empty cell (. 0 * _)"
        raise ValueError(f"character {unknown[0]!r} {where} is {wanted}")
    cells = cells_of(text)
    check_number(board, len(cells))
    puzzle = cells.encode("ascii").translate(board.values)
    if ABSENT in puzzle:
        cell = puzzle.index(ABSENT)
        digit = f"digit {cells[cell]} {_place(board, cell)}"
        raise ValueError(f"{digit} is too large for a {board} ({digit_range(board.side)})")
    return puzzle


def check_number(board: Board, cells: int) -> None:
    """Refuses another number of cells than the board has."""
    if cells != board.cells:
        raise ValueError(f"{plural(cells)} where a {board} has {board.cells}")


def check_characters(text: str) -> None:
    """Refuses a character that no puzzle has."""
    unknown = _UNKNOWN.search(text)
    if unknown:
        raise ValueError(f"character {unknown[0]!r} is neither a digit nor an empty cell (. 0 * _)")


def _place(board: Board, cell: int) -> str:
    return f"in {board.cell_name(cell)}" if cell < board.cells else "after the last cell"


# ---- out


def line(board: Board, puzzle: bytes) -> str:
    """`Board.line`."""
    check_number(board, len(puzzle))
    return puzzle.translate(_CHARACTERS).decode("ascii")


def grid(board: Board, puzzle: bytes) -> str:
    """`Board.grid`."""
    cells = line(board, puzzle)
    one = board.regions is None and len(board.offsets) == 1
    return "\n".join(_boxes(board, cells) if one else _walls(board, cells))


def _boxes(board: Board, cells: str) -> Iterator[str]:
    """The lines of one grid with its boxes."""
    side, width = board.side, board.box_width
    border = "+" + ("-" * (2 * width + 1) + "+") * board.box_height
    yield border
    for start in range(0, board.cells, side):
        boxes = [" ".join(cells[at : at + width]) for at in range(start, start + side, width)]
        yield f"| {' | '.join(boxes)} |"
        if (start // side + 1) % board.box_height == 0:
            yield border


def _walls(board: Board, cells: str) -> Iterator[str]:
    """The lines of a grid with a wall wherever two regions meet; rows without a wall between them stand close."""
    of = {place: (board.box_of(cell), cells[cell]) for cell, place in enumerate(board.places)}

    def box(row: int, column: int) -> int | None:
        return of[row, column][0] if (row, column) in of else None

    def corner(row: int, column: int) -> str:
        """The sign where four cells meet; the one below and to the right of it is this one."""
        a, b, c, d = (box(row - 1 + k // 2, column - 1 + k % 2) for k in range(4))
        lies, stands = a != c or b != d, a != b or c != d
        return "+" if lies and stands else "-" if lies else "|" if stands else " "

    for row in range(board.height + 1):
        between = [corner(row, 0)]
        for column in range(board.width):
            between += ["-" if box(row - 1, column) != box(row, column) else " ", corner(row, column + 1)]
        if "-" in between:
            yield "".join(between).rstrip()
        if row < board.height:
            drawn = ["|" if box(row, 0) is not None else " "]
            for column in range(board.width):
                wall = "|" if box(row, column) != box(row, column + 1) else " "
                drawn += [of.get((row, column), (None, " "))[1], wall]
            yield "".join(drawn).rstrip()


# ---- how digits are written


@cache
def digit_range(side: int) -> str:
    """The digits in words, for messages.

    >>> digit_range(9), digit_range(16), digit_range(36)
    ('1-9', '1-9, A-G', '1-9, A-Z, @')
    """
    last = DIGITS[side - 1]
    if side <= 9:
        return f"1-{last}"
    if last == "@":
        return "1-9, A-Z, @"
    return "1-9, A" if last == "A" else f"1-9, A-{last}"


def clean(side: int) -> bytes:
    """The characters of a line that needs no closer look."""
    digits = DIGITS[:side]
    return (EMPTY + digits + digits.lower()).encode("ascii")


def values(side: int) -> bytes:
    """By character: its value, or ABSENT."""
    table = bytearray([ABSENT]) * 256
    for character in EMPTY:
        table[ord(character)] = 0
    for value, digit in enumerate(DIGITS[:side], 1):
        table[ord(digit)] = table[ord(digit.lower())] = value
    return bytes(table)


# ---- which board is drawn


def drawn_box(text: str) -> tuple[int, int] | None:
    """Height and width of the boxes that are visible in a drawing: their width by bars, their height by borders.

    >>> drawn_box("1 2|3 4\\n3 4|1 2\\n---+---\\n2 1|4 3\\n4 3|2 1")
    (2, 2)
    """
    rows = [row for row in text.splitlines() if row.strip()]
    lengths = [len(cells_of(row)) for row in rows]
    side = max(lengths, default=0)
    if side > LARGEST or [length for length in lengths if length] != [side] * side:
        return None
    width = _period(side, (len(cells_of(part)) for row in rows for part in _BAR.split(row)))
    height = _period(side, (len(list(run)) for drawn, run in groupby(lengths, bool) if drawn))
    if width or height:
        width, height = width or side // height, height or side // width
    return (height, width) if 0 < width * height == side else None


def _period(side: int, lengths: Iterable[int]) -> int:
    """The one positive length among them, or 0.

    A length of 1 is a line around every cell, a length of `side` one around all: neither shows the boxes.
    """
    found = set(lengths) - {0}
    return found.pop() if len(found) == 1 and not found & {1, side} else 0


# ---- words for messages


def plural(cells: int) -> str:
    return f"{cells} cell" if cells == 1 else f"{cells} cells"


def listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


def short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def is_link(text: str) -> bool:
    """Does this look like a link, or like the JSON in it, rather than like a puzzle?

    >>> is_link("https://www.f-puzzles.com/?load=N4Ig"), is_link("12.." * 4)
    (True, False)
    """
    start = text.lstrip()[:9].lower()
    return start.startswith(("http:", "https:", "fpuz", "{"))
