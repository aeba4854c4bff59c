# SPDX-License-Identifier: MIT
"""Marks between two neighbors: X and V for the sums 10 and 5, and dots for a difference or a ratio of any value.

    4 X 6   1 V 4       XV([(10, "r1c1 r1c2"), (5, "r1c4 r1c5")])
    2(3)5   2(x3)6      Differences([(3, "r1c1 r1c2")])   Ratios([(3, "r1c4 r1c5")])

With `complete`, all marks of these values are given: neighbors without one do not have that relation.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from dlx.system.public import public

from ..words import cell_count
from .bases import Clues, Pen
from .places import BESIDE, pairs

if TYPE_CHECKING:
    from ..geometry import Geometry
    from ..rules import Rules


@dataclass(frozen=True)
class _Dots(Clues):
    complete: bool = False

    values: ClassVar[Collection[int]] = ()  # that `complete` speaks of besides those given

    @staticmethod
    def related(value: int, d: int, e: int) -> bool:
        raise NotImplementedError

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        if len(cells) != 2:
            raise ValueError(f"{cell_count(len(cells))}; a mark is between two cells")
        rules.related(cells[0], cells[1], lambda d, e: self.related(value, d, e))

    def add(self, rules: Rules, board: Geometry) -> None:
        super().add(rules, board)
        if not self.complete:
            return
        marked = {tuple(sorted(board.cell(name) for name in names)) for _, names in self.clues}
        absent = {*self.values, *(value for value, _ in self.clues)}
        bare = [pair for pair in pairs(board, BESIDE) if pair not in marked]
        rules.all_related(bare, lambda d, e: not any(self.related(value, d, e) for value in absent))


@public("sudoku.variants")
class XV(_Dots):
    """Sums of neighbors: X is 10 and V is 5. With `complete`, no other neighbors have these sums."""

    key, noun, pen, values, valued = "xv", "XV mark", Pen(shape="letter"), (5, 10), "X, V or a whole number"

    @staticmethod
    def value(value: Any) -> Any:
        return index({"X": 10, "V": 5}[value.upper()] if isinstance(value, str) else value)

    @staticmethod
    def related(value: int, d: int, e: int) -> bool:
        return d + e == value


@public("sudoku.variants")
class Differences(_Dots):
    """Differences of neighbors."""

    key, noun, pen = "difference", "difference dot", Pen("#ffffff", shape="dot")

    @staticmethod
    def related(value: int, d: int, e: int) -> bool:
        return abs(d - e) == value


@public("sudoku.variants")
class Ratios(_Dots):
    """Ratios of neighbors."""

    key, noun, pen = "ratio", "ratio dot", Pen("#1f2937", shape="dot")

    @staticmethod
    def related(value: int, d: int, e: int) -> bool:
        return d == value * e or e == value * d
