# SPDX-License-Identifier: MIT
"""The command `dlx`: its output streams, exit codes, limits, Ctrl-C and closed pipes."""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from dlx import Problem, __version__, format_option
from tests.dlx.terminal.runs import COLORS, DLX, QUEENS, TOY, finished, queens
from tests.processes import started

COMMANDS = ["solve", "count", "list", "sample", "zdd", "estimate", "option-status", "explain", "reduce", "info"]


# --- answers


def test_solve(dlx):
    code, out, err = dlx("solve", TOY)
    assert (code, out) == (0, "c e\na d f\nb g\n")
    assert err.startswith("dlx: found a solution (6 nodes, 1 guess, ")


def test_solve_with_colors(dlx):
    assert dlx("solve", COLORS, "-q") == (0, "Ann shirt:red key\nBob shirt:red\nCid shirt:red\n", "")


def test_no_solution(dlx, file):
    name = file("a b\na\n")
    assert dlx("solve", name, "-q") == (1, "", "")
    assert dlx("count", name, "-q") == (1, "0\n", "")
    assert dlx("list", name, "-q") == (1, "", "")
    for command in ("solve", "count", "list"):
        assert dlx(command, name)[2].startswith("dlx: no solution (")


def test_count(dlx):
    code, out, err = dlx("count", QUEENS)
    assert (code, out) == (0, "4\n")
    assert err.startswith("dlx: 4 solutions, and no more (")


def test_list(dlx):
    code, out, err = dlx("list", QUEENS)
    blocks = out.removesuffix("\n").split("\n\n")
    assert code == 0
    assert len(set(blocks)) == 4
    problem = Problem.read(QUEENS)
    numbers = {format_option(problem, k): k for k in range(problem.n_options)}
    for block in blocks:
        assert problem.verify([numbers[line] for line in block.split("\n")])
    assert err.startswith("dlx: 4 solutions, and no more (")


def test_seed(dlx):
    lists = [dlx("list", QUEENS, "--seed", seed)[1].removesuffix("\n").split("\n\n") for seed in (1, 1, 2, 3, -5)]
    assert lists[0] == lists[1]
    assert len({tuple(blocks) for blocks in lists}) > 1
    assert len({tuple(sorted(blocks)) for blocks in lists}) == 1
    assert dlx("solve", QUEENS, "--seed", 4, "-q")[0] == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_quiet_is_silent(dlx, command):
    assert dlx(command, TOY, "-q")[2] == ""


def test_standard_input(dlx, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(TOY).read_bytes())))
    assert dlx("count", "-")[:2] == (0, "1\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("a\nb\n"))
    assert dlx("count", "-") == (2, "", "dlx: <stdin>:2: there is no item 'b' in the line of items\n")
    monkeypatch.setattr(sys, "stdin", None)
    assert dlx("count", "-") == (2, "", "dlx: there is no standard input\n")


# --- assumptions


# --- limits


def test_limit(dlx):
    code, out, err = dlx("count", QUEENS, "--limit", 2)
    assert (code, out) == (0, "2\n")
    assert "2 solutions, the number requested; there may be more" in err
    code, out, err = dlx("list", QUEENS, "--limit", 2)
    assert (code, out.count("\n\n")) == (0, 1)
    assert "there may be more" in err
    assert dlx("count", QUEENS, "--limit", 5)[:2] == (0, "4\n")


def test_node_limit(dlx):
    code, out, err = dlx("count", QUEENS, "--node-limit", 60)
    assert code == 3
    found = int(out.removeprefix("at least "))
    assert 0 < found < 4 and out == f"at least {found}\n"
    assert f"stopped by the node limit: at least {found} solution" in err
    assert "(60 nodes, " in err
    code, out, err = dlx("solve", QUEENS, "--node-limit", 3)
    assert (code, out) == (3, "")
    assert "stopped by the node limit before a solution was found" in err
    code, out, err = dlx("list", QUEENS, "--node-limit", 60)
    assert code == 3
    assert len(out.splitlines()) in (7, 14, 21)
    assert out.splitlines()[-1] == f"| stopped by the node limit: at least {out.count('r1')} solution"


def test_time_limit(dlx, file):
    name = file(queens(20))
    for command in ("count", "list"):
        for limit in ("0.05", "0.5", "5", "50"):  # on a busy machine, the first is too short for a solution
            code, out, err = dlx(command, name, "--time-limit", limit)
            assert code == 3
            if "before a solution" not in err:
                break
        assert out
        assert "stopped by the time limit: at least " in err
    assert dlx("solve", name, "--time-limit", 0)[:2] == (3, "")
    assert dlx("count", name, "--time-limit", 0, "-q") == (3, "at least 0\n", "")
    assert dlx("count", QUEENS, "--time-limit", "inf")[:2] == (0, "4\n")


# --- JSON


def test_json_solve(dlx, file):
    code, out, _ = dlx("solve", COLORS, "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["solution"] == {
        "options": [0, 2, 5],
        "items": [["Ann", "shirt:red", "key"], ["Bob", "shirt:red"], ["Cid", "shirt:red"]],
    }
    assert (answer["command"], answer["status"]) == ("solve", "solution limit")
    assert answer["stats"]["nodes"] == 4
    code, out, _ = dlx("solve", file("a b\na\n"), "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["solution"]) == (1, "complete", None)


def test_json_count(dlx):
    code, out, _ = dlx("count", QUEENS, "--json")
    answer = json.loads(out)
    assert (code, answer["count"], answer["exact"], answer["status"]) == (0, 4, True, "complete")
    code, out, _ = dlx("count", QUEENS, "--json", "--limit", 1)
    answer = json.loads(out)
    assert (code, answer["count"], answer["exact"], answer["status"]) == (0, 1, False, "solution limit")
    code, out, _ = dlx("count", QUEENS, "--json", "--node-limit", 1)
    answer = json.loads(out)
    assert (code, answer["count"], answer["exact"], answer["status"]) == (3, 0, False, "node limit")
    assert set(answer["stats"]) >= {"nodes", "updates", "guesses", "solutions", "max_level", "seconds", "kernel"}


def test_json_list(dlx):
    code, out, _ = dlx("list", QUEENS, "--json")
    *solutions, summary = map(json.loads, out.splitlines())
    problem = Problem.read(QUEENS)
    assert code == 0
    assert [tuple(s["options"]) for s in solutions] == [s.options for s in problem.solutions()]
    for solution in solutions:
        assert solution["items"] == [list(problem.option(k)) for k in solution["options"]]
    assert (summary["command"], summary["status"], summary["solutions"]) == ("list", "complete", 4)


# --- info


# --- errors and usage


@pytest.mark.parametrize("command", COMMANDS)
def test_bad_files(dlx, file, tmp_path, command):
    for args, complaint in {
        file("a b\na c\n", "unknown.dlx"): "unknown.dlx:2: there is no item 'c' in the line of items",
        file("", "empty.dlx"): "empty.dlx:1: there is no line of items",
        file(b"\x1f\x8b\x08rubbish", "z.gz"): "z.gz:1: this is a gzip file, not text; unpack it first (gzip -dc)",
        file("a\n" + "b" * 10**6, "long.dlx"): "long.dlx:2: there is no item 'bbbbb",
        str(tmp_path / "nothing.dlx"): "nothing.dlx: No such file or directory",
        str(tmp_path): ": Is a directory",
        "a\0b": "embedded null byte",
    }.items():
        code, out, err = dlx(command, args)
        assert (code, out) == (2, "")
        assert err.startswith("dlx: ")
        assert complaint in err
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["frobnicate", TOY],
        ["solve"],
        ["solve", TOY, TOY],
        ["solve", TOY, "--limit", "2"],
        ["count", TOY, "--limit", "0"],
        ["count", TOY, "--limit", "many"],
        ["count", TOY, "--limit", "²"],
        ["count", TOY, "--seed", "1"],
        ["list", TOY, "--node-limit", "-3"],
        ["list", TOY, "--time-limit", "nan"],
        ["list", TOY, "--time-limit", "-1"],
        ["list", TOY, "--time", "1"],
    ],
)
def test_bad_usage(dlx, args):
    code, out, err = dlx(*args)
    assert (code, out) == (2, "")
    assert "usage: dlx" in err


def test_help(dlx):
    code, out, err = dlx("--help")
    assert (code, err) == (0, "")
    assert "examples:" in out
    toy = [line for line in Path(TOY).read_text().splitlines() if not line.startswith("|")]
    assert "\n".join(f"  {line}" for line in toy) in out
    for command in COMMANDS:
        code, out, _ = dlx(command, "--help")
        assert code == 0
        assert "examples:\n  dlx " + command in out


def test_version(dlx):
    assert dlx("--version") == (0, f"dlx (dlx-engine {__version__})\n", "")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError("no memory for 5 nodes"), "dlx: out of memory: no memory for 5 nodes\n"),
        (MemoryError(), "dlx: out of memory\n"),
        (OverflowError("more than 2^31 nodes"), "dlx: more than 2^31 nodes\n"),
        (PermissionError(13, "Permission denied", "f.dlx"), "dlx: f.dlx: Permission denied\n"),
    ],
)
def test_errors_without_a_traceback(dlx, monkeypatch, error, message):
    def fail(*_):
        raise error

    monkeypatch.setattr(Problem, "read", fail)
    assert dlx("count", TOY) == (2, "", message)


# --- as a process


def test_names_that_the_output_cannot_show(file):
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    assert finished("solve", file("é\né\n"), "-q", env=environment) == (0, "\\xe9\n", "")


def test_a_solution_is_there_before_the_next_is_found(file):
    """The first solution appears at once, not held in a buffer during the search without solutions that follows."""
    items, *options = holes().splitlines()
    pigeons, _, places = items.partition(" |")
    text = "\n".join([f"{pigeons} end |{places}", f"{pigeons} end", "end", *options])  # bits tries `end` last, too
    with started(*DLX, "list", file(text)) as process:
        assert process.stdout.readline() == f"{pigeons} end\n"
        assert process.poll() is None


def holes():
    """Return 20 pigeons for 19 holes, at most one each: no solution, and over 19! nodes to prove it."""
    n = 20
    pigeons, places = [f"p{k}" for k in range(n)], [f"h{k}" for k in range(n - 1)]
    return "\n".join([" ".join([*pigeons, "|", *places]), *[f"{p} {h}" for p in pigeons for h in places], ""])
