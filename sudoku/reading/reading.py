# SPDX-License-Identifier: MIT
"""Streams of puzzles: files and standard input, read as the data arrives and never held whole.

A puzzle is a line, a field of a line, or a grid of several lines; a source may mix these kinds:

    # a comment                                         skipped, as blank lines are
    53..7....6..195....98....6.8...6 ... ..79  easy     a puzzle, then a remark
    53..7....6..195....98....6.8...,5346789126 ...      a puzzle, then its solution: an error, cut off
    7,53..7....6..195....98....6.8...,easy              a column of puzzles (columns.py)
    Grid 01                                             a heading, skipped too (titles.py)
    5 3 . | . 7 . | . . .                               a grid, up to a blank line or its last cell
    6 . . | 1 9 5 | . . .
    ...
    | 5 3   |   7   |       |                           a frame with blanks for empty cells, or rows of candidates:
    | 6     | 1 9 5 |       |                           up to a blank line, its last border or its last row
    . 12 5 . . 16 ...                                   a grid of 10x10 or more, in numbers
    https://www.f-puzzles.com/?load=N4Ig ...            a puzzle by itself in a form of formats.py
    [State]                                             a section of a .sdk file: the digits entered so far

Each puzzle has the board of its own size, unless one board is given for all: with the boxes drawn, else the boxes of
the latest puzzle of its size, else the usual ones. A line is a puzzle if its first word has more cells than a row could
have; any other line belongs to a grid. So we report a line that is cut off as that line, and a grid with a row too
short as that grid. An error in a puzzle goes into its record's `error`, and reading continues; only a source that
cannot be read raises.

No line with a digit is left out, but for remarks: comments, sentences, dates, headings, sizes and numbers above a grid
("9", "9 9", "3", "Grid 01", "4711"), a number of puzzles at the top, numbers of rows and columns, and other sections of
a .sdk file.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from ..board.board import Board
from .lines import LineReader
from .records import Block, ReadingMeter, Record, SourceError
from .sorter import PuzzleSorter
from .sources import Stream, source_of

MOST_SILENT_LINES = 50_000  # lines without a puzzle, after which there will be none
MOST_SILENT_CHARACTERS = 1 << 22


def read_file(path: str, board: Board | None = None, *, column: str | None = None) -> Iterator[Record]:
    """Yield the puzzles of a file, or of standard input if `path` is "-"; see `read_puzzles`.

    Raises SourceError if the file is missing or cannot be read.
    """
    return _records(read_blocks(path, board, column=column))


def read_blocks(
    path: str, board: Board | None = None, meter: ReadingMeter | None = None, column: str | None = None
) -> Iterator[Record | Block]:
    """Yield the records of `read_file`, with plain lines in blocks; keeps `meter` up to date."""
    if path == "-":
        yield from _blocks(sys.stdin, "standard input", board, meter, column)
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 (the reading of it must not be inside this `try`)
    except (OSError, ValueError) as problem:
        raise _unreadable(path, problem) from None
    with stream:
        yield from _blocks(stream, path, board, meter, column)


def read_puzzles(
    stream: Stream, source_name: str, board: Board | None = None, *, column: str | None = None
) -> Iterator[Record]:
    """Yield one record for each puzzle in a stream of bytes (UTF-8) or text, good or bad, in order.

    Without `board`, each puzzle has the board of its own size: with the boxes drawn, else the boxes of the latest
    puzzle of its size, else the usual ones. With `column`, the name or number (from 1) of a column, each line is a
    puzzle. Bytes may be compressed (gz, xz, bz2, zst), a table (Parquet, Arrow), HTML, JSON, or XML. Clues that
    contradict each other are not an error here; `Board.check` finds them.

    Raises SourceError if the stream cannot be read, has no such column, has a NUL before any good puzzle (a binary
    file, or UTF-16), or has MOST_SILENT_LINES lines without a puzzle.

    >>> import io
    >>> stream = io.StringIO("1234341223414321  # solved\\n12.4\\n")
    >>> for record in read_puzzles(stream, "small.txt"):
    ...     print(record.line, record.puzzle and list(record.puzzle), record.error)
    1 [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 3, 2, 1] None
    2 None small.txt:2: 4 cells where a 4x4 board has 16
    """
    return _records(_blocks(stream, source_name, board, None, column))


def _records(blocks: Iterator[Record | Block]) -> Iterator[Record]:
    for part in blocks:
        if isinstance(part, Block):
            yield from part.records()
        else:
            yield part


def _blocks(
    stream: Stream, name: str, board: Board | None, meter: ReadingMeter | None = None, column: str | None = None
) -> Iterator[Record | Block]:
    meter, found = meter or ReadingMeter(), False
    heard, silent = 0, 0  # the line of the latest puzzle, and the characters since
    try:
        source = source_of(stream, column)
        text, sorter = LineReader(source), PuzzleSorter(name, board, column, source.one_per_line)
        meter.size = None if source.packed else _size(stream)
        while True:
            while sorter.expects_lines and (block := text.block(name, sorter.board, sorter.columns.column)):
                meter.taken = text.taken
                sorter.pass_block(block)
                found, heard, silent = True, text.number, 0
                yield block
            line = text.line()
            meter.taken = text.taken
            if line is None:
                break
            silent += len(line)
            for record in sorter.take(text.number, line):
                found = found or record.error is None
                heard, silent = (text.number, 0) if found else (heard, silent)
                yield record
            if text.number - heard > MOST_SILENT_LINES or silent > MOST_SILENT_CHARACTERS:
                raise SourceError(f"no puzzle in lines {heard + 1:,} to {text.number:,}; we read no further")
    except (OSError, SourceError) as problem:
        raise _unreadable(name, problem) from None
    yield from sorter.end()


def _unreadable(name: str, problem: OSError | ValueError) -> SourceError:
    return SourceError(f"{name}: {getattr(problem, 'strerror', None) or problem}")


def _size(stream: Stream) -> int | None:
    try:
        status = os.fstat(stream.fileno())
    except (AttributeError, OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None
