# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Branch and bound: the search for the cheapest solutions, with prices on the items.

Each item has a price, and an option's reduced cost is its cost less the prices of its items. A primary item is covered
exactly once, so prices shift the cost of all solutions alike, and for any prices whatever (those of secondary items
at most 0, as nothing need cover them)

    cost of a solution  >=  bound  =  paid for the options chosen  +  prices of the open items  +  reduced costs < 0

A sweep sets the price of each open item, one after the other, between the two smallest reduced costs of its options;
that never lowers the bound. In the middle between them it leaves the other items something to pull at:

    costs of a's options   3  7  10       price 5: reduced to -2  2  5       (price 3 would leave 0  4  7)

The last sweep of a node goes to the smallest. Then bound + reduced cost bounds the solutions that have the option:
options that reach ``stop`` are hidden, the item with fewest left is branched on, its options tried cheapest first.

An item's options stand in one array, the live ones in front: to hide one, swap it behind them; to restore, count it
in again. All hidden options stand behind the live ones in `live`, the last hidden first:

    live  [ 7 2 5 | 4 1 3 ]       n_live = 3        sweeps look at all that is live, and want it in one piece

What it brought, in nodes (geometric means over 4 to 20 sets of random costs each):
 *  Sweeps to the middle before the last one: half on queens and crew rosters, two thirds on pentominoes. 4 of them
    rather than 2 save another tenth to a quarter, but no time.
 *  100 sweeps at the root rather than 5: 73 for 125 on dominoes 12x12, 859 for 1,064 on 14 queens, but a tenth to a
    fifth more on 16 queens and some crew rosters.
 *  Ties between items broken by the second smallest reduced cost: a fifth to a third less on queens and transversals,
    nothing elsewhere.
 *  Prices restored with the node rather than left as its last branch made them: a sixth on pentominoes, where branches
    that cannot be completed drive prices up, three quarters on some crew rosters; but 1.6 times as many on others.
    (Whoever leaves them must watch the sums: without it they overflowed, and the optimum was lost.)
 *  Rejected: branching on an item with a single option at once, without a bound. A tenth to a fifth less time on most,
    a tenth to two fifths more nodes.

References: Knuth, TAOCP 4B, 7.2.2.1, Algorithm C$ (taxes) and his program SSXCC (sparse sets); Wedelin, An algorithm
for large scale 0-1 integer programming, Annals of Operations Research 57 (1995) 283-301 (the middle).
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc

from cython cimport final

from ._limits cimport COST_BITS, LEVELS, MOST_COST, Cost

cdef enum:
    DONE = 0  # as in Kernel.run
    SOLUTION = 1
    PAUSED = 2
    FAILED = -1  # no memory

cdef enum:
    SWEEPS = 2  # of a node, before the last one
    SWEEPS_AT_ROOT = 100

cdef int64_t ENDLESS = <int64_t> 1 << COST_BITS  # a stop that no solution reaches: all costs together are less
cdef int64_t FAR = ENDLESS >> 2  # the prices of the open items, without their signs, add up to no more

cdef enum Phase:
    ENTER  # a node: has it an item without options?
    SWEEP  # ... its prices are being improved
    BRANCH  # ... the last sweep, and the choice of its item
    NEXT  # the next option of the deepest level

ctypedef struct Branch:
    Cost bound  # of the solutions that have the option
    int32_t option

ctypedef struct Price:
    Cost price
    int32_t item

ctypedef struct Level:
    int64_t first, at, end  # its branches are branches[first .. end-1], those from `at` on not tried yet
    int64_t prices  # those of its open items are kept in kept[prices ..]
    Cost paid
    int32_t n_live, n_open, n_open_primary

ctypedef struct State:
    # the problem
    int32_t n_options, n_items, n_primary
    const int32_t* start  # (n_options + 1,): option j has the entries start[j] .. start[j+1]-1
    const int32_t* item  # (entries,)
    const int32_t* color  # (entries,): 0 for none
    const int64_t* cost  # (n_options,)
    int8_t* priced  # (n_items,): is it primary, or secondary and without colors? Only these are ever open
    # what is live
    int32_t* head  # (n_items,): item i's live options have the places head[i] .. head[i]+size[i]-1
    int32_t* size  # (n_items,)
    int32_t* option_at  # (entries,): place -> option
    int32_t* entry_at  # (entries,): place -> entry
    int32_t* place  # (entries,): entry -> place
    int32_t* live  # (n_options,): the live options in front
    int32_t* live_place  # (n_options,): option -> its index in live
    int32_t n_live
    int32_t* open  # (priced items,): those that are not covered in front
    int32_t* open_place  # (n_items,): item -> its index in open
    int32_t n_open, n_open_primary
    # the bound
    Cost* price  # (n_items,): 0 where not priced
    Cost* reduced  # (n_options,): reduced costs of the live options
    Cost paid  # for the options chosen, the given ones included
    Cost base  # paid + the prices of the open items
    Cost spread  # the prices of the open items, without their signs, added up
    Cost below  # the reduced costs < 0 of live options, added up; the bound is base + below
    Cost stop  # solutions that cost as much are of no use
    # the search
    Phase phase
    int32_t sweeps  # left for this node
    Level root  # what is live and open there; without prices and branches
    Level* levels
    int32_t level, n_levels  # the deepest one, -1 at the root; room for
    Price* kept
    int64_t n_kept  # room for
    Branch* branches  # (n_options,): no option is in the lists of two levels
    int32_t* chosen  # (n_primary + 1,): the given ones before
    int32_t n_chosen, n_given
    int32_t max_level
    uint64_t nodes, guesses, solutions
    uint64_t work  # entries looked at


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
    """Bring a number to index k, and the one from there to where it was."""
    cdef int32_t other = numbers[k]
    numbers[index[number]], index[other] = other, index[number]
    numbers[k], index[number] = number, k


cdef void choose(State* s, int32_t j) noexcept nogil:
    """Take option j into the solution: its items are not open any more, what is not compatible with it is hidden."""
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
        while p > s.head[i]:  # what is swapped to p has been looked at
            p -= 1
            if s.color[e] == 0 or s.color[s.entry_at[p]] != s.color[e]:
                hide(s, s.option_at[p])


cdef void go_back(State* s, Level* level) noexcept nogil:
    """Back to what was live and open at the node of a level."""
    cdef int32_t e
    while s.n_live < level.n_live:
        for e in range(s.start[s.live[s.n_live]], s.start[s.live[s.n_live] + 1]):
            s.size[s.item[e]] += 1
        s.n_live += 1
    s.n_open, s.n_open_primary, s.paid = level.n_open, level.n_open_primary, level.paid


cdef void restore(State* s, Level* level) noexcept nogil:
    """Back to the node of a level, its prices too."""
    cdef int32_t k
    go_back(s, level)
    for k in range(s.n_open):
        s.price[s.kept[level.prices + k].item] = s.kept[level.prices + k].price
    s.n_chosen -= level.at > level.first
    s.work += s.n_open + 1


# --- the bound ----------------------------------------------------------------------------------------------------


cdef void work_out(State* s) noexcept nogil:
    """The reduced costs of the live options and the bound, from the prices."""
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
    """By how much to raise the price of item i: to the middle of its two smallest reduced costs, or to the smallest."""
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
        low = most  # it conflicts with nothing any more
    return min(low, most)


cdef bint sweep(State* s, bint last) noexcept nogil:
    """Set the price of each open item; false as soon as the bound reaches the stop."""
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


cdef void hide_dear(State* s) noexcept nogil:
    """Hide the options that would bring the bound to the stop."""
    cdef int64_t room = s.stop - (s.base + s.below)
    cdef int32_t k
    s.work += s.n_live
    for k in range(s.n_live - 1, -1, -1):  # what is swapped to k has been looked at
        if s.reduced[s.live[k]] >= room:
            hide(s, s.live[k])


# --- the search ---------------------------------------------------------------------------------------------------


cdef bint is_dead(State* s) noexcept nogil:
    """Has a primary item no option left?"""
    cdef int32_t k
    for k in range(s.n_open):
        if s.size[s.open[k]] == 0 and s.open[k] < s.n_primary:
            return True
    return False


cdef int32_t best_item(State* s) noexcept nogil:
    """The open primary item with fewest options; of those the one whose second cheapest is the dearest."""
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
    """One level more, with the state of the node as it is; NULL if there is no memory for it."""
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
    """A new level with the options of item i, the cheapest first; false if there is no memory for it."""
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
    """Search on until a solution that costs less than the stop is met (SOLUTION: it is in `chosen`), all is searched
    (DONE), or node_stop nodes are visited or so much work is done (PAUSED). Between two calls the stop may fall."""
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
                work_out(s)
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
                hide_dear(s)
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


# --- as Python sees it --------------------------------------------------------------------------------------------


@final
cdef class Cheapest:
    """One search for solutions that cost less than ``stop``, which its caller lowers as they are found.

    ``costs`` are whole numbers, 0 or more, and those of a solution add up to less than 2^62.
    """

    cdef State s
    cdef void* blocks[16]
    cdef int n_blocks
    cdef object arrays  # that the state points into

    def __cinit__(self, const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
                  const int32_t[::1] colors,
                  int32_t n_items, int32_t n_primary, const int64_t[::1] costs not None):
        cdef State* s = &self.s
        cdef int32_t n = indices.shape[0]
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
        """All options live, all items open."""
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
        """Choose the given options and leave out the banned ones, once; false if they contradict each other."""
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

    def start(self, options, branches, const int64_t[::1] prices not None):
        """Search these branches of a node next, and nothing else: pairs of an option and its bound, the lowest first.

        The node is where the options are chosen beside the given ones; `prices` are those that all items had there.
        """
        cdef State* s = &self.s
        cdef Level* level
        cdef int32_t i
        go_back(s, &s.root)
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

    def left(self):
        """What is left of a paused search, in the order in which it would go on; not to be asked while it is midway.

        For each node with branches left what start() takes, the prices as bytes, and the part of the tree that these
        branches are, if those of a node weigh the same.
        """
        cdef State* s = &self.s
        cdef Level* level
        cdef int32_t k, n_tried = 0  # nodes that are being tried a branch of
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
        """Is the search at a node that is counted already and not branched on yet, or at its root?"""
        return self.s.phase == SWEEP or self.s.phase == BRANCH or (self.s.phase == ENTER and self.s.level < 0)

    def run(self, uint64_t node_stop, uint64_t work):
        """Search on: DONE, SOLUTION or PAUSED, as Kernel.run."""
        cdef int outcome
        with nogil:
            outcome = search(&self.s, node_stop, work)
        if outcome == FAILED:
            raise MemoryError
        return outcome

    def solution(self):
        """The options of the solution just met, in the order they were chosen."""
        cdef int32_t k
        return [self.s.chosen[k] for k in range(self.s.n_chosen)]

    @property
    def paid(self):
        """What the solution just met costs."""
        return self.s.paid

    @property
    def stop(self):
        return self.s.stop

    @stop.setter
    def stop(self, int64_t stop):
        self.s.stop = min(stop, ENDLESS)

    @property
    def bound(self):
        """What is not searched yet costs at least as much; the stop if all is searched or dearer."""
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
        """The part of the tree that is behind us if all branches of a node weigh the same; never falls."""
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
        """How many were met: each below the stop of its time."""
        return self.s.solutions

    @property
    def max_level(self):
        return self.s.max_level

    @property
    def work(self):
        """Entries looked at."""
        return self.s.work
