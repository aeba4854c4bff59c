# SPDX-License-Identifier: MIT
"""A table with names at its rows and columns, and a word in some fields: a timetable or a roster.

     Mon   Tue          a field with a word has the color of the word
Ann  Latin Greek        an empty field is a dot in characters
Bob  ·     Music
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .grid import tint
from .picture import Picture
from .shapes import INK, SOFT, DrawnShape, Line, Rect, Text

FIELD_WIDTH_PX, FIELD_HEIGHT_PX = 84.0, 34.0  # at least
MEAN_LETTER_PX = 8.0  # the mean width of a letter


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
    return Picture(
        title=title,
        description=description,
        width=right + 12,
        height=bottom + 12,
        shapes=tuple(shapes),
        text=_in_columns([["", *columns], *([row, *(fields.get((row, c), "·") for c in columns)] for row in rows)]),
    )


def _in_columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] += 1
    return "\n".join(" ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
