# SPDX-License-Identifier: MIT
"""The strategy that counts up to symmetry: what remains of a problem, prepared for kernels/symmetric/symmetric.pyx.

A node is an item, or a color of a secondary item. Only problems with many symmetries gain: a state takes a hundred
times as long as in a search with a memory.

    pentominoes 6x10, queens, dominoes, Soma cube                     2 to 48 symmetries    search, memo
    Latin squares 7, Sudoku 9x9, STS(15), one-factorizations of K10   10^11 to 10^12        symmetry
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from ...matrix.incidence import (
    colors_of_items,
    entry_options,
    int32,
    options_with_primary,
    remaining_bounds,
    remaining_problem,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...kernels.symmetric.symmetric import Symmetric
    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix

    Int32 = NDArray[np.int32]

MOST_LABELED_ENTRIES = 2**15 - 1  # their symmetries take up to 10 ms to find
MOST_LABELED_NODES = 2**11  # items, and colors of items
UNNUMBERED = -1  # no number of an option or a node
ONE = np.ones(1, np.int32)
IMPOSSIBLE = (ONE, ONE, -ONE, ONE - 1, ONE[:0]), 1  # one item and no option


def too_large_to_label(matrix: Matrix) -> str:
    """Return the place of an error if the problem is too large, else an empty text."""
    n = len(matrix.indices)
    if n > MOST_LABELED_ENTRIES:
        return f"{n:,} uses of items by options are more than {MOST_LABELED_ENTRIES:,}"
    n = matrix.n_items
    if matrix.colors is not None:
        n += len(colors_of_items(matrix, matrix.colors != 0)[0])
    return f"{n:,} items and colors are more than {MOST_LABELED_NODES:,}" if n > MOST_LABELED_NODES else ""


def symmetric_if_it_pays(
    matrix: Matrix, assumed: Assumptions, max_memory: int, *, least: int, kept: bool = False
) -> Symmetric | None:
    """Return a count up to symmetry, or None if the problem is too large or has fewer symmetries."""
    if too_large_to_label(matrix):
        return None
    machine = symmetric(matrix, assumed, max_memory, kept=kept)
    return machine if machine.group >= least else None


def symmetric(matrix: Matrix, assumed: Assumptions, max_memory: int, *, kept: bool = False) -> Symmetric:
    """Return a count up to symmetry; with ``kept``, its layers stay, for descents to single solutions.

    >>> from dlx import Problem
    >>> from dlx.engine.drive import DONE
    >>> from dlx.matrix.assumptions import NONE
    >>> machine = symmetric(Problem([[i, j] for j in range(8) for i in range(j)]), NONE, 2**20)
    >>> machine.step(10**6) == DONE, machine.solutions, machine.group  # perfect matchings of 8 points
    (True, 105, 40320)
    """
    from ...kernels.symmetric.symmetric import Symmetric

    remaining = remaining_problem(matrix, [*assumed.given], [*assumed.banned])
    arrays, bits = IMPOSSIBLE if remaining is None else _arrays(matrix, *remaining)
    return Symmetric(*arrays, bits, max_memory, kept)


def options_of_count(matrix: Matrix, assumed: Assumptions) -> list[int]:
    """Return the options of the problem that a count up to symmetry knows as 0, 1, 2, ..."""
    remaining = remaining_problem(matrix, [*assumed.given], [*assumed.banned])
    return [] if remaining is None else _counted(matrix, remaining[0]).tolist()


def _counted(matrix: Matrix, live: Any) -> Any:
    return np.flatnonzero(live & options_with_primary(matrix))


def _arrays(matrix: Matrix, live: Any, state: Any, need: Any) -> tuple[tuple[Int32, Int32, Int32, Int32, Int32], int]:
    """Return the arrays of the remaining problem, and a bound of the bits of its count."""
    low, high = remaining_bounds(matrix, need)
    options = _counted(matrix, live)
    rank = np.full(matrix.n_options, UNNUMBERED)
    rank[options] = np.arange(len(options))
    owners = rank[entry_options(matrix)]
    here = (owners != UNNUMBERED) & (state[matrix.indices] == 0)
    painted = np.zeros_like(here) if matrix.colors is None else here & (matrix.colors != 0)
    colored, color = colors_of_items(matrix, painted)
    entries = matrix.indices.astype(np.intp)  # 32 bits on i686, where bincount takes no more
    entries[painted] = matrix.n_items + color
    owners, entries = owners[here], entries[here]
    again = _repeated(owners, entries, low, high, set(colored.tolist()))
    low[again] = 0
    owners, entries = owners[~np.isin(entries, again)], entries[~np.isin(entries, again)]
    node = _order(matrix.n_items, colored, low)  # new number -> item, or n_items + color
    number = np.argsort(node)
    parent = np.full(len(node), UNNUMBERED)
    parent[number[matrix.n_items :]] = number[colored]
    low, high = np.append(low, np.zeros(len(colored), int)), np.append(high, np.ones(len(colored), int))
    if (low > np.bincount(entries, minlength=len(low))).any():
        return IMPOSSIBLE
    starts = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(options)))])
    bits = min(len(options), _bits(matrix.n_primary, owners, entries, high))
    most = int32(np.minimum(high[node], len(options)))
    return (int32(low[node]), most, int32(parent), int32(starts), int32(number[entries])), bits


def _repeated(owners: Any, entries: Any, low: Any, high: Any, colored: set[int]) -> list[int]:
    """Return the items that say what an earlier one says: the same options, as few and as many.

    The boxes of a Sudoku may be its rows. Left in, they hide a symmetry: squares of order 7 take ten times as long.
    """
    by_item = np.argsort(entries, kind="stable")
    items, ends = np.unique(entries[by_item], return_index=True)
    lists = np.split(owners[by_item], ends)[1:]
    seen: set[tuple[int, int, bytes]] = set()
    again = []
    for item, options in zip(items.tolist(), lists, strict=True):
        if item < len(low) and item not in colored:
            key = int(low[item]), int(high[item]), options.tobytes()
            again += [item] if key in seen else []
            seen.add(key)
    return again


def _order(n_items: int, owners: Any, low: Any) -> Any:
    """Return the nodes in an order of kinds: items with colors, their colors, other items that need fewer or more."""
    kind = 2 + low
    kind[owners] = 0
    return np.argsort(np.append(kind, np.ones(len(owners), int)), kind="stable")


def _bits(n_primary: int, owners: Any, entries: Any, high: Any) -> int:
    """Return a bound of log2 of the number of sets of options that can be chosen.

    By Shearer's inequality: each option has at least r primary items, so the entropy of a set is at most the r-th part
    of the sum over the items of the entropy of its options among them.
    """
    primary = entries < n_primary
    each = np.bincount(owners[primary])
    if not len(each):
        return 0
    degrees = np.bincount(entries[primary], minlength=n_primary)
    entropy = float((np.minimum(high[:n_primary], degrees) * np.log2(degrees + 1)).sum())
    return ceil(entropy / int(each.min()))
