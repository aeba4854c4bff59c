# SPDX-License-Identifier: MIT
"""Naked and hidden singles: the last digit of a cell, and the last cell for a digit in a house.

    1 2 3 | . . .      hidden single: the 4 of row 1 can only be in r1c6, if columns 4 and 5 have a 4 already
    . . . | . . .      naked single: r4c4 sees 1 2 3 5 6 7 8 9, so it is 4

People see a hidden single in a box sooner than one in a row or column. Hidden singles in boxes (and in all houses that
are not lines) therefore come first, and the others are rated a little harder.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step
from .tables import bits


def naked_single(grid: Grid) -> Iterator[Step]:
    """Yield cells with one digit left."""
    side = grid.tables.side
    for candidate in bits(grid.alone(grid.tables.families[0])):
        one = 1 << candidate
        yield Step("naked single", grid.tables.board, _describe_naked, one, 0, (one,), (candidate // side,))


def hidden_single(grid: Grid) -> Iterator[Step]:
    """Yield digits with one place left in a box or another region."""
    return _hidden_singles(grid, True)


def hidden_single_in_line(grid: Grid) -> Iterator[Step]:
    """Yield digits with one place left in a row or column."""
    return _hidden_singles(grid, False)


def _hidden_singles(grid: Grid, region: bool) -> Iterator[Step]:
    t = grid.tables
    found = 0
    for family in t.families[1:]:
        if family.region == region:
            found |= grid.alone(family)
    for candidate in bits(found):
        own = [unit for unit in t.units_of(candidate)[1:] if (t.house_of(unit) in t.lines) != region]
        yield _step(grid, candidate, next(u for u in own if grid.alive & t.units[u] == 1 << candidate), region)


def _step(grid: Grid, candidate: int, unit: int, region: bool) -> Step:
    name = "hidden single" if region else "hidden single in a line"
    return Step(name, grid.tables.board, _describe_hidden, 1 << candidate, 0, (1 << candidate,), (unit,))


def _parts(step: Step) -> tuple[str, str]:
    cell, digit = divmod(step.placed.bit_length() - 1, step.board.side)
    return step.board.cell_name(cell), step.board.signs[digit]


def _describe_naked(step: Step) -> str:
    cell, digit = _parts(step)
    return f"{cell} can only be {digit}: {cell} is {digit}"


def _describe_hidden(step: Step) -> str:
    cell, digit = _parts(step)
    return f"the {digit} of {step.tables.unit_name(step.units[0])} can only be in {cell}: {cell} is {digit}"
