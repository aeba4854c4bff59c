# SPDX-License-Identifier: MIT
"""The kernel of reductions: options that would starve an item go, and no others; where it pauses changes nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.engine.drive import DONE
from dlx.kernels import reference
from dlx.kernels.reduce import Reducer
from tests.problems import brute_force, problems

ALIVE = -1  # in place of the item that an option would starve


@settings(max_examples=150, deadline=None)
@given(problems(most_options=14), st.integers(1, 30))
def test_pausing_anywhere_changes_nothing(p, work):
    def run(work):
        reducer = Reducer(p.indptr, p.indices, p.colors, p.n_items, p.n_primary)
        slices = 1
        while reducer.step(work) != DONE:
            slices += 1
        return reducer.fate.tolist(), reducer.rounds, reducer.starved, reducer.work

    assert run(work) == run(2**60)


def conflicts(p, a, b):
    """Return whether two options are in no solution together; no item has a multiplicity."""
    first, second = (reference.colored(p, k) for k in (a, b))
    return a != b and not reference.compatible(first, second)


def starves(p, option, live):
    """Return the first primary item that an option would leave without an option, or None."""
    own = {u.item if isinstance(u, Colored) else u for u in p.option(option)}
    for item in p.primary:
        users = [k for k in live if item in p.option(k)]
        if item not in own and all(conflicts(p, option, k) for k in users):
            return item
    return None


@settings(max_examples=150, deadline=None)
@given(problems(most_options=12))
def test_what_is_left_starves_no_item_and_no_solution_is_lost(p):
    reducer = Reducer(p.indptr, p.indices, p.colors, p.n_items, p.n_primary)
    while reducer.step(1000) != DONE:
        pass
    live = [k for k in range(p.n_options) if reducer.fate[k] == ALIVE]
    solutions = brute_force(p)
    if reducer.starved >= 0:
        assert not solutions
        return
    assert {k for solution in solutions for k in solution} <= set(live)
    with_primary = [k for k in live if set(p.option(k)) & set(p.primary)]
    assert all(starves(p, k, live) is None for k in with_primary)


def test_items_and_their_options():
    p = Problem([["a", Colored("x", 1)], ["b", Colored("x", 2)], ["b"]], ["a", "b"], ["x"])
    reducer = Reducer(p.indptr, p.indices, p.colors, p.n_items, p.n_primary)
    assert (reducer.sizes.tolist(), reducer.holders(0)) == ([1, 2, 2], [2])
    assert reducer.uses(2) == [(0, 1), (1, 2)]
    assert reducer.step(10**6) == DONE and reducer.fate.tolist() == [ALIVE, 0, ALIVE]
