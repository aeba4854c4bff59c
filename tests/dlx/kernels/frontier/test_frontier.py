# SPDX-License-Identifier: MIT
"""Counts by layers, alone: against brute force, in steps of any size, within any memory."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem
from dlx.engine.strategies.frontier import drawn, planned
from dlx.matrix.assumptions import NONE, Assumptions
from tests.kernels import DONE, PAUSED
from tests.problems import brute_force, dominoes, everything, questions

MEMORY, SMALL = 1 << 24, 1 << 18  # bytes


def frontier(p, assumed=NONE, memory=MEMORY, **how):
    return drawn(planned(p, assumed, **how), memory)


def ended(machine, work=10**7):
    while (outcome := machine.step(work)) == PAUSED:
        pass
    return outcome


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_counts_of_any_problem(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    machine = frontier(p, assumed, reorder=data.draw(st.booleans()))
    assert ended(machine, data.draw(st.sampled_from([1, 100, 10**6]))) == DONE
    assert (machine.solutions, machine.fraction) == (len(brute_force(p, *assumed)), 1)


def test_steps_change_nothing():
    board = dominoes(6, 7)
    counters = set()
    for work in (1, 999, 10**9):
        machine = frontier(board)
        ended(machine, work)
        counters.add((machine.solutions, machine.nodes, machine.lookups, machine.hits, machine.expanded))
    assert len(counters) == 1 and counters.pop()[0] == 31_529


def test_the_share_of_the_work_grows_to_1():
    machine, shares = frontier(dominoes(8, 8)), [0.0]
    while machine.step(2_000) == PAUSED:
        shares.append(machine.fraction)
    assert len(shares) > 5 and shares == sorted(shares)
    assert machine.fraction == 1


@pytest.mark.parametrize("n", [63, 64, 65, 127, 128, 129, 200])
def test_counts_of_more_than_a_word(n):
    """Each of n items alone in two options: 2^n solutions."""
    machine = frontier(Problem([[k] for k in range(n) for _ in "ab"]))
    ended(machine)
    assert machine.solutions == 2**n


def test_a_memory_that_is_too_small():
    machine = frontier(dominoes(18, 18), memory=SMALL)
    while not machine.full and machine.step(10**5) == PAUSED:
        pass
    assert machine.full and machine.fraction < 1 and machine.nbytes <= SMALL
