# SPDX-License-Identifier: MIT
"""The command `dlx draw`: its files, its messages, and the limits that it sets."""

import argparse
import inspect
from xml.etree import ElementTree

import pytest

from dlx.drawing.tree import walk
from dlx.terminal.commands.forms import draw as command
from tests import ROOT

TOY = ROOT / "examples" / "toy.dlx"


def test_limits_of_the_command(monkeypatch):
    asked, defaults = [], inspect.signature(walk).parameters

    def walked(*_, max_nodes=defaults["max_nodes"].default, time_limit=defaults["time_limit"].default, **how):
        return searched(max_nodes=max_nodes, time_limit=time_limit)

    def searched(*_, **how):
        asked.append((how.get("max_nodes"), how["time_limit"], how.get("limit")))
        raise ValueError("enough")

    monkeypatch.setattr("dlx.drawing.tree.walk", walked)
    monkeypatch.setattr("dlx.problem.Problem.search", searched)
    for more in (["--tree"], ["--tree", "--max-nodes", 7, "--time-limit", 3], [], ["--time-limit", 0]):
        with pytest.raises(ValueError, match="enough"):
            run(TOY, *more)
    assert asked == [(200, 10, None), (7, 3, None), (None, 10, 1), (None, 0, 1)]


def run(*arguments):
    parser = argparse.ArgumentParser()
    parser.set_defaults(command="draw")
    parser.add_argument("file")
    for name in ("given", "banned"):
        parser.add_argument(f"--{name}", action="append", default=[])
    parser.add_argument("-q", "--quiet", action="store_true")
    parser.add_argument("--time-limit", type=float)
    parser.add_argument("-o", "--output")
    parser.add_argument("--tree", action="store_true")
    parser.add_argument("--max-nodes", type=int)
    return command(parser.parse_args(list(map(str, arguments))))


def test_command(tmp_path, capsys):
    out = tmp_path / "toy.svg"
    assert run(TOY, "-o", out) == 0
    assert ElementTree.parse(out).getroot()[0].text == "matrix of toy.dlx"
    assert "a solution is marked" in capsys.readouterr().err
    assert run(TOY, "--tree") == 0
    assert "└─ 3: a d f ─ b (1)" in capsys.readouterr().out
    assert run(TOY, "--banned", "0", "-q") == 0
    assert capsys.readouterr().err == ""
    assert run(TOY, "--banned", "0") == 0
    assert "there is no solution" in capsys.readouterr().err
    assert run(TOY, "--tree", "--max-nodes", "2") == 3
    assert "stopped there" in capsys.readouterr().err
    assert run(TOY, "--time-limit", "0") == 3
    assert "time ran out" in capsys.readouterr().err
    with pytest.raises(ValueError, match=r"toy\.eps"):  # raised before anything is read
        run(tmp_path / "none.dlx", "-o", "toy.eps")
    with pytest.raises(FileNotFoundError):
        run(tmp_path / "none.dlx")
