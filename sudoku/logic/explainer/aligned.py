# SPDX-License-Identifier: MIT
"""Aligned exclusion: of all the digits that two or three cells could take together, most are impossible.

    a, b      cells                   6.2 for two, 7.5 for three
    x, y      cells that see all      a = 1, b = 2 is impossible if x has these digits alone, {1 2}

A digit that no possible choice gives to a cell is removed from it. A single x only shows what naked sets show, so we
look at cells that two such cells see.
"""

from __future__ import annotations

from itertools import combinations, product

from .marks import BITS, COUNT, PEERS, Hint, PencilMarks, Removed
from .sets import ExplainerRule


def aligned(n: int, tenths: int) -> ExplainerRule:
    """Return the rule for n cells."""

    def rule(marks: PencilMarks) -> Hint | None:
        small = [cell for cell, digits in enumerate(marks.cells) if 2 <= COUNT[digits] <= n]
        for cells in _aligned(marks, small, n):
            removed = _removed(marks, cells, {marks.cells[x] for x in small if PEERS[x].issuperset(cells)})
            if removed:
                return Hint(tenths, f"aligned {'pair' if n == 2 else 'triplet'} exclusion", removed)
        return None

    return rule


def _aligned(marks: PencilMarks, small: list[int], n: int) -> list[tuple[int, ...]]:
    """Return n cells each that two of the small cells see."""
    found = dict[tuple[int, ...], None]()
    for x, y in combinations(small, 2):
        common = [cell for cell in sorted(PEERS[x] & PEERS[y]) if COUNT[marks.cells[cell]] >= 2]
        found.update(dict.fromkeys(combinations(common, n)))
    return list(found)


def _removed(marks: PencilMarks, cells: tuple[int, ...], full: set[int]) -> Removed:
    """Return the digits that no possible choice gives to the cells; a choice that contains a set of `full` is none."""
    apart = [(i, j) for i, j in combinations(range(len(cells)), 2) if cells[i] in PEERS[cells[j]]]
    possible = [0] * len(cells)
    for digits in product(*(BITS[marks.cells[cell]] for cell in cells)):
        union = 0
        for digit in digits:
            union |= 1 << digit
        if any(digits[i] == digits[j] for i, j in apart) or any(not small & ~union for small in full):
            continue
        for k, digit in enumerate(digits):
            possible[k] |= 1 << digit
    pairs = zip(cells, possible, strict=True)
    return tuple((cell, gone) for cell, digits in pairs if (gone := marks.cells[cell] & ~digits))
