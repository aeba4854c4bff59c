# SPDX-License-Identifier: MIT
"""Rules of your own: a regular expression over the digits along cells, or a function in Python.

    Regex([("[1-4]*9.*", "r1c1 r1c2 r1c3 r1c4")])          before the 9, digits are low
    Function(is_balanced, ["r1c1 r1c2 r2c1"])              is_balanced((3, 5, 2)) is true

A function sees all digits of its cells at once, so the number of combinations must be small. For longer lines, write a
class whose `add` calls :meth:`sudoku.rules.Rules.along`, which reads one digit after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dlx.system.public import public

from .. import regex
from .bases import BoardRule, Clues, Mark, Pen, located
from .places import CellNames, Named, lines_of, named

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


@public("sudoku.variants")
class Regex(Clues):
    """Cells whose digits match a regular expression: ("[1-4]*9.*", "r1c1 r1c2 r1c3").

    The expression may have digits, A for 10, and ``. [1-3] [^12] (12|3) * + ? {2,4}``, with the meaning of Python's
    module re. The cells must match as a whole. A lookahead or a back reference is refused.

    >>> import sudoku
    >>> board = sudoku.Board(2, 2, variants=[Regex([("1.*|.*12", "r1c1 r1c2 r1c3 r1c4")])])
    >>> sorted({text[:4] for text in sudoku.solutions("." * 16, board=board)})
    ['1234', '1243', '1324', '1342', '1423', '1432', '3412', '4312']
    """

    noun, pen, valued = "regular expression", Pen("#d9f99d", "light green", 0.24), "a text"
    typed, words = "text", "The digits match a regular expression, such as [1-4]*9.*"

    def titles(self, side: int) -> Iterator[tuple[str, list[Mark]]]:
        yield from ((f"regular expression {mark.value}", [mark]) for mark in self.marks())

    @staticmethod
    def value(value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError(value)
        return value

    def _pair(self, clue: Any) -> tuple[Any, Named]:
        pattern, cells = super()._pair(clue)
        regex.read(pattern)  # says which sign is wrong
        return pattern, cells

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        automaton = regex.read(value)
        rules.along(cells, 1, lambda state, digit: regex.after(automaton, state, digit), lambda s: s & automaton.ends)


@public("sudoku.variants")
@dataclass(frozen=True)
class Function(BoardRule):
    """A function of the digits of some cells, called with a tuple; each of these lines must satisfy it.

    >>> import sudoku
    >>> board = sudoku.Board(2, 2, variants=[Function(lambda digits: sum(digits) == 6, ["r1c1 r2c2"])])
    >>> sudoku.count("." * 16, board=board)
    48
    """

    function: Callable[[tuple[int, ...]], Any]
    lines: Iterable[CellNames]

    pen, splits = Pen("#9ca3af", "dark gray", 0.06), False

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", lines_of(self.lines, "lines"))

    def __str__(self) -> str:
        return getattr(self.function, "__name__", "a function").replace("<lambda>", "a function")

    def add(self, rules: Rules, board: Geometry) -> None:
        for number, names in enumerate(self.lines, 1):
            with located(f"line {number}"):
                rules.along(names, (), lambda digits, digit: (*digits, digit), self._holds)

    def marks(self) -> Iterable[Mark]:
        return (Mark(None, named(names), self.pen) for names in self.lines)

    def _holds(self, digits: tuple[int, ...]) -> bool:
        try:
            return bool(self.function(digits))
        except Exception as error:
            raise ValueError(f"called with {digits}, it raised {type(error).__name__}: {error}") from error
