# SPDX-License-Identifier: MIT
"""Records of nightly programs: machine-written, complete, and refused once edited."""

import json
import sys

import pytest

from tests.nightly import record, suite
from tests.nightly.record import RESULTS, read


@pytest.mark.parametrize("file", sorted(RESULTS.rglob("*.json")), ids=lambda path: path.stem)
def test_every_record_is_as_its_program_wrote_it(file):
    about = read(file)
    assert about["command"].startswith(("python -m tests.nightly.", "make "))
    assert isinstance(about["found"], list)


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RESULTS", tmp_path / "results")
    monkeypatch.delenv(record.MADE_BY, raising=False)
    made = record.record("a", what="b", runs={"c": 1}, found=[], seconds=1.25, limits={"only": [1], "n": 3}, more=2)
    return tmp_path / "results" / "a.json", made


def test_what_a_program_cannot_say_comes_from_the_process(written, monkeypatch):
    file, made = written
    assert read(file) == made == json.loads(file.read_text())
    assert made["command"] == " ".join(["python", *sys.orig_argv[1:]])
    assert made["limits"] == {"only": "[1]", "n": 3}
    assert (made["seconds"], made["more"]) == (1.2, 2)
    assert made.keys() >= record.FIELDS
    monkeypatch.setenv(record.MADE_BY, "make small")
    assert record.command() == "make small"


@pytest.mark.parametrize("key", sorted(record.FIELDS | {"more"}))
def test_an_edited_record_is_refused(written, key):
    file, made = written
    file.write_text(json.dumps(made | {key: "edited by hand"}))
    with pytest.raises(ValueError, match="changed after it was written"):
        read(file)
    file.write_text(json.dumps({other: made[other] for other in made if other != key}))
    with pytest.raises(ValueError, match=r"a\.json: (no|changed)"):
        read(file)


SUITE = '<testsuites><testsuite time="2.5">{}</testsuite></testsuites>'
PASSED, SKIPPED = '<testcase classname="a" name="b"/>', '<testcase classname="a" name="c"><skipped/></testcase>'


def test_a_suite_of_skipped_tests_has_no_record(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(record, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(suite, "compiler_version", str)
    outcome, file = tmp_path / "alone.xml", tmp_path / "results/platforms/live.json"
    outcome.write_text(SUITE.format(SKIPPED))
    assert suite.main("live", str(outcome)) == 1 and not file.exists()
    assert "all 1 tests were skipped" in capsys.readouterr().err
    outcome.write_text(SUITE.format(PASSED + SKIPPED))
    assert suite.main("live", str(outcome)) == 0
    about = read(file)
    assert (about["runs"], about["limits"]["skipped"], about["found"]) == ({"tests": 1}, 1, [])
    assert about["date"] and about["commit"]
