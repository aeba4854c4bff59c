# SPDX-License-Identifier: MIT
"""The interface of Sage's ``dlx_solver``: rows of column numbers in, lists of row numbers out.

    rows = [[0, 1], [0], [1], []]        row k is option k; columns 0 .. the largest number are the items
    search() -> 1, get_solution()        the rows in the order in which the search chose them, as in Sage

The kernel "links" visits solutions in the order of Sage's search: the column with the fewest rows, the first of equals.
``all_solutions``, ``one_solution`` and ``number_of_solutions`` use our own methods instead of splitting a column.

Reference: S. Labbé, C. Hamalainen, sage.combinat.matrices.dancing_links, https://doc.sagemath.org.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import Any

from ..formats.cnf import Cnf
from ..formats.lp import Lp
from ..matrix.build import from_names
from ..matrix.solution import Solution
from ..problem import Problem
from ..questions.search import Search
from ..system.keywords import spell_methods

NO_COLUMN = -1  # a secondary item of rows without columns, which are therefore never chosen


@spell_methods
class DancingLinksSolver:
    """A solver with the methods of Sage's; :func:`dlx_solver` makes it.

    An empty row is never chosen, and a column twice in a row counts once. A problem without columns has no solutions
    here, as in Sage, although ``problem``, the same as a :class:`dlx.Problem`, has the empty one.

    >>> x = dlx_solver([[0, 1, 2], [0, 2], [1], [3]])
    >>> x
    Dancing links solver for 4 columns and 4 rows
    >>> while x.search():
    ...     x.get_solution()
    [3, 0]
    [3, 1, 2]
    """

    __hash__ = None  # type: ignore[assignment]  # as in Sage, solvers with equal rows are equal

    def __init__(self, rows: Iterable[Iterable[int]]) -> None:
        """Keep the rows, and build the problem. Raises ValueError if a column is negative."""
        self._rows: list[Any] = list(rows)
        options = [list(dict.fromkeys(map(index, row))) for row in self._rows]
        if min(map(min, filter(None, options)), default=0) < 0:
            raise ValueError("a column is a number, 0 or more")
        self._n_columns = 1 + max(map(max, filter(None, options)), default=-1)
        uses = [row or [NO_COLUMN] for row in options]
        self.problem = Problem.from_fields(from_names(uses, range(self._n_columns), [NO_COLUMN], None))
        self.reinitialize()

    def __repr__(self) -> str:
        return f"Dancing links solver for {self.ncols()} columns and {self.nrows()} rows"

    def __eq__(self, other: object) -> bool:
        return self._rows == other._rows if isinstance(other, DancingLinksSolver) else NotImplemented

    def __reduce__(self) -> tuple[type[DancingLinksSolver], tuple[list[Any]]]:
        return DancingLinksSolver, (self._rows,)  # without its search

    def rows(self) -> list[Any]:
        """Return the rows, as they were given."""
        return self._rows

    def nrows(self) -> int:
        """Return the number of rows."""
        return len(self._rows)

    def ncols(self) -> int:
        """Return the number of columns: the largest of all rows, plus 1."""
        return self._n_columns

    # --- one solution after the other

    def reinitialize(self) -> None:
        """Begin the search again."""
        self._search: Search | None = None
        self._solution: list[int] = []

    def search(self) -> int:
        """Find the next solution for :meth:`get_solution`. Return 1, or 0 after the last solution."""
        if self._search is None:
            problem = self.problem
            self._search = Search(problem.engine, kernel="links", solution=lambda k: Solution(problem, tuple(k)))
        solution = next(self._search, None) if self._n_columns else None
        if solution is not None:
            self._solution = list(solution.options)
        return int(solution is not None)

    def get_solution(self) -> list[int]:
        """Return the rows of the newest solution, in the order in which they were chosen."""
        return list(self._solution)

    def solutions_iterator(self) -> Iterator[list[int]]:
        """Yield all solutions, from the first one."""
        self.reinitialize()
        while self.search():
            yield self.get_solution()

    # --- smaller problems

    def restrict(self, indices: Iterable[int]) -> DancingLinksSolver:
        """Return a solver for the solutions that use these rows: each gets a new column.

        ``problem.search(given=indices)`` finds the same without building anything.
        """
        rows = list(self._rows)
        for column, k in enumerate(indices, self._n_columns):
            rows[k] = [*rows[k], column]
        return DancingLinksSolver(rows)

    def split(self, column: int) -> dict[int, DancingLinksSolver]:
        """Return, for each row with this column, a solver for the solutions that use that row.

        Raises ValueError if there is no such column.
        """
        self._check_column(column)
        return {k: self.restrict([k]) for k, row in enumerate(self._rows) if column in row}

    def _check_column(self, column: int | None) -> None:
        if column is not None and not 0 <= column < self._n_columns:
            raise ValueError(f"column(={column}) must be in range(ncols) where ncols={self._n_columns}")

    # --- all at once; `column`, by which Sage splits the work, is only checked

    def one_solution(self, ncpus: int | None = None, column: int | None = None) -> list[int] | None:
        """Return a solution or None; with 1 for `ncpus` the next one of :meth:`search`, else the first of ``solve()``.

        The default uses one processor, and a larger `ncpus` as many threads.
        """
        if ncpus == 1:
            return self.get_solution() if self.search() else None
        self._check_column(column)
        solution = self.problem.solve(workers=ncpus) if self._n_columns else None
        return None if solution is None else list(solution)

    def all_solutions(self, ncpus: int | None = None, column: int | None = None) -> list[list[int]]:
        """Return all solutions, each with its rows in ascending order."""
        self._check_column(column)
        return list(map(list, self.problem.solutions(workers=ncpus))) if self._n_columns else []

    def number_of_solutions(self, ncpus: int | None = None, column: int | None = None) -> int:
        """Return the number of solutions, which ``count()`` finds without visiting each."""
        self._check_column(column)
        return self.problem.count(workers=ncpus) if self._n_columns else 0

    # --- other solvers; `solver`, the name of one of Sage's, is not used

    def to_sat_solver(self, solver: str | None = None) -> Cnf:
        """Return the problem as clauses, :meth:`dlx.Problem.to_cnf`; variable k + 1 is row k, as in Sage."""
        return self.problem.to_cnf(encoding="pairwise")

    def to_milp(self, solver: str | None = None) -> Lp:
        """Return the problem as an LP file, :meth:`dlx.Problem.to_lp`; variable xk is row k, as in Sage."""
        return self.problem.to_lp()

    def one_solution_using_sat_solver(self, solver: str | None = None) -> list[int] | None:
        """Return a solution or None, by ``solve(method="sat")``.

        Raises ImportError: python-sat is not installed.
        """
        solution = self.problem.solve(method="sat") if self._n_columns else None
        return None if solution is None else list(solution)

    def one_solution_using_milp_solver(
        self, solver: str | None = None, integrality_tolerance: float = 1e-3
    ) -> list[int] | None:
        """Return a solution or None, by ``solve()``: we call no MIP solver."""
        return self.one_solution()


def dlx_solver(rows: Iterable[Iterable[int]]) -> DancingLinksSolver:
    """Return a solver for rows of column numbers.

    >>> dlx_solver([[0, 1, 2], [3, 4, 5], [0, 1], [2, 3, 4, 5], [0], [1, 2, 3, 4, 5]]).number_of_solutions()
    3
    """
    return DancingLinksSolver(rows)
