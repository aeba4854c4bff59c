# SPDX-License-Identifier: MIT
"""Places of options in the bits of a state, against NumPy and plain Python."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem
from dlx.kernels.bits.layout import lay_out
from dlx.kernels.bits.places import Layout, ranks
from tests.problems import dominoes, problems


def words(p, order):
    """Return the words of 64 bits from the first option of each primary item to its last, added up."""
    bit = {int(k): b for b, k in enumerate(order)}
    total = 0
    for item in p.primary:
        words = [bit[k] // 64 for k in range(p.n_options) if item in p.option(k)]
        total += max(words) - min(words) + 1 if words else 0
    return total


def of(p):
    return Layout(p.indptr, p.indices, p.colors, p.bounds, p.n_items, p.n_primary)


@given(problems())
def test_sizes(p):
    primary = [set(p.option(k)) & set(p.primary) for k in range(p.n_options)]
    layout = of(p)
    assert layout.n_bits == sum(map(bool, primary))
    assert layout.n_nodes == sum(map(len, primary))
    assert layout.n_entries == sum(len(p.option(k)) for k, items in enumerate(primary) if items)
    assert layout.largest == max((sum(item in items for items in primary) for item in p.primary), default=0)


@given(st.lists(st.integers(0, 10**6), max_size=30))
def test_ranks(items):
    found, n = ranks(np.array(items, np.int32))
    known = sorted(set(items))
    assert (found.tolist(), n) == ([known.index(item) for item in items], len(known))


def test_the_order_is_never_worse_than_the_given_one():
    board = dominoes(10, 12)
    shuffled = np.random.default_rng(1).permutation(board.n_options)
    options = [board.option(k) for k in shuffled]
    p = Problem(options, board.primary)
    order = lay_out(p).arrays()[0].tolist()
    assert sorted(order) == list(range(p.n_options))
    assert words(p, order) < words(p, range(p.n_options))
    small = dominoes(4, 4)
    assert lay_out(small).arrays()[0].tolist() == list(range(small.n_options))  # one word


@given(problems(), st.randoms(use_true_random=False))
def test_arrays_by_item_and_by_bit(p, random):
    order = np.array(random.sample(range(p.n_options), p.n_options), np.int32)
    layout = of(p)
    with pytest.raises(ValueError, match="not arranged yet"):
        layout.arrays()
    layout.arrange(lay_out(p).shape, order)
    option, bit, item, color, entry_bit, starts, nodes, rank, low, high = map(np.ndarray.tolist, layout.arrays())
    assert option == [k for k in order.tolist() if set(p.option(k)) & set(p.primary)]
    assert [bit[k] for k in option] == list(range(layout.n_bits))
    colors = [0] * len(p.indices) if p.colors is None else p.colors.tolist()
    expected = sorted(
        (p.indices.tolist()[e], colors[e], bit[k]) for k in option for e in range(p.indptr[k], p.indptr[k + 1])
    )
    assert list(zip(item, color, entry_bit, strict=True)) == expected
    for b, (start, end) in enumerate(pairwise(starts)):
        held = nodes[start:end]
        assert sorted(held) == sorted(i for i, _, at in expected if at == b and i < p.n_primary)
        assert rank[start:end] == [sum(i == k and at < b for i, _, at in expected) for k in held]
    for k in range(p.n_primary):
        bits = [b for i, _, b in expected if i == k]
        assert not bits or (low[k], high[k]) == (min(bits) // 64, max(bits) // 64 + 1)
    assert layout.spread == sum(high) - sum(low)
