# SPDX-License-Identifier: MIT
"""Counting all solutions, exactly, by the way that suits the problem.

A search visits every solution, and there may be too many of them. A memory (``_memo.pyx``) asks each state of a search
once and adds up numbers; how far that goes depends on how many different states there are.

    dominoes 16x16    2,444,888,770,250,892,795,802,079,170,816 solutions    564,000 states    0.3 s
    queens 14         365,596 solutions                    nearly as many states    plain search

"auto" first searches plainly for a few nodes, which is all that small problems need, and then lets the ways race
(race.py).

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
from .race import ENDLESS, MOST_NODES, Race, Remembering, Search, Turn, Way, race, remembering, why_none
from .search import Status, seconds, whole
from .support import check, known_method
from .unfinished import unfinished

if TYPE_CHECKING:
    from .problem import Problem

PLAIN_NODES = 2_000  # "auto": nodes of plain search before anything else is tried
ENOUGH = 30_000  # ... and if that is likely to be the end, as small problems take twice as long by way of a race
# Of a diagram: 20 of arrays, thrice while they grow, for both orders; then as much for Python's numbers to add them up.
BYTES_A_NODE = 240


@dataclass(frozen=True, slots=True)
class CountStats:
    """How a count went. All but ``seconds`` are the same on every run and machine."""

    method: str  # the way that gave the answer, or had the last turn: "search", "memo" or "zdd"
    order: str | None  # how its search branches where it has a memory: "mrv" or "fixed"
    nodes: int  # visited by it
    lookups: int  # states that it asked its memory for
    hits: int  # ... and found
    memory: int  # bytes of its tables of answers
    seconds: float  # inside the kernels, those of the ways that did not win included

    @property
    def hit_rate(self) -> float:
        return self.hits / max(self.lookups, 1)


class Count:
    """A count of all solutions, made by :meth:`Problem.counting`: it can be limited, watched, stopped and resumed.

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
        memory = (way.memo.lookups, way.memo.hits, way.memo.nbytes) if isinstance(way, Remembering) else (0, 0, 0)
        return CountStats(way.name, way.order, way.nodes, *memory, self._race.seconds)

    def run(self, *, time_limit: float | None = None) -> int:
        """Count to the end, or for so many seconds; called again, it goes on.

        Returns the number of solutions, ``count``. After a time limit, ``count`` is how many solutions the way with the
        last turn has found, a lower bound. After an error of another kind ``status`` is None, as before the start.

        Raises:
            Unfinished: the time limit came first; ``status`` says so, too.
        """
        limit = seconds(time_limit)
        with self._guard:
            if self._race is not None:
                self.status = Status.INTERRUPTED  # unless it comes to an end here
                try:
                    done = self._race.run(limit)
                except Exception:  # diagrams are too large, or one of the caller's own
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

    def found_plain(self, *, time_limit: float | None = None) -> bool:
        """Run until it is found out that plain search is best: true; false if it is done or the time is over before."""
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
        """Two counts on one kernel would take solutions from each other."""
        raise TypeError("a Count can be neither copied nor pickled; its problem can")

    def _finish(self) -> None:
        """Let go of the tables; a kernel waits for the next question."""
        assert self._race is not None
        self._stats = self.stats
        if isinstance(self._race.way, Search):
            self.problem._kernels.give_back(self._race.way.kernel)
        self._race = None


def _turns(problem: Problem, given: list[int], banned: list[int], method: str, max_memory: int) -> Iterator[Turn]:
    """Whose turn it is, and up to how many nodes, until one is done."""
    plain = None
    if method in ("auto", "search"):
        plain = Search(problem._kernels.take(problem, "auto", None), given, banned)
        yield plain, ENDLESS if method == "search" else PLAIN_NODES
        if plain.nodes < ENOUGH * plain.fraction:
            yield plain, ENOUGH
    max_nodes = None
    if method == "zdd":  # half of the memory for states, half for the diagrams
        max_memory, max_nodes = max_memory // 2, min(max_memory // BYTES_A_NODE, MOST_NODES)
    memos = remembering(problem, given, banned, max_memory, max_nodes=max_nodes)
    if memos:
        yield from race(plain, memos)
    if plain is None:
        raise ValueError(f"the method {method!r} does not take this problem: {why_none(problem)}")
    yield plain, ENDLESS


def _answer(problem: Problem, way: Way) -> int:
    """The number of solutions that a way has met."""
    if not isinstance(way, Remembering) or not way.memo.draws:
        return way.count
    from .zdd import ZDD

    return ZDD(problem, *way.memo.diagram()).count() if way.done else 0
