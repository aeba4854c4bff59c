# SPDX-License-Identifier: MIT
"""The symmetries of a graph that falls apart: symmetries of each component, and exchanges of components that are alike.

    components   a - 1 - b    c - 2 - d    e - 3        form "2 items, 1 option" twice, "1 item" once
    symmetries   2            2            1            (2 * 2) * 2! * 1 = 8
    generators   a <-> b, and (a b 1) <-> (c d 2)

A search on the whole graph singles out one component after the other, and returns to each choice. For a thousand times
the matchings of six points it did not end within 18 s, instead of 0.01 s. Every symmetry maps components to components
with the same form. So if k components have a form, and each of them g symmetries, they have g^k * k! together. These
follow from the symmetries of one component, an exchange of two components, and a cycle through all.

The search leaves equal options of one kind in their places; all_symmetries() adds their exchanges.
"""

from __future__ import annotations

from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np

from ..kernels.symmetric.labeling import Labeling
from ..matrix.build import Int64
from ..matrix.incidence import int32
from .labels import labels
from .permutations import cycles_for
from .symmetries import UNLINKED, AllSymmetries, WholeGraph, equal_options, exchanges, labeling

FINISHED, UNFINISHED = 0, 2  # DONE and PAUSED of step(), as in kernels/kernel.pxd
MOST_GENERATOR_ENTRIES = 2**24


class _Form(NamedTuple):
    """What components with the same arrays have in common."""

    search: Labeling  # a finished search
    canonical_order: Int64  # the component's vertices, its nodes first, in the order of the form
    form: bytes  # with the kinds of the vertices


class SeparateLabeling:
    """A search for all symmetries of a graph, component by component; it ends only when it has found them.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> from dlx.structure.symmetries import whole_graph
    >>> coins = Problem([[k, (k, side)] for k in range(1000) for side in range(2)])
    >>> search = SeparateLabeling(whole_graph(coins, NONE))
    >>> while search.step(1000) != FINISHED:
    ...     pass
    >>> search.order == 2**1000 * factorial(1000), len(search.generators)
    (True, 3)
    """

    def __init__(self, graph: WholeGraph) -> None:
        self._graph = graph
        option_label, node_label, self._n = _labels(graph)
        self._options, self._nodes = _by_label(option_label, self._n), _by_label(node_label, self._n)
        self._sizes = np.diff(graph.starts)
        self._local = np.full(len(graph.low) + 1, UNLINKED, np.int32)  # node -> its number in its component
        for nodes in self._nodes:
            self._local[nodes] = np.arange(len(nodes))
        self._next = 0  # component
        self._search: Labeling | None = None  # of its form
        self._forms: dict[Any, _Form] = {}  # arrays of a component -> its form
        self._alike: dict[bytes, list[tuple[int, _Form]]] = {}  # form -> components

    def step(self, work: int) -> int:
        """Continue by one component at most. Return FINISHED or UNFINISHED."""
        if self._next == self._n:
            return FINISHED
        arrays = self._arrays()
        key = tuple(array.tobytes() for array in arrays.values())
        if key not in self._forms:
            low = self._graph.low[self._nodes[self._next]]  # of the other fields, a search takes none
            self._search = self._search or labeling(self._graph._replace(low=low, **arrays))
            if self._search.step(work) == UNFINISHED:
                return UNFINISHED
            kinds = np.sort(np.append(arrays["node_kinds"], arrays["option_kinds"]))
            self._forms[key] = _Form(self._search, self._search.canonical_order, kinds.tobytes() + self._search.form)
            self._search = None
        form = self._forms[key]
        self._alike.setdefault(form.form, []).append((self._next, form))
        self._next += 1
        return UNFINISHED

    def _arrays(self) -> dict[str, Any]:
        """Return the arrays of the graph of the next component, which numbers its nodes and options from 0."""
        graph, nodes, options = self._graph, self._nodes[self._next], self._options[self._next]
        sizes = self._sizes[options]
        starts = int32(np.concatenate([[0], np.cumsum(sizes)]))
        places = np.repeat(graph.starts[options] - starts[:-1], sizes) + np.arange(starts[-1])
        return {
            "starts": starts,
            "entries": self._local[graph.entries[places]],
            "parent": self._local[graph.parent[nodes]],  # the last number means UNLINKED
            "node_kinds": graph.node_kinds[nodes],
            "option_kinds": graph.option_kinds[options],
        }

    @property
    def complete(self) -> bool:
        """True if no symmetry had to be forgotten for lack of room."""
        return all(form.search.complete for form in self._forms.values())

    @property
    def order(self) -> int:
        """The number of symmetries of the nodes."""
        counts = ((members[0][1].search.order, len(members)) for members in self._alike.values())
        return prod(order**n * factorial(n) for order, n in counts)

    @property
    def first_options(self) -> set[int]:
        """The options of one component of each form. All symmetries follow from theirs."""
        return {k for (n, _), *_ in self._alike.values() for k in self._options[n].tolist()}

    @property
    def n_generators(self) -> int:
        """The number of rows of ``generators``."""
        return sum(members[0][1].search.n_generators + min(len(members) - 1, 2) for members in self._alike.values())

    @property
    def generators(self) -> Int64:
        """Symmetries that generate all others of the nodes, as rows: the images of all vertices."""
        rows = np.tile(np.arange(len(self._graph.low) + len(self._graph.option_kinds)), (self.n_generators, 1))
        at = 0
        for members in self._alike.values():
            vertices = self._vertices(members[0][0])
            for images in members[0][1].search.generators:
                rows[at, vertices] = vertices[images]
                at += 1
            places = [self._vertices(n)[form.canonical_order] for n, form in members]
            for cycle in cycles_for(places):
                for place, image in cycle:
                    rows[at, place] = image
                at += 1
        return rows

    def _vertices(self, n: int) -> Int64:
        """Return the vertices of a component: its nodes, then its options, which follow all nodes of the graph."""
        return np.concatenate([self._nodes[n], len(self._graph.low) + self._options[n]])


def all_symmetries(graph: WholeGraph, search: SeparateLabeling) -> AllSymmetries | None:
    """Return the symmetries that a finished search has found, and the exchanges of equal options.

    None if their generators take too much memory.
    """
    equal, first = equal_options(graph), search.first_options
    swaps = [cycle for options in equal if options[0] in first for cycle in cycles_for(options)]
    if (search.n_generators + len(swaps)) * (len(graph.option_kinds) + len(graph.items)) > MOST_GENERATOR_ENTRIES:
        return None
    images = graph.on_problem(search.generators)
    exchanged = np.tile(np.arange(images.shape[1]), (len(swaps), 1))
    for row, cycle in zip(exchanged, swaps, strict=True):
        for option, image in cycle:
            row[option] = image
    return AllSymmetries(graph, equal, np.concatenate([images, exchanged]), search.order * exchanges(equal))


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
