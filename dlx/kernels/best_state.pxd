"""The state of branch and bound: live options, open items and levels; options are chosen, hidden and restored.

The options of an item lie in one array, the live ones in front. To hide an option, swap it behind them; to restore it,
extend the front by one. All hidden options lie behind the live ones in `live`, the last hidden first:

    live  [ 7 2 5 | 4 1 3 ]       n_live = 3        sweeps read all live options, so these lie in one piece

Reference: Knuth's program SSXCC (sparse sets).
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from ..matrix.limits cimport COST_BITS, Cost
from .kernel cimport Counters

cdef enum:
    NO_OPTION = -1  # the branch without further options of an item

cdef extern from *:
    """
    #define BEST_ENDLESS ((int64_t)1 << DLX_COST_BITS)
    #define BEST_FAR (BEST_ENDLESS >> 2)
    """
    const int64_t ENDLESS "BEST_ENDLESS"  # a stop that no solution reaches: all costs together are less
    const int64_t FAR "BEST_FAR"  # upper limit of the sum of the open items' absolute prices, times their weights
    const int64_t HARD "INT64_MAX"  # the price of an option too few or too many that is not for sale

cdef enum Phase:
    ENTER  # a new node: does any item have no option?
    SWEEP  # ... its prices are being improved
    BRANCH  # ... the last sweep, and the choice of its item
    NEXT  # the next option of the deepest level

ctypedef struct Branch:
    Cost bound  # lower bound of the solutions of the branch
    int32_t option  # or NO_OPTION

ctypedef struct Price:
    Cost price
    int32_t item

ctypedef struct Level:
    int64_t first, at, end  # its branches are branches[first .. end-1]; those from `at` on are untried
    int64_t prices  # the prices of its open items are in kept[prices ..]
    Cost paid
    int32_t n_live, n_open, n_needy, n_chosen  # of its node, without the options tried
    int8_t again  # may two of its options be in one solution? Then options tried are hidden

ctypedef struct State:
    # the problem
    int32_t n_options, n_items, n_primary
    const int32_t* start  # (n_options + 1,): option j has the entries start[j] .. start[j+1]-1
    const int32_t* item  # (entries,)
    const int32_t* color  # (entries,): 0 for none
    const int64_t* cost  # (n_options,)
    int8_t* priced  # (n_items,): primary, or secondary and without colors? Only such items are ever open
    bint soft  # does any item have slack?
    const int64_t* under  # (n_primary,): the price of each option too few, or HARD
    const int64_t* over  # (n_primary,): the price of each option too many, or HARD
    # multiplicities
    int32_t* need  # (n_items,): the number of further options a primary item must have, if positive
    int32_t* room  # (n_items,): the number it may have without a price; an item without slack is open while positive
    # live options and open items
    int32_t* head  # (n_items,): item i's live options have the places head[i] .. head[i]+size[i]-1
    int32_t* size  # (n_items,): number of the item's live options
    int32_t* option_at  # (entries,): place -> option
    int32_t* entry_at  # (entries,): place -> entry
    int32_t* place  # (entries,): entry -> place
    int32_t* live  # (n_options,): the live options in front
    int32_t* live_place  # (n_options,): option -> its index in live
    int32_t n_live
    int32_t* open  # (priced items,): the open items in front
    int32_t* open_place  # (n_items,): item -> its index in open
    int32_t n_open, n_needy  # n_needy: items that need an option
    # the bound
    Cost* price  # (n_items,): 0 for items without a price
    Cost* reduced  # (n_options,): reduced costs of the live options
    Cost paid  # for the options chosen, the given ones included
    Cost base  # paid + prices of the open items, as often as they count
    Cost spread  # sum of the absolute prices of the open items, times their weights
    Cost below  # sum of the negative reduced costs of live options; the bound is base + below
    Cost stop  # solutions of this cost or more are of no use
    Cost floor  # lower bound of all solutions before the first node: paid + costs < 0
    Cost total  # cost of the newest solution
    int64_t* scratch  # (n_options,): reduced costs of an item's options
    # the search
    Phase phase
    bint solved  # are the options chosen at this node a solution?
    int32_t sweeps  # remaining sweeps of this node
    Level root  # the live options and open items of the root; without prices and branches
    Level* levels
    int32_t level, n_levels  # the deepest level, -1 at the root; allocated levels
    Price* kept
    int64_t n_kept  # allocated entries of kept
    Branch* branches  # of all levels, one after the other
    int64_t n_branches  # allocated ones
    int32_t* chosen  # (n_options,): the options chosen, the given ones first
    int32_t n_chosen, n_given
    Counters count
    uint64_t work  # entries read


cdef inline void hide(State* s, int32_t j) noexcept nogil:
    """Take option j out of the lists of all its items."""
    cdef int32_t e, p, last, option, entry
    for e in range(s.start[j], s.start[j + 1]):
        s.size[s.item[e]] -= 1
        last = s.head[s.item[e]] + s.size[s.item[e]]
        p = s.place[e]
        option, entry = s.option_at[last], s.entry_at[last]
        s.option_at[p], s.entry_at[p], s.place[entry] = option, entry, p
        s.option_at[last], s.entry_at[last], s.place[e] = j, e, last
    s.n_live -= 1
    swap(s.live, s.live_place, j, s.n_live)
    s.work += s.start[j + 1] - s.start[j]


cdef inline void swap(int32_t* numbers, int32_t* index, int32_t number, int32_t k) noexcept nogil:
    """Move a number to index k, and the number there to its old place."""
    cdef int32_t occupant = numbers[k]
    numbers[index[number]], index[occupant] = occupant, index[number]
    numbers[k], index[number] = number, k


cdef inline void choose(State* s, int32_t j) noexcept nogil:
    """Add option j to the solution: close its full items and hide the options incompatible with it."""
    cdef int32_t e, i, p
    s.paid += s.cost[j]
    s.chosen[s.n_chosen] = j
    s.n_chosen += 1
    for e in range(s.start[j], s.start[j + 1]):
        i = s.item[e]
        if s.priced[i] and not use_once(s, i):
            continue
        p = s.head[i] + s.size[i]
        s.work += s.size[i]
        while p > s.head[i]:  # entries swapped to p have been visited
            p -= 1
            if s.color[e] == 0 or s.color[s.entry_at[p]] != s.color[e]:
                hide(s, s.option_at[p])
    if s.live_place[j] < s.n_live:
        hide(s, j)


cdef inline bint use_once(State* s, int32_t i) noexcept nogil:
    """Count one more option of item i, and pay if it is one too many; return whether the item is closed now."""
    s.n_needy -= s.need[i] == 1
    s.need[i] -= 1
    s.room[i] -= 1
    if s.room[i] < 0:
        s.paid += s.over[i]
    if s.room[i] > 0 or (s.soft and i < s.n_primary and s.over[i] != HARD):
        return False
    s.n_open -= 1
    swap(s.open, s.open_place, i, s.n_open)
    return True


cdef inline void take_back(State* s, int32_t n_chosen) noexcept nogil:
    """Take all but the first n_chosen options out of the solution."""
    cdef int32_t e, j
    while s.n_chosen > n_chosen:
        s.n_chosen -= 1
        j = s.chosen[s.n_chosen]
        for e in range(s.start[j], s.start[j + 1]):
            if s.priced[s.item[e]]:
                s.need[s.item[e]] += 1
                s.room[s.item[e]] += 1


cdef inline void restore_live(State* s, Level* level) noexcept nogil:
    """Restore the live options and open items of a level's node."""
    cdef int32_t e
    while s.n_live < level.n_live:
        for e in range(s.start[s.live[s.n_live]], s.start[s.live[s.n_live] + 1]):
            s.size[s.item[e]] += 1
        s.n_live += 1
    take_back(s, level.n_chosen)
    s.n_open, s.n_needy, s.paid = level.n_open, level.n_needy, level.paid


cdef inline void restore(State* s, Level* level) noexcept nogil:
    """Restore the node of a level, prices included, without the option tried last."""
    cdef int32_t k, tried
    restore_live(s, level)
    for k in range(s.n_open):
        s.price[s.kept[level.prices + k].item] = s.kept[level.prices + k].price
    s.work += s.n_open + 1
    if level.again and level.at > level.first:
        tried = s.branches[level.at - 1].option
        if tried != NO_OPTION:
            hide(s, tried)
            level.n_live = s.n_live
