# SPDX-License-Identifier: MIT
"""A problem for other solvers: rows of sums, written as pseudo-Boolean constraints (OPB) or as an LP file.

In every format, variable k + 1 is true if option k is chosen. Variables are numbered from 1; auxiliary
variables follow the options' variables. Each row bounds the number of true variables:

    items    a  b | q          rows   a:  1 <= v1 + v2 <= 1          ors   v5 is v2 or v3: q is red
    options  0: a                     b:  1 <= v3 + v4 <= 1
             1: a q:red               q:  0 <= v5 + v4 <= 1
             2: b q:red
             3: b q:green       given, banned, never chosen: rows of one variable, 1 or 0

A color that several options give to an item gets an auxiliary variable, "one of these is chosen", and at most one color
of an item is true. The options determine this variable in both directions, so there are as many models as solutions. A
use without a color, or with a color that no other option gives, is represented by its option's variable.

cnf.py turns the same rows into clauses. Formats: http://www.cril.univ-artois.fr/PB24/format.pdf for OPB; LP as CPLEX,
Gurobi, HiGHS, SCIP, CBC and GLPK read it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from operator import index
from os import PathLike
from textwrap import wrap
from typing import IO, TYPE_CHECKING, NamedTuple

import numpy as np

from .dlxfile import format_option
from .files import replacing

if TYPE_CHECKING:
    from .problem import Problem, Solution

WIDTH = 200  # characters of a line; CPLEX reads 560, others 255
LITERAL = re.compile(r"(-?)x?([0-9]{1,18})")


class Row(NamedTuple):
    """Bounds on the number of true variables in a list."""

    low: int
    high: int
    variables: list[int]
    name: str  # "item7", "given3", "banned4", "never5"; unique


class Or(NamedTuple):
    """A variable that is true if and only if at least one of the others is."""

    variable: int
    variables: list[int]  # two or more
    item: int
    color: int


class Rows:
    """A problem as bounded sums of 0/1 variables, the common basis of the formats."""

    def __init__(self, problem: Problem, given: Iterable[int], banned: Iterable[int]) -> None:
        self.problem = problem
        self.given = list(dict.fromkeys(problem._numbers(given, "given")))
        self.banned = list(dict.fromkeys(problem._numbers(banned, "banned")))
        self.never = np.flatnonzero(~problem._with_primary()).tolist()
        self.ors: list[Or] = []
        self.rows: list[Row] = []
        self.n_variables = problem.n_options
        low, high = (ends.tolist() for ends in problem._limits())
        for item, (options, colors) in enumerate(_uses(problem)):
            self._item(item, low[item], high[item], options, colors)
        self.rows += [Row(1, 1, [k + 1], f"given{k}") for k in self.given]
        self.rows += [Row(0, 0, [k + 1], f"banned{k}") for k in self.banned]
        self.rows += [Row(0, 0, [k + 1], f"never{k}") for k in self.never]

    def _item(self, item: int, low: int, high: int, options: list[int], colors: list[int]) -> None:
        variables = [k + 1 for k in options]
        if any(colors):
            variables = self._one_a_color(item, variables, colors)
        if low or high < len(variables):
            self.rows.append(Row(low, min(high, max(low, len(variables))), variables, f"item{item}"))

    def _one_a_color(self, item: int, variables: list[int], colors: list[int]) -> list[int]:
        """Return one variable for each color of an item and for each use without a color."""
        users: dict[int, list[int]] = {}
        for variable, color in zip(variables, colors, strict=True):
            users.setdefault(color or -variable, []).append(variable)
        if len(users) < 2:
            return []
        return [self.one_of(same, item, color) if len(same) > 1 else same[0] for color, same in users.items()]

    def one_of(self, variables: list[int], item: int, color: int) -> int:
        self.n_variables += 1
        self.ors.append(Or(self.n_variables, variables, item, color))
        return self.n_variables

    def solution(self, chosen: Iterable[int]) -> Solution:
        """Return the solution of these true variables, without the auxiliary ones; raise ValueError if it is none."""
        solution = self.problem._solution({v - 1 for v in chosen if 1 <= v <= self.problem.n_options})
        self.problem.verify(solution)
        options = set(solution)
        for k in self.given:
            if k not in options:
                raise ValueError(f"option {k} is given, and not in the model")
        for k in self.banned:
            if k in options:
                raise ValueError(f"option {k} is banned, and in the model")
        return solution


def _uses(problem: Problem) -> Iterator[tuple[list[int], list[int]]]:
    """Yield for each item its options, ascending, and their colors, without options that are never chosen."""
    owners = problem._owners()
    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    kept = problem._with_primary()[owners]
    items = problem.indices[kept]
    order = np.argsort(items, kind="stable")
    owners, colors = owners[kept][order], colors[kept][order]
    starts = np.searchsorted(items[order], np.arange(problem.n_items + 1)).tolist()
    for k in range(problem.n_items):
        own = slice(starts[k], starts[k + 1])
        yield owners[own].tolist(), colors[own].tolist()


# --- the formats


class Export:
    """A problem in another solver's format. ``variables[v - 1]`` is the option of variable v, if it has one."""

    def __init__(self, problem: Problem, given: Iterable[int] = (), banned: Iterable[int] = ()) -> None:
        self.problem = problem
        self._rows = Rows(problem, given, banned)

    @property
    def variables(self) -> range:
        """The options of variables 1, 2, ...; the variables after these are auxiliary."""
        return range(self.problem.n_options)

    @property
    def n_variables(self) -> int:
        return self._rows.n_variables

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
        if isinstance(file, (str, PathLike)):
            with replacing(file) as stream:
                self.write(stream)
        else:
            file.writelines(line + "\n" for line in self.lines())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.problem!r}: {self.n_variables} variables>"

    def _legend(self, sign: str, prefix: str, first: int) -> Iterator[str]:
        """Yield comments that name the variables; the name of variable 1 has the number ``first``."""
        yield from (f"{sign} {prefix}{k + first}: {named(self.problem, k)}" for k in range(self.problem.n_options))
        for one in self._rows.ors:
            use = f"{self.problem.items[one.item]}:{self.problem._color_names[one.color - 1]}"
            yield f"{sign} {prefix}{one.variable - 1 + first}: {plain(use)}"


def named(problem: Problem, k: int) -> str:
    """Return an option for a comment: one line of bounded length, whatever its items are."""
    return plain(format_option(problem, k))


def plain(name: Hashable) -> str:
    text = " ".join("".join(c if c.isprintable() else " " for c in str(name)).split())
    return text if len(text) <= WIDTH - 60 else text[: WIDTH - 63] + "..."


class Opb(Export):
    """Pseudo-Boolean constraints, made by :meth:`Problem.to_opb`."""

    def __init__(self, problem: Problem, given: Iterable[int] = (), banned: Iterable[int] = ()) -> None:
        super().__init__(problem, given, banned)
        costs = [] if problem.costs is None else problem.costs.tolist()
        for k, cost in enumerate(costs):
            if cost != int(cost):
                raise ValueError(f"option {k} has the cost {cost}; the format OPB takes whole numbers only")
        self._costs = [int(cost) for cost in costs]

    def constraints(self) -> Iterator[str]:
        """Yield the constraints of the file. The format has no <=, so we negate such a sum."""
        for low, high, variables, _ in self._rows.rows:
            if not variables or low == high:
                yield f"{_plus(variables)}= {low} ;" if variables else f"+1 x1 >= {low + 1} ;"  # x1 >= 2 is impossible
                continue
            if low:
                yield f"{_plus(variables)}>= {low} ;"
            if high < len(variables):
                yield f"{_plus(variables, '-1')}>= -{high} ;"
        for variable, variables, _, _ in self._rows.ors:
            yield from (f"+1 x{variable} -1 x{v} >= 0 ;" for v in variables)
            yield f"{_plus(variables)}-1 x{variable} >= 0 ;"

    def lines(self) -> Iterator[str]:
        n_constraints = sum(1 for _ in self.constraints())
        yield f"* #variable= {max(self.n_variables, int(n_constraints > 0))} #constraint= {n_constraints}"
        yield from self._legend("*", "x", 1)
        objective = "".join(f"+{cost} x{k} " for k, cost in enumerate(self._costs, 1) if cost)
        if objective:
            yield f"min: {objective};"
        yield from self.constraints()

    def solution(self, model: Iterable[int | str]) -> Solution:
        """Return the solution of a solver's model: numbers of variables, or words like x3 and -x4; others are false.

        Raises:
            ValueError: the model is no solution; the message gives the reason.
        """
        return self._rows.solution(_literal(word) if isinstance(word, str) else index(word) for word in model)


def _literal(word: str) -> int:
    match = LITERAL.fullmatch(word)
    if match is None:
        raise ValueError(f"{word[:WIDTH]!r} is not a variable of a model, such as x3 or -x4")
    return int(match[1] + match[2])


def _plus(variables: list[int], sign: str = "+1") -> str:
    return "".join(f"{sign} x{v} " for v in variables)


class Lp(Export):
    """A linear program in 0/1 variables, made by :meth:`Problem.to_lp`."""

    def lines(self) -> Iterator[str]:
        yield from self._legend("\\", "x", 0)
        yield "Minimize"
        costs = [] if self.problem.costs is None else self.problem.costs.tolist()
        yield from _broken("obj:", [f"+ {cost!r} x{k}" for k, cost in enumerate(costs) if cost])
        yield "Subject To"
        for row in self._rows.rows:
            yield from self._row(row)
        for variable, variables, item, color in self._rows.ors:
            name = f"color{item}_{color}"
            for v in variables:
                yield f" {name}_{v - 1}: x{variable - 1} - x{v - 1} >= 0"
            yield from _broken(f"{name}:", [*_sum(variables), f"- x{variable - 1}", ">= 0"])
        yield "Binaries"
        yield from _broken("", [f"x{v}" for v in range(max(self.n_variables, int(bool(self._rows.rows))))])
        yield "End"

    def _row(self, row: Row) -> Iterator[str]:
        if not row.variables:
            yield f" {row.name}: x0 >= {row.low + 1}"  # no option has the item; require x0 >= 2, which is impossible
        elif row.low == row.high:
            yield from _broken(f"{row.name}:", [*_sum(row.variables), f"= {row.low}"])
        else:
            if row.low:
                yield from _broken(f"{row.name}_least:", [*_sum(row.variables), f">= {row.low}"])
            if row.high < len(row.variables):
                yield from _broken(f"{row.name}_most:", [*_sum(row.variables), f"<= {row.high}"])

    def solution(self, values: Mapping[str, float]) -> Solution:
        """Return the solution of a solver's values by name, where x3 is option 3; missing variables are 0.

        Raises:
            ValueError: these are the values of no solution; the message gives the reason.
        """
        return self._rows.solution(k + 1 for k in self.variables if values.get(f"x{k}", 0) > 0.5)


def _sum(variables: list[int]) -> list[str]:
    return [f"+ x{v - 1}" for v in variables]


def _broken(name: str, terms: list[str]) -> list[str]:
    """Return a row, wrapped into lines."""
    text = " ".join([name, *terms]).strip()
    return wrap(text, WIDTH, initial_indent=" ", subsequent_indent="  ", break_on_hyphens=False)
