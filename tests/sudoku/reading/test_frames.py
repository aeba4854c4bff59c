# SPDX-License-Identifier: MIT
"""Frames: names of rows and columns beside them."""

import pytest

from sudoku.reading.frames import without_names

ROWS = "A | 1 . | . . |\nB | . . | 1 . |\nC | . . | . . |\nD | 2 . | . . |"
UNNAMED = ROWS.replace("A", " ").replace("B", " ").replace("C", " ").replace("D", " ")


@pytest.mark.parametrize("head", ["    1 2   3 4", "  a b c d", "  c1 c2 | c3 c4", "10 11", "   c10c11c12"])
def test_names_of_columns_go_with_the_names_of_rows(head):
    assert without_names(f"{head}\n{ROWS}") == UNNAMED


def test_a_long_line_above_a_frame_is_looked_at_in_a_moment():
    line = "12" * 100 + "!"
    assert without_names(f"{line}\n{ROWS}") == f"{line}\n{UNNAMED}"
