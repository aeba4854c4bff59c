# SPDX-License-Identifier: MIT
"""The doors for users of other packages (dlx/compat): the same answers as Problem's, in the shapes of those packages.

tests/nightly/doors.py runs the doctests and test suites of the packages themselves through the doors.
"""

import pickle
from random import Random

import numpy as np
import pytest

from dlx import Colored, Problem
from dlx.compat import exact_cover, miniexact, xcover
from dlx.compat.sage import dlx_solver
from dlx.kernels.reference import solutions as reference
from tests.dlx.formats.test_miniexact import random_problem

ROWS = [[0, 1, 2], [3, 4, 5], [0, 1], [2, 3, 4, 5], [0], [1, 2, 3, 4, 5]]


def random_rows(random):
    """Return rows with empty ones, and with columns that are in no row."""
    n = random.randint(1, 6)
    return [random.sample(range(n), random.randint(0, min(n, 3))) for _ in range(random.randint(0, 9))]


def covers_by_definition(rows, n):
    """Return the sets of non-empty rows that have each column exactly once."""
    found = []
    for chosen in range(1 << len(rows)):
        picked = [k for k in range(len(rows)) if chosen >> k & 1]
        columns = sorted(column for k in picked for column in rows[k])
        if columns == list(range(n)) and all(rows[k] for k in picked):
            found.append(picked)
    return sorted(found)


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


def test_matrices_on_random_rows():
    random = Random(2)
    for _ in range(150):
        rows, n = random_rows(random), random.randint(1, 6)
        matrix = np.zeros((len(rows), n), int)
        for k, row in enumerate(rows):
            matrix[k, [column for column in row if column < n]] = random.randint(1, 3)
        expected = covers_by_definition([np.flatnonzero(row).tolist() for row in matrix], n)
        assert exact_cover.get_solution_count(matrix) == len(expected)
        assert sorted(xcover.covers_bool(matrix)) == expected
        assert sorted(map(sorted, in_diagram(xcover.covers_bool_zdd(matrix)))) == expected
        if expected:
            assert exact_cover.get_exact_cover(matrix).tolist() in expected
            assert exact_cover.get_all_solutions(matrix) == set(map(tuple, expected))
            assert len(exact_cover.get_all_solutions(matrix, 1)) == 1
        else:
            for function in (exact_cover.get_exact_cover, exact_cover.get_all_solutions):
                with pytest.raises(exact_cover.NoSolution):
                    function(matrix)


@pytest.mark.parametrize("shape", [(0, 0), (0, 2), (2, 0)])
def test_matrices_without_entries(shape):
    matrix = np.zeros(shape, bool)
    assert exact_cover.get_solution_count(matrix) == (shape[1] == 0)
    with pytest.raises(exact_cover.NoSolution):
        exact_cover.get_exact_cover(matrix)


def in_diagram(nodes):
    """Return the solutions of a diagram, given as xcover gives its nodes."""
    below = {0: [], 1: [()]}
    root = 0
    for root, option, low, high in nodes:
        below[root] = below[low] + [(option, *rest) for rest in below[high]]
    return below[root]


def test_xcover_on_random_problems():
    random = Random(3)
    for _ in range(150):
        problem = random_problem(random)
        options = [
            [f"{use.item}:{use.color}" if isinstance(use, Colored) else use for use in problem.option(k)]
            for k in range(problem.n_options)
        ]
        names = {word.partition(":")[0] for option in options for word in option}
        plain = Problem([problem.option(k) for k in range(problem.n_options)], problem.primary, problem.secondary)
        expected = sorted(list(s.options) for s in plain.search(kernel="links"))
        assert expected == sorted(map(sorted, reference(plain)))
        arguments = [{"primary": problem.primary}] + [{"secondary": problem.secondary}] * (
            set(problem.primary) <= names
        )
        for how in arguments:
            assert sorted(xcover.covers(options, **how, colored=True)) == expected
            assert sorted(map(sorted, in_diagram(xcover.covers_zdd(options, **how, colored=True)))) == expected
    assert list(xcover.covers([{1, 2}, {3}, (1, 3)])) == [[0, 1]]
    assert list(xcover.covers([["a:b"], ["c"]])) == [[0, 1]]  # without `colored`, a colon has no meaning


def test_miniexact_on_random_problems():
    random = Random(4)
    for _ in range(100):
        problem = random_problem(random)
        s = miniexact.miniexacts_m()
        bounds = problem.bounds.tolist() if problem.bounds is not None else [[1, 1]] * problem.n_primary
        numbers = {item: s.primary(item, *bound) for item, bound in zip(problem.primary, bounds, strict=True)}
        numbers |= {item: s.secondary(item) for item in problem.secondary}
        for k in range(problem.n_options):
            for use in problem.option(k):
                item, color = (use.item, use.color) if isinstance(use, Colored) else (use, 0)
                name = random.choice([item, numbers[item]])
                assert s.add(name, random.choice([color, s.color(color)]) if color else 0) == 0
            assert s.add(0) == k + 1
        found = []
        while s.solve() == 10:
            found.append(tuple(k - 1 for k in s.selected_options()))
        assert s.solve() == 20
        assert sorted(found) == sorted(solution.options for solution in problem.solutions())


def test_miniexact_writes_and_refuses(tmp_path):
    s = miniexact.miniexacts_x()
    s.primary("a", 0, 2)
    s.add(["a"])
    with pytest.raises(ValueError, match=r"solve\(\) must have returned 10"):
        s.selected_options()
    with pytest.raises(ValueError, match="item 'a' is there already"):
        s.secondary("a")
    s.write_to_dlx(tmp_path / "a.dlx")
    assert (tmp_path / "a.dlx").read_text() == "0:2|a\na\n"
    assert s.solve() == 10
    s.add(["a"])  # the search begins again
    assert [s.solve() for _ in range(5)] == [10, 10, 10, 10, 20]
