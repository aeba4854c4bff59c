# SPDX-License-Identifier: MIT
"""The components of a problem: their products against brute force, with every feature mixed."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.matrix.matrix import Matrix
from dlx.structure.components import components
from tests.components import every, several, side_by_side
from tests.problems import dominoes, multiplied, problems, questions


def test_look_ups_of_all_components():
    c = side_by_side([dominoes(8, 8), dominoes(8, 10)]).counting(method="memo")
    alone = [p.counting(method="memo") for p in (dominoes(8, 8), dominoes(8, 10))]
    assert c.run() == alone[0].run() * alone[1].run()
    assert c.stats.lookups == sum(count.stats.lookups for count in alone)
    assert c.stats.hits == sum(count.stats.hits for count in alone)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_products_of_components_are_the_solutions(data):
    p = data.draw(st.one_of(several(), problems(), multiplied()))
    asked = data.draw(questions(p))
    found = components(p, Assumptions(*map(tuple, asked)))
    expected = every(p, *asked)
    if found is None:
        assert expected == []
        return
    solutions = product(*(every(part.matrix) for part in found))
    assert sorted(tuple(found.join(one)) for one in solutions) == expected


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_components_have_no_seam_and_all_live_options(data):
    p = data.draw(several())
    found = components(p, NONE)
    if found is None:
        return
    numbers = [k for part in found for k in part.options.tolist()]
    assert len(numbers) == len(set(numbers))
    assert not set(numbers) & set(found.forced)
    assert [len(part.options) for part in found] == found.sizes.tolist()
    assert sorted(n for kind in found.kinds.values() for n in kind) == list(range(len(found)))
    for part in found:
        assert part.matrix.n_options == len(part.options)
        again = components(part.matrix, NONE)
        assert again is None or len(again) == 1 or again.forced


def parts(*args, given_options=(), banned=(), **how):
    found = components(Problem(*args, **how), Assumptions(tuple(given_options), tuple(banned)))
    return None if found is None else ([part.options.tolist() for part in found], found.forced)


def test_items_that_constrain_nothing_connect_nothing():
    pairs = [["a", "x"], ["a", "y"], ["b", "x"], ["b", "y"]]
    assert parts(pairs, ["a", "b"], ["x", "y"]) == ([[0, 1, 2, 3]], ())
    assert parts([["a", "x"], ["a"], ["b"], ["b"]], ["a", "b"], ["x"]) == ([[0, 1], [2, 3]], ())  # one use
    red, blue = Colored("x", "red"), Colored("x", "blue")
    assert parts([["a", red], ["a"], ["b", red], ["b"]], ["a", "b"], ["x"]) == ([[0, 1], [2, 3]], ())
    assert parts([["a", red], ["a"], ["b", blue], ["b"]], ["a", "b"], ["x"]) == ([[0, 1, 2, 3]], ())
    assert parts([["a", red], ["a"], ["b", "x"], ["b"]], ["a", "b"], ["x"]) == ([[0, 1, 2, 3]], ())
    # a given color leaves agreeing options, which no longer conflict
    rows = [["a", red], ["a"], ["b", red], ["b", blue], ["b"], ["c", red]]
    assert parts(rows, ["a", "b", "c"], ["x"], given_options=[5]) == ([[0, 1], [2, 4]], (5,))


def test_multiplicities_that_allow_anything_connect_nothing():
    rows = [["s", "a"], ["s", "b"], ["a"], ["b"], ["s"]]
    assert parts(rows, {"s": (0, 3), "a": 1, "b": 1}) == ([[0, 2], [1, 3], [4]], ())
    assert parts(rows, {"s": (0, 2), "a": 1, "b": 1}) == ([[0, 1, 2, 3, 4]], ())
    assert Problem(rows, {"s": (0, 3), "a": 1, "b": 1}).count() == 8
    assert parts(rows, {"s": (3, 3), "a": 1, "b": 1}) == ([], (0, 1, 4))


def test_plain_contradictions_and_forced_chains():
    assert parts([["a"]], ["a", "b"]) is None
    assert parts([["a"], ["a"]], given_options=[0, 1]) is None
    assert parts([["a"], ["b"], ["a", "b"]], banned=[0, 2]) is None
    chain = [[k, k + 1] for k in range(1, 8, 2)] + [[k, k + 1] for k in range(2, 8, 2)]
    assert parts(chain) == ([], (0, 1, 2, 3))
    assert parts([]) == ([], ())
    assert parts([["x"]], [], ["x"]) == ([], ())


@pytest.mark.parametrize("n", [1, 3])
def test_equal_boards_are_alike(n):
    board = [["a", "b"], ["a"], ["b"], ["a", "b"]]
    p = side_by_side([Problem(board)] * n + [Problem(board[:3])])
    found = components(p, NONE)
    assert sorted(map(len, found.kinds.values())) == [1, n]
    assert isinstance(found[0].matrix, Matrix)
