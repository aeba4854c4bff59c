# SPDX-License-Identifier: MIT
"""Orders of items: the same problem in each, and the width of a frontier by its definition."""

import re
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem
from dlx.structure.order import in_order, narrowed, near_each_other, reordered
from tests.problems import brute_force, dominoes, everything


def solutions(p):
    return sorted(tuple(sorted(s.options)) for s in Problem.from_fields(p.fields()).solutions())


def frontier(p):
    """Return the most items that are in an option with a reached one, and not yet reached themselves."""
    place = {item: k for k, item in enumerate(p.primary)}
    widest = 0
    for now in range(p.n_primary):
        ahead = set()
        for k in range(p.n_options):
            places = [place[item] for item in p.option(k) if item in place]
            if places and min(places) <= now:
                ahead |= {at for at in places if at > now}
        widest = max(widest, len(ahead))
    return widest


@given(everything(), st.randoms(use_true_random=False))
def test_every_order_means_the_same(p, random):
    order = random.sample(range(p.n_primary), p.n_primary)
    other = reordered(p, np.array(order, np.int64))
    assert other.primary == tuple(p.primary[k] for k in order) and [*other.secondary] == [*p.secondary]
    assert [set(other.option(k)) for k in range(p.n_options)] == [set(p.option(k)) for k in range(p.n_options)]
    assert brute_force(Problem.from_fields(other.fields())) == brute_force(p)


@given(everything())
def test_a_narrower_order_means_the_same_and_is_narrower(p):
    other = narrowed(p)
    if other is not None:
        assert sorted(map(str, other.primary)) == sorted(map(str, p.primary)) and [*other.secondary] == [*p.secondary]
        assert brute_force(Problem.from_fields(other.fields())) == brute_force(p)
    order = near_each_other(p)
    assert order is None or sorted(order.tolist()) == list(range(p.n_primary))


@pytest.mark.parametrize(("rows", "columns"), [(2, 20), (3, 12), (4, 10)])
def test_a_strip_of_cells_becomes_as_narrow_as_it_is_high(rows, columns):
    strip = dominoes(rows, columns)
    cells = list(strip.primary)
    for seed in range(3):
        Random(seed).shuffle(cells)
        shuffled = in_order(strip, cells)
        found = narrowed(shuffled)
        assert frontier(found) <= rows + 1 and 2 * frontier(found) <= frontier(shuffled)


def test_no_order_is_better_where_all_items_meet():
    assert narrowed(Problem([[a, b] for b in range(8) for a in range(b)])) is None
    assert narrowed(Problem([["a"]])) is narrowed(Problem([], ["a", "b", "c"])) is near_each_other(Problem([])) is None


def test_listed_items_come_first():
    p = Problem([["a", "b"], ["c", "x"], ["b", "c"]], {"a": 1, "b": (0, 2), "c": 1}, ["x"])
    other = in_order(p, ["c", "a"])
    assert other.primary == ("c", "a", "b") and other.secondary == ("x",)
    assert other.bounds.tolist() == [[1, 1], [1, 1], [0, 2]]
    for items, message in ((["x"], "order has 'x', which is not a primary item"), (["a", "a"], "order has 'a' twice")):
        with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
            in_order(p, items)
