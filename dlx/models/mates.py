# SPDX-License-Identifier: MIT
"""Transversals of a Latin square, and its orthogonal mates, which consist of transversals.

    1 2 3      *1  2  3     transversal: n cells, with different rows, columns and symbols
    2 3 1       2 *3  1         primary r1 r2 ... c1 c2 ... s1 s2 ...    an option: r2 c2 s3
    3 1 2       3  1 *2

    1A 2B 3C                mate: every cell is in one of n transversals, each of which has a letter. Every pair of
    2C 3A 1B                a number and a letter then occurs once: Euler's "Graeco-Latin square"
    3B 1C 2A                    primary r1c1 r1c2 ...                    an option: r1c1 r2c2 r3c3

The engine finds the transversals, which become the options of the second problem. Parker found mates of order 10 in
this way, which Euler had thought impossible. References: Knuth, TAOCP 7.2.2.1, exercise 17, and volume 4A, chapter 7;
Wanless, "Transversals in Latin squares: a survey" (2011); Egan and Wanless, "Enumeration of MOLS of small order"
(2016).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, permutations, product
from numbers import Integral

from ..drawing.grid import Cell, letters, tint
from ..drawing.picture import Picture
from .instance import MOST_ENTRIES, Instance, natural
from .latin import KINDS, LineMap, SquareRows, Triple, draw_square, image, lines_of, read_square

MOST_ROWS = 100  # of a cyclic square; the known counts end at 25


def transversals(square: int | SquareRows) -> Instance:
    """Find transversals of a Latin square: n cells with no row, no column and no symbol in common.

    Args:
        square: the square, as rows of signs, ``"1234/2143/3412/4321"`` or a list of such rows (letters follow 9), or as
            rows of numbers; or a number n, or its digits, for the cyclic square of that order: 1 2 ... n, 2 3 ... 1,
            and so on.

    As Euler knew, cyclic squares of even order have no transversals. For ``orbits=True``, the symmetries are all
    rotations, reflections, shifts by one row or column, and exchanges of rows, columns and symbols that preserve the
    square up to the names of its symbols.

    Raises ValueError for anything but a Latin square, with the place of the fault.

    >>> [transversals(n).count() for n in range(1, 10)]
    [1, 0, 3, 0, 15, 0, 133, 0, 2025]
    >>> print(transversals("1234/2143/3412/4321").count())
    8

    On the command line::

        dlx model transversals 9 | dlx count -
        dlx model transversals 123/231/312 --draw -
    """
    symbols = _square(square)
    n = _order(symbols)
    lines = [f"{x}{k}" for k in range(1, n + 1) for x in KINDS]
    return Instance(
        [[f"r{r}", f"c{c}", f"s{s}"] for (r, c), s in symbols.items()],
        primary=lines,
        title=f"Transversals of a Latin square of order {n}",
        drawing=partial(_draw_transversal, n),
        symmetries=list(_symmetries(symbols)),
    )


def orthogonal_mates(square: int | SquareRows) -> Instance:
    """Find orthogonal mates of a Latin square: partitions of its cells into transversals.

    A mate is a second Latin square, such that each pair of symbols is in one cell. Mates that differ only in the names
    of their symbols count once. The options are all transversals, which we find first: 2025 for the cyclic square of
    order 9 and 37,851 for order 11; the 1,030,367 transversals for order 13 are too many.

    Args:
        square: as for :func:`transversals`.

    Raises ValueError for anything but a Latin square, with the place of the fault.

    >>> [orthogonal_mates(n).count() for n in range(1, 8)]
    [1, 0, 1, 0, 3, 0, 635]
    >>> mates = orthogonal_mates("1234/2143/3412/4321")
    >>> mates.count()
    2
    >>> print(mates.draw(mates.solve()))
    1A 2B 3C 4D
    2C 1D 4A 3B
    3D 4C 1B 2A
    4B 3A 2D 1C

    On the command line::

        dlx model orthogonal-mates 7 | dlx count -
        dlx model orthogonal-mates 1234/2143/3412/4321 --draw -
    """
    symbols = _square(square)
    n = _order(symbols)
    problem = transversals([[symbols[r, c] for c in range(1, n + 1)] for r in range(1, n + 1)])
    names = [f"r{r}c{c}" for r, c in symbols]
    limit = MOST_ENTRIES // max(n, 1)
    solutions = list(islice(problem.solutions(), limit + 1)) if n else []
    if len(solutions) > limit:
        raise ValueError(f"a Latin square of order {n}: more than {limit:,} transversals, too many for this model")
    return Instance(
        [[names[k] for k in solution] for solution in solutions],
        primary=names,
        title=f"Orthogonal mates of a Latin square of order {n}",
        drawing=partial(_draw_mate, n, tuple(symbols.items())),
        symmetries=[_of_cells(lines, symbols) for lines in _symmetries(symbols)],
    )


def _order(symbols: dict[Cell, int]) -> int:
    return max(symbols.values(), default=0)


def _square(square: int | SquareRows) -> dict[Cell, int]:
    """Return the cells of the Latin square that the user passed."""
    if isinstance(square, Integral) or (isinstance(square, str) and square.isascii() and square.isdigit()):
        square = int(square)
    if isinstance(square, int):
        if natural(square, "the order") > MOST_ROWS:
            raise ValueError(f"a square of order {square}: the order is at most {MOST_ROWS}")
        return {(r + 1, c + 1): (r + c) % square + 1 for r, c in product(range(square), repeat=2)}
    symbols = read_square(square, full=True)
    seen: dict[str, Cell] = {}
    for (r, c), s in symbols.items():
        for line in (f"row {r}", f"column {c}"):
            place = seen.setdefault(f"{line}, {s}", (r, c))
            if place != (r, c):
                raise ValueError(f"row {r}, column {c}: {line} has the symbol {s} twice; this is not a Latin square")
    return symbols


# --- symmetries


def _symmetries(symbols: dict[Cell, int]) -> Iterator[LineMap]:
    """Yield the mappings of lines that transversals() describes and that preserve the square."""
    n = _order(symbols)
    triples = [(r, c, s) for (r, c), s in symbols.items()]
    step = {f"{x}{k}": f"{x}{k % n + 1}" for x in "rc" for k in range(1, n + 1)}
    shifts = ({line: to for line, to in step.items() if line[0] == x} for x in "rc")
    turned = (lines_of(n, kinds, flips) for kinds in permutations(KINDS) for flips in product((False, True), repeat=3))
    mappings = (_rename(lines, triples, symbols) for lines in (*shifts, *turned))
    yield from {tuple(sorted(lines.items())): lines for lines in mappings if lines}.values()


def _rename(lines: LineMap, triples: Iterable[Triple], symbols: dict[Cell, int]) -> LineMap | None:
    """Return a mapping followed by the renaming of symbols that maps the square to itself, or None if there is none."""
    names: dict[int, int] = {}
    for triple in triples:
        r, c, s = image(lines, triple)
        if names.setdefault(s, symbols[r, c]) != symbols[r, c]:
            return None
    ends = {f"{x}{k}" for k in names for x in KINDS}
    to = {line: lines.get(line, line) for line in ends}
    return {line: f"s{names[int(end[1:])]}" if end[0] == "s" else end for line, end in to.items()}


def _of_cells(lines: LineMap, symbols: dict[Cell, int]) -> dict[str, str]:
    """Return a mapping of lines as a mapping of cells."""
    ends = {(r, c): image(lines, (r, c, s)) for (r, c), s in symbols.items()}
    return {f"r{r}c{c}": f"r{end[0]}c{end[1]}" for (r, c), end in ends.items()}


# --- drawing


def _draw_transversal(n: int, instance: Instance, options: Sequence[int]) -> Picture:
    cells: list[Cell] = [(r, c) for r in range(n) for c in range(n)]
    symbols = {cell: int(str(instance.option(k)[2])[1:]) for k, cell in enumerate(cells)}
    chosen = [cells[k] for k in options]
    note = f"; the transversal has {', '.join(f'r{r + 1}c{c + 1}' for r, c in chosen)}" if chosen else ""
    picture = draw_square(n, symbols, title=instance.title, fills=dict.fromkeys(chosen, tint(0)), note=note)
    width = max((len(row) for row in picture.text.split()), default=0)
    lines = [
        " ".join(f"{'*' if (r, c) in chosen else ''}{word}".rjust(width + 1) for c, word in enumerate(row.split()))
        for r, row in enumerate(picture.text.splitlines())
    ]
    return replace(picture, text="\n".join(lines)) if chosen else picture


def _draw_mate(n: int, square: Sequence[tuple[Cell, int]], instance: Instance, options: Sequence[int]) -> Picture:
    symbols = {(r - 1, c - 1): s for (r, c), s in square}
    mate: dict[Cell, int] = {}
    parts = [[[*map(int, str(item)[1:].split("c"))] for item in instance.option(option)] for option in options]
    for number, transversal in enumerate(sorted(parts)):  # by the column in row 1
        mate |= {(r - 1, c - 1): number for r, c in transversal}
    names = list(islice(letters(), n))
    fills = {cell: tint(number) for cell, number in mate.items()}
    letters_of = {cell: names[number] for cell, number in mate.items()}
    return draw_square(n, symbols, title=instance.title, fills=fills, seconds=letters_of)
