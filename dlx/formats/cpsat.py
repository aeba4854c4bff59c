# SPDX-License-Identifier: MIT
"""A problem as a model for CP-SAT, the constraint solver of OR-tools.

The rows of export.py, each as the constraint that CP-SAT propagates best: exactly one, at most one, at least one, or a
sum within bounds. A color that several options give to an item gets a variable, as in the other formats.
Costs become the objective; CP-SAT scales costs that are not whole numbers.

Reference: L. Perron, F. Didier and S. Gay, The CP-SAT-LP solver, CP 2023.
"""

from __future__ import annotations

import sys
from typing import Any

from ..matrix.assumptions import NONE, Assumptions
from ..matrix.matrix import Matrix
from ..matrix.slack import Slack
from ..matrix.solution import Solution
from ..system.extras import import_extra
from ..system.public import public
from .export import BoundedSum, BoundedSums, Disjunction, named


@public("dlx")
class CpSat:
    """A model for OR-tools, made by :meth:`Problem.to_cpsat`.

    ``model`` is an ``ortools.sat.python.cp_model.CpModel``, to which you may add constraints of your own;
    ``variables[k]`` is true if option k is chosen. These determine the other variables of the model.
    """

    def __init__(self, problem: Matrix, assumed: Assumptions = NONE, slack: Slack | None = None) -> None:
        cp_model = _library()
        self.problem = problem
        self._rows = BoundedSums(problem, assumed, slack)
        self.model: Any = cp_model.CpModel()
        self.variables: list[Any] = [self.model.new_bool_var(named(problem, k)) for k in range(problem.n_options)]
        self._all = list(self.variables)
        for disjunction in self._rows.ors:
            self._add_or(disjunction)
        for gap in self._rows.gaps:
            self._all.append(self.model.new_bool_var(f"item{gap.item}_{gap.side}{gap.variable}"))
        for row in self._rows.rows:
            self._add_row(row)
        if problem.costs is not None or slack is not None:
            terms = self._rows.objective
            chosen = [self._all[v - 1] for v, _ in terms]
            self.model.minimize(cp_model.LinearExpr.weighted_sum(chosen, [cost for _, cost in terms]))

    def _add_or(self, disjunction: Disjunction) -> None:
        assert disjunction.variable == len(self._all) + 1
        users = [self._all[v - 1] for v in disjunction.variables]
        used = self.model.new_bool_var(f"color{disjunction.item}_{disjunction.color}")
        self._all.append(used)
        for user in users:
            self.model.add_implication(user, used)
        self.model.add_bool_or([*users, ~used])

    def _add_row(self, row: BoundedSum) -> None:
        model, literals = self.model, [self._all[v - 1] for v in row.variables]
        if row.subtracted:
            less = sum(self._all[v - 1] for v in row.subtracted)
            model.add_linear_constraint(sum(literals) - less, row.low, row.high)
        elif row.low == row.high == 1:
            model.add_exactly_one(literals)
        elif (row.low, row.high) == (0, 1):
            model.add_at_most_one(literals)
        elif row.low == 1 and row.high >= len(literals):
            model.add_at_least_one(literals)
        elif literals:
            model.add_linear_constraint(sum(literals), row.low, row.high)
        elif row.low:
            model.add_bool_or([])  # nothing covers this item

    def solution(self, solver: Any) -> Solution:
        """Return the solution that a solver found: a ``CpSolver`` after ``solve``, or the object that a callback gets.

        Raises:
            ValueError: these values contradict the problem; the message gives the reason.
        """
        value = getattr(solver, "boolean_value", None) or solver.BooleanValue
        return self._rows.solution(k + 1 for k, variable in enumerate(self.variables) if value(variable))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.problem!r}: {len(self._all)} variables>"


def _library() -> Any:
    """Import CP-SAT.

    OR-tools 9.15 and highspy 1.15 bring different libraries of one name, libhighs.so.1; the linker loads only one.
    """
    try:
        return import_extra("ortools.sat.python.cp_model", "to_cpsat()", "ortools")
    except ImportError as error:
        if error.__cause__ is None or "highspy" not in sys.modules:
            raise
        what = "OR-tools cannot be imported after highspy: both bring a library libhighs.so.1"
        raise ImportError(f"{what}; use them in two processes") from error
