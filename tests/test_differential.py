# SPDX-License-Identifier: MIT
"""The nightly programs, kept alive: a hundred problems, a board, and their reports on an engine with a fault."""

import re

import pytest

from dlx import Colored, Count
from tests.nightly import boards, cases, determinism, differential
from tests.nightly.cases import Case, by_force
from tests.nightly.checks import CHECKS
from tests.problems import dominoes

pytestmark = pytest.mark.long


def test_a_hundred_problems(capsys):
    assert differential.main(["--problems", "100", "--quiet"]) == 0
    assert "100 problems" in capsys.readouterr().out


def test_two_seeds_of_hashes(capsys):
    assert determinism.main(["--seeds", "2", "--cases", "3", "--quiet"]) == 0
    assert "2 runs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ends", "code"), [("kill -9 $$", "exit code -9 behind: ['the same']"), ("exit 3", "exit code 3 behind: ['the s")]
)
def test_a_run_that_dies_is_no_answer(ends, code, tmp_path, monkeypatch):
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho the same\n{ends}\n")
    python.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(python))
    with pytest.raises(SystemExit, match=re.escape(code)):
        determinism.main(["--seeds", "2", "--quiet"])


def test_a_problem_that_is_refused_is_found(monkeypatch, capsys):
    def refuse(*_):
        raise ValueError("no")

    monkeypatch.setattr(cases, "Problem", refuse)
    assert differential.main(["--problems", "2", "--quiet"]) == 1
    assert "2 found" in capsys.readouterr().out


def test_problems_are_of_every_kind():
    many = [cases.at_random(f"kinds {k}", large=k % 10 == 9) for k in range(200)]
    assert many == [cases.at_random(f"kinds {k}", large=k % 10 == 9) for k in range(200)]
    for kind in (
        lambda case: len(case.options) > 15,
        lambda case: not case.options,
        lambda case: not case.primary,
        lambda case: not case.plain,
        lambda case: case.problem.colors is not None,
        lambda case: case.costs,
        lambda case: len(case.every) > 5,
        lambda case: case.every and not case.expected,
    ):
        assert 2 < sum(map(bool, map(kind, many))) < 198


def test_brute_force():
    p = dominoes(3, 4)
    options = [list(p.option(k)) for k in range(p.n_options)]
    assert len(by_force(Case(options, dict.fromkeys(p.primary, (1, 1)), []))) == 11
    red, green = Colored("x", "red"), Colored("x", "green")
    painted = Case([["a", red], ["b", red], ["b", green], ["x"]], {"a": (1, 1), "b": (0, 2)}, ["x"])
    assert by_force(painted) == [(0,), (0, 1)]


def test_a_fault_is_found_and_made_small(monkeypatch, capsys):
    """The fault is a count one too high with both a color and a memoized search."""
    count = Count.run

    def wrong(self, **how):
        count(self, **how)
        self.count += self.stats.method == "memo" and self.problem.colors is not None
        return self.count

    monkeypatch.setattr(Count, "run", wrong)
    assert differential.main(["--problems", "30", "--share", "0", "--quiet"]) == 1
    test = next(line for line in capsys.readouterr().out.splitlines() if "case = " in line)
    case = eval(test.partition("= ")[2], {"Case": Case, "Colored": Colored})
    assert differential.fails(CHECKS["methods"], case)
    assert sum(map(len, case.options)) <= 3
    monkeypatch.undo()
    assert not differential.fails(CHECKS["methods"], case)


def test_a_fault_on_a_board_is_found(monkeypatch):
    board = boards.at_random("board")
    assert not differential.fails_on(board)
    monkeypatch.setattr(boards, "clues", lambda board, puzzle: [])
    assert differential.fails_on(board)
