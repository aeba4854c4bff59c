# SPDX-License-Identifier: MIT
"""Converts many sets of given options, in any of three forms, to checked CSR arrays.

lists     [[3, 17], [], [5]]; instead of a number, the items of an option or a function (named.py)
matrix    (N, options), boolean or uint8
CSR       indptr 0 2 2 3, options 3 17 5: question k has options[indptr[k] : indptr[k + 1]]
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..matrix.matrix import Matrix
from .build import falls
from .named import Names, Options
from .numbers import option_range


def csr(problem: Matrix, givens: Any) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the questions as checked CSR arrays; a trailing 0 gives the kernel at least one element to point at."""
    if type(givens) is list and (arrays := _usual(problem.n_options, givens)) is not None:
        return arrays
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
        what = f"question {k}: given option {options[wrong[0]]} is out of range"
        raise ValueError(f"{what}: {option_range(problem.n_options)}")
    return np.ascontiguousarray(indptr, np.int64), np.append(options, 0).astype(np.int32)


def _whole(values: NDArray[Any], name: str) -> NDArray[np.int64]:
    if values.ndim != 1 or (values.dtype.kind not in "iu" and values.size):
        raise ValueError(f"{name} must be a 1-D array of integers")
    return values.astype(np.int64)  # unsigned differences would never be negative


def _from_mask(problem: Matrix, mask: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    if mask.dtype not in (np.bool_, np.uint8) or mask.shape[1] != problem.n_options:
        what = f"a matrix of givens must be boolean or uint8 of shape (N, {problem.n_options})"
        raise ValueError(f"{what}, this one is {mask.dtype} of shape {mask.shape}")
    rows, options = np.nonzero(mask)
    return np.searchsorted(rows, np.arange(len(mask) + 1)), options


def _usual(n_options: int, lists: list[Any]) -> tuple[NDArray[np.int64], NDArray[np.int32]] | None:
    """Return the arrays of lists of numbers of options, at a tenth of the cost; None if they are anything else."""
    if not set(map(type, lists)) <= {list, tuple}:
        return None
    flat = [*chain.from_iterable(lists), 0]
    if set(map(type, flat)) != {int} or min(flat) < 0 or max(flat) >= max(n_options, 1):
        return None
    return np.array([0, *accumulate(map(len, lists))], np.int64), np.array(flat, np.int32)


def _from_lists(problem: Matrix, givens: Iterable[Options]) -> tuple[NDArray[Any], NDArray[Any]]:
    indptr, options, names = [0], list[int](), Names(problem, "given")
    for k, given in enumerate(givens):
        try:
            options += names.numbers(given)
        except (TypeError, ValueError) as error:
            if type(error) not in (TypeError, ValueError):
                raise  # raised by the caller's own iterable
            raise type(error)(f"question {k}: {error}") from None
        indptr.append(len(options))
    return np.array(indptr, np.int64), np.array(options, np.int32)
