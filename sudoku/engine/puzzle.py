# SPDX-License-Identifier: MIT
"""A puzzle as it is passed, and its board: the way in and the way out of every function that takes one puzzle.

"12.. 3... ..4. ...1"     text        ─┐                          ┌─  "1234341221434321"
[1, 2, 0, 0, ...]         numbers     ─┼─  board, puzzle: bytes  ─┼─  array([1, 2, 3, 4, ...])
[[1, 2, 0, 0], ...]       rows        ─┤                          └─  array([[1, 2, 3, 4], ...])
Imported, Record          read        ─┘
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

from dlx.system.calloff import cancellation

from ..board.arrays import check_one_hot
from ..board.board import Board, check_board
from ..board.clashes import clash
from ..board.text import is_link
from ..board.words import short
from .by_rules import RuleAnswer, grids_by_rules, time_left
from .cover import clues, cover, filled
from .engines import OnCandidates, SearchEngine, engine

if TYPE_CHECKING:
    from dlx.engine.unfinished import Unfinished


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
        given = clues(self.board, self.values)
        with _in_time(time_limit, "solve"):
            answer = grids_by_rules(self.board, given, 1, time_limit, seed=seed)
            if answer is not None and answer.decided:
                return answer.grids[0] if answer.grids else None
            self._check_time(answer)
            solution = cover(self.board).solve(given=given, time_limit=time_left(time_limit, answer), seed=seed)
        return None if solution is None else filled(self.board, solution.options)

    def is_unique(self, time_limit: float | None) -> bool:
        """Return whether there is exactly one solution, by any strategy; raise Unfinished if time ran out."""
        given = clues(self.board, self.values)
        with _in_time(time_limit, "is_unique"):
            answer = grids_by_rules(self.board, given, 2, time_limit)
            if answer is not None and answer.decided:
                return len(answer.grids) == 1
            self._check_time(answer)
            return cover(self.board).is_unique(given=given, time_limit=time_left(time_limit, answer))

    def count(self, limit: int | None, time_limit: float | None) -> int:
        """Return the number of solutions, `limit` at most; raise Unfinished if time ran out."""
        with _in_time(time_limit, "count"):
            if time_limit is not None and clash(self.board, self.values):
                return 0
            if not self.board.rules.has_cover:
                search = OnCandidates(self.board, self.values, time_limit=time_limit)
                found = search.count(limit)
                if search.unfinished:
                    raise _cut_short(found)
                return found
            return cover(self.board).count(limit, given=clues(self.board, self.values), time_limit=time_limit)

    def _check_time(self, answer: RuleAnswer | None) -> None:
        """Raise Unfinished for an answer that the time limit cut short, on a board that has no other search."""
        if answer is not None and not answer.decided and not self.board.rules.has_cover:
            raise _cut_short(len(answer.grids))

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


def _in_time(time_limit: float | None, question: str) -> AbstractContextManager[None]:
    """Limit a question to these seconds; it raises Unfinished if it ends while rules are read or a cover is built."""
    if time_limit is None and cancellation() is None:
        return nullcontext()
    from dlx.engine.unfinished import in_time

    return in_time(time_limit, question)


def _cut_short(found: int) -> Unfinished:
    from dlx.engine.status import Status
    from dlx.engine.unfinished import unfinished

    return unfinished("the search", Status.TIME_LIMIT, found)
