"""The places of a problem's options in the bits of a state; see places.pyx."""

from libc.stdint cimport int32_t, int64_t


cdef struct Limits:  # the multiplicities of a problem, as bits/bounds.h reads them
    int32_t* least  # item -> options that it needs; all options have the last item, n_primary
    int32_t* most  # item -> options that it may have
    int32_t* field  # item -> the number of its counter, or of the field that stays 0
    int32_t* counted_items  # the items with counters
    int32_t* counted_starts  # (n_bits + 1,) bit b has the counted items from counted_starts[b] on
    int32_t* counted  # primary items with counters, by bit
    int32_t common  # the item with a counter that is in all options, the one with least room; -1: none
    bint extends  # may a solution have all options of another one, and more?


cdef class Layout:
    cdef readonly object shape  # type: Shape  # of a state; see layout.py
    cdef readonly int32_t n_options
    cdef readonly int32_t n_primary
    cdef readonly int32_t n_bits  # options that have a primary item
    cdef readonly int32_t largest  # options of the largest primary item
    cdef readonly int32_t longest  # no solution has more options
    cdef readonly int32_t n_counted  # items with counters, in a problem with multiplicities
    cdef readonly int64_t n_nodes  # primary items of the options, added up
    cdef readonly int64_t spread  # words that hold the options of an item, added up for all items
    cdef readonly int64_t n_entries  # items of the options that have a bit, added up

    cdef object problem  # keeps the next four alive
    cdef const int32_t* indptr  # as in a Matrix
    cdef const int32_t* indices
    cdef const int32_t* colors  # NULL: there are none
    cdef const int32_t* bounds  # NULL: no multiplicities
    cdef int32_t n_items
    cdef int32_t* size  # primary item -> its options

    cdef int32_t* option  # bit -> the number of the option
    cdef int32_t* bit  # option -> its bit, -1 if it has no primary item
    cdef int32_t* starts  # (n_bits + 1,) bit b has the nodes from starts[b] to starts[b + 1] - 1
    cdef int32_t* nodes  # primary items, by bit
    cdef int32_t* rank  # the slot of a node: the number of earlier bits with its item
    cdef int32_t* low  # primary item -> the first word that holds an option of it; one more, for any option
    cdef int32_t* high  # ... and the word after the last

    cdef int32_t* item  # (n_entries,) entries of the options that have a bit, sorted by item, color, bit
    cdef int32_t* color
    cdef int32_t* entry_bit

    cdef bytearray sizes, kept, entries  # the memory of these arrays; tables keep the second part

    cdef bytearray limits(self, int32_t first_field, Limits* to)
