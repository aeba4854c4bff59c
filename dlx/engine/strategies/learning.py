# SPDX-License-Identifier: MIT
"""The strategy that learns from dead ends: the rows and variables of a problem for kernels/learner/learner.pyx.

Variable k is option k. A color of a secondary item is a variable too, which the options with that color imply. A row is
an item with its bounds: a primary item has its options, a secondary one its colors and its options without a color.
Further rows are channels.

Channels: an item has a color only as long as another item has an option that gives it this color.

If every option of a primary item gives the secondary item x a color, then x has color L if and only if one of the
options with x:L is chosen. So of these options and "x is not L", exactly one is true. We call this row a channel.

    across1 =ore r1c1:o r1c2:r ...      channel across1, r1c2:r      ore, art, not r1c2:r
    across1 =art r1c1:a r1c2:r ...      channel across1, r1c2:o      hot, not r1c2:o
    across1 =hot r1c1:h r1c2:o ...

Without channels, crossing words learn of each other only when a word is chosen. With them, a letter that no word across
has left falls, and with it all words down that need it. This keeps generalized arc consistency between a word and its
letters, and search chooses letters rather than words, because they take part in more dead ends.

    CPU seconds of the search that learns            without, and without merge()    with
    crossword 11x11, 22 blocks, 194,122 options                               2.1     0.1
    crossword 11x11, 16 blocks, 238,741 options                  no room after 18     0.2
    crossword 15x15, 36 blocks, 441,328 options                      none in 20 s     0.4
    6x6 letters, 3,000 words                                         none in 10 s     0.1

Times vary with luck. If all primary items are tables of colors, as in crosswords, tables.py is faster.

Reference: Bessière and Régin, Arc consistency for general constraint networks (1997), for constraints given as tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...kernels.learner.learner import Learner
from ...matrix.incidence import colors_of_items, entry_options, int32, item_bounds, options_with_primary
from ...matrix.sorting import places_by
from ...system import calloff
from ..machine import SOLUTION, Machine, member

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix

    Int64 = NDArray[np.int64]
    Int32 = NDArray[np.int32]
    Bools = NDArray[np.bool_]

MOST_LEARNING_ENTRIES = 10_000_000  # of a problem that is learned from, which takes some 100 bytes an entry
MOST_PAIRS_AN_ENTRY = 8  # pairs of a primary item and a color in one option; beyond, we look for no channels
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


def _shuffled(n: int, seed: int) -> Int32:
    """Return a permutation, the same in every version of numpy."""
    return int32(np.random.RandomState(seed % 2**32).permutation(n))


# --- channels


class Channels(NamedTuple):
    """Rows of options that give an item the same color."""

    colors: Int64  # channel -> the number of its color; a channel without options excludes it
    rows: Int64  # a use of a color by an option, once for each of its channels -> the channel
    uses: Int64  # the same -> the entry, counted among those with a color


NO_CHANNELS = Channels(*np.zeros((3, 0), np.int64))


def channels(matrix: Matrix, owners: Int32, painted: Bools, color: Int64, colored: Int64) -> Channels:
    """Return the channels of a problem.

    ``owners`` are the options of all entries, ``painted`` those that have a color, of which ``color`` is the number;
    color k is one of the item ``colored[k]``.

    >>> from dlx import Colored, Problem
    >>> from dlx.matrix.incidence import colors_of_items, entry_options
    >>> red, blue = Colored("x", "red"), Colored("x", "blue")
    >>> matrix = Problem([["a", red], ["a", blue], ["b", red], ["b"], ["a", red]], ["a", "b"], ["x"]).engine.matrix
    >>> painted = matrix.colors != 0
    >>> colored, color = colors_of_items(matrix, painted)
    >>> [array.tolist() for array in channels(matrix, entry_options(matrix), painted, color, colored)]
    [[0, 1], [0, 1, 0], [0, 1, 3]]
    """
    once = np.logical_and(*(bound == 1 for bound in item_bounds(matrix)))
    once[matrix.n_primary :] = False
    chosen = once[matrix.indices]  # entries of items that are in exactly one option
    first = np.searchsorted(owners[chosen], np.arange(matrix.n_options + 1))
    users = owners[painted]
    number = np.diff(first)[users]  # such items of the option that gives a color
    if number.sum() > MOST_PAIRS_AN_ENTRY * len(owners):
        return NO_CHANNELS
    uses, nth = _repeated(number)
    givers = matrix.indices[chosen][first[users[uses]] + nth].astype(np.int64)
    pairs, pair = np.unique(givers * matrix.n_items + colored[color[uses]], return_inverse=True)
    giver, item = np.divmod(pairs, matrix.n_items)
    always = np.bincount(pair, minlength=len(pairs)) == np.bincount(matrix.indices, minlength=matrix.n_items)[giver]
    start = np.searchsorted(colored, item[always])
    which, nth = _repeated(np.searchsorted(colored, item[always], side="right") - start)
    colors = start[which] + nth  # also those that this giver never gives
    keys, kept = giver[always][which] * len(colored) + colors, always[pair]
    return Channels(colors, np.searchsorted(keys, (givers * len(colored) + color[uses])[kept]), uses[kept])


def _repeated(numbers: Int64) -> tuple[Int64, Int64]:
    """Return each index as often as its number says, and how often it came before.

    >>> [array.tolist() for array in _repeated(np.array([2, 0, 3]))]
    [[0, 0, 2, 2, 2], [0, 1, 0, 1, 2]]
    """
    times = numbers.astype(np.intp)  # 32 bits on i686
    which = np.repeat(np.arange(len(numbers), dtype=np.int64), times)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(numbers) - numbers, times)
