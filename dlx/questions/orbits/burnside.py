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

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from ...engine.drive import SOLUTION, STOPPED, Drive
from ...engine.status import Status
from ...engine.unfinished import Unfinished, unfinished
from ...matrix.assumptions import Assumptions
from ...matrix.build import from_names
from ...matrix.colored import Colored
from ...matrix.matrix import Matrix
from ...structure.conjugacy import ConjugacyClasses
from ...structure.permutations import conjugates, cycles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...structure.symmetries import AllSymmetries
    from .representatives import Representatives

    Int64 = NDArray[np.int64]

CountFixed = Callable[[Matrix, Assumptions, float], int]  # of solutions, within so many seconds

FIRST_TURN = 1.0  # seconds of layers
TURN_GROWTH = 4
MEAN_SHARE = 8  # seconds of the mean for each second of layers


class Exchanged(Exception):
    """A symmetry exchanges options of an item that may be in several of them; no option stands for their cycle."""


class Mean:
    """Burnside's mean of a group of so many elements, which permute the options and items of a problem.

    The group preserves the set of the given options and that of the banned ones.
    """

    def __init__(self, problem: Matrix, assumed: Assumptions, order: int) -> None:
        self._problem, self._assumed, self._order = problem, assumed, order
        self._fixed: dict[bytes, int] = {}  # by the cycles of an element
        self._total = 0

    def add(self, element: Int64, size: int, seconds: float, count: CountFixed) -> int:
        """Add a conjugacy class of so many elements; return the number of solutions that one of them fixes.

        Raises:
            Exchanged: this is no way to count them.
            Unfinished: the count was cut short; ``partial`` is a lower bound for the number of orbits.
        """
        cycle = cycles(element)
        key = cycle.tobytes()  # elements with the same cycles fix the same solutions
        if key not in self._fixed:
            try:
                left = fixed_by(self._problem, self._assumed, cycle)
                self._fixed[key] = 0 if left is None else count(*left, seconds)
            except Unfinished as error:
                raise self.unfinished(int(error.partial) * size) from None
        self._total += self._fixed[key] * size
        return self._fixed[key]

    def unfinished(self, more: int = 0) -> Unfinished:
        """Return the error of a count that the time ended; ``more`` is what belongs to the sum, too."""
        return unfinished("the count", Status.TIME_LIMIT, -(-(self._total + more) // self._order), "orbit")

    @property
    def orbits(self) -> int:
        """The number of orbits, once all classes are in that fix any solutions."""
        orbits, rest = divmod(self._total, self._order)
        assert not rest, "Burnside's sum is a multiple of the order"
        return orbits


def mean(
    problem: Matrix,
    assumed: Assumptions,
    elements: Int64,
    generators: Iterable[Int64],
    left: Callable[[], float],
    count: CountFixed,
) -> int:
    """Return the number of orbits of a group whose elements are listed, within the seconds that are left.

    Raises:
        Exchanged, Unfinished: see :class:`Mean`.
    """
    found = Mean(problem, assumed, len(elements))
    for element, size in conjugates(elements, generators):
        found.add(element, size, left(), count)
    return found.orbits


class MeanOfAll:
    """Burnside's mean of all symmetries of a graph, by conjugacy classes. It can be continued."""

    def __init__(self, problem: Matrix, assumed: Assumptions, known: AllSymmetries) -> None:
        self._classes = ConjugacyClasses(known)
        self._mean = Mean(problem, assumed, known.order)
        self._new = False  # is there a class to add?

    def run(self, seconds: float, count: CountFixed) -> int:
        """Return the number of orbits, within so many seconds.

        Raises:
            Exchanged, Unfinished: see :class:`Mean`.
            OverflowError: symmetries take too much memory.
        """
        drive, outcome = Drive(seconds), SOLUTION
        while self._new or (outcome := drive.run(self._classes)) == SOLUTION:
            self._new = True
            fixed = self._mean.add(self._classes.element, self._classes.size, seconds - drive.seconds, count)
            self._new = False
            if fixed:  # what an element fixes, its powers fix, too
                self._classes.follow()
            drive.late()
        if outcome == STOPPED:
            raise self._mean.unfinished()
        return self._mean.orbits


def in_turns(layers: Representatives, mean: MeanOfAll | None, left: Callable[[], float], count: CountFixed) -> int:
    """Return the number of orbits, by layers of partial solutions or by Burnside's mean.

    We cannot tell before which ends first. For Latin squares of order 8 it is the mean, after half a minute, when
    layers are not halfway; it is the layers where the solutions are too many to count. The turns become longer and
    longer, as the mean begins again with a count that it had to give up.

    Raises:
        Unfinished: the time is over; ``partial`` is a lower bound.
        OverflowError: partial solutions take too much memory, and the mean is no way to count.
    """
    turn, bound = FIRST_TURN, 0
    while True:
        if not layers.machine.full and layers.run(min(turn, left())):
            return layers.n
        if mean is not None:
            try:
                return mean.run(left() if layers.machine.full else min(MEAN_SHARE * turn, left()), count)
            except Unfinished as error:
                bound = max(bound, int(error.partial))
            except (Exchanged, OverflowError):
                mean = None
        elif layers.machine.full:
            layers.raise_unless_done()
        if left() <= 0:
            raise unfinished("the count", Status.TIME_LIMIT, max(bound, layers.n), "orbit")
        turn *= TURN_GROWTH


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
