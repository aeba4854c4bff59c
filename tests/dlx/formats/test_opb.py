# SPDX-License-Identifier: MIT
"""Sums of OPB and of LP: a model for each solution, with its cost."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exports import read_lp, read_opb
from tests.problems import brute_force, everything, questions


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_sums_have_a_model_for_each_solution(data):
    p = data.draw(everything(7))
    given_options, banned = data.draw(questions(p))
    expected = brute_force(p, given_options, banned)
    opb = p.to_opb(given=given_options, banned=banned)
    lp = p.to_lp(given=given_options, banned=banned)
    for linear in (read_opb(opb.text()), read_lp(lp.text())):
        vectors, costs = linear.models()
        assert sorted(tuple(np.flatnonzero(v[: p.n_options]).tolist()) for v in vectors) == expected
        for vector, cost in zip(vectors, costs, strict=True):
            solution = lp.solution({f"x{k}": float(value) for k, value in enumerate(vector)})
            assert solution == opb.solution([k + 1 if value else -1 - k for k, value in enumerate(vector)])
            assert solution.cost == cost
