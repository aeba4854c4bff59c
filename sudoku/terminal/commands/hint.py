# SPDX-License-Identifier: MIT
"""The command `sudoku hint`: prints the easiest next step of a puzzle, or the next few."""

from __future__ import annotations

import argparse
import json
from functools import partial
from typing import TYPE_CHECKING

from dlx.terminal.exit_codes import ExitCode

from .arguments import add_reasoning, answer_each, only_record, place, positive

if TYPE_CHECKING:
    from dlx.drawing.picture import Picture

    from ...logic import Step
    from ...reading.records import Record

EPILOG = """examples:
  sudoku hint PUZZLE
  sudoku hint -n 5 PUZZLE                          the next five steps
  sudoku hint --json puzzles.txt
  sudoku hint PUZZLE -o hint.svg                   a picture of the step

exit codes: 0 done; 1 a puzzle has no next step: it is solved, has no solution, or has several and no
step holds in all of them; 2 bad usage or input; 3 time ran out; 70 internal error; 130 Ctrl-C."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = "The easiest next step, with its place and its reason."
    parser.epilog = EPILOG
    add_reasoning(parser)
    parser.add_argument("-n", "--number", type=positive, default=1, metavar="N", help="number of steps, 1 by default")
    parser.add_argument("-o", "--output", metavar="FILE", help="draw the step: FILE.svg, .pdf, .html, .png or .txt")


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code, 1 if a puzzle has no next step."""
    if not args.output:
        return answer_each(args, partial(_hint, args))
    from dlx.drawing.picture import format_of

    format_of(args.output)  # refuses an unknown format before any work
    if args.number > 1:
        raise ValueError("-o draws one step, without -n; 'sudoku explain -o FILE.html' draws all")
    return _hint(args, only_record(args, "a picture"))


def _hint(args: argparse.Namespace, record: Record) -> int:
    steps, reason = _find_steps(record, args)
    if args.json:
        told = {"source": record.source or None, "line": record.line}
        print(json.dumps({**told, "steps": [step.as_json() for step in steps], "reason": reason}))
    else:
        for step in steps:
            print(f"{place(record)}{step.technique}: {step.words}")
        if not steps:
            print(f"{place(record)}no step is found: {reason}")
    if args.output and steps:
        _draw(record, steps[0]).save(args.output)
    return ExitCode.DONE if steps and not reason else ExitCode.STOPPED if reason == "time limit" else ExitCode.NOT_FOUND


def _draw(record: Record, step: Step) -> Picture:
    from ...drawing.drawing import draw

    title = step.technique[0].upper() + step.technique[1:]
    return draw(list(record.puzzle or b""), board=record.board, candidates="auto", highlight=step, title=title)


def _find_steps(record: Record, args: argparse.Namespace) -> tuple[list[Step], str | None]:
    """Return the steps, and the reason if there are none or they prove that there is no solution."""
    from ...logic.grid import OutOfTime
    from ...logic.solver import LogicStatus, LogicTask

    task = LogicTask(list(record.puzzle or b""), record.board, None, args.time_limit)
    steps: list[Step] = []
    try:
        for found in task.rounds(True, single=True) if task.status is not LogicStatus.NO_SOLUTION else ():
            steps += found
            if len(steps) >= args.number:
                break
    except OutOfTime:
        task.status = LogicStatus.TIME_LIMIT
    told = not steps or task.status is LogicStatus.NO_SOLUTION
    return steps[: args.number], task.status.value if told else None
