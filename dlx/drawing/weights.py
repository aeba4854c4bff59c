# SPDX-License-Identifier: MIT
"""The picture of weights on a board: the coloring that proves that pieces cannot fill it.

    1 2 1 ·    each cell has its weight, and cells of equal weight have the same color
    2 1 2 1    a dot weighs 0
    · 2 1 2

Items are cells if their names hold two or three whole numbers, such as (0, 3), "r0c3" or "0,3". The first of three
numbers is a layer; layers are next to each other.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping

from .grid import Cell, draw_cells, tint
from .picture import Picture

MOST_COORDINATE = 1_000  # a larger number in a name is no row or column


def draw_weights(weights: Mapping[Hashable, int], items: Iterable[Hashable], title: str, description: str) -> Picture:
    """Return the picture of a board; ``items`` are all items; items other than cells must weigh 0.

    Raises:
        ValueError: an item with a weight is no cell.
    """
    places = {item: place for item in items if (place := _place(item))}
    outside = next((item for item in weights if item not in places), None)
    if outside is not None:
        raise ValueError(f"item {outside!r} has a weight, but no row and column; only weights of cells can be drawn")
    axes = max((len(places[item]) for item in weights), default=2)
    places = {item: place for item, place in places.items() if len(place) == axes}
    columns = 2 + max(place[-1] for place in places.values())
    board: dict[Hashable, Cell] = {
        item: (place[-2], place[-1] + (columns * place[0] if axes == 3 else 0)) for item, place in places.items()
    }
    words = {board[item]: str(weight) for item, weight in weights.items() if item in board}
    fills = {board[item]: tint(weight - 1) for item, weight in weights.items() if item in board}
    return draw_cells(list(board.values()), title=title, description=description, words=words, fills=fills)


def _place(item: Hashable) -> tuple[int, ...] | None:
    """Return the two or three numbers in the name of an item, or None if it has fewer or more."""
    numbers = tuple(map(int, re.findall(r"\d+", str(item))))
    return numbers if len(numbers) in (2, 3) and max(numbers) < MOST_COORDINATE else None
