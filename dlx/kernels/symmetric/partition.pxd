"""The C interface of partitions."""

from libc.stdint cimport int32_t

from .graph cimport Graph

cdef void start(Graph* g) noexcept nogil
cdef bint single_out(Graph* g, int32_t v) noexcept nogil
cdef void undo(Graph* g, int32_t height) noexcept nogil
