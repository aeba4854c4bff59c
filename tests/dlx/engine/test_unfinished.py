# SPDX-License-Identifier: MIT
"""No answer that a limit cut short can be mistaken for the whole one, from any question or command.

A bare answer is an error instead (test_time_limits.py); here each question with limits shows how its answer tells, and
each command shows it in the text, in the JSON and in the exit code. test_listed.py has the formats of lists.
"""

import json
import re

import pytest

from dlx import OptionStatus, Problem, Status, Unfinished, draw_tree, models, walk
from dlx.engine.support import ARGUMENTS
from dlx.engine.unfinished import AtLeast
from dlx.terminal.cli import COMMANDS
from tests.dlx.test_time_limits import MUTILATED, PRICED
from tests.problems import hard_triples, queens

LARGE, HARD = queens(16), hard_triples()
EVERY = [[k] for k in range(99)]


def raised(ask):
    """Return the error that takes the place of an answer."""
    with pytest.raises(Unfinished) as stop:
        ask()
    return stop.value


def bare(ask):
    error = raised(ask)
    assert error.status in (Status.TIME_LIMIT, Status.NODE_LIMIT)


def of_search():
    search = LARGE.search(node_limit=500)
    assert isinstance(search.count(), AtLeast) and str(search.count()).startswith("at least ")
    assert search.status is Status.NODE_LIMIT and "node limit" in repr(search)
    assert type(queens(6).search(limit=2).count()) is int, "the caller asked for two"


def of_counting():
    count = LARGE.counting(method="search")
    bare(lambda: count.run(time_limit=0.02))
    assert count.status is Status.TIME_LIMIT and repr(count).startswith("<Count: at least ")


def of_batch():
    batch = LARGE.solve_many(EVERY, None, node_limit=2)
    assert batch.cut.all() and "99 cut short" in repr(batch)
    bare(lambda: batch.solution(5))


def of_option_status():
    found = HARD.option_status(time_limit=0)
    assert found.status is Status.TIME_LIMIT and set(found.statuses) == {OptionStatus.UNKNOWN}
    for ask in (found.witness, found.without):
        bare(lambda ask=ask: ask(0))
    whole = Problem([["a"], ["a", "b"]], ["a", "b"]).option_status()
    assert whole.witness(0) is None and whole.without(1) is None and whole.without(0).options == (1,)


def of_explain():
    reason = HARD.explain(time_limit=0)
    assert reason.kind == "unknown" and "time ran out" in str(reason) and not reason.minimal
    bare(lambda: bool(reason))
    assert Problem([["a"]], ["a", "b"]).explain()


def of_best():
    best = PRICED.best(None, node_limit=3_000)
    assert best.status is Status.NODE_LIMIT and best.bound is not None and "node limit" in repr(best)


def of_estimate():
    assert "time limit" in repr(LARGE.estimate(10**9, time_limit=0.05))


def of_info():
    seen = models.queens(30).info(time_limit=0)
    assert not seen.complete and "solutions  at least 0" in str(seen)


def of_reduce():
    reduced = MUTILATED.reduce(time_limit=0)
    assert reduced.status is Status.TIME_LIMIT and "stopped by the time limit" in str(reduced)


def of_walk():
    tree = walk(queens(6), max_nodes=5)
    assert not tree.complete and "stopped there, the tree continues" in draw_tree(tree).text


QUESTIONS = {
    "solve": lambda: [bare(lambda: HARD.solve(node_limit=5)), bare(lambda: HARD.solve(time_limit=0, workers=2))],
    "search": of_search,
    "solutions": lambda: bare(lambda: list(LARGE.solutions(node_limit=50))),
    "is_unique": lambda: bare(lambda: HARD.is_unique(time_limit=0)),
    "count": lambda: [bare(lambda: LARGE.count(node_limit=50)), bare(lambda: LARGE.count(5, node_limit=5))],
    "counting": of_counting,
    "count_many": lambda: bare(lambda: LARGE.count_many(EVERY, None, node_limit=2)),
    "solve_many": of_batch,
    "option_status": of_option_status,
    "explain": of_explain,
    "best": of_best,
    "estimate": of_estimate,
    "info": of_info,
    "zdd": lambda: bare(lambda: LARGE.zdd(time_limit=0)),
    "sample": lambda: bare(lambda: LARGE.sample(time_limit=0)),
    "reduce": of_reduce,
    "group": lambda: bare(lambda: models.latin_squares(12).group("auto", time_limit=0)),
    "walk": of_walk,
}


def test_every_question_with_a_limit_is_here():
    limited = {"limit", "time_limit", "node_limit"}
    assert {name for name, own in ARGUMENTS.items() if limited & {*own} and "=" not in name} == QUESTIONS.keys()


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions(question):
    QUESTIONS[question]()


# --- commands

HARD_COMMANDS = {  # words: what the text on standard output matches as a whole, and what is in the JSON
    "solve --time-limit 0": ("", {"status": "time limit", "solution": None}),
    "solve --node-limit 5": ("", {"status": "node limit", "solution": None}),
    "solve --workers 2 --time-limit 0": ("", {"status": "time limit", "solution": None}),
    "count --time-limit 0": ("at least 0\n", {"status": "time limit", "exact": False}),
    "count --node-limit 5": ("at least 0\n", {"status": "node limit", "exact": False}),
    "count --limit 2 --time-limit 0": ("at least 0\n", {"status": "time limit", "exact": False}),
    "count --workers 2 --time-limit 0": ("at least 0\n", {"status": "time limit", "exact": False}),
    "count --orbits auto --time-limit 0": ("at least 0\n", {"status": "time limit", "exact": False}),
    "list --time-limit 0": (r"\| stopped by the time limit: at least 0 solutions\n", {"status": "time limit"}),
    "sample --time-limit 0": ("", {"status": "stopped"}),
    "zdd --time-limit 0": ("", {"status": "stopped"}),
    "estimate --time-limit 0": (
        r"(?s)at least .*stopped by the time limit after \d+ of 1,000 samples\n",
        {"status": "time limit"},
    ),
    "option-status --time-limit 0": (r"(unknown \d+: .*\n)+", {"status": "time limit"}),
    "option-status --limit 5 --time-limit 0": (r"(unknown 0\+  \d+: .*\n)+", {"status": "time limit"}),
    "explain --time-limit 0": ("time ran out before it was known whether there is a solution\n", {"kind": "unknown"}),
    "reduce --time-limit 0": (r"(?s)\| .*; stopped by the time limit\n.*", {"status": "time limit"}),
    "info --time-limit 0": (r"(?s).*\nsolutions  at least 0\n.*", {"complete": False}),
    "draw --time-limit 0": ("(?s).*", None),
    "draw --tree --max-nodes 5": (r"(?s).*5 nodes, 0 solutions; stopped there, the tree continues\n", None),
}
EXIT_0 = ("info",)  # it reports how far it has come


@pytest.fixture
def hard(tmp_path):
    HARD.write(tmp_path / "hard.dlx")
    return tmp_path / "hard.dlx"


@pytest.mark.parametrize("words", HARD_COMMANDS)
def test_commands(words, dlx, hard):
    text, facts = HARD_COMMANDS[words]
    command, *options = words.split()
    wanted = 0 if command in EXIT_0 else 3
    for quiet in ([], ["-q"]):
        code, out, err = dlx(command, hard, *options, *quiet)
        assert code == wanted and re.fullmatch(text, out), out[-300:]
        assert quiet or not text or err or "stopped" in out or "at least" in out or command == "explain"
    if facts is not None:
        more = ["-o", str(hard.with_suffix(".out"))] * (command == "reduce")
        code, out, err = dlx(command, hard, *options, *more, "--json")
        answer = json.loads(out.splitlines()[-1])
        assert code == wanted and answer.items() >= facts.items()


@pytest.mark.parametrize("command", ["sample", "zdd"])
def test_a_diagram_with_too_many_nodes(dlx, command, tmp_path):
    queens(8).write(tmp_path / "queens.dlx")
    code, out, err = dlx(command, tmp_path / "queens.dlx", "--max-nodes", 3, "--json")
    assert (code, json.loads(out)["status"]) == (3, "stopped") and "dlx: stopped: " in err


def test_every_command_with_a_limit_is_here():
    here = {words.split()[0] for words in HARD_COMMANDS}
    assert COMMANDS.keys() - here == {"prove", "export", "model"}  # test_searches.py; nothing is searched; below


def test_the_cheapest_so_far(dlx, tmp_path):
    name = tmp_path / "priced.dlx"
    Problem(
        [LARGE.option(k) for k in range(256)], LARGE.primary, LARGE.secondary, [k * k % 101 for k in range(256)]
    ).write(name)
    code, out, err = dlx("solve", name, "--min-cost", "--node-limit", 300)
    assert re.fullmatch(r"\| stopped by the node limit: others cost at least \d+", out.splitlines()[-1])
    assert code == 3 and "stopped by the node limit" in err
    code, out, err = dlx("list", name, "--min-cost", "--limit", 10**6, "--time-limit", 0.1)
    assert code == 3 and out.splitlines()[-1].startswith("| stopped by the time limit: at least ")
    code, out, _ = dlx("list", name, "--min-cost", "--limit", 10**6, "--time-limit", 0.1, "--json")
    last = json.loads(out.splitlines()[-1])
    assert code == 3 and last["status"] == "time limit" and last["bound"] is not None


def test_models(dlx, monkeypatch):
    """A sheet with fewer solutions than it should have is no whole one."""
    code, _, err = dlx("model", "queens", 24, "--orbits", "--time-limit", 0.1)
    assert code == 3 and "stopped: the time limit" in err
    found = [models.queens(6).solve()]
    monkeypatch.setattr("dlx.terminal.commands.model._found", lambda *_: (found, Status.TIME_LIMIT))
    code, _, err = dlx("model", "queens", 6, "--sheet", "-", "--limit", 9)
    assert code == 3 and "the time limit came after 1 solution; there may be more" in err


def test_rounds_of_a_reduction(dlx, tmp_path):
    """A problem that was reduced less than it could be says so in its first line."""
    p = Problem([["a", "b"], ["c"], ["b", "c"], ["a", "b", "d"], ["d"]])
    p.write(tmp_path / "p.dlx")
    code, out, err = dlx("reduce", tmp_path / "p.dlx", "--rounds", 1)
    reduced = p.reduce(rounds=1)
    assert code == (0 if reduced.status is Status.COMPLETE else 3) and out.startswith(f"| {reduced}\n") and err
