# SPDX-License-Identifier: MIT
"""The answer to one puzzle that is searched alone: by any strategy, for up to a few solutions or for all of them.

    limit 1, 2, ...   Decided              the search on candidates, then the strategies of the cover
    no limit          Problem.counting     the strategies that count
    otherwise         a search engine      one solution after another

Each note on Ctrl-C has the solutions found so far.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from dlx.engine.limits import seconds
from dlx.engine.status import Status
from dlx.engine.unfinished import Unfinished
from dlx.questions.decide import DECISION_BYTES, MOST_DECIDED
from dlx.system.calloff import OutOfTime, within

from .cover import clues, cover
from .engines import Decided, SearchEngine, engine, raise_if_stopped

if TYPE_CHECKING:
    from ..board.board import Board

    IsStopped = Callable[[], bool] | None


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The number of solutions, up to the limit, and how the search went."""

    count: int  # a lower bound for an unfinished search
    grids: list[bytes]  # the first one or two solutions
    guesses: int | None  # None if the strategies that count found the answer, which make none
    seconds: float
    unfinished: bool  # the time limit ended the search


def answer(
    board: Board, puzzle: bytes, limit: int | None, stopped: IsStopped = None, time_limit: float | None = None
) -> PuzzleAnswer:
    """Answer one puzzle by any strategy. Raise Stopped soon after `stopped` returns true.

    >>> from sudoku import Board
    >>> answer(Board(2, 2), bytes(16), None).count, answer(Board(2, 2), bytes(16), 2).count
    (288, 2)
    """
    started = perf_counter()
    try:
        with within(seconds(time_limit)):
            if limit is None and board.rules.has_cover:
                return _counted(board, puzzle, stopped, time_limit)
            if limit is not None and limit <= MOST_DECIDED:
                return _decided(board, puzzle, limit, stopped, time_limit)
            return searched(engine("dlx", board, puzzle, None, stopped, time_limit), limit)
    except OutOfTime:  # while the rules were read, or the cover was built
        return PuzzleAnswer(0, [], 0, perf_counter() - started, True)


def searched(search: SearchEngine, limit: int | None) -> PuzzleAnswer:
    """Return the answer of a search engine."""
    try:
        grids = list(islice(search, 2 if limit is None else min(limit, 2)))
        count = search.count(limit)
    except KeyboardInterrupt as stop:
        stop.add_note(f"stopped after {search.found:,} solutions, {search.guesses:,} guesses")
        raise
    return PuzzleAnswer(count, grids, search.guesses, search.seconds, search.unfinished)


def _decided(board: Board, puzzle: bytes, limit: int, stopped: IsStopped, time_limit: float | None) -> PuzzleAnswer:
    decided = Decided(board, clues(board, puzzle), limit, stopped, time_limit)
    try:
        decided.run()
    except KeyboardInterrupt as stop:
        stop.add_note(f"stopped after {len(decided.found):,} solutions, {decided.guesses:,} guesses")
        raise
    grids = decided.found
    return PuzzleAnswer(len(grids), grids[:2], decided.guesses, decided.seconds, decided.unfinished)


def _counted(board: Board, puzzle: bytes, stopped: IsStopped, time_limit: float | None) -> PuzzleAnswer:
    given, started, grids = clues(board, puzzle), perf_counter(), list[bytes]()
    report = None if stopped is None else lambda progress: raise_if_stopped(stopped)
    memory = None if stopped is None else DECISION_BYTES  # other threads count too
    counting = cover(board).counting(given=given, max_memory=memory, time_limit=time_limit, progress=report)
    try:
        with suppress(Unfinished):
            counting.run()
        if counting.count:
            left = None if time_limit is None else max(time_limit - (perf_counter() - started), 0.0)
            first = Decided(board, given, 1, stopped, left)
            first.run()
            grids = first.found[:1]
    except KeyboardInterrupt as stop:
        stop.add_note(f"stopped after {counting.count:,} solutions")
        raise
    unfinished = counting.status is not Status.COMPLETE
    return PuzzleAnswer(counting.count, grids, None, counting.stats.seconds, unfinished)
