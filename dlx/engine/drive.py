# SPDX-License-Identifier: MIT
"""The only loop around a machine: slices of some milliseconds, with clock, Ctrl-C and progress between them.

    machine.step(work)    DONE, SOLUTION, LIMIT    to the caller
         ^                PAUSED                   clock, calloff, progress ─┐
         └───────────────────────────────────────────────────────────────────┘

A machine is a computation that pauses after a bounded amount of work and continues later: a kernel, branch and bound,
a memoized search, descents, a reduction, lanes. It knows no clock, no signal and no callback. Its limits are its
own attributes (``node_stop``, ``solution_stop``, ``round_stop``, ``patience``). A unit of work is 1 to 3 ns.
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..system.calloff import OutOfTime, cancellation
from ..system.digits import printable
from .machine import DONE as DONE
from .machine import LIMIT as LIMIT
from .machine import PAUSED as PAUSED
from .machine import SOLUTION as SOLUTION
from .status import Progress, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from .bar import Report

STOPPED = 4  # result of Drive.run: no time is left, the question is canceled, or `stopped` returned true
STATUS = {DONE: Status.COMPLETE, SOLUTION: Status.SOLUTION_LIMIT, LIMIT: Status.NODE_LIMIT, STOPPED: Status.TIME_LIMIT}

SLICE_SECONDS = 0.005  # seconds in the machine between two checks of clock and signals
FIRST_SLICE_WORK = 50_000  # work of the first paced slice
TIMED_SLICE_WORK = 2**19  # of a race, fixed, so that turns end at the same node on every machine
MOST_SLICE_WORK = 2**23  # some 20 ms; in a race, the next machine begins with the slice of the last one
REPORT_SECONDS = 0.1  # seconds between two progress reports
FARTHEST_FALL = 2  # a fraction below the shown one divided by this means a new leader, which has more to do


class Drive:
    """The time limit, the progress reports and the slices of one question.

    Time counts from the construction, or from ``resume``, to the end of the last slice. Paced slices take about
    SLICE_SECONDS. Slices of a fixed ``slice_work`` make the place where a limit of work ends a run the same on every
    machine. ``stopped`` is for threads, which receive no Ctrl-C and no cancellation.

    >>> from dlx import Problem
    >>> drive = Drive()
    >>> with Problem([["a"], ["a"]]).engine.lend() as kernel:
    ...     kernel.setup([]), drive.run(kernel) == DONE, kernel.solutions
    (True, True, 2)
    """

    seconds = 0.0  # until the end of the last slice
    measured = True  # False: the fraction does not predict the time left
    _reported = _fraction = 0.0  # seconds and fraction of the last report

    def __init__(
        self,
        time_limit: float = inf,
        report: Report | None = None,
        *,
        slice_work: int | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        self.report = report
        self.slice_work = slice_work or FIRST_SLICE_WORK
        self.paced = slice_work is None
        self.stopped = stopped
        self.cancellation = cancellation()  # of the question
        self.deadline = time_limit  # in these seconds
        self._started = perf_counter()

    def allow(self, time_limit: float) -> None:
        """Allow this many more seconds."""
        self.deadline = self.seconds + time_limit

    def resume(self) -> None:
        """Continue the clock; the time since the last slice does not count."""
        self._started = perf_counter() - self.seconds

    def late(self) -> bool:
        """Read the clock; return whether no time is left."""
        self.seconds = perf_counter() - self._started
        return self.seconds >= self.deadline or (self.cancellation is not None and self.cancellation.is_set())

    def run(self, machine: Any, work_stop: int | None = None) -> int:
        """Run a machine (machine.py) until it is done, finds a solution, reaches its own limit (DONE, SOLUTION, LIMIT),
        has done ``work_stop`` work (PAUSED), or has to stop (STOPPED). We read its counters for a report or a
        ``work_stop`` only.

        Raises:
            CalledOff: see system/calloff.py. (A canceled question has to stop.)
        """
        canceled = self.cancellation
        while (
            self.seconds < self.deadline
            and (canceled is None or not canceled.is_set())
            and (self.stopped is None or not self.stopped())
        ):
            work = self.slice_work
            if work_stop is not None:
                work = min(work, work_stop - machine.work)
                if work <= 0:
                    return PAUSED
            before = self.seconds
            outcome: int = machine.step(work)
            self.seconds = perf_counter() - self._started
            if self.report is not None and (outcome == DONE or self.due):
                self._report(machine, outcome)
            if outcome != PAUSED:
                return outcome
            if self.paced:  # a full slice, as a solution ends a slice early
                self._pace(self.seconds - before)
        return STOPPED

    def run_race(self, race: Any) -> int:
        """Run a race likewise, which has to stop (STOPPED) as well if time ends while it prepares a strategy."""
        try:
            return self.run(race)
        except OutOfTime:
            return STOPPED

    def _report(self, machine: Any, outcome: int) -> None:
        """Show some progress. The shown fraction never falls; if the true one is far below, it predicts nothing."""
        fraction = 1.0 if outcome == DONE else machine.fraction
        if (measured := getattr(machine, "measured", None)) is not None:
            self.measured = measured and FARTHEST_FALL * fraction >= self._fraction
        self.show(fraction, machine.nodes, machine.solutions, detail=getattr(machine, "detail", ""))

    def _pace(self, elapsed: float) -> None:
        if elapsed < SLICE_SECONDS / 2:
            self.slice_work = min(self.slice_work * 2, MOST_SLICE_WORK)
        elif elapsed > SLICE_SECONDS * 2:
            self.slice_work = max(self.slice_work // 2, 1)

    @property
    def due(self) -> bool:
        """True if it is time for a report."""
        return self.report is not None and self.seconds - self._reported >= REPORT_SECONDS

    def show(self, fraction: float, nodes: int, solutions: int, parts: int = 0, detail: str = "") -> None:
        """Report progress; the fraction never falls. The time that the report takes does not count."""
        if self.report is not None:
            self._reported, self._fraction = self.seconds, max(self._fraction, fraction)
            count, seconds = printable(solutions), self.seconds
            self.report(Progress(self._fraction, nodes, count, seconds, parts, self.measured, detail))
            self.resume()
