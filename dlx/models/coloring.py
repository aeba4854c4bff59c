# SPDX-License-Identifier: MIT
"""Graph coloring: colors for the vertices of a graph, different at the ends of every edge.

    primary     Utah           every vertex has a color
    secondary   Utah-Idaho/1   at most one end of an edge has color 1
    an option   Utah Utah-Idaho/1 Utah-Nevada/1 ...

The number of colorings is the chromatic polynomial (Birkhoff, 1912).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Sized
from functools import partial
from itertools import chain
from math import pi
from typing import Any

from ..drawing.grid import on_circle, tint
from ..drawing.picture import Picture
from ..drawing.shapes import GROUND, INK, SOFT, Circle, DrawnShape, Line, Text
from ..matrix.sets import in_order
from ..system.wording import plural
from .graphs import vertices_and_edges
from .instance import Instance, check_size, natural

MAX_COLORS = 1000
DISC_RADIUS_PX, GRAPH_MARGIN_PX = 13.0, 40.0  # radius of a vertex; margin of the picture


def coloring(edges: Iterable[Sequence[str]] | Any, colors: int) -> Instance:
    """Color the vertices of a graph, so that the ends of each edge differ (proper colorings).

    Args:
        edges: the edges, as pairs of names; a single name is a vertex without edges. Repeated edges count once. If a
            vertex is no string, ``str()`` of it is its name. Or a graph of networkx or igraph.
        colors: the number of colors, of which some may be left out.

    The symmetries are the permutations of the colors; ``count(orbits=True)`` counts the partitions of the vertices into
    color classes.

    Raises ValueError for a loop, an edge of more than two vertices, a name that the text format cannot hold, two edges
    with the same item name (a b-c and a-b c), and for `colors` below 0 or above 1000.

    >>> petersen = [(f"o{k}", f"o{(k + 1) % 5}") for k in range(5)] + [(f"o{k}", f"i{k}") for k in range(5)]
    >>> petersen += [(f"i{k}", f"i{(k + 2) % 5}") for k in range(5)]
    >>> coloring(petersen, 2).count(), coloring(petersen, 3).count(), coloring(petersen, 3).count(orbits=True)
    (0, 120, 20)

    On the command line::

        dlx model coloring examples/usa.txt 4 | dlx count -
        dlx model coloring examples/usa.txt 4 --draw usa.svg
    """
    colors = natural(colors, "colors")
    if colors > MAX_COLORS:
        raise ValueError(f"{colors} colors: there must be at most {MAX_COLORS}")
    graph = vertices_and_edges(edges)
    around = _neighbors(edges if graph is None else [*((v,) for v in graph[0]), *graph[1]])
    title = f"{plural(colors, 'color')} for {len(around):,} {'vertex' if len(around) == 1 else 'vertices'}"
    check_size(title, colors * sum(1 + len(neighbors) for neighbors in around.values()))
    places = _places(around)
    inks = range(1, colors + 1)
    every = list(dict.fromkeys(place for item_names in places.values() for place in item_names))
    moves = [{f"{place}/{a}": f"{place}/{b}" for place in every for a, b in move.items()} for move in _moves(colors)]
    return Instance(
        [[v, *(f"{place}/{k}" for place in item_names)] for v, item_names in places.items() for k in inks],
        primary=list(around),
        secondary=[f"{place}/{k}" for place in every for k in inks],
        title=title,
        drawing=partial(_draw, around, colors),
        symmetries=moves,
    )


def _neighbors(edges: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    """Return the vertices, in order of appearance, each with its neighbors."""
    around: dict[str, dict[str, None]] = {}
    for edge in in_order(edges, "edges"):
        pair = isinstance(edge, Sized) and not isinstance(edge, str) and 1 <= len(edge) <= 2
        if not pair or len(set(edge)) < len(edge):
            raise ValueError(f"the edge {edge!r} is not a pair of two different vertices")
        edge = [str(v) for v in in_order(edge, "an edge")]
        for v in edge:
            if not re.fullmatch(r"[^\s:|]+", v):
                raise ValueError(f"the vertex {v!r} must be a name without blanks, ':' and '|'")
            around.setdefault(v, {}).update((w, None) for w in edge if w != v)
    return {v: list(neighbors) for v, neighbors in around.items()}


def _places(around: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the names of each vertex's edges; an isolated vertex gets its own name, to distinguish its colors."""
    rank = {v: k for k, v in enumerate(around)}.__getitem__
    edges = {v: [sorted((v, w), key=rank) for w in neighbors] or [[v]] for v, neighbors in around.items()}
    named: dict[str, list[str]] = {}
    for edge in chain(*edges.values()):
        namesake = named.setdefault("-".join(edge), edge)
        if namesake != edge:
            raise ValueError(f"{' '.join(namesake)!r} and {' '.join(edge)!r} would both be the item {'-'.join(edge)!r}")
    return {v: list(map("-".join, names)) for v, names in edges.items()}


def _moves(colors: int) -> list[dict[int, int]]:
    """Return generators of the permutations of colors: a cycle and a transposition."""
    return [{k: k % colors + 1 for k in range(1, colors + 1)}, {1: 2, 2: 1}] if colors > 1 else []


def _draw(around: Mapping[str, Sequence[str]], colors: int, instance: Instance, options: Sequence[int]) -> Picture:
    """Draw the vertices on a circle, in their order of appearance."""
    names = list(around)
    radius = max(60.0, 18.0 * len(names) / pi)
    size = 2 * (radius + GRAPH_MARGIN_PX + 6.0 * max(map(len, names), default=0))
    at = on_circle(names, radius, size / 2)
    rank = {v: k for k, v in enumerate(names)}
    painted = {names[k // colors]: k % colors for k in options}
    lines = tuple((at[v], at[w]) for v, neighbors in around.items() for w in neighbors if rank[v] < rank[w])
    shapes: list[DrawnShape] = [Line(lines, SOFT, 1.5)]
    for v, (x, y) in at.items():
        shapes.append(Circle(x, y, DISC_RADIUS_PX, tint(painted[v]) if v in painted else GROUND, INK, 1.5))
        if v in painted:
            shapes.append(Text(x, y, str(painted[v] + 1), 12))
        out = (x - size / 2) / radius
        anchor = "middle" if abs(out) < 0.3 else "start" if out > 0 else "end"
        away = 1 + (DISC_RADIUS_PX + 8 + 5 * (anchor == "middle")) / radius
        shapes.append(Text(size / 2 + away * (x - size / 2), size / 2 + away * (y - size / 2), v, 12, anchor=anchor))
    classes = [f"{k + 1}: {' '.join(v for v in names if painted.get(v) == k)}" for k in sorted(set(painted.values()))]
    text = "\n".join(classes) or "\n".join(f"{v}: {' '.join(neighbors)}" for v, neighbors in around.items())
    description = f"A graph of {len(names)} vertices. " + (f"Colors: {'; '.join(classes)}." if classes else "")
    return Picture(instance.title, description, size, size, tuple(shapes), text)
