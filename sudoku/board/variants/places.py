# SPDX-License-Identifier: MIT
"""Names of cells in variants, and neighbors of cells.

You give cells by name, "r1c1 r1c2", or as a list of names or numbers; we look them up when the board is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any

from ..words import short

if TYPE_CHECKING:
    from ..geometry import Geometry

CellNames = str | Iterable[str | int]
Named = tuple[str | int, ...]
BESIDE = ((0, 1), (1, 0))  # steps to the neighbors in reading order


def named(cells: Any) -> Named:
    """Return cells as a tuple of names or numbers.

    >>> named("r1c1 r1c2, R2C2"), named([0, "r1c2"])
    (('r1c1', 'r1c2', 'r2c2'), (0, 'r1c2'))
    """
    if isinstance(cells, str):
        return tuple(re.split(r"[\s,;]+", cells.strip().lower())) if cells.strip() else ()
    try:
        return tuple(cell.strip().lower() if isinstance(cell, str) else index(cell) for cell in cells)
    except TypeError:
        raise TypeError(f"{short(cells)} does not name cells; give names such as 'r1c1 r1c2', or a list") from None


def lines_of(lines: Any, what: str) -> tuple[Named, ...]:
    """Return several groups of cells."""
    if isinstance(lines, str):
        raise TypeError(f"{what} is the string {short(lines)}; give a list of them")
    try:
        return tuple(map(named, lines))
    except TypeError as error:
        raise TypeError(f"{what}: {error}") from None


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
