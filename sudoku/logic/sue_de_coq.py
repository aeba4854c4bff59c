# SPDX-License-Identifier: MIT
"""Sue de Coq: n cells of a box and a line with n digits in all, none of which can repeat among them.

    {1 2 3 4} {1 2 3 4} . | {1 2} . .       the crossing of box 1 and row 1, a cell of the rest of row 1 and one of
        .         .   {3 4}                 the rest of box 1: four cells with four digits

Digits of the line's cells and digits of the box's cells must differ, so each digit is in just one of the n cells. Then
no cell that sees all its places has it: the rest of the line for the line's digits, the rest of the box for the box's.
Naked subsets are the same for a single house.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, listed, losses
from .tables import union

MOST_SIDE_CELLS = 4  # cells of the line, or of the box, outside the crossing


class Side(NamedTuple):
    """Cells outside the crossing: they take `gain` digits more from the crossing than they add to it."""

    cells: tuple[int, ...]
    digits: int
    gain: int


def sue_de_coq(grid: Grid) -> Iterator[Step]:
    """Yield steps from a crossing of a region and a line."""
    t, marks = grid.tables, grid.marks()
    for region in range(len(t.houses)):
        if region in t.lines:
            continue
        grid.check_time()
        for line in t.crossing[region]:
            if line not in t.lines:
                continue
            here, across = t.board.houses[region], t.board.houses[line]
            shared = [cell for cell in here if cell in across and marks[cell]]
            rest = [[cell for cell in house if cell not in shared and marks[cell]] for house in (across, here)]
            for size in range(2, len(shared) + 1):
                for crossing in combinations(shared, size):
                    yield from _with_crossing(grid, marks, (line, region), crossing, *rest)


def _with_crossing(
    grid: Grid,
    marks: list[int],
    houses: tuple[int, int],
    crossing: tuple[int, ...],
    in_line: list[int],
    in_region: list[int],
) -> Iterator[Step]:
    digits = union(marks[cell] for cell in crossing)
    spare = digits.bit_count() - len(crossing)  # digits that the sides must take
    if not 2 <= spare <= 2 * MOST_SIDE_CELLS:  # a side takes at most one for each cell
        return
    regions: dict[int, list[Side]] = {}  # by gain: comparing all pairs took seconds on 16x16
    for two in _sides(marks, in_region, digits, spare):
        regions.setdefault(two.gain, []).append(two)
    for one in _sides(marks, in_line, digits, spare):
        for two in regions.get(spare - one.gain, ()):
            if not one.digits & two.digits:
                yield from _step(grid, houses, (crossing, one.cells, two.cells))


def _sides(marks: list[int], cells: list[int], digits: int, spare: int) -> Iterator[Side]:
    for size in range(1, min(MOST_SIDE_CELLS, len(cells)) + 1):
        for some in combinations(cells, size):
            own = union(marks[cell] for cell in some)
            gain = size - (own & ~digits).bit_count()
            if own & digits and 1 <= gain < spare:
                yield Side(some, own, gain)


def _step(grid: Grid, houses: tuple[int, int], parts: tuple[tuple[int, ...], ...]) -> Iterator[Step]:
    t = grid.tables
    pattern = tuple(sum(grid.open & t.units[cell] for cell in cells) for cells in parts)
    whole = sum(pattern)
    removed = 0
    for digit in range(t.side):
        places = whole & t.anchor << digit
        if places:
            removed |= t.common(places, grid.open & ~whole)
    if removed:
        yield Step("Sue de Coq", t.board, _describe, 0, removed, pattern, sum(parts, ()), houses)


def _describe(step: Step) -> str:
    t = step.tables
    crossing, *sides = (cell_names(t, cells_of(t, part)) for part in step.pattern)
    line, region = (t.board.house_name(house) for house in step.also)
    rest = [
        f"{cells} of {house} ({digit_names(t, digits_of(t, part))})"
        for cells, house, part in zip(sides, (line, region), step.pattern[1:], strict=True)
    ]
    digits = digits_of(t, step.whole)
    return (
        f"{line} crosses {region} in {crossing}; with {listed(rest)}, {len(step.units)} cells hold the {len(digits)} "
        f"digits {digit_names(t, digits)}, and none of them twice: {losses(step)}"
    )
