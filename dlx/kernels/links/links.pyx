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
    FINISHED, FORWARD, FOUND, IDLE, Linked, NODE_WORK, Node, Rings, START, TRY, choose, commit, cover, option_of, stop,
    uncommit, uncover, work_so_far,
)


ctypedef struct Level:
    int32_t node  # the option chosen: its node in the list of the item branched on
    int32_t rest  # active items besides the one branched on
    int32_t low  # no active item has a smaller number


ctypedef struct State:
    Rings r  # degree: options in the item's list. trail: nodes, with a -1 below the nodes of each level
    Level* levels  # the option chosen on each level, as any of its nodes; the given options first


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
        done = commit(r, q)
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


cdef Outcome run(State* s, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
    """Continue until the tree is exhausted, the solution or node limit is reached, or `work` updates have been spent.

    Before: the state as start() or an earlier run() left it. After SOLUTION: levels[0 .. length-1] hold
    nodes of the solution's options. After PAUSED: run() continues as if it had never stopped.
    """
    cdef Rings* r = &s.r
    cdef Node* nodes = r.nodes
    cdef Index* degree = r.degree
    cdef int32_t n_primary = r.n_primary
    cdef Level* here
    cdef int32_t level = r.level
    cdef int32_t i = 0, p, active, left = r.active
    cdef uint64_t work_stop = work_so_far(r) + work
    cdef uint64_t size
    cdef bint enter = r.phase <= FORWARD
    if r.phase == FINISHED:
        return DONE
    if r.phase == START:  # C1. Initialize.
        if node_stop == 0:
            return PAUSED
        r.count.nodes = 1
        s.levels[level].low = 0
        if left == 0:
            r.count.solutions += 1
            r.length = level
            r.phase = FINISHED
            return SOLUTION if solution_stop == 1 else DONE
    here = &s.levels[level]
    active = here.rest
    p = here.node
    if not enter:
        i = nodes[p].item
        if r.phase == FOUND:
            if not anything_left(s):
                r.phase = FINISHED
                return DONE
            unmark_others(nodes, degree, n_primary, p)
            p = nodes[p].down
    elif r.phase == FORWARD:
        left = here.rest
    while True:
        if enter:  # C2. Enter the level.
            here = &s.levels[level]
            if work_so_far(r) >= work_stop:
                here.rest = left
                return stop(r, FORWARD, level)
            r.scanned += NODE_WORK
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
            r.covered = False
        enter = True
        while True:
            if p == i:  # C7. Backtrack: the item's list is exhausted.
                if r.covered:
                    uncover(r, i, i)
                degree[i] -= IDLE
                if level == r.base:
                    r.phase = FINISHED
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
                r.covered = True
                continue
            if r.count.nodes >= node_stop:
                here.node = p
                return stop(r, TRY, level)
            r.count.nodes += 1  # C5. Try the option of p.
            left = active - mark_others(nodes, degree, n_primary, p)
            if left == 0:
                r.count.solutions += 1
                r.length = level + 1
                r.count.max_level = max(r.count.max_level, r.length - r.base)
                if r.count.solutions == solution_stop:
                    here.node = p
                    return stop(r, FOUND, level)
            else:
                if not r.covered:  # C4. Cover i.
                    cover(r, i, False)
                    r.covered = True
                if commit_others(s, p):
                    here.node = p
                    level += 1
                    s.levels[level].low = here.low
                    r.count.max_level = max(r.count.max_level, level - r.base)
                    break
            unmark_others(nodes, degree, n_primary, p)
            p = nodes[p].down
            if work_so_far(r) >= work_stop and p != i:  # many options may fail, at a high cost
                here.node = p
                return stop(r, TRY, level)


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
        self.r.longest = n_primary
        self.s.levels = <Level*> self.take(n_primary + 1, sizeof(Level))
        self.r.trail = <Index*> self.take(<int64_t> n_items + n_primary + 1, sizeof(Index))

    cdef int32_t* node(self, int32_t level) noexcept nogil:
        return &self.s.levels[level].node

    cdef Outcome search(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        return run(&self.s, node_stop, solution_stop, work)

    cdef double fraction_done(self) noexcept nogil:
        """Return Knuth's progress report, sum of (k-1)/(d1...dl), without his half for the current branch."""
        cdef Rings* r = self.r
        cdef double share = 1.0
        cdef double done = 0.0
        cdef int32_t level, p, x
        cdef int64_t k, d
        if r.phase == FINISHED:
            return 1.0
        for level in range(r.base, r.level + (r.phase == TRY or r.phase == FOUND)):
            p = self.s.levels[level].node
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

    def frontier(self) -> list[tuple[list[int], list[int], tuple[int, int] | None, Fraction]]:
        cdef Rings* r = self.r
        cdef int32_t level, p, x
        cdef int32_t end = r.level + (r.phase == TRY or r.phase == FOUND)
        if r.phase == FINISHED:
            return []
        path, branches, product = self._path(end), [], 1
        for level in range(end):
            p = self.s.levels[level].node
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
            x = p if r.phase == TRY and level == r.level else r.nodes[p].down
            share = Fraction(1, branches[level])  # its numbers are long on deep levels
            while x != r.nodes[p].item:
                left.append((path[:level] + [option_of(r, x)], [], None, share))
                x = r.nodes[x].down
        return left

    cdef _check(self, list lengths):
        cdef int32_t item, active = 0
        for item, length in enumerate(lengths):
            degree = self.r.degree[item] & (IDLE - 1)
            assert degree == length, f"item {item} has {length} options in its list and a degree of {degree}"
            active += self.r.degree[item] < IDLE
        assert active == self.r.active or self.r.phase != START, f"{active} items are active"
