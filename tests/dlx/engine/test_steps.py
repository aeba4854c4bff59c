# SPDX-License-Identifier: MIT
"""The progress of a question that consists of many searches: its own share and words, as often as one may report."""

import pytest

from dlx.engine import drive
from dlx.engine.drive import DONE, PAUSED, Drive
from dlx.engine.status import Progress
from dlx.engine.steps import Steps


class Turns:
    """A machine that pauses twice."""

    def __init__(self):
        self.outcomes = [DONE, PAUSED, PAUSED]

    def step(self, work):
        return self.outcomes.pop()


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(drive, "REPORT_SECONDS", -1.0)


def steps_of(report, decided):
    return Steps(report, lambda: (decided[0] / 4, f"{decided[0]} of 4 options decided"))


def test_searches_report_their_question(often):
    seen, decided = [], [0]
    steps = steps_of(seen.append, decided)
    for decided[0] in range(4):
        steps.report(Progress(0.9, 100, 7, 5.0))
    steps.end(9)
    assert [report.fraction for report in seen] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert [report.solutions for report in seen] == [7, 7, 7, 7, 9]
    assert [report.measured for report in seen] == [False] * 4 + [True]  # no one knows how many searches come
    assert [report.detail for report in seen[:2]] == ["0 of 4 options decided", "1 of 4 options decided"]


def test_reports_are_as_rare_as_those_of_a_search(monkeypatch):
    seen = []
    steps = steps_of(seen.append, [1])
    for _ in range(1000):
        steps.tick()
    assert len(seen) <= 1
    monkeypatch.setattr(drive, "REPORT_SECONDS", 1e9)
    steps.tick()
    steps.end()
    assert [report.fraction for report in seen[-1:]] == [1.0]


def test_a_machine_that_is_watched_reports_after_each_slice(often):
    seen = []
    steps = steps_of(seen.append, [2])
    assert Drive().run(steps.watched(Turns())) == DONE
    assert [report.fraction for report in seen] == [0.5] * 3


def test_no_one_watches():
    steps, machine = steps_of(None, [1]), Turns()
    assert steps.report is None and steps.watched(machine) is machine
    steps.tick()
    steps.end()
