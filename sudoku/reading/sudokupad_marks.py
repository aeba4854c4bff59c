# SPDX-License-Identifier: MIT
"""Dots, X and V, thermometers and arrows in the drawing of a puzzle of SudokuPad.

    kind           drawn as                                         the words have
    white dot      a white circle between two cells                 white ... consecutive
    black dot      a black circle between two cells                 black ... double, twice, ratio
    X, V           the letter between two cells                     X ... 10, V ... 5
    thermometer    a line from the center of a circle in a cell     thermo..., increase
    arrow          an arrow from a circle in a cell                 arrow, sum

Such a drawing often has a twist in its words: doubled values, clues that lie, dots of another puzzle. Of 654 groups of
dots in published puzzles whose words name the usual rule, 45 do not obey it. So we read a kind only if the puzzle also
has a solution, and all marks of the kind hold in it. Otherwise the marks stay drawn elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Element = dict[str, Any]
RowColumn = tuple[int, int]  # row and column, from 0
WHITE, BLACK = ("#FFFFFF", "#FFF"), ("#000000", "#000")
LARGEST_DOT = 0.45  # of a cell
SMALLEST_BULB, LARGEST_BULB = 0.55, 0.95
THINNEST_THERMOMETER = 4
XV_SUMS = {"X": 10, "V": 5}

_SENTENCE = re.compile(r"[.;!\n]+")
_THERMO = re.compile(r"\bthermo", re.IGNORECASE)
_INCREASE = re.compile("increase|increasing|ascend", re.IGNORECASE)
_SLOW = re.compile(r"\bslow|stay the same|decrease|or equal|remain", re.IGNORECASE)


class MarksRead(NamedTuple):
    """The rules found, as f-puzzles writes them, and the elements that are left."""

    rules: dict[str, list[Element]]
    shapes: list[Element]
    lines: list[Element]
    arrows: list[Element]


class DrawnMark(NamedTuple):
    """A mark that may be a clue: its elements, its cells in order, and its value."""

    elements: list[Element]
    cells: list[RowColumn]
    value: Any = None


def find_marks(
    parts: tuple[list[Element], list[Element], list[Element]], words: str, digit: Callable[[RowColumn], int | None]
) -> MarksRead:
    """Return the marks among shapes, lines and arrows; `digit` returns the digit of a cell in the solution, or None."""
    shapes, lines, arrows = parts
    rules: dict[str, list[Element]] = {}
    used: set[int] = set()
    for key, said, found, holds in (
        ("difference", _says(words, "white", "consecutive|differ(?:ence)? (?:of|by) (?:1|one)\\b"),
         _dots(shapes, WHITE), lambda digits, value: abs(digits[0] - digits[1]) == 1),
        ("ratio", _says(words, "black", "ratio|double|twice"),
         _dots(shapes, BLACK), lambda digits, value: 2 * min(digits) == max(digits)),
        ("xv", _says(words, r"\b[XV]", r"\b(?:10|ten|5|five)\b"),
         _letters(shapes), lambda digits, value: sum(digits) == XV_SUMS[value]),
        ("thermometer", _THERMO.search(words) and _INCREASE.search(words) and not _SLOW.search(words),
         _thermometers(shapes, lines), lambda digits, value: digits == sorted(set(digits))),
        ("arrow", re.search(r"\barrow", words, re.IGNORECASE) and re.search(r"\bsum|\badd", words, re.IGNORECASE),
         _arrows(shapes, arrows), lambda digits, value: digits[0] == sum(digits[1:])),
    ):  # fmt: skip
        if not said or not found or not all(_holds(mark, digit, holds) for mark in found):
            continue
        rules[key] = [{"cells": mark.cells, "value": mark.value} for mark in found]
        used.update(id(element) for mark in found for element in mark.elements)
    left = [[element for element in part if id(element) not in used] for part in parts]
    return MarksRead(rules, *left)


def _says(words: str, one: str, other: str) -> bool:
    """Return whether a sentence has both patterns."""
    return any(
        re.search(one, sentence, re.IGNORECASE) and re.search(other, sentence, re.IGNORECASE)
        for sentence in _SENTENCE.split(words)
    )


def _holds(mark: DrawnMark, digit: Callable[[RowColumn], int | None], holds: Callable[[list[int], Any], bool]) -> bool:
    digits = [digit(cell) for cell in mark.cells]
    known = [value for value in digits if value is not None]
    return len(known) == len(digits) and holds(known, mark.value)


# ---- marks of a kind


def _dots(shapes: Iterable[Element], colors: tuple[str, ...]) -> list[DrawnMark]:
    pairs = ((shape, _pair(shape)) for shape in shapes if _is_circle(shape, 0, LARGEST_DOT))
    return [
        DrawnMark([shape], pair)
        for shape, pair in pairs
        if pair and str(shape.get("backgroundColor")).upper() in colors
    ]


def _letters(shapes: Iterable[Element]) -> list[DrawnMark]:
    pairs = ((shape, str(shape.get("text")).strip().upper(), _pair(shape)) for shape in shapes)
    return [DrawnMark([shape], pair, text) for shape, text, pair in pairs if pair and text in XV_SUMS]


def _thermometers(shapes: Iterable[Element], lines: Iterable[Element]) -> list[DrawnMark]:
    bulbs = {_center_cell(shape.get("center")): shape for shape in shapes if _is_circle(shape, SMALLEST_BULB, 1)}
    found = []
    for line in lines:
        path = _path([_center_cell(point) for point in _way_points(line)])
        thick = _number(line.get("thickness")) or 0
        for cells in (path, path[::-1]):
            if len(cells) > 1 and cells[0] in bulbs and thick >= THINNEST_THERMOMETER:
                found.append(DrawnMark([line, bulbs[cells[0]]], cells))
                break
    return found


def _arrows(shapes: Iterable[Element], arrows: Iterable[Element]) -> list[DrawnMark]:
    bulbs = {
        _center_cell(shape.get("center")): shape for shape in shapes if _is_circle(shape, SMALLEST_BULB, LARGEST_BULB)
    }
    found = []
    for arrow in arrows:
        cells = _path([_cell(point) for point in _way_points(arrow)])
        if len(cells) > 1 and cells[0] in bulbs:
            found.append(DrawnMark([arrow, bulbs[cells[0]]], cells))
    return found


# ---- geometry


def _way_points(element: Element) -> list[Any]:
    points = element.get("wayPoints")
    return points if isinstance(points, list) else []


def _number(value: Any) -> float | None:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _is_circle(shape: Element, least: float, most: float) -> bool:
    width, height, text = _number(shape.get("width")), _number(shape.get("height")), shape.get("text")
    if not shape.get("rounded") or width is None or width != height or str(text or "").strip():
        return False
    return least <= width <= most


def as_point(point: Any) -> tuple[float, float] | None:
    """Return a point as two numbers; None for anything else."""
    if not isinstance(point, list) or len(point) != 2 or any(_number(part) is None for part in point):
        return None
    return (point[0], point[1]) if all(abs(part) < 1000 for part in point) else None


def _pair(shape: Element) -> list[RowColumn]:
    """Return the two cells of a mark on the edge between them; none for a mark elsewhere."""
    point = as_point(shape.get("center"))
    if point is None or any((2 * part) % 1 for part in point) or point[0] % 1 == point[1] % 1:
        return []
    row, column = int(point[0]), int(point[1])
    return [(row - 1, column), (row, column)] if point[0] % 1 == 0 else [(row, column - 1), (row, column)]


def _cell(point: Any) -> RowColumn | None:
    """Return the cell around a point."""
    found = as_point(point)
    return None if found is None else (int(found[0] // 1), int(found[1] // 1))


def _center_cell(point: Any) -> RowColumn | None:
    """Return the cell whose center a point is."""
    found = as_point(point)
    return _cell(point) if found and all(part % 1 == 0.5 for part in found) else None


def _path(corners: list[RowColumn | None]) -> list[RowColumn]:
    """Return the cells along straight and diagonal parts between corners; none if another part is among them."""
    if not corners or corners[0] is None:
        return []
    path = [corners[0]]
    for corner in corners[1:]:
        if corner is None:
            return []
        (row, column), (down, right) = path[-1], (corner[0] - path[-1][0], corner[1] - path[-1][1])
        steps = max(abs(down), abs(right))
        if abs(down) not in (0, steps) or abs(right) not in (0, steps):
            return []
        path += [(row + down // steps * k, column + right // steps * k) for k in range(1, steps + 1)]
    return path
