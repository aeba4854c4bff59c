# SPDX-License-Identifier: MIT
"""Memoized searches as strategies: any problem in every order, within a part of the memory, or none that fits."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem
from dlx.engine.strategies.memo import memoized, narrow
from dlx.engine.task import CountGoal, Solutions, Task
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.zdd import DiagramGoal
from dlx.structure.order import in_order
from tests.kernels import DONE, SOLUTION, run
from tests.problems import brute_force, dominoes, everything, questions

MEMORY = 1 << 22


def task(p, assumed=NONE, goal=None):
    return Task(p.engine, assumed, goal or CountGoal(), lambda: MEMORY, {})


def paths(root, nodes):
    """Return the number of paths of a diagram from a node to the terminal 1."""
    return root if root < 2 else paths(nodes[1, root], nodes) + paths(nodes[2, root], nodes)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_counts_decisions_and_diagrams(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    solutions, order = brute_force(p, *assumed), data.draw(st.sampled_from(["fixed", "mrv"]))
    counted = memoized(task(p, assumed), order, MEMORY)
    assert run(counted) == DONE and counted.solutions == len(solutions)
    decided = memoized(task(p, assumed, Solutions()), order, MEMORY)
    assert run(decided) == (SOLUTION if solutions else DONE)
    assert not solutions or tuple(sorted(decided.solution())) in solutions
    drawn = memoized(task(p, assumed, DiagramGoal(10_000)), order, MEMORY)
    assert run(drawn) == DONE and paths(*drawn.diagram()) == len(solutions)


def test_an_order_of_ours_is_for_problems_that_gain_by_it():
    """The cells of a strip in the worst order: row by row."""
    strip = dominoes(3, 14)
    rows = in_order(strip, sorted(strip.primary))
    turned = Problem.from_fields(rows.fields())
    given_order, ours = memoized(task(turned), "fixed", MEMORY), narrow(task(turned), MEMORY)
    assert run(given_order) == run(ours) == DONE and given_order.solutions == ours.solutions
    assert ours.expanded < given_order.expanded / 2
    assert narrow(task(Problem([[a, b] for b in range(8) for a in range(b)])), MEMORY) is None


def test_a_part_of_the_memory():
    memory = 1 << 19
    memo = memoized(task(dominoes(12, 12)), "mrv", memory)
    while not memo.full and memo.step(10**5) != DONE and memo.nodes < 200_000:
        assert memo.nbytes <= memory
    assert memo.nodes >= 200_000 or memo.full


def test_a_problem_that_fits_no_tables():
    wide = Problem([["a", k] for k in range(40_000)], ["a"], range(40_000))
    assert memoized(task(wide), "mrv", 1 << 10) is None
