# SPDX-License-Identifier: MIT
"""Assumptions: options by any of their names, in the order of the caller, and one object for none."""

import numpy as np
import pytest

from dlx import Problem
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.matrix.matrix import Matrix

MATRIX = Matrix([["a", "b"], ["c"], ["a"], ["b", "c"]])


@pytest.mark.parametrize(
    ("given", "banned", "numbers"),
    [
        ([3, 0], [1], ((3, 0), (1,))),
        (np.array([2]), (), ((2,), ())),
        ([("c", "b"), 1], lambda items: "a" in items, ((3, 1), (0, 2))),
        ([1, 1], [1], ((1, 1), (1,))),  # a contradiction is no error
        ([], [], ((), ())),
    ],
)
def test_options_by_any_name(given, banned, numbers):
    assert Assumptions.of(MATRIX, given, banned) == numbers


def test_no_options_are_the_same_object():
    assert Assumptions.of(MATRIX) is NONE
    assert Assumptions.of(MATRIX, np.array([], int)) == NONE


@pytest.mark.parametrize("name", ["given", "banned"])
def test_errors_say_which_options_they_are(name):
    with pytest.raises(ValueError, match=rf"^{name} option 4 is out of range: the problem has 4 options \(0 to 3\)$"):
        Assumptions.of(MATRIX, **{name: [4]})
    with pytest.raises(TypeError, match=f"^{name} is 3; give a list of options, or a function of their items$"):
        Assumptions.of(MATRIX, **{name: 3})


def test_a_contradiction_means_that_there_is_no_solution():
    problem = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
    assert problem.count(given=[0], banned=[0]) == problem.count(given=[0, 2]) == 0
