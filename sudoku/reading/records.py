# SPDX-License-Identifier: MIT
"""The values that reading yields: records of single puzzles, and blocks of plain lines.

53..7....6..195....98 ...       Block: many puzzles, one per line, that need no closer look
53..7....6..195....98 ...
Grid 01                         Record: any other puzzle, or an error in its place
...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from dlx.system.public import public

from ..board.board import Board
from ..board.json_form import ENTERED_LINE, LINE, RULES_OBJECT, TEXT, WHOLE, Fact, JsonForm, optional

CHUNK_BYTES = 1 << 22  # bytes read at a time


@public("sudoku")
class SourceError(ValueError):
    """Raised for a source that cannot be read at all: missing, a directory, not text."""


def with_entered(puzzle: bytes, entered: bytes) -> bytes:
    """Return a puzzle with the digits entered in its open cells.

    >>> list(with_entered(bytes([1, 0, 0]), bytes([2, 0, 3]))), list(with_entered(b"\x01", b""))
    ([1, 0, 3], [1])
    """
    return bytes(clue or digit for clue, digit in zip(puzzle, entered, strict=True)) if entered else puzzle


def rules_of(board: Board | None) -> dict[str, Any] | None:
    """Return the rules of a board as in a file of rules; None if JSON cannot say them, or without a board."""
    from .rules_out import rules_or_none

    return None if board is None else rules_or_none(board)


RECORD_FORM = JsonForm(
    "a puzzle of a file, or the error in it",
    source=TEXT,
    line=WHOLE,
    board=Fact(optional(TEXT), lambda record: None if record.board is None else str(record.board)),
    rules=Fact(RULES_OBJECT, lambda record: rules_of(record.board)),
    puzzle=Fact(optional(LINE), lambda record: record.board.line(record.puzzle) if record.board else None),
    error=optional(TEXT),
    note={"description": "Of a link: what is only drawn, without a rule", **TEXT},
    entered=Fact(ENTERED_LINE, lambda record: record.board.line(record.entered) if record.entered else None),
)


@public("sudoku")
class Record(NamedTuple):
    """A puzzle of a source; exactly one of `puzzle` and `error` is None."""

    source: str
    line: int  # number of its first line, from 1
    text: str  # its text in the source, without the last line end
    board: Board | None  # None if there is an error
    puzzle: bytes | None
    error: str | None  # "SOURCE:LINE: message"
    note: str = ""  # of a link: what is only drawn, without a rule
    entered: bytes = b""  # digits entered by its solver, 0 in other cells; empty without any

    @property
    def values(self) -> bytes:
        """The clues, and the digits entered besides."""
        return with_entered(self.puzzle or b"", self.entered)

    def as_json(self) -> dict[str, Any]:
        """Return the record for `json.dumps`: the board in words, and its rules as in a file of rules."""
        return RECORD_FORM.of(self)


class Block(NamedTuple):
    """Puzzles on consecutive plain lines, read together; their text has no errors."""

    source: str
    line: int  # number of the first line; the others follow
    text: bytes  # the lines
    board: Board
    puzzles: bytes  # cell after cell, puzzle after puzzle

    @property
    def number(self) -> int:
        """Return the number of puzzles."""
        return len(self.puzzles) // self.board.cells

    def after(self, first: int) -> Block:
        """Return the block without its first puzzles."""
        text = self.text.split(b"\n", first)[first]
        return Block(self.source, self.line + first, text, self.board, self.puzzles[first * self.board.cells :])

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
