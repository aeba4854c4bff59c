"""The cheapest solutions, against sorting all solutions and the assignment problem; limits, errors, pruning."""

import itertools
import math
import os
import pickle
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from bench.instances import INSTANCES
from bench.peers import problem
from dlx import Problem, Progress, Status
from dlx.engine.heap import Heap, Scale
from dlx.engine.limits import WITHOUT_LIMIT
from dlx.kernels import reference as _reference
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.best.best import Best, wanted
from tests.problems import dominoes, langford, problems, queens, questions
from tests.processes import ctrl_c

pytestmark = pytest.mark.long

COSTS = {
    "ties": st.integers(0, 3),
    "numbers": st.integers(0, 1000),
    "large numbers": st.integers(0, 2**55),
    "zeros": st.just(0),
    "halves": st.sampled_from([0.0, 0.5, 1.0, 2.5]),
    "tenths": st.sampled_from([0.1, 0.2, 0.3, 0.4, 0.7]),
    "floats": st.floats(0, 1e6),
    "floats of any size": st.floats(0, 1e17),
    "tiny floats": st.floats(0, 1e-300),
}


def with_costs(problem, costs):
    return Problem.from_csr(
        problem.indptr,
        problem.indices,
        problem.colors,
        n_items=problem.n_items,
        n_primary=problem.n_primary,
        costs=costs,
    )


def random_costs(problem, seed, most=1000):
    rng = random.Random(seed)
    return with_costs(problem, [rng.randrange(1, most) for _ in range(problem.n_options)])


@st.composite
def priced(draw, base=None):
    problem = draw(base if base is not None else problems())
    cost = COSTS[draw(st.sampled_from(sorted(COSTS)))]
    return with_costs(problem, draw(st.lists(cost, min_size=problem.n_options, max_size=problem.n_options)))


def ranked(found):
    return sorted((s.cost, s.options) for s in found)


def check(problem, best, k, everything):
    """Assert that `best` is the head of the sorted list, up to the choice among solutions tied for the last place."""
    found = [(s.cost, s.options) for s in best]
    assert best.status is Status.COMPLETE
    assert found == sorted(found)
    assert [cost for cost, _ in found] == [cost for cost, _ in everything[:k]]
    assert len(set(found)) == len(found)
    assert set(found) <= set(everything)
    cutoff = found[-1][0] if len(found) == k < len(everything) else float("inf")
    assert [f for f in found if f[0] < cutoff] == [f for f in everything if f[0] < cutoff]
    for s in best:
        assert problem.verify(s.options)


# --- against all solutions


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_sorting_all_solutions(data):
    p = data.draw(priced())
    chosen, banned = data.draw(questions(p))
    k = data.draw(st.integers(1, 6))
    everything = ranked(p.solutions(given=chosen, banned=banned))
    assert [o for _, o in sorted(everything, key=lambda f: f[1])] == sorted(_reference.solutions(p, chosen, banned))
    best = p.best(k, given=chosen, banned=banned)
    check(p, best, k, everything)
    if len(best) < k:
        assert best.bound is None
    else:
        others = sorted(set(everything) - {(s.cost, s.options) for s in best})
        assert not others or others[0][0] >= best.bound == best[-1].cost or not Scale(p, p.costs).exact


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_max_cost(data):
    p = data.draw(priced())
    everything = ranked(p.solutions())
    costs = [cost for cost, _ in everything]
    most = data.draw(st.one_of(st.sampled_from([*costs, 0]), st.integers(-1, 2000), st.floats(-1, 1e6)))
    k = data.draw(st.one_of(st.none(), st.integers(1, 5)))
    within = [f for f in everything if f[0] <= most]
    check(p, p.best(k, max_cost=most), k or len(everything) + 1, within)


@settings(max_examples=60, deadline=None)
@given(priced(st.sampled_from([queens(5), queens(6), langford(4), dominoes(4, 4)])), st.integers(1, 40))
def test_problems_with_many_solutions(p, k):
    check(p, p.best(k), k, ranked(p.solutions()))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 30))
def test_partitions_of_a_set(seed, k):
    """With options of several items, prices alone seldom settle the problem."""
    rng = random.Random(seed)
    options = [rng.sample(range(9), rng.randint(1, 5)) for _ in range(70)]
    p = Problem(options, range(9), costs=[len(o) * rng.randint(5, 15) for o in options])
    check(p, p.best(k), k, ranked(p.solutions()))


@pytest.mark.parametrize(
    ("start", "how", "message"),
    [
        ([0], {}, "start is not a solution: "),
        ([7], {}, "start"),
        (["a"], {}, "start"),
        ([0, 1], {"given": [2]}, "option 2 is given, but start has not chosen it"),
        ([0, 1], {"banned": [1]}, "option 1 is banned, but start has chosen it"),
        ([0, 1], {"max_cost": 2}, "start costs 7, more than max_cost, 2"),
    ],
)
def test_a_wrong_start(start, how, message):
    p = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]], costs=[5, 2, 1, 3])
    with pytest.raises((TypeError, ValueError), match=message):
        p.best(start=start, **how)


def test_a_start_is_kept():
    p = random_costs(queens(8), 1)
    first = p.best()[0]
    for how in ({}, {"workers": 2}):
        assert p.best(start=first, **how).solutions == (first,)
        assert p.best(start=p.solve(), **how)[0].cost == first.cost
        assert ranked(p.best(None, start=first, **how)) == ranked(p.solutions())


@pytest.mark.parametrize("kind", ["numbers", "floats"])
@pytest.mark.parametrize("n", [1, 7, 30])
def test_the_assignment_problem(n, kind):
    rng = np.random.default_rng(n)
    costs = rng.integers(1, 1000, (n, n)) if kind == "numbers" else rng.random((n, n))
    p = Problem([[("row", r), ("column", c)] for r in range(n) for c in range(n)], costs=costs.ravel())
    rows, columns = linear_sum_assignment(costs)
    (best,) = p.best()
    assert best.options == tuple((rows * n + columns).tolist()) or kind == "numbers"
    assert best.cost == pytest.approx(costs[rows, columns].sum(), rel=1e-12)


@pytest.mark.parametrize("name", ["pent3x20", "pent4x15", "pent8x8hole", "langford8", "transvZ9", "costas7", "soma"])
def test_many_branches_that_cannot_be_completed(name):
    """Prices grow here, and their sums must not overflow: a build in which they did lost the optimum of pentominoes."""
    p = random_costs(problem(INSTANCES[name]), 0)
    check(p, p.best(3), 3, ranked(p.solutions()))


def test_a_hundred_thousand_options():
    n = 320
    costs = np.random.default_rng(0).integers(1, 10**6, (n, n))
    indices = np.stack([np.repeat(np.arange(n), n), n + np.tile(np.arange(n), n)], axis=1).ravel()
    indptr = np.arange(0, 2 * n * n + 1, 2)
    p = Problem.from_csr(indptr, indices, n_items=2 * n, n_primary=2 * n, costs=costs.ravel())
    assert p.best()[0].cost == costs[linear_sum_assignment(costs)].sum()


# --- pruning


@pytest.mark.parametrize("seed", range(4))
def test_queens_need_a_tenth_of_the_nodes(seed):
    p = random_costs(queens(12), seed)
    everything = p.search(kernel="links")
    cheapest = min(s.cost for s in everything)
    best = p.best()
    assert best[0].cost == cheapest
    assert everything.stats.solutions == 14_200
    assert best.stats.nodes * 10 <= everything.stats.nodes  # in fact a hundredth or fewer


def test_equal_costs_are_not_listed():
    for costs in ([1] * 144, [0] * 144, [0.1] * 144, [7] * 144):
        assert with_costs(queens(12), costs).best(3).stats.nodes < 200


def test_dominoes_are_settled_by_prices():
    p = random_costs(dominoes(12, 12), 0)
    best = p.best()
    assert p.verify(best[0].options)
    assert best.stats.nodes < 200


def test_the_same_on_every_run():
    p = random_costs(queens(10), 5, most=10)
    first, second = p.best(20), p.best(20)
    assert [s.options for s in first] == [s.options for s in second]
    assert (first.stats.nodes, first.stats.updates) == (second.stats.nodes, second.stats.updates)


# --- exactness


def test_the_last_bit_counts():
    p = Problem([["a"], ["a"], ["b"], ["b"]], costs=[0.1, 0.3, 0.2, 1e-17])
    assert [s.options for s in p.best(4)] == [(0, 3), (1, 3), (0, 2), (1, 2)]  # 0.3 < 0.1 + 0.2
    p = Problem([["a"], ["a"], ["a"]], costs=[2**55 + 1, 2**55, 2**55 + 2])
    assert [s.cost for s in p.best(3)] == [2**55, 2**55 + 1, 2**55 + 2]
    p = Problem([["a"], ["a"], ["a"], ["a"]], costs=[2e-300, 1e-300, 1.0, 1e18])
    assert [s.cost for s in p.best(4)] == [1e-300, 2e-300, 1.0, 1e18]


def test_costs_near_the_most_that_there_can_be():
    p = Problem([["a"], ["a"], ["b"], ["a", "b"]], costs=[2**61, 2**60, 2**59, 2**58 + 1])
    assert [s.cost for s in p.best(None)] == [2**58 + 1, 2**60 + 2**59, 2**61 + 2**59]


def test_max_cost_is_inclusive():
    p = Problem([["a"], ["b"], ["a", "b"]], costs=[0.1, 0.2, 0.7])
    (only,) = p.best(5, max_cost=0.1 + 0.2)
    assert only.cost == 0.1 + 0.2
    assert len(p.best(5, max_cost=0.3)) == 0  # 0.1 + 0.2 is more in 64-bit floating point
    assert len(p.best(5, max_cost=float("inf"))) == len(p.best(5, max_cost=10**400)) == 2
    assert len(p.best(5, max_cost=float("-inf"))) == 0
    whole = Problem([["a"], ["a"]], costs=[2, 3])
    assert [len(whole.best(5, max_cost=most)) for most in (1, 2, 2.9, 3, np.int64(3), np.float32(2.5))] == [
        0, 1, 1, 2, 2, 1,
    ]  # fmt: skip
    assert whole.best(5, max_cost=2).bound == 3


def test_best_is_a_sequence():
    p = Problem([["a"], ["a"], ["a"]], costs=[3, 1, 2])
    best = p.best(2)
    assert isinstance(best, Best)
    assert (len(best), [s.cost for s in best], best[0].options, best[-1].cost) == (2, [1, 2], (1,), 2)
    assert best[:1] == (best[0],)
    assert best[1] in best
    assert pickle.loads(pickle.dumps(best)) == best
    assert (best.bound, best.stats.kernel, best.stats.max_level) == (2, "best", 1)
    assert [s.cost for s in p.best(None)] == [1, 2, 3]


# --- odd problems


def test_odd_problems():
    nothing = Problem([], primary=[], costs=[])
    assert [(s.options, s.cost) for s in nothing.best(3)] == [((), 0)]
    assert nothing.best(max_cost=-1).solutions == ()
    uncovered = Problem([], primary=["a"], costs=[])
    assert (uncovered.best().solutions, uncovered.best().bound) == ((), None)
    never = Problem([["s"], ["a"]], ["a"], ["s"], costs=[2**60, 1])
    assert [s.options for s in never.best(3)] == [(1,)]
    assert never.best(given=[0]).solutions == ()
    free = Problem([["s"]], [], ["s"], costs=[2.0**61])
    assert [s.options for s in free.best(3)] == [()]


def test_given_that_contradict_each_other():
    p = Problem([["a"], ["a", "b"], ["b"]], costs=[1, 1, 1])
    best = p.best(given=[0, 1])
    assert (best.solutions, best.status, best.bound, best.stats.nodes) == ((), Status.COMPLETE, None, 0)
    assert p.best(given=[0], banned=[0]).solutions == ()
    assert [s.options for s in p.best(3, given=[0, 0])] == [(0, 2)]


# --- limits


def test_a_node_limit_ends_the_last_node_wherever_slices_end(monkeypatch):
    p = Problem([queens(6).option(k) for k in range(36)], queens(6).primary, queens(6).secondary, costs=range(36))
    limits = range(1, 30)
    fast = [p.best(node_limit=limit) for limit in limits]
    monkeypatch.setattr("dlx.questions.best.best.TIMED_SLICE_WORK", 1)
    for limit, one in zip(limits, fast, strict=True):
        slow = p.best(node_limit=limit)
        assert (slow[:], slow.status, slow.bound) == (one[:], one.status, one.bound)
        assert replace(slow.stats, seconds=0) == replace(one.stats, seconds=0)


@pytest.mark.parametrize("k", [1, 5])
def test_the_node_limit(k):
    p = random_costs(queens(9), 1)
    everything = ranked(p.solutions())
    complete = p.best(k)
    for limit in range(0, complete.stats.nodes, 3):
        best = p.best(k, node_limit=limit)
        assert best.status is Status.NODE_LIMIT
        assert best.stats.nodes == limit
        met = {s.options for s in best}
        assert all(cost >= best.bound for cost, options in everything if options not in met)
    assert p.best(k, node_limit=complete.stats.nodes + 1).status is Status.COMPLETE


def test_the_bound_where_costs_are_cut_off():
    """The large cost leaves few bits for small ones: some solutions found below the stop are not kept."""
    for seed in range(200):
        rng = random.Random(seed)
        options = [["a"], ["a"], ["a"], ["a", "b"], ["b"], ["b"], ["b"], ["b"]]
        p = Problem(options, costs=[rng.choice([0.1, 0.2, 1e-9, 0.5, rng.random(), 1e8]) for _ in options])
        everything = ranked(p.solutions())
        for how in ({"k": 1}, {"k": 3}, {"k": 2, "node_limit": 3}, {"k": 9, "max_cost": everything[4][0]}):
            best = p.best(**how)
            met = {s.options for s in best}
            assert all(cost >= best.bound for cost, options in everything if options not in met)


def test_the_bound_rises():
    p = random_costs(queens(10), 2)
    bounds = [p.best(node_limit=limit).bound for limit in (0, 1, 5, 20, 80, 10**6)]
    assert bounds[0] == 0
    assert all(low <= high for low, high in pairwise(bounds))
    assert bounds[-1] == p.best()[0].cost


def test_the_time_limit():
    p = random_costs(queens(40), 0)
    best = p.best(time_limit=0)
    assert (best.status, best.stats.nodes) == (Status.TIME_LIMIT, 0)
    best = p.best(time_limit=0.1)
    assert best.status is Status.TIME_LIMIT
    assert best.stats.seconds >= 0.1
    for s in best:
        assert p.verify(s.options)
        assert s.cost >= best.bound


def test_the_time_limit_is_for_what_is_done_with_solutions_too(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr("dlx.engine.drive.perf_counter", lambda: next(clock))
    add = Heap.add
    monkeypatch.setattr(Heap, "add", lambda *solution: (next(clock), add(*solution)))
    best = Problem([["a"]] * 200, costs=range(200)).best(None, time_limit=20)
    assert best.status is Status.TIME_LIMIT
    assert 0 < len(best) <= 11  # each solution takes a second in the kernel and one in the heap


def test_progress(monkeypatch):
    reports, clock = [], itertools.count()
    p = random_costs(queens(12), 0)
    with monkeypatch.context() as patch:
        patch.setattr("dlx.engine.drive.perf_counter", lambda: next(clock))  # a second for each look at it
        p.best(time_limit=40, progress=reports.append)
    assert len(reports) >= 2
    assert all(isinstance(r, Progress) and 0 <= r.fraction <= 1 for r in reports)
    assert all(a.nodes <= b.nodes and a.fraction <= b.fraction for a, b in pairwise(reports))
    assert reports[0].nodes < reports[-1].nodes and reports[0].fraction < reports[-1].fraction
    reports.clear()
    random_costs(queens(6), 0).best(progress=reports.append)
    assert [r.fraction for r in reports] == [1.0]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c():
    p = random_costs(queens(40), 0)
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.2):  # only Ctrl-C ends this search
        p.best()


# --- errors


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"k": 0}, ValueError, "k is 0; it must be 1 or more"),
        ({"k": 1.5}, TypeError, "k is 1.5; it must be a whole number"),
        ({"max_cost": "5"}, TypeError, "max_cost is '5'; it must be a number"),
        ({"max_cost": float("nan")}, ValueError, "max_cost is nan"),
        ({"given": [2]}, ValueError, "given option 2 is out of range"),
        ({"banned": [-1]}, ValueError, "banned option -1 is out of range"),
        ({"time_limit": -1}, ValueError, "time_limit is -1"),
        ({"node_limit": -1}, ValueError, "node_limit is -1"),
    ],
)
def test_errors(arguments, error, message):
    with pytest.raises(error, match=message):
        Problem([["a"], ["a"]], costs=[1, 2]).best(**arguments)


def test_what_is_refused():
    with pytest.raises(ValueError, match="the problem has no costs"):
        Problem([["a"]]).best()


# --- limits and starts


def every_subset(costs):
    """Return a problem whose solutions are all sets of options: each has an item that needs no option."""
    return Problem([[k] for k in range(len(costs))], dict.fromkeys(range(len(costs)), (0, 1)), costs=costs)


def test_a_limit_and_a_start():
    p = every_subset([1, 2, 4])
    heap = wanted(p, NONE, 2, 5, start=[0, 1])
    assert heap.solutions()[0].cost == 3 and not heap.endless
    heap.add(heap.scale.paid([1, 2]), [1, 2])  # 6, above the limit
    heap.add(heap.scale.paid([2]), [2])
    heap.add(heap.scale.paid([0, 1]), [1, 0])  # the start again
    assert [solution.cost for solution in heap.solutions()] == [3, 4]
    assert wanted(p, NONE, None, None).endless and wanted(p, NONE, None, None).k == WITHOUT_LIMIT


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"start": [5]}, ValueError, "start option 5 is out of range"),
        ({"start": [0, 1], "max_cost": 2}, ValueError, "start costs 3, more than max_cost, 2; raise max_cost or leave"),
        ({"max_cost": "5"}, TypeError, "max_cost is '5'; it must be a number or None"),
        ({"max_cost": math.nan}, ValueError, "max_cost is nan; it must be a number or None"),
    ],
)
def test_wrong_limits_and_starts(how, error, message):
    with pytest.raises(error, match=message):
        wanted(every_subset([1, 2, 4]), NONE, 1, **({"max_cost": None} | how))


def test_a_start_must_keep_the_assumptions():
    p = every_subset([1, 2, 4])
    with pytest.raises(ValueError, match="option 2 is given, but start has not chosen it"):
        wanted(p, Assumptions((2,), ()), 1, None, start=[0])
    with pytest.raises(ValueError, match="option 0 is banned, but start has chosen it"):
        wanted(p, Assumptions((), (0,)), 1, None, start=[0])
