# SPDX-License-Identifier: MIT
"""Find the options that are in all, in some and in no solutions: Sudoku's "true candidates".

Every solution is a witness for many options at once. Its own options are not in "none", and all other options are not
in "all". So a few searches suffice, plus one for each answer that takes a proof:

    1  a first search, up to some solutions; if it ends by itself, everything is known
    2  for each option not seen yet, a search for a solution with it               none found: it is in no solution
    3  for each option in all solutions so far, a search for a solution without    none found: it is in all solutions

Once plain search has left a query to other strategies, one search that learns has the first try at all further queries:
what it learned from one holds for the next (a 36x36 Sudoku: 10.3 s without, 0.07 s with it).

With method "sat", steps 2 and 3 are queries to one SAT solver, each under one assumption. To count, we forbid it every
solution found so far.

Rejected: to ban options proved to be in no solution from later searches. It gained a quarter on the pentominoes of 4x15
and made Sudoku take 3.5 times as long, because proofs are short there and each ban takes time to set up.

A problem that falls apart, and whose first search does not end soon, is answered component by component: an option has
the status that it has in its component, if every component has a solution. Its witness there, with first solutions of
the others, is a witness in the whole.

Step 3 is the method for backbones of formulas: Marques-Silva, Janota and Lynce, On computing backbones of propositional
theories, ECAI 2010.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.drive import DONE, SOLUTION, Drive
from ..engine.engine import Engine
from ..engine.limits import WITHOUT_LIMIT, seconds, whole
from ..engine.status import Status, outer_status
from ..engine.steps import Steps
from ..engine.strategies.learning import Learning, learnable
from ..engine.unfinished import unsolved
from ..matrix.assumptions import NONE, Assumptions
from ..matrix.named import named_option
from ..matrix.solution import Solution
from ..structure.components import Components, components
from ..system import calloff
from ..system.public import public
from .decide import Decision
from .learned import Queries
from .listing import Listing
from .search import Search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.bar import Report


FIRST_SOLUTIONS = 64  # of the first search; if there are no more, no other search is needed
FIRST_LEARNED = 2  # of the first queries to a SAT solver, whose next models differ little: one solution shows at once
LEARNED_WORK = 2**24  # for a query, some 20 ms, before all strategies begin with it
FIRST_NODES = 10_000  # of the first search after its first solution, or as many again as that took


@public("dlx")
class OptionStatus(enum.IntEnum):
    """The status of an option: in all, some or none of the solutions. Without any solution every option is NONE."""

    UNKNOWN = 0  # time ran out, or it was canceled
    NONE = 1
    SOME = 2  # in at least one, and not in all
    ALL = 3


@public("dlx")
class OptionStatuses:
    """The answer of :meth:`Problem.option_status`: ``found[k]`` is the :class:`OptionStatus` of option k."""

    statuses: NDArray[np.uint8]  # (n_options,): values of OptionStatus
    # (n_options,): solutions with the option, at most the limit (and at most 2^63 - 1); fewer if time ran out
    counts: NDArray[np.int64]
    status: Status  # COMPLETE, TIME_LIMIT or INTERRUPTED
    n_searches: int

    def __init__(
        self,
        engine: Engine,
        assumed: Assumptions,
        limit: int | None,
        time_limit: float | None,
        method: str = "auto",
        report: Report | None = None,
    ) -> None:
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
        self.n_solutions = 0  # listed by the first search
        self._learning: Learning | None = None  # once plain search has not decided a query
        self._solver: Queries | None = None  # of the method "sat"
        self._parts: ComponentStatuses | None = None  # if the answer is that of the components
        self._steps = Steps(report, self._state)
        try:
            if method == "sat":
                self._solver = Queries(problem, assumed, time_limit, self._steps.report)
            complete = self._run()
        except calloff.OutOfTime:  # while components or a solver were prepared
            complete = False
        self.status = Status.COMPLETE if complete else outer_status(Status.TIME_LIMIT)
        if self._parts is None:
            self.statuses[(self._with >= 0) & (self._without >= 0)] = OptionStatus.SOME
        self.counts = np.minimum(self.counts, min(self._limit, WITHOUT_LIMIT - 1))
        self._steps.end(self.n_solutions)
        del self._recorded, self._engine, self._assumed, self._learning, self._solver, self._steps  # of the searches

    def _state(self) -> tuple[float, str]:
        """Return the share of the options whose status is known, and their number in words."""
        n = self.problem.n_options
        known = int(np.count_nonzero((self.statuses != 0) | ((self._with >= 0) & (self._without >= 0))))
        return known / max(n, 1), f"{known:,} of {n:,} options decided"

    def __getitem__(self, k: Any) -> OptionStatus:
        """Return the status of an option, named as in :meth:`Problem.search`."""
        return OptionStatus(self.statuses[k if isinstance(k, (int, np.integer)) else named_option(self.problem, k)])

    def options(self, status: OptionStatus) -> list[int]:
        """Return the numbers of the options with this status, ascending."""
        found: list[int] = np.flatnonzero(self.statuses == status).tolist()
        return found

    def witness(self, k: Any) -> Solution | None:
        """Return a solution with option k, or None if there is none; raise Unfinished if time ran out first."""
        return self._witness(self._with, k, having=True)

    def without(self, k: Any) -> Solution | None:
        """Return a solution without option k, or None if there is none; raise Unfinished if time ran out first."""
        return self._witness(self._without, k, having=False)

    def _witness(self, numbers: NDArray[np.int64], k: Any, *, having: bool) -> Solution | None:
        k = named_option(self.problem, k)
        if self._parts is not None:
            found = self._parts.witness(k, having=having)
        else:
            found = self._witnesses[numbers[k]] if numbers[k] >= 0 else None
        if found is None and self.statuses[k] == OptionStatus.UNKNOWN:
            raise unsolved(self.status)
        return found

    def __repr__(self) -> str:
        numbers = np.bincount(self.statuses, minlength=len(OptionStatus)).tolist()
        words = [f"{n} {status.name}" for status, n in zip(OptionStatus, numbers, strict=True) if n]
        return f"<{type(self).__name__}: {', '.join(words) or 'no options'}; {self.status.value}>"

    # --- the searches

    def _run(self) -> bool:
        """Run all searches; return False if time ran out."""
        if self._solver is None:
            search = self._search([], [])
            status = self._first(search)
            if status in (Status.NODE_LIMIT, Status.SOLUTION_LIMIT):
                parts = components(self.problem, self._assumed)
                if parts is None or parts.apart:
                    return self._of_components(parts)
                if self._limit == WITHOUT_LIMIT:
                    status = self._record_all(search)
                elif not self._witnesses:
                    status = self._decide([], []) or Status.SOLUTION_LIMIT
            self.n_solutions = search.n_listed
            search.close()
        else:
            status = self._query([], [], lambda: self.n_searches >= FIRST_LEARNED and self._limit < WITHOUT_LIMIT)
        if status is Status.COMPLETE:
            self.statuses[self._without < 0] = OptionStatus.ALL
            self.statuses[self._with < 0] = OptionStatus.NONE
        if status in (Status.COMPLETE, Status.TIME_LIMIT):
            return status is Status.COMPLETE
        options = range(self.problem.n_options)
        return all(map(self._possible, options)) and all(map(self._necessary, options))

    def _first(self, search: Search) -> Status | None:
        """Run the first search up to some nodes and solutions; return its status."""
        status = self._record_all(search, None if self._limit == WITHOUT_LIMIT else 1, FIRST_NODES)
        if status is not Status.SOLUTION_LIMIT:
            return status
        return self._record_all(search, FIRST_SOLUTIONS, max(search.stats.nodes, FIRST_NODES))

    def _of_components(self, parts: Components | None) -> bool:
        """Answer component by component; return False if time ran out."""
        solutions: list[list[int]] = []
        if parts is not None:
            self.n_searches += 1
            answer = Decision(self._engine, self._assumed, time_limit=self._left(), report=self._steps.report).answer()
            if answer.cut:
                return False
            solutions = answer.value
        self._witnesses = []
        self._with[:] = self._without[:] = -1
        self.statuses[:], self.counts[:] = OptionStatus.NONE, 0
        if parts is None or not solutions:
            return True
        self._parts = ComponentStatuses(parts, solutions[0], self._limit, self._left)
        self._parts.answer(self.statuses, self.counts, self._steps.report)
        self.n_searches += self._parts.n_searches
        return self._parts.complete

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

    # --- shared

    def _decide(self, given: list[int], banned: list[int]) -> Status | None:
        """Record a solution by any strategy and return None, or return the status of a decision without one."""
        self.n_searches += 1
        assumed = self._under(given, banned)
        found = self._learned(given, banned)
        if found is None:
            answer = Decision(self._engine, assumed, time_limit=self._left(), report=self._steps.report).answer()
            status, found = answer.status, answer.value
            if answer.race is not None and self._learning is None and learnable(self.problem):
                self._learning = Learning(self.problem, self._assumed)
            if not found and status is not Status.COMPLETE:
                return status
        if not found:
            return Status.COMPLETE
        self._record(Solution.of(self.problem, found[0]))
        return None

    def _learned(self, given: list[int], banned: list[int]) -> list[list[int]] | None:
        """Return a solution, or none if there is none, by what former queries have learned; None: not known so soon."""
        machine = self._learning
        if machine is None:
            return None
        machine.assume(Assumptions(tuple(given), tuple(banned)))
        outcome = Drive(self._left()).run(machine, work_stop=machine.work + LEARNED_WORK)
        return [machine.solution()] if outcome == SOLUTION else [] if outcome == DONE else None

    def _query(self, given: list[int], banned: list[int], enough: Callable[[], bool]) -> Status | None:
        """Record solutions until there are enough (return None) or the search ends (return its status)."""
        if self._solver is not None:
            return self._query_solver(self._solver, Assumptions(tuple(given), tuple(banned)), enough)
        if self._limit == 1:
            return self._decide(given, banned)
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

    def _query_solver(self, solver: Queries, assumed: Assumptions, enough: Callable[[], bool]) -> Status | None:
        """Record solutions of a SAT solver likewise; each is new, as the solver is forbidden those before."""
        while True:
            self.n_searches += 1
            status = solver.query(assumed)
            if status is not Status.SOLUTION_LIMIT:
                return status
            self._record(solver.solution)
            solver.machine.forbid()
            if enough():
                return None

    def _search(self, given: list[int], banned: list[int]) -> Search:
        self.n_searches += 1
        return Listing(self._engine, self._under(given, banned), time_limit=self._left(), progress=self._steps.report)

    def _under(self, given: list[int], banned: list[int]) -> Assumptions:
        return Assumptions((*self._assumed.given, *given), (*self._assumed.banned, *banned))

    def _left(self) -> float:
        self._steps.tick(len(self._witnesses))
        return 0.0 if calloff.canceled() else max(self._deadline - perf_counter(), 0)

    def _record_all(self, search: Search, limit: int | None = None, node_limit: int | None = None) -> Status | None:
        """Record the next solutions of a search; return its status. The search does not count the time spent here."""
        for solution in search.resume(limit=limit, time_limit=self._left(), node_limit=node_limit):
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


class ComponentStatuses:
    """The statuses in each kind of component, and the way from there to the whole problem, which has this solution."""

    def __init__(self, parts: Components, solution: list[int], limit: int, left: Callable[[], float]) -> None:
        self.parts, self.limit, self._left = parts, limit, left
        kinds = sorted(parts.kinds.values(), key=lambda alike: int(parts.sizes[alike[0]]))
        self.kind = {n: k for k, alike in enumerate(kinds) for n in alike}
        self.engines = [Engine(parts[alike[0]].matrix) for alike in kinds]
        self.place = {int(k): (n, j) for n in range(len(parts)) for j, k in enumerate(parts.options(n))}
        self.solution: list[list[int]] = [[] for _ in range(len(parts))]  # of each component, in its own numbers
        for n, j in (self.place[k] for k in solution if k in self.place):
            self.solution[n].append(j)
        self.of_kinds: list[OptionStatuses] = []
        self.n_searches = 0
        self.complete = True

    def answer(self, statuses: NDArray[np.uint8], counts: NDArray[np.int64], report: Report | None) -> None:
        """Write the statuses and counts of the whole problem."""
        limit = None if self.limit == WITHOUT_LIMIT else self.limit
        self.of_kinds = [OptionStatuses(engine, NONE, limit, self._left(), report=report) for engine in self.engines]
        self.n_searches += sum(answer.n_searches for answer in self.of_kinds)
        self.complete = all(answer.status is Status.COMPLETE for answer in self.of_kinds)
        totals = [self._total(k) for k in range(len(self.engines))]
        factors = self._factors([totals[self.kind[n]] for n in range(len(self.parts))])
        for n, factor in enumerate(factors):
            answer, options = self.of_kinds[self.kind[n]], self.parts.options(n)
            statuses[options] = answer.statuses
            counts[options] = [self._capped(count * factor) for count in answer.counts.tolist()]
        forced = list(self.parts.forced)
        statuses[forced] = OptionStatus.ALL
        counts[forced] = self._capped(factors[0] * totals[self.kind[0]] if factors else 1)

    def _capped(self, n: int) -> int:
        return min(n, self.limit, WITHOUT_LIMIT - 1)

    def _total(self, k: int) -> int:
        """Return the number of solutions of a kind, at most the limit."""
        if self.limit == 1 or not self._left():
            return 1  # there is one
        if self.limit == WITHOUT_LIMIT:
            return max(self.of_kinds[k].n_solutions, 1)
        self.n_searches += 1
        decision = Decision(self.engines[k], NONE, self.limit, shown=False, time_limit=self._left())
        return max(decision.answer().partial, 1)

    def _factors(self, totals: list[int]) -> list[int]:
        """Return for each component the number of solutions of all others, at most the limit."""
        before, after = [1], [1]
        for total in totals[:-1]:
            before.append(self._capped(before[-1] * total))
        for total in totals[:0:-1]:
            after.append(self._capped(after[-1] * total))
        return [self._capped(a * b) for a, b in zip(before, after[::-1], strict=True)][: len(totals)]

    def witness(self, option: int, *, having: bool) -> Solution | None:
        """Return a solution with or without an option of the whole problem, or None if none was found."""
        n, j = self.place.get(option, (-1, -1))
        chosen = [*self.solution]
        if n >= 0:
            answer = self.of_kinds[self.kind[n]]
            witness = answer.witness(j) if having else answer.without(j)
            if witness is None:
                return None
            chosen[n] = [*witness.options]
        elif (option in self.parts.forced) is not having:
            return None
        return Solution.of(self.parts.problem, self.parts.join(chosen))
