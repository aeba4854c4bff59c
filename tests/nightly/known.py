# SPDX-License-Identifier: MIT
"""Problems with known counts for the long programs, small and long ones.

The counts are published numbers (OEIS A000170, A014552, A004003, A001147), or come from `tests/data/semantics.jsonl`,
where a brute force and four of Knuth's programs agree on them.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from math import cos, pi, prod
from pathlib import Path
from random import Random
from typing import Any

from dlx import Colored, Problem
from tests import problems
from tests.problems import langford, queens

QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}
LANGFORD = {3: 2, 4: 2, 5: 0, 6: 0, 7: 52, 8: 300, 9: 0, 11: 35584}  # both directions


def tilings(rows: int, columns: int) -> int:
    """Count the tilings of a rectangle by dominoes, by the formula of Kasteleyn and of Temperley and Fisher."""
    halves = [
        4 * cos(j * pi / (rows + 1)) ** 2 + 4 * cos(k * pi / (columns + 1)) ** 2
        for j in range(1, (rows + 1) // 2 + 1)
        for k in range(1, (columns + 1) // 2 + 1)
    ]
    return 0 if rows * columns % 2 else round(prod(halves))


def dominoes(rows: int, columns: int) -> Problem:
    """Return the tilings of a rectangle, with names that the text format can hold."""
    p = problems.dominoes(rows, columns)
    cells = [f"r{r}c{c}" for r, c in p.primary]
    return Problem([[f"r{r}c{c}" for r, c in p.option(k)] for k in range(p.n_options)], cells)


def matchings(n: int) -> Problem:
    """Return the perfect matchings of the complete graph with n vertices: 1 * 3 * 5 * ... (n - 1) for n even."""
    return Problem(list(combinations(range(n), 2)), range(n))


def doubled(n: int) -> int:
    return prod(range(1, n, 2)) if n % 2 == 0 else 0


def use(word: str) -> Any:
    item, colon, color = word.partition(":")
    return Colored(item, color) if colon else item


@cache
def cases() -> list[dict[str, Any]]:
    """Return the 650 small problems."""
    return list(map(json.loads, (Path(__file__).parent.parent / "data" / "semantics.jsonl").read_text().splitlines()))


def small(random: Random, *, multiplied: bool = True) -> tuple[Problem, int]:
    """Return one of the 650, with its count."""
    while True:
        case = random.choice(cases())
        if multiplied or not case["multiplicity"]:
            break
    primary = case["primary"]
    if case["multiplicity"]:
        primary = {item: tuple(case["multiplicity"][item]) for item in primary}
    return Problem([list(map(use, option)) for option in case["options"]], primary, case["secondary"]), case["count"]


def medium(random: Random) -> tuple[Problem, int]:
    """Return a problem with up to some thousands of solutions, searched in milliseconds."""
    kind = random.randrange(4)
    if kind == 0:
        n = random.randint(4, 10)
        return queens(n), QUEENS[n]
    if kind == 1:
        n = random.choice([3, 4, 5, 7, 8])
        return langford(n), LANGFORD[n]
    if kind == 2:
        rows, columns = random.randint(2, 6), random.randint(2, 5)
        return dominoes(rows, columns), tilings(rows, columns)
    n = random.randint(3, 10)
    return matchings(n), doubled(n)


def any_known(random: Random, *, multiplied: bool = False) -> tuple[Problem, int]:
    return small(random, multiplied=multiplied) if random.random() < 0.5 else medium(random)


def long(random: Random) -> tuple[Problem, int]:
    """Return a problem that takes a search a tenth of a second to a second, and a memoized search less."""
    kind = random.randrange(4)
    if kind == 0:
        n = random.choice([12, 13])
        return queens(n), QUEENS[n]
    if kind == 1:
        n = random.choice([9, 11])
        return langford(n), LANGFORD[n]
    if kind == 2:
        return dominoes(7, 6), tilings(7, 6)
    return matchings(14), doubled(14)


def questions(random: Random, problem: Problem, most: int = 3) -> dict[str, list[int]]:
    """Return given and banned options, mostly few."""
    numbers = range(problem.n_options)
    return {
        name: random.sample(numbers, min(random.choice([0, 0, 1, 1, 2, most]), len(numbers)))
        for name in ("given", "banned")
    }


def under(found: list[tuple[int, ...]], given: list[int], banned: list[int]) -> list[tuple[int, ...]]:
    """Return the solutions with the given options and without the banned ones: the second route of all queries."""
    return [options for options in found if set(given) <= set(options) and not set(banned) & set(options)]
