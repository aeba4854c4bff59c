"""The C interface of layers: problems by their form, with the number of ways to reach each."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from .graph cimport GraphRoom
from .residual cimport Residual
from ..counting cimport CountingMachine, Tally

cdef enum:
    STEP_WORK = 4  # units of work of step() for one of a store
    NODE_WORK = 64  # work of a node, about the same as in a memoized search


cdef struct Layer:
    uint8_t* bytes  # records: the form, then the branches
    int64_t size, most_bytes
    int64_t* starts  # problem -> its record
    int32_t* form_sizes
    uint64_t* hashes
    uint64_t* ways  # problem -> limbs of the number of ways to reach it
    double* shares  # problem -> its part of the tree
    int32_t* slots  # hash -> problem + 1
    int32_t n, most  # problems; there are twice as many slots as problems at most


cdef struct Edge:  # from a problem to what remains of it after a branch
    int32_t problem  # its number in the order of expansion, or NONE for the choices at the very beginning
    int32_t branch  # of the problem
    int32_t like  # options that are images of each other, which the branch represents
    int32_t free  # options that nothing constrains any more
    int32_t layer, number  # the child, or NONE if every need is met


cdef struct Store:
    Layer* layers  # by the number of options
    int32_t limbs  # words of a number of ways
    Edge* edges  # if they are kept
    int64_t n_edges, most_edges
    int64_t nbytes, peak_bytes, max_bytes  # of all layers and edges
    bint full, no_memory
    # counters of the machine
    uint64_t work  # edges that refinements visit, some 5 ns each
    uint64_t expanded, lookups, hits  # problems
    double done  # share of the tree behind us


cdef void multiply(uint64_t* x, int32_t limbs, uint64_t factor) noexcept nogil
cdef void add_to(uint64_t* x, const uint64_t* y, int32_t limbs) noexcept nogil
cdef void release(Store* m, Layer* layer) noexcept nogil
cdef int32_t found(const Layer* layer, const uint8_t* record, int64_t size, uint64_t hash) noexcept nogil
cdef int32_t added(Store* m, Layer* layer, const uint8_t* record, int64_t form_size, int64_t size,
                   uint64_t hash) noexcept nogil
cdef bint connect(Store* m, Edge edge) noexcept nogil


cdef class LayeredMachine(CountingMachine):
    cdef Store store
    cdef int32_t n_layers
    cdef Residual r
    cdef GraphRoom graph

    cdef _hold(self, const int32_t[::1] low, const int32_t[::1] high, const int32_t[::1] parent,
               const int32_t[::1] starts, const int32_t[::1] entries, int64_t max_bytes, int32_t most_generators)
    cdef check(self, str count)
