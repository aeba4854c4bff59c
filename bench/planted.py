# SPDX-License-Identifier: MIT
"""Random problems with a hidden solution, and their relatives without one. Everything follows from the seed.

A generator draws a solution first, then hides it among other options:

    quasigroups, Sudoku   a full square, with holes punched at random
    packings              a rectangle cut into pieces
    triples               a partition of the items, among random triples
    words                 letters in a grid, their words among random words
    colorings             a partition of the vertices, and edges between its classes
    timetables            a full week, and other hours at which a teacher could come
    partitions            a partition of the items, among random sets with costs
    crew pairings         flights that some planes make, and the chains of flights that a crew could work on

Dominoes as equal pieces and rosters have multiplicities, and nothing hidden.

The options are in an order that betrays nothing, either sorted or shuffled. The relatives have no plant: random
triples, random graphs, squares without one of the right symbols and a part of the wrong ones. Most of them have no
solution beyond some density; bench/questions.py lists seeds for which two solvers proved that.

References: C. Gomes and D. Shmoys, Completing quasigroups or Latin squares (2002); M. Jacobson and P. Matthews,
Generating uniformly distributed random Latin squares (1996).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from random import Random

from .instances import Cell, Cover, Option, Pieces, box, polyforms

Square = dict[Cell, int]  # the symbols of the filled cells
LETTERS = "etaoinshrdlucmfwypvbgkjqxz"


# ---- Squares ----


class LatinChain:
    """A Latin square as a set of triples, and the moves of Jacobson and Matthews, which reach every square.

    A move adds and removes triples at the 8 corners of a subcube. A corner can become -1; the next move starts there.
    A line of the cube is named by two coordinates, and `third` has the others of its triples.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.third: dict[tuple[str, int, int], list[int]] = {}
        self.negative: tuple[int, int, int] | None = None  # the triple counted -1, if any
        for r, c in product(range(n), repeat=2):
            for line, z in _lines(r, c, (r + c) % n):
                self.third.setdefault(line, []).append(z)

    def move(self, rng: Random) -> None:
        here = self.negative or self._absent(rng)
        others = [rng.choice(self.third[line]) for line, _ in _lines(*here)][::-1]  # a row, a column, a symbol
        for turned in product((0, 1), repeat=3):
            corner = [o if t else h for h, o, t in zip(here, others, turned, strict=True)]
            self._change(corner[0], corner[1], corner[2], 1 if sum(turned) % 2 == 0 else -1)

    def _absent(self, rng: Random) -> tuple[int, int, int]:
        while True:
            r, c, s = (rng.randrange(self.n) for _ in range(3))
            if s not in self.third["rc", r, c]:
                return r, c, s

    def _change(self, r: int, c: int, s: int, by: int) -> None:
        if by > 0 and self.negative == (r, c, s):
            self.negative = None
        elif by < 0 and s not in self.third["rc", r, c]:
            self.negative = (r, c, s)
        else:
            for line, z in _lines(r, c, s):
                if by > 0:
                    self.third[line].append(z)
                else:
                    self.third[line].remove(z)


def _lines(r: int, c: int, s: int) -> list[tuple[tuple[str, int, int], int]]:
    """Return the three lines through a triple, each with the coordinate that varies: symbol, column, row."""
    return [(("rc", r, c), s), (("rs", r, s), c), (("cs", c, s), r)]


def latin_square(n: int, rng: Random) -> Square:
    """Return a random Latin square: n^3 moves away from addition modulo n, as is usual."""
    chain, moves = LatinChain(n), 0
    while moves < n**3 or chain.negative:
        chain.move(rng)
        moves += 1
    return {(r, c): chain.third["rc", r, c][0] for r, c in box(n, n)}


def full_grid(side: int, rng: Random) -> Square:
    """Return a Sudoku grid with boxes of side x side: the cyclic one, with bands, lines and digits shuffled."""
    n = side * side

    def lines() -> list[int]:
        return [side * band + k for band in rng.sample(range(side), side) for k in rng.sample(range(side), side)]

    rows, columns, digits = lines(), lines(), rng.sample(range(n), n)
    return {
        (i, j): digits[(side * (r % side) + r // side + c) % n]
        for i, r in enumerate(rows)
        for j, c in enumerate(columns)
    }


def punched(square: Square, holes: float, rng: Random) -> Square:
    """Return the givens after punching holes into this share of the cells, rounded."""
    kept = sorted(rng.sample(sorted(square), round(len(square) * (1 - holes))))
    return {cell: square[cell] for cell in kept}


def completion(n: int, given: Mapping[Cell, int], side: int = 0) -> Cover:
    """Model the completions of a square of order n; with `side`, boxes of side x side have no repetitions either."""

    def items(i: int, j: int, k: int) -> Option:
        in_box = (f"b{i // side * side + j // side}.{k}",) if side else ()
        return (f"p{i}.{j}", f"r{i}.{k}", f"c{j}.{k}", *in_box)

    closed = {item for (i, j), k in given.items() for item in items(i, j, k)}
    kinds = "prcb" if side else "prc"
    names = [f"{kind}{a}.{b}" for kind in kinds for a, b in box(n, n)]
    options = [items(i, j, k) for (i, j), k in product(box(n, n), range(n))]
    return Cover([x for x in names if x not in closed], [], [x for x in options if closed.isdisjoint(x)])


def quasigroup(n: int, holes: float, *, seed: int, spoiled: float = 0) -> Cover:
    """Model the completions of a random Latin square with holes; see :func:`_spoiled`.

    >>> quasigroup(5, 0.4, seed=1).options[:2]
    [('p0.2', 'r0.2', 'c2.2'), ('p1.3', 'r1.0', 'c3.0')]
    """
    rng = Random(f"quasigroup {n} {holes} {seed}")
    square = latin_square(n, rng)
    cover = completion(n, punched(square, holes, rng))
    return _spoiled(cover, square, spoiled, rng) if spoiled else cover


def sudoku(side: int, holes: float, *, seed: int, spoiled: float = 0) -> Cover:
    """Model a Sudoku with boxes of side x side, whose grid is a shuffled one."""
    rng = Random(f"sudoku {side} {holes} {seed}")
    square = full_grid(side, rng)
    cover = completion(side * side, punched(square, holes, rng), side)
    return _spoiled(cover, square, spoiled, rng) if spoiled else cover


def _spoiled(cover: Cover, square: Square, share: float, rng: Random) -> Cover:
    """Keep this share of the options that are wrong in the hidden square, and all but one of the right ones."""
    right = {(f"p{i}.{j}", f"r{i}.{k}") for (i, j), k in square.items()}
    lost = rng.choice([option for option in cover.options if option[:2] in right])
    kept = [option for option in cover.options if option[:2] in right or rng.random() < share]
    return cover._replace(options=[option for option in kept if option != lost])


# ---- Packings, triples, words ----


def cut(rows: int, columns: int, size: int, rng: Random) -> list[set[Cell]]:
    """Cut a rectangle into connected pieces of `size` cells, less where no more fit; single cells join a neighbor."""
    free, pieces = set(box(rows, columns)), list[set[Cell]]()
    while free:
        piece = {min(free)}
        while len(piece) < size:
            edge = sorted(cell for cell in free - piece if piece.intersection(_around(cell)))
            if not edge:
                break
            piece.add(rng.choice(edge))
        free -= piece
        small = [other for other in pieces if len(piece) == 1 and other.intersection(_around(min(piece)))]
        if small:
            min(small, key=len).update(piece)
        else:
            pieces.append(piece)
    return pieces


def _around(cell: Cell) -> list[Cell]:
    i, j = cell
    return [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]


def packing(rows: int, columns: int, size: int, *, seed: int) -> Cover:
    """Model packings of a rectangle with the pieces of a cut, each once. Pieces may be rotated and turned over."""
    rng = Random(f"packing {rows} {columns} {size} {seed}")
    pieces = cut(rows, columns, size, rng)
    rng.shuffle(pieces)
    shapes: Pieces = {f"piece{k}": sorted(piece) for k, piece in enumerate(pieces)}
    names = {(i, j): f"{i}.{j}" for i, j in box(rows, columns)}
    return polyforms(shapes, names, mirrored=True, each_once=True)


def triples(n: int, m: int, *, seed: int, planted: bool = True) -> Cover:
    """Model exact covers of n items by some of m different triples; unless `planted`, there may be none.

    >>> triples(6, 3, seed=1).options
    [('x0', 'x3', 'x4'), ('x1', 'x2', 'x4'), ('x0', 'x3', 'x5')]
    """
    rng = Random(f"triples {n} {m} {seed}")
    order = rng.sample(range(n), n)
    chosen = {tuple(sorted(order[k : k + 3])) for k in range(0, n, 3)} if planted else set[tuple[int, ...]]()
    while len(chosen) < m:
        chosen.add(tuple(sorted(rng.sample(range(n), 3))))
    options = sorted(chosen)
    rng.shuffle(options)
    return Cover([f"x{k}" for k in range(n)], [], [tuple(f"x{k}" for k in triple) for triple in options])


def words(rows: int, columns: int, number: int, *, seed: int) -> Cover:
    """Model word rectangles from `number` random words across and as many down; letters are colors of the cells."""
    rng = Random(f"words {rows} {columns} {number} {seed}")
    grid = [_word(columns, rng) for _ in range(rows)]
    across = {f"a{i}": [f"{i}.{j}" for j in range(columns)] for i in range(rows)}
    downs = {f"d{j}": [f"{i}.{j}" for i in range(rows)] for j in range(columns)}
    options: list[Option] = []
    for slots, planted in ((across, grid), (downs, ["".join(column) for column in zip(*grid, strict=True)])):
        known = _lexicon(planted, number, rng)
        options += [
            (slot, *map(":".join, zip(cells, word, strict=True))) for slot, cells in slots.items() for word in known
        ]
    return Cover([*across, *downs], [f"{i}.{j}" for i, j in box(rows, columns)], options)


def _word(length: int, rng: Random) -> str:
    """Return a random word. The n-th of LETTERS is as frequent as 1/n: Zipf's law."""
    return "".join(rng.choices(LETTERS, [1 / (k + 1) for k in range(len(LETTERS))], k=length))


def _lexicon(planted: Sequence[str], number: int, rng: Random) -> list[str]:
    """Return `number` different words in random order, the planted ones among them."""
    found = set(planted)
    while len(found) < number:
        found.add(_word(len(planted[0]), rng))
    return rng.sample(sorted(found), len(found))


# ---- Graphs and timetables ----


def coloring(n: int, degree: float, colors: int, *, seed: int, planted: bool = True) -> Cover:
    """Model colorings of a random graph of n vertices of this mean degree; unless `planted`, there may be none.

    The secondary item (edge, color) goes to at most one end, as in bench/instances.py.
    """
    rng = Random(f"coloring {n} {degree} {colors} {seed}")
    hidden = rng.sample(range(n), n)
    edges: set[tuple[int, ...]] = set()
    while len(edges) < round(n * degree / 2):
        a, b = sorted(rng.sample(range(n), 2))
        if not planted or hidden[a] % colors != hidden[b] % colors:
            edges.add((a, b))
    around: dict[int, list[str]] = {v: [] for v in range(n)}
    for a, b in sorted(edges):
        for v in (a, b):
            around[v].append(f"e{a}.{b}")
    secondary = [f"e{a}.{b}c{c}" for a, b in sorted(edges) for c in range(colors)]
    options = [(f"v{v}", *(f"{e}c{c}" for e in around[v])) for v, c in box(n, colors)]
    return Cover([f"v{v}" for v in range(n)], secondary, options)


def timetable(classes: int, slots: int, more: float, *, seed: int, rooms: int = 0, missing: int = 0) -> Cover:
    """Model a week in which every class has a lesson in every slot, from teachers who come at certain hours only.

    Args:
        classes: the number of classes and of teachers; the hidden week has each of them busy all the time.
        slots: the number of slots, and of lessons of each class and each teacher.
        more: the share of the other slots in which a teacher could also give a lesson.
        rooms: if not 0, lessons of even teachers need one of so many laboratories, a multiplicity. The number is
            larger where the hidden week needs more.
        missing: the number of lessons of the hidden week at whose hour the teacher cannot come to that class after all.
    """
    rng = Random(f"timetable {classes} {slots} {more} {seed}")
    week = [(slot, t, k) for slot in range(slots) for k, t in enumerate(rng.sample(range(classes), classes))]
    comes = _hours(week, slots, more, rng)
    for slot, t, k in rng.sample(week, missing):
        for lesson in comes:
            if lesson[:2] == (t, k):
                comes[lesson] -= {slot}
    need = max(sum(t % 2 == 0 for at, t, _ in week if at == slot) for slot in range(slots))
    options = [
        (f"l{t}.{k}.{x}", f"t{t}.{slot}", f"c{k}.{slot}", *([f"s{slot}"] if rooms and t % 2 == 0 else []))
        for (t, k, x), hours in sorted(comes.items())
        for slot in sorted(hours)
    ]
    primary = [f"l{t}.{k}.{x}" for t, k, x in sorted(comes)]
    primary += [f"0:{max(rooms, need)}|s{slot}" for slot in range(slots)] if rooms else []
    return Cover(primary, [f"{kind}{k}.{slot}" for kind in "tc" for k, slot in box(classes, slots)], options)


def _hours(
    week: Iterable[tuple[int, int, int]], slots: int, more: float, rng: Random
) -> dict[tuple[int, int, int], set[int]]:
    """Return the possible slots of each lesson: a teacher, a class, and a number among their lessons."""
    comes: dict[tuple[int, int, int], set[int]] = {}
    numbers: dict[tuple[int, int], int] = {}
    for slot, t, k in week:
        numbers[t, k] = numbers.get((t, k), -1) + 1
        comes[t, k, numbers[t, k]] = {slot} | {s for s in range(slots) if rng.random() < more}
    return comes


# ---- Problems with costs ----


def partitions(n: int, m: int, *, seed: int) -> tuple[int, list[list[int]], list[int]]:
    """Return the number of items, random sets of 2 to 7 items, and costs in proportion to their sizes.

    >>> partitions(5, 4, seed=1)[0]
    5
    """
    rng = Random(f"partitions {n} {m} {seed}")
    items, sets = rng.sample(range(n), n), []
    while items:
        size = rng.randint(2, 7)
        sets.append(sorted(items[:size]))
        items = items[size:]
    sets += [sorted(rng.sample(range(n), rng.randint(2, min(7, n)))) for _ in range(m - len(sets))]
    rng.shuffle(sets)
    return n, sets, [rng.randint(50, 150) * len(one) for one in sets]


def pairings(n: int, *, cities: int, wait: int, seed: int) -> tuple[int, list[list[int]], list[int]]:
    """Return the number of flights, chains of them that a crew could work on, and the costs of these.

    Planes fly 2 to 6 legs a day, from one of two bases back to it. A crew leaves from a base, changes planes within 30
    to ``wait`` minutes, works on 6 flights at most, and comes back. Its cost is the time of flying, at least 0.6 of the
    time on duty, and a constant. To leave a flight to another company costs more.

    >>> n, chains, costs = pairings(20, cities=4, wait=240, seed=1)
    >>> len(chains) == len(costs) > n
    True
    """
    rng = Random(f"pairings {n} {cities} {wait} {seed}")
    flights: list[tuple[float, int, int, float]] = []  # departure, from, to, arrival
    while len(flights) < n:
        hour, legs = rng.uniform(300, 700), rng.randint(2, 6)
        base = city = rng.randrange(2)
        for leg in range(legs):
            home = leg == legs - 1 and city != base
            to = base if home else rng.choice([other for other in range(cities) if other != city])
            flights.append((hour, city, to, hour + rng.uniform(50, 180)))
            hour, city = flights[-1][3] + rng.uniform(35, 120), to
    flights = sorted(flights[:n])
    chains = [[k] for k in range(n)]
    costs = [rng.randrange(1_500, 2_000) for _ in range(n)]
    unfinished = [[k] for k, flight in enumerate(flights) if flight[1] < 2]
    while unfinished:
        chain = unfinished.pop()
        first, last = flights[chain[0]], flights[chain[-1]]
        if last[2] == first[1]:
            flying = sum(flights[k][3] - flights[k][0] for k in chain)
            chains.append(chain)
            costs.append(int(max(0.6 * (last[3] - first[0]), flying)) + rng.randrange(200, 260))
        later = range(chain[-1] + 1, n) if len(chain) < 6 else range(0)
        near = [k for k in later if flights[k][1] == last[2] and 30 <= flights[k][0] - last[3] <= wait]
        unfinished += [[*chain, k] for k in near]
    return n, chains, costs


def equal_pieces(size: int, seed: int = 1) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Return the bounds, options and costs of the dominoes of a square board, as one item with a multiplicity."""
    chance = Random(seed)
    cells = [(r, c) for r in range(size) for c in range(size)]
    pairs = [((r, c), other) for r, c in cells for other in ((r + 1, c), (r, c + 1)) if max(other) < size]
    options = [[0, *(1 + r * size + c for r, c in pair)] for pair in pairs]
    half = size * size // 2
    return [[half, half], *([1, 1] for _ in cells)], options, [chance.randrange(-500, 500) for _ in options]


def roster(
    nurses: int,
    days: int,
    shifts: tuple[int, int],
    crew: tuple[int, int] = (2, 3),
    *,
    seed: int,
    runs: bool = False,
) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Return the bounds, options and costs of a roster: a morning, an evening and a night shift a day.

    A nurse works so many shifts, at most one a day, and no morning after a night; a shift has so large a crew. With
    ``runs``, no nurse works on more than 3 of 4 nights. Costs are wishes, some of them negative.
    """
    chance, options, costs = Random(seed), list[list[int]](), list[int]()
    windows = days - 3 if runs else 0
    bounds = [list(shifts)] * nurses + [list(crew)] * (3 * days) + [[0, 3]] * (nurses * windows)
    first = len(bounds)
    for nurse in range(nurses):
        for day in range(days):
            for shift in range(3):
                one = first + 2 * (nurse * (days + 1) + day)
                rest = [one + 1] if shift == 0 else [one + 3] if shift == 2 else []
                nights = [nurses + 3 * days + nurse * windows + w for w in range(day - 3, day + 1) if 0 <= w < windows]
                options.append([nurse, nurses + 3 * day + shift, one, *rest, *(nights if shift == 2 else [])])
                costs.append(chance.choice([-3, -1, 0, 0, 0, 1, 2, 5]))
    return bounds, options, costs
