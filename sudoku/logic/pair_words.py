# SPDX-License-Identifier: MIT
"""Relations of two digits in words, from the pairs that a rule allows: `differs from it by at least 5`.

    same digit, another digit         palindromes, knights
    difference: exactly, least, most  dots, whispers, renban lines of two cells; not: non-consecutive
    sum, ratio: exactly, not          X and V, black dots

Each relation has a verb for one cell and another one for several.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from .step import listed

Pair = tuple[int, int]
MOST_NUMBERS = 2  # that a phrase lists


class Verb(NamedTuple):
    """A verb for one cell and for several, around a number."""

    one: str
    many: str

    def words(self, number: str) -> Verb:
        return Verb(self.one.format(number), self.many.format(number))


SAME = Verb("has the same digit", "have the same digit")
OTHER = Verb("has another digit", "have other digits")
DIFFER = Verb("differs from it by {}", "differ from it by {}")
DIFFER_NOT = Verb("does not differ from it by {}", "do not differ from it by {}")
OTHERS = (
    (
        lambda x, y: x + y,
        Verb("adds up to {} with it", "add up to {} with it"),
        Verb("does not add up to {} with it", "do not add up to {} with it"),
    ),
    (
        lambda x, y: max(x, y) // min(x, y) if min(x, y) and not max(x, y) % min(x, y) else 0,
        Verb("has the ratio {} to it", "have the ratio {} to it"),
        Verb("does not have the ratio {} to it", "do not have the ratio {} to it"),
    ),
)


def verb_of(pairs: Collection[Pair], allowed: Collection[Pair]) -> Verb | None:
    """Return the relation that allows these of all pairs, as a verb of the second cell; None if it has no name here.

    >>> grid = [(x, y) for x in range(1, 7) for y in range(1, 7)]
    >>> verb_of(grid, [(x, y) for x, y in grid if abs(x - y) > 3]).one
    'differs from it by at least 4'
    >>> verb_of(grid, [pair for pair in grid if sum(pair) != 5]).many
    'do not add up to 5 with it'
    >>> verb_of(grid, [(1, 3), (2, 6), (3, 1), (6, 2)]).one
    'has the ratio 3 to it'
    """
    gaps = _numbers(pairs, allowed, lambda x, y: abs(x - y))
    if gaps is not None:
        found = _of_gaps(*gaps)
        if found:
            return found
    for number, verb, verb_not in OTHERS:
        numbers = _numbers(pairs, allowed, number)
        if numbers is not None:
            known, missing = numbers
            if len(known) <= MOST_NUMBERS:
                return verb.words(_listed(known))
            if len(missing) <= MOST_NUMBERS:
                return verb_not.words(_listed(missing))
    return None


def _numbers(
    pairs: Collection[Pair], allowed: Collection[Pair], number: Callable[[int, int], int]
) -> tuple[set[int], set[int]] | None:
    """Return the numbers of allowed pairs and those of none, if the number of a pair decides; else None."""
    known = {number(*pair) for pair in allowed}
    if not known or set(allowed) != {pair for pair in pairs if number(*pair) in known}:
        return None
    return known, {number(*pair) for pair in pairs} - known


def _of_gaps(known: set[int], missing: set[int]) -> Verb | None:
    if known == {0} or missing == {0}:
        return SAME if known == {0} else OTHER
    if len(known) > 1 and missing and max(missing) < min(known):
        return DIFFER.words(f"at least {min(known)}")
    if len(known) <= MOST_NUMBERS:
        return DIFFER.words(_listed(known))
    if missing and max(known) < min(missing - {0}, default=0):
        return DIFFER.words(f"at most {max(known)}")
    return DIFFER_NOT.words(_listed(missing)) if len(missing) <= MOST_NUMBERS else None


def _listed(numbers: set[int]) -> str:
    return listed(map(str, sorted(numbers)), "or")
