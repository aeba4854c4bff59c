# SPDX-License-Identifier: MIT
"""The number of orbits by Burnside's lemma: the mean, over a group, of the number of solutions that an element fixes.

Conjugate elements fix equally many solutions, so we count once for each class. A fixed solution consists of whole
cycles of options. It solves a problem whose options are the cycles that do not contradict themselves, and whose items
are the cycles of items:

    a strip of four cells, mirrored     options [1 2] [2 3] [3 4] [1] [2] [3] [4], items 1 2 3 4
    what it fixes                       options [1 2 | 3 4] [2 3] [1 | 4] [2 | 3], items 1=4 2=3

Given options stay given: their cycles consist of given options, as the group preserves their set. So do banned ones.

Nothing is listed, so this counts more solutions than anyone could list: the 2 * 10^30 domino tilings of a 16 x 16 board
in a second.

Reference: Burnside, Theory of groups of finite order (1897).
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from ..matrix.assumptions import Assumptions
from ..matrix.build import Int64, from_names
from ..matrix.colored import Colored
from ..matrix.matrix import Matrix


class Exchanged(Exception):
    """A symmetry exchanges options of an item that may be in several of them; no option stands for their cycle."""


class Mean:
    """Burnside's mean over a group of so many elements, from its conjugacy classes one by one."""

    def __init__(self, order: int) -> None:
        self.fixed: dict[bytes, int] = {}  # by the cycles of an element: those with the same fix the same solutions
        self._order, self._sum = order, 0

    def add(self, cycle: Int64, size: int, fixed: int) -> None:
        """Add a class of `size` elements, one of which has these cycles and fixes so many solutions."""
        self.fixed[cycle.tobytes()] = fixed
        self._sum += fixed * size

    def at_least(self, more: int = 0) -> int:
        """Return a lower bound of the number of orbits; ``more`` is what belongs to the sum, too."""
        return -(-(self._sum + more) // self._order)

    @property
    def orbits(self) -> int:
        """The number of orbits, once all classes are in that fix any solutions."""
        orbits, remainder = divmod(self._sum, self._order)
        assert not remainder, "Burnside's sum is a multiple of the order"
        return orbits


def fixed_by(problem: Matrix, assumed: Assumptions, cycle: Int64) -> tuple[Matrix, Assumptions] | None:
    """Return the problem whose solutions are the solutions of `problem` fixed by a permutation with these cycles.

    None if a cycle of given options contradicts itself.
    """
    n = problem.n_options
    members: dict[int, list[int]] = {}
    for k in range(n):
        members.setdefault(int(cycle[k]), []).append(k)
    item_of = cycle[n:] - n
    merged = {least: _merged(problem, options, item_of) for least, options in members.items()}
    options = {least: uses for least, uses in merged.items() if uses is not None}
    number = {least: k for k, least in enumerate(options)}
    given, banned = ({int(cycle[k]) for k in some} for some in assumed)
    if not given <= number.keys():
        return None
    first = [int(item) for item in np.unique(item_of[: problem.n_primary])]
    second = [int(item) for item in np.unique(item_of[problem.n_primary :])]
    bounds = None if problem.bounds is None else {item: tuple(problem.bounds[item].tolist()) for item in first}
    rest = from_names([*options.values()], first if bounds is None else bounds, second, None)
    left = [tuple(sorted(number[k] for k in some & number.keys())) for some in (given, banned)]
    return Matrix.from_fields(rest), Assumptions(*left)


def _merged(problem: Matrix, options: list[int], item_of: Int64) -> list[Hashable] | None:
    """Return a cycle of options as one option on the cycles of items; None if it contradicts itself."""
    colors: dict[int, int] = {}
    several = False  # is there an item that may be in several options, and is?
    for k in options:
        for entry in range(problem.indptr[k], problem.indptr[k + 1]):
            item = int(problem.indices[entry])
            color = 0 if problem.colors is None else int(problem.colors[entry])
            if item in colors and (not color or colors[item] != color):
                if item >= problem.n_primary or problem.bounds is None or problem.bounds[item, 1] == 1:
                    return None
                several = True
            colors[item] = color
    if several:
        raise Exchanged
    return [Colored(item, colors[item]) if colors[item] else item for item in colors if item_of[item] == item]
