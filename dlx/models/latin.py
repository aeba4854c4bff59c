# SPDX-License-Identifier: MIT
"""Latin squares: n symbols in a square of n x n cells, each once in every row and every column.

    1 2 3       primary     r1c1 r1c2 ...   a cell
    2 3 1                   r1s1 r1s2 ...   a symbol in a row
    3 1 2                   c1s1 c1s2 ...   a symbol in a column
                an option   r2c3 r2s1 c3s1  symbol 1 in the third cell of row 2

Rows, columns and symbols are three kinds of *lines*, r1, c2, s3, and an item is a pair of lines. A square remains a
square if you exchange the kinds. A symmetry is thus a mapping of lines. Reference: McKay, Meynert and Myrvold, "Small
Latin squares, quasigroups, and loops" (2007).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, permutations, product
from string import ascii_uppercase

from ..drawing.grid import Cell, draw_cells, tint
from ..drawing.picture import Picture
from ..engine.limits import integer
from ..system.wording import plural, unknown_name
from .instance import Instance, check_size, natural

Triple = tuple[int, int, int]  # row, column and symbol, from 1
LineMap = Mapping[str, str]  # a symmetry
SquareRows = str | Sequence[str | Sequence[int]]  # a square as the user passes it

KINDS = "rcs"
SIGNS = "123456789" + ascii_uppercase
LATIN_SYMMETRIES = ("square", "structure", "conjugacy", "isomorphism", "isotopy", "paratopy")


def latin_squares(
    n: int, *, given: SquareRows | None = None, reduced: bool = False, symmetry: str = "square"
) -> Instance:
    """Find Latin squares of order n: n symbols in n rows and n columns, each once in every row and every column.

    Completing a partial Latin square is a puzzle (Sudoku adds boxes), and hard in general. All Latin squares have been
    counted up to order 11.

    Args:
        n: the order of the squares.
        given: the filled cells, as rows of signs, ``"12../..../..../...4"`` or a list of such rows, in which ``.`` or
            ``0`` is an empty cell and letters follow 9; or as rows of numbers.
        reduced: only squares whose first row and first column are 1 2 ... n; there are n! (n-1)! times as many in all.
        symmetry: the equivalence that ``orbits=True`` uses, "square", "structure", "conjugacy", "isomorphism",
            "isotopy" or "paratopy". "square": rotations and reflections; "structure": these and permutations of the
            symbols; "conjugacy": exchange of rows, columns and symbols; "isomorphism": the same permutation of the
            rows, columns and symbols (the orbits are quasigroups); "isotopy": permutations of rows, columns and
            symbols; "paratopy": isotopy and conjugacy (the orbits are main classes). With given cells, only "square"
            and "conjugacy", as far as they preserve these cells; with reduced squares, these and "isomorphism" (the
            orbits are loops).

    Raises ValueError for n below 0 or above 149, an unknown symmetry or one that is incompatible with the other
    arguments, and for given cells that do not form a square of order n.

    >>> [latin_squares(n).count() for n in range(1, 6)]
    [1, 2, 12, 576, 161280]
    >>> [latin_squares(n, reduced=True).count() for n in range(1, 7)]
    [1, 1, 1, 4, 56, 9408]
    >>> latin_squares(4, symmetry="structure").count(orbits=True)
    12
    >>> square = latin_squares(4, given="12../..1./...3/2...")
    >>> print(square.draw(square.solve()))
    1 2 3 4
    3 4 1 2
    4 1 2 3
    2 3 4 1

    On the command line::

        dlx model latin-squares 5 | dlx count -
        dlx model latin-squares 4 --given 12../..../..../...4 --draw -
    """
    n = natural(n, "n")
    check_size(f"Latin squares of order {n}", 3 * n**3)
    _check_symmetry(symmetry, given is not None, reduced)
    filled = {} if given is None else read_square(given, n)
    fixed = {(r, c, s) for (r, c), s in filled.items()}
    taken = {pair for triple in fixed for pair in _pairs(triple)}
    triples = [
        (r, c, s)
        for r, c, s in product(range(1, n + 1), repeat=3)
        if ((r, c, s) in fixed or taken.isdisjoint(_pairs((r, c, s))))
        and not (reduced and ((r == 1 and c != s) or (c == 1 and r != s)))
    ]
    every, pairs = set(triples), list(combinations(KINDS, 2))
    return Instance(
        [[f"r{r}c{c}", f"r{r}s{s}", f"c{c}s{s}"] for r, c, s in triples],
        primary=[f"{x}{a}{y}{b}" for x, y in pairs for a, b in product(range(1, n + 1), repeat=2)],
        title=f"Latin squares of order {n}",
        drawing=partial(_draw, n, filled),
        symmetries=[
            _of_pairs(lines, n)
            for lines in _generators(n, symmetry, 2 if reduced else 1)
            if len(every) == n**3 or _leaves(every, lines)
        ],
    )


def _pairs(triple: Triple) -> Iterator[tuple[tuple[str, int], ...]]:
    """Return the pairs that a symbol in a cell uses: the cell, the symbol in the row, the symbol in the column."""
    return combinations(zip(KINDS, triple, strict=True), 2)


def _check_symmetry(symmetry: str, given: bool, reduced: bool) -> None:
    if symmetry not in LATIN_SYMMETRIES:
        raise ValueError(unknown_name("no symmetry", symmetry, LATIN_SYMMETRIES))
    if given and symmetry not in ("square", "conjugacy"):
        raise ValueError(f"symmetry {symmetry!r} cannot be combined with given cells; 'square' and 'conjugacy' can")
    if reduced and symmetry not in ("square", "conjugacy", "isomorphism"):
        what = f"symmetry {symmetry!r} cannot be combined with reduced squares"
        raise ValueError(f"{what}; 'square', 'conjugacy', 'isomorphism' can")


# --- squares from the user


def read_square(square: SquareRows, n: int | None = None, *, full: bool = False) -> dict[Cell, int]:
    """Return the symbols of the filled cells, with rows and columns from 1. Raises ValueError if it is no square."""
    rows = [*map(_symbols, square.replace("/", " ").split() if isinstance(square, str) else square)]
    n = len(rows) if n is None else n
    if len(rows) != n:
        raise ValueError(f"{plural(len(rows), 'row')}: a square of order {n} has {n}")
    for r, row in enumerate(rows, 1):
        if len(row) != n:
            raise ValueError(f"row {r} has {len(row)} cells: a square of order {n} has {n}")
        for c, s in enumerate(row, 1):
            integer(s, f"row {r}, column {c}")
            if not (full and 1) <= s <= n:
                raise ValueError(f"row {r}, column {c}: {s} is none of the symbols 1 to {n}")
    return {(r, c): s for r, row in enumerate(rows, 1) for c, s in enumerate(row, 1) if s}


def _symbols(row: str | Sequence[int]) -> list[int]:
    if not isinstance(row, str):
        return list(row)
    for sign in row:
        if sign not in SIGNS + ".0":
            raise ValueError(f"{sign!r} is not a symbol: symbols are 1 to 9 and A to Z, and . or 0 for an empty cell")
    return [SIGNS.find(sign) + 1 for sign in row]


def sign(symbol: int) -> str:
    """Return the sign of a symbol.

    >>> sign(9), sign(10), sign(36)
    ('9', 'A', '36')
    """
    return SIGNS[symbol - 1] if symbol <= len(SIGNS) else str(symbol)


# --- symmetries


def turns(n: int) -> Iterator[LineMap]:
    """Yield the rotations and reflections of a square as mappings of its rows and columns."""
    for kinds in ("rcs", "crs"):
        for flips in product((False, True), repeat=2):
            yield lines_of(n, kinds, (*flips, False))


def lines_of(n: int, kinds: Iterable[str], flips: Iterable[bool]) -> LineMap:
    """Return a map of rows, columns and symbols to lines of these kinds, in the same or, if flipped, opposite order."""
    changes = list(zip(KINDS, kinds, flips, strict=True))
    return {f"{x}{k}": f"{y}{n + 1 - k if flip else k}" for x, y, flip in changes for k in range(1, n + 1)}


def _generators(n: int, symmetry: str, first: int) -> Iterator[LineMap]:
    """Yield generators of a symmetry; permutations of rows, columns or symbols fix all lines before `first`."""
    if symmetry in ("square", "structure"):
        yield from turns(n)
    if symmetry in ("conjugacy", "paratopy"):
        yield from (lines_of(n, kinds, (False,) * 3) for kinds in permutations(KINDS))
    together = {"structure": ["s"], "isomorphism": [KINDS], "isotopy": KINDS, "paratopy": KINDS}
    for kinds in together.get(symmetry, ()):
        moved = [*range(first, n + 1)]  # an exchange and a cycle generate all permutations
        for to in ([*moved[1::-1], *moved[2:]], [*moved[1:], *moved[:1]]):
            yield {f"{x}{a}": f"{x}{b}" for x in kinds for a, b in zip(moved, to, strict=True)}


def image(lines: LineMap, triple: Iterable[int]) -> Triple:
    """Return the image of a cell and its symbol under a symmetry."""
    r, c, s = sorted((lines.get(f"{x}{k}", f"{x}{k}") for x, k in zip(KINDS, triple, strict=True)), key=_kind)
    return int(r[1:]), int(c[1:]), int(s[1:])


def _kind(line: str) -> int:
    return KINDS.index(line[0])


def _leaves(triples: set[Triple], lines: LineMap) -> bool:
    """Return whether a symmetry maps options to options."""
    return all(image(lines, triple) in triples for triple in triples)


def _of_pairs(lines: LineMap, n: int) -> dict[str, str]:
    """Return a mapping of lines as a mapping of items."""
    items = {}
    for x, y in combinations(KINDS, 2):
        for a, b in product(range(1, n + 1), repeat=2):
            pair = [lines.get(line, line) for line in (f"{x}{a}", f"{y}{b}")]
            items[f"{x}{a}{y}{b}"] = "".join(sorted(pair, key=_kind))
    return items


# --- drawing


def _draw(n: int, given: Mapping[Cell, int], instance: Instance, options: Sequence[int]) -> Picture:
    symbols = {(r - 1, c - 1): s for (r, c), s in given.items()}
    for option in options:
        cell, in_row, _ = map(str, instance.option(option))
        r, c = map(int, cell[1:].split("c"))
        symbols[r - 1, c - 1] = int(in_row.partition("s")[2])
    return draw_square(n, symbols, title=instance.title, fills={cell: tint(s - 1) for cell, s in symbols.items()})


def draw_square(
    n: int,
    symbols: Mapping[Cell, int],
    *,
    title: str,
    fills: Mapping[Cell, str],
    seconds: Mapping[Cell, str] | None = None,
    note: str = "",
) -> Picture:
    """Draw a square with the symbols of its cells (counted from 0), each followed by a second sign if it has one."""
    cells: list[Cell] = [(r, c) for r in range(n) for c in range(n)]
    words = {cell: sign(s) + (seconds or {}).get(cell, "") for cell, s in symbols.items()}
    rows = "; ".join(" ".join(words.get((r, c), "empty") for c in range(n)) for r in range(n))
    filled = f", its rows {rows}" if symbols else ""
    description = f"A square of {n} by {n} cells{filled}{note}."
    return draw_cells(cells, title=title, description=description, words=words, fills=fills)
