# SPDX-License-Identifier: MIT
"""A problem for other solvers: rows of sums, the common basis of their formats.

In every format, variable k + 1 is true if option k is chosen. Variables are numbered from 1; auxiliary
variables follow the options' variables. Each row bounds the number of true variables:

    items    a  b | q          rows   a:  1 <= v1 + v2 <= 1          ors   v5 is v2 or v3: q is red
    options  0: a                     b:  1 <= v3 + v4 <= 1
             1: a q:red               q:  0 <= v5 + v4 <= 1
             2: b q:red
             3: b q:green       given, banned, never chosen: rows of one variable, 1 or 0

Slack (matrix/slack.py) gives an item a variable for each option too few, which counts as an option, and for each one
too many, which is subtracted. These variables have prices in the objective:

    a in 2, slack       a:  2 <= v1 + v2 + v3 + v7 + v8 - v9 <= 2        v7, v8: too few   v9: too many

A color that several options give to an item gets an auxiliary variable, "one of these is chosen", and at most one color
of an item is true. The options determine this variable in both directions, so there are as many models as solutions. A
use without a color, or with a color that no other option gives, is represented by its option's variable.

cnf.py turns the same rows into clauses. Formats: http://www.cril.univ-artois.fr/PB24/format.pdf for OPB; LP as CPLEX,
Gurobi, HiGHS, SCIP, CBC and GLPK read it.
"""

from __future__ import annotations

import io
from collections.abc import Hashable, Iterable, Iterator, Sequence
from os import PathLike
from typing import IO, NamedTuple

import numpy as np

from ..matrix.assumptions import NONE, Assumptions
from ..matrix.incidence import entry_options, item_bounds, options_with_primary
from ..matrix.matrix import Matrix
from ..matrix.slack import NOT_FOR_SALE, Slack
from ..matrix.solution import Solution
from ..matrix.sorting import places_by
from ..system import calloff
from ..system.files import written
from ..system.wording import truncate
from .dlxfile import format_option

LINE_CHARACTERS = 200  # characters of a line; CPLEX reads 560, others 255


class BoundedSum(NamedTuple):
    """Bounds on the number of true variables in a list."""

    low: int
    high: int
    variables: list[int]
    name: str  # "item7", "given3", "banned4", "never5"; unique
    subtracted: Sequence[int] = ()  # variables that count -1


class Disjunction(NamedTuple):
    """A variable that is true if and only if at least one of the others is."""

    variable: int
    variables: list[int]  # two or more
    item: int
    color: int


class Gap(NamedTuple):
    """A variable that is true if a soft item has an option too few, or one too many."""

    variable: int
    item: int
    side: str  # "few" or "many"
    price: int | float


class BoundedSums:
    """A problem as bounded sums of 0/1 variables, the common basis of the formats."""

    def __init__(self, problem: Matrix, assumed: Assumptions, slack: Slack | None = None) -> None:
        self.problem, self.slack = problem, slack
        self.given, self.banned = (list(dict.fromkeys(options)) for options in assumed)
        self.never = np.flatnonzero(~options_with_primary(problem)).tolist()
        self.ors: list[Disjunction] = []
        self.rows: list[BoundedSum] = []
        self.n_variables = problem.n_options
        low, high = (ends.tolist() for ends in item_bounds(problem))
        for item, (options, colors) in enumerate(_uses(problem)):
            calloff.check()
            self._item(item, low[item], high[item], options, colors)
        self.gaps: list[Gap] = []
        if slack is not None:
            self.rows = [self._softened(row, slack) for row in self.rows]
        self.rows += [BoundedSum(1, 1, [k + 1], f"given{k}") for k in self.given]
        self.rows += [BoundedSum(0, 0, [k + 1], f"banned{k}") for k in self.banned]
        self.rows += [BoundedSum(0, 0, [k + 1], f"never{k}") for k in self.never]

    def _item(self, item: int, low: int, high: int, options: list[int], colors: list[int]) -> None:
        variables = [k + 1 for k in options]
        if any(colors):
            variables = self._one_a_color(item, variables, colors)
        if low or high < len(variables):
            self.rows.append(BoundedSum(low, min(high, max(low, len(variables))), variables, f"item{item}"))

    def _one_a_color(self, item: int, variables: list[int], colors: list[int]) -> list[int]:
        """Return one variable for each color of an item and for each use without a color."""
        users: dict[int, list[int]] = {}
        for variable, color in zip(variables, colors, strict=True):
            users.setdefault(color or -variable, []).append(variable)
        if len(users) < 2:
            return []
        return [self.one_of(group, item, color) if len(group) > 1 else group[0] for color, group in users.items()]

    def one_of(self, variables: list[int], item: int, color: int) -> int:
        self.n_variables += 1
        self.ors.append(Disjunction(self.n_variables, variables, item, color))
        return self.n_variables

    def _softened(self, row: BoundedSum, slack: Slack) -> BoundedSum:
        """Return the row of an item with variables for its slack."""
        item = int(row.name.removeprefix("item"))
        if item >= self.problem.n_primary:
            return row
        shortage = self._unmet(item, "few", row.low, slack.under[item].item())
        surplus = self._unmet(item, "many", len(row.variables) - row.high, slack.over[item].item())
        return row._replace(variables=row.variables + shortage, subtracted=surplus)

    def _unmet(self, item: int, side: str, n: int, price: float) -> list[int]:
        """Return n variables for the options that an item has too few or too many, none if these are not for sale."""
        if price == NOT_FOR_SALE or n <= 0:
            return []
        first = self.n_variables + 1
        self.n_variables += n
        self.gaps += [Gap(v, item, side, price) for v in range(first, first + n)]
        return list(range(first, first + n))

    @property
    def objective(self) -> list[tuple[int, int | float]]:
        """The variables that cost something, and their costs."""
        costs = [] if self.problem.costs is None else self.problem.costs.tolist()
        terms = [*enumerate(costs, 1), *((gap.variable, gap.price) for gap in self.gaps)]
        return [(variable, cost) for variable, cost in terms if cost]

    def solution(self, chosen: Iterable[int]) -> Solution:
        """Return the solution of these true variables, without the auxiliary ones; raise ValueError if it is none."""
        numbers = {v - 1 for v in chosen if 1 <= v <= self.problem.n_options}
        if self.slack is None:
            solution = Solution.of(self.problem, numbers)
            self.problem.verify(solution)
        else:
            solution = self.slack.solution(numbers)
            self.slack.relaxed().verify(solution)
        options = set(solution)
        for k in self.given:
            if k not in options:
                raise ValueError(f"option {k} is given, but not in the model")
        for k in self.banned:
            if k in options:
                raise ValueError(f"option {k} is banned, but in the model")
        return solution


def _uses(problem: Matrix) -> Iterator[tuple[list[int], list[int]]]:
    """Yield for each item its options, ascending, and their colors, without options that are never chosen."""
    owners = entry_options(problem)
    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    kept = options_with_primary(problem)[owners]
    items = problem.indices[kept]
    calloff.check()
    order = places_by(items, problem.n_items)
    calloff.check()
    owners, colors = owners[kept][order], colors[kept][order]
    starts = np.searchsorted(items[order], np.arange(problem.n_items + 1)).tolist()
    for k in range(problem.n_items):
        entries = slice(starts[k], starts[k + 1])
        yield owners[entries].tolist(), colors[entries].tolist()


# --- the formats


class Export:
    """A problem in another solver's format. ``variables[v - 1]`` is the option of variable v, if it has one."""

    def __init__(self, problem: Matrix, assumed: Assumptions = NONE, slack: Slack | None = None) -> None:
        self.problem = problem
        self.rows = BoundedSums(problem, assumed, slack)

    @property
    def variables(self) -> range:
        """The options of variables 1, 2, ...; the variables after these are auxiliary."""
        return range(self.problem.n_options)

    @property
    def n_variables(self) -> int:
        return self.rows.n_variables

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file, without line ends."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the whole file."""
        stream = io.StringIO()
        self.write(stream)
        return stream.getvalue()

    def write(self, file: str | PathLike[str] | IO[str]) -> None:
        """Write the file to a path (as UTF-8) or to an open text stream, which stays open."""
        with written(file) as stream:
            stream.writelines(line + "\n" for line in self.lines())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.problem!r}: {self.n_variables} variables>"

    def legend(self, sign: str, prefix: str, first: int) -> Iterator[str]:
        """Yield comments that name the variables; the name of variable 1 has the number ``first``."""
        yield from (f"{sign} {prefix}{k + first}: {named(self.problem, k)}" for k in range(self.problem.n_options))
        for disjunction in self.rows.ors:
            use = f"{self.problem.items[disjunction.item]}:{self.problem.color_names[disjunction.color - 1]}"
            yield f"{sign} {prefix}{disjunction.variable - 1 + first}: {plain(use)}"
        for gap in self.rows.gaps:
            name = plain(self.problem.items[gap.item])
            yield f"{sign} {prefix}{gap.variable - 1 + first}: an option with {name} too {gap.side}"


def named(problem: Matrix, k: int) -> str:
    """Return an option for a comment: one line of bounded length, whatever its items are."""
    return plain(format_option(problem, k))


def plain(name: Hashable) -> str:
    text = " ".join("".join(c if c.isprintable() else " " for c in str(name)).split())
    return truncate(text, LINE_CHARACTERS - 60)
