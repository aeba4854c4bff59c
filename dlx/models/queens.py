# SPDX-License-Identifier: MIT
"""Queens on a chessboard, none attacking another.

    primary     r1 r2 ... c1 c2 ...      exactly one queen in each row and column
    secondary   u2 u3 ... d-7 d-6 ...    at most one on each diagonal: r + c is constant going up, r - c going down
    an option   r1 c1 u2 d0              a square

Rows and columns are in "organ-pipe order", from the middle outwards. This order breaks ties, and 12 queens take 36 %
fewer nodes than with an order from the edge. Reference: Knuth, TAOCP 7.2.2.1; counts: OEIS A000170, A002562.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ..drawing.grid import CELL_PX, MARGIN_PX, draw_board
from ..drawing.picture import Picture
from ..drawing.shapes import INK, Line
from .instance import Instance, check_size, natural

CROWN = ((0.24, 0.76), (0.16, 0.36), (0.34, 0.54), (0.5, 0.24), (0.66, 0.54), (0.84, 0.36), (0.76, 0.76))  # in a cell


def queens(n: int) -> Instance:
    """Place n queens on an n x n board, none attacking another.

    Args:
        n: the number of queens, and of rows and columns.

    The symmetries are the 8 rotations and reflections of the square.

    Raises ValueError if n is negative, or more than 1,581 (10 million entries).

    >>> [queens(n).count() for n in range(1, 9)]
    [1, 0, 0, 2, 10, 4, 40, 92]
    >>> queens(8).count(orbits=True)
    12

    On the command line::

        dlx model queens 12 | dlx count -
        dlx model queens 8 --draw queens.svg
    """
    n = natural(n, "n")
    check_size(f"{n} queens", 4 * n * n)
    middle_first = sorted(range(1, n + 1), key=lambda k: (abs(2 * k - n - 1), k))
    mirror = {f"r{k}": f"r{n + 1 - k}" for k in middle_first}
    mirror |= {f"u{s}": f"d{n + 1 - s}" for s in range(2, 2 * n + 1)}
    mirror |= {f"d{s}": f"u{n + 1 - s}" for s in range(1 - n, n)}
    transpose = {f"r{k}": f"c{k}" for k in middle_first} | {f"c{k}": f"r{k}" for k in middle_first}
    transpose |= {f"d{s}": f"d{-s}" for s in range(1 - n, n)}
    return Instance(
        ([f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}"] for r in range(1, n + 1) for c in range(1, n + 1)),
        primary=[f"{line}{k}" for k in middle_first for line in "rc"],
        secondary=[f"u{s}" for s in range(2, 2 * n + 1)] + [f"d{s}" for s in range(1 - n, n)],
        title=f"{n} queens",
        drawing=partial(_draw, n),
        symmetries=(mirror, transpose),
    )


def _draw(n: int, instance: Instance, options: Sequence[int]) -> Picture:
    queens = {divmod(k, n): "♛" for k in options}
    fills = {(r, c): "#e5e7eb" for r in range(n) for c in range(n) if (r + c) % 2}
    picture = draw_board(n, queens, "queens", title=instance.title, fills=fills)
    return replace(picture, shapes=(*picture.shapes, *(_crown(*cell) for cell in queens)))


def _crown(r: int, c: int) -> Line:
    """Return a crown as a line, as few fonts have the sign."""
    points = tuple((MARGIN_PX + CELL_PX * (c + x), MARGIN_PX + CELL_PX * (r + y)) for x, y in CROWN)
    return Line((points,), INK, 1.5, fill=INK, round=True)
