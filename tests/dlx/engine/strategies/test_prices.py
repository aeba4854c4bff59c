# SPDX-License-Identifier: MIT
"""Two searches for the cheapest solutions: quick prices, and strong ones that find what quick ones do not."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csc_matrix

from bench.planted import pairings
from dlx import Problem, Status
from tests.dlx.questions.best.test_best import check, priced, ranked
from tests.dlx.questions.best.turns import tiny_turns
from tests.problems import questions

pytestmark = pytest.mark.long


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_strong_prices(data):
    """All prices move at once from the first nodes on, and limits of cost rise in small steps."""
    p = data.draw(priced())
    chosen, banned = data.draw(questions(p))
    everything = ranked(p.solutions(given=chosen, banned=banned))
    k = data.draw(st.one_of(st.none(), st.integers(1, 6)))
    most = data.draw(st.sampled_from([None, *(cost for cost, _ in everything)]))
    within = [f for f in everything if most is None or f[0] <= most]
    start = data.draw(st.sampled_from([None, *(options for _, options in within)]))
    better = []
    with pytest.MonkeyPatch.context() as patch:
        tiny_turns(patch, data.draw(st.integers(0, 10**6)))
        how = {"given": chosen, "banned": banned, "start": start, "on_better": better.append}
        best = p.best(k, max_cost=most, **how)
    check(p, best, k or len(everything) + 1, within)
    costs = [solution.cost for solution in better]
    assert all(a > b for a, b in pairwise(costs))
    if better:
        assert better[-1].cost == best[0].cost
    else:
        assert not within or best[0].cost == next(cost for cost, options in within if options == start)


def test_strong_prices_find_what_quick_ones_do_not():
    """The quick prices of these crew pairings are 26 % below the linear program; they had no optimum in 20 s."""
    n, options, costs = pairings(135, cities=10, wait=240, seed=1)
    p, seen = Problem(options, range(n), costs=costs), []
    best = p.best(time_limit=60, on_better=seen.append)
    assert (best.status, best[0].cost) == (Status.COMPLETE, least_cost(options, costs))
    assert seen[-1] == best[0] and best.stats.nodes < 20_000
    on_workers = p.best(time_limit=60, workers=2)
    assert (on_workers.status, on_workers[0].cost) == (Status.COMPLETE, best[0].cost)
    again = p.best(3, start=best[0], time_limit=60)
    assert again[0].cost == best[0].cost and len({s.options for s in again}) == 3


def least_cost(options, costs):
    rows = [item for option in options for item in option]
    columns = [k for k, option in enumerate(options) for _ in option]
    matrix = csc_matrix((np.ones(len(rows)), (rows, columns)))
    return round(milp(costs, constraints=LinearConstraint(matrix, 1, 1), integrality=np.ones(len(costs))).fun)
