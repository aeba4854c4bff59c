"""Puzzles with one solution, one for each kind of board and variant: board, rules (see definitions.py) and clues.

We made them from a random grid by removing clues while the solution stayed unique. Plain backtracking proved all but
killer and pencilmarks once, exactly as they are here; it takes up to four minutes.
"""

from sudoku import Board
from sudoku.variants import Even, Killer, Kropki, Odd, Thermometers

from . import definitions as d


def places_of(names):
    return [tuple(int(k) - 1 for k in name[1:].split("c")) for name in names.split()]


def names_of(places):
    return " ".join(f"r{r + 1}c{c + 1}" for r, c in places)


NINE = [d.lines(9), d.boxes(3, 3)]
CAGES = (
    (23, "r1c1 r2c1 r2c2"), (20, "r1c2 r1c3 r2c3 r3c3 r1c4"), (11, "r1c5 r1c6"), (20, "r1c7 r1c8 r1c9 r2c8 r2c9"),
    (24, "r2c4 r3c4 r3c5 r2c5"), (9, "r2c6 r2c7"), (9, "r3c1 r3c2"), (12, "r3c6 r4c6 r3c7 r4c5"), (11, "r3c8 r4c8"),
    (25, "r3c9 r4c9 r5c9 r6c9"), (11, "r4c1 r5c1 r5c2 r6c2"), (15, "r4c2 r4c3"), (27, "r4c4 r5c4 r5c5 r5c3 r5c6"),
    (23, "r4c7 r5c7 r6c7 r5c8 r6c8"), (25, "r6c1 r7c1 r7c2 r7c3 r8c1"), (18, "r6c3 r6c4 r7c4"), (18, "r6c5 r6c6 r7c5"),
    (26, "r7c6 r8c6 r8c7 r9c7 r9c8"), (8, "r7c7 r7c8"), (5, "r7c9 r8c9"), (28, "r8c2 r8c3 r8c4 r9c2"),
    (11, "r8c5 r9c5"), (9, "r8c8"), (3, "r9c1"), (3, "r9c3 r9c4"), (4, "r9c6"), (7, "r9c9"),
)  # fmt: skip
LINES = (
    "r5c4 r4c4 r3c4 r4c3 r5c3", "r9c4 r8c5 r7c6 r6c5 r7c4", "r5c2 r6c1 r6c2 r6c3", "r5c7 r6c8 r5c9 r4c9",
    "r3c3 r2c3 r2c2 r2c1", "r7c5 r6c4 r5c5 r6c6", "r8c7 r8c6 r9c5 r8c4", "r6c9 r7c9 r7c8 r8c8", "r8c1 r7c2 r8c3 r9c2",
    "r3c6 r2c6 r2c5 r3c5", "r6c7 r5c8 r4c7 r3c8",
)  # fmt: skip
WHITE = (
    "r1c3 r2c3", "r1c4 r2c4", "r1c5 r2c5", "r1c6 r1c7", "r1c8 r2c8", "r2c1 r2c2", "r2c3 r2c4", "r2c4 r3c4", "r2c6 r3c6",
    "r3c2 r3c3", "r3c4 r4c4", "r4c1 r5c1", "r4c2 r4c3", "r4c3 r5c3", "r4c6 r5c6", "r4c6 r4c7", "r4c7 r5c7", "r4c8 r5c8",
    "r4c9 r5c9", "r5c1 r5c2", "r5c5 r6c5", "r5c5 r5c6", "r5c6 r5c7", "r5c7 r5c8", "r6c1 r6c2", "r6c2 r7c2", "r6c2 r6c3",
    "r6c5 r6c6", "r7c4 r8c4", "r7c7 r8c7", "r7c8 r7c9", "r8c1 r8c2", "r8c3 r8c4", "r8c5 r9c5", "r8c6 r9c6", "r8c6 r8c7",
    "r9c3 r9c4", "r9c5 r9c6", "r9c8 r9c9",
)  # fmt: skip
BLACK = (
    "r2c5 r2c6", "r2c9 r3c9", "r3c7 r3c8", "r4c3 r4c4", "r4c4 r4c5", "r4c7 r4c8", "r5c1 r6c1", "r5c8 r5c9", "r6c1 r7c1",
    "r6c3 r6c4", "r6c9 r7c9", "r8c5 r8c6", "r9c6 r9c7",
)  # fmt: skip
EVEN = "r9c7 r6c3 r1c1 r5c8 r8c2 r2c2 r1c6 r7c1 r1c8 r7c2 r6c5 r5c9 r3c7"
ODD = "r7c6 r4c8 r2c9 r3c6 r9c9 r5c7 r6c4 r3c4 r7c4 r3c3 r8c8 r2c7 r1c4 r1c9 r4c6 r5c2 r1c5"
JIGSAW = "111112333 111222233 122252333 444555663 444555666 477558666 477778699 478888999 778889999".split()  # noqa: SIM905
SEVEN = ["3111122", "3131122", "3333422", "4444442", "6555555", "6667775", "6667777"]
SAMURAI = (
    "...6..27..3...2.7.2...94...86.4..312.6.7.2934.1...365.9..4.5.....5....8.578....1.62.1..93.143..7.....8534....8.5.9"
    ".....5...34.7..3.412..5.63.2....8.93...3.8..914.7..9..846.1..6....58.397..2......8.7..5.4.97.5....4...86.89..2...."
    "9..1...56492..4.89...784.6.....73...254..3...18..4..62..3....37.24..9...8..2..4...6.3.8.87..25....127.5.495...87.1"
    ".4..3...142...5....9....78."
)
SUKAKU = (
    "1..4567891.3456789123.5.789123..67891234.67891..4.6789123456789......78.1.345.78..23456789.234..789.23..6789"
    ".234..7..12..5.7.9..34.6.891234...8.12...6.8912345678912345.78.1.3456.8.123456....234.6.89.23456..91.34.6789"
    "123.5.78..23..678.1.3.5..8.123.5.7891234.678912345..891.3..6789123.56...123456789123.5...91234567891......8."
    "1.34.678.1..4.678912345678..2345678.123456789....56....234.6...12.4567891234567891234..789.234...89123456..9"
    "123456.89123.56..9123.56.89.23.5.78912345.789..3456.891..456.891.345...912.456....23456..91.345...91.3456.89"
    "12.4.678912.4567891.3.56..9.23456789123.567891234567.91234.6789123456.89123456789.234.67.9.2.4.67891..4.6789"
    "12345.789123.5.789123456.891234.6789123.56.8912.4.67.912.4.6789......789.234.6789"
)
MARKED = {divmod(cell, 9): {int(c) for c in SUKAKU[9 * cell : 9 * cell + 9].replace(".", "")} for cell in range(81)}
CORNERS = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))


def dots(texts):
    return {frozenset(places_of(text)) for text in texts}


UNIQUE = {
    "x": (
        Board(variants=["x"]),
        [*NINE, d.x(9)],
        ".8......475........2....8....92..1........5....8.1.................3.4.6..3.2....",
    ),
    "windoku": (
        Board(variants=["windoku"]),
        [*NINE, d.windoku((1, 1), (1, 5), (5, 1), (5, 5))],
        "9.....7.47......8..2....1....36................8............8...6.....41..25.....",
    ),
    "disjoint groups": (
        Board(variants=["disjoint-groups"]),
        [*NINE, d.disjoint(3, 3)],
        "9.......474.....5..1....8.....4.........2......5.......7....5......6.1....834..2.",
    ),
    "anti-knight": (
        Board(variants=["anti-knight"]),
        [*NINE, d.knight],
        ".8......41......5.......1.....3..9.............8.2..........8........3.9...7...6.",
    ),
    "anti-king": (
        Board(variants=["anti-king"]),
        [*NINE, d.king],
        ".8......43......2..5....8..6..4.........6......4..1....7....3........1.2..98..56.",
    ),
    "non-consecutive": (
        Board(variants=["non-consecutive"]),
        [*NINE, d.nonconsecutive],
        ".1......9.......2.............3................1............2........9....42.....",
    ),
    "killer": (
        Board(variants=[Killer(CAGES)]),
        [*NINE, *(d.cage(total, places_of(cells)) for total, cells in CAGES)],
        "." * 81,
    ),
    "thermometers": (
        Board(variants=[Thermometers(LINES)]),
        [*NINE, *(d.thermometer(places_of(line)) for line in LINES)],
        ".........9.......37.....4.61.....6..............3....28....................25....",
    ),
    "Kropki": (
        Board(variants=[Kropki(WHITE, BLACK, all_white=True, all_black=True)]),
        [*NINE, d.dots(dots(WHITE), dots(BLACK), True, True)],
        "." * 81,
    ),
    "even and odd": (
        Board(variants=[Even(EVEN), Odd(ODD)]),
        [*NINE, d.parity(places_of(EVEN), 0), d.parity(places_of(ODD), 1)],
        "6...3.92...5..27...........178.2.......1.6....56.89....6.......5.7.....13.....8..",
    ),
    "jigsaw": (
        Board(regions="".join(JIGSAW)),
        [d.lines(9), d.regions(JIGSAW)],
        "..52..69.....2.....1......3.4.7.......6.......5...7861......98..6....34.8.39.5...",
    ),
    "jigsaw 7x7": (
        Board(regions="\n".join(SEVEN)),
        [d.lines(7), d.regions(SEVEN)],
        "....3.7..5.....2...6.....73...1....75............",
    ),
    "Latin square": (Board(1, 7), [d.lines(7)], "...5327.41.2..7...145..2.57...72.3.6.........4..."),
    "samurai": (
        Board.samurai(),
        [rule for at in CORNERS for rule in (d.lines(9, *at), d.boxes(3, 3, *at))],
        SAMURAI,
    ),
    "pencilmarks": (Board.read(SUKAKU)[0], [*NINE, d.marks(MARKED)], "." * 81),
}
