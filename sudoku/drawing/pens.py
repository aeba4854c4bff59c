# SPDX-License-Identifier: MIT
"""The drawing of rules by the `pen` of their class (sudoku/board/variants/bases.py): one function a shape.

lines        a colored line through cells, with a bulb at its start or shapes at its ends; an arrow
marks        circles, shades and signs in single cells; letters, dots and digits between cells
outside      a number in the margin, and a tick towards the first cell of a diagonal
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import hypot
from typing import Any

from dlx.drawing.shapes import INK, SOFT, Circle, DrawnShape, Line, Rect, Text

from ..board.board import Board
from ..board.digits import DIGITS
from ..board.variants.bases import BoardRule, Lines, Mark, Outside, Pen
from ..board.variants.places import Named, named, place_of
from .cages import cages
from .plan import CELL_PIXELS, PicturePlan, Position

OUTSIDE_PIXELS = 26  # margin for clues outside the board
# By the number of clues in one place: pixels from one to the next, and their size. Clues of neighboring places are as
# far apart as clues of one place.
APART_PIXELS = {1: (0, 13), 2: (24, 13), 3: (16, 11)}
WEDGES = {"minimum": -1, "maximum": 1}  # which way the wedges point

RuleDrawer = Callable[[PicturePlan, Any], Iterator[DrawnShape]]
MarkDrawer = Callable[[PicturePlan, Mark], Iterator[DrawnShape]]


def has_sums(board: Board) -> bool:
    """Return whether numbers need room in the corners of cells."""
    return any(_shape(rule) in ("sum", "cage") and not isinstance(rule, Lines) for rule in board.variants)


def has_marks_between(board: Board) -> bool:
    """Return whether marks on borders of cells need room next to the candidates."""
    return any(_shape(rule) in (*WEDGES, "letter", "digits", "dot", "dots") for rule in board.variants)


def has_outside(board: Board) -> bool:
    """Return whether clues need room outside the board."""
    return any(isinstance(rule, Outside) for rule in board.variants)


def drawn(plan: PicturePlan, drawers: dict[str, RuleDrawer]) -> Iterator[DrawnShape]:
    """Yield the shapes of the rules whose pens have these shapes."""
    for rule in plan.board.variants:
        if drawer := drawers.get(_shape(rule)):
            yield from drawer(plan, rule)


def _shape(rule: Any) -> str:
    """Return the shape of a rule's pen; a rule of your own has none."""
    return rule.pen.shape if isinstance(rule, BoardRule) else "none"


def _each(draw: MarkDrawer) -> RuleDrawer:
    """Return the drawer of a rule that draws its marks one by one."""
    return lambda plan, rule: (shape for mark in rule.marks() for shape in draw(plan, mark))


def _shade(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    return _shaded(plan, _cells(plan, mark.names), mark.pen)


def _shaded(plan: PicturePlan, cells: Iterable[int], pen: Pen) -> Iterator[DrawnShape]:
    for cell in cells:
        yield Rect(*plan.corner(cell), plan.size, plan.size, pen.color)


def _windows(plan: PicturePlan, rule: Any) -> Iterator[DrawnShape]:
    board: Any = plan.board
    for name, cells in board.rules.houses:
        if name.startswith("window"):
            yield from _shaded(plan, cells, rule.pen)


def _cages(plan: PicturePlan, rule: Any) -> Iterator[DrawnShape]:
    return cages(plan, [(value, _cells(plan, names)) for value, names, _ in rule.marks()], rule.pen.color)


def _between(plan: PicturePlan, names: Any) -> Position:
    """Return the point in the middle of some cells."""
    points = [plan.middle(cell) for cell in _cells(plan, names)]
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return x, y


# --- lines


def _diagonals(plan: PicturePlan, rule: Any) -> Iterator[DrawnShape]:
    for grid in plan.board.grids:
        (x0, y0), (x1, y1) = plan.corner(grid[0]), plan.corner(grid[-1])
        x1, y1 = x1 + plan.size, y1 + plan.size
        if rule.falling:
            yield Line.of((x0, y0), (x1, y1), stroke=rule.pen.color, line=3)
        if rule.rising:
            yield Line.of((x0, y1), (x1, y0), stroke=rule.pen.color, line=3)


def _line(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    points, pen = tuple(plan.middle(cell) for cell in _cells(plan, mark.names)), mark.pen
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


def _sum_line(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    yield from _line(plan, mark)
    yield from _label(plan, _cells(plan, mark.names)[0], str(mark.value))


def _arrow(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    """Yield a circle or a pill, the line from it, and the head of the arrow."""
    circle, cells = _cells(plan, mark.value), _cells(plan, mark.names)
    size, radius, color = plan.size, plan.size * 0.4, mark.pen.color
    ends = [plan.middle(cell) for cell in circle]
    points = [min(ends, key=lambda end: _distance(end, plan.middle(cells[0]))), *map(plan.middle, cells)]
    (x0, y0), (x1, y1) = points[-2:]
    length = _distance((x0, y0), (x1, y1)) or 1
    right, down = (x1 - x0) / length * size * 0.2, (y1 - y0) / length * size * 0.2
    head = ((x1 - right - down, y1 - down + right), (x1, y1), (x1 - right + down, y1 - down - right))
    yield Line((tuple(points), head), color, size * mark.pen.width, round=True)
    if len(ends) > 1:
        yield Line((tuple(ends),), color, 2 * radius + 3, round=True)
        yield Line((tuple(ends),), "#ffffff", 2 * radius, round=True)
    else:
        yield Circle(*ends[0], radius, fill="#ffffff", stroke=color, line=1.5)


def _distance(a: Position, b: Position) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


# --- marks


def _square(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    (x, y), size = _between(plan, mark.names), plan.size * 0.76
    yield Rect(x - size / 2, y - size / 2, size, size, mark.pen.color)


def _disc(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    yield Circle(*_between(plan, mark.names), plan.size * 0.4, fill=mark.pen.color)


def _circle(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    yield Circle(*_between(plan, mark.names), plan.size * 0.4, stroke=SOFT, line=1.5)


def _label(plan: PicturePlan, cell: int, text: str) -> Iterator[DrawnShape]:
    x, y = plan.corner(cell)
    yield Text(x + 3, y + 2 + plan.sum_size / 2, text, plan.sum_size, INK, anchor="start")


def _letter(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    middle = _between(plan, mark.names)
    yield Circle(*middle, CELL_PIXELS * 0.14, fill="#ffffff")
    yield Text(*middle, {10: "X", 5: "V"}.get(mark.value, str(mark.value)), CELL_PIXELS * 0.26, INK, bold=True)


def _number_dot(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    middle, color = _between(plan, mark.names), mark.pen.color
    yield Circle(*middle, CELL_PIXELS * 0.14, fill=color, stroke=INK, line=1.5)
    yield Text(*middle, str(mark.value), CELL_PIXELS * 0.2, INK if color == "#ffffff" else "#ffffff")


def _dot(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    yield Circle(*_between(plan, mark.names), CELL_PIXELS * 0.11, fill=mark.pen.color, stroke=INK, line=1.5)


def _digits(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    text, middle = "".join(("0" + DIGITS)[digit] for digit in mark.value), _between(plan, mark.names)
    yield Circle(*middle, CELL_PIXELS * 0.24, fill="#ffffff", stroke=INK, line=1)
    yield Text(*middle, text, CELL_PIXELS * (0.24 if len(text) < 3 else 0.18), INK)


def _wedges(plan: PicturePlan, mark: Mark) -> Iterator[DrawnShape]:
    """Yield a wedge between a cell and each neighbor, pointing out of a maximum and into a minimum."""
    (cell,), way = _cells(plan, mark.names), WEDGES[mark.pen.shape]
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


def _outside_clues(plan: PicturePlan, rule: Any) -> Iterator[DrawnShape]:
    for value, names, _ in rule.marks():
        yield from _outside(plan, rule, str(value), names)


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


# --- by layer, from the lowest: the shapes of pens

SHADE_DRAWERS: dict[str, RuleDrawer] = {
    "shade": _each(_shade),
    "minimum": _each(_shade),
    "maximum": _each(_shade),
    "windows": _windows,
}
UNDER_DRAWERS: dict[str, RuleDrawer] = {
    "": _each(_line),
    "sum": _each(_sum_line),
    "arrow": _each(_arrow),
    "diagonals": _diagonals,
    "square": _each(_square),
    "disc": _each(_disc),
    "circle": _each(_circle),
}
OVER_DRAWERS: dict[str, RuleDrawer] = {
    "cage": _cages,
    "outside": _outside_clues,
    "diagonal": _outside_clues,
    "letter": _each(_letter),
    "digits": _each(_digits),
    "minimum": _each(_wedges),
    "maximum": _each(_wedges),
}
DOT_DRAWERS: dict[str, RuleDrawer] = {"dot": _each(_number_dot), "dots": _each(_dot)}
