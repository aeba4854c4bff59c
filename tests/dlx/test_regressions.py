"""Fixed bugs: the smallest problem that shows each of them, grouped by the test file it belongs to."""

import gc
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import dlx.questions.search
from dlx import Colored, Problem, Status
from dlx.engine.drive import PAUSED, SLICE_SECONDS
from dlx.kernels.links.links import Links
from tests import ROOT
from tests.problems import langford, queens
from tests.processes import finished


def free_choices(items):
    """Return a problem with 2**items solutions and not one update in its whole search."""
    return Problem([[k] for k in range(items) for _ in (0, 1)])


def dead_ends(n):
    """Return one level with n options that each die at the last of n updates: n*n updates without a new level."""
    pairs = [[(a, 1)] * n for a in (0, 2)]
    return Problem.from_csr(np.arange(0, 4 * n + 1, 2), np.array(pairs).ravel(), n_items=3, n_primary=3)


# --- test_search.py


@pytest.mark.parametrize("case", ["empty", "all given"])
def test_nothing_left_to_search_is_complete(case):
    p, chosen = (Problem([]), []) if case == "empty" else (Problem([["a"], ["b"]]), [0, 1])
    search = p.search(given=chosen)
    assert (search.count(), search.status) == (1, Status.COMPLETE)
    listed = p.search(given=chosen)
    assert [s.options for s in listed] == [tuple(chosen)]
    assert listed.status is Status.COMPLETE
    exact = p.search(given=chosen, limit=1)
    assert (exact.count(), exact.status) == (1, Status.SOLUTION_LIMIT)
    assert exact.resume().count() == 1


@pytest.mark.long
def test_listing_after_a_count_that_an_error_ended(monkeypatch):
    monkeypatch.setattr(dlx.engine.drive, "REPORT_SECONDS", 0.0)
    p = free_choices(16)
    armed = [True]

    def fail_once(_):
        if armed and armed.pop():
            raise LookupError

    search = p.search(progress=fail_once)
    search.drive.slice_work = 2_000
    with pytest.raises(LookupError):
        search.count()
    met = search.stats.solutions
    assert 0 < met < 2**16
    rest = list(search)
    assert all(p.verify(s) for s in rest[::16])
    assert len({s.options for s in rest}) == len(rest) == 2**16 - met


def test_many_quick_solutions_do_not_make_the_slices_long():
    c = langford(17)
    names = [c.items[i] for i in range(c.n_items)]
    hard = [c.option(k) for k in range(c.n_options)]
    p = Problem([*[["z", *names]] * 60, ["z"], *hard], ["z", *names])
    search = p.search(time_limit=1)
    for _ in range(60):
        next(search)
    assert search.drive.slice_work <= 2**24
    resumed = langford(17).search(node_limit=1)
    for _ in range(60):
        resumed.count()
        resumed.resume(node_limit=1)
    assert resumed.drive.slice_work <= 2**24


def test_dead_ends_are_interrupted(clock):
    clock(SLICE_SECONDS)
    search = dead_ends(30_000).search(time_limit=20 * SLICE_SECONDS)
    search.count()
    assert search.status is Status.TIME_LIMIT
    assert search.stats.updates < 21 * 200_000  # of 900,000,000; we saw at most 60,000 a slice


def test_slices_within_dead_ends_change_nothing():
    p = dead_ends(60)
    whole, sliced = p.search(kernel="links"), p.search(kernel="links")
    assert whole.count() == 0
    sliced.kernel.step(1)
    while sliced.kernel.step(1) == PAUSED:
        assert sliced.kernel.sanity()
    assert sliced.kernel.nodes == whole.stats.nodes == 61
    assert sliced.kernel.updates == whole.stats.updates


@pytest.mark.long
@pytest.mark.parametrize("method", ["next", "count", "close", "resume"])
def test_entered_by_another_thread_while_solutions_are_met(method):
    search = free_choices(60).search(time_limit=1)
    first = threading.Thread(target=search.count)
    first.start()
    try:
        while not search.stats.solutions:
            time.sleep(0.01)
        with pytest.raises(RuntimeError, match="one thread at a time"):
            next(search) if method == "next" else getattr(search, method)()
    finally:
        search.drive.deadline = 0.0  # restores a limit that the intruder may have changed
        first.join()
    assert search.status is Status.TIME_LIMIT


def test_closed_from_its_own_callback(monkeypatch):
    monkeypatch.setattr(dlx.engine.drive, "REPORT_SECONDS", 0.0)
    p = queens(9)
    errors = []

    def close(progress):
        try:
            search.close()
        except RuntimeError as error:
            errors.append(error)

    search = p.search(progress=close)
    search.drive.slice_work = 50
    assert search.count() == 352
    assert errors
    assert p.count() == 352


def test_time_limits_of_the_wrong_type_are_named():
    with pytest.raises(TypeError, match="time_limit is '1'"):
        queens(4).search(time_limit="1")


# --- test_batch.py

CTRL_C = """
import os, signal, threading, time
import numpy as np
from dlx import Problem
SETUP
def interrupt():
    while time.process_time() < began + 0.8:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
began = time.process_time()
try:
    threading.Thread(target=interrupt, daemon=True).start()
    ASK
except KeyboardInterrupt:
    print("interrupted")
"""
CHOICES = "p = Problem([[k] for k in range(60) for _ in (0, 1)])"
LANGFORD = "from tests.problems import langford\np = langford(25)"
MANY = "from tests.problems import langford\np = langford(28)"  # no invariant: there are solutions
TRIPLES = "from tests.problems import hard_triples\np = hard_triples()"
LARGE = """
n = 300_000
p = Problem.from_csr(np.arange(0, 2 * n + 1, 2), np.stack([np.arange(n) % 100, 100 + np.arange(n) % 10], 1).ravel(),
                     n_items=110, n_primary=100)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("setup", "ask"),
    [
        (CHOICES, "p.count_many([[]], None, kernel='links')"),
        (MANY, "p.count_many([[]], None)"),
        (LARGE, "p.count_many([[0, 1]] * 400_000, 1)"),
        (CHOICES, "p.count(method='search')"),
        (MANY, "p.count()"),
        (LANGFORD, "p.solve(method='search')"),
        (TRIPLES, "p.solve()"),
    ],
    ids=[
        "no updates",
        "no end, batch",
        "large problem",
        "no updates, search",
        "no end, count",
        "no solution, solve",
        "strategies",
    ],
)
def test_ctrl_c_is_heard(setup, ask):
    """Only the interrupt ends these queries."""
    done = finished(sys.executable, "-c", CTRL_C.replace("SETUP", setup).replace("ASK", ask))
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ((np.array([0, 2, 1, 2], np.uint64), np.array([0, 1])), "indptr must rise"),
        ((np.array([0, 1]), np.array([0.7])), "options"),
        ((np.array([0.0, 1.0]), np.array([0])), "indptr"),
        ((np.array([0, 2]), np.array([[0, 1], [0, 1]])), "options"),
    ],
)
def test_arrays_that_are_no_csr(asked, message):
    with pytest.raises(ValueError, match=message):
        queens(4).count_many(asked)


def test_any_limit_is_large_enough():
    assert queens(6).count_many([[]], 2**70).tolist() == [4]


@pytest.mark.parametrize("k", [-1, 2])
def test_no_such_question(k):
    with pytest.raises((IndexError, ValueError)):
        queens(6).solve_many([[], [1]]).solution(k)


# --- test_links.py


def test_sanity_after_a_contradiction():
    p = Problem([["a"], ["a"], ["b"]])
    kernel = Links(p.indptr, p.indices, p.colors, p.n_items, p.n_primary)
    assert not kernel.setup([0, 1])
    assert kernel.sanity()
    assert kernel.setup([])
    assert not kernel.setup([0, 1], [2])
    assert kernel.sanity()


# --- test_problem.py


def test_unsigned_starts_that_fall():
    with pytest.raises(ValueError, match="indptr must rise"):
        Problem.from_csr(np.array([0, 3, 1, 4], np.uint64), [0, 1, 2, 3], n_items=4, n_primary=4)


@pytest.mark.parametrize("color", [2**31, 2**32, 2**32 - 1])
def test_colors_beyond_int32(color):
    p = Problem.from_csr([0, 2, 4], [0, 2, 1, 2], [0, color, 0, color], n_items=3, n_primary=2)
    assert [s.items() for s in p.solutions()] == [[(0, Colored(2, color)), (1, Colored(2, color))]]


def test_a_color_that_cannot_be_hashed():
    with pytest.raises(TypeError, match=r"option 0: .*cannot be hashed"):
        Problem([["a", Colored("x", [1])]], secondary=["x"])


def test_matrices_of_objects():
    with pytest.raises(ValueError, match="the matrix has 2 in row 0, column 1"):
        Problem.from_matrix(np.array([[1, 2]], dtype=object))


def test_the_same_problem_from_arrays_is_equal():
    assert Problem([[0, 1]], primary=[0, 1]) == Problem.from_csr([0, 2], [0, 1], n_items=2, n_primary=2)


def test_verify_refuses_an_option_listed_twice():
    with pytest.raises(ValueError, match="option 0"):
        Problem([["a"], ["b"]]).verify([0, 0, 1])


def test_nothing_can_be_deleted():
    p = Problem([["a"]])
    with pytest.raises(AttributeError, match="immutable"):
        del p.indptr


# --- more coverage: measured to hold already


def test_fallback_of_choose_takes_the_shorter_list():
    """70,000 primary items leave 15 bits for a size; both active items have more options than fit in them."""
    n, a, b = 70_000, 40_000, 33_000
    indices = np.concatenate([np.arange(n - 2), np.full(a, n - 2), np.full(b, n - 1)])
    starts = np.concatenate([[0], np.arange(n - 2, n - 1 + a + b)])
    search = Problem.from_csr(starts, indices, n_items=n, n_primary=n).search(given=[0])
    assert search.count() == a * b
    assert search.stats.nodes == 1 + b + a * b, "the shorter list is the one branched on first"


def test_too_many_nodes_without_the_memory_for_them():
    code = (
        "import resource, numpy as np; resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))\n"
        "from dlx import Problem\nfrom dlx.kernels.links.links import Links\nz = np.zeros(1, np.int32)\n"
        "for f in (lambda: Links(z, z[:0], None, 2**31 - 64, 2**31 - 64),\n"
        "    lambda: Problem.from_csr([0, 2**31], np.broadcast_to(np.int32(0), 2**31), n_items=1, n_primary=1)):\n"
        "    try: f()\n    except OverflowError as e: print(e)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.count("2^31 nodes") == 2


@pytest.mark.long
def test_deep_levels_are_left_and_entered_again():
    """100,000 items, the last ten with two options, have 1,024 solutions, and no search of them recurses."""
    n = 100_000
    indices = np.sort(np.concatenate([np.arange(n), np.arange(n - 10, n)]))
    p = Problem.from_csr(np.arange(n + 11), indices, n_items=n, n_primary=n)
    search = p.search()
    assert (search.count(), search.stats.max_level, search.stats.guesses) == (1024, n, 1023)
    assert search.stats.nodes == 1 + (n - 10) + 2 + 4 + 8 + 16 + 32 + 64 + 128 + 256 + 512 + 1024


def test_a_dropped_search_is_freed():
    import weakref

    search = queens(8).search()
    next(search)
    gone = weakref.ref(search)
    del search
    assert gone() is None


@pytest.mark.long
def test_a_real_sigint_during_listing_loses_no_solution():
    """A listing interrupted again and again, between and inside solutions, still yields each solution once."""
    p = queens(9)
    expected = [s.options for s in p.solutions()]
    search, found, heard = p.search(), [], 0
    search.drive.slice_work = 200
    armed = done = False

    def interrupt(number, frame):
        """Interrupt like Ctrl-C, but only where the test can catch it."""
        nonlocal armed
        if armed:
            armed = False
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()  # a collector callback would swallow the interrupt
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0007)
    try:
        while not done:
            try:
                armed = True
                search.drive.slice_work = 200
                solution = next(search, None)
                # in any generator, an interrupt between next() and here would lose the solution
                if solution is not None:
                    found.append(solution.options)
                done = solution is None
                armed = False  # Python may raise as the loop jumps back, where nothing would catch it
            except KeyboardInterrupt:
                heard += 1
                pause = 0.0007 * 1.02**heard  # on a slow machine, or with coverage, equal pauses leave no progress
                signal.setitimer(signal.ITIMER_REAL, pause, pause)
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        gc.enable()
        signal.signal(signal.SIGALRM, before)
    assert heard
    assert search.status is Status.COMPLETE
    assert set(found) <= set(expected)
    assert len(set(found)) == len(found)


def test_a_time_limit_beyond_what_a_float_holds():
    assert Problem([["a"]]).search(time_limit=10**400).count() == 1


def test_an_option_is_asked_for_by_a_whole_number():
    with pytest.raises(TypeError, match=r"option 0\.0 is not an option number"):
        Problem([["a"]]).option(0.0)
