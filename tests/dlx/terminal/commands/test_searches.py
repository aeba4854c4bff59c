# SPDX-License-Identifier: MIT
"""Commands that search: count by other methods, on workers, by cost; and each command within its time limit."""

import json
import sys

import pytest

from dlx import Group, Problem, Progress
from dlx.engine.bar import how_far
from dlx.models import latin_squares
from dlx.terminal import cli
from tests import rup
from tests.dlx.terminal.runs import QUEENS, TOY, dominoes
from tests.problems import hard_triples, langford, queens


def test_count_by_every_method(dlx, file):
    board = file(dominoes(8, 8))
    for method, by, states in (
        ("auto", "frontier", "4,170"),
        ("frontier", "frontier", "2,208"),
        ("memo", "memo", "1,339"),
        ("zdd", "zdd", "1,339"),
    ):
        code, out, err = dlx("count", board, "--method", method)
        assert (code, out) == (0, "12988816\n")
        assert f"by {by}, " in err
        assert f"of {states} states seen before" in err
    code, out, err = dlx("count", QUEENS, "--method", "search")
    assert (code, out) == (0, "4\n")
    code, out, err = dlx("count", board, "--json")
    answer = json.loads(out)
    assert (answer["count"], answer["exact"], answer["stats"]["method"]) == (12988816, True, "frontier")
    code, out, err = dlx("count", board, "--max-memory", 1)
    assert (code, out) == (0, "12988816\n")
    code, out, err = dlx("count", file(dominoes(22, 40), "large.dlx"), "--time-limit", 0.1)
    assert (code, err.startswith("dlx: stopped by the time limit")) == (3, True)
    for limit in ("--limit", "--node-limit"):
        code, out, err = dlx("count", board, "--method", "memo", limit, 5)
        assert (code, out, err) == (2, "", f"dlx: {limit} cannot be combined with --method memo; use --method auto\n")


def test_count_on_many_workers(dlx, file, tmp_path):
    code, out, err = dlx("count", QUEENS, "--workers", 2, "--method", "search")
    assert (code, out) == (0, "4\n")
    assert " part" in err
    assert dlx("count", file(dominoes(8, 8)), "--workers", 2)[:2] == (0, "12988816\n")
    for _ in range(2):
        code, out, _ = dlx("count", QUEENS, "--checkpoint", tmp_path / "run.db", "--json")
        answer = json.loads(out)
        assert (code, answer["count"], answer["exact"], answer["stats"]["parts"]) == (0, 4, True, 1)
    code, out, err = dlx("count", TOY, "--checkpoint", tmp_path / "run.db")
    assert (code, out, err) == (2, "", f"dlx: {tmp_path / 'run.db'} is the checkpoint of another problem\n")
    assert dlx("count", TOY, "--workers", 2, "--limit", 3)[0] == 2
    assert dlx("count", TOY, "--workers", 2, "--method", "zdd")[0] == 2
    assert dlx("count", TOY, "--workers", 0)[0] == 2


def test_count_in_an_order(dlx):
    plain = dlx("count", QUEENS)[:2]
    assert dlx("count", QUEENS, "--order", "leftmost", "--method", "memo")[:2] == plain
    code, _, err = dlx("count", QUEENS, "--order", "mrv", "--limit", 3)
    assert code == 2 and "--order cannot be combined with --limit" in err


def test_solve_on_workers(dlx):
    assert dlx("solve", TOY, "--workers", 2)[:2] == dlx("solve", TOY)[:2]
    code, out, _ = dlx("solve", QUEENS, "--workers", 2, "--seed", 3, "--json")
    assert (code, len(json.loads(out)["solution"]["options"])) == (0, 6)
    for refused, remedy in ((["--node-limit", 9], "--time-limit"), (["--method", "search"], "--method auto")):
        code, _, err = dlx("solve", TOY, "--workers", 2, *refused)
        assert code == 2 and f"; use {remedy}\n" in err


def test_min_cost(dlx, file):
    costs = file("a b c\na b |4\nc |1\na |1\nb |1\nb c |5\n")
    code, out, err = dlx("solve", costs, "--min-cost")
    assert (code, out) == (0, "c\na\nb\n")
    assert "cost 3" in err
    code, out, err = dlx("list", costs, "--min-cost", "--limit", 2, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert (code, [line["cost"] for line in lines[:-1]]) == (0, [3, 5])
    code, out, err = dlx("list", costs, "--min-cost")
    assert (code, len(out.split("\n\n"))) == (0, 3)
    assert dlx("solve", costs, "--min-cost", "--workers", 2)[:2] == dlx("solve", costs, "--min-cost")[:2]
    assert dlx("solve", costs, "--min-cost", "--workers", 2, "--node-limit", 9)[0] == 2
    code, out, err = dlx("solve", costs, "--min-cost", "--max-cost", "2.5")
    assert (code, out) == (1, "")
    code, out, err = dlx("list", costs, "--min-cost", "--start", "0", "--start", "1", "--max-cost", 5)
    assert (code, len(out.split("\n\n"))) == (0, 2) and "solutions of cost 3 5" in err
    for words in (("--max-cost", 3), ("--start", "0,1")):
        for command in ("solve", "list"):
            assert dlx(command, costs, *words) == (2, "", f"dlx: {words[0]} needs --min-cost or --slack\n")
    assert "is not a number" in dlx("solve", costs, "--min-cost", "--max-cost", "nan")[2]
    code, out, err = dlx("solve", TOY, "--min-cost")
    assert (code, "cost" in err) == (2, True)


def test_min_cost_as_json(dlx, file):
    priced = file("a b\na |3\na |1\nb |2\n")
    code, out, err = dlx("solve", priced, "--min-cost", "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["bound"]) == (0, "complete", 3)
    assert answer["solution"] == {"options": [1, 2], "items": [["a"], ["b"]], "cost": 3}
    code, out, err = dlx("solve", priced, "--min-cost", "--json", "--banned", "2")
    assert (code, json.loads(out)["solution"]) == (1, None)
    code, out, err = dlx("list", priced, "--min-cost", "--json")
    first, second, last = map(json.loads, out.splitlines())
    assert (first["cost"], second["cost"], last["solutions"], last["bound"]) == (3, 5, 2, None)
    code, out, err = dlx("solve", TOY, "--min-cost")
    assert (code, out) == (2, "")
    assert "the problem has no costs" in err


def test_a_diagram_without_room(dlx, file):
    code, out, err = dlx("count", file(dominoes(12, 12)), "--method", "zdd", "--max-memory", 1, "--json")
    assert (code, json.loads(out)["status"]) == (3, "stopped")
    assert "stopped: the diagram exceeds its limit of nodes" in err


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (Progress(0.0, 5, 1, 1.4), "5 nodes, 1 solution, 1 s"),
        (Progress(0.25, 5000, 0, 3600.0, 12), "12 parts, 5,000 nodes, 0 solutions, 60.0 min, about 3.0 h left"),
        (Progress(1e-5, 5, 0, 100.0), "5 nodes, 0 solutions, 100 s, about 115.7 days left"),
    ],
)
def test_how_far(progress, text):
    assert how_far(progress) == text


# --- up to symmetry


# --- stopping every command that searches

ENDLESS = [
    ("solve",),
    ("solve", "--min-cost"),
    ("list",),
    ("list", "--min-cost"),
    ("count",),
    ("count", "--method", "search"),
    ("count", "--method", "memo"),
    ("count", "--method", "zdd"),
    ("count", "--workers", "2"),
    ("count", "--limit", "2"),
    ("count", "--orbits", "auto"),
    ("list", "--orbits", "auto"),
    ("sample",),
    ("zdd",),
    ("estimate", "--samples", "1000000000"),
    ("option-status",),
    ("explain",),
    ("reduce",),
    ("draw",),
    ("draw", "--tree", "--max-nodes", "1000000000"),
]


@pytest.fixture
def hard(tmp_path):
    """Write a problem that nothing decides within seconds, with costs."""
    path = tmp_path / "hard.dlx"
    hard = hard_triples()
    hard.write(path)
    path.write_text(path.read_text().replace("\n", " |1\n").replace(" |1", "", 1))
    return path


@pytest.fixture
def endless(tmp_path):
    """Write a problem that no search completes: dominoes on 24 x 24 cells without two opposite corners, unsolvable."""
    cells = [(r, c) for r in range(24) for c in range(24) if (r, c) not in ((0, 0), (23, 23))]
    pairs = [((r, c), other) for r, c in cells for other in ((r + 1, c), (r, c + 1)) if other in cells]
    path = tmp_path / "endless.dlx"
    path.write_text(
        " ".join(f"{r},{c}" for r, c in cells) + "\n" + "".join(f"{a},{b} {c},{d} |1\n" for (a, b), (c, d) in pairs)
    )
    return path


@pytest.fixture
def many(tmp_path):
    """Write a problem with more solutions than anyone can count."""
    path = tmp_path / "many.dlx"
    langford(28).write(path)
    return path


@pytest.mark.parametrize("limit", ["0", "0.2"])
@pytest.mark.parametrize("words", ENDLESS, ids=" ".join)
def test_every_command_stops_in_time(dlx, endless, hard, many, words, limit):
    command, *options = words
    if command == "reduce":
        limit = "0"  # reduce takes only some milliseconds
    file = many if command == "count" and "--limit" not in options else endless
    if words in (
        ("solve",),
        ("list",),
        ("explain",),
        ("option-status",),
        ("count", "--limit", "2"),
        ("list", "--min-cost"),
    ):
        file = hard
    code, out, err = dlx(command, file, *options, "--time-limit", limit)
    assert code == 3, (out, err)
    assert "Traceback" not in err


def test_models_stop_in_time(dlx):
    for way in (["--orbits"], ["--draw", "-"]):
        code, out, err = dlx("model", "langford", "30", *way, "--time-limit", "0")
        assert code == 3, (out, err)
        assert "time limit" in err
    code, out, err = dlx("model", "queens", "8", "--time-limit", "5")
    assert (code, out) == (2, "")
    assert "--time-limit is for --draw, --sheet and --orbits" in err


# --- The command `dlx prove`, and method sat on the command line


def test_the_command(tmp_path, capsys):
    file, name = tmp_path / "p.dlx", str(tmp_path / "out")
    langford(5).write(file)
    assert cli.main(["prove", str(file), "-o", name]) == 0
    out, err = capsys.readouterr()
    assert out == "" and f"no solution; the clauses are in {name}.cnf, the proof in {name}.drat" in err
    rup.check((tmp_path / "out.cnf").read_text(), (tmp_path / "out.drat").read_text())
    queens(4).write(file)
    assert cli.main(["prove", str(file), "-o", name, "--json"]) == 1
    out, err = capsys.readouterr()
    assert '"cnf": null' in out and "there is a solution" in err
    assert cli.main(["prove", str(file), "-o", name, "--given", "0", "-q"]) == 0
    assert cli.main(["prove", str(file), "-o", name, "--time-limit", "0", "-q"]) == 3
    assert cli.main(["prove", str(file)]) == 2
    assert "name them with -o NAME" in capsys.readouterr().err
    assert cli.main(["prove", str(file), "-o", str(tmp_path / "none" / "x")]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_without_the_package(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    file = tmp_path / "p.dlx"
    queens(3).write(file)
    for words in (["prove", str(file), "-o", str(tmp_path / "out")], ["solve", str(file), "--method", "sat"]):
        assert cli.main(words) == 2
        assert capsys.readouterr().err.endswith("dlx: method 'sat' needs python-sat; pip install python-sat\n")


def test_solve_by_the_command(tmp_path, capsys):
    file = tmp_path / "p.dlx"
    queens(6).write(file)
    assert cli.main(["solve", str(file), "--method", "sat"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 6 and "found a solution (" in err
    assert cli.main(["solve", str(file), "--method", "sat", "--given", "0", "--json"]) == 1
    assert '"solution": null' in capsys.readouterr().out
    assert cli.main(["option-status", str(file), "--method", "sat", "-q"]) == 0
    assert cli.main(["explain", str(file), "--method", "sat", "--given", "0", "-q"]) == 1
    for option in ("--seed", "--workers", "--node-limit"):
        assert cli.main(["solve", str(file), "--method", "sat", option, "1"]) == 2
        assert f"{option} cannot be combined with --method sat; use --method auto" in capsys.readouterr().err


# --- Solutions up to symmetry on the command line: count and list with --orbits


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
