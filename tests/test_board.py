"""The board: shapes, houses and names; puzzles as text and as numbers, there and back; every error with its place.

Round trips run over boards of all shapes, drawn by hypothesis. A table lists refused texts and their messages word for
word, since users need the place in the message.
"""

import array
import pickle
import subprocess
import sys
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku.board.text import cells_of

shapes = [(h, w) for h in range(1, 37) for w in range(1, 37) if h * w <= 36]
boards = st.sampled_from(shapes).map(lambda shape: Board(*shape))


@st.composite
def puzzles(draw):
    board = draw(boards)
    values = st.lists(st.integers(0, board.side), min_size=board.cells, max_size=board.cells)
    if board.side > 9:  # long lists are slow to draw and reveal nothing that a shuffle does not
        random = draw(st.randoms(use_true_random=False))
        return board, bytes(random.randint(0, board.side) for _ in range(board.cells))
    return board, bytes(draw(values))


# ---- shape


def test_the_usual_boards():
    usual = {16: (2, 2), 36: (2, 3), 64: (2, 4), 81: (3, 3), 100: (2, 5), 144: (3, 4), 225: (3, 5), 256: (4, 4)}
    usual |= {400: (4, 5), 625: (5, 5), 1225: (5, 7), 1296: (6, 6)}
    for cells, shape in usual.items():
        board = Board.of_cells(cells)
        assert (board.box_height, board.box_width) == shape
        assert board.cells == cells
        assert Board.of_side(board.side) == board


@pytest.mark.parametrize("cells", [0, -1, 1, 15, 25, 49, 80, 82, 1226, 1369, 5000])
def test_other_numbers_of_cells_are_refused_with_the_nearest(cells):
    nearest = r"the nearest is the (\d+)x\1 board with \d+ cells$"
    with pytest.raises(ValueError, match=rf"^{cells} cells?: no board has that, {nearest}"):
        Board.of_cells(cells)


@pytest.mark.parametrize("side", [-4, 0, 1, 2, 7, 31, 37, 65])
def test_other_sides_are_refused(side):
    with pytest.raises(ValueError, match=rf"^side {side}: a usual board has 4 to 64 digits, and not a prime number"):
        Board.of_side(side)


@pytest.mark.parametrize("shape", [(0, 3), (3, -1), (6, 11), (65, 1)])
def test_impossible_boxes_are_refused(shape):
    with pytest.raises(ValueError, match=f"boxes of {shape[0]}x{shape[1]} cells: a box has 1 to 64 cells"):
        Board(*shape)


def test_a_shape_is_whole_numbers():
    with pytest.raises(TypeError, match=r"box_width is 3\.0; it must be a whole number"):
        Board(3, 3.0)
    assert Board(np.int64(2), np.uint8(3)) == Board(2, 3)


def test_boards_are_values():
    board = Board(2, 3)
    assert board == Board(2, 3) != Board(3, 2)
    assert len({board, Board(2, 3), Board(3, 2)}) == 2
    assert board.houses is board.houses
    assert pickle.loads(pickle.dumps(board)) == board
    with pytest.raises(AttributeError):
        board.box_height = 3


@given(boards)
def test_houses(board):
    side = board.side
    assert board.cells == side * side == len(board.houses_of)
    assert len(board.houses) == 3 * side
    for kind in range(3):
        houses = board.houses[kind * side : (kind + 1) * side]
        assert sorted(cell for house in houses for cell in house) == list(range(board.cells))
        assert all(len(house) == side and list(house) == sorted(house) for house in houses)
    for cell, houses in enumerate(board.houses_of):
        assert [kind for kind, house in enumerate(board.houses) if cell in house] == list(houses)
        assert board.box_of(cell) == houses[2] - 2 * side


def test_houses_by_hand():
    board = Board(2, 3)
    assert board.houses[1] == (6, 7, 8, 9, 10, 11)
    assert board.houses[6 + 5] == (5, 11, 17, 23, 29, 35)
    assert board.houses[12 + 3] == (15, 16, 17, 21, 22, 23)
    assert [board.house_name(house) for house in (1, 11, 15)] == ["row 2", "column 6", "box 4"]
    assert [board.cell_name(cell) for cell in (0, 5, 6, 35)] == ["r1c1", "r1c6", "r2c1", "r6c6"]


# ---- text


@given(puzzles())
def test_text_there_and_back(case):
    board, puzzle = case
    line, grid = board.line(puzzle), board.grid(puzzle)
    assert len(line) == board.cells
    assert board.parse(line) == board.parse(line.lower()) == board.parse(grid) == puzzle
    assert board.parse(f"\n {grid}\n\n".replace("\n", "\r\n")) == puzzle
    if min(board.box_height, board.box_width) > 1:
        assert Board.of_text(grid) == board


@given(puzzles())
def test_numbers_there_and_back(case):
    board, puzzle = case
    flat, side = list(puzzle), board.side
    rows = [flat[start : start + side] for start in range(0, board.cells, side)]
    for values in (puzzle, bytearray(puzzle), flat, tuple(flat), iter(flat), rows, array.array("i", flat)):
        assert board.from_array(values) == puzzle
    for dtype in (np.uint8, np.int64):
        assert board.from_array(np.array(flat, dtype=dtype)) == board.from_array(np.array(rows, dtype)) == puzzle


@given(boards, st.text(st.sampled_from("0123456789aAzZ.*_|-+ \n½三K\0\ud800"), max_size=60) | st.text())
def test_any_text_is_read_or_refused(board, text):
    try:
        puzzle = board.parse(text)
    except ValueError as problem:
        assert len(str(problem)) < 200
    else:
        assert len(puzzle) == board.cells
        assert max(puzzle) <= board.side


def test_many_ways_to_write_one_puzzle():
    board = Board(2, 2)
    puzzle = bytes([1, 0, 0, 4, 0, 0, 2, 0, 0, 3, 0, 0, 2, 0, 0, 1])
    for text in (
        "1..4..2..3..2..1",
        "1004002003002001",
        "1**4__2.03002001",
        "1..4\n..2.\n.3..\n2..1",
        "1. .4 | .. 2. | .3 .. | 2. .1",
        "┌─────┬─────┐\n│ 1 . │ . 4 │\n│ . . │ 2 . │\n├─────┼─────┤\n│ . 3 │ . . │\n│ 2 . │ . 1 │\n└─────┴─────┘",
        "║1.║.4║\n║..║2.║\n╠══╬══╣\n║.3║..║\n║2.║.1║",
        "\t1\u00a0.|. 4\r\n. .|2 .\r\n---+---\r\n. 3|. .\r\n2 .|. 1\r\n",
    ):
        assert board.parse(text) == puzzle
        assert Board.of_text(text) == board


def test_letters():
    board = Board(4, 4)
    assert board.parse("g" + "." * 254 + "A")[::255] == bytes([16, 10])
    assert board.line(board.parse("g" + "." * 254 + "A"))[::255] == "GA"
    assert Board(5, 7).parse("z" * 1225) == bytes([35]) * 1225


@pytest.mark.parametrize(
    ("shape", "text", "message"),
    [
        ((3, 3), "." * 80, "80 cells where a 9x9 board has 81"),
        ((3, 3), "." * 82, "82 cells where a 9x9 board has 81"),
        ((3, 3), "", "0 cells where a 9x9 board has 81"),
        ((3, 3), "A" + "." * 255, "256 cells where a 9x9 board has 81"),
        ((3, 3), ".A" + "." * 79, "digit A in r1c2 is too large for a 9x9 board (1-9)"),
        ((2, 3), "." * 34 + "|7.", "digit 7 in r6c5 is too large for a 6x6 board (1-6)"),
        ((2, 5), "." * 99 + "b", "digit b in r10c10 is too large for a 10x10 board (1-9, A)"),
        ((4, 4), "." * 16 + "H" + "." * 239, "digit H in r2c1 is too large for a 16x16 board (1-9, A-G)"),
        (
            (3, 3),
            "." * 10 + "²" + "." * 70,
            "character '²' in r2c2 is neither a digit (1-9) nor an empty cell (. 0 * _)",
        ),
        ((2, 2), ".|.三", "character '三' in r1c3 is neither a digit (1-4) nor an empty cell (. 0 * _)"),
        ((2, 2), "\0", r"character '\x00' in r1c1 is neither a digit (1-4) nor an empty cell (. 0 * _)"),
        ((2, 2), "\ud800", r"character '\ud800' in r1c1 is neither a digit (1-4) nor an empty cell (. 0 * _)"),
        (
            (2, 2),
            "." * 16 + "?",
            "character '?' after the last cell is neither a digit (1-4) nor an empty cell (. 0 * _)",
        ),
    ],
)
def test_malformed_text_names_the_place(shape, text, message):
    with pytest.raises(ValueError) as caught:
        Board(*shape).parse(text)
    assert str(caught.value) == message


def test_a_long_text_is_refused_in_a_few_words():
    with pytest.raises(ValueError, match=r"^1000000 cells where a 9x9 board has 81$"):
        Board().parse("5" * 1_000_000)


@pytest.mark.parametrize("text", [None, b"." * 81, 81])
def test_a_puzzle_in_text_is_a_str(text):
    with pytest.raises(TypeError, match="must be a str"):
        Board().parse(text)


def test_cells_of():
    assert cells_of("+---+\n| 1 x |\t½\n") == "1x½"


def test_the_board_drawn_wins_over_the_usual_one():
    tall = Board(3, 2)
    assert Board.of_text(tall.grid(bytes(36))) == tall
    assert Board.of_text(tall.line(bytes(36))) == Board(2, 3)
    assert Board.of_text("\n".join(["..|..|.."] * 6)) == tall  # the height follows from the width
    borders = ["......", "......", "......", "------", "......", "......", "......"]
    assert Board.of_text("\n".join(borders)) == tall


def test_lines_around_every_cell_show_no_boxes():
    row = "|" + ".|" * 9
    assert Board.of_text("\n".join([row] * 9)) == Board()
    assert Board.of_text("\n".join(["-" * 19, *[row, "-" * 19] * 9])) == Board()
    assert Board.of_text("\n".join(["-" * 11, *["|.........|"] * 9, "-" * 11])) == Board()


def test_lines_may_be_parts_of_rows_and_rows_parts_of_lines():
    cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for width in (1, 3, 9, 27, 40, 81):
        text = "\n".join(cells[at : at + width] for at in range(0, 81, width))
        assert Board.read(text) == (Board(), Board().parse(cells)), width
    assert Board.read(f"{cells[:9]}\n{cells[9]}\n{cells[10:18]}\n{cells[18:]}")[1] == Board().parse(cells)
    for text in (f"{'.' * 10}\n{'.' * 8}\n" + "." * 9 + "\n........." * 6, "....\n" * 9):
        with pytest.raises(ValueError, match=r"^row 1 has (10|4) cells where a 9x9 board has 9"):
            Board.read(text)
    with pytest.raises(ValueError, match=r"^row 2 has 3 cells where a 4x4 board has 4: write \. for an empty cell$"):
        Board(2, 2).parse("1 . . .\n. . .\n. . . .\n. . . 2 1")
    for text in ("", "\n", "-", "+---+"):
        with pytest.raises(ValueError, match=r"^0 cells: no board has that, the nearest is the 4x4 board"):
            Board.read(text)


def test_no_board_has_that_text():
    with pytest.raises(ValueError, match=r"^80 cells: no board has that, the nearest is the 9x9 board with 81 "):
        Board.of_text("." * 80)
    with pytest.raises(ValueError, match=r"^character '\?' is neither a digit nor an empty cell \(\. 0 \* _\)$"):
        Board.of_text("what?")


# ---- numbers


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ([0] * 80, ValueError, "80 cells where a 9x9 board has 81"),
        ([0] * 80 + [10], ValueError, "r9c9 holds 10: out of range for a 9x9 board (0-9)"),
        ([0, -2] + [0] * 79, ValueError, "r1c2 holds -2: out of range for a 9x9 board (0-9)"),
        ([0, 1.5] + [0] * 79, TypeError, "r1c2 holds 1.5: not a whole number"),
        (["x"] * 81, TypeError, "r1c1 holds 'x': not a whole number"),
        (["10"] * 81, ValueError, "r1c1 holds 10: out of range for a 9x9 board (0-9)"),
        ([[0] * 9] * 8, ValueError, "row 1 of 8 has 9 cells where a 9x9 board has 9 rows of 9"),
        ([[0] * 9] * 8 + [[0] * 8], ValueError, "row 9 of 9 has 8 cells where a 9x9 board has 9 rows of 9"),
        (np.full((9, 9), 0.5), TypeError, "r1c1 holds 0.5: not a whole number"),
        (np.full((9, 9), 300), ValueError, "r1c1 holds 300: out of range for a 9x9 board (0-9)"),
        (np.zeros((9, 9, 2), dtype=int), TypeError, "r1c1 holds [0, 0]: not a whole number"),
        (b"5" * 81, ValueError, "r1c1 holds 53: out of range for a 9x9 board (0-9)"),
        ([10**100] * 81, ValueError, f"r1c1 holds {10**36}...: out of range for a 9x9 board (0-9)"),
        ("." * 81, TypeError, "from_array() takes whole numbers; parse() takes text"),
    ],
)
def test_wrong_numbers_name_the_cell(values, error, message):
    with pytest.raises(error) as caught:
        Board().from_array(values)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 0, 0, *[0] * 11, 3],
        [1.0, 2.0, None, float("nan"), *[0] * 11, 3.0],
        [["1", "2", ".", ""], ["0", " ", "*", "_"], [None] * 4, ["", "", "", "3"]],
        np.array(["1", "2", *["."] * 13, "3"]),
        np.ma.masked_equal([[1, 2, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 3]], 0),
        ["12..", "....", "....", "...3"],
    ],
    ids=["numbers", "floats", "signs", "array of signs", "masked", "rows of text"],
)
def test_cells_as_tables_have_them(values):
    answer = sudoku.solve(values)
    assert np.asarray(answer).ravel().tolist() == list(map(int, sudoku.solve("12.............3")))


def test_tables():
    pandas = pytest.importorskip("pandas")
    rows = [[1, 2, None, None], [None] * 4, [None] * 4, [None, None, None, 3]]
    test_cells_as_tables_have_them(pandas.DataFrame(rows))
    test_cells_as_tables_have_them(pandas.Series([*chain(*rows)]))


@pytest.mark.parametrize("values", [{1: 2}, {1, 2}, np.array(5), 7])
def test_what_is_no_puzzle(values):
    with pytest.raises(TypeError, match="it must be a text or whole numbers"):
        sudoku.solve(values)


def test_grids_of_mixed_rows():
    with pytest.raises(TypeError, match=r"r1c1 holds '12\.\.': not a whole number"):
        sudoku.solve(["12..", 3, *[0] * 14])
    batch = sudoku.solve_batch([[[1, 2], [3]]])
    assert batch.status(0).value == "invalid" and "cells: no board has that" in batch.errors[0]


@pytest.mark.parametrize("board", ["3x3", 0, "", (3, 3)])
def test_what_is_no_board(board):
    for function in (sudoku.solve, sudoku.count, sudoku.rate, sudoku.draw, sudoku.diagnose, sudoku.write_link):
        with pytest.raises(TypeError, match=r"board is .*: it must be a Board"):
            function("1" + "." * 80, board=board)
    for function in (sudoku.solve_batch, sudoku.rate_batch, sudoku.canonical_batch, sudoku.candidates_batch):
        with pytest.raises(TypeError, match=r"board is .*: it must be a Board"):
            function(["1" + "." * 80], board=board)


def test_batches_of_grids():
    grid = [[1, 2, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 3]]
    expected = sudoku.solve_batch(np.array([grid, grid]).reshape(2, 16)).counts.tolist()
    missing = [[value or None for value in row] for row in grid]
    signs = [[str(value or ".") for value in row] for row in grid]
    for several in (
        [missing] * 2,
        [signs] * 2,
        [grid, grid],
        np.array([grid, grid]),
        [np.array(grid)] * 2,
        [[*chain(*grid)]] * 2,
    ):
        assert sudoku.solve_batch(several, workers=np.int64(1)).counts.tolist() == expected


# ---- clues


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ({0: 5, 3: 5}, "row 1 has digit 5 twice, at r1c1 and r1c4"),
        ({4: 7, 76: 7}, "column 5 has digit 7 twice, at r1c5 and r9c5"),
        ({30: 1, 50: 1}, "box 5 has digit 1 twice, at r4c4 and r6c6"),
        ({0: 2, 1: 2}, "row 1 has digit 2 twice, at r1c1 and r1c2"),  # in a row and a box; the message names the row
    ],
)
def test_contradictory_clues_name_both_cells(clues, message):
    puzzle = bytes(clues.get(cell, 0) for cell in range(81))
    with pytest.raises(ValueError) as caught:
        Board().check(puzzle)
    assert str(caught.value) == message


def test_contradictory_letters():
    with pytest.raises(ValueError, match="column 1 has digit G twice, at r1c1 and r16c1"):
        Board(4, 4).check(bytes([16] + [0] * 239 + [16] + [0] * 15))


def test_clues_that_agree():
    solved = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    board = Board()
    for text in (solved, "." * 81, "12......." + "." * 72):
        board.check(board.parse(text))


@given(puzzles())
def test_check_agrees_with_the_houses(case):
    board, puzzle = case
    clues = [[puzzle[cell] for cell in house if puzzle[cell]] for house in board.houses]
    if all(len(set(house)) == len(house) for house in clues):
        board.check(puzzle)
    else:
        with pytest.raises(ValueError, match=r"(row|column|box) \d+ has digit [\w@] twice, at r\d+c\d+ and r\d+c\d+"):
            board.check(puzzle)


def test_a_puzzle_of_another_board_is_refused():
    for question in (Board().check, Board().line, Board().grid):
        with pytest.raises(ValueError, match="16 cells where a 9x9 board has 81"):
            question(bytes(16))


def test_reading_needs_no_numpy():
    program = "import sys, sudoku.reading.reading; print('numpy' in sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "False"
