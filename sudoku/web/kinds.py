# SPDX-License-Identifier: MIT
"""The kinds of rules that the page can set, from the classes of rules: `BoardRule.kinds` yields them, with their words.

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
    extra regions    group      "r1c1 r2c1 r3c1"
    even             cells      "r1c1", one of a list of cells
    arrows           pair       ["r1c1", "r1c2 r1c3"]             the first cell or, by the value, a pill; the others
    clones           halves     ["r1c1 r1c2", "r5c1 r5c2"]        the first half, and the second
    regions          region     "11112222.11.", a character a cell  the cells of one region; "." is in none yet

sudoku/reading/rulesfile.py reads the JSON.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..board.variants import RULE_CLASSES
from ..board.variants.bases import RuleKind

REGIONS = "As many cells as a row has: a region of a jigsaw. The boxes are gone with the first one."


def rule_kinds() -> Iterator[RuleKind]:
    """Yield the kinds of entries of all rules, and the regions of a jigsaw."""
    yield RuleKind("regions", "region", "", "region of a jigsaw", REGIONS)
    for rule in RULE_CLASSES:
        yield from rule.kinds()


def _order(kind: RuleKind) -> tuple[str, bool, str]:
    return kind.heading, kind.key != "killer", kind.name


KINDS = tuple(sorted(rule_kinds(), key=_order))
