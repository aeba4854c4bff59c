"""Ctrl-C while NumPy is imported was lost, or told as a "broken installation" with exit code 1; with rated puzzles in
the making, and processes to make them, it took up to a second."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from dlx.executors import workers_of
from tests.problems import queens

ROOT = Path(__file__).parents[2]

SWALLOWED = """
import signal, sys
from dlx._program import run

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
    assert ended("from dlx._program import run\nrun('dlx', lambda: print('so far') or 130)") == (130, "so far\n", "")


def test_other_errors_are_errors():
    code, _, err = ended("from dlx._program import run\nrun('dlx', lambda: 1 / 0)")
    assert code == 1 and "ZeroDivisionError" in err


def test_a_signal_between_two_steps_of_a_lock(monkeypatch):
    """Met in a soak, at submit(): the lock was open already, and its `with` closed it once more."""

    def acquire(self, blocking=True, timeout=None):
        with self._cond:
            self._cond.release()
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(threading.Semaphore, "acquire", acquire)
        with pytest.raises(KeyboardInterrupt):
            queens(8).count(workers=2, method="search")
    assert queens(8).count(workers=2, method="search") == 92
    with pytest.raises(RuntimeError, match="one of the caller's own"), workers_of(1, None):
        raise RuntimeError("one of the caller's own")


def living(session):
    """The processes of a session that have not ended."""
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
    """The signal goes to the command alone, as `kill` sends it; a terminal's goes to its processes, too."""
    command = [sys.executable, "-m", "sudoku", "generate", "-n", "10000", "--workers", "2"]
    command += ["--difficulty", "diabolical"]  # what is rated is made by processes
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        until = time.monotonic() + 30
        while len(living(process.pid)) < 4 and time.monotonic() < until:  # it, two workers, and who looks after them
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
    """It was ignored in the search's `__del__`, with some lines on standard error."""
    assert ended(HEARD) == (0, "", "")


def test_a_bar_is_erased_where_a_signal_meets_it_drawing(monkeypatch, capsys):
    """rich counts what it has begun to print, and prints nothing any more where a signal came in between."""
    from rich.console import Console

    from dlx.commands.shared import ERASED, Meter

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    meter = Meter()
    meter.show(0.1, "a tenth")
    with monkeypatch.context() as patch:
        patch.setattr(Console, "_check_buffer", lambda self: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            meter.show(0.2, "a fifth")
    meter.bar.console._enter_buffer()  # as if the signal had come a little later
    meter.hide()
    assert capsys.readouterr().err.endswith(ERASED) and meter.bar is None
