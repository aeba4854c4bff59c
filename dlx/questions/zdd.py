# SPDX-License-Identifier: MIT
"""All solutions of a problem in one diagram: a zero-suppressed decision diagram (ZDD).

Each node branches on one option: low if it is not chosen, high if it is. An option is not chosen if no node on the path
branches on it. Each path to the terminal 1 is a solution.

    options  0: a b   1: c   2: a   3: b c             (2)--no--> (0)--no--> [0]
    solutions {0, 1} and {2, 3}                      yes|       yes|
                                                      (3)        (1)      from 3 and 1: no -> [0], yes -> [1]

Equal states of the search become one node, so a diagram of a few thousand nodes may hold more solutions than could ever
be listed. One pass over the nodes counts them, samples them uniformly or finds the cheapest. Two paths may branch on
their options in different orders (a "free" diagram); nothing here needs them to agree.

Reference: Knuth, TAOCP 7.2.2.1, Algorithm Z, and 7.1.4; Nishino, Yasuda, Minato and Nagata, Dancing with decision
diagrams (AAAI 2017).
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, islice
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..engine.drive import DONE, TIMED_SLICE_WORK, Drive
from ..engine.limits import integer, seconds, whole
from ..engine.status import Status
from ..engine.strategies.memo import MOST_DIAGRAM_NODES
from ..engine.support import check_problem
from ..engine.table import TOO_LARGE, begun
from ..engine.task import Branching, Goal, Task
from ..engine.unfinished import undone
from ..matrix.matrix import Matrix, aligned
from ..matrix.named import Options, named_options
from ..matrix.solution import Solution
from ..system.digits import printable
from ..system.public import public
from . import zddfile

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import ArrayLike, NDArray

    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..engine.race import Race
    from ..kernels.bits.memo import Memo
    from ..matrix.assumptions import Assumptions
    from ..structure.components import Components

END = 1


@public("dlx")
@dataclass(frozen=True, eq=False, repr=False)
class ZDD:
    """All solutions of a problem as a diagram, made by :meth:`Problem.zdd`. Immutable.

    >>> from dlx import Problem
    >>> z = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]]).zdd()
    >>> len(z), z.count(), sorted(s.options for s in z)
    (4, 2, [(0, 1), (2, 3)])
    >>> [0, 1] in z, [0, 2] in z
    (True, False)
    """

    problem: Matrix
    root: int
    nodes: NDArray[np.int32]  # (3, n): option, low, high; 0 and 1 are the terminals, branches lead to smaller numbers

    def __post_init__(self) -> None:
        object.__setattr__(self, "nodes", aligned(self.nodes))
        self.nodes.setflags(write=False)

    def __len__(self) -> int:
        """Return the number of nodes, not counting the two terminals."""
        return int(self.nodes.shape[1]) - 2

    def __repr__(self) -> str:
        return f"<ZDD: {len(self):,} nodes>"

    @cached_property
    def _triples(self) -> list[tuple[int, int, int]]:
        """Option, low and high of each node except the terminals, as Python integers."""
        return list(zip(*(row[2:].tolist() for row in self.nodes), strict=True))

    @cached_property
    def _counts(self) -> list[int]:
        """The number of solutions below each node."""
        counts = [0, 1]
        for _, low, high in self._triples:
            counts.append(counts[low] + counts[high])
        return counts

    def __reduce__(self) -> tuple[type[ZDD], tuple[Matrix, int, NDArray[np.int32]]]:
        return ZDD, (self.problem, self.root, self.nodes)  # without caches, and immutable again

    # --- counts

    def count(self) -> int:
        """Return the exact number of solutions."""
        return printable(self._counts[self.root])

    def count_per_option(self) -> list[int]:
        """Return the number of solutions that use each option.

        >>> from dlx import Problem
        >>> Problem([["a", "b"], ["a"], ["b"], ["b"]]).zdd().count_per_option()
        [1, 2, 1, 1]
        """
        counts, uses = self._counts, [0] * self.problem.n_options
        above = [0] * len(counts)  # paths from the root
        above[self.root] = 1
        for node in range(len(counts) - 1, END, -1):
            option, low, high = self._triples[node - 2]
            above[low] += above[node]
            above[high] += above[node]
            uses[option] += above[node] * counts[high]
        return list(map(printable, uses))

    # --- solutions

    def __iter__(self) -> Iterator[Solution]:
        """Yield all solutions, one by one."""
        waiting: list[tuple[int, tuple[int, ...]]] = [(self.root, ())]
        while waiting:
            node, chosen = waiting.pop()
            while node > END:
                option, low, high = self._triples[node - 2]
                if low:
                    waiting.append((low, chosen))
                node, chosen = high, (*chosen, option)
            if node:
                yield Solution.of(self.problem, chosen)

    def __contains__(self, solution: object) -> bool:
        """Return whether this set of options is a solution."""
        if not isinstance(solution, Iterable):
            return False
        rest = set(solution)
        node = self.root
        while node > END:
            option, low, high = self._triples[node - 2]
            node = high if option in rest else low
            rest.discard(option)
        return node == END and not rest

    def sample(self, n: int = 1, seed: int | None = None) -> list[Solution]:
        """Draw ``n`` solutions with replacement, all with exactly the same probability.

        The same seed draws the same solutions on every machine; None draws others each time. Raises ValueError if
        there is no solution.

        >>> from dlx import Problem
        >>> [s.options for s in Problem([["a"], ["a"], ["a"]]).zdd().sample(5, seed=1)]
        [(0,), (2,), (0,), (1,), (0,)]
        """
        return [self.ranked(rank) for rank in random_ranks(self.count(), n, seed)]

    def ranked(self, rank: int) -> Solution:
        """Return solution number ``rank``, below ``count()``, in the diagram's own order."""
        node, chosen = self.root, []
        while node > END:
            option, low, high = self._triples[node - 2]
            if rank < self._counts[low]:
                node = low
            else:
                rank -= self._counts[low]
                node = high
                chosen.append(option)
        return Solution.of(self.problem, chosen)

    # --- the cheapest

    def min_cost(self, costs: ArrayLike | None = None) -> int | float | None:
        """Return the cost of the cheapest solution, or None if there is none.

        ``costs`` has a number for each option; None: the costs of the problem.
        """
        cheapest = next(self._by_cost(costs), None)
        return None if cheapest is None else cheapest[0]

    def best(self, k: int | None = 1, costs: ArrayLike | None = None) -> list[Solution]:
        """Return the ``k`` cheapest solutions (None: all of them), cheapest first.

        >>> from dlx import Problem
        >>> z = Problem([["a", "b"], ["a"], ["b"], ["b"]]).zdd()
        >>> [s.options for s in z.best(2, costs=[5, 1, 1, 2])]
        [(1, 2), (1, 3)]
        """
        most = min(whole(k, "k", 1), sys.maxsize)
        return [Solution.of(self.problem, chosen) for _, chosen in islice(self._by_cost(costs), most)]

    def _by_cost(self, costs: ArrayLike | None) -> Iterator[tuple[int | float, tuple[int, ...]]]:
        """Yield the cost and options of each solution, cheapest first.

        This is a best-first search that knows the exact least cost below every node, so no step is wasted.
        """
        price = _prices(self.problem, costs)
        least: list[float] = [inf, 0]
        for option, low, high in self._triples:
            least.append(min(least[low], price[option] + least[high]))
        number = count()  # makes heap entries unique
        waiting: list[tuple[float, int, float, int, tuple[int, ...]]] = []
        if self.root:
            waiting.append((least[self.root], next(number), 0, self.root, ()))
        while waiting:
            _, _, spent, node, chosen = heappop(waiting)
            while node > END:
                option, low, high = self._triples[node - 2]
                no = (spent, low, chosen)
                yes = (spent + price[option], high, (*chosen, option))
                (spent, node, chosen), other = (no, yes) if no[0] + least[low] <= yes[0] + least[high] else (yes, no)
                if least[other[1]] < inf:
                    heappush(waiting, (other[0] + least[other[1]], next(number), *other))
            yield spent, chosen

    # --- derived diagrams, and files

    def restrict(self, given: Options = (), banned: Options = ()) -> ZDD:
        """Return the diagram of the solutions that have all the given options and none of the banned ones.

        >>> from dlx import Problem
        >>> z = Problem([["a", "b"], ["a"], ["b"], ["b"]]).zdd()
        >>> z.restrict(given=[1]).count(), z.restrict(banned=[3]).count()
        (2, 2)
        """
        out = set(named_options(self.problem, banned, "banned"))
        root, triples = self.root, self._triples
        for k in [None, *dict.fromkeys(named_options(self.problem, given, "given"))]:
            root, triples = _restricted(root, triples, k, out)
        return ZDD(self.problem, root, np.array([(0, 0, 0), (0, 0, 0), *triples], np.int32).T.copy())

    def to_dot(self) -> str:
        """Return the diagram as Graphviz text, with solid lines for chosen options and dashed lines for the others."""
        from ..formats.dlxfile import format_option

        lines = ["digraph {", '  1 [shape=box, label="1"];']
        for node, (option, low, high) in enumerate(self._triples, 2):
            label = _quoted(f"{option}: {format_option(self.problem, option)}")
            lines.append(f"  {node} [label={label}];")
            lines.append(f"  {node} -> {high};")
            if low:
                lines.append(f"  {node} -> {low} [style=dashed];")
        return "\n".join([*lines, "}", ""])

    def save(self, file: str | PathLike[str]) -> None:
        """Write the diagram to a NumPy archive (npz), for :meth:`load`. The problem is not in the file."""
        zddfile.save(self.problem, self.root, self.nodes, file)

    @classmethod
    def load(cls, file: str | PathLike[str], problem: Matrix) -> ZDD:
        """Return the diagram saved in a file.

        We check that every path is a solution and no two paths are the same solution. We do not check that all
        solutions are there, which would take another search.

        Raises:
            ValueError: the file holds no diagram, a diagram of another problem, or an incorrect one.
            OSError: the file cannot be opened.
        """
        return cls(problem, *zddfile.load(file, problem))


class NothingToDraw(ValueError):
    """The error of a sample of nothing."""

    def __init__(self) -> None:
        super().__init__("there is no solution to draw")


def random_ranks(total: int, n: int, seed: int | None) -> Iterator[int]:
    """Return an iterator over ``n`` numbers below ``total``, all equally likely at any size.

    Raises:
        ValueError: ``n`` is below 0.
        NothingToDraw: there is no solution.
    """
    n, random = whole(integer(n, "n"), "n", 0), Random(seed if seed is None else integer(seed, "seed"))
    if not total:
        raise NothingToDraw
    return (random.randrange(total) for _ in range(n))


def zdd(
    engine: Engine,
    assumed: Assumptions,
    order: str | Sequence[Hashable],
    max_nodes: int | None,
    max_memory: int,
    time_limit: float | None,
    progress: Report | None,
) -> ZDD:
    """Build the diagram of all solutions; see :meth:`Problem.zdd`."""
    most, memory = whole(max_nodes, "max_nodes", 0), whole(max_memory, "max_memory", 1)
    base, branching = Branching.of(engine, order)
    check_problem(base.matrix, "zdd")
    race = begun(Task(base, assumed, DiagramGoal(most), lambda: memory, {}, branching=branching))
    if Drive(seconds(time_limit), progress, slice_work=TIMED_SLICE_WORK).run(race) != DONE:
        outlook = f"; it had {_n_nodes(race.latest):,} nodes"
        raise undone("the diagram was not done", Status.TIME_LIMIT, time_limit, outlook)
    return ZDD(engine.matrix, *race.value)


def _n_nodes(machine: Any) -> int:
    """Return the number of nodes of a diagram in the making."""
    if (values := getattr(machine, "values", None)) is not None:
        return sum(nodes.shape[1] for _, nodes in values.values())
    return int(getattr(machine, "n_nodes", 0))


class DiagramGoal(Goal):
    """A diagram of all solutions: root and nodes. The diagram of a component takes the place of the end of the next."""

    kind = "zdd"

    def __init__(self, most: int = MOST_DIAGRAM_NODES) -> None:
        self._most = min(most, MOST_DIAGRAM_NODES)

    def most_nodes(self, memory: int) -> int:
        return self._most

    def read(self, race: Race) -> tuple[int, NDArray[np.int32]]:
        return cast("Memo", race.at_work).diagram()

    def nothing(self) -> tuple[int, NDArray[np.int32]]:
        return 0, np.zeros((3, 2), np.int32)

    def number(self, value: tuple[int, NDArray[np.int32]]) -> int:
        return int(value[0] > 0)

    def joined(
        self, parts: Components, values: dict[int, tuple[int, NDArray[np.int32]]]
    ) -> tuple[int, NDArray[np.int32]]:
        kind = {n: alike[0] for alike in parts.kinds.values() for n in alike}
        n_nodes = len(parts.forced) + sum(values[kind[n]][1].shape[1] - 2 for n in range(len(parts)))
        if n_nodes > self._most:
            raise OverflowError(TOO_LARGE)
        nodes = np.zeros((3, n_nodes + 2), np.int32)
        end = END + 1 + len(parts.forced)
        nodes[0, 2:end], nodes[2, 2:end] = parts.forced, np.arange(END, end - 1)
        root = end - 1
        for n in reversed(range(len(parts))):
            top, part = values[kind[n]]
            place = np.arange(part.shape[1]) + end - 2  # of each of its nodes
            place[:2] = 0, root
            nodes[0, end : end + part.shape[1] - 2] = parts.options(n)[part[0, 2:]]
            nodes[1:, end : end + part.shape[1] - 2] = place[part[1:, 2:]]
            root, end = int(place[top]), end + part.shape[1] - 2
        return root, nodes


def _restricted(
    root: int, triples: list[tuple[int, int, int]], needed: int | None, out: set[int]
) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the diagram of the solutions that have the option ``needed`` (None: any) and no option in ``out``."""
    unique: dict[tuple[int, int, int], int] = {}
    every, having = [0, END], [0, 0]  # old node -> new node, for all solutions below and for those with the option

    def node(option: int, low: int, high: int) -> int:
        if not high or option in out:
            return low
        return unique.setdefault((option, low, high), len(unique) + 2)

    for option, low, high in triples:
        if needed is not None:
            rest = every[high] if option == needed else having[high]
            having.append(node(option, 0 if option == needed else having[low], rest))
        every.append(node(option, every[low], every[high]))
    return _reachable((every if needed is None else having)[root], list(unique))


def _reachable(root: int, triples: list[tuple[int, int, int]]) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the same diagram without the nodes that the root does not reach."""
    met = bytearray(len(triples) + 2)
    met[root] = 1
    for node in range(root, END, -1):
        if met[node]:
            _, low, high = triples[node - 2]
            met[low] = met[high] = 1
    number = [0, END]
    for node in range(2, len(met)):
        number.append(number[-1] + 1 if met[node] else number[-1])
    kept = [(k, number[low], number[high]) for (k, low, high), wanted in zip(triples, met[2:], strict=True) if wanted]
    return number[root], kept


def _prices(problem: Matrix, costs: ArrayLike | None) -> list[float]:
    """Return the cost of each option."""
    if costs is None:
        return [0] * problem.n_options if problem.costs is None else problem.costs.tolist()
    values = np.asarray(costs)
    fit = values.shape == (problem.n_options,) and (values.dtype.kind in "iuf" or not values.size)
    if not fit or not np.isfinite(values).all():
        raise ValueError(f"costs must be {problem.n_options} finite numbers, one for each option")
    return values.tolist()  # type: ignore[no-any-return]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
