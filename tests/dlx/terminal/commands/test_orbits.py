# SPDX-License-Identifier: MIT
"""Solutions up to symmetry on the command line: count and list with --orbits."""

import json

import pytest

from dlx import Group, Problem
from dlx.models import latin_squares
from tests.dlx.terminal.runs import TOY


@pytest.fixture
def squares(tmp_path):
    """Write the Latin squares of order 6: 812,851,200 squares, 12 main classes."""
    path = tmp_path / "squares.dlx"
    latin_squares(6).write(path)
    return path


def test_orbits(dlx, squares):
    code, out, err = dlx("count", squares, "--orbits", "auto")
    assert (code, out) == (0, "12\n")
    assert err.startswith("dlx: 12 orbits of solutions under 2,239,488,000 symmetries (")
    code, out, err = dlx("count", TOY, "--orbits", "auto", "--json", "-q")
    told = json.loads(out)
    assert (code, err, told["count"], told["exact"], told["stats"]["symmetries"]) == (0, "", 1, True, 1)
    code, out, err = dlx("list", squares, "--orbits", "auto")
    assert (code, out.count("\n\n"), len(out.split("\n\n")[0].splitlines())) == (0, 11, 36)
    code, out, err = dlx("list", squares, "--orbits", "auto", "--limit", 2, "--json")
    assert code == 0 and len(out.splitlines()) == 3
    assert json.loads(out.splitlines()[-1])["solutions"] == 2
    assert "stopped by the solution limit: at least 2 orbits" in err


def test_orbits_with_given_options(dlx, squares):
    """The numbers of symmetries that preserve one option of 216, and a pair that shares no line."""
    code, out, err = dlx("count", squares, "--orbits", "auto", "--given", "0")
    assert (code, out) == (0, "40\n") and "under 10,368,000 symmetries" in err
    code, listed, err = dlx("list", squares, "--orbits", "auto", "--given", "0", "-q")
    assert (code, listed.count("\n\n"), err) == (0, 39, "")
    code, out, err = dlx("count", TOY, "--orbits", "auto", "--banned", "a d f", "--json")
    assert (code, json.loads(out)["count"]) == (1, 0)


def test_orbits_that_are_cut_short(dlx, squares, monkeypatch):
    p = latin_squares(7)
    equal = [p.option(k) for k in range(p.n_options) for _ in "ab"]  # without them, Burnside's mean would count
    Problem(equal, p.primary, p.secondary).write(squares.with_name("large.dlx"))
    code, out, err = dlx("count", squares.with_name("large.dlx"), "--orbits", "auto", "--max-memory", 1)
    assert (code, out) == (3, "") and "partial solutions exceed --max-memory" in err
    for command, place in (("count", "count"), ("list", "solutions")):
        with monkeypatch.context() as patch:
            patch.setattr(Group, place, lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt()).__next__())
            code, out, err = dlx(command, squares, "--orbits", "auto")
        mark = "| interrupted: at least 0 solutions\n" * (command == "list")
        assert (code, out) == (130, mark) and "interrupted: at least 0 orbits" in err


@pytest.mark.parametrize("command", ["count", "list"])
@pytest.mark.parametrize("words", [("--node-limit", 5), ("--limit", 5), ("--min-cost",), ("--seed", 1)])
def test_options_that_do_not_go_with_orbits(dlx, squares, command, words):
    code, out, err = dlx(command, squares, "--orbits", "auto", *words)
    if (command, words[0]) == ("list", "--limit"):
        assert code == 0
    else:
        assert (code, out) == (2, "")
        assert f"cannot be combined with {words[0]}" in err or f"count does not take {words[0]}" in err
