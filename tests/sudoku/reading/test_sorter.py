# SPDX-License-Identifier: MIT
"""Files of grids of several sizes: each grid is a puzzle with the board of its own size, or one error.

No row is lost: the puzzles and the errors of a file are as many as the grids that were put in.
"""

import io
import random
from itertools import chain
from typing import NamedTuple

import pytest

from sudoku import Board, read_puzzles
from sudoku.board.digits import DIGITS, LETTERS
from sudoku.board.shapes import usual_box, usual_sides
from sudoku.terminal.cli import main

A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NINE = "\n".join(A[at : at + 9] for at in range(0, 81, 9))
FOURS = {
    "points": "1...\n..3.\n.2..\n...4",
    "numbers": "1 0 0 0\n0 0 3 0\n0 2 0 0\n0 0 0 4",
    "zeros": "1000\n0030\n0200\n0004",
    "full": "1234\n3412\n2143\n4321",
    "gaps": "12 34\n34 12\n21 43\n43 21",
    "bars": "1.|..\n..|3.\n--+--\n.2|..\n..|.4",
    "hyphens": "1---\n--3-\n-2--\n---4",
    "letters": "A..B\n..C.\nC..D\nDB..",
}


def read(text, board=None):
    """Return (line, side or error) for each record."""
    records = read_puzzles(io.StringIO(text), "t", board)
    return [(record.line, record.error or record.board.side) for record in records]


# ---- the reported file


@pytest.mark.parametrize("form", FOURS)
def test_a_small_grid_after_a_larger_one(form):
    small = FOURS[form]
    assert read(f"{NINE}\n\n{small}\n") == [(1, 9), (11, 4)]
    assert read(f"{NINE}\n\n{small}\n\n{NINE}\n") == [(1, 9), (11, 4), (12 + small.count("\n") + 1, 9)]
    assert read(f"{NINE}\n{small}\n") == [(1, 9), (10, 4)]
    assert [side for _, side in read(f"{small}\n\n{NINE}\n\n{small}\n{NINE}")] == [4, 9, 4, 9]
    headed = f"Puzzle 1\n{NINE}\nPuzzle 2\n{small}\nPuzzle 3\n{NINE}\n"
    assert [side for _, side in read(headed)] == [9, 4, 9]
    judged = f"3\n9\n{NINE}\n4\n{small}\n9 9\n{NINE}\n"
    assert [side for _, side in read(judged)] == [9, 4, 9]


@pytest.mark.parametrize("form", FOURS)
@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_a_small_grid_is_an_error_on_a_given_board(form, rows):
    small = "\n".join(FOURS[form].splitlines()[:rows])
    for text in (f"{NINE}\n\n{small}\n\n{NINE}\n", f"Grid 1\n{NINE}\nGrid 2\n{small}\nGrid 3\n{NINE}\n"):
        found = [side if side == 9 else "error" for _, side in read(text, Board())]
        if (rows > 2 and form != "letters") or form in ("points", "numbers", "bars"):
            assert found == [9, "error", 9], text
        assert found.count(9) == 2


def test_exit_codes_of_mixed_sizes(tmp_path, capsys):
    path = tmp_path / "mixed.txt"
    path.write_text(f"{NINE}\n\n{FOURS['points']}\n")
    assert main(["check", str(path)]) == 0
    out = capsys.readouterr().out
    assert out == f"{path}:1: unique\n{path}:11: unique\n"
    path.write_text(f"{NINE}\n\n{FOURS['points'][:-5]}\n")
    assert main(["solve", str(path)]) == 2
    assert "3 rows of 4 cells where a 4x4 board has 4 rows" in capsys.readouterr().err


@pytest.mark.parametrize("cut", range(1, 9))
def test_rows_cut_off_at_their_right_are_one_error(cut):
    """Rows of up to four cells look like small grids, but have larger digits."""
    narrow = "\n".join(row[:cut] for row in NINE.splitlines())
    found = read(f"{NINE}\n\n{narrow}\n\n{NINE}\n")
    assert [side for _, side in found][::2] == [9, 9]
    assert len(found) == 3


@pytest.mark.parametrize("left", range(1, 9))
def test_rows_cut_off_below(left):
    few = "\n".join(NINE.splitlines()[:left])
    for text in (f"{few}\n\n{NINE}\n", f"9\n{few}\n9\n{NINE}\n", f"Grid 1\n{few}\nGrid 2\n{NINE}\n"):
        found = [side for _, side in read(text)]
        assert len(found) == 2, text
        assert found[1] == 9


# ---- sizes and counts


def test_a_size_is_no_cell_of_a_row_cut_off():
    """The size and a row with a cell too few have together the cells of a board."""
    rows = NINE.splitlines()
    for size in ("9", "3"):
        text = "\n".join([size, rows[0][:-1], *rows[1:]])
        for board in (None, Board()):
            assert [error[:24] for _, error in read(text, board)] == ["t:2: row 1 has 8 cells w"]
            with pytest.raises(ValueError, match="row 1 has 8 cells where a 9x9 board has 9"):
                Board.read(text, board)
    assert len(read("8 8\n" + "12345678\n" * 7 + "1234\n" + "16 16\n" + "F...............\n" * 16)) == 2


def test_a_size_is_no_row():
    rows = "3 1 * *\n* * 3 1\n1 2 4 3\n"
    [(line, error), (second, side)] = read(f"4\n{rows}21 21\n{'* ' * 21}\n" + f"{'1 ' + '* ' * 20}\n" * 20)
    assert (line, second, side) == (2, 6, 21)
    assert "3 rows of 4 cells" in error


def test_counts_and_sizes_above_lines():
    line = "1234341221434321"
    assert read(f"3\n{line}\n9\n{A}\n9x9\n{A}\n") == [(2, 4), (4, 9), (6, 9)]
    assert read(f"2\n\n4\n{line}\n\n16 16\n{'.' * 256}\n") == [(4, 4), (7, 16)]
    assert [side for _, side in read(f"5\n4\n{FOURS['points']}\n\n4\n{FOURS['zeros']}\n")] == [4, 4]
    assert read("12\n") == [(1, "t:1: 2 cells: no board has that, the nearest is the 4x4 board with 16 cells")]


def test_numbers_of_a_board_cut_off_are_no_digits():
    """Seven rows of thirteen numbers have a hundred digits."""
    rows = ["11 7 0 0 0 0 0 9 0 0 0 6 1", "0 0 0 0 0 0 10 0 0 0 0 0 12", "0 0 4 0 13 10 5 6 1 11 0 0 0"]
    rows += ["7 0 0 0 0 0 0 0 10 0 0 0 0", "0 2 0 0 0 0 0 0 0 0 0 11 0", "0 0 9 0 0 5 0 0 11 0 0 2 3"]
    text = "\n".join([*rows, "4 0 0 0 0 6 0 0 0 0 0 0 0"])
    assert len(text.replace("\n", "").replace(" ", "")) == 100
    with pytest.raises(ValueError, match="91 cells: no board has that"):
        Board.read(text)
    [(_, error)] = read(text)
    assert error.startswith("t:1: 91 cells")


@pytest.mark.parametrize("heading", ["Puzzle {}", "Grid {:02}", "Case #{}:", "2026-11-{:02}"])
@pytest.mark.parametrize("between", ["", " "])
def test_bands_between_headings_without_blank_lines(heading, between):
    """A heading below the last band ends the grid, which is not cut off."""
    sides = [9, 4, 9, 6, 16, 6, 9]
    parts = []
    for number, side in enumerate(sides, 1):
        height, width = usual_box(side)
        rows = ["".join(DIGITS[v - 1] if v else "." for v in row) for row in values_of(random.Random(number), side)]
        rows = [between.join(row[at : at + width] for at in range(0, side, width)) for row in rows]
        bands = ["\n".join(rows[at : at + height]) for at in range(0, side, height)]
        parts.append(heading.format(number) + "\n" + "\n\n".join(bands))
    assert [side for _, side in read("\n".join(parts))] == sides


def test_numbers_between_stars_are_headings():
    """Stars are empty cells elsewhere: "** 12 **" is a row of boxes two wide."""
    small = FOURS["points"]
    assert read(f"*** 1 ***\n{NINE}\n*** 2 ***\n{small}\n** 3 **\n{NINE}\n") == [(2, 9), (12, 4), (17, 9)]
    assert read(f"*** 1 ***\n{A}\n*** 2 ***\n{A}\n") == [(2, 9), (4, 9)]
    tall = ["** 12 **", "12 ** **", "** ** 12", "34 ** **", "** 34 **", "** ** 34"]
    assert read("\n".join(tall)) == [(1, 6)]


# ---- other sizes of lines and drawings


def test_lines_of_several_sizes():
    lines = [A, "1234341221434321", "." * 36, A, "1" + "." * 255, "." * 144, A[:-1], A[:50], "5" + A[:15], A]
    sides = [side if isinstance(side, int) else "error" for _, side in read("\n".join(lines))]
    assert sides == [9, 4, 6, 9, 16, 12, "error", "error", "error", 9]


def test_boxes_drawn_differently():
    tall, wide = Board(3, 2), Board(2, 3)
    texts = [board.grid(bytes(36)) for board in (tall, wide, tall)]
    plain = "\n".join(["......"] * 6)
    boards = [record.board for record in read_puzzles(io.StringIO("\n\n".join([*texts, plain, NINE, plain])), "t")]
    assert boards == [tall, wide, tall, tall, Board(), tall]


def test_sparse_rows_are_no_small_puzzles():
    """A row of 16x16 with digits up to 4 alone has as many cells as a 4x4 puzzle."""
    rows = ["................", "1.....2.........", *["5.......F......."] * 14]
    assert read("\n".join(rows)) == [(1, 16)]
    assert read("\n".join([*rows, "", *rows, "", A])) == [(1, 16), (18, 16), (35, 9)]
    assert read("................\n1234............\n") == [(1, 4), (2, 4)]


def test_rows_of_letters_and_hyphens():
    rows = ["AE-D-----", "--CFA----", "-I------B", "D---F---C", "----B-G--", "B---G---F", "-F----B-A"]
    rows += ["----DAI--", "-----C-GI"]
    assert read("\n".join(rows)) == read("\n".join(rows).replace("-", ".")) == [(1, 9)]
    cut = "\n".join(rows[:-2])
    assert [side for _, side in read(f"{cut}\n\n{NINE}\n")][1:] == [9]
    assert read(f"# a well-known\n# anti-knight\n{NINE}\n") == [(3, 9)]


# ---- files at random

STYLES = ("signs", "spaced", "numbers", "commas", "letters", "hyphens", "letters-", "grid", "line")


class Drawn(NamedTuple):
    """A grid of a file."""

    line: int  # number of its first line
    side: int
    values: bytes
    whole: bool


def values_of(rng, side):
    """Return the rows of a puzzle whose rows all have a digit; it need not have a solution."""
    height, width = usual_box(side)
    digits = rng.sample(range(1, side + 1), side)
    share = rng.choice((0.3, 0.5, 0.8))
    rows = []
    for r in range(side):
        row = [digits[(r % height * width + r // height + c) % side] for c in range(side)]
        kept = rng.randrange(side)
        rows.append([value if c == kept or rng.random() < share else 0 for c, value in enumerate(row)])
    return rows


def written(rng, rows, style):
    """Return the lines of a puzzle."""
    side, empty = len(rows), "." if style in ("letters", "line") else "-" if "-" in style else rng.choice("._*")
    if style in ("numbers", "commas"):
        return [(" " if style == "numbers" else ",").join(map(str, row)) for row in rows]
    if style == "grid":
        return Board(*usual_box(side)).grid(bytes(chain.from_iterable(rows))).split("\n")
    signs = LETTERS if "letters" in style else DIGITS
    empty = "-" if style == "hyphens" else empty
    lines = ["".join(signs[value - 1] if value else empty for value in row) for row in rows]
    return ["".join(lines)] if style == "line" else [" ".join(line) for line in lines] if style == "spaced" else lines


def cut_off(rng, lines, style):
    """Return the lines without the last ones, or with a shorter row."""
    if style == "line":
        return [lines[0][: -rng.randint(1, 3)]]
    if style == "grid" or rng.random() < 0.5:
        return lines[: -rng.randint(2, max(len(lines) // 2, 2))]
    at = rng.randrange(1, len(lines))
    between = {"numbers": " ", "spaced": " ", "commas": ","}.get(style, "")
    cells = lines[at].split(between) if between else list(lines[at])
    return [*lines[:at], between.join(cells[: len(cells) // 2]), *lines[at + 1 :]]


def file_of(seed):
    """Return a text and the grids in it: a number of grids, then each below a blank line, its size or a heading."""
    rng = random.Random(seed)
    number, above, style = rng.randint(1, 5), rng.choice(("blank", "size", "heading")), rng.choice(STYLES)
    one_style = rng.random() < 0.5
    lines, drawn = [str(number)] * rng.randint(0, 1), []
    for k in range(number):
        side, own = rng.randint(4, 25), style if one_style else rng.choice(STYLES)
        rows = values_of(rng, side)
        grid = written(rng, rows, own)
        whole = rng.random() < 0.7
        grid = grid if whole else cut_off(rng, grid, own)
        if above == "size":
            lines.append(rng.choice((f"{side}", f"{side} {side}", f"{side}x{side}")))
        elif above == "heading":
            lines.append(rng.choice(("Grid {:02}", "Puzzle {}", "Case {}:", "Sudoku #{} (hard)")).format(k + 1))
        elif k:
            lines.append("")
        drawn.append(Drawn(len(lines) + 1, side, bytes(chain.from_iterable(rows)), whole))
        lines += grid
    return "\n".join(lines) + "\n", drawn


@pytest.mark.parametrize("first", range(0, 300, 20))
def test_no_grid_is_lost(first):
    for seed in range(first, first + 20):
        text, drawn = file_of(seed)
        records = list(read_puzzles(io.StringIO(text), "t"))
        assert len(records) == len(drawn), (seed, [record.error for record in records])
        for record, grid in zip(records, drawn, strict=True):
            usual = grid.side in usual_sides()
            assert (record.error is None) == (usual and grid.whole), (seed, record.error, grid)
            if record.error is None:
                assert (record.board.side, record.puzzle) == (grid.side, grid.values), (seed, grid)
