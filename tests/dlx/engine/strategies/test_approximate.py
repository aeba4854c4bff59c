# SPDX-License-Identifier: MIT
"""Samples with a stated error: runs contain each solution with weight 1 on average, and the error is as stated."""

from collections import Counter
from itertools import pairwise
from math import fsum, log2
from random import Random

import pytest

from dlx import Colored, Problem, Unfinished, models
from dlx.engine import table
from dlx.engine.interval import POINT, Interval
from dlx.engine.machine import DONE
from dlx.engine.strategies import approximate
from dlx.engine.strategies.approximate import Approximate, least_cap, stated_error
from dlx.kernels.dive import Dive, most_levels
from dlx.questions import sample as sampling
from tests.dlx.engine.turns import shorten
from tests.dlx.questions.test_sample import MIXED, chi_square
from tests.problems import dominoes, langford, queens

MEMORY = 2**26
ONE = 1 << POINT
PAIRS = Problem([[i, j] for j in range(5) for i in range(j)], dict.fromkeys(range(5), (1, 2)))
TWICE = Problem([[i, j] for j in range(6) for i in range(j)], dict.fromkeys(range(6), 2))
ARCS = Problem(
    [[i, (i + 1) % 6, Colored("x", i % 2)] for i in range(6)] + [[i] for i in range(6)],
    dict.fromkeys(range(6), (0, 2)),
    ["x"],
)


def prepared(p, error=0.05, seed=1, memory=MEMORY):
    machine = Approximate(p, error, memory, Random(seed))
    while machine.step(10**6) != DONE:
        pass
    return machine


def runs(p, width, n, seed=1):
    """Yield the runs of a machine that accepts all of them: the weight of each, and a solution that it draws."""
    machine = Approximate(p, 0.5, MEMORY, Random(seed))
    machine._begin(width)
    machine.cap, random = 1, Random(seed)
    for _ in range(n):
        while machine._dive.step(10**6) != DONE:
            pass
        weight = sum(machine._by_level())
        options = machine._accepted(random) if weight else ()
        yield weight, tuple(sorted(options))
        machine._dive.begin(width)


# --- runs


@pytest.mark.parametrize("p", [MIXED, PAIRS, queens(6), TWICE, langford(3), Problem([["a"]] * 5, {"a": (1, 3)})])
def test_a_wide_run_contains_every_solution(p):
    every = {s.options for s in p.solutions()}
    seen = list(runs(p, 2_000, 20 * len(every), seed=2))
    assert all(weight == len(every) * ONE for weight, _ in seen)
    assert {drawn for _, drawn in seen} <= every
    assert len(every) > 1 and abs(chi_square(Counter(drawn for _, drawn in seen), len(every))) < 3


@pytest.mark.parametrize("width", [1, 2, 5])
@pytest.mark.parametrize("p", [MIXED, TWICE, ARCS, queens(6), dominoes(4, 4)])
def test_a_solution_has_weight_1_on_average(p, width):
    """So the solutions with an option have, on average, their number as weight."""
    every, n = [s.options for s in p.solutions()], 3_000
    sums, squares = Counter(), Counter()
    for weight, drawn in runs(p, width, n):
        for option in ("any", *drawn) if weight else ():
            sums[option] += weight / ONE
            squares[option] += (weight / ONE) ** 2
    expected = Counter(option for one in every for option in ("any", *one))
    assert sums.keys() == expected.keys()
    for option in sums:
        deviation = (squares[option] - sums[option] ** 2 / n) ** 0.5
        assert abs(sums[option] - n * expected[option]) <= 4 * deviation + 1e-6


def test_levels_of_multiplicities():
    """A descent has a level for the root and one for each option; here every node is a solution."""
    p = Problem([["a"]] * 5, {"a": (0, 5)})
    dive = Dive(p, (), (), 1, 1, True)
    assert most_levels(p) == 8
    for _ in range(50):
        dive.begin(1)
        while dive.step(1) != DONE:
            pass
        assert dive.hits.tolist() == [1] * len(dive.degrees) and len(dive.degrees) <= 6
        path = dive.path.tolist()
        for level in range(len(path) + 1):
            assert dive.drawn(level) == path[:level][::-1]
    assert most_levels(queens(5)) == queens(5).n_primary + 3


def test_dead_ends_at_the_root():
    for p in (Problem([["a"]], {"a": 2}), Problem([["a"], ["b"]], {"a": (2, 3), "b": 1}), Problem([["a"]], ["a", "b"])):
        machine = prepared(p)
        assert (machine.solutions, machine.error, machine.total) == (0, 0.0, Interval(0, 0, 0))


# --- the error


def test_the_stated_error():
    assert stated_error([1.0] * 99, 2.0) == 0
    assert stated_error([0.5, 1.5] * 50, 0.0) == 1
    caps = [0.2, 0.5, 1.0, 1.5, 2.0]
    stated = [stated_error([0.5, 1.5] * 50, cap) for cap in caps]
    assert all(a > b for a, b in pairwise(stated))
    weights = [Random(1).expovariate(1) for _ in range(1)] + [float(k % 7) for k in range(200)]
    for error in (0.5, 0.1, 0.03):
        cap = least_cap(weights, error)
        assert stated_error(weights, cap) <= error < stated_error(weights, 0.999 * cap)
        beyond = fsum(max(w - cap, 0) for w in weights) / fsum(weights)
        assert beyond < error  # the upper end of its interval


@pytest.mark.parametrize(
    "p", [models.latin_squares(4), models.steiner_triples(9), queens(8), langford(7), dominoes(4, 6)]
)
def test_the_law_of_a_solution_is_as_uniform_as_stated(p, monkeypatch):
    """Descents of width 1 have few weights: a solution has one, so we know the law of a drawn solution exactly."""
    monkeypatch.setattr(approximate, "FEWEST_ACCEPTED", 0.0)
    monkeypatch.setattr(approximate, "FEW_RUNS", 0)
    n = p.count()
    weights = {}
    for weight, drawn in runs(p, 1, 60 * n):
        if weight:
            assert weights.setdefault(drawn, weight) == weight
    assert len(weights) == n
    far = 0
    for seed in range(10):
        machine = prepared(p, error=0.1, seed=seed, memory=1)
        assert machine.width == 1
        chances = [min(weight, machine.cap) / weight for weight in weights.values()]  # of being drawn, up to a factor
        whole = fsum(chances)
        distance = fsum(abs(chance / whole - 1 / n) for chance in chances) / 2
        far += distance > machine.error
        bound = fsum(max(1 - machine.cap / weight, 0) for weight in weights.values()) / n  # E[max(W - cap, 0)] / N
        assert distance <= bound * (1 + 1e-9)
    assert far <= 1


@pytest.mark.parametrize(
    ("p", "how"),
    [
        (MIXED, {}),
        (MIXED, {"given": [7]}),
        (MIXED, {"banned": [4, 0]}),
        (PAIRS, {"given": [0]}),
        (ARCS, {}),
        (models.latin_squares(4), {}),
        (models.steiner_triples(9), {"banned": [0, 1]}),
        (queens(7), {}),
        (dominoes(4, 5), {}),
        (Problem([["a"], ["a"], ["b", "c"], ["b"], ["c"], ["c", "d"], ["d"], ["d"]]), {}),
    ],
)
def test_nearly_all_solutions_are_equally_likely(p, how):
    every = {s.options for s in p.solutions(**how)}
    drawn = p.sample(20 * len(every), seed=2, method="approximate", error=0.02, **how)
    assert drawn.error <= 0.02 and drawn.solutions.low <= len(every) <= drawn.solutions.high
    found = Counter(solution.options for solution in drawn)
    assert found.keys() <= every
    assert len(every) > 5 and abs(chi_square(found, len(every))) < 4


def test_without_a_cap_chances_are_unequal():
    p = queens(7)
    found = Counter(drawn for weight, drawn in runs(p, 1, 2_000) if weight)
    assert chi_square(found, 40) > 10


def test_squares_of_order_10():
    p = models.latin_squares(10)
    drawn = p.sample(20, seed=1, error=0.05, method="approximate")
    assert all(p.verify(square) for square in drawn) and len(set(drawn)) == 20
    assert 0 < drawn.error <= 0.05
    assert drawn.solutions.low < 9982437658213039871725064756920320000 < drawn.solutions.high
    assert abs(chi_square(Counter(k for square in drawn for k in square), p.n_options)) < 4


def test_numbers_beyond_floats():
    people = 320
    p = Problem([[i, j] for j in range(people) for i in range(j)])
    drawn = p.sample(2, seed=1, method="approximate")
    assert all(map(p.verify, drawn)) and drawn[0] != drawn[1]
    assert log2(drawn.solutions.low) > 1024


# --- ways to it


def test_a_quick_exact_sample_stays_exact(monkeypatch):
    for p in (dominoes(6, 6), models.latin_squares(6), MIXED):
        exact, allowed = p.sample(3, seed=1), p.sample(3, seed=1, error=0.01)
        assert exact == allowed and exact.error == allowed.error == 0
        n = p.count()
        assert exact.solutions == Interval(n, n, n)
        shorten(monkeypatch)
        monkeypatch.setattr(table, "EXACT_SAMPLE_WORK", 0)
        drawn = p.sample(3, seed=1, error=0.1)
        assert all(map(p.verify, drawn)) and drawn.error <= 0.1
        assert p is MIXED or drawn.error > 0
        monkeypatch.undo()


def test_components_have_a_share_of_the_error_each(monkeypatch):
    boards = Problem([[(k, *item) for item in queens(6).option(option)] for k in "ab" for option in range(36)],
                     [(k, *item) for k in "ab" for item in queens(6).primary],
                     [(k, *item) for k in "ab" for item in queens(6).secondary])  # fmt: skip
    every = {s.options for s in boards.solutions()}
    for how in ({}, {"error": 0.1}, {"method": "approximate"}, {"method": "approximate", "error": 0.1}):
        drawn = boards.sample(320, seed=1, **how)
        assert abs(chi_square(Counter(s.options for s in drawn), 16)) < 3 and {s.options for s in drawn} <= every
        assert drawn.error <= how.get("error", 0.05)
    assert drawn.error > 0.09
    shorten(monkeypatch)
    monkeypatch.setattr(table, "EXACT_SAMPLE_WORK", 10)
    assert 0.0 < boards.sample(1, seed=1, error=0.1).error <= 0.1


def test_components_with_symmetries_of_their_own():
    """Two squares: one from layers and one from a diagram."""
    p = models.latin_squares(7)
    options = [[("s", *item) for item in p.option(k)] for k in range(p.n_options)]
    both = Problem([*options, *([("d", item) for item in dominoes(4, 4).option(k)] for k in range(24))])
    drawn = both.sample(3, seed=1)
    assert drawn.error == 0 and all(map(both.verify, drawn))
    assert drawn.solutions.value == 61479419904000 * 36


def test_seeds_and_slices():
    p = models.latin_squares(6)
    one, other = (p.sample(5, seed=seed, method="approximate") for seed in (3, 4))
    assert one == p.sample(5, seed=3, method="approximate") != other
    found = []
    for work in (1_000, 10**9):
        machine, random, drawn = Approximate(p, 0.1, MEMORY, Random(5)), Random(6), []
        while machine.step(work) != DONE:
            assert machine.fraction == 0
        while len(drawn) < 3:
            options = machine.draw(random, work)
            drawn += [] if options is None else [options]
        found.append((machine.width, machine.cap, machine.nodes, drawn))
    assert found[0] == found[1]


def test_progress():
    seen = []
    p = models.latin_squares(6)
    assert len(p.sample(40, seed=1, method="approximate", progress=seen.append)) == 40
    assert seen[-1].fraction == 1 and seen[-1].solutions == 40
    assert [r.fraction for r in seen] == sorted(r.fraction for r in seen)


# --- limits and errors


def test_errors(monkeypatch):
    p = queens(6)
    with pytest.raises(ValueError, match=r"^there is no solution to draw$"):
        Problem([["a"]], ["a", "b"]).sample(method="approximate")
    with pytest.raises(ValueError, match=r"^there is no solution to draw$"):
        queens(3).sample(error=0.01, method="approximate")
    for error in (0, 1, 0.00009, -0.1, float("nan")):
        with pytest.raises(ValueError, match=r"^error is .*; it must be 0.0001 or more and below 1, or None$"):
            p.sample(error=error)
    for error in ("0.1", True):
        with pytest.raises(TypeError, match=r"^error is .*; it must be a number or None$"):
            p.sample(error=error)
    for method in ("zdd", "symmetric"):
        refused = rf"^error cannot be combined with method={method}; use method=auto$"
        with pytest.raises(ValueError, match=refused):
            p.sample(error=0.1, method=method)
    with pytest.raises(Unfinished, match=r"^the preparation of samples was not done after 0 seconds$"):
        p.sample(method="approximate", time_limit=0)
    assert p.sample(0, method="approximate") == []


def test_a_sample_that_time_ends(monkeypatch):
    machine = sampling._Draws(None, 0, Random(1))
    assert machine.fraction == 0
    monkeypatch.setattr(sampling.Exact, "draw", lambda *_: None)
    with pytest.raises(Unfinished, match=r"^0 of 3 solutions were drawn after 0.05 seconds$"):
        queens(6).sample(3, time_limit=0.05)


def test_weights_that_are_too_uneven():
    """Nothing is drawn if no error can be stated."""
    rows = models.polyominoes("5x12")
    with pytest.raises(OverflowError, match=r"^16 runs of 1 state, as many as max_memory allows, found no solution; "):
        rows.sample(method="approximate", max_memory=1, seed=1)
    with pytest.raises(
        OverflowError, match=r"^(16|1,000) runs of 1 state, .*, are too uneven for this error; raise max_"
    ):
        queens(30).sample(method="approximate", max_memory=1, error=0.01, seed=1)
