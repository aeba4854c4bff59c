# SPDX-License-Identifier: MIT
"""Checks of option numbers that a caller passes."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from ..system.wording import plural

NO_SOLUTION = "the solution is None, so there is none; explain() names a reason"  # for what solve() returned


def option_numbers(n_options: int, options: Iterable[int], name: str) -> tuple[int, ...]:
    """Return the caller's option numbers, checked; ``name`` says in an error which options they are."""
    numbers = tuple(options)
    if in_range(n_options, numbers):
        return numbers
    return tuple(option_number(n_options, k, name) for k in numbers)


def in_range(n_options: int, numbers: tuple[Any, ...]) -> bool:
    """Return whether these are numbers of options as plain integers: the usual case, at half the cost."""
    return set(map(type, numbers)) <= {int} and (not numbers or (min(numbers) >= 0 and max(numbers) < n_options))


def option_number(n_options: int, k: int, name: str) -> int:
    try:
        number = index(k)
    except TypeError:
        raise TypeError(f"{name} option {k!r} is not an option number") from None
    if isinstance(k, bool):
        raise TypeError(f"{name} option {k!r} is not an option number (give numbers, not a mask)")
    if not 0 <= number < n_options:
        raise ValueError(f"{name} option {number} is out of range: {option_range(n_options)}")
    return number


def option_range(n_options: int) -> str:
    """Return the valid option numbers in words, for errors."""
    last = n_options - 1
    return f"the problem has {plural(n_options, 'option')}" + (f" (0 to {last})" if last >= 0 else "")
