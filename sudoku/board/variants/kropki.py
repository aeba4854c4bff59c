# SPDX-License-Identifier: MIT
"""Kropki dots between neighboring cells. At a white dot the digits differ by 1; at a black dot one is twice the other.

    3 o 4 . 2 * 1       Kropki(white=["r1c1 r1c2"], black=["r1c3 r1c4"])

If all dots of a color are given, neighbors without a dot do not have that relation. (1 and 2 have both: they may
have a dot of either color, and must have one if all are given.)
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from dlx.system.public import public

from ..words import cell_count
from .bases import BoardRule, Mark, Pen, RuleKind
from .places import BESIDE, CellNames, lines_of, named, pairs

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


def _white(d: int, e: int) -> bool:
    return abs(d - e) == 1


def _black(d: int, e: int) -> bool:
    return d == 2 * e or e == 2 * d


@public("sudoku.variants")
@dataclass(frozen=True)
class Kropki(BoardRule):
    """White and black dots, each as the names of two neighbors; `all_white`, `all_black` declare the list complete.

    >>> Kropki(white=["r1c1 r1c2"]).white
    (('r1c1', 'r1c2'),)
    """

    white: Iterable[CellNames] = ()
    black: Iterable[CellNames] = ()
    all_white: bool = False
    all_black: bool = False

    colors: ClassVar[dict[str, tuple[Pen, str, str]]] = {
        "white": (
            Pen("#ffffff", shape="dots"),
            "The two digits differ by 1.",
            "All white dots are given: other neighbors do not differ by 1.",
        ),
        "black": (
            Pen("#111827", shape="dots"),
            "One digit is twice the other.",
            "All black dots are given: of other neighbors, none is twice the other.",
        ),
    }

    plural, json, pen, familiar, listed, splits = "Kropki dots", "kropki", Pen(shape="dots"), True, False, False

    def __post_init__(self) -> None:
        for color in ("white", "black"):
            object.__setattr__(self, color, lines_of(getattr(self, color), color))

    @classmethod
    def kinds(cls) -> Iterator[RuleKind]:
        for color, (_, words, given) in cls.colors.items():
            yield RuleKind("all dots", "flag", color, f"all {color} dots", given)
            yield RuleKind(color, "beside", "", f"{color} dots", words)

    def marks(self) -> Iterable[Mark]:
        return (Mark(None, named(dot), pen) for color, (pen, *_) in self.colors.items() for dot in getattr(self, color))

    def given_words(self) -> Iterator[str]:
        colors = [color for color in self.colors if getattr(self, f"all_{color}")]
        if colors:
            yield f"all {' and '.join(colors)} dots are given"

    def add(self, rules: Rules, board: Geometry) -> None:
        beside = {*pairs(board, BESIDE)}
        rules.all_related(dict.fromkeys(self._places("white", self.white, board, beside)), _white)
        rules.all_related(dict.fromkeys(self._places("black", self.black, board, beside)), _black)
        self.add_unmarked(rules, board)

    def add_unmarked(self, rules: Rules, board: Geometry) -> None:
        """Add what holds for neighbors without a dot."""
        dotted = {tuple(sorted(map(board.cell, names))) for names in (*self.white, *self.black)}
        undotted = [pair for pair in pairs(board, BESIDE) if pair not in dotted]
        if self.all_white:
            rules.all_related(undotted, lambda d, e: not _white(d, e))
        if self.all_black:
            rules.all_related(undotted, lambda d, e: not _black(d, e))

    def _places(
        self, color: str, dots: Iterable[CellNames], board: Geometry, beside: Container[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        for number, names in enumerate(dots, 1):
            cells = sorted(map(board.cell, names))
            if len(cells) != 2:
                raise ValueError(f"{color} dot {number} has {cell_count(len(cells))}; a dot is between two cells")
            a, b = cells
            if (a, b) not in beside:
                raise ValueError(f"{color} dot {number}: {' and '.join(map(board.cell_name, cells))} are not neighbors")
            yield a, b
