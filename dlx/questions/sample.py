# SPDX-License-Identifier: MIT
"""Solutions drawn at random, all with exactly the same probability, from a form that holds them without a list.

    rank 0 ... 161,279      a random whole number below the number of solutions; each names one solution
    diagram                 the rank chooses the path: tilings, packings, anything with few states
    layers of a count       the rank chooses an option of each problem, in proportion to the solutions that remain:
    up to symmetry          Latin squares, designs, anything with many symmetries

The two race as counts do, in turns measured by work: a diagram first, the layers if it is not done early and the
problem has ten thousand symmetries (engine/turns.py). Latin squares of order 7: 714 problems in layers, 0.08 s, and
then 8 ms a solution. Order 8: 42,218 problems, 3.3 s and 16 ms.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

from ..engine.drive import Drive
from ..engine.engine import Engine
from ..engine.entrants import ENTRY_NODES
from ..engine.limits import seconds, whole
from ..engine.portfolio import Race
from ..engine.status import Status
from ..engine.strategies.symmetry import options_of_count, symmetric, symmetric_if_it_pays, too_large_to_label
from ..engine.support import check_problem
from ..engine.turns import UNLIMITED_NODES, Late, Turn
from ..engine.unfinished import Unfinished
from ..kernels.symmetric.ranks import Ranks
from ..kernels.symmetric.symmetric import Symmetric
from ..matrix.assumptions import Assumptions
from ..matrix.matrix import Matrix
from ..matrix.solution import Solution
from ..system.digits import printable
from .zdd import Drawing, random_ranks

if TYPE_CHECKING:
    from ..engine.bar import Report
    from .zdd import ZDD

ROOT = -1  # layer of the choices before any branch


class _Choice(NamedTuple):
    """An edge: a choice in a problem, and the child that it leaves."""

    branch: int
    like: int  # options that are images of each other, for which the branch stands
    free: int  # options that may be chosen or not
    layer: int  # of the child; -1: every need is met
    number: int  # of the child in its layer
    below: int  # the child's number of solutions


class Layers:
    """All solutions as the kept layers of a count up to symmetry that is done.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> pairs = Problem([[i, j] for j in range(6) for i in range(j)])
    >>> layers = sampler(pairs.engine, NONE, "symmetric", 2**20, None, None)
    >>> layers.count(), [s.options for s in layers.sample(2, seed=1)]
    (15, [(2, 3, 14), (1, 9, 11)])
    """

    def __init__(self, problem: Matrix, assumed: Assumptions, done: Symmetric) -> None:
        self.problem = problem
        self._given = set(assumed.given)
        self._options = options_of_count(problem, assumed)
        self._total = done.solutions
        self._ranks = Ranks(done)

    def count(self) -> int:
        """Return the exact number of solutions."""
        return printable(self._total)

    def sample(self, n: int = 1, seed: int | None = None) -> list[Solution]:
        """Draw ``n`` solutions; see :meth:`Problem.sample`."""
        return [self._ranked(rank) for rank in random_ranks(self._total, n, seed)]

    def _ranked(self, rank: int) -> Solution:
        """Return solution number ``rank``, in the order of the branches."""
        chosen, names = set(self._given), self._options
        layer, number = ROOT, 0
        while True:
            edge, rank = self._edge(layer, number, rank)
            subset, rank = divmod(rank, edge.below)
            pick, subset = divmod(subset, 1 << edge.free)
            chose, loose, order = self._ranks.descend(layer, number, edge.branch, pick)
            chosen.update(names[k] for k in chose)
            chosen.update(names[k] for j, k in enumerate(loose) if subset >> j & 1)
            if edge.layer < 0:
                return Solution.of(self.problem, chosen)
            names = [names[k] for k in order]
            layer, number = edge.layer, edge.number

    def _edge(self, layer: int, number: int, rank: int) -> tuple[_Choice, int]:
        """Return the edge of a problem that holds the solution of this rank, and its rank there."""
        for edge in starmap(_Choice, self._ranks.edges(layer, number)):
            solutions = (edge.like << edge.free) * edge.below
            if rank < solutions:
                return edge, rank
            rank -= solutions
        raise IndexError(rank)  # never: ranks are below the sum


def sampler(
    engine: Engine,
    assumed: Assumptions,
    method: str,
    max_memory: int,
    time_limit: float | None,
    progress: Report | None,
) -> ZDD | Layers:
    """Return all solutions in a form that draws them; see :meth:`Problem.sample`."""
    memory = whole(max_memory, "max_memory", 1)
    taker = "sample" if method == "auto" else f"method={method}"
    drawing = Drawing(engine, assumed, "auto", None, memory, taker)
    race = Race(_turns(drawing, engine.matrix, assumed, taker, memory), Drive(seconds(time_limit), progress))
    if not race.run():
        text = f"the preparation of samples was not done after {time_limit} seconds"
        raise Unfinished(text, None, Status.TIME_LIMIT)
    if isinstance(race.strategy, Symmetric):
        return Layers(engine.matrix, assumed, race.strategy)
    return drawing.finished(race.strategy)


def _turns(drawing: Drawing, matrix: Matrix, assumed: Assumptions, taker: str, memory: int) -> Iterator[Turn]:
    """Yield the turns of a diagram and of layers; once these join, the diagram keeps half of the memory.

    Raises:
        OverflowError: the layers take too much memory, and there is no diagram.
        ValueError: the problem does not suit the method.
    """
    if taker == "method=zdd":
        yield from drawing.turns()
    elif taker == "sample" and matrix.bounds is None:
        alike = partial(symmetric_if_it_pays, matrix, assumed, memory // 2, kept=True)
        yield from drawing.turns(Late(alike=alike, drawing_nodes=len(matrix.indices) * ENTRY_NODES))
    else:
        check_problem(matrix, taker, large=too_large_to_label(matrix), question="sample")
        yield symmetric(matrix, assumed, memory, kept=True), UNLIMITED_NODES - 1, False
        raise OverflowError("the layers of the count up to symmetry exceed max_memory")
