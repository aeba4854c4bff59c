"""Steps from the rules of variants: supports against brute force, all steps against solutions, words, pictures."""

import pickle
import random
import re
from contextlib import suppress
from itertools import islice, permutations, product

import pytest

import sudoku
from bench.killers import cut, thinned, with_cages
from sudoku import Board, variants
from sudoku.drawing.highlight import as_highlight
from sudoku.logic import Grid, difficulty, hint, rate, solve_logically
from sudoku.logic.chains import xy_chain
from sudoku.logic.exclusions import exclusion_by_rules, exclusions, related_cells
from sudoku.logic.grid import OutOfTime
from sudoku.logic.house_rules import rules_of_house
from sudoku.logic.innies import equations, innie, innies
from sudoku.logic.one_rule import cage_combinations, cells_of_rules, needed_digit, one_rule
from sudoku.logic.rules import rules_of
from sudoku.logic.supports import FILLS_PER_CHECK, MOST_FILLS, TooLong
from sudoku.logic.tables import bits, tables, union

from .rule_definitions import RULES
from .sudoku.board.test_blocks import board_of, small_board
from .variant_puzzles import UNIQUE

NINE = Board()
ANY_SIZE = range(1, 65)
SETTER_RULES = sorted(RULES)


def candidates_of(board, text):
    """Return a set of candidates, from "r1c1=12 r1c2=3"."""
    found = 0
    for part in text.split():
        name, digits = part.split("=")
        found |= sum(1 << board.cell(name) * board.side + int(digit) - 1 for digit in digits)
    return found


def grid_with(board, text):
    """Return an empty grid with these digits alone in some cells."""
    grid = Grid(board, bytes(board.cells))
    t = tables(board)
    for part in text.split():
        cell = board.cell(part.partition("=")[0])
        grid.alive &= ~t.units[cell] | candidates_of(board, part)
    return grid


def removed(steps, board=NINE):
    return {tables(board).name(candidate) for step in steps for candidate in bits(step.removed)}


# ---- supports


def by_brute_force(board, cells, digits, holds):
    """Return all assignments, each as a set of candidates, by the definition of the rule."""
    found = []
    seen = [{other for house in board.houses if cell in house for other in house} - {cell} for cell in cells]
    for chosen in product(*([d for d in range(1, board.side + 1) if mask >> d - 1 & 1] for mask in digits)):
        grid = [0] * board.cells
        for cell, digit in zip(cells, chosen, strict=True):
            grid[cell] = digit
        clash = any(grid[cell] == grid[other] for cell, others in zip(cells, seen, strict=True) for other in others)
        if not clash and holds(grid):
            found.append(sum(1 << cell * board.side + digit - 1 for cell, digit in zip(cells, chosen, strict=True)))
    return found


@pytest.mark.parametrize("name", SETTER_RULES)
def test_supports_against_brute_force(name):
    compared = 0
    for seed in range(40):
        rng = random.Random(f"{name} {seed}")
        base = Board(2, 2)
        made = [RULES[name](rng, 4)]
        board = board_of(base, made)
        if board is None or len(rules_of(board)) != 1 or len(rules_of(board)[0].cells) > 6:
            continue
        (cells,) = cells_of_rules(board)
        if {*map(board.cell_name, cells.cells)} < {*re.findall(r"r[1-4]c[1-4]", str(vars(made[0][0])))}:
            continue  # some cells are free, but the definition reads them
        alive = Grid(board, bytes(16)).alive
        digits = cells.digits(alive & sum(1 << c for c in bits(alive) if rng.random() < 0.8))
        if 0 in digits:
            continue
        compared += 1
        found = by_brute_force(base, cells.cells, digits, made[0][1])
        assert cells.candidates(cells.supported(digits)) == union(found), (seed, made[0][0])
        grid = Grid(board, bytes(16))
        grid.alive = grid.alive & ~cells.whole | cells.candidates(digits)
        excludes = exclusions(grid)
        for one in bits(cells.candidates(digits)):  # pairs that no assignment has
            together = union(whole for whole in found if whole >> one & 1) | 1 << one
            assert excludes[one] & cells.candidates(digits) == cells.candidates(digits) & ~together, (seed, made[0][0])
    assert compared or name in NO_SINGLE_RULE, "no instance of this rule was compared"


NO_SINGLE_RULE = {  # several rules, or none: of the whole board, of houses, of single cells, of hidden cells
    *("anti-king", "anti-knight", "cages", "diagonals", "entropy", "even", "global modular", "non-consecutive", "odd"),
    "full rank",
}


def test_a_search_for_supports_is_given_up():
    board = Board(variants=[variants.LittleKiller([(45, "r0c1 r1c1")])])
    (cells,) = cells_of_rules(board)
    with pytest.raises(TooLong):
        cells.supported([511] * 9, most=20)


def test_a_search_for_supports_looks_at_the_clock():
    """Its end does not change what a search after it may try."""
    board = Board(variants=[variants.Killer([(45, [f"r1c{k}" for k in range(1, 10)])])])
    (cells,) = cells_of_rules(board)
    looks = []

    def check():
        looks.append(cells)
        if len(looks) == 3:
            raise OutOfTime

    with pytest.raises(OutOfTime):
        list(cells.assignments([511] * 9, check=check))
    with pytest.raises(TooLong):
        list(cells.assignments([511] * 9, check=lambda: looks.append(cells)))
    assert len(looks) == 3 + MOST_FILLS // FILLS_PER_CHECK + 1


# ---- every step against the solution


def puzzles(name, board, rng, number):
    """Yield puzzles of a board with one solution, and that solution."""
    for seed in range(number):
        grid = sudoku.solve("." * board.cells, board=board, seed=seed, time_limit=5)
        if grid is None:
            return
        for share in (0.05, 0.15, 0.3, 0.5, 0.7):
            clues = "".join(digit if rng.random() < share else "." for digit in grid)
            if sudoku.count(clues, board=board, limit=2) == 1:
                yield clues, grid
                break


def check_steps(board, clues, grid):
    """Check each step against the solution, its words, its picture, and the proof without the steps that it omits."""
    solution = sum(1 << c * board.side + d - 1 for c, d in enumerate(board.parse(grid)))
    result = solve_logically(clues, board=board)
    for step in result.steps:
        assert not step.removed & solution, step.words
        assert not step.placed & ~solution, step.words
    assert result.line == grid
    replayed = Grid(board, board.parse(clues), candidates=bits(result.start))
    for step in result.proof():
        assert step.words and step.stage(2)
        as_highlight(board, step)
        replayed.apply(step)
    assert replayed.values() == result.values
    return result


@pytest.mark.parametrize("name", SETTER_RULES)
def test_no_step_removes_a_digit_of_the_solution(name):
    tried = 0
    for seed in range(60):
        board, rng = small_board(name, seed)
        for clues, grid in puzzles(name, board, rng, 2) if board else ():
            check_steps(board, clues, grid)
            tried += 1
        if tried > 3:
            return
    assert tried


@pytest.mark.parametrize("name", sorted(set(UNIQUE) - {"samurai", "jigsaw", "jigsaw 7x7", "Latin square"}))
def test_steps_of_9x9_puzzles_with_variants(name):
    board, _, clues = UNIQUE[name]
    check_steps(board, clues, sudoku.solve(clues, board=board))


@pytest.mark.parametrize("largest", [2, 4, 5])
def test_steps_of_random_killers(largest):
    solved = tried = 0
    for seed in range(100):
        grid = sudoku.solve("." * 81, seed=seed)
        board = with_cages(NINE, cut(random.Random(seed), NINE, grid, largest))
        if tried < 4 and sudoku.is_unique("." * 81, board=board, time_limit=10):
            tried += 1
            result = check_steps(board, "." * 81, grid)
            solved += not result.guesses
    assert tried == 4
    assert solved >= 3


@pytest.mark.parametrize("seed", [4, 7])
def test_steps_of_minimal_killers(seed):
    """Chains and nets lead through cages; each cage that a killer loses makes it harder."""
    grid, rng = sudoku.solve("." * 81, seed=seed), random.Random(seed)
    cages = cut(rng, NINE, grid, 3)
    thin = thinned(rng, NINE, cages)
    half = [cage for cage in cages if cage in thin or rng.random() < 0.5]
    full, some, few = (with_cages(NINE, each) for each in (cages, half, thin))
    result = check_steps(few, "." * 81, grid)
    assert any(step.rules for step in result.steps if step.length and step.implications)
    scores = [rate("." * 81, board=board).score for board in (full, some, few)]
    assert scores == sorted(scores) and scores[0] < 2.5 < scores[1] < 8 < scores[2]


def test_steps_of_puzzles_with_several_solutions():
    board = Board(2, 3, variants=[variants.Killer([(8, "r1c1 r1c2"), (9, "r3c3 r3c4 r4c4"), (3, "r6c1 r5c1")])])
    rng, tried = random.Random(5), 0
    for seed in range(20):
        grid = sudoku.solve("." * 36, board=board, seed=seed)
        clues = "".join(digit if rng.random() < 0.35 else "." for digit in grid)
        found = list(islice(sudoku.solutions(clues, board=board), 200))
        if 1 < len(found) < 200:
            tried += 1
            for step in solve_logically(clues, board=board).steps:
                for text in found:
                    solution = sum(1 << c * 6 + d - 1 for c, d in enumerate(board.parse(text)))
                    assert not step.removed & solution and not step.placed & ~solution, step.words
    assert tried


# ---- each technique


def test_cage_combinations():
    board = Board(variants=[variants.Killer([(8, "r1c1 r1c2 r1c3"), (17, "r5c5 r6c5")])])
    grid = grid_with(board, "r1c2=12 r1c3=14")
    assert not list(cage_combinations(grid, range(1, 3)))  # the cage of 17 has only 8 and 9 from the start
    (step,) = cage_combinations(grid, ANY_SIZE)
    assert step.words == (
        "the cage of r1c1, r1c2 and r1c3 has the sum 8 and can only be 1+2+5 or 1+3+4: r1c1 loses 1, 2 and 4"
    )
    assert as_highlight(board, step).cells == dict.fromkeys((0, 1, 2), "note")
    assert step.technique == "large cage combinations"
    assert difficulty(step) == 3.0
    assert step.as_json()["rules"] == ["cage of r1c1, r1c2 and r1c3"]
    assert step.stage(2) == "large cage combinations in r1c1, r1c2 and r1c3"
    assert pickle.loads(pickle.dumps(step)).words == step.words


def test_a_rule_has_its_name():
    board = Board(variants=[variants.Arrows([("r1c1", "r1c2 r2c2")]), variants.XV([("X", "r5c5 r5c6")])])
    grid = grid_with(board, "r5c5=1467 r5c6=3456")
    (step,) = one_rule(grid, range(1, 3))
    assert step.title == "XV mark 10"
    told = "the XV mark 10 of r5c5 and r5c6 can only be 4 6, 6 4 or 7 3: r5c5 loses 1; r5c6 loses 5"
    assert step.words == told and pickle.loads(pickle.dumps(step)).words == told
    assert difficulty(step) == 2.2
    (step,) = one_rule(grid_with(board, "r1c2=12 r2c2=357"), range(3, 5))
    assert (step.stage(1), step.technique, removed([step], board)) == ("arrow", "long rule", {"r1c1=3"})
    (step,) = one_rule(grid_with(board, "r1c2=2 r2c2=3"), range(1, 3))
    assert step.words == "the arrow of r1c1, r1c2 and r2c2 can only be 5 2 3: r1c1 is 5"


def test_needed_digit():
    board = Board(variants=[variants.Killer([(23, "r1c1 r1c2 r2c2")])])
    steps = list(needed_digit(Grid(board, bytes(81))))
    assert {"r1c3=9", "r1c3=8", "r3c3=6"} <= removed(steps, board)
    assert steps[0].words.startswith(
        "the cage of r1c1, r1c2 and r2c2 has the sum 23 and can only be 6+8+9, so it needs the digit 6, which can only "
        "be in r1c1, r1c2 or r2c2: r"
    )
    arrow = Board(variants=[variants.Arrows([("r1c1", "r2c2 r2c3")])])
    (step, *_) = needed_digit(grid_with(arrow, "r1c1=56 r2c2=1 r2c3=45"))
    words = "the arrow of r1c1, r2c2 and r2c3 can only be 5 1 4 or 6 1 5, so it needs the digit 1, which can only"
    assert step.words.startswith(f"{words} be in r2c2: ")


@pytest.mark.parametrize(
    ("variant", "digits", "words"),
    [
        (
            variants.Thermometers([[f"r1c{k}" for k in range(1, 9)]]),
            "r1c1=1 r1c2=2 r1c3=3 r1c4=4 r1c5=5 r1c6=67 r1c7=78 r1c8=89",
            "the thermometer of r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7 and r1c8 needs the digit 1, ",
        ),
        (
            variants.Killer([(20, "r1c1 r1c2 r1c3 r1c4")]),
            "r1c1=9",
            "the cage of r1c1, r1c2, r1c3 and r1c4 needs the digit 9, which can only be in r1c1, r1c2, r1c3 or r1c4: ",
        ),
    ],
    ids=["thermometer", "cage"],
)
def test_a_long_reason_for_a_needed_digit_is_left_out(variant, digits, words):
    board = Board(variants=[variant])
    (step, *_) = needed_digit(grid_with(board, digits))
    assert step.words.startswith(words)


def test_related_cells():
    board = Board(variants=["non-consecutive"])
    steps = list(related_cells(grid_with(board, "r1c1=45")))
    assert removed(steps, board) == {"r1c2=4", "r1c2=5", "r2c1=4", "r2c1=5"}
    assert steps[0].words == (
        "non-consecutive and the houses: r1c1 is 4 or 5, and r1c2 and r2c1 differ from it by at least 2: "
        "r1c2 and r2c1 lose 4 and 5"
    )
    assert not list(related_cells(grid_with(NINE, "r1c1=45")))


@pytest.mark.parametrize(
    ("variant", "digits", "words"),
    [
        (
            variants.Thermometers(["r3c3 r3c4"]),
            "r3c4=346 r3c3=1256",
            "thermometer r3c3-r3c4: r3c4 is at most 6, so r3c3 is at most 5: r3c3 loses 6",
        ),
        (
            variants.Thermometers(["r1c1 r2c2 r3c3 r3c4"]),
            "r2c2=368 r3c3=12359",
            "thermometer r1c1-r2c2-r3c3-r3c4: r2c2 is at most 6, so r1c1 is at most 5; "
            "r2c2 is at least 3, so r3c3 is at least 4: r1c1 loses 6; r3c3 loses 3",
        ),
        (
            variants.SlowThermometers(["r1c1 r4c4"]),
            "r4c4=24 r1c1=1456",
            "slow thermometer r1c1-r4c4: r4c4 is at most 4, so r1c1 is at most 4: r1c1 loses 5 and 6",
        ),
        (
            variants.SlowThermometers(["r1c1 r1c2"]),
            "r1c1=24 r1c2=25",
            "slow thermometer r1c1-r1c2 and row 1: r1c1 is at least 2, so r1c2 is at least 3: r1c2 loses 2",
        ),
        (
            variants.Minima("r5c5"),
            "r5c5=24 r5c6=129",
            "minima: r5c5 is at least 2, so r4c5, r5c4, r5c6 and r6c5 are at least 3: "
            "r4c5, r5c4, r5c6 and r6c5 lose 1 and 2",
        ),
        (
            variants.Whispers(["r1c1 r1c2"]),
            "r1c1=46 r1c2=1589",
            "whisper r1c1-r1c2: r1c1 is 4 or 6, and r1c2 differs from it by at least 5: r1c2 loses 5 and 8",
        ),
        (
            variants.XV([("X", "r1c1 r1c2")]),
            "r1c1=46 r1c2=1469",
            "XV mark 10 of r1c1 and r1c2: r1c1 is 4 or 6, and r1c2 adds up to 10 with it: r1c2 loses 1 and 9",
        ),
        (
            variants.Palindromes(["r1c1 r2c4"]),
            "r1c1=46 r2c4=169",
            "palindrome r1c1-r2c4: r1c1 is 4 or 6, and r2c4 has the same digit: r2c4 loses 1 and 9",
        ),
        (
            variants.Ratios([(3, "r1c1 r1c2")]),
            "r1c1=36 r1c2=1248",
            "ratio dot 3 of r1c1 and r1c2: r1c1 is 3 or 6, and r1c2 has the ratio 3 to it: r1c2 loses 4 and 8",
        ),
    ],
)
def test_related_cells_name_the_bound_or_the_relation(variant, digits, words):
    board = Board(variants=[variant])
    said = [step.words for step in related_cells(grid_with(board, digits))]
    assert words in said and not any("the same is false" in sentence for sentence in said)


ODD_BOARDS = [
    Board(2, 4, size=(6, 8), variants=[variants.Thermometers(["r1c1 r2c2"]), "anti-king"]),
    Board(first_digit=0, digits=10, variants=["doppelganger"]),
    Board(regions="1122112233443344", variants=["non-consecutive", variants.Renban(["r1c1 r1c2 r2c3"])]),
    Board.samurai().with_variants("anti-king"),
]


def test_every_relation_has_words():
    """A sentence gives the reason for each lost candidate, also by a row that is too short for all digits."""
    rng, seen = random.Random(8), 0
    boards = [*ODD_BOARDS]
    for name in SETTER_RULES:
        with suppress(ValueError):  # rules that no board has
            boards.append(Board(2, 3, variants=[RULES[name](rng, 6)[0] for _ in range(2)]))
    for board in boards:
        grid = Grid(board, bytes(board.cells))
        grid.alive &= sum(1 << k for k in range(board.cells * board.side) if rng.random() < 0.35)
        for step in islice((*related_cells(grid), *exclusion_by_rules(grid)), 40):
            reason, _, lost = step.words.rpartition(": ")
            assert re.search(r"\blose", lost) and re.search(r", (and|so) ", reason), step.words
            assert "same is false" not in step.words
            seen += 1
    assert seen > 500


@pytest.mark.parametrize(
    ("variant", "digits", "words"),
    [
        (
            variants.Thermometers(["r1c1 r1c2 r2c3"]),
            "r1c1=12345 r1c2=234567 r2c3=3456",
            "thermometer r1c1-r1c2-r2c3: r2c3 is at most 6, so r1c1 is at most 4 and r1c2 is at most 5: "
            "r1c1 loses 5; r1c2 loses 6 and 7",
        ),
        (
            variants.BetweenLines(["r1c1 r2c2 r3c5"]),
            "r1c1=123456 r2c2=123456789 r3c5=1234567",
            "between line r1c1-r2c2-r3c5: r1c1 is at most 6 and r3c5 is at most 7, so r2c2 is at most 6: "
            "r2c2 loses 7 and 8",
        ),
        (
            variants.LittleKiller([(15, "r0c6 r1c7")]),
            "r1c7=1234 r2c8=12345 r3c9=123456789",
            "little killer 15 of r1c7, r2c8 and r3c9: r1c7 is at most 4, so r2c8 is at least 2; r1c7 is at most 4 and "
            "r2c8 is at most 5, so r3c9 is at least 6: r2c8 loses 1; r3c9 loses 1, 2, 3, 4 and 5",
        ),
    ],
)
def test_a_rule_names_its_bounds(variant, digits, words):
    board = Board(variants=[variant])
    assert any(words in step.words for step in one_rule(grid_with(board, digits), ANY_SIZE))


def test_bounds_of_rules_are_true():
    """Each bound in a sentence holds in each grid, whatever its reason."""
    bound = re.compile(r"(r\dc\d)(?: and r\dc\d)* (?:is|are) at (most|least) (\d)")
    rng, seen = random.Random(5), 0
    for _ in range(150):
        make = rng.choice([variants.Thermometers, variants.SlowThermometers, variants.BetweenLines, variants.Renban])
        line = rng.choice(["r1c1 r1c2 r2c3", "r2c2 r3c3 r3c4 r2c5", "r5c1 r5c2 r6c3 r6c4 r6c5"])
        try:
            board = Board(2, 3, variants=[make([line])])
        except ValueError:
            continue
        solution = sudoku.solve("." * 36, board=board, seed=rng.randrange(1000))
        if solution is None:
            continue
        grid = Grid(board, bytes(36))
        kept = sum(1 << k for k in range(216) if rng.random() < 0.5 or int(solution[k // 6]) == k % 6 + 1)
        grid.alive &= kept
        for step in (*one_rule(grid, ANY_SIZE), *related_cells(grid)):
            for name, way, digit in bound.findall(step.words):
                value = int(solution[board.cell(name)])
                assert value <= int(digit) if way == "most" else value >= int(digit), step.words
                seen += 1
    assert seen > 100


def test_exclusion_by_rules():
    board = Board(variants=[variants.Sums([(8, "r1c1 r1c2"), (8, "r3c1 r1c2")])])
    grid = grid_with(board, "r1c1=256 r3c1=256 r1c2=236")
    t = tables(board)
    grid.alive &= ~t.units[t.unit(9, 4)] | candidates_of(board, "r1c1=5 r3c1=5")  # the 5 of column 1
    (step,) = exclusion_by_rules(grid)
    assert step.words.startswith(
        "the 5 of column 1 is in r1c1 or r3c1, and in each case the sum 8 of r1c1 and r1c2 and the "
        "sum 8 of r3c1 and r1c2 exclude these: r1c2 loses 2 and 6"
    )
    assert not list(exclusion_by_rules(Grid(NINE, bytes(81))))


def test_a_chain_names_the_rule_of_its_weak_link():
    board = Board(variants=[variants.Killer([(11, "r9c3 r9c4")])])
    grid = grid_with(board, "r1c3=59 r9c3=39 r9c4=28 r5c4=58")
    (step,) = xy_chain(grid)
    assert removed([step], board) == {"r1c4=5", "r5c3=5"}
    assert "so r9c4 is not 2 (by the cage of r9c3 and r9c4) and r9c4 is 8" in step.words or (
        "so r9c3 is not 9 (by the cage of r9c3 and r9c4) and r9c3 is 3" in step.words
    )
    assert step.rules == (0,)
    assert not list(xy_chain(grid_with(NINE, "r1c3=59 r9c3=39 r9c4=28 r5c4=58")))


def test_innies_and_outies():
    cages = [(10, "r1c1 r1c2 r1c3"), (20, "r1c4 r1c5 r1c6"), (8, "r1c7 r1c8"), (12, "r1c9 r2c9")]
    board = Board(variants=[variants.Killer(cages)])
    inside, outside = innie(Grid(board, bytes(81)))
    assert inside.words == "row 1 holds 45 in all, so by the cages r1c9 is 7"
    assert outside.words == "row 1 holds 45 in all, so by the cages r2c9 is 5"
    assert as_highlight(board, inside).houses == (0,)
    cages = [(10, "r1c1 r1c2 r1c3"), (20, "r1c4 r1c5 r1c6"), (20, "r1c7 r1c8 r1c9 r2c8 r2c9")]
    board = Board(variants=[variants.Killer(cages)])
    (step,) = innies(Grid(board, bytes(81)))
    assert step.words.startswith(
        "row 1 holds 45 in all, so by the cages r2c8 and r2c9 have the sum 5: r2c8 and r2c9 lose"
    )
    assert step.also == (0,)
    cages = [(10, "r1c1 r1c2 r1c3"), (20, "r1c4 r1c5 r1c6"), (13, "r1c7 r1c8 r2c8")]
    board = Board(variants=[variants.Killer(cages)])
    (step,) = innies(Grid(board, bytes(81)))
    assert "r1c9 is r2c8 plus 2" in step.words
    assert removed([step], board) == {"r1c9=1", "r1c9=2", "r2c8=8", "r2c8=9"}


def test_rules_of_a_house():
    cages = [(9, "r1c1 r1c2"), (8, "r1c3 r1c4"), (17, "r5c5 r5c6")]  # 9 is 1+8, 2+7 or 3+6, and 8 is 1+7, 2+6 or 3+5
    board = Board(variants=[variants.Killer(cages)])
    grid = grid_with(board, "r1c1=18 r1c2=18 r1c3=1267 r1c4=1267 r1c5=67 r2c9=5")
    step = next(rules_of_house(grid))
    assert removed([step], board) >= {"r1c3=1", "r1c3=7", "r1c4=1", "r1c4=7", "r1c5=6", "r1c6=2"}
    assert step.words.startswith(
        "no way to fill row 1 with the cage of r1c1 and r1c2 and the cage of r1c3 and r1c4 has these: r1c3"
    )
    assert as_highlight(board, step).houses == (0,)
    assert step.rules == (0, 1)


def test_no_step_of_a_house_removes_what_a_full_search_keeps():
    """All fillings of a row, by brute force."""
    board = Board(2, 2, variants=[variants.Killer([(5, "r1c1 r1c2")]), variants.Thermometers(["r1c3 r1c4"])])
    rows = [row for row in permutations((1, 2, 3, 4)) if row[0] + row[1] == 5 and row[2] < row[3]]
    kept = {f"r1c{c}={digit}" for row in rows for c, digit in enumerate(row, 1)}
    grid = Grid(board, bytes(16))
    alive = {tables(board).name(candidate) for candidate in bits(grid.alive & union(tables(board).units[:4]))}
    gone = {name for name in removed(rules_of_house(grid), board) if name.startswith("r1")}
    assert alive - gone == kept


def test_equations_hold_in_the_grid_they_come_from():
    for seed in range(3):
        grid = sudoku.solve("." * 81, seed=seed)
        board = with_cages(NINE, cut(random.Random(seed), NINE, grid, 4))
        assert equations(board)
        for plus, minus, total, _, _ in equations(board):
            assert sum(int(grid[cell]) for cell in plus) - sum(int(grid[cell]) for cell in minus) == total


def test_boards_without_variants_pay_nothing():
    assert rules_of(NINE) == () == equations(NINE)
    grid = Grid(NINE, bytes(81))
    assert not [*innie(grid), *innies(grid), *one_rule(grid, ANY_SIZE), *needed_digit(grid)]


# ---- ratings


def test_a_killer_without_clues_is_solved_by_logic():
    board, _, clues = UNIQUE["killer"]
    rating = rate(clues, board=board)
    assert (rating.status.value, rating.level, rating.hardest) == ("solved", "hard", "large cage combinations")
    assert hint(clues, board=board).technique == "innie or outie"


def turned(cages):
    """Return cages with rows and columns exchanged, in another order."""
    moved = [(total, [re.sub(r"r(\d)c(\d)", r"r\2c\1", name) for name in names]) for total, names in cages]
    return random.Random(1).sample(moved, len(moved))


@pytest.mark.parametrize("largest", [2, 3, 4])
def test_a_rating_does_not_depend_on_names(largest):
    compared = 0
    for seed in range(30):
        cages = cut(random.Random(seed), NINE, sudoku.solve("." * 81, seed=seed), largest)
        one, other = (with_cages(NINE, each) for each in (cages, turned(cages)))
        if compared < 3 and sudoku.is_unique("." * 81, board=one, time_limit=10):
            compared += 1
            assert rate("." * 81, board=one) == rate("." * 81, board=other)
    assert compared


def test_generate_knows_which_boards_have_rules():
    made = sudoku.generate(1, techniques={"require": ["innie or outie"]})
    assert made.reason == "'innie or outie' is for boards with cages, lines or other rules, not for a 9x9 board"
    assert "the nearest scores are 1.5 and 2.3" in sudoku.generate(1, difficulty=(1.9, 2.1)).reason
