# SPDX-License-Identifier: MIT
"""Locked candidates: a digit whose places in one house all lie in its overlap with another house.

    . 5 5 | . . .      pointing: the 5 of box 1 can only be in row 1, so the rest of row 1 has no 5
    1 2 3 | . . .      claiming: the reverse, the 5 of row 1 can only be in box 1, so the rest of box 1 has no 5
    4 6 7 | . . .

Both remove the candidates that conflict with every place left for the digit in a house. In this form the technique
works for any two overlapping houses (the diagonals of X-Sudoku, jigsaw regions), and also if a variant forbids pairs of
cells without a house.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses


def pointing(grid: Grid) -> Iterator[Step]:
    """Yield steps from a box (or another region) to the houses that overlap it."""
    t = grid.tables
    return _locked_candidates(grid, "pointing", [h for h in range(len(t.houses)) if h not in t.lines])


def claiming(grid: Grid) -> Iterator[Step]:
    """Yield steps from a row or column to the houses that overlap it."""
    t = grid.tables
    return _locked_candidates(grid, "claiming", sorted(t.lines))


def _locked_candidates(grid: Grid, name: str, houses: list[int]) -> Iterator[Step]:
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
                yield Step(name, t.board, _describe, 0, removed, (mask,), (unit,))


def _describe(step: Step) -> str:
    t, mask = step.tables, step.pattern[0]
    cells, digit = cells_of(t, mask), digit_names(t, digits_of(t, mask))
    gone = {t.board.houses_of[cell] for cell in cells_of(t, step.removed)}
    shared = set.intersection(*(set(houses) for houses in gone), *(set(t.board.houses_of[cell]) for cell in cells))
    shared -= {t.house_of(step.units[0])}
    seen = f", and all of these see {cell_names(t, cells_of(t, step.removed))}"
    where = f", all in {t.board.house_name(min(shared))}" if shared else seen
    places = cell_names(t, cells, "or")
    return f"the {digit} of {t.unit_name(step.units[0])} can only be in {places}{where}: {losses(step)}"
