# SPDX-License-Identifier: MIT
"""Boards with the digits 0 to side - 1: each rule against its definition, and wherever a board goes."""

import json
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku
from dlx import Text
from sudoku import Board, write_puzzle
from sudoku import variants as v
from sudoku.engine.cover import cover, filled
from sudoku.reading.rules_out import rules_of
from sudoku.reading.rulesfile import board_of_rules
from sudoku.terminal.cli import main

from .rule_definitions import RULES_FROM_0
from .sudoku.board.test_blocks import EVERYWHERE, FOUR, LATIN, all_by_rules, board_of

SMALL = Board(2, 2, first_digit=0)
GRIDS = [tuple(digit - 1 for digit in grid) for grid in FOUR]
LATIN_GRIDS = [tuple(digit - 1 for digit in grid) for grid in LATIN]
NINE = Board(first_digit=0)
LINE = "0123" + "." * 12


def check(base, grids, made):
    """Compare the solutions of a board with the grids that obey the definitions; return their number."""
    expected = sorted(grid for grid in grids if all(holds(grid) for _, holds in made))
    board = board_of(base, made)
    if board is None:
        assert expected == []
        return 0
    digits = [tuple(value - 1 for value in filled(board, s.options)) for s in cover(board).solutions()]
    assert sorted(digits) == expected
    for innies in (False, True):
        assert sorted(tuple(value - 1 for value in grid) for grid in all_by_rules(board, [], innies)) == expected
    return len(expected)


@pytest.mark.parametrize("name", RULES_FROM_0)
def test_a_rule_against_its_definition(name):
    generator = random.Random(name)
    counts = [check(SMALL, GRIDS, [RULES_FROM_0[name](generator, 4)]) for _ in range(30)]
    assert any(0 < count < 288 for count in counts) or name in EVERYWHERE


@given(st.lists(st.sampled_from(sorted(RULES_FROM_0)), min_size=2, max_size=4), st.randoms(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_mixed_rules(names, generator, latin):
    made = [RULES_FROM_0[name](generator, 4) for name in names if not (latin and name in ("region sums", "indexing"))]
    check(Board(1, 4, first_digit=0) if latin else SMALL, LATIN_GRIDS if latin else GRIDS, made)


def test_text_and_arrays():
    assert SMALL.line(SMALL.parse(LINE)) == LINE
    assert list(SMALL.parse("01.. 23*_ ..10 ....")[:5]) == [1, 2, 0, 0, 3]
    assert SMALL.parse(SMALL.grid(SMALL.parse(LINE))) == SMALL.parse(LINE)
    assert SMALL.from_array([1, 2, 3, 4] + [0] * 12) == SMALL.parse(LINE)
    large = Board(2, 6, first_digit=0)
    assert large.signs == "0123456789AB"
    assert large.parse(large.line(bytes(range(12)) * 12)) == bytes(range(12)) * 12
    numbers = " ".join(["0 11 . 10"] * 36)
    assert list(large.parse(numbers)[:4]) == [1, 12, 0, 11]
    huge = Board(7, 7, first_digit=0)
    assert huge.parse(huge.grid(bytes(range(49)) * 49)) == bytes(range(49)) * 49


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4" + "." * 15, r"digit 4 in r1c1 is too large for a 4x4 board with digits 0-3 \(0-3\)"),
        ("#" + "." * 15, r"neither a digit \(0-3\) nor an empty cell \(\. \* _\)"),
        ("." * 15, "15 cells where a 4x4 board with digits 0-3 has 16"),
    ],
)
def test_texts_that_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        SMALL.parse(text)


def test_clashes_name_the_digit():
    with pytest.raises(ValueError, match="row 1 has digit 0 twice, at r1c1 and r1c3"):
        SMALL.check(SMALL.parse("0.0." + "." * 12))


def test_answers():
    assert sudoku.count("." * 16, board=SMALL) == 288
    assert sudoku.solve(LINE, board=SMALL).startswith("0123")
    assert sudoku.solve([1, 2, 3, 4] + [0] * 12, board=SMALL).tolist()[:4] == [1, 2, 3, 4]
    solution = "012345678345678012678012345120453786453786120786120453201534867534867201867201534"
    puzzle = "0.2.45..8" + solution[9:]
    assert sudoku.is_unique(puzzle, board=NINE)
    assert sudoku.solve(puzzle, board=NINE) == solution
    assert sudoku.solve_batch([puzzle, solution], board=NINE).counts.tolist() == [1, 1]
    assert [NINE.line(bytes(grid)) for grid in sudoku.solve_batch([puzzle], board=NINE).solutions.tolist()] == [
        solution
    ]
    made = sudoku.generate(1, board=NINE)
    assert "0" in made.puzzle
    assert sudoku.is_unique(made.puzzle, board=NINE)
    found = sudoku.diagnose(LINE, board=SMALL).as_json()
    assert found["candidates"][0] == "0"


def test_boards():
    assert pickle.loads(pickle.dumps(NINE)) == NINE != Board()
    assert eval(repr(NINE)) == NINE
    assert NINE.base == NINE
    assert Board().with_first_digit(0) == NINE
    assert str(Board(2, 3, size=(4, 6), first_digit=0)) == "4x6 board with digits 0-5"
    wide = Board(2, 2, size=(2, 3))
    assert sudoku.count("." * 6, board=wide.with_first_digit(0)) == sudoku.count("." * 6, board=wide)
    for wrong, error in ((2, ValueError), ("0", TypeError), (0.5, TypeError)):
        with pytest.raises(error, match="first_digit is"):
            Board(first_digit=wrong)


def test_rules_file():
    board = Board(2, 2, first_digit=0, variants=[v.Regex([("0.*", "r1c1 r2c1")]), v.Sums([(0, "r1c1 r2c3")])])
    rules = json.loads(json.dumps(rules_of(board)))
    assert rules["first digit"] == 0
    assert board_of_rules({"box": "2x2", **rules}) == board
    assert board_of_rules(rules, Board(2, 2)) == board
    for board in (
        Board(regions="1112133243224443", first_digit=0),
        Board(regions="aabc abbc", size=(2, 4), first_digit=0),
        Board(2, 4, size=(6, 8), variants=["anti-king"]),
    ):
        assert board_of_rules(rules_of(board)) == board


def test_pictures_and_commands(tmp_path, capsys):
    drawn = sudoku.draw(LINE, board=SMALL)
    assert "Row 1: 0 1 2 3." in drawn.description
    assert [shape.text for shape in drawn.shapes if isinstance(shape, Text)][:4] == ["0", "1", "2", "3"]
    path = tmp_path / "rules.json"
    path.write_text('{"box": "2x2", "first digit": 0, "sums": [[1, "r1c1 r2c3"]]}')
    assert main(["count", LINE, "--rules", str(path)]) == 0
    assert capsys.readouterr().out.split()[0] == str(sum(g[:4] == (0, 1, 2, 3) and g[6] == 1 for g in GRIDS))
    assert main(["candidates", LINE, "--rules", str(path)]) == 0
    assert capsys.readouterr().out.startswith("0 1 2 3 ")


def killer_steps(first_digit):
    """Return the steps of a 6x6 killer without clues; its cages have the same values with digits from 0 and from 1."""
    cages = [(1, "r1c1 r1c2"), (9, "r2c1 r2c2"), (8, "r3c1 r4c1 r4c2"), (8, "r5c1 r5c2 r5c3")]
    killer = v.Killer([(total + first_digit * len(cells.split()), cells) for total, cells in cages])
    return sudoku.solve_logically("." * 36, board=Board(2, 3, first_digit=first_digit, variants=[killer])).steps


def test_steps_name_digits_from_0():
    from_0, from_1 = killer_steps(0), killer_steps(1)
    for step, other in zip(from_0, from_1, strict=True):
        assert (step.technique, step.placed, step.removed) == (other.technique, other.placed, other.removed)
    words = [step.words for step in from_0]
    innies = "box 3 holds 15 in all, so by the cages r3c2, r3c3 and r4c3 have the sum 7: "
    combinations = "has the sum 8 and can only be 0+3+5, 1+2+5 or 1+3+4: "
    assert all(any(part in told for told in words) for part in (innies, combinations))
    assert from_0[0].as_json()["removed"][0] == "r3c3=2"


def test_what_digits_from_0_do_not_have():
    with pytest.raises(ValueError, match="f-puzzles has no 4x4 board with digits 0-3"):
        write_puzzle(LINE, "f-puzzles", board=SMALL)
    with pytest.raises(ValueError, match="pencilmarks have digits from 1"):
        SMALL.with_variants(v.Pencilmarks("1234" * 16))
