# SPDX-License-Identifier: MIT
"""Find the options that are in all, in some and in no solutions: Sudoku's "true candidates".

Every solution is a witness for many options at once. Its own options are not in "none", and all other options are not
in "all". So a few searches suffice, plus one for each answer that takes a proof:

    1  a first search, up to some solutions; if it ends by itself, everything is known
    2  for each option not seen yet, a search for a solution with it               none found: it is in no solution
    3  for each option in all solutions so far, a search for a solution without    none found: it is in all solutions

Rejected: to ban options proved to be in no solution from later searches. It gained a quarter on the pentominoes of 4x15
and made Sudoku take 3.5 times as long, because proofs are short there and each ban takes time to set up.

Step 3 is the method for backbones of formulas: Marques-Silva, Janota and Lynce, On computing backbones of propositional
theories, ECAI 2010.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ..engine import calloff
from ..engine.limits import WITHOUT_LIMIT, seconds, whole
from ..engine.status import Status
from ..matrix.assumptions import Assumptions
from ..matrix.numbers import option_numbers
from ..system.public import public
from .search import Search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.engine import Engine
    from ..matrix.solution import Solution

FIRST_SOLUTIONS = 64  # of the first search; if there are no more, no other search is needed
FIRST_NODES = 10_000  # of the first search after its first solution, or as many again as that took


@public("dlx")
class OptionStatus(enum.IntEnum):
    """The status of an option: in all, some or none of the solutions. Without any solution every option is NONE."""

    UNKNOWN = 0  # time ran out
    NONE = 1
    SOME = 2  # in at least one, and not in all
    ALL = 3


@public("dlx")
class OptionStatuses:
    """The answer of :meth:`Problem.option_status`: ``found[k]`` is the :class:`OptionStatus` of option k."""

    statuses: NDArray[np.uint8]  # (n_options,): values of OptionStatus
    counts: NDArray[np.int64]  # (n_options,): solutions with the option, at most the limit; fewer if time ran out
    status: Status  # COMPLETE or TIME_LIMIT
    n_searches: int

    def __init__(self, engine: Engine, assumed: Assumptions, limit: int | None, time_limit: float | None) -> None:
        self.problem = problem = engine.matrix
        self._engine, self._assumed = engine, assumed
        self._limit = whole(limit, "limit", 1)
        self._deadline = perf_counter() + seconds(time_limit)
        self._recorded: set[tuple[int, ...]] = set()  # solutions counted so far, if there is a limit
        self._witnesses: list[Solution] = []  # for each option, the first solutions with and without it
        self._with = np.full(problem.n_options, -1)  # indices of witnesses, -1 for none
        self._without = np.full(problem.n_options, -1)
        self.statuses = np.zeros(problem.n_options, dtype=np.uint8)
        self.counts = np.zeros(problem.n_options, dtype=np.int64)
        self.n_searches = 0
        self.status = Status.COMPLETE if self._run() else Status.TIME_LIMIT
        self.statuses[(self._with >= 0) & (self._without >= 0)] = OptionStatus.SOME
        self.counts = np.minimum(self.counts, min(self._limit, WITHOUT_LIMIT - 1))
        del self._recorded, self._engine, self._assumed  # of the searches

    def __getitem__(self, k: int) -> OptionStatus:
        return OptionStatus(self.statuses[k])

    def options(self, status: OptionStatus) -> list[int]:
        """Return the numbers of the options with this status, ascending."""
        found: list[int] = np.flatnonzero(self.statuses == status).tolist()
        return found

    def witness(self, k: int) -> Solution | None:
        """Return a solution with option k, or None if none was found."""
        return self._witness(self._with, k)

    def without(self, k: int) -> Solution | None:
        """Return a solution without option k, or None if none was found."""
        return self._witness(self._without, k)

    def _witness(self, numbers: NDArray[np.int64], k: int) -> Solution | None:
        number = numbers[option_numbers(self.problem.n_options, [k], "the")[0]]
        return self._witnesses[number] if number >= 0 else None

    def __repr__(self) -> str:
        numbers = np.bincount(self.statuses, minlength=len(OptionStatus)).tolist()
        words = [f"{n} {status.name}" for status, n in zip(OptionStatus, numbers, strict=True) if n]
        return f"<{type(self).__name__}: {', '.join(words) or 'no options'}; {self.status.value}>"

    # --- the searches

    def _run(self) -> bool:
        """Run all searches; return False if time ran out."""
        search = self._search([], [])
        status = self._first(search)
        if status is Status.COMPLETE:
            self.statuses[self._without < 0] = OptionStatus.ALL
            self.statuses[self._with < 0] = OptionStatus.NONE
        if status in (Status.COMPLETE, Status.TIME_LIMIT):
            return status is Status.COMPLETE
        options = range(self.problem.n_options)
        return all(map(self._possible, options)) and all(map(self._necessary, options))

    def _first(self, search: Search) -> Status | None:
        """Run the first search; return its status."""
        if self._limit < WITHOUT_LIMIT:
            self._record_all(search.resume(limit=1, time_limit=self._left()))
            nodes = max(search.stats.nodes, FIRST_NODES)
            if search.status is Status.SOLUTION_LIMIT:
                search.resume(limit=FIRST_SOLUTIONS, time_limit=self._left(), node_limit=nodes)
        status = self._record_all(search)
        search.close()
        return status

    def _possible(self, k: int) -> bool:
        """Find solutions with option k, up to the limit. Return False if time ran out."""
        if self.counts[k] >= self._limit:
            return True
        status = self._query([k], [], lambda: bool(self.counts[k] >= self._limit))
        if status is Status.COMPLETE and self._with[k] < 0:
            self.statuses[k] = OptionStatus.NONE
        return status is not Status.TIME_LIMIT

    def _necessary(self, k: int) -> bool:
        """If all solutions so far have option k, look for a solution without it. Return False if time ran out."""
        if self._without[k] >= 0:
            return True
        status = self._query([], [k], lambda: True)
        if status is Status.COMPLETE:
            self.statuses[k] = OptionStatus.ALL
        return status is not Status.TIME_LIMIT

    def _query(self, given: list[int], banned: list[int], enough: Callable[[], bool]) -> Status | None:
        """Record solutions until there are enough (return None) or the search ends (return its status)."""
        search = self._search(given, banned)
        try:
            for solution in search:
                self._record(solution)
                if enough():
                    return None
                if not self._left():
                    return Status.TIME_LIMIT
            return search.status
        finally:
            search.close()

    def _search(self, given: list[int], banned: list[int]) -> Search:
        self.n_searches += 1
        assumed = Assumptions((*self._assumed.given, *given), (*self._assumed.banned, *banned))
        return Search(self._engine, assumed, time_limit=self._left())

    def _left(self) -> float:
        calloff.check()
        return max(self._deadline - perf_counter(), 0)

    def _record_all(self, search: Search) -> Status | None:
        """Record all solutions of a search; return its status. The search does not count the time spent here."""
        for solution in search:
            self._record(solution)
            if not self._left():
                return Status.TIME_LIMIT
        return search.status

    def _record(self, solution: Solution) -> None:
        """Record the options for which a solution is a witness."""
        if 1 < self._limit < WITHOUT_LIMIT:
            if solution.options in self._recorded:
                return
            self._recorded.add(solution.options)
        has = np.zeros(self.problem.n_options, dtype=bool)
        has[list(solution.options)] = True
        self.counts += has
        fresh, lost = has & (self._with < 0), ~has & (self._without < 0)
        if fresh.any() or lost.any():
            self._with[fresh] = self._without[lost] = len(self._witnesses)
            self._witnesses.append(solution)
