# SPDX-License-Identifier: MIT
"""Squared rectangles: squares of given sizes that fill a rectangle.

    primary     r1c1 r1c2 ...   s18 s15 ...    each cell once; each square as often as its size is given
    an option   s2 r1c1 r1c2 r2c1 r2c2         a square in a place

An option has an item for each cell of its square, so this is for rectangles of up to a few thousand cells. 32 x 33
makes 460,000 entries; the perfect square of side 112 would make 80 million.

Reference: Brooks, Smith, Stone and Tutte, The dissection of rectangles into squares (1940); https://www.squaring.net.

The partridge puzzle: one square of side 1, two of side 2, ... n of side n that together fill one square.

    1 * 1 + 2 * 4 + 3 * 9 + ... + n * n^2  =  (1 + 2 + ... + n)^2

The problem is the one in squared.py, with multiplicities. The search grows as follows (n = 6 takes 2 seconds):

    n          2     3     4       5         6
    nodes      4    26   268   5,816   423,738

Counting all solutions for n = 8 is out of reach; special programs take hours on many processors.

Reference: R. T. Wainwright, 2nd Gathering for Gardner (1996).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from ..drawing.grid import MARGIN_PX, in_rows, letters, tint
from ..drawing.picture import Picture
from ..drawing.shapes import INK, DrawnShape, Rect, Text
from ..engine.limits import integer
from .instance import Instance, check_size, natural

PICTURE_PX = 480.0  # pixels

Motion = dict[str, str]
LARGEST_PARTRIDGE = 14  # a larger one has more entries than a problem may have


def squared(rows: int, columns: int, sizes: Sequence[int]) -> Instance:
    """Fill a rectangle with squares of these sizes.

    Can you cut a rectangle into squares that are all different? This takes at least nine squares, and there are two
    such rectangles with nine. Moron found one of 32 x 33 in 1925; up to rotations and reflections, there is one way to
    put its squares together. Cutting a square takes at least 21 different squares and a side of 112, too many cells for
    this model.

    Args:
        rows: the height of the rectangle.
        columns: the width of the rectangle.
        sizes: the sides of the squares; repeat a size for several equal squares.

    Raises:
        ValueError: a size is below 1, a side is negative, or the problem would have more than 10 million entries.

    >>> moron = squared(32, 33, [1, 4, 7, 8, 9, 10, 14, 15, 18])
    >>> moron.count()
    4
    >>> small = squared(5, 6, [2, 2, 2, 3, 3])
    >>> print(small.draw(small.solve()))
    A A A B B B
    A A A B B B
    A A A B B B
    C C D D E E
    C C D D E E

    On the command line::

        dlx model squared 32 33 1 4 7 8 9 10 14 15 18 --draw moron.svg
    """
    return filled(rows, columns, Counter(sizes), f"{len(sizes)} squares in {rows} x {columns}")


def filled(rows: int, columns: int, often: Mapping[int, int], title: str) -> Instance:
    """Return the problem of :func:`squared`; `often` maps each size to its number of squares."""
    rows, columns = natural(rows, "rows"), natural(columns, "columns")
    _check(rows, columns, often)
    cells = [f"r{r}c{c}" for r, c in product(range(1, rows + 1), range(1, columns + 1))]
    primary = dict.fromkeys(cells, 1) | {f"s{size}": often[size] for size in sorted(often, reverse=True)}
    return Instance(
        (
            [f"s{size}", *(f"r{r + dr}c{c + dc}" for dr in range(size) for dc in range(size))]
            for size in sorted(often, reverse=True)
            for r in range(1, rows + 2 - size)
            for c in range(1, columns + 2 - size)
        ),
        primary=primary if max(often.values(), default=1) > 1 else list(primary),
        title=title,
        drawing=partial(_draw, rows, columns),
        symmetries=_motions(rows, columns),
    )


def _check(rows: int, columns: int, often: Mapping[int, int]) -> None:
    for size in often:
        if integer(size, "a size") < 1:
            raise ValueError(f"a square has the side {size}; it must be at least 1")
    entries = sum((size * size + 1) * max(rows + 1 - size, 0) * max(columns + 1 - size, 0) for size in often)
    check_size(f"squares in {rows} x {columns}", max(entries, rows * columns))  # what fits nowhere has no entries


def _motions(rows: int, columns: int) -> Iterator[Motion]:
    """Yield reflections that generate the symmetries of the rectangle."""
    cells = list(product(range(1, rows + 1), range(1, columns + 1)))
    yield {f"r{r}c{c}": f"r{rows + 1 - r}c{c}" for r, c in cells}
    yield {f"r{r}c{c}": f"r{r}c{columns + 1 - c}" for r, c in cells}
    if rows == columns:
        yield {f"r{r}c{c}": f"r{c}c{r}" for r, c in cells}


def _draw(rows: int, columns: int, instance: Instance, options: Sequence[int]) -> Picture:
    placed = []
    for k in options:
        name, first, *_ = map(str, instance.option(k))
        r, c = (int(part) for part in first[1:].split("c"))
        placed.append((r - 1, c - 1, int(name[1:])))
    unit = min(PICTURE_PX / max(rows, columns, 1), 36)
    board = list(product(range(rows), range(columns)))
    marks = {
        (r + dr, c + dc): mark
        for mark, (r, c, size) in zip(letters(), sorted(placed), strict=False)
        for dr, dc in product(range(size), repeat=2)
    }
    where = "; ".join(f"{size} at r{r + 1}c{c + 1}" for r, c, size in sorted(placed))
    description = f"A rectangle of {rows} x {columns} cells" + (f", filled with squares: {where}." if where else ".")
    width, height = (n * unit + 2 * MARGIN_PX for n in (columns, rows))
    shapes = tuple(_shapes(rows, columns, sorted(placed), unit))
    return Picture(instance.title, description, width, height, shapes, in_rows(board, marks))


def _shapes(rows: int, columns: int, placed: list[tuple[int, int, int]], unit: float) -> Iterator[DrawnShape]:
    ranks = {size: k for k, size in enumerate(sorted({size for _, _, size in placed}))}
    for r, c, size in placed:
        side = size * unit
        x, y = MARGIN_PX + c * unit, MARGIN_PX + r * unit
        yield Rect(x, y, side, side, tint(ranks[size]), INK, 1)
        yield Text(x + side / 2, y + side / 2, str(size), min(18, side * (0.6 if size < 10 else 0.5)))
    yield Rect(MARGIN_PX, MARGIN_PX, columns * unit, rows * unit, None, INK, 2.5)


def partridge(n: int = 8) -> Instance:
    """Fill a square of side 1 + 2 + ... + n with one square of side 1, two of side 2, up to n of side n.

    The sum of the first n cubes is the square of the sum of the first n numbers, so the areas are equal. But can you
    put the squares together? Robert Wainwright posed this puzzle in 1996, and named it for the partridge in the pear
    tree of the twelve days of Christmas. There is no way for n from 2 to 7; the search takes a second up to n = 6, and
    minutes for 7. For n = 8, Bill Cutler and Patrick Hamlyn found 18,656 ways (2,332 up to symmetry), too many nodes
    for this search.

    Args:
        n: the side of the largest squares, and their number.

    The symmetries are the 8 rotations and reflections of the square. You can list the solutions up to symmetry, but not
    count them, as some symmetries exchange squares of one size.

    Raises:
        ValueError: n is below 0 or above 14, where the problem has more than 10 million entries.

    >>> [partridge(n).count() for n in range(1, 6)]
    [1, 0, 0, 0, 0]

    On the command line::

        dlx model partridge 8 | dlx info -
    """
    n = natural(n, "n")
    if n > LARGEST_PARTRIDGE:
        raise ValueError(f"partridge {n} is too large: there can be at most {LARGEST_PARTRIDGE}")
    side = n * (n + 1) // 2
    return filled(side, side, {size: size for size in range(1, n + 1)}, f"partridge puzzle of {n}")
