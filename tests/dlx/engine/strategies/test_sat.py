"""The SAT solver's machine against brute force, with everything a problem may have, in both processes."""

import os
import signal
import sys
from concurrent.futures import BrokenExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem
from dlx.engine.drive import DONE, PAUSED, SOLUTION, STOPPED, Drive
from dlx.engine.strategies import sat
from dlx.engine.strategies.apart import Apart
from dlx.engine.strategies.sat import SatSolver
from dlx.matrix.assumptions import Assumptions
from dlx.system.extras import MissingExtra
from tests.kernels import run
from tests.problems import brute_force, everything, langford, queens, questions

pytest.importorskip("pysolvers")


def all_solutions(machine):
    """Return the solutions that a machine finds before it is done; each must be new."""
    found = []
    while run(machine) == SOLUTION:
        found.append(tuple(machine.solution()))
    assert len(set(found)) == len(found) == machine.solutions
    return sorted(found)


@pytest.fixture
def apart(monkeypatch):
    """Let each query move to a process of its own at once."""
    monkeypatch.setattr(sat, "MOST_CLAUSES_HERE", -1)


@settings(deadline=None)
@given(st.data())
def test_all_solutions_in_turn(data):
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    assumed = Assumptions(tuple(given_options), tuple(banned))
    assert all_solutions(SatSolver(p, assumed)) == brute_force(p, *assumed)


@settings(deadline=None)
@given(st.data())
def test_one_machine_answers_one_query_after_the_other(data):
    p = data.draw(everything())
    held, *others = [Assumptions(*map(tuple, data.draw(questions(p)))) for _ in range(4)]
    machine = SatSolver(p, held)
    for one in others:
        machine.assume(one)
        wanted = brute_force(p, (*held.given, *one.given), (*held.banned, *one.banned))
        assert run(machine) == (SOLUTION if wanted else DONE)
        if wanted:
            assert tuple(machine.solution()) in wanted
        else:
            given_core, banned_core, _ = machine.core()
            assert set(given_core) <= set(one.given) and set(banned_core) <= set(one.banned)
            assert not brute_force(p, (*held.given, *given_core), (*held.banned, *banned_core))


@settings(deadline=None)
@given(st.data())
def test_items_switched_on(data):
    p = data.draw(everything(6))
    machine = SatSolver(p, switched=True)
    items = [k for k in range(p.n_primary) if p.bounds is None or p.bounds[k][0]]
    for _ in range(3):
        part = data.draw(st.lists(st.sampled_from(items), unique=True)) if items else []
        machine.assume(Assumptions((), ()), part)
        low, high = ([1] * p.n_primary, [1] * p.n_primary) if p.bounds is None else p.bounds.T.tolist()
        bounds = {p.items[k]: (low[k] if k in part else 0, high[k]) for k in range(p.n_primary)}
        relaxed = Problem([p.option(k) for k in range(p.n_options)], bounds, p.secondary)
        assert run(machine) == (SOLUTION if brute_force(relaxed) else DONE)
        if not brute_force(relaxed):
            assert set(machine.core()[2]) <= set(part)


def test_a_process_of_its_own(apart):
    machine = SatSolver(queens(6))
    assert all_solutions(machine) == sorted(s.options for s in queens(6).solutions())
    assert machine._apart is not None and machine.conflicts >= 0
    assert machine.core() == ([], [], [])
    machine = SatSolver(queens(6))
    machine.assume(Assumptions((0, 9), (1,)))
    assert run(machine) == DONE and 0 in machine.core()[0] and machine.core()[1:] == ([], [])


def test_a_hard_problem_moves_there_and_both_agree(monkeypatch):
    machine = SatSolver(langford(9))
    assert run(machine) == DONE and machine._apart is not None and machine.conflicts > sat.CONFLICTS_HERE
    monkeypatch.setattr(sat, "CONFLICTS_HERE", 2**30)
    machine = SatSolver(langford(9))
    assert run(machine) == DONE and machine._apart is None


def test_the_answer_is_the_same_on_every_run(apart):
    runs = set()
    for work in (1, 10**9):
        machine = SatSolver(queens(20))
        while machine.step(work) == PAUSED:
            pass
        runs.add((tuple(machine.solution()), machine.conflicts, machine.nodes, machine.updates))
    assert len(runs) == 1


def test_a_new_query_does_not_wait_for_the_last_one(apart, monkeypatch):
    monkeypatch.setattr(sat, "CONFLICTS_APART", 2**30)
    machine = SatSolver(langford(13))  # takes hours
    while not machine._waiting:
        machine.step(10**9)
    first = machine._apart
    machine.assume(Assumptions((), range(langford(13).n_options)))
    assert run(machine) == DONE and first._process is None


@pytest.mark.parametrize("place", ["here", "apart"])
def test_a_time_limit_leaves_no_process(place, monkeypatch):
    monkeypatch.setattr(sat, "MOST_CLAUSES_HERE", -1 if place == "apart" else 10**9)
    machine = SatSolver(langford(13))
    drive = Drive(0.2)
    assert drive.run(machine) == STOPPED and drive.seconds < 60  # a guard against hanging
    process = None if machine._apart is None else machine._apart._process
    del machine
    assert process is None or process.returncode == -signal.SIGKILL


def test_a_process_that_dies(apart):
    machine = SatSolver(langford(13))
    while not machine._waiting:
        machine.step(10**9)
    machine._apart._process.kill()
    with pytest.raises(BrokenExecutor, match="the process of the SAT solver died with code -9"):
        run(machine)


def test_ctrl_c_does_not_reach_the_process(apart):
    solver = Apart()
    assert os.getpgid(solver._process.pid) != os.getpgrp()
    solver.close()
    solver.close()


def test_a_copy_after_a_fork_leaves_the_process_alone(monkeypatch):
    solver = Apart()
    process = solver._process
    monkeypatch.setattr(solver, "_owner", -1)
    solver.close()
    assert process.poll() is None
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        pipe.close()


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    with pytest.raises(MissingExtra, match=r"^method 'sat' needs python-sat; pip install python-sat$"):
        run(SatSolver(queens(4)))


def test_a_wrong_model_is_noticed():
    machine = SatSolver(queens(4))
    with pytest.raises(RuntimeError, match="the SAT solver returned a wrong solution: item 'r0' is not covered"):
        machine._verified([])
    machine.assume(Assumptions((0,), ()))
    with pytest.raises(RuntimeError, match="an assumption does not hold"):
        machine._verified(k + 1 for k in queens(4).solve())
    with pytest.raises(RuntimeError, match="there is no solution yet"):
        machine.solution()
