# SPDX-License-Identifier: MIT
"""A list of solutions that begins with the reasoning of `solve` and `is_unique`, and continues as a plain search.

    plain search    up to its opening                  most solutions come here, in its order
    the race        for the first two solutions, or    all strategies (engine/race.py), if plain search has no more
                    for the ``limit`` of the list      after its opening
    plain search    for all others                     it leaves out what others have found

So a list of few solutions ends as soon as a count of them, and one of many is as fast as a search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.drive import DONE, SOLUTION, STATUS, STOPPED, TIMED_SLICE_WORK
from ..engine.limits import WITHOUT_LIMIT
from ..engine.status import Stats, Status
from ..matrix.assumptions import Assumptions
from ..matrix.solution import Solution
from .search import Search

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..engine.race import Race

FEW = 2  # solutions of a list without a limit that are raced for: then we know whether there is one
MOST_RACED = 1_000  # ... and of one with a limit
LIST_OPENING_WORK = 2**21  # of plain search, since its last solution


class Listing(Search):
    """A search whose first solutions come from all strategies.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> [solution.options for solution in Listing(Problem([["a"], ["b"], ["a", "b"]]).engine, NONE)]
    [(0, 1), (2,)]
    """

    def __init__(
        self, engine: Engine, assumed: Assumptions, limit: int | None = None, seed: int | None = None, **limits: Any
    ) -> None:
        super().__init__(engine, assumed, limit=limit, seed=seed, **limits)
        self._engine, self._assumed, self._shuffled, self._n = engine, assumed, seed, 0
        self._wanted = FEW if limit is None or limit > MOST_RACED else limit
        self._listed: list[list[int]] = []  # the first solutions
        self._by_others: set[tuple[int, ...]] = set()
        self._race: Race | None = None

    def __next__(self) -> Solution:
        if self._n >= self.solution_stop:
            self.status = Status.SOLUTION_LIMIT
            raise StopIteration
        while self._n < self._wanted and self.kernel is not None and self.node_stop == WITHOUT_LIMIT:
            options = self._next_raced()
            if options is None:
                raise StopIteration
            self._n += 1
            return Solution(self.problem, tuple(sorted(options)))
        while (solution := super().__next__()).options in self._by_others:
            pass
        self._n += 1
        return solution

    def _next_raced(self) -> list[int] | None:
        """Return the next solution of any strategy, or None if there is none or the time is up."""
        with self.guard:
            kernel, drive = self.kernel, self.drive
            assert kernel is not None
            self.status = None
            drive.resume()
            race = self._race
            if race is None:
                kernel.solution_stop = kernel.solutions + 1
                outcome = drive.run(kernel, kernel.work + LIST_OPENING_WORK)
                if outcome == SOLUTION:
                    self.delivered = kernel.solutions
                    self._listed.append(kernel.solution())
                    return self._listed[-1]
                if outcome in (DONE, STOPPED):
                    self._end(outcome)
                    return None
                race = self._race = self._raced()
            outcome = SOLUTION
            while outcome == SOLUTION and len(race.recorded) == self._n:
                outcome = drive.run_race(race)
            self.delivered = kernel.solutions
            if len(race.recorded) == self._n:
                self._end(outcome)
                return None
            if race.last is not None and race.last.row.name != "search":
                self._by_others.add(tuple(sorted(race.newest)))
            return race.newest

    def _end(self, outcome: int) -> None:
        """End the list, or pause it at a limit."""
        if outcome == DONE:
            self.finish(Status.COMPLETE)
        else:
            self.status = STATUS[outcome]

    def _raced(self) -> Race:
        """Return the race for the first solutions, in which plain search continues."""
        from ..engine.strategies.plain import PlainSearch
        from ..engine.table import begun
        from ..engine.task import Solutions, Task
        from .decide import DECISION_BYTES

        assert self.kernel is not None
        goal = Solutions(self._wanted, shown=True)
        task = Task(self._engine, self._assumed, goal, lambda: DECISION_BYTES, {}, seed=self._shuffled)
        race = begun(task, PlainSearch(self.kernel, goal))
        race.record(self._listed)
        self.drive.slice_work, self.drive.paced = TIMED_SLICE_WORK, False
        return race

    @property
    def n_listed(self) -> int:
        return self._n

    @property
    def stats(self) -> Stats:
        """The counters of plain search, but for the solutions, which any strategy may have found."""
        s = super().stats  # dataclasses.replace() would take 2 us
        return Stats(s.nodes, s.updates, s.guesses, self._n, s.max_level, s.seconds, s.kernel)
