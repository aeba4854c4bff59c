# SPDX-License-Identifier: MIT
"""The rules in words below a picture: each rule that no mark shows, in pictures of every kind, and legible."""

import pytest

import sudoku
from dlx.picture import Text
from sudoku import Board
from sudoku.drawing.legend import SIZE, WIDER, legend
from sudoku.drawing.sheets import sheets
from sudoku.drawing.walkthrough import walkthrough
from sudoku.terminal.cli import main
from sudoku.variants import XV, AntiKnight, Differences, Killer, Kropki, Ratios, Thermometers

DOT = ["r1c1 r1c2"]
EMPTY = "." * 81


def below(picture):
    """Return the text of the legend in a picture."""
    return " ".join(shape.text for shape in picture.shapes if isinstance(shape, Text) and shape.size == SIZE)


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        (XV([], complete=True), ["all X and V are given"]),
        (XV([(7, "r1c1 r1c2"), ("V", "r2c1 r2c2")], complete=True), ["all X, V and 7 are given"]),
        (XV([("X", "r1c1 r1c2")]), []),
        (Kropki(all_white=True), ["all white dots are given"]),
        (Kropki(white=DOT, all_black=True), ["all black dots are given"]),
        (Kropki(black=DOT, all_white=True, all_black=True), ["all white and black dots are given"]),
        (Kropki(white=DOT), []),
        (Differences([(3, *DOT), (2, "r2c1 r2c2")], complete=True), ["all dots of difference 2 and 3 are given"]),
        (Ratios([(3, "r1c1 r1c2")], complete=True), ["all dots of ratio 3 are given"]),
        (Ratios([], complete=True), []),  # of no values: no rule
        (Killer([(10, "r1c1 r1c2")]), []),
        (Thermometers(DOT), []),
    ],
    ids=str,
)
def test_all_marks_are_given(variant, words):
    board = Board(variants=[variant, AntiKnight()])
    assert [words for words in legend(board) if "given" in words] == words
    assert below(sudoku.draw(EMPTY, board=board)) == "; ".join(legend(board))


def test_a_classic_board_has_no_legend():
    assert legend(Board()) == [] and sudoku.draw(EMPTY).height == sudoku.draw(EMPTY).width
    assert below(sudoku.draw(EMPTY, title="Plain")) == ""


@pytest.mark.parametrize("side", [4, 9])
def test_the_lines_fit_the_picture(side):
    board = Board(
        *((2, 2) if side == 4 else (3, 3)),
        variants=["x", "anti-knight", Kropki(all_white=True, all_black=True), XV([], complete=True)],
    )
    for how in ({}, {"title": "Above"}, {"candidates": "auto", "labels": True}):
        picture = sudoku.draw("." * side * side, board=board, **how)
        lines = [shape for shape in picture.shapes if isinstance(shape, Text) and shape.size == SIZE]
        words = "anti-knight; all white and black dots are given; all X and V are given"
        assert " ".join(line.text for line in lines) == words
        tops = [line.y for line in lines]
        assert tops == sorted(set(tops)) and tops[-1] + SIZE / 2 < picture.height
        assert all(len(line.text) * SIZE * 0.4 < picture.width for line in lines) and WIDER > 1


def test_every_kind_of_picture_has_the_legend(tmp_path, capsys):
    board = Board(variants=[Kropki(all_white=True)])
    puzzle = sudoku.generate(seed=1, board=board).puzzle
    words = "all white dots are given"
    assert words in sudoku.draw(puzzle, board=board).svg
    assert words in sheets([puzzle], board=board).html
    steps = walkthrough(sudoku.solve_logically(puzzle, board=board))
    assert steps.count("<svg") == steps.count(words)
    link = sudoku.write_link(puzzle, board)
    for command in (["draw"], ["hint"], ["explain"], ["print"]):
        path = tmp_path / f"{command[0]}.html"
        main([*command, link, "-o", str(path)])
        assert words in path.read_text(), command
