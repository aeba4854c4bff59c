# SPDX-License-Identifier: MIT
"""Counts above 2^64, 2^128 and 2^192 that only additions reach, in every way that adds, each against a second route.

A product of components would hide a carry that a sum has lost. So here all is in one piece, and many states meet:

    strips       domino tilings of 2 x n: a Fibonacci number, whose words carry as often as not
    walks        walks of n steps through a few places, counted by a loop in plain Python
    all ones     2^k - 1 ways are doubled again and again: a word of ones gets a carry and passes it on
    choices      so many of n equal options: sums of binomials, up to the 2^n that bound the room of a number
"""

from functools import cache
from math import comb

import pytest

from dlx import Colored, Problem
from tests.dlx.questions.test_sample import layers
from tests.problems import dominoes

WAYS = {
    "memo": {"method": "memo"},
    "memo, an order": {"method": "memo", "order": "leftmost"},
    "frontier": {"method": "frontier"},
    "symmetric": {"method": "symmetric"},
    "zdd": {"method": "zdd"},
    "auto": {},
    "workers": {"workers": 2},
}
LENGTHS = {64: 100, 128: 200, 192: 290}  # columns of a strip with more tilings than that power of 2
ALL_ONES = [(1, 1), (1, 2), (2, 2), (2, 2)]  # 2^k - 1 walks of k steps lead from 1 to 2
RETURNING = [(goal, origin) for origin, goal in ALL_ONES]  # ... and back: for numbers that begin at the last step
MIXED = [(1, 2), (2, 1), (2, 3), (3, 1), (3, 3), (3, 4), (4, 1), (4, 2), (1, 4), (4, 3), (2, 2)]


@cache
def tilings(columns):
    """Return the number of domino tilings of 2 x n, a Fibonacci number."""
    one, other = 1, 1
    for _ in range(columns - 1):
        one, other = other, one + other
    return other


def mirrored(columns):
    """Return how many of them are their own images, from left to right. All are, from top to bottom."""
    half = columns // 2
    return tilings(half + 1) if columns % 2 == 0 else tilings(half)


def walks(steps, n, start=1, end=None):
    """Return the problem of the walks of n steps, and their number by a loop.

    A place is the color of a secondary item. Equal steps are options of their own.
    """
    options = []
    for k in range(n):
        for origin, goal in steps:
            if (k > 0 or origin == start) and (k < n - 1 or end in (None, goal)):
                before = [Colored(("place", k), origin)] if k else []
                after = [Colored(("place", k + 1), goal)] if k < n - 1 else []
                options.append([("step", k), *before, *after])
    ways = {place: int(place == start) for step in steps for place in step}
    for _ in range(n):
        ways = {place: sum(ways[origin] for origin, goal in steps if goal == place) for place in ways}
    number = ways[end] if end else sum(ways.values())
    secondary = [("place", k) for k in range(1, n)]
    return Problem(options, [("step", k) for k in range(n)], secondary), number


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("power", LENGTHS)
def test_strips_of_dominoes(power, way):
    columns = LENGTHS[power]
    number = dominoes(2, columns).count(**WAYS[way])
    assert number == tilings(columns) > 2**power


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("turned", [1, -1])
@pytest.mark.parametrize(("steps", "start", "end"), [(ALL_ONES, 1, None), (ALL_ONES, 1, 2), (RETURNING, 2, 1)])
def test_words_of_ones_pass_a_carry_on(steps, start, end, turned, way):
    """The order of the options is the order of the additions: 1 comes first, or last."""
    problem, number = walks(steps[::turned], 200, start, end)
    assert problem.count(**WAYS[way]) == number == 2**200 - (end is not None)


@pytest.mark.parametrize("way", WAYS)
def test_walks(way):
    problem, number = walks(MIXED, 200)
    assert problem.count(**WAYS[way]) == number > 2**192


@pytest.mark.parametrize("way", [way for way in WAYS if way != "zdd"])
@pytest.mark.parametrize(
    ("n", "least", "most"), [(64, 0, 64), (128, 0, 128), (192, 0, 192), (68, 32, 36), (140, 69, 71)]
)
def test_choices(n, least, most, way):
    number = sum(comb(n, k) for k in range(least, most + 1))
    assert Problem([["a"]] * n, {"a": (least, most)}).count(**WAYS[way]) == number >= 2**64


@pytest.mark.parametrize("way", WAYS)
def test_walks_with_a_given_and_a_banned_option(way):
    problem, number = walks(MIXED, 200)
    step = next(k for k in range(problem.n_options) if problem.option(k)[0] == ("step", 100))
    given, banned = problem.count(given=[step], **WAYS[way]), problem.count(banned=[step], **WAYS[way])
    assert min(given, banned) > 2**192 and given + banned == number


@pytest.mark.parametrize("power", LENGTHS)
def test_orbits_of_tilings(power):
    """Each tiling is its own image from top to bottom, so two elements fix all, and two the mirrored ones."""
    columns = LENGTHS[power]
    orbits = dominoes(2, columns).count(orbits="auto")
    assert 2 * orbits == tilings(columns) + mirrored(columns) > 2 ** (power + 1)


@pytest.mark.parametrize("power", LENGTHS)
def test_diagrams(power):
    columns = LENGTHS[power]
    strip = dominoes(2, columns)
    diagram = strip.zdd()
    uses = dict(zip(map(strip.option, range(strip.n_options)), diagram.count_per_option(), strict=True))
    assert diagram.count() == tilings(columns)
    for c in range(1, columns - 1):
        left, right = tilings(c), tilings(columns - 1 - c)
        assert uses[(0, c), (1, c)] == left * right
    upright = list(uses).index(((0, 70), (1, 70)))
    assert diagram.restrict(given=[upright]).count() == tilings(70) * tilings(columns - 71)
    assert diagram.restrict(banned=[upright]).count() == tilings(columns) - tilings(70) * tilings(columns - 71)


@pytest.mark.parametrize("form", [layers, Problem.zdd], ids=["layers", "diagram"])
@pytest.mark.parametrize("power", LENGTHS)
def test_ranks(power, form):
    """The ranks below the total, and no others, name solutions: we try them at both ends and next to powers of 2."""
    strip, total = dominoes(2, LENGTHS[power]), tilings(LENGTHS[power])
    made = form(strip)
    assert made.count() == total
    ranks = [0, 1, total - 2, total - 1, *(2**k + d for k in (63, 64, 128, 192) for d in (-1, 0) if 2**k < total)]
    named = [made.ranked(rank) for rank in ranks]
    assert all(map(strip.verify, named)) and len(set(named)) == len(ranks)


@pytest.mark.parametrize("n", [100, 200])
def test_estimates_and_numbers_from_runs(n):
    problem, number = walks(MIXED, n)
    drawn = problem.sample(1, method="approximate", error=0.05, seed=1)
    for interval in (drawn.solutions, problem.estimate(200, seed=1).solutions):
        assert 2 ** (1.4 * n) < interval.low <= number <= interval.high < 2 ** (1.6 * n)
