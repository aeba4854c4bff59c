# SPDX-License-Identifier: MIT
"""The sections of a .sdk file, as SadMan Software's Sudoku and SudoCue write it.

[Puzzle]         the clues
53..7....
...
[State]          the clues and the digits placed so far
5346.8...
...
[PencilMarks]    left out, as other sections are
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..board.board import Board
from .records import Record

SECTION = re.compile(r"\s*\[(puzzle|state|pencil ?marks|candidates|colou?rs?)\]\s*", re.IGNORECASE)


class Sections:
    """The section of the current line, and the latest puzzle of a file with sections, until its state is known."""

    def __init__(self) -> None:
        self.name = ""  # of the section; empty in a file without any
        self.state: list[str] = []  # lines of the state of the waiting puzzle
        self.waiting: Record | None = None

    @property
    def skips(self) -> bool:
        """True in a section without a puzzle."""
        return self.name not in ("", "puzzle")

    def leave_out(self, line: str) -> bool:
        """Return whether a line belongs to another section than the puzzle; keep the lines of the state."""
        section = SECTION.fullmatch(line) if "[" in line else None
        if section:
            self.name = section[1].lower()
        elif self.name == "state":
            self.state.append(line)
        return self.skips

    def hold(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield puzzles; in a file with sections, each waits for the next one."""
        for record in records:
            if self.name:
                yield from self.end()
                self.waiting = record
            else:
                yield record

    def end(self) -> Iterator[Record]:
        """Yield the waiting puzzle, if there is one, with the digits of its state."""
        if self.waiting:
            record, self.waiting = self.waiting, None
            text, self.state = "\n".join(self.state), []
            yield with_state(record, text)


def with_state(record: Record, text: str) -> Record:
    """Return a puzzle with the digits entered in its state."""
    if record.board is None or record.puzzle is None or not text.strip():
        return record
    try:
        state = Board.read(text, record.board)[1]
    except ValueError as problem:
        return record._replace(note=f"the section [State] is left out: {problem}")
    entered = bytes(0 if clue else digit for clue, digit in zip(record.puzzle, state, strict=True))
    return record._replace(entered=entered) if any(entered) else record
