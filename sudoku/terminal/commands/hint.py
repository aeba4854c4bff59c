# SPDX-License-Identifier: MIT
"""The command `sudoku hint`: prints the easiest next step of a puzzle, or the next few."""

from __future__ import annotations

import argparse
import json
from functools import partial
from typing import TYPE_CHECKING

from dlx.terminal.exit_codes import ExitCode

from .arguments import about, add_quiet, add_reasoning, answer_each, clash_of, only_record, place, positive, say

if TYPE_CHECKING:
    from dlx.drawing.picture import Picture

    from ...logic import Step
    from ...reading.records import Record

UNIQUE_SECONDS = 1.0  # spent at most on the question whether the puzzle has several solutions
EPILOG = """examples:
  sudoku hint --stage 1 PUZZLE                     the technique; 2: and the place; 3: all, the default
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
    stages = "1: the technique; 2: and the place; 3: all of the step (default)"
    parser.add_argument("--stage", type=int, choices=(1, 2, 3), default=3, help=stages)
    parser.add_argument("-o", "--output", metavar="FILE", help="draw the step: FILE.svg, .pdf, .html, .png or .txt")
    add_quiet(parser)


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
    if args.output and steps:
        _draw(record, steps[0], args.stage).save(args.output)
    if args.json:
        print(json.dumps({**about(record), "steps": [step.as_json() for step in steps], "reason": reason}))
    else:
        for step in steps:
            print(f"{place(record)}{step.stage(args.stage)}")
        if not steps:
            print(f"{place(record)}no step is found: {reason}")
        if not args.quiet:
            _remark(record, steps, reason, args.time_limit)
    return ExitCode.DONE if steps and not reason else ExitCode.STOPPED if reason == "time limit" else ExitCode.NOT_FOUND


def _remark(record: Record, steps: list[Step], reason: str | None, time_limit: float) -> None:
    """Print on standard error that the puzzle has no solution or several: perhaps a clue was copied wrongly."""
    from dlx.engine.unfinished import Unfinished

    from ...diagnosis.pencilmarks import lacking_marks
    from ...engine.puzzle import Puzzle

    assert record.board is not None and record.puzzle is not None
    if reason == "no solution" and not clash_of(record):
        lacking = lacking_marks(record.board, record.puzzle, min(time_limit, UNIQUE_SECONDS))
        fault = "no solution: a clue may be wrong; 'sudoku diagnose' names clues that contradict each other"
        if lacking:
            fault = f"no solution: pencil marks lack {', '.join(lacking)}"
    elif steps and not reason:
        try:
            if Puzzle(record.puzzle, record.board).is_unique(min(time_limit, UNIQUE_SECONDS)):
                return
        except Unfinished:
            return
        fault = "several solutions: a clue may be missing or wrong, and 'sudoku diagnose' shows what is open"
    else:
        return
    say(f"{place(record)}{fault}")


def _draw(record: Record, step: Step, stage: int) -> Picture:
    """Draw the step as far as the stage tells it: 1 the board, 2 with the place, 3 with all of the step."""
    from ...drawing.drawing import draw
    from ...drawing.highlight import Highlight

    told = step.title if stage == 3 else step.stage(stage)
    houses, cells = step.where if stage == 2 else ((), ())
    shown = step if stage == 3 else Highlight(houses=houses, cells=dict.fromkeys(cells, "note"))
    candidates = "auto" if stage == 3 else None
    title = told[0].upper() + told[1:]
    puzzle = list(record.values)
    return draw(puzzle, board=record.board, candidates=candidates, highlight=shown, labels=True, title=title)


def _find_steps(record: Record, args: argparse.Namespace) -> tuple[list[Step], str | None]:
    """Return the steps, and the reason if there are none or they prove that there is no solution."""
    from dlx.engine.limits import seconds
    from dlx.system.calloff import OutOfTime, within

    from ...logic.mistakes import mistakes, words_of_mistakes
    from ...logic.solver import LogicStatus, LogicTask

    assert record.board is not None and record.puzzle is not None
    steps: list[Step] = []
    try:
        with within(seconds(args.time_limit)):
            wrong = mistakes(record.board, record.puzzle, record.entered, args.time_limit)
            if wrong:
                return [], words_of_mistakes(record.board, wrong)
            task = LogicTask(list(record.values), record.board, None, args.time_limit)
            for found in task.rounds(True, single=True) if task.status is not LogicStatus.NO_SOLUTION else ():
                steps += found
                if len(steps) >= args.number:
                    break
            status = task.status
    except OutOfTime:
        status = LogicStatus.TIME_LIMIT
    told = not steps or status is LogicStatus.NO_SOLUTION
    return steps[: args.number], status.value if told else None
