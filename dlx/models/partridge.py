# SPDX-License-Identifier: MIT
"""The partridge puzzle: one square of side 1, two of side 2, ... n of side n that together fill one square.

    1 * 1 + 2 * 4 + 3 * 9 + ... + n * n^2  =  (1 + 2 + ... + n)^2

The problem is the one in squared.py, with multiplicities. The search grows as follows (n = 6 takes 2 seconds):

    n          2     3     4       5         6
    nodes      4    26   268   5,816   423,738

Counting all solutions for n = 8 is out of reach; special programs take hours on many processors.

Reference: R. T. Wainwright, 2nd Gathering for Gardner (1996).
"""

from __future__ import annotations

from .instance import Instance, natural
from .squared import filled

LARGEST = 14  # a larger problem has more entries than squared.py allows


def partridge(n: int = 8) -> Instance:
    """Fill a square of side 1 + 2 + ... + n with one square of side 1, two of side 2, up to n of side n.

    The sum of the first n cubes is the square of the sum of the first n numbers, so the areas are equal. But can you
    put the squares together? Robert Wainwright posed this puzzle in 1996, and named it for the partridge in the pear
    tree of the twelve days of Christmas. There is no way for n from 2 to 7; the search takes a second up to n = 6, and
    minutes for 7. For n = 8, Bill Cutler and Patrick Hamlyn found 18,656 ways (2,332 up to symmetry), too many nodes
    for this search.

    Args:
        n: the side of the largest squares, and their number.

    The symmetries are the 8 rotations and reflections of the square. You can list the solutions up to symmetry, but not
    count them, as some symmetries exchange squares of one size.

    Raises:
        ValueError: n is below 0 or above 14, where the problem has more than 10 million entries.

    >>> [partridge(n).count() for n in range(1, 6)]
    [1, 0, 0, 0, 0]

    On the command line::

        dlx model partridge 8 | dlx info -
    """
    n = natural(n, "n")
    if n > LARGEST:
        raise ValueError(f"partridge {n} is too large: there can be at most {LARGEST}")
    side = n * (n + 1) // 2
    return filled(side, side, {size: size for size in range(1, n + 1)}, f"partridge puzzle of {n}")
