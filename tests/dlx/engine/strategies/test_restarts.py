# SPDX-License-Identifier: MIT
"""Searches that begin again in other orders: a solution or a proof, the same for a seed, within growing lengths."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem
from dlx.engine.strategies import restarts as module
from dlx.engine.strategies.restarts import Restarts
from dlx.kernels.learner.learner import luby
from dlx.matrix.assumptions import NONE, Assumptions
from tests.kernels import DONE, PAUSED, SOLUTION, run
from tests.problems import brute_force, everything, langford, queens, questions


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_solution_or_a_proof(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    machine = Restarts(p.engine, assumed, data.draw(st.integers(0, 3)))
    outcome = run(machine, data.draw(st.sampled_from([1, 50, 10**6])))
    solutions = brute_force(p, *assumed)
    assert outcome == (SOLUTION if solutions else DONE)
    assert outcome == DONE or tuple(sorted(machine.solution())) in solutions


def test_each_search_is_as_long_as_lubys_sequence_says(monkeypatch):
    monkeypatch.setattr(module, "LEAST_RESTART_NODES", 10)
    machine, ends = Restarts(langford(10).engine, NONE), []  # without a solution, and too large to end within these
    while machine.searches < 16:
        before = machine.nodes
        assert machine.step(1) == PAUSED
        if machine.nodes > before:
            ends.append(machine.nodes - before)
    assert ends == [ends[0] * luby(k) for k in range(1, len(ends) + 1)] and len(ends) == 15


def test_a_seed_decides_the_solution():
    found = {seed: [tuple(first_solution(seed)) for _ in range(2)] for seed in range(4)}
    assert all(first == again for first, again in found.values())
    assert len({first for first, _ in found.values()}) > 1


def first_solution(seed):
    machine = Restarts(queens(12).engine, NONE, seed)
    assert run(machine) == SOLUTION
    return sorted(machine.solution())


def test_slices_change_nothing(monkeypatch):
    monkeypatch.setattr(module, "LEAST_RESTART_NODES", 20)
    ends = set()
    for work in (1, 500, 10**9):
        machine = Restarts(langford(8).engine, NONE, 1)
        assert run(machine, work) == SOLUTION
        ends.add((machine.searches, machine.nodes, machine.work, *sorted(machine.solution())))
    assert len(ends) == 1


@pytest.mark.parametrize("p", [Problem([["a"]], ["a", "b"]), Problem([[k] for k in range(3)], [0, 1, 2, 3])])
def test_a_problem_without_a_solution_ends_at_once(p):
    machine = Restarts(p.engine, NONE)
    assert run(machine) == DONE and machine.searches == 1
