# SPDX-License-Identifier: MIT
"""Groups of permutations: orders by generators against lists of all elements, and groups with known orders."""

from itertools import permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx.structure.permutations import Chain, closure, cycles, images, orbits

GENERATORS = st.integers(1, 6).flatmap(
    lambda n: st.lists(st.permutations(range(n)).map(np.array), min_size=1, max_size=3)
)


@settings(deadline=None)
@given(GENERATORS)
def test_chains_agree_with_lists_of_all_elements(generators):
    n = len(generators[0])
    chain, elements = Chain(generators, n), closure(generators, n, 10**6)
    assert chain.order == len(elements)
    chain.complete()
    assert chain.order == len(elements)
    inside = set(map(tuple, elements.tolist()))
    for candidate in permutations(range(n)):
        assert chain.has(np.array(candidate)) == (candidate in inside)
    assert closure(generators, n, len(elements) - 1) is None


@settings(deadline=None)
@given(GENERATORS, st.data())
def test_images_and_orbits_are_those_under_all_elements(generators, data):
    n = len(generators[0])
    elements = closure(generators, n, 10**6)
    points = np.array(data.draw(st.lists(st.integers(0, n - 1), unique=True)), int)
    rows = [tuple(row) for batch in images(points, generators) for row in batch.tolist()]
    assert len(set(rows)) == len(rows)
    assert set(rows) == {tuple(sorted(row)) for row in elements[:, points].tolist()}
    assert orbits(generators, n).tolist() == elements.min(axis=0).tolist()
    assert all((cycles(g) == orbits([g], n)).all() for g in generators)


def of_cycles(n, *moved):
    image = np.arange(n)
    for cycle in moved:
        image[list(cycle)] = cycle[1:] + cycle[:1]
    return image


TURN_11 = of_cycles(12, tuple(range(11)))
MATHIEU = of_cycles(12, (2, 6, 10, 7), (3, 9, 4, 5))
SWAPS = of_cycles(12, (0, 11), (1, 10), (2, 5), (3, 7), (4, 8), (6, 9))


@pytest.mark.parametrize(
    ("generators", "order"),
    [
        ([TURN_11, MATHIEU], 7920),  # Mathieu's groups of 11 and of 12 points
        ([TURN_11, MATHIEU, SWAPS], 95040),
        ([of_cycles(20, tuple(range(20))), of_cycles(20, (0, 1))], factorial(20)),
        ([of_cycles(9, (0, 1, 2)), of_cycles(9, tuple(range(9)))], factorial(9) // 2),  # even permutations
        ([], 1),
    ],
)
def test_known_orders(generators, order):
    chain = Chain(generators, len(generators[0]) if generators else 3)
    assert chain.order == order
    chain.complete()
    assert chain.order == order


def test_a_chain_that_lacks_elements_is_completed(monkeypatch):
    monkeypatch.setattr("dlx.structure.permutations.RANDOM_TRIALS", 0)
    chain = Chain([TURN_11, MATHIEU, SWAPS], 12)
    assert chain.order < 95040
    chain.complete()
    assert chain.order == 95040


def test_permutations_of_the_group_add_nothing():
    chain = Chain([TURN_11], 12)
    assert not chain.add(TURN_11[TURN_11])
    assert chain.add(MATHIEU)
    assert len(chain.generators) == 2
