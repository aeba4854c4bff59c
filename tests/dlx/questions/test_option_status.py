"""The status of options, compared with the list of all solutions; every answer's witness is verified."""

import itertools
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlx.questions.option_status
from dlx import Colored, OptionStatus, Problem, Status, Unfinished
from dlx.kernels import reference as _reference
from sudoku import Board
from sudoku.engine.cover import clues, cover
from tests.components import every, several, side_by_side
from tests.problems import brute_force, dominoes, everything, langford, problems, queens, questions

ALL, SOME, NONE, UNKNOWN = OptionStatus.ALL, OptionStatus.SOME, OptionStatus.NONE, OptionStatus.UNKNOWN


def check(p, found, every, limit=1):
    """Compare the statuses with the list of all solutions."""
    every = [set(options) for options in every]
    counts = [sum(k in options for options in every) for k in range(p.n_options)]
    expected = [NONE if not n else ALL if n == len(every) else SOME for n in counts]
    assert found.statuses.tolist() == expected == [found[k] for k in range(p.n_options)]
    assert (found.statuses.dtype, found.statuses.shape) == (np.uint8, (p.n_options,))
    assert found.counts.tolist() == [min(n, limit) for n in counts]
    assert found.status is Status.COMPLETE
    for k in range(p.n_options):
        with_k, without_k = found.witness(k), found.without(k)
        assert (with_k is not None) == (counts[k] > 0)
        assert (without_k is not None) == (counts[k] < len(every))
        assert with_k is None or (k in with_k.options and set(with_k) in every)
        assert without_k is None or (k not in without_k.options and set(without_k) in every)
    for status in OptionStatus:
        assert found.options(status) == [k for k in range(p.n_options) if expected[k] is status]


@pytest.mark.long
@pytest.mark.parametrize("first", [1, 64])  # solutions of the first search; 64 are nearly always enough
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_random_problems(first, data):
    p = data.draw(problems())
    given_options, banned = data.draw(questions(p))
    limit = data.draw(st.sampled_from([1, 2, 3, 100]))
    every = list(_reference.solutions(p, given_options, banned))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dlx.questions.option_status, "FIRST_SOLUTIONS", first)
        check(p, p.option_status(given=given_options, banned=banned, limit=limit), every, limit)
        check(p, p.option_status(given=given_options, banned=banned, limit=None), every, 10**9)


@pytest.mark.long
@pytest.mark.parametrize("limit", [1, 5])
@pytest.mark.parametrize("p", [queens(6), queens(8), langford(7), langford(5), dominoes(4, 6), dominoes(6, 6)])
def test_known_problems(p, limit):
    every = [s.options for s in p.solutions()]
    check(p, p.option_status(limit=limit), every, limit)
    for k in range(0, p.n_options, 7):
        check(p, p.option_status(given=[k], limit=limit), [o for o in every if k in o], limit)
        check(p, p.option_status(banned=[k], limit=limit), [o for o in every if k not in o], limit)


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_multiplicities(data):
    p = data.draw(everything(7))
    given_options, banned = data.draw(questions(p))
    check(p, p.option_status(given=given_options, banned=banned, limit=3), brute_force(p, given_options, banned), 3)


HARD = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def test_true_candidates_of_an_empty_sudoku():
    p = cover(Board())
    found = p.option_status()
    assert (found.statuses == SOME).all()
    assert (found.counts == 1).all()
    assert found.n_searches < 729 / 2
    for k in range(0, 729, 50):
        assert p.verify(found.witness(k))
        assert p.verify(found.without(k))
    assert repr(found) == "<OptionStatuses: 729 SOME; complete>"


def test_true_candidates_of_a_proper_sudoku_take_one_search():
    p = cover(Board())
    given_options = clues(Board(), bytes(map(int, HARD)))
    found = p.option_status(given=given_options)
    assert tuple(found.options(ALL)) == p.solve(given=given_options).options
    assert len(found.options(NONE)) == 729 - 81
    assert found.n_searches == 1


def test_true_candidates_of_a_sudoku_with_many_solutions():
    p = cover(Board())
    given_options = clues(Board(), bytes(map(int, HARD)))[1:]
    found = p.option_status(given=given_options)
    assert p.count(65, given=given_options) == 65  # the first search is not enough
    possible = p.count_many([[*given_options, k] for k in range(729)], limit=1) > 0
    assert ((found.statuses != NONE) == possible).all()
    for k in range(729):
        assert (p.count(1, given=given_options, banned=[k]) == 0) == (found[k] == ALL)


def test_the_limit_counts():
    p = cover(Board(2, 2))
    assert set(p.option_status(limit=None).counts.tolist()) == {288 // 4}
    assert set(p.option_status(limit=50).counts.tolist()) == {50}
    assert set(p.option_status(limit=72).counts.tolist()) == {72}
    assert set(p.option_status(limit=73).counts.tolist()) == {72}


def test_odd_cases():
    check(Problem([]), Problem([]).option_status(), [()])
    p = Problem([], primary=["a"])
    check(p, p.option_status(), [])
    p = Problem([["a"], ["x"], ["a", "x"]], ["a"], ["x"])
    check(p, p.option_status(), [(0,), (2,)])
    check(p, p.option_status(given=[1]), [])
    check(p, p.option_status(given=[0, 2]), [])
    check(p, p.option_status(given=[0], banned=[0]), [])
    check(p, p.option_status(given=[2, 2], banned=[0, 0]), [(2,)])
    p = Problem([["a", Colored("q", 1)], ["b", Colored("q", 1)], ["b", Colored("q", 2)]], ["a", "b"], ["q"])
    check(p, p.option_status(), [(0, 1)])
    assert repr(Problem([]).option_status()) == "<OptionStatuses: no options; complete>"


@pytest.mark.parametrize(("k", "error"), [(-1, ValueError), (2, ValueError), ("a", TypeError)])
def test_a_witness_for_an_option_that_there_is_not(k, error):
    found = Problem([["a"], ["b"]]).option_status()
    for ask in (found.witness, found.without):
        with pytest.raises(error, match=f"the option {k!r} is "):
            ask(k)


def test_time_runs_out():
    p = queens(8)
    found = p.option_status(time_limit=0)
    assert found.status is Status.TIME_LIMIT
    assert (found.statuses == UNKNOWN).all()
    for ask in (found.witness, found.without):  # None would say that there is none
        with pytest.raises(Unfinished, match="the time limit ended the search before a solution was found"):
            ask(0)
    assert repr(found) == "<OptionStatuses: 64 UNKNOWN; time limit>"


@pytest.mark.parametrize("searches", [1, 2, 5, 30])
def test_time_runs_out_between_searches(searches, monkeypatch):
    """An interrupted run keeps its findings and claims nothing else."""
    left = iter([1000.0] * (searches + 1))
    monkeypatch.setattr(dlx.questions.option_status.OptionStatuses, "_left", lambda self: next(left, 0.0))
    monkeypatch.setattr(dlx.questions.option_status, "FIRST_SOLUTIONS", 1)
    p = queens(7)
    full = [set(s.options) for s in p.solutions()]
    found = p.option_status()
    assert found.status in (Status.TIME_LIMIT, Status.COMPLETE)
    for k in range(p.n_options):
        n = sum(k in options for options in full)
        assert found[k] in (UNKNOWN, NONE if not n else ALL if n == len(full) else SOME)
        with suppress(Unfinished):  # of an unknown option
            assert found.witness(k) is None if found[k] is NONE else k in found.witness(k).options
    assert found.status is Status.COMPLETE or UNKNOWN in found.statuses


@pytest.mark.parametrize("limit", [50, None])
def test_time_runs_out_between_solutions(limit, monkeypatch):
    """Processing the solutions takes time too, which the search's own clock does not see."""
    clock = itertools.count()
    monkeypatch.setattr("dlx.questions.option_status.perf_counter", lambda: next(clock))
    found = Problem([["a"]] * 200).option_status(limit=limit, time_limit=20)
    assert found.status is Status.TIME_LIMIT
    assert 0 < found.counts.sum() < 25


def test_bad_arguments():
    p = queens(4)
    with pytest.raises(ValueError, match="given option 16 is out of range"):
        p.option_status(given=[16])
    with pytest.raises(ValueError, match="limit is 0; it must be 1 or more"):
        p.option_status(limit=0)
    with pytest.raises(ValueError, match="time_limit is -1"):
        p.option_status(time_limit=-1)
    with pytest.raises(IndexError):
        p.option_status()[16]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_problems_that_fall_apart(data):
    p = data.draw(st.one_of(several(), problems()))
    asked = data.draw(questions(p))
    limit = data.draw(st.sampled_from([1, 2, 5, None]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dlx.questions.option_status, "FIRST_SOLUTIONS", 1)
        patch.setattr(dlx.questions.option_status, "FIRST_NODES", 1)
        found = p.option_status(given=asked[0], banned=asked[1], limit=limit)
        check(p, found, every(p, *asked), limit or 10**9)


def test_many_boards(clock):
    p = side_by_side([queens(8)] * 30 + [langford(7)])
    found = p.option_status()
    assert (found.status, set(found.statuses.tolist())) == (Status.COMPLETE, {SOME, NONE})
    assert found.n_searches < 200
    k = found.options(SOME)[100]
    assert p.verify(found.witness(k)) and k in found.witness(k)
    assert p.verify(found.without(k)) and k not in found.without(k)
    assert p.option_status(limit=10**6).counts.max() == 10**6
    clock(1.0)
    cut = p.option_status(time_limit=20)
    assert cut.status is Status.TIME_LIMIT
    assert set(cut.statuses.tolist()) <= {SOME, UNKNOWN}


def test_a_component_without_a_solution_leaves_no_option():
    board = dominoes(8, 8)
    hole = [board.option(k) for k in range(board.n_options) if not {(0, 0), (7, 7)} & set(board.option(k))]
    found = side_by_side([queens(20), Problem(hole)]).option_status()
    assert set(found.statuses.tolist()) == {NONE}
    assert found.witness(0) is None is found.without(0)


def test_counts_beyond_64_bits_are_cut():
    p = Problem([[k] for k in range(100) for _ in "ab"])
    assert p.option_status(limit=None).counts.tolist() == [2**63 - 1] * 200
