# SPDX-License-Identifier: MIT
"""XY-Wing, XYZ-Wing and W-Wing: cells with two digits around a cell, or around a digit's two places in a house.

    XY      {3 7} pivot, sees {3 9} and {7 9}: one of the two is 9, so no cell that sees both can be 9
    XYZ     {3 7 9} pivot, sees {3 9} and {7 9}: one of the three is 9, so no cell that sees all of them can be 9
    W       {3 9} and {3 9}, each of which sees one of the two places for 3 in a house: one of the two cells is 9

All three are short chains, but people see them at a glance, unlike other chains.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses
from .tables import bits


def xy_wing(grid: Grid) -> Iterator[Step]:
    """Yield steps from a pivot with two digits and two wings."""
    return _wings(grid, "XY-Wing", 2)


def xyz_wing(grid: Grid) -> Iterator[Step]:
    """Yield steps from a pivot with three digits and two wings."""
    return _wings(grid, "XYZ-Wing", 3)


def _wings(grid: Grid, name: str, size: int) -> Iterator[Step]:
    t = grid.tables
    marks = grid.marks()
    side, units = t.side, t.units
    two = [cell for cell, digits in enumerate(marks) if digits.bit_count() == 2]
    starts = sum(1 << cell * side for cell in two)
    for pivot, digits in enumerate(marks):
        if digits.bit_count() != size:
            continue
        near = [c // side for c in bits(t.peers[pivot] & starts) if c // side != pivot and marks[c // side] & digits]
        for k, a in enumerate(near):
            for b in near[k + 1 :]:
                shared = marks[a] & marks[b]
                if shared.bit_count() != 1 or not _fits(digits, marks[a], marks[b], shared, size):
                    continue
                zs = shared << a * side | shared << b * side | (shared << pivot * side if size == 3 else 0)
                removed = t.common(zs, grid.open & ~zs)
                if removed:
                    own = [grid.alive & units[cell] for cell in (pivot, a, b)]
                    yield Step(name, t.board, _describe, 0, removed, tuple(own), (pivot, a, b))


def _fits(pivot: int, a: int, b: int, shared: int, size: int) -> bool:
    """Return whether the wings leave the pivot only the shared digit or, for XY, nothing at all."""
    return a | b == pivot if size == 3 else a ^ b == pivot and not pivot & shared


def w_wing(grid: Grid) -> Iterator[Step]:
    """Yield steps from two cells with the same two digits, and a house with only two places for one of these."""
    t = grid.tables
    conflicts, side = t.conflicts, t.side
    twins: dict[int, list[int]] = {}
    for cell, digits in enumerate(grid.marks()):
        if digits.bit_count() == 2:
            twins.setdefault(digits, []).append(cell)
    links: dict[int, list[tuple[int, int, int]]] = {}
    for unit, first, second in grid.pairs():
        if unit >= t.cells:
            links.setdefault(t.digit_of(unit), []).append((unit, first, second))
    for digits, cells in twins.items():
        x, z = bits(digits)
        for k, a in enumerate(cells):
            for b in cells[k + 1 :]:
                for linked, other in ((x, z), (z, x)):
                    ends = 1 << a * side + other | 1 << b * side + other
                    removed = t.common(ends, grid.open & ~ends)
                    if not removed:
                        continue
                    from_a, from_b = conflicts[a * side + linked], conflicts[b * side + linked]
                    for unit, first, second in links.get(linked, ()):
                        straight = from_a >> first & from_b >> second & 1
                        if straight or from_a >> second & from_b >> first & 1:
                            own = tuple(grid.alive & t.units[u] for u in (a, b, unit))
                            yield Step("W-Wing", t.board, _describe_w, 0, removed, own, (a, b, unit))
                            break


def _describe(step: Step) -> str:
    t = step.tables
    digit = digit_names(t, set(digits_of(t, step.pattern[1])) & set(digits_of(t, step.pattern[2])))
    parts = zip(step.units, step.pattern, strict=True)
    own = [f"{t.board.cell_name(cell)} ({digit_names(t, digits_of(t, mask), 'or')})" for cell, mask in parts]
    three = step.technique == "XYZ-Wing"
    leaves = f"{own[0]} {f'is {digit}, or ' if three else ''}leaves {digit} to {own[1]} or {own[2]}"
    cells = cell_names(t, step.units if three else step.units[1:])
    return f"{leaves}; so one of {cells} is {digit}: {losses(step)}"


def _describe_w(step: Step) -> str:
    t = step.tables
    a, b, unit = step.units
    both_digits = digits_of(t, step.pattern[0])
    digits = digit_names(t, both_digits, "or")
    x, z = digit_names(t, [t.digit_of(unit)]), digit_names(t, {*both_digits} - {t.digit_of(unit)})
    places = cell_names(t, cells_of(t, step.pattern[2]), "or")
    both = cell_names(t, (a, b))
    return (
        f"{both} are {digits}, but not both {x}, or {t.unit_name(unit)} would have no place for {x} ({places}); "
        f"so one of them is {z}: {losses(step)}"
    )
