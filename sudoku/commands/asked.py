# SPDX-License-Identifier: MIT
"""What the commands that reason about a puzzle have in common: how it is given, and what its trouble is called."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..logic import Status
    from ..reading import Record

DONE, NOT_FOUND, BAD_INPUT, STOPPED = 0, 1, 2, 3


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """The options that say which puzzle."""
    from ..cli import _box

    parser.add_argument(
        "puzzle", nargs="?", default="-", metavar="PUZZLE|FILE", help="a puzzle, a file, or - for standard input"
    )
    parser.add_argument("--box", type=_box, metavar="HxW", help="height and width of a box, such as 3x3")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each puzzle")
    parser.add_argument(
        "--time-limit", type=_seconds, default=60.0, metavar="SECONDS", help="for each puzzle, 60 by default"
    )


def puzzles(args: argparse.Namespace) -> Iterator[Record]:
    """The puzzle of the command line, or those of a file."""
    from ..board import Board
    from ..cli import _names_file
    from ..reading import Record, read_file

    source = args.puzzle
    if source == "-" or _names_file(source):
        yield from read_file(source, args.box)
        return
    board = args.box or Board.of_text(source)
    yield Record("", 1, source, board, board.parse(source), None)


def place(record: Record) -> str:
    """`FILE:LINE: ` where a puzzle comes from a file."""
    return f"{record.source}:{record.line}: " if record.source else ""


def complain(record: Record, what: object) -> int:
    """Say what is wrong with a puzzle; the exit code for that."""
    sys.stdout.flush()
    print(f"sudoku: {record.error or f'{place(record)}{what}'}", file=sys.stderr)
    return BAD_INPUT


def code_of(status: Status) -> int:
    """The exit code for the way in which reasoning ended."""
    from ..logic import Status

    return {Status.NO_SOLUTION: NOT_FOUND, Status.SEVERAL: NOT_FOUND, Status.TIME_LIMIT: STOPPED}.get(status, DONE)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")
    return seconds
