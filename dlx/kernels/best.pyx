# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Branch and bound: the search for the cheapest solutions, with prices on the items.

Each item has a price, and the reduced cost of an option is its cost less the prices of its items. A solution covers
every primary item exactly once, so prices shift the cost of all solutions alike. For any prices (at most 0 for
secondary items, since nothing need cover them)

    cost of a solution  >=  bound  =  paid for the options chosen  +  prices of the open items  +  reduced costs < 0

This holds for costs of any sign. An item that still needs `need` options and has room for `room` of them counts
``need`` times its price if that is positive, and ``room`` times if it is negative. Soft items may have fewer options or
more, at a price for each. No one pays more for an option than for its absence, so such a price is a limit:

    price    -over ... 0 ... under        an item without slack: no limits

A sweep sets the price of each open item in turn, to a value between the two smallest reduced costs of its options;
this never lowers the bound. A price in the middle of the two leaves room for the prices of the other items:

    costs of a's options   3  7  10       price 5: reduced to -2  2  5       (price 3 would leave 0  4  7)

The last sweep of a node sets each price to the smallest reduced cost. Then bound + reduced cost bounds the solutions
with an option. We hide options whose sum reaches ``stop``, branch on the item with the fewest options left, and try
its options cheapest first.

An item that needs k of n options has n - k + 1 branches. Each option tried is hidden from the branches after it, so we
visit a set of options once. A soft item has one more branch, without further options. When no item needs an option, the
options chosen are a solution, and each other live option is a branch:

    a in 2 of   j1 j2 j3 j4      branches  j1 | j2, not j1 | j3, not j1 j2        bound of the second: + -r(j1) if r < 0

The options of an item lie in one array, the live ones in front. To hide an option, swap it behind them; to restore it,
extend the front by one. All hidden options lie behind the live ones in `live`, the last hidden first:

    live  [ 7 2 5 | 4 1 3 ]       n_live = 3        sweeps read all live options, so these lie in one piece

Gains, in nodes (geometric means over 4 to 20 sets of random costs each):
 *  Sweeps to the middle before the last one: half on queens and crew rosters, two thirds on pentominoes. 4 sweeps
    instead of 2 save another tenth to a quarter, but no time.
 *  100 sweeps at the root instead of 5: 73 nodes for 125 on dominoes 12x12, 859 for 1,064 on 14 queens, but a tenth to
    a fifth more on 16 queens and some crew rosters.
 *  Ties between items broken by the second smallest reduced cost: a fifth to a third less on queens and transversals,
    no change elsewhere.
 *  Prices restored with the node instead of left as the last branch set them: a sixth on pentominoes, where branches
    without a completion drive prices up, three quarters on some crew rosters; but 1.6 times as many on others.
    (If you do keep them, bound the sums: unbounded, they overflowed and we missed the optimum.)
 *  Rejected: branching at once, without a bound, on an item with a single option. A tenth to a fifth less time on most
    problems, a tenth to two fifths more nodes.

References: Knuth, TAOCP 4B, 7.2.2.1, Algorithm C$ (taxes) and his program SSXCC (sparse sets); Wedelin, An algorithm
for large scale 0-1 integer programming, Annals of Operations Research 57 (1995) 283-301 (the middle).
"""

from libc.stdint cimport INT64_MAX, int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc

from cython cimport final

from .kernel cimport DONE, LIMIT, PAUSED, SOLUTION, UNLIMITED
from ..matrix.limits cimport COST_BITS, Cost, LEVELS, MOST_COST

cdef enum:
    FAILED = -1  # no memory; the other results of search() are those of a kernel

cdef enum:
    SWEEPS = 2  # sweeps of a node, before the last one
    SWEEPS_AT_ROOT = 100

cdef int64_t ENDLESS = <int64_t> 1 << COST_BITS  # a stop that no solution reaches: all costs together are less
cdef int64_t FAR = ENDLESS >> 2  # upper limit of the sum of the open items' absolute prices, times their weights
cdef int64_t HARD = INT64_MAX  # the price of an option too few or too many that is not for sale
cdef int32_t NO_OPTION = -1  # the branch without further options of an item

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
    int32_t* need  # (n_items,): so many more options a primary item must have, if positive
    int32_t* room  # (n_items,): so many more it may have without a price; an item without slack is open while positive
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
    int32_t max_level
    uint64_t nodes, guesses, solutions
    uint64_t work  # entries read


# --- hide and restore ---------------------------------------------------------------------------------------------


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
    cdef int32_t other = numbers[k]
    numbers[index[number]], index[other] = other, index[number]
    numbers[k], index[number] = number, k


cdef void choose(State* s, int32_t j) noexcept nogil:
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


cdef void take_back(State* s, int32_t n_chosen) noexcept nogil:
    """Take all but the first n_chosen options out of the solution."""
    cdef int32_t e, j
    while s.n_chosen > n_chosen:
        s.n_chosen -= 1
        j = s.chosen[s.n_chosen]
        for e in range(s.start[j], s.start[j + 1]):
            if s.priced[s.item[e]]:
                s.need[s.item[e]] += 1
                s.room[s.item[e]] += 1


cdef void restore_live(State* s, Level* level) noexcept nogil:
    """Restore the live options and open items of a level's node."""
    cdef int32_t e
    while s.n_live < level.n_live:
        for e in range(s.start[s.live[s.n_live]], s.start[s.live[s.n_live] + 1]):
            s.size[s.item[e]] += 1
        s.n_live += 1
    take_back(s, level.n_chosen)
    s.n_open, s.n_needy, s.paid = level.n_open, level.n_needy, level.paid


cdef void restore(State* s, Level* level) noexcept nogil:
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


# --- the bound ----------------------------------------------------------------------------------------------------


cdef void compute_bound(State* s) noexcept nogil:
    """Compute the reduced costs of the live options and the bound from the prices."""
    cdef int32_t k, e, j
    cdef int64_t r
    s.base, s.spread, s.below = s.paid, 0, 0
    for k in range(s.n_open):
        s.base += counted(s, s.open[k], s.price[s.open[k]])
        s.spread += weight(s, s.open[k]) * size_of(s.price[s.open[k]])
    for k in range(s.n_live):
        j = s.live[k]
        r = s.cost[j]
        for e in range(s.start[j], s.start[j + 1]):
            r -= s.price[s.item[e]]
        s.reduced[j] = r
        s.below += min(r, 0)
    s.work += s.n_open + s.n_live


cdef inline int64_t size_of(int64_t price) noexcept nogil:
    return price if price >= 0 else -price


cdef inline int64_t counted(State* s, int32_t i, int64_t price) noexcept nogil:
    """Return the price of item i as often as all solutions count it."""
    return price * max(s.need[i] if price > 0 else s.room[i], 0)


cdef inline int64_t weight(State* s, int32_t i) noexcept nogil:
    """Return how often the price of item i may count."""
    return max(max(s.need[i], s.room[i]), 1)


cdef inline int64_t rise(State* s, int32_t i, bint last) noexcept nogil:
    """Return the raise of item i's price: to the middle of its two smallest reduced costs, or to the smallest."""
    cdef int64_t r, low = MOST_COST, second = MOST_COST
    cdef int64_t most = MOST_COST if s.need[i] > 0 else -s.price[i]
    cdef int32_t p
    if s.room[i] != 1 or (s.soft and i < s.n_primary and (s.under[i] != HARD or s.over[i] != HARD)):
        return best_price(s, i, last) - s.price[i]
    for p in range(s.head[i], s.head[i] + s.size[i]):
        r = s.reduced[s.option_at[p]]
        second = min(second, max(low, r))
        low = min(low, r)
    if last and s.need[i] <= 0:
        low = max(low, 0)  # its options need not come down to 0: another item may have raised them
    elif not last and s.size[i] > 1:
        low += (second - low) >> 1
    elif not last and s.need[i] <= 0:
        low = most  # it no longer conflicts with anything
    return min(low, most)


cdef int64_t best_price(State* s, int32_t i, bint last) noexcept nogil:
    """Return a price of item i with the highest bound: in the middle of these prices, or the lowest of them.

    Without its own price, its options have the reduced costs r1 <= r2 <= ... If it needs k of them, the prices from rk
    to rk+1 are best, as far as they are positive; if it has room for k of them, as far as they are negative.
    """
    cdef int32_t p, n = s.size[i], need = max(s.need[i], 0), room = max(s.room[i], 0)
    cdef int64_t price, under = s.under[i] if s.soft else HARD, over = s.over[i] if s.soft else HARD
    for p in range(n):
        s.scratch[p] = s.reduced[s.option_at[s.head[i] + p]] + s.price[i]
    s.work += n
    if need > n:
        return under
    if need > 0:
        price = between(s.scratch, n, need, last)
        if price > 0:
            return min(price, under)
    if room >= n:
        return 0
    if room == 0:
        return -over if last else max(min(smallest(s.scratch, n, 1), 0), -over)
    return max(min(between(s.scratch, n, room, last), 0), -over)


cdef int64_t between(int64_t* r, int32_t n, int32_t k, bint last) noexcept nogil:
    """Return the k-th smallest of n numbers if `last`, otherwise the middle between it and its successor, if any."""
    cdef int64_t low = smallest(r, n, k)
    return low if last or k == n else low + ((least(r + k, n - k) - low) >> 1)


cdef int64_t smallest(int64_t* r, int32_t n, int32_t k) noexcept nogil:
    """Return the k-th smallest of n numbers, and move the k - 1 smaller ones before it (Hoare's selection)."""
    cdef int32_t low = 0, high = n - 1, a, b
    cdef int64_t pivot
    while low < high:
        pivot = r[low + (high - low) // 2]
        a, b = low, high
        while a <= b:
            while r[a] < pivot:
                a += 1
            while r[b] > pivot:
                b -= 1
            if a <= b:
                r[a], r[b] = r[b], r[a]
                a += 1
                b -= 1
        if k - 1 <= b:
            high = b
        elif k - 1 >= a:
            low = a
        else:
            break
    return r[k - 1]


cdef int64_t least(const int64_t* r, int32_t n) noexcept nogil:
    """Return the smallest of n numbers."""
    cdef int64_t low = r[0]
    cdef int32_t p
    for p in range(1, n):
        low = min(low, r[p])
    return low


cdef bint sweep(State* s, bint last) noexcept nogil:
    """Set the price of each open item; return false as soon as the bound reaches the stop."""
    cdef int32_t k, i, p
    cdef int64_t d, r, spread, price, many
    for k in range(s.n_open):
        i = s.open[k]
        s.work += s.size[i] + 1
        d = rise(s, i, last)
        if d == 0:
            continue
        many = weight(s, i)
        spread = s.spread - many * size_of(s.price[i])
        price = s.price[i] + d
        if size_of(price) > FAR // many or spread + many * size_of(price) > FAR:
            continue  # limit: price
        s.spread = spread + many * size_of(price)
        s.base += counted(s, i, price) - counted(s, i, s.price[i])
        s.price[i] = price
        for p in range(s.head[i], s.head[i] + s.size[i]):
            r = s.reduced[s.option_at[p]]
            s.reduced[s.option_at[p]] = r - d
            s.below += min(r - d, 0) - min(r, 0)
        if s.base + s.below >= s.stop:
            return False
    return True


cdef void hide_costly(State* s) noexcept nogil:
    """Hide the options that would raise the bound to the stop."""
    cdef int64_t room = s.stop - (s.base + s.below)
    cdef int32_t k
    s.work += s.n_live
    for k in range(s.n_live - 1, -1, -1):  # options swapped to k have been visited
        if s.reduced[s.live[k]] >= room:
            hide(s, s.live[k])


# --- the search ---------------------------------------------------------------------------------------------------


cdef inline bint is_hard(State* s, int32_t i) noexcept nogil:
    """Return whether primary item i must have all options that it needs."""
    return not s.soft or s.under[i] == HARD


cdef bint is_dead(State* s) noexcept nogil:
    """Return whether a primary item has fewer options left than it needs."""
    cdef int32_t k
    for k in range(s.n_open):
        if s.size[s.open[k]] < s.need[s.open[k]] and is_hard(s, s.open[k]):
            return True
    return False


cdef bint is_solved(State* s) noexcept nogil:
    """Return whether no item needs an option, except soft ones without further options."""
    cdef int32_t k, i
    if s.n_needy == 0 or not s.soft:
        return s.n_needy == 0
    for k in range(s.n_open):
        i = s.open[k]
        if s.need[i] > 0 and (s.size[i] > 0 or is_hard(s, i)):
            return False
    return True


cdef int64_t shortfall(State* s) noexcept nogil:
    """Return the price of the options that soft items lack."""
    cdef int64_t price = 0
    cdef int32_t i
    if s.soft:
        for i in range(s.n_primary):
            if s.need[i] > 0:
                price += s.need[i] * s.under[i]
    return price


cdef int32_t best_item(State* s) noexcept nogil:
    """Return the open primary item with the fewest branches; among these, the one that loses most without its cheapest
    options; -1 if no item needs an option."""
    cdef int32_t k, i, n, fewest = 0, best = -1
    cdef int64_t next_one, dearest = 0
    for k in range(s.n_open):
        i = s.open[k]
        n = n_branches(s, i)
        if s.need[i] <= 0 or s.size[i] == 0 or (best >= 0 and n > fewest):
            continue
        next_one = reduced_after(s, i, s.need[i])
        s.work += s.size[i]
        if best < 0 or n < fewest or next_one > dearest or (next_one == dearest and i < best):
            best, fewest, dearest = i, n, next_one
    return best


cdef inline int32_t n_branches(State* s, int32_t i) noexcept nogil:
    """Return the number of branches of an item that needs an option; see the top of the file."""
    return s.size[i] - s.need[i] + 1 if is_hard(s, i) else s.size[i] + 1


cdef int64_t reduced_after(State* s, int32_t i, int32_t need) noexcept nogil:
    """Return the smallest reduced cost of item i's options, without the `need` cheapest of them."""
    cdef int64_t r, low = MOST_COST, second = MOST_COST
    cdef int32_t p
    if need > 1:
        for p in range(s.size[i]):
            s.scratch[p] = s.reduced[s.option_at[s.head[i] + p]]
        return smallest(s.scratch, s.size[i], need + 1) if need < s.size[i] else MOST_COST
    for p in range(s.head[i], s.head[i] + s.size[i]):
        r = s.reduced[s.option_at[p]]
        second = min(second, max(low, r))
        low = min(low, r)
    return second


cdef int by_bound(const void* a, const void* b) noexcept nogil:
    cdef const Branch* x = <const Branch*> a
    cdef const Branch* y = <const Branch*> b
    if x.bound != y.bound:
        return -1 if x.bound < y.bound else 1
    return -1 if x.option < y.option else 1


cdef Level* new_level(State* s) noexcept nogil:
    """Add a level with the current state of the node; return NULL if memory runs out."""
    cdef Level* above = &s.levels[s.level] if s.level >= 0 else NULL
    cdef int64_t prices = above.prices + above.n_open if above != NULL else 0
    cdef int64_t first = above.end if above != NULL else 0
    cdef Level* levels
    cdef Price* kept
    cdef int32_t k
    if s.level + 1 >= s.n_levels:
        levels = <Level*> realloc(s.levels, (2 * s.n_levels + LEVELS) * sizeof(Level))  # limit: levels
        if levels == NULL:
            return NULL
        s.levels, s.n_levels = levels, 2 * s.n_levels + LEVELS
    if prices + s.n_open > s.n_kept:
        kept = <Price*> realloc(s.kept, 2 * (prices + s.n_open) * sizeof(Price))  # limit: prices kept
        if kept == NULL:
            return NULL
        s.kept, s.n_kept = kept, 2 * (prices + s.n_open)
    for k in range(s.n_open):
        s.kept[prices + k].item, s.kept[prices + k].price = s.open[k], s.price[s.open[k]]
    s.level += 1
    s.levels[s.level] = Level(first, first, first, prices, s.paid, s.n_live, s.n_open, s.n_needy, s.n_chosen, False)
    return &s.levels[s.level]


cdef bint take_branches(State* s, int64_t n) noexcept nogil:
    """Allocate so many branches; return false if memory runs out."""
    cdef Branch* branches
    if n > s.n_branches:
        branches = <Branch*> realloc(s.branches, 2 * n * sizeof(Branch))
        if branches == NULL:
            return False
        s.branches, s.n_branches = branches, 2 * n
    return True


cdef bint branch(State* s, int32_t i) noexcept nogil:
    """Add a level with the options of item i, or all options if i is -1, the cheapest first; return false if memory
    runs out."""
    cdef Level* level = new_level(s)
    cdef int32_t p, n = s.size[i] if i >= 0 else s.n_live
    cdef const int32_t* options = &s.option_at[s.head[i]] if i >= 0 else s.live
    if level == NULL or not take_branches(s, level.first + n + 1):
        return False
    for p in range(n):
        s.branches[level.first + p] = Branch(s.reduced[options[p]], options[p])
    qsort(&s.branches[level.first], n, sizeof(Branch), by_bound)
    bound_branches(s, level, n)
    if i < 0:
        level.end += not s.solved  # no option is left for the soft items that needed one
        level.again = True
    elif not is_hard(s, i):
        level.end += 1  # the branch without further options
        level.again = True
    else:
        level.end -= s.need[i] - 1
        level.again = s.need[i] != 1 or s.room[i] != 1 or (s.soft and s.over[i] != HARD)
    s.guesses += level.end - level.first > 1
    s.work += s.n_open + n
    return True


cdef void bound_branches(State* s, Level* level, int32_t n) noexcept nogil:
    """Turn the reduced costs of branches into their bounds; each branch is without the options before it."""
    cdef int64_t bound = s.base + s.below, r
    cdef int32_t p
    for p in range(n):
        r = s.branches[level.first + p].bound
        s.branches[level.first + p].bound = bound + max(r, 0)
        bound -= min(r, 0)
    s.branches[level.first + n] = Branch(bound, NO_OPTION)
    level.end = level.first + n


cdef void skip_costly(State* s, Level* level) noexcept nogil:
    """Skip branches that reach the stop. The one without further options may cost less than those before it."""
    cdef Branch* last = &s.branches[level.end - 1]
    if last.option != NO_OPTION or last.bound >= s.stop:
        level.at = level.end
        return
    while level.at < level.end - 1:
        hide(s, s.branches[level.at].option)
        level.at += 1
    level.n_live = s.n_live


cdef int64_t least_left(State* s, Level* level) noexcept nogil:
    """Return the lowest bound of a level's untried branches; the stop if there are none."""
    if level.at == level.end:
        return s.stop
    return min(s.branches[level.at].bound, s.branches[level.end - 1].bound)


cdef int search(State* s, uint64_t node_stop, uint64_t work) noexcept nogil:
    """Continue until we find a solution that costs less than the stop (SOLUTION; `chosen` has it), exhaust the tree
    (DONE), or reach node_stop nodes or spend the work (PAUSED). The stop may fall between two calls."""
    cdef uint64_t work_stop = s.work + work
    cdef Level* level
    while s.work < work_stop:
        if s.phase == ENTER:
            if s.nodes >= node_stop:
                return PAUSED
            s.nodes += 1
            s.work += s.n_open + 1
            s.max_level = max(s.max_level, s.n_chosen - s.n_given)
            s.phase = NEXT
            s.solved = is_solved(s)
            if s.n_live > 0 if s.solved else not is_dead(s):
                compute_bound(s)
                s.phase = SWEEP
                s.sweeps = SWEEPS if s.level >= 0 else SWEEPS_AT_ROOT
            if s.solved:
                s.total = s.paid + shortfall(s)
                if s.total < s.stop:
                    s.solutions += 1
                    return SOLUTION
        elif s.phase == SWEEP:
            s.sweeps -= 1
            if not sweep(s, False):
                s.phase = NEXT
            elif s.sweeps == 0:
                s.phase = BRANCH
        elif s.phase == BRANCH:
            s.phase = NEXT
            if sweep(s, True):
                hide_costly(s)
                if not is_dead(s) and not branch(s, best_item(s)):
                    return FAILED
        elif s.level < 0:
            return DONE
        else:
            level = &s.levels[s.level]
            restore(s, level)
            if level.at < level.end and s.branches[level.at].bound >= s.stop:
                skip_costly(s, level)
            if level.at == level.end:
                s.level -= 1
            else:
                level.at += 1
                if s.branches[level.at - 1].option != NO_OPTION:
                    choose(s, s.branches[level.at - 1].option)
                s.phase = ENTER
    return PAUSED


# --- the Python class ---------------------------------------------------------------------------------------------


@final
cdef class Cheapest:
    """One search for solutions that cost less than ``stop``. The caller lowers the stop as solutions are found.

    ``costs`` are integers of any sign; the sizes of a solution's costs add up to less than 2^62. ``bounds`` has the
    least and the most options of each primary item, all 1 by default. With slack, ``under`` and ``over`` are the prices
    of each option too few or too many, or INT64_MAX.
    """

    cdef public uint64_t node_stop  # number of nodes after which step() returns
    cdef State s
    cdef void* blocks[20]
    cdef int n_blocks
    cdef object arrays  # the arrays that the state points into
    cdef list tried  # the options that start() has hidden

    def __cinit__(self, const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
                  const int32_t[::1] colors,
                  int32_t n_items, int32_t n_primary, const int64_t[::1] costs not None,
                  const int32_t[:, ::1] bounds=None,
                  const int64_t[::1] under=None, const int64_t[::1] over=None):
        cdef State* s = &self.s
        cdef int32_t n = indices.shape[0]
        self.node_stop, self.tried = UNLIMITED, []
        self.arrays = (indptr, indices, colors, costs, under, over)
        s.n_options, s.n_items, s.n_primary = indptr.shape[0] - 1, n_items, n_primary
        s.start, s.item, s.cost = &indptr[0], &indices[0], &costs[0]
        s.color = &colors[0] if colors is not None else <int32_t*> self.take(n, sizeof(int32_t))
        s.priced = <int8_t*> self.take(n_items, 1)
        s.soft = under is not None and over is not None and n_primary > 0
        if s.soft:
            s.under, s.over = &under[0], &over[0]
        s.need = <int32_t*> self.take(n_items, sizeof(int32_t))
        s.room = <int32_t*> self.take(n_items, sizeof(int32_t))
        s.head = <int32_t*> self.take(n_items, sizeof(int32_t))
        s.size = <int32_t*> self.take(n_items, sizeof(int32_t))
        s.option_at = <int32_t*> self.take(n, sizeof(int32_t))
        s.entry_at = <int32_t*> self.take(n, sizeof(int32_t))
        s.place = <int32_t*> self.take(n, sizeof(int32_t))
        s.live = <int32_t*> self.take(s.n_options, sizeof(int32_t))
        s.live_place = <int32_t*> self.take(s.n_options, sizeof(int32_t))
        s.open = <int32_t*> self.take(n_items, sizeof(int32_t))
        s.open_place = <int32_t*> self.take(n_items, sizeof(int32_t))
        s.price = <Cost*> self.take(n_items, sizeof(Cost))
        s.reduced = <Cost*> self.take(s.n_options, sizeof(Cost))
        s.scratch = <int64_t*> self.take(s.n_options, sizeof(int64_t))
        s.chosen = <int32_t*> self.take(s.n_options, sizeof(int32_t))
        s.level = -1
        s.stop = ENDLESS
        self._fill()
        self._bound(bounds)

    cdef void* take(self, size_t n, size_t size) except NULL:
        cdef void* block = calloc(n + 1, size)
        if block == NULL:
            raise MemoryError
        self.blocks[self.n_blocks] = block
        self.n_blocks += 1
        return block

    def __dealloc__(self):
        cdef int k
        for k in range(self.n_blocks):
            free(self.blocks[k])
        free(self.s.levels)
        free(self.s.kept)
        free(self.s.branches)

    cdef _fill(self):
        """Make all options live and all items open."""
        cdef State* s = &self.s
        cdef int32_t i, j, e, p = 0
        for i in range(s.n_items):
            s.priced[i] = True
        for e in range(s.start[s.n_options]):
            s.size[s.item[e]] += 1
            s.priced[s.item[e]] &= s.color[e] == 0
        for i in range(s.n_items):
            s.head[i] = p
            p += s.size[i]
            s.size[i] = 0
            if s.priced[i]:
                s.open[s.n_open], s.open_place[i] = i, s.n_open
                s.n_open += 1
        for j in range(s.n_options):
            s.live[j] = s.live_place[j] = j
            for e in range(s.start[j], s.start[j + 1]):
                p = s.head[s.item[e]] + s.size[s.item[e]]
                s.size[s.item[e]] += 1
                s.option_at[p], s.entry_at[p], s.place[e] = j, e, p
        s.n_live = s.n_options

    cdef _bound(self, const int32_t[:, ::1] bounds):
        """Set the options that each item needs and has room for; there is never room for more than all its options."""
        cdef State* s = &self.s
        cdef int32_t i
        for i in range(s.n_items):
            s.need[i], s.room[i] = i < s.n_primary, 1
            if bounds is not None and i < s.n_primary:
                s.need[i], s.room[i] = bounds[i, 0], min(bounds[i, 1], max(s.size[i], bounds[i, 0], 1))
            s.n_needy += s.need[i] > 0

    def setup(self, given, banned):
        """Choose the given options and leave out the banned ones, once; return false if they contradict each other."""
        cdef State* s = &self.s
        cdef int32_t j, e
        for j in range(s.n_options):
            for e in range(s.start[j], s.start[j + 1]):
                if s.item[e] < s.n_primary:
                    break
            else:  # no primary item: it is never chosen
                hide(s, j)
        for j in banned:
            if s.live_place[j] < s.n_live:
                hide(s, j)
        for j in dict.fromkeys(given):
            if s.live_place[j] >= s.n_live:
                return False
            choose(s, j)
        s.n_given = s.n_chosen
        s.root = Level(0, 0, 0, 0, s.paid, s.n_live, s.n_open, s.n_needy, s.n_chosen, False)
        s.floor = s.paid
        for j in range(s.n_live):
            s.floor += min(s.cost[s.live[j]], 0)
        return True

    def price(self, const int64_t[::1] prices not None):
        """Begin at the root with these prices of all items; return false if they are too large."""
        cdef State* s = &self.s
        cdef int32_t k, i
        cdef double spread = 0
        for k in range(s.n_open):
            spread += weight(s, s.open[k]) * abs(<double> prices[s.open[k]])
        if spread > FAR:
            return False
        for k in range(s.n_open):
            i = s.open[k]
            s.price[i] = prices[i]
            if s.soft and i < s.n_primary:
                s.price[i] = max(min(s.price[i], s.under[i]), -s.over[i])
        return True

    def start(self, options, tried, branches, const int64_t[::1] prices not None, bint again):
        """Search only these branches of a node next: pairs of an option and its bound, the lowest first.

        At the node, the options are chosen besides the given ones, those `tried` are not, and all items have these
        `prices`. ``again`` is the level's.
        """
        cdef State* s = &self.s
        cdef Level* level
        cdef int32_t i
        restore_live(s, &s.root)
        s.level, self.tried = -1, list(tried)
        for option in options:
            choose(s, option)
        for option in tried:
            if s.live_place[option] < s.n_live:
                hide(s, option)
        for i in range(s.n_items):
            s.price[i] = prices[i] if s.priced[i] else 0
        level = new_level(s)
        if level == NULL or not take_branches(s, len(branches)):
            raise MemoryError
        level.again = again
        for option, bound in branches:
            s.branches[level.end] = Branch(bound, option)
            level.end += 1
        s.phase = NEXT

    def frontier(self):
        """Split the rest of a paused search into its nodes, in search order; do not call while it is midway.

        Each node with untried branches yields the arguments of start(), the prices as bytes, and the share of the tree
        in these branches, taking all branches of a node as equal.
        """
        cdef State* s = &self.s
        cdef Level* level
        cdef int32_t k
        cdef int64_t first, b
        cdef double part = 1.0
        way, tried, left = [s.chosen[k] for k in range(s.n_given, s.n_chosen)], list(self.tried), []
        for k in range(s.level + 1):
            level = &s.levels[k]
            first = level.at - (k == s.level and s.phase == ENTER)
            part /= level.end - level.first
            if first < level.end:
                branches = [(s.branches[b].option, s.branches[b].bound) for b in range(first, level.end)]
                before = tried + self._tried(level, first)
                left.append((way[:level.n_chosen - s.n_given], before, branches, self._prices(level), bool(level.again),
                             part * len(branches)))
            tried += self._tried(level, level.at - 1)
        return left[::-1]

    cdef list _tried(self, Level* level, int64_t end):
        """Return the options of a level's branches before this one, if they are hidden."""
        cdef int64_t b
        return [self.s.branches[b].option for b in range(level.first, end if level.again else level.first)]

    cdef _prices(self, Level* level):
        cdef bytearray prices = bytearray(8 * self.s.n_items)
        cdef int64_t* price = <int64_t*> <char*> prices
        cdef int32_t k
        for k in range(level.n_open):
            price[self.s.kept[level.prices + k].item] = self.s.kept[level.prices + k].price
        return bytes(prices)

    @property
    def midway(self):
        """Return whether the search is at its root, or at a node already counted but not branched on."""
        return self.s.phase == SWEEP or self.s.phase == BRANCH or (self.s.phase == ENTER and self.s.level < 0)

    def step(self, uint64_t work):
        """Continue the search; return DONE, SOLUTION, LIMIT or PAUSED, as Kernel.step."""
        cdef int outcome
        with nogil:
            outcome = search(&self.s, self.node_stop, work)
            if outcome == PAUSED and self.s.nodes >= self.node_stop:  # finish the last node
                outcome = search(&self.s, self.node_stop, UNLIMITED)
                outcome = LIMIT if outcome == PAUSED else outcome
        if outcome == FAILED:
            raise MemoryError
        return outcome

    def solution(self):
        """Return the options of the newest solution, in the order they were chosen."""
        cdef int32_t k
        return [self.s.chosen[k] for k in range(self.s.n_chosen)]

    @property
    def paid(self):
        """Return the cost of the newest solution."""
        return self.s.total

    @property
    def stop(self):
        return self.s.stop

    @stop.setter
    def stop(self, int64_t stop):
        self.s.stop = min(stop, ENDLESS)

    @property
    def bound(self):
        """Return a lower bound of the costs not searched yet; the stop if nothing cheaper is left."""
        cdef State* s = &self.s
        cdef int64_t low = s.stop
        cdef int32_t k
        for k in range(s.level + 1):
            low = min(low, least_left(s, &s.levels[k]))
        if s.phase == ENTER:
            low = min(low, s.branches[s.levels[s.level].at - 1].bound if s.level >= 0 else s.floor)
        elif s.phase != NEXT:
            low = min(low, s.base + s.below)
        return low

    @property
    def fraction(self):
        """Return the fraction of the tree already searched, taking all branches of a node as equal; it never falls."""
        cdef State* s = &self.s
        cdef double part = 1.0, done = 0.0
        cdef int32_t k
        for k in range(s.level + 1):
            part /= s.levels[k].end - s.levels[k].first
            done += part * (max(s.levels[k].at - s.levels[k].first, 1) - 1)
        return done

    @property
    def nodes(self):
        return self.s.nodes

    @property
    def guesses(self):
        return self.s.guesses

    @property
    def solutions(self):
        """Return the number of solutions found, each below the stop at the time."""
        return self.s.solutions

    @property
    def max_level(self):
        return self.s.max_level

    @property
    def work(self):
        """Return the number of entries read."""
        return self.s.work
