# SPDX-License-Identifier: MIT
"""A search of a problem: an iterator over its solutions that can stop and resume.

A drive (engine/drive.py) runs the kernel, with the limits and the progress reports. This module hands out the solutions
and knows how the search ended.

    status       next()/count()        meaning                               continue with
    -----------  --------------------  ------------------------------------  ---------------------
    None         running               not stopped yet                       next(), count()
    COMPLETE     everything searched   all solutions were found              nothing
    *_LIMIT      a limit was reached   there may be more solutions           resume(new limits)
    INTERRUPTED  Ctrl-C                there may be more solutions           next(), count()
    INTERRUPTED  `cancel` is set       there may be more solutions           resume(new limits)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, NoReturn, Self, cast

from ..engine.bar import Report, hide, reporter
from ..engine.drive import DONE, SOLUTION, STATUS, STOPPED, Drive
from ..engine.engine import KERNELS, Engine
from ..engine.limits import WITHOUT_LIMIT, integer, seconds, whole
from ..engine.status import CUT, Stats, Status
from ..engine.unfinished import AtLeast, unfinished
from ..kernels.kernel import Guard, Kernel, Lease
from ..matrix.assumptions import NONE, Assumptions
from ..matrix.solution import Solution
from ..system.calloff import Cancel, Cancellation, cancellation
from ..system.public import public
from ..system.wording import duration, plural, unknown_name

if TYPE_CHECKING:
    Counters = tuple[int, int, int, int, int, float, str]  # the fields of Stats


@public("dlx")
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

    _cancellation: Cancellation | None = None  # by a ``cancel`` of its own

    def __init__(
        self,
        engine: Engine,
        assumed: Assumptions = NONE,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        cancel: Cancel | None = None,
        kernel: str = "auto",
        seed: int | None = None,
        progress: bool | Report | None = None,
        solution: Callable[[list[int]], Solution] | None = None,
    ) -> None:
        """Prepare a search of the engine's problem; `solution` makes the solutions it yields of their options."""
        if kernel not in ("auto", *KERNELS):
            problem = "a single question has no kernel" if kernel == "lanes" else "no kernel"
            raise ValueError(unknown_name(problem, kernel, ("auto", *KERNELS)))
        self.problem = engine.matrix
        self._solution = solution
        self.status: Status | None = None
        self.drive = Drive(seconds(time_limit), reporter(progress))
        if cancel is not None:
            self._take(cancel)
        self.delivered = 0
        self.guard = Guard()
        self._seed = seed if seed is None else integer(seed, "seed")
        self._set_limits(0, 0, limit, node_limit)
        self._lease: Lease | None = engine.lend(kernel, self._seed)
        self.kernel: Kernel | None = self._lease.kernel
        self._final: Counters | None = None  # of a search that has ended
        possible = self.kernel.setup(*assumed)
        self.kernel.node_stop = self.node_stop
        if not possible:
            self.drive.show(1.0, 0, 0)
            self.finish(Status.COMPLETE)

    def _set_limits(self, solutions: int, nodes: int, limit: int | None, node_limit: int | None) -> None:
        """Set new limits, which count from this many solutions and nodes."""
        self.solution_stop = solutions + whole(limit, "limit", 0)
        self.node_stop = nodes + whole(node_limit, "node_limit", 0)
        self.drive.measured = limit is None

    def _take(self, cancel: Cancel | None) -> None:
        """Take another ``cancel``; without one, the search ends with the question around it."""
        self._cancellation = None if cancel is None else Cancellation(cancel)
        self.drive.cancellation = self._cancellation or cancellation()

    @property
    def unlimited(self) -> bool:
        """Return whether nothing can cut an answer short."""
        drive = self.drive
        return drive.deadline == inf and self.node_stop == WITHOUT_LIMIT and drive.cancellation is None

    @property
    def stats(self) -> Stats:
        """The counters so far."""
        return Stats(*self._counters())

    def _counters(self) -> Counters:
        """Return the fields of Stats; a Stats itself would take an eighth of the time of the smallest count."""
        if self._final is not None:
            return self._final
        kernel = cast("Kernel", self.kernel)
        nodes, updates, guesses = kernel.nodes, kernel.updates, kernel.guesses
        return nodes, updates, guesses, kernel.solutions, kernel.max_level, self.drive.seconds, kernel.name

    @property
    def n_listed(self) -> int:
        """The number of solutions that the iterator has yielded, or counted."""
        return self.delivered

    def __repr__(self) -> str:
        nodes, _, _, solutions, _, spent, _ = self._counters()
        state = "not ended" if self.status is None else self.status.value
        return f"<Search: {plural(solutions, 'solution')}, {plural(nodes, 'node')}, {duration(spent)}; {state}>"

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        with self.guard:
            kernel = self.kernel
            if kernel is None:
                raise StopIteration
            advanced = kernel.solutions == self.delivered
            if advanced and not self._advance(self.delivered + 1):
                raise StopIteration
            options = kernel.solution()
            make = self._solution
            solution = Solution(self.problem, tuple(sorted(options))) if make is None else make(options)
            if advanced and self.drive.deadline < inf:
                self.drive.late()  # it may take longer to make a solution than to find it
            self.delivered += 1
            if self.delivered == self.solution_stop:
                self.status = Status.SOLUTION_LIMIT
            return solution

    def count(self) -> int:
        """Continue without listing solutions, until everything is searched or a limit is reached.

        Returns the number of solutions this search has found so far, listed ones included. ``status`` tells you
        whether these are all solutions; if a limit of time or nodes came first, the number prints as "at least".
        """
        with self.guard:
            try:
                if self.kernel is not None and self._advance(self.solution_stop):
                    self.status = Status.SOLUTION_LIMIT
            finally:  # after Ctrl-C or a callback's error too, counted solutions are not listed again
                self.delivered = self._counters()[3]
            return AtLeast(self.delivered) if self.status in CUT else self.delivered

    def resume(
        self,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Self:
        """Continue after a limit with new limits, which count from here; without any, to the end. Returns the search.

        The former ``cancel`` holds no longer.

        >>> from dlx import Problem
        >>> s = Problem([["a"], ["a"], ["a"]]).search(limit=2)
        >>> s.count(), s.status
        (2, <Status.SOLUTION_LIMIT: 'solution limit'>)
        >>> s.resume().count(), s.status
        (3, <Status.COMPLETE: 'complete'>)
        """
        with self.guard:
            stats = self.stats
            self._set_limits(stats.solutions, stats.nodes, limit, node_limit)
            self.drive.allow(seconds(time_limit))
            self._take(cancel)
            if self.kernel is not None:
                self.kernel.node_stop = self.node_stop
                self.status = None
        return self

    def close(self) -> None:
        """Release everything the search holds and end it. Dropping the search does the same."""
        with self.guard:
            if self.kernel is not None:
                self.finish(self.status)

    def __reduce__(self) -> NoReturn:
        """Raise TypeError: two searches on one kernel would take solutions from each other."""
        raise TypeError("a Search can be neither copied nor pickled; its problem can, and Problem.split() cuts one up")

    def finish(self, status: Status | None) -> None:
        self._final = self._counters()
        self.status = status
        self.kernel = self._lease = None

    def _advance(self, solution_stop: int) -> bool:
        """Run until this many solutions are found (True) or the search stops (False; ``status`` has the reason)."""
        kernel, drive = self.kernel, self.drive
        assert kernel is not None
        if kernel.solutions >= self.solution_stop:
            self.status = Status.SOLUTION_LIMIT
            return False
        self.status = None
        kernel.solution_stop = solution_stop
        drive.resume()
        try:
            outcome = drive.run(kernel)
        except KeyboardInterrupt:
            self.status = Status.INTERRUPTED
            raise
        finally:
            if drive.report is not None:
                hide(drive.report)
        if outcome == SOLUTION:
            return True
        if outcome == DONE:
            self.finish(Status.COMPLETE)
        else:
            canceled = outcome == STOPPED and self._cancellation is not None and self._cancellation.is_set()
            self.status = Status.INTERRUPTED if canceled else STATUS[outcome]
        return False


# --- a complete list, or Unfinished


def each(search: Search) -> Iterator[Solution]:
    """Yield the solutions; raise Unfinished after the last if a limit cut them short. You can continue after Ctrl-C."""
    return search if search.unlimited else chain(search, _end_of(search))


def _end_of(search: Search) -> Iterator[Solution]:
    if search.status in CUT:
        raise unfinished("the list", search.status, search.n_listed)
    yield from ()
