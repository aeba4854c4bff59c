"""Many questions about one problem: in any form, they get the same answers as one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlx.engine.drive
import dlx.questions.batch
from dlx import Problem, Status, Unfinished
from dlx.models.latin import latin_squares
from tests.problems import problems, queens
from tests.processes import ctrl_c

QUEENS = queens(6)  # 4 solutions
pytestmark = pytest.mark.usefixtures("every_kernel")  # one by one; test_lanes.py runs them side by side


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_one_by_one(data):
    p = data.draw(problems())
    option = st.integers(0, max(p.n_options - 1, 0))
    asked = data.draw(st.lists(st.lists(option, max_size=3 if p.n_options else 0), max_size=6))
    limit = data.draw(st.sampled_from([1, 2, 3, None]))
    answers = p.solve_many(asked, limit)
    assert p.count_many(asked, limit).tolist() == answers.counts.tolist()
    for k, given_options in enumerate(asked):
        search = p.search(given=given_options, limit=limit)
        assert answers.counts[k] == search.count()
        assert answers.nodes[k] <= search.stats.nodes
        solution = answers.solution(k)
        if answers.counts[k]:
            assert p.verify(solution)
            assert set(given_options) <= set(solution.options)
            assert solution == next(p.solutions(given=given_options))
        else:
            assert solution is None


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_the_slices_change_nothing(data):
    p = data.draw(problems())
    option = st.integers(0, max(p.n_options - 1, 0))
    asked = data.draw(st.lists(st.lists(option, max_size=2 if p.n_options else 0), max_size=6))
    whole = p.solve_many(asked, None)
    work, room = dlx.questions.batch.WORK_PER_CHECK, dlx.questions.batch.BLOCK_OPTIONS
    try:
        dlx.questions.batch.WORK_PER_CHECK, dlx.questions.batch.BLOCK_OPTIONS = (
            data.draw(st.integers(1, 20)),
            data.draw(st.integers(0, 3)),
        )
        sliced = p.solve_many(asked, None)
    finally:
        dlx.questions.batch.WORK_PER_CHECK, dlx.questions.batch.BLOCK_OPTIONS = work, room
    for name in ("counts", "nodes", "indptr", "options"):
        assert (getattr(sliced, name) == getattr(whole, name)).all()


def test_the_forms_of_a_question():
    asked = [[], [0], [1], [1, 8], [35, 35]]
    mask = np.zeros((5, 36), bool)
    for k, options in enumerate(asked):
        mask[k, options] = True
    csr = np.cumsum([0, *map(len, asked)]), np.array([k for options in asked for k in options])
    expected = [QUEENS.count(given=options) for options in asked]
    assert expected[:3] == [4, 0, 1]
    for form in (asked, iter(asked), mask, mask.astype(np.uint8), csr, [np.array(options, int) for options in asked]):
        assert QUEENS.count_many(form, None).tolist() == expected
    assert QUEENS.count_many(asked).tolist() == [min(count, 2) for count in expected]
    assert QUEENS.count_many(asked, 1).tolist() == [min(count, 1) for count in expected]


def test_no_questions_and_no_options():
    assert QUEENS.count_many([]).tolist() == []
    assert QUEENS.count_many(np.zeros((0, 36), bool)).tolist() == []
    assert Problem([]).count_many([[], []]).tolist() == [1, 1]
    assert Problem([["a"]], ["a", "b"]).solve_many([[]]).solution(0) is None


def test_answers_are_in_the_order_of_the_questions():
    rng = np.random.default_rng(1)
    asked = [rng.choice(36, size=rng.integers(0, 3), replace=False).tolist() for _ in range(3_000)]
    answers = QUEENS.solve_many(asked, None)
    for k in range(0, 3_000, 97):
        assert answers.counts[k] == QUEENS.count(given=asked[k])
    assert answers.counts.dtype == answers.nodes.dtype == np.int64


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ([[0], [36]], ValueError, "question 1: given option 36 is out of range: the problem has 36 options"),
        ([[0], [1, -1]], ValueError, "question 1: given option -1"),
        ([["a"]], TypeError, "question 0: given option 'a' is not an option number"),
        ((np.array([0, 1, 2]), np.array([5, 99])), ValueError, "question 1: given option 99 is out of range"),
        ((np.array([0, 3]), np.array([5])), ValueError, "indptr must rise from 0"),
        (np.zeros((2, 35), bool), ValueError, r"shape \(N, 36\)"),
        (np.zeros((2, 36), float), ValueError, "boolean or uint8"),
    ],
)
def test_bad_questions(asked, error, message):
    with pytest.raises(error, match=message):
        QUEENS.solve_many(asked)


@pytest.mark.parametrize("limit", [0, -1])
def test_bad_limits(limit):
    with pytest.raises(ValueError, match=f"limit is {limit}; it must be 1 or more"):
        QUEENS.count_many([[]], limit)


@pytest.mark.long
# --- counts without a limit


@settings(deadline=None)
@given(st.data())
def test_hard_counts_agree_with_easy_ones(data):
    """Every question is taken for hard: plain search has one node."""
    p = data.draw(problems())
    option = st.integers(0, max(p.n_options - 1, 0))
    asked = data.draw(st.lists(st.lists(option, max_size=2 if p.n_options else 0), max_size=4))
    easy = p.solve_many(asked, limit=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dlx.questions.batch, "HARD_WORK", 1)
        patch.setattr(dlx.questions.batch, "OPENING_NODES", 1)
        patch.setattr(dlx.questions.batch, "STRETCH", 1)
        hard = Problem.from_fields(p.fields()).solve_many(asked, limit=None)
    assert hard.counts.tolist() == easy.counts.tolist() == [p.count(given=chosen) for chosen in asked]
    assert hard.statuses.tolist() == easy.statuses.tolist()
    for k, chosen in enumerate(asked):
        first = hard.solution(k)
        assert (first is None) == (hard.counts[k] == 0)
        if first is not None:
            assert p.verify(first.options) and set(chosen) <= set(first.options)


def test_plain_search_that_soon_ends_is_not_given_up():
    """Given up, it would begin again, and its nodes would count twice."""
    p, asked = queens(9), [[], [0], [12, 30]]
    alone = p.solve_many(asked, limit=None, kernel="links")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HARD_WORK", "OPENING_NODES"):
            patch.setattr(dlx.questions.batch, name, max(alone.nodes) // 4)
        whole = p.solve_many(asked, limit=None)
        patch.setattr(dlx.questions.batch, "STRETCH", 2)
        given_up = p.solve_many(asked, limit=None)
    assert whole.counts.tolist() == given_up.counts.tolist() == alone.counts.tolist() == [352, 28, 0]
    assert max(whole.nodes) <= max(p.solve_many([[]], limit=None, kernel="bits").nodes)
    assert max(given_up.nodes) > max(whole.nodes)


def test_counts_that_no_search_ends():
    p = latin_squares(7)
    one, two = p.option(0), p.option(1)
    answers = p.solve_many([[], [0], [0, 1]], limit=None)
    assert set(one) & set(two)  # they exclude each other
    assert answers.counts.tolist() == [61479419904000, 61479419904000 // 7, 0]
    assert [answers.status(k) for k in range(3)] == [Status.COMPLETE] * 3
    assert p.verify(answers.solution(1).options)
    assert 0 in answers.solution(1).options
    assert p.count_many([[0]], limit=None).tolist() == [61479419904000 // 7]


def test_counts_beyond_64_bits():
    p = Problem([[k] for k in range(70) for _ in range(2)])
    answers = p.solve_many([[], [0]], limit=None)
    assert answers.counts.tolist() == [2**63 - 1] * 2
    assert {answers.status(k) for k in range(2)} == {Status.SOLUTION_LIMIT}  # the limit of a count


def test_a_time_limit_ends_a_hard_count():
    answers = latin_squares(8).solve_many([[]], limit=None, time_limit=0.2)
    assert answers.status(0) is Status.TIME_LIMIT
    assert 0 < answers.counts[0] < 108776032459082956800


def test_ctrl_c_in_a_batch():
    with ctrl_c(0.3), pytest.raises(KeyboardInterrupt):
        queens(13).count_many([[k] for k in range(169)] * 1_000, None)
    assert QUEENS.count_many([[]], None).tolist() == [4]


# --- progress and workers


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(dlx.engine.drive, "REPORT_SECONDS", -1.0)


@pytest.mark.parametrize("kernel", ["auto", "lanes"])
@pytest.mark.parametrize("limit", [1, 2, None])
def test_the_answered_questions_only_grow(often, monkeypatch, kernel, limit):
    """In the lanes, one by one, and given up by plain search."""
    for name in ("HARD_WORK", "OPENING_NODES"):
        monkeypatch.setattr(dlx.questions.batch, name, 20)
    p, asked, seen = queens(8), [[k % 64] for k in range(300)], []
    monkeypatch.setattr(dlx.questions.batch, "WORK_PER_CHECK", 2_000)
    watched = p.solve_many(asked, limit, kernel=kernel, progress=seen.append)
    plain = p.solve_many(asked, limit, kernel=kernel)
    assert [report.fraction for report in seen] == sorted(report.fraction for report in seen)
    assert len(seen) > 3 and seen[-1].fraction == 1 and seen[-1].detail == "300 of 300 questions answered"
    assert (watched.counts == plain.counts).all() and (watched.options == plain.options).all()


def test_a_batch_that_is_cut_short_never_reports_its_end(often):
    seen = []
    with pytest.raises(Unfinished):
        queens(16).count_many([[]] * 5, None, time_limit=0.05, progress=seen.append)
    assert all(report.fraction < 1 for report in seen)


def test_a_question_that_was_cut_short_has_no_answer():
    """It is neither solved nor without a solution."""
    batch = queens(8).solve_many([[0, 1], []], node_limit=2, kernel="links")
    assert batch.cut.tolist() == [False, True] and batch.solution(0) is None
    with pytest.raises(Unfinished, match="the node limit ended the search before a solution was found"):
        batch.solution(1)
    assert repr(batch) == "<Batch: 2 questions, 0 with a solution, 1 cut short>"
