# SPDX-License-Identifier: MIT
"""Remote pairs: cells with the same two digits, each of which sees the next, hold these digits by turns.

{3 7} ---- {3 7} ---- {3 7} ---- {3 7}      the first and the last cell differ, as do all cells of different color
red        blue       red        blue       so a cell that sees both colors is neither 3 nor 7
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses
from .tables import bits, union

LEAST_CELLS = 4  # fewer are a naked pair


def remote_pairs(grid: Grid) -> Iterator[Step]:
    """Yield steps from each connected set of cells with the same two digits."""
    t = grid.tables
    by_pair: dict[int, int] = {}
    for cell, digits in enumerate(grid.marks()):
        if digits.bit_count() == 2:
            by_pair[digits] = by_pair.get(digits, 0) | 1 << cell * t.side
    for pair, cells in by_pair.items():
        while cells:
            colors = _colors(grid, cells)
            cells &= ~(colors[0] | colors[1])
            if (colors[0] | colors[1]).bit_count() >= LEAST_CELLS:
                yield from _step(grid, pair, colors)


def _colors(grid: Grid, cells: int) -> tuple[int, int]:
    """Return the cells that the first one reaches, as digit 1 of them, in two colors."""
    colors = [cells & -cells, 0]
    turn, new = 0, colors[0]
    while new:
        near = _seen(grid, new)
        turn = 1 - turn
        new = near & cells & ~colors[0] & ~colors[1]
        colors[turn] |= new
    return colors[0], colors[1]


def _seen(grid: Grid, cells: int) -> int:
    """Return the cells that one of these sees."""
    return union(grid.tables.peers[at // grid.tables.side] for at in bits(cells))


def _step(grid: Grid, pair: int, colors: tuple[int, int]) -> Iterator[Step]:
    t = grid.tables
    both = _seen(grid, colors[0]) & _seen(grid, colors[1]) & ~colors[0] & ~colors[1]
    removed = sum(both << digit for digit in bits(pair)) & grid.open
    if removed:
        pattern = tuple(sum(color << digit for digit in bits(pair)) for color in colors)
        units = tuple(at // t.side for color in colors for at in bits(color))
        yield Step("remote pairs", t.board, _describe, 0, removed, pattern, units)


def _describe(step: Step) -> str:
    t = step.tables
    one, two = (cell_names(t, cells_of(t, part)) for part in step.pattern)
    digits = digit_names(t, digits_of(t, step.whole))
    return f"{one} hold one of {digits} and {two} the other; a cell that sees both has neither: {losses(step)}"
