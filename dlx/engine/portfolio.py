# SPDX-License-Identifier: MIT
"""Strategies for counting, and a race between them, because no one knows beforehand which is best.

    search        visit every solution; needs no memory
    memo, fixed   search each state once, branch on the first open item: few states in strips, grids, Latin squares
    memo, mrv     search each state once, branch on the item with fewest options: few nodes if most branches die
    frontier      all states of one layer after the other, sorted and merged (kernels/frontier): a state takes a tenth
                  of the time, but nothing dies early
    components    count parts that share no constraint one by one (product.py); it ends the race between the others
    symmetric     expand what remains of the problem once for all choices that leave the same, whatever the names; only
                  for problems with ten thousand symmetries and more
    invariants    weights of items that prove that there is no solution (structure/invariants.py)
    learning      exclude each solution found, and no dead end twice for one reason: a hundred solutions at most, and
                  only where plain search would not end

Layers come first if the width of the window promises fewer states than plain search is likely to need nodes
(strategies/frontier.py). Otherwise they join a long race with a small part of each turn, until they show that they end
soon, or that their states seldom merge.

The order is worth a factor of 100 either way (first item: L-trominoes 9x12 56 times fewer nodes; fewest options:
pentominoes 5x12 more than 400 times fewer), and a memory that never hits only costs time. So we run every strategy for
some nodes, in turns that double. The hit rate of lookups separates them early: on 17 problems the order that hit more
often after 10,000 nodes also finished first. The leader gets the full turn, the others a quarter of it in case the
leader is wrong, and a memory that hits in less than a tenth of its lookups a sixteenth. If all memories hit so rarely,
plain search leads. They still get turns as long as their nodes are less than a thousandth of the nodes that plain
search is likely to need, because the way down alone may take a whole turn: on 90 separate boards of 8 queens with one
common item, the first 10,000 nodes hit nothing, and plain search would never end. Nodes decide, not clocks, so the race
is the same on every machine.

Rejected: to compare the searched fractions of the tree (dominoes 16x16: 1e-10 until shortly before the end).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..kernels.kernel import Kernel
from ..matrix.entries import INDEX_BITS
from ..structure.order import in_order, narrowed
from .drive import DONE, STOPPED, Drive
from .engine import Engine
from .outlook import Expected, Outlook
from .strategies.frontier import merging, promising
from .strategies.invariants import Invariants
from .strategies.learning import NODE_WORK, FewSolutions
from .support import table_bytes

if TYPE_CHECKING:
    from ..kernels.bits.bits import Tables
    from ..kernels.bits.memo import Memo
    from ..kernels.frontier.frontier import Frontier
    from ..kernels.symmetric.symmetric import Symmetric
    from ..matrix.assumptions import Assumptions
    from ..matrix.matrix import Matrix

FIRST_TURN_NODES = 10_000  # nodes
OTHERS_DIVISOR = 4  # the others get the leader's turn divided by this
HOPELESS_DIVISOR = 16  # memories below LEAST_HITS get this part of it
ENDLESS_NODES = 1_000_000_000  # if plain search needs more nodes, a search that learns may be the only one to end
LONG_NODES = 1_000_000  # likewise, once plain search has visited so many: fractions promise too much at first
LAYERS_TURN = 640_000  # nodes of the turn before which a count by layers joins
PROMISED_TURNS = 8  # layers that are likely to end within so many turns have them
LAYERS_DIVISOR = 256  # it gets this part of a turn as long as its estimate grows: a 32nd cost Langford 12 two fifths
LEAST_MERGED = 0.05  # hits per lookup, from MANY_LOOKUPS on: a count up to symmetry that merges less ends
MANY_LOOKUPS = 1_000
FEW_DIVISOR = 64  # it gets this part of a leading memory's turn: a sixteenth cost Y pentominoes 15x15 a quarter more;
FEW_PLAIN_DIVISOR = 16  # and this part of plain search's: a quarter cost MacMahon's squares a quarter more
LEAST_HITS = 0.1  # hits per lookup
MOST_LEADER_TURNS = 16  # plain search must be likely to end within this many turns of the leader
PLAIN_SHARE = 1_000  # if no memory hits, each has this part of the nodes that plain search is likely to need
SOON_NODES = 1_000_000  # if plain search needs no more nodes, the structure of a problem is not worth a millisecond
UNLIMITED_NODES = 2**62
WITHOUT_MEMORY = Kernel, Invariants, FewSolutions
MOST_DIAGRAM_NODES = 2 ** (INDEX_BITS - 1) - 2 ** (INDEX_BITS - 12)  # of a diagram
ORDERS = ("fixed", "mrv")
NAMED_ORDERS = {"mrv": "mrv", "leftmost": "fixed"}  # names that users know
TOO_LARGE = "the diagram exceeds its limit of nodes"


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


class Strategy(Protocol):
    """A machine that counts solutions: a kernel, a memory, layers, components, symmetry, an invariant, a learner."""

    node_stop: int

    def step(self, work: int, /) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def solutions(self) -> int: ...
    @property
    def fraction(self) -> float: ...


# A strategy, the number of its nodes at which its turn ends, and whether no memory looks better than plain search. A
# plain tuple, because a named one would cost small counts a microsecond.
Turn = tuple[Strategy, int, bool]


def _nothing() -> None:
    return None


class Late(NamedTuple):
    """Strategies that are worth their preparation only in a long race. Each function makes one, or returns None."""

    apart: Callable[[], Strategy | None] = _nothing  # components, which have all further turns
    alike: Callable[[], Symmetric | None] = _nothing  # a count up to symmetry, which leads as long as it merges
    alike_nodes: int = 0  # its preparation takes as long as so many nodes
    weights: Callable[[], Strategy | None] = _nothing  # a search for an invariant, which has one turn
    few: Callable[[], FewSolutions | None] = _nothing  # a search that learns, if plain search would not end
    narrow: Callable[[], Memo | None] = _nothing  # a memory with a better order; it replaces that of the order "fixed"
    layers: Callable[[], Frontier | None] = _nothing  # a count by layers, unless one takes part already
    layers_nodes: int = 0  # its preparation takes as long as so many nodes


def race(
    plain: Kernel | None, memos: list[Memo], late: Late, soon: int = SOON_NODES, layers: Frontier | None = None
) -> Iterator[Turn]:
    """Yield turns until one strategy finishes; ``layers`` have had turns before.

    Without ``plain`` one of the memories wins, however rarely they hit. The strategies of ``late`` join after the first
    turns, unless plain search is likely to end within ``soon`` nodes. Memories that are dropped are also removed from
    the list.

    Raises:
        OverflowError: all diagrams have become too large.
    """
    turn = FIRST_TURN_NODES
    yield from ((memo, turn, False) for memo in memos)
    layered = layers is not None or late.layers is _nothing
    joined, looked, learns, few, alike = False, False, False, None, None
    while True:
        if not joined and (plain is None or turn > soon or plain.nodes >= soon * plain.fraction):
            joined = True
            if (product := late.apart()) is not None:
                yield product, UNLIMITED_NODES, False
                return
            unsolved = plain is None or plain.solutions == 0
            if unsolved and (invariants := late.weights()) is not None:
                yield invariants, FIRST_TURN_NODES, False
            if (better := late.narrow()) is not None:
                # the caller's list, to free memory
                memos[:] = [*(memo for memo in memos if memo.order != "fixed"), better]
                yield better, FIRST_TURN_NODES, False
        memos[:] = sorted((memo for memo in memos if not memo.full), key=lambda memo: -hit_rate(memo))
        ends_soon = plain is not None and _may_end_soon(plain, turn)
        if joined and not looked and not ends_soon and turn > max(FIRST_TURN_NODES, late.alike_nodes):
            looked = True
            if (alike := late.alike()) is not None:
                del memos[1:]  # its memory is for the layers
        turn *= 2
        if alike is not None and not merges(alike):
            alike = None
        if joined and not layered and not ends_soon and turn >= max(LAYERS_TURN, late.layers_nodes):
            layered, layers = True, late.layers()
        layers = None if layers is None or not merging(layers) else layers
        ahead = layers is not None and promising(layers, PROMISED_TURNS * turn)
        leads = alike is None and not ahead and (not memos or hit_rate(memos[0]) < LEAST_HITS)
        if not learns and plain is not None and plain.nodes >= min(ENDLESS_NODES * plain.fraction, LONG_NODES):
            learns, few = True, late.few()
        if few is not None and plain is not None:
            pace = plain.work / max(plain.nodes, 1) / (FEW_PLAIN_DIVISOR if leads else FEW_DIVISOR)
            yield few, few.nodes + int(turn * pace / NODE_WORK), leads
            few = None if few.full else few
        if layers is not None:
            part = turn // (OTHERS_DIVISOR if layers.steady else LAYERS_DIVISOR)
            yield layers, layers.nodes + (PROMISED_TURNS * turn if ahead else part), leads
        if plain is not None and leads:
            lonely = learns and layered and not memos and few is None and layers is None
            yield from _led_by_plain(plain, memos, turn, alone=lonely)
        elif ahead or alike is not None or memos:
            others = turn // OTHERS_DIVISOR if ahead else turn
            yield from _led_by_memory(plain, memos if alike is None else [alike, *memos], others)
        else:
            raise OverflowError(TOO_LARGE)


def merges(alike: Symmetric) -> bool:
    """Return whether a count up to symmetry should go on."""
    few = alike.lookups >= MANY_LOOKUPS and hit_rate(alike) < LEAST_MERGED
    return not few and not alike.full


def _led_by_memory(plain: Kernel | None, memos: Sequence[Memo | Symmetric], turn: int) -> Iterator[Turn]:
    """Yield a round of turns, the first memory's first; plain search has one only if it may end soon."""
    for place, memo in enumerate(memos):
        hopeless = plain is not None and hit_rate(memo) < LEAST_HITS
        divisor = (HOPELESS_DIVISOR if hopeless else OTHERS_DIVISOR) if place else 1
        yield memo, memo.nodes + turn // divisor, False
    if plain is not None and _may_end_soon(plain, turn):
        yield plain, plain.nodes + turn // OTHERS_DIVISOR, False


def _may_end_soon(plain: Kernel, turn: int) -> bool:
    """Return whether plain search is likely to end within some turns of the leader."""
    return plain.nodes < MOST_LEADER_TURNS * turn * plain.fraction


def _led_by_plain(plain: Kernel, memos: list[Memo], turn: int, *, alone: bool) -> Iterator[Turn]:
    """Yield a round of turns, that of plain search first; if it is alone, its turn has no end."""
    yield plain, UNLIMITED_NODES if alone else plain.nodes + turn, True
    for memo in memos:
        if memo.nodes * PLAIN_SHARE * plain.fraction < plain.nodes:
            yield memo, memo.nodes + turn // OTHERS_DIVISOR, True


def hit_rate(memo: Memo | Symmetric) -> float:
    """Return the share of lookups that found their state."""
    return memo.hits / max(memo.lookups, 1)


class Race:
    """Strategies in turns, until one finishes."""

    strategy: Strategy  # the one that has the turn
    leader: Strategy  # the one that had the longest turn
    plain: Kernel | None = None  # plain search, once it has had a turn
    broken = False  # an exception has ended the turns; only a new race can finish
    _end = TOO_LARGE  # why no strategy is left

    def __init__(self, turns: Iterator[Turn], drive: Drive) -> None:
        self.turns, self.drive = turns, drive
        self.expected = Expected()
        self._longest = self._most = 0  # nodes of a turn; solutions of a strategy whose turn has ended
        self._next_turn()

    def run(self, *, to_plain: bool = False) -> bool:
        """Run until one strategy finishes (True; it is then `self.strategy`) or the drive stops (False).

        With `to_plain`, also return False before plain search has a turn as the leader.
        """
        outlook = Outlook(self)
        while not (to_plain and self.plain_is_next):
            outcome = self.drive.run(self.strategy, shown=outlook)
            if outcome in (DONE, STOPPED) or self.strategy.node_stop == UNLIMITED_NODES:
                return outcome == DONE
            self._most = max(self._most, self.strategy.solutions)
            self.expected.share(self.leader)
            self._next_turn()
        return False

    def _next_turn(self) -> None:
        try:
            strategy, node_stop, self.plain_leads = next(self.turns)
        except StopIteration:  # the turns have ended with an error before
            raise OverflowError(self._end) from None
        except OverflowError as error:
            self._end = str(error)
            raise
        except BaseException:  # Ctrl-C, or no memory: the generator has ended, and with it the race
            self.broken = True
            raise
        strategy.node_stop = node_stop
        self.strategy = strategy
        if isinstance(self.strategy, Kernel):
            self.plain = self.strategy
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
        return self.plain_leads and isinstance(self.strategy, Kernel)


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
    if tables is None and engine.matrix.bounds is None and table_bytes(max_memory) > table_bytes(0):
        layout = lay_out(engine.matrix, most_bytes=table_bytes(max_memory))
        tables = None if layout is None else Tables(layout)
    return tables
