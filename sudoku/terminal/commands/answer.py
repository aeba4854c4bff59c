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

    source (reading.py)  ->  jobs (stream.py)  ->  LineReport (report.py), in the order of the source
"""

from __future__ import annotations

import argparse
import os
import sys
from time import perf_counter
from typing import Any

from dlx.terminal.exit_codes import ExitCode

from ...engine.engines import ENGINES
from ...engine.unknown_regions import divided
from ...reading.records import ReadingMeter, Record
from ...reading.stream import AnswerLines, QueryOptions, Reply, StreamAnswer, answer_all
from .arguments import add_puzzle, add_time_limit, parts, place, positive
from .output import TABLES, TextOutput, add_output, unanswered
from .report import AnswerLine, LineForm, LineReport, ReplyJobs, refused, report_all

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
ANSWER_KINDS = {  # of puzzles, in the order of the summary
    "invalid": "refused",
    "unique": "with exactly one solution",
    "several": "with several",
    "none": "with none",
    "unfinished": "unfinished",
}
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
    columns = {ANSWER_COLUMNS[options.command]: str, "guesses": int}
    return report_all(options, LineForm(options.command == "check", columns), _jobs_done, SolutionReport)


def _jobs_done(report: LineReport, meter: ReadingMeter) -> ReplyJobs:
    options = report.args
    source = unanswered(parts(options, meter), report.output, options, report.form.labeled)
    return answer_all(source, meter, _query_options(options), options.workers)


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


class SolutionReport(LineReport):
    """Prints replies of all kinds, each in front of its reason, and adds up the work."""

    guesses = 0
    seconds = 0.0
    patience = CONFLICTS_SECONDS

    def take(self, reply: Reply) -> None:
        """Print a record with an error, the answer to one puzzle, or the answers to several."""
        self.summarized = True
        if isinstance(reply, Record):
            self.write(reply, _refused(self.args, reply))
            return
        self.guesses += reply.guesses
        self.seconds += reply.seconds
        if isinstance(reply, AnswerLines):
            _write(self.out, reply.text)
            self.number += reply.unique + reply.several
            self.kinds.update(unique=reply.unique, several=reply.several)
            return
        self.write(reply.record, _line(self.args, reply))
        if self.args.stats:
            self.out.flush()
            work = f"{_guesses(reply.guesses)}, {1000 * reply.seconds:.3f} ms"
            print(f"{place(reply.record)}{work}", file=sys.stderr)

    def write(self, record: Record, line: AnswerLine) -> None:
        """Print an answer, and its reason behind it."""
        self.count(line)
        self.print(record, line)
        self.explain(record, line)

    def reason(self, record: Record) -> str | None:
        """Return the smallest conflict in words, as a diagnosis does, as long as the time for conflicts lasts."""
        from ...diagnosis.conflict import conflict_of

        if self.args.command != "check" or self.args.quiet or not self.patience:
            return super().reason(record)
        assert record.board is not None and record.puzzle is not None
        started = perf_counter()
        found = conflict_of(record.board, record.puzzle, min(self.patience, CONFLICT_SECONDS))
        self.patience = max(self.patience - (perf_counter() - started), 0.0)
        return found.words(record.board, record.puzzle)

    def summary(self) -> str:
        """Return the numbers of puzzles of each kind, the guesses, and the time of the searches."""
        puzzles = self.number - self.done - self.kinds["invalid"]
        hidden = ("unique", "several") if self.args.command == "count" else ()
        summands = [f"{self.done:,} answered before"] * bool(self.done)
        summands += [f"{puzzles:,} puzzle{'s' * (puzzles != 1)}"]
        kinds = {words: self.kinds[kind] for kind, words in ANSWER_KINDS.items() if kind not in hidden}
        summands += [f"{number:,} {words}" for words, number in kinds.items() if number]
        elapsed = f" of work in {_time(perf_counter() - self.started)}" if self.args.workers > 1 else ""
        return ", ".join([*summands, _guesses(self.guesses), _time(self.seconds)]) + elapsed


def _refused(options: argparse.Namespace, record: Record) -> AnswerLine:
    line = refused(record)
    table = {"puzzle": record.text, ANSWER_COLUMNS[options.command]: "invalid"}
    unknown: dict[str, Any] = {"puzzle": None, "count": None, "unique": None, "solutions": []}
    return line._replace(facts=line.facts | (unknown if options.format == "json" else table))


def _line(options: argparse.Namespace, answer: StreamAnswer) -> AnswerLine:
    kind = "unfinished" if answer.unfinished else ("none", "unique", "several")[min(answer.count, 2)]
    wanted = ("unique",) if options.command == "check" else ("unique", "several")
    code = ExitCode.STOPPED if answer.unfinished else ExitCode.DONE if kind in wanted else ExitCode.NOT_FOUND
    if options.format == "json":
        return AnswerLine("", _facts(options, answer), kind, code, _remark(options, answer))
    text = _text(options, answer, kind)
    facts = {ANSWER_COLUMNS[options.command]: text.partition(",")[0], "guesses": answer.guesses}
    return AnswerLine(text, facts, kind, code, _remark(options, answer))


def _text(options: argparse.Namespace, answer: StreamAnswer, kind: str) -> str:
    if options.command == "solve":
        return _draw_grid(options, answer.record, answer.solutions[0]) if answer.count else kind
    if answer.unfinished:
        return kind
    if options.command == "count":
        return str(answer.count)
    grids = dict.fromkeys(answer.solutions) if answer.count > 1 else ()
    several = "several ways to divide one grid into regions" if len(grids) == 1 else "at least 2 solutions, such as"
    shown = [_draw_grid(options, answer.record, grid) for grid in grids]
    one_line = answer.record.source and options.format != "grid"
    return (" " if one_line else "\n").join([several if grids else kind, *shown])


def _draw_grid(options: argparse.Namespace, record: Record, grid: bytes) -> str:
    assert record.board is not None
    drawn = not record.source and "\n" in record.text.strip()
    form = options.format or ("grid" if drawn else "line")
    return divided(record.board, grid).grid(grid) if form == "grid" else record.board.line(grid)


def _remark(options: argparse.Namespace, answer: StreamAnswer) -> str:
    """Return the remark for standard error that completes the answer."""
    if answer.unfinished:
        return f"the time limit ended the search: at least {answer.count:,} solution{'s' * (answer.count != 1)}"
    if options.command != "solve" or options.format == "json":
        return ""
    return ("no solution", "", "more than one solution; this is one of them")[min(answer.count, 2)]


def _facts(options: argparse.Namespace, answer: StreamAnswer) -> dict[str, Any]:
    """Return the facts for JSON."""
    record = answer.record
    assert record.board is not None and record.puzzle is not None
    grids = answer.solutions[: 2 if options.command == "check" else 1]
    known = options.command != "count" or options.limit != 1
    facts = {
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
