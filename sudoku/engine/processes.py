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
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from dlx.engine.limits import whole
from dlx.system.interrupts import Interrupts

LONGEST_END = 5  # seconds; the thread ends some milliseconds after the processes


@contextmanager
def processes(number: int | None) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor with this number of processes, which end with the block."""
    pool = ProcessPoolExecutor(whole(number, "workers", 1), mp_context=get_context("spawn"), initializer=_watch_parent)
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


def _watch_parent() -> None:
    """Start a thread that ends this process, a new worker, when its parent has died."""
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
