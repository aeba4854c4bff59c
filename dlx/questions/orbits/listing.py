# SPDX-License-Identifier: MIT
"""One solution of each orbit, chosen from a list of all solutions.

chosen(listed, is_first)    a group of few elements: the solution that precedes its images
chosen(listed, Unseen())    any other group: the first one listed, whose images we remember until they come
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ...engine.status import Status
from ...engine.unfinished import Unfinished, unfinished
from ...structure.permutations import images
from ...system import calloff

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...matrix.solution import Solution

    Int64 = NDArray[np.int64]

IMAGE_BYTES = 160  # of an image in a set, and 8 for each option


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
