# SPDX-License-Identifier: MIT
"""The choice of the module that answers a question: `Problem` unwraps the answer, a command prints it.

    solve       decide    first (workers)       search (a node limit)
    count       count     counting (workers)    search (a node limit, or method "search" to a limit)    decide (a limit)
    solutions   listing   counting (workers)

Ctrl-C raises Interrupted, which has the answer so far.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ..engine.answer import Answer, Interrupted
from ..engine.limits import first_of_all, seconds, whole
from ..engine.status import Status
from ..engine.unfinished import unfinished
from ..questions.decide import Decision
from ..questions.listing import Listing
from ..questions.search import Search

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from concurrent.futures import Executor
    from os import PathLike

    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..matrix.assumptions import Assumptions
    from ..matrix.solution import Solution


def solve(
    engine: Engine,
    assumed: Assumptions,
    method: str = "auto",
    time_limit: float | None = None,
    seed: int | None = None,
    node_limit: int | None = None,
    workers: int | None = None,
    progress: Report | None = None,
) -> Answer:
    """Return the options of a solution in a list, which is empty if there is none; see :meth:`Problem.solve`."""
    if node_limit is not None:
        limits: dict[str, Any] = {"limit": 1, "time_limit": time_limit, "node_limit": node_limit}
        search, solutions = Search(engine, assumed, seed=seed, progress=progress, **limits), list[list[int]]()
        return _of_search(search, lambda: solutions.extend(list(solution) for solution in search), solutions)
    if workers is not None:
        from .first import decide_on_workers

        return decide_on_workers(engine, assumed, workers, time_limit, seed, progress)
    return Decision(engine, assumed, method=method, seed=seed, time_limit=seconds(time_limit), report=progress).answer()


def count(
    engine: Engine,
    assumed: Assumptions,
    limit: int | None = None,
    *,
    method: str = "auto",
    max_memory: int | None = None,
    order: str | Sequence[Hashable] | None = None,
    node_limit: int | None = None,
    time_limit: float | None = None,
    progress: Report | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
) -> Answer:
    """Return the number of solutions, or the limit if there are more; see :meth:`Problem.count`."""
    if limit is not None or node_limit is not None:
        if method == "auto" and node_limit is None and (wanted := whole(limit, "limit", 0)):
            limits: dict[str, Any] = {"time_limit": seconds(time_limit), "report": progress}
            answer = Decision(engine, assumed, wanted, shown=False, **limits).answer()
        else:
            limits = {"limit": limit, "node_limit": node_limit, "time_limit": time_limit, "progress": progress}
            search = Search(engine, assumed, **limits)
            answer = _of_search(search, search.count)
        return Answer(answer.partial, *answer[1:])  # _replace would take a microsecond
    how: dict[str, Any] = {"method": method, "max_memory": max_memory, "order": order, "progress": progress}
    if workers is None and executor is None and checkpoint is None:
        return _count_all()(engine, assumed, time_limit=time_limit, **how)
    from ..questions.count import ended
    from .counting import PartsCount

    pool: dict[str, Any] = {"workers": workers, "executor": executor, "checkpoint": checkpoint}
    return ended(PartsCount(engine, assumed, **how, **pool), time_limit)


@cache
def _count_all() -> Callable[..., Answer]:
    """Return the function, imported once: an import in each call takes a tenth of the smallest count."""
    from ..questions.count import count_all

    return count_all


def _of_search(search: Search, run: Callable[[], object], solutions: list[list[int]] | None = None) -> Answer:
    """Run a search to its end, or to its limit."""
    try:
        run()
    except KeyboardInterrupt:
        search.close()
        raise Interrupted(Answer(solutions, Status.INTERRUPTED, search.stats, search.stats.solutions)) from None
    assert search.status is not None
    search.close()
    return Answer(solutions, search.status, search.stats, search.stats.solutions)


def number(answer: Answer) -> int:
    """Return the number of an answer; raise Unfinished if a limit cut it."""
    if answer.cut:
        raise unfinished("the count", answer.status, answer.partial, outlook=answer.outlook)
    return answer.partial


def solutions(
    engine: Engine,
    assumed: Assumptions,
    limit: int | None = None,
    *,
    seed: int | None = None,
    node_limit: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    ordered: bool = True,
    **limits: Any,
) -> Iterator[Solution]:
    """Return a listing, or the solutions that many workers list; see :meth:`Problem.solutions`.

    Both have a ``time_limit`` and ``progress``.
    """
    if workers is None and executor is None:
        return Listing(engine, assumed, limit, seed=seed, node_limit=node_limit, **limits)
    from .counting import solutions as shared

    return first_of_all(shared(engine, assumed, workers=workers, executor=executor, ordered=ordered, **limits), limit)
