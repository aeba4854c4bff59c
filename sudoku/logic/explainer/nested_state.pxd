# SPDX-License-Identifier: MIT
"""The data of nets in nets: the constant tables, the marks that change, a net, and the memory of all.

    nested_state.pxd     this file
    nested_nets.pxd      a net: what follows from a node, and what a node rests on
    nested_pairs.pxd     the easier steps within a net: locked digits, pairs, X-Wings
    nested_chains.pxd    forcing chains and cycles within a net
    nested.pyx           nets within nets, conclusions, and the search

    node     2 * mark + 1 if the mark is true, 2 * mark if it is false
    unit     a cell, or 81 + 9 * house + digit
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

from dlx.kernels.kernel cimport popcount

cdef enum:
    N_MARKS = 729
    N_NODES = 1458
    N_WORDS = 12
    N_UNITS = 324
    N_EXCLUDED = 28  # marks that a mark excludes
    MAX_DEPTH = 4
    NONE = -1

cdef enum Rule:  # the rule of a round
    NOTHING
    EASIER
    LAST

cdef enum Kind:  # of a conclusion
    CELL
    REGION
    CONTRADICTION
    DOUBLE

ctypedef uint64_t MarkSet[N_WORDS]

cdef extern from * nogil:  # filled by nested.pyx, the only module that reads this file
    """
    static int16_t house_cell[27][9];
    static int16_t place_house[81][3];
    static int16_t place_bit[81][3];
    static int16_t excluded[729][28];
    static int16_t checked[3];
    static uint64_t house_peers[729][12];
    """
    int16_t house_cell[27][9]
    int16_t place_house[81][3]  # row, column, box
    int16_t place_bit[81][3]
    int16_t excluded[N_MARKS][N_EXCLUDED]
    int16_t checked[3]  # order in which a node looks at its houses: box, row, column
    MarkSet house_peers[N_MARKS]  # places that see the place of a mark, same digit


# ---- sets of marks

cdef inline bint has(const uint64_t* marks, int mark) noexcept nogil:
    return marks[mark >> 6] >> (mark & 63) & 1


cdef inline void add(uint64_t* marks, int mark) noexcept nogil:
    marks[mark >> 6] |= <uint64_t> 1 << (mark & 63)


cdef inline int low_bit(uint64_t word) noexcept nogil:
    """Return the number of the lowest bit."""
    return popcount((word & (~word + 1)) - 1)


cdef inline int single(int mask) noexcept nogil:
    """Return the place of the only bit of a set, or NONE."""
    return low_bit(mask) if mask and not mask & (mask - 1) else NONE


# ---- pencil marks, as in marks.py

cdef struct Marks:
    uint16_t cells[81]
    uint16_t where[243]


cdef inline bint alive(const Marks* marks, int mark) noexcept nogil:
    return marks.cells[mark // 9] >> (mark % 9) & 1


cdef inline void remove(Marks* marks, int mark) noexcept nogil:
    cdef int cell = mark // 9, digit = mark % 9, k
    marks.cells[cell] &= ~(1 << digit)
    for k in range(3):
        marks.where[place_house[cell][k] * 9 + digit] &= ~place_bit[cell][k]


cdef inline int unit_marks(const Marks* marks, int unit) noexcept nogil:
    """Return the digits of a cell, or the places of a digit in a house."""
    return marks.cells[unit] if unit < 81 else marks.where[unit - 81]


cdef inline int unit_mark(int unit, int k) noexcept nogil:
    """Return a mark of a unit by its digit or place."""
    if unit < 81:
        return unit * 9 + k
    return house_cell[(unit - 81) // 9][k] * 9 + (unit - 81) % 9


cdef inline int gone(const Marks* before, const Marks* after, int unit) noexcept nogil:
    return unit_marks(before, unit) & ~unit_marks(after, unit)


# ---- nets

cdef struct Inner:  # a chain within a net
    int32_t cost
    uint64_t name  # a hash of its nodes: equal chains count once


cdef struct Net:  # a node and all that follows from it
    const Marks* base  # before the net
    const Marks* outer  # before the net around it; NULL if there is none
    Marks now  # without the marks of the net that were false and have been followed
    MarkSet true
    MarkSet false
    int16_t positive[N_MARKS]  # marks in the order in which they became true
    int16_t negative[N_MARKS]
    int32_t positive_head, positive_tail, negative_head, negative_tail
    int32_t clash  # a mark both true and false, or NONE
    int32_t parents[N_NODES]  # NONE, -2 - parent, or the place in the pool of a list that starts with its length
    uint16_t sizes[N_NODES]  # number of nodes that a node rests on, with itself; 0 if not counted yet
    int16_t cause[N_MARKS]  # unit that made a mark true, or NONE
    int16_t inner[N_MARKS]  # chain within that made a mark false, or NONE
    uint8_t outside[N_NODES]  # whether a node rests on marks that the net around removed
    int16_t* pool
    int32_t pool_size, pool_room
    Inner* chains
    int32_t n_chains, chains_room
    int32_t bound  # least cost of a conclusion that the net has not shown yet
    bint over  # no round finds anything


cdef struct Reason:  # a conclusion
    int32_t cost
    int16_t kind
    int16_t place  # the unit, or the first node of the net
    int16_t node  # the conclusion


cdef struct Chain:  # a forcing chain or cycle in the marks of a net
    int32_t rank  # its rating, then its nodes, smallest first
    int32_t number
    int32_t cost
    uint64_t name
    MarkSet removed
    MarkSet because  # marks that the net removed and the chain needs


cdef struct Links:  # of the marks of a net; strong links come first within the cell, then within box, row, column
    int16_t mates[N_MARKS][4]  # the other mark of a unit of two, or NONE
    MarkSet open


cdef struct Paths:  # alternating paths from a mark
    MarkSet true
    MarkSet false
    int16_t trues[N_MARKS]
    int16_t falses[N_MARKS]
    int16_t true_from[N_MARKS]  # the false mark before, or NONE
    int16_t true_by[N_MARKS]  # number of the strong link
    int16_t false_from[N_MARKS]  # the true mark before, or NONE
    int16_t nodes[N_MARKS]  # of the path to a true mark
    int32_t n_trues, n_falses


cdef struct Work:  # memory for nets within nets
    Net* nets[MAX_DEPTH][N_NODES]
    Reason reasons[MAX_DEPTH][N_NODES]
    Reason* sorted[MAX_DEPTH][N_NODES]
    uint16_t seen[N_NODES]  # the last walk that visited a node
    uint16_t walk
    int16_t stack[N_NODES]
    Chain* found  # chains of one round
    int32_t n_found, found_room
    int32_t rank[N_MARKS]  # of the best chain that removes a mark
    Links links
    Paths paths
    bint failed  # no memory
