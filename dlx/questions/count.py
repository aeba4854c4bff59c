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
from ..engine.drive import Drive
from ..engine.engine import MAX_MEMORY
from ..engine.limits import seconds, whole
from ..engine.portfolio import MOST_DIAGRAM_NODES, UNLIMITED_NODES, Race, memories, race, why_unsupported
from ..engine.status import Status
from ..engine.support import check, known_method
from ..engine.unfinished import unfinished
from ..kernels.kernel import Guard, Kernel
from ..matrix.assumptions import NONE, Assumptions
from ..system.public import public

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..kernels.bits.memo import Memo
    from ..kernels.kernel import Lease
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
        self._drive = Drive(report=self._progress)
        self._race: Race | None = Race(turns, self._drive)
        self._stats: CountStats | None = None

    @property
    def stats(self) -> CountStats:
        """The counters so far."""
        if self._race is None:
            assert self._stats is not None
            return self._stats
        return _stats(self._race.strategy, self._drive.seconds)

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
                self._drive.allow(limit)
                try:
                    done = self._race.run()
                except Exception:  # diagrams are too large, or the caller's callback failed
                    self.status = None
                    raise
                finally:
                    hide(self._progress)
                    self.count = self._race.strategy.solutions
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
            self._drive.allow(seconds(time_limit))
            try:
                done = self._race.run(to_plain=True)
            finally:
                hide(self._progress)
            if not done and self._race.last:
                return True
            self.count = self._race.strategy.solutions
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
        self.count = _solutions(self.problem, self._race.strategy)
        self._stats = self.stats
        self._race = self._lease = None


def _turns(
    engine: Engine, plain: Kernel | None, assumed: Assumptions, method: str, max_memory: int
) -> Iterator[tuple[Kernel | Memo, int]]:
    """Yield strategies and the node counts that they run up to, until one finishes; a kernel is plain search."""
    if plain is not None:
        plain.setup(*assumed)
        yield plain, UNLIMITED_NODES if method == "search" else PLAIN_NODES
        if plain.nodes < ENOUGH * plain.fraction:
            yield plain, ENOUGH
    max_nodes = None
    if method == "zdd":  # half of the memory for states, half for the diagrams
        max_memory, max_nodes = max_memory // 2, min(max_memory // BYTES_A_NODE, MOST_DIAGRAM_NODES)
    memos = memories(engine, assumed, max_memory, max_nodes=max_nodes)
    if memos:
        yield from race(plain, memos)
    if plain is None:
        raise ValueError(f"the method {method!r} does not take this problem: {why_unsupported(engine.matrix)}")
    yield plain, UNLIMITED_NODES


def _stats(strategy: Kernel | Memo, seconds: float) -> CountStats:
    if isinstance(strategy, Kernel):
        return CountStats("search", None, strategy.nodes, 0, 0, 0, seconds)
    name, order = "zdd" if strategy.draws else "memo", "fixed" if strategy.fixed else "mrv"
    return CountStats(name, order, strategy.nodes, strategy.lookups, strategy.hits, strategy.nbytes, seconds)


def _solutions(problem: Matrix, strategy: Kernel | Memo) -> int:
    """Return the number of solutions that a strategy has found, which is done."""
    if isinstance(strategy, Kernel) or not strategy.draws:
        return strategy.solutions
    from .zdd import ZDD

    return ZDD(problem, *strategy.diagram()).count()
