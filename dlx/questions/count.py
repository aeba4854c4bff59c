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
from ..engine.portfolio import MOST_DIAGRAM_NODES, UNLIMITED_NODES, Race, memories, race
from ..engine.status import Status
from ..engine.support import check, check_problem, known_method, too_large
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
ENOUGH_NODES = 30_000  # ... and if the search is likely to end by then; a race doubles the time of small problems
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
    seconds: float  # inside the kernels, for all strategies; on many workers, from start to end
    parts: int = 0  # searched by workers, or cut into others; 0: no workers were needed

    @property
    def hit_rate(self) -> float:
        return self.hits / max(self.lookups, 1)


@public("dlx")
class Count:
    """A count of all solutions, made by :meth:`Problem.counting`, that you can limit, watch, stop and resume.

    ``status`` is None before the count; then it names the way the count ended, as in a :class:`Search`. ``count`` is
    the number of solutions so far, and ``stats`` has the counters.

    >>> from dlx import Problem
    >>> c = Problem([["a", "b"], ["a"], ["b"]]).counting()
    >>> c.run(), c.status.value, c.stats.method
    (2, 'complete', 'search')
    """

    def __init__(self, problem: Matrix, time_limit: float | None, progress: bool | Report | None) -> None:
        self.problem = problem
        self.status: Status | None = None
        self.count = 0
        self._guard = Guard()
        self._time_limit = seconds(time_limit)
        self.drive = Drive(report=reporter(progress))

    @property
    def stats(self) -> CountStats:
        """The counters so far."""
        raise NotImplementedError

    def run(self, *, time_limit: float | None = None) -> int:
        """Count to the end, or for ``time_limit`` seconds (None: as passed to ``counting``); another call continues.

        Returns the number of solutions, ``count``. After a time limit, ``count`` is a lower bound: the solutions found
        by the strategy with the last turn. After any other error ``status`` is None, as before the start.

        Raises:
            Unfinished: the time limit expired; ``status`` is then TIME_LIMIT.
        """
        limit = self._time_limit if time_limit is None else seconds(time_limit)
        with self._guard:
            if self.status is not Status.COMPLETE:
                self._run(limit)
                if self.status is Status.TIME_LIMIT:
                    raise unfinished("the count", self.status, self.count)
        return self.count

    def _run(self, time_limit: float, **how: bool) -> bool:
        """Continue; set count and status, and return the result of ``proceed``."""
        self.drive.resume()
        self.drive.allow(time_limit)
        self.status = Status.INTERRUPTED  # unless the count ends here
        try:
            done = self.proceed(**how)
        except Exception:  # diagrams are too large, or the caller's callback failed
            self.status = None
            raise
        finally:
            hide(self.drive.report)
        self.status = Status.COMPLETE if done else Status.TIME_LIMIT
        return done

    def proceed(self) -> bool:
        """Count until all solutions are counted (True) or no time is left (False)."""
        raise NotImplementedError

    def __reduce__(self) -> NoReturn:
        """Raise TypeError: two counts on one kernel would take solutions from each other."""
        raise TypeError("a Count can be neither copied nor pickled; its problem can")


class StrategyCount(Count):
    """A count by strategies that take turns, in one thread."""

    def __init__(
        self,
        engine: Engine,
        assumed: Assumptions = NONE,
        *,
        method: str = "auto",
        max_memory: int | None = None,
        time_limit: float | None = None,
        progress: bool | Report | None = None,
    ) -> None:
        known_method(method)
        if max_memory is not None:
            check("counting", method=method, max_memory=max_memory)
        super().__init__(engine.matrix, time_limit, progress)
        memory = MAX_MEMORY if max_memory is None else whole(max_memory, "max_memory", 1)
        self._lease: Lease | None = engine.lend() if method in ("auto", "search") else None
        turns = _turns(engine, self._lease and self._lease.kernel, assumed, method, memory)
        self._race: Race | None = Race(turns, self.drive)
        self._stats: CountStats | None = None

    @property
    def stats(self) -> CountStats:
        if self._race is None:
            assert self._stats is not None
            return self._stats
        return _stats(self._race.strategy, self.drive.seconds)

    def plain_is_best(self, time_limit: float) -> bool:
        """Run until plain search turns out best (True), or the count or the time ends first (False)."""
        with self._guard:
            if self.status is Status.COMPLETE:
                return False
            self._run(time_limit, to_plain=True)
            return self._race is not None and self._race.last

    def proceed(self, *, to_plain: bool = False) -> bool:
        assert self._race is not None
        try:
            done = self._race.run(to_plain=to_plain)
        finally:
            self.count = self._race.strategy.solutions
        if done:  # release the tables; keep a kernel for the next question
            self.count = _solutions(self.problem, self._race.strategy)
            self._stats = self.stats
            self._race = self._lease = None
        return done


def _turns(
    engine: Engine, plain: Kernel | None, assumed: Assumptions, method: str, max_memory: int
) -> Iterator[tuple[Kernel | Memo, int]]:
    """Yield strategies and the node counts that they run up to, until one finishes; a kernel is plain search."""
    if plain is not None:
        plain.setup(*assumed)
        yield plain, UNLIMITED_NODES if method == "search" else PLAIN_NODES
        if plain.nodes < ENOUGH_NODES * plain.fraction:
            yield plain, ENOUGH_NODES
    max_nodes = None
    if method == "zdd":  # half of the memory for states, half for the diagrams
        max_memory, max_nodes = max_memory // 2, min(max_memory // BYTES_A_NODE, MOST_DIAGRAM_NODES)
    memos = memories(engine, assumed, max_memory, max_nodes=max_nodes)
    if not memos:
        check_problem(engine.matrix, f"method={method}", large=too_large(engine.matrix))
    yield from race(plain, memos)


def _stats(strategy: Kernel | Memo, seconds: float) -> CountStats:
    if isinstance(strategy, Kernel):
        return CountStats("search", None, strategy.nodes, 0, 0, 0, seconds)
    name, order = "zdd" if strategy.draws else "memo", "fixed" if strategy.fixed else "mrv"
    return CountStats(name, order, strategy.nodes, strategy.lookups, strategy.hits, strategy.nbytes, seconds)


def _solutions(problem: Matrix, strategy: Kernel | Memo) -> int:
    """Return the number of solutions that a finished strategy has found."""
    if isinstance(strategy, Kernel) or not strategy.draws:
        return strategy.solutions
    from .zdd import ZDD

    return ZDD(problem, *strategy.diagram()).count()
