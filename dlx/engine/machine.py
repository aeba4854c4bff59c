# SPDX-License-Identifier: MIT
"""The contract of everything that takes turns.

    machine.step(work)    DONE       it has ended; ``solutions`` is the exact number
                          SOLUTION   it has found another solution, ``solution()``
                          PAUSED     the work is done
                          LIMIT      it gives up: no memory, or nothing to say about this problem

A machine is a computation that pauses after a bounded amount of work and continues later: a kernel, a memoized search,
layers, a search that learns, a SAT solver, a dual bound, descents, a set of components, a race. It knows no clock, no
signal and no callback. A unit of work is 1 to 3 ns. We fitted the constants of each machine once, and never read a
clock, so the answer of a race and the strategy that gives it are the same on every machine.

The compiled machines have the same members (kernels/kernel.pyx).
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Protocol

DONE, SOLUTION, PAUSED, LIMIT = range(4)  # results of step(), as in kernels/kernel.pxd


class Machine(Protocol):
    """A computation that continues by one slice at a time, and its counters.

    A class of ours inherits the counters that it does not have.
    """

    @property
    def name(self) -> str:
        """The name of the strategy, in statistics."""
        return ""

    def step(self, work: int, /) -> int:
        """Continue for about this much work; return DONE, SOLUTION, PAUSED or LIMIT."""

    def solution(self) -> list[int]:
        """Return the options of the newest solution."""
        raise LookupError(f"{self.name} finds no solution")

    @property
    def work(self) -> int:
        """The work so far."""
        return 0

    @property
    def nodes(self) -> int:
        """The visited nodes, states or problems."""
        return 0

    @property
    def solutions(self) -> int:
        """The number of solutions found so far, exact once the machine is done."""
        return 0

    @property
    def fraction(self) -> float:
        """The share of the search behind it, from its own point of view."""
        return 0.0

    @property
    def foreseen(self) -> float:
        """The likely share of its work behind it; 0: unknown."""
        return 0.0

    @property
    def nbytes(self) -> int:
        """The bytes of its tables."""
        return 0

    @property
    def detail(self) -> str:
        """The counters that move in place of nodes, in words."""
        return ""


def member(path: str) -> Any:
    """Return a property of a machine that is made of another one: a member of that, such as a counter.

    >>> class Half(Machine):
    ...     whole, nodes = "four", member("whole.__len__")
    >>> Half().nodes()
    4
    """
    return property(attrgetter(path))
