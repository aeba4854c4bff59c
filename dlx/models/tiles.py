# SPDX-License-Identifier: MIT
r"""Drawings of regions filled with pieces: squares, triangles, hexagons, and cubes in layers side by side.

Corners have integer coordinates, like the middles of cells (lattice.py), so two cells that share a side agree exactly
on its ends. A side between cells of one piece is thin. In characters, a picture is a drawing that shapes.py can read.

A placed piece has a mark, a unique character, the same in every format. It is the letter of the drawing; equal pieces
have a letter each. A mirror image or a further copy has the letter in the other case, if no piece is drawn with that
letter, and a free letter otherwise. If pieces outnumber letters, letters repeat, but not on touching pieces.

Cubes seen from an angle: the outside of an assembly.

   _ _          A cube shows at most three faces: its top, its front (the side of the next row) and its right
 /   / \        side (the next column). The first layer is on top. We draw cubes from the back to the front,
/ _ /   \       so that the near ones cover the far ones, and leave out faces between two cubes.
\   \   /
 \ _ \ /        An edge is thick where two pieces or two directions meet, and thin within a piece.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import cos, pi, sqrt
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from ..drawing.grid import CELL_PX, MARGIN_PX, THIN_STROKE, tint
from ..drawing.picture import Picture
from ..drawing.shapes import INK, DrawnShape, Line, Text, moved
from .instance import Instance
from .lattice import COLORED_PRISMS, HEXAGONS, TRIANGLES, Cells, Lattice, Point, shifted
from .shapes import OPTIONAL_MARK

Corner = tuple[int, int]  # downwards and rightwards, as in a point
Segment = tuple[Corner, Corner]

LETTERS = (
    *(ascii_uppercase + ascii_lowercase),
    *"ΓΔΘΛΞΠΣΦΨΩαβγδεζηθλμξπρστφχψω",  # letters of other alphabets that look different
    *"БДЖЗИЛЦЧШЩЪЫЭЮЯбвгджзийлнптцчшщъыэюя",
)
SQUARE_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))  # from the middle of a cell to its corners
HEXAGON_CORNERS = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))
TRIANGULAR = (TRIANGLES, COLORED_PRISMS)
OPTIONAL_FILL = "#f3f4f6"  # of a cell that may stay empty, and does
UP_CORNERS, DOWN_CORNERS = ((-2, 0), (1, 1), (1, -1)), ((2, 0), (-1, 1), (-1, -1))
CUBE_PX = 26.0  # the length of an edge
RIGHT, DOWN = CUBE_PX * cos(pi / 6), CUBE_PX / 2  # a step along a column or a row, on the page
FACES = {  # the neighbor that would hide a face -> its corners from the corner of the cube, and its brightness
    (-1, 0, 0): (((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)), 1.0),
    (0, 1, 0): (((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), 0.88),
    (0, 0, 1): (((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)), 0.76),
}


class Piece(NamedTuple):
    """A piece in all its allowed orientations."""

    name: str  # of its item, if pieces are items
    turned: frozenset[Cells]  # its orientations, in normal form
    labels: tuple[str, ...]  # its names in the drawing, one for each copy
    bounds: tuple[int, int] | None  # the least and the greatest number of copies; None: any number

    @property
    def size(self) -> int:
        """The number of its cells."""
        return len(min(self.turned))


class Tile(NamedTuple):
    """A placed piece."""

    label: str  # of this copy; "" if any number of pieces may be used
    mark: str  # a character
    kind: int  # sets the color: one for each label or, without labels, for each orientation
    cells: list[Point]


def draw_tiles(
    lattice: Lattice,
    cells: Cells,
    instance: Instance,
    options: Sequence[int],
    *,
    pieces: Sequence[Piece] = (),
    optional: Collection[Point] = (),
    words: Mapping[Point, str] | None = None,
) -> Picture:
    """Draw the region, with the pieces that the options place, and the words of the other cells."""
    tiles = _tiles(lattice, cells, pieces, instance, options)
    outlines = _outlines(lattice, cells)
    corners = [corner for outline in outlines.values() for corner in outline] or [(0, 0)]
    lows, highs = [min(axis) for axis in zip(*corners, strict=True)], [max(axis) for axis in zip(*corners, strict=True)]
    scale = _scale(lattice)

    def at(corner: Iterable[float]) -> tuple[float, float]:
        y, x = (MARGIN_PX + (c - low) * unit for c, low, unit in zip(corner, lows, scale, strict=True))
        return x, y

    covered = {cell for tile in tiles for cell in tile.cells}
    visible = {cell: word for cell, word in (words or {}).items() if cell not in covered}
    height, width = ((high - low) * unit + 2 * MARGIN_PX for high, low, unit in zip(highs, lows, scale, strict=True))
    shown_words = (Text(*at(_mean(outlines[cell])), word, 14) for cell, word in visible.items())
    shapes = (*_shapes(lattice, tiles, outlines, optional, at), *shown_words)
    description, text = _description(lattice, cells, tiles), _text(lattice, cells, tiles, optional)
    picture = Picture(instance.title, description, width, height, shapes, text)
    return _with_view(picture, lattice, tiles) if tiles and lattice.cell == "cube" else picture


def _with_view(picture: Picture, lattice: Lattice, tiles: list[Tile]) -> Picture:
    """Return a picture of layers, and a view of the assembly from an angle."""
    placed = {lattice.place(cell): k for k, tile in enumerate(tiles) for cell in tile.cells}
    shapes, width, height = view({place: tint(tiles[k].kind) for place, k in placed.items()}, placed)
    down = max(MARGIN_PX, (picture.height - height) / 2)
    return replace(
        picture,
        width=picture.width + width + 2 * MARGIN_PX,
        height=max(picture.height, height + 2 * MARGIN_PX),
        shapes=(*picture.shapes, *(moved(shape, picture.width + MARGIN_PX, down) for shape in shapes)),
    )


def _shapes(
    lattice: Lattice,
    tiles: list[Tile],
    outlines: Mapping[Point, list[Corner]],
    optional: Collection[Point],
    at: Callable[[Iterable[float]], tuple[float, float]],
) -> Iterator[DrawnShape]:
    if optional:
        yield Line(tuple(tuple(map(at, outlines[cell])) for cell in optional), None, fill=OPTIONAL_FILL)
    for tile in tiles:
        yield Line(tuple(tuple(map(at, outlines[cell])) for cell in tile.cells), None, fill=tint(tile.kind))
    thin, thick = _edges(outlines, {cell: k for k, tile in enumerate(tiles) for cell in tile.cells})
    yield Line(tuple((at(a), at(b)) for a, b in thin), THIN_STROKE, 1)
    yield Line(tuple((at(a), at(b)) for a, b in thick), INK, 2.5, round=True)
    for tile in tiles:
        if lattice.solid:
            yield from (Text(*at(_mean(outlines[cell])), tile.mark, 14) for cell in tile.cells)
        elif tile.label:
            yield Text(*at(_mean(outlines[_middle_cell(tile)])), tile.mark, 14)


def _tiles(
    lattice: Lattice, cells: Cells, pieces: Sequence[Piece], instance: Instance, options: Sequence[int]
) -> list[Tile]:
    """Return the placed pieces in reading order; the first of several equal pieces has the first label."""
    cell_of = {lattice.name(cell): cell for cell in cells}
    copies = _copies(pieces)
    any_number = {piece.name for piece in pieces if piece.bounds is None}
    name_of = {shape: piece.name for piece in pieces for shape in piece.turned}
    used = {mark for labels in copies.values() for _, mark, _ in labels}
    spare = [letter for letter in LETTERS if letter not in used] or [*LETTERS]
    kinds: dict[Cells, int] = {}
    marks: dict[Point, str] = {}  # of the tiles so far
    tiles = []
    placed = [_placed(cell_of, copies, instance, k) for k in options]
    for place, item in sorted(placed, key=lambda at: min(map(lattice.place, at[0]))):
        shape = lattice.normal(place)
        name = item or name_of[shape]
        if copies[name]:
            label, mark, kind = copies[name].pop(0)
        else:
            label, mark, kind = name, _least_recent_mark(lattice, spare, marks, place), 0
        if name in any_number:
            label, kind = "", kinds.setdefault(shape, len(kinds))
        marks |= dict.fromkeys(place, mark)
        tiles.append(Tile(label, mark, kind, place))
    return tiles


def _placed(
    cell_of: Mapping[str, Point], named: Collection[str], instance: Instance, option: int
) -> tuple[list[Point], str]:
    """Return the cells of an option, and the name of its piece, or "" if pieces are not items."""
    items = list(map(str, instance.option(option)))
    return [cell_of[item] for item in items if item in cell_of], next((item for item in items if item in named), "")


def _copies(pieces: Sequence[Piece]) -> dict[str, list[tuple[str, str, int]]]:
    """Return the copies of each piece, each with its label, its mark and the number of the label."""
    labels = [label for piece in pieces for label in piece.labels]
    marks = [label if len(label) == 1 and label not in labels[:k] else "" for k, label in enumerate(labels)]
    for k, label in enumerate(labels):
        mark = label[0].swapcase()
        if not marks[k] and len(mark) == 1 and mark not in marks:
            marks[k] = mark
    free = (letter for letter in LETTERS if letter not in {*marks})
    marks = [mark or next(free, "?") for mark in marks]
    copies = zip(labels, marks, count())
    return {piece.name: [next(copies) for _ in piece.labels] for piece in pieces}


def _least_recent_mark(lattice: Lattice, spare: list[str], marks: Mapping[Point, str], place: list[Point]) -> str:
    """Return the least recently used mark that differs from the marks of the pieces next to this place."""
    beside = {marks.get(neighbor) for cell in place for neighbor in lattice.neighbors(cell)}
    mark = next((mark for mark in spare if mark not in beside), "?")
    spare.remove(mark)
    spare.append(mark)
    return mark


def _outlines(lattice: Lattice, cells: Cells) -> dict[Point, list[Corner]]:
    """Return the corners of each cell, in order around it; layers are side by side."""
    if not lattice.solid:
        return {cell: _outline(lattice, cell, lattice.home(cell) == (2, 0)) for cell in cells}
    prisms = lattice is COLORED_PRISMS
    flat = {cell: cell[1:3] if prisms else lattice.place(cell)[1:] for cell in cells}
    wide = 2 + prisms + max((x for _, x in flat.values()), default=0)  # columns from a layer to the next
    return {
        cell: _outline(lattice, (y, x + lattice.place(cell)[0] * wide), lattice.home(cell)[1:3] == (2, 0))
        for cell, (y, x) in flat.items()
    }


def _outline(lattice: Lattice, middle: Point, upward: bool) -> list[Corner]:
    """Return the corners of a cell with this middle, a triangle that points upward or downward if it is one."""
    y, x = middle
    triangle = UP_CORNERS if upward else DOWN_CORNERS
    around = triangle if lattice in TRIANGULAR else HEXAGON_CORNERS if lattice is HEXAGONS else SQUARE_CORNERS
    return [(y + dy, x + dx) for dy, dx in around]


def _scale(lattice: Lattice) -> tuple[float, float]:
    """Return the pixels per unit, downwards and rightwards."""
    half = CELL_PX * (0.7 if lattice in TRIANGULAR else 0.5)
    return (half / sqrt(3), half) if lattice in (*TRIANGULAR, HEXAGONS) else (CELL_PX, CELL_PX)


def _edges(outlines: Mapping[Point, list[Corner]], tile_at: Mapping[Point, int]) -> tuple[list[Segment], list[Segment]]:
    """Return the sides of the cells, each once: the sides within a piece, then the others."""
    beside: dict[Segment, list[int | None]] = {}
    for cell, outline in outlines.items():
        for a, b in zip(outline, outline[1:] + outline[:1], strict=True):
            beside.setdefault((min(a, b), max(a, b)), []).append(tile_at.get(cell))
    within = [edge for edge, tiles in beside.items() if len(tiles) == 2 and tiles[0] == tiles[1]]
    inner = {*within}
    return within, [edge for edge in beside if edge not in inner]


def _middle_cell(tile: Tile) -> Point:
    """Return the cell in the middle of a piece."""
    middle = _mean(tile.cells)
    return min(tile.cells, key=lambda cell: sum((a - b) ** 2 for a, b in zip(cell, middle, strict=True)))


def _mean(points: Sequence[Sequence[float]]) -> list[float]:
    return [sum(axis) / len(points) for axis in zip(*points, strict=True)]


def _description(lattice: Lattice, cells: Cells, tiles: list[Tile]) -> str:
    layers = ", layer beside layer" if lattice.solid else ""
    where = "; ".join(f"{_tile_name(tile)} {' '.join(map(lattice.name, tile.cells))}".strip() for tile in tiles)
    region = f"A region of {len(cells)} {lattice.cell}s{layers}"
    return f"{region}, filled with {len(tiles)} pieces: {where}." if tiles else f"{region}."


def _tile_name(tile: Tile) -> str:
    return f"{tile.mark} ({tile.label})" if tile.label not in ("", tile.mark) else tile.label


def _text(lattice: Lattice, cells: Cells, tiles: list[Tile], optional: Collection[Point]) -> str:
    """Return a character for each cell: its piece, or + if it may stay empty and # otherwise.

    An empty row is a dot, since empty lines get lost.
    """
    marks = {cell: tile.mark for tile in tiles for cell in tile.cells}
    board = {lattice.place(cell): marks.get(cell, OPTIONAL_MARK if cell in optional else "#") for cell in cells}
    if not board:
        return ""
    sizes = [1 + max(axis) for axis in zip(*board, strict=True)]
    if not lattice.solid:
        rows = ("".join(board.get((r, c), " ") for c in range(sizes[1])).rstrip() or "." for r in range(sizes[0]))
    else:
        layers, deep, wide = (range(size) for size in sizes)
        rows = ("  ".join("".join(board.get((z, r, c), ".") for c in wide) for z in layers) for r in deep)
    return "\n".join(rows)


# --- a view of cubes


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
        if shifted(cube, normal) in fills:
            continue
        ring = [shifted(cube, corner) for corner in corners]
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
    beyond = shifted(cube, tuple(m - c for m, c in zip(middle, center, strict=True)))
    return tiles.get(beyond) == tiles[cube] and shifted(beyond, normal) not in tiles


def shaded(color: str, brightness: float) -> str:
    """Return a darker color.

    >>> shaded("#ff8000", 0.5)
    '#804000'
    """
    return "#" + "".join(f"{round(int(color[k : k + 2], 16) * brightness):02x}" for k in (1, 3, 5))
