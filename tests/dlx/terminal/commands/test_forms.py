# SPDX-License-Identifier: MIT
"""Commands that convert a problem: zdd, sample, reduce, export."""

import json
import re

from dlx import ZDD, Problem
from dlx.models import latin_squares
from tests.dlx.terminal.runs import QUEENS, TOY, dominoes


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
    monkeypatch.setattr("dlx.engine.table.EXACT_SAMPLE_WORK", 0)
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


def test_what_would_be_ignored_is_refused(dlx):
    code, out, err = dlx("export", TOY, "--to", "lp", "--encoding", "sequential")
    assert (code, out) == (2, "")
    assert "--encoding needs --to cnf" in err
    for how in (["--limit", 5], ["--node-limit", 5], ["--checkpoint", "x"], ["--method", "search"]):
        code, out, err = dlx("count", TOY, "--max-memory", 5, *how)
        assert (code, out) == (2, "")
        assert "--max-memory cannot be combined with " in err
    assert dlx("sample", TOY, "--banned", "0", "-q") == (1, "", "")


def test_files_without_a_name(dlx):
    for words in (["zdd", TOY, "-o", "-"], ["reduce", TOY, "-o", ""], ["export", TOY, "--to", "cnf", "-o", ""]):
        code, out, err = dlx(*words)
        assert (code, out) == (2, ""), err
        assert "name" in err
