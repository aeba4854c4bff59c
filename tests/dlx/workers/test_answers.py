# SPDX-License-Identifier: MIT
"""One choice for Problem and the commands: the same question gives both the same answer."""

import pytest

from dlx import CountStats, Problem, Stats, Status, Unfinished
from dlx.engine.answer import Interrupted
from dlx.engine.status import LearningStats
from dlx.matrix.assumptions import NONE
from dlx.questions.listing import Listing
from dlx.workers import answers
from tests.problems import queens


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ({}, Stats),
        ({"node_limit": 10**6}, Stats),
        ({"workers": 2}, Stats),
        ({"seed": 3}, Stats),
        ({"method": "search"}, Stats),
        ({"method": "sat"}, LearningStats),
    ],
)
def test_solve(how, kind):
    if how.get("method") == "sat":
        pytest.importorskip("pysat")
    p = queens(6)
    answer = answers.solve(p.engine, NONE, **how)
    assert answer.status is Status.SOLUTION_LIMIT and isinstance(answer.stats, kind)
    assert tuple(sorted(answer.value[0])) == p.solve(**how).options in {s.options for s in p.solutions()}
    impossible = answers.solve(Problem([["a"], ["b"]], ["a", "b", "c"]).engine, NONE, **how)
    assert (impossible.value, impossible.status) == ([], Status.COMPLETE)


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ({}, CountStats),
        ({"method": "memo"}, CountStats),
        ({"workers": 2}, CountStats),
        ({"limit": 3}, Stats),
        ({"limit": 3, "method": "search"}, Stats),
        ({"node_limit": 10**6}, Stats),
    ],
)
def test_count(how, kind):
    p = queens(6)
    answer = answers.count(p.engine, NONE, **how)
    assert answer.value == answer.partial == p.count(**how) == how.get("limit", 4)
    assert isinstance(answer.stats, kind)
    assert answer.status is (Status.SOLUTION_LIMIT if "limit" in how else Status.COMPLETE)


@pytest.mark.parametrize("how", [{"time_limit": 0}, {"node_limit": 1}, {"limit": 5, "time_limit": 0}])
def test_a_limit_cuts_both(how):
    p = queens(10)
    answer = answers.count(p.engine, NONE, **how)
    assert answer.cut
    with pytest.raises(Unfinished) as error:
        p.count(**how)
    assert (error.value.status, error.value.partial) == (answer.status, answer.partial)


@pytest.mark.parametrize("how", [{}, {"node_limit": 10**9}, {"workers": 2}])
def test_ctrl_c_keeps_the_answer_so_far(how):
    def stop(progress):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as error:
        answers.count(queens(16).engine, NONE, **how, progress=stop)
    answer = error.value.answer
    assert answer.status is Status.INTERRUPTED and answer.cut and answer.stats.nodes > 0


def test_solutions():
    p = queens(6)
    alone = answers.solutions(p.engine, NONE, 3, seed=1)
    assert isinstance(alone, Listing) and len(list(alone)) == alone.stats.solutions == 3
    assert len(list(answers.solutions(p.engine, NONE, 3, workers=2))) == 3
