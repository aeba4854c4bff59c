# SPDX-License-Identifier: MIT
"""The outlook of a race: what can be foreseen of its end, and what moves until then.

    plain search leads       the share of its tree                              12%, about 3 min left
    a memory leads           the way back from its first leaf (memo.pyx)        40%, 564,000 states, 50% seen before
    symmetry leads           layers and known problems (symmetric.pyx)          31%, layer 85 of 343, 900 problems left
    layers lead              the states that the layers so far promise          17%, 40,000 states, 19% seen before
    components               the share of them that is counted                  3 of 5 kinds of components
    nothing is foreseen      no share and no time, only what moves              12,000 states, 43% seen before

The tree of a search with a memory predicts nothing: on dominoes 16x16 the searched share is 1e-10 until shortly before
the end, and the bar said "0%, 158.9 days left" until then. The strategy with the longest turn leads. The others take a
fixed part of the time, so the leader's share of its own work is its share of the time.

A strategy that meets ever more states shows nearly the same share while its work grows a hundredfold. So a share
predicts the end only if the whole work that follows from it has hardly grown since half of the work so far. Without
this rule, the count of all Sudoku grids had "about 0 s" left, and ten times more each time that we asked.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Protocol, cast

from ..system.wording import plural

if TYPE_CHECKING:
    from ..kernels.bits.memo import Memo
    from ..kernels.kernel import Kernel
    from ..kernels.symmetric.symmetric import Symmetric
    from .strategies.cases import Cases


MOST_GROWTH = 1.3  # of the expected work since half of the work so far; while states only multiply, it grows by 2


class Leader(Protocol):
    """The counters of a strategy."""

    @property
    def nodes(self) -> int: ...
    @property
    def fraction(self) -> float: ...


class InTurns(Protocol):
    """The strategies of a race."""

    @property
    def leader(self) -> Leader: ...
    @property
    def plain(self) -> Kernel | Cases | None: ...
    @property
    def plain_leads(self) -> bool: ...
    @property
    def found(self) -> int: ...
    @property
    def expected(self) -> Expected: ...


class Expected:
    """The expected work of a leader, each time that its nodes have doubled."""

    def __init__(self) -> None:
        self._leader: Leader | None = None
        self._known: list[tuple[int, float]] = []  # its nodes by then, and those that it was expected to visit in all

    def share(self, leader: Leader) -> float:
        """Return the likely share of the leader's work behind it, or 0 if the expected work grows."""
        if leader is not self._leader:
            self._leader, self._known = leader, []
        share, nodes = foreseen(leader), leader.nodes
        if share == 0:
            return 0.0
        if not self._known or nodes >= 2 * self._known[-1][0]:
            self._known.append((nodes, nodes / share))
        earlier = [expected for then, expected in self._known if 2 * then <= nodes]
        steady = bool(earlier) and nodes <= share * MOST_GROWTH * earlier[-1]
        return share if steady or share == 1 else 0.0


class Outlook:
    """The progress of a race, in place of the counters of the strategy that has the turn."""

    def __init__(self, race: InTurns) -> None:
        self._race = race

    @property
    def _share(self) -> float:
        return self._race.expected.share(self._race.leader)

    @property
    def _plain(self) -> Kernel | Cases | None:
        return self._race.plain if self._race.plain_leads else None

    @property
    def measured(self) -> bool:
        """True if the fraction predicts the time that is left."""
        return self._plain is not None or self._share > 0

    @property
    def fraction(self) -> float:
        """The likely share of the work behind us; 0 if it cannot be foreseen."""
        if self._plain is not None:
            return self._plain.fraction
        leader = self._race.leader
        return leader.fraction if way(leader) == "components" else self._share

    def left(self, seconds: float) -> float:
        """Return the seconds that the rest is likely to take after these."""
        return seconds * (1 - self.fraction) / self.fraction if self.fraction else inf

    def peak_bytes(self) -> int | None:
        """Return the most bytes that the tables of the leader are likely to take until the end; None: unknown.

        Plain search has no tables, but a memory may overtake it.
        """
        leader, share = self._race.leader, self._share
        unknown = self._plain is not None or share == 0 or not hasattr(leader, "likely_bytes")
        return None if unknown else int(cast(Any, leader).likely_bytes(share))

    @property
    def nodes(self) -> int:
        """The nodes of the leader."""
        return (self._plain or self._race.leader).nodes

    @property
    def solutions(self) -> int:
        """The most solutions that one of the strategies has found."""
        return self._race.found

    @property
    def detail(self) -> str:
        """What moves in place of nodes; empty if plain search leads."""
        return "" if self._plain is not None else detail(self._race.leader)


def way(strategy: Leader) -> str:
    """Return the name of a strategy with several machines or a memory; empty for the others."""
    return getattr(strategy, "method", "")


def foreseen(strategy: Leader) -> float:
    """Return the likely share of a strategy's work behind it, or 0 if it cannot be foreseen."""
    return getattr(strategy, "foreseen", 0.0)


def detail(strategy: Leader) -> str:
    """Return the counters of a strategy that move when nothing else does; empty for a kernel."""
    if way(strategy) == "components":
        parts = cast(Any, strategy)
        return f"{parts.n_kinds - len(parts.waiting):,} of {plural(parts.n_kinds, 'kind')} of components"
    if way(strategy) == "symmetric":
        layers = cast("Symmetric", strategy)
        done, left = layers.n_options - layers.layer, plural(layers.waiting, "problem")
        return f"layer {done:,} of {layers.n_options:,}, {left} left"
    if not way(strategy):
        return ""
    memo = cast("Memo", strategy)
    return f"{plural(memo.lookups - memo.hits, 'state')}, {memo.hits / max(memo.lookups, 1):.0%} seen before"
