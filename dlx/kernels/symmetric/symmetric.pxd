"""The C interface of counts up to symmetry, for ranks.pyx."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from cython cimport final

from .graph cimport Graph
from .layers cimport LayeredMachine, Store
from .residual cimport Residual


cdef struct State:
    Store* store
    # the problem that is expanded
    int32_t layer, next  # its number in its layer
    int32_t branch, n_branches
    int32_t item, first, n_options  # to branch on, and its options; NONE for the first option of all
    bint one  # does the item need exactly one?
    int32_t like  # options that its branch represents
    uint8_t* plan  # the rest of its record
    uint64_t* ways  # of the child
    uint64_t* total
    uint8_t* record  # of the child
    bint kept  # do all layers and edges stay, for descents?


@final
cdef class Symmetric(LayeredMachine):
    cdef State m
    cdef readonly object group  # type: int  # the number of symmetries that were found at the root
    cdef object root  # the outcome of the choices at the very beginning, if layers are kept

cdef void read_plan(State* m, Residual* r, bint linked) noexcept nogil
cdef int32_t option_at(const State* m, const Residual* r, int32_t k) noexcept nogil
cdef void place(const State* m, Residual* r, int32_t k) noexcept nogil
cdef object outcome(const Residual* r, const Graph* g)
