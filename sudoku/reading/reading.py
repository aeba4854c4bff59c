# SPDX-License-Identifier: MIT
"""Streams of puzzles: files and standard input, read as the data arrives and never held whole.

A puzzle is a line, the first column of a CSV, or a drawn grid; a source may mix these kinds:

    # a comment                                         skipped, as blank lines are
    53..7....6..195....98....6.8...6 ... ..79  easy     a puzzle, then a remark
    53..7....6..195....98....6.8...,5346789126 ...      a puzzle, then its solution: an error, cut off
    Grid 01                                             a heading, skipped too: before a grid, any line that
                                                        cannot be a row of it, such as "Top 95 no 1" or "[1]"
    5 3 . | . 7 . | . . .                               a grid, up to a blank line or its last cell
    6 . . | 1 9 5 | . . .
    ...
    . 12 5 . . 16 ...                                   a grid of 10x10 or more, in numbers
    https://www.f-puzzles.com/?load=N4Ig ...            a link, of f-puzzles or SudokuPad, or the JSON in it

A line is a puzzle if its first word has more cells than a row could have; any other line belongs to a grid.
So we report a line that is cut off as that line, and a grid with a row too short as that grid. An error in a
puzzle goes into its record's `error`, and reading continues; only a source that cannot be read raises.
"""

from __future__ import annotations

import os
import re
import select
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import IO, Any, NamedTuple

from dlx.system.public import public

from ..board.board import Board
from ..board.digits import DIGITS, EMPTY, LARGEST_SIDE
from ..board.text import cells_of, fields_in, is_link, numbers_in

Stream = IO[bytes] | IO[str]

LONGEST_LINE = 65_536  # characters; the largest puzzle and its solution take 2,593, its candidates 46,656
CHUNK_BYTES = 1 << 22  # bytes read at a time
LINES_PER_BLOCK = 32_768  # plain lines per block; of the hardest puzzles, a second's work
PAUSE_SECONDS = 0.1  # seconds to wait for the next bytes of a stream before handing on the bytes so far

UNKNOWN_FEED = -2

_FIRST = re.compile(r'\s*"?([^\s,;#"]*)')
_COLUMN = re.compile(r"[^,;#]*")
_HEADING = re.compile(r"[A-Za-z][A-Za-z_]{2,30}")
_LETTERS = r"[^\W\d_]"
_KNOWN = r"(puzzle|quiz(ze)?|sudoku|grid|board|problem|clue|given)s?"
_LONE_HEADING = re.compile(_KNOWN, re.IGNORECASE)
# "Grid A", "Puzzle one", "Grid B (hard)"
_NAMED = re.compile(rf"{_KNOWN}(?:(?:,? |[ :(\[-])++{_LETTERS}++){{0,5}}[)\]:.]*", re.IGNORECASE)
_WORD = re.compile(rf"{_LETTERS}{{2,}}+")
_NUMBER = re.compile(r"[\[({<=:№ ]*[0-9]{1,6}[\])}>=:. ]*")  # "1.", "[12]", "== 3 =="
_PLAIN = re.compile(r"[0-9.*_|+ -]*+")  # digits, empty cells and drawing
_CELLS = re.compile(r"[0-9.*_]{7}|[,;\t]\S")  # no heading has this many in a row, or fields
# Words, a number, and perhaps more words: "Grid 01", "Puzzle no. 3:", "Sudoku #12 (hard)".
_TITLE = re.compile(
    rf"{_LETTERS}{{3,}}+(?:[ .'-]++{_LETTERS}++){{0,5}}[ .:#°_-]*+[0-9]{{1,6}}+"
    rf"[:.)]?(?:[ :(\[,-]++{_LETTERS}++){{0,5}}[)\]:.]*+"
)


@public("sudoku")
class SourceError(ValueError):
    """Raised for a source that cannot be read at all: missing, a directory, not text."""


@public("sudoku")
class Record(NamedTuple):
    """A puzzle of a source; exactly one of `puzzle` and `error` is None."""

    source: str
    line: int  # number of its first line, from 1
    text: str  # its text in the source, without the last line end
    board: Board | None  # None if there is an error
    puzzle: bytes | None
    error: str | None  # "SOURCE:LINE: message"


class Block(NamedTuple):
    """Puzzles on consecutive plain lines, read together; their text has no errors."""

    source: str
    line: int  # number of the first line; the others follow
    text: bytes  # the lines
    board: Board
    puzzles: bytes  # cell after cell, puzzle after puzzle

    def records(self, first: int = 0, last: int | None = None) -> Iterator[Record]:
        """Yield the records from number `first` up to, but not including, `last`."""
        lines = self.text.removesuffix(b"\n").split(b"\n")[first:last]
        for k, line in enumerate(lines, first):
            text = line.removesuffix(b"\r").decode("utf-8", "replace")
            puzzle = self.puzzles[k * self.board.cells : (k + 1) * self.board.cells]
            yield Record(self.source, self.line + k, text, self.board, puzzle, None)


@dataclass(slots=True)
class ReadingMeter:
    """Progress in reading a source."""

    size: int | None = None  # its bytes; None if unknown
    taken: int = 0  # bytes of the lines handed on


def read_file(path: str, board: Board | None = None) -> Iterator[Record]:
    """Yield the puzzles of a file, or of standard input if `path` is "-"; see `read_puzzles`.

    Raises SourceError if the file is missing or cannot be read.
    """
    return _records(read_blocks(path, board))


def read_blocks(path: str, board: Board | None = None, meter: ReadingMeter | None = None) -> Iterator[Record | Block]:
    """Yield the records of `read_file`, with plain lines in blocks; keeps `meter` up to date."""
    if path == "-":
        yield from _blocks(sys.stdin, "standard input", board, meter)
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 (the reading of it must not be inside this `try`)
    except (OSError, ValueError) as problem:
        raise _unreadable(path, problem) from None
    with stream:
        yield from _blocks(stream, path, board, meter)


def read_puzzles(stream: Stream, source_name: str, board: Board | None = None) -> Iterator[Record]:
    """Yield one record for each puzzle in a stream of bytes (UTF-8) or text, good or bad, in order.

    Without `board`, the first good puzzle decides: by the boxes drawn, else by its number of cells. Clues that
    contradict each other are not an error here; `Board.check` finds them. Raises SourceError if the stream
    cannot be read or has a NUL before any good puzzle (a binary file, or UTF-16).

    >>> import io
    >>> stream = io.StringIO("1234341223414321  # solved\\n12.4\\n")
    >>> for record in read_puzzles(stream, "small.txt"):
    ...     print(record.line, record.puzzle and list(record.puzzle), record.error)
    1 [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 3, 2, 1] None
    2 None small.txt:2: 4 cells where a 4x4 board has 16
    """
    return _records(_blocks(stream, source_name, board))


def _records(blocks: Iterator[Record | Block]) -> Iterator[Record]:
    for part in blocks:
        if isinstance(part, Block):
            yield from part.records()
        else:
            yield part


def _blocks(
    stream: Stream, source: str, board: Board | None, meter: ReadingMeter | None = None
) -> Iterator[Record | Block]:
    reader = _Reader(source, board)
    text, meter = _Text(stream), meter or ReadingMeter()
    meter.size = _size(stream)
    try:
        while True:
            while reader.expects_lines and (block := text.block(source, reader.board)):
                meter.taken = text.taken
                yield block
            line = text.line()
            meter.taken = text.taken
            if line is None:
                break
            yield from reader.take(text.number, line)
    except OSError as problem:
        raise _unreadable(source, problem) from None
    yield from reader.end_grid()


def _unreadable(name: str, problem: OSError | ValueError) -> SourceError:
    return SourceError(f"{name}: {getattr(problem, 'strerror', None) or problem}")


def _size(stream: Stream) -> int | None:
    try:
        status = os.fstat(stream.fileno())
    except (AttributeError, OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def is_title(line: str, side: int, begins: bool = False) -> bool:
    """Return whether a line cannot be a row of a board with `side` digits: words, or a number in brackets.

    A row with one or two wrong characters is still a row. If the line `begins` a grid, a short number is a title as
    well, and so is a line without cells.

    >>> [is_title(line, 9) for line in ("[1]", "by X", "1.", "53x.7....", "5 3 . | . 7 . |")]
    [True, True, False, False, False]
    """
    if not begins and _PLAIN.fullmatch(line):
        return False  # most rows: a closer look takes five times as long
    cells = cells_of(line)
    if not cells or numbers_in(line) or fields_in(line):
        return not cells and begins
    foreign = set(cells.upper()).difference(EMPTY, DIGITS[:side])
    if not foreign:
        return begins and len(cells) < side and _NUMBER.fullmatch(line.strip()) is not None
    if len(cells) == side and len(foreign) <= 2:
        return False
    words = (set(word.upper()) for word in _WORD.findall(line))
    return _NUMBER.fullmatch(line.strip()) is not None or any(len(foreign & word) > 1 for word in words)


class _Text:
    """The lines of a stream, buffered. A line ends with a line feed, a carriage return, or both."""

    def __init__(self, stream: Stream) -> None:
        source: Any = getattr(stream, "buffer", stream)
        read = getattr(source, "read1", source.read)
        self.read: Callable[[], bytes] = lambda: _encode(read(CHUNK_BYTES))
        self.waits: Callable[[], bool] = lambda: _must_wait(source)
        self.had = 0  # bytes read so far
        self.data = b""
        self.at = 0  # start of the unread data
        self.feed = UNKNOWN_FEED  # next line feed in `data`, -1 for none; found once, not at each carriage return
        self.number = 0  # of the latest line
        self.ended = False

    @property
    def taken(self) -> int:
        """Number of bytes before the next line."""
        return self.had - len(self.data) + self.at

    def more(self) -> None:
        """Append the next bytes to the unread data; no bytes mean that the stream has ended."""
        following = self.read()
        self.had += len(following)
        self.data, self.at, self.feed = self.data[self.at :] + following, 0, UNKNOWN_FEED
        self.ended = not following

    def fill(self, size: int) -> bool:
        """Read until `size` bytes are buffered; return False if the stream ends or pauses first."""
        pieces, held = [], len(self.data) - self.at
        while held < size and not self.ended and not self.waits():
            pieces.append(self.read())
            held += len(pieces[-1])
            self.ended = not pieces[-1]
        if pieces:
            rest = self.data[self.at :]
            self.data, self.at, self.had = b"".join([rest, *pieces]), 0, self.had + held - len(rest)
            self.feed = UNKNOWN_FEED
        return held >= size

    def block(self, source: str, board: Board | None) -> Block | None:
        """Return the plain lines that come next. Their number depends on how the stream arrives only if it pauses."""
        from ..engine.lines import plain

        assert board is not None
        most = max(min(LINES_PER_BLOCK, CHUNK_BYTES // (board.cells + 1)), 1)
        wanted = most * (board.cells + 1)
        while True:
            filled = self.fill(wanted)
            puzzles, end = plain(self.data, self.at, board.values, board.cells, most)
            wanted = len(self.data) - self.at + CHUNK_BYTES // 4
            cut_off = len(puzzles) < most * board.cells and self.data.find(b"\n", end) < 0
            if not (filled and cut_off and len(self.data) - end < LONGEST_LINE and wanted < 4 * CHUNK_BYTES):
                break
        if not puzzles:
            return None
        block = Block(source, self.number + 1, self.data[self.at : end], board, puzzles)
        self.number += len(puzzles) // board.cells
        self.at = end
        return block

    def line(self) -> str | None:
        """Return the next line with its end, at most LONGEST_LINE characters; None after the last line."""
        while (end := self._end()) < 0 and not self.ended and len(self.data) - self.at < 4 * LONGEST_LINE:
            self.more()
        if end < 0 and self.ended:
            end = len(self.data)
        if end == self.at:
            return None
        line = self.data[self.at : end if end >= 0 else len(self.data)].decode("utf-8", "replace")
        self.at = end if end >= 0 else len(self.data)
        self.number += 1
        while end < 0 and not self.ended:  # too long: drop the rest of it
            self.data, self.at = self.data[-1:] if self.data.endswith(b"\r") else b"", 0
            self.more()
            end = self._end()
            self.at = len(self.data) if end < 0 else end
        return (line.removeprefix("\ufeff") if self.number == 1 else line)[:LONGEST_LINE]

    def _end(self) -> int:
        """Return the start of the next line, or -1 if it has not been read yet."""
        if self.feed == UNKNOWN_FEED or 0 <= self.feed < self.at:
            self.feed = self.data.find(b"\n", self.at)
        feed = self.feed
        back = self.data.find(b"\r", self.at, feed if feed >= 0 else len(self.data))
        if back < 0:
            return feed + 1 if feed >= 0 else -1
        if back + 1 == len(self.data) and not self.ended:
            return -1  # a line feed may follow
        return back + 2 if self.data[back + 1 : back + 2] == b"\n" else back + 1


def _must_wait(source: Any) -> bool:
    """Return whether a stream makes us wait for its next bytes; False if it cannot be queried."""
    try:
        return not select.select([source], [], [], PAUSE_SECONDS)[0]
    except (OSError, TypeError, ValueError):
        return False


def _encode(text: str | bytes) -> bytes:
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text or b""


class _Reader:
    """Sorts lines into puzzles. At any time it holds the lines of at most one grid."""

    def __init__(self, source: str, board: Board | None) -> None:
        self.source = source
        self.given = board
        self.board = board  # None until the first good puzzle
        self.good = False  # a good puzzle has been read
        self.at_top = True  # only blank lines and comments so far
        self.grid: list[str] = []  # lines of the current grid
        self.grid_line = 0  # number of its first line
        self.grid_cells = 0  # number of its cells so far
        self.row_cells = 0  # number of cells in its first row
        self.begun = False  # one of its lines is a row, not a heading
        self.overflowed = False  # the grid was too large and dropped: skip to the next blank line
        self.broken = False  # words ended an incomplete grid; its last rows may follow and run into the next grid

    @property
    def expects_lines(self) -> bool:
        """True if a line with a whole puzzle of the board can only be that puzzle."""
        return self.good and not self.grid

    def take(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles that end with this line."""
        if "\0" in line and not self.good:
            raise SourceError(f"{self.source}: not UTF-8 text (NUL bytes: a binary file, or UTF-16)")
        if len(line) >= LONGEST_LINE:
            yield from self.end_grid()
            yield self.bad(number, line, f"a line of {LONGEST_LINE:,} characters or more")
            return
        line = line.rstrip("\r\n")
        if is_link(line):
            yield from self.end_grid()
            yield self.read_linked(number, line)
            return
        match = _FIRST.match(line)
        first = match[1] if match else ""
        if self.is_heading(first, line) if first else not line.strip(' \t",;'):  # blank, in a spreadsheet
            broken = bool(first) and 0 < self.grid_cells != self.full
            yield from self.end_grid()
            self.overflowed, self.broken = False, broken
        elif line.strip(' \t",;') and not line.lstrip(' \t"').startswith("#"):
            puzzle = self.on_one_line(first, line)
            if puzzle:
                yield from self.end_grid()
                record = self.record(number, line, puzzle)
                self.broken = record.error is not None  # it may have been a row with a cell too many
                yield record
            elif not self.overflowed:
                yield from self.add_to_grid(number, line)

    def is_heading(self, first: str, line: str) -> bool:
        at_top, self.at_top = self.at_top, False
        if not first[0].isalpha():
            return False
        words = line.strip().rstrip(":")
        if len(words) <= 80 and (_NAMED.fullmatch(words) or _TITLE.fullmatch(words)):
            return not self.is_row(cells_of(words))
        heads = at_top and _HEADING.fullmatch(first)
        return bool(heads and (_LONE_HEADING.fullmatch(first) or any(mark in line for mark in ",;\t")))

    def is_row(self, cells: str) -> bool:
        """Return whether these cells are a row of a board that has letters for digits."""
        side = self.board.side if self.board else self.row_cells or len(cells)
        return len(cells) == side and not cells.upper().strip(EMPTY + DIGITS[:side])

    def on_one_line(self, first: str, line: str) -> str:
        """Return the whole puzzle on this line, good or bad; the empty text if the line belongs to a grid."""
        board = self.board
        if board and len(first) == board.cells:
            return first
        row = line.partition("#")[0]
        if board and len(row) <= 80 and is_title(row, board.side) and not _CELLS.search(row):
            return ""
        cells = all_cells = self.fields_in(row) if len(first) <= 4 or "|" in first else 0
        if cells:
            first = column = row
        else:
            match = _COLUMN.match(line)
            column = match[0] if match else ""
            cells = len(cells_of(first))
            all_cells = len(cells_of(column)) if column != first else cells
        if board is None:
            if cells == len(first) and self.is_small(first):
                return first
            small = cells_of(column.replace(",", " ").replace(";", " "))
            if "|" not in column and len(small) == all_cells and self.is_small(small, (36,)):
                return column
            return first if cells > LARGEST_SIDE else column if all_cells > LARGEST_SIDE else ""
        # Within a grid, a row with a cell too many is likelier than a puzzle cut off after its second row.
        longest_row = board.side * (2 if self.grid else 1)
        return first if cells > longest_row else column if all_cells == board.cells else ""

    def is_small(self, cells: str, sides: tuple[int, ...] = (16, 36)) -> bool:
        """Return whether this is a whole 4x4 or 6x6 puzzle, not a row of an undrawn 16x16 or 36x36 grid."""
        n = len(cells)
        usual = n in sides and self.row_cells != n
        return usual and not cells.strip(EMPTY + DIGITS[: isqrt(n)])

    def add_to_grid(self, number: int, line: str) -> Iterator[Record]:
        line = line.partition("#")[0].rstrip()
        cells = self.fields_in(line) or len(cells_of(line))
        if cells and self.grid_cells:
            yield from self.end_at_heading(line, cells)
        self.grid_line = number if not self.grid else self.grid_line
        self.grid.append(line)
        self.grid_cells += cells
        self.row_cells = self.row_cells or cells
        if self.grid_cells == self.full and not self.broken:
            yield from self.end_grid()
        elif self.grid_cells > LARGEST_SIDE**2 or len(self.grid) > 4 * LARGEST_SIDE:
            yield from self.end_grid()
            self.overflowed = True

    @property
    def full(self) -> int:
        """Number of cells of the current grid when it is complete."""
        return self.board.cells if self.board else max(16, self.row_cells**2)

    def end_at_heading(self, line: str, cells: int) -> Iterator[Record]:
        """End the current grid before a heading; drop headings before the first row of a grid."""
        side = self.board.side if self.board else cells
        self.begun = self.begun or not all(is_title(above, side, True) for above in self.grid)
        if not self.begun and cells >= side and not is_title(line, side):
            broken = self.broken
            if any(map(_CELLS.search, self.grid)):
                yield from self.end_grid()
            self.broken = broken
            self.grid, self.grid_cells, self.row_cells = [], 0, 0
            return
        side = self.board.side if self.board else self.row_cells
        if self.begun and self.row_cells == side and is_title(line, side):
            broken = self.grid_cells != self.full
            yield from self.end_grid()
            self.broken = broken

    def fields_in(self, row: str) -> int:
        """Return the number of cells in a line of numbers or fields; 0 for another line."""
        numbers, fields = numbers_in(row), fields_in(row)
        known = (self.board.side, self.board.cells) if self.board else (self.row_cells,)
        return fields if fields and (fields in known or not numbers) else numbers

    def end_grid(self) -> Iterator[Record]:
        """Yield the current grid if it has any cells; lines after a complete grid may be its lower border."""
        text, cells = "\n".join(self.grid), self.grid_cells
        self.grid, self.grid_cells, self.row_cells = [], 0, 0
        self.broken, self.begun = self.broken and not cells, False
        if cells:
            yield self.record(self.grid_line, text, text)

    def record(self, number: int, text: str, puzzle_text: str) -> Record:
        try:
            board, puzzle = Board.read(puzzle_text, self.board)
        except ValueError as problem:
            return self.bad(number, text, str(problem))
        self.board, self.good = self.board or (board if board.plain else board.base), True
        return Record(self.source, number, text, board, puzzle, None)

    def read_linked(self, number: int, text: str) -> Record:
        """Return the record of a link, which contains its board; the variants of the command line are added."""
        from .fpuzzles import read_link

        try:
            found, given = read_link(text), self.given
            if given is not None and found.board.base != given.base:
                raise ValueError(f"the link has a {found.board} where a {given} is expected")
            board = found.board.with_variants(*given.variants) if given else found.board
        except ValueError as problem:
            return self.bad(number, text, str(problem))
        return Record(self.source, number, text, board, found.puzzle, None)

    def bad(self, number: int, text: str, what: str) -> Record:
        return Record(self.source, number, text, None, None, f"{self.source}:{number}: {what}")
