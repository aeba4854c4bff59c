"""The C interface of canonical forms."""

from libc.stdint cimport uint64_t

from .graph cimport Graph

cdef enum:
    MOST_GENERATORS = 64  # symmetries that a search in a count remembers

cdef void canonize(Graph* g) noexcept nogil
cdef void begin_search(Graph* g) noexcept nogil
cdef bint proceed(Graph* g, uint64_t work_stop) noexcept nogil
cdef object group_order(Graph* g)
