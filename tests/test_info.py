# SPDX-License-Identifier: MIT
"""What the engine sees of a problem: its parts agree with the count, on random problems too."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, models
from tests.problems import dominoes, langford, multiplied, problems, questions
from tests.test_components import every


@given(problems() | multiplied(), st.data())
@settings(max_examples=60)
def test_info_agrees_with_the_count(p, data):
    given_, banned = data.draw(questions(p))
    solutions = every(p, given_, banned)
    seen = p.info(given=given_, banned=banned, time_limit=None)
    assert (seen.solutions, seen.complete) == (len(solutions), True)
    assert seen.certificate is None or (seen.certificate.verify() and not solutions)
    assert seen.symmetries >= 1
    assert seen.components >= (len(solutions) > 1)
    assert str(seen).startswith("components ")


@pytest.mark.parametrize(
    ("problem", "components", "symmetries", "method"),
    [
        (Problem([[k] for k in range(5)] * 2), 5, 2**5 * 120, "search"),
        (models.latin_squares(5), 1, 120**3 * 6, "symmetric"),
        (dominoes(12, 12), 1, 8, "frontier"),
        (dominoes(7, 7), 1, 8, "frontier"),
        (models.queens(8), 1, 8, "search"),
        (langford(13), 1, 2, "invariants"),
    ],
    ids=["coins", "Latin squares", "dominoes", "odd board", "queens", "Langford pairs"],
)
def test_info_of_known_problems(problem, components, symmetries, method):
    seen = problem.info(time_limit=None)
    assert (seen.components, seen.symmetries, seen.stats.method) == (components, symmetries, method)
    assert seen.solutions == problem.count()
    assert (seen.certificate is None) == (seen.solutions > 0)


def test_info_of_a_count_that_is_cut_short():
    seen = models.queens(30).info(time_limit=0)
    assert (seen.complete, seen.left, seen.certificate) == (False, None, None)
    assert seen.search.seconds.low >= 0
    assert "time        unknown\n" in str(seen)
    several = Problem([["a", "b"], ["b"]], {"a": (0, 1), "b": (1, 2)}).info(time_limit=0)
    assert several.search is None


def test_info_of_a_large_problem():
    """What would take more than a second is left out."""
    seen = Problem([[k, k + 1] for k in range(0, 600_000, 2)]).info(time_limit=0.01)
    assert (seen.symmetries, seen.window) == (None, None)
    assert seen.certificate is None
