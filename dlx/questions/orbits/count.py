# SPDX-License-Identifier: MIT
"""The number of orbits: a race of the strategies that count up to symmetry (engine/strategies/orbits.py).

The race goes by work alone, so the same strategy has the answer on every machine. With workers, we add up Burnside's
mean here, and they count the solutions that each element fixes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ...engine.drive import DONE, TIMED_SLICE_WORK, Drive
from ...engine.engine import Engine
from ...engine.status import Status
from ...engine.table import begun, check_suits
from ...engine.task import OrbitGoal, Task
from ...engine.unfinished import Unfinished, unfinished
from ...structure.burnside import Mean, fixed_by
from ...structure.permutations import conjugates, cycles
from ...system.calloff import within
from ..count import count_goal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...engine.bar import Report
    from ...engine.race import Race
    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix

    Int64 = NDArray[np.int64]
    CountFixed = Callable[[Matrix, Assumptions, float], int]  # of solutions, within so many seconds


def counting(method: str, max_memory: int) -> Callable[[Engine, Assumptions], Race]:
    """Return a function that begins to count solutions by a method."""

    def begin(engine: Engine, assumed: Assumptions) -> Race:
        task = Task(engine, assumed, count_goal(method, max_memory), lambda: max_memory, {}, method)
        check_suits(task)
        return begun(task)

    return begin


def count_orbits(
    engine: Engine,
    assumed: Assumptions,
    goal: OrbitGoal,
    max_memory: int,
    time_limit: float,
    report: Report | None = None,
) -> int:
    """Return the number of orbits.

    Raises:
        Unfinished: the time is over; ``partial`` is a lower bound.
        OverflowError: partial solutions take too much memory, and there is no other way to count.
    """
    race = begun(Task(engine, assumed, goal, lambda: max_memory, {}))
    with within(time_limit):
        outcome = Drive(time_limit, report, slice_work=TIMED_SLICE_WORK).run_race(race)
    if outcome != DONE:
        raise unfinished("the count", Status.TIME_LIMIT, race.solutions, "orbit")
    return int(race.value)


def mean_of_listed(
    matrix: Matrix,
    assumed: Assumptions,
    elements: Int64,
    generators: Iterable[Int64],
    left: Callable[[], float],
    count: CountFixed,
) -> int:
    """Return the number of orbits of a group whose elements are listed, within the seconds that are left.

    Raises:
        Exchanged: this is no way to count them.
        Unfinished: the count was cut short; ``partial`` is a lower bound.
    """
    mean = Mean(len(elements))
    for element, size in conjugates(elements, generators):
        cycle = cycles(element)
        fixed = mean.fixed.get(cycle.tobytes())
        if fixed is None:
            remainder = fixed_by(matrix, assumed, cycle)
            try:
                fixed = 0 if remainder is None else count(*remainder, left())
            except Unfinished as error:
                bound = mean.at_least(int(error.partial) * size)
                raise unfinished("the count", Status.TIME_LIMIT, bound, "orbit") from None
        mean.add(cycle, size, fixed)
    return mean.orbits
