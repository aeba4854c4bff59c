# SPDX-License-Identifier: MIT
"""The request of a visitor, checked: this module reads and validates every field that an answer uses.

    {"board": "3x3", "puzzle": "53..7....", "values": ..., "candidates": [..]}      a JSON object

The boards are a fixed list, so a visitor cannot make the server build tables for ever more boards. All errors are
ValueErrors with a sentence for the visitor; quoted input is truncated.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..board.board import Board

BOARDS = {f"{board.box_height}x{board.box_width}": board for board in map(Board.of_side, (4, 6, 8, 9, 10, 12, 16))}
MOST_PUZZLE_CHARACTERS = 4096  # characters of a puzzle: a 16x16 board drawn with borders has 1,100
LARGEST_SEED = 2**53 - 1  # largest exact integer in JavaScript


class Body:
    """The object of a request, with a method for each kind of field.

    >>> body = Body({"board": "2x2", "puzzle": "1234 3412 2... ...."})
    >>> body.board().line(body.puzzle())
    '123434122.......'
    """

    def __init__(self, fields: Any) -> None:
        if not isinstance(fields, dict):
            raise ValueError("the request must be a JSON object")
        self.fields: dict[str, Any] = fields

    def text(self, key: str) -> str:
        """Return a text of bounded length."""
        value = self.fields.get(key)
        if not isinstance(value, str):
            raise ValueError(f"{key!r} is missing" if value is None else f"{key!r} must be text")
        if len(value) > MOST_PUZZLE_CHARACTERS:
            raise ValueError(f"{key!r} has {len(value):,} characters, more than {MOST_PUZZLE_CHARACTERS:,}")
        return value

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of a few words."""
        value = self.fields.get(key, default)
        known = list(choices)
        if not isinstance(value, str) or value not in known:
            raise ValueError(f"{key!r} must be one of {', '.join(known)}")
        return value

    def number(self, key: str) -> int | None:
        """Return a whole number from 0, or None."""
        value = self.fields.get(key)
        if value is None:
            return None
        if type(value) is not int or not 0 <= value <= LARGEST_SEED:
            raise ValueError(f"{key!r} must be a whole number of 0 to {LARGEST_SEED}")
        return value

    def board(self) -> Board:
        """Return the board, one of the page's boards."""
        return BOARDS[self.choice("board", BOARDS)]

    def digits(self, key: str = "puzzle") -> bytes:
        """Return the digits by cell, which may contradict each other."""
        return self.board().parse(self.text(key))

    def puzzle(self, key: str = "puzzle") -> bytes:
        """Return the digits by cell; ValueError, naming both cells, for two equal digits in a house."""
        puzzle = self.digits(key)
        self.board().check(puzzle)
        return puzzle

    def candidates(self) -> list[int] | None:
        """Return the candidates the visitor left in each cell, as a set (bit 0 is digit 1); None if not sent."""
        masks = self.fields.get("candidates")
        if masks is None:
            return None
        board = self.board()
        if not isinstance(masks, list) or len(masks) != board.cells:
            raise ValueError(f"'candidates' must be a list of {board.cells} numbers, one a cell")
        for cell, mask in enumerate(masks):
            if type(mask) is not int or not 0 <= mask < 1 << board.side:
                raise ValueError(f"'candidates' of {board.cell_name(cell)}: not a set of digits of a {board}")
        return masks


def drawn(text: str) -> Board:
    """Return the board of a text, if the page has it."""
    board = Board.of_text(text)
    if board not in BOARDS.values():
        shape = f"boxes of {board.box_height}x{board.box_width}"
        raise ValueError(f"the page has no {board} with {shape}; it has {', '.join(map(str, BOARDS.values()))}")
    return board
