# SPDX-License-Identifier: MIT
"""The strategy that counts by layers: the remaining problem, prepared for kernels/frontier/frontier.pyx.

The order of the items decides how many items are open at once, and so how many states a layer may have. We compare the
given order with that of reverse Cuthill-McKee (structure/order.py) by the widths of their windows.

                            window        states a layer    a dead end
    dominoes 16x16          17 bits       6,000             rare: layers take a 20th of the time of a memory
    Langford pairs 12       24 bits       many              common: plain search with its smallest items is faster

So a count by layers comes first in a race if even full windows would be fewer states than plain search needs nodes. Its
estimate then decides (kernels/frontier/frontier.pyx). On 60 problems it was steady for those that layers count faster,
and grew with the work for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...matrix.incidence import colors_of_items, entry_options, int32, item_bounds, remaining_bounds, remaining_problem
from ...structure.order import near_each_other
from ...system import calloff

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...kernels.frontier.frontier import Frontier
    from ...kernels.frontier.plan import LayerPlan
    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix
    from ..task import Task

    Int32 = NDArray[np.int32]
    Arrays = tuple[Int32, Int32, Int32, Int32, Int32, Int32]  # those of LayerPlan, but for the order

UNSHARED = -1  # the color of a use that excludes all others of its item, as in plan.pyx
PLAN_DIVISOR = 4  # the branches may take this part of the memory
ZERO = np.zeros(1, np.int32)
HOPELESS = ZERO, ZERO[:0], ZERO[:0], ZERO, ZERO + 1, ZERO + 1, ZERO  # one item and no option


def layers(
    task: Task, max_memory: int, most_bits: float = np.inf, plan: LayerPlan | None = None, *, reorder: bool = True
) -> Frontier | None:
    """Return a count by layers, or None if the branches of its stages take too much memory or its keys too many bits.

    It takes the items in the given order, for which there may be a plan already, or, if it may reorder and that is
    better, in that of reverse Cuthill-McKee.
    """
    if plan is None or reorder:
        plan = planned(task.engine.matrix, task.assumed, reorder=reorder and task.branching.reorder)
    return drawn(plan, max_memory, most_bits)


def layers_in_order(task: Task, max_memory: int, most_bits: float) -> Frontier | None:
    """Return a count by layers in the order of reverse Cuthill-McKee, None if the given order is as good."""
    arrays = _remaining(task.engine.matrix, task.assumed)
    given = _in_order(task.engine.matrix, arrays)
    plan = _narrower(task.engine.matrix, arrays, given)
    return None if plan is given else drawn(plan, max_memory, most_bits)


def planned(matrix: Matrix, assumed: Assumptions, *, reorder: bool = True) -> LayerPlan:
    """Return the plan of a count by layers: the order of the items, and how many are open at once."""
    arrays = _remaining(matrix, assumed)
    plan = _in_order(matrix, arrays)
    return _narrower(matrix, arrays, plan) if reorder else plan


def _in_order(matrix: Matrix, arrays: Arrays | None) -> LayerPlan:
    """Return the plan in the given order of items."""
    from ...kernels.frontier.plan import LayerPlan

    if arrays is None:
        return LayerPlan(*HOPELESS)
    return LayerPlan(*arrays, np.arange(matrix.n_primary, dtype=np.int32))


def _narrower(matrix: Matrix, arrays: Arrays | None, plan: LayerPlan) -> LayerPlan:
    """Return a plan in the order of reverse Cuthill-McKee, or this one if it is as good."""
    from ...kernels.frontier.plan import LayerPlan

    if arrays is None or (order := near_each_other(matrix)) is None:
        return plan
    other = LayerPlan(*arrays, int32(order))
    return other if other.nodes < plan.nodes else plan


def drawn(plan: LayerPlan, max_memory: int, most_bits: float = np.inf) -> Frontier | None:
    """Return the count by layers of a plan, None if its branches take too much memory or its keys too many bits.

    >>> from dlx import Problem
    >>> from dlx.engine.machine import DONE
    >>> from dlx.matrix.assumptions import NONE
    >>> cells = [(r, c) for r in range(8) for c in range(8)]
    >>> dominoes = [[a, b] for a in cells for b in cells if (b[0] - a[0], b[1] - a[1]) in ((0, 1), (1, 0))]
    >>> machine = drawn(planned(Problem(dominoes, cells), NONE), 2**20)
    >>> machine.step(10**7) == DONE, machine.solutions
    (True, 12988816)
    """
    from ...kernels.frontier.frontier import Frontier

    if plan.width > most_bits or not plan.draw(max_memory // PLAN_DIVISOR, calloff.check):
        return None
    return Frontier(plan, max_memory)


def _remaining(matrix: Matrix, assumed: Assumptions) -> Arrays | None:
    """Return the arrays of the remaining problem, or None if the given options contradict each other."""
    if not assumed.given and not assumed.banned:
        low, high = item_bounds(matrix)
        return matrix.indptr, matrix.indices, *_colors(matrix, np.bool_(True)), int32(low), int32(high)
    remaining = remaining_problem(matrix, [*assumed.given], [*assumed.banned])
    if remaining is None:
        return None
    live, state, need = remaining
    low, high = remaining_bounds(matrix, need)
    here = live[entry_options(matrix)] & (state[matrix.indices] == 0)
    colors, n_colors = _colors(matrix, here)
    starts = np.concatenate([[0], np.cumsum(here)])[matrix.indptr]
    return int32(starts), matrix.indices[here], colors[here], n_colors, int32(low), int32(high)


def _colors(matrix: Matrix, here: NDArray[np.bool_] | np.bool_) -> tuple[Int32, Int32]:
    """Return the color of each entry, numbered from 1 for each item, and how many each item has."""
    colors, n_colors = np.zeros(len(matrix.indices), np.int32), np.zeros(matrix.n_items, np.int32)
    if matrix.colors is None:
        return colors, n_colors
    painted = here & (matrix.colors != 0)
    owners, color = colors_of_items(matrix, painted)
    n_colors += int32(np.bincount(owners, minlength=matrix.n_items))
    items = matrix.indices[painted]
    colors[painted] = color - np.searchsorted(owners, items) + 1
    unshared = here & ~painted & (n_colors[matrix.indices] > 0)
    colors[unshared] = UNSHARED
    n_colors[np.unique(matrix.indices[unshared])] += 1
    return colors, n_colors
