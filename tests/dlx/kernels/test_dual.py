# SPDX-License-Identifier: MIT
"""Prices of items: the bound is never above the linear program's optimum, and close to it."""

from random import Random

import numpy as np
import pytest

from dlx.kernels.dual import Dual
from tests.kernels import PAUSED

HIGHEST = 100.0  # of a price


def random_cover(random, n_items, n_options):
    """Return options as lists of items, of which each covers an item at least, and their costs."""
    options = [[k] for k in range(n_items)]
    options += [sorted(random.sample(range(n_items), random.randint(1, 4))) for _ in range(n_options)]
    return options, [float(random.randint(1, 20)) for _ in options]


def dual(options, costs, low, high):
    indptr = np.cumsum([0, *map(len, options)], dtype=np.int32)
    indices = np.array([item for option in options for item in option], np.int32)
    n = len(low)
    floor, ceiling = np.full(n, -HIGHEST), np.where(np.array(low) > 0, HIGHEST, 0.0)
    return Dual(indptr, indices, np.array(costs), np.array(low, float), np.array(high, float), floor, ceiling)


def ended(machine, work=10**6):
    pauses = 0
    while machine.step(work) == PAUSED:
        pauses += 1
    return machine, pauses


@pytest.mark.parametrize("seed", range(8))
def test_the_bound_is_that_of_the_linear_program(seed):
    optimize = pytest.importorskip("scipy.optimize")
    random = Random(seed)
    options, costs = random_cover(random, 8, 25)
    low = [random.choice([0, 1, 1, 2]) for _ in range(8)]
    high = [max(2, least) for least in low]
    matrix = np.zeros((8, len(options)))
    for k, option in enumerate(options):
        matrix[option, k] = 1
    best = optimize.linprog(
        costs, A_ub=np.vstack([matrix, -matrix]), b_ub=[*high, *(-least for least in low)], bounds=(0, 1)
    )
    machine, _ = ended(dual(options, costs, low, high))
    if best.status == 0:
        assert 0.97 * best.fun - 0.01 <= machine.bound <= best.fun + 1e-6
    assert (np.abs(machine.prices) <= HIGHEST).all()


def test_slices_change_nothing():
    options, costs = random_cover(Random(1), 12, 60)
    whole, _ = ended(dual(options, costs, [1] * 12, [1] * 12), 10**9)
    sliced, pauses = ended(dual(options, costs, [1] * 12, [1] * 12), 500)
    assert pauses > 10 and sliced.bound == whole.bound and sliced.work == whole.work
    assert np.array_equal(sliced.prices, whole.prices)


def test_prices_prove_that_there_is_no_cover():
    """Three items, of which each option covers two, are covered one time each by one and a half options."""
    triangle, _ = ended(dual([[0, 1], [1, 2], [0, 2]], [1.0] * 3, [1] * 3, [1] * 3))
    assert triangle.bound == pytest.approx(1.5, abs=0.01)
    pigeons, _ = ended(dual([[k, 3 + h] for k in range(3) for h in range(2)], [0.0] * 6, [1] * 3 + [0] * 2, [1] * 5))
    assert pigeons.bound > 0
    seats, _ = ended(dual([[k, 2 + h] for k in range(2) for h in range(2)], [0.0] * 4, [1] * 2 + [0] * 2, [1] * 4))
    assert seats.bound <= 0
