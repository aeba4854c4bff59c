# SPDX-License-Identifier: MIT
"""Solutions drawn at random from a form that holds them without a list.

    rank 0 ... 161,279      a random whole number below the number of solutions; each names one solution
    diagram                 the rank chooses the path: tilings, packings, anything with few states
    layers of a count       the rank chooses an option of each problem, in proportion to the solutions that remain:
    up to symmetry          Latin squares, designs, anything with many symmetries
    runs                    random descents, with an error that is known: where both are too large
                            (engine/strategies/approximate.py)

The first two draw all solutions with exactly the same probability. They race as counts do, in turns measured by work: a
diagram first, the layers if it is not done early and the problem has ten thousand symmetries (engine/table.py). If an
error is allowed, runs take over from a race that is not done early. Latin squares of order 7: 714 problems in layers,
0.08 s, and then 8 ms a solution. Order 8: 42,218 problems, 3.3 s and 16 ms; by runs with an error of 5 %, 0.1 s and
0.4 ms.

Components that share no constraint have a form each, and a solution joins one of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import starmap
from math import fsum, prod
from numbers import Real
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..engine.drive import DONE, PAUSED, TIMED_SLICE_WORK, Drive
from ..engine.interval import Interval
from ..engine.limits import integer, seconds, whole
from ..engine.machine import Machine
from ..engine.status import Progress, Status
from ..engine.strategies.memo import MOST_DIAGRAM_NODES
from ..engine.strategies.symmetry import options_of_count
from ..engine.table import begun, check_suits
from ..engine.task import Goal, Task
from ..engine.unfinished import undone
from ..kernels.symmetric.ranks import Ranks
from ..matrix.assumptions import Assumptions
from ..matrix.matrix import Matrix
from ..matrix.solution import Solution
from ..system.digits import printable
from ..system.public import public
from ..system.wording import plural
from .zdd import ZDD, NothingToDraw, random_ranks

if TYPE_CHECKING:
    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..engine.race import Race
    from ..kernels.symmetric.symmetric import Symmetric
    from ..structure.components import Components

DEFAULT_ERROR = 0.05  # of the method "approximate"
LEAST_ERROR = 0.0001  # takes 100,000 test runs of each width
ROOT = -1  # layer of the choices before any branch


class _Choice(NamedTuple):
    """An edge: a choice in a problem, and the child that it leaves."""

    branch: int
    like: int  # options that are images of each other, for which the branch stands
    free: int  # options that may be chosen or not
    layer: int  # of the child; -1: every need is met
    number: int  # of the child in its layer
    below: int  # the child's number of solutions


class Layers:
    """All solutions as the kept layers of a count up to symmetry that is done.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> pairs = Problem([[i, j] for j in range(6) for i in range(j)])
    >>> form = sampler(pairs.engine, NONE, "symmetric", 0.0, 2**20, Random(1), Drive())
    >>> form.form.count(), [s.options for s in form.form.sample(2, seed=1)]
    (15, [(2, 3, 14), (1, 9, 11)])
    """

    def __init__(self, problem: Matrix, assumed: Assumptions, done: Symmetric) -> None:
        self.problem = problem
        self._given = set(assumed.given)
        self._options = options_of_count(problem, assumed)
        self._total = done.solutions
        self._ranks = Ranks(done)

    def count(self) -> int:
        """Return the exact number of solutions."""
        return printable(self._total)

    def sample(self, n: int = 1, seed: int | None = None) -> list[Solution]:
        """Draw ``n`` solutions; see :meth:`Problem.sample`."""
        return [self.ranked(rank) for rank in random_ranks(self._total, n, seed)]

    def ranked(self, rank: int) -> Solution:
        """Return solution number ``rank``, in the order of the branches."""
        chosen, names = set(self._given), self._options
        layer, number = ROOT, 0
        while True:
            edge, rank = self._edge(layer, number, rank)
            subset, rank = divmod(rank, edge.below)
            pick, subset = divmod(subset, 1 << edge.free)
            chose, loose, order = self._ranks.descend(layer, number, edge.branch, pick)
            chosen.update(names[k] for k in chose)
            chosen.update(names[k] for j, k in enumerate(loose) if subset >> j & 1)
            if edge.layer < 0:
                return Solution.of(self.problem, chosen)
            names = [names[k] for k in order]
            layer, number = edge.layer, edge.number

    def _edge(self, layer: int, number: int, rank: int) -> tuple[_Choice, int]:
        """Return the edge of a problem that holds the solution of this rank, and its rank there."""
        for edge in starmap(_Choice, self._ranks.edges(layer, number)):
            solutions = (edge.like << edge.free) * edge.below
            if rank < solutions:
                return edge, rank
            rank -= solutions
        raise IndexError(rank)  # never: ranks are below the sum


# --- forms from which solutions are drawn ----------------------------------------------------------------------------


class Form(Protocol):
    """All solutions of a problem, or of a component, in a form that draws them."""

    @property
    def error(self) -> float:
        """The most that the law of a solution differs from the uniform one; 0: exactly uniform."""

    @property
    def total(self) -> Interval:
        """The number of solutions, exact or estimated."""

    def draw(self, random: Random, work: int) -> Iterable[int] | None:
        """Continue for about this much work; return the options of a solution, or None if none is drawn yet."""


class Exact:
    """A diagram or layers, which draw a solution at once."""

    error = 0.0

    def __init__(self, form: ZDD | Layers) -> None:
        self.form, self._count = form, form.count()
        self.total = Interval(self._count, self._count, self._count)

    def draw(self, random: Random, _: int) -> Iterable[int]:
        return self.form.ranked(random.randrange(self._count)).options


class Joint:
    """The components of a problem, each in a form of its own: a solution joins one of each."""

    def __init__(self, parts: Components | None, forms: dict[int, Form]) -> None:
        """Take the components, and the forms of their kinds by the number of the first; None: no solution."""
        self._parts = parts
        kinds = [] if parts is None else parts.kinds.values()
        same = {n: forms.get(numbers[0]) for numbers in kinds for n in numbers}
        self._forms = [form for _, form in sorted(same.items()) if form is not None]
        self._drawn: list[Iterable[int]] = []  # of the first components, for the next solution
        solvable = parts is not None and len(self._forms) == len(parts)
        numbers = [form.total for form in self._forms] if solvable else [Interval(0, 0, 0)]
        ends = ([n.value for n in numbers], [n.low for n in numbers], [n.high for n in numbers])
        self.total = Interval(*(printable(prod(map(int, each))) for each in ends))
        self.error = fsum(form.error for form in self._forms)

    def draw(self, random: Random, work: int) -> Iterable[int] | None:
        assert self._parts is not None
        if len(self._drawn) < len(self._forms):
            one = self._forms[len(self._drawn)].draw(random, work)
            self._drawn += [] if one is None else [one]
            return None
        drawn, self._drawn = self._drawn, []
        return self._parts.join(drawn)


class _Draws(Machine):
    """A machine that draws n solutions from a form."""

    def __init__(self, form: Form, n: int, random: Random) -> None:
        self.form, self.n, self.random = form, n, random
        self.drawn: list[Iterable[int]] = []

    def step(self, work: int) -> int:
        """Draw a solution, or continue to; return DONE or PAUSED."""
        if len(self.drawn) < self.n and (options := self.form.draw(self.random, work)) is not None:
            self.drawn.append(options)
        return DONE if len(self.drawn) == self.n else PAUSED

    @property
    def solutions(self) -> int:
        return len(self.drawn)

    @property
    def fraction(self) -> float:
        return len(self.drawn) / max(self.n, 1)


# --- the question ----------------------------------------------------------------------------------------------------


@public("dlx")
class Samples(list[Solution]):
    """The solutions that :meth:`Problem.sample` has drawn: a list, with what is known about all solutions.

    >>> from dlx import Problem
    >>> drawn = Problem([["a"], ["a"], ["b"]]).sample(2, seed=1)
    >>> len(drawn), drawn.error, drawn.solutions.value
    (2, 0.0, 2)
    """

    error: float  # most that the law of each differs from the uniform one, in total variation; 0: exactly uniform
    solutions: Interval  # the number of all solutions, exact or estimated


def sample(
    engine: Engine,
    assumed: Assumptions,
    n: int,
    seed: int | None,
    method: str,
    error: float | None,
    max_memory: int,
    time_limit: float | None,
    progress: Report | None,
) -> Samples:
    """Draw solutions; see :meth:`Problem.sample`."""
    n, random = whole(integer(n, "n"), "n", 0), Random(seed if seed is None else integer(seed, "seed"))
    memory, error = whole(max_memory, "max_memory", 1), _checked(error, method)
    preparing = None if progress is None else partial(_in_preparation, progress)
    drive = Drive(seconds(time_limit), preparing, slice_work=TIMED_SLICE_WORK)
    form = sampler(engine, assumed, method, error, memory, random, drive)
    total = form.total
    if not total.high:
        raise NothingToDraw
    draws = _Draws(form, n, random)
    drive.report = progress
    if drive.run(draws) != DONE:
        text = f"{len(draws.drawn):,} of {plural(n, 'solution')} were drawn"
        raise undone(text, Status.TIME_LIMIT, time_limit)
    samples = Samples(Solution.of(engine.matrix, options) for options in draws.drawn)
    samples.error, samples.solutions = form.error, total
    return samples


def _checked(error: float | None, method: str) -> float:
    """Return the error that is allowed; 0: none."""
    if error is None:
        return DEFAULT_ERROR if method == "approximate" else 0.0
    if not isinstance(error, Real) or isinstance(error, bool):
        raise TypeError(f"error is {error!r}; it must be a number or None")
    if not LEAST_ERROR <= error < 1:
        raise ValueError(f"error is {error!r}; it must be {LEAST_ERROR} or more and below 1, or None")
    return float(error)


def _in_preparation(report: Report, progress: Progress) -> None:
    """Report progress whose end is the beginning of the draws."""
    report(replace(progress, fraction=0.0, measured=False))


def sampler(
    engine: Engine, assumed: Assumptions, method: str, error: float, memory: int, random: Random, drive: Drive
) -> Form:
    """Return all solutions in a form that draws them."""
    task = Task(engine, assumed, Forms(error, random), lambda: memory, {}, method)
    check_suits(task, "sample")
    race = begun(task)
    if drive.run(race) != DONE:
        raise undone("the preparation of samples was not done", Status.TIME_LIMIT, drive.deadline)
    form: Form = race.value
    return form


class Forms(Goal):
    """All solutions in a form that draws them; each component has the same share of the error."""

    kind = "sample"

    def __init__(self, error: float, random: Random) -> None:
        self.error, self.random = error, random

    def of_component(self, parts: Components, number: int) -> Forms:
        return Forms(self.error / len(parts), self.random)

    def most_nodes(self, memory: int) -> int:
        return MOST_DIAGRAM_NODES

    def read(self, race: Race) -> Form:
        machine: Any = race.at_work
        return READINGS[machine.name](race.task.engine.matrix, race.task.assumed, machine)

    def nothing(self) -> Joint:
        return Joint(None, {})

    def number(self, value: Form) -> int:
        return int(value.total.high > 0)

    def joined(self, parts: Components, values: dict[int, Form]) -> Joint:
        return Joint(parts, values)


READINGS: dict[str, Callable[[Matrix, Assumptions, Any], Form]] = {  # by the strategy that has ended
    "zdd": lambda matrix, _, memo: Exact(ZDD(matrix, *memo.diagram())),
    "symmetric": lambda matrix, assumed, layers: Exact(Layers(matrix, assumed, layers)),
    "approximate": lambda _, __, runs: runs,
}
