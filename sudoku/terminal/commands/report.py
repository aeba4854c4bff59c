# SPDX-License-Identifier: MIT
"""The reporter of all commands with a line for each puzzle: it prints answers in the order of the source.

    source ─> answers, on threads (answer.py) or processes (each.py) ─> LineReport ─> standard output or --output
                                                                          └──> standard error: reasons, the summary

A command passes the form of its lines and the stream of its answers, and derives a class where it counts more than the
kinds of its answers. `--resume` continues a file (output.py). A table in Parquet is the same rows as CSV, and is
written as a whole (parquet.py).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from dlx.terminal.exit_codes import ExitCode

from ...reading.records import ReadingMeter, Record
from .arguments import about, clash_of, place, table_row, worse
from .output import TABLES, OmittedRules, Output, open_output, shown, shows_bar
from .parquet import table_for

if TYPE_CHECKING:
    from ..watch import PuzzleBar


class AnswerLine(NamedTuple):
    """The answer to one puzzle."""

    text: str  # without the place of the puzzle
    facts: dict[str, Any]  # for JSON and tables; a "puzzle" among them stands for the puzzle of the record
    kind: str  # a word that the summary counts
    code: int = ExitCode.DONE
    remark: str = ""  # for standard error


def invalid(problem: object, text: str = "invalid", **facts: Any) -> AnswerLine:
    """Return the line of a text that is not a puzzle, or not one for this command."""
    return AnswerLine(text, {**facts, "error": str(problem)}, "invalid", ExitCode.BAD_INPUT, str(problem))


def refused(record: Record) -> AnswerLine:
    """Return the line of a record with an error."""
    return invalid(record.error, status="invalid")


class LineForm(NamedTuple):
    """The form of a command's lines."""

    labeled: bool  # a line of text begins with the place of its puzzle
    columns: Mapping[str, type]  # of a table, after "puzzle": names of facts, and their types
    form: str | None = None  # in which puzzles are written; None: a table has their lines


class LineReport:
    """Prints the answers, counts them for the summary, and computes the exit code."""

    def __init__(self, args: argparse.Namespace, form: LineForm, output: Output, watch: PuzzleBar) -> None:
        self.args, self.form, self.output, self.watch, self.out = args, form, output, watch, output.file
        self.started = perf_counter()
        self.number = self.done = output.done  # of puzzles with a line
        self.kinds: Counter[str] = Counter()
        self.code: int = ExitCode.DONE
        self.summarized = output.done > 0  # there is a file: its summary is of use
        self.omitted = OmittedRules(args, form.form or (args.format if args.format in TABLES else None))
        self.table = table_for(args.format, output.target, form.columns)

    def begin(self) -> None:
        """Print the head of a table."""
        self.out.write(self.output.head)

    def take(self, reply: Any) -> None:
        """Print a reply: here, a record with its line."""
        record, line = reply
        self.write(record, line)
        self.summarized = self.summarized or bool(record.source)

    def count(self, line: AnswerLine) -> None:
        """Add an answer to the summary and the exit code."""
        self.number += 1
        self.kinds[line.kind] += 1
        self.code = worse(self.code, line.code)

    def write(self, record: Record, line: AnswerLine) -> None:
        """Print an answer, behind its reason."""
        self.count(line)
        self.explain(record, line)
        self.print(record, line)

    def print(self, record: Record, line: AnswerLine) -> None:
        """Print the line of an answer."""
        if line.kind != "invalid":
            self.omitted.add(record)
        if self.table:
            puzzle = line.facts.get("puzzle", None if record.error else shown(record))
            self.table.add([puzzle, *self._fields(line)])
        else:
            self.out.write(self.line(record, line))

    def line(self, record: Record, line: AnswerLine) -> str:
        """Return the line of an answer, with its end."""
        if self.args.format == "json":
            puzzle = {} if record.error or "puzzle" in line.facts else {"puzzle": shown(record)}
            return json.dumps(about(record) | puzzle | line.facts) + "\n"
        if self.args.format in TABLES:
            return table_row(self.args.format, [shown(record), *self._fields(line)])
        return f"{place(record) if self.form.labeled else ''}{line.text}\n"

    def _fields(self, line: AnswerLine) -> list[Any]:
        """Return the columns of a table; a list is a text there."""
        values = map(line.facts.get, self.form.columns)
        return [" ".join(value) if isinstance(value, list) else value for value in values]

    def explain(self, record: Record, line: AnswerLine) -> None:
        """Print the reason on standard error if a puzzle has no answer, or not a full one."""
        unsolved = line.code == ExitCode.NOT_FOUND and line.kind != "several"
        reason = self.reason(record) if unsolved else None
        remark = f"no solution: {reason}" if reason else line.remark
        if remark:
            self.say(record.error or f"{place(record)}{remark}")

    def reason(self, record: Record) -> str | None:
        """Return the reason why a puzzle has no solution, as far as it is known."""
        return clash_of(record)

    def say(self, message: str) -> None:
        """Print a message on standard error, behind the answers so far."""
        self.watch.hide()
        self.out.flush()
        print(f"sudoku: {message}", file=sys.stderr)

    def end(self) -> None:
        """Complete the output. Raises ValueError if the input has no puzzle."""
        if not self.number:
            raise ValueError("no puzzle in the input")
        self.output.end(self.kinds["invalid"] < self.number)

    def close(self) -> int:
        """Print the summary and return the exit code."""
        self.omitted.report()
        if self.summarized and not self.args.quiet:
            self.say(self.summary())
        return self.code

    def summary(self) -> str:
        """Return the numbers of puzzles of each kind, and the time."""
        parts = [f"{self.number:,} puzzle{'s' * (self.number != 1)}"]
        parts += [f"{self.done:,} answered before"] * bool(self.done)
        parts += [f"{number:,} {kind}" for kind, number in self.kinds.most_common()]
        return f"{', '.join(parts)}, {perf_counter() - self.started:.3f} s"


ReplyJobs = Generator[tuple[int, Iterator[Any]], None, None]  # the bytes of the source up to their end, and replies


def report_all(
    args: argparse.Namespace,
    form: LineForm,
    answer: Callable[[LineReport, ReadingMeter], ReplyJobs],
    report_class: type[LineReport] = LineReport,
) -> int:
    """Report the answers to all puzzles without a line in the output, and return the exit code."""
    from ..watch import PuzzleBar

    meter = ReadingMeter()
    with ExitStack() as stack:
        output = open_output(args, stack, form.columns)
        watch = stack.enter_context(PuzzleBar(shows_bar(args)))
        report = report_class(args, form, output, watch)
        jobs = stack.enter_context(closing(answer(report, meter)))
        stack.enter_context(report.table or nullcontext())
        report.begin()
        for taken, replies in jobs:
            for reply in replies:
                report.take(reply)
            report.out.flush()
            watch(report.number, taken, meter.size)
        report.end()
    return report.close()
