# SPDX-License-Identifier: MIT
"""The reference, which all kernels are compared with, against brute force over all sets of options."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.kernels.reference import branch, colored, compatible, solutions, wants
from tests.problems import brute_force, everything, questions


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_all_solutions_once(data):
    p = data.draw(everything())
    chosen, banned = data.draw(questions(p))
    found = list(solutions(p, chosen, banned))
    assert sorted(found) == brute_force(p, chosen, banned)


@given(everything())
def test_options_that_fit_in_no_solution_together(p):
    """Two options without a common item that has room, and that disagree, are in no solution."""
    options = [colored(p, k) for k in range(p.n_options)]
    room = {item for item, (_, most) in wants(p).items() if most > 1}
    together = {pair for solution in brute_force(p) for pair in combinations(solution, 2)}
    for a, b in combinations(range(p.n_options), 2):
        assert compatible(options[a], options[b], room) or (a, b) not in together


def test_the_item_with_the_fewest_branches():
    p = Problem([["a", "b"], ["a"], ["a", "c"], ["b", "c"]], {"a": 1, "b": 1, "c": (0, 2)})
    options = [colored(p, k) for k in range(4)]
    assert branch(options, wants(p), [0, 1, 2, 3]) == ("b", [0, 3])
    assert branch(options, wants(p), [1, 2]) == ("b", [])
    assert branch(options, {"a": (2, 2)}, [0, 1, 2]) == ("a", [0, 1])  # of three options that two must be of
    assert branch(options, {"c": (0, 2)}, [0, 2]) == (None, [0, 2])


def test_colors_and_wants():
    p = Problem([["a", Colored("x", "red")], ["a", "x"]], {"a": (1, 2)}, ["x"])
    assert [colored(p, k) for k in range(2)] == [{"a": None, "x": 1}, {"a": None, "x": None}]
    assert wants(p) == {"a": (1, 2)}
