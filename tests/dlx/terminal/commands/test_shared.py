# SPDX-License-Identifier: MIT
"""The shared parts of commands: options by number and by text, warnings, and the bar."""

import io
import sys
from argparse import Namespace

import pytest

from dlx import Progress
from dlx.engine.bar import SECONDS_BEFORE_BAR
from dlx.terminal.commands.shared import Watch
from tests.dlx.terminal.runs import COLORS, QUEENS, TOY, finished, queens
from tests.dlx.terminal.test_cli import COMMANDS


def test_given_and_banned_by_number(dlx):
    assert dlx("count", QUEENS, "--given", 1, "-q")[1] == "1\n"
    assert dlx("count", QUEENS, "--given", "1,9", "-q")[1] == "1\n"
    assert dlx("count", QUEENS, "--given", "1,10", "-q")[1] == "0\n"
    assert dlx("count", QUEENS, "--banned", "1", "--banned", " 2 , 3", "-q")[1] == "1\n"
    assert dlx("count", QUEENS, "--given", 1, "--given", 1, "-q")[1] == "1\n"
    assert dlx("count", QUEENS, "--given", "0,1")[:2] == (1, "0\n")  # they contradict each other
    assert dlx("solve", TOY, "--given", 3, "--banned", 3, "-q") == (1, "", "")


def test_given_and_banned_by_text(dlx):
    assert dlx("count", TOY, "--given", "f  a d", "-q")[:2] == (0, "1\n")
    assert dlx("count", TOY, "--given", "a d f", "--given", "0", "--banned", "g b", "-q")[:2] == (1, "0\n")
    assert dlx("count", COLORS, "--given", "shirt:red Cid key", "-q")[:2] == (1, "0\n")
    assert dlx("count", COLORS, "--given", "shirt:red Cid", "-q")[:2] == (0, "1\n")


def test_text_of_an_option_that_looks_like_a_number(dlx, file):
    name = file("1 2\n1\n2\n1 2\n")
    assert dlx("count", name, "--given", "2", "-q")[1] == "1\n"  # option 2
    assert dlx("list", name, "--given", "1 2", "-q")[1] == "1 2\n"


@pytest.mark.parametrize("option", ["--given", "--banned"])
@pytest.mark.parametrize("command", COMMANDS)
def test_assumptions_that_make_no_sense(dlx, file, command, option):
    name = file("a b | x\na\nb\na\na b\nb x:1\n" + "b x:2\n" * 20)
    for text, complaint in {
        "26": f"{option[2:]} option 26 is out of range: the problem has 25 options (0 to 24)",
        "-1": f"{option[2:]} option -1 is out of range",
        "a": f"{option} 'a': 2 options have exactly these items; give one number of 0, 2\n",
        "x:2 b": f"{option} 'x:2 b': 20 options have exactly these items; give one number of 5, 6, 7, ",
        "b x": f"{option} 'b x': no option has exactly these items",
        "a a": f"{option} 'a a': no option has exactly these items",
        "z": f"{option} 'z': there is no item 'z'; give option numbers or the items of one",
        "1,": f"{option} '1,': there is no item '1,'",
        "": f"{option} '': there is no item ''",
        "9" * 5000: f"{option} '{'9' * 57}...': there is no item",
    }.items():
        code, out, err = dlx(command, name, f"{option}={text}")
        assert (code, out) == (2, "")
        assert err.startswith(f"dlx: {complaint}")


def test_no_bar_when_quiet_or_not_watched(file):
    name = file(queens(20))
    assert finished("count", name, "--time-limit", "1.3", "-q")[2] == ""
    assert finished("count", name, "--time-limit", "1.3")[2].count("\n") == 1


@pytest.mark.parametrize("command", ["solve", "count", "list", "sample", "zdd", "estimate", "option-status", "explain"])
def test_options_without_a_primary_item(dlx, file, command):
    path = file("a b | x y\na x\nx y\nb\ny\n")
    _, out, err = dlx(command, path)
    assert err.startswith("dlx: warning: 2 options have no primary item and are never chosen, first option 1\n")
    assert err.count("warning") == 1
    code, quiet, err = dlx(command, path, "-q")
    assert (code, err) == (0, "")
    assert quiet == out or command == "estimate"  # its output contains seconds
    err = dlx(command, file("a | x\na\nx\n"))[2]
    assert err.startswith("dlx: warning: option 1 has no primary item and is never chosen\n")
    assert "warning" not in dlx(command, TOY)[2] + dlx("info", path)[2]


@pytest.mark.parametrize(
    ("command", "out", "err", "wanted"),
    [
        ("list", False, True, True),
        ("list", True, True, False),
        ("count", True, True, True),
        ("count", True, False, False),
    ],
)
def test_the_bar_does_not_disturb_a_list_on_a_terminal(command, out, err, wanted, monkeypatch):
    for name, terminal in (("stdout", out), ("stderr", err)):
        monkeypatch.setattr(sys, name, io.StringIO())
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda terminal=terminal: terminal, raising=False)
    with Watch(Namespace(command=command, quiet=False)) as watch:
        watch(Progress(0.5, 7, 1, SECONDS_BEFORE_BAR))
        assert watch.wanted == (watch.meter.bar is not None) == wanted
    assert watch.meter.bar is None
