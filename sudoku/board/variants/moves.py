# SPDX-License-Identifier: MIT
"""Variants that forbid digits near each other: a knight's or a king's move apart, or next to each other.

    anti-knight         anti-king       non-consecutive
    . # . # .           . . . . .       . . . . .
    # . . . #           . # # # .       . . 4 . .       # is not the digit in the middle;
    . . 5 . .           . # 5 # .       . 4 5 6 .       4 and 6 cannot be where they are here
    # . . . #           . # # # .       . . 6 . .
    . # . # .           . . . . .       . . . . .

On a board of several grids they apply wherever both cells are on the board.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from dlx.system.public import public

from .bases import Flag
from .places import BESIDE, pairs

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry

KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))


@public("sudoku.variants")
class AntiKnight(Flag):
    """Forbids equal digits a knight's move apart."""

    symmetric, flag, key, words = True, "anti-knight", "antiknight", "Cells a knight's move apart differ."

    def add(self, rules: Rules, board: Geometry) -> None:
        for pair in pairs(board, KNIGHT):
            rules.different(pair)


@public("sudoku.variants")
class AntiKing(Flag):
    """Forbids equal digits that touch at a side or a corner."""

    symmetric, flag, key, words = True, "anti-king", "antiking", "Cells that touch, also at a corner, differ."

    def add(self, rules: Rules, board: Geometry) -> None:
        # Any two of four cells around a corner touch, so one exclusion covers them.
        for row, column in product(range(-1, board.height), range(-1, board.width)):
            corner = product((row, row + 1), (column, column + 1))
            cells = [board.cell_at[place] for place in corner if place in board.cell_at]
            if cells:
                rules.different(cells)


@public("sudoku.variants")
class NonConsecutive(Flag):
    """Forbids digits that differ by 1 in cells next to each other in a row or a column."""

    symmetric, flag, key, words = True, "non-consecutive", "nonconsecutive", "Neighbors do not differ by 1."

    def add(self, rules: Rules, board: Geometry) -> None:
        rules.all_related(pairs(board, BESIDE), lambda d, e: abs(d - e) != 1)
