# SPDX-License-Identifier: MIT
"""Langford and Skolem pairs: two of each number 1 to n in a row, at a distance given by the number.

    Langford, n = 4     4 1 3 1 2 4 3 2     k numbers lie between the two k's
    Skolem, n = 4       1 1 4 2 3 2 4 3     one k is k places after the other
    hooked, n = 3       1 1 2 3 2 · 3       the second-to-last place is empty

    primary     v4 v3 v2 v1 p1 p2 ...       a number, a place
    an option   v3 p3 p7                    the places of the 3's

Large numbers come first because they have the fewest places; 11 pairs then take 0.7 % fewer nodes than with small
numbers first, and 1.6 % fewer than with the places first. Reference: Knuth, TAOCP 7.2.2.1, equation (16).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin

from ..drawing.grid import CELL_PX, MARGIN_PX, tint
from ..drawing.picture import Picture
from ..drawing.shapes import INK, DrawnShape, Line, Rect, Text
from .instance import Instance, check_size, natural


def langford(n: int, *, copies: int = 2, hooked: bool = False) -> Instance:
    """Solve Langford's problem: two of each number 1 to n in a row, with k other numbers between the two k's.

    C. Dudley Langford found it when his son piled up colored blocks that way. There are solutions if n or n + 1 is a
    multiple of 4. A row read backwards is another solution; ``orbits=True`` counts the two once.

    Args:
        n: the number of pairs.
        copies: the number of copies of each number; with 3 copies, the smallest solvable n is 9.
        hooked: leave the second-to-last place empty, which helps if n is 1 or 2 more than a multiple of 4.

    Raises ValueError if n or copies is negative, or there are more than 10 million entries.

    >>> [langford(n).count() for n in range(1, 9)]
    [0, 0, 2, 2, 0, 0, 52, 300]
    >>> pairs = langford(4)
    >>> print(pairs.draw(pairs.solve()))
    4 1 3 1 2 4 3 2

    On the command line::

        dlx model langford 8 | dlx count -
        dlx model langford 12 --draw langford.svg
    """
    name = {2: "pairs", 3: "triples"}.get(copies, f"rows with {copies} of each")
    return _row(n, copies, 1, hooked, f"Langford {name} of {n} numbers")


def skolem(n: int, *, hooked: bool = False) -> Instance:
    """Find Skolem sequences: two of each number 1 to n in a row, with one k exactly k places after the other.

    Thoralf Skolem built Steiner triple systems from them. There are solutions if n or n - 1 is a multiple of 4. With
    ``hooked``, the second-to-last of 2 n + 1 places stays empty, and there are solutions for all other n above 1. A row
    read backwards is another solution unless it is hooked; ``orbits=True`` counts the two once.

    Args:
        n: the number of pairs.
        hooked: leave the second-to-last place empty.

    Raises ValueError if n is negative, or there are more than 10 million entries.

    >>> [skolem(n).count() for n in range(1, 9)]
    [1, 0, 0, 6, 10, 0, 0, 504]
    >>> [skolem(n, hooked=True).count() for n in range(1, 9)]
    [0, 1, 2, 0, 0, 38, 124, 0]
    >>> pairs = skolem(3, hooked=True)
    >>> print(pairs.draw(pairs.solve()))
    1 1 2 3 2 · 3

    On the command line::

        dlx model skolem 8 | dlx count -
        dlx model skolem 6 --hooked --draw -
    """
    return _row(n, 2, 0, hooked, f"{'Hooked ' * hooked}Skolem pairs of {n} numbers")


def _row(n: int, copies: int, between: int, hooked: bool, title: str) -> Instance:
    """Return the problem for numbers 1 to n, with the copies of k at distance k + `between`."""
    n, copies = natural(n, "n"), natural(copies, "copies")
    check_size(title, n * n * copies * (copies + 1))  # a number has fewer than n * copies places
    places = [k for k in range(1, n * copies + hooked + 1) if not hooked or k != n * copies]
    numbers = range(n if copies else 0, 0, -1)
    free = set(places)
    rows = ((k, [p + j * (k + between) for j in range(copies)]) for k in numbers for p in places)
    mirror = {f"p{p}": f"p{n * copies + 1 - p}" for p in places}
    return Instance(
        ([f"v{k}", *(f"p{p}" for p in row)] for k, row in rows if free.issuperset(row)),
        primary=[*(f"v{k}" for k in numbers), *(f"p{p}" for p in places)],
        title=title,
        drawing=_draw,
        symmetries=() if hooked else (mirror,),
    )


def _draw(instance: Instance, options: Sequence[int]) -> Picture:
    places = [int(str(item)[1:]) for item in instance.items if str(item)[0] == "p"]
    placed: dict[int, list[int]] = {}  # number -> its places
    for option in options:
        k, *row = (int(str(item)[1:]) for item in instance.option(option))
        placed[k] = sorted(row)
    words = {p: str(k) for k, row in placed.items() for p in row}
    line = " ".join(words.get(p, "·") for p in range(1, max(places, default=0) + 1))
    rise = max((b - a for row in placed.values() for a, b in pairwise(row)), default=0) * CELL_PX / 2
    description = f"Equal numbers of a row, joined by arcs: {line}." if options else f"{len(places)} empty places."
    width, top = max(places, default=0) * CELL_PX + 2 * MARGIN_PX, MARGIN_PX + rise * ARC_FLATNESS
    shapes = tuple(_shapes(places, placed, top))
    return Picture(instance.title, description, width, top + CELL_PX + MARGIN_PX, shapes, line)


ARC_FLATNESS = 0.8  # height of an arc / half of its width


def _shapes(places: Sequence[int], placed: dict[int, list[int]], top: float) -> Iterator[DrawnShape]:
    for k, row in sorted(placed.items(), reverse=True):
        arcs = tuple(_arc(a, b, top) for a, b in pairwise(row))
        yield Line(arcs, ARC_STROKES[(k - 1) % len(ARC_STROKES)], 2.5, round=True)
    number = {p: k for k, row in placed.items() for p in row}
    for p in places:
        fill = tint(number[p] - 1) if p in number else None
        yield Rect(MARGIN_PX + (p - 1) * CELL_PX, top, CELL_PX, CELL_PX, fill, INK, 1.5)
    for p, k in number.items():
        yield Text(MARGIN_PX + (p - 0.5) * CELL_PX, top + CELL_PX / 2, str(k), 0.5 * CELL_PX)


# the colors of tint(), dark enough for a line
ARC_STROKES = (
    *("#dc2626", "#2563eb", "#ca8a04", "#16a34a", "#9333ea", "#ea580c", "#0d9488", "#db2777"),
    *("#65a30d", "#4f46e5", "#92400e", "#475569", "#e11d48", "#0891b2"),
)


def _arc(a: int, b: int, top: float) -> tuple[tuple[float, float], ...]:
    """Return an arc from the middle of place a to the middle of place b, as a line of 32 segments."""
    middle, half = MARGIN_PX + (a + b - 1) * CELL_PX / 2, (b - a) * CELL_PX / 2
    turns = [pi * step / 32 for step in range(33)]
    return tuple((middle - half * cos(turn), top - half * ARC_FLATNESS * sin(turn)) for turn in turns)
