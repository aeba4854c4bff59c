# SPDX-License-Identifier: MIT
"""Finds the cheapest solutions, for :meth:`Problem.best`.

best.pyx describes the search, heap.py the solutions that we keep. Most questions end within the first slice of one
kernel. The others become a race (engine/race.py): quick prices, strong prices, components that share nothing, whose
costs add up (costs.py), and, as long as there is no solution, a race of all strategies that decide, so that any limit
in which a solution is found leaves one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import TYPE_CHECKING, overload

import numpy as np

from ...engine.drive import DONE, PAUSED, SOLUTION, STATUS, STOPPED, TIMED_SLICE_WORK, Drive
from ...engine.heap import NO_STOP, Heap, Scale
from ...engine.limits import seconds, whole
from ...engine.status import Stats, Status, outer_status
from ...engine.support import check_problem
from ...matrix.named import Options, named_options
from ...matrix.slack import Slack
from ...matrix.solution import Solution, table
from ...system.markup import html_table
from ...system.public import public
from ...system.wording import plural

if TYPE_CHECKING:
    from ...engine.bar import Report
    from ...engine.task import Task
    from ...kernels.best import Cheapest
    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix
    from ...matrix.slack import Price

FIRST_WORK = 2**20  # of one kernel, before there is a race: a millisecond


@public("dlx")
@dataclass(frozen=True, slots=True)
class Best(Sequence["Solution"]):
    """The cheapest solutions, cheapest first: a sequence of :class:`dlx.Solution`.

    With slack they are :class:`dlx.Compromise` and report what gave way. Status COMPLETE means that no solution is
    cheaper. After a limit these are the cheapest found so far.
    """

    solutions: tuple[Solution, ...]
    status: Status
    stats: Stats  # its `solutions` counts all solutions found, each among the k cheapest at its time
    bound: int | float | None  # every other solution costs at least this; None: there is no other

    def __repr__(self) -> str:
        costs = [solution.cost for solution in self.solutions]
        cost = f", cost {costs[0]:,}" + f" to {costs[-1]:,}" * (costs[-1] > costs[0]) if costs else ""
        rest = "" if self.bound is None else f", others at least {self.bound:,}"
        return f"<Best: {plural(len(costs), 'solution')}{cost}{rest}; {self.status.value}>"

    def _repr_html_(self) -> str:
        return html_table(table(self.solutions), repr(self).strip("<>"))

    @overload
    def __getitem__(self, k: int) -> Solution: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Solution, ...]: ...
    def __getitem__(self, k: int | slice) -> Solution | tuple[Solution, ...]:
        try:
            return self.solutions[k]
        except IndexError:
            end = "is complete" if self.status is Status.COMPLETE else f"was stopped by {self.status.cause}"
            found = f"best() found {len(self.solutions) or 'none'}, and the search {end}"
            raise IndexError(f"there is no solution {k}; {found}") from None

    def __len__(self) -> int:
        return len(self.solutions)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.solutions)


def wanted(
    problem: Matrix,
    assumed: Assumptions,
    k: int | None,
    max_cost: float | None,
    start: Options | None = None,
    on_better: Callable[[Solution], object] | None = None,
    slack: Mapping[Hashable, Price] | Price | None = None,
) -> Heap:
    """Return a heap for the k cheapest solutions, with the one to start with, if it is given.

    Raises:
        ValueError: the problem has no cheapest solutions; `start` is no solution, or too expensive.
    """
    soft = None if slack is None else Slack.of(problem, slack)
    if soft is None and problem.costs is None:
        check_problem(problem, "best")
    costs = np.zeros(problem.n_options, np.int64) if problem.costs is None else problem.costs
    most = None if max_cost is None else _number(max_cost)
    heap = Heap(problem, Scale(problem, costs, soft), whole(k, "k", 1), most, on_better)
    if start is not None:
        heap.start(_known(heap, assumed, start))
    return heap


def _known(heap: Heap, assumed: Assumptions, start: Options) -> Solution:
    """Return the solution to start with, checked."""
    solution, max_cost = heap.solution(named_options(heap.problem, start, "start")), heap.max_cost
    try:
        heap.relaxed.verify(solution)
    except ValueError as error:
        raise ValueError(f"start is not a solution: {error}; pass the options of one, or leave it out") from None
    for name, options, there in (("given", assumed.given, True), ("banned", assumed.banned, False)):
        for k in options:
            if (k in solution.options) != there:
                raise ValueError(f"option {k} is {name}, but start has {'' if not there else 'not '}chosen it")
    if max_cost is not None and solution.cost > max_cost:
        raise ValueError(f"start costs {solution.cost}, more than max_cost, {max_cost}; raise max_cost or leave it out")
    return solution


def _number(max_cost: float) -> float | None:
    """Return the highest cost allowed, checked; None for any cost."""
    if not isinstance(max_cost, Real):
        raise TypeError(f"max_cost is {max_cost!r}; it must be a number or None")
    if max_cost != max_cost:
        raise ValueError(f"max_cost is {max_cost!r}; it must be a number or None")
    if max_cost >= NO_STOP:
        return None
    most = max(max_cost, -NO_STOP)
    return int(most) if isinstance(most, Integral) else float(most)


def best(
    assumed: Assumptions, heap: Heap, time_limit: float | None, node_limit: int | None, progress: Report | None
) -> Best:
    """Add the k cheapest solutions to the heap, and return them; see :meth:`Problem.best`."""
    effort, drive = heap.effort, Drive(seconds(time_limit), progress, slice_work=TIMED_SLICE_WORK)
    if node_limit is not None:
        effort.node_limit = whole(node_limit, "node_limit", 0)
    outcome, heap = search(assumed, heap, drive)
    status = outer_status(Status.TIME_LIMIT) if outcome == STOPPED else STATUS[outcome]
    return Best(heap.solutions(), status, effort.stats(drive.seconds), heap.bound())


def task_of(assumed: Assumptions, heap: Heap) -> Task:
    """Return the search for the solutions that a heap wants as a task."""
    from ...engine.engine import Engine
    from ...engine.task import Task
    from ..decide import DECISION_BYTES
    from .costs import LeastCosts

    return Task(Engine(heap.problem), assumed, LeastCosts(heap), lambda: DECISION_BYTES, heap.effort.failed)


def search(assumed: Assumptions, heap: Heap, drive: Drive, without: tuple[str, ...] = ()) -> tuple[int, Heap]:
    """Find the solutions and keep the cheapest, without some strategies; return the outcome, and the heap.

    Keeping them counts toward the time limit.
    """
    kernel = heap.kernel()
    if not kernel.setup(*assumed):
        heap.raise_floor(heap.stop)
        return DONE, heap
    kernel.stop, kernel.node_stop = heap.stop, heap.effort.node_limit
    while (outcome := drive.run(kernel, FIRST_WORK)) == SOLUTION:
        heap.add(kernel.paid, kernel.solution())
        kernel.stop = heap.stop
    heap.effort.count(kernel)
    heap.floor = kernel.bound
    return _raced(assumed, heap, drive, kernel, without) if outcome == PAUSED else (outcome, heap)


def _raced(
    assumed: Assumptions, heap: Heap, drive: Drive, kernel: Cheapest, without: tuple[str, ...]
) -> tuple[int, Heap]:
    """Continue with all strategies."""
    from ...engine.strategies.prices import QuickPrices
    from ...engine.table import begun

    race = begun(task_of(assumed, heap), QuickPrices(heap, kernel), without)
    outcome = drive.run_race(race)
    if outcome == DONE:
        heap.raise_floor(heap.stop)
    return outcome, race.value
