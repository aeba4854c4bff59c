# SPDX-License-Identifier: MIT
"""The layout of bits, against plain Python."""

from itertools import accumulate, pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem
from dlx.kernels.bits.layout import lay_out
from dlx.kernels.bits.places import Layout
from tests.problems import problems

MANY = 2**30  # items; an array of them would take 4 GiB


def int32(numbers):
    return np.array(list(numbers), np.int32)


def entries_of(problem, order):
    """Return the bits of the options that have a primary item, and their entries (item, color, bit), sorted."""
    colors = [0] * len(problem.indices) if problem.colors is None else problem.colors.tolist()
    ends = problem.indptr.tolist()
    rows = [list(zip(problem.indices.tolist()[a:b], colors[a:b], strict=True)) for a, b in pairwise(ends)]
    option = [k for k in order if any(item < problem.n_primary for item, _ in rows[k])]
    return option, sorted((item, color, b) for b, k in enumerate(option) for item, color in rows[k])


@given(problems(), st.randoms(use_true_random=False), st.booleans())
def test_layouts_against_plain_python(problem, random, sparse):
    order = random.sample(range(problem.n_options), problem.n_options)
    layout = lay_out(problem, order)
    found = layout.arrays()
    if sparse:
        args = problem.indptr, problem.indices, problem.colors, problem.bounds, MANY, problem.n_primary
        (same := Layout(*args)).arrange(layout.shape, int32(order))
        assert all(map(np.array_equal, same.arrays(), found))
    option, entries = entries_of(problem, order)
    options, bit, item, color, entry_bit, starts, at, rank, low, high = found
    assert options.tolist() == option and layout.n_bits == len(option)
    assert {k: bit[k] for k in option} == {k: b for b, k in enumerate(option)}
    assert sorted(bit)[: -len(option) or None] == [-1] * (problem.n_options - len(option))
    assert list(zip(item, color, entry_bit, strict=True)) == entries
    nodes = [(b, item) for item, _, b in entries if item < problem.n_primary]
    ranks = {pair: sum(item == pair[1] for _, item in nodes[:k]) for k, pair in enumerate(nodes)}
    held = [sum(b == own for own, _ in nodes) for b in range(len(option))]
    assert starts.tolist() == [0, *accumulate(held)]
    assert at.tolist() == [item for _, item in sorted(nodes)]
    assert rank.tolist() == [ranks[pair] for pair in sorted(nodes)]
    assert layout.spread == (high - low).sum() and (low < high).all()


@given(st.lists(st.sets(st.integers(0, 11), min_size=1), min_size=65, max_size=90))
def test_the_order_is_the_best_of_three(options):
    problem = Problem(options, range(12))
    size = [sum(item in option for option in options) for item in range(12)]
    ranked = sorted(range(12), key=lambda item: (-size[item], item))
    by_largest = sorted(range(len(options)), key=lambda k: min(map(ranked.index, options[k])))
    found = lay_out(problem).arrays()[0].tolist()
    assert sorted(found) == list(range(len(options)))
    assert words(options, found) <= min(words(options, range(len(options))), words(options, by_largest))


def words(options, order):
    """Return the words from the first to the last option of each item, added up."""
    at = {item: [b // 64 for b, k in enumerate(order) if item in options[k]] for item in range(12)}
    return sum(max(found) - min(found) + 1 for found in at.values() if found)
