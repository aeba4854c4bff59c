# SPDX-License-Identifier: MIT
"""Regions that the solver has to find, and clues about them: ``Board(1, 9, variants=["chaos-construction"])``.

chaos construction    nine connected regions of nine cells, each with each digit once     . . .|4
region run            4 with an arrow to the left: four cells of its region in a row      +-----+
region count          the digit is the number of cells of its region in the 3x3 around

The blocks see a region as a hidden cell for each pair of cells (`Rules.shares_region`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlx.system.public import public

from .bases import Clues, Flag, Marked, Pen

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry

DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@public("sudoku.variants")
class ChaosConstruction(Flag):
    """Unknown regions: connected, with as many cells as there are digits, and each digit once.

    A board of rows and columns only, such as ``Board(1, 9)``, has no boxes besides. The regions are part of a solution:
    a grid that can be divided in two ways is two solutions.
    """

    flag, plural = "chaos-construction", "chaos construction"
    form = ""  # the page shows regions of a puzzle, not of a solution

    def add(self, rules: Rules, board: Geometry) -> None:
        rules.shares_region(0, board.cells - 1)


@public("sudoku.variants")
class RegionRuns(Clues):
    """Cells whose digit is the length of the run of their region from there on: ("up left", "r5c4").

    With several directions, it is the length of all runs together; the cell itself counts once.
    """

    noun, pen, valued = "region run", Pen("#d1d5db", "gray", shape="sum"), "directions (up, down, left, right)"
    form = ""  # as ChaosConstruction

    @staticmethod
    def value(value: Any) -> str:
        names = str.split(value)  # TypeError for anything else
        if not names or len(set(names)) < len(names) or not DIRECTIONS.keys() >= set(names):
            raise ValueError
        return " ".join(names)

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        if len(cells) != 1:
            raise ValueError("a run begins in one cell")
        own, board, read, firsts = cells[0], rules.board, list[int](), set[int]()
        for name in value.split():
            (row, column), (down, right) = board.places[own], DIRECTIONS[name]
            firsts.add(len(read) + 1)
            while (row := row + down, column := column + right) in board.cell_at:
                read.append(rules.shares_region(own, board.cell_at[row, column]))
        shared = board.digits[0]

        def step(state: tuple[int, int, bool], digit: int) -> tuple[int, int, bool] | None:
            at, left, runs = state  # cells read; the rest of the run; has this run come so far?
            if at == 0:
                return (1, digit - 1, False)
            runs = (runs or at in firsts) and digit == shared
            return (at + 1, left - runs, runs) if left >= runs else None

        rules.along([own, *read], (0, 0, False), step, lambda state: state[1] == 0)


@public("sudoku.variants")
class RegionCounts(Marked):
    """Cells whose digit is the number of cells of their region among themselves and the cells around them."""

    noun, form, pen = "region count", "", Pen("#bfdbfe", "light blue", shape="circle")

    def mark(self, rules: Rules, cell: int, board: Geometry) -> None:
        row, column = board.places[cell]
        around = [board.cell_at.get((row + down, column + right)) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        read = [rules.shares_region(cell, other) for other in around if other not in (None, cell)]
        shared = board.digits[0]

        def step(state: tuple[bool, int], digit: int) -> tuple[bool, int] | None:
            begun, left = state
            left = left - (digit == shared) if begun else digit - 1
            return (True, left) if left >= 0 else None

        rules.along([cell, *read], (False, 0), step, lambda state: state[1] == 0)
