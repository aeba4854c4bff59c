# SPDX-License-Identifier: MIT
"""Parts of a search: units of work for the workers, and the rest of a search that stops early.

A part is a question (given and banned options) and its share of the tree. Parts that partition a tree partition its
solutions: no solution is in two parts, and none is lost. The rest of an interrupted search is its untried branches:

    {}  weight 1              stops here, after {0} and {1, 3}
    ├── {0}      1/3  done
    ├── {1}      1/3          one of its two branches is done
    │   ├── {1, 3}  1/6  done
    │   └── {1, 4}  1/6  ──┐
    └── {2}      1/3  ─────┴──  the rest of the search, in search order

The weight of a branch is Knuth's 1/(d1 ... dl), where the d's count the branches of the nodes on the path to it. The
weights of the finished branches and of the rest sum to exactly 1. All parts together have the solutions of one search,
wherever it was cut. They have its nodes too, except for the hints that let a kernel fail sooner and that a cut loses
(0.3 % more nodes on pentominoes 6x10).

With multiplicities, a branch bans the options tried before it (kernel multi), or those to be tried after it (bits). A
part is then a run of untried branches of a node: it bans the options before, or after, the run, and `rest` gives the
number of branches and the item to branch on, ~item for bits. Each kernel refuses the rest of the other.

Workers search several parts in a task; a Tally adds up the results of tasks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from operator import attrgetter
from typing import TYPE_CHECKING, cast

import numpy as np

from ..engine.drive import DONE, PAUSED, SOLUTION, Drive
from ..engine.limits import integer, whole
from ..matrix.assumptions import Assumptions
from ..matrix.incidence import entry_options, remaining_problem
from ..system.public import public

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..kernels.kernel import Kernel
    from ..kernels.links.links import Links
    from ..kernels.links.multi import Multi

UNLIMITED = 2**62
SLICE_WORK = 5_000_000  # units of work between two calls of `stopped`: about 10 ms


@public("dlx")
@dataclass(frozen=True, slots=True)
class Part:
    """A part of a search: its solutions have all the given options and none of the banned ones."""

    given: tuple[int, ...]
    banned: tuple[int, ...]
    weight: Fraction  # of the tree of the whole search
    key: tuple[int, ...] = ()  # its place among all parts; ascending keys are search order
    rest: tuple[int, int] | None = None  # of a node already counted: its item, and the number of branches to try


@public("dlx")
@dataclass(frozen=True, slots=True)
class PartOutcome:
    """The results of a part, and the parts that remain of it."""

    count: int  # solutions found
    nodes: int
    solutions: list[list[int]]  # their options, if requested
    left: list[Part]  # still to be searched
    work: int = 0  # units of work spent


def split(engine: Engine, assumed: Assumptions, parts: int) -> list[Part]:
    """See :meth:`Problem.split`."""
    if integer(parts, "parts") < 1:
        raise ValueError(f"parts is {parts}; it must be 1 or more")
    root = Part(*assumed, Fraction(1))
    whole_ones, waiting = list[Part](), [(-root.weight, root.key, root)]  # the heaviest part first, then by key
    while waiting and len(whole_ones) + len(waiting) < parts:
        heaviest = heappop(waiting)[-1]
        branches = divide(engine, heaviest)
        for part in branches:
            heappush(waiting, (-part.weight, part.key, part))
        if not branches:
            whole_ones.append(heaviest)
    return sorted([*whole_ones, *(part for *_, part in waiting)], key=attrgetter("key"))


def divide(engine: Engine, part: Part) -> list[Part]:
    """Return the branches of the first node of a part that has several, or an empty list if there is none.

    The item is the one with the fewest choices. The first branch takes its first option, the second takes the second
    option and not the first, and so on; with multiplicities, a last branch takes none of them if the item needs none.
    All branches have the forced options before the node.
    """
    problem, given = engine.matrix, _forced(engine, part)
    remaining = None if given is None else remaining_problem(problem, given, list(part.banned))
    if given is None or remaining is None:
        return []
    live, state, need = remaining
    owners = entry_options(problem)
    entries = live[owners] & (problem.indices < problem.n_primary)
    sizes = np.bincount(problem.indices[entries], minlength=problem.n_primary)
    choice = np.where((state[: problem.n_primary] == 0) & (need > 0), sizes + 1 - need, UNLIMITED)
    if choice.min(initial=UNLIMITED) == UNLIMITED:  # no item needs an option: branch on one that may have more
        choice = np.where(sizes > 0, sizes, UNLIMITED)
    item = int(choice.argmin())
    options = owners[entries & (problem.indices == item)].tolist()
    exclusive = problem.bounds is None or (problem.bounds[item] == 1).all()
    ways = [(options[k], () if exclusive else tuple(options[:k])) for k in range(int(choice[item]))]
    branches = [((*given, option), part.banned + out) for option, out in ways]
    if need[item] <= 0:
        branches.append((tuple(given), part.banned + tuple(options)))
    weight = part.weight / len(branches)
    return [Part(yes, no, weight, (*part.key, k)) for k, (yes, no) in enumerate(branches)]


def _forced(engine: Engine, part: Part) -> list[int] | None:
    """Return the given and the forced options of a part, or None if its search has no choice to make."""
    with engine.lend(engine.with_lists) as lent:
        kernel = cast("Links | Multi", lent)
        outcome = PAUSED if kernel.setup(part.given, part.banned) else DONE
        while outcome != DONE and not kernel.guesses:
            kernel.node_stop = kernel.nodes + 1
            outcome = kernel.step(UNLIMITED)
        return None if outcome == DONE else kernel.path()


def run(
    engine: Engine,
    part: Part,
    node_limit: int | None = None,
    *,
    work: int | None = None,
    solutions: int = 0,
    stopped: Callable[[], bool] = lambda: False,
    dropped: Callable[[], bool] = lambda: False,
) -> PartOutcome:
    """Search a part, as far as the limits allow; see :func:`dlx.run_part`.

    Once ``dropped`` returns true, no one waits for the outcome, which may then lack parts of the rest.
    """
    assumed, most_nodes = Assumptions.of(engine.matrix, part.given, part.banned), whole(node_limit, "node_limit", 1)
    with engine.lend() as kernel:
        if not kernel.setup(*assumed, part.rest):
            return PartOutcome(0, 0, [], [])
        kernel.node_stop = most_nodes
        solution_list: list[list[int]] = []
        if _search(kernel, work, solutions, solution_list, Drive(slice_work=SLICE_WORK, stopped=stopped)):
            return PartOutcome(kernel.solutions, kernel.nodes, solution_list, [], kernel.work)
        parts: list[Part] = []
        for k, (yes, no, node, share) in enumerate([] if dropped() else kernel.frontier(), 1):
            if dropped():  # the parts of a deep search take seconds
                break
            parts.append(Part(tuple(yes), (*part.banned, *no), part.weight * share, (*part.key, k), node))
        return PartOutcome(kernel.solutions, kernel.nodes, solution_list, parts, kernel.work)


def _search(kernel: Kernel, work: int | None, solutions: int, solution_list: list[list[int]], drive: Drive) -> bool:
    """Search a part until a limit is reached; return whether the whole part is searched."""
    outcome, work_stop = SOLUTION, kernel.work + (UNLIMITED if work is None else work)
    while outcome == SOLUTION and not (solutions and len(solution_list) == solutions):
        outcome = _to_next(kernel, solutions, solution_list, partial(drive.run, kernel, work_stop))
    while outcome != DONE and kernel.midway:  # a cut between forced moves would count them twice
        kernel.node_stop = kernel.nodes + 1
        outcome = _to_next(kernel, solutions, solution_list, partial(kernel.step, UNLIMITED))
    return outcome == DONE


def _to_next(kernel: Kernel, solutions: int, solution_list: list[list[int]], search: Callable[[], int]) -> int:
    """Search up to the next solution, if solutions are requested, and keep it; return the outcome."""
    kernel.solution_stop = kernel.solutions + 1 if solutions else UNLIMITED
    outcome = search()
    if outcome == SOLUTION:
        solution_list.append(kernel.solution())
    return outcome


# --- the results of tasks


@dataclass(slots=True)
class Result:
    """The results of a task's parts, and the rest of them."""

    left: list[Part]
    done: Fraction = Fraction(0)  # of the tree
    count: int = 0
    nodes: int = 0
    parts: int = 0  # searched, or cut into others
    work: int = 0
    solutions: list[tuple[tuple[int, ...], list[list[int]]]] = field(default_factory=list)  # by the key of the part


class Tally:
    """The running totals of the finished parts."""

    def __init__(self, drive: Drive) -> None:
        self.drive = drive
        self.count = self.nodes = self.parts = 0
        self.done = Fraction(0)  # of the tree
        self.before = 0.0  # seconds of other runs of the same count, from a checkpoint

    @property
    def seconds(self) -> float:
        """The seconds of all runs of this count."""
        return self.before + self.drive.seconds

    def add(self, result: Result) -> None:
        self.count += result.count
        self.nodes += result.nodes
        self.parts += result.parts
        self.done += result.done

    def report(self) -> None:
        """Report progress, if it is time."""
        if self.drive.due or self.done == 1:
            self.drive.show(float(self.done), self.nodes, self.count, self.parts)
