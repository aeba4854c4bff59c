# SPDX-License-Identifier: MIT
"""A race between strategies for counting, of which one has the turn (turns.py), and the memories that take part."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..kernels.kernel import Kernel
from ..matrix.entries import INDEX_BITS
from ..structure.order import in_order, narrowed
from ..system.calloff import OutOfTime
from .drive import DONE, STOPPED, Drive
from .engine import Engine
from .outlook import Expected, Outlook
from .strategies.cases import Cases
from .strategies.invariants import Invariants
from .strategies.learning import FewSolutions
from .support import table_bytes
from .turns import TOO_LARGE, UNLIMITED_NODES

if TYPE_CHECKING:
    from ..kernels.bits.bits import Tables
    from ..kernels.bits.memo import Memo
    from ..matrix.assumptions import Assumptions
    from ..matrix.matrix import Matrix
    from .turns import Strategy, Turn

SEARCHES = Kernel, Cases  # all of them are plain search
WITHOUT_MEMORY = *SEARCHES, Invariants, FewSolutions
MOST_DIAGRAM_NODES = 2 ** (INDEX_BITS - 1) - 2 ** (INDEX_BITS - 12)  # of a diagram
ORDERS = ("fixed", "mrv")
NAMED_ORDERS = {"mrv": "mrv", "leftmost": "fixed"}  # names that users know


class Branching(NamedTuple):
    """The orders of items by which memories branch."""

    orders: Sequence[str] = ORDERS
    reorder: bool = True  # the order "fixed" may be of our choice

    @classmethod
    def of(cls, engine: Engine, order: str | Sequence[Hashable]) -> tuple[Engine, Branching]:
        """Return the orders, and the engine of the problem with its items in this order.

        Raises:
            ValueError: no order of this name, or not a sequence of different primary items.
        """
        if not isinstance(order, str):
            return Engine(in_order(engine.matrix, order)), cls(["fixed"], False)
        if order == "auto":
            return engine, ANY_ORDER
        if order not in NAMED_ORDERS:
            names = ", ".join(NAMED_ORDERS)
            raise ValueError(f"no order {order!r}; choose auto, {names}, or give a sequence of primary items")
        return engine, cls([NAMED_ORDERS[order]], False)


ANY_ORDER = Branching()


class Race:
    """Strategies in turns, until one finishes."""

    strategy: Strategy  # the one that has the turn
    leader: Strategy  # the one that had the longest turn
    plain: Kernel | Cases | None = None  # plain search, once it has had a turn
    broken = False  # an exception has ended the turns; only a new race can finish
    _longest = _most = 0  # nodes of a turn; solutions of a strategy whose turn has ended
    _end = TOO_LARGE  # why no strategy is left

    def __init__(self, turns: Iterator[Turn], drive: Drive) -> None:
        self.turns, self.drive = turns, drive
        self._next_turn()

    def run(self, *, to_plain: bool = False) -> bool:
        """Run until one strategy finishes (True; it is then `self.strategy`) or the drive stops (False).

        With `to_plain`, also return False before plain search has a turn as the leader.
        """
        outlook = None if self.drive.report is None else Outlook(self)
        try:
            while not (to_plain and self.plain_is_next):
                outcome = self.drive.run(self.strategy, shown=outlook)
                if outcome in (DONE, STOPPED) or self.strategy.node_stop == UNLIMITED_NODES:
                    return outcome == DONE
                self._most = max(self._most, self.strategy.solutions)
                self.expected.share(self.leader)
                self._next_turn()
        except OutOfTime:  # while a strategy, or one of its parts, was prepared
            self.broken = True
        return False

    @cached_property
    def expected(self) -> Expected:
        """The work that leaders expect, made on first use: most counts end in their first turn."""
        return Expected()

    def _next_turn(self) -> None:
        try:
            strategy, node_stop, self.plain_leads = next(self.turns)
        except StopIteration:  # the turns have ended with an error before
            raise OverflowError(self._end) from None
        except OverflowError as error:
            self._end = str(error)
            raise
        except BaseException:  # Ctrl-C, no time, no memory: the generator has ended, and with it the race
            self.broken = True
            raise
        strategy.node_stop = node_stop
        self.strategy = strategy
        if isinstance(strategy, SEARCHES):
            self.plain = strategy
        nodes = node_stop - strategy.nodes
        if nodes >= self._longest and not isinstance(strategy, (Invariants, FewSolutions)):
            self.leader, self._longest = strategy, nodes

    @property
    def found(self) -> int:
        """The most solutions that one of the strategies has found."""
        return max(self._most, self.strategy.solutions)

    @property
    def plain_is_next(self) -> bool:
        """True if plain search leads, and its turn is next."""
        return self.plain_leads and isinstance(self.strategy, SEARCHES)


def memories(
    engine: Engine,
    assumed: Assumptions,
    max_memory: int,
    *,
    orders: Sequence[str] = ORDERS,
    max_nodes: int | None = None,
    decides: bool = False,
) -> list[Memo]:
    """Return the searches with a memory, none if the problem does not suit them. They share ``max_memory`` bytes.

    With ``max_nodes`` they make diagrams of at most this many nodes. With ``decides`` they stop at the first solution.
    """
    tables = _tables(engine, max_memory)
    if tables is None:
        return []
    share = _share(tables, max_memory, len(orders))
    return [_memory(engine.matrix, tables, assumed, order, share, max_nodes, decides) for order in orders]


def narrow_memory(
    engine: Engine, assumed: Assumptions, max_memory: int, max_nodes: int | None = None, *, decides: bool = False
) -> Memo | None:
    """Return a memory with a fixed order of items that is clearly better than the given one (structure/order.py)."""
    matrix = narrowed(engine.matrix)
    tables = None if matrix is None else _tables(Engine(matrix), max_memory)
    if tables is None:
        return None
    share = _share(tables, max_memory, len(ORDERS))
    return _memory(engine.matrix, tables, assumed, "fixed", share, max_nodes, decides)


def _share(tables: Tables, max_memory: int, n: int) -> int:
    """Return the bytes of each of n memories; tables that fit the kernel bits do not count."""
    return max((max_memory - max(tables.nbytes - table_bytes(0), 0)) // n, 1)


def _memory(
    matrix: Matrix,
    tables: Tables,
    assumed: Assumptions,
    order: str,
    max_bytes: int,
    max_nodes: int | None,
    decides: bool,
) -> Memo:
    from ..kernels.bits.memo import Memo

    memo = Memo(
        tables,
        by_items=matrix.n_items == matrix.n_primary,
        fixed=order == "fixed",
        draws=max_nodes is not None,
        decides=decides,
        max_bytes=max_bytes,
        max_nodes=max_nodes or 0,
    )
    memo.setup(*assumed)
    return memo


def _tables(engine: Engine, max_memory: int) -> Tables | None:
    """Return tables of bits; if they are large, they are not kept for other questions."""
    from ..kernels.bits.bits import Tables
    from ..kernels.bits.layout import lay_out

    tables = engine.tables()
    if tables is None and table_bytes(max_memory) > table_bytes(0):
        layout = lay_out(engine.matrix, most_bytes=table_bytes(max_memory))
        tables = None if layout is None else Tables(layout)
    return tables
