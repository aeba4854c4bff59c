# SPDX-License-Identifier: MIT
"""Naked and hidden pairs, triples and quads: k cells of a house that share k digits among themselves.

    naked pair       {3 7} {3 7} {1 3 8} {7 8}      two cells hold 3 and 7, so no other cell of the house does
    hidden pair      {1 3 7} {3 4 7} {1 4 8} ...    3 and 7 have only two cells, so these hold nothing else

Both solve the same problem: find k sets whose union has k elements. For naked subsets the sets are the digits of a
cell, for hidden subsets the cells of a digit. Fish (fish.py) are a third case.
"""

from __future__ import annotations

from collections.abc import Iterator

from dlx.system import calloff

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses
from .tables import bits

SUBSET_NAMES = {2: "pair", 3: "triple", 4: "quad"}


def closed_sets(sets: list[tuple[int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the names of any `size` of the sets (name, elements) with `size` elements in all, and these elements.

    >>> list(closed_sets([(7, 0b011), (8, 0b110), (9, 0b101), (10, 0b1001)], 3))
    [((7, 8, 9), 7)]
    """
    small = [(name, elements) for name, elements in sets if elements.bit_count() <= size]
    return _grow(small, 0, size, (), 0) if len(small) >= size else iter(())


def _grow(
    sets: list[tuple[int, int]], start: int, size: int, names: tuple[int, ...], union: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    calloff.check()
    missing = size - len(names)
    for k in range(start, len(sets) - missing + 1):
        name, elements = sets[k]
        together = union | elements
        if together.bit_count() > size:
            continue
        if missing > 1:
            yield from _grow(sets, k + 1, size, (*names, name), together)
        elif together.bit_count() == size:
            yield (*names, name), together


def naked_subset(grid: Grid, size: int) -> Iterator[Step]:
    """Yield steps from `size` cells of a house with `size` digits."""
    t = grid.tables
    marks = grid.marks()
    for h, house in enumerate(t.board.houses):
        open_cells = [(cell, marks[cell]) for cell in house if marks[cell]]
        if len(open_cells) <= size or not _has_changed(grid, ("naked", size, h), h):
            continue
        for cells, digits in closed_sets(open_cells, size):
            own = sum(marks[cell] << cell * t.side for cell in cells)
            removed = sum(t.houses[h] << digit for digit in bits(digits)) & grid.open & ~own
            if removed:
                yield Step(f"naked {SUBSET_NAMES[size]}", t.board, _describe_naked, 0, removed, (own,), cells, (h,))


def hidden_subset(grid: Grid, size: int) -> Iterator[Step]:
    """Yield steps from `size` digits of a house with `size` cells."""
    t = grid.tables
    left = grid.open
    for h, house in enumerate(t.houses):
        if not _has_changed(grid, ("hidden", size, h), h):
            continue
        places = [(digit, left >> digit & house) for digit in range(t.side)]
        places = [(digit, cells) for digit, cells in places if cells]
        if len(places) <= size:
            continue
        for digits, cells in closed_sets(places, size):
            own = sum(cells << digit for digit in digits) & left
            removed = sum(cells << digit for digit in range(t.side)) & left & ~own
            if removed:
                units = tuple(t.unit(h, digit) for digit in digits)
                yield Step(f"hidden {SUBSET_NAMES[size]}", t.board, _describe_hidden, 0, removed, (own,), units)


def _has_changed(grid: Grid, key: object, house: int) -> bool:
    """Return whether a house changed since this technique last visited it, and record this visit."""
    now = grid.open & grid.tables.houses[house] * grid.tables.full
    if grid.idle.get(key) == now:
        return False
    grid.idle[key] = now
    return True


def _describe_naked(step: Step) -> str:
    t = step.tables
    cells, digits = cells_of(t, step.whole), digits_of(t, step.whole)
    hold = f"{cell_names(t, cells)} hold only {digit_names(t, digits)}"
    return f"{hold}, so no other cell of {t.board.house_name(step.also[0])} can: {losses(step)}"


def _describe_hidden(step: Step) -> str:
    t = step.tables
    cells, digits = cells_of(t, step.whole), digits_of(t, step.whole)
    only = f"{digit_names(t, digits)} of {t.unit_name(step.units[0])} can only be in {cell_names(t, cells)}"
    return f"{only}, so these hold nothing else: {losses(step)}"
