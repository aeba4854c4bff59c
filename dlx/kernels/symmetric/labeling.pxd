"""The C interface of canonical forms."""

from .graph cimport Graph

cdef enum:
    MOST_GENERATORS = 64  # symmetries that a search remembers; the newest replaces the oldest

cdef void canonize(Graph* g) noexcept nogil
cdef object group_order(Graph* g)
