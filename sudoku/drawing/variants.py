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

from collections.abc import Iterator

from dlx.drawing.shapes import DrawnShape

from . import pens
from .plan import PicturePlan


def shades(plan: PicturePlan) -> Iterator[DrawnShape]:
    """Return the shades of whole cells, which lie below everything else."""
    return pens.drawn(plan, pens.SHADE_DRAWERS)


def under(plan: PicturePlan) -> Iterator[DrawnShape]:
    """Yield the shapes above the shades and below the borders of cells."""
    for variant in plan.board.variants:
        own = getattr(variant, "draw", None)
        if own is not None:
            yield from own(plan)
    yield from pens.drawn(plan, pens.UNDER_DRAWERS)


def over(plan: PicturePlan) -> Iterator[DrawnShape]:
    """Return the shapes above the borders and below the digits, except the dots."""
    return pens.drawn(plan, pens.OVER_DRAWERS)


def dots(plan: PicturePlan) -> Iterator[DrawnShape]:
    """Return the dots between cells, whose black or white is part of the rule on any ground."""
    return pens.drawn(plan, pens.DOT_DRAWERS)
