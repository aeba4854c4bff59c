# SPDX-License-Identifier: MIT
"""The commands `sudoku solve`, `count` and `check`: one puzzle or a file of puzzles, on one thread or many.

The output has one line for each puzzle of a file, in the same order, so that you can paste both side by side:

    puzzles.txt                solve               count         check
    53..7....6..195...          534678912672...     1             puzzles.txt:1: unique
    12345678.........9...       none                0             puzzles.txt:2: none
    4...3.......6..8..          unfinished          unfinished    puzzles.txt:3: unfinished      --time-limit
    53..7....6..19              invalid             invalid       puzzles.txt:4: invalid

Errors in a line, and the progress of an unfinished search, go to standard error. The answer to a drawn grid on the
command line is a drawn grid; with --format grid, the answers to a file are, too.

    source (reading.py)  ->  jobs (stream.py)  ->  Reporter, in the order of the source
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from contextlib import ExitStack, closing
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dlx.terminal.exit_codes import ExitCode

from ...engine.engines import ENGINES
from ...engine.unknown_regions import divided
from ...reading.records import ReadingMeter, Record
from ...reading.stream import AnswerLines, QueryOptions, Reply, StreamAnswer, answer_all
from .arguments import add_puzzle, add_time_limit, clash_of, parts, place, positive, table_row
from .output import (
    TABLES,
    OmittedRules,
    Output,
    TextOutput,
    about,
    add_output,
    open_output,
    shown,
    shows_bar,
    unanswered,
)
from .parquet import table_for

if TYPE_CHECKING:
    from ..watch import PuzzleBar

EXAMPLES = {
    "solve": """  sudoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku solve puzzles.txt > solutions.txt
  sudoku solve --format csv puzzles.txt > both.csv
  sudoku solve -o solutions.txt --resume puzzles.txt       continue after a kill
  sudoku solve --format grid PUZZLE
  sudoku solve --variant x --box 3x2 --seed 1 ....................................""",
    "count": """  sudoku count ................                       288: all grids 4x4
  sudoku count --limit 1000 4...............
  sudoku count --workers 2 --stats puzzles.txt""",
    "check": """  sudoku check puzzles.txt
  sudoku check - < drawn_grid.txt
  sudoku check --format json PUZZLE""",
}
CONFLICT_SECONDS = 1.5  # for the clues and rules of a puzzle that contradict each other, as on the page
CONFLICTS_SECONDS = 10.0  # for those of all puzzles
ANSWER_COLUMNS = {"solve": "solution", "count": "solutions", "check": "status"}  # of a table
EPILOG = """\
A puzzle has one character per cell: a digit (1-9, then A-Z), or one of . 0 * _ for an empty cell. Files have one
puzzle per line or in a column, drawn grids, candidates, links, HTML, JSON and more, and may be gz, xz, bz2, zst,
Parquet or Arrow (see the page on Sudoku); # starts a comment. The board follows from the number of cells: 81 is 9x9,
16 is 4x4, 36 is 6x6 with boxes of 2x3; use --box where that is ambiguous.

Each puzzle of a file has one line on standard output, in the order of the file: its answer, or "none" (no solution;
count: 0), "invalid" (no puzzle; standard error has the reason), or "unfinished" (--time-limit). Comments, headings and
blank lines have none. For a puzzle without a solution, `check` names clues and rules that contradict each other, as
`diagnose` does, until ten seconds are spent on that.

examples:
{}

exit codes: 0 done; 1 a puzzle has no solution (check: or is not unique); 2 bad usage or input; 3 stopped by a limit;
70 internal error; 130 Ctrl-C."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.epilog = EPILOG.format(EXAMPLES[parser.prog.split()[-1]])
    add_puzzle(parser)
    parser.add_argument("--engine", choices=ENGINES, help="only the exact cover, or backtracking on bit sets")
    parser.add_argument(
        "--format",
        choices=("line", "grid", "json", *TABLES),
        help="of the answers; default line, or grid for a drawn PUZZLE; a table also has the puzzle and its guesses",
    )
    parser.add_argument("--seed", type=int, help="try digits in an order shuffled by this number (engine dlx)")
    parser.add_argument("--stats", action="store_true", help="report the work and time of every puzzle")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="answer a file on N threads")
    add_time_limit(parser, "time for each puzzle; no limit by default")
    add_output(parser)


def add_count(parser: argparse.ArgumentParser) -> None:
    """Add the options of `count`."""
    add(parser)
    parser.add_argument("--limit", type=positive, metavar="N", help="stop counting a puzzle's solutions at N")


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from ..watch import PuzzleBar

    meter = ReadingMeter()
    with ExitStack() as stack:
        output = open_output(options, stack, _columns(options.command))
        left = unanswered(parts(options, meter), output, options, options.command == "check")
        watch = stack.enter_context(PuzzleBar(not options.stats and shows_bar(options)))
        jobs_done = answer_all(left, meter, _query_options(options), options.workers)
        jobs = stack.enter_context(closing(jobs_done))
        reporter = Reporter(options, watch, output)
        if reporter.table:
            stack.enter_context(reporter.table)
        for job in jobs:
            for reply in job.replies:
                reporter.take(reply)
            output.file.flush()
            watch(output.done + reporter.puzzles + reporter.bad, job.taken, meter.size)
        reporter.end()
    return reporter.close()


def _query_options(options: argparse.Namespace) -> QueryOptions:
    singly = options.stats or options.seed is not None
    return QueryOptions(
        options.command,
        options.engine,
        options.limit if options.command == "count" else 2,
        options.seed,
        singly,
        not singly and options.format in (None, "line"),
        options.time_limit,
    )


def _columns(command: str) -> dict[str, type]:
    """Return the columns of a table after "puzzle", and their types."""
    return {ANSWER_COLUMNS[command]: str, "guesses": int}


class Reporter:
    """Prints answers as they arrive, then the summary, and computes the exit code."""

    def __init__(self, options: argparse.Namespace, watch: PuzzleBar, output: Output) -> None:
        self.options, self.watch, self.output, self.out, self.done = options, watch, output, output.file, output.done
        self.started = perf_counter()
        self.seconds = 0.0
        self.patience = CONFLICTS_SECONDS
        self.puzzles = self.bad = self.none = self.unique = self.several = self.unfinished = 0
        self.guesses = 0
        self.in_rows = options.format in TABLES
        self.table = table_for(options.format, output.target, _columns(options.command))
        self.omitted = OmittedRules(options, options.format if self.in_rows else None)
        self.out.write(output.head)

    def take(self, reply: Reply) -> None:
        if isinstance(reply, AnswerLines):
            _write(self.out, reply.text)
            self._add_many(reply)
        elif isinstance(reply, StreamAnswer):
            self._report(reply)
        else:
            self._refuse(reply)

    def _refuse(self, record: Record) -> None:
        self.bad += 1
        if self.options.format == "json":
            facts = {**about(record), "status": "invalid", "error": record.error}
            self._print(json.dumps({**facts, "puzzle": None, "count": None, "unique": None, "solutions": []}))
        elif self.in_rows:
            self._row(record.text, "invalid", None)
        else:
            self._print(self._label(record, "invalid"))
        self._say(record.error)

    def _say(self, message: str | None) -> None:
        self.watch.hide()
        self.out.flush()
        print(f"sudoku: {message}", file=sys.stderr)

    def _report(self, answer: StreamAnswer) -> None:
        self._add(answer)
        self.omitted.add(answer.record)
        if self.options.format == "json":
            self._print(json.dumps(self._as_json(answer)))
        elif self.in_rows:
            found = getattr(self, "_" + self.options.command)(answer)
            self._row(shown(answer.record), found.partition(",")[0], answer.guesses)
        else:
            self._print(self._label(answer.record, getattr(self, "_" + self.options.command)(answer)))
        remark = self._remark(answer)
        if remark:
            self._say(f"{place(answer.record)}{remark}")
        if self.options.stats:
            self._stats(answer)

    def _row(self, *fields: str | int | None) -> None:
        if self.table:
            self.table.add([*fields])
        else:
            self.out.write(table_row(self.options.format, [*fields]))

    def _print(self, text: str) -> None:
        print(text, file=self.out)

    def _add(self, answer: StreamAnswer) -> None:
        self.puzzles += 1
        self.unfinished += answer.unfinished
        self.none += answer.count == 0 and not answer.unfinished
        self.unique += answer.count == 1 and not answer.unfinished
        self.several += answer.count > 1 and not answer.unfinished
        self.guesses += answer.guesses
        self.seconds += answer.seconds

    def _add_many(self, many: AnswerLines) -> None:
        self.puzzles += many.unique + many.several
        self.unique += many.unique
        self.several += many.several
        self.guesses += many.guesses
        self.seconds += many.seconds

    def _solve(self, answer: StreamAnswer) -> str:
        if answer.count:
            return self._draw_grid(answer.record, answer.solutions[0])
        return "unfinished" if answer.unfinished else "none"

    def _count(self, answer: StreamAnswer) -> str:
        return "unfinished" if answer.unfinished else str(answer.count)

    def _check(self, answer: StreamAnswer) -> str:
        if answer.unfinished:
            return "unfinished"
        what = ("none", "unique", "at least 2 solutions, such as")[answer.count]
        grids = dict.fromkeys(answer.solutions) if answer.count > 1 else ()
        if len(grids) == 1:
            what = "several ways to divide one grid into regions"
        shown = [self._draw_grid(answer.record, grid) for grid in grids]
        one_line = answer.record.source and self.options.format != "grid"
        return (" " if one_line else "\n").join([what, *shown])

    def _label(self, record: Record, answer: str) -> str:
        """Return the answer as printed; the answers of `check` name their line."""
        return f"{place(record)}{answer}" if self.options.command == "check" else answer

    def _draw_grid(self, record: Record, grid: bytes) -> str:
        assert record.board is not None
        drawn = not record.source and "\n" in record.text.strip()
        form = self.options.format or ("grid" if drawn else "line")
        return divided(record.board, grid).grid(grid) if form == "grid" else record.board.line(grid)

    def _remark(self, answer: StreamAnswer) -> str | None:
        """Return the remark for standard error that completes the answer."""
        if answer.unfinished:
            found = f"at least {answer.count:,} solution{'s' * (answer.count != 1)}"
            return f"the time limit ended the search: {found}"
        if answer.count == 0:
            reason = self._conflict(answer.record) if self.options.command == "check" else clash_of(answer.record)
            return f"no solution: {reason}" if reason else "no solution" if self._solving else None
        return "more than one solution; this is one of them" if self._solving and answer.count > 1 else None

    def _conflict(self, record: Record) -> str | None:
        """Return the smallest conflict in words, as a diagnosis does, as long as the time for conflicts lasts."""
        from ...diagnosis.conflict import conflict_of

        if self.options.quiet or not self.patience:
            return clash_of(record)
        assert record.board is not None and record.puzzle is not None
        started = perf_counter()
        found = conflict_of(record.board, record.puzzle, min(self.patience, CONFLICT_SECONDS))
        self.patience = max(self.patience - (perf_counter() - started), 0.0)
        return found.words(record.board, record.puzzle)

    @property
    def _solving(self) -> bool:
        command: str = self.options.command
        return command == "solve" and self.options.format != "json"

    def _as_json(self, answer: StreamAnswer) -> dict[str, Any]:
        record = answer.record
        assert record.board is not None and record.puzzle is not None
        grids = answer.solutions[: 2 if self.options.command == "check" else 1]
        known = self.options.command != "count" or self.options.limit != 1
        facts = {
            **about(record),
            "status": "unfinished" if answer.unfinished else "answered" if answer.count else "none",
            "puzzle": record.board.line(record.puzzle),
            "count": answer.count,
            "unique": answer.count == 1 if known else None,
            "solutions": [record.board.line(grid) for grid in grids],
            "guesses": answer.guesses,
            "seconds": answer.seconds,
        }
        unfinished = {"count": None, "at_least": answer.count, "unique": False if answer.count > 1 else None}
        return facts | unfinished if answer.unfinished else facts

    def _stats(self, answer: StreamAnswer) -> None:
        self.out.flush()
        work = f"{_guesses(answer.guesses)}, {1000 * answer.seconds:.3f} ms"
        print(f"{place(answer.record)}{work}", file=sys.stderr)

    def end(self) -> None:
        """Complete the output. Raises ValueError if the input has no puzzle."""
        if not self.puzzles and not self.bad and not self.done:
            raise ValueError("no puzzle in the input")
        self.output.end(self.puzzles > 0)

    def close(self) -> int:
        """Print the summary and return the exit code."""
        self.omitted.report()
        if not self.options.quiet:
            self._say(self._summary())
        if self.bad:
            return ExitCode.BAD_INPUT
        if self.unfinished:
            return ExitCode.STOPPED
        return ExitCode.NOT_FOUND if self.none or (self.options.command == "check" and self.several) else ExitCode.DONE

    def _summary(self) -> str:
        sorted_out = self.options.command != "count"
        parts: Iterable[str] = (
            f"{self.done:,} answered before" if self.done else "",
            f"{self.puzzles:,} puzzle{'s' * (self.puzzles != 1)}",
            f"{self.bad:,} refused" if self.bad else "",
            f"{self.unique:,} with exactly one solution" if self.unique and sorted_out else "",
            f"{self.several:,} with several" if self.several and sorted_out else "",
            f"{self.none:,} with none" if self.none else "",
            f"{self.unfinished:,} unfinished" if self.unfinished else "",
            _guesses(self.guesses),
            _time(self.seconds),
        )
        elapsed = f" of work in {_time(perf_counter() - self.started)}" if self.options.workers > 1 else ""
        return ", ".join(part for part in parts if part) + elapsed


def _write(out: TextOutput, text: bytes | bytearray) -> None:
    """Write UTF-8 text directly to the buffer of a file if its encoding and line ends allow."""
    encoding = (getattr(out, "encoding", None) or "").lower()
    if os.linesep == "\n" and hasattr(out, "buffer") and encoding in ("utf-8", "utf8"):
        out.flush()
        out.buffer.write(text)
    else:
        out.write(text.decode("utf-8", "surrogateescape"))


def _guesses(number: int) -> str:
    return f"{number:,} guess{'es' * (number != 1)}"


def _time(seconds: float) -> str:
    return f"{seconds:.3f} s" if seconds > 1 else f"{1000 * seconds:.3g} ms"
