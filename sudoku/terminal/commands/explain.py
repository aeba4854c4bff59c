# SPDX-License-Identifier: MIT
"""The command `sudoku explain`: prints the solution step by step, as a proof that people can follow.

1  hidden single   the 4 of box 2 can only be in r1c4: r1c4 is 4
2  pointing        the 5 of box 4 can only be in r4c1 or r5c1, all in column 1: r7c1 loses 5
...
solved in 57 steps, none a guess; the hardest is pointing (2.6)
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import EXIT_CODES, about, add_quiet, add_reasoning, answer_each, code_of, only_record, place

if TYPE_CHECKING:
    from ...logic import LogicResult, Step
    from ...reading.records import Record


EPILOG = f"""examples:
  sudoku explain PUZZLE
  sudoku explain --all --json puzzles.txt
  sudoku explain PUZZLE -o walk.html               a page with a picture of each step
  sudoku explain --time-limit 5 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..

{EXIT_CODES}"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "Solve a puzzle as people do, and explain each step."
    parser.epilog = EPILOG
    add_reasoning(parser)
    parser.add_argument("--all", action="store_true", help="include steps that no later step needs")
    parser.add_argument("-o", "--output", metavar="FILE.html", help="write a page with a picture of each step")
    add_quiet(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    if not args.output:
        return answer_each(args, partial(_explain, args))
    if Path(args.output).suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"{args.output}: the name of a page must end with .html")
    if args.json:
        raise ValueError("--json and -o cannot be combined; a page has no JSON, so leave out one of them")
    return _write(args, only_record(args, "a page"))


def _write(args: argparse.Namespace, record: Record) -> int:
    from dlx.system.files import replacing

    from ...drawing.walkthrough import walkthrough
    from ...logic import solve_logically

    result = solve_logically(list(record.puzzle or b""), board=record.board, time_limit=args.time_limit)
    page = walkthrough(result, all_steps=args.all)
    with replacing(args.output, "w") as stream:
        stream.write(page)
    print(summary(result, len(result.steps if args.all else result.proof())))
    return code_of(result.status)


def _explain(args: argparse.Namespace, record: Record) -> int:
    from ...logic import solve_logically

    result = solve_logically(list(record.puzzle or b""), board=record.board, time_limit=args.time_limit)
    if args.json:
        print(json.dumps(about(record) | result.as_json(all_steps=args.all)))
    else:
        _print_steps(record, result, result.steps if args.all else result.proof())
    return code_of(result.status)


def _print_steps(record: Record, result: LogicResult, steps: tuple[Step, ...]) -> None:
    if record.source:
        print(f"{place(record)}{result.board.line(result.puzzle)}")
    print(result.board.grid(result.puzzle))
    width = max((len(step.title) for step in steps), default=0)
    for number, step in enumerate(steps, 1):
        print(f"{number:4}  {step.title:{width}}  {step.words}")
    print(result.board.grid(result.values))
    print(summary(result, len(steps)))


def summary(result: LogicResult, steps: int) -> str:
    """Return a summary on one line."""
    from ...logic import LogicStatus, difficulty

    hard = max((step for step in result.steps if step.kind != "contradiction"), key=difficulty, default=None)
    count = f"{steps} step{'s' * (steps != 1)}"
    guesses = f"{result.guesses or 'none'} of them {'guesses' if result.guesses > 1 else 'a guess'}"
    hardest = f"; the hardest is {hard.title} ({difficulty(hard):g})" if hard else ""
    if result.status is LogicStatus.SOLVED:
        return f"solved in {count}, {guesses}{hardest}"
    ends = {
        LogicStatus.NO_SOLUTION: f"there is no solution; {count}",
        LogicStatus.SEVERAL: f"there are several solutions: {count} hold in all of them",
        LogicStatus.TIME_LIMIT: f"stopped at the time limit, after {count}",
        LogicStatus.STUCK: f"stuck after {count}",
    }
    return ends[result.status]
