# SPDX-License-Identifier: MIT
"""The cells of each row, column, box and region, and their names, from the numbers that shape a board.

one grid         row 1 .. column 1 .. box 1 ..        or region 1 .. if there are regions
several grids    row 1 of grid 1, row 1 of grid 2, ...; a shared box is one house and belongs to the first grid
"""

from __future__ import annotations

House = tuple[str, tuple[int, ...]]  # its name, and its cells, ascending
Grids = tuple[tuple[int, ...], ...]  # the cells of each grid, in its reading order
Regions = tuple[int, ...] | None  # by cell: its region, from 0; None: boxes


def boxes(height: int, width: int, regions: Regions, grids: Grids) -> tuple[int, ...]:
    """Return the number of each cell's box or region, from 0, counted grid by grid in reading order."""
    if regions is not None:
        return regions
    side = height * width
    found: dict[int, tuple[int, int]] = {}
    for number, grid in enumerate(grids):
        for at, cell in enumerate(grid):
            found.setdefault(cell, (number, at // side // height * height + at % side // width))
    numbers = {box: k for k, box in enumerate(sorted(set(found.values())))}
    return tuple(numbers[found[cell]] for cell in range(len(found)))


def own_houses(height: int, width: int, regions: Regions, grids: Grids) -> tuple[House, ...]:
    """Return the houses of a board without variants: the rows of all grids, the columns, then the boxes."""
    single = _of_one_grid(height, width, regions)
    if len(grids) == 1:
        return single
    found: dict[tuple[int, ...], tuple[int, int, int]] = {}
    for number, grid in enumerate(grids, 1):
        for house, (_, cells) in enumerate(single):
            found.setdefault(tuple(sorted(grid[cell] for cell in cells)), (house // (height * width), number, house))
    ordered = sorted((place, cells) for cells, place in found.items())
    return tuple((f"{single[house][0]} of grid {number}", cells) for (_, number, house), cells in ordered)


def _of_one_grid(height: int, width: int, regions: Regions) -> tuple[House, ...]:
    side = height * width
    cells = range(side * side)
    box = regions or [cell // side // height * height + cell % side // width for cell in cells]
    groups: list[list[int]] = [[] for _ in range(side)]
    for cell in cells:
        groups[box[cell]].append(cell)
    rows = [(f"row {k + 1}", tuple(cells[k * side : (k + 1) * side])) for k in range(side)]
    columns = [(f"column {k + 1}", tuple(cells[k::side])) for k in range(side)]
    kind = "box" if regions is None else "region"
    return (*rows, *columns, *((f"{kind} {k + 1}", tuple(group)) for k, group in enumerate(groups)))
