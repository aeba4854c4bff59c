# SPDX-License-Identifier: MIT
"""Graphs of networkx and igraph as names of vertices and pairs of names, without importing their libraries.

    networkx   graph.nodes, graph.edges             an edge of a multigraph has a third part, its key
    igraph     graph.vs["name"], get_edgelist()     without names, vertices are 0, 1, 2, ...

A direction means nothing to our models, and neither does a repeated edge, so a graph may be directed, or a multigraph.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Edges = list[tuple[str, str]]


def vertices_and_edges(graph: Any) -> tuple[list[str], Edges] | None:
    """Return the names of the vertices of a graph and its edges; None for anything else.

    Raises ValueError for two vertices of one name, such as 1 and "1".

    >>> class Graph:
    ...     nodes = ["a", (0, 1), 2]
    ...     edges = [("a", (0, 1)), ((0, 1), "a")]
    >>> vertices_and_edges(Graph)
    (['a', '(0,1)', '2'], [('a', '(0,1)')])
    """
    if hasattr(graph, "get_edgelist"):
        vertices: list[Any] = graph.vs["name"] if "name" in graph.vs.attributes() else list(range(graph.vcount()))
        edges: Iterable[Any] = [(vertices[a], vertices[b]) for a, b in graph.get_edgelist()]
    elif hasattr(graph, "nodes") and hasattr(graph, "edges"):
        vertices, edges = list(graph.nodes), graph.edges
    else:
        return None
    names: dict[str, Any] = {}
    for vertex in vertices:
        if names.setdefault(name_of(vertex), vertex) is not vertex:
            raise ValueError(f"the vertices {names[name_of(vertex)]!r} and {vertex!r} have the same name; rename one")
    pairs = [(name_of(edge[0]), name_of(edge[1])) for edge in edges]
    return list(names), list({frozenset(pair): pair for pair in reversed(pairs)}.values())[::-1]


def name_of(vertex: Any) -> str:
    """Return the name of a vertex; the name of a tuple has no blanks, which the text format would not allow."""
    return vertex if isinstance(vertex, str) else "".join(str(vertex).split())
