# SPDX-License-Identifier: MIT
"""Parts of a search, for schedulers of your own: :meth:`Problem.split` makes them, and `run` searches one."""

from __future__ import annotations

from collections.abc import Callable

from .problem import Problem
from .system.keywords import spelled
from .workers import parts
from .workers.parts import UNLIMITED, Outcome, Part

__all__ = ["Outcome", "Part", "run"]


@spelled
def run(
    problem: Problem,
    part: Part,
    node_limit: int | None = None,
    *,
    work: int = UNLIMITED,
    solutions: int = 0,
    stopped: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Search a part, as far as the limits allow.

    Args:
        problem: the problem that the part is of.
        part: the part.
        node_limit: stop after about this many nodes.
        work: the same limit in units of the kernel's work, a few nanoseconds each.
        solutions: collect up to this many solutions; 0: count them, without a limit.
        stopped: called every few milliseconds; the search stops if it returns true.

    Return the results and the rest of the part, as parts in search order. If you run these in any order until no part
    is left, you find each solution of the part once; sorted by key, the solutions are in search order.

    Raises:
        ValueError, TypeError: a given or banned option does not exist, or a limit is below 1.

    >>> from fractions import Fraction
    >>> p = Problem([["a"], ["a"], ["a"]], {"a": 2})
    >>> outcome = run(p, Part((), (), Fraction(1)), node_limit=3, solutions=9)
    >>> outcome.solutions, outcome.nodes
    ([[0, 1]], 3)
    >>> for part in outcome.left:
    ...     print(part.given, part.banned, part.weight, part.rest, run(p, part, solutions=9).solutions)
    (0,) (1,) 1/4 (0, 1) [[0, 2]]
    () (0,) 1/2 (0, 1) [[1, 2]]
    """
    return parts.run(problem.engine, part, node_limit, work=work, solutions=solutions, stopped=stopped)
