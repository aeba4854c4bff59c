# SPDX-License-Identifier: MIT
"""The audit of all techniques (tests/nightly/techniques.py) on a few puzzles: it finds a wrong step, and continues."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

import sudoku
from sudoku.logic import rate
from tests.nightly import techniques as audit
from tests.test_sudoku_logic import LADDER


@pytest.fixture
def puzzles(monkeypatch, tmp_path):
    monkeypatch.setattr(audit, "BLOCK", 2)
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{LADDER[name]}\n" for name in ("XY-Wing", "pointing", "hidden pair")))
    return file


def test_blocks(puzzles):
    facts = audit.audited(0, puzzles, 1)
    assert (facts["puzzles"], facts["found"]) == (2, []) and facts["steps"]["XY-Wing"] >= 1
    assert facts["positions"] > 4 and facts["effects"]["XY-Wing"] >= 1
    assert audit.audited(1, puzzles, 1)["puzzles"] == 1
    assert audit.audited(0, None, 2)["found"] == []
    assert not audit.audited(1, puzzles, 3)["steps"]  # the puzzle with number 2 is left out


def test_the_positions_of_a_path():
    """The start, and one for each round of the rating that is no single, unless the start is one of them."""
    for name in ("XY-Wing", "pointing", "hidden pair"):
        rounds = rate(LADDER[name]).rounds
        hard = sum(number for technique, number in rounds.items() if technique not in audit.SINGLES)
        start, *others = audit.positions(LADDER[name])
        assert not start.placed & ~start.clues and all(grid.placed & ~grid.clues for grid in others)
        assert len(others) == hard


def test_a_wrong_step_is_found(puzzles, monkeypatch):
    right = audit.steps_at
    solution = audit.as_set(sudoku.solve(LADDER["hidden pair"]))
    monkeypatch.setattr(audit, "steps_at", lambda grid: (replace(step, removed=solution) for step in right(grid)))
    facts = audit.audited(1, puzzles, 1)
    assert facts["found"][0].startswith(LADDER["hidden pair"])
    assert sum(not fault.endswith("another effect than compiled") for fault in facts["found"]) == sum(
        facts["steps"].values()
    )


def test_a_wrong_effect_is_found(puzzles, monkeypatch):
    right = audit.effects_at
    monkeypatch.setattr(audit, "effects_at", lambda grid: ((name, 0, 0) for name, _, _ in right(grid)))
    facts = audit.audited(1, puzzles, 2)
    ends = [fault.rpartition(": ")[2] for fault in facts["found"]]
    assert ends.count("another effect than compiled") == len(facts["steps"]) > 0
    assert len(ends) == sum(facts["effects"].values()) + len(facts["steps"])


def test_finished_blocks_are_not_done_again(puzzles, monkeypatch, tmp_path, capsys):
    state = tmp_path / "state.jsonl"
    facts = {"puzzles": 2, "positions": 5, "steps": {"X-Wing": 3}, "effects": {"X-Wing": 1}, "found": ["a"]}
    state.write_text(json.dumps({"block": 0, **facts}) + '\n{"block": 1, "pu')
    assert audit.finished(state).keys() == {0}
    monkeypatch.setattr(audit, "puzzles_of", None)
    options = ["--puzzles", "2", "--data", str(puzzles), "--state", str(state), "--quiet"]
    assert audit.main(options) == 1 and audit.finished(state).keys() == {0}
    assert capsys.readouterr().out.startswith("a\n2 puzzles, 5 positions, 1 effects, 3 steps: 1 wrong\n")


def test_the_first_puzzle(puzzles, tmp_path, capsys, monkeypatch):
    """Only the blocks from there on are audited and counted, even if the state has others."""
    monkeypatch.setattr(audit, "ProcessPoolExecutor", ThreadPoolExecutor)  # from 3.14 on, a process has blocks of 100
    state = tmp_path / "state.jsonl"
    facts = {"puzzles": 2, "positions": 5, "steps": {}, "effects": {}, "found": ["a"]}
    state.write_text(json.dumps({"block": 0, **facts}) + "\n")
    options = ["--first", "2", "--puzzles", "2", "--data", str(puzzles), "--state", str(state), "--quiet"]
    assert audit.main(options) == 0 and audit.finished(state).keys() == {0, 1}
    assert capsys.readouterr().out.lstrip().startswith("1 puzzles, ")
