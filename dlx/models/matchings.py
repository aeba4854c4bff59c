# SPDX-License-Identifier: MIT
"""Perfect matchings: the vertices of a graph paired along its edges.

    a --- b      primary     a b c d      a vertex
    | \\   |      an option   a d          an edge
    c --- d      solutions   a-b c-d      a-c b-d

Reference: Knuth, TAOCP 7.2.2.1, exercise 15; counts for complete graphs, 1 * 3 * 5 * ...: OEIS A001147.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from math import pi
from numbers import Integral
from typing import Any

from ..drawing.grid import THIN_STROKE, on_circle
from ..drawing.picture import Picture
from ..drawing.shapes import GROUND, INK, Circle, DrawnShape, Line, Text
from ..matrix.sets import in_order
from .graphs import vertices_and_edges
from .instance import Instance, check_size, natural

Edge = tuple[str, str]

VERTEX_STEP_PX, VERTEX_RADIUS_PX = 48.0, 11.0  # between vertices on the circle; of a vertex
MATCHED_STROKE = "#2563eb"


def perfect_matchings(graph: int | str | Iterable[Iterable[Hashable]] | Any) -> Instance:
    """Find perfect matchings of a graph: sets of edges such that each vertex is on exactly one of them.

    Everyone at a party gets a partner. Domino tilings of a chessboard are the matchings of a grid, assignments of jobs
    to people the matchings of a bipartite graph. Counting matchings is hard in general; the count is a *hafnian*.

    Args:
        graph: the edges, as pairs of vertices or as a text such as ``"a-b b-c c-d d-a"``, with blanks or commas between
            edges; or a graph of networkx or igraph; or a number n, or its digits, for the complete graph of n vertices.

    The picture has the vertices on a circle, in the order in which the edges name them. For ``orbits=True``, the
    symmetries are the rotations and reflections of this circle that map edges to edges: all 2 n for a complete graph.

    Raises ValueError for a number below 0 or above 3,162, an edge that is not between two vertices, and a repeated
    edge.

    >>> [perfect_matchings(n).count() for n in range(1, 9)]
    [0, 1, 0, 3, 0, 15, 0, 105]
    >>> [perfect_matchings(n).count(orbits=True) for n in (2, 4, 6, 8)]
    [1, 2, 5, 17]
    >>> petersen = "ab bc cd de ea af bg ch di ej fh hj jg gi if"
    >>> matchings = perfect_matchings(" ".join("-".join(edge) for edge in petersen.split()))
    >>> matchings.count()
    6
    >>> print(matchings.draw(matchings.solve()))
    a-b c-d e-j f-h g-i

    On the command line::

        dlx model perfect-matchings 16 | dlx count -
        dlx model perfect-matchings a-b,b-c,c-d,d-a --draw p.svg
    """
    if isinstance(graph, Integral) or (isinstance(graph, str) and graph.isascii() and graph.isdigit()):
        graph = int(graph)
    parts = vertices_and_edges(graph)
    edges = _complete(graph) if isinstance(graph, int) else _edges(graph if parts is None else parts[1])
    names = [*map(str, range(1, graph + 1))] if isinstance(graph, int) else [*dict.fromkeys(chain(*edges))]
    names = names if parts is None else parts[0]
    return Instance(
        edges,
        primary=names,
        title=f"Perfect matchings of a {'complete ' * isinstance(graph, int)}graph of {len(names)} vertices",
        drawing=_draw,
        symmetries=list(_turns(names, edges)),
    )


def _complete(n: int) -> list[Edge]:
    natural(n, "the number of vertices")
    check_size(f"Perfect matchings of a complete graph of {n} vertices", n * (n - 1))
    return [(str(a), str(b)) for a, b in combinations(range(1, n + 1), 2)]


def _edges(graph: str | Iterable[Iterable[Hashable]]) -> list[Edge]:
    edges: dict[frozenset[str], Edge] = {}
    for edge in graph.replace(",", " ").split() if isinstance(graph, str) else in_order(graph, "graph"):
        named = edge.split("-") if isinstance(edge, str) else edge if isinstance(edge, Iterable) else ()
        ends = [str(end) for end in in_order(named, "an edge")]
        if len(ends) != 2 or ends[0] == ends[1] or not all(ends):
            raise ValueError(f"edge {edge!r} does not join two vertices; write 'a-b'")
        if frozenset(ends) in edges:
            raise ValueError(f"edge {edge!r} is listed twice")
        edges[frozenset(ends)] = (ends[0], ends[1])
    return list(edges.values())


def _turns(names: Sequence[str], edges: Iterable[Edge]) -> Iterator[dict[str, str]]:
    """Yield generators of the symmetries: the least rotation of the circle that preserves the edges, a reflection."""
    n, every = len(names), {frozenset(edge) for edge in edges}
    for way, starts in ((1, range(1, n + 1)), (-1, range(n))):
        for start in starts:
            turn = {name: names[(start + way * k) % n] for k, name in enumerate(names)}
            if all(frozenset((turn[a], turn[b])) in every for a, b in edges):
                yield turn
                break


# --- drawing


def _draw(instance: Instance, options: Sequence[int]) -> Picture:
    names = [str(name) for name in instance.items]
    radius = max(VERTEX_STEP_PX, VERTEX_STEP_PX * len(names) / (2 * pi))
    middle = radius + 2 * VERTEX_RADIUS_PX
    at = on_circle(names, radius, middle)
    edges = [tuple(at[str(item)] for item in instance.option(k)) for k in range(instance.n_options)]
    pairs = [f"{a}-{b}" for a, b in map(instance.option, options)]
    matched_edges = tuple(edges[k] for k in options)
    shapes: list[DrawnShape] = [Line(tuple(edges), THIN_STROKE, 1), Line(matched_edges, MATCHED_STROKE, 4, round=True)]
    for name, (x, y) in at.items():
        size = VERTEX_RADIUS_PX * min(1, 2.5 / len(name))
        shapes += [Circle(x, y, VERTEX_RADIUS_PX, GROUND, INK, 1.5), Text(x, y, name, size)]
    matched = f", matched {', '.join(pairs)}" if pairs else ""
    description = f"{len(names)} vertices on a circle, {len(edges)} edge{'s' * (len(edges) != 1)}{matched}."
    return Picture(instance.title, description, 2 * middle, 2 * middle, tuple(shapes), " ".join(pairs or names))
