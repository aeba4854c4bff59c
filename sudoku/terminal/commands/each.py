# SPDX-License-Identifier: MIT
"""A line of output for each puzzle of a source: on any number of processes, and continued after a kill.

    source ─records─> jobs of some puzzles ─processes─> lines in the order of the source ─> standard output or --output

`--resume` continues a file (output.py). A table in Parquet is the same rows as CSV, and is written as a whole
(parquet.py).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from dlx.terminal.exit_codes import ExitCode

from ...reading.records import Block, ReadingMeter, Record
from .arguments import add_puzzle, add_time_limit, clash_of, parts, place, positive, table_row, worse
from .output import (
    TABLES,
    OmittedRules,
    Output,
    about,
    add_output,
    open_output,
    shown,
    shows_bar,
    unanswered,
)
from .parquet import table_for

if TYPE_CHECKING:
    from ...board.board import Board

FIRST_JOB = 4  # puzzles
JOB_SECONDS = 0.1  # between two jobs
EachTask = tuple["Board", bytes]


class AnswerLine(NamedTuple):
    """The answer to one puzzle."""

    text: str  # without the place of the puzzle
    facts: dict[str, Any]  # for JSON and tables
    kind: str  # a word that the summary counts
    code: int = ExitCode.DONE


class Work(NamedTuple):
    """The answers of a command."""

    answer: Callable[[list[EachTask], float | None], list[AnswerLine]]  # runs in any process
    most_per_job: int  # puzzles
    labeled: bool  # a line of text begins with the place of its puzzle
    columns: Mapping[str, type]  # of a table, after "puzzle": names of facts, and their types
    form: str | None = None  # in which puzzles are written; None: a table has their lines


class RecordJob(NamedTuple):
    """Some puzzles of the source."""

    records: list[Record]
    taken: int  # bytes of the source up to their end


@dataclass(frozen=True, slots=True)
class Runner:
    """Answers puzzles, in any process. Records stay here: to send them there and back took as long as a form."""

    work: Work
    time_limit: float | None

    def __call__(self, tasks: list[EachTask]) -> list[AnswerLine]:
        return self.work.answer(tasks, self.time_limit)


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


def run_each(args: argparse.Namespace, work: Work, report_class: type[LineReport] | None = None) -> int:
    """Answer all puzzles and return the exit code."""
    from ..watch import PuzzleBar

    meter, started = ReadingMeter(), perf_counter()
    with ExitStack() as stack:
        output = open_output(args, stack, work.columns)
        report = (report_class or LineReport)(args, work, output)
        if report.table:
            stack.enter_context(report.table)
        again = partial(_again, args, work, report)
        records = _records(unanswered(parts(args, meter), output, args, work.labeled, again))
        watch = stack.enter_context(PuzzleBar(shows_bar(args)))
        answers = stack.enter_context(closing(_answers(args, work, _jobs(records, meter, work.most_per_job))))
        for job, lines in answers:
            if any(record.error for record in job.records):
                watch.hide()
            report.take(job.records, lines)
            watch(report.number, job.taken, meter.size)
        report.end()
    return report.close(perf_counter() - started)


def _again(args: argparse.Namespace, work: Work, report: LineReport, record: Record) -> str:
    """Return the line of a puzzle that an earlier run answered."""
    if record.error:
        return report.line(record, _invalid(record))
    (answer,) = Runner(work, getattr(args, "time_limit", None))(_tasks(RecordJob([record], 0)))
    return report.line(record, answer)


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


def _answers(
    args: argparse.Namespace, work: Work, jobs: Iterator[RecordJob]
) -> Generator[tuple[RecordJob, list[AnswerLine]], None, None]:
    """Yield the answers job by job, in order. A single worker is this process, where Ctrl-C works best."""
    run: Callable[[list[EachTask]], list[AnswerLine]] = Runner(work, getattr(args, "time_limit", None))
    if args.workers == 1:
        yield from ((job, run(_tasks(job))) for job in jobs)
        return
    from dlx.workers.executors import in_order, workers_of

    from ...engine.processes import processes

    waiting: deque[RecordJob] = deque()

    def sent() -> Iterator[list[EachTask]]:
        for job in jobs:
            waiting.append(job)
            yield _tasks(job)

    with processes(args.workers) as own, workers_of(None, own) as pool:
        for lines in in_order(pool, run, sent()):
            yield waiting.popleft(), lines


def _tasks(job: RecordJob) -> list[EachTask]:
    return [(record.board, record.puzzle) for record in job.records if record.board and record.puzzle is not None]


class LineReport:
    """Prints the answers, counts them for the summary, and computes the exit code."""

    def __init__(self, args: argparse.Namespace, work: Work, output: Output) -> None:
        self.args, self.work, self.output, self.out = args, work, output, output.file
        self.number = self.done = output.done  # of puzzles with a line
        self.kinds: Counter[str] = Counter()
        self.code: int = ExitCode.DONE
        self.summarized = output.done > 0  # there is a file: its summary is of use
        self.omitted = OmittedRules(args, work.form or (args.format if args.format in TABLES else None))
        self.table = table_for(args.format, output.target, work.columns)
        self.out.write(output.head)

    def take(self, records: list[Record], lines: list[AnswerLine]) -> None:
        """Print the answers to some puzzles; `lines` has an answer for each puzzle without an error."""
        answers = iter(lines)
        for record in records:
            self.write(record, _invalid(record) if record.error else next(answers))
            self.summarized = self.summarized or bool(record.source)
        self.out.flush()

    def count(self, line: AnswerLine) -> None:
        """Add an answer to the summary and the exit code."""
        self.number += 1
        self.kinds[line.kind] += 1
        self.code = worse(self.code, line.code)

    def write(self, record: Record, line: AnswerLine) -> None:
        """Print an answer."""
        self.count(line)
        self.explain(record, line)
        if "error" not in line.facts:
            self.omitted.add(record)
        if self.table:
            self.table.add([None if record.error else shown(record), *(self._fields(line, None))])
        else:
            self.out.write(self.line(record, line))

    def line(self, record: Record, line: AnswerLine) -> str:
        """Return the line of an answer, with its end."""
        if self.args.format == "line":
            return f"{place(record) if self.work.labeled else ''}{line.text}\n"
        if self.args.format == "json":
            facts = line.facts if record.error else {"puzzle": shown(record), **line.facts}
            return json.dumps(about(record) | facts) + "\n"
        return table_row(self.args.format, [shown(record), *self._fields(line, "")])

    def _fields(self, line: AnswerLine, missing: Any) -> list[Any]:
        """Return the columns of a table; a list is a text there."""
        values = [line.facts.get(name, missing) for name in self.work.columns]
        return [" ".join(value) if isinstance(value, list) else value for value in values]

    def explain(self, record: Record, line: AnswerLine) -> None:
        """Print the reason on standard error if a puzzle has no answer."""
        reason = line.facts.get("error")
        if not record.error and line.code == ExitCode.NOT_FOUND:
            clash = clash_of(record)
            reason = f"no solution: {clash}" if clash else None
        if record.error or reason:
            self.out.flush()
            print(f"sudoku: {record.error or f'{place(record)}{reason}'}", file=sys.stderr)

    def end(self) -> None:
        """Complete the output. Raises ValueError if the input has no puzzle."""
        if not self.number:
            raise ValueError("no puzzle in the input")
        self.output.end(self.kinds["invalid"] < self.number)

    def close(self, seconds: float) -> int:
        """Print the summary and return the exit code."""
        self.omitted.report()
        if self.summarized and not self.args.quiet:
            parts = [f"{self.number:,} puzzle{'s' * (self.number != 1)}"]
            parts += [f"{self.done:,} answered before"] * bool(self.done)
            parts += [f"{number:,} {kind}" for kind, number in self.kinds.most_common()]
            print(f"sudoku: {', '.join(parts)}, {seconds:.3f} s", file=sys.stderr)
        return self.code


def _invalid(record: Record) -> AnswerLine:
    """Return the line of a text that is not a puzzle."""
    return AnswerLine("invalid", {"status": "invalid", "error": record.error}, "invalid", ExitCode.BAD_INPUT)
