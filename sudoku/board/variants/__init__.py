# SPDX-License-Identifier: MIT
"""Variants: small classes with one method, `add`, which adds constraints to a board besides its own houses.

    extra.py          more houses: diagonals, windows, disjoint groups, any others
    moves.py          digits forbidden near each other: anti-knight, anti-king, non-consecutive
    marks.py          digits allowed in a cell: even and odd cells, pencilmarks (Sukaku)
    killer.py  thermometers.py  kropki.py
    lines.py         lines: palindromes, renban, whispers, between, zippers, region sums, ...
    sums.py          arrows, little killers, sums of any cells
    outside.py       clues outside the board: sandwiches, X-sums, skyscrapers, numbered rooms, full rank
    dots.py          X and V, differences and ratios of neighbors
    cells.py         extremes, quadruples, clones, indexing cells, counting circles
    groups.py        cages and lines: look and say, lunchboxes, relliks, equality, sums; entropy in all squares
    regions.py       unknown regions, and clues about them
    own.py           rules of your own: regular expressions, functions
    bases.py         the shapes of the classes in the last seven files

>>> import sudoku
>>> from sudoku.variants import AntiKnight, Diagonals
>>> board = sudoku.Board(2, 2, variants=[Diagonals()])
>>> sudoku.count("." * 16, board=board), sudoku.solve("1234............", board=board)
(48, '1234341243212143')

A new variant takes ten lines; :class:`sudoku.rules.Rules` lists the possible constraints. In this one, the digits
along a line read the same from both ends:

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Palindrome:
...     cells: tuple[str, ...]
...
...     def add(self, rules, board):
...         cells = [board.cell(name) for name in self.cells]
...         for a, b in zip(cells, reversed(cells)):
...             if a < b:
...                 rules.related(a, b, lambda d, e: d == e)
>>> board = sudoku.Board(2, 2, variants=[Palindrome(("r1c1", "r1c2", "r2c3", "r3c3"))])
>>> sudoku.count("." * 16, board=board)
72
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..rules import Variant
from ..words import listed, short
from .cells import Clones, CountingCircles, Indexing, Maxima, Minima, Quadruples
from .dots import XV, Differences, Ratios
from .extra import Diagonals, DisjointGroups, ExtraRegions, Windoku
from .groups import (
    Doppelganger,
    EqualityCages,
    GlobalEntropy,
    GlobalModular,
    LookAndSay,
    Lunchboxes,
    Relliks,
    SumLines,
)
from .killer import Killer
from .kropki import Kropki
from .lines import (
    BetweenLines,
    DoubleArrows,
    Entropic,
    Lockout,
    Modular,
    Nabner,
    Palindromes,
    RegionSums,
    Renban,
    SlowThermometers,
    Whispers,
    Zippers,
)
from .marks import Even, Odd, Pencilmarks
from .moves import AntiKing, AntiKnight, NonConsecutive
from .outside import FullRank, NumberedRooms, Sandwich, Skyscrapers, XSums
from .own import Function, Regex
from .regions import ChaosConstruction, RegionCounts, RegionRuns
from .sums import Arrows, LittleKiller, Sums
from .thermometers import Thermometers

__all__ = [
    "NAMED",
    "XV",
    "AntiKing",
    "AntiKnight",
    "Arrows",
    "BetweenLines",
    "ChaosConstruction",
    "Clones",
    "CountingCircles",
    "Diagonals",
    "Differences",
    "DisjointGroups",
    "Doppelganger",
    "DoubleArrows",
    "Entropic",
    "EqualityCages",
    "Even",
    "ExtraRegions",
    "FullRank",
    "Function",
    "GlobalEntropy",
    "GlobalModular",
    "Indexing",
    "Killer",
    "Kropki",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Lunchboxes",
    "Maxima",
    "Minima",
    "Modular",
    "Nabner",
    "NonConsecutive",
    "NumberedRooms",
    "Odd",
    "Palindromes",
    "Pencilmarks",
    "Quadruples",
    "Ratios",
    "Regex",
    "RegionCounts",
    "RegionRuns",
    "RegionSums",
    "Relliks",
    "Renban",
    "Sandwich",
    "Skyscrapers",
    "SlowThermometers",
    "SumLines",
    "Sums",
    "Thermometers",
    "Variant",
    "Whispers",
    "Windoku",
    "XSums",
    "Zippers",
    "checked",
]

NAMED: dict[str, type[Variant]] = {  # variants that need only a name
    "x": Diagonals,
    "windoku": Windoku,
    "disjoint-groups": DisjointGroups,
    "anti-knight": AntiKnight,
    "anti-king": AntiKing,
    "non-consecutive": NonConsecutive,
    "global-entropy": GlobalEntropy,
    "global-modular": GlobalModular,
    "doppelganger": Doppelganger,
    "chaos-construction": ChaosConstruction,
}


def checked(variants: Iterable[Any]) -> tuple[Variant, ...]:
    """Return the variants, with objects in place of names.

    >>> checked(["x"])
    (Diagonals(falling=True, rising=True),)
    """
    if isinstance(variants, str):
        raise TypeError(f"variants is the string {short(variants)}; give a list")
    return tuple(map(_checked, variants))


def _checked(variant: Any) -> Variant:
    if isinstance(variant, str):
        if variant not in NAMED:
            raise ValueError(f"no variant {short(variant)}; choose one of {listed(NAMED)}")
        return NAMED[variant]()
    if isinstance(variant, type) and isinstance(variant, Variant):
        name = variant.__name__
        raise TypeError(f"{name} is a class of variants; give an object of it, as in {name}(...)")
    if not isinstance(variant, Variant):
        raise TypeError(f"{short(variant)} is not a variant: an object with a method `add(rules, board)`")
    try:
        hash(variant)
    except TypeError:
        raise TypeError(f"variant {short(variant)} cannot be hashed; make it a frozen dataclass of tuples") from None
    return variant
