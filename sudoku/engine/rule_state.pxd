# SPDX-License-Identifier: MIT
"""The data of a search on candidates, and the two ways in which it changes: fewer candidates, and rules to look at.

    candidates   r1c1  1 2 . 4 . . 7 . .     one word for each cell, bit d - 1 for the digit d
                 r1c2  . 2 . . . . . . .
    live sets    of each cage, those that it may still hold
    queue        cells with fewer candidates than before
    stacks       rules on such cells, the cheap ones first: houses, cages, diagrams, then locked digits, and more

The arrays of the rules come from rule_tables.py, which draws them.

    rule_state.pxd      this file
    rule_pruning.pxd    the consequences of each kind of rule
    rule_search.pyx     the search that uses them, and its Python class
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

ctypedef uint64_t Digits  # a set of digits

cdef extern from * nogil:
    int lowest "__builtin_ctzll"(uint64_t x)  # the number of the lowest bit of at least one

cdef enum:
    HOUSES, CAGES, DIAGRAMS, LOCKED, DIFFERENT, REGIONS, N_STACKS


cdef extern from "regions.h" nogil:
    const int MOST_REGION_CELLS
    ctypedef struct RegionShape:
        int cells, width, size, n_pairs
        const int32_t* pair
    ctypedef struct Regions:
        pass
    void region_edges(RegionShape* shape)
    bint follow_regions(Regions* work, const RegionShape* shape, Digits* digits, uint8_t* shares)
    bint region_blames(const Regions* work, int cell)


cdef extern from "different.h" nogil:
    const int MOST_DIFFERENT
    bint keep_different(int n, Digits* digits, uint8_t* mate)


ctypedef struct Search:
    # the rules
    int32_t cells, side, n_houses, n_cages, n_diagrams, n_rules, n_sets, n_states  # unknown regions are the last rule
    const Digits* allowed  # cell -> digits that no rule bans
    const int32_t* peer_at  # cell -> its first entry in peer
    const int32_t* related_at  # cell -> its first peer with another table than 0
    const int32_t* peer
    const int32_t* table  # peer -> its table
    const Digits* forbidden  # side * table + digit - 1 -> digits that the peer cannot have
    const int32_t* house_at
    const int32_t* house  # cells of houses
    const Digits* wanted  # house -> digits that occur in it
    const int32_t* cage_at
    const int32_t* cage  # cells of cages
    const int32_t* set_at  # cage -> its first set
    const Digits* sets
    const Digits* sum_of  # set -> one bit, for its sum among those that its diagram distinguishes
    const int32_t* reader  # cage -> its diagram, -1 without one
    const int32_t* layer_at  # diagram -> its first layer
    const uint8_t* settles  # diagram -> does it read each cell once, so that its conclusions lead it to no more?
    const int32_t* reads  # layer -> its cell, or -1 - its cage
    const int32_t* shape_at  # diagram -> the first layer of its shape; states and arcs are those of the shape
    const int32_t* state_at  # layer of a shape -> its first state
    const int32_t* after_at  # layer of a shape -> the first state after it
    const int32_t* arc_at  # state -> its first arc
    const Digits* arc_reads  # arc -> digits, or sums
    const int32_t* arc_to  # arc -> the state after it
    const int32_t* rule_at
    const int32_t* rule  # rules of cells
    RegionShape regions  # without pairs if the board has none that are unknown
    # the candidates
    Digits* now  # cell -> its candidates
    uint8_t* alive  # set -> may its cage hold it?
    uint8_t* open  # diagram -> can its cells still have digits that it does not accept?
    uint64_t* sees  # words * cell -> set of the cells that cannot hold the same digit
    int32_t words  # of such a set
    int32_t* relation  # cells * a + b -> the table by which a excludes digits from b, or -1; NULL if all have table 0
    # the work ahead
    int32_t* queue  # changed cells, n_queue of them
    int32_t n_queue
    uint8_t* queued  # cell -> is it in the queue?
    int32_t* source  # cell in the queue -> the rule that alone narrowed it, -1 if there are several or none
    int32_t current  # the rule at work, if its conclusions do not lead it to more; -1 otherwise
    int32_t* stack[6]  # rules to look at
    int32_t n_stack[6]
    uint8_t* stacked  # rule -> is it in the stack of its kind?
    uint8_t* unlocked  # rule -> is it in the stack LOCKED?
    uint8_t* compared  # house -> is it in the stack DIFFERENT, or exempt?
    uint8_t* exempt  # house -> does it never look at its matchings?
    uint8_t* mate  # place in `house` -> its digit in the last matching, less 1
    # work space of a diagram
    uint8_t* reached  # state -> can it be reached, and then, does it lead to the end?
    Digits* live  # layer -> its possible digits, or sums
    # work space of the regions
    uint8_t* shares  # pair of cells -> SAME_REGION, OTHER_REGION or both
    # the tree
    int64_t* weight  # cell -> failures, some of them counted several times
    int32_t failures  # of choices, since the weights were halved
    uint8_t* saved  # level -> candidates and live sets without the digit tried there, and the cell
    int64_t level_bytes
    int32_t level
    bint descends  # the next step is a choice; otherwise the search returns to the last level
    uint64_t random  # state of the random digits; 0: the lowest digit first
    int64_t node_stop  # nodes at which the search pauses, for a restart
    # counters
    int64_t work, nodes, solutions


cdef inline void enqueue(Search* s, int32_t cell) noexcept nogil:
    if s.queued[cell]:
        if s.source[cell] != s.current:
            s.source[cell] = -1
        return
    s.queued[cell] = True
    s.source[cell] = s.current
    s.queue[s.n_queue] = cell
    s.n_queue += 1


cdef inline bint narrow(Search* s, int32_t cell, Digits keep) noexcept nogil:
    """Drop the other candidates of a cell; return false if none is left."""
    cdef Digits after = s.now[cell] & keep
    if after == s.now[cell]:
        return True
    s.now[cell] = after
    enqueue(s, cell)
    s.weight[cell] += after == 0
    return after != 0


cdef inline void stack_rule(Search* s, int32_t rule) noexcept nogil:
    """Look at a rule later."""
    cdef int32_t kind = (rule >= s.n_houses) + (rule >= s.n_houses + s.n_cages)
    if rule == s.n_houses + s.n_cages + s.n_diagrams:
        kind = REGIONS
    if s.stacked[rule] or (kind == DIAGRAMS and not s.open[rule - s.n_houses - s.n_cages]):
        return
    s.stacked[rule] = True
    s.stack[kind][s.n_stack[kind]] = rule
    s.n_stack[kind] += 1
    if kind < DIAGRAMS and not s.unlocked[rule]:
        s.unlocked[rule] = True
        s.stack[LOCKED][s.n_stack[LOCKED]] = rule
        s.n_stack[LOCKED] += 1
    if kind == HOUSES and not s.compared[rule]:
        s.compared[rule] = True
        s.stack[DIFFERENT][s.n_stack[DIFFERENT]] = rule
        s.n_stack[DIFFERENT] += 1


cdef inline void forget_work(Search* s) noexcept nogil:
    """Empty the queue and the stacks."""
    cdef int kind
    s.n_queue = 0
    s.current = -1
    for kind in range(N_STACKS):
        s.n_stack[kind] = 0
    memset(s.queued, 0, s.cells)
    memset(s.stacked, 0, s.n_rules)
    memset(s.unlocked, 0, s.n_rules)
    memcpy(s.compared, s.exempt, s.n_houses)


cdef inline bint blame(Search* s, const int32_t* cells, int32_t n) noexcept nogil:
    """Count a failure for open cells, so that the search chooses them earlier; return false."""
    cdef int32_t k
    for k in range(n):
        s.weight[cells[k]] += s.now[cells[k]] & (s.now[cells[k]] - 1) != 0
    return False
