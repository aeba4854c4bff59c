"""The dancing links of one problem, as C sees them: two structs and the functions that other kernels may call."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from ._kernel cimport Counters, Outcome


ctypedef enum Phase:
    START = 0  # nothing searched yet
    FORWARD = 1  # paused before an item is chosen
    TRY = 2  # paused before the option levels[level].node of the chosen item is tried
    FOUND = 3  # stopped at a solution whose last option is levels[level].node
    FINISHED = 4  # nothing left to search


ctypedef struct Node:  # nodes[0 .. n_items-1] are the list heads, then one node an entry, in CSR order
    int32_t up  # the node above in the item's list; ULINK
    int32_t down  # the node below; DLINK. nodes[up].down == nodes[down].up == this, while the node is linked
    int32_t item  # the item it belongs to; TOP
    int32_t right  # the next node of the same option, cyclically (Knuth walks to a spacer instead)


ctypedef struct Level:
    int32_t node  # the option chosen: its node in the list of the item branched on
    int32_t rest  # active items beside the one branched on
    int32_t low  # no active item has a smaller number


ctypedef struct State:
    Node* nodes  # n_items + n_entries of them
    uint32_t* size  # options in the item's list (LEN), plus COVERED while covered, plus SECONDARY; padded to 16
    int32_t* fixed  # item -> the color it has been given, -1 if a given option has it without a color; else 0
    Level* levels  # what was chosen on each level, the given options first (any node of them)
    int32_t* trail  # nodes whose items were committed, a -1 below those of each level searched
    int32_t* trail_end
    const int32_t* order  # the order in which options are linked; NULL: as they are numbered
    const int32_t* starts  # option -> its first entry (CSR indptr), owned by the problem
    const int32_t* colors  # entry -> color, 0 for none; NULL in a problem without colors
    int32_t n_items
    int32_t n_primary  # items 0 .. n_primary-1 are primary
    int32_t n_options
    int32_t key_bits  # bits of an item number inside a key of choose()
    int32_t level  # options chosen so far, the given ones included
    int32_t base  # given options: levels below are not searched
    int32_t length  # options of the solution just met
    int32_t active  # primary items that the given options leave uncovered
    int32_t forced  # the last item that was left with one option (it may have lost that, or be covered, since)
    int32_t scan  # what choosing an item costs, in updates
    bint covered  # is the chosen item's list covered (it need not be, at a leaf)?
    Phase phase
    Counters count  # updates are nodes unlinked from a list


cdef Outcome run(State* s, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil
cdef bint link(State* s, const int32_t* given, int64_t n_given) noexcept nogil
