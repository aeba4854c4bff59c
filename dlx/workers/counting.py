# SPDX-License-Identifier: MIT
"""One problem on many workers: threads, processes, or any executor with the interface of concurrent.futures.

    queued parts  ──bundles──>  submit ... submit        at most `window` tasks at a time
         ^                         │
         └── the rest ────── wait for the first ──> count, nodes, solutions

A task searches parts until its share of work is done and returns the rest of them, so no worker spends long on a part
that turned out to be large while others idle. The first task has one part, the whole search. The place where we cut a
part depends on the part alone, never on the worker or the time. Totals and node counts are therefore the same for any
number of workers of any kind.

We send a problem to each worker once. Tasks name it, and a worker that does not know the problem yet requests it.
There is no scheduler and no network code here; Dask, mpi4py or the standard library provides them.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, closing
from fractions import Fraction
from functools import partial
from itertools import chain
from itertools import count as numbers
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from ..engine.bar import Report, reported
from ..engine.drive import Drive
from ..engine.limits import seconds
from ..engine.status import Status
from ..engine.unfinished import unfinished
from ..matrix.assumptions import NONE, Assumptions
from ..matrix.solution import Solution
from ..questions.count import Count, CountStats, StrategyCount
from ..system.digits import printable
from .checkpoint import Checkpoint
from .executors import Workers, keep, workers_of
from .parts import Part, Result, Tally, run

if TYPE_CHECKING:
    from os import PathLike

    from ..engine.engine import Engine
    from ..system.calloff import Cancel

PART_WORK = (1_000_000, 25_000_000, 125_000_000)  # work of a part, by the number of cuts: 2 ms, 50 ms, 250 ms
TASK_WORK = {ThreadPoolExecutor: (5_000_000, 50_000_000), ProcessPoolExecutor: (10_000_000, 100_000_000)}  # least, most
OTHER_TASK_WORK = (25_000_000, 250_000_000)  # up to half a second, since a task costs Dask 6.5 ms
TASKS_PER_WORKER = 4  # tasks per worker that would finish the known rest; so tasks shrink towards the end
MOST_SOLUTIONS = 10_000  # returned by one task
MOST_PARTS = 64  # in one task; more would be tiny, or not reached
MOST_IN_HEAP = 10_000  # queued parts from which we take the largest; beyond that number, we take the newest

_engines: dict[str, Engine] = {}  # of the problems sent to this process
_stopping: set[int] = set()  # runs in this process that have ended before their tasks
_numbers = numbers()


# --- the worker


def _task(name: str, engine: Engine | None, parts: list[Part], work: int, solutions: int, number: int) -> Result | None:
    """Search parts and their rests until the work is spent; return None if this process lacks the problem."""
    if engine is not None:
        keep(_engines, name, engine)
    else:
        engine = _engines.get(name)  # another thread may evict it during the search
    if engine is None:
        return None
    result, waiting, stopped = Result([]), deque(parts), partial(_stopping.__contains__, number)
    while waiting and result.work < work and not stopped():
        part = waiting.popleft()
        cap = PART_WORK[min(len(part.key), len(PART_WORK) - 1)]
        outcome = run(engine, part, work=cap, solutions=solutions, stopped=stopped, dropped=stopped)
        result.count += outcome.count
        result.nodes += outcome.nodes
        result.parts += 1
        result.work += outcome.work
        if outcome.solutions:
            result.solutions.append((part.key, outcome.solutions))
        waiting.extendleft(reversed(outcome.left))
    result.left = list(waiting)
    result.done = _weight(parts) - _weight(result.left)
    return result


def _weight(parts: list[Part]) -> Fraction:
    return sum((part.weight for part in parts), Fraction(0))


# --- the driver


class Tasks:
    """The queue of parts and the tasks of an executor.

    We search the largest part first; with `ordered`, the first one in search order.
    """

    def __init__(
        self, engine: Engine, parts: Iterable[Part], workers: Workers, solutions: int = 0, ordered: bool = False
    ) -> None:
        self.engine, self.workers, self.solutions, self.ordered = engine, workers, solutions, ordered
        self.name = engine.matrix.digest()
        self.number = next(_numbers)
        self.waiting: list[tuple[tuple[float, tuple[int, ...]], Part]] = []  # a heap
        self.beyond: list[Part] = []  # a stack
        self.running: dict[Future[Result | None], tuple[list[Part], int]] = {}
        self.arrived = SimpleQueue[Future[Result | None]]()
        self.done, self.left, self.work = Fraction(0), Fraction(0), 0  # shares of the tree; work spent on the first
        for part in parts:
            self.left += part.weight
            self._wait(part)
        if workers.threads:
            keep(_engines, self.name, engine)

    def _wait(self, part: Part) -> None:
        if self.ordered or len(self.waiting) < MOST_IN_HEAP:
            heapq.heappush(self.waiting, ((0.0 if self.ordered else -float(part.weight), part.key), part))
        else:
            self.beyond.append(part)

    def _take(self) -> Part:
        return self.beyond.pop() if self.beyond else heapq.heappop(self.waiting)[1]

    @property
    def unfinished(self) -> list[Part]:
        """The parts that are queued or in tasks."""
        queued, running = (part for _, part in self.waiting), (parts for parts, _ in self.running.values())
        return [*queued, *self.beyond, *chain.from_iterable(running)]

    @property
    def n_waiting(self) -> int:
        return len(self.waiting) + len(self.beyond)

    def _next(self, free: int) -> tuple[list[Part], int]:
        """Return the parts and the work of a task: worth its overhead, yet small enough that all tasks end together.

        The first task is short, to produce parts soon. We estimate the work of a part from its weight. As the estimate
        may be far off, the queue is shared by all workers that have nothing to do (`free` tasks).
        """
        parts = [self._take()]
        if not self.done:
            return parts, 1
        low, high = TASK_WORK.get(type(self.workers.executor), OTHER_TASK_WORK)
        whole = self.work / float(self.done)
        share = min(max(int(whole * float(self.left)) // (TASKS_PER_WORKER * self.workers.size), low), high)
        expected, most_parts = whole * float(parts[0].weight), min(MOST_PARTS, 1 + self.n_waiting // free)
        while len(parts) < most_parts and expected < share:
            parts.append(self._take())
            expected += whole * float(parts[-1].weight)
        return parts, share

    def _submit(self, parts: list[Part], work: int, engine: Engine | None = None) -> None:
        task = self.workers.submit(_task, self.name, engine, parts, work, self.solutions, self.number)
        self.running[task] = parts, work
        task.add_done_callback(self.arrived.put)

    def __iter__(self) -> Iterator[list[tuple[list[Part], Result]]]:
        """Yield lists of finished parts and their results until no part is left, and now and then an empty list."""
        window = 2 * self.workers.size
        while self.n_waiting or self.running:
            while self.n_waiting and len(self.running) < window:
                self._submit(*self._next(window - len(self.running)))
            yield [back for task in self.workers.take(self.arrived) for back in self._back(task)]

    def _back(self, task: Future[Result | None]) -> Iterator[tuple[list[Part], Result]]:
        parts, work = self.running.pop(task)
        result = self.workers.result(task)
        if result is None:
            self._submit(parts, work, self.engine)
            return
        for part in result.left:
            self._wait(part)
        self.done += result.done
        self.left -= result.done
        self.work += result.work
        yield parts, result

    @property
    def first(self) -> tuple[int, ...] | None:
        """The key of the first unfinished part of an `ordered` search; None if all are done."""
        places = [part.key for parts, _ in self.running.values() for part in parts]
        places += [self.waiting[0][1].key] if self.waiting else []
        return min(places, default=None)

    def close(self) -> None:
        """Cancel unfinished tasks. Running threads notice within a few milliseconds and are joined."""
        _stopping.add(self.number)
        self.workers.give_up(self.running)
        _stopping.discard(self.number)


class PartsCount(Count):
    """A count whose parts many workers search.

    With the method "auto", the memoized search of one worker counts instead, if a short trial shows that it is faster.
    If the trial finds that the problem falls apart, the workers share one component after the other. An interrupted
    count keeps its unfinished parts for the next run, with a ``checkpoint`` in a file.
    """

    def __init__(
        self,
        engine: Engine,
        assumed: Assumptions = NONE,
        *,
        method: str = "search",
        workers: int | None = None,
        executor: Executor | None = None,
        checkpoint: str | PathLike[str] | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        progress: bool | Report | None = None,
        **how: Any,
    ) -> None:
        """Prepare a count; ``how`` has the memory and the order of items for a trial of strategies."""
        super().__init__(engine.matrix, time_limit, progress, cancel)
        self._engine, self._pool, self._checkpoint = engine, (workers, executor), checkpoint
        self._root = Part(*assumed, Fraction(1))
        self._parts, self._tally = [self._root], Tally(self.drive)
        self._product, self._factors = 1, [(engine, 1)]  # of finished components; the others, with their exponents
        self._trial: StrategyCount | None = None
        if method == "auto" and checkpoint is None:
            self._trial = StrategyCount(engine, assumed, **how, progress=self.drive.report, to_plain=True)

    @property
    def stats(self) -> CountStats:
        tally = self._tally
        if self._trial is not None:
            return self._trial.stats
        return CountStats("search", None, tally.nodes, 0, 0, 0, tally.seconds, tally.parts)

    def proceed(self) -> bool:
        with workers_of(*self._pool) as pool:
            if self._trial is not None:
                with pool.allowed():
                    factors = self._try(self._trial)
                if factors is None:
                    return self._trial.status is Status.COMPLETE
                if factors[1]:
                    self._product, self._factors, self._root = *factors, Part(*NONE, Fraction(1))
                    self._parts = [self._root]
                self._trial = None
            while self._factors:
                if not self._search(pool, *self._factors[0]):
                    return False
                self._next_factor()
            return True

    def _try(self, trial: StrategyCount) -> tuple[int, list[tuple[Engine, int]]] | None:
        """Count in this thread until plain search turns out best, or the count or the time ends (None)."""
        try:
            return trial.left_to_plain(self.drive.deadline - self.drive.seconds)
        finally:
            self.count = trial.count

    def _next_factor(self) -> None:
        """Multiply by the count of a component, and begin the next one."""
        tally, (_, times) = self._tally, self._factors.pop(0)
        self._product *= tally.count**times
        self.count = printable(self._product if not self._factors else 0)
        if not self._product:
            self._factors = []
        if self._factors:
            self._parts, tally.count, tally.done = [self._root], 0, Fraction(0)

    def _search(self, pool: Workers, engine: Engine, times: int) -> bool:
        with ExitStack() as stack:
            store = None
            if self._checkpoint is not None:
                store = stack.enter_context(Checkpoint(self._checkpoint, self._engine.matrix, self._root))
                self._parts = store.load(self._tally)
            tasks = stack.enter_context(closing(Tasks(engine, self._parts, pool)))
            try:
                for results in tasks:
                    for _, result in results:
                        self._tally.add(result)
                    if store is not None and results:
                        store.record(self._tally, results)
                    late = self.drive.late()
                    if self.drive.report is not None:
                        with pool.allowed():
                            self._tally.report()
                    if late and tasks.unfinished:
                        return False
                self.drive.late()  # reads the clock
                return True
            finally:
                self._parts = tasks.unfinished
                self.count = printable(self._product * self._tally.count**times if len(self._factors) == 1 else 0)


def solutions(
    engine: Engine,
    assumed: Assumptions,
    time_limit: float | None = None,
    progress: bool | Report | None = None,
    **many: Any,
) -> Iterator[Solution]:
    """Yield all solutions, found by ``many`` workers; see :meth:`Problem.solutions`."""
    root, limit = Part(*assumed, Fraction(1)), seconds(time_limit)
    return reported(progress, lambda report: _solutions(engine, root, Drive(limit, report), **many))


def _solutions(
    engine: Engine, root: Part, drive: Drive, workers: int | None, executor: Executor | None, ordered: bool
) -> Iterator[Solution]:
    tally, n = Tally(drive), 0
    with workers_of(workers, executor) as pool, closing(Tasks(engine, [root], pool, MOST_SOLUTIONS, ordered)) as tasks:
        queue: list[tuple[tuple[int, ...], list[list[int]]]] = []  # a heap, by the key of the part
        for results in tasks:
            for _, result in results:
                tally.add(result)
                for solutions in result.solutions:
                    heapq.heappush(queue, solutions)
            first = tasks.first if ordered else None
            while queue and (first is None or queue[0][0] < first):
                newest = heapq.heappop(queue)[1]
                n += len(newest)
                with pool.allowed():
                    yield from map(partial(Solution.of, engine.matrix), newest)
            late = drive.late()
            if drive.report is not None:
                with pool.allowed():
                    tally.report()
            if late and (tasks.unfinished or queue):
                raise unfinished("the list", Status.TIME_LIMIT, n)
