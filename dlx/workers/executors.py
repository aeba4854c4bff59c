# SPDX-License-Identifier: MIT
"""Workers: threads of our own, or any executor with the interface of concurrent.futures.

    ThreadPoolExecutor               the kernels hold no GIL; nothing is copied
    ProcessPoolExecutor, loky        the same machine
    Client.get_executor() of Dask    many machines; MPIPoolExecutor of mpi4py: the nodes of a batch system

We only call submit, wait and cancel, and never shut down an executor that you passed. These calls hold locks that their
workers need, so we record a Ctrl-C during the calls and raise it between them (interrupts.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from math import inf
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from ..engine.limits import whole
from ..engine.support import check
from ..system.calloff import OutOfTime, canceled
from ..system.interrupts import Interrupts

MOST_WORKERS = 1024
DEFAULT_SIZE = 32  # assumed if an executor does not report its number of workers
DIED = (
    "a worker process died and broke the pool; a script that uses processes needs `if __name__ == '__main__':` around "
    "its calls; otherwise try again with a new pool (with checkpoint= a count continues)"
)
CANCELED = (
    "the executor canceled a task, as Dask's client does when it loses the connection to its scheduler; try again "
    "(with checkpoint= the count continues)"
)
WAIT_SECONDS = 0.05  # between two checks of the clock and of signals

KEPT_PER_WORKER = 8  # problems or questions that a worker keeps

Pool = tuple[int | None, Executor | None]  # a number of workers, or an executor
JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")


class Workers:
    """An executor for one question. `wait` and `result` raise KeyboardInterrupt, and so does code inside `allowed`."""

    def __init__(self, executor: Executor, interrupts: Interrupts) -> None:
        self.executor, self._interrupts = executor, interrupts
        self.threads = isinstance(executor, ThreadPoolExecutor)
        self.allowed = interrupts.allowed
        self._calls: WeakKeyDictionary[Future[Any], tuple[Callable[..., Any], tuple[Any, ...]]] = WeakKeyDictionary()

    @cached_property
    def size(self) -> int:
        """The number of tasks that run at once."""
        return size(self.executor)

    def submit(self, run: Callable[..., ResultT], *args: Any) -> Future[ResultT]:
        with explain_lost_task():
            task = self.executor.submit(run, *args)
        self._calls[task] = run, args
        return task

    def wait(self, tasks: Iterable[Future[Any]], max_seconds: float = inf) -> set[Future[Any]]:
        """Wait briefly, at most `max_seconds` seconds, for the first of these tasks; return the finished tasks."""
        done = wait(tasks, min(WAIT_SECONDS, max_seconds), FIRST_COMPLETED).done
        self._interrupts.check()
        return done

    def take(self, arrived: SimpleQueue[Future[ResultT]]) -> list[Future[ResultT]]:
        """Wait briefly for the first task to arrive in this queue; return all that are there.

        A wait for any of 2,000 tasks, as concurrent.futures offers it, looks at every one of them, which takes 2 ms.
        """
        tasks = []
        with suppress(Empty):
            tasks.append(arrived.get(timeout=WAIT_SECONDS))
            while True:
                tasks.append(arrived.get_nowait())
        self._interrupts.check()
        return tasks

    def result(self, task: Future[ResultT]) -> ResultT:
        """Wait for a task and return its result; a result that Dask has lost is computed again.

        Raises:
            OutOfTime: the question was canceled.
        """
        while not task.done():
            self.wait([task])
            if canceled():
                raise OutOfTime
        with explain_lost_task():
            try:
                return task.result()
            except Exception as error:
                if not _lost(error):
                    raise
        run, args = self._calls[task]
        again: Future[ResultT] = self.submit(run, *args)
        return self.result(again)

    def give_up(self, tasks: Iterable[Future[Any]]) -> None:
        """Cancel these tasks and join the threads that run them; signal those threads to stop first."""
        going = [task for task in tasks if not task.cancel()]
        if self.threads:
            wait(going)


@contextmanager
def workers_of(workers: int | None, executor: Executor | None) -> Iterator[Workers]:
    """Yield the workers for this number or executor (neither: one thread); our own threads end with the block."""
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


@contextmanager
def stoppable(workers: Workers, run: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Wrap `run` so that its threads stop when the block exits; after Ctrl-C there is nothing left to wait for.

    Other workers cannot be stopped; their results are dropped.
    """
    stop = Event()
    try:
        yield partial(run, stopped=stop.is_set) if workers.threads else run
    finally:
        stop.set()


def size(executor: Executor) -> int:
    """Return the number of tasks that an executor runs at once."""
    for name in ("_max_workers", "num_workers"):  # the standard library and loky; mpi4py
        number = getattr(executor, name, None)
        if isinstance(number, int) and number > 0:
            return number
    client = getattr(executor, "_client", None)  # Dask's; workers may come and go
    return max(sum(client.nthreads().values()), 1) if client is not None else DEFAULT_SIZE


def keep(store: dict[str, JobT], name: str, thing: JobT) -> None:
    """Add an object to a worker's store and drop the oldest. Tasks on other threads use the same store."""
    store[name] = thing
    for oldest in list(store)[:-KEPT_PER_WORKER]:
        store.pop(oldest, None)


def _lost(error: Exception) -> bool:
    """Return whether Dask mistook a result for an error: `_cascade_future` does so if a worker dies at that moment."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_name == "_cascade_future"


@contextmanager
def explain_lost_task() -> Iterator[None]:
    """Add the remedy to BrokenProcessPool (a RuntimeError), which reports that a dead process took the pool with it.

    Add it to CancelledError as well: we query no task that we canceled.
    """
    try:
        yield
    except CancelledError as error:
        raise CancelledError(CANCELED) from error
    except BrokenProcessPool as error:
        raise BrokenProcessPool(DIED) from error


def in_order(workers: Workers, run: Callable[[JobT], ResultT], jobs: Iterable[JobT]) -> Generator[ResultT, None, None]:
    """Yield the results of jobs in their order, with at most two jobs per worker in progress.

    Unlike ``Executor.map``, we do not take all jobs at once, as a stream of jobs may not fit in memory. If jobs arrive
    slowly, we yield the finished results after each arrival.
    """
    window, running = 2 * workers.size, deque[Future[ResultT]]()
    try:
        for job in _interruptible(workers, jobs):
            running.append(workers.submit(run, job))
            while running and (len(running) >= window or running[0].done()):
                yield from _first(workers, running)
        while running:
            yield from _first(workers, running)
    finally:
        for task in running:
            task.cancel()


def _interruptible(workers: Workers, jobs: Iterable[JobT]) -> Iterator[JobT]:
    """Yield the jobs, and allow Ctrl-C while the caller's iterator makes one: it may read from a pipe."""
    jobs = iter(jobs)
    while True:
        with workers.allowed():
            job = next(jobs, workers)
        if job is workers:
            return
        yield job  # type: ignore[misc]


def _first(workers: Workers, running: deque[Future[ResultT]]) -> Iterator[ResultT]:
    """Yield the result of the first task, and allow Ctrl-C while the caller uses it."""
    result = workers.result(running[0])
    running.popleft()
    with workers.allowed():
        yield result
