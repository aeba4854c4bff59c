# SPDX-License-Identifier: MIT
"""The contract of compiled machines that take turns: work in the unit of step(), and the numbers that they report."""

import numpy as np
import pytest

from dlx import models
from dlx.engine.drive import DONE, LIMIT, PAUSED, SOLUTION
from dlx.engine.strategies.frontier import drawn, planned
from dlx.engine.strategies.learning import learner
from dlx.engine.strategies.symmetry import symmetric
from dlx.kernels.best import Cheapest
from dlx.kernels.bits.memo import Memo
from dlx.kernels.dive import Dive
from dlx.kernels.dual import Dual
from dlx.kernels.kernel import CompiledMachine
from dlx.matrix.assumptions import NONE
from dlx.structure.symmetries import classes, whole_graph
from tests.problems import dominoes, queens

ROOM = 2**24
FEWER = 3  # of the last slices, which may end early


def kernel(name):
    with queens(7).engine.lend(name) as machine:
        machine.setup(())
        return machine


def memo(problem, **settings):
    machine = Memo(problem.engine.tables(), by_items=True, **settings)
    machine.setup()
    return machine


def frontier(problem, memory):
    return drawn(planned(problem, NONE), memory)


def cheapest():
    p = queens(7)
    machine = Cheapest(p.indptr, p.indices, p.colors, p.n_items, p.n_primary, np.arange(p.n_options))
    machine.setup((), ())
    machine.stop = 10**6
    return machine


def dual():
    p, one = dominoes(6, 6), np.ones
    limit = one(p.n_items)
    return Dual(p.indptr, p.indices, one(p.n_options), limit, limit, -9 * limit, 9 * limit)


def dive():
    machine = Dive(queens(12), (), (), 16, 1)
    machine.begin(16)
    return machine


MACHINES = {
    "links": lambda: kernel("links"),
    "bits": lambda: kernel("bits"),
    "multi": lambda: kernel("multi"),
    "memo": lambda: memo(dominoes(8, 8)),
    "zdd": lambda: memo(dominoes(6, 6), draws=True),
    "frontier": lambda: frontier(dominoes(8, 8), ROOM),
    "symmetric": lambda: symmetric(models.latin_squares(5), NONE, ROOM),
    "classes": lambda: classes(whole_graph(models.latin_squares(4), NONE), NONE, ROOM),
    "learning": lambda: learner(queens(20))[0],
    "best": cheapest,
    "dual": dual,
    "dive": dive,
}


@pytest.mark.parametrize("name", MACHINES)
def test_a_turn_is_limited_by_the_callers_work(name):
    """The work grows by what step() was allowed, but for one node and the end, and nothing else changes a counter."""
    machine = MACHINES[name]()
    assert isinstance(machine, CompiledMachine)
    assert machine.name == name
    start, allowed, slices, outcome = machine.work, 2_000, 0, PAUSED
    while outcome in (PAUSED, SOLUTION) and slices < 50:
        outcome = machine.step(allowed)
        slices += 1
    assert outcome != LIMIT
    done = machine.work - start
    assert done <= slices * (allowed + 20_000)
    assert done >= (slices - FEWER) * allowed / 2 or machine.solutions
    assert not machine.full
    assert machine.nbytes > 0
    assert 0 <= machine.fraction <= 1
    assert 0 <= machine.foreseen <= 1


@pytest.mark.parametrize(
    ("name", "text"),
    [("memo", "states, "), ("zdd", "states, "), ("frontier", "states, "), ("symmetric", "layer "), ("links", "")],
)
def test_the_detail_of_a_report(name, text):
    machine = MACHINES[name]()
    while machine.step(10**6) != DONE:
        pass
    assert text in machine.detail
    assert bool(text) == bool(machine.detail)


@pytest.mark.parametrize("name", ["frontier", "symmetric", "dual", "dive"])
def test_a_machine_that_finds_no_solution(name):
    with pytest.raises(LookupError, match=f"{name} finds no solution"):
        MACHINES[name]().solution()


def test_the_detail_of_a_count_up_to_symmetry():
    assert MACHINES["symmetric"]().detail == "layer 0 of 125, 1 problem left"


def test_the_share_of_states_seen_before():
    machine = MACHINES["frontier"]()
    while machine.step(10**6) != DONE:
        pass
    states = machine.lookups - machine.hits
    assert machine.detail == f"{states:,} states, {machine.hits / machine.lookups:.0%} seen before"


@pytest.mark.parametrize(
    "machine",
    [frontier(dominoes(14, 14), 2**17), symmetric(models.latin_squares(6), NONE, 2**13)],
    ids=["frontier", "symmetric"],
)
def test_a_machine_without_room_is_full(machine):
    while (outcome := machine.step(10**5)) == PAUSED:
        assert not machine.full
    assert outcome == LIMIT
    assert machine.full
    assert machine.step(10**5) == LIMIT
