# SPDX-License-Identifier: MIT
"""Thermometers, along which the digits rise from the bulb to the tip.

    O===+===+===>       Thermometers(["r1c1 r1c2 r1c3 r1c4"])
    2   3   6   9

For two successive cells a, b and each digit v, a >= v and b <= v cannot both hold. That makes `side` exclusions, each
{(a, >= v)} and {(b, <= v)} together, for the side * (side + 1) / 2 pairs of digits that are forbidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from dlx.system.public import public

from ..words import cell_count
from .places import CellNames, lines_of

if TYPE_CHECKING:
    from ..geometry import Geometry
    from ..rules import Rules


@public("sudoku.variants")
@dataclass(frozen=True)
class Thermometers:
    """Lines of cells, each from its bulb to its tip.

    >>> Thermometers(["r1c1 r1c2"]).lines
    (('r1c1', 'r1c2'),)
    """

    lines: Iterable[CellNames]

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", lines_of(self.lines, "lines"))

    def __str__(self) -> str:
        return "thermometers"

    def add(self, rules: Rules, board: Geometry) -> None:
        side = board.side
        steps: dict[tuple[int, int], None] = {}
        for number, names in enumerate(self.lines, 1):
            cells = [board.cell(name) for name in names]
            self._check(number, cells, board)
            for at, cell in enumerate(cells):  # leaves a digit for each cell below and above
                rules.ban(cell, [*range(1, at + 1), *range(side - len(cells) + at + 2, side + 1)])
            steps.update(dict.fromkeys(pairwise(cells)))
        for a, b in steps:
            for v in range(1, side + 1):
                above, below = range(v, side + 1), range(1, v + 1)
                rules.at_most_one([*((a, d) for d in above), *((b, d) for d in below)])

    def _check(self, number: int, cells: list[int], board: Geometry) -> None:
        if len(cells) > board.side:
            raise ValueError(f"thermometer {number} has {cell_count(len(cells))}; there are {board.side} digits")
        for at, cell in enumerate(cells):
            if cell in cells[:at]:
                raise ValueError(f"thermometer {number} visits {board.cell_name(cell)} twice")
