# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Dancing links with multiplicities: each primary item is in least..most of the options chosen.

The lists are those of _links.pyx. What is new is that an item may be chosen several times, and when it is done with.

    need   least minus the options chosen that have the item      > 0: the item is active, and may be branched on
    room   most minus the same                                    = 0: it is covered, no live option has it
    degree options in its list + 1 - need, while need > 0         = 0: dead     = 1: all that are left are forced

The first option that an item gets is one of `degree`: with k options left and n needed it cannot be one of the last
n - 1. So the item of smallest degree is branched on (MRV), and an option that has been tried goes from all lists for
the rest of the level (it is tweaked): every set of options is met in one order alone, also where options are identical.
Taking an option lowers need and list alike, so a degree falls only when something else goes, and at 0 nothing helps.

Where no item needs anything, the options chosen are a solution, and so are they with any that can be added: every node
from there on is a solution. Each set is met once as before.

Where some item is in all options ("choose 5 of them"), its room bounds what can be added: at the last option nothing
has to be covered, and items with more room than that are done with once they need nothing (see loosen()).

Reference: Algorithm M of Knuth's TAOCP 7.2.2.1. His branches on items that need nothing as well; here these come last,
when nothing can go wrong any more.
"""

from libc.stdint cimport UINT32_MAX, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from ._kernel cimport DONE, PAUSED, SOLUTION, Counters, Kernel, Outcome

cdef extern from *:
    """
    #include <stdint.h>

    /* The smallest key (degree << bits | item) of the items low .. n-1, degrees cut at 0 and at 2^(32-bits) - 1.
       As in _links.pyx, but for degrees below 0. */
    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && __GNUC__ >= 9 && !defined(__clang__)
    __attribute__((target_clones("default", "avx2")))
    #endif
    static uint32_t dlx_smallest_degree(const int32_t *degree, uint32_t low, uint32_t n, uint32_t bits)
    {
        const int32_t cap = (int32_t)(((uint64_t)1 << (32 - bits)) - 1);
        uint32_t smallest = UINT32_MAX;
        low &= ~15u;
        n = (n + 15) & ~15u;
        for (uint32_t i = low; i < n; i++) {
            int32_t d = degree[i] < cap ? degree[i] : cap;
            uint32_t key = ((uint32_t)(d > 0 ? d : 0) << bits) | i;
            smallest = key < smallest ? key : smallest;
        }
        return smallest;
    }
    """
    uint32_t dlx_smallest_degree(const int32_t* degree, uint32_t low, uint32_t n, uint32_t bits) noexcept nogil

cdef int32_t MET = 1 << 30  # added to the degree of an item that needs nothing: it never dies, it is never chosen
cdef int32_t MANY = 1 << 30  # more than there are options
cdef int32_t BANNED = -1  # in the `up` of an option's first node: leave it out this time
cdef int32_t CHOSEN = -2  # the same: it is given, and stands in the levels
cdef int32_t NEVER = -3  # it has no primary item and is never chosen


# --- hide, tweak and back: an option leaves the lists of its items, and returns ------------------------------------


cdef inline bint hide(Node* nodes, int32_t* degree, int32_t p, uint64_t* updates, int32_t* forced) noexcept nogil:
    """Take the option of node p out of the lists of its other items; true if one of them died of it.

    ``forced`` becomes the last item whose degree fell to 1, if there is one. Both without a branch.
    """
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down, item
    cdef bint dead = False
    while q != p:
        up, down, item = nodes[q].up, nodes[q].down, nodes[q].item
        nodes[up].down = down
        nodes[down].up = up
        degree[item] -= 1
        dead |= degree[item] <= 0
        forced[0] = item if degree[item] == 1 else forced[0]
        updates[0] += 1
        q = nodes[q].right
    return dead


cdef inline void unhide(Node* nodes, int32_t* degree, int32_t p) noexcept nogil:
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down
    while q != p:
        up, down = nodes[q].up, nodes[q].down
        nodes[up].down = nodes[down].up = q
        degree[nodes[q].item] += 1
        q = nodes[q].right


cdef inline bint hide_unfixed(State* s, int32_t p) noexcept nogil:
    """The same where items may be fixed: these are left alone, all their options agree."""
    cdef Node* nodes = s.nodes
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down, item
    cdef bint dead = False
    while q != p:
        up, down, item = nodes[q].up, nodes[q].down, nodes[q].item
        if s.fixed[item] == 0:
            nodes[up].down = down
            nodes[down].up = up
            s.degree[item] -= 1
            dead |= s.degree[item] <= 0
            s.forced = item if s.degree[item] == 1 else s.forced
            s.count.updates += 1
        q = nodes[q].right
    return dead


cdef inline void unhide_unfixed(State* s, int32_t p) noexcept nogil:
    cdef Node* nodes = s.nodes
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down, item
    while q != p:
        up, down, item = nodes[q].up, nodes[q].down, nodes[q].item
        if s.fixed[item] == 0:
            nodes[up].down = nodes[down].up = q
            s.degree[item] += 1
        q = nodes[q].right


cdef void tweak(State* s, int32_t p) noexcept nogil:
    """Take the option of node p, which stands in the lists of all its items, out of them."""
    cdef Node* own = &s.nodes[p]
    hide_unfixed(s, p)
    s.nodes[own.up].down = own.down
    s.nodes[own.down].up = own.up
    s.degree[own.item] -= 1
    s.count.updates += 1
    s.trail_end[0] = ~p
    s.trail_end += 1


cdef void untweak(State* s, int32_t p) noexcept nogil:
    cdef Node* own = &s.nodes[p]
    s.nodes[own.up].down = s.nodes[own.down].up = p
    s.degree[own.item] += 1
    unhide_unfixed(s, p)


# --- cover and purify: what an item does to the options on its list ----------------------------------------------
# Not inline: as in _links.pyx.


cdef int32_t cover(State* s, int32_t item, bint heed) noexcept nogil:
    """Hide the options on the item's list; with `heed`, stop after the one of which another item died.

    Returns the node of the last option hidden in that case, else the item itself: what uncover() wants to know.
    """
    cdef Node* nodes = s.nodes
    cdef int32_t* degree = s.degree
    cdef uint64_t updates = s.count.updates
    cdef int32_t forced = s.forced
    cdef int32_t p = nodes[item].down
    if s.never_fixed:
        while p != item:
            if hide(nodes, degree, p, &updates, &forced) and heed:
                break
            p = nodes[p].down
        s.count.updates = updates
        s.forced = forced
    else:
        while p != item:
            if hide_unfixed(s, p) and heed:
                break
            p = nodes[p].down
    return p


cdef void uncover(State* s, int32_t item, int32_t last) noexcept nogil:
    """Undo cover(), which hid the options down to `last` (all of them if that is the item)."""
    cdef Node* nodes = s.nodes
    cdef int32_t* degree = s.degree
    cdef int32_t p = last if last != item else nodes[item].up
    if s.never_fixed:
        while p != item:
            unhide(nodes, degree, p)
            p = nodes[p].up
    else:
        while p != item:
            unhide_unfixed(s, p)
            p = nodes[p].up


cdef int32_t purify(State* s, int32_t item, int32_t color, bint heed) noexcept nogil:
    """Give the secondary item its color: hide the options on its list that want another. Returns as cover() does."""
    cdef int32_t p = s.nodes[item].down
    s.fixed[item] = color
    while p != item:
        if s.colors[p - s.n_items] != color and hide_unfixed(s, p) and heed:
            break
        p = s.nodes[p].down
    return p


cdef void unpurify(State* s, int32_t item, int32_t color, int32_t last) noexcept nogil:
    cdef int32_t p = last if last != item else s.nodes[item].up
    while p != item:
        if s.colors[p - s.n_items] != color:
            unhide_unfixed(s, p)
        p = s.nodes[p].up
    s.fixed[item] = 0


# --- use: what an item has got, and what it still wants -----------------------------------------------------------


cdef inline void use(State* s, int32_t item) noexcept nogil:
    """One more of the options chosen has the item. Arithmetic in place of branches; secondary items are not harmed."""
    cdef Want* want = &s.wants[item]
    cdef int32_t needed = want.need > 0
    cdef int32_t met = want.need == 1
    s.degree[item] += needed + met * MET
    s.fixed[item] |= met & want.loose
    s.active -= met
    want.need -= 1
    want.room -= 1
    s.open -= want.room == 0


cdef inline bint unuse(State* s, int32_t item) noexcept nogil:
    """Undo use(); true if the item is dead now, because an option that it needs has been tweaked in between."""
    cdef Want* want = &s.wants[item]
    s.open += want.room == 0
    want.room += 1
    want.need += 1
    s.active += want.need == 1
    s.fixed[item] &= ~((want.need == 1) & want.loose)
    s.degree[item] -= (want.need > 0) + (want.need == 1) * MET
    return s.degree[item] <= 0


cdef inline void use_others(State* s, int32_t p) noexcept nogil:
    cdef int32_t q = s.nodes[p].right
    while q != p:
        use(s, s.nodes[q].item)
        q = s.nodes[q].right


cdef inline bint unuse_others(State* s, int32_t p) noexcept nogil:
    cdef int32_t q = s.nodes[p].right
    cdef bint dead = False
    while q != p:
        dead |= unuse(s, s.nodes[q].item)
        q = s.nodes[q].right
    return dead


# --- commit: what choosing an option does to the other options of its items ---------------------------------------


cdef inline int32_t color_of(State* s, int32_t q) noexcept nogil:
    return 0 if s.colors == NULL else s.colors[q - s.n_items]


cdef bint commit(State* s, int32_t q) noexcept nogil:
    """Cover or purify the item of node q, if it is full or gets a color; false if an item died of it, and all is
    undone then."""
    cdef int32_t item = s.nodes[q].item
    cdef int32_t color = color_of(s, q)
    cdef int32_t last
    if color == 0:
        if item < s.n_primary and (s.wants[item].room > 0 or s.fixed[item] != 0):
            return True
        last = cover(s, item, True)
        if last != item:
            uncover(s, item, last)
            return False
    elif s.fixed[item] == 0:
        last = purify(s, item, color, True)
        if last != item:
            unpurify(s, item, color, last)
            return False
    else:
        return True
    s.trail_end[0] = q
    s.trail_end += 1
    return True


cdef inline void uncommit(State* s, int32_t q) noexcept nogil:
    cdef int32_t item = s.nodes[q].item
    cdef int32_t color = color_of(s, q)
    if color == 0:
        uncover(s, item, item)
    else:
        unpurify(s, item, color, item)


cdef void undo(State* s, int32_t mark) noexcept nogil:
    """Undo commits and tweaks, newest first, until the trail is as long as it was."""
    while s.trail_end - s.trail > mark:
        s.trail_end -= 1
        if s.trail_end[0] >= 0:
            uncommit(s, s.trail_end[0])
        else:
            untweak(s, ~s.trail_end[0])


cdef inline bint commit_all(State* s, int32_t p, bint own) noexcept nogil:
    """Commit the items of an option, with `own` the one whose list p is in as well; false if one died, and all is
    undone then."""
    cdef int32_t mark = <int32_t> (s.trail_end - s.trail)
    cdef int32_t q = s.nodes[p].right
    cdef bint alive = not own or commit(s, p)
    while alive and q != p:
        alive = commit(s, q)
        q = s.nodes[q].right
    if not alive:
        undo(s, mark)
    return alive


# --- the search ---------------------------------------------------------------------------------------------------


cdef inline int32_t choose(State* s, int32_t* low) noexcept nogil:
    """The active item to branch on: the last one whose degree fell to 1, if it still is; else the one of smallest
    degree, the first of several (MRV). There is an active item, and none is below `low`."""
    cdef uint32_t key
    cdef int32_t best, i
    if s.degree[s.forced] == 1:
        return s.forced
    while s.degree[low[0]] >= MET:
        low[0] += 1
    key = dlx_smallest_degree(s.degree, low[0], s.n_primary, s.key_bits)
    if key >> s.key_bits != UINT32_MAX >> s.key_bits:
        return key & ((<uint32_t> 1 << s.key_bits) - 1)
    best = low[0]  # all degrees are beyond what a key holds
    for i in range(best + 1, s.n_primary):
        if s.degree[i] < s.degree[best]:
            best = i
    return best


cdef inline int32_t room_for_all(State* s) noexcept nogil:
    """How many options can be added at the most, as far as the item in all of them tells."""
    return s.wants[s.common].room if s.common >= 0 else MANY


cdef inline int32_t next_free(State* s, int32_t i) noexcept nogil:
    """The first item from i on that has room and an option for it; n_primary if there is none.

    Where an item is in all options, its list has all that can be added.
    """
    if s.common >= 0:
        return s.n_primary if s.wants[s.common].room == 0 or s.nodes[s.common].down == s.common else s.common
    while i < s.n_primary and (s.wants[i].room == 0 or s.nodes[i].down == i):
        i += 1
    return i


cdef inline bint fits(State* s, int32_t p) noexcept nogil:
    """Is there room for the option of node p in all of its items?"""
    cdef int32_t q = s.nodes[p].right
    while q != p and s.wants[s.nodes[q].item].room > 0:
        q = s.nodes[q].right
    return q == p


cdef bint anything_fits(State* s, int32_t i) noexcept nogil:
    """At a solution, its last option not committed yet: may another be added, as far as primary items from i on tell?

    Mostly not, and then it need not be committed (boxes filled with bricks, so many of each kind: -15 %).
    """
    cdef int32_t p
    if s.open == 0 or room_for_all(s) == 0:
        return False
    i = next_free(s, i)
    while i < s.n_primary:
        p = s.nodes[i].down
        while p != i:
            s.scanned += 1
            if fits(s, p):
                return True
            p = s.nodes[p].down
        if i == s.common:
            return False
        i = next_free(s, i + 1)
    return False


cdef inline void branch(State* s, int32_t level) noexcept nogil:
    """Decide what a level branches on."""
    cdef Want* want
    cdef Level* here = &s.levels[level]
    here.mark = <int32_t> (s.trail_end - s.trail)
    here.tried = 0
    s.covered = False
    if s.active == 0:
        here.mode = FREE
        here.item = s.levels[level - 1].item if level > s.base and s.levels[level - 1].mode == FREE else 0
        return
    here.item = choose(s, &here.low)
    here.degree = s.degree[here.item]
    s.count.guesses += here.degree > 1
    here.node = s.nodes[here.item].down
    want = &s.wants[here.item]
    here.mode = EXACT if want.room == 1 or (want.need == 1 and room_for_all(s) == 1) else SOME
    if here.mode == EXACT:
        use(s, here.item)


cdef inline bint back(State* s, Level* here) noexcept nogil:
    """The option tried goes; true if the level cannot do without it. Otherwise the next one is up."""
    cdef bint dead = unuse_others(s, here.node)
    if here.mode == EXACT:
        here.node = s.nodes[here.node].down
        return False
    return dead | unuse(s, here.item)


cdef inline void cover_own(State* s, int32_t i, int32_t p) noexcept nogil:
    """Cover the item of an EXACT level once its first option p is in use. That may have fixed items; they are not for
    the options after it."""
    if s.common >= 0:
        unuse_others(s, p)
    cover(s, i, False)
    if s.common >= 0:
        use_others(s, p)
    s.covered = True


cdef inline uint64_t work_done(State* s) noexcept nogil:
    return s.count.updates + s.scanned


cdef Outcome stop(State* s, Phase phase, int32_t level) noexcept nogil:
    """Leave run() so that it can go on from here."""
    s.phase = phase
    s.level = level
    return SOLUTION if phase == FOUND or phase == COUNTED else PAUSED


cdef Outcome run(State* s, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
    """Search on, until all is searched, the solutions or nodes met reach their stop, or `work` updates are done.

    Before: the state as link() or an earlier run() left it. After SOLUTION: levels[0 .. length-1] hold
    nodes of the solution's options. After PAUSED: run() goes on as if it had never stopped.
    """
    cdef Node* nodes = s.nodes
    cdef Level* here
    cdef int32_t level = s.level
    cdef int32_t i, p
    cdef uint64_t work_stop = work_done(s) + work
    cdef uint64_t size
    cdef bint enter = s.phase <= COUNTED
    cdef bint counted = s.phase == COUNTED
    cdef bint dead = False
    if s.phase == FINISHED:
        return DONE
    here = &s.levels[level]
    if s.phase == START:  # M1. Initialize.
        if node_stop == 0:
            return PAUSED
        s.count.nodes = 1
        here.low = 0
    elif s.phase == FOUND:
        dead = back(s, here)
    while True:
        if enter:  # M2. Enter the level.
            here = &s.levels[level]
            if not counted:
                if work_done(s) >= work_stop:
                    return stop(s, FORWARD, level)
                if s.active == 0:
                    s.count.solutions += 1
                    s.length = level
                    if s.count.solutions == solution_stop:
                        return stop(s, COUNTED, level)
            s.scanned += s.scan
            counted = dead = False
            branch(s, level)  # M3. Choose an item.
            if here.mode == EXACT and s.open == 0:
                size = here.degree if here.degree > 0 else 0
                if size <= min(node_stop - s.count.nodes, solution_stop - s.count.solutions - 1):
                    s.count.nodes += size  # all options of the last item are solutions
                    s.count.solutions += size
                    s.count.max_level = max(s.count.max_level, level - s.base + (size > 0))
                    here.node = here.item
            if here.mode == FREE:
                s.count.guesses += next_free(s, here.item) < s.n_primary
        enter = True
        while True:
            i = here.item
            if here.mode == FREE:
                i = here.item = next_free(s, i)
                dead = i == s.n_primary
                here.node = nodes[i].down
            elif here.mode == SOME:
                dead |= s.degree[i] <= 0
                here.node = nodes[i].down
            else:
                dead = here.node == i
            if dead:  # M9. Backtrack.
                if here.mode == EXACT:
                    if s.covered:
                        uncover(s, i, i)
                    unuse(s, i)
                undo(s, here.mark)
                if level == s.base:
                    s.phase = FINISHED
                    s.level = level
                    return DONE
                level -= 1
                here = &s.levels[level]
                undo(s, here.mark if here.mode == EXACT else here.mark + here.tried)
                s.covered = True
                dead = back(s, here)
                continue
            if s.count.nodes >= node_stop or work_done(s) >= work_stop:
                return stop(s, TRY, level)
            p = here.node  # M5. Try the option of p.
            s.count.nodes += 1
            s.scanned += s.scan  # where nothing has to be covered a list of failing options would be no work
            here.tried += 1
            if here.mode != EXACT:
                tweak(s, p)
                use(s, i)
            use_others(s, p)
            s.count.max_level = max(s.count.max_level, level + 1 - s.base)
            if s.active == 0 and not anything_fits(s, i if here.mode == FREE else 0):
                s.count.solutions += 1
                s.length = level + 1
                if s.count.solutions == solution_stop:
                    return stop(s, FOUND, level)
            elif room_for_all(s) > 0:
                if here.mode == EXACT and not s.covered:
                    cover_own(s, i, p)
                if commit_all(s, p, here.mode != EXACT):
                    level += 1
                    s.levels[level].low = here.low
                    break
            dead = back(s, here)


# --- before a search: linking what the given options leave --------------------------------------------------------
# The lists are linked anew for every question, as in _links.pyx.


cdef inline bint live(State* s, int32_t first, int32_t end) noexcept nogil:
    """Do the options chosen so far leave the one with these nodes possible?"""
    cdef int32_t x, item, fixed, color
    for x in range(first, end):
        item = s.nodes[x].item
        fixed = s.fixed[item]
        if s.wants[item].room == 0:
            return False
        if fixed != 0:
            color = color_of(s, x)
            if color == 0 or color != fixed:
                return False
    return True


cdef bint assume(State* s, int32_t option) noexcept nogil:
    """Choose a given option; false if it contradicts those chosen before (not if it is one of them)."""
    cdef int32_t first = s.n_items + s.starts[option]
    cdef int32_t end = s.n_items + s.starts[option + 1]
    cdef int32_t x, item
    if s.nodes[first].up < 0:
        return s.nodes[first].up == CHOSEN
    if not live(s, first, end):
        return False
    for x in range(first, end):
        item = s.nodes[x].item
        s.wants[item].need -= 1
        s.wants[item].room -= 1
        if item >= s.n_primary:
            s.fixed[item] = color_of(s, x) or -1
    s.nodes[first].up = CHOSEN
    s.levels[s.level].node = first
    s.level += 1
    s.base += 1
    return True


cdef inline void append(State* s, int32_t first, int32_t end) noexcept nogil:
    """Put the option with these nodes at the end of the lists of its items."""
    cdef Node* nodes = s.nodes
    cdef int32_t x, last, item
    for x in range(first, end):
        item = nodes[x].item
        last = nodes[item].up
        nodes[x].up = last
        nodes[x].down = item
        nodes[last].down = nodes[item].up = x
        s.degree[item] += 1


cdef inline int32_t bound(State* s, int32_t item, int32_t most) noexcept nogil:
    """How many options with the item a solution has at the least (0) or at the most (1)."""
    if item >= s.n_primary:
        return most * MANY
    return 1 if s.bounds == NULL else s.bounds[2 * item + most]


cdef void clear(State* s) noexcept nogil:
    """No option is chosen, nothing is linked."""
    cdef int32_t i
    s.level = s.base = 0
    s.scanned = 0
    s.active = s.open = 0
    s.trail_end = s.trail
    s.forced = s.count.max_level = s.length = 0
    s.count.nodes = s.count.updates = s.count.guesses = s.count.solutions = 0
    s.phase = FINISHED
    for i in range(s.n_items):
        s.fixed[i] = 0
        s.nodes[i].up = s.nodes[i].down = i
        s.wants[i].need = bound(s, i, 0)
        s.wants[i].room = bound(s, i, 1)
        s.wants[i].loose = 0


cdef void loosen(State* s, int32_t linked) noexcept nogil:
    """Look for an item in all options, and then for items that are done with once they need nothing.

    These have room for all options that can be added. Their lists are not kept up from then on, they are fixed. With
    what else the common item saves, 5 queens that dominate a chessboard took a 16th of the time and of the updates a
    thousandth. To give other problems such an item (0 or more times) gained 7 % where all items are loose: left out.
    """
    cdef int32_t i, length
    cdef int32_t room = MANY
    s.common = -1
    for i in range(s.n_primary):
        length = s.degree[i] - 1 + (s.wants[i].need if s.wants[i].need > 0 else -MET)
        if length == linked and s.wants[i].room < room and linked > 0:
            s.common = i
            room = s.wants[i].room
    for i in range(s.n_primary):
        length = s.degree[i] - 1 + (s.wants[i].need if s.wants[i].need > 0 else -MET)
        s.wants[i].loose = s.common >= 0 and i != s.common and s.wants[i].room >= min(room, length)
        s.fixed[i] = s.wants[i].need <= 0 and s.wants[i].loose
    s.never_fixed = s.colors == NULL and s.common < 0


cdef bint link(State* s, const int32_t* given, int64_t n_given) noexcept nogil:
    """Start anew with these options chosen; false if they contradict each other, and nothing can be searched then.

    Options that are BANNED or CHOSEN are left out, once: the mark goes.
    """
    cdef int32_t i, k, option, first, end
    cdef int32_t linked = 0
    cdef int64_t g
    cdef bint possible = True
    clear(s)
    for g in range(n_given):
        possible = possible and assume(s, given[g])
    for i in range(s.n_items):
        s.degree[i] = 1 + MET if s.wants[i].need <= 0 else 1 - s.wants[i].need
        s.active += s.wants[i].need > 0
        s.open += i < s.n_primary and s.wants[i].room > 0
    for k in range(s.n_options):
        option = k if s.order == NULL else s.order[k]
        first = s.n_items + s.starts[option]
        end = s.n_items + s.starts[option + 1]
        if s.nodes[first].up == BANNED or s.nodes[first].up == CHOSEN:
            s.nodes[first].up = 0
        elif possible and s.nodes[first].up >= 0 and live(s, first, end):
            append(s, first, end)
            linked += 1
    loosen(s, linked)
    s.phase = START if possible else FINISHED
    return possible


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
        s.degree[x] = MET


cdef int32_t option_of(State* s, int32_t node) noexcept nogil:
    """The option that holds a node: the last one that starts at or before it."""
    cdef int32_t entry = node - s.n_items
    cdef int32_t low = 0
    cdef int32_t high = s.n_options
    cdef int32_t middle
    while high - low > 1:
        middle = low + (high - low) // 2
        if s.starts[middle] <= entry:
            low = middle
        else:
            high = middle
    return low


cdef double fraction_done(State* s) noexcept nogil:
    """The part of the tree that is behind us, if all branches of a node weigh the same.

    But on a FREE level, where each option is taken or not, the first stands for half of the tree, the second for a
    quarter, and so on.
    """
    cdef double share = 1.0
    cdef double done = 0.0
    cdef double weight
    cdef Level* here
    cdef int32_t level, before
    if s.phase == FINISHED:
        return 1.0
    for level in range(s.base, s.level + (s.phase == TRY or s.phase == FOUND)):
        here = &s.levels[level]
        before = here.tried - (level < s.level or s.phase == FOUND)
        if here.mode == FREE:
            weight = 0.5 ** before
            done += share * (1.0 - weight)
            share *= weight / 2
        else:
            done += share * before / here.degree
            share /= here.degree
    return done


# --- the Python class ---------------------------------------------------------------------------------------------


cdef class Multi(Kernel):
    """The lists of one problem with multiplicities, and one search in them. It knows no names and trusts its caller.

    Arguments as for Links; ``bounds`` is an int32 array (n_primary, 2), least and most of each primary item, or None
    where all are wanted once.
    """

    cdef State s
    cdef object arrays  # keeps starts, colors, bounds and order alive

    name = "multi"

    def __cinit__(self, const int32_t[::1] indptr, const int32_t[::1] indices, const int32_t[::1] colors,
                  const int32_t[:, ::1] bounds, int32_t n_items, int32_t n_primary, const int32_t[::1] order=None):
        self.arrays = (indptr, colors, bounds, order)
        self.s.starts = &indptr[0]
        self.s.colors = NULL if colors is None or len(colors) == 0 else &colors[0]
        self.s.bounds = NULL if bounds is None or n_primary == 0 else &bounds[0, 0]
        self.s.order = NULL if order is None or len(order) == 0 else &order[0]
        self.s.n_items = n_items
        self.s.n_primary = n_primary
        self.s.n_options = len(indptr) - 1
        self.s.scan = 1 + (n_primary >> 3)
        self.s.key_bits = max(1, (n_primary + 15).bit_length())
        most = n_primary if bounds is None else sum([bounds[i, 1] for i in range(n_primary)])
        self.s.longest = min(most, self.s.n_options)
        self._allocate(len(indices))
        with nogil:
            build(&self.s, NULL if indices.shape[0] == 0 else &indices[0])

    cdef _allocate(self, int64_t n_entries):
        cdef int64_t items = self.s.n_items
        if n_entries + items >= 2**31 - 64:
            raise OverflowError(f"{n_entries:,} entries and {items:,} items: more than 2^31 nodes")
        self.s.nodes = <Node*> malloc((items + n_entries + 1) * sizeof(Node))
        self.s.degree = <int32_t*> malloc((items + 16) * sizeof(int32_t))
        self.s.wants = <Want*> malloc((items + 1) * sizeof(Want))
        self.s.fixed = <int32_t*> malloc((items + 1) * sizeof(int32_t))
        self.s.levels = <Level*> malloc((self.s.longest + 1) * sizeof(Level))
        self.s.trail = <int32_t*> malloc((items + self.s.n_options + 1) * sizeof(int32_t))
        if not (self.s.nodes and self.s.degree and self.s.wants and self.s.fixed and self.s.levels and self.s.trail):
            raise MemoryError(f"no memory for {n_entries:,} nodes")

    def __dealloc__(self):
        free(self.s.nodes)
        free(self.s.degree)
        free(self.s.wants)
        free(self.s.fixed)
        free(self.s.levels)
        free(self.s.trail)

    cdef Counters* counters(self) noexcept nogil:
        return &self.s.count

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        cdef int64_t k
        cdef Node* first
        for k in range(n_banned):
            first = &self.s.nodes[self.s.n_items + self.s.starts[banned[k]]]
            if first.up != NEVER:
                first.up = BANNED
        return link(&self.s, given, n_given)

    cdef Outcome go(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        return run(&self.s, node_stop, solution_stop, work)

    cdef int32_t collect(self, int32_t* options) noexcept nogil:
        cdef int32_t k
        for k in range(self.s.length):
            options[k] = option_of(&self.s, self.s.levels[k].node)
        return self.s.length

    cdef int32_t longest(self) noexcept nogil:
        return self.s.longest

    cdef uint64_t work_to_start(self) noexcept nogil:
        return <uint64_t> self.s.n_items + self.s.starts[self.s.n_options]

    cdef uint64_t work_done(self) noexcept nogil:
        return work_done(&self.s)

    cdef double fraction_done(self) noexcept nogil:
        return fraction_done(&self.s)

    @property
    def nbytes(self):
        cdef int64_t items = self.s.n_items
        return ((items + self.s.starts[self.s.n_options] + 1) * sizeof(Node)
                + (self.s.longest + 1) * sizeof(Level) + (items + 1) * sizeof(Want)
                + (3 * items + self.s.n_options + 18) * sizeof(int32_t))

    def sanity(self):
        """Walk all links and count again: AssertionError where something is not as it should be. Slow; for tests."""
        cdef Node* nodes = self.s.nodes
        cdef int32_t item, x, k, need
        if not self.started:
            self.setup(())
        if self.s.phase == FINISHED and self.s.count.nodes == 0:
            return True  # the given options contradict each other: nothing is linked
        used = self._used()
        active = open_items = 0
        for item in range(self.s.n_items):
            x, k = item, 0
            while True:
                assert nodes[nodes[x].down].up == x and nodes[nodes[x].up].down == x, f"node {x} is badly linked"
                assert nodes[x].item == item, f"node {x} stands in the list of item {item}"
                x = nodes[x].down
                if x == item:
                    break
                k += 1
            need = max(self.s.wants[item].need, 0)
            degree = k + 1 - need + (0 if need else MET)
            assert self.s.degree[item] == degree, f"item {item} has a degree of {self.s.degree[item]}, not {degree}"
            if item < self.s.n_primary:
                want = self.s.wants[item]
                assert bound(&self.s, item, 0) - used[item] == want.need, f"item {item} needs {want.need}"
                assert bound(&self.s, item, 1) - used[item] == want.room >= 0, f"item {item} has a room of {want.room}"
                active += need > 0
                open_items += self.s.wants[item].room > 0
        assert (active, open_items) == (self.s.active, self.s.open), f"{active} items active, {open_items} open"
        return True

    cdef list _used(self):
        """How often each item is chosen, counted from the levels."""
        cdef int32_t level, x
        used = [0] * self.s.n_items
        for level in range(self.s.level + (self.s.phase == FOUND)):
            x = self.s.levels[level].node
            while True:
                used[self.s.nodes[x].item] += 1
                x = self.s.nodes[x].right
                if x == self.s.levels[level].node:
                    break
        if self.s.phase == TRY and self.s.levels[self.s.level].mode == EXACT:
            used[self.s.levels[self.s.level].item] += 1  # it counts as chosen while its options are tried
        return used
