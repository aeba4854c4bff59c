# SPDX-License-Identifier: MIT
"""The kinds of rules that the page can set. Keys and forms come from the tables of the package, so they never differ.

    key              form       entry in the JSON of rules        made from the selected cells and a value
    anti-knight      flag       "anti-knight" in "variants"
    all dots         flag       "white" in "all dots"
    diagonals        flag       "falling" in "diagonals"
    thermometers     line       "r1c1 r2c1 r3c1"                  in the order of selection
    whispers         line       [3, "r1c1 r2c1"]                  the same; without a value, the usual one
    killer           clue       [15, "r1c1 r1c2"]
    white            beside     "r1c1 r1c2"                       two cells side by side; with a value as a clue
    sandwich         outside    [10, "r0c1"]                      the first cell is at the edge
    little killer    diagonal   [10, "r0c0 r1c1"]                 the same; a corner alone is on a diagonal
    even             cells      "r1c1", one of a list of cells
    arrows           pair       ["r1c1", "r1c2 r1c3"]             the first cell or, by the value, a pill; the others
    clones           halves     ["r1c1 r1c2", "r5c1 r5c2"]        the first half, and the second
    regions          region     "11112222.11.", a character a cell  the cells of one region; "." is in none yet

sudoku/reading/rulesfile.py reads the JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..board.variants import NAMED, Arrows, Clones, Killer, LittleKiller
from ..board.variants.bases import Clues, Marked, Outside
from ..reading.rule_keys import ALL_DOTS, DIAGONALS, SIMPLE, number_of_lines

UNLISTED = ("diagonals", "kropki", "pencilmarks", "doppelganger", "chaos-construction", "region counts", "region runs")
# set by other kinds, or not on the page's boards
VALUES = {
    "xv": "mark",
    "quadruples": "digits",
    "look and say": "digits",
    "regex": "text",
    "killer": "optional",
}  # of the others: a number
DOTS = {"white": "white dots", "black": "black dots", "xv": "X and V"}  # of "all dots", in words
PILL = ("pill", "1")  # the value of arrows, the number of cells in the circle, and its usual one
HEADINGS = {
    "flag": "Whole board",
    "region": "Whole board",
    "clue": "Cages, dots and cells",
    "beside": "Cages, dots and cells",
    "cells": "Cages, dots and cells",
    "halves": "Cages, dots and cells",
    "line": "Lines",
    "pair": "Lines",
    "outside": "Outside the board",
    "diagonal": "Outside the board",
}
KIND_WORDS = {
    "regions": "As many cells as a row has: a region of a jigsaw. The boxes are gone with the first one.",
    "x": "Both diagonals hold each digit once.",
    "falling": "The diagonal from the upper left holds each digit once.",
    "rising": "The diagonal from the lower left holds each digit once.",
    "windoku": "Windows between the boxes hold each digit once.",
    "disjoint-groups": "Cells at the same place of all boxes differ.",
    "anti-knight": "Cells a knight's move apart differ.",
    "anti-king": "Cells that touch, also at a corner, differ.",
    "non-consecutive": "Neighbors do not differ by 1.",
    "global-entropy": "Each square of four cells has a low, a middle and a high digit.",
    "global-modular": "Each square of four cells has remainders 0, 1 and 2 by 3.",
    "killer": "The digits of a cage differ, and have this sum if one is given.",
    "thermometers": "Digits rise from the bulb, the first cell.",
    "even": "The cell is even.",
    "odd": "The cell is odd.",
    "extra regions": "The digits of these cells differ.",
    "arrows": "The digits along the arrow have the sum in its circle, the first cell. With 2 or 3, the first "
    "cells are a pill, a number that is read from left to right and from top to bottom.",
    "between lines": "Digits inside lie between those at the ends.",
    "clones": "The first half of the cells has the digits of the second half.",
    "counting circles": "A digit in circles is in exactly so many of them.",
    "differences": "The two digits have this difference.",
    "double arrows": "Digits inside have the sum of the two at the ends.",
    "dutch whispers": "Neighbors on the line differ by 4 or more.",
    "entropic": "Any three successive cells are low, middle and high.",
    "equality cages": "Different digits, as many even as odd and as many low as high; the middle digit is in none.",
    "full rank": "The line's rank as a number among all rows and columns, read from both ends.",
    "indexing": "The digit is the column in which the row has this column's number.",
    "row indexing": "The digit is the row in which the column has this row's number.",
    "box indexing": "The digit is the place in which the box has this place's number.",
    "little killer": "The digits of the diagonal have this sum.",
    "lockout": "Ends differ by 4 (or another number) or more; digits inside are outside their range.",
    "look and say": "2315: two 3 and one 5 are in the cage; other digits are free.",
    "lunchboxes": "Different digits; those between the lowest and the highest have this sum.",
    "maxima": "The cell is higher than its neighbors.",
    "minima": "The cell is lower than its neighbors.",
    "modular": "Any three successive cells have different remainders by 3; with 4, any four by 4.",
    "nabner": "No two digits of the line are equal or consecutive.",
    "numbered rooms": "The X-th cell holds this digit; X is the first digit.",
    "palindromes": "The line reads the same from both ends.",
    "quadruples": "These digits are among the cells, as often as listed.",
    "ratios": "One digit is so many times the other.",
    "regex": "The digits match a regular expression, such as [1-4]*9.*",
    "region sums": "The parts of the line in each box have the same sum.",
    "relliks": "Different digits, of which none, alone or together, have this sum.",
    "renban": "The line has consecutive digits in any order.",
    "sandwich": "Digits between the lowest and the highest have this sum.",
    "skyscrapers": "So many digits are higher than all before them.",
    "slow thermometers": "Digits never fall from the bulb, the first cell.",
    "sum lines": "The line can be cut into parts, each with this sum.",
    "sums": "The digits have this sum, and may be equal.",
    "whispers": "Neighbors on the line differ by 5 (or another number) or more.",
    "x-sums": "The first X digits have this sum; X is the first digit.",
    "xv": "The two digits have the sum 10 (X) or 5 (V).",
    "zippers": "Digits as far from the middle have the sum of the digit there.",
    "white": "The two digits differ by 1.",
    "black": "One digit is twice the other.",
    "all white": "All white dots are given: other neighbors do not differ by 1.",
    "all xv": "All X and V are given: other neighbors do not have the sum 10 or 5.",
    "all differences": "All dots of the given differences are there: other neighbors have none of them.",
    "all ratios": "All dots of the given ratios are there: other neighbors have none of them.",
    "all black": "All black dots are given: of other neighbors, none is twice the other.",
}


class RuleKind(NamedTuple):
    """A kind of rule."""

    key: str  # in the JSON
    form: str  # of an entry
    value: str  # of an entry: "", "number", "optional", "usual", "mark", "digits" or "text"; of a flag: the entry
    name: str
    words: str  # for the visitor
    label: str = ""  # of a value that can be left out: its name
    usual: str = ""  # and its usual number

    @property
    def heading(self) -> str:
        return "Cages, dots and cells" if self.key == "extra regions" else HEADINGS[self.form]


def rule_kinds() -> Iterator[RuleKind]:
    """Yield the kinds of rules that the tables of the package have now."""
    for name, flag in NAMED.items():
        if name not in UNLISTED:
            yield RuleKind("variants", "flag", name, name, _words(name, flag))
    yield RuleKind("regions", "region", "", "region of a jigsaw", _words("regions"))
    for way in DIAGONALS:
        yield RuleKind("diagonals", "flag", way, f"{way} diagonal", _words(way))
    for dots in ALL_DOTS:
        name = f"all {DOTS.get(dots, dots)}"
        yield RuleKind("all dots", "flag", dots, name, _words(f"all {dots}"))
    for color in ("white", "black"):
        yield RuleKind(color, "beside", "", f"{color} dots", _words(color))
    for key, make in SIMPLE.items():
        if key not in UNLISTED:
            yield RuleKind(key, *_form(key, make), key, _words(key, make), *_usual(make))


def _words(key: str, make: Any = None) -> str:
    """Return the sentence of a rule; without one, the first of its class, or its name.

    A dataclass without a docstring has its signature there, which is no sentence.
    """
    written = (make.__doc__ or "").strip() if isinstance(make, type) else ""
    if key in KIND_WORDS or not written or written.startswith(f"{make.__name__}("):
        return KIND_WORDS.get(key, f"The rule “{key}” holds.")
    return " ".join(written.partition("\n\n")[0].replace("`", "").split())


def _usual(make: Any) -> tuple[str, str]:
    """Return the label and the usual number of a value that can be left out."""
    number = number_of_lines(make)
    return PILL if make is Arrows else (number.name, str(number.default)) if number else ("", "")


def _form(key: str, make: Any) -> tuple[str, str]:
    """Return the form of an entry, and its value."""
    cls = make if isinstance(make, type) else type(make(()))
    if issubclass(cls, LittleKiller):
        return "diagonal", "number"
    if issubclass(cls, Clues) and cls.pen.shape in ("dot", "letter"):
        return "beside", VALUES.get(key, "number")
    if issubclass(cls, (Clues, Killer)):
        return "outside" if issubclass(cls, Outside) else "clue", VALUES.get(key, "number")
    if issubclass(cls, Marked):
        return "cells", ""
    return {Arrows: "pair", Clones: "halves"}.get(cls, "line"), "usual" if any(_usual(make)) else ""


def _order(kind: RuleKind) -> tuple[str, bool, str]:
    return kind.heading, kind.key != "killer", kind.name


KINDS = tuple(sorted(rule_kinds(), key=_order))
