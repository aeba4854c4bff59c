# SPDX-License-Identifier: MIT
"""Sets of different digits with a sum: how many there are, and which.

9 digits, 3 of them, sum 8     5 2 1     4 3 1
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations

DigitSets = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]  # cells, ascending, and the sets they may hold together


def sum_bounds(side: int, size: int) -> tuple[int, int]:
    """Return the smallest and the largest sum of `size` different digits."""
    return size * (size + 1) // 2, size * (2 * side - size + 1) // 2


@cache
def number_of_sets(side: int, size: int, total: int) -> int:
    """Return the number of sets of `size` digits of 1..side with that sum.

    >>> number_of_sets(9, 4, 20), number_of_sets(36, 18, 333)
    (12, 113093022)
    """
    if side < size or not size:
        return int(side >= size and not total)
    low, high = sum_bounds(side, size)
    if not low <= total <= high:
        return 0
    return number_of_sets(side - 1, size, total) + number_of_sets(side - 1, size - 1, total - side)


def digit_sets(side: int, size: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets counted by `number_of_sets`, each descending.

    >>> list(digit_sets(9, 3, 8))
    [(5, 2, 1), (4, 3, 1)]
    """
    if not size:
        yield ()
    for largest in range(min(side, total), size - 1, -1) if size else ():
        low, high = sum_bounds(largest - 1, size - 1)
        if low <= total - largest <= high:
            for rest in digit_sets(largest - 1, size - 1, total - largest):
                yield (largest, *rest)


@cache
def parts_of_sets(digits: range, total: int, size: int | None = None, without: int = 0) -> dict[int, bool]:
    """Return the parts of all sets of these digits with a sum, one bit for each digit, and whether they are whole.

    With `size`, each set has this number of digits. No set contains the digit `without`.

    >>> {bin(part): whole for part, whole in parts_of_sets(range(2, 9), 6).items()}
    {'0b0': False, '0b1000000': True, '0b100': False, '0b10000': False, '0b10100': True}
    """
    found: dict[int, bool] = {}
    usable = [digit for digit in digits if digit != without]
    for number in range(len(usable) + 1) if size is None else [size]:
        for whole in (several for several in combinations(usable, number) if sum(several) == total):
            for part in chain.from_iterable(combinations(whole, n) for n in range(number + 1)):
                found[sum(1 << digit for digit in part)] = len(part) == number
    return found


def with_digit(parts: dict[int, bool], part: int, digit: int) -> int | None:
    """Return a part with one more digit; None if it has the digit already, or no set has both."""
    more = part | 1 << digit
    return more if more != part and more in parts else None
