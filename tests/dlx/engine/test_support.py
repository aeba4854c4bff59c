# SPDX-License-Identifier: MIT
"""The table of support is true: every question, with every kernel or method and every argument, for every problem.

Where dlx/engine/support.py says yes, the answer must be the one of a check of all subsets of the options, in plain
Python. Where it says no, the refusal must say so, and without the refusal the answer must be wrong.
"""

import inspect
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from functools import cache
from itertools import chain, combinations
from threading import Event

import numpy as np
import pytest

from dlx import Colored, OptionStatus, Problem, Unfinished, walk
from dlx.engine import engine as engines
from dlx.engine import support
from dlx.engine.arguments import refusing
from dlx.engine.engine import KERNELS
from dlx.engine.strategies import symmetry
from dlx.engine.support import ADVICE, ARGUMENTS, EXCEPTIONS, FEATURES, MANY, METHODS, exclusive, takes
from dlx.kernels.bits import layout
from dlx.terminal.help import SUMMARIES
from dlx.terminal.options import takers
from dlx.workers.orbits import Group
from tests.exports import dimacs, models, read_lp, read_opb
from tests.problems import brute_force, queens

# --- problems: one for each set of features

SWAP = {"a": "b", "b": "a"}  # a symmetry of all of them
COSTS = [5, 2, 1, 4, 3, 6, 1]


@cache
def fields(kind):
    """Return the fields of the problem with these features; each of them changes the solutions or their order."""
    x = {0: "red", 1: "red", 6: "blue"} if "secondary" in kind else {}
    use = (lambda color: Colored("x", color)) if "colors" in kind else (lambda _: "x")
    items = ["a", "b", "a", "b", "ab", "c", "c"]
    options = [[*names, *([use(x[k])] if k in x else [])] for k, names in enumerate(items)]
    primary = {"a": (1, 2), "b": (1, 2), "c": 1} if "multiplicities" in kind else ["a", "b", "c"]
    costs = None if "unpriced" in kind else COSTS
    if "empty" in kind:
        return Problem([["x"]] * 7, [], ["x"], costs).fields()
    return Problem(options, primary, ["x"] if x else [], costs).fields()


@cache
def solutions(kind, given=(), banned=()):
    return brute_force(Problem.from_fields(fields(kind)), given, banned)


def subsets(features):
    return chain.from_iterable(combinations(features, n) for n in range(len(features) + 1))


COLORED = [(), ("secondary",), ("secondary", "colors")]
KINDS = [(*more, *colored) for more in subsets(["multiplicities", "unpriced", "large"]) for colored in COLORED]
KINDS += [("empty", *more) for more in subsets(["unpriced", "large"])]


@pytest.fixture
def make(monkeypatch):
    """Return a function that builds the problem of a kind; for a large one, the limits of size are small."""

    def of(kind):
        small = "large" in kind
        monkeypatch.setattr(layout, "MOST_TABLE_BYTES", 0 if small else 64 << 20)
        monkeypatch.setattr(support, "TABLES_DIVISOR", 1 << 60 if small else 4)
        monkeypatch.setattr(engines, "MOST_IN_LANES", 1 if small else 4_096)
        monkeypatch.setattr(symmetry, "MOST_LABELED_ENTRIES", -1 if small else 2**15 - 1)
        return Problem.from_fields(fields(kind))

    return of


def test_each_feature_changes_the_answer():
    plain = len(solutions(()))
    assert 2 < plain != len(solutions(("secondary",))) != len(solutions(("secondary", "colors"))) != plain
    assert len(solutions(("multiplicities",))) > plain
    assert costs((), solutions(())) != sorted(costs((), solutions(())))


def costs(kind, found):
    return [sum(COSTS[k] for k in s) * ("unpriced" not in kind) for s in found]


# --- questions: a call, and the check of its answer


def listed(answer, found, how):
    options = [s.options for s in answer]
    assert set(options) <= set(found)
    assert len(set(options)) == len(options) == min(how.get("limit", 99), len(found))


def searched(search, found, how):
    if "node_limit" in how:
        assert search.count() <= len(found) and search.stats.nodes <= how["node_limit"]
    else:
        listed(search, found, how)


def counted(answer, found, how):
    if "orbits" in how:
        group = Group(how["problem"], how["orbits"], **given_and_banned(how))
        found = {min(group.images(s)) for s in found}
    assert answer == min(how.get("limit", 99), len(found))


def given_and_banned(how):
    return {name: how[name] for name in ("given", "banned") if name in how}


def found_all(answer, found, how):
    if "orbits" in how:
        group = Group(how["problem"], how["orbits"], **given_and_banned(how))
        found = sorted({min(group.images(s)) for s in found})
    listed(answer, found, how)


def counted_each(answer, found, how):
    assert answer.tolist() == [min(how.get("limit", 2), n) for n in each(found, how)]


def solved_each(batch, found, how):
    if "node_limit" in how:
        assert (batch.nodes <= how["node_limit"]).all()
        return
    counted_each(batch.counts, found, how)
    for k in range(len(batch.counts)):
        first = batch.solution(k)
        assert first.options in found if batch.counts[k] else first is None


def each(found, how):
    return [sum(set(given) <= set(s) for s in found) for given in how["givens"]]


def statuses(found_statuses, found, how):
    for k in range(7):
        n = sum(k in s for s in found)
        assert found_statuses[k] is (
            OptionStatus.NONE if not n else OptionStatus.ALL if n == len(found) else OptionStatus.SOME
        )


def cheapest(best, found, how):
    if "node_limit" in how:
        assert best.stats.nodes <= how["node_limit"]
        return
    wanted = [cost for cost in sorted(costs((), found)) if cost <= how.get("max_cost", 99)]
    assert [s.cost for s in best] == wanted[: how.get("k", 1)]
    assert all(s.options in found for s in best)


def drawn(zdd, found, how):
    listed(zdd, found, how)
    assert zdd.min_cost() == min(costs(how["kind"], found), default=None)


def sampled(solutions, found, how):
    assert len(solutions) == how.get("n", 1) and {s.options for s in solutions} <= set(found)


def reduced(smaller, found, how):
    listed(smaller.solutions(), found, how)
    if "unpriced" not in how["kind"]:
        assert all(s.cost == sum(COSTS[k] for k in s) for s in smaller.solutions())


def modelled(export, found, how):
    """Check that another solver would find the same solutions, and their costs if the format has an objective."""
    text = export.text()
    if text.startswith("c "):
        assert sorted(export.solution(model).options for model in models(*dimacs(text))) == found
        return
    vectors, prices = (read_lp if "Minimize" in text else read_opb)(text).models()
    chosen = [tuple(np.flatnonzero(vector[:7]).tolist()) for vector in vectors]
    assert sorted(zip(chosen, prices, strict=True)) == sorted(zip(found, costs(how["kind"], found), strict=True))


CHECKS = {
    "solve": lambda answer, found, how: listed([] if answer is None else [answer], found, {"limit": 1}),
    "search": searched,
    "solutions": found_all,
    "is_unique": lambda answer, found, how: counted(1 if answer else len(found), found, how),
    "count": counted,
    "counting": lambda answer, found, how: counted(answer.run(), found, how),
    "count_many": counted_each,
    "solve_many": solved_each,
    "option_status": statuses,
    "explain": lambda answer, found, how: counted(0 if answer else len(found), found, how),
    "best": cheapest,
    "info": lambda answer, found, how: counted(answer.solutions, found, how),
    "estimate": lambda answer, found, how: counted(answer.solutions.value, found, how),
    "zdd": drawn,
    "sample": sampled,
    "reduce": reduced,
    "group": lambda answer, found, how: listed(answer.solutions(), sorted({min(answer.images(s)) for s in found}), how),
    "split": lambda answer, found, how: counted(
        sum(how["problem"].count(given=part.given, banned=part.banned) for part in answer), found, how
    ),
    "walk": lambda answer, found, how: counted(answer.solutions, found, how),
    "to_cnf": modelled,
    "to_opb": modelled,
    "to_lp": modelled,
}
NEEDED = {"count_many": {"givens": [[], [2], [0, 2], [0]]}, "group": {"symmetries": [SWAP]}}
NEEDED["solve_many"] = NEEDED["count_many"]
POOL = ThreadPoolExecutor(1)
VALUES = {
    "given": (2,),
    "banned": (2,),
    "givens": NEEDED["count_many"]["givens"],
    "limit": 2,
    "time_limit": 60,
    "cancel": Event(),
    "node_limit": 1,
    "seed": 3,
    "progress": lambda progress: None,
    "workers": 2,
    "executor": POOL,
    "ordered": False,
    "orbits": [SWAP],
    "max_memory": 1_000_000,
    "k": 3,
    "slack": {},  # test_slack.py has prices
    "n": 5,
    "max_cost": 10,
    "on_better": lambda solution: None,
    "samples": 50,
    "order": ["b", "a"],
    "max_nodes": 1_000,
    "rounds": 1,
    "symmetries": [SWAP],
    "parts": 3,
    "encoding": "sequential",
    "error": 0.1,
}


def ways(question):
    """Return the kernels or methods among which a question chooses; None if it has no such choice."""
    if "method" in ARGUMENTS[question]:
        return [f"method={name}" for name in METHODS[question]]
    lanes = ["kernel=lanes"] * question.endswith("_many")
    return [f"kernel={name}" for name in ("auto", *KERNELS)] + lanes if "kernel" in ARGUMENTS[question] else [None]


QUESTIONS = [name for name in ARGUMENTS if "=" not in name]
CALLS = [
    (question, way, argument)
    for question in QUESTIONS
    for way in ways(question)
    for argument in (None, *ARGUMENTS[question])
    if argument not in ("kernel", "method", *NEEDED.get(question, ()))
    if question != "to_cpsat"  # cpsat_checks.py tries them, in a process of its own
]


def ask(question, way, argument, kind, make, folder):
    """Ask a question about the problem of a kind, and check its answer."""
    problem = make(kind)
    how = dict(NEEDED.get(question, {}))
    if way:
        choice, _, name = way.partition("=")
        how[choice] = name
    if argument:
        how[argument] = value_of(argument, kind, folder)
    found = solutions(kind, how.get("given", ()), how.get("banned", ()))
    try:
        answer = walk(problem, **how) if question == "walk" else getattr(problem, question)(**how)
    except ValueError as error:
        if found or str(error) != "there is no solution to draw":
            raise
        return
    if question == "solutions":
        answer = list(answer)
    CHECKS[question](answer, found, how | {"problem": problem, "kind": kind})


def value_of(argument, kind, folder):
    if argument == "checkpoint":
        return folder / f"{'-'.join(kind)}.db"
    if "empty" in kind and argument in ("orbits", "symmetries", "order"):
        return [] if argument == "order" else [{}]
    if argument == "start":
        return next((options for options in solutions(kind, (), ())), None)
    return VALUES[argument]


MEMOIZED = {"method=memo", "method=zdd", "zdd", "sample"}


def sentences(question, way, argument, kind):
    """Return the refusals of a problem of this kind, each as a pattern.

    A problem without primary items has no component, and so none that would be too large for a memoized search.
    """
    takers = [question] if way is None else [question, way]
    if way == "method=approximate" or argument == "error":  # the row of the question describes an exact sample
        takers = [way]
    return ["the problem has no costs; [^;]+"] * (takers == ["best"] and "unpriced" in kind) + [
        f"[^;]+; {name_of(taker)} does not take {FEATURES[feature]}; [^;]+"
        for taker in takers
        for feature in FEATURES
        if takes(taker, feature) == "no" and feature in kind and feature != "unpriced"
        if not (taker in MEMOIZED and {"large", "empty"} <= {*kind} and feature == "large")
    ]


def name_of(taker):
    kind, _, name = taker.partition("=")
    return f"{kind} '{name}'" if name else ADVICE[taker][0]


@pytest.mark.parametrize(("question", "way", "argument"), CALLS)
def test_every_combination(question, way, argument, make, tmp_path):
    if way and argument and any(exclusive(question, (argument, way))):
        with pytest.raises(
            ValueError, match=f"^{argument} cannot be combined with {way}; use {way.partition('=')[0]}="
        ):
            ask(question, way, argument, (), make, tmp_path)
        return
    for kind in KINDS:
        refusals = sentences(question, way, argument, kind)
        if refusals:
            with pytest.raises(ValueError, match=f"^({'|'.join(refusals)})$"):
                ask(question, way, argument, kind, make, tmp_path)
        else:
            with suppress(Unfinished) if argument == "node_limit" else nullcontext():
                ask(question, way, argument, kind, make, tmp_path)


# --- the table against the code


CHOSEN = [
    ("kernel=lanes", "large"),
    ("kernel=lanes", "empty"),
    ("method=symmetric", "large"),
    ("sample", "large"),
]  # limits that we set, not limits of the algorithm
REFUSALS = [(taker, feature) for taker, cells in EXCEPTIONS.items() for feature in cells if cells[feature] == "no"]


@pytest.mark.parametrize(("taker", "feature"), [pair for pair in REFUSALS if pair not in CHOSEN])
def test_no_refusal_is_needless(taker, feature, make, tmp_path, monkeypatch):
    """Without the refusal, the answer would be wrong, or another error."""
    monkeypatch.setitem(EXCEPTIONS[taker], feature, "yes")
    question = {"kernel": "count_many", "method": "count"}.get(taker.partition("=")[0], taker)
    way, argument = taker if "=" in taker else None, "k" if taker == "best" else None
    with pytest.raises((AssertionError, ValueError, OverflowError)):
        ask(question, way, argument, (feature,), make, tmp_path)


def test_the_arguments_are_those_of_the_signatures():
    for question in QUESTIONS:
        names = inspect.signature(walk if question == "walk" else getattr(Problem, question)).parameters
        assert sorted(names.keys() - {"self", "problem"}) == sorted(ARGUMENTS[question])
    methods = {name: inspect.signature(f).parameters for name, f in vars(Problem).items() if inspect.isfunction(f)}
    assert {name for name, names in methods.items() if {"given", "givens"} & names.keys()} <= set(QUESTIONS)


@pytest.mark.parametrize("way", [row for row in ARGUMENTS if "=" in row])
def test_a_kernel_or_method_takes_what_its_questions_take(way):
    kind = way.partition("=")[0]
    asking = [question for question in QUESTIONS if way in ways(question)]
    offered = {argument for question in asking for argument in ARGUMENTS[question]} - {kind}
    assert asking and set(ARGUMENTS[way]) <= offered
    refused = offered - set(ARGUMENTS[way])
    assert (
        refused
        <= {"method": {"limit", "node_limit", "max_memory", "order", "seed", "error", *MANY}, "kernel": {"node_limit"}}[
            kind
        ]
    )
    assert not (refused and way.endswith("=auto"))


def test_all_rows_are_used():
    assert ARGUMENTS.keys() == {*QUESTIONS} | {way for question in QUESTIONS for way in ways(question) if way}
    assert EXCEPTIONS.keys() <= ARGUMENTS.keys()
    assert all(cells.keys() <= FEATURES.keys() for cells in EXCEPTIONS.values())
    assert ADVICE.keys() <= EXCEPTIONS.keys()


def test_the_table_knows_a_new_question(monkeypatch):
    """A question states its arguments once, in its signature, and takes every problem."""
    monkeypatch.setitem(ARGUMENTS, "color", [])  # removed with the patch

    @refusing
    class Colorable:
        def color(self, *, given=(), shade=None):
            return given, shade

        def paint(self, *, shade=None):
            """Not a question, as it takes no given options."""

    assert ARGUMENTS["color"] == ["given", "shade"] and "paint" not in ARGUMENTS
    assert all(takes("color", feature) == "yes" for feature in FEATURES)
    with pytest.raises(TypeError, match=r"^color\(\) does not take seed, as nothing in it is random; leave it out$"):
        Colorable().color(seed=3)
    with pytest.raises(
        TypeError, match=r"^count\(\) does not take shade, as shade is an argument of color\(\); leave it"
    ):
        queens(4).count(shade=1)


def test_lanes_do_not_notice_a_node_limit(permit):
    for kernel in [way for way in ARGUMENTS if "kernel=" in way and "node_limit" not in ARGUMENTS[way]]:
        permit(kernel, "node_limit")
        counts = queens(6).count_many([[]] * 3, None, node_limit=1, kernel=kernel.partition("=")[2])
        assert counts.tolist() == [4] * 3


def test_orbits_with_multiplicities():
    """If a symmetry exchanges options of an item that may be in both, orbits are listed to count them."""
    p = Problem([["a", "y"], ["a", "z"]], {"a": (1, 2)}, ["y", "z"])
    swap = [{"y": "z", "z": "y"}]
    assert [s.options for s in p.solutions(orbits=swap)] == [(0,), (0, 1)]
    assert p.count(orbits=swap) == p.count(orbits=swap, method="search") == p.count(orbits="auto") == 2
    assert p.count(orbits=swap, method="memo") == 2


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_symmetries_found_by_themselves(kind, make):
    problem, found = make(kind), solutions(kind, (), ())
    how = {"orbits": "auto", "problem": problem}
    counted(problem.count(orbits="auto"), found, how)
    found_all(list(problem.solutions(orbits="auto")), found, how)


def test_costs_that_are_not_whole():
    p = Problem([["a"], ["a"]], costs=[2, 1.5])
    assert takes("to_opb", "costs") == "whole"
    with pytest.raises(
        ValueError, match=r"^option 1 has the cost 1\.5; the format OPB takes whole numbers only; use to_lp\(\)$"
    ):
        p.to_opb()
    assert p.best()[0].cost == 1.5
    assert read_lp(p.to_lp().text()).cost == {0: 2, 1: 1.5}


def test_the_place_is_the_first_multiplicity():
    p = Problem([["a", "b", "c"]] * 3, {"a": 1, "b": (0, 1), "c": 3})
    with pytest.raises(ValueError, match=r"^item 'b' is in 0 to 1 option; kernel 'links' does not"):
        p.search(kernel="links")


# --- the command line

COMMANDS = {  # the words of a command: its question, kernel or method
    "solve": "search",
    "solve --method sat": "method=sat",
    "solve --min-cost": "best",
    "count": "method=auto",
    "count --method search": "method=search",
    "count --method memo": "method=memo",
    "count --method zdd": "method=zdd",
    "count --limit 100": "search",
    "count --workers 2": "count",
    "list": "search",
    "list --min-cost": "best",
    "sample": "sample",
    "sample --max-nodes 1000": "zdd",
    "zdd": "zdd",
    "estimate": "estimate",
    "info": "info",
    "option-status": "option_status",
    "explain": "explain",
    "prove -o OUT": "method=sat",
    "reduce": "reduce",
    "export --to cnf": "to_cnf",
    "export --to opb": "to_opb",
    "export --to lp": "to_lp",
    "draw --tree": "walk",
}


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command(words, make, dlx, tmp_path):
    command, *options = words.split()
    for kind in KINDS:
        if "empty" in kind:
            continue  # the text format holds no such problem
        file = tmp_path / "p.dlx"
        make(kind).write(file)
        code, out, err = dlx(command, file, "-q", *options)
        refusals = sentences(COMMANDS[words], None, None, kind)
        if refusals:
            assert (code, out) == (2, "")
            assert re.fullmatch(f"dlx: ({'|'.join(refusals)})\n", err)
            continue
        assert (code, err) == (1 if command == "prove" else 0, "")
        if command == "count":
            assert out == f"{len(solutions(kind))}\n"


def test_the_options_of_the_commands_are_arguments():
    assert {words.split()[0] for words in COMMANDS} == SUMMARIES.keys() - {"model"}
    for option in ("--limit", "--node-limit", "--time-limit", "--workers", "--checkpoint", "--max-memory", "--method"):
        argument = option[2:].replace("-", "_")
        for command in {*takers(option)} - {"draw"}:
            ways = {COMMANDS[words] for words in COMMANDS if words.split()[0] == command}
            assert any(argument in ("method", *ARGUMENTS[way]) for way in ways), (option, command)
