# SPDX-License-Identifier: MIT
"""The remaining problem: options that can still be chosen, and what items still need, by brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.matrix.remaining import remaining_bounds, remaining_problem
from dlx.questions.describe import describe
from tests.dlx.kernels.links.test_multi import by_force
from tests.problems import multiplied, questions

pytestmark = pytest.mark.long


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_what_is_left_is_what_a_solution_can_have(data):
    p = data.draw(multiplied())
    chosen, banned = data.draw(questions(p))
    rest = remaining_problem(p, chosen, sorted(set(banned)))
    found = by_force(p, chosen, banned)
    assert rest is not None or not found
    if rest is not None:
        may = set(chosen) | set(np.flatnonzero(rest[0]).tolist())
        assert all(set(s) <= may for s in found)
        assert not (found and describe(p.engine, *rest)["uncovered"])


def test_a_problem_after_some_options():
    p = Problem(
        [["a", "x"], ["a", Colored("y", 1)], ["b", Colored("y", 2)], ["b", "x"], ["b"]],
        {"a": (1, 2), "b": (2, 3)},
        ["x", "y"],
    )
    live, state, need = remaining_problem(p, [1], [4])
    assert live.tolist() == [True, False, False, True, False]  # option 2 has another color of y
    assert (state.tolist(), need.tolist()) == ([0, 0, 0, 1], [0, 2])
    low, high = remaining_bounds(p, need)
    assert (low.tolist(), high.tolist()) == ([0, 2, 0, 0], [1, 3, 1, 1])
    live, state, need = remaining_problem(p, [0, 1], [])
    assert (state.tolist(), need.tolist()) == ([-1, 0, -1, 1], [-1, 2])
    assert live.tolist() == [False, False, False, False, True]


@pytest.mark.parametrize(
    ("chosen", "banned"),
    [([0, 3], []), ([1, 2], []), ([0], [0]), ([5], [])],
    ids=["one item twice", "two colors", "given and banned", "never chosen"],
)
def test_options_that_contradict_each_other(chosen, banned):
    options = [["a", "x"], ["a", Colored("y", 1)], ["b", Colored("y", 2)], ["b", "x"], ["b"], ["x"]]
    assert remaining_problem(Problem(options, ["a", "b"], ["x", "y"]), chosen, banned) is None
