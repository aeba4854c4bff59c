# SPDX-License-Identifier: MIT
"""Options assumed chosen or not chosen: checked once, then passed to a question as one value.

The term is that of SAT solvers, which solve under assumptions without rebuilding anything. A given option that
contradicts another means that there is no solution; it is not an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .matrix import Matrix
from .numbers import option_numbers


class Assumptions(NamedTuple):
    """Numbers of options, in the order the caller gave them."""

    given: tuple[int, ...]
    banned: tuple[int, ...]

    @classmethod
    def of(cls, matrix: Matrix, given: Iterable[int] = (), banned: Iterable[int] = ()) -> Assumptions:
        """Return the assumptions of these options, checked.

        Raises:
            TypeError: an option that is not a number.
            ValueError: an option that does not exist.
        """
        if given == () == banned:
            return NONE
        n = matrix.n_options
        return cls(option_numbers(n, given, "given"), option_numbers(n, banned, "banned"))


NONE = Assumptions((), ())
