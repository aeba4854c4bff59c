# SPDX-License-Identifier: MIT
"""Memoized search: search each state once, and add up counts (kernels/bits/memo.pyx).

    leftmost    branch on the first open item: few states in strips, grids, Latin squares
    mrv         branch on the item with fewest options: few nodes if most branches die
    narrow      leftmost in an order of ours that is clearly better than the given one (structure/order.py)

The order is worth a factor of 100 either way (first item: L-trominoes 9x12 56 times fewer nodes; fewest options:
pentominoes 5x12 more than 400 times fewer), and a memory that never hits only costs time. The hit rate of lookups
separates the orders early: on 17 problems the order that hit more often after 10,000 nodes also finished first.

Rejected: to compare the searched fractions of the tree (dominoes 16x16: 1e-10 until shortly before the end).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...matrix.entries import INDEX_BITS
from ...structure.order import narrowed
from ..engine import Engine, tables_of
from ..support import table_bytes
from ..task import ORDERS, Task

if TYPE_CHECKING:
    from ...kernels.bits.bits import Tables
    from ...kernels.bits.memo import Memo

MOST_DIAGRAM_NODES: int = 2 ** (INDEX_BITS - 1) - 2 ** (INDEX_BITS - 12)  # of a diagram


def narrow(task: Task, memory: int) -> Memo | None:
    """Return a memoized search with a fixed order of items that is clearly better than the given one, if there is."""
    matrix = narrowed(task.engine.matrix)
    return None if matrix is None else memoized(task._replace(engine=Engine(matrix)), "fixed", memory)


def memoized(task: Task, order: str, memory: int) -> Memo | None:
    """Return a memoized search, None if the problem does not fit its tables; it has a share of ``memory`` bytes.

    It makes a diagram if the goal of the task is one.
    """
    from ...kernels.bits.memo import Memo

    tables, matrix, max_nodes = _tables(task.engine, memory), task.engine.matrix, task.goal.most_nodes(task.memory())
    if tables is None:
        return None
    # Tables that fit the kernel bits do not count.
    share = max((memory - max(tables.nbytes - table_bytes(0), 0)) // len(ORDERS), 1)
    memo = Memo(
        tables,
        by_items=matrix.n_items == matrix.n_primary,
        fixed=order == "fixed",
        draws=max_nodes is not None,
        decides=task.goal.wanted == 1,
        max_bytes=share,
        max_nodes=max_nodes or 0,
    )
    memo.setup(*task.assumed)
    return memo


def _tables(engine: Engine, max_memory: int) -> Tables | None:
    """Return tables of bits; if they are large, they are not kept for other questions."""
    from ...kernels.bits.layout import lay_out

    tables = engine.tables()
    if tables is None and table_bytes(max_memory) > table_bytes(0):
        tables = tables_of(lay_out(engine.matrix, most_bytes=table_bytes(max_memory)))
    return tables
