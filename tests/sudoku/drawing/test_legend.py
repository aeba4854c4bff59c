# SPDX-License-Identifier: MIT
"""The rules in words below a picture: each rule that no mark shows, in pictures of every kind, and legible."""

import random

import pytest

import sudoku
from dlx import Text
from sudoku import Board
from sudoku.drawing.legend import SIZE, WIDER, legend, rules_in_words
from sudoku.drawing.sheets import sheets
from sudoku.drawing.walkthrough import walkthrough
from sudoku.terminal.cli import main
from sudoku.variants import (
    XV,
    AntiKnight,
    Arrows,
    Clones,
    Differences,
    Even,
    ExtraRegions,
    Function,
    Indexing,
    Killer,
    Kropki,
    LittleKiller,
    Lockout,
    Modular,
    NumberedRooms,
    Odd,
    Palindromes,
    Quadruples,
    Ratios,
    Regex,
    Renban,
    Sandwich,
    Skyscrapers,
    Thermometers,
    Whispers,
    XSums,
)
from tests.rule_definitions import RULES

DOT = ["r1c1 r1c2"]
EMPTY = "." * 81
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


class Own:
    """A rule without a name of its own and without a drawing."""

    def add(self, rules, board):
        pass


class Drawn(Own):
    def __str__(self):
        return "a star"

    def draw(self, plan):
        yield Text(*plan.middle(0), "*", 9, "#111827")


def falls(digits):
    return digits == tuple(sorted(digits, reverse=True))


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
    assert 2 * steps.count("<svg") == steps.count(words)  # also in the description
    link = sudoku.write_link(puzzle, board)
    for command in (["draw"], ["hint"], ["explain"], ["print"]):
        path = tmp_path / f"{command[0]}.html"
        main([*command, link, "-o", str(path)])
        assert words in path.read_text(), command


# --- marks that look alike


def outside(*kinds):
    return [kind([(value, place)]) for kind, value, place in kinds]


@pytest.mark.parametrize(
    ("several", "words"),
    [
        ([Sandwich([(10, "r0c1")])], "sandwiches"),
        (
            outside((Sandwich, 10, "r0c1"), (Sandwich, 10, "r3c0"), (XSums, 30, "r10c1")),
            "sandwiches (above and left); X-sums (below)",
        ),
        (
            outside((Sandwich, 10, "r0c1"), (XSums, 30, "r0c4"), (XSums, 20, "r0c5"), (Skyscrapers, 2, "r5c10")),
            "sandwiches (above column 1); X-sums (above columns 4, 5); skyscrapers (right)",
        ),
        (outside((NumberedRooms, 5, "r7c0"), (LittleKiller, 12, "r0c7 r1c6")), "numbered rooms; little killers"),
        ([Whispers(["r1c1 r1c2"])], "German whispers"),
        ([Whispers(["r1c1 r1c2"], 4)], "Dutch whispers"),
        ([Whispers(["r1c1 r1c2"], 3), Whispers(["r2c1 r2c2"], 3)], "whispers of at least 3"),
        ([Whispers(["r1c1 r1c2"], 3), Renban(["r2c1 r2c2"])], "whispers of at least 3 (green); renban lines (pink)"),
        (
            [Whispers(["r1c1 r1c2"], 3), Whispers(["r2c1 r2c2", "r3c3 r3c4"])],
            "whispers of at least 3 (r1c1); German whispers (r2c1, r3c3)",
        ),
        ([Palindromes(["r1c1 r1c2"]), Thermometers(["r2c1 r2c2"])], "palindromes (gray)"),
        ([Lockout(["r1c1 r1c2"])], "lockout lines"),
        ([Lockout(["r1c1 r1c2"], 3)], "lockout lines of at least 3"),
        ([Modular(["r1c1 r1c2"], 2), Modular(["r2c1 r2c2"])], "modular lines of 2 (r1c1); modular lines (r2c1)"),
        ([Indexing("r1c1"), Indexing("r2c2", by="row")], "column indexing (red); row indexing (light blue)"),
        (
            [Regex([("1.", "r1c1 r1c2"), ("2.", "r2c2 r2c3")])],
            "regular expression 1. (r1c1); regular expression 2. (r2c2)",
        ),
        ([Function(falls, ["r1c1 r1c2"])], "falls"),
        ([Clones([("r1c1", "r4c4")]), ExtraRegions(["r9c1 r9c2"])], "clones (r1c1, r4c4); extra regions (r9c1)"),
        (["windoku"], "windows"),
        (["windoku", ExtraRegions(["r1c1 r1c2"])], "windows (gray); extra regions (r1c1)"),
        ([Even("r1c1")], "even cells"),
        ([Even("r1c1"), Odd("r1c2")], "even cells (squares); odd cells (disks)"),
        ([XV([(7, "r1c1 r1c2")])], "sums of neighbors"),
        ([Differences([(2, "r1c1 r1c2")]), Ratios([(3, "r1c4 r1c5")])], "difference dots (white); ratio dots (black)"),
        (["x", Killer([(10, "r1c1 r1c2")]), Thermometers(["r2c1 r2c2"]), Arrows([("r3c3", "r3c4 r3c5")])], ""),
        ([Whispers([]), Quadruples([]), Even(())], ""),
        ([Own(), Drawn()], "Own; a star"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_names_of_marks(several, words):
    board = Board(variants=several)
    assert "; ".join(legend(board)) == below(sudoku.draw(EMPTY, board=board)) == words


def test_every_rule_is_named_or_familiar():
    rng = random.Random(8)
    for name, make in RULES.items():
        try:
            board = Board(2, 2, variants=make(rng, 4)[:1])
        except ValueError:
            continue  # the random values do not fit
        assert legend(board) or board.variants[0].is_familiar(), name
        assert rules_in_words(board), name


# --- pictures of characters


def test_characters_have_all_rules_below():
    board = Board(variants=["x", Killer([(10, "r1c1 r1c2")]), XV([], complete=True), Whispers(["r5c5 r5c6"], 3)])
    grid, line = sudoku.draw(HARD, board=board).text.rsplit("\n", 1)
    assert grid == sudoku.draw(HARD).text
    assert line == "Rules, not drawn: diagonals; killer cages; whispers of at least 3; all X and V are given"
    assert sudoku.draw(HARD, board=Board()).text.count("\n") == 18


def test_characters_are_read_again(tmp_path, capsys):
    board = Board(
        variants=["anti-knight", XV([(7, "r3c3 r3c4")], complete=True), Regex([("[1-4]*9.*", "r8c5 r8c6 r8c7")])]
    )
    text = sudoku.draw(HARD, board=board).text
    assert board.parse(text) == Board().parse(HARD) == Board.read(text)[1]
    path = tmp_path / "two.txt"
    path.write_text(f"{text}\n{text}\n")
    assert main(["convert", "--to", "line", str(path)]) == 0
    assert capsys.readouterr().out.split() == [HARD, HARD]


def test_the_command_names_the_rules(tmp_path, capsys):
    link = sudoku.write_link(HARD, Board(variants=["anti-knight", Killer([(10, "r1c1 r1c2")])]))
    assert main(["draw", link]) == 0
    assert "Rules, not drawn: " in capsys.readouterr().out
    assert main(["draw", link, "-o", str(tmp_path / "x.txt")]) == 0
    assert "killer cages" in (tmp_path / "x.txt").read_text().splitlines()[-1]
