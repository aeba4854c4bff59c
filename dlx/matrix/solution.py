# SPDX-License-Identifier: MIT
"""Solutions of a problem, and several of them as records or as a table.

Options as records and as columns, which pandas, Polars and PyArrow make a table of in one call.

    records   [{"option": 0, "room": "hall", "hour": 10}, {"option": 3, "room": "kitchen", "hour": 11}]
    columns   {"option": [0, 3], "room": ["hall", "kitchen"], "hour": [10, 11]}

A row that is a record gives its own fields. Any other row is a field "row", and an option without a row has "items".
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any, NamedTuple

from ..system.markup import html_table
from ..system.public import public
from ..system.wording import plural
from .colored import Colored
from .entries import hold
from .matrix import Matrix
from .named import Options, named_options
from .numbers import NO_SOLUTION
from .rows import record


@public("dlx")
class GaveWay(NamedTuple):
    """An item that a solution covers too seldom or too often."""

    item: Hashable
    by: int  # options too many; negative: too few
    price: int | float  # of all of them


@public("dlx")
@dataclass(frozen=True, slots=True, init=False)
class Solution:
    """A solution: ``options`` holds the numbers of its options, ascending; :meth:`items` and ``rows`` spell them out.

    >>> from dlx import Problem
    >>> solution = Problem.of({"left": ["a"], "right": ["b"], "both": ["a", "b"]}, cost=[1, 1, 3]).solve()
    >>> solution, solution.items(), solution.rows, solution.cost
    (Solution((0, 1)), [('a',), ('b',)], ['left', 'right'], 2)
    """

    problem: Matrix = field(hash=False)  # large, and usually the same in all solutions you compare
    options: tuple[int, ...]

    def __init__(self, problem: Matrix, options: tuple[int, ...]) -> None:
        hold(self, ("problem", "options"), (problem, options))  # half the time of a dataclass's own

    @classmethod
    def of(cls, problem: Matrix, options: Iterable[int]) -> Solution:
        """Return the solution that consists of these options, in any order."""
        return cls(problem, tuple(sorted(options)))

    def items(self) -> list[tuple[Hashable, ...]]:
        """Return each option of the solution as a tuple of its items, in the order given."""
        return [self.problem.option(k) for k in self.options]

    @property
    def rows(self) -> list[Any]:
        """The row of each option (see :meth:`Problem.of`), or its items in a problem without rows."""
        return [self.problem.row(k) for k in self.options]

    def records(self) -> list[dict[Any, Any]]:
        """Return a dictionary for each option: its number, its cost, and the fields of its row; see :func:`records`.

        >>> from dlx import Problem
        >>> Problem.of([{"room": "hall", "hour": 10}], ["room"]).solve().records()
        [{'option': 0, 'room': 'hall', 'hour': 10}]
        """
        return [option_record(self.problem, k) for k in self.options]

    def table(self) -> dict[Any, list[Any]]:
        """Return the same as columns, of which every library makes a table; see :func:`table`.

        >>> from dlx import Problem
        >>> Problem.of([{"room": "hall", "hour": 10}], ["room"]).solve().table()
        {'option': [0], 'room': ['hall'], 'hour': [10]}
        """
        return columns([option_columns(self.problem, k) for k in self.options])

    @property
    def cost(self) -> int | float:
        """The sum of the costs of its options, rounded once; 0 in a problem without costs."""
        return total(self.option_costs())

    def option_costs(self) -> list[int] | list[float]:
        """Return the costs of its options."""
        return [] if self.problem.costs is None else self.problem.costs[list(self.options)].tolist()

    @property
    def gave_way(self) -> tuple[GaveWay, ...]:
        """The items that are covered too seldom or too often; only a search with slack finds such a solution."""
        return ()

    def __len__(self) -> int:
        return len(self.options)

    def __iter__(self) -> Iterator[int]:
        return iter(self.options)

    def __repr__(self) -> str:
        return f"Solution({self.options})"

    def _repr_html_(self) -> str:
        """Return the solution as a notebook shows it: the picture of a model, or a table of its options."""
        picture = self.problem.thumbnail(self.options)
        cost = "" if self.problem.costs is None else f", cost {self.cost:,}"
        return picture or html_table(self.table(), f"{plural(len(self.options), 'option')}{cost}")


def chosen_options(problem: Matrix, solution: Options | None) -> tuple[int, ...]:
    """Return the numbers of the options of a solution, which may be any names of options.

    Raises ValueError for None, which `solve()` returns if there is no solution; its picture would be an empty board.
    """
    if solution is None:
        raise ValueError(NO_SOLUTION)
    options = tuple(solution) if isinstance(solution, Iterable) and not isinstance(solution, str) else solution
    if isinstance(options, tuple) and any(isinstance(option, Solution) for option in options):
        raise TypeError("these are several solutions; pass one of them (sheet() draws several)")
    return named_options(problem, options, "solution")


def records(solutions: Iterable[Solution]) -> list[dict[Any, Any]]:
    """Return a dictionary for each option of several solutions, which a field "solution" numbers from 0.

    The other fields are the number of the option, its cost if the problem has costs, and the fields of its row, if that
    is a mapping, a named tuple or a dataclass. Any other row is a field "row", and without rows there are "items". Your
    own field of one of these names takes precedence.

    >>> from dlx import Problem, records
    >>> for line in records(Problem.of({"left": ["a"], "right": ["b"], "both": ["a", "b"]}).solutions()):
    ...     print(line)
    {'solution': 0, 'option': 0, 'row': 'left'}
    {'solution': 0, 'option': 1, 'row': 'right'}
    {'solution': 1, 'option': 2, 'row': 'both'}
    """
    return [{"solution": n} | option_record(problem, k) for n, problem, k in _numbered_options(solutions)]


def table(solutions: Iterable[Solution]) -> dict[Any, list[Any]]:
    """Return the :func:`records` of several solutions as columns: a dictionary of lists.

    ``pandas.DataFrame(...)``, ``polars.DataFrame(...)`` and ``pyarrow.table(...)`` take it as it is. The items of an
    option without a row are one text, as of :func:`dlx.format_option`.

    >>> from dlx import Problem, table
    >>> table(Problem([["a", "b"], ["c"], ["a"], ["b", "c"]], costs=[5, 2, 1, 3]).best(2))
    {'solution': [0, 0, 1, 1], 'option': [2, 3, 0, 1], 'cost': [1, 3, 5, 2], 'items': ['a', 'b c', 'a b', 'c']}
    """
    return columns([{"solution": n} | option_columns(problem, k) for n, problem, k in _numbered_options(solutions)])


def _numbered_options(solutions: Iterable[Solution]) -> Iterator[tuple[int, Matrix, int]]:
    """Return the options of several solutions, each with the number of its solution and its problem."""
    if isinstance(solutions, Solution):
        raise TypeError("this is one solution, which has methods records() and table(); pass several")
    return ((n, solution.problem, k) for n, solution in enumerate(solutions) for k in solution)


def total(costs: Sequence[int | float]) -> int | float:
    """Return the sum of costs, exact if they are whole numbers, otherwise rounded once."""
    return fsum(costs) if any(isinstance(cost, float) for cost in costs) else sum(costs)


# --- options as records, as columns and as words


def option_record(problem: Matrix, k: int) -> dict[Any, Any]:
    """Return the number of an option, its cost if there are costs, and the fields of its row, which take precedence."""
    fields: dict[Any, Any] = {"option": k} | ({} if problem.costs is None else {"cost": problem.costs[k].item()})
    if problem.rows is None:
        return fields | {"items": problem.option(k)}
    row_fields = record(problem.rows[k])
    return fields | ({"row": problem.rows[k]} if row_fields is None else row_fields)


def option_columns(problem: Matrix, k: int) -> dict[Any, Any]:
    """Return the same record with the items as one text, since items of several types do not fit a column."""
    fields = option_record(problem, k)
    return fields if problem.rows is not None else fields | {"items": " ".join(option_words(problem, k))}


def columns(records: Sequence[Mapping[Any, Any]]) -> dict[Any, list[Any]]:
    """Return records as columns; a field that a record lacks is None.

    >>> columns([{"a": 1}, {"a": 2, "b": 3}])
    {'a': [1, 2], 'b': [None, 3]}
    """
    names: Iterable[Any] = dict.fromkeys(name for row in records for name in row)
    return {name: [row.get(name) for row in records] for name in names}


def option_words(problem: Matrix, k: int) -> list[str]:
    """Return the items of option k as words: ``item``, or ``item:color``."""
    return [f"{use.item}:{use.color}" if isinstance(use, Colored) else str(use) for use in problem.option(k)]
