# SPDX-License-Identifier: MIT
"""The symmetries of a graph that falls apart: those of each component, and exchanges of components that are alike.

    components   a - 1 - b    c - 2 - d    e - 3        form "2 items, 1 option" twice, "1 item" once
    symmetries   2            2            1            (2 * 2) * 2! * 1 = 8
    generators   a <-> b, and (a b 1) <-> (c d 2)

A search on the whole graph singles out one component after the other, and refines the others each time: a thousand
matchings of six points would take minutes. The forms of single components take some 20 ms if they have the same arrays,
and 0.1 s if their names are shuffled. Every symmetry maps components to components with the same form. So if k
components have a form, and each of them g symmetries, they have g^k * k! together. These follow from the symmetries of
one component, an exchange of two, and a cycle through all.

Equal options of one kind are not exchanged here, see symmetries.py.
"""

from __future__ import annotations

from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..matrix.incidence import int32
from .labels import labels
from .symmetries import UNLINKED, WholeGraph, labeling

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..kernels.symmetric.labeling import Labeling

    Int64 = NDArray[np.int64]

DONE, PAUSED = 0, 2  # of step(), as in kernels/kernel.pxd


class Component(NamedTuple):
    """A component, with vertices as Labeling has them: its nodes, and its options after all nodes of the graph."""

    vertices: Int64  # in canonical order, so those of components that are alike correspond
    own: Int64  # ... and in the order of the component's own numbers
    found: Labeling


class SeparateLabeling:
    """A search for all symmetries of a graph, component by component; it ends only when it has found them."""

    def __init__(self, graph: WholeGraph) -> None:
        self._graph = graph
        self._option_label, self._node_label, self.n = _labels(graph)
        self._options = _by_label(self._option_label, self.n)
        self._nodes = _by_label(self._node_label, self.n)
        self._local = np.zeros(len(graph.low), np.int64)  # node -> its number in its component
        for nodes in self._nodes:
            self._local[nodes] = np.arange(len(nodes))
        self._next = 0  # component
        self._search: Labeling | None = None  # that of its form
        self._searched: dict[bytes, Labeling] = {}  # arrays of a component -> its finished search
        self._alike: dict[bytes, list[Component]] = {}  # form -> components

    def step(self, work: int) -> int:
        """Continue by one component at most. Return DONE or PAUSED."""
        if self._next == self.n:
            return DONE
        part = self._part(self._next)
        arrays = (part.starts, part.entries, part.parent, part.node_kinds, part.option_kinds)
        key = b"".join(np.append(array, -2).tobytes() for array in arrays)
        search = self._searched.get(key, self._search)
        if search is None:
            self._search = search = labeling(part)
        if key not in self._searched:
            if search.step(work) == PAUSED:
                return PAUSED
            self._searched[key], self._search = search, None
        self._settle(part, search)
        self._next += 1
        return PAUSED

    def _settle(self, part: WholeGraph, search: Labeling) -> None:
        """Put the component with the components that are alike."""
        kinds = np.sort(np.concatenate([part.node_kinds, part.option_kinds]))
        own = np.concatenate([self._nodes[self._next], len(self._graph.low) + self._options[self._next]])
        component = Component(own[search.canonical_order], own, search)
        self._alike.setdefault(kinds.tobytes() + search.form, []).append(component)

    def _part(self, n: int) -> WholeGraph:
        """Return component n as a graph of its own."""
        graph, nodes, options = self._graph, self._nodes[n], self._options[n]
        sizes = (graph.starts[1:] - graph.starts[:-1])[options]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        entries = graph.entries[np.repeat(graph.starts[options] - starts[:-1], sizes) + np.arange(starts[-1])]
        parent = graph.parent[nodes]
        return WholeGraph(
            items=graph.items[:0],  # a search takes the nodes only
            item_nodes=graph.item_nodes[:0],
            low=graph.low[nodes],
            high=graph.high[nodes],
            parent=int32(np.where(parent == UNLINKED, UNLINKED, self._local[parent])),
            starts=int32(starts),
            entries=int32(self._local[entries]),
            node_kinds=graph.node_kinds[nodes],
            option_kinds=graph.option_kinds[options],
            never=graph.never[options],
        )

    @property
    def complete(self) -> bool:
        """True if no symmetry had to be forgotten for lack of room."""
        return all(search.complete for search in self._searched.values())

    @property
    def order(self) -> int:
        """The number of symmetries of the nodes."""
        return prod(some[0].found.order ** len(some) * factorial(len(some)) for some in self._alike.values())

    @property
    def n_generators(self) -> int:
        """The number of rows of ``generators``."""
        return sum(some[0].found.n_generators + min(len(some) - 1, 2) for some in self._alike.values())

    @property
    def generators(self) -> Int64:
        """Symmetries that generate all others of the nodes, as rows: the images of all vertices."""
        n = len(self._graph.low) + len(self._graph.option_kinds)
        rows = np.tile(np.arange(n), (self.n_generators, 1))
        at = 0
        for some in self._alike.values():
            for images in some[0].found.generators:
                rows[at, some[0].own] = some[0].own[images]
                at += 1
            for several in [some[:2], some][: min(len(some) - 1, 2)]:  # an exchange and a cycle
                for one, other in zip(several, [*several[1:], several[0]], strict=True):
                    rows[at, one.vertices] = other.vertices
                at += 1
        return rows


def symmetry_search(graph: WholeGraph) -> Labeling | SeparateLabeling:
    """Return a search for all symmetries of a graph.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> from dlx.structure.symmetries import whole_graph
    >>> coins = Problem([[k, (k, side)] for k in range(1000) for side in range(2)])
    >>> search = symmetry_search(whole_graph(coins, NONE))
    >>> while search.step(1000) != DONE:
    ...     pass
    >>> search.order == 2**1000 * factorial(1000), search.n_generators
    (True, 3)
    """
    search = SeparateLabeling(graph)
    return search if search.n > 1 else labeling(graph)


def _labels(graph: WholeGraph) -> tuple[Int64, Int64, int]:
    """Return the component of each option and of each node (-1 for a node without options), and their number."""
    owners, nodes = np.repeat(np.arange(len(graph.option_kinds)), np.diff(graph.starts)), graph.entries
    painted = graph.parent[nodes] != UNLINKED
    owners = np.concatenate([owners, owners[painted]])
    nodes = np.concatenate([nodes, graph.parent[nodes[painted]]])
    order = np.argsort(owners, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(graph.option_kinds)))])
    label, n = labels(int32(starts), int32(nodes[order]), len(graph.low))
    of_node = np.full(len(graph.low), -1)
    of_node[nodes] = label[owners]
    return label.astype(np.int64), of_node, n


def _by_label(label: Int64, n: int) -> list[Int64]:
    """Return for each label the places that have it, ascending."""
    order = np.argsort(label, kind="stable")
    return np.split(order, np.searchsorted(label[order], np.arange(n + 1)))[1:-1]
