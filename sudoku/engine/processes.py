# SPDX-License-Identifier: MIT
"""Processes of our own, for work in Python: only one thread at a time holds the GIL.

They start afresh ("spawn"), since a copy of a process with threads may hang. At the end, or after Ctrl-C, they are
terminated; waiting for their tasks could take a second. If this process is killed, they end by themselves: each holds
the pipe from which the others wait for work, so none would see its end.

We also wait for the pool's own thread. Python wakes it at exit through a pipe, without a lock. If the thread closed
the pipe at that moment, a traceback followed the answer.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Any

from dlx.engine.limits import whole
from dlx.system.interrupts import Interrupts

LONGEST_END = 5  # seconds; the thread ends some milliseconds after the processes


@contextmanager
def processes(number: int | None) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor with this number of processes, which end with the block."""
    pool = ProcessPoolExecutor(whole(number, "workers", 1), mp_context=DeafContext(), initializer=_watch_parent)
    try:
        yield pool
    finally:
        with Interrupts():
            running = list((pool._processes or {}).values())
            manager: Any = pool._executor_manager_thread
            pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
            if manager is not None and manager.is_alive():  # a thread that could not start cannot be joined
                manager.join(LONGEST_END)


class DeafProcess(SpawnProcess):
    """A process that Ctrl-C does not reach, not even as it starts: its parent ends it, so it prints no traceback."""

    def start(self) -> None:
        """Start the process. It inherits the blocked signals of this thread."""
        if not hasattr(signal, "pthread_sigmask"):  # Windows
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class DeafContext(SpawnContext):
    """The context of such processes."""

    Process = DeafProcess


def _watch_parent() -> None:
    """Start a thread that ends this process, a new worker, when its parent has died."""
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
