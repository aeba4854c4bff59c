"""The C interface of all kernels: the counters of a search and the methods that a kernel supplies."""

from libc.stdint cimport int32_t, int64_t, uint64_t


ctypedef enum Outcome:
    DONE = 0  # the tree is exhausted
    SOLUTION = 1  # the search has found the last solution it may find
    PAUSED = 2  # the work is done, or the nodes; the search continues from here
    LIMIT = 3  # returned by step() alone: the last node allowed is finished


cdef extern from "dlx/kernels/kernel.h" nogil:
    const uint64_t UNLIMITED "DLX_UNLIMITED"  # nodes, solutions or work

    ctypedef struct Counters "dlx_counters":
        uint64_t nodes, updates, guesses, solutions
        int32_t max_level

    bint enter "dlx_enter"(bint* busy)  # true for one caller, until it leaves
    void leave "dlx_leave"(bint* busy)


cdef extern from * nogil:
    int popcount "__builtin_popcountll"(uint64_t x)


cdef inline uint64_t splitmix(uint64_t* state) noexcept nogil:
    """Return the next number of splitmix64 (Steele, Lea and Flood 2014)."""
    cdef uint64_t z
    state[0] += <uint64_t> 0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t> 0x94D049BB133111EB
    return z ^ (z >> 31)


cdef class CompiledMachine:
    cdef void** newest  # the last block that take() has allocated; each begins with the address of the one before
    cdef int64_t taken  # bytes of all blocks

    cdef void* take(self, int64_t n, size_t size) except NULL
    cdef int32_t* ints(self, int64_t n) except NULL
    cdef Counters* counted(self) except NULL


cdef class Kernel(CompiledMachine):
    cdef public uint64_t node_stop  # number of nodes after which step() returns; setup() sets both to UNLIMITED
    cdef public uint64_t solution_stop  # number of solutions after which it returns
    cdef bint started  # has any question been set up yet?
    cdef bint half_done  # did run_many stop in the middle of a question?
    cdef bint busy  # a thread is inside; only enter() and leave() touch it

    cdef _enter(self)
    cdef Counters* counters(self) noexcept nogil
    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil
    cdef bint resume_at(self, int32_t item, int32_t branches) noexcept nogil
    cdef Outcome search(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil
    cdef int32_t collect(self, int32_t* options) noexcept nogil
    cdef int32_t max_solution_length(self) noexcept nogil
    cdef uint64_t work_to_start(self) noexcept nogil
    cdef uint64_t work_done(self) noexcept nogil
    cdef double fraction_done(self) noexcept nogil
