# SPDX-License-Identifier: MIT
"""The strategy that searches for a first solution again and again, each time in another order.

A search that begins with a bad choice may never return from it. So we give up after some nodes and begin again, with
the options in a random order. Lengths of searches follow Luby's sequence 1 1 2 1 1 2 4 1 1 2 ..., which is within a
constant factor of the best lengths, whatever they are. Each search also learns from the ones before it: it branches on
the item with the fewest options for its weight, and an item gains weight whenever it is left without options.

                            nodes to the first solution      equal weights    with weights
    Sudoku 25x25, 55 % open, two of them                3,853,000; 589,000    684,000; 88,000
    Sudoku 36x36, 45 % open                                      7,575,000         470,000
    quasigroup of order 40, 42 % open                              114,000         300,000

Rejected: weights that never fall (960,000, 62,000, 825,000 and 275,000 nodes), or that grow by 0.1 or 0.01. On
bits, each order needs tables of its own, and failures have no weights. The median of nine families took 3 times as
long.

References: Luby, Sinclair and Zuckerman, Optimal speedup of Las Vegas algorithms (1993); Boussemart, Hemery, Lecoutre
and Sais, Boosting systematic search by weighting constraints (ECAI 2004).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from ...kernels.kernel import shuffle
from ...kernels.learner.learner import luby
from ..machine import LIMIT, PAUSED, Machine, member

if TYPE_CHECKING:
    from ...matrix.assumptions import Assumptions
    from ..engine import Engine

LEAST_RESTART_NODES = 500  # of a search, in addition to the options of a solution
RESTART_WORK = 3  # of a unit of its kernel, which takes some 5 ns on lists with weights
KEPT_WEIGHT = 0.98  # of an item's weight, for the next search


class Restarts(Machine):
    """A machine that ends with a solution (SOLUTION), or with a search that visited everything (DONE).

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> from dlx.engine.drive import SOLUTION
    >>> machine = Restarts(Problem([["a", "b"], ["a"], ["b"]]).engine, NONE)
    >>> machine.step(1000) == SOLUTION, sorted(machine.solution())
    (True, [0])
    """

    name = "restarts"
    nodes = 0  # of searches that have ended

    def __init__(self, engine: Engine, assumed: Assumptions, seed: int = 0) -> None:
        matrix = engine.matrix
        self._assumed, self._seed = assumed, seed << 32
        self._order = array("i", range(matrix.n_options))
        self._weights = np.ones(matrix.n_items, np.float32)
        self._kernel = engine.linked(self._order, self._weights)
        options_an_item = matrix.n_options / max(len(matrix.indices), 1)
        self._nodes = LEAST_RESTART_NODES + int(matrix.n_primary * options_an_item)
        self.searches = self._former_work = 0  # of searches that have ended
        self._running = False

    def step(self, work: int, /) -> int:
        """Continue the search, or begin the next one."""
        if not self._running:
            self._begin()
        outcome = self._kernel.step(work // RESTART_WORK + 1)
        self._running = outcome == PAUSED
        if not self._running:
            self.nodes += self._kernel.nodes
            self._former_work += self._kernel.work
        return PAUSED if outcome == LIMIT else outcome

    def _begin(self) -> None:
        self.searches += 1
        shuffle(self._order, self._seed + self.searches)
        np.maximum(self._weights * np.float32(KEPT_WEIGHT), 1, out=self._weights)
        self._kernel.setup(*self._assumed)
        self._kernel.solution_stop = 1
        self._kernel.node_stop = self._nodes * luby(self.searches)
        self._running = True

    @property
    def work(self) -> int:
        return RESTART_WORK * (self._former_work + (self._kernel.work if self._running else 0))

    solution = member("_kernel.solution")
