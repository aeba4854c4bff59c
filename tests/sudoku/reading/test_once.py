# SPDX-License-Identifier: MIT
"""One look at a line: equal lines are looked at once, and long lines are not kept."""

from sudoku import Board
from sudoku.reading import once
from sudoku.reading.once import LONGEST_KEPT


def test_equal_lines_are_looked_at_once():
    lines = []
    look = once.once(lambda line: lines.append(line) or len(line))
    assert [look(line) for line in ("53..7....", "6..195...", "53..7....")] == [9, 9, 9]
    assert lines == ["53..7....", "6..195..."]


def test_long_lines_are_not_kept():
    lines = []
    look = once.once(lines.append)
    for _ in range(2):
        look("." * (LONGEST_KEPT + 1))
    assert len(lines) == 2


def test_no_answer_depends_on_the_lines_before():
    text = "|1  |  2|\n|   |3  |\n" * 2
    first = Board.read(text)
    Board.read("5 3 . | . 4 .\n" * 6)
    assert Board.read(text) == first
