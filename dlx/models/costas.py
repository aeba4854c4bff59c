# SPDX-License-Identifier: MIT
"""Costas arrays: permutation matrices in which the vectors between two dots are all different.

    . . . o      primary     c1c2 r1r2 ...       each pair of columns, and each pair of rows, has two dots
    . o . .      secondary   c1 r1 ...           a column, with the row of its dot as color, and vice versa
    o . . .                  v1,2 v1,-2 ...      the vector from the left to the right dot, at most once
    . . o .      an option   c1c2 r2r3 c1:3 c2:2 r3:1 r2:2 v1,-1

Reference: Costas, A study of a class of detection waveforms (1984); the counts are OEIS A008404 and A001441.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import combinations

from ..drawing.grid import draw_board
from ..drawing.picture import Picture
from ..matrix.colored import Colored
from .instance import Instance, check_size, natural

Dot = tuple[int, int]  # column and row, from 1


def costas(n: int) -> Instance:
    """Place n dots on an n x n board, one in each row and column, so that no two pairs of dots have the same vector.

    Args:
        n: the number of dots, and of rows and columns.

    The symmetries are the 8 rotations and reflections of the square.

    A single dot has no pair, so nothing is to place for n below 2.

    Raises ValueError if n is negative, or more than 42 (10 million entries).

    >>> [costas(n).count() for n in range(2, 8)]
    [2, 4, 12, 40, 116, 200]
    >>> costas(6).count(orbits=True)
    17

    On the command line::

        dlx model costas 8 | dlx count -
        dlx model costas 6 --orbits
    """
    n = natural(n, "n")
    check_size(f"Costas arrays of order {n}", 7 * (n * (n - 1)) ** 2 // 2)
    columns, rows = ([f"{line}{k}" for k in range(1, n + 1)] for line in "cr")
    steps = range(1, n)
    return Instance(
        (_option((a, p), (b, q)) for a, b in combinations(range(1, n + 1), 2) for p in _rows(n) for q in _rows(n, p)),
        primary=[a + b for line in (columns, rows) for a, b in combinations(line, 2)],
        secondary=[*columns, *rows, *(f"v{x},{y}" for x in steps for k in steps for y in (-k, k))],
        title=f"Costas arrays of order {n}",
        drawing=partial(_draw, n),
        symmetries=[partial(_image, n, move) for move in (_mirrored, _transposed)],
    )


def _rows(n: int, excluded: int = 0) -> Iterator[int]:
    return (row for row in range(1, n + 1) if row != excluded)


def _option(left: Dot, right: Dot) -> list[Hashable]:
    """Return the option of two dots, the left one first."""
    (a, p), (b, q) = left, right
    low, high = sorted((p, q))
    lines = [Colored(f"c{a}", p), Colored(f"c{b}", q), Colored(f"r{p}", a), Colored(f"r{q}", b)]
    return [f"c{a}c{b}", f"r{low}r{high}", *lines, f"v{b - a},{q - p}"]


def _image(n: int, move: Callable[[int, str, int], tuple[str, int]], use: str | Colored) -> str | Colored:
    """Return the image of an item, or of a colored one: a line whose dot lies in the line of its color."""
    if isinstance(use, Colored):
        line, number = move(n, str(use.item)[0], int(str(use.item)[1:]))
        crossing = "r" if str(use.item)[0] == "c" else "c"
        return Colored(f"{line}{number}", move(n, crossing, int(str(use.color)))[1])
    if use[0] == "v":
        x, y = map(int, use[1:].split(","))
        x, y = (y, x) if move is _transposed else (x, -y)
        return f"v{abs(x)},{y if x > 0 else -y}"
    lines = sorted(move(n, line, int(number)) for line, number in re.findall(r"([cr])(\d+)", use))
    return "".join(f"{line}{number}" for line, number in lines)


def _mirrored(n: int, line: str, number: int) -> tuple[str, int]:
    """Return the image of a line in the mirror image from left to right."""
    return (line, n + 1 - number) if line == "c" else (line, number)


def _transposed(n: int, line: str, number: int) -> tuple[str, int]:
    """Return the image of a line if rows become columns."""
    return ("r" if line == "c" else "c", number)


def _draw(n: int, instance: Instance, options: Sequence[int]) -> Picture:
    uses = (use for k in options for use in instance.option(k) if isinstance(use, Colored) and str(use.item)[0] == "c")
    dots = {(int(str(use.color)) - 1, int(str(use.item)[1:]) - 1): "●" for use in uses}
    return draw_board(n, dots, "dots", title=instance.title, words=dots)
