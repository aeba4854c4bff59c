# SPDX-License-Identifier: MIT
"""The command `sudoku print`: sheets of puzzles, with numbers and levels, and with their solutions."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from dlx.terminal.exit_codes import ExitCode

from .arguments import add_puzzle, add_time_limit, clash_of, place, positive, records, say, worse

if TYPE_CHECKING:
    from ...reading.records import Record

PRINT_SECONDS = 10.0  # the default time limit
EPILOG = """examples:
  sudoku print puzzles.txt -o sheet.pdf
  sudoku print puzzles.txt -o sheet.pdf --per-page 6 --levels --title "Sunday, 3 May"
  sudoku print puzzles.txt -o sheet.pdf --solutions back --paper letter
  sudoku generate -n 12 | sudoku print -o sheet.html

HTML has the same pages, and a browser prints them. A puzzle that is invalid, or has no solution or several, is reported
on standard error; an invalid one and one without a solution are left out, and numbers count the printed ones.

exit codes: 0 done; 1 a puzzle has no solution, or several; 2 bad usage or input; 3 time ran out, and nothing is
written; 70 internal error; 130 Ctrl-C."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "Sheets of puzzles for print, with their solutions: PDF or HTML."
    parser.epilog = EPILOG
    add_puzzle(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="FILE.pdf or FILE.html")
    parser.add_argument("--per-page", type=int, choices=(1, 2, 4, 6), default=4, help="puzzles on a page; default 4")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default a4")
    parser.add_argument("--title", default="Sudoku", help="text at the top of each page; default Sudoku")
    parser.add_argument("--first", type=positive, default=1, metavar="N", help="number of the first puzzle; default 1")
    parser.add_argument("--levels", action="store_true", help="print the level and the score of each puzzle")
    where = "at the end, 12 on a page, large boards on their own (default); back: on the back of each page; none"
    parser.add_argument("--solutions", choices=("end", "back", "none"), default="end", help=where)
    parser.add_argument("--labels", action="store_true", help="number the rows and columns")
    add_time_limit(parser, f"time for each puzzle; {PRINT_SECONDS:g} by default", PRINT_SECONDS)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from dlx.drawing.pages import document_format

    from ...drawing.sheets import sheets

    document_format(args.output)  # refuses an unknown format before any work
    code: int = ExitCode.DONE
    puzzles: list[Any] = []
    for record in records(args):
        wrong, printed = _check(record, args)
        code = worse(code, wrong)
        puzzles += printed
    if not puzzles:
        raise ValueError("no puzzle to print is left")
    booklet = sheets(
        puzzles,
        per_page=args.per_page,
        paper=args.paper,
        title=args.title,
        first=args.first,
        levels=args.levels,
        solutions=args.solutions,
        labels=args.labels,
        time_limit=args.time_limit,
    )
    booklet.save(args.output)
    return code


def _check(record: Record, args: argparse.Namespace) -> tuple[int, list[Any]]:
    """Return the exit code of a puzzle, and the puzzle if it is to be printed; report what is wrong with it."""
    from ...engine.puzzle import Puzzle

    if record.error is not None:
        return _report(record.error, ExitCode.BAD_INPUT), []
    assert record.puzzle is not None
    printed = [(record.puzzle, record.board)]
    if args.solutions == "none":
        return ExitCode.DONE, printed
    given = Puzzle(record.puzzle, record.board)
    if given.solve(args.time_limit) is None:
        clash = clash_of(record)
        return _report(f"{place(record)}no solution{f': {clash}' if clash else ''}", ExitCode.NOT_FOUND), []
    if not given.is_unique(args.time_limit):
        return _report(f"{place(record)}several solutions, of which one is printed", ExitCode.NOT_FOUND), printed
    return ExitCode.DONE, printed


def _report(message: str, code: int) -> int:
    say(message)
    return code
