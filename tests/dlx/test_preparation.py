# SPDX-License-Identifier: MIT
"""A time limit covers what a question prepares, at whatever look at the clock the time ends.

Real clocks play no part: each look takes a second, or a slow rule advances the clock. The program
tests/nightly/time_limits.py measures the same with the clock of the processor, on large problems.
"""

import sys
from itertools import count, pairwise

import numpy as np
import pytest

import sudoku
from dlx import Colored, Problem, Status, Unfinished, models
from dlx.engine import table
from dlx.engine.strategies.frontier import planned
from dlx.formats.cnf import Cnf
from dlx.matrix.assumptions import NONE
from dlx.matrix.solution import Solution
from dlx.questions import info
from dlx.questions.search import Search
from dlx.system import calloff
from dlx.system.calloff import OutOfTime, check, checked, watched, within
from dlx.terminal.cli import main
from sudoku import Board
from sudoku.variants import Function, Killer, Regex
from tests.dlx.engine.turns import shorten
from tests.problems import dominoes, queens

LOOKS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233)
PLENTY = 10**9


@pytest.fixture
def ticking(monkeypatch):
    """Let each look at the clock take a second."""
    monkeypatch.setattr(calloff, "perf_counter", count(0.0, 1.0).__next__)


@pytest.fixture
def early(monkeypatch):
    """Let all strategies join after a few nodes."""
    shorten(monkeypatch, 2**12)
    monkeypatch.setattr(table, "SOON_WORK", 0)
    monkeypatch.setattr("dlx.questions.option_status.FIRST_NODES", 10)
    monkeypatch.setattr("dlx.questions.best.best.FIRST_WORK", 1)


# --- the blocks


def test_the_time_of_a_block(ticking):
    with pytest.raises(OutOfTime), within(3):
        for _ in range(10):
            check()
    check()  # outside, there is no limit


def test_the_nearest_end_counts(ticking):
    with pytest.raises(OutOfTime), within(3), within(PLENTY):
        for _ in range(10):
            check()
    with pytest.raises(OutOfTime), within(PLENTY), within(3):
        for _ in range(10):
            check()
    with within(float("inf")):
        check()


def test_loops_and_functions_are_checked(ticking, monkeypatch):
    monkeypatch.setattr(calloff, "THINGS_BETWEEN_CHECKS", 10)
    seen = []
    with pytest.raises(OutOfTime), within(3):
        seen.extend(checked(range(1000)))
    assert seen == [*range(20)]
    calls = []
    with pytest.raises(OutOfTime), within(3):
        for k in range(10):
            watched(calls.append)(k)
    assert calls == [0, 1]


# --- dlx


def halves(p):
    """Return two separate copies of a problem, of which one has fewer options."""
    options = [[(half, item) for item in p.option(k)] for half in "ab" for k in range(p.n_options - (half == "b"))]
    return Problem(options, [(half, item) for half in "ab" for item in p.primary])


SQUARE, PARTS = dominoes(6, 6), halves(dominoes(4, 4))
WORDS = Problem(
    [[f"a{i}", Colored(f"c{(i + j) % 6}", k)] for i in range(6) for j in range(3) for k in range(3)],
    [f"a{i}" for i in range(6)],
    [f"c{i}" for i in range(6)],
)
FEWER = dominoes(4, 4).count(method="search", banned=[23])
PRICED = Problem([PARTS.option(k) for k in range(PARTS.n_options)], PARTS.primary, (), range(PARTS.n_options))
SQUARES = models.latin_squares(4)

WITH_GIVEN = {  # each question with a limit and given options
    "solve": SQUARE.solve,
    "is_unique": SQUARE.is_unique,
    "count": SQUARE.count,
    "count to 2": lambda **how: SQUARE.count(2, **how),
    "count, orbits": lambda **how: SQUARE.count(orbits="auto", **how),
    "solutions": SQUARE.solutions,
    "sample": SQUARE.sample,
    "estimate": SQUARE.estimate,
    "reduce": SQUARE.reduce,
    "zdd": SQUARE.zdd,
    "option_status": SQUARE.option_status,
    "best": PRICED.best,
    "group": lambda **how: SQUARES.group("auto", **how),
    "explain": SQUARE.explain,
    "search": SQUARE.search,
}


@pytest.mark.parametrize("question", WITH_GIVEN)
@pytest.mark.parametrize("which", ["given", "banned"])
def test_a_function_that_selects_options_counts_toward_the_limit(ticking, question, which):
    calls = []

    def slow(items):
        calls.append(items)
        return len(calls) < 3

    with pytest.raises(Unfinished):
        WITH_GIVEN[question](time_limit=4, **{which: slow})
    assert len(calls) <= 4


def test_clauses_of_one_item_come_a_few_at_a_time():
    n = 200
    for bounds in ((60, 120), (3, 5), (0, 150), (150, 200)):
        for switched in (False, True):
            cnf = Cnf(Problem([["a"]] * n, {"a": bounds}), switched=switched, lazy=True)
            sizes = [0, *(len(cnf.clauses) for _ in cnf.grow())]
            assert max(after - before for before, after in pairwise(sizes)) <= 5 * n
            assert len(cnf.clauses) == len(Cnf(cnf.problem, switched=switched).clauses)


def test_the_time_to_make_solutions_counts(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("dlx.engine.drive.perf_counter", lambda: now[0])

    def make(options):
        now[0] += 1
        return Solution.of(SQUARE, options)

    search = Search(SQUARE.engine, time_limit=3, solution=make)
    for _ in search:
        now[0] += PLENTY  # the time of the caller does not count
    assert (search.status, search.stats.solutions, search.stats.seconds) == (Status.TIME_LIMIT, 3, 3)


def test_the_drawing_of_layers_is_checked():
    looks = []
    many = Problem([["x", ("o", k % 10)] for k in range(5000)], ["x"], [("o", k) for k in range(10)])
    assert planned(many, NONE).draw(2**28, lambda: looks.append(1))
    assert len(looks) == 5


BARE = {  # a question, and its answer
    "solve": lambda limit: SQUARE.solve(time_limit=limit) is not None,
    "solve, seed": lambda limit: PARTS.solve(seed=1, time_limit=limit) is not None,
    "solve, colors": lambda limit: WORDS.solve(time_limit=limit) is not None,
    "is_unique": lambda limit: PARTS.is_unique(time_limit=limit) is False,
    "count to a limit": lambda limit: SQUARE.count(16, time_limit=limit) == 16,
    "count": lambda limit: SQUARE.count(time_limit=limit) == 6728,
    "count, components": lambda limit: PARTS.count(time_limit=limit) == 36 * FEWER,
    "count, frontier": lambda limit: SQUARE.count(method="frontier", time_limit=limit) == 6728,
    "count, memo": lambda limit: SQUARE.count(method="memo", time_limit=limit) == 6728,
    "count, symmetric": lambda limit: SQUARE.count(method="symmetric", time_limit=limit) == 6728,
    "count, colors": lambda limit: WORDS.count(time_limit=limit) == WORDS.count(method="search"),
    "count, orbits": lambda limit: SQUARES.count(orbits="auto", time_limit=limit) == 2,
    "solutions, orbits": lambda limit: len(list(SQUARES.solutions(orbits="auto", time_limit=limit))) == 2,
    "group": lambda limit: SQUARES.group("auto", time_limit=limit).order == 82_944,
    "zdd": lambda limit: SQUARE.zdd(time_limit=limit).count() == 6728,
    "sample": lambda limit: len(SQUARE.sample(time_limit=limit)) == 1,
    "sample, components": lambda limit: len(PARTS.sample(time_limit=limit)) == 1,
    "count_many": lambda limit: SQUARE.count_many([[], [0]], None, time_limit=limit)[0] == 6728,
}


@pytest.mark.parametrize("question", BARE)
def test_time_that_ends_at_any_look_never_passes_for_an_answer(early, ticking, question):
    unfinished = 0
    for looks in LOOKS:
        try:
            assert BARE[question](looks)
        except Unfinished as stop:
            assert stop.status is Status.TIME_LIMIT
            unfinished += 1
    assert unfinished > 0
    assert BARE[question](PLENTY)
    assert BARE[question](None)


WITH_A_STATUS = {
    "best": (lambda limit: PRICED.best(time_limit=limit), lambda found: found[0].cost == PRICED.best()[0].cost),
    "option_status": (lambda limit: PARTS.option_status(time_limit=limit), lambda found: found.options(1) == [37, 42]),
    "estimate": (lambda limit: SQUARE.estimate(10, time_limit=limit), lambda found: found.samples == 10),
    "reduce": (lambda limit: SQUARE.reduce(time_limit=limit), lambda found: found.problem.n_options == 60),
}


@pytest.mark.parametrize("question", WITH_A_STATUS)
def test_an_object_that_was_cut_short_says_so(early, ticking, question):
    ask, is_right = WITH_A_STATUS[question]
    for looks in LOOKS:
        found = ask(looks)
        assert found.status is Status.TIME_LIMIT or is_right(found)
    found = ask(PLENTY)
    assert found.status is not Status.TIME_LIMIT
    assert is_right(found)


@pytest.mark.parametrize("method", ["auto", "sat"])
def test_explanations(early, ticking, method):
    if method == "sat":
        pytest.importorskip("pysolvers")
    odd = dominoes(5, 5)
    kinds = {odd.explain(method=method, time_limit=looks).kind for looks in LOOKS}
    assert "unknown" in kinds
    assert kinds <= {"unknown", "items", "invariant"}
    assert queens(6).explain(time_limit=None).kind == "solvable"


def test_info_describes_what_there_was_time_for(early, ticking, monkeypatch):
    monkeypatch.setattr(info, "LEAST_SECONDS", 0)
    seen = [SQUARE.info(time_limit=looks) for looks in LOOKS]
    assert seen[0].components is None
    assert str(seen[0]).startswith("components unknown: no time was left\n")
    assert "window     not measured: no time was left\n" in str(seen[0])
    whole = SQUARE.info(time_limit=PLENTY)
    assert (whole.components, whole.symmetries, whole.solutions) == (1, 8, 6728)
    assert all(one.components in (None, 1) and one.symmetries in (None, 8) for one in seen)


def test_a_count_that_was_cut_short_continues(early, monkeypatch):
    """Time ended while a strategy was prepared; the next run begins the race again."""
    squares = models.latin_squares(5)
    counting = squares.counting()
    unfinished = 0
    for looks in (1, 2, 4, 8):
        with monkeypatch.context() as patch:
            patch.setattr(calloff, "perf_counter", count(0.0, 1.0).__next__)
            try:
                counting.run(time_limit=looks)
            except Unfinished:
                unfinished += 1
                assert counting.status is Status.TIME_LIMIT
    assert unfinished > 0
    assert counting.run() == 161_280


AT_ONCE = {"count_many", "sample, components"}  # they end in their first slices, before anything else is prepared


@pytest.mark.parametrize("end", [KeyboardInterrupt, calloff.CalledOff])
@pytest.mark.parametrize("question", sorted(BARE.keys() - AT_ONCE))
def test_ctrl_c_and_calling_off_at_any_look(early, question, end):
    """Preparation that ended early leaves nothing behind: the next answer is right."""
    ended = 0
    for looks in (0, 2, 7, 30):
        left = iter([False] * looks)

        def gone(left=left):
            if next(left, True):
                raise end
            return False

        try:
            with calloff.called_off_when(gone):
                assert BARE[question](None)
        except end:
            ended += 1
    assert ended > 0
    assert BARE[question](None)


# --- sudoku: rules that are slow to read


class Slow:
    """A rule in Python that takes ten seconds a call, of a clock that nothing else advances."""

    def __init__(self, monkeypatch):
        self.calls, self.error, self.now = 0, None, 0.0
        for clock in ("dlx.system.calloff.perf_counter", "sudoku.engine.queries.perf_counter"):
            monkeypatch.setattr(clock, lambda: self.now)
        monkeypatch.setattr("dlx.system.calloff.thread_time", lambda: self.now)
        monkeypatch.setattr(sys.modules["sudoku.solve"], "time", lambda: self.now)

    def __call__(self, digits):
        self.calls += 1
        self.now += 10
        if self.error is not None:
            raise self.error
        return digits[0] != digits[1]


@pytest.fixture
def slow(monkeypatch):
    return Slow(monkeypatch)


def board_of(slow):
    return Board(2, 2, variants=[Function(slow, ["r1c1 r2c3", "r1c2 r2c4"])])


PUZZLE = [1, *[0] * 15]
PUZZLES = np.array([PUZZLE] * 3, np.uint8)
SEVERAL = "several solutions"
SUDOKU = {  # a question about a board, and whether an answer is one that time did not cut short
    "solve": (lambda board, **how: sudoku.solve(PUZZLE, board=board, **how), lambda found: found is not None),
    "solve, seed": (
        lambda board, **how: sudoku.solve(PUZZLE, board=board, seed=1, **how),
        lambda found: len(found) == 16,
    ),
    "count": (lambda board, **how: sudoku.count(PUZZLE, board=board, **how), lambda found: found == 36),
    "count to a limit": (lambda board, **how: sudoku.count(PUZZLE, 3, board=board, **how), lambda found: found == 3),
    "is_unique": (lambda board, **how: sudoku.is_unique(PUZZLE, board=board, **how), lambda found: found is False),
    "solutions": (lambda board, **how: [*sudoku.solutions(PUZZLE, board=board, **how)], lambda found: len(found) == 36),
    "solve_batch": (
        lambda board, **how: sudoku.solve_batch(PUZZLES, None, board=board, **how),
        lambda found: not found.unfinished.any() and found.counts.tolist() == [36] * 3,
    ),
    "solve_batch, workers": (
        lambda board, **how: sudoku.solve_batch(PUZZLES, None, board=board, workers=2, **how),
        lambda found: not found.unfinished.any() and found.counts.tolist() == [36] * 3,
    ),
    "candidates": (lambda board, **how: sudoku.candidates(PUZZLE, board=board, **how), lambda found: found[0] == (1,)),
    "candidates_batch": (
        lambda board, **how: sudoku.candidates_batch(PUZZLES[:1], board=board, **how)[0],
        lambda found: found is not None and found[0] == (1,),
    ),
    "hint": (lambda board, **how: sudoku.hint(PUZZLE, board=board, **how), lambda found: True),
    "hints": (lambda board, **how: list(sudoku.hints(PUZZLE, board=board, **how)), lambda found: True),
    "solve_logically": (
        lambda board, **how: sudoku.solve_logically(PUZZLE, board=board, **how),
        lambda found: found.status.value == SEVERAL,
    ),
    "rate": (
        lambda board, **how: sudoku.rate(PUZZLE, board=board, **how),
        lambda found: found.status.value == SEVERAL,
    ),
    "diagnose": (
        lambda board, **how: sudoku.diagnose(PUZZLE, board, **how),
        lambda found: found.status is Status.COMPLETE and found.count == 36,
    ),
    "generate": (
        lambda board, **how: sudoku.generate(1, board=board, **how),
        lambda found: found.status.value == "found",
    ),
    "generate_batch": (
        lambda board, **how: [*sudoku.generate_batch(1, 1, board=board, **how)],
        lambda found: len(found) == 1,
    ),
}


@pytest.mark.parametrize("question", SUDOKU)
def test_a_slow_rule_is_read_within_the_time_of_a_question(slow, question):
    ask, is_whole = SUDOKU[question]
    board = board_of(slow)
    assert "rules" not in vars(board)  # reading them has taken too long
    assert slow.calls == 1
    for limit in (5, 25, 45):
        before = slow.calls
        try:
            assert not is_whole(ask(board, time_limit=limit))
        except Unfinished as stop:
            assert stop.status is Status.TIME_LIMIT
        assert slow.calls - before <= limit // 10 + 1
    assert is_whole(ask(board, time_limit=None))
    slow.now = 0
    assert is_whole(ask(board, time_limit=10**4))


def test_a_slow_rule_that_is_read_once_is_known(slow):
    board = board_of(slow)
    assert sudoku.solve(PUZZLE, board=board) is not None
    before = slow.calls
    assert sudoku.count(PUZZLE, board=board, time_limit=5) == 36
    assert sudoku.is_unique(PUZZLE, board=board, time_limit=5) is False
    assert slow.calls == before


def test_errors_of_a_slow_rule_come_with_the_first_question(slow):
    board = board_of(slow)
    slow.error = ArithmeticError("no")
    for _ in range(2):
        with pytest.raises(ValueError, match=r"called with \(1, 1\), it raised ArithmeticError: no$"):
            sudoku.solve(PUZZLE, board=board, time_limit=1000)


def test_the_errors_of_quick_rules_come_at_once():
    with pytest.raises(ValueError, match="have sums of 3 to 7"):
        Board(2, 2, variants=[Killer([(9, "r1c1 r1c2")])])
    with pytest.raises(ValueError, match="no digits fit into r1c1, r1c2"):
        Board(2, 2, variants=[Regex([("11|2", "r1c1 r1c2")]), Regex([("5.", "r1c1 r1c2")])])


def test_ctrl_c_ends_the_reading_of_a_slow_rule(slow):
    board = board_of(slow)
    slow.error = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        sudoku.solve(PUZZLE, board=board)
    slow.error = None
    assert sudoku.count(PUZZLE, board=board) == 36


def test_a_relation_of_your_own_is_watched(slow):
    class Unequal:
        def add(self, rules, board):
            rules.related(0, 6, lambda a, b: slow((a, b)))

        def __str__(self):
            return "unequal"

        def __hash__(self):
            return 1

    board = Board(2, 2, variants=[Unequal()])
    assert "rules" not in vars(board)
    with pytest.raises(Unfinished):
        sudoku.solve(PUZZLE, board=board, time_limit=25)
    assert sudoku.count(PUZZLE, board=board) > 0


@pytest.mark.parametrize("looks", LOOKS)
def test_covers_and_tables_at_any_look(ticking, looks):
    """A board with cages: time may end while its rules, its cover or its tables are made."""
    grid = [int(digit) for digit in sudoku.solve("." * 81)]
    cages = [(grid[k] + grid[k + 1], [k, k + 1]) for k in range(0, 81, 3)]
    cages = [(total, [f"r{k // 9 + 1}c{k % 9 + 1}" for k in cells]) for total, cells in cages]
    board = Board(variants=[Killer(cages)])
    puzzle = np.zeros(81, np.uint8)
    for ask in (sudoku.solve, sudoku.is_unique, sudoku.candidates):
        try:
            answer = ask(puzzle, board=board, time_limit=looks)
        except Unfinished:
            continue
        assert answer is not None
    assert sudoku.diagnose(puzzle, board, time_limit=looks).status in (Status.TIME_LIMIT, Status.COMPLETE)
    assert sudoku.rate(puzzle, board=board, time_limit=looks).score is None


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_the_command_line_limits_the_preparation_of_a_count(early, ticking, monkeypatch, capsys, tmp_path, json):
    def prepare(*_, **how):
        for _ in range(PLENTY):
            check()

    monkeypatch.setattr("dlx.engine.strategies.frontier.planned", prepare)
    SQUARE.write(tmp_path / "square.dlx", name=lambda cell: "{}_{}".format(*cell))
    assert main(["count", str(tmp_path / "square.dlx"), "--time-limit", "3", "-q", *json]) == 3
    shown = capsys.readouterr().out
    assert ('"status": "time limit"' in shown) if json else (shown == "at least 0\n")
