# SPDX-License-Identifier: MIT
"""Channels: an item has a color only as long as another item has an option that gives it this color.

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

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...matrix.incidence import item_bounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...matrix.matrix import Matrix

    Int64 = NDArray[np.int64]
    Int32 = NDArray[np.int32]
    Bools = NDArray[np.bool_]

MOST_PAIRS_AN_ENTRY = 8  # pairs of a primary item and a color in one option; beyond, we look for no channels


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
