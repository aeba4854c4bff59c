# SPDX-License-Identifier: MIT
"""The strategy that learns from dead ends: the rows and variables of a problem for kernels/learner/learner.pyx.

Variable k is option k. A color of a secondary item is a variable too, which the options with that color imply. A row is
an item with its bounds: a primary item has its options, a secondary one its colors and its options without a color.
Further rows are the channels of channels.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...kernels.learner.learner import Learner
from ...matrix.incidence import colors_of_items, entry_options, int32, item_bounds, options_with_primary
from ...matrix.sorting import places_by
from ...system import calloff
from ..machine import SOLUTION, Machine, member
from .channels import NO_CHANNELS, channels

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix

MOST_LEARNING_ENTRIES = 10_000_000  # of a problem that is learned from, which takes some 100 bytes an entry
WORK = 5  # work of a step of the learner, which takes some 5 to 7 nanoseconds


class Learning(Machine):
    """A machine that finds a solution (SOLUTION), then another one, or proves that there are no more (DONE).

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> machine = Learning(Problem([["a"], ["a", "b"], ["b"]]).engine.matrix, NONE)
    >>> machine.step(1000) == SOLUTION, machine.solution()
    (True, [0, 2])
    """

    name = "learning"
    solutions = 0  # with the known ones
    n_channels = 0

    def __init__(self, matrix: Matrix, assumed: Assumptions, known: Iterable[list[int]] = (), **settings: Any) -> None:
        """Prepare a search for solutions other than the ``known`` ones, with settings of ``learner``.

        If ``switched``, items need not be covered but for those passed to ``assume``. A seed shuffles the first
        choices, for another solution.
        """
        self._matrix, self._found = matrix, False
        self.learner, self._gaps, self.n_channels = learner(matrix, **settings)
        never = np.flatnonzero(~options_with_primary(matrix)).tolist()
        self.learner.fix([2 * k for k in assumed.given] + [2 * k + 1 for k in (*assumed.banned, *never)])
        for options in known:
            self._forbid(options)
            self.solutions += 1

    nodes = member("learner.nodes")  # the decisions

    @property
    def work(self) -> int:
        """The work so far, in the units of plain search."""
        return self.learner.work * WORK

    def assume(self, assumed: Assumptions, items: Iterable[int] = ()) -> None:
        """Begin a query under these further assumptions, which replace those of the query before.

        If items are switched, those passed must be covered.
        """
        literals = [2 * k for k in assumed.given] + [2 * k + 1 for k in assumed.banned]
        for item in items:
            literals += [2 * gap + 1 for gap in range(self._gaps[item], self._gaps[item + 1])]
        self.learner.assume(list(dict.fromkeys(literals)))
        self._found = False

    def step(self, work: int, /) -> int:
        """Continue for about this much work."""
        if self._found:
            self._forbid(self.solution())
        outcome = self.learner.step(work // WORK + 1)
        self._found = outcome == SOLUTION
        self.solutions += self._found
        return outcome

    def solution(self) -> list[int]:
        """Return the options of the newest solution."""
        return [k for k in self.learner.true_variables() if k < self._matrix.n_options]

    def _forbid(self, options: list[int]) -> None:
        literals = [2 * k for k in options]
        if self._matrix.bounds is not None:  # another solution may have all its options, and more
            literals += [2 * k + 1 for k in set(range(self._matrix.n_options)).difference(options)]
        self.learner.forbid(literals)


def learnable(matrix: Matrix) -> bool:
    """Return whether a problem is small enough to learn from its dead ends."""
    return len(matrix.indices) <= MOST_LEARNING_ENTRIES


def learner(
    matrix: Matrix, *, switched: bool = False, seed: int | None = None, **settings: Any
) -> tuple[Learner, list[int], int]:
    """Return a learner of the rows of a problem, with these settings, the first gap of each item, and the channels.

    Variable k is option k. If ``switched``, gaps take the places of options that an item lacks, and need not be false:

        low = 2   options + 2 gaps >= 2     both gaps false: the item needs two options; both true: it needs none
    """
    owners, items = entry_options(matrix), matrix.indices
    painted = np.zeros(len(items), bool) if matrix.colors is None else matrix.colors != 0
    colored, color = colors_of_items(matrix, painted)
    found = NO_CHANNELS if switched or not len(color) else channels(matrix, owners, painted, color, colored)
    calloff.check()
    rest = np.ones(len(color), bool)  # uses of colors that are in no channel
    rest[found.uses] = False
    low, high = item_bounds(matrix)
    before = matrix.n_options + len(colored)
    gaps = before + np.concatenate([[0], np.cumsum(low if switched else 0 * low)])
    n, n_channels, users = matrix.n_items, len(found.colors), owners[painted]
    copied = np.repeat(np.arange(n), np.diff(gaps).astype(np.intp))  # 32 bits on i686
    rows = np.concatenate([items[~painted], colored, copied, n + found.rows, n + np.arange(n_channels)])
    variables = np.concatenate([owners[~painted], np.arange(matrix.n_options, gaps[-1]), users[found.uses]])
    calloff.check()
    literals = np.concatenate([2 * variables, 2 * (matrix.n_options + found.colors) + 1])
    numbers = np.bincount(rows.astype(np.intp), minlength=n + n_channels)  # on 32 bits, NumPy 1.26 refuses 64
    starts = np.concatenate([[0], np.cumsum(numbers)])
    one = np.ones(n_channels, int)
    calloff.check()
    by_row = int32(literals[places_by(int32(rows), n + n_channels)])
    calloff.check()
    low, high = np.append(low, one), np.minimum(np.append(high, one), np.diff(starts))
    uses = int32(users[rest]), int32(matrix.n_options + color[rest])
    order = None if seed is None else _shuffled(int(gaps[-1]), seed)
    machine = Learner(int(gaps[-1]), int32(starts), by_row, int32(low), int32(high), *uses, order=order, **settings)
    return machine, gaps.tolist(), n_channels


def _shuffled(n: int, seed: int) -> NDArray[np.int32]:
    """Return a permutation, the same in every version of numpy."""
    return int32(np.random.RandomState(seed % 2**32).permutation(n))
