# SPDX-License-Identifier: MIT
"""Checks of limits: seconds, and numbers of solutions, nodes or anything else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf
from numbers import Real
from operator import index
from sys import maxsize
from typing import TypeVar

Value = TypeVar("Value")
WITHOUT_LIMIT = 2**63


def seconds(time_limit: float | None) -> float:
    """Return a time limit, checked; infinity for None."""
    if time_limit is None:
        return inf
    if not isinstance(time_limit, (float, int, Real)):  # in this order, as Real alone takes longer
        raise TypeError(f"time_limit is {time_limit!r}; it must be a number of seconds or None")
    if not time_limit >= 0:
        raise ValueError(f"time_limit is {time_limit!r}; it must be a number of seconds, 0 or more")
    try:
        value = float(time_limit)
    except OverflowError:  # of an int
        return inf
    return inf if value > 1e300 else value


def integer(value: object, name: str) -> int:
    """Return a whole number from the caller; raise TypeError with the argument's name for anything else.

    >>> integer(3, "n")
    3
    """
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be a whole number") from None


def whole(number: int | None, name: str, least: int) -> int:
    """Return a limit in the form the kernel takes, checked."""
    if number is None:
        return WITHOUT_LIMIT
    try:
        value = index(number)
    except TypeError:
        raise TypeError(f"{name} is {number!r}; it must be a whole number or None") from None
    if value < least:
        raise ValueError(f"{name} is {value}; it must be {least} or more, or None")
    return min(value, WITHOUT_LIMIT)


def first_of_all(values: Iterator[Value], limit: int | None) -> Iterator[Value]:
    """Return the first ``limit`` values of an iterator, or all; raise ValueError for a negative limit.

    >>> list(first_of_all(iter("abc"), 2)), list(first_of_all(iter("abc"), None))
    (['a', 'b'], ['a', 'b', 'c'])
    """
    return values if limit is None else islice(values, min(whole(limit, "limit", 0), maxsize))
