# SPDX-License-Identifier: MIT
"""The reporter of commands: lines and reasons in their order, refused puzzles in tables, and the summaries."""

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout

import pytest

from sudoku.terminal.cli import main

LINES = ["12..3.....4....1", "11..............", "12.4", "12..3...........", "123........4...."]
CLASH = "sudoku: FILE:2: no solution: row 1 has digit 1 twice, at r1c1 and r1c2"
SHORT = "sudoku: FILE:3: 4 cells where a 4x4 board has 16"
FIRST, SECOND = "1234341221434321", "1234341223414123"
SUMMARY = "sudoku: 4 puzzles, 1 refused, 1 with exactly one solution, 1 with several, 2 with none, N guesses, T"
MORE = "sudoku: FILE:4: more than one solution; this is one of them"
CONFLICT = "sudoku: FILE:5: no solution: 4 clues contradict each other, and no fewer do: r1c1=1, r1c2=2, r1c3=3, r3c4=4"
TEXTS = {  # both streams: a reason stands behind its line, or in front of it if processes may answer
    "solve": f"{FIRST}|none|{CLASH}|invalid|{SHORT}|{FIRST}|{MORE}|none|sudoku: FILE:5: no solution|{SUMMARY}",
    "count": f"1|0|{CLASH}|invalid|{SHORT}|12|0|sudoku: 4 puzzles, 1 refused, 2 with none, N guesses, T",
    "check": f"FILE:1: unique|FILE:2: none|{CLASH}|FILE:3: invalid|{SHORT}|"
    f"FILE:4: at least 2 solutions, such as {FIRST} {SECOND}|FILE:5: none|{CONFLICT}|{SUMMARY}",
    "rate": f"FILE:1: 1.2 easy, hidden single|{CLASH}|FILE:2: no score: no solution|{SHORT}|FILE:3: invalid|"
    "FILE:4: no score: several solutions|FILE:5: no score: no solution|sudoku: 5 puzzles, "
    "2 without a score (no solution), 1 easy, 1 invalid, 1 without a score (several solutions), T",
    "candidates": f"1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1|{CLASH}|none|{SHORT}|invalid|"
    "1 2 34 34 3 4 12 12 24 13 1234 1234 24 13 1234 1234|none|"
    "sudoku: 5 puzzles, 2 with no solution, 1 with one solution, 1 invalid, 1 with several, T",
    "canonical --distinct": f"{LINES[0]}|{LINES[1]}|{SHORT}|{LINES[3]}|{LINES[4]}|"
    "sudoku: 5 puzzles, 4 distinct, 1 invalid, T",
}
REFUSED = {  # in JSON, behind its place; and as a row of a table
    "solve": ({"puzzle": None, "count": None, "unique": None, "solutions": []}, ("12.4", "invalid", None)),
    "check": ({"puzzle": None, "count": None, "unique": None, "solutions": []}, ("12.4", "invalid", None)),
    "candidates": ({}, (None, "invalid", None)),
    "canonical": ({}, (None, None)),
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(f"{line}\n" for line in LINES))
    return path


def output(*arguments):
    """Return the exit code, and both streams as a terminal shows them."""
    with redirect_stdout(io.StringIO()) as both, redirect_stderr(both):
        code = main(list(map(str, arguments)))
    return code, both.getvalue()


@pytest.mark.parametrize("command", TEXTS)
def test_lines_and_reasons(command, file):
    code, text = output(*command.split(), file)
    text = re.sub(r"[\d.]+ m?s$", "T", re.sub(r"\d+ guess(es)?", "N guesses", text.replace(str(file), "FILE")).rstrip())
    assert text.split("\n") == TEXTS[command].split("|")
    assert code == 2


@pytest.mark.parametrize("command", REFUSED)
def test_refused_puzzles_in_tables(command, file, tmp_path):
    facts, row = REFUSED[command]
    *_, line = (line for line in output(command, "--format", "json", file)[1].split("\n") if '"line": 3' in line)
    place = {"source": str(file), "line": 3, "status": "invalid", "error": f"{file}:3: {SHORT[16:]}"}
    assert [*json.loads(line).items()] == [*(place | facts).items()]
    assert (
        f"\n12.4{''.join(f',{value or str()}' for value in row[1:])}\n" in output(command, "--format", "csv", file)[1]
    )
    parquet = pytest.importorskip("pyarrow.parquet")
    output(command, "--format", "parquet", "-o", tmp_path / "out.parquet", file)
    assert tuple(parquet.read_table(tmp_path / "out.parquet").to_pylist()[2].values()) == row


def test_statistics_stand_behind_the_reason(file):
    lines = output("solve", "--stats", file)[1].split("\n")
    assert [re.sub(r"^.*:(\d): \d+ guess(es)?, [\d.]+ ms$", r"stats \1", line) for line in lines][:9] == [
        *(FIRST, "stats 1", "none", CLASH.replace("FILE", str(file)), "stats 2"),
        *("invalid", SHORT.replace("FILE", str(file)), FIRST, MORE.replace("FILE", str(file))),
    ]
