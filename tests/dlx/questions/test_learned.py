"""Questions by method "sat": brute force for everything a problem may have, the other method, and time limits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, Status, Unfinished
from dlx.engine.strategies import sat
from dlx.questions import option_status
from dlx.questions.learned import Queries, Reasons
from tests.dlx.questions.test_explain import check as check_reason
from tests.dlx.questions.test_option_status import check as check_statuses
from tests.problems import brute_force, everything, langford, problems, queens, questions

pytest.importorskip("pysolvers")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_solve_and_is_unique(data):
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    how = {"given": given_options, "banned": banned, "method": "sat"}
    every = brute_force(p, given_options, banned)
    solution = p.solve(**how)
    assert solution.options in every if every else solution is None
    assert p.is_unique(**how) == (len(every) == 1)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_option_status(data):
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    limit = data.draw(st.sampled_from([1, 2, 3, None]))
    every = brute_force(p, given_options, banned)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(option_status, "FIRST_LEARNED", data.draw(st.integers(1, 2)))
        found = p.option_status(given=given_options, banned=banned, limit=limit, method="sat")
    if p.n_options:
        check_statuses(p, found, every, limit or 10**9)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_explain(data):
    p = data.draw(problems())
    given_options, banned = data.draw(questions(p))
    check_reason(p, given_options, banned, p.explain(given=given_options, banned=banned, method="sat"))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_explain_with_everything(data):
    """The reason fails by itself, and the other method agrees whether there is one."""
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    how = {"given": given_options, "banned": banned}
    found, other = p.explain(**how, method="sat"), p.explain(**how, method="search")
    assert (not found) == (not other) == bool(brute_force(p, given_options, banned))
    if not found:
        return
    assert found.minimal
    assert (found.kind == other.kind) or {found.kind, other.kind} == {"given", "items"}
    if found.kind == "given":
        assert not brute_force(p, found.given, banned)
        for k in found.given:
            assert brute_force(p, [other for other in found.given if other != k], banned)
    if found.kind == "items":
        assert not coverable(p, found.items, banned)
        for item in found.items:
            assert coverable(p, [other for other in found.items if other != item], banned)


def coverable(p, items, banned):
    """Return whether these items can be covered and the others need not be."""
    ends = [[1, 1]] * p.n_primary if p.bounds is None else p.bounds.tolist()
    bounds = {p.items[k]: (low if p.items[k] in items else 0, high) for k, (low, high) in enumerate(ends)}
    return bool(brute_force(Problem([p.option(k) for k in range(p.n_options)], bounds, p.secondary), (), banned))


def test_a_core_saves_queries():
    """A corner queen has no solution on 6x6; the other given options are not tried one by one."""
    found = langford(6).explain(method="sat")
    assert found.kind == "items" and found.minimal
    found = queens(6).explain(given=[0], method="sat")
    assert (found.kind, found.given) == ("given", (0,))


@pytest.mark.parametrize("clauses", [-1, 10**9])
def test_a_time_limit(monkeypatch, clauses):
    monkeypatch.setattr(sat, "MOST_CLAUSES_HERE", clauses)
    hard = langford(13)  # takes hours
    with pytest.raises(Unfinished, match="the time limit ended the search before a solution was found"):
        hard.solve(time_limit=0.1, method="sat")
    with pytest.raises(Unfinished, match="the time limit ended the search for a second solution: at least 0 solutions"):
        hard.is_unique(time_limit=0.1, method="sat")
    found = hard.option_status(time_limit=0.1, method="sat")
    assert found.status is Status.TIME_LIMIT and set(found.statuses) == {0}
    assert hard.explain(time_limit=0.1, method="sat").kind == "unknown"


def test_no_time_at_all():
    with pytest.raises(Unfinished):
        queens(4).solve(time_limit=0, method="sat")


@pytest.mark.parametrize("question", ["solve", "is_unique", "option_status", "explain"])
def test_a_method_that_is_none(question):
    with pytest.raises(ValueError, match=rf"^{question}\(\) has no method 'memo'; choose one of auto, search, sat$"):
        getattr(queens(4), question)(method="memo")


def test_each_query_for_a_reason_has_a_share_of_the_time_left(monkeypatch, clock):
    clock(1)
    shares = []
    monkeypatch.setattr(Queries, "query", lambda self, *_: shares.append(self.drive.deadline) or Status.COMPLETE)
    reasons = Reasons(queens(4), (), 100)
    assert reasons.given_fails([0], 10) and reasons.items_fail([0], 10)
    assert 0 < shares[1] < shares[0] < 10
