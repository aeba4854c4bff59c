"""Sudoku as an exact cover: solve, count, uniqueness, batches, on boards of several shapes, with both engines."""

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku.engine.cover import clues, cover, filled
from sudoku.engine.engines import ENGINES, engine

NINE = Board()
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
INKALA_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"

# Puzzles of the systems that this project replaces, with their solution or number of solutions.
ONE = "020409506045070809070026000000030601902060000000701050000310004700000100003902780"
MANY = "060020040500300000080010000600007000037000280020800030000000000700400001000060020"
THREE = "000700390090500000300240800700900200000000000003007008004026007000005060026001000"


def is_solution(board, puzzle, grid):
    digits = set(range(1, board.side + 1))
    return all(clue in (0, value) for clue, value in zip(puzzle, grid, strict=True)) and all(
        {grid[cell] for cell in house} == digits for house in board.houses
    )


def test_the_cover_of_the_9x9_board():
    problem = cover(NINE)
    assert (problem.n_items, problem.n_primary, problem.n_options) == (324, 324, 729)
    assert problem is cover(Board(3, 3))
    uses = np.bincount(problem.indices, minlength=324)
    assert (uses == 9).all()
    assert problem.option(4 * 81 + 0 * 9 + 6) == ("r5c1", "r5=7", "c1=7", "b4=7")


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (2, 3), (3, 2), (1, 5), (4, 4)])
def test_the_cover_of_other_boards(shape):
    board = Board(*shape)
    problem = cover(board)
    assert (problem.n_items, problem.n_options) == (4 * board.cells, board.side**3)
    for k in range(0, problem.n_options, 7):
        cell, digit = divmod(k, board.side)
        name, row, column, box = problem.option(k)
        houses = board.houses_of[cell]
        assert name == board.cell_name(cell)
        assert [row[1:], column[1:], box[1:]] == [
            f"{house % board.side + 1}={'123456789ABCDEFG'[digit]}" for house in houses
        ]


def test_clues_and_filled_are_inverse():
    solution = NINE.parse(sudoku.solve(ONE))
    assert filled(NINE, clues(NINE, solution)) == solution


@pytest.mark.parametrize("name", ENGINES)
def test_the_puzzles_of_the_replaced_systems(name):
    solved = sudoku.solve(ONE, engine=name)
    assert solved == "321489576645173829879526413587234691912865347436791258258317964794658132163942785"
    assert is_solution(NINE, NINE.parse(ONE), NINE.parse(solved))
    assert sudoku.is_unique(ONE, engine=name)
    assert sudoku.count(MANY, engine=name) == 1917
    assert not sudoku.is_unique(MANY, engine=name)
    grids = set(sudoku.solutions(MANY, engine=name))
    assert len(grids) == 1917
    assert all(is_solution(NINE, NINE.parse(MANY), NINE.parse(grid)) for grid in grids)
    assert sudoku.solve(THREE, engine=name) == (
        "542768391698513724371249856765984213489132675213657948954326187137895462826471539"
    )
    assert sudoku.is_unique(THREE, engine=name)


def test_a_random_full_grid_from_a_seed():
    empty = "." * 81
    grids = [sudoku.solve(empty, seed=seed) for seed in range(5)]
    assert len(set(grids)) == 5
    assert all(is_solution(NINE, bytes(81), NINE.parse(grid)) for grid in grids)
    assert sudoku.solve(empty, seed=3) == grids[3]
    script = "import sudoku; print(sudoku.solve('.' * 81, seed=3))"
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == grids[3]


@pytest.mark.parametrize("name", ENGINES)
def test_two_equal_digits_in_a_house_have_no_solution(name):
    """All queries agree on it, also for rows of numbers and boards of other shapes."""
    for board, bad in ((NINE, "55" + "." * 79), (Board(2, 2), "1......." * 2), (Board(1, 3), "2..2.....")):
        grid = np.frombuffer(board.parse(bad), np.uint8)
        for puzzle in (bad, grid, grid.reshape(board.side, -1).tolist()):
            assert sudoku.solve(puzzle, board=board, engine=name) is None
            assert sudoku.count(puzzle, board=board, engine=name) == 0
            assert sudoku.is_unique(puzzle, board=board, engine=name) is False
            assert list(sudoku.solutions(puzzle, board=board, engine=name)) == []
        for n in (1, 100):
            assert not sudoku.solve_batch([bad] * n, board=board, engine=name).counts.any()
    assert sudoku.diagnose("55" + "." * 79).count == 0


@pytest.mark.parametrize("name", ENGINES)
def test_consistent_but_unsolvable(name):
    dead = "12345678." + "........9" + "." * 63  # no digit is left for r1c9
    assert sudoku.solve(dead, engine=name) is None
    assert sudoku.count(dead, engine=name) == 0
    assert sudoku.is_unique(dead, engine=name) is False
    assert list(sudoku.solutions(dead, engine=name)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ENGINES)
def test_counts_of_small_boards(name):
    assert sudoku.count("." * 16, engine=name) == 288
    first_row = "123456" + "." * 30
    assert sudoku.count(first_row, board=Board(2, 3), engine=name) == 28_200_960 // 720
    assert sudoku.count("." * 25, board=Board(1, 5), engine=name) == 161_280  # Latin squares: boxes are rows
    assert sudoku.count(".", board=Board(1, 1), engine=name) == 1


def test_limits_of_a_count():
    assert [sudoku.count("." * 16, limit) for limit in (0, 1, 2, 287, 288, 289, None)] == [0, 1, 2, 287, 288, 288, 288]
    with pytest.raises(ValueError, match="limit is -1"):
        sudoku.count("." * 16, -1)


@pytest.mark.long
@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (5, 5)])
def test_large_boards(shape):
    board = Board(*shape)
    grid = sudoku.solve("." * board.cells, board=board, seed=1)
    assert is_solution(board, bytes(board.cells), board.parse(grid))
    rng = random.Random(2)
    holes = set(rng.sample(range(board.cells), board.cells // 3))
    puzzle = "".join("." if cell in holes else digit for cell, digit in enumerate(grid))
    assert is_solution(board, board.parse(puzzle), board.parse(sudoku.solve(puzzle, board=board)))
    assert sudoku.count(puzzle, 50, board=board) == sudoku.count(puzzle, 50, board=board, engine="bitset")


def test_the_answer_has_the_form_of_the_question():
    flat = np.array([int(c) if c != "." else 0 for c in INKALA])
    assert sudoku.solve(NINE.grid(NINE.parse(INKALA))) == INKALA_SOLVED
    for puzzle in (flat, flat.reshape(9, 9), flat.tolist(), flat.reshape(9, 9).tolist()):
        answer = sudoku.solve(puzzle)
        assert answer.dtype == np.uint8
        assert answer.shape == np.shape(puzzle)
        assert "".join(map(str, answer.ravel())) == INKALA_SOLVED


def test_malformed_puzzles():
    for cells in (80, 82):
        with pytest.raises(ValueError, match=f"{cells} cells"):
            sudoku.solve("." * cells)
        with pytest.raises(ValueError, match=f"{cells} cells"):
            sudoku.solve([0] * cells)
    with pytest.raises(ValueError, match="digit A in r1c2 is too large for a 9x9 board"):
        sudoku.solve(".A" + "." * 79)
    with pytest.raises(ValueError, match="no engine 'dancing'"):
        sudoku.solve(ONE, engine="dancing")
    with pytest.raises(ValueError, match="takes no seed"):
        sudoku.solve(ONE, engine="bitset", seed=1)


@st.composite
def shidoku(draw):
    """Draw 4x4 puzzles: clues of a full grid, sometimes with one clue changed."""
    grids = list(sudoku.solutions("." * 16))
    grid = [int(c) for c in draw(st.sampled_from(grids))]
    for cell in draw(st.sets(st.integers(0, 15))):
        grid[cell] = 0
    if draw(st.booleans()):
        grid[draw(st.integers(0, 15))] = draw(st.integers(1, 4))
    return bytes(grid)


@settings(max_examples=150, deadline=None)
@given(shidoku())
def test_both_engines_agree(puzzle):
    small = Board(2, 2)
    dlx, bits = (sorted(engine(name, small, puzzle)) for name in ENGINES)
    assert dlx == bits
    assert all(is_solution(small, puzzle, grid) for grid in dlx)


@settings(max_examples=50, deadline=None)
@given(st.lists(shidoku(), max_size=8), st.sampled_from([1, 2, 7, None]), st.sampled_from(ENGINES))
def test_a_batch_is_the_questions_one_by_one(puzzles, limit, name):
    small = Board(2, 2)
    grids = np.frombuffer(b"".join(puzzles), np.uint8).reshape(-1, 16)
    result = sudoku.solve_batch(grids, limit, board=small, engine=name)
    assert len(result) == len(puzzles)
    for k, puzzle in enumerate(puzzles):
        assert result.counts[k] == engine(name, small, puzzle).count(limit)
        if result.counts[k]:
            assert is_solution(small, puzzle, result.solutions[k].tobytes())
        else:
            assert not result.solutions[k].any()


def test_batches_of_text_and_arrays():
    texts = [ONE, MANY, INKALA, "55" + "." * 79]
    result = sudoku.solve_batch(texts)
    assert result.counts.tolist() == [1, 2, 1, 0]
    assert result.solutions.shape == (4, 81)
    assert result.solutions.dtype == np.uint8
    assert "".join(map(str, result.solutions[2])) == INKALA_SOLVED
    assert (result.guesses > 0).tolist() == [False, True, True, False]
    grids = np.array([[int(c) if c != "." else 0 for c in text] for text in texts])
    again = sudoku.solve_batch(grids)
    assert (again.solutions == result.solutions).all()
    assert (again.guesses == result.guesses).all()
    assert sudoku.solve_batch(texts, limit=None).counts.tolist() == [1, 1917, 1, 0]
    assert len(sudoku.solve_batch([])) == 0
    assert sudoku.solve_batch(iter(texts), 1).counts.tolist() == [1, 1, 1, 0]


@pytest.mark.parametrize(
    ("puzzles", "error", "message"),
    [
        ([ONE, 5], TypeError, "puzzle 1: "),
        (ONE, TypeError, r"solve_batch\(\) takes a list"),
        (np.zeros((2, 80), np.uint8), ValueError, "80 cells"),
        (np.zeros(81, np.uint8), ValueError, r"shape \(N, cells\)"),
    ],
)
def test_bad_batches(puzzles, error, message):
    with pytest.raises(error, match=message):
        sudoku.solve_batch(puzzles)


def test_bad_limits_and_engines_of_a_batch():
    with pytest.raises(ValueError, match="limit is 0"):
        sudoku.solve_batch([ONE], 0)
    with pytest.raises(ValueError, match="no engine"):
        sudoku.solve_batch([ONE], engine="x")
