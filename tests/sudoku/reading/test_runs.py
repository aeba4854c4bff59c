# SPDX-License-Identifier: MIT
"""Grids over several lines, and more forms that people write, after test_habits.py; each has its own puzzle.

A form is a function from the cells of a puzzle, `.` for an empty one, to a text. The file reader and `sudoku.solve`
both read the text.
"""

import io
from itertools import product
from random import Random

import pytest

import sudoku
from sudoku import Board
from sudoku.board.digits import DIGITS
from sudoku.reading import runs
from sudoku.reading.reading import read_puzzles
from sudoku.reading.sorter import PuzzleSorter
from sudoku.terminal.cli import main
from tests.sudoku.reading.doors import Doors, unique_lines


def rows(puzzle):
    side = round(len(puzzle) ** 0.5)
    return [puzzle[at : at + side] for at in range(0, len(puzzle), side)]


def zeros(puzzle):
    return rows(puzzle.replace(".", "0"))


def lines(puzzle, between=" "):
    return "".join(f"{between.join(row)}\n" for row in zeros(puzzle))


def wiki(puzzle, line):
    body = "".join(f"|-\n{line(row.replace('.', ' '))}\n" for row in rows(puzzle))
    return f'{{| class="wikitable"\n|+ Hard\n{body}|}}\n'


def facts(puzzle, form, first=1):
    cells = ((*divmod(at, 9), sign) for at, sign in enumerate(puzzle) if sign != ".")
    return "".join(form.format(row + first, column + first, sign) for row, column, sign in cells)


def emoji(sign):
    names = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return ":white_large_square:" if sign == "." else f":{names[int(sign)]}:"


def script(puzzle, zero):
    """Return a puzzle with the digits of another script."""
    return puzzle.translate({ord("0") + digit: zero + digit for digit in range(1, 10)})


def xml(puzzle, text, name):
    """Return XML with an element for each row."""
    elements = "\n".join(f"<{name}>{text(row)}</{name}>" for row in zeros(puzzle))
    return f"<?xml version='1.0'?>\n<sudoku>\n<title>Hard</title><level>3</level>\n{elements}\n</sudoku>\n"


def ksudoku(puzzle, graph='<graph order="9" type="sudoku" specific-type="Plain"/>'):
    """Return a file of KSudoku, which has b for 1 and goes down the columns."""
    signs = puzzle.translate(str.maketrans("123456789.", "bcdefghij_"))
    columns = "".join(signs[column::9] for column in range(9))
    game = f"<puzzle>{graph}<values>{columns}</values></puzzle><history/>"
    return f'<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help="0" msecs-elapsed="3">\n  {game}\n </game>\n</ksudoku>\n'


def markdown(puzzle):
    return "|-" * 9 + "|\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows(puzzle.replace(".", " ")))


def blanks(puzzle, pitch, gap, between=""):
    """Return rows of equal length; a blank row would be a blank line."""
    cells = [row[at : at + 3] for row in rows(puzzle.replace(".", " ")) for at in (0, 3, 6)]
    boxes = [(" " * (pitch - 1)).join(box) for box in cells]
    spread = [(" " * (pitch - 1 + gap)).join(boxes[at : at + 3]) for at in range(0, 27, 3)]
    return "".join(f"{row}\n{between if at % 3 == 2 and at < 8 else ''}" for at, row in enumerate(spread))


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
    "sharps": lambda p: "\n".join(rows(p)).replace(".", "#") + "\n",
    "sharps in a frame": lambda p: sudoku.Board().grid(sudoku.Board().parse(p)).replace(".", "#") + "\n",
    "sharps in a line": lambda p: p.replace(".", "#") + "\n",
    "sharps between comments": lambda p: (
        "# a puzzle\n#12 hard\n#\n" + "\n".join(rows(p)).replace(".", "#") + "\n# end\n"
    ),
    "a table of MediaWiki": lambda p: wiki(p, lambda row: "| " + " || ".join(row)),
    "a table of MediaWiki, a cell a line": lambda p: wiki(
        p, lambda row: "\n".join(f'| style="width:2em" | {s}' for s in row)
    ),
    "a table of MediaWiki with heads": lambda p: wiki(p, lambda row: "! A\n" + "".join(f"| '''{s}'''\n" for s in row)),
    "facts": lambda p: facts(p, "initial({},{},{}).\n"),
    "facts in lines": lambda p: "% a puzzle\n" + facts(p, "sudoku({}, {}, {}). ") + "\n",
    "facts from 0": lambda p: facts(p, "given({},{},{}).\n", 0),
    "an answer set": lambda p: facts(p, "cell({},{},{}) "),
    "assignments": lambda p: facts(p, "grid[{}][{}] = {};\n", 0),
    "constraints of MiniZinc": lambda p: facts(p, "constraint x[{},{}] = {};\n"),
    "a dictionary of Python": lambda p: "{" + facts(p, "({}, {}): {}, ", 0) + "}\n",
    "names of cells": lambda p: facts(p, "r{}c{}={} "),
    "Markdown below a blank head": lambda p: "| " * 9 + "|\n" + markdown(p),
    "Markdown below a tight head": lambda p: "|" * 10 + "\n" + markdown(p).replace(" ", ""),
    "Markdown, tight": lambda p: "|a|b|c|d|e|f|g|h|i|\n" + markdown(p).replace(" ", ""),
    "XML, an element for a row": lambda p: xml(p, " ".join, "row"),
    "XML, an element for a cell": lambda p: xml(
        p, lambda row: "".join(f"<c>{s.replace('0', '')}</c>" for s in row), "r"
    ),
    "XML, an element for a place": lambda p: (
        "<puzzles><puzzle>" + facts(p, '<cell row="{}" col="{}" value="{}"/>') + "</puzzle></puzzles>"
    ),
    "XML, an element for a puzzle": lambda p: (
        f"<sudokus><sudoku><id>7</id><puzzle>{p}</puzzle><solution>{p[::-1]}</solution></sudoku></sudokus>"
    ),
    "XML of KSudoku": ksudoku,
    "LaTeX, a table": lambda p: (
        "\\begin{tabular}{|ccc|ccc|ccc|}\n\\hline\n"
        + "".join(f"{' & '.join(row.replace('.', ' '))} \\\\ \\hline\n" for row in rows(p))
        + "\\end{tabular}\n"
    ),
    "LaTeX, a matrix": lambda p: "\\begin{bmatrix}\n" + "\\\\\n".join(map(" & ".join, zeros(p))) + "\n\\end{bmatrix}\n",
    "a table of a forum": lambda p: (
        "[table]\n[tr]"
        + "[/tr]\n[tr]".join("".join(f"[td]{s}[/td]" for s in row) for row in rows(p)).replace(".", "")
        + "[/tr]\n[/table]\n"
    ),
    "a font of a forum": lambda p: "[font=Courier New][size=150]\n" + lines(p, "") + "[/size][/font]\n",
    "paragraphs of HTML": lambda p: "<p>" + "<br>\n".join(rows(p)) + "</p>\n",
    "cells in brackets": lambda p: "\n".join("[" + "][".join(row.replace(".", " ")) + "]" for row in rows(p)) + "\n",
    "emoji by name": lambda p: "\n".join("".join(map(emoji, row)) for row in rows(p)) + "\n",
    "emoji by name, apart": lambda p: "\n".join(" ".join(map(emoji, row)) for row in rows(p)) + "\n",
    "blue squares": lambda p: "\n".join(rows(p.replace(".", "\U0001f7e6"))) + "\n",
    "circled digits": lambda p: "\n".join(rows(script(p, 0x245F).replace(".", "\u25cb"))) + "\n",
    "Arabic digits": lambda p: script(p, 0x660) + "\n",
    "Devanagari digits": lambda p: "\n".join(rows(script(p, 0x966))) + "\n",
    "bold digits": lambda p: "\n".join(rows(script(p, 0x1D7CE))) + "\n",
    "labels": lambda p: "".join(f"Row {k}: {row}\n" for k, row in enumerate(rows(p), 1)),
    "numbers before rows": lambda p: "".join(f"{k}) {' '.join(row)}\n" for k, row in enumerate(rows(p), 1)),
    "rows of an INI file": lambda p: "[Puzzle]\n" + "".join(f"row{k}={row}\n" for k, row in enumerate(rows(p), 1)),
    "bullets": lambda p: "".join(f"- {row}\n" for row in rows(p)),
    "words for empty cells": lambda p: "".join(f"{' '.join(row).replace('.', 'blank')}\n" for row in rows(p)),
    "undefined": lambda p: "".join(f"  [{', '.join(row).replace('.', 'undefined')}],\n" for row in rows(p)),
    "three quotes": lambda p: 'puzzle = """' + "\n".join(rows(p)) + '"""\n',
    "texts that are added": lambda p: 'String s = "' + '" +\n    "'.join(rows(p)) + '";\n',
    "a list of lists of Haskell": lambda p: (
        "grid = [ [" + "]\n       , [".join(map(",".join, zeros(p))) + "]\n       ]\n"
    ),
    "lists of Lisp": lambda p: "'((" + ")\n  (".join(map(" ".join, zeros(p))) + "))\n",
    "blanks": lambda p: blanks(p, 1, 0),
    "blanks, boxes apart": lambda p: blanks(p, 1, 1),
    "blanks, boxes in lines apart": lambda p: blanks(p, 1, 1, "\n"),
    "blanks between": lambda p: blanks(p, 2, 0),
    "blanks between, boxes apart": lambda p: blanks(p, 2, 2, "\n"),
}
MADE = dict(zip(FORMS, sudoku.generate_batch(len(FORMS), seed=20), strict=True))
FILES_ONLY = {"sharps between comments", "facts in lines", "rows of an INI file"} | {
    form for form in FORMS if form.startswith("XML")
}


def read(text):
    return [record.error or record.board.line(record.puzzle) for record in read_puzzles(io.StringIO(text), "file")]


@pytest.mark.parametrize("form", FORMS)
def test_the_form_is_read_and_solved(form):
    made = MADE[form]
    text = FORMS[form](made.puzzle)
    assert read(text) == [made.puzzle]
    if not form.startswith("XML"):
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


# ---- runs of lines


PUZZLES = [made.puzzle for made in sudoku.generate_batch(300, seed=21)]


@pytest.mark.parametrize(
    ("form", "between"),
    [
        *product(["sharps", "sharps in a line", "a table of MediaWiki, a cell a line"], ["", "\n"]),
        ("facts", "\n"),
        ("blanks", "\n"),
    ],
)
def test_many_grids_of_a_form(form, between):
    texts = [FORMS[form](puzzle) for puzzle in PUZZLES]
    assert read(between.join(texts)) == PUZZLES
    mixed = (f"{text}{between}{PUZZLES[-1]}\n" for text in texts)
    assert read("".join(mixed)) == [puzzle for made in PUZZLES for puzzle in (made, PUZZLES[-1])]


@pytest.mark.parametrize("side", [16, 25])
@pytest.mark.parametrize(
    "form", ["sharps", "sharps in a line", "a table of MediaWiki", "a table of MediaWiki, a cell a line"]
)
def test_forms_of_large_boards(form, side):
    board = sudoku.Board.of_side(side)
    full = sudoku.solve("." * board.cells, board=board)
    puzzle = "".join("." if at % 3 else sign for at, sign in enumerate(full))
    assert read(FORMS[form](puzzle)) == [puzzle]


@pytest.mark.parametrize("largest", [4, 64])
@pytest.mark.parametrize("side", [4, 6, 9, 12, 16, 25, 36, 49, 64])
def test_facts_and_tables_of_any_board(side, largest):
    board = sudoku.Board.of_side(side)
    values = [(at * 7) % min(side, largest) + 1 if at % 3 == 0 else 0 for at in range(board.cells)]
    values[-1] = min(side, largest)  # no smaller board has the last cell
    cells = rows(["." if not value else DIGITS[value - 1] for value in values])
    placed = ((*divmod(at, side), value) for at, value in enumerate(values) if value)
    text = "".join(f"initial({row + 1},{column + 1},{value}).\n" for row, column, value in placed)
    assert read(text * 2 + "\n" + text) == [board.line(bytes(values))] * 2
    table = "{|\n" + "".join("|-\n| " + " || ".join(row) + "\n" for row in cells) + "|}\n"
    blank = "|" * (side + 1) + "\n" + "|-" * side + "|\n"
    markdown = blank + "".join(f"|{'|'.join(row)}|\n".replace(".", "") for row in cells)
    assert read(table) == read(markdown) == [board.line(bytes(values))]


def test_candidates_are_no_digits():
    remedy = "write one digit for a cell, and no candidates"
    [error] = read("r1c3=59 r9c3=39 r9c4=28 r5c4=58\n")
    assert error == f"file:1: a cell has 59, and no row or column has a number above 9: {remedy}"
    with pytest.raises(ValueError, match=remedy):
        sudoku.Board.read("r1c1=1 r1c2=2 r1c3=3 r1c4=10")


def test_comments_with_sharps_are_comments():
    puzzle = PUZZLES[0]
    zeros = puzzle.replace(".", "0")
    comments = "# title\n#12 hard\n#12\n#1234\n# 12 34\n####\n#########\n##12##\n#\n####INTRODUCTION\n"
    assert read(f"{comments}{puzzle}\n{comments}{zeros}\n{comments}") == [puzzle] * 2
    assert read(f"{comments}{lines(puzzle)}{comments}{lines(puzzle, '')}{comments}") == [puzzle] * 2
    assert read("".join(f"#{k}\n{zeros}\n" for k in range(1000, 1009))) == [puzzle] * 9
    remarks = "\n".join(f"{row} # {at}" for at, row in enumerate(rows(zeros), 1))
    assert read(remarks) == [puzzle]


def test_a_long_line_of_facts_is_read_in_a_moment():
    facts = "x[0][0] = 5; " * 200
    assert not runs.RUN_FORMS[0].begins(f"{facts}?") and runs.RUN_FORMS[0].begins(facts)


def test_one_cell_has_two_digits():
    bad = facts(PUZZLES[0], "initial({},{},{}).\n") + "initial(1,1,4).\ninitial(1,1,5).\n"
    good = facts(PUZZLES[1], "initial({},{},{}).\n")
    [error, puzzle] = read(f"{bad}\n{good}")
    assert error.startswith("file:1: row 1, column 1 has two digits: ") and puzzle == PUZZLES[1]
    assert read(f"{good}\n{bad}")[0] == PUZZLES[1] and len(read(f"{good}\n{bad}")) == 2
    [error] = read("".join(f"cell({k},1,{k})." for k in (1, 2, 3, 99)))
    assert error == "file:1: a cell or digit has the number 99: a board has at most 64x64 cells"


def test_three_facts_are_no_grid():
    assert len(read("p(1,1,5).\np(1,2,3).\n\np(1,1,5).\n" * 3000)) > 1  # each line is looked at once
    assert read("p(1,1,5).\np(1,2,3).\np(2,1,6).\n")[0].startswith("file:1: ")


@pytest.mark.parametrize("side", [65, 80, 100, 256])
def test_a_large_matrix_is_one_error(side):
    sparse = "".join(" ".join(str((row + at) % 7 // 6 * 3) for at in range(side)) + "\n" for row in range(side))
    for text in (sparse, sparse.replace(" ", ","), sparse.replace(" ", "\t")):
        [error, puzzle] = read(f"{text}\n{PUZZLES[0]}\n")
        assert error == f"file:1: {side} rows of {side} numbers: a board has at most 64x64 cells"
        assert puzzle == PUZZLES[0]
    with pytest.raises(ValueError, match=f"{side} rows of {side} numbers"):
        sudoku.solve(sparse)


def test_as_many_puzzles_as_cells_are_no_matrix():
    for count in (81, 82):
        text = "".join(" ".join(puzzle.replace(".", "0")) + "\n" for puzzle in PUZZLES[:count])
        assert read(text) == PUZZLES[:count]


def test_a_puzzle_in_numbers_is_read_at_once():
    """No run holds a line that may be a puzzle."""
    sorter = PuzzleSorter("file", None)
    for number in range(1, 4):
        assert len(list(sorter.take(number, " ".join(PUZZLES[number]) + "\n"))) == 1
    assert list(sorter.end()) == []


@pytest.mark.parametrize(
    "text",
    [
        "53  7\n6  195\n 98    6\n8   6   3\n4  8 3  1\n7   2   6\n 6    28\n   419  5\n    8  79\n",
        "53  7    \n6  195   \n 98    6 \n8   6   3\n4  8 3  1\n7   2   6\n 6    28 \n   419  5\n    8  7\n",
    ],
)
def test_rows_of_blanks_that_are_not_equally_long(text):
    errors = read(text)
    assert len(errors) == 1 and errors[0].endswith(": write . for an empty cell")


def test_whole_rows_of_digits_keep_their_meaning():
    assert read("12 34 \n34 12 \n      \n21 43 \n43 21 \n") == ["1234341221434321"]
    assert read("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n") == ["1234341221434321"]


# ---- XML


def test_many_puzzles_in_xml():
    puzzles = [xml(puzzle, " ".join, "row").partition("\n")[2] for puzzle in PUZZLES[:3]]
    placed = ["<sudoku>" + facts(puzzle, '<cell y="{}" x="{}">{}</cell>', 0) + "</sudoku>" for puzzle in PUZZLES[3:6]]
    assert read(f"<puzzles>\n{''.join(puzzles)}{''.join(placed)}</puzzles>") == PUZZLES[:6]


def test_other_rules_of_ksudoku_are_refused():
    text = ksudoku(PUZZLES[0], '<graph order="9" type="custom" specific-type="Samurai"/>')
    with pytest.raises(sudoku.SourceError, match="KSudoku's type Samurai has other rules"):
        read(text)


def test_xml_says_which_row_is_off():
    text = xml(PUZZLES[0], " ".join, "row").replace(" 0<", "<", 1).replace(" 0 ", " ", 1)
    [error] = read(text)
    assert error.startswith("file:4: row ") and error.endswith("write . for an empty cell")


# ---- letters with hyphens, as judges pass them


def letters(puzzle, digits="ABCDEFGHIJKLMNOP"):
    return "\n".join(rows(puzzle.translate(str.maketrans(DIGITS[:16] + ".", digits[:16] + "-"))))


@pytest.mark.parametrize("side", [9, 16])
def test_letters_with_hyphens_are_read_by_every_door(side, tmp_path, capsys):
    doors = Doors(tmp_path, capsys)
    for number, line in enumerate(unique_lines(50, side)):
        doors.agree(letters(line).lower() if number % 5 == 4 else letters(line), *Board.read(line))


def test_several_grids_of_letters_follow_each_other_with_a_count_or_without():
    for number in range(100):
        rng = Random(number)
        lines = rng.choices(unique_lines(50, rng.choice((9, 16))), k=rng.randint(1, 4))
        text = rng.choice(("\n", "\n\n")).join(map(letters, lines))
        text = f"{len(lines)}\n{text}" if number % 2 else text
        found = list(read_puzzles(io.StringIO(text), "judge"))
        assert [record.board.line(record.puzzle) for record in found] == lines


def test_sparse_rows_of_letters_and_hyphens_alone_are_rows():
    grid = [
        "--F-----C",
        "D-----H--",
        "------D--",
        "-F--A----",
        "---------",
        "G---F----",
        "------CH-",
        "---C-----",
        "--E----BG",
    ]
    text = "\n".join(grid)
    (record,) = read_puzzles(io.StringIO(text), "judge")
    assert record.board.line(record.puzzle) == "".join(map(usual, "".join(grid)))
    hexadecimal = letters(unique_lines(50, 16)[0], DIGITS)
    assert sudoku.solve(hexadecimal) == sudoku.solve(unique_lines(50, 16)[0])


def usual(letter):
    return "." if letter == "-" else DIGITS["ABCDEFGHI".index(letter)]


def test_words_with_hyphens_are_no_rows():
    words = [
        "anti-king",
        "nonette-a",
        "knight-ax",
        "---------",
        "diagonals",
        "whisper-x",
        "jigsaw-ab",
        "killer-cd",
        "a-b-c-d-e",
    ]
    assert runs.gathered(words) == words
