# SPDX-License-Identifier: MIT
"""The door to every search for the solutions of one puzzle: is there one, are there several, how many, which?

    up to 16    Decided         the search on candidates, then the strategies of the cover; most questions end here
    all         answers.count   the strategies that count
    others      DecidedFirst    on boards with rules: one solution after another

So a count has what `is_unique` knows, at any limit. Each note on Ctrl-C has the solutions found so far.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dlx.engine.answer import Interrupted
from dlx.engine.limits import seconds
from dlx.matrix.assumptions import Assumptions
from dlx.questions.decide import DECISION_BYTES, MOST_DECIDED
from dlx.system.calloff import OutOfTime, within
from dlx.workers import answers

from ..board.clashes import clash
from .by_rules import by_candidates, time_left
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


NOTHING = PuzzleAnswer(0, [], 0, 0.0, False)


def answer(
    board: Board,
    puzzle: bytes,
    limit: int | None,
    stopped: IsStopped = None,
    time_limit: float | None = None,
    seed: int | None = None,
    *,
    shown: bool = True,
) -> PuzzleAnswer:
    """Answer one puzzle by any strategy. Raise Stopped soon after `stopped` returns true.

    A ``seed`` shuffles the order in which digits are tried. If no solution need be ``shown``, their number is enough.

    >>> from sudoku import Board
    >>> answer(Board(2, 2), bytes(16), None).count, answer(Board(2, 2), bytes(16), 2).count
    (288, 2)
    """
    started = perf_counter()
    try:
        with nullcontext() if time_limit is None else within(seconds(time_limit)):
            if limit == 0 or (time_limit is not None and clash(board, puzzle)):  # known without a search
                return PuzzleAnswer(0, [], 0, perf_counter() - started, False)
            if limit is not None and limit <= MOST_DECIDED:
                return _decided(board, puzzle, limit, stopped, time_limit, seed, shown)
            return _many(board, puzzle, limit, stopped, time_limit, shown)
    except OutOfTime:  # while the rules were read, or the cover was built
        return PuzzleAnswer(0, [], 0, perf_counter() - started, True)


def _many(
    board: Board, puzzle: bytes, limit: int | None, stopped: IsStopped, time_limit: float | None, shown: bool
) -> PuzzleAnswer:
    """Count all solutions, or up to a large limit."""
    if not board.rules.has_cover or (limit is not None and by_candidates(board)):  # a list decides first, too
        return searched(engine("dlx", board, puzzle, None, stopped, time_limit), limit)
    first = NOTHING
    if shown or not board.plain:  # a proof by the strategies that count may come later
        first = _decided(board, puzzle, 2, stopped, time_limit, None, shown)
        if first.unfinished or first.count < 2:
            return first
    return _counted(board, puzzle, limit, first, stopped, time_left(time_limit, first.seconds))


def searched(search: SearchEngine, limit: int | None) -> PuzzleAnswer:
    """Return the answer of a search engine."""
    try:
        grids = list(islice(search, 2 if limit is None else min(limit, 2)))
        count = search.count(limit)
    except KeyboardInterrupt as stop:
        stop.add_note(f"stopped after {search.found:,} solutions, {search.guesses:,} guesses")
        raise
    return PuzzleAnswer(count, grids, search.guesses, search.seconds, search.unfinished)


def _decided(
    board: Board,
    puzzle: bytes,
    limit: int,
    stopped: IsStopped,
    time_limit: float | None,
    seed: int | None,
    shown: bool,
) -> PuzzleAnswer:
    decided = Decided(board, clues(board, puzzle), limit, stopped, time_limit, seed, shown=shown)
    try:
        decided.run()
    except KeyboardInterrupt as stop:
        stop.add_note(f"stopped after {decided.count:,} solutions, {decided.guesses:,} guesses")
        raise
    grids = decided.found[:2] if shown else []
    return PuzzleAnswer(decided.count, grids, decided.guesses, decided.seconds, decided.unfinished)


def _counted(
    board: Board,
    puzzle: bytes,
    limit: int | None,
    first: PuzzleAnswer,
    stopped: IsStopped,
    time_limit: float | None,
) -> PuzzleAnswer:
    """Count by all strategies of the cover."""
    how: dict[str, Any] = {"time_limit": time_limit}
    if stopped is not None:
        how["progress"] = lambda progress: raise_if_stopped(stopped)
        how |= {} if limit is not None else {"max_memory": DECISION_BYTES}  # other threads count, too
    problem = cover(board)
    try:
        counted = answers.count(problem.engine, Assumptions.of(problem, clues(board, puzzle), ()), limit, **how)
    except Interrupted as stop:
        stop.add_note(f"stopped after {stop.answer.partial:,} solutions")
        raise
    count, spent = max(counted.partial, first.count), first.seconds + counted.stats.seconds
    return PuzzleAnswer(count, first.grids, None, spent, counted.cut)
