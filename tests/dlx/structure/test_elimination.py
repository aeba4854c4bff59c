# SPDX-License-Identifier: MIT
"""Elimination by primes: weights exist if and only if the equations have no solution."""

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx.engine.drive import PAUSED
from dlx.structure.elimination import Elimination


@settings(max_examples=200)
@given(
    st.integers(1, 5), st.integers(0, 6), st.sampled_from([(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (5, 1)]), st.data()
)
def test_weights_exist_whenever_the_equations_have_no_solution(n, columns, power, data):
    """Over Z/m, by trying every combination of the columns."""
    prime, exponent = power
    m = prime**exponent
    matrix = data.draw(st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=columns, max_size=columns))
    right = np.array(data.draw(st.lists(st.integers(0, m - 1), min_size=n, max_size=n)), np.uint8)
    rows = [np.flatnonzero(column) for column in matrix]
    starts = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    machine = Elimination(starts, np.concatenate([*rows, []]).astype(np.int32), right, prime, exponent)
    while machine.step(1) == PAUSED:
        pass
    reached = {(0,) * n}
    for column in matrix:
        reached = {
            tuple((x + k * y) % m for x, y in zip(sums, column, strict=True)) for sums in reached for k in range(m)
        }
    found = machine.certificate()
    assert (found is None) == (tuple(right.tolist()) in reached)
    if found is not None:
        modulus, weights = found
        assert m % modulus == 0
        assert all(np.dot(weights, column) % modulus == 0 for column in matrix)
        assert np.dot(weights, right.astype(int)) % modulus


def ended(machine, work):
    """Return whether a machine pauses at least once, and its certificate."""
    paused = 0
    while machine.step(work) == PAUSED:
        paused += 1
    return paused, machine.certificate()


def test_slices_change_nothing():
    random = Random(3)
    columns = [sorted(random.sample(range(40), 4)) for _ in range(120)]
    starts, rows = np.arange(0, 481, 4, dtype=np.int32), np.array(columns, np.int32).ravel()
    right = np.ones(40, np.uint8)
    whole, once = (Elimination(starts, rows, right, 3, 1) for _ in range(2))
    paused, found = ended(whole, 50)
    assert paused > 5 and ended(once, 10**9) == (0, found)
    assert whole.work == once.work
