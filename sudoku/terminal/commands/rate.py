# SPDX-License-Identifier: MIT
"""The command `sudoku rate`: prints how hard puzzles are for people, one per line.

puzzles.txt:1: 2.6 hard, pointing
puzzles.txt:2: no score: several solutions
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .arguments import EXIT_CODES, code_of
from .each import AnswerLine, Task, Work, add_each, run_each

if TYPE_CHECKING:
    from ...logic import Rating

EPILOG = f"""examples:
  sudoku rate puzzles.txt
  sudoku rate --json PUZZLE
  sudoku rate --workers 4 -o ratings.txt puzzles.txt
  sudoku rate --workers 4 -o ratings.txt --resume puzzles.txt      after a kill
  sudoku rate --format csv puzzles.txt | sort -t, -k2 -n

{EXIT_CODES}"""
COLUMNS = {"status": str, "score": float, "level": str, "hardest": str, "effort": int}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "The difficulty of puzzles for people: a score, a level, and the hardest technique needed."
    parser.epilog = EPILOG
    add_each(parser, time_limit=60)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    return run_each(args, Work(_ratings, 16, True, COLUMNS))


def _ratings(tasks: list[Task], time_limit: float | None) -> list[AnswerLine]:
    from ...logic.many import rated

    return [_line(rating) for rating in rated((tasks, time_limit))]


def _line(rating: Rating) -> AnswerLine:
    status = rating.status.value
    text = f"no score: {status}"
    if rating.score is not None:
        text = f"{rating.score:g} {rating.level}, {rating.hardest or 'nothing to do'}"
    return AnswerLine(text, rating.as_json(), rating.level or f"without a score ({status})", code_of(rating.status))
