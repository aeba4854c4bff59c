# SPDX-License-Identifier: MIT
"""Cells that no puzzle has: an odd one spoils its own row of a batch alone; -1 is an empty cell; one-hot is refused."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import sudoku
from dlx import Status
from sudoku import Board
from sudoku.logic import LogicStatus
from sudoku.reading.reading import SourceError, read_file

A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CELLS = [int(sign) if sign != "." else 0 for sign in A]
BATCHES = [sudoku.solve_batch, sudoku.rate_batch, sudoku.canonical_batch, sudoku.candidates_batch]
ODD = [10, 255, -2, 0.5, float("inf"), "x", "10"]


def batch(odd, at, number=6):
    """Return an array of puzzles with an odd cell in row `at`."""
    kind = object if isinstance(odd, str) else type(odd)
    grids = np.array([CELLS] * number, kind)
    grids[at, 5] = odd
    return grids


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("at", [0, 3, 5])
def test_an_odd_cell_of_an_array(odd, at):
    for grids in (batch(odd, at), batch(odd, at).reshape(-1, 9, 9), batch(odd, at).tolist()):
        result = sudoku.solve_batch(grids)
        assert result.counts.tolist() == [int(k != at) for k in range(6)]
        assert [result.status(k) is Status.INVALID for k in range(6)] == [k == at for k in range(6)]
        assert list(result.errors) == [at]
        assert result.errors[at].startswith("r1c6 holds ")
        assert not result.solutions[at].any()
        assert result.solutions[at - 1].tolist() == list(map(int, SOLVED))
        assert not result.unfinished.any()
        answer = result.as_json()["answers"][at]
        assert (answer["solution"], answer["count"], answer["status"]) == (None, 0, "invalid")


@pytest.mark.parametrize("bad", ["12", A[:-1] + "x", A + "1", "", A.replace(".", "0", 1).replace("9", ".")])
def test_an_odd_text(bad):
    texts = [bad, A, A, bad, Board().grid(Board().parse(A)), bad]
    result = sudoku.solve_batch(texts)
    assert result.counts.tolist() == [0, 1, 1, 0, 1, 0]
    assert sorted(result.errors) == [0, 3, 5]
    assert [rating.status for rating in sudoku.rate_batch(texts)] == [
        LogicStatus.INVALID if text == bad else LogicStatus.SOLVED for text in texts
    ]
    assert [bool(found) for found in sudoku.candidates_batch(texts)] == [text != bad for text in texts]
    assert [bool(form) for form in sudoku.canonical_batch(texts)] == [text != bad for text in texts]
    assert sudoku.canonical_batch(texts)[1] == sudoku.canonical(A)


def test_an_odd_cell_of_the_other_batches():
    grids = batch(10, 2)
    assert [rating.status is LogicStatus.INVALID for rating in sudoku.rate_batch(grids)] == [k == 2 for k in range(6)]
    assert [found is None for found in sudoku.candidates_batch(grids)] == [k == 2 for k in range(6)]
    assert sudoku.canonical_batch(grids).any(1).tolist() == [k != 2 for k in range(6)]


def test_rows_without_a_puzzle_alone():
    for puzzles in (["12"], np.full((1, 81), 10), np.full((1, 81), 0.5)):
        assert sudoku.solve_batch(puzzles).status(0) is Status.INVALID
    assert sudoku.rate_batch(["12"])[0].as_json()["status"] == "invalid"


def test_odd_rows_among_workers():
    texts = [A, "12"] * 300
    expected = [1, 0] * 300
    assert sudoku.solve_batch(texts, workers=2).counts.tolist() == expected
    with ThreadPoolExecutor(2) as pool:
        result = sudoku.solve_batch(texts, executor=pool)
    assert result.counts.tolist() == expected
    assert len(result.errors) == 300
    assert result.errors[1] == "2 cells where a 9x9 board has 81"


def test_odd_rows_among_pencilmarks():
    marks = "".join(sign if sign != "." else "123456789" for sign in SOLVED)
    cells = ["123456789" if cell % 7 == 0 else sign for cell, sign in enumerate(SOLVED)]
    drawn = "\n".join(" ".join(cells[at : at + 9]) for at in range(0, 81, 9))
    result = sudoku.solve_batch([A, "12", drawn, marks[:-1]])
    assert result.counts.tolist()[:2] == [1, 0]
    assert result.counts[2] >= 1
    assert sorted(result.errors) == [1, 3]


def test_minus_one_is_an_empty_cell():
    minus = [cell or -1 for cell in CELLS]
    rows = [minus[at : at + 9] for at in range(0, 81, 9)]
    as_text = [str(value) for value in minus]
    for values in (minus, rows, np.array(minus), np.array(rows, np.int8), np.array(minus, float).tolist(), as_text):
        assert "".join(map(str, np.ravel(sudoku.solve(values)))) == SOLVED
    mixed = [cell or -(k % 2) for k, cell in enumerate(CELLS)]
    assert sudoku.solve_batch(np.array([minus, CELLS, mixed])).counts.tolist() == [1, 1, 1]
    assert sudoku.solve_batch(np.array([minus, CELLS, mixed], float)).counts.tolist() == [1, 1, 1]
    assert Board().from_array([-1] * 81) == bytes(81)


@pytest.mark.parametrize("between", [" ", "  ", ",", ", ", "\t", "|", ";"])
def test_minus_one_in_text(between, tmp_path):
    rows = [[str(cell or -1) for cell in CELLS[at : at + 9]] for at in range(0, 81, 9)]
    text = "\n".join(map(between.join, rows))
    assert sudoku.solve(text) == SOLVED
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{text}\n\n{text}\n")
    assert [record.puzzle for record in read_file(str(path))] == [bytes(CELLS)] * 2


def test_minus_one_in_json(tmp_path):
    rows = [[cell or -1 for cell in CELLS[at : at + 9]] for at in range(0, 81, 9)]
    path = tmp_path / "puzzles.json"
    for value in (rows, {"puzzle": rows}, [[cell or -1 for cell in CELLS]] * 2, [rows] * 3):
        path.write_text(json.dumps(value))
        assert {record.puzzle for record in read_file(str(path))} == {bytes(CELLS)}
        assert sudoku.solve(str(rows)) == SOLVED


def test_digits_from_0_with_minus_one():
    """With -1 for an empty cell, 0 may be a digit of a large board."""
    solution = [int(sign, 17) for sign in sudoku.solve("." * 256, seed=5)]
    from_0 = [value - 1 if k % 3 else -1 for k, value in enumerate(solution)]
    with pytest.raises(ValueError, match=r"^0 in r\d+c\d+ may be a digit, as -1 is the empty cell: write 1-16"):
        sudoku.solve(from_0)
    assert list(sudoku.solve_batch(np.array([from_0, solution])).errors) == [0]


def one_hot():
    planes = np.zeros((9, 9, 9), int)
    for cell, value in enumerate(CELLS):
        if value:
            planes[cell // 9, cell % 9, value - 1] = 1
    return planes


@pytest.mark.parametrize("kind", [int, np.uint8, bool, float])
@pytest.mark.parametrize("function", BATCHES)
def test_one_hot_arrays_are_refused(kind, function):
    a = one_hot().astype(kind)
    for array in (a, a.tolist()):
        with pytest.raises(ValueError, match=r"may be one puzzle in one-hot form, or 9 puzzles: pass \(a\.argmax"):
            function(array)
    with pytest.raises(ValueError, match=r"shape \(1, 9, 9, 9\); a one-hot array a has the digits \(a\.argmax"):
        function(a[None])
    with pytest.raises(ValueError, match=r"729 cells of 0 and 1 may be a 9x9 puzzle in one-hot form"):
        function(a.reshape(1, 729))


def test_the_remedies_of_one_hot_arrays():
    a = one_hot()
    digits = (a.argmax(-1) + 1) * a.any(-1)
    assert digits.ravel().tolist() == CELLS
    assert sudoku.solve_batch(a.reshape(9, 81)).counts.shape == (9,)
    assert sudoku.solve_batch(np.zeros((9, 9, 9), np.uint8)).counts.tolist() == [2] * 9
    with pytest.raises(ValueError, match="729 cells of 0 and 1 may be"):
        sudoku.solve(a.ravel())
    with pytest.raises(TypeError, match="a one-hot array a has the digits"):
        sudoku.solve(a)


def test_one_hot_lists_of_json_are_refused(tmp_path):
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(one_hot().tolist()))
    with pytest.raises(SourceError, match="may be one puzzle in one-hot form, or 9 puzzles: write the digits of one"):
        list(read_file(str(path)))


@pytest.mark.parametrize("odd", [10, 0.5, -2, "x"])
@pytest.mark.parametrize("number", [2, 3, 5])
def test_an_odd_cell_in_json(odd, number, tmp_path):
    cells = [list(CELLS) for _ in range(number)]
    cells[1][5] = odd
    path = tmp_path / "puzzles.json"
    for value in (cells, [[own[at : at + 9] for at in range(0, 81, 9)] for own in cells]):
        path.write_text(json.dumps(value))
        assert [record.error is None for record in read_file(str(path))] == [k != 1 for k in range(number)]


# ---- batches of other kinds


def counts(puzzles):
    return sudoku.solve_batch(puzzles).counts.tolist()


def test_rows_of_several_lengths_and_kinds():
    rows = [CELLS[at : at + 9] for at in range(0, 81, 9)]
    result = sudoku.solve_batch([CELLS, CELLS[:-1], rows, A, [0.5, *CELLS[1:]], np.array(CELLS)])
    assert result.counts.tolist() == [1, 0, 1, 1, 0, 1]
    assert result.errors == {1: "80 cells where a 9x9 board has 81", 4: "r1c1 holds 0.5: not a whole number"}
    assert counts([CELLS[:-1], CELLS]) == [0, 1]
    for puzzles in ([A, None], [None, A], [A, float("nan")], [A.encode()], [1, 2]):
        with pytest.raises(TypeError, match=r"^puzzle \d: a puzzle in text must be a str, not "):
            sudoku.solve_batch(puzzles)


def test_arrays_in_the_order_of_columns():
    """A table has its columns one after another in memory."""
    grids = np.asfortranarray([[value or -1 for value in CELLS]] * 3)
    assert counts(grids) == [1, 1, 1]


def test_masked_arrays():
    """The data behind the mask are no cells."""
    grids = np.array([CELLS, CELLS])
    grids[grids == 0] = 99
    assert counts(np.ma.masked_equal(grids, 99)) == [1, 1]


def test_arrays_of_texts():
    assert counts(np.array([A, SOLVED])) == [1, 1]
    assert counts(np.array([A, "12"], object)) == [1, 0]


def test_tables():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame([CELLS, CELLS])
    assert counts(table) == counts(table.replace(0, -1)) == counts(table.astype(float).replace(0, np.nan)) == [1, 1]
    assert counts(table.replace(0, pandas.NA)) == [1, 1]
    assert counts(pandas.Series([A, "12"])) == [1, 0]


@pytest.mark.parametrize("function", BATCHES)
def test_one_hot_arrays_of_other_shapes(function):
    a = one_hot()
    for array in (a.reshape(1, 81, 9), np.array([a, a]).reshape(2, 81, 9), a[None], np.array([a, a])):
        with pytest.raises(ValueError, match=r"a one-hot array a has the digits \(a\.argmax"):
            function(array)
    for array in (a.astype(object), a.reshape(1, 729).astype(object), a.transpose(2, 0, 1)):
        with pytest.raises(ValueError, match="one-hot form"):
            function(array)
