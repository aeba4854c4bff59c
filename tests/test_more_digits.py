# SPDX-License-Identifier: MIT
"""Boards with more digits than cells in a row, and doppelganger, against its definition on all grids."""

import json
import pickle
import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.engine.cover import cover, filled
from sudoku.reading.rules_out import rules_of
from sudoku.reading.rulesfile import board_of_rules
from sudoku.terminal.cli import main

from .rule_definitions import RULES_FROM_0
from .sudoku.board.test_blocks import NO_DIGITS, all_by_rules

FIVE = Board(2, 2, digits=5, first_digit=0)
TEN = Board(digits=10, first_digit=0)
OF_SIDE = ("diagonals", "entropic", "entropy", "equality", "full rank", "indexing", "region sums", "sandwich")  # 0-3
OTHERS = sorted(name for name in RULES_FROM_0 if name not in OF_SIDE)
BOXES = [(0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15)]


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (TEN, "9x9 board with digits 0-9"),
        (Board(2, 3, digits=9), "6x6 board with digits 1-9"),
        (Board(1, 4, digits=6), "4x4 board with digits 1-6"),
        (Board(regions="112 112 334", size=(3, 3)), "3x3 board with digits 1-4"),
        (Board(regions="122 133 133", size=(3, 3)), "3x3 jigsaw board with digits 1-4"),
        (Board(regions="1112133243224443", digits=6), "4x4 jigsaw board with digits 1-6"),
        (Board(regions="1112133243224443"), "4x4 jigsaw board"),
    ],
)
def test_the_name_of_a_board_with_boxes(board, words):
    assert str(board) == words


def is_doppelganger(grid):
    """Return whether a full 4x4 grid obeys the rule, by its words."""
    rows, columns = [grid[4 * k : 4 * k + 4] for k in range(4)], [grid[k::4] for k in range(4)]
    missing = []
    for kind in (rows, columns, [[grid[cell] for cell in box] for box in BOXES]):
        if any(len(set(digits)) < 4 or 0 not in digits for digits in kind):
            return False
        missing.append([10 - sum(digits) for digits in kind])
        if len(set(missing[-1])) < 4:
            return False
    places = ((k // 4, k % 4, k // 8 * 2 + k % 4 // 2) for k, digit in enumerate(grid) if digit == 0)
    return all(len({of[k] for of, k in zip(missing, place, strict=True)}) == 3 for place in places)


def grids(*rows):
    """Yield the 4x4 grids of the digits 0-4 with different digits in each column, and a 0 in each row."""
    if len(rows) == 4:
        yield sum(rows, ())
        return
    for row in permutations(range(5), 4):
        if 0 in row and all(row[k] != above[k] for above in rows for k in range(4)):
            yield from grids(*rows, row)


DOPPELGANGERS = [grid for grid in grids() if is_doppelganger(grid)]


def check(board, expected):
    """Compare the solutions of a board, by both engines, with grids of digits from 0."""
    found = [tuple(value - 1 for value in filled(board, s.options)) for s in cover(board).solutions()]
    assert sorted(found) == sorted(expected)
    assert sorted(tuple(value - 1 for value in grid) for grid in all_by_rules(board, [])) == sorted(expected)


def test_doppelganger_against_its_definition():
    assert len(DOPPELGANGERS) == 768
    check(FIVE.with_variants("doppelganger"), DOPPELGANGERS)
    assert sudoku.count("." * 16, board=FIVE.with_variants("doppelganger")) == 768


@given(st.lists(st.sampled_from(OTHERS), min_size=1, max_size=3), st.randoms())
@settings(max_examples=60, deadline=None)
def test_doppelganger_mixed_with_other_rules(names, generator):
    made = [RULES_FROM_0[name](generator, 4) for name in names]
    expected = [grid for grid in DOPPELGANGERS if all(holds(grid) for _, holds in made)]
    try:
        board = FIVE.with_variants("doppelganger", *(variant for variant, _ in made))
    except ValueError as error:
        assert NO_DIGITS.search(str(error)), error
        assert expected == []
        return
    check(board, expected)


def test_a_9x9_doppelganger():
    """A grid of a published puzzle, by its own rows; the cells left open are found again."""
    solution = "916837042520649831784210659172563480863904715045728396351082967298475103607391524"
    board, generator = TEN.with_variants("doppelganger"), random.Random(3)
    assert board.line(board.parse(solution)) == solution
    puzzle = "".join(digit if generator.random() < 0.6 else "." for digit in solution)
    grids = list(sudoku.solutions(puzzle, board=board))
    assert solution in grids
    assert sudoku.count(puzzle, board=board) == len(grids)
    assert sudoku.is_unique(solution, board=board)
    assert not sudoku.is_unique(solution[:9][::-1] + solution[9:], board=board)


def test_boards_with_more_digits():
    assert (TEN.side, TEN.cells, TEN.digit_range, TEN.houses) == (10, 81, "0-9", ())
    assert pickle.loads(pickle.dumps(TEN)) == TEN == eval(repr(TEN)) == TEN.base
    assert Board(2, 2, digits=4) == Board(2, 2)
    assert Board(digits=10).with_first_digit(0) == TEN
    assert sudoku.count("....", board=Board(1, 2, digits=3)) == 2**4 + 2  # a cycle of four cells, in three colors
    jigsaw = Board(regions="1112133243224443", digits=5, size=(4, 4))
    assert board_of_rules(rules_of(jigsaw)) == jigsaw == board_of_rules({"digits": 5}, jigsaw.base)
    assert board_of_rules({"digits": 5}, Board(regions="1112133243224443")) == jigsaw
    sums = Board(1, 4, size=(3, 3), variants=[v.Sums([(12, "r1c1 r2c2 r3c3")])])  # no row is a house
    assert sudoku.count("." * 9, board=sums) == sudoku.count("4...4...4", board=sums.base) > 0
    for refused, message in [
        ({"digits": 8}, "digits is 8; this board has 9 to 64"),
        ({"digits": 65}, "digits is 65"),
        ({"digits": 10, "offsets": [(0, 0), (6, 6)]}, "digits cannot be combined with several offsets"),
    ]:
        with pytest.raises(ValueError, match=message):
            Board(**refused)
    with pytest.raises(TypeError, match="digits is '10'"):
        Board(digits="10")


@pytest.mark.parametrize("base", [Board(), Board(first_digit=0), Board(digits=10), Board(digits=11, first_digit=0)])
def test_doppelganger_on_other_boards(base):
    with pytest.raises(ValueError, match=r"doppelganger: .* pass digits=10, first_digit=0"):
        base.with_variants("doppelganger")


def test_a_block_for_own_rules():
    class Missing:
        def add(self, rules, board):
            for name, cells in board.house_parts:
                hidden = rules.missing(cells)
                assert rules.missing(cells) == hidden, name
                rules.ban(hidden, board.digits[:-1])  # the last digit is missing everywhere
            with pytest.raises(ValueError, match="4 cells miss one digit, and there are 2: r1c1, r1c2"):
                rules.missing([0, 1])
            with pytest.raises(ValueError, match="a house has 5 cells, all different"):
                rules.house_with_hidden([0, 0, 1, 2, 3])

    assert sudoku.count("." * 16, board=FIVE.with_variants(Missing())) == 288


def test_files_pictures_and_commands(tmp_path, capsys):
    board = TEN.with_variants("doppelganger")
    rules = json.loads(json.dumps(rules_of(board)))
    assert (rules["digits"], rules["variants"]) == (10, ["doppelganger"])
    assert board_of_rules(rules) == board
    assert "doppelganger" in sudoku.draw("." * 81, board=board).description
    path = tmp_path / "rules.json"
    path.write_text('{"box": "2x2", "digits": 5, "first digit": 0, "variants": ["doppelganger"]}')
    line = "".join(map(str, DOPPELGANGERS[0][:8])) + "." * 8
    assert main(["count", line, "--rules", str(path)]) == 0
    assert int(capsys.readouterr().out.split()[0]) == sum(g[:8] == DOPPELGANGERS[0][:8] for g in DOPPELGANGERS)
    with pytest.raises(ValueError, match="f-puzzles has no"):
        sudoku.write_puzzle(line, "f-puzzles", board=FIVE.with_variants(v.Doppelganger()))


def test_the_option_for_doppelganger_keeps_the_regions(tmp_path, capsys):
    file = tmp_path / "regions.txt"
    file.write_text("1112\n1322\n3324\n3444\n")
    assert main(["solve", "--variant", "doppelganger", "--regions", str(file), "." * 16]) == 2
    assert "a 4x4 jigsaw board needs a 0" in capsys.readouterr().err


def test_the_option_for_doppelganger_needs_no_other(capsys, monkeypatch):
    assert main(["solve", "--variant", "doppelganger", "-q", "--box", "2x2", "." * 16]) in (0, 1)
    grid = capsys.readouterr().out.strip()
    assert "0" in grid
    board = Board(2, 2, digits=5, first_digit=0, variants=["doppelganger"])
    board.check(board.parse(grid))
