"""The C interface of the search with dancing links."""

from libc.stdint cimport int32_t

from .rings cimport Linked, Rings


ctypedef enum Phase:
    START = 0  # nothing searched yet
    FORWARD = 1  # paused before choosing an item
    TRY = 2  # paused before trying option levels[level].node of the chosen item
    FOUND = 3  # stopped at a solution whose last option is levels[level].node
    FINISHED = 4  # nothing left to search


ctypedef struct Level:
    int32_t node  # the option chosen: its node in the list of the item branched on
    int32_t rest  # active items besides the one branched on
    int32_t low  # no active item has a smaller number


ctypedef struct State:
    Rings r  # degree: options in the item's list. trail: nodes, with a -1 below the nodes of each level
    Level* levels  # the option chosen on each level, as any of its nodes; the given options first
    bint covered  # is the chosen item's list covered? At a leaf it need not be
    Phase phase
