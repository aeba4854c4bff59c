"""The C interface of the memoized search; bits/memo.h explains the structs and their fields."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from .bits cimport Shape, Tables
from ..counting cimport CountingMachine
from ..kernel cimport Counters
from ...matrix.limits cimport Index


cdef extern from "dlx/kernels/bits/memo.h":
    ctypedef struct Level "dlx_memo_level":
        uint64_t rest
        int32_t word, item, length

    ctypedef struct Diagram "dlx_diagram":
        Index* option
        Index* low
        Index* high
        Index* table
        uint64_t mask
        Index n_nodes, room

    ctypedef struct State "dlx_memo":
        const Shape* t
        uint64_t* states
        Level* levels
        uint64_t* sums
        int32_t* trail
        const uint64_t* one
        uint64_t* entries
        uint64_t mask, used, most_used, lookups, hits
        int32_t key_at, key_words, limbs, fixed, draws, decides, length, level, base, phase, wide, full
        Diagram diagram
        Counters count

    enum:
        WINDOW "DLX_WINDOW"

    void move "dlx_move"(State* m, const uint64_t* entries, uint64_t places, int limbs) noexcept nogil
    void index_nodes "dlx_reindex"(Diagram* d, int32_t first, int32_t end) noexcept nogil


cdef enum:
    MARKS = 256  # of the way back from the first leaf; more would not change the estimate


cdef class Memo(CountingMachine):
    cdef State m
    cdef Tables tables
    cdef uint64_t node_work  # units of work of step() for a node
    cdef uint64_t max_bytes  # limit of the table of answers
    cdef int64_t max_nodes  # limit of the diagram
    cdef object entries, sums, one  # the arrays that m points into
    cdef object drawn, index  # arrays of the diagram
    cdef object old, undrawn  # the previous arrays, while their content moves to larger ones; else None
    cdef int64_t moved, redrawn  # places of `old` and nodes of `undrawn` already moved
    cdef int32_t old_limbs  # words per number in `old`
    cdef object kept
    cdef double shown  # the largest fraction reported so far
    cdef double[MARKS] heights  # the way back from the first leaf: the height, which falls,
    cdef uint64_t[MARKS] nodes_at  # ... and the nodes visited by then
    cdef int32_t n_marks  # used entries of both

    cdef double height(self) noexcept nogil
    cdef void mark(self) noexcept nogil
