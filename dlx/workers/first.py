# SPDX-License-Identifier: MIT
"""A first solution on many threads: one decides, the others search again and again, each in different orders.

    thread 0       the decision of questions/decide.py: all strategies in turns
    thread 1 ...   restarts, from ROUND_WORK on

A clock of a thread is its work. The solution with the least work wins, and no thread stops before its work has reached
the work of the best solution so far. So a number of threads and a seed give the same solution on every run, and a
question that ends within its first nodes has the same solution as without workers.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from threading import Lock
from typing import TYPE_CHECKING

from ..engine.answer import Answer
from ..engine.drive import DONE, SOLUTION, TIMED_SLICE_WORK
from ..engine.limits import seconds, whole
from ..engine.status import Status
from ..engine.strategies.restarts import Restarts
from ..engine.task import Solutions
from ..questions.decide import Decision
from .executors import MOST_WORKERS, workers_of

if TYPE_CHECKING:
    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..matrix.assumptions import Assumptions

ROUND_WORK = Solutions.round_work  # of the decision before the others begin


class Finish:
    """The best end so far."""

    work: float = inf  # at which the threads stop
    number = 0  # of the thread
    options: list[int] | None = None  # None: it proved that there is no solution

    def __init__(self) -> None:
        self._lock = Lock()

    def add(self, work: float, number: int, options: list[int] | None) -> None:
        with self._lock:
            if (work, number) < (self.work, self.number):
                self.work, self.number, self.options = work, number, options


def decide_on_workers(
    engine: Engine,
    assumed: Assumptions,
    workers: int,
    time_limit: float | None = None,
    seed: int | None = None,
    report: Report | None = None,
) -> Answer:
    """Return a solution if there is one, and the counters of thread 0.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> decide_on_workers(Problem([["a"], ["b"]]).engine, NONE, 2).value
    [[0, 1]]
    """
    finish = Finish()

    def stopped() -> bool:
        return decision.work >= finish.work

    decision = Decision(engine, assumed, time_limit=seconds(time_limit), seed=seed, report=report, stopped=stopped)
    n_restarts = min(whole(workers, "workers", 1), MOST_WORKERS) - 1
    machines = [Restarts(engine, assumed, (seed or 0) + k) for k in range(1, n_restarts + 1)]
    with workers_of(max(n_restarts, 1), None) as pool:
        tasks = [pool.submit(_restart, machine, k, finish) for k, machine in enumerate(machines, 1)]
        try:
            with pool.allowed():
                answer = decision.answer()
            if answer.status is not Status.TIME_LIMIT:
                finish.add(decision.work, 0, answer.value[0] if answer.value else None)
            if finish.work < inf:
                for task in tasks:
                    pool.result(task)
        finally:
            ended, finish.work = finish.work < inf, 0
            pool.give_up(tasks)
    if not ended or not finish.number:
        return answer
    solutions = [] if finish.options is None else [finish.options]
    status = Status.SOLUTION_LIMIT if solutions else Status.COMPLETE
    stats = replace(answer.stats, kernel=Restarts.name, solutions=len(solutions))
    return Answer(solutions, status, stats, len(solutions))


def _restart(machine: Restarts, number: int, finish: Finish) -> None:
    """Search until there is a solution, or until another thread has ended with less work."""
    work = ROUND_WORK
    while work < finish.work:
        try:
            outcome = machine.step(TIMED_SLICE_WORK)
        except MemoryError:  # the other threads continue
            return
        work += TIMED_SLICE_WORK
        if outcome in (SOLUTION, DONE):
            finish.add(work, number, machine.solution() if outcome == SOLUTION else None)
            return
