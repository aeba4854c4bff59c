# SPDX-License-Identifier: MIT
"""Texts as strangers write them: other widths, signs, brackets, line ends, and remarks. Each is one file.

A form is a text and the puzzles in it, in order; {A} and {B} are 9x9 puzzles on a line.
"""

import gzip
import io
import json
import lzma

import pytest

from sudoku import Board
from sudoku.reading.habits import rewritten
from sudoku.reading.reading import SourceError, read_puzzles

A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
B = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FULL = "".join(Board(4, 4).line(bytes((4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16))))
C = "".join(sign if k % 3 else "." for k, sign in enumerate(FULL))  # 16x16
VALUES = [0 if sign == "." else int(sign, 36) for sign in C]


def rows(puzzle, side=9):
    return [puzzle[at : at + side] for at in range(0, len(puzzle), side)]


def lines(puzzle, between="", empty=".", side=9):
    return "\n".join(between.join(row).replace(".", empty) for row in rows(puzzle, side)) + "\n"


def frame(puzzle, bar="|", border="+-------+-------+-------+", pad=" "):
    drawn = [border]
    for k, row in enumerate(rows(puzzle), 1):
        drawn += [bar + bar.join(f"{pad}{' '.join(row[j : j + 3])}{pad}" for j in (0, 3, 6)) + bar]
        drawn += [border] if k % 3 == 0 else []
    return "\n".join(drawn) + "\n"


def numbers(width, empty, between=""):
    return "\n".join(between.join(f"{value or empty:>{width}}" for value in row) for row in rows(VALUES, 16)) + "\n"


def data_frame(puzzle, empty):
    """Return a puzzle as pandas prints it."""
    floats = ".0" if empty == "NaN" else ""
    cells = [[sign + floats if sign != "." else empty for sign in row] for row in rows(puzzle)]
    return "".join(
        f"{head:<2}" + "".join(f"{cell:>5}" for cell in row) + "\n"
        for head, row in [("", map(str, range(9))), *((str(k), row) for k, row in enumerate(cells))]
    )


def table(puzzle, empty=""):
    cells = [[sign if sign != "." else empty for sign in row] for row in rows(puzzle)]
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in cells)
    return f"<table border=1>\n{body}</table>\n"


NARROW = "\n".join("|".join(row[j : j + 3] for j in (0, 3, 6)) for row in rows(A))
BOXED = frame(A, "\u2502", "\u253c" + ("\u2500" * 7 + "\u253c") * 3)
EACH = "+---" * 9 + "+\n"
FLOATS = "\n".join(" ".join(f"{int(sign):.18e}" for sign in row) for row in rows(A.replace(".", "0")))


def heads(text, names):
    """Return the lines of a drawing, a name before each row."""
    names = iter(names)
    return "\n".join(f"  {line}" if "-" in line else f"{next(names)} {line}" for line in text.splitlines()) + "\n"


NUMBERED = "    1 2 3   4 5 6   7 8 9\n"
FORMS = {
    "lines, CR LF": (f"{A}\r\n{B}\r\n", [A, B]),
    "lines, CR": (f"{A}\r{B}\r", [A, B]),
    "a mark at the start, no end": (f"\ufeff{A}", [A]),
    "zeros": (A.replace(".", "0"), [A]),
    "underscores": (A.replace(".", "_"), [A]),
    "stars": (A.replace(".", "*"), [A]),
    "x": (A.replace(".", "x"), [A]),
    "X": (lines(A, empty="X"), [A]),
    "question marks": (A.replace(".", "?"), [A]),
    "middle dots": (lines(A, " ", "\u00b7"), [A]),
    "wide digits": (A.translate({ord(str(d)): 0xFF10 + d for d in range(10)}), [A]),
    "blanks between": (" ".join(A) + "\n", [A]),
    "trailing blanks": (lines(A).replace("\n", "   \n"), [A]),
    "indented": ("    " + lines(A, " ").replace("\n", "\n    "), [A]),
    "tabs": (lines(A, "\t"), [A]),
    "a spreadsheet": (lines(A, "\t", ""), [A]),
    "a spreadsheet, semicolons": (lines(A, ";", ""), [A]),
    "a list of Python": (str([[int(sign.replace(".", "0")) for sign in row] for row in rows(A)]), [A]),
    "a list in rows": ("[" + lines(A, ", ", "0").replace("\n", "],\n[") + "]\n", [A]),
    "an array of C": ("int g[9][9] = {\n  {" + lines(A, ",", "0").rstrip().replace("\n", "},\n  {") + "}\n};\n", [A]),
    "JSON in lines": (json.dumps([A, B], indent=1), [A, B]),
    "quotes": (f'"{A}"\n"{B}"\n', [A, B]),
    "two grids, no blank line": (lines(A) + lines(B), [A, B]),
    "titles": (f"Puzzle 1 (easy)\n{lines(A)}\nPuzzle 2 (hard)\n{lines(B)}", [A, B]),
    "frames": (frame(A) + frame(B).replace("\n", "\r\n"), [A, B]),
    "a frame of blanks": (frame(A).replace(".", " "), [A]),
    "a frame of blanks, CR LF, indented": ("  " + frame(A).replace(".", " ").replace("\n", "\r\n  "), [A]),
    "a frame under numbers": (NUMBERED + frame(A), [A]),
    "a mail": ("".join(f"> {line}\n" for line in frame(A).splitlines()), [A]),
    "no outer frame": (NARROW, [A]),
    "bars": (NARROW.replace("|", "!"), [A]),
    "bars and blanks, no outer frame": (NARROW.replace(".", " ") + "\n\n" + NARROW.replace(".", " "), [A, A]),
    "wide bars and blanks, no outer frame": (
        "\n".join(f"{line[2:-2]}" for line in frame(A).replace(".", " ").splitlines() if "-" not in line),
        [A],
    ),
    "names of rows": (NUMBERED + heads(frame(A), "ABCDEFGHI"), [A]),
    "names of rows and columns": (
        "   c1c2c3c4c5c6c7c8c9\n" + heads(lines(A, " "), [f"r{k}" for k in range(1, 10)]),
        [A],
    ),
    "hyphens apart": (lines(A, " ", "-"), [A]),
    "hyphens in a frame": (frame(A).replace(".", "-"), [A]),
    "hyphens in groups": (f"+---+---+---+\n|{NARROW.replace('.', '-')}|".replace("\n", "|\n|"), [A]),
    "hyphens in rows": (lines(A, "", "-"), [A]),
    "LaTeX": ("\\begin{sudoku}\n|" + lines(A, "|", " ").rstrip().replace("\n", "|.\n|") + "|.\n\\end{sudoku}\n", [A]),
    "box-drawing": (BOXED, [A]),
    "box-drawing, blanks": (BOXED.replace(".", " "), [A]),
    "a box for each cell": (EACH + "".join(f"| {' | '.join(r)} |\n{EACH}" for r in rows(A.replace(".", " "))), [A]),
    "no-break spaces": (frame(A).replace(" ", "\u00a0"), [A]),
    "[puzzle]": (f"[Author]\r\nme\r\n[puzzle]\r\n{lines(A)}[STATE]\n{lines(SOLVED)}", [A]),
    "remarks of .sdk": (f"#A me\n#D 1\n#L easy\n{lines(A)}", [A]),
    "id in front": (f"id,puzzle,solution\n1,{A},{SOLVED}\n2,{B},\n", [A, B]),
    "semicolons": (f"ID;Puzzle;Level\r\n1;{A};easy\r\n2;{B};hard\r\n", [A, B]),
    "quoted columns": (f'"ID","PUZZLE"\n"1","{A}"\n"2","{B}"\n', [A, B]),
    "the last column": (f"1,easy,{A}\n2,hard,{B}\n", [A, B]),
    "columns between bars": (f"1|{A}|easy\n2|{B}|hard\n", [A, B]),
    "numbers in front": (f"1. {A}\n2) {B}\n", [A, B]),
    "words in front": (f"easy: {A}\nhard: {B}\n", [A, B]),
    "comments": (f"# a\n; by me\n// see the page\n%% also\n{A} # x\n{B} ; y\n", [A, B]),
    "a comma behind": (f"{A},\n{B},\n", [A, B]),
    "UTF-16": (f"{A}\r\n{B}\n".encode("utf-16"), [A, B]),
    "Latin 1": (f"# f\u00fcr\n{A}\n".encode("latin-1"), [A]),
    "squares": (lines(A, empty="\u25a1"), [A]),
    "emoji": ("".join(s + "\ufe0f\u20e3" if s != "." else "\u2b1c" for s in A), [A]),
    "signs of no width": ("\ufeff" + "\u200b".join(A), [A]),
    "a list of texts": (json.dumps([list(row) for row in rows(A)]), [A]),
    "a link among words": (f"Here it is: https://sudoku.coach/en/play/{A.replace('.', '0')} (hard)\n", [A]),
    "a link in Markdown": (
        f"[this one](https://www.sudokuwiki.org/sudoku.htm?bd={A.replace('.', '0')})\n\n{B}",
        [A, B],
    ),
    "a link in a column": (f"7,https://sudokuexchange.com/play/?s={A.replace('.', '0')},hard\n", [A]),
    "a link behind a puzzle": (f"{A} https://sudoku.coach/en/play/{B.replace('.', '0')}\n{B}\n", [A, B]),
    "hyphens in a line": (f"{A}\n{B}\n".replace(".", "-"), [A, B]),
    "a list of letters": (json.dumps([[chr(64 + v) if v else "" for v in row] for row in rows(VALUES, 16)]), [C]),
    "a list of rows": (json.dumps(rows(A)), [A]),
    "a list of lines": (f"['{A}',\n '{B}']\n", [A, B]),
    "null": (json.dumps([[int(s) if s != "." else None for s in row] for row in rows(A)]), [A]),
    "numpy": (f"[[{lines(A, ' ', '0').rstrip()}]]".replace("\n", "]\n ["), [A]),
    "numpy, floats": (
        "\n ".join("[" + " ".join(s.replace(".", "0") + "." for s in r) + "]" for r in rows(A)).join(["[", "]"]),
        [A],
    ),
    "array()": (f"array([[{lines(A, ', ', '0').rstrip()}]])".replace("\n", "],\n       ["), [A]),
    "an array of C that begins": ("{{" + lines(A, ",", "0").rstrip().replace("\n", "},\n {") + "}}\n", [A]),
    "a list of C": ('{\n"' + lines(A).rstrip().replace("\n", '",\n"') + '"\n};\n', [A]),
    "a list of Haskell": ('["' + lines(A).rstrip().replace("\n", '"\n,"') + '"]\n', [A]),
    "a matrix of R, in code": (
        "m <- matrix(c(" + lines(A, ",", "0").rstrip().replace("\n", ",\n") + "), nrow = 9, byrow = TRUE)\n",
        [A],
    ),
    "a problem of Prolog": ("problem(1, [[" + lines(A, ",", "_").rstrip().replace("\n", "],\n[") + "]]).\n", [A]),
    "a matrix of Essence": (
        "letting grid be [[" + lines(A, ",", "0").rstrip().replace("\n", "],\n[") + "]]\n",
        [A],
    ),
    "lists of YAML": ("grid:\n- [" + lines(A, ", ", "0").rstrip().replace("\n", "]\n- [") + "]\n", [A]),
    "texts of YAML": ('grid:\n  - "' + lines(A).rstrip().replace("\n", '"\n  - "') + '"\n', [A]),
    "numbers as NumPy saves them": (FLOATS, [A]),
    "the same with commas": (FLOATS.replace(" ", ","), [A]),
    "numbers with a point": ("\n".join(" ".join(f"{s}." for s in row) for row in rows(A.replace(".", "0"))), [A]),
    "decimals": ("\n".join(",".join(f"{s}.0" if s != "." else "" for s in row) for row in rows(A)), [A]),
    "quoted fields": ('"' + lines(A, '","', "").rstrip().replace("\n", '"\n"') + '"', [A]),
    "an assignment": (f'puzzle = "{A}"\n', [A]),
    "an assignment of rows": ("grid = [\n" + lines(A, ", ", "0").replace("\n", "],\n[") + "]\n", [A]),
    "rows in quotes": ('grid = (\n    "' + lines(A).rstrip().replace("\n", '"\n    "') + '"\n)\n', [A]),
    "a list of rows in quotes": ("[\n'" + lines(A).rstrip().replace("\n", "',\n'") + "'\n]\n", [A]),
    "an array of Java": (
        "int[][] board = {\n    { " + lines(A, ", ", "0").rstrip().replace("\n", " },\n    { ") + " }\n};\n",
        [A],
    ),
    "characters of Java": (
        "char[][] board = {\n  {'" + lines(A, "','").rstrip().replace("\n", "'},\n  {'") + "'}\n};\n",
        [A],
    ),
    "an array of MiniZinc": ("[|" + lines(A, ", ", "_").rstrip().replace("\n", "\n |") + "|];\n", [A]),
    "an array of MiniZinc in a data file": (
        "n=3;\nstart=[|" + lines(A, ", ", "0").rstrip().replace("\n", "|\n") + "|];\n",
        [A],
    ),
    "an array of MiniZinc, bars behind": (
        "n = 3;\nstart=[|\n" + lines(A, ", ", "0").rstrip().replace("\n", "|\n") + "|];\n",
        [A],
    ),
    "code in a list": (f"1. `{A}`\n2. `{B}`\n", [A, B]),
    "a data frame": (data_frame(A, "0"), [A]),
    "a data frame with gaps": (data_frame(A, "NaN"), [A]),
    "two data frames": (data_frame(A, "0") + "\n" + data_frame(B, "."), [A, B]),
    "a data frame of 16x16": (
        "    " + " ".join(f"{k:>2}" for k in range(16)) + "\n"
        "" + "".join(f"{k:<3} " + " ".join(f"{v:>2}" for v in row) + "\n" for k, row in enumerate(rows(VALUES, 16))),
        [C],
    ),
    "a matrix of R": (
        "     " + " ".join(f"[,{k}]" for k in range(1, 10)) + "\n"
        "" + "".join(f"[{k},]    " + "    ".join(row.replace(".", "0")) + "\n" for k, row in enumerate(rows(A), 1)),
        [A],
    ),
    "a CSV file of a data frame": (
        "".join(f"{head},{','.join(map(str, cells))}\n" for head, cells in [("", range(81)), (0, A), (1, B)]),
        [A, B],
    ),
    "the same without an index": ("".join(f"{','.join(map(str, cells))}\n" for cells in (range(81), A, B)), [A, B]),
    "named cells": ("".join(f"{','.join(cells)}\n" for cells in ([f"c{k}" for k in range(81)], A, B)), [A, B]),
    "an index in front": (f",puzzle,solution\n0,{A},{SOLVED}\n1,{B},\n", [A, B]),
    "a short name in front": (f"n\tpuzzle\tr\r\n1\t{A}\t7\r\n2\t{B}\t8\r\n", [A, B]),
    "sizes as titles": (f"9x9 no 1\n{lines(A, ' ')}9 x 9 #2 (hard)\n{lines(B, ' ')}", [A, B]),
    "letters and blanks in a frame": (
        "".join(
            "|" + "|".join("".join(chr(64 + v) if v else " " for v in row[j : j + 4]) for j in (0, 4, 8, 12)) + "|\n"
            for row in rows(VALUES, 16)
        ),
        [C],
    ),
    "HTML": (table(A), [A]),
    "a page": (
        "<!DOCTYPE html>\n<html><head><title>Sudoku 12</title><style>td {width: 9px}</style></head>\n<body>\n"
        f"<h1>Nr. 7</h1>\n<table><tr><td>Menu</td></tr></table>\n{table(A, '&nbsp;')}<p>and</p>{table(B)}</body>",
        [A, B],
    ),
    "a page with fields": (
        table(A).replace("<td>", '<td class="x"><input value="').replace("</td>", '"></td>\n').replace("\n", "\r\n"),
        [A],
    ),
    "a data frame in HTML": (
        "<div>\n<table><thead><tr><th></th><th>0</th></tr></thead>" + table(A, "NaN").replace("<tr>", "<tr><th>1</th>"),
        [A],
    ),
    "a page of lines": (
        f"<table><tr><th>id</th></tr><tr><td>7</td><td>{A}</td></tr>\n<tr><td>8</td><td>{B}</td></tr></table>",
        [A, B],
    ),
    "a fence": (f"```text\n{lines(A)}```\n", [A]),
    "tags": (f"[code]{lines(A)}[/code]\n<pre>\n{lines(B)}</pre>\n", [A, B]),
    "Markdown": (
        "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n"
        + "|:-:" * 9
        + "|\n"
        + "| "
        + lines(A, " | ", " ").rstrip("\n").replace("\n", " |\n| ")
        + " |\n",
        [A],
    ),
    "Markdown, the first row as its head": (
        (f"| {lines(A, ' | ', ' ')}".rstrip("\n").replace("\n", " |\n| ") + " |").replace(
            "\n", "\n" + "|---" * 9 + "|\n", 1
        ),
        [A],
    ),
    "bands": ("\n".join(lines(A[at : at + 27], " ") for at in (0, 27, 54)) + "\n\n" + lines(B), [A, B]),
    "bands of 16x16": ("\n".join(lines(C[at : at + 64], " ", side=16) for at in range(0, 256, 64)), [C]),
    "bands of two puzzles": ("\n\n".join(lines(p[at : at + 27]) for p in (A, B) for at in (0, 27, 54)), [A, B]),
    "a post": (
        f"Hi all,\n\nI am stuck on this one from today's Times:\n\n{lines(A)}\n"
        f"Any help would be great!\nThanks, Bob\n\nRe: Hard one\n> {lines(B)}\nCan you see the next step?\n-- \nAnn\n",
        [A, B],
    ),
    "gz": (gzip.compress(f"{A}\r\n{B}".encode()), [A, B]),
    "xz": (lzma.compress(lines(A, "\t").encode()), [A]),
    "numbers": (numbers(2, ".", " "), [C]),
    "numbers, tabs, CR LF": (numbers(1, 0, "\t").replace("\n", "\r\n"), [C]),
    "numbers, commas": (numbers(1, "", ","), [C]),
    "numbers, wide empty cells": (numbers(3, "--"), [C]),
    "numbers, a frame of blanks": (
        "".join(
            "|" + "|".join(" ".join(f"{v or '':>2}" for v in row[j : j + 4]) for j in (0, 4, 8, 12)) + "|\n"
            for row in rows(VALUES, 16)
        ),
        [C],
    ),
    "a list of numbers": (str(rows(VALUES, 16)), [C]),
    "hexadecimal": ("".join(f"{value - 1:x}" if value else "." for value in VALUES), [C]),
    "letters": (lines("".join(chr(64 + value) if value else "." for value in VALUES), side=16), [C]),
    "lower case": (C.lower(), [C]),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_form_is_read(form):
    text, puzzles = FORMS[form]
    data = text if isinstance(text, bytes) else text.encode()
    found = [record.error or record.board.line(record.puzzle) for record in read_puzzles(io.BytesIO(data), "file")]
    assert found == puzzles


@pytest.mark.parametrize(
    "line",
    [
        "{69} {49} 2 {357}",  # candidates
        "| 5 3 . | . 7 . | . . . |",
        "+---+---+",
        "*-----------*",
        "53?.7....",  # an illegible cell
        "name\tgrid\t",
        "what?",
        '"53..7....',
        "[Puzzle]",
    ],
)
def test_other_lines_are_unchanged(line):
    assert rewritten(line) == line


def test_an_illegible_cell_is_an_error():
    with pytest.raises(ValueError, match=r"character '\?' in r1c3"):
        Board().parse("53?.7...." + A[9:])


def test_no_line_with_a_puzzle_is_a_heading():
    for line in (f"INSERT INTO t VALUES (1, '{A}');", f"puzzle -> {A}"):
        [record] = read_puzzles(io.StringIO(line), "file")
        assert record.error or record.board.line(record.puzzle) == A


def test_a_sentence_among_lines_is_an_error():
    errors = [record.error for record in read_puzzles(io.StringIO(f"{A}\nthis one is missing here\n\n{B}\n"), "file")]
    assert [bool(error) for error in errors] == [False, True, False]


def test_one_text_may_have_the_line_ends_of_windows():
    assert Board().parse(lines(A, "\t", "").replace("\n", "\r\n")) == Board().parse(A)


def test_a_number_that_is_too_large_names_its_row():
    with pytest.raises(ValueError, match="number 70 in row 1 is too large"):
        Board().parse("70 1 2 3 4 5 6 7 8\n" * 9 + "1 " * 40)


def test_candidates_in_bands():
    row = "1 234 5 678 9 12 34 56 78\n"
    band = row * 3
    marks = next(read_puzzles(io.StringIO(row * 9), "file"))
    assert marks.error is None
    for text in (f"{band}\n{band}\n{band}", f"{band}\n{band}\n{band}\n{band}\n{band}\n{band}"):
        found = list(read_puzzles(io.StringIO(text), "file"))
        assert [record[3:] for record in found] == [marks[3:]] * (text.count("\n") // 10)
    [cut] = read_puzzles(io.StringIO(band), "file")
    assert cut.error == "file:1: 3 rows of 9 cells where a 9x9 board has 9 rows"


def test_a_page_without_a_puzzle():
    for page in ("<html></html>", "<table><tr><td>1</td></tr></table>", "<div>" + "<p>x</p>" * 9):
        with pytest.raises(SourceError, match="no table of the page is a puzzle"):
            list(read_puzzles(io.StringIO(page), "file"))
    short = table(A).replace("<tr><td>5</td><td>3</td>", "<tr><td>5</td>", 1)
    [record] = read_puzzles(io.StringIO(short), "file")
    assert record.error == "file:1: row 1 has 8 cells where a 9x9 board has 9: write . for an empty cell"


def test_bands_that_are_too_few_are_grids_cut_off():
    band, whole = lines(A[:27]), lines(B)
    for text, starts in (
        (band, [1]),
        (f"{band}\n{whole}", [1, 5]),
        (f"{band}\n{band}\n{whole}", [1, 5, 9]),
        (f"{band}\nGrid 2\n{whole}", [1, 6]),
        (f"{whole}\n{band}\n\n{B}\n", [1, 11, 16]),
        (f"{band}\n{band[:20]}\n{whole}", [1, 5, 8]),
    ):
        found = [(record.line, record.error is None) for record in read_puzzles(io.StringIO(text), "file")]
        assert [line for line, _ in found] == starts, text
        assert [line for line, good in found if good] == [
            at for at in starts if text.splitlines()[at - 1][:4] in (B[:4], "4...")
        ]
