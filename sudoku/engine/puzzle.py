# SPDX-License-Identifier: MIT
"""A puzzle as it is passed, and its board: the way in and the way out of every function that takes one puzzle.

"12.. 3... ..4. ...1"     text        ─┐                          ┌─  "1234341221434321"
[1, 2, 0, 0, ...]         numbers     ─┼─  board, puzzle: bytes  ─┼─  array([1, 2, 3, 4, ...])
[[1, 2, 0, 0], ...]       rows        ─┤                          └─  array([[1, 2, 3, 4], ...])
Imported, Record          read        ─┘
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from ..board.arrays import check_one_hot
from ..board.board import Board, check_board
from ..board.text import is_link
from ..board.words import short
from .engines import SearchEngine, engine

if TYPE_CHECKING:
    from .answer import PuzzleAnswer

FILE_NAME = re.compile(r"[^\n]*\w\.[A-Za-z]{2,7}")


def _read_text(puzzle: str, board: Board | None) -> tuple[Board, bytes]:
    """Return the board and the puzzle of a text; an error about the name of a file names the remedy."""
    try:
        return Board.read(puzzle, board)
    except ValueError as error:
        if FILE_NAME.fullmatch(puzzle):
            raise ValueError(f"{error}; if {short(puzzle)} is the name of a file, pass the text in it") from None
        raise


def _read_rows(rows: Any, board: Board | None) -> tuple[Board, bytes]:
    """Return the board and the puzzle of rows of text; an error about a list of puzzles names the remedy."""
    try:
        return Board.read("\n".join(rows), board)
    except ValueError:
        with suppress(ValueError):
            for row in rows:
                Board.read(row, board)
            what = f"the puzzle is a list of {len(rows)} puzzles"
            raise TypeError(f"{what}; use solve_batch(), or pass one of them") from None
        raise


class Puzzle:
    """A puzzle in any form, and its answer in the same form.

    >>> given = Puzzle("12.. 3... ..4. ...1", None)
    >>> given.board, list(given.values)[:5]
    (Board(box_height=2, box_width=2), [1, 2, 0, 0, 3])
    >>> given.answer(given.values)
    '12..3.....4....1'
    """

    def __init__(self, puzzle: Any, board: Board | None) -> None:
        self.text = isinstance(puzzle, str)
        if self.text:
            if is_link(puzzle):
                raise ValueError("the puzzle is a link, or the JSON in one: pass the result of sudoku.read_link")
            self.board, self.values = _read_text(puzzle, board)
            return
        check_board(board)
        if isinstance(getattr(puzzle, "board", None), Board):  # as sudoku.read_link and read_file return it
            self.board, self.values, self.rows = puzzle.board, puzzle.puzzle, False
            return
        if hasattr(puzzle, "to_numpy"):
            puzzle = puzzle.to_numpy()
        listed = hasattr(puzzle, "__len__") and hasattr(puzzle, "__getitem__") and not isinstance(puzzle, Mapping)
        if not listed or getattr(puzzle, "shape", None) == ():
            raise TypeError(f"the puzzle is {short(puzzle)}; it must be a text or whole numbers")
        size = len(puzzle)
        self.rows = size > 0 and hasattr(puzzle[0], "__len__") and not isinstance(puzzle[0], str)
        if size and all(isinstance(row, str) for row in puzzle) and len(puzzle[0]) > 2:
            self.board, self.values = _read_rows(puzzle, board)
            return
        self.board = board or Board.of_cells(size * size if self.rows else size)
        self.values = self.board.from_array(puzzle)
        if board is None and not self.rows:
            check_one_hot(size, max(self.values))

    def search(self, name: str, seed: int | None, time_limit: float | None) -> SearchEngine:
        return engine(name, self.board, self.values, seed, None, time_limit)

    def solve(self, time_limit: float | None, seed: int | None = None) -> bytes | None:
        """Return a solution by any strategy, or None if there is none; raise Unfinished if time ran out."""
        found = _door()(self.board, self.values, 1, None, time_limit, seed)
        if found.unfinished and not found.grids:
            from dlx.engine.status import Status
            from dlx.engine.unfinished import unsolved

            raise unsolved(Status.TIME_LIMIT)
        return found.grids[0] if found.grids else None

    def count(self, limit: int | None, time_limit: float | None, question: str = "the count") -> int:
        """Return the number of solutions, `limit` at most; raise Unfinished if time ran out."""
        found = _door()(self.board, self.values, limit, None, time_limit, shown=False)
        if found.unfinished:
            from dlx.engine.status import Status
            from dlx.engine.unfinished import unfinished

            raise unfinished(question, Status.TIME_LIMIT, found.count)
        return found.count

    def is_unique(self, time_limit: float | None) -> bool:
        """Return whether there is exactly one solution, by any strategy; raise Unfinished if time ran out."""
        return self.count(2, time_limit, "the search for a second solution") == 1

    def answer(self, grid: bytes | None) -> Any:
        if grid is None:
            return None
        if self.text:
            return self.board.line(grid)
        import numpy as np

        flat = np.frombuffer(grid, np.uint8).copy()
        if not self.rows:
            return flat
        drawn = np.zeros((self.board.height, self.board.width), np.uint8)
        drawn[*np.transpose(self.board.places)] = flat
        return drawn


@cache  # an import statement in a function takes a microsecond
def _door() -> Callable[..., PuzzleAnswer]:
    from .answer import answer

    return answer
