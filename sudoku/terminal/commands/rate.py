# SPDX-License-Identifier: MIT
"""The command `sudoku rate`: prints how hard puzzles are for people, one per line.

puzzles.txt:1: 2.6 hard, pointing
puzzles.txt:2: no score: several solutions
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from .arguments import EXIT_CODES, code_of
from .each import EachTask, add_each, run_each
from .report import AnswerLine, LineForm, invalid

if TYPE_CHECKING:
    from ...logic import Rating

EPILOG = f"""examples:
  sudoku rate puzzles.txt
  sudoku rate --json PUZZLE
  sudoku rate --scale se puzzles.txt                               as Sudoku Explainer: ER, EP and ED
  sudoku rate --scale hodoku puzzles.txt                           as HoDoKu: its score and level
  sudoku rate --workers 4 -o ratings.txt puzzles.txt
  sudoku rate --workers 4 -o ratings.txt --resume puzzles.txt      after a kill
  sudoku rate --format csv puzzles.txt | sort -t, -k2 -n

{EXIT_CODES}"""
RATING_COLUMNS = {"status": str, "score": float, "level": str, "hardest": str, "effort": float}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "The difficulty of puzzles for people: a score, a level, and the hardest technique needed."
    parser.epilog = EPILOG
    add_each(parser, time_limit=60)
    parser.add_argument(
        "--scale",
        choices=("ours", "se", "hodoku"),
        default="ours",
        help="se: that of Sudoku Explainer; hodoku: HoDoKu's score and level; both for classic 9x9 puzzles",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    more = {"pearl": float, "diamond": float} if args.scale == "se" else {}
    return run_each(args, LineForm(True, RATING_COLUMNS | more), partial(_ratings, args.scale, args.time_limit), 256)


def _ratings(scale: str, time_limit: float | None, tasks: list[EachTask]) -> list[AnswerLine]:
    from ...logic.many import rated
    from ...logic.rating import check_scale

    lines = []
    for task in tasks:
        try:
            check_scale(scale, task[0])
        except ValueError as problem:
            lines.append(invalid(problem, "no score: another board", status="invalid"))
        else:
            lines += map(_line, rated(([task], time_limit, scale)))
    return lines


def _line(rating: Rating) -> AnswerLine:
    status = rating.status.value
    text = f"no score: {status}"
    if rating.score is not None:
        text = f"{rating.score:g} {rating.level}, {rating.hardest or 'nothing to do'}"
        if rating.scale == "se":
            text += f" (EP {rating.pearl:g}, ED {rating.diamond:g})"
    return AnswerLine(text, rating.as_json(), rating.level or f"without a score ({status})", code_of(rating.status))
