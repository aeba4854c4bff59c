"""Models for CP-SAT: solved there, compared with brute force, every answer converted back and verified.

test_cpsat.py runs this file in a process of its own, because OR-tools and highspy do not go into one process.
"""

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, CpSat, Problem
from tests.dlx.engine.test_support import KINDS, costs, fields, solutions
from tests.problems import brute_force, everything, langford, queens, questions

cp_model = pytest.importorskip("ortools.sat.python.cp_model")


class Listed(cp_model.CpSolverSolutionCallback):
    """All solutions of a model; the auxiliary variables are determined, so there is one for each."""

    def __init__(self, cpsat):
        super().__init__()
        self.cpsat, self.found = cpsat, []

    def on_solution_callback(self):
        self.found.append(self.cpsat.solution(self).options)


def solver():
    made = cp_model.CpSolver()
    made.parameters.num_workers = 1
    return made


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_random_problems(data):
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    every = brute_force(p, given_options, banned)
    cpsat = p.to_cpsat(given=given_options, banned=banned)
    one = solver()
    outcome = one.solve(cpsat.model)
    assert cpsat.model.validate() == ""
    assert outcome == (cp_model.OPTIMAL if every else cp_model.INFEASIBLE)
    if every:
        found = cpsat.solution(one)
        assert found.options in every
        if p.costs is not None:
            assert found.cost == min(sum(p.costs[list(options)].tolist()) for options in every)


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_all_solutions(data):
    p = data.draw(everything())
    cpsat = p.to_cpsat()
    cpsat.model.clear_objective()
    listed, one = Listed(cpsat), solver()
    one.parameters.enumerate_all_solutions = True
    one.solve(cpsat.model, listed)
    assert sorted(listed.found) == brute_force(p)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("argument", [None, "given", "banned"])
def test_the_table_of_support(kind, argument):
    how = {argument: (2,)} if argument else {}
    cpsat, one, every = Problem.from_fields(fields(kind)).to_cpsat(**how), solver(), solutions(kind, **how)
    outcome = one.solve(cpsat.model)
    assert outcome == (cp_model.OPTIMAL if every else cp_model.INFEASIBLE)
    if every:
        found = cpsat.solution(one)
        assert found.options in every
        assert found.cost == min(costs(kind, every))


def test_the_example():
    text = Problem.to_cpsat.__doc__.replace("# doctest: +SKIP", "")
    example = doctest.DocTestParser().get_doctest(text, {"Problem": Problem}, "to_cpsat", None, 0)
    assert doctest.DocTestRunner().run(example) == (0, 5)


def test_known_problems():
    for p, solvable in ((queens(8), True), (queens(3), False), (langford(7), True), (langford(5), False)):
        one, cpsat = solver(), p.to_cpsat()
        assert (one.solve(cpsat.model) == cp_model.OPTIMAL) == solvable
        assert not solvable or p.verify(cpsat.solution(one))


def test_costs_that_are_not_whole():
    p = Problem([["a"], ["a"], ["b"]], costs=[2.5, 1.25, 0])
    one, cpsat = solver(), p.to_cpsat()
    one.solve(cpsat.model)
    assert cpsat.solution(one).options == (1, 2)


def test_a_constraint_of_your_own():
    cpsat = Problem([["a"], ["a", Colored("x", 1)], ["b"], ["b", Colored("x", 2)]], ["a", "b"], ["x"]).to_cpsat()
    assert isinstance(cpsat, CpSat) and len(cpsat.variables) == 4
    cpsat.model.add(cpsat.variables[1] + cpsat.variables[3] >= 1)
    cpsat.model.add(cpsat.variables[1] == 0)
    one = solver()
    one.solve(cpsat.model)
    assert cpsat.solution(one).options == (0, 3)
    assert repr(cpsat) == "<CpSat of <Problem: 2 + 1 secondary items, 4 options>: 4 variables>"
