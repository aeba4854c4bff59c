# SPDX-License-Identifier: MIT
"""The cells of each row, column, box and region, and their names, from the numbers that shape a board.

one grid         row 1 .. column 1 .. box 1 ..        or region 1 .. if there are regions
several grids    row 1 of grid 1, row 1 of grid 2, ...; a shared box is one house and belongs to the first grid

On a board with fewer rows or columns than digits, some have too few cells for all digits. We call these parts of
houses. A board of 6x8 cells with the digits 1-8 and boxes of 2x4 has 12 houses, its rows and boxes, and 8 parts, its
columns.
"""

from __future__ import annotations

from typing import NamedTuple

House = tuple[str, tuple[int, ...]]  # its name, and its cells, ascending
Grids = tuple[tuple[int, ...], ...]  # the cells of each grid, in its reading order


class GridShape(NamedTuple):
    """The numbers that shape each grid of a board."""

    box_height: int
    box_width: int
    regions: tuple[int, ...] | None  # by cell: its region, from 0; None: boxes
    rows: int
    columns: int

    @property
    def side(self) -> int:
        """Number of digits."""
        return self.box_height * self.box_width

    def boxes(self) -> list[int]:
        """Return the number of each cell's box or region, from 0."""
        if self.regions is not None:
            return list(self.regions)
        across = -(-self.columns // self.box_width)
        return [
            row // self.box_height * across + column // self.box_width
            for row in range(self.rows)
            for column in range(self.columns)
        ]


def boxes(shape: GridShape, grids: Grids) -> tuple[int, ...]:
    """Return the number of each cell's box or region, from 0, counted grid by grid in reading order."""
    single = shape.boxes()
    if len(grids) == 1:
        return tuple(single)
    found: dict[int, tuple[int, int]] = {}
    for number, grid in enumerate(grids):
        for at, cell in enumerate(grid):
            found.setdefault(cell, (number, single[at]))
    numbers = {box: k for k, box in enumerate(sorted(set(found.values())))}
    return tuple(numbers[found[cell]] for cell in range(len(found)))


def own_houses(shape: GridShape, grids: Grids) -> tuple[House, ...]:
    """Return the houses of a board without variants: the rows of all grids, the columns, then the boxes."""
    single = tuple(group for group in _groups(shape) if len(group[1]) == shape.side)
    if len(grids) == 1:
        return single
    found: dict[tuple[int, ...], tuple[int, int, int]] = {}
    for number, grid in enumerate(grids, 1):
        for house, (_, cells) in enumerate(single):
            found.setdefault(tuple(sorted(grid[cell] for cell in cells)), (house // shape.side, number, house))
    ordered = sorted((place, cells) for cells, place in found.items())
    return tuple((f"{single[house][0]} of grid {number}", cells) for (_, number, house), cells in ordered)


def house_parts(shape: GridShape) -> tuple[House, ...]:
    """Return the rows, columns and boxes of a single grid that have too few cells for all digits, but several."""
    return tuple(group for group in _groups(shape) if 1 < len(group[1]) < shape.side)


def _groups(shape: GridShape) -> tuple[House, ...]:
    rows, columns = shape.rows, shape.columns
    cells, box = range(rows * columns), shape.boxes()
    groups: list[list[int]] = [[] for _ in range(max(box) + 1)]
    for cell in cells:
        groups[box[cell]].append(cell)
    kind = "box" if shape.regions is None else "region"
    return (
        *((f"row {k + 1}", tuple(cells[k * columns : (k + 1) * columns])) for k in range(rows)),
        *((f"column {k + 1}", tuple(cells[k::columns])) for k in range(columns)),
        *((f"{kind} {k + 1}", tuple(group)) for k, group in enumerate(groups)),
    )
