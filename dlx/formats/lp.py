# SPDX-License-Identifier: MIT
"""A problem as a linear program in 0/1 variables (an LP file)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from ..matrix.solution import Solution
from ..system.public import public
from .export import LINE_CHARACTERS, BoundedSum, Export


@public("dlx")
class Lp(Export):
    """A linear program in 0/1 variables, made by :meth:`Problem.to_lp`."""

    def lines(self) -> Iterator[str]:
        yield from self.legend("\\", "x", 0)
        yield "Minimize"
        costs = self.rows.objective
        yield from _wrap_row("obj:", [f"{'-' if cost < 0 else '+'} {abs(cost)!r} x{v - 1}" for v, cost in costs])
        yield "Subject To"
        for row in self.rows.rows:
            yield from self._row(row)
        for variable, variables, item, color in self.rows.ors:
            name = f"color{item}_{color}"
            for v in variables:
                yield f" {name}_{v - 1}: x{variable - 1} - x{v - 1} >= 0"
            yield from _wrap_row(f"{name}:", [*_sum(variables), f"- x{variable - 1}", ">= 0"])
        yield "Binaries"
        yield from _wrap_row("", [f"x{v}" for v in range(max(self.n_variables, int(bool(self.rows.rows))))])
        yield "End"

    def _row(self, row: BoundedSum) -> Iterator[str]:
        if not row.variables:
            yield f" {row.name}: x0 >= {row.low + 1}"  # no option has the item; require x0 >= 2, which is impossible
            return
        terms = [*_sum(row.variables), *_sum(row.subtracted, "-")]
        if row.low == row.high:
            yield from _wrap_row(f"{row.name}:", [*terms, f"= {row.low}"])
        else:
            if row.low:
                yield from _wrap_row(f"{row.name}_least:", [*terms, f">= {row.low}"])
            if row.high < len(row.variables):
                yield from _wrap_row(f"{row.name}_most:", [*terms, f"<= {row.high}"])

    def solution(self, values: Mapping[str, float]) -> Solution:
        """Return the solution of a solver's values by name, where x3 is option 3; missing variables are 0.

        Raises:
            ValueError: these are the values of no solution; the message gives the reason.
        """
        return self.rows.solution(k + 1 for k in self.variables if values.get(f"x{k}", 0) > 0.5)


def _sum(variables: Iterable[int], sign: str = "+") -> list[str]:
    return [f"{sign} x{v - 1}" for v in variables]


def _wrap_row(name: str, terms: list[str]) -> list[str]:
    """Return a row, wrapped into lines."""
    text = " ".join([name, *terms]).strip()
    return wrap(text, LINE_CHARACTERS, initial_indent=" ", subsequent_indent="  ", break_on_hyphens=False)
