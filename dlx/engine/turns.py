# SPDX-License-Identifier: MIT
"""The turns of strategies for counting in a race, because no one knows beforehand which is best.

    search        visit every solution; needs no memory
    memo, fixed   search each state once, branch on the first open item: few states in strips, grids, Latin squares
    memo, mrv     search each state once, branch on the item with fewest options: few nodes if most branches die
    frontier      all states of one layer after the other, sorted and merged (kernels/frontier): a state takes a tenth
                  of the time, but nothing dies early
    components    count parts that share no constraint one by one (product.py); it ends the race between the others
    cases         search only the first of the options of an item that are images of each other (strategies/cases.py),
                  in place of plain search if that is likely to end first
    symmetric     expand what remains of the problem once for all choices that leave the same, whatever the names; it
                  leads where there are ten thousand symmetries, and follows in a long race where there are a hundred
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

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from .strategies.frontier import merging, promising
from .strategies.learning import NODE_WORK
from .strategies.symmetry import MANY_SYMMETRIES

if TYPE_CHECKING:
    from ..kernels.bits.memo import Memo
    from ..kernels.frontier.frontier import Frontier
    from ..kernels.kernel import Kernel
    from ..kernels.symmetric.symmetric import Symmetric
    from .strategies.cases import Cases
    from .strategies.learning import FewSolutions

    Plain: TypeAlias = Kernel | Cases

FIRST_TURN_NODES = 10_000  # nodes
OTHERS_DIVISOR = 4  # the others get the leader's turn divided by this
HOPELESS_DIVISOR = 16  # memories below LEAST_HITS get this part of it
ENDLESS_NODES = 1_000_000_000  # if plain search needs more nodes, a search that learns may be the only one to end
LONG_NODES = 1_000_000  # likewise, once plain search has visited so many: fractions promise too much at first
SYMMETRY_FACTOR = 25  # plain search needs so many times the nodes of finding symmetries, or we do not look for them
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
TOO_LARGE = "the diagram exceeds its limit of nodes"


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
    alike: Callable[[], Symmetric | None] = _nothing  # a count up to symmetry, as long as it merges
    cases: Callable[[], Cases | None] = _nothing  # a search by cases, which takes the place of plain search if it pays
    weights: Callable[[], Strategy | None] = _nothing  # a search for an invariant, which has one turn
    few: Callable[[], FewSolutions | None] = _nothing  # a search that learns, if plain search would not end
    narrow: Callable[[], Memo | None] = _nothing  # a memory with a better order; it replaces that of the order "fixed"
    layers: Callable[[], Frontier | None] = _nothing  # a count by layers, unless one takes part already
    drawing_nodes: int = 0  # to prepare symmetries or layers takes as long as so many nodes


class Turns:
    """The turns of a race, without end. ``layers`` have had turns before.

    Without ``plain`` one of the memories wins, however rarely they hit. The strategies of ``late`` join after the first
    turns, unless plain search is likely to end within ``soon`` nodes. Memories that are dropped are also removed from
    the list.
    """

    def __init__(
        self,
        plain: Kernel | None,
        memos: list[Memo],
        late: Late,
        soon: int = SOON_NODES,
        layers: Frontier | None = None,
    ) -> None:
        self._plain: Plain | None = plain
        self._memos, self._late, self._soon, self._layers = memos, late, soon, layers
        self._turn = FIRST_TURN_NODES
        self._alike: Symmetric | None = None
        self._few: FewSolutions | None = None
        self._had_alike = self._had_cases = self._had_few = False  # whether they have joined, or could not
        self._had_layers = layers is not None or late.layers is _nothing

    def __iter__(self) -> Iterator[Turn]:
        """Yield turns.

        Raises:
            OverflowError: all diagrams have become too large.
        """
        yield from ((memo, self._turn, False) for memo in self._memos)
        while not self._is_long():
            yield from self._round()
        if (product := self._late.apart()) is not None:
            yield product, UNLIMITED_NODES, False
            return
        yield from self._joined()
        while True:
            self._join_layers()
            yield from self._round()

    def _is_long(self) -> bool:
        """Return whether plain search is not likely to end soon."""
        plain, soon = self._plain, self._soon
        return plain is None or self._turn > soon or plain.nodes >= soon * plain.fraction

    def _joined(self) -> Iterator[Turn]:
        """Yield the first turns of what is worth a few milliseconds in a long race."""
        unsolved = self._plain is None or self._plain.solutions == 0
        if unsolved and (invariants := self._late.weights()) is not None:
            yield invariants, FIRST_TURN_NODES, False
        if (better := self._late.narrow()) is not None:
            # the caller's list, to free memory
            self._memos[:] = [*(memo for memo in self._memos if memo.order != "fixed"), better]
            yield better, FIRST_TURN_NODES, False

    def _sort(self) -> None:
        """Put the memory that hits most often first, and drop those that are full."""
        self._memos[:] = sorted((memo for memo in self._memos if not memo.full), key=lambda memo: -hit_rate(memo))

    def _join_symmetry(self) -> None:
        least, plain = max(FIRST_TURN_NODES, self._late.drawing_nodes), self._plain
        long = plain is None or plain.nodes >= SYMMETRY_FACTOR * least * plain.fraction
        if long and self._turn > least and not self._had_alike:
            self._had_alike, self._alike = True, self._late.alike()
        if self._alike is not None and (self._alike_leads or self._turn >= LAYERS_TURN):
            self._sort()
            del self._memos[1:]  # its memory is for the layers

    @property
    def _alike_leads(self) -> bool:
        return self._alike is not None and self._alike.group >= MANY_SYMMETRIES

    def _join_layers(self) -> None:
        long = self._plain is None or not _may_end_soon(self._plain, self._turn)
        if long and 2 * self._turn >= max(LAYERS_TURN, self._late.drawing_nodes) and not self._had_layers:
            self._had_layers, self._layers = True, self._late.layers()

    def _drop(self) -> None:
        """Drop what merges too little or has no room."""
        if self._alike is not None and not merges(self._alike):
            self._alike = None
        if self._layers is not None and not merging(self._layers):
            self._layers = None

    def _round(self) -> Iterator[Turn]:
        """Yield a turn, twice as long as the last, for each strategy."""
        self._join_symmetry()
        self._sort()
        self._turn *= 2
        self._drop()
        memos, alike = self._memos, self._alike if self._alike_leads else None
        ahead = self._layers is not None and promising(self._layers, PROMISED_TURNS * self._turn)
        leads = alike is None and not ahead and (not memos or hit_rate(memos[0]) < LEAST_HITS)
        yield from self._learn(leads=leads)
        yield from self._by_layers(ahead=ahead, leads=leads)
        if (follower := self._alike) is not None and alike is None and self._turn > LAYERS_TURN:
            yield follower, follower.nodes + self._turn // (HOPELESS_DIVISOR if leads else OTHERS_DIVISOR), leads
        if leads and self._had_alike and not self._had_cases:
            yield from self._by_cases()
        plain = self._plain
        if plain is not None and leads:
            yield from _led_by_plain(plain, memos, self._turn, alone=self._alone)
        elif ahead or alike is not None or memos:
            others = self._turn // OTHERS_DIVISOR if ahead else self._turn
            yield from _led_by_memory(plain, memos if alike is None else [alike, *memos], others)
        else:
            raise OverflowError(TOO_LARGE)

    @property
    def _alone(self) -> bool:
        """True if nothing but plain search is left or may join."""
        return self._had_few and self._had_layers and not self._memos and self._few is None and self._layers is None

    def _learn(self, *, leads: bool) -> Iterator[Turn]:
        """Yield the turn of a search that learns, once plain search would not end."""
        plain, turn = self._plain, self._turn
        if plain is None:
            return
        if not self._had_few and plain.nodes >= min(ENDLESS_NODES * plain.fraction, LONG_NODES):
            self._had_few, self._few = True, self._late.few()
        if self._few is not None:
            pace = plain.work / max(plain.nodes, 1) / (FEW_PLAIN_DIVISOR if leads else FEW_DIVISOR)
            yield self._few, self._few.nodes + int(turn * pace / NODE_WORK), leads
            if self._few.full:
                self._few = None

    def _by_cases(self) -> Iterator[Turn]:
        """Yield the first turn of a search by cases, which replaces plain search if it is likely to end first."""
        self._had_cases, plain = True, self._plain
        if plain is not None and 2 * plain.fraction < 1 and (cases := self._late.cases()) is not None:
            yield cases, self._turn, True
            if plain.nodes * cases.fraction > cases.nodes * plain.fraction:
                self._plain = cases

    def _by_layers(self, *, ahead: bool, leads: bool) -> Iterator[Turn]:
        """Yield the turn of a count by layers."""
        if self._layers is not None:
            part = self._turn // (OTHERS_DIVISOR if self._layers.steady else LAYERS_DIVISOR)
            yield self._layers, self._layers.nodes + (PROMISED_TURNS * self._turn if ahead else part), leads


def merges(alike: Symmetric) -> bool:
    """Return whether a count up to symmetry should go on."""
    few = alike.lookups >= MANY_LOOKUPS and hit_rate(alike) < LEAST_MERGED
    return not few and not alike.full


def _led_by_memory(plain: Plain | None, memos: Sequence[Memo | Symmetric], turn: int) -> Iterator[Turn]:
    """Yield a round of turns, the first memory's first; plain search has one only if it may end soon."""
    for place, memo in enumerate(memos):
        hopeless = plain is not None and hit_rate(memo) < LEAST_HITS
        divisor = (HOPELESS_DIVISOR if hopeless else OTHERS_DIVISOR) if place else 1
        yield memo, memo.nodes + turn // divisor, False
    if plain is not None and _may_end_soon(plain, turn):
        yield plain, plain.nodes + turn // OTHERS_DIVISOR, False


def _may_end_soon(plain: Plain, turn: int) -> bool:
    """Return whether plain search is likely to end within some turns of the leader."""
    return plain.nodes < MOST_LEADER_TURNS * turn * plain.fraction


def _led_by_plain(plain: Plain, memos: list[Memo], turn: int, *, alone: bool) -> Iterator[Turn]:
    """Yield a round of turns, that of plain search first; if it is alone, its turn has no end."""
    yield plain, UNLIMITED_NODES if alone else plain.nodes + turn, True
    for memo in memos:
        if memo.nodes * PLAIN_SHARE * plain.fraction < plain.nodes:
            yield memo, memo.nodes + turn // OTHERS_DIVISOR, True


def hit_rate(memo: Memo | Symmetric) -> float:
    """Return the share of lookups that found their state."""
    return memo.hits / max(memo.lookups, 1)
