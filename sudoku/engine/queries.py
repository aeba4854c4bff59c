# SPDX-License-Identifier: MIT
"""Queries about the clues of one board under one time limit: one at a time, or many in a batch.

A clue is the number of its candidate, cell * side + digit - 1, which is also the number of its option in the cover:

    ClueQueries  --first()-->   a decision    some solutions
                 --counts()-->  one batch     number of solutions for each of many sets of clues, up to a limit

A query that the time limit cut short is reported as unknown and never passes for an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice, pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from dlx.engine.limits import seconds
from dlx.engine.status import Status
from dlx.matrix.givens import csr
from dlx.questions.batch import Answers
from dlx.questions.decide import MOST_DECIDED
from dlx.system import calloff
from dlx.system.calloff import within

from .by_rules import beyond_houses
from .cover import cover, filled
from .engines import Decided, engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dlx import Problem

    from ..board.board import Board
    from ..board.variants.parts import VariantPart


class ClueQueries:
    """Answers queries about the clues of `board` within `time_limit` seconds in all (None: no limit).

    >>> from sudoku import Board
    >>> ask = ClueQueries(Board(2, 2), 10)
    >>> ask.counts([[], [0], [0, 4]], 2)[0].tolist()
    [2, 2, 0]
    """

    parts: Sequence[VariantPart] = ()  # of rules, which a query may leave out

    def __init__(self, board: Board, time_limit: float | None) -> None:
        self.board = board
        self.grids: set[bytes] = set()  # solutions that `counts` found on a board with rules
        self.started = perf_counter()
        self.deadline = self.started + seconds(time_limit)

    @cached_property
    def problem(self) -> Problem:
        """The exact cover of the board, built within the time limit."""
        with within(max(self.deadline - perf_counter(), 0.0)):
            return cover(self.board)

    def left(self) -> float:
        """Return the seconds left; 0 if the question is canceled."""
        return 0.0 if calloff.canceled() else max(self.deadline - perf_counter(), 0.0)

    def over(self) -> bool:
        return not self.left()

    def spent(self) -> float:
        """Return the seconds since the first query."""
        return perf_counter() - self.started

    def first(self, clues: Iterable[int], limit: int) -> tuple[list[bytes], Status]:
        """Return the first solutions with these clues, one a cell at most, and the status of the search."""
        given = list(clues)
        decided = Decided(self.board, given, min(limit + 1, MOST_DECIDED), time_limit=self.left())
        decided.run()
        if limit < MOST_DECIDED or decided.status is not Status.SOLUTION_LIMIT:
            return decided.found[:limit], decided.status
        puzzle = bytearray(self.board.cells)
        for clue in given:
            puzzle[clue // self.board.side] = clue % self.board.side + 1
        try:
            if not self.board.rules.has_cover:
                cover(self.board)  # raises ValueError: there, a grid may come several times
            search = engine("dlx", self.board, bytes(puzzle), time_limit=self.left())
            grids = list(islice(search, limit + 1))
        except calloff.OutOfTime:  # while the cover was built
            return decided.found[:limit], Status.TIME_LIMIT
        if len(grids) > limit:
            return grids[:limit], Status.SOLUTION_LIMIT
        return max(grids, decided.found, key=len), Status.TIME_LIMIT if search.unfinished else Status.COMPLETE

    def solve(self, clues: Iterable[int], *, node_limit: int | None = None, share: int = 1) -> bytes | None:
        """Return a solution with these clues, or None if there is none.

        Raises TimeoutError if `node_limit` or the time ran out first; the search may use only its share (one half, a
        third, ...) of the remaining time.
        """
        if node_limit is None:
            decided = Decided(self.board, clues, 1, time_limit=self.left() / share)
            decided.run()
            if decided.unfinished:
                raise TimeoutError
            return decided.found[0] if decided.found else None
        try:
            search = self.problem.search(given=clues, time_limit=self.left() / share, limit=1, node_limit=node_limit)
        except calloff.OutOfTime:
            raise TimeoutError from None
        solution = next(search, None)
        search.close()
        if solution is not None:
            return filled(self.board, solution.options)
        if search.status is not Status.COMPLETE:
            raise TimeoutError
        return None

    def holds(self, clue: int, solution: bytes) -> bool:
        """Return whether a solution has this clue."""
        cell, digit = divmod(clue, self.board.side)
        return solution[cell] == digit + 1

    def counts(self, sets: Any, limit: int | None) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the number of solutions of each set of clues, at most `limit`, and a mask of the known numbers.

        On a board with rules, we count 16 solutions of a set at most, as the search on candidates does.
        """
        if beyond_houses(self.board):
            return self._decided_counts(sets, MOST_DECIDED if limit is None else min(limit, MOST_DECIDED))
        try:
            answers = Answers(self.problem.engine, csr(self.problem, sets), limit, False, None, self.left())
        except calloff.OutOfTime:
            n = len(sets[0]) - 1 if isinstance(sets, tuple) else len(sets)
            return np.zeros(n, np.int64), np.zeros(n, bool)
        return answers.counts, answers.known

    def _decided_counts(self, sets: Any, limit: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        if isinstance(sets, tuple):  # in CSR form
            starts, clues = sets
            sets = [clues[a:b].tolist() for a, b in pairwise(starts.tolist())]
        counts, known = np.zeros(len(sets), np.int64), np.zeros(len(sets), bool)
        for k, given in enumerate(sets):
            if self.over():
                break
            decided = Decided(self.board, given, limit, time_limit=self.left())
            decided.run()
            self.grids.update(decided.found)
            counts[k], known[k] = decided.count, not decided.unfinished
        return counts, known


def with_each(clues: list[int], options: Iterable[int]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return sets of clues in CSR form: for each option, the clues plus that option.

    >>> [part.tolist() for part in with_each([4], [8, 9])]
    [[0, 2, 4], [4, 8, 4, 9]]
    """
    more = np.fromiter(options, np.int32)
    sets = np.empty((len(more), len(clues) + 1), np.int32)
    sets[:, :-1] = clues
    sets[:, -1] = more
    return np.arange(len(more) + 1, dtype=np.int64) * (len(clues) + 1), sets.ravel()


def without_each(clues: list[int]) -> list[list[int]]:
    """Return one set of clues for each clue: all the others.

    >>> without_each([1, 2, 3])
    [[2, 3], [1, 3], [1, 2]]
    """
    return [clues[:k] + clues[k + 1 :] for k in range(len(clues))]
