"""The C interface of the bit-parallel kernel; bits/bits.h explains the structs and their fields."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from ..kernel cimport Counters, Kernel
from .places cimport Layout


cdef extern from "dlx/kernels/bits/bounds.h":
    ctypedef struct Shape "dlx_tables":
        uint64_t* rows
        uint64_t* masks
        uint64_t* root
        int32_t* low
        int32_t* high
        int32_t* option
        int32_t* bit
        int32_t* starts
        int32_t* nodes
        int32_t* ranks
        int32_t n_bits, n_primary, words, item_words, slots, head, stride, ranged, variant, longest
        int32_t* least
        int32_t* most
        int32_t* field
        int32_t* counted_starts
        int32_t* counted
        int32_t* counted_items
        int32_t n_counted, common, extends

    ctypedef struct Level "dlx_level":
        uint64_t rest
        int32_t word, item, length

    ctypedef struct Search "dlx_bits":
        const Shape* t
        uint64_t* states
        uint64_t* first
        Level* levels
        int32_t* trail
        int32_t* killer
        int32_t item, level, length, base, phase
        Counters count

    enum:
        START "DLX_START"
        FORCED "DLX_FORCED"
        UP "DLX_UP"
        EXTEND "DLX_EXTEND"
        FINISHED "DLX_FINISHED"

    int needed "dlx_needed"(const Shape* t, const uint64_t* x, int item) nogil
    bint one_left "dlx_one_left"(const Shape* t, const uint64_t* x) nogil
    int keep_last "dlx_keep_last"(const Shape* t, uint64_t* x, int head, int words, int item_words,
                                  uint64_t* looks) nogil
    void count_option "dlx_count_option"(const Shape* t, uint64_t* x, int head, int bit) nogil
    uint64_t first_untried "dlx_untried"(const uint64_t* live, const uint64_t* mask, int64_t skip, int32_t* word) nogil
    void bar "dlx_bar"(const Shape* t, uint64_t* live, int item, int word, uint64_t later) nogil

    const char* const* set_names "dlx_set_names"
    int best_set "dlx_best_set"()


cdef int chosen_set  # index of the instruction set in use, in the order of sets.h

cdef zero_words(int64_t n)
cdef uint64_t* words_of(array)


cdef class Tables:
    cdef Shape t
    cdef void* block  # the memory of rows, masks and root
    cdef bytearray kept, kept_limits  # the memory of the other arrays that t points into
    cdef int64_t n_masks
    cdef uint64_t node_cost  # cost of a node, in units of work of about 2 ns
    cdef uint64_t look_cost  # cost of reading the size of an item
    cdef uint64_t chunk  # number of nodes that take no more than a few milliseconds


cdef class Bits(Kernel):
    cdef Search s
    cdef Tables tables
    cdef int32_t* n_branches  # branches of each node on the trail, and ...
    cdef int32_t* n_before  # ... how many of them come before the branch taken: room for replay()
    cdef double shown  # the largest fraction reported so far

    cdef int32_t branches  # of the root, if the search begins at the last ones; else 0

    cdef int32_t replay(self, double least, int64_t max_words) noexcept nogil
