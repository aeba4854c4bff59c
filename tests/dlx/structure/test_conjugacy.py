# SPDX-License-Identifier: MIT
"""Conjugacy classes of all symmetries of a problem, and Burnside's mean over them, against lists of the elements."""

from itertools import combinations
from math import factorial, inf

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dlx import Problem, models
from dlx.engine.drive import DONE, SOLUTION
from dlx.matrix.assumptions import Assumptions
from dlx.questions.orbits.representatives import find
from dlx.structure.conjugacy import ConjugacyClasses
from dlx.structure.permutations import closure, conjugates, cycles
from tests.dlx.workers.test_orbits import symmetric
from tests.problems import everything, questions

MOST = 3000  # elements of a group that we list


def classes(known, work=2**20):
    """Return all classes: pairs of an element and a number."""
    search, found = ConjugacyClasses(known), []
    while (outcome := search.step(work)) != DONE:
        if outcome == SOLUTION:
            found.append((search.element, search.size))
            search.follow()
    return found


def cycle_type(element, n_options):
    """Return the lengths of the cycles of options and of items."""
    parts = (np.bincount(cycles(part)) for part in (element[:n_options], element[n_options:] - n_options))
    return tuple(tuple(sorted(part[part > 0].tolist())) for part in parts)


@settings(deadline=None)
@given(st.data())
def test_classes_agree_with_a_list_of_the_group(data):
    p = data.draw(st.one_of(everything(most_options=8), symmetric(bounds=True).map(lambda pair: pair[0])))
    assumed = Assumptions(*map(tuple, data.draw(questions(p)))) if data.draw(st.booleans()) else Assumptions((), ())
    known = find(p, assumed, inf)
    assume(not known.equal and known.order <= MOST)
    elements = closure(known.generators, known.generators.shape[1], MOST)
    expected = [(cycle_type(one, p.n_options), size) for one, size in conjugates(elements, known.generators)]
    found = classes(known, data.draw(st.integers(1, 3000)))
    assert sorted((cycle_type(one, p.n_options), size) for one, size in found) == sorted(expected)
    assert {one.tobytes() for one, _ in found} <= {one.tobytes() for one in elements}


@pytest.mark.parametrize(
    ("problem", "n", "order"),
    [
        (Problem([*combinations(range(10), 2)]), 42, factorial(10)),  # partitions of 10
        (models.latin_squares(3), 22, 6**4),
        (models.latin_squares(4), 65, 6 * factorial(4) ** 3),
        (models.steiner_triples(9), 30, factorial(9)),
        (models.queens(5), 5, 8),
    ],
)
def test_known_numbers_of_classes(problem, n, order):
    found = classes(find(problem, Assumptions((), ()), inf))
    assert len(found) == n and sum(size for _, size in found) == order
