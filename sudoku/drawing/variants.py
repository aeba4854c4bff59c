# SPDX-License-Identifier: MIT
"""The shapes that variants add to a picture.

    lowest              windows and further regions: shades
    under the borders   diagonals: lines; even cells: squares, odd ones: circles; thermometers: a bulb and a line
    over the borders    cages (cages.py): a dashed line inside, and the sum
    dots                between cells; black and white have a meaning of their own

pens.py draws rules on lines, marks between cells and clues outside the board.

Other variants (anti-knight, ...) add no shapes. legend.py names the rules below the picture. A variant of your own may
have a method ``draw(plan)`` that returns shapes to draw under the borders; sudoku/drawing/plan.py has the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dlx.drawing.shapes import INK, Circle, DrawnShape, Line, Rect

from ..board.board import Board
from .cages import cages
from .pens import has_sums, is_between, pen_dots, pen_over, pen_shades, pen_under
from .plan import CELL_PIXELS, PicturePlan

GREY, LIGHT = "#d1d5db", "#e5e7eb"
REGIONS = ("#e5e7eb", "#fce7f3", "#ecfccb", "#cffafe", "#ffedd5", "#ede9fe")

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


def has_marks_between(board: Board) -> bool:
    """Return whether marks on borders of cells need room next to the candidates."""
    return any(type(variant).__name__ in DOT_DRAWERS or is_between(variant) for variant in board.variants)


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
            yield Circle((x0 + x1) / 2, (y0 + y1) / 2, CELL_PIXELS * 0.11, fill=fill, stroke=INK, line=1.5)


def _killer(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    return cages(plan, [(total, _cells(plan, names)) for total, names in variant.cages])


def _cells(plan: PicturePlan, names: Sequence[str | int]) -> list[int]:
    board: Any = plan.board
    return [board.cell(name) for name in names]


SHADE_DRAWERS: dict[str, Drawer] = {"Windoku": _windoku, "ExtraRegions": _regions}
UNDER_DRAWERS: dict[str, Drawer] = {"Diagonals": _diagonals}
OVER_DRAWERS: dict[str, Drawer] = {"Killer": _killer}
DOT_DRAWERS: dict[str, Drawer] = {"Kropki": _kropki}
