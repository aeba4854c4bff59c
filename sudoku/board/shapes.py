# SPDX-License-Identifier: MIT
"""Checks the parts of a board: boxes, regions, the offsets of several grids. Also finds the usual boards.

regions   1112 1332 4322 4443   ->   (0, 0, 0, 1, 0, 2, 2, 1, 3, 2, 1, 1, 3, 3, 3, 2)
size      (6, 8)                     rows and columns, no more than digits: a house cut off holds different digits
offsets   (0, 0) (0, 12) (6, 6) (12, 0) (12, 12)     the five grids of a samurai
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache
from math import isqrt
from operator import index
from typing import Any

from .digits import LARGEST_SIDE
from .words import cell_count, short

MOST_GRIDS = 100
FARTHEST_GRID_CELLS = 1_000  # rows or columns between two grids


def box(height: Any, width: Any) -> tuple[int, int]:
    """Return the checked shape of a box."""
    height, width = _whole(height, "box_height"), _whole(width, "box_width")
    if min(height, width) < 1 or height * width > LARGEST_SIDE:
        raise ValueError(f"boxes of {height}x{width} cells: a box has 1 to {LARGEST_SIDE} cells")
    return height, width


def _whole(value: Any, name: str) -> int:
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name} is {short(value)}; it must be a whole number") from None


def first_digit(value: Any) -> int:
    """Return the checked lowest digit of a board."""
    if _whole(value, "first_digit") not in (0, 1):
        raise ValueError(f"first_digit is {short(value)}; it must be 0 or 1")
    return index(value)


def _numbered(given: str | Iterable[Hashable]) -> tuple[list[Hashable], dict[Hashable, int]]:
    """Return the name of each cell's region, and the number of each name, in order of appearance."""
    names: list[Hashable] = list("".join(given.split())) if isinstance(given, str) else list(given)
    try:
        return names, {name: number for number, name in enumerate(dict.fromkeys(names))}
    except TypeError:
        raise TypeError("regions must be one value per cell, not a list of rows") from None


def regions(given: str | Iterable[Hashable]) -> tuple[int, ...]:
    """Return the region of each cell, numbered as they appear. A text has one character per cell; spaces are ignored.

    >>> regions("aab bb. c.. ")
    Traceback (most recent call last):
        ...
    ValueError: region 'a' has 2 cells; each of the 3 regions of a 3x3 board has 3
    """
    names, numbers = _numbered(given)
    side = isqrt(len(names))
    if side * side != len(names) or not 1 <= side <= LARGEST_SIDE:
        most = f"{LARGEST_SIDE}x{LARGEST_SIDE}"
        square = f"a square board has side * side cells, at most {most}; another one needs its size"
        raise ValueError(f"regions of {cell_count(len(names))}: {square}")
    for name in numbers:
        if names.count(name) != side:
            has = f"region {name!r} has {cell_count(names.count(name))}"
            raise ValueError(f"{has}; each of the {side} regions of a {side}x{side} board has {side}")
    return tuple(numbers[name] for name in names)


def size(given: Any, side: int = LARGEST_SIDE) -> tuple[int, int]:
    """Return the checked rows and columns of a board with `side` digits.

    >>> size((6, 10), 8)
    Traceback (most recent call last):
        ...
    ValueError: size 6x10: a board with 8 digits has 1 to 8 rows and columns
    """
    try:
        rows, columns = given
    except (TypeError, ValueError):
        raise TypeError(f"size {short(given)} must be a pair (rows, columns)") from None
    rows, columns = _whole(rows, "the number of rows"), _whole(columns, "the number of columns")
    if not (1 <= rows <= side and 1 <= columns <= side):
        raise ValueError(f"size {rows}x{columns}: a board with {side} digits has 1 to {side} rows and columns")
    return rows, columns


def regions_of(given: str | Iterable[Hashable], shape: Any) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Return the region of each cell, and the size of the board.

    Without `shape`, the board is a square and its regions have as many cells as its rows.
    """
    if shape is None:
        numbers = regions(given)
        return numbers, (isqrt(len(numbers)),) * 2
    rows, columns = size(shape)
    return sized_regions(given, rows, columns), (rows, columns)


def digits_of(numbers: tuple[int, ...], rows: int, columns: int, given: Any = None) -> int:
    """Return the number of digits of a board with regions: as given, or the cells in its longest row, column or region.

    >>> digits_of((0, 0, 1, 1), 2, 2), digits_of((0, 0, 1, 1), 2, 2, 3)
    (2, 3)
    """
    fewest = max(rows, columns, *map(numbers.count, set(numbers)))
    side = fewest if given is None else _whole(given, "digits")
    if not fewest <= side <= max(fewest, LARGEST_SIDE):
        raise ValueError(f"digits is {side}; this board has {fewest} to {LARGEST_SIDE}")
    return side


def sized_regions(given: str | Iterable[Hashable], rows: int, columns: int) -> tuple[int, ...]:
    """Return the region of each cell of a board of this size; regions may differ in size.

    >>> sized_regions("aab bbb", 2, 3)
    (0, 0, 1, 1, 1, 1)
    """
    names, numbers = _numbered(given)
    if len(names) != rows * columns:
        board = f"a {rows}x{columns} board has {rows * columns}"
        raise ValueError(f"regions of {cell_count(len(names))} where {board}")
    found = tuple(numbers[name] for name in names)
    if digits_of(found, rows, columns) > LARGEST_SIDE:
        raise ValueError(f"a region has more than {LARGEST_SIDE} cells, and there are no more digits")
    return found


def offsets(given: Iterable[Any]) -> tuple[tuple[int, int], ...]:
    """Return the offsets of the grids, shifted so that the first row and the first column are 0."""
    places = []
    for pair in given:
        try:
            row, column = pair
        except (TypeError, ValueError):
            raise TypeError(f"offset {short(pair)} must be a pair (row, column)") from None
        places.append((_whole(row, "an offset's row"), _whole(column, "an offset's column")))
    if not 1 <= len(places) <= MOST_GRIDS:
        raise ValueError(f"{len(places)} offsets: a board has 1 to {MOST_GRIDS} grids")
    top, left = min(row for row, _ in places), min(column for _, column in places)
    shifted = tuple((row - top, column - left) for row, column in places)
    for at, pair in enumerate(shifted):
        if pair in shifted[:at]:
            raise ValueError(f"offset {places[at]} is given twice")
        if max(pair) > FARTHEST_GRID_CELLS:
            raise ValueError(f"offset {places[at]} is more than {FARTHEST_GRID_CELLS:,} cells away from another")
    return shifted


def samurai(height: int, width: int) -> tuple[tuple[int, int], ...]:
    """Return the offsets of five grids; the middle one shares its corner boxes."""
    down, right = height * width - height, height * width - width
    return ((0, 0), (0, 2 * right), (down, right), (2 * down, 0), (2 * down, 2 * right))


# ---- the usual boards


@cache
def usual_box(side: int) -> tuple[int, int]:
    """Return the shape of the most square box that is not higher than wide."""
    height = max(h for h in range(1, isqrt(side) + 1) if side % h == 0)
    return height, side // height


@cache
def usual_sides() -> tuple[int, ...]:
    """Return the sides of boards whose boxes have more than one row: the numbers that are not prime."""
    return tuple(n for n in range(4, LARGEST_SIDE + 1) if usual_box(n)[0] > 1)


def side_of(cells: int) -> int:
    """Return the side of the usual board with that many cells."""
    side = isqrt(max(cells, 0))
    if side * side == cells and side in usual_sides():
        return side
    raise ValueError(f"{no_board(cells)} cells")


def no_board(cells: int) -> str:
    """Describe a number of cells that no board has."""
    near = min(usual_sides(), key=lambda side: abs(side * side - cells))
    return f"{cell_count(cells)}: no board has that, the nearest is the {near}x{near} board with {near**2}"
