# SPDX-License-Identifier: MIT
"""The search that learns from dead ends, against brute force, with everything a problem may have."""

from contextlib import nullcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import planted
from bench.one import as_lists, problem
from dlx import Colored, Problem, Status
from dlx.engine import table
from dlx.engine.machine import DONE, SOLUTION
from dlx.engine.race import Race
from dlx.engine.strategies.learning import Learning, learner
from dlx.kernels.learner.learner import Learner
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.decide import Decision
from tests.dlx.engine.turns import row_named, task_of
from tests.kernels import all_solutions, run
from tests.problems import brute_force, dominoes, everything, langford, queens, questions


@settings(deadline=None)
@given(st.data())
def test_all_solutions_in_turn(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    assert all_solutions(Learning(p, assumed), data.draw(st.integers(1, 300))) == brute_force(p, *assumed)


@settings(deadline=None)
@given(st.data())
def test_a_seed_changes_the_order_alone(data):
    p, seed = data.draw(everything()), data.draw(st.integers(0, 2**40))
    assert all_solutions(Learning(p, NONE, seed=seed)) == brute_force(p)


def test_a_seed_finds_another_solution():
    first = [run_to_solution(Learning(queens(20).engine.matrix, NONE, seed=seed)) for seed in (None, 0, 1, 2, 2)]
    assert len({*map(tuple, first)}) == 4 and first[3] == first[4]


def run_to_solution(machine):
    assert run(machine) == SOLUTION
    return machine.solution()


@settings(deadline=None)
@given(st.data())
def test_one_query_after_the_other(data):
    """Clauses that are learned under assumptions hold without them."""
    p = data.draw(everything())
    held, *others = [Assumptions(*map(tuple, data.draw(questions(p)))) for _ in range(4)]
    machine = Learning(p, held)
    for more in others:
        machine.assume(more)
        both = Assumptions(held.given + more.given, held.banned + more.banned)
        expected = brute_force(p, *both)
        assert run(machine, data.draw(st.integers(1, 300))) == (SOLUTION if expected else DONE)
        assert not expected or tuple(machine.solution()) in expected


def test_queries_about_each_option():
    p = langford(15)
    machine = Learning(p.engine.matrix, NONE)
    for k in range(p.n_options):
        for assumed in (Assumptions((k,), ()), Assumptions((), (k,))):
            machine.assume(assumed)
            assert (run(machine) == SOLUTION) == (Decision(p.engine, assumed).answer().status is Status.SOLUTION_LIMIT)


@settings(deadline=None)
@given(st.data())
def test_known_solutions_are_not_found_again(data):
    p = data.draw(everything())
    expected = brute_force(p)
    known = data.draw(st.lists(st.sampled_from(expected), unique=True)) if expected else []
    assert all_solutions(Learning(p, NONE, map(list, known))) == sorted(set(expected) - set(known))


@pytest.mark.parametrize(("p", "count"), [(queens(8), 92), (langford(8), 300), (dominoes(6, 6), 6728)])
def test_all_solutions_of_larger_problems(p, count):
    """Thousands of clauses: restarts, dropped clauses, more room."""
    found = all_solutions(Learning(p.engine.matrix, NONE))
    assert len(found) == count
    for options in found[:50]:
        p.verify(options)


@pytest.mark.parametrize("first_drop", [1, 20, 10**9])
def test_dropped_clauses_change_no_answer(first_drop):
    """There are no Langford pairs of 9, but of 20."""
    none, some = (learner(p.engine.matrix, first_drop=first_drop)[0] for p in (langford(9), langford(20)))
    assert run(none) == DONE
    assert none.nodes > none.conflicts > 1000
    assert run(some) == SOLUTION
    langford(20).verify(some.true_variables())


@pytest.mark.parametrize(
    ("cover", "method"),
    [
        (planted.sudoku(5, 0.7, seed=2, spoiled=0.52), "learning"),
        (planted.timetable(10, 15, 0.25, missing=1, seed=1), "places"),
    ],
)
def test_counts_that_plain_search_does_not_end(cover, method):
    c = problem(as_lists(cover)).counting(time_limit=60)
    assert c.run() == 0
    assert c.stats.method == method
    assert (c.stats.nodes > 1000) == (method == "learning")


def counted(p, assumed=NONE, **how):
    """Return the race of a count of few solutions by a search that learns, alone."""
    rows = [row_named("learning")._replace(joins=lambda race: True, **how)]
    return Race(task_of(p, assumed), rows, exhausted=table.exhausted)


@settings(deadline=None)
@given(st.data())
def test_a_count_of_few_solutions(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    race = counted(Problem.from_fields(p.fields()), assumed)
    while race.step(data.draw(st.integers(1, 500))) != DONE:
        pass
    assert race.value == len(brute_force(p, *assumed))


def test_many_solutions_are_left_to_others():
    race, board = counted(queens(9)), queens(9)
    with pytest.raises(OverflowError):
        while True:
            race.step(100_000)
    assert race.last.machine.solutions >= table.MOST_COUNTED
    assert board.count() == 352


def test_a_problem_that_exceeds_the_memory_is_not_learned_from():
    matrix = queens(9).engine.matrix
    for memory, fits in ((len(matrix.indices) * table.BYTES_AN_ENTRY, True), (len(matrix.indices), False)):
        task = task_of(queens(9))._replace(memory=lambda memory=memory: memory)
        machine = row_named("learning").prepare(Race(task, []))
        assert (machine is not None) == fits


def test_a_row_of_more_than_one():
    """Exactly 3 of 6 variables, of which at most one of each pair: 8 choices."""
    starts, literals = np.array([0, 6, 8, 10, 12], np.int32), np.array([*range(6), *range(6)], np.int32) * 2
    none = np.empty(0, np.int32)
    rows = Learner(6, starts, literals, np.array([3, 0, 0, 0], np.int32), np.array([3, 1, 1, 1], np.int32), none, none)
    found = []
    while run(rows) == SOLUTION:
        found.append(rows.true_variables())
        rows.forbid([2 * v for v in found[-1]])
    assert len(found) == 8
    assert all({v // 2 for v in chosen} == {0, 1, 2} for chosen in found)


def test_colors_fall_with_the_last_option_that_gives_them():
    """A channel finds without a choice that crossing words have no letter in common."""
    cross = [["a", Colored("x", letter), Colored("y", letter)] for letter in "abc"]
    cross += [["b", Colored("x", letter), Colored("z", letter)] for letter in "def"]
    machine = Learning(Problem(cross, ["a", "b"], ["x", "y", "z"]).engine.matrix, NONE)
    assert machine.n_channels == 2 * 6 + 3 + 3
    assert run(machine) == DONE and machine.learner.nodes == 0
    cross.append(["a"])
    assert Learning(Problem(cross, ["a", "b"], ["x", "y", "z"]).engine.matrix, NONE).n_channels == 6 + 3
    many = Problem(cross, {"a": (1, 2), "b": (0, 1)}, ["x", "y", "z"])
    assert Learning(many.engine.matrix, NONE).n_channels == 0


def test_nothing_fits():
    """Rows that no assignment fills, and options that contradict each other."""
    assert run(Learning(Problem([["a"]], primary={"a": (2, 3)}).engine.matrix, NONE)) == DONE
    assert run(Learning(Problem([["a"], ["a"]]).engine.matrix, Assumptions((0, 1), ()))) == DONE
    assert run(Learning(Problem([["a"], ["a"]]).engine.matrix, Assumptions((), (0, 1)))) == DONE
    assert run(Learning(Problem([["a"], ["a"]]).engine.matrix, Assumptions((0,), (0,)))) == DONE


def test_the_answer_does_not_depend_on_the_steps():
    p = langford(16)
    answers = []
    for work in (50, 10**9):
        machine = Learning(p.engine.matrix, NONE)
        assert run(machine, work) == SOLUTION
        answers.append((machine.solution(), machine.learner.conflicts))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("max_bytes", [1, 10**7])
def test_clauses_stay_within_their_memory(max_bytes):
    """There is room for 16,383 clauses, or for many more."""
    machine, *_ = learner(queens(20).engine.matrix, max_bytes=max_bytes)
    pairs = [(2 * a, 2 * b) for b in range(200) for a in range(b)]
    with pytest.raises(MemoryError) if max_bytes == 1 else nullcontext():
        for pair in pairs:
            machine.forbid(pair)
