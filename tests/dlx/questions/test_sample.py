# SPDX-License-Identifier: MIT
"""Solutions drawn at random: every rank names another solution, and ranks are drawn evenly."""

from collections import Counter
from math import factorial, prod, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import ZDD, Colored, Problem, Unfinished, models
from dlx.engine import engine as engines
from dlx.engine.drive import Drive
from dlx.engine.strategies.symmetry import symmetric
from dlx.kernels.bits import layout
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.sample import Layers, sampler
from tests.dlx.workers.test_orbits import symmetric as symmetric_problems
from tests.kernels import run
from tests.problems import brute_force, dominoes, everything, queens, questions

MEMORY = 2**26
LATIN_7 = 61479419904000


def made(p, assumed=NONE, method="auto", memory=MEMORY, error=0.0):
    """Return the form from which solutions are drawn."""
    return sampler(p.engine, assumed, method, error, memory, Random(1), Drive())


def layers(p, assumed=NONE):
    return made(p, assumed, "symmetric").form


def by_rank(form):
    """Return the solutions of all ranks."""
    return sorted(form.ranked(rank).options for rank in range(form.count()))


# --- every rank is another solution


@settings(deadline=None)
@given(st.data())
def test_ranks_name_all_solutions_once(data):
    p = Problem.from_fields(data.draw(everything()).fields())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    assert by_rank(layers(p, assumed)) == brute_force(p, *assumed)


@settings(deadline=None)
@given(st.booleans().flatmap(symmetric_problems), st.data())
def test_ranks_of_problems_with_symmetries(drawn, data):
    p = drawn[0]
    if p.n_options > 12 or p.count() > 2_000:
        return
    asked = data.draw(questions(p))
    expected = sorted(s.options for s in p.solutions(given=asked[0], banned=asked[1]))
    assert by_rank(layers(p, Assumptions(*map(tuple, asked)))) == expected


@pytest.mark.parametrize(
    ("p", "n"),
    [
        (models.latin_squares(3), 12),
        (models.latin_squares(4), 576),
        (models.steiner_triples(7), 30),
        (models.steiner_triples(9), 840),
        (queens(6), 4),
        (dominoes(4, 4), 36),
        (Problem([[i, j] for j in range(8) for i in range(j)]), 105),
        (Problem([["a"]] * 5, {"a": (1, 3)}), 25),
        (Problem([["a", k] for k in range(5)], {"a": (0, 2)} | dict.fromkeys(range(5), (0, 1))), 16),
        (Problem([["x"]] * 3, [], ["x"]), 1),
        (Problem([["a", Colored("x", k % 2)] for k in range(6)], {"a": (0, 6)}, ["x"]), 15),
    ],
)
def test_ranks_of_known_problems(p, n):
    form = layers(p)
    assert form.count() == n
    assert by_rank(form) == sorted(s.options for s in p.solutions())


# --- ranks are drawn evenly


def chi_square(found, n_solutions):
    """Return how many standard deviations the statistic lies above its mean, which is the degrees of freedom."""
    n, free = sum(found.values()), n_solutions - 1
    expected = n / n_solutions
    statistic = sum((x - expected) ** 2 for x in found.values()) / expected + (n_solutions - len(found)) * expected
    return (statistic - free) / sqrt(2 * free)


RED, BLUE = Colored("x", "red"), Colored("x", "blue")
MIXED = Problem(
    [["a", RED], ["a", BLUE], ["b", RED], ["b", "y"], ["a", "b", "y"], ["c", BLUE], ["c", RED], ["c"], ["b"], ["c"]],
    {"a": 1, "b": (1, 2), "c": (0, 2)},
    ["x", "y"],
)


@pytest.mark.parametrize("method", ["auto", "zdd", "symmetric"])
@pytest.mark.parametrize(
    ("p", "how"),
    [
        (MIXED, {}),
        (MIXED, {"given": [7]}),
        (MIXED, {"banned": [4, 0]}),
        (models.latin_squares(4), {"given": [0]}),
        (queens(7), {"banned": [0, 1]}),
        (dominoes(4, 5), {}),
    ],
)
def test_all_solutions_are_equally_likely(p, how, method):
    if method == "zdd" and p.bounds is not None:
        return
    every = {s.options for s in p.solutions(**how)}
    drawn = p.sample(20 * len(every), seed=1, method=method, **how)
    assert all(p.verify(solution) for solution in drawn)
    found = Counter(solution.options for solution in drawn)
    assert found.keys() <= every
    assert len(every) > 5 and abs(chi_square(found, len(every))) < 3


def test_the_test_notices_unequal_chances():
    p = Problem([["a"], ["a", "b"], ["b"], ["b"]])
    found = Counter(next(p.search(seed=seed)).options for seed in range(300))
    assert chi_square(found, 3) > 10
    assert abs(chi_square(Counter(s.options for s in p.sample(300, seed=1)), 3)) < 3


# --- many solutions


def test_latin_squares():
    p = models.latin_squares(7)
    form = made(p).form
    assert isinstance(form, Layers) and form.count() == LATIN_7
    drawn = form.sample(40, seed=1)
    assert all(p.verify(square) for square in drawn) and len(set(drawn)) == 40
    assert p.sample(3, seed=1) == drawn[:3] != p.sample(3, seed=2)
    uses = Counter(k for square in drawn for k in square)
    cells = Counter((p.option(k)[0], p.option(k)[1]) for k in uses.elements())
    assert sum(uses.values()) == 40 * 49 and len(cells) >= 49
    assert abs(chi_square(Counter(uses), p.n_options)) < 4  # each digit in each cell


def test_latin_squares_with_a_line_given():
    p = models.latin_squares(7)
    line = p.sample(1, seed=1)[0].options[:7]
    form = made(p, Assumptions(line, ())).form
    assert form.count() == LATIN_7 // factorial(7)
    for square in form.sample(5, seed=3):
        assert p.verify(square) and set(line) <= set(square)


def test_numbers_of_any_size():
    people = 40
    pairs = Problem([[i, j] for j in range(people) for i in range(j)])
    form = layers(pairs)
    assert form.count() == prod(range(1, people, 2)) > 2**64
    first, last = form.ranked(0), form.ranked(form.count() - 1)
    assert pairs.verify(first) and pairs.verify(last) and first != last
    drawn = form.sample(80, seed=1)
    assert all(map(pairs.verify, drawn))
    partners = Counter(next(j for i, j in s.items() if i == 0) for s in drawn)
    assert abs(chi_square(partners, people - 1)) < 3


def test_few_symmetries_draw_from_a_diagram():
    p = dominoes(8, 8)
    form = made(p).form
    assert isinstance(form, ZDD)
    assert p.sample(3, seed=5) == form.sample(3, seed=5) == p.zdd().sample(3, seed=5)


def test_layers_where_no_diagram_is_possible(monkeypatch):
    monkeypatch.setattr(layout, "MOST_TABLE_BYTES", 0)
    monkeypatch.setattr("dlx.engine.support.TABLES_DIVISOR", 1 << 60)
    monkeypatch.setattr(engines, "MOST_IN_LANES", 1)
    p = models.latin_squares(5)
    assert isinstance(made(p).form, Layers)
    with pytest.raises(ValueError, match=r"method 'zdd' does not take .*; use method 'auto', and allow an error"):
        p.sample(method="zdd")
    with pytest.raises(ValueError, match=r"; an exact sample does not take problems of this size; allow an error"):
        queens(5).sample()


# --- limits and errors


def test_errors():
    empty = Problem([["a"]], ["a", "b"])
    for method in ("auto", "zdd", "symmetric"):
        with pytest.raises(ValueError, match=r"^there is no solution to draw$"):
            empty.sample(method=method)
        assert queens(4).sample(0, method=method) == []
        with pytest.raises(ValueError, match=r"^n is -1; it must be 0 or more"):
            queens(4).sample(-1, method=method)
        with pytest.raises(Unfinished, match=r"^the preparation of samples was not done after 0 seconds$"):
            queens(8).sample(time_limit=0, method=method)
    with pytest.raises(ValueError, match=r"^sample\(\) has no method 'memo'; choose one of auto, zdd, "):
        queens(4).sample(method="memo")


def test_multiplicities():
    p = Problem([["a"]] * 5, {"a": (1, 3)})
    for method in ("zdd", "symmetric"):
        drawn = {s.options for s in p.sample(500, seed=1, method=method)}
        assert drawn == {s.options for s in p.solutions()}


def test_the_memory_is_bounded():
    p = models.latin_squares(7)
    with pytest.raises(OverflowError, match=r"^the layers of method 'symmetric' exceed max_memory; raise it, or "):
        p.sample(method="symmetric", max_memory=50_000)
    machine = symmetric(p, NONE, MEMORY, kept=True)
    run(machine)
    kept = machine.nbytes
    with pytest.raises(OverflowError):
        p.sample(method="symmetric", max_memory=kept - 1)
    assert p.sample(1, seed=1, method="symmetric", max_memory=kept)
    machine = symmetric(p, NONE, MEMORY)
    run(machine)
    assert 2 * machine.nbytes < kept  # a count frees its layers


def test_progress_and_seeds():
    seen = []
    p = models.latin_squares(6)
    drawn = p.sample(2, seed=2**70, progress=seen.append)
    assert drawn == p.sample(2, seed=2**70) and seen[-1].fraction == 1
    assert len({p.sample(1)[0] for _ in range(3)}) > 1
