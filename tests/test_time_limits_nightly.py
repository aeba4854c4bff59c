# SPDX-License-Identifier: MIT
"""The nightly program that measures time limits (tests/nightly/time_limits.py): it runs, and reports what is late."""

import json

import pytest

from dlx import Status, Unfinished
from tests.nightly import time_limits


def test_every_set_up_names_a_question():
    setups = time_limits.setups()
    assert len(setups) > 100
    assert all(callable(ask) and (prepare is None or callable(prepare)) for prepare, ask in setups.values())


def test_a_set_up_in_a_process_of_its_own(capsys):
    assert time_limits.main(["--only", "large group, count", "--limits", "0", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert "large group, count, limit 0: " in out
    assert "Unfinished: the time limit ended the count: at least 0 solutions" in out
    assert out.endswith("1 runs, 0 late\n")


def test_what_is_late_is_reported_and_recorded(capsys, monkeypatch):
    recorded = {}
    monkeypatch.setattr(time_limits, "record", lambda name, **fields: recorded.update(fields, name=name))
    monkeypatch.setattr(time_limits, "in_a_process", lambda name, limit: {"outcome": "answered", "seconds": limit + 2})
    assert time_limits.main(["--only", "large group, count", "--limits", "0.5", "1"]) == 1
    assert recorded["name"] == "time_limits"
    assert recorded["found"] == [
        "large group, count, limit 0.5: 2.50 s, answered",
        "large group, count, limit 1: 3.00 s, answered",
    ]
    assert "2 runs, 2 late" in capsys.readouterr().out


def test_a_process_that_fails_is_late(monkeypatch):
    done = time_limits.in_a_process("no such set-up", 0.5)
    assert done["seconds"] == float("inf")
    assert done["outcome"].startswith("exit code 1: KeyError")


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [(7, "answered"), ("exit code 0", "exit code 0"), (Unfinished("no", 0, Status.TIME_LIMIT), "Unfinished: no")],
)
def test_outcomes(answer, outcome, monkeypatch, capsys):
    def ask(prepared, limit):
        if isinstance(answer, Exception):
            raise answer
        assert (prepared, limit) == ("it", 2)
        return answer

    monkeypatch.setattr(time_limits, "setups", lambda: {"one": (lambda: "it", ask)})
    assert time_limits.main(["--ask", "one", "--limits", "2"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert done["outcome"] == outcome
    assert done["seconds"] >= 0
