# SPDX-License-Identifier: MIT
"""Lattices of squares, triangles, hexagons and cubes: the places, rotations and names of their cells.

We denote a cell by its row and column in a drawing, counted from 0 here and from 1 in names; cubes have a layer first:

    squares  AAB    triangles  AAABB    hexagons  A A B    cubes  AA BB    (its two layers)
             ABB               ABBB              A B B            A. .B

A triangle points up if row + column is even. Adjacent hexagons of a row are two columns apart, and the next row is
shifted by one column. We compute with the middles of the cells, as integer points, so that six turns lead back to the
start exactly. For squares and cubes, these are the row and column numbers. For triangles and hexagons, the units are
thirds of a row's height and halves of a cell's width, in which a turn by 60 degrees is
(y, x) -> ((y + 3x) / 2, (x - y) / 2).

Orientations of pieces of spheres, packed as tightly as can be.

Spheres lie on the points with an even sum of coordinates. The 24 rotations of a cube preserve these points, but a piece
can have more orientations: three spheres in a row turn by 60 degrees in a layer of triangles, or lie in a layer of
squares, and a rotation that maps the piece to points need not map all other points to such.

    o . o .      o o o      So we do not turn the piece by matrices. We map its first point to the origin, two others to
    . o . o     o o o o     all points at the same distances, and see where the rest comes to lie. The image of a point
    o . o .      o o o      w = a u + b v + c (u x v) is a u' + b v' + c (u' x v').

Reference: Andreas Röver, Burr Tools User Guide, on the sphere grid, https://burrtools.sourceforge.net.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import isqrt

Point = tuple[int, ...]
Cells = tuple[Point, ...]  # points in ascending order
Transformation = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells of one kind that fill the plane or space."""

    constant: str  # its name in this module
    cell: str  # name of a cell: "square"
    axes: str  # letters in the name of a cell: "rc" for r1c1
    rotations: tuple[Transformation, ...]  # generators of all rotations
    mirror: Transformation
    over: int  # divisor of a product with a matrix
    middle: Callable[[Point], Point]  # cell -> its middle
    place: Callable[[Point], Point]  # middle -> its cell
    home: Callable[[Point], Point]  # representative of all points that translations map to each other
    steps: Callable[[Point], Sequence[Point]]  # from a point to its neighbors
    orientations: Callable[[Cells], Iterable[Sequence[Point]]] | None = None  # of a shape; None: by matrices

    def __reduce__(self) -> str:
        """Pickle a lattice by its name in this module, as there is one object of each kind."""
        return self.constant

    @property
    def solid(self) -> bool:
        """Whether cells fill space: they have a layer."""
        return len(self.axes) == 3

    def name(self, point: Point) -> str:
        """Return the name of a cell.

        >>> SQUARES.name((0, 4))
        'r1c5'
        """
        return "".join(f"{axis}{k + 1}" for axis, k in zip(self.axes, self.place(point), strict=True))

    def neighbors(self, point: Point) -> list[Point]:
        return [shifted(point, step) for step in self.steps(point)]

    def group(self, *, rotations: bool = True, reflections: bool = True) -> list[Transformation]:
        """Return the rotations and reflections, the identity first.

        >>> [len(lattice.group()) for lattice in (SQUARES, TRIANGLES, HEXAGONS, CUBES)]
        [8, 12, 12, 48]
        """
        return self.generated([*(self.rotations if rotations else ()), *([self.mirror] if reflections else [])])

    def generated(self, generators: Sequence[Transformation]) -> list[Transformation]:
        """Return all products of these rotations and reflections, the identity first."""
        n = len(self.mirror)
        elements = [tuple(tuple(self.over * (i == j) for j in range(n)) for i in range(n))]
        for matrix in elements:  # the list grows meanwhile
            products = (self._product(matrix, generator) for generator in generators)
            elements += dict.fromkeys(product for product in products if product not in elements)
        return elements

    def _product(self, a: Transformation, b: Transformation) -> Transformation:
        columns = list(zip(*b, strict=True))
        return tuple(tuple(_dot(row, column) // self.over for column in columns) for row in a)

    def moved(self, points: Sequence[Point]) -> list[Point]:
        """Return a shape translated to a standard position, which is the same for all its translates."""
        first = min(points)
        shift = _difference(self.home(first), first)
        return [shifted(point, shift) for point in points]

    def normal(self, points: Sequence[Point]) -> Cells:
        """Return a shape in normal form: in standard position, with ascending points.

        >>> SQUARES.normal([(5, 5), (4, 6)])
        ((0, 0), (1, -1))
        """
        return tuple(sorted(self.moved(points)))

    def turned(self, matrix: Transformation, points: Iterable[Point]) -> list[Point]:
        """Return the image of each point of a shape in normal form, in the same order."""
        return [tuple(_dot(row, point) // self.over for row in matrix) for point in points]

    def images(self, shape: Cells, matrices: Iterable[Transformation]) -> list[Cells]:
        """Return the distinct images of a shape in normal form."""
        if self.orientations is not None:
            return list(dict.fromkeys(map(self.normal, self.orientations(shape))))
        return list(dict.fromkeys(self.normal(self.turned(matrix, shape)) for matrix in matrices))


def _dot(a: Iterable[int], b: Iterable[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def shifted(a: Point, b: Point) -> Point:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _difference(a: Point, b: Point) -> Point:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _same(point: Point) -> Point:
    return point


def _origin(point: Point) -> Point:
    return (0,) * len(point)


def _triangle(cell: Point) -> Point:
    row, column = cell
    return (3 * row + 1 + (row + column + 1) % 2, column)


def _hexagon(cell: Point) -> Point:
    return (3 * cell[0], cell[1])


def _third(point: Point) -> Point:
    return (point[0] // 3, point[1])


def _triangle_home(point: Point) -> Point:
    return (2, 0) if point[0] % 3 == 2 else (1, 1)  # pointing up, pointing down


def _square_steps(point: Point) -> Sequence[Point]:
    return ((-1, 0), (0, -1), (0, 1), (1, 0))


def _cube_steps(point: Point) -> Sequence[Point]:
    return ((-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (1, 0, 0))


def _hexagon_steps(point: Point) -> Sequence[Point]:
    return ((-3, -1), (-3, 1), (0, -2), (0, 2), (3, -1), (3, 1))


def _triangle_steps(point: Point) -> Sequence[Point]:
    return ((-1, -1), (-1, 1), (2, 0)) if point[0] % 3 == 2 else ((-2, 0), (1, -1), (1, 1))


def _no_steps(point: Point) -> Sequence[Point]:
    return ()


@dataclass(frozen=True, slots=True)
class CubicGrid:
    """Cells of a grid of cubes or prisms that only some translations map to each other, each with a color.

    The color is the last coordinate of a cell; nothing changes it.
    """

    scale: int  # coordinates per cell
    origin: Point  # a point that all rotations keep, in those coordinates
    period: int  # length of a translation along one axis
    even: bool  # a translation goes along an even number of axes

    def middle(self, cell: Point) -> Point:
        return (*(self.scale * c - o for c, o in zip(cell, self.origin, strict=False)), cell[-1])

    def place(self, point: Point) -> Point:
        return tuple((c + o) // self.scale for c, o in zip(point, self.origin, strict=False))

    def home(self, point: Point) -> Point:
        turns, offsets = zip(*(divmod(c, self.period) for c in point[:-1]), strict=True)
        odd = sum(turns) % 2 if self.even else 0
        return (offsets[0] + odd * self.period, *offsets[1:], point[-1])


def _prism(cell: Point) -> Point:
    layer, row, column, color = cell
    return (layer, *_triangle((-row, column)), color)  # even triangles point down


def _prism_place(point: Point) -> Point:
    row, column = _third(point[1:3])
    return (point[0], -row, column)


def _prism_home(point: Point) -> Point:
    return (0, *_triangle_home(point[1:3]), point[3])


def _blocks(over: int, *blocks: Transformation) -> Transformation:
    """Return the matrix with these blocks on its diagonal, which keeps a last coordinate."""
    size = 1 + sum(map(len, blocks))
    rows: list[tuple[int, ...]] = []
    for block in (*blocks, ((over,),)):
        start = len(rows)
        rows += [(0,) * start + row + (0,) * (size - start - len(row)) for row in block]
    return tuple(rows)


def _colored(constant: str, cell: str, grid: CubicGrid) -> Lattice:
    turns = tuple(_blocks(1, turn) for turn in CUBES.rotations)
    mirror = _blocks(1, CUBES.mirror)
    return Lattice(constant, cell, "zrc", turns, mirror, 1, grid.middle, grid.place, grid.home, _no_steps)


def sphere_orientations(points: Sequence[Point]) -> Iterator[list[Point]]:
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


def _at_distance(u: Point) -> list[Point]:
    """Return all spheres as far from the origin as this one."""
    reach = range(-isqrt(_dot(u, u)), isqrt(_dot(u, u)) + 1)
    return [x for x in product(reach, repeat=3) if _dot(x, x) == _dot(u, u) and sum(x) % 2 == 0]


def _image(w: Point, duals: Sequence[Point], basis: Sequence[Point]) -> Point | None:
    """Return the image of a point, given the images of u, v and u x v, or of u; None if there is no sphere.

    The products with the duals are the coordinates of w, times the last of them with itself.
    """
    scale = _dot(duals[-1], duals[-1]) or 1
    coordinates = [_dot(w, dual) for dual in duals]
    point = [sum(a * x for a, x in zip(coordinates, axis, strict=True)) for axis in zip(*basis, strict=True)]
    if any(x % scale for x in point) or sum(point) // scale % 2:
        return None
    return tuple(x // scale for x in point)


def _cross(a: Point, b: Point) -> Point:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


SIXTH_TURN: Transformation = ((1, 3), (-1, 1))
MIRROR: Transformation = ((2, 0), (0, -2))
QUARTER_TURN: Transformation = ((0, 1), (-1, 0))
CUBE_TURNS: tuple[Transformation, ...] = (((1, 0, 0), (0, 0, 1), (0, -1, 0)), ((0, 1, 0), (-1, 0, 0), (0, 0, 1)))

MIRROR_SQUARES: Transformation = ((1, 0), (0, -1))
MIRROR_CUBES: Transformation = ((1, 0, 0), (0, 1, 0), (0, 0, -1))

SQUARES = Lattice("SQUARES", "square", "rc", (QUARTER_TURN,), MIRROR_SQUARES, 1, _same, _same, _origin, _square_steps)
TRIANGLES = Lattice(
    "TRIANGLES", "triangle", "rc", (SIXTH_TURN,), MIRROR, 2, _triangle, _third, _triangle_home, _triangle_steps
)
HEXAGONS = Lattice("HEXAGONS", "hexagon", "rc", (SIXTH_TURN,), MIRROR, 2, _hexagon, _third, _origin, _hexagon_steps)
CUBES = Lattice("CUBES", "cube", "zrc", CUBE_TURNS, MIRROR_CUBES, 1, _same, _same, _origin, _cube_steps)

# Colored cells in space. Spheres have an even sum of coordinates. A rhombic dodecahedron is a set of cells in
# 5 x 5 x 5. A tetrahedron is the middle of 3 x 3 x 3 cells, with octahedra around every other corner of these blocks.
COLORED_CUBES = _colored("COLORED_CUBES", "cube", CubicGrid(1, (0, 0, 0), 1, even=False))
COLORED_SPHERES = replace(
    _colored("COLORED_SPHERES", "sphere", CubicGrid(1, (0, 0, 0), 1, even=True)), orientations=sphere_orientations
)
COLORED_RHOMBS = _colored("COLORED_RHOMBS", "cell", CubicGrid(1, (2, 2, 2), 5, even=False))
COLORED_TETRAHEDRA = _colored("COLORED_TETRAHEDRA", "cell", CubicGrid(2, (-1, -1, 5), 6, even=True))
PRISM_TURNS = _blocks(2, ((2,),), SIXTH_TURN), _blocks(2, ((-2,),), MIRROR)
PRISM_MIRROR = _blocks(2, ((2,),), MIRROR)
COLORED_PRISMS = Lattice(
    "COLORED_PRISMS", "prism", "zrc", PRISM_TURNS, PRISM_MIRROR, 2, _prism, _prism_place, _prism_home, _no_steps
)
# by the number of their kind in a file of BurrTools
GRIDS_BY_TYPE = COLORED_CUBES, COLORED_PRISMS, COLORED_SPHERES, COLORED_RHOMBS, COLORED_TETRAHEDRA
