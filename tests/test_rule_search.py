"""The search on candidates: against the cover on random rules, as in test_blocks.py; its slices, its limits."""

import itertools
import random
import threading
from dataclasses import dataclass

import pytest

import sudoku
from dlx import Status
from dlx.engine.drive import DONE, LIMIT, PAUSED, SOLUTION
from sudoku import Board
from sudoku import variants as v
from sudoku.board.digits import DIGITS
from sudoku.board.innies import house_sums
from sudoku.engine import by_learning, by_rules
from sudoku.engine.by_rules import grids_by_rules
from sudoku.engine.cover import clues, cover
from sudoku.engine.engines import Decided
from sudoku.engine.rule_search import RuleSearch
from sudoku.engine.rule_tables import rule_tables

from .rule_definitions import RULES
from .sudoku.board.test_blocks import FOUR, NO_DIGITS, all_by_rules

KNIGHT = Board(2, 3, variants=["anti-knight", v.Sums([(9, "r1c1 r2c4 r6c6")])])
CAGES = Board(2, 3, variants=[v.Killer([(9, "r1c1 r1c2 r2c1"), (8, "r3c3 r3c4 r4c4")]), v.Renban(["r5c5 r6c5 r6c6"])])


def mixed(seed):
    """Return a 6x6 board with up to five random rules, and some given candidates."""
    generator = random.Random(seed)
    grid = sudoku.solve("." * 36, board=Board(2, 3), seed=seed)
    given = [6 * cell + int(digit) - 1 for cell, digit in enumerate(grid) if generator.random() < 0.3]
    while True:
        names = generator.sample(sorted(RULES), generator.randint(1, 5))
        try:
            return Board(2, 3, variants=[RULES[name](generator, 6)[0] for name in names]), given
        except ValueError as error:
            assert NO_DIGITS.search(str(error)), error


@pytest.mark.parametrize("seed", range(40))
def test_the_cover_has_as_many_solutions(seed):
    board, given = mixed(seed)
    number = cover(board).count(given=given)
    assert len(all_by_rules(board, given)) == len(all_by_rules(board, given, innies=True)) == number


@pytest.mark.parametrize("board", [KNIGHT, CAGES])
def test_slices_change_nothing(board):
    runs = []
    for work in (1, 777, 10**9):
        search, grids, outcome = RuleSearch(rule_tables(board)), [], PAUSED
        search.setup([0])
        while outcome != DONE and len(grids) < 50:
            outcome = search.step(work)
            if outcome == SOLUTION:
                grids.append(search.solution())
        runs.append((grids, search.nodes, search.work, search.solutions))
    assert runs[0] == runs[1] == runs[2]
    assert len(runs[0][0]) > 10


@dataclass(frozen=True)
class Related:
    """Pairs of cells, and the pairs of digits that they may have."""

    pairs: tuple
    allowed: frozenset

    def add(self, rules, board):
        for a, b in self.pairs:
            rules.related(a, b, lambda d, e: (d, e) in self.allowed)


@pytest.mark.parametrize("seed", range(30))
def test_relations_that_exclude_some_equal_digits(seed):
    """A cell that cannot share a 1 with all places of the 1 in a house may still share a 2 with all places of the 2."""
    generator, plain = random.Random(seed), Board(2, 2)
    digits = list(itertools.product(plain.digits, repeat=2))
    equal = generator.sample(plain.digits, generator.randint(1, 3))  # digits that both cells cannot have
    allowed = frozenset(pair for pair in digits if pair not in [(d, d) for d in equal] and generator.random() < 0.95)
    cells = generator.sample(range(16), 3)
    pairs = tuple((a, b) for a in cells for b in range(16) if b not in cells)
    board = plain.with_variants(Related(pairs, allowed))
    expected = {bytes(g) for g in FOUR if all((g[a], g[b]) in allowed for a, b in pairs)}
    assert set(map(bytes, all_by_rules(board, []))) == expected


def test_a_search_begins_again():
    search = RuleSearch(rule_tables(KNIGHT))
    first, found = all_by_rules(KNIGHT, [0]), []
    search.setup([5])
    search.step(5_000)
    search.setup([0])
    while search.step(10**9) == SOLUTION:
        found.append(search.solution())
    assert found == first
    assert search.step(1) == DONE


@pytest.mark.parametrize("seed", range(20))
def test_restarts_lose_nothing(seed, monkeypatch):
    """A search in a random order that begins again after each node or two finds a grid if there is one."""
    board, given = mixed(seed)
    grids = set(all_by_rules(board, given))
    for nodes in (1, 2, by_rules.RESTART_NODES):
        monkeypatch.setattr(by_rules, "RESTART_NODES", nodes)
        answers = [grids_by_rules(board, given, 1, seed=k) for k in (seed, seed, seed + 1)]
        if None in answers:  # a board of houses only
            continue
        assert all(answer.decided and bool(answer.grids) == bool(grids) for answer in answers)
        assert {grid for answer in answers for grid in answer.grids} <= grids
        assert (answers[0].grids, answers[0].guesses) == (answers[1].grids, answers[1].guesses)


def test_a_random_order_finds_different_grids():
    board = Board(variants=["x", "anti-knight"])
    grids = {sudoku.solve("." * 81, board=board, seed=seed) for seed in range(8)}
    assert len(grids) > 4
    assert sudoku.solve("." * 81, board=board, seed=3) == sudoku.solve("." * 81, board=board, seed=3)
    for grid in grids:
        assert sudoku.count(grid, board=board) == 1


def test_given_candidates_that_contradict_each_other():
    search = RuleSearch(rule_tables(KNIGHT))
    for given in ([0, 1], [0, 6]):  # two digits of a cell; a digit twice in a row
        search.setup(given)
        assert (search.step(1_000), search.nodes) == (DONE, 0)


def test_a_limit_of_work():
    search = RuleSearch(rule_tables(KNIGHT))
    search.work_stop = search.work + 500
    outcomes = [search.step(10**9) for _ in range(3)]
    assert outcomes[-1] == LIMIT
    assert search.work >= search.work_stop


def test_one_thread_at_a_time():
    board = Board(variants=[v.Sums([(30, "r1c1 r2c2 r3c3 r4c4 r5c5 r6c6"), (20, "r9c1 r8c2 r7c3 r6c4")])])
    search = RuleSearch(rule_tables(board))
    errors, ready = [], threading.Event()

    def run():
        ready.set()
        while not errors and search.nodes < 10**6:
            search.work_stop = 2**62
            try:
                search.step(10**7)
            except RuntimeError as error:
                errors.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    ready.wait()
    while thread.is_alive() and not errors:
        try:
            search.step(10**5)
        except RuntimeError as error:
            errors.append(str(error))
    thread.join()
    assert set(errors) <= {"this RuleSearch is running in another thread"}


def test_boards_without_rules_go_to_the_cover():
    for variants in ([], ["x"], ["windoku", v.Even("r1c1")]):
        assert grids_by_rules(Board(variants=variants), [], 1) is None
    assert grids_by_rules(Board(variants=["anti-knight"]), [], 1).decided
    assert grids_by_rules(Board(3, 4), [], 1, seed=1) is None  # a random order is for the cover


@pytest.mark.parametrize("board", [Board(3, 4), Board(2, 6, variants=["x"]), Board(2, 7, first_digit=0)], ids=str)
def test_large_boards_of_houses_begin_here(board, monkeypatch):
    solution = board.parse(sudoku.solve("." * board.cells, board=board, seed=1))
    for cells in (40, 70):
        puzzle = board.line(bytes(cells) + solution[cells:])
        answer = grids_by_rules(board, clues(board, board.parse(puzzle)), 2)
        assert answer.decided
        with monkeypatch.context() as patch:
            patch.setattr(by_rules, "MOST_HOUSE_WORK", 0)
            assert sudoku.is_unique(puzzle, board=board) == (len(answer.grids) == 1)
        for grid in answer.grids:
            board.check(grid)
            assert 0 not in grid
            assert grid[cells:] == solution[cells:]


def test_long_searches_on_the_largest_boards_learn(monkeypatch):
    board = Board(3, 6)
    solution = board.parse(sudoku.solve("." * board.cells, board=board, seed=1))
    for cells, number in ((18, 1), (54, 2), (200, 2)):
        given = clues(board, bytes(cells) + solution[cells:])
        assert len(grids_by_rules(board, given, 2).grids) == number
        monkeypatch.setattr(by_rules, "MOST_HOUSE_WORK", 0)
        monkeypatch.setattr(by_learning, "LEARNED_WORK", 2**32)
        answer = grids_by_rules(board, given, 2)
        assert answer.decided
        assert len(set(answer.grids)) == len(answer.grids) == number
        for grid in answer.grids:
            board.check(grid)
            assert 0 not in grid
            assert grid[cells:] == solution[cells:]
        monkeypatch.setattr(by_learning, "LEARNED_WORK", 0)
        assert grids_by_rules(board, given, 2).status is Status.NODE_LIMIT
        decided = Decided(board, given, 2)
        decided.run()
        assert len(decided.found) == number
        monkeypatch.undo()


def test_a_long_search_goes_to_the_cover(monkeypatch):
    puzzle = "1" + "." * 35
    expected = sudoku.is_unique(puzzle, board=KNIGHT)
    monkeypatch.setattr(by_rules, "MOST_WORK", 0)
    answer = grids_by_rules(KNIGHT, [0], 2)
    assert (answer.grids, answer.status, answer.decided) == ([], Status.NODE_LIMIT, False)
    decided = Decided(KNIGHT, [0], 2)
    decided.run()
    assert (len(decided.found), decided.unfinished, decided.guesses > 0) == (2, False, True)
    assert sudoku.is_unique(puzzle, board=KNIGHT) == expected
    assert sudoku.solve(puzzle, board=KNIGHT) in {board_text(grid) for grid in all_by_rules(KNIGHT, [0])}


def board_text(grid):
    return "".join(map(str, grid))


def test_no_time():
    answer = grids_by_rules(KNIGHT, [0], 2, 0)
    assert (answer.grids, answer.status) == ([], Status.TIME_LIMIT)
    with pytest.raises(TimeoutError):
        sudoku.is_unique("1" + "." * 35, board=KNIGHT, time_limit=0)


@pytest.mark.parametrize("largest", [3, 10])
def test_both_forms_of_sandwiches_and_sums(largest, monkeypatch):
    from sudoku.board.variants import outside

    monkeypatch.setattr(outside, "LARGEST_EXACT_SIDE", largest)
    generator = random.Random(1)
    for name in ("sandwich", "X-sum"):
        for _ in range(6):
            variant, holds = RULES[name](generator, 4)
            grids = [tuple(map(int, text)) for text in sudoku.solutions("." * 16)]
            try:
                found = sorted(map(tuple, all_by_rules(Board(2, 2, variants=[variant]), [])))
            except ValueError:
                found = []
            assert found == sorted(filter(holds, grids))


def test_boards_that_are_too_large_have_no_tables(monkeypatch):
    monkeypatch.setattr("sudoku.engine.rule_tables.MOST_ENTRIES", 1)
    assert rule_tables(CAGES) is None
    monkeypatch.undo()
    monkeypatch.setattr("sudoku.engine.rule_tables.MOST_CELLS", 35)
    assert rule_tables(KNIGHT) is None


@pytest.mark.parametrize("first_digit", [0, 1])
def test_innies_and_outies_join_a_long_search(monkeypatch, first_digit):
    """Cages across the boxes of a 6x6 grid: the houses know the sums of a few cells, and the same grids come out."""
    board = Board(2, 3, first_digit=first_digit)
    grid = [int(digit) for digit in sudoku.solve("." * 36, seed=1, board=board)]
    shapes = [[k, k + 1, k + 6, k + 7] for k in (2, 12, 16, 26)] + [[k, k + 1, k + 6] for k in (0, 4, 14, 24, 28)]
    cages = [cells for cells in shapes if len({grid[cell] for cell in cells}) == len(cells)]
    board = board.with_variants(
        v.Killer([(sum(grid[c] for c in cells), [board.cell_name(c) for c in cells]) for cells in cages])
    )
    assert len(list(house_sums(board))) > 10
    answers = []
    for work in (10**9, 1):
        monkeypatch.setattr(by_rules, "FIRST_WORK", work)
        answers.append(grids_by_rules(board, [], 10**6))
    without, joined = answers
    assert without.status is joined.status is Status.COMPLETE
    assert sorted(without.grids) == sorted(joined.grids)
    assert joined.guesses < without.guesses


class Taken(list):
    """Idle searches, each of which another thread takes and sets up at once."""

    def append(self, search):
        search.setup([], None)


def test_an_idle_search_belongs_to_any_thread(monkeypatch):
    right = grids_by_rules(KNIGHT, [0], 5)
    taken = by_rules.stock(KNIGHT)._replace(idle=Taken())
    monkeypatch.setattr(by_rules, "stock", lambda *_: taken)
    answer = grids_by_rules(KNIGHT, [0], 5)
    assert answer.guesses == right.guesses > 0
    assert answer.grids == right.grids


def large(seed):
    """Return an 18x18 board whose open cells have two to four candidates each, mostly with a digit of one grid."""
    generator, plain = random.Random(seed), Board(3, 6)
    grid = plain.parse(sudoku.solve("." * plain.cells, board=plain, seed=seed))
    digits = [[value] for value in grid]
    for house in generator.sample(plain.houses, 4):
        cells = generator.sample(house, 9)
        for cell in cells:
            extra = generator.sample([grid[other] for other in cells], generator.randint(2, 3))
            digits[cell] = sorted({*extra, *([grid[cell]] if generator.random() < 0.99 else [])})
    return marked(plain, dict(enumerate(digits)))


def marked(board, digits):
    """Return a board with these digits as the candidates of some cells."""
    some = [digits.get(cell, range(1, board.side + 1)) for cell in range(board.cells)]
    text = "".join(DIGITS[d - 1] if d in own else "." for own in some for d in range(1, board.side + 1))
    return Board(board.box_height, board.box_width, variants=[v.Pencilmarks(text)])


@pytest.mark.parametrize("seed", range(30))
def test_matchings_of_large_houses_lose_nothing(seed):
    board = large(seed)
    assert len(all_by_rules(board, [])) == cover(board).count()


@pytest.mark.parametrize("seed", range(12))
def test_most_cells_of_a_large_house_need_not_have_all_digits(seed):
    """A rule may name 17 of the 18 cells of a row, in which a digit occurs. Which other digit they lack is open."""
    generator, plain = random.Random(seed), Board(1, 18)
    digits = {18 * r + c: [(r + c) % 18 + 1] for r, c in itertools.product(range(18), repeat=2)}
    row, columns = generator.randrange(9), generator.sample(range(9), 4)
    for r, c in itertools.product((row, row + 9), (c + more for c in columns for more in (0, 9))):
        digits[18 * r + c] = [(row + c + more) % 18 + 1 for more in (0, 9)]  # two rows exchange digits of two columns
    board = marked(plain, digits)
    cells = [18 * row + c for c in range(18) if c != columns[0]]
    wanted = (row + columns[seed % 2]) % 18 + 1  # ... or which they lack is known
    some = board.with_variants(v.Quadruples([([wanted], [plain.cell_name(cell) for cell in cells])]))
    grids = all_by_rules(board, [])
    assert len(grids) == cover(board).count() == 2**4
    assert sorted(all_by_rules(some, [])) == sorted(g for g in grids if wanted in [g[cell] for cell in cells])
    assert cover(some).count() == 2 ** (3 + seed % 2)


@pytest.mark.parametrize(("box", "guesses"), [((3, 6), False), ((4, 4), True)])
def test_five_cells_with_four_digits_in_a_large_house_need_no_guess(box, guesses):
    """Each cell has two of the digits, so no two or three cells show the contradiction."""
    pairs = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)]
    board = marked(Board(*box), dict(zip((0, 4, 7, 10, 15), pairs, strict=True)))
    search = RuleSearch(rule_tables(board))
    assert search.step(10**7) == DONE
    assert (search.nodes > 0) == guesses
