# SPDX-License-Identifier: MIT
"""A further primary item for options that a caller selects: "one of these", where `given` means all of them.

    options 0: Jo early   1: Jo late   2: Jo night        with_item("Jo works", [0, 1, 2])
            0: Jo early   1: Jo late   2: Jo night        one of them is in every solution
               "Jo works"    "Jo works"   "Jo works"      with bounds (0, 2): at most two

The options keep their numbers, so a solution of the new problem is one of the old problem.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from .build import Fields, check_nodes, item_numbers, multiplicity, with_numbers
from .incidence import item_bounds
from .matrix import Matrix
from .named import Options, named_options


def with_item(matrix: Matrix, item: Hashable, options: Options, bounds: int | tuple[int, int]) -> Fields:
    """Return the parts of the problem in which these options have one more item; see :meth:`Problem.with_item`."""
    item_numbers([item], "the")
    if item in set(matrix.items):
        raise ValueError(f"the problem has an item {item!r}; choose another name")
    numbers = np.unique(np.array(named_options(matrix, options, "selected"), np.int64))
    check_nodes(len(matrix.indices) + len(numbers), matrix.n_items + 1)
    new, ends = matrix.n_primary, matrix.indptr[numbers + 1]
    before = np.searchsorted(numbers, np.arange(matrix.n_options + 1))  # entries that are added before an option
    low, high = item_bounds(matrix)
    parts = Fields(
        (*matrix.primary, item, *matrix.secondary),
        new + 1,
        (matrix.indptr + before).astype(np.int32),
        np.insert(matrix.indices + (matrix.indices >= new), ends, new).astype(np.int32),
        None if matrix.colors is None else np.insert(matrix.colors, ends, 0),
        matrix.color_names,
    )
    limits = [*zip(low[:new].tolist(), high[:new].tolist(), strict=True), multiplicity(item, bounds)]
    return with_numbers(parts, limits, None)._replace(costs=matrix.costs, rows=matrix.rows)
