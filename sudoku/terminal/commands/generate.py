# SPDX-License-Identifier: MIT
"""The command `sudoku generate`: puzzles on standard output, one per line; a summary on standard error.

sudoku generate -n 1000 --workers 2 --seed 7 --minimal > puzzles.txt
sudoku generate --clues 24-28 --symmetry rotate180 --format grid
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from math import inf
from pathlib import Path
from threading import Event, Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

from dlx.system.texts import text_of
from dlx.terminal.exit_codes import ExitCode

from ...making.patterns import SYMMETRIES
from ..watch import UPDATE_SECONDS
from .arguments import add_time_limit, positive
from .boards import add_board_options, board_of

if TYPE_CHECKING:
    from ...making.generator import Generated, Series

MOST_MASK_BYTES = 1 << 20
REPORT_SECONDS = 5.0  # without a puzzle, until we report the candidates so far, once, where there is no terminal

CODE_BY_STATUS = {"found": ExitCode.DONE, "impossible": ExitCode.NOT_FOUND, "none known": ExitCode.NOT_FOUND}

EPILOG = """Every puzzle has exactly one solution, and no two of a run are the same up to relabelling and symmetry. The
same seed gives the same puzzles, with any number of workers. With --difficulty, --require or --forbid, the score and
the level follow each puzzle. Levels: easy (30 to 36 clues, several digits to find at any time), medium, hard, expert,
diabolical, extreme. A mask has one mark per cell: # requires a clue, ? allows
one, . forbids one.

examples:
  sudoku generate
  sudoku generate -n 1000 --workers 2 --seed 7 --minimal > puzzles.txt
  sudoku generate --clues 24-28 --symmetry rotate180 --format grid
  sudoku generate -n 3 --box 4x4 --time-limit 60
  sudoku generate -n 6 --difficulty easy --symmetry rotate180
  sudoku generate --difficulty hard --require X-Wing --solutions --seed 4

A wish that none of a million candidates meets is refused at once, with the nearest that is met; with --tries, the
search takes place all the same.

exit codes: 0 done; 1 there is no such puzzle, or we know none; 2 bad usage or input; 3 stopped by a limit;
70 internal error; 130 Ctrl-C."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.epilog = EPILOG
    parser.add_argument("-n", type=positive, default=1, metavar="N", help="number of puzzles; default 1")
    parser.add_argument("--seed", type=int, help="the same seed gives the same puzzles; standard error shows it")
    add_board_options(parser)
    parser.add_argument(
        "--clues", type=_clues, metavar="N|LOW-HIGH", help="number of clues; by default as many as remain"
    )
    named = f"symmetry of the clues' positions: one of {', '.join(SYMMETRIES)}; default none"
    parser.add_argument("--symmetry", choices=list(SYMMETRIES), default="none", metavar="NAME", help=named)
    parser.add_argument("--mask", metavar="MARKS|FILE", help="positions of the clues: one mark per cell, # ? or .")
    parser.add_argument(
        "--minimal", action="store_true", help="no clue can be removed (with --symmetry: no group of them)"
    )
    parser.add_argument(
        "--difficulty", type=_difficulty, metavar="LEVEL|LOW-HIGH", help="a level (see above), or a range of scores"
    )
    parser.add_argument(
        "--require", action="append", default=[], metavar="TECHNIQUE", help="the solution needs it; repeatable"
    )
    parser.add_argument(
        "--forbid", action="append", default=[], metavar="TECHNIQUE", help="the solution does not need it; repeatable"
    )
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="number of workers; default 1")
    add_time_limit(parser, "time for all puzzles together")
    least = "candidates for each puzzle; default 1,000,000, or 50,000 if they are rated"
    parser.add_argument("--tries", type=positive, metavar="N", help=least)
    parser.add_argument("--format", choices=("line", "grid", "json"), default="line", help="default line")
    parser.add_argument("--solutions", action="store_true", help="print each solution after its puzzle")
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing on standard error but errors")


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code. Raises ValueError for contradictory requirements."""
    started = perf_counter()
    with ExitStack() as stack:
        series = stack.enter_context(closing(_series(options, stack)))
        try:
            with SeriesLine(series, not options.quiet) as line:  # gone before anything else is printed
                for made in series:
                    with line.hidden():
                        print(_format(made, options))
        except KeyboardInterrupt:
            sys.stdout.flush()
            print(f"sudoku: stopped after {series.found:,} of {options.n:,} puzzles", file=sys.stderr)
            raise
        finally:
            sys.stdout.flush()
    if series.reason:
        print(f"sudoku: {series.status.value}: {series.reason}", file=sys.stderr)
    if series.nearest and not options.quiet:
        rating = series.nearest.rating
        score = "" if rating is None else f", {rating.score:g} {rating.level}"
        print(f"sudoku: the nearest{score}: {series.nearest.puzzle}", file=sys.stderr)
    if not options.quiet:
        print(_summary(series, perf_counter() - started), file=sys.stderr)
    return CODE_BY_STATUS.get(series.status.value, ExitCode.STOPPED)


def _series(options: argparse.Namespace, stack: ExitStack) -> Series:
    from ...making.generator import generate_batch

    techniques = {"require": options.require, "forbid": options.forbid}
    rated = bool(options.difficulty or options.require or options.forbid)
    workers, executor = options.workers, None
    if rated and workers > 1:  # ratings run partly in Python, where only one thread at a time holds the GIL
        from ...engine.processes import processes

        workers, executor = None, stack.enter_context(processes(workers))
    return generate_batch(
        options.n,
        options.seed,
        board=board_of(options),
        clues=options.clues,
        symmetry=options.symmetry,
        mask=_mask(options.mask),
        difficulty=options.difficulty,
        techniques=techniques if options.require or options.forbid else None,
        minimal=options.minimal,
        time_limit=options.time_limit,
        tries=options.tries or "auto",
        workers=workers,
        executor=executor,
    )


class SeriesLine:
    """Shows the candidates so far: on a terminal in a line, elsewhere in one message if the first puzzle takes long.

    A thread updates the line, since a single candidate of a large board may take seconds.
    """

    def __init__(self, series: Series, wanted: bool) -> None:
        from dlx.engine.bar import meter

        self.series, self.started = series, perf_counter()
        self.meter = meter() if wanted and sys.stderr.isatty() else None
        self.printing, self.ended = Lock(), Event()
        self.thread = Thread(target=self._run, daemon=True)
        if wanted and self.meter is None:
            self.due = self.started + REPORT_SECONDS
            series.report = self._report_once

    def __enter__(self) -> Self:
        if self.meter:
            self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        if self.meter:
            self.thread.join()
            self.meter.hide()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Make room for a puzzle on the terminal."""
        with self.printing:
            if self.meter:
                self.meter.hide()
            yield

    def _run(self) -> None:
        from dlx.engine.bar import SECONDS_BEFORE_BAR

        assert self.meter is not None
        waiting = SECONDS_BEFORE_BAR
        while not self.ended.wait(waiting):
            waiting = UPDATE_SECONDS
            with self.printing:
                self.meter.show(*self.how_far())

    def how_far(self) -> tuple[float | None, str]:
        """Return the share of the puzzles that are made, if several are wanted, and the facts, the main one last."""
        series, several = self.series, self.series.n != 1
        facts = series.near_misses().split("; ")[1:]
        facts += [f"{series.tries:,} candidates", *([f"{series.found:,} puzzles"] if several else [])]
        share = series.found / series.n if series.n and several else None
        return share, ", ".join([*facts, f"{perf_counter() - self.started:.0f} s"])

    def _report_once(self) -> None:
        if not self.series.found and perf_counter() > self.due:
            self.due = inf
            print(f"sudoku: no puzzle so far: {self.series.near_misses()}; Ctrl-C ends the search", file=sys.stderr)


def _format(made: Generated, options: argparse.Namespace) -> str:
    if options.format == "json":
        return json.dumps(made.as_json())
    texts: list[str] = [made.puzzle or "", made.solution or ""][: 1 + options.solutions]
    rating = [f"{made.rating.score:g} {made.rating.level}"] if made.rating else []
    if options.format == "line":
        return " ".join([*texts, *rating])
    grids = [*(f"# {words}" for words in rating), *(made.board.grid(made.board.parse(text)) for text in texts)]
    return "\n".join(grids if options.n == 1 else [*grids, ""])


def _summary(series: Series, taken: float) -> str:
    parts = [
        f"{series.found:,} puzzle{'s' * (series.found != 1)}",
        f"{series.tries:,} candidate{'s' * (series.tries != 1)}",
        f"{series.same:,} left out as the same" if series.same else "",
        f"seed {series.seed}",
        f"{taken:.3f} s" if taken > 1 else f"{1000 * taken:.3g} ms",
    ]
    return "sudoku: " + ", ".join(part for part in parts if part)


def _mask(text: str | None) -> str | None:
    """Return the marks, or the text of the file with this name."""
    if text is None or (not set(text) - set("#?.012 \n") and (len(text) > 200 or not Path(text).is_file())):
        return text
    try:
        return text_of(text, MOST_MASK_BYTES)
    except OSError as error:
        raise ValueError(f"--mask {text}: neither marks (# ? .) nor a file: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ValueError(f"--mask {text}: the file is not UTF-8 text") from None
    except ValueError as error:
        raise ValueError(f"--mask {text}: {error}") from None


def _clues(text: str) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    try:
        return int(low), int(high if dash else low)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of clues, nor two such as 24-28") from None


def _difficulty(text: str) -> Any:
    low, dash, high = text.partition("-")
    try:
        return (float(low), float(high if dash else low))
    except ValueError:
        return text  # a level; the generator reports an unknown one
