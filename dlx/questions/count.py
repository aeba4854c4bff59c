# SPDX-License-Identifier: MIT
"""Counts all solutions, exactly, with the strategy that suits the problem.

A search visits every solution, and there may be too many of them. A search with a memory (``memo.pyx``) visits each
state once and adds up counts; its reach depends on the number of different states.

    dominoes 16x16    2,444,888,770,250,892,795,802,079,170,816 solutions    564,000 states    0.3 s
    queens 14         365,596 solutions                    nearly as many states    plain search

"auto" starts with a few nodes of plain search, enough for small problems, and then lets them take turns (portfolio.py).

Reference: Knuth, TAOCP 7.2.2.1, Algorithm Z; Nishino, Yasuda, Minato and Nagata, Dancing with decision diagrams
(AAAI 2017).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from ..engine.bar import Report, hide, reporter
from ..engine.engine import MAX_MEMORY
from ..engine.limits import seconds, whole
from ..engine.portfolio import (
    MOST_DIAGRAM_NODES,
    UNLIMITED_NODES,
    MemoStrategy,
    PlainStrategy,
    Race,
    Strategy,
    Turn,
    memo_strategies,
    race,
)
from ..engine.status import Status
from ..engine.support import check, check_problem, known_method, too_large
from ..engine.unfinished import unfinished
from ..kernels.kernel import Guard
from ..matrix.assumptions import NONE, Assumptions
from ..system.public import public

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..kernels.kernel import Kernel, Lease
    from ..matrix.matrix import Matrix

PLAIN_NODES = 2_000  # "auto": nodes of plain search before anything else is tried
ENOUGH = 30_000  # ... and if the search is likely to end by then; a race doubles the time of small problems
# Bytes for a node of a diagram: 20 in arrays, three times that while they grow, for both orders; then as much again
# for the Python integers of the count.
BYTES_A_NODE = 240


@public("dlx")
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


@public("dlx")
class Count:
    """A count of all solutions, made by :meth:`Problem.counting`, that you can limit, watch, stop and resume.

    >>> from dlx import Problem
    >>> c = Problem([["a", "b"], ["a"], ["b"]]).counting()
    >>> c.run(), c.status.value, c.stats.method
    (2, 'complete', 'search')
    """

    def __init__(
        self,
        engine: Engine,
        assumed: Assumptions = NONE,
        *,
        method: str = "auto",
        max_memory: int | None = None,
        progress: bool | Report | None = None,
    ) -> None:
        known_method(method)
        if max_memory is not None:
            check("counting", method=method, max_memory=max_memory)
        self.problem = engine.matrix
        self.status: Status | None = None
        self.count = 0
        self._guard = Guard()
        memory = MAX_MEMORY if max_memory is None else whole(max_memory, "max_memory", 1)
        self._lease: Lease | None = engine.lend() if method in ("auto", "search") else None
        turns = _turns(engine, self._lease and self._lease.kernel, assumed, method, memory)
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
            if not done and self._race.node_stop == UNLIMITED_NODES:
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
        self._race = self._lease = None


def _turns(engine: Engine, kernel: Kernel | None, assumed: Assumptions, method: str, max_memory: int) -> Iterator[Turn]:
    """Yield (strategy, node limit) pairs until one strategy finishes; with a kernel, plain search is one."""
    plain = None
    if kernel is not None:
        plain = PlainStrategy(kernel, assumed)
        yield plain, UNLIMITED_NODES if method == "search" else PLAIN_NODES
        if plain.nodes < ENOUGH * plain.fraction:
            yield plain, ENOUGH
    max_nodes = None
    if method == "zdd":  # half of the memory for states, half for the diagrams
        max_memory, max_nodes = max_memory // 2, min(max_memory // BYTES_A_NODE, MOST_DIAGRAM_NODES)
    memos = memo_strategies(engine, assumed, max_memory, max_nodes=max_nodes)
    if not memos:
        check_problem(engine.matrix, f"method={method}", large=too_large(engine.matrix))
    yield from race(plain, memos)


def _answer(problem: Matrix, way: Strategy) -> int:
    """Return the number of solutions that a strategy has found."""
    if not isinstance(way, MemoStrategy) or not way.memo.draws:
        return way.count
    from .zdd import ZDD

    return ZDD(problem, *way.memo.diagram()).count() if way.done else 0
