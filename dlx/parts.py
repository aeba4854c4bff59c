# SPDX-License-Identifier: MIT
"""Parts of a search: what one worker is asked, and what is left when it stops early.

A part is a question, options given and banned, and its share of the tree. Parts that partition a tree partition its
solutions: none is in two, none is lost. A search that stops early is the parts of the branches that it has not tried:

    {}  weight 1              stops here, after {0} and {1, 3}
    ├── {0}      1/3  done
    ├── {1}      1/3          of its two branches
    │   ├── {1, 3}  1/6  done
    │   └── {1, 4}  1/6  ──┐
    └── {2}      1/3  ─────┴──  what is left, in the order in which the search would go on

The weight of a branch is Knuth's 1/(d1 ... dl), the d's being the branches of the nodes on the way to it: the weights
of what is done and of what is left sum to exactly 1. Solutions of all parts together are those of one search, wherever
it was cut; nodes too, but for what a kernel remembers of a search to fail sooner (0.3 % more on pentominoes 6x10).

With multiplicities a branch bans the options tried before it. There a part is some of the branches left of a node: what
was tried is banned, and `rest` tells the item to go on with, and for how many branches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from operator import attrgetter, index
from typing import TYPE_CHECKING, cast

import numpy as np

from .describe import left
from .search import DONE, PAUSED, SOLUTION, whole

if TYPE_CHECKING:
    from ._kernel import Kernel
    from ._links import Links
    from ._multi import Multi
    from .problem import Problem

ENDLESS = 2**62
SLICE = 5_000_000  # units of work between two looks at `stopped`: about 10 ms


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a search: its solutions have all the given options and none of the banned ones."""

    given: tuple[int, ...]
    banned: tuple[int, ...]
    weight: Fraction  # of the tree of the whole search
    key: tuple[int, ...] = ()  # its place among all parts: in the order of these keys they are the order of a search
    rest: tuple[int, int] | None = None  # of a node counted before: its item, and how many branches are to be tried


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out of a part, and what is left of it."""

    count: int  # solutions met
    nodes: int
    solutions: list[list[int]]  # their options, where they were asked for
    left: list[Part]  # still to be searched
    work: int = 0  # that it took


def split(problem: Problem, parts: int, given: Iterable[int], banned: Iterable[int]) -> list[Part]:
    """See :meth:`Problem.split`."""
    if index(parts) < 1:
        raise ValueError(f"parts is {parts}; it must be 1 or more")
    asked = tuple(problem._numbers(given, "given")), tuple(problem._numbers(banned, "banned"))
    root = Part(*asked, Fraction(1))
    whole_ones, waiting = list[Part](), [(-root.weight, root.key, root)]  # the heaviest first, the first of several
    while waiting and len(whole_ones) + len(waiting) < parts:
        heaviest = heappop(waiting)[-1]
        branches = divide(problem, heaviest)
        for part in branches:
            heappush(waiting, (-part.weight, part.key, part))
        if not branches:
            whole_ones.append(heaviest)
    return sorted([*whole_ones, *(part for *_, part in waiting)], key=attrgetter("key"))


def divide(problem: Problem, part: Part) -> list[Part]:
    """The branches of the first node of a part that has several: nothing if there is none.

    One takes the first option of the item that has the smallest choice, one the second and not the first, and so on; in
    problems with multiplicities, one takes none of them if the item needs none. All have the forced options before it.
    """
    given = _forced(problem, part)
    rest = None if given is None else left(problem, given, list(part.banned))
    if given is None or rest is None:
        return []
    live, state, need = rest
    owners = problem._owners()
    entries = live[owners] & (problem.indices < problem.n_primary)
    sizes = np.bincount(problem.indices[entries], minlength=problem.n_primary)
    choice = np.where((state[: problem.n_primary] == 0) & (need > 0), sizes + 1 - need, ENDLESS)
    if choice.min(initial=ENDLESS) == ENDLESS:  # nothing is needed any more: what can still be added?
        choice = np.where(sizes > 0, sizes, ENDLESS)
    item = int(choice.argmin())
    options = owners[entries & (problem.indices == item)].tolist()
    exclusive = problem.bounds is None or (problem.bounds[item] == 1).all()
    ways = [(options[k], () if exclusive else tuple(options[:k])) for k in range(int(choice[item]))]
    branches = [((*given, option), part.banned + out) for option, out in ways]
    if need[item] <= 0:
        branches.append((tuple(given), part.banned + tuple(options)))
    weight = part.weight / len(branches)
    return [Part(yes, no, weight, (*part.key, k)) for k, (yes, no) in enumerate(branches)]


def _forced(problem: Problem, part: Part) -> list[int] | None:
    """The options given in a part and those that are forced by them; None if the search of it has no choice to make."""
    kernel = cast("Links | Multi", problem._kernels.take(problem, "links" if problem.bounds is None else "multi", None))
    try:
        outcome = PAUSED if kernel.setup(part.given, part.banned) else DONE
        while outcome != DONE and not kernel.guesses:
            outcome = kernel.run(kernel.nodes + 1, ENDLESS, ENDLESS)
        return None if outcome == DONE else kernel.way()
    finally:
        problem._kernels.give_back(kernel)


def run(
    problem: Problem,
    part: Part,
    node_limit: int | None = None,
    *,
    work: int = ENDLESS,
    solutions: int = 0,
    stopped: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Search a part, or as much of it as may be.

    Args:
        node_limit: stop after about so many nodes.
        work: the same in units of the kernel's work, some nanoseconds each.
        solutions: collect solutions, up to so many; 0: count them, without a limit.
        stopped: asked every few milliseconds; true: stop.

    Returns what it met, and what is left as parts in the order of the search. These and it, run in any order until
    nothing is left, meet each solution of the part once; sorted by their keys, in the order of one search.

    Raises:
        ValueError, TypeError: a given or banned option that does not exist, a limit below 1.

    >>> from dlx import Problem
    >>> p = Problem([["a"], ["a"], ["a"]], {"a": 2})
    >>> outcome = run(p, Part((), (), Fraction(1)), node_limit=3, solutions=9)
    >>> outcome.solutions, outcome.nodes
    ([[0, 1]], 3)
    >>> for part in outcome.left:
    ...     print(part.given, part.banned, part.weight, part.rest, run(p, part, solutions=9).solutions)
    (0,) (1,) 1/4 (0, 1) [[0, 2]]
    () (0,) 1/2 (0, 1) [[1, 2]]
    """
    given, banned = problem._numbers(part.given, "given"), problem._numbers(part.banned, "banned")
    kernel = problem._kernels.take(problem, "auto", None)
    try:
        if not kernel.setup(given, banned, part.rest):
            return Outcome(0, 0, [], [])
        found: list[list[int]] = []
        if _search(kernel, whole(node_limit, "node_limit", 1), work, solutions, found, stopped):
            return Outcome(kernel.solutions, kernel.nodes, found, [], kernel.work)
        parts = [
            Part(tuple(yes), (*part.banned, *no), part.weight * share, (*part.key, k), rest)
            for k, (yes, no, rest, share) in enumerate(kernel.frontier(), 1)
        ]
        return Outcome(kernel.solutions, kernel.nodes, found, parts, kernel.work)
    finally:
        problem._kernels.give_back(kernel)


def _search(
    kernel: Kernel,
    node_stop: int,
    work: int,
    solutions: int,
    found: list[list[int]],
    stopped: Callable[[], bool],
) -> bool:
    """Run a kernel; true if all is searched."""
    end = kernel.work + work
    while True:
        outcome = kernel.run(node_stop, kernel.solutions + 1 if solutions else ENDLESS, min(SLICE, work))
        if outcome == DONE:
            return True
        if outcome == SOLUTION:
            found.append(kernel.solution())
        if kernel.nodes >= node_stop or kernel.work >= end or (solutions and len(found) >= solutions) or stopped():
            break
    while kernel.midway:  # forced moves are not to be counted twice
        outcome = kernel.run(kernel.nodes + 1, kernel.solutions + 1 if solutions else ENDLESS, ENDLESS)
        if outcome == SOLUTION:
            found.append(kernel.solution())
        if outcome == DONE:
            return True
    return False
