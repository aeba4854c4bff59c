# SPDX-License-Identifier: MIT
"""Finds the cheapest solutions on many workers: branch and bound whose result depends on neither workers nor timing.

    jobs in flight    [ 17 18 19 20 | 21 22 ]  <── the oldest waiting job, with the newest stop
                        │
    merged in this order: solutions go to the heap and lower the stop, the rest of the job waits again

A job is an unfinished search, a stack of forks. A worker searches it for a share of work and returns the rest. If there
are too few jobs, we divide one: its fork nearest to the root becomes a new job. The result of a job depends on
its forks and on the stop it starts with, which depend on the jobs merged before it. So solutions, bound and nodes are
the same for any number of workers of any kind. The price is that jobs in flight do not learn of each other's solutions,
so we start with few jobs and keep them small. As long as there is no solution, a race for any solution continues here
after each merged job, for as much work as a job has.

Work of all jobs, relative to a single search (geometric means over 21 sets of random costs on queens, pentominoes,
Costas arrays and a crew roster, up to 4 seconds each):
 *  0.99, from 0.4 to 1.4: a search in several places at once tends to find cheap solutions early.
 *  1.70, up to 7.5, with 64 jobs in flight from the start; 1.18, up to 2.4, with 16.
 *  1.12 if a new job takes only the first branch of the fork nearest to the root; 1.37 with half of its branches, 1.59
    with the last branch.
 *  Rejected: the branches with the lowest bounds of all first. A tenth to twice as many nodes more, and far more forks.
 *  Rejected: forks without prices, each swept 100 times like a root. 1.5 to 15 times the work on ten of these sets.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np

from ..engine.drive import DONE, LIMIT, SOLUTION, STATUS, TIMED_SLICE_WORK, Drive
from ..engine.heap import NO_STOP, Effort, Heap, Scale
from ..engine.limits import seconds
from ..engine.status import Status, outer_status
from ..engine.table import start
from ..matrix.solution import Solution
from ..questions.best.best import Best, task_of
from ..questions.best.best import search as search_here
from ..system.calloff import OutOfTime
from .executors import Pool, Workers, keep, workers_of
from .parts import SLICE_WORK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.bar import Report
    from ..engine.strategies.prices import StartRace
    from ..kernels.best import Cheapest
    from ..matrix.assumptions import Assumptions
    from ..matrix.matrix import Matrix

SERIAL_NODES = 10_000  # nodes before the first job
LEAST_IN_FLIGHT, MOST_IN_FLIGHT = 4, 128  # jobs in flight: one more for every 8 merged jobs
LEAST_WORK, MOST_WORK = 2_000_000, 125_000_000  # of a job, in units of about 3 ns: ...
WORK_SHARE = 1024  # ... this part of all work so far, so that MOST_IN_FLIGHT jobs are at most an eighth of it
SETUPS_PER_JOB = 20  # ... but at least this many times the work to set up a kernel
SOLUTION_WORK = 2_000  # the work to handle a solution
MOST_KEPT = 1_000  # kept costs sent with a job; if there are more, only the stop is sent

_known: dict[str, SharedQuestion] = {}  # questions that this process has received
_stopping: set[str] = set()  # questions that ended before their jobs


@dataclass(frozen=True, slots=True)
class SharedQuestion:
    """The data that all jobs share."""

    problem: Matrix
    scale: Scale
    k: int
    max_cost: float | None
    assumed: Assumptions
    prices: NDArray[np.int64] | None  # of all items, at the root
    known: frozenset[tuple[int, ...]]  # solutions found before the first job, which a job may find again


@dataclass(frozen=True, slots=True)
class Fork:
    """A node and its unsearched branches."""

    options: list[int]  # chosen on the path to the node, besides the given ones
    tried: list[int]  # options of branches searched before, on the path and here, that this part must not choose
    branches: list[tuple[int, int]]  # (option, least cost of its solutions), cheapest first; see best.pyx for the last
    prices: bytes  # of all items, 64 bits each
    again: bool  # may two options of the branches be in one solution?
    weight: float  # of these branches, if all branches of a node weigh the same and the whole search weighs 1

    @property
    def bound(self) -> int:
        """The least cost of its solutions."""
        return min(self.branches[0][1], self.branches[-1][1])

    def part(self, first: int, end: int) -> Fork:
        """Return the fork with some of its branches only."""
        tried = self.tried + [option for option, _ in self.branches[: first if self.again else 0]]
        weight = self.weight * (end - first) / len(self.branches)
        return Fork(self.options, tried, self.branches[first:end], self.prices, self.again, weight)


@dataclass(frozen=True, slots=True)
class Job:
    """Forks to search, the deepest first, and the costs of earlier solutions."""

    forks: list[Fork] | None  # None: search from the root
    work: int  # after which the job returns
    stop: int
    number: int
    kept: list[tuple[float, int, int]]  # as in the heap, but without the solutions


@dataclass(slots=True)
class JobResult:
    """The results of a job, and its unsearched forks."""

    left: list[Fork] = field(default_factory=list)
    solutions: list[tuple[int, list[int]]] = field(default_factory=list)  # scaled cost and options of each
    effort: Effort = field(default_factory=Effort)


# --- on a worker


def search(question: SharedQuestion, job: Job, stopped: Callable[[], bool]) -> JobResult:
    problem, result = question.problem, JobResult()
    heap, nobody = Heap(problem, question.scale, question.k, question.max_cost), Solution.of(problem, [])
    kernel = heap.kernel()  # a used kernel would search in another order
    kernel.stop, drive = job.stop, Drive(slice_work=SLICE_WORK, stopped=stopped)
    if not kernel.setup(*question.assumed):
        return result
    if question.prices is not None and job.forks is None:
        kernel.price(question.prices)
    heap.kept = [(cost, number, nobody, stop) for cost, number, stop in job.kept]
    heap.number, heap.stop, heap.known = job.number, job.stop, set(question.known)
    forks: Sequence[Fork | None] = [None] if job.forks is None else job.forks
    for k, fork in enumerate(forks):
        if fork is not None:
            prices = np.frombuffer(fork.prices, np.int64)
            kernel.start(fork.options, fork.tried, fork.branches, prices, fork.again)
        if not _search(kernel, heap, result, job.work, drive):
            weight = 1.0 if fork is None else fork.weight
            frontier = kernel.frontier()
            result.left = [Fork(*where[:-1], weight * where[-1]) for where in frontier]
            result.left += [fork for fork in forks[k + 1 :] if fork is not None]
            break
    result.effort.count(kernel)
    return result


def _search(kernel: Cheapest, heap: Heap, result: JobResult, work: int, drive: Drive) -> bool:
    """Search one fork until the work of the job is done; return whether the whole fork is searched."""
    outcome = SOLUTION
    while outcome == SOLUTION:
        outcome = drive.run(kernel, work - SOLUTION_WORK * len(result.solutions))
        _keep(kernel, heap, result, outcome)
    while outcome != DONE and (kernel.midway or not kernel.nodes):  # a cut there would count the node twice
        outcome = kernel.step(1)
        _keep(kernel, heap, result, outcome)
    return outcome == DONE


def _keep(kernel: Cheapest, heap: Heap, result: JobResult, outcome: int) -> None:
    """Keep the newest solution, if there is one."""
    if outcome == SOLUTION:
        result.solutions.append((kernel.paid, kernel.solution()))
        heap.add(*result.solutions[-1])
        kernel.stop = min(heap.stop, kernel.stop)


def _task(name: str, question: SharedQuestion | None, job: Job) -> JobResult | None:
    """Search a job; return None if this process has not received the question."""
    if question is not None:
        keep(_known, name, question)
    else:
        question = _known.get(name)
    return None if question is None else search(question, job, lambda: name in _stopping)


# --- handing out jobs


def best_of_parts(
    assumed: Assumptions, heap: Heap, time_limit: float | None, progress: Report | None, pool: Pool
) -> Best:
    """Add the k cheapest solutions to the heap with many workers; see :meth:`Problem.best`.

    The first nodes are searched here: they find strong prices, and often all solutions.
    """
    drive = Drive(seconds(time_limit), progress, slice_work=TIMED_SLICE_WORK)
    heap.effort.node_limit = SERIAL_NODES
    with workers_of(*pool) as workers:
        with workers.allowed():
            outcome, heap = search_here(assumed, heap, drive, without=("components",))  # jobs are parts of one search
        earlier = frozenset(heap.known) if len(heap.known) <= MOST_KEPT else frozenset()
        needed = heap.problem.without_rows()
        question = SharedQuestion(needed, heap.scale, heap.k, heap.max_cost, assumed, heap.prices, earlier)
        with closing(Jobs(question, heap, workers, drive)) as jobs:
            status = STATUS[outcome]
            if outcome == LIMIT:
                try:
                    status = jobs.search()
                except OutOfTime:  # while a strategy that decides was prepared
                    status = Status.TIME_LIMIT
                heap.raise_floor(min(jobs.bound, heap.stop))
    return Best(heap.solutions(), outer_status(status), heap.effort.stats(drive.seconds), heap.bound())


class Jobs:
    """The waiting jobs and the jobs in flight."""

    def __init__(self, question: SharedQuestion, heap: Heap, workers: Workers, drive: Drive) -> None:
        self.question, self.heap, self.workers, self.drive = question, heap, workers, drive
        self.name = uuid4().hex
        if workers.threads:
            _known[self.name] = question
        self.waiting = deque[list[Fork]]()
        self.running = deque[tuple[Future[JobResult | None], Job]]()
        self.start: StartRace | None = None  # a race for any solution, as long as there is none
        self.merged = 0

    @property
    def forks(self) -> list[Fork]:
        """All forks that are not merged yet."""
        jobs = [*self.waiting, *(job.forks or [] for _, job in self.running)]
        return [fork for forks in jobs for fork in forks]

    @property
    def bound(self) -> int:
        """The least cost that an unsearched solution may have."""
        return min((fork.bound for fork in self.forks), default=NO_STOP)

    def search(self) -> Status:
        """Run all jobs. The first runs here, so a small problem needs no worker."""
        with self.workers.allowed():
            first = search(self.question, self.job(None), self.drive.late)
        self.merge(first)
        while self.fill():
            if self.drive.late():
                self.give_up()
                return Status.TIME_LIMIT
            if self.workers.wait([self.running[0][0]], self.drive.deadline - self.drive.seconds):
                self.take()
                if not self.heap.kept and not self.seek():
                    break
            if self.drive.due:
                self.report(1 - sum((fork.weight for fork in self.forks), 0.0))
        self.drive.late()
        self.report(1.0)
        return Status.COMPLETE

    def seek(self) -> bool:
        """Look here for any solution, for as much work as a job has; return False if there is none."""
        if self.start is None:
            self.start = start(task_of(self.question.assumed, self.heap))
        with self.workers.allowed():
            outcome = self.start.step(LEAST_WORK)
        if outcome == SOLUTION:
            self.heap.take(self.start)
        return outcome != DONE

    def fill(self) -> bool:
        """Hand out the waiting jobs, divided until enough are in flight; return False if there are none."""
        width = min(LEAST_IN_FLIGHT + self.merged // 8, MOST_IN_FLIGHT)  # jobs waiting and in flight are never more
        while self.waiting:
            forks = cheaper(self.waiting.popleft(), self.heap.stop)
            if forks:
                self.waiting.extend(divide(forks, width - len(self.running) - len(self.waiting) - 1))
                job = self.job(forks)
                self.running.append((self.submit(None, job), job))
        return bool(self.running)

    def job(self, forks: list[Fork] | None) -> Job:
        heap, size = self.heap, self.question.problem.indices.size
        work = max(min(heap.effort.work // WORK_SHARE, MOST_WORK), LEAST_WORK, SETUPS_PER_JOB * size)
        kept = [(cost, number, stop) for cost, number, _, stop in heap.kept] if len(heap.kept) <= MOST_KEPT else []
        return Job(forks, work, heap.stop, heap.number, kept)

    def submit(self, question: SharedQuestion | None, job: Job) -> Future[JobResult | None]:
        return self.workers.submit(_task, self.name, question, job)

    def take(self) -> None:
        """Merge the oldest job, which has returned, or resend it with the question if its process did not have that."""
        task, job = self.running[0]
        outcome = self.workers.result(task)
        if outcome is None:
            self.running[0] = (self.submit(self.question, job), job)
        else:
            self.running.popleft()
            self.merge(outcome)

    def merge(self, outcome: JobResult) -> None:
        for paid, options in outcome.solutions:
            self.heap.add(paid, options)
        if outcome.left:
            self.waiting.append(outcome.left)
        self.merged += 1
        self.heap.effort.count(outcome.effort)

    def report(self, fraction: float) -> None:
        if self.drive.report is not None:
            effort = self.heap.effort
            with self.workers.allowed():
                self.drive.show(fraction, effort.nodes, effort.solutions, self.merged)

    def halt(self) -> None:
        """Cancel the jobs in flight. Running threads notice within a few milliseconds and are joined."""
        _stopping.add(self.name)
        self.workers.give_up(task for task, _ in self.running)

    def give_up(self) -> None:
        """Merge the jobs in flight that have returned; put the others back in the queue."""
        self.halt()
        while self.running:
            task, job = self.running.popleft()
            outcome = self.workers.result(task) if task.done() and not task.cancelled() else None
            if outcome is not None:
                self.merge(outcome)
            else:
                self.waiting.append(job.forks or [])

    def close(self) -> None:
        self.halt()
        _stopping.discard(self.name)
        _known.pop(self.name, None)


def cheaper(forks: list[Fork], stop: int) -> list[Fork]:
    """Return the forks, with only those branches that may have cheaper solutions."""
    candidates = [(fork, [k for k, branch in enumerate(fork.branches, 1) if branch[1] < stop]) for fork in forks]
    return [fork.part(0, ends[-1]) for fork, ends in candidates if ends]


def divide(forks: list[Fork], n: int) -> list[list[Fork]]:
    """Split up to n jobs off these forks: the forks nearest to the root, then the first branches of the last fork."""
    jobs = list[list[Fork]]()
    while len(jobs) < n and (len(forks) > 1 or len(forks[0].branches) > 1):
        if len(forks) > 1:
            jobs.append([forks.pop()])
        else:
            fork = forks[0]
            jobs.append([fork.part(0, 1)])
            forks[0] = fork.part(1, len(fork.branches))
    return jobs
