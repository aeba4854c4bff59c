# SPDX-License-Identifier: MIT
"""Questions at work: orders by name, and values of components joined to the value of the whole problem."""

import re
from math import inf, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem
from dlx.engine.engine import Engine
from dlx.engine.task import ANY_ORDER, MOST_RECORDED, Branching, CountGoal, Goal, Solutions, Task, balanced
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.structure.components import Component, components
from tests.components import every, several
from tests.problems import queens


def test_orders_of_items():
    engine = queens(4).engine
    assert Branching.of(engine, "auto") == (engine, ANY_ORDER)
    assert Branching.of(engine, "mrv") == (engine, (["mrv"], False))
    assert Branching.of(engine, "leftmost") == (engine, (["fixed"], False))
    items = [*reversed(queens(4).primary)]
    turned, branching = Branching.of(engine, items)
    assert [*turned.matrix.primary] == items and branching == (["fixed"], False)
    with pytest.raises(ValueError, match=re.escape("no order 'best'; choose one of auto, mrv, leftmost, or")):
        Branching.of(engine, "best")
    with pytest.raises(ValueError, match="order has 'none', which is not a primary item"):
        Branching.of(engine, ["none"])


def values_of(parts, goal):
    """Return the value of the first component of each kind, as a race would read it, from all of its solutions."""
    values = {}
    for first, *_ in parts.kinds.values():
        solutions = every(parts[first].matrix)
        n = min(len(solutions), goal.wanted)
        values[first] = len(solutions) if goal.kind == "count" else (n, [*map(list, solutions[: int(min(n, 1e6))])])
    return values


@settings(max_examples=100, deadline=None)
@given(several(), st.sampled_from([1, 2, 5, MOST_RECORDED]))
def test_components_have_the_solutions_of_the_whole(p, wanted):
    parts = components(p, NONE)
    if parts is None or not len(parts):
        return
    solutions = every(p)
    assert CountGoal().joined(parts, values_of(parts, CountGoal())) == len(solutions)
    goal = Solutions(wanted, shown=True)
    total, found = goal.joined(parts, values_of(parts, goal.of_component(parts, 0)))
    assert total == min(len(solutions), wanted) == len(found)
    assert len({tuple(sorted(options)) for options in found}) == len(found)
    assert {tuple(sorted(options)) for options in found} <= {*solutions}


def test_what_a_goal_wants():
    assert (CountGoal().kind, CountGoal().wanted, CountGoal().records) == ("count", inf, False)
    assert [Solutions(n).records for n in (1, MOST_RECORDED, MOST_RECORDED + 1, inf)] == [True, True, False, False]
    assert Solutions(inf, shown=True).records
    assert (CountGoal().nothing(), Solutions().nothing()) == (0, (0, []))
    assert (CountGoal().number(7), Solutions().number((3, []))) == (7, 3)
    with pytest.raises(NotImplementedError):
        Goal().nothing()


def test_a_question_about_a_component_has_no_assumptions():
    p = queens(5)
    task = Task(p.engine, Assumptions((0,), ()), CountGoal(), lambda: 10, {}, seed=3)
    part = task.of_component([Component(Problem([["a"]]), np.arange(1))], 0, lambda: 5)
    assert (part.assumed, part.component, part.memory(), part.seed) == (NONE, True, 5, 3)
    assert isinstance(part.engine, Engine) and part.engine.matrix.n_options == 1
    assert part.failed is task.failed


@given(st.lists(st.integers(0, 10**30)))
def test_products(factors):
    assert balanced(factors) == prod(factors)
