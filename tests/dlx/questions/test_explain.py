"""Reasons why there is no solution; the plain reference checks that each one is correct and minimal."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.kernels import reference as _reference
from dlx.matrix.incidence import item_bounds
from dlx.questions import explain
from dlx.questions.explain import relaxed, shrink, too_few
from sudoku import Board
from sudoku.engine.cover import clues, cover
from tests.problems import brute_force, dominoes, everything, langford, problems, queens, questions


def solvable(p, given_options=(), banned=()):
    return next(_reference.solutions(p, given_options, banned), None) is not None


def coverable(p, items, banned):
    """Return whether these items can be covered, the others at most once, according to the reference."""
    options = [p.option(k) for k in range(p.n_options)]
    others = [item for item in p.items if item not in items]
    return solvable(Problem(options, items, others), (), banned)


def check(p, given_options, banned, found):
    """Assert that `found` is a reason, and minimal."""
    if not found:
        assert solvable(p, given_options, banned) and found.kind == "solvable"
        return
    assert not solvable(p, given_options, banned)
    assert found.minimal
    assert str(found) == found.text
    if found.kind == "uncovered":
        out = {k for k in range(p.n_options) if k not in banned}
        assert found.items == tuple(i for i in p.primary if not any(i in p.option(k) for k in out))
        assert not any(coverable(p, [item], banned) for item in found.items)
        assert found.given == ()
    elif found.kind == "contradiction":
        assert 1 <= len(found.given) <= 2
        assert set(found.given) <= set(given_options)
        assert not solvable(p, found.given, banned if len(found.given) == 1 else ())
    elif found.kind == "given":
        assert set(found.given) <= set(given_options)
        assert not solvable(p, found.given, banned)
        for k in found.given:
            assert solvable(p, [other for other in found.given if other != k], banned)
    else:
        assert found.kind == "items"
        assert found.given == ()
        assert set(found.items) <= set(p.primary)
        assert not coverable(p, found.items, banned)
        for item in found.items:
            assert coverable(p, [other for other in found.items if other != item], banned)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_random_problems(data):
    p = data.draw(problems())
    given_options, banned = data.draw(questions(p))
    check(p, given_options, banned, p.explain(given=given_options, banned=banned))


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_random_problems_where_all_is_covered(data):
    m = data.draw(st.integers(3, 9))
    option = st.lists(st.integers(0, m - 1), min_size=2, max_size=3, unique=True)
    p = Problem(data.draw(st.lists(option, min_size=m, max_size=12)), range(m))
    assume(not too_few(p, [], []))
    check(p, [], [], p.explain())
    chosen = data.draw(st.lists(st.integers(0, p.n_options - 1), max_size=3))
    check(p, chosen, [], p.explain(given=chosen))


@pytest.mark.parametrize("p", [langford(5), langford(6), queens(3), dominoes(3, 5), dominoes(5, 5), queens(6)])
def test_known_problems(p):
    found = p.explain()
    assert bool(found) == (p.solve() is None)
    assert found.kind == "items" or not found
    check(p, [], [], found)


def test_the_chessboard_without_two_corners():
    """The explanation is the famous one: with 16 black cells, dominoes cannot cover 17 of the white ones."""
    cells = [cell for cell in product(range(6), repeat=2) if cell not in ((0, 0), (5, 5))]
    options = [[(r, c), o] for r, c in cells for o in ((r, c + 1), (r + 1, c)) if o in cells]
    found = Problem(options, cells).explain()
    assert len(found.items) == 17
    assert all((r + c) % 2 for r, c in found.items)
    assert "cannot all be covered at once (leave out any one of them, and the others can): (0, 1)" in str(found)


HARD = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def test_a_sudoku_with_a_wrong_clue():
    p = cover(Board())
    given_options = clues(Board(), bytes(map(int, HARD)))
    right = p.solve(given=given_options).options
    kinds = set()
    for k in range(0, 729, 10):
        found = p.explain(given=[*given_options, k])
        if k in right:
            assert found.kind == "solvable"
            continue
        kinds.add(found.kind)
        assert k in found.given
        assert found.minimal
        assert p.count(1, given=found.given) == 0
        assert all(p.count(1, given=[other for other in found.given if other != g]) for g in found.given)
    assert kinds == {"contradiction", "given"}


def test_a_cell_without_a_candidate():
    p = cover(Board(2, 2))
    puzzle = bytes([0, 1, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0])  # the first cell sees 1, 2, 3 and 4
    found = p.explain(given=clues(Board(2, 2), puzzle))
    assert (found.kind, found.minimal) == ("given", True)
    assert not p.count(given=found.given)
    assert found.items
    assert str(found).splitlines()[-1] == "too few options are left to cover " + ", ".join(map(repr, found.items))


# --- texts


def test_words():
    p = Problem([["a", "b"], ["b", "c"], ["a", "c"], ["d"], ["d", "e"], ["e"]])
    assert str(p.explain()) == (
        "these items cannot all be covered at once (leave out any one of them, and the others can): 'a', 'b', 'c'\n"
        "give weights to items: 1 to 'a', 'b', 'c'\n"
        "every option weighs a multiple of 2, but the items to cover weigh 3"
    )
    assert str(p.explain(banned=[3, 4])) == "item 'd' is in no option that is not banned"
    assert str(p.explain(given=[0, 1])) == "the options 0 (a b), 1 (b c) are given, and all have item 'b'"
    assert str(p.explain(given=[0], banned=[0])) == "option 0 is given and banned"
    assert str(Problem([["a"]], ["b", "a", "c"]).explain()) == "item 'b' is in no option\nitem 'c' is in no option"
    found = Problem([["a"], ["x"]], ["a"], ["x"]).explain(given=[1])
    assert str(found) == "option 1 is given, but has no primary item and is never chosen"
    assert str(Problem([["a"], ["a", "b"], ["b", "c"]]).explain(given=[1])) == (
        "this given option has no solution:\n  option 1: a b\ntoo few options are left to cover 'c'"
    )


def test_colors_that_differ():
    red, green = Colored("q", "red"), Colored("q", "green")
    p = Problem([["a", red], ["b", red], ["b", green], ["b", "q"], ["a", "q"]], ["a", "b"], ["q"])
    assert not p.explain(given=[0, 1])
    assert str(p.explain(given=[0, 2])) == (
        "the options 0 (a q:red), 2 (b q:green) are given, and all have item 'q', and not in one color"
    )
    assert "and not in one color" in str(p.explain(given=[0, 3]))
    assert str(p.explain(given=[3, 4])).endswith("all have item 'q'")
    three = Problem([["a", red], ["b", red], ["c", green]], ["a", "b", "c"], ["q"])
    assert three.explain(given=[0, 1, 2]).given == (0, 2)
    assert three.explain().items in (("a", "c"), ("b", "c"))


def test_many_items():
    found = Problem([], primary=range(30)).explain()
    assert found.items == tuple(range(30))
    assert str(found).splitlines()[-1] == "and 10 more"


def test_nothing_to_explain():
    found = Problem([]).explain()
    assert found.kind == "solvable" and str(found) == "there is a solution" and not found
    assert not Problem([["a"]]).explain()
    assert not Problem([["a"], ["x"]], [], ["a", "x"]).explain(banned=[0, 0])


def test_bad_arguments():
    p = queens(4)
    with pytest.raises(ValueError, match="given option 16 is out of range"):
        p.explain(given=[16])
    with pytest.raises(ValueError, match="time_limit is -1"):
        p.explain(time_limit=-1)


# --- multiplicities


def test_multiplicities_without_a_search():
    p = Problem([["a"], ["a", "b"], ["b"]], {"a": 3, "b": (1, 2)})
    assert str(p.explain()) == "item 'a' is in 2 options; it must be in 3"
    p = Problem([["a"], ["a", "b"], ["a"]], {"a": (1, 2), "b": (0, 1)})
    assert str(p.explain(given=[0, 1, 2])) == (
        "the options 0 (a), 1 (a b), 2 (a) are given, and all have item 'a', at most 2 may"
    )
    assert str(p.explain(banned=[0, 1, 2])) == "item 'a' is in no option that is not banned"


def test_multiplicities_relaxed():
    p = Problem([["a"], ["a", "b", "x"], ["b", "c"]], {"a": (2, 3), "b": 1, "c": (1, 2)}, ["x"])
    r = relaxed(p, [1], [2])
    assert (r.n_primary, r.n_options, r.bounds.tolist()) == (3, 1, [[1, 1], [0, 3], [0, 2]])
    assert relaxed(p, [0, 1, 2], []).bounds.tolist() == p.bounds.tolist()


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_multiplicities(data):
    p = data.draw(everything(6))
    given_options, banned = data.draw(questions(p))
    every = brute_force(p, given_options, banned)
    found = p.explain(given=given_options, banned=banned)
    assert bool(found) != bool(every)
    if not found:
        return
    assert found.minimal
    if found.given:
        assert not brute_force(p, found.given, banned)
        if found.kind == "given":
            assert all(brute_force(p, [k for k in found.given if k != out], banned) for out in found.given)
    if found.kind in ("items", "uncovered"):
        numbers = [p.items.index(item) for item in found.items]
        reasons = [numbers] if found.kind == "items" else [[k] for k in numbers]
        assert not any(brute_force(loose(p, reason), (), banned) for reason in reasons)
        if found.kind == "items":
            parts = [[k for k in numbers if k != out] for out in numbers]
            assert all(brute_force(loose(p, part), (), banned) for part in parts)


def loose(p, items):
    """Return the problem in which the other primary items need not be covered."""
    ends = zip(*(ends[: p.n_primary].tolist() for ends in item_bounds(p)), strict=True)
    bounds = [(low if k in items else 0, high) for k, (low, high) in enumerate(ends)]
    return Problem.from_csr(p.indptr, p.indices, p.colors, n_items=p.n_items, n_primary=p.n_primary, bounds=bounds)


# --- shrinking


@given(st.lists(st.sets(st.integers(0, 12), max_size=6), min_size=1, max_size=4), st.integers(0, 13))
def test_shrink(cores, n):
    """For any failure, exactly a minimal failing part remains."""

    def fails(part):
        return any(core <= set(part) for core in cores)

    assume(fails(range(n)))
    part, sure = shrink(list(range(n)), fails)
    assert sure
    assert fails(part)
    assert not any(fails([x for x in part if x != out]) for out in part)


@given(st.sets(st.integers(0, 12), max_size=6), st.integers(1, 5))
def test_shrink_where_some_searches_run_out_of_time(core, every):
    asked = []

    def fails(part):
        asked.append(part)
        return None if len(asked) % every == 0 else core <= set(part)

    part, sure = shrink(list(range(13)), fails)
    assert core <= set(part)
    assert not sure or core == set(part)


def test_shrink_stops_where_time_is_over():
    times = iter([False] * 4)
    part, sure = shrink(list(range(13)), lambda part: 5 in part, lambda: next(times, True))
    assert not sure
    assert 5 in part
    assert len(part) < 13


def test_shrink_takes_few_searches():
    asked = []

    def fails(part):
        asked.append(part)
        return {3, 500, 501, 999} <= set(part)

    assert shrink(list(range(1000)), fails) == ([3, 500, 501, 999], True)
    assert len(asked) < 100


def test_time_runs_out(monkeypatch):
    p = langford(6)
    found = p.explain(time_limit=0)
    assert (found.kind, found.items, found.given, found.minimal) == ("unknown", (), (), False)
    assert str(found) == "time ran out before it was known whether there is a solution"
    answers = iter([True])
    monkeypatch.setattr(explain._Searches, "_decided", lambda *args, **more: next(answers, None))
    found = p.explain()
    assert (found.kind, found.items, found.minimal) == ("items", tuple(p.primary), False)
    assert "(time ran out; fewer may be enough)" in str(found)
    answers = iter([True])
    found = p.explain(given=[1])
    assert (found.kind, found.given, found.minimal) == ("given", (1,), False)
