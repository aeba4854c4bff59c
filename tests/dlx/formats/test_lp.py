# SPDX-License-Identifier: MIT
"""Linear programs: rows of any length, HiGHS reads them, and finds the cheapest solution."""

import re

import numpy as np
import pytest

from dlx import Colored, Problem
from tests.exports import read_lp, read_opb
from tests.problems import brute_force, dominoes, langford, queens


@pytest.mark.parametrize(
    "p", [queens(6), queens(3), langford(4), langford(5), dominoes(4, 4), dominoes(3, 3), Problem([["a"]], ["a", "b"])]
)
def test_highs_solves_the_same(p):
    costs = [k * k % 7 for k in range(p.n_options)]
    p = Problem.from_csr(p.indptr, p.indices, n_items=p.n_items, n_primary=p.n_primary, costs=costs)
    best = min((s.cost for s in p.solutions()), default=None)
    for export, read in ((p.to_opb(), read_opb), (p.to_lp(), read_lp)):
        result = read(export.text()).solve()
        assert (result.status == 0) == (best is not None)
        if best is not None:
            assert result.fun == pytest.approx(best)
            chosen = np.flatnonzero(result.x > 0.5).tolist()
            solution = p.to_lp().solution({f"x{k}": 1.0 for k in chosen})
            assert solution.cost == best


def test_highs_reads_the_file(tmp_path):
    highspy = pytest.importorskip("highspy", exc_type=ImportError)  # OR-tools in this process excludes it
    red, green = Colored("q", "red"), Colored("q", "green")
    p = Problem(
        [["a", red], ["a", green], ["b", red], ["b", green], ["b", "q"], ["c", "a"], ["c"], ["c"]],
        {"a": 1, "b": 1, "c": (1, 2)},
        ["q"],
        [0.5, 1, 0, 1, 9, 4, 2, 3],
    )
    p.to_lp(banned=[2]).write(tmp_path / "p.lp")
    solver = highspy.Highs()
    solver.silent()
    assert solver.readModel(str(tmp_path / "p.lp")) == highspy.HighsStatus.kOk
    solver.run()
    names = solver.allVariableNames() if hasattr(solver, "allVariableNames") else solver.getLp().col_names_
    solution = p.to_lp(banned=[2]).solution(dict(zip(names, solver.getSolution().col_value, strict=True)))
    assert solution.options == min((o for o in brute_force(p, banned=[2])), key=lambda o: sum(p.costs[list(o)]))
    assert solver.getInfo().objective_function_value == pytest.approx(solution.cost)


def test_a_bound_that_cannot_be_exceeded_needs_no_row():
    text = Problem([["a"], ["a"], ["b"], ["b"]], {"a": (1, 2), "b": (0, 1)}).to_lp().text()
    assert re.findall(r"\w+_(least|most)", text) == ["least", "most"]


def test_long_rows_are_broken():
    p = Problem([["a"]] * 200)
    assert len(read_lp(p.to_lp().text()).rows[0][0]) == 200
