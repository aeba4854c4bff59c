# SPDX-License-Identifier: MIT
"""Symmetries of components side by side: the group of all, and generators that take too much memory."""

from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.structure.separate import FINISHED, SeparateLabeling
from dlx.structure.symmetries import whole_graph
from tests.components import side_by_side
from tests.dlx.structure.test_symmetries import every_symmetry, joined
from tests.problems import brute_force, everything, questions


@settings(deadline=None)
@given(st.lists(everything(most_options=3), min_size=2, max_size=3), st.data())
def test_the_group_of_components_agrees_with_brute_force(parts, data):
    """Of parts that share no item, and a copy of the first one, so that components are exchanged."""
    p = side_by_side([*parts, parts[0]])
    if p.n_options > 7:
        return
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    expected = every_symmetry(p, *assumed)
    group = p.group("auto", given=assumed.given, banned=assumed.banned)
    assert group.order == len(expected)
    assert generated([row[: p.n_options].tolist() for row in group._generators], p.n_options) == set(expected)
    if p.n_options:
        solutions = brute_force(p, *assumed)
        assert group.count() == len(joined(solutions, expected))


def generated(generators, n):
    """Return all products of permutations."""
    found = new = {tuple(range(n))}
    while new := {tuple(row[k] for k in image) for image in new for row in generators} - found:
        found = found | new
    return found


def test_generators_that_take_too_much_memory(monkeypatch):
    coins = Problem([[k] for k in range(100) for _ in range(3)])
    group = coins.group("auto")
    assert (group.order, len(group._generators)) == (6**100 * factorial(100), 4)
    monkeypatch.setattr("dlx.structure.separate.MOST_GENERATOR_ENTRIES", 1000)
    with pytest.raises(OverflowError, match="too many generators"):
        coins.group("auto")


def searched(p, work=1000):
    """Return a finished search for the symmetries of a problem, and the number of its pauses."""
    search, pauses = SeparateLabeling(whole_graph(p, NONE)), 0
    while search.step(work) != FINISHED:
        pauses += 1
    return search, pauses


@pytest.mark.parametrize("n", [1, 2, 5, 300])
def test_components_that_are_alike_are_exchanged(n):
    """Each triangle has 6 symmetries, and two items in the same options are one."""
    corners = [[(k, a), (k, b)] for k in range(n) for a, b in ((0, 1), (1, 2), (0, 2))]
    search, pauses = searched(Problem([*corners, ["x", "y"]]))
    assert search.order == 6**n * factorial(n)
    assert pauses <= n + 2 and len(search.generators) <= 6
