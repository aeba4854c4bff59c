# SPDX-License-Identifier: MIT
"""Aligned exclusion: of all the digits that two or three cells could take together, most are impossible.

    a, b      cells                   6.2 for two, 7.5 for three
    x, y      cells that see all      a = 1, b = 2 is impossible if x has these digits alone, {1 2}

A digit that no possible choice gives to a cell is removed from it. A single x only shows what naked sets show, so we
look at cells that two such cells see.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product

from .marks import BITS, COUNT, PEERS, Hint, PencilMarks, Removed
from .sets import ExplainerRule

MOST_KEPT_ANSWERS = 10_000  # answers for some cells; the steps of a puzzle search 2,300 different ones, each five times


def aligned(n: int, tenths: int) -> ExplainerRule:
    """Return the rule for n cells."""

    def rule(marks: PencilMarks) -> Hint | None:
        small = [cell for cell, digits in enumerate(marks.cells) if 2 <= COUNT[digits] <= n]
        for cells in _aligned(marks, small, n):
            full = frozenset([marks.cells[x] for x in small if PEERS[x].issuperset(cells)])
            removed = _removed(cells, tuple([marks.cells[cell] for cell in cells]), full)
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


@lru_cache(MOST_KEPT_ANSWERS)
def _removed(cells: tuple[int, ...], marks: tuple[int, ...], full: frozenset[int]) -> Removed:
    """Return the digits that no possible choice gives to the cells; a choice that contains a set of `full` is none.

    One possible choice for each digit is enough: to visit all of them, for the same cells again and again, took half
    the time of a rating.
    """
    apart = [(i, j) for i, j in combinations(range(len(cells)), 2) if cells[i] in PEERS[cells[j]]]

    def is_possible(digits: tuple[int, ...]) -> bool:
        union = 0
        for digit in digits:
            union |= 1 << digit
        return not any(digits[i] == digits[j] for i, j in apart) and all(small & ~union for small in full)

    digits_of = [BITS[mark] for mark in marks]
    possible = [0] * len(cells)
    for k, own in enumerate(digits_of):
        for digit in own:
            if not possible[k] >> digit & 1:
                choices = product(*digits_of[:k], (digit,), *digits_of[k + 1 :])
                first = next((choice for choice in choices if is_possible(choice)), ())
                for place, found in enumerate(first):
                    possible[place] |= 1 << found
    three = zip(cells, marks, possible, strict=True)
    return tuple((cell, gone) for cell, mark, left in three if (gone := mark & ~left))
