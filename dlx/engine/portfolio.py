# SPDX-License-Identifier: MIT
"""Strategies for counting, and a race between them, because no one knows beforehand which is best.

    search        visit every solution; needs no memory
    memo, fixed   search each state once, branch on the first open item: few states in strips, grids, Latin squares
    memo, mrv     search each state once, branch on the item with fewest options: few nodes if most branches die

The order is worth a factor of 100 either way (first item: L-trominoes 9x12 56 times fewer nodes; fewest options:
pentominoes 5x12 more than 400 times fewer), and a memory that never hits only costs time. So we run every strategy for
some nodes, in turns that double. The hit rate of lookups separates them early: on 17 problems the order that hit more
often after 10,000 nodes also finished first. The leader gets the full turn, the others a quarter of it in case the
leader is wrong. We drop a memory that hits in less than a tenth of its lookups. Nodes decide, not clocks, so the race
is the same on every machine.

Rejected: to compare the searched fractions of the tree (dominoes 16x16: 1e-10 until shortly before the end).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..matrix.entries import INDEX_BITS
from .drive import DONE, STOPPED, Drive

if TYPE_CHECKING:
    from ..kernels.bits.memo import Memo
    from ..kernels.kernel import Kernel
    from ..matrix.assumptions import Assumptions
    from .engine import Engine

FIRST_TURN_NODES = 10_000  # nodes
OTHERS_DIVISOR = 4  # the others get the leader's turn divided by this
LEAST_HITS = 0.1  # hits per lookup
MOST_LEADER_TURNS = 16  # plain search must be likely to end within this many turns of the leader
UNLIMITED_NODES = 2**62
MOST_DIAGRAM_NODES = 2 ** (INDEX_BITS - 1) - 2 ** (INDEX_BITS - 12)  # of a diagram
ORDERS = ("fixed", "mrv")
TOO_LARGE = "the diagram exceeds its limit of nodes"


def race(plain: Kernel | None, memos: list[Memo]) -> Iterator[tuple[Kernel | Memo, int]]:
    """Yield turns until one strategy finishes: the strategy, and the node count that it runs up to.

    Without ``plain`` one of the memories wins, however rarely they hit.

    Raises:
        OverflowError: all diagrams have become too large.
    """
    turn = FIRST_TURN_NODES
    yield from ((memo, turn) for memo in memos)
    while True:
        memos = [memo for memo in memos if not memo.full]
        if plain is None and not memos:
            raise OverflowError(TOO_LARGE)
        hopeful = [memo for memo in memos if hit_rate(memo) >= LEAST_HITS]
        if plain is not None and not hopeful:
            yield plain, UNLIMITED_NODES
            return
        memos = sorted(hopeful or memos, key=lambda memo: -hit_rate(memo))
        turn *= 2
        for place, memo in enumerate(memos):
            yield memo, memo.nodes + turn // (OTHERS_DIVISOR if place else 1)
        if plain is not None and plain.nodes < MOST_LEADER_TURNS * turn * plain.fraction:
            yield plain, plain.nodes + turn // OTHERS_DIVISOR


def hit_rate(memo: Memo) -> float:
    """Return the share of lookups that found their state."""
    return memo.hits / max(memo.lookups, 1)


class Race:
    """Strategies in turns, until one finishes."""

    def __init__(self, turns: Iterator[tuple[Kernel | Memo, int]], drive: Drive) -> None:
        self.turns, self.drive = turns, drive
        self._next_turn()

    def run(self, *, to_plain: bool = False) -> bool:
        """Run until one strategy finishes (True; it is then `self.strategy`) or the drive stops (False).

        With `to_plain`, also return False when only plain search is left, before its last turn.
        """
        while not (to_plain and self.last):
            outcome = self.drive.run(self.strategy)
            if outcome in (DONE, STOPPED):
                return outcome == DONE
            self._next_turn()
        return False

    def _next_turn(self) -> None:
        try:
            self.strategy, node_stop = next(self.turns)
        except StopIteration:  # race() has already raised
            raise OverflowError(TOO_LARGE) from None
        self.strategy.node_stop = node_stop
        self.drive.measured = self.last

    @property
    def last(self) -> bool:
        """True if only plain search is left."""
        return self.strategy.node_stop == UNLIMITED_NODES


def memories(
    engine: Engine,
    assumed: Assumptions,
    max_memory: int,
    *,
    orders: Sequence[str] = ORDERS,
    max_nodes: int | None = None,
) -> list[Memo]:
    """Return the searches with a memory, none if the problem does not suit them. They share ``max_memory`` bytes.

    With ``max_nodes`` they make diagrams of at most this many nodes.
    """
    from ..kernels.bits.memo import Memo

    matrix, tables = engine.matrix, engine.tables()
    if tables is None:
        return []
    memos = []
    for order in orders:
        memo = Memo(
            tables,
            by_items=matrix.n_items == matrix.n_primary,
            fixed=order == "fixed",
            draws=max_nodes is not None,
            max_bytes=max_memory // len(orders),
            max_nodes=max_nodes or 0,
        )
        memo.setup(*assumed)
        memos.append(memo)
    return memos
