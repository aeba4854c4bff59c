# SPDX-License-Identifier: MIT
"""One search for the cheapest solution by one solver, in a process of its own.

    python -P cheapest.py CONTENDER SECONDS < question.json > answer.json

    question    {"bounds": [[1, 1], ...], "options": [[item, ...], ...], "costs": [cost, ...]}
                items are numbers; those with bounds, the least and the most options, come first, and the others are in
                one option at most
    answer      {"cost": 44590 or null, "proved": true, "seconds": 0.02}

The file imports nothing of this folder. CPU time counts, from lists to the answer; imports come before.

    ours      Problem(...).best()
    HiGHS     the MIP solver in SciPy, with a binary variable for each option
    SCIP      the MIP solver in OR-tools, likewise
    CP-SAT    OR-tools, with exactly-one and linear constraints, one worker
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

Found = tuple[float | None, bool]  # the cost, and whether it is proved to be the least
Bounds = list[list[int]]


def ours(bounds: Bounds, options: list[list[int]], costs: list[int], seconds: float) -> Callable[[], Found]:
    """Return a search by us."""
    from dlx import Problem, Status

    def run() -> Found:
        primary = {item: (low, high) for item, (low, high) in enumerate(bounds)}
        secondary = range(len(bounds), n_items(bounds, options))
        best = Problem(options, primary, secondary, costs).best(time_limit=seconds)
        return best[0].cost if len(best) else None, best.status is Status.COMPLETE

    return run


def n_items(bounds: Bounds, options: list[list[int]]) -> int:
    return max(len(bounds), 1 + max(item for option in options for item in option))


def rows(bounds: Bounds, options: list[list[int]]) -> Bounds:
    """Return the bounds of all items."""
    return bounds + [[0, 1]] * (n_items(bounds, options) - len(bounds))


def highs(bounds: Bounds, options: list[list[int]], costs: list[int], seconds: float) -> Callable[[], Found]:
    """Return a search by HiGHS."""
    import numpy as np
    from scipy.optimize import LinearConstraint, milp
    from scipy.sparse import csc_array

    def run() -> Found:
        ends = rows(bounds, options)
        items = [item for option in options for item in option]
        owners = np.repeat(np.arange(len(options)), [len(option) for option in options])
        matrix = csc_array((np.ones(len(items)), (items, owners)), shape=(len(ends), len(options)))
        sums, whole = LinearConstraint(matrix, *np.array(ends).T), np.ones(len(options))
        result = milp(costs, constraints=sums, integrality=whole, bounds=(0, 1), options={"time_limit": seconds})
        return None if result.fun is None else round(result.fun), result.status in (0, 2)

    return run


def scip(bounds: Bounds, options: list[list[int]], costs: list[int], seconds: float) -> Callable[[], Found]:
    """Return a search by SCIP."""
    from ortools.linear_solver import pywraplp

    def run() -> Found:
        solver = pywraplp.Solver.CreateSolver("SCIP")
        solver.SetTimeLimit(round(1000 * seconds))
        variables = [solver.BoolVar("") for _ in options]
        sums = [solver.Constraint(low, high) for low, high in rows(bounds, options)]
        for variable, option, cost in zip(variables, options, costs, strict=True):
            solver.Objective().SetCoefficient(variable, cost)
            for item in option:
                sums[item].SetCoefficient(variable, 1)
        status = solver.Solve()
        found = status in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.FEASIBLE)
        proved = status in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.INFEASIBLE)
        return round(solver.Objective().Value()) if found else None, proved

    return run


def cp_sat(bounds: Bounds, options: list[list[int]], costs: list[int], seconds: float) -> Callable[[], Found]:
    """Return a search by CP-SAT."""
    from ortools.sat.python import cp_model

    def run() -> Found:
        model, solver = cp_model.CpModel(), cp_model.CpSolver()
        solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, seconds
        variables = [model.new_bool_var("") for _ in options]
        ends = rows(bounds, options)
        uses: list[list[Any]] = [[] for _ in ends]
        for variable, option in zip(variables, options, strict=True):
            for item in option:
                uses[item].append(variable)
        for chosen, (low, high) in zip(uses, ends, strict=True):
            if low == high == 1:
                model.add_exactly_one(chosen)
            elif (low, high) == (0, 1):
                model.add_at_most_one(chosen)
            else:
                model.add_linear_constraint(sum(chosen), low, high)
        model.minimize(cp_model.LinearExpr.weighted_sum(variables, costs))
        status = solver.solve(model)
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        return round(solver.objective_value) if found else None, status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)

    return run


CONTENDERS = {"ours": ours, "HiGHS": highs, "SCIP": scip, "CP-SAT": cp_sat}


def main(contender: str, seconds: float) -> None:
    question = json.load(sys.stdin)
    CONTENDERS[contender]([[1, 1]] * 2, [[0], [1], [0, 1]], [1, 2, 4], seconds)()  # imports
    run = CONTENDERS[contender](question["bounds"], question["options"], question["costs"], seconds)
    before = time.process_time()
    cost, proved = run()
    print(json.dumps({"cost": cost, "proved": proved, "seconds": time.process_time() - before}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
