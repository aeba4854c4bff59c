# SPDX-License-Identifier: MIT
"""True candidates: the digits that a cell has over all solutions, and nothing else about the puzzle.

    12.. 3... ..4. ....        r2c3  1 2        a clue that would be wrong everywhere is no candidate,
                               r4c4  1 2 3      however far the techniques of people are from seeing it

A puzzle with one solution needs nothing but that solution, so a batch solves all puzzles first. For the others, each
solution is a witness for all its digits; digits without a witness take a proof (dlx/questions/option_status.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby, product
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from dlx.engine.limits import seconds
from dlx.engine.status import Status, outer_status
from dlx.engine.unfinished import Unfinished, limited
from dlx.questions.option_status import OptionStatus
from dlx.system.calloff import OutOfTime, canceled, within

from ..board.board import Board
from ..engine.batch import BatchTask
from ..engine.by_rules import grids_by_rules, stock
from ..engine.cover import clues, cover
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
    found, known = possible(given.board, given.values, time_limit)
    if not known:
        status = outer_status(Status.TIME_LIMIT)
        raise Unfinished(f"{status.cause} ended the search for candidates", found, status)
    return found


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
    found, known = possible(board, puzzle, time_limit)
    return found if known else None


def possible(board: Board, puzzle: bytes, time_limit: float | None) -> tuple[Candidates, bool]:
    """Return the digits of each cell that some solution has, and whether they are all known."""
    try:
        with within(seconds(time_limit)):
            return _possible(board, puzzle, time_limit)
    except OutOfTime:  # while rules were read, or the cover was built
        return ((),) * board.cells, False


def _possible(board: Board, puzzle: bytes, time_limit: float | None) -> tuple[Candidates, bool]:
    if not board.rules.has_cover:
        return _by_rules(board, puzzle, time_limit)
    own = stock(board) if board.variants and not any(puzzle) else None
    if own and own.has_rules and own.is_whole:
        time_limit = time_limit and time_limit / 2  # the other half is for the cover
        answer = _by_rules(board, puzzle, time_limit)
        if answer[1]:
            return answer
    statuses = cover(board).option_status(given=clues(board, puzzle), time_limit=time_limit)
    side, known = board.side, statuses.status is Status.COMPLETE
    found = statuses.statuses[: board.cells * side]
    seen = ((found == OptionStatus.SOME) | (found == OptionStatus.ALL)).reshape(board.cells, side)
    return tuple(tuple((row.nonzero()[0] + 1).tolist()) for row in seen), known


def _by_rules(board: Board, puzzle: bytes, time_limit: float | None) -> tuple[Candidates, bool]:
    """Do the same by a search for a solution with each digit that no solution before has.

    On an empty board, all digits are possible most of the time, and few solutions have them all. The empty 9x9 board
    with diagonals and global entropy takes 0.2 seconds, and more than 15 with the cover.
    """
    given, side, known = clues(board, puzzle), board.side, True
    stop = perf_counter() + seconds(time_limit)
    seen = np.zeros((board.cells, side), bool)
    for cell, digit in product(range(board.cells), range(side)):
        if seen[cell, digit]:
            continue
        left = None if time_limit is None else max(stop - perf_counter(), 0)
        answer = grids_by_rules(board, [*given, cell * side + digit], 1, left)
        if answer is None or not answer.decided:
            known = False
            break
        for grid in answer.grids:
            seen[range(board.cells), np.frombuffer(grid, np.uint8) - 1] = True
    return tuple(tuple((row.nonzero()[0] + 1).tolist()) for row in seen), known
