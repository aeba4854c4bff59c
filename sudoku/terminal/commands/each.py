# SPDX-License-Identifier: MIT
"""A line of output for each puzzle of a source, answered on any number of processes.

    source ─records─> jobs of some puzzles ─processes─> lines in the order of the source ─> LineReport (report.py)

Records stay here: to send them to a process and back took as long as a form.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ...reading.records import Block, ReadingMeter, Record
from .arguments import add_puzzle, add_time_limit, parts, positive
from .output import add_output, unanswered
from .report import AnswerLine, LineForm, LineReport, ReplyJobs, refused, report_all

if TYPE_CHECKING:
    from ...board.board import Board

FIRST_JOB = 4  # puzzles
JOB_SECONDS = 0.1  # between two jobs
EachTask = tuple["Board", bytes]
EachLines = Callable[[list[EachTask]], list[AnswerLine]]  # runs in any process


class RecordJob(NamedTuple):
    """Some puzzles of the source."""

    records: list[Record]
    taken: int  # bytes of the source up to their end

    @property
    def tasks(self) -> list[EachTask]:
        return [(record.board, record.puzzle) for record in self.records if record.board and record.puzzle is not None]

    def replies(self, lines: list[AnswerLine]) -> Iterator[tuple[Record, AnswerLine]]:
        """Yield the records with their lines; `lines` has one for each puzzle without an error."""
        answers = iter(lines)
        for record in self.records:
            yield record, refused(record) if record.error else next(answers)


FORMS = ("line", "csv", "tsv", "json", "parquet")


def add_each(
    parser: argparse.ArgumentParser,
    time_limit: float | None = None,
    limited: bool = True,
    formats: tuple[str, ...] | None = FORMS,
) -> None:
    """Add the options of all commands that print a line for each puzzle."""
    add_puzzle(parser)
    if formats:
        parser.add_argument("--format", choices=formats, default="line", help="of the answers; default line")
        parser.add_argument("--json", action="store_const", const="json", dest="format", help="--format json")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="answer a file on N processes")
    if limited:
        default = f"{time_limit:g} by default" if time_limit else "no limit by default"
        add_time_limit(parser, f"time for each puzzle, {default}", time_limit)
    add_output(parser)


def run_each(
    args: argparse.Namespace, form: LineForm, answer: EachLines, most: int, report_class: type[LineReport] = LineReport
) -> int:
    """Answer all puzzles, at most `most` at a time, and return the exit code."""
    return report_all(args, form, partial(_jobs_done, answer, most), report_class)


def _jobs_done(answer: EachLines, most: int, report: LineReport, meter: ReadingMeter) -> ReplyJobs:
    """Yield the replies job by job, in order. A single worker is this process, where Ctrl-C works best."""
    args = report.args
    source = unanswered(parts(args, meter), report.output, args, report.form.labeled, partial(_again, answer, report))
    jobs = _jobs(_records(source), meter, most)
    if args.workers == 1:
        yield from ((job.taken, job.replies(answer(job.tasks))) for job in jobs)
        return
    from dlx.workers.executors import in_order, workers_of

    from ...engine.processes import processes

    waiting: deque[RecordJob] = deque()

    def sent() -> Iterator[list[EachTask]]:
        for job in jobs:
            waiting.append(job)
            yield job.tasks

    with processes(args.workers) as own, workers_of(None, own) as pool:
        for lines in in_order(pool, answer, sent()):
            job = waiting.popleft()
            yield job.taken, job.replies(lines)


def _again(answer: EachLines, report: LineReport, record: Record) -> str:
    """Return the line of a puzzle that an earlier run answered."""
    job = RecordJob([record], 0)
    ((_, line),) = job.replies(answer(job.tasks))
    return report.line(record, line)


def _records(source: Iterator[Record | Block]) -> Iterator[Record]:
    for part in source:
        yield from part.records() if isinstance(part, Block) else [part]


def _jobs(records: Iterator[Record], meter: ReadingMeter, most: int) -> Iterator[RecordJob]:
    """Yield jobs. Each has twice as many puzzles as the last one, or half as many if that one took too long.

    To send a job takes half a millisecond, as long as some puzzles: with 16 puzzles a job, two processes took 1.8 times
    as long as with 256. But puzzles that take seconds, or come slowly through a pipe, should not wait for 255 others.
    """
    number, started = FIRST_JOB, perf_counter()
    while some := list(islice(records, number)):
        yield RecordJob(some, meter.taken)
        before, started = started, perf_counter()
        number = min(2 * number, most) if started - before < JOB_SECONDS else max(number // 2, 1)
