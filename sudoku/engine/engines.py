# SPDX-License-Identifier: MIT
"""Two engines behind one interface: an iterator over a puzzle's solutions that can also count, and its guesses.

    "dlx"      the exact cover of the board: a list of `dlx`, which begins with all its strategies
    "bitset"   the backtracker on 27 candidate sets: the baseline for comparison

On boards with rules, and on large ones, "dlx" begins with the search on candidates, like `Decided`; so a list has its
first two solutions, or the proof that there are fewer, as soon as `solve` and `is_unique`. A board with unknown regions
has no cover; there "dlx" is the search on candidates alone.

Both find the same solutions, each in its own order. To find one or two solutions, `Decided` searches on candidates
first if the board has rules, and then asks all strategies of `dlx`, which have answers for large puzzles where one
search has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from dlx.engine.limits import seconds
from dlx.system.calloff import OutOfTime, cancellation, within

from ..board.board import Board
from ..board.clashes import clash
from .by_rules import SLICE_WORK, RuleAnswer, by_candidates, grids_by_rules, next_outcome, stock, time_left
from .cover import clues, cover, filled

if TYPE_CHECKING:
    from dlx import Search
    from dlx.engine.answer import Answer
    from dlx.engine.status import Status

ENGINES = ("dlx", "bitset")
SLICE_STEPS = 100_000  # digits that the backtracker tries between two checks for signals: about 10 ms


class Stopped(Exception):
    """Raised by a search that was stopped from outside."""


class SearchEngine(Protocol):
    """A search for the solutions of one puzzle, as `bytes` of digits."""

    def __iter__(self) -> Iterator[bytes]: ...
    def __next__(self) -> bytes: ...
    def count(self, limit: int | None) -> int:
        """Continue until there are `limit` solutions or no more; return their total number."""

    @property
    def unfinished(self) -> bool:
        """Return whether the time limit ended the search."""

    @property
    def found(self) -> int: ...
    @property
    def guesses(self) -> int:
        """Return the number of decisions with more than one candidate."""

    @property
    def seconds(self) -> float: ...


class Dlx:
    """Searches the exact cover with `dlx`; `seed` shuffles the order in which digits are tried."""

    def __init__(
        self,
        board: Board,
        puzzle: bytes,
        seed: int | None = None,
        stopped: Callable[[], bool] | None = None,
        time_limit: float | None = None,
    ) -> None:
        self.board = board
        self.time_limit, self._endless = time_limit, time_limit is None and cancellation() is None
        report = None if stopped is None else lambda progress: raise_if_stopped(stopped)
        started = perf_counter()
        self.search: Search | None = None  # None: the time ended before the cover was built
        with suppress(OutOfTime), within(seconds(time_limit)):
            from dlx.matrix.assumptions import Assumptions
            from dlx.questions.listing import Listing

            problem = cover(board)
            assumed = Assumptions.of(problem, clues(board, puzzle), ())
            self._preparation = perf_counter() - started
            limits: dict[str, Any] = {"progress": report, "time_limit": self._left()}
            self.search = Listing(problem.engine, assumed, seed=seed, **limits)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self.search is None:
            raise StopIteration
        return filled(self.board, next(self.search).options)

    def count(self, limit: int | None) -> int:
        if self.search is None:
            return 0
        found = self.search.stats.solutions
        more = None if limit is None else max(limit - found, 0)
        return self.search.resume(limit=more, time_limit=self._left()).count()

    def _left(self) -> float | None:
        """Return the seconds left for the search."""
        return time_left(self.time_limit, self._preparation + self.seconds)

    @property
    def unfinished(self) -> bool:
        if self.search is None:
            return True
        if self._endless:  # read for each puzzle: an import takes 1 of its 30 us
            return False
        from dlx.engine.status import Status

        return self.search.status is Status.TIME_LIMIT

    @property
    def found(self) -> int:
        return self.search.stats.solutions if self.search else 0

    @property
    def guesses(self) -> int:
        return self.search.stats.guesses if self.search else 0

    @property
    def seconds(self) -> float:
        return self.search.stats.seconds if self.search else 0.0


class _Driven:
    """A search in slices, each solution as it is found; none is kept."""

    search: Any  # with step(), solution() and solutions; None: the time ended before its tables were made

    def __init__(
        self,
        board: Board,
        puzzle: bytes,
        slice_work: int,
        stopped: Callable[[], bool] | None,
        time_limit: float | None,
    ) -> None:
        from dlx.engine.drive import DONE, SOLUTION, Drive

        self.board, self.puzzle, self.stopped = board, puzzle, stopped
        self.drive = Drive(seconds(time_limit), slice_work=slice_work, stopped=stopped)
        self.outcomes = DONE, SOLUTION  # an import for each solution would take longer
        self.done = self.unfinished = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if not self._found():
            raise StopIteration
        solution: bytes = self.search.solution()
        return solution

    def count(self, limit: int | None) -> int:
        while (limit is None or self.found < limit) and self._found():
            pass
        return self.found

    def _found(self) -> bool:
        """Continue to the next solution; the time between two of them does not count."""
        done, solution = self.outcomes
        if self.search is None:
            self.unfinished = True
            return False
        self.drive.resume()
        outcome = done if self.done else self._run()
        if outcome == solution:
            return True
        if outcome != done:
            raise_if_stopped(self.stopped)
        self.done = outcome == done or clash(self.board, self.puzzle) is not None  # known without a search
        self.unfinished = not self.done
        return False

    def _run(self) -> int:
        return self.drive.run(self.search)

    @property
    def seconds(self) -> float:
        return self.drive.seconds

    @property
    def found(self) -> int:
        return self.search.solutions if self.search else 0


class Bitset(_Driven):
    """Backtracks on bit sets; tries digits in ascending order."""

    def __init__(
        self,
        board: Board,
        puzzle: bytes,
        stopped: Callable[[], bool] | None = None,
        time_limit: float | None = None,
    ) -> None:
        from .bitset import Backtracker

        steps = max(SLICE_STEPS * 81 // board.cells, 1)  # a step scans all empty cells
        super().__init__(board, puzzle, steps, stopped, time_limit)
        self.search = Backtracker(board, puzzle)

    @property
    def guesses(self) -> int:
        return self.search.guesses  # type: ignore[no-any-return]


class OnCandidates(_Driven):
    """Searches on candidates, for a board with unknown regions, which the cover does not know.

    A solution is a grid with its regions, so a grid may come several times.

    >>> search = OnCandidates(Board(1, 3, variants=["chaos-construction"]), bytes(9))
    >>> list(next(search)), search.regions, search.count(None)
    ([1, 2, 3, 2, 3, 1, 3, 1, 2], (0, 0, 0, 1, 1, 1, 2, 2, 2), 72)
    """

    def __init__(
        self,
        board: Board,
        puzzle: bytes,
        seed: int | None = None,
        stopped: Callable[[], bool] | None = None,
        time_limit: float | None = None,
    ) -> None:
        from .rule_search import RuleSearch

        super().__init__(board, puzzle, SLICE_WORK, stopped, time_limit)
        self.search = None
        with suppress(OutOfTime), within(seconds(time_limit)):
            own = stock(board)
            assert own.tables is not None  # 128 cells at most
            self._restart_nodes = own.restart_after(seed)
            self.search = RuleSearch(own.tables)
            self.search.setup(clues(board, puzzle), seed)
            self.drive.late()  # the tables take time, too

    def _run(self) -> int:
        return next_outcome(self.search, self.drive, self._restart_nodes)

    @property
    def regions(self) -> tuple[int, ...]:
        """The regions of the newest solution, by cell, numbered from 0 in order of appearance."""
        values, region = self.search.solution(hidden=True), list(range(self.board.cells))
        for a, b, hidden in self.board.rules.shared:
            if values[hidden] == 1 and region[a] != region[b]:
                low, high = sorted((region[a], region[b]))
                region = [low if number == high else number for number in region]
        number = {first: k for k, first in enumerate(dict.fromkeys(region))}
        return tuple(number[first] for first in region)

    @property
    def guesses(self) -> int:
        return self.search.nodes if self.search else 0


class Decided:
    """Up to `wanted` different solutions of a board with some clues by any strategy, or the proof that there are fewer.

    A clue is the number of its option.

    >>> decided = Decided(Board(2, 2), [], 2)
    >>> decided.run()
    >>> len(set(decided.found)), decided.unfinished
    (2, False)
    """

    seconds = 0.0
    status: Status  # after run()
    unfinished = False  # the time limit ended the search
    _answer: RuleAnswer | None = None
    _decided: Answer | None = None

    def __init__(
        self,
        board: Board,
        given: Iterable[int],
        wanted: int,
        stopped: Callable[[], bool] | None = None,
        time_limit: float | None = None,
        seed: int | None = None,
        *,
        shown: bool = True,
    ) -> None:
        """Prepare to decide; if the solutions need not be ``shown``, their number is enough."""
        self.board, self._given, self._wanted, self._seed, self._shown = board, list(given), wanted, seed, shown
        self._stopped, self._time_limit = stopped, time_limit

    def run(self) -> None:
        """Decide. Raise Stopped soon after `stopped` returns true."""
        started = perf_counter()
        try:
            if self._time_limit is None:
                self._run()
            else:
                with within(seconds(self._time_limit)):
                    self._run()
        except OutOfTime:  # while a cover was built
            from dlx.engine.status import Status

            self.status, self.seconds = Status.TIME_LIMIT, perf_counter() - started
        self.unfinished = self.status is self.status.TIME_LIMIT

    def _run(self) -> None:
        self._answer = answer = grids_by_rules(
            self.board, self._given, self._wanted, self._time_limit, self._stopped, self._seed
        )
        raise_if_stopped(self._stopped)
        if answer is None or not (answer.decided or answer.status is answer.status.TIME_LIMIT):
            self._decide(time_left(self._time_limit, 0.0 if answer is None else answer.seconds))
        else:
            self.status = answer.status
        self.seconds += 0 if answer is None else answer.seconds

    def _decide(self, time_limit: float | None) -> None:
        """Decide by the strategies of the cover."""
        assumptions, decision_of = _decisions()
        problem = cover(self.board)
        engine, assumed = problem.engine, assumptions(problem, self._given, ())
        with engine.lend():  # so that the time below does not contain its construction
            pass
        how: dict[str, Any] = {"time_limit": seconds(time_limit), "stopped": self._stopped, "seed": self._seed}
        decision = decision_of(engine, assumed, self._wanted, shown=self._shown, **how)
        started = perf_counter()
        try:
            self._decided = decision.answer()
            self.status = self._decided.status
        finally:
            self.seconds = perf_counter() - started
        raise_if_stopped(self._stopped)

    @property
    def count(self) -> int:
        """The number of solutions known so far."""
        if self._decided is not None:
            return self._decided.partial
        return 0 if self._answer is None else len(self._answer.grids)

    @property
    def found(self) -> list[bytes]:
        """The solutions found so far."""
        if self._decided is not None:
            return [filled(self.board, sorted(options)) for options in self._decided.value]
        return [] if self._answer is None else self._answer.grids

    @property
    def guesses(self) -> int:
        """The decisions with more than one candidate: on candidates, then of plain search of the cover."""
        by_rules = 0 if self._answer is None else self._answer.guesses
        return by_rules + (0 if self._decided is None else self._decided.stats.guesses)


@cache
def _decisions() -> tuple[Any, Any]:
    """Return what makes assumptions and decisions, imported once: an import for each puzzle takes a microsecond."""
    from dlx.matrix.assumptions import Assumptions
    from dlx.questions.decide import Decision

    return Assumptions.of, Decision


class DecidedFirst:
    """Lists up to two solutions by any strategy, then the others by one search.

    >>> search = DecidedFirst(Board(1, 3, variants=["x"]), bytes(9))
    >>> len(list(search)), search.unfinished
    (0, False)
    """

    FIRST = 2

    def __init__(
        self,
        board: Board,
        puzzle: bytes,
        seed: None = None,
        stopped: Callable[[], bool] | None = None,
        time_limit: float | None = None,
    ) -> None:
        self._board, self._puzzle, self._stopped, self._time_limit = board, puzzle, stopped, time_limit
        self._decided = Decided(board, clues(board, puzzle), self.FIRST, stopped, time_limit)
        self._listed = 0

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        grids = self._first
        if self._listed < len(grids):
            grid = grids[self._listed]
        elif self._ended:
            raise StopIteration
        else:
            while (grid := next(self._others)) in grids:
                pass
        self._listed += 1
        return grid

    def count(self, limit: int | None) -> int:
        n = len(self._first)
        return n if self._ended or n == limit else self._others.count(limit)

    @cached_property
    def _first(self) -> list[bytes]:
        self._decided.run()
        return self._decided.found

    @property
    def _ended(self) -> bool:
        return self._decided.status is not self._decided.status.SOLUTION_LIMIT

    @cached_property
    def _others(self) -> SearchEngine:
        """The search for all solutions."""
        left = time_left(self._time_limit, self._decided.seconds)
        kind = OnCandidates if stock(self._board).has_rules else Dlx
        return kind(self._board, self._puzzle, None, self._stopped, left)

    @property
    def _searches(self) -> list[Any]:
        """The searches so far."""
        return [self._decided, *([self._others] if "_others" in self.__dict__ else [])]

    @property
    def unfinished(self) -> bool:
        return any(search.unfinished for search in self._searches)

    @property
    def found(self) -> int:
        return max(self._listed, self._others.found if "_others" in self.__dict__ else 0)

    @property
    def guesses(self) -> int:
        return sum(search.guesses for search in self._searches)

    @property
    def seconds(self) -> float:
        return float(sum(search.seconds for search in self._searches))


def raise_if_stopped(stopped: Callable[[], bool] | None) -> None:
    """Raise Stopped if `stopped` returns true."""
    if stopped is not None and stopped():
        raise Stopped


def engine(
    name: str,
    board: Board,
    puzzle: bytes,
    seed: int | None = None,
    stopped: Callable[[], bool] | None = None,
    time_limit: float | None = None,
) -> SearchEngine:
    """Return the engine of this name, ready to search; ValueError for an unknown name or an unsupported seed.

    The search polls `stopped` and raises Stopped when it returns true; threads need it, as they receive no Ctrl-C.
    The search ends after `time_limit` seconds of its own; the time between two solutions does not count.

    >>> search = engine("bitset", Board(2, 2), bytes(16))
    >>> search.count(None)
    288
    """
    if name == "dlx":
        with within(seconds(time_limit)):
            return _search(board, seed)(board, puzzle, seed, stopped, time_limit)
    if name != "bitset":
        raise ValueError(f"no engine {name!r}; choose one of {', '.join(ENGINES)}")
    if seed is not None:
        raise ValueError("the engine 'bitset' tries digits in ascending order and takes no seed; use 'dlx'")
    check_plain(board)
    return Bitset(board, puzzle, stopped, time_limit)


def _search(board: Board, seed: int | None) -> Callable[..., SearchEngine]:
    """Return the class of searches for this board; that of the cover if time ends while the rules are read."""
    with suppress(OutOfTime):
        if not board.rules.has_cover:
            return OnCandidates
        if seed is None and by_candidates(board):
            return DecidedFirst
    return Dlx


def check_plain(board: Board) -> None:
    """Refuse, for the engine "bitset", a board with more than rows, columns and boxes."""
    if not board.plain:
        raise ValueError(f"the engine 'bitset' takes plain boards only, not a {board}; use 'dlx'")
