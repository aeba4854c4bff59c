# SPDX-License-Identifier: MIT
"""Solves Sudoku puzzles, lists and counts solutions, and proves uniqueness; for one puzzle or a batch.

A puzzle is text (a line or a drawn grid; the answer is then a line), or whole numbers, 0 for an empty cell, flat or in
rows (the answer is then a uint8 array of the same shape). Its size determines the board, unless you pass `board`.

For a puzzle without a solution the answer is None, 0 or False. One reason is two equal digits in a house;
`Board.check` and `diagnose` name them. ValueError means that the input is not a puzzle.

Every function takes a `time_limit` in seconds, and `cancel`, an event that ends it. We never return a plain answer that
they cut short: `dlx.Unfinished` is raised instead, with the known part as its `partial`.

`engine` is the search: "dlx", the exact cover, or "bitset", the backtracker. Without it, a 9x9 puzzle in plain text
goes to a kernel of its own, and everything else to "dlx". The answers are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import chain
from time import time
from typing import TYPE_CHECKING, Any, overload

from dlx.system.calloff import canceling

from .board.board import Board, TextReader, read_text_by
from .engine.batch import BatchResult, BatchTask, join_results
from .engine.engines import SearchEngine
from .engine.puzzle import Puzzle
from .engine.puzzles import grids_of

LARGEST_COUNT = 2**63 - 1
NO_WISHES = (None,) * 6  # all arguments of a batch but the limit

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import numpy as np
    from numpy.typing import NDArray

    from dlx.engine.unfinished import Unfinished
    from dlx.system.calloff import Cancel

    Grid = NDArray[np.uint8]
    PartJob = tuple[BatchTask, Grid, float, float]


def _text_reader() -> TextReader:
    from .reading import boards

    return boards


read_text_by(_text_reader)


@cache  # an import statement in a function takes as long as an easy puzzle
def _solution() -> Callable[[object], str | None]:
    from .engine.bands import solution

    return solution


@cache
def _number() -> Callable[[object, int], int]:
    from .engine.bands import count

    return count


@cache
def _whole() -> Callable[[int | None, str, int], int]:
    from dlx.engine.limits import whole

    return whole


@cache
def _few() -> Callable[[list[Any]], BatchResult | None]:
    from .engine.few import solve_texts

    return solve_texts


@overload
def solve(
    puzzle: str,
    *,
    board: Board | None = None,
    engine: str | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> str | None: ...
@overload
def solve(
    puzzle: Any,
    *,
    board: Board | None = None,
    engine: str | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Grid | None: ...
def solve(
    puzzle: Any,
    *,
    board: Board | None = None,
    engine: str | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Any:
    """Return the first solution found, or None if there is none. With `seed`, digits are tried in a shuffled order.

    Raises :class:`dlx.Unfinished` if `time_limit` seconds were not enough, or if another thread set `cancel`, a
    ``threading.Event`` or anything with ``is_set()``.

    >>> solve("12.. .... ..4. ....", board=Board(2, 2))
    '1234341221434321'
    >>> solve([[0, 2], [0, 0]], board=Board(1, 2)).tolist()
    [[1, 2], [2, 1]]
    """
    if board is None and engine is None and seed is None and time_limit is None and cancel is None:
        line = _solution()(puzzle)
        if line is not None:
            return line or None
    given = Puzzle(puzzle, board)
    with canceling(cancel):
        if engine is None or engine == "dlx":
            return given.answer(given.solve(time_limit, seed))
        search = given.search(engine, seed, time_limit)
        grid = next(search, None)
        if grid is None and search.unfinished:
            from dlx.engine.status import Status
            from dlx.engine.unfinished import unsolved

            raise unsolved(Status.TIME_LIMIT)
        return given.answer(grid)


@overload
def solutions(
    puzzle: str,
    *,
    board: Board | None = None,
    engine: str = "dlx",
    seed: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Iterator[str]: ...
@overload
def solutions(
    puzzle: Any,
    *,
    board: Board | None = None,
    engine: str = "dlx",
    seed: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Grid]: ...
def solutions(
    puzzle: Any,
    *,
    board: Board | None = None,
    engine: str = "dlx",
    seed: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Any]:
    """Yield all solutions, one by one, as they are found.

    Raises :class:`dlx.Unfinished` after the last solution if the search took `time_limit` seconds; time between two
    solutions does not count.

    >>> sum(1 for solution in solutions("." * 16))
    288
    """
    given = Puzzle(puzzle, board)
    with canceling(cancel) as cancellation:
        search = given.search(engine, seed, time_limit)
    listed = map(given.answer, chain(search, _end_of(search)))  # unlike a generator, it continues after Ctrl-C
    if cancellation is None:
        return listed
    from dlx.engine.unfinished import CancelableList

    return CancelableList(listed, cancellation)


def _end_of(search: SearchEngine) -> Iterator[bytes]:
    """Yield nothing; raise Unfinished if the time limit ended the search."""
    if search.unfinished:
        raise _cut_short("the list", search.found)
    yield from ()


def count(
    puzzle: Any,
    limit: int | None = None,
    *,
    board: Board | None = None,
    engine: str | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> int:
    """Count the solutions exactly; with `limit`, stop there.

    On a board with unknown regions, a solution is a grid with its regions: a grid that can be divided in two ways is
    two solutions. The count keeps one of them at a time.

    Raises :class:`dlx.Unfinished` if `time_limit` seconds were not enough; its `partial` is a lower bound of the count.

    >>> count("." * 16), count("." * 16, limit=2)
    (288, 2)
    """
    most = LARGEST_COUNT if limit is None else min(_whole()(limit, "limit", 0), LARGEST_COUNT)
    if board is None and engine is None and time_limit is None and cancel is None:
        found = _number()(puzzle, most)
        if found >= 0:
            return found
    with canceling(cancel):
        return _count(puzzle, limit, board, engine, time_limit, "the count")


def is_unique(
    puzzle: Any,
    *,
    board: Board | None = None,
    engine: str | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> bool:
    """Return whether there is exactly one solution. The proof is a full search for a second one.

    Raises :class:`dlx.Unfinished` if `time_limit` seconds were not enough.

    >>> is_unique("12.. 3... ..4. ...1"), is_unique("1... .... ..4. ....")
    (True, False)
    """
    if board is None and engine is None and time_limit is None and cancel is None:
        found = _number()(puzzle, 2)
        if found >= 0:
            return found == 1
    with canceling(cancel):
        return _count(puzzle, 2, board, engine, time_limit, "the search for a second solution") == 1


def _count(
    puzzle: Any, limit: int | None, board: Board | None, engine: str | None, time_limit: float | None, what: str
) -> int:
    given = Puzzle(puzzle, board)
    if engine is None or engine == "dlx":
        return given.count(limit, time_limit, what)
    search = given.search(engine, None, time_limit)
    found = search.count(limit)
    if search.unfinished:
        raise _cut_short(what, found)
    return found


def _cut_short(question: str, found: int) -> Unfinished:
    """Return the error for a query that the time limit ended after `found` solutions."""
    from dlx.engine.status import Status
    from dlx.engine.unfinished import unfinished

    return unfinished(question, Status.TIME_LIMIT, found)


def solve_batch(
    puzzles: Sequence[str] | Iterable[str] | NDArray[Any],
    limit: int | None = 2,
    *,
    board: Board | None = None,
    engine: str | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> BatchResult:
    """Solve many puzzles of one board; the loop over them is compiled and holds no GIL.

    A puzzle has the same count, solution and guesses next to any others, and with any number and kind of workers.
    ``guesses`` are the decisions with more than one candidate, by the engine that answered.

    Args:
        puzzles: texts, rows of whole numbers, or an array or table (N, cells) of them, 0 or -1 for an empty cell. A row
            that is no puzzle has the status INVALID and the count 0, and the result's ``errors`` has the reason.
        limit: stop counting a puzzle's solutions there: 1 to solve, 2 to prove unique, None to count all,
            up to 2^63 - 1. Hard puzzles then use all methods of :func:`count`.
        board: the board of all puzzles; None: the board of the first one.
        workers: number of threads that share the work; None: the calling thread does it all.
        executor: workers to use instead of our own threads: any :class:`concurrent.futures.Executor`, such as a pool
            of processes or the result of ``get_executor()`` of a Dask client. It is not shut down.
        time_limit: seconds for all puzzles together. The result's ``unfinished`` marks puzzles still unanswered then.
            Workers on other machines need synchronized clocks.
        cancel: a ``threading.Event``, or anything with ``is_set()``. Once another thread sets it, the unanswered
            puzzles have the status INTERRUPTED.

    Raises:
        ValueError: an array of another shape, or one that may be one-hot, a limit or workers below 1, a time limit
            below 0, or both workers and an executor.
        TypeError: a puzzle that is neither a text nor numbers.
        RuntimeError: a process of the executor died.

    >>> r = solve_batch(["12.. 3... ..4. ...1", "1... .... ..4. ....", "11.. .... .... ...."])
    >>> r.counts.tolist(), r.solutions[0].tolist()
    ([1, 2, 0], [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    >>> r = solve_batch(["12.. 3... ..4. ...1", "12.. 3... ..4. ...5"])
    >>> r.counts.tolist(), r.status(1).value, r.errors
    ([1, 0], 'invalid', {1: 'digit 5 in r4c4 is too large for a 4x4 board (1-4)'})
    >>> int(solve_batch(["." * 16] * 1000, limit=None, workers=2).counts.sum())
    288000
    """
    if isinstance(puzzles, list) and limit in (2, None):
        plain = (board, engine, workers, executor, time_limit, cancel) == NO_WISHES
        if plain and (result := _few()(puzzles)) is not None:
            return result
    from dlx.engine.limits import seconds
    from dlx.engine.unfinished import in_time

    given = seconds(time_limit)
    until = time() + given
    with in_time(given, "solve_batch", cancel):
        return _results(puzzles, limit, board, engine, workers, executor, given, until)


def _results(
    puzzles: Any,
    limit: int | None,
    board: Board | None,
    engine: str | None,
    workers: int | None,
    executor: Executor | None,
    given: float,
    until: float,
) -> BatchResult:
    boards, grids, errors = grids_of(puzzles, board, "solve_batch")
    if workers is None and executor is None:
        parts = _parts(boards, grids, limit, engine, 1)
        result = join_results(boards[0], len(grids), (_answer_part((*part, given, until)) for part in parts))
        return result.with_errors(errors)
    from dlx.workers.executors import in_order, stoppable, workers_of

    with workers_of(workers, executor) as pool, stoppable(pool, _answer_part) as run:
        parts = _parts(boards, grids, limit, engine, pool.size)
        with closing(in_order(pool, run, ((*part, given, until) for part in parts))) as results:
            return join_results(boards[0], len(grids), results).with_errors(errors)


def _parts(
    boards: list[Board], grids: Grid, limit: int | None, engine: str | None, workers: int
) -> Iterator[tuple[BatchTask, Grid]]:
    """Yield the puzzles in parts, each with its task; puzzles with boards of their own one by one."""
    if len(boards) == 1:
        task = BatchTask.of(boards[0], limit, engine)
        yield from ((task, grids[first:last]) for first, last in task.cuts(len(grids), workers))
        return
    for k, board in enumerate(boards):
        yield BatchTask.of(board, limit, engine), grids[k : k + 1]


def _answer_part(job: PartJob, stopped: Callable[[], bool] | None = None) -> BatchResult:
    """Answer a part. We use wall-clock time, the only clock that processes and machines share."""
    task, grids, given, until = job
    return task(grids, stopped, min(given, until - time()))
