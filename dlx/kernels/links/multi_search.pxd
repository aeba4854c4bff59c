"""The search with multiplicities; multi.pyx explains its data and its terms.

An option that is tried is in use: its items need one option less and have room for one less. Then it is committed:
items that are full are covered, and items that get a color are purified, as in rings.pxd.

Reference: Algorithm M of Knuth's TAOCP 7.2.2.1; the step numbers in run() are Knuth's. He branches on items that need
nothing as well; we leave these to the end, when no branch can fail any more.
"""

from libc.stdint cimport int32_t, uint64_t

from ..kernel cimport DONE, Outcome, PAUSED
from ...matrix.limits cimport INDEX_BITS, Index
from .rings cimport (
    COUNTED, FINISHED, FORWARD, FOUND, IDLE, NODE_WORK, Node, Rings, START, TRY, choose, color_of, commit, cover, hide,
    stop, uncommit, uncover, unhide, work_so_far,
)

cdef enum:
    MANY = 1 << (INDEX_BITS - 2)  # more than the number of options
    NO_STOP = 1ULL << 62  # no limit of nodes, solutions or work


ctypedef enum Mode:
    EXACT = 0  # the item needs one option and takes no other: each option excludes the rest
    SOME = 1  # it needs one or more and takes two or more: a tried option is left out (tweaked) afterwards
    FREE = 2  # no item needs an option: every node is a solution; the level goes through the items for options to add


ctypedef struct Want:
    Index need  # least minus the number of options chosen: negative if more are chosen than necessary
    Index room  # most minus the same (BOUND - SLACK is Knuth's need, BOUND his room); MANY for a secondary item
    Index loose  # does it have room for all options that can be added? If so, it is fixed while it needs nothing


ctypedef struct Level:
    int32_t item  # the item branched on
    int32_t node  # the option being tried: its node in that item's list
    int32_t low  # no active item has a smaller number
    int32_t mark  # length of the trail when the level was entered
    int32_t tried  # options tried on this level; on a SOME or FREE level they come first on its part of the trail
    int32_t degree  # number of branches if all are tried; MANY on a FREE level, where they are not counted
    bint lone  # a forced move: it has one branch, and never had another
    Mode mode


ctypedef struct State:
    Rings r  # degree: options in the item's list + 1 - need, if it needs any; else the list's length + 1 + IDLE.
    # fixed: 1 for a loose primary item that needs nothing. trail: node q if its item was committed, ~p if the option
    # of node p was tweaked
    Want* wants  # need, room and looseness of each item
    Level* levels  # the option chosen on each level, as any of its nodes; the given options first
    const int32_t* bounds  # least and most of each primary item; NULL: all 1
    int32_t open  # primary items with room for another option
    int32_t common  # the primary item that is in all options, the one with least room of several; -1 if there is none
    int32_t rest  # item that the root branches on if the root was entered and counted before; else -1
    int32_t most  # branches of that root to try


# --- tweak and untweak: an option leaves the lists of all its items, and returns ----------------------------------


cdef inline void tweak(State* s, int32_t p) noexcept nogil:
    """Take the option of node p, which is in the lists of all its items, out of them."""
    cdef Rings* r = &s.r
    cdef Node* own = &r.nodes[p]
    hide(r, False, p, &r.count.updates, &r.forced)
    r.nodes[own.up].down = own.down
    r.nodes[own.down].up = own.up
    r.degree[own.item] -= 1
    r.count.updates += 1
    r.trail_end[0] = ~p
    r.trail_end += 1


cdef inline void untweak(State* s, int32_t p) noexcept nogil:
    cdef Rings* r = &s.r
    cdef Node* own = &r.nodes[p]
    r.nodes[own.up].down = r.nodes[own.down].up = p
    r.degree[own.item] += 1
    unhide(r, False, p)


# --- use: need and room of the items of an option in use ----------------------------------------------------------


cdef inline void use(State* s, int32_t item) noexcept nogil:
    """Count one more chosen option with the item. Arithmetic instead of branches; harmless for secondary items."""
    cdef Rings* r = &s.r
    cdef Want* want = &s.wants[item]
    cdef int32_t needed = want.need > 0
    cdef int32_t met = want.need == 1
    r.degree[item] += needed + met * IDLE
    r.fixed[item] |= met & want.loose
    r.active -= met
    want.need -= 1
    want.room -= 1
    s.open -= want.room == 0


cdef inline bint unuse(State* s, int32_t item) noexcept nogil:
    """Undo use(); return true if the item is dead now, because an option it needs has been tweaked in between."""
    cdef Rings* r = &s.r
    cdef Want* want = &s.wants[item]
    s.open += want.room == 0
    want.room += 1
    want.need += 1
    r.active += want.need == 1
    r.fixed[item] &= ~((want.need == 1) & want.loose)
    r.degree[item] -= (want.need > 0) + (want.need == 1) * IDLE
    return r.degree[item] <= 0


cdef inline void use_others(State* s, int32_t p) noexcept nogil:
    cdef int32_t q = s.r.nodes[p].right
    while q != p:
        use(s, s.r.nodes[q].item)
        q = s.r.nodes[q].right


cdef inline bint unuse_others(State* s, int32_t p) noexcept nogil:
    cdef int32_t q = s.r.nodes[p].right
    cdef bint dead = False
    while q != p:
        dead |= unuse(s, s.r.nodes[q].item)
        q = s.r.nodes[q].right
    return dead


# --- commit: the effect of choosing an option on the other options of its items -----------------------------------


cdef inline bint commit_item(State* s, int32_t q) noexcept nogil:
    """Commit the item of node q, if it is full or gets a color; return false, with all undone, if an item died."""
    cdef Rings* r = &s.r
    cdef int32_t item = r.nodes[q].item
    cdef bint stays = item < r.n_primary and (s.wants[item].room > 0 or r.fixed[item] != 0)
    cdef int32_t done = 2 if stays and color_of(r, q) == 0 else commit(r, q)
    r.trail_end[0] = q
    r.trail_end += done & 1
    return done != 0


cdef inline void undo(State* s, int32_t mark) noexcept nogil:
    """Undo commits and tweaks, newest first, until the trail has its old length `mark`."""
    cdef Rings* r = &s.r
    while r.trail_end - r.trail > mark:
        r.trail_end -= 1
        if r.trail_end[0] >= 0:
            uncommit(r, r.trail_end[0])
        else:
            untweak(s, ~r.trail_end[0])


cdef inline bint commit_all(State* s, int32_t p, bint own) noexcept nogil:
    """Commit the items of an option, except the one whose list p is in unless `own`; return false, with all undone, if
    an item died."""
    cdef Rings* r = &s.r
    cdef int32_t mark = <int32_t> (r.trail_end - r.trail)
    cdef int32_t q = r.nodes[p].right
    cdef bint alive = not own or commit_item(s, p)
    while alive and q != p:
        alive = commit_item(s, q)
        q = r.nodes[q].right
    if not alive:
        undo(s, mark)
    return alive


# --- the search ---------------------------------------------------------------------------------------------------


cdef inline int32_t room_for_all(State* s) noexcept nogil:
    """Return an upper bound on the number of options that can be added: the room of the item in all options."""
    return s.wants[s.common].room if s.common >= 0 else MANY


cdef inline int32_t next_free(State* s, int32_t i) noexcept nogil:
    """Return the first item from i on that has room and an option for it; n_primary if there is none.

    If an item is in all options, its list has every option that can be added.
    """
    cdef Rings* r = &s.r
    if s.common >= 0:
        return r.n_primary if s.wants[s.common].room == 0 or r.nodes[s.common].down == s.common else s.common
    while i < r.n_primary and (s.wants[i].room == 0 or r.nodes[i].down == i):
        i += 1
    return i


cdef inline bint fits(State* s, int32_t p) noexcept nogil:
    """Return whether all items of the option of node p have room for it."""
    cdef int32_t q = s.r.nodes[p].right
    while q != p and s.wants[s.r.nodes[q].item].room > 0:
        q = s.r.nodes[q].right
    return q == p


cdef inline bint anything_fits(State* s, int32_t i) noexcept nogil:
    """Return whether the primary items from i on leave room for another option at a solution, before the commit of its
    last option.

    Usually they do not, and then we skip the commit (boxes filled with bricks, a fixed number of each kind: -15 %).
    """
    cdef int32_t p
    if s.open == 0 or room_for_all(s) == 0:
        return False
    i = next_free(s, i)
    while i < s.r.n_primary:
        p = s.r.nodes[i].down
        while p != i:
            s.r.scanned += 1
            if fits(s, p):
                return True
            p = s.r.nodes[p].down
        if i == s.common:
            return False
        i = next_free(s, i + 1)
    return False


cdef inline void branch(State* s, int32_t level) noexcept nogil:
    """Choose the item that a level branches on, and its mode."""
    cdef Rings* r = &s.r
    cdef Want* want
    cdef Level* here = &s.levels[level]
    cdef int32_t rest = s.rest
    here.mark = <int32_t> (r.trail_end - r.trail)
    here.tried = 0
    r.covered = False
    s.rest = -1
    if r.active == 0:
        here.mode = FREE
        here.degree = MANY if rest < 0 else s.most
        here.lone = False
        here.item = s.levels[level - 1].item if level > r.base and s.levels[level - 1].mode == FREE else 0
        return
    here.item = choose(r, &here.low) if rest < 0 else rest
    here.degree = r.degree[here.item]
    here.lone = here.degree == 1 and rest < 0
    if rest >= 0:
        here.degree = min(here.degree, s.most)
    r.count.guesses += here.degree > 1
    here.node = r.nodes[here.item].down
    want = &s.wants[here.item]
    here.mode = EXACT if want.room == 1 or (want.need == 1 and room_for_all(s) == 1) else SOME
    if here.mode == EXACT:
        use(s, here.item)


cdef inline void take(State* s, Level* here) noexcept nogil:
    """Try the level's next option: it is now in use. On an EXACT level only one option is in use at a time."""
    here.tried += 1
    if here.mode != EXACT:
        tweak(s, here.node)
        use(s, here.item)
    use_others(s, here.node)


cdef inline bint back(State* s, Level* here) noexcept nogil:
    """Take back the option tried; return true if the level cannot do without it. Otherwise the next option is up."""
    cdef bint dead = unuse_others(s, here.node)
    if here.mode == EXACT:
        here.node = s.r.nodes[here.node].down
        return False
    return dead | unuse(s, here.item)


cdef inline void cover_own(State* s, int32_t i, int32_t p) noexcept nogil:
    """Cover the item of an EXACT level once its first option p is in use. Using p may have fixed items; these are not
    fixed for the options after it."""
    if s.common >= 0:
        unuse_others(s, p)
    cover(&s.r, i, False)
    if s.common >= 0:
        use_others(s, p)
    s.r.covered = True


cdef inline Outcome run(State* s, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
    """Continue until the tree is exhausted, the solution or node limit is reached, or `work` updates have been spent.

    Before: the state as start() or an earlier run() left it. After SOLUTION: levels[0 .. length-1] hold
    nodes of the solution's options. After PAUSED: run() continues as if it had never stopped.
    """
    cdef Rings* r = &s.r
    cdef Node* nodes = r.nodes
    cdef Level* here
    cdef int32_t level = r.level
    cdef int32_t i, p
    cdef uint64_t work_stop = work_so_far(&s.r) + work
    cdef uint64_t size
    cdef bint enter = r.phase <= COUNTED
    cdef bint counted = r.phase == COUNTED
    cdef bint dead = False
    if r.phase == FINISHED:
        return DONE
    here = &s.levels[level]
    if r.phase == START:  # M1. Initialize.
        if node_stop == 0:
            return PAUSED
        counted = s.rest >= 0
        r.count.nodes = not counted
        here.low = 0
    elif r.phase == FOUND:
        dead = back(s, here)
    while True:
        if enter:  # M2. Enter the level.
            here = &s.levels[level]
            if not counted:
                if work_so_far(&s.r) >= work_stop:
                    return stop(r, FORWARD, level)
                if r.active == 0:
                    r.count.solutions += 1
                    r.length = level
                    if r.count.solutions == solution_stop:
                        return stop(r, COUNTED, level)
            r.scanned += NODE_WORK
            counted = dead = False
            branch(s, level)  # M3. Choose an item.
            if here.mode == EXACT and s.open == 0:
                size = here.degree if here.degree > 0 else 0
                if size <= min(node_stop - r.count.nodes, solution_stop - r.count.solutions - 1):
                    r.count.nodes += size  # every option of the last item is a solution
                    r.count.solutions += size
                    r.count.max_level = max(r.count.max_level, level - r.base + (size > 0))
                    here.tried = here.degree
            if here.mode == FREE:
                r.count.guesses += next_free(s, here.item) < r.n_primary
        enter = True
        while True:
            i = here.item
            if here.mode == FREE:
                i = here.item = next_free(s, i)
                dead |= i == r.n_primary
            if here.mode != EXACT:
                here.node = nodes[i].down
            if dead or here.tried >= here.degree:  # M9. Backtrack.
                if here.mode == EXACT:
                    if r.covered:
                        uncover(r, i, i)
                    unuse(s, i)
                undo(s, here.mark)
                if level == r.base:
                    r.phase = FINISHED
                    r.level = level
                    return DONE
                level -= 1
                here = &s.levels[level]
                undo(s, here.mark if here.mode == EXACT else here.mark + here.tried)
                r.covered = True
                dead = back(s, here)
                continue
            if r.count.nodes >= node_stop or work_so_far(&s.r) >= work_stop:
                return stop(r, TRY, level)
            p = here.node  # M5. Try the option of p.
            r.count.nodes += 1
            r.scanned += NODE_WORK  # else a list of failing options, with nothing to cover, would count as no work
            take(s, here)
            r.count.max_level = max(r.count.max_level, level + 1 - r.base)
            if r.active == 0 and not anything_fits(s, i if here.mode == FREE else 0):
                r.count.solutions += 1
                r.length = level + 1
                if r.count.solutions == solution_stop:
                    return stop(r, FOUND, level)
            elif room_for_all(s) > 0:
                if here.mode == EXACT and not r.covered:
                    cover_own(s, i, p)
                if not here.lone:  # a separate search of the rest of this level does not know the branches before
                    r.forced = r.n_items
                if commit_all(s, p, here.mode != EXACT):
                    level += 1
                    s.levels[level].low = here.low
                    break
            dead = back(s, here)


cdef inline Outcome leave(State* s, int32_t n) noexcept nogil:
    """Leave the next n options of the current level to other searches, and advance to the first option to try after
    them."""
    cdef int32_t level = s.r.level
    cdef Level* here = &s.levels[level]
    cdef Outcome outcome = PAUSED
    if here.tried + n == here.degree:
        here.degree = here.tried
        return run(s, s.r.count.nodes, NO_STOP, NO_STOP)
    while n > 0 and outcome == PAUSED and s.r.level == level:
        take(s, here)
        s.r.phase = FOUND
        outcome = run(s, s.r.count.nodes, NO_STOP, NO_STOP)
        n -= 1
    return outcome
