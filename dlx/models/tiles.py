# SPDX-License-Identifier: MIT
"""Drawings of regions filled with pieces: squares, triangles, hexagons, and cubes in layers side by side.

An option tells its cells by their names, and its piece by a name that is none of a cell. Corners are whole numbers,
like the middles of cells (lattice.py), so that two cells that share a side have the same ends of it; a side between
cells of one piece is thin. In characters a picture is a drawing of the kind that shapes.py reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from math import sqrt
from typing import NamedTuple

from ..picture import INK, Line, Picture, Shape, Text
from .grid import MARGIN, SIDE, THIN, letters, tint
from .instance import Instance
from .lattice import CUBES, HEXAGONS, TRIANGLES, Cells, Lattice, Point

Corner = tuple[int, int]  # downwards and to the right, as in a point
Edge = tuple[Corner, Corner]

LETTERS = 52  # before numbers come
SQUARE = ((0, 0), (0, 1), (1, 1), (1, 0))  # from the middle of a cell to its corners
HEXAGON = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))
UP, DOWN = ((-2, 0), (1, 1), (1, -1)), ((2, 0), (-1, 1), (-1, -1))


class Tile(NamedTuple):
    """A piece in its place."""

    name: str  # "" where pieces have none
    mark: str  # a letter
    kind: int  # tells the color: that of the piece; where pieces have no names, one for each way to turn each
    cells: list[Point]


def draw_tiles(lattice: Lattice, cells: Cells, instance: Instance, options: Sequence[int]) -> Picture:
    """The region, with the pieces of these options."""
    tiles = _tiles(lattice, cells, instance, options)
    outlines = _outlines(lattice, cells)
    corners = [corner for outline in outlines.values() for corner in outline]
    lows, highs = [min(axis) for axis in zip(*corners, strict=True)], [max(axis) for axis in zip(*corners, strict=True)]
    scale = _scale(lattice)

    def at(corner: Iterable[float]) -> tuple[float, float]:
        y, x = (MARGIN + (c - low) * unit for c, low, unit in zip(corner, lows, scale, strict=True))
        return x, y

    height, width = ((high - low) * unit + 2 * MARGIN for high, low, unit in zip(highs, lows, scale, strict=True))
    return Picture(
        title=instance.title,
        description=_description(lattice, cells, tiles),
        width=width,
        height=height,
        shapes=tuple(_shapes(lattice, tiles, outlines, at)),
        text=_text(lattice, cells, tiles),
    )


def _shapes(
    lattice: Lattice,
    tiles: list[Tile],
    outlines: Mapping[Point, list[Corner]],
    at: Callable[[Iterable[float]], tuple[float, float]],
) -> Iterator[Shape]:
    for tile in tiles:
        yield Line(tuple(tuple(map(at, outlines[cell])) for cell in tile.cells), None, fill=tint(tile.kind))
    thin, thick = _edges(outlines, {cell: k for k, tile in enumerate(tiles) for cell in tile.cells})
    yield Line(tuple((at(a), at(b)) for a, b in thin), THIN, 1)
    yield Line(tuple((at(a), at(b)) for a, b in thick), INK, 2.5, round=True)
    for tile in tiles:
        if lattice is CUBES:
            yield from (Text(*at(_mean(outlines[cell])), tile.mark, 14) for cell in tile.cells)
        elif tile.name:
            yield Text(*at(_mean(outlines[_inmost(tile)])), tile.name, 14)


def _tiles(lattice: Lattice, cells: Cells, instance: Instance, options: Sequence[int]) -> list[Tile]:
    """The pieces. The mark is the name if all have different ones of one letter; otherwise A, B, C ..."""
    cell_of = {lattice.name(cell): cell for cell in cells}
    uses = [[str(item) for item in instance.option(k)] for k in options]
    names = ["".join(item for item in items if item not in cell_of) for items in uses]
    plain = len({*names}) == len(names) and all(len(name) == 1 for name in names)
    kinds: dict[object, int] = {item: k for k, item in enumerate(i for i in instance.items if i not in cell_of)}
    tiles = []
    for items, name, mark in zip(uses, names, names if plain else cycle(islice(letters(), LETTERS)), strict=False):
        where = [cell_of[item] for item in items if item in cell_of]
        kind = kinds.setdefault(name or lattice.normal(where), len(kinds))
        tiles.append(Tile(name, mark, kind, where))
    return tiles


def _outlines(lattice: Lattice, cells: Cells) -> dict[Point, list[Corner]]:
    """The corners of each cell, around it."""
    wide = 2 + max(cell[-1] for cell in cells)  # from a layer of cubes to the next
    outlines = {}
    for cell in cells:
        y, x = (cell[1], cell[2] + cell[0] * wide) if lattice is CUBES else cell
        triangle = UP if lattice.home(cell) == (2, 0) else DOWN
        around = triangle if lattice is TRIANGLES else HEXAGON if lattice is HEXAGONS else SQUARE
        outlines[cell] = [(y + dy, x + dx) for dy, dx in around]
    return outlines


def _scale(lattice: Lattice) -> tuple[float, float]:
    """Pixels of a unit, downwards and to the right."""
    half = SIDE * (0.7 if lattice is TRIANGLES else 0.5)
    return (half / sqrt(3), half) if lattice in (TRIANGLES, HEXAGONS) else (SIDE, SIDE)


def _edges(outlines: Mapping[Point, list[Corner]], tile_at: Mapping[Point, int]) -> tuple[list[Edge], list[Edge]]:
    """The sides of the cells, once: those within a piece, and the others."""
    beside: dict[Edge, list[int | None]] = {}
    for cell, outline in outlines.items():
        for a, b in zip(outline, outline[1:] + outline[:1], strict=True):
            beside.setdefault((min(a, b), max(a, b)), []).append(tile_at.get(cell))
    within = [edge for edge, tiles in beside.items() if len(tiles) == 2 and tiles[0] == tiles[1]]
    inner = {*within}
    return within, [edge for edge in beside if edge not in inner]


def _inmost(tile: Tile) -> Point:
    """The cell in the middle of a piece."""
    middle = _mean(tile.cells)
    return min(tile.cells, key=lambda cell: sum((a - b) ** 2 for a, b in zip(cell, middle, strict=True)))


def _mean(points: Sequence[Sequence[float]]) -> list[float]:
    return [sum(axis) / len(points) for axis in zip(*points, strict=True)]


def _description(lattice: Lattice, cells: Cells, tiles: list[Tile]) -> str:
    layers = ", layer beside layer" if lattice is CUBES else ""
    where = "; ".join(f"{tile.name} {' '.join(map(lattice.name, tile.cells))}".strip() for tile in tiles)
    region = f"A region of {len(cells)} {lattice.cell}s{layers}"
    return f"{region}, filled with {len(tiles)} pieces: {where}." if tiles else f"{region}."


def _text(lattice: Lattice, cells: Cells, tiles: list[Tile]) -> str:
    """A character for each cell; # where there is no piece. A row without cells is a dot: empty lines would be lost."""
    marks = {cell: tile.mark for tile in tiles for cell in tile.cells}
    board = {lattice.place(cell): marks.get(cell, "#") for cell in cells}
    sizes = [1 + max(axis) for axis in zip(*board, strict=True)]
    if lattice is not CUBES:
        rows = ("".join(board.get((r, c), " ") for c in range(sizes[1])).rstrip() or "." for r in range(sizes[0]))
    else:
        layers, deep, wide = (range(size) for size in sizes)
        rows = ("  ".join("".join(board.get((z, r, c), ".") for c in wide) for z in layers) for r in deep)
    return "\n".join(rows)
