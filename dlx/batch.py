# SPDX-License-Identifier: MIT
"""Many questions of one problem: how many solutions are there under each of these sets of given options?

The problem is compiled once; each question starts from what its given options leave. The whole loop is compiled and
holds no GIL; it comes back every few milliseconds so that Ctrl-C is heard.

    givens    question 0: options 3, 17     question 1: none      question 2: option 5
    CSR       indptr   0  2  2  3           indices  3 17 5
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from .build import falls

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .problem import Problem, Solution

WORK = 2_000_000  # updates between two looks at signals: about 5 ms
ROOM = 1 << 16  # options of first solutions collected in one block


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The answers to N questions, in the order asked.

    >>> from dlx import Problem
    >>> r = Problem([["a", "b"], ["a"], ["b"]]).solve_many([[], [0], [0, 1]])
    >>> r.counts.tolist(), r.solution(0).options, r.solution(2)
    ([2, 1, 0], (0,), None)
    """

    problem: Problem
    counts: NDArray[np.int64]  # (N,) solutions, at most the limit
    nodes: NDArray[np.int64]  # (N,) nodes searched
    indptr: NDArray[np.int64]  # (N+1,) the first solution of question k, not sorted, is
    options: NDArray[np.int32]  # options[indptr[k] : indptr[k+1]]

    def solution(self, k: int) -> Solution | None:
        """The first solution found of question k, or None if there is none."""
        if not 0 <= k < len(self.counts):
            raise ValueError(f"question {k} is out of range: there are {len(self.counts)} questions")
        if not self.counts[k]:
            return None
        return self.problem._solution(self.options[self.indptr[k] : self.indptr[k + 1]].tolist())


def count_many(problem: Problem, givens: Any, limit: int | None = 2) -> NDArray[np.int64]:
    """The number of solutions under each set of given options, an int64 array, each at most ``limit`` (None: all).

    ``givens`` is a list of collections of option numbers, a boolean or uint8 matrix (N, options), or a pair of arrays
    ``(indptr, options)`` in CSR form.

    >>> from dlx import Problem
    >>> count_many(Problem([["a", "b"], ["a"], ["b"]]), [[], [0], [0, 1]]).tolist()
    [2, 1, 0]
    """
    return solve_many(problem, givens, limit).counts


def solve_many(problem: Problem, givens: Any, limit: int | None = 2) -> Batch:
    """The same, with the first solution and the nodes of each question: a :class:`dlx.Batch`.

    Raises:
        ValueError, TypeError: an option that does not exist (the message names the question), a limit below 1.
    """
    most = 2**63 - 1 if limit is None else min(index(limit), 2**63 - 1)
    if most < 1:
        raise ValueError(f"limit is {limit}; it must be 1 or more, or None")
    indptr, given = _csr(problem, givens)
    n = len(indptr) - 1
    counts, nodes, lengths = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int32)
    blocks, question = [], 0
    room = np.empty(ROOM + problem.n_primary, np.int32)
    kernel = problem._kernels.take(problem, "auto", None)
    while question < n:
        question, filled = kernel.run_many(indptr, given, question, most, counts, nodes, lengths, room, WORK)
        blocks.append(room[:filled].copy())
    problem._kernels.give_back(kernel)
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    found = np.concatenate(blocks) if blocks else np.empty(0, np.int32)
    return Batch(problem, counts, nodes, starts, found)


def _csr(problem: Problem, givens: Any) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The questions as CSR arrays, checked; the kernel wants one element at the least to point at."""
    if isinstance(givens, np.ndarray) and givens.ndim == 2:
        indptr, options = _from_mask(problem, givens)
    elif isinstance(givens, tuple) and len(givens) == 2 and all(isinstance(part, np.ndarray) for part in givens):
        indptr, options = (_whole(part, name) for part, name in zip(givens, ("indptr", "options"), strict=True))
        if not len(indptr) or indptr[0] != 0 or indptr[-1] != len(options) or falls(indptr):
            raise ValueError(f"indptr must rise from 0 to the number of given options ({len(options)})")
    else:
        indptr, options = _from_lists(problem, givens)
    wrong = np.flatnonzero((options < 0) | (options >= problem.n_options))
    if len(wrong):
        k = int(np.searchsorted(indptr, wrong[0], side="right")) - 1
        raise ValueError(f"question {k}: option {options[wrong[0]]} is out of range: {problem._range()}")
    return np.ascontiguousarray(indptr, np.int64), np.append(options, 0).astype(np.int32)


def _whole(values: NDArray[Any], name: str) -> NDArray[np.int64]:
    if values.ndim != 1 or (values.dtype.kind not in "iu" and values.size):
        raise ValueError(f"{name} must be a 1-D array of integers")
    return values.astype(np.int64)  # unsigned differences would never be negative


def _from_mask(problem: Problem, mask: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    if mask.dtype not in (np.bool_, np.uint8) or mask.shape[1] != problem.n_options:
        raise ValueError(
            f"a matrix of givens must be boolean or uint8 of shape (N, {problem.n_options}), "
            f"this one is {mask.dtype} of shape {mask.shape}"
        )
    rows, options = np.nonzero(mask)
    return np.searchsorted(rows, np.arange(len(mask) + 1)), options


def _from_lists(problem: Problem, givens: Iterable[Iterable[int]]) -> tuple[NDArray[Any], NDArray[Any]]:
    indptr, options = [0], []
    for k, given in enumerate(givens):
        try:
            options += problem._numbers(given, "given")
        except (TypeError, ValueError) as error:
            if type(error) not in (TypeError, ValueError):
                raise  # one of the caller's own
            raise type(error)(f"question {k}: {error}") from None
        indptr.append(len(options))
    return np.array(indptr, np.int64), np.array(options, np.int64)
