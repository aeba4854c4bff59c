# SPDX-License-Identifier: MIT
"""One solution of each orbit: limits, interrupts, and the check of their sum."""

import pytest

from dlx import Problem, models
from dlx.engine.drive import DONE
from dlx.questions.orbits import representatives
from dlx.structure.symmetries import AllSymmetries


def test_too_many_generators(monkeypatch):
    class Forgetful:
        complete = False

        def step(self, work):
            return DONE

    monkeypatch.setattr(representatives, "SeparateLabeling", lambda graph: Forgetful())
    with pytest.raises(OverflowError, match="too many generators"):
        Problem([["a"]]).group("auto")


def test_layers_are_interrupted(monkeypatch):
    class Impatient(representatives.Drive):
        def run(self, machine):
            raise KeyboardInterrupt

    group = models.latin_squares(6).group("auto")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(representatives, "Drive", Impatient)
        next(group.solutions())
    assert group.count() == len(list(group.solutions())) == 12


def test_the_sum_of_the_orbits_is_checked(monkeypatch):
    checked = []
    count = representatives.symmetric
    monkeypatch.setattr(representatives, "symmetric", lambda *what: checked.append(count(*what)) or checked[-1])
    assert len(list(models.latin_squares(6).solutions(orbits="auto"))) == 12
    assert [machine.solutions for machine in checked] == [812851200]
    monkeypatch.setattr(AllSymmetries, "orbit_size", lambda *_: 1)
    with pytest.raises(AssertionError, match="the orbits have as many solutions as the problem"):
        list(models.latin_squares(6).solutions(orbits="auto"))
