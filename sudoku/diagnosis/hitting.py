# SPDX-License-Identifier: MIT
"""A smallest hitting set, with an element of each of some given sets: branch and bound, in Python.

Sets are the bits of integers. We branch on the smallest set that is not hit yet. An element that was tried is removed
from the remaining branches, so no choice is made twice:

    {a b c}  {a d}  {c d e}        {a d}: with a   -> {c d e}: c, d, e         a and c
                                          without  -> d -> {b c} ...           d and b

Bound: disjoint sets need one element each.

Reference: the implicit hitting sets of Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with
minimal hitting set dualization, CP 2015. They solve this problem again and again with one more set: the size of the
last answer is then a lower bound, and the first set of that size is an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

NO_BOUND = 1 << 62


def smallest_hitting_set(
    sets: list[int], least: int = 0, most: int = NO_BOUND, over: Callable[[], bool] = lambda: False
) -> int | None:
    """Return a smallest integer that has a bit in common with each of `sets`; None if it needs more than `most` bits.

    Args:
        sets: integers above 0, the sets as bits.
        least: a lower bound on the number of elements.
        most: the largest number of elements allowed.
        over: called now and then; when it returns True, TimeoutError is raised.

    >>> bin(smallest_hitting_set([0b00111, 0b01001, 0b11100]))
    '0b101'
    """
    search = _Search(least, most, over)
    search.extend(sorted(set(sets), key=int.bit_count), 0)
    return search.best


class _Search:
    def __init__(self, least: int, most: int, over: Callable[[], bool]) -> None:
        self.least, self.over = least, over
        self.best: int | None = None
        self.size = most + 1  # of the best so far; we look only for less
        self.nodes = 0

    def extend(self, sets: list[int], chosen: int) -> None:
        """Search for a better set that contains the elements `chosen` and hits `sets` too."""
        self.nodes += 1
        if self.nodes % 256 == 0 and self.over():
            raise TimeoutError
        used = chosen.bit_count()
        if not sets:
            if used < self.size:
                self.best, self.size = chosen, used
            return
        if used + 2 == self.size:  # room for one more
            common = reduce(int.__and__, sets)
            if common:
                self.best, self.size = chosen | common & -common, used + 1
            return
        if used + _count_disjoint(sets) >= self.size:
            return
        left = sets[0]  # the smallest
        for element in _sort_by_use(left, sets):
            self.extend(sorted((s for s in sets if not s & element), key=int.bit_count), chosen | element)
            if self.size <= max(self.least, used + 1):
                return
            sets = [s & ~element for s in sets]
            if not all(sets):
                return


def _count_disjoint(sets: list[int]) -> int:
    """Count sets that are disjoint, chosen greedily: at least that many elements are needed."""
    seen = number = 0
    for s in sets:
        if not s & seen:
            seen |= s
            number += 1
    return number


def _sort_by_use(left: int, sets: list[int]) -> list[int]:
    """Return the elements of a set, ordered by the number of sets they hit, most first."""
    elements = [1 << k for k in range(left.bit_length()) if left >> k & 1]
    return sorted(elements, key=lambda element: -len([s for s in sets if s & element]))
