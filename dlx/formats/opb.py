# SPDX-License-Identifier: MIT
"""A problem as pseudo-Boolean constraints (OPB)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import index

from ..matrix.assumptions import NONE, Assumptions
from ..matrix.matrix import Matrix
from ..matrix.slack import Slack
from ..matrix.solution import Solution
from ..system.public import public
from .export import LINE_CHARACTERS, Export

LITERAL = re.compile(r"(-?)x?([0-9]{1,18})")


@public("dlx")
class Opb(Export):
    """Pseudo-Boolean constraints, made by :meth:`Problem.to_opb`."""

    def __init__(self, problem: Matrix, assumed: Assumptions = NONE, slack: Slack | None = None) -> None:
        super().__init__(problem, assumed, slack)
        for variable, cost in self.rows.objective:
            if cost != int(cost):
                name = f"option {variable - 1}" if variable <= problem.n_options else "an item"
                what = f"{name} has the {'cost' if variable <= problem.n_options else 'slack'} {cost}"
                raise ValueError(f"{what}; the format OPB takes whole numbers only; use to_lp()")

    def constraints(self) -> Iterator[str]:
        """Yield the constraints of the file. The format has no <=, so we negate such a sum."""
        for low, high, variables, _, subtracted in self.rows.rows:
            if not variables or low == high:
                terms = _plus(variables) + _plus(subtracted, "-1")
                yield f"{terms}= {low} ;" if variables else f"+1 x1 >= {low + 1} ;"  # x1 >= 2 is impossible
                continue
            if low:
                yield f"{_plus(variables)}{_plus(subtracted, '-1')}>= {low} ;"
            if high < len(variables):
                yield f"{_plus(variables, '-1')}{_plus(subtracted)}>= -{high} ;"
        for variable, variables, _, _ in self.rows.ors:
            yield from (f"+1 x{variable} -1 x{v} >= 0 ;" for v in variables)
            yield f"{_plus(variables)}-1 x{variable} >= 0 ;"

    def lines(self) -> Iterator[str]:
        n_constraints = sum(1 for _ in self.constraints())
        yield f"* #variable= {max(self.n_variables, int(n_constraints > 0))} #constraint= {n_constraints}"
        yield from self.legend("*", "x", 1)
        objective = "".join(f"{int(cost):+d} x{v} " for v, cost in self.rows.objective)
        if objective:
            yield f"min: {objective};"
        yield from self.constraints()

    def solution(self, model: Iterable[int | str]) -> Solution:
        """Return the solution of a solver's model: numbers of variables, or words like x3 and -x4; others are false.

        Raises:
            ValueError: the model is no solution; the message gives the reason.
        """
        return self.rows.solution(_literal(word) if isinstance(word, str) else index(word) for word in model)


def _literal(word: str) -> int:
    match = LITERAL.fullmatch(word)
    if match is None:
        raise ValueError(f"{word[:LINE_CHARACTERS]!r} is not a variable of a model, such as x3 or -x4")
    return int(match[1] + match[2])


def _plus(variables: Iterable[int], sign: str = "+1") -> str:
    return "".join(f"{sign} x{v} " for v in variables)
