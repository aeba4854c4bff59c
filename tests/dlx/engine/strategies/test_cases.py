# SPDX-License-Identifier: MIT
"""Plain search by cases, against brute force and published numbers."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import INSTANCES
from bench.peers import problem
from dlx import Colored, Problem, Status, Unfinished
from dlx.engine.drive import DONE
from dlx.engine.strategies import cases as module
from dlx.engine.strategies.cases import cases
from dlx.matrix.assumptions import NONE, Assumptions
from tests.components import renamed
from tests.kernels import run
from tests.problems import brute_force, everything, queens, questions


def copies(p, several):
    """Return a problem of copies of one, of which an item bars some options of one copy: its options are alike."""
    options = [[renamed(item, n) for item in p.option(k)] for n in range(several) for k in range(p.n_options)]
    for n in range(several):
        for option in options[n * p.n_options : (n + 1) * p.n_options : 2]:
            option.append(Colored(("bar", n), "off"))
    hub = [["hub", Colored(("bar", n), "on")] for n in range(several)]
    ends = [(1, 1)] * p.n_primary if p.bounds is None else [tuple(end) for end in p.bounds.tolist()]
    bounds = {(n, item): end for n in range(several) for item, end in zip(p.primary, ends, strict=True)}
    secondary = [(n, item) for n in range(several) for item in p.secondary] + [("bar", n) for n in range(several)]
    return Problem(hub + options, {"hub": (1, 1)} | bounds, secondary)


def total(p, assumed=NONE, work=1000):
    """Return the count by cases, or None if there are none."""
    machine = cases(p.engine, assumed)
    if machine is None:
        return None
    assert run(machine, work) == DONE
    assert machine.fraction == pytest.approx(1)
    return machine.solutions


@settings(deadline=None)
@given(st.data())
def test_cases_agree_with_brute_force(data):
    """Without a least orbit, a problem has cases if one of its items is in exactly one option of a solution."""
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LEAST_ORBIT", 1)
        assert total(p, assumed, data.draw(st.integers(1, 3000))) in (None, len(brute_force(p, *assumed)))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_copies_are_alike(data):
    p = copies(data.draw(everything(3)), 2)
    assert total(p) == len(brute_force(p, (), ()))
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    assert total(p, assumed) in (None, len(brute_force(p, *assumed)))


def test_options_of_one_item_that_are_alike():
    """Perfect matchings of 8 points: the 7 options of a point are alike."""
    p = Problem([[i, j] for j in range(8) for i in range(j)])
    machine = cases(p.engine, NONE)
    assert run(machine, 1000) == DONE
    assert (machine.solutions, machine.fraction) == (105, 1)
    assert machine.nodes < 50
    assert total(p, Assumptions((0,), ())) == 15
    assert total(p, Assumptions((), (0,))) == 90
    assert total(p, Assumptions((0, 1), ())) in (None, 0)


def test_items_with_multiplicities_have_no_cases():
    p = Problem([[i, j] for j in range(6) for i in range(j)], dict.fromkeys(range(6), (1, 2)))
    assert cases(p.engine, NONE) is None
    assert cases(Problem([["a"], ["a", "b"]]).engine, NONE) is None


def test_no_cases_of_large_problems(monkeypatch):
    monkeypatch.setattr("dlx.engine.strategies.symmetry.MOST_LABELED_ENTRIES", 4 * 64 - 1)
    assert cases(queens(8).engine, NONE) is None


def test_no_cases_where_symmetries_take_too_long_to_find(monkeypatch):
    monkeypatch.setattr(module, "LABELING_WORK", 0)
    assert cases(queens(8).engine, NONE) is None


@pytest.mark.parametrize("name", ["queens13", "pent6x10"])
def test_counts_by_cases(name):
    counting = problem(INSTANCES[name]).counting()
    assert counting.run() == INSTANCES[name].count
    assert (counting.stats.method, counting.stats.order, counting.stats.hits) == ("cases", None, 0)


def test_a_count_by_cases_that_is_interrupted():
    p, least = queens(13), []
    counting = p.counting()
    while counting.status is not Status.COMPLETE:
        with suppress(Unfinished):
            counting.run(time_limit=1e-6)
        assert counting.count >= max(least, default=0)
        least.append(counting.count)
    assert (counting.count, counting.stats.method) == (73712, "cases")


def test_workers_search_all_cases():
    assert queens(13).count(workers=2) == 73712
