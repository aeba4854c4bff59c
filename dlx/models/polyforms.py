# SPDX-License-Identifier: MIT
"""Pieces of squares, triangles, hexagons or cubes that fill a region.

Words and drawings (shapes.py) become the cells of a region and pieces in all their orientations, which make a problem
(filling.py).

Reference: Golomb, Polyominoes (1965); Knuth, Dancing links (2000), and TAOCP 7.2.2.1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from ..system.wording import unknown_name
from .filling import Bounds, all_places, fill, turn
from .instance import Instance, Number, bounds_of
from .lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Cells, Lattice, Transformation
from .shapes import OPTIONAL_MARK, Drawn, pieces_of, region_of
from .tiles import Piece

Copies = Number | Mapping[str, Number]
LATTICES = {lattice.cell: lattice for lattice in (SQUARES, TRIANGLES, HEXAGONS, CUBES)}


class PieceRules(NamedTuple):
    """The allowed orientations of pieces, their numbers, and what else is allowed."""

    rotations: bool
    reflections: bool
    one_sided: bool  # no reflections, but mirror images are pieces
    any_number: bool
    copies: Copies  # otherwise; checked in any case
    total: Number | None
    optional: bool
    disconnected: bool


def polyominoes(
    region: Drawn,
    *,
    pieces: Drawn = "pentominoes",
    rotations: bool = True,
    reflections: bool = True,
    one_sided: bool = False,
    any_number: bool = False,
    copies: Copies = 1,
    total: Number | None = None,
    optional: bool = False,
    disconnected: bool = False,
) -> Instance:
    """Fill a region with pieces of squares, e.g. a rectangle with the twelve pentominoes, a chessboard with dominoes.

    A polyomino is a shape of squares joined by their sides. One square is a monomino, two are a domino, and there are
    12 ways to join five, the pentominoes. You may rotate pieces and turn them over. They must not overlap, and must
    fill the region. Five times twelve is 60, and the 12 pentominoes fill a 6 x 10 rectangle in 2,339 ways, 5 x 12 in
    1,010, 4 x 15 in 368 and 3 x 20 in 2, not counting rotated or reflected ones again. C. B. and Jenifer Haselgrove
    counted the ways for 6 x 10 in 1960. You can draw any region.

    Args:
        region: rows and columns, as in ``"6x10"``, or a drawing in lines, or the path of a file with a drawing. In a
            drawing, dots and blanks are not cells, and a plus sign is a cell that may stay empty. The lines may be a
            list.
        pieces: a word, from ``"monominoes"`` to ``"heptominoes"``, or a drawing, or the path of a file with a drawing.
            A word is for all pieces of one size; several words, as in ``"dominoes trominoes"`` or
            ``["dominoes", "trominoes"]``, are for several sizes. In a drawing, each letter is a piece; after an empty
            line, a letter is another piece. A piece that is drawn twice is there twice, and a picture of a solution
            shows each copy with its own letter.
        rotations: allow rotations of the pieces.
        reflections: allow pieces to be turned over.
        one_sided: forbid reflections, but add the mirror image of each piece that differs from it. This makes 18
            pentominoes.
        any_number: use each piece any number of times, or never.
        copies: the number of copies of each piece otherwise; or a least and a greatest number, as in ``(0, 2)``; or
            either of them for some letters, as in ``{"F": (0, 1)}``, and one copy of all others. 0 leaves a piece out.
        total: the number of pieces together, or a least and a greatest number: 10 of the 12 pentominoes are
            ``copies=(0, 1), total=10``.
        optional: let every cell stay empty. The pieces must not overlap, but need not fill the region. A solution costs
            the number of covered cells, with the other sign, so :meth:`~dlx.Problem.best` leaves the fewest cells
            empty.
        disconnected: allow drawn pieces whose cells are not joined.

    A string is the path of a file if it has a slash in it, ends with ``.txt``, or is the name of an existing file.

    Pieces that cannot fill the region, because they have too many or too few cells or because there are none, are a
    problem without a solution; :meth:`~dlx.Problem.explain` gives the reason.

    Raises:
        ValueError: a word is unknown, the cells of a piece are not joined, or a number is negative.
        OSError: a file cannot be read.

    >>> pentominoes = polyominoes("3x20")
    >>> pentominoes.count(), pentominoes.count(orbits=True)
    (8, 2)
    >>> print(pentominoes.draw(pentominoes.solve()))
    UUXIIIIINNNFTWYYYYZV
    UXXXPPLNNFFFTWWYZZZV
    UUXPPPLLLLFTTTWWZVVV
    >>> polyominoes("8x8", pieces="dominoes", any_number=True).count()
    12988816

    A drawn region with a corner that may stay empty, and two drawn pieces:

    >>> corner = polyominoes("##+\\n###", pieces="AAA BB\\n")
    >>> corner.count()
    1
    >>> print(corner.draw(corner.solve()))
    BB+
    AAA

    Five of the twelve pentominoes in a square of 5 x 5:

    >>> polyominoes("5x5", copies=(0, 1), total=5).count(orbits=True)
    107

    On the command line::

        dlx model polyominoes 6x10 --orbits
        dlx model polyominoes 8x8 --pieces dominoes --any-number | dlx count -
        dlx model polyominoes examples/region.txt --draw -
    """
    rules = PieceRules(rotations, reflections, one_sided, any_number, copies, total, optional, disconnected)
    return _tiling(SQUARES, region, pieces, rules)


def polyiamonds(
    region: Drawn,
    *,
    pieces: Drawn = "hexiamonds",
    rotations: bool = True,
    reflections: bool = True,
    one_sided: bool = False,
    any_number: bool = False,
    copies: Copies = 1,
    total: Number | None = None,
    optional: bool = False,
    disconnected: bool = False,
) -> Instance:
    """Fill a region with pieces of equilateral triangles, e.g. a rhombus with the twelve hexiamonds.

    A diamond is two triangles joined by a side, a triamond three, and so on. The 12 hexiamonds have six triangles each,
    72 together, as many as a 6 x 6 rhombus, which they fill in 156 ways. Tilings of a hexagon by diamonds look like
    heaps of cubes in a corner of a room; MacMahon's formula gives their number.

    Args:
        region: ``"4x9"``, a parallelogram of four rows of 18 triangles, or ``"triangle6"`` or ``"hexagon3"``, with
            sides of 6 and 3 triangles, or a drawing. In a drawing, a triangle points up if row + column is even, as in
            the upper left corner.
        pieces: a word, from ``"moniamonds"`` and ``"diamonds"`` to ``"heptiamonds"``, or a drawing.

    Everything else is as for :func:`polyominoes`.

    >>> polyiamonds("4x9").count(orbits=True)
    74
    >>> diamonds = polyiamonds("hexagon2", pieces="diamonds", any_number=True)
    >>> diamonds.count(), diamonds.count(orbits=True)
    (20, 6)

    On the command line::

        dlx model polyiamonds 6x6 --draw rhombus.svg
        dlx model polyiamonds hexagon4 --pieces diamonds --any-number | dlx count -
    """
    rules = PieceRules(rotations, reflections, one_sided, any_number, copies, total, optional, disconnected)
    return _tiling(TRIANGLES, region, pieces, rules)


def polyhexes(
    region: Drawn,
    *,
    pieces: Drawn = "tetrahexes",
    rotations: bool = True,
    reflections: bool = True,
    one_sided: bool = False,
    any_number: bool = False,
    copies: Copies = 1,
    total: Number | None = None,
    optional: bool = False,
    disconnected: bool = False,
) -> Instance:
    """Fill a region with pieces of regular hexagons, e.g. a parallelogram with the seven tetrahexes.

    There are 3 ways to join three hexagons by their sides, 7 to join four, and 22 to join five. The seven tetrahexes
    have 28 hexagons. They fill a parallelogram of 4 x 7 in 9 ways, but no triangle with a side of 7.

    Args:
        region: ``"4x7"``, a parallelogram, or ``"triangle7"`` or ``"hexagon3"``, or a drawing. In a drawing, adjacent
            hexagons of a row are two columns apart, and the next row is shifted by one column.
        pieces: a word, from ``"monohexes"`` to ``"hexahexes"``, or a drawing.

    Everything else is as for :func:`polyominoes`.

    >>> tetrahexes = polyhexes("4x7")
    >>> tetrahexes.count(), tetrahexes.count(orbits=True)
    (18, 9)
    >>> print(tetrahexes.draw(tetrahexes.solve()))
    A A A A G F F
     D D G G F C F
      B D D G C E E
       B B B C C E E

    On the command line::

        dlx model polyhexes 4x7 --draw -
    """
    rules = PieceRules(rotations, reflections, one_sided, any_number, copies, total, optional, disconnected)
    return _tiling(HEXAGONS, region, pieces, rules)


def polycubes(
    region: Drawn,
    *,
    pieces: Drawn = "soma",
    rotations: bool = True,
    any_number: bool = False,
    copies: Copies = 1,
    total: Number | None = None,
    optional: bool = False,
    disconnected: bool = False,
) -> Instance:
    """Fill a region with pieces of cubes, e.g. a cube with the seven pieces of Piet Hein's Soma.

    Cubes are joined by their faces. Piet Hein took all shapes of three or four cubes that are not plain bricks: seven
    pieces with 27 cubes together. They make a cube of 3 x 3 x 3 in 240 ways. Two of the pieces, A and B, are mirror
    images; a solution and its mirror image, in which these two change roles, count once. A picture shows the layers
    side by side.

    Args:
        region: ``"3x3x3"``, layers x rows x columns, or a drawing with the layers side by side and blanks between.
        pieces: ``"soma"``, or a word from ``"monocubes"`` to ``"hexacubes"``, or ``"tetrominoes"`` or
            ``"pentominoes"``, or a drawing. Mirror images of pieces in space are two pieces,
            and flat pieces have any orientation in space.

    Everything else is as for :func:`polyominoes`.

    >>> soma = polycubes("3x3x3")
    >>> soma.count(), soma.count(orbits=True)
    (11520, 240)
    >>> wall = polycubes("2x3x4", pieces="tricubes", any_number=True)
    >>> print(wall.draw(wall.solve()))
    AAAC  FGGG
    DDDC  FHHH
    EEEC  FIII

    On the command line::

        dlx model polycubes 3x3x3 --orbits
        dlx model polycubes 2x4x4 --pieces tetracubes --draw tetracubes.svg
    """
    rules = PieceRules(rotations, False, False, any_number, copies, total, optional, disconnected)
    return _tiling(CUBES, region, pieces, rules)


# --- the problem


def placements(
    region: Drawn,
    pieces: Drawn,
    *,
    cell: str = "square",
    rotations: bool = True,
    reflections: bool = True,
    disconnected: bool = False,
) -> list[tuple[str, tuple[str, ...]]]:
    """Return all placements of pieces in a region, each with the name of its piece and the names of its cells.

    They are the options of :func:`polyominoes` and its relatives, for a problem with items of your own.

    Args:
        region: as for :func:`polyominoes`.
        pieces: as for :func:`polyominoes`; of several equal pieces, only the first is placed.
        cell: ``"square"``, ``"triangle"``, ``"hexagon"`` or ``"cube"``.
        rotations: allow rotations of the pieces.
        reflections: allow pieces to be turned over, which is impossible for cubes.
        disconnected: allow pieces whose cells are not joined.

    Raises ValueError as :func:`polyominoes` does.

    >>> placements("2x2", "AA\\nA.", rotations=False)
    [('A', ('r1c1', 'r1c2', 'r2c1')), ('A', ('r1c1', 'r1c2', 'r2c2'))]

    Dominoes on a board of 3 x 4, at most three of them upright:

    >>> from dlx import Problem
    >>> dominoes = [cells for _, cells in placements("3x4", "AA")]
    >>> upright = [cells[0][2:] == cells[1][2:] for cells in dominoes]
    >>> Problem(
    ...     [[*cells, "upright" if up else "flat"] for cells, up in zip(dominoes, upright)],
    ...     dict.fromkeys(sum(dominoes, ()), 1) | {"upright": (0, 3), "flat": (0, 6)},
    ... ).count()
    7
    """
    if cell not in LATTICES:
        raise ValueError(unknown_name("no cell", cell, LATTICES))
    lattice = LATTICES[cell]
    matrices = lattice.group(rotations=rotations, reflections=reflections and not lattice.solid)
    shapes = pieces_of(lattice, pieces, disconnected=disconnected)
    cells = region_of(lattice, region)
    piece_list = _pieces(lattice, shapes, matrices, False, dict.fromkeys((name for name, _ in shapes), None))
    return [*all_places(lattice, cells, piece_list)]


def _tiling(lattice: Lattice, region: Drawn, drawn: Drawn, rules: PieceRules) -> Instance:
    marks = region_of(lattice, region)
    matrices = lattice.group(rotations=rules.rotations, reflections=rules.reflections and not rules.one_sided)
    shapes = pieces_of(lattice, drawn, disconnected=rules.disconnected)
    return fill(
        lattice,
        (*marks,),
        _pieces(lattice, shapes, matrices, rules.one_sided, _bounds(rules, {name for name, _ in shapes})),
        optional=frozenset(cell for cell, mark in marks.items() if rules.optional or mark == OPTIONAL_MARK),
        priced=rules.optional,
        total=None if rules.total is None else bounds_of(rules.total, "total"),
        title=f"{_name_of(drawn, 'pieces')} in {_name_of(region, f'a region of {len(marks)} cells')}",
    )


def unit_pieces(lattice: Lattice, drawn: Drawn) -> list[Piece]:
    """Return pieces of which one copy is used, in all their rotations and reflections."""
    shapes = pieces_of(lattice, drawn)
    return _pieces(lattice, shapes, lattice.group(), False, dict.fromkeys((name for name, _ in shapes), (1, 1)))


def _name_of(what: Drawn, otherwise: str) -> str:
    return what if isinstance(what, str) and what.isalnum() else otherwise


def _bounds(rules: PieceRules, names: Collection[str]) -> Mapping[str, Bounds | None]:
    """Return the least and the greatest number of copies of each piece; None for any number."""
    bounds = _copies(rules.copies, names)
    return dict.fromkeys(names) if rules.any_number else bounds


def _copies(copies: Copies, names: Collection[str]) -> dict[str, Bounds]:
    if not isinstance(copies, Mapping):
        return dict.fromkeys(names, bounds_of(copies, "copies"))
    for name in copies:
        if name not in names:
            raise ValueError(f"copies: no piece {name!r}; the pieces are {', '.join(sorted(names))}")
    return {name: bounds_of(copies.get(name, 1), f"copies of {name!r}") for name in names}


def _pieces(
    lattice: Lattice,
    shapes: list[tuple[str, Cells]],
    matrices: Sequence[Transformation],
    one_sided: bool,
    bounds: Mapping[str, Bounds | None],
) -> list[Piece]:
    """Return the pieces, with equal ones merged; they add up their bounds."""
    forms = []
    for name, shape in shapes:
        turned = frozenset(lattice.images(shape, matrices))
        mirrored = turn(lattice, lattice.mirror, turned) if one_sided else turned
        forms += [(name, name, turned)] + [(name, f"{name}'", mirrored)] * (mirrored != turned)
    names: dict[frozenset[Cells], str] = {}
    labels = defaultdict(list)
    for drawn, label, turned in forms:
        if turned not in names:
            names[turned] = next(new for new in _names(label) if new not in names.values())
        labels[turned].append((label, bounds[drawn]))
    return [_merged(name, turned, labels[turned]) for turned, name in names.items()]


def _merged(name: str, turned: frozenset[Cells], copies: list[tuple[str, Bounds | None]]) -> Piece:
    ends = [limits for _, limits in copies if limits is not None]
    if not ends:
        return Piece(name, turned, tuple(label for label, _ in copies), None)
    highest = max(high for _, high in ends)
    labels = [label for k in range(highest) for label, limits in copies if limits is not None and k < limits[1]]
    return Piece(name, turned, tuple(labels), (sum(low for low, _ in ends), sum(high for _, high in ends)))


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}{k}" for k in count(2))
