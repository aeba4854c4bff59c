# SPDX-License-Identifier: MIT
"""Empty rectangle: the places of a digit in a box form a cross of a row and a column, and a line with two places ends
on one arm.

    . 5 . | . . .       if r4c6 is not 5, r2c6 is, so box 1 has its 5 not on the level arm of the cross but on the
    5 5 5 | . . 5       upright one; in either case r4c2 is not 5
    . 5 . | . . .
    ------+------       the center of the cross need not have a 5
    . * . | . . 5
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses


def empty_rectangle(grid: Grid) -> Iterator[Step]:
    """Yield steps from a cross in a region and a line with two places."""
    t = grid.tables
    links: dict[int, list[tuple[int, int, int]]] = {}
    for unit, first, second in grid.pairs():
        if t.house_of(unit) in t.lines:
            links.setdefault(t.digit_of(unit), []).extend([(unit, first, second), (unit, second, first)])
    for digit, lines in links.items():
        grid.check_time()
        for region in range(len(t.houses)):
            if region not in t.lines:
                for arm, rest in _crosses(grid, region, digit):
                    for link in lines:
                        yield from _join(grid, t.unit(region, digit), arm, rest, link)


def _crosses(grid: Grid, region: int, digit: int) -> Iterator[tuple[int, int]]:
    """Yield two arms of two or more places, a row and a column, that have all the places of a digit in a region."""
    t = grid.tables
    places = grid.open & t.units[t.unit(region, digit)]
    if places.bit_count() < 3:
        return
    arms = {line: places & t.units[t.unit(line, digit)] for line in t.crossing[region] if line in t.lines}
    rows, columns = ([arm for line, arm in arms.items() if line in lines and arm] for lines in (t.rows, t.columns))
    for row in rows:
        for column in columns:
            if row | column == places != row and places != column:
                yield row, column
                yield column, row


def _join(grid: Grid, unit: int, arm: int, other: int, link: tuple[int, int, int]) -> Iterator[Step]:
    """Yield the step if the near end of a link sees one arm of the cross."""
    t = grid.tables
    line, near, far = link
    if (arm | other) >> near & 1 or (arm | other) >> far & 1 or t.common(arm, 1 << near) == 0:
        return
    rest = other & ~arm  # one of these or the far end is true
    ends = rest | 1 << far
    removed = t.common(ends, grid.open & ~(arm | other | 1 << near | 1 << far))
    if removed:
        pattern = (arm, rest, 1 << near, 1 << far)
        yield Step("empty rectangle", t.board, _describe, 0, removed, pattern, (unit, line))


def _describe(step: Step) -> str:
    t = step.tables
    digit = digit_names(t, digits_of(t, step.whole))
    arm, rest, near, far = (cell_names(t, cells_of(t, part), "or") for part in step.pattern)
    unit, line = (t.unit_name(unit) for unit in step.units)
    return (
        f"if {far} is not {digit}, the {digit} of {line} is in {near}, and that of {unit} not in {arm} but in {rest}: "
        f"{losses(step)}"
    )
