# SPDX-License-Identifier: MIT
"""Who does the work: threads of our own, or any executor with the interface of concurrent.futures.

    ThreadPoolExecutor               the kernels hold no GIL; nothing is copied
    ProcessPoolExecutor, loky        the same machine
    Client.get_executor() of Dask    many machines; MPIPoolExecutor of mpi4py: those of a batch system

Only submit, wait and cancel are used, and an executor is never shut down that was not made here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from .search import whole

MOST_WORKERS = 1024
UNKNOWN = 32  # workers of an executor that does not tell
DIED = "a worker process died and took the pool with it; ask again with a new one (a checkpoint= goes on where it was)"

KNOWN = 8  # problems or questions that a worker keeps

Job = TypeVar("Job")
Result = TypeVar("Result")


@contextmanager
def workers_of(workers: int | None, executor: Executor | None) -> Iterator[Executor]:
    """The executor that is asked for (neither: one thread); threads of our own are gone afterwards."""
    if executor is not None:
        if workers is not None:
            raise ValueError("give workers or an executor, not both")
        if not hasattr(executor, "submit"):
            raise TypeError(f"executor is {executor!r}; it must be a concurrent.futures.Executor")
        with ctrl_c_told():
            yield executor
        return
    number = min(whole(1 if workers is None else workers, "workers", 1), MOST_WORKERS)
    with ThreadPoolExecutor(number) as pool, ctrl_c_told():
        yield pool


@contextmanager
def ctrl_c_told() -> Iterator[None]:
    """KeyboardInterrupt where the threading module made another error of it: it came between two steps of a lock."""
    try:
        yield
    except RuntimeError as error:
        if isinstance(error.__context__, KeyboardInterrupt):
            raise KeyboardInterrupt from error
        raise


def size(executor: Executor) -> int:
    """How many tasks an executor does at once."""
    for name in ("_max_workers", "num_workers"):  # of the standard library and loky; of mpi4py
        number = getattr(executor, name, None)
        if isinstance(number, int) and number > 0:
            return number
    client = getattr(executor, "_client", None)  # Dask's; workers may come and go
    return max(sum(client.nthreads().values()), 1) if client is not None else UNKNOWN


def keep(known: dict[str, Job], name: str, thing: Job) -> None:
    """Put what a worker has been sent with what it knows; the oldest goes. Tasks of other threads come here too."""
    known[name] = thing
    for oldest in list(known)[:-KNOWN]:
        known.pop(oldest, None)


@contextmanager
def deaths_told() -> Iterator[None]:
    """RuntimeError that says what to do where a process died and took the pool with it."""
    try:
        yield
    except BrokenProcessPool as error:
        raise RuntimeError(DIED) from error


def in_order(executor: Executor, run: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    """The results of jobs, in their order; no more than two jobs a worker are taken at a time.

    Unlike ``Executor.map`` it does not take all jobs at once: a stream of them may be longer than memory. Where they
    are slow to come, results are handed on each time that one has come.
    """
    window, running = 2 * size(executor), deque[Future[Result]]()
    try:
        with deaths_told():
            for job in jobs:
                running.append(executor.submit(run, job))
                while running and (len(running) >= window or running[0].done()):
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
    finally:
        for task in running:
            task.cancel()
