# SPDX-License-Identifier: MIT
"""A first solution, uniqueness, a count up to a limit: the search for so many solutions, or the proof that there are
fewer.

Most questions end within the first slice of plain search. The others become a race (engine/race.py) of all strategies
that decide: components that share nothing are then decided one by one, and items that are full in every solution become
primary.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from ..engine.answer import Answer, Interrupted
from ..engine.drive import DONE, FIRST_SLICE_WORK, PAUSED, SOLUTION, STATUS, TIMED_SLICE_WORK, Drive
from ..engine.limits import seconds
from ..engine.status import CUT, LearningStats, Stats, Status
from ..engine.task import Solutions, Task
from ..engine.unfinished import SECOND, unfinished, unsolved
from ..matrix.solution import Solution
from ..system.calloff import within

if TYPE_CHECKING:
    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..engine.race import Race
    from ..kernels.kernel import Kernel
    from ..matrix.assumptions import Assumptions

DECISION_BYTES = 1 << 28  # for the tables of a decision
MOST_DECIDED = 16  # solutions of each question of a batch for which all strategies are tried


class Decision:
    """The search for so many different solutions, or for the proof that there are fewer.

    If they need not be ``shown``, their number is enough. A ``seed`` shuffles the order in which options are tried.
    ``stopped`` is for threads, as in Drive.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> answer = Decision(Problem([["a"], ["a", "b"], ["b"]]).engine, NONE, 3).answer()
    >>> answer.status.value, answer.value, answer.stats.kernel
    ('complete', [[0, 2], [1]], 'bits')
    """

    race: Race | None = None  # None: the question ended in the first slice

    def __init__(
        self,
        engine: Engine,
        assumed: Assumptions,
        wanted: int = 1,
        *,
        shown: bool = True,
        method: str = "auto",
        seed: int | None = None,
        time_limit: float = inf,
        report: Report | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        self._engine, self._assumed, self._goal = engine, assumed, Solutions(wanted, shown=shown)
        self._method, self._seed, self._time_limit = method, seed, time_limit
        self._report, self._stopped = report, stopped

    def answer(self) -> Answer:
        """Return the options of the solutions, and as ``partial`` the number known to exist.

        The status is SOLUTION_LIMIT (there are as many as wanted), COMPLETE (there are no more) or TIME_LIMIT.
        """
        if self._method == "sat":
            return self._raced(None, [])
        with self._engine.lend("auto", self._seed) as kernel:
            if not kernel.setup(*self._assumed):
                return Answer([], Status.COMPLETE, _stats(kernel, 0))
            solutions: list[list[int]] = []
            outcome = _first_slice(kernel, self._goal, solutions) if self._time_limit > 0 else PAUSED
            if outcome == PAUSED:
                return self._raced(kernel, solutions)
            return Answer(solutions, STATUS[outcome], _stats(kernel, kernel.solutions), kernel.solutions)

    def _raced(self, kernel: Kernel | None, solutions: list[list[int]]) -> Answer:
        """Continue with all strategies."""
        from ..engine.strategies.plain import PlainSearch
        from ..engine.table import begun

        goal = self._goal
        task = Task(self._engine, self._assumed, goal, lambda: DECISION_BYTES, {}, self._method, seed=self._seed)
        race = self.race = begun(task, None if kernel is None else PlainSearch(kernel, goal))
        race.record(solutions)
        drive = Drive(self._time_limit, self._report, slice_work=TIMED_SLICE_WORK, stopped=self._stopped)
        drive.measured = False  # because a solution ends the search
        try:
            with within(self._time_limit):
                while (outcome := drive.run_race(race)) == SOLUTION and not race.enough:
                    pass
        except KeyboardInterrupt:
            raise Interrupted(self._of_race(race, kernel, Status.INTERRUPTED, drive.seconds)) from None
        if race.known >= goal.wanted:
            outcome = SOLUTION
        elif outcome == SOLUTION:  # the last one: a strategy knew how many there are
            outcome = DONE
        status = STATUS[outcome]
        return self._of_race(race, kernel, status, drive.seconds)

    def _of_race(self, race: Race, kernel: Kernel | None, status: Status, seconds: float) -> Answer:
        """Return the answer of a race, as far as it has come."""
        stats: Stats | LearningStats
        if kernel is None:
            solver: Any = race.latest
            conflicts, updates = getattr(solver, "conflicts", 0), getattr(solver, "updates", 0)
            stats = LearningStats(conflicts, solver.nodes, updates, seconds)
        else:
            stats = _stats(kernel, race.known, seconds, race)
        outlook = _hint() if status in CUT else ""
        return Answer([*race.recorded.values()], status, stats, race.known, race, outlook=outlook)

    @property
    def work(self) -> int:
        """The work of all strategies after the first slice."""
        return 0 if self.race is None else self.race.work


def _first_slice(kernel: Kernel, goal: Solutions, solutions: list[list[int]]) -> int:
    """Search for some microseconds, without a clock: most questions end here. Keep what a race records."""
    if not goal.records:
        kernel.solution_stop = int(goal.wanted)
        return kernel.step(FIRST_SLICE_WORK)
    work_stop = kernel.work + FIRST_SLICE_WORK
    while (work := work_stop - kernel.work) > 0:
        kernel.solution_stop = kernel.solutions + 1
        outcome = kernel.step(work)
        if outcome != SOLUTION:
            return outcome
        solutions.append(kernel.solution())
        if kernel.solutions == goal.wanted:
            return outcome
    return PAUSED


def _stats(kernel: Kernel, n: int, seconds: float = 0.0, race: Race | None = None) -> Stats:
    """Return the counters of plain search; ``kernel`` names the strategy that decided, if it was another one."""
    name = kernel.name if race is None or race.strategy == "search" else race.strategy
    failed = () if race is None else tuple(race.task.failed.items())
    return Stats(kernel.nodes, kernel.updates, kernel.guesses, n, kernel.max_level, seconds, name, failed)


def first_solution(engine: Engine, answer: Answer) -> Solution | None:
    """Return the first solution of an answer, None if there is none; raise Unfinished if a limit cut it."""
    if answer.cut:
        raise unsolved(answer.status, answer.outlook)
    return Solution(engine.matrix, tuple(sorted(answer.value[0]))) if answer.value else None


def unique(
    engine: Engine, assumed: Assumptions, time_limit: float | None, method: str = "auto", report: Report | None = None
) -> bool:
    """Return whether there is exactly one solution; see :meth:`Problem.is_unique`."""
    how: dict[str, Any] = {"time_limit": seconds(time_limit), "method": method, "report": report}
    answer = Decision(engine, assumed, 2, shown=False, **how).answer()
    if answer.cut:
        raise unfinished(SECOND, answer.status, answer.partial, outlook=answer.outlook)
    return answer.partial == 1


def _hint() -> str:
    """Return advice after a decision that time ended without a SAT solver."""
    from ..engine.table import solver_installed

    return "" if solver_installed() else "; pip install python-sat may help"
