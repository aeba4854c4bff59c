# SPDX-License-Identifier: MIT
"""Finds the cheapest solutions, for :meth:`Problem.best`.

best.pyx describes the search, heap.py the solutions that we keep. A search that does not end with its first nodes is
cut into the components of the problem, if it falls apart; joined.py puts their solutions together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from ...engine.drive import DONE, LIMIT, SOLUTION, STATUS, STOPPED, Drive
from ...engine.limits import seconds, whole
from ...engine.status import Stats, Status, outer_status
from ...matrix.solution import table
from ...structure.components import components
from ...system.calloff import OutOfTime
from ...system.markup import html_table
from ...system.public import public
from ...system.wording import plural
from .joined import Joined
from .priced import Priced

if TYPE_CHECKING:
    from ...engine.bar import Report
    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix
    from ...matrix.solution import Solution
    from .heap import Heap

UNDIVIDED_NODES = 2_000  # before we look for components


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


def best(
    problem: Matrix,
    assumed: Assumptions,
    heap: Heap,
    time_limit: float | None,
    node_limit: int | None,
    progress: Report | None,
) -> Best:
    """Add the k cheapest solutions to the heap, and return them; see :meth:`Problem.best`."""
    most, drive = whole(node_limit, "node_limit", 0), Drive(seconds(time_limit), progress)
    kernel = Priced(heap, assumed)
    kernel.node_stop = min(most, UNDIVIDED_NODES)
    outcome = search(kernel, heap, drive) if kernel.possible else DONE
    if outcome == LIMIT and most > UNDIVIDED_NODES:
        try:
            joined = _joined(problem, assumed, heap, most - kernel.nodes)
        except OutOfTime:
            outcome = STOPPED
        else:
            if joined is not None:
                return _of_components(joined, kernel, drive)
            kernel.node_stop = most
            outcome = search(kernel, heap, drive)
    unsearched = heap.stop if outcome == DONE else kernel.bound
    stats = Stats(kernel.nodes, kernel.work, kernel.guesses, kernel.solutions, kernel.max_level, drive.seconds, "best")
    return Best(heap.solutions(), outer_status(STATUS[outcome]), stats, heap.bound(unsearched))


def _joined(problem: Matrix, assumed: Assumptions, heap: Heap, node_limit: int) -> Joined | None:
    """Return the search of the components of a problem that falls apart; None for another one."""
    parts = components(problem, assumed) if heap.scale.slack is None else None  # prices of slack do not add up
    return None if parts is None or len(parts) < 2 else Joined(parts, heap, node_limit)


def _of_components(joined: Joined, kernel: Priced, drive: Drive) -> Best:
    """Return the cheapest solutions of a problem that falls apart, after a first search by this kernel."""
    outcome = drive.run(joined)
    unsearched = joined.finish()
    nodes, work, guesses = joined.nodes + kernel.nodes, joined.work + kernel.work, joined.guesses + kernel.guesses
    level = max(joined.max_level, kernel.max_level)
    stats = Stats(nodes, work, guesses, joined.solutions + kernel.solutions, level, drive.seconds, "best")
    return Best(joined.heap.solutions(), outer_status(STATUS[outcome]), stats, joined.heap.bound(unsearched))


def search(kernel: Priced, heap: Heap, drive: Drive) -> int:
    """Find the solutions and keep the cheapest; return the outcome. Keeping them counts toward the time limit."""
    while (outcome := drive.run(kernel)) == SOLUTION:
        heap.add(kernel.paid, kernel.solution())
        kernel.stop = heap.stop
    return outcome
