# SPDX-License-Identifier: MIT
"""The drawing of rules by the `pen` of their class (sudoku/board/variants/bases.py): one function a shape.

lines        a colored line through cells, with a bulb at its start or shapes at its ends; an arrow
marks        circles, shades and signs in single cells; letters, dots and digits between cells
outside      a number in the margin, and a tick towards the first cell of a diagonal
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import Any

from dlx.drawing.shapes import INK, SOFT, Circle, DrawnShape, Line, Rect, Text

from ..board.board import Board
from ..board.digits import DIGITS
from ..board.variants.bases import Clues, Lines, Marked, Outside, Pen
from ..board.variants.cells import Clones, Indexing
from ..board.variants.own import Function
from ..board.variants.places import Named, named, place_of
from ..board.variants.sums import Arrows
from .cages import cages
from .plan import CELL_PIXELS, PicturePlan, Position

OUTSIDE_PIXELS = 26  # margin for clues outside the board
# By the number of clues in one place: pixels from one to the next, and their size. Clues of neighboring places are as
# far apart as clues of one place.
APART_PIXELS = {1: (0, 13), 2: (24, 13), 3: (16, 11)}
ARROW = "#9ca3af"
CLONES = ("#e5e7eb", "#fde68a", "#bfdbfe", "#bbf7d0")
INDEXING = {"row": "#bfdbfe", "box": "#bbf7d0"}  # the cells of the other two ways to index
WEDGES = {"minimum": ("v", -1), "maximum": ("^", 1)}  # which way the wedges point


def pen_of(variant: Any) -> Pen:
    """Return the pen of a rule."""
    if isinstance(variant, Function):
        return Pen(ARROW, 0.06)
    pen: Pen = variant.pen
    return pen._replace(color=INDEXING.get(variant.by, pen.color)) if isinstance(variant, Indexing) else pen


def has_sums(variant: Any) -> bool:
    """Return whether a rule writes sums into corners of cells."""
    return isinstance(variant, Clues) and variant.pen.shape in ("sum", "cage")


def is_between(variant: Any) -> bool:
    """Return whether the marks of a rule lie on borders of cells."""
    return isinstance(variant, (Clues, Marked)) and variant.pen.shape in (*BETWEEN, *WEDGES, "dot")


def has_outside(board: Board) -> bool:
    """Return whether clues need room outside the board."""
    return any(isinstance(variant, Outside) for variant in board.variants)


def pen_shades(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    """Yield the shades of whole cells."""
    if isinstance(variant, Clones):
        for number, groups in enumerate(variant.clones):
            for cell in (cell for names in groups for cell in _cells(plan, names)):
                yield Rect(*plan.corner(cell), plan.size, plan.size, CLONES[number % len(CLONES)])
    elif isinstance(variant, Marked) and variant.pen.shape in ("shade", *WEDGES):
        for cell in _cells(plan, variant.cells):
            yield Rect(*plan.corner(cell), plan.size, plan.size, pen_of(variant).color)


def pen_under(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    """Yield the shapes below the borders of cells."""
    if isinstance(variant, Arrows):
        for circle, names in variant.arrows:
            yield from _arrow(plan, _cells(plan, circle), _cells(plan, names))
    elif isinstance(variant, (Lines, Function)) and not pen_of(variant).shape:
        for names in variant.lines:
            yield from _line(plan, _cells(plan, names), pen_of(variant))
    elif isinstance(variant, Marked) and variant.pen.shape in INSIDE:
        for cell in _cells(plan, variant.cells):
            yield INSIDE[variant.pen.shape](plan, plan.middle(cell), variant.pen)
    elif isinstance(variant, Clues) and variant.pen.shape in ("", "sum"):
        for value, names in variant.clues:
            cells = _cells(plan, names)
            yield from _line(plan, cells, variant.pen)
            if variant.pen.shape:
                yield from _label(plan, cells[0], str(value))


def pen_over(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    """Yield the shapes above the borders of cells, except the dots."""
    if isinstance(variant, Outside):
        for value, names in variant.clues:
            yield from _outside(plan, variant, str(value), named(names))
    elif isinstance(variant, Clues) and variant.pen.shape == "cage":
        yield from cages(plan, [(value, _cells(plan, names)) for value, names in variant.clues], variant.pen.color)
    elif isinstance(variant, Lines) and variant.pen.shape == "cage":
        yield from cages(plan, [(None, _cells(plan, names)) for names in variant.lines], variant.pen.color)
    elif isinstance(variant, Clues) and variant.pen.shape in BETWEEN:
        for value, names in variant.clues:
            yield from BETWEEN[variant.pen.shape](plan, value, _between(plan, names))
    elif isinstance(variant, Marked) and variant.pen.shape in WEDGES:
        for cell in _cells(plan, variant.cells):
            yield from _wedges(plan, cell, WEDGES[variant.pen.shape][1])


def pen_dots(plan: PicturePlan, variant: Any) -> Iterator[DrawnShape]:
    """Yield the dots between cells, whose black or white has a meaning."""
    if isinstance(variant, Clues) and variant.pen.shape == "dot":
        for value, names in variant.clues:
            yield from _dot(plan, value, _between(plan, names), variant.pen)


def _between(plan: PicturePlan, names: Any) -> Position:
    """Return the point in the middle of some cells."""
    points = [plan.middle(cell) for cell in _cells(plan, names)]
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return x, y


# --- lines


def _line(plan: PicturePlan, cells: Sequence[int], pen: Pen) -> Iterator[DrawnShape]:
    points = tuple(plan.middle(cell) for cell in cells)
    size = plan.size
    yield Line((points,), pen.color, size * pen.width, round=True)
    if pen.ends == "bulb":
        yield Circle(*points[0], size * 0.36, fill=pen.color)
    for x, y in (points[0], points[-1]) if pen.ends in ("circle", "diamond") else ():
        if pen.ends == "circle":
            yield Circle(x, y, size * 0.38, fill="#ffffff", stroke=pen.color, line=2)
        else:
            half = size * 0.4
            corners = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
            yield Line((corners,), pen.color, 2, fill="#ffffff")


def _arrow(plan: PicturePlan, circle: Sequence[int], cells: Sequence[int]) -> Iterator[DrawnShape]:
    """Yield a circle or a pill, the line from it, and the head of the arrow."""
    size, radius = plan.size, plan.size * 0.4
    ends = [plan.middle(cell) for cell in circle]
    points = [min(ends, key=lambda end: _distance(end, plan.middle(cells[0]))), *map(plan.middle, cells)]
    (x0, y0), (x1, y1) = points[-2:]
    length = _distance((x0, y0), (x1, y1)) or 1
    right, down = (x1 - x0) / length * size * 0.2, (y1 - y0) / length * size * 0.2
    head = ((x1 - right - down, y1 - down + right), (x1, y1), (x1 - right + down, y1 - down - right))
    yield Line((tuple(points), head), ARROW, size * 0.06, round=True)
    if len(ends) > 1:
        yield Line((tuple(ends),), ARROW, 2 * radius + 3, round=True)
        yield Line((tuple(ends),), "#ffffff", 2 * radius, round=True)
    else:
        yield Circle(*ends[0], radius, fill="#ffffff", stroke=ARROW, line=1.5)


def _distance(a: Position, b: Position) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


# --- marks


def _square(plan: PicturePlan, middle: Position, pen: Pen) -> DrawnShape:
    size = plan.size * 0.76
    return Rect(middle[0] - size / 2, middle[1] - size / 2, size, size, pen.color)


def _disc(plan: PicturePlan, middle: Position, pen: Pen) -> DrawnShape:
    return Circle(*middle, plan.size * 0.4, fill=pen.color)


def _circle(plan: PicturePlan, middle: Position, pen: Pen) -> DrawnShape:
    return Circle(*middle, plan.size * 0.4, stroke=SOFT, line=1.5)


INSIDE: dict[str, Callable[[PicturePlan, Position, Pen], DrawnShape]] = {
    "square": _square,
    "disc": _disc,
    "circle": _circle,
}


def _label(plan: PicturePlan, cell: int, text: str) -> Iterator[DrawnShape]:
    x, y = plan.corner(cell)
    yield Text(x + 3, y + 2 + plan.sum_size / 2, text, plan.sum_size, INK, anchor="start")


def _letter(plan: PicturePlan, value: Any, middle: Position) -> Iterator[DrawnShape]:
    yield Circle(*middle, CELL_PIXELS * 0.14, fill="#ffffff")
    yield Text(*middle, {10: "X", 5: "V"}.get(value, str(value)), CELL_PIXELS * 0.26, INK, bold=True)


def _dot(plan: PicturePlan, value: Any, middle: Position, pen: Pen) -> Iterator[DrawnShape]:
    yield Circle(*middle, CELL_PIXELS * 0.14, fill=pen.color, stroke=INK, line=1.5)
    yield Text(*middle, str(value), CELL_PIXELS * 0.2, INK if pen.color == "#ffffff" else "#ffffff")


def _digits(plan: PicturePlan, value: Any, middle: Position) -> Iterator[DrawnShape]:
    text = "".join(("0" + DIGITS)[digit] for digit in value)
    yield Circle(*middle, CELL_PIXELS * 0.24, fill="#ffffff", stroke=INK, line=1)
    yield Text(*middle, text, CELL_PIXELS * (0.24 if len(text) < 3 else 0.18), INK)


BETWEEN: dict[str, Callable[[PicturePlan, Any, Position], Iterator[DrawnShape]]] = {
    "letter": _letter,
    "digits": _digits,
}


def _wedges(plan: PicturePlan, cell: int, way: int) -> Iterator[DrawnShape]:
    """Yield a wedge between a cell and each neighbor, pointing out of a maximum and into a minimum."""
    row, column = plan.board.places[cell]
    x, y = plan.middle(cell)
    half, wide, high = plan.size / 2 - CELL_PIXELS * 0.07, CELL_PIXELS * 0.09, CELL_PIXELS * 0.05 * way
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        if (row + down, column + right) not in plan.board.cell_at:
            continue
        points = [(half - high, -wide), (half + high, 0.0), (half - high, wide)]
        turned = [(x + a * right - b * down, y + a * down + b * right) for a, b in points]
        yield Line((tuple(turned),), SOFT, 1.5)


# --- outside


def _outside(plan: PicturePlan, variant: Outside, text: str, names: Named) -> Iterator[DrawnShape]:
    """Yield a clue in the margin; the first cell has a clue that is given by its cells."""
    place = place_of(names[0])
    if place is None or place in plan.board.cell_at:
        yield from _label(plan, _cells(plan, names)[0], text)
        return
    x, y = (_near(plan, at, size) for at, size in zip(place[::-1], (plan.board.width, plan.board.height), strict=True))
    down, right = _way(names)
    here = _clues_at(plan.board, place)
    apart, size = APART_PIXELS[min(len(here), 3)]
    shift = (here.index((variant, names)) - (len(here) - 1) / 2) * apart
    if 0 <= place[1] < plan.board.width:
        x += shift
    else:
        y += shift
    yield Text(x, y, text, size, INK)
    if 0 not in (right, down):
        yield Line.of((x + 9 * right, y + 9 * down), (x + 15 * right, y + 15 * down), stroke=SOFT, line=1.2)


def _way(names: Named) -> tuple[int, int]:
    """Return the way (rows, columns) from a place outside the board to the first cell, if that is named."""
    place, first = (place_of(name) for name in (*names, names[0])[:2])
    return (first[0] - place[0], first[1] - place[1]) if place and first else (0, 0)


def _clues_at(board: Board, place: tuple[int, int]) -> list[tuple[Outside, Named]]:
    """Return the clues at a place outside the board, diagonal ones on the side of their way."""
    rules = (variant for variant in board.variants if isinstance(variant, Outside))
    clues = ((rule, named(names)) for rule in rules for _, names in rule.clues)
    here = [(rule, names) for rule, names in clues if place_of(names[0]) == place]
    above = 0 <= place[1] < board.width
    return sorted(here, key=lambda clue: _way(clue[1])[above])


def _near(plan: PicturePlan, at: int, size: int) -> float:
    """Return the position of a row or column from 0, which may be outside the board."""
    if 0 <= at < size:
        return plan.margin + (at + 0.5) * plan.size
    return plan.margin - OUTSIDE_PIXELS / 2 if at < 0 else plan.margin + size * plan.size + OUTSIDE_PIXELS / 2


def _cells(plan: PicturePlan, names: Any) -> list[int]:
    return [plan.board.cell(name) for name in names]
