# SPDX-License-Identifier: MIT
"""The records of a source: each of its texts read on the given board, or on the board of its own size.

A board is known from the latest puzzle of its size. A text that does not show its size is about the latest board.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ..board.board import Board
from ..board.digits import LARGEST_SIDE, SMALLEST_SIDE
from .oneline import form_of
from .records import Record
from .scan import Scan, shown_side

if TYPE_CHECKING:
    from .formats import BoardPuzzle, Format
    from .fpuzzles import Imported


class Recorder:
    """The boards of the puzzles so far, and the records of further texts."""

    def __init__(self, source: str, given: Board | None) -> None:
        self.source = source
        self.given = given  # board of all puzzles
        self.board = given  # of the latest good puzzle; None before the first
        self.known: dict[int, Board] = {}  # the latest board with each number of digits
        self.good = False  # a good puzzle has been read
        self.drawn = True  # no puzzle has had a line for itself since the latest grid: sentences are remarks
        self.counted = True  # no puzzle so far: a number alone is theirs

    def record(self, number: int, text: str, puzzle: str) -> Record:
        """Return the record of a puzzle in a text that begins with line `number`."""
        form = form_of(puzzle)
        self.counted = False
        try:
            found = self.read(puzzle, form)
        except ValueError as problem:
            return self.refused(number, text, str(problem))
        board, values = found[:2]
        if not (form and form.links) and len(board.offsets) == 1:
            self.board, self.good = self.given or (board if board.plain else board.base), True
            self.known[self.board.side] = self.board
        note, entered = getattr(found, "note", ""), getattr(found, "entered", b"")
        return Record(self.source, number, text, board, values, None, note, entered)

    def refused(self, number: int, text: str, what: str) -> Record:
        return Record(self.source, number, text, None, None, f"{self.source}:{number}: {what}")

    def read(self, text: str, form: Format | None) -> BoardPuzzle | Imported:
        """Return a puzzle and its board. A line may be cut off."""
        read = form.read if form and form.read else Board.read
        if self.given or not self.board or (form and form.links):
            return read(text, self.given)
        rows = text.split("\n")
        if len(rows) == 1 or (len(rows) == self.board.rows and all(len(row) == self.board.columns for row in rows)):
            with suppress(ValueError):  # most grids without a drawing: twice as fast
                return read("".join(rows), self.board)
        try:
            return Board.read(text, known=self.known) if read == Board.read else read(text, None)
        except ValueError:
            side = shown_side(Scan(text)) if "\n" in text else 0
            if side == self.board.side or not SMALLEST_SIDE <= side <= LARGEST_SIDE:
                return read(text, self.board)
            raise
