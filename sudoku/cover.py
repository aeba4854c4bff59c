# SPDX-License-Identifier: MIT
"""A board as an exact-cover problem, and back.

An option is a digit in a cell; it covers four items: that the cell is filled, and that the digit is in the row, in
the column and in the box. A 9x9 board has 729 options and 324 items:

    option 0    "1 in r1c1"     r1c1  r1=1  c1=1  b1=1
    option 1    "2 in r1c1"     r1c1  r1=2  c1=2  b1=2
    ...
    option 728  "9 in r9c9"     r9c9  r9=9  c9=9  b9=9

The problem is built once for each shape of board. A puzzle is nothing but a set of given options: its clues.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from .board import DIGITS, Board

if TYPE_CHECKING:
    from dlx import Problem
    from dlx._lanes import Program


@cache
def cover(board: Board) -> Problem:
    """The exact-cover problem of an empty board. Option ``cell * side + digit - 1`` puts the digit into the cell.

    >>> cover(Board())
    <Problem: 324 items, 729 options>
    >>> cover(Board()).option(728)
    ('r9c9', 'r9=9', 'c9=9', 'b9=9')
    """
    import numpy as np

    from dlx.build import Parts
    from dlx.problem import Problem

    side, digits = board.side, DIGITS[: board.side]
    houses = [f"{kind}{k + 1}={digit}" for kind in "rcb" for k in range(side) for digit in digits]
    # The cells come first: they win the ties. On the hardest 9x9 puzzles rows first take 1.4 times the nodes, boxes
    # first 1.6 times.
    items = [board.cell_name(cell) for cell in range(board.cells)] + houses
    cell, digit = np.divmod(np.arange(board.cells * side, dtype=np.int32), side)
    house = [cell // side, cell % side, np.array([board.box_of(c) for c in range(board.cells)])[cell]]
    indices = np.stack([cell, *(board.cells + (k * side + at) * side + digit for k, at in enumerate(house))], axis=1)
    indptr = np.arange(0, indices.size + 1, 4, dtype=np.int32)
    problem = Problem._of(Parts(items, len(items), indptr, indices.astype(np.int32).ravel(), None, ()))
    if (board.box_height, board.box_width) == (3, 3):
        problem._kernels.program = _nine
    return problem


def _nine() -> Program:
    from ._nine import program

    return program()


def clues(board: Board, puzzle: bytes) -> list[int]:
    """The options that a puzzle gives.

    >>> clues(Board(1, 2), bytes([0, 2, 0, 0]))
    [3]
    """
    side = board.side
    return [cell * side + value - 1 for cell, value in enumerate(puzzle) if value]


def filled(board: Board, options: Iterable[int]) -> bytes:
    """The board with the digits of these options in it.

    >>> filled(Board(1, 2), [3])
    b'\\x00\\x02\\x00\\x00'
    """
    grid = bytearray(board.cells)
    for option in options:
        cell, digit = divmod(option, board.side)
        grid[cell] = digit + 1
    return bytes(grid)
