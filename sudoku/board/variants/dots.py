# SPDX-License-Identifier: MIT
"""Marks between two neighbors: X and V for the sums 10 and 5, and dots for a difference or a ratio of any value.

    4 X 6   1 V 4       XV([(10, "r1c1 r1c2"), (5, "r1c4 r1c5")])
    2(3)5   2(x3)6      Differences([(3, "r1c1 r1c2")])   Ratios([(3, "r1c4 r1c5")])

With `complete`, all marks of these values are given: neighbors without one do not have that relation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from dlx.system.public import public

from ..words import cell_count, in_series
from .bases import Clues, Pen, RuleKind
from .places import BESIDE, pairs

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


@dataclass(frozen=True)
class _Dots(Clues):
    complete: bool = False

    values: ClassVar[Collection[int]] = ()  # that `complete` speaks of besides those given
    given: ClassVar[tuple[str, str]]  # the marks that `complete` speaks of: in a list of the page, and a sentence

    needs = (("given", "the words of all its marks"), ("related", "the relation of two digits"))
    form = "beside"

    @classmethod
    def kinds(cls) -> Iterator[RuleKind]:
        yield from super().kinds()
        yield RuleKind("all dots", "flag", cls.json, *cls.given)

    def given_words(self) -> Iterator[str]:
        values = sorted({value for value, _ in self.clues})
        if self.complete and values:
            yield f"all dots of {self.key} {in_series(values)} are given"

    @staticmethod
    def related(value: int, d: int, e: int) -> bool:
        raise NotImplementedError

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        if len(cells) != 2:
            raise ValueError(f"{cell_count(len(cells))}; a mark is between two cells")
        rules.related(cells[0], cells[1], lambda d, e: self.related(value, d, e))

    def add(self, rules: Rules, board: Geometry) -> None:
        super().add(rules, board)
        if self.complete:
            self.add_unmarked(rules, board)

    def add_unmarked(self, rules: Rules, board: Geometry) -> None:
        """Add what holds for neighbors without a mark."""
        marked = {tuple(sorted(board.cell(name) for name in names)) for _, names in self.clues}
        absent = {*self.values, *(value for value, _ in self.clues)}
        bare = [pair for pair in pairs(board, BESIDE) if pair not in marked]
        rules.all_related(bare, lambda d, e: not any(self.related(value, d, e) for value in absent))


@public("sudoku.variants")
class XV(_Dots):
    """Sums of neighbors: X is 10 and V is 5. With `complete`, no other neighbors have these sums."""

    key, noun, pen, values, valued = "xv", "XV mark", Pen(shape="letter"), (5, 10), "X, V or a whole number"
    json, typed, words = "xv", "mark", "The two digits have the sum 10 (X) or 5 (V)."
    given = "all X and V", "All X and V are given: other neighbors do not have the sum 10 or 5."

    @staticmethod
    def value(value: Any) -> Any:
        return index({"X": 10, "V": 5}[value.upper()] if isinstance(value, str) else value)

    @staticmethod
    def related(value: int, d: int, e: int) -> bool:
        return d + e == value

    def _others(self) -> list[int]:
        """Return the sums other than X and V."""
        return sorted({value for value, _ in self.clues} - {*self.values})

    def is_familiar(self) -> bool:
        return not self._others()

    def title(self, side: int) -> str:
        return "sums of neighbors" if self._others() else str(self)

    def given_words(self) -> Iterator[str]:
        if self.complete:
            yield f"all {in_series(['X', 'V', *self._others()])} are given"


@public("sudoku.variants")
class Differences(_Dots):
    """Differences of neighbors."""

    key, noun, pen = "difference", "difference dot", Pen("#ffffff", "white", shape="dot")
    words = "The two digits have this difference."
    given = (
        "all differences",
        "All dots of the given differences are there: other neighbors have none of them.",
    )

    @staticmethod
    def related(value: int, d: int, e: int) -> bool:
        return abs(d - e) == value


@public("sudoku.variants")
class Ratios(_Dots):
    """Ratios of neighbors."""

    key, noun, pen = "ratio", "ratio dot", Pen("#1f2937", "black", shape="dot")
    words = "One digit is so many times the other."
    given = "all ratios", "All dots of the given ratios are there: other neighbors have none of them."

    @staticmethod
    def related(value: int, d: int, e: int) -> bool:
        return d == value * e or e == value * d
