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

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...matrix.incidence import int32
from . import places

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ...matrix.matrix import Matrix

    Int32 = NDArray[np.int32]

MOST_TABLE_BYTES = 64 << 20  # of tables and states
MOST_TABLE_OPTIONS = 1 << 16  # more would take 512 MiB, so we do not even try
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


class Multiplicities(NamedTuple):
    """The multiplicities of a problem, as bits/bounds.h reads them. All options have the last item, n_primary."""

    least: Int32  # (items,)
    most: Int32  # (items,)
    field: Int32  # (items,) the number of the item's counter, or of the field that stays 0
    starts: Int32  # (bits + 1,) bit b has the counted items from starts[b] to starts[b + 1] - 1
    counted: Int32  # primary items with counters, by bit
    items: Int32  # the items with counters, once each
    common: int  # the item with a counter that is in all options, the one with least room; -1: none
    extends: bool  # may a solution have all options of another one, and more?


class Layout(NamedTuple):
    """The bits of options and items, as arrays that fill the tables."""

    shape: Shape
    n_primary: int
    option: Int32  # (bits,) the number of the option
    bit: Int32  # (options,) its bit, -1 if it has no primary item
    item: Int32  # (entries,) entries of the options that have a bit, sorted by item, color, bit
    color: Int32
    entry_bit: Int32
    starts: Int32  # (bits + 1,) bit b has the nodes (primary items) from starts[b] to starts[b + 1] - 1
    nodes: Int32  # (nodes,) primary items, by bit
    rank: Int32  # (nodes,) the slot of the node: the number of earlier bits with its item
    low: Int32  # (primary items,) the first word that holds an option of the item
    high: Int32  # ... and the word after the last
    longest: int  # no solution has more options
    bounds: Multiplicities | None


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
    indptr, indices, n_primary = problem.indptr, problem.indices, problem.n_primary
    most_bytes = MOST_TABLE_BYTES if most_bytes is None else most_bytes
    if problem.n_options > MOST_TABLE_OPTIONS and problem.n_options**2 // 8 > most_bytes:
        return None
    n_bits, largest, sizes = places.sizes(indptr, indices, n_primary)
    longest, levels, counter_bytes = n_primary, min(n_primary, n_bits // 2) + 2, 0
    if problem.bounds is not None:
        if n_bits >= 1 << COUNTER_BITS:
            return None
        counters = has_counter(problem.bounds, sizes)
        longest = longest_solution(problem, sizes, n_bits)
        levels, counter_bytes = longest + 2, bounds_bytes(n_bits, n_primary, len(indices), longest)
        shape = with_counters(n_bits, n_primary, int(np.count_nonzero(counters)))
    shape = shape or best(n_bits, n_primary, largest)
    if n_bytes(shape, problem.n_options, n_bits, n_primary, len(indices), levels) + counter_bytes > most_bytes:
        return None
    order = places.order(indptr, indices, sizes) if tried is None else int32(tried)
    arrays = places.arrays(indptr, indices, problem.colors, problem.n_items, n_primary, n_bits, order)
    bounds = None if problem.bounds is None else bounds_of(problem.bounds, sizes, shape, n_bits, *arrays[5:7])
    return Layout(shape, n_primary, *arrays, longest, bounds)


# --- multiplicities


def has_counter(bounds: Int32, sizes: Int32) -> NDArray[np.bool_]:
    """Return a mask of the items with counters: two options may have them, but not any number from one on."""
    lower, upper = bounds.T
    counted: NDArray[np.bool_] = (upper >= 2) & ((lower >= 2) | (upper < sizes))
    return counted


def longest_solution(problem: Matrix, sizes: Int32, n_bits: int) -> int:
    """Return an upper bound for the number of options of a solution."""
    assert problem.bounds is not None
    room = np.minimum(problem.bounds[:, 1], sizes)
    everywhere = room[sizes == n_bits]
    n_entries = int(np.count_nonzero(problem.indices < problem.n_primary))
    return min(n_bits, int(room.sum()), int(everywhere.min(initial=n_bits)), n_entries)


def bounds_of(bounds: Int32, sizes: Int32, shape: Shape, n_bits: int, starts: Int32, nodes: Int32) -> Multiplicities:
    """Return the arrays of the multiplicities; ``starts`` and ``nodes`` as in a Layout."""
    counters = has_counter(bounds, sizes)
    items = np.flatnonzero(counters)
    first = 4 * (shape.head + shape.words)
    field = np.full(len(bounds) + 1, first)
    field[items] = first + 1 + np.arange(len(items))
    kept = counters[nodes]
    begins = np.concatenate([[0], np.cumsum(kept)])[starts]
    everywhere = items[(sizes[items] == n_bits) & (bounds[items, 1] < n_bits)]
    common = everywhere[np.argmin(bounds[everywhere, 1])] if len(everywhere) else -1
    tight = bounds[:, 0] == bounds[:, 1]
    bit_of = np.repeat(np.arange(n_bits), np.diff(starts))
    extends = np.count_nonzero(np.bincount(bit_of[tight[nodes]], minlength=n_bits)) < n_bits
    lower, upper = (np.append(ends, 1) for ends in bounds.T)
    upper[-1] = 2  # of its options, those after the chosen one must be barred
    return Multiplicities(
        int32(lower),
        int32(upper),
        int32(field),
        int32(begins),
        int32(nodes[kept]),
        int32(items),
        int(common),
        bool(extends),
    )
