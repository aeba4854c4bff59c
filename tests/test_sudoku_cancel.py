# SPDX-License-Identifier: MIT
"""Every question about puzzles that takes a time limit can be canceled from another thread (see test_cancel.py)."""

import inspect
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

import dlx
import sudoku
from dlx import Status
from sudoku import Board
from sudoku.logic.solver import LogicStatus
from sudoku.making.generator import SeriesStatus
from tests.dlx.test_cancel import canceled

INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EMPTY = "." * 81
LARGE = Board(4, 4, variants=["anti-knight", "non-consecutive", "x"])  # no search ends soon
BLANK = "." * 256
CHAOS = Board(1, 9, variants=["chaos-construction"])

RAISED = {
    "solve": lambda **how: sudoku.solve(BLANK, board=LARGE, **how),
    "is_unique": lambda **how: sudoku.is_unique(BLANK, board=LARGE, **how),
    "count": lambda **how: sudoku.count(EMPTY, **how),
    "count, dlx": lambda **how: sudoku.count(EMPTY, engine="dlx", **how),
    "count, bitset": lambda **how: sudoku.count(EMPTY, engine="bitset", **how),
    "count, limit": lambda **how: sudoku.count(EMPTY, 10**9, **how),
    "count, chaos": lambda **how: sudoku.count(EMPTY, board=CHAOS, **how),
    "solutions": lambda **how: list(sudoku.solutions(EMPTY, **how)),
    "solutions, chaos": lambda **how: list(sudoku.solutions(EMPTY, board=CHAOS, **how)),
    "candidates": lambda **how: sudoku.candidates(BLANK, board=LARGE, **how),
    "hint": lambda **how: sudoku.hint(BLANK, board=LARGE, **how),
    "hints": lambda **how: list(sudoku.hints(INKALA, **how)),
    "sheets": lambda **how: sudoku.sheets([(BLANK, LARGE)] * 3, **how),
    "sheets, levels": lambda **how: sudoku.sheets([INKALA] * 99, levels=True, solutions="none", **how),
}
INTERRUPTED = {
    "diagnose": lambda **how: sudoku.diagnose(BLANK, LARGE, time_limit=None, **how).status,
    "hardness": lambda **how: sudoku.hardness(INKALA, n=10**6, time_limit=None, **how).status,
    "rate": lambda **how: sudoku.rate(INKALA, **how).status,
    "rate, se": lambda **how: sudoku.rate(INKALA, scale="se", **how).status,
    "rate, hodoku": lambda **how: sudoku.rate(INKALA, scale="hodoku", **how).status,
    "rate_batch": lambda **how: sudoku.rate_batch([INKALA] * 200, **how)[-1].status,
    "rate_batch, workers": lambda **how: sudoku.rate_batch([INKALA] * 200, workers=2, **how)[-1].status,
    "solve_logically": lambda **how: sudoku.solve_logically(INKALA, **how).status,
    "generate": lambda **how: sudoku.generate(1, clues=18, time_limit=None, tries=None, **how).status,
    "generate_batch": lambda **how: ended(sudoku.generate_batch(None, 1, **how)),
    "generate_batch, workers": lambda **how: ended(sudoku.generate_batch(None, 1, workers=2, **how)),
    "solve_batch": lambda **how: sudoku.solve_batch([INKALA] + [EMPTY] * 5, None, **how).status(5),
    "solve_batch, easy": lambda **how: sudoku.solve_batch([INKALA] * 200_000, **how).status(199_999),
    "solve_batch, bitset": lambda **how: sudoku.solve_batch([EMPTY] * 5, None, engine="bitset", **how).status(4),
    "solve_batch, board": lambda **how: sudoku.solve_batch([BLANK] * 5, board=LARGE, **how).status(4),
    "solve_batch, workers": lambda **how: sudoku.solve_batch([EMPTY] * 5, None, workers=2, **how).status(4),
    "candidates_batch": lambda **how: nothing(sudoku.candidates_batch([BLANK] * 20, board=LARGE, **how)),
}


def ended(series):
    """Return the status of a series after its last puzzle."""
    list(series)
    return series.status


def nothing(answers):
    return Status.INTERRUPTED if answers[-1] is None else answers


@pytest.mark.parametrize("question", RAISED)
def test_an_error_in_place_of_an_answer(question):
    error, status = canceled(RAISED[question])
    assert status is Status.INTERRUPTED and "time limit" not in str(error)


@pytest.mark.parametrize("question", INTERRUPTED)
def test_an_object_with_a_status(question):
    status, _ = canceled(INTERRUPTED[question])
    assert status in (Status.INTERRUPTED, LogicStatus.INTERRUPTED, SeriesStatus.INTERRUPTED)


def test_each_question_with_a_time_limit_takes_cancel():
    tried = {name.partition(",")[0] for name in (*RAISED, *INTERRUPTED)} | {"regions", "Series"}
    public = {name: getattr(sudoku, name) for name in sudoku.__all__}
    questions = {n: q for n, q in public.items() if not (inspect.isclass(q) and issubclass(q, Exception))}
    for name, question in questions.items():
        if "time_limit" in inspect.signature(question).parameters:
            assert "cancel" in inspect.signature(question).parameters and name in tried, name


def test_a_canceled_question_does_not_begin():
    event = Event()
    event.set()
    with pytest.raises(dlx.Unfinished) as stop:
        sudoku.regions(EMPTY, board=Board(1, 9, variants=["chaos-construction"]), cancel=event)
    assert stop.value.status is Status.INTERRUPTED
    assert sudoku.solve_batch([INKALA] * 3, cancel=event).unfinished.all()
    assert sudoku.generate(1, cancel=event).status is SeriesStatus.INTERRUPTED


def test_an_answer_in_time_is_whole():
    how = {"cancel": Event()}
    assert sudoku.solve(INKALA, **how) == sudoku.solve(INKALA)
    assert sudoku.is_unique(INKALA, **how) and sudoku.count("." * 16, **how) == 288
    assert len(list(sudoku.solutions("." * 16, **how))) == 288
    assert sudoku.solve_batch([INKALA], **how).status(0) is Status.COMPLETE
    assert sudoku.generate(7, **how) == sudoku.generate(7)
    assert sudoku.rate("12.. 3... ..4. ...1", **how) == sudoku.rate("12.. 3... ..4. ...1")


def test_the_answers_of_a_canceled_batch():
    with ThreadPoolExecutor(2) as pool:
        result, _ = canceled(lambda **how: sudoku.solve_batch([INKALA] + [EMPTY] * 40, None, executor=pool, **how))
    assert len(result) == 41 and result.unfinished[-1]
    assert set(result.statuses.tolist()) <= {[*Status].index(Status.COMPLETE), [*Status].index(Status.INTERRUPTED)}
