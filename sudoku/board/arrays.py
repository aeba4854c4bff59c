# SPDX-License-Identifier: MIT
"""Reads puzzles given as values: lists, arrays or tables, flat or in rows. An error names the cell of the wrong value.

[1, 2, 0, 0, ...]      one value per cell, in reading order, 0 for an empty cell
[[1, 2], [0, 0]]       rows; on a board of several grids the gaps between them hold 0
[1.0, nan, None]       numbers as tables have them: a missing one is an empty cell, and so is -1
["1", ".", ""]         signs
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import Any

from .digits import EMPTY, LARGEST_CASELESS_SIDE
from .geometry import Geometry
from .text import check_number
from .words import short

FEWEST_DIGITS_FROM_0 = 10  # of boards whose digits may begin at 0, as hexadecimal ones do
ONE_HOT = "({0}.argmax(-1) + 1) * {0}.any(-1)"  # the digits of an array with a place for each digit


def from_array(board: Geometry, values: Iterable[Any]) -> bytes:
    """Implement `Board.from_array`."""
    flat = _flatten(board, values)
    check_number(board, len(flat))
    grid = _bytes(board, flat) or _bytes(board, [_number(board, value) for value in flat])
    if grid is None:
        raise next(_errors(board, flat))
    if board.side >= FEWEST_DIGITS_FROM_0 and board.first_digit and max(grid) < board.side:
        _check_zeros(board, flat)
    return grid


def _check_zeros(board: Geometry, flat: list[Any]) -> None:
    """Refuse zeros that are digits: -1 is the empty cell, no house has two zeros, and no cell has the largest digit."""
    cells = [0 if isinstance(value, bool | str) else value for value in flat]
    zeros = {cell for cell, value in enumerate(flat) if not isinstance(value, str) and value == 0}
    if -1 in cells and len(zeros) > 1 and not any(len(zeros.intersection(house)) > 1 for house in board.houses):
        name = board.cell_name(min(zeros))
        raise ValueError(f"0 in {name} may be a digit, as -1 is the empty cell: write 1-{board.side} for the digits")


def check_one_hot(cells: int, most: int) -> None:
    """Refuse a puzzle of 0 and 1 alone that has a cell for each digit of each cell of a smaller board."""
    side = round(cells ** (1 / 3))
    if most == 1 and side**3 == cells and side > 1:
        what = f"{cells} cells of 0 and 1 may be a {side}x{side} puzzle in one-hot form, or a puzzle of 1s"
        one_hot = ONE_HOT.format(f"a.reshape(*a.shape[:-1], {side * side}, {side})")
        raise ValueError(f"{what}: pass {one_hot}, or the board of the other")


def _bytes(board: Geometry, flat: list[Any]) -> bytes | None:
    """Return whole numbers as bytes, or None if a value is not a digit of the board or 0."""
    try:
        grid = bytes(flat)
    except (TypeError, ValueError):
        return None
    return grid if max(grid) <= board.side else None


def _number(board: Geometry, value: Any) -> Any:
    """Return the number of a sign or of a number in a table, 0 for a missing one, and any other value as it is."""
    if isinstance(value, str):
        sign = value.strip().upper() if board.side <= LARGEST_CASELESS_SIDE else value.strip()
        if len(sign) == 1 and sign in board.signs:
            return board.signs.index(sign) + 1
        if sign.isdecimal() and len(sign) > 1 and board.first_digit:
            return int(sign)
        return 0 if sign in ("", "-1") or (len(sign) == 1 and sign in EMPTY) else value
    if _is_missing(value) or value == -1:
        return 0
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_missing(value: Any) -> bool:
    """Return whether a value stands for a missing one: None, NaN, or the NA of a table, which has no truth."""
    try:
        return value is None or bool(value != value)
    except TypeError:
        return True


def _errors(board: Geometry, flat: list[Any]) -> Iterator[Exception]:
    """Yield an error for each value that is not a digit of the board or 0."""
    for cell, value in enumerate(flat):
        try:
            number = index(_number(board, value))
        except TypeError:
            remedy = f"; a one-hot array a has the digits {ONE_HOT.format('a')}" if _is_plane(board, value) else ""
            yield TypeError(f"{board.cell_name(cell)} holds {short(value)}: not a whole number{remedy}")
        else:
            if not 0 <= number <= board.side:
                name = board.cell_name(cell)
                yield ValueError(f"{name} holds {short(number)}: out of range for a {board} (0-{board.side})")


def _is_plane(board: Geometry, value: Any) -> bool:
    """Return whether a value has 0 or 1 for each digit."""
    return isinstance(value, list) and len(value) == board.side and all(digit in (0, 1) for digit in value)


def _flatten(board: Geometry, values: Iterable[Any]) -> list[Any]:
    if isinstance(values, str):
        raise TypeError("from_array() takes whole numbers; parse() takes text")
    rows = _to_list(values)
    if not rows or not all(hasattr(row, "__len__") and not isinstance(row, str) for row in rows):
        return rows
    for number, row in enumerate(rows, 1):
        if len(row) != board.width or len(rows) != board.height:
            shape = f"row {number} of {len(rows)} has {len(row)} cells"
            raise ValueError(f"{shape} where a {board} has {board.height} rows of {board.width}")
    rows = [_to_list(row) for row in rows]
    if board.cells < board.height * board.width:
        _check_holes(board, rows)
    return [rows[row][column] for row, column in board.places]


def _check_holes(board: Geometry, rows: list[list[Any]]) -> None:
    """Refuse a nonzero value in a gap between the grids of a board."""
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if (r, c) not in board.cell_at and value:
                raise ValueError(f"r{r + 1}c{c + 1} holds {short(value)}: there is no cell on a {board}")


def _to_list(values: Any) -> list[Any]:
    if hasattr(values, "to_numpy"):  # a table, whose list has its columns
        values = values.to_numpy()
    return list(values.tolist() if hasattr(values, "tolist") else values)
