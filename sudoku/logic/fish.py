# SPDX-License-Identifier: MIT
"""X-Wing, Swordfish, Jellyfish: a digit whose places in k rows all lie in the same k columns, or the reverse.

    row 2   . . 4 . . . . 4 .       the 4s of rows 2 and 5 take one place in column 3 and one in column 8,
    row 5   . . 4 . . . . 4 .       so no other cell of these columns is 4

A fish of k rows is also a fish of the remaining columns, so sizes above half the side are never needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, digit_names, digits_of, house_names, losses
from .subsets import closed_sets
from .tables import bits, union

FISH_NAMES = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}


def fish(grid: Grid, size: int) -> Iterator[Step]:
    """Yield fish of `size` rows or columns."""
    t = grid.tables
    left = grid.open
    for digit in range(t.side):
        now = left >> digit & t.anchor
        key = ("fish", size, digit)
        if grid.idle.get(key) == now:
            continue
        grid.idle[key] = now
        for base, cover in ((t.rows, t.columns), (t.columns, t.rows)):
            yield from _in(grid, size, digit, base, cover)


def _in(grid: Grid, size: int, digit: int, base: list[int], cover: list[int]) -> Iterator[Step]:
    """Yield fish whose base houses are disjoint houses of `base`, and whose cover houses are from `cover`."""
    t = grid.tables
    here = grid.open >> digit & t.anchor
    sets = []
    for house in base:
        places = here & t.houses[house]
        if places & (places - 1):
            sets.append((house, sum(1 << k for k, line in enumerate(cover) if places & t.houses[line])))
    for houses, lines in closed_sets(sets, size):
        whole = [here & t.houses[house] for house in houses]
        own, covered = union(whole), union(t.houses[cover[k]] for k in bits(lines))
        removed = covered & here & ~own
        disjoint = own.bit_count() == sum(places.bit_count() for places in whole)  # false for some where grids overlap
        if removed and disjoint and not own & ~covered:
            units = tuple(t.unit(house, digit) for house in houses)
            crossed = tuple(cover[k] for k in bits(lines))
            yield Step(FISH_NAMES[size], t.board, _describe, 0, removed << digit, (own << digit,), units, also=crossed)


def _describe(step: Step) -> str:
    t = step.tables
    digit = digit_names(t, digits_of(t, step.whole))
    base = house_names(t, step.houses[: len(step.units)])
    return f"the {digit} of {base} can only be in {house_names(t, step.also)}, which have no other: {losses(step)}"
