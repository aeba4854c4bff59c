# SPDX-License-Identifier: MIT
"""Many puzzles of one board: the settings they share, the cuts into parts, and the answers to one part.

    grids (N, cells) ──samples──> BatchTask ──cuts──> part ─┐
                                                 part ─┼─ task(part), on any worker ──> BatchResult each ──> one
                                                 part ─┘

A BatchTask is small and can be sent to another process, which builds the cover of its board once. The cuts depend on
the counters of some samples, never on a clock or the number of workers, so counts, solutions and nodes are the same
for any number and kind of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, fields
from itertools import chain
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dlx.system.calloff import OutOfTime, within
from dlx.system.public import public

from ..board.board import Board
from .cover import cover
from .engines import ENGINES, check_plain, raise_if_stopped
from .puzzles import with_zeros

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dlx.engine.status import Status
    from dlx.questions.pilot import Plan

    Grid = NDArray[np.uint8]

SAMPLES_PER_PLAN = 16
BANDS = "bands"  # the kernel for 9x9
BANDS_SLICE = 10_000  # nodes between two checks of the clock: about 2 ms


@public("sudoku")
@dataclass(frozen=True, slots=True, eq=False)
class BatchResult:
    """Answers to N puzzles, in the order given.

    >>> from sudoku import solve_batch
    >>> r = solve_batch(["12.. 3... ..4. ...1", "." * 16], time_limit=60)
    >>> r.counts.tolist(), r.unfinished.tolist(), [r.status(k).value for k in range(2)]
    ([1, 2], [False, False], ['complete', 'solution limit'])
    """

    solutions: Grid  # (N, cells): the first solution; zeros if there is none or none is known
    counts: NDArray[np.int64]  # (N,): number of solutions, at most the limit; a lower bound for an unfinished puzzle
    nodes: NDArray[np.int64]  # (N,): nodes of the search tree ("bitset": digits tried)
    statuses: NDArray[np.uint8]  # (N,): index of each search's Status in dlx.questions.batch.STATUSES
    errors: dict[int, str] = field(default_factory=dict)  # by number, from 0: why a row is INVALID, and no puzzle

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def unfinished(self) -> NDArray[np.bool_]:
        """(N,): true where the time limit ended the search before the answer."""
        from dlx.questions.batch import TIME_LIMIT

        unfinished: NDArray[np.bool_] = self.statuses == TIME_LIMIT
        return unfinished

    def status(self, k: int) -> Status:
        """Return the status of the search for puzzle k: COMPLETE, SOLUTION_LIMIT, TIME_LIMIT or INVALID."""
        from dlx.questions.batch import STATUSES

        return STATUSES[int(self.statuses[k])]

    def with_errors(self, errors: dict[int, str]) -> BatchResult:
        """Return the result with an INVALID row, all zeros, for each error, whose key is its number."""
        if not errors:
            return self
        from dlx.engine.status import Status
        from dlx.questions.batch import STATUSES

        names = (own.name for own in fields(self) if own.name != "errors")
        arrays = {name: with_zeros(getattr(self, name), errors) for name in names}
        arrays["statuses"][list(errors)] = STATUSES.index(Status.INVALID)
        return BatchResult(**arrays, errors=errors)

    def as_json(self) -> dict[str, Any]:
        """Return the answers for `json.dumps`: solution (None if none is known), count, nodes and status of each."""
        rows = zip(self.solutions.tolist(), self.counts.tolist(), self.nodes.tolist(), strict=True)
        return {
            "answers": [
                {"solution": row if all(row) else None, "count": n, "nodes": nodes, "status": self.status(k).value}
                for k, (row, n, nodes) in enumerate(rows)
            ]
        }


@dataclass(frozen=True, slots=True)
class BatchTask:
    """Settings for solving puzzles of one board; call it with some puzzles to get their answers."""

    board: Board
    limit: int | None
    engine: str  # one of ENGINES, or BANDS
    plan: Plan  # of the engine "dlx"; ONE_BY_ONE for the others

    @classmethod
    def of(cls, board: Board, grids: Grid, limit: int | None, engine: str | None) -> BatchTask:
        """Return the task for these puzzles, a checked array (N, cells)."""
        import numpy as np

        if engine is None:
            nine = board.plain and board.box_height == board.box_width == 3
            engine = BANDS if nine else "dlx"
        elif engine not in ENGINES:
            raise ValueError(f"no engine {engine!r}; choose one of {', '.join(ENGINES)}")
        from dlx.engine.limits import whole
        from dlx.questions.pilot import ONE_BY_ONE, Plan

        if engine == "bitset":
            check_plain(board)
        if engine == BANDS:
            whole(limit, "limit", 1)
        if engine != "dlx":
            return cls(board, limit, engine, ONE_BY_ONE)
        from .lines import givens

        samples = np.ascontiguousarray(grids[:: max(-(-len(grids) // SAMPLES_PER_PLAN), 1)])
        plan = ONE_BY_ONE
        with suppress(OutOfTime):  # while the cover is built: the call then has no time for an answer, either
            plan = Plan.of(cover(board).engine, len(grids), givens(samples, board.side), limit)
        return cls(board, limit, engine, plan)

    def __call__(
        self, grids: Grid, stopped: Callable[[], bool] | None = None, time_limit: float | None = None
    ) -> BatchResult:
        """Answer these puzzles. Raise Stopped soon after `stopped` returns true."""
        try:
            with within(inf if time_limit is None else time_limit):
                result = self._answer(grids, stopped, time_limit)
        except OutOfTime:  # while the cover was built
            result = _empty_result(self.board, len(grids))
        raise_if_stopped(stopped)
        return result

    def _answer(self, grids: Grid, stopped: Callable[[], bool] | None, time_limit: float | None) -> BatchResult:
        if time_limit is not None and time_limit <= 0:
            return _empty_result(self.board, len(grids))
        if self.engine == "bitset":
            return by_bitset(self.board, grids, self.limit, stopped, time_limit)
        if self.engine == BANDS:
            return by_bands(self.board, grids, self.limit, stopped, time_limit)
        return by_cover(self.board, grids, self.limit, "auto", self.plan, stopped, time_limit)


def _empty_result(board: Board, number: int) -> BatchResult:
    """Return the result when there was no time for a search."""
    import numpy as np

    from dlx.questions.batch import TIME_LIMIT

    solutions, counts = np.zeros((number, board.cells), np.uint8), np.zeros(number, np.int64)
    return BatchResult(solutions, counts, counts.copy(), np.full(number, TIME_LIMIT, np.uint8))


def by_bands(
    board: Board,
    grids: Grid,
    limit: int | None,
    stopped: Callable[[], bool] | None = None,
    time_limit: float | None = None,
) -> BatchResult:
    """Solve 9x9 puzzles, a checked array (N, 81); those with several solutions by the exact cover."""
    import numpy as np

    from dlx.engine.limits import seconds
    from dlx.questions.batch import SOLUTION_LIMIT, TIME_LIMIT
    from dlx.questions.pilot import ONE_BY_ONE

    from .bands import search_many

    until = perf_counter() + seconds(time_limit)
    n, k, others = len(grids), 0, 0
    solutions, counts, nodes = np.zeros((n, board.cells), np.uint8), np.zeros(n, np.int64), np.zeros(n, np.int64)
    statuses = np.zeros(n, np.uint8)
    while k < n and perf_counter() < until:
        raise_if_stopped(stopped)
        k, more = search_many(grids, k, BANDS_SLICE, solutions, counts, nodes)
        others += more
    if k < n:
        statuses[k:] = TIME_LIMIT
    if limit == 1:
        statuses[counts == 1] = SOLUTION_LIMIT
    if others:  # the cover finds their first solutions, and has strategies for long searches
        rest = np.flatnonzero((counts < 0) | (counts > 1))
        left = None if time_limit is None else max(until - perf_counter(), 0.0)
        answers = by_cover(board, grids[rest], limit, "auto", ONE_BY_ONE, stopped, left)
        solutions[rest], counts[rest], nodes[rest] = answers.solutions, answers.counts, answers.nodes
        statuses[rest] = answers.statuses
    return BatchResult(solutions, counts, nodes, statuses)


def by_bitset(
    board: Board,
    grids: Grid,
    limit: int | None,
    stopped: Callable[[], bool] | None = None,
    time_limit: float | None = None,
) -> BatchResult:
    """Solve puzzles, a checked array (N, cells), with the backtracker."""
    import numpy as np

    from dlx.engine.limits import seconds
    from dlx.questions.batch import SOLUTION_LIMIT, TIME_LIMIT

    from .bitset import solve_batch

    until = perf_counter() + seconds(time_limit)

    def late() -> bool:
        return perf_counter() >= until or (stopped is not None and stopped())

    solutions, counts, nodes = solve_batch(board, grids, limit, stopped=late)
    statuses = np.zeros(len(grids), np.uint8)
    if limit is not None:
        statuses[counts >= limit] = SOLUTION_LIMIT
    statuses[counts < 0] = TIME_LIMIT
    return BatchResult(solutions, np.maximum(counts, 0), nodes, statuses)


def by_cover(
    board: Board,
    grids: Grid,
    limit: int | None,
    kernel: str = "auto",
    plan: Plan | None = None,
    stopped: Callable[[], bool] | None = None,
    time_limit: float | None = None,
) -> BatchResult:
    """Solve puzzles, a checked array (N, cells), by the exact cover of their board."""
    import numpy as np

    from dlx.questions.batch import Answers

    from .lines import givens

    questions = givens(grids, board.side)
    answers = Answers(cover(board).engine, questions, limit, True, None, time_limit, kernel, plan, stopped)
    if not board.plain:
        grids = _place_digits(board, *answers.solutions())
        return BatchResult(grids, answers.counts, answers.nodes, answers.statuses)
    solved = answers.ranks  # the coded items are the cells, in order, and the ranks are the digits
    if solved is None:
        solved = np.zeros(grids.shape, np.uint8)
    solved[answers.rest] = 0
    puzzle = np.repeat(answers.rest, answers.lengths)
    solved[puzzle, answers.found // board.side] = answers.found % board.side + 1
    return BatchResult(solved, answers.counts, answers.nodes, answers.statuses)


def _place_digits(board: Board, indptr: NDArray[np.int64], options: NDArray[np.int32]) -> Grid:
    """Turn solutions in CSR form into grids; options beyond the candidates place no digit."""
    import numpy as np

    solved = np.zeros((len(indptr) - 1, board.cells), np.uint8)
    puzzle = np.repeat(np.arange(len(solved)), np.diff(indptr).astype(np.intp))
    placed = options < board.cells * board.side
    solved[puzzle[placed], options[placed] // board.side] = options[placed] % board.side + 1
    return solved


def join_results(board: Board, number: int, results: Iterable[BatchResult]) -> BatchResult:
    """Concatenate the results of the parts of `number` puzzles, in order, and free each part at once."""
    import numpy as np

    results = iter(results)
    first = next(results)
    if len(first) == number:
        return first
    solutions = np.empty((number, board.cells), np.uint8)
    counts, nodes, at = np.empty(number, np.int64), np.empty(number, np.int64), 0
    statuses = np.empty(number, np.uint8)
    for part in chain([first], results):
        end = at + len(part)
        solutions[at:end], counts[at:end], nodes[at:end] = part.solutions, part.counts, part.nodes
        statuses[at:end] = part.statuses
        at = end
    return BatchResult(solutions, counts, nodes, statuses)
