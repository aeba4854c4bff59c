# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Dancing links: the kernel that takes every exact-cover problem, at any size.

Each item keeps a doubly linked list of the options that may still cover it; an option is a ring of nodes, one in
the list of each of its items.

    item a  <->  a1 <-------> a2          down/up: the options of an item
                 |            |           right:   the items of an option (cyclic)
    item b  <->  b1 <-> b3    |
                        |     |
    item c  <---------> c3 <- c2

Covering an item takes every option on its list out of all *other* lists. The removed nodes keep their own links, so
that uncovering in reverse order puts everything back without any book-keeping: the links dance. The method is
Algorithm C of Knuth's TAOCP 7.2.2.1 (Algorithm X where no item has a color); step numbers in run() are his.

What differs from Knuth's programs, and what it brought (CPU time against dlx1, gcc -O3, medians):
 *  No list of active items. The sizes stand in one array, COVERED added to those of covered items, and the next item
    is the smallest key (size, number) of one vector loop: 2 times faster on Sudoku's 324 items than following links.
 *  The last item that was left with a single option is branched on at once, without that loop (Sudoku -15 %, dominoes
    -14 %, lozenges -20 %; pentominoes +5 %). A queue of all such items would be kept up in the hottest loop.
 *  All items of an option are marked before the first of them is covered. Then an item whose size drops to 0 is
    not about to be covered by the option itself: the option fails, and the rest need not be hidden (pentominoes -20 %).
 *  The item branched on is not covered before an option needs it: at a leaf it never is (perfect matchings -8 %).
 *  An option is a ring (`right`) rather than a run that ends in a spacer: the trip count of the inner loop is then the
    same for all options of one length, and predicted (Soma cube -15 %, Langford -20 %).
 *  The color an item has been given stands in the item, so that purifying writes nothing into the nodes that agree.
"""

from libc.stdint cimport UINT32_MAX, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from ._kernel cimport DONE, PAUSED, SOLUTION, Counters, Kernel, Outcome

cdef extern from *:
    """
    #include <stdint.h>

    /* The smallest key (size << bits | item) of the items low .. n-1, sizes cut at 2^(32-bits) - 1.
       One loop without a branch, which the compiler turns into vector code: 16 items of Sudoku's 324 a step with AVX2.
       Rejected: stopping at size 0 or 1 (the test in every step costs more than it saves, dominoes 8x8 +40 %) and
       AVX-512 (never faster, dominoes +5 %). */
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && __GNUC__ >= 9 && !defined(__clang__)
    __attribute__((target_clones("default", "avx2")))
    #endif
    static uint32_t dlx_smallest_key(const uint32_t *size, uint32_t low, uint32_t n, uint32_t bits)
    {
        const uint32_t cap = (uint32_t)(((uint64_t)1 << (32 - bits)) - 1);
        uint32_t smallest = UINT32_MAX;
        low &= ~15u;
        n = (n + 15) & ~15u;
        for (uint32_t i = low; i < n; i++) {
            uint32_t key = ((size[i] < cap ? size[i] : cap) << bits) | i;
            smallest = key < smallest ? key : smallest;
        }
        return smallest;
    }
    """
    uint32_t dlx_smallest_key(const uint32_t* size, uint32_t low, uint32_t n, uint32_t bits) noexcept nogil

cdef uint32_t COVERED = 1 << 30  # added to the size of a covered primary item
cdef uint32_t SECONDARY = 1 << 31  # added to the size of every secondary item: it never dies, it is never chosen
cdef int32_t BANNED = -1  # in the `up` of an option's first node: leave it out this time
cdef int32_t NEVER = -2  # the same: it has no primary item and is never chosen


# --- hide and unhide: an option leaves the lists of all its items but one, and comes back -------------------------


cdef inline bint hide(Node* nodes, uint32_t* size, int32_t p, uint64_t* updates, int32_t* forced) noexcept nogil:
    """Take the option of node p out of the lists of its other items; true if one of them died of it.

    ``forced`` becomes the last item that was left with one option, if there is one. Both without a branch.
    """
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down, item
    cdef bint dead = False
    while q != p:
        up, down, item = nodes[q].up, nodes[q].down, nodes[q].item
        nodes[up].down = down
        nodes[down].up = up
        size[item] -= 1
        dead |= size[item] == 0
        forced[0] = item if size[item] == 1 else forced[0]
        updates[0] += 1
        q = nodes[q].right
    return dead


cdef inline void unhide(Node* nodes, uint32_t* size, int32_t p) noexcept nogil:
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down
    while q != p:
        up, down = nodes[q].up, nodes[q].down
        nodes[up].down = nodes[down].up = q
        size[nodes[q].item] += 1
        q = nodes[q].right


cdef inline bint hide_colored(State* s, int32_t p, uint64_t* updates, int32_t* forced) noexcept nogil:
    """The same where items have colors: what already has its color is left alone, all its options agree."""
    cdef Node* nodes = s.nodes
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down, item
    cdef bint dead = False
    while q != p:
        up, down, item = nodes[q].up, nodes[q].down, nodes[q].item
        if s.fixed[item] == 0:
            nodes[up].down = down
            nodes[down].up = up
            s.size[item] -= 1
            dead |= s.size[item] == 0
            forced[0] = item if s.size[item] == 1 else forced[0]
            updates[0] += 1
        q = nodes[q].right
    return dead


cdef inline void unhide_colored(State* s, int32_t p) noexcept nogil:
    cdef Node* nodes = s.nodes
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down, item
    while q != p:
        up, down, item = nodes[q].up, nodes[q].down, nodes[q].item
        if s.fixed[item] == 0:
            nodes[up].down = nodes[down].up = q
            s.size[item] += 1
        q = nodes[q].right


# --- cover and purify: what an item does to the options on its list ----------------------------------------------
# Not inline: inlined into run() they cost 17 %.


cdef int32_t cover(State* s, int32_t item, bint heed) noexcept nogil:
    """Hide the options on the item's list; with `heed`, stop after the one of which another item died.

    Returns the node of the last option hidden in that case, else the item itself: what uncover() wants to know.
    """
    cdef Node* nodes = s.nodes
    cdef uint32_t* size = s.size
    cdef uint64_t updates = s.count.updates
    cdef int32_t forced = s.forced
    cdef int32_t p = nodes[item].down
    if s.colors == NULL:
        while p != item:
            if hide(nodes, size, p, &updates, &forced) and heed:
                break
            p = nodes[p].down
    else:
        while p != item:
            if hide_colored(s, p, &updates, &forced) and heed:
                break
            p = nodes[p].down
    s.count.updates = updates
    s.forced = forced
    return p


cdef void uncover(State* s, int32_t item, int32_t last) noexcept nogil:
    """Undo cover(), which hid the options down to `last` (all of them if that is the item)."""
    cdef Node* nodes = s.nodes
    cdef uint32_t* size = s.size
    cdef int32_t p = last if last != item else nodes[item].up
    if s.colors == NULL:
        while p != item:
            unhide(nodes, size, p)
            p = nodes[p].up
    else:
        while p != item:
            unhide_colored(s, p)
            p = nodes[p].up


cdef int32_t purify(State* s, int32_t item, int32_t color, bint heed) noexcept nogil:
    """Give the secondary item its color: hide the options on its list that want another. Returns as cover() does."""
    cdef int32_t p = s.nodes[item].down
    s.fixed[item] = color
    while p != item:
        if s.colors[p - s.n_items] != color and hide_colored(s, p, &s.count.updates, &s.forced) and heed:
            break
        p = s.nodes[p].down
    return p


cdef void unpurify(State* s, int32_t item, int32_t color, int32_t last) noexcept nogil:
    cdef int32_t p = last if last != item else s.nodes[item].up
    while p != item:
        if s.colors[p - s.n_items] != color:
            unhide_colored(s, p)
        p = s.nodes[p].up
    s.fixed[item] = 0


# --- commit: what choosing an option does to its items ------------------------------------------------------------


cdef inline int32_t color_of(State* s, int32_t q) noexcept nogil:
    return 0 if s.colors == NULL else s.colors[q - s.n_items]


cdef inline int32_t mark_others(Node* nodes, uint32_t* size, int32_t n_primary, int32_t p) noexcept nogil:
    """Let the items of an option but the one whose list p is in count as covered; returns how many are primary.

    Arithmetic in place of a branch on primary or not; pointers rather than the State, which C would read anew.
    """
    cdef int32_t q = nodes[p].right
    cdef int32_t count = 0
    cdef uint32_t primary
    while q != p:
        primary = nodes[q].item < n_primary
        size[nodes[q].item] += primary << 30
        count += primary
        q = nodes[q].right
    return count


cdef inline void unmark_others(Node* nodes, uint32_t* size, int32_t n_primary, int32_t p) noexcept nogil:
    cdef int32_t q = nodes[p].right
    cdef uint32_t primary
    while q != p:
        primary = nodes[q].item < n_primary
        size[nodes[q].item] -= primary << 30
        q = nodes[q].right


cdef int32_t commit(State* s, int32_t q, bint heed) noexcept nogil:
    """Cover or purify the item of node q: 1 if done, 0 if an item died of it (all is undone then), 2 if nothing was
    to be done, because the item has this color already."""
    cdef int32_t item = s.nodes[q].item
    cdef int32_t color = color_of(s, q)
    cdef int32_t last
    if color == 0:
        last = cover(s, item, heed)
        if last != item:
            uncover(s, item, last)
    elif s.fixed[item] == 0:
        last = purify(s, item, color, heed)
        if last != item:
            unpurify(s, item, color, last)
    else:
        return 2
    return last == item


cdef inline void uncommit(State* s, int32_t q) noexcept nogil:
    cdef int32_t item = s.nodes[q].item
    cdef int32_t color = color_of(s, q)
    if color == 0:
        uncover(s, item, item)
    else:
        unpurify(s, item, color, item)


cdef void uncommit_level(State* s) noexcept nogil:
    """Undo the commits of the last level, newest first."""
    cdef int32_t* trail = s.trail_end - 1
    while trail[0] >= 0:
        uncommit(s, trail[0])
        trail -= 1
    s.trail_end = trail


cdef inline bint commit_others(State* s, int32_t p) noexcept nogil:
    """Commit the items of an option but the one whose list p is in; false if one died, and all is undone then."""
    cdef int32_t* trail = s.trail_end
    cdef int32_t q = s.nodes[p].right
    cdef int32_t done = 1
    trail[0] = -1
    trail += 1
    while q != p:
        done = commit(s, q, True)
        if done == 0:
            break
        trail[0] = q
        trail += done & 1
        q = s.nodes[q].right
    s.trail_end = trail
    if done == 0:
        uncommit_level(s)
    return done != 0


# --- the search ---------------------------------------------------------------------------------------------------


cdef inline int32_t choose(State* s, int32_t* low) noexcept nogil:
    """The active item to branch on: the last one that was left with one option, if it still is; else the one with
    fewest options, the first of several (MRV). There is an active item, and none is below `low`.

    Better ties were not found: by the sizes of the neighbors (sum, sum of inverses, how many are as small) hard
    Sudokus took 3-40 % more nodes than by the lowest number, and tilings were never more than 2 % better.
    """
    cdef uint32_t key
    cdef int32_t best, i
    if s.size[s.forced] == 1:
        return s.forced
    while s.size[low[0]] >= COVERED:
        low[0] += 1
    key = dlx_smallest_key(s.size, low[0], s.n_primary, s.key_bits)
    if key >> s.key_bits != UINT32_MAX >> s.key_bits:
        return key & ((<uint32_t> 1 << s.key_bits) - 1)
    best = low[0]  # all sizes are beyond what a key holds
    for i in range(best + 1, s.n_primary):
        if s.size[i] < s.size[best]:
            best = i
    return best


cdef bint anything_left(State* s) noexcept nogil:
    """At a solution: is an option untried on any level? Where all was forced, there is nothing to go back for."""
    cdef int32_t level = s.level
    cdef int32_t p
    while level >= s.base:
        p = s.levels[level].node
        if s.nodes[p].down != s.nodes[p].item:
            return True
        level -= 1
    return False


cdef Outcome stop(State* s, Phase phase, int32_t level, int32_t node) noexcept nogil:
    """Leave run() so that it can go on from here."""
    s.phase = phase
    s.level = level
    s.levels[level].node = node
    return SOLUTION if phase == FOUND else PAUSED


cdef Outcome run(State* s, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
    """Search on, until all is searched, the solutions or nodes met reach their stop, or `work` updates are done.

    Before: the state as link() or an earlier run() left it. After SOLUTION: levels[0 .. length-1] hold
    nodes of the solution's options. After PAUSED: run() goes on as if it had never stopped.
    """
    cdef Node* nodes = s.nodes
    cdef uint32_t* size = s.size
    cdef int32_t n_primary = s.n_primary
    cdef Level* here
    cdef int32_t level = s.level
    cdef int32_t i = 0, p, active, left = s.active
    cdef uint64_t work_stop = s.count.updates + work
    cdef uint64_t scanned = 0
    cdef bint enter = s.phase <= FORWARD
    if s.phase == FINISHED:
        return DONE
    if s.phase == START:  # C1. Initialize.
        if node_stop == 0:
            return PAUSED
        s.count.nodes = 1
        s.levels[level].low = 0
        if left == 0:
            s.count.solutions += 1
            s.length = level
            s.phase = FINISHED
            return SOLUTION if solution_stop == 1 else DONE
    here = &s.levels[level]
    active = here.rest
    p = here.node
    if not enter:
        i = nodes[p].item
        if s.phase == FOUND:
            if not anything_left(s):
                s.phase = FINISHED
                return DONE
            unmark_others(nodes, size, n_primary, p)
            p = nodes[p].down
    elif s.phase == FORWARD:
        left = here.rest
    while True:
        if enter:  # C2. Enter the level.
            here = &s.levels[level]
            if s.count.updates + scanned >= work_stop:
                here.rest = left
                return stop(s, FORWARD, level, 0)
            scanned += s.scan
            i = choose(s, &here.low)  # C3.
            p = nodes[i].down
            s.count.guesses += size[i] > 1
            if left == 1 and size[i] <= min(node_stop - s.count.nodes, solution_stop - s.count.solutions - 1):
                s.count.nodes += size[i]  # all options of the last item are solutions
                s.count.solutions += size[i]
                s.count.max_level = max(s.count.max_level, level - s.base + (p != i))
                p = i
            size[i] += COVERED
            active = here.rest = left - 1
            s.covered = False
        enter = True
        while True:
            if p == i:  # C7. Backtrack: the item's list is exhausted.
                if s.covered:
                    uncover(s, i, i)
                size[i] -= COVERED
                if level == s.base:
                    s.phase = FINISHED
                    s.level = level
                    return DONE
                level -= 1  # C8. Leave the level.
                here = &s.levels[level]
                active = here.rest
                p = here.node
                i = nodes[p].item
                uncommit_level(s)  # C6. Try again.
                unmark_others(nodes, size, n_primary, p)
                p = nodes[p].down
                s.covered = True
                continue
            if s.count.nodes >= node_stop:
                return stop(s, TRY, level, p)
            s.count.nodes += 1  # C5. Try the option of p.
            left = active - mark_others(nodes, size, n_primary, p)
            if left == 0:
                s.count.solutions += 1
                s.length = level + 1
                s.count.max_level = max(s.count.max_level, s.length - s.base)
                if s.count.solutions == solution_stop:
                    return stop(s, FOUND, level, p)
            else:
                if not s.covered:  # C4. Cover i.
                    cover(s, i, False)
                    s.covered = True
                if commit_others(s, p):
                    here.node = p
                    level += 1
                    s.levels[level].low = here.low
                    s.count.max_level = max(s.count.max_level, level - s.base)
                    break
            unmark_others(nodes, size, n_primary, p)
            p = nodes[p].down
            if s.count.updates + scanned >= work_stop and p != i:  # options that all fail may be many, and cost much
                return stop(s, TRY, level, p)


# --- before a search: linking what the given options leave --------------------------------------------------------
# The lists are linked anew for every question, with the options that are still possible under its given ones. That is
# less work than any search that reaches a solution, and for 9x9 Sudokus of 17 clues half of what covering the clues'
# items and uncovering all at the end took; nothing has to be restored, and what is not linked stays out of the cache.


cdef inline bint live(State* s, int32_t first, int32_t end) noexcept nogil:
    """Do the options chosen so far leave the one with these nodes possible?"""
    cdef Node* nodes = s.nodes
    cdef int32_t* fixed = s.fixed
    cdef int32_t x, color, taken = 0
    if s.colors == NULL:
        for x in range(first, end):
            taken |= fixed[nodes[x].item]
        return taken == 0
    for x in range(first, end):
        color = s.colors[x - s.n_items]
        if fixed[nodes[x].item] != 0 and (color == 0 or color != fixed[nodes[x].item]):
            return False
    return True


cdef bint assume(State* s, int32_t option) noexcept nogil:
    """Choose a given option; false if it contradicts those chosen before (not if it is one of them)."""
    cdef int32_t first = s.n_items + s.starts[option]
    cdef int32_t end = s.n_items + s.starts[option + 1]
    cdef int32_t x, level
    if s.nodes[first].up < 0:
        return False
    if not live(s, first, end):
        for level in range(s.level):
            if s.levels[level].node == first:
                return True
        return False
    for x in range(first, end):
        s.fixed[s.nodes[x].item] = color_of(s, x) or -1
        s.active -= s.nodes[x].item < s.n_primary
    s.levels[s.level].node = first
    s.level += 1
    s.base += 1
    return True


cdef inline void append(Node* nodes, uint32_t* size, int32_t first, int32_t end) noexcept nogil:
    """Put the option with these nodes at the end of the lists of its items."""
    cdef int32_t x, last, item
    for x in range(first, end):
        item = nodes[x].item
        last = nodes[item].up
        nodes[x].up = last
        nodes[x].down = item
        nodes[last].down = nodes[item].up = x
        size[item] += 1


cdef bint link(State* s, const int32_t* given, int64_t n_given) noexcept nogil:
    """Start anew with these options chosen; false if they contradict each other, and nothing can be searched then.

    Options that are BANNED are left out, once: the mark goes.
    """
    cdef int32_t i, k, option, first, end
    cdef int64_t g
    s.level = s.base = 0
    s.active = s.n_primary
    s.trail_end = s.trail
    s.forced = s.count.max_level = s.length = 0
    s.count.nodes = s.count.updates = s.count.guesses = s.count.solutions = 0
    s.phase = FINISHED
    for i in range(s.n_items):
        s.fixed[i] = 0
    for g in range(n_given):
        if not assume(s, given[g]):
            return False
    for i in range(s.n_items):
        s.nodes[i].up = s.nodes[i].down = i
        s.size[i] = SECONDARY if i >= s.n_primary else 0 if s.fixed[i] == 0 else COVERED
    for k in range(s.n_options):
        option = k if s.order == NULL else s.order[k]
        first = s.n_items + s.starts[option]
        end = s.n_items + s.starts[option + 1]
        if s.nodes[first].up >= 0 and live(s, first, end):
            append(s.nodes, s.size, first, end)
        elif s.nodes[first].up == BANNED:
            s.nodes[first].up = 0
    s.phase = START
    return True


cdef void build(State* s, const int32_t* items) noexcept nogil:
    """What never changes: the item of each node, the rings, and which options have no primary item."""
    cdef int32_t option, x, first, end
    cdef bint primary
    for x in range(s.n_items):
        s.nodes[x].item = s.nodes[x].right = x
    for option in range(s.n_options):
        first = s.n_items + s.starts[option]
        end = s.n_items + s.starts[option + 1]
        primary = False
        for x in range(first, end):
            s.nodes[x].item = items[x - s.n_items]
            s.nodes[x].right = x + 1 if x + 1 < end else first
            s.nodes[x].up = s.nodes[x].down = x
            primary |= s.nodes[x].item < s.n_primary
        if not primary:
            s.nodes[first].up = NEVER
    for x in range(s.n_items, s.n_items + 16):
        s.size[x] = SECONDARY


cdef int32_t option_of(State* s, int32_t node) noexcept nogil:
    """The option that holds a node: the last one that starts at or before it."""
    cdef int32_t entry = node - s.n_items
    cdef int32_t low = 0
    cdef int32_t high = s.n_options
    cdef int32_t middle = <int32_t> (<int64_t> entry * s.n_options // s.starts[s.n_options])
    if s.starts[middle] <= entry < s.starts[middle + 1]:
        return middle  # always so where all options have one length
    while high - low > 1:
        middle = low + (high - low) // 2
        if s.starts[middle] <= entry:
            low = middle
        else:
            high = middle
    return low


cdef int32_t collect(State* s, int32_t* options) noexcept nogil:
    """Write the options of the solution just met; returns how many they are."""
    cdef int32_t k
    for k in range(s.length):
        options[k] = option_of(s, s.levels[k].node)
    return s.length


cdef double fraction_done(State* s) noexcept nogil:
    """The part of the tree that is behind us if all branches of a node weigh the same: sum of (k-1)/(d1...dl).

    Knuth's progress report, without his half for what is under way: so it never falls.
    """
    cdef double share = 1.0
    cdef double done = 0.0
    cdef int32_t level, p, x
    cdef int64_t k, d
    if s.phase == FINISHED:
        return 1.0
    for level in range(s.base, s.level + (s.phase == TRY or s.phase == FOUND)):
        p = s.levels[level].node
        k = d = 0
        x = s.nodes[s.nodes[p].item].down
        while x != s.nodes[p].item:
            if x == p:
                k = d
            d += 1
            x = s.nodes[x].down
        share /= d
        done += k * share
    return done


# --- the Python class ---------------------------------------------------------------------------------------------


cdef class Links(Kernel):
    """The links of one problem, and one search in them. It knows no names and trusts its caller.

    ``indptr`` and ``indices`` are the options in CSR form (int32), ``colors`` an int32 array beside ``indices``
    (0: no color) or None; items 0 .. n_primary-1 are primary. ``order``, an int32 array, is the order in which options
    are tried.
    """

    cdef State s
    cdef object arrays  # keeps starts, colors and order alive

    name = "links"

    def __cinit__(self, const int32_t[::1] indptr, const int32_t[::1] indices, const int32_t[::1] colors,
                  int32_t n_items, int32_t n_primary, const int32_t[::1] order=None):
        self.arrays = (indptr, colors, order)
        self.s.starts = &indptr[0]
        self.s.colors = NULL if colors is None or len(colors) == 0 else &colors[0]
        self.s.order = NULL if order is None or len(order) == 0 else &order[0]
        self.s.n_items = n_items
        self.s.n_primary = n_primary
        self.s.n_options = len(indptr) - 1
        self.s.scan = 1 + (n_primary >> 3)
        self.s.key_bits = max(1, (n_primary + 15).bit_length())
        self._allocate(len(indices))
        with nogil:
            build(&self.s, NULL if indices.shape[0] == 0 else &indices[0])

    cdef _allocate(self, int64_t n_entries):
        cdef int64_t items = self.s.n_items
        if n_entries + items >= 2**31 - 64:
            raise OverflowError(f"{n_entries:,} entries and {items:,} items: more than 2^31 nodes")
        self.s.nodes = <Node*> malloc((items + n_entries + 1) * sizeof(Node))
        self.s.size = <uint32_t*> malloc((items + 16) * sizeof(uint32_t))
        self.s.fixed = <int32_t*> malloc((items + 1) * sizeof(int32_t))
        self.s.levels = <Level*> malloc((self.s.n_primary + 1) * sizeof(Level))
        self.s.trail = <int32_t*> malloc((items + self.s.n_primary + 1) * sizeof(int32_t))
        if not (self.s.nodes and self.s.size and self.s.fixed and self.s.levels and self.s.trail):
            raise MemoryError(f"no memory for {n_entries:,} nodes")

    def __dealloc__(self):
        free(self.s.nodes)
        free(self.s.size)
        free(self.s.fixed)
        free(self.s.levels)
        free(self.s.trail)

    cdef Counters* counters(self) noexcept nogil:
        return &self.s.count

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        cdef bint possible
        self._mark(banned, n_banned, BANNED)
        possible = link(&self.s, given, n_given)
        if not possible:
            self._mark(banned, n_banned, 0)
        return possible

    cdef void _mark(self, const int32_t* options, int64_t n, int32_t mark) noexcept nogil:
        cdef int64_t k
        cdef Node* first
        for k in range(n):
            first = &self.s.nodes[self.s.n_items + self.s.starts[options[k]]]
            if first.up != NEVER:
                first.up = mark

    cdef Outcome go(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        return run(&self.s, node_stop, solution_stop, work)

    cdef int32_t collect(self, int32_t* options) noexcept nogil:
        return collect(&self.s, options)

    cdef int32_t longest(self) noexcept nogil:
        return self.s.n_primary

    cdef uint64_t work_to_start(self) noexcept nogil:
        return <uint64_t> self.s.n_items + self.s.starts[self.s.n_options]

    cdef uint64_t work_done(self) noexcept nogil:
        return self.s.count.updates

    cdef double fraction_done(self) noexcept nogil:
        return fraction_done(&self.s)

    @property
    def nbytes(self):
        cdef int64_t items = self.s.n_items
        return ((items + self.s.starts[self.s.n_options] + 1) * sizeof(Node)
                + (self.s.n_primary + 1) * sizeof(Level)
                + (3 * items + self.s.n_primary + 18) * sizeof(int32_t))

    def sanity(self):
        """Walk all links: AssertionError where one is not as it should be. Slow; for tests."""
        cdef Node* nodes = self.s.nodes
        cdef int32_t item, x, k, active = 0
        if not self.started:
            self.setup(())
        if self.s.phase == FINISHED and self.s.count.nodes == 0:
            return True  # the given options contradict each other: nothing is linked
        for item in range(self.s.n_items):
            x, k = item, 0
            while True:
                assert nodes[nodes[x].down].up == x and nodes[nodes[x].up].down == x, f"node {x} is badly linked"
                assert nodes[x].item == item, f"node {x} stands in the list of item {item}"
                x = nodes[x].down
                if x == item:
                    break
                k += 1
            size = self.s.size[item] & (COVERED - 1)
            assert size == k, f"item {item} has {k} options in its list and a size of {size}"
            active += self.s.size[item] < COVERED
        assert active == self.s.active or self.s.phase != START, f"{active} items are active"
        for x in range(self.s.n_items, self.s.n_items + self.s.starts[self.s.n_options]):
            k = option_of(&self.s, x)
            end = self.s.n_items + self.s.starts[k + 1]
            right = x + 1 if x + 1 < end else self.s.n_items + self.s.starts[k]
            assert nodes[x].right == right, f"the ring of option {k} is broken at node {x}"
        return True


def first_repeat(const int32_t[::1] indptr, const int32_t[::1] indices, int32_t n_items):
    """The first entry whose item stands in its option already, or -1: the model's check of arrays, in linear time."""
    cdef int32_t* seen = <int32_t*> calloc(n_items + 1, sizeof(int32_t))  # item -> 1 + the last option that has it
    cdef int32_t k, e, found = -1
    if seen == NULL:
        raise MemoryError(f"no memory for {n_items:,} items")
    with nogil:
        for k in range(<int32_t> (indptr.shape[0] - 1)):
            for e in range(indptr[k], indptr[k + 1]):
                if found < 0 and seen[indices[e]] == k + 1:
                    found = e
                seen[indices[e]] = k + 1
            if found >= 0:
                break
    free(seen)
    return found
