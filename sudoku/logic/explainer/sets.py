# SPDX-License-Identifier: MIT
"""Sets within a house: n cells with n digits (naked), or n digits with n places (hidden); and fish, n lines of a digit.

    n      naked     hidden     direct hidden     fish
    2       3.0       3.4            2.0           3.2
    3       3.6       4.0            2.5           3.8
    4       5.0       5.4             -            5.2

A hidden set is direct if the house then has one place left for another digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from .marks import BITS, COUNT, HOUSES, Hint, PencilMarks

SIZE_WORDS = {2: "pair", 3: "triplet", 4: "quad"}
FISH = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}

ExplainerRule = Callable[[PencilMarks], "Hint | None"]


def closed(n: int, sets: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield n of the named sets whose union has n elements: their names, and the union."""
    fitting = [pair for pair in sets if 2 <= COUNT[pair[1]] <= n]
    for chosen in combinations(fitting, n):
        union = 0
        for _, elements in chosen:
            union |= elements
        if COUNT[union] == n:
            yield tuple(name for name, _ in chosen), union


def naked_set(n: int, tenths: int) -> ExplainerRule:
    """Return the rule for n cells of a house with n digits."""

    def rule(marks: PencilMarks) -> Hint | None:
        for house in HOUSES:
            for cells, digits in closed(n, [(cell, marks.cells[cell]) for cell in house]):
                removed = marks.having((cell for cell in house if cell not in cells), digits)
                if removed:
                    return Hint(tenths, f"naked {SIZE_WORDS[n]}", removed)
        return None

    return rule


def _hidden_sets(marks: PencilMarks, n: int) -> Iterator[tuple[int, int, int]]:
    """Yield n digits with n places in a house: the house, the digits and the places."""
    for house in range(27):
        for digits, places in closed(n, [(digit, marks.where[house * 9 + digit]) for digit in range(9)]):
            yield house, sum(1 << digit for digit in digits), places


def hidden_set(n: int, tenths: int) -> ExplainerRule:
    """Return the rule for n digits of a house with n places."""

    def rule(marks: PencilMarks) -> Hint | None:
        for house, digits, places in _hidden_sets(marks, n):
            removed = marks.having((HOUSES[house][k] for k in BITS[places]), ~digits)
            if removed:
                return Hint(tenths, f"hidden {SIZE_WORDS[n]}", removed)
        return None

    return rule


def direct_hidden_set(n: int, tenths: int) -> ExplainerRule:
    """Return the rule for a hidden set that leaves its house one place for another digit."""

    def rule(marks: PencilMarks) -> Hint | None:
        for house, digits, places in _hidden_sets(marks, n):
            for digit in BITS[511 & ~digits]:
                rest = marks.where[house * 9 + digit] & ~places
                if COUNT[rest] == 1:
                    cell = HOUSES[house][BITS[rest][0]]
                    return Hint(tenths, f"direct hidden {SIZE_WORDS[n]}", placed=(cell, digit))
        return None

    return rule


def fish(n: int, tenths: int) -> ExplainerRule:
    """Return the rule for a digit whose places in n parallel lines lie in n lines across."""

    def rule(marks: PencilMarks) -> Hint | None:
        for base, cover in ((0, 9), (9, 0)):
            for digit in range(9):
                lines = [(k, marks.where[(base + k) * 9 + digit]) for k in range(9)]
                for names, across in closed(n, lines):
                    inside = sum(1 << k for k in names)
                    removed = tuple(
                        (HOUSES[cover + k][place], 1 << digit)
                        for k in BITS[across]
                        for place in BITS[marks.where[(cover + k) * 9 + digit] & ~inside]
                    )
                    if removed:
                        return Hint(tenths, FISH[n], removed)
        return None

    return rule
