# SPDX-License-Identifier: MIT
"""Templates: all ways in which one digit can fill its houses, one place in each; a place that no way uses is false.

    . 5 . | . 5 .       with r1c2, column 5 must have its 5 in r4c5, row 2 in r2c4, ...; if none of the ways that begin
    . . . | 5 5 .       so gets to the end, r1c2 is not 5

This finds all that follows from one digit alone, as fish of any size (fish.py, finned.py, franken.py), X-chains and
coloring do. We do not list the ways: one that uses a place is enough, and shows that its other places are used too.

A *double template* has two digits, which cannot share a cell: a way for one that has a cell in common with each way for
the other is out, and a place that only such ways use is false. For this we do list the ways.

Reference: the pattern overlay method; "template set" and "template delete" of HoDoKu are its two forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, with_effect
from .tables import BoardTables, bits, union

MOST_WAYS = 1000  # a digit with more of them is left out of pairs


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


# ---- two digits


def double_template(grid: Grid) -> Iterator[Step]:
    """Yield a step for each pair of digits, of which the second excludes ways of the first."""
    return with_effect(_double_templates(grid))


def _double_templates(grid: Grid) -> Iterator[Step]:
    t, ways = grid.tables, {digit: _ways(grid, digit) for digit in range(grid.tables.side)}
    for one, other in permutations((digit for digit, some in ways.items() if some), 2):
        grid.check_time()
        fitting = union(way for way in ways[one] if any(not way & second for second in ways[other]))
        removed = (union(ways[one]) & ~fitting) << one
        if removed:
            first, second = (grid.open & t.anchor << digit for digit in (one, other))
            units = (*open_units(grid, one), *open_units(grid, other))
            yield Step(
                "double template", t.board, _describe_two, 0, removed, (first & ~removed, second, removed), units
            )


def _ways(grid: Grid, digit: int) -> list[int]:
    """Return the ways of a digit, as places of digit 1; none if there are too many."""
    t, found = grid.tables, list[int]()
    waiting = [(grid.open & t.anchor << digit, open_units(grid, digit), 0)]
    while waiting and len(found) <= MOST_WAYS:
        grid.check_time()
        places, units, way = waiting.pop()
        if not units:
            found.append(way >> digit)
            continue
        unit = min(units, key=lambda unit: (places & t.units[unit]).bit_count())
        for place in bits(places & t.units[unit]):
            rest = tuple(other for other in units if not t.units[other] >> place & 1)
            waiting.append((places & ~t.conflicts[place] & ~(1 << place), rest, way | 1 << place))
    return found if len(found) <= MOST_WAYS and any(found) else []


# ---- words


def _describe(step: Step) -> str:
    t = step.tables
    cells = cell_names(t, cells_of(t, step.removed), "or")
    return f"no way to place {_digit(step)} in every row, column and box uses {cells}: {_loss(step)}"


def _describe_two(step: Step) -> str:
    t = step.tables
    cells, second = cell_names(t, cells_of(t, step.removed), "or"), digit_names(t, digits_of(t, step.pattern[1]))
    ways = f"each way to place {_digit(step)} in every row, column and box that uses {cells}"
    return f"{ways} has a cell in common with each way to place {second}: {_loss(step)}"


def _digit(step: Step) -> str:
    return digit_names(step.tables, digits_of(step.tables, step.removed))


def _loss(step: Step) -> str:
    t, cells = step.tables, cells_of(step.tables, step.removed)
    some = f"none of {cell_names(t, cells)} is" if len(cells) > 1 else f"{cell_names(t, cells)} is not"
    return f"{some} {_digit(step)}"
