# SPDX-License-Identifier: MIT
"""The command `sudoku canonical`: prints the canonical form of each puzzle, or the puzzles without repetitions.

Two puzzles have the same form if they differ only in the names of digits and by a symmetry of the board.
"""

from __future__ import annotations

import argparse
import sys
from hashlib import blake2b
from itertools import groupby, islice
from typing import TYPE_CHECKING

from ...reading.reading import read_file
from .boards import board_of
from .each import EachTask, RecordJob, add_each, run_each
from .report import AnswerLine, LineForm, LineReport, invalid

if TYPE_CHECKING:
    from ...board.board import Board
    from ...reading.records import Record

EPILOG = """examples:
  sudoku canonical puzzles.txt > forms.txt
  sudoku canonical --distinct puzzles.txt > distinct.txt
  sudoku canonical --distinct --except last-year.txt puzzles.txt > new.txt
  sudoku canonical --format csv --workers 4 -o forms.csv puzzles.txt

exit codes: 0 done; 2 bad usage or input; 70 internal error; 130 Ctrl-C."""
MOST_FORMS = 1000  # puzzles at a time
DIGEST_BYTES = 16  # of a form; any two of 10^9 forms have the same digest by chance in one run of 10^20


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "The canonical forms of puzzles: equal if puzzles differ by a symmetry or the names of digits."
    parser.epilog = EPILOG
    add_each(parser, limited=False)
    parser.add_argument(
        "--distinct", action="store_true", help="print the puzzles whose form occurs for the first time, unchanged"
    )
    parser.add_argument(
        "--except", dest="known", metavar="FILE", help="with --distinct: leave out the puzzles of this file, too"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    if args.known and not args.distinct:
        raise ValueError("--except leaves out puzzles of --distinct; add --distinct")
    form = LineForm(False, {"form": str})
    return run_each(args, form, _forms, MOST_FORMS, Distinct if args.distinct else LineReport)


def _forms(tasks: list[EachTask]) -> list[AnswerLine]:
    lines: list[AnswerLine] = []
    for board, some in groupby(tasks, key=lambda task: task[0]):
        lines += _forms_on(board, [puzzle for _, puzzle in some])
    return lines


def _forms_on(board: Board, puzzles: list[bytes]) -> list[AnswerLine]:
    """Return the forms of puzzles on one board."""
    import numpy as np

    from ...making.canon import forms_of

    try:
        forms = forms_of(np.frombuffer(b"".join(puzzles), np.uint8).reshape(len(puzzles), -1), board)
    except ValueError as problem:
        return [invalid(problem)] * len(puzzles)
    texts = [board.line(form.tobytes()) for form in forms]
    return [AnswerLine(text, {"form": text}, "forms") for text in texts]


class Distinct(LineReport):
    """Prints the puzzles whose form occurs for the first time, here and in the file of `--except`."""

    def begin(self) -> None:
        """Print the head of a table, and read the known puzzles."""
        super().begin()
        self.seen: set[bytes] = set()
        records = read_file(self.args.known, board_of(self.args)) if self.args.known else iter(())
        while some := list(islice(records, MOST_FORMS)):
            print("".join(f"sudoku: {record.error}\n" for record in some if record.error), end="", file=sys.stderr)
            tasks = RecordJob(some, 0).tasks
            self.seen.update(map(_digest, tasks, _forms(tasks)))

    def write(self, record: Record, line: AnswerLine) -> None:
        if "form" in line.facts:
            assert record.board is not None and record.puzzle is not None
            digest = _digest((record.board, record.puzzle), line)
            if digest in self.seen:
                self.count(line._replace(kind="left out as the same"))
                return
            self.seen.add(digest)
            super().write(record, line._replace(text=record.board.line(record.puzzle), kind="distinct"))
        else:  # the output has nothing but puzzles
            self.count(line)
            self.explain(record, line)


def _digest(task: EachTask, line: AnswerLine) -> bytes:
    return blake2b(f"{task[0]} {line.text}".encode(), digest_size=DIGEST_BYTES).digest()
