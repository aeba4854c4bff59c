# SPDX-License-Identifier: MIT
"""A smallest hitting set: as few elements as can be that have one of each of some sets. Branch and bound, in Python.

Sets are the bits of whole numbers. One of the sets that are not hit yet, the smallest, is branched on; an element that
was tried is out of all the other branches, so no choice is made twice:

    {a b c}  {a d}  {c d e}        {a d}: with a   -> {c d e}: c, d, e         a and c
                                          without  -> d -> {b c} ...           d and b

Bound: of sets that have no element in common, each takes an element of its own.

Reference: the implicit hitting sets of Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with
minimal hitting set dualization, CP 2015, ask for this again and again with one set more: then the last answer's size
is a bound from below, and the first set found of that size is an answer.
"""

from __future__ import annotations

from collections.abc import Callable

NO_BOUND = 1 << 62


def smallest_hitting_set(
    sets: list[int], least: int = 0, most: int = NO_BOUND, over: Callable[[], bool] = lambda: False
) -> int | None:
    """A smallest number that has a bit in common with each of these; None if that takes more than `most` bits.

    Args:
        sets: whole numbers above 0, the sets as bits.
        least: it is known that fewer elements will not do.
        most: no set with more elements is wanted.
        over: is asked now and then; where it says True, TimeoutError is raised.

    >>> bin(smallest_hitting_set([0b00111, 0b01001, 0b11100]))
    '0b101'
    """
    search = _Search(least, most, over)
    search.extend(_minimal(sets), 0)
    return search.best


class _Search:
    def __init__(self, least: int, most: int, over: Callable[[], bool]) -> None:
        self.least, self.over = least, over
        self.best: int | None = None
        self.size = most + 1  # of the best so far; only less than that is wanted
        self.nodes = 0

    def extend(self, sets: list[int], chosen: int) -> None:
        """Find something better than the best so far that has these elements and hits these sets too."""
        self.nodes += 1
        if self.nodes % 256 == 0 and self.over():
            raise TimeoutError
        used = chosen.bit_count()
        if not sets:
            if used < self.size:
                self.best, self.size = chosen, used
            return
        if used + _apart(sets) >= self.size:
            return
        left = sets[0]  # the smallest comes first
        for element in _by_use(left, sets):
            self.extend(_minimal([s for s in sets if not s & element]), chosen | element)
            if self.size <= max(self.least, used + 1):
                return
            sets = [s & ~element for s in sets]
            if not all(sets):
                return


def _apart(sets: list[int]) -> int:
    """How many sets, taken as they come, have no element in common: at least so many elements are needed."""
    seen = number = 0
    for s in sets:
        if not s & seen:
            seen |= s
            number += 1
    return number


def _by_use(left: int, sets: list[int]) -> list[int]:
    """The elements of a set, those first that hit most of the sets."""
    elements = [1 << k for k in range(left.bit_length()) if left >> k & 1]
    return sorted(elements, key=lambda element: -sum(s & element > 0 for s in sets))


def _minimal(sets: list[int]) -> list[int]:
    """The sets that contain no other, the smallest first: to hit those is to hit all."""
    kept: list[int] = []
    for s in sorted(set(sets), key=lambda s: (s.bit_count(), s)):
        if all(other & s != other for other in kept):
            kept.append(s)
    return kept
