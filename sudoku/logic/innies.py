# SPDX-License-Identifier: MIT
"""Innies and outies: all digits of a house have a known sum, and so have the cages in it.

The drawing is in sudoku/board/innies.py, which finds the sums. With one innie, the step places a digit. Several are a
cage of their own, whose combinations supports.py tries. The sums do not depend on the puzzle, so we make them once for
a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from ..board.board import Board
from ..board.innies import house_sums
from ..board.kept import kept
from .grid import Grid
from .rules import linear
from .step import Step, cell_names, conclusion, house_names, listed
from .supports import RuleCells
from .tables import BoardTables, tables

MOST_UNKNOWN = 5  # cells with several digits
MOST_KNOWN = 8  # cells of an equation at all; more cells rarely have few unknown ones


class Equation(NamedTuple):
    """The sum of some cells, less the sum of others: the sums of houses, less the sums of cages."""

    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    houses: tuple[int, ...]
    cells: RuleCells


def innie(grid: Grid) -> Iterator[Step]:
    """Yield the digits of single innies and outies, of few houses first."""
    return _steps(grid, range(1, 2))


def innies(grid: Grid) -> Iterator[Step]:
    """Yield steps from two and more innies and outies, few of them first."""
    return _steps(grid, range(2, MOST_UNKNOWN + 1))


def _steps(grid: Grid, sizes: range) -> Iterator[Step]:
    by_length: dict[int, list[tuple[int, Equation, list[int], int]]] = {}
    for number, equation in enumerate(equations(grid.tables.board)):
        digits = equation.cells.digits(grid.alive)
        unknown = sum(mask & (mask - 1) > 0 for mask in digits)
        if unknown in sizes and grid.idle.get(("innies", number)) != grid.alive & equation.cells.whole:
            length = len(equation.houses) + max(unknown - 2, 0) - 1
            by_length.setdefault(length, []).append((number, equation, digits, length))
    for length in sorted(by_length):
        steps = [_step(grid, *found) for found in by_length[length]]
        if any(steps):
            yield from filter(None, steps)
            return


def _step(grid: Grid, number: int, equation: Equation, digits: list[int], length: int) -> Step | None:
    t, cells = grid.tables, equation.cells
    grid.check_time()
    found, removed = cells.losses(digits, grid.check_time)
    if not removed:
        grid.idle["innies", number] = grid.alive & cells.whole
        return None
    pattern = cells.candidates([left if mask & (mask - 1) else 0 for mask, left in zip(digits, found, strict=True)])
    single = sum(mask & (mask - 1) > 0 for mask in digits) == 1
    placed = pattern if single and pattern.bit_count() == 1 else 0
    known = [(cell, mask) for cell, mask in zip(cells.cells, digits, strict=True) if not mask & (mask - 1)]
    return Step(
        "innie or outie" if single else "innies and outies",
        t.board,
        partial(_describe, plus=equation.plus, minus=equation.minus, total=equation.total, known=tuple(known)),
        placed,
        0 if placed else removed,
        (pattern,),
        units=cells.cells,
        also=equation.houses,
        length=length,
    )


def _describe(
    step: Step, plus: tuple[int, ...], minus: tuple[int, ...], total: int, known: tuple[tuple[int, int], ...]
) -> str:
    t = step.tables
    own, whole = house_names(t, step.also), len(step.also) * sum(t.board.digits)
    where = f"{own} {'hold' if len(step.also) > 1 else 'holds'} {whole} in all"
    equation, end = equation_words(t, plus, minus, total), conclusion(step)
    if known:
        digits = [f"{t.board.cell_name(cell)} is {t.board.signs[mask.bit_length() - 1]}" for cell, mask in known]
        equation = f"{equation}, where {listed(digits)}"
    return f"{where}, so by the cages {equation}{'' if end == equation else f': {end}'}"


def equation_words(t: BoardTables, plus: tuple[int, ...], minus: tuple[int, ...], total: int) -> str:
    """Describe an equation, whose total is that of values.

    >>> t = tables(Board())
    >>> equation_words(t, (0,), (), 5), equation_words(t, (0, 1), (9,), -2)
    ('r1c1 is 5', 'r1c1 and r1c2 have the sum of r2c1 less 2')
    >>> equation_words(t, (), (0, 1), -12), equation_words(t, (0,), (9,), 0)
    ('r1c1 and r1c2 have the sum 12', 'r1c1 equals r2c1')
    """
    total -= (1 - t.board.first_digit) * (len(plus) - len(minus))
    if not plus:
        plus, minus, total = minus, plus, -total
    left = cell_names(t, plus)
    if not minus:
        return f"{left} is {total}" if len(plus) == 1 else f"{left} have the sum {total}"
    right = cell_names(t, minus)
    if not total:
        one = len(plus) == 1
        return f"{left} equals {right}" if one and len(minus) == 1 else f"the sum of {left} is that of {right}"
    more = f"{'plus' if total > 0 else 'less'} {abs(total)}"
    return f"{left} {'is' if len(plus) == 1 else 'have the sum of'} {right} {more}"


# ---- the equations of a board


@kept(32)
def equations(board: Board) -> tuple[Equation, ...]:
    """Return the equations of the cages of a board, of few houses first."""
    return tuple(_equation(board, *found) for found in house_sums(board) if len(found[0]) + len(found[1]) <= MOST_KNOWN)


def _equation(
    board: Board, plus: tuple[int, ...], minus: tuple[int, ...], total: int, houses: tuple[int, ...]
) -> Equation:
    block = linear(range(len(plus)), range(len(plus), len(plus) + len(minus)), total)
    return Equation(plus, minus, total, houses, RuleCells(tables(board), (*plus, *minus), [block]))
