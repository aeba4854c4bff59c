# SPDX-License-Identifier: MIT
"""The path of a source of puzzles through the engine: cut into jobs, run on any number of threads, reported in order.

    records, blocks ─cut─> Job ... Job ─threads─> outcomes: a bad Record, an Answer, Lines of many   ─in order─> report
                           at most two per thread

The main thread reads and reports; compiled code runs without the GIL. We cut jobs at the same places for any number of
threads, so the output does not depend on it. Only jobs in progress are in memory: the source may be larger than memory.

The time limit applies to each puzzle. Compiled code gets it once for all puzzles of a job together; a puzzle that is
then still unanswered gets it again for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from .engines import engine
from .reading import Block, Meter, Record

if TYPE_CHECKING:
    from .batch import BatchResult, Task

MOST = 2_000  # puzzles per job: far less than a second
FEW = 16  # ... if each is searched alone
LEAST = 64  # plain lines for which compiled code pays
ENDLESS = 2**62

Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Asked:
    """Options that apply to every puzzle."""

    command: str  # solve, count or check
    engine: str
    limit: int | None
    seed: int | None
    singly: bool  # search each puzzle alone, for full statistics
    in_bulk: bool  # a plain line is answered by a plain line
    time_limit: float | None  # seconds for each puzzle


@dataclass(slots=True)
class Answer:
    """The answer to one puzzle."""

    record: Record
    count: int  # solutions, up to the limit; a lower bound for an unfinished search
    solutions: list[bytes]  # the first one or two
    steps: int
    guesses: int | None  # None if not counted
    seconds: float  # in a batch: the mean
    unfinished: bool = False  # the time limit ended the search


class Lines(NamedTuple):
    """Printable answers to consecutive puzzles, each with a solution."""

    text: bytes | bytearray
    unique: int
    several: int
    steps: int
    seconds: float


Outcome = Record | Answer | Lines  # a refused record carries its error


class Job(NamedTuple):
    """Puzzles to be answered together, or the error that ended reading."""

    part: list[Record] | Block | ValueError
    taken: int  # bytes of the source up to its end
    first: int = 0  # of a block: index of the first puzzle
    last: int = 0  # ... and of the last one, plus one
    task: Task | None = None  # settings for the block


class Done(NamedTuple):
    """The results of a job."""

    taken: int
    outcomes: Iterator[Outcome]


def answered(parts: Iterator[Record | Block], meter: Meter, asked: Asked, workers: int) -> Generator[Done, None, None]:
    """Yield the results job by job, in order. The caller runs a single job itself, where Ctrl-C works best."""
    jobs = _jobs(parts, meter, asked, workers)
    head = list(islice(jobs, 2 if workers > 1 else 0))
    jobs = chain(head, jobs)
    if len(head) < 2:
        for job in jobs:
            yield Done(job.taken, outcomes(asked, job))
        return
    from dlx.executors import in_order, workers_of

    from .batch import stoppable

    with workers_of(workers, None) as pool, stoppable(pool, partial(_do, asked)) as run:
        yield from in_order(pool, run, jobs)


def _do(asked: Asked, job: Job, stopped: Stopped) -> Done:
    return Done(job.taken, iter(list(outcomes(asked, job, stopped))))


# --- jobs


def _jobs(parts: Iterator[Record | Block], meter: Meter, asked: Asked, workers: int) -> Iterator[Job]:
    before = 0
    try:
        for part, taken in _gathered(parts, meter, asked):
            if isinstance(part, Block):
                yield from _cut(part, before, taken, asked, workers)
            else:
                yield Job(part, taken)
            before = taken
    except ValueError as error:  # raised in its turn, after the puzzles before it are answered
        yield Job(error, before)


def _gathered(
    parts: Iterator[Record | Block], meter: Meter, asked: Asked
) -> Iterator[tuple[list[Record] | Block, int]]:
    """Yield large blocks unchanged if they may be answered in bulk; collect all other puzzles in lists."""
    records: list[Record] = []
    most, taken = FEW if asked.singly else MOST, 0
    for part in parts:
        if asked.in_bulk and isinstance(part, Block) and len(part.puzzles) >= LEAST * part.board.cells:
            if records:
                yield records, taken
            records, taken = [], meter.taken
            yield part, taken
            continue
        taken = meter.taken
        for record in part.records() if isinstance(part, Block) else [part]:
            records.append(record)
            if len(records) == most:
                yield records, taken
                records = []
    if records:
        yield records, taken


def _cut(block: Block, before: int, taken: int, asked: Asked, workers: int) -> Iterator[Job]:
    import numpy as np

    from .batch import Task

    grids = np.frombuffer(block.puzzles, np.uint8).reshape(-1, block.board.cells)
    task = Task.of(block.board, grids, asked.limit, asked.engine)
    for first, last in task.cuts(len(grids), workers):
        yield Job(block, before + (taken - before) * last // len(grids), first, last, task)


# --- results


def outcomes(asked: Asked, job: Job, stopped: Stopped | None = None) -> Iterator[Outcome]:
    if isinstance(job.part, ValueError):
        raise job.part
    if isinstance(job.part, Block):
        return _of_block(asked, job, job.part, stopped)
    return _of_records(asked, job.part, stopped)


def _of_records(asked: Asked, records: list[Record], stopped: Stopped | None) -> Iterator[Outcome]:
    """Yield the answers, and the refused records in their places."""
    good = [record for record in records if record.error is None]
    several = any(record.board != good[0].board for record in good)
    alone = asked.singly or several or len(good) < 10
    answers = (_answer(asked, record, stopped) for record in good) if alone else _batch(asked, good, stopped)
    for record in records:
        yield record if record.error else next(answers)


def _answer(asked: Asked, record: Record, stopped: Stopped | None) -> Answer:
    """Answer one puzzle, with full search statistics."""
    assert record.board is not None and record.puzzle is not None
    search = engine(asked.engine, record.board, record.puzzle, asked.seed, stopped, asked.time_limit)
    try:
        solutions = list(islice(search, 2 if asked.limit is None else min(asked.limit, 2)))
        count = search.count(asked.limit)
    except KeyboardInterrupt as stop:
        stop.add_note(f"stopped after {search.found:,} solutions, {search.steps:,} {search.effort}")
        raise
    return Answer(record, count, solutions, search.steps, search.guesses, search.seconds, search.unfinished)


def _batch(asked: Asked, good: list[Record], stopped: Stopped | None) -> Iterator[Answer]:
    """Answer many puzzles of one board in one compiled loop."""
    import numpy as np

    from .batch import Task

    board = good[0].board
    assert board is not None
    grids = np.frombuffer(b"".join(record.puzzle or b"" for record in good), np.uint8).reshape(-1, board.cells)
    started = perf_counter()
    result = Task.of(board, grids, asked.limit, asked.engine)(grids, stopped, asked.time_limit)
    mean = (perf_counter() - started) / len(grids)
    for k, record in enumerate(good):
        yield _of_batch(asked, record, result, k, mean, stopped)


def _of_batch(
    asked: Asked, record: Record, result: BatchResult, k: int, mean: float, stopped: Stopped | None
) -> Answer:
    """Return the answer to one puzzle of a batch. Search again alone if it is unfinished or needs a second solution."""
    count = int(result.counts[k])
    unfinished = asked.time_limit is not None and result.unfinished[k]
    if unfinished or (asked.command == "check" and count > 1):
        return _answer(asked, record, stopped)
    return Answer(record, count, [result.solutions[k].tobytes()] if count else [], int(result.nodes[k]), None, mean)


def _of_block(asked: Asked, job: Job, block: Block, stopped: Stopped | None) -> Iterator[Outcome]:
    """Solve, count and format plain lines in compiled code, except for puzzles with longer answers."""
    import numpy as np

    from ._lines import run_of

    assert job.task is not None
    cells, n = block.board.cells, job.last - job.first
    started = perf_counter()
    grids = np.frombuffer(block.puzzles, np.uint8).reshape(-1, cells)[job.first : job.last]
    result = job.task(grids, stopped, asked.time_limit)
    mean = (perf_counter() - started) / n
    known = np.where(result.unfinished, 0, result.counts)
    records: list[Record] = []
    at = 0
    while at < n:
        end = run_of(known, at, 1, ENDLESS if asked.command == "count" else 1)
        if end > at:
            yield _lines(asked, job, block, result, at, end, mean)
        if end < n:
            records = records or list(block.records(job.first, job.last))
            yield _of_batch(asked, records[end], result, end, mean, stopped)
        at = end + 1


def _lines(asked: Asked, job: Job, block: Block, result: BatchResult, at: int, end: int, mean: float) -> Lines:
    from ._lines import lines, numbered

    counts = result.counts[at:end]
    if asked.command == "solve":
        text: bytes | bytearray = lines(result.solutions, at, end, block.board.characters)
    elif asked.command == "count":
        text = ("\n".join(map(str, counts.tolist())) + "\n").encode()
    else:
        source, first = f"{block.source}:".encode("utf-8", "surrogateescape"), block.line + job.first
        text = numbered(source, first + at, first + end, b": unique")
    unique = int((counts == 1).sum())
    return Lines(text, unique, end - at - unique, int(result.nodes[at:end].sum()), mean * (end - at))
