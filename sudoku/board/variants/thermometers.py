# SPDX-License-Identifier: MIT
"""Thermometers, along which the digits rise from the bulb to the tip.

    O===+===+===>       Thermometers(["r1c1 r1c2 r1c3 r1c4"])
    2   3   6   9

For two successive cells a, b and each digit v, a >= v and b <= v cannot both hold. That makes `side` exclusions, each
{(a, >= v)} and {(b, <= v)} together, for the side * (side + 1) / 2 pairs of digits that are forbidden.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from dlx.system.public import public

from ..words import cell_count
from .bases import Lines, Pen

if TYPE_CHECKING:
    from ..blocks import Rules


@public("sudoku.variants")
class Thermometers(Lines):
    """Lines of cells, each from its bulb to its tip.

    >>> Thermometers(["r1c1 r1c2"]).lines
    (('r1c1', 'r1c2'),)
    """

    key, noun, pen = "thermometer", "thermometer", Pen("#d1d5db", "gray", 0.24, "bulb")
    words = "Digits rise from the bulb, the first cell."
    familiar, fewest = True, 1

    def line(self, rules: Rules, cells: list[int]) -> None:
        digits = rules.board.digits
        if len(cells) > len(digits):
            raise ValueError(f"{cell_count(len(cells))}; there are {len(digits)} digits")
        for at, cell in enumerate(cells):  # leaves a digit for each cell below and above
            rules.ban(cell, [*digits[:at], *digits[len(digits) - len(cells) + at + 1 :]])
            if cell in cells[:at]:
                raise ValueError(f"{rules.names([cell])} is listed twice")
        for a, b in pairwise(cells):
            for at in range(len(digits)):
                above, below = digits[at:], digits[: at + 1]
                rules.at_most_one([*((a, d) for d in above), *((b, d) for d in below)])
