# SPDX-License-Identifier: MIT
"""The common picture of many models: a board of unit squares with colors and words and a thick outline.

words   {(0, 0): "A"}            the text of a cell
corners {(0, 0): "12"}           a small text in the upper left corner of a cell, such as the number of a clue
fills   {(0, 0): "#fecaca"}      its color; tint(k) gives distinct light colors

A table with names at its rows and columns, and a word in some fields: a timetable or a roster.

     Mon   Tue          a field with a word has the color of the word
Ann  Latin Greek        an empty field is a dot in characters
Bob  ·     Music

The picture of weights on a board: the coloring that proves that pieces cannot fill it.

    1 2 1 ·    each cell has its weight, and cells of equal weight have the same color
    2 1 2 1    a dot weighs 0
    · 2 1 2

Items are cells if their names hold two or three whole numbers, such as (0, 3), "r0c3" or "0,3". The first of three
numbers is a layer; layers are next to each other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from math import cos, pi, sin
from typing import Any

from .picture import Picture
from .shapes import INK, SOFT, DrawnShape, Line, Rect, Text

Cell = tuple[int, int]  # row and column, from the upper left corner

CELL_PX, MARGIN_PX = 36.0, 10.0
THIN_STROKE = "#d1d5db"
TINTS = (
    *("#fca5a5", "#93c5fd", "#fde68a", "#86efac", "#d8b4fe", "#fdba74", "#99f6e4", "#f9a8d4"),
    *("#bef264", "#c7d2fe", "#e7c9a9", "#cbd5e1", "#fecdd3", "#a5f3fc"),
)
FIELD_WIDTH_PX, FIELD_HEIGHT_PX = 84.0, 34.0  # at least
MEAN_LETTER_PX = 8.0  # the mean width of a letter
MOST_COORDINATE = 1_000  # a larger number in a name is no row or column


def tint(k: int) -> str:
    """Return a light color for the k-th piece, group or class; the colors repeat after 14."""
    return TINTS[k % len(TINTS)]


def draw_cells(
    cells: Collection[Cell],
    *,
    title: str,
    description: str,
    words: Mapping[Cell, str] | None = None,
    corners: Mapping[Cell, str] | None = None,
    fills: Mapping[Cell, str] | None = None,
    text: str | None = None,
    side: float = CELL_PX,
) -> Picture:
    """Return a picture of cells in a square grid; the default of `text` is :func:`in_rows`."""
    words, corners, fills = words or {}, corners or {}, fills or {}
    rows, columns = (1 + max((cell[axis] for cell in cells), default=-1) for axis in (0, 1))
    width, height = (n * side + 2 * MARGIN_PX for n in (columns, rows))
    shapes = tuple(_shapes(cells, words, corners, fills, side))
    return Picture(title, description, width, height, shapes, in_rows(cells, words) if text is None else text)


def draw_board(n: int, signs: Mapping[Cell, str], what: str, **how: Any) -> Picture:
    """Return the picture of n by n squares with a sign on some of them, such as "queens"; `how` is for draw_cells()."""
    board = [(r, c) for r in range(n) for c in range(n)]
    where = ", ".join(f"r{r + 1}c{c + 1}" for r, c in sorted(signs))
    description = f"A board of {n} by {n} squares" + (f" with {what} on {where}." if signs else ".")
    return draw_cells(board, description=description, text=in_rows(board, signs), **how)


def _shapes(
    cells: Collection[Cell],
    words: Mapping[Cell, str],
    corners: Mapping[Cell, str],
    fills: Mapping[Cell, str],
    side: float,
) -> Iterator[DrawnShape]:
    def corner(r: int, c: int) -> tuple[float, float]:
        return MARGIN_PX + c * side, MARGIN_PX + r * side

    for cell in cells:
        if cell in fills:
            yield Rect(*corner(*cell), side, side, fills[cell])
    thin, thick = edges(cells)
    yield Line(tuple(tuple(corner(*end) for end in edge) for edge in thin), THIN_STROKE, 1)
    yield Line(tuple(tuple(corner(*end) for end in edge) for edge in thick), INK, 2.5, round=True)
    for cell in cells:
        if words.get(cell):
            x, y = corner(*cell)
            size = min(0.5 * side, 1.3 * side / len(words[cell]))
            yield Text(x + side / 2, y + side / 2, words[cell], size)
    for cell in cells:
        if cell in corners:
            x, y = corner(*cell)
            yield Text(x + 0.08 * side, y + 0.17 * side, corners[cell], 0.22 * side, SOFT, anchor="start")


def edges(cells: Collection[Cell]) -> tuple[list[tuple[Cell, Cell]], list[tuple[Cell, Cell]]]:
    """Return the sides of the cells, each once, as pairs of corners: the sides between two cells, then the others."""
    inside = set(cells)
    within: list[tuple[Cell, Cell]] = []
    around: list[tuple[Cell, Cell]] = []
    for r, c in cells:
        neighbors = {(r, c - 1): ((r, c), (r + 1, c)), (r - 1, c): ((r, c), (r, c + 1))}
        beyond = {(r, c + 1): ((r, c + 1), (r + 1, c + 1)), (r + 1, c): ((r + 1, c), (r + 1, c + 1))}
        for neighbor, edge in neighbors.items():
            (within if neighbor in inside else around).append(edge)
        around += [edge for neighbor, edge in beyond.items() if neighbor not in inside]
    return within, around


def in_rows(cells: Collection[Cell], words: Mapping[Cell, str]) -> str:
    """Return the words of the cells in rows, with a dot for a cell without a word and blanks for a missing cell.

    >>> print(in_rows([(0, 0), (0, 1), (1, 1)], {(0, 1): "A"}))
    · A
      ·
    """
    width = max((len(word) for word in words.values()), default=1)
    rows, columns = (1 + max((cell[axis] for cell in cells), default=-1) for axis in (0, 1))
    lines = (
        " ".join((words.get((r, c)) or "·" if (r, c) in cells else "").ljust(width) for c in range(columns))
        for r in range(rows)
    )
    return "\n".join(line.rstrip() for line in lines)


def on_circle(names: Sequence[str], radius: float, middle: float) -> dict[str, tuple[float, float]]:
    """Return places for the vertices of a graph: around a point (middle, middle), clockwise from the top.

    >>> {name: (round(x), round(y)) for name, (x, y) in on_circle("abcd", 10, 10).items()}
    {'a': (10, 0), 'b': (20, 10), 'c': (10, 20), 'd': (0, 10)}
    """
    turns = (2 * pi * k / len(names) for k in range(len(names)))
    return {name: (middle + radius * sin(t), middle - radius * cos(t)) for name, t in zip(names, turns, strict=True)}


def letters() -> Iterator[str]:
    """Yield short names for pieces: A, B, ... Z, a, ... z, then numbers.

    >>> names = letters()
    >>> next(names), next(names)
    ('A', 'B')
    """
    yield from "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    yield from map(str, count(1))


# --- a table of words


def draw_table(
    rows: Sequence[str],
    columns: Sequence[str],
    fields: Mapping[tuple[str, str], str],
    *,
    words: Iterable[str],
    title: str,
    description: str,
) -> Picture:
    """Return a picture of a table: `fields` maps a row and a column to one of the words."""
    hue = {word: tint(k) for k, word in enumerate(dict.fromkeys(words))}
    texts = (*rows, ""), (*hue, *columns)
    left, wide = (max(FIELD_WIDTH_PX, 20 + MEAN_LETTER_PX * max(map(len, column), default=0)) for column in texts)
    shapes: list[DrawnShape] = []
    for c, column in enumerate(columns):
        shapes.append(Text(left + (c + 0.5) * wide, FIELD_HEIGHT_PX / 2, column, 13, SOFT, bold=True))
    for r, row in enumerate(rows):
        shapes.append(Text(left - 10, (r + 1.5) * FIELD_HEIGHT_PX, row, 13, INK, bold=True, anchor="end"))
        for c, column in enumerate(columns):
            word = fields.get((row, column))
            if word:
                x, y = left + c * wide, (r + 1) * FIELD_HEIGHT_PX
                shapes.append(Rect(x, y, wide, FIELD_HEIGHT_PX, hue[word]))
                shapes.append(Text(x + wide / 2, y + FIELD_HEIGHT_PX / 2, word, 13))
    right, bottom = left + len(columns) * wide, (len(rows) + 1) * FIELD_HEIGHT_PX
    across = [((left, (r + 1) * FIELD_HEIGHT_PX), (right, (r + 1) * FIELD_HEIGHT_PX)) for r in range(len(rows) + 1)]
    down = [((left + c * wide, FIELD_HEIGHT_PX), (left + c * wide, bottom)) for c in range(len(columns) + 1)]
    shapes.append(Line((*across, *down), INK, 1))
    text = _in_columns([["", *columns], *([row, *(fields.get((row, c), "·") for c in columns)] for row in rows)])
    return Picture(title, description, right + 12, bottom + 12, tuple(shapes), text)


def _in_columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] += 1
    return "\n".join(" ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


# --- weights of cells


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
    across = 2 + max(place[-1] for place in places.values()) if axes == 3 else 0  # from a layer to the next
    board: dict[Hashable, Cell] = {item: (at[-2], at[-1] + across * at[0]) for item, at in places.items()}
    words = {board[item]: str(weight) for item, weight in weights.items() if item in board}
    fills = {board[item]: tint(weight - 1) for item, weight in weights.items() if item in board}
    return draw_cells(list(board.values()), title=title, description=description, words=words, fills=fills)


def _place(item: Hashable) -> tuple[int, ...] | None:
    """Return the two or three numbers in the name of an item, or None if it has fewer or more."""
    numbers = tuple(map(int, re.findall(r"\d+", str(item))))
    return numbers if len(numbers) in (2, 3) and max(numbers) < MOST_COORDINATE else None
