# SPDX-License-Identifier: MIT
"""Franken and mutant fish: fish (fish.py) whose houses are also boxes, and in a mutant fish rows and columns together.

    column 5   r5 r9              the 4s of columns 5, 7 and 8 can only be in rows 5 and 9 and in box 3, so no other
    column 7   r1 r2 r3 r5 r9     place of these is 4
    column 8   r1 r2 r3 r5 r9

Places of the base houses outside the cover houses are *fins*, and places of two base houses *endo fins*. With them, a
place is false only if it sees all of them. We look at the fish from that place: if it is true, the places that it sees
are false; if k disjoint base houses then have all their places in k - 1 cover houses, that is too few for them. The
k-th cover house is one of its own.

    Franken    base rows and boxes, cover columns and boxes, or the reverse
    mutant     any other houses

Only places that no template uses (template.py) can be such. They are few, so the search is short.

Reference: The Ultimate Fish Guide, New Sudoku Players' Forum (2006), for the names.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from .fish import FISH_NAMES
from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, house_names, losses
from .tables import bits, union
from .template import unused_places

Fish = tuple[tuple[int, ...], tuple[int, ...]]  # base houses, cover houses


def franken_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Yield Franken fish of `size` base houses, with or without fins."""
    return _fish(grid, size, False)


def mutant_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Yield mutant fish of `size` base houses, with or without fins."""
    return _fish(grid, size, True)


def has_fins(step: Step) -> bool:
    """Return whether a fish has fins."""
    return bool(step.pattern[1])


def _fish(grid: Grid, size: int, mutant: bool) -> Iterator[Step]:
    for digit in range(grid.tables.side):
        left = unused_places(grid, digit) >> digit
        for place in bits(left):
            if left >> place & 1:
                steps = (_step(grid, digit, fish, mutant) for fish in _with_place(grid, digit, place, size, mutant))
                step = min(steps, default=None, key=lambda step: step.pattern[1].bit_count())
                if step:
                    left &= ~(step.removed >> digit)
                    yield step


def _with_place(grid: Grid, digit: int, place: int, size: int, mutant: bool) -> Iterator[Fish]:
    """Yield the fish that show that a place is false."""
    t = grid.tables
    seen = (t.conflicts[place + digit] >> digit & t.anchor) | 1 << place
    here = grid.open >> digit & t.anchor & ~seen
    houses = [(house, here & cells) for house, cells in enumerate(t.houses) if not cells >> place & 1]
    houses = [(house, own) for house, own in houses if own]
    own_houses = [house for house, cells in enumerate(t.houses) if cells >> place & 1]
    for chosen in combinations(houses, size - 1):
        grid.check_time()
        covered, cover = union(own for _, own in chosen), tuple(house for house, _ in chosen)
        inside = [(house, own) for house, own in houses if not own & ~covered and house not in cover]
        for base in _disjoint(inside, size) if len(inside) >= size else ():
            for last in own_houses:
                if _kind(grid, base, (*cover, last)) == ("mutant" if mutant else "Franken"):
                    yield base, tuple(sorted((*cover, last)))


def _disjoint(houses: list[tuple[int, int]], size: int) -> Iterator[tuple[int, ...]]:
    """Yield `size` houses without a place in common."""
    for base in combinations(houses, size):
        if union(own for _, own in base).bit_count() == sum(own.bit_count() for _, own in base):
            yield tuple(house for house, _ in base)


def _kind(grid: Grid, base: tuple[int, ...], cover: tuple[int, ...]) -> str:
    """Return the kind of a fish: plain without a box, "Franken" or "mutant"."""
    t = grid.tables
    rows, columns = set(t.rows), set(t.columns)
    for one, two in ((rows, columns), (columns, rows)):
        if not any(house in two for house in base) and not any(house in one for house in cover):
            return "Franken" if any(house not in t.lines for house in (*base, *cover)) else "plain"
    return "mutant"


def _step(grid: Grid, digit: int, fish: Fish, mutant: bool) -> Step:
    t = grid.tables
    base, cover = fish
    here = grid.open >> digit & t.anchor
    once = twice = 0
    for house in base:
        twice |= once & t.houses[house]
        once |= t.houses[house]
    covered = union(t.houses[house] for house in cover)
    own, fins = here & once, here & (once & ~covered | twice)
    removed = sum(1 << place for place in bits(here & covered) if _is_false(grid, digit, place, fish))
    name = f"{'mutant' if mutant else 'Franken'} {FISH_NAMES[len(base)]}"
    pattern = ((own & ~fins) << digit, fins << digit)
    units = tuple(t.unit(house, digit) for house in base)
    return Step(name, t.board, _describe, 0, removed << digit, pattern, units, also=cover)


def _is_false(grid: Grid, digit: int, place: int, fish: Fish) -> bool:
    """Return whether a place leaves too few of the cover houses to the base houses."""
    t = grid.tables
    base, cover = fish
    if any(t.houses[house] >> place & 1 for house in base):
        return False
    here = grid.open >> digit & t.anchor & ~(t.conflicts[place + digit] >> digit)
    rest = union(t.houses[house] for house in cover if not t.houses[house] >> place & 1)
    own = [here & t.houses[house] for house in base]
    return not union(own) & ~rest and union(own).bit_count() == sum(map(int.bit_count, own))


def _describe(step: Step) -> str:
    t = step.tables
    digit = digit_names(t, digits_of(t, step.whole))
    base, cover = house_names(t, [t.house_of(unit) or 0 for unit in step.units]), house_names(t, step.also)
    only = f"the {digit} of {base} can only be in {cover}"
    if not has_fins(step):
        return f"{only}, which have no other: {losses(step)}"
    return f"{only}, or in {cell_names(t, cells_of(t, step.pattern[1]), 'or')}; each time {losses(step)}"
