# SPDX-License-Identifier: MIT
"""Exit codes as grep, sysexits.h and shells have them, the same in the help and in every command."""

import os
import re

import pytest

from dlx.terminal import cli
from dlx.terminal.exit_codes import ExitCode
from tests import ROOT


def test_the_codes_are_those_of_other_programs():
    assert [int(code) for code in ExitCode] == [0, 1, 2, 3, 70, 130]
    assert getattr(os, "EX_SOFTWARE", 70) == ExitCode.FAULT


@pytest.mark.parametrize("command", ["solve", "count", "prove"])
def test_the_help_names_every_code(command, capsys):
    assert cli.main([command, "--help"]) == ExitCode.DONE
    named = re.findall(r"(\d+) \w", capsys.readouterr().out.partition("exit codes:")[2])
    assert [int(code) for code in named] == [int(code) for code in ExitCode]


@pytest.mark.parametrize(
    ("text", "code"),
    [("a\na\n", ExitCode.DONE), ("a b\na\n", ExitCode.NOT_FOUND), ("a\nb\n", ExitCode.BAD_INPUT)],
)
def test_a_code_for_each_kind_of_answer(dlx, file, text, code):
    assert dlx("solve", file(text), "-q")[0] == code


def test_limits_and_interrupts(dlx, monkeypatch):
    queens = ROOT / "examples" / "queens6.dlx"
    assert dlx("count", queens, "--node-limit", 1, "-q")[0] == ExitCode.STOPPED

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("dlx.problem.Problem.explain", interrupted)
    assert dlx("explain", queens)[0] == ExitCode.INTERRUPTED
