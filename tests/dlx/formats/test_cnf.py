# SPDX-License-Identifier: MIT
"""Clauses: a model for each solution, by our own search and by python-sat; and how many each encoding takes."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem
from tests.exports import dimacs, models
from tests.problems import brute_force, dominoes, everything, langford, queens, questions

ENCODINGS = ["auto", "pairwise", "sequential"]


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_clauses_have_a_model_for_each_solution(data):
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    expected = brute_force(p, given_options, banned)
    for encoding in ENCODINGS:
        cnf = p.to_cnf(encoding=encoding, given=given_options, banned=banned)
        clauses, n = dimacs(cnf.text())
        assert (clauses, n) == (cnf.clauses, cnf.n_variables)
        assert sorted(cnf.solution(model).options for model in models(clauses, n)) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("n", range(1, 8))
def test_every_bound_of_a_few_options(n, encoding):
    """The counters alone are right for one item in n options, with all bounds 0 <= low <= high."""
    for low in range(n + 2):
        for high in range(max(low, 1), n + 2):
            cnf = Problem([["a"]] * n, {"a": (low, high)}).to_cnf(encoding=encoding)
            sizes = sorted(len(cnf.solution(model)) for model in models(*dimacs(cnf.text())))
            assert sizes == sorted(sum(bits) for bits in product([0, 1], repeat=n) if low <= sum(bits) <= high)


def sat(cnf):
    """Return the solutions of all models that python-sat finds."""
    solvers = pytest.importorskip("pysat.solvers")
    with solvers.Solver(name="glucose4", bootstrap_with=cnf.clauses) as solver:
        return [cnf.solution(model) for model in solver.enum_models()]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "p", [queens(6), queens(7), langford(3), langford(4), langford(5), langford(7), dominoes(4, 5), dominoes(3, 3)]
)
def test_python_sat_counts_the_same(p, encoding):
    found = sat(p.to_cnf(encoding=encoding))
    assert len(found) == len(set(found)) == p.count()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_python_sat_solves_a_sudoku(encoding):
    from sudoku import Board
    from sudoku.engine.cover import clues, cover

    board = Board()
    puzzle = bytes(int(c) for c in "000000010400000000020000000000050407008000300001090000300400200050100000000806000")
    p = cover(board)
    given_options = clues(board, puzzle)
    (found,) = sat(p.to_cnf(encoding=encoding, given=given_options))
    assert found == p.solve(given=given_options)
    assert not sat(p.to_cnf(encoding=encoding, given=given_options, banned=[found.options[40]]))


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(everything(12))
def test_python_sat_agrees_on_random_problems(p):
    solvers = pytest.importorskip("pysat.solvers")
    expected = brute_force(p) if p.n_options <= 8 or p.bounds is not None else [s.options for s in p.solutions()]
    for encoding in ENCODINGS:
        cnf = p.to_cnf(encoding=encoding)
        with solvers.Solver(name="cadical153", bootstrap_with=cnf.clauses) as solver:
            assert solver.solve() == bool(expected)
            if expected:
                assert cnf.solution(solver.get_model()).options in expected


def test_what_an_encoding_costs():
    p = Problem([["a"]] * 20)
    pairs, counter = p.to_cnf(encoding="pairwise"), p.to_cnf(encoding="sequential")
    assert (len(pairs.clauses), pairs.n_variables) == (1 + 190, 20)
    assert (len(counter.clauses), counter.n_variables) == (1 + 3 * 18 + 19, 20 + 18)
    assert p.to_cnf().clauses == counter.clauses
    few = Problem([["a"]] * 7)
    assert few.to_cnf().clauses == few.to_cnf(encoding="pairwise").clauses
    assert len(few.to_cnf().clauses) == len(few.to_cnf(encoding="sequential").clauses)


def test_how_large_a_cnf_is():
    """Bounds on five options cost the variables and clauses of the smaller of two counters, or of none."""
    wanted = {
        1: {1: (5, 11), 2: (11, 24), 3: (13, 30), 4: (14, 32), 5: (5, 1)},
        2: {2: (11, 25), 3: (13, 31), 4: (13, 30), 5: (11, 22)},
        3: {3: (11, 25), 4: (11, 24), 5: (11, 23)},
        4: {4: (5, 11), 5: (5, 10)},
        5: {5: (5, 5)},
    }
    for low, sizes in wanted.items():
        for high, size in sizes.items():
            cnf = Problem([["a"]] * 5, {"a": (low, high)}).to_cnf()
            assert (cnf.n_variables, len(cnf.clauses)) == size, (low, high)
    pairs, counter = ([["a"]] * n for n in (7, 8))
    assert len(Problem(pairs).to_cnf().clauses) == 1 + 21 and Problem(pairs).to_cnf().n_variables == 7
    assert Problem(counter).to_cnf().n_variables > 8  # more than 7 options take a counter, not pairs
