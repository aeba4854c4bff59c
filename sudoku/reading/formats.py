# SPDX-License-Identifier: MIT
"""The table of formats: each has a name, a reader if it has lines of its own, and a writer unless it is only read.

Most texts need no format of their own: `Board.read` reads lines, drawings, numbers and candidates alike, and
sources.py opens files that are not text. A line that `matches` is a puzzle by itself.

No writer drops the candidates of a puzzle: forms that hold only digits refuse a puzzle with pencilmarks. Other rules of
the board, such as diagonals, have a place in links alone; the other forms hold the digits of such a puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ..board.board import Board
from ..board.digits import DIGITS
from ..board.text import is_link
from ..board.variants.marks import Pencilmarks
from .constraints import is_constraints, read_constraints
from .fpuzzles import Imported, read_link
from .fpuzzles_out import fpuzzles_link, sudokupad_link
from .jsoncells import is_json_of_cells, read_json_of_cells
from .links import sudokuwiki_link
from .solo import is_solo, read_solo, solo_id

BoardPuzzle = tuple[Board, bytes]


class Format(NamedTuple):
    """A form of puzzles in text."""

    name: str
    about: str  # for help and pages
    write: Callable[[Board, bytes], str] | None  # None for a form that is only read
    matches: Callable[[str], object] | None = None  # whether a line is a puzzle in this form
    read: Callable[[str, Board | None], BoardPuzzle | Imported] | None = None  # raises ValueError
    links: bool = False  # the puzzle brings its own board
    marks: bool = False  # it holds candidates
    rules: bool = False  # it holds the other rules of the board
    texts: bool = False  # `Board.read` reads it, too


# ---- deleted candidates behind a puzzle, and a + before each digit entered: HoDoKu's library, and Susser

_HODOKU = re.compile(r"\s*:[0-9A-Za-z-]{4,12}:[^:]*:(?=[^:]*[0-9.])([^:]+):([^:]*)(?::.*)?")  # :0000:x:53..:423 411::
_SUSSER = re.compile(r"\s*([0-9.*_+]{16,}):((?:\s*[0-9]{3}\b)+)[\s:]*")  # 53..:423 411


def read_hodoku(line: str, board: Board | None) -> BoardPuzzle:
    """Return the puzzle of a line of HoDoKu's library; deleted candidates become pencilmarks.

    >>> board, puzzle = read_hodoku(":0000:x:12..+3.....4....1:423 411::", None)
    >>> str(board), board.line(puzzle), sorted(board.rules.banned)
    ('4x4 board with pencilmarks', '12..3.....4....1', [3, 27])
    """
    match = _HODOKU.fullmatch(line.rstrip())
    assert match is not None
    return _with_deleted(match, board)


def read_susser(text: str, board: Board | None) -> BoardPuzzle:
    """Return the puzzle of a text of Susser; deleted candidates become pencilmarks.

    >>> board, puzzle = read_susser("12..+3.....4....1:423 411", None)
    >>> board.line(puzzle), sorted(board.rules.banned)
    ('12..3.....4....1', [3, 27])
    """
    match = _SUSSER.fullmatch(text)
    if match is None:
        raise ValueError("the text is no line of cells with deleted candidates behind a colon")
    return _with_deleted(match, board)


def _with_deleted(match: re.Match[str], board: Board | None) -> BoardPuzzle:
    """Return the puzzle of two groups: its cells, and its deleted candidates as digit, row and column."""
    board, puzzle = Board.read(match[1].replace("+", ""), board)
    if not match[2].strip():
        return board, puzzle
    marks = list(DIGITS[: board.side] * board.cells)
    for entry in match[2].split():
        if not re.fullmatch(f"[1-{min(board.side, 9)}]{{3}}", entry):
            raise ValueError(f"deleted candidate {entry!r} is not a digit, row and column of a {board}")
        marks[board.cell(f"r{entry[1]}c{entry[2]}") * board.side + int(entry[0]) - 1] = "."
    return board.with_variants(Pencilmarks("".join(marks))), puzzle


def _hodoku(board: Board, puzzle: bytes) -> str:
    if board.side > 9 or len(board.offsets) > 1 or not board.square or not board.first_digit:
        raise ValueError(f"HoDoKu's library holds boards up to 9x9, not a {board}")
    deleted = []
    for candidate in sorted(_excluded(board)):
        cell, digit = divmod(candidate, board.side)
        if not puzzle[cell]:
            deleted.append(f"{digit + 1}{cell // board.side + 1}{cell % board.side + 1}")
    return f":0000:x:{board.line(puzzle)}:{' '.join(deleted)}::"


# ---- candidates


def _excluded(board: Board) -> set[int]:
    """Return the candidates that the pencilmarks of a puzzle exclude."""
    marks = [variant for variant in board.variants if isinstance(variant, Pencilmarks)]
    return set(board.base.with_variants(*marks).rules.banned) if marks else set()


def candidate_grid(board: Board, puzzle: bytes) -> str:
    """Return the grid of candidates: the digits that neither the houses of a cell nor the pencilmarks exclude.

    >>> print(candidate_grid(Board(2, 2), bytes([1, 0, 0, 4] + [0] * 12)).splitlines()[1])
    | 1    23   | 23   4    |
    """
    if board.regions is not None or len(board.offsets) > 1 or not board.square:
        raise ValueError(f"a {board} is no square of boxes in rows; choose line or grid")
    banned, cells = board.rules.banned, []
    for cell, value in enumerate(puzzle):
        seen = {puzzle[other] for house in board.houses_of[cell] for other in board.houses[house]} - {0}
        left = [d for d in range(1, board.side + 1) if d not in seen and cell * board.side + d - 1 not in banned]
        if not (value or left):
            raise ValueError(f"{board.cell_name(cell)} has no candidate")
        cells.append(board.signs[value - 1] if value else board.signs_of(left))
    width = max(map(len, cells)) + 1
    border = "+" + ("-" * (board.box_width * width + 1) + "+") * board.box_height
    lines = [border]
    for row in range(board.side):
        own = [cell.ljust(width) for cell in cells[row * board.side : (row + 1) * board.side]]
        boxes = ("".join(own[at : at + board.box_width]) for at in range(0, board.side, board.box_width))
        lines += [f"| {'| '.join(boxes)}|", *([border] if (row + 1) % board.box_height == 0 else [])]
    return "\n".join(lines)


# ---- links


def read_linked(line: str, board: Board | None) -> Imported:
    """Return the puzzle of a link, with its own board; the variants of `board` are added."""
    found = read_link(line)
    if board is not None and found.board.base != board.base:
        raise ValueError(f"the link has a {found.board} where a {board} is expected")
    return found._replace(board=found.board.with_variants(*board.variants)) if board else found


# ---- text


def numbers(board: Board, puzzle: bytes) -> str:
    """Return the puzzle as rows of numbers, with `.` for an empty cell.

    >>> print(numbers(Board(2, 2), bytes([1, 0, 0, 4] + [0] * 12)).splitlines()[0])
    1 . . 4
    """
    width = len(str(board.side))
    signs = [str(value or ".").rjust(width) for value in puzzle]
    starts = range(0, board.cells, board.width)
    if len(board.offsets) > 1:
        raise ValueError(f"a {board} has no rows of numbers; choose line or grid")
    return "\n".join(" ".join(signs[at : at + board.width]) for at in starts)


def _sdm(board: Board, puzzle: bytes) -> str:
    return board.line(puzzle).replace(".", "0")


FORMATS = (
    Format("line", "a line of one character per cell, `.` for an empty one", Board.line),
    Format("sdm", "the same with 0 for an empty cell", _sdm),
    Format("grid", "a drawn grid", Board.grid),
    Format("numbers", "rows of numbers", numbers),
    Format("candidates", "a grid of candidates", candidate_grid, marks=True),
    Format("hodoku", "a line of HoDoKu's library", _hodoku, _HODOKU.fullmatch, read_hodoku, marks=True),
    Format("susser", "a line with deleted candidates", None, _SUSSER.fullmatch, read_susser, texts=True),
    Format("cells", "JSON of cells", None, is_json_of_cells, read_json_of_cells, texts=True),
    Format("constraints", "a constraint string", None, is_constraints, read_constraints, links=True, texts=True),
    Format("f-puzzles", "a link to f-puzzles", fpuzzles_link, is_link, read_linked, links=True, rules=True),
    Format("sudokupad", "a link to SudokuPad", sudokupad_link, rules=True),
    Format("solo", "a game id of Simon Tatham's Solo", solo_id, is_solo, read_solo, links=True, rules=True, texts=True),
    Format("sudokuwiki", "a link to SudokuWiki's solver", sudokuwiki_link),
)
FORMAT_BY_NAME = {form.name: form for form in FORMATS if form.write}


def format_of(line: str) -> Format | None:
    """Return the format of a line that is a puzzle by itself; None for any other line."""
    return next((form for form in FORMATS if form.matches is not None and form.matches(line)), None)


def write_puzzle(puzzle: str, to: str = "line", *, board: Board | None = None) -> str:
    """Return a puzzle in another form, one of FORMATS.

    Rules of the board are in f-puzzles and sudokupad; the other forms have the digits alone, or with the candidates.

    Raises ValueError for a form that cannot hold the puzzle.

    >>> write_puzzle("12|34 34|.. --+-- 2*|.. ..|..", "sdm")
    '1234340020000000'
    >>> write_puzzle("1234 34.. 2... ....", "hodoku")
    ':0000:x:123434..2.......:::'
    """
    if to not in FORMAT_BY_NAME:
        raise ValueError(f"no form {to!r}; choose one of {', '.join(FORMAT_BY_NAME)}")
    read = format_of(puzzle)
    own, values = (read.read(puzzle, board) if read and read.read else Board.read(puzzle, board))[:2]
    return written(own, values, FORMAT_BY_NAME[to])


def omits_rules(board: Board, form: Format) -> bool:
    """Return whether a form leaves out regions or rules of a board.

    >>> omits_rules(Board(variants=["x"]), FORMAT_BY_NAME["line"]), omits_rules(Board(), FORMAT_BY_NAME["line"])
    (True, False)
    """
    ruled = board.regions is not None or any(not isinstance(variant, Pencilmarks) for variant in board.variants)
    return ruled and not form.rules


def written(board: Board, puzzle: bytes, form: Format) -> str:
    """Return a puzzle in a form. Raises ValueError if the form cannot hold it."""
    if not form.marks and _excluded(board):
        raise ValueError(f"{form.name} holds digits, and this puzzle has candidates; choose candidates or hodoku")
    assert form.write is not None
    return form.write(board, puzzle)
