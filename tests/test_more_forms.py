# SPDX-License-Identifier: MIT
"""Forms of puzzles that people write besides those of test_habits.py; each has a puzzle of its own, which is solved.

A form is a function from the cells of a puzzle, `.` for an empty one, to a text. The file reader and `sudoku.solve`
both read the text.
"""

import io

import pytest

import sudoku
from sudoku.reading.reading import read_puzzles
from sudoku.terminal.cli import main


def rows(puzzle):
    side = round(len(puzzle) ** 0.5)
    return [puzzle[at : at + side] for at in range(0, len(puzzle), side)]


def zeros(puzzle):
    return rows(puzzle.replace(".", "0"))


def lines(puzzle, between=" "):
    return "".join(f"{between.join(row)}\n" for row in zeros(puzzle))


FORMS = {
    "rows and semicolons": lambda p: ";".join(rows(p)),
    "rows and commas": lambda p: ",".join(rows(p)) + "\n",
    "rows and slashes": lambda p: " / ".join(zeros(p)) + " # easy\n",
    "rows and colons": lambda p: ":".join(rows(p)),
    "rows and hyphens": lambda p: "-".join(zeros(p)),
    "rows of hyphens and slashes": lambda p: "/".join(rows(p)).replace(".", "-") + "/\n",
    "rows of question marks": lambda p: "; ".join(rows(p)).replace(".", "?"),
    "line ends in a text": lambda p: 'puzzle = "' + "\\n".join(rows(p)) + '\\n";\n',
    "line ends of HTML": lambda p: "<br>".join(rows(p)),
    "texts on one line": lambda p: ", ".join(f'"{row}"' for row in rows(p)),
    "a matrix of MATLAB": lambda p: f"A = [{'; '.join(map(' '.join, zeros(p)))}];\n",
    "an array of Excel": lambda p: f"={{{';'.join(map(','.join, zeros(p)))}}}",
    "both sides": lambda p: "9 9\n" + lines(p),
    "the sides of a box": lambda p: "3 3\n" + lines(p),
    "the side and that of a box": lambda p: "9 3\n" + lines(p, ""),
    "both sides and the number of clues": lambda p: f"9 9 {81 - p.count('.')}\n" + lines(p),
    "a side": lambda p: "9\n" + lines(p),
    "sides and a comma": lambda p: "9,9\n" + lines(p),
}
MADE = dict(zip(FORMS, sudoku.generate_batch(len(FORMS), seed=20), strict=True))
FILES_ONLY = ()  # forms that span lines, or whole documents


def read(text):
    return [record.error or record.board.line(record.puzzle) for record in read_puzzles(io.StringIO(text), "file")]


@pytest.mark.parametrize("form", FORMS)
def test_the_form_is_read_and_solved(form):
    made = MADE[form]
    text = FORMS[form](made.puzzle)
    assert read(text) == [made.puzzle]
    assert read(f"{text}\n\n{text}\n") == [made.puzzle] * 2
    if form not in FILES_ONLY:
        assert sudoku.solve(text) == made.solution


@pytest.mark.parametrize("side", [4, 6, 16, 25])
@pytest.mark.parametrize("between", [";", ",", "/", ":", "\\n"])
def test_rows_on_one_line_of_other_boards(side, between):
    board = sudoku.Board.of_side(side)
    full = sudoku.solve("." * board.cells, board=board)
    puzzle = "".join("." if at % 7 == 2 else sign for at, sign in enumerate(full))
    text = between.join(rows(puzzle))
    assert read(text) == [puzzle] and read(f"{text}\n{text}\n") == [puzzle] * 2
    if side == 16:
        hexadecimal = puzzle.translate(str.maketrans("123456789ABCDEFG", "0123456789ABCDEF"))
        assert read(between.join(rows(hexadecimal))) == [puzzle]
        letters = puzzle.translate(str.maketrans("123456789ABCDEFG", "ABCDEFGHIJKLMNOP"))
        assert read(between.join(rows(letters))) == [puzzle]


def test_columns_keep_their_meaning():
    small = "12..34..21..43.."
    assert read(",".join([small] * 16)) == [small]
    assert read("7,12.,34.,9..\n")[0].startswith("file:1: ")
    assert read(",".join("." * 80 + "1")) == ["." * 80 + "1"]


@pytest.mark.parametrize("head", ["4 4", "2 2", "4 2", "2", "4"])
def test_sizes_of_small_boards(head):
    assert read(f"{head}\n12..\n34..\n21..\n....\n") == ["12..34..21......"]
    assert read(f"{head}\n1 2 0 0\n3 4 0 0\n2 1 0 0\n0 0 0 0\n" * 2) == ["12..34..21......"] * 2


def test_a_row_is_no_size():
    with pytest.raises(ValueError, match="row 1 has 2 cells"):
        sudoku.solve("98\n" + "123456789\n" * 8)
    assert read("12 34\n34 12\n21 43\n43 21\n") == ["1234341221434321"]


def test_slashes_on_the_command_line(capsys):
    made = MADE["rows and slashes"]
    assert main(["solve", "/".join(rows(made.puzzle))]) == 0
    assert capsys.readouterr().out == f"{made.solution}\n"
    assert main(["solve", "puzzles/easy.txt"]) == 2
    assert "No such file" in capsys.readouterr().err
