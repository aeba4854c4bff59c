# SPDX-License-Identifier: MIT
"""The strategies that count solutions up to symmetry, which tell each other the number of all solutions.

    whole           counts all solutions, images included: the total              then leaves
    orbit layers    finds one solution of each orbit, and the size of the orbit   ends if the sizes add up to the total
    mean            counts what an element of each conjugacy class fixes          the identity fixes the total
    list            visits all solutions, and selects one of each orbit

Without the total, layers would go through all partial solutions: one orbit has all 90,720 perfect one-factorizations of
K10, and is found when half of the work is done.

Reference: Kaski and Östergård, Classification algorithms for codes and designs (2006).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...structure.burnside import Exchanged, Mean, fixed_by
from ...structure.permutations import cycles
from ...structure.symmetries import AllSymmetries, classes
from ..engine import Engine
from ..machine import DONE, LIMIT, PAUSED, SOLUTION, Machine, member

if TYPE_CHECKING:
    from ...kernels.symmetric.classes import Classes
    from ...matrix.assumptions import Assumptions
    from ...structure.conjugacy import ConjugacyClasses, ListedClasses
    from ..race import Race
    from ..task import OrbitGoal

FIXED_ENTRY_WORK = 250  # of an entry of a problem whose options are joined to cycles, half a microsecond
SELECTION_WORK = 10_000  # of a solution that is compared with its images, some 25 microseconds


class OrbitLayers(Machine):
    """A solution of each orbit under all symmetries of a graph, by layers of partial solutions.

    Returns SOLUTION for each. The given options must not contradict each other.
    """

    name = "orbit layers"
    solutions = 0  # one of each orbit

    def __init__(
        self, known: AllSymmetries, assumed: Assumptions, max_memory: int, goal: OrbitGoal | None = None
    ) -> None:
        """Begin the search; a goal has the number of all solutions, once it is known."""
        self._known, self._goal = known, goal
        self._classes: Classes = classes(known.graph, assumed, max_memory)
        self.images: int | None = 0  # solutions in these orbits, if their sizes are known

    def step(self, work: int, /) -> int:
        total = None if self._goal is None else self._goal.total
        if total is not None and self.images == total:
            return DONE
        outcome = self._classes.step(work)
        if outcome == SOLUTION:
            size = self._known.orbit_size(self._classes.symmetries, self._classes.solution())
            self.solutions += 1
            self.images = None if self.images is None or size is None else self.images + size
        elif outcome == LIMIT and self._goal is not None:
            self._goal.found = self.solutions
        elif outcome == DONE:
            assert total is None or self.images in (None, total), "the orbits have as many solutions as the problem"
        return outcome

    solution = member("_classes.solution")
    work = member("_classes.work")
    nodes = member("_classes.nodes")
    fraction = member("_classes.fraction")

    foreseen = fraction

    nbytes = member("_classes.nbytes")


class WholeCount(Machine):
    """The number of all solutions, counted by a race, for the others."""

    name = "whole"

    def __init__(self, goal: OrbitGoal, race: Race) -> None:
        self._goal, self._race = goal, race

    def step(self, work: int, /) -> int:
        if self._race.step(work) != DONE:
            return PAUSED
        self._goal.total = self._goal.number_of(self._race)
        return LIMIT if self._goal.total else DONE

    work = member("_race.work")
    nodes = member("_race.nodes")

    @property
    def solutions(self) -> int:
        """The least number of orbits that so many solutions make up."""
        return -(-self._race.solutions // self._goal.order)


class FixedMean(Machine):
    """Burnside's mean: of each conjugacy class, a race counts the solutions that an element fixes."""

    name = "mean"
    nodes = 0  # conjugacy classes

    def __init__(self, goal: OrbitGoal, assumed: Assumptions, source: ConjugacyClasses | ListedClasses) -> None:
        """Begin; the identity fixes all solutions, whose number the goal knows."""
        self._goal, self._assumed, self._source = goal, assumed, source
        self._mean, self._ended = Mean(goal.order), False
        self._cycle = np.arange(goal.matrix.n_options + goal.matrix.n_items)  # of the newest element
        self._mean.fixed[self._cycle.tobytes()] = goal.total or 0
        self._race: Race | None = None  # that counts what it fixes
        self._counted = 0  # work of the races before

    def step(self, work: int, /) -> int:
        if self._race is not None:
            if self._race.step(work) == DONE:
                self._counted += self._race.work
                fixed, self._race = self._goal.number_of(self._race), None
                self._add(fixed)
            return PAUSED
        outcome = self._source.step(work)
        self._ended = outcome == DONE
        return self._begin() if outcome == SOLUTION else outcome

    def _begin(self) -> int:
        """Begin to count what an element of the newest class fixes; give up if that is no way to count."""
        self.nodes += 1
        self._cycle = cycles(self._source.element)
        fixed = self._mean.fixed.get(self._cycle.tobytes())
        if fixed is None:
            self._counted += len(self._goal.matrix.indices) * FIXED_ENTRY_WORK
            try:
                remainder = fixed_by(self._goal.matrix, self._assumed, self._cycle)
            except Exchanged:
                return LIMIT
            if remainder is not None:
                self._race = self._goal.begin(Engine(remainder[0]), remainder[1])
                return PAUSED
        self._add(fixed or 0)
        return PAUSED

    def _add(self, fixed: int) -> None:
        self._mean.add(self._cycle, self._source.size, fixed)
        if fixed:  # what an element fixes, its powers fix, too
            self._source.follow()

    @property
    def work(self) -> int:
        return self._counted + self._source.work + (0 if self._race is None else self._race.work)

    @property
    def solutions(self) -> int:
        if self._ended:
            return self._mean.orbits
        return self._mean.at_least(0 if self._race is None else self._race.solutions * self._source.size)

    @property
    def detail(self) -> str:
        return f"conjugacy class {self.nodes:,}"


class Selection(Machine):
    """All solutions one by one, of which a function selects one of each orbit."""

    name = "list"
    solutions = 0  # selected

    def __init__(self, engine: Engine, assumed: Assumptions, select: Callable[[tuple[int, ...]], bool]) -> None:
        self._lease, self._select = engine.lend(), select
        self._possible = self._lease.kernel.setup(*assumed)

    def step(self, work: int, /) -> int:
        kernel = self._lease.kernel
        if not self._possible:
            return DONE
        kernel.solution_stop = kernel.solutions + 1
        outcome = kernel.step(work)
        if outcome != SOLUTION:
            return outcome
        self.solutions += self._select(tuple(sorted(kernel.solution())))
        return PAUSED

    @property
    def work(self) -> int:
        return self._lease.kernel.work + self._lease.kernel.solutions * SELECTION_WORK

    nodes = member("_lease.kernel.nodes")
    fraction = member("_lease.kernel.fraction")

    foreseen = fraction
