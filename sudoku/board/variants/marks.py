# SPDX-License-Identifier: MIT
"""Variants that restrict single cells: even and odd cells, and pencilmark puzzles (Sukaku).

A Sukaku gives candidates instead of clues: on 9x9, 729 characters, nine per cell, each its digit or empty.

    12.......  .2.4.....  ...      r1c1 is 1 or 2, r1c2 is 2 or 4, ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dlx.system.public import public

from ..digits import DIGITS, EMPTY, capitals
from ..text import cells_of
from ..words import short
from .bases import BoardRule, Marked, Pen

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


@public("sudoku.variants")
class Even(Marked):
    """Cells that hold even digits.

    >>> Even("r1c1 r2c2")
    Even(cells=('r1c1', 'r2c2'))
    """

    key, noun, pen = "even", "even cell", Pen("#e5e7eb", "gray", shape="square")
    words, splits = "The cell is even.", True

    def mark(self, rules: Rules, cell: int, board: Geometry) -> None:
        rules.ban(cell, [digit for digit in board.digits if digit % 2])


@public("sudoku.variants")
class Odd(Marked):
    """Cells that hold odd digits."""

    key, noun, pen = "odd", "odd cell", Pen("#e5e7eb", "gray", shape="disc")
    words, splits = "The cell is odd.", True

    def mark(self, rules: Rules, cell: int, board: Geometry) -> None:
        rules.ban(cell, [digit for digit in board.digits if digit % 2 == 0])


@public("sudoku.variants")
@dataclass(frozen=True)
class Pencilmarks(BoardRule):
    """The candidates of every cell, as text: `side` characters per cell, each its digit or empty.

    >>> Pencilmarks("12.. .2.4 " + "1234 " * 14).text[:8]
    '12...2.4'
    """

    text: str

    plural, json, listed, splits = "pencilmarks", "pencilmarks", False, False

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"pencilmarks are {short(self.text)}; give a text")
        empty = dict.fromkeys(map(ord, EMPTY), ".")
        object.__setattr__(self, "text", cells_of(self.text).translate(empty))

    def add(self, rules: Rules, board: Geometry) -> None:
        side = board.side
        if not board.first_digit:
            raise ValueError("pencilmarks have digits from 1; a regular expression restricts a cell as well")
        if len(self.text) != board.cells * side:
            raise ValueError(f"{len(self.text)} characters; a {board.kind} has {board.cells} cells of {side} each")
        for at, character in enumerate(capitals(self.text, side)):
            cell, digit = divmod(at, side)
            if character == ".":
                rules.ban(cell, [digit + 1])
            elif character != DIGITS[digit]:
                place = f"character {digit + 1} of {board.cell_name(cell)}"
                raise ValueError(f"{place} is {character!r}; it must be {DIGITS[digit]}, or empty")
