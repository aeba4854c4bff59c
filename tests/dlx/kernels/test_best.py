# SPDX-License-Identifier: MIT
"""Branch and bound, alone: every solution below a cost once, bounds that hold, and prices that change nothing."""

from random import Random

import numpy as np
import pytest

from dlx import Problem
from dlx.kernels.best import Cheapest
from tests.kernels import DONE, PAUSED, SOLUTION
from tests.problems import brute_force, queens

LIMIT = 10**6


def random_problem(random):
    """Return a small problem with costs, with a bound on how often an item is covered in half of them."""
    n = random.randint(1, 5)
    options = [sorted(random.sample(range(n), random.randint(1, min(n, 3)))) for _ in range(random.randint(1, 9))]
    bounds = {k: random.choice([(1, 1), (0, 2), (1, 3)]) for k in range(n)} if random.random() < 0.5 else range(n)
    return Problem(options, bounds, costs=[random.randint(0, 20) for _ in options])


def cheapest(p, chosen=(), banned=(), stop=LIMIT):
    machine = Cheapest(p.indptr, p.indices, p.colors, p.n_items, p.n_primary, p.costs, p.bounds)
    possible = machine.setup(chosen, banned)
    machine.stop = stop
    return machine, possible


def listed(machine, work=1000, lower=False):
    """Return the solutions and the bounds of a machine; with ``lower``, each solution must be cheaper than the last."""
    found, bounds = [], [machine.bound]
    while (outcome := machine.step(work)) != DONE:
        if outcome == SOLUTION:
            found.append(tuple(sorted(machine.solution())))
            if lower:
                machine.stop = machine.paid
        assert outcome in (SOLUTION, PAUSED)
        bounds.append(machine.bound)
    return found, bounds


def cost(p, options):
    return int(p.costs[list(options)].sum())


@pytest.mark.parametrize("seed", range(80))
def test_every_solution_below_a_cost(seed):
    random = Random(seed)
    p = random_problem(random)
    every = brute_force(p)
    stop = random.choice([LIMIT, random.randint(0, 60)])
    machine, possible = cheapest(p, stop=stop)
    found = listed(machine, random.choice([1, 1000]))[0] if possible else []
    assert len(set(found)) == len(found)
    assert sorted(found) == [solution for solution in every if cost(p, solution) < stop]


@pytest.mark.parametrize("seed", range(80))
def test_the_cheapest_is_the_last_that_is_found(seed):
    random = Random(seed)
    p = random_problem(random)
    every = brute_force(p)
    machine, possible = cheapest(p)
    if not possible:
        assert not every
        return
    found, bounds = listed(machine, 1, lower=True)
    costs = [cost(p, solution) for solution in found]
    assert costs == sorted(costs, reverse=True) and len(set(costs)) == len(costs)
    least = min((cost(p, solution) for solution in every), default=None)
    assert costs[-1:] == ([] if least is None else [least])
    if least is not None:
        assert all(bound <= least for bound in bounds)


@pytest.mark.parametrize("seed", range(40))
def test_given_and_banned_options(seed):
    random = Random(seed)
    p = random_problem(random)
    chosen, banned = ([k for k in range(p.n_options) if random.random() < share] for share in (0.2, 0.2))
    machine, possible = cheapest(p, chosen, banned)
    found = listed(machine)[0] if possible else []
    assert sorted(found) == brute_force(p, chosen, banned)


@pytest.mark.parametrize("seed", range(6))
def test_prices_change_no_answer(seed):
    """Prices of any size give lower bounds of the same costs."""
    random = np.random.default_rng(seed)
    p = queens(6)
    p = Problem.from_csr(
        p.indptr, p.indices, n_items=p.n_items, n_primary=p.n_primary, costs=random.integers(0, 99, p.n_options)
    )
    machine, _ = cheapest(p)
    assert machine.price(random.integers(-20, 20, p.n_items))
    assert sorted(listed(machine)[0]) == sorted(solution.options for solution in p.solutions())


def test_counters_do_not_depend_on_the_slices():
    p = queens(7)
    p = Problem.from_csr(
        p.indptr, p.indices, n_items=p.n_items, n_primary=p.n_primary, costs=[k * k % 17 for k in range(p.n_options)]
    )
    counters = set()
    for work in (1, 50, 10**9):
        machine, _ = cheapest(p)
        listed(machine, work, lower=True)
        counters.add((machine.nodes, machine.guesses, machine.solutions, machine.max_level, machine.work))
    assert len(counters) == 1
