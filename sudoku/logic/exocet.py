# SPDX-License-Identifier: MIT
"""Exocet (Junior Exocet): two target cells hold the same two digits as two base cells, though they do not see them.

    B B . | x . . | x . .       B B  base cells, with three or four digits between them
    . . . | T . . | o . .       T    target cells, one in each of the other boxes
    . . . | o . . | T . .       o    their companions, which have none of these digits
    ------+-------+------       x    cells in the line of the base
    . . S | S . . | S . .       S    the rest of three cross lines: each of these digits has its places here in at most
    . . S | S . . | S . .            two lines, so in at most two of the three cross lines

Suppose that a digit is in the base. The first cross line has it among the S cells, as its box has it in the base. So at
least one of the other two does not, and has it in the target: no x is that digit, and no companion. The base has two
digits, so each target holds one of them.

All else follows from these units: the two base cells, and each digit of the base in the cross lines and in the boxes of
the targets. We try each candidate of the pattern and of its surroundings, and remove it if the units then fail.

Reference: D. P. Bird, JExocet Compendium, New Sudoku Players' Forum (2013), for the pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, house_names, losses
from .tables import BoardTables, bits, union

BASE_DIGITS = (3, 4)  # two would be a naked pair


class Band(NamedTuple):
    """A line, one of the three regions that it crosses in three cells, and the other two; as digit 1 of their cells."""

    line: int
    region: int
    others: tuple[int, int]


class Target(NamedTuple):
    """A cell, and its cross line, a house."""

    cell: int
    cross: int


def exocet(grid: Grid) -> Iterator[Step]:
    """Yield steps on boards in which a line crosses three regions in three cells each."""
    t, marks = grid.tables, grid.marks()
    for band in _bands(t):
        grid.check_time()
        three = [place // t.side for place in bits(t.houses[band.line] & t.houses[band.region])]
        for base in combinations(three, 2):
            digits = marks[base[0]] | marks[base[1]]
            if digits.bit_count() in BASE_DIGITS and all(marks[cell].bit_count() > 1 for cell in base):
                (third,) = set(three) - set(base)
                yield from _with_base(grid, band, base, third, digits)


def _bands(t: BoardTables) -> Iterator[Band]:
    """Yield each line with each of the regions that it crosses."""
    for line in sorted(t.lines):
        regions = [house for house in t.crossing[line] if house not in t.lines]
        if len(regions) == 3 and all((t.houses[line] & t.houses[region]).bit_count() == 3 for region in regions):
            for region in regions:
                one, two = (other for other in regions if other != region)
                yield Band(line, region, (one, two))


def _with_base(grid: Grid, band: Band, base: tuple[int, ...], third: int, digits: int) -> Iterator[Step]:
    """Yield the steps of a base by its targets."""
    t = grid.tables
    first = _cross_line(t, band.line, third)
    if first is None:
        return
    targets = [list(_targets(grid, band, region, digits)) for region in band.others]
    for pair in product(*targets):
        crosses = (first, *(target.cross for target in pair))
        if all(_is_covered(grid, band, crosses, digit) for digit in bits(digits)):
            yield from _step(grid, band, base, pair, crosses, digits)


def _cross_line(t: BoardTables, line: int, cell: int) -> int | None:
    """Return the other line through a cell of a line, or through a cell beside it; None if that is no house."""
    across = t.columns if line in t.rows else t.rows
    return next((house for house in t.board.houses_of[cell] if house in across), None)


def _targets(grid: Grid, band: Band, region: int, digits: int) -> Iterator[Target]:
    """Yield the cells of a region that can be a target: their companions have none of the digits."""
    t = grid.tables
    marks = [own & digits for own in t.by_cell(grid.alive)]
    for place in bits(t.houses[region] & ~t.houses[band.line]):
        cell = place // t.side
        cross = _cross_line(t, band.line, cell)
        if cross is None:
            continue
        companions = t.houses[cross] & t.houses[region] & ~t.houses[band.line] & ~(1 << place)
        open_target = grid.open >> place & digits
        if open_target and not any(marks[companion // t.side] for companion in bits(companions)):
            yield Target(cell, cross)


def _is_covered(grid: Grid, band: Band, crosses: tuple[int, ...], digit: int) -> bool:
    """Return whether at most two lines have all places of a digit in the three cross lines outside the band."""
    t = grid.tables
    outside = t.anchor & ~union(t.houses[region] for region in (band.region, *band.others))
    own = [grid.alive >> digit & outside & t.houses[cross] for cross in crosses]
    along = t.rows if band.line in t.rows else t.columns
    for kept in range(3):  # cross lines to cover by lines along the band; the others cover themselves
        for chosen in combinations(own, 3 - kept):
            places = union(chosen)
            if sum(bool(places & t.houses[line]) for line in along) <= 2 - kept:
                return True
    return False


def _step(
    grid: Grid, band: Band, base: tuple[int, ...], pair: tuple[Target, ...], crosses: tuple[int, ...], digits: int
) -> Iterator[Step]:
    t = grid.tables
    houses = (*crosses, *band.others)
    units = (*base, *(t.unit(house, digit) for digit in bits(digits) for house in houses))
    boxes = union(t.houses[region] for region in (band.region, *band.others)) * t.full
    tried = grid.open & (boxes | sum(t.anchor << digit for digit in bits(digits)))
    removed = 0
    for candidate in bits(tried):
        grid.check_time()
        if not _holds(t, grid.alive & ~t.conflicts[candidate], list(units)):
            removed |= 1 << candidate
    if removed:
        cells = (base, tuple(target.cell for target in pair))
        pattern = tuple(sum(grid.open & t.units[cell] for cell in part) for part in cells)
        yield Step("exocet", t.board, _describe, 0, removed, pattern, units, also=(*crosses, band.region))


def _holds(t: BoardTables, alive: int, units: list[int]) -> bool:
    """Return whether each of these units can have one candidate, no two of them in conflict."""
    if not units:
        return True
    places = [alive & t.units[unit] for unit in units]
    k = min(range(len(units)), key=lambda k: places[k].bit_count())
    rest = units[:k] + units[k + 1 :]
    return any(_holds(t, alive & ~t.conflicts[candidate], rest) for candidate in bits(places[k]))


def _describe(step: Step) -> str:
    t = step.tables
    base, targets = (cell_names(t, cells_of(t, part)) for part in step.pattern)
    digits, crosses = digit_names(t, digits_of(t, step.pattern[0])), step.also[:-1]
    boxes, lines = house_names(t, sorted(set(step.houses).difference(crosses))), house_names(t, sorted(crosses))
    return (
        f"{base} hold two of {digits}; outside {boxes}, {lines} can have each of these twice at most, so {targets} "
        f"hold the same two: {losses(step)}"
    )
