# SPDX-License-Identifier: MIT
"""Processes that a test starts. They end with the test, whatever happens and however busy the machine is.

    with started(sys.executable, "-m", "dlx", ...) as process:      pipes, and a session of its own, which is killed
        wait_for_work(process)                                      at the end of the block; the process is reaped
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)

    with on_terminal(...) as (process, screen):                     standard error is a terminal
        screen.wait("nodes")

    with pytest.raises(KeyboardInterrupt), ctrl_c(0.2):      interrupts this process
        ...

No operation should take PATIENCE. It ends a test that hangs.
"""

import gc
import os
import pty
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from threading import Condition, Event, Thread
from typing import Any

ROOT = Path(__file__).parent.parent
PATIENCE = 600  # seconds
# Under -S, Python 3.15 ends every ModuleNotFoundError with this.
NO_SITE = (
    ". Site initialization is disabled, did you forget to add the site-packages directory to sys.path "
    "or to enable your virtual environment?"
)


@contextmanager
def started(*command: str, **settings: Any) -> Iterator[Popen]:
    """Yield a process with pipes for text; at the end, kill it and all others of its session."""
    usual = {"cwd": ROOT, "stdin": DEVNULL, "stdout": PIPE, "stderr": PIPE, "text": True, "start_new_session": True}
    with Popen(command, **(usual | settings)) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def finished(*command: str, **settings: Any) -> subprocess.CompletedProcess:
    """Run such a process until it ends by itself."""
    with started(*command, **settings) as process:
        out, err = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


@contextmanager
def ctrl_c(seconds: float) -> Iterator[None]:
    """Send Ctrl-C to this process after these seconds, and again every second until the block ends.

    Python drops an exception that a signal raises in a destructor or in a callback of the garbage collector, so a
    single Ctrl-C may leave an endless search running. Hypothesis has such a callback, and pytest reports the dropped
    exception as an error, so the collector rests meanwhile.
    """
    ended, send = Event(), partial(os.kill, os.getpid()) if os.name == "posix" else signal.raise_signal

    def repeat() -> None:
        pause = seconds
        while not ended.wait(pause):
            send(signal.SIGINT)
            pause = 1.0

    thread = Thread(target=repeat)
    gc.disable()
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        gc.enable()


def wait_for_work(process: Popen, seconds: float = 0.8) -> None:
    """Wait until it has used that many seconds of CPU time; Python's start and the imports take about 0.2 of them."""
    import psutil

    child = psutil.Process(process.pid)
    while sum(child.cpu_times()[:2]) < seconds:
        assert process.poll() is None, "it ended before it was interrupted"
        time.sleep(0.01)


@contextmanager
def on_terminal(*command: str, **settings: Any) -> Iterator[tuple[Popen, "Screen"]]:
    """Yield a process whose standard error is a terminal, and its screen."""
    ours, theirs = pty.openpty()
    screen = Screen(ours)
    try:
        with started(*command, stderr=theirs, **settings) as process:
            os.close(theirs)
            theirs = -1
            yield process, screen
    finally:
        if theirs >= 0:
            os.close(theirs)
        screen.text()
        os.close(ours)


class Screen:
    """The whole terminal output of a process, read at once because a full terminal stops the process."""

    def __init__(self, terminal: int) -> None:
        self._written = b""
        self._news = Condition()
        self._reader = Thread(target=self._read, args=(terminal,), daemon=True)
        self._reader.start()

    def _read(self, terminal: int) -> None:
        with suppress(OSError):  # the other end is closed
            while piece := os.read(terminal, 4096):
                with self._news:
                    self._written += piece
                    self._news.notify_all()

    def wait(self, *words: str) -> str:
        """Return the output as soon as it contains all these words."""
        wanted = [word.encode() for word in words]
        with self._news:
            assert self._news.wait_for(lambda: all(word in self._written for word in wanted), PATIENCE), self._written
            return self._written.decode(errors="replace")

    def text(self) -> str:
        """Return the whole output, after the end of the process."""
        self._reader.join(PATIENCE)
        return self._written.decode(errors="replace")
