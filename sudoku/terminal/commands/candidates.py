# SPDX-License-Identifier: MIT
"""The command `sudoku candidates`: prints the digits of each cell over all solutions, one line per puzzle.

1 2 3 4 3 4 12 12 13 ...        the digits of the cells, in reading order; "none" if there is no solution
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from dlx.terminal.exit_codes import ExitCode

from .arguments import EXIT_CODES
from .each import EachTask, add_each, run_each
from .report import AnswerLine, LineForm

if TYPE_CHECKING:
    from ...board.board import Board
    from ...diagnosis.possible import Candidates

EPILOG = f"""examples:
  sudoku candidates PUZZLE
  sudoku candidates --format json --time-limit 5 puzzles.txt
  sudoku candidates --workers 4 -o candidates.txt puzzles.txt

{EXIT_CODES}"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "The true candidates: the digits that each cell has over all solutions."
    parser.epilog = EPILOG
    add_each(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    form = LineForm(False, {"status": str, "candidates": str})
    return run_each(args, form, partial(_answers, args.time_limit), 256)


def _answers(time_limit: float | None, tasks: list[EachTask]) -> list[AnswerLine]:
    from ...diagnosis.possible import possible_each

    return [_line(board, found) for (board, _), found in zip(tasks, possible_each(tasks, time_limit), strict=True)]


def _line(board: Board, found: Candidates | None) -> AnswerLine:
    if found is None:
        return AnswerLine("unfinished", {"status": "unfinished", "candidates": None}, "unfinished", ExitCode.STOPPED)
    if not any(found):
        return AnswerLine("none", {"status": "none", "candidates": None}, "with no solution", ExitCode.NOT_FOUND)
    cells = [*map(board.signs_of, found)]
    kind = "with one solution" if all(len(digits) == 1 for digits in found) else "with several"
    return AnswerLine(" ".join(cells), {"status": "answered", "candidates": cells}, kind)
