# SPDX-License-Identifier: MIT
"""The audit of all techniques (tests/nightly/techniques.py) on a few puzzles: it finds a wrong step, and continues."""

import json
from dataclasses import replace

import pytest

import sudoku
from tests.nightly import techniques as audit
from tests.test_sudoku_logic import LADDER


@pytest.fixture
def puzzles(monkeypatch, tmp_path):
    monkeypatch.setattr(audit, "BLOCK", 2)
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{LADDER[name]}\n" for name in ("XY-Wing", "pointing", "hidden pair")))
    return file


def test_blocks(puzzles):
    facts = audit.audited(0, puzzles)
    assert (facts["puzzles"], facts["found"]) == (2, []) and facts["steps"]["XY-Wing"] >= 1
    assert audit.audited(1, puzzles)["puzzles"] == 1
    assert audit.audited(0, None)["found"] == []


def test_a_wrong_step_is_found(puzzles, monkeypatch):
    right = audit.steps_at
    solution = audit.as_set(sudoku.solve(LADDER["hidden pair"]))
    monkeypatch.setattr(audit, "steps_at", lambda grid: (replace(step, removed=solution) for step in right(grid)))
    facts = audit.audited(1, puzzles)
    assert len(facts["found"]) == sum(facts["steps"].values()) > 0
    assert facts["found"][0].startswith(LADDER["hidden pair"])


def test_finished_blocks_are_not_done_again(puzzles, monkeypatch, tmp_path, capsys):
    state = tmp_path / "state.jsonl"
    state.write_text(
        json.dumps({"block": 0, "puzzles": 2, "steps": {"X-Wing": 3}, "found": ["a"]}) + '\n{"block": 1, "pu'
    )
    assert audit.finished(state).keys() == {0}
    monkeypatch.setattr(audit, "audited", None)
    options = ["--puzzles", "2", "--data", str(puzzles), "--state", str(state), "--quiet"]
    assert audit.main(options) == 1 and audit.finished(state).keys() == {0}
    assert capsys.readouterr().out.startswith("a\n2 puzzles, 3 steps: 1 wrong\n")
