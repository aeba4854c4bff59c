# SPDX-License-Identifier: MIT
"""A first solution on many threads: the end with the least work counts, whichever thread comes first."""

from itertools import permutations
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Status
from dlx.matrix.assumptions import Assumptions
from dlx.workers import first as module
from dlx.workers.first import Finish, decide_on_workers
from tests.kernels import DONE, PAUSED, SOLUTION
from tests.problems import brute_force, everything, queens, questions


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_problem_on_any_number_of_threads(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    solutions = brute_force(p, *assumed)
    answer = decide_on_workers(p.engine, assumed, data.draw(st.integers(1, 4)), seed=data.draw(st.integers(0, 3)))
    assert answer.status is (Status.SOLUTION_LIMIT if solutions else Status.COMPLETE)
    assert [tuple(sorted(options)) in solutions for options in answer.value] == [True] * bool(solutions)


def test_the_end_with_the_least_work_counts_in_any_order():
    ends = [(500, 2, [7]), (500, 1, [3]), (900, 0, None), (700, 3, [5])]
    for order in permutations(ends):
        finish = Finish()
        for end in order:
            finish.add(*end)
        assert (finish.work, finish.number, finish.options) == (500, 1, [3])


@pytest.mark.parametrize(("outcome", "options"), [(SOLUTION, [3, 5]), (DONE, None)])
def test_a_thread_reports_its_solution_or_its_proof(outcome, options):
    outcomes = [outcome, PAUSED, PAUSED]
    machine = SimpleNamespace(step=lambda work: outcomes.pop(), solution=lambda: [3, 5])
    module._restart(machine, 2, finish := Finish())
    assert (finish.number, finish.options) == (2, options)
    assert finish.work == module.ROUND_WORK + 3 * module.TIMED_SLICE_WORK


def test_a_thread_stops_once_another_has_ended_with_less_work():
    steps = []
    machine = SimpleNamespace(step=lambda work: steps.append(work) or PAUSED)
    finish = Finish()
    finish.add(module.ROUND_WORK + 5 * module.TIMED_SLICE_WORK, 1, None)
    module._restart(machine, 2, finish)
    assert len(steps) == 5 and finish.number == 1


def test_a_thread_without_memory_leaves_the_others_alone():
    def step(work):
        raise MemoryError

    module._restart(SimpleNamespace(step=step), 2, finish := Finish())
    assert (finish.number, finish.options) == (0, None)
    assert queens(8).solve(workers=2) == queens(8).solve()
