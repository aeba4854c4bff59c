# SPDX-License-Identifier: MIT
"""Names of cells in variants, and neighbors of cells.

You give cells by name, "r1c1 r1c2", or as a list of names or numbers; we look them up when the board is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from ..digits import LARGEST_SIDE
from ..words import short

if TYPE_CHECKING:
    from ..geometry import Geometry

CellNames = str | Iterable[str | int]
Named = tuple[str | int, ...]
MOST_GROUP_CELLS = 10_000  # cells of a group; a board has 4,096 at most, and a line may pass some of them again
BESIDE = ((0, 1), (1, 0))  # steps to the neighbors in reading order


def named(cells: Any) -> Named:
    """Return cells as a tuple of names or numbers.

    >>> named("r1c1 r1c2, R2C2"), named([0, "r1c2"])
    (('r1c1', 'r1c2', 'r2c2'), (0, 'r1c2'))
    """
    if isinstance(cells, str):
        cells = re.split(r"[\s,;]+", cells.strip()) if cells.strip() else ()
    try:
        found = tuple(cell.strip().lower() if isinstance(cell, str) else index(cell) for cell in cells)
    except TypeError:
        raise TypeError(f"{short(cells)} does not name cells; give names such as 'r1c1 r1c2', or a list") from None
    if len(found) > MOST_GROUP_CELLS:
        raise ValueError(f"a group of {len(found):,} cells; a board has {LARGEST_SIDE**2:,} at most")
    return found


def lines_of(lines: Any, what: str) -> tuple[Named, ...]:
    """Return several groups of cells."""
    if isinstance(lines, str):
        raise TypeError(f"{what} is the string {short(lines)}; give a list, such as [{short(lines)}]")
    if not isinstance(lines, Iterable):
        raise TypeError(f"{what} is {short(lines)}; give a list of groups of cells, such as ['r1c1 r1c2']")
    try:
        return tuple(map(named, lines))
    except TypeError as error:
        raise TypeError(f"{what}: {error}") from None


def paired(pairs: Any, what: str, parts: str) -> tuple[tuple[Named, Named], ...]:
    """Return pairs of groups of cells."""
    try:
        return tuple((named(one), named(other)) for one, other in pairs)
    except (TypeError, ValueError):
        raise TypeError(f"{what} {short(pairs)} must be pairs of {parts}") from None


def pairs(board: Geometry, steps: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that are one of these steps (rows, columns) apart, over all grids."""
    steps = tuple(steps)
    for cell, (row, column) in enumerate(board.places):
        for down, right in steps:
            other = board.cell_at.get((row + down, column + right))
            if other is not None:
                yield cell, other


def grid_names(board: Geometry) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the cells of each grid, and a suffix for names in it."""
    for number, grid in enumerate(board.grids, 1):
        yield grid, f" of grid {number}" if len(board.grids) > 1 else ""


_PLACE = re.compile(r"r([0-9]{1,4})c([0-9]{1,4})")


def place_of(name: str | int) -> tuple[int, int] | None:
    """Return the row and column of a name, from 0; -1 and more than the last for a place outside the board."""
    match = _PLACE.fullmatch(name) if isinstance(name, str) else None
    return (int(match[1]) - 1, int(match[2]) - 1) if match else None


def ray(board: Geometry, names: Named) -> list[int]:
    """Return the cells that a clue outside the board sees, or the named cells if the first one is on the board.

    >>> from sudoku import Board
    >>> ray(Board(2, 2), ("r0c2",)), ray(Board(2, 2), ("r2c5",)), ray(Board(2, 2), ("r0c4", "r1c3"))
    ([1, 5, 9, 13], [7, 6, 5, 4], [2, 5, 8])
    """
    start = place_of(names[0]) if names else None
    if start is None or start in board.cell_at:
        return [board.cell(name) for name in names]
    row, column = start
    down, right = _way(board, names, start)
    cells = []
    while (row := row + down, column := column + right) in board.cell_at:
        cells.append(board.cell_at[row, column])
    if not cells:
        raise ValueError(f"{' '.join(map(str, names))} points away from the board")
    return cells


def _way(board: Geometry, names: Named, start: tuple[int, int]) -> tuple[int, int]:
    """Return the step (rows, columns) from a place outside the board to the first cell."""
    if len(names) == 1:
        way = _inward(start[0], board.height), _inward(start[1], board.width)
        if 0 in way and way != (0, 0):
            return way
        raise ValueError(f"{names[0]} points to no cell; name the first cell on the way as well")
    first = place_of(names[1])
    if first and len(names) == 2 and max(abs(first[0] - start[0]), abs(first[1] - start[1])) == 1:
        return first[0] - start[0], first[1] - start[1]
    raise ValueError(f"{' '.join(map(str, names))}: name a place outside the board and the first cell on the way")


def _inward(at: int, size: int) -> int:
    return 1 if at < 0 else -1 if at >= size else 0


def place_before(board: Geometry, cells: Sequence[int], *, diagonal: bool = False) -> str:
    """Return the place outside the board that sees these cells: the first is at the edge, a second shows the way.

    Without a second cell, the way leads straight into the board, or from a corner along the diagonal.

    >>> from sudoku import Board
    >>> board = Board(2, 2)
    >>> place_before(board, [1]), place_before(board, [4]), place_before(board, [2, 5])
    ('r0c2', 'r2c0', 'r0c4 r1c3')
    """
    first, *others = (board.places[cell] for cell in cells)
    way = _inward(first[0] - 1, board.height - 2), _inward(first[1] - 1, board.width - 2)
    if others:
        way = others[0][0] - first[0], others[0][1] - first[1]
    elif not diagonal and 0 not in way:
        raise ValueError("a corner is at two edges: select the next cell on the way, too")
    elif diagonal and way.count(0) == 1:
        raise ValueError("select the next cell on the diagonal, too")
    place = first[0] - way[0], first[1] - way[1]
    if max(map(abs, way)) != 1 or place in board.cell_at:
        raise ValueError("select a cell at the edge of the board, and the next one on the way")
    names = [f"r{row + 1}c{column + 1}" for row, column in (place, first)]
    return names[0] if 0 in way else " ".join(names)
