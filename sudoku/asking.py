# SPDX-License-Identifier: MIT
"""Questions about the clues of one board within one time: one by one, or many of them in a batch.

A clue is the number of its candidate, cell * side + digit - 1, and that is the number of its option in the cover:

    Questions  --first()-->   a search      some solutions, one by one
               --counts()-->  one batch     how many solutions under each of many sets of clues, up to a limit

What was not known when the time was over is said to be so, and is never taken for an answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from dlx import calloff
from dlx.batch import Answers
from dlx.questions import csr
from dlx.search import Status, seconds

from .cover import cover, filled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .board import Board


class Questions:
    """About the clues of `board`, for at most `time_limit` seconds in all (None: as long as it takes).

    >>> from sudoku import Board
    >>> ask = Questions(Board(2, 2), 10)
    >>> ask.counts([[], [0], [0, 4]], 2)[0].tolist()
    [2, 2, 0]
    """

    def __init__(self, board: Board, time_limit: float | None) -> None:
        self.board, self.problem = board, cover(board)
        self.started = perf_counter()
        self.deadline = self.started + seconds(time_limit)

    def left(self) -> float:
        """Seconds."""
        calloff.check()
        return max(self.deadline - perf_counter(), 0.0)

    def over(self) -> bool:
        return perf_counter() >= self.deadline

    def spent(self) -> float:
        """Seconds since the first question."""
        return perf_counter() - self.started

    def first(self, clues: Iterable[int], limit: int) -> tuple[list[bytes], Status]:
        """The first solutions with these clues, and how the search for them ended."""
        search = self.problem.search(given=clues, time_limit=self.left())
        found: list[bytes] = []
        try:
            for solution in search:
                found.append(filled(self.board, solution.options))
                if len(found) > limit or self.over():
                    break
        finally:
            search.close()
        if len(found) > limit:
            return found[:limit], Status.SOLUTION_LIMIT
        return found, search.status or Status.TIME_LIMIT

    def solve(self, clues: Iterable[int], *, node_limit: int | None = None, share: int = 1) -> bytes | None:
        """A solution with these clues, or None if there is none; TimeoutError where it was stopped before.

        It is stopped after so many nodes, or when its share (one half, a third, ...) of the time that is left is over.
        """
        search = self.problem.search(given=clues, time_limit=self.left() / share, limit=1, node_limit=node_limit)
        solution = next(search, None)
        search.close()
        if solution is not None:
            return filled(self.board, solution.options)
        if search.status is not Status.COMPLETE:
            raise TimeoutError
        return None

    def counts(self, sets: Any, limit: int | None) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """How many solutions each set of clues has, at most `limit`, and which of these numbers are known."""
        answers = Answers(self.problem, csr(self.problem, sets), limit, False, None, self.left())
        return answers.counts, answers.known


def with_each(clues: list[int], options: Iterable[int]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Sets of clues in CSR form: these and each of the options.

    >>> [part.tolist() for part in with_each([4], [8, 9])]
    [[0, 2, 4], [4, 8, 4, 9]]
    """
    more = np.fromiter(options, np.int32)
    sets = np.empty((len(more), len(clues) + 1), np.int32)
    sets[:, :-1] = clues
    sets[:, -1] = more
    return np.arange(len(more) + 1, dtype=np.int64) * (len(clues) + 1), sets.ravel()


def without_each(clues: list[int]) -> list[list[int]]:
    """Sets of clues: all of these but one, for each.

    >>> without_each([1, 2, 3])
    [[2, 3], [1, 3], [1, 2]]
    """
    return [clues[:k] + clues[k + 1 :] for k in range(len(clues))]
