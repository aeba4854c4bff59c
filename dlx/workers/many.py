# SPDX-License-Identifier: MIT
"""Many questions about one problem on many workers, each of which answers some of them at a time.

    samples of the questions ──> plan ──cuts──> part ── on any worker ──> answers ─┐
                                                part ── on any worker ──> answers ─┼─> one Batch, in the order asked
                                                part ── on any worker ──> answers ─┘

Plan and cuts depend on counters, never on a clock (questions/pilot.py). So counts, solutions and nodes are the same for
any number of workers of any kind. Each part takes the problem along; a process keeps the first copy, with its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from time import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.limits import seconds
from ..engine.status import INTERRUPTED, TIME_LIMIT
from ..questions.batch import Answers, Batch, answering, cut_short, picked
from ..questions.pilot import ONE_BY_ONE, PILOT_QUESTIONS, Plan
from ..system.calloff import OutOfTime, canceled
from .executors import in_order, keep, stoppable, workers_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..questions.pilot import Questions

    Answered = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64], NDArray[np.int32]]

_engines: dict[str, Engine] = {}  # of the problems sent to this process


class ManyJob(NamedTuple):
    """Some of the questions, with all that a worker needs to answer them."""

    name: str | None  # of the problem; None: the engine of this process
    engine: Engine
    questions: Questions
    how: dict[str, Any]  # other arguments of Answers
    time_limit: float  # seconds
    until: float  # wall-clock time, the only clock that processes and machines share


def answers_of_workers(
    engine: Engine,
    questions: Questions,
    limit: int | None,
    solutions: bool,
    node_limit: int | None,
    time_limit: float | None,
    kernel: str,
    workers: int | None,
    executor: Executor | None,
    report: Report | None,
) -> Batch:
    """Return the answers of many workers to these questions; see :meth:`Problem.solve_many`."""
    n, allowed = len(questions[0]) - 1, seconds(time_limit)
    until = time() + allowed
    with workers_of(workers, executor) as pool, stoppable(pool, _answer) as run:
        with pool.allowed():
            plan = ONE_BY_ONE
            if node_limit is None and n:
                samples = picked(*questions, np.arange(0, n, max(n // PILOT_QUESTIONS, 1)))
                plan = Plan.of(engine, n, samples, limit, kernel)
        name = None if pool.threads else engine.matrix.digest()
        how = {"limit": limit, "solutions": solutions, "node_limit": node_limit, "kernel": kernel, "plan": plan}
        jobs = (ManyJob(name, engine, part, how, allowed, until) for part in _parts(questions, plan.cuts(n, pool.size)))
        with closing(in_order(pool, run, jobs)) as results:
            return _joined(engine, n, results, report)


def _parts(questions: Questions, cuts: list[tuple[int, int]]) -> Iterator[Questions]:
    indptr, given = questions
    for first, last in cuts:
        start, end = indptr[first], indptr[last]
        yield indptr[first : last + 1] - start, np.append(given[start:end], np.int32(0))


def _answer(job: ManyJob, stopped: Callable[[], bool] | None = None) -> Answered:
    """Answer a part of the questions."""
    engine = job.engine
    if job.name is not None:
        engine = _engines.get(job.name) or engine
        keep(_engines, job.name, engine)
    time_left = max(min(job.time_limit, job.until - time()), 0)
    batch = Answers(engine, job.questions, **job.how, time_limit=time_left, stopped=stopped).batch()
    return batch.counts, batch.nodes, batch.statuses, np.diff(batch.indptr), batch.options


def _joined(engine: Engine, n: int, results: Iterator[Answered], report: Report | None) -> Batch:
    """Join the answers to the parts of n questions, and report the number of answered ones."""
    parts: list[Answered] = []
    steps = answering(report, n, lambda: sum(len(part[0]) for part in parts))
    try:
        for part in results:
            parts.append(part)
            steps.tick()
    except OutOfTime:  # canceled
        parts.append(_unanswered(n - sum(len(part[0]) for part in parts)))
    counts, nodes, statuses, lengths, options = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    if canceled():
        statuses[statuses == TIME_LIMIT] = INTERRUPTED
    if not cut_short(statuses).any():
        steps.end()
    return Batch(engine.matrix, counts, nodes, statuses, np.append(0, np.cumsum(lengths)), options)


def _unanswered(n: int) -> Answered:
    """Return the answers to n questions that were canceled."""
    none = np.zeros(n, np.int64)
    return none, none, np.full(n, INTERRUPTED, np.uint8), none, np.zeros(0, np.int32)
