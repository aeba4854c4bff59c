# SPDX-License-Identifier: MIT
"""The command `sudoku convert`: writes puzzles in another form, one for each puzzle of the source.

puzzles.txt ─> :0000:x:53..7....      a line of HoDoKu's library, a link, a grid, ...       formats.py
               puzzle,solution        a table, perhaps with the solution beside the puzzle
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import groupby

from .each import EachTask, add_each, run_each
from .output import TABLES
from .report import AnswerLine, LineForm, invalid

EPILOG = """forms:
{}
  csv, tsv       a table with a column "puzzle", and with --solution a column "solution"
  parquet        the same as a Parquet file (--output, extra "arrow")

examples:
  sudoku convert --to f-puzzles PUZZLE
  sudoku convert --to hodoku puzzles.txt > library.txt
  sudoku convert --to csv --solution -o puzzles.csv puzzles.txt

exit codes: 0 done; 2 bad usage or input; 70 internal error; 130 Ctrl-C."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    from ...reading.formats import FORMAT_BY_NAME

    parser.description = "Write puzzles in another form."
    parser.epilog = EPILOG.format("\n".join(f"  {form.name:<14} {form.about}" for form in FORMAT_BY_NAME.values()))
    forms = [*FORMAT_BY_NAME]
    parser.add_argument("--to", choices=[*forms, *TABLES], required=True, metavar="FORM", help="one of those below")
    parser.add_argument("--solution", action="store_true", help="write the first solution, too, into a table")
    add_each(parser, limited=False, formats=None)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    if args.solution and args.to not in TABLES:
        raise ValueError(f"--solution is for tables ({', '.join(TABLES)}); --to {args.to} writes no table")
    args.format = args.to if args.to in TABLES else "line"
    columns = {"solution": str} if args.solution else {}
    return run_each(args, LineForm(False, columns, args.to), partial(_written, args.to, args.solution), 1000)


def _written(to: str, solved: bool, tasks: list[EachTask]) -> list[AnswerLine]:
    from ...reading.formats import FORMAT_BY_NAME, written

    form = FORMAT_BY_NAME["line" if to in TABLES else to]
    solutions = _solutions(tasks) if solved else [""] * len(tasks)
    lines = []
    for (board, puzzle), solution in zip(tasks, solutions, strict=True):
        try:
            lines.append(AnswerLine(written(board, puzzle, form), {"solution": solution}, "written"))
        except ValueError as problem:
            lines.append(invalid(problem))
    return lines


def _solutions(tasks: list[EachTask]) -> list[str]:
    """Return the first solution of each puzzle; the empty text if there is none."""
    import numpy as np

    from ...engine.batch import BatchTask

    found = []
    for board, some in groupby(tasks, key=lambda task: task[0]):
        grids = np.frombuffer(b"".join(puzzle for _, puzzle in some), np.uint8).reshape(-1, board.cells)
        solved = BatchTask.of(board, 1, None)(grids)
        found += [board.line(grid.tobytes()) if grid.any() else "" for grid in solved.solutions]
    return found
