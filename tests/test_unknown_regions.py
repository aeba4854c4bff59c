# SPDX-License-Identifier: MIT
"""Unknown regions and the clues about them, against all grids of 4x4 and all ways to divide them."""

import json
import random
import tracemalloc
from collections import Counter
from functools import cache
from itertools import permutations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import sudoku
from dlx import Unfinished
from dlx.drawing.shapes import Line
from dlx.engine.drive import DONE, SOLUTION
from sudoku import Board
from sudoku import variants as v
from sudoku.engine.engines import OnCandidates
from sudoku.engine.rule_search import RuleSearch
from sudoku.engine.rule_tables import rule_tables
from sudoku.reading.fpuzzles_out import exported
from sudoku.reading.rules_out import rules_of
from sudoku.reading.rulesfile import board_of_rules
from sudoku.terminal.cli import main

from .rule_definitions import RULES
from .sudoku.board.test_blocks import NO_DIGITS

FOUR = Board(1, 4)
OTHERS = sorted(name for name in RULES if name not in ("region sums", "indexing"))  # which know boxes
STEPS = {"up": -1j, "down": 1j, "left": -1, "right": 1}


def beside(cell, side):
    row, column = divmod(cell, side)
    return {r * side + c for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if 0 <= r < side and 0 <= c < side}  # fmt: skip


def shapes(cell, free, side):
    """Return all connected sets of `side` free cells with this cell."""
    found = {frozenset([cell])}
    for _ in range(side - 1):
        found = {s | {n} for s in found for c in s for n in beside(c, side) if n in free and n not in s}
    return found


@cache
def divisions(side, free=None):
    """Return all ways to divide the free cells into connected regions."""
    free = frozenset(range(side * side)) if free is None else free
    if not free:
        return [()]
    return [(s, *rest) for s in shapes(min(free), free, side) for rest in divisions(side, free - s)]


def latin(side, rows=()):
    if len(rows) == side:
        yield sum(rows, ())
        return
    for row in permutations(range(1, side + 1)):
        if all(a != b for above in rows for a, b in zip(row, above, strict=True)):
            yield from latin(side, (*rows, row))


@cache
def solutions(side):
    """Return all pairs of a grid and its regions."""
    whole = set(range(1, side + 1))
    return [(g, d) for g in latin(side) for d in divisions(side) if all({g[c] for c in s} == whole for s in d)]


def found(board):
    """Return the pairs of the search on candidates, with regions from its hidden cells."""
    search, pairs, outcome = RuleSearch(rule_tables(board)), [], None
    search.setup([])
    while outcome != DONE:
        outcome = search.step(100_000)
        if outcome == SOLUTION:
            values = search.solution(hidden=True)
            of = list(range(board.cells))
            for a, b, hidden in board.rules.shared:
                if values[hidden] == 1:
                    of = [of[a] if k == of[b] else k for k in of]
            for a, b, hidden in board.rules.shared:
                assert (of[a] == of[b]) == (values[hidden] == 1)
            regions = {frozenset(c for c in range(board.cells) if of[c] == k) for k in of}
            pairs.append(plain(values[: board.cells], regions))
    assert len(set(pairs)) == len(pairs)
    return sorted(pairs)


def plain(grid, division):
    return tuple(grid), tuple(sorted(tuple(sorted(region)) for region in division))


def check(board, expected):
    pairs = found(board)
    assert pairs == sorted(plain(*pair) for pair in expected)
    assert sudoku.count("." * board.cells, board=board) == len(pairs)
    assert sudoku.is_unique("." * board.cells, board=board) == (len(pairs) == 1)
    return len(pairs)


def test_all_grids_with_their_regions():
    assert len(divisions(4)) == 117
    for side in (2, 3, 4):
        check(Board(1, side, variants=["chaos-construction"]), solutions(side))


def test_a_count_is_of_grids_with_their_regions_and_keeps_none():
    """A grid that can be divided in several ways counts as often; a long count takes no memory."""
    board, empty = Board(1, 4, variants=["chaos-construction"]), "." * 16
    grids = list(sudoku.solutions(empty, board=board))
    assert len(grids) == len(solutions(4)) > len(set(grids)) == len({grid for grid, _ in solutions(4)})
    once = Counter(grid for grid, _ in solutions(4))
    for grid in list(once)[::40]:
        assert sudoku.count(list(grid), board=board) == once[grid]
    assert sudoku.count(empty, 100, board=board) == 100
    assert sudoku.count(empty, 0, board=board) == 0
    tracemalloc.start()
    try:
        assert sudoku.count("." * 36, 20_000, board=Board(1, 6, variants=["chaos-construction"])) == 20_000
        assert tracemalloc.get_traced_memory()[1] < 500_000  # 20,000 grids of 36 cells have 720,000 digits
    finally:
        tracemalloc.stop()


def test_regions_of_a_solution():
    """The search for all solutions reports the regions of each."""
    board = Board(1, 4, variants=["chaos-construction"])
    search, pairs = OnCandidates(board, bytes(16)), []
    for grid in search:
        own = search.regions
        assert list(dict.fromkeys(own)) == [0, 1, 2, 3]
        pairs.append(plain(grid, [[c for c in range(16) if own[c] == k] for k in range(4)]))
    assert sorted(pairs) == sorted(plain(*pair) for pair in solutions(4))


def test_a_solution_is_drawn_with_its_regions():
    generator = random.Random(5)
    for grid, _ in generator.sample(solutions(4), 40):
        own = [frozenset(frozenset(s) for s in d) for g, d in solutions(4) if g == grid]
        board = Board(1, 4, variants=["chaos-construction"])
        found = sudoku.regions(list(grid), board=board)
        assert frozenset(frozenset(c for c in range(16) if found[c] == k) for k in found) in own
        known, line = Board(regions=found), "".join(map(str, grid))
        picture, expected = sudoku.draw("." * 16, line, board), sudoku.draw("." * 16, line, known)
        assert picture.text == f"{expected.text}\nRules, not drawn: chaos construction"
        lines = [[shape for shape in p.shapes if isinstance(shape, Line)] for p in (picture, expected)]
        assert lines[0] == lines[1] != []
        assert f"Regions, row by row: {found[:4]}, {found[4:8]}" in picture.description


def test_a_puzzle_is_drawn_without_regions():
    board = Board(1, 4, variants=["chaos-construction"])
    for digits in ("1" + "." * 15, "1234" + "." * 12, "1122" + "." * 12):
        picture = sudoku.draw(digits, board=board)
        assert picture.text == f"{sudoku.draw(digits, board=FOUR).text}\nRules, not drawn: chaos construction"
        assert "Regions" not in picture.description
    several = Board(1, 8, size=(6, 8), variants=["chaos-construction"])
    found = sudoku.regions("." * 48, board=several)
    assert Counter(found) == dict.fromkeys("123456", 8)
    with pytest.raises(ValueError, match="has no unknown regions"):
        sudoku.regions("." * 16, board=FOUR)
    assert sudoku.regions("11" + "." * 14, board=board) is None
    with pytest.raises(Unfinished):
        sudoku.regions("." * 121, board=Board(1, 11, variants=["chaos-construction"]), time_limit=0)


def test_commands(capsys):
    """Grids are drawn with regions, and one grid with several is named."""
    options = ["12.. ...3 .... ..1.", "--box", "1x4", "--variant", "chaos-construction"]
    assert main(["count", *options]) == 0
    board = Board(1, 4, variants=["chaos-construction"])
    assert capsys.readouterr().out.strip() == str(sudoku.count(options[0], board=board)) != "1"
    assert main(["solve", "--format", "grid", *options]) == 0
    drawn = capsys.readouterr().out
    known = Board(regions=sudoku.regions(options[0], board=board))
    assert drawn.rstrip() == known.grid(known.parse(sudoku.solve(options[0], board=board)))
    assert main(["check", *options]) == 1
    out = capsys.readouterr().out
    assert out.startswith("several ways to divide one grid into regions") and len(out.splitlines()) == 2


@pytest.mark.parametrize("side", [2, 4, 6, 9])
def test_links_have_the_rule_in_words(side):
    board = Board(1, side, variants=["chaos-construction", "anti-king"] if side > 2 else ["chaos-construction"])
    puzzle = "1" + "." * (side * side - 1)
    for link in (sudoku.write_link(puzzle, board, title="Free"), sudoku.write_puzzle(puzzle, "sudokupad", board=board)):
        found = sudoku.read_link(link)
        assert found.board == board and found.board.line(found.puzzle) == puzzle
    words = exported(board, bytes(side * side))["ruleset"]
    assert f"{side} connected regions of {side} cells" in words and f"the digits 1-{side} once" in words


def test_words_of_links():
    """Chaos construction in the words of a puzzle is a rule, unless the puzzle has regions."""
    free, boxes = [[{"region": None}] * 4] * 4, [[{}] * 4] * 4

    def board_of(grid, words):
        return sudoku.read_link(json.dumps({"size": 4, "grid": grid, "ruleset": words})).board

    chaos = FOUR.with_variants("chaos-construction")
    assert board_of(free, "Chaos  Construction: find the regions.") == chaos
    assert board_of(free, "Normal rules") == board_of(free, None) == FOUR
    assert board_of(boxes, "No chaos construction today") == Board(2, 2)
    with pytest.raises(ValueError, match="only on a board without boxes"):
        sudoku.write_link("." * 16, Board(2, 2, variants=["chaos-construction"]))
    with pytest.raises(ValueError, match="f-puzzles has no rule for region"):
        sudoku.write_link("." * 16, chaos.with_variants(v.RegionCounts("r1c1")))


def test_candidates():
    board = Board(1, 4, variants=["chaos-construction", v.RegionCounts("r2c2")])
    around = {r * 4 + c for r in range(3) for c in range(3)}
    possible = [(g, d) for g, d in solutions(4) if g[5] == next(len(s & around) for s in d if 5 in s)]
    for digits in ({}, {0: 1}, {5: 3, 6: 1, 15: 2}, {0: 1, 1: 1}):
        puzzle = "".join(str(digits.get(cell, ".")) for cell in range(16))
        left = [g for g, _ in possible if all(g[cell] == digit for cell, digit in digits.items())]
        expected = tuple(tuple(sorted({g[cell] for g in left})) for cell in range(16))
        assert sudoku.candidates(puzzle, board=board) == expected
        assert sudoku.candidates_batch([puzzle], board=board) == [expected]
    with pytest.raises(Unfinished):
        sudoku.candidates("." * 81, board=Board(1, 9, variants=["chaos-construction"]), time_limit=0)


def test_hints_and_ratings():
    """They reason with rows and columns, and check the solution with its regions."""
    for grid, division in solutions(4):
        marks = " ".join(f"r{c // 4 + 1}c{c % 4 + 1}" for c in range(16) if grid[c] == near(c, division))
        board = Board(1, 4, variants=["chaos-construction", *([v.RegionCounts(marks)] if marks else [])])
        puzzle = "." + "".join(map(str, grid[1:]))
        if sudoku.is_unique(puzzle, board=board):
            break
    assert sudoku.solve_logically(puzzle, board=board).values == bytes(grid)
    assert sudoku.hint(puzzle, board=board).technique == "hidden single in a line"
    assert sudoku.rate(puzzle, board=board).score is not None


def near(cell, division):
    """Return the number of cells of the cell's region among the cell and those around it."""
    own = next(s for s in division if cell in s)
    return sum(abs(c // 4 - cell // 4) < 2 and abs(c % 4 - cell % 4) < 2 for c in own)


def run_clue(generator):
    names = generator.sample(sorted(STEPS), generator.randint(1, 3))
    cell = generator.randrange(16)

    def holds(grid, division):
        own, total = next(s for s in division if cell in s), 1
        for name in names:
            place = complex(cell % 4, cell // 4) + STEPS[name]
            while 0 <= place.real < 4 and 0 <= place.imag < 4 and int(place.imag * 4 + place.real) in own:
                total, place = total + 1, place + STEPS[name]
        return grid[cell] == total

    return v.RegionRuns([(" ".join(names), f"r{cell // 4 + 1}c{cell % 4 + 1}")]), holds


def count_clue(generator):
    cell = generator.randrange(16)

    def holds(grid, division):
        own = next(s for s in division if cell in s)
        return grid[cell] == sum(abs(c // 4 - cell // 4) < 2 and abs(c % 4 - cell % 4) < 2 for c in own)

    return v.RegionCounts(f"r{cell // 4 + 1}c{cell % 4 + 1}"), holds


@given(st.lists(st.sampled_from(OTHERS), max_size=2), st.integers(0, 2), st.integers(0, 2), st.randoms())
@settings(max_examples=30, deadline=None, phases=[Phase.generate])
def test_mixed_with_clues_and_other_rules(names, runs, counts, generator):
    clues = [make(generator) for make, n in ((run_clue, runs), (count_clue, counts)) for _ in range(n)]
    made = [RULES[name](generator, 4) for name in names]
    grids = {grid for grid, _ in solutions(4) if all(holds(grid) for _, holds in made)}
    expected = [(g, d) for g, d in solutions(4) if g in grids and all(holds(g, d) for _, holds in clues)]
    try:
        board = FOUR.with_variants("chaos-construction", *(x for x, _ in clues), *(x for x, _ in made))
    except ValueError as error:
        assert NO_DIGITS.search(str(error)), error
        assert expected == []
        return
    check(board, expected)


def test_a_puzzle_of_6x6():
    """A grid with known regions is found again from some of its digits, and no other is an answer in its place."""
    board, generator = Board(1, 6, variants=["chaos-construction"]), random.Random(2)
    grid = sudoku.solve("." * 36, board=board)
    puzzle = "".join(digit if generator.random() < 0.8 else "." for digit in grid)
    assert sudoku.count(puzzle, board=board) >= sudoku.count(grid, board=board) >= 1
    assert sudoku.solve(puzzle, board=board, seed=3) is not None


def test_bad_input_limits_and_files():
    board = FOUR.with_variants("chaos-construction", v.RegionCounts("r1c1"), v.RegionRuns([("up left", "r3c3")]))
    rules = json.loads(json.dumps(rules_of(board)))
    assert rules["region runs"] == [["up left", "r3c3"]]
    assert board_of_rules(rules, FOUR) == board
    assert "region" in sudoku.draw("." * 16, board=board).description
    with pytest.raises(TypeError, match="region run"):
        v.RegionRuns([("north", "r1c1")])
    with pytest.raises(ValueError, match="a run begins in one cell"):
        FOUR.with_variants(v.RegionRuns([("up", "r1c1 r1c2")]))
    with pytest.raises(ValueError, match="cannot be divided into regions of 12 cells"):
        Board(1, 12, variants=["chaos-construction"])
    with pytest.raises(ValueError, match="has one grid"):
        Board.samurai().with_variants("chaos-construction")
    with pytest.raises(ValueError, match=r"does not know the unknown regions of a 4x4 board .*; use solve"):
        sudoku.diagnose("." * 16, board=board)
    with pytest.raises(ValueError, match=r"no puzzles are generated .* divided in several ways"):
        sudoku.generate(board=board)
    with pytest.raises(ValueError, match="has no canonical form"):
        sudoku.canonical("." * 16, board=board)
    with pytest.raises(Unfinished):
        sudoku.count("." * 81, board=Board(1, 9, variants=["chaos-construction"]), time_limit=0.05)
