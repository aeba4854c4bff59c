# SPDX-License-Identifier: MIT
"""A problem as clauses, for SAT solvers and model counters (DIMACS CNF).

The rows of export.py bound the number of true variables. We express "at most one" pair by pair or by a counter, and all
other bounds by a counter. It runs along the variables; s[i, j] is true if at least j of the first i are:

    s[i, j]  =  s[i-1, j]  or  (x[i] and s[i-1, j-1])        s[i, 0] true, s[i, j] false for j > i, s[1, 1] is x[1]

    at most h:   not both x[i] and s[i-1, h]                  at least l:   s[n, l]

Sinz's counter has one half of the equation, enough for satisfiability. We use both halves, so the options determine the
counter's variables and there are as many models as solutions; this costs a third more clauses. We count the bound that
needs fewer columns, e.g. at most 1 of 9 true rather than at least 8 of 9 false.

Reference: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from operator import index

from ..matrix.assumptions import NONE, Assumptions
from ..matrix.matrix import Matrix
from ..matrix.solution import Solution
from ..system.public import public
from ..system.wording import unknown_name
from .export import Export

ENCODINGS = ("auto", "pairwise", "sequential")
# Up to this many variables, pairs need no more clauses than a counter. CaDiCaL took as long with either on Sudoku and
# queens; proving that Langford 9 has no solution took 1.8 times as long with counters, but pairs grow quadratically.
MOST_PAIRWISE_VARIABLES = 7


@public("dlx")
class Cnf(Export):
    """A problem as clauses, made by :meth:`Problem.to_cnf`.

    ``clauses`` are lists of variables, negative for "not". Variable k + 1 is true if option k is chosen; these
    determine the others, ``problem.n_options + 1`` to ``n_variables``. Costs are omitted.

    >>> from dlx import Problem
    >>> cnf = Problem([["a"], ["a", "b"], ["b"]]).to_cnf()
    >>> cnf.clauses
    [[1, 2], [-1, -2], [2, 3], [-2, -3]]
    >>> cnf.solution([1, -2, 3])
    Solution((0, 2))
    """

    def __init__(
        self,
        problem: Matrix,
        encoding: str = "auto",
        assumed: Assumptions = NONE,
        *,
        switched: bool = False,
        lazy: bool = False,
    ) -> None:
        """Make the clauses; if ``lazy``, leave them to ``grow``.

        If ``switched``, items need not be covered: the lower bound of item i holds if variable ``switches[i]`` is true.
        """
        if encoding not in ENCODINGS:
            raise ValueError(unknown_name("no encoding", encoding, ENCODINGS))
        super().__init__(problem, assumed)
        limits = {"auto": MOST_PAIRWISE_VARIABLES, "pairwise": problem.n_options, "sequential": 2}
        self._most_pairwise = limits[encoding]
        self._last = super().n_variables
        self._switched = switched
        self.switches: dict[int, int] = {}  # item -> its variable
        self.clauses: list[list[int]] = []
        if not lazy:
            for _ in self.grow():
                pass

    def grow(self) -> Iterator[None]:
        """Add the clauses, a few at a time."""
        for disjunction in self.rows.ors:
            self.clauses += [[-v, disjunction.variable] for v in disjunction.variables]
            self.clauses.append([*disjunction.variables, -disjunction.variable])
            yield
        for row in self.rows.rows:
            if self._switched and row.low and row.name.startswith("item"):
                yield from self._between(row.variables, 0, min(row.high, len(row.variables)))
                yield from self._switch(int(row.name.removeprefix("item")), row.variables, row.low)
            else:
                yield from self._between(row.variables, row.low, row.high)

    @property
    def n_variables(self) -> int:
        return self._last

    def lines(self) -> Iterator[str]:
        if self.problem.costs is not None:
            yield "c the costs of the options are left out"
        yield from self.legend("c", "", 1)
        yield f"p cnf {self.n_variables} {len(self.clauses)}"
        yield from (" ".join(map(str, [*clause, 0])) for clause in self.clauses)

    def solution(self, model: Iterable[int]) -> Solution:
        """Return the solution of a SAT solver's model: true variables are positive, false ones negative or missing.

        Raises:
            ValueError: the model is no solution; the message gives the reason.
        """
        return self.rows.solution(map(index, model))

    def _new(self) -> int:
        self._last += 1
        return self._last

    def _switch(self, item: int, variables: list[int], low: int) -> Iterator[None]:
        """Add clauses: if the item's new variable is true, so are `low` of these variables."""
        switch = self.switches[item] = self._new()
        first = len(self.clauses)
        yield from self._between(variables, low, len(variables))
        self.clauses[first:] = [[-switch, *clause] for clause in self.clauses[first:]]

    def _between(self, literals: list[int], low: int, high: int) -> Iterator[None]:
        """Add clauses: `low` to `high` of these literals are true. (low <= high; literals of different variables)"""
        n = len(literals)
        if low > n:
            never = self._new()  # not all solvers read an empty clause
            self.clauses += [[never], [-never]]
            return
        if _columns(n - high, n - low, n) < _columns(low, high, n):
            literals, low, high = [-x for x in literals], n - high, n - low
        if high == 0:
            self.clauses += [[-x] for x in literals]
            return
        if low == 1:
            self.clauses.append(literals)
            low = 0
        if low == 0 and high == 1 < n <= self._most_pairwise:
            self.clauses += [[-x, -y] for x, y in combinations(literals, 2)]
        elif low or high < n:
            yield from self._count(literals, low, high)
        yield

    def _count(self, literals: list[int], low: int, high: int) -> Iterator[None]:
        """Add the same bounds by a counter, for 0 < high and low < n, low not 1; it may take millions of clauses."""
        columns = _columns(low, high, len(literals))
        counter = [literals[0]]  # counter[j - 1]: at least j of the literals so far, for j up to their number
        for x in literals[1:-1]:
            self._at_most(counter, x, high)
            counter = [self._at_least(counter, x, j) for j in range(1, min(len(counter) + 1, columns) + 1)]
            yield
        x = literals[-1]
        self._at_most(counter, x, high)
        if low:
            self.clauses += [[counter[low - 1], x], [counter[low - 2]]]

    def _at_most(self, counter: list[int], x: int, high: int) -> None:
        if len(counter) >= high:
            self.clauses.append([-x, -counter[high - 1]])

    def _at_least(self, counter: list[int], x: int, j: int) -> int:
        """Return a new variable: at least j of the previous literals and x are true."""
        new = self._new()
        if j <= len(counter):
            self.clauses += [[-counter[j - 1], new], [-new, counter[j - 1], x]]
        else:
            self.clauses.append([-new, x])
        if j > 1:
            self.clauses += [[-x, -counter[j - 2], new], [-new, counter[j - 2]]]
        else:
            self.clauses.append([-x, new])
        return new


def _columns(low: int, high: int, n: int) -> int:
    """Return the number of columns of a counter."""
    return high if high < n else low
