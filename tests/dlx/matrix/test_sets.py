"""Sets as options, items or arguments of models: the same problem and the same order of solutions in each run."""

import os
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import pytest

from dlx import Colored, Problem
from dlx.compat import xcover
from dlx.matrix.sets import in_order
from dlx.models import roster
from tests import ROOT

pytestmark = pytest.mark.reads("dlx")
PROGRAM = """
from dlx import Colored, Problem, models
from dlx.compat import sage, xcover

WORDS = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen"]
PAIRS = [{a, b} for k, a in enumerate(WORDS) for b in WORDS[k + 1 :]]
GRAPH = {(a, b) for a, b in map(sorted, PAIRS)}
UNIQUE = {frozenset(pair) for pair in PAIRS}
PAINTED = [{"ant", Colored("x", word)} for word in WORDS]


def shown(p):
    found = [s.options for s in p.search(limit=20)]
    return p.items, [p.option(k) for k in range(p.n_options)], p.color_names, found


class Table:
    column_names = ["a", "b", "c"]
    def __array__(self, dtype=None, copy=None):
        import numpy
        return numpy.array([[1, 0, 1], [0, 1, 0], [1, 1, 1]])
    shape = 3, 3


DEER = [dict(zip(("who", "where", "when"), (word, word[0], word[1]))) for word in WORDS]
for made in (
    lambda: Problem(PAIRS),
    lambda: Problem(map(frozenset, PAIRS)),
    lambda: Problem(UNIQUE),
    lambda: Problem(GRAPH),
    lambda: Problem(PAIRS, set(WORDS)),
    lambda: Problem(PAIRS, frozenset(WORDS[:4]), set(WORDS[4:])),
    lambda: Problem(PAIRS, dict.fromkeys(WORDS, (0, 2))),
    lambda: Problem(PAIRS, {w: 1 for w in WORDS}.keys(), []),
    lambda: Problem(PAINTED, secondary={"x"}),
    lambda: Problem({"a": 1, "b": 2}.items()),
    lambda: Problem({(1, "b"): set(WORDS)}.values()),
    lambda: Problem.of({"-".join(sorted(pair)): pair for pair in PAIRS}),
    lambda: Problem.of({"-".join(sorted(pair)): pair for pair in PAIRS}, secondary=lambda item: item > "e"),
    lambda: Problem.of(GRAPH, items=set),
    lambda: Problem.of(GRAPH, items=lambda row: {*row, "all"}, primary=set(WORDS), secondary={"all"}),
    lambda: Problem.of(DEER, items={"who", "where"}, secondary={("where", "when")}),
    lambda: Problem.from_matrix(Table(), secondary={"c", "b"}),
    lambda: models.coloring(GRAPH, 2),
    lambda: models.coloring(UNIQUE, 2),
    lambda: models.coloring(PAIRS[:9], 3),
    lambda: models.perfect_matchings(GRAPH),
    lambda: models.perfect_matchings(UNIQUE),
    lambda: models.word_square(3, {"bit", "ice", "ten", "ant", "nee", "tee"}),
    lambda: models.crossword("...\\n.#.\\n...", {"bit", "bat", "ten", "tin", "ton", "ban"}, required={"bit", "ten"}),
    lambda: models.roster({"Ann", "Bob"}, ["Mon", "Tue"], {"e": 1, "n": 1}, work=(0, 2), rest={("n", "e"), ("e", "n")}),
    lambda: models.timetable([("L", {"Ann", "7a"}), ("G", {"Ann", "7b"})], {"Mon", "Tue", "Wed"}, rooms=1),
    lambda: models.timetable({("L", ("Ann", "7a")), ("G", ("Ann", "7b"))}, ["Mon", "Tue", "Wed"]),
    lambda: models.calendar({"Nov", "24"}),
    lambda: xcover.problem_with(PAIRS),
    lambda: xcover.problem_with(UNIQUE, primary=set(WORDS[:3])),
    lambda: xcover.problem_with([{"a", "x:red"}, {"b", "x:red"}], secondary={"x"}, colored=True),
):
    print(shown(made()))
print(list(xcover.covers(PAIRS)), list(xcover.covers_zdd(PAIRS)))
print(sage.dlx_solver([{0, 1, 9}, {2, 3}, {9}]).all_solutions())
p = Problem(PAIRS)
for given in ({frozenset(PAIRS[3]), frozenset(PAIRS[27])}, [{"gnu", "hen"}, {"ant", "bee"}]):
    print([s.options for s in p.search(given=given, limit=9)], [s.options for s in p.search(banned=given, limit=9)])
"""


def test_the_same_in_each_run(tmp_path):
    """Eight orders of strings in sets, in processes of their own."""
    outputs = set()
    for seed in range(8):
        environment = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_lists_keep_their_order():
    p = Problem([["b", "a"], ("c", "b"), {"z": 1, "y": 2}.keys()], secondary=["z", "a"])
    assert p.items == ("b", "c", "y", "z", "a")
    assert Problem([{"b", "a"}, {"c"}]).items == ("a", "b", "c")


class Kind(Enum):
    ONE = 1
    TWO = 2


@dataclass(frozen=True)
class Place:
    row: int
    names: frozenset[str]


def test_elements_of_all_kinds():
    elements = [-1, 2, Fraction(5, 2), 10, "a", "b", b"a", ("a", 2), ("a", "b"), frozenset("ab"), frozenset("abc")]
    elements += [Colored("x", "red"), Place(1, frozenset("ab")), Place(2, frozenset("ab")), None, Kind.ONE, Kind.TWO]
    listed = in_order({*elements}, "x")
    assert listed[:11] == elements[:11]
    assert {*listed} == {*elements}
    assert in_order({*reversed(elements)}, "x") == listed
    assert in_order(elements, "x") is elements
    assert in_order({float("nan")}, "x") != []


class Plain:
    """An object that is the same in no other run."""


def test_a_set_without_an_order_is_refused():
    with pytest.raises(TypeError, match=r"option 1 is a set with <.*Plain.*>, whose order .*; pass a list or a tuple"):
        Problem([["a"], {"a", Plain()}])
    with pytest.raises(TypeError, match="primary is a set with"):
        Problem([["a"]], primary={"a", Plain()})
    with pytest.raises(TypeError, match="option 0 is a set with"):
        xcover.problem_with([{Plain(), Plain()}])
    assert Problem([["a", Plain()]]).n_items == 2
    with pytest.raises(TypeError, match="days is a set; it must be a list, in the order of the days"):
        roster(["Ann"], {"Mon", "Tue"}, {"early": 1}, work=1)
