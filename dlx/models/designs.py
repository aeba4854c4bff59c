# SPDX-License-Identifier: MIT
"""Block designs: k-sets of v points, such that each pair of points is in the same number of sets.

    v = 7, k = 3, the Fano plane: 123 145 167 246 257 347 356

    primary     1,2  1,3  ...  6,7      a pair of points; a set of t points for a t-design
    an option   1,2  1,4  2,4           a block: all its pairs

If each pair is in several blocks, it has that multiplicity. No block appears twice; such designs are called "simple".
References: Colbourn and Dinitz, Handbook of Combinatorial Designs (2007), II.1 and II.2; Knuth, TAOCP 7.2.2.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import gcd

from ..drawing.grid import MARGIN_PX, THIN_STROKE, tint
from ..drawing.picture import Picture
from ..drawing.shapes import INK, SOFT, DrawnShape, Line, Rect, Text
from ..system.wording import unknown_name
from .instance import Instance, check_size, choices, natural

PointSet = tuple[int, ...]

DESIGN_SYMMETRIES = ("points", "cyclic")


def block_designs(
    v: int, k: int, multiplicity: int = 1, *, t: int = 2, reduced: bool = False, symmetry: str = "points"
) -> Instance:
    """Find block designs: blocks of k of the points 1 to v, each pair of points in equally many of them.

    Statisticians plan experiments with them: v kinds of wheat are planted on fields with room for k kinds, and each two
    kinds are compared equally often. With multiplicity 1, designs are geometries: any two points lie on one line.
    A 2-(n², n, 1) design is an affine plane, a 2-(n² + n + 1, n + 1, 1) design a projective one. Our points have
    names, so we count a design with all its relabelings. All blocks are different ("simple" designs).

    Args:
        v: the number of points.
        k: the number of points in a block.
        multiplicity: the number of blocks that have a pair of points, usually called lambda.
        t: replace pairs with sets of t points.
        reduced: fix the blocks with point 1: 1 2 ... k, then 1 and the next k - 1 points, and so on. This is for t = 2
            and multiplicity 1, as every such design has a relabeling of this form.
        symmetry: the equivalence that ``orbits=True`` uses, "points" or "cyclic". "points": all v! relabelings,
            feasible up to v = 8. "cyclic": the points are 0 to v - 1 modulo v (v is written for 0), and p becomes
            a p + b. For reduced designs, "points" are the relabelings that permute the fixed blocks, or the points in
            one of them; these are feasible up to v = 9.

    Raises ValueError unless 1 <= t < k, for a negative number, an unknown symmetry or one that is
    incompatible with `reduced`, for `reduced` without t = 2 and multiplicity 1, and for a problem of more than 10^7
    entries.

    >>> block_designs(7, 3).count(), block_designs(7, 3).count(orbits=True)
    (30, 1)
    >>> block_designs(6, 3, 2).count(), block_designs(8, 4, t=3).count(), block_designs(16, 4, reduced=True).count()
    (12, 30, 2592)
    >>> design = block_designs(7, 3)
    >>> print(design.draw(design.solve()))
    1 2 3
    1 4 5
    1 6 7
    2 4 6
    2 5 7
    3 4 7
    3 5 6

    On the command line::

        dlx model block-designs 13 4 | dlx count -
        dlx model block-designs 8 4 --t 3 --draw steiner.svg
    """
    _check(v, k, multiplicity, t, reduced, symmetry)
    title = f"{t}-({v}, {k}, {multiplicity}) designs"
    return _designs(v, k, multiplicity, t, reduced, symmetry, title)


def steiner_triples(v: int, *, reduced: bool = False, symmetry: str = "points") -> Instance:
    """Find Steiner triple systems: triples of the points 1 to v, with each pair of points in exactly one triple.

    Kirkman described them in 1847; they exist if v modulo 6 is 1 or 3. They are :func:`block_designs` with k = 3 and
    take the same arguments. There are 1,197,504,000 for v = 13, which is 10,395 times the number of reduced systems.

    Raises ValueError like :func:`block_designs`.

    >>> steiner_triples(7).count(), steiner_triples(9).count(), steiner_triples(13, reduced=True).count()
    (30, 840, 115200)

    On the command line::

        dlx model steiner-triples 9 | dlx count -
        dlx model steiner-triples 13 --draw triples.svg
    """
    _check(v, 3, 1, 2, reduced, symmetry)
    return _designs(v, 3, 1, 2, reduced, symmetry, f"Steiner triple systems of {v} points")


def _check(v: int, k: int, multiplicity: int, t: int, reduced: bool, symmetry: str) -> None:
    for value, what in ((v, "v"), (k, "k"), (multiplicity, "multiplicity"), (t, "t")):
        natural(value, what)
    if not 1 <= t < k:
        raise ValueError(f"k = {k}, t = {t}: 1 <= t < k must hold")
    if reduced and (t, multiplicity) != (2, 1):
        raise ValueError("reduced needs t = 2 and multiplicity 1")
    if symmetry not in DESIGN_SYMMETRIES:
        raise ValueError(unknown_name("no symmetry", symmetry, DESIGN_SYMMETRIES))
    if reduced and symmetry != "points":
        raise ValueError(f"symmetry {symmetry!r} cannot be combined with reduced designs; 'points' can")


def _designs(v: int, k: int, multiplicity: int, t: int, reduced: bool, symmetry: str, title: str) -> Instance:
    check_size(title, max(choices(v - reduced, k) * choices(k, t), choices(v, t)))
    # where the other points cannot be divided into sets of k - 1, no block has the last of them and point 1
    firsts = {(1, *range(p, p + k - 1)) for p in range(2, v + 1, k - 1)} if reduced else set()
    blocks = (block for block in combinations(range(1, v + 1), k) if block[0] > 1 or not reduced or block in firsts)
    sets = [*combinations(range(1, v + 1), t)]
    changes = _exchanges(v, k) if reduced else _relabelings(v) if symmetry == "points" else _affine(v)
    return Instance(
        ([name(part) for part in combinations(block, t)] for block in blocks if multiplicity),
        primary=dict.fromkeys(map(name, sets if multiplicity else ()), multiplicity),
        title=title,
        drawing=_draw,
        symmetries=[{name(s): name(change[p - 1] for p in s) for s in sets} for change in changes],
    )


def name(points: Iterable[int]) -> str:
    """Return the item of a set of points.

    >>> name((12, 3))
    '3,12'
    """
    return ",".join(map(str, sorted(points)))


# --- symmetries: the images of points 1 to v


def _relabelings(v: int) -> list[list[int]]:
    """Return generators of all relabelings: the exchange of the first two points, and a rotation."""
    return [[2, 1, *range(3, v + 1)], [*range(2, v + 1), 1]] if v > 1 else []


def _affine(v: int) -> list[list[int]]:
    """Return generators of p -> a p + b modulo v."""
    if v < 2:
        return []
    units = (a for a in range(2, v) if gcd(a, v) == 1)
    return [[*range(2, v + 1), 1], *([a * p % v or v for p in range(1, v + 1)] for a in units)]


def _exchanges(v: int, k: int) -> Iterator[list[int]]:
    """Yield exchanges of adjacent points in a block with point 1, and of adjacent such blocks."""
    for p in range(2, v, 1):
        if (p - 2) % (k - 1) != k - 2:
            yield [p + 1 if q == p else p if q == p + 1 else q for q in range(1, v + 1)]
    for p in range(2, v - 2 * k + 4, k - 1):
        step = {q: q + k - 1 for q in range(p, p + k - 1)} | {q + k - 1: q for q in range(p, p + k - 1)}
        yield [step.get(q, q) for q in range(1, v + 1)]


# --- drawing: a row for each point, a column for each block


def _draw(instance: Instance, options: Sequence[int]) -> Picture:
    v = max((int(point) for item in instance.items for point in str(item).split(",")), default=0)
    blocks = sorted(points_of(instance, option) for option in options)
    columns = len(blocks) or v
    lines = [" ".join(map(str, block)) for block in blocks]
    about = f", a column for each of the blocks {'; '.join(lines)}" if blocks else ""
    width, height = NAMES_PX + columns * BLOCK_PX + MARGIN_PX, v * BLOCK_PX + 2 * MARGIN_PX
    text = "\n".join(lines) or " ".join(map(str, range(1, v + 1)))
    description = f"A row for each of {v} points{about}."
    return Picture(instance.title, description, width, height, tuple(_shapes(v, columns, blocks)), text)


NAMES_PX, BLOCK_PX = 36.0, 22.0


def points_of(instance: Instance, option: int) -> PointSet:
    """Return the points of a block, ascending."""
    return tuple(sorted({int(point) for item in instance.option(option) for point in str(item).split(",")}))


def _shapes(v: int, columns: int, blocks: Sequence[PointSet]) -> Iterator[DrawnShape]:
    for b, block in enumerate(blocks):
        for p in block:
            yield Rect(NAMES_PX + b * BLOCK_PX, MARGIN_PX + (p - 1) * BLOCK_PX, BLOCK_PX, BLOCK_PX, tint(block[0] - 1))
    right, bottom = NAMES_PX + columns * BLOCK_PX, MARGIN_PX + v * BLOCK_PX
    across = [((NAMES_PX, MARGIN_PX + p * BLOCK_PX), (right, MARGIN_PX + p * BLOCK_PX)) for p in range(1, v)]
    down = [((NAMES_PX + b * BLOCK_PX, MARGIN_PX), (NAMES_PX + b * BLOCK_PX, bottom)) for b in range(1, columns)]
    yield Line((*across, *down), THIN_STROKE, 1)
    yield Rect(NAMES_PX, MARGIN_PX, right - NAMES_PX, bottom - MARGIN_PX, None, INK, 2)
    for p in range(1, v + 1):
        yield Text(NAMES_PX - 6, MARGIN_PX + (p - 0.5) * BLOCK_PX, str(p), 12, SOFT, anchor="end")
