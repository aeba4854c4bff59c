# SPDX-License-Identifier: MIT
"""The shapes of rules: lines, clues with a value, marked cells. A rule is one short class on a shape.

    class        given as                                  its method
    Lines        ["r1c1 r1c2 r1c3", ...]                   line(rules, cells)
    Clues        [(10, "r1c1 r1c2"), ...]                  clue(rules, value, cells)
    Outside      [(10, "r0c1"), (17, "r0c4 r1c3"), ...]    clue(rules, value, cells)
    Marked       "r1c1 r2c2 ..."                           mark(rules, cell, board)

A clue outside the board is named by its place, r0c1 above column 1, r1c10 to the right of row 1 of a 9x9 board. It sees
the cells from there to the other edge. If a second place follows, it is the first cell on the way, so "r0c4 r1c3"
points down to the left.

Each class also carries its row of the tables of other rooms: `key`, its name in f-puzzles (empty if it has none), and
`pen`, its drawing. sudoku/reading/fpuzzles_rules.py reads and writes the entries of the keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..words import cell_count, short
from .places import CellNames, Named, lines_of, named, ray

if TYPE_CHECKING:
    from ..geometry import Geometry
    from ..rules import Rules


class Pen(NamedTuple):
    """The drawing of a rule: a line through cells, or a mark; sudoku/drawing/pens.py draws both."""

    color: str = "#d1d5db"
    width: float = 0.16  # of a line, in cells
    ends: str = ""  # shape at both ends of a line: "circle" or "diamond"; "bulb" at its start only
    shape: str = ""  # of a mark: one of the names in sudoku/drawing/pens.py


@contextmanager
def located(place: str) -> Iterator[None]:
    """Name the place in errors."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error.__cause__


@dataclass(frozen=True)
class Lines:
    """Lines, each as the names of its cells in order."""

    lines: Iterable[CellNames]

    key: ClassVar[str]
    noun: ClassVar[str]
    pen: ClassVar[Pen] = Pen()
    fewest: ClassVar[int] = 2  # cells of a line

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", lines_of(self.lines, "lines"))
        for field in fields(self)[1:]:  # such as the least difference
            value = getattr(self, field.name)
            try:
                index(value)
            except TypeError:
                raise TypeError(f"{field.name} is {short(value)}; give a whole number") from None

    def __str__(self) -> str:
        return f"{self.noun}s"

    def add(self, rules: Rules, board: Geometry) -> None:
        for number, names in enumerate(self.lines, 1):
            with located(f"{self.noun} {number}"):
                cells = [board.cell(name) for name in names]
                if len(cells) < self.fewest:
                    raise ValueError(f"{cell_count(len(cells))}; a line has at least {self.fewest}")
                self.line(rules, cells)

    def line(self, rules: Rules, cells: list[int]) -> None:
        raise NotImplementedError


@dataclass(frozen=True)
class Clues:
    """Clues, each a pair of its value and its cells."""

    clues: Iterable[tuple[Any, CellNames]]

    key: ClassVar[str]
    noun: ClassVar[str]
    pen: ClassVar[Pen] = Pen()
    valued: ClassVar[str] = "a whole number"  # the value in words

    def __post_init__(self) -> None:
        object.__setattr__(self, "clues", tuple(map(self._pair, self.clues)))

    def _pair(self, clue: Any) -> tuple[Any, Named]:
        try:
            value, cells = clue
            return self.value(value), named(cells)
        except (KeyError, TypeError, ValueError):
            raise TypeError(f"{self.noun} {short(clue)} must be a pair of {self.valued} and cells") from None

    @staticmethod
    def value(value: Any) -> Any:
        """Return a checked value."""
        return index(value)

    def __str__(self) -> str:
        return f"{self.noun}s"

    def cells(self, board: Geometry, names: CellNames) -> list[int]:
        return [board.cell(name) for name in names]

    def add(self, rules: Rules, board: Geometry) -> None:
        for number, (value, names) in enumerate(self.clues, 1):
            with located(f"{self.noun} {number}"):
                self.clue(rules, value, self.cells(board, names))

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        raise NotImplementedError


class Outside(Clues):
    """Clues outside the board, which see the cells from there to the other edge."""

    pen = Pen(shape="outside")

    def cells(self, board: Geometry, names: CellNames) -> list[int]:
        return ray(board, named(names))


@dataclass(frozen=True)
class Marked:
    """Cells with a mark, by name."""

    cells: CellNames

    key: ClassVar[str]
    noun: ClassVar[str]
    pen: ClassVar[Pen] = Pen()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", named(self.cells))

    def __str__(self) -> str:
        return f"{self.noun}s"

    def add(self, rules: Rules, board: Geometry) -> None:
        for name in self.cells:
            self.mark(rules, board.cell(name), board)

    def mark(self, rules: Rules, cell: int, board: Geometry) -> None:
        raise NotImplementedError
