# SPDX-License-Identifier: MIT
"""One look at a line: what a line is depends on its characters alone, so we keep that for the latest lines.

The sorter asks what a line may be, the scan of the whole grid asks again, and the next grid has the same borders.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

Look = TypeVar("Look")
LINES_KEPT = 1_000
LONGEST_KEPT = 512  # characters


def once(look: Callable[[str], Look]) -> Callable[[str], Look]:
    """Return a decorated function of a line, which is called once for equal lines that follow each other soon.

    >>> once(len)("53..7....")
    9
    """
    keep = lru_cache(LINES_KEPT)(look)

    @wraps(look)
    def of_line(line: str) -> Look:
        return keep(line) if len(line) <= LONGEST_KEPT else look(line)

    return of_line
