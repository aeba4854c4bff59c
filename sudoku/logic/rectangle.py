# SPDX-License-Identifier: MIT
"""Unique rectangles and loops: cells that two digits could fill in two ways must contain a third digit.

    {3 7} . . | {3 7} . .       if all four were 3 or 7, swapping these would give a second solution;
    {3 7} . . | {3 7 9} . .     so the fourth cell is neither 3 nor 7

A loop has six or more such cells, two in each of its houses (deadly.py). The cells with further digits are the *roof*.

    type 1    one roof cell: it loses both digits
    type 2    the roof has one further digit: a roof cell holds it, so no cell that sees them all does (also called type
              5 if the roof lies across or has three cells)
    type 3    two roof cells in a house count as one cell with their further digits, part of a naked subset
    type 4    two roof cells in a house must hold one of the two digits, so they lose the other digit
    type 6    two roof cells lie across, and both rows, or both columns, of the rectangle have no other places for one
              of the digits: the roof loses it
    hidden    a cell has only the two digits; in the row and the column of the cell across, one of them has no places
              outside the rectangle: that cell loses the other digit

A roof cell of a rectangle may have lost one of the two digits. All of this holds only if the puzzle is known to have
one solution, which each step states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from .deadly import Halves, loops, rectangles
from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, listed, losses
from .subsets import closed_sets
from .tables import bits

LARGEST_SUBSET = 4  # cells of a naked subset, the roof counting as one


def unique_rectangle(grid: Grid) -> Iterator[Step]:
    """Yield types 1 to 6 if the puzzle is known to have one solution."""
    for pair, halves in rectangles(grid) if _is_proper(grid) else ():
        yield from _steps(grid, "unique rectangle", pair, halves)
        yield from _crossed(grid, pair, halves)


def unique_loop(grid: Grid) -> Iterator[Step]:
    """Yield types 1 to 4 with loops if the puzzle is known to have one solution."""
    for pair, halves in loops(grid) if _is_proper(grid) else ():
        yield from _steps(grid, "unique loop", pair, halves)


def hidden_rectangle(grid: Grid) -> Iterator[Step]:
    """Yield hidden rectangles if the puzzle is known to have one solution."""
    for pair, halves in rectangles(grid) if _is_proper(grid) else ():
        for half, others in (halves, halves[::-1]):
            yield from _hidden(grid, pair, half, others)
            yield from _hidden(grid, pair, half[::-1], others)


def _is_proper(grid: Grid) -> bool:
    return grid.unique and not grid.tables.sums


def _steps(grid: Grid, name: str, pair: int, halves: Halves) -> Iterator[Step]:
    """Yield the steps of types 1 to 5, according to the roof."""
    t, marks = grid.tables, grid.marks()
    cells = sum(halves, ())
    roof = [cell for cell in sorted(cells) if marks[cell] != pair]
    further = sum((marks[cell] & ~pair) << cell * t.side for cell in roof)
    if len(roof) == 1:
        yield from _step(grid, name, cells, pair, pair << roof[0] * t.side, _describe_1)
        return
    if len(digits_of(t, further)) == 1:
        removed = t.common(further, grid.open & ~further)
        if removed:
            yield from _step(grid, name, cells, pair, removed, _describe_2)
    if len(roof) == 2:
        houses = sorted(set(t.board.houses_of[roof[0]]) & set(t.board.houses_of[roof[1]]))
        yield from _naked(grid, name, cells, pair, roof, further, houses)
        yield from _locked_digit(grid, name, cells, pair, roof, houses)


def _naked(
    grid: Grid, name: str, cells: tuple[int, ...], pair: int, roof: list[int], further: int, houses: list[int]
) -> Iterator[Step]:
    """Yield type 3: the roof's further digits and other cells of a house form a naked subset."""
    t, marks = grid.tables, grid.marks()
    extra = sum(1 << digit for digit in digits_of(t, further))
    for house in houses:
        others = [(cell, marks[cell]) for cell in t.board.houses[house] if marks[cell] and cell not in roof]
        for size in range(2, min(LARGEST_SUBSET, len(others)) + 1):
            for chosen, digits in closed_sets([(-1, extra), *others], size):
                subset = chosen[1:]
                if chosen[0] == -1:
                    whole = t.houses[house] * t.full & ~sum(t.units[cell] for cell in (*roof, *subset))
                    removed = whole & grid.open & sum(t.anchor << digit for digit in bits(digits))
                    if removed:
                        yield from _step(grid, name, cells, pair, removed, _describe_3, subset)


def _locked_digit(
    grid: Grid, name: str, cells: tuple[int, ...], pair: int, roof: list[int], houses: list[int]
) -> Iterator[Step]:
    """Yield type 4: a house of both roof cells has one of the digits nowhere else."""
    t = grid.tables
    for digit in bits(pair):
        ends = sum(1 << cell * t.side + digit for cell in roof)
        locked = [u for u in (t.unit(house, digit) for house in houses) if grid.alive & t.units[u] == ends]
        if locked:
            other = pair & ~(1 << digit)
            removed = sum(other << cell * t.side for cell in roof)
            yield from _step(grid, name, cells, pair, removed, _describe_4, tuple(locked[:1]))


def _crossed(grid: Grid, pair: int, halves: Halves) -> Iterator[Step]:
    """Yield type 6: two roof cells across, and a digit that both rows or both columns have only in the rectangle."""
    t, marks = grid.tables, grid.marks()
    for roof, floor in (halves, halves[::-1]):
        if any(marks[cell] == pair for cell in roof) or any(marks[cell] != pair for cell in floor):
            continue
        for digit in bits(pair):
            ends = sum(1 << cell * t.side + digit for cell in (*roof, *floor))
            for lines in (t.rows, t.columns):
                units = [t.unit(h, digit) for cell in roof for h in t.board.houses_of[cell] if h in lines]
                whole = len(units) == len(roof)  # only whole lines are houses of a board that is not square
                if whole and all((grid.alive & t.units[unit] & ~ends) == 0 for unit in units):
                    removed = sum(1 << cell * t.side + digit for cell in roof)
                    yield from _step(
                        grid, "unique rectangle", (*roof, *floor), pair, removed, _describe_6, tuple(units)
                    )


def _hidden(grid: Grid, pair: int, half: tuple[int, ...], others: tuple[int, ...]) -> Iterator[Step]:
    """Yield the step for the second cell of a half, if the first has only the pair."""
    t, marks = grid.tables, grid.marks()
    first, last = half
    if marks[first] != pair:
        return
    lines = [house for house in t.board.houses_of[last] if house in t.lines]
    if len(lines) < 2:  # on a board that is not square
        return
    for digit in bits(pair):
        ends = sum(1 << cell * t.side + digit for cell in (last, *others))
        units = tuple(t.unit(house, digit) for house in lines)
        if all(not grid.alive & t.units[unit] & ~ends for unit in units):
            removed = (pair & ~(1 << digit)) << last * t.side
            yield from _step(grid, "hidden rectangle", (*half, *others), pair, removed, _describe_hidden, units)


def _step(
    grid: Grid,
    name: str,
    cells: tuple[int, ...],
    pair: int,
    removed: int,
    tell: Callable[..., str],
    units: tuple[int, ...] = (),
) -> Iterator[Step]:
    """Yield the step if it removes anything."""
    t = grid.tables
    own = tuple(sorted(cells))
    pattern = tuple(grid.alive & t.units[cell] for cell in own)
    removed &= grid.open
    if removed:
        yield Step(name, t.board, partial(tell, pair=pair), 0, removed, pattern, (*own, *units), assumes_unique=True)


def _describe_1(step: Step, pair: int) -> str:
    return f"{_named(step, pair)} alone would have two solutions, but there is one: {losses(step)}"


def _describe_2(step: Step, pair: int) -> str:
    t = step.tables
    digit = digit_names(t, set(digits_of(t, step.whole)) - set(bits(pair)))
    cells = cell_names(t, _roof(step, pair), "or")
    return (
        f"{_named(step, pair)} alone would have two solutions, but there is one: so {cells} is {digit}: {losses(step)}"
    )


def _describe_3(step: Step, pair: int) -> str:
    t = step.tables
    subset = step.units[len(step.pattern) :]
    extra = digit_names(t, [d for d in digits_of(t, step.whole) if not pair >> d & 1], "or")
    so = f"so {cell_names(t, _roof(step, pair), 'or')} is {extra}"
    uses = f"together with {cell_names(t, subset)}, it uses up these digits"
    return f"{_named(step, pair)} would have two solutions, but there is one: {so}; {uses}: {losses(step)}"


def _describe_4(step: Step, pair: int) -> str:
    t = step.tables
    unit = step.units[-1]
    digit, other = digit_names(t, [t.digit_of(unit)]), digit_names(t, set(bits(pair)) - {t.digit_of(unit)})
    cells = cell_names(t, cells_of(t, t.units[unit] & step.whole))
    where = f"the {digit} of {t.unit_name(unit)} is in one of {cells}"
    rest = f"with {other} in the other, {_named(step, pair)} would have two solutions, but there is one"
    return f"{where}; {rest}: {losses(step)}"


def _describe_6(step: Step, pair: int) -> str:
    t = step.tables
    lines = listed([t.unit_name(unit) for unit in step.units[len(step.pattern) :]])
    digit = digit_names(t, [t.digit_of(step.units[-1])])
    return (
        f"the {digit} of {lines} can only be in two ways; with it in the cells that have more digits, "
        f"{_named(step, pair)} would have two solutions, but there is one: {losses(step)}"
    )


def _describe_hidden(step: Step, pair: int) -> str:
    t = step.tables
    cell = cell_names(t, cells_of(t, step.removed))
    digit, other = digit_names(t, digits_of(t, step.removed)), digit_names(t, [t.digit_of(step.units[-1])])
    lines = listed([t.unit_name(unit) for unit in step.units[len(step.pattern) :]])
    return (
        f"if {cell} is {digit}, {lines} have their {other} in the other cells of a rectangle, and {_named(step, pair)} "
        f"would have two solutions, but there is one: {losses(step)}"
    )


def _roof(step: Step, pair: int) -> list[int]:
    """Return the cells with further digits."""
    t = step.tables
    cells = zip(step.units, step.pattern, strict=False)
    return [cell for cell, own in cells if not {*digits_of(t, own)} <= {*bits(pair)}]


def _named(step: Step, pair: int) -> str:
    """Name the cells and the two digits."""
    return f"{cell_names(step.tables, step.units[: len(step.pattern)])} with {digit_names(step.tables, bits(pair))}"
