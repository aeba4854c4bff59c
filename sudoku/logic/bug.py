# SPDX-License-Identifier: MIT
"""BUG+1 and BUG+n (bivalue universal grave): all open cells have two digits, except for a few further candidates.

    {1 2}   {2 3}   {1 3 4}      without the 4, each open cell would have two digits, and each digit two places, or
    ...                          none, in each house; to exchange the digits of all open cells would then turn any
                                 solution into another one; so the 4 is true

With several further candidates one of them is true (+n): no candidate that they all exclude is. This holds only if the
puzzle is known to have one solution.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, listed, losses, node_name
from .tables import bits

MOST_FURTHER = 4  # candidates; more of them rarely exclude the same one


def bug_plus_one(grid: Grid) -> Iterator[Step]:
    """Yield the step of a grid with one further candidate."""
    further = _further(grid)
    if further.bit_count() == 1:
        yield _step(grid, "BUG+1", further, further, 0)


def bug_plus_n(grid: Grid) -> Iterator[Step]:
    """Yield the step of a grid with two or more further candidates."""
    further = _further(grid)
    if further.bit_count() > 1:
        removed = grid.tables.common(further, grid.open & ~further)
        if removed:
            yield _step(grid, "BUG+n", further, 0, removed)


def _further(grid: Grid) -> int:
    """Return the candidates without which every unit has two candidates or none; 0 if there are none or too many.

    If a cell has more than two candidates, those are further whose digit has more than two places in all of its houses.
    """
    t, left = grid.tables, grid.open
    if not grid.unique or t.sums or t.exclusions:
        return 0
    marks = grid.marks()
    large = [cell for cell, digits in enumerate(marks) if digits.bit_count() > 2]
    if not 1 <= sum(marks[cell].bit_count() - 2 for cell in large) <= MOST_FURTHER:
        return 0
    further = 0
    for cell in large:
        for digit in bits(marks[cell]):
            units = [t.unit(house, digit) for house in t.board.houses_of[cell]]
            if all((left & t.units[unit]).bit_count() > 2 for unit in units):
                further |= 1 << cell * t.side + digit
    bare = left & ~further
    return further if all((bare & unit).bit_count() in (0, 2) for unit in t.units) else 0


def _step(grid: Grid, name: str, further: int, placed: int, removed: int) -> Step:
    t = grid.tables
    return Step(name, t.board, _describe, placed, removed, (further,), tuple(range(t.cells)), assumes_unique=True)


def _describe(step: Step) -> str:
    t = step.tables
    further = listed([node_name(t, 1 << candidate) for candidate in bits(step.pattern[0])], "or")
    return (
        f"unless {further}, all open cells have two digits and each digit two places, so there would be two solutions, "
        f"but there is one: {further if step.placed else losses(step)}"
    )
