# SPDX-License-Identifier: MIT
"""Commands that report facts about a problem: info, estimate, option-status, explain."""

import inspect
import json

import pytest

from dlx import Problem
from dlx.questions.explain import SOLVABLE
from tests.dlx.terminal.runs import COLORS, QUEENS, TOY, dominoes, queens


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
    asked, default = [], inspect.signature(Problem.explain).parameters["time_limit"].default

    def explain(self, *, time_limit=default, **how):
        asked.append(time_limit)
        return SOLVABLE

    monkeypatch.setattr("dlx.problem.Problem.explain", explain)
    for more in ([], ["--time-limit", 0], ["--time-limit", 12]):
        assert dlx("explain", TOY, *more)[0] == 0
    assert asked == [10, 0, 12]


def test_the_seed_of_an_estimate(dlx, monkeypatch):
    asked, default = [], inspect.signature(Problem.estimate).parameters["seed"].default

    def estimate(self, samples, seed=default, **how):
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


def test_option_status_of_the_empty_solution(dlx, file):
    assert dlx("option-status", file("0:1|a\n"), "-q") == (0, "", "")
    assert dlx("option-status", file("0:1|a\na\n"), "--banned", "0", "-q") == (0, "none    0: a\n", "")
    assert dlx("option-status", file("a\na\n"), "--banned", "0", "-q") == (1, "none    0: a\n", "")


def info(dlx, *args):
    code, out, _ = dlx("info", *args, "--json")
    assert code == 0
    return json.loads(out)


def test_info(dlx, file):
    facts = info(dlx, file("a b c | x y z\na x:1 y\nb x:2 y\na b x:1\nx y\n"))
    assert facts.pop("memory") > 0
    assert facts.pop("stats")["method"] == "search"
    assert facts == {
        "command": "info",
        "given": [],
        "banned": [],
        "contradiction": False,
        "primary": 3,
        "secondary": 3,
        "options": 4,
        "entries": 11,
        "nodes": 17,
        "option_lengths": [2, 3],
        "primary_sizes": [0, 2],
        "secondary_sizes": [0, 4],
        "colors": 2,
        "never_chosen": 1,
        "multiplicities": 0,
        "uncovered": ["c"],
        "unused": ["z"],
        "kernel": "bits",
        "components": 0,
        "largest": 0,
        "symmetries": 1,
        "window": 0,
        "layer_nodes": 0.0,
        "peak_bytes": None,
        "proof": "give weights to items: 1 to 'c'\nevery option weighs a multiple of 2, but the items to cover weigh 1",
        "solutions": 0,
        "complete": True,
        "left": None,
        "search_seconds": None,
    }


def test_info_for_people(dlx, file):
    code, out, err = dlx("info", TOY)
    assert (code, err) == (0, "")
    for line in ("items      7 primary, 0 secondary", "options    6, of 2 to 3 items", "nodes      23 "):
        assert line in out
    assert "a primary item is in 2 to 3 options" in out
    out = dlx("info", file("a b c " + " ".join(f"n{k}" for k in range(20)) + " | x y\nx\na\n"))[1]
    assert "uncovered  b c n0 n1 n2 n3 n4 n5 n6 n7 and 12 more: in no option, so there is no solution" in out
    assert "unused     y: secondary, in no option" in out
    assert "useless    1 option without a primary item, never chosen" in out


def test_info_of_what_is_left(dlx):
    facts = info(dlx, TOY, "--given", "a d f", "--banned", "4")
    assert (facts["given"], facts["banned"]) == ([3], [4])
    assert (facts["primary"], facts["options"], facts["entries"]) == (4, 1, 2)
    assert facts["uncovered"] == ["b", "g"]
    assert "left under 1 given and 1 banned option:" in dlx("info", TOY, "--given", "a d f", "--banned", "4")[1]
    facts = info(dlx, COLORS, "--given", "0")
    assert (facts["primary"], facts["secondary"], facts["options"], facts["colors"]) == (2, 1, 2, 1)
    assert info(dlx, COLORS, "--given", "0,2,5")["options"] == 0


@pytest.mark.parametrize("args", [["--given", "0,2"], ["--given", "3", "--banned", "3"]])
def test_info_of_a_contradiction(dlx, args):
    assert info(dlx, TOY, *args)["contradiction"] is True
    assert "contradict each other" in dlx("info", TOY, *args)[1]


def test_info_of_a_count_that_does_not_end(dlx, file):
    board = file(queens(30))
    out = dlx("info", board, "--time-limit", 0)[1]
    assert "solutions  at least 0\n" in out
    assert "time       unknown\n" in out
    assert "search     without memoization: " in out
    facts = info(dlx, board, "--time-limit", 0)
    assert (facts["complete"], facts["solutions"], facts["left"]) == (False, 0, None)


def test_info_without_options(dlx, file):
    facts = info(dlx, file("a b"))
    assert (facts["options"], facts["option_lengths"], facts["uncovered"]) == (0, None, ["a", "b"])


def test_a_solvable_problem_has_no_reason(dlx):
    code, out, _ = dlx("explain", TOY, "--json")
    answer = json.loads(out)
    assert (code, answer["kind"], answer["items"], answer["minimal"]) == (0, "solvable", [], False)
