# SPDX-License-Identifier: MIT
"""The drawing of a board's rules alone, as three layers for a board that someone else draws: the page.

    under    shades, lines, marks in cells                 o===+==>      under the borders and digits
    over     cages, letters, clues outside                 : 8   X       above the borders of cells, beside the digits
    dots     white and black dots                              o         the same; their colors hold on any ground

All are transparent. On a dark ground the colors of the first two can be inverted. The corner of the board lies `margin`
cells from the corner of a layer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dlx.drawing.picture import FONT, groups
from dlx.drawing.shapes import DrawnShape, number

from ..board.board import Board
from .legend import legend
from .pens import OUTSIDE_PIXELS, has_outside
from .plan import CELL_PIXELS, PicturePlan
from .variants import dots, over, shades, under


class RuleLayers(NamedTuple):
    """The rules of a board as SVG."""

    under: str
    over: str
    dots: str
    margin: float  # around the board, in cells: for clues outside
    legend: list[str]  # rules that no mark shows, in words


def layers(board: Board) -> RuleLayers:
    """Draw the rules of a board.

    >>> drawn = layers(Board(2, 2, variants=["x", "anti-king"]))
    >>> drawn.under.count("<path"), drawn.over.count("<path"), drawn.margin, drawn.legend
    (2, 0, 0.0, ['anti-king'])
    """
    margin = OUTSIDE_PIXELS if has_outside(board) else 0
    plan = PicturePlan(board, margin=margin)
    lower = _svg(plan, (*shades(plan), *under(plan)))
    upper, round_marks = _svg(plan, over(plan)), _svg(plan, dots(plan))
    return RuleLayers(lower, upper, round_marks, margin / CELL_PIXELS, legend(board))


def _svg(plan: PicturePlan, shapes: Iterable[DrawnShape]) -> str:
    size = f'viewBox="0 0 {number(plan.width)} {number(plan.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">'
    return f"{head}{''.join(groups(shapes))}</svg>"
