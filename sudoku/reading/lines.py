# SPDX-License-Identifier: MIT
"""The lines of a source, read as its bytes arrive: one by one, or many plain lines in a block.

read() ─bytes─> data    53..7....6.. \\n 4...8.... \\r\\n 5 3 . | . 7 . ...
                        ^ at           block(): plain lines, compiled     line(): the next line, of any form
"""

from __future__ import annotations

from dlx.system.texts import NOT_TEXT

from ..board.board import Board
from .columns import Column, opens_field
from .records import CHUNK_BYTES, Block, SourceError
from .sources import Source

LONGEST_LINE = 300_000  # characters; the largest puzzle and its solution take 8,193, its candidates 262,144
ENDLESS_LINE_BYTES = 1 << 26  # of a line that is too long: we read no further
LINES_PER_BLOCK = 32_768  # plain lines per block; of the hardest puzzles, a second's work

UNKNOWN_FEED = -2


class LineReader:
    """The lines of a stream, buffered. A line ends with a line feed, a carriage return, or both."""

    def __init__(self, source: Source) -> None:
        self.read, self.waits = source.read, source.waits
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

    def block(self, source: str, board: Board | None, column: Column | None = None) -> Block | None:
        """Return the plain lines that come next. Their number depends on how the stream arrives only if it pauses."""
        from ..engine.lines import plain

        assert board is not None
        most = max(min(LINES_PER_BLOCK, CHUNK_BYTES // (board.cells + 1)), 1)
        wanted = most * (board.cells + 1)
        place, separator = (column.place, ord(column.separator or " ")) if column else (0, 0)
        while True:
            filled = self.fill(wanted)
            puzzles, end = plain(self.data, self.at, board.values, board.cells, most, place, separator)
            wanted = len(self.data) - self.at + CHUNK_BYTES // 4
            cut_off = len(puzzles) < most * board.cells and self.data.find(b"\n", end) < 0
            if not (filled and cut_off and len(self.data) - end < LONGEST_LINE and wanted < 4 * CHUNK_BYTES):
                break
        if not puzzles:
            return None
        if self.data.find(b'"', self.at, end) >= 0:
            end = self._end_of_closed(end)
            puzzles = puzzles[: self.data.count(b"\n", self.at, end) * board.cells]
        block = Block(source, self.number + 1, self.data[self.at : end], board, puzzles)
        self.number += len(puzzles) // board.cells
        self.at = end
        return block

    def _end_of_closed(self, end: int) -> int:
        """Return the end of the first line that leaves a quoted field open; the next line belongs to it."""
        start = self.at
        for line in self.data[self.at : end].split(b"\n"):
            start += len(line) + 1
            if b'"' in line and opens_field(line.decode("utf-8", "replace")):
                return min(start, end)
        return end

    def line(self) -> str | None:
        """Return the next line with its end, at most LONGEST_LINE characters; None after the last line.

        Raises SourceError for a line without an end.
        """
        while (end := self._end()) < 0 and not self.ended and len(self.data) - self.at < 4 * LONGEST_LINE:
            self.more()
        if end < 0 and self.ended:
            end = len(self.data)
        if end == self.at:
            return None
        line = self.data[self.at : end if end >= 0 else len(self.data)].decode("utf-8", "replace")
        self.at = end if end >= 0 else len(self.data)
        self.number += 1
        if end < 0:
            self._drop_line("\0" in line)
        return (line.removeprefix("\ufeff") if self.number == 1 else line)[:LONGEST_LINE]

    def _drop_line(self, binary: bool) -> None:
        """Drop the rest of a line that is too long. Raises SourceError if it is binary, or has no end."""
        end, first = -1, self.taken
        while end < 0 and not self.ended:
            if binary:
                raise SourceError(NOT_TEXT)
            if self.taken - first > ENDLESS_LINE_BYTES:
                most = f"{ENDLESS_LINE_BYTES >> 20} MiB"
                raise SourceError(f"line {self.number:,} has more than {most}; we read no further")
            self.data, self.at = self.data[-1:] if self.data.endswith(b"\r") else b"", 0
            self.more()
            end = self._end()
            self.at = len(self.data) if end < 0 else end

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
