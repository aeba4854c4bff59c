# SPDX-License-Identifier: MIT
"""The command `sudoku diagnose`: describes the faults of a puzzle in words that name the cells, or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from dlx.terminal.exit_codes import ExitCode

from .arguments import about, add_reasoning, place, positive, records, refuse, worse

if TYPE_CHECKING:
    from ...diagnosis.doctor import Diagnosis
    from ...diagnosis.hardness import Hardness
    from ...reading.records import Record

MORE = """Is the solution unique, and which clues are redundant? With several solutions: the cells that differ, and the
fewest clues that would leave one; with none: the fewest clues that contradict each other."""
EPILOG = """examples:
  sudoku diagnose 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku diagnose --json puzzles.txt
  sudoku diagnose --hardness 100 PUZZLE

exit codes: 0 every puzzle has one solution; 1 one has none, or several; 2 bad usage or input; 3 time ran out before
that was known; 70 internal error; 130 Ctrl-C."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = f"{parser.description}\n\n{MORE}"
    parser.epilog = EPILOG
    add_reasoning(parser, 10.0)
    parser.add_argument(
        "--limit", type=positive, default=1000, metavar="N", help="list at most N solutions, 1000 by default"
    )
    parser.add_argument(
        "--hardness", type=positive, metavar="N", help="measure the work of a search over N random isomorphs"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the isomorphs of --hardness, 0 by default")


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    if args.limit < 2:
        raise ValueError(f"--limit is {args.limit}; it must be 2 or more")
    if args.seed is not None and not args.hardness:
        raise ValueError("--seed is for --hardness; without it nothing is drawn at random")
    code: int = ExitCode.DONE
    for record in records(args):
        code = worse(code, _one(record, args))
        sys.stdout.flush()
    return code


def _one(record: Record, args: argparse.Namespace) -> int:
    from ...diagnosis.doctor import diagnose
    from ...diagnosis.hardness import hardness

    if record.error is not None:
        return refuse(record, None, args)
    board, puzzle = record.board, record.puzzle
    assert board is not None and puzzle is not None
    if args.hardness and not board.plain:  # checked before any long computation
        what = f"--hardness: the isomorphs of a {board} are unknown; use a board without other rules"
        return refuse(record, what, args)
    found = diagnose(list(puzzle), board, limit=args.limit, time_limit=args.time_limit)
    work = None
    if args.hardness:
        work = hardness(list(puzzle), args.hardness, args.seed or 0, board=board, time_limit=args.time_limit)
    if args.json:
        print(json.dumps(_facts(record, found, work)))
    else:
        print(place(record) + str(found).replace("\n", "\n  "))
        if work is not None:
            print("  " + str(work).replace("\n", "\n  "))
    return ExitCode.STOPPED if found.unique is None else ExitCode.DONE if found.unique else ExitCode.NOT_FOUND


def _facts(record: Record, found: Diagnosis, work: Hardness | None) -> dict[str, Any]:
    facts = about(record) | found.as_json()
    return facts if work is None else {**facts, "hardness": work.as_json()}
