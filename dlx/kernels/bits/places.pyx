# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The places of options in the bits of a state, and the arrays that fill the tables: the loops of layout.py.

    options    0: a c    1: x    2: b    3: a b           x is secondary, so option 1 has no bit
    order      0 3 2 1                                    by largest item: a, then b
    bits       0: a c    1: a b    2: b
    by item    a: bits 0 1    b: bits 1 2    c: bit 0     entries, sorted by item, color and bit
    by bit     0: a c    1: a b    2: b                   nodes, each with its rank among the options of its item

Every step is a counting sort, which is linear. NumPy's sorts took more than ten times as long, and 0.2 ms even for ten
entries.
"""

from libc.stdint cimport INT32_MAX, int32_t, int64_t

import numpy as np

from ...matrix.sorting cimport SPARSE, sort_by

cdef enum:
    WORD_BITS = 64


cdef inline int32_t* ints(int32_t[::1] array) noexcept nogil:
    return &array[0] if array.shape[0] else NULL


cdef inline const int32_t* first(const int32_t[::1] array) noexcept nogil:
    return &array[0] if array is not None and array.shape[0] else NULL


# --- sizes and the order of options


def sizes(const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
          int32_t n_primary) -> tuple[int, int, NDArray[np.int32]]:
    """Return how many options have a primary item, and how many options the largest and each primary item have.

    >>> from array import array
    >>> n, largest, item_sizes = sizes(array("i", [0, 2, 3, 4, 6]), array("i", [0, 2, 3, 1, 0, 1]), 3)
    >>> n, largest, item_sizes.tolist()
    (3, 2, [2, 2, 1])
    """
    item_sizes = np.zeros(n_primary, np.int32)
    cdef int32_t* size = ints(item_sizes)
    cdef Py_ssize_t k, e
    cdef int32_t n_bits = 0, largest = 0
    cdef bint has_primary
    with nogil:
        for k in range(indptr.shape[0] - 1):
            has_primary = False
            for e in range(indptr[k], indptr[k + 1]):
                if indices[e] < n_primary:
                    size[indices[e]] += 1
                    has_primary = True
            n_bits += has_primary
        for k in range(n_primary):
            largest = max(largest, size[k])
    return n_bits, largest, item_sizes


def order(const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
          int32_t[::1] size not None) -> NDArray[np.int32]:
    """Return an order of the options that keeps the options of an item near each other, the best of three.

    The candidates are the given order, by largest item, and by middle item. Of equal ones the first counts. In a single
    word any order will do. ``size`` has the number of options of each primary item.
    """
    cdef int32_t n_options = <int32_t> (indptr.shape[0] - 1), n_primary = <int32_t> size.shape[0], k
    cdef const int32_t* begin = first(indptr)
    cdef const int32_t* items = first(indices)
    candidates = np.empty((3, n_options), np.int32)
    cdef int32_t[:, ::1] tried = candidates
    for k in range(n_options):
        tried[0, k] = k
    if n_options <= WORD_BITS:
        return candidates[0]
    room = np.empty(4 * n_primary + 2 * n_options + max(n_options, n_primary) + 2, np.int32)
    cdef int32_t* low = ints(room)
    cdef int32_t* key = low + 4 * n_primary
    cdef int32_t* count = key + 2 * n_options
    cdef int64_t best = 0, least, spread
    with nogil:
        keys_of_options(begin, items, n_options, ints(size), n_primary, low, key, count)
        sort_by(key, n_primary + 1, &tried[0, 0], n_options, &tried[1, 0], count)
        sort_by(key + n_options, n_primary + 1, &tried[0, 0], n_options, &tried[2, 0], count)
        for k in range(3):
            spread = words_from_to(begin, items, &tried[k, 0], n_options, low, low + n_primary, n_primary)
            if k == 0 or spread < least:
                best, least = k, spread
    return candidates[best]


cdef void keys_of_options(const int32_t* indptr, const int32_t* indices, int32_t n_options, const int32_t* size,
                          int32_t n_primary, int32_t* room, int32_t* key, int32_t* count) noexcept nogil:
    """Write two keys of each option, into key[k] and key[n_options + k]: the place of its largest item when items are
    sorted by size, and its middle item. An option without primary items comes last in one order, and first in the
    other."""
    cdef int32_t* rank = room  # item -> its place
    cdef int32_t* smaller = room + n_primary  # item -> options of the largest item that it lacks
    cdef int32_t* item = room + 2 * n_primary
    cdef int32_t* by_size = room + 3 * n_primary
    cdef int32_t k, e, n, middle, largest = 0
    for k in range(n_primary):
        largest = max(largest, size[k])
    for k in range(n_primary):
        item[k], smaller[k] = k, largest - size[k]
    sort_by(smaller, largest + 1, item, n_primary, by_size, count)
    for k in range(n_primary):
        rank[by_size[k]] = k
    for k in range(n_options):
        key[k], n = n_primary, 0
        for e in range(indptr[k], indptr[k + 1]):
            if indices[e] < n_primary:
                key[k] = min(key[k], rank[indices[e]])
                n += 1
        key[n_options + k] = 0
        middle = n // 2
        for e in range(indptr[k], indptr[k + 1] if n else indptr[k]):
            if indices[e] < n_primary:
                if middle == 0:
                    key[n_options + k] = indices[e]
                middle -= 1


cdef int64_t words_from_to(const int32_t* indptr, const int32_t* indices, const int32_t* option, int32_t n,
                           int32_t* low, int32_t* high, int32_t n_primary) noexcept nogil:
    """Write for each primary item the first word that has a bit of it, and the word after the last; at least one word.

    Bit b stands for ``option[b]``. Return the sum of their numbers of words.
    """
    cdef int32_t b, e, item, k
    cdef int64_t total = 0
    for k in range(n_primary):
        low[k], high[k] = INT32_MAX, 0
    for b in range(n):
        for e in range(indptr[option[b]], indptr[option[b] + 1]):
            item = indices[e]
            if item < n_primary:
                low[item] = min(low[item], b // WORD_BITS)
                high[item] = b // WORD_BITS + 1
    for k in range(n_primary):
        if high[k] == 0:
            low[k], high[k] = 0, 1
        total += high[k] - low[k]
    return total


# --- the arrays that fill the tables


cdef struct Entries:
    const int32_t* indptr  # the problem, as in a Matrix
    const int32_t* indices
    const int32_t* colors  # NULL: there are none
    const int32_t* key  # (entries,) the item, or its rank among the occurring items
    int32_t n_keys, n_primary, n_colors
    int32_t* bit_of  # (entries,) the bit of an entry's option, for entries that have one
    int32_t* numbers  # (entries,) numbers of these entries, in the order reached so far
    int32_t* other  # (entries,) room for the next order
    int32_t* count  # room for sort_by


def arrays(const int32_t[::1] indptr not None, const int32_t[::1] indices not None, const int32_t[::1] colors,
           int32_t n_items, int32_t n_primary, int32_t n_bits,
           const int32_t[::1] tried not None) -> tuple[
               NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32],
               NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return the arrays of a Layout, from ``option`` to ``high``, if the options are tried in this order."""
    cdef int32_t n_options = <int32_t> (indptr.shape[0] - 1), k
    cdef int64_t n = indices.shape[0], n_nodes
    cdef Entries t
    cdef const int32_t[::1] keys = indices
    if n_items > SPARSE * n:  # an array of n_items could take any amount of memory
        keys, n_items = ranks(indices)
    t.indptr, t.indices, t.colors, t.n_colors = first(indptr), first(indices), first(colors), 0
    t.key, t.n_keys, t.n_primary = first(keys), n_items, n_primary
    for k in range(0 if colors is None else <int32_t> n):
        t.n_colors = max(t.n_colors, colors[k])
    option, bit = np.empty(n_bits, np.int32), np.full(n_options, -1, np.int32)
    room, count = np.empty(3 * n, np.int32), np.empty(max(n_items, t.n_colors) + 2, np.int32)
    t.bit_of, t.count = ints(room), ints(count)
    t.numbers, t.other = t.bit_of + n, t.bit_of + 2 * n
    cdef int32_t* options = ints(option)
    cdef int32_t* bits = ints(bit)
    cdef const int32_t* order = first(tried)
    with nogil:
        n = place(&t, order, n_options, options, bits, &n_nodes)
        sort_entries(&t, n)
    item, color, entry_bit = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
    starts, nodes, rank = np.zeros(n_bits + 1, np.int32), np.empty(n_nodes, np.int32), np.empty(n_nodes, np.int32)
    low, high = np.empty(n_primary, np.int32), np.empty(n_primary, np.int32)
    gather(&t, n, ints(item), ints(color), ints(entry_bit))
    by_bit(ints(item), ints(entry_bit), n_nodes, n_bits, ints(starts), ints(nodes), ints(rank))
    words_from_to(t.indptr, t.indices, options, n_bits, ints(low), ints(high), n_primary)
    return option, bit, item, color, entry_bit, starts, nodes, rank, low, high


def ranks(const int32_t[::1] indices not None) -> tuple[NDArray[np.int32], int]:
    """Return the rank of each entry's item among the items that occur, and how many occur.

    >>> from array import array
    >>> found, n = ranks(array("i", [7, 1000, 7]))
    >>> found.tolist(), n
    ([0, 1, 0], 2)
    """
    items, rank = np.unique(indices, return_inverse=True)
    return rank.astype(np.int32), len(items)


cdef int64_t place(Entries* t, const int32_t* order, int32_t n_options, int32_t* option, int32_t* bit,
                   int64_t* n_nodes) noexcept nogil:
    """Give bits to the options with primary items, in this order, and list their entries; return how many these are.
    """
    cdef int32_t b = 0, k, e
    cdef int64_t n = 0, before
    n_nodes[0] = 0
    for k in range(n_options):
        before = n_nodes[0]
        for e in range(t.indptr[order[k]], t.indptr[order[k] + 1]):
            n_nodes[0] += t.indices[e] < t.n_primary
        if n_nodes[0] == before:
            continue
        option[b], bit[order[k]] = order[k], b
        for e in range(t.indptr[order[k]], t.indptr[order[k] + 1]):
            t.bit_of[e], t.numbers[n] = b, e
            n += 1
        b += 1
    return n


cdef void sort_entries(Entries* t, int64_t n) noexcept nogil:
    """Sort the entries, listed by bit, by item and color."""
    if t.n_colors:
        sort_by(t.colors, t.n_colors + 1, t.numbers, n, t.other, t.count)
        t.numbers, t.other = t.other, t.numbers
    sort_by(t.key, t.n_keys, t.numbers, n, t.other, t.count)
    t.numbers, t.other = t.other, t.numbers


cdef void gather(const Entries* t, int64_t n, int32_t* item, int32_t* color, int32_t* entry_bit) noexcept nogil:
    """Write the items, colors and bits of the sorted entries."""
    cdef int64_t j
    for j in range(n):
        item[j], entry_bit[j] = t.indices[t.numbers[j]], t.bit_of[t.numbers[j]]
        color[j] = t.colors[t.numbers[j]] if t.n_colors else 0


cdef void by_bit(const int32_t* item, const int32_t* entry_bit, int64_t n, int32_t n_bits, int32_t* starts,
                 int32_t* nodes, int32_t* rank) noexcept nogil:
    """Write the nodes, the first n of the sorted entries, by bit: each with its rank within its item."""
    cdef int64_t j, first = 0
    cdef int32_t b
    for j in range(n):
        starts[entry_bit[j] + 1] += 1
    for b in range(n_bits):
        starts[b + 1] += starts[b]
    for j in range(n):
        if item[j] != item[first]:
            first = j
        b = entry_bit[j]
        nodes[starts[b]], rank[starts[b]] = item[j], <int32_t> (j - first)
        starts[b] += 1  # ends where the next bit starts
    for b in range(n_bits, 0, -1):
        starts[b] = starts[b - 1]
    starts[0] = 0
