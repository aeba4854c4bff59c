# SPDX-License-Identifier: MIT
"""Constraint strings of Interactive Sudoku Solver: names behind dots, with their arguments behind tildes.

    .Shape~6x6.~R1C1_5~R2C3_1_2.Thermo~R1C1~R1C2.Cage~10~R2C1~R2C2.Sandwich~8~C3.AntiKnight

    R1C1_5, R2C3_1_2      a clue, and a cell with two candidates
    RAC1                  row 10: rows and columns are single characters
    Jigsaw~11122...       a region for each cell; with NoBoxes they replace the boxes

Each name is a row of a table here. We refuse any other by its name, because without it the puzzle would be another one.

Reference: https://github.com/sigh/Interactive-Sudoku-Solver, js/sudoku_constraint.js and js/sudoku_parser.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isqrt
from typing import Any, NamedTuple
from urllib.parse import unquote

from ..board import variants as v
from ..board.board import Board
from ..board.digits import DIGITS
from ..board.variants.parts import merged
from ..board.words import short

_ITEM = re.compile(r"\.(?:([A-Z][A-Za-z]*)((?:~[^.~]*)*)|((?:~[Rr]\w[Cc]\w(?:_[0-9]+)+)+))?")
_ITEMS = re.compile(rf"\s*(?:{_ITEM.pattern})+")
_LINK = re.compile(r"/Interactive-Sudoku-Solver/?[^?#]*\?(?:[^#]*&)?q=([^&#]*)", re.IGNORECASE)
_CELL = re.compile("[Rr]([0-9A-Za-z])[Cc]([0-9A-Za-z])")
_SHAPE = re.compile("([0-9]{1,2})x([0-9]{1,2})(?:~(?:1-)?([0-9]{1,2})|~0-([0-9]{1,2}))?")

FLAG_CONSTRAINTS: dict[str, Any] = {
    "AntiKnight": v.AntiKnight,
    "AntiKing": v.AntiKing,
    "AntiConsecutive": v.NonConsecutive,
    "Windoku": v.Windoku,
    "DisjointSets": v.DisjointGroups,
    "GlobalEntropy": v.GlobalEntropy,
    "GlobalMod": v.GlobalModular,
}
LINES: dict[str, Any] = {
    "Thermo": v.Thermometers,
    "Renban": v.Renban,
    "Palindrome": v.Palindromes,
    "Between": v.BetweenLines,
    "Zipper": v.Zippers,
    "Entropic": v.Entropic,
    "RegionSumLine": v.RegionSums,
    "DoubleArrow": v.DoubleArrows,
    "EqualityCage": v.EqualityCages,
    "AllDifferent": v.ExtraRegions,
}
NUMBERED_LINES: dict[str, Any] = {"Whisper": v.Whispers, "Lockout": v.Lockout, "Modular": v.Modular}
CLUES: dict[str, Any] = {
    "Cage": v.Killer,
    "Sum": v.Sums,
    "SumLine": v.SumLines,
    "Lunchbox": v.Lunchboxes,
    "RellikCage": v.Relliks,
    "LookAndSay": v.LookAndSay,
}
BOTH_ENDS: dict[str, Any] = {"XSum": v.XSums, "Skyscraper": v.Skyscrapers, "NumberedRoom": v.NumberedRooms}
DOTS = ("WhiteDot", "BlackDot", "X", "V")  # between any two of their cells that are neighbors
STRICT = ("StrictKropki", "StrictXV")
SHAPE_CONSTRAINTS = ("Shape", "NoBoxes", "Jigsaw", "Given")
SINGLE = (
    "Arrow",
    "PillArrow",
    "LittleKiller",
    "Sandwich",
    "Quad",
    "Indexing",
    "CountingCircles",
    "Diagonal",
    "GreaterThan",
)
SEARCH_HINTS = ("SearchPriority",)
BARE = {*FLAG_CONSTRAINTS, *STRICT, "NoBoxes", "Given"}  # without arguments
KNOWN = {
    *FLAG_CONSTRAINTS,
    *LINES,
    *NUMBERED_LINES,
    *CLUES,
    *BOTH_ENDS,
    *DOTS,
    *STRICT,
    *SHAPE_CONSTRAINTS,
    *SINGLE,
    *SEARCH_HINTS,
}


class Item(NamedTuple):
    """A constraint and its arguments."""

    name: str
    arguments: list[str]


def is_constraints(text: str) -> bool:
    """Return whether a text is a constraint string.

    >>> is_constraints(".Thermo~R1C1~R1C2"), is_constraints(".AntiKnight.AntiKing"), is_constraints(".ABC")
    (True, True, False)
    """
    text = "".join(text.split())
    names = {item.name for item in _items(text)} if _ITEMS.fullmatch(text) else set()
    return bool(names) and ("~" in text or {"Given"} < {"Given", *names} <= BARE)


def constraints_in(link: str) -> str | None:
    """Return the constraint string in a link to the solver; None for any other link."""
    found = _LINK.search(link)
    return unquote(found[1]) if found else None


def read_constraints(text: str, board: Board | None = None) -> tuple[Board, bytes]:
    """Return the puzzle of a constraint string. Raises ValueError, naming it, for a constraint that we do not have.

    >>> own, puzzle = read_constraints(".Shape~4x4.~R1C1_3~R1C2_4.Thermo~R2C1~R2C2.AntiKing")
    >>> str(own), own.line(puzzle)
    ('4x4 board with thermometers, anti-king', '34..............')
    """
    items = list(_items("".join(text.split())))
    unknown = [item.name for item in items if item.name not in KNOWN]
    if unknown:
        raise ValueError(f"the constraint string has {unknown[0]}, a rule that we do not have")
    own, regions = _shape(items)
    if board is not None and board.base != own:
        raise ValueError(f"the constraint string has a {own} where a {board} is expected")
    variants = [*regions, *_dots(own, items), *(one for item in items for one in _variants(own, item))]
    puzzle, marks = _givens(own, items)
    return own.with_variants(*merged(variants), *marks, *(board.variants if board else ())), puzzle


def _items(text: str) -> Iterator[Item]:
    for name, arguments, givens in _ITEM.findall(text):
        yield Item(name or "Given", (arguments or givens).split("~")[1:])


# ---- the board and its clues


def _shape(items: Sequence[Item]) -> tuple[Board, list[Any]]:
    """Return the board without rules, and the regions that it has besides its boxes."""
    spec = next(("~".join(item.arguments) for item in items if item.name == "Shape"), "9x9")
    match = _SHAPE.fullmatch(spec)
    rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
    side, first = max(rows, columns), 0 if match and match[4] else 1
    if not match or int(match[4] or int(match[3] or side) - 1) != side - 1:
        raise ValueError(f"the constraint string has the Shape {short(spec)}, a board that we do not have")
    size = None if rows == columns else (rows, columns)
    boxes = any(item.name == "NoBoxes" for item in items)
    base = Board(*((1, side) if boxes else _box(rows, columns)), size=size, first_digit=first)
    layout = next((item.arguments[-1] for item in items if item.name == "Jigsaw" and item.arguments), "")
    if layout and boxes:
        return Board(regions=layout, size=size, first_digit=first), []
    names = [[base.cell_name(at) for at, one in enumerate(layout) if one == name] for name in dict.fromkeys(layout)]
    return base, [v.ExtraRegions(names)] if layout else []


def _box(rows: int, columns: int) -> tuple[int, int]:
    """Return height and width of a box: as square as possible, and not higher than wide where both ways fit."""
    side = max(rows, columns)
    for small in range(isqrt(side), 1, -1):
        for height, width in ((small, side // small), (side // small, small)):
            if side % small == 0 and rows % height == 0 and columns % width == 0:
                return height, width
    return 1, side


def _givens(board: Board, items: Sequence[Item]) -> tuple[bytes, list[Any]]:
    """Return the clues, and the candidates of cells with several."""
    left: dict[int, set[int]] = {}
    for argument in (argument for item in items if item.name == "Given" for argument in item.arguments):
        name, *digits = argument.split("_")
        cell, values = _cell(board, name), {int(digit) + 1 - board.first_digit for digit in digits}
        if not values <= {*range(1, board.side + 1)}:
            raise ValueError(f"{argument} in the constraint string: the digits are {board.digit_range}")
        left[cell] = left.get(cell, values) & values
    puzzle = bytes(next(iter(left[cell])) if len(left.get(cell, ())) == 1 else 0 for cell in range(board.cells))
    if all(len(values) == 1 for values in left.values()):
        return puzzle, []
    every = {*range(1, board.side + 1)}
    open_cells = (every if puzzle[cell] else left.get(cell, every) for cell in range(board.cells))
    marks = (DIGITS[d - 1] if d in values else "." for values in open_cells for d in sorted(every))
    return puzzle, [v.Pencilmarks("".join(marks))]


def _cell(board: Board, name: str) -> int:
    match = _CELL.fullmatch(name)
    if not match:
        raise ValueError(f"{short(name)} in the constraint string is no cell")
    return board.cell(f"r{int(match[1], 36)}c{int(match[2], 36)}")


# ---- rules


def _dots(board: Board, items: Sequence[Item]) -> Iterator[Any]:
    """Yield the dots and marks between neighbors; with StrictKropki and StrictXV, these are all of their kind."""
    pairs = {name: [pair for item in items if item.name == name for pair in _pairs(board, item)] for name in DOTS}
    strict = {item.name for item in items}.intersection(STRICT)
    white, black = pairs["WhiteDot"], pairs["BlackDot"]
    if white or black or "StrictKropki" in strict:
        yield v.Kropki(white, black, "StrictKropki" in strict, "StrictKropki" in strict)
    marks = [(sign, pair) for sign in "XV" for pair in pairs[sign]]
    if marks or "StrictXV" in strict:
        yield v.XV(marks, "StrictXV" in strict)


def _pairs(board: Board, item: Item) -> list[tuple[str, str]]:
    """Return the pairs of neighbors among some cells, each in the order of its cells."""
    cells = [_cell(board, name) for name in item.arguments]
    found = []
    for a, b in combinations(cells, 2):
        (row, column), (other_row, other_column) = board.places[a], board.places[b]
        if abs(row - other_row) + abs(column - other_column) == 1:
            found.append((board.cell_name(a), board.cell_name(b)))
    return found


def _variants(board: Board, item: Item) -> Iterator[Any]:
    """Yield the rules of a constraint, one for each of its marks."""
    name, arguments = item
    try:
        if name in FLAG_CONSTRAINTS:
            yield FLAG_CONSTRAINTS[name]()
        elif name in LINES:
            yield LINES[name]([_names(board, arguments)])
        elif name in NUMBERED_LINES:
            number = [] if _CELL.fullmatch(arguments[0]) else [int(arguments[0])]
            yield NUMBERED_LINES[name]([_names(board, arguments[len(number) :])], *number)
        elif name in CLUES:
            value = int(arguments[0] or 0) or None if name == "Cage" else arguments[0]
            clue = value if name in ("Cage", "LookAndSay") else int(arguments[0])
            yield CLUES[name]([(clue, _names(board, arguments[1:]))])
        elif name in BOTH_ENDS:
            ends = enumerate((*arguments, "")[1:3])
            yield BOTH_ENDS[name]([(int(value), _outside(board, arguments[0], end)) for end, value in ends if value])
        elif name in SINGLE:
            yield from _single(board, item)
    except (IndexError, ValueError) as error:
        raise ValueError(f"{short('~'.join(('.' + name, *arguments)))} in the constraint string: {error}") from None


def _single(board: Board, item: Item) -> Iterator[Any]:
    """Yield the rules of a constraint with a form of its own."""
    name, arguments = item
    if name == "Diagonal":
        yield v.Diagonals(falling=arguments[0] == "-1", rising=arguments[0] == "1")
    elif name == "Arrow":
        circle, *cells = _names(board, arguments)
        yield v.Arrows([([circle], cells)])
    elif name == "PillArrow":
        pill, cells = int(arguments[0]), _names(board, arguments[1:])
        yield v.Arrows([(cells[:pill], cells[pill:])])
    elif name == "LittleKiller":
        yield v.LittleKiller([(int(arguments[0]), _diagonal(board, arguments[1]))])
    elif name == "Sandwich":
        yield v.Sandwich([(int(arguments[0]), _outside(board, arguments[1], 0))])
    elif name == "Quad":
        row, column = board.places[_cell(board, arguments[0])]
        square = [f"r{row + r}c{column + c}" for r in (1, 2) for c in (1, 2)]
        yield v.Quadruples([([int(digit) for digit in arguments[1:]], square)])
    elif name == "Indexing":
        yield v.Indexing(_names(board, arguments[1:]), {"R": "row", "C": "column"}[arguments[0]])
    elif name == "CountingCircles":
        yield v.CountingCircles(_names(board, arguments))
    elif name == "GreaterThan":
        yield v.Thermometers([(lower, higher) for higher, lower in _pairs(board, item)])


def _names(board: Board, cells: Sequence[str]) -> list[str]:
    return [board.cell_name(_cell(board, name)) for name in cells]


def _outside(board: Board, line: str, end: int) -> str:
    """Return the place before the first cell of a row or column, R1 or C1, or behind its last one."""
    row, column = (int(line[1:]) if line[0] == kind else 0 for kind in "RC")
    return f"r{row}c{end and board.columns + 1}" if row else f"r{end and board.rows + 1}c{column}"


def _diagonal(board: Board, start: str) -> str:
    """Return the place outside the board and the first cell of a diagonal, which is named by that cell alone."""
    row, column = board.places[_cell(board, start)]
    if column == 0 and row < board.rows - 1:
        down, right = 1, 1
    elif row == 0:
        down, right = 1, -1
    elif column == board.columns - 1 and row < board.rows - 1:
        down, right = -1, -1
    else:
        down, right = -1, 1
    return f"r{row + 1 - down}c{column + 1 - right} r{row + 1}c{column + 1}"
