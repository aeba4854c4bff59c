# SPDX-License-Identifier: MIT
"""Questions that a SAT solver answers (``method="sat"``): one machine that learns, one query after the other.

    first      one query
    unique     a second query, after a clause that forbids the first solution
    Queries    for option_status and explain: the same machine under other assumptions each time

What the solver has learned in one query holds in the next. If a query fails, its core names the assumptions that
failed, usually a small part of them, which saves most of the searches of a deletion (explain.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.drive import STATUS, Drive
from ..engine.limits import seconds
from ..engine.status import CUT, LearningStats, Status
from ..engine.strategies.sat import SatSolver
from ..matrix.assumptions import NONE, Assumptions
from ..matrix.solution import Solution
from ..system.calloff import OutOfTime
from ..system.wording import plural

if TYPE_CHECKING:
    from ..engine.bar import Report
    from ..engine.strategies.invariants import Invariants, Places
    from ..matrix.matrix import Matrix

CORE_SHARE = 10  # each query that only makes a core smaller gets a tenth of the remaining time


class Queries:
    """Queries to one machine within one time limit."""

    def __init__(
        self, matrix: Matrix, assumed: Assumptions, time_limit: float | None, report: Report | None = None, **how: Any
    ) -> None:
        """Prepare queries; ``how`` as in SatSolver."""
        self.matrix = matrix
        self.drive = Drive(seconds(time_limit), report)
        self.drive.measured = False
        self.machine = SatSolver(matrix, assumed, **how)

    def run(self) -> Status:
        """Continue; return SOLUTION_LIMIT if there is a (further) solution, COMPLETE if there is none, TIME_LIMIT."""
        self.drive.late()
        return STATUS[self.drive.run(self.machine)]

    def query(self, assumed: Assumptions = NONE, items: Sequence[int] = ()) -> Status:
        """Run a query under these assumptions; with `switched`, for a cover of these items."""
        self.machine.assume(assumed, items)
        return self.run()

    @property
    def stats(self) -> LearningStats:
        """The counters so far."""
        machine = self.machine
        return LearningStats(machine.conflicts, machine.nodes, machine.updates, self.drive.seconds)

    @property
    def solution(self) -> Solution:
        """The solution of the last query."""
        return Solution.of(self.matrix, self.machine.solution())


def trying(n: int, what: str = "") -> str:
    """Return the words for a search of an explanation.

    >>> trying(0), trying(2, "item")
    ('looking for a solution', 'trying 2 items')
    """
    return f"trying {plural(n, what)}" if n else "looking for a solution"


class Trials:
    """Searches for an explanation within a time limit."""

    tries_weights = False  # True: plain search did not end the last one, and weights of items may be the reason
    weighings: Sequence[Invariants | Places] = ()  # of the problem without given options, as far as a search came
    doing = trying(0)

    def over(self) -> bool:
        raise NotImplementedError

    def given_fails(self, given: Sequence[int], share: int) -> bool | None:
        """Return whether these given options have no solution; None if a share of the time did not suffice."""
        self.doing = trying(len(given), "given option")
        return self.fails(given, None, share)

    def items_fail(self, items: Sequence[int], share: int) -> bool | None:
        """Return whether these items cannot all be covered; None as above."""
        self.doing = trying(len(items), "item")
        return self.fails((), items, share)

    def fails(self, given: Sequence[int], items: Sequence[int] | None, share: int) -> bool | None:
        """Return whether there is no solution; only ``items`` must be covered, None: all."""
        raise NotImplementedError

    def given_core(self, given: list[int]) -> list[int]:
        """Return given options among these, which fail, that fail by themselves. A search knows no smaller set."""
        return given

    def items_core(self, items: list[int]) -> list[int]:
        """Return items among these, in the same order, that cannot all be covered, if that is known."""
        return items


class Reasons(Trials):
    """Queries for an explanation: to a machine for given options, and to one whose items are switched on and off.

    Both share one time limit. A set that fails shrinks to its core at once, as long as that helps.
    """

    def __init__(
        self, matrix: Matrix, banned: Sequence[int], time_limit: float | None, report: Report | None = None
    ) -> None:
        self._matrix, self._held, self._report = matrix, Assumptions((), tuple(banned)), report
        self._options = Queries(matrix, self._held, time_limit)
        self._items: Queries | None = None  # shares the drive of the other

    def over(self) -> bool:
        return self._options.drive.late()

    def given_core(self, given: list[int]) -> list[int]:
        return self._core(given, lambda part: self.given_fails(part, CORE_SHARE), self._options, 0)

    def items_core(self, items: list[int]) -> list[int]:
        if not self.items_fail(items, CORE_SHARE):
            return items
        assert self._items is not None
        return self._core(items, lambda part: self.items_fail(part, CORE_SHARE), self._items, 2)

    def fails(self, given: Sequence[int], items: Sequence[int] | None, share: int) -> bool | None:
        try:
            if items is not None and self._items is None:
                self._items = Queries(self._matrix, self._held, None, switched=True)
        except OutOfTime:
            return None
        queries = self._options if items is None else self._items
        assert queries is not None
        clock = self._options.drive
        clock.late()
        queries.drive = Drive(max(clock.deadline - clock.seconds, 0) / share, self._report)
        status = queries.query(Assumptions(tuple(given), ()), items or ())
        self._options.drive = clock
        return None if status in CUT else status is Status.COMPLETE

    def _core(
        self, part: list[int], fails: Callable[[list[int]], bool | None], queries: Queries, kind: int
    ) -> list[int]:
        while True:
            core = set(queries.machine.core()[kind])
            smaller = [k for k in part if k in core]
            if len(smaller) == len(part) or not fails(smaller):
                return smaller
            part = smaller
