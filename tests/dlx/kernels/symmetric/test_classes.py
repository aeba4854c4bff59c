# SPDX-License-Identifier: MIT
"""One solution of each class, alone: the classes of all solutions under all symmetries of a problem, by brute force."""

from itertools import permutations
from math import factorial

import pytest
from hypothesis import given, settings

from dlx import Problem, models
from dlx.matrix.assumptions import NONE
from dlx.structure.symmetries import classes, whole_graph
from tests.kernels import DONE, LIMIT, PAUSED, SOLUTION
from tests.problems import brute_force, problems, queens

MEMORY = 1 << 24


def listed(machine, work=10**6):
    """Return the solutions of a machine, each with the number of its symmetries."""
    found = []
    while (outcome := machine.step(work)) != DONE:
        assert outcome in (SOLUTION, PAUSED)
        if outcome == SOLUTION:
            found.append((tuple(sorted(machine.solution())), machine.symmetries))
    return found


def search(p):
    return classes(whole_graph(p, NONE), NONE, MEMORY)


def images_of_options(p):
    """Return the permutations of the options that a permutation of the items of each kind makes; none are colored."""
    options = {frozenset(p.option(k)): k for k in range(p.n_options)}
    found = set()
    for one in permutations(p.primary):
        for other in permutations(p.secondary):
            image = dict(zip((*p.primary, *p.secondary), (*one, *other), strict=True))
            moved = [options.get(frozenset(map(image.get, option))) for option in options]
            if None not in moved:
                found.add(tuple(moved))
    return found


@settings(max_examples=80, deadline=None)
@given(problems(most_options=7))
def test_one_solution_of_each_class(p):
    """Options that are equal, or have colors, are left to other tests: here, a symmetry is a permutation of items."""
    options = {frozenset(p.option(k)) for k in range(p.n_options)}
    if p.colors is not None or len(options) < p.n_options:
        return
    group = images_of_options(p)
    orbits = {frozenset(tuple(sorted(image[k] for k in solution)) for image in group) for solution in brute_force(p)}
    found = [solution for solution, _ in listed(search(p))]
    assert len(found) == len(orbits)
    assert all(sum(solution in orbit for solution in found) == 1 for orbit in orbits)


@pytest.mark.parametrize(
    ("p", "n", "solutions", "group"),
    [
        (queens(6), 1, 4, 8),
        (queens(8), 12, 92, 8),
        (Problem([[a, b] for b in range(8) for a in range(b)]), 1, 105, factorial(8)),
        (models.latin_squares(4), 2, 576, 6 * factorial(4) ** 3),
        (models.latin_squares(5), 2, 161_280, 6 * factorial(5) ** 3),
    ],
)
def test_the_sizes_of_the_classes_add_up(p, n, solutions, group):
    """A class has as many solutions as the group has symmetries for each one that maps a solution to itself."""
    found = listed(search(p))
    assert len(found) == n
    assert sum(group // own for _, own in found) == solutions


def test_slices_change_nothing():
    counters = set()
    for work in (1, 500, 10**9):
        machine = search(models.latin_squares(4))
        found = listed(machine, work)
        counters.add((*found, machine.nodes, machine.expanded, machine.lookups, machine.hits))
    assert len(counters) == 1


def test_limits():
    machine = search(models.latin_squares(5))
    machine.node_stop = 3
    while (outcome := machine.step(10**6)) == PAUSED:
        pass
    assert outcome == LIMIT and machine.nodes >= 3
    small = classes(whole_graph(models.latin_squares(7), NONE), NONE, 1 << 16)
    while not small.full and small.step(10**4) in (PAUSED, SOLUTION):
        pass
    assert small.full and small.fraction < 1
