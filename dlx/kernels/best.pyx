# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Branch and bound: the search for the cheapest solutions, with prices on the items.

Each item has a price, and the reduced cost of an option is its cost less the prices of its items. A solution covers
every primary item exactly once, so prices shift the cost of all solutions alike. For any prices (at most 0 for
secondary items, since nothing need cover them)

    cost of a solution  >=  bound  =  paid for the options chosen  +  prices of the open items  +  reduced costs < 0

A sweep sets the price of each open item in turn, to a value between the two smallest reduced costs of its options;
this never lowers the bound. A price in the middle of the two leaves room for the prices of the other items:

    costs of a's options   3  7  10       price 5: reduced to -2  2  5       (price 3 would leave 0  4  7)

The last sweep of a node sets each price to the smallest reduced cost. Then bound + reduced cost bounds the solutions
with an option. We hide options whose sum reaches ``stop``, branch on the item with the fewest options left, and try
its options cheapest first.

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

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
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
cdef int64_t FAR = ENDLESS >> 2  # upper limit of the sum of the open items' absolute prices

cdef enum Phase:
    ENTER  # a new node: does any item have no option?
    SWEEP  # ... its prices are being improved
    BRANCH  # ... the last sweep, and the choice of its item
    NEXT  # the next option of the deepest level

ctypedef struct Branch:
    Cost bound  # lower bound of the solutions with the option
    int32_t option

ctypedef struct Price:
    Cost price
    int32_t item

ctypedef struct Level:
    int64_t first, at, end  # its branches are branches[first .. end-1]; those from `at` on are untried
    int64_t prices  # the prices of its open items are in kept[prices ..]
    Cost paid
    int32_t n_live, n_open, n_open_primary

ctypedef struct State:
    # the problem
    int32_t n_options, n_items, n_primary
    const int32_t* start  # (n_options + 1,): option j has the entries start[j] .. start[j+1]-1
    const int32_t* item  # (entries,)
    const int32_t* color  # (entries,): 0 for none
    const int64_t* cost  # (n_options,)
    int8_t* priced  # (n_items,): primary, or secondary and without colors? Only such items are ever open
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
    int32_t n_open, n_open_primary
    # the bound
    Cost* price  # (n_items,): 0 for items without a price
    Cost* reduced  # (n_options,): reduced costs of the live options
    Cost paid  # for the options chosen, the given ones included
    Cost base  # paid + prices of the open items
    Cost spread  # sum of the absolute prices of the open items
    Cost below  # sum of the negative reduced costs of live options; the bound is base + below
    Cost stop  # solutions of this cost or more are of no use
    # the search
    Phase phase
    int32_t sweeps  # remaining sweeps of this node
    Level root  # the live options and open items of the root; without prices and branches
    Level* levels
    int32_t level, n_levels  # the deepest level, -1 at the root; allocated levels
    Price* kept
    int64_t n_kept  # allocated entries of kept
    Branch* branches  # (n_options,): no option is in the lists of two levels
    int32_t* chosen  # (n_primary + 1,): the options chosen, the given ones first
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
    """Add option j to the solution: close its items and hide the options incompatible with it."""
    cdef int32_t e, i, p
    s.paid += s.cost[j]
    s.chosen[s.n_chosen] = j
    s.n_chosen += 1
    for e in range(s.start[j], s.start[j + 1]):
        i = s.item[e]
        if s.priced[i]:
            s.n_open -= 1
            s.n_open_primary -= i < s.n_primary
            swap(s.open, s.open_place, i, s.n_open)
        p = s.head[i] + s.size[i]
        s.work += s.size[i]
        while p > s.head[i]:  # entries swapped to p have been visited
            p -= 1
            if s.color[e] == 0 or s.color[s.entry_at[p]] != s.color[e]:
                hide(s, s.option_at[p])


cdef void restore_live(State* s, Level* level) noexcept nogil:
    """Restore the live options and open items of a level's node."""
    cdef int32_t e
    while s.n_live < level.n_live:
        for e in range(s.start[s.live[s.n_live]], s.start[s.live[s.n_live] + 1]):
            s.size[s.item[e]] += 1
        s.n_live += 1
    s.n_open, s.n_open_primary, s.paid = level.n_open, level.n_open_primary, level.paid


cdef void restore(State* s, Level* level) noexcept nogil:
    """Restore the node of a level, prices included."""
    cdef int32_t k
    restore_live(s, level)
    for k in range(s.n_open):
        s.price[s.kept[level.prices + k].item] = s.kept[level.prices + k].price
    s.n_chosen -= level.at > level.first
    s.work += s.n_open + 1


# --- the bound ----------------------------------------------------------------------------------------------------


cdef void compute_bound(State* s) noexcept nogil:
    """Compute the reduced costs of the live options and the bound from the prices."""
    cdef int32_t k, e, j
    cdef int64_t r
    s.base, s.spread, s.below = s.paid, 0, 0
    for k in range(s.n_open):
        s.base += s.price[s.open[k]]
        s.spread += size_of(s.price[s.open[k]])
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


cdef inline int64_t rise(State* s, int32_t i, bint last) noexcept nogil:
    """Return the raise of item i's price: to the middle of its two smallest reduced costs, or to the smallest."""
    cdef int64_t r, low = MOST_COST, second = MOST_COST
    cdef int64_t most = MOST_COST if i < s.n_primary else -s.price[i]
    cdef int32_t p
    for p in range(s.head[i], s.head[i] + s.size[i]):
        r = s.reduced[s.option_at[p]]
        second = min(second, max(low, r))
        low = min(low, r)
    if last and i >= s.n_primary:
        low = max(low, 0)  # its options need not come down to 0: another item may have raised them
    elif not last and s.size[i] > 1:
        low += (second - low) >> 1
    elif not last and i >= s.n_primary:
        low = most  # it no longer conflicts with anything
    return min(low, most)


cdef bint sweep(State* s, bint last) noexcept nogil:
    """Set the price of each open item; return false as soon as the bound reaches the stop."""
    cdef int32_t k, i, p
    cdef int64_t d, r, spread
    for k in range(s.n_open):
        i = s.open[k]
        s.work += s.size[i] + 1
        d = rise(s, i, last)
        spread = s.spread - size_of(s.price[i])
        if d == 0 or size_of(d) > 2 * FAR or spread + size_of(s.price[i] + d) > FAR:
            continue  # limit: price
        s.spread = spread + size_of(s.price[i] + d)
        s.price[i] += d
        s.base += d
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


cdef bint is_dead(State* s) noexcept nogil:
    """Return whether a primary item has no option left."""
    cdef int32_t k
    for k in range(s.n_open):
        if s.size[s.open[k]] == 0 and s.open[k] < s.n_primary:
            return True
    return False


cdef int32_t best_item(State* s) noexcept nogil:
    """Return the open primary item with the fewest options; among these, the one with the dearest second option."""
    cdef int32_t k, i, p, best = -1
    cdef int64_t r, low, second, dearest = 0
    for k in range(s.n_open):
        i = s.open[k]
        if i >= s.n_primary or (best >= 0 and s.size[i] > s.size[best]):
            continue
        low = second = MOST_COST
        for p in range(s.head[i], s.head[i] + s.size[i]):
            r = s.reduced[s.option_at[p]]
            second = min(second, max(low, r))
            low = min(low, r)
        s.work += s.size[i]
        if best < 0 or s.size[i] < s.size[best] or second > dearest or (second == dearest and i < best):
            best, dearest = i, second
    return best


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
    s.levels[s.level] = Level(first, first, first, prices, s.paid, s.n_live, s.n_open, s.n_open_primary)
    return &s.levels[s.level]


cdef bint branch(State* s, int32_t i) noexcept nogil:
    """Add a level with the options of item i, the cheapest first; return false if memory runs out."""
    cdef Level* level = new_level(s)
    cdef int32_t p, j
    if level == NULL:
        return False
    for p in range(s.head[i], s.head[i] + s.size[i]):
        j = s.option_at[p]
        s.branches[level.end].option = j
        s.branches[level.end].bound = s.base + s.below + max(s.reduced[j], 0)
        level.end += 1
    qsort(&s.branches[level.first], s.size[i], sizeof(Branch), by_bound)
    s.guesses += s.size[i] > 1
    s.work += s.n_open + s.size[i]
    return True


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
            if s.n_open_primary == 0:
                if s.paid < s.stop:
                    s.solutions += 1
                    return SOLUTION
            elif not is_dead(s):
                compute_bound(s)
                s.phase = SWEEP
                s.sweeps = SWEEPS if s.level >= 0 else SWEEPS_AT_ROOT
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
            if level.at == level.end or s.branches[level.at].bound >= s.stop:
                s.level -= 1
            else:
                level.at += 1
                choose(s, s.branches[level.at - 1].option)
                s.phase = ENTER
    return PAUSED


# --- the Python class ---------------------------------------------------------------------------------------------


@final
cdef class Cheapest:
    """One search for solutions that cost less than ``stop``. The caller lowers the stop as solutions are found.

    ``costs`` are integers, at least 0; the costs of any solution add up to less than 2^62.
    """

    cdef public uint64_t node_stop  # number of nodes after which step() returns
    cdef State s
    cdef void* blocks[16]
    cdef int n_blocks
    cdef object arrays  # the arrays that the state points into

    def __cinit__(self, const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
                  const int32_t[::1] colors,
                  int32_t n_items, int32_t n_primary, const int64_t[::1] costs not None):
        cdef State* s = &self.s
        cdef int32_t n = indices.shape[0]
        self.node_stop = UNLIMITED
        self.arrays = (indptr, indices, colors, costs)
        s.n_options, s.n_items, s.n_primary = indptr.shape[0] - 1, n_items, n_primary
        s.start, s.item, s.cost = &indptr[0], &indices[0], &costs[0]
        s.color = &colors[0] if colors is not None else <int32_t*> self.take(n, sizeof(int32_t))
        s.priced = <int8_t*> self.take(n_items, 1)
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
        s.branches = <Branch*> self.take(s.n_options, sizeof(Branch))
        s.chosen = <int32_t*> self.take(n_primary, sizeof(int32_t))
        s.level = -1
        s.stop = ENDLESS
        self._fill()

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
        s.n_open_primary = s.n_primary
        for j in range(s.n_options):
            s.live[j] = s.live_place[j] = j
            for e in range(s.start[j], s.start[j + 1]):
                p = s.head[s.item[e]] + s.size[s.item[e]]
                s.size[s.item[e]] += 1
                s.option_at[p], s.entry_at[p], s.place[e] = j, e, p
        s.n_live = s.n_options

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
        s.root = Level(0, 0, 0, 0, s.paid, s.n_live, s.n_open, s.n_open_primary)
        return True

    def price(self, const int64_t[::1] prices not None):
        """Begin at the root with these prices of all items; return false if they are too large."""
        cdef State* s = &self.s
        cdef int32_t k
        cdef double spread = 0
        for k in range(s.n_open):
            spread += abs(<double> prices[s.open[k]])
        if spread > FAR:
            return False
        for k in range(s.n_open):
            s.price[s.open[k]] = prices[s.open[k]]
        return True

    def start(self, options, branches, const int64_t[::1] prices not None):
        """Search only these branches of a node next: pairs of an option and its bound, the lowest first.

        At the node, the options are chosen besides the given ones, and all items have these `prices`.
        """
        cdef State* s = &self.s
        cdef Level* level
        cdef int32_t i
        restore_live(s, &s.root)
        s.n_chosen, s.level = s.n_given, -1
        for option in options:
            choose(s, option)
        for i in range(s.n_items):
            s.price[i] = prices[i] if s.priced[i] else 0
        level = new_level(s)
        if level == NULL:
            raise MemoryError
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
        cdef int32_t k, n_tried = 0  # nodes with a branch being tried
        cdef int64_t first, b
        cdef double part = 1.0
        for k in range(s.level + 1):
            n_tried += s.levels[k].at > s.levels[k].first
        way, left = [s.chosen[k] for k in range(s.n_given, s.n_chosen)], []
        for k in range(s.level + 1):
            level = &s.levels[k]
            first = level.at - (k == s.level and s.phase == ENTER)
            part /= level.end - level.first
            if first < level.end:
                branches = [(s.branches[b].option, s.branches[b].bound) for b in range(first, level.end)]
                left.append((way[:len(way) - n_tried + k], branches, self._prices(level), part * len(branches)))
        return left[::-1]

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
        return self.s.paid

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
        cdef int64_t least = s.stop
        cdef int32_t k
        for k in range(s.level + 1):
            if s.levels[k].at < s.levels[k].end:
                least = min(least, s.branches[s.levels[k].at].bound)
        if s.phase == ENTER:
            least = min(least, s.branches[s.levels[s.level].at - 1].bound if s.level >= 0 else 0)
        elif s.phase != NEXT:
            least = min(least, s.base + s.below)
        return least

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
