# SPDX-License-Identifier: MIT
"""Squares, triangles, hexagons and cubes: where their cells are, how they turn, and what they are called.

A cell is called by its row and column in a drawing, counted from 0 here, from 1 in names; cubes have a layer before:

    squares  AAB    triangles  AAABB    hexagons  A A B    cubes  AA BB    (its two layers)
             ABB               ABBB              A B B            A. .B

A triangle points up where row + column is even. Hexagons of a row are two columns apart, those of the next row one
column aside. All computing is done on the middles of the cells, points of whole numbers, so that what is turned six
times is where it was: of squares and cubes the same numbers; of triangles and hexagons thirds of a row's height and
halves of a cell's width, in which a turn by 60 degrees is (y, x) -> ((y + 3x) / 2, (x - y) / 2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Point = tuple[int, ...]
Cells = tuple[Point, ...]  # points in ascending order
Matrix = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells of one kind that fill the plane or space."""

    cell: str  # what one is called: "square"
    axes: str  # letters of a cell's name: "rc" for r1c1
    rotations: tuple[Matrix, ...]  # generate all of them
    mirror: Matrix
    over: int  # by which a product with a matrix is divided
    middle: Callable[[Point], Point]  # of a cell
    place: Callable[[Point], Point]  # of a point: the cell
    home: Callable[[Point], Point]  # the same for all points that translations move to each other, and one of them
    steps: Callable[[Point], Sequence[Point]]  # from a point to those of the neighboring cells

    def __reduce__(self) -> str:
        """There is one of each kind: a pickled one is the same again, by its name in this module."""
        return f"{self.cell.upper()}S"

    def name(self, point: Point) -> str:
        """The name of a cell.

        >>> SQUARES.name((0, 4))
        'r1c5'
        """
        return "".join(f"{axis}{k + 1}" for axis, k in zip(self.axes, self.place(point), strict=True))

    def neighbors(self, point: Point) -> list[Point]:
        return [_sum(point, step) for step in self.steps(point)]

    def group(self, *, rotations: bool = True, reflections: bool = True) -> list[Matrix]:
        """The rotations and reflections, the identity first.

        >>> [len(lattice.group()) for lattice in (SQUARES, TRIANGLES, HEXAGONS, CUBES)]
        [8, 12, 12, 48]
        """
        return self.generated([*(self.rotations if rotations else ()), *([self.mirror] if reflections else [])])

    def generated(self, generators: Sequence[Matrix]) -> list[Matrix]:
        """All products of some rotations and reflections, the identity first."""
        n = len(self.axes)
        found = [tuple(tuple(self.over * (i == j) for j in range(n)) for i in range(n))]
        for matrix in found:  # it grows meanwhile
            products = (self._product(matrix, other) for other in generators)
            found += dict.fromkeys(product for product in products if product not in found)
        return found

    def _product(self, a: Matrix, b: Matrix) -> Matrix:
        columns = list(zip(*b, strict=True))
        return tuple(tuple(_dot(row, column) // self.over for column in columns) for row in a)

    def moved(self, points: Sequence[Point]) -> list[Point]:
        """A shape, each point moved to where all shapes that differ by a translation are moved."""
        first = min(points)
        shift = _difference(self.home(first), first)
        return [_sum(point, shift) for point in points]

    def normal(self, points: Sequence[Point]) -> Cells:
        """A shape in normal form: moved there, in ascending order.

        >>> SQUARES.normal([(5, 5), (4, 6)])
        ((0, 0), (1, -1))
        """
        return tuple(sorted(self.moved(points)))

    def turned(self, matrix: Matrix, points: Iterable[Point]) -> list[Point]:
        """The image of each point of a shape in normal form, in the same order."""
        return [tuple(_dot(row, point) // self.over for row in matrix) for point in points]

    def images(self, shape: Cells, matrices: Iterable[Matrix]) -> list[Cells]:
        """The shapes that a shape in normal form can be turned into."""
        return list(dict.fromkeys(self.normal(self.turned(matrix, shape)) for matrix in matrices))


def _dot(a: Iterable[int], b: Iterable[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _sum(a: Point, b: Point) -> Point:
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


SIXTH: Matrix = ((1, 3), (-1, 1))
FLIP: Matrix = ((2, 0), (0, -2))
QUARTER: Matrix = ((0, 1), (-1, 0))
ABOUT: tuple[Matrix, Matrix] = (((1, 0, 0), (0, 0, 1), (0, -1, 0)), ((0, 1, 0), (-1, 0, 0), (0, 0, 1)))

SQUARES = Lattice("square", "rc", (QUARTER,), ((1, 0), (0, -1)), 1, _same, _same, _origin, _square_steps)
TRIANGLES = Lattice("triangle", "rc", (SIXTH,), FLIP, 2, _triangle, _third, _triangle_home, _triangle_steps)
HEXAGONS = Lattice("hexagon", "rc", (SIXTH,), FLIP, 2, _hexagon, _third, _origin, _hexagon_steps)
CUBES = Lattice("cube", "zrc", ABOUT, ((1, 0, 0), (0, 1, 0), (0, 0, -1)), 1, _same, _same, _origin, _cube_steps)
