# SPDX-License-Identifier: MIT
"""The entries, options and items of a matrix as arrays.

The remaining problem: the options that can still be chosen and the items that still need some.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .build import Bools, Int32, Int64
from .matrix import Matrix


def entry_options(matrix: Matrix) -> Int32:
    """Return the option of each entry."""
    return np.repeat(np.arange(matrix.n_options, dtype=np.int32), np.diff(matrix.indptr))


def options_having(matrix: Matrix, entries: Bools) -> Bools:
    """Return a mask of the options that have one of these entries. No option is empty."""
    if not matrix.n_options:
        return np.zeros(0, bool)
    return np.logical_or.reduceat(entries, matrix.indptr[:-1])


def options_with_primary(matrix: Matrix) -> Bools:
    """Return a mask of the options that have a primary item. The others are never chosen."""
    return options_having(matrix, matrix.indices < matrix.n_primary)


def item_bounds(matrix: Matrix) -> tuple[Int64, Int64]:
    """Return the least and the most options of each item in a solution; a secondary item counts as 0 to 1."""
    low, high = np.zeros(matrix.n_items, np.int64), np.ones(matrix.n_items, np.int64)
    low[: matrix.n_primary] = 1 if matrix.bounds is None else matrix.bounds[:, 0]
    if matrix.bounds is not None:
        high[: matrix.n_primary] = matrix.bounds[:, 1]
    return low, high


def colors_of_items(matrix: Matrix, entries: Bools) -> tuple[Int64, Int64]:
    """Return the item of each different color that these entries give to an item, and the number of each entry's color.

    >>> from dlx import Colored, Problem
    >>> red, blue = Colored("x", "red"), Colored("x", "blue")
    >>> problem = Problem([["a", red], ["a", blue], ["b", red]], ["a", "b"], ["x"])
    >>> [array.tolist() for array in colors_of_items(problem, problem.colors != 0)]
    [[2, 2], [0, 1, 0]]
    """
    if matrix.colors is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    n_colors = len(matrix.color_names) + 1
    uses = matrix.indices[entries].astype(np.int64) * n_colors + matrix.colors[entries]
    pairs, which = np.unique(uses, return_inverse=True)
    return pairs // n_colors, which


def int32(array: Any) -> Int32:
    """Return an array as a kernel takes it."""
    return np.ascontiguousarray(array, np.int32)


def part_of(matrix: Matrix, options: Bools, items: Int64) -> tuple[Int32, Int32]:
    """Return some options (a mask) with their entries in some items, in CSR form. Item ``items[k]`` has the number k.

    >>> from dlx import Problem
    >>> problem = Problem([["a", "b", "c"], ["a", "b"], ["c"]])
    >>> [part.tolist() for part in part_of(problem, np.array([True, False, True]), np.array([2, 0]))]
    [[0, 2, 3], [1, 0, 0]]
    """
    number = np.full(matrix.n_items, -1, np.int32)
    number[items] = np.arange(len(items), dtype=np.int32)
    owner = entry_options(matrix)
    used = options[owner] & (number[matrix.indices] >= 0)
    sizes = np.bincount(owner[used], minlength=matrix.n_options)[options]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32), number[matrix.indices[used]]


def colored_items(matrix: Matrix) -> Bools:
    """Return a mask of the items that have colors."""
    colored = np.zeros(matrix.n_items, bool)
    if matrix.colors is not None:
        colored[matrix.indices[matrix.colors != 0]] = True
    return colored


# --- the remaining problem


def remaining_problem(
    problem: Matrix, given: list[int], banned: list[int]
) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]] | None:
    """Return the remaining problem, or None if the given options contradict each other or are banned.

    The three arrays give: for option k, whether it can still be chosen; for item i, its state, free (0), used up (-1)
    or the color that it was given; for primary item i, the number of options that it still needs.
    """
    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    live = np.ones(problem.n_options, dtype=bool)
    live[banned] = False
    chosen = np.zeros_like(live)
    chosen[given] = True
    if not (live & options_with_primary(problem))[given].all():
        return None
    chosen_entries = np.repeat(chosen, np.diff(problem.indptr))
    items, color = problem.indices[chosen_entries], np.where(colors[chosen_entries] > 0, colors[chosen_entries], -1)
    low, high = item_bounds(problem)
    uses = np.bincount(items, minlength=problem.n_items)
    state = np.zeros(problem.n_items, dtype=np.int64)
    state[items] = color
    if (state[items] != color).any() or (uses > high)[state < 0].any():
        return None
    state[: problem.n_primary][(uses < high)[: problem.n_primary]] = 0
    live &= ~chosen
    need = (low - uses)[: problem.n_primary]
    now = state[problem.indices]
    fits = (now == 0) | ((now > 0) & (now == colors))
    return live & ~options_having(problem, ~fits), state, need


def remaining_bounds(problem: Matrix, need: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the least and the most further options of each item, given the ``need`` of the primary items."""
    low, high = item_bounds(problem)
    n = problem.n_primary
    high[:n] -= low[:n] - need
    low[:n] = need.clip(0)
    return low, high
