"""The exact meaning of a problem, by brute-force counts, the plain reference, and edge cases."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.engine.engine import KERNELS
from dlx.kernels import reference as _reference
from tests import ROOT
from tests.problems import problems, questions

EVERY = list(map(json.loads, (ROOT / "tests" / "data" / "semantics.jsonl").read_text().splitlines()))
CASES = [case for case in EVERY if not case["multiplicity"]]
MULTIPLIED = [case for case in EVERY if case["multiplicity"]]


def use(word):
    item, colon, color = word.partition(":")
    return Colored(item, color) if colon else item


def test_there_are_650_cases():
    assert (len(CASES), len(MULTIPLIED)) == (500, 150)
    assert {case["kind"] for case in MULTIPLIED} == {"mcc"}
    assert {case["kind"] for case in CASES} == {"xc", "xcs", "xcc"}


@pytest.mark.long
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("start", range(0, 500, 50))
def test_counts_that_four_programs_and_a_brute_force_agree_on(start, kernel):
    for case in CASES[start : start + 50]:
        p = Problem([map(use, option) for option in case["options"]], case["primary"], case["secondary"])
        found = [solution.options for solution in p.search(kernel=kernel)]
        assert p.search(kernel=kernel).count() == p.count() == len(found) == len(set(found)) == case["count"]
        assert sorted(found) == sorted(_reference.solutions(p))
        assert p.is_unique() == (case["count"] == 1)
        assert (p.solve() is None) == (case["count"] == 0)
        assert all(p.verify(options) for options in found)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 150, 50))
def test_multiplicities(start):
    for case in MULTIPLIED[start : start + 50]:
        primary = {item: tuple(case["multiplicity"][item]) for item in case["primary"]}
        p = Problem([map(use, option) for option in case["options"]], primary, case["secondary"])
        found = [solution.options for solution in p.solutions()]
        assert p.count() == len(found) == len(set(found)) == case["count"]
        assert all(p.verify(options) for options in found)


@pytest.mark.long
@pytest.mark.parametrize("kernel", KERNELS)
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_given_and_banned_against_the_reference(kernel, data):
    p = data.draw(problems())
    for _ in range(3):
        given_options, banned = data.draw(questions(p))
        expected = sorted(_reference.solutions(p, given_options, banned))
        found = sorted(s.options for s in p.search(kernel=kernel, given=given_options, banned=banned))
        assert found == expected
        assert p.search(kernel=kernel, given=given_options, banned=banned).count() == len(expected)
        every = sorted(_reference.solutions(p))
        assert found == [s for s in every if set(given_options) <= set(s) and not set(banned) & set(s)]


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_metamorphic(data):
    """Branching on any option splits the count; an equal option doubles the solutions that use it."""
    p = data.draw(problems(8))
    total = p.count()
    for k in range(p.n_options):
        assert p.count(given=[k]) + p.count(banned=[k]) == total
        options = [p.option(j) for j in range(p.n_options)]
        doubled = Problem([*options, options[k]], p.primary, p.secondary)
        assert doubled.count() == total + p.count(given=[k])


def odd(options, primary=None, secondary=()):
    p = Problem(options, primary, secondary)
    expected = sorted(_reference.solutions(p))
    for kernel in KERNELS:
        assert sorted(solution.options for solution in p.search(kernel=kernel)) == expected
        assert p.search(kernel=kernel).count() == len(expected)
    return expected


def test_no_options_at_all():
    assert odd([], primary=["a"]) == []
    assert odd([], primary=[], secondary=["x"]) == [()]


def test_no_items():
    p = Problem([])
    assert (p.n_items, p.n_options, p.count()) == (0, 0, 1)
    assert p.solve().options == ()
    assert p.is_unique()


def test_an_item_that_no_option_has():
    assert odd([["a"]], primary=["a", "b"]) == []
    assert odd([["a"]], primary=["a"], secondary=["x"]) == [(0,)]


def test_an_option_without_a_primary_item_is_never_chosen():
    assert odd([["a"], ["x"], ["a", "x"]], primary=["a"], secondary=["x"]) == [(0,), (2,)]
    p = Problem([["a"], ["x"]], ["a"], ["x"])
    assert p.count(given=[1]) == 0
    assert p.count(banned=[1]) == 1
    assert odd([["x"], ["y"]], primary=[], secondary=["x", "y"]) == [()]


def test_equal_options_are_two_options():
    assert odd([["a"], ["a"]]) == [(0,), (1,)]
    assert odd([["a", "b"], ["b", "a"], ["a"], ["b"]]) == [(0,), (1,), (2, 3)]


def test_colors():
    red, green = Colored("x", "red"), Colored("x", "green")
    assert odd([["a", red], ["b", red]], ["a", "b"], ["x"]) == [(0, 1)]
    assert odd([["a", red], ["b", green]], ["a", "b"], ["x"]) == []
    assert odd([["a", red], ["b", "x"]], ["a", "b"], ["x"]) == []
    assert odd([["a", "x"], ["b", "x"]], ["a", "b"], ["x"]) == []
    assert odd([["a", red], ["b", red], ["b"]], ["a", "b"], ["x"]) == [(0, 1), (0, 2)]


def test_given_options():
    p = Problem([["a"], ["a", "b"], ["b"]])
    assert [s.options for s in p.solutions(given=[2])] == [(0, 2)]
    assert [s.options for s in p.solutions(given=[2, 2, 0])] == [(0, 2)]  # given twice, and nothing left to search
    assert p.count(given=[0, 1]) == 0  # they conflict: no solution, no error
    assert p.count(given=[0], banned=[0]) == 0
    assert p.count(banned=[0, 1]) == 0
    assert p.count(banned=[1, 1, 1]) == 1
    assert p.count() == 2  # the queries left no trace
