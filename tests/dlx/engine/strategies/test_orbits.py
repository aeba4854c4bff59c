# SPDX-License-Identifier: MIT
"""Strategies that count orbits: Burnside's mean by brute force, layers that stop at the total, and their race."""

from itertools import combinations, pairwise
from math import inf

import pytest
from hypothesis import assume, given, settings

from dlx import Problem, models
from dlx.engine import drive, table
from dlx.engine.machine import DONE, LIMIT, PAUSED, SOLUTION
from dlx.engine.strategies.orbits import FixedMean, OrbitLayers, WholeCount
from dlx.engine.task import OrbitGoal
from dlx.matrix.assumptions import NONE
from dlx.questions.count import number_of
from dlx.questions.orbits.count import counting
from dlx.questions.orbits.representatives import find
from dlx.structure.conjugacy import ConjugacyClasses
from dlx.structure.symmetries import AllSymmetries, without_copies
from tests.dlx.workers.test_orbits import brute, symmetric


def goal_of(problem):
    """Return the goal of a count under all symmetries, without equal options."""
    known = find(problem, NONE, inf)
    matrix = without_copies(problem, known.graph.items)
    begin, source, select = counting("auto", 2**26), lambda: ConjugacyClasses(known), lambda: lambda options: True
    return OrbitGoal(matrix, known.order, known, source, begin, number_of, select)


def run(machine, slice_work=2**16):
    """Run a machine to its end; return the outcome."""
    outcome = PAUSED
    while outcome in (PAUSED, SOLUTION):
        outcome = machine.step(slice_work)
    return outcome


def whole(problem, goal):
    """Let a goal know the number of all solutions."""
    return run(WholeCount(goal, goal.begin(problem.engine, NONE)))


def mean(problem):
    """Return the number of orbits by Burnside's mean, and the numbers of solutions that races counted."""
    goal, fixed = goal_of(problem), []
    if whole(problem, goal) == DONE:
        return 0, fixed
    goal.number_of = lambda race: fixed.append(number_of(race)) or fixed[-1]
    machine = FixedMean(goal, NONE, goal.source())
    assert run(machine) == DONE
    return machine.solutions, fixed


def test_only_elements_that_fix_solutions_are_followed():
    orbits, fixed = mean(models.latin_squares(4))
    assert orbits == 2 and len(fixed) < 45 < 65  # classes


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
    orbits, fixed = mean(problem)
    assert orbits == len(brute(problem, problem.group("auto")))
    assert 1 in fixed


@settings(deadline=None, max_examples=25)
@given(symmetric())
def test_means_of_all_symmetries_by_brute_force(case):
    problem = case[0]
    assume(not find(problem, NONE, inf).equal and problem.count(limit=200) < 200)
    assert mean(problem)[0] == len(brute(problem, problem.group("auto")))


def test_a_mean_is_a_lower_bound_before_its_end():
    problem = models.latin_squares(5)
    goal = goal_of(problem)
    assert whole(problem, goal) == LIMIT and goal.total == 161_280
    machine, bounds = FixedMean(goal, NONE, goal.source()), []
    while machine.step(2**10) == PAUSED:
        bounds.append(machine.solutions)
    assert bounds == sorted(bounds) and bounds[0] < bounds[-1] <= machine.solutions == 2
    assert machine.work > 0 and machine.nodes > 1


def test_the_total_is_a_lower_bound_before_its_end():
    problem = models.latin_squares(6)
    goal = goal_of(problem)
    machine = WholeCount(goal, goal.begin(problem.engine, NONE))
    assert machine.step(2**10) == PAUSED and machine.solutions in (0, 1) and goal.total is None
    assert run(machine) == LIMIT and goal.total == 812_851_200


def one_factorizations(n):
    """Return the perfect one-factorizations of n points: options are matchings, and those clash whose union is no
    cycle of all points."""

    def matchings(points):
        if not points:
            yield ()
            return
        first, *others = points
        for second in others:
            for matching in matchings([point for point in others if point != second]):
                yield (frozenset((first, second)), *matching)

    every = [*matchings(list(range(n)))]
    options = [[*matching] for matching in every]
    for a, b in combinations(range(len(every)), 2):
        if not {*every[a]} & {*every[b]} and not joins_all(every[a], every[b], n):
            options[a].append(("clash", a, b))
            options[b].append(("clash", a, b))
    clashes = dict.fromkeys(item for option in options for item in option if isinstance(item, tuple))
    return Problem(options, secondary=[*clashes])


def joins_all(one, other, n):
    at, visited = 0, 0
    while True:
        for matching in (one, other):
            (at,) = next(edge for edge in matching if at in edge) - {at}
            visited += 1
        if at == 0:
            return visited == n


def test_layers_stop_at_the_total():
    """One orbit has all perfect one-factorizations of K8; without the total, the layers go through the others."""
    problem = one_factorizations(8)
    assert problem.count() == 960 and problem.count(orbits="auto") == 1
    goal = goal_of(problem)
    alone, told = (OrbitLayers(goal.known, NONE, 2**26, goal) for _ in range(2))
    assert run(alone) == DONE and (alone.solutions, alone.images) == (1, 960)
    goal.total = 960
    assert run(told) == DONE and (told.solutions, told.images) == (1, 960)
    assert told.work < alone.work


@pytest.mark.parametrize("late", ["before the last orbit", "after it"])
def test_the_total_may_come_at_any_time(late):
    goal = goal_of(models.latin_squares(6))
    layers = OrbitLayers(goal.known, NONE, 2**26, goal)
    while layers.step(2**12) in (PAUSED, SOLUTION):
        if layers.solutions == (11 if late == "before the last orbit" else 12):
            goal.total = 812_851_200
    assert layers.solutions == 12


def test_the_sum_of_the_orbits_is_checked(monkeypatch):
    monkeypatch.setattr(AllSymmetries, "orbit_size", lambda *_: 1)
    goal = goal_of(models.latin_squares(6))
    goal.total = 812_851_200
    with pytest.raises(AssertionError, match="the orbits have as many solutions as the problem"):
        run(OrbitLayers(goal.known, NONE, 2**26, goal))


# --- the race


LAYERS_ALONE = {"EARLY_ORBITS_WORK": inf}
MEAN_ALONE = {"EARLY_ORBITS_WORK": 0, "LATE_ORBITS_SHARE": 0}


@pytest.mark.parametrize("shares", [{}, LAYERS_ALONE, MEAN_ALONE])
@pytest.mark.parametrize(
    ("problem", "orbits"),
    [
        (models.latin_squares(6), 12),
        (models.steiner_triples(13), 2),
        (Problem([*combinations(range(10), 2)]), 1),
        (Problem([*combinations(range(9), 2)]), 0),  # no perfect matching of 9 points
        (Problem([*combinations(range(10), 2), (0, 1)]), 2),  # no mean with equal options
    ],
    ids=repr,
)
def test_who_wins_is_no_matter(problem, orbits, shares, monkeypatch):
    if problem.n_options == 46:
        shares = {}
    for name, value in shares.items():
        monkeypatch.setattr(table, name, value)
    assert problem.count(orbits="auto") == orbits


def test_no_clock(monkeypatch):
    """The race goes by work: a clock that jumps changes nothing."""
    works = []
    steps = OrbitLayers.step
    monkeypatch.setattr(OrbitLayers, "step", lambda self, work: works.append(work) or steps(self, work))
    squares = models.latin_squares(6)
    assert squares.count(orbits="auto") == 12
    before = [*works]
    works.clear()
    ticks = iter(range(10**9))
    monkeypatch.setattr(drive, "perf_counter", lambda: 1000.0 * next(ticks))
    assert squares.count(orbits="auto") == 12 and works == before


def test_progress(monkeypatch):
    monkeypatch.setattr(drive, "REPORT_SECONDS", 0)
    for shares in ({}, LAYERS_ALONE, MEAN_ALONE):
        with monkeypatch.context() as patch:
            for name, value in shares.items():
                patch.setattr(table, name, value)
            seen = []
            assert models.latin_squares(5).count(orbits="auto", progress=seen.append) == 2
        assert seen[-1].fraction == 1 and seen[-1].solutions == 2
        assert all(one.fraction <= other.fraction for one, other in pairwise(seen))
        assert all(one.solutions <= 2 for one in seen)
