"""The C interface of the search with multiplicities."""

from libc.stdint cimport int32_t, uint64_t

from ..kernel cimport Outcome
from ...matrix.limits cimport INDEX_BITS, Index
from .rings cimport Rings

cdef enum:
    MANY = 1 << (INDEX_BITS - 2)  # more than the number of options
    NO_STOP = 1ULL << 62  # no limit of nodes, solutions or work


ctypedef enum Mode:
    EXACT = 0  # the item needs one option and takes no other: each option excludes the rest
    SOME = 1  # it needs one or more and takes two or more: a tried option is left out (tweaked) afterwards
    FREE = 2  # no item needs an option: every node is a solution; the level goes through the items for options to add


ctypedef struct Want:
    Index need  # least minus the number of options chosen: negative if more are chosen than necessary
    Index room  # most minus the same (BOUND - SLACK is Knuth's need, BOUND his room); MANY for a secondary item
    Index loose  # does it have room for all options that can be added? If so, it is fixed while it needs nothing


ctypedef struct Level:
    int32_t item  # the item branched on
    int32_t node  # the option being tried: its node in that item's list
    int32_t low  # no active item has a smaller number
    int32_t mark  # length of the trail when the level was entered
    int32_t tried  # options tried on this level; on a SOME or FREE level they come first on its part of the trail
    int32_t degree  # number of branches if all are tried; MANY on a FREE level, where they are not counted
    bint lone  # a forced move: it has one branch, and never had another
    Mode mode


ctypedef struct State:
    Rings r  # degree: options in the item's list + 1 - need, if it needs any; else the list's length + 1 + IDLE.
    # fixed: 1 for a loose primary item that needs nothing. trail: node q if its item was committed, ~p if the option
    # of node p was tweaked
    Want* wants  # need, room and looseness of each item
    Level* levels  # the option chosen on each level, as any of its nodes; the given options first
    const int32_t* bounds  # least and most of each primary item; NULL: all 1
    int32_t open  # primary items with room for another option
    int32_t common  # the primary item that is in all options, the one with least room of several; -1 if there is none
    int32_t rest  # item that the root branches on if the root was entered and counted before; else -1
    int32_t most  # branches of that root to try


cdef Outcome run(State* s, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil
cdef Outcome leave(State* s, int32_t n) noexcept nogil
