# SPDX-License-Identifier: MIT
"""A first solution, uniqueness, a count up to a limit: bare answers of a decision (engine/decision.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.decision import Decision, solver_installed
from ..engine.limits import seconds
from ..engine.status import CUT
from ..engine.unfinished import SECOND, unfinished, unsolved
from ..matrix.solution import Solution

if TYPE_CHECKING:
    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..engine.status import Status
    from ..matrix.assumptions import Assumptions
    from .search import Search


def first(
    engine: Engine,
    assumed: Assumptions,
    time_limit: float | None,
    method: str = "auto",
    seed: int | None = None,
    report: Report | None = None,
) -> Solution | None:
    """Return a first solution, or None if there is none; see :meth:`Problem.solve`."""
    decision = Decision(engine, assumed, time_limit=seconds(time_limit), method=method, seed=seed, report=report)
    return answer(engine, decision.run(), decision.found)


def answer(engine: Engine, status: Status, found: list[list[int]]) -> Solution | None:
    """Return the first solution found, None if there is none; raise Unfinished if a limit ended the decision."""
    if status in CUT:
        raise unsolved(status, hint())
    return Solution(engine.matrix, tuple(sorted(found[0]))) if found else None


def first_of(search: Search) -> Solution | None:
    """Return the first solution of a search with limits, and end it; see :meth:`Problem.solve`."""
    try:
        solution = next(search, None)
    finally:
        search.close()
    if solution is None and search.status in CUT:
        raise unsolved(search.status)
    return solution


def unique(
    engine: Engine,
    assumed: Assumptions,
    time_limit: float | None,
    method: str = "auto",
    report: Report | None = None,
) -> bool:
    """Return whether there is exactly one solution; see :meth:`Problem.is_unique`."""
    decision = Decision(engine, assumed, 2, time_limit=seconds(time_limit), method=method, report=report)
    status = decision.run()
    if status in CUT:
        raise unfinished(SECOND, status, decision.total, outlook=hint())
    return decision.total == 1


def count_to(engine: Engine, assumed: Assumptions, limit: int, time_limit: float | None, report: Report | None) -> int:
    """Return the number of solutions, or the limit if there are more; see :meth:`Problem.count`."""
    decision = Decision(engine, assumed, limit, time_limit=seconds(time_limit), report=report)
    status = decision.run()
    if status in CUT:
        raise unfinished("the count", status, decision.total, outlook=hint())
    return decision.total


def hint() -> str:
    """Return advice for a decision that time ended without a SAT solver."""
    return "" if solver_installed() else "; pip install python-sat may help"
