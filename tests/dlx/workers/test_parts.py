"""The rest of a search that stops early: wherever it is cut, its parts make up the search, in order."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Part, Problem, Status, run_part
from dlx.engine.drive import DONE, SOLUTION, Drive
from dlx.kernels import reference as _reference
from dlx.matrix.incidence import options_with_primary
from dlx.workers.checkpoint import Checkpoint
from dlx.workers.parts import Result, Tally
from dlx.workers.parts import run as search_part
from tests.dlx.kernels.links.test_multi import at_random, by_arrays, by_force, queen_domination
from tests.kernels import borrowed, step
from tests.problems import counted, dominoes, langford, multiplied, problems, queens, questions

ALL = 10**9


def with_kernel(p, kernel):
    """Return the problem with its kernel fixed."""
    p.engine.stock.choice = kernel
    return p


def in_parts(p, root, how):
    """Search a part and its rest; return solutions, nodes and number of parts. ``how()`` returns a run's limits."""
    waiting, found, nodes, number, done = [root], [], 0, 0, Fraction(0)
    while waiting:
        part = waiting.pop(0)
        outcome = run_part(p, part, **how())
        weight = sum((rest.weight for rest in outcome.left), Fraction(0))
        assert weight <= part.weight
        assert all(rest.weight > 0 for rest in outcome.left)
        keys = [part.key, *(rest.key for rest in outcome.left)]
        assert keys == sorted(set(keys))
        done += part.weight - weight
        assert len(outcome.solutions) == outcome.count
        found += [tuple(sorted(options)) for options in outcome.solutions]
        nodes += outcome.nodes
        number += 1
        waiting = outcome.left + waiting
    assert done == root.weight
    return found, nodes, number


def share(p, way, n_given=0):
    """Return Knuth's 1/(d1 ... dl) for the node these options lead to, from their names; d is the smallest choice."""
    options = [_reference.colored(p, k) for k in range(p.n_options)]
    live, items, weight = np.flatnonzero(options_with_primary(p)).tolist(), _reference.wants(p), Fraction(1)
    for level, k in enumerate(way):
        if level >= n_given:
            weight /= min(sum(item in options[k] for k in live) for item in items)
        _, items, live = _reference.choose(options, k, [], items, live)
    return weight


def limit(nodes):
    return {"node_limit": nodes, "solutions": ALL}


def limits(chance):
    """Draw limits at random, mostly so tight that a run does next to nothing."""
    return {
        "node_limit": chance.choice([1, 1, 2, 3, 10, None]),
        "work": chance.choice([0, 1, 1, 5, 20, 200, 10**9]),
        "solutions": chance.choice([1, 1, 2, ALL]),
    }


def check(p, chosen, banned, seed, kernel):
    """Check that any cuts leave the solutions and nodes of one search, in order; return the solutions, sorted."""
    search = with_kernel(p, kernel).search(given=chosen, banned=banned, kernel=kernel)
    whole = [solution.options for solution in search]
    chance = random.Random(seed)
    root = Part(tuple(chosen), tuple(banned), Fraction(1, 3), (7,))
    for how in (lambda: limit(1), lambda: limits(chance)):
        found, nodes, _ = in_parts(p, root, how)
        assert found == whole
        assert nodes == search.stats.nodes or kernel == "links"  # links remembers the item that it last saw forced
    return sorted(whole)


@pytest.mark.parametrize("kernel", ["bits", "links", "multi"])
@pytest.mark.parametrize("p", [queens(7), langford(7), dominoes(4, 5)], ids=["queens", "langford", "dominoes"])
def test_cut_after_so_many_nodes(p, kernel, monkeypatch):
    monkeypatch.setattr(p.engine.stock, "choice", kernel)
    search = p.search(kernel=kernel)
    whole = [solution.options for solution in search]
    for stop in [*range(1, 20), 50, 100, 200]:
        found, nodes, number = in_parts(p, Part((), (), Fraction(1)), lambda stop=stop: limit(stop))
        assert found == whole
        assert nodes == search.stats.nodes or kernel == "links"
        assert number > 1


@pytest.mark.parametrize("kernel", ["bits", "links"])
@pytest.mark.parametrize("p", [queens(7), langford(7), dominoes(4, 5)], ids=["queens", "langford", "dominoes"])
def test_weights_are_those_of_the_branches(p, kernel, monkeypatch):
    monkeypatch.setattr(p.engine.stock, "choice", kernel)
    given, third, seen = next(p.solutions()).options[:1], Fraction(1, 3), set()
    for stop in [*range(1, 40), 80, 120]:
        for chosen in ((), given):
            for part in run_part(p, Part(chosen, (), third), stop).left:
                assert part.weight == third * share(p, part.given, len(chosen))
                seen.add(part.weight)
    assert len(seen) > 5


def test_weights_where_multiplicities_are():
    """Nodes have three, four and five branches, whatever is chosen; a part is n of the branches of a node."""
    p = Problem([["a"]] * 3 + [["b"]] * 4 + [["c"]] * 5 + [["d"]], {"a": 1, "b": 1, "c": 1, "d": (1, 2)})
    shares = [Fraction(1, d) for d in (1, 3, 12, 60)]
    seen = set()
    for stop in range(1, 80):
        for part in run_part(p, Part((), (), Fraction(1)), stop).left:
            level = sum(k < 12 for k in part.given)
            assert part.weight == (part.rest[1] * shares[level + 1] if part.rest else shares[level])
            seen.add(level)
    assert seen == {1, 2, 3}


# --- cut before it starts


@pytest.mark.parametrize("p", [queens(6), langford(7), dominoes(4, 5), dominoes(3, 4)], ids=repr)
def test_split(p):
    whole = sorted(solution.options for solution in p.solutions())
    for n in (1, 2, 3, 10, 50, 10_000):
        parts = p.split(n)
        assert len(parts) >= min(n, 10)
        assert sum(part.weight for part in parts) == 1
        assert [part.key for part in parts] == sorted(part.key for part in parts)
        assert all(part.weight == share(p, part.given) for part in parts)
        found = [tuple(sorted(s)) for part in parts for s in run_part(p, part, solutions=ALL).solutions]
        assert sorted(found) == whole


def test_split_goes_through_forced_moves_at_once():
    """A ring has two matchings and one choice to make; so has a ring behind a long forced path."""
    n = 100_000
    ring = [[("ring", k), ("ring", (k + 1) % n)] for k in range(n)]
    assert [(len(part.given), part.weight) for part in Problem(ring).split(4)] == [(1, Fraction(1, 2))] * 2
    path = [[k, k + 1] for k in range(n - 1)]
    parts = Problem([*path, *[["x"]] * 4]).split(3)
    assert [len(part.given) for part in parts] == [n // 2 + 1] * 4
    assert Problem(path, {k: (1, 2) if k == 7 else 1 for k in range(n)}).split(4) == [Part((), (), Fraction(1))]


def test_split_of_forced_multiplicities():
    p = Problem([["a"], ["a"], ["b", "x"], ["b"], ["b"], ["c", "x"]], {"a": 2, "b": (1, 2), "c": 1}, ["x"])
    parts = p.split(50)
    assert {0, 1, 5} <= {k for part in parts[:1] for k in part.given}, "both of a, and what covers c"
    found = [tuple(sorted(s)) for part in parts for s in run_part(p, part, solutions=ALL).solutions]
    assert sorted(found) == by_arrays(p)
    assert sum(part.weight for part in parts) == 1


# --- small problems with everything


@pytest.mark.parametrize("kernel", ["bits", "links", "multi"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_exact_covers_in_parts(kernel, data):
    p = data.draw(problems())
    chosen, banned = data.draw(questions(p))
    found = check(p, chosen, banned, data.draw(st.integers(0, 2**32)), kernel)
    assert found == sorted(_reference.solutions(p, chosen, banned))


@pytest.mark.long
@pytest.mark.parametrize("kernel", ["bits", "multi"])
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_multiplicities_in_parts(kernel, data):
    p = data.draw(multiplied())
    chosen, banned = data.draw(questions(p))
    assert check(p, chosen, banned, data.draw(st.integers(0, 2**32)), kernel) == by_force(p, chosen, banned)


@pytest.mark.parametrize(("kernel", "other"), [("bits", "multi"), ("multi", "bits")])
def test_a_rest_of_the_other_kernel(kernel, other):
    """Bits leaves the last branches of a node, multi the first ones; each refuses what the other has left."""
    p = Problem([["a"]] * 30, {"a": 3})
    left = run_part(with_kernel(p, kernel), Part((), (), Fraction(1)), 5).left
    rests = [part for part in left if part.rest]
    assert rests
    for part in rests:
        with pytest.raises(ValueError, match="have no such branches left"):
            run_part(with_kernel(p, other), part)


def colored_at_random(seed):
    """Return at_random() with colors on most secondary items."""
    p, chance = at_random(seed), random.Random(seed)
    options = [
        [
            Colored(item, chance.choice("rg")) if item in p.secondary and chance.random() < 0.7 else item
            for item in option
        ]
        for option in map(p.option, range(p.n_options))
    ]
    bounds = p.primary if p.bounds is None else {item: tuple(p.bounds[item].tolist()) for item in p.primary}
    return Problem(options, bounds, p.secondary)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 1_000, 250))
def test_a_thousand_problems_in_parts(start):
    some = 0
    for seed in range(start, start + 250):
        p, kernel = at_random(seed), "multi" if seed % 2 or at_random(seed).bounds is None else "bits"
        assert check(p, [], [], seed, kernel) == by_arrays(p), seed
        p, chance = colored_at_random(seed), random.Random(seed)
        chosen, banned = ([k for k in range(p.n_options) if chance.random() < 0.1] for _ in range(2))
        some += len(check(p, chosen, banned, seed, kernel)) > 1
    assert some > 30


@pytest.mark.parametrize("seed", [92, 157, 293, 481, 569, 653])
def test_a_part_branches_as_the_search_does(seed):
    """Several items are down to one option at a time, some because of an option before the current one."""
    chance = random.Random(seed)
    items, n_options = range(chance.randint(10, 20)), chance.randint(20, 60)
    options = [chance.sample(items, chance.randint(2, 4)) for _ in range(n_options)]
    p = Problem(options, {item: chance.choice([1, 1, 2, (1, 2)]) for item in items})
    assert p.bounds is not None
    search = p.search()
    whole = [solution.options for solution in search]
    for stop in (1, 5):
        found, nodes, _ = in_parts(p, Part((), (), Fraction(1)), lambda stop=stop: limit(stop))
        assert (found, nodes) == (whole, search.stats.nodes)


# --- the kernels, stopped anywhere


def kernel_of(p, name):
    return borrowed(p, name)


@pytest.mark.parametrize("name", ["bits", "links", "multi"])
def test_a_frontier_at_every_stop(name):
    """A frontier is complete right after setup, after each node, at each solution, and after any amount of work."""
    p = langford(7) if name != "multi" else queen_domination(5, 3)
    whole = [tuple(sorted(options)) for options in _solutions(kernel_of(p, name), ())]
    stops = [(nodes, ALL, ALL) for nodes in range(120)] + [(ALL, count, ALL) for count in range(1, len(whole))]
    for nodes, count, work in [*stops, *((ALL, ALL, work) for work in range(0, 120, 3))]:
        kernel = kernel_of(p, name)
        kernel.setup(())
        found = []
        while True:
            outcome = step(kernel, nodes, kernel.solutions + 1, work)
            found += [kernel.solution()] if outcome == SOLUTION else []
            if outcome == DONE or (outcome != SOLUTION or len(found) == count):
                break
        while kernel.midway:
            if step(kernel, kernel.nodes + 1, kernel.solutions + 1) == SOLUTION:
                found.append(kernel.solution())
        left = kernel.frontier()
        assert sum(share for *_, share in left) <= 1
        for way, banned, rest, _ in left:
            found += _solutions(kernel, way, banned, rest)
        assert [tuple(sorted(options)) for options in found] == whole


@pytest.mark.parametrize("name", ["bits", "links", "multi"])
@pytest.mark.parametrize("given", [(), (6,)])
def test_the_share_of_each_part_of_a_frontier(name, given):
    """In a product of items, all leaves are solutions with equal shares."""
    p = Problem([["a"]] * 4 + [["b"]] * 2 + [["c"]] * 2 + [["d"]] * 3)
    total = 48 // (2 if given else 1)
    for stops in [(nodes, ALL) for nodes in range(30)] + [(ALL, count) for count in range(1, total)]:
        kernel, other = borrowed(p, name), borrowed(p, name)
        kernel.setup(given)
        step(kernel, *stops)
        while kernel.midway:
            step(kernel, kernel.nodes + 1)
        left = kernel.frontier()
        assert [share for *_, share in left] == [
            Fraction(len(_solutions(other, way, banned, rest)), total) for way, banned, rest, _ in left
        ]
        assert sum(share for *_, share in left) == 1 - Fraction(kernel.solutions, total)


def _solutions(kernel, *question):
    kernel.setup(*question)
    found = []
    while step(kernel, ALL, kernel.solutions + 1) == SOLUTION:
        found.append(kernel.solution())
    return found


def test_nothing_is_left_of_a_search_that_is_done():
    for p, name in ((queens(4), "bits"), (queens(4), "links"), (Problem([["a"]], {"a": (0, 2)}), "multi")):
        kernel = kernel_of(p, name)
        kernel.setup(())
        assert step(kernel) == DONE
        assert (kernel.midway, kernel.frontier()) == (False, [])
        assert kernel.setup((), range(p.n_options))
        assert len(kernel.frontier()) == 1


# --- nodes with many branches


@pytest.mark.long
@pytest.mark.parametrize(("n", "k"), [(300, 2), (60, 3)])
def test_many_branches(n, k):
    """A node with hundreds of branches is left as some tens of parts of about equal weight."""
    p = Problem([["a"]] * n, {"a": k})
    left = run_part(p, Part((), (), Fraction(1)), 2, solutions=ALL).left
    weights = [part.weight for part in left if not part.given]
    assert 30 < len(weights) <= 64
    assert max(weights) < 0.04
    chance = random.Random(n)
    found, nodes, number = in_parts(p, Part((), (), Fraction(1)), lambda: limit(chance.randint(1, 5_000)))
    assert len(found) == len(set(found)) == comb(n, k)
    search = p.search()
    assert found == [solution.options for solution in search]
    assert nodes == search.stats.nodes
    assert number > 5


@pytest.mark.long
def test_what_is_left_is_small():
    """One part per branch would ban all branches before it: 200 million numbers for 10,000 options, ..."""
    for p in (Problem([["a"]] * 10_000, {"a": 5}), Problem([["a"]] * 500, {"a": (0, 500)})):
        outcome = run_part(p, Part((), (), Fraction(1)), 2_000)
        assert sum(len(part.given) + len(part.banned) for part in outcome.left) < 400_000
        assert 0.9 < sum(part.weight for part in outcome.left) <= 1


# --- many workers


@pytest.mark.long
def test_workers_with_multiplicities():
    p = queen_domination(8, 5)
    search = p.search()
    whole = [solution.options for solution in search]
    for workers in (1, 2, 3):
        total = counted(p, workers=workers)
        assert (total.count, total.stats.nodes, total.status) == (4_860, search.stats.nodes, Status.COMPLETE)
        assert total.stats.parts > 5
    assert [solution.options for solution in p.solutions(workers=2)] == whole


@pytest.mark.long
@pytest.mark.parametrize("k", [0, 1])
def test_a_checkpoint_with_multiplicities(k, tmp_path):
    """A run that restarts again and again, and at first gets no further than its first tasks, has exact totals."""
    sets = Problem([[k % 3, "all"] for k in range(21)], {0: (2, 5), 1: (1, 6), 2: (0, 7), "all": (4, 17)})
    p, file = (queen_domination(8, 5), sets)[k], tmp_path / "run.sqlite"
    search = p.search()
    count, turns, total = search.count(), 0, None
    while total is None or total.status is not Status.COMPLETE:
        total = counted(p, workers=1, checkpoint=file, time_limit=0.01 * turns)
        turns += 1
    assert (total.count, total.stats.nodes) == (count, search.stats.nodes)
    assert turns > 1


def test_refused():
    p = queens(4)
    with pytest.raises(ValueError, match="given option 99 is out of range"):
        run_part(p, Part((99,), (), Fraction(1)))
    with pytest.raises(ValueError, match="banned option -1 is out of range"):
        run_part(p, Part((), (-1,), Fraction(1)))
    with pytest.raises(ValueError, match="node_limit is 0; it must be 1 or more"):
        run_part(p, Part((), (), Fraction(1)), 0)


def test_the_rest_of_a_stopped_search_is_whole_and_that_of_a_dropped_one_takes_no_time():
    """A user who stops a part continues with its rest; workers whose question has ended drop it."""
    p = queens(8)
    (part,) = p.split(1)
    stop = iter([False, True])
    outcome = search_part(p.engine, part, work=1, stopped=lambda: next(stop, True))
    assert outcome.left
    assert outcome.count + sum(search_part(p.engine, rest).count for rest in outcome.left) == 92
    outcome = search_part(p.engine, part, work=1, dropped=lambda: True)
    assert outcome.left == []


# --- totals of workers: sums beyond 64 bits, by every way of adding them


def test_totals_of_workers_and_of_a_checkpoint(tmp_path):
    problem, root = Problem([["a"], ["a"]]), Part((), (), Fraction(1))
    tally, again = Tally(Drive()), Tally(Drive())
    with Checkpoint(tmp_path / "run.db", problem, root) as store:
        store.load(tally)
        for number in (2**200 - 1, 1):
            tally.add(Result([], count=number))
        store.record(tally, [([root], Result([]))])
    with Checkpoint(tmp_path / "run.db", problem, root) as store:
        assert store.load(again) == []
    assert tally.count == again.count == 2**200
