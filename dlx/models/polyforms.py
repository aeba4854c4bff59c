# SPDX-License-Identifier: MIT
"""Pieces of squares, triangles, hexagons or cubes that fill a region.

    primary     r1c1 r1c2 ...   F I L ...    each cell once; each piece once, or once per copy
    an option   F r1c2 r1c3 r2c1 r2c2 r3c2   a piece in a place and an orientation

If any number of each piece may be used, pieces are not items. The symmetries are the rotations and reflections that
preserve the region and map pieces to pieces. For the Soma cube, which has two mirror-image pieces, these are all 48.

Reference: Golomb, Polyominoes (1965); Knuth, Dancing links (2000), and TAOCP 7.2.2.1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count

from .instance import Instance, check_size, whole
from .lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Cells, Lattice, Point, Transformation
from .shapes import Drawn, pieces_of, region_of
from .tiles import Piece, draw_tiles


def polyominoes(
    region: Drawn,
    *,
    pieces: Drawn = "pentominoes",
    rotations: bool = True,
    reflections: bool = True,
    one_sided: bool = False,
    any_number: bool = False,
    copies: int = 1,
) -> Instance:
    """Fill a region with pieces of squares, e.g. a rectangle with the twelve pentominoes, a chessboard with dominoes.

    A polyomino is a shape of squares joined by their sides. One square is a monomino, two are a domino, and there are
    12 ways to join five, the pentominoes. You may rotate pieces and turn them over. They must not overlap, and must
    fill the region. Five times twelve is 60, and the 12 pentominoes fill a 6 x 10 rectangle in 2,339 ways, 5 x 12 in
    1,010, 4 x 15 in 368 and 3 x 20 in 2, not counting rotated or reflected ones again. C. B. and Jenifer Haselgrove
    counted the ways for 6 x 10 in 1960. You can draw any region.

    Args:
        region: rows and columns, as in ``"6x10"``; or a drawing in lines, in which dots and blanks are not cells; or
            the path of a file with a drawing.
        pieces: a word, from ``"monominoes"`` to ``"heptominoes"``, for all pieces of that many squares; or a drawing in
            which each letter is a piece; or the path of a file with a drawing. A piece that is drawn twice is there
            twice, and a picture of a solution shows each copy with its own letter.
        rotations: allow rotations of the pieces.
        reflections: allow pieces to be turned over.
        one_sided: forbid this, but add the mirror image of each piece that differs from it: 18 pentominoes.
        any_number: use each piece any number of times, or never.
        copies: otherwise, the number of copies of each piece.

    Raises:
        ValueError: a word is unknown, a drawing has no cells, or the pieces together have more or fewer cells than the
            region.
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
    """
    return _tiling(SQUARES, region, pieces, rotations, reflections, one_sided, any_number, copies)


def polyiamonds(
    region: Drawn,
    *,
    pieces: Drawn = "hexiamonds",
    rotations: bool = True,
    reflections: bool = True,
    one_sided: bool = False,
    any_number: bool = False,
    copies: int = 1,
) -> Instance:
    """Fill a region with pieces of equilateral triangles, e.g. a rhombus with the twelve hexiamonds.

    A diamond is two triangles joined by a side, a triamond three, and so on. The 12 hexiamonds have six triangles each,
    72 together, as many as a 6 x 6 rhombus, which they fill in 156 ways. Tilings of a hexagon by diamonds look like
    heaps of cubes in a corner of a room; MacMahon's formula gives their number.

    Regions are also ``"4x9"``, a parallelogram of four rows of 18 triangles, and ``"triangle6"`` and ``"hexagon3"``,
    with sides of 6 and 3 triangles. In a drawing, a triangle points up if row + column is even, as in the upper left
    corner. Pieces are ``"moniamonds"``, ``"diamonds"`` ... ``"heptiamonds"``. Everything else is as for
    :func:`polyominoes`.

    >>> polyiamonds("4x9").count(orbits=True)
    74
    >>> diamonds = polyiamonds("hexagon2", pieces="diamonds", any_number=True)
    >>> diamonds.count(), diamonds.count(orbits=True)
    (20, 6)
    """
    return _tiling(TRIANGLES, region, pieces, rotations, reflections, one_sided, any_number, copies)


def polyhexes(
    region: Drawn,
    *,
    pieces: Drawn = "tetrahexes",
    rotations: bool = True,
    reflections: bool = True,
    one_sided: bool = False,
    any_number: bool = False,
    copies: int = 1,
) -> Instance:
    """Fill a region with pieces of regular hexagons, e.g. a parallelogram with the seven tetrahexes.

    There are 3 ways to join three hexagons by their sides, 7 to join four, and 22 to join five. The seven tetrahexes
    have 28 hexagons. They fill a parallelogram of 4 x 7 in 9 ways, but no triangle with a side of 7.

    Regions are also ``"4x7"``, a parallelogram, ``"triangle7"`` and ``"hexagon3"``. In a drawing, adjacent hexagons of
    a row are two columns apart, and the next row is shifted by one column. Pieces are ``"monohexes"`` ...
    ``"hexahexes"``. Everything else is as for :func:`polyominoes`.

    >>> tetrahexes = polyhexes("4x7")
    >>> tetrahexes.count(), tetrahexes.count(orbits=True)
    (18, 9)
    >>> print(tetrahexes.draw(tetrahexes.solve()))
    A A A A G F F
     D D G G F C F
      B D D G C E E
       B B B C C E E
    """
    return _tiling(HEXAGONS, region, pieces, rotations, reflections, one_sided, any_number, copies)


def polycubes(
    region: Drawn, *, pieces: Drawn = "soma", rotations: bool = True, any_number: bool = False, copies: int = 1
) -> Instance:
    """Fill a region with pieces of cubes, e.g. a cube with the seven pieces of Piet Hein's Soma.

    Cubes are joined by their faces. Piet Hein took all shapes of three or four cubes that are not plain bricks: seven
    pieces with 27 cubes together. They make a cube of 3 x 3 x 3 in 240 ways. Two of the pieces, A and B, are mirror
    images; a solution and its mirror image, in which these two change roles, count once. A picture shows the layers
    side by side.

    Regions are ``"3x3x3"``, layers x rows x columns, or drawings with the layers side by side and blanks between.
    Pieces are ``"soma"``, ``"monocubes"`` ... ``"hexacubes"``, with mirror images as two pieces, and ``"tetrominoes"``
    and ``"pentominoes"``, in any orientation in space. Everything else is as for :func:`polyominoes`.

    >>> soma = polycubes("3x3x3")
    >>> soma.count(), soma.count(orbits=True)
    (11520, 240)
    >>> wall = polycubes("2x3x4", pieces="tricubes", any_number=True)
    >>> print(wall.draw(wall.solve()))
    AAAC  FGGG
    DDDC  FHHH
    EEEC  FIII
    """
    return _tiling(CUBES, region, pieces, rotations, False, False, any_number, copies)


# --- the problem


def _tiling(
    lattice: Lattice,
    region: Drawn,
    drawn: Drawn,
    rotations: bool,
    reflections: bool,
    one_sided: bool,
    any_number: bool,
    copies: int,
) -> Instance:
    cells = region_of(lattice, region)
    matrices = lattice.group(rotations=rotations, reflections=reflections and not one_sided)
    pieces = _pieces(lattice, pieces_of(lattice, drawn), matrices, one_sided, copies)
    if not any_number:
        _check_cells(lattice, cells, pieces)
    title = f"{_name_of(drawn, 'pieces')} in {_name_of(region, f'a region of {len(cells)} cells')}"
    sizes = [(len(piece.turned), len(min(piece.turned))) for piece in pieces]
    # an orientation fits at most once per first cell, and none of the last cells can be the first
    check_size(title, sum(ways * (len(cells) + 1 - size) * (size + 1) for ways, size in sizes if size <= len(cells)))
    # The order of the items breaks ties of the search. Cells before pieces, row by row, take 1 to 3 % fewer nodes than
    # pieces before cells; orders from the corners inwards or from the middle outwards were no better.
    names = {cell: lattice.name(cell) for cell in cells}
    used = {} if any_number else {piece.name: len(piece.labels) for piece in pieces}
    primary = [*names.values(), *used]
    return Instance(
        (
            [piece.name] * (not any_number) + [names[cell] for cell in placed]
            for piece in pieces
            for placed in _place(lattice, piece, cells)
        ),
        primary=primary if {*used.values()} <= {1} else dict.fromkeys(primary, 1) | used,
        title=title,
        drawing=partial(draw_tiles, lattice, cells, pieces=pieces),
        symmetries=_symmetries(lattice, cells, pieces, any_number),
    )


def _name_of(what: Drawn, otherwise: str) -> str:
    return what if isinstance(what, str) and what.isalnum() else otherwise


def _pieces(
    lattice: Lattice, shapes: list[tuple[str, Cells]], matrices: Sequence[Transformation], one_sided: bool, copies: int
) -> list[Piece]:
    """Return the pieces, with equal ones merged."""
    if whole(copies, "copies") < 1:
        raise ValueError(f"copies is {copies}; each piece is used at least once")
    forms = []
    for name, shape in shapes:
        turned = frozenset(lattice.images(shape, matrices))
        mirrored = _turn(lattice, lattice.mirror, turned) if one_sided else turned
        forms += [(name, turned)] + [(f"{name}'", mirrored)] * (mirrored != turned)
    names: dict[frozenset[Cells], str] = {}
    labels = defaultdict(list)
    for name, turned in forms:
        if turned not in names:
            names[turned] = next(new for new in _names(name) if new not in names.values())
        labels[turned].append(name)
    return [Piece(name, turned, tuple(labels[turned] * copies)) for turned, name in names.items()]


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}{k}" for k in count(2))


def _check_cells(lattice: Lattice, cells: Cells, pieces: list[Piece]) -> None:
    size = sum(len(piece.labels) * len(min(piece.turned)) for piece in pieces)
    if size != len(cells):
        raise ValueError(
            f"the pieces have {size} {lattice.cell}s together, the region {len(cells)}; make them equal, or allow any "
            "number of each piece"
        )


def _place(lattice: Lattice, piece: Piece, cells: Cells) -> Iterator[list[Point]]:
    """Yield the cells of each possible place of a piece in the region."""
    inside = {*cells}
    for cell in cells:
        for shape in sorted(piece.turned):
            if lattice.home(cell) == shape[0]:
                shift = [a - b for a, b in zip(cell, shape[0], strict=True)]
                placed = [tuple(a + b for a, b in zip(point, shift, strict=True)) for point in shape]
                if inside.issuperset(placed):
                    yield sorted(placed, key=lattice.place)


def _symmetries(lattice: Lattice, cells: Cells, pieces: list[Piece], any_number: bool) -> list[dict[str, str]]:
    """Return generators of the rotations and reflections that preserve the region and map pieces to pieces."""
    names = [lattice.name(cell) for cell in cells]
    base = lattice.moved(cells)
    name_at = dict(zip(base, names, strict=True))
    often = {piece.turned: 0 if any_number else len(piece.labels) for piece in pieces}
    name_of = {piece.turned: piece.name for piece in pieces}
    chosen: list[Transformation] = []
    found: list[dict[str, str]] = []
    for matrix in lattice.group():
        image = lattice.moved(lattice.turned(matrix, base))
        if matrix in lattice.generated(chosen) or name_at.keys() != {*image}:
            continue
        others = {piece.turned: _turn(lattice, matrix, piece.turned) for piece in pieces}
        if any(often.get(other) != often[turned] for turned, other in others.items()):
            continue
        pairs = [*zip(names, (name_at[point] for point in image), strict=True)]
        pairs += [] if any_number else [(name_of[turned], name_of[other]) for turned, other in others.items()]
        found.append(dict(pairs))
        chosen.append(matrix)
    return found


def _turn(lattice: Lattice, matrix: Transformation, shapes: Iterable[Cells]) -> frozenset[Cells]:
    return frozenset(lattice.normal(lattice.turned(matrix, shape)) for shape in shapes)
