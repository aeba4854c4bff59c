# SPDX-License-Identifier: MIT
"""Plain search: visit every solution. It needs no memory, takes every problem and always ends."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ..machine import DONE, Machine, member

if TYPE_CHECKING:
    from ...kernels.kernel import Kernel, Lease
    from ...matrix.assumptions import Assumptions
    from ..engine import Engine
    from ..task import Goal


class PlainSearch(Machine):
    """A kernel as a machine. It pauses at each solution if the race records them, else after as many as wanted."""

    name = "search"
    solutions = 0

    def __init__(self, kernel: Kernel, goal: Goal, lease: Lease | None = None, *, possible: bool = True) -> None:
        """Take a kernel that has begun, and the lease to keep; not ``possible``: the given options contradict."""
        self.kernel, self._lease, self._possible = kernel, lease, possible
        self._pauses = goal.records
        self._fraction: float | None = None
        if not self._pauses and goal.wanted < inf:
            kernel.solution_stop = int(goal.wanted)
        self.solutions = kernel.solutions

    solution = member("kernel.solution")

    def step(self, work: int, /) -> int:
        kernel = self.kernel
        if not self._possible:
            return DONE
        if self._pauses:
            kernel.solution_stop = kernel.solutions + 1
        outcome = kernel.step(work)
        self.solutions, self._fraction = kernel.solutions, None
        return outcome

    work = member("kernel.work")
    nodes = member("kernel.nodes")

    @property
    def fraction(self) -> float:
        """The share of the tree behind it; bits walk down to it again, so it is kept until the next step."""
        if self._fraction is None:
            self._fraction = self.kernel.fraction
        return self._fraction

    foreseen = fraction


def lent(engine: Engine, assumed: Assumptions, goal: Goal, seed: int | None = None, name: str = "auto") -> PlainSearch:
    """Return plain search on a kernel of the engine."""
    lease = engine.lend(name, seed)
    possible = lease.kernel.setup(*assumed)
    return PlainSearch(lease.kernel, goal, lease, possible=possible)
