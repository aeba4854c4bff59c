# SPDX-License-Identifier: MIT
"""The ends of a search, its counters and its progress."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeVar

from ..system.calloff import canceled
from ..system.public import public

AnyStatus = TypeVar("AnyStatus", bound=enum.Enum)  # with a TIME_LIMIT


@public("dlx")
class Status(enum.Enum):
    """The way a search ended. Only COMPLETE means that every solution was found."""

    COMPLETE = "complete"
    SOLUTION_LIMIT = "solution limit"
    TIME_LIMIT = "time limit"
    NODE_LIMIT = "node limit"
    INTERRUPTED = "interrupted"
    ROUND_LIMIT = "round limit"  # of a reduction
    WORK_LIMIT = "work limit"  # of an estimate
    INVALID = "invalid"  # of a row of a batch that is no question, and was not searched

    @property
    def cause(self) -> str:
        """What ended a question early, in words.

        >>> Status.TIME_LIMIT.cause, Status.INTERRUPTED.cause
        ('the time limit', 'cancel')
        """
        return "cancel" if self is Status.INTERRUPTED else f"the {self.value}"


CUT = (Status.TIME_LIMIT, Status.NODE_LIMIT, Status.INTERRUPTED)  # ends that leave only part of an answer
STATUSES = tuple(Status)
# The numbers of statuses in arrays, which index STATUSES.
COMPLETE, SOLUTION_LIMIT, TIME_LIMIT, NODE_LIMIT, INTERRUPTED, _, _, INVALID = range(len(STATUSES))


def outer_status(status: AnyStatus) -> AnyStatus:
    """Return the status of a question for its caller: inside, a canceled question is one whose time is up."""
    return type(status)["INTERRUPTED"] if status.name == "TIME_LIMIT" and canceled() else status


@public("dlx")
@dataclass(frozen=True, slots=True)
class Stats:
    """The counters of a search so far. All but ``seconds`` and ``failed`` are the same on every run and machine."""

    nodes: int  # partial solutions visited, the empty one included (Knuth's count)
    updates: int  # steps of the kernel: links unlinks a node from a list, bits checks the size of an item
    guesses: int  # visited nodes whose item had two or more options
    solutions: int
    max_level: int  # options chosen at the deepest node, not counting given ones
    seconds: float  # wall time inside the kernel
    kernel: str  # "links", "bits" or "multi"
    failed: tuple[tuple[str, str], ...] = ()  # strategies that left the race with an error, each with its reason


@dataclass(frozen=True, slots=True)
class LearningStats:
    """The counters of a SAT solver, the same on every run, but for the seconds."""

    conflicts: int  # dead ends, from each of which it learned a clause
    decisions: int
    propagations: int
    seconds: float
    method: str = "sat"


@public("dlx")
@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search: ``fraction`` is the likely share of the work behind us, monotone, and 1 at the end.

    For a search it is Knuth's estimate from the branches taken. A count by remembered states estimates it from the way
    back from its first leaf, a count up to symmetry from its layers. ``measured`` is False if a solution may end the
    search early, or nothing can be foreseen yet. The fraction then does not predict the time left.
    """

    fraction: float
    nodes: int
    solutions: int
    seconds: float
    parts: int = 0  # finished parts, if the search is divided into parts
    measured: bool = True  # True: the fraction is the likely share of all work
    detail: str = ""  # what moves in place of nodes, such as "12,000 states, 43% seen before"

    @property
    def seconds_left(self) -> float:
        """Estimated seconds to the end, assuming a constant pace; infinity if there is no estimate."""
        is_known = self.measured and self.fraction
        return self.seconds * (1 - self.fraction) / self.fraction if is_known else float("inf")
