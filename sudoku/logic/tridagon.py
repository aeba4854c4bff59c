# SPDX-License-Identifier: MIT
"""Tridagon (Thor's hammer): three digits cannot fill three cells in each of four boxes that form a rectangle.

    1 . . | 1 . .       in each box the cells lie in different rows and columns, and so form a permutation; if an odd
    . 2 . | . 2 .       number of the four permutations is odd, no way to fill the cells with three digits exists
    . . 3 | . . 3       (here the last box goes the other way)
    ------+------
    1 . . | . . 1       so one of the further candidates of the twelve cells, the guardians, is true, and no candidate
    . 2 . | . 2 .       that they all exclude is
    . . 3 | 3 . .

Reference: the New Sudoku Players' Forum, on the hardest puzzles of 2022.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, listed, losses, node_name
from .tables import bits

MOST_GUARDIANS = 4
ORDERS = tuple(permutations(range(3)))  # the even ones have the numbers 0, 3 and 4
EVEN = (0, 3, 4)


class BoxCells(NamedTuple):
    """Three cells of a box."""

    cells: tuple[int, ...]
    guardians: int
    odd: bool


def tridagon(grid: Grid) -> Iterator[Step]:
    """Yield steps on boards with boxes of 3x3 cells."""
    t = grid.tables
    boxes = {place: cells for place in product(range(0, t.side, 3), repeat=2) if (cells := _box(grid, *place))}
    for digits in _triples(grid) if boxes else ():
        grid.check_time()
        corners = {place: list(_corners(grid, cells, digits)) for place, cells in boxes.items()}
        for (top, bottom), (left, right) in product(combinations(range(0, t.side, 3), 2), repeat=2):
            four = [corners.get(place, []) for place in product((top, bottom), (left, right))]
            for chosen in product(*four):
                guardians = sum(corner.guardians for corner in chosen)
                if sum(corner.odd for corner in chosen) % 2 and 0 < guardians.bit_count() <= MOST_GUARDIANS:
                    yield from _step(grid, chosen, guardians)


def _triples(grid: Grid) -> Iterator[int]:
    """Yield three digits if enough cells have no others."""
    cells = Counter(grid.marks())
    del cells[0]
    for chosen in combinations(range(grid.tables.side), 3):
        digits = sum(1 << digit for digit in chosen)
        if sum(n for own, n in cells.items() if not own & ~digits) >= 12 - MOST_GUARDIANS:
            yield digits


def _box(grid: Grid, top: int, left: int) -> tuple[int, ...]:
    """Return the cells of a box of 3x3 cells, row by row; none if there is no such house."""
    board = grid.tables.board
    places = [(top + r, left + c) for r in range(3) for c in range(3)]
    cells = tuple(board.cell_at[place] for place in places if place in board.cell_at)
    return cells if any(set(house) == set(cells) for house in board.houses) else ()


def _corners(grid: Grid, box: tuple[int, ...], digits: int) -> Iterator[BoxCells]:
    t = grid.tables
    for number, order in enumerate(ORDERS):
        cells = tuple(box[3 * r + order[r]] for r in range(3))
        own = [grid.open >> cell * t.side & t.full for cell in cells]
        further = sum((marks & ~digits) << cell * t.side for cell, marks in zip(cells, own, strict=True))
        if all(own) and further.bit_count() <= MOST_GUARDIANS:
            yield BoxCells(cells, further, number not in EVEN)


def _step(grid: Grid, corners: tuple[BoxCells, ...], guardians: int) -> Iterator[Step]:
    t = grid.tables
    units = tuple(cell for corner in corners for cell in corner.cells)
    whole = sum(grid.open & t.units[cell] for cell in units)
    placed = guardians if guardians.bit_count() == 1 else 0
    removed = 0 if placed else t.common(guardians, grid.open & ~guardians)
    if placed or removed:
        yield Step("tridagon", t.board, _describe, placed, removed, (whole & ~guardians, guardians), units)


def _describe(step: Step) -> str:
    t = step.tables
    digits = digit_names(t, digits_of(t, step.pattern[0]))
    guardians = listed([node_name(t, 1 << candidate) for candidate in bits(step.pattern[1])], "or")
    cells = cell_names(t, cells_of(t, step.whole))
    return f"{digits} alone cannot fill {cells}, so {guardians}{'' if step.placed else f': {losses(step)}'}"
