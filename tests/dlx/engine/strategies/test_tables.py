# SPDX-License-Identifier: MIT
"""The search that learns from tables of colors, against brute force and against the same search without tables."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem, models
from dlx.engine.drive import DONE, LIMIT, SOLUTION
from dlx.engine.strategies.learning import Learning
from dlx.engine.strategies.tables import TableLearning, columns
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.decide import Decision
from tests.kernels import all_solutions, run
from tests.problems import brute_force, questions


def table_learning(p, assumed=NONE, known=(), **settings):
    matrix = p.engine.matrix
    found = columns(matrix)
    assert found is not None
    return TableLearning(matrix, found, assumed, known, **settings)


def random_tables(chance, tables, cells, colors, rows, words=0):
    """Return a problem whose primary items are tables of a few rows; some rows have items without a color as well."""
    options = []
    for t in range(tables):
        used = chance.sample(range(cells), chance.randint(1, min(3, cells)))
        drawn = {tuple(chance.choice(colors) for _ in used) for _ in range(chance.randint(1, rows))}
        for row in sorted(drawn):
            paint = [Colored(f"x{cell}", color) for cell, color in zip(used, row, strict=True)]
            bare = chance.sample(range(words), chance.randint(0, min(2, words)))
            option = [f"t{t}", *paint, *(f"w{k}" for k in bare)]
            options.append(chance.sample(option, len(option)))
    secondary = [*(f"x{k}" for k in range(cells)), *(f"w{k}" for k in range(words))]
    return Problem(chance.sample(options, len(options)), [f"t{t}" for t in range(tables)], secondary)


@settings(deadline=None)
@given(st.data())
def test_all_solutions_in_turn(data):
    chance = Random(data.draw(st.integers(0, 2**32)))
    p = random_tables(chance, chance.randint(1, 4), chance.randint(1, 4), "abc", 3, words=chance.randint(0, 3))
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    expected = brute_force(p, *assumed)
    seed, work = data.draw(st.none() | st.integers(0, 2**40)), data.draw(st.integers(1, 300))
    assert all_solutions(table_learning(p, assumed, seed=seed), work) == expected
    known = data.draw(st.lists(st.sampled_from(expected), unique=True)) if expected else []
    assert all_solutions(table_learning(p, assumed, map(list, known))) == sorted(set(expected) - set(known))


@pytest.mark.parametrize("seed", range(8))
def test_tables_of_more_than_a_word(seed):
    """Hundreds of rows: the same solutions as with a variable for each option."""
    chance = Random(seed)
    p = random_tables(chance, 7, 6, "abcdefgh", 150, words=40)
    assert max(p.option(k)[0] is not None for k in range(p.n_options))
    found = all_solutions(table_learning(p))
    assert found == all_solutions(Learning(p.engine.matrix, NONE))


def coloring(edges, colors):
    """Return the problem of coloring a graph: a table for each edge."""
    pairs = [(a, b) for a in colors for b in colors if a != b]
    options = [[(u, v), Colored(u, a), Colored(v, b)] for u, v in edges for a, b in pairs]
    return Problem(options, [*edges], sorted({v for edge in edges for v in edge}))


def mycielski(edges, n):
    """Return a graph without new triangles that needs one color more."""
    copies = [*edges, *((u, n + v) for u, v in edges), *((v, n + u) for u, v in edges)]
    return copies + [(n + v, 2 * n) for v in range(n)], 2 * n + 1


@pytest.mark.parametrize("first_drop", [1, 20, 10**9])
def test_a_graph_that_needs_five_colors(first_drop):
    """Thousands of dead ends, restarts, dropped clauses: the proof, and a coloring with one color more."""
    edges, n = [(0, 1)], 2
    for _ in range(3):
        edges, n = mycielski(edges, n)
    none = table_learning(coloring(edges, "abcd"), first_drop=first_drop)
    assert run(none) == DONE and none.learner.conflicts > 100
    five = coloring(edges, "abcde")
    some = table_learning(five)
    assert run(some) == SOLUTION
    five.verify(some.solution())


def test_a_word_for_each_slot():
    """Rows of different tables that share an item without a color exclude each other."""
    words = [[f"t{t}", f"={word}", Colored(f"x{t}", word)] for t in range(7) for word in "abcdef"]
    p = Problem(words, [f"t{t}" for t in range(7)], [*(f"={word}" for word in "abcdef"), *(f"x{t}" for t in range(7))])
    assert run(table_learning(p)) == DONE
    machine = table_learning(p, Assumptions((), tuple(range(36, 42))))
    assert run(machine) == DONE
    six = Problem(words[:36], p.primary[:6], p.secondary[:-1])
    assert len(all_solutions(table_learning(six))) == 720


@pytest.mark.parametrize(
    "options",
    [
        [["a", "b", Colored("x", "r")], ["a", "b", Colored("x", "s")]],  # two primary items
        [["a", Colored("x", "r")], ["a"], ["b", Colored("x", "r")]],  # an option without the color
        [["a", Colored("x", "r")], ["a", Colored("y", "r")], ["b", Colored("x", "r")]],  # other items
        [["a", Colored("x", "r")], ["a", Colored("x", "r")], ["b", Colored("x", "r")]],  # equal options
        [["a", Colored("x", "r")], ["b", Colored("y", "r"), "x"]],  # no color for x
        [["a", Colored("x", "r")]],  # no option for b
        [["a", Colored("x", "r")], ["b", Colored("x", "r")], [Colored("x", "r")]],  # no primary item
        [["a"], ["b"]],
    ],
)
def test_problems_that_are_no_tables(options):
    assert columns(Problem(options, ["a", "b"], ["x", "y"]).engine.matrix) is None


def test_multiplicities_are_no_tables():
    assert columns(Problem([["a", Colored("x", "r")]], {"a": (1, 2)}, ["x"]).engine.matrix) is None
    assert columns(Problem([["a", Colored("x", "r")]], {"a": (0, 1)}, ["x"]).engine.matrix) is None


def test_the_answer_does_not_depend_on_the_steps():
    p = random_tables(Random(3), 14, 12, "abcdefgh", 150, words=40)
    answers = []
    for work in (50, 10**9):
        machine = table_learning(p)
        outcome = run(machine, work)
        answers.append((outcome, machine.learner.conflicts, machine.learner.nodes, machine.work))
    assert answers[0] == answers[1]


def test_clauses_stay_within_their_memory():
    machine = table_learning(coloring([(u, v) for v in range(12) for u in range(v)], "abcdefghijk"), max_bytes=1)
    with pytest.raises(MemoryError):
        for a in range(100):
            for b in range(a):
                machine.learner.forbid([2 * k for k in range(132) if k % 12 not in (a % 12, b % 12)])
    assert machine.step(10_000) in (LIMIT, DONE)


def test_questions_about_crosswords_use_tables(monkeypatch):
    chance = Random(5)
    words = ["".join(chance.choice("abcdef") for _ in range(5)) for _ in range(700)]
    p = models.word_rectangle(5, 5, words)
    answer = Decision(p.engine, NONE).answer()
    assert answer.value
    p.verify(answer.value[0])
