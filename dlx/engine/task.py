# SPDX-License-Identifier: MIT
"""A question at work: a problem, assumptions, a goal, and the means.

A goal says when it is enough, what is read from the strategy that has ended, and how the answers of independent
components become one:

    goal         enough                            read             components
    CountGoal       the end, or so many solutions     a number         their product
    Solutions    so many different solutions       the solutions    products of lists
    Diagram      the end                           a diagram        a chain             (questions/zdd.py)
    Form         the end, or runs                  a form           one of each         (questions/sample.py)
    OrbitGoal    the end                           a number         not cut into components
    LeastCosts   the bound reaches the k-th cost   a heap           least sums          (questions/best/costs.py)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import inf, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from ..matrix.assumptions import NONE, Assumptions
from ..system.wording import unknown_name
from .engine import Engine

if TYPE_CHECKING:
    from random import Random

    from ..matrix.matrix import Matrix
    from ..structure.components import Components
    from ..structure.conjugacy import ConjugacyClasses, ListedClasses
    from ..structure.symmetries import AllSymmetries
    from .heap import Heap
    from .machine import Machine

ORDERS = ("fixed", "mrv")
NAMED_ORDERS = {"mrv": "mrv", "leftmost": "fixed"}  # names that users know
MOST_RECORDED = 100  # solutions that all strategies find together; of more, each strategy counts its own


class Branching(NamedTuple):
    """The orders of items by which memoized searches branch."""

    orders: Sequence[str] = ORDERS
    reorder: bool = True  # the order "fixed" may be of our choice

    @classmethod
    def of(cls, engine: Engine, order: str | Sequence[Hashable]) -> tuple[Engine, Branching]:
        """Return the orders, and the engine of the problem with its items in this order.

        Raises:
            ValueError: no order of this name, or not a sequence of different primary items.
        """
        if not isinstance(order, str):
            from ..structure.order import in_order

            return Engine(in_order(engine.matrix, order)), cls(["fixed"], False)
        if order == "auto":
            return engine, ANY_ORDER
        if order not in NAMED_ORDERS:
            instead = ", or give a sequence of primary items"
            raise ValueError(unknown_name("no order", order, ("auto", *NAMED_ORDERS), instead))
        return engine, cls([NAMED_ORDERS[order]], False)


ANY_ORDER = Branching()


class Goal:
    """The end of a race, and the reading of its answer. A value is what one problem or component has."""

    kind = "count"  # the column of the table of strategies: "decide", "count", "zdd", "sample" or "best"
    wanted: float = inf  # different solutions that are enough
    round_work = 2**19  # of the first round of a race
    shown = False  # True: the solutions themselves are wanted, not only their number
    error = 0.0  # of samples, that is allowed
    random: Random  # for samples
    heap: Heap  # of the cheapest solutions
    priced = False  # True: components differ if their costs do
    spent = False  # True: a limit of the question is reached

    def take(self, machine: Machine) -> None:
        """Take the newest solution of a strategy."""

    def read(self, race: Any) -> Any:
        """Return the value that the strategy which has ended a race has found. (That of components is joined.)"""
        raise NotImplementedError

    def nothing(self) -> Any:
        """Return the value of a problem without a solution."""
        raise NotImplementedError

    def number(self, value: Any) -> int:
        """Return the number of solutions of a value, at least whether there are any."""
        raise NotImplementedError

    def of_component(self, parts: Components, number: int) -> Goal:
        """Return the goal of a component."""
        return self

    def again(self, parts: Components) -> bool:
        """Return whether the components are searched once more, each for another goal, now that each has a value."""
        return False

    def most_nodes(self, memory: int) -> int | None:
        """Return the most nodes of a diagram, if the goal is one."""
        return None

    def joined(self, parts: Components, values: dict[int, Any]) -> Any:
        """Return the value of a problem from those of its kinds of components, by the number of the first."""
        raise NotImplementedError

    @property
    def records(self) -> bool:
        """True if the race collects the solutions of all its strategies."""
        return self.shown or self.wanted <= MOST_RECORDED


class CountGoal(Goal):
    """The number of all solutions."""

    def read(self, race: Any) -> int:
        return race.total or 0

    def nothing(self) -> int:
        return 0

    def number(self, value: int) -> int:
        return value

    def joined(self, parts: Components, values: dict[int, int]) -> int:
        return balanced([values[kind] ** len(alike) for kind, alike in _kinds(parts)])


class Solutions(Goal):
    """So many different solutions, or the proof that there are fewer. If not ``shown``, their number is enough."""

    kind = "decide"

    def __init__(self, wanted: float = 1, *, shown: bool = False) -> None:
        self.wanted, self.shown = wanted, shown

    def read(self, race: Any) -> tuple[int, list[list[int]]]:
        return race.known, [*race.recorded.values()]

    def nothing(self) -> tuple[int, list[list[int]]]:
        return 0, []

    def number(self, value: tuple[int, list[list[int]]]) -> int:
        return value[0]

    def joined(self, parts: Components, values: dict[int, tuple[int, list[list[int]]]]) -> tuple[int, list[list[int]]]:
        total = int(min(prod(values[kind][0] ** len(alike) for kind, alike in _kinds(parts)), self.wanted))
        kind_of = {n: kind for kind, alike in _kinds(parts) for n in alike}
        lists = [values[kind_of[n]][1] for n in range(len(parts))]
        return total, [parts.join(choice) for choice in islice(product(*lists), min(total, MOST_RECORDED))]


@dataclass(eq=False)
class OrbitGoal(Goal):
    """The number of orbits of a group, which permutes the options and items of a matrix."""

    kind = "orbits"
    matrix: Matrix
    order: int
    known: AllSymmetries | None  # the graph of which the group has all symmetries, if there is one
    source: Callable[[], ConjugacyClasses | ListedClasses] | None  # its conjugacy classes, if they can be found
    begin: Callable[[Engine, Assumptions], Any]  # a race for all solutions
    number_of: Callable[[Any], int]  # of the solutions that such a race has found
    select: Callable[[], Callable[[tuple[int, ...]], bool]]  # a filter of a list
    total: int | None = None  # solutions, images included, once a strategy knows their number
    found: int = 0  # orbits, by layers that have left

    def read(self, race: Any) -> int:
        return race.total or 0


def _kinds(parts: Components) -> list[tuple[int, Sequence[int]]]:
    """Return the number of the first component of each kind, and the numbers of all."""
    return [(alike[0], alike) for alike in parts.kinds.values()]


class Task(NamedTuple):
    """A question about one problem, or about one component of it."""

    engine: Engine
    assumed: Assumptions
    goal: Goal
    memory: Callable[[], int]  # bytes for tables, asked for when a strategy needs some
    failed: dict[str, str]  # empty at first: strategies that left with an error, each with its reason
    method: str = "auto"
    branching: Branching = ANY_ORDER
    seed: int | None = None
    component: bool = False  # of a problem
    to_plain: bool = False  # the race gives up once plain search leads: then workers share it

    def of_component(self, parts: Components, number: int, memory: Callable[[], int]) -> Task:
        """Return the same question about a component."""
        engine, goal = Engine(parts[number].matrix), self.goal.of_component(parts, number)
        return self._replace(engine=engine, assumed=NONE, goal=goal, memory=memory, component=True)


def balanced(factors: list[int]) -> int:
    """Return a product, by halves: 10,000 factors of 3 digits take 5 ms instead of 40.

    >>> balanced([2, 3, 7]), balanced([])
    (42, 1)
    """
    numbers = factors or [1]
    while len(numbers) > 1:
        numbers = [a * b for a, b in zip(numbers[::2], [*numbers[1::2], 1], strict=False)]
    return numbers[0]
