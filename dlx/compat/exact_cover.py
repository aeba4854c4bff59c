# SPDX-License-Identifier: MIT
"""The three functions of the package exact_cover: a matrix in, numbers of rows out.

    1 0 0 1 0      row 0 covers columns 0 and 3
    1 1 1 0 0
    0 1 1 0 0      any non-zero entry counts as 1; a row of zeros is never chosen
    0 0 0 0 1

Reference: M. Easwaran, J. Grahl, exact_cover, https://github.com/jwg4/exact_cover.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrix.build import from_csr
from ..problem import Problem
from ..system.keywords import spelled


class NoSolution(Exception):
    """The problem has no solution."""


def problem_of(matrix: ArrayLike) -> Problem:
    """Return the problem of a matrix; option k is row k. Rows of zeros get a secondary item: they are never chosen."""
    entries = np.atleast_2d(np.asarray(matrix)) != 0
    n_rows, n_columns = entries.shape
    rows, columns = np.nonzero(np.hstack([entries, ~entries.any(axis=1, keepdims=True)]))
    indptr = np.searchsorted(rows, np.arange(n_rows + 1))
    return Problem.from_fields(from_csr(indptr, columns, None, n_columns + 1, n_columns, None, None))


def get_exact_cover(matrix: ArrayLike) -> NDArray[np.int32]:
    """Return the rows of a solution, in ascending order. Raises NoSolution.

    >>> get_exact_cover([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]])
    array([0, 2, 3], dtype=int32)
    """
    return np.array(next(iter(_tuples(problem_of(matrix).search(limit=1)))), dtype=np.int32)


def get_solution_count(matrix: ArrayLike) -> int:
    """Return the number of solutions.

    >>> get_solution_count([[1, 0], [0, 1], [1, 1]])
    2
    """
    return problem_of(matrix).count()


@spelled
def get_all_solutions(matrix: ArrayLike, max_count: int | None = None) -> set[tuple[int, ...]]:
    """Return the first `max_count` solutions, or all, as ascending tuples of rows. Raises NoSolution.

    >>> sorted(get_all_solutions([[1, 0], [0, 1], [1, 1]]))
    [(0, 1), (2,)]
    """
    return set(_tuples(islice(problem_of(matrix).solutions(), max_count)))


def _tuples(solutions: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
    """Return solutions as tuples. Raises NoSolution if there are none, or only the empty one of an empty matrix."""
    tuples = [tuple(solution) for solution in solutions]
    if not any(tuples):
        raise NoSolution("the problem has no solution")
    return tuples
