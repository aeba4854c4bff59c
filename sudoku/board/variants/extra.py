# SPDX-License-Identifier: MIT
"""Variants that add houses, each with every digit exactly once.

X: diagonals      windoku                           disjoint groups
\\ . . /           . . . . . . . . .                  a b c|a b c|
. \\ / .           . w w w . w w w .  (9x9: four      d e f|d e f|  (the same place
. / \\ .           . w w w . w w w .   windows)       g h i|g h i|   in all boxes)
/ . . \\           . w w w . w w w .                  -----+-----+
                  . . . ...                         a b c|...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, ClassVar

from dlx.system.public import public

from .bases import BoardRule, Flag, Mark, Pen, RuleKind
from .places import CellNames, grid_names, lines_of, named

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


@public("sudoku.variants")
@dataclass(frozen=True)
class Diagonals(Flag):
    """X: both diagonals of every grid, or only the falling one (from the upper left) or the rising one."""

    falling: bool = True
    rising: bool = True

    ways: ClassVar[dict[str, str]] = {
        "falling": "The diagonal from the upper left holds each digit once.",
        "rising": "The diagonal from the lower left holds each digit once.",
    }

    flag, json, words = "x", "diagonals", "Both diagonals hold each digit once."
    pen, familiar = Pen("#d1d5db", "gray", shape="diagonals"), True

    @classmethod
    def kinds(cls) -> Iterator[RuleKind]:
        yield from super().kinds()
        yield from (RuleKind(cls.json, "flag", way, f"{way} diagonal", words) for way, words in cls.ways.items())

    def __str__(self) -> str:
        return "diagonals" if self.is_symmetric() else "a diagonal"

    def is_symmetric(self) -> bool:
        return self.falling and self.rising

    def add(self, rules: Rules, board: Geometry) -> None:
        if not (self.falling or self.rising):
            raise ValueError("no diagonal is requested; set falling or rising")
        _needs_square(board)
        side = board.side
        for grid, of in grid_names(board):
            if self.falling:
                rules.house(f"diagonal 1{of}", grid[:: side + 1])
            if self.rising:
                rules.house(f"diagonal 2{of}", grid[side - 1 : side * side - 1 : side - 1] if side > 1 else grid)


@public("sudoku.variants")
class Windoku(Flag):
    """Windows the size of a box, one cell apart from each other and from the border, as many as fit."""

    symmetric, flag, plural, words = True, "windoku", "windows", "Windows between the boxes hold each digit once."
    pen = Pen("#e5e7eb", "gray", shape="windows")

    def add(self, rules: Rules, board: Geometry) -> None:
        _needs_boxes(board)
        side, height, width = board.side, board.box_height, board.box_width
        corners = [(r, c) for r in range(1, side - height, height + 1) for c in range(1, side - width, width + 1)]
        if not corners:
            raise ValueError(f"no window of {height}x{width} cells fits into a {board.kind}")
        for grid, of in grid_names(board):
            for number, (row, column) in enumerate(corners, 1):
                rows, columns = range(row, row + height), range(column, column + width)
                rules.house(f"window {number}{of}", [grid[r * side + c] for r in rows for c in columns])


@public("sudoku.variants")
class DisjointGroups(Flag):
    """Groups of the cells in the same place of all boxes, one for every place."""

    flag, key, words = "disjoint-groups", "disjointgroups", "Cells at the same place of all boxes differ."
    symmetric, plural = True, "disjoint groups"

    def add(self, rules: Rules, board: Geometry) -> None:
        _needs_boxes(board)
        side, height, width = board.side, board.box_height, board.box_width
        for grid, of in grid_names(board):
            for number in range(side):
                row, column = divmod(number, width)
                rows, columns = range(row, side, height), range(column, side, width)
                rules.house(f"group {number + 1}{of}", [grid[r * side + c] for r in rows for c in columns])


@public("sudoku.variants")
@dataclass(frozen=True)
class ExtraRegions(BoardRule):
    """Further regions, each as the names of its cells, in which no digit repeats.

    >>> ExtraRegions(["r1c1 r2c2 r3c3"]).regions
    (('r1c1', 'r2c2', 'r3c3'),)
    """

    regions: Iterable[CellNames]

    pens: ClassVar[tuple[Pen, ...]] = (
        Pen("#e5e7eb", "gray", shape="shade"),
        Pen("#fce7f3", "pink", shape="shade"),
        Pen("#ecfccb", "light green", shape="shade"),
        Pen("#cffafe", "cyan", shape="shade"),
        Pen("#ffedd5", "orange", shape="shade"),
        Pen("#ede9fe", "violet", shape="shade"),
    )  # of the regions, in turns

    key, parts, json, form, pen = "extraregion", ("cells",), "extra regions", "group", Pen(shape="shade")
    plural, words = "extra regions", "The digits of these cells differ."

    def __post_init__(self) -> None:
        object.__setattr__(self, "regions", lines_of(self.regions, "regions"))

    def marks(self) -> Iterable[Mark]:
        return (Mark(None, named(names), pen) for names, pen in zip(self.regions, cycle(self.pens)))

    def add(self, rules: Rules, board: Geometry) -> None:
        for number, cells in enumerate(self.regions, 1):
            if len(tuple(cells)) == board.side:
                rules.house(f"extra region {number}", cells)
            else:
                rules.different(cells)


def _needs_square(board: Geometry) -> None:
    if not board.square:
        raise ValueError(f"a {board.kind} is not square")


def _needs_boxes(board: Geometry) -> None:
    _needs_square(board)
    if board.regions is not None:
        raise ValueError("a board with regions has no boxes")
