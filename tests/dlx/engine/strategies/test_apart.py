# SPDX-License-Identifier: MIT
"""A strategy that dies leaves the race, and the others answer: the process of the SAT solver above all."""

import json
import re
import sys
from random import Random

import pytest

import sudoku
from dlx import Problem
from dlx.engine import table
from dlx.engine.status import Status
from dlx.engine.strategies import apart as processes
from dlx.engine.strategies import cadical, sat
from dlx.engine.strategies.apart import Apart, SolverDied
from dlx.engine.strategies.cadical import Cadical
from dlx.engine.strategies.learning import Learning
from dlx.engine.strategies.restarts import Restarts
from dlx.matrix.assumptions import NONE
from dlx.questions import option_status
from dlx.questions.decide import Decision
from dlx.system.extras import MissingExtra
from tests.dlx.engine.turns import shorten
from tests.problems import queens

pytest.importorskip("pysolvers")
QUEENS = queens(20)  # solutions that plain search does not find at once


def triples():
    """Return 120 items and 280 random triples of them that have no solution, for which each strategy has many turns."""
    chance = Random(4)
    return Problem([chance.sample(range(120), 3) for _ in range(280)], range(120))


UNSOLVABLE = triples()
DIED = "the process of the SAT solver died with code -9, perhaps for lack of memory"


@pytest.fixture
def early(monkeypatch):
    """Let a SAT solver join with the others, right after the first nodes of plain search."""
    shorten(monkeypatch, 2**12)
    monkeypatch.setattr(table, "SAT_WORK", 2**12)
    monkeypatch.setattr(sat, "CLAUSE_WORK", 1)


def decided(p, wanted=1):
    """Return the answer of a decision that ends with a proof."""
    answer = Decision(p.engine, NONE, wanted).answer()
    assert answer.status is Status.COMPLETE
    return answer


def kill(monkeypatch):
    monkeypatch.setattr(sat, "MOST_CLAUSES_HERE", -1)  # at once in a process of its own
    wait = Apart.wait

    def killed(solver, seconds):
        if solver._process is not None:
            solver._process.kill()
        return wait(solver, seconds)

    monkeypatch.setattr(Apart, "wait", killed)


def refuse_to_start(monkeypatch):
    monkeypatch.setattr(sat, "MOST_CLAUSES_HERE", -1)

    def refuse(*args, **how):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(processes.subprocess, "Popen", refuse)


def raise_in_query(monkeypatch):
    monkeypatch.setattr(Cadical, "query", lambda *args: {}["no such key"])


def fail_to_load(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysolvers", None)  # found on disk, and the import fails
    monkeypatch.setattr(table, "solver_installed", lambda: True)


def answer_wrongly(monkeypatch):
    reply = cadical.SolverReply(cadical.YES, [], 1, 1, 1)
    monkeypatch.setattr(Cadical, "query", lambda *args: reply)


DEATHS = {
    kill: f"SolverDied: {DIED}; use method 'auto', which has other strategies",
    refuse_to_start: "SolverDied: the process of the SAT solver cannot be started: [Errno 11] Resource temporarily "
    "unavailable; use method 'auto', which has other strategies",
    raise_in_query: "KeyError: 'no such key'",
    fail_to_load: "MissingExtra: method 'sat' needs python-sat; pip install python-sat",
    answer_wrongly: "RuntimeError: the SAT solver returned a wrong solution: item 0 is not covered; please report this",
}


@pytest.mark.parametrize("die", DEATHS)
def test_the_others_answer_and_the_stats_say_so(early, die, monkeypatch):
    die(monkeypatch)
    answer = decided(UNSOLVABLE)
    assert answer.value == []
    assert answer.stats.failed == (("sat", DEATHS[die]),)


def test_nothing_failed(early):
    assert decided(UNSOLVABLE).stats.failed == ()


@pytest.mark.parametrize("die", [kill, raise_in_query])
def test_every_question_that_the_race_decides(early, die, monkeypatch):
    die(monkeypatch)
    assert QUEENS.verify(QUEENS.solve())
    assert UNSOLVABLE.solve() is None
    assert UNSOLVABLE.is_unique() is False
    assert UNSOLVABLE.count(2) == 0
    assert QUEENS.count(3) == 3
    assert UNSOLVABLE.solve(workers=2) is None
    monkeypatch.setattr(option_status, "FIRST_NODES", 10)
    assert set(UNSOLVABLE.option_status().statuses) == {option_status.OptionStatus.NONE}
    assert UNSOLVABLE.explain(time_limit=None).kind in ("items", "invariant")
    assert UNSOLVABLE.count_many([[]]).tolist() == [0]


def test_parts_report_the_failures_of_their_strategies(early, monkeypatch):
    """The components of a problem are decided one by one, and a solver that died is not started for the next ones."""
    kill(monkeypatch)
    started, init = [], Apart.__init__
    monkeypatch.setattr(Apart, "__init__", lambda solver, *args: started.append(1) or init(solver, *args))
    halves = [[(half, item) for item in UNSOLVABLE.option(k)] for half in "ab" for k in range(UNSOLVABLE.n_options)]
    halves += [[(half, item) for item in range(120)] for half in "ab"]  # a solution of each half, but no second one
    answer = decided(Problem(halves), 2)
    assert answer.partial == 1
    assert answer.stats.failed == (("sat", DEATHS[kill]),)
    assert started == [1]


@pytest.mark.parametrize("error", [MemoryError("no room"), OSError("broken"), RuntimeError("it broke")])
@pytest.mark.parametrize("kind", [Learning, Restarts])
def test_strategies_of_ours_leave_for_lack_of_what_they_use(early, kind, error, monkeypatch):
    def step(machine, work):
        raise error

    monkeypatch.setattr(kind, "step", step)
    assert (kind.name, f"{type(error).__name__}: {error}") in decided(UNSOLVABLE).stats.failed


def test_a_fault_of_ours_is_no_reason_to_leave(early, monkeypatch):
    monkeypatch.setattr(Restarts, "step", lambda machine, work: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        decided(UNSOLVABLE)


def test_errors_of_the_caller_end_the_question(early):
    def report(progress):
        raise RuntimeError("from the callback")

    with pytest.raises(RuntimeError, match="from the callback"):
        UNSOLVABLE.solve(progress=report)


ALONE = {
    "solve": lambda: UNSOLVABLE.solve(method="sat"),
    "is_unique": lambda: UNSOLVABLE.is_unique(method="sat"),
    "option_status": lambda: UNSOLVABLE.option_status(method="sat"),
    "explain": lambda: UNSOLVABLE.explain(method="sat"),
}


@pytest.mark.parametrize("question", ALONE)
def test_alone_its_death_is_an_error_with_a_remedy(question, monkeypatch):
    kill(monkeypatch)
    with pytest.raises(SolverDied, match=f"^{re.escape(DIED)}; use method 'auto', which has other strategies$"):
        ALONE[question]()
    assert issubclass(SolverDied, RuntimeError)


def test_a_process_that_cannot_start(monkeypatch):
    refuse_to_start(monkeypatch)
    with pytest.raises(SolverDied, match=r"^the process of the SAT solver cannot be started: .* unavailable; use "):
        UNSOLVABLE.solve(method="sat")


def test_a_package_that_fails_to_load(early, tmp_path, monkeypatch):
    """As one that was built for another C library: the import of an installed package raises what it likes."""
    (tmp_path / "pysolvers.py").write_text("raise ImportError('libsat.so.3: cannot open shared object file')\n")
    monkeypatch.delitem(sys.modules, "pysolvers")
    monkeypatch.syspath_prepend(tmp_path)
    why = "method 'sat' needs python-sat, which fails to load: libsat.so.3: cannot open shared object file"
    remedy = f"{why}; pip install --force-reinstall python-sat"
    with pytest.raises(MissingExtra, match=f"^{re.escape(remedy)}$"):
        UNSOLVABLE.solve(method="sat")
    assert decided(UNSOLVABLE).stats.failed == (("sat", f"MissingExtra: {remedy}"),)


def test_commands(early, dlx, file, monkeypatch):
    kill(monkeypatch)
    options = map(UNSOLVABLE.option, range(UNSOLVABLE.n_options))
    path = file("\n".join(" ".join(map(str, items)) for items in (UNSOLVABLE.primary, *options)))
    code, out, err = dlx("solve", path, "--json")
    assert code == 1 and json.loads(out)["stats"]["failed"] == [["sat", DEATHS[kill]]]
    assert f"; sat failed: {DEATHS[kill]}" in err
    assert "failed" not in json.loads(dlx("solve", path, "--json", "--node-limit", "9")[1])["stats"]
    code, out, err = dlx("solve", path, "--method", "sat")
    assert (code, out) == (2, "") and DIED in err


def test_a_puzzle(early, monkeypatch):
    kill(monkeypatch)
    assert sudoku.is_unique([0] * 625, board=sudoku.Board(5, 5)) is False
