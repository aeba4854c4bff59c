# SPDX-License-Identifier: MIT
"""Links to Penpa: a drawing of a grid, with digits in its cells and walls between them; rules are in words.

    https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VZdb5...      base64 of a raw deflate of lines of text

    line 0      sudoku,9,9,38,0,1,1,...     kind, columns, rows; the title is field 15, the words of the rules 18
    line 1      [0,0,0,0]                   columns and rows of the drawing that are outside: above, below, left, right
    line 3, 4   {zN:{"28":["5",1,"1"]},...} the drawing of the setter, and that of the solver, with short names of keys

A cell is numbered row by row, with two more rows and columns on each side; so is the corner to its lower right, after
all cells. A wall is a line from corner to corner. Everything else in the drawing is named, as in SudokuPad's drawings.

Reference: https://github.com/swaroopg92/penpa-edit, docs/js/class_p.js (COMPRESS_SUB) and class_square.js.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from typing import Any
from urllib.parse import unquote

from ..board.board import Board
from ..board.digits import LARGEST_SIDE
from ..board.shapes import usual_box
from ..board.words import short
from .documents import document
from .plain_words import is_plain

_LINK = re.compile(r"penpa[\w-]*/?(?:[\w.]*)?[#?](?:m=(?:solve|edit)&)?p=([\w+/=%-]*)", re.IGNORECASE)
LONG_KEYS = {
    "zN": '"number"', "zE": '"lineE"', "z4": '"deletelineE"', "z_": '"__a"', "zO": "null", "zS": '"surface"',
    "zL": '"line"', "zF": '"freeline"', "z2": '"freelineE"', "zT": '"thermo"', "z7": '"nobulbthermo"', "zW": '"wall"',
    "z3": '"arrows"', "zD": '"direction"', "zY": '"symbol"', "z1": '"numberS"', "zC": '"cage"',
    "z6": '"killercages"', "z0": '"squareframe"', "z5": '"polygon"', "zZ": "z",
}  # fmt: skip
DRAWN_AS = {  # keys of the drawing: the name of the element in notes
    "line": "line", "freeline": "line", "freelineE": "line", "thermo": "line", "nobulbthermo": "line",
    "arrows": "arrow", "direction": "line", "symbol": "circle", "numberS": "text", "wall": "line", "cage": "cage",
    "killercages": "cage", "squareframe": "rectangle", "polygon": "line", "surface": "rectangle",
}  # fmt: skip
MARGIN = 2  # rows and columns on each side
MOST_BYTES = 1 << 22  # of an unpacked drawing
NORMAL, CANDIDATE_NUMBERS = "1", "7"  # kinds of numbers
PenpaLayer = dict[str, Any]


def penpa_data(link: str) -> str | None:
    """Return the packed drawing in a link to Penpa; None for any other link."""
    found = _LINK.search(link)
    return unquote(found[1]) if found else None


def read_penpa(data: str) -> tuple[Board, bytes, str, tuple[str, ...], str, bytes]:
    """Return the board, the clues, the title, the names of drawn elements, the words, and the digits entered.

    Raises ValueError for data that is cut short, or is no square with digits.
    """
    fields, spaces, setter, solver = _unpacked(data)
    try:
        kind, columns, rows = fields[0], int(fields[1]), int(fields[2])
        above, below, left, right = map(int, spaces)
        side = columns - left - right
        if kind not in ("square", "sudoku") or side != rows - above - below or not 1 <= side <= LARGEST_SIDE:
            raise ValueError(
                f"the drawing is a {kind} of {rows} rows and {columns} columns; we read squares with digits"
            )
        width, height = columns + 2 * MARGIN, rows + 2 * MARGIN
        first = (MARGIN + above) * width + MARGIN + left
        cells = [first + row * width + column for row in range(side) for column in range(side)]
        board = _board(side, cells, width, height, setter)
        clues, others = _digits(board, cells, setter)
        entered, _ = _digits(board, cells, solver)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError(f"the link is damaged: {error!r}") from None
    title, words = (re.sub(r"^Title: ", "", _unescaped(text)) for text in (*fields, *[""] * 19)[15:19:3])
    drawn = {DRAWN_AS[key] for key in DRAWN_AS if setter.get(key)} | others
    entered = bytes(0 if clue else value for clue, value in zip(clues, entered, strict=True))
    names = (*sorted(drawn), *(("words",) if words and not is_plain(words, side) else ()))
    return board, clues, title, names, words, entered if any(entered) else b""


def _unescaped(text: str) -> str:
    return text.replace("%2C", ",").replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=").replace("zZ", "z")


def _unpacked(data: str) -> tuple[list[str], list[Any], PenpaLayer, PenpaLayer]:
    """Return the fields of the head, the rows and columns outside, and the two drawings."""
    try:
        unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
        text = unpacking.decompress(b64decode(data + "=" * (-len(data) % 4)), MOST_BYTES).decode()
        if not unpacking.eof:
            raise ValueError
        lines = text.split("\n")
        parts = [document(_named(lines[at])) for at in (1, 3, 4)]
        if not all(isinstance(part, kind) for part, kind in zip(parts, (list, dict, dict), strict=True)):
            raise ValueError
    except (ValueError, IndexError, RecursionError, zlib.error):
        raise ValueError(f"the link contains no drawing of Penpa: {short(data)} is cut short, or damaged") from None
    return (lines[0].split(","), *parts)


def _named(text: str) -> str:
    """Return JSON with its keys written out; keys that we do not know keep their short names, in quotes."""
    return re.sub("z[A-Za-z0-9_]", lambda found: LONG_KEYS.get(found[0], f'"{found[0]}"'), text)


def _board(side: int, cells: list[int], width: int, height: int, setter: PenpaLayer) -> Board:
    """Return the board of the walls, or the usual one of a drawing without walls between its cells."""
    walls = set(setter.get("lineE") or ()) - set(setter.get("deletelineE") or ())
    group = _regions(cells, width, width * height, walls)
    if len(set(group)) == 1:
        return Board.of_side(side)
    heights = {usual_box(side)[0], *(h for h in range(2, side) if side % h == 0)}
    boxed = (Board(h, side // h) for h in sorted(heights))
    drawn = Board(regions=group)
    return next((board for board in boxed if Board(regions=map(board.box_of, range(board.cells))) == drawn), drawn)


def _regions(cells: list[int], width: int, corners: int, walls: set[str]) -> list[int]:
    """Return the region of each cell, as one of its cells: those that no wall divides."""
    region = dict.fromkeys(cells, -1)
    for start in cells:
        queue = [start] if region[start] < 0 else []
        while queue:
            cell = queue.pop()
            region[cell], corner = start, cell + corners  # to its lower right
            for neighbor, wall in (
                (cell + 1, f"{corner - width},{corner}"),
                (cell - 1, f"{corner - width - 1},{corner - 1}"),
                (cell + width, f"{corner - 1},{corner}"),
                (cell - width, f"{corner - width - 1},{corner - width}"),
            ):
                if region.get(neighbor, 0) < 0 and wall not in walls:
                    queue.append(neighbor)
    return [region[cell] for cell in cells]


def _digits(board: Board, cells: list[int], drawing: PenpaLayer) -> tuple[bytes, set[str]]:
    """Return the digits in the cells, and the names of other numbers and texts."""
    numbers, others = dict(drawing.get("number") or {}), set()
    values = [0] * board.cells
    for at, cell in enumerate(cells):
        text, _, kind = (*numbers.pop(str(cell), ("", 0, NORMAL)), NORMAL)[:3]
        if str(text).strip() and (kind != NORMAL or not str(text).strip().isdecimal()):
            others.add("centremarks" if kind == CANDIDATE_NUMBERS else "text")
        elif str(text).strip():
            values[at] = int(text)
    return board.from_array(values), others | ({"text"} if numbers else set())
