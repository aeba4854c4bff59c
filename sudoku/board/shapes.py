# SPDX-License-Identifier: MIT
"""Checks the parts of a board: boxes, regions, the offsets of several grids. Also finds the usual boards.

regions   1112 1332 4322 4443   ->   (0, 0, 0, 1, 0, 2, 2, 1, 3, 2, 1, 1, 3, 3, 3, 2)
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


def regions(given: str | Iterable[Hashable]) -> tuple[int, ...]:
    """Return the region of each cell, numbered as they appear. A text has one character per cell; spaces are ignored.

    >>> regions("aab bb. c.. ")
    Traceback (most recent call last):
        ...
    ValueError: region 'a' has 2 cells; each of the 3 regions of a 3x3 board has 3
    """
    names: list[Hashable] = list("".join(given.split())) if isinstance(given, str) else list(given)
    side = isqrt(len(names))
    if side * side != len(names) or not 1 <= side <= LARGEST_SIDE:
        most = f"{LARGEST_SIDE}x{LARGEST_SIDE}"
        raise ValueError(f"regions of {cell_count(len(names))}: a board has side * side cells, at most {most}")
    try:
        numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    except TypeError:
        raise TypeError("regions must be one value per cell, not a list of rows") from None
    for name in numbers:
        if names.count(name) != side:
            has = f"region {name!r} has {cell_count(names.count(name))}"
            raise ValueError(f"{has}; each of the {side} regions of a {side}x{side} board has {side}")
    return tuple(numbers[name] for name in names)


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
