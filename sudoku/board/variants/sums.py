# SPDX-License-Identifier: MIT
"""Rules on sums of digits, which may be equal: arrows, little killers, sums of any cells.

arrow           (9) 2 6 1       the digits along the arrow have the sum in the circle; a pill of two or three cells
                                holds a number of two or three digits, from left to right and from top to bottom
little killer   17 > 8 / 2 7    the diagonal that the clue points to has this sum
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dlx.system.public import public

from .bases import Clues, Mark, Outside, PartedRule, Pen
from .places import CellNames, Named, named, paired, place_of

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


@public("sudoku.variants")
@dataclass(frozen=True)
class Arrows(PartedRule):
    """Arrows, each a pair of its circle (one cell, or the cells of a pill) and the cells along it.

    A pill holds a number, read from left to right and from top to bottom, whatever the order in which its cells are
    named: "r4c3 r4c2" has its tens in r4c2.

    >>> Arrows([("r1c1", "r1c2 r1c3")]).arrows
    ((('r1c1',), ('r1c2', 'r1c3')),)
    >>> import sudoku
    >>> board = sudoku.Board(variants=[Arrows([("r1c2 r1c1", "r2c1 r3c1 r4c1")])])
    >>> sudoku.solve("2." + "." * 79, board=board) is None  # three digits of a column have a sum of 24 at most
    False
    >>> sudoku.solve("3." + "." * 79, board=board) is None
    True
    """

    arrows: Iterable[tuple[CellNames, CellNames]]

    key, noun, json, form, typed, usual = "arrow", "arrow", "arrows", "pair", "usual", ("pill", "1")
    words = (
        "The digits along the arrow have the sum in its circle, the first cell. With 2 or 3, the first "
        "cells are a pill, a number that is read from left to right and from top to bottom."
    )
    pen, familiar = Pen("#9ca3af", "dark gray", 0.06, shape="arrow"), True

    def __post_init__(self) -> None:
        object.__setattr__(self, "arrows", paired(self.arrows, "arrows", "a circle and cells"))

    def marks(self) -> Iterable[Mark]:
        """Return the circle and the cells of each arrow."""
        return (Mark(circle, cells, self.pen) for circle, cells in self.arrows)  # type: ignore[arg-type]

    def add_part(self, rules: Rules, board: Geometry, part: tuple[Named, Named]) -> None:
        circle, cells = ([board.cell(name) for name in names] for names in part)
        if not circle or not cells:
            raise ValueError("an arrow has a circle and cells along it")
        rules.total(cells, 0, number=sorted(circle))


@public("sudoku.variants")
class LittleKiller(Outside):
    """Diagonals with a sum, each a pair of the sum and the place of the clue: (17, "r0c4 r1c3")."""

    key, noun, pen = "littlekillersum", "little killer", Pen(shape="diagonal")
    form, words = "diagonal", "The digits of the diagonal have this sum."

    def cells(self, board: Geometry, names: CellNames) -> list[int]:
        (first, *others), cells = (*named(names), None), super().cells(board, names)
        if others == [None] and cells and place_of(first) not in (None, board.places[cells[0]]):
            raise ValueError(f"{first} points along a row or a column; name the first cell of the diagonal as well")
        return cells

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        rules.total(cells, value)


@public("sudoku.variants")
class Sums(Clues):
    """Cells with a sum of digits, which may be equal."""

    noun, pen = "sum", Pen("#d1d5db", "gray", 0.06, shape="sum")
    words = "The digits have this sum, and may be equal."

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        rules.total(cells, value)
