# SPDX-License-Identifier: MIT
"""Options assumed chosen or not chosen: checked once, then passed to a question as one value.

The term comes from SAT solvers, which solve under assumptions without rebuilding anything. A given option that
contradicts another means that there is no solution; it is not an error.
"""

from __future__ import annotations

from typing import NamedTuple

from .matrix import Matrix
from .named import NO_OPTIONS, Options, named_options


class Assumptions(NamedTuple):
    """Numbers of options, in the order the caller gave them."""

    given: tuple[int, ...]
    banned: tuple[int, ...]

    @classmethod
    def of(cls, matrix: Matrix, given: Options = NO_OPTIONS, banned: Options = NO_OPTIONS) -> Assumptions:
        """Return the assumptions of these options, checked.

        Raises:
            TypeError: an option that is neither a number, nor a list of items, nor a function.
            ValueError: an option that does not exist, or items that several options have.
        """
        if given is NO_OPTIONS and banned is NO_OPTIONS:  # an array has no single answer to ==
            return NONE
        return cls(named_options(matrix, given, "given"), named_options(matrix, banned, "banned"))


NONE = Assumptions((), ())
