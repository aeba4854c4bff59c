# SPDX-License-Identifier: MIT
"""Rules on marked cells and small groups: minima and maxima, quadruples, clones, indexing cells, counting circles.

minimum     lower than its neighbors          quadruple    these digits are among the four cells around a corner
maximum     higher                            clone        two shapes with the same digits
indexing    r4c2 is 7: r4c7 is 2              circles      each digit in circles is in so many of them
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, cycle
from operator import gt, lt
from typing import TYPE_CHECKING, Any, ClassVar

from dlx.system.public import public

from ..digitsets import digit_sets, number_of_sets
from ..words import short
from .bases import BoardRule, Briefs, Clues, Mark, Marked, Pen, located
from .places import BESIDE, CellNames, named, paired

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..blocks import Rules
    from ..geometry import Geometry


MOST_CIRCLED_SETS = 1_000  # sets of digits in circles; 9x9 has 23 at most, 36x36 millions


@dataclass(frozen=True)
class _Extreme(Marked):
    """Cells that compare with their neighbors; neighbors that are marked as well do not count."""

    order: ClassVar[Callable[[Any, Any], bool]]

    needs = (("order", "the comparison with its neighbors"),)

    def mark(self, rules: Rules, cell: int, board: Geometry) -> None:
        marked = {board.cell(name) for name in self.cells}
        row, column = board.places[cell]
        for down, right in (*BESIDE, (0, -1), (-1, 0)):
            other = board.cell_at.get((row + down, column + right))
            if other is not None and other not in marked:
                rules.related(cell, other, type(self).order)


@public("sudoku.variants")
class Minima(_Extreme):
    """Cells lower than their neighbors in rows and columns."""

    key, noun, plural, order = "minimum", "minimum", "minima", lt
    words, pen = "The cell is lower than its neighbors.", Pen("#e5e7eb", "gray", shape="minimum")


@public("sudoku.variants")
class Maxima(_Extreme):
    """Cells higher than their neighbors in rows and columns."""

    key, noun, plural, order = "maximum", "maximum", "maxima", gt
    words, pen = "The cell is higher than its neighbors.", Pen("#e5e7eb", "gray", shape="maximum")


@public("sudoku.variants")
class Quadruples(Clues):
    """Digits that are among some cells, each as often as it is listed: ([3, 4, 4], "r1c1 r1c2 r2c1 r2c2")."""

    key, noun, pen, valued = "quadruple", "quadruple", Pen(shape="digits"), "digits"
    parts, typed, words = ("values", "cells"), "digits", "These digits are among the cells, as often as listed."

    @staticmethod
    def value(value: Any) -> Any:
        return tuple(sorted(map(int, value)))

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        def step(missing: tuple[int, ...], digit: int) -> tuple[int, ...]:
            if digit not in missing:
                return missing
            at = missing.index(digit)
            return missing[:at] + missing[at + 1 :]

        rules.along(cells, value, step, lambda missing: not missing)
        rules.required.append((tuple(cells), rules.values_of(set(value))))


@public("sudoku.variants")
@dataclass(frozen=True)
class Clones(BoardRule):
    """Pairs of groups of cells with the same digits in the same order."""

    clones: Iterable[tuple[CellNames, CellNames]]

    pens: ClassVar[tuple[Pen, ...]] = (
        Pen("#e5e7eb", "gray", shape="shade"),
        Pen("#fde68a", "yellow", shape="shade"),
        Pen("#bfdbfe", "light blue", shape="shade"),
        Pen("#bbf7d0", "green", shape="shade"),
    )  # of the pairs, in turns

    plural, key, parts, json, form = "clones", "clone", ("cells", "cloneCells"), "clones", "halves"
    pen = Pen(shape="shade")
    words = "The first half of the cells has the digits of the second half."

    def __post_init__(self) -> None:
        object.__setattr__(self, "clones", paired(self.clones, "clones", "groups of cells"))

    def marks(self) -> Iterable[Mark]:
        for pair, pen in zip(self.clones, cycle(self.pens)):
            yield from (Mark(None, named(names), pen) for names in pair)

    def add(self, rules: Rules, board: Geometry) -> None:
        for number, (one, other) in enumerate(self.clones, 1):
            with located(f"clone {number}"):
                cells, copies = rules.numbers_of(one), rules.numbers_of(other)
                if len(cells) != len(copies):
                    raise ValueError("both groups must have the same number of cells")
                pairs = dict.fromkeys(zip(cells, copies, strict=True))
                rules.all_related([(a, b) for a, b in pairs if a != b], int.__eq__)


@public("sudoku.variants")
@dataclass(frozen=True)
class Indexing(Marked):
    """Cells that say where a digit is: in `column` mode, 7 in r4c2 means that r4c7 is 2; `row` and `box` likewise."""

    by: str = "column"

    pens: ClassVar[dict[str, Pen]] = {
        "column": Pen("#fecaca", "red", shape="shade"),
        "row": Pen("#bfdbfe", "light blue", shape="shade"),
        "box": Pen("#bbf7d0", "green", shape="shade"),
    }

    key, noun, pen, splits = "columnindexer", "indexing cell", pens["column"], True
    words = "The digit is the column in which the row has this column's number."
    briefs: ClassVar[Briefs] = {
        "row indexing": ({"by": "row"}, "The digit is the row in which the column has this row's number."),
        "box indexing": ({"by": "box"}, "The digit is the place in which the box has this place's number."),
    }

    def pen_at(self, number: int) -> Pen:
        return self.pens.get(self.by, self.pen)

    def title(self, side: int) -> str:
        return f"{self.by} indexing"

    def mark(self, rules: Rules, cell: int, board: Geometry) -> None:
        row, column = board.places[cell]
        if self.by == "column":
            group = [board.cell_at.get((row, k)) for k in range(board.width)]
        elif self.by == "row":
            group = [board.cell_at.get((k, column)) for k in range(board.height)]
        elif self.by == "box":
            group = [c for c in range(board.cells) if board.box_of(c) == board.box_of(cell)]
        else:
            raise ValueError(f"by is {short(self.by)}; it must be 'column', 'row' or 'box'")
        at = group.index(cell) + 1
        for digit in board.digits:
            other = group[digit - 1] if 1 <= digit <= len(group) else None
            if other is None or (other == cell and digit != at):
                rules.ban(cell, [digit])
            elif other != cell:
                rules.at_most_one([(cell, digit), *((other, e) for e in board.digits if e != at)])


@public("sudoku.variants")
@dataclass(frozen=True)
class CountingCircles(Marked):
    """Circles such that each digit in them is in exactly so many of them."""

    noun, pen, words = (
        "counting circle",
        Pen("#d1d5db", "gray", shape="circle"),
        "A digit in circles is in exactly so many of them.",
    )

    def add(self, rules: Rules, board: Geometry) -> None:
        cells = [board.cell(name) for name in self.cells]
        for digit in board.digits:
            rules.count(cells, [digit], [0, digit])
        largest, total = board.digits[-1], len(cells)  # the digits in the circles have this sum
        if sum(number_of_sets(largest, size, total) for size in range(largest + 1)) <= MOST_CIRCLED_SETS:
            sets = chain.from_iterable(digit_sets(largest, size, total) for size in range(largest + 1))
            rules.unions.append((tuple(dict.fromkeys(cells)), tuple(map(rules.values_of, sets))))
