# SPDX-License-Identifier: MIT
"""Finned and sashimi fish: a fish (fish.py) with a few more places of the digit, the fins, in one box.

    row 2   . . 4 . . . . 4 4       without the fin r2c9, rows 2 and 5 would be an X-Wing, and no other cell of column
    row 5   . . 4 . . . . 4 .       8 would be 4; with it, only the cells that also see the fin lose the 4: r1c8, r3c8

Either a fin is true or the fish holds; a candidate that both rule out is false. The fish is also called *sashimi* if a
row has only one place left without the fins (as without r2c8 here). Any region may take the place of the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..board.board import Board
from ..board.kept import kept
from .fish import FISH_NAMES
from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, house_names, losses
from .tables import bits, tables, union

Base = tuple[int, int, tuple[int, ...]]  # a house, its cover houses as numbers in a list, and those outside each region


def finned_fish(grid: Grid, size: int) -> Iterator[Step]:
    """Yield finned fish of `size` rows or columns."""
    t = grid.tables
    for digit in range(t.side):
        here = grid.open >> digit & t.anchor
        key = ("finned fish", size, digit)
        if grid.idle.get(key) == here:
            continue
        grid.idle[key] = here
        grid.check_time()
        for axis, cover in enumerate((t.columns, t.rows)):
            for base in combinations(_bases(grid, here, axis), size):
                yield from _with_base(grid, digit, here, base, cover)


def is_sashimi(step: Step) -> bool:
    """Return whether a house of a finned fish has at most one place besides the fins."""
    t, body = step.tables, step.pattern[0]
    return any((body & t.units[unit]).bit_count() < 2 for unit in step.units)


def _bases(grid: Grid, here: int, axis: int) -> list[Base]:
    """Return the rows (axis 0) or columns (1) with two or more of the places `here`."""
    found = []
    for house, crossings, by_region in _crossings(grid.tables.board)[axis]:
        lines = 0
        for place, k in crossings:
            lines |= (here >> place & 1) << k
        if lines & (lines - 1):
            found.append((house, lines, tuple(lines & outside for outside in by_region)))
    return found


@kept(32)
def _crossings(board: Board) -> tuple[list[tuple[int, list[tuple[int, int]], list[int]]], ...]:
    """Return by axis the base houses: each with its places and their cover houses, and the latter outside each region.

    Cover houses are numbers in the list of all columns (axis 0) or rows (1), and sets of them are bits.
    """
    t = tables(board)
    regions = [house for h, house in enumerate(t.houses) if h not in t.lines]
    axes = []
    for base, cover in ((t.rows, t.columns), (t.columns, t.rows)):
        rows = []
        for house in base:
            crossings = [
                (p, k) for p in bits(t.houses[house]) for k, line in enumerate(cover) if t.houses[line] >> p & 1
            ]
            outside = [sum(1 << k for p, k in crossings if not region >> p & 1) for region in regions]
            rows.append((house, crossings, outside))
        axes.append(rows)
    return tuple(axes)


def _with_base(grid: Grid, digit: int, here: int, base: tuple[Base, ...], cover: list[int]) -> Iterator[Step]:
    """Yield the finned fish with these base houses, by the region of the fins and the cover houses."""
    size, lines = len(base), union(own for _, own, _ in base)
    if lines.bit_count() <= size:
        return
    for needed in {union(parts) for parts in zip(*(outside for _, _, outside in base), strict=True)}:
        missing = size - needed.bit_count()
        if missing >= 0:
            for extra in combinations(bits(lines & ~needed), missing):
                chosen = [cover[k] for k in (*bits(needed), *extra)]
                yield from _fish(grid, digit, here, [house for house, _, _ in base], sorted(chosen))


def _fish(grid: Grid, digit: int, here: int, base: list[int], lines: list[int]) -> Iterator[Step]:
    t = grid.tables
    own, covered = 0, union(t.houses[line] for line in lines)
    for house in base:
        if own & t.houses[house]:  # where grids overlap
            return
        own |= here & t.houses[house]
    fins = own & ~covered
    removed = t.common(fins << digit, (covered & ~own) << digit & grid.open)
    if removed and fins:
        units = tuple(t.unit(house, digit) for house in base)
        pattern = ((own & covered) << digit, fins << digit)
        name = f"finned {FISH_NAMES[len(base)]}"
        yield Step(name, t.board, _describe, 0, removed, pattern, units, also=tuple(lines))


def _describe(step: Step) -> str:
    t = step.tables
    digit = digit_names(t, digits_of(t, step.whole))
    base = house_names(t, step.houses[: len(step.units)])
    fins = cell_names(t, cells_of(t, step.pattern[1]), "or")
    return f"the {digit} of {base} can only be in {house_names(t, step.also)}, or in {fins}; each time {losses(step)}"
