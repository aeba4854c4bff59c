# SPDX-License-Identifier: MIT
"""The shapes that variants add to a picture.

    lowest              windows and further regions: shades
    under the borders   diagonals: lines; even cells: squares, odd ones: circles; thermometers: a bulb and a line
    over the borders    cages: a dashed line inside, and the sum
    dots                between cells; black and white have a meaning of their own

pens.py draws rules on lines, marks between cells and clues outside the board.

Other variants (anti-knight, ...) add no shapes. legend.py names the rules below the picture. A variant of your own may
have a method ``draw(plan)`` that returns shapes to draw under the borders; sudoku/drawing/plan.py has the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dlx.drawing.shapes import INK, Circle, DrawnShape, Line, Rect, Text

from ..board.board import Board
from .pens import has_sums, pen_dots, pen_over, pen_shades, pen_under
from .plan import INSET_PIXELS, PicturePlan, Position, join_edges

GREY, LIGHT = "#d1d5db", "#e5e7eb"
REGIONS = ("#e5e7eb", "#fce7f3", "#ecfccb", "#cffafe", "#ffedd5", "#ede9fe")
CAGE = "#4b5563"

Drawer = Callable[[PicturePlan, Any], Iterator[DrawnShape]]


def shades(plan: PicturePlan) -> Iterator[DrawnShape]:
    """Return the shades of whole cells, which lie below everything else."""
    return _draw_variants(plan, SHADE_DRAWERS, pen_shades)


def under(plan: PicturePlan) -> Iterator[DrawnShape]:
    """Yield the shapes above the shades and below the borders of cells."""
    for variant in plan.board.variants:
        own = getattr(variant, "draw", None)
        if own is not None:
            yield from own(plan)
    yield from _draw_variants(plan, UNDER_DRAWERS, pen_under)


def over(plan: PicturePlan) -> Iterator[DrawnShape]:
    """Return the shapes above the borders and below the digits, except the dots."""
    return _draw_variants(plan, OVER_DRAWERS, pen_over)


def dots(plan: PicturePlan) -> Iterator[DrawnShape]:
    """Return the dots between cells, whose black or white is part of the rule on any ground."""
    return _draw_variants(plan, DOT_DRAWERS, pen_dots)


def _draw_variants(plan: PicturePlan, drawers: dict[str, Drawer], pen: Drawer) -> Iterator[DrawnShape]:
    """Draw each variant by the function for its class, or else by its pen."""
    for variant in plan.board.variants:
        yield from drawers.get(type(variant).__name__, pen)(plan, variant)


def has_cages(board: Board) -> bool:
    """Return whether sums need room in the corners of cells."""
    return any(type(variant).__name__ == "Killer" or has_sums(variant) for variant in board.variants)


# --- one function per variant


def _diagonals(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    board: Any = plan.board
    for grid in board.grids:
        (x0, y0), (x1, y1) = plan.corner(grid[0]), plan.corner(grid[-1])
        x1, y1 = x1 + plan.size, y1 + plan.size
        if variant.falling:
            yield Line.of((x0, y0), (x1, y1), stroke=GREY, line=3)
        if variant.rising:
            yield Line.of((x0, y1), (x1, y0), stroke=GREY, line=3)


def _windoku(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    board: Any = plan.board
    for name, cells in board.rules.houses:
        if name.startswith("window"):
            yield from _shade(plan, cells, LIGHT)


def _regions(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    for number, names in enumerate(variant.regions):
        yield from _shade(plan, _cells(plan, names), REGIONS[number % len(REGIONS)])


def _shade(plan: PicturePlan, cells: Sequence[int], color: str) -> Iterator[DrawnShape]:
    for cell in cells:
        yield Rect(*plan.corner(cell), plan.size, plan.size, color)


def _kropki(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    for pairs, fill in ((variant.white, "#ffffff"), (variant.black, INK)):
        for names in pairs:
            (x0, y0), (x1, y1) = (plan.middle(cell) for cell in _cells(plan, names))
            yield Circle((x0 + x1) / 2, (y0 + y1) / 2, plan.size * 0.11, fill=fill, stroke=INK, line=1.5)


def _killer(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    cages = [(total, _cells(plan, names)) for total, names in variant.cages]
    for _, cells in cages:
        yield Line(tuple(_outline(plan, cells)), CAGE, 1.2, dash=(4, 3))
    marked = set[int]()  # overlapping cages write their sums into different cells
    for total, cells in cages:
        if total is not None:
            corner = min(set(cells) - marked or cells)
            marked.add(corner)
            x, y = plan.corner(corner)
            size, text = plan.sum_size, str(total)
            yield Rect(x + 2, y + 2, len(text) * size * 0.66 + 1, size, "#ffffff")
            yield Text(x + 3, y + 2 + size / 2, text, size, INK, anchor="start")


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


def _cells(plan: PicturePlan, names: Sequence[str | int]) -> list[int]:
    board: Any = plan.board
    return [board.cell(name) for name in names]


SHADE_DRAWERS: dict[str, Drawer] = {"Windoku": _windoku, "ExtraRegions": _regions}
UNDER_DRAWERS: dict[str, Drawer] = {"Diagonals": _diagonals}
OVER_DRAWERS: dict[str, Drawer] = {"Killer": _killer}
DOT_DRAWERS: dict[str, Drawer] = {"Kropki": _kropki}
