# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Dancing links: the kernel that accepts every exact-cover problem, of any size.

rings.pxd has the lists and the covering of an item; this file has the search. It is Algorithm C of Knuth's
TAOCP 7.2.2.1 (Algorithm X where no item has a color); the step numbers in run() are Knuth's.

Differences from Knuth's programs, and their effect (CPU time against dlx1, gcc -O3, medians):
 *  No list of active items. The degrees lie in one array, with IDLE added for covered items, and one vector loop finds
    the smallest key (degree, number): 2 times faster on Sudoku's 324 items than following links.
 *  The last item left with a single option is branched on at once, without that loop (Sudoku -15 %, dominoes -14 %,
    lozenges -20 %; pentominoes +5 %). A queue of all such items would add work to the hottest loop.
 *  All items of an option are marked before the first of them is covered. Hence an item whose degree drops to 0 is not
    one that the option itself covers: the option fails, and the rest need not be hidden (pentominoes -20 %).
 *  The item branched on is not covered until an option requires it; at a leaf it never is (perfect matchings -8 %).
 *  An option is a ring (`right`) instead of a run that ends in a spacer: the trip count of the inner loop is then the
    same for all options of one length, and the processor predicts it (Soma cube -15 %, Langford -20 %).
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from cython cimport final

from fractions import Fraction

from ..kernel cimport DONE, Outcome, PAUSED, SOLUTION
from ...matrix.limits cimport Index
from .rings cimport (
    BANNED,
    IDLE,
    Linked,
    Node,
    Rings,
    append,
    blame,
    choose,
    clear,
    color_of,
    cover,
    mark,
    option_of,
    purify,
    uncommit,
    uncover,
    unpurify,
)


# --- commit: the effect of choosing an option on its items --------------------------------------------------------


cdef inline int32_t mark_others(Node* nodes, Index* degree, int32_t n_primary, int32_t p) noexcept nogil:
    """Mark all items of an option as covered, except the one whose list p is in; return the number of primary ones.

    Arithmetic instead of a branch on primary; pointers instead of the State, which C would read again each time.
    """
    cdef int32_t q = nodes[p].right
    cdef int32_t count = 0
    cdef int32_t primary
    while q != p:
        primary = nodes[q].item < n_primary
        degree[nodes[q].item] += primary * IDLE
        count += primary
        q = nodes[q].right
    return count


cdef inline void unmark_others(Node* nodes, Index* degree, int32_t n_primary, int32_t p) noexcept nogil:
    cdef int32_t q = nodes[p].right
    cdef int32_t primary
    while q != p:
        primary = nodes[q].item < n_primary
        degree[nodes[q].item] -= primary * IDLE
        q = nodes[q].right


cdef int32_t commit(State* s, int32_t q, bint stop_at_dead) noexcept nogil:
    """Cover or purify the item of node q. Return 1 if done, 0 if another item died (everything is undone then), 2 if
    there was nothing to do because the item already has this color."""
    cdef Rings* r = &s.r
    cdef int32_t item = r.nodes[q].item
    cdef int32_t color = color_of(r, q)
    cdef int32_t last
    if color == 0:
        last = cover(r, item, stop_at_dead)
        if last != item:
            blame(r, last)
            uncover(r, item, last)
    elif r.fixed[item] == 0:
        last = purify(r, item, color, stop_at_dead)
        if last != item:
            blame(r, last)
            unpurify(r, item, color, last)
    else:
        return 2
    return last == item


cdef void uncommit_level(State* s) noexcept nogil:
    """Undo the commits of the last level, newest first."""
    cdef Index* trail = s.r.trail_end - 1
    while trail[0] >= 0:
        uncommit(&s.r, trail[0])
        trail -= 1
    s.r.trail_end = trail


cdef inline bint commit_others(State* s, int32_t p) noexcept nogil:
    """Commit all items of an option except the one whose list p is in; return false, with all undone, if one died."""
    cdef Rings* r = &s.r
    cdef Index* trail = r.trail_end
    cdef int32_t q = r.nodes[p].right
    cdef int32_t done = 1
    trail[0] = -1
    trail += 1
    while q != p:
        done = commit(s, q, True)
        if done == 0:
            break
        trail[0] = q
        trail += done & 1
        q = r.nodes[q].right
    r.trail_end = trail
    if done == 0:
        uncommit_level(s)
    return done != 0


# --- the search ---------------------------------------------------------------------------------------------------


cdef bint anything_left(State* s) noexcept nogil:
    """Return whether any level has an untried option. At a solution, if all moves were forced, the search ends."""
    cdef Rings* r = &s.r
    cdef int32_t level = r.level
    cdef int32_t p
    while level >= r.base:
        p = s.levels[level].node
        if r.nodes[p].down != r.nodes[p].item:
            return True
        level -= 1
    return False


cdef Outcome stop(State* s, Phase phase, int32_t level, int32_t node) noexcept nogil:
    """Leave run() so that it can continue from here."""
    s.phase = phase
    s.r.level = level
    s.levels[level].node = node
    return SOLUTION if phase == FOUND else PAUSED


cdef Outcome run(State* s, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
    """Continue until the tree is exhausted, the solution or node limit is reached, or `work` updates have been spent.

    Before: the state as link() or an earlier run() left it. After SOLUTION: levels[0 .. length-1] hold
    nodes of the solution's options. After PAUSED: run() continues as if it had never stopped.
    """
    cdef Rings* r = &s.r
    cdef Node* nodes = r.nodes
    cdef Index* degree = r.degree
    cdef int32_t n_primary = r.n_primary
    cdef Level* here
    cdef int32_t level = r.level
    cdef int32_t i = 0, p, active, left = r.active
    cdef uint64_t work_stop = r.count.updates + work
    cdef uint64_t size, scanned = 0
    cdef bint enter = s.phase <= FORWARD
    if s.phase == FINISHED:
        return DONE
    if s.phase == START:  # C1. Initialize.
        if node_stop == 0:
            return PAUSED
        r.count.nodes = 1
        s.levels[level].low = 0
        if left == 0:
            r.count.solutions += 1
            r.length = level
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
            unmark_others(nodes, degree, n_primary, p)
            p = nodes[p].down
    elif s.phase == FORWARD:
        left = here.rest
    while True:
        if enter:  # C2. Enter the level.
            here = &s.levels[level]
            if r.count.updates + scanned >= work_stop:
                here.rest = left
                return stop(s, FORWARD, level, 0)
            scanned += r.scan
            i = choose(r, &here.low)  # C3.
            p = nodes[i].down
            size = degree[i]
            r.count.guesses += size > 1
            if left == 1 and size <= min(node_stop - r.count.nodes, solution_stop - r.count.solutions - 1):
                r.count.nodes += size  # every option of the last item is a solution
                r.count.solutions += size
                r.count.max_level = max(r.count.max_level, level - r.base + (p != i))
                p = i
            degree[i] += IDLE
            active = here.rest = left - 1
            s.covered = False
        enter = True
        while True:
            if p == i:  # C7. Backtrack: the item's list is exhausted.
                if s.covered:
                    uncover(r, i, i)
                degree[i] -= IDLE
                if level == r.base:
                    s.phase = FINISHED
                    r.level = level
                    return DONE
                level -= 1  # C8. Leave the level.
                here = &s.levels[level]
                active = here.rest
                p = here.node
                i = nodes[p].item
                uncommit_level(s)  # C6. Try again.
                unmark_others(nodes, degree, n_primary, p)
                p = nodes[p].down
                s.covered = True
                continue
            if r.count.nodes >= node_stop:
                return stop(s, TRY, level, p)
            r.count.nodes += 1  # C5. Try the option of p.
            left = active - mark_others(nodes, degree, n_primary, p)
            if left == 0:
                r.count.solutions += 1
                r.length = level + 1
                r.count.max_level = max(r.count.max_level, r.length - r.base)
                if r.count.solutions == solution_stop:
                    return stop(s, FOUND, level, p)
            else:
                if not s.covered:  # C4. Cover i.
                    cover(r, i, False)
                    s.covered = True
                if commit_others(s, p):
                    here.node = p
                    level += 1
                    s.levels[level].low = here.low
                    r.count.max_level = max(r.count.max_level, level - r.base)
                    break
            unmark_others(nodes, degree, n_primary, p)
            p = nodes[p].down
            if r.count.updates + scanned >= work_stop and p != i:  # many options may fail, at a high cost
                return stop(s, TRY, level, p)


# --- before a search: linking the options compatible with the given ones ------------------------------------------
# Every question links the lists again, with the options that its given ones leave possible. This is less work than any
# search that reaches a solution; for 9x9 Sudokus of 17 clues it is half of the work of covering the clues' items and
# uncovering all of them at the end. Nothing has to be restored, and options not linked stay out of the cache.


cdef inline bint live(State* s, int32_t first, int32_t end) noexcept nogil:
    """Return whether the option with these nodes is compatible with the options chosen so far."""
    cdef Rings* r = &s.r
    cdef Node* nodes = r.nodes
    cdef Index* fixed = r.fixed
    cdef int32_t x, color, taken = 0
    if r.colors == NULL:
        for x in range(first, end):
            taken |= fixed[nodes[x].item]
        return taken == 0
    for x in range(first, end):
        color = r.colors[x - r.n_items]
        if fixed[nodes[x].item] != 0 and (color == 0 or color != fixed[nodes[x].item]):
            return False
    return True


cdef bint assume(State* s, int32_t option) noexcept nogil:
    """Choose a given option; return false if it contradicts those chosen before (choosing it twice is fine)."""
    cdef Rings* r = &s.r
    cdef int32_t first = r.n_items + r.starts[option]
    cdef int32_t end = r.n_items + r.starts[option + 1]
    cdef int32_t x, level
    if r.nodes[first].up < 0:
        return False
    if not live(s, first, end):
        for level in range(r.level):
            if s.levels[level].node == first:
                return True
        return False
    for x in range(first, end):
        r.fixed[r.nodes[x].item] = color_of(r, x) or -1
        r.active -= r.nodes[x].item < r.n_primary
    s.levels[r.level].node = first
    r.level += 1
    r.base += 1
    return True


cdef bint link(State* s, const int32_t* given, int64_t n_given) noexcept nogil:
    """Start a new question with these options given; return false if they contradict each other: nothing to search.

    BANNED options are left out of this question only; linking removes the mark.
    """
    cdef Rings* r = &s.r
    cdef int32_t i, k, option, first, end
    cdef int64_t g
    clear(r)
    r.active = r.n_primary
    s.phase = FINISHED
    for g in range(n_given):
        if not assume(s, given[g]):
            return False
    for i in range(r.n_items):
        r.nodes[i].up = r.nodes[i].down = i
        r.degree[i] = 0 if i < r.n_primary and r.fixed[i] == 0 else IDLE
    for k in range(r.n_options):
        option = k if r.order == NULL else r.order[k]
        first = r.n_items + r.starts[option]
        end = r.n_items + r.starts[option + 1]
        if r.nodes[first].up >= 0 and live(s, first, end):
            append(r.nodes, r.degree, first, end)
        elif r.nodes[first].up == BANNED:
            r.nodes[first].up = 0
    s.phase = START
    return True


cdef double fraction_done(State* s) noexcept nogil:
    """Return the fraction of the tree searched, taking all branches of a node as equal: sum of (k-1)/(d1...dl).

    This is Knuth's progress report without his half for the current branch; hence it never falls.
    """
    cdef Rings* r = &s.r
    cdef double share = 1.0
    cdef double done = 0.0
    cdef int32_t level, p, x
    cdef int64_t k, d
    if s.phase == FINISHED:
        return 1.0
    for level in range(r.base, r.level + (s.phase == TRY or s.phase == FOUND)):
        p = s.levels[level].node
        k = d = 0
        x = r.nodes[r.nodes[p].item].down
        while x != r.nodes[p].item:
            if x == p:
                k = d
            d += 1
            x = r.nodes[x].down
        share /= d
        done += k * share
    return done


# --- the Python class ---------------------------------------------------------------------------------------------


@final
cdef class Links(Linked):
    """The links of one problem, and one search in them. Knows no names and trusts its caller.

    ``indptr`` and ``indices`` are the options in CSR form (int32), ``colors`` an int32 array parallel to ``indices``
    (0: no color) or None; items 0 .. n_primary-1 are primary. ``order``, an int32 array, is the order in which options
    are tried.
    """

    cdef State s

    name = "links"

    def __cinit__(self, const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
                  const int32_t[::1] colors, int32_t n_items, int32_t n_primary,
                  const int32_t[::1] order: NDArray[np.int32] | array[int] | None = None, float[::1] weights=None):
        self._hold(&self.s.r, indptr, indices, colors, order, weights, n_items, n_primary)
        self.s.levels = <Level*> self._take(n_primary + 1, sizeof(Level))
        self.s.r.trail = <Index*> self._take(<int64_t> n_items + n_primary + 1, sizeof(Index))

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        cdef bint possible
        mark(self.r, banned, n_banned, BANNED)
        possible = link(&self.s, given, n_given)
        if not possible:
            mark(self.r, banned, n_banned, 0)
        return possible

    cdef Outcome search(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        return run(&self.s, node_stop, solution_stop, work)

    cdef int32_t collect(self, int32_t* options) noexcept nogil:
        cdef int32_t k
        for k in range(self.r.length):
            options[k] = option_of(self.r, self.s.levels[k].node)
        return self.r.length

    cdef int32_t max_solution_length(self) noexcept nogil:
        return self.r.n_primary

    cdef uint64_t work_done(self) noexcept nogil:
        return self.r.count.updates

    cdef double fraction_done(self) noexcept nogil:
        return fraction_done(&self.s)

    def path(self) -> list[int]:
        """Return the options chosen so far, the given ones first."""
        cdef int32_t k
        return [option_of(self.r, self.s.levels[k].node) for k in range(self.r.level)]

    def frontier(self) -> list[tuple[list[int], list[int], tuple[int, int] | None, Fraction]]:
        cdef Rings* r = self.r
        cdef int32_t level, p, x
        cdef int32_t end = r.level + (self.s.phase == TRY or self.s.phase == FOUND)
        if self.s.phase == FINISHED:
            return []
        path, branches, product = [], [], 1
        for level in range(end):
            p = self.s.levels[level].node
            path.append(option_of(r, p))
            x = r.nodes[r.nodes[p].item].down if level >= r.base else r.nodes[p].item
            d = level < r.base
            while x != r.nodes[p].item:
                d += 1
                x = r.nodes[x].down
            product *= d
            branches.append(product)
        left = [] if end > r.level else [(path, [], None, Fraction(1, product))]  # the next item is chosen there
        for level in range(end - 1, r.base - 1, -1):
            p = self.s.levels[level].node
            x = p if self.s.phase == TRY and level == r.level else r.nodes[p].down
            share = Fraction(1, branches[level])  # its numbers are long on deep levels
            while x != r.nodes[p].item:
                left.append((path[:level] + [option_of(r, x)], [], None, share))
                x = r.nodes[x].down
        return left

    def sanity(self) -> bool:
        """Walk all links; raise AssertionError at the first inconsistency. Slow; for tests."""
        cdef int32_t item, active = 0
        if not self.started:
            self.setup(())
        if self.s.phase == FINISHED and self.r.count.nodes == 0:
            return True  # the given options contradict each other, so nothing is linked
        for item, length in enumerate(self._lengths()):
            degree = self.r.degree[item] & (IDLE - 1)
            assert degree == length, f"item {item} has {length} options in its list and a degree of {degree}"
            active += self.r.degree[item] < IDLE
        assert active == self.r.active or self.s.phase != START, f"{active} items are active"
        return True
