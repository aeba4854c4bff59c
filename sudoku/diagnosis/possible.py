# SPDX-License-Identifier: MIT
"""True candidates: the digits that a cell has over all solutions, and nothing else about the puzzle.

    12.. 3... ..4. ....        r2c3  1 2        a clue that would be wrong everywhere is no candidate,
                               r4c4  1 2 3      however far the techniques of people are from seeing it

A puzzle with one solution needs nothing but that solution, so a batch solves all puzzles first. The others go through
the door of engine/possible.py, one at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from dlx.engine.limits import seconds
from dlx.engine.status import Status, outer_status
from dlx.engine.unfinished import Unfinished, limited
from dlx.system.calloff import OutOfTime, canceled, within

from ..board.board import Board
from ..engine.batch import BatchTask
from ..engine.possible import true_candidates
from ..engine.puzzle import Puzzle
from ..engine.puzzles import grids_of, with_each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dlx.system.calloff import Cancel

PUZZLES_PER_BATCH = 10_000

Candidates = tuple[tuple[int, ...], ...]


@limited("candidates", "")
def candidates(
    puzzle: Any, *, board: Board | None = None, time_limit: float | None = None, cancel: Cancel | None = None
) -> Candidates:
    """Return the digits of each cell over all solutions, in reading order; no digits if there is no solution.

    Raises :class:`dlx.Unfinished` if `time_limit` seconds were not enough, or if `cancel` was set, as for
    :func:`sudoku.solve`. Its `partial` has the digits found so far: each of them is in some solution.

    >>> candidates("12.. 3... ..4. ....")[6:8], candidates("11.. .... .... ....")[0]
    (((1, 2), (1, 2)), ())
    """
    given = Puzzle(puzzle, board)
    found = true_candidates(given.board, given.values, time_limit)
    if not found.complete:
        status = outer_status(Status.TIME_LIMIT)
        raise Unfinished(f"{status.cause} ended the search for candidates", found.digits, status)
    return found.digits


@limited("candidates_batch", "")
def candidates_batch(
    puzzles: Sequence[str] | Iterable[str] | NDArray[Any],
    *,
    board: Board | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> list[Candidates | None]:
    """Return the candidates of many puzzles of one board, as :func:`candidates` does; None where time ran out, and for
    puzzles that have no answer when `cancel` is set.

    `time_limit` applies to each puzzle that has several solutions. A row that is no puzzle has None as well;
    :func:`candidates` gives the reason.

    >>> [found[1] for found in candidates_batch(["12.. 3... ..4. ...1", "1... .... ..4. ....", "11.. " * 4])]
    [(2,), (2, 3, 4), ()]
    """
    boards, grids, errors = grids_of(puzzles, board, "candidates_batch")
    if len(boards) > 1:
        each = (_known(own, grid.tobytes(), time_limit) for own, grid in zip(boards, grids, strict=True))
        return with_each(each, errors, None)
    starts = range(0, len(grids), PUZZLES_PER_BATCH)
    parts = (_of_batch(boards[0], grids[at : at + PUZZLES_PER_BATCH], time_limit) for at in starts)
    return with_each(chain.from_iterable(parts), errors, None)


def possible_each(tasks: Iterable[tuple[Board, bytes]], time_limit: float | None) -> list[Candidates | None]:
    """Return the candidates of checked puzzles, each with its board."""
    answers: list[Candidates | None] = []
    for board, some in groupby(tasks, key=lambda task: task[0]):
        grids = np.frombuffer(b"".join(puzzle for _, puzzle in some), np.uint8).reshape(-1, board.cells)
        answers += _of_batch(board, grids, time_limit)
    return answers


def _of_batch(board: Board, grids: NDArray[Any], time_limit: float | None) -> list[Candidates | None]:
    limit = None if time_limit is None else time_limit * len(grids)
    half, end = limit and limit / 2, perf_counter() + seconds(limit)  # the other half is for single puzzles
    try:
        with within(seconds(half)):
            has_cover = board.rules.has_cover
            solved = BatchTask.of(board, 2, None)(grids, None, half) if has_cover else None
    except OutOfTime:  # while the rules were read
        return [None] * len(grids)
    if solved is None:
        return [_known(board, grid.tobytes(), time_limit) for grid in grids]
    answers: list[Candidates | None] = []
    for grid, solution, count, unfinished in zip(
        grids, solved.solutions.tolist(), solved.counts.tolist(), solved.unfinished.tolist(), strict=True
    ):
        if count > 1 or unfinished:
            left = time_limit and max(min(time_limit, end - perf_counter()), 0.0)
            answers.append(_known(board, grid.tobytes(), left))
        else:
            answers.append(tuple((digit,) if count else () for digit in solution))
    return answers


def _known(board: Board, puzzle: bytes, time_limit: float | None) -> Candidates | None:
    if canceled():
        return None
    found = true_candidates(board, puzzle, time_limit)
    return found.digits if found.complete else None
