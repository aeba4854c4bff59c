# SPDX-License-Identifier: MIT
r"""Cubes seen from an angle: the outside of an assembly.

   _ _          A cube shows at most three faces: its top, its front (the side of the next row) and its right
 /   / \        side (the next column). The first layer is on top. We draw cubes from the back to the front,
/ _ /   \       so that the near ones cover the far ones, and leave out faces between two cubes.
\   \   /
 \ _ \ /        An edge is thick where two pieces or two directions meet, and thin within a piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi

from ..drawing.grid import THIN_STROKE
from ..drawing.shapes import INK, DrawnShape, Line, moved
from .lattice import Point

CUBE_PX = 26.0  # the length of an edge
RIGHT, DOWN = CUBE_PX * cos(pi / 6), CUBE_PX / 2  # a step along a column or a row, on the page
FACES = {  # the neighbor that would hide a face -> its corners from the corner of the cube, and its brightness
    (-1, 0, 0): (((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)), 1.0),
    (0, 1, 0): (((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), 0.88),
    (0, 0, 1): (((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)), 0.76),
}


def view(fills: Mapping[Point, str], tiles: Mapping[Point, int]) -> tuple[list[DrawnShape], float, float]:
    """Return the shapes of cubes with these colors, and the width and height that they need.

    ``tiles`` has the number of the piece of each cube.
    """
    corners = [_at((z + dz, r + dr, c + dc)) for z, r, c in fills for dz in (0, 1) for dr in (0, 1) for dc in (0, 1)]
    left, top = (min(axis) for axis in zip(*corners, strict=True))
    width, height = (max(axis) - min(axis) for axis in zip(*corners, strict=True))
    nearest_last = sorted(fills, key=lambda cube: cube[1] + cube[2] - cube[0])
    shapes = [moved(shape, -left, -top) for cube in nearest_last for shape in _faces(cube, fills, tiles)]
    return shapes, width, height


def _at(corner: Point) -> tuple[float, float]:
    """Return the place of a corner on the page."""
    z, r, c = corner
    return (c - r) * RIGHT, (c + r) * DOWN + z * CUBE_PX


def _faces(cube: Point, fills: Mapping[Point, str], tiles: Mapping[Point, int]) -> Iterator[DrawnShape]:
    """Yield the faces of a cube that no other cube hides by touching it, and their edges."""
    for normal, (corners, brightness) in FACES.items():
        if _sum(cube, normal) in fills:
            continue
        ring = [_sum(cube, corner) for corner in corners]
        yield Line((tuple(map(_at, ring)),), None, fill=shaded(fills[cube], brightness))
        edges = [*zip(ring, ring[1:] + ring[:1], strict=True)]
        thin = [edge for edge in edges if _continues(cube, normal, edge, tiles)]
        thick = [edge for edge in edges if edge not in thin]
        for stroke, width, lines in ((THIN_STROKE, 1.0, thin), (INK, 1.5, thick)):
            if lines:
                yield Line(tuple((_at(a), _at(b)) for a, b in lines), stroke, width, round=True)


def _continues(cube: Point, normal: Point, edge: tuple[Point, Point], tiles: Mapping[Point, int]) -> bool:
    """Return whether a face of the same piece in the same plane lies beyond an edge."""
    middle = [a + b for a, b in zip(*edge, strict=True)]
    center = [2 * c + 1 + n for c, n in zip(cube, normal, strict=True)]
    beyond = _sum(cube, tuple(m - c for m, c in zip(middle, center, strict=True)))
    return tiles.get(beyond) == tiles[cube] and _sum(beyond, normal) not in tiles


def _sum(a: Point, b: Point) -> Point:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def shaded(color: str, brightness: float) -> str:
    """Return a darker color.

    >>> shaded("#ff8000", 0.5)
    '#804000'
    """
    return "#" + "".join(f"{round(int(color[k : k + 2], 16) * brightness):02x}" for k in (1, 3, 5))
