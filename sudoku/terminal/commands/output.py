# SPDX-License-Identifier: MIT
"""The output of a command that prints a line for each puzzle: standard output, or a file that a later run continues.

Each puzzle has exactly one line, with "invalid" for a text that is not a puzzle. So the number of complete lines in a
file is the number of puzzles answered, and `--resume` needs no other record of the run:

    puzzles.txt    1   2   3   4   5  ...
    --output       a1  a2  a3  a4  a            a kill cut off the last line: we remove it,
                                  ^             leave out as many puzzles as there are lines, and append

The last complete line must show the last puzzle left out, as far as a line shows its puzzle, and a table must begin
with the head of this command. A compressed file is continued in the same way (packed.py).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ...reading.records import Block, Record
from .arguments import place, table_row
from .packed import PACKED, PackedOutput

BLOCK_BYTES = 1 << 20  # of an output file, read to count its lines
TEXT_TABLES = ("csv", "tsv")
TABLES = (*TEXT_TABLES, "parquet")
REFUSED = {
    ".zst": "zst is read, but not written; choose .gz or .xz",
    ".parquet": "Parquet needs --format parquet, or sudoku convert --to parquet",
}
STOPPED = ("time limit", "unfinished")  # in a line that another run may answer otherwise


class TextOutput(Protocol):
    """A file for text."""

    def write(self, text: str, /) -> int: ...

    def flush(self) -> None: ...


class Output(NamedTuple):
    """The file for the answers, and the complete lines in it."""

    file: TextOutput
    done: int = 0  # puzzles that have a line
    last: str = ""  # line


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("-o", "--output", metavar="FILE", help="file for the answers, compressed if .gz, .xz, .bz2")
    parser.add_argument("--resume", action="store_true", help="continue the --output of an interrupted run")
    parser.add_argument("-q", "--quiet", action="store_true", help="no summary and no progress bar on standard error")


def shows_bar(args: argparse.Namespace) -> bool:
    """Return whether a progress bar can be shown: on a terminal to which nothing else is printed."""
    shown, in_the_way = (stream is not None and stream.isatty() for stream in (sys.stderr, sys.stdout))
    return shown and not args.quiet and bool(args.output or not in_the_way)


def open_output(args: argparse.Namespace, stack: ExitStack, columns: Iterable[str]) -> Output:
    """Return the output, ready for the next line; `columns` of a table follow the column "puzzle"."""
    if args.resume and not args.output:
        raise ValueError("--resume continues a file; name it with --output")
    if args.resume and args.format == "grid":
        raise ValueError("--resume counts lines; --format grid prints several for a puzzle")
    if args.format == "parquet" and (args.resume or not args.output):
        raise ValueError("Parquet is written as a whole file; name it with --output, without --resume")
    if not args.output or args.format == "parquet":
        return Output(sys.stdout)
    path = Path(args.output)
    if path.suffix.lower() in REFUSED:
        raise ValueError(f"--output {args.output}: {REFUSED[path.suffix.lower()]}")
    head = table_row(args.format, ["puzzle", *columns]).removesuffix("\n") if args.format in TEXT_TABLES else None
    try:
        if path.suffix.lower() in PACKED:
            packed = stack.enter_context(PackedOutput(path, args.resume and path.exists()))
            _check_head(args, packed.first, head)
            done = max(packed.number - (head is not None), 0)
            if not done:
                packed.begin_again()
            return Output(packed, done, packed.last)
        done, last = 0, ""
        if args.resume and path.exists():
            _check_head(args, _first_line(path), head)
            done, last = max(_cut_off(path) - (head is not None), 0), _last_line(path)
        mode = "a" if done else "w"  # a table whose only line is its head begins again
        return Output(stack.enter_context(path.open(mode, encoding="utf-8", newline="")), done, last)
    except OSError as problem:
        raise ValueError(f"--output {args.output}: {problem.strerror or problem}") from None


def _check_head(args: argparse.Namespace, first: str, head: str | None) -> None:
    """Check the first line of a file, which has a head if it is a table."""
    if head is not None and first not in ("", head):
        raise ValueError(f"--output {args.output} does not continue here: its first line is not {head!r}")


def unanswered(
    parts: Iterator[Record | Block],
    output: Output,
    args: argparse.Namespace,
    labeled: bool,
    again: Callable[[Record], str] | None = None,
) -> Iterator[Record | Block]:
    """Return the puzzles without a line in the output. Raises ValueError if the output does not belong to this source.

    `again` makes the line of a puzzle once more. If it differs from the last line, the options were others.
    """
    last, done = None, output.done
    while done:
        part = next(parts, None)
        if part is None:
            raise ValueError(f"--output {args.output} has more lines than the input has puzzles")
        if isinstance(part, Block):
            left_out = min(done, part.number)
            last = next(part.records(left_out - 1, left_out))
            parts = chain([part.after(left_out)] if left_out < part.number else [], parts)
        else:
            left_out, last = 1, part
        done -= left_out
    if last is not None:
        _check_last(last, output.last, args, labeled)
        line = output.last
        if again and not any(word in line for word in STOPPED) and line != again(last).rstrip("\n"):
            raise ValueError(
                f"--output {args.output} does not continue here: with these options its last line would differ"
            )
    return parts


def _check_last(record: Record, line: str, args: argparse.Namespace, labeled: bool) -> None:
    bare = args.format in (None, "line")  # an answer without its puzzle
    may_answer = {"solve": _solves, "count": _counts}.get(args.command) if bare else None
    if (may_answer and not may_answer(line, record)) or not line.startswith(_start(record, args.format, labeled)):
        where = place(record).removesuffix(": ") or "the last puzzle"
        raise ValueError(f"--output {args.output} does not continue here: its last line is not of {where}")


def _solves(line: str, record: Record) -> bool:
    """Return whether a line may be the answer of `solve` to a puzzle: a word, or a grid with its digits."""
    if record.board is None or record.puzzle is None:
        return line == "invalid"
    given = record.board.line(record.puzzle)
    full = len(line) == len(given) and "." not in line
    return (full and all(a == b for a, b in zip(line, given, strict=True) if b != ".")) or line in (
        "none",
        "unfinished",
    )


def _counts(line: str, record: Record) -> bool:
    """Return whether a line may be the answer of `count` to a puzzle: a word, or a number, shorter than a grid."""
    if record.board is None:
        return line == "invalid"
    return line == "unfinished" or (line.isdecimal() and len(line) < record.board.cells)


def _start(record: Record, form: str | None, labeled: bool) -> str:
    """Return the beginning of the line of a puzzle, as far as it shows the puzzle."""
    if form == "json":
        return json.dumps(about(record)).removesuffix("}")
    if form in TEXT_TABLES:
        return table_row(form, [shown(record)]).removesuffix("\n")
    return place(record) if labeled else ""


class OmittedRules:
    """The number of puzzles whose rules are not in the output, for a note at the end."""

    def __init__(self, args: argparse.Namespace, form: str | None) -> None:
        self.args, self.form = args, form  # None: the output does not show puzzles
        self.number = 0

    def add(self, record: Record) -> None:
        """Count a puzzle if its rules are not in the output."""
        if self.form is None or record.board is None or record.board.plain:
            return
        from ...reading.formats import FORMAT_BY_NAME, omits_rules

        self.number += omits_rules(record.board, FORMAT_BY_NAME.get(self.form, FORMAT_BY_NAME["line"]))

    def report(self) -> None:
        """Print the note on standard error."""
        if self.number and not self.args.quiet:
            puzzles = f"{self.number:,} puzzle{'s' * (self.number != 1)}"
            remedy = "sudoku convert --to f-puzzles keeps them"
            print(f"sudoku: the rules of {puzzles} are not in the output ({self.form}); {remedy}", file=sys.stderr)


def about(record: Record) -> dict[str, Any]:
    """Return the place of a puzzle, with which its line of JSON begins."""
    return {"source": record.source or None, "line": record.line}


def shown(record: Record) -> str:
    """Return the puzzle as a table shows it."""
    return record.text if record.puzzle is None or record.board is None else record.board.line(record.puzzle)


def _first_line(path: Path) -> str:
    """Return the first line of a file if it is complete, else the empty text."""
    with path.open("rb") as file:
        line = file.readline(BLOCK_BYTES)
    return line.decode("utf-8", "replace").rstrip("\n") if line.endswith(b"\n") else ""


def _last_line(path: Path) -> str:
    """Return the last line of a file."""
    with path.open("rb") as file:
        file.seek(max(path.stat().st_size - BLOCK_BYTES, 0))
        return file.read().decode("utf-8", "replace").rstrip("\n").rpartition("\n")[2]


def _cut_off(path: Path) -> int:
    """Remove an incomplete last line from a file; return its number of lines."""
    lines = whole = at = 0
    with path.open("r+b") as file:
        while block := file.read(BLOCK_BYTES):
            lines += block.count(b"\n")
            whole = at + block.rfind(b"\n") + 1 if b"\n" in block else whole
            at += len(block)
        file.truncate(whole)
    return lines
