# SPDX-License-Identifier: MIT
"""Bivalue universal grave: two digits in every open cell, each twice in every house, have two solutions or none.

So a grave needs further digits, and one of them is true.

    type 1    5.6    one cell has further digits: it loses the others
    type 2    5.7    all further digits are the same: cells that see all of these lose it
    type 3    5.8    cells of one house: their further digits make a naked pair with other cells; a triplet 5.9, ...
    type 4    5.7    two cells of one house, which share one of their two digits: they lose all others but the further
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from .marks import BITS, COUNT, HOUSES, PLACES, Hint, PencilMarks, Removed, in_common


def grave(marks: PencilMarks) -> Hint | None:
    """Return the easiest step that a grave allows."""
    extras = _extras(marks)
    if not extras:
        return None
    steps = [Hint(tenths, f"BUG type {k}", removed) for tenths, k, removed in _steps(marks, extras) if removed]
    return min(steps, default=None)


def _extras(marks: PencilMarks) -> dict[int, int]:
    """Return the further digits by cell; an empty result if the other marks are no grave."""
    extras = {}
    for cell, digits in enumerate(marks.cells):
        if COUNT[digits] > 2:
            more = sum(1 << d for d in BITS[digits] if all(_many(marks, h, d) for h, _ in PLACES[cell]))
            if COUNT[digits & ~more] != 2:
                return {}
            extras[cell] = more
    where = marks.where[:]
    for cell, digits in extras.items():
        for house, place in PLACES[cell]:
            for digit in BITS[digits]:
                where[house * 9 + digit] &= ~(1 << place)
    return extras if all(COUNT[places] in (0, 2) for places in where) else {}


def _many(marks: PencilMarks, house: int, digit: int) -> bool:
    return COUNT[marks.where[house * 9 + digit]] > 2


def _steps(marks: PencilMarks, extras: dict[int, int]) -> Iterator[tuple[int, int, Removed]]:
    """Yield the rating, the type and the removed marks of each step."""
    cells = list(extras)
    union = 0
    for digits in extras.values():
        union |= digits
    if len(cells) == 1:
        yield 56, 1, ((cells[0], marks.cells[cells[0]] & ~union),)
    elif COUNT[union] == 1:
        yield 57, 2, marks.having(in_common(cells), union)
    for house in range(27) if len(cells) > 1 else ():
        if set(cells) <= set(HOUSES[house]):
            if len(cells) == 2:
                yield 57, 4, _locked(marks, extras)
            yield from _naked(marks, cells, union, house)


def _locked(marks: PencilMarks, extras: dict[int, int]) -> Removed:
    (first, more), (second, others) = extras.items()
    shared = marks.cells[first] & ~more & marks.cells[second] & ~others
    if COUNT[shared] != 1:
        return ()
    return marks.having((first,), ~(more | shared)) + marks.having((second,), ~(others | shared))


def _naked(marks: PencilMarks, cells: list[int], union: int, house: int) -> Iterator[tuple[int, int, Removed]]:
    """Yield the naked sets in which the cells count as one, with their further digits."""
    others = [cell for cell in HOUSES[house] if marks.cells[cell] and cell not in cells]
    for n in range(max(2, COUNT[union]), 7):
        for chosen in combinations(others, n - 1):
            digits = union
            for cell in chosen:
                digits |= marks.cells[cell]
            if COUNT[digits] == n:
                yield 56 + n, 3, marks.having((cell for cell in others if cell not in chosen), digits)
