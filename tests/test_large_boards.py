# SPDX-License-Identifier: MIT
"""Boards beyond 36x36, up to 64 digits: the last ones fill a machine word, and letters of both cases are digits."""

import io
import random

import pytest

import sudoku
from sudoku import Board, read_puzzles, write_puzzle
from sudoku.board.digits import DIGITS, digit_range
from sudoku.engine.lines import plain

BOXES = [(5, 8), (7, 7), (8, 8), (4, 16), (1, 41)]


def full(board, seed=0):
    """Return a full grid: shifted rows, with bands, rows, stacks, columns and digits in random order."""
    height, width, side = board.box_height, board.box_width, board.side
    shuffled = random.Random(seed)

    def order(size, number):
        bands = shuffled.sample(range(number), number)
        return [band * size + k for band in bands for k in shuffled.sample(range(size), size)]

    rows, columns, digits = order(height, width), order(width, height), shuffled.sample(range(1, side + 1), side)
    return bytes(digits[(width * (r % height) + r // height + c) % side] for r in rows for c in columns)


def dug(board, seed=0):
    """Return a puzzle with one solution, and the solution: a cell or two of each row are empty."""
    grid = full(board, seed)
    gaps = {row * board.side + (3 * row + k) % board.side for row in range(board.side) for k in range(1 + row % 2)}
    puzzle = bytes(0 if cell in gaps else value for cell, value in enumerate(grid))
    assert sudoku.is_unique(puzzle, board=board)
    return puzzle, grid


def test_there_is_a_sign_for_each_digit():
    assert len(set(DIGITS)) == len(DIGITS) == 64
    assert digit_range(64) == "1-9, A-Z, @, a-z, $, &"
    assert digit_range(37) == "1-9, A-Z, @, a"


@pytest.mark.parametrize("box", BOXES)
def test_each_text_is_read_back(box):
    board = Board(*box)
    puzzle, _ = dug(board)
    line = board.line(puzzle)
    starts = range(0, board.cells, board.side)
    commas = "\n".join(",".join(str(value or "") for value in puzzle[at : at + board.side]) for at in starts)
    for text in (line, board.grid(puzzle), write_puzzle(line, "numbers", board=board), commas):
        assert Board.read(text, board) == (board, puzzle)
        several = f"{text}\n\n{text}\n"
        for given in (board, None) if box[0] > 1 else (board,):
            assert [record.puzzle for record in read_puzzles(io.StringIO(several), "t", given)] == [puzzle] * 2


def test_the_case_of_a_letter_counts():
    board = Board(7, 7)
    assert board.parse("Aa" + "." * 2399) == bytes([10, 37, *bytes(2399)])
    assert Board(6, 6).parse("Aa" + "." * 1294) == bytes([10, 10, *bytes(1294)])
    with pytest.raises(ValueError, match=r"digit n in r1c1 is too large for a 49x49 board \(1-9, A-Z, @, a-m\)"):
        board.parse("n" + "." * 2400)


def test_a_number_is_never_a_letter():
    rows = "\n".join(" ".join(["37" if row == 3 else "."] + ["."] * 35) for row in range(36))
    with pytest.raises(ValueError, match=r"number 37 in r4c1 is too large for a 36x36 board \(1-36\)"):
        Board.read(rows)
    with pytest.raises(ValueError, match=r"number 37 in r4c1"):
        Board(6, 6).parse(rows)


def test_walls_around_numbers():
    board = Board(regions=[(cell + cell // 42) % 42 for cell in range(42 * 42)])
    puzzle = bytes(cell % 43 for cell in range(board.cells))
    assert board.parse(board.grid(puzzle)) == puzzle
    several = Board.samurai(5, 8)
    puzzle = bytes(cell % 41 for cell in range(several.cells))
    assert several.parse(several.grid(puzzle)) == puzzle


@pytest.mark.parametrize("box", BOXES)
def test_every_engine_and_batch_solves(box):
    board = Board(*box)
    (puzzle, grid), (other, last) = dug(board), dug(board, 1)
    assert board.side in grid and sudoku.solve(board.line(puzzle), board=board) == board.line(grid)
    assert sudoku.solve(board.line(puzzle), board=board, engine="bitset") == board.line(grid)
    for engine in ("dlx", "bitset"):
        result = sudoku.solve_batch([board.line(puzzle), board.line(other)], board=board, engine=engine)
        assert result.counts.tolist() == [1, 1]
        assert [row.tobytes() for row in result.solutions] == [grid, last]
    assert sudoku.candidates(puzzle, board=board) == tuple((value,) for value in grid)


def test_the_largest_digit_on_plain_lines():
    board = Board(8, 8)
    puzzle, _ = dug(board)
    line = board.line(puzzle).encode()
    assert b"&" in line
    assert plain(line + b"\n", 0, board.values, board.cells, 2) == (puzzle, len(line) + 1)
    zeros = line.replace(b"&", b".").replace(b".", b"0", 1)  # 0 may be a digit, since 64 does not occur
    assert plain(zeros + b"\n", 0, board.values, board.cells, 2)[0] == b""
    zeros = line.replace(b".", b"0", 1)
    assert plain(zeros + b"\n", 0, board.values, board.cells, 2)[0] == puzzle


def test_pencilmarks_and_links():
    board = Board(7, 7)
    puzzle, grid = dug(board)
    marks = "".join(DIGITS[value - 1] if d == value - 1 else "." for value in grid for d in range(49))
    known, empty = Board.read(marks)
    assert (str(known), any(empty)) == ("49x49 board with pencilmarks", False)
    link = write_puzzle(board.line(puzzle), "f-puzzles", board=board)
    [record] = read_puzzles(io.StringIO(link), "t")
    assert (record.board, record.puzzle) == (board, puzzle)


def test_equivalent_puzzles_have_one_form():
    board = Board(5, 8)
    puzzle, _ = dug(board)
    renamed = bytes(value and value % 40 + 1 for value in puzzle)
    swapped = renamed[board.side : 2 * board.side] + renamed[: board.side] + renamed[2 * board.side :]
    assert sudoku.canonical(board.line(swapped), board=board) == sudoku.canonical(board.line(puzzle), board=board)


def test_65_digits_are_refused():
    for make in (lambda: Board(5, 13), lambda: Board(1, 65)):
        with pytest.raises(ValueError, match="a box has 1 to 64 cells"):
            make()
    with pytest.raises(ValueError, match="a square board has side \\* side cells, at most 64x64"):
        Board(regions=[cell // 65 for cell in range(65 * 65)])
