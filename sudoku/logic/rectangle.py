# SPDX-License-Identifier: MIT
"""Unique rectangle: four cells that two digits could fill in two ways must contain a third digit.

    {3 7} . . | {3 7} . .       if all four were 3 or 7, swapping these would give a second solution;
    {3 7} . . | {3 7 9} . .     so the fourth cell is neither 3 nor 7

    type 1    three cells have only the two digits, so the fourth loses both
    type 2    the other cells have the same extra digit: one of them holds it, so no cell that sees them all does
    type 4    the other two cells must hold one of the two digits, so they lose the other digit

This holds only if the puzzle is known to have one solution, which each step states. It also requires that the swap
break no rule: both ways to fill the cells exclude the same candidates elsewhere (on the usual board: two rows, two
columns and two boxes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses
from .tables import bits

Corners = tuple[int, int, int, int]  # two cells for one digit, then the two for the other


def unique_rectangle(grid: Grid) -> Iterator[Step]:
    """Yield types 1, 2 and 4 if the puzzle is known to have one solution."""
    t = grid.tables
    if not grid.unique or t.sums:
        return
    marks = grid.marks()
    by_pair: dict[int, list[int]] = {}
    for cell, digits in enumerate(marks):
        if digits.bit_count() == 2:
            by_pair.setdefault(digits, []).append(cell)
    seen = set()
    for pair, cells in by_pair.items():
        for a in cells:
            for corners in _rectangles(grid, marks, pair, a):
                key = (pair, frozenset(corners))
                if key not in seen and _is_swappable(grid, corners, pair):
                    seen.add(key)
                    yield from _steps(grid, marks, pair, corners)


def _rectangles(grid: Grid, marks: list[int], pair: int, a: int) -> Iterator[Corners]:
    """Yield four cells with the pair at the crossings of two rows and two columns, `a` being one of them."""
    t = grid.tables
    row, column = t.board.places[a]
    at = t.board.cell_at
    fits = [cell for cell, digits in enumerate(marks) if digits & pair == pair]
    below = [t.board.places[cell][0] for cell in fits if t.board.places[cell][1] == column and cell != a]
    beside = [t.board.places[cell][1] for cell in fits if t.board.places[cell][0] == row and cell != a]
    good = set(fits)
    for other_row in below:
        for other_column in beside:
            across = at.get((other_row, other_column), -1)
            if across in good:
                yield a, across, at[row, other_column], at[other_row, column]


def _is_swappable(grid: Grid, corners: Corners, pair: int) -> bool:
    """Return whether both ways to fill the cells are consistent and exclude the same candidates elsewhere."""
    t = grid.tables
    x, y = bits(pair)
    ways = []
    for first, second in ((x, y), (y, x)):
        held = [cell * t.side + first for cell in corners[:2]] + [cell * t.side + second for cell in corners[2:]]
        reach = 0
        for candidate in held:
            reach |= t.conflicts[candidate]
        if any(reach >> candidate & 1 for candidate in held):
            return False
        ways.append(reach)
    return not (ways[0] ^ ways[1]) & t.start & ~sum(t.units[cell] for cell in corners)


def _steps(grid: Grid, marks: list[int], pair: int, corners: Corners) -> Iterator[Step]:
    """Yield the steps of a rectangle, according to its roof: the cells with more than the pair."""
    t = grid.tables
    roof = [cell for cell in sorted(corners) if marks[cell] != pair]
    extra = {marks[cell] & ~pair for cell in roof}
    if len(roof) == 1:
        yield _step(grid, corners, pair << roof[0] * t.side, _describe_1)
        return
    if len(extra) == 1 and next(iter(extra)).bit_count() == 1:
        ends = sum((marks[cell] & ~pair) << cell * t.side for cell in roof)
        removed = t.common(ends, grid.open & ~ends)
        if removed:
            yield _step(grid, corners, removed, _describe_2)
    if len(roof) == 2:
        yield from _locked_digit(grid, corners, pair, roof)


def _locked_digit(grid: Grid, corners: Corners, pair: int, roof: list[int]) -> Iterator[Step]:
    """Yield type 4: a house of both roof cells has one of the digits nowhere else."""
    t = grid.tables
    houses = set(t.board.houses_of[roof[0]]) & set(t.board.houses_of[roof[1]])
    for digit in bits(pair):
        ends = sum(1 << cell * t.side + digit for cell in roof)
        units = [t.unit(house, digit) for house in sorted(houses)]
        locked = [unit for unit in units if grid.alive & t.units[unit] == ends]
        if locked:
            other = pair & ~(1 << digit)
            yield _step(grid, corners, sum(other << cell * t.side for cell in roof), _describe_4, tuple(locked[:1]))


def _step(grid: Grid, corners: Corners, removed: int, tell: Callable[[Step], str], units: tuple[int, ...] = ()) -> Step:
    t = grid.tables
    own = tuple(sorted(corners))
    pattern = tuple(grid.alive & t.units[cell] for cell in own)
    units = (*own, *units)
    return Step("unique rectangle", t.board, tell, 0, removed, pattern, units, assumes_unique=True)


def _describe_1(step: Step) -> str:
    return f"{_pair(step)} alone would have two solutions, but there is one: {losses(step)}"


def _describe_2(step: Step) -> str:
    t = step.tables
    digit = digit_names(set(digits_of(t, step.whole)) - _shared_digits(step))
    roof = [cell for cell, own in zip(step.units, step.pattern, strict=True) if own.bit_count() == 3]
    cells = cell_names(t, roof, "or")
    return f"{_pair(step)} alone would have two solutions, but there is one: so {cells} is {digit}: {losses(step)}"


def _describe_4(step: Step) -> str:
    t = step.tables
    unit = step.units[-1]
    digit, other = digit_names([t.digit_of(unit)]), digit_names(_shared_digits(step) - {t.digit_of(unit)})
    cells = cell_names(t, cells_of(t, t.units[unit] & step.whole))
    where = f"the {digit} of {t.unit_name(unit)} is in one of {cells}"
    rest = f"with {other} in the other, {_pair(step)} would have two solutions, but there is one"
    return f"{where}; {rest}: {losses(step)}"


def _shared_digits(step: Step) -> set[int]:
    """Return the two digits of the rectangle."""
    return set.intersection(*(set(digits_of(step.tables, own)) for own in step.pattern))


def _pair(step: Step) -> str:
    return f"{cell_names(step.tables, step.units[:4])} with {digit_names(sorted(_shared_digits(step)))}"
