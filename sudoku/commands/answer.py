# SPDX-License-Identifier: MIT
"""`sudoku solve`, `count` and `check`: one puzzle or a file of them, on one thread or many.

A puzzle is answered in the form it came in: a line by a line, a drawn grid by a drawn grid, unless --format says
otherwise.

    source (reading.py)  ->  jobs (stream.py)  ->  Reporter, in the order of the source
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..engines import ENGINES
from ..reading import Meter, Record
from ..stream import Answer, Asked, Lines, Outcome, answered
from .asked import BAD_INPUT, DONE, NOT_FOUND, add_puzzle, parts, positive

if TYPE_CHECKING:
    from ..watch import Watch

EXAMPLES = {
    "solve": """  sudoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku solve puzzles.txt > solutions.txt
  sudoku solve --format grid PUZZLE
  sudoku solve --variant x --box 3x2 --seed 1 ....................................""",
    "count": """  sudoku count ................                       288: all grids 4x4
  sudoku count --limit 1000 4...............
  sudoku count --workers 2 --stats puzzles.txt""",
    "check": """  sudoku check puzzles.txt
  sudoku check - < drawn_grid.txt
  sudoku check --format json PUZZLE""",
}
EPILOG = """A puzzle has one character a cell: a digit (1-9, then A-Z), or one of . 0 * _ for an empty cell. Files have
a puzzle a line, drawn grids, or CSV with the puzzle in the first column; # starts a comment. The board follows from the
number of cells: 81 is 9x9, 16 is 4x4, 36 is 6x6 with boxes of 2x3; --box says it where that is ambiguous.

examples:
{}

exit codes: 0 done; 1 a puzzle has no solution (check: or is not unique); 2 bad usage or input; 130 Ctrl-C."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.epilog = EPILOG.format(EXAMPLES[parser.prog.split()[-1]])
    add_puzzle(parser)
    parser.add_argument("--engine", choices=ENGINES, default="dlx", help="exact cover, or backtracking on bit sets")
    parser.add_argument("--format", choices=("line", "grid", "json"), help="the form of the answers")
    parser.add_argument("--seed", type=int, help="try digits in an order shuffled by this number (engine dlx)")
    parser.add_argument("--stats", action="store_true", help="work and time of every puzzle, on standard error")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="answer a file on N threads")
    parser.add_argument("-q", "--quiet", action="store_true", help="no summary and no progress bar on standard error")


def add_count(parser: argparse.ArgumentParser) -> None:
    """The options of `count`."""
    add(parser)
    parser.add_argument("--limit", type=positive, metavar="N", help="stop counting a puzzle's solutions at N")


def run(options: argparse.Namespace) -> int:
    """Do it; returns the exit code."""
    from ..watch import Watch

    meter, asked = Meter(), _asked(options)
    jobs_done = answered(parts(options, meter), meter, asked, options.workers)
    with Watch(_watched(options)) as watch, closing(jobs_done) as jobs:
        reporter = Reporter(options, watch)
        for job in jobs:
            for outcome in job.outcomes:
                reporter.take(outcome)
            sys.stdout.flush()
            watch(reporter.puzzles + reporter.bad, job.taken, meter.size)
    return reporter.close()


def _asked(options: argparse.Namespace) -> Asked:
    singly = options.stats or options.seed is not None
    return Asked(
        options.command,
        options.engine,
        options.limit if options.command == "count" else 2,
        options.seed,
        singly,
        not singly and options.format in (None, "line"),
    )


def _watched(options: argparse.Namespace) -> bool:
    """Is there room for a bar: does nothing else go to the terminal?"""
    shown, in_the_way = (stream is not None and stream.isatty() for stream in (sys.stderr, sys.stdout))
    return shown and not (in_the_way or options.quiet or options.stats)


class Reporter:
    """Prints answers as they come, and the summary and the exit code at the end."""

    def __init__(self, options: argparse.Namespace, watch: Watch) -> None:
        self.options = options
        self.watch = watch
        self.started = perf_counter()
        self.seconds = 0.0
        self.puzzles = self.bad = self.none = self.unique = self.several = self.steps = self.guesses = 0
        self.guesses_known = True

    def take(self, outcome: Outcome) -> None:
        if isinstance(outcome, Lines):
            _write(outcome.text)
            self._add_many(outcome)
        elif isinstance(outcome, Answer):
            self._report(outcome)
        else:
            self.bad += 1
            self._say(outcome)

    def _say(self, message: str) -> None:
        self.watch.hide()
        sys.stdout.flush()
        print(f"sudoku: {message}", file=sys.stderr)

    def _report(self, answer: Answer) -> None:
        self._add(answer)
        if self.options.format == "json":
            print(json.dumps(self._as_json(answer)))
        else:
            getattr(self, "_" + self.options.command)(answer)
        if self.options.stats:
            self._stats(answer)

    def _add(self, answer: Answer) -> None:
        self.puzzles += 1
        self.none += answer.count == 0
        self.unique += answer.count == 1
        self.several += answer.count > 1
        self.steps += answer.steps
        self.guesses += answer.guesses or 0
        self.seconds += answer.seconds
        self.guesses_known &= answer.guesses is not None

    def _add_many(self, many: Lines) -> None:
        self.puzzles += many.unique + many.several
        self.unique += many.unique
        self.several += many.several
        self.steps += many.steps
        self.seconds += many.seconds
        self.guesses_known = False

    def _solve(self, answer: Answer) -> None:
        if answer.count:
            print(self._drawn(answer.record, answer.solutions[0]))
        if answer.count != 1:
            what = "no solution" if answer.count == 0 else "more than one solution; this is one of them"
            self._say(f"{self._place(answer.record)}{what}")

    def _count(self, answer: Answer) -> None:
        print(answer.count)

    def _check(self, answer: Answer) -> None:
        what = ("no solution", "unique", "at least 2 solutions, such as")[answer.count]
        print(f"{self._place(answer.record)}{what}")
        for solution in answer.solutions if answer.count > 1 else ():
            print(self._drawn(answer.record, solution))

    def _place(self, record: Record) -> str:
        return f"{record.source}:{record.line}: " if record.source else ""

    def _drawn(self, record: Record, grid: bytes) -> str:
        assert record.board is not None
        form = self.options.format or ("grid" if "\n" in record.text.strip() else "line")
        return record.board.grid(grid) if form == "grid" else record.board.line(grid)

    def _as_json(self, answer: Answer) -> dict[str, Any]:
        record = answer.record
        assert record.board is not None and record.puzzle is not None
        shown = answer.solutions[: 2 if self.options.command == "check" else 1]
        return {
            "source": record.source or None,
            "line": record.line,
            "puzzle": record.board.line(record.puzzle),
            "count": answer.count,
            "unique": answer.count == 1 if self.options.command != "count" or self.options.limit != 1 else None,
            "solutions": [record.board.line(grid) for grid in shown],
            self._effort: answer.steps,
            "guesses": answer.guesses,
            "seconds": answer.seconds,
        }

    @property
    def _effort(self) -> str:
        return "nodes" if self.options.engine == "dlx" else "steps"

    def _stats(self, answer: Answer) -> None:
        sys.stdout.flush()
        work = f"{answer.steps:,} {self._effort}, {answer.guesses:,} guesses"
        print(f"{self._place(answer.record)}{work}, {1000 * answer.seconds:.3f} ms", file=sys.stderr)

    def close(self) -> int:
        """The summary; returns the exit code."""
        if not self.puzzles and not self.bad:
            raise ValueError("no puzzle in the input")
        if not self.options.quiet:
            self._say(self._summary())
        if self.bad:
            return BAD_INPUT
        return NOT_FOUND if self.none or (self.options.command == "check" and self.several) else DONE

    def _summary(self) -> str:
        sorted_out = self.options.command != "count"
        parts: Iterable[str] = (
            f"{self.puzzles:,} puzzle{'s' * (self.puzzles != 1)}",
            f"{self.bad:,} refused" if self.bad else "",
            f"{self.unique:,} with exactly one solution" if self.unique and sorted_out else "",
            f"{self.several:,} with several" if self.several and sorted_out else "",
            f"{self.none:,} with none" if self.none else "",
            f"{self.steps:,} {self._effort}",
            f"{self.guesses:,} guesses" if self.guesses_known else "",
            _time(self.seconds),
        )
        elapsed = f" of work in {_time(perf_counter() - self.started)}" if self.options.workers > 1 else ""
        return ", ".join(part for part in parts if part) + elapsed


def _write(text: bytes | bytearray) -> None:
    """Text in UTF-8, straight to the file behind standard output if that takes it as it is."""
    out = sys.stdout
    if os.linesep == "\n" and hasattr(out, "buffer") and (out.encoding or "").lower() in ("utf-8", "utf8"):
        out.flush()
        out.buffer.write(text)
    else:
        out.write(text.decode("utf-8", "surrogateescape"))


def _time(seconds: float) -> str:
    return f"{seconds:.3f} s" if seconds > 1 else f"{1000 * seconds:.3g} ms"
