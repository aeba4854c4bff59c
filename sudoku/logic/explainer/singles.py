# SPDX-License-Identifier: MIT
"""Singles: a digit with one place in a house, or a cell with one digit.

last empty cell of a house   1.0
hidden single in a box       1.2
hidden single in a line      1.5
naked single                 2.3      after the direct rules: people see a single digit of a cell late
"""

from __future__ import annotations

from .marks import BITS, COUNT, FIRST_BOX, HOUSES, Hint, PencilMarks


def hidden_single(marks: PencilMarks) -> Hint | None:
    """Return the easiest hidden single."""
    best = None
    for at, places in enumerate(marks.where):
        if COUNT[places] != 1:
            continue
        house, digit = divmod(at, 9)
        tenths = 10 if marks.empty[house] == 1 else 12 if house >= FIRST_BOX else 15
        if best is None or tenths < best.tenths:
            best = Hint(tenths, "hidden single", placed=(HOUSES[house][BITS[places][0]], digit))
    return best


def naked_single(marks: PencilMarks) -> Hint | None:
    """Return a cell with one digit."""
    for cell, digits in enumerate(marks.cells):
        if COUNT[digits] == 1:
            return Hint(23, "naked single", placed=(cell, BITS[digits][0]))
    return None
