# SPDX-License-Identifier: MIT
"""The end of a reduction: forced options, twins, and items that say nothing any more."""

import io

import pytest

from dlx import Colored, Problem
from tests.dlx.questions.test_reduce import check, found

pytestmark = pytest.mark.long


def test_identical_items_and_equal_options():
    p = Problem([["a", "b", "x"], ["a", "b", "x"], ["b", "a", "c"], ["c"]], secondary=["x"])
    r = p.reduce()
    assert r.problem.items == ("a", "c")
    assert r.count() == 3
    assert str(r) == "4 options -> 4; 4 items -> 2; 0 forced; 1 round"
    assert repr(r) == str(r)


def test_superset_items():
    """Every option of a has b, so b adds nothing to a once the other options with b are gone."""
    r = Problem([["a", "b"], ["a", "b", "c"], ["b", "c"], ["c"]]).reduce()
    assert r.removed.tolist() == [2]
    assert r.problem.items == ("a", "c")
    assert found(r) == [(0, 3), (1,)]


def test_secondary_items_that_say_nothing():
    red, green = Colored("x", "red"), Colored("x", "green")
    p = Problem([["a", "x"], ["a"], ["b"], ["b"]], secondary=["x", "unused"])
    assert p.reduce().problem.items == ("a", "b")
    p = Problem([["a", red], ["a"], ["b", red], ["b"]], secondary=["x"])
    assert p.reduce().problem.items == ("a", "b")
    p = Problem([["a", red], ["a"], ["b", green], ["b"]], secondary=["x"])
    assert p.reduce().problem.items == ("a", "b", "x")
    p = Problem([["a", red], ["a", green], ["b"], ["b"]], secondary=["x"])  # a already keeps red and green apart
    assert p.reduce().problem.items == ("a", "b")


def test_secondary_items_beside_colored_ones():
    def both(first, second):  # x and y in options of different primary items
        return Problem([["a", *first], ["a"], ["b", *second], ["b"], ["c", *second], ["c"]], secondary=["x", "y"])

    def colors(x, y):
        return [Colored("x", x) if x else "x", Colored("y", y) if y else "y"]

    twins = both(colors("red", "red"), colors("green", "green")).reduce()
    assert twins.problem.items == ("a", "b", "c", "x")
    renamed = both(colors("red", "1"), colors("green", "2")).reduce()
    assert renamed.problem.items == ("a", "b", "c", "x")
    coarser = both(colors("red", "1"), colors("red", "2")).reduce()  # x has one color, so it restricts nothing
    assert coarser.problem.items == ("a", "b", "c", "y")
    plain = both(colors("red", None), colors("green", None)).reduce()  # y keeps even b and c apart, so x is redundant
    assert plain.problem.items == ("a", "b", "c", "y")


def test_forced_options_and_costs():
    p = Problem([["a"], ["b", "c"], ["b"], ["c"], ["a", "c"], ["d"]], costs=[1, 2, 4, 8, 16, 32])
    r = p.reduce(given=[3])
    assert r.forced.tolist() == [0, 2, 3, 5]
    assert (r.problem.n_options, r.problem.n_items) == (0, 0)
    assert r.solve().cost == 45
    assert r.reasons == {"it is in conflict with a given option": 2}
    assert r.count(banned=[5]) == r.count(given=[4]) == 0
    assert r.count(given=[5], banned=[4]) == 1
    text = io.StringIO()
    r.write(text)
    assert text.getvalue().splitlines()[-2:] == ["d", "d"]
    assert Problem.read(io.StringIO(text.getvalue())).count() == 1


@pytest.mark.parametrize(
    ("options", "bounds", "left", "forced"),
    [
        ([["a"], ["a"], ["a", "b"], ["b"]], {"a": 3, "b": 1}, [], [0, 1, 2]),  # a needs all it has, so b is full
        ([["a", "x"], ["a", "x"], ["a"], ["b", "x"], ["b"]], {"a": 2, "b": 1}, [0, 1, 2], [4]),  # 3 leaves a only 2
        ([["a"], ["a"], ["b"]], {"a": (0, 2), "b": 1}, [0, 1], [2]),
        ([["a", "b"], ["a", "b"], ["a"]], {"a": (1, 2), "b": (0, 9)}, [0, 1, 2], []),  # b says nothing
        ([["a"], ["a"], ["a"]], {"a": (2, 3)}, [0, 1, 2], []),
    ],
)
def test_needs_and_room(options, bounds, left, forced):
    p = Problem(options, bounds, [] if len(options) < 5 else ["x"])
    r = p.reduce()
    check(p, r)
    assert (r.options.tolist(), r.forced.tolist()) == (left, forced)
    if options[0] == ["a", "b"]:
        assert r.problem.items == ("a",)
