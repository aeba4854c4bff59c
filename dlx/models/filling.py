# SPDX-License-Identifier: MIT
"""The problem of filling a region with pieces, for every lattice.

    primary     r1c1 r1c2 ...   F I L ...    each cell once; each piece once, or as often as its bounds say
    secondary   r1c3 ...                     a cell that may stay empty; a piece that may be left out
    an option   F r1c2 r1c3 r2c1 r2c2 r3c2   a piece in a place and an orientation

If any number of each piece may be used, pieces are not items. An option without a primary item is never chosen, so a
piece that may lie on optional cells alone always has a primary item, which has bounds if it may be left out. An item
"pieces" counts all pieces where the caller bounds their number.

The symmetries are the rotations and reflections that preserve the region and map pieces to pieces. For the Soma cube,
which has two mirror-image pieces, these are all 48.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from math import prod

from ..drawing.picture import Picture
from ..system.wording import plural
from .instance import Instance, check_size
from .lattice import Cells, Lattice, Point, Transformation
from .tiles import Piece, draw_tiles

Bounds = tuple[int, int]
TOTAL = "pieces"  # the item of every piece, if the number of pieces has bounds


def fill(
    lattice: Lattice,
    cells: Cells,
    pieces: Sequence[Piece],
    *,
    optional: frozenset[Point] = frozenset(),
    priced: bool = False,
    total: Bounds | None = None,
    holding: Mapping[Point, Point] | None = None,
    reflections: bool = True,
    drawing: Callable[..., Picture] = draw_tiles,
    title: str,
) -> Instance:
    """Return the problem of filling cells, given in reading order, with pieces.

    ``holding`` maps a cell of a placed piece to the cell of the region that holds it; by default, to itself. With
    ``reflections``, these are among the symmetries.

    If it is ``priced``, the cost of an option is the number of cells that it covers, with the other sign.

    Raises ValueError if the problem is too large.
    """
    pieces = [piece for piece in pieces if piece.bounds != (0, 0)]
    places = {} if total == (0, 0) else holding or {cell: cell for cell in cells}
    gap = _gap(lattice, cells, optional, pieces, total)
    total = _needed_total(len(cells) - len(optional), len(cells), pieces, total)
    extra = [TOTAL] * (total is not None)
    check_size(title, _entries(lattice, [*places], pieces, 1 + len(extra)))
    placed = [(piece, at) for piece in pieces for at in _place(lattice, piece, places)]
    names = {cell: lattice.name(cell) for cell in cells}
    bounds = _item_bounds(len(cells), pieces, bool(optional), total)
    loose = {name for name, ends in bounds.items() if ends == (0, 1) and not optional}
    # The order of the items breaks ties of the search. Cells before pieces, row by row, take 1 to 3 % fewer nodes than
    # pieces before cells; orders from the corners inwards or from the middle outwards were no better.
    primary = dict.fromkeys((names[cell] for cell in cells if cell not in optional), (1, 1))
    primary |= {name: ends for name, ends in bounds.items() if name not in loose}
    return Instance(
        ([piece.name] * (piece.name in bounds) + extra + [names[cell] for cell in at] for piece, at in placed),
        primary=list(primary) if {*primary.values()} <= {(1, 1)} else primary,
        secondary=[names[cell] for cell in cells if cell in optional] + [name for name in bounds if name in loose],
        costs=[-len(at) for _, at in placed] if priced else None,
        title=title + gap,
        drawing=partial(drawing, lattice, cells, pieces=pieces, optional=optional),
        symmetries=_symmetries(lattice.group(reflections=reflections), lattice, cells, optional, pieces, [*bounds]),
    )


def _gap(
    lattice: Lattice, cells: Cells, optional: frozenset[Point], pieces: Sequence[Piece], total: Bounds | None
) -> str:
    """Return why no numbers of pieces have as many cells as the region; "" if some have."""
    lower = sum(piece.bounds[0] * piece.size for piece in pieces if piece.bounds)
    upper = sum(piece.bounds[1] * piece.size if piece.bounds else len(cells) for piece in pieces)
    low, high = len(cells) - len(optional), len(cells)
    if lower <= high and upper >= low:
        lowest, highest = _piece_numbers(low, high, pieces)
        if total is None or lowest > highest or (total[1] >= lowest and total[0] <= highest):
            return ""
        ends = total, (lowest, highest)
        wanted, room = (plural(a, "piece") if a == b else f"{a} to {b} pieces" for a, b in ends)
        return f": total is {wanted}, the region takes {room}"
    have = f"{lower}" if lower == upper else f"at least {lower}" if lower > high else f"at most {upper}"
    room = f"{high}" if low == high else f"{low} to {high}"
    return f": the pieces have {have} {lattice.cell}s together, the region {room}"


def _needed_total(low: int, high: int, pieces: Sequence[Piece], total: Bounds | None) -> Bounds | None:
    """Return the bounds of the number of pieces that cover low to high cells, or None if the cells imply them."""
    if total in (None, (0, 0)):  # no options place no pieces
        return None
    lower, upper = _piece_numbers(low, high, pieces)
    return None if lower >= upper and total[0] <= lower <= total[1] else total


def _piece_numbers(low: int, high: int, pieces: Sequence[Piece]) -> Bounds:
    """Return bounds of the number of pieces: the largest first cover low cells, the smallest first high cells."""
    needed = [(piece.size, piece.bounds[0] if piece.bounds else 0) for piece in pieces]
    spare = sorted((piece.size, piece.bounds[1] - piece.bounds[0] if piece.bounds else high) for piece in pieces)
    number, covered = sum(n for _, n in needed), sum(size * n for size, n in needed)
    lower, missing = number, low - covered
    for size, copies in reversed(spare):
        n = min(copies, max(0, -(-missing // size)))
        lower, missing = lower + n, missing - n * size
    upper, room = number, high - covered
    for size, copies in spare:
        n = min(copies, max(0, room // size))
        upper, room = upper + n, room - n * size
    return lower, upper


def _item_bounds(n_cells: int, pieces: Sequence[Piece], optional: bool, total: Bounds | None) -> dict[str, Bounds]:
    """Return the bounds of the items that are not cells."""
    bounds = {piece.name: piece.bounds for piece in pieces if piece.bounds}
    if optional:
        bounds |= {piece.name: (0, max(1, n_cells // piece.size)) for piece in pieces if not piece.bounds}
    return bounds if total is None else bounds | {TOTAL: total}


def _entries(lattice: Lattice, cells: Sequence[Point], pieces: Sequence[Piece], named: int) -> int:
    """Return an upper bound of the entries of all options, from the boxes around the region and the pieces."""
    if not cells:
        return 0
    homes = Counter(map(lattice.home, cells))
    box = _extents(cells)
    entries = 0
    for shape in (shape for piece in pieces for shape in piece.turned):
        inside = prod(max(0, length - extent + 1) for length, extent in zip(box, _extents(shape), strict=True))
        # an orientation fits at most once per first cell, and none of the last cells can be the first
        ways = min(inside, homes[shape[0]], max(0, len(cells) + 1 - len(shape)))
        entries += ways * (len(shape) + named)
    return entries


def _extents(points: Sequence[Point]) -> list[int]:
    return [max(axis) - min(axis) + 1 for axis in zip(*points, strict=True)]


def _place(lattice: Lattice, piece: Piece, holding: Mapping[Point, Point]) -> Iterator[list[Point]]:
    """Yield the cells of the region that a piece covers in each possible place."""
    shapes = sorted(piece.turned)
    for cell in holding:
        for shape in shapes:
            if lattice.home(cell) == shape[0]:
                shift = [a - b for a, b in zip(cell, shape[0], strict=True)]
                moved = (tuple(a + b for a, b in zip(point, shift, strict=True)) for point in shape)
                placed = [holding[point] for point in takewhile(holding.__contains__, moved)]
                if len(placed) == len(shape):
                    yield sorted(placed, key=lattice.place)


def all_places(
    lattice: Lattice, cells: Iterable[Point], pieces: Sequence[Piece]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of a piece and the names of its cells for each possible place of each piece."""
    holding = {cell: cell for cell in cells}
    for piece in pieces:
        for placed in _place(lattice, piece, holding):
            yield piece.name, tuple(map(lattice.name, placed))


def _symmetries(
    group: Sequence[Transformation],
    lattice: Lattice,
    cells: Cells,
    optional: frozenset[Point],
    pieces: Sequence[Piece],
    names: Sequence[str],
) -> list[dict[str, str]]:
    """Return generators of the transformations that preserve the region and map pieces to pieces."""
    if not cells:
        return []
    base = lattice.moved(cells)
    cell_at = dict(zip(base, cells, strict=True))
    often = {piece.turned: piece.bounds for piece in pieces}
    name_of = {piece.turned: piece.name for piece in pieces}
    chosen: list[Transformation] = []
    mappings: list[dict[str, str]] = []
    for matrix in group:
        image = lattice.moved(lattice.turned(matrix, base))
        if matrix in lattice.generated(chosen) or cell_at.keys() != {*image}:
            continue
        pairs = [(cell, cell_at[point]) for cell, point in zip(cells, image, strict=True)]
        turned = {piece.turned: turn(lattice, matrix, piece.turned) for piece in pieces}
        if any((cell in optional) != (target in optional) for cell, target in pairs):
            continue
        if any(often.get(target, ()) != often[piece] for piece, target in turned.items()):
            continue
        mapping = {lattice.name(cell): lattice.name(target) for cell, target in pairs}
        mapping |= {name_of[piece]: name_of[target] for piece, target in turned.items() if name_of[piece] in names}
        mappings.append(mapping)
        chosen.append(matrix)
    return mappings


def turn(lattice: Lattice, matrix: Transformation, shapes: Iterable[Cells]) -> frozenset[Cells]:
    """Return the images of the orientations of a piece."""
    return frozenset(lattice.normal(lattice.turned(matrix, shape)) for shape in shapes)
