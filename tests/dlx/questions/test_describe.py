# SPDX-License-Identifier: MIT
"""Descriptions of a problem and of what remains of it."""

import pytest

from dlx import Problem
from dlx.matrix.incidence import remaining_problem
from dlx.questions.describe import describe, table

pytestmark = pytest.mark.long


def test_a_description():
    p = Problem([["a"], ["a", "b"], ["b"]], {"a": (1, 2), "b": (0, 3), "c": (0, 1), "d": 1})
    facts = {"given": [], "banned": [], "contradiction": False} | describe(p.engine, *remaining_problem(p, [], []))
    assert (facts["kernel"], facts["primary"], facts["multiplicities"], facts["uncovered"]) == ("bits", 4, 3, ["d"])
    lines = list(table(facts))
    assert "multiplicities  3 items wanted other than in exactly one option" in lines
    assert "uncovered  d: in too few options, so there is no solution" in lines
    facts = describe(p.engine, *remaining_problem(p, [0], []))
    assert (facts["primary"], facts["options"]) == (4, 2)
    assert describe(p.engine, *remaining_problem(p, [0, 1], []))["options"] == 1
    assert describe(p.engine, *remaining_problem(p, [], [0, 1]))["uncovered"] == ["a", "d"]
    assert remaining_problem(Problem([["a"]] * 3, {"a": 2}), [0, 1, 2], []) is None
    p = Problem([["a", "x"], ["a"], ["a"]], ["a"], ["x"])
    facts = describe(p.engine, *remaining_problem(p, [], []))
    assert (facts["primary_sizes"], facts["secondary_sizes"]) == ([3, 3], [1, 1])
