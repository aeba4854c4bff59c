# SPDX-License-Identifier: MIT
"""Burnside's mean over the conjugacy classes of all symmetries, by brute force."""

from itertools import combinations, pairwise
from math import inf

import pytest
from hypothesis import assume, given, settings

from dlx import Problem, Unfinished, models
from dlx.matrix.assumptions import Assumptions
from dlx.questions.orbits import burnside
from dlx.questions.orbits.burnside import MeanOfAll
from dlx.questions.orbits.representatives import find
from dlx.structure.symmetries import without_copies
from tests.dlx.workers.test_orbits import brute, symmetric


def mean(problem):
    known = find(problem, Assumptions((), ()), inf)
    return MeanOfAll(without_copies(problem, known.graph.items), Assumptions((), ()), known)


def count(problem, assumed, seconds):
    return Problem.from_fields(problem.fields()).count(given=assumed.given, banned=assumed.banned)


def test_only_elements_that_fix_solutions_are_followed():
    asked = []
    squares = mean(models.latin_squares(4))
    assert squares.run(inf, lambda *some: asked.append(1) or count(*some)) == 2
    assert len(asked) < 45 < 65  # classes


def ring(n, lengths):
    """Return the problem of n items on a circle, in arcs of these lengths."""
    return Problem([[(start + k) % n for k in range(length)] for start in range(n) for length in lengths])


@pytest.mark.parametrize(
    "problem",
    [
        *(ring(n, lengths) for n in (4, 6, 8, 9, 12) for lengths in ((1, 2), (1, 3))),
        *(Problem([*combinations(range(n), 2)]) for n in (4, 6, 8)),
        models.latin_squares(3),
    ],
    ids=repr,
)
def test_elements_that_fix_a_single_solution_are_followed(problem):
    """Their roots fix it, too. A circle of arcs of one length is its own image under all rotations by an arc."""
    fixed = []

    def counted(*some):
        fixed.append(count(*some))
        return fixed[-1]

    assert mean(problem).run(inf, counted) == len(brute(problem, problem.group("auto")))
    assert 1 in fixed


@settings(deadline=None, max_examples=25)
@given(symmetric())
def test_means_of_all_symmetries_by_brute_force(case):
    problem = case[0]
    assume(not find(problem, Assumptions((), ()), inf).equal and problem.count(limit=200) < 200)
    assert mean(problem).run(inf, count) == len(brute(problem, problem.group("auto")))


def test_a_mean_continues():
    asked = []

    def sometimes(*some):
        asked.append(1)
        if len(asked) % 2:
            raise Unfinished("no time", 0)
        return count(*some)

    triples, bounds = mean(models.steiner_triples(9)), []
    with pytest.raises(Unfinished, match="the time limit ended the count: at least 0 orbits"):
        triples.run(0, count)
    for _ in range(100):
        try:
            assert triples.run(inf, sometimes) == 1
            break
        except Unfinished as error:
            bounds.append(error.partial)
    assert len(asked) == 2 * len(bounds) and set(bounds) == {0, 1}


def test_progress_of_layers(monkeypatch):
    monkeypatch.setattr(burnside, "FIRST_TURN", 1e9)
    seen = []
    assert models.latin_squares(6).count(orbits="auto", progress=seen.append) == 12
    assert seen[-1].fraction == 1 and seen[-1].solutions == 12
    assert all(one.fraction <= other.fraction for one, other in pairwise(seen))


def test_progress_of_the_mean(monkeypatch):
    """While the mean counts, the fraction is that of the layers."""
    monkeypatch.setattr(burnside, "FIRST_TURN", 1e-6)
    monkeypatch.setattr(burnside, "MEAN_SHARE", 1e9)
    seen = []
    assert models.latin_squares(5).count(orbits="auto", progress=seen.append) == 2
    assert any(not one.measured for one in seen)
    assert all(one.fraction <= other.fraction for one, other in pairwise(seen))
