# SPDX-License-Identifier: MIT
"""JSON of cells, as apps keep a puzzle: an object for each cell, with its digit or its candidates.

    [{"val": 5}, {"val": null, "candidates": [1, 2, 4]}, ...]     all cells, row by row, or in any order with places
    [[{"row": 0, "col": 0, "value": 5}, ...], ...]                rows of cells; places are counted from 0 or 1

A digit is a number, or a sign in text. A cell with neither a digit nor candidates is empty. A digit that its solver
entered is a clue, because these apps mark it in many ways.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from ..board.board import Board
from ..board.digits import DIGITS
from ..board.shapes import usual_sides
from ..board.variants.marks import Pencilmarks
from ..board.words import short
from .documents import document

DIGIT_KEYS = ("value", "val", "digit", "number", "v")
ROW_KEYS, COLUMN_KEYS = ("row", "r", "y"), ("col", "column", "c", "x")
CANDIDATES = "candidates"
CELL_NUMBERS = frozenset(side * side for side in usual_sides())
CellFields = dict[str, Any]


def is_list_of_cells(value: Any) -> bool:
    """Return whether a value of JSON is a list of cells, or of rows of cells.

    >>> is_list_of_cells([{"val": 1}, {}] * 8), is_list_of_cells([{"puzzle": "12.."}] * 16)
    (True, False)
    """
    cells = _flat(value)
    return len(cells) in CELL_NUMBERS and all(map(_is_cell, cells)) and any(_digit(cell) for cell in cells)


def is_json_of_cells(text: str) -> bool:
    """Return whether a text is JSON of cells."""
    try:
        return text.lstrip().startswith("[") and is_list_of_cells(document(text))
    except (ValueError, RecursionError):
        return False


def read_json_of_cells(text: str, board: Board | None = None) -> tuple[Board, bytes]:
    """Return the puzzle of a JSON of cells; the candidates of cells become pencilmarks.

    >>> board, puzzle = read_json_of_cells('[{"v": 1}, {"v": 2}, {"candidates": [3]}, {}' + ', {"v": ""}' * 12 + "]")
    >>> board.line(puzzle), sorted(board.rules.banned)
    ('12..............', [8, 9, 11])
    """
    cells = _flat(document(text))
    board = board or Board.of_cells(len(cells))
    if len(cells) != board.cells:
        raise ValueError(f"the JSON has {len(cells)} cells where a {board} has {board.cells}")
    cells = _in_order(board, cells)
    puzzle = board.from_array([_digit(cell) for cell in cells])
    every = DIGITS[: board.side]
    marks = [
        _marks(board, at, cell[CANDIDATES]) if cell.get(CANDIDATES) and not puzzle[at] else every
        for at, cell in enumerate(cells)
    ]
    limited = any(mark != every for mark in marks)
    return (board.with_variants(Pencilmarks("".join(marks))) if limited else board), puzzle


def _flat(value: Any) -> list[Any]:
    """Return the elements of a list, or of the lists in a square of rows; no elements of anything else."""
    if not isinstance(value, list) or not value:
        return []
    rows = all(isinstance(row, list) and len(row) == len(value) for row in value)
    return [*chain.from_iterable(value)] if rows else value


def _is_cell(cell: Any) -> bool:
    digit = _digit(cell) if isinstance(cell, dict) else []
    return not isinstance(digit, (list, dict)) and (not cell or any(key in cell for key in (*DIGIT_KEYS, CANDIDATES)))


def _digit(cell: CellFields) -> Any:
    return _first_of(cell, DIGIT_KEYS)


def _first_of(cell: CellFields, keys: Iterable[str]) -> Any:
    """Return the value of the first of some keys that a cell has; None without any."""
    return next((cell[key] for key in keys if key in cell), None)


def _in_order(board: Board, cells: list[CellFields]) -> list[CellFields]:
    """Return the cells row by row, by their places if all have one."""
    places = [(_first_of(cell, ROW_KEYS), _first_of(cell, COLUMN_KEYS)) for cell in cells]
    if not all(type(part) is int for place in places for part in place):
        return cells
    first = 0 if any(0 in place for place in places) else 1
    at = {(row - first, column - first): cell for (row, column), cell in zip(places, cells, strict=True)}
    if set(at) != set(board.places):
        raise ValueError(f"the places of the cells are not those of a {board}")
    return [at[place] for place in board.places]


def _marks(board: Board, at: int, candidates: Any) -> str:
    """Return the candidates of a cell as pencilmarks."""
    digits = {str(digit) for digit in candidates} if isinstance(candidates, (list, str)) else set()
    numbers = [*map(str, range(1, board.side + 1))]
    if not digits or not digits <= {*numbers}:
        raise ValueError(f"the candidates of {board.cell_name(at)} are {short(candidates)}: not digits of a {board}")
    return "".join(DIGITS[k] if number in digits else "." for k, number in enumerate(numbers))
