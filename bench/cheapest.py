# SPDX-License-Identifier: MIT
"""One search for the cheapest solution by one solver, in a process of its own.

    python -P cheapest.py CONTENDER SECONDS < question.json > answer.json

    question    {"n_items": 135, "options": [[item, ...], ...], "costs": [cost, ...]}     items are numbers, all primary
    answer      {"cost": 44590 or null, "proved": true, "seconds": 0.02}

The file imports nothing of this folder. CPU time counts, from lists to the answer; imports come before.

    ours      Problem(...).best()
    HiGHS     the MIP solver in SciPy, with a binary variable for each option
    CP-SAT    OR-tools, with exactly-one constraints, one worker
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

Found = tuple[float | None, bool]  # the cost, and whether it is proved to be the least


def ours(n_items: int, options: list[list[int]], costs: list[int], seconds: float) -> Callable[[], Found]:
    """Return a search by us."""
    from dlx import Problem, Status

    def run() -> Found:
        best = Problem(options, range(n_items), costs=costs).best(time_limit=seconds)
        return best[0].cost if len(best) else None, best.status is Status.COMPLETE

    return run


def highs(n_items: int, options: list[list[int]], costs: list[int], seconds: float) -> Callable[[], Found]:
    """Return a search by HiGHS."""
    import numpy as np
    from scipy.optimize import LinearConstraint, milp
    from scipy.sparse import csc_array

    def run() -> Found:
        items = [item for option in options for item in option]
        owners = np.repeat(np.arange(len(options)), [len(option) for option in options])
        matrix = csc_array((np.ones(len(items)), (items, owners)), shape=(n_items, len(options)))
        rows, whole = LinearConstraint(matrix, 1, 1), np.ones(len(options))
        result = milp(costs, constraints=rows, integrality=whole, bounds=(0, 1), options={"time_limit": seconds})
        return None if result.fun is None else round(result.fun), result.status == 0

    return run


def cp_sat(n_items: int, options: list[list[int]], costs: list[int], seconds: float) -> Callable[[], Found]:
    """Return a search by CP-SAT."""
    from ortools.sat.python import cp_model

    def run() -> Found:
        model, solver = cp_model.CpModel(), cp_model.CpSolver()
        solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, seconds
        variables = [model.new_bool_var("") for _ in options]
        uses: list[list[Any]] = [[] for _ in range(n_items)]
        for variable, option in zip(variables, options, strict=True):
            for item in option:
                uses[item].append(variable)
        for chosen in uses:
            model.add_exactly_one(chosen)
        model.minimize(cp_model.LinearExpr.weighted_sum(variables, costs))
        status = solver.solve(model)
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        return round(solver.objective_value) if found else None, status == cp_model.OPTIMAL

    return run


CONTENDERS = {"ours": ours, "HiGHS": highs, "CP-SAT": cp_sat}


def main(contender: str, seconds: float) -> None:
    question = json.load(sys.stdin)
    CONTENDERS[contender](2, [[0], [1], [0, 1]], [1, 2, 4], seconds)()  # imports
    run = CONTENDERS[contender](question["n_items"], question["options"], question["costs"], seconds)
    before = time.process_time()
    cost, proved = run()
    print(json.dumps({"cost": cost, "proved": proved, "seconds": time.process_time() - before}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
