# SPDX-License-Identifier: MIT
"""Graphs of networkx and igraph, wherever a model takes a graph."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import models
from dlx.models.graphs import vertices_and_edges


class Networkx:
    """A stand-in for a graph of networkx, whose views are iterables with more methods."""

    def __init__(self, nodes, edges):
        self.nodes, self.edges = {node: {} for node in nodes}, tuple(edges)


class Vertices:
    def __init__(self, names):
        self.names = names

    def attributes(self):
        return ["name"] if self.names else []

    def __getitem__(self, key):
        assert key == "name"
        return self.names


class Igraph:
    def __init__(self, n, edges, names=None):
        self.n, self.edges, self.vs = n, edges, Vertices(names)

    def vcount(self):
        return self.n

    def get_edgelist(self):
        return self.edges


def matchings(vertices, edges):
    """Count the sets of edges that pair all vertices, of the definition."""
    chosen = combinations(edges, len(vertices) // 2)
    return sum(len({v for edge in some for v in edge}) == len(vertices) for some in chosen)


@given(st.integers(1, 6), st.data())
def test_any_graph(n, data):
    pairs = list(combinations(range(n), 2))
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    colors = data.draw(st.integers(1, 3))
    colorings = sum(all(c[a] != c[b] for a, b in edges) for c in product(range(colors), repeat=n))
    names = [f"v{k}" for k in range(n)]
    keyed = [(b, a, 0) for a, b in edges] + [(a, b, 1) for a, b in edges]  # a multigraph with directions
    for graph in (Networkx(range(n), keyed), Igraph(n, edges), Igraph(n, edges, names)):
        assert models.coloring(graph, colors).count() == colorings
        if edges:
            assert models.perfect_matchings(graph).count() == (0 if n % 2 else matchings(range(n), edges))
    assert models.coloring(Igraph(n, edges, names), 2).primary == tuple(names)


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (Networkx([1, "1"], []), "^the vertices 1 and '1' have the same name; rename one$"),
        (Networkx([1], [(1, 1)]), r"^the edge \('1', '1'\) is not a pair of two different vertices$"),
        ([1, 2], "^the edge 1 is not a pair of two different vertices$"),
    ],
)
def test_wrong_graphs(graph, message):
    with pytest.raises(ValueError, match=message):
        models.coloring(graph, 3)


def test_wrong_graphs_to_match():
    with pytest.raises(ValueError, match=r"^edge 1 does not join two vertices; write 'a-b'$"):
        models.perfect_matchings([1, 2])
    with pytest.raises(ValueError, match=r"^edge \('1', '1'\) does not join two vertices"):
        models.perfect_matchings(Networkx([1], [(1, 1)]))
    assert vertices_and_edges("a-b") is None is vertices_and_edges(5)


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_networkx(kind):
    networkx = pytest.importorskip("networkx")
    petersen = getattr(networkx, kind)(networkx.petersen_graph())
    assert models.perfect_matchings(petersen).count() == 6
    assert models.coloring(petersen, 3).count() == 120
    grid = getattr(networkx, kind)(networkx.grid_2d_graph(4, 4))
    assert models.perfect_matchings(grid).count() == 36  # dominoes on 4 x 4 cells
    assert models.coloring(grid, 2).count() == 2


def test_igraph():
    petersen = pytest.importorskip("igraph").Graph.Famous("petersen")
    assert models.perfect_matchings(petersen).count() == 6
    assert models.coloring(petersen, 3).count(orbits=True) == 20
