# SPDX-License-Identifier: MIT
"""The command `sudoku convert`: writes puzzles in another form, one for each puzzle of the source.

puzzles.txt ─> :0000:x:53..7....      a line of HoDoKu's library, a link, a grid, ...       formats.py
               puzzle,solution        a table, perhaps with the solution beside the puzzle
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from dlx.terminal.exit_codes import ExitCode

from .each import AnswerLine, LineReport, Task, Work, add_each, run_each

if TYPE_CHECKING:
    from ...reading.records import Record

TABLES = ("csv", "tsv", "parquet")
EPILOG = """forms:
{}
  csv, tsv       a table with a column "puzzle", and with --solution a column "solution"
  parquet        the same as a Parquet file (--output, extra "arrow")

examples:
  sudoku convert --to f-puzzles PUZZLE
  sudoku convert --to hodoku puzzles.txt > library.txt
  sudoku convert --to csv --solution -o puzzles.csv puzzles.txt

exit codes: 0 done; 2 bad usage or input; 70 internal error; 130 Ctrl-C."""
ROWS_PER_GROUP = 10_000  # rows written to a Parquet file at once


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    from ...reading.formats import FORMATS

    parser.description = "Write puzzles in another form."
    parser.epilog = EPILOG.format("\n".join(f"  {form.name:<14} {form.about}" for form in FORMATS))
    forms = [form.name for form in FORMATS]
    parser.add_argument("--to", choices=[*forms, *TABLES], required=True, metavar="FORM", help="one of those below")
    parser.add_argument("--solution", action="store_true", help="write the first solution, too, into a table")
    add_each(parser, limited=False, formats=None)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    if args.solution and args.to not in TABLES:
        raise ValueError(f"--solution is for tables ({', '.join(TABLES)}); --to {args.to} writes no table")
    if args.resume and args.to in ("grid", "numbers", "candidates"):
        raise ValueError(f"--resume counts lines; --to {args.to} writes several for a puzzle")
    args.format = args.to if args.to in ("csv", "tsv") else "line"
    columns = ("solution",) if args.solution else ()
    if args.to != "parquet":
        return run_each(args, Work(partial(_written, args.to, args.solution), 1000, False, columns))
    if not args.output or args.resume:
        raise ValueError("--to parquet writes a whole file; name it with --output, without --resume")
    args.parquet, args.output = args.output, None
    return run_each(args, Work(partial(_written, "line", args.solution), 1000, False, columns), ParquetFile)


def _written(to: str, solved: bool, tasks: list[Task], time_limit: float | None) -> list[AnswerLine]:
    from ...reading.formats import FORMAT_BY_NAME, written

    form = FORMAT_BY_NAME["line" if to in TABLES else to]
    solutions = _solutions(tasks) if solved else [""] * len(tasks)
    lines = []
    for (board, puzzle), solution in zip(tasks, solutions, strict=True):
        try:
            text = written(board, puzzle, form)
        except ValueError as problem:
            lines.append(AnswerLine("invalid", {"error": str(problem)}, "invalid", ExitCode.BAD_INPUT))
            continue
        lines.append(AnswerLine(text, {"solution": solution}, "written"))
    return lines


def _solutions(tasks: list[Task]) -> list[str]:
    """Return the first solution of each puzzle; the empty text if there is none."""
    import numpy as np

    from ...engine.batch import BatchTask

    found = []
    for board, some in groupby(tasks, key=lambda task: task[0]):
        grids = np.frombuffer(b"".join(puzzle for _, puzzle in some), np.uint8).reshape(-1, board.cells)
        solved = BatchTask.of(board, grids, 1, "dlx")(grids)
        found += [board.line(grid.tobytes()) if grid.any() else "" for grid in solved.solutions]
    return found


class ParquetFile(LineReport):
    """Writes the puzzles to a Parquet file; a text that is not a puzzle has a row without a puzzle."""

    def start(self) -> None:
        from ...reading.tables import arrow

        self.rows: list[tuple[Any, ...]] = []
        self.arrow = arrow("pyarrow", "Parquet")
        self.schema = self.arrow.schema([(name, self.arrow.string()) for name in ("puzzle", *self.work.columns)])
        self.table = arrow("pyarrow.parquet", "Parquet").ParquetWriter(self.args.parquet, self.schema)

    def write(self, record: Record, line: AnswerLine) -> None:
        self.count(line)
        self.explain(record, line)
        self.rows.append((None if record.error else line.text, *(line.facts.get(name) for name in self.work.columns)))
        if len(self.rows) >= ROWS_PER_GROUP:
            self.end_group()

    def end_group(self) -> None:
        """Write the rows so far."""
        columns = [list(column) for column in zip(*self.rows, strict=True)] or [[] for _ in self.schema]
        self.table.write_table(self.arrow.table(columns, schema=self.schema))
        self.rows = []

    def close(self, seconds: float) -> int:
        self.end_group()
        self.table.close()
        return super().close(seconds)
