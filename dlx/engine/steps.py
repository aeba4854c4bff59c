# SPDX-License-Identifier: MIT
"""The progress of a question that consists of many searches, in place of the progress of each of them.

    search 1   0 % .. 100 %  ─┐
    search 2   0 % .. 100 %  ─┼──>  "12 of 400 options decided", 7 s, end unknown
    search 3   0 % ..        ─┘

No one knows the number and the length of the searches to come, so we promise no time left.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from . import drive
from .machine import member
from .status import Progress

if TYPE_CHECKING:
    from .bar import Report


class Steps:
    """A receiver of the reports of one search after the other, which reports their question instead.

    >>> seen = []
    >>> steps = Steps(seen.append, lambda: (0.25, "1 of 4 options decided"))
    >>> steps.end(2)
    >>> seen[0].fraction, seen[0].detail, seen[0].solutions
    (1.0, '1 of 4 options decided', 2)
    """

    def __init__(self, report: Report | None, state: Callable[[], tuple[float, str]]) -> None:
        """Prepare reports; `state` returns the finished share of the question, and what moves, in words."""
        self._report, self._state = report, state
        self._started, self._reported = perf_counter(), 0.0  # the latter in seconds since the start

    @property
    def report(self) -> Report | None:
        """The receiver of a search's reports; None if no one watches."""
        return None if self._report is None else lambda progress: self.tick(progress.solutions)

    def tick(self, solutions: int = 0) -> None:
        """Report the question, if it is time."""
        if self._report is not None and perf_counter() - self._started - self._reported >= drive.REPORT_SECONDS:
            self._show(self._state()[0], solutions, measured=False)

    def watched(self, machine: Any) -> Any:
        """Return a machine that does the same, and reports the question after each slice."""
        return machine if self._report is None else _Watched(machine, self)

    def end(self, solutions: int = 0) -> None:
        """Report that the question is answered."""
        if self._report is not None:
            self._show(1.0, solutions, measured=True)

    def _show(self, fraction: float, solutions: int, *, measured: bool) -> None:
        self._reported = perf_counter() - self._started
        assert self._report is not None
        self._report(Progress(fraction, 0, solutions, self._reported, 0, measured, self._state()[1]))


class _Watched:
    """A machine that has no counters, as part of a question."""

    def __init__(self, machine: Any, steps: Steps) -> None:
        self._machine, self._steps = machine, steps

    def step(self, work: int, /) -> int:
        outcome: int = self._machine.step(work)
        self._steps.tick()
        return outcome

    work = member("_machine.work")
