"""Ctrl-C during the import of NumPy was lost, or reported as a "broken installation" with exit code 1. While processes
made rated puzzles, it took up to a second."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import sudoku
from dlx.workers.executors import in_order, workers_of
from tests.nightly.interrupts_calls import costly
from tests.problems import queens

ROOT = Path(__file__).parents[2]

SWALLOWED = """
import signal, sys
from dlx.terminal.process import run

class Finder:  # imports a module that hears nothing, as those in C do
    def find_spec(self, name, path, target=None):
        if name == "deaf":
            try:
                signal.raise_signal(signal.SIGINT)
                while {long}:
                    pass
            except KeyboardInterrupt:
                print("lost")

def main():
    sys.meta_path.insert(0, Finder())
    print("on")
    try:
        import deaf
    except ImportError:
        print("imported")
    while True:
        pass

run("dlx", main)
"""


def ended(code):
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_signal_while_something_is_imported():
    assert ended(SWALLOWED.format(long=False)) == (130, "on\nimported\n", "dlx: interrupted\n")
    assert ended(SWALLOWED.format(long=True)) == (130, "on\n", "dlx: interrupted\n")


def test_what_was_printed_before():
    run = "from dlx.terminal.process import run\nrun('dlx', lambda: print('so far') or 130)"
    assert ended(run) == (130, "so far\n", "")


def test_a_signal_when_all_is_printed():
    """Python's shutdown turned it into a death by signal."""
    late = "import atexit, signal\natexit.register(signal.raise_signal, signal.SIGINT)\n"
    run = "from dlx.terminal.process import run\nrun('dlx', lambda: print('the answer') or 1)"
    assert ended(late + run) == (1, "the answer\n", "")


def test_other_errors_are_faults_of_ours():
    code, _, err = ended("from dlx.terminal.process import run\nrun('dlx', lambda: 1 / 0)")
    assert code == 70 and "ZeroDivisionError" in err and "please report it" in err


# --- signals where a library holds a lock

LOCKS = """
import os, signal, sys, threading
from threading import Condition

import sudoku
from dlx.workers import cheapest as best_parts
from tests.nightly.interrupts_calls import costly
from tests.problems import queens

best_parts.LEAST_WORK, best_parts.SETUPS_PER_JOB, best_parts.SERIAL_NODES = 1, 0, 1  # many small jobs
p, q = queens(8), costly(queens(8))
lines = ["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."] * 300
CALLS = {{
    "count": lambda: p.count(workers=2, method="search"),
    "checkpoint": lambda: p.count(checkpoint=sys.argv[1] + str(attempt)),
    "list": lambda: sum(1 for _ in p.solutions(workers=2)),
    "best": lambda: q.best(9, workers=2)[8].cost,
    "batch": lambda: sudoku.solve_batch(lines, engine="bitset", workers=2).counts.sum(),
    "generate": lambda: [made.puzzle for made in sudoku.generate_batch(9, 1, workers=2)],
}}
call, enter = CALLS["{call}"], Condition.__enter__
attempt = taken = -1
main = threading.get_ident()
expected = call()


def signalled(condition):
    "Take the lock, and send the signal, which Python hears before this returns."
    global taken
    found = enter(condition)
    if threading.get_ident() == main:
        taken += 1
        if taken == attempt:
            os.kill(os.getpid(), signal.SIGINT)
    return found


Condition.__enter__, heard = signalled, 0
for attempt in range(25):
    taken = -1
    try:
        assert call() == expected
    except KeyboardInterrupt:
        heard += 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert not [one for one in threading.enumerate() if one.name.startswith("ThreadPool")]
attempt = -1
assert call() == expected
print(heard)
"""


@pytest.mark.parametrize("call", ["count", "checkpoint", "list", "best", "batch", "generate"])
def test_signals_where_a_library_holds_a_lock(call, tmp_path):
    """A Future's lock stayed taken: its worker waited for the lock, and the call waited for the worker."""
    command = [sys.executable, "-c", LOCKS.format(call=call), str(tmp_path / "run")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) >= 1


def test_code_of_the_caller_hears_signals_at_once():
    """The caller's handler is active between solutions, in callbacks, in a batch's input and in a dropped generator."""
    handlers = []

    def jobs():
        handlers.append(signal.getsignal(signal.SIGINT))
        yield 1

    solutions = queens(8).solutions(workers=2)
    next(solutions)
    handlers.append(signal.getsignal(signal.SIGINT))
    thread = threading.Thread(target=solutions.close)
    thread.start()
    thread.join()
    with workers_of(2, None) as workers:
        handlers.extend(signal.getsignal(signal.SIGINT) for _ in in_order(workers, int, jobs()))
    for made in sudoku.generate_batch(2, 1, workers=2):
        assert made
        handlers.append(signal.getsignal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        queens(12).count(workers=2, method="search", progress=lambda _: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        costly(queens(9)).best(workers=2, progress=lambda _: signal.raise_signal(signal.SIGINT))
    assert {*handlers, signal.getsignal(signal.SIGINT)} == {signal.default_int_handler}
    assert len(handlers) == 5


def living(session):
    """Return the processes of a session that have not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:  # it has ended meanwhile
            continue
        if int(of) == session and state != "Z":
            found.append(stat.parent.name)
    return found


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_no_process_is_left():
    """The signal reaches the command alone, as from `kill`; a terminal's signal reaches its processes too."""
    command = [sys.executable, "-m", "sudoku", "generate", "-n", "10000", "--workers", "2"]
    command += ["--difficulty", "diabolical"]  # processes make the rated puzzles
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        until = time.monotonic() + 30
        while len(living(process.pid)) < 4 and time.monotonic() < until:  # the command, two workers, and their helper
            time.sleep(0.05)
        assert len(living(process.pid)) == 4
        os.kill(process.pid, signal.SIGINT)
        assert b"sudoku: interrupted" in process.communicate(timeout=20)[1]
        assert process.returncode == 130
    until = time.monotonic() + 10
    while living(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not living(process.pid)


HEARD = """
import signal
from types import SimpleNamespace
from tests.problems import queens

p, large = queens(4), bytes(5_000_000)
signal.signal(signal.SIGALRM, signal.default_int_handler)
for _ in range(10):
    late = SimpleNamespace(search=p.search())
    next(late.search)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0002)
        late.search = large + large  # the signal comes meanwhile, and this is no moment to hear it; nor is the next one
        signal.setitimer(signal.ITIMER_REAL, 1)
        while True:
            pass
    except KeyboardInterrupt:
        signal.setitimer(signal.ITIMER_REAL, 0)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_a_signal_while_a_search_is_dropped():
    """The search's `__del__` ignored it, and printed some lines on standard error."""
    assert ended(HEARD) == (0, "", "")


def test_a_bar_is_erased_where_a_signal_meets_it_drawing(monkeypatch, capsys):
    """rich counts the output it has begun, and prints nothing more if a signal interrupts it."""
    from rich.console import Console

    from dlx.engine.bar import ERASED, Meter

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    meter = Meter()
    meter.show(0.1, "a tenth")
    with monkeypatch.context() as patch:
        patch.setattr(Console, "_check_buffer", lambda self: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            meter.show(0.2, "a fifth")
    meter.bar.console._enter_buffer()  # like a signal that comes a little later
    meter.hide()
    assert capsys.readouterr().err.endswith(ERASED) and meter.bar is None
