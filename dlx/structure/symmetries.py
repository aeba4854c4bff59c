# SPDX-License-Identifier: MIT
"""All symmetries of a problem, found by themselves, and the search for solutions up to symmetry.

    options  a x:red   a x:blue   b x:blue      vertices    a  b  x    the items
                                                            x:red  x:blue, linked to x
                                                            an option, linked to what it uses

A symmetry permutes the options such that it maps the options of an item to the options of an item of the same
kind (primary with the same multiplicity, or secondary), and within them, each color to one color of the image. So it
is a symmetry of this graph. Items of one kind with the same options share a vertex: Sudoku boxes that are rows would
hide that rows and columns can be exchanged. Equal options are images of each other. Costs do not matter.

Marks narrow the group down. A symmetry preserves the set of the given options, of the banned ones, of the
options that are never chosen because they have no primary item, and labels that the caller passes.

Reference: McKay and Piperno, Practical graph isomorphism, II (2014).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.symmetric.classes import Classes
from ..kernels.symmetric.labeling import Labeling
from ..matrix.assumptions import Assumptions
from ..matrix.build import Fields, Int32, Int64
from ..matrix.incidence import colors_of_items, entry_options, int32, item_bounds, options_with_primary, part_of
from ..matrix.matrix import Matrix
from ..matrix.sorting import places_by
from ..system import calloff
from .permutations import orbits

UNLINKED = -1  # the parent of a node that is no color


class Incidence(NamedTuple):
    """Options, and the nodes that they use: item k is node k, and the colors of items follow."""

    owners: Int64  # entry -> its option
    nodes: Int64  # entry -> its node
    colored: Int64  # color, counted from 0 -> its item
    n_nodes: int


class WholeGraph(NamedTuple):
    """The graph of a whole problem. Its nodes are numbered again, in the order of their kinds."""

    items: Int64  # the items that have a node, ascending
    item_nodes: Int64  # ... their nodes
    low: Int32  # node -> the least options in a solution
    high: Int32
    parent: Int32  # node -> the item's node if it is a color, else UNLINKED
    starts: Int32  # option -> its first entry
    entries: Int32  # nodes
    node_kinds: Int32  # ascending
    option_kinds: Int32  # even, and above the kinds of nodes
    never: NDArray[np.uint8]  # option -> is it never chosen?

    def on_problem(self, rows: Int64) -> Int64:
        """Return permutations of nodes and options as permutations of options and of the items that have a node."""
        n, m = len(self.low), len(self.option_kinds)
        number = np.zeros(n, np.int64)
        number[self.item_nodes] = m + np.arange(len(self.items))
        return np.concatenate([rows[:, n:] - n, number[rows[:, self.item_nodes]]], axis=1)


class AllSymmetries(NamedTuple):
    """All symmetries of a graph."""

    graph: WholeGraph
    equal: list[list[int]]  # equal options of one kind, which they exchange
    generators: Int64  # as rows: the images of the options, then of the items that have a node
    order: int

    def orbit_size(self, stabilizer: int | None, chosen: Iterable[int]) -> int | None:
        """Return the number of images of a set of options; ``stabilizer`` symmetries preserve it (None: unknown).

        This is the theorem of orbit and stabilizer.
        """
        return None if stabilizer is None else self.order // (stabilizer * exchanges(self.equal, chosen))


def incidence(matrix: Matrix) -> Incidence:
    """Return the nodes that the options of a problem use."""
    nodes = matrix.indices.astype(np.intp)  # 32 bits on i686, where bincount takes no more
    painted = np.zeros(len(nodes), bool) if matrix.colors is None else matrix.colors != 0
    colored, color = colors_of_items(matrix, painted)
    nodes[painted] = matrix.n_items + color
    return Incidence(entry_options(matrix).astype(np.intp), nodes, colored, matrix.n_items + len(colored))


def whole_graph(matrix: Matrix, assumed: Assumptions, labels: tuple[Int64, Int64] | None = None) -> WholeGraph:
    """Return the graph of a problem. Symmetries also preserve the labels of options and of nodes, see incidence()."""
    uses = incidence(matrix)
    option_labels, node_labels = labels or (np.zeros(matrix.n_options, int), np.zeros(uses.n_nodes, int))
    traits = np.column_stack([*_traits(matrix, uses), node_labels])
    calloff.check()
    node = _kept(matrix, uses, traits)  # new number -> node
    kinds = _row_kinds(traits[node])
    calloff.check()
    node, kinds = node[np.argsort(kinds, kind="stable")], np.sort(kinds)
    number = np.full(uses.n_nodes, UNLINKED)
    number[node] = np.arange(len(node))
    parent = np.full(uses.n_nodes, UNLINKED)
    parent[matrix.n_items :] = number[uses.colored]
    has_node = number[uses.nodes] != UNLINKED
    sizes = np.bincount(uses.owners[has_node], minlength=matrix.n_options)
    idle = ~options_with_primary(matrix)
    calloff.check()
    marks = np.column_stack([idle, *_masks(matrix, assumed), option_labels])
    option_kinds = _row_kinds(marks)
    calloff.check()
    items = np.flatnonzero(number[: matrix.n_items] != UNLINKED)
    never = idle.copy()
    never[list(assumed.banned)] = True
    return WholeGraph(
        items=items,
        item_nodes=number[items],
        low=int32(traits[node, 1]),
        high=int32(np.minimum(traits[node, 2], matrix.n_options)),
        parent=int32(parent[node]),
        starts=int32(np.concatenate([[0], np.cumsum(sizes)])),
        entries=int32(number[uses.nodes[has_node]]),
        node_kinds=int32(kinds),
        option_kinds=int32(2 * (len(node) + option_kinds)),
        never=never.astype(np.uint8),
    )


def _row_kinds(rows: Any) -> Int64:
    """Return the number of each row among the different rows in their order.

    Column by column: ``np.unique`` of whole rows takes a second for a million of them, and does not look at the clock.

    >>> _row_kinds(np.array([[1, 0], [0, 5], [0, 2], [1, 0]])).tolist()
    [2, 1, 0, 2]
    """
    kinds = np.zeros(len(rows), np.int64)
    for column in rows.T:
        if len(column) and (column != column[0]).any():
            calloff.check()
            values, ranks = np.unique(column, return_inverse=True)
            kinds = np.unique(kinds * len(values) + ranks, return_inverse=True)[1]
    return kinds


def _masks(matrix: Matrix, assumed: Assumptions) -> Iterable[Any]:
    for options in assumed:
        mask = np.zeros(matrix.n_options, bool)
        mask[list(options)] = True
        yield mask


def _traits(matrix: Matrix, uses: Incidence) -> Iterable[Any]:
    """Yield what images of nodes have in common: the type of a node, and how many options it needs and may have."""
    low, high = item_bounds(matrix)
    colors = len(uses.colored)
    kind = np.append(np.arange(matrix.n_items) >= matrix.n_primary, np.full(colors, 3)).astype(np.int64)
    kind[uses.colored] = 2
    yield from (kind, np.append(low, np.zeros(colors, int)), np.append(high, np.ones(colors, int)))


def first_copies(matrix: Matrix) -> Int64:
    """Return for each item the first item of its kind with the same options, color by color.

    >>> from dlx import Problem
    >>> first_copies(Problem([["a", "b"], ["a", "b", "x"]], ["a", "b"], ["x", "y", "z"])).tolist()
    [0, 0, 2, 3, 3]
    """
    uses = incidence(matrix)
    return _first_copies(matrix, uses, np.column_stack([*_traits(matrix, uses)]))


def _first_copies(matrix: Matrix, uses: Incidence, traits: Any) -> Int64:
    by_node = places_by(int32(uses.nodes), uses.n_nodes)
    calloff.check()
    ends = np.cumsum(np.bincount(uses.nodes, minlength=uses.n_nodes))
    pairs = zip(traits.tolist(), np.split(uses.owners[by_node], ends)[:-1], strict=True)
    lists = [(*trait, options.tobytes()) for trait, options in calloff.checked(pairs)]
    calloff.check()
    colors: dict[int, list[tuple[Any, ...]]] = {}
    for color, item in enumerate(uses.colored.tolist()):
        colors.setdefault(item, []).append(lists[matrix.n_items + color])
    first: dict[Any, int] = {}
    keys = ((lists[item], *sorted(colors.get(item, ()))) for item in range(matrix.n_items))
    numbers = (first.setdefault(key, item) for item, key in calloff.checked(enumerate(keys)))
    return np.fromiter(numbers, np.int64, matrix.n_items)


def _kept(matrix: Matrix, uses: Incidence, traits: Any) -> Int64:
    """Return the nodes without the items that have the options of an earlier one, and without their colors."""
    kept = _first_copies(matrix, uses, traits) == np.arange(matrix.n_items)
    return np.flatnonzero(np.append(kept, kept[uses.colored]))


def labeling(graph: WholeGraph, chosen: Iterable[int] = ()) -> Labeling:
    """Return a search for the symmetries of a graph that preserve the set of these options."""
    n = len(graph.low)
    kinds = np.concatenate([graph.node_kinds, graph.option_kinds])
    kinds[n + np.fromiter(chosen, np.int64)] += 1
    return labeling_of(*edges(graph), kinds, n)


def edges(graph: WholeGraph) -> tuple[Int64, Int64]:
    """Return the two ends of each edge of a graph: the nodes are vertices, and the options follow."""
    n, owners = len(graph.low), np.repeat(np.arange(len(graph.option_kinds)), np.diff(graph.starts))
    colors = np.flatnonzero(graph.parent != UNLINKED)
    return np.concatenate([graph.entries, graph.parent[colors]]), np.concatenate([n + owners, colors])


def labeling_of(sources: Int64, targets: Int64, kinds: Int64, n_named: int) -> Labeling:
    """Return a search for the symmetries of a graph with these edges, and these kinds of vertices."""
    calloff.check()
    starts = np.concatenate([sources, targets])
    neighbors = np.concatenate([targets, sources])[places_by(int32(starts), len(kinds))]
    calloff.check()
    ends = np.cumsum(np.bincount(starts, minlength=len(kinds)))
    return Labeling(int32(np.concatenate([[0], ends])), int32(neighbors), int32(kinds), n_named)


def orbit_labels(matrix: Matrix, symmetries: Iterable[Int64]) -> tuple[Int64, Int64]:
    """Return the orbits of options and of nodes under permutations of the options and items, as labels."""
    uses, m, n = incidence(matrix), matrix.n_options, matrix.n_items
    painted = np.flatnonzero(uses.nodes >= n)
    pairs = list(zip(uses.owners[painted].tolist(), matrix.indices[painted].tolist(), strict=True))
    node_of = dict(zip(pairs, uses.nodes[painted].tolist(), strict=True))
    rows = []
    for images in symmetries:
        row = np.concatenate([images, m + n + np.arange(uses.n_nodes - n)])
        for (option, item), node in node_of.items():
            row[m + node] = m + node_of[int(images[option]), int(images[m + item]) - m]
        rows.append(row)
    labels = orbits(rows, m + uses.n_nodes)
    return labels[:m], labels[m:]


def on_first_copies(matrix: Matrix, symmetries: Iterable[Int64]) -> tuple[Matrix, list[Int64]]:
    """Return the problem without copies of items, and permutations of the options and items as they act on it."""
    first, m = first_copies(matrix), matrix.n_options
    items = np.flatnonzero(first == np.arange(matrix.n_items))
    number = np.zeros(matrix.n_items, np.int64)
    number[items] = np.arange(len(items))
    rows = [np.concatenate([row[:m], m + number[first[row[m + items] - m]]]) for row in symmetries]
    return without_copies(matrix, items), rows


def equal_options(graph: WholeGraph) -> list[list[int]]:
    """Return the sets of several options of one kind that have the same nodes."""
    alike: dict[tuple[int, ...], list[int]] = {}
    starts, entries = graph.starts.tolist(), graph.entries.tolist()
    for k, kind in calloff.checked(enumerate(graph.option_kinds.tolist())):
        alike.setdefault((kind, *sorted(entries[starts[k] : starts[k + 1]])), []).append(k)
    return [options for options in alike.values() if len(options) > 1]


def exchanges(equal: Iterable[list[int]], chosen: Iterable[int] = ()) -> int:
    """Return the number of permutations of equal options that preserve the set of the chosen ones."""
    chosen_set = frozenset(chosen)
    counts = (Counter(k in chosen_set for k in options) for options in equal)
    return prod(factorial(n) for count in counts for n in count.values())


def classes(graph: WholeGraph, assumed: Assumptions, max_memory: int) -> Classes:
    """Return a search for one solution of each class under the symmetries of a graph.

    The given options must not contradict each other.
    """
    given = int32(sorted({*assumed.given}))
    arrays = (graph.low, graph.high, graph.parent, graph.starts, graph.entries, graph.node_kinds, graph.option_kinds)
    return Classes(*arrays, given, graph.never, max_memory)


def without_copies(matrix: Matrix, items: Int64) -> Matrix:
    """Return a problem with these items only, which decide about the others: the same options, the same solutions."""
    indptr, indices = part_of(matrix, np.ones(matrix.n_options, bool), items)
    used = np.isin(matrix.indices, items)
    n_primary = int((items < matrix.n_primary).sum())
    fields = Fields(
        items=tuple(matrix.items[k] for k in items.tolist()),
        n_primary=n_primary,
        indptr=indptr,
        indices=indices,
        colors=None if matrix.colors is None else int32(matrix.colors[used]),
        color_names=matrix.color_names,
        bounds=None if matrix.bounds is None else int32(matrix.bounds[items[:n_primary]]),
        costs=matrix.costs,
    )
    return matrix.derived(fields)
