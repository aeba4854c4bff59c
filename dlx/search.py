# SPDX-License-Identifier: MIT
"""A search: the driver between a Problem and a kernel.

The kernel knows no clock, no signal and no callback. It runs for a bounded number of updates and returns. Between two
such slices (about 5 ms) this module checks the limits, lets Python deliver Ctrl-C, and reports progress.

    status       next()/count()        meaning                               continue with
    -----------  --------------------  ------------------------------------  ---------------------
    None         running               not stopped yet                       next(), count()
    COMPLETE     everything searched   all solutions were found              nothing
    *_LIMIT      a limit was reached   there may be more solutions           resume(new limits)
    INTERRUPTED  Ctrl-C                there may be more solutions           next(), count()
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from math import inf
from numbers import Real
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn, Self

from . import calloff
from ._kernel import Guard
from .bar import Report, hide, reporter
from .kernels import KERNELS
from .unfinished import SECOND, unfinished, unsolved

if TYPE_CHECKING:
    from ._kernel import Kernel
    from .problem import Problem, Solution

DONE, SOLUTION, PAUSED = 0, 1, 2  # results of Kernel.run
WITHOUT_LIMIT = 2**63
SLICE = 0.005  # seconds in the kernel between two checks of clock and signals
REPORT = 0.1  # seconds between two progress reports


class Status(enum.Enum):
    """The way a search ended. Only COMPLETE means that every solution was found."""

    COMPLETE = "complete"
    SOLUTION_LIMIT = "solution limit"
    TIME_LIMIT = "time limit"
    NODE_LIMIT = "node limit"
    INTERRUPTED = "interrupted"
    ROUND_LIMIT = "round limit"  # of a reduction
    WORK_LIMIT = "work limit"  # of an estimate


CUT = (Status.TIME_LIMIT, Status.NODE_LIMIT)  # limits that leave only part of an answer


@dataclass(frozen=True, slots=True)
class Stats:
    """The counters of a search so far. All but ``seconds`` are the same on every run and machine."""

    nodes: int  # partial solutions visited, the empty one included (Knuth's count)
    updates: int  # steps of the kernel: links unlinks a node from a list, bits checks the size of an item
    guesses: int  # visited nodes whose item had two or more options
    solutions: int
    max_level: int  # options chosen at the deepest node, not counting given ones
    seconds: float  # wall time inside the kernel
    kernel: str  # "links", "bits" or "multi"


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search: ``fraction`` is Knuth's estimate from the branches taken, monotone, and 1 at the end.

    ``measured`` is False if a solution may end the search early, or remembered states may shorten the rest. The
    fraction then does not predict the time left.
    """

    fraction: float
    nodes: int
    solutions: int
    seconds: float
    parts: int = 0  # finished parts, if the search is divided into parts
    measured: bool = True  # True: the fraction is the finished share of all work

    @property
    def seconds_left(self) -> float:
        """Estimated seconds to the end, assuming a constant pace; infinity if there is no estimate."""
        known = self.measured and self.fraction
        return self.seconds * (1 - self.fraction) / self.fraction if known else float("inf")


class Search:
    """A search of a problem, made by :meth:`Problem.search`: an iterator over its solutions that can stop and resume.

    A search belongs to one thread at a time; entering it twice at once raises RuntimeError. Dropping a search frees
    everything it holds.

    >>> from dlx import Problem
    >>> s = Problem([["a"], ["b"], ["a", "b"]]).search()
    >>> [solution.options for solution in s]
    [(0, 1), (2,)]
    >>> s.status, s.stats.nodes
    (<Status.COMPLETE: 'complete'>, 4)
    """

    def __init__(
        self,
        problem: Problem,
        *,
        given: Iterable[int] = (),
        banned: Iterable[int] = (),
        limit: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        kernel: str = "auto",
        seed: int | None = None,
        progress: bool | Report | None = None,
    ) -> None:
        if kernel not in ("auto", *KERNELS):
            raise ValueError(f"no kernel {kernel!r}; choose {', '.join(map(repr, ('auto', *KERNELS)))}")
        self.problem = problem
        self.status: Status | None = None
        self._progress = reporter(progress)
        self._seconds = 0.0
        self._reported = 0.0
        self._delivered = 0
        self._guard = Guard()
        self._work = 50_000
        self._seed = seed if seed is None else index(seed)
        given, banned = problem._numbers(given, "given"), problem._numbers(banned, "banned")
        self._set_limits(0, 0, limit, time_limit, node_limit)
        self._kernel: Kernel | None = problem._kernels.take(problem, kernel, self._seed)
        self._lease = problem._kernels.lease(self._kernel) if seed is None else None
        self._stats: Stats | None = None
        if not self._kernel.setup(given, banned):
            self._finish(Status.COMPLETE)

    def _set_limits(
        self, solutions: int, nodes: int, limit: int | None, time_limit: float | None, node_limit: int | None
    ) -> None:
        """Set new limits, which count from this many solutions and nodes."""
        self._solution_stop = solutions + whole(limit, "limit", 0)
        self._node_stop = nodes + whole(node_limit, "node_limit", 0)
        self._deadline = self._seconds + seconds(time_limit)

    @property
    def unlimited(self) -> bool:
        """Return whether no limit can cut an answer short."""
        return self._deadline == inf and self._node_stop == WITHOUT_LIMIT

    @property
    def stats(self) -> Stats:
        """The counters so far."""
        kernel = self._kernel
        if kernel is None:
            assert self._stats is not None
            return self._stats
        return Stats(
            kernel.nodes,
            kernel.updates,
            kernel.guesses,
            kernel.solutions,
            kernel.max_level,
            self._seconds,
            kernel.name,
        )

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        with self._guard:
            kernel = self._kernel
            if kernel is None:
                raise StopIteration
            if kernel.solutions == self._delivered and not self._advance(self._delivered + 1):
                raise StopIteration
            solution = self.problem._solution(kernel.solution())
            self._delivered += 1
            if self._delivered == self._solution_stop:
                self.status = Status.SOLUTION_LIMIT
            return solution

    def count(self) -> int:
        """Continue without listing solutions, until everything is searched or a limit is reached.

        Returns the number of solutions this search has found so far, listed ones included. ``status`` tells you
        whether these are all solutions.
        """
        with self._guard:
            try:
                if self._kernel is not None and self._advance(self._solution_stop):
                    self.status = Status.SOLUTION_LIMIT
            finally:  # after Ctrl-C or a callback's error too, counted solutions are not listed again
                self._delivered = self.stats.solutions
            return self._delivered

    def resume(
        self, *, limit: int | None = None, time_limit: float | None = None, node_limit: int | None = None
    ) -> Self:
        """Continue after a limit with new limits, which count from here; without any, to the end. Returns the search.

        >>> from dlx import Problem
        >>> s = Problem([["a"], ["a"], ["a"]]).search(limit=2)
        >>> s.count(), s.status
        (2, <Status.SOLUTION_LIMIT: 'solution limit'>)
        >>> s.resume().count(), s.status
        (3, <Status.COMPLETE: 'complete'>)
        """
        with self._guard:
            stats = self.stats
            self._set_limits(stats.solutions, stats.nodes, limit, time_limit, node_limit)
            if self._kernel is not None:
                self.status = None
        return self

    def close(self) -> None:
        """Release everything the search holds and end it. Dropping the search does the same."""
        with self._guard:
            if self._kernel is not None:
                self._finish(self.status)

    def __reduce__(self) -> NoReturn:
        """Raise TypeError: two searches on one kernel would take solutions from each other."""
        raise TypeError("a Search can be neither copied nor pickled; its problem can, and Problem.split() cuts one up")

    def _finish(self, status: Status | None) -> None:
        self._stats = self.stats
        self.status = status
        self._kernel = self._lease = None
        if status is Status.COMPLETE and self._progress is not None:
            self._progress(Progress(1.0, self._stats.nodes, self._stats.solutions, self._seconds))

    def _advance(self, solution_stop: int) -> bool:
        if self._progress is None:
            return self._run(solution_stop)
        try:
            return self._run(solution_stop)
        finally:
            hide(self._progress)

    def _run(self, solution_stop: int) -> bool:
        """Run until this many solutions are found (True) or the search stops (False; ``status`` has the reason)."""
        kernel = self._kernel
        assert kernel is not None
        self.status = None
        if kernel.solutions >= self._solution_stop:
            self.status = Status.SOLUTION_LIMIT
            return False
        try:
            while self._seconds < self._deadline:
                started = perf_counter()
                outcome = kernel.run(self._node_stop, solution_stop, self._work)
                elapsed = perf_counter() - started
                self._seconds += elapsed
                if outcome == SOLUTION:
                    self._report()
                    return True
                if outcome == DONE:
                    self._finish(Status.COMPLETE)
                    return False
                if kernel.nodes >= self._node_stop:
                    self.status = Status.NODE_LIMIT
                    return False
                calloff.check()
                self._work = paced(self._work, elapsed)  # full slices only; a solution ends a slice early
                self._report()
        except KeyboardInterrupt:
            self.status = Status.INTERRUPTED
            raise
        self.status = Status.TIME_LIMIT
        return False

    def _report(self) -> None:
        if self._progress is None or self._seconds - self._reported < REPORT:
            return
        kernel = self._kernel
        assert kernel is not None
        self._reported = self._seconds
        so_far = kernel.fraction, kernel.nodes, kernel.solutions, self._seconds
        self._progress(Progress(*so_far, measured=self._solution_stop >= WITHOUT_LIMIT))


# --- plain answers of a search: complete, or Unfinished


def first(search: Search) -> Solution | None:
    """Return the first solution, or None if there is none."""
    solution = next(search, None)
    search.close()
    if solution is None and search.status in CUT:
        raise unsolved(search.status)
    return solution


def total(search: Search, question: str = "the count") -> int:
    """Return the number of solutions, at most the ``limit`` of the search."""
    try:
        n = search.count()
    finally:
        search.close()
    if search.status in CUT:
        raise unfinished(question, search.status, n)
    return n


def unique(search: Search) -> bool:
    """Return whether a search for two solutions finds exactly one."""
    return total(search, SECOND) == 1


def each(search: Search) -> Iterator[Solution]:
    """Yield the solutions; raise Unfinished after the last if a limit cut them short. You can continue after Ctrl-C."""
    return search if search.unlimited else chain(search, _end_of(search))


def _end_of(search: Search) -> Iterator[Solution]:
    if search.status in CUT:
        raise unfinished("the list", search.status, search.stats.solutions)
    yield from ()


def paced(work: int, elapsed: float, least: int = 1) -> int:
    """Return the work for the next slice, after one of ``elapsed`` seconds, so that it takes about SLICE seconds."""
    if elapsed < SLICE / 2:
        return min(work * 2, 2**40)
    return max(work // 2, least) if elapsed > SLICE * 2 else work


def seconds(time_limit: float | None) -> float:
    """Return a time limit, checked; infinity for None."""
    if time_limit is not None and not isinstance(time_limit, Real):
        raise TypeError(f"time_limit is {time_limit!r}; it must be a number of seconds or None")
    if time_limit is not None and not time_limit >= 0:
        raise ValueError(f"time_limit is {time_limit!r}; it must be a number of seconds, 0 or more")
    unlimited = time_limit is None or time_limit > 1e300  # an int may exceed the range of floats
    return float("inf") if unlimited else float(time_limit or 0)


def whole(number: int | None, name: str, least: int) -> int:
    """Return a limit in the form the kernel takes, checked."""
    if number is None:
        return WITHOUT_LIMIT
    try:
        value = index(number)
    except TypeError:
        raise TypeError(f"{name} is {number!r}; it must be a whole number or None") from None
    if value < least:
        raise ValueError(f"{name} is {value}; it must be {least} or more, or None")
    return min(value, WITHOUT_LIMIT)
