# SPDX-License-Identifier: MIT
"""The remaining problem: the options that can still be chosen and the items that still need some."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .incidence import item_bounds, options_having, options_with_primary
from .matrix import Matrix


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
