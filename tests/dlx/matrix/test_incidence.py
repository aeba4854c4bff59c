# SPDX-License-Identifier: MIT
"""Questions about the entries of a matrix, against loops over its options in plain Python."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.matrix import incidence
from dlx.matrix.incidence import remaining_bounds, remaining_problem
from dlx.questions.describe import describe
from tests.dlx.kernels.links.test_multi import by_force
from tests.problems import everything, multiplied, questions


def uses(p):
    """Return the items of each option with their colors, by name."""
    return [
        [(u.item, u.color) if isinstance(u, Colored) else (u, None) for u in p.option(k)] for k in range(p.n_options)
    ]


@given(everything())
def test_options_and_items(p):
    options = uses(p)
    assert incidence.entry_options(p).tolist() == [k for k, option in enumerate(options) for _ in option]
    primary = [any(item in p.primary for item, _ in option) for option in options]
    assert incidence.options_with_primary(p).tolist() == primary
    colored = {item for option in options for item, color in option if color is not None}
    assert incidence.colored_items(p).tolist() == [item in colored for item in p.items]
    bounds = [(1, 1)] * p.n_primary if p.bounds is None else p.bounds.tolist()
    low, high = incidence.item_bounds(p)
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == [
        *map(tuple, bounds),
        *[(0, 1)] * (p.n_items - p.n_primary),
    ]


@given(everything(), st.data())
def test_options_having_some_entries(p, data):
    entries = np.array(data.draw(st.lists(st.booleans(), min_size=len(p.indices), max_size=len(p.indices))), bool)
    expected = [entries[a:b].any() for a, b in zip(p.indptr[:-1], p.indptr[1:], strict=True)]
    assert incidence.options_having(p, entries).tolist() == expected


@given(everything())
def test_colors_of_items(p):
    entries = np.zeros(len(p.indices), bool) if p.colors is None else p.colors != 0
    items, which = incidence.colors_of_items(p, entries)
    pairs = [pair for option in uses(p) for pair in option if pair[1] is not None]
    assert [p.items[k] for k in items] == [item for item, _ in sorted_pairs(p, pairs)]
    assert [sorted_pairs(p, pairs)[k] for k in which] == pairs


def sorted_pairs(p, pairs):
    """Return the different pairs of item and color by their numbers."""
    return sorted(set(pairs), key=lambda pair: (p.items.index(pair[0]), p.color_names.index(pair[1])))


@given(everything(), st.data())
def test_a_part_of_a_matrix(p, data):
    options = np.array(data.draw(st.lists(st.booleans(), min_size=p.n_options, max_size=p.n_options)), bool)
    items = data.draw(st.permutations(range(p.n_items)).map(lambda order: order[: p.n_items // 2 + 1]))
    indptr, indices = incidence.part_of(p, options, np.array(items, np.int64))
    expected = [
        [items.index(p.items.index(item)) for item, _ in option if p.items.index(item) in items]
        for option, kept in zip(uses(p), options, strict=True)
        if kept
    ]
    assert [indices[a:b].tolist() for a, b in pairwise(indptr)] == expected


def test_arrays_for_a_kernel():
    array = incidence.int32(np.arange(10)[::2])
    assert (array.dtype, array.flags.c_contiguous, array.tolist()) == (np.int32, True, [0, 2, 4, 6, 8])


# --- The remaining problem: options that can still be chosen, and what items still need, by brute force


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
