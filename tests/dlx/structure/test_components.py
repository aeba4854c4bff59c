# SPDX-License-Identifier: MIT
"""The components of a problem: their products against brute force, with every feature mixed."""

from functools import reduce
from itertools import islice, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.matrix.matrix import Matrix
from dlx.structure.components import components
from dlx.structure.labels import labels
from tests.problems import dominoes, multiplied, problems, questions

MOST_LISTED = 200_000  # solutions of an example


def every(matrix, given_options=(), banned=()):
    """Return all solutions, from the kernel that takes everything; reject an example with more than memory may hold.

    Solutions of parts multiply: of 4,800 examples, 12 had more than 20,000, and one of a later run took all memory.
    """
    p = Problem.from_fields(matrix.fields())
    search = p.search(given=given_options, banned=banned, kernel="multi")
    found = sorted(s.options for s in islice(search, MOST_LISTED + 1))
    assume(len(found) <= MOST_LISTED)
    return found


def renamed(item, part):
    return Colored(renamed(item.item, part), item.color) if isinstance(item, Colored) else (part, item)


def side_by_side(parts):
    """Return one problem of several that share no item; their options take turns."""
    rows = [[[renamed(item, n) for item in p.option(k)] for k in range(p.n_options)] for n, p in enumerate(parts)]
    bounds = {}
    for n, p in enumerate(parts):
        ends = [(1, 1)] * p.n_primary if p.bounds is None else map(tuple, p.bounds.tolist())
        bounds |= {(n, item): end for item, end in zip(p.primary, ends, strict=True)}
    turns = sorted((k, n) for n, row in enumerate(rows) for k in range(len(row)))
    secondary = [(n, item) for n, p in enumerate(parts) for item in p.secondary]
    plain = all(end == (1, 1) for end in bounds.values())
    return Problem([rows[n][k] for k, n in turns], list(bounds) if plain else bounds, secondary)


def test_look_ups_of_all_components():
    c = side_by_side([dominoes(8, 8), dominoes(8, 10)]).counting(method="memo")
    alone = [p.counting(method="memo") for p in (dominoes(8, 8), dominoes(8, 10))]
    assert c.run() == alone[0].run() * alone[1].run()
    assert c.stats.lookups == sum(count.stats.lookups for count in alone)
    assert c.stats.hits == sum(count.stats.hits for count in alone)


@st.composite
def lively(draw, multiple=False):
    """Draw a small problem whose items have two options and more, so that it mostly has solutions and guesses."""
    primary, secondary = [f"p{k}" for k in range(draw(st.integers(1, 3)))], ["s", "t"]
    use = st.sampled_from([*primary, *secondary, *(Colored(item, c) for item in "st" for c in ("red", "blue"))])
    options = [[item] for item in primary for _ in range(draw(st.integers(0, 2)))]
    for _ in range(draw(st.integers(1, 5))):
        option = draw(st.lists(use, max_size=3, unique_by=lambda x: x.item if isinstance(x, Colored) else x))
        first = draw(st.sampled_from(primary))
        options.append([first, *(item for item in option if item != first)])
    if multiple:
        ends = [(1, 1), (0, 1), (1, 2), (2, 2), (0, 9), (2, 9)]
        primary = {item: draw(st.sampled_from(ends)) for item in primary}
    return Problem(draw(st.permutations(options)), primary, secondary)


@st.composite
def several(draw, multiple=True):
    """Draw a problem of up to four parts, with colors and, for some, multiplicities; few have no solution."""
    multiple = multiple and draw(st.booleans())
    parts = [draw(lively(multiple)) for _ in range(draw(st.integers(1, 4)))]
    if draw(st.integers(0, 4)) == 0:
        parts.append(draw(multiplied(5) if multiple else problems(6)))
    return side_by_side(parts)


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
    assert sorted(n for kind in found.alike().values() for n in kind) == list(range(len(found)))
    for part in found:
        assert part.matrix.n_options == len(part.options)
        again = components(part.matrix, NONE)
        assert again is None or len(again) == 1 or again.forced


@given(st.lists(st.lists(st.integers(0, 9), max_size=3, unique=True), max_size=9))
def test_labels_against_sets(options):
    """Sets united one by one, in plain Python."""
    indptr = np.cumsum([0, *map(len, options)]).astype(np.int32)
    found, n = labels(indptr, np.array([k for option in options for k in option], np.int32), 10)
    sets = reduce(lambda rest, option: _united(rest, set(option)), options, [])
    number, expected = {}, []
    for k, option in enumerate(options):
        which = next((min(one) for one in sets if one & set(option)), ("alone", k))
        expected.append(number.setdefault(which, len(number)))
    assert (found.tolist(), n) == (expected, len(number))


def _united(sets, new):
    meeting = [one for one in sets if one & new]
    return [one for one in sets if not one & new] + ([set().union(new, *meeting)] if new else [])


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
    assert sorted(map(len, found.alike().values())) == [1, n]
    assert isinstance(found[0].matrix, Matrix)
