# SPDX-License-Identifier: MIT
"""All symmetries of a problem, and one solution of each orbit under them, by layers of partial solutions.

    find()               the symmetries: of the problem, or only those that preserve labels of options and nodes
    Representatives      lists one solution of each orbit
    chosen(listed, ...)  chooses one of each orbit from a list of all solutions: if the group has few elements, the one
                         that precedes its images, else the first one listed, whose images we remember (Unseen)

Given and banned options have marks in the graph, so its symmetries preserve both sets.

The sizes of all orbits add up to the number of solutions. Where a count up to symmetry finds this number in a quarter
of the work, we compare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ...engine.drive import DONE, LIMIT, SOLUTION, STOPPED, Drive
from ...engine.status import Status
from ...engine.steps import Steps
from ...engine.strategies.orbits import OrbitLayers
from ...engine.strategies.symmetry import symmetric, too_large_to_label
from ...engine.unfinished import AtLeast, Unfinished, unfinished
from ...matrix.solution import Solution
from ...structure.permutations import images
from ...structure.separate import SeparateLabeling, all_symmetries
from ...structure.symmetries import AllSymmetries, labeling, whole_graph
from ...system import calloff

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...engine.bar import Report
    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix

    Int64 = NDArray[np.int64]
    Labels = tuple[Int64, Int64]

CHECK_SHARE = 4  # the check of the sum takes at most the fourth part of the work
DRAWN_NODES = 2  # for each use of an item: drawing the graph for this check takes as long as so many nodes
IMAGE_BYTES = 160  # of an image in a set, and 8 for each option


def looking(report: Report | None) -> Steps:
    """Return the progress of a search for symmetries, or of one that begins a longer question."""
    return Steps(report, lambda: (0.0, "looking for symmetries"))


def find(
    problem: Matrix, assumed: Assumptions, time_limit: float, labels: Labels | None = None, steps: Steps | None = None
) -> AllSymmetries:
    """Return all symmetries that preserve the given and banned options, and labels of options and nodes, if passed.

    Raises:
        Unfinished: the time limit expired.
        OverflowError: they take too much memory.
    """
    graph = whole_graph(problem, assumed, labels)
    search = SeparateLabeling(graph)
    if Drive(time_limit).run(search if steps is None else steps.watched(search)) == STOPPED:
        raise unfinished("the search for symmetries", Status.TIME_LIMIT, 0, "orbit")
    known = all_symmetries(graph, search) if search.complete else None
    if known is None:
        raise OverflowError("the symmetries of this problem need too many generators; pass a few of them in a list")
    return known


def orbit_size(known: AllSymmetries, solution: Iterable[int]) -> int | None:
    """Return the number of images of a solution."""
    options = tuple(solution)
    search = labeling(known.graph, options)
    Drive().run(search)
    return known.orbit_size(search.order if search.complete else None, options)


class Representatives:
    """A search for one solution of each orbit under all symmetries of a graph, with its given and banned options.

    The given options must not contradict each other.
    """

    def __init__(
        self,
        problem: Matrix,
        assumed: Assumptions,
        known: AllSymmetries,
        max_memory: int,
        time_limit: float,
        report: Report | None = None,
    ) -> None:
        self.problem, self.assumed, self.max_memory = problem, assumed, max_memory
        self.machine = OrbitLayers(known, assumed, max_memory)
        self.drive = Drive(time_limit, report)

    def __iter__(self) -> Iterator[Solution]:
        """Yield the solutions.

        Raises:
            Unfinished: the time limit expired.
            OverflowError: partial solutions take too much memory.
        """
        self.drive.resume()
        while (outcome := self.drive.run(self.machine)) == SOLUTION:
            yield Solution(self.problem, tuple(self.machine.solution()))
            self.drive.resume()
        if outcome == STOPPED:
            raise unfinished("the list", Status.TIME_LIMIT, self.machine.solutions, "orbit")
        if outcome == LIMIT:
            orbits = AtLeast(self.machine.solutions)
            raise OverflowError(f"partial solutions exceed max_memory after {orbits} orbits; raise it")
        self._check()

    def _check(self) -> None:
        """Compare the sizes of all orbits with a count of all solutions, where that takes little time."""
        nodes = self.machine.nodes // CHECK_SHARE
        drawing = DRAWN_NODES * len(self.problem.indices)
        if self.machine.images is None or nodes <= drawing or too_large_to_label(self.problem):
            return
        count = symmetric(self.problem, self.assumed, self.max_memory)
        count.node_stop = nodes - drawing
        if Drive(self.drive.deadline - self.drive.seconds).run(count) == DONE:
            assert count.solutions == self.machine.images, "the orbits have as many solutions as the problem"


# --- one solution of each orbit, chosen from a list of all solutions


class Unseen:
    """A filter of listed solutions, with the images of all earlier solutions."""

    def __init__(self, generators: list[Int64], max_memory: int) -> None:
        self.generators = generators
        self.max_memory = max_memory
        self.known: set[bytes] = set()
        self.nbytes = 0

    def __call__(self, options: tuple[int, ...], time_left: float) -> bool:
        """Return whether a solution is no image of one before."""
        solution, deadline = np.array(options, np.int64), perf_counter() + time_left
        key = solution.tobytes()
        if key in self.known:  # it will not come again
            self.known.remove(key)
            self.nbytes -= IMAGE_BYTES + len(key)
            return False
        for rows in images(solution, self.generators):
            self.known.update(row.tobytes() for row in rows)
            self.nbytes += len(rows) * (IMAGE_BYTES + len(key))
            if calloff.canceled() or perf_counter() > deadline:
                raise unfinished("the list", Status.TIME_LIMIT, 0, "orbit")
            if self.nbytes > self.max_memory:
                raise OverflowError("the images of the solutions exceed max_memory; raise it")
        self.known.remove(key)
        return True


def chosen(
    listed: Iterator[Solution], choose: Callable[[tuple[int, ...], float], bool], limit: float
) -> Iterator[Solution]:
    """Yield the solutions that are chosen; choosing them counts toward the time limit, too."""
    n, started = 0, perf_counter()
    try:
        for solution in listed:
            new = choose(solution.options, limit)
            limit -= perf_counter() - started
            if new:
                n += 1
                yield solution
            if limit < 0:
                break
            started = perf_counter()
        else:
            return
    except Unfinished:
        pass
    raise unfinished("the list", Status.TIME_LIMIT, n, "orbit")
