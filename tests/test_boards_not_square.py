# SPDX-License-Identifier: MIT
"""Boards with fewer rows or columns than digits, against all ways to fill them, and wherever a board goes."""

import io
import pickle
import random

import pytest

import sudoku
from sudoku import Board, read_puzzles, variants, write_puzzle
from sudoku.board.clashes import clash
from sudoku.logic import LogicStatus
from sudoku.reading.rulesfile import board_of_rules
from sudoku.terminal.cli import main

WIDE = Board(2, 4, size=(6, 8))
SMALL = [
    Board(2, 2, size=(2, 3)),
    Board(2, 2, size=(3, 4)),
    Board(1, 4, size=(3, 3)),
    Board(2, 3, size=(2, 4)),
    Board(2, 2, size=(1, 1)),
    Board(1, 3, size=(1, 2)),
    Board(2, 2, size=(4, 4)),
    Board(regions="aab bbb", size=(2, 3)),
    Board(regions="aabc abbc", size=(2, 4)),
    Board(regions="abbbb abccc", size=(2, 5)),
    Board(regions="aaa aab bbb", size=(3, 3)),
    Board(regions="aabb aacb dccb dddd", size=(4, 4)),
    Board(regions="aab aac ddc", size=(3, 3), first_digit=0),
]


def lines(board):
    """Return the rows, columns and boxes from places alone."""
    keys = [{}, {}, {}]
    for cell, (row, column) in enumerate(board.places):
        for found, key in zip(keys, (row, column, board.box_of(cell)), strict=True):
            found.setdefault(key, []).append(cell)
    return [cells for found in keys for cells in found.values()]


def fillings(board, puzzle, allowed=lambda cell, digit, grid: True):
    """Return every filling of a puzzle without two equal digits in a row, column or box, by trying all digits."""
    seen = [{other for line in lines(board) if cell in line for other in line} - {cell} for cell in range(board.cells)]
    grid, found = list(puzzle), []

    def fill(cell):
        if cell == board.cells:
            found.append(bytes(grid))
            return
        for digit in [puzzle[cell]] if puzzle[cell] else range(1, board.side + 1):
            if all(grid[other] != digit for other in seen[cell]) and allowed(cell, digit, grid):
                grid[cell] = digit
                fill(cell + 1)
        grid[cell] = puzzle[cell]

    fill(0)
    return found


def some_clues(board, rng):
    """Return a puzzle with a few clues, which may contradict each other."""
    return bytes(rng.randrange(1, board.side + 1) if rng.random() < 0.3 else 0 for _ in range(board.cells))


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_every_filling_is_counted(board):
    empty = bytes(board.cells)
    assert sorted(grid.tobytes() for grid in sudoku.solutions(empty, board=board)) == fillings(board, empty)


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_puzzles_against_all_fillings(board):
    rng = random.Random(str(board))
    for _ in range(15):
        puzzle = some_clues(board, rng)
        expected = fillings(board, puzzle)
        assert sudoku.count(puzzle, board=board) == len(expected)
        assert sudoku.is_unique(puzzle, board=board) == (len(expected) == 1)
        possible = tuple(tuple(sorted({grid[cell] for grid in expected})) for cell in range(board.cells))
        assert sudoku.candidates(puzzle, board=board) == possible
        batch = sudoku.solve_batch([board.line(puzzle)] * 2, board=board, limit=None)
        assert batch.counts.tolist() == [len(expected)] * 2
        if clash(board, puzzle):
            assert not expected
        else:
            board.check(puzzle)


@pytest.mark.parametrize("shape", [(2, 3, (2, 4)), (2, 2, (3, 4)), (2, 2, (4, 2))], ids=str)
def test_with_rules(shape):
    base = Board(*shape[:2], size=shape[2])
    before = [{(row, column - 1), (row - 1, column)} for row, column in base.places]
    near = [[other for other, place in enumerate(base.places) if place in places] for places in before]

    def apart(cell, digit, grid):
        return all(abs(grid[other] - digit) != 1 for other in near[cell])

    def rising(grid):
        return grid[0] < grid[1]

    empty = bytes(base.cells)
    expected = fillings(base, empty, apart)
    assert sudoku.count(empty, board=base.with_variants("non-consecutive")) == len(expected)
    ordered = [grid for grid in fillings(base, empty) if rising(grid)]
    assert sudoku.count(empty, board=base.with_variants(variants.Thermometers(["r1c1 r1c2"]))) == len(ordered)
    paired = [grid for grid in fillings(base, empty) if grid[0] + grid[base.columns] == 5]
    cage = variants.Killer([(5, "r1c1 r2c1")])
    assert sudoku.count(empty, board=base.with_variants(cage)) == len(paired)
    indexed = [grid for grid in fillings(base, empty) if grid[0] <= base.columns and grid[grid[0] - 1] == 1]
    assert sudoku.count(empty, board=base.with_variants(variants.Indexing("r1c1", "column"))) == len(indexed)


def test_houses_and_parts():
    assert [name for name, _ in WIDE.own_houses] == [f"{kind} {k}" for kind in ("row", "box") for k in range(1, 7)]
    assert [name for name, _ in WIDE.house_parts] == [f"column {k}" for k in range(1, 9)]
    assert (WIDE.rows, WIDE.columns, WIDE.cells, WIDE.height, WIDE.width, WIDE.square) == (6, 8, 48, 6, 8, False)
    assert clash(WIDE, bytes([3] + [0] * 39 + [3] + [0] * 7)) == "column 1 has digit 3 twice, at r1c1 and r6c1"


def test_a_board_is_a_value():
    for board in (*SMALL, WIDE, WIDE.with_variants("anti-king")):
        assert eval(repr(board), {"Board": Board, **vars(variants)}) == board == pickle.loads(pickle.dumps(board))
    assert WIDE.with_variants("anti-king").base == WIDE
    assert Board(3, 3, size=(9, 9)) == Board() != Board(3, 3, size=(9, 8))


def test_a_puzzle_goes_through_every_room():
    made = sudoku.generate(board=WIDE, seed=1)
    puzzle, solution = WIDE.parse(made.puzzle), WIDE.parse(made.solution)
    assert fillings(WIDE, puzzle) == [solution]
    for text in (made.puzzle, WIDE.grid(puzzle), write_puzzle(made.puzzle, "numbers", board=WIDE)):
        records = read_puzzles(io.StringIO(f"{text}\n\n{text}\n"), "t", WIDE)
        assert [record.puzzle for record in records] == [puzzle] * 2
    rows = [list(puzzle[at : at + 8]) for at in range(0, 48, 8)]
    assert sudoku.solve(rows, board=WIDE).tobytes() == solution
    walk = sudoku.solve_logically(made.puzzle, board=WIDE)
    assert (walk.status.value, bytes(walk.values)) == ("solved", solution)
    assert sudoku.draw(made.puzzle, board=WIDE).svg.count("<text") >= made.clues


def test_rows_of_another_length_are_named():
    with pytest.raises(ValueError, match="row 2 has 7 cells where a 6x8 board with digits 1-8 has 8"):
        WIDE.parse("........\n.......\n" + "........\n" * 4)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Board(2, 4, size=(6, 10)), "size 6x10: a board with 8 digits has 1 to 8 rows and columns"),
        (lambda: Board(2, 4, size=(0, 8)), "size 0x8"),
        (lambda: Board(2, 2, offsets=[(0, 0), (2, 2)], size=(3, 4)), "size cannot be combined with several offsets"),
        (lambda: Board(regions="aab", size=(2, 3)), "regions of 3 cells where a 2x3 board has 6"),
        (lambda: Board(regions="aabbab"), "regions of 6 cells: a square board .*; another one needs its size"),
        (lambda: Board(variants=["x"], size=(8, 9)), "diagonals: a 8x9 board with digits 1-9 is not square"),
        (lambda: Board(variants=["windoku"], size=(8, 9)), "windows: a 8x9 board .* is not square"),
        (lambda: write_puzzle("." * 48, "f-puzzles", board=WIDE), "f-puzzles has no 6x8 board with digits 1-8"),
        (lambda: write_puzzle("." * 48, "hodoku", board=WIDE), "HoDoKu's library"),
        (lambda: write_puzzle("." * 48, "candidates", board=WIDE), "no square of boxes"),
        (lambda: sudoku.canonical("." * 48, board=WIDE), "has no canonical form"),
        (lambda: sudoku.generate(board=WIDE, symmetry="rotate90"), "does not have this symmetry"),
        (lambda: sudoku.solve("." * 48, board=WIDE, engine="bitset"), "takes plain boards only"),
        (lambda: board_of_rules({"size": "6x8"}), "'size' needs 'box' or 'regions'"),
        (lambda: board_of_rules({"box": "2x4", "size": 6}), "6 is not rows and columns, such as 6x8"),
    ],
)
def test_refusals(make, message):
    with pytest.raises(ValueError, match=message):
        make()
    with pytest.raises(TypeError, match="must be a pair"):
        Board(size=9)


def test_the_command_line(tmp_path, capsys):
    regions = tmp_path / "regions.txt"
    regions.write_text("aabc abbc")
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("....\n....\n")
    assert main(["count", "--regions", str(regions), "--size", "2x4", str(puzzle)]) == 0
    assert capsys.readouterr().out == f"{len(fillings(SMALL[8], bytes(8)))}\n"
    assert main(["solve", "-q", "--size", "6x8", "12345678" + "." * 40]) in (0, 1)
    assert WIDE.parse(capsys.readouterr().out)[:8] == bytes(range(1, 9))
    assert main(["solve", "--size", "6x8", "--board", "samurai", "." * 48]) == 2
    assert "--size and --board cannot be combined" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["solve", "--size", "6", "." * 48])
    assert "is not rows and columns, such as 6x8" in capsys.readouterr().err
    assert board_of_rules({"box": "2x4", "size": "6x8"}) == WIDE
    assert board_of_rules({"regions": ["aabc", "abbc"], "size": "2x4"}) == SMALL[8]


# Only whole lines hold every digit: a hidden rectangle of the first took a digit from the solution, and
# an exocet of the others looked for the house across a line.
LINES_THAT_ARE_NO_HOUSES = {
    "6...35..5....84.2..4....4.....91.97.6.84....5.6.....4..38.4..1.....2....": (9, 8),
    "...64.28.....7...8.9..71.4......7.8.2...23...4...16.9.3..9.3..6.4...7..9": (9, 8),
    "..7.8.........9..64..15.9.717...849.3..........46....2...9.1.64..13..85.": (8, 9),
    "12.5.74...5......9.43.9..8.....21..8..47..2....6....4..32.56.9.": (7, 9),
}


@pytest.mark.parametrize("puzzle", LINES_THAT_ARE_NO_HOUSES)
def test_steps_are_sound_where_a_line_is_no_house(puzzle):
    board = Board(3, 3, size=LINES_THAT_ARE_NO_HOUSES[puzzle])
    solution = board.parse(sudoku.solve(puzzle, board=board))
    held = sum(1 << cell * board.side + digit - 1 for cell, digit in enumerate(solution))
    steps = list(sudoku.hints(puzzle, board=board))
    assert steps and all(not step.removed & held and not step.placed & ~held for step in steps)
    assert sudoku.rate(puzzle, board=board).status is LogicStatus.SOLVED
