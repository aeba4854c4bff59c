# SPDX-License-Identifier: MIT
"""The record of counters (tests/nightly/counters.py): equal for equal programs, and a changed number is noticed."""

import json

import pytest

from tests.nightly.counters import main

WRITTEN = ["--random", "4", *(f"--only={name}" for name in ("queens8", "sudoku hard bitset"))]
WRITTEN += [f"--only=random {k}" for k in range(4)]


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    file = tmp_path_factory.mktemp("counters") / "record.json"
    assert main(["write", str(file), *WRITTEN]) == 0
    return file


def test_the_counters_of_queens(record):
    facts = json.loads(record.read_text())["instances"]["queens8"]
    assert (facts["links"]["nodes"], facts["links"]["updates"], facts["links"]["count"]) == (1195, 15930, 92)
    assert facts["auto"] == facts["bits"] != facts["links"]
    assert facts["links"]["order"] == facts["multi"]["order"]


def test_two_runs_are_the_same(record, tmp_path, capsys):
    again = tmp_path / "again.json"
    main(["write", str(again), *WRITTEN])
    assert again.read_text() == record.read_text()
    assert main(["compare", str(record), str(again)]) == 0
    assert capsys.readouterr().out.endswith("0 differences\n")


def change(facts, name):
    if name == "updates":
        facts["queens8"]["links"]["updates"] += 1
    elif name == "order":
        facts["random 2"]["multi"]["order"] = "0" * 16
    elif name == "status":
        del facts["random 3"]["auto"]["status"]
    else:
        del facts["sudoku hard bitset"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("updates", "queens8 / links / updates: 15930 -> 15931"),
        ("order", "random 2 / multi / order: "),
        ("status", "random 3 / auto / status: complete -> absent"),
        ("instance", "sudoku hard bitset / batch / guesses: "),
    ],
)
def test_a_change_is_noticed(record, tmp_path, capsys, name, shown):
    everything = json.loads(record.read_text())
    change(everything["instances"], name)
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(everything))
    assert main(["compare", str(record), str(changed)]) == 1
    assert shown in capsys.readouterr().out
