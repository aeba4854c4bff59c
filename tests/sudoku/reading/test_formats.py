# SPDX-License-Identifier: MIT
"""Forms of puzzles that other programs write: each is read from a file of its own, and written where we can.

A is the puzzle of all files. `read(text)` gives (line, puzzle as text or error) for each record; the source is "t".
"""

import bz2
import csv
import gzip
import io
import json
import lzma
import random
import sys
from urllib.parse import unquote

import pytest

import sudoku
from sudoku import Board
from sudoku.reading import objects
from sudoku.reading.formats import FORMAT_BY_NAME, FORMATS, format_of, read_hodoku
from sudoku.reading.lines import LineReader
from sudoku.reading.lzstring import pack, unpack
from sudoku.reading.reading import SourceError, read_file, read_puzzles
from tests.lzpack import pack as simple_pack
from tests.sudoku.reading.doors import Doors, unique_lines

A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
B = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
BOARD = Board()


def read(text, board=None, column=None):
    stream = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    return [
        (record.line, record.error if record.board is None else record.board.line(record.puzzle))
        for record in read_puzzles(stream, "t", board, column=column)
    ]


def boards(text):
    return [record.board for record in read_puzzles(io.StringIO(text), "t")]


def rows(puzzle):
    return "\n".join(puzzle[at : at + 9] for at in range(0, 81, 9))


# ---- blanks for empty cells

FRAMED = """\
+-------+-------+-------+
| 5 3   |   7   |       |
| 6     | 1 9 5 |       |
|   9 8 |       |   6   |
+-------+-------+-------+
| 8     |   6   |     3 |
| 4     | 8   3 |     1 |
| 7     |   2   |     6 |
+-------+-------+-------+
|   6   |       | 2 8   |
|       | 4 1 9 |     5 |
|       |   8   |   7 9 |
+-------+-------+-------+
"""
TIGHT = """\
*-----------*
|53 | 7 |   |
|6  |195|   |
| 98|   | 6 |
|---+---+---|
|8  | 6 |  3|
|4  |8 3|  1|
|7  | 2 |  6|
|---+---+---|
| 6 |   |28 |
|   |419|  5|
|   | 8 | 79|
*-----------*
"""
RULED = "\n".join(["|" + "|".join(f" {sign} " for sign in row) + "|" for row in rows(A).replace(".", " ").split("\n")])


@pytest.mark.parametrize("frame", [FRAMED, TIGHT, RULED])
def test_blanks_in_a_frame(frame):
    height = frame.strip().count("\n") + 1
    for text in (frame, frame.replace("|", "\u2502")):
        assert Board.read(text) == (BOARD, BOARD.parse(A))
        assert sudoku.solve(text) == SOLVED
        for board in (None, BOARD):
            assert read(text, board) == [(1, A)]
            assert read(f"{text}\n\n{text}\n", board)[1][1] == A
            assert read(f"Grid 1\n{text}\nGrid 2\n{text}\n{B}", board) == [
                (2, A),
                (height + 3 + frame.endswith("\n"), A),
                (2 * height + 3 + 2 * frame.endswith("\n"), B),
            ]
            if frame is not RULED:
                assert read(frame + frame, board) == [(1, A), (height + 1, A)]


def test_a_faulty_row_of_a_frame_is_named():
    short = FRAMED.replace("| 4     | 8   3 |     1 |", "| 4     | 8   3 |   1 |")
    wanted = "t:1: row 5 of the frame is not as wide as the others: write . for an empty cell"
    assert read(f"{short}\n{A}")[0][1] == wanted
    assert read(f"{short}\n{A}", BOARD)[0][1] == wanted
    assert read(f"{short}\n{A}")[1][1] == A
    cut = "\n".join(line for k, line in enumerate(FRAMED.splitlines()) if k not in (1, 2, 9))
    assert read(f"{cut}\n\n{A}")[0][1].startswith("t:") and read(f"{cut}\n\n{A}")[1][1] == A
    sparse = "\n".join(["|   2   |   4   | 1     |", "|     3 |       |     5 |"] * 3)
    assert read(sparse)[0][1].startswith("t:")
    dotted = FRAMED.replace("| 5 3   |", "| 5 3 . |")
    assert read(dotted)[0][1].startswith("t:1: row 1 has 4 cells where a 9x9 board has 9: write .")
    assert "digit x in r1c2 is too large" in read(FRAMED.replace("3 ", "x ", 1))[0][1]


@pytest.mark.parametrize(
    "board", [Board.samurai(2, 2), Board(regions="aabbaabbccddccdd"), Board(2, 3), Board(3, 3), Board(4, 4)], ids=str
)
def test_drawn_solutions_have_no_blanks_to_fill(board):
    solution = sudoku.solve("." * board.cells, board=board)
    text = board.grid(board.parse(solution))
    height = text.count("\n") + 1
    assert [puzzle for _, puzzle in read(f"{text}\n\n{text}\n{text}\n", board)] == [solution] * 3
    assert height > board.height and sudoku.solve(text, board=board) == solution


def test_what_py_sudoku_shows():
    border = "-" * 27
    assert read(f"{border}\n9x9 (3x3) SUDOKU PUZZLE\nDifficulty: 0.50\n{border}\n{FRAMED}") == [(6, A)]
    large = Board(3, 4)
    puzzle = "".join(sign if k % 3 else "." for k, sign in enumerate(sudoku.solve("." * 144)))
    cells = [f"{value:02}" if value else "  " for value in large.parse(puzzle)]
    border = "+-------------+-------------+-------------+"
    lines = [border]
    for row in range(12):
        boxes = (" ".join(cells[12 * row + at : 12 * row + at + 4]) for at in (0, 4, 8))
        lines += [f"| {' | '.join(boxes)} |", *([border] if row % 3 == 2 else [])]
    assert read("\n".join(lines)) == [(1, puzzle)]


# ---- candidates

MARKS = """\
*--------------------------------------------------------------------*
| 5      3      124    | 26     7      2468   | 1489   1249   248    |
| 6      247    247    | 1      9      5      | 3478   234    2478   |
| 12     9      8      | 23     34     24     | 13457  6      247    |
|----------------------+----------------------+----------------------|
| 8      125    1259   | 579    6      147    | 4579   2459   3      |
| 4      25     2569   | 8      5      3      | 579    259    1      |
| 7      15     1359   | 59     2      14     | 4589   459    6      |
|----------------------+----------------------+----------------------|
| 139    6      134579 | 357    35     7      | 2      8      4      |
| 23     278    237    | 4      1      9      | 36     3      5      |
| 123    1245   12345  | 2356   8      26     | 1346   7      9      |
*--------------------------------------------------------------------*
"""


def marks_as(how):
    """Return the grid of candidates in another form."""
    plain = [line.replace("|", " ").split() for line in MARKS.splitlines() if line[0] == "|" and "--" not in line]
    lines = {
        "frame": MARKS.splitlines(),
        "points": MARKS.replace("*", ".").splitlines(),
        "plain": [" ".join(row) for row in plain],
        "braces": [" ".join(f"{{{cell}}}" if len(cell) > 1 else cell for cell in row) for row in plain],
        "entered": [
            " ".join(f"u{cell}" if cell in "57" and k else cell for cell in row) for k, row in enumerate(plain)
        ],
        "bars": ["| " + " | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) + " |" for row in plain],
    }[how]
    return "\n".join(lines)


HOW = ["frame", "points", "plain", "braces", "entered", "bars"]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("board", [None, BOARD])
def test_grids_of_candidates(how, board):
    text = marks_as(how)
    height = text.count("\n") + 1
    [record] = read_puzzles(io.StringIO(text), "t", board)
    shown = BOARD.line(record.puzzle)
    assert shown[:4] == "53..", shown
    assert str(record.board) == "9x9 board with pencilmarks"
    assert record.board.rules.banned >= {2 * 9 + digit - 1 for digit in (3, 5, 6, 7, 8, 9)}
    assert Board.read(text, board) == (record.board, record.puzzle)
    assert sudoku.solve(text) == SOLVED and sudoku.is_unique(text)
    found = read(f"# marks\n{text}\n\n{text}\n{A}\nMarks of step 2\n{text}\n{text}", board)
    assert [puzzle for _, puzzle in found] == [shown, shown, A, shown, shown]
    assert [line for line, _ in found] == [2, height + 3, 2 * height + 3, 2 * height + 5, 3 * height + 5]
    step = sudoku.hint(text)
    assert step is not None


def test_candidates_written_and_read():
    board, puzzle = Board.read(MARKS)
    for to in ("candidates", "hodoku"):
        [record] = read_puzzles(io.StringIO(sudoku.write_puzzle(MARKS, to)), "t")
        assert all(a in (0, b) for a, b in zip(puzzle, record.puzzle, strict=True))
        open_cells = [k for k, value in enumerate(puzzle) if not value]
        assert {c for c in record.board.rules.banned if c // 9 in open_cells} >= {
            c for c in board.rules.banned if c // 9 in open_cells
        }
    assert sudoku.solve(sudoku.write_puzzle(A, "candidates")) == SOLVED
    for to in ("line", "sdm", "grid", "numbers", "f-puzzles", "sudokuwiki"):
        with pytest.raises(ValueError, match="has candidates; choose candidates or hodoku"):
            sudoku.write_puzzle(MARKS, to)
    with pytest.raises(ValueError, match="r1c2 has no candidate"):
        sudoku.write_puzzle("1.23.....4......", "candidates", board=Board(2, 2))
    for other in (Board(2, 3), Board(4, 4)):
        solution = sudoku.solve("." * other.cells, board=other)
        text = "".join(sign if k % 3 else "." for k, sign in enumerate(solution))
        found = sudoku.write_puzzle(text, "candidates", board=other)
        assert sudoku.count(found, 2) == sudoku.count(text, 2)


def test_candidates_of_other_boards():
    four = "12 3 4 124\n3 4 12 12\n124 12 3 4\n4 12 12 3\n"
    assert [str(board) for board in boards(f"{four}{four}")] == ["4x4 board with pencilmarks"] * 2
    sixteen = "\n".join(" ".join(["12345678", "9ABCDEFG", *["123456789ABCDEFG"] * 14]) for _ in range(16))
    assert [str(board) for board in boards(sixteen)] == ["16x16 board with pencilmarks"]


def test_a_row_of_candidates_too_short():
    text = MARKS.replace("| 4      25     2569   |", "| 4      25            |")
    wrong = "t:1: row 5 has 8 cells where a 9x9 board has 9: write . for an empty cell"
    assert read(f"{text}\n{A}") == [(1, wrong), (15, A)]
    assert read(text, Board(2, 2))[0][1].startswith("t:1: ")


def test_digits_in_groups_are_no_candidates():
    grouped = "\n".join(" ".join(SOLVED[at + k : at + k + 3] for k in (0, 3, 6)) for at in range(0, 81, 9))
    assert read(grouped) == [(1, SOLVED)]
    assert read(" ".join(SOLVED)) == [(1, SOLVED)]
    numbers = "\n".join(" ".join(str((3 * row + k + row // 4) % 12 + 1) for k in range(12)) for row in range(12))
    [record] = read_puzzles(io.StringIO(numbers), "t")
    assert record.board == Board(3, 4) and 0 not in record.puzzle


# ---- files of other programs


def test_sdk_of_sadman_and_sudocue():
    state = rows(A.replace(".", "1", 1))
    text = f"[Puzzle]\n{rows(A)}\n[State]\n{state}\n[PencilMarks]\n{','.join(['12'] * 9)}\n"
    assert read(f"#AA. Setter\n#DEasy one\n{rows(A)}\n") == [(3, A)]
    assert read(f"#A1\n{text}") == [(3, A)]
    assert read(text + text.replace("\n", "\r\n")) == [(2, A), (24, A)]


def test_sdm():
    zeros = A.replace(".", "0")
    assert read(f"{zeros}\n{B.replace('.', '0')}\n") == [(1, A), (2, B)]
    assert sudoku.write_puzzle(A, "sdm") == zeros


SDX = "\n".join(" ".join(line.replace("|", " ").split()) for line in MARKS.splitlines() if line[2] not in "-")


def test_sdx_of_sudocue():
    text = SDX.replace("7 2 8 4", "7 u2 8 u4")
    assert read(text) == read(marks_as("plain"))
    assert sudoku.solve(text) == SOLVED


def test_hodoku_lines():
    placed = "5+3" + A[2:].replace("7", "+7", 1)
    assert read(f":0000:x:{A}:::\n:0300:4:{placed}:124 135::\n:0000:x:{A[1:]}:::\n{A}\n") == [
        (1, A),
        (2, A),
        (3, "t:3: 80 cells where a 9x9 board has 81"),
        (4, A),
    ]
    [board] = boards(f":0000:x:{A}:413 614 999::")
    assert board.rules.banned == {2 * 9 + 3, 3 * 9 + 5, 80 * 9 + 8}
    assert "deleted candidate '910' is not a digit, row and column" in read(f":0000:x:{A}:419 910::")[0][1]
    assert sudoku.write_puzzle(A, "hodoku") == f":0000:x:{A}:::"


ENTERED = "".join(f"{digit}|0|{int(digit == '0')}|" for digit in B.replace(".", "0"))
XML = f"""<?xml version="1.0" encoding="UTF-8"?>
<opensudoku version="2">
  <name>two &amp; one</name>
  <folder name="Easy" created="17">
    <game data="{A.replace(".", "0")}" state="1" time="0" />
    <game created="1" data="version: 1&#10;{ENTERED}"/>
  </folder><game data="{SOLVED}"/><game
    data="12" />
  <game cells_data="version: 4&#10;{"".join(f"{s}|0|0|{int(s != a)}|" for s, a in zip(SOLVED, A, strict=True))}"/>
</opensudoku>
"""


def test_opensudoku():
    found = [(5, A), (6, B), (7, SOLVED), (8, "t:8: 2 cells where a 9x9 board has 81"), (9, A)]
    assert read(XML) == read(XML.encode()) == read(f"\ufeff\n{XML[39:]}".encode())[:0] + found
    assert read(XML[39:].lstrip())[0] == (4, A)
    with pytest.raises(SourceError, match=r"^t: the XML is damaged: "):
        read(XML[:-20])
    assert "t:1: " in read('<opensudoku><game data="version: 1&#10;5|0|0|"/></opensudoku>')[0][1]


# ---- JSON

ARRAY = [[int(sign.replace(".", "0")) for sign in A[at : at + 9]] for at in range(0, 81, 9)]
FLAT = [cell for row in ARRAY for cell in row]
DOCUMENTS = {
    "a board": ({"board": ARRAY}, 1),
    "a text and its solution": ({"difficulty": "easy", "puzzle": A.replace(".", "0"), "solution": SOLVED}, 1),
    "deep": ({"newboard": {"grids": [{"value": ARRAY, "solution": ARRAY[::-1]}], "message": "All Ok"}}, 1),
    "several": ({level: {"puzzle_data": {"hints": [3] * 20, "puzzle": FLAT}} for level in ("easy", "hard")}, 2),
    "objects": ([{"id": k, "question": A, "answer": SOLVED} for k in range(3)], 3),
    "texts": ({"puzzles": [A, A], "problem": "Find the digits of these puzzles"}, 2),
    "rows": ({"grid": [A[at : at + 9] for at in range(0, 81, 9)]}, 1),
    "null": ({"grid": [[cell or None for cell in row] for row in ARRAY]}, 1),
}


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("indent", [None, 2])
def test_json(name, indent):
    document, number = DOCUMENTS[name]
    assert read(json.dumps(document, indent=indent).encode()) == [(k, A) for k in range(1, number + 1)]


def test_json_lines():
    lines = [json.dumps({"id": k, "puzzle": A}) for k in range(3)]
    lines[1:1] = ["# a comment", A, json.dumps({"puzzle": A[1:]}), json.dumps({"other": A})]
    found = read("\n".join(lines))
    assert [line for line, _ in found] == [1, 3, 4, 5, 6, 7]
    assert found[2][1] == "t:4: 80 cells where a 9x9 board has 81" and "name the right one (--column)" in found[3][1]
    assert read(lines[4], column="other") == [(1, A)]
    assert "t:1: " in read('{"puzzle": "53..7')[0][1]


SOLVED_B = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
LISTS = {
    "texts": [A, B, SOLVED],
    "zeros": [text.replace(".", "0") for text in (A, B, SOLVED)],
    "pairs": [[A, SOLVED], [B, SOLVED_B], [SOLVED, SOLVED]],
    "rows of a table": [["7f", A, SOLVED, 1.2], ["80", B, SOLVED_B, None], ["81", SOLVED, A, 3]],
    "(N, 81)": [list(map(int, text.replace(".", "0"))) for text in (A, B, SOLVED)],
    "(N, 9, 9)": [[list(map(int, row)) for row in rows(text.replace(".", "0")).split()] for text in (A, B, SOLVED)],
    "rows of text": [rows(text).split() for text in (A, B, SOLVED)],
    "null": [[int(sign) if sign != "." else None for sign in text] for text in (A, B, SOLVED)],
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("form", [{}, {"separators": (",", ":")}, {"indent": 1}], ids=str)
def test_all_puzzles_of_a_json_list_are_read(name, form):
    """As `json.dump` writes a list or an array: four rows of 81 numbers are as many cells as an 18x18 board has."""
    for number in (1, 2, 3):
        wanted = list(enumerate([A, B, SOLVED][:number], 1))
        assert read(json.dumps(LISTS[name][:number], **form).encode()) == wanted
    assert read(json.dumps(LISTS[name] * 7, **form)) == list(enumerate([A, B, SOLVED] * 7, 1))


@pytest.mark.parametrize("name", ["pairs", "rows of a table", "(N, 81)", "(N, 9, 9)", "rows of text", "null"])
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_a_json_list_on_each_line_is_a_puzzle(name, separators):
    lines = [json.dumps(row, separators=separators) for row in LISTS[name][:2]] * 3
    assert read("\n".join(lines)) == list(enumerate([A, B] * 3, 1))


def test_a_json_list_of_puzzles_with_faults():
    assert read(json.dumps([A, A[1:], None, B])) == [(1, A), (2, "t:2: 80 cells where a 9x9 board has 81"), (4, B)]
    assert read(json.dumps([[1, A, SOLVED], [2, A[1:], SOLVED], [3], [4, B, SOLVED]])) == [
        (1, A),
        (2, "t:2: 80 cells where a 9x9 board has 81"),
        (4, B),
    ]
    assert read(json.dumps(["4bca" * 8, A, SOLVED])) == [(1, A)]  # a row of a table, with a hash


@pytest.mark.parametrize("indent", [None, 1])
def test_a_json_list_may_be_one_large_board(indent):
    rng = random.Random(1)
    for side, board in ((16, Board(4, 4)), (36, Board(6, 6)), (25, Board(5, 5))):
        cells = bytes(rng.choice([0, *range(1, side + 1)]) for _ in range(board.cells))
        for puzzle in (cells, bytes(board.cells)):
            array = [list(puzzle[at : at + side]) for at in range(0, board.cells, side)]
            assert read(json.dumps(array, indent=indent)) == [(1, board.line(puzzle))]
    small = [[1, 0, 0, 4, *[0] * 11, 3]] * 16  # no digit above 4: as many puzzles
    assert read(json.dumps(small, indent=indent)) == [(k, "1..4...........3") for k in range(1, 17)]


def test_a_json_line_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(objects, "LONGEST_DOCUMENT", 1000)
    assert len(read(json.dumps([A] * 11))) == 11
    with pytest.raises(SourceError, match="a line of JSON with 1,000 bytes or more; write each puzzle on a line"):
        read(json.dumps([A] * 12))


def test_json_of_f_puzzles_may_have_many_lines():
    cells = [[{"value": cell, "given": True} if cell else {} for cell in row] for row in ARRAY]
    assert read(json.dumps({"size": 9, "grid": cells}, indent=1)) == [(1, A)]


# ---- links


@pytest.mark.parametrize(
    "link",
    [
        "https://www.sudokuwiki.org/sudoku.htm?bd={}",
        "http://sudokuwiki.org/sudoku.htm?bd={}&x=1",
        "https://sudoku.coach/en/play/{}",
        "https://sudokuexchange.com/play/?s={}",
    ],
)
def test_links_that_hold_the_cells(link):
    assert read(f"{link.format(A.replace('.', '0'))}\n{link.format(A)}\n{A}") == [(1, A), (2, A), (3, A)]
    found = sudoku.read_link(link.format(A))
    assert (found.board, found.puzzle) == (BOARD, BOARD.parse(A))
    assert read(f"{link.format(A[1:])}\n{A}\n")[0][1].startswith("t:1: ")


def puzz_link(values, side):
    """Return a puzzle as puzz.link writes it."""
    cells, empty = "", 0
    for value in [*values, None]:
        if value == 0 and empty < 20:
            empty += 1
            continue
        cells += chr(ord("g") + empty - 1) if empty else ""
        empty = int(value == 0)
        cells += f"{value:x}" if 0 < (value or 0) < 16 else f"-{value:x}" if value else ""
    return f"https://puzz.link/p?sudoku/{side}/{side}/{cells}"


@pytest.mark.parametrize("board", [Board(2, 2), Board(2, 3), BOARD, Board(4, 4), Board(5, 5)])
def test_links_of_puzz_link(board):
    for puzzle in (bytes(board.cells), bytes(cell % (board.side + 1) for cell in range(board.cells))):
        link = puzz_link(puzzle, board.side)
        for text in (link, link + "/", link.replace("puzz.link/p?", "pzv.jp/p.html?")):
            found = sudoku.read_link(text)
            assert (found.board, found.puzzle) == (board, puzzle)
        assert read(f"{link}\nHere it is: {link}\n") == [(1, board.line(puzzle)), (2, board.line(puzzle))]
        with pytest.raises(ValueError, match=rf"damaged: \d+ cells? where a {board} has {board.cells}$|cut short"):
            sudoku.read_link(link[:-1])


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://puzz.link/p?slither/9/9/53h", "is a slither with 9 rows and 9 columns; we read only 'sudoku'"),
        ("https://puzz.link/p?sudoku/9/8/53h", "is a sudoku with 8 rows and 9 columns; we read only 'sudoku', with as"),
        ("https://puzz.link/db/", "has no Sudoku as puzz.link writes it; it is cut short, or of another kind"),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZtb9",
            "contains no drawing of Penpa: '7VZtb9' is cut short",
        ),
        ("https://example.com/p/12", "has no puzzle in a form that we read; open it, and copy the digits"),
    ],
)
def test_links_of_other_forms_are_named(link, message):
    with pytest.raises(ValueError, match=message):
        sudoku.read_link(link)


def test_links_of_sudokuwiki_with_candidates():
    signs = "0123456789abcdefghijklmnopqrstuvwxyz"

    def pair(value):
        return signs[value // 36] + signs[value % 36]

    pairs = [pair(int(sign) if sign != "." else 18 + 511) for sign in A]
    pairs[2] = pair(18 + 0b1011)  # r1c3: 1, 2 or 4
    pairs[1] = pair(9 + 3)  # entered, not given
    [record] = read_puzzles(io.StringIO(f"https://www.sudokuwiki.org/sudoku.htm?bd=S9B{''.join(pairs)}"), "t")
    assert record.puzzle == BOARD.parse(A)
    assert record.board.rules.banned == {2 * 9 + digit - 1 for digit in (3, 5, 6, 7, 8, 9)}
    assert "damaged" in read(f"https://www.sudokuwiki.org/sudoku.htm?bd=S9B{'00' * 81}")[0][1]


@pytest.mark.parametrize("board", [BOARD, Board(2, 3), Board(3, 2), Board(4, 4), Board(regions="1112133243224443")])
@pytest.mark.parametrize("to", ["f-puzzles", "sudokupad"])
def test_links_written(board, to):
    puzzle = bytes(cell % (board.side + 1) for cell in range(board.cells))
    link = FORMAT_BY_NAME[to].write(board, puzzle)
    found = sudoku.read_link(link)
    assert (found.board, found.puzzle) == (board, puzzle)
    assert read(f"{link}\n{link}") == [(1, board.line(puzzle)), (2, board.line(puzzle))]
    data = json.loads(unpack(unquote(link.rpartition("fpuzzles" if to == "sudokupad" else "=")[2])))
    assert data["size"] == board.side and len(data["grid"]) == board.side


def test_links_that_cannot_hold_the_board():
    kings, four = Board(2, 2, variants=["anti-king"]), Board.samurai(2, 2)
    assert sudoku.read_link(sudoku.write_puzzle("." * 16, "sudokupad", board=kings)).board == kings
    with pytest.raises(ValueError, match="f-puzzles has no board of 5"):
        sudoku.write_puzzle("." * four.cells, "f-puzzles", board=four)
    with pytest.raises(ValueError, match="holds a 9x9 board, not a 4x4 board"):
        sudoku.write_puzzle("." * 16, "sudokuwiki")
    assert sudoku.write_puzzle(A, "sudokuwiki") == f"https://www.sudokuwiki.org/sudoku.htm?bd={A.replace('.', '0')}"


@pytest.mark.parametrize("text", ["", "a", "hello", "hello " * 50, "\u20ac" * 9, "aaaaaaaaa", "\U0001f600x" * 3, A * 3])
def test_packed_and_unpacked(text):
    if text:
        assert unpack(pack(text)) == text == unpack(simple_pack(text))
        assert len(pack(text)) <= len(simple_pack(text)) + 8
    else:
        assert unpack(pack(text)) == ""


# ---- columns


@pytest.mark.parametrize(
    "text",
    [
        "id,puzzle,solution,clues,difficulty\n1,{a},{s},30,2.2\n2,{b},{s},21,0\n",
        'id;"puzzle"\n"1";"{a}"\n"2";"{b}"\n',
        "source\tquestion\tanswer\tx\nf\t{a}\t{s}\t1\nf\t{b}\t{s}\t2\n",
        "# without a heading\n1, {a}, easy\n2, {b}, hard\n",
        "# the solution first\n1,{s},{a}\n2,{s},{b}\n",
        "# hash puzzle rating\n0000183b305c {z}  1.2\n00f1183b305c {b} 10.5\n",
    ],
)
@pytest.mark.parametrize("board", [None, BOARD])
def test_columns(text, board):
    text = text.format(a=A, b=B, s=SOLVED, z=A.replace(".", "0"))
    assert read(text, board) == [(2, A), (3, B)]
    assert read(text + "7\n\n" + text.partition("\n")[2], board)[:2] == [(2, A), (3, B)]


@pytest.mark.parametrize("separator", [",", ";", "\t", " "])
@pytest.mark.parametrize("column", [None, "2", "3"])
def test_columns_compiled_or_not(separator, column, monkeypatch):
    """The same records, with blanks, quotes, short lines, comments and remarks between plain lines."""
    rng = random.Random(5)
    lines = [separator.join(["id", "puzzle", "solution"])]
    for k in range(2000):
        fields = [rng.choice([str(k), "", f" {k}", '"a"', SOLVED, "x y"]), A, rng.choice([SOLVED, SOLVED[1:], B])]
        if rng.random() < 0.05:
            fields[1] = rng.choice([A[1:], f'"{A}"', "", f" {B} ", A + "x", f"{A} easy", B.replace(".", "0")])
        if rng.random() < 0.05:
            fields = fields[: rng.randrange(3)]
        lines.append(rng.choice(["", "", "", "", "# "] if rng.random() < 0.1 else [""]) + separator.join(fields))
    text = rng.choice(["\n", "\r\n"]).join(lines) + "\n"
    found = list(read_puzzles(io.BytesIO(text.encode()), "t", column=column))
    monkeypatch.setattr(LineReader, "block", lambda *_: None)
    assert found == list(read_puzzles(io.BytesIO(text.encode()), "t", column=column))
    assert sum(record.error is None for record in found) > 500


def test_a_fault_in_a_column_is_not_replaced_by_the_solution():
    text = f"id,puzzle,solution\n1,{A},{SOLVED}\n2,{A[:-1]},{SOLVED}\n3,{A},{SOLVED}\n"
    found = [(2, A), (3, "t:3: 80 cells where a 9x9 board has 81"), (4, A)]
    assert read(text) == found
    assert read(text, column="puzzle") == read(text, column="2") == found
    assert read(f"{A[:-1]},{SOLVED}\n{A},{SOLVED}\n") == [(1, read(A[:-1])[0][1]), (2, A)]
    assert read(f"1,{A[:-1]},{SOLVED}\n", BOARD, column="2") == [(1, "t:1: 80 cells where a 9x9 board has 81")]


NOTES = [
    "plain",
    "two\nlines",
    'with "quotes" and\n\n\nblank lines',
    "\n",
    f"a puzzle,\n{B}\n",
    '5"',
    "",
    "x\r\ny",
    "\n".join("ab") * 90,
]


def as_csv(table, delimiter):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(table)
    return text.getvalue()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("head", [True, False])
def test_fields_in_quotes_may_have_several_lines(delimiter, line_end, head):
    """As spreadsheets write them: a row is one puzzle, wherever its puzzle stands, in a block or alone."""
    rows = [[A, B, A, SOLVED, A][k % 5] for k in range(200)]
    for order in ("pn", "npx", "xnp", "xpn"):
        cells = {"p": "puzzle", "n": "note", "x": "number"}
        table = [[cells[column] for column in order]] * head
        for k, puzzle in enumerate(rows):
            values = {"p": puzzle, "n": NOTES[k % len(NOTES)] if k > 50 or k % 2 else "", "x": str(k)}
            table.append([values[column] for column in order])
        text = as_csv(table, delimiter).replace("\r\n", line_end)
        place = order.index("p") + 1
        for column in [str(place), None] if head else [str(place)]:
            assert [found for _, found in read(text, column=column)] == rows, (order, column)


def test_quotes_that_end_nowhere():
    assert [found for _, found in read(f'id,puzzle,note\n1,{A},"cut off\n2,{B},x\n')][:1] == [A]
    lines = "".join(f'{k},{A},5" wide\n' for k in range(3))
    assert [found for _, found in read(f"id,puzzle,note\n{lines}")] == [A] * 3
    many = "".join(f"{k},{B},x\n" for k in range(1_500))
    assert [found for _, found in read(f'id,puzzle,note\n1,{A},"open\n{many}')] == [A] + [B] * 1_500


def test_a_column_asked_for():
    text = f"first,second\n{A},{SOLVED}\n{B},\n{B}\n# x\n\n{A},{A}\n"
    assert read(text, column="first") == read(text, column="1") == [(2, A), (3, B), (4, B), (7, A)]
    wrong = [(3, "t:3: 0 cells where a 9x9 board has 81"), (4, "t:4: the line has no column 2")]
    assert read(text, column="second") == read(text, column="2") == [(2, SOLVED), *wrong, (7, A)]
    for column in ("third", "3", "0"):
        with pytest.raises(SourceError, match=f"^t: no column '{column}'; the columns are first, second$"):
            read(text, column=column)
    assert read(f"{A} easy\n{B} hard\n", column="1") == [(1, A), (2, B)]
    assert read(f"1 {A}\n2 {B}\n", column="2") == [(1, A), (2, B)]


# ---- compressed files and tables


def compressed(kind, data):
    if kind == "gz":
        return gzip.compress(data)
    if kind in ("xz", "bz2"):
        return {"xz": lzma, "bz2": bz2}[kind].compress(data)
    pyarrow = pytest.importorskip("pyarrow")
    sink = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("kind", ["gz", "xz", "bz2", "zst"])
def test_compressed_files(kind, tmp_path):
    path = tmp_path / f"p.txt.{kind}"
    lines = f"{A}\n{B}\n" * 40_000
    data = compressed(kind, lines.encode())
    path.write_bytes(data)
    found = list(read_file(str(path)))
    assert len(found) == 80_000 and found[1].line == 2 and found[-1].puzzle == BOARD.parse(B)
    assert read(compressed(kind, XML.encode()))[0] == (5, A)
    if kind != "zst":
        assert len(read(compressed(kind, f"{A}\n".encode()) + compressed(kind, f"{B}\n".encode()))) == 2
    with pytest.raises(SourceError, match=r"^t: the compressed data is damaged: "):
        read(data[: len(data) // 2])


def test_without_pyarrow(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for data, purpose in ((b"\x28\xb5\x2f\xfd" + bytes(9), "zst"), (b"PAR1" + bytes(9), "a table")):
        with pytest.raises(SourceError, match=rf"^t: {purpose} needs pyarrow; pip install pyarrow$"):
            read(data)


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_tables(kind, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import ipc, parquet

    table = pyarrow.table({"id": [7, 8, 9, 10], "solution": [SOLVED] * 4, "grid": [A, B, None, A[:-1]]})
    sink = io.BytesIO()
    if kind == "parquet":
        parquet.write_table(table, sink)
    else:
        with ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    data = sink.getvalue()
    for column in ("grid", "3"):
        first, second, (line, error), last = read(data, column=column)
        assert [first, second, last] == [(1, A), (2, B), (4, "t:4: 80 cells where a 9x9 board has 81")]
        assert (line, error[:5]) == (3, "t:3: ")
    assert read(data)[:2] == [(1, A), (2, B)]  # by its name
    sink = io.BytesIO()
    parquet.write_table(table.rename_columns(["id", "s", "t"]), sink)
    assert read(sink.getvalue())[:2] == [(1, A), (2, B)]  # by its empty cells
    sink = io.BytesIO()
    parquet.write_table(table.select(["id", "solution"]), sink)
    assert read(sink.getvalue()) == [(k, SOLVED) for k in range(1, 5)]
    path = tmp_path / "p"
    path.write_bytes(data)
    assert [record.line for record in read_file(str(path), column="grid")] == [1, 2, 3, 4]
    with pytest.raises(SourceError, match="no column 'x'; the columns are id, solution, grid"):
        read(data, column="x")
    with pytest.raises(SourceError, match=r"^t: the table is damaged: "):
        read(data[:-9])
    sink = io.BytesIO()
    parquet.write_table(pyarrow.table({"a": [1], "b": ["x"]}), sink)
    with pytest.raises(SourceError, match=r"^t: no column reads as puzzles; name one of a, b \(--column\)$"):
        read(sink.getvalue())


def test_tables_of_bytes_and_lists():
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import ipc, parquet

    digits = [[int(sign.replace(".", "0")) for sign in puzzle] for puzzle in (A, B)]
    for values in ([A.encode(), B.encode()], digits, pyarrow.array([A, B]).dictionary_encode()):
        table, sink, stream = pyarrow.table({"n": [1, 2], "p": values}), io.BytesIO(), io.BytesIO()
        parquet.write_table(table, sink)
        with ipc.new_stream(stream, table.schema) as writer:
            writer.write_table(table)
        assert read(sink.getvalue()) == read(stream.getvalue()) == [(1, A), (2, B)]


# ---- boards too large


@pytest.mark.parametrize("side", [65, 100, 400])
def test_boards_too_large_are_one_sentence(side):
    text = "\n".join(" ".join(str((row + k) % side + 1) for k in range(side)) for row in range(side))
    [(line, error), (last, puzzle)] = read(f"{text}\n\n{A}\n")
    assert (line, last, puzzle) == (1, side + 2, A)
    assert error == f"t:1: numbers up to {side} in a row of {side}: a board has at most 64x64 cells"


def test_a_row_of_blanks_is_no_row_of_a_board_too_large():
    assert read(" ".join("." * 100) + "\n") == [(1, "." * 100)]
    [(line, error)] = read(" ".join("." * 99) + "\n")
    assert line == 1 and error.startswith("t:1: 99 cells")


# ---- the table


NINE = [[int(sign.replace(".", "0")) for sign in text] for text in (A, B)]
LISTS_IN_TABLES = {
    "9x9": [[row[at : at + 9] for at in range(0, 81, 9)] for row in NINE],
    "null": [[cell or None for cell in row] for row in NINE],
    "9x9 with null": [[[cell or None for cell in row[at : at + 9]] for at in range(0, 81, 9)] for row in NINE],
    "floats": [list(map(float, row)) for row in NINE],
    "floats with NaN": [[float(cell or "nan") for cell in row] for row in NINE],
    "texts": [list(text) for text in (A, B)],
    "rows of text": [rows(text).split() for text in (A, B)],
}


@pytest.mark.parametrize("name", LISTS_IN_TABLES)
def test_lists_in_tables(name):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    sink = io.BytesIO()
    columns = {"id": [1, 2, 3], "weights": [[0.5, 1.5]] * 3, "start": [*LISTS_IN_TABLES[name], None]}
    parquet.write_table(pyarrow.table(columns), sink)
    for column in (None, "start", "3"):
        assert read(sink.getvalue(), column=column) == [(1, A), (2, B), (3, "t:3: 0 cells where a 9x9 board has 81")]


def test_the_table_of_formats():
    assert {form.name for form in FORMATS} - FORMAT_BY_NAME.keys() == {"susser", "cells", "constraints"}  # only read
    for form in FORMAT_BY_NAME.values():
        text = form.write(BOARD, BOARD.parse(A))
        found = read(text)
        if form.name == "candidates":  # hidden in few cells: those with one candidate
            assert len(found) == 1 and all(a in (".", b) for a, b in zip(A, found[0][1], strict=True))
        else:
            assert found == [(1, A)], form.name
        assert sudoku.write_puzzle(A, form.name) == text
        assert (format_of(text) is not None) == (form.matches is not None or "https" in text)
    with pytest.raises(ValueError, match="no form 'pdf'; choose one of line, sdm, grid, "):
        sudoku.write_puzzle(A, "pdf")


def with_deletions(line, rng):
    """Return a puzzle as Susser writes it, and the same in HoDoKu's library."""
    solution = sudoku.solve(line)
    placed = rng.sample([at for at, c in enumerate(line) if c == "."], rng.randint(0, 5))
    signs = [f"+{solution[at]}" if at in placed else c for at, c in enumerate(line)]
    empty = [at for at, sign in enumerate(signs) if sign == "."]
    deleted = [
        f"{digit}{at // 9 + 1}{at % 9 + 1}"
        for at in sorted(rng.sample(empty, min(len(empty), 8)))
        for digit in rng.sample("123456789", 3)
        if digit != solution[at]
    ]
    return f"{''.join(signs)}:{' '.join(deleted)}", f":0000:x:{''.join(signs)}:{' '.join(deleted)}::"


def test_every_door_reads_digits_placed_and_deleted_candidates(tmp_path, capsys):
    rng = random.Random(5)
    for line in unique_lines(100):
        text, hodoku = with_deletions(line, rng)
        found = read_hodoku(hodoku, None)
        assert str(found[0]) == "9x9 board with pencilmarks"
        Doors(tmp_path, capsys).agree(text, *found)


def test_faulty_deletions_are_refused():
    line = unique_lines(100)[0]
    with pytest.raises(ValueError, match="deleted candidate '190' is not a digit, row and column of a 9x9 board"):
        Board.read(f"{line}:114 190")
    with pytest.raises(ValueError, match="81 cells where a 4x4 board has 16"):
        Board.read(f"{line}:114", Board(2, 2))
    for text in (f"{line}:easy", f"{line}:"):
        with pytest.raises(ValueError, match="character ':'"):
            Board.read(text)
