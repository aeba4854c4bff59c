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

A file of this folder with a class of rules is enough for a rule of the package: we read all files, and other rooms
derive their tables from RULE_CLASSES. A variant of your own takes ten lines;
:class:`sudoku.rules.Rules` lists the possible constraints. In this one, the digits
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

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from ..rules import Variant
from ..words import listed, short
from .bases import BoardRule, Flag, checked_rule

if TYPE_CHECKING:  # for tools that run nothing
    # ruff: noqa: F403, F405
    from .cells import *
    from .dots import *
    from .extra import *
    from .groups import *
    from .killer import *
    from .kropki import *
    from .letters import *
    from .lines import *
    from .marks import *
    from .moves import *
    from .outside import *
    from .own import *
    from .regions import *
    from .sums import *
    from .thermometers import *

FIRST_FLAGS = "x", "windoku", "disjoint-groups", "anti-knight", "anti-king", "non-consecutive"  # in messages


def _rules() -> Iterator[type[BoardRule]]:
    """Yield the public classes of rules in the files of this folder, in the order of files and lines."""
    for file in iter_modules(__path__):
        for cls in vars(import_module(f"{__name__}.{file.name}")).values():
            if isinstance(cls, type) and issubclass(cls, BoardRule) and cls.__module__ == "sudoku.variants":
                yield checked_rule(cls)


RULE_CLASSES = tuple(dict.fromkeys(_rules()))
globals().update({cls.__name__: cls for cls in RULE_CLASSES})
FLAGS = {cls.flag: cls for cls in RULE_CLASSES if issubclass(cls, Flag)}
NAMED: dict[str, type[Variant]] = {name: FLAGS[name] for name in (*FIRST_FLAGS, *FLAGS)}  # need only a name
__all__ = sorted(["NAMED", "Variant", "checked", *(cls.__name__ for cls in RULE_CLASSES)])


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
