# SPDX-License-Identifier: MIT
"""Shared parts of the commands: arguments for puzzles and boards, and the exit codes.

parts(args)     the puzzles of the arguments, in blocks: each is one puzzle, a link, or a file with all its puzzles
records(args)   the same puzzles, one by one
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dlx.terminal.exit_codes import ExitCode
from dlx.terminal.frame import seconds

from .boards import add_board_options, board_of, has_shape

if TYPE_CHECKING:
    from ...board.board import Board
    from ...logic import LogicStatus
    from ...reading.records import Block, ReadingMeter, Record

SEVERITY = (ExitCode.DONE, ExitCode.NOT_FOUND, ExitCode.STOPPED, ExitCode.BAD_INPUT)
EXIT_CODES = """exit codes: 0 done; 1 a puzzle has no solution, or several; 2 bad usage or input; 3 time ran out;
70 internal error; 130 Ctrl-C."""


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """Add the options for the puzzles and their board."""
    about = "puzzles and files; - is standard input, the default"
    parser.add_argument("puzzles", nargs="*", default=["-"], metavar="PUZZLE|FILE", help=about)
    parser.add_argument(
        "--column",
        metavar="NAME|N",
        help="the column of the puzzles in CSV, TSV, Parquet or Arrow, or their name in JSON; found by default",
    )
    add_board_options(parser)


def add_reasoning(parser: argparse.ArgumentParser, limit: float = 60.0) -> None:
    """Add the options of all commands that reason about puzzles one by one."""
    add_puzzle(parser)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each puzzle")
    add_time_limit(parser, f"time for each puzzle, {limit:g} by default", limit)


def add_quiet(parser: argparse.ArgumentParser) -> None:
    """Add the option of the commands that print remarks on puzzles without exactly one solution."""
    parser.add_argument("-q", "--quiet", action="store_true", help="no remarks on standard error, only errors")


def add_time_limit(parser: argparse.ArgumentParser, about: str, limit: float | None = None) -> None:
    """Add the option for a time limit."""
    parser.add_argument("--time-limit", type=seconds, default=limit, metavar="SECONDS", help=about)


def parts(args: argparse.Namespace, meter: ReadingMeter | None = None) -> Iterator[Record | Block]:
    """Return the puzzles of the arguments; plain lines of a file in blocks. The meter follows a single file.

    Raises ValueError before the first puzzle if an argument is no puzzle, or if the rules, a file or its column cannot
    be read. We look at the first puzzle of each source, except for pipes that come later, which can be read only once.
    """
    for text in args.puzzles if len(args.puzzles) > 1 else ():
        if text != "-" and not _exists(text) and _names_file(text, args.box):
            _check_cells(text, args.box)
            quotes = "" if any(map(str.isspace, text)) else "; a puzzle with blanks needs quotes"
            raise ValueError(f"{text}: no such file{quotes}")
    sources = [_parts(source, args, meter if len(args.puzzles) == 1 else None) for source in args.puzzles]
    for source in args.puzzles[1:]:
        if not _is_pipe(source):
            next(_parts(source, args), None)
    first = next(sources[0], None)
    return _noted(chain(() if first is None else [first], *sources), getattr(args, "command", ""))


def _noted(parts: Iterable[Record | Block], command: str) -> Iterator[Record | Block]:
    """Yield the puzzles; print their notes, and a note on digits entered, on standard error."""
    from ...reading.records import Record

    for part in parts:
        if isinstance(part, Record):
            for note in filter(None, (part.note, _about_entered(part.entered, command))):
                sys.stdout.flush()
                print(f"sudoku: {place(part)}{note}", file=sys.stderr)
        yield part


def _about_entered(entered: bytes, command: str) -> str:
    """Return a note on the digits entered by the solver of a puzzle: a command continues from them, or not.

    >>> _about_entered(bytes([0, 3]), "check"), _about_entered(bytes([2, 3]), "hint")
    ("1 digit entered is left out; 'sudoku hint' continues from it", 'continues from 2 digits entered')
    """
    number = sum(map(bool, entered))
    digits = f"{number} digit{'s' * (number != 1)} entered"
    if command == "hint" or not number:
        return f"continues from {digits}" if number else ""
    verb, them = ("is", "it") if number == 1 else ("are", "them")
    return f"{digits} {verb} left out; 'sudoku hint' continues from {them}"


def _parts(source: str, args: argparse.Namespace, meter: ReadingMeter | None = None) -> Iterator[Record | Block]:
    from ...board.board import Board
    from ...board.text import is_link
    from ...reading.oneline import form_of
    from ...reading.reading import read_blocks
    from ...reading.records import Record

    if source != "-" and is_link(source):
        return iter([_read_linked(source, args)])
    if source == "-" or _names_file(source, args.box):
        if not source:
            raise ValueError("'' is neither a puzzle nor a file")
        if source != "-" and not _exists(source):
            _check_cells(source, args.box)
        if source == "-" and sys.stdin is not None and sys.stdin.isatty():
            print("sudoku: reading puzzles from the terminal; end with Ctrl-D", file=sys.stderr)
        return read_blocks(source, board_of(args), meter, args.column)
    if args.column is not None:
        raise ValueError("--column is for files and standard input")
    try:
        written = None if has_shape(args) else Board.of_text(source)
    except ValueError:
        written = None  # pencilmarks, or no puzzle
    board = board_of(args, written)  # outside the next `try`: an error in the board is not an error in the puzzle
    form = form_of(source)
    try:
        board, puzzle = (form.read(source, board) if form and form.read else Board.read(source, board))[:2]
    except ValueError as error:
        shown = source if len(source) <= 100 else source[:97] + "..."
        raise ValueError(f"{shown!r} is not a file, and not a puzzle: {error}") from None
    return iter([Record("", 1, source, board, puzzle, None)])


def _read_linked(source: str, args: argparse.Namespace) -> Record:
    """Return the puzzle of a link, which contains its board; the variants of the command line are added."""
    from ...reading.fpuzzles import read_link
    from ...reading.records import Record

    if has_shape(args):
        raise ValueError("the board is in the link; remove --box, --board, --regions or --size")
    found = read_link(source)
    board = board_of(args, found.board) or found.board
    return Record("", 1, source, board, found.puzzle, None, found.note, found.entered)


def records(args: argparse.Namespace) -> Iterator[Record]:
    """Yield the puzzles of the arguments, one by one; ValueError if there is none."""
    from ...reading.records import Block

    record = None
    for part in parts(args):
        for record in part.records() if isinstance(part, Block) else [part]:
            yield record
    if record is None:
        raise ValueError("no puzzle in the input")


def only_record(args: argparse.Namespace, what: str) -> Record:
    """Return the only puzzle of the arguments; raise ValueError if it is invalid, or there are several."""
    found = list(islice(records(args), 2))
    if len(found) != 1:
        raise ValueError(f"{' '.join(args.puzzles)}: {'several puzzles' if found else 'no puzzle'}; {what} shows one")
    if found[0].error is not None:
        raise ValueError(found[0].error)
    return found[0]


def answer_each(args: argparse.Namespace, answer: Callable[[Record], int]) -> int:
    """Answer the puzzles one by one, with a line of output even for a refused one. Return the exit code."""
    code: int = ExitCode.DONE
    for record in records(args):
        try:
            code = worse(code, refuse(record, None, args) if record.error else _answer_record(record, answer, args))
        except ValueError as error:
            code = worse(code, refuse(record, error, args))
        sys.stdout.flush()
    return code


def _answer_record(record: Record, answer: Callable[[Record], int], args: argparse.Namespace) -> int:
    """Answer a puzzle; if two equal digits in a house rule out a solution, name them on standard error."""
    code = answer(record)
    found = clash_of(record) if code != ExitCode.DONE and not args.quiet else None
    if found:
        say(f"{place(record)}no solution: {found}")
    return code


def _names_file(source: str, board: Board | None) -> bool:
    """Return whether this exists as a file, or looks more like a file name than like a puzzle or a link."""
    from ...board.text import cells_of, is_link
    from ...reading.habits import rewritten

    if set(source) <= {"."} and board is not None and len(source) == board.cells:
        return False  # an empty puzzle, not the current directory
    fewest = min(board.cells, 16) if board else 16
    return _exists(source) or (not is_link(source) and (len(cells_of(source)) < fewest or "/" in rewritten(source)))


def _check_cells(source: str, board: Board | None) -> None:
    """Refuse digits and empty cells that are no puzzle, perhaps with blanks between: no file has such a name."""
    from ...board.board import Board

    if re.search(r"[\s.*_]", source) and re.fullmatch(r"[0-9.*_|\s]*[1-9.*_][0-9.*_|\s]*", source):
        try:
            Board.read(source, board)
        except ValueError as error:
            raise ValueError(f"{source!r} is neither a file nor a puzzle: {error}") from None


def _exists(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # too long for a name, or it contains a NUL
        return False


def _is_pipe(source: str) -> bool:
    return source == "-" or (_exists(source) and not Path(source).is_file() and not Path(source).is_dir())


def place(record: Record) -> str:
    """Return `FILE:LINE: ` for a puzzle from a file, else the empty text."""
    return f"{record.source}:{record.line}: " if record.source else ""


def about(record: Record) -> dict[str, Any]:
    """Return the place of a puzzle, with which its line of JSON begins."""
    return {"source": record.source or None, "line": record.line}


def say(message: str) -> None:
    """Print a message on standard error, behind the answers so far."""
    sys.stdout.flush()
    print(f"sudoku: {message}", file=sys.stderr)


def refuse(record: Record, what: object, args: argparse.Namespace) -> int:
    """Print the error in a puzzle, and "invalid" in place of its answer if it is from a file. Return the exit code."""
    error = record.error or f"{place(record)}{what}"
    if record.source and args.json:
        print(json.dumps({**about(record), "status": "invalid", "error": error}))
    elif record.source:
        print(f"{place(record)}invalid")
    say(error)
    return ExitCode.BAD_INPUT


def clash_of(record: Record) -> str | None:
    """Describe two equal digits in a house that leave a puzzle without a solution."""
    from ...board.clashes import clash

    assert record.board is not None and record.puzzle is not None
    return clash(record.board, record.puzzle)


def worse(a: int, b: int) -> int:
    """Return the more severe of two exit codes: bad input, then a limit, then a puzzle without an answer."""
    return max(a, b, key=SEVERITY.index)


def code_of(status: LogicStatus) -> int:
    """Return the exit code for the status of the reasoning."""
    from ...logic import LogicStatus

    if status is LogicStatus.TIME_LIMIT:
        return ExitCode.STOPPED
    return ExitCode.NOT_FOUND if status in (LogicStatus.NO_SOLUTION, LogicStatus.SEVERAL) else ExitCode.DONE


def table_row(form: str, values: list[Any]) -> str:
    """Return a row of CSV or TSV, with blanks for the line ends of a drawn grid."""
    room = StringIO()
    csv.writer(room, delimiter="," if form == "csv" else "\t", lineterminator="").writerow(values)
    return room.getvalue().replace("\n", " ") + "\n"


def positive(text: str) -> int:
    """Parse a number of 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)
