# SPDX-License-Identifier: MIT
"""Reads puzzles given as whole numbers: lists or arrays, flat or in rows. An error names the cell of the wrong value.

[1, 2, 0, 0, ...]      one value per cell, in reading order, 0 for an empty cell
[[1, 2], [0, 0]]       rows; on a board of several grids the gaps between them hold 0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import Any

from .geometry import Geometry
from .text import check_number
from .words import short


def from_array(board: Geometry, values: Iterable[Any]) -> bytes:
    """Implement `Board.from_array`."""
    flat = _flatten(board, values)
    check_number(board, len(flat))
    try:
        grid = bytes(flat)
        if max(grid) <= board.side:
            return grid
    except (TypeError, ValueError):
        pass
    raise next(_errors(board, flat))


def _errors(board: Geometry, flat: list[Any]) -> Iterator[Exception]:
    """Yield an error for each value that is not a digit of the board or 0."""
    for cell, value in enumerate(flat):
        try:
            number = index(value)
        except TypeError:
            yield TypeError(f"{board.cell_name(cell)} holds {short(value)}: not a whole number")
        else:
            if not 0 <= number <= board.side:
                name = board.cell_name(cell)
                yield ValueError(f"{name} holds {short(number)}: out of range for a {board} (0-{board.side})")


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
    return list(values.tolist() if hasattr(values, "tolist") else values)
