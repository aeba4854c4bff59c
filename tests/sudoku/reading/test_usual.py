# SPDX-License-Identifier: MIT
"""Usual drawings: each is read as if it were any text, by itself and in files."""

import io
from random import Random

import pytest

from sudoku import Board
from sudoku.reading import boards, sorter
from sudoku.reading.reading import read_puzzles
from sudoku.reading.sorter import PuzzleSorter
from sudoku.reading.usual import BORDER, UNUSUAL, usual_cells, usual_square
from tests.nightly.texts import answers, damaged, own_text, puzzle, usual

TEXTS = 400
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def drawn(random: Random) -> str:
    """Return a few grids; most are usual drawings, some with other lines between them."""
    parts, rows = [], puzzle(random)
    for _ in range(random.choice((2, 3, 4))):
        text = usual(rows, random) if random.random() < 0.8 else own_text(random)
        parts.append(damaged(text, random) if random.random() < 0.4 else text)
        rows = rows if random.random() < 0.7 else puzzle(random)
    return random.choice(("\n", "\n", "", "\n\n", "# remark\n", "Grid 7\n", "9\n")).join(parts)


def test_a_usual_drawing_is_read_as_any_text_is(monkeypatch):
    texts = [(seed, drawn(Random(seed))) for seed in range(TEXTS)]
    found = [list(answers(*text)) for text in texts]
    monkeypatch.setattr(sorter, "usual_cells", lambda _: UNUSUAL)
    monkeypatch.setattr(boards, "usual_square", lambda _: None)
    assert found == [list(answers(*text)) for text in texts]


def test_a_second_drawn_grid_needs_no_closer_look(monkeypatch):
    looked_at = []
    take_cells = PuzzleSorter.take_cells

    def noted(self, number, line, first):
        looked_at.append(number)
        return take_cells(self, number, line, first)

    monkeypatch.setattr(PuzzleSorter, "take_cells", noted)
    grid = Board().grid(Board().parse(PUZZLE)) + "\n\n"
    assert len(list(read_puzzles(io.StringIO(grid * 3), "t"))) == 3
    assert looked_at and max(looked_at) < len(grid.splitlines())


def test_most_of_these_texts_are_usual_drawings():
    texts = [drawn(Random(seed)) for seed in range(TEXTS)]
    usual = sum(usual_cells(line) > 0 for text in texts for line in text.splitlines())
    assert usual > 4 * TEXTS and usual_square(Board().grid(Board().parse(PUZZLE))) is not None


@pytest.mark.parametrize(
    "line", ["12.3.1999", "1 2 3 | 4 5 6", "5 3 . | . 7 0", "5 3 . | . 7 x", "...3.1..........", "| - |"]
)
def test_lines_in_doubt_are_unusual(line):
    assert usual_cells(line) == UNUSUAL


@pytest.mark.parametrize("line", ["+---+---+", "---+---+---", "|---+---|"])
def test_borders(line):
    assert usual_cells(line) == BORDER


def test_candidates_of_a_4x4_board_are_no_square_of_8():
    assert usual_square("\n".join([". . . . . . . 1"] * 8)) is None
