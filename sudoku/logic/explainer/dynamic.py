# SPDX-License-Identifier: MIT
"""Dynamic forcing chains, and those with steps of other rules in them.

    level                                               rating
    0                                                     8.5
    1     (+)        locked digits, pairs and X-Wings     9.0
    2     (+ ...)    forcing chains and cycles            9.5
    3                forcing chains of cells, regions    10.0
    4                dynamic forcing chains of level 0   10.5
    5                dynamic forcing chains of level 1   11.0

    contradiction    a mark is both true and false
    double           a mark follows from another, whether true or false
    cell, region     all digits of a cell, or places in a house, agree

The nodes of all branches, and of the chains in them, add to the rating as for chains. The hardest puzzles known have
11.9, by level 4. nested.pyx does the work: a step of level 1 takes 0.01 s, of level 3 0.2 s, of level 4 0.4 s.
"""

from __future__ import annotations

from collections.abc import Callable

from .chains import conclusion
from .links import lengthening
from .marks import Hint, PencilMarks
from .nested import NestedNets

INNER = (
    "",
    " (+)",
    " (+ forcing chains)",
    " (+ multiple forcing chains)",
    " (+ dynamic forcing chains)",
    " (+ dynamic forcing chains (+))",
)
NESTING_LEVELS = range(len(INNER))


def dynamic(marks: PencilMarks, level: int, check: Callable[[], None]) -> Hint | None:
    """Return the easiest step of a level; `check` is called many times a second, and may raise."""
    nets = NestedNets(marks.cells, marks.where, level)
    while nets.step():
        check()
    if nets.best is None:
        return None
    nodes, kind, mark, true = nets.best
    rule = f"dynamic {kind} forcing chains{INNER[level]}"
    return conclusion(85 + 5 * level + lengthening(nodes - 2), rule, 1 << mark, true)
