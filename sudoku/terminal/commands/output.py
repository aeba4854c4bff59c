# SPDX-License-Identifier: MIT
"""The output of a command that prints a line for each puzzle: standard output, or a file that a later run continues.

Each puzzle has exactly one line, with "invalid" for a text that is not a puzzle. So the number of complete lines in a
file is the number of puzzles answered, and `--resume` needs no other record of the run:

    puzzles.txt    1   2   3   4   5  ...
    --output       a1  a2  a3  a4  a            a kill cut off the last line: we remove it,
                                  ^             leave out as many puzzles as there are lines, and append

The last complete line must show the last puzzle left out, as far as a line shows its puzzle.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import IO, Any

from ...reading.records import Block, Record
from .arguments import place, table_row

BLOCK_BYTES = 1 << 20  # of an output file, read to count its lines
TEXT_TABLES = ("csv", "tsv")
TABLES = (*TEXT_TABLES, "parquet")
PACKED = {".gz": "gzip", ".xz": "lzma", ".bz2": "bz2"}  # suffixes of compressed files, and the modules that write them
REFUSED = {
    ".zst": "zst is read, but not written; choose .gz or .xz",
    ".parquet": "Parquet needs --format parquet, or sudoku convert --to parquet",
}
STOPPED = ("time limit", "unfinished")  # in a line that another run may answer otherwise


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("-o", "--output", metavar="FILE", help="file for the answers, compressed if .gz, .xz, .bz2")
    parser.add_argument("--resume", action="store_true", help="continue the --output of an interrupted run")
    parser.add_argument("-q", "--quiet", action="store_true", help="no summary and no progress bar on standard error")


def shows_bar(args: argparse.Namespace) -> bool:
    """Return whether a progress bar can be shown: on a terminal to which nothing else is printed."""
    shown, in_the_way = (stream is not None and stream.isatty() for stream in (sys.stderr, sys.stdout))
    return shown and not args.quiet and bool(args.output or not in_the_way)


def open_output(args: argparse.Namespace, stack: ExitStack) -> tuple[int, IO[str]]:
    """Return the number of puzzles that the output has answered, and the output, ready for the next line."""
    if args.resume and not args.output:
        raise ValueError("--resume continues a file; name it with --output")
    if args.resume and args.format == "grid":
        raise ValueError("--resume counts lines; --format grid prints several for a puzzle")
    if args.format == "parquet" and (args.resume or not args.output):
        raise ValueError("Parquet is written as a whole file; name it with --output, without --resume")
    if not args.output or args.format == "parquet":
        return 0, sys.stdout
    path, done = Path(args.output), 0
    packed = path.suffix.lower()
    if packed in REFUSED:
        raise ValueError(f"--output {args.output}: {REFUSED[packed]}")
    if packed in PACKED and args.resume:
        raise ValueError(f"--resume continues a text; --output {args.output} is compressed")
    try:
        if packed in PACKED:
            return 0, stack.enter_context(import_module(PACKED[packed]).open(path, "wt", encoding="utf-8", newline=""))
        if args.resume and path.exists():
            done = max(_cut_off(path) - (args.format in TEXT_TABLES), 0)
        mode = "a" if done else "w"  # a table whose only line is its head begins again
        return done, stack.enter_context(path.open(mode, encoding="utf-8", newline=""))
    except OSError as problem:
        raise ValueError(f"--output {args.output}: {problem.strerror or problem}") from None


def unanswered(
    parts: Iterator[Record | Block],
    done: int,
    args: argparse.Namespace,
    labeled: bool,
    again: Callable[[Record], str] | None = None,
) -> Iterator[Record | Block]:
    """Return the puzzles after the first `done`. Raises ValueError if the output does not belong to this source.

    `again` makes the line of a puzzle once more. If it differs from the last line, the options were others.
    """
    last = None
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
        _check_last(last, args, labeled)
        line = _last_line(Path(args.output))
        if again and not any(word in line for word in STOPPED) and line != again(last).rstrip("\n"):
            raise ValueError(
                f"--output {args.output} does not continue here: with these options its last line would differ"
            )
    return parts


def _check_last(record: Record, args: argparse.Namespace, labeled: bool) -> None:
    start, line = _start(record, args.format, labeled), _last_line(Path(args.output))
    shows_cells = args.command == "solve" and args.format in (None, "line")
    if not line.startswith(start) or (shows_cells and not _solves(line, record)):
        where = place(record).removesuffix(": ") or "the last puzzle"
        raise ValueError(f"--output {args.output} does not continue here: its last line is not of {where}")


def _solves(line: str, record: Record) -> bool:
    """Return whether a line may be the answer of `solve` to a puzzle: a word, or a grid with its digits."""
    if record.board is None or record.puzzle is None:
        return line == "invalid"
    given = record.board.line(record.puzzle)
    same = len(line) == len(given) and all(a == b for a, b in zip(line, given, strict=True) if b != ".")
    return same or line in ("none", "unfinished")


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
