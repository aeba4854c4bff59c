# SPDX-License-Identifier: MIT
"""Locked candidates: the places of a digit in a house lie in one other house, which has no other place for it.

    pointing    a box and a line    2.6        direct   1.7
    claiming    a line and a box    2.8        direct   1.9

The rule is *direct* if a house then has one place left for the digit: the step places it at once, and the removed marks
are only in its words. So direct steps come before naked singles, which need marks on paper.
"""

from __future__ import annotations

from collections.abc import Iterator

from .marks import BITS, COUNT, FIRST_BOX, HOUSES, PLACES, Hint, PencilMarks

# A line and a box that cross: both houses, and the places of their three cells in each.
LINE_BOX_CROSSINGS = [
    (line, box, *(sum(1 << HOUSES[h].index(cell) for cell in shared) for h in (line, box)))
    for line in range(FIRST_BOX)
    for box in range(FIRST_BOX, 27)
    if (shared := set(HOUSES[line]) & set(HOUSES[box]))
]
POINTING = [(box, inside, line, along) for line, box, along, inside in LINE_BOX_CROSSINGS]
CLAIMING = [(line, along, box, inside) for line, box, along, inside in LINE_BOX_CROSSINGS]


def direct_locked(marks: PencilMarks) -> Hint | None:
    """Return a pointing or claiming that leaves a house one place for its digit."""
    for tenths, rule, crossings in ((17, "direct pointing", POINTING), (19, "direct claiming", CLAIMING)):
        for house, digit, cells in _locked(marks, crossings):
            cell = _following(marks, house, digit, cells)
            if cell is not None:
                return Hint(tenths, rule, placed=(cell, digit))
    return None


def locked(marks: PencilMarks) -> Hint | None:
    """Return a pointing, or else a claiming."""
    for tenths, rule, crossings in ((26, "pointing", POINTING), (28, "claiming", CLAIMING)):
        for _, digit, cells in _locked(marks, crossings):
            return Hint(tenths, rule, tuple((cell, 1 << digit) for cell in cells))
    return None


def _locked(marks: PencilMarks, crossings: list[tuple[int, int, int, int]]) -> Iterator[tuple[int, int, list[int]]]:
    """Yield a house whose places of a digit lie in another, the digit, and the other cells there that have it."""
    where = marks.where
    for house, shared, other, there in crossings:
        for digit in range(9):
            here = where[house * 9 + digit]
            if here and not here & ~shared:
                rest = where[other * 9 + digit] & ~there
                if rest:
                    yield house, digit, [HOUSES[other][k] for k in BITS[rest]]


def _following(marks: PencilMarks, house: int, digit: int, cells: list[int]) -> int | None:
    """Return the last place of the digit in a house of the same kind, if `cells` lose it."""
    lost = [0] * 27
    for cell in cells:
        for h, place in PLACES[cell]:
            if h // 9 == house // 9:
                lost[h] |= 1 << place
    for h, gone in enumerate(lost):
        if gone:
            rest = marks.where[h * 9 + digit] & ~gone
            if COUNT[rest] == 1:
                return HOUSES[h][BITS[rest][0]]
    return None
