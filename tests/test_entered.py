# SPDX-License-Identifier: MIT
"""Digits entered by someone who solves a puzzle: hints and the page continue from them, other commands name them."""

import io
import json

import pytest

import sudoku
from sudoku import Board
from sudoku.terminal.cli import main

from .lzpack import pack

A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
BOARD = Board()


def grid_of(clues, values):
    """Return the cells of f-puzzles; digits of `values` besides the clues are entered."""
    pairs = zip(clues, values, strict=True)
    cells = [{"value": int(v)} | ({"given": True} if c != "." else {}) if v != "." else {} for c, v in pairs]
    return [cells[at : at + 9] for at in range(0, 81, 9)]


def fpuzzles(clues, values):
    return json.dumps({"size": 9, "grid": grid_of(clues, values)})


def sudokupad(clues, values):
    cells = [{"value": int(v), "given": c != "."} if v != "." else {} for c, v in zip(clues, values, strict=True)]
    boxes = [[[r, c] for r in range(a, a + 3) for c in range(b, b + 3)] for a in (0, 3, 6) for b in (0, 3, 6)]
    return json.dumps({"cells": [cells[at : at + 9] for at in range(0, 81, 9)], "regions": boxes})


def opensudoku(clues, values):
    cells = "".join(f"{v.replace('.', '0')}|0|{int(c == '.')}|" for c, v in zip(clues, values, strict=True))
    return f'<?xml version="1.0"?>\n<opensudoku><game data="version: 1&#10;{cells}"/></opensudoku>'


def rows(text):
    return "\n".join(text[at : at + 9] for at in range(0, 81, 9))


def sadman(clues, values):
    return f"[Puzzle]\n{rows(clues)}\n[State]\n{rows(values)}\n"


FORMS = {
    "f-puzzles": fpuzzles,
    "link": lambda clues, values: "https://www.f-puzzles.com/?load=" + pack(fpuzzles(clues, values)),
    "sudokupad": sudokupad,
    "opensudoku": opensudoku,
    "sadman": sadman,
}
ENTERED = A[:2] + "46" + A[4:9] + A[9] + "7" + A[11:]


COMMANDS = ["check", "solve", "count", "rate", "candidates", "explain", "canonical", "diagnose"]


@pytest.fixture
def run(capsys):
    def run(*args):
        code = main(list(map(str, args)))
        return code, *capsys.readouterr()

    return run


@pytest.mark.parametrize("form", FORMS)
def test_entered_digits_are_kept(form):
    text = FORMS[form](A, ENTERED)
    [record] = sudoku.read_puzzles(io.StringIO(text), "t")
    assert record.error is None
    assert record.puzzle == BOARD.parse(A)
    assert BOARD.line(record.values) == ENTERED
    assert record.as_json()["entered"] == "".join("." if clue != "." else v for clue, v in zip(A, ENTERED, strict=True))
    [record] = sudoku.read_puzzles(io.StringIO(FORMS[form](A, A)), "t")
    assert (record.puzzle, record.entered, record.values) == (BOARD.parse(A), b"", BOARD.parse(A))


@pytest.mark.parametrize("form", FORMS)
def test_hint_continues_from_them(form, run, tmp_path):
    """All cells but one are entered: the only hint is the digit of that cell."""
    path = tmp_path / "puzzle.txt"
    path.write_text(FORMS[form](A, SOLVED[:2] + "." + SOLVED[3:]))
    code, out, err = run("hint", path)
    assert code == 0
    assert "r1c3 is 4" in out
    assert "continues from 50 digits entered" in err
    code, out, _ = run("hint", "-q", "--json", path)
    assert json.loads(out)["steps"][0]["placed"] == ["r1c3=4"]
    [record] = sudoku.read_file(str(path))
    assert [step.placed for step in sudoku.hints(record)] == [sudoku.hint(record).placed]
    assert "r1c3 is 4" in sudoku.hint(record).words


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_other_commands_leave_them_out(form, command, run, tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(FORMS[form](A, ENTERED))
    code, out, err = run(command, path)
    assert code == 0
    assert f"sudoku: {path}:" in err
    assert "3 digits entered are left out; 'sudoku hint' continues from them" in err
    path.write_text(A)
    plain = run(command, path)
    assert plain[0] == 0
    if command in ("check", "solve", "count", "canonical", "rate"):
        assert out.partition(": ")[2] == plain[1].partition(": ")[2]
    assert "entered" not in plain[2]


def test_a_link_as_an_argument(run):
    link = FORMS["link"](A, ENTERED)
    assert run("check", link)[1] == "unique\n"
    assert "3 digits entered are left out" in run("solve", link)[2]
    assert "continues from 3 digits entered" in run("hint", link)[2]
    one = FORMS["link"](A, A[:2] + "4" + A[3:])
    assert "1 digit entered is left out; 'sudoku hint' continues from it" in run("solve", one)[2]


@pytest.mark.parametrize("form", FORMS)
def test_a_wrong_digit_is_named(form, run, tmp_path):
    wrong = A[:2] + "14" + A[4:]
    path = tmp_path / "puzzle.txt"
    path.write_text(FORMS[form](A, wrong))
    code, out, _ = run("hint", path)
    assert code == 1
    assert "no step is found: r1c3, r1c4 are not the digits of the solution" in out
    [record] = sudoku.read_file(str(path))
    with pytest.raises(ValueError, match="r1c3, r1c4 are not the digits of the solution"):
        sudoku.hint(record)


def test_links_in_python():
    found = sudoku.read_link(FORMS["link"](A, SOLVED[:2] + "." + SOLVED[3:]))
    assert "r1c3 is 4" in sudoku.hint(found).words
    assert BOARD.line(bytes(sudoku.solve(found).tolist())) == SOLVED
    assert sudoku.is_unique(found)
    assert BOARD.line(found.values) == SOLVED[:2] + "." + SOLVED[3:]
    assert found.as_json()["puzzle"] == A
    for text in (FORMS["link"](A, ENTERED), fpuzzles(A, ENTERED)):
        with pytest.raises(ValueError, match=r"the puzzle is a link.*: pass the result of sudoku\.read_link"):
            sudoku.hint(text)


def test_a_state_that_cannot_be_read_is_noted():
    text = f"[Puzzle]\n{rows(A)}\n[State]\n{rows(ENTERED)[:-4]}\n[Puzzle]\n{rows(HARD)}\n[State]\n{rows(HARD)}\n"
    first, second = sudoku.read_puzzles(io.StringIO(text), "t")
    assert first.note.startswith("the section [State] is left out: row 9 has 5 cells")
    assert (first.entered, second.entered, second.note) == (b"", b"", "")


@pytest.mark.parametrize("form", FORMS)
def test_the_page_keeps_them(form):
    from sudoku.web.answers import ANSWERS
    from sudoku.web.body import Body

    answer = ANSWERS["read"](Body({"text": FORMS[form](A, ENTERED)}))
    assert answer["puzzle"] == A
    assert answer["entered"] == "".join("." if clue != "." else v for clue, v in zip(A, ENTERED, strict=True))
    assert "entered" not in ANSWERS["read"](Body({"text": FORMS[form](A, A)}))
