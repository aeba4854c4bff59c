# SPDX-License-Identifier: MIT
"""Many puzzles of one board: the way in which they are answered, the cuts into parts, and the answers to one part.

    board ──> BatchTask ──cuts──> part ─┐
                             part ─┼─ task(part), on any worker ──> BatchResult each ──> one
                             part ─┘

The board alone chooses the way, never the number of puzzles, so that a puzzle has the same guesses in any company:

    "bands"     plain 9x9       the kernel for 9x9; then the cover, alone, for several solutions and long searches
    "lanes"     boards up to 12x12 that many puzzles share, as with diagonals: side by side; then alone
    "alone"     jigsaws, samurai, anti-knight: one after another
    "any"       boards with cages and other rules of a puzzle, and large boards: each by any strategy
    "bitset"    the backtracker

A puzzle that takes more than HARD_NODES nodes is hard: it is answered by any strategy as well (answer.py).

A BatchTask is small and can be sent to another process, which builds the cover of its board once. Counts, solutions
and guesses are the same for any number and kind of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import chain
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dlx.engine.limits import seconds, whole
from dlx.engine.status import COMPLETE, INTERRUPTED, INVALID, NODE_LIMIT, SOLUTION_LIMIT, STATUSES, TIME_LIMIT
from dlx.questions.pilot import LARGEST_COUNT, ONE_BY_ONE, SIDE_BY_SIDE
from dlx.system.calloff import OutOfTime, canceled, within
from dlx.system.public import public

from ..board.board import Board
from ..board.json_form import WHOLE, Fact, JsonForm, many, optional
from .by_rules import LARGEST_COVERED_SIDE, beyond_houses, time_left
from .cover import cover
from .engines import ENGINES, check_plain, raise_if_stopped
from .puzzles import with_zeros

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dlx.engine.status import Status

    from .answer import PuzzleAnswer

    Grid = NDArray[np.uint8]

BANDS, LANES, ALONE, ANY, BITSET = "bands", "lanes", "alone", "any", "bitset"
MOST_SHARED_OPTIONS = 2_000  # 12x12: there the tables of the lanes take 20 ms; on 16x16 40 ms, as long as 80 puzzles
HARD_NODES = 2**16  # some 2 ms on 9x9, and 10 ms on 16x16
BANDS_SLICE = 10_000  # nodes between two checks of the clock: about 2 ms


ROW = JsonForm(
    "the answer to a puzzle",
    solution=Fact(optional(many(WHOLE)), lambda result, k: row if all(row := result.solutions[k].tolist()) else None),
    count=Fact(WHOLE, lambda result, k: int(result.counts[k])),
    guesses=Fact(WHOLE, lambda result, k: int(result.guesses[k])),
    status=Fact(
        {"enum": [STATUSES[k].value for k in (COMPLETE, SOLUTION_LIMIT, TIME_LIMIT, INTERRUPTED, INVALID)]},
        lambda result, k: result.status(k).value,
    ),
)


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
    guesses: NDArray[np.int64]  # (N,): decisions with more than one candidate, by the engine that answered
    statuses: NDArray[np.uint8]  # (N,): index of each search's Status in tuple(dlx.Status)
    errors: dict[int, str] = field(default_factory=dict)  # by number, from 0: why a row is INVALID, and no puzzle

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def unfinished(self) -> NDArray[np.bool_]:
        """(N,): true where the time limit, or ``cancel``, ended the search before the answer."""
        unfinished: NDArray[np.bool_] = (self.statuses == TIME_LIMIT) | (self.statuses == INTERRUPTED)
        return unfinished

    def status(self, k: int) -> Status:
        """Return the status of the search for puzzle k: COMPLETE, SOLUTION_LIMIT, a limit, INTERRUPTED or INVALID."""
        return STATUSES[int(self.statuses[k])]

    def with_errors(self, errors: dict[int, str]) -> BatchResult:
        """Return the result with an INVALID row, all zeros, for each error, whose key is its number."""
        if not errors:
            return self
        names = (column.name for column in fields(self) if column.name != "errors")
        arrays = {name: with_zeros(getattr(self, name), errors) for name in names}
        arrays["statuses"][list(errors)] = INVALID
        return BatchResult(**arrays, errors=errors)

    form = JsonForm(
        "the answers to puzzles, in their order",
        answers=Fact(many(ROW.schema()), lambda result: [ROW.of(result, k) for k in range(len(result))]),
    )

    def as_json(self) -> dict[str, Any]:
        """Return the answers for `json.dumps`: solution (None if none is known), count, guesses, status of each."""
        return self.form.of(self)


@dataclass(frozen=True, slots=True)
class BatchTask:
    """Settings for solving puzzles of one board; call it with some puzzles to get their answers."""

    board: Board
    limit: int | None
    way: str  # BANDS, LANES, ALONE, ANY or BITSET

    @classmethod
    def of(cls, board: Board, limit: int | None, engine: str | None) -> BatchTask:
        """Return the task for puzzles of this board."""
        if engine not in (None, *ENGINES):
            raise ValueError(f"no engine {engine!r}; choose one of {', '.join(ENGINES)}")
        if engine == BITSET:
            check_plain(board)
        whole(limit, "limit", 1)
        try:
            return cls(board, limit, BITSET if engine == BITSET else _way(board, limit, engine))
        except OutOfTime:  # while the rules were read, or the cover was built: there is no time for an answer, either
            return cls(board, limit, ANY)

    def cuts(self, number: int, workers: int) -> list[tuple[int, int]]:
        """Cut `number` puzzles into parts for these workers, as pairs (first, last + 1)."""
        return (SIDE_BY_SIDE if self.way in (BANDS, LANES) else ONE_BY_ONE).cuts(number, workers)

    def __call__(
        self, grids: Grid, stopped: Callable[[], bool] | None = None, time_limit: float | None = None
    ) -> BatchResult:
        """Answer these puzzles. Raise Stopped soon after `stopped` returns true."""
        started = perf_counter()
        result = self.answer_easy(grids, stopped, time_limit)
        for k in hard_puzzles(result):
            from .answer import answer  # few puzzles are hard

            left = time_left(time_limit, perf_counter() - started)
            _store(result, k, answer(self.board, grids[k].tobytes(), self.limit, stopped, left), self.limit)
            raise_if_stopped(stopped)
        if canceled():
            result.statuses[result.statuses == TIME_LIMIT] = INTERRUPTED
        return result

    def answer_easy(
        self, grids: Grid, stopped: Callable[[], bool] | None = None, time_limit: float | None = None
    ) -> BatchResult:
        """Answer these puzzles, except for the hard ones, whose status is NODE_LIMIT."""
        try:
            with within(inf if time_limit is None else time_limit):  # negative for a part that begins too late
                result = self._answer(grids, stopped, time_limit)
        except OutOfTime:  # while the cover was built
            result = _no_answers(self.board, len(grids), TIME_LIMIT)
        raise_if_stopped(stopped)
        return result

    def _answer(self, grids: Grid, stopped: Callable[[], bool] | None, time_limit: float | None) -> BatchResult:
        if time_limit is not None and time_limit <= 0:
            return _no_answers(self.board, len(grids), TIME_LIMIT)
        if self.way == ANY:
            return _no_answers(self.board, len(grids), NODE_LIMIT)
        if self.way == BITSET:
            return self.by_bitset(grids, stopped, time_limit)
        if self.way == BANDS:
            return self.by_bands(grids, stopped, time_limit)
        return by_cover(self.board, grids, self.limit, "auto", self.way == LANES, stopped, time_limit)

    def by_bands(
        self, grids: Grid, stopped: Callable[[], bool] | None = None, time_limit: float | None = None
    ) -> BatchResult:
        """Solve 9x9 puzzles, a checked array (N, 81); those with several solutions by the exact cover."""
        import numpy as np

        from .bands import search_many

        until = perf_counter() + seconds(time_limit)
        n, k, others = len(grids), 0, 0
        result = _no_answers(self.board, n, COMPLETE)
        solutions, counts, guesses, statuses = result.solutions, result.counts, result.guesses, result.statuses
        while k < n and perf_counter() < until and not canceled():
            raise_if_stopped(stopped)
            k, more = search_many(grids, k, BANDS_SLICE, solutions, counts, guesses)
            others += more
        if k < n:
            statuses[k:] = TIME_LIMIT
        if self.limit == 1:
            statuses[counts == 1] = SOLUTION_LIMIT
        if others:  # the cover finds their first solutions, and has strategies for long searches
            rest = np.flatnonzero((counts < 0) | (counts > 1))
            left = None if time_limit is None else max(until - perf_counter(), 0.0)
            answers = by_cover(self.board, grids[rest], self.limit, stopped=stopped, time_limit=left)
            solutions[rest], counts[rest], guesses[rest] = answers.solutions, answers.counts, answers.guesses
            statuses[rest] = answers.statuses
        return result

    def by_bitset(
        self, grids: Grid, stopped: Callable[[], bool] | None = None, time_limit: float | None = None
    ) -> BatchResult:
        """Solve puzzles, a checked array (N, cells), with the backtracker."""
        import numpy as np

        from .bitset import solve_batch

        until = perf_counter() + seconds(time_limit)

        def late() -> bool:
            return canceled() or perf_counter() >= until or (stopped is not None and stopped())

        solutions, counts, guesses = solve_batch(self.board, grids, self.limit, stopped=late)
        statuses = np.zeros(len(grids), np.uint8)
        if self.limit is not None:
            statuses[counts >= self.limit] = SOLUTION_LIMIT
        statuses[counts < 0] = TIME_LIMIT
        return BatchResult(solutions, np.maximum(counts, 0), guesses, statuses)


def _way(board: Board, limit: int | None, engine: str | None) -> str:
    """Return the way in which puzzles of this board are answered; with the engine "dlx", never BANDS."""
    if engine is None and board.plain and board.box_height == board.box_width == 3:
        return BANDS
    if not board.rules.has_cover:
        return ANY
    only_houses = not beyond_houses(board)
    if _is_shared(board) and cover(board).n_options <= MOST_SHARED_OPTIONS:
        return LANES if only_houses else ALONE
    from dlx.questions.decide import MOST_DECIDED

    of_houses = only_houses and board.side <= LARGEST_COVERED_SIDE
    return ALONE if of_houses or limit is None or limit > MOST_DECIDED else ANY


def _is_shared(board: Board) -> bool:
    """Return whether many puzzles may have this board: all its rules have a name, and its regions are boxes."""
    return board.regions is None and len(board.offsets) == 1 and all(type(v) in _named() for v in board.variants)


@cache
def _named() -> set[type[object]]:
    from ..board.variants import NAMED  # classic boards are solved without the variants

    return set(NAMED.values())


def hard_puzzles(result: BatchResult) -> list[int]:
    """Return the puzzles that are left to any strategy."""
    if NODE_LIMIT not in result.statuses.tobytes():  # in 0.2 us; NumPy takes 3
        return []
    numbers: list[int] = (result.statuses == NODE_LIMIT).nonzero()[0].tolist()
    return numbers


def _store(result: BatchResult, k: int, found: PuzzleAnswer, limit: int | None) -> None:
    """Store the answer to a hard puzzle."""
    import numpy as np

    result.counts[k] = max(int(result.counts[k]), min(found.count, LARGEST_COUNT))
    if found.grids:
        result.solutions[k] = np.frombuffer(found.grids[0], np.uint8)
    if found.guesses is not None:
        result.guesses[k] = found.guesses
    ended = SOLUTION_LIMIT if limit is not None and result.counts[k] >= limit else COMPLETE
    result.statuses[k] = TIME_LIMIT if found.unfinished else ended


def _no_answers(board: Board, number: int, status: int) -> BatchResult:
    """Return the result before any search."""
    import numpy as np

    counts = np.zeros(number, np.int64)
    solutions, statuses = np.zeros((number, board.cells), np.uint8), np.full(number, status, np.uint8)
    return BatchResult(solutions, counts, counts.copy(), statuses)


def by_cover(
    board: Board,
    grids: Grid,
    limit: int | None,
    kernel: str = "auto",
    in_lanes: bool = False,
    stopped: Callable[[], bool] | None = None,
    time_limit: float | None = None,
) -> BatchResult:
    """Solve puzzles, a checked array (N, cells), by the exact cover of their board; hard ones get NODE_LIMIT."""
    import numpy as np

    from dlx.questions.batch import Answers

    from .lines import givens

    questions, plan = givens(grids, board.side), SIDE_BY_SIDE if in_lanes else ONE_BY_ONE
    answers = Answers(cover(board).engine, questions, limit, True, HARD_NODES, time_limit, kernel, plan, stopped)
    if not board.plain:
        grids = _place_digits(board, *answers.solutions())
        return BatchResult(grids, answers.counts, answers.guesses, answers.statuses)
    solved = answers.ranks  # the coded items are the cells, in order, and the ranks are the digits
    if solved is None:
        solved = np.zeros(grids.shape, np.uint8)
    solved[answers.rest] = 0
    puzzle = np.repeat(answers.rest, answers.lengths)
    solved[puzzle, answers.found // board.side] = answers.found % board.side + 1
    return BatchResult(solved, answers.counts, answers.guesses, answers.statuses)


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

    parts = _until_canceled(board, number, results)
    first = next(parts)
    if len(first) == number:
        return first
    solutions = np.empty((number, board.cells), np.uint8)
    counts, guesses, at = np.empty(number, np.int64), np.empty(number, np.int64), 0
    statuses = np.empty(number, np.uint8)
    for part in chain([first], parts):
        end = at + len(part)
        solutions[at:end], counts[at:end], guesses[at:end] = part.solutions, part.counts, part.guesses
        statuses[at:end] = part.statuses
        at = end
    return BatchResult(solutions, counts, guesses, statuses)


def _until_canceled(board: Board, number: int, results: Iterable[BatchResult]) -> Iterator[BatchResult]:
    """Yield the results, and that of all puzzles without an answer once workers are canceled."""
    try:
        for result in results:
            number -= len(result)
            yield result
    except OutOfTime:
        yield _no_answers(board, number, INTERRUPTED)
