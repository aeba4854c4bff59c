# SPDX-License-Identifier: MIT
"""Descents: a wide one is the whole tree, a narrow one is right on average, and slices change nothing."""

import math
from statistics import mean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import INSTANCES
from bench.peers import problem
from dlx import Problem
from dlx.engine.drive import DONE
from dlx.kernels import reference as _reference
from dlx.kernels.dive import Dive, row_words
from dlx.questions.estimate import Interval, _weigh
from tests.dlx.questions.test_estimate import ONE
from tests.problems import dominoes, langford, problems, queens, questions

pytestmark = pytest.mark.long


def latin(n):
    cells = [(r, c, s) for r in range(n) for c in range(n) for s in range(n)]
    return Problem([[f"c{r}{c}", f"r{r}{s}", f"k{c}{s}"] for r, c, s in cells])


def descents(p, width, runs, seed=1, chosen=(), banned=()):
    """Yield the (nodes, solutions) of each of several descents."""
    dive = Dive(p, list(chosen), list(banned), width, seed)
    for _ in range(runs):
        dive.begin(width)
        while dive.step(1_000) != DONE:
            pass
        run = _weigh(dive.degrees.tolist(), dive.hits.tolist(), width)
        yield run.nodes / ONE, run.solutions / ONE


def size_of(options, item, live):
    return sum(item in options[k] for k in live)


def tree(p, chosen=(), banned=()):
    """Return the nodes and solutions of the estimated tree, in plain Python; the given options are consistent."""
    options = [_reference.colored(p, k) for k in range(p.n_options)]
    items = _reference.wants(p)
    live = [k for k, option in enumerate(options) if k not in banned and any(item in option for item in items)]
    for k in dict.fromkeys(chosen):
        before = live
        _, items, live = _reference.choose(options, k, [], items, live)
        if any(size_of(options, item, live) == 0 < size_of(options, item, before) for item in items):
            return 1, 0

    def size(item, live):
        return size_of(options, item, live)

    def below(items, live, forced):
        if not items:
            return 1, 1
        item = forced if forced in items and size(forced, live) == 1 else min(items, key=lambda i: size(i, live))
        nodes, solutions = 1, 0
        for k in (k for k in live if item in options[k]):
            _, rest, left = _reference.choose(options, k, [], items, live)
            if any(size(i, left) == 0 < size(i, live) for i in rest):
                nodes += 1
                continue
            n, s = below(rest, left, last_forced(k, item, rest, live) or forced)
            nodes, solutions = nodes + n, solutions + s
        return nodes, solutions

    def last_forced(k, item, rest, live):
        """Return the last item that drops to one option while the options that k rules out go, item by item."""
        own = list(options[k])
        at, left, last = own.index(item), list(live), None
        for i in own[at:] + own[:at]:
            for other in [o for o in left if i in options[o]]:
                color = options[k][i]
                if color is not None and options[other][i] == color:
                    continue
                left.remove(other)
                for j in options[other]:
                    if j in rest and size(j, left) == 1:
                        last = j
        return last

    return below(items, live, p.primary[0])


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_wide_descent_is_the_whole_tree(data):
    p = data.draw(problems())
    chosen, banned = data.draw(questions(p))
    if not p.n_primary or any(k in banned for k in chosen) or not p.engine.lend("links").kernel.setup(chosen):
        return
    if all(any(item in _reference.colored(p, k) for k in chosen) for item in p.primary):
        return
    (found,) = descents(p, 500, 1, chosen=chosen, banned=banned)
    assert found[1] == len(list(_reference.solutions(p, chosen, banned)))
    assert found == tree(p, chosen, banned)


@pytest.mark.parametrize("name", ["queens8", "domino6x6", "latin4", "ypent5x10", "loz333", "tetroT8x8"])
def test_the_tree_is_that_of_links(name):
    p = problem(INSTANCES[name])
    search = p.search(kernel="links")
    search.count()
    assert list(descents(p, 6_000, 1)) == [(search.stats.nodes, search.stats.solutions)]


@pytest.mark.parametrize("width", [1, 2, 7, 40])
@pytest.mark.parametrize("p", [queens(6), langford(7), dominoes(4, 5), latin(3)], ids=repr)
def test_descents_are_right_on_average(p, width):
    ((nodes, solutions),) = descents(p, 20_000, 1)
    runs = list(descents(p, width, 4_000 // width + 100))
    for truth, values in zip((nodes, solutions), zip(*runs, strict=True), strict=True):
        error = stdev(values) / math.sqrt(len(values))
        assert abs(mean(values) - truth) <= 4 * error + 1e-9 * truth


@pytest.mark.parametrize("lucky", range(7))
def test_each_child_has_the_same_chance(lucky):
    """Three of seven children continue; only one has children of its own, so the nodes show whether it was taken."""
    ways = [["a", f"s{k}"] for k in range(7)]
    rest = [["z", *(f"s{k}" for k in range(7) if k != lucky)]] * 8
    p = Problem(ways + rest, ["a", "z"], [f"s{k}" for k in range(7)])
    nodes = [nodes for nodes, _ in descents(p, 3, 2_100, seed=lucky)]
    assert {round(n, 6) for n in nodes} == {8, round(8 + 7 / 3 * 8, 6)}
    assert abs(sum(n > 8 for n in nodes) - 900) < 4 * math.sqrt(2_100 * 12 / 49)


def test_a_descent_in_slices_is_the_same():
    p = queens(9)
    whole, sliced = Dive(p, [], [], 30, 5), Dive(p, [], [], 30, 5)
    whole.begin(30)
    assert whole.step(2**40) == DONE
    sliced.begin(30)
    slices = 1
    while sliced.step(1) != DONE:
        slices += 1
    assert slices > 1_000
    assert sliced.degrees.tolist() == whole.degrees.tolist()
    assert sliced.hits.tolist() == whole.hits.tolist()


def test_the_path_of_a_narrow_descent_is_a_partial_solution():
    p = queens(8)
    dive = Dive(p, [3], [], 1, 7)
    for _ in range(50):
        dive.begin(1)
        assert dive.step(2**40) == DONE
        options = [set(p.option(k)) for k in [3, *dive.path.tolist()]]
        assert sum(map(len, options)) == len(set().union(*options))


def test_numbers_beyond_floats():
    n = 1_100
    p = Problem.from_csr(np.arange(2 * n + 1), np.arange(2 * n) // 2, n_items=n, n_primary=n)
    e = p.estimate(samples=20)
    assert e.solutions == Interval(2**n, 2**n, 2**n)
    assert e.nodes == Interval(*3 * [2 ** (n + 1) - 1])
    assert e.seconds.value == math.inf
    assert str(e).startswith("2.7e331 nodes, 1.4e331 solutions, at least ")
    assert row_words(p) * 8 < 2 * n / 8 + 4 * n + 32
