"""The search in one problem's lists, as C sees it."""

from libc.stdint cimport int32_t

from ._rings cimport Linked, Rings


ctypedef enum Phase:
    START = 0  # nothing searched yet
    FORWARD = 1  # paused before an item is chosen
    TRY = 2  # paused before the option levels[level].node of the chosen item is tried
    FOUND = 3  # stopped at a solution whose last option is levels[level].node
    FINISHED = 4  # nothing left to search


ctypedef struct Level:
    int32_t node  # the option chosen: its node in the list of the item branched on
    int32_t rest  # active items beside the one branched on
    int32_t low  # no active item has a smaller number


ctypedef struct State:
    Rings r  # degree: options in the item's list. trail: nodes, a -1 below those of each level
    Level* levels  # what was chosen on each level, the given options first (any node of them)
    bint covered  # is the chosen item's list covered (it need not be, at a leaf)?
    Phase phase
