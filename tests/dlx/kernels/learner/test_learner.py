# SPDX-License-Identifier: MIT
"""The search that learns, alone: all models of rows of literals, against all assignments, however it is asked."""

from itertools import product
from random import Random

import numpy as np
import pytest

from dlx.kernels.learner.learner import Learner, luby
from tests.kernels import DONE, PAUSED, SOLUTION

NO_LITERALS = np.empty(0, np.int32)


def random_rows(random, n):
    """Return rows (literals, least, most) over n variables; literal 2v is variable v, and 2v + 1 that it is false."""
    rows = []
    for _ in range(random.randint(1, n)):
        literals = [2 * v + random.randrange(2) for v in random.sample(range(n), random.randint(1, n))]
        low, high = sorted(random.choices(range(len(literals) + 1), k=2))
        rows.append((literals, low, high))
    return rows


def learner(n, rows, **how):
    starts = np.cumsum([0, *(len(literals) for literals, _, _ in rows)], dtype=np.int32)
    literals = np.array([x for literals, _, _ in rows for x in literals], np.int32)
    low, high = (np.array([row[k] for row in rows], np.int32) for k in (1, 2))
    return Learner(n, starts, literals, low, high, NO_LITERALS, NO_LITERALS, **how)


def models(n, rows, assumed=()):
    """Return the true variables of each model."""
    found = []
    for bits in product([0, 1], repeat=n):
        true = {2 * v + 1 - bit for v, bit in enumerate(bits)}
        if true.issuperset(assumed) and all(low <= len(true & {*literals}) <= high for literals, low, high in rows):
            found.append([v for v, bit in enumerate(bits) if bit])
    return sorted(found)


def run(machine, work=1_000):
    while (outcome := machine.step(work)) == PAUSED:
        pass
    return outcome


def all_models(machine, n, work=1_000):
    found = []
    while run(machine, work) == SOLUTION:
        found.append(machine.true_variables())
        machine.forbid([2 * v + (v not in found[-1]) for v in range(n)])
    return sorted(found)


@pytest.mark.parametrize("seed", range(60))
def test_all_models(seed):
    random = Random(seed)
    n = random.randint(1, 7)
    rows = random_rows(random, n)
    assert all_models(learner(n, rows), n) == models(n, rows)


@pytest.mark.parametrize("seed", range(20))
def test_slices_and_dropped_clauses_change_no_answer(seed):
    random = Random(seed)
    rows = random_rows(random, 8)
    expected = models(8, rows)
    assert all_models(learner(8, rows), 8, work=1) == expected
    assert all_models(learner(8, rows, first_drop=2), 8) == expected
    order = np.array(random.sample(range(8), 8), np.int32)
    assert all_models(learner(8, rows, order=order, seed=seed), 8) == expected


@pytest.mark.parametrize("seed", range(20))
def test_one_query_after_the_other(seed):
    """Assumptions hold for one query; literals that are fixed hold for all."""
    random = Random(seed)
    rows, fixed = random_rows(random, 6), []
    machine = learner(6, rows)
    for _ in range(8):
        assumed = [2 * v + random.randrange(2) for v in random.sample(range(6), random.randint(0, 3))]
        machine.assume(assumed)
        expected = models(6, rows, {*fixed, *assumed})
        outcome = run(machine)
        assert (outcome == SOLUTION) == bool(expected)
        if outcome == SOLUTION:
            assert machine.true_variables() in expected
        if not models(6, rows, fixed):
            break
        if random.random() < 0.3 and models(6, rows, [*fixed, literal := 2 * random.randrange(6)]):
            machine.fix([literal])
            fixed.append(literal)


def test_a_row_of_more_than_one():
    """Exactly 3 of 6 variables, of which at most one of each pair: 8 choices."""
    pairs = [([2 * v, 2 * v + 2], 0, 1) for v in (0, 2, 4)]
    found = all_models(learner(6, [([*range(0, 12, 2)], 3, 3), *pairs]), 6)
    assert len(found) == 8
    assert all({v // 2 for v in chosen} == {0, 1, 2} for chosen in found)


def test_pigeons_take_conflicts_and_no_model():
    pigeons, holes = 6, 5
    rows = [([2 * (p * holes + h) for h in range(holes)], 1, 1) for p in range(pigeons)]
    rows += [([2 * (p * holes + h) for p in range(pigeons)], 0, 1) for h in range(holes)]
    machine = learner(pigeons * holes, rows)
    assert run(machine) == DONE and machine.conflicts > 10 and machine.nodes > 0


def test_lengths_of_searches():
    assert [luby(k) for k in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
