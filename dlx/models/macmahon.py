# SPDX-License-Identifier: MIT
"""MacMahon's squares: all squares whose sides are colored with a few colors, placed so that touching sides agree.

    primary     1112  r1c1 ...                 each square once, by the colors around it in the least of its
                                               rotations; each cell once
    secondary   h1c1 h2c1 ... v1r1 v2r1 ...    the sides above and below, left and right of cells, with colors
    an option   1112 r1c1 h1c1:1 v2r1:1 h2c1:2 v1r1:1    a square in a cell, in some rotation

    a cell      h1c1
            v1r1    v2r1
                h2c1

We counted the 106,624 solutions of 4 x 6 again with a dynamic program over the cells, column by column, that keeps
the set of used squares; it agrees. Nodes: 7 * 10^7, in 6 s.

Reference: MacMahon, New Mathematical Pastimes (1921); Gardner, New Mathematical Diversions (1966), chapter 16.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import product

from ..drawing.grid import MARGIN_PX, THIN_STROKE, tint
from ..drawing.picture import Picture
from ..drawing.shapes import INK, DrawnShape, Line
from ..matrix.colored import Colored
from .instance import Instance, check_size, natural

SQUARE_PX = 48.0


def macmahon(rows: int = 4, columns: int = 6, *, colors: int = 3, border: bool = True) -> Instance:
    """Place squares with colored sides in a rectangle, so that touching sides have the same color.

    Up to rotation, there are 24 ways to color the four sides of a square with three colors. Major MacMahon's puzzle is
    to place all of them in a rectangle of 4 x 6, so that touching sides have the same color and the whole border has
    one color. There are 13,328 ways (106,624 with rotations, reflections and exchanges of the other two colors), more
    than the 12,261 quoted from the first count by computer in 1964.

    Args:
        rows: the rows of the rectangle.
        columns: its columns; only a rectangle with a cell for each square can be filled.
        colors: the number of colors; 1, 2, 3, 4, ... colors make 1, 6, 24, 70, ... squares.
        border: require color 1 all around the border.

    The symmetries are the rotations and reflections of the rectangle and the permutations of the colors, except for the
    color of the border.

    Raises:
        ValueError: a negative number, `colors` above 9, or a problem of more than 10 million entries.

    >>> small = macmahon(2, 3, colors=2, border=False)
    >>> small.count(), small.count(orbits=True)
    (416, 52)
    >>> print(small.draw(small.solve()))
    +1+1+2+
    1 1 2 2
    +1+1+2+
    2 2 1 2
    +1+2+2+

    On the command line::

        dlx model macmahon --draw squares.svg
        dlx model macmahon 2 3 --colors 2 --no-border --orbits
    """
    rows, columns = natural(rows, "rows"), natural(columns, "columns")
    squares = _squares(natural(colors, "colors"))
    title = f"MacMahon's squares with {colors} color{'s' * (colors != 1)} in {rows} x {columns}"
    check_size(title, max(24 * len(squares), 6) * rows * columns)  # 4 rotations, 6 items; 6 names a cell
    cells = list(product(range(1, rows + 1), range(1, columns + 1)))
    return Instance(
        (
            [square, f"r{r}c{c}", *map(Colored, _sides(r, c), turned)]
            for square in squares
            for r, c in cells
            for turned in sorted(_rotations(square))
            if not border or _fits(turned, r, c, rows, columns)
        ),
        primary=[f"r{r}c{c}" for r, c in cells] + squares,
        secondary=list(dict.fromkeys(side for r, c in cells for side in _sides(r, c))),
        title=title,
        drawing=partial(_draw, rows, columns),
        symmetries=[*_motions(rows, columns, squares), *_exchanges(colors, border)],
    )


def _squares(colors: int) -> list[str]:
    """Return the squares, each named by the least rotation of the colors around it.

    >>> _squares(2)
    ['1111', '1112', '1122', '1212', '1222', '2222']
    """
    if colors > 9:
        raise ValueError(f"{colors} colors: there must be at most 9")
    return sorted({_square_name(square) for square in product("123456789"[:colors], repeat=4)})


def _square_name(square: Sequence[str]) -> str:
    return min(_rotations("".join(square)))


def _rotations(square: str) -> set[str]:
    return {square[k:] + square[:k] for k in range(4)}


def _sides(r: int, c: int) -> tuple[str, str, str, str]:
    """Return the sides of a cell, clockwise from the top."""
    return f"h{r}c{c}", f"v{c + 1}r{r}", f"h{r + 1}c{c}", f"v{c}r{r}"


def _fits(turned: str, r: int, c: int, rows: int, columns: int) -> bool:
    """Return whether the sides at the border have color 1."""
    outside = (r == 1, c == columns, r == rows, c == 1)
    return all(color == "1" for color, out in zip(turned, outside, strict=True) if out)


def _motions(rows: int, columns: int, squares: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield reflections that generate the symmetries of the rectangle; they reflect the squares too."""
    mirrored = {square: _square_name(square[::-1]) for square in squares}
    cells = list(product(range(1, rows + 1), range(1, columns + 1)))
    ways: list[tuple[Callable[[int, int], tuple[int, int]], tuple[int, ...]]] = [
        (lambda r, c: (r, columns + 1 - c), (0, 3, 2, 1)),
        (lambda r, c: (rows + 1 - r, c), (2, 1, 0, 3)),
    ]
    if rows == columns:
        ways.append((lambda r, c: (c, r), (3, 2, 1, 0)))
    for image, sides in ways:
        pairs = {f"r{r}c{c}": "r{}c{}".format(*image(r, c)) for r, c in cells}
        for r, c in cells:
            image_sides = _sides(*image(r, c))
            pairs |= {side: image_sides[k] for side, k in zip(_sides(r, c), sides, strict=True)}
        yield pairs | mirrored


def _exchanges(colors: int, border: bool) -> Iterator[Callable[[Hashable], Hashable]]:
    """Yield exchanges of a color with the next; a color of the border is fixed."""
    for k in range(2 if border else 1, colors):
        yield partial(_recolor, str.maketrans({str(k): str(k + 1), str(k + 1): str(k)}))


def _recolor(table: dict[int, str], use: Hashable) -> Hashable:
    if isinstance(use, Colored):
        return Colored(use.item, str(use.color).translate(table))
    name = str(use)
    return _square_name(name.translate(table)) if name.isdigit() else name


def _draw(rows: int, columns: int, instance: Instance, options: Sequence[int]) -> Picture:
    uses = [use for k in options for use in instance.option(k)]
    colors = {str(use.item): str(use.color) for use in uses if isinstance(use, Colored)}
    cells = list(product(range(1, rows + 1), range(1, columns + 1)))
    around = {cell: [colors.get(side, "") for side in _sides(*cell)] for cell in cells}
    where = "; ".join(f"r{r}c{c} {' '.join(sides)}" for (r, c), sides in around.items())
    sides = f", the colors above, right, below and left of each: {where}" if colors else ""
    description = f"A rectangle of {rows} x {columns} squares{sides}."
    width, height = (n * SQUARE_PX + 2 * MARGIN_PX for n in (columns, rows))
    text = "\n".join(_lines(rows, columns, colors))
    return Picture(instance.title, description, width, height, tuple(_shapes(around)), text)


def _shapes(around: dict[tuple[int, int], list[str]]) -> Iterator[DrawnShape]:
    """Yield the shapes; a square is four colored triangles."""
    for (r, c), colors in around.items():
        x, y = MARGIN_PX + (c - 1) * SQUARE_PX, MARGIN_PX + (r - 1) * SQUARE_PX
        corners = [(x, y), (x + SQUARE_PX, y), (x + SQUARE_PX, y + SQUARE_PX), (x, y + SQUARE_PX)]
        middle = (x + SQUARE_PX / 2, y + SQUARE_PX / 2)
        for k, color in enumerate(colors):
            if color:
                yield Line(((corners[k], corners[(k + 1) % 4], middle),), None, fill=tint(int(color) - 1))
        yield Line(((corners[0], middle, corners[2]), (corners[1], middle, corners[3])), THIN_STROKE, 1)
        yield Line(((*corners, corners[0]),), INK, 1.5)


def _lines(rows: int, columns: int, colors: dict[str, str]) -> Iterator[str]:
    """Yield the lines of text: the colors of the sides between the corners."""
    for r in range(1, rows + 2):
        yield "+".join(["", *(colors.get(f"h{r}c{c}", "-") for c in range(1, columns + 1)), ""])
        if r <= rows:
            yield " ".join(colors.get(f"v{c}r{r}", "|") for c in range(1, columns + 2))
