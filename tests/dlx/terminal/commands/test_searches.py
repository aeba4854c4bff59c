# SPDX-License-Identifier: MIT
"""Other commands: count by other methods, sample, zdd, estimate, option-status, explain, reduce, export."""

import json
import re

import pytest

from dlx import ZDD, Group, Problem, Progress
from dlx.engine.bar import how_far
from dlx.models import latin_squares
from dlx.questions.explain import SOLVABLE
from tests import ROOT
from tests.problems import hard_triples, langford

TOY = str(ROOT / "examples" / "toy.dlx")
QUEENS = str(ROOT / "examples" / "queens6.dlx")


def dominoes(rows, columns):
    def cell(r, c):
        return f"{r},{c}"

    across = [f"{cell(r, c)} {cell(r, c + 1)}" for r in range(rows) for c in range(columns - 1)]
    down = [f"{cell(r, c)} {cell(r + 1, c)}" for r in range(rows - 1) for c in range(columns)]
    items = " ".join(cell(r, c) for r in range(rows) for c in range(columns))
    return "\n".join([items, *across, *down, ""])


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
    code, out, err = dlx("count", file(dominoes(16, 30), "large.dlx"), "--time-limit", 0.1)
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


def test_sample(dlx, file, tmp_path):
    code, out, err = dlx("sample", "-n", 3, "--seed", 5, QUEENS)
    assert code == 0
    assert err == "dlx: 3 solutions drawn from 4, each as likely as any other\n"
    assert len(out.split("\n\n")) == 3
    assert dlx("sample", "-n", 3, "--seed", 5, QUEENS)[1] == out
    code, out, err = dlx("sample", "--json", "-q", TOY)
    assert (code, json.loads(out)["options"], err) == (0, [0, 3, 4], "")
    assert dlx("sample", file("a b\na\n"))[::2] == (1, "dlx: no solution\n")
    latin_squares(7).write(squares := tmp_path / "squares")
    code, out, err = dlx("sample", "--seed", 1, squares)
    assert (code, len(out.splitlines())) == (0, 49)
    assert err == "dlx: 1 solution drawn from 61,479,419,904,000, each as likely as any other\n"
    assert dlx("sample", file(dominoes(10, 10)), "--time-limit", 0)[0] == 3
    code, out, err = dlx("sample", file(dominoes(10, 10)), "--max-nodes", 100)
    assert (code, out, err) == (3, "", "dlx: stopped: the diagram exceeds its limit of nodes\n")


def test_sample_with_an_error(dlx, file, monkeypatch):
    monkeypatch.setattr("dlx.questions.sample.BEFORE_RUNS_NODES", 0)
    board = file(dominoes(10, 10))
    code, out, err = dlx("sample", "-n", 2, "--seed", 1, "--error", 0.1, board)
    assert code == 0 and [len(one.splitlines()) for one in out.split("\n\n")] == [50, 50]
    assert re.fullmatch(
        r"dlx: 2 solutions drawn from about 2\.\de11 \(.*\), each as likely as any other up to an error of 0\.1\n", err
    )
    code, out, err = dlx("sample", "--error", 0.1, "--max-nodes", 9, board)
    assert (code, out) == (2, "")
    exact = "samples from a diagram are exact; leave out one of them"
    assert err == f"dlx: --error cannot be combined with --max-nodes; {exact}\n"
    assert dlx("sample", "--error", 2, board)[0] == 2
    assert dlx("sample", "--error", 0.1, file("a b\na\n"))[::2] == (1, "dlx: no solution\n")


def test_zdd(dlx, file, tmp_path):
    board = file(dominoes(6, 6))
    code, out, _ = dlx("zdd", board)
    assert (code, out) == (0, f"{len(Problem.read(board).zdd())} nodes\n6,728 solutions\n")
    code, out, _ = dlx("zdd", board, "--json", "--order", "mrv", "-o", tmp_path / "z", "--dot", tmp_path / "z.dot")
    answer = json.loads(out)
    assert (code, answer["count"], len(answer["count_per_option"])) == (0, 6728, 60)
    assert sum(answer["count_per_option"]) == 18 * 6728
    assert ZDD.load(tmp_path / "z", Problem.read(board)).count() == 6728
    assert (tmp_path / "z.dot").read_text().startswith("digraph {")
    code, out, _ = dlx("zdd", TOY, "--dot", "-")
    assert out.startswith("digraph {")
    assert dlx("zdd", file("a b\na\n"))[0] == 1
    code, out, _ = dlx("zdd", file(dominoes(10, 10)), "--time-limit", 0, "--json")
    assert (code, json.loads(out)["status"]) == (3, "stopped")


def test_estimate(dlx, file):
    code, out, _ = dlx("estimate", QUEENS)
    assert (code, out.startswith("103 nodes, 4 solutions, ")) == (0, True)
    board = file(dominoes(8, 8))
    code, out, _ = dlx("estimate", board, "--samples", 200, "--seed", 3, "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["samples"]) == (0, "complete", 200)
    assert answer["solutions"]["low"] < 12988816 * 2
    assert answer["solutions"]["high"] > 12988816 / 2
    assert dlx("estimate", board, "--time-limit", 0)[0] == 3
    assert "Infinity" not in dlx("estimate", board, "--time-limit", 0, "--json")[1]


def test_option_status(dlx, file):
    code, out, err = dlx("option-status", TOY)
    lines = ["all     0: c e", "none    1: a d g", "none    2: b c f", "all     3: a d f", "all     4: b g"]
    assert (code, out.splitlines()[:5]) == (0, lines)
    assert err == "dlx: 6 options: 3 in all, 0 in some, 3 in none of the solutions (1 search)\n"
    code, out, err = dlx("option-status", TOY, "--json", "-q")
    assert json.loads(out)["options"] == ["all", "none", "none", "all", "all", "none"]
    assert dlx("option-status", file("a b\na\n"))[0] == 1
    assert dlx("option-status", file(dominoes(8, 8)), "--time-limit", 0)[0] == 3


def test_an_explanation_has_ten_seconds(dlx, monkeypatch):
    asked = []

    def explain(self, **how):
        asked.append(how["time_limit"])
        return SOLVABLE

    monkeypatch.setattr("dlx.problem.Problem.explain", explain)
    for more in ([], ["--time-limit", 0], ["--time-limit", 12]):
        assert dlx("explain", TOY, *more)[0] == 0
    assert asked == [10, 0, 12]


def test_the_seed_of_an_estimate(dlx, monkeypatch):
    asked = []

    def estimate(self, samples, seed, **how):
        asked.append((samples, seed))
        raise ValueError("enough")

    monkeypatch.setattr("dlx.problem.Problem.estimate", estimate)
    for more in ([], ["--seed", 7, "--samples", 3]):
        assert dlx("estimate", TOY, *more)[0] == 2
    assert asked == [(asked[0][0], 0), (3, 7)]


def test_explain(dlx, file):
    assert dlx("explain", TOY)[:2] == (0, "there is a solution\n")
    code, out, _ = dlx("explain", file("a b\na\n"))
    assert (code, "'b'" in out) == (1, True)
    code, out, _ = dlx("explain", TOY, "--given", "0,1,2", "--json")
    assert (code, json.loads(out)["kind"]) == (1, "contradiction")
    assert dlx("explain", file(dominoes(9, 9)), "--time-limit", 0)[0] in (1, 3)


def test_reduce(dlx, file, tmp_path):
    small = tmp_path / "small.dlx"
    board = file("a b c | x\na b\nc x\nb c\na\nb x\n")
    code, out, err = dlx("reduce", board, "-o", small)
    assert (code, out) == (0, "")
    assert "options ->" in err
    assert dlx("count", small)[1] == dlx("count", board)[1]
    code, out, err = dlx("reduce", board)
    assert (code, out) == (0, small.read_text())
    code, out, err = dlx("reduce", TOY, "--json", "-q")
    answer = json.loads(out)
    assert (answer["forced"], answer["removed"], answer["options"], err) == ([0, 3, 4], [1, 2, 5], [], "")
    assert dlx("reduce", file("a b\na\n"))[0] == 1
    assert dlx("reduce", file(dominoes(8, 8)), "--time-limit", 0)[0] == 3


def test_export(dlx, tmp_path):
    for form, word in (("cnf", "p cnf 6 "), ("opb", "* #variable= 6 "), ("lp", "Subject To")):
        code, out, err = dlx("export", TOY, "--to", form)
        assert (code, word in out, err) == (0, True, "")
    target = tmp_path / "toy.cnf"
    assert dlx("export", TOY, "--to", "cnf", "-o", target, "--encoding", "sequential", "--given", 0)[:2] == (0, "")
    assert "\n1 0\n" in target.read_text()
    assert dlx("export", TOY)[0] == 2
    assert dlx("export", TOY, "--to", "cnf", "-o", tmp_path)[0] == 2


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


def test_option_status_of_the_empty_solution(dlx, file):
    assert dlx("option-status", file("0:1|a\n"), "-q") == (0, "", "")
    assert dlx("option-status", file("0:1|a\na\n"), "--banned", "0", "-q") == (0, "none    0: a\n", "")
    assert dlx("option-status", file("a\na\n"), "--banned", "0", "-q") == (1, "none    0: a\n", "")


def test_a_diagram_without_room(dlx, file):
    code, out, err = dlx("count", file(dominoes(12, 12)), "--method", "zdd", "--max-memory", 1, "--json")
    assert (code, json.loads(out)["status"]) == (3, "stopped")
    assert "stopped: the diagram exceeds its limit of nodes" in err


def test_what_would_be_ignored_is_refused(dlx):
    code, out, err = dlx("export", TOY, "--to", "lp", "--encoding", "sequential")
    assert (code, out) == (2, "")
    assert "--encoding needs --to cnf" in err
    for how in (["--limit", 5], ["--node-limit", 5], ["--checkpoint", "x"], ["--method", "search"]):
        code, out, err = dlx("count", TOY, "--max-memory", 5, *how)
        assert (code, out) == (2, "")
        assert "--max-memory cannot be combined with " in err
    assert dlx("sample", TOY, "--banned", "0", "-q") == (1, "", "")


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
    if words in (("solve",), ("explain",), ("option-status",), ("count", "--limit", "2")):
        file = hard
    code, out, err = dlx(command, file, *options, "--time-limit", limit)
    assert code == 3, (out, err)
    assert "Traceback" not in err


def test_files_without_a_name(dlx):
    for words in (["zdd", TOY, "-o", "-"], ["reduce", TOY, "-o", ""], ["export", TOY, "--to", "cnf", "-o", ""]):
        code, out, err = dlx(*words)
        assert (code, out) == (2, ""), err
        assert "name" in err


def test_models_stop_in_time(dlx):
    for way in (["--orbits"], ["--draw", "-"]):
        code, out, err = dlx("model", "langford", "30", *way, "--time-limit", "0")
        assert code == 3, (out, err)
        assert "time limit" in err
    code, out, err = dlx("model", "queens", "8", "--time-limit", "5")
    assert (code, out) == (2, "")
    assert "--time-limit is for --draw, --sheet and --orbits" in err
