# SPDX-License-Identifier: MIT
"""The path of a source of puzzles through the engine: cut into jobs, run on any number of threads, reported in order.

    records, blocks ─cut─> PuzzleJob, PuzzleJob ─threads─> replies: Record, StreamAnswer, AnswerLines ─in order─> report
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

from dlx.engine.limits import seconds
from dlx.engine.status import COMPLETE, SOLUTION_LIMIT
from dlx.system.calloff import within

from ..engine.answer import PuzzleAnswer, answer, searched
from ..engine.engines import engine
from .records import Block, ReadingMeter, Record

if TYPE_CHECKING:
    from ..engine.batch import BatchResult, BatchTask

FIRST_PUZZLES_PER_JOB = 50  # puzzles of the first job, for an early answer; each further job may have twice as many
MOST_PUZZLES_PER_JOB = 2_000  # puzzles per job: far less than a second
MOST_BYTES_PER_JOB = 1 << 20  # bytes of the source
MOST_ALONE_PER_JOB = 16  # ... if each is searched alone
LEAST_LINES_IN_BULK = 64  # plain lines for which compiled code pays
NO_LIMIT = 2**62

IsStopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class QueryOptions:
    """Options that apply to every puzzle."""

    command: str  # solve, count or check
    engine: str | None
    limit: int | None
    seed: int | None
    singly: bool  # search each puzzle alone, for full statistics
    in_bulk: bool  # a plain line is answered by a plain line
    time_limit: float | None  # seconds for each puzzle


@dataclass(slots=True)
class StreamAnswer:
    """The answer to one puzzle."""

    record: Record
    count: int  # solutions, up to the limit; a lower bound for an unfinished search
    solutions: list[bytes]  # the first one or two
    guesses: int  # decisions with more than one candidate, by the engine that answered
    seconds: float  # in a batch: the mean
    unfinished: bool = False  # the time limit ended the search


class AnswerLines(NamedTuple):
    """Printable answers to consecutive puzzles, each with a solution."""

    text: bytes | bytearray
    unique: int
    several: int
    guesses: int
    seconds: float


Reply = Record | StreamAnswer | AnswerLines  # a refused record carries its error


class PuzzleJob(NamedTuple):
    """Puzzles to be answered together, or the error that ended reading."""

    part: list[Record] | Block | ValueError
    taken: int  # bytes of the source up to its end
    first: int = 0  # of a block: index of the first puzzle
    last: int = 0  # ... and of the last one, plus one
    task: BatchTask | None = None  # settings for the block


class Done(NamedTuple):
    """The results of a job."""

    taken: int
    replies: Iterator[Reply]


def answer_all(
    parts: Iterator[Record | Block], meter: ReadingMeter, options: QueryOptions, workers: int
) -> Generator[Done, None, None]:
    """Yield the results job by job, in order. The caller runs a single job itself, where Ctrl-C works best."""
    jobs = _jobs(parts, meter, options, workers)
    head = list(islice(jobs, 2 if workers > 1 else 0))
    jobs = chain(head, jobs)
    if len(head) < 2:
        for job in jobs:
            yield Done(job.taken, replies(options, job))
        return
    from dlx.workers.executors import in_order, stoppable, workers_of

    with workers_of(workers, None) as pool, stoppable(pool, partial(_run_job, options)) as run:
        yield from in_order(pool, run, jobs)


def _run_job(options: QueryOptions, job: PuzzleJob, stopped: IsStopped) -> Done:
    return Done(job.taken, iter(list(replies(options, job, stopped))))


# --- jobs


def _jobs(
    parts: Iterator[Record | Block], meter: ReadingMeter, options: QueryOptions, workers: int
) -> Iterator[PuzzleJob]:
    before = 0
    try:
        for part, taken in _gather(parts, meter, options):
            if isinstance(part, Block):
                yield from _split_block(part, before, taken, options, workers)
            else:
                yield PuzzleJob(part, taken)
            before = taken
    except ValueError as error:  # raised in its turn, after the puzzles before it are answered
        yield PuzzleJob(error, before)


def _gather(
    parts: Iterator[Record | Block], meter: ReadingMeter, options: QueryOptions
) -> Iterator[tuple[list[Record] | Block, int]]:
    """Yield large blocks unchanged if they may be answered in bulk; collect all other puzzles in lists."""
    records: list[Record] = []
    most, taken, before = MOST_ALONE_PER_JOB if options.singly else FIRST_PUZZLES_PER_JOB, 0, 0
    for part in parts:
        if options.in_bulk and isinstance(part, Block) and len(part.puzzles) >= LEAST_LINES_IN_BULK * part.board.cells:
            if records:
                yield records, taken
            records, taken = [], meter.taken
            yield part, taken
            continue
        taken = meter.taken
        for record in part.records() if isinstance(part, Block) else [part]:
            records.append(record)
            if len(records) == most or taken - before > MOST_BYTES_PER_JOB:
                yield records, taken
                records, before = [], taken
                most = most if options.singly else min(2 * most, MOST_PUZZLES_PER_JOB)
    if records:
        yield records, taken


def _split_block(block: Block, before: int, taken: int, options: QueryOptions, workers: int) -> Iterator[PuzzleJob]:
    import numpy as np

    from ..engine.batch import BatchTask

    grids = np.frombuffer(block.puzzles, np.uint8).reshape(-1, block.board.cells)
    with within(seconds(options.time_limit)):
        task = BatchTask.of(block.board, options.limit, options.engine)
    for first, last in task.cuts(len(grids), workers):
        yield PuzzleJob(block, before + (taken - before) * last // len(grids), first, last, task)


# --- results


def replies(options: QueryOptions, job: PuzzleJob, stopped: IsStopped | None = None) -> Iterator[Reply]:
    if isinstance(job.part, ValueError):
        raise job.part
    if isinstance(job.part, Block):
        return _of_block(options, job, job.part, stopped)
    return _of_records(options, job.part, stopped)


def _of_records(options: QueryOptions, records: list[Record], stopped: IsStopped | None) -> Iterator[Reply]:
    """Yield the answers, and the refused records in their places."""
    good = [record for record in records if record.error is None]
    several = any(record.board != good[0].board for record in good)
    alone = options.singly or several
    parts = [[record] for record in good] if alone else [good] if good else []
    answers = chain.from_iterable(_batch(options, part, stopped) for part in parts)
    for record in records:
        yield record if record.error else next(answers)


def _batch(options: QueryOptions, good: list[Record], stopped: IsStopped | None) -> Iterator[StreamAnswer]:
    """Answer puzzles of one board in one compiled loop; an engine without a plan for hard ones takes one at a time."""
    import numpy as np

    from ..engine.batch import BatchTask

    board = good[0].board
    assert board is not None
    if options.seed is not None or (options.engine == "bitset" and len(good) == 1):
        for record in good:
            found = _alone(options, record, stopped)
            yield _as_answer(record, found, found.guesses or 0)
        return
    grids = np.frombuffer(b"".join(record.puzzle or b"" for record in good), np.uint8).reshape(-1, board.cells)
    started = perf_counter()
    with within(seconds(options.time_limit)):
        task = BatchTask.of(board, options.limit, options.engine)
    result = task.answer_easy(grids, stopped, options.time_limit)
    mean = (perf_counter() - started) / len(grids)
    for k, record in enumerate(good):
        yield _of_batch(options, record, result, k, mean, stopped)


def _of_batch(
    options: QueryOptions, record: Record, result: BatchResult, k: int, mean: float, stopped: IsStopped | None
) -> StreamAnswer:
    """Return the answer to one puzzle of a batch. Search again alone if it is hard or unfinished, or needs a second
    solution or more than 64 bits."""
    count, guesses = int(result.counts[k]), int(result.guesses[k])
    ended = result.statuses[k] in (COMPLETE, SOLUTION_LIMIT)
    if not ended or count > NO_LIMIT or (options.command == "check" and count > 1):
        found = _alone(options, record, stopped)
        return _as_answer(record, found, guesses if ended or found.guesses is None else found.guesses)
    return StreamAnswer(record, count, [result.solutions[k].tobytes()] if count else [], guesses, mean)


def _as_answer(record: Record, found: PuzzleAnswer, guesses: int) -> StreamAnswer:
    return StreamAnswer(record, found.count, found.grids, guesses, found.seconds, found.unfinished)


def _alone(options: QueryOptions, record: Record, stopped: IsStopped | None) -> PuzzleAnswer:
    """Search for the answer to one puzzle alone."""
    board, puzzle, limit = record.board, record.puzzle, options.limit
    assert board is not None and puzzle is not None
    if options.engine == "bitset" or options.seed is not None:
        search = engine(options.engine or "dlx", board, puzzle, options.seed, stopped, options.time_limit)
        return searched(search, limit)
    return answer(board, puzzle, limit, stopped, options.time_limit)


def _of_block(options: QueryOptions, job: PuzzleJob, block: Block, stopped: IsStopped | None) -> Iterator[Reply]:
    """Solve, count and format plain lines in compiled code, except for puzzles with longer answers."""
    import numpy as np

    from ..engine.lines import run_of

    assert job.task is not None
    cells, n = block.board.cells, job.last - job.first
    started = perf_counter()
    grids = np.frombuffer(block.puzzles, np.uint8).reshape(-1, cells)[job.first : job.last]
    result = job.task.answer_easy(grids, stopped, options.time_limit)
    mean = (perf_counter() - started) / n
    known = np.where(result.statuses > SOLUTION_LIMIT, 0, result.counts)
    records: list[Record] = []
    at = 0
    while at < n:
        end = run_of(known, at, 1, NO_LIMIT if options.command == "count" else 1)
        if end > at:
            yield _lines(options, job, block, result, at, end, mean)
        if end < n:
            records = records or list(block.records(job.first, job.last))
            yield _of_batch(options, records[end], result, end, mean, stopped)
        at = end + 1


def _lines(
    options: QueryOptions, job: PuzzleJob, block: Block, result: BatchResult, at: int, end: int, mean: float
) -> AnswerLines:
    from ..engine.lines import lines, numbered

    counts = result.counts[at:end]
    if options.command == "solve":
        text: bytes | bytearray = lines(result.solutions, at, end, block.board.characters)
    elif options.command == "count":
        text = ("\n".join(map(str, counts.tolist())) + "\n").encode()
    else:
        source, first = f"{block.source}:".encode("utf-8", "surrogateescape"), block.line + job.first
        text = numbered(source, first + at, first + end, b": unique")
    unique = int((counts == 1).sum())
    return AnswerLines(text, unique, end - at - unique, int(result.guesses[at:end].sum()), mean * (end - at))
