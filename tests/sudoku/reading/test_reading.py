"""Streams of puzzles: reading lines, CSV and drawn grids, and reporting unreadable input.

`read(text)` gives (line, puzzle as text or error) for each record; the source is called "t". The last part feeds
rubbish to the reader, which may report anything, but must end and raise nothing but SourceError.
"""

import io
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku.reading.reading import Record, SourceError, read_file, read_puzzles
from sudoku.reading.sorter import PuzzleSorter

A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
B = "1" + "." * 80
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BOARD = Board()
GRID = BOARD.grid(BOARD.parse(A))


def read(text, board=None):
    stream = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    return [
        (record.line, record.error if record.board is None else record.board.line(record.puzzle))
        for record in read_puzzles(stream, "t", board)
    ]


@pytest.mark.parametrize(
    "code",
    [
        "from sudoku.reading import reading, read_file",
        "from sudoku.reading import read_file; from sudoku import reading",
        "import sudoku; sudoku.read_file, sudoku.Record, sudoku.SourceError, sudoku.reading.read_puzzles",
        "import sudoku.reading.reading as r; import sudoku; assert sudoku.read_file.__wrapped__ is r.read_file",
    ],
)
def test_the_reader_loads_when_it_is_used(code):
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    late = "import sys, sudoku; assert 'sudoku.reading.reading' not in sys.modules; "
    subprocess.run([sys.executable, "-c", late + code], check=True, timeout=60)


# ---- lines


def test_a_puzzle_a_line():
    assert read(f"{A}\n{B}\n") == read(f"{A}\n{B}") == [(1, A), (2, B)]


def test_comments_and_blank_lines():
    text = f"# {A}\n\n{A} # hard\n{B}#easy\n   \n  {A}\trated 8.9\n  # end\n"
    assert read(text) == [(3, A), (4, B), (6, A)]


def test_the_ways_to_write_an_empty_cell():
    assert read("\n".join(A.replace(".", empty) for empty in ".0*_")) == [(n, A) for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_byte_order_mark(end):
    text = f"\ufeff{A}{end}# x{end}{B}{end}".encode()
    assert read(text) == [(1, A), (3, B)]


def test_a_record_keeps_its_text():
    [record] = read_puzzles(io.StringIO(f"{A} # hard\r\n"), "t")
    assert record == Record("t", 1, f"{A} # hard", BOARD, BOARD.parse(A), None)
    [record] = read_puzzles(io.BytesIO(b"12345678901\n"), "t", BOARD)
    assert record == Record("t", 1, "12345678901", None, None, "t:1: 11 cells where a 9x9 board has 81")


def test_one_line_with_spaces():
    spaced = " ".join(A[at : at + 9] for at in range(0, 81, 9))
    assert read(f"{spaced}\n{spaced} # x\n") == [(1, A), (2, A)]


def test_a_malformed_line_costs_only_itself():
    lines = [A, A[:-1], A + ".", A[:40] + "?" + A[41:], A[:9] + "a" + A[10:], "53", "what is this?", B]
    assert read("\n".join(lines)) == [
        (1, A),
        (2, "t:2: 80 cells where a 9x9 board has 81"),
        (3, "t:3: 82 cells where a 9x9 board has 81"),
        (4, "t:4: character '?' in r5c5 is neither a digit (1-9) nor an empty cell (. 0 * _)"),
        (5, "t:5: digit a in r2c1 is too large for a 9x9 board (1-9)"),
        (6, "t:6: character '?' in r2c4 is neither a digit (1-9) nor an empty cell (. 0 * _)"),
        (8, B),
    ]


def test_the_last_line_may_be_cut_off():
    assert read(f"{A}\n{A[:50]}") == [(1, A), (2, "t:2: 50 cells where a 9x9 board has 81")]
    assert read(f"{A}\n{A[:5]}") == [(1, A), (2, "t:2: 5 cells where a 9x9 board has 81")]


# ---- the board


@pytest.mark.parametrize("cells", [16, 36, 64, 81, 144, 256, 625, 1225])
def test_the_first_good_puzzle_fixes_the_board(cells):
    board, puzzle = Board.of_cells(cells), "1" + "." * (cells - 1)
    found = read(f"{puzzle[:-1]}\n{puzzle}\n{puzzle}.\n{puzzle}\n")
    assert found[0][1].startswith(f"t:1: {cells - 1} cells: no board has that, the nearest is the {board} with")
    assert found[1:] == [(2, puzzle), (3, f"t:3: {cells + 1} cells where a {board} has {cells}"), (4, puzzle)]


def test_a_given_board_holds():
    assert read(f"{A}\n", Board(2, 2)) == [(1, "t:1: 81 cells where a 4x4 board has 16")]
    tall = Board(3, 2)
    [record] = read_puzzles(io.StringIO("." * 36), "t", tall)
    assert record.board is tall


def test_sixteen_cells_are_a_small_puzzle_or_a_row():
    small, row = "1234............", "123456789ABCDEFG"
    assert read(f"{small}\n{small}") == [(1, small), (2, small)]
    assert read("\n".join([row] * 16)) == [(1, row * 16)]
    assert read("\n".join([small] * 16), Board(4, 4)) == [(1, small * 16)]


# ---- CSV


@pytest.mark.parametrize("heading", ["puzzle,solution", "quizzes,solutions", "Puzzle;rating", "clue_set,x", "puzzles"])
def test_csv_with_a_heading(heading):
    assert read(f"# of 2026\n{heading}\n{A},{SOLVED}\n{B};x\n") == [(3, A), (4, B)]


def test_csv_in_quotes():
    assert read(f'"puzzle","solution"\n"{A}","{SOLVED}"\n"{B}"\n') == [(2, A), (3, B)]


def test_a_heading_is_a_heading_only_at_the_top():
    assert read(f"{A}\npuzzle,solution\n{B}\n") == [
        (1, A),
        (2, "t:2: character ',' in r1c7 is neither a digit (1-9) nor an empty cell (. 0 * _)"),
        (3, B),
    ]


def test_a_lone_word_is_no_heading():
    assert read("hello\n", BOARD) == [(1, "t:1: 5 cells where a 9x9 board has 81")]


# ---- grids


def test_grids():
    other = BOARD.grid(BOARD.parse(B))
    assert read(f"{GRID}\n\n{other}\n") == [(1, A), (15, B)]
    assert [line for line, _ in read(f"{GRID}\n{other}\n")] == [1, 13]  # starts at the border that ends the first grid
    assert read(f"# first\n\n{GRID}  \n# second\n\n\n{A}\n{other}") == [(3, A), (19, A), (20, B)]


def test_a_grid_without_drawing():
    rows = "\n".join(A[at : at + 9] for at in range(0, 81, 9))
    assert read(f"{rows}\n\n{rows}\n{rows}\n") == [(1, A), (11, A), (20, A)]


def test_a_grid_with_comments():
    lines = GRID.splitlines()
    text = "\n".join([*lines[:5], "# in between", f"{lines[5]} # the fourth row", *lines[6:]])
    [record] = read_puzzles(io.StringIO(text), "t")
    assert record.puzzle == BOARD.parse(A)


def test_the_boxes_drawn_decide():
    for shape in ((3, 2), (2, 3), (2, 4), (4, 2), (5, 7)):
        board = Board(*shape)
        [record] = read_puzzles(io.StringIO(board.grid(bytes(board.cells))), "t")
        assert record.board == board


def test_a_malformed_grid_is_one_error_at_its_first_line():
    lines = GRID.splitlines()
    short = "\n".join([*lines[:5], lines[5][:-4] + "|", *lines[6:]])
    too_short = "t:3: row 4 has 8 cells where a 9x9 board has 9: write . for an empty cell"
    assert read(f"{A}\n\n{short}\n\n{GRID}\n") == [(1, A), (3, too_short), (17, A)]
    rows = [A[at : at + 9] for at in range(0, 81, 9)]
    long = "\n".join([*rows[:3], rows[3] + "7", *rows[4:]])
    assert read(f"{long}\n\n{A}", BOARD) == [(1, "t:1: row 4 has 10 cells where a 9x9 board has 9"), (11, A)]
    bad = GRID.replace("7", "x", 1)
    assert read(bad, BOARD) == [(1, "t:1: digit x in r1c5 is too large for a 9x9 board (1-9)")]


def test_a_drawing_without_cells_is_nothing():
    assert read("+---+\n\n-----\n|   |\n") == []


def test_borders_with_stars():
    """Simple Sudoku draws borders with stars, HoDoKu with points."""
    rows = ["|" + "|".join(A[at + k : at + k + 3] for k in (0, 3, 6)) + "|" for at in range(0, 81, 9)]
    for corner in "*.+":
        border = f"{corner}-----------{corner}"
        drawn = [border, *rows[:3], "|---+---+---|", *rows[3:6], "|---+---+---|", *rows[6:], border]
        for indent in ("", "   ", "\t"):
            text = "\n".join(indent + line for line in drawn)
            assert read(text) == [(1, A)]
            assert read(f"{text}\n{text}\n\n{text}") == [(1, A), (13, A), (28, A)]
            assert Board.read(text) == (BOARD, BOARD.parse(A))


# ---- headings


@pytest.mark.parametrize(
    "heading",
    ["Grid {:02}", "Puzzle {}:", "Sudoku #{} (very hard)", "  Problem no. {}", "puzzle_{}", "Rätsel Nr. {}", "Grid:"],
)
@pytest.mark.parametrize("empty", [".", "0"])
def test_headings_between_grids(heading, empty):
    """The file of Project Euler's problem 96 has such headings."""
    texts = [A, B, SOLVED] * 17
    rows = ["\n".join(text.replace(".", empty)[at : at + 9] for at in range(0, 81, 9)) for text in texts]
    lines = "".join(f"{heading.format(k)}\n{grid}\n" for k, grid in enumerate(rows, 1))
    assert read(lines) == [(10 * k + 2, text) for k, text in enumerate(texts)]
    one_each = "".join(f"{heading.format(k)}\n{text}\n" for k, text in enumerate(texts, 1))
    assert read(one_each) == [(2 * k + 2, text) for k, text in enumerate(texts)]


def test_a_heading_ends_a_grid_cut_off():
    rows = [A[at : at + 9] for at in range(0, 81, 9)]
    assert read("\n".join(["Grid 1", *rows, "Grid 2", *rows[:8], "Grid 3", *rows])) == [
        (2, A),
        (12, "t:12: 8 rows of 9 cells where a 9x9 board has 9 rows"),
        (21, A),
    ]


WORDED = [
    "Top 95 no {}", "[Grid {}]", "Nr. {}, easy, by X", "{}.", "{}", "=== Grid {} ===", "grid A", "Grid B (hard)",
    "Puzzle one", "by someone", "{})", "[{}]", "Difficulty: hard", "The hardest of them all, collected by X",
    "Top 95 no {}\nby someone",
]  # fmt: skip


NUMERIC = [
    *("No. 4711", "Nr. {}", "4711", "{}.", "{})", "1{} March 2024", "Level {}/5", "==== {} ====", "1{}.03.2024"),
    *("2024-03-1{}", "1{}/03/2024", "{} *", "- {} -", "******", "\u2605\u2605\u2605", "{}/10", "9 9"),
]


@pytest.mark.parametrize("heading", NUMERIC)
@pytest.mark.parametrize("board", [None, BOARD])
@pytest.mark.parametrize("below", ["", "\n", "\n12 March 2024\n\n"])
def test_a_heading_with_numbers_or_stars(heading, board, below):
    """A blank line may follow it. Above a line, it is an error: it may be a puzzle that was cut off.

    A number at the top, of the puzzles, is no error, and neither is the size of the board.
    """
    grids = ["\n".join(text[at : at + 9] for at in range(0, 81, 9)) for text in (A, B, SOLVED)]
    text = "\n".join(f"{heading.format(k)}\n{below}{grid}\n" for k, grid in enumerate(grids, 1))
    assert [puzzle for _, puzzle in read(text, board)] == [A, B, SOLVED]
    if heading not in ("{}", "9 9") and not any(sign in heading for sign in "/-\u2605*M=0"):
        assert [puzzle.startswith("t:") for _, puzzle in read(heading.format(1) + "\n\n" + A + "\n", board)] == [
            True,
            False,
        ]


@pytest.mark.parametrize("heading", WORDED)
@pytest.mark.parametrize("board", [None, BOARD])
def test_a_line_that_can_be_no_row_is_a_heading(heading, board):
    for empty in ".0":
        grids = ["\n".join(text.replace(".", empty)[at : at + 9] for at in range(0, 81, 9)) for text in (A, B, SOLVED)]
        for more in ("", "\n"):
            text = "".join(f"{heading.format(k)}\n{grid}\n{more}" for k, grid in enumerate(grids, 1))
            assert [puzzle for _, puzzle in read(text, board)] == [A, B, SOLVED]
    text = "".join(f"{heading.format(k)}\n{grid}\n" for k, grid in enumerate((GRID, GRID), 1))
    assert [puzzle for _, puzzle in read(text, board)] == [A, A]


@pytest.mark.parametrize("heading", [*WORDED, "puzzle,solution", "hello there"])
def test_a_heading_costs_at_most_itself(heading):
    rows = "\n".join(A[at : at + 9] for at in range(0, 81, 9))
    spaced, lines = f"{heading}\n\n{rows}\n{heading}\n\n{rows}", f"{heading}\n{A}\n{heading}\n{A}\n"
    for text in (spaced, lines, f"{rows}\n{heading}"):
        found = [puzzle for _, puzzle in read(text) if not puzzle.startswith("t:")]
        assert found == [A] * (text.count(rows) + text.count(A))
    for text in (f"{rows[:-10]}\n{heading}\n{rows}\n", f"{rows[:29]}\n{heading}\n{rows}\n"):
        if any(map(str.isalpha, heading)) and "," not in heading:
            assert [puzzle for _, puzzle in read(text)][-1] == A, text
            assert len(read(text)) == 2


def test_a_row_with_a_fault_is_no_heading():
    """A faulty row is never left out, because the nine remaining rows would be another puzzle."""
    rows = [A[at : at + 9] for at in range(0, 81, 9)]
    for bad in ("53x.7...x", "53.7", "5-3.7----", "xxxxxxxxx", "5?", "53..7....6", "5 3 . . 7 x", "12"):
        for at in range(10):
            lines = [*rows[:at], bad, *rows[at:]]
            found = read("\n".join(lines), BOARD) + read("\n".join(lines))
            if at not in (0, 9):
                assert A not in [puzzle for _, puzzle in found], (bad, at)
            lines = [*rows[:at], bad, *rows[at + 1 :]]
            assert at == 9 or all(puzzle.startswith("t:") for _, puzzle in read("\n".join(lines), BOARD)), (bad, at)


@pytest.mark.parametrize(
    "words", ["Top 95 no 1", "Grid 1", "puzzle,solution", "easy 53..7....", "53..7....6", "[1]", "1."]
)
@pytest.mark.parametrize("board", [None, BOARD])
def test_words_within_a_grid_do_not_shift_the_next_one(words, board):
    """The last rows of a grid and the first rows of the next form no puzzle."""
    for drawing in (GRID.splitlines(), [A[at : at + 9] for at in range(0, 81, 9)]):
        for at in range(1, 9):
            text = "\n".join([*drawing[:at], words, *drawing[at:], *drawing])
            assert all(puzzle == A or puzzle.startswith("t:") for _, puzzle in read(text, board)), (words, at)
            assert read(f"{text}\n\n{A}", board)[-1][1] == A


def test_rows_of_letters_between_headings():
    board = Board(4, 4)
    texts = [board.line(board.parse(SIXTEEN)), "ABCDEFG123456789" + "." * 240]
    for heading in ("grid A", "Grid B (hard)", "Top 95 no {}", "{}.", "[{}]"):
        grids = ["\n".join(text[at : at + 16] for at in range(0, 256, 16)) for text in texts]
        text = "".join(f"{heading.format(k)}\n{grid}\n" for k, grid in enumerate(grids, 1))
        assert [puzzle for _, puzzle in read(text)] == texts


def test_borders_of_equal_signs():
    border = "+=======+=======+=======+"
    lines = [border if line.startswith("+") else line for line in GRID.splitlines()]
    for text in ("\n".join(lines), "\n".join(lines).replace("+", "=")):
        three = f"{text}\n{text}\n\n{text}"
        assert read(three) == read(three, BOARD) == [(1, A), (13, A), (28, A)]
        assert Board.read(text) == (BOARD, BOARD.parse(A))
    assert "character '='" in read("=====3..." + A[9:])[0][1]


# ---- empty fields


@pytest.mark.parametrize("comma", [",", ";", ", "])
def test_empty_fields_are_empty_cells(comma):
    for board, puzzle in ((BOARD, A), (LARGE, SIXTEEN)):
        side, cells = board.side, [{".": ""}.get(c, str(board.parse(puzzle)[k])) for k, c in enumerate(puzzle)]
        rows = [comma.join(cells[at : at + side]) for at in range(0, board.cells, side)]
        text = "\n".join(rows)
        assert Board.read(text) == (board, board.parse(puzzle)) == Board.read(comma.join(cells))
        assert read(text) == read(text, board) == [(1, puzzle)]
        assert read(f"{text}\n{text}\n\n{text}", board) == [(1, puzzle), (side + 1, puzzle), (2 * side + 2, puzzle)]
        blank = "," * (side - 1)
        assert read(f"{text}\n{blank}\n{text}\n") == [(1, puzzle), (side + 2, puzzle)]
        assert read(f"{comma.join(cells)}\n{comma.join(cells)}") == [(1, puzzle), (2, puzzle)]
        for wrong in (rows[1:], [*rows[1:], rows[1] + ","], [*rows, rows[0] + ","]):
            [(_, error)] = read("\n".join(wrong) + "\n")[:1]
            assert error.startswith("t:1: ") or len(wrong) > side
    assert "write . in every empty field" in read("\n".join(rows[1:]))[0][1]


def test_a_row_of_letters_is_no_heading():
    board = Board(1, 13)
    rows = ["ABCABCABC1234", *["." * 13] * 12]
    assert read("\n".join(rows), board) == [(1, "".join(rows))]
    rows[0] = "ABC 123456"
    assert read("\n".join(rows), board) == [(2, "t:2: 12 rows of 13 cells where a 13x13 board has 13 rows")]


def test_a_line_that_is_no_heading_is_not_skipped():
    for line in ("hello there", f"easy {A}", "Grid 1 53..7....6..", "what 1 is this 2"):
        assert [error for _, error in read(f"{A}\n{line}\n\n{A}")][1].startswith("t:2: ")


# ---- numbers

LARGE = Board(4, 4)
SIXTEEN = "".join(digit if 7 * cell % 12 < 5 else "." for cell, digit in enumerate(sudoku.solve("." * 256, seed=5)))


def numbers(puzzle, board, empty=".", between=" ", width=1):
    """Return the rows of a puzzle as numbers."""
    cells = [str(value) if value else empty for value in board.parse(puzzle)]
    rows = [cells[at : at + board.side] for at in range(0, board.cells, board.side)]
    return "\n".join(between.join(cell.rjust(width) for cell in row) for row in rows)


@pytest.mark.parametrize("empty", [".", "0", "-", "*", "_", "00"])
@pytest.mark.parametrize("between", [" ", "  ", "\t", ",", ", ", ";", "|", " | "])
def test_grids_of_numbers(empty, between):
    text = numbers(SIXTEEN, LARGE, empty, between)
    assert LARGE.parse(text) == LARGE.parse(SIXTEEN)
    assert Board.read(text) == (LARGE, LARGE.parse(SIXTEEN))
    assert read(text) == [(1, SIXTEEN)]
    assert read(f"Grid 1\n{text}\nGrid 2\n{text}\n\n{SIXTEEN}\n{text}") == [
        (2, SIXTEEN),
        (19, SIXTEEN),
        (36, SIXTEEN),
        (37, SIXTEEN),
    ]
    if between.strip() != "|":
        line = text.replace("\n", between)
        assert read(f"{line}\n{line} # twice\n") == [(1, SIXTEEN), (2, SIXTEEN)]


@pytest.mark.parametrize("shape", [(2, 5), (3, 4), (4, 3), (2, 7), (3, 5), (4, 4), (5, 4), (5, 5), (6, 6)])
def test_drawn_grids_of_numbers_show_their_boxes(shape):
    board = Board(*shape)
    solution = sudoku.solve("." * board.cells, board=board)
    puzzle = "".join(digit if cell % 3 else "." for cell, digit in enumerate(solution))
    values = iter(board.parse(puzzle))
    text = "".join(f"{next(values) or '.':>2}" if mark == "." else mark for mark in board.grid(bytes(board.cells)))
    [record] = read_puzzles(io.StringIO(text), "t")
    assert (record.board, record.puzzle) == (board, board.parse(puzzle))


def test_rows_with_commas_of_any_board():
    for text in ("1,2,3,4\n3,4,0,0\n0,0,0,0\n0,0,0,0", "1, 2, 3, 4,\n3, 4, ., .,\n., ., ., .,\n., ., ., .,"):
        assert read(f"{text}\n\n{text}") == [(1, "123434.........."), (6, "123434..........")]
    assert read("\n".join(",".join(A[at : at + 9]) for at in range(0, 81, 9))) == [(1, A)]
    assert read(",".join(A)) == [(1, A)]
    assert "','" in read("1,,3,4\n3,4,,\n,,,\n,,,\n", Board(2, 2))[0][1]


def test_wrong_numbers_name_the_place():
    text = numbers(SIXTEEN, LARGE)
    rows = text.splitlines()
    short = "\n".join([*rows[:3], rows[3].rpartition(" ")[0], *rows[4:]])
    assert read(f"{short}\n\n{text}") == [
        (1, "t:1: row 4 has 15 cells where a 16x16 board has 16: write . for an empty cell"),
        (18, SIXTEEN),
    ]
    assert "t:1: number 17 in r" in read(text.replace("16", "17"))[0][1]
    assert "too large for a 16x16 board (1-16)" in read(text.replace("16", "17"))[0][1]
    assert "t:1: number 40 in r" in read(text.replace("16", "40"))[0][1]  # not A, the sign of 10
    assert "t:1: number 65 in row " in read(text.replace("16", "65"))[0][1]
    assert "t:1: character '-' " in read(text.replace("16", "-16"))[0][1]


# ---- 0, a digit or an empty cell


def hexadecimal(empty):
    """Return a puzzle with the digits 0-F."""
    return SIXTEEN.replace(".", empty).replace("G", "0")


def from_one(puzzle, side):
    """Return the digits 1 to `side` of a puzzle that has 0 in place of the largest one."""
    return bytes(value % side + 1 if value else 0 for value in puzzle)


@pytest.mark.parametrize("empty", [".", "*", "_"])
def test_hexadecimal_puzzles(empty):
    line, wanted = hexadecimal(empty), from_one(LARGE.parse(SIXTEEN), 16)
    assert line.count("0") > 1
    rows = "\n".join(line[at : at + 16] for at in range(0, 256, 16))
    spaced = "\n".join(" ".join(row) for row in rows.split("\n"))
    for text in (line, line.lower(), rows, spaced, spaced.replace(" ", ",")):
        assert read(text) == [(1, LARGE.line(wanted))]
        assert LARGE.parse(text) == wanted
        assert len(set(sudoku.solve_batch([SIXTEEN, text]).counts.tolist())) == 1
    found = read("".join(f"{SIXTEEN}\n" * 3 + f"{line}\n" for _ in range(40)))  # the same text among plain lines
    assert [n for n, puzzle in found if puzzle != SIXTEEN] == list(range(4, 161, 4))
    one = line.replace("0", empty, line.count("0") - 1)
    for text in (one, one.replace(empty, "0", 1)):
        if text.count("0") == 1:
            assert "may be a digit" in read(text)[0][1]


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (5, 5), (6, 6)])
def test_digits_from_0(shape):
    """From 10x10 on, 0 is a digit if no house has two; smaller boards seldom have such digits, so we ask."""
    board = Board(*shape)
    solution = sudoku.solve("." * board.cells, board=board)
    largest = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@"[board.side - 1]
    cells = list(solution)
    cells[1::2] = "." * len(cells[1::2])
    wanted = board.line(from_one(board.parse("".join(cells)), board.side))
    cells = ["0" if cell == largest else cell for cell in cells]
    assert "0" in cells
    numbers = [str("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".find(cell)).replace("-1", ".") for cell in cells]
    rows = "\n".join(" ".join(numbers[at : at + board.side]) for at in range(0, board.cells, board.side))
    for text in ("".join(cells), rows):
        [(_, found)] = read(text, board)
        assert "may be a digit" in found if board.side < 10 else found == wanted


LETTERED = "ABCDEFGHIJKLMNOPQRSTUVWXY"


@pytest.mark.parametrize("shape", [(2, 4), (3, 3), (4, 4), (5, 5)])
def test_letters_for_digits(shape):
    board = Board(*shape)
    solution = sudoku.solve("." * board.cells, board=board)
    puzzle = "".join(digit if cell % 3 else "." for cell, digit in enumerate(solution))
    for empty in ".0":
        signs = ["." if sign == "." else LETTERED[board.parse(puzzle)[cell] - 1] for cell, sign in enumerate(puzzle)]
        text = "".join(signs).replace(".", empty)
        rows = "\n".join(text[at : at + board.side] for at in range(0, board.cells, board.side))
        for written in (text, text.lower(), rows, f"{text}\n{text}", f"{rows}\n\n{rows}", f"{rows}\n{rows}"):
            assert {found for _, found in read(written)} == {puzzle}
        assert read(f"{puzzle}\n{text}\n{puzzle}") == [(1, puzzle), (2, puzzle), (3, puzzle)]
    wrong = text.replace(text[1], "Z", 1)
    assert "digit Z in r1c2 is too large" in read(wrong, board)[0][1]


def test_0_is_an_empty_cell_where_it_can_be_no_digit():
    mixed = "".join("0" if cell == "." and k % 2 else cell for k, cell in enumerate(A))
    assert read(f"{A}\n{mixed}\n{mixed}") == [(1, A), (2, A), (3, A)]
    without = A.replace("9", ".")  # two zeros in a row
    mixed = without.replace(".", "0", 2)
    assert read(f"{mixed}\n{mixed}") == [(1, without), (2, without)]
    assert read(without.replace(".", "0")) == [(1, without)]
    assert read("\n".join([A, without.replace(".", "0", 1)]))[1][1] == (
        "t:2: 0 in r1c3 may be a digit, or an empty cell as . is: write . for every empty cell, and 1-9 for the digits"
    )


# ---- texts that are no drawings


def test_a_row_of_hyphens_alone_is_a_border():
    rows = [A.replace(".", "-")[at : at + 9] for at in range(0, 81, 9)]
    for between in ("", " "):
        lines = [between.join(row) for row in [*rows[:3], "-" * 9, *rows[4:]]]
        assert read("\n".join(lines)) == [(1, "t:1: 8 rows of 9 cells where a 9x9 board has 9 rows")]
    lines[3] = "- - - | - - - | - - -"
    assert read("\n".join(lines)) == [(1, A[:27] + "." * 9 + A[36:])]


def test_cells_left_out_do_not_make_a_smaller_board():
    """36 cells in nine rows are no 6x6 board, and an overlong row does not fill up a short one."""
    spaces = "\n".join(["1 2 3", "4 5 6 1", "2 3 4 5 6"] * 3)
    assert read(f"{spaces}\n\n") == [(1, "t:1: row 1 has 3 cells where a 9x9 board has 9: write . for an empty cell")]
    rows = [A[at : at + 9] for at in range(0, 81, 9)]
    shifted = "\n".join([rows[0], rows[1] + rows[2][0], rows[2][1:], *rows[3:]])
    assert read(shifted) == [(1, "t:1: row 2 has 10 cells where a 9x9 board has 9")]
    assert read(shifted, BOARD) == read(shifted)


# ---- rubbish


@given(st.binary(max_size=400) | st.text(st.sampled_from("1.|-+ \n#,;a\0\ufeff?"), max_size=200).map(str.encode))
def test_any_bytes_end_in_records(data):
    try:
        records = list(read_puzzles(io.BytesIO(data), "t"))
    except SourceError as problem:
        reasons = ("not UTF-8 text", "the compressed data is damaged", "the table is damaged", "the XML is damaged")
        reasons += ("not text: ", "no table of the page is a puzzle", "zst needs pyarrow", "a table needs pyarrow")
        assert str(problem).removeprefix("t: ").startswith(reasons)
        return
    for record in records:
        assert (record.puzzle is None) == (record.board is None) != (record.error is None)
        assert record.error is None or (len(record.error) < 300 and record.error.isprintable())
    assert [record.line for record in records] == sorted(record.line for record in records)


@given(st.lists(st.sampled_from([A, B, "", "#x", "53", "x,y", A[:30], "junk junk", "²", "\udcff"]), max_size=12))
def test_good_lines_are_never_lost(lines):
    found = [puzzle for _, puzzle in read("\n".join(lines), BOARD) if not puzzle.startswith("t:")]
    assert found == [line for line in lines if line in (A, B)]


def test_a_line_of_a_million_characters():
    assert read(f"{A}\n{'5' * 1_000_000}\n{B}\n") == [
        (1, A),
        (2, "t:2: a line of 300,000 characters or more"),
        (3, B),
    ]


def test_a_long_remark_is_a_long_line():
    assert read(f"{A} {'x' * 60_000}\n") == [(1, A)]


def test_rubbish_without_end_is_reported_once():
    lines = "??\n" * 5_000
    assert read(f"{A}\n{lines}{B}\n\n{A}\n") == [
        (1, A),
        (2, "t:2: character '?' in r1c1 is neither a digit (1-9) nor an empty cell (. 0 * _)"),
        (5002, B),
        (5004, A),
    ]


def test_nul_bytes():
    message = r"^t: not UTF-8 text \(NUL bytes: a binary file, or UTF-16\)$"
    assert read(f"{A}\r\n{B}\n".encode("utf-16")) == read(f"\ufeff{A}\n{B}".encode("utf-16-be")) == [(1, A), (2, B)]
    for data in (f"{A}\n".encode("utf-16-le"), b"\0" * 10**6):
        with pytest.raises(SourceError, match=message):
            read(data)
    assert read(f"{A}\n{A[:80]}\0\n{B}\n".encode()) == [
        (1, A),
        (2, r"t:2: character '\x00' in r9c9 is neither a digit (1-9) nor an empty cell (. 0 * _)"),
        (3, B),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04\x14\0", "a zip archive, or a workbook; unpack it"),
        (b"%PDF-1.4\n", "a PDF file; copy the digits"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a picture; type the digits"),
        (b"\xff\xd8\xff\xe0", "a picture; type the digits"),
        (b"\x93NUMPY\x01\0", "an array of NumPy; pass it to sudoku.solve_batch"),
    ],
)
def test_other_files_are_named(data, message):
    with pytest.raises(SourceError, match=f"^t: not text: {message}"):
        read(data)


def test_bytes_that_are_not_utf8():
    assert read(A.encode() + b"\n\xb2" + A[1:].encode()) == [
        (1, A),
        (2, "t:2: character '\ufffd' in r1c1 is neither a digit (1-9) nor an empty cell (. 0 * _)"),
    ]


# ---- sources


def test_a_file(tmp_path):
    path = tmp_path / "p.txt"
    path.write_text(f"{A}\n12\n")
    assert [(record.source, record.line, record.error) for record in read_file(str(path))] == [
        (str(path), 1, None),
        (str(path), 2, f"{path}:2: 2 cells where a 9x9 board has 81"),
    ]


def test_a_missing_file_and_a_directory(tmp_path):
    with pytest.raises(SourceError, match=r"nothing: No such file or directory$"):
        list(read_file(str(tmp_path / "nothing")))
    with pytest.raises(SourceError, match=r": Is a directory$"):
        list(read_file(str(tmp_path)))
    with pytest.raises(SourceError, match=": embedded null byte"):
        list(read_file("\0"))


def test_an_empty_file(tmp_path):
    path = tmp_path / "empty"
    path.write_bytes(b"")
    assert list(read_file(str(path))) == []


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{A}\r\n12".encode())))
    assert [(record.line, record.error) for record in read_file("-")] == [
        (1, None),
        (2, "standard input:2: 2 cells where a 9x9 board has 81"),
    ]


@pytest.mark.parametrize(
    "line", [b'{"title": "ros\xe9"}', b'{"number": ' + b"9" * 5_000 + b"}"], ids=["Latin-1", "5,000 digits"]
)
def test_a_faulty_line_of_json_ends_no_source(line):
    (_, error), *good = read(line + b"\n" + A.encode() + b"\n")
    assert error.startswith("t:1: ") and good == [(2, A)]


def test_a_stream_that_fails():
    class Failing(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            raise OSError(5, "Input/output error")

    with pytest.raises(SourceError, match=r"^t: Input/output error$"):
        list(read_puzzles(io.BufferedReader(Failing()), "t"))


def test_records_come_before_the_stream_ends():
    read_end, write_end = os.pipe()
    with os.fdopen(read_end, "rb") as stream, os.fdopen(write_end, "wb", buffering=0) as sink:
        sink.write(f"{A}\n".encode())
        records = read_puzzles(stream, "pipe")
        assert next(records).puzzle == BOARD.parse(A)
        sink.write(f"{B}\n".encode())
        assert next(records).puzzle == BOARD.parse(B)
        records.close()
        assert not stream.closed


def test_reading_holds_no_more_than_a_grid():
    def numbered():
        for _ in range(50_000):
            yield f"{A}\n"

    class Lines(io.StringIO):
        source = numbered()

        def read(self, size=-1):
            return next(self.source, "")

    assert sum(record.puzzle is not None for record in read_puzzles(Lines(), "t")) == 50_000
    sorter = PuzzleSorter("t", BOARD)
    for number in range(1, 10_000):
        list(sorter.take(number, "1?\n"))
        assert len(sorter.grid) < 300
