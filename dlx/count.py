# SPDX-License-Identifier: MIT
"""Counts all solutions, exactly, with the strategy that suits the problem.

A search visits every solution, and there may be too many of them. A search with a memory (``_memo.pyx``) visits each
state once and adds up counts; its reach depends on the number of different states.

    dominoes 16x16    2,444,888,770,250,892,795,802,079,170,816 solutions    564,000 states    0.3 s
    queens 14         365,596 solutions                    nearly as many states    plain search

"auto" starts with a few nodes of plain search, enough for small problems, and then lets the strategies race (race.py).

Reference: Knuth, TAOCP 7.2.2.1, Algorithm Z; Nishino, Yasuda, Minato and Nagata, Dancing with decision diagrams
(AAAI 2017).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from ._kernel import Guard
from .bar import Report, hide, reporter
from .kernels import MAX_MEMORY
from .race import (
    ENDLESS,
    MOST_NODES,
    MemoStrategy,
    PlainStrategy,
    Race,
    Strategy,
    Turn,
    memo_strategies,
    race,
    why_unsupported,
)
from .search import Status, seconds, whole
from .support import check, known_method
from .unfinished import unfinished

if TYPE_CHECKING:
    from .problem import Problem

PLAIN_NODES = 2_000  # "auto": nodes of plain search before anything else is tried
ENOUGH = 30_000  # ... and if the search is likely to end by then; a race doubles the time of small problems
# Bytes for a node of a diagram: 20 in arrays, three times that while they grow, for both orders; then as much again
# for the Python integers of the count.
BYTES_A_NODE = 240


@dataclass(frozen=True, slots=True)
class CountStats:
    """Statistics of a count. All but ``seconds`` are the same on every run and machine."""

    method: str  # the strategy that found the answer, or had the last turn: "search", "memo" or "zdd"
    order: str | None  # its branching order if it has a memory: "mrv" or "fixed"
    nodes: int  # nodes it visited
    lookups: int  # states it looked up in its memory
    hits: int  # ... and found
    memory: int  # bytes of its tables of counts
    seconds: float  # inside the kernels, for all strategies

    @property
    def hit_rate(self) -> float:
        return self.hits / max(self.lookups, 1)


class Count:
    """A count of all solutions, made by :meth:`Problem.counting`, that you can limit, watch, stop and resume.

    >>> from dlx import Problem
    >>> c = Problem([["a", "b"], ["a"], ["b"]]).counting()
    >>> c.run(), c.status.value, c.stats.method
    (2, 'complete', 'search')
    """

    def __init__(
        self,
        problem: Problem,
        *,
        given: Iterable[int] = (),
        banned: Iterable[int] = (),
        method: str = "auto",
        max_memory: int | None = None,
        progress: bool | Report | None = None,
    ) -> None:
        known_method(method)
        if max_memory is not None:
            check("counting", method=method, max_memory=max_memory)
        self.problem = problem
        self.status: Status | None = None
        self.count = 0
        self._guard = Guard()
        asked = problem._numbers(given, "given"), problem._numbers(banned, "banned")
        memory = MAX_MEMORY if max_memory is None else whole(max_memory, "max_memory", 1)
        turns = _turns(problem, *asked, method, memory)
        self._progress = reporter(progress)
        self._race: Race | None = Race(turns, self._progress)
        self._stats: CountStats | None = None

    @property
    def stats(self) -> CountStats:
        """The counters so far."""
        if self._race is None:
            assert self._stats is not None
            return self._stats
        way = self._race.way
        memory = (way.memo.lookups, way.memo.hits, way.memo.nbytes) if isinstance(way, MemoStrategy) else (0, 0, 0)
        return CountStats(way.name, way.order, way.nodes, *memory, self._race.seconds)

    def run(self, *, time_limit: float | None = None) -> int:
        """Count to the end, or for ``time_limit`` seconds; another call continues.

        Returns the number of solutions, ``count``. After a time limit, ``count`` is a lower bound: the solutions found
        by the strategy with the last turn. After any other error ``status`` is None, as before the start.

        Raises:
            Unfinished: the time limit expired; ``status`` is then TIME_LIMIT.
        """
        limit = seconds(time_limit)
        with self._guard:
            if self._race is not None:
                self.status = Status.INTERRUPTED  # unless the race ends here
                try:
                    done = self._race.run(limit)
                except Exception:  # diagrams are too large, or the caller's callback failed
                    self.status = None
                    raise
                finally:
                    hide(self._progress)
                    self.count = _answer(self.problem, self._race.way)
                if done:
                    self._finish()
                self.status = Status.COMPLETE if done else Status.TIME_LIMIT
                if not done:
                    raise unfinished("the count", self.status, self.count)
        return self.count

    def plain_is_best(self, *, time_limit: float | None = None) -> bool:
        """Run until plain search turns out best (True), or the count or the time ends first (False)."""
        with self._guard:
            if self._race is None:
                return False
            try:
                done = self._race.run(seconds(time_limit), to_plain=True)
            finally:
                hide(self._progress)
            if not done and self._race.node_stop == ENDLESS:
                return True
            self.count = _answer(self.problem, self._race.way)
            if done:
                self._finish()
            self.status = Status.COMPLETE if done else Status.TIME_LIMIT
        return False

    def __reduce__(self) -> NoReturn:
        """Raise TypeError: two counts on one kernel would take solutions from each other."""
        raise TypeError("a Count can be neither copied nor pickled; its problem can")

    def _finish(self) -> None:
        """Release the tables; keep a kernel for the next question."""
        assert self._race is not None
        self._stats = self.stats
        if isinstance(self._race.way, PlainStrategy):
            self.problem._kernels.give_back(self._race.way.kernel)
        self._race = None


def _turns(problem: Problem, given: list[int], banned: list[int], method: str, max_memory: int) -> Iterator[Turn]:
    """Yield (strategy, node limit) pairs until one strategy finishes."""
    plain = None
    if method in ("auto", "search"):
        plain = PlainStrategy(problem._kernels.take(problem, "auto", None), given, banned)
        yield plain, ENDLESS if method == "search" else PLAIN_NODES
        if plain.nodes < ENOUGH * plain.fraction:
            yield plain, ENOUGH
    max_nodes = None
    if method == "zdd":  # half of the memory for states, half for the diagrams
        max_memory, max_nodes = max_memory // 2, min(max_memory // BYTES_A_NODE, MOST_NODES)
    memos = memo_strategies(problem, given, banned, max_memory, max_nodes=max_nodes)
    if memos:
        yield from race(plain, memos)
    if plain is None:
        raise ValueError(f"the method {method!r} does not take this problem: {why_unsupported(problem)}")
    yield plain, ENDLESS


def _answer(problem: Problem, way: Strategy) -> int:
    """Return the number of solutions that a strategy has found."""
    if not isinstance(way, MemoStrategy) or not way.memo.draws:
        return way.count
    from .zdd import ZDD

    return ZDD(problem, *way.memo.diagram()).count() if way.done else 0
