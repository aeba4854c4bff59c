# SPDX-License-Identifier: MIT
"""The strategies that follow the first nodes of plain search in a count, when they join, and what memory they have.

                  before the race               in the race                          memory
    memories      a turn in a middling problem  always                               the rest, in equal parts
    components    in a large problem            if plain search would not end soon   all: nothing else continues
    layers        if their window promises      late                                 a half, or late an eighth
    symmetric                                   if plain search is long              a half of that of memories
    cases                                       ... and leads, without layers        that of a kernel
    invariants                                  if plain search would not end soon   all, for one turn
    learning                                    if plain search would never end      a quarter

A diagram (method "zdd") comes from memories alone. A problem that no memory takes has only its components and plain
search.

A middling problem of few components is split after the turn of a memory, because to split it takes as long as a small
count: of 201 networks of 864 to 3,066 options, four fifths end within this turn, in 0.4 of the time.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from ..structure.components import Components, components
from .portfolio import MOST_DIAGRAM_NODES, memories, narrow_memory
from .strategies.cases import cases
from .strategies.frontier import first_turns, frontier
from .strategies.invariants import proofs
from .strategies.learning import FewSolutions
from .strategies.symmetry import SOME_SYMMETRIES, symmetric, symmetric_if_it_pays, too_large_to_label
from .support import check_problem, too_large
from .turns import UNLIMITED_NODES, Late, Turn, Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from ..kernels.frontier.frontier import Frontier
    from ..kernels.kernel import Kernel
    from ..kernels.symmetric.symmetric import Symmetric
    from ..matrix.assumptions import Assumptions
    from .engine import Engine
    from .portfolio import Branching
    from .product import Product

EARLY_OPTIONS = 1_024  # in larger problems we look for components before the first turns of the memories, not after
MIDDLING_OPTIONS = 4_096  # up to here a memory has a turn before
MIDDLING_PARTS = 16  # components; the states of many mix: 200 separate K6 take three times as long
MIDDLING_NODES = 8_000  # ... which ends four fifths of the networks; to split one takes as long as 15,000
MOST_WINDOW = 512  # bits of a key of a count by layers in a race
ENTRY_NODES = 2  # to draw an entry of a problem and to find its symmetries takes as long
BYTES_AN_ENTRY = 64  # of a problem that is learned from
LATE_LAYERS_DIVISOR = 8  # a count by layers that joins late has this part of the memory, an early one half
CLAUSES_DIVISOR = 4  # clauses take at most this part of the memory
# Bytes for a node of a diagram: 20 in arrays, three times that while they grow, for both orders; then as much again
# for the Python integers of the count.
BYTES_A_NODE = 240


class Entrants(NamedTuple):
    """The strategies for one problem. `apart` returns the count of its components; None: they are not to be counted."""

    engine: Engine
    plain: Kernel | None
    assumed: Assumptions
    method: str
    memory: int
    branching: Branching
    apart: Callable[[Components | None, str, int, Branching], Product] | None
    soon: int  # nodes within which plain search ends soon

    def turns(self) -> Iterator[Turn]:
        """Yield the turns until one strategy finishes.

        Raises:
            ValueError: no strategy of this method takes the problem.
            OverflowError: the method's layers or diagrams take too much memory.
        """
        if self.method in ("frontier", "symmetric"):
            yield from self._alone()
        large = self.plain is not None and self.engine.matrix.n_options > EARLY_OPTIONS
        if large:
            found = self._components()
            yield from self._first_memory(found)
            if (product := self._product(found)) is not None:
                yield product, UNLIMITED_NODES, False
                return
        yield from self._race(split=large)

    def _race(self, *, split: bool) -> Iterator[Turn]:
        """Yield the turns of a race, or of components if no memory takes the problem and it was not split yet."""
        layers = yield from self._first_layers()
        states = self._states(layers)
        memos = memories(self.engine, self.assumed, states, orders=self.branching.orders, max_nodes=self._max_nodes)
        if not memos and (product := self._instead_of_memories(states, split=split)) is not None:
            yield product, UNLIMITED_NODES, False
            return
        yield from Turns(self.plain, memos, self._late(states, split=split or not memos), self.soon, layers)

    # --- before the race

    def _alone(self) -> Iterator[Turn]:
        """Yield the turn of a count by layers or up to symmetry that is alone."""
        machine: Frontier | Symmetric | None
        matrix, method = self.engine.matrix, self.method
        if method == "symmetric":
            check_problem(matrix, "method=symmetric", large=too_large_to_label(matrix))
            machine = symmetric(matrix, self.assumed, self.memory)
        elif "fixed" not in self.branching.orders:
            raise ValueError("method 'frontier' has no order 'mrv'; use order 'auto' or 'leftmost'")
        else:
            machine = frontier(matrix, self.assumed, self.memory, reorder=self.branching.reorder)
        if machine is not None:
            yield machine, UNLIMITED_NODES - 1, method == "frontier"  # its fraction predicts the time left
        raise OverflowError(f"the layers of method {method!r} exceed max_memory; raise it, or use method 'auto'")

    def _first_memory(self, found: list[Components | None]) -> Iterator[Turn]:
        """Yield the first turn of a memory in a middling problem of few components that has tables of bits."""
        few = any(parts is not None and len(parts) <= MIDDLING_PARTS for parts in found)
        middling = few and self.engine.matrix.n_options <= MIDDLING_OPTIONS
        if middling and self.plain is not None and self.plain.name == "bits" and "mrv" in self.branching.orders:
            for memo in memories(self.engine, self.assumed, self.memory, orders=["mrv"]):
                yield memo, MIDDLING_NODES, False

    def _first_layers(self) -> Generator[Turn, None, Frontier | None]:
        """Yield the first turns of a count by layers, if its window promises much; return it for the race."""
        plain = self.plain
        if plain is None or not self._takes_layers:
            return None
        left = plain.nodes / plain.fraction if plain.fraction else inf
        return (
            yield from first_turns(
                self.engine.matrix, self.assumed, self.memory // 2, left, reorder=self.branching.reorder
            )
        )

    def _components(self) -> list[Components | None]:
        """Return the components, None if it is plain that there is no solution; nothing if there is but one."""
        if self.apart is None:
            return []
        parts = components(self.engine.matrix, self.assumed)
        return [parts] if parts is None or parts.apart else []

    def _product(self, found: list[Components | None]) -> Product | None:
        """Return the count of components."""
        if self.apart is None or not found:
            return None
        return self.apart(found[0], self.method, self.memory, self.branching)

    def _instead_of_memories(self, states: int, *, split: bool) -> Product | None:
        """Return the components of a problem that no memory takes, unless it was split before.

        Raises:
            ValueError: the method needs a memory, and the problem has no components.
        """
        matrix, taker = self.engine.matrix, f"method={self.method}"
        check_problem(matrix, taker)
        product = None if split else self._product(self._components())
        if product is None or (self.plain is None and not product.n_kinds):
            check_problem(matrix, taker, large=too_large(matrix, states))
            return None
        return product

    # --- in the race

    @property
    def _takes_layers(self) -> bool:
        return self.method == "auto" and "fixed" in self.branching.orders

    def _states(self, layers: Frontier | None) -> int:
        """Return the bytes for states of memories, which layers and diagrams leave."""
        if self.method == "zdd":
            return max(self.memory // 2, 1)
        rest = self.memory // (LATE_LAYERS_DIVISOR if layers is None else 2) if self._takes_layers else 0
        return max(self.memory - rest, 1)

    @property
    def _max_nodes(self) -> int | None:
        """The most nodes of a diagram, or None for a number."""
        return min(self.memory // BYTES_A_NODE, MOST_DIAGRAM_NODES) if self.method == "zdd" else None

    def _late(self, states: int, *, split: bool) -> Late:
        """Return the strategies that join a long race."""
        engine, matrix, assumed = self.engine, self.engine.matrix, self.assumed
        late = Late() if split else Late(apart=lambda: self._product(self._components()))
        if self.branching.reorder:
            late = late._replace(narrow=partial(narrow_memory, engine, assumed, states, self._max_nodes))
        if self._takes_layers:
            late = late._replace(layers=partial(self._late_layers, self.memory - states))
        if self.method == "auto":
            late = late._replace(
                weights=partial(proofs, matrix, assumed, self.memory),
                few=self._few_solutions,
                alike=partial(symmetric_if_it_pays, matrix, assumed, states // 2, least=SOME_SYMMETRIES),
                cases=partial(cases, engine, assumed),
                drawing_nodes=len(matrix.indices) * ENTRY_NODES,
            )
        return late

    def _late_layers(self, memory: int) -> Frontier | None:
        matrix, reorder = self.engine.matrix, self.branching.reorder
        return frontier(matrix, self.assumed, memory, reorder=reorder, most_bits=MOST_WINDOW)

    def _few_solutions(self) -> FewSolutions | None:
        """Return a search that learns, if the problem fits the memory."""
        matrix = self.engine.matrix
        if len(matrix.indices) * BYTES_AN_ENTRY > self.memory:
            return None
        return FewSolutions(matrix, self.assumed, max_bytes=self.memory // CLAUSES_DIVISOR)
