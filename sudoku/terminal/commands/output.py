# SPDX-License-Identifier: MIT
"""The output of a command that prints a line for each puzzle: standard output, or a file that a later run continues.

The answers grow in FILE.part, which takes the place of FILE when the last one is written. Each puzzle has exactly one
line, with "invalid" for a text that is not a puzzle. So the number of complete lines in a file is the number of puzzles
answered, and `--resume` needs no other record of the run:

    puzzles.txt    1   2   3   4   5  ...
    FILE.part      a1  a2  a3  a4  a            a kill cut off the last line: we remove it,
                                  ^             leave out as many puzzles as there are lines, and append

Without a FILE.part, `--resume` begins with the lines of FILE. The last complete line must show the last puzzle left
out, as far as a line shows its puzzle, and a table must begin with the head of this command. A compressed file is
continued in the same way (packed.py).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol

from dlx.system.files import GrowingFile

from ...reading.records import Block, Record
from .arguments import about, place, table_row
from .packed import PackedOutput

TEXT_TABLES = ("csv", "tsv")
TABLES = (*TEXT_TABLES, "parquet")
REFUSED = {
    ".zst": "zst is read, but not written; choose .gz or .xz",
    ".parquet": "Parquet needs --format parquet, or sudoku convert --to parquet",
}
SEVERAL_LINES = ("grid", "numbers", "candidates")  # forms of `convert` with several lines for a puzzle
STOPPED = ("time limit", "unfinished")  # in a line that another run may answer otherwise


class TextOutput(Protocol):
    """A file for text."""

    def write(self, text: str, /) -> int: ...

    def flush(self) -> None: ...


class Output(NamedTuple):
    """The place for the answers, and the complete lines in it."""

    file: TextOutput
    target: GrowingFile | None = None  # None: standard output
    head: str = ""  # of a table, still to be written
    done: int = 0  # puzzles that have a line
    last: str = ""  # line

    @property
    def begun(self) -> str:
        """Return the name of the file that has these lines."""
        return str(self.target and self.target.begun)

    def end(self, answered: bool) -> None:
        """Let the answers take the place of an old file, unless no text was a puzzle."""
        if self.target is None:
            return
        if answered or self.done:
            self.target.complete()
        elif not self.target.is_stream:
            self.target.discard()
            print(f"sudoku: --output {self.target.path} is not written: the input has no valid puzzle", file=sys.stderr)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    grows = "file for the answers, compressed if .gz, .xz, .bz2; they grow in FILE.part, which replaces FILE at the end"
    parser.add_argument("-o", "--output", metavar="FILE", help=grows)
    resumes = "continue the FILE.part of an interrupted run; without one, FILE"
    parser.add_argument("--resume", action="store_true", help=resumes)
    parser.add_argument("-q", "--quiet", action="store_true", help="no summary and no progress bar on standard error")


def shows_bar(args: argparse.Namespace) -> bool:
    """Return whether a progress bar can be shown: on a terminal to which nothing else is printed."""
    shown, in_the_way = (stream is not None and stream.isatty() for stream in (sys.stderr, sys.stdout))
    return shown and not (args.quiet or getattr(args, "stats", False)) and bool(args.output or not in_the_way)


def open_output(args: argparse.Namespace, stack: ExitStack, columns: Iterable[str]) -> Output:
    """Return the output, ready for the next line; `columns` of a table follow the column "puzzle".

    A file changes with the first line that is written into it, not here.
    """
    _check_options(args)
    head = table_row(args.format, ["puzzle", *columns]) if args.format in TEXT_TABLES else ""
    if not args.output:
        return Output(sys.stdout, head=head)
    target = _target(args)
    stack.enter_context(_kept(target, args))
    if args.format == "parquet":
        return Output(sys.stdout, target)
    try:
        packed = PackedOutput(target, args.resume, head)
    except OSError as problem:
        raise ValueError(f"--output {problem.filename}: {problem.strerror}") from None
    if head and packed.begun.number and packed.begun.first != head.removesuffix("\n"):
        what = f"its first line is not {head.removesuffix(chr(10))!r}"
        raise ValueError(f"--output {target.begun} does not continue here: {what}")
    return Output(stack.enter_context(packed), target, done=packed.done, last=packed.begun.last)


def _check_options(args: argparse.Namespace) -> None:
    if args.resume and not args.output:
        raise ValueError("--resume continues a file; name it with --output")
    if args.format == "parquet" and (args.resume or not args.output):
        raise ValueError("Parquet is written as a whole file; name it with --output, without --resume")
    if args.resume and _uncounted(args):
        raise ValueError(f"--resume counts lines; {_uncounted(args)}")
    suffix = Path(args.output or "").suffix.lower()
    if args.format != "parquet" and suffix in REFUSED:
        raise ValueError(f"--output {args.output}: {REFUSED[suffix]}")


def _uncounted(args: argparse.Namespace) -> str | None:
    """Return why the output does not have a line for each puzzle, so that no run continues it; None if it has."""
    if args.format == "grid":
        return "--format grid prints several for a puzzle"
    if getattr(args, "to", None) in SEVERAL_LINES:
        return f"--to {args.to} writes several for a puzzle"
    if getattr(args, "distinct", False):
        return "--distinct leaves out puzzles"
    return "Parquet has none" if args.format == "parquet" else None


def _target(args: argparse.Namespace) -> GrowingFile:
    """Return the file of --output. Raises ValueError if it cannot be written, or another run has begun it."""
    try:
        target = GrowingFile(args.output)
        begun = target.part.stat().st_size if target.begun == target.part else 0
    except OSError as problem:
        raise ValueError(f"--output {args.output}: {problem.strerror or problem}") from None
    if target.is_stream and args.resume:
        raise ValueError(f"--resume continues a file; --output {args.output} is none")
    if begun and not args.resume:
        remedy = "remove it" if _uncounted(args) else "continue it with --resume, or remove it"
        raise ValueError(f"--output {args.output}: {target.part} has the answers of an interrupted run; {remedy}")
    return target


@contextmanager
def _kept(target: GrowingFile, args: argparse.Namespace) -> Iterator[None]:
    """Close the file; after an error, a note names the answers so far."""
    try:
        with target:
            yield
    except BaseException as error:
        if target.is_kept:
            remedy = "" if _uncounted(args) else "; --resume continues them"
            error.add_note(f"the answers so far are in {target.part}{remedy}")
        raise


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
            raise ValueError(f"--output {output.begun} has more lines than the input has puzzles")
        if isinstance(part, Block):
            left_out = min(done, part.number)
            last = next(part.records(left_out - 1, left_out))
            parts = chain([part.after(left_out)] if left_out < part.number else [], parts)
        else:
            left_out, last = 1, part
        done -= left_out
    if last is not None:
        _check_last(last, output, args, labeled)
        line = output.last
        if again and not any(word in line for word in STOPPED) and line != again(last).rstrip("\n"):
            raise ValueError(
                f"--output {output.begun} does not continue here: with these options its last line would differ"
            )
    return parts


def _check_last(record: Record, output: Output, args: argparse.Namespace, labeled: bool) -> None:
    line = output.last
    bare = args.format in (None, "line")  # an answer without its puzzle
    may_answer = {"solve": _solves, "count": _counts}.get(args.command) if bare else None
    if (may_answer and not may_answer(line, record)) or not line.startswith(_start(record, args.format, labeled)):
        where = place(record).removesuffix(": ") or "the last puzzle"
        raise ValueError(f"--output {output.begun} does not continue here: its last line is not of {where}")


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


def shown(record: Record) -> str:
    """Return the puzzle as a table shows it."""
    return record.text if record.puzzle is None or record.board is None else record.board.line(record.puzzle)
