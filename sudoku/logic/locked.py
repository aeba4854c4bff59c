# SPDX-License-Identifier: MIT
"""Locked candidates: a digit of one house that can only be where another house overlaps it.

    . 5 5 | . . .      pointing: the 5 of box 1 can only be in row 1, so the rest of row 1 has no 5
    1 2 3 | . . .      claiming: the other way round, the 5 of row 1 can only be in box 1, so the rest of box 1 has none
    4 6 7 | . . .

Both ask what conflicts with every place that the digit has left in a house. So stated it holds for any two houses that
overlap (the diagonals of X-Sudoku, jigsaw regions), and where a variant forbids pairs of cells without any house.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses


def pointing(grid: Grid) -> Iterator[Step]:
    """From a box (or another region) on what it overlaps."""
    t = grid.tables
    return _locked(grid, "pointing", [h for h in range(len(t.houses)) if h not in t.lines])


def claiming(grid: Grid) -> Iterator[Step]:
    """From a row or column on what it overlaps."""
    t = grid.tables
    return _locked(grid, "claiming", sorted(t.lines))


def _locked(grid: Grid, name: str, houses: list[int]) -> Iterator[Step]:
    t = grid.tables
    alive, units, placed = grid.alive, t.units, grid.placed
    for house in houses:
        first = t.unit(house, 0)
        for unit in range(first, first + t.side):
            mask = alive & units[unit]
            if not mask or mask & placed:
                continue
            removed = t.common(mask, alive & ~mask)
            if removed:
                yield Step(name, t.board, _tell, 0, removed, (mask,), (unit,))


def _tell(step: Step) -> str:
    t, mask = step.tables, step.pattern[0]
    cells, digit = cells_of(t, mask), digit_names(digits_of(t, mask))
    gone = {t.board.houses_of[cell] for cell in cells_of(t, step.removed)}
    shared = set.intersection(*(set(houses) for houses in gone), *(set(t.board.houses_of[cell]) for cell in cells))
    shared.discard(t.house_of(step.units[0]) or 0)
    seen = f", and all of these see {cell_names(t, cells_of(t, step.removed))}"
    where = f", all in {t.board.house_name(min(shared))}" if shared else seen
    places = cell_names(t, cells, "or")
    return f"the {digit} of {t.unit_name(step.units[0])} can only be in {places}{where}: {losses(step)}"
