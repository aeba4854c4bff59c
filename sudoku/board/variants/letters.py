# SPDX-License-Identifier: MIT
"""Letters for digits (Wordoku): a puzzle in nine letters is read, and answered, in these letters.

WO..RD...  ...      the digits 1 to 9 are D, E, K, N, O, R, S, U and W, in the order of the alphabet
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dlx.system.public import public

from ..words import short
from .bases import BoardRule

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


@public("sudoku.variants")
@dataclass(frozen=True)
class Letters(BoardRule):
    """Letters for digits, such as those of a word, from the lowest digit on. They restrict no cell.

    >>> import sudoku
    >>> board = sudoku.Board(2, 2, variants=[Letters("DORW")])
    >>> board.line(board.parse("word............"))
    'WORD............'
    """

    signs: str

    json, listed, splits = "letters", False, False

    def __post_init__(self) -> None:
        if not isinstance(self.signs, str) or not re.fullmatch(r"(?:([A-Z])(?!.*\1))+", self.signs):
            raise ValueError(f"letters {short(self.signs)}: give each digit a capital letter of its own")

    def __str__(self) -> str:
        return f"the letters {self.signs}"

    def add(self, rules: Rules, board: Geometry) -> None:
        if len(self.signs) != board.side:
            raise ValueError(f"{len(self.signs)} letters; a {board.kind} has {board.side} digits")
