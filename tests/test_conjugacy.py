# SPDX-License-Identifier: MIT
"""Conjugacy classes of all symmetries of a problem, and Burnside's mean over them, against lists of the elements."""

from itertools import combinations
from math import factorial, inf

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dlx import Problem, Unfinished, models
from dlx.engine.drive import DONE, SOLUTION
from dlx.matrix.assumptions import Assumptions
from dlx.questions.orbits.burnside import MeanOfAll
from dlx.questions.orbits.representatives import find
from dlx.structure.conjugacy import ConjugacyClasses
from dlx.structure.permutations import closure, conjugates, cycles
from dlx.structure.symmetries import without_copies
from tests.problems import questions
from tests.test_export import everything
from tests.test_orbits import brute, symmetric

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


def mean(problem):
    known = find(problem, Assumptions((), ()), inf)
    return MeanOfAll(without_copies(problem, known.graph.items), Assumptions((), ()), known)


def count(problem, assumed, seconds):
    return Problem.from_fields(problem.fields()).count(given=assumed.given, banned=assumed.banned)


def test_only_elements_that_fix_solutions_are_followed():
    asked = []
    squares = mean(models.latin_squares(4))
    assert squares.run(inf, lambda *some: asked.append(1) or count(*some)) == 2
    assert len(asked) < 45 < 65  # classes


def ring(n, lengths):
    """Return the problem of n items on a circle, in arcs of these lengths."""
    return Problem([[(start + k) % n for k in range(length)] for start in range(n) for length in lengths])


@pytest.mark.parametrize(
    "problem",
    [
        *(ring(n, lengths) for n in (4, 6, 8, 9, 12) for lengths in ((1, 2), (1, 3))),
        *(Problem([*combinations(range(n), 2)]) for n in (4, 6, 8)),
        models.latin_squares(3),
    ],
    ids=repr,
)
def test_elements_that_fix_a_single_solution_are_followed(problem):
    """Their roots fix it, too. A circle of arcs of one length is its own image under all rotations by an arc."""
    fixed = []

    def counted(*some):
        fixed.append(count(*some))
        return fixed[-1]

    assert mean(problem).run(inf, counted) == len(brute(problem, problem.group("auto")))
    assert 1 in fixed


@settings(deadline=None, max_examples=25)
@given(symmetric())
def test_means_of_all_symmetries_by_brute_force(case):
    problem = case[0]
    assume(not find(problem, Assumptions((), ()), inf).equal and problem.count(limit=200) < 200)
    assert mean(problem).run(inf, count) == len(brute(problem, problem.group("auto")))


def test_a_mean_continues():
    asked = []

    def sometimes(*some):
        asked.append(1)
        if len(asked) % 2:
            raise Unfinished("no time", 0)
        return count(*some)

    triples, bounds = mean(models.steiner_triples(9)), []
    with pytest.raises(Unfinished, match="the time limit ended the count: at least 0 orbits"):
        triples.run(0, count)
    for _ in range(100):
        try:
            assert triples.run(inf, sometimes) == 1
            break
        except Unfinished as error:
            bounds.append(error.partial)
    assert len(asked) == 2 * len(bounds) and set(bounds) == {0, 1}
