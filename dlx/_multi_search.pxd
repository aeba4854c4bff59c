"""The search with multiplicities, as C sees it."""

from libc.stdint cimport int32_t, uint64_t

from ._kernel cimport Outcome
from ._limits cimport INDEX_BITS, Index
from ._rings cimport Rings

cdef enum:
    MANY = 1 << (INDEX_BITS - 2)  # more than there are options
    NO_STOP = 1ULL << 62  # of nodes, solutions or work


ctypedef enum Phase:
    START = 0  # nothing searched yet
    FORWARD = 1  # paused before a level is entered
    COUNTED = 2  # stopped at the solution levels[0 .. level-1]; its level is entered next
    TRY = 3  # paused before the option levels[level].node is tried
    FOUND = 4  # stopped where the option levels[level].node is done with: at a solution that nothing can be added to
    FINISHED = 5  # nothing left to search


ctypedef enum Mode:
    EXACT = 0  # the item needs one option and takes no other: each excludes the rest
    SOME = 1  # it needs one or more and takes two or more: an option tried is left out (tweaked) from then on
    FREE = 2  # no item needs any: every node is a solution, and items are gone through for what can be added


ctypedef struct Want:
    Index need  # least number of options minus those chosen: negative if more are chosen than had to be
    Index room  # most minus chosen (BOUND - SLACK is Knuth's need, BOUND his room); MANY for a secondary item
    Index loose  # is there room for all options that can be added? Then it is fixed while it needs nothing


ctypedef struct Level:
    int32_t item  # the item branched on
    int32_t node  # the option tried: its node in that item's list
    int32_t low  # no item in need has a smaller number
    int32_t mark  # length of the trail when the level was entered
    int32_t tried  # options tried on this level; those of SOME and FREE are the first on its part of the trail
    int32_t degree  # branches, if all are tried; MANY on a FREE level, where they are not counted
    bint lone  # a forced move: there is one branch, and never was another
    Mode mode


ctypedef struct State:
    Rings r  # degree: options in the item's list + 1 - need, if it needs any; else the list's length + 1 + IDLE.
    # fixed: 1 for a loose primary item that needs nothing. trail: node q if its item was committed, ~p if the option
    # of p was tweaked
    Want* wants  # what each item still needs, and takes
    Level* levels  # what was chosen on each level, the given options first (any node of them)
    const int32_t* bounds  # least and most of each primary item; NULL: all 1
    int32_t longest  # no solution has more options
    int32_t open  # primary items that have room for one
    int32_t common  # a primary item that is in all options, the one with least room; -1 if there is none
    int32_t rest  # item that the root branches on, where it is a node that was entered and counted before; else -1
    int32_t most  # branches of that node to try
    uint64_t scanned  # what choosing items and trying options cost beside the updates
    bint covered  # is the item of an EXACT level covered (it need not be, at a leaf)?
    Phase phase


cdef inline uint64_t work_so_far(State* s) noexcept nogil:
    return s.r.count.updates + s.scanned


cdef Outcome run(State* s, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil
cdef Outcome leave(State* s, int32_t n) noexcept nogil
