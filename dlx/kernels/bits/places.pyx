# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The places of options in the bits of a state, and the arrays that fill the tables.

    options    0: a c    1: x    2: b    3: a b           x is secondary, so option 1 has no bit
    order      0 3 2 1                                    by largest item: a, then b
    bits       0: a c    1: a b    2: b
    by item    a: bits 0 1    b: bits 1 2    c: bit 0     entries, sorted by item, color and bit
    by bit     0: a c    1: a b    2: b                   nodes, each with its rank among the options of its item

Every step is a counting sort, which is linear. NumPy's sorts took more than ten times as long, and 0.2 ms even for ten
entries. The arrays are pieces of three blocks of memory, because a problem of 28 options has them all in half a
microsecond, where each small array of NumPy takes as long.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from libc.stdint cimport INT32_MAX, INT64_MAX, int32_t, int64_t
from libc.string cimport memcpy, memset

from cython cimport final

import numpy as np

from ...matrix.address cimport ints
from ...matrix.sorting cimport SPARSE, sort_by

cdef enum:
    WORD_BITS = 64


cdef bytearray room_for(int64_t n):
    """Return memory for n numbers. A small array of NumPy takes ten times as long, and a layout has twenty."""
    return PyByteArray_FromStringAndSize(NULL, n * sizeof(int32_t))


cdef inline int32_t* first(bytearray room) noexcept:
    return <int32_t*> PyByteArray_AS_STRING(room)


cdef array_of(const int32_t* numbers, int64_t n):
    """Return a copy of n numbers as an array."""
    array = np.empty(n, np.int32)
    memcpy(ints(array), numbers, n * sizeof(int32_t))
    return array


cdef struct Entries:  # of the options that have a bit, while they are sorted
    const int32_t* key  # entry -> its item, or the rank of the item among the occurring items
    int32_t n_keys, n_colors
    int32_t* bit_of  # entry -> the bit of its option
    int32_t* numbers  # the entries, in the order reached so far
    int32_t* other  # room for the next order
    int32_t* count  # room for sort_by


@final
cdef class Layout:
    """The layout of a problem: the bits of its options, and the arrays that fill the tables.

    The first numbers are known at once, and determine the shape of a state; ``arrange`` makes the rest.

    Args:
        indptr, indices, colors, bounds: as in a Matrix.
        n_items: the number of items; it may be far larger than the number of entries.
    """

    def __cinit__(self, indptr not None: NDArray[np.int32], indices not None: NDArray[np.int32],
                  colors: NDArray[np.int32] | None, bounds: NDArray[np.int32] | None, int32_t n_items,
                  int32_t n_primary):
        self.problem = indptr, indices, colors, bounds
        self.indptr, self.indices = ints(indptr), ints(indices)
        self.colors = NULL if colors is None else ints(colors)
        self.bounds = NULL if bounds is None else ints(bounds)
        self.n_options, self.n_items, self.n_primary = <int32_t> len(indptr) - 1, n_items, n_primary
        self.sizes = room_for(n_primary)
        self.size = first(self.sizes)
        self.longest = n_primary
        with nogil:
            measure(self)
            if self.bounds != NULL:
                measure_limits(self)

    def arrange(self, shape: Shape, order: NDArray[np.int32] | None = None) -> None:
        """Give the options their bits, in the order in which to try them; None: an order that suits the tables."""
        cdef int64_t n = self.indptr[self.n_options]
        cdef Entries t
        cdef int32_t k
        cdef bytearray candidates = room_for(3 * <int64_t> self.n_options)
        cdef const int32_t* tried = suitable_order(self, first(candidates)) if order is None else ints(order)
        keys, t.key, t.n_keys = None, self.indices, self.n_items
        if self.n_items > SPARSE * n:  # an array of n_items could take any amount of memory
            keys, t.n_keys = ranks(self.problem[1])
            t.key = ints(keys)
        t.n_colors = 0
        for k in range(0 if self.colors == NULL else <int32_t> n):
            t.n_colors = max(t.n_colors, self.colors[k])
        cdef bytearray room = room_for(3 * n + max(t.n_keys, t.n_colors) + 2)
        t.bit_of = first(room)
        t.numbers, t.other, t.count = t.bit_of + n, t.bit_of + 2 * n, t.bit_of + 3 * n
        self.shape = shape
        self._take_room()
        with nogil:
            place(self, &t, tried)
            sort_entries(self, &t)
            gather(self, &t)
            by_bit(self)
            self.spread = words_from_to(self, self.option, self.n_bits, self.low, self.high)
        self.low[self.n_primary], self.high[self.n_primary] = 0, shape.words

    def _take_room(self):
        cdef int64_t items = self.n_primary + 1
        self.kept = room_for(2 * self.n_bits + 1 + self.n_options + 2 * self.n_nodes + 2 * items)
        self.entries = room_for(3 * self.n_entries)
        self.option = first(self.kept)
        self.starts = self.option + self.n_bits
        self.bit = self.starts + self.n_bits + 1
        self.nodes = self.bit + self.n_options
        self.rank = self.nodes + self.n_nodes
        self.low = self.rank + self.n_nodes
        self.high = self.low + items
        self.item = first(self.entries)
        self.color = self.item + self.n_entries
        self.entry_bit = self.color + self.n_entries

    cdef bytearray limits(self, int32_t first_field, Limits* to):
        """Write the multiplicities, and return their memory; counters begin after this field, which stays 0."""
        cdef int64_t items = self.n_primary + 1, n_counted = 0, j
        for j in range(self.n_nodes):
            n_counted += has_counter(self, self.nodes[j])
        cdef bytearray room = room_for(3 * items + self.n_counted + self.n_bits + 1 + n_counted)
        to.least = first(room)
        to.most = to.least + items
        to.field = to.most + items
        to.counted_items = to.field + items
        to.counted_starts = to.counted_items + self.n_counted
        to.counted = to.counted_starts + self.n_bits + 1
        write_limits(self, first_field, to)
        return room

    def arrays(self) -> tuple[NDArray[np.int32], ...]:
        """Return copies: option, bit, item, color, entry_bit, starts, nodes, rank, low, high."""
        if self.kept is None:
            raise ValueError("the places are not arranged yet")
        bits, entries, nodes, items = self.n_bits, self.n_entries, self.n_nodes, self.n_primary
        return (
            array_of(self.option, bits), array_of(self.bit, self.n_options), array_of(self.item, entries),
            array_of(self.color, entries), array_of(self.entry_bit, entries), array_of(self.starts, bits + 1),
            array_of(self.nodes, nodes), array_of(self.rank, nodes), array_of(self.low, items),
            array_of(self.high, items),
        )


# --- sizes and the order of options


cdef void measure(Layout p) noexcept nogil:
    """Count the options of each primary item, the options that have one, and their entries."""
    cdef int32_t k, e, begin, end, primary
    memset(p.size, 0, p.n_primary * sizeof(int32_t))
    p.n_bits = p.largest = 0
    p.n_nodes = p.n_entries = 0
    for k in range(p.n_options):
        begin, end = p.indptr[k], p.indptr[k + 1]
        primary = 0
        for e in range(begin, end):
            if p.indices[e] < p.n_primary:
                p.size[p.indices[e]] += 1
                primary += 1
        p.n_bits += primary > 0
        p.n_nodes += primary
        p.n_entries += end - begin if primary else 0
    for k in range(p.n_primary):
        p.largest = max(p.largest, p.size[k])


cdef const int32_t* suitable_order(Layout p, int32_t* room):
    """Return an order of the options that keeps the options of an item near each other, the best of three.

    The candidates are the given order, by largest item, and by middle item. Of equal ones the first counts. In a single
    word any order will do; we keep the given one, so that links finds the solutions in the same order. There is room
    for the three.
    """
    cdef int32_t n = p.n_options, k
    for k in range(n):
        room[k] = k
    if n <= WORD_BITS:
        return room
    cdef bytearray work = room_for(4 * <int64_t> p.n_primary + 2 * n + max(n, p.n_primary) + 2)
    cdef int32_t* low = first(work)
    cdef int32_t* key = low + 4 * p.n_primary
    cdef int32_t* count = key + 2 * n
    cdef const int32_t* best = room
    cdef int64_t least = INT64_MAX, spread
    with nogil:
        keys_of_options(p, low, key, count)
        sort_by(key, p.n_primary + 1, room, n, room + n, count)
        sort_by(key + n, p.n_primary + 1, room, n, room + 2 * n, count)
        for k in range(3):
            spread = words_from_to(p, room + k * <int64_t> n, n, low, low + p.n_primary)
            if spread < least:
                best, least = room + k * <int64_t> n, spread
    return best


cdef void keys_of_options(Layout p, int32_t* room, int32_t* key, int32_t* count) noexcept nogil:
    """Write two keys of each option, into key[k] and key[n_options + k]: the place of its largest item when items are
    sorted by size, and its middle item. An option without primary items comes last in one order, and first in the
    other."""
    cdef const int32_t* indices = p.indices
    cdef int32_t n_primary = p.n_primary
    cdef int32_t* rank = room  # item -> its place
    cdef int32_t* smaller = room + n_primary  # item -> options of the largest item that it lacks
    cdef int32_t* item = room + 2 * n_primary
    cdef int32_t* by_size = room + 3 * n_primary
    cdef int32_t k, e, n, middle
    for k in range(n_primary):
        item[k], smaller[k] = k, p.largest - p.size[k]
    sort_by(smaller, p.largest + 1, item, n_primary, by_size, count)
    for k in range(n_primary):
        rank[by_size[k]] = k
    for k in range(p.n_options):
        key[k], n = n_primary, 0
        for e in range(p.indptr[k], p.indptr[k + 1]):
            if indices[e] < n_primary:
                key[k] = min(key[k], rank[indices[e]])
                n += 1
        key[p.n_options + k] = 0
        middle = n // 2
        for e in range(p.indptr[k], p.indptr[k + 1] if n else p.indptr[k]):
            if indices[e] < n_primary:
                if middle == 0:
                    key[p.n_options + k] = indices[e]
                middle -= 1


cdef int64_t words_from_to(Layout p, const int32_t* option, int32_t n, int32_t* low, int32_t* high) noexcept nogil:
    """Write for each primary item the first word that has a bit of it, and the word after the last; at least one word.

    Bit b stands for ``option[b]``. Return the sum of their numbers of words.
    """
    cdef int32_t b, e, item, k, word
    cdef int64_t total = 0
    for k in range(p.n_primary):
        low[k], high[k] = INT32_MAX, 0
    for b in range(n):
        word = b // WORD_BITS
        for e in range(p.indptr[option[b]], p.indptr[option[b] + 1]):
            item = p.indices[e]
            if item < p.n_primary:
                low[item] = min(low[item], word)
                high[item] = word + 1
    for k in range(p.n_primary):
        if high[k] == 0:
            low[k], high[k] = 0, 1
        total += high[k] - low[k]
    return total


# --- the arrays that fill the tables


def ranks(const int32_t[::1] indices not None) -> tuple[NDArray[np.int32], int]:
    """Return the rank of each entry's item among the items that occur, and how many occur.

    >>> from array import array
    >>> found, n = ranks(array("i", [7, 1000, 7]))
    >>> found.tolist(), n
    ([0, 1, 0], 2)
    """
    items, rank = np.unique(indices, return_inverse=True)
    return rank.astype(np.int32), len(items)


cdef void place(Layout p, Entries* t, const int32_t* order) noexcept nogil:
    """Give bits to the options with primary items, in this order, and list their entries."""
    cdef int32_t b = 0, k, e, j, primary
    cdef int64_t n = 0
    for k in range(p.n_options):
        j = order[k]
        primary = 0
        for e in range(p.indptr[j], p.indptr[j + 1]):
            primary += p.indices[e] < p.n_primary
        p.bit[j] = b if primary else -1
        if primary == 0:
            continue
        p.option[b] = j
        for e in range(p.indptr[j], p.indptr[j + 1]):
            t.bit_of[e], t.numbers[n] = b, e
            n += 1
        b += 1


cdef void sort_entries(Layout p, Entries* t) noexcept nogil:
    """Sort the entries, listed by bit, by item and color."""
    if t.n_colors:
        sort_by(p.colors, t.n_colors + 1, t.numbers, p.n_entries, t.other, t.count)
        t.numbers, t.other = t.other, t.numbers
    sort_by(t.key, t.n_keys, t.numbers, p.n_entries, t.other, t.count)
    t.numbers, t.other = t.other, t.numbers


cdef void gather(Layout p, const Entries* t) noexcept nogil:
    """Write the items, colors and bits of the sorted entries."""
    cdef int64_t j
    for j in range(p.n_entries):
        p.item[j], p.entry_bit[j] = p.indices[t.numbers[j]], t.bit_of[t.numbers[j]]
        p.color[j] = p.colors[t.numbers[j]] if t.n_colors else 0


cdef void by_bit(Layout p) noexcept nogil:
    """Write the nodes, the first of the sorted entries, by bit: each with its rank within its item."""
    cdef int64_t j, before = 0
    cdef int32_t b
    cdef int32_t* starts = p.starts
    memset(starts, 0, (p.n_bits + 1) * sizeof(int32_t))
    for j in range(p.n_nodes):
        starts[p.entry_bit[j] + 1] += 1
    for b in range(p.n_bits):
        starts[b + 1] += starts[b]
    for j in range(p.n_nodes):
        if p.item[j] != p.item[before]:
            before = j
        b = p.entry_bit[j]
        p.nodes[starts[b]], p.rank[starts[b]] = p.item[j], <int32_t> (j - before)
        starts[b] += 1  # ends where the next bit starts
    for b in range(p.n_bits, 0, -1):
        starts[b] = starts[b - 1]
    starts[0] = 0


# --- multiplicities


cdef inline bint has_counter(Layout p, int32_t item) noexcept nogil:
    """Return whether an item has a counter: two options may have it, but not any number from one on."""
    cdef int32_t least = p.bounds[2 * <int64_t> item], most = p.bounds[2 * <int64_t> item + 1]
    return most >= 2 and (least >= 2 or most < p.size[item])


cdef void measure_limits(Layout p) noexcept nogil:
    """Count the items with counters, and find an upper bound for the number of options of a solution."""
    cdef int64_t longest = 0
    cdef int32_t k, room, everywhere = p.n_bits
    p.n_counted = 0
    for k in range(p.n_primary):
        room = min(p.bounds[2 * <int64_t> k + 1], p.size[k])
        longest += room
        p.n_counted += has_counter(p, k)
        if p.size[k] == p.n_bits:
            everywhere = min(everywhere, room)
    p.longest = <int32_t> min(longest, <int64_t> everywhere, p.n_nodes)


cdef void write_limits(Layout p, int32_t first_field, Limits* to) noexcept nogil:
    cdef int32_t k, b, j, n = 0, counted = 0
    cdef bint tight
    to.common, to.extends = -1, False
    for k in range(p.n_primary):
        to.least[k], to.most[k], to.field[k] = p.bounds[2 * <int64_t> k], p.bounds[2 * <int64_t> k + 1], first_field
        if has_counter(p, k):
            to.counted_items[n] = k
            n += 1
            to.field[k] = first_field + n
            if to.most[k] < p.size[k] == p.n_bits and (to.common < 0 or to.most[k] < to.most[to.common]):
                to.common = k
    k = p.n_primary
    to.least[k], to.most[k], to.field[k] = 1, 2, first_field  # of its options, those after the chosen one are barred
    for b in range(p.n_bits):
        to.counted_starts[b], tight = counted, False
        for j in range(p.starts[b], p.starts[b + 1]):
            k = p.nodes[j]
            tight |= to.least[k] == to.most[k]
            if has_counter(p, k):
                to.counted[counted] = k
                counted += 1
        to.extends |= not tight
    to.counted_starts[p.n_bits] = counted
