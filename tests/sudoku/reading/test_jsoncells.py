# SPDX-License-Identifier: MIT
"""JSON of cells: read by every door, in any order, in rows, alone or among other JSON."""

import io
import json
from random import Random

import pytest

import sudoku
from sudoku import Board
from sudoku.reading.reading import read_puzzles
from sudoku.variants import Pencilmarks
from tests.sudoku.reading.doors import Doors, unique_lines

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def cells(line, rng):
    """Return the cells of a puzzle as one of many apps writes them."""
    side = round(len(line) ** 0.5)
    key, empty = rng.choice(("val", "value", "digit", "number", "v")), rng.choice((None, 0, ""))
    found = [{key: Board.of_side(side).signs.index(c) + 1 if c != "." else empty} for c in line]
    if rng.random() < 0.5:
        names, first = rng.choice((("row", "col"), ("r", "c"), ("y", "x"))), rng.randint(0, 1)
        for at, cell in enumerate(found):
            cell |= dict(zip(names, (first + at // side, first + at % side), strict=True))
        rng.shuffle(found)
    if rng.random() < 0.5:
        found = [found[at : at + side] for at in range(0, side * side, side)]
    return found


@pytest.mark.parametrize("side", [4, 9, 16])
def test_every_door_reads_a_json_of_cells(side, tmp_path, capsys):
    doors, rng = Doors(tmp_path, capsys), Random(side)
    for line in unique_lines({4: 10, 9: 50, 16: 40}[side], side):
        doors.agree(json.dumps(cells(line, rng), indent=rng.choice((None, 1))), *Board.read(line))


def test_candidates_are_those_of_the_cell(tmp_path, capsys):
    rng = Random(1)
    for line in unique_lines(50):
        solution = sudoku.solve(line)
        own = [set(rng.sample("123456789", 3)) | {digit} for digit in solution]
        listed = [{"val": None, "candidates": sorted(map(int, some))} for some in own]
        text = json.dumps([{"val": int(c)} if c != "." else listed[at] for at, c in enumerate(line)])
        marks = "".join(
            d if c != "." or d in some else "." for c, some in zip(line, own, strict=True) for d in "123456789"
        )
        board = Board(variants=[Pencilmarks(marks)])
        assert Board.read(text) == (board, board.parse(line))
        Doors(tmp_path, capsys).agree(text, board, board.parse(line))


def test_other_json_around_the_cells_and_several_puzzles():
    rng = Random(2)
    for _ in range(100):
        lines = rng.choices(unique_lines(50), k=rng.randint(1, 3))
        lists = [cells(line, rng) for line in lines]
        value = rng.choice(([{"id": 1, "cells": own} for own in lists], lists, {"all": {"data": lists}}))
        found = read_puzzles(io.StringIO(json.dumps(value)), "cells")
        assert [record.board.line(record.puzzle) for record in found] == lines


def test_a_faulty_cell_is_refused_with_its_name():
    for change, error in (
        ({"val": 12}, "r1c3 holds 12"),
        ({"val": None, "candidates": [0, 3]}, r"the candidates of r1c3 are \[0, 3\]: not digits of a 9x9 board"),
    ):
        faulty = [{"val": int(c)} if c != "." else {"val": None} for c in LINE]
        faulty[2] = change
        with pytest.raises(ValueError, match=error):
            Board.read(json.dumps(faulty))
    placed = json.dumps([{"val": 1, "row": 1, "col": 1}] * 81)
    with pytest.raises(ValueError, match="the places of the cells are not those of a 9x9 board"):
        Board.read(placed)
    with pytest.raises(ValueError, match="the JSON has 16 cells where a 9x9 board has 81"):
        Board.read(json.dumps([{"val": 1}] * 16), Board())


def test_a_list_of_other_objects_is_none():
    assert not next(read_puzzles(io.StringIO(json.dumps([{"value": {"a": 1}}] * 81)), "objects")).puzzle
