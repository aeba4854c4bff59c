"""The lists of one problem with multiplicities, as C sees them."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from ._kernel cimport Counters


ctypedef enum Phase:
    START = 0  # nothing searched yet
    FORWARD = 1  # paused before a level is entered
    COUNTED = 2  # stopped at the solution levels[0 .. level-1]; its level is entered next
    TRY = 3  # paused before the option levels[level].node is tried
    FOUND = 4  # stopped at a solution whose last option is levels[level].node; nothing can be added to it
    FINISHED = 5  # nothing left to search


ctypedef enum Mode:
    EXACT = 0  # the item needs one option and takes no other: each excludes the rest
    SOME = 1  # it needs one or more and takes two or more: an option tried is left out (tweaked) from then on
    FREE = 2  # no item needs any: every node is a solution, and items are gone through for what can be added


ctypedef struct Node:  # nodes[0 .. n_items-1] are the list heads, then one node an entry, in CSR order
    int32_t up  # the node above in the item's list; ULINK
    int32_t down  # the node below; DLINK. nodes[up].down == nodes[down].up == this, while the node is linked
    int32_t item  # the item it belongs to; TOP
    int32_t right  # the next node of the same option, cyclically


ctypedef struct Want:
    int32_t need  # least number of options minus those chosen: negative if more are chosen than had to be
    int32_t room  # most minus chosen (BOUND - SLACK is Knuth's need, BOUND his room); MANY for a secondary item
    int32_t loose  # is there room for all options that can be added? Then it is fixed while it needs nothing


ctypedef struct Level:
    int32_t item  # the item branched on
    int32_t node  # the option tried: its node in that item's list
    int32_t low  # no item in need has a smaller number
    int32_t mark  # length of the trail when the level was entered
    int32_t tried  # options tried on this level; those of SOME and FREE are the first on its part of the trail
    int32_t degree  # branches, if all are tried
    Mode mode


ctypedef struct State:
    Node* nodes  # n_items + n_entries of them
    int32_t* degree  # options in the item's list + 1 - need, if it needs any; else the list's length + 1 + MET
    Want* wants  # what each item still needs, and takes
    int32_t* fixed  # item -> the color it has been given, -1 if a given option has it without a color;
    # 1 for a loose primary item that needs nothing; else 0. The lists of fixed items are not kept up
    Level* levels  # what was chosen on each level, the given options first (any node of them)
    int32_t* trail  # to be undone, newest last: node q if its item was committed, ~p if the option of p was tweaked
    int32_t* trail_end
    const int32_t* bounds  # least and most of each primary item; NULL: all 1
    const int32_t* order  # the order in which options are linked; NULL: as they are numbered
    const int32_t* starts  # option -> its first entry (CSR indptr), owned by the problem
    const int32_t* colors  # entry -> color, 0 for none; NULL in a problem without colors
    int32_t n_items
    int32_t n_primary  # items 0 .. n_primary-1 are primary
    int32_t n_options
    int32_t key_bits  # bits of an item number inside a key of choose()
    int32_t longest  # no solution has more options
    int32_t level  # options chosen so far, the given ones included
    int32_t base  # given options: levels below are not searched
    int32_t length  # options of the solution just met
    int32_t active  # primary items that need an option
    int32_t open  # primary items that have room for one
    int32_t forced  # the last item whose degree fell to 1 (it may be another now)
    int32_t common  # a primary item that is in all options linked, the one with least room; -1 if there is none
    int32_t scan  # what choosing an item costs, in updates, and trying an option beside its updates
    uint64_t scanned  # how much of that there was
    bint never_fixed  # no colors, and no loose item
    bint covered  # is the item of an EXACT level covered (it need not be, at a leaf)?
    Phase phase
    Counters count  # updates are nodes unlinked from a list
