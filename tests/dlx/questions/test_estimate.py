"""Estimates: the tree equals the tree of the links kernel, descents are right on average, intervals hold the truth."""

import math
import pickle
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import INSTANCES
from bench.peers import problem
from dlx import Problem, Status, models
from dlx.engine.drive import Drive
from dlx.engine.interval import Interval, interval
from dlx.kernels.dive import Dive
from dlx.matrix.assumptions import NONE
from dlx.questions import estimate as module
from dlx.questions.estimate import Estimate, Subtrees
from tests.problems import dominoes, langford, problems, queens, questions
from tests.processes import ctrl_c

pytestmark = pytest.mark.long

ONE = 1 << module.POINT
QUEENS_12 = (Interval(333_583, 316_097, 352_036), Interval(14_734, 12_723, 17_064))


# --- deep problems


def test_a_deep_search_of_few_choices_is_exact():
    n = 100_000
    ring = Problem([[k, (k + 1) % n] for k in range(n)]).estimate()
    assert (ring.samples, ring.status, ring.solutions) == (0, Status.COMPLETE, Interval(2, 2, 2))
    singles = Problem([[k] for k in range(n)]).estimate()
    assert (singles.samples, singles.status) == (0, Status.COMPLETE)
    assert singles.nodes == Interval(n + 1, n + 1, n + 1)


def pairs(n):
    """Return a problem of n binary digits: 2^n solutions, in a tree n levels deep."""
    return Problem([[k] for k in range(n) for _ in range(2)])


def test_work_is_limited(monkeypatch):
    monkeypatch.setattr(module, "WORK_A_SAMPLE", 30_000)
    whole = pairs(100).estimate()
    assert (whole.samples, whole.status) == (1_000, Status.COMPLETE)
    cut = pairs(600).estimate()
    assert cut.status is Status.WORK_LIMIT
    assert 50 <= cut.samples < 1_000
    assert abs(cut.solutions.value - 2**600) < 2**570, "but for the rounding of weights"
    assert cut.samples == pairs(600).estimate().samples
    assert pairs(600).estimate(2_000).samples > cut.samples


def test_where_a_wide_descent_is_too_much_a_narrow_one_goes_down(monkeypatch):
    monkeypatch.setattr(module, "WORK_A_SAMPLE", 1_500)
    e = pairs(600).estimate()
    assert 1 <= e.samples < 50
    assert e.status is Status.WORK_LIMIT
    assert e.solutions.value == 2**600


def test_no_descent_ends(monkeypatch):
    monkeypatch.setattr(module, "WORK_A_SAMPLE", 1)
    e = pairs(2_400).estimate()
    assert (e.samples, e.status) == (0, Status.WORK_LIMIT)
    assert (e.nodes.value, e.nodes.high) == (5_000, math.inf)
    assert str(e).startswith("at least 5,000 nodes, at least ")


# --- the tree, and descents in it


def test_subtrees_measure_the_time_of_a_node():
    p = queens(12)
    question = Subtrees(p.engine, NONE, Drive())
    assert question.pace(Dive(p, [], [], 1, 0), 10**8) is not None


# --- results


def estimates(p, monkeypatch, trial=0, **more):
    """Estimate without the clock, after a trial that ends no search."""
    monkeypatch.setattr(module, "EXACT_NODES", trial)
    monkeypatch.setattr(Subtrees, "pace", lambda *_: None)
    return p.estimate(**more)


def test_a_small_search_is_told_exactly():
    p = queens(8)
    e = p.estimate()
    search = p.search(kernel="links")
    assert e.solutions == Interval(92, 92, 92) == Interval(*3 * [search.count()])
    assert e.nodes == Interval(*3 * [search.stats.nodes])
    assert e.seconds.low == e.seconds.value == e.seconds.high > 0
    assert (e.samples, e.status) == (0, Status.COMPLETE)
    assert str(e).startswith(f"{search.stats.nodes:,} nodes, 92 solutions, ")


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_given_and_banned_in_small_searches(data):
    p = data.draw(problems())
    chosen, banned = data.draw(questions(p))
    e = p.estimate(given=chosen, banned=banned)
    assert e.solutions == Interval(*3 * [p.count(given=chosen, banned=banned)])


def test_given_and_banned(monkeypatch):
    p = queens(10)
    for question in ({"given": [3]}, {"banned": [3, 4, 17]}, {"given": [3, 3], "banned": [55]}):
        search = p.search(kernel="links", **question)
        search.count()
        e = estimates(p, monkeypatch, **question, samples=4_000, seed=1)
        assert e.nodes.low <= search.stats.nodes <= e.nodes.high < 1.2 * e.nodes.low
        assert e.solutions.low <= search.stats.solutions <= e.solutions.high < 2 * e.solutions.low


def test_colors(monkeypatch):
    """The intervals hold the truth for a crossword of 4-letter binary words across and down, with letters as colors."""
    words = [format(k, "04b") for k in range(16) if k not in (0, 15, 3)]
    across = [[f"A{r}", *(f"x{r}{c}:{w[c]}" for c in range(4))] for r in range(4) for w in words]
    down = [[f"D{c}", *(f"x{r}{c}:{w[r]}" for r in range(4))] for c in range(4) for w in words]
    from dlx import Colored

    options = [[Colored(*i.split(":")) if ":" in i else i for i in option] for option in across + down]
    cells = [f"x{r}{c}" for r in range(4) for c in range(4)]
    p = Problem(options, [f"{way}{k}" for k in range(4) for way in "AD"], cells)
    search = p.search(kernel="links")
    e = estimates(p, monkeypatch, samples=2_000)
    assert e.solutions.low <= search.count() <= e.solutions.high
    assert e.nodes.low <= search.stats.nodes <= e.nodes.high < 1.5 * e.nodes.low


@pytest.mark.parametrize(
    "name", ["queens8", "queens10", "langford8", "domino6x6", "latin4", pytest.param("latin5", marks=pytest.mark.long)]
)
def test_the_interval_holds_the_truth(name, monkeypatch):
    """The interval holds the truth for at least 182 of 200 seeds (91 %).

    At a true rate of 95 %, a lower rate occurs once in 100 tests. We measured 92.5 to 96.5 %.
    """
    p = problem(INSTANCES[name])
    search = p.search(kernel="links")
    solutions = search.count()
    found = [estimates(p, monkeypatch, seed=seed) for seed in range(200)]
    assert sum(e.nodes.low <= search.stats.nodes <= e.nodes.high for e in found) >= 182
    assert sum(e.solutions.low <= solutions <= e.solutions.high for e in found) >= 182
    assert abs(mean(e.nodes.value for e in found) / search.stats.nodes - 1) < 0.02
    assert all(e.nodes.high < 1.5 * e.nodes.low and e.samples == 1_000 for e in found)


def test_more_samples_are_closer(monkeypatch):
    p = queens(10)
    few, many = (estimates(p, monkeypatch, samples=n).solutions for n in (200, 20_000))
    assert many.high / many.low < (few.high / few.low) ** 0.3


def test_a_seed_decides_all_but_the_seconds(monkeypatch):
    e = estimates(queens(12), monkeypatch, seed=3)
    assert (e.nodes, e.solutions) == (estimates(queens(12), monkeypatch, seed=3).nodes, e.solutions)
    assert e.nodes != estimates(queens(12), monkeypatch, seed=4).nodes
    assert estimates(queens(12), monkeypatch, seed=-(2**70)).samples == 1_000


def test_the_same_on_every_machine(monkeypatch):
    e = estimates(queens(12), monkeypatch)
    assert (e.nodes, e.solutions) == QUEENS_12


def test_a_count_beyond_all_searches():
    """The interval holds the number of domino tilings of 16x16 (OEIS A004003)."""
    e = dominoes(16, 16).estimate(samples=2_000)
    assert e.solutions.low <= 2_444_888_770_250_892_795_802_079_170_816 <= e.solutions.high < 6 * e.solutions.low
    assert 0 < e.seconds.low < e.seconds.value < e.seconds.high
    assert str(e).endswith("years)")


def test_no_solution(monkeypatch):
    e = estimates(langford(10), monkeypatch)
    assert (e.solutions.value, e.solutions.low) == (0, 0)
    assert 0 < e.solutions.high < 10_000
    assert langford(9).estimate(samples=50, given=[0, 1]).solutions == Interval(0, 0, 0)


def test_what_was_seen_is_certain(monkeypatch):
    """A solution that a descent or the trial finds is certain, even one in some thousand nodes."""
    p = langford(7)
    one = next(p.solutions()).options
    lone = Problem([["x"], *(["x", *p.option(k)] for k in one), *map(p.option, range(p.n_options))])
    e = estimates(lone, monkeypatch, trial=500, samples=20)
    assert e.solutions.low >= lone.search(kernel="links", node_limit=500).count()
    assert e.solutions.low <= e.solutions.value <= e.solutions.high


def test_nothing_to_search():
    empty = Problem([], primary=[]).estimate()
    assert (empty.nodes.value, empty.solutions.value) == (1, 1)
    assert Problem([], primary=["a"]).estimate().solutions.value == 0
    never = Problem([["s"]], primary=[], secondary=["s"])
    assert never.estimate().solutions.value == 1
    assert never.estimate(given=[0]).solutions == Interval(0, 0, 0)
    assert Problem([["a"], ["a"]]).estimate(given=[0, 1]).nodes == Interval(0, 0, 0)


def test_no_time():
    for p in (queens(8), queens(14)):
        e = p.estimate(time_limit=0)
        assert e.status is Status.TIME_LIMIT
        assert (e.samples, e.nodes, e.solutions) == (0, Interval(0, 0, math.inf), Interval(0, 0, math.inf))
        assert str(e) == "at least 0 nodes, at least 0 solutions, at least 0 ms"


def test_a_little_time():
    e = dominoes(16, 16).estimate(samples=10**9, time_limit=0.3)
    assert e.status is Status.TIME_LIMIT
    assert 0 <= e.samples < 10**9
    assert e.nodes.low <= e.nodes.value <= e.nodes.high


@pytest.mark.parametrize("samples", [1, 2, 19, 20, 39, 1_005])
def test_any_number_of_samples(samples, monkeypatch):
    e = estimates(queens(10), monkeypatch, samples=samples)
    assert samples <= e.samples < samples + 50
    assert e.nodes.low <= e.nodes.value <= e.nodes.high
    assert (e.nodes.high == math.inf) == (samples == 1)


def test_bad_arguments():
    p = queens(6)
    with pytest.raises(ValueError, match="samples is 0; it must be 1 or more"):
        p.estimate(0)
    with pytest.raises(TypeError):
        p.estimate(1.5)
    with pytest.raises(TypeError):
        p.estimate(seed="a")
    with pytest.raises(ValueError, match="time_limit"):
        p.estimate(time_limit=-1)
    with pytest.raises(ValueError, match="given option 99 is out of range"):
        p.estimate(given=[99])


def test_progress():
    seen = []
    e = dominoes(16, 16).estimate(samples=10_000, progress=seen.append)
    fractions = [report.fraction for report in seen]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    assert seen[-1].nodes > e.samples
    seen.clear()
    queens(6).estimate(progress=seen.append)
    assert [report.fraction for report in seen] == [1]


@pytest.mark.parametrize(("width", "samples"), [(1_000, 0), (50_000, 20)])
def test_the_work_of_a_search_that_is_not_estimated(width, samples):
    """2,001 nodes take 1,000 or 50,000 steps each; the second search is too much work despite its few nodes."""
    with_s = [["a", "s"]] * 1_000 + [["b", "s"]] * width
    p = Problem([*with_s, ["b"]], ["a", "b"], ["s"])
    assert p.estimate(samples=20).samples == samples


def test_interrupted():
    p = dominoes(20, 20)
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.2):
        p.estimate(samples=10**9)
    assert p.estimate(samples=20).samples == 20


def test_an_error_of_the_callback_leaves_all_as_it_was():
    def broken(_):
        raise RuntimeError("of the caller")

    with pytest.raises(RuntimeError, match="of the caller"):
        queens(6).estimate(progress=broken)
    assert queens(6).count() == 4


def test_values():
    e = Estimate(Interval(4, 3, 5), Interval(1, 1, 1), Interval(3.1e9, 0.5, math.inf), 20, Status.COMPLETE)
    assert str(e) == "about 4 nodes (3 to 5), 1 solution, at least 500 ms"
    assert pickle.loads(pickle.dumps(e)) == e
    assert str(Interval(3_140_000_000, 2_200_000_000, 4_400_000_000)) == "about 3.1e9 (2.2e9 to 4.4e9)"
    assert interval([ONE, 3 * ONE], 1) == Interval(2, 1, round(2 * math.exp(12.71 / 2)))


def test_no_solution_seen_is_not_no_solution():
    """`solve()` may have found one; the estimate only says what its descents saw."""
    unseen = Interval(0, 0, 11 * 10**26)
    e = Estimate(Interval(10**29, 10**28, 10**30), unseen, Interval(1.0, 0.5, 2.0), 1000, Status.COMPLETE)
    assert "no solutions seen (0 to 1.1e27)" in str(e) and "about 0" not in str(e)
    assert str(unseen) == "none seen (0 to 1.1e27)"
    assert str(Interval(0, 0, 0)) == "0"
    packing = models.polyominoes("12x15", copies=3)
    assert packing.solve() is not None
    assert "no solutions seen (0 to " in str(packing.estimate(20, seed=0))
