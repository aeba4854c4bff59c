# SPDX-License-Identifier: MIT
"""`sudoku diagnose`: what is wrong with a puzzle, in words that name the cells, or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from ..reading import Block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..doctor import Diagnosis
    from ..hardness import Hardness
    from ..reading import Record

DONE, NOT_UNIQUE, BAD_INPUT, STOPPED = 0, 1, 2, 3

EPILOG = """examples:
  sudoku diagnose 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku diagnose --json puzzles.txt
  sudoku diagnose --hardness 100 PUZZLE

exit codes: 0 every puzzle has one solution; 1 one has none, or several; 2 bad usage or input; 3 time ran out before
that was known; 130 Ctrl-C."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options."""
    from ..cli import _box, _positive

    parser.description = (
        "Is the solution unique, and which clues are redundant? With several solutions: the cells that differ, and the "
        "fewest clues that would leave one; with none: the fewest clues that contradict each other."
    )
    parser.epilog, parser.formatter_class = EPILOG, argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "puzzle", nargs="?", default="-", metavar="PUZZLE|FILE", help="a puzzle, a file, or - for standard input"
    )
    parser.add_argument("--box", type=_box, metavar="HxW", help="height and width of a box, such as 3x3")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each puzzle")
    parser.add_argument(
        "--limit", type=_positive, default=1000, metavar="N", help="solutions that are listed at most, 1000 by default"
    )
    parser.add_argument(
        "--time-limit", type=_seconds, default=10.0, metavar="SECONDS", help="for each puzzle, 10 by default"
    )
    parser.add_argument(
        "--hardness", type=_positive, metavar="N", help="the work that a search takes, over N random isomorphs"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the isomorphs")


def run(args: argparse.Namespace) -> int:
    """Do it; returns the exit code."""
    from ..cli import _parts

    if args.limit < 2:
        raise ValueError(f"--limit {args.limit}: it must be 2 or more")
    code = DONE
    for record in _records(_parts(args.puzzle, args.box)):
        code = max(code, _one(record, args), key=SEVERITY.index)
        sys.stdout.flush()
    return code


SEVERITY = (DONE, NOT_UNIQUE, STOPPED, BAD_INPUT)


def _records(parts: Iterator[Record | Block]) -> Iterator[Record]:
    for part in parts:
        yield from part.records() if isinstance(part, Block) else [part]


def _one(record: Record, args: argparse.Namespace) -> int:
    from ..doctor import diagnose
    from ..hardness import hardness

    if record.error is not None:
        print(f"sudoku: {record.error}", file=sys.stderr)
        return BAD_INPUT
    board, puzzle = record.board, record.puzzle
    assert board is not None and puzzle is not None
    found = diagnose(list(puzzle), board, limit=args.limit, time_limit=args.time_limit)
    work = None
    if args.hardness:
        work = hardness(list(puzzle), args.hardness, args.seed, board=board, time_limit=args.time_limit)
    if args.json:
        print(json.dumps(_facts(record, found, work)))
    else:
        place = f"{record.source}:{record.line}: " if record.source else ""
        print(place + str(found).replace("\n", "\n  "))
        if work is not None:
            print("  " + str(work).replace("\n", "\n  "))
    return STOPPED if found.unique is None else DONE if found.unique else NOT_UNIQUE


def _facts(record: Record, found: Diagnosis, work: Hardness | None) -> dict[str, Any]:
    facts: dict[str, Any] = {"source": record.source, "line": record.line} if record.source else {}
    facts |= found.as_json()
    return facts if work is None else {**facts, "hardness": work.as_json()}


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")
    return seconds
