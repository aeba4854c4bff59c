# SPDX-License-Identifier: MIT
"""The warning about options without a primary item, which are never chosen (Knuth's rule).

    Problem([["a", "b"], ["b", "c"]], primary=[], secondary=["a", "b", "c"])      the only solution is the empty one
    Problem([["a", "b"], ["b", "c"]], dict.fromkeys("abc", (0, 1)))               a packing: three solutions

A caller builds a problem by its constructor, from a matrix, from arrays, from rows or from a file, and these warn. A
model, a reduction or an unpickled copy may contain such options on purpose, and is silent.
"""

from __future__ import annotations

import warnings

from ..system.public import public
from .build import Fields
from .entries import never_chosen

PACKAGE = __name__.partition(".")[0]
RANGE_BY_NAME = "the range (0, 1): primary={{{item!r}: (0, 1), ...}}"
RANGE_BY_ROW = "a row (0, 1) of bounds="
RANGE_BY_WORD = "the range 0:1, as in 0:1|{item} in the line of items"


@public("dlx")
class NeverChosenWarning(UserWarning):
    """Options without a primary item are never chosen, so a packing of secondary items alone stays empty.

    >>> import warnings
    >>> from dlx import Problem
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     packing = Problem([["a", "b"], ["b", "c"]], primary=[], secondary=["a", "b", "c"])
    >>> print(caught[0].message)  # doctest: +NORMALIZE_WHITESPACE
    2 options have no primary item and are never chosen, first option 0; to choose such options, make their items
    primary with the range (0, 1): primary={'a': (0, 1), ...}
    >>> packing.count(), Problem([["a", "b"], ["b", "c"]], dict.fromkeys("abc", (0, 1))).count()
    (1, 3)
    """


def warned(fields: Fields, remedy: str) -> Fields:
    """Return what a caller built, with a warning at the caller's line if it has options that are never chosen.

    The caller of a small problem pays 0.1 us if it has no secondary items, else 0.5 us.
    """
    if fields.n_primary < len(fields.items):
        number, first = never_chosen(fields.indptr, fields.indices, fields.n_primary)
        if number:
            how = remedy.format(item=fields.items[fields.indices[fields.indptr[first]]])
            what = never_chosen_words(number, first)
            message = f"{what}; to choose such options, make their items primary with {how}"
            warnings.warn(message, NeverChosenWarning, stacklevel=_frames_of_ours())
    return fields


def never_chosen_words(number: int, first: int) -> str:
    """Return the sentence on these options, which the command line prints, too."""
    if number == 1:
        return f"option {first} has no primary item and is never chosen"
    return f"{number:,} options have no primary item and are never chosen, first option {first}"


def _frames_of_ours() -> int:
    """Return the stack level of the first frame outside this package, as seen from the caller."""
    from inspect import currentframe

    frame, level = currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == PACKAGE:
        frame, level = frame.f_back, level + 1
    return level
