# SPDX-License-Identifier: MIT
"""Avoidable rectangle: a deadly rectangle (deadly.py) of which two or three cells are solved and no cell is a clue.

    type 1    [3] . . | [7] . .       with 3 in the fourth cell, swapping 3 and 7 would give a second solution that
              [7] . . | {3 5} .       agrees with the clues: so it is not 3

    type 2    [3] . . | [7] . .       one of the other two cells has the further digit, so no cell that sees both has it
              {7 5} . | {3 5} .

This holds only if the puzzle is known to have one solution. Every digit of the puzzle counts as a clue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from .deadly import Halves, is_deadly
from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses, with_effect

TWO_SOLUTIONS = "two digits fill them and could be exchanged, but there is one solution"


def avoidable_rectangle(grid: Grid) -> Iterator[Step]:
    """Yield types 1 and 2 if the puzzle is known to have one solution."""
    return with_effect(_rectangles(grid)) if grid.unique and not grid.tables.sums else iter(())


def _rectangles(grid: Grid) -> Iterator[Step]:
    """Yield the steps of each rectangle, once from each side that is solved."""
    t = grid.tables
    values, clues = t.by_cell(grid.placed), t.by_cell(grid.clues)
    free = {place: cell for cell, place in enumerate(t.board.places) if not clues[cell]}
    for axis in (0, 1):
        for line in _lines([cell for cell in free.values() if values[cell]], t.board.places, axis):
            for a, b in combinations(line, 2):
                if values[a] != values[b]:  # equal in a line of two overlapping grids
                    for halves in _at(grid, a, b, axis, free):
                        yield from _steps(grid, halves, values[a], values[b])


def _lines(cells: list[int], places: Sequence[tuple[int, int]], axis: int) -> Iterable[list[int]]:
    """Return the cells by row (axis 0) or by column (1)."""
    lines: dict[int, list[int]] = {}
    for cell in cells:
        lines.setdefault(places[cell][axis], []).append(cell)
    return lines.values()


def _at(grid: Grid, a: int, b: int, axis: int, free: dict[tuple[int, int], int]) -> Iterator[Halves]:
    """Yield the rectangles of free cells of which two cells of a line are a side: (a, across), (b, below a)."""
    places = grid.tables.board.places
    for place, below in free.items():
        if place[1 - axis] == places[a][1 - axis] and below != a:
            across = free.get((place[0], places[b][1]) if axis == 0 else (places[b][0], place[1]))
            if across is not None:
                yield (a, across), (b, below)


def _steps(grid: Grid, halves: Halves, x: int, y: int) -> Iterator[Step]:
    """Yield the steps with digit x in the first cell and y in the third."""
    t, marks = grid.tables, grid.marks()
    across, below = halves[0][1], halves[1][1]
    fits = {cell: grid.alive >> cell * t.side & t.full for cell in (across, below)}
    if not fits[across] & x or not fits[below] & y or not is_deadly(grid, halves, x | y):
        return
    if bool(marks[across]) != bool(marks[below]):
        last, digits = (across, x) if marks[across] else (below, y)
        yield _step(grid, halves, digits << last * t.side, _describe_1)
    further = (fits[across] & ~x) << across * t.side | (fits[below] & ~y) << below * t.side
    if marks[across] and marks[below] and further.bit_count() == 2 and len(digits_of(t, further)) == 1:
        removed = t.common(further, grid.open & ~further)
        if removed:
            yield _step(grid, halves, removed, _describe_2)


def _step(grid: Grid, halves: Halves, removed: int, tell: Callable[[Step], str]) -> Step:
    t = grid.tables
    cells = tuple(sorted(sum(halves, ())))
    pattern = tuple(grid.alive & t.units[cell] for cell in cells)
    return Step("avoidable rectangle", t.board, tell, 0, removed, pattern, cells, assumes_unique=True)


def _describe_1(step: Step) -> str:
    t = step.tables
    last = f"with {digit_names(t, digits_of(t, step.removed))} in {cell_names(t, cells_of(t, step.removed))}"
    return f"{cell_names(t, step.units)} are not clues; {last}, {TWO_SOLUTIONS}: {losses(step)}"


def _describe_2(step: Step) -> str:
    t = step.tables
    ends = [own for own in step.pattern if own.bit_count() > 1]
    digit = digit_names(t, set.intersection(*(set(digits_of(t, own)) for own in ends)))
    cells = cell_names(t, [cell for own in ends for cell in cells_of(t, own)], "or")
    return f"{cell_names(t, step.units)} are not clues; unless {cells} is {digit}, {TWO_SOLUTIONS}: {losses(step)}"
