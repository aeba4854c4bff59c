# SPDX-License-Identifier: MIT
"""The keys of rules in JSON, and the variants that they stand for.

{"killer": [[10, "r1c1 r1c2"]], "variants": ["anti-king"]}

A key can stand for a class with an argument: "dutch whispers", "row indexing". Lines with a number of their own are
written with it, [3, "r1c1 r1c2"], if it is not the usual one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from typing import Any

from ..board.rules import Variant
from ..board.variants import (
    XV,
    Arrows,
    BetweenLines,
    Clones,
    CountingCircles,
    Diagonals,
    Differences,
    DoubleArrows,
    Entropic,
    EqualityCages,
    Even,
    ExtraRegions,
    FullRank,
    Indexing,
    Killer,
    Kropki,
    LittleKiller,
    Lockout,
    LookAndSay,
    Lunchboxes,
    Maxima,
    Minima,
    Modular,
    Nabner,
    NumberedRooms,
    Odd,
    Palindromes,
    Pencilmarks,
    Quadruples,
    Ratios,
    Regex,
    RegionCounts,
    RegionRuns,
    RegionSums,
    Relliks,
    Renban,
    Sandwich,
    Skyscrapers,
    SlowThermometers,
    SumLines,
    Sums,
    Thermometers,
    Whispers,
    XSums,
    Zippers,
)
from ..board.variants.bases import Lines

SIMPLE: dict[str, Callable[[Any], Variant]] = {
    "killer": Killer,
    "thermometers": Thermometers,
    "even": Even,
    "odd": Odd,
    "extra regions": ExtraRegions,
    "arrows": Arrows,
    "between lines": BetweenLines,
    "clones": Clones,
    "counting circles": CountingCircles,
    "differences": Differences,
    "double arrows": DoubleArrows,
    "dutch whispers": lambda lines: Whispers(lines, 4),
    "entropic": Entropic,
    "equality cages": EqualityCages,
    "full rank": FullRank,
    "indexing": Indexing,
    "row indexing": lambda cells: Indexing(cells, "row"),
    "box indexing": lambda cells: Indexing(cells, "box"),
    "little killer": LittleKiller,
    "lockout": Lockout,
    "look and say": LookAndSay,
    "lunchboxes": Lunchboxes,
    "maxima": Maxima,
    "minima": Minima,
    "modular": Modular,
    "nabner": Nabner,
    "numbered rooms": NumberedRooms,
    "palindromes": Palindromes,
    "quadruples": Quadruples,
    "ratios": Ratios,
    "regex": Regex,
    "region counts": RegionCounts,
    "region runs": RegionRuns,
    "region sums": RegionSums,
    "relliks": Relliks,
    "renban": Renban,
    "sandwich": Sandwich,
    "skyscrapers": Skyscrapers,
    "slow thermometers": SlowThermometers,
    "sum lines": SumLines,
    "sums": Sums,
    "whispers": Whispers,
    "x-sums": XSums,
    "xv": XV,
    "zippers": Zippers,
    "diagonals": Diagonals,
    "kropki": Kropki,
    "pencilmarks": Pencilmarks,
}
ALL_ARGUMENTS = ("diagonals", "kropki", "pencilmarks")  # rules with all arguments by name; "x" and "white" are briefer
INDEXING_KEYS = ("indexing", "row indexing", "box indexing")
# rules given as one group of cells
CELLS = ("counting circles", "even", "maxima", "minima", "odd", "region counts", *INDEXING_KEYS)
KEYS = ("box", "regions", "size", "first digit", "digits", "variants", "white", "black", "all dots", *SIMPLE)

DIAGONALS = ("falling", "rising")


def arguments_of(make: Any) -> tuple[Field[Any], ...]:
    """Return the arguments of a rule's class; none of another function.

    >>> [field.name for field in arguments_of(Whispers)], arguments_of(lambda lines: Whispers(lines, 4))
    (['lines', 'least'], ())
    """
    return fields(make) if isinstance(make, type) and is_dataclass(make) else ()


def number_of_lines(make: Any) -> Field[Any] | None:
    """Return the argument that each line of a rule may have for itself, or None.

    >>> number_of_lines(Whispers).name, number_of_lines(Renban)
    ('least', None)
    """
    more = arguments_of(make)[1:]
    return more[0] if more and issubclass(make, Lines) else None


# rules that can say that all of their marks are given: the words of "all dots"
COMPLETE = tuple(key for key, make in SIMPLE.items() if any(field.name == "complete" for field in arguments_of(make)))
ALL_DOTS = ("white", "black", *COMPLETE)
