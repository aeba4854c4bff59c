# SPDX-License-Identifier: MIT
"""The text of a puzzle on its board: the cells without the drawing, and the drawing of the cells.

A drawn grid may have spaces, bars and borders anywhere, which are no cells. The room `reading` recognizes everything
else that people write; we only leave out drawings here, and write them.

    boxes of one grid         +-----+-----+      regions, or several grids:      +---+---+
                              | 1 2 | 3 4 |      a wall between two of them,     |1 2|3 4|
                              | . . | . . |      a space for places without      | +-+   |
                              +-----+-----+      a cell                          |.|. . .|
                              | . . | . . |                                      ...

"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .digits import LARGEST_CASELESS_SIDE
from .geometry import Geometry
from .words import cell_count

FREE = r"\s|+\u2500-\u257f"  # characters that are never a cell
# Each pattern begins with the character that it looks for, and looks behind it afterwards; this is three times as fast.
_BORDER = re.compile(r"[-+*.:'|](?<!\S.)(?:(?<=-)|[+*.:'|]*+-)-[-+*.:'|]*+(?!\S)")
_DOUBLE = re.compile(r"(?<!\S)[+|=-]*==[+|=-]*(?!\S)")
_RULE = re.compile(rf"-(?<![^{FREE}].)-*+(?![^{FREE}])")  # hyphens that touch no cell
_BOX = re.compile(r"[\u2500-\u257f]+")
_OBJECT = re.compile(r"\{\s*\"[a-z]\w*(?:\"\s*:|$)|\{[a-z]\w*:")  # begins JSON, not a list of C or candidates
_PACKED = re.compile(r"(?:scl|ctc)N4")  # an address of SudokuPad without its site
RULES_LINE = "Rules, not drawn:"  # begins the line below our own grids that names the rules of the board
_REST = b"?" * 255  # characters of values that no board has


def cells_of(text: str) -> str:
    """Return the cells of a text, without its drawing: spaces, line ends, `|`, `+`, box-drawing characters, borders
    such as `*-----*` and `+=====+`, and hyphens that touch no cell.

    >>> cells_of("*-----*  | 1 . | . 3 |")
    '1..3'
    """
    text = without_borders(text)
    if "-" in text:
        text = _RULE.sub("", text)
    if not text.isascii():
        text = _BOX.sub("", text)
    return "".join(text.split()).replace("|", "").replace("+", "")


def without_borders(text: str) -> str:
    """Replace borders such as `*-----*` and `+=====+` by as many spaces; all other characters keep their places."""
    text = _DOUBLE.sub(_blank, text) if "==" in text else text
    return _BORDER.sub(_blank, text) if "--" in text else text


def _blank(border: re.Match[str]) -> str:
    return " " * len(border[0])


def is_link(text: str) -> bool:
    """Return whether a text looks like a link, or the JSON in it, rather than a puzzle.

    >>> is_link("https://www.f-puzzles.com/?load=N4Ig"), is_link("12.." * 4), is_link("{12} 3 {14}")
    (True, False, False)
    """
    start = text.lstrip()[:80]
    if _PACKED.match(start) or _OBJECT.match(start.lower()):
        return True
    return start.lower().startswith(("http:", "https:", "fpuz", "sudokupad:"))


def mixes(text: str) -> bool:
    """Return whether some empty cell is not written as 0."""
    return "." in text or "*" in text or "_" in text


def check_number(board: Geometry, cells: int) -> None:
    """Refuse a number of cells that is not the board's."""
    if cells != board.cells:
        raise ValueError(f"{cell_count(cells)} where a {board} has {board.cells}")


# ---- writing


def line(board: Geometry, puzzle: bytes) -> str:
    """Implement `Board.line`."""
    check_number(board, len(puzzle))
    return puzzle.translate((board.characters + _REST)[:256]).decode("ascii")


def grid(board: Geometry, puzzle: bytes) -> str:
    """Implement `Board.grid`. Boards beyond 36x36 have numbers, which no reader takes for other digits."""
    cells: Sequence[str] = line(board, puzzle)
    if board.side > LARGEST_CASELESS_SIDE:
        cells = [(str(board.digits[value - 1]) if value else ".").rjust(2) for value in puzzle]
    one = board.regions is None and len(board.offsets) == 1 and board.square
    return "\n".join(_boxes(board, cells) if one else _walls(board, cells))


def _boxes(board: Geometry, cells: Sequence[str]) -> Iterator[str]:
    """Yield the lines of one grid with its boxes."""
    side, width = board.side, board.box_width
    border = "+" + ("-" * ((len(cells[0]) + 1) * width + 1) + "+") * board.box_height
    yield border
    for start in range(0, board.cells, side):
        boxes = [" ".join(cells[at : at + width]) for at in range(start, start + side, width)]
        yield f"| {' | '.join(boxes)} |"
        if (start // side + 1) % board.box_height == 0:
            yield border


def _walls(board: Geometry, cells: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a grid with a wall between any two regions; rows without a wall between them are adjacent."""
    of = {place: (board.box_of(cell), cells[cell]) for cell, place in enumerate(board.places)}
    lying, no_cell = "-" * len(cells[0]), " " * len(cells[0])

    def box(row: int, column: int) -> int | None:
        return of[row, column][0] if (row, column) in of else None

    def corner(row: int, column: int) -> str:
        """Return the sign at the corner of four cells; cell (row, column) is the lower right one."""
        a, b, c, d = (box(row - 1 + k // 2, column - 1 + k % 2) for k in range(4))
        lies, stands = a != c or b != d, a != b or c != d
        return "+" if lies and stands else "-" if lies else "|" if stands else " "

    for row in range(board.height + 1):
        between = [corner(row, 0)]
        for column in range(board.width):
            between += [lying if box(row - 1, column) != box(row, column) else no_cell, corner(row, column + 1)]
        if lying in between:
            yield "".join(between).rstrip()
        if row < board.height:
            drawn = ["|" if box(row, 0) is not None else " "]
            for column in range(board.width):
                wall = "|" if box(row, column) != box(row, column + 1) else " "
                drawn += [of.get((row, column), (None, no_cell))[1], wall]
            yield "".join(drawn).rstrip()
