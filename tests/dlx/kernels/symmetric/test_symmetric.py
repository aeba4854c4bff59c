# SPDX-License-Identifier: MIT
"""Counts up to symmetry, alone: against brute force and known numbers, in slices, within any memory."""

from math import factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, models
from dlx.engine.strategies.symmetry import symmetric
from dlx.matrix.assumptions import NONE
from tests.kernels import DONE, PAUSED
from tests.problems import brute_force, everything, queens

MEMORY = 1 << 24


def ended(machine, work=10**7):
    while (outcome := machine.step(work)) == PAUSED:
        pass
    return outcome


def matchings(n):
    """Return the perfect matchings of n points, of which there are (n - 1) (n - 3) ... 1."""
    return Problem([[a, b] for b in range(n) for a in range(b)])


@settings(max_examples=100, deadline=None)
@given(everything(), st.sampled_from([1, 100, 10**6]))
def test_counts_of_any_problem(p, work):
    machine = symmetric(p, NONE, MEMORY)
    assert ended(machine, work) == DONE
    assert machine.solutions == len(brute_force(p)) and machine.fraction == pytest.approx(1)


@pytest.mark.parametrize("n", [4, 6, 12, 20, 40])
def test_matchings_of_any_number_of_points(n):
    """All pairs of points are images of each other, so a layer has one problem."""
    machine = symmetric(matchings(n), NONE, MEMORY)
    assert machine.group == factorial(n)
    ended(machine)
    assert machine.solutions == prod(range(1, n, 2))
    assert machine.expanded <= n // 2 + 1


def test_known_numbers():
    for p, count, group in (
        (models.latin_squares(4), 576, 2 * 3 * factorial(4) ** 3),
        (models.latin_squares(5), 161_280, 6 * factorial(5) ** 3),
        (queens(6), 4, 8),
    ):
        machine = symmetric(p, NONE, MEMORY)
        ended(machine)
        assert (machine.solutions, machine.group) == (count, group)


def test_slices_change_nothing():
    counters = set()
    for work in (1, 999, 10**9):
        machine = symmetric(models.latin_squares(5), NONE, MEMORY)
        ended(machine, work)
        counters.add((machine.solutions, machine.nodes, machine.expanded, machine.lookups, machine.hits))
    assert len(counters) == 1


def test_a_memory_that_is_too_small():
    machine = symmetric(models.latin_squares(7), NONE, 1 << 16)
    while not machine.full and machine.step(10**4) == PAUSED:
        pass
    assert machine.full and machine.nbytes < 1 << 20
    assert machine.fraction < 1


def test_layers_go_from_many_options_to_few():
    machine, layers = symmetric(models.latin_squares(6), NONE, MEMORY), []
    assert machine.n_options == 216
    while machine.step(3_000) == PAUSED:
        layers.append(machine.layer)
        assert 0 <= machine.fraction <= 1
    assert layers == sorted(layers, reverse=True) and len(set(layers)) > 5
    assert machine.solutions == 812_851_200
