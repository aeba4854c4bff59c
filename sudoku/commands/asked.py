# SPDX-License-Identifier: MIT
"""What the commands have in common: how puzzles and boards are given, and the exit codes.

    parts(args)     the puzzles of the argument: one on the command line, a link, or those of a file, in blocks
    records(args)   the same one by one
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .boards import add_board_options, board_of, linked

if TYPE_CHECKING:
    from ..logic import Status
    from ..reading import Block, Meter, Record

DONE, NOT_FOUND, BAD_INPUT, STOPPED = 0, 1, 2, 3


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """The options that say which puzzle, and on which board."""
    parser.add_argument(
        "puzzle", nargs="?", default="-", metavar="PUZZLE|FILE", help="a puzzle, a file, or - for standard input"
    )
    add_board_options(parser)


def add_reasoning(parser: argparse.ArgumentParser, limit: float = 60.0) -> None:
    """... and those of all commands that think about one puzzle after the other."""
    add_puzzle(parser)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each puzzle")
    parser.add_argument(
        "--time-limit", type=seconds, default=limit, metavar="SECONDS", help=f"for each puzzle, {limit:g} by default"
    )


def parts(args: argparse.Namespace, meter: Meter | None = None) -> Iterator[Record | Block]:
    """The puzzles of the argument; plain lines of a file in blocks."""
    from ..board import Board
    from ..reading import Record, read_blocks

    source = args.puzzle
    link = None if source == "-" else linked(source)
    if link is not None:
        return iter([Record("", 1, source, *link, None)])
    if source == "-" or _names_file(source):
        if source == "-" and sys.stdin is not None and sys.stdin.isatty():
            print("sudoku: reading puzzles from the terminal; end with Ctrl-D", file=sys.stderr)
        return read_blocks(source, board_of(args), meter)
    try:
        board, puzzle = Board.read(source, board_of(args, source))
    except ValueError as error:
        shown = source if len(source) <= 100 else source[:97] + "..."
        raise ValueError(f"{shown!r} is not a file, and not a puzzle: {error}") from None
    return iter([Record("", 1, source, board, puzzle, None)])


def records(args: argparse.Namespace) -> Iterator[Record]:
    """The puzzles of the argument, one by one."""
    from ..reading import Block

    for part in parts(args):
        yield from part.records() if isinstance(part, Block) else [part]


def _names_file(source: str) -> bool:
    """Does this exist as a file, or look more like the name of one than like a puzzle?"""
    from ..text import cells_of

    try:
        return Path(source).exists() or len(cells_of(source)) < 16 or "/" in source
    except (OSError, ValueError):  # too long for a name, or a NUL in it
        return False


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


def positive(text: str) -> int:
    """A number of 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")
    return number
