# SPDX-License-Identifier: MIT
"""The builder of lists of options: numbers in first-seen order, and errors that name the option."""

import re

import numpy as np
import pytest

from dlx import Colored, Problem
from tests.problems import TOY


def test_items_in_first_seen_order():
    p = Problem(TOY)
    assert p.items == ("c", "e", "a", "d", "g", "b", "f")
    assert (p.n_items, p.n_primary, p.n_options) == (7, 7, 6)
    assert p.primary == p.items
    assert p.secondary == ()
    assert [p.option(k) for k in range(6)] == [tuple(option) for option in TOY]


def test_items_in_the_order_given():
    p = Problem(TOY, primary=["a", "b", "c", "d", "e", "f"], secondary=["g"])
    assert p.items == tuple("abcdefg")
    assert p.secondary == ("g",)
    assert p.indices.tolist()[:5] == [2, 4, 0, 3, 6]
    assert p.indptr.tolist() == [0, 2, 5, 8, 11, 13, 16]
    assert p.indptr.dtype == p.indices.dtype == np.int32
    assert p.colors is None


def test_any_hashable_item_and_any_iterable():
    p = Problem((iter(option) for option in [[1, (2, 3)], [None], {frozenset()}, ("x", 1.5)]), secondary=iter(["x"]))
    assert p.items == (1, (2, 3), None, frozenset(), 1.5, "x")
    assert p.option(3) == ("x", 1.5)


def test_colored_items():
    p = Problem([["a", Colored("x", "red"), "y"], [Colored("x", 7), "a"]], secondary=["x", "y"])
    assert p.items == ("a", "x", "y")
    assert p.colors.tolist() == [0, 1, 0, 2, 0]
    assert p.option(0) == ("a", Colored("x", "red"), "y")
    assert p.option(1) == (Colored("x", 7), "a")
    assert p.solve().items() == [("a", Colored("x", "red"), "y")]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([["a"], []],), ValueError, "option 1 is empty"),
        (([["a", "b", "a"]],), ValueError, "option 0 has item 'a' twice; give each copy an item of its own, such as ("),
        (([["a", Colored("x", 1), Colored("x", 2)]], None, ["x"]), ValueError, "option 0 has item 'x' twice"),
        (([["a"], ["b"]], ["a"]), ValueError, "option 1 has item 'b', which is neither primary nor secondary"),
        (([[Colored("a", 1)]],), ValueError, "option 0: item 'a' is primary and cannot have a color"),
        (([["a"]], ["a"], ["a"]), ValueError, "item 'a' is both primary and secondary"),
        (([["a"]], ["a", "b", "a"]), ValueError, "primary item 'a' is listed twice"),
        (([["a"]], None, ["x", "x"]), ValueError, "secondary item 'x' is listed twice"),
        (([["a"]], None, [Colored("x", 1)]), ValueError, "secondary item 'x' has a color"),
        (([["a"], "bc"],), TypeError, "option 1 is the string 'bc'"),
        (([["a"], 5],), TypeError, "option 1 is 5; an option is a list of items"),
        (([["a", ["b"]]],), TypeError, "option 0: item ['b'] cannot be hashed"),
        (([["a"]], "abc"), TypeError, "primary is the string 'abc'"),
        (([["a"]], [["a"]]), TypeError, "primary item ['a'] cannot be hashed"),
    ],
)
def test_what_is_refused(arguments, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Problem(*arguments)
