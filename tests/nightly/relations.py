# SPDX-License-Identifier: MIT
"""Relations between problems: the effect of a change of a problem, or of its form, on the solutions.

A permuted problem has the same solutions. An additional equal option repeats the solutions with that option. Two
problems side by side have the product, and the branches of any choice sum to the whole. No oracle is needed; we check
with the solutions of a case because these are at hand.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import numpy as np

from dlx import Colored, Problem
from dlx.matrix.incidence import entry_options, options_with_primary
from tests.nightly.cases import Case, options_of


def permuted(case: Case, chance: Random) -> None:
    """Permute and rename items, options and colors: the solutions stay the same."""
    order = chance.sample(range(len(case.options)), len(case.options))
    items = [*case.primary, *case.secondary]
    names = dict(zip(items, chance.sample(range(100, 200), len(items)), strict=True))
    colors = dict(zip("rgb", chance.sample([1, 2.5, "blue"], 3), strict=True))

    def renamed(use):
        return Colored(names[use.item], colors[use.color]) if isinstance(use, Colored) else names[use]

    options = [[renamed(use) for use in chance.sample(case.options[k], len(case.options[k]))] for k in order]
    primary = {names[item]: case.primary[item] for item in chance.sample(list(case.primary), len(case.primary))}
    other = Problem(options, list(primary) if case.plain else primary, [names[i] for i in reversed(case.secondary)])
    place = {k: j for j, k in enumerate(order)}
    asked = {name: [place[k] for k in asked] for name, asked in case.ask.items()}
    found = sorted(tuple(sorted(order[j] for j in s.options)) for s in other.solutions(**asked))
    assert found == case.expected
    assert other.count(**asked) == len(case.expected)


def doubled(case: Case, chance: Random) -> None:
    """Add an equal option: solutions with one of the two come twice, and with both if items may be in several."""
    if not case.options:
        return
    k = chance.randrange(len(case.options))
    p = case.problem
    primary = case.primary if not case.plain else list(case.primary)
    other = Problem([*case.options, case.options[k]], primary, case.secondary)
    last = len(case.options)
    total = p.count()
    assert other.count(banned=[last]) == total
    assert other.count(banned=[k]) == total
    assert other.count(given=[last], banned=[k]) == p.count(given=[k])
    both = other.count(given=[k, last])
    assert other.count() == total + p.count(given=[k]) + both
    assert not (case.plain and both)


def more_items(case: Case, chance: Random) -> None:
    """Add secondary items in no option, and one in a single option: nothing changes."""
    options = [*case.options]
    if options:
        k = chance.randrange(len(options))
        options[k] = [*options[k], chance.choice(["new", Colored("new", 1)])]
    primary = case.primary if not case.plain else list(case.primary)
    other = Problem(options, primary, [*case.secondary, "unused", "new"])
    assert options_of(other.solutions(**case.ask)) == case.expected


def beside(case: Case, chance: Random) -> None:
    """Put two problems side by side: the solutions multiply, and three equal ones give the cube."""
    p, n = case.problem, chance.choice([2, 3])

    def named(use, k):
        return Colored((use.item, k), use.color) if isinstance(use, Colored) else (use, k)

    options = [[named(use, k) for use in option] for k in range(n) for option in case.options]
    primary = {(item, k): bounds for k in range(n) for item, bounds in case.primary.items()}
    other = Problem(options, primary, [(item, k) for k in range(n) for item in case.secondary])
    total = len(case.every)
    assert other.count(method="search" if total**n < 20_000 else "memo") == total**n
    assert other.count(given=case.given) == total ** (n - 1) * p.count(given=case.given)


def branched(case: Case, chance: Random) -> None:
    """Sum the branches of any choice, and of an item by the number of its chosen options: each sum is the whole."""
    p, total = case.problem, len(case.expected)

    def count(given=(), banned=()):
        return p.count(given=[*case.given, *given], banned=[*case.banned, *banned])

    for k in range(p.n_options):
        assert count([k]) + count(banned=[k]) == total
    for item in case.primary:
        own = [k for k in range(p.n_options) if item in p.option(k)]
        if case.plain:
            assert sum(count([k]) for k in own) == total
        sizes = Counter(len(set(own) & set(s)) for s in case.expected)
        assert sum(count([k]) for k in own) == sum(size * n for size, n in sizes.items())
        if len(own) <= 4:
            pairs = [(a, b) for a in own for b in own if a < b]
            assert sum(map(count, pairs)) == sum(comb(size, 2) * n for size, n in sizes.items())


def as_arrays(case: Case, chance: Random) -> None:
    """Give arrays, and the intervals (1, 1) and (0, 1) for exact and secondary items: the solutions stay the same."""
    p = case.problem
    other = Problem.from_csr(
        p.indptr, p.indices, p.colors, n_items=p.n_items, n_primary=p.n_primary, bounds=p.bounds, costs=p.costs
    )
    assert [s.options for s in other.solutions(**case.ask)] == [s.options for s in p.solutions(**case.ask)]
    if p.colors is None and options_with_primary(p).all():
        primary = {**case.primary, **dict.fromkeys(case.secondary, (0, 1))}
        assert options_of(Problem(case.options, primary).solutions(**case.ask)) == case.expected
    if p.colors is None and case.plain and case.options:
        matrix = np.zeros((p.n_options, p.n_items), bool)
        matrix[entry_options(p), p.indices] = True
        flat = Problem.from_matrix(matrix, range(p.n_primary, p.n_items))
        assert [s.options for s in flat.solutions(**case.ask)] == [s.options for s in p.solutions(**case.ask)]


ALL = (permuted, doubled, more_items, beside, branched, as_arrays)
