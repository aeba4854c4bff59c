# SPDX-License-Identifier: MIT
"""The command `sudoku`: solve, count or check one puzzle or a file of them.

Answers go to standard output, everything else (what is wrong, how it went) to standard error. A puzzle is answered in
the form it came in: a line by a line, a drawn grid by a drawn grid, unless --format says otherwise.

    source ->  blocks of puzzles  ->  one batch each, compiled   ->  report, puzzle by puzzle
               (and what is wrong      (--stats, and puzzles in
                with the others)        small numbers: one by one)
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .board import DIGITS, Board, cells_of
from .engines import ENGINES, engine
from .reading import Block, Record, SourceError, read_blocks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .solve import BatchResult

FOUND, NOT_FOUND, BAD_INPUT, CTRL_C = 0, 1, 2, 130
MOST = 2_000  # puzzles answered in one go: far less than a second
LEAST = 64  # plain lines that are worth the compiled way

EPILOG = """examples:
  sudoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku solve puzzles.txt > solutions.txt
  sudoku check - < drawn_grid.txt
  sudoku count --limit 1000 4...............

A puzzle has one character a cell: a digit (1-9, then A-Z), or one of . 0 * _ for an empty cell. Files hold a puzzle a
line, drawn grids, or CSV with the puzzle in the first column; # starts a comment. The board follows from the number of
cells: 81 is 9x9, 16 is 4x4, 36 is 6x6 with boxes of 2x3; --box says it where that is ambiguous.

exit codes: 0 done; 1 a puzzle has no solution (check: or is not unique); 2 bad usage or input; 130 Ctrl-C."""


@dataclass(slots=True)
class Answer:
    """What was found out about one puzzle."""

    record: Record
    count: int  # solutions, up to the number asked for
    solutions: list[bytes]  # the first one or two of them
    steps: int
    guesses: int | None  # None where they were not counted
    seconds: float  # in a batch: the mean


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start threads that nobody needs: 50 ms
    options = _parser().parse_args(argv)
    try:
        return _run(options)
    except KeyboardInterrupt:
        print("sudoku: interrupted", file=sys.stderr)
        return CTRL_C
    except BrokenPipeError:  # the reader of our output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except (SourceError, ValueError) as error:
        print(f"sudoku: {error}", file=sys.stderr)
        return BAD_INPUT


def _parser() -> argparse.ArgumentParser:
    from dlx import __version__

    parser = argparse.ArgumentParser(
        prog="sudoku",
        description="Solve Sudoku puzzles of any size, count their solutions, prove them unique.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"sudoku (dlx-engine {__version__})")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in (
        ("solve", "print the solution; say if it is not the only one"),
        ("count", "print the number of solutions"),
        ("check", "is the solution unique? if not, show two different ones"),
    ):
        _add_options(commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + "."))
    count = commands.choices["count"]
    count.add_argument("--limit", type=_positive, metavar="N", help="stop counting a puzzle's solutions at N")
    return parser


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = EPILOG, argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "puzzle", nargs="?", default="-", metavar="PUZZLE|FILE", help="a puzzle, a file, or - for standard input"
    )
    parser.add_argument("--engine", choices=ENGINES, default="dlx", help="exact cover, or backtracking on bit sets")
    parser.add_argument("--format", choices=("line", "grid", "json"), help="the form of the answers")
    parser.add_argument("--box", type=_box, metavar="HxW", help="height and width of a box, such as 3x3")
    parser.add_argument("--seed", type=int, help="try digits in an order shuffled by this number (engine dlx)")
    parser.add_argument("--stats", action="store_true", help="work and time of every puzzle, on standard error")
    parser.add_argument("-q", "--quiet", action="store_true", help="no summary on standard error")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def _box(text: str) -> Board:
    height, _, width = text.partition("x")
    try:
        return Board(int(height), int(width))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a box such as 3x3, of {len(DIGITS)} cells at most") from None


def _run(options: argparse.Namespace) -> int:
    reporter = Reporter(options)
    for part in _gathered(_parts(options.puzzle, options.box), _in_bulk(options)):
        if isinstance(part, Block):
            _answer_block(part, options, reporter)
        else:
            for answer in _answers(part, options, reporter):
                reporter.report(answer)
        sys.stdout.flush()
    return reporter.close()


def _in_bulk(options: argparse.Namespace) -> bool:
    """Is nothing asked for that is not the same for every plain line of a file?"""
    return not options.stats and options.seed is None and options.format in (None, "line")


def _gathered(parts: Iterator[Record | Block], in_bulk: bool) -> Iterator[list[Record] | Block]:
    """Blocks as they come, if they are large and may be answered in bulk; the other puzzles in lists."""
    records: list[Record] = []
    for part in parts:
        if in_bulk and isinstance(part, Block) and len(part.puzzles) >= LEAST * part.board.cells:
            if records:
                yield records
            records = []
            yield part
            continue
        for record in part.records() if isinstance(part, Block) else [part]:
            records.append(record)
            if len(records) == MOST:
                yield records
                records = []
    if records:
        yield records


def _parts(source: str, board: Board | None) -> Iterator[Record | Block]:
    """The puzzles of the argument: one on the command line, or those of a file."""
    if source != "-" and not _names_file(source):
        try:
            board, puzzle = Board.read(source, board)
        except ValueError as error:
            shown = source if len(source) <= 100 else source[:97] + "..."
            raise ValueError(f"{shown!r} is not a file, and not a puzzle: {error}") from None
        return iter([Record("", 1, source, board, puzzle, None)])
    if source == "-" and sys.stdin.isatty():
        print("sudoku: reading puzzles from the terminal; end with Ctrl-D", file=sys.stderr)
    return read_blocks(source, board)


def _names_file(source: str) -> bool:
    """Does this exist as a file, or look more like the name of one than like a puzzle?"""
    try:
        return Path(source).exists() or len(cells_of(source)) < 16 or "/" in source
    except (OSError, ValueError):  # too long for a name, or a NUL in it
        return False


def _answers(block: list[Record], options: argparse.Namespace, reporter: Reporter) -> Iterator[Answer]:
    """Answers for the good puzzles of a block, in order; the others are reported on the way."""
    good = []
    for record in block:
        error = record.error or _contradiction(record)
        if error:
            reporter.complain(error)
        else:
            good.append(record)
    limit = options.limit if options.command == "count" else 2
    several = any(record.board != good[0].board for record in good)
    if options.stats or options.seed is not None or several or len(good) < 10:
        return (_answer(record, limit, options) for record in good)
    return _batch(good, limit, options)


def _contradiction(record: Record) -> str | None:
    assert record.board is not None and record.puzzle is not None
    try:
        record.board.check(record.puzzle)
    except ValueError as error:
        return f"{record.source}:{record.line}: {error}" if record.source else str(error)
    return None


def _answer(record: Record, limit: int | None, options: argparse.Namespace) -> Answer:
    """One puzzle, with all that can be said of it."""
    assert record.board is not None and record.puzzle is not None
    search = engine(options.engine, record.board, record.puzzle, options.seed)
    try:
        solutions = list(islice(search, 2 if limit is None else min(limit, 2)))
        count = search.count(limit)
    except KeyboardInterrupt:
        print(f"sudoku: stopped after {search.found:,} solutions, {search.steps:,} {search.effort}", file=sys.stderr)
        raise
    return Answer(record, count, solutions, search.steps, search.guesses, search.seconds)


def _answer_block(block: Block, options: argparse.Namespace, reporter: Reporter) -> None:
    """Plain lines: solved, counted and printed by compiled code, but for those whose answer takes more words."""
    from ._lines import lines, numbered, run_of

    board = block.board
    limit = options.limit if options.command == "count" else 2
    result, mean = _solved(board, block.puzzles, limit, options)
    records: list[Record] = []
    at = 0
    while at < len(result):
        end = run_of(result.counts, at, 1, 2**62 if options.command == "count" else 1)
        counts = result.counts[at:end]
        if options.command == "solve":
            sys.stdout.write(lines(result.solutions, at, end, board.characters))
        elif options.command == "count":
            sys.stdout.write("".join(f"{count}\n" for count in counts.tolist()))
        else:
            source = f"{block.source}:".encode("utf-8", "surrogateescape")
            sys.stdout.write(numbered(source, block.line + at, block.line + end, b": unique"))
        reporter.add_many(counts, int(result.nodes[at:end].sum()), mean)
        if end < len(result):
            records = records or list(block.records())
            error = _contradiction(records[end]) if result.counts[end] == 0 else None
            if error:
                reporter.complain(error)
            else:
                reporter.report(_of_batch(records[end], result, end, mean, limit, options))
        at = end + 1


def _batch(good: list[Record], limit: int | None, options: argparse.Namespace) -> Iterator[Answer]:
    """Many puzzles of one board, in one compiled loop."""
    board = good[0].board
    assert board is not None
    result, mean = _solved(board, b"".join(record.puzzle or b"" for record in good), limit, options)
    for k, record in enumerate(good):
        yield _of_batch(record, result, k, mean, limit, options)


def _solved(board: Board, puzzles: bytes, limit: int | None, options: argparse.Namespace) -> tuple[BatchResult, float]:
    """The puzzles as one batch, and the mean of the seconds it took."""
    import numpy as np

    from .solve import solve_batch

    grids = np.frombuffer(puzzles, np.uint8).reshape(-1, board.cells)
    started = perf_counter()
    result = solve_batch(grids, limit, board=board, engine=options.engine)
    return result, (perf_counter() - started) / len(grids)


def _of_batch(
    record: Record, result: BatchResult, k: int, mean: float, limit: int | None, options: argparse.Namespace
) -> Answer:
    """The answer to one puzzle of a batch; a second solution is looked up where it is shown."""
    count = int(result.counts[k])
    if options.command == "check" and count > 1:
        return _answer(record, limit, options)
    return Answer(record, count, [result.solutions[k].tobytes()] if count else [], int(result.nodes[k]), None, mean)


class Reporter:
    """Prints answers as they come, and the summary and the exit code at the end."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.seconds = 0.0
        self.puzzles = self.bad = self.none = self.unique = self.several = self.steps = self.guesses = 0
        self.guesses_known = True

    def complain(self, error: str) -> None:
        self.bad += 1
        sys.stdout.flush()
        print(f"sudoku: {error}", file=sys.stderr)

    def report(self, answer: Answer) -> None:
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

    def add_many(self, counts: NDArray[np.int64], steps: int, seconds: float) -> None:
        """Puzzles that have been answered otherwise, with a solution each; the mean of the seconds."""
        unique = int((counts == 1).sum())
        self.puzzles += len(counts)
        self.unique += unique
        self.several += len(counts) - unique
        self.steps += steps
        self.seconds += seconds * len(counts)
        self.guesses_known &= not len(counts)

    def _solve(self, answer: Answer) -> None:
        if answer.count:
            print(self._drawn(answer.record, answer.solutions[0]))
        if answer.count != 1:
            what = "no solution" if answer.count == 0 else "more than one solution; this is one of them"
            sys.stdout.flush()
            print(f"sudoku: {self._place(answer.record)}{what}", file=sys.stderr)

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
            sys.stdout.flush()
            print(self._summary(), file=sys.stderr)
        if self.bad:
            return BAD_INPUT
        return NOT_FOUND if self.none or (self.options.command == "check" and self.several) else FOUND

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
            f"{self.seconds:.3f} s" if self.seconds > 1 else f"{1000 * self.seconds:.3g} ms",
        )
        return "sudoku: " + ", ".join(part for part in parts if part)
