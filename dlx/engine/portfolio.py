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
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

from ..matrix.entries import INDEX_BITS
from . import calloff
from .drive import REPORT_SECONDS, paced
from .status import Progress

if TYPE_CHECKING:
    from ..kernels.bits.memo import Memo
    from ..kernels.kernel import Kernel
    from ..matrix.assumptions import Assumptions
    from .bar import Report
    from .engine import Engine

FIRST_TURN_NODES = 10_000  # nodes
BEHIND = 4  # the others get the leader's turn divided by this
LEAST_HITS = 0.1  # hits per lookup
HOPELESS = 16  # plain search must be likely to end within this many turns of the leader
UNLIMITED_NODES = 2**62
MOST_DIAGRAM_NODES = 2 ** (INDEX_BITS - 1) - 2 ** (INDEX_BITS - 12)  # of a diagram
WORK_PER_CALL = 2_000_000  # work of a kernel per call, some milliseconds; we do not limit nodes, whose work varies
ORDERS = ("fixed", "mrv")
TOO_LARGE = "the diagram exceeds its limit of nodes"


class PlainStrategy:
    """Plain search, with any kernel."""

    name, order, full = "search", None, False

    def __init__(self, kernel: Kernel, assumed: Assumptions) -> None:
        self.kernel = kernel
        self.done = not kernel.setup(*assumed)

    @property
    def nodes(self) -> int:
        return self.kernel.nodes

    @property
    def count(self) -> int:
        return self.kernel.solutions

    @property
    def fraction(self) -> float:
        return self.kernel.fraction

    def run(self, node_stop: int) -> None:
        self.done = self.done or self.kernel.run(node_stop, UNLIMITED_NODES, WORK_PER_CALL) == 0


class MemoStrategy:
    """Search with a memory, in one of the two orders, for a count or a diagram."""

    def __init__(self, memo: Memo, order: str, assumed: Assumptions) -> None:
        self.memo = memo
        self.name = "zdd" if memo.draws else "memo"
        self.order = order
        self.done = not memo.setup(*assumed)

    @property
    def nodes(self) -> int:
        return self.memo.nodes

    @property
    def count(self) -> int:
        return 0 if self.memo.draws else self.memo.count

    @property
    def fraction(self) -> float:
        return self.memo.fraction

    @property
    def hit_rate(self) -> float:
        return self.memo.hits / max(self.memo.lookups, 1)

    @property
    def full(self) -> bool:
        """True if the diagram has more nodes than allowed."""
        return self.memo.full

    def run(self, node_stop: int) -> None:
        self.done = self.done or self.memo.run(node_stop)


Strategy = PlainStrategy | MemoStrategy
Turn = tuple[Strategy, int]  # a strategy, and the node count it runs up to


def race(plain: PlainStrategy | None, memos: list[MemoStrategy]) -> Iterator[Turn]:
    """Yield turns until one strategy finishes. The caller runs each turn, in slices as short as it likes.

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
        hopeful = [memo for memo in memos if memo.hit_rate >= LEAST_HITS]
        if plain is not None and not hopeful:
            yield plain, UNLIMITED_NODES
            return
        memos = sorted(hopeful or memos, key=lambda memo: -memo.hit_rate)
        turn *= 2
        for place, memo in enumerate(memos):
            yield memo, memo.nodes + turn // (BEHIND if place else 1)
        if plain is not None and plain.nodes < HOPELESS * turn * plain.fraction:
            yield plain, plain.nodes + turn // BEHIND


class Race:
    """Runs strategies in turns until one finishes, in slices of about 5 ms; checks Ctrl-C and the clock in between."""

    def __init__(self, turns: Iterator[Turn], progress: Report | None) -> None:
        self.turns = turns
        self.progress = progress
        self.way, self.node_stop = next(turns)
        self.seconds = 0.0
        self._slice = 1_000  # nodes
        self._reported = self._fraction = 0.0

    def run(self, time_limit: float = inf, *, to_plain: bool = False) -> bool:
        """Run until one strategy finishes (True; it is then `self.way`) or time runs out (False).

        With `to_plain`, also return False when only plain search is left, before its last turn.
        """
        stop = self.seconds + time_limit
        while not self.way.done or self.way.full:
            if self.seconds >= stop:
                return False
            if self.way.full or self.way.nodes >= self.node_stop:
                self.way, self.node_stop = self._turn()
            if to_plain and self.node_stop == UNLIMITED_NODES:
                return False
            started, before = perf_counter(), self.way.nodes
            if isinstance(self.way, PlainStrategy):  # by work; near a node limit, links would crawl from leaf to leaf
                self.way.run(self.node_stop)
            else:
                self.way.run(min(self.node_stop, before + self._slice))
            elapsed = perf_counter() - started
            self.seconds += elapsed
            self._pace(elapsed, self.way.nodes - before)
            calloff.check()
            self._report()
        return True

    def _turn(self) -> Turn:
        try:
            return next(self.turns)
        except StopIteration:  # race() has already raised
            raise OverflowError(TOO_LARGE) from None

    def _pace(self, elapsed: float, nodes: int) -> None:
        size = paced(self._slice, elapsed, 100)
        if nodes >= self._slice or size < self._slice:  # a partial slice is always short
            self._slice = size

    def _report(self) -> None:
        if self.progress is not None and self.seconds - self._reported >= REPORT_SECONDS:
            self._reported = self.seconds
            self._fraction = max(self._fraction, self.way.fraction)
            alone = self.node_stop == UNLIMITED_NODES and isinstance(self.way, PlainStrategy)
            self.progress(Progress(self._fraction, self.way.nodes, self.way.count, self.seconds, measured=alone))


def memo_strategies(
    engine: Engine,
    assumed: Assumptions,
    max_memory: int,
    *,
    orders: Sequence[str] = ORDERS,
    max_nodes: int | None = None,
) -> list[MemoStrategy]:
    """Return the strategies with a memory, none if the problem does not suit them. They share ``max_memory`` bytes.

    With ``max_nodes`` they make diagrams of at most this many nodes.
    """
    from ..kernels.bits.memo import Memo

    matrix, tables = engine.matrix, engine.tables()
    if tables is None:
        return []
    ways = []
    for order in orders:
        memo = Memo(
            tables,
            by_items=matrix.n_items == matrix.n_primary,
            fixed=order == "fixed",
            draws=max_nodes is not None,
            max_bytes=max_memory // len(orders),
            max_nodes=max_nodes or 0,
        )
        ways.append(MemoStrategy(memo, order, assumed))
    return ways
