# SPDX-License-Identifier: MIT
"""One problem on many workers: threads, processes, or whatever has the interface of concurrent.futures.

    parts to do  ──bundles──>  submit ... submit        at most `window` tasks at a time
         ^                         │
         └── what is left ── wait for the first ──> count, nodes, solutions

A task searches parts until its share of work is done and hands back what is left of them, so that nobody works for
long on a part that turned out to be large while others idle. It starts with one part, the whole search. Where a part is
cut depends on the part alone, never on who searches it and when: so totals, and counts of nodes too, are the same for
any number of workers of any kind.

A problem is sent to each worker once: tasks name it, and a worker that does not know it yet says so. There is no
scheduler and no network code here: that is Dask's, mpi4py's or the standard library's.
"""

from __future__ import annotations

import hashlib
import heapq
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import count as numbers
from time import perf_counter
from typing import TYPE_CHECKING

from .checkpoint import Checkpoint
from .executors import result_of, size, workers_of
from .parts import Outcome, Part, run
from .search import REPORT, Progress, Status, seconds

if TYPE_CHECKING:
    from os import PathLike

    from .problem import Problem, Solution

CAPS = (1_000_000, 25_000_000, 125_000_000)  # work of a part, by how often it was cut: 2 ms, 50 ms, 250 ms
WORK = {ThreadPoolExecutor: 10_000_000, ProcessPoolExecutor: 50_000_000}  # of a task
STORED_WORK = 50_000_000  # ... where each is made durable
OTHERS_WORK = 250_000_000  # about half a second: a task costs Dask 6.5 ms
PATIENCE = 0.1  # seconds between two looks at clock and signals
MOST_SOLUTIONS = 10_000  # that a task brings back
MOST_PARTS = 64  # of a task: they are small, or it will not come to them
KNOWN = 8  # problems that a worker keeps

_problems: dict[str, Problem] = {}  # those that this process has been sent
_stopping: set[int] = set()  # runs in this process that are over before their tasks are
_numbers = numbers()

Pair = tuple[Part, Outcome]  # a part, and what came out of it


@dataclass(frozen=True, slots=True)
class Total:
    """What all parts together came to."""

    count: int
    nodes: int
    parts: int  # that were searched, or cut into others
    seconds: float
    status: Status


# --- what a worker does


def _task(
    name: str, problem: Problem | None, parts: list[Part], work: int, solutions: int, number: int
) -> tuple[list[Pair], list[Part]] | None:
    """Search parts, and what is left of them, until the work is done; None: this process has not the problem.

    Returns the parts with what came out of them, and those that are still to be searched.
    """
    if problem is not None:
        _keep(name, problem)
    if name not in _problems:
        return None
    done, waiting, stopped = list[Pair](), deque(parts), partial(_stopping.__contains__, number)
    while waiting and work > 0 and not stopped():
        part = waiting.popleft()
        cap = CAPS[min(len(part.key), len(CAPS) - 1)]
        outcome = run(_problems[name], part, work=cap, solutions=solutions, stopped=stopped)
        work -= outcome.work
        done.append((part, outcome))
        waiting.extendleft(reversed(outcome.left))
    return done, list(waiting)


def _keep(name: str, problem: Problem) -> None:
    while len(_problems) >= KNOWN and name not in _problems:
        _problems.pop(next(iter(_problems)), None)
    _problems[name] = problem


# --- the driver


class Tasks:
    """Parts on their way through an executor.

    The largest part is searched first, or, `ordered`, the one that comes first in the order of a search.
    """

    def __init__(
        self, problem: Problem, parts: Iterable[Part], executor: Executor, work: int, solutions: int, ordered: bool
    ) -> None:
        self.problem, self.executor = problem, executor
        self.name = hashlib.sha256(pickle.dumps(problem)).hexdigest()
        self.number = next(_numbers)
        self.work, self.solutions, self.ordered = work, solutions, ordered
        self.window = 2 * size(executor)
        self.waiting: list[tuple[tuple[Fraction, tuple[int, ...]], Part]] = []
        self.running: dict[Future[tuple[list[Pair], list[Part]] | None], list[Part]] = {}
        for part in parts:
            self._wait(part)
        if isinstance(executor, ThreadPoolExecutor):
            _keep(self.name, problem)

    def _wait(self, part: Part) -> None:
        heapq.heappush(self.waiting, ((Fraction(0) if self.ordered else -part.weight, part.key), part))

    def _submit(self, parts: list[Part], problem: Problem | None = None) -> None:
        first = len(parts) == 1 and not parts[0].key  # of a whole search: a short task, so that there are parts soon
        work = 1 if first else self.work
        task = self.executor.submit(_task, self.name, problem, parts, work, self.solutions, self.number)
        self.running[task] = parts

    def __iter__(self) -> Iterator[list[Pair]]:
        """What tasks bring back, until no part is left; nothing now and then, as time passes."""
        while self.waiting or self.running:
            while self.waiting and len(self.running) < self.window:
                size = min(MOST_PARTS, 1 + len(self.waiting) // (2 * self.window), len(self.waiting))
                self._submit([heapq.heappop(self.waiting)[1] for _ in range(size)])
            done = wait(self.running, PATIENCE, FIRST_COMPLETED).done
            yield [pair for task in done for pair in self._result(task)]

    @property
    def first(self) -> tuple[int, ...] | None:
        """The place of the first part that is not done, where they are `ordered`; None: all are done."""
        places = [part.key for parts in self.running.values() for part in parts]
        places += [self.waiting[0][1].key] if self.waiting else []
        return min(places, default=None)

    def _result(self, task: Future[tuple[list[Pair], list[Part]] | None]) -> list[Pair]:
        parts = self.running.pop(task)
        result = result_of(task)
        if result is None:
            self._submit(parts, self.problem)
            return []
        for part in result[1]:
            self._wait(part)
        return result[0]

    def close(self) -> None:
        """Give up what is not done. Threads are waited for: they hear of it within some milliseconds."""
        _stopping.add(self.number)
        for task in self.running:
            task.cancel()
        if isinstance(self.executor, ThreadPoolExecutor):
            wait(self.running)
        _stopping.discard(self.number)


def count(
    problem: Problem,
    given: Iterable[int] = (),
    banned: Iterable[int] = (),
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    time_limit: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Total:
    """Count the solutions one by one, on many workers; see :meth:`Problem.count`."""
    root = Part(tuple(problem._numbers(given, "given")), tuple(problem._numbers(banned, "banned")), Fraction(1))
    deadline = seconds(time_limit)
    with ExitStack() as stack:
        pool = stack.enter_context(workers_of(workers, executor))
        tally, parts, store = Tally(progress), [root], None
        if checkpoint is not None:
            store = stack.enter_context(Checkpoint(checkpoint, problem, root))
            parts = store.load(tally)
        work = WORK.get(type(pool), OTHERS_WORK) if store is None else STORED_WORK
        tasks = stack.enter_context(closing(Tasks(problem, parts, pool, work, 0, False)))
        for pairs in tasks:
            tally.add(pairs)
            if store is not None and pairs:
                store.record(tally, pairs)
            tally.report()
            if tally.seconds >= deadline and (tasks.waiting or tasks.running):
                return tally.total(Status.TIME_LIMIT)
    return tally.total(Status.COMPLETE)


def solutions(
    problem: Problem,
    given: Iterable[int] = (),
    banned: Iterable[int] = (),
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    ordered: bool = True,
) -> Iterator[Solution]:
    """All solutions, found by many workers; see :meth:`Problem.solutions`."""
    root = Part(tuple(problem._numbers(given, "given")), tuple(problem._numbers(banned, "banned")), Fraction(1))
    return _solutions(problem, root, workers, executor, ordered)


def _solutions(
    problem: Problem, root: Part, workers: int | None, executor: Executor | None, ordered: bool
) -> Iterator[Solution]:
    with workers_of(workers, executor) as pool:
        work = WORK.get(type(pool), OTHERS_WORK)
        with closing(Tasks(problem, [root], pool, work, MOST_SOLUTIONS, ordered)) as tasks:
            found: list[tuple[tuple[int, ...], list[list[int]]]] = []  # a heap, by the place of the part
            for pairs in tasks:
                for part, outcome in pairs:
                    if outcome.solutions:
                        heapq.heappush(found, (part.key, outcome.solutions))
                first = tasks.first if ordered else None
                while found and (first is None or found[0][0] < first):
                    yield from map(problem._solution, heapq.heappop(found)[1])


class Tally:
    """What the parts done so far come to."""

    def __init__(self, progress: Callable[[Progress], object] | None) -> None:
        self.count = self.nodes = self.parts = 0
        self.done = Fraction(0)  # of the tree
        self.progress = progress
        self.started = perf_counter()
        self.reported = 0.0

    @property
    def seconds(self) -> float:
        return perf_counter() - self.started

    def add(self, pairs: list[Pair]) -> None:
        for part, outcome in pairs:
            self.count += outcome.count
            self.nodes += outcome.nodes
            self.parts += 1
            self.done += part.weight - sum((rest.weight for rest in outcome.left), Fraction(0))

    def report(self) -> None:
        if self.progress is not None and (self.seconds - self.reported >= REPORT or self.done == 1):
            self.reported = self.seconds
            self.progress(Progress(float(self.done), self.nodes, self.count, self.seconds, self.parts))

    def total(self, status: Status) -> Total:
        return Total(self.count, self.nodes, self.parts, self.seconds, status)
