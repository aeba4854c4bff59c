"""Searches: limits and statuses, stopping and continuing, progress, threads, Ctrl-C."""

import copy
import gc
import os
import pickle
import signal
import sys
import threading
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, Status
from dlx.engine.drive import PAUSED
from dlx.kernels import reference as _reference
from tests.problems import dominoes, langford, problems, queens, questions
from tests.processes import finished

pytestmark = pytest.mark.usefixtures("every_kernel")
QUEENS = queens(8)


def test_a_complete_search(every_kernel):
    search = QUEENS.search()
    assert search.status is None
    found = [s.options for s in search]
    assert search.status is Status.COMPLETE
    assert len(set(found)) == len(found) == search.stats.solutions == search.count() == 92
    assert list(search) == []
    stats = search.stats
    assert stats.kernel == every_kernel
    assert stats.nodes > stats.guesses > 92
    assert stats.updates > 0
    assert stats.max_level == 8
    assert stats.seconds > 0


def test_counters_are_reproducible():
    def counters(search):
        search.count()
        stats = search.stats
        return stats.nodes, stats.updates, stats.guesses, stats.solutions, stats.max_level

    fresh = counters(queens(8).search())
    assert counters(QUEENS.search()) == counters(QUEENS.search()) == fresh
    QUEENS.count(given=[3])
    QUEENS.search(limit=5).count()
    assert counters(QUEENS.search()) == fresh
    listed = QUEENS.search()
    assert len(list(listed)) == 92
    assert listed.stats.nodes == fresh[0]


def test_the_solution_limit():
    search = QUEENS.search(limit=10)
    assert len(list(search)) == 10
    assert search.status is Status.SOLUTION_LIMIT
    assert next(search, None) is None
    assert QUEENS.search(limit=0).count() == 0
    everything = QUEENS.search(limit=93)
    assert (everything.count(), everything.status) == (92, Status.COMPLETE)
    exact = QUEENS.search(limit=92)
    assert (exact.count(), exact.status) == (92, Status.SOLUTION_LIMIT)
    assert exact.resume().count() == 92
    assert exact.status is Status.COMPLETE


def test_the_node_limit_is_exact():
    total = QUEENS.search()
    total.count()
    for limit in (0, 1, 2, 10, 500, total.stats.nodes - 1):
        search = QUEENS.search(node_limit=limit)
        search.count()
        assert search.status is Status.NODE_LIMIT
        assert search.stats.nodes == limit
    search = QUEENS.search(node_limit=total.stats.nodes)
    assert (search.count(), search.status) == (92, Status.COMPLETE)


@pytest.mark.long
def test_the_time_limit(clock):
    clock(0.005)
    search = langford(17).search(time_limit=0.2)
    assert search.count() == 0
    assert search.status is Status.TIME_LIMIT
    assert 0.2 <= search.stats.seconds < 0.21  # at most one more slice
    nodes = search.stats.nodes
    search.resume(time_limit=0.1).count()
    assert search.status is Status.TIME_LIMIT
    assert search.stats.nodes > nodes
    instant = QUEENS.search(time_limit=0)
    assert (instant.count(), instant.status, instant.stats.nodes) == (0, Status.TIME_LIMIT, 0)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_stopping_anywhere_changes_nothing(data):
    p = data.draw(problems())
    given_options, banned = data.draw(questions(p))
    once = p.search(given=given_options, banned=banned)
    whole = [s.options for s in once]
    pieces = []
    number = st.integers(0, 5)
    search = p.search(given=given_options, banned=banned, limit=data.draw(number), node_limit=data.draw(number))
    search.drive.slice_work = 1  # pauses after every choice
    while True:
        if data.draw(st.booleans()):
            pieces += [s.options for s in search]
        else:
            before = search.stats.solutions
            found = search.count()
            pieces += whole[before:found]
        if search.status is Status.COMPLETE:
            break
        assert search.status in (Status.SOLUTION_LIMIT, Status.NODE_LIMIT)
        search.resume(limit=data.draw(number) + 1, node_limit=data.draw(number) + 1)
    assert pieces == whole
    ours, theirs = search.stats, once.stats
    assert (ours.nodes, ours.updates, ours.guesses, ours.max_level) == (
        theirs.nodes,
        theirs.updates,
        theirs.guesses,
        theirs.max_level,
    )


@settings(max_examples=100, deadline=None)
@given(problems(), st.integers(-(2**70), 2**70))
def test_seeds(p, seed):
    order = [s.options for s in p.search(seed=seed)]
    assert order == [s.options for s in p.search(seed=seed)]
    assert sorted(order) == sorted(_reference.solutions(p))


def test_seeds_differ():
    assert len({next(QUEENS.search(seed=seed)).options for seed in range(20)}) > 10


def test_interleaved_searches():
    one, other = QUEENS.search(), QUEENS.search(given=[0])
    pairs = [(next(one), next(other)) for _ in range(4)]
    rest = [s.options for s in other]
    assert len(rest) == 0
    assert [a.options for a, _ in pairs] + [s.options for s in one] == [s.options for s in QUEENS.solutions()]
    assert {b.options for _, b in pairs} == {s.options for s in QUEENS.solutions() if 0 in s.options}


def test_abandoned_and_closed_searches(every_kernel):
    p = queens(6)
    for _ in range(3):
        next(p.solutions())
        for solution in p.solutions():
            assert solution
            break
    search = p.search()
    next(search)
    search.close()
    assert next(search, None) is None
    assert search.stats.solutions == 1
    assert search.status is None  # neither finished nor stopped by a limit
    search.close()
    assert p.count() == 4
    assert list(p.engine.stock.idle) == [every_kernel]  # kept for the next query; never more than one


def test_a_node_limit_ends_the_last_node_wherever_slices_end(every_kernel):
    p = queens(6)
    for limit in range(1, 60):
        fast, slow = p.search(node_limit=limit), p.search(node_limit=limit)
        slow.drive.slice_work = 1  # pauses after every choice
        assert fast.count() == slow.count()
        assert fast.status == slow.status
        assert replace(fast.stats, seconds=0) == replace(slow.stats, seconds=0)


def test_bad_arguments():
    for name in ("limit", "node_limit"):
        with pytest.raises(ValueError, match=f"{name} is -1; it must be 0 or more"):
            QUEENS.search(**{name: -1})
        with pytest.raises(TypeError, match=f"{name} is 1.5"):
            QUEENS.search(**{name: 1.5})
        assert QUEENS.search(**{name: 2**200}).count() == 92
    with pytest.raises(ValueError, match="time_limit is -1"):
        QUEENS.search(time_limit=-1)
    with pytest.raises(ValueError, match="time_limit is nan"):
        QUEENS.search(time_limit=float("nan"))
    with pytest.raises(ValueError, match="no kernel 'cells'"):
        QUEENS.search(kernel="cells")
    with pytest.raises(TypeError):
        QUEENS.search(seed="x")
    with pytest.raises(ValueError, match="limit"):
        QUEENS.count(-5)


def test_progress(monkeypatch):
    monkeypatch.setattr("dlx.engine.drive.REPORT_SECONDS", 0.0)
    monkeypatch.setattr("dlx.engine.drive.SLICE_SECONDS", 0.0)  # ever smaller slices
    seen = []
    search = queens(9).search(progress=seen.append)
    search.drive.slice_work = 50
    assert search.count() == 352
    fractions = [p.fraction for p in seen]
    assert len(seen) > 5
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] <= fractions[-2] <= fractions[-1] == 1
    assert [p.nodes for p in seen] == sorted(p.nodes for p in seen)
    assert seen[-1].solutions == 352
    assert seen[-1].nodes == search.stats.nodes


def test_progress_where_solutions_come_densely(monkeypatch):
    monkeypatch.setattr("dlx.engine.drive.REPORT_SECONDS", 0.0)
    seen = []
    assert len(list(queens(7).search(progress=seen.append))) == 40
    assert len(seen) == 41  # at each solution, and at the end


def test_an_error_in_the_progress_callback(monkeypatch):
    monkeypatch.setattr("dlx.engine.drive.REPORT_SECONDS", 0.0)
    monkeypatch.setattr("dlx.engine.drive.SLICE_SECONDS", 0.0)  # ever smaller slices
    calls = []

    def fail_once(progress):
        calls.append(progress)
        if len(calls) == 1:
            raise LookupError("from the callback")

    search = queens(9).search(progress=fail_once)
    search.drive.slice_work = 50
    with pytest.raises(LookupError, match="from the callback"):
        search.count()
    assert search.count() == 352


@pytest.mark.long
def test_a_search_is_entered_once_at_a_time(monkeypatch):
    monkeypatch.setattr("dlx.engine.drive.REPORT_SECONDS", 0.0)
    search = queens(9).search(progress=lambda _: next(search))
    with pytest.raises(RuntimeError, match="one thread at a time"):
        search.drive.slice_work = 1
        search.count()
    inside, leave = threading.Event(), threading.Event()
    busy = queens(9).search(progress=lambda _: (inside.set(), leave.wait()))
    busy.drive.slice_work = 1
    first = threading.Thread(target=busy.count)
    first.start()
    inside.wait()
    with pytest.raises(RuntimeError, match="one thread at a time"):
        busy.count()
    leave.set()
    first.join()
    assert busy.status is Status.COMPLETE


@pytest.mark.long
def test_the_kernel_is_entered_once_at_a_time():
    """Two threads enter the kernel again and again, until one arrives while the other is inside."""
    search = langford(17).search()
    kernel, refused = search.kernel, []

    def run():
        while not refused:
            try:
                assert kernel.step(1_000_000) == PAUSED
            except RuntimeError as error:
                refused.append(str(error))

    other = threading.Thread(target=run)
    other.start()
    run()
    other.join()
    assert all("one thread at a time" in message for message in refused)


@pytest.mark.long
def test_one_search_in_many_threads_delivers_each_solution_once():
    """A thread that arrives while the search is in use gets an error, and no solution is delivered twice."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)

    def take(search, found):
        while True:
            try:
                found.append(next(search).options)
            except StopIteration:
                return
            except RuntimeError:
                continue

    try:
        for _ in range(30):
            search, found = QUEENS.search(), []
            threads = [threading.Thread(target=take, args=(search, found)) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len(found) == len(set(found)) == 92
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.long
def test_one_problem_in_many_threads():
    expected = sorted(s.options for s in QUEENS.solutions())
    results = []

    def work(k):
        for _ in range(5):
            results.append(sorted(s.options for s in QUEENS.solutions()) == expected)
            results.append(QUEENS.count(given=[k]) == sum(k in s for s in expected))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(results) == 80
    assert all(results)


@pytest.mark.long
def test_the_search_holds_no_gil(monkeypatch):
    """This thread runs several times during a single slice of another thread in the kernel."""
    monkeypatch.setattr("dlx.engine.drive.Drive._pace", lambda self, elapsed: None)
    search = langford(25).search()
    kernel = search.kernel = Watched(search.kernel)
    search.drive.slice_work = 10_000_000
    thread = threading.Thread(target=search.count)
    thread.start()
    seen = []
    while len(seen) < 1000 and not (len(seen) > 2 and seen[-3] == seen[-2] == seen[-1] != 0):
        seen.append(kernel.inside)
        time.sleep(0.001)
    search.drive.deadline = 0.0
    thread.join()
    assert len(seen) < 1000


class Watched:
    """A kernel; `inside` is the number of its current slice, 0 between slices."""

    def __init__(self, kernel):
        self._kernel, self._slices, self.inside = kernel, 0, 0

    def __getattr__(self, name):
        return getattr(self._kernel, name)

    def step(self, work):
        self._slices += 1
        self.inside = self._slices
        try:
            return self._kernel.step(work)
        finally:
            self.inside = 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_fork_in_the_middle():
    search = QUEENS.search()
    for _ in range(40):
        next(search)
    child = os.fork()
    if child == 0:
        os._exit(len(list(search)))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 52
    assert len(list(search)) == 52


CTRL_C = """
import os, signal, sys, threading, time
from tests.problems import langford, queens
p = langford(25)   # no solution, and a search of many years: only the interrupt ends it
search = p.search(kernel="KERNEL")
def interrupt():
    while time.process_time() < began + 0.3:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
began = time.process_time()
try:
    threading.Thread(target=interrupt).start()
    METHOD
except KeyboardInterrupt:
    pass
else:
    sys.exit("not interrupted")
assert queens(8).count() == 92
assert p.count(given=[0], limit=0) == 0
print(search.status)
"""


@pytest.mark.parametrize("method", ["search.count()", "next(search)"])
def test_ctrl_c_in_a_search_without_solutions(method, every_kernel):
    done = finished(sys.executable, "-c", CTRL_C.replace("METHOD", method).replace("KERNEL", every_kernel))
    assert done.returncode == 0, done.stderr
    assert "INTERRUPTED" in done.stdout


def test_an_interrupted_search_goes_on(monkeypatch):
    p = queens(9)
    search = p.search()
    real = search.kernel
    calls = []

    class Interrupting:
        def __getattr__(self, name):
            return getattr(real, name)

        def __setattr__(self, name, value):
            setattr(real, name, value)

        def step(self, work):
            calls.append(work)
            outcome = real.step(1000)
            if len(calls) in (3, 10):
                raise KeyboardInterrupt
            return outcome

    search.kernel = Interrupting()
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            search.count()
        assert search.status is Status.INTERRUPTED
    assert search.count() == 352
    assert search.status is Status.COMPLETE


@pytest.mark.long
def test_signals_of_other_kinds_are_heard_too():
    def handler(number, frame):
        raise LookupError("alarm")

    gc.disable()  # Python drops an exception in a collection, and pytest takes it for a fault
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2, 1.0)  # again: Python drops an exception in a destructor, too
    try:
        with pytest.raises(LookupError, match="alarm"):
            langford(28).count()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()


@pytest.mark.long
def test_counts_that_take_a_while():
    assert dominoes(6, 8).count() == 167_089
    assert langford(10).count() == 0
    assert langford(8).count() == 300


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
@pytest.mark.parametrize("done", [False, True])
def test_a_search_is_not_copied(way, done):
    """A shallow copy shared the kernel; once it was dropped, the search ended early and reported COMPLETE."""
    p = Problem([["a"], ["a"], ["a"]])
    search, count = p.search(), p.counting()
    if done:
        search.count(), count.run()
    for one in (search, count):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            way(one)
    assert (search.count(), count.run()) == (3, 3)
