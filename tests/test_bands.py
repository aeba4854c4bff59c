"""The kernel for one 9x9 puzzle gives the answers of the exact cover, with every instruction set."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku.engine import bands
from sudoku.engine.cover import clues, cover

BOARD = Board()
GRID = np.array([[(3 * (r % 3) + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)], np.uint8)
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MANY = HARD.replace("8", ".")  # more than 10,000 solutions


@st.composite
def grids(draw):
    """Draw a full grid: digits, rows within bands, bands, columns and stacks of one grid permuted."""
    rows = [3 * b + r for b in draw(st.permutations(range(3))) for r in draw(st.permutations(range(3)))]
    columns = [3 * b + c for b in draw(st.permutations(range(3))) for c in draw(st.permutations(range(3)))]
    digits = np.array(draw(st.permutations(range(1, 10))), np.uint8)
    grid = digits[GRID[rows][:, columns] - 1]
    return grid.T if draw(st.booleans()) else grid


@st.composite
def puzzles(draw):
    """Draw some cells of a full grid, and up to three more digits, which mostly contradict them."""
    cells = draw(grids()).ravel().copy()
    cells[draw(st.permutations(range(81)))[draw(st.integers(20, 81)) :]] = 0
    for cell, digit in draw(st.lists(st.tuples(st.integers(0, 80), st.integers(1, 9)), max_size=3)):
        cells[cell] = digit
    return cells.tobytes()


def is_solution(puzzle, grid):
    houses = all(len({grid[c] for c in house}) == 9 for house in BOARD.houses)
    return houses and all(p in (0, g) for p, g in zip(puzzle, grid, strict=True))


@settings(max_examples=150, deadline=None)
@given(puzzles(), st.sampled_from([1, 2, 3, 40]))
@example(bytes(81), 3)
@example(bytes([1] * 81), 2)
@example(bytes([1, 1] + [0] * 79), 2)
@example(bytes([1, 0, 0, 0, 0, 0, 0, 0, 1] + [0] * 72), 2)
@example(bytes([1] + [0] * 19 + [1] + [0] * 60), 2)  # twice in a box, in no row or column
@example(bytes([1, 2, 3, 4, 5, 6, 7, 8] + [0] * 72 + [9]), 2)  # no place in a cell
@example(GRID.tobytes(), 2)
def test_counts_are_those_of_the_cover_and_the_same_on_every_processor(puzzle, limit):
    expected = cover(BOARD).count(limit, given=clues(BOARD, puzzle))
    answers = [bands.search(puzzle, limit, 10**6, name) for name in bands.instruction_sets()]
    assert len(set(answers)) == 1
    found, first, guesses = answers[0]
    assert found == expected
    assert guesses >= found - 1
    assert is_solution(puzzle, first) if found else first == b""


@settings(max_examples=100, deadline=None)
@given(puzzles(), st.sampled_from([".", "0", "*", "_"]))
def test_answers_are_those_of_the_cover(puzzle, sign):
    """Of several solutions, `solve` returns the first one of the cover."""
    text = BOARD.line(puzzle).replace(".", sign)
    assert sudoku.solve(text) == sudoku.solve(text, engine="dlx")
    assert sudoku.is_unique(text) is sudoku.is_unique(text, engine="dlx")
    assert sudoku.count(text, 5) == sudoku.count(text, 5, engine="dlx") == min(sudoku.count(text, 6), 5)


def all_solutions(puzzle):
    return {sudoku.Board().line(grid) for grid in map(BOARD.parse, sudoku.solutions(puzzle))}


def test_all_solutions_are_counted():
    """Without two pairs of digits that can change places, the grid has four solutions, then more with each hole."""
    grid = GRID.ravel().copy()
    grid[np.isin(grid, [1, 2, 3])] = 0
    text = BOARD.line(grid.tobytes())
    assert sudoku.count(text) == sudoku.count(text, engine="dlx") == len(all_solutions(text)) > 6
    assert sudoku.count(text, 0) == 0
    assert sudoku.count(text, limit=np.int64(3)) == 3


def test_a_long_search_is_left_to_the_cover():
    few, many = 4_000, 1 << 14
    assert bands.count(MANY, few) == few
    assert bands.count(MANY, many) == -1
    assert sudoku.count(MANY, many) == many
    assert bands.search(BOARD.parse(MANY), 2, 0) == (-1, b"", 0)
    assert bands.search(BOARD.parse(MANY), 50, 20)[::2] == (-1, 20)


@pytest.mark.parametrize(
    "text",
    [
        HARD + "\n",  # spaces
        HARD.replace(".", "0", 1) + " ",
        HARD.replace("8", "0").replace("7", "a"),  # no digit
        HARD[:-1],
        HARD.replace("9", ".").replace("1", "0"),  # digits from 0 to 8, or two signs of empty cells
        HARD.replace("1", "\u0661"),  # a digit of another script
        HARD.replace("1", "\u00b9"),
        "." * 16,
        "",
    ],
)
def test_other_texts_are_read_as_before(text):
    assert bands.count(text, 2) == -1
    assert bands.solution(text) is None
    for ask in (sudoku.solve, sudoku.is_unique, sudoku.count):
        answers = []
        for engine in (None, "dlx"):
            try:
                answers.append(ask(text, engine=engine))
            except ValueError as error:
                answers.append(str(error))
        assert answers[0] == answers[1]


def test_two_signs_of_empty_cells_and_the_largest_digit():
    """A 0 is no digit if there is a 9."""
    mixed = HARD.replace(".", "0", 5)
    assert sudoku.solve(mixed) == sudoku.solve(HARD)


def test_what_is_no_text_is_left_to_the_board():
    cells = list(BOARD.parse(HARD))
    assert bands.count(cells, 2) == bands.count(HARD.encode(), 2) == -1
    assert sudoku.is_unique(cells)
    assert sudoku.solve(cells).tolist() == list(map(int, sudoku.solve(HARD)))
    for ask in (sudoku.is_unique, sudoku.count, sudoku.solve):
        with pytest.raises(TypeError, match="not None"):
            ask(None)


def test_refusals():
    with pytest.raises(ValueError, match="81 values from 0 to 9"):
        bands.search(bytes(80), 2, 9)
    with pytest.raises(ValueError, match="81 values from 0 to 9"):
        bands.search(bytes([10] * 81), 2, 9)
    with pytest.raises(ValueError, match="at least 1"):
        bands.search(bytes(81), 0, 9)
    with pytest.raises(ValueError, match="mmx"):
        bands.search(bytes(81), 2, 9, "mmx")
