# SPDX-License-Identifier: MIT
"""Many ratings at once, on processes: techniques run partly in Python, where only one thread at a time holds the GIL.

puzzles ─cut─> 64 puzzles, 64 puzzles, ... ─processes─> ratings, in the order of the puzzles
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

from dlx.engine.unfinished import limited
from dlx.system.calloff import OutOfTime, canceled

from ..board.board import Board
from ..engine.puzzles import grids_of, with_each
from .rating import Rating, check_scale, rate
from .solver import LogicStatus

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from dlx.system.calloff import Cancel

PUZZLES_PER_JOB = 64  # a job takes some 30 ms, and a third of a second for hard puzzles; to start one takes 1 ms

RatingJob = tuple[list[tuple[Board, bytes]], "float | None", str]


@limited("rate_batch", "")
def rate_batch(
    puzzles: Sequence[str] | Iterable[str] | NDArray[Any],
    *,
    board: Board | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    scale: str = "ours",
) -> list[Rating]:
    """Rate many puzzles of one board; the ratings are in the order of the puzzles, and the same for any workers.

    Args:
        puzzles: texts, or an array (N, cells), as for :func:`sudoku.solve_batch`.
        board: the board of all puzzles; None: the board of the first one.
        workers: number of processes that share the work, started for this call; None: the calling thread does it all.
            A script that uses them needs the usual ``if __name__ == "__main__":``.
        executor: workers to use instead: any :class:`concurrent.futures.Executor`. It is not shut down.
        time_limit: seconds for each puzzle. The status of a puzzle that it cut short is TIME_LIMIT.
        cancel: an event that ends the ratings, as for :func:`sudoku.solve`; the status of the others is INTERRUPTED.
        scale: as for :func:`sudoku.rate`.

    A row that is no puzzle has the status INVALID; :func:`sudoku.rate` gives the reason. Raises ValueError for both
    workers and an executor, and for a scale that is unknown or does not rate the board.

    >>> [rating.level for rating in rate_batch(["12.. 3... ..4. ...1", "1... .... ..4. ...."])]
    ['easy', None]
    """
    from dlx.engine.limits import whole
    from dlx.workers.executors import in_order, workers_of

    from ..engine.processes import processes

    boards, grids, errors = grids_of(puzzles, board, "rate_batch")
    invalid = _unrated(LogicStatus.INVALID, scale)
    several = len(boards) > 1
    tasks = [(boards[k] if several else boards[0], grid.tobytes()) for k, grid in enumerate(grids)]
    for each in boards:
        check_scale(scale, each)
    jobs: Iterator[RatingJob] = (
        (tasks[at : at + PUZZLES_PER_JOB], time_limit, scale) for at in range(0, len(tasks), PUZZLES_PER_JOB)
    )
    if workers is None and executor is None:
        return with_each(chain.from_iterable(map(rated, jobs)), errors, invalid)
    with ExitStack() as stack:
        if executor is None:
            number = min(whole(workers, "workers", 1), max(len(tasks), 1))
            executor, workers = stack.enter_context(processes(number)), None
        pool = stack.enter_context(workers_of(workers, executor))
        results = stack.enter_context(closing(in_order(pool, rated, jobs)))
        ratings: list[Rating] = []
        with suppress(OutOfTime):  # canceled
            ratings.extend(chain.from_iterable(results))
        ratings += [_unrated(LogicStatus.INTERRUPTED, scale)] * (len(tasks) - len(ratings))
        return with_each(ratings, errors, invalid)


def rated(job: RatingJob) -> list[Rating]:
    """Return the ratings of the puzzles of a job."""
    puzzles, time_limit, scale = job
    return [
        _unrated(LogicStatus.INTERRUPTED, scale)
        if canceled()
        else rate(list(puzzle), board=board, time_limit=time_limit, scale=scale)
        for board, puzzle in puzzles
    ]


def _unrated(status: LogicStatus, scale: str) -> Rating:
    return Rating(status, None, None, None, 0.0, {}, scale)
