# SPDX-License-Identifier: MIT
"""The cheapest solutions of problems that fall apart, against brute force."""

from dataclasses import replace
from itertools import count, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Colored, Problem, Status
from dlx.engine import independent, table
from dlx.engine.heap import Effort
from dlx.questions.best import best, costs
from tests.components import every, several, side_by_side
from tests.dlx.engine.test_independent import PATIENT
from tests.dlx.matrix.test_slack import by_price, check_all, check_bound, prices
from tests.dlx.questions.best.turns import tiny_turns
from tests.nightly.cases import COSTS as PRICES
from tests.nightly.cases import Case, at_random
from tests.problems import dominoes, problems, queens, questions


def priced(p, costs):
    return Problem.from_fields(
        Problem.from_csr(p.indptr, p.indices, p.colors, n_items=p.n_items, n_primary=p.n_primary, costs=costs)
        .fields()
        ._replace(items=p.items, color_names=p.color_names)
    )


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(best, "FIRST_WORK", 1)
    monkeypatch.setattr(table, "QUICK_NODES", 1)
    monkeypatch.setattr(independent, "COMPONENT_WORK", 1)


COSTS = st.one_of(st.integers(0, 5), st.sampled_from([0.1, 0.5, 1 / 3, 2.0, 1e-9, 7e5]))


@PATIENT
@given(st.data())
def test_random_problems(at_once, data):
    p = data.draw(st.one_of(several(multiple=False), problems()))
    p = priced(p, data.draw(st.lists(COSTS, min_size=p.n_options, max_size=p.n_options)))
    given_options, banned = data.draw(questions(p))
    k, max_cost = data.draw(st.sampled_from([1, 2, 5, None])), data.draw(st.sampled_from([None, 0, 3, 4.5, 12]))
    expected = sorted((sum_of(p, s), s) for s in every(p, given_options, banned))
    if max_cost is not None:
        expected = [pair for pair in expected if pair[0] <= max_cost]
    found = p.best(k, max_cost=max_cost, given=given_options, banned=banned)
    assert found.status is Status.COMPLETE
    costs = [s.cost for s in found]
    assert costs == [cost for cost, _ in expected[:k]]
    assert len({s.options for s in found}) == len(found)
    assert {(s.cost, s.options) for s in found} <= set(expected)
    rest = sorted(set(expected) - {(s.cost, s.options) for s in found})
    assert not rest or found.bound <= rest[0][0]
    if k == 1 and max_cost is None and found:
        assert found.bound is None or found.bound >= found[0].cost or p.costs.dtype.kind == "f"


def sum_of(p, options):
    from math import fsum

    return fsum(p.costs[list(options)].tolist()) if p.costs.dtype.kind == "f" else int(p.costs[list(options)].sum())


@PATIENT
@given(st.data())
def test_limits_leave_true_bounds(at_once, data):
    p = data.draw(several(multiple=False))
    p = priced(p, data.draw(st.lists(st.integers(0, 9), min_size=p.n_options, max_size=p.n_options)))
    k = data.draw(st.sampled_from([1, 3, None]))
    found = p.best(k, node_limit=data.draw(st.integers(1, 30)))
    expected = {(sum_of(p, s), s) for s in every(p)}
    kept = {(s.cost, s.options) for s in found}
    assert kept <= expected
    assert all(found.bound is not None and cost >= found.bound for cost, _ in expected - kept)
    if found.status is Status.COMPLETE:
        assert sorted(cost for cost, _ in kept) == sorted(cost for cost, _ in expected)[:k]


def test_costs_of_zero_have_a_bound_of_zero(at_once):
    p = side_by_side([Problem([["a", "x"], ["a", "y"], ["b", "x"], ["b", "y"]], ["a", "b"], ["x", "y"])] * 2)
    found = priced(p, [0] * 8).best()
    assert (found[0].cost, found.bound) == (0, 0)


def test_many_boards():
    boards = side_by_side([queens(8)] * 40)
    costs = [(k * 7 + k // 40) % 23 for k in range(boards.n_options)]
    p = priced(boards, costs)
    least = 0
    for n in range(40):
        own = [costs[k * 40 + n] for k in range(64)]
        least += min(sum(own[k] for k in s) for s in queens(8).solutions())
    found = p.best(3)
    assert found.status is Status.COMPLETE
    assert found[0].cost == least <= found[1].cost <= found[2].cost
    assert len({s.options for s in found}) == 3
    assert all(map(p.verify, found))


def test_a_component_without_a_solution():
    board = dominoes(6, 6)
    hole = [board.option(k) for k in range(board.n_options) if not {(0, 0), (5, 5)} & set(board.option(k))]
    boards = side_by_side([queens(12), Problem(hole)])
    found = priced(boards, [k % 11 for k in range(boards.n_options)]).best()
    assert (len(found), found.status, found.bound) == (0, Status.COMPLETE, None)
    assert found.stats.nodes < 50_000


def test_all_searches_are_counted(monkeypatch, at_once):
    """Those of the whole, and both of each component."""
    efforts = []

    def effort(whole):
        efforts.append((whole.nodes, Effort(whole=whole)))
        return efforts[-1][1]

    monkeypatch.setattr(costs, "Effort", effort)
    monkeypatch.setattr(table, "QUICK_NODES", 50)
    boards = side_by_side([queens(6), queens(5)])
    whole = priced(boards, [k * 7 % 11 for k in range(boards.n_options)]).best(3).stats
    first = efforts[0][0]
    assert len(efforts) == 4 and first >= 50 and all(effort.nodes for _, effort in efforts)
    assert whole.nodes == first + sum(effort.nodes for _, effort in efforts)
    assert whole.solutions > 0 and whole.guesses > 0 and whole.max_level == 11


def test_max_cost_leaves_a_component_what_the_others_do_not_need(at_once):
    boards = side_by_side([queens(5)] * 2)
    p = priced(boards, [k * 7 % 11 for k in range(boards.n_options)])
    costs = sorted(solution.cost for solution in p.solutions())
    assert [solution.cost for solution in p.best(None, max_cost=costs[50])] == [c for c in costs if c <= costs[50]]
    assert [solution.cost for solution in p.best(9, max_cost=costs[5])] == [c for c in costs if c <= costs[5]][:9]


# --- everything mixed, by brute force


def renamed(option, part):
    return [Colored(part + use.item, use.color) if isinstance(use, Colored) else part + use for use in option]


def of_two(chance, first, second):
    """Return two cases side by side as one, with costs of one kind; often the second is like the first."""
    if chance.random() < 0.3:
        second = first
    options, primary, secondary = [], {}, []
    for part, case in (("left ", first), ("right ", second)):
        options += [renamed(option, part) for option in case.options]
        primary |= {part + item: bounds for item, bounds in case.primary.items()}
        secondary += [part + item for item in case.secondary]
    price, n = chance.choice(PRICES), len(first.options)
    amounts = [price(chance) for _ in options]
    alike = second is first and chance.random() < 0.5
    banned = [n + k for k in second.banned]
    return Case(options, primary, secondary, amounts[:n] * 2 if alike else amounts, first.given, banned)


def mixed(seed):
    """Return a case, of two components or of any structure, and slack for some of its items."""
    chance = Random(seed)
    small = [at_random(f"{seed} {n}") for n in range(2)]
    both = max(len(case.options) for case in small) <= 6
    case = of_two(chance, *small) if both else replace(small[0], costs=small[0].costs or [1] * len(small[0].options))
    return case, prices(case, chance) if chance.random() < 0.3 else {}, chance


@pytest.mark.filterwarnings("ignore::dlx.NeverChosenWarning")
@pytest.mark.parametrize("seed", range(400))
def test_everything_mixed(monkeypatch, seed):
    """Costs of any kind, slack, multiplicities, colors, limits, starts and components, with tiny turns for each row."""
    case, slack, chance = mixed(f"best {seed}")
    every_cost = by_price(case, slack)
    how = {"given": case.given, "banned": case.banned, "slack": slack}
    if every_cost and chance.random() < 0.5:
        how |= chance.choice([{"max_cost": chance.choice(every_cost)[0]}, {"start": chance.choice(every_cost)[1]}])
    within = [pair for pair in every_cost if pair[0] <= how.get("max_cost", pair[0])]
    k, better = chance.choice([1, 1, 2, 3, 5, None if len(within) <= 200 else 20]), []
    tiny_turns(monkeypatch, seed)
    found = case.problem.best(k, **how, on_better=better.append)
    check_all(case.problem, found, k, within, slack)
    assert all(a.cost > b.cost for a, b in pairwise(better))
    assert better[-1].cost == found[0].cost if better else not within or "start" in how
    again = case.problem.best(k, **how)
    assert (again.solutions, again.bound) == (found.solutions, found.bound)
    assert replace(again.stats, seconds=0) == replace(found.stats, seconds=0)
    short = [case.problem.best(k, **how, node_limit=chance.randint(0, 8))]
    clock = count()
    monkeypatch.setattr("dlx.engine.drive.perf_counter", lambda: next(clock))  # a second for each look at it
    monkeypatch.setattr("dlx.system.calloff.perf_counter", lambda: next(clock))
    short.append(case.problem.best(k, **how, time_limit=chance.choice([1, 3, 10, 30])))
    for limited in short:
        assert {(s.cost, s.options) for s in limited} <= {*within}
        check_bound(limited, within)
        if limited.status is Status.COMPLETE:
            check_all(case.problem, limited, k, within, slack)
