# SPDX-License-Identifier: MIT
"""Game ids of Solo: written and read again, read by every door, and refused with the reason."""

import random

import pytest

import sudoku
from sudoku import Board
from sudoku.reading.solo import read_solo, solo_id
from sudoku.variants import Even, Killer

TEXT = "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
JIGSAW = Board(regions="111122222111122223444133333444455333644755555668777775668887775669988888669999999")
CAGES = Killer([(8, "r1c1 r1c2"), (20, "r5c5 r5c6 r6c6"), (17, "r9c8 r9c9")])
BOARDS = [Board(), Board(2, 3), Board(3, 4), Board(4, 4), Board(variants=["x"]), JIGSAW]
BOARDS += [Board(variants=[CAGES]), Board(variants=["x", CAGES])]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_ids_come_back_as_they_were(board):
    rng = random.Random(1)
    for share in (0, 0.1, 0.4, 0.9, 1) * 3:
        puzzle = bytes(rng.randint(1, board.side) if rng.random() < share else 0 for _ in range(board.cells))
        assert read_solo(solo_id(board, puzzle)) == (board, puzzle)


def test_every_door_reads_an_id(tmp_path):
    assert read_solo(TEXT) == Board.read(TEXT) == Board.read(LINE)
    assert sudoku.solve(TEXT) == sudoku.solve(LINE)
    path = tmp_path / "ids.txt"
    path.write_text(f"{TEXT}\n{solo_id(Board(variants=['x']), bytes(81))}\n")
    assert [str(record.board) for record in sudoku.read_file(path)] == ["9x9 board", "9x9 board with diagonals"]
    assert sudoku.write_puzzle(LINE, "solo") == TEXT


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("3x3:5_3b7", "5 cells where its board has 81"),
        ("9j:" + "z" * 3 + "c", "it has 1 parts, not 2"),
        ("2x2:p,ab", "it has 2 parts, not 1"),
        ("9x9:5", "the game id has 81 rows"),
        ("4j:p,aa", "3 places between cells, not 24"),
        ("4j:p,1", "'1' in the lines between cells"),
    ],
)
def test_a_damaged_id_is_refused_with_the_reason(text, error):
    with pytest.raises(ValueError, match=error):
        read_solo(text)


def test_rules_that_solo_lacks_are_refused():
    for board in (Board(variants=["anti-knight"]), Board(variants=[Even("r1c1")]), Board.samurai()):
        with pytest.raises(ValueError, match="Solo has no"):
            solo_id(board, bytes(board.cells))
    with pytest.raises(ValueError, match="where a 4x4 board is expected"):
        read_solo(TEXT, Board(2, 2))
