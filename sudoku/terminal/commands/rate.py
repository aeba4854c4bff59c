# SPDX-License-Identifier: MIT
"""The command `sudoku rate`: prints how hard puzzles are for people, one per line.

puzzles.txt:1: 2.6 hard, pointing
puzzles.txt:2: no score: several solutions
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from typing import TYPE_CHECKING

from .arguments import EXIT_CODES, add_reasoning, answer_each, code_of, place

if TYPE_CHECKING:
    from ...logic import Rating
    from ...reading.reading import Record


EPILOG = f"""examples:
  sudoku rate puzzles.txt
  sudoku rate --json PUZZLE
  sudoku rate --time-limit 5 puzzles.txt

{EXIT_CODES}"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "The difficulty of puzzles for people: a score, a level, and the hardest technique needed."
    parser.epilog = EPILOG
    add_reasoning(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    return answer_each(args, partial(_rate, args))


def _rate(args: argparse.Namespace, record: Record) -> int:
    from ...logic import rate

    rating = rate(list(record.puzzle or b""), board=record.board, time_limit=args.time_limit)
    print(_as_json(record, rating) if args.json else _as_text(record, rating))
    return code_of(rating.status)


def _as_json(record: Record, rating: Rating) -> str:
    assert record.board is not None and record.puzzle is not None
    puzzle = {"source": record.source or None, "line": record.line, "puzzle": record.board.line(record.puzzle)}
    return json.dumps({**puzzle, **rating.as_json()})


def _as_text(record: Record, rating: Rating) -> str:
    if rating.score is None:
        return f"{place(record)}no score: {rating.status.value}"
    return f"{place(record)}{rating.score:g} {rating.level}, {rating.hardest or 'nothing to do'}"
