# SPDX-License-Identifier: MIT
"""Any solution to begin with, for a search by cost: a race of all strategies that decide.

    100,000 pairings over 300 legs      any solution by plain search 0.01 s      by branch and bound 0.24 s

Branch and bound finds cheap solutions, but none before it has bounds; restarts, a search that learns or a SAT solver
may find one where it finds none at all. The proof that there is no solution ends the search by cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..machine import DONE, LIMIT, Machine, member
from ..task import Solutions

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..race import Race
    from ..task import Task


class StartRace(Machine):
    """A race for one solution, after which it gives up, or for the proof that there is none (DONE)."""

    name = "start"

    def __init__(self, task: Task, begin: Callable[[Task], Race]) -> None:
        """Begin the race, without the options that are too expensive for the heap of the task."""
        self._heap = heap = task.goal.heap
        banned = dict.fromkeys((*task.assumed.banned, *heap.hopeless.tolist()))
        assumed = task.assumed._replace(banned=tuple(banned))
        engine = task.engine if heap.scale.slack is None else type(task.engine)(heap.relaxed)
        self._race = begin(task._replace(engine=engine, assumed=assumed, goal=Solutions(shown=True)))

    solution = member("_race.solution")

    def step(self, work: int, /) -> int:
        if self._race.enough:
            return LIMIT
        outcome = self._race.step(work)
        if outcome == DONE:
            self._heap.raise_floor(self._heap.stop)
        return outcome

    work = member("_race.work")
