# SPDX-License-Identifier: MIT
"""Killer cages: the digits in a cage are different and add up to the sum written on it.

+-------+---+
|10 . . | 5 |       Killer([(10, "r1c1 r1c2 r1c3"), (5, "r1c4 r2c4"), ...])
+-------+   |
        | . |       sudoku/engine/cover.py describes the items and options of a cage, and their number.
        +---+
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from dlx.system.public import public

from ..words import short
from .bases import BoardRule, Mark, Pen, located
from .places import CellNames, Named, named

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


@public("sudoku.variants")
@dataclass(frozen=True)
class Killer(BoardRule):
    """Cages, each a pair of its sum and its cells; with None for the sum, the digits only have to differ.

    Cages may overlap; each of them holds.

    >>> Killer([(10, "r1c1 r1c2 r1c3"), (None, ["r3c3", "r3c4"])]).cages
    ((10, ('r1c1', 'r1c2', 'r1c3')), (None, ('r3c3', 'r3c4')))
    """

    cages: Iterable[tuple[int | None, CellNames]]

    noun, plural = "cage", "killer cages"
    key, parts, json, form, typed = "killercage", ("value", "cells"), "killer", "clue", "optional"
    words = "The digits of a cage differ, and have this sum if one is given."
    pen, familiar = Pen("#4b5563", "gray", shape="cage"), True

    def __post_init__(self) -> None:
        object.__setattr__(self, "cages", tuple(map(_cage, self.cages)))

    def marks(self) -> Iterable[Mark]:
        return (Mark(total, named(names), self.pen) for total, names in self.cages)

    def add(self, rules: Rules, board: Geometry) -> None:
        for number, (total, names) in enumerate(self.cages, 1):
            cells = [board.cell(name) for name in names]
            with located(f"cage {number}"):
                if total is None:
                    rules.different(cells)
                else:
                    rules.sum(cells, total)


def _cage(cage: Any) -> tuple[int | None, Named]:
    try:
        total, cells = cage
        return None if total is None else index(total), named(cells)
    except (TypeError, ValueError):
        raise TypeError(f"cage {short(cage)} must be a pair of a sum and cells, such as (15, 'r1c1 r1c2')") from None
