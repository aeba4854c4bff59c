# SPDX-License-Identifier: MIT
"""The k cheapest solutions, kept in any order of arrival, and costs as integers that bound the true ones."""

import math
from fractions import Fraction
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem
from dlx.engine.heap import Heap, Scale

COSTS = st.lists(st.integers(0, 10**6), min_size=1, max_size=8) | st.lists(
    st.floats(0, 1e6, allow_subnormal=False), min_size=1, max_size=8
)


def problem(costs):
    """Return a problem whose solutions are all sets of options: each has an item that needs no option."""
    return Problem([[k] for k in range(len(costs))], dict.fromkeys(range(len(costs)), (0, 1)), costs=costs)


def subsets(p):
    return [[k for k in range(p.n_options) if bits >> k & 1] for bits in range(1 << p.n_options)]


@given(COSTS)
def test_scaled_costs_are_lower_bounds(costs):
    p = problem(costs)
    scale = Scale(p, p.costs)
    factor = Fraction(2) ** scale.shift
    for options in subsets(p):
        true = sum((Fraction(costs[k]) for k in options), Fraction(0)) * factor
        assert scale.paid(options) <= true < scale.paid(options) + len(options) + 1
        assert not scale.exact or scale.paid(options) == true
        assert scale.paid(options) < scale.end


@given(COSTS, st.floats(0, 1e7))
def test_stops_lie_above_what_they_let_through(costs, most):
    """A solution within the limit is below the stop; with exact costs, one above the limit is not."""
    p = problem(costs)
    scale = Scale(p, p.costs)
    stop = scale.stop_after(most)
    for options in subsets(p):
        cost = sum(map(Fraction, (costs[k] for k in options)))
        if cost <= Fraction(most):
            assert scale.paid(options) < stop
        elif scale.whole:
            assert scale.paid(options) >= stop


@given(COSTS)
def test_a_stop_is_a_cost_again(costs):
    p = problem(costs)
    scale = Scale(p, p.costs)
    for options in subsets(p):
        cost = scale.cost(scale.paid(options))
        assert cost is not None and cost <= sum(costs[k] for k in options) * (1 + 1e-9)
    assert scale.cost(scale.end) is None


@given(COSTS, st.integers(1, 9), st.booleans(), st.integers(0, 99))
def test_the_k_cheapest_are_kept_in_any_order_of_arrival(costs, k, twice, seed):
    p = problem(costs)
    heap = Heap(p, Scale(p, p.costs), k, None, (better := []).append)
    arrival = Random(seed).sample(every := subsets(p), len(every)) * (1 + twice)
    for options in arrival:
        if heap.scale.paid(options) < heap.stop:  # as the kernel does
            heap.add(heap.scale.paid(options), options)
    found = [solution.cost for solution in heap.solutions()]
    assert found == sorted(math.fsum(costs[k] for k in options) for options in every)[:k]
    assert [s.cost for s in better] == sorted({s.cost for s in better}, reverse=True) and better[-1].cost == found[0]
    assert len({solution.options for solution in heap.solutions()}) == len(found)


def test_bounds_of_what_is_not_kept():
    p = problem([3, 6])
    heap = Heap(p, Scale(p, p.costs), 1, None)
    assert heap.scale.exact
    for floor, bound in ((heap.scale.paid([0]), 3), (heap.scale.paid([0]) + 1, 6), (0, 6), (heap.scale.end, None)):
        heap.raise_floor(floor)
        assert heap.bound() == bound  # every cost is a multiple of 3
    assert np.array_equal(heap.scale.costs, p.costs << heap.scale.shift)
