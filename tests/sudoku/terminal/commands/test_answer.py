"""The answers of a file line up with its puzzles, for any worker and any format."""

import json
import re

import numpy as np
import pytest

import sudoku
from sudoku import Board
from sudoku.reading import lines as text_lines
from sudoku.reading import stream
from sudoku.terminal.cli import main

INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVERAL = "." * 27 + INKALA[27:]
UNSOLVABLE = "12345678." + "........9" + "." * 63
CLASH = "5.5" + "." * 78
KINDS = {  # a puzzle, and the first word of its answer
    INKALA: ("1", "unique"),
    SEVERAL: ("2", "at"),
    UNSOLVABLE: ("0", "none"),
    CLASH: ("0", "none"),
    INKALA[:-1]: ("invalid", "invalid"),
    "!" * 81: ("invalid", "invalid"),
}


@pytest.fixture
def answers(capsys):
    """Return a function that runs a command and returns the lines it prints."""

    def runner(*arguments):
        main([*map(str, arguments)])
        return capsys.readouterr().out.splitlines()

    return runner


def puzzles(number, seed, plain=0.8):
    """Return that many lines of all kinds, most of them plain."""
    random, kinds = np.random.default_rng(seed), list(KINDS)
    chances = [plain, *[(1 - plain) / (len(kinds) - 1)] * (len(kinds) - 1)]
    return [kinds[k] for k in random.choice(len(kinds), number, p=chances)]


@pytest.mark.parametrize("plain", [0.0, 0.2, 0.97])
@pytest.mark.parametrize("arguments", ["", "--engine bitset", "--stats", "--workers 2", "--time-limit 99"])
def test_each_puzzle_has_its_line(arguments, plain, answers, tmp_path, monkeypatch):
    monkeypatch.setattr(text_lines, "LINES_PER_BLOCK", 200)
    monkeypatch.setattr(stream, "MOST_PUZZLES_PER_JOB", 30)
    arguments = arguments.split()
    lines, path = [INKALA, *puzzles(300, 1, plain)], tmp_path / "puzzles.txt"
    path.write_text("\n".join(lines))
    solved = answers("solve", path, *arguments)
    assert len(solved) == len(lines)
    for puzzle, answer in zip(lines, solved, strict=True):
        if KINDS[puzzle][0] in "12":
            assert all(clue in (".", digit) for clue, digit in zip(puzzle, answer, strict=True))
        else:
            assert answer == {"0": "none", "invalid": "invalid"}[KINDS[puzzle][0]]
    assert answers("count", path, "--limit", "2", *arguments) == [KINDS[puzzle][0] for puzzle in lines]
    checked = answers("check", path, *arguments)
    assert [line.split()[0] for line in checked] == [f"{path}:{n}:" for n in range(1, len(lines) + 1)]
    assert [line.split()[1] for line in checked] == [KINDS[puzzle][1] for puzzle in lines]
    records = [json.loads(line) for line in answers("check", path, "--format", "json", *arguments)]
    status = {"0": "none", "1": "answered", "2": "answered", "invalid": "invalid"}
    assert [record["status"] for record in records] == [status[KINDS[puzzle][0]] for puzzle in lines]
    assert [record["line"] for record in records] == list(range(1, len(lines) + 1))


MIXED = f"""puzzle,solution
# a comment

{INKALA}  a remark
{Board().grid(Board().parse(UNSOLVABLE))}

{INKALA[:-1]}

{Board().grid(Board().parse(INKALA))}
5 . . | . . . | 5 . .
"""


def test_what_is_no_puzzle_has_no_line(answers, tmp_path):
    """Headings, comments and blank lines have no answer; a drawn grid is one puzzle, good or bad."""
    path = tmp_path / "mixed.txt"
    path.write_text(MIXED)
    solved = sudoku.solve(INKALA)
    for arguments in ([], ["--workers", "2"], ["--stats"]):
        assert answers("solve", path, *arguments) == [solved, "none", "invalid", solved, "invalid"]
        assert answers("count", path, *arguments) == ["1", "0", "invalid", "1", "invalid"]
        assert len(answers("check", path, *arguments)) == 5
    for command in ("solve", "count", "check"):
        assert len(answers(command, path, "--format", "json")) == 5
    assert [json.loads(line)["count"] for line in answers("count", path, "--format", "json")] == [1, 0, None, 1, None]


@pytest.mark.parametrize("command", ["hint", "rate", "explain", "diagnose"])
def test_other_commands_answer_refused_lines_too(command, answers, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join([INKALA, INKALA[:-1], UNSOLVABLE, SEVERAL, "!" * 81]))
    places = [int(match[1]) for line in answers(command, path) if (match := re.match(rf"{path}:([0-9]+): ", line))]
    assert sorted(set(places)) == [1, 2, 3, 4, 5]
    assert places == sorted(places)
    records = [json.loads(line) for line in answers(command, path, "--json")]
    assert [record["line"] for record in records] == [1, 2, 3, 4, 5]
    assert [record.get("status") == "invalid" for record in records] == [False, True, False, False, True]
    assert records[1]["error"] == f"{path}:2: 80 cells where a 9x9 board has 81"


def test_rates_stand_a_line_each(answers, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(list(KINDS)))
    assert len(answers("rate", path)) == len(answers("hint", path)) == len(KINDS)
