# SPDX-License-Identifier: MIT
"""The loop around a machine: slices, limits, reports and clocks."""

from types import SimpleNamespace

import pytest

from dlx.engine import drive as module
from dlx.engine.drive import DONE, LIMIT, PAUSED, SLICE_SECONDS, SOLUTION, STOPPED, Drive
from dlx.engine.machine import Machine
from dlx.system.calloff import CalledOff, called_off_when


@pytest.mark.parametrize(("each", "factor"), [(0, 2), (SLICE_SECONDS, 1), (3 * SLICE_SECONDS, 1 / 2)])
def test_a_slice_becomes_as_long_as_it_should_be(clock, each, factor):
    clock(each)
    slices = []
    machine = SimpleNamespace(step=lambda work: slices.append(work) or (PAUSED if len(slices) < 3 else DONE))
    assert Drive().run(machine) == DONE
    assert slices == [slices[0], slices[0] * factor, slices[0] * factor**2]


class Scripted(Machine):
    """A machine that does the work it is asked for, with outcomes from a list."""

    def __init__(self, outcomes, shares=()):
        self.outcomes, self.shares, self.slices = [*outcomes], [*shares], []

    def step(self, work):
        self.slices.append(work)
        return self.outcomes[min(len(self.slices), len(self.outcomes)) - 1]

    @property
    def work(self):
        return sum(self.slices)

    @property
    def fraction(self):
        return self.shares[len(self.slices) - 1]


@pytest.mark.parametrize("outcome", [DONE, SOLUTION, LIMIT])
def test_what_the_machine_says_goes_to_the_caller(outcome):
    machine = Scripted([PAUSED, PAUSED, outcome])
    assert Drive().run(machine) == outcome and len(machine.slices) == 3


def test_a_limit_of_work_ends_at_the_same_place_on_every_machine():
    machine = Scripted([PAUSED])
    drive = Drive(slice_work=70)
    assert drive.run(machine, work_stop=300) == PAUSED and machine.slices == [70, 70, 70, 70, 20]
    assert drive.run(machine, work_stop=300) == PAUSED and machine.work == 300
    assert drive.run(machine, work_stop=310) == PAUSED and machine.slices[5:] == [10]


def test_time_ends_between_two_slices(clock):
    clock(1.0)  # each reading of the clock is a second later
    machine, drive = Scripted([PAUSED]), Drive(3.5)
    assert drive.run(machine) == STOPPED and len(machine.slices) == 4
    assert drive.seconds == 4 and drive.late()
    drive.allow(2)
    assert drive.deadline == drive.seconds + 2 and drive.run(machine) == STOPPED


def test_no_time_at_all_is_no_slice():
    machine = Scripted([DONE])
    assert Drive(0).run(machine) == STOPPED and machine.slices == []


def test_a_thread_is_told_to_stop():
    machine = Scripted([PAUSED])
    assert Drive(stopped=lambda: len(machine.slices) == 3).run(machine) == STOPPED and len(machine.slices) == 3


def test_the_time_of_a_report_does_not_count(clock, monkeypatch):
    monkeypatch.setattr(module, "REPORT_SECONDS", 0)
    clock(1.0)
    seen = []
    drive = Drive(report=seen.append)
    drive.run(Scripted([PAUSED, PAUSED, DONE], [0.1, 0.2, 0.3]))
    assert [report.seconds for report in seen] == [1.0, 2.0, 3.0]  # resume() reads the clock after each report


def test_the_shown_share_never_falls(monkeypatch):
    monkeypatch.setattr(module, "REPORT_SECONDS", -1.0)
    seen = []
    machine = Scripted([*[PAUSED] * 4, DONE], [0.2, 0.6, 0.5, 0.1, 0.1])
    machine.measured = True
    Drive(report=seen.append).run(machine)
    assert [report.fraction for report in seen] == [0.2, 0.6, 0.6, 0.6, 1.0]
    assert [report.measured for report in seen] == [True, True, True, False, True]  # far below: it predicts nothing


def test_reports_are_rare(monkeypatch):
    seen = []
    monkeypatch.setattr(module, "REPORT_SECONDS", 1e9)
    Drive(report=seen.append).run(Scripted([*[PAUSED] * 99, DONE], [0.5] * 100))
    assert [report.fraction for report in seen] == [1.0]


def test_a_visitor_that_left_calls_the_question_off():
    with called_off_when(lambda: True), pytest.raises(CalledOff):
        Drive().run(Scripted([PAUSED]))
