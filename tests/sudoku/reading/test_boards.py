# SPDX-License-Identifier: MIT
"""Letters for digits: a puzzle in nine letters is read, and answered, in them by every door."""

from functools import cache
from random import Random

import pytest

import sudoku
from sudoku import Board
from sudoku.board.digits import LETTERS
from sudoku.reading.rules_out import rules_of
from sudoku.reading.rulesfile import board_of_rules
from sudoku.variants import Letters
from sudoku.web.answers import ANSWERS
from sudoku.web.body import Body
from tests.sudoku.reading.doors import Doors, unique_lines


def lettered(rng, number):
    """Return puzzles in all digits, each with its letters, and in these letters."""
    for line in (line for line in unique_lines(number) if set(line) == set(".123456789")):
        letters = ""
        while not set(letters) - set(LETTERS[:9]):
            letters = "".join(sorted(rng.sample(LETTERS, 9)))
        yield line, letters, line.translate(str.maketrans("123456789", letters))


def rows(text):
    return [text[at : at + 9] for at in range(0, 81, 9)]


DRAWINGS = (
    str,
    lambda text: "\n".join(rows(text)),
    lambda text: "\n".join(map(" ".join, rows(text))).lower(),
    lambda text: "\n".join(
        f"| {' '.join(row[:3])} | {' '.join(row[3:6])} | {' '.join(row[6:])} |" for row in rows(text)
    ),
    lambda text: "\n".join(rows(text.replace(".", "-"))),
)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_every_door_answers_in_letters(drawing, tmp_path, capsys):
    doors = Doors(tmp_path, capsys)
    puzzles = list(lettered(Random(1), 26))
    assert len(puzzles) > 20
    for line, letters, text in puzzles:
        board = Board(variants=[Letters(letters)])
        doors.agree(drawing(text), board, board.parse(text))
        assert sudoku.solve(drawing(text)) == sudoku.solve(line).translate(str.maketrans("123456789", letters))


def test_the_page_asks_and_answers_in_letters():
    for line, letters, text in lettered(Random(2), 20):
        shown = ANSWERS["read"](Body({"text": text}))
        assert shown["puzzle"] == text and shown["rules"] == {"letters": [{"signs": letters}]}
        answer = ANSWERS["solve"](Body(shown))
        assert answer["solution"] == sudoku.solve(line).translate(str.maketrans("123456789", letters))


def test_other_puzzles_in_a_file_keep_their_digits(tmp_path):
    ((line, letters, text), *_) = lettered(Random(3), 3)
    path = tmp_path / "mixed.txt"
    path.write_text(f"{line}\n{text}\n{line}\n")
    assert [str(record.board) for record in sudoku.read_file(path)] == [
        "9x9 board",
        f"9x9 board with the letters {letters}",
        "9x9 board",
    ]


def test_puzzles_that_are_none():
    eight = "WORDKUSE" + "." * 73
    with pytest.raises(ValueError, match=r"digit W in r1c1 is too large for a 9x9 board \(1-9\)"):
        Board.read(eight)
    assert Board.read("ABCDEFGHI" + "." * 72)[0] == Board()
    with pytest.raises(ValueError, match=r"digit Z in r1c1 is too large .*\(DEKNORSUW\)"):
        Board(variants=[Letters("DEKNORSUW")]).parse("Z" + "." * 80)


def test_the_rule():
    board = Board(2, 2, variants=[Letters("DORW")])
    assert board_of_rules(rules_of(board), Board(2, 2)) == board
    assert sudoku.count("." * 16, board=board) == 288
    for letters, error in (("DOR", "3 letters; a 4x4 board has 4 digits"), ("DORD", "a capital letter of its own")):
        with pytest.raises(ValueError, match=error):
            Board(2, 2, variants=[Letters(letters)])


# ---- five grids in 21 rows


@cache
def five_grids():
    """Return a solution of the five grids."""
    board = Board.samurai()
    return board, board.parse(sudoku.solve(board.line(bytes(board.cells)), board=board, seed=1))


@pytest.mark.parametrize("between", [".", "0", "*", "_", "-", "#", " ", "?", "~"])
def test_five_grids_with_any_sign_between_them(between, tmp_path, capsys):
    (board, grid), rng = five_grids(), Random(ord(between))
    for number in range(12):
        puzzle = bytes(value if rng.random() < 0.6 else 0 for value in grid)
        rows = [[between] * 21 for _ in range(21)]
        for (row, column), value in zip(board.places, puzzle, strict=True):
            rows[row][column] = str(value or (".0*_"[number % 4]))
        text = "\n".join("".join(row).rstrip() if number % 3 else "".join(row) for row in rows)
        assert Board.read(text) == Board.read(text, board) == (board, puzzle)
        path = tmp_path / "samurai.txt"
        path.write_text(f"{text}\n\n{unique_lines(1)[0]}\n\n{text}\n")
        found = [(record.error, record.board, record.puzzle) for record in sudoku.read_file(path)]
        assert found == [(None, board, puzzle), (None, *Board.read(unique_lines(1)[0])), (None, board, puzzle)]
        doors = Doors(tmp_path, capsys)
        path.write_text(text)
        assert doors.command(text) == doors.command(str(path)) == (0, sudoku.solve(board.line(puzzle), board=board))
        with pytest.raises(ValueError, match="the page has no board of 5 9x9 grids"):
            doors.shown(text)


def test_a_square_of_21_rows_is_no_five_grids():
    rows = ["." * 21 for _ in range(21)]
    assert Board.read("\n".join(rows))[0] == Board(3, 7)
    for place, digit in ((10, "1"), (0, "A")):
        text = "\n".join([f"1{'.' * 20}", f"{'.' * place}{digit}{'.' * (20 - place)}", *rows[2:]])
        assert Board.read(text)[0] == Board(3, 7)
    with pytest.raises(ValueError, match="441 cells where a board of 5 9x9 grids has 369"):
        Board.read("\n".join([f"{'.' * 10}1{'.' * 10}", *rows[1:]]), Board.samurai())
