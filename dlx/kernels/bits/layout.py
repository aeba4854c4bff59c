# SPDX-License-Identifier: MIT
"""The layout of a problem in the bits of the kernel `_bits`, if it is small enough.

A state of a search is a row of words of 64 bits:

    open        one bit for each primary item
    slots       if items are small: bit i of slot s is the s-th option of item i
    live        one bit for each option that has a primary item
    counters    with multiplicities: chosen options of an item, 16 bits each; see bits/bounds.h

We number the options so that those with a common item are near each other; few words then hold the options of an item.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...matrix.incidence import int32
from .places import Layout

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ...matrix.matrix import Matrix

MOST_TABLE_BYTES = 64 << 20  # of tables and states
MOST_TABLE_OPTIONS = 1 << 16  # more would take 512 MiB, so we do not even try
MOST_KEPT_SHAPES = 1_024  # of small problems, whose shape takes longer to choose than their bits
COUNTER_BITS = 16  # of a counter in the state of a problem with multiplicities

# The variants of the search, in the order of bits/bits.h: (words of live, words of open, slots); 0 words: any number.
SMALL_SHAPES = (
    *((words, item_words, 0) for words in (1, 2, 3, 4, 6) for item_words in (1, 2, 0)),
    *((4, item_words, n) for item_words in (1, 2) for n in (3, 4, 6, 8, 12, 16, 24)),
    *((words, item_words, n) for words, item_words in ((6, 3), (8, 4)) for n in (4, 6, 8, 12, 16, 24)),
)
WIDE = (
    *((8, item_words, 0) for item_words in (1, 2, 0)),
    *((words, item_words, 0) for words in (16, 24, 32, 40) for item_words in (1, 2)),
    *((0, item_words, 0) for item_words in (1, 2, 0)),
    *((16, 8, n) for n in (4, 9, 16, 25)),
)
BOUNDED = ((1, 1), (2, 1), (4, 1), (4, 0), (8, 0), (0, 0))  # with multiplicities: no slots
VARIANTS = SMALL_SHAPES + WIDE
SLOTTED = [(variant, *shape) for variant, shape in enumerate(VARIANTS) if shape[2]]


class Shape(NamedTuple):
    """The numbers of words of a state."""

    words: int  # words of `live`
    item_words: int  # words of `open`, and of a slot
    slots: int  # number of slots; 0: sizes are counted from masks
    head: int  # words before `live`
    stride: int  # words of a whole state, padded to whole vectors
    variant: int  # number of the search function in bits/search.h made for this shape


def n_bytes(shape: Shape, n_options: int, n_bits: int, n_primary: int, n_entries: int, levels: int) -> int:
    """Return the bytes of the tables, of one search, and of the arrays that fill the tables."""
    words = shape.stride * (n_bits + levels + 3) + shape.words * (n_primary + 1)
    return 8 * words + 24 * levels + 4 * n_options + 16 * (n_bits + n_primary) + 20 * n_entries


def bounds_bytes(n_bits: int, n_primary: int, n_entries: int, longest: int) -> int:
    """Return the bytes that multiplicities take besides."""
    return 4 * (n_bits + 4 * n_primary + n_entries + 3 * longest + 8)


def shape_of(variant: int, words: int, item_words: int) -> Shape:
    slots = VARIANTS[variant][2]
    head = item_words * (1 + slots) if slots or words < 8 else -(-item_words // 8) * 8
    return Shape(words, item_words, slots, head, -(-(head + words) // 4) * 4, variant)


def counting(n_bits: int, n_primary: int) -> Shape:
    """Return the shape for counting the sizes of items from their masks."""
    words = max(1, -(-n_bits // 64))
    if words > 4:
        words = 6 if words <= 6 else -(-words // 8) * 8
    item_words = max(1, -(-n_primary // 64))
    made_for = (words, item_words, 0)
    if made_for not in VARIANTS:
        made_for = (words if words <= 8 else 0, item_words if item_words <= 2 else 0, 0)
    return shape_of(VARIANTS.index(made_for), words, item_words)


def slotted(n_bits: int, n_primary: int, largest: int) -> Shape | None:
    """Return the shape for adding up sizes from slots, or None if there are too many items or they are too large."""
    for variant, words, item_words, slots in SLOTTED:
        if slots >= largest and n_bits <= 64 * words and n_primary <= 64 * item_words:
            return shape_of(variant, words, item_words)
    return None


def with_counters(n_bits: int, n_primary: int, n_counted: int) -> Shape:
    """Return the shape for a problem with multiplicities: counters of 16 bits, the first of which stays 0."""
    words, item_words = max(1, -(-n_bits // 64)), max(1, -(-n_primary // 64))
    words = next((n for n in (1, 2, 4, 8) if n >= words), -(-words // 8) * 8)
    if words < 4 and (words, item_words) not in BOUNDED:
        words = 4
    made_for = (words if words <= 8 else 0, item_words if (words, item_words) in BOUNDED else 0)
    head = item_words if words < 8 else -(-item_words // 8) * 8
    pad = 4 if words < 8 else 8
    stride = -(-(head + words + n_counted // 4 + 1) // pad) * pad
    return Shape(words, item_words, 0, head, stride, len(VARIANTS) + BOUNDED.index(made_for))


@lru_cache(MOST_KEPT_SHAPES)
def best(n_bits: int, n_primary: int, largest: int) -> Shape:
    """Return the shape that is likely to be faster."""
    counted, added = counting(n_bits, n_primary), slotted(n_bits, n_primary, largest)
    if added is not None and 3.2 * added.slots * added.item_words < counted.words * n_primary:
        return added  # of 23 problems with both shapes, slower for 1, by 15 %
    return counted


def lay_out(
    problem: Matrix,
    tried: ArrayLike | None = None,
    shape: Shape | None = None,
    *,
    most_bytes: int | None = None,
) -> Layout | None:
    """Return the layout of a problem, or None if it would take more than ``most_bytes`` (None: MOST_TABLE_BYTES).

    ``tried`` is the order in which to try options; by default it is the order that suits the layout. ``shape``
    overrides the best shape.
    """
    indptr, indices, n_primary, bounds = problem.indptr, problem.indices, problem.n_primary, problem.bounds
    n_options, n_entries = len(indptr) - 1, len(indices)
    most_bytes = MOST_TABLE_BYTES if most_bytes is None else most_bytes
    if n_options > MOST_TABLE_OPTIONS and n_options**2 // 8 > most_bytes:
        return None
    layout = Layout(indptr, indices, problem.colors, bounds, len(problem.items), n_primary)
    n_bits = layout.n_bits
    if bounds is None:
        levels, more = min(n_primary, n_bits // 2) + 2, 0
        shape = shape or best(n_bits, n_primary, layout.largest)
    else:
        if n_bits >= 1 << COUNTER_BITS:
            return None
        levels, more = layout.longest + 2, bounds_bytes(n_bits, n_primary, n_entries, layout.longest)
        shape = shape or with_counters(n_bits, n_primary, layout.n_counted)
    if n_bytes(shape, n_options, n_bits, n_primary, n_entries, levels) + more > most_bytes:
        return None
    layout.arrange(shape, None if tried is None else int32(tried))
    return layout
