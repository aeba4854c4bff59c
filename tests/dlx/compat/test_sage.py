# SPDX-License-Identifier: MIT
"""The door for users of Sage: the same answers as Problem's, in the shapes of that package."""

import pickle
from random import Random

import numpy as np
import pytest

from dlx.compat.sage import dlx_solver
from tests.dlx.compat.covers import covers_by_definition, random_rows

ROWS = [[0, 1, 2], [3, 4, 5], [0, 1], [2, 3, 4, 5], [0], [1, 2, 3, 4, 5]]


def test_the_sage_solver_on_random_rows():
    random = Random(1)
    for _ in range(150):
        rows = random_rows(random)
        d = dlx_solver(rows)
        expected = covers_by_definition(rows, d.ncols()) if d.ncols() else []
        assert sorted(map(sorted, d.solutions_iterator())) == expected
        assert sorted(d.all_solutions()) == sorted(map(sorted, d.all_solutions(ncpus=1))) == expected
        assert d.number_of_solutions() == d.number_of_solutions(ncpus=1) == len(expected)
        d.reinitialize()
        for one in (d.one_solution(), d.one_solution(ncpus=1), d.one_solution_using_milp_solver()):
            assert (one is None and not expected) or sorted(one) in expected
        for column in range(d.ncols()):
            parts = [sorted(x.solutions_iterator()) for x in d.split(column).values()]
            assert sorted(sorted(s) for part in parts for s in part) == expected


def test_the_sage_solver_searches_as_sage_does():
    x = dlx_solver([[0, 1, 2], [0, 2], [1], [3]])
    found = []
    while x.search():
        found.append(x.get_solution())
    assert found == [[3, 0], [3, 1, 2]]
    assert x.search() == x.search() == 0
    assert x.get_solution() == [3, 1, 2]
    x.reinitialize()
    assert x.get_solution() == [] and x.search() == 1 and x.one_solution(ncpus=1) == [3, 1, 2]


def test_the_sage_solver_keeps_its_rows():
    x = dlx_solver(ROWS)
    assert x.rows() == ROWS and (x.nrows(), x.ncols()) == (6, 6)
    assert pickle.loads(pickle.dumps(x)) == x != dlx_solver(ROWS[1:]) and x != ROWS
    assert repr(x.restrict([2])) == "Dancing links solver for 7 columns and 6 rows"
    assert x.restrict([0, 3]).rows() == [[0, 1, 2, 6], ROWS[1], ROWS[2], [2, 3, 4, 5, 7], *ROWS[4:]]
    assert x.rows() == ROWS
    assert dlx_solver([[0, 0, 1]]).all_solutions() == [[0]]
    assert dlx_solver(map(np.array, ROWS)).number_of_solutions(ncpus=2, column=3) == 3


def test_the_sage_solver_for_other_solvers():
    x = dlx_solver([[0, 1], [], [0], [1]])
    cnf = x.to_sat_solver()
    assert cnf.n_variables == 4 and [1, 3] in [sorted(clause) for clause in map(list, cnf.clauses)]
    assert "x0 + x2 = 1" in x.to_milp().text()
    assert x.one_solution_using_milp_solver() == [0]


def test_the_sage_solver_without_columns_and_with_wrong_ones():
    for rows in ([], [[]], [[], []]):
        x = dlx_solver(rows)
        assert x.search() == x.number_of_solutions() == x.ncols() == 0
        assert x.all_solutions() == [] and x.one_solution() is None and x.one_solution_using_sat_solver() is None
    with pytest.raises(ValueError, match="a column is a number, 0 or more"):
        dlx_solver([[0], [-1]])
    with pytest.raises(TypeError):
        dlx_solver([["a"]])
    for method in (dlx_solver(ROWS).split, lambda k: dlx_solver(ROWS).one_solution(column=k)):
        with pytest.raises(ValueError, match=r"column\(=6\) must be in range\(ncols\) where ncols=6"):
            method(6)


def test_the_sage_solver_by_sat():
    pytest.importorskip("pysat")
    assert sorted(dlx_solver(ROWS).one_solution_using_sat_solver("glucose")) in [[0, 1], [2, 3], [4, 5]]
    assert dlx_solver([[0, 1], [1, 2]]).one_solution_using_sat_solver() is None
