"""The kernel for one 9x9 puzzle gives the answers of the exact cover, with every instruction set."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku.engine import bands
from sudoku.engine.cover import clues, cover
from sudoku.engine.lines import cells

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
    with pytest.raises(ValueError, match="not in list"):
        bands.search(bytes(81), 2, 9, "mmx")


# --- batches


@settings(max_examples=30, deadline=None)
@given(st.lists(puzzles(), max_size=12), st.sampled_from([1, 2, 3, None]))
def test_batches_have_the_answers_of_the_cover(some, limit):
    """Counts, statuses and first solutions; puzzles with very many solutions are left out where we count all."""
    some = [puzzle for puzzle in some if limit or sudoku.count(BOARD.line(puzzle), 50) < 50]
    array = np.frombuffer(b"".join(some), np.uint8).reshape(-1, 81)
    expected = sudoku.solve_batch(array, limit, engine="dlx")
    for asked in (array, [BOARD.line(puzzle) for puzzle in some]):
        result = sudoku.solve_batch(asked, limit, board=BOARD)
        assert (result.solutions == expected.solutions).all()
        assert result.counts.tolist() == expected.counts.tolist()
        assert result.statuses.tolist() == expected.statuses.tolist()
        assert (result.guesses >= 0).all()


def test_a_batch_is_the_same_for_any_number_of_workers():
    texts = [HARD, MANY, "1" * 81, "." * 81, HARD.replace("3", ".")] * 9
    plain = sudoku.solve_batch(texts)
    shared = sudoku.solve_batch(texts, workers=2)
    assert plain.counts.tolist()[:4] == [1, 2, 0, 2]
    for name in ("solutions", "counts", "guesses", "statuses"):
        assert (getattr(plain, name) == getattr(shared, name)).all()


def test_the_time_limit_marks_the_unanswered(monkeypatch):
    monkeypatch.setattr("sudoku.engine.batch.BANDS_SLICE", 1)
    clock = iter(range(100))
    monkeypatch.setattr("sudoku.engine.batch.perf_counter", lambda: next(clock))
    result = sudoku.solve_batch([HARD] * 5, time_limit=3.5)
    assert result.unfinished.tolist() == [False] * 3 + [True] * 2
    assert result.counts.tolist() == [1, 1, 1, 0, 0]
    assert sudoku.solve_batch([HARD] * 2, time_limit=0).unfinished.all()


def test_texts_of_a_batch():
    """Plain texts and others in one list, in any order; an error has the number of its row."""
    drawn = Board().grid(BOARD.parse(HARD))
    texts = [drawn, HARD, HARD.replace(".", "0"), HARD + " ", HARD.replace(".", "0", 3), HARD]
    assert sudoku.solve_batch(texts).counts.tolist() == [1] * 6
    assert sudoku.solve_batch(tuple(texts[1:])).counts.tolist() == [1] * 5
    assert sudoku.solve_batch(text for text in texts).counts.tolist() == [1] * 6
    assert list(sudoku.solve_batch([HARD, HARD, HARD[:-1] + "x"]).errors) == [2]
    with pytest.raises(TypeError, match="puzzle 1: "):
        sudoku.solve_batch([HARD, None])
    assert list(sudoku.solve_batch([HARD, HARD.replace("9", ".").replace("1", "0")]).errors) == [1]


def test_arrays_of_other_shapes_are_refused():
    grids, counts = np.zeros((2, 81), np.uint8), np.zeros(2, np.int64)
    for wrong in (np.zeros((2, 80), np.uint8), np.zeros((1, 81), np.uint8)):
        with pytest.raises(ValueError, match="the arrays must have"):
            bands.search_many(grids, 0, 9, wrong, counts, counts.copy())
    with pytest.raises(ValueError, match="a row for each"):
        bands.search_many(grids, -1, 9, grids.copy(), counts, counts.copy())
    with pytest.raises(ValueError, match="a row for each"):
        cells(["1" * 81], 0, BOARD.values, grids)
