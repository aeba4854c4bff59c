"""The rules of setters: each against its definition on full grids (rule_definitions.py), alone and mixed at random."""

import pickle
import random
import re
from dataclasses import dataclass
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku
from dlx import Circle, Text
from dlx.engine.drive import DONE, SOLUTION
from sudoku import Board
from sudoku import variants as v
from sudoku.board import regex
from sudoku.board.diagrams import MOST_ARCS, unroll
from sudoku.engine.cover import clues, cover, filled
from sudoku.engine.rule_search import RuleSearch
from sudoku.engine.rule_tables import rule_tables
from sudoku.logic.rules import rules_of
from sudoku.logic.tables import tables
from tests.rule_definitions import PATTERNS, RULES

FOUR = [tuple(map(int, text)) for text in sudoku.solutions("." * 16)]
LATIN = [tuple(map(int, text)) for text in sudoku.solutions("." * 16, board=Board(1, 4))]
EVERYWHERE = ("entropy", "global modular", "anti-king", "non-consecutive")  # no 4x4 grid obeys them; 6x6 grids do
NO_DIGITS = re.compile("no digits fit|no set|the sum of|sums of|cannot hold|has a sum")


def board_of(base, made):
    """Return the board with these variants, or None if one of them finds that no digits fit."""
    try:
        return base.with_variants(*(variant for variant, _ in made))
    except ValueError as error:
        assert NO_DIGITS.search(str(error)), error
        return None


def small_board(name, seed):
    """Return a board with one or two rules of a kind, or None if no digits fit, and the random numbers that made it."""
    rng = random.Random(f"{name} {seed}")
    base = Board(2, 3) if seed % 2 or name in ("entropy", "global modular") else Board(2, 2)
    return board_of(base, [RULES[name](rng, base.side) for _ in range(2 if seed % 3 else 1)]), rng


def check(base, grids, made):
    """Compare the solutions of a board with the grids that obey the definitions; return their number."""
    expected = sorted(grid for grid in grids if all(holds(grid) for _, holds in made))
    board = board_of(base, made)
    if board is None:
        assert expected == []
        return 0
    found = sorted(tuple(filled(board, solution.options)) for solution in cover(board).solutions())
    assert found == expected
    for innies in (False, True):
        assert sorted(map(tuple, all_by_rules(board, [], innies))) == expected
    return len(expected)


def all_by_rules(board, given, innies=False, narrowing=None, work=10_000):
    """Return all solutions that the search on candidates finds."""
    search, grids, outcome = RuleSearch(rule_tables(board, innies, narrowing)), [], None
    search.setup(given)
    while outcome != DONE:
        outcome = search.step(work)
        if outcome == SOLUTION:
            grids.append(search.solution())
    assert search.solutions == len(grids) == len(set(grids))
    return grids


@pytest.mark.parametrize("name", RULES)
def test_a_rule_against_its_definition(name):
    generator = random.Random(name)
    counts = [check(Board(2, 2), FOUR, [RULES[name](generator, 4)]) for _ in range(12)]
    assert any(0 < count < 288 for count in counts) or name in EVERYWHERE


@given(st.lists(st.sampled_from(sorted(RULES)), min_size=2, max_size=4), st.randoms(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_mixed_rules(names, generator, latin):
    made = [RULES[name](generator, 4) for name in names if not (latin and name in ("region sums", "indexing"))]
    base, grids = (Board(1, 4), LATIN) if latin else (Board(2, 2), FOUR)
    check(base, grids, made)


@given(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=3), st.integers(0, 2**30))
@settings(max_examples=30, deadline=None)
def test_completions_of_6x6_grids(names, seed):
    generator, base = random.Random(seed), Board(2, 3)
    grid = sudoku.solve("." * 36, board=base, seed=seed)
    puzzle = "".join(digit if generator.random() < 0.45 else "." for digit in grid)
    completions = [tuple(map(int, text)) for text in sudoku.solutions(puzzle, board=base)]
    made = [RULES[name](generator, 6) for name in names]
    expected = [completion for completion in completions if all(holds(completion) for _, holds in made)]
    board = board_of(base, made)
    if board is None:
        assert expected == []
        return
    problem, given_clues = cover(board), clues(board, base.parse(puzzle))
    kernels = ("auto" if "full rank" in names else "bits", "links")  # two of them are too large for bits
    counts = {kernel: problem.search(kernel=kernel, given=given_clues).count() for kernel in kernels}
    assert set(counts.values()) == {len(expected)} == {problem.count(given=given_clues)}
    assert sorted(map(tuple, all_by_rules(board, given_clues))) == sorted(expected)
    assert sudoku.count(puzzle, 2, board=board) == min(len(expected), 2)
    assert sudoku.solve_batch([puzzle], None, board=board).counts.tolist() == [len(expected)]


# ---- the automata


MORE_PATTERNS = [
    *("", "1", "(1|2)(3|)", "[^1-4]", "(12*)+3", "a", "(1(2|3)?){2}", "(?:12|3)+", r"\d\d?", "^1.*", ".*1$|^2"),
    *("1*?2", "(1|23?)+?", "1??", "1{,2}", "(1?){2,}", "1{2}?", "(1*2*)*", "(?:(?:1|2)*3?)*", "1{0}2", "[12-4]{1,}"),
]


@pytest.mark.parametrize("pattern", [*PATTERNS, *MORE_PATTERNS])
def test_regular_expressions_against_re(pattern):
    expression = regex.read(pattern)
    for number in range(5**4):
        digits = [number // 5**k % 5 for k in range(4)]
        digits = [digit for digit in digits if digit]
        matched = re.fullmatch(pattern, "".join(map(str, digits))) is not None
        assert regex.matches(expression, digits) == matched


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(1", "has no ')' for the '(' at character 1"),
        ("1 )", "has no '(' for the ')' at character 3"),
        ("1[1", "has no ']' for the '[' at character 2"),
        ("1]", "has no '[' for the ']' at character 2"),
        ("1{2", "has no '}' for the '{' at character 2"),
        ("*", "has '*', with nothing to repeat, at character 1"),
        ("1**", "has '*' after another repeat at character 3; put that one into a group"),
        ("1{999}", "repeats more than 100 times at character 2"),
        ("1{3,1}", "has '{3,1}' at character 2; the lower number comes first"),
        ("(.{20}){20}", "passes 200 digits, with its repeats written out, at character 1"),
        (10_000 * "x", "passes 200 digits, with its repeats written out, at character 201"),
        (30 * "(", "has more than 20 groups within each other at character 21"),
        ("1(?=2)", "has a lookahead, '(?=', at character 2; it may have digits, A for 10, . "),
        ("(?<!2)1", "has a lookbehind, '(?<!', at character 1; it may have"),
        ("(?P<a>2)1", "has a named group, '(?P<', at character 1; it may have"),
        ("(1)\\1", "has a back reference, '\\\\1', at character 4; it may have"),
        ("\\w#", "has '\\\\w' at character 1; it may have"),
        ("1$2", "has a '$' at character 2; a '$' can only end it"),
        ("(^1)", "has a '^' at character 2; a '^' can only begin it"),
        ("[]", "has no digit between the brackets at character 1"),
        ("[1-]", "has '-' between the brackets at character 1; use digits and ranges such as 1-3"),
        ("[3-1]", "has the range 3-1 in the brackets at character 1; the lower digit comes first"),
    ],
)
def test_patterns_that_are_refused(pattern, message):
    for refuse in (regex.read, lambda pattern: v.Regex([(pattern, "r1c1")])):
        with pytest.raises(ValueError, match=r"^the regular expression .*" + re.escape(message)):
            refuse(pattern)


def test_states_with_the_same_future_are_one():
    layers = unroll(range(4), [range(1, 10)] * 4, (), lambda seen, digit: (*seen, digit), lambda seen: 5 in seen)
    assert [layer.states for layer in layers] == [1, 2, 2, 2]
    assert [layer.groups for layer in layers] == [((1, 2, 3, 4, 6, 7, 8, 9), (5,))] * 3 + [
        ((1, 2, 3, 4, 6, 7, 8, 9), (5,))
    ]


def test_an_automaton_that_accepts_nothing_has_no_layers():
    assert unroll([0, 1], [range(1, 10)] * 2, 0, lambda state, digit: state + digit, lambda state: state == 19) == []


def test_an_automaton_may_be_too_large():
    message = f"^all: line 1: 7 cells, read in order, lead to more than {MOST_ARCS:,} combinations; read fewer cells"
    with pytest.raises(ValueError, match=message):
        Board(variants=[v.Function(all, ["r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7"])])


def test_a_function_that_fails():
    def ratio(digits):
        return digits[0] % (digits[1] - 3)

    message = r"^ratio: line 1: called with \(1, 3\), it raised ZeroDivisionError: "
    with pytest.raises(ValueError, match=message) as caught:
        Board(variants=[v.Function(ratio, ["r1c1 r1c2"])])
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_equal_functions_of_ours_are_kept_apart():
    """Two methods of one class are two automata, though their code is one."""
    boards = [Board(variants=[v.Function(has, ["r1c1"])]) for has in (lambda d: d[0] == 1, lambda d: d[0] == 2)]
    assert [sudoku.candidates("." * 81, board=board)[0] for board in boards] == [(1,), (2,)]


@pytest.mark.parametrize("kernel", ["bits", "links"])
def test_forced_options_alone_find_all_that_follows_from_a_diagram(kernel):
    problem = cover(Board(variants=[sudoku.variants.Sums([(25, "r1c1 r5c2 r9c9"), (9, "r3c3 r5c2 r7c7")])]))
    search = problem.search(kernel=kernel, given=[7])  # r1c1 is 8: r5c2 is at least 8, so r3c3 or r7c7 has no digit
    assert (search.count(), search.stats.guesses) == (0, 0)


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        (v.Sums([(3, "r1c1 r1c2"), (19, "r1c1 r5c5")]), "^sums: sum 2: no digits fit into r1c1, r5c5$"),
        (v.Sums([(3, "")]), "^sums: sum 1: a rule needs a cell$"),
        (v.XV([("X", "r1c1")]), "^XV marks: XV mark 1: 1 cell; a mark is between two cells$"),
        (v.Palindromes(["r1c1"]), "^palindromes: palindrome 1: 1 cell; a line has at least 2$"),
        (v.Renban(["r1c1 r1c2", "r1c1 r1c1"]), "^renban lines: renban line 2: r1c1 is listed twice$"),
        (v.Clones([("r1c1 r1c2", "r1c3")]), "^clones: clone 1: both groups must have the same number of cells$"),
        (v.Indexing("r1c1", "digit"), "^indexing cells: by is 'digit'; it must be 'column', 'row' or 'box'$"),
        (
            v.LittleKiller([(9, "r0c4 r2c2")]),
            "little killer 1: r0c4 r2c2: name a place outside the board and the first",
        ),
        (v.LittleKiller([(9, "r0c4")]), "little killer 1: r0c4 points along a row or a column; name the first cell of"),
        (v.LittleKiller([(9, "r0c4 r0c3")]), "little killer 1: r0c4 r0c3 points away from the board"),
        (v.Sandwich([(9, "r0c10")]), "sandwich 1: r0c10 points to no cell; name the first cell on the way as well"),
        (v.Function(all, ["r1c1 r0c1"]), "^all: line 1: r0c1 is not on a 9x9 board$"),
    ],
)
def test_rules_that_do_not_fit(variant, message):
    with pytest.raises(ValueError, match=message):
        Board(variants=[variant])


@pytest.mark.parametrize(
    "make",
    [
        lambda: v.Arrows([("r1c1",)]),
        lambda: v.Sums([("x", "r1c1")]),
        lambda: v.Clones("r1c1"),
        lambda: v.Quadruples([(["x"], "r1c1")]),
        lambda: v.Palindromes("r1c1 r1c2"),
        lambda: v.XV([("Y", "r1c1 r1c2")]),
        lambda: v.Regex([(12, "r1c1 r1c2")]),
        lambda: v.LookAndSay([("123", "r1c1 r1c2")]),
        lambda: v.Whispers(["r1c1 r1c2"], least="a"),
        lambda: v.Modular(["r1c1 r1c2"], modulus=2.5),
    ],
)
def test_clues_of_another_form(make):
    with pytest.raises(TypeError, match=r"must be|give a list|give a whole number"):
        make()


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_drawn(name):
    """A rule changes the picture, and the picture stays inside its frame."""
    if name == "cages":
        board = Board(2, 3, variants=[v.Killer([(5, "r1c1 r1c2")])])
    else:
        made = ([RULES[name](random.Random(seed), 6)] for seed in range(3, 30))
        board = next(filter(None, (board_of(Board(2, 3), one) for one in made)))
    picture = sudoku.draw("." * 36, board=board)
    assert len(picture.shapes) > len(sudoku.draw("." * 36).shapes)
    for shape in picture.shapes:
        if isinstance(shape, (Text, Circle)):
            assert 0 < shape.x < picture.width
            assert 0 < shape.y < picture.height


def test_all_marks_are_drawn():
    board = Board(
        variants=[
            v.Sandwich([(8, "r0c1"), (17, "r9c0")]), v.LittleKiller([(12, "r0c4 r1c3"), (5, "r1c1 r2c2")]),
            v.Arrows([("r3c3 r3c4", "r3c5 r4c6")]), v.Quadruples([((1, 2, 3), "r5c5 r5c6 r6c5 r6c6")]),
            v.XV([("X", "r7c7 r7c8")]), v.Minima("r9c9"), v.Lockout(["r8c1 r8c2 r8c3"]), v.CountingCircles("r1c9"),
        ]
    )  # fmt: skip
    picture = sudoku.draw("." * 81, board=board, labels=True)
    texts = [shape.text for shape in picture.shapes if isinstance(shape, Text)]
    assert [text for text in texts if text in ("8", "12", "17", "X", "123")] == ["8", "17", "12", "123", "X", "8", "8"]
    assert texts.count("5") == 3  # the sum given by its cells, a row, a column
    assert min(shape.y for shape in picture.shapes if isinstance(shape, Text)) < 24


def test_clues_in_one_place_stand_side_by_side():
    diagonals = v.LittleKiller([(29, "r0c3 r1c4"), (17, "r0c3 r1c2"), (9, "r4c0 r5c1"), (20, "r0c0 r1c1")])
    board = Board(variants=[diagonals, v.Sandwich([(8, "r0c3"), (33, "r4c0")])])
    texts = [shape for shape in sudoku.draw("." * 81, board=board).shapes if isinstance(shape, Text)]
    x, y = ({shape.text: getattr(shape, axis) for shape in texts} for axis in "xy")
    assert x["17"] + 14 < x["8"] < x["29"] - 14 and y["17"] == y["8"] == y["29"]
    assert y["33"] + 14 < y["9"] and x["33"] == x["9"]
    alone = Board(variants=[v.LittleKiller([(20, "r0c0 r1c1")])])
    corner, _ = (shape for shape in sudoku.draw("." * 81, board=alone).shapes if isinstance(shape, Text))
    assert (corner.x, corner.y) == (x["20"], y["20"])


@pytest.mark.parametrize(("cell", "neighbors"), [("r1c1", 2), ("r1c5", 3), ("r5c5", 4), ("r9c9", 2)])
def test_a_minimum_has_a_wedge_at_each_neighbor(cell, neighbors):
    lines = [len(sudoku.draw("." * 81, board=Board(variants=[make(cell)])).shapes) for make in (v.Even, v.Minima)]
    assert lines[1] - lines[0] == neighbors


def test_ranks_are_those_of_whole_lines():
    for clue, board in (
        ((3, "r0c1"), Board(2, 2, offsets=[(0, 0), (2, 2)])),
        ((3, "r0c1"), Board(size=(4, 6))),
        ((3, "r0c1 r1c2"), Board()),
        ((3, "r0c1"), Board(1, 1)),
    ):
        with pytest.raises(ValueError, match="full rank 1: a rank needs a row or a column of a square board"):
            board.with_variants(v.FullRank([clue]))
    with pytest.raises(ValueError, match="rank 37: the rows and columns have ranks from 1 to 36"):
        Board(variants=[v.FullRank([(37, "r0c1")])])
    with pytest.raises(ValueError, match="18"):
        Board(2, 2).with_variants(Hidden(18))


@dataclass(frozen=True)
class Hidden:
    """A hidden cell with the parity of r1c1, and one that is the lowest digit; the cell `read` is read as well."""

    read: int

    def add(self, rules, board):
        parity, lowest = rules.hidden_cell(board.digits[:2]), rules.hidden_cell(board.digits)
        rules.ban(lowest, board.digits[1:])
        rules.along([0, parity, lowest, self.read], (), lambda state, digit: (*state, digit), self.accepts)

    def accepts(self, state):
        return (state[0] + state[1]) % 2 == 0 and state[2] == 1 and state[3] == state[0]


def test_hidden_cells_are_determined():
    board = Board(2, 2, variants=[Hidden(10)])
    expected = sorted(grid for grid in FOUR if grid[0] == grid[10])
    assert board.rules.hidden == ({1, 2}, {1})
    assert sorted(map(tuple, all_by_rules(board, []))) == expected
    assert sudoku.count("." * 16, board=board) == len(expected)
    found = sudoku.solve_batch(["." * 16], board=board, limit=10**6)
    assert found.counts[0] == len(expected) and tuple(found.solutions[0]) in expected
    assert {(*map(int, grid),) for grid in sudoku.solutions("." * 16, board=board)} == set(expected)


def lines_of(grid):
    """Return the digits of each row and column of a 9x9 grid, from both ends, by the place of their clue."""
    rows = [grid[k : k + 9] for k in range(0, 81, 9)]
    lines = {}
    for k, (row, column) in enumerate(zip(rows, zip(*rows, strict=True), strict=True), 1):
        lines |= {f"r{k}c0": tuple(row), f"r{k}c10": tuple(row[::-1]), f"r0c{k}": column, f"r10c{k}": column[::-1]}
    return lines


def test_all_ranks_of_a_grid():
    grid = sudoku.solve("." * 81, seed=5)
    lines = lines_of(grid)
    ranks = [(sorted(lines.values()).index(line) + 1, place) for place, line in lines.items()]
    board = Board(variants=[v.FullRank(ranks)])
    assert sudoku.solve(grid, board=board) == grid
    found = list(islice(sudoku.solutions("." * 81, board=board), 3))
    assert len(set(found)) == 3
    for other in map(lines_of, found):
        assert [(sorted(other.values()).index(other[place]) + 1, place) for _, place in ranks] == ranks


def test_boards_are_equal_with_their_variants_in_another_order():
    variants = [v.Killer([(5, "r1c1 r1c2")]), v.Diagonals(), v.Even("r2c2")]
    one, other = (Board(variants=order) for order in (variants, [*variants[::-1], v.Diagonals()]))
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != Board(variants=variants[:2]) and one != one.base and one != "9x9 board"
    for board in (one, other):  # and keep their order
        copy = pickle.loads(pickle.dumps(board))
        assert copy == board and copy.variants == board.variants
        assert repr(copy) == repr(board)


def test_the_first_solution_does_not_depend_on_equal_boards_before():
    """The order of the rules decides which solution comes first, so equal boards share no tables."""
    variants = [v.Sums([(14, "r1c1 r5c5 r9c9")]), v.Whispers(["r1c1 r2c2 r3c3"]), v.Renban(["r9c1 r8c2 r7c3"])]
    one, other = Board(variants=variants), Board(variants=variants[::-1])
    for make in (cover, tables, rules_of):
        assert make(one) is make(one) and make(one) is not make(other)
