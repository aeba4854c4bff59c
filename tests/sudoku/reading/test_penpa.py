# SPDX-License-Identifier: MIT
"""Links to Penpa: packed here as that page packs them, with boxes, regions, other elements and digits entered."""

import json
import zlib
from base64 import b64encode
from random import Random

import pytest

import sudoku
from sudoku import Board
from sudoku.reading.penpa import LONG_KEYS
from sudoku.terminal.cli import main
from sudoku.web.answers import ANSWERS
from sudoku.web.body import Body
from tests.sudoku.reading.doors import unique_lines

JIGSAW = Board(regions="111111112122222222" + "".join(digit * 9 for digit in "3456789"))


def link(board, puzzle, *, mode="solve", kind="sudoku", walls=True, space=0, words="", more=None, entered=b""):
    """Return a link to a drawing."""
    side, wide = board.side, board.side + space
    width = wide + 4
    corners = width * width

    def corner(row, column):  # the upper left one of a cell
        return corners + (row + 1 + space) * width + column + 1 + space

    def digits(values, color):
        places = {(at // side + 2 + space) * width + at % side + 2 + space: value for at, value in enumerate(values)}
        return {str(place): [str(value), color, "1"] for place, value in places.items() if value}

    edges = {}
    for row in range(side):
        for column in range(side):
            cell = row * side + column
            if column + 1 < side and board.box_of(cell) != board.box_of(cell + 1):
                edges[f"{corner(row, column + 1)},{corner(row + 1, column + 1)}"] = 2
            if row + 1 < side and board.box_of(cell) != board.box_of(cell + side):
                edges[f"{corner(row + 1, column)},{corner(row + 1, column + 1)}"] = 2
    empty = {"command_redo": {"__a": []}, "polygon": [], "line": {}, "symbol": {}, "surface": {}}
    setter = {**empty, "number": digits(puzzle, 1), "lineE": edges if walls else {}, **(more or {})}
    solver = {**empty, "number": digits(entered, 2), "lineE": {}}
    head = f"{kind},{wide},{wide},38,0,1,1,380,380,84,84,0,0,0,0,Title: A zebra%2C tame,Author: B,,{words},OFF,false"
    lines = [
        head,
        json.dumps([space, 0, space, 0]),
        json.dumps(["1", "2"]),
        json.dumps(setter),
        json.dumps(solver),
        "[]",
    ]
    text = "\n".join(lines).replace("z", "zZ")
    for short, long in LONG_KEYS.items():
        text = text if short == "zZ" else text.replace(long, short)
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = b64encode(packing.compress(text.encode()) + packing.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m={mode}&p={data}"


def test_every_door_reads_a_link(tmp_path, capsys):
    for number, line in enumerate(unique_lines(100)):
        board, puzzle = Board.read(line)
        rng = Random(number)
        text = link(
            board,
            puzzle,
            mode=rng.choice(("solve", "edit")),
            kind=rng.choice(("sudoku", "square")),
            walls=rng.random() < 0.7,
            space=rng.randint(0, 1),
        )
        found = sudoku.read_link(text)
        assert (found.board, found.puzzle, found.title, found.note) == (board, puzzle, "A zebra, tame", "")
        path = tmp_path / "links.txt"
        path.write_text(f"{text}\n{line}\n")
        assert [record.puzzle for record in sudoku.read_file(path)] == [puzzle, puzzle]
        assert main(["solve", "-q", text]) == 0
        assert capsys.readouterr().out == f"{sudoku.solve(line)}\n"
        assert ANSWERS["read"](Body({"text": text}))["puzzle"] == line


def test_boards_of_walls():
    for board in (Board(2, 3), Board(3, 2), Board(2, 2), JIGSAW, Board(4, 4)):
        puzzle = bytes([1, *bytes(board.cells - 2), 2])
        assert sudoku.read_link(link(board, puzzle))[:2] == (board, puzzle)
    walls = {"deletelineE": {"1,2": 1}}
    assert sudoku.read_link(link(Board(), bytes(81), more=walls)).board == Board()


def test_other_elements_and_words_are_named_and_entered_digits_kept():
    more = {"thermo": [[30, 31]], "symbol": {"30": [1, "circle_L", 1]}, "killercages": [[30, 31]]}
    found = sudoku.read_link(link(Board(), bytes(81), more=more, words="Digits rise on thermometers%2C from the bulb."))
    assert found.note == (
        "only drawn, without a rule: cages, circles, lines; the words of the puzzle: "
        "Digits rise on thermometers, from the bulb."
    )
    clues, entered = bytes([5, *bytes(80)]), bytes([5, 3, *bytes(79)])
    assert sudoku.read_link(link(Board(), clues, entered=entered)).entered == bytes([0, 3, *bytes(79)])
    number = {"number": {"28": ["5", 1, "1"], "29": ["123", 1, "7"], "30": ["A", 1, "1"], "2": ["7", 1, "1"]}}
    found = sudoku.read_link(link(Board(), bytes(81), more=number))
    assert found.drawn == ("centremarks", "text") and found.puzzle[0] == 5 and not any(found.puzzle[1:])


def test_the_reason_of_a_refusal():
    whole = link(Board(), bytes(81))
    for damaged in (whole[:-20], whole[:60], whole.partition("p=")[0] + "p=AAAA"):
        with pytest.raises(ValueError, match="contains no drawing of Penpa"):
            sudoku.read_link(damaged)
    with pytest.raises(ValueError, match="a hex of 9 rows and 9 columns; we read squares with digits"):
        sudoku.read_link(link(Board(), bytes(81), kind="hex"))
    with pytest.raises(ValueError, match="r1c1 holds 12"):
        sudoku.read_link(link(Board(), bytes([12, *bytes(80)])))
