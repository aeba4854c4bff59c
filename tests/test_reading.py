"""Streams of puzzles: what is read from lines, CSV and drawn grids, and how what cannot be read is reported.

`read(text)` gives (line, puzzle as text or error) for each record; the source is called "t". The last part feeds
the reader with rubbish: it may report anything, but must end, and raise nothing but SourceError.
"""

import io
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku import reading
from sudoku.board import Board
from sudoku.reading import Record, SourceError, read_file, read_puzzles

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
    assert [line for line, _ in read(f"{GRID}\n{other}\n")] == [1, 13]  # from the border that ends the first
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
    assert read(f"{A}\n\n{short}\n\n{GRID}\n") == [(1, A), (3, "t:3: 80 cells where a 9x9 board has 81"), (17, A)]
    rows = [A[at : at + 9] for at in range(0, 81, 9)]
    long = "\n".join([*rows[:3], rows[3] + "7", *rows[4:]])
    assert read(f"{long}\n\n{A}", BOARD) == [(1, "t:1: 82 cells where a 9x9 board has 81"), (11, A)]
    bad = GRID.replace("7", "x", 1)
    assert read(bad, BOARD) == [(1, "t:1: digit x in r1c5 is too large for a 9x9 board (1-9)")]


def test_a_drawing_without_cells_is_nothing():
    assert read("+---+\n\n-----\n|   |\n") == []


# ---- rubbish


@given(st.binary(max_size=400) | st.text(st.sampled_from("1.|-+ \n#,;a\0\ufeff?"), max_size=200).map(str.encode))
def test_any_bytes_end_in_records(data):
    try:
        records = list(read_puzzles(io.BytesIO(data), "t"))
    except SourceError as problem:
        assert str(problem).startswith("t: is not text in UTF-8")
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
        (2, "t:2: a line of 65,536 characters or more"),
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
    message = r"^t: is not text in UTF-8 \(NUL bytes: a binary file, or UTF-16\)$"
    for data in (f"{A}\n".encode("utf-16"), f"{A}\n".encode("utf-16-le"), b"\x89PNG\r\n\x1a\n\0\0", b"\0" * 10**6):
        with pytest.raises(SourceError, match=message):
            read(data)
    assert read(f"{A}\n{A[:80]}\0\n{B}\n".encode()) == [
        (1, A),
        (2, r"t:2: character '\x00' in r9c9 is neither a digit (1-9) nor an empty cell (. 0 * _)"),
        (3, B),
    ]


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
    with pytest.raises(SourceError, match=r"nothing: cannot be read: No such file or directory$"):
        list(read_file(str(tmp_path / "nothing")))
    with pytest.raises(SourceError, match=r"cannot be read: Is a directory$"):
        list(read_file(str(tmp_path)))
    with pytest.raises(SourceError, match="cannot be read: embedded null byte"):
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


def test_a_stream_that_fails():
    class Failing(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            raise OSError(5, "Input/output error")

    with pytest.raises(SourceError, match=r"^t: cannot be read: Input/output error$"):
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
    reader = reading._Reader("t", BOARD)
    for number in range(1, 10_000):
        list(reader.take(number, "1?\n"))
        assert len(reader.grid) < 150
