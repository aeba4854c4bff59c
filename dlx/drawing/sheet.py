# SPDX-License-Identifier: MIT
"""A sheet of pictures in rows, as one picture.

+---+---+---+     as many columns as make the sheet about square, or as many as the caller wants
| 1 | 2 | 3 |     every picture gets a field of the same size, in reading order
+---+---+---+
| 4 | 5 |
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from .picture import Picture
from .shapes import moved


def sheet(pictures: Sequence[Picture], title: str, *, columns: int | None = None) -> Picture:
    """Return one picture with all of these.

    Raises ValueError if there are none, or less than one column.

    >>> from dlx.drawing.shapes import Circle
    >>> dot = Picture("a dot", "A black dot.", 20, 20, (Circle(10, 10, 5, fill="#000000"),), "o")
    >>> four = sheet([dot] * 4, "four dots")
    >>> four.width, four.height, [(circle.x, circle.y) for circle in four.shapes]
    (40, 40, [(10, 10), (30, 10), (10, 30), (30, 30)])
    """
    if not pictures:
        raise ValueError("a sheet of no pictures; give at least one solution")
    wide, high = max(picture.width for picture in pictures), max(picture.height for picture in pictures)
    if columns is None:
        columns = min(len(pictures), max(1, round(sqrt(len(pictures) * high / wide))))
    if columns < 1:
        raise ValueError(f"columns is {columns}; there must be at least 1")
    places = [divmod(k, columns) for k in range(len(pictures))]
    return Picture(
        title=title,
        description=" ".join(f"{k}: {picture.description}" for k, picture in enumerate(pictures, 1)),
        width=columns * wide,
        height=ceil(len(pictures) / columns) * high,
        shapes=tuple(
            moved(shape, column * wide, row * high)
            for (row, column), picture in zip(places, pictures, strict=True)
            for shape in picture.shapes
        ),
        text="\n\n".join(picture.text for picture in pictures),
    )
