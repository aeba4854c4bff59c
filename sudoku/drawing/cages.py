# SPDX-License-Identifier: MIT
"""The drawing of cages: a dashed line inside their border, and their value in the corner of a cell.

+-------+
|15     |      parts that do not touch are joined by a dashed line:     +---+   +---+
+---+   |                                                               |12 |- -|   |
    |   |                                                               +---+   +---+
    +---+
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import dist
from typing import Any

from dlx.drawing.letters import fitted
from dlx.drawing.shapes import INK, DrawnShape, Line, Rect, Text

from .plan import INSET_PIXELS, PicturePlan, Position, join_edges

CAGE = "#4b5563"


def cages(plan: PicturePlan, given: Iterable[tuple[Any, Sequence[int]]], color: str = CAGE) -> Iterator[DrawnShape]:
    """Yield the shapes of cages, each with its value, or None, and its cells."""
    given = list(given)
    for _, cells in given:
        yield Line((*_outline(plan, cells), *_bridges(plan, cells)), color, 1.2, dash=(4, 3))
    marked = set[int]()  # overlapping cages write their values into different cells
    for value, cells in given:
        if value is not None:
            corner = min(set(cells) - marked or cells)
            marked.add(corner)
            x, y = plan.corner(corner)
            size = plan.sum_size
            text = fitted(Text(x + 3, y + 2 + size / 2, str(value), size, INK, anchor="start"), plan.size * 0.9)
            yield Rect(x + 2, y + 2, len(text.text) * text.size * 0.66 + 1, size, "#ffffff")
            yield text


def _outline(plan: PicturePlan, cells: Sequence[int]) -> list[tuple[Position, Position]]:
    """Return a line just inside the border of a cage: along each side of a cell without a neighbor in the cage.

    It ends short of the corner where the cage ends, and continues into the next cell where the cage turns towards it.
    """
    inside = {plan.board.places[cell] for cell in cells}
    size, edges = plan.size, list[tuple[Position, Position]]()
    for row, column in inside:
        x, y = plan.margin + column * size, plan.margin + row * size
        for side in (-1, 1):
            if (row + side, column) not in inside:
                at = y + INSET_PIXELS if side < 0 else y + size - INSET_PIXELS
                ends = [_end((row, column + way) in inside, (row + side, column + way) in inside) for way in (-1, 1)]
                edges.append(((at, x + ends[0]), (at, x + size - ends[1])))
            if (row, column + side) not in inside:
                at = x + INSET_PIXELS if side < 0 else x + size - INSET_PIXELS
                ends = [_end((row + way, column) in inside, (row + way, column + side) in inside) for way in (-1, 1)]
                edges.append(((y + ends[0], at), (y + size - ends[1], at)))
    return [((x0, y0), (x1, y1)) for (y0, x0), (y1, x1) in join_edges(edges)]


def _end(goes_on: bool, turns: bool) -> float:
    """Return the distance from the corner of the cell to the end of the line."""
    return INSET_PIXELS if not goes_on else -INSET_PIXELS if turns else 0


def _bridges(plan: PicturePlan, cells: Sequence[int]) -> Iterator[tuple[Position, Position]]:
    """Yield lines from border to border that join the parts of a cage, each to the nearest of the others."""
    places = plan.board.places
    joined, *parts = _parts({places[cell]: cell for cell in cells})
    while parts:
        a, b, part = min(
            ((a, b, part) for part in parts for a, b in product(joined, part)),
            key=lambda pair: dist(places[pair[0]], places[pair[1]]),
        )
        (x0, y0), (x1, y1) = plan.middle(a), plan.middle(b)
        share = (plan.size / 2 - INSET_PIXELS) / max(abs(x1 - x0), abs(y1 - y0))
        right, down = (x1 - x0) * share, (y1 - y0) * share
        yield (x0 + right, y0 + down), (x1 - right, y1 - down)
        joined += part
        parts.remove(part)


def _parts(cell_at: dict[tuple[int, int], int]) -> list[list[int]]:
    """Return the connected parts of some cells by place."""
    parts = list[list[int]]()
    left = dict(sorted(cell_at.items()))
    while left:
        waiting, part = [next(iter(left))], list[int]()
        while waiting:
            row, column = at = waiting.pop()
            if at in left:
                part.append(left.pop(at))
                waiting += [(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)]
        parts.append(part)
    return parts
