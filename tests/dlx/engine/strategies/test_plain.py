# SPDX-License-Identifier: MIT
"""Plain search as a machine: it pauses at each solution that is recorded, and otherwise after as many as are wanted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx.engine.strategies.plain import lent
from dlx.engine.task import CountGoal, Solutions
from dlx.matrix.assumptions import NONE, Assumptions
from tests.kernels import DONE, SOLUTION, run
from tests.problems import brute_force, everything, queens, questions


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_every_solution_is_met_once(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    machine, found = lent(p.engine, assumed, Solutions(10**6, shown=True)), []
    while (outcome := run(machine, data.draw(st.sampled_from([1, 10**6])))) == SOLUTION:
        found.append(tuple(sorted(machine.solution())))
    assert outcome == DONE and sorted(found) == brute_force(p, *assumed)
    assert machine.solutions == len(found)


def test_a_count_meets_no_solution():
    machine = lent(queens(6).engine, NONE, CountGoal())
    assert run(machine) == DONE and machine.solutions == 4
    assert machine.fraction == machine.foreseen == 1 and machine.work > machine.nodes > 0


@pytest.mark.parametrize("kernel", ["links", "bits", "multi"])
def test_so_many_are_enough(kernel):
    goal = Solutions(3_000)  # more than all strategies record together
    assert not goal.records
    machine = lent(queens(11).engine, NONE, goal, name=kernel)
    assert run(machine) == DONE and machine.solutions == 2_680
    few = Solutions(1_500)
    machine = lent(queens(11).engine, NONE, few, name=kernel)
    assert run(machine) == SOLUTION and machine.solutions == 1_500


def test_options_that_contradict_each_other():
    machine = lent(queens(6).engine, Assumptions((0, 1), ()), CountGoal())
    assert machine.step(1) == DONE and machine.solutions == 0


def test_a_seed_changes_the_order_alone():
    solutions = set()
    for seed in range(5):
        machine = lent(queens(8).engine, NONE, Solutions(), seed)
        assert run(machine) == SOLUTION
        solutions.add(tuple(sorted(machine.solution())))
    assert len(solutions) > 1
