# SPDX-License-Identifier: MIT
"""The cells of each row, column, box and region of a board, and the names of cells and houses.

    one grid         row 1 .. column 1 .. box 1 ..        or region 1 .. if there are regions
    several grids    row 1 of grid 1, row 1 of grid 2, ...; a shared box is one house and belongs to the first grid
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .text import DIGITS, short

if TYPE_CHECKING:
    from .board import Board

_NAME = re.compile(r"r([0-9]{1,4})c([0-9]{1,4})", re.IGNORECASE)

House = tuple[str, tuple[int, ...]]  # its name, and its cells, ascending


def boxes(board: Board) -> tuple[int, ...]:
    """Return the number of each cell's box or region, from 0."""
    if board.regions is not None:
        return board.regions
    side, height, width = board.side, board.box_height, board.box_width
    found: dict[int, tuple[int, int]] = {}
    for number, grid in enumerate(board.grids):
        for at, cell in enumerate(grid):
            found.setdefault(cell, (number, at // side // height * height + at % side // width))
    numbers = {box: k for k, box in enumerate(sorted(set(found.values())))}
    return tuple(numbers[found[cell]] for cell in range(board.cells))


def own_houses(board: Board) -> tuple[House, ...]:
    """Return the board's own houses, without variants: the rows of all grids, the columns, then the boxes."""
    single = _of_one_grid(board)
    if len(board.offsets) == 1:
        return single
    found: dict[tuple[int, ...], tuple[int, int, int]] = {}
    for number, grid in enumerate(board.grids, 1):
        for house, (_, cells) in enumerate(single):
            found.setdefault(tuple(sorted(grid[cell] for cell in cells)), (house // board.side, number, house))
    ordered = sorted((place, cells) for cells, place in found.items())
    return tuple((f"{single[house][0]} of grid {number}", cells) for (_, number, house), cells in ordered)


def _of_one_grid(board: Board) -> tuple[House, ...]:
    side, height, width = board.side, board.box_height, board.box_width
    cells = range(side * side)
    box = board.regions or [cell // side // height * height + cell % side // width for cell in cells]
    groups: list[list[int]] = [[] for _ in range(side)]
    for cell in cells:
        groups[box[cell]].append(cell)
    rows = [(f"row {k + 1}", tuple(cells[k * side : (k + 1) * side])) for k in range(side)]
    columns = [(f"column {k + 1}", tuple(cells[k::side])) for k in range(side)]
    kind = "box" if board.regions is None else "region"
    return (*rows, *columns, *((f"{kind} {k + 1}", tuple(group)) for k, group in enumerate(groups)))


def cell_named(board: Board, name: str | int) -> int:
    """Implement `Board.cell`."""
    match = _NAME.fullmatch(name.strip()) if isinstance(name, str) else None
    if match:
        cell = board.cell_at.get((int(match[1]) - 1, int(match[2]) - 1))
    else:
        cell = name if isinstance(name, int) and 0 <= name < board.cells else None
    if cell is None:
        what = "is not on" if match or isinstance(name, int) else "is not the name (such as r1c9) of a cell of"
        raise ValueError(f"{name if match else short(name)} {what} a {board.base}")
    return cell


def check(board: Board, puzzle: bytes) -> None:
    """Implement `Board.check` for a puzzle with the right number of cells."""
    found = clash(board, puzzle)
    if found:
        raise ValueError(found)


def clash(board: Board, puzzle: bytes) -> str | None:
    """Describe two equal digits in a house, with both cells; return None if there are none.

    >>> from sudoku import Board
    >>> clash(Board(2, 2), bytes([3, 0, 0, 3] + [0] * 12))
    'digit 3 twice in row 1: r1c1 and r1c4'
    """
    seen: dict[tuple[int, int], int] = {}
    for cell, value in enumerate(puzzle):
        for house in board.houses_of[cell] if value else ():
            other = seen.setdefault((house, value), cell)
            if other != cell:
                cells = f"{board.cell_name(other)} and {board.cell_name(cell)}"
                return f"digit {DIGITS[value - 1]} twice in {board.house_name(house)}: {cells}"
    return None
