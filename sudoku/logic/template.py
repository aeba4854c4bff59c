# SPDX-License-Identifier: MIT
"""Templates: all ways in which one digit can fill its houses, one place in each; a place that no way uses is false.

    . 5 . | . 5 .       with r1c2, column 5 must have its 5 in r4c5, row 2 in r2c4, ...; if none of the ways that begin
    . . . | 5 5 .       so gets to the end, r1c2 is not 5

This finds all that follows from one digit alone, as fish of any size (fish.py, finned.py, franken.py), X-chains and
coloring do. We do not list the ways: one that uses a place is enough, and shows that its other places are used too.

Reference: the pattern overlay method; "template set" and "template delete" of HoDoKu are its two forms.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of
from .tables import BoardTables, bits


def template(grid: Grid) -> Iterator[Step]:
    """Yield a step for each digit with places that no way uses."""
    t = grid.tables
    for digit in range(t.side):
        removed = unused_places(grid, digit)
        if removed:
            whole = grid.open & t.anchor << digit
            yield Step("template", t.board, _describe, 0, removed, (whole & ~removed, removed), open_units(grid, digit))


def open_units(grid: Grid, digit: int) -> tuple[int, ...]:
    """Return the units of a digit in the houses without it."""
    t = grid.tables
    units = (t.unit(house, digit) for house in range(len(t.houses)))
    return tuple(unit for unit in units if not grid.placed & t.units[unit])


def unused_places(grid: Grid, digit: int) -> int:
    """Return the candidates of a digit that no way of filling its houses uses, none if there is no way at all."""
    t = grid.tables
    here = grid.open & t.anchor << digit
    found = grid.kept.get(f"template {digit}")
    if isinstance(found, tuple) and found[0] == here:
        return int(found[1])
    units, unused, left = open_units(grid, digit), 0, here
    while left:
        grid.check_time()
        first = left & -left
        way = _way(t, here & ~t.conflicts[first.bit_length() - 1], units)
        unused |= 0 if way else first
        left &= ~(first | way)
    unused = unused if unused != here else 0
    grid.kept[f"template {digit}"] = (here, unused)
    return unused


def _way(t: BoardTables, places: int, units: tuple[int, ...]) -> int:
    """Return places, one for each unit and no two in conflict, or 0."""
    if not units:
        return places
    unit = min(units, key=lambda unit: (places & t.units[unit]).bit_count())
    rest = tuple(other for other in units if other != unit)
    for place in bits(places & t.units[unit]):
        way = _way(t, places & ~t.conflicts[place], rest)
        if way:
            return way
    return 0


def _describe(step: Step) -> str:
    t = step.tables
    digit, cells = digit_names(digits_of(t, step.whole)), cells_of(t, step.removed)
    many = f"none of {cell_names(t, cells)} is" if len(cells) > 1 else f"{cell_names(t, cells)} is not"
    return f"no way to place {digit} in every row, column and box uses {cell_names(t, cells, 'or')}: {many} {digit}"
