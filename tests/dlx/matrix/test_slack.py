"""Soft items, multiplicities and costs of any sign, against all sets of options with their prices; exports; errors."""

import pickle
import warnings
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from dlx import Colored, Compromise, GaveWay, Problem, Status
from dlx.matrix.solution import total
from dlx.workers import cheapest as parts
from tests.dlx.questions.best.test_best import check
from tests.dlx.questions.best.turns import tiny_turns
from tests.exports import read_lp, read_opb
from tests.nightly.cases import at_random, by_force, uses

# --- by brute force


def by_price(case, slack):
    """Return all sets of options that a search with slack may find, with their costs, cheapest first."""
    bounds = {
        item: (0 if few is not None else case.primary[item][0], 99 if many is not None else case.primary[item][1])
        for item, (few, many) in slack.items()
    }
    every = by_force(replace(case, primary=case.primary | bounds))
    yes, no = set(case.given), set(case.banned)
    having = {item: {k for k, option in enumerate(case.options) if item in dict(uses(option))} for item in slack}
    return sorted((price(case, slack, having, s), s) for s in every if yes <= set(s) and not no & set(s))


def price(case, slack, having, options):
    costs = [case.costs[k] for k in options] if case.costs else []
    for item, (few, many) in slack.items():
        n = len(having[item].intersection(options))
        low, high = case.primary[item]
        costs += [few] * (low - n) if n < low else [many] * (n - high)
    return total(costs)


MOST_SOFT = 6  # items; brute force goes through all sets of options that they leave possible
MOST_LISTED = 200  # solutions, of which each takes a fifth of a millisecond


def prices(case, chance):
    """Return slack for some of the items, of the sizes of the costs."""
    sizes = [abs(cost) for cost in case.costs or [1]] + [0, 1, 2]
    sides = [
        (chance.choice([None, chance.choice(sizes)]), chance.choice([None, None, chance.choice(sizes)]))
        for _ in case.primary
    ]
    pairs = [pair for pair in zip(case.primary, sides, strict=True) if chance.random() < 0.7]
    return dict(pairs[:MOST_SOFT])


def check_wishes(case, chance):
    """Check the cheapest solutions with and without workers, limits of cost and nodes, and a start."""
    slack = prices(case, chance)
    everything = by_price(case, slack)
    how = {"given": case.given, "banned": case.banned, "slack": slack}
    if everything and chance.random() < 0.4:
        how |= chance.choice([{"max_cost": chance.choice(everything)[0]}, {"start": chance.choice(everything)[1]}])
    within = [one for one in everything if one[0] <= how.get("max_cost", one[0])]
    if case.costs is None and not slack:
        return
    p, k = case.problem, chance.choice([1, 1, 2, 5, None if len(everything) <= MOST_LISTED else 20])
    with pytest.MonkeyPatch.context() as patch:
        if chance.random() < 0.6:
            tiny_turns(patch, chance.randrange(10**6))
        best = p.best(k, **how)
        check_all(p, best, k, within, slack)
        short = p.best(k, **how, node_limit=chance.randint(0, 8))
        assert {(s.cost, s.options) for s in short} <= set(within)
        check_bound(short, within)
        if chance.random() < 0.3:
            patch.setattr(parts, "SERIAL_NODES", chance.choice([1, 2, 5]))
            patch.setattr(parts, "LEAST_WORK", chance.choice([1, 100, 2_000_000]))
            patch.setattr(parts, "SETUPS_PER_JOB", 0)
            check_all(p, p.best(k, **how, workers=chance.randint(1, 2)), k, within, slack)
    check_exports(case, slack, everything)


def check_all(p, best, k, within, slack):
    if not slack:
        check(p, best, k or len(within) + 1, within)
        return
    found = [(s.cost, s.options) for s in best]
    assert best.status is Status.COMPLETE
    assert [cost for cost, _ in found] == [cost for cost, _ in within[:k]]
    assert len(set(found)) == len(found) and set(found) <= set(within)
    check_bound(best, within)
    for s in best:
        assert s.cost == pytest.approx(total([*s.option_costs(), *(gap.price for gap in s.gave_way)]))
        assert s.gave_way or p.verify(s)


def check_bound(best, within):
    """Check that all other solutions cost at least the bound, up to rounding."""
    found = {s.options for s in best}
    others = {cost for cost, options in within if options not in found}
    assert not others or (best.bound is not None and min(others) >= best.bound - 1e-9 * abs(best.bound))


def check_exports(case, slack, everything):
    """Check that the cheapest models of both formats with an objective are the cheapest solutions."""
    amounts = [*(case.costs or []), *(side for pair in slack.values() for side in pair if side)]
    whole = all(isinstance(one, int) for one in amounts)
    exports = [(case.problem.to_lp, read_lp)] + [(case.problem.to_opb, read_opb)] * whole
    for export, read in exports:
        made = export(given=case.given, banned=case.banned, slack=slack)
        linear = read(made.text())
        if linear.n > 14 or (whole and sum(map(abs, case.costs or [0])) >= 2**50):
            continue
        vectors, costs = linear.models()
        assert (len(vectors) > 0) == bool(everything)
        if everything:
            assert costs.min() == pytest.approx(everything[0][0])
            chosen = np.flatnonzero(vectors[costs.argmin()]).tolist()
            names = {f"x{v}": 1.0 for v in chosen}
            found = made.solution(names if export == case.problem.to_lp else [v + 1 for v in chosen])
            assert found.cost == pytest.approx(everything[0][0])


@pytest.mark.parametrize("part", range(8))
def test_random_wishes(part):
    """Multiplicities, colors, equal options, costs of any sign, given and banned options, and slack."""
    for seed in range(35 * part, 35 * (part + 1)):
        chance = Random(seed)
        case = at_random(f"wishes {seed}")
        if chance.random() < 0.5:
            lows = {item: chance.randint(0, 3) for item in case.primary}
            bounds = {item: (low, max(low + chance.choice([0, 1, 2, 20]), 1)) for item, low in lows.items()}
            case = replace(case, primary=bounds)
        most, tenths = chance.choice([0, 3, 1000, 2**54]), chance.choice([1, 1, 0.1])
        case = replace(case, costs=[chance.randint(-most, most) * tenths for _ in case.options])
        check_wishes(case, chance)


# --- multiplicities


def roster(nurses=10, days=7, seed=0, shift=(2, 3), week=(3, 5)):
    """Return a roster whose costs are the nurses' wishes; no one has a morning shift after a night shift."""
    chance, options, costs = Random(seed), [], []
    for nurse in range(nurses):
        for day in range(days):
            for name in "MEN":
                rest = [("rest", nurse, day + 1)] if name == "N" else [("rest", nurse, day)] if name == "M" else []
                options.append([("nurse", nurse), ("shift", day, name), ("day", nurse, day), *rest])
                costs.append(chance.choice([-3, -1, 0, 0, 0, 1, 2, 5]))
    primary = {("nurse", n): week for n in range(nurses)} | {("shift", d, s): shift for d in range(days) for s in "MEN"}
    secondary = [(what, n, d) for what in ("day", "rest") for n in range(nurses) for d in range(days + 1)]
    return Problem(options, primary, secondary, costs)


def milp(p):
    """Return the least cost by HiGHS; None if there is no solution."""
    result = read_lp(p.to_lp().text()).solve()
    return round(result.fun) if result.status == 0 else None


@pytest.mark.parametrize("seed", range(4))
def test_rosters(seed):
    p = roster(seed=seed)
    best = p.best(3)
    assert best.status is Status.COMPLETE and best[0].cost == milp(p)
    assert all(p.verify(s) for s in best)


def test_a_roster_without_a_solution():
    """8 nurses work at most 40 shifts of 42; prices that rise forever prove it, and two wishes must give way."""
    p = roster(nurses=8)
    best = p.best(node_limit=20_000)
    assert (best.status, best.solutions, best.bound) == (Status.COMPLETE, (), None)
    nearly = p.best(slack={("nurse", n): (None, 100) for n in range(8)}, node_limit=100_000)
    assert nearly.status is Status.COMPLETE
    assert sum(gap.by for gap in nearly[0].gave_way) == 2 and nearly[0].cost < 200


def test_equal_pieces():
    """Equal pieces are an item with a multiplicity: each set of places is one solution."""
    cells = [(r, c) for r in range(4) for c in range(4)]
    places = [pair for pair in combinations(cells, 2) if sum(abs(a - b) for a, b in zip(*pair, strict=True)) == 1]
    chance = Random(1)
    p = Problem(
        [["domino", *pair] for pair in places],
        {"domino": 8} | dict.fromkeys(cells, 1),
        costs=[chance.randint(-9, 9) for _ in places],
    )
    assert [s.cost for s in p.best(None)] == sorted(s.cost for s in p.solutions())
    assert len(p.best(None)) == 36
    assert [s.cost for s in p.best(5, workers=2)] == [s.cost for s in p.best(5)]


def test_options_that_no_one_needs():
    p = Problem([["a"], ["a"], ["a"], ["b"]], {"a": (0, 2), "b": (0, 1)}, costs=[-3, -2, 1, 0])
    assert [(s.cost, s.options) for s in p.best(4)] == [(-5, (0, 1)), (-5, (0, 1, 3)), (-3, (0,)), (-3, (0, 3))]
    assert [s.cost for s in p.best(None)] == sorted(s.cost for s in p.solutions())
    assert p.best(max_cost=-6).solutions == () and p.best(None, max_cost=-3.5)[-1].cost == -5


@pytest.mark.parametrize("sign", [1, -1])
def test_large_costs_of_many_options(sign):
    """The costs of all options, scaled, would not fit into 64 bits together."""
    costs = [sign * (2**45 + k) for k in range(3_000)]
    assert Problem([["a"]] * 3_000, costs=costs).best()[0].cost == min(costs)
    assert Problem([["a"]] + [["s"]] * 2_999, ["a"], ["s"], costs).best()[0].cost == costs[0]


# --- slack


def test_the_gaps_are_reported():
    p = Problem([["night", "ann"], ["night", "bob"], ["day", "ann"]], {"night": 2, "day": (1, 2), "ann": 1, "bob": 1})
    assert p.solve() is None
    (nearly,) = p.best(slack={"night": 10, "day": (3, None)})
    assert isinstance(nearly, Compromise)
    assert (nearly.options, nearly.cost, nearly.gave_way) == ((0, 1), 3, (GaveWay("day", -1, 3),))
    assert repr(nearly) == "Compromise((0, 1), gave way: 'day' by -1)"
    assert pickle.loads(pickle.dumps(nearly)) == nearly
    with pytest.raises(ValueError, match="item 'day' is not covered"):
        p.verify(nearly)
    over = p.best(slack={"ann": (None, 2), "day": 5})[0]
    assert (over.cost, over.gave_way) == (2, (GaveWay("ann", 1, 2),))
    assert Problem([["a"]], costs=[4]).best()[0].gave_way == ()


def test_as_few_gaps_as_possible():
    """On 3 by 3 cells, 4 dominoes leave one cell; on the board without two white corners, 6 leave two."""
    cells = [(r, c) for r in range(3) for c in range(3)]
    places = [pair for pair in combinations(cells, 2) if sum(abs(a - b) for a, b in zip(*pair, strict=True)) == 1]
    best = Problem(places, cells).best(None, slack=(1, None), max_cost=1)
    assert {s.cost for s in best} == {1} and len(best) == 18
    assert Problem(places, cells).best(slack=1)[0].cost == 1


def test_slack_with_colors_and_a_start():
    red, green = Colored("x", "red"), Colored("x", "green")
    p = Problem([["a", red], ["b", green], ["b", "c"], ["c", red]], ["a", "b", "c"], ["x"], [1, -2, 5, 0.5])
    best = p.best(None, slack={"b": 0.25, "c": (3, None)})
    assert [(s.cost, s.options) for s in best] == [(1.75, (0, 3)), (4.25, (0,)), (6, (0, 2))]
    assert p.best(slack={"b": 0.25}, start=[0, 3])[0].options == (0, 3)
    with pytest.raises(ValueError, match="start is not a solution: item 'a' is not covered"):
        p.best(slack={"b": 1}, start=[3])


@pytest.mark.parametrize(
    ("slack", "error", "message"),
    [
        ({"x": 1}, ValueError, "item 'x' is secondary and has no slack; make it primary with the multiplicity (0, 1)"),
        ({"c": 1}, ValueError, "slack is given for item 'c', which the problem does not have"),
        ({"a": -1}, ValueError, "the slack of item 'a' is -1; it must be a number, 0 or more, or a pair of them"),
        ({"a": (1, float("nan"))}, ValueError, "the slack of item 'a' is (1, nan); it must be"),
        ({"a": (1, 2, 3)}, TypeError, "the slack of item 'a' is (1, 2, 3); it must be"),
        ({"a": "1"}, TypeError, "the slack of item 'a' is '1'; it must be"),
        (True, TypeError, "the slack of all items is True; it must be"),
        ({"a": 2**62}, OverflowError, "the prices of slack add up to 2^62 or more"),
    ],
)
def test_what_is_no_slack(slack, error, message):
    p = Problem([["a", "x"], ["a"]], ["a", "b"], ["x"])
    for ask in (p.best, p.to_lp, p.to_opb):
        with pytest.raises(error) as caught:
            ask(slack=slack)
        assert message in str(caught.value)


def test_the_search_in_parts():
    """A search with multiplicities and slack that is cut after any node and continued elsewhere finds each set once."""
    from dlx.engine.heap import Heap, Scale
    from dlx.kernels.best import Cheapest

    options = [["a", "b"], ["a"], ["a", "c"], ["b"], ["c"], ["b", "c"], ["a"]]
    p = Problem(options, {"a": (1, 3), "b": 1, "c": (0, 2)}, costs=[3, -1, 2, 0, -4, 5, 1])
    from dlx.engine.drive import DONE, SOLUTION
    from dlx.matrix.slack import Slack

    for slack in (None, Slack.of(p, {"b": 2, "a": (4, None)})):
        heap = Heap(p, Scale(p, p.costs, slack), 1000, None)

        def run(kernel: Cheapest, steps: int):
            met = []
            while steps or kernel.midway or not kernel.nodes:
                outcome = kernel.step(1)
                met += [tuple(sorted(kernel.solution()))] if outcome == SOLUTION else []
                if outcome == DONE:
                    return met, True
                steps -= steps > 0
            return met, False

        def begun(heap=heap):
            kernel = heap.kernel()
            assert kernel.setup([], [])
            return kernel

        whole, done = run(begun(), -1)
        assert done and len(set(whole)) == len(whole) > 10
        for steps in range(1, 60):
            kernel = begun()
            met, done = run(kernel, steps)
            if done:
                break
            for path, tried, branches, prices_, again, _ in kernel.frontier():
                rest = begun()
                rest.start(path, tried, branches, np.frombuffer(prices_, np.int64), again)
                met += run(rest, -1)[0]
            assert sorted(met) == sorted(whole)


def test_the_command(dlx, tmp_path):
    file = tmp_path / "p.dlx"
    file.write_text("2|night day ann bob\nnight ann |1\nnight bob\nday ann |-4\n", encoding="utf-8")
    code, out, _ = dlx("solve", file)
    assert (code, out) == (1, "")
    code, out, _ = dlx("solve", file, "--slack", "night=10", "--slack", "day=3:")
    assert (code, out) == (0, "night ann\nnight bob\n| day has 1 option too few, price 3\n")
    code, out, _ = dlx("solve", file, "--slack", "1", "--json")
    assert '"gave way": [{"item": "night", "by": -1, "price": 1}]' in out and '"cost": -3' in out
    code, out, _ = dlx("list", file, "--slack", "1:", "--limit", 2)
    assert (code, out.count("too few")) == (0, 3)
    code, out, _ = dlx("export", file, "--to", "opb", "--slack", "day=3:")
    assert "* x4: an option with day too few" in out and "min: +1 x1 -4 x3 +3 x4 ;" in out
    for words in (["--slack", "day"], ["--slack", "day=-1"], ["--slack", "1", "--slack", "day=2"], ["--slack", "x=1"]):
        assert dlx("solve", file, *words)[0] == 2
    assert dlx("export", file, "--to", "cnf", "--slack", "1")[0] == 2


# --- prices that are far from 1


@pytest.mark.parametrize("scale", [1e-320, 1e-300, 1e-100, 1e-12, 1e-6, 1.0, 1e6, 1e15])
def test_no_mark_is_scaled_with_the_prices(scale):
    """The mark of a side that is not for sale was once shifted with tiny costs, beyond the range of 64 bits."""
    p = Problem([["a"], ["b"], ["a", "b"], ["c"]], costs=[scale, 2 * scale, 4 * scale, scale])
    prices = {"a": (scale, None), "b": (None, 3 * scale), "c": (None, None)}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = p.best(None, slack=prices)
        assert [s.cost for s in p.best(None, slack=prices, workers=2)] == [s.cost for s in found]
    costs = sorted(sum([1, 2, 4, 1][k] for k in s.options) + _given_way(s.options) for s in found)
    assert [s.cost for s in found] == pytest.approx([cost * scale for cost in costs], rel=1e-6, abs=0)
    assert found[0].cost == pytest.approx(4 * scale) and found.status is Status.COMPLETE


def _given_way(options):
    """Return the price of giving way, in units of the scale: a may be missing for 1, b too often for 3 each."""
    often = [sum(item in use for k in options for use in [["a"], ["b"], ["a", "b"], ["c"]][k]) for item in "ab"]
    assert often[0] <= 1 and often[1] >= 1
    return (1 - often[0]) + 3 * (often[1] - 1)
