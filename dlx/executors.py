# SPDX-License-Identifier: MIT
"""Who does the work: threads of our own, or any executor with the interface of concurrent.futures.

    ThreadPoolExecutor               the kernels hold no GIL; nothing is copied
    ProcessPoolExecutor, loky        the same machine
    Client.get_executor() of Dask    many machines; MPIPoolExecutor of mpi4py: those of a batch system

Only submit, wait and cancel are used, and an executor is never shut down that was not made here. These hold locks that
their workers need, so Ctrl-C is recorded in them and raised between them (interrupts.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cached_property
from math import inf
from typing import Any, TypeVar

from .interrupts import Interrupts
from .search import whole
from .support import check

MOST_WORKERS = 1024
UNKNOWN = 32  # workers of an executor that does not tell
DIED = "a worker process died and took the pool with it; ask again with a new one (a checkpoint= goes on where it was)"
WAIT_SECONDS = 0.05  # between two looks at clock and signals

KNOWN = 8  # problems or questions that a worker keeps

Job = TypeVar("Job")
Result = TypeVar("Result")


class Workers:
    """An executor at work for one question. KeyboardInterrupt is raised by `wait` and `result`, and where `allowed`."""

    def __init__(self, executor: Executor, interrupts: Interrupts) -> None:
        self.executor, self._interrupts = executor, interrupts
        self.threads = isinstance(executor, ThreadPoolExecutor)
        self.allowed = interrupts.allowed

    @cached_property
    def size(self) -> int:
        """Tasks that are done at once."""
        return size(self.executor)

    def submit(self, run: Callable[..., Result], *args: Any) -> Future[Result]:
        with deaths_told():
            task = self.executor.submit(run, *args)
        task.asked = run, args  # type: ignore[attr-defined]
        return task

    def wait(self, tasks: Iterable[Future[Any]], most: float = inf) -> set[Future[Any]]:
        """Wait for the first of these tasks, but only a moment, and `most` seconds; returns those that are done."""
        done = wait(tasks, min(WAIT_SECONDS, most), FIRST_COMPLETED).done
        self._interrupts.check()
        return done

    def result(self, task: Future[Result]) -> Result:
        """Wait for a task, and return what it returned; a result that Dask has lost is computed again."""
        while not task.done():
            self.wait([task])
        with deaths_told():
            try:
                return task.result()
            except Exception as error:
                if not _lost(error):
                    raise
        run, args = task.asked  # type: ignore[attr-defined]
        again: Future[Result] = self.submit(run, *args)
        return self.result(again)

    def give_up(self, tasks: Iterable[Future[Any]]) -> None:
        """Cancel these tasks. Threads at work on them must know already that they are to stop, and are waited for."""
        going = [task for task in tasks if not task.cancel()]
        if self.threads:
            wait(going)


@contextmanager
def workers_of(workers: int | None, executor: Executor | None) -> Iterator[Workers]:
    """Yield the workers of this number or executor (neither: one thread); threads of our own are gone afterwards."""
    check("workers", workers=workers, executor=executor)
    with Interrupts() as interrupts:
        if executor is not None:
            if not hasattr(executor, "submit"):
                raise TypeError(f"executor is {executor!r}; it must be a concurrent.futures.Executor")
            yield Workers(executor, interrupts)
            return
        number = min(whole(1 if workers is None else workers, "workers", 1), MOST_WORKERS)
        with ThreadPoolExecutor(number) as pool:
            yield Workers(pool, interrupts)


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


def _lost(error: Exception) -> bool:
    """Did Dask take a result for an error? Its `_cascade_future` does where a worker dies at that moment, and fails."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_name == "_cascade_future"


@contextmanager
def deaths_told() -> Iterator[None]:
    """BrokenProcessPool, a RuntimeError, with the remedy, where a process died and took the pool with it."""
    try:
        yield
    except BrokenProcessPool as error:
        raise BrokenProcessPool(DIED) from error


def in_order(workers: Workers, run: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[Result, None, None]:
    """The results of jobs, in their order; no more than two jobs a worker are taken at a time.

    Unlike ``Executor.map`` it does not take all jobs at once: a stream of them may be longer than memory. Where they
    are slow to come, results are handed on each time that one has come.
    """
    window, running = 2 * workers.size, deque[Future[Result]]()
    try:
        for job in _freely(workers, jobs):
            running.append(workers.submit(run, job))
            while running and (len(running) >= window or running[0].done()):
                yield from _first(workers, running)
        while running:
            yield from _first(workers, running)
    finally:
        for task in running:
            task.cancel()


def _freely(workers: Workers, jobs: Iterable[Job]) -> Iterator[Job]:
    """The jobs, each made as code of the caller is run: it may read from a pipe."""
    jobs = iter(jobs)
    while True:
        with workers.allowed():
            job = next(jobs, workers)
        if job is workers:
            return
        yield job  # type: ignore[misc]


def _first(workers: Workers, running: deque[Future[Result]]) -> Iterator[Result]:
    """The result of the first task, while code of the caller is run with it."""
    result = workers.result(running[0])
    running.popleft()
    with workers.allowed():
        yield result
