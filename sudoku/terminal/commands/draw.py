# SPDX-License-Identifier: MIT
"""The command `sudoku draw`: draws a puzzle, in the format given by the file name."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from dlx.terminal.exit_codes import ExitCode

from .arguments import add_puzzle, add_time_limit, only_record

if TYPE_CHECKING:
    from dlx.drawing.picture import Picture

    from ...reading.records import Record

DRAW_SECONDS = 10.0  # the default time limit
EPILOG = """examples:
  sudoku draw PUZZLE -o puzzle.svg
  sudoku draw PUZZLE -o puzzle.png --candidates --labels
  sudoku draw PUZZLE --solution                    characters, on the terminal
  sudoku draw PUZZLE -o answer.html --diagnose     redundant clues, or clues that contradict each other, are marked

exit codes: 0 done; 1 there is no solution to draw; 2 bad usage or input; 3 stopped by a limit: the picture is
incomplete; 70 internal error; 130 Ctrl-C. PNG needs Pillow: pip install pillow"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "Draw a puzzle: SVG, PDF, HTML or PNG into a file, or characters."
    parser.epilog = EPILOG
    add_puzzle(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="FILE.svg, .pdf, .html, .png or .txt; without it, characters"
    )
    parser.add_argument("--candidates", action="store_true", help="draw the digits that no clue excludes directly")
    parser.add_argument("--solution", action="store_true", help="draw the solution, or one of them")
    parser.add_argument("--diagnose", action="store_true", help="mark the findings of 'sudoku diagnose'")
    add_time_limit(parser, f"time for --solution, and for --diagnose; {DRAW_SECONDS:g} by default")
    parser.add_argument("--title", metavar="TEXT", help="a title above the board (not with characters)")
    parser.add_argument("--labels", action="store_true", help="number the rows and columns (not with characters)")


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from dlx.drawing.picture import format_of

    form = format_of(args.output) if args.output else "txt"  # refuses an unknown format before any work
    for name in ("labels", "title"):
        if getattr(args, name) and form == "txt":
            raise ValueError(f"--{name} is for SVG, PDF, HTML and PNG; name such a file with -o")
    if args.time_limit is not None and not (args.solution or args.diagnose):
        raise ValueError("--time-limit is for --solution and --diagnose; without them nothing is searched")
    args.time_limit = DRAW_SECONDS if args.time_limit is None else args.time_limit
    picture, code = _picture(only_record(args, "a picture"), args)
    if args.output:
        picture.save(args.output)
    else:
        print(picture.text)
    return code


def _picture(record: Record, args: argparse.Namespace) -> tuple[Picture, int]:
    from ...diagnosis.doctor import diagnose
    from ...drawing.drawing import draw

    board, puzzle = record.board, list(record.puzzle or b"")
    found = diagnose(puzzle, board, time_limit=args.time_limit) if args.diagnose else None
    solution, code = _solution(record, args) if args.solution else (None, ExitCode.DONE)
    picture = draw(
        puzzle,
        solution,
        board,
        candidates="auto" if args.candidates else None,
        highlight=found,
        labels=args.labels,
        title=args.title,
    )
    if found is not None:
        print(found, file=sys.stderr)
    if code != ExitCode.DONE:
        why = "no solution" if code == ExitCode.NOT_FOUND else "the time limit ended the search"
        print(f"sudoku: {why}", file=sys.stderr)
    elif found is not None and found.unique is None:
        code = ExitCode.STOPPED
    return picture, code


def _solution(record: Record, args: argparse.Namespace) -> tuple[Any, int]:
    """Return the solution and the exit code of its search."""
    from dlx.engine.unfinished import Unfinished

    from ...solve import solve

    try:
        solution = solve(list(record.puzzle or b""), board=record.board, time_limit=args.time_limit)
    except Unfinished:
        return None, ExitCode.STOPPED
    return solution, ExitCode.NOT_FOUND if solution is None else ExitCode.DONE
