# SPDX-License-Identifier: MIT
"""Smallest hitting sets against all sets, their bounds, and the end of their time."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.diagnosis.hitting import smallest_hitting_set


@given(st.lists(st.integers(1, 255), max_size=12), st.integers(0, 8))
def test_hitting_sets(sets, most):
    least = min(h.bit_count() for h in range(256) if all(h & s for s in sets))
    found = smallest_hitting_set(sets)
    assert found.bit_count() == least and all(found & s for s in sets)
    assert smallest_hitting_set(sets, least) is not None
    bounded = smallest_hitting_set(sets, 0, most)
    assert (bounded is None) == (least > most)
    assert bounded is None or bounded.bit_count() == least


def test_hitting_sets_are_interrupted():
    random = Random(1)
    sets = [sum(1 << k for k in random.sample(range(60), 6)) for _ in range(200)]
    with pytest.raises(TimeoutError):
        smallest_hitting_set(sets, over=lambda: True)


def test_bounds_end_the_search_for_a_hitting_set():
    """A search that visits 256 nodes asks whether its time is over."""
    triangles = [edge << 3 * k for k in range(10) for edge in (0b011, 0b101, 0b110)]
    assert smallest_hitting_set(triangles, 20, over=lambda: True).bit_count() == 20
    with pytest.raises(TimeoutError):
        smallest_hitting_set(triangles, over=lambda: True)
    disjoint = [0b11 << 2 * k for k in range(12)]
    assert smallest_hitting_set(disjoint, over=lambda: True).bit_count() == 12
