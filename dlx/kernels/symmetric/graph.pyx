# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Room for a graph, for its partitions and for the search for its canonical form: once for all graphs of a count."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from cython cimport final

import numpy as np

from .labeling cimport MOST_GENERATORS
from ...matrix.address cimport address

cdef enum:
    NUMBER_BYTES = 3  # of a number in a form, at most: 2^21


cdef uint64_t hashed(const uint8_t* bytes, int64_t size) noexcept nogil:
    """Return a hash of bytes."""
    cdef uint64_t h = size, x = 0
    cdef int64_t k
    for k in range(size // 8):
        memcpy(&x, bytes + 8 * k, 8)
        h = mixed(h, x)
    x = 0
    memcpy(&x, bytes + size - size % 8, size % 8)
    return mixed(mixed(h, x), size)


cdef uint8_t* zeros(list room, int64_t n) except NULL:
    """Return n zero bytes, which live as long as the list."""
    array = np.zeros((n + 7) // 8, np.int64)
    room.append(array)
    return <uint8_t*> address(array)


cdef int32_t* ints(list room, int64_t n) except NULL:
    return <int32_t*> zeros(room, 4 * n)


@final
cdef class GraphRoom:
    """Room for the canonical forms of graphs up to this size in vertices and edges, both directions counted."""

    def __cinit__(self, int32_t n, int64_t edges, int32_t most_generators=MOST_GENERATORS):
        cdef Graph* g = &self.g
        cdef list room = []
        n += 1
        g.starts, g.neighbors, g.kinds = ints(room, n + 1), ints(room, edges + 1), ints(room, n)
        g.order, g.place, g.cell, g.length = ints(room, n), ints(room, n), ints(room, n), ints(room, n)
        g.queue, g.count, g.touched, g.scratch = ints(room, n), ints(room, n), ints(room, n), ints(room, n)
        g.cells, g.marked, g.buckets, g.splits = ints(room, n), ints(room, n), ints(room, n + 1), ints(room, 2 * n)
        g.path, g.targets, g.heights, g.steps = ints(room, n), ints(room, n), ints(room, n), ints(room, n)
        g.best_path, g.best_order = ints(room, n), ints(room, n)
        g.most_generators = most_generators
        g.generators = ints(room, <int64_t> most_generators * n)
        g.alike, g.fixing = ints(room, n), ints(room, n)
        g.queued = zeros(room, n)
        g.best_traces = <uint64_t*> zeros(room, 8 * 5 * n)  # a path splits cells in fewer than 5 n steps
        g.form, g.leaf = zeros(room, NUMBER_BYTES * (n + edges)), zeros(room, NUMBER_BYTES * (n + edges))
        self.room = room
