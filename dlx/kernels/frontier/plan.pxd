"""The C interface of plans."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from cython cimport final

from .window cimport Sketch

cdef enum:
    NODE_WORK = 50  # units of merge.h for a node, about what a memoized search does for one
    STATE_WORK = 4  # units for a result; a test takes one


@final
cdef class LayerPlan:
    cdef Sketch s
    cdef list room, kept
    cdef readonly bint impossible  # is there an item that needs more options than it has?
    cdef readonly int32_t width  # bits of the window, at most
    cdef readonly double nodes  # a bound for the work of all layers
    cdef readonly object open  # type: NDArray[np.float64]  # stage -> log2 of a bound for the states after it
    # once drawn
    cdef int32_t words  # of a key
    cdef int32_t n_layers  # stages, and stages that only forget; NONE before
    cdef int32_t most_branches  # of a stage
    cdef uint64_t* branches  # words of mask, of want, and of the number to add, of each branch
    cdef int64_t n_branches, branch_room
    cdef int64_t* branch_starts  # layer -> its first branch
    cdef int32_t* stage_of  # layer -> stage
