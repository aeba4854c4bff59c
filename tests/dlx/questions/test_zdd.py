"""The diagram of all solutions: its contents and its queries."""

import pickle
import random
import re
from collections import Counter
from dataclasses import FrozenInstanceError
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from bench.instances import dominoes as domino_cover
from dlx import ZDD, Colored, Problem
from dlx.kernels import reference as _reference
from tests.problems import dominoes, langford, problems, queens, questions

TOY = Problem([["a", "b"], ["c"], ["a"], ["b", "c"], ["b"]], costs=[1, 5, 2, 3, 1])
SOLUTIONS = [(0, 1), (1, 2, 4), (2, 3)]


def test_what_is_in_it():
    z = TOY.zdd()
    assert sorted(s.options for s in z) == SOLUTIONS
    assert z.count() == 3
    sets = [set(c) for n in range(6) for c in combinations(range(5), n)]
    assert [sorted(s) for s in sets if s in z] == [[0, 1], [2, 3], [1, 2, 4]]
    assert TOY.solve() in z
    assert 7 not in z
    assert [0, 1, 99] not in z
    assert z.count_per_option() == [1, 2, 2, 1, 1]
    assert repr(z) == f"<ZDD: {len(z)} nodes>"


def test_order_decides_the_size():
    p = dominoes(8, 8)
    sizes = {order: len(p.zdd(order=order)) for order in ("auto", "leftmost", "mrv")}
    assert sizes == {"auto": 2321, "leftmost": 2321, "mrv": 2321}  # with Knuth's order of ties: over a million by MRV
    shuffled = list(p.primary)
    random.Random(1).shuffle(shuffled)
    assert len(p.zdd(order=shuffled)) > 20 * sizes["auto"]
    columns = sorted(dominoes(6, 12).primary, key=lambda cell: cell[1])
    z = dominoes(6, 12).zdd(order=columns)
    assert z.count() == 106912793
    assert len(z) < len(dominoes(6, 12).zdd(order="leftmost"))
    cover = domino_cover([(r, c) for r in range(12) for c in range(12)])
    assert Problem(cover.options, cover.primary).zdd().count() == 53060477521960000


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_against_the_reference(data):
    p = data.draw(problems(12))
    given_options, banned = data.draw(questions(p))
    every = sorted(_reference.solutions(p))
    z = p.zdd()
    assert sorted(s.options for s in z) == every
    assert all(s in z for s in every)
    assert z.count_per_option() == [sum(k in s for s in every) for k in range(p.n_options)]
    expected = [s for s in every if set(given_options) <= set(s) and not set(banned) & set(s)]
    rest = z.restrict(given_options, banned)
    assert sorted(s.options for s in rest) == expected
    assert rest.count() == p.count(given=given_options, banned=banned)
    costs = data.draw(st.lists(st.integers(-5, 9), min_size=p.n_options, max_size=p.n_options))
    prices = sorted(sum(costs[k] for k in s) for s in every)
    assert [sum(costs[k] for k in s) for s in z.best(10**6, costs)] == prices
    assert z.min_cost(costs) == (prices[0] if prices else None)
    if every:
        assert {s.options for s in z.sample(20, seed=1)} <= set(every)


def test_sample_is_uniform():
    z = queens(6).zdd()
    drawn = Counter(s.options for s in z.sample(8000, seed=5))
    assert len(drawn) == 4
    assert chisquare(list(drawn.values())).pvalue > 0.001
    p = langford(7)  # 52 solutions
    drawn = Counter(s.options for s in p.zdd().sample(52_000, seed=7))
    assert len(drawn) == p.count() == 52
    assert chisquare(list(drawn.values())).pvalue > 0.001
    assert [s.options for s in z.sample(5, seed=1)] == [s.options for s in z.sample(5, seed=1)]
    assert z.sample(0) == []
    with pytest.raises(ValueError, match="there is no solution to draw"):
        Problem([["a"]], ["a", "b"]).zdd().sample()


def test_costs():
    z = TOY.zdd()
    assert z.min_cost() == 5
    assert [s.options for s in z.best(2)] == [(2, 3), (0, 1)]
    assert [s.cost for s in z.best(9)] == [5, 6, 8]
    assert z.min_cost([0.5, 0.25, 0, 1, 0]) == 0.25
    assert Problem([["a"], ["a"]]).zdd().min_cost() == 0
    for costs in ([1, 2], [1, 2, 3, 4, float("nan")], "abcde"):
        with pytest.raises(ValueError, match="costs must be 5 finite numbers, one for each option"):
            z.min_cost(costs)
    p = dominoes(8, 8)
    costs = [random.Random(3).randrange(100) for _ in range(p.n_options)]
    best = p.zdd().best(3, costs)
    assert len(set(best)) == 3
    assert all(p.verify(s) for s in best)


@pytest.mark.parametrize("p", [TOY, queens(7), dominoes(6, 6), Problem([["a"]] * 17), Problem([], primary=[])])
def test_ranks_are_one_to_one(p):
    """Samples are fair only if numbers below the count and solutions correspond one to one."""
    z = p.zdd()
    ranked = [z.ranked(rank).options for rank in range(z.count())]
    assert len(set(ranked)) == len(ranked)
    assert sorted(ranked) == sorted(s.options for s in p.solutions())


@pytest.mark.parametrize("p", [TOY, Problem([["a"]]), dominoes(6, 6), dominoes(8, 8), dominoes(16, 16)])
@pytest.mark.parametrize("way", ["first", "last"])
def test_all_ranks_are_drawn(monkeypatch, p, way):
    """A sample draws each number below the count, including the first and the last."""
    z, asked = p.zdd(), []
    drawn = 0 if way == "first" else z.count() - 1
    monkeypatch.setattr(random.Random, "randrange", lambda _, n: asked.append(n) or drawn)
    assert z.sample(3, seed=1) == [z.ranked(drawn)] * 3
    assert asked == [z.count()] * 3


def test_restrict():
    z = TOY.zdd()
    assert [s.options for s in z.restrict(given=[2, 4])] == [(1, 2, 4)]
    assert z.restrict(given=[0, 2]).count() == len(z.restrict(given=[0, 2])) == 0
    assert z.restrict().count() == 3
    with pytest.raises(ValueError, match="given option 9 is out of range"):
        z.restrict(given=[9])
    p = dominoes(8, 8)
    assert p.zdd().restrict(given=[0, 50], banned=[70]).count() == p.count(given=[0, 50], banned=[70])


def test_dot():
    dot = Problem([["a", 'b"'], ["a"], ['b"', Colored("x", 1)]], secondary=["x"]).zdd().to_dot()
    assert dot.startswith("digraph {\n")
    assert dot.count(" -> ") == 4
    assert dot.count("dashed") == 1
    assert r'label="0: a b\""' in dot
    assert r'label="2: b\" x:1"' in dot


def test_save_and_load(tmp_path):
    p, file = dominoes(6, 6), tmp_path / "tilings.zdd"
    z = p.zdd()
    z.save(file)
    again = ZDD.load(file, p)
    assert (again.nodes == z.nodes).all()
    assert again.count() == 6728
    with pytest.raises(ValueError, match=re.escape(f"{file} is a diagram of another problem")):
        ZDD.load(file, dominoes(6, 5))
    file.write_text("hello")
    with pytest.raises(ValueError, match="is not a diagram"):
        ZDD.load(file, p)
    file.write_bytes(b"")
    with pytest.raises(ValueError, match="is not a diagram"):
        ZDD.load(file, p)
    with file.open("wb") as stream:
        np.save(stream, z.nodes)
    with pytest.raises(ValueError, match="is not a diagram"):
        ZDD.load(file, p)
    with pytest.raises(FileNotFoundError):
        ZDD.load(tmp_path / "missing", p)


@pytest.mark.parametrize(("row", "value"), [(0, -1), (0, 99), (1, 5), (2, 5), (2, 0), (1, -1)])
def test_what_does_not_hang_together_is_not_loaded(tmp_path, row, value):
    z, file = TOY.zdd(), tmp_path / "damaged.zdd"
    nodes = z.nodes.copy()
    nodes[row, 3] = value
    for damaged in (ZDD(TOY, z.root, nodes), ZDD(TOY, nodes.shape[1], z.nodes), ZDD(TOY, 0, z.nodes[:, :0])):
        damaged.save(file)
        with pytest.raises(ValueError, match="its nodes do not form a diagram"):
            ZDD.load(file, TOY)


def test_pickled_it_stays_immutable():
    z = TOY.zdd()
    assert z.count() == 3
    again = pickle.loads(pickle.dumps(z))
    assert again.count() == 3
    assert not again.nodes.flags.writeable
    assert len(pickle.dumps(dominoes(8, 8).zdd())) < 100_000


def test_odd_numbers():
    z = TOY.zdd()
    assert [s.options for s in z.sample(2, seed=np.int64(1))] == [s.options for s in z.sample(2, seed=1)]
    assert len(z.best(None)) == len(z.best(2**70)) == 3
    for ask, error, message in [
        (lambda: z.best(-1), ValueError, "k is -1; it must be 1 or more"),
        (lambda: z.best(1.5), TypeError, "k is 1.5; it must be a whole number"),
        (lambda: z.sample(-1), ValueError, "n is -1; it must be 0 or more"),
        (lambda: z.sample(1, seed="x"), TypeError, "seed is 'x'; it must be a whole number"),
    ]:
        with pytest.raises(error, match=message):
            ask()


def test_it_is_immutable():
    z = TOY.zdd()
    with pytest.raises(ValueError, match="read-only"):
        z.nodes[0, 0] = 1
    with pytest.raises(FrozenInstanceError):
        z.root = 0


def test_limits():
    p = dominoes(10, 10)
    with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
        p.zdd(max_nodes=1000)
    with pytest.raises(OverflowError):
        p.zdd(order="mrv", max_nodes=13000)
    assert len(p.zdd(max_nodes=14_000)) == len(p.zdd()) < 14_000
    with pytest.raises(TimeoutError, match="the diagram was not done after 0 seconds"):
        p.zdd(time_limit=0)
    with pytest.raises(ValueError, match="max_nodes is -1; it must be 0 or more"):
        p.zdd(max_nodes=-1)
    with pytest.raises(ValueError, match="no order 'best'; choose one of auto, mrv, leftmost, or give a sequence"):
        p.zdd(order="best")
    with pytest.raises(ValueError, match="order has 'x', which is not a primary item"):
        p.zdd(order=["x"])
    with pytest.raises(ValueError, match=re.escape("order has (0, 0) twice")):
        p.zdd(order=[(0, 0), (0, 0)])


def test_given_and_banned():
    p = dominoes(4, 4)
    z = p.zdd(given=[0], banned=[3])
    assert z.count() == p.count(given=[0], banned=[3])
    assert all(0 in s and 3 not in s for s in z)
    assert p.zdd(given=[0, 1]).count() == 0
    assert isinstance(z.nodes, np.ndarray)
    assert z.nodes.dtype == np.int32


@pytest.mark.parametrize("n", [4095, 5000])
def test_one_solution_adds_more_nodes_than_a_diagram_has_room_for_at_first(n):
    # There was room for 4,096 nodes, whatever the number of items, and we wrote to the memory behind them.
    diagram = Problem([[k] for k in range(n)]).zdd()
    assert (len(diagram), diagram.count()) == (n, 1)
