"""The benchmark's exact-cover problems, each with its known number of solutions.

A generator is named after the mathematics and returns a Cover in Knuth's notation: items are short strings
without blanks, an option is a tuple of items, and `item:color` gives a secondary item a color.  Nothing here
depends on the engine, so every peer, Knuth's programs included, gets the same items and options in the same
order, which makes node counts comparable.

    INSTANCES["queens8"]          the lazy table: count and effort at once, the options on first use
    INSTANCES["queens8"].text()   the problem in Knuth's format; `python bench/instances.py DIR` writes all

The counts are known sequences (with their OEIS numbers) or agree between at least two independent engines.
Reference: Knuth, TAOCP 7.2.2.1 (volume 4B).
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, partial
from itertools import combinations, permutations, product
from math import factorial, prod
from pathlib import Path
from typing import NamedTuple

from dlx.system.files import replacing

Cell = tuple[int, ...]
Option = tuple[str, ...]
Pieces = Mapping[str, Iterable[Cell]]


class Effort(IntEnum):
    """The time to visit every solution with Knuth's DLX1 (or DLX2, if there are colors)."""

    INSTANT = 0  # below 0.1 s: fit for a test
    SECONDS = 1  # below about 10 s: the set for benchmarks of a full traversal
    MINUTES = 2  # one run each, only on request
    MEMO = 3  # too many to visit one by one; counted by memo or ZDD
    STRUCTURE = 4  # too many states for a memoized search as well; counted up to symmetry, by layers or by components


class Cover(NamedTuple):
    """An exact-cover problem: primary items, secondary items, options."""

    primary: Sequence[str]
    secondary: Sequence[str]
    options: Sequence[Option]


@dataclass(frozen=True)
class Instance:
    """A problem with its name, its number of solutions, and the effort of visiting them all.

    >>> k4 = Instance("matchK4", 3, Effort.INSTANT, partial(matching, 4))
    >>> print(k4.text(), end="")
    v0 v1 v2 v3
    v0 v1
    v0 v2
    v0 v3
    v1 v2
    v1 v3
    v2 v3
    """

    name: str
    count: int  # solutions, exactly
    effort: Effort
    make: Callable[[], Cover]  # a partial of a function of this file, so that an Instance can be pickled

    @cached_property
    def cover(self) -> Cover:
        """Return the problem itself, made on first use."""
        return self.make()

    @property
    def primary(self) -> Sequence[str]:
        return self.cover.primary

    @property
    def secondary(self) -> Sequence[str]:
        return self.cover.secondary

    @property
    def options(self) -> Sequence[Option]:
        return self.cover.options

    @property
    def traversable(self) -> bool:
        """Return whether visiting every solution one by one takes seconds at most."""
        return self.effort <= Effort.SECONDS

    def text(self) -> str:
        """Return the problem in Knuth's format: a line of items, `|` before the secondary ones; a line per option."""
        head = [*self.primary, "|", *self.secondary] if self.secondary else self.primary
        return "".join(" ".join(line) + "\n" for line in (head, *self.options))


# ---- Queens and sequences ----


def queens(n: int, *, organ_pipe: bool = False) -> Cover:
    """Model n nonattacking queens: rows and columns are primary, diagonals secondary.

    `organ_pipe` lists the middle rows and columns first, so that ties are broken towards the middle of the
    board: a third fewer nodes at n = 12.
    """
    side = range(n)
    options = [(f"r{i}", f"c{j}", f"a{i + j}", f"b{i - j + n - 1}") for i in side for j in side]
    if organ_pipe:
        middle_first = sorted(side, key=lambda i: abs(2 * i - (n - 1)))
        primary = [f"{line}{i}" for i in middle_first for line in "rc"]
    else:
        primary = [f"{line}{i}" for line in "rc" for i in side]
    return Cover(primary, [f"{line}{i}" for line in "ab" for i in range(2 * n - 1)], options)


def langford(n: int, *, both: bool = False) -> Cover:
    """Model Langford pairings: 1, 1, ..., n, n in 2n slots, with exactly k numbers between the two k's.

    A pairing and its mirror image count once, or twice with `both`.  The halving restricts one number,
    k = n - [n even], to first slots j <= n/2; the mirror image has it in the other half.
    """
    halved = n - (n % 2 == 0)
    options = [
        (f"d{k}", f"s{j}", f"s{j + k + 1}")
        for k in range(1, n + 1)
        for j in range(1, 2 * n - k)
        if both or k != halved or j <= n // 2
    ]
    return Cover([f"d{k}" for k in range(1, n + 1)] + [f"s{j}" for j in range(1, 2 * n + 1)], [], options)


def costas(n: int) -> Cover:
    """Model Costas arrays: permutations q of n in which, for each k, the differences q(i+k) - q(i) are distinct.

    Each pair of columns is a primary item. The color of q_i is the row of column i, and each difference at a
    distance is a secondary item, which can be used once.
    """
    pairs = list(combinations(range(n), 2))
    columns = [f"q{i:x}" for i in range(n)]
    vectors = [f"d{k:x}{d + n:02d}" for k in range(1, n) for d in range(1 - n, n) if d]
    options = [
        (f"P{i:x}{j:x}", f"q{i:x}:{a:x}", f"q{j:x}:{b:x}", f"d{j - i:x}{b - a + n:02d}")
        for i, j in pairs
        for a, b in permutations(range(n), 2)
    ]
    return Cover([f"P{i:x}{j:x}" for i, j in pairs], columns + vectors, options)


# ---- Tilings: a region is a list of cells, a cell a tuple of integers ----


def box(*sides: int) -> list[Cell]:
    """Return the cells of a rectangle or box; the last coordinate varies fastest."""
    return list(product(*map(range, sides)))


def diamond(n: int) -> list[Cell]:
    """Return the cells of the Aztec diamond of order n."""
    return [(i, j) for i, j in box(2 * n, 2 * n) if abs(2 * (i - n) + 1) + abs(2 * (j - n) + 1) <= 2 * n]


def dominoes(region: Iterable[Cell]) -> Cover:
    """Model tilings of a region of the square grid with dominoes: perfect matchings of its cells."""
    name = {(i, j): f"{i:x},{j:x}" for i, j in region}
    options = [(name[i, j], name[to]) for i, j in name for to in ((i, j + 1), (i + 1, j)) if to in name]
    return Cover(list(name.values()), [], options)


def orientations(shape: Iterable[Cell], *, mirrored: bool) -> list[list[Cell]]:
    """Return the distinct rotations (and reflections, if `mirrored`) of a shape, moved to the origin and sorted."""
    cells = list(shape)
    dimension = len(cells[0])
    found = set()
    for axes in permutations(range(dimension)):
        inversions = sum(a > b for a, b in combinations(axes, 2))
        for signs in product((1, -1), repeat=dimension):
            if not mirrored and prod(signs) != (-1) ** inversions:
                continue
            turned = [tuple(s * cell[a] for a, s in zip(axes, signs, strict=True)) for cell in cells]
            low = [min(xs) for xs in zip(*turned, strict=True)]
            found.add(tuple(sorted(tuple(x - m for x, m in zip(cell, low, strict=True)) for cell in turned)))
    return [list(cells) for cells in sorted(found)]


def polyforms(pieces: Pieces, name: Mapping[Cell, str], *, mirrored: bool, each_once: bool) -> Cover:
    """Model packings of the cells named in `name`: every piece once, or (not `each_once`) any number of copies."""
    corners = box(*(max(xs) + 1 for xs in zip(*name, strict=True)))
    options = []
    for piece, shape in pieces.items():
        for cells in orientations(shape, mirrored=mirrored):
            for corner in corners:
                placed = [tuple(map(sum, zip(cell, corner, strict=True))) for cell in cells]
                if all(cell in name for cell in placed):
                    options.append((*((piece,) if each_once else ()), *(name[cell] for cell in placed)))
    return Cover([*(pieces if each_once else ()), *name.values()], [], options)


def polyominoes(pieces: Pieces, region: Iterable[Cell], *, each_once: bool = False) -> Cover:
    """Model tilings of a region of the square grid with pieces that may be rotated and turned over."""
    name: dict[Cell, str] = {(i, j): f"{i:x}.{j:x}" for i, j in region}
    return polyforms(pieces, name, mirrored=True, each_once=each_once)


def polycubes(pieces: Pieces, region: Iterable[Cell], *, each_once: bool = False) -> Cover:
    """Model packings of a region of space with pieces that may be rotated."""
    name: dict[Cell, str] = {(x, y, z): f"{x:x}{y:x}{z:x}" for x, y, z in region}
    return polyforms(pieces, name, mirrored=False, each_once=each_once)


def rectangles(rows: int, columns: int) -> Cover:
    """Model dissections of a rectangle, along its grid lines, into rectangles of any size."""
    options = [
        tuple(f"{i}{j}" for i in range(top, bottom) for j in range(left, right))
        for top, bottom in combinations(range(rows + 1), 2)
        for left, right in combinations(range(columns + 1), 2)
    ]
    return Cover([f"{i}{j}" for i, j in box(rows, columns)], [], options)


def lozenges(a: int, b: int, c: int) -> Cover:
    """Model lozenge tilings of the hexagon of sides a, b, c; equivalently, plane partitions in an a x b x c box.

    The triangles u (up) and d (down) of a cell share its diagonal; a lozenge is a u with a d that it touches
    (exercise 262).
    """
    frame = box(b + c, a + b)
    up = {(x, y) for x, y in frame if b <= x + y < a + b + c}
    down = {(x, y) for x, y in frame if b - 1 <= x + y < a + b + c - 1}
    primary = [f"{t}{x:x}{y:x}" for x, y in frame for t, half in (("u", up), ("d", down)) if (x, y) in half]
    options = [
        (f"u{x:x}{y:x}", f"d{p:x}{q:x}")
        for x, y in frame
        if (x, y) in up
        for p, q in ((x, y), (x, y - 1), (x - 1, y))
        if (p, q) in down
    ]
    return Cover(primary, [], options)


def rotations(tile: Option) -> list[Option]:
    """Return the distinct cyclic shifts of a tile's edge colors, in order."""
    return sorted({tile[k:] + tile[:k] for k in range(len(tile))})


def macmahon_squares(rows: int, columns: int) -> Cover:
    """Model arrangements of MacMahon's 24 three-colored squares with matching edges and the whole border of color a."""
    tiles = sorted({rotations(t)[0] for t in product("abc", repeat=4)})
    options: list[Option] = [
        ("".join(tile), f"{i}{j}", f"h{i}{j}:{n}", f"v{i}{j + 1}:{e}", f"h{i + 1}{j}:{s}", f"v{i}{j}:{w}")
        for tile in tiles
        for n, e, s, w in rotations(tile)
        for i, j in box(rows, columns)
    ]
    border = [f"h{i}{j}:a" for i in (0, rows) for j in range(columns)]
    border += [f"v{i}{j}:a" for j in (0, columns) for i in range(rows)]
    horizontal = [f"h{i}{j}" for i, j in box(rows + 1, columns)]
    vertical = [f"v{i}{j}" for i, j in box(rows, columns + 1)]
    primary = ["".join(t) for t in tiles] + [f"{i}{j}" for i, j in box(rows, columns)] + ["*"]
    return Cover(primary, horizontal + vertical, [*options, ("*", *border)])


def macmahon_hexagon() -> Cover:
    """Model arrangements of MacMahon's 24 four-colored triangles in a hexagon: edges match, the border has color a.

    A triangle has barycentric coordinates in -1..2 with sum 2 (up, U) or 1 (down, D).  Its edge on side x is
    named by x and the coordinates of the U there: itself or, for a D, the U whose x is one greater.
    """
    tiles = sorted({rotations(t)[0] for t in product("abcd", repeat=3)})
    corners = list(product(range(-1, 3), repeat=3))
    edges: dict[str, list[str]] = {}  # edges of every triangle, by its name
    for kind, total in (("U", 2), ("D", 1)):
        for x, y, z in (corner for corner in corners if sum(corner) == total):
            up = 2 - total
            edges[f"{kind}{x + 2}{y + 2}{z + 2}"] = [
                f"x{x + 2 + up}{y + 2}{z + 2}",
                f"y{x + 2}{y + 2 + up}{z + 2}",
                f"z{x + 2}{y + 2}{z + 2 + up}",
            ]
    options: list[Option] = [
        ("".join(tile), triangle, *(f"{edge}:{color}" for edge, color in zip(sides, colors, strict=True)))
        for triangle, sides in edges.items()
        for tile in tiles
        for colors in rotations(tile)
    ]
    uses = Counter(edge for sides in edges.values() for edge in sides)
    border = [f"{edge}:a" for edge, times in uses.items() if times == 1]
    return Cover(["".join(t) for t in tiles] + [*edges, "*"], sorted(uses), [*options, ("*", *border)])


# ---- Designs, graphs and sets ----


def latin_square(n: int, *, reduced: bool = False) -> Cover:
    """Model Latin squares of order n; with `reduced`, the first row and first column are in order."""
    options = [
        (f"p{i:x}{j:x}", f"r{i:x}{k:x}", f"c{j:x}{k:x}")
        for i, j, k in product(range(n), repeat=3)
        if not reduced or ((i or j == k) and (j or i == k))
    ]
    return Cover([f"{t}{i:x}{j:x}" for t in "prc" for i, j in box(n, n)], [], options)


def transversals(n: int) -> Cover:
    """Model transversals of the addition table of Z_n: n entries, no two in a row, in a column or of one value."""
    options = [(f"r{i:x}", f"c{j:x}", f"s{(i + j) % n:x}") for i, j in box(n, n)]
    return Cover([f"{t}{i:x}" for t in "rcs" for i in range(n)], [], options)


def matching(n: int) -> Cover:
    """Model perfect matchings of the complete graph on n points: (n-1)!! of them."""
    points = [f"v{i}" for i in range(n)]
    return Cover(points, [], list(combinations(points, 2)))


def coins(n: int) -> Cover:
    """Coins, each heads or tails: n items of two options each."""
    return Cover([f"c{k}" for k in range(n)], [], [(f"c{k}",) for k in range(n) for _ in ("heads", "tails")])


def side_by_side(n: int, cover: Cover) -> Cover:
    """Copies of a problem in one, which share nothing."""

    def copies(names: Sequence[str]) -> list[str]:
        return [f"{k}.{name}" for k in range(n) for name in names]

    options = [tuple(f"{k}.{word}" for word in option) for k in range(n) for option in cover.options]
    return Cover(copies(cover.primary), copies(cover.secondary), options)


def set_partitions(n: int) -> Cover:
    """Model partitions of a set of n elements, with every nonempty subset as an option: the Bell numbers."""
    elements = [f"v{i}" for i in range(n)]
    subsets = [tuple(v for i, v in enumerate(elements) if mask >> i & 1) for mask in range(1, 1 << n)]
    return Cover(elements, [], subsets)


def triangle_edges(a: int, b: int, c: int) -> Option:
    """Return the three pairs of a triple."""
    return (f"{a:x}-{b:x}", f"{a:x}-{c:x}", f"{b:x}-{c:x}")


def steiner_triples(v: int, *, fixed_point: bool = False) -> Cover:
    """Model labeled Steiner triple systems on v points: every pair of points is in exactly one triple.

    `fixed_point` fixes the triples of point 0 as {0,1,2}, {0,3,4}, ..., which gives (v-2)!! times fewer systems.
    """
    primary = [f"{i:x}-{j:x}" for i, j in combinations(range(v), 2)]
    options = [triangle_edges(*triple) for triple in combinations(range(v), 3)]
    if fixed_point:
        fixed = [triangle_edges(0, a, a + 1) for a in range(1, v, 2)]
        used = {pair for triple in fixed for pair in triple}
        options = [triple for triple in options if used.isdisjoint(triple)] + fixed
    return Cover(primary, [], options)


def factorizations(n: int) -> Cover:
    """Model one-factorizations of the complete graph on n points: its edges in n-1 classes of n/2 that share no point.

    The classes are labeled, so each factorization counts (n-1)! times.
    """
    edges, classes = list(combinations(range(n), 2)), range(n - 1)
    options = [(f"e{i:x}-{j:x}", f"v{i:x}c{c:x}", f"v{j:x}c{c:x}") for i, j in edges for c in classes]
    return Cover(list(dict.fromkeys(item for option in options for item in option)), [], options)


def golfers(players: int, weeks: int) -> Cover:
    """Model social golfers in threes: all play every week, and every two play together exactly once."""
    pairs = [f"{i:x}-{j:x}" for i, j in combinations(range(players), 2)]
    places = [f"w{week}p{i:x}" for week in range(weeks) for i in range(players)]
    options = [
        (*triangle_edges(*triple), *(f"w{week}p{i:x}" for i in triple))
        for week in range(weeks)
        for triple in combinations(range(players), 3)
    ]
    return Cover(pairs + places, [], options)


def petersen_coloring(colors: int) -> Cover:
    """Model proper colorings of the Petersen graph: the secondary item (edge, color) goes to at most one end."""
    outer, spokes = [(i, (i + 1) % 5) for i in range(5)], [(i, i + 5) for i in range(5)]
    edges = outer + spokes + [(i + 5, (i + 2) % 5 + 5) for i in range(5)]
    secondary = [f"e{a}{b}c{c}" for a, b in edges for c in range(colors)]
    options = [(f"v{v}", *(f"e{a}{b}c{c}" for a, b in edges if v in (a, b))) for v, c in box(10, colors)]
    return Cover([f"v{v}" for v in range(10)], secondary, options)


def sudoku(clues: str, rows: int = 3, columns: int = 3) -> Cover:
    """Model completions of a sudoku with boxes of rows x columns; `.` or `0` is an empty cell."""
    n = rows * columns
    options = [
        (f"p{i}{j}", f"r{i}{k}", f"c{j}{k}", f"b{i // rows * rows + j // columns}{k}")
        for (i, j), clue in zip(box(n, n), clues, strict=True)
        for k in range(n)
        if clue in ".0" or int(clue) == k + 1
    ]
    return Cover([f"{t}{i}{j}" for t in "prcb" for i, j in box(n, n)], [], options)


# ---- The pieces ----


def drawn(picture: str) -> list[Cell]:
    """Return the cells of a picture, whose rows are separated by `/`."""
    return [(i, j) for i, row in enumerate(picture.split("/")) for j, x in enumerate(row) if x == "x"]


def listed(cells: str) -> list[Cell]:
    """Return the cells of a list such as `000 100`, with a digit per coordinate."""
    return [tuple(map(int, cell)) for cell in cells.split()]


PENTOMINOES = {
    "F": drawn(".xx/xx./.x."),
    "I": drawn("xxxxx"),
    "L": drawn("xxxx/x..."),
    "N": drawn("xxx./..xx"),
    "P": drawn("xxx/xx."),
    "T": drawn("xxx/.x./.x."),
    "U": drawn("x.x/xxx"),
    "V": drawn("x../x../xxx"),
    "W": drawn("x../xx./.xx"),
    "X": drawn(".x./xxx/.x."),
    "Y": drawn("xxxx/.x.."),
    "Z": drawn("xx./.x./.xx"),
}
TETROMINOES = {
    "I": drawn("xxxx"),
    "O": drawn("xx/xx"),
    "T": drawn("xxx/.x."),
    "L": drawn("xxx/x.."),
    "S": drawn(".xx/xx."),
}
TROMINO = {"L": drawn("xx/x.")}
Y_PENTOMINO = {"Y": PENTOMINOES["Y"]}
T_TETROMINO = {"T": TETROMINOES["T"]}
SOMA = {  # A and B are mirror images; V is plane, P the corner
    "V": listed("000 100 010"),
    "L": listed("000 100 200 010"),
    "T": listed("000 100 200 110"),
    "Z": listed("000 100 110 210"),
    "A": listed("000 100 110 111"),
    "B": listed("000 100 110 001"),
    "P": listed("000 100 010 001"),
}
DOMINO_3D = {"b": listed("000 100")}
ROD = {"b": listed("000 100 200 300")}

WITHOUT_CENTRE = [(i, j) for i, j in box(8, 8) if not {i, j} <= {3, 4}]
# Seventeen clues that send a cell-by-cell search the longest way around; Arto Inkala's puzzle of 2012.
CLUES_17 = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
DOMINOES_20 = 1269984011256235834242602753102293934298576249856
DOMINOES_24 = 7435775679122922965141930394167684120105535297322308613569173527105536


# ---- The table ----

INSTANT, SECONDS, MINUTES, MEMO, STRUCTURE = Effort
pentominoes = partial(polyominoes, PENTOMINOES, each_once=True)

INSTANCES: dict[str, Instance] = {
    instance.name: instance
    for instance in (
        # A000170
        Instance("queens8", 92, INSTANT, partial(queens, 8)),
        Instance("queens10", 724, INSTANT, partial(queens, 10)),
        Instance("queens12", 14200, INSTANT, partial(queens, 12)),
        Instance("queens13", 73712, SECONDS, partial(queens, 13)),
        Instance("queens12o", 14200, INSTANT, partial(queens, 12, organ_pipe=True)),
        Instance("queens14o", 365596, SECONDS, partial(queens, 14, organ_pipe=True)),
        # A014552, and its double
        Instance("langford8", 150, INSTANT, partial(langford, 8)),
        Instance("langford11", 17792, INSTANT, partial(langford, 11)),
        Instance("langford12", 108144, SECONDS, partial(langford, 12)),
        Instance("langford8both", 300, INSTANT, partial(langford, 8, both=True)),
        Instance("langford11both", 35584, INSTANT, partial(langford, 11, both=True)),
        Instance("langford12both", 216288, SECONDS, partial(langford, 12, both=True)),
        # A008404
        Instance("costas7", 200, INSTANT, partial(costas, 7)),
        Instance("costas8", 444, INSTANT, partial(costas, 8)),
        Instance("costas9", 760, SECONDS, partial(costas, 9)),
        # A099390; the Aztec diamond of order n: 2^(n(n+1)/2)
        Instance("domino6x6", 6728, INSTANT, partial(dominoes, box(6, 6))),
        Instance("domino6x8", 167089, INSTANT, partial(dominoes, box(6, 8))),
        Instance("domino8x8", 12988816, SECONDS, partial(dominoes, box(8, 8))),
        Instance("domino10x10", 258584046368, MEMO, partial(dominoes, box(10, 10))),
        Instance("domino12x12", 53060477521960000, MEMO, partial(dominoes, box(12, 12))),
        Instance("domino16x16", 2444888770250892795802079170816, MEMO, partial(dominoes, box(16, 16))),
        # A004003
        Instance("domino20x20", DOMINOES_20, STRUCTURE, partial(dominoes, box(20, 20))),
        Instance("domino24x24", DOMINOES_24, STRUCTURE, partial(dominoes, box(24, 24))),
        Instance("aztec4", 2**10, INSTANT, partial(dominoes, diamond(4))),
        Instance("aztec5", 2**15, INSTANT, partial(dominoes, diamond(5))),
        Instance("aztec8", 2**36, MEMO, partial(dominoes, diamond(8))),
        # four times the essentially different solutions, eight times on the square
        Instance("pent3x20", 8, INSTANT, partial(pentominoes, box(3, 20))),
        Instance("pent4x15", 1472, SECONDS, partial(pentominoes, box(4, 15))),
        Instance("pent5x12", 4040, SECONDS, partial(pentominoes, box(5, 12))),
        Instance("pent6x10", 9356, SECONDS, partial(pentominoes, box(6, 10))),
        Instance("pent8x8hole", 520, SECONDS, partial(pentominoes, WITHOUT_CENTRE)),
        Instance("ypent5x10", 10, INSTANT, partial(polyominoes, Y_PENTOMINO, box(5, 10))),
        Instance("ypent10x10", 350, INSTANT, partial(polyominoes, Y_PENTOMINO, box(10, 10))),
        Instance("ypent15x15", 1696, MINUTES, partial(polyominoes, Y_PENTOMINO, box(15, 15))),
        Instance("ltrom6x9", 4312, INSTANT, partial(polyominoes, TROMINO, box(6, 9))),
        Instance("ltrom9x12", 467966840, MEMO, partial(polyominoes, TROMINO, box(9, 12))),
        Instance("tetroT8x8", 84, INSTANT, partial(polyominoes, T_TETROMINO, box(8, 8))),
        Instance("tetro6x6free", 178939, SECONDS, partial(polyominoes, TETROMINOES, box(6, 6))),
        Instance("soma", 11520, SECONDS, partial(polycubes, SOMA, box(3, 3, 3), each_once=True)),
        Instance("rods4x4x4", 45, INSTANT, partial(polycubes, ROD, box(4, 4, 4))),
        Instance("domino3d3x3x4", 117805, INSTANT, partial(polycubes, DOMINO_3D, box(3, 3, 4))),
        Instance("domino3d4x4x4", 5051532105, MEMO, partial(polycubes, DOMINO_3D, box(4, 4, 4))),
        Instance("rects4x4", 70878, INSTANT, partial(rectangles, 4, 4)),  # A182275
        Instance("rects4x5", 1613060, SECONDS, partial(rectangles, 4, 5)),
        Instance("rects5x5", 84231996, SECONDS, partial(rectangles, 5, 5)),
        Instance("loz333", 980, INSTANT, partial(lozenges, 3, 3, 3)),  # A008793, MacMahon's box formula
        Instance("loz444", 232848, INSTANT, partial(lozenges, 4, 4, 4)),
        Instance("loz555", 267227532, MINUTES, partial(lozenges, 5, 5, 5)),
        Instance("loz888", 5055160684040254910720, MEMO, partial(lozenges, 8, 8, 8)),
        Instance("macmahon4x6w", 8 * 13328, MINUTES, partial(macmahon_squares, 4, 6)),
        Instance("macmahonHexW", 11853792, MINUTES, macmahon_hexagon),  # exercise 126
        # A002860; reduced: A000315
        Instance("latin4", 576, INSTANT, partial(latin_square, 4)),
        Instance("latin5", 161280, SECONDS, partial(latin_square, 5)),
        Instance("latin6", 812851200, STRUCTURE, partial(latin_square, 6)),
        Instance("latin7", 61479419904000, STRUCTURE, partial(latin_square, 7)),
        Instance("latin8", 108776032459082956800, STRUCTURE, partial(latin_square, 8)),
        Instance("latin6red", 9408, INSTANT, partial(latin_square, 6, reduced=True)),
        Instance("latin7red", 16942080, MINUTES, partial(latin_square, 7, reduced=True)),
        Instance("transvZ9", 2025, INSTANT, partial(transversals, 9)),  # A006717
        Instance("transvZ11", 37851, INSTANT, partial(transversals, 11)),
        Instance("transvZ13", 1030367, SECONDS, partial(transversals, 13)),
        Instance("matchK12", 10395, INSTANT, partial(matching, 12)),  # A001147
        Instance("matchK14", 135135, INSTANT, partial(matching, 14)),
        Instance("matchK16", 2027025, SECONDS, partial(matching, 16)),
        Instance("matchK20", 654729075, MINUTES, partial(matching, 20)),
        Instance("matchK40", 319830986772877770815625, STRUCTURE, partial(matching, 40)),
        Instance("coins10000", 2**10_000, STRUCTURE, partial(coins, 10_000)),
        Instance("matchK6x1000", 15**1_000, STRUCTURE, lambda: side_by_side(1_000, matching(6))),
        Instance("queens8x400", 92**400, STRUCTURE, lambda: side_by_side(400, queens(8))),
        Instance("bell9", 21147, INSTANT, partial(set_partitions, 9)),  # A000110
        Instance("bell11", 678570, SECONDS, partial(set_partitions, 11)),
        Instance("sts7", 30, INSTANT, partial(steiner_triples, 7)),  # A030128
        Instance("sts9", 840, INSTANT, partial(steiner_triples, 9)),
        Instance("sts13fix", 115200, SECONDS, partial(steiner_triples, 13, fixed_point=True)),
        Instance("sts13", 1197504000, STRUCTURE, partial(steiner_triples, 13)),
        Instance("sts15", 60281712691200, STRUCTURE, partial(steiner_triples, 15)),
        # A000438, times (n-1)!
        Instance("factorsK8", 6240 * factorial(7), STRUCTURE, partial(factorizations, 8)),
        Instance("factorsK10", 1225566720 * factorial(9), STRUCTURE, partial(factorizations, 10)),
        # the affine planes of order 3 (840), with their parallel classes in every order (4!)
        Instance("golf3x3x4", 20160, INSTANT, partial(golfers, 9, 4)),
        # the chromatic polynomial at 5
        Instance("petersen5col", 332880, INSTANT, partial(petersen_coloring, 5)),
        Instance("sudoku17hard", 1, INSTANT, partial(sudoku, CLUES_17)),
        Instance("sudokuInkala", 1, INSTANT, partial(sudoku, INKALA)),
        Instance("shidoku", 288, INSTANT, partial(sudoku, "." * 16, 2, 2)),  # A107739
        Instance("sudoku8x8", 29136487207403520, STRUCTURE, partial(sudoku, "." * 64, 2, 4)),
        Instance("sudoku6x6", 28200960, MINUTES, partial(sudoku, "." * 36, 2, 3)),
    )
}


def main(arguments: list[str]) -> None:
    """List the table (`instances.py`), or write problems as DIR/NAME.dlx (`instances.py DIR [NAME ...]`)."""
    if not arguments:
        for instance in INSTANCES.values():
            print(f"{instance.name:16}{instance.effort.name.lower():9}{instance.count:,}")
        return
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments[1:] or INSTANCES:
        with replacing(folder / f"{name}.dlx") as stream:
            stream.write(INSTANCES[name].text())


if __name__ == "__main__":
    main(sys.argv[1:])
