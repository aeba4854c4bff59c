# SPDX-License-Identifier: MIT
"""The command `sudoku generate`: puzzles on standard output, one per line; a summary on standard error.

sudoku generate -n 1000 --workers 2 --seed 7 --minimal > puzzles.txt
sudoku generate --clues 24-28 --symmetry rotate180 --format grid
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack, closing
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dlx.terminal.exit_codes import ExitCode

from ...making.patterns import SYMMETRIES
from .arguments import add_time_limit, positive
from .boards import add_board_options, board_of

if TYPE_CHECKING:
    from ...making.generator import Generated, Series

RATED_TRIES = 50_000  # default limit of candidates for a puzzle of some difficulty: half a minute for 9x9
REPORT_SECONDS = 5.0  # without a puzzle, until we report the candidates so far

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

exit codes: 0 done; 1 there is no such puzzle; 2 bad usage or input; 3 stopped by a limit;
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
        if not options.quiet:
            series.report = Notice(series)
        try:
            for made in series:
                print(_format(made, options))
        except KeyboardInterrupt:
            sys.stdout.flush()
            print(f"sudoku: stopped after {series.found:,} of {options.n:,} puzzles", file=sys.stderr)
            raise
        finally:
            sys.stdout.flush()
    if series.reason:
        print(f"sudoku: {series.status.value}: {series.reason}", file=sys.stderr)
    if not options.quiet:
        print(_summary(series, perf_counter() - started), file=sys.stderr)
    return {"found": ExitCode.DONE, "impossible": ExitCode.NOT_FOUND}.get(series.status.value, ExitCode.STOPPED)


def _series(options: argparse.Namespace, stack: ExitStack) -> Series:
    from ...making.generator import TRIES_PER_PUZZLE, generate_batch

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
        tries=options.tries or (RATED_TRIES if rated else TRIES_PER_PUZZLE),
        workers=workers,
        executor=executor,
    )


class Notice:
    """Reports the candidates so far, once, if the first puzzle takes long; called after each block of candidates."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.due = perf_counter() + REPORT_SECONDS

    def __call__(self) -> None:
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
        return Path(text).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(f"--mask {text}: neither marks (# ? .) nor a file: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ValueError(f"--mask {text}: the file is not UTF-8 text") from None


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
