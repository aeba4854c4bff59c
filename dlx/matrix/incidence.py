# SPDX-License-Identifier: MIT
"""The entries, options and items of a matrix as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

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
    pairs, which = np.unique(
        matrix.indices[entries].astype(np.int64) * n_colors + matrix.colors[entries], return_inverse=True
    )
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
