"""Boards of regions, of several grids, and with variants: shape, names, text and numbers, refusals, the options of the
command line that choose the board, and rules in files."""

import argparse
import json
import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.board.text import cells_of
from sudoku.reading.reading import read_puzzles
from sudoku.reading.rulesfile import KEYS, board_in, board_of_rules
from sudoku.terminal.commands.boards import VARIANT_NAMES, add_board_options, board_of
from sudoku.variants import NAMED, AntiKing, Diagonals, Even, ExtraRegions, Killer, Kropki, Odd, Thermometers

from .variant_puzzles import JIGSAW, SUKAKU, UNIQUE

FOUR = "1112 1332 4322 4443"


# ---- shapes


def test_errors_show_40_characters_of_a_value():
    for length, shown in ((38, f"'{'x' * 38}'"), (39, f"'{'x' * 36}...")):
        with pytest.raises(TypeError, match=f"^variants is the string {shown}; give a list$"):
            Board(variants="x" * length)


def test_a_plain_board_is_what_it_was():
    board = Board(2, 3)
    assert board.plain
    assert (board.variants, board.regions, board.offsets) == ((), None, ((0, 0),))
    assert repr(board) == "Board(box_height=2, box_width=3)"
    assert (board.height, board.width) == (6, 6)
    assert board.places == tuple((r, c) for r in range(6) for c in range(6))
    assert board.base == board == Board(2, 3, variants=[], offsets=[(0, 0)]) == Board(2, 3, offsets=[(5, 5)])
    assert hash(board) == hash(Board(2, 3))
    with pytest.raises(AttributeError):
        board.variants = ()


def test_a_jigsaw():
    board = Board(regions=FOUR)
    assert not board.plain
    assert str(board) == "4x4 jigsaw board"
    assert board.regions == (0, 0, 0, 1, 0, 2, 2, 1, 3, 2, 1, 1, 3, 3, 3, 2)
    assert board == Board(2, 2, regions="aaab accb dcbb dddc") == Board(regions=board.regions) == eval(repr(board))
    assert board.houses[8:] == ((0, 1, 2, 4), (3, 7, 10, 11), (5, 6, 9, 15), (8, 12, 13, 14))
    assert board.house_name(9) == "region 2"
    assert board.box_of(15) == 2
    assert board.houses_of[15] == (3, 7, 10)
    with pytest.raises(ValueError, match="region 3 has digit 1 twice, at r2c3 and r4c4"):
        board.check(board.parse("......1........1"))
    assert sudoku.solve("......1........1", board=board) is None


def test_the_jigsaw_count_by_hand():
    """The expected count of Latin squares of order 4 with these regions comes from a list of all 576 squares."""
    board = Board(regions=FOUR)
    squares = [board.parse(text) for text in sudoku.solutions("." * 16, board=Board(1, 4))]
    assert len(squares) == 576
    right = [s for s in squares if all({s[c] for c in house} == {1, 2, 3, 4} for house in board.houses[8:])]
    assert sudoku.count("." * 16, board=board) == len(right)


def test_a_samurai():
    board = Board.samurai()
    assert (board.cells, board.height, board.width, board.side) == (369, 21, 21, 9)
    assert str(board) == "board of 5 9x9 grids"
    assert len(board.houses) == 5 * 27 - 4
    assert len({frozenset(house) for house in board.houses}) == len(board.houses)
    assert all(len(house) == 9 for house in board.houses)
    names = [board.house_name(house) for house in range(len(board.houses))]
    assert len(set(names)) == len(names)
    assert "row 9 of grid 5" in names
    assert "box 9 of grid 1" in names
    assert "box 1 of grid 3" not in names  # it is the same box
    shared = board.cell("r8c8")
    assert len(board.houses_of[shared]) == 5
    assert sum(shared in grid for grid in board.grids) == 2
    assert [board.cell_name(cell) for cell in (0, 9, 368)] == ["r1c1", "r1c13", "r21c21"]
    with pytest.raises(ValueError, match="r1c10 is not on a board of 5 9x9 grids"):
        board.cell("r1c10")
    assert board == eval(repr(board)) == pickle.loads(pickle.dumps(board))


def test_variants_hold_in_every_grid():
    board = Board.samurai(2, 2, variants=["x"])
    assert str(board) == "board of 5 4x4 grids with diagonals"
    assert [name for name, _ in board.rules.houses][:2] == ["diagonal 1 of grid 1", "diagonal 2 of grid 1"]
    assert len(board.rules.houses) == 10
    assert board.base == Board.samurai(2, 2)
    solution = sudoku.solve("." * board.cells, board=board)
    board.check(board.parse(solution))
    two = Board(2, 2, offsets=[(0, 0), (2, 2)])
    assert sudoku.count("." * two.cells, board=two) == 288 * 288 // 24  # the grids share their corner boxes


def test_boards_with_everything_are_values():
    board = Board(regions=FOUR, variants=["anti-king", Even("r1c1"), Killer([(3, "r1c1 r1c2")])])
    other = Board(regions=FOUR, variants=(AntiKing(), Even(["R1C1"]), Killer(((3, ["r1c1", "r1c2"]),))))
    assert board == other
    assert len({board, other, board.base, Board(regions=FOUR)}) == 2
    assert pickle.loads(pickle.dumps(board)) == board
    assert board.with_variants("x").variants == (*board.variants, Diagonals())


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Board(regions="1112"), ValueError, "region '1' has 3 cells; each of the 2 regions of a 2x2"),
        (lambda: Board(regions="111"), ValueError, "regions of 3 cells: a square board has side"),
        (lambda: Board(regions=""), ValueError, "regions of 0 cells"),
        (lambda: Board(regions="1122" * 4), ValueError, "region '1' has 8 cells; each of the 4 regions of a 4x4"),
        (lambda: Board(2, 3, regions=FOUR), ValueError, "regions of 16 cells where a 6x6 board has 36"),
        (lambda: Board(regions=[[1, 1], [2, 2]] * 2), TypeError, "regions must be one value per cell"),
        (lambda: Board(regions=FOUR, offsets=[(0, 0), (2, 2)]), ValueError, "regions cannot be combined with"),
        (lambda: Board(offsets=[]), ValueError, "0 offsets: a board has 1 to 100 grids"),
        (lambda: Board(offsets=[(0, 0), (0, 0)]), ValueError, r"offset \(0, 0\) is given twice"),
        (lambda: Board(offsets=[(0, 0), (9999, 0)]), ValueError, "is more than 1,000 cells away"),
        (lambda: Board(offsets=[(0, 0), 5]), TypeError, r"offset 5 must be a pair \(row, column\)"),
        (lambda: Board(offsets=[(0, 0.5)]), TypeError, "an offset's column is 0.5; it must be a whole number"),
        (lambda: Board(6, 11), ValueError, "boxes of 6x11 cells: a box has 1 to 64 cells"),
    ],
)  # fmt: skip
def test_what_is_no_board(make, error, message):
    with pytest.raises(error, match=message):
        make()


# ---- text and numbers

UNUSUAL = [Board(regions="".join(JIGSAW)), Board(regions=FOUR), Board.samurai(), Board.samurai(2, 3), Board(6, 6)]
UNUSUAL += [Board(2, 2, offsets=[(0, 3), (3, 0)]), Board(2, 2, offsets=[(0, 0), (1, 6)]), Board(regions="1")]


@given(st.sampled_from(UNUSUAL), st.integers(0, 2**32))
def test_there_and_back(board, seed):
    generator = random.Random(seed)
    puzzle = bytes(generator.randint(0, board.side) for _ in range(board.cells))
    line, grid = board.line(puzzle), board.grid(puzzle)
    assert board.parse(line) == board.parse(grid) == board.parse(line.lower()) == puzzle
    assert cells_of(grid) == line
    rows = np.zeros((board.height, board.width), int)
    for (row, column), value in zip(board.places, puzzle, strict=True):
        rows[row, column] = value
    assert board.from_array(rows) == board.from_array(rows.tolist()) == board.from_array(puzzle) == puzzle


def test_drawings():
    assert Board(regions=FOUR).grid(bytes(range(1, 5)) * 4).splitlines() == [
        "+-----+-+",
        "|1 2 3|4|",
        "| +---+ |",
        "|1|2 3|4|",
        "+-+ +-+ |",
        "|1|2|3 4|",
        "| +-+-+-+",
        "|1 2 3|4|",
        "+-----+-+",
    ]
    two = Board(2, 2, offsets=[(0, 0), (2, 4)])
    assert two.grid(bytes(two.cells)).splitlines() == [
        "+---+---+",
        "|. .|. .|",
        "|. .|. .|",
        "+---+---+---+---+",
        "|. .|. .|. .|. .|",
        "|. .|. .|. .|. .|",
        "+---+---+---+---+",
        "        |. .|. .|",
        "        |. .|. .|",
        "        +---+---+",
    ]


def test_the_36th_digit():
    board = Board(6, 6)
    puzzle = bytes([36, 35, 0] + [0] * 1293)
    assert board.line(puzzle)[:4] == "@Z.."
    assert board.parse("@z" + "." * 1294) == puzzle
    assert board.digit_range == "1-9, A-Z, @"
    assert Board.of_text("@" + "." * 1295) == board == Board.of_cells(1296) == Board.of_side(36)
    with pytest.raises(ValueError, match=r"digit @ in r1c1 is too large for a 35x35 board \(1-9, A-Z\)"):
        Board(5, 7).parse("@" + "." * 1224)
    with pytest.raises(ValueError, match="digit @ in r1c1 is too large for a 9x9 board"):
        Board().parse("@" + "." * 80)


def test_answers_in_the_form_asked():
    board = Board.samurai(2, 2)
    rows = np.zeros((8, 8), int)
    rows[0, 0] = 4
    solved = sudoku.solve(rows.tolist(), board=board)
    assert solved.shape == (8, 8)
    assert solved[0, 0] == 4
    assert board.from_array(solved) == board.parse(sudoku.solve("4" + "." * (board.cells - 1), board=board))
    assert sudoku.solve([0] * board.cells, board=board).shape == (board.cells,)
    rows[0, 4] = 1  # between the grids, so close that a cell lies here
    three = Board(2, 2, offsets=[(0, 0), (3, 3)])
    rows = np.zeros((7, 7), int)
    rows[0, 6] = 2
    with pytest.raises(ValueError, match="r1c7 holds 2: there is no cell on a board of 2 4x4 grids"):
        sudoku.solve(rows, board=three)
    with pytest.raises(ValueError, match="row 1 of 4 has 4 cells where a board of 2 4x4 grids has 7 rows of 7"):
        sudoku.solve([[0] * 4] * 4, board=three)


# ---- files of puzzles


def read(text, board=None):
    import io

    return list(read_puzzles(io.StringIO(text), "t", board))


def test_pencilmarks_in_a_file():
    plain = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    for text in (f"{SUKAKU}\n{plain}\n{SUKAKU} x\n", f"{plain}\n{SUKAKU}\n{plain}\n"):
        records = read(text)
        assert [record.error for record in records] == [None] * 3
        assert {record.board.base for record in records} == {Board()}
        for record in records:
            assert record.board.plain == (len(record.text) == 81)
            assert not record.board.plain or record.puzzle == Board().parse(plain)
    [bad] = read("2" + SUKAKU[1:], Board())
    assert bad.error.startswith("t:1: pencilmarks: character 1 of r1c1 is '2'")


def test_a_6x6_line_or_the_row_of_a_36x36_grid():
    six = "1" + "." * 35
    assert [record.text for record in read(f"{six}\n{six}\n")] == [six, six]
    assert read(" ".join(six))[0].board == Board(2, 3)
    row = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@"
    [record] = read("\n".join([row] + ["." * 36] * 35))
    assert record.board == Board(6, 6)
    [record] = read(Board(6, 6).grid(bytes(1296)))
    assert record.board == Board(6, 6)


def test_a_file_for_another_board():
    board, _, puzzle = UNIQUE["samurai"]
    grid = board.grid(board.parse(puzzle))
    assert [record.puzzle for record in read(f"{puzzle}\n\n{grid}\n\n{grid}\n", board)] == [board.parse(puzzle)] * 3


# ---- the command line


def parsed(*args):
    parser = argparse.ArgumentParser()
    add_board_options(parser)
    return parser.parse_args(args)


def test_the_options(tmp_path):
    regions = tmp_path / "regions.txt"
    regions.write_text("\n".join(JIGSAW) + "\n")
    assert board_of(parsed()) is None
    assert board_of(parsed("--box", "2x3")) == Board(2, 3)
    assert board_of(parsed("--board", "samurai")) == Board.samurai()
    assert board_of(parsed("--regions", str(regions))) == UNIQUE["jigsaw"][0]
    both = parsed("--variant", "x", "--variant", "anti-knight")
    assert board_of(both) == Board(variants=["x", "anti-knight"])
    assert board_of(both, Board(2, 3)) == Board(2, 3, variants=["x", "anti-knight"])
    assert board_of(parsed("--regions", str(regions), "--variant", "anti-king")).regions == UNIQUE["jigsaw"][0].regions
    assert [*VARIANT_NAMES] == [*NAMED]
    assert all(board_of(parsed("--variant", name)) for name in NAMED)


def test_options_that_are_refused(tmp_path, capsys):
    regions = tmp_path / "regions.txt"
    with pytest.raises(ValueError, match=r"regions.txt: No such file"):
        board_of(parsed("--regions", str(regions)))
    regions.write_text("11122")
    with pytest.raises(ValueError, match=r"regions.txt: regions of 5 cells"):
        board_of(parsed("--regions", str(regions)))
    regions.write_text("1111 1112 2233 3334")
    with pytest.raises(ValueError, match=r"regions.txt: region '1' has 7 cells; each of the 4 regions"):
        board_of(parsed("--regions", str(regions)))
    with pytest.raises(ValueError, match="--box and --board cannot be combined; a board has one shape"):
        board_of(parsed("--box", "2x3", "--board", "samurai"))
    for args in (["--box", "3"], ["--box", "8x9"], ["--variant", "y"], ["--board", "sudoku"]):
        with pytest.raises(SystemExit):
            parsed(*args)
    assert "is not a board; name the shape of a box, such as 3x3, or samurai" in capsys.readouterr().err


RULES = {
    "box": "2x2",
    "variants": ["x"],
    "killer": [[5, "r1c1 r1c2"], [None, "r3c3 r3c4"]],
    "thermometers": ["r4c1 r4c2"],
    "white": ["r1c3 r1c4"],
    "black": [],
    "all dots": ["black"],
    "even": "r1c1",
    "odd": ["r1c2"],
    "extra regions": ["r1c1 r3c2"],
}


def test_rules_in_a_file(tmp_path):
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(RULES))
    expected = Board(
        2, 2,
        variants=[
            "x", Killer([(5, "r1c1 r1c2"), (None, "r3c3 r3c4")]), Thermometers(["r4c1 r4c2"]), Even("r1c1"),
            Odd("r1c2"), ExtraRegions(["r1c1 r3c2"]), Kropki(["r1c3 r1c4"], all_black=True),
        ],
    )  # fmt: skip
    assert board_in(str(path)) == expected == board_of(parsed("--rules", str(path)))
    path.write_text(json.dumps({"regions": JIGSAW}))
    assert board_in(str(path)) == UNIQUE["jigsaw"][0]
    path.write_text(json.dumps({"regions": [list(row) for row in JIGSAW], "even": "r1c1"}))
    assert board_in(str(path)) == UNIQUE["jigsaw"][0].with_variants(Even("r1c1"))
    path.write_text('{"even": "r1c1"}')
    assert board_of(parsed("--rules", str(path), "--box", "2x3", "--variant", "x")) == Board(
        2, 3, variants=["x", Even("r1c1")]
    )


def test_rules_of_setters_in_a_file():
    rules = {
        "arrows": [["r1c1", "r1c2 r1c3"]], "dutch whispers": ["r2c1 r3c1"], "little killer": [[6, "r0c4 r1c3"]],
        "indexing": "r1c1 r2c1", "regex": [["1.*", "r4c1 r4c2"]],
    }  # fmt: skip
    assert set(board_of_rules(rules, Board()).variants) == {
        v.Arrows([("r1c1", "r1c2 r1c3")]), v.Whispers(["r2c1 r3c1"], 4), v.LittleKiller([(6, "r0c4 r1c3")]),
        v.Indexing("r1c1 r2c1"), v.Regex([("1.*", "r4c1 r4c2")]),
    }  # fmt: skip


@pytest.mark.parametrize("color", ["white", "black"])
def test_dots_of_one_color_in_a_file(tmp_path, color):
    path = tmp_path / "rules.json"
    path.write_text(json.dumps({"box": "2x2", color: ["r1c1 r1c2"]}))
    assert board_in(str(path)) == Board(2, 2, variants=[Kropki(**{color: ["r1c1 r1c2"]})])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"rules.json: no JSON \(Expecting"),
        ("[]", r"rules.json: the rules must be a JSON object, such as .*, not \[\]"),
        ('{"x": true}', 'rules.json: \'x\' needs no cells; write "variants": ."x".'),
        ('{"arrow": []}', "rules.json: unknown key 'arrow'; the nearest ones are arrows"),
        ('{"box": 3}', "rules.json: 3 is not a board; name the shape of a box"),
        ('{"box": "3x3", "regions": "1"}', "'box' and 'regions' cannot be combined; give one of them"),
        ('{"regions": 5}', "'regions' must be a text with one character per cell, or a list, not 5"),
        ('{"variants": ["y"]}', "no variant 'y'; choose one of x"),
        ('{"variants": [5]}', "rules.json: 5 is not a variant"),
        ('{"killer": [5]}', "rules.json: cage 5 must be a pair"),
        ('{"killer": 5}', "rules.json: "),
        ('{"killer": [[3, "r1c1 r1c2"], [3, "r1c1 r1c1"]]}', "killer cages: cage 2: r1c1 is listed twice"),
        ('{"thermometers": "r1c1 r1c2"}', "'thermometers' must be a list, not 'r1c1 r1c2'"),
        ('{"all dots": "white"}', "'all dots' must be a list of some of white, black, .* xv, not 'white'"),
        ('{"all dots": ["red"]}', "'all dots' must be a list of some of white, black, .* xv, not"),
        ('{"even": 5}', "does not name cells"),
    ],
)
def test_rules_that_are_refused(tmp_path, text, message):
    path = tmp_path / "rules.json"
    path.write_text(text)
    with pytest.raises((TypeError, ValueError), match=message) as caught:
        board_in(str(path))
    assert str(caught.value).startswith(str(path))
    with pytest.raises(ValueError, match="Is a directory"):
        board_in(str(tmp_path))
    assert not isinstance(caught.value, TypeError)


@given(
    st.recursive(
        st.none() | st.integers(-3, 50) | st.text("r1c23x ", max_size=12),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(KEYS)), inner, max_size=4),
        max_leaves=8,
    )
)
def test_any_rules_are_read_or_refused(rules):
    try:
        board = board_of_rules(rules, Board(2, 2))
    except (TypeError, ValueError) as error:
        assert len(str(error)) < 400
    else:
        assert isinstance(board, Board)
