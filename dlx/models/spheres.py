# SPDX-License-Identifier: MIT
"""Orientations of pieces of spheres, packed as tightly as can be.

Spheres lie on the points with an even sum of coordinates. The 24 rotations of a cube preserve these points, but a piece
can have more orientations: three spheres in a row turn by 60 degrees in a layer of triangles, or lie in a layer of
squares, and a rotation that maps the piece to points need not map all other points to such.

    o . o .      o o o      So we do not turn the piece by matrices. We map its first point to the origin, two others to
    . o . o     o o o o     all points at the same distances, and see where the rest comes to lie. The image of a point
    o . o .      o o o      w = a u + b v + c (u x v) is a u' + b v' + c (u' x v').

Reference: Andreas Röver, Burr Tools User Guide, on the sphere grid, https://burrtools.sourceforge.net.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import isqrt

Vector = tuple[int, ...]


def sphere_orientations(points: Sequence[Vector]) -> Iterator[list[Vector]]:
    """Yield the points of a piece in each of its orientations by rotations, with the first at the origin.

    Only the first three coordinates of a point are turned. An orientation of points in a line is yielded several times.

    >>> len(list(sphere_orientations([(0, 0, 0), (0, 1, 1)])))
    12
    """
    away = [tuple(a - b for a, b in zip(point, points[0], strict=True))[:3] for point in points]
    u = next(filter(any, away), (0, 0, 0))
    v = next((w for w in away if any(_cross(u, w))), None)
    if v is None:
        duals, bases = [u], ([x] for x in _at_distance(u))
    else:
        n = _cross(u, v)
        duals = [_cross(v, n), _cross(n, u), n]
        bases = ([x, y, _cross(x, y)] for x in _at_distance(u) for y in _at_distance(v) if _dot(x, y) == _dot(u, v))
    for basis in bases:
        image = [_image(w, duals, basis) for w in away]
        if None not in image:
            yield [(*place, *point[3:]) for place, point in zip(image, points, strict=True) if place is not None]


def _at_distance(u: Vector) -> list[Vector]:
    """Return all spheres as far from the origin as this one."""
    reach = range(-isqrt(_dot(u, u)), isqrt(_dot(u, u)) + 1)
    return [x for x in product(reach, repeat=3) if _dot(x, x) == _dot(u, u) and sum(x) % 2 == 0]


def _image(w: Vector, duals: Sequence[Vector], basis: Sequence[Vector]) -> Vector | None:
    """Return the image of a point, given the images of u, v and u x v, or of u; None if there is no sphere.

    The products with the duals are the coordinates of w, times the last of them with itself.
    """
    scale = _dot(duals[-1], duals[-1]) or 1
    coordinates = [_dot(w, dual) for dual in duals]
    point = [sum(a * x for a, x in zip(coordinates, axis, strict=True)) for axis in zip(*basis, strict=True)]
    if any(x % scale for x in point) or sum(point) // scale % 2:
        return None
    return tuple(x // scale for x in point)


def _dot(a: Vector, b: Vector) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
