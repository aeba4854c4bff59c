"""Variants: each against its definition, written a second time in definitions.py.

On 4x4 the definition filters all grids; on 6x6 and 9x9 plain backtracking counts completions. A SAT solver also proves
puzzles with one solution, on the clauses of the cover and on clauses made from the definitions, and so does plain
backtracking with a third of the solution given.
"""

import random
import re
from itertools import combinations, islice, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku
from dlx import Status
from sudoku import Board
from sudoku.board.digitsets import digit_sets, number_of_sets
from sudoku.engine.cover import clues, cover, filled
from sudoku.rules import Rules, Variant
from sudoku.variants import (
    NAMED,
    AntiKing,
    AntiKnight,
    Diagonals,
    DisjointGroups,
    Even,
    ExtraRegions,
    Killer,
    Kropki,
    NonConsecutive,
    Odd,
    Pencilmarks,
    Thermometers,
    Windoku,
)
from tests import definitions as d
from tests.variant_puzzles import JIGSAW, SUKAKU, UNIQUE, names_of, places_of


def as_grid(board, puzzle):
    return {place: value for place, value in zip(board.places, puzzle, strict=True) if value}


# ---- 4x4: all 288 grids, filtered

FOUR = [d.lines(4), d.boxes(2, 2)]
PLACES = list(product(range(4), repeat=2))
GRIDS = list(d.solutions(PLACES, 4, FOUR, {}))
EVERY = {(r, c): {1, 2, 3, 4} for r, c in PLACES}
ALLOWED = EVERY | {(0, 0): {1, 2}, (1, 3): {2, 4}, (2, 2): {1, 3, 4}}
MARKS = "".join(str(v) if v in ALLOWED[place] else "." for place in PLACES for v in (1, 2, 3, 4))


def pair(names):
    return frozenset(places_of(names))


def dotted(grid):
    pairs = [(p, q) for p in grid for q in ((p[0] + 1, p[1]), (p[0], p[1] + 1)) if q in grid]
    white = [(p, q) for p, q in pairs if abs(grid[p] - grid[q]) == 1]
    return white, [(p, q) for p, q in pairs if (p, q) not in white and {grid[p] / grid[q]} <= {2, 0.5}]


WHITE, BLACK = dotted(GRIDS[77])
ALL_BLACK = [*BLACK, *((p, q) for p, q in WHITE if {GRIDS[77][p], GRIDS[77][q]} == {1, 2})]
SMALL = {
    "x": (Diagonals(), [d.x(4)]),
    "a diagonal": (Diagonals(rising=False), [d.group((k, k) for k in range(4))]),
    "windoku": (Windoku(), [d.windoku((1, 1), height=2, width=2)]),
    "disjoint groups": (DisjointGroups(), [d.disjoint(2, 2)]),
    "extra region": (ExtraRegions(["r1c1 r2c2 r3c4"]), [d.group([(0, 0), (1, 1), (2, 3)])]),
    "anti-knight": (AntiKnight(), [d.knight]),
    "anti-king": (AntiKing(), [d.king]),
    "non-consecutive": (NonConsecutive(), [d.nonconsecutive]),
    "even": (Even("r1c1 r2c3"), [d.parity([(0, 0), (1, 2)], 0)]),
    "odd": (Odd([0, "R2C3"]), [d.parity([(0, 0), (1, 2)], 1)]),
    "killer": (
        Killer([(7, "r1c1 r1c2"), (None, "r2c2 r3c3"), (6, "r4c2 r4c3 r3c2"), (3, "r4c4")]),
        [
            d.cage(7, [(0, 0), (0, 1)]),
            d.cage(None, [(1, 1), (2, 2)]),
            d.cage(6, [(3, 1), (3, 2), (2, 1)]),
            d.cage(3, [(3, 3)]),
        ],
    ),
    "killer, overlapping cages": (
        Killer([(5, "r1c1 r1c2"), (9, "r1c2 r1c3 r1c4"), (5, "r1c1 r1c2"), (None, "r1c1 r2c3")]),
        [d.cage(5, [(0, 0), (0, 1)]), d.cage(9, [(0, 1), (0, 2), (0, 3)]), d.cage(None, [(0, 0), (1, 2)])],
    ),
    "thermometers": (
        Thermometers(["r1c1 r2c2 r3c2", ["r4c4", "r3c4"]]),
        [d.thermometer([(0, 0), (1, 1), (2, 1)]), d.thermometer([(3, 3), (2, 3)])],
    ),
    "Kropki": (Kropki(["r1c1 r1c2"], ["r2c2 r3c2"]), [d.dots({pair("r1c1 r1c2")}, {pair("r2c2 r3c2")})]),
    "Kropki, all white": (
        Kropki(list(map(names_of, WHITE)), list(map(names_of, BLACK[:1])), all_white=True),
        [d.dots(set(map(frozenset, WHITE)), set(map(frozenset, BLACK[:1])), all_white=True)],
    ),
    "Kropki, all black": (
        Kropki(black=list(map(names_of, ALL_BLACK)), all_black=True),
        [d.dots(set(), set(map(frozenset, ALL_BLACK)), all_black=True)],
    ),
    "pencilmarks": (Pencilmarks(MARKS), [d.marks(ALLOWED)]),
}


def test_extra_regions_have_numbers():
    board = Board(2, 2, variants=[ExtraRegions(["r1c1 r2c2 r3c4 r4c3", "r1c2 r3c3"])])
    assert [board.house_name(house) for house in range(12, len(board.houses))] == ["extra region 1"]


def test_there_are_288_grids():
    assert len(GRIDS) == 288 == sudoku.count("." * 16)


def filtered(rules):
    return {tuple(grid[place] for place in PLACES) for grid in GRIDS if d.right(rules, grid)}


@pytest.mark.parametrize("name", SMALL)
def test_the_4x4_grids_of_a_variant(name):
    variant, rules = SMALL[name]
    board = Board(2, 2, variants=[variant])
    expected = filtered(rules)
    found = [tuple(board.parse(text)) for text in sudoku.solutions("." * 16, board=board)]
    assert sorted(found) == sorted(expected)
    assert sudoku.count("." * 16, board=board) == len(expected) < 288
    assert isinstance(variant, Variant)
    assert variant == type(variant)(**vars(variant))
    assert str(board) == f"4x4 board with {variant}"
    for kernel in ("bits", "links", "multi"):
        assert cover(board).search(kernel=kernel).count() == len(expected)
    assert {cover(board).count(method=method) for method in ("memo", "zdd")} == {len(expected)}


@pytest.mark.parametrize("name", [name for name in SMALL if name not in ("anti-king", "non-consecutive")])
def test_a_batch_of_a_variant(name):
    variant, rules = SMALL[name]
    board = Board(2, 2, variants=[variant])
    expected = sorted(filtered(rules))
    random.seed(1)
    puzzles = [[v if random.random() < 0.3 else 0 for v in random.choice(expected)] for _ in range(300)]
    result = sudoku.solve_batch(np.array(puzzles, np.uint8), None, board=board)
    for puzzle, count, first in zip(puzzles, result.counts, result.solutions, strict=True):
        fitting = [grid for grid in expected if all(v in (0, w) for v, w in zip(puzzle, grid, strict=True))]
        assert count == len(fitting)
        assert tuple(first) in fitting
    assert sudoku.solve_batch(np.array(puzzles, np.uint8), 1, board=board).counts.tolist() == [1] * 300


@given(st.lists(st.sampled_from(sorted(SMALL)), min_size=2, max_size=4, unique=True), st.randoms())
@settings(max_examples=60, deadline=None)
def test_mixes_of_variants(names, random):
    board = Board(2, 2, variants=[SMALL[name][0] for name in names])
    expected = filtered([rule for name in names for rule in SMALL[name][1]])
    solutions = {tuple(board.parse(text)) for text in sudoku.solutions("." * 16, board=board)}
    assert solutions == expected
    puzzle = bytes(value if random.random() < 0.3 else 0 for value in random.choice(sorted(filtered([]))))
    left = sum(all(v in (0, w) for v, w in zip(puzzle, grid, strict=True)) for grid in expected)
    assert cover(board).count(given=clues(board, puzzle)) == left
    assert sudoku.solve_batch(np.frombuffer(puzzle, np.uint8)[None], None, board=board).counts[0] == left


# ---- 6x6: completions, by plain backtracking


def test_the_number_of_6x6_grids():
    assert cover(Board(2, 3)).count(method="memo") == 28_200_960
    with_nothing = Board(2, 3, variants=[ExtraRegions([])])
    assert not with_nothing.plain
    assert cover(with_nothing).count(method="memo") == 28_200_960


SIX = {
    "x": (lambda grid: Diagonals(), lambda grid: d.x(6)),
    "disjoint": (lambda grid: DisjointGroups(), lambda grid: d.disjoint(2, 3)),
    "knight": (lambda grid: AntiKnight(), lambda grid: d.knight),
    "even": (
        lambda grid: Even([names_of([p]) for p in grid if sum(p) % 3 == 0 and grid[p] % 2 == 0]),
        lambda grid: d.parity([p for p in grid if sum(p) % 3 == 0 and grid[p] % 2 == 0], 0),
    ),
    "killer": (
        lambda grid: Killer([(grid[p] + grid[q], names_of([p, q])) for p, q in cages(grid)]),
        lambda grid: lambda *a: d.fits_all([d.cage(grid[p] + grid[q], [p, q]) for p, q in cages(grid)], *a),
    ),
    "thermometer": (
        lambda grid: Thermometers([names_of(line) for line in rising(grid)]),
        lambda grid: lambda *a: d.fits_all([d.thermometer(line) for line in rising(grid)], *a),
    ),
    "dots": (
        lambda grid: Kropki([names_of(p) for p in dotted(grid)[0]], [names_of(p) for p in dotted(grid)[1]], True, True),
        lambda grid: d.dots(*({frozenset(p) for p in dots} for dots in dotted(grid)), True, True),
    ),
}


def cages(grid):
    """Return the dominoes down the grid whose digits differ."""
    pairs = [((r, c), (r + 1, c)) for r in (0, 2, 4) for c in range(6)]
    return [(p, q) for p, q in pairs if grid[p] != grid[q]]


def rising(grid):
    pairs = [((r, c), (r + 1, c + 1)) for r in (0, 2, 4) for c in (0, 2, 4)]
    return [(p, q) for p, q in pairs if grid[p] < grid[q]]


@given(st.lists(st.sampled_from(sorted(SIX)), min_size=1, max_size=3, unique=True), st.integers(0, 2**30))
@settings(max_examples=25, deadline=None)
def test_6x6_completions(names, seed):
    plain, generator = Board(2, 3), random.Random(seed)
    whole = Board(2, 3, variants=[SIX[n][0]({}) for n in names if n in ("x", "disjoint", "knight")])
    solution = cover(whole).search(seed=seed).__iter__()
    found = next(solution, None)
    if found is None:  # these three together have no solution
        assert sudoku.count("." * 36, board=whole) == 0
        return
    grid = as_grid(plain, filled(whole, found.options))
    board = Board(2, 3, variants=[SIX[name][0](grid) for name in names])
    rules = [d.lines(6), d.boxes(2, 3), *(SIX[name][1](grid) for name in names)]
    assert d.right(rules, grid)
    left = {place: value for place, value in grid.items() if generator.random() < 0.4}
    puzzle = bytes(left.get(place, 0) for place in plain.places)
    assert cover(board).count(given=clues(board, puzzle)) == len(list(d.solutions(plain.places, 6, rules, left)))


# ---- 9x9: puzzles with one solution


@pytest.mark.parametrize("name", UNIQUE)
def test_a_puzzle_with_one_solution(name):
    board, rules, puzzle = UNIQUE[name]
    assert sudoku.is_unique(puzzle, board=board)
    solution = sudoku.solve(puzzle, board=board)
    grid = as_grid(board, board.parse(solution))
    clue = as_grid(board, board.parse(puzzle))
    assert clue.items() <= grid.items()
    assert d.right(rules, grid)
    assert all(grid[place] == value for place, value in clue.items())
    more = clue | {place: grid[place] for place in board.places if (5 * place[0] + 7 * place[1]) % 3 == 0}
    assert list(d.solutions(board.places, board.side, rules, more)) == [grid]
    batch = sudoku.solve_batch([puzzle, "." * board.cells, puzzle], board=board)
    assert batch.counts.tolist() == [1, sudoku.count("." * board.cells, 2, board=board), 1]
    assert board.line(batch.solutions[0].tobytes()) == solution


@pytest.mark.parametrize("name", UNIQUE)
def test_a_sat_solver_agrees_that_there_is_one(name):
    board, _, puzzle = UNIQUE[name]
    solvers = pytest.importorskip("pysat.solvers")
    cnf = cover(board).to_cnf(given=clues(board, board.parse(puzzle)))
    with solvers.Solver(name="cadical153", bootstrap_with=cnf.clauses) as solver:
        assert solver.solve()
        first = filled(board, cnf.solution(solver.get_model()).options)
        assert board.line(first) == sudoku.solve(puzzle, board=board)
        solver.add_clause([-(cell * board.side + value) for cell, value in enumerate(first)])
        assert not solver.solve()


def test_the_longest_thermometer_has_all_digits():
    board = Board(2, 2, variants=[Thermometers(["r1c1 r1c2 r1c3 r1c4"])])
    assert {text[:4] for text in sudoku.solutions("." * 16, board=board)} == {"1234"}
    with pytest.raises(ValueError, match="thermometer 1: 5 cells; there are 4 digits"):
        Board(2, 2, variants=[Thermometers(["r1c1 r1c2 r1c3 r1c4 r2c4"])])


@pytest.mark.long
@pytest.mark.parametrize("name", ["x", "disjoint groups", "anti-knight", "thermometers", "Kropki", "even and odd"])
def test_clauses_made_from_the_definitions_have_one_model(name):
    """Each pair of candidates that a definition forbids together is a clause."""
    board, rules, puzzle = UNIQUE[name]
    solvers = pytest.importorskip("pysat.solvers")
    clue = as_grid(board, board.parse(puzzle))
    digits = range(1, board.side + 1)
    open_to = {
        place: [v for v in digits if clue.get(place, v) == v and d.fits_all(rules, {**clue}, *place, v)]
        for place in board.places
    }
    number = {c: k for k, c in enumerate(((p, v) for p in board.places for v in open_to[p]), 1)}
    with solvers.Solver(name="cadical153") as solver:
        for place in board.places:
            solver.add_clause([number[place, v] for v in open_to[place]])
        for (p, v), (q, w) in combinations(number, 2):
            if p == q or not d.fits_all(rules, {p: v}, *q, w):
                solver.add_clause([-number[p, v], -number[q, w]])
        assert solver.solve()
        model = set(solver.get_model())
        found = {place: v for (place, v), k in number.items() if k in model}
        assert found == as_grid(board, board.parse(sudoku.solve(puzzle, board=board)))
        solver.add_clause([-number[c] for c in found.items()])
        assert not solver.solve()


@pytest.mark.parametrize("name", ["x", "windoku", "anti-knight"])
@pytest.mark.parametrize("kept", [0.42, 0.5])
def test_completions_of_9x9_grids(name, kept):
    board, rules, _ = UNIQUE[name]
    generator = random.Random(name)
    for _ in range(2):
        text = sudoku.solve("." * 81, board=board, seed=generator.randrange(99))
        left = "".join(c if generator.random() < kept else "." for c in text)
        counted = sum(1 for _ in d.solutions(board.places, 9, rules, as_grid(board, board.parse(left))))
        assert sudoku.count(left, board=board) == counted >= 1


def shifted(n):
    """Return a grid with n x n boxes, each row a shift of the row above; disjoint groups hold in it as well."""
    side = n * n
    return [[(n * (row % n) + row // n + column) % side + 1 for column in range(side)] for row in range(side)]


@pytest.mark.parametrize(("n", "share"), [(4, 0.6), (5, 0.65), (6, 0.7)])
def test_large_boards(n, share):
    grid, generator = shifted(n), random.Random(n)
    even = [f"r{k}c{k + 2}" for k in range(1, n * n - 1) if grid[k - 1][k + 1] % 2 == 0]
    cage = Killer([(grid[0][0] + grid[0][1] + grid[1][2], "r1c1 r1c2 r2c3")])
    for board in (Board(n, n), Board(n, n, variants=["disjoint-groups", Even(even), cage])):
        solution = board.line(board.from_array(grid))
        board.check(board.parse(solution))
        puzzle = "".join(c if generator.random() < share else "." for c in solution)
        while len(two := list(islice(sudoku.solutions(puzzle, board=board), 2))) == 2:
            differ = (a != b for a, b in zip(*two, strict=True))
            puzzle = "".join(s if no else p for p, s, no in zip(puzzle, solution, differ, strict=True))
        assert two == [solution]
        assert puzzle.count(".") > board.cells / 8
        assert sudoku.is_unique(puzzle, board=board)
        assert sudoku.solve(puzzle.lower(), board=board) == solution


def test_a_large_board_from_nothing():
    board = Board(4, 4, variants=["x"])
    solution = sudoku.solve("." * 256, board=board, seed=1)
    board.check(board.parse(solution))
    assert "." not in solution


# ---- the cover


ROW = " ".join(f"r9c{k}" for k in range(1, 10))


def test_a_candidate_is_an_option_whatever_the_variants_are():
    board = Board(variants=["x", "anti-knight", Even("r1c1"), Killer([(3, "r5c5 r5c6"), (45, ROW)])])
    problem = cover(board)
    for option in range(729):
        cell, digit = divmod(option, 9)
        items = problem.option(option)
        if option in board.rules.banned:
            assert items == ("never",)
        else:
            assert items[0] == board.cell_name(cell)
            assert all(item.endswith(f"={digit + 1}") or item.startswith("excl") for item in items[1:])
    assert problem.n_options == 729 + 1 + 1
    assert problem.option(729) == ("cage 1", *(f"cage 1={k}" for k in range(3, 10)))
    assert problem.option(730) == ("cage 2",)


@pytest.mark.parametrize(
    ("board", "size"),
    [
        (Board(), (324, 0, 729, 2916)),
        (Board(variants=["x"]), (342, 0, 729, 3078)),
        (Board(variants=["windoku"]), (360, 0, 729, 3240)),
        (Board(variants=["disjoint-groups"]), (405, 0, 729, 3645)),
        (Board(variants=["anti-king"]), (324, 252, 729, 3924)),
        (Board(variants=["anti-knight"]), (324, 1368, 729, 5652)),
        (Board(variants=["non-consecutive"]), (324, 1296, 729, 6516)),
        (Board(variants=[Killer([(15, [9 * r + c + k for k in range(3)]) for r in range(9) for c in (0, 3, 6)])]),
         (594, 0, 945, 5157)),
        (Board.samurai(), (1548, 0, 3321, 13932)),
    ],
)  # fmt: skip
def test_the_size_of_covers(board, size):
    problem = cover(board)
    primary, secondary = problem.n_primary, problem.n_items - problem.n_primary
    assert (primary, secondary, problem.n_options, len(problem.indices)) == size
    assert f"{primary:,} {secondary:,} {problem.n_options:,} {len(problem.indices):,}" in quoted_sizes()


def quoted_sizes():
    import sudoku.engine.cover as module

    rows = [row.split("   at ")[0] for row in module.__doc__.split("\n")]
    return [" ".join(re.findall(r"(?<= )[0-9][0-9,]*", row)[-4:]) for row in rows]


def test_a_clue_on_a_banned_candidate_has_no_solution():
    board = Board(2, 2, variants=[Odd("r1c1")])
    puzzle = "2..............."
    assert sudoku.solve(puzzle, board=board) is None
    assert sudoku.count(puzzle, board=board) == 0
    assert sudoku.solve_batch([puzzle] * 200, board=board).counts.sum() == 0
    assert sudoku.count("." * 16, board=board) == 144


def test_equal_digits_in_the_house_of_a_variant():
    board = Board(variants=["x", "windoku"])
    with pytest.raises(ValueError, match="diagonal 1 has digit 5 twice, at r1c1 and r9c9"):
        board.check(bytes([5] + [0] * 79 + [5]))
    assert sudoku.solve("5" + "." * 79 + "5", board=board) is None
    assert sudoku.count("5" + "." * 79 + "5", board=board) == 0
    with pytest.raises(ValueError, match="window 1 has digit 5 twice, at r2c2 and r4c3"):
        board.check(bytes([0] * 10 + [5] + [0] * 18 + [5] + [0] * 51))
    assert [board.house_name(k) for k in (26, 27, 28, 29, 32)] == [
        "box 9", "diagonal 1", "diagonal 2", "window 1", "window 4",
    ]  # fmt: skip
    assert board.houses[28] == tuple(range(8, 80, 8))
    assert len(board.houses_of[40]) == 3 + 2
    assert Board(2, 2, variants=["disjoint-groups"]).house_name(12) == "group 1"


def test_conflicts_and_exclusions():
    board = Board(variants=["anti-knight", Thermometers(["r1c1 r1c2 r1c3"])])
    rules = board.rules
    assert rules is board.rules
    conflicts = rules.conflicts
    assert conflicts[0] is conflicts[0]
    assert (board.cell("r2c3") * 9) in conflicts[0]
    assert 11 * 9 in conflicts[0]
    for candidate in random.Random(1).sample(range(729), 60):
        assert all(candidate in conflicts[other] for other in conflicts[candidate])
    assert {7, 8} <= rules.banned
    assert 9 in rules.banned
    assert len(rules.exclusions) == len(rules.reasons)
    assert set(rules.reasons) == {"anti-knight", "thermometers"}
    assert Board().rules.exclusions == () == Board().rules.sums
    cage = Board(variants=[Killer([(10, "r1c1 r2c2 r5c5")])])
    assert cage.rules.sums == (((0, 10, 40), 10),)
    assert 40 * 9 in cage.rules.conflicts[0]


def test_exclusions_that_say_nothing_new_are_dropped():
    class Twice:
        def add(self, rules, board):
            rules.different([0, 1])  # in a row
            rules.at_most_one([(0, 1), (0, 2)])  # in a cell
            rules.at_most_one([(0, 1), (40, 2)])
            rules.at_most_one([(0, 1), (40, 2), (80, 3)])
            rules.at_most_one([(0, 1), (40, 2), (80, 3)])
            rules.at_most_one([(30, 1), (40, 2)])
            rules.ban(30, [1])
            rules.house("row again", range(9))
            rules.house("middle", [0, 12, 24, 28, 40, 52, 56, 68, 80])
            rules.house("middle again", [0, 12, 24, 28, 40, 52, 56, 68, 80])

    board = Board(variants=[Twice()])
    assert board.rules.exclusions == ((0, 361, 722),)
    assert [name for name, _ in board.rules.houses] == ["middle"]


def test_related_cells():
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Greater:
        a: str
        b: str

        def add(self, rules, board):
            rules.related(board.cell(self.a), board.cell(self.b), lambda d, e: d > e)

    board = Board(2, 2, variants=[Greater("r1c1", "r4c4")])
    expected = {tuple(g[place] for place in PLACES) for g in GRIDS if g[0, 0] > g[3, 3]}
    assert {tuple(board.parse(t)) for t in sudoku.solutions("." * 16, board=board)} == expected
    assert 0 in board.rules.banned


# ---- sums


@pytest.mark.parametrize("side", [1, 4, 9, 11])
def test_sets_of_digits(side):
    for size in range(1, side + 1):
        for total in range(side * (side + 1) // 2 + 2):
            expected = {c for c in combinations(range(1, side + 1), size) if sum(c) == total}
            found = [tuple(sorted(digits)) for digits in digit_sets(side, size, total)]
            assert len(found) == len(set(found)) == number_of_sets(side, size, total)
            assert set(found) == expected


def test_the_most_sets_of_a_cage():
    assert max(number_of_sets(9, size, total) for size in range(1, 10) for total in range(46)) == 12
    assert max(number_of_sets(16, size, total) for size in range(1, 17) for total in range(137)) == 526


# ---- variants that do not fit


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        (["y"], r"^no variant 'y'; choose one of x, windoku, disjoint-groups, anti-knight, "),
        ([Even("r10c1")], "^even cells: r10c1 is not on a 9x9 board$"),
        ([Odd("a1")], r"^odd cells: 'a1' is not the name \(such as r1c9\) of a cell of a 9x9 board$"),
        ([Odd([81])], "^odd cells: 81 is not on a 9x9 board$"),
        ([Odd([-1])], "^odd cells: -1 is not on a 9x9 board$"),
        ([Killer([(2, "r1c1 r1c2")])], "^killer cages: cage 1: the sum of r1c1, r1c2 is 2; 2 different digits of 1-9 "),
        ([Killer([(18, "r1c1 r1c2")])], "have sums of 3 to 17$"),
        ([Killer([(10, "r1c1")])], "cage 1: the sum of r1c1 is 10; one digit has a sum of 1 to 9$"),
        ([Killer([(9, "r1c1 r1c1")])], "r1c1 is listed twice"),
        ([Killer([(45, range(10))])], r"cage 1: 10 cells \(r1c1, r1c2, r1c3, ...\) cannot hold different digits"),
        ([Killer([(0, "")])], r"cage 1: 0 cells"),
        ([Thermometers(["r1c1 r9c9", range(10)])], "^thermometers: thermometer 2: 10 cells; there are 9 digits$"),
        ([Thermometers(["r1c1 r1c2 r1c1"])], "^thermometers: thermometer 1: r1c1 is listed twice$"),
        ([Kropki(["r1c1 r1c3"])], "^Kropki dots: white dot 1: r1c1 and r1c3 are not neighbors$"),
        ([Kropki(black=["r1c1 r1c2 r1c3"])], "^Kropki dots: black dot 1 has 3 cells; a dot is between two cells$"),
        ([Diagonals(False, False)], "^a diagonal: no diagonal is requested; set falling or rising$"),
        ([ExtraRegions([range(10)])], "extra regions: 10 cells"),
        ([Pencilmarks("1234")], "^pencilmarks: 4 characters; a 9x9 board has 81 cells of 9 each$"),
        ([Pencilmarks("21" + "." * 727)], "^pencilmarks: character 1 of r1c1 is '2'; it must be 1, or empty$"),
    ],
)  # fmt: skip
def test_variants_that_do_not_fit(variants, message):
    with pytest.raises(ValueError, match=message):
        Board(variants=variants)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Board(variants="x"), "variants is the string 'x'; give a list"),
        (lambda: Board(variants=[3]), "3 is not a variant"),
        (lambda: Board(variants=[Diagonals]), "Diagonals is a class of variants; give an object of it"),
        (lambda: Killer([15]), "cage 15 must be a pair of a sum and cells"),
        (lambda: Killer([("15", "r1c1")]), "must be a pair of a sum"),
        (lambda: Thermometers("r1c1 r2c1"), "lines is the string 'r1c1 r2c1'; give a list"),
        (lambda: Thermometers([5]), "lines: 5 does not name cells"),
        (lambda: Even(5), "5 does not name cells"),
        (lambda: Kropki([[1.5]]), "white: .* does not name cells"),
    ],
)
def test_what_is_no_variant(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_a_variant_must_be_hashable():
    class Unhashable:
        __hash__ = None

        def add(self, rules, board):
            pass

    with pytest.raises(TypeError, match="cannot be hashed; make it a frozen dataclass"):
        Board(variants=[Unhashable()])


def test_variants_and_boards_that_do_not_go_together():
    with pytest.raises(ValueError, match="windows: no window of 1x5 cells fits into a 5x5 board"):
        Board(1, 5, variants=["windoku"])
    jigsaw = Board(regions="".join(JIGSAW))
    for name in ("windoku", "disjoint-groups"):
        with pytest.raises(ValueError, match="a board with regions has no boxes"):
            jigsaw.with_variants(name)
    with pytest.raises(ValueError, match=r"113,093,022 sets of digits have the sum 333 of r1c1, .*than the 20,000"):
        Board(6, 6, variants=[Killer([(333, range(18))])])
    starts = [25 * row + column for row in range(9) for column in (0, 6, 12, 18)]
    many = Killer([(52, range(start, start + 4 + start % 2)) for start in starts])
    assert cover(Board(5, 5, variants=[many])).n_options == 25**3 + sum(
        number_of_sets(25, len(cells), total) for cells, total in Board(5, 5, variants=[many]).rules.sums
    )
    with pytest.raises(ValueError, match="the sums have more than 200,000 sets of digits together"):
        Board(5, 5, variants=[Killer([(91, range(25 * row, 25 * row + 7)) for row in range(25)])])


def test_the_builder_refuses(monkeypatch):
    class Says:
        def __init__(self, say):
            self.say = say

        def __str__(self):
            return "it"

        def add(self, rules: Rules, board):
            self.say(rules)

    for say, message in (
        (lambda r: r.house("h", [1, 2]), "it: h has 2 cells; a house of a 9x9 board has 9"),
        (lambda r: r.ban(0, [10]), "it: digit 10 in r1c1: a 9x9 board has 1-9"),
        (lambda r: r.ban(99, [1]), "it: 99 is not on a 9x9 board"),
        (lambda r: r.at_most_one([(0, 0), (1, 1)]), "it: digit 0 in r1c1"),
        (lambda r: r.related(3, 3, lambda d, e: True), "it: r1c4 is listed twice"),
    ):
        with pytest.raises(ValueError, match=message):
            Board(variants=[Says(say)])
    with monkeypatch.context() as patch, pytest.raises(ValueError, match="it: the exclusions have more than 100 cand"):
        patch.setattr("sudoku.board.constraints.MOST_CANDIDATES", 100)
        Board(variants=[Says(lambda r: r.different(range(9)))])  # 81
        Board(variants=[Says(lambda r: [r.different(range(k, k + 9)) for k in range(2)])])


def test_the_bitset_engine_refuses_what_is_not_plain():
    for board in (Board(variants=["x"]), Board(regions="".join(JIGSAW)), Board.samurai()):
        for ask in (sudoku.solve, sudoku.count, lambda p, **k: sudoku.solve_batch([p], **k)):
            with pytest.raises(ValueError, match=r"the engine 'bitset' takes plain boards only, not a .*; use 'dlx'"):
                ask("." * board.cells, board=board, engine="bitset")


def test_the_names():
    assert {type(make()).__name__ for make in NAMED.values()} == {
        "Diagonals", "Windoku", "DisjointGroups", "AntiKnight", "AntiKing", "NonConsecutive",
        "GlobalEntropy", "GlobalModular", "Doppelganger", "ChaosConstruction",
    }  # fmt: skip
    assert Board(variants=["x"]) == Board(variants=[Diagonals()]) != Board()


# ---- pencilmarks


def test_sukaku_is_known_by_its_form():
    assert sudoku.is_unique(SUKAKU)
    assert sudoku.solve(SUKAKU) == sudoku.solve("." * 81, board=Board.read(SUKAKU)[0])
    assert sudoku.solve(SUKAKU.replace(".", "0"), board=Board()) == sudoku.solve(SUKAKU)
    assert Board.read("." * 729)[0] == Board(3, 9)  # 27x27: every cell of a Sukaku has a candidate
    assert Board.read("1" + "." * 728, Board())[0].variants == (Pencilmarks("1" + "." * 728),)
    assert sudoku.count("1" + "." * 728, board=Board()) == 0
    plain = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    batch = sudoku.solve_batch([plain, SUKAKU, plain])
    assert batch.counts.tolist() == [1, 1, 1]
    assert Board().line(batch.solutions[1].tobytes()) == sudoku.solve(SUKAKU)
    assert sudoku.solve_batch([SUKAKU, plain]).counts.tolist() == [1, 1]
    batch = sudoku.solve_batch([plain, "2" + SUKAKU[1:]])
    assert batch.counts.tolist() == [1, 0] and batch.status(1) is Status.INVALID
    assert "pencilmarks: character 1 of r1c1 is '2'" in batch.errors[1]


def test_the_sets_of_a_cage_at_their_limits():
    """A cage may have 19,809 sets of digits and not 20,344, all cages together 199,854 and not 200,013."""
    few, many = (110, range(11)), (93, range(8))
    assert [number_of_sets(25, len(cells), total) for total, cells in (few, many)] == [19_809, 20_344]
    assert len(Board(5, 5, variants=[Killer([few])]).rules.sums) == 1
    with pytest.raises(ValueError, match=r"20,344 sets of digits .* more than the 20,000 that one cage may have"):
        Board(5, 5, variants=[Killer([many])])
    ten = [(110, range(25 * row, 25 * row + 11)) for row in range(10)]
    assert [number_of_sets(25, 6, total) for total in (56, 57)] == [1_764, 1_923]
    assert len(Board(5, 5, variants=[Killer([*ten, (56, range(250, 256))])]).rules.sums) == 11
    with pytest.raises(ValueError, match="the sums have more than 200,000 sets of digits together"):
        Board(5, 5, variants=[Killer([*ten, (57, range(250, 256))])])
