# SPDX-License-Identifier: MIT
"""No argument is ignored: the table in dlx/engine/support.py refuses a pair of arguments, or both have an effect.

A witness observes the effect of an argument: a limit that is reached, a worker that ran, a method that counted. We try
every pair of arguments of every question and check both witnesses.
"""

import inspect
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event

import pytest

from dlx import Problem, Status, Unfinished, models
from dlx.engine import table
from dlx.engine.support import ARGUMENTS, EXCLUSIVE, exclusive
from dlx.engine.task import OrbitGoal
from dlx.questions.orbits import count as orbits
from dlx.terminal import cli
from dlx.workers import counting as parallel
from tests.problems import queens


class Seen:
    """Record of the effects of one call."""

    def __init__(self, monkeypatch, tmp_path, question):
        self.file, self.question = tmp_path / "run.db", question
        self.threads, self.progress, self.methods, self.memory, self.submitted = set(), [], [], [], 0
        self.error = self.answer = None
        run, begun = parallel.run, table.begun

        def watched_run(*args, **how):
            self.threads.add(threading.current_thread().name)
            return run(*args, **how)

        def watched_race(task, *args, **how):
            self.methods += [] if isinstance(task.goal, OrbitGoal) else [task.method]
            self.memory += [task.memory()] if task.method != "search" else []
            return begun(task, *args, **how)

        monkeypatch.setattr(parallel, "run", watched_run)
        monkeypatch.setattr(table, "begun", watched_race)
        monkeypatch.setattr(orbits, "begun", watched_race)
        self.pool = ThreadPoolExecutor(1, "theirs")
        submit = self.pool.submit

        def watched_submit(*args):
            self.submitted += 1
            return submit(*args)

        self.pool.submit = watched_submit

    def call(self, **how):
        try:
            answer = QUESTIONS[self.question](**how)
            self.answer = list(answer) if self.question == "solutions" else answer
        except Unfinished as error:
            self.error = error


SQUARE = models.queens(12)  # it knows its symmetries, and outlasts the first nodes of plain search
PRICED = Problem([SQUARE.option(k) for k in range(144)], SQUARE.primary, SQUARE.secondary, [k % 7 for k in range(144)])
QUESTIONS = {
    "count": SQUARE.count,
    "counting": lambda **how: SQUARE.counting(**how).run(),
    "solutions": SQUARE.solutions,
    "best": lambda **how: PRICED.best(1, **how),
    "solve_many": lambda **how: SQUARE.solve_many([[k] for k in range(100)], None, **how),
}
CANCELED = Event()
CANCELED.set()
GIVEN, BANNED, ALL = [3], [3, 4], SQUARE.count()
EXPECTED = {
    (): ALL,
    ("given",): SQUARE.count(given=GIVEN),
    ("banned",): SQUARE.count(banned=BANNED),
    ("banned", "given"): 0,
    ("orbits",): SQUARE.count(orbits=True),
    ("given", "orbits"): SQUARE.count(given=GIVEN),  # no symmetry but the identity preserves these options
    ("banned", "orbits"): SQUARE.count(banned=BANNED),
}


def right(seen, how):
    """Return whether the number of solutions is correct, as far as the question was answered."""
    if seen.error is not None:
        return True
    key = tuple(sorted(how.keys() & {"given", "banned", "orbits"}))
    found = len(seen.answer) if seen.question == "solutions" else seen.answer
    return found == min(EXPECTED[key], how.get("limit", ALL))


WITNESSES = {  # argument: its value, and the check that it had an effect
    "given": (lambda seen: GIVEN, right),
    "banned": (lambda seen: BANNED, right),
    "orbits": (lambda seen: True, right),
    "limit": (lambda seen: 5, right),
    "workers": (lambda seen: 2, lambda seen, how: short(how) or seen.error or "ThreadPool" in str(seen.threads)),
    "executor": (lambda seen: seen.pool, lambda seen, how: short(how) or seen.error or seen.submitted),
    "checkpoint": (lambda seen: seen.file, lambda seen, how: seen.file.exists()),
    "progress": (lambda seen: seen.progress.append, lambda seen, how: seen.error or seen.progress or not slow(how)),
    "time_limit": (lambda seen: 0, lambda seen, how: seen.error is not None),
    "cancel": (lambda seen: CANCELED, lambda seen, how: seen.error.status is Status.INTERRUPTED),
    "node_limit": (lambda seen: 3, lambda seen, how: seen.error is not None),
    "max_memory": (lambda seen: 123_456_789, lambda seen, how: 123_456_789 in seen.memory),
    "method=memo": (lambda seen: "memo", lambda seen, how: seen.methods and set(seen.methods) == {"memo"}),
    "method=frontier": (
        lambda seen: "frontier",
        lambda seen, how: seen.methods and set(seen.methods) == {"frontier"},
    ),
    "method=symmetric": (
        lambda seen: "symmetric",
        lambda seen, how: seen.methods and set(seen.methods) == {"symmetric"},
    ),
    "method=zdd": (lambda seen: "zdd", lambda seen, how: seen.methods and set(seen.methods) == {"zdd"}),
    "method=search": (
        lambda seen: "search",
        lambda seen, how: (
            set(seen.methods) <= {"search"} and (seen.methods or seen.threads or seen.error or "limit" in how)
        ),
    ),
}


def short(how):
    """Return whether method "auto" finishes before it uses workers, as it does with a queen given."""
    return "given" in how and "method" not in how


def slow(how):
    """Return whether the call reports progress: every tenth of a second, and at the end of a search by many workers."""
    return {"workers", "executor", "checkpoint"} & how.keys() and "method" not in how


TAKEN = {
    "count": (
        *("given", "banned", "orbits", "limit", "workers", "executor", "checkpoint", "progress", "time_limit"),
        *("node_limit", "max_memory", "cancel"),
        *("method=memo", "method=frontier", "method=symmetric", "method=zdd", "method=search"),
    ),
    "counting": (
        "given",
        "banned",
        "progress",
        "max_memory",
        "method=memo",
        "method=frontier",
        "method=symmetric",
        "method=zdd",
        "method=search",
    ),
    "solutions": ("given", "banned", "orbits", "workers", "executor", "time_limit", "node_limit", "cancel"),
}
PAIRS = [(question, *pair) for question, names in TAKEN.items() for pair in itertools.combinations(names, 2)]


@pytest.mark.parametrize(("question", "one", "other"), PAIRS)
def test_every_pair_is_refused_or_honored(question, one, other, monkeypatch, tmp_path):
    if one.partition("=")[0] == other.partition("=")[0]:
        return  # two values of one argument
    seen = Seen(monkeypatch, tmp_path, question)
    how = {name.partition("=")[0]: WITNESSES[name][0](seen) for name in (one, other)}
    with seen.pool:
        if any(exclusive(question, (one, other))):
            with pytest.raises(ValueError, match="cannot be combined with") as refusal:
                seen.call(**how)
            assert {one, other} <= set(str(refusal.value).replace(";", "").split())
            assert not seen.file.exists() and not seen.threads
            return
        seen.call(**how)
    assert right(seen, how)
    for name in (one, other):
        assert WITNESSES[name][1](seen, how), f"{name} had no effect beside {one if name == other else other}"


WAYS = [(way, argument) for _, *pair in PAIRS for way, argument in (pair, pair[::-1]) if way in ARGUMENTS]
REFUSED = {(way, argument) for way, argument in WAYS if "=" not in argument and argument not in ARGUMENTS[way]}


@pytest.mark.parametrize(("way", "argument"), sorted(REFUSED))
def test_no_method_refuses_needlessly(way, argument, permit, monkeypatch, tmp_path):
    """Without the refusal, the method or the argument would have no effect."""
    permit(way, argument)
    seen = Seen(monkeypatch, tmp_path, "count")
    how = {name.partition("=")[0]: WITNESSES[name][0](seen) for name in (way, argument)}
    with seen.pool:
        seen.call(**how)
    assert not all(WITNESSES[name][1](seen, how) for name in (way, argument))


@pytest.mark.parametrize("rule", [rule for rules in EXCLUSIVE.values() for rule in rules])
def test_the_table_names_two_different_things(rule):
    ones, others, instead = rule
    assert not set(ones) & set(others)
    assert instead


def test_best():
    for many in ({"workers": 2}, {"executor": ThreadPoolExecutor(1)}):
        with pytest.raises(ValueError, match="node_limit cannot be combined with"):
            PRICED.best(node_limit=5, **many)
    plain = PRICED.best(3)
    assert [s.cost for s in PRICED.best(3, workers=2)] == [s.cost for s in plain]
    assert PRICED.best(3, max_cost=plain[0].cost - 1).solutions == ()
    assert PRICED.best(1, node_limit=1).status.value == "node limit"


def test_many_questions():
    with pytest.raises(ValueError, match="node_limit cannot be combined with kernel=lanes"):
        QUESTIONS["solve_many"](kernel="lanes", node_limit=5)
    for kernel in ("links", "bits", "auto"):
        with suppress(Unfinished):
            assert (QUESTIONS["solve_many"](kernel=kernel, node_limit=2).nodes <= 2).all()


@pytest.mark.parametrize("limit", [None, 2])
def test_a_method_that_is_none(limit):
    for how in ({}, {"workers": 2}, {"orbits": True}):
        if limit is not None and how:
            continue
        with pytest.raises(ValueError, match="no method 'guess'"):
            SQUARE.count(limit, method="guess", **how)
    assert queens(4).count(method="auto") == 2


def test_remedies_are_named_as_the_caller_knows_them(capsys):
    with pytest.raises(ValueError, match=r"limit cannot be combined with workers; use time_limit$"):
        SQUARE.count(5, workers=2)
    file = "examples/toy.dlx"
    assert cli.main(["count", file, "--node-limit", "5", "--workers", "2"]) == 2
    assert capsys.readouterr().err == "dlx: --node-limit cannot be combined with --workers; use --time-limit\n"
    assert cli.main(["count", file, "--limit", "5", "--method", "memo"]) == 2
    assert capsys.readouterr().err == "dlx: --limit cannot be combined with --method memo; use --method auto\n"


@pytest.mark.parametrize(
    ("question", "argument", "default"),
    [
        ("split", "parts", 256),
        ("option_status", "limit", 1),
        ("explain", "time_limit", 10),
        ("info", "time_limit", 3.0),
        ("estimate", "samples", 1_000),
        ("estimate", "seed", 0),
        ("best", "k", 1),
        ("count_many", "limit", 2),
        ("solve_many", "limit", 2),
        ("zdd", "max_memory", 1 << 30),
        ("sample", "max_memory", 1 << 30),
        ("sample", "error", None),
        ("sample", "n", 1),
        ("sample", "seed", None),
    ],
)
def test_what_is_not_given(question, argument, default):
    """The defaults are the documented ones."""
    assert inspect.signature(getattr(Problem, question)).parameters[argument].default == default
