"""The bitset backtracker against oracles that share nothing with it.

On the 4x4 board the oracle is the list of all 288 grids; on others it is a few lines of recursion over Python sets.
Beyond the counts: slicing a search changes nothing, a batch equals its puzzles one by one, and the counters of a few
puzzles are fixed, so that every change in the search shows.
"""

import doctest
import pickle
import random
import threading
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx.engine.drive import DONE, PAUSED, SOLUTION
from sudoku import Board
from sudoku.engine import bitset
from sudoku.engine.bitset import Backtracker, count, solve, solve_batch
from tests.processes import ctrl_c

pytestmark = pytest.mark.long
ORDERS = ("fewest", "reading")
SMALL, NINE = Board(2, 2), Board()

EASY = "020409506045070809070026000000030601902060000000701050000310004700000100003902780"
MANY = "060020040500300000080010000600007000037000280020800030000000000700400001000060020"
HARD = "000700390090500000300240800700900200000000000003007008004026007000005060026001000"
SLOW = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"  # in reading order

GRIDS = [
    bytes(sum(rows, ()))
    for rows in product(permutations((1, 2, 3, 4)), repeat=4)
    if all(len({row[column] for row in rows}) == 4 for column in range(4))
    and all(len({*rows[r][c : c + 2], *rows[r + 1][c : c + 2]}) == 4 for r in (0, 2) for c in (0, 2))
]


def is_solution(board, puzzle, grid):
    digits = set(range(1, board.side + 1))
    return all(clue in (0, value) for clue, value in zip(puzzle, grid, strict=True)) and all(
        {grid[cell] for cell in house} == digits for house in board.houses
    )


def slow_count(board, puzzle):
    """Count the solutions of a puzzle whose clues agree with each other."""
    if 0 not in puzzle:
        return 1
    cell = puzzle.index(0)
    taken = {puzzle[peer] for house in board.houses_of[cell] for peer in board.houses[house]}
    return sum(
        slow_count(board, puzzle[:cell] + bytes([digit]) + puzzle[cell + 1 :])
        for digit in range(1, board.side + 1)
        if digit not in taken
    )


def shuffled_grid(board, random):
    """Return a solved grid: the cyclic one, with digits shuffled, and rows and columns shuffled within their bands."""
    height, width, side = board.box_height, board.box_width, board.side

    def lines(band):
        bands = [random.sample(range(start, start + band), band) for start in range(0, side, band)]
        random.shuffle(bands)
        return [line for lines in bands for line in lines]

    digits = random.sample(range(1, side + 1), side)
    rows, columns = lines(height), lines(width)
    return bytes(digits[(width * (r % height) + r // height + c) % side] for r in rows for c in columns)


def run_in_slices(board, puzzle, order, budgets):
    """Return all solutions in order and the counters; `budgets` are used in turn, the last one from then on."""
    search, found, budgets = Backtracker(board, puzzle, order), [], list(budgets)
    while True:
        outcome = search.step(budgets.pop(0) if len(budgets) > 1 else budgets[0])
        if outcome == DONE:
            return found, (search.steps, search.guesses, search.solutions)
        if outcome == SOLUTION:
            found.append(search.solution())


clues = st.lists(st.sampled_from([0, 0, 0, 0, 0, 1, 2, 3, 4]), min_size=16, max_size=16).map(bytes)


# ---- counts


@pytest.mark.parametrize("order", ORDERS)
def test_all_grids(order):
    assert len(GRIDS) == 288
    found, (_, _, solutions) = run_in_slices(SMALL, bytes(16), order, [10**6])
    assert sorted(found) == sorted(GRIDS)
    assert solutions == count(SMALL, bytes(16), order=order) == 288


@given(clues, st.sampled_from(ORDERS))
def test_counts_of_random_clues(puzzle, order):
    """The clues may contradict each other; then no grid has them."""
    expected = [grid for grid in GRIDS if all(clue in (0, value) for clue, value in zip(puzzle, grid, strict=True))]
    found, _ = run_in_slices(SMALL, puzzle, order, [1000])
    assert sorted(found) == expected
    assert count(SMALL, puzzle, order=order) == len(expected)
    assert solve(SMALL, puzzle, order=order) == (found[0] if found else None)


@settings(deadline=None)
@given(
    st.sampled_from([(2, 3), (3, 2), (2, 4), (3, 3), (1, 5), (5, 1), (2, 5)]),
    st.randoms(use_true_random=False),
    st.integers(1, 20),
)
def test_counts_on_other_boards(shape, random, holes):
    board = Board(*shape)
    grid = shuffled_grid(board, random)
    assert is_solution(board, bytes(board.cells), grid)
    empty = set(random.sample(range(board.cells), holes))
    puzzle = bytes(0 if cell in empty else value for cell, value in enumerate(grid))
    expected = slow_count(board, puzzle)
    for order in ORDERS:
        found, _ = run_in_slices(board, puzzle, order, [10**6])
        assert grid in found
        assert len(found) == len(set(found)) == expected == count(board, puzzle, order=order)
        assert all(is_solution(board, puzzle, solution) for solution in found)


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 2), (2, 3), (4, 2), (3, 4), (4, 4), (5, 5)])
def test_a_grid_of_every_size(shape):
    board = Board(*shape)
    grid = solve(board, bytes(board.cells))
    assert grid is not None
    assert is_solution(board, bytes(board.cells), grid)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 3), (4, 2), (3, 4), (4, 4), (4, 5), (5, 5), (5, 7)])
def test_a_puzzle_of_every_size(shape, order):
    board = Board(*shape)
    grid = shuffled_grid(board, random.Random(1))
    puzzle = bytes(value if cell % 3 else 0 for cell, value in enumerate(grid))
    solution = solve(board, puzzle, order=order)
    assert solution is not None
    assert is_solution(board, puzzle, solution)
    assert count(board, grid, order=order) == 1


def test_known_counts():
    first_row = bytes([1, 2, 3, 4, 5, 6]) + bytes(30)
    assert count(Board(2, 3), first_row) == 28_200_960 // 720
    latin = Board(1, 5)
    assert count(latin, bytes(25)) == 161_280


# ---- puzzles of the systems we replace


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("text", "solutions", "solution"),
    [
        (EASY, 1, "321489576645173829879526413587234691912865347436791258258317964794658132163942785"),
        (HARD, 1, "542768391698513724371249856765984213489132675213657948954326187137895462826471539"),
        (MANY, 1917, None),
    ],
)
def test_puzzles(text, solutions, solution, order):
    puzzle = NINE.parse(text)
    found, counters = run_in_slices(NINE, puzzle, order, [10**9])
    assert len(found) == len(set(found)) == counters[2] == solutions
    assert all(is_solution(NINE, puzzle, grid) for grid in found)
    if solution:
        assert NINE.line(found[0]) == solution


def test_the_counters_are_reproducible():
    counters = {
        (order, text): run_in_slices(NINE, NINE.parse(text), order, [10**9])[1][:2]
        for order in ORDERS
        for text in (EASY, HARD, MANY)
    }
    assert counters == {
        ("fewest", EASY): (49, 0),
        ("fewest", HARD): (991, 89),
        ("fewest", MANY): (58873, 4242),
        ("reading", EASY): (101, 16),
        ("reading", HARD): (36183, 8956),
        ("reading", MANY): (2536801, 670636),
    }


# ---- contradictions and limits


@pytest.mark.parametrize("cells", [(0, 3), (1, 73), (30, 50)])
def test_contradictory_clues_have_no_solution(cells):
    puzzle = bytes(5 if cell in cells else 0 for cell in range(81))
    with pytest.raises(ValueError, match="digit 5 twice"):
        NINE.check(puzzle)
    for order in ORDERS:
        assert solve(NINE, puzzle, order=order) is None
        assert count(NINE, puzzle, order=order) == 0
        search = Backtracker(NINE, puzzle, order)
        assert [search.step(1), search.step(1)] == [DONE] * 2
        assert (search.steps, search.guesses, search.solutions) == (0, 0, 0)


def test_no_solution_without_a_contradiction_between_clues():
    puzzle = NINE.parse("12345678." + "." * 17 + "9" + "." * 54)
    NINE.check(puzzle)
    assert count(NINE, puzzle) == 0


@pytest.mark.parametrize("order", ORDERS)
def test_limit(order):
    puzzle = NINE.parse(MANY)
    for limit in (1, 2, 1916, 1917, 1918, 10**9, None):
        assert count(NINE, puzzle, limit, order=order) == min(1917, limit or 1917)
    assert count(NINE, bytes(81), limit=100_000, order=order) == 100_000


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_is_at_least_one(limit):
    with pytest.raises(ValueError, match=f"limit {limit}: must be at least 1"):
        count(SMALL, bytes(16), limit)
    with pytest.raises(ValueError, match=f"limit {limit}: must be at least 1"):
        solve_batch(SMALL, np.zeros((1, 16), dtype=np.uint8), limit=limit)


# ---- in slices


@given(
    clues,
    st.sampled_from(ORDERS),
    st.lists(st.integers(1, 9), min_size=1, max_size=30),
)
def test_slicing_changes_nothing(puzzle, order, budgets):
    assert run_in_slices(SMALL, puzzle, order, budgets) == run_in_slices(SMALL, puzzle, order, [10**6])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("budget", [1, 2, 97])
def test_slicing_a_hard_puzzle(order, budget):
    puzzle = NINE.parse(HARD)
    assert run_in_slices(NINE, puzzle, order, [budget]) == run_in_slices(NINE, puzzle, order, [10**9])


def test_a_slice_is_as_long_as_its_budget():
    search = Backtracker(NINE, NINE.parse(HARD))
    assert search.step(1) == PAUSED
    for n in range(20):
        assert search.steps == 1 + 7 * n
        assert search.step(7) == PAUSED
    assert search.step(2**63 - 1) == SOLUTION
    assert search.step(2**63 - 1) == DONE


def test_a_solution_is_there_only_after_it_was_found():
    search = Backtracker(SMALL, GRIDS[0][:8] + bytes(8))
    for outcome in (None, PAUSED, SOLUTION, DONE):
        while outcome is not None and search.step(1) != outcome:
            pass
        if outcome == SOLUTION:
            assert search.solution() in GRIDS
        else:
            with pytest.raises(ValueError, match="no solution at hand"):
                search.solution()


# ---- batches


@settings(deadline=None)
@given(st.lists(clues, max_size=20), st.sampled_from([1, 2, 5, None]), st.sampled_from(ORDERS))
def test_a_batch_is_its_puzzles_one_by_one(puzzles, limit, order):
    batch = np.array([list(puzzle) for puzzle in puzzles], dtype=np.uint8).reshape(len(puzzles), 16)
    before = batch.copy()
    solutions, counts, guesses = solve_batch(SMALL, batch, limit, order=order)
    assert (batch == before).all()
    assert (solutions.dtype, counts.dtype, guesses.dtype) == (np.uint8, np.int64, np.int64)
    for row, puzzle in enumerate(puzzles):
        search, outcome = Backtracker(SMALL, puzzle, order), None
        while outcome != DONE and search.solutions != limit:
            outcome = search.step(100)
        assert solutions[row].tobytes() == (solve(SMALL, puzzle, order=order) or bytes(16))
        assert counts[row] == search.solutions == count(SMALL, puzzle, limit, order=order)
        assert guesses[row] == search.guesses


def test_a_batch_longer_than_a_slice():
    texts = [EASY, HARD, MANY] * 200
    puzzles = np.frombuffer(b"".join(map(NINE.parse, texts)), dtype=np.uint8).reshape(600, 81)
    solutions, counts, guesses = solve_batch(NINE, puzzles, limit=1000)
    assert counts.tolist() == [1, 1, 1000] * 200
    assert guesses[:2].tolist() == [0, 89]
    assert (guesses.reshape(200, 3) == guesses[:3]).all()
    assert (solutions.reshape(200, 243) == solutions[:3].reshape(243)).all()
    for grid, text in zip(solutions[:3], texts, strict=False):
        assert is_solution(NINE, NINE.parse(text), grid.tobytes())


def test_an_empty_batch():
    solutions, counts, guesses = solve_batch(NINE, np.zeros((0, 81), dtype=np.uint8))
    assert (solutions.shape, counts.shape, guesses.shape) == ((0, 81), (0,), (0,))


# ---- refusals


@pytest.mark.parametrize("ask", [Backtracker, solve, count])
def test_wrong_puzzles(ask):
    for cells in (0, 80, 82):
        with pytest.raises(ValueError, match=f"{cells} cells where a 9x9 board has 81"):
            ask(NINE, bytes(cells))
    with pytest.raises(ValueError, match=r"^r3c2: 10 is too large for a 9x9 board \(0-9\)$"):
        ask(NINE, bytes(19) + bytes([10]) + bytes(61))
    for puzzle in ("." * 81, None, [0] * 81):
        with pytest.raises(TypeError):
            ask(NINE, puzzle)
    with pytest.raises(ValueError, match="order 'random': must be 'fewest' or 'reading'"):
        ask(NINE, bytes(81), order="random")


def test_wrong_batches():
    puzzles = np.zeros((5, 81), dtype=np.uint8)
    puzzles[3, 19] = 255
    with pytest.raises(ValueError, match=r"^puzzles\[3\], r3c2: 255 is too large for a 9x9 board \(0-9\)$"):
        solve_batch(NINE, puzzles)
    with pytest.raises(ValueError, match="81 cells a puzzle where a 4x4 board has 16"):
        solve_batch(SMALL, puzzles)
    for wrong in (puzzles[0], puzzles[:, ::2], puzzles.astype(int)):
        with pytest.raises(ValueError):
            solve_batch(NINE, wrong)
    for wrong in (None, [[0] * 81]):
        with pytest.raises(TypeError):
            solve_batch(NINE, wrong)


def test_a_board_too_large_for_the_state():
    class Huge:
        box_height, box_width = 5, 13

    with pytest.raises(ValueError, match="boxes of 5x13 cells: a board has at most 64 digits"):
        Backtracker(Huge(), bytes(65 * 65))


@pytest.mark.parametrize("budget", [0, -1])
def test_a_budget_is_at_least_one(budget):
    with pytest.raises(ValueError, match=f"work {budget}: must be at least 1"):
        Backtracker(SMALL, bytes(16)).step(budget)


# ---- interrupts and threads


@pytest.mark.parametrize(
    "work",
    [
        lambda: count(NINE, bytes(81), limit=100_000_000),
        lambda: solve(NINE, NINE.parse(SLOW), order="reading"),
        lambda: solve_batch(NINE, np.zeros((100, 81), dtype=np.uint8), limit=1_000_000),
    ],
)
def test_ctrl_c_ends_the_work(work):
    """Ctrl-C ends the work, which takes seconds; if Ctrl-C were lost, the work would visibly end by itself."""
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.05):
        work()


def test_a_search_belongs_to_one_thread():
    search = Backtracker(NINE, NINE.parse(SLOW), "reading")
    thread = threading.Thread(target=search.step, args=[30_000_000])
    thread.start()
    refused = set()
    while thread.is_alive():
        for use in (search.solution, lambda: search.step(1)):  # `step` only once the thread is visibly inside
            try:
                use()
            except RuntimeError as problem:
                refused.add((use == search.solution, str(problem)))
            except ValueError:
                break
    thread.join()
    message = "this Backtracker is running in another thread"
    assert refused == {(True, message), (False, message)}
    assert search.step(1) == PAUSED


def test_a_search_is_not_for_pickling():
    with pytest.raises(TypeError):
        pickle.dumps(Backtracker(SMALL, bytes(16)))


def test_examples():
    failed, attempted = doctest.testmod(bitset)
    assert attempted > 10
    assert failed == 0
