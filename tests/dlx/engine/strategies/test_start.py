# SPDX-License-Identifier: MIT
"""A solution to begin with: best() has one under a limit in which solve() answers, and a proof that there is none."""

import random

import pytest

from dlx import Problem, Status
from dlx.engine import table
from dlx.engine.heap import Heap, Scale
from dlx.engine.machine import DONE, LIMIT, PAUSED, SOLUTION
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.matrix.slack import Slack
from dlx.questions.best.best import task_of
from tests.dlx.questions.best.test_best import random_costs
from tests.problems import dominoes


def started(p, max_cost=None, assumed=NONE, slack=None):
    """Return the race for any solution, and the heap that it is for."""
    heap = Heap(p, Scale(p, p.costs, slack), 1, max_cost)
    return table.start(task_of(assumed, heap)), heap


def outcome_of(machine):
    while (outcome := machine.step(1000)) == PAUSED:
        pass
    return outcome


def pairs(n, seed=0):
    """Return the pairings of n people, with random costs; there is none if n is odd."""
    chance = random.Random(seed)
    options = [[i, j] for j in range(n) for i in range(j)]
    return Problem(options, costs=[chance.randrange(1, 100) for _ in options])


def test_it_gives_up_after_a_solution():
    machine, heap = started(pairs(6))
    assert outcome_of(machine) == SOLUTION
    heap.take(machine)
    assert heap.solutions()[0].options == tuple(sorted(machine.solution()))
    assert machine.work > 0 and outcome_of(machine) == LIMIT


def test_the_proof_that_there_is_none_leaves_nothing_unsearched():
    machine, heap = started(pairs(7))
    assert outcome_of(machine) == DONE
    assert heap.bound() is None and not heap.solutions()


def test_options_that_are_too_expensive_are_left_out():
    """Above the limit, each solution has an option whose cost alone is too high; costs below 0 may make up for it."""
    p = Problem([["a"], ["a"], ["b"], ["b"]], costs=[9, 1, 9, 1])
    machine, _ = started(p, 8)
    assert outcome_of(machine) == SOLUTION and sorted(machine.solution()) == [1, 3]
    assert outcome_of(started(p, 0)[0]) == DONE
    assert outcome_of(started(p, 8, Assumptions((0,), ()))[0]) == DONE
    assert outcome_of(started(Problem([["a"], ["b"]], costs=[9, -5]), 4)[0]) == SOLUTION


def test_with_slack_it_covers_what_is_hard():
    p = Problem([["a", "b"], ["b", "c"], ["c", "a"]], costs=[1, 2, 3])  # without slack, there is no solution
    machine, heap = started(p, slack=Slack.of(p, {"a": (5, None)}))
    assert outcome_of(machine) == SOLUTION and sorted(machine.solution()) == [1]
    heap.take(machine)
    assert heap.solutions()[0].cost == 2 + 5


def test_given_and_banned_options():
    machine, _ = started(pairs(6), assumed=Assumptions((0,), (5, 14)))
    assert outcome_of(machine) == SOLUTION
    assert 0 in machine.solution() and not {5, 14} & {*machine.solution()}


# --- in a search for the cheapest


def test_a_limit_leaves_a_solution():
    """Branch and bound needs a node for each of 800 dominoes, and 2,000 nodes end long after solve()."""
    p = random_costs(dominoes(40, 40), 0)
    best = p.best(node_limit=500)
    assert best.status is Status.NODE_LIMIT and best.stats.nodes == 500
    (solution,) = best
    assert p.verify(solution) and best.bound <= solution.cost


@pytest.mark.parametrize("how", [{}, {"workers": 2}])
def test_a_proof_ends_the_search(how):
    """Of 21 people, one is left over; branch and bound would visit 10^13 nodes."""
    best = pairs(21).best(3, **how)
    assert (len(best), best.status, best.bound) == (0, Status.COMPLETE, None)


def test_a_component_has_a_start_of_its_own(monkeypatch):
    """The others begin with a solution; the one without any ends the search."""
    monkeypatch.setattr(table, "LATE_START_WORK", 0)
    options = [[(n, i), (n, j)] for n, size in enumerate((8, 21)) for j in range(size) for i in range(j)]
    best = Problem(options, costs=range(len(options))).best()
    assert (len(best), best.status) == (0, Status.COMPLETE)
