# SPDX-License-Identifier: MIT
"""Published numbers of solutions up to symmetry, by ``count(orbits=...)``, with CPU times.

    python -m tests.nightly.orbits [NAME ...]

Prints a line for each and ends with 1 if a count differs; all of them take some two minutes. The numbers: OEIS A003090
and A040082 (Latin squares), A030129 (Steiner triple systems), A000474 (one-factorizations); Russell and Jarvis (2006)
for Sudoku bands.
"""

from __future__ import annotations

import sys
from time import process_time

from dlx import Problem, models


def bands() -> Problem:
    """Return the fillings of three rows of a Sudoku grid; a column takes each digit once at most."""
    options = [
        [f"r{r}c{c}", f"r{r}={digit}", f"b{c // 3}={digit}", f"c{c}={digit}"]
        for r in range(3)
        for c in range(9)
        for digit in range(1, 10)
    ]
    columns = {option[3] for option in options}
    primary = dict.fromkeys(item for option in options for item in option if item not in columns)
    return Problem(options, [*primary], sorted(columns))


KNOWN = {
    **{f"main classes of Latin squares {n}": c for n, c in enumerate((1, 1, 1, 2, 2, 12, 147, 283657), 1)},
    **{f"isotopy classes of Latin squares {n}": c for n, c in enumerate((1, 1, 1, 2, 2, 22, 564, 1676267), 1)},
    **{f"STS {n}": c for n, c in ((7, 1), (9, 1), (13, 2), (15, 80))},
    **{f"one-factorizations of K {n}": c for n, c in ((6, 1), (8, 6), (10, 396))},
    "Sudoku bands": 416,
}


def problem(name: str) -> tuple[Problem, bool | str]:
    """Return a problem, and the symmetries under which to count."""
    kind, _, n = name.rpartition(" ")
    match kind:
        case "main classes of Latin squares":
            return models.latin_squares(int(n)), "auto"
        case "isotopy classes of Latin squares":
            return models.latin_squares(int(n), symmetry="isotopy"), True
        case "STS":
            return models.steiner_triples(int(n)), "auto"
        case "one-factorizations of K":
            return models.schoolgirls(int(n), size=2), "auto"
    return bands(), "auto"


def compared(name: str) -> bool:
    """Print a line; return whether our number is the published one."""
    asked, symmetries = problem(name)
    started = process_time()
    ours = asked.count(orbits=symmetries)
    agrees = ours == KNOWN[name]
    print(
        f"{name}: {ours:,}, {'agrees' if agrees else f'PUBLISHED: {KNOWN[name]:,}'}, {process_time() - started:.1f} s"
    )
    return agrees


if __name__ == "__main__":
    different = [name for name in sys.argv[1:] or KNOWN if not compared(name)]
    sys.exit(bool(different))
