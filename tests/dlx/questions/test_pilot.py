# SPDX-License-Identifier: MIT
"""A plan for many questions, from some that are searched alone: the same on every run, for any number of workers."""

from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import inf
from multiprocessing import get_start_method

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx.matrix.givens import csr
from dlx.questions import pilot
from dlx.questions.pilot import ONE_BY_ONE, SIDE_BY_SIDE, Plan, alone
from tests.problems import queens


@pytest.mark.usefixtures("every_kernel")
@pytest.mark.parametrize("kernel", ["auto", "lanes", "bits"])
def test_parts_of_a_batch(monkeypatch, kernel):
    """In parts of a few questions, on threads and in a process of its own.

    Nodes are the same for all of them, if the process is a copy of this one. Otherwise it chooses its own kernel.
    """
    monkeypatch.setattr(pilot, "WORK_PER_PART", 100_000)
    p, asked = queens(8), [[k % 64, (7 * k) % 64][: k % 3] for k in range(400)]
    plain = p.solve_many(asked, None, kernel=kernel)
    with ProcessPoolExecutor(1) as pool:
        found = [p.solve_many(asked, None, kernel=kernel, **many) for many in ({"workers": 3}, {"executor": pool})]
    for answers in found:
        assert (answers.counts == plain.counts).all()
        assert (answers.nodes == found[0].nodes).all() or get_start_method() != "fork"
        assert [answers.solution(k) for k in range(400)] == [plain.solution(k) for k in range(400)]


def plan_of(p, asked, limit=None, kernel="auto"):
    return Plan.of(p.engine, 10**6, csr(p, asked), limit, kernel)


def test_samples_decide_whether_questions_go_side_by_side():
    """Easy questions share the lanes, and hard ones, of which most would be handed over, go one by one."""
    p = queens(8)
    easy = plan_of(p, [[k] for k in range(16)], 1)
    assert easy.lanes and easy.work > 0 and 0 < easy.patience < inf
    assert plan_of(queens(14), [[]] * 4, None) == ONE_BY_ONE
    assert plan_of(queens(14), [[]] * 4, None, kernel="lanes").lanes
    assert plan_of(p, [[k] for k in range(16)], kernel="links") == ONE_BY_ONE


def test_a_plan_is_the_same_on_every_run():
    plans = {plan_of(queens(8), [[k % 64] for k in range(16)], limit) for limit in [2] * 3}
    assert len(plans) == 1


@given(
    st.sampled_from([ONE_BY_ONE, SIDE_BY_SIDE, Plan(True, 5.0, 10.0), Plan(True, 5.0, 1e6), Plan(True, 5.0, 1e12)]),
    st.integers(0, 10**6),
    st.integers(1, 64),
)
def test_cuts_are_all_questions_in_order(plan, number, workers):
    cuts = plan.cuts(number, workers)
    assert cuts[0][0] == 0 and cuts[-1][1] == number
    assert all(end == start for (_, end), (start, _) in pairwise(cuts))
    assert all(start < end for start, end in cuts) or number == 0
    if plan.lanes and plan != SIDE_BY_SIDE:  # a neighbor may change the nodes of a question
        assert cuts == plan.cuts(number, 1)


def test_samples_alone():
    p = queens(8)
    indptr, given_options = csr(p, [[], [0], [0, 1]])
    every, first, none = alone(p.engine, (indptr, given_options), range(3), 10**6)
    assert (every.several, first.several, none.several) == (True, True, False)
    assert every.work > first.work > none.work and not every.too_much
    large = queens(12)
    (sample,) = alone(large.engine, csr(large, [[]]), range(1), 10**6)
    assert sample.too_much
