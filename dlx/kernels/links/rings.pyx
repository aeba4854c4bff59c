# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Builds, reads and checks the rings and lists that a search runs in (see rings.pxd), and starts its questions.

This file has the functions called at most once per node; rings.pxd has the steps of the search itself, for inlining.
A subclass of Linked has a search, and may change the effect of a given option on its items.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from ..kernel cimport Counters, Kernel
from ...matrix.limits cimport INDEX_BITS, Index, Key, MOST_KEY

cdef extern from *:
    """
    #include "dlx/kernels/sets.h"
    #include "dlx/matrix/limits.h"

    /* Return the smallest key (degree << bits | item) of the items low .. n-1, degrees clamped to 0 .. 2^(32-bits) - 1.
       One loop without a branch, which the compiler turns into vector code: with AVX2, 16 of Sudoku's 324 items a step.
       Rejected: stopping at degree 0 or 1 (the test in every step costs more than it saves, dominoes 8x8 +40 %) and
       AVX-512 (never faster, dominoes +5 %). */
    DLX_CLONES
    static dlx_key dlx_smallest_key(const dlx_index *degree, uint32_t low, uint32_t n, uint32_t bits)
    {
        const dlx_index cap = (dlx_index)(((uint64_t)1 << (DLX_INDEX_BITS - bits)) - 1);
        dlx_key smallest = DLX_MOST_KEY;
        low &= ~15u;
        n = (n + 15) & ~15u;
        for (uint32_t i = low; i < n; i++) {
            dlx_index d = degree[i] < cap ? degree[i] : cap;
            dlx_key key = (dlx_key)(((uint32_t)(d > 0 ? d : 0) << bits) | i);
            smallest = key < smallest ? key : smallest;
        }
        return smallest;
    }

    /* Return the item of low .. n-1 with the fewest options for its weight; an item with one or none comes first. */
    DLX_CLONES
    static int32_t dlx_most_failures(const dlx_index *degree, const float *weights, int32_t low, int32_t n)
    {
        float least = (float)DLX_MOST_KEY;
        for (int32_t i = low; i < n; i++) {
            const float d = degree[i] > 1 ? (float)degree[i] / weights[i] : (float)degree[i] * 1e-9f;
            least = d < least ? d : least;
        }
        for (int32_t i = low; i < n; i++) {
            const float d = degree[i] > 1 ? (float)degree[i] / weights[i] : (float)degree[i] * 1e-9f;
            if (d <= least)
                return i;
        }
        return low;
    }
    """
    int32_t dlx_most_failures(const Index* degree, const float* weights, int32_t low, int32_t n) noexcept nogil
    Key dlx_smallest_key(const Index* degree, uint32_t low, uint32_t n, uint32_t bits) noexcept nogil


# --- the choice -------------------------------------------------------------------------------------------------------

cdef enum:
    BLOCK = 1 << 12  # items
    SCAN_BITS = 4  # to look at 2^4 items costs as much as an update


cdef Key smallest_key(Rings* r, int32_t low) noexcept nogil:
    """Return the smallest key of the items from `low` on, or of the first blocks of them if these hold a forced move.

    This counts 200,000 items of one option each in 0.1 s instead of 1.9 s. It finds a dead item in a later block later,
    except at the root, which looks at all items.
    """
    cdef Key key, best = MOST_KEY
    cdef int32_t start = low, end
    cdef int32_t size = BLOCK if r.count.nodes > 1 else r.n_primary
    while start < r.n_primary:
        end = min(r.n_primary - start, size) + start
        r.scanned += 1 + ((end - start) >> SCAN_BITS)
        key = dlx_smallest_key(r.degree, start, end, r.key_bits)
        best = min(best, key)
        if best >> r.key_bits <= 1:
            break
        start += size
    return best


cdef int32_t smallest(Rings* r, int32_t* low) noexcept nogil:
    """Return the active item of smallest degree, the first of several (MRV). There must be one, and none below `low`.

    With weights, return the item of smallest degree for its weight (Boussemart, Hemery, Lecoutre and Sais, Boosting
    systematic search by weighting constraints, ECAI 2004).

    We found no better tie-break: with the degrees of the neighbors (their sum, the sum of their inverses, the number of
    neighbors that small), hard Sudokus took 3-40 % more nodes than with the lowest number, and tilings gained at most
    2 %.
    """
    cdef Key key
    cdef int32_t best, i
    while r.degree[low[0]] >= IDLE:
        low[0] += 1
    if r.weights != NULL:
        r.scanned += 1 + ((r.n_primary - low[0]) >> SCAN_BITS)
        return dlx_most_failures(r.degree, r.weights, low[0], r.n_primary)
    key = smallest_key(r, low[0])
    if key >> r.key_bits != MOST_KEY >> r.key_bits:
        return key & ((<uint32_t> 1 << r.key_bits) - 1)
    best = low[0]  # all degrees are too large for a key; limit: key
    for i in range(best + 1, r.n_primary):
        if r.degree[i] < r.degree[best]:
            best = i
    return best


# --- before and after a search ------------------------------------------------------------------------------------


cdef void build(Rings* r, const int32_t* items) noexcept nogil:
    """Set everything that never changes: the nodes' items, the rings, the mark of options without a primary item."""
    cdef int32_t option, x, first, end
    cdef bint primary
    for x in range(r.n_items):
        r.nodes[x].item = r.nodes[x].right = x
    for option in range(r.n_options):
        first = r.n_items + r.starts[option]
        end = r.n_items + r.starts[option + 1]
        primary = False
        for x in range(first, end):
            r.nodes[x].item = items[x - r.n_items]
            r.nodes[x].right = x + 1 if x + 1 < end else first
            r.nodes[x].up = r.nodes[x].down = x
            primary |= r.nodes[x].item < r.n_primary
        if not primary:
            r.nodes[first].up = NEVER
    for x in range(r.n_items, r.n_items + 16):
        r.degree[x] = IDLE


cdef void mark(Rings* r, const int32_t* options, int64_t n, int32_t how) noexcept nogil:
    """Mark options as BANNED for the next question; with 0, remove the mark."""
    cdef int64_t k
    cdef Node* first
    for k in range(n):
        first = &r.nodes[r.n_items + r.starts[options[k]]]
        if first.up != NEVER:
            first.up = how


cdef inline bint live(Rings* r, int32_t first, int32_t end) noexcept nogil:
    """Return whether the option with these nodes is compatible with the given options so far."""
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


cdef inline void append(Node* nodes, Index* degree, int32_t first, int32_t end) noexcept nogil:
    """Append the option with these nodes to the lists of its items."""
    cdef int32_t x, last, item
    for x in range(first, end):
        item = nodes[x].item
        last = nodes[item].up
        nodes[x].up = last
        nodes[x].down = item
        nodes[last].down = nodes[item].up = x
        degree[item] += 1


cdef void link(Rings* r) noexcept nogil:
    """Link the options compatible with the given ones that have no mark.

    Every question links the lists again. This is less work than any search that reaches a solution; for 9x9 Sudokus of
    17 clues it is half of the work of covering the clues' items and uncovering all of them at the end. Nothing has to
    be restored, and options not linked stay out of the cache.
    """
    cdef int32_t k, option, first, end
    for k in range(r.n_options):
        option = k if r.order == NULL else r.order[k]
        first = r.n_items + r.starts[option]
        end = r.n_items + r.starts[option + 1]
        if live(r, first, end) and r.nodes[first].up >= 0:
            append(r.nodes, r.degree, first, end)


cdef int32_t option_of(Rings* r, int32_t node) noexcept nogil:
    """Return the option that holds a node: the last one that starts at or before it."""
    cdef int32_t entry = node - r.n_items
    cdef int32_t low = 0
    cdef int32_t high = r.n_options
    cdef int32_t middle = <int32_t> (<int64_t> entry * r.n_options // r.starts[r.n_options])
    if r.starts[middle] <= entry < r.starts[middle + 1]:
        return middle  # always so where all options have the same length
    while high - low > 1:
        middle = low + (high - low) // 2
        if r.starts[middle] <= entry:
            low = middle
        else:
            high = middle
    return low


# --- the Python class ---------------------------------------------------------------------------------------------


cdef class Linked(Kernel):
    """A kernel that searches in rings and lists: builds and owns them. Abstract: subclasses implement the search.

    Unless a subclass decides otherwise, an item in a given option is full: no other option may have it.
    """

    cdef _hold(self, Rings* r, const int32_t[::1] indptr, const int32_t[::1] indices, const int32_t[::1] colors,
               const int32_t[::1] order, float[::1] weights, int32_t n_items, int32_t n_primary):
        """Build the rings of a problem; the subclass allocates the trail."""
        cdef int64_t items = n_items
        cdef int64_t n_entries = indices.shape[0]
        self.r = r
        self.arrays = (indptr, colors, order, weights)
        r.starts = &indptr[0]
        r.colors = NULL if colors is None or len(colors) == 0 else &colors[0]
        r.order = NULL if order is None or len(order) == 0 else &order[0]
        r.weights = NULL if weights is None or len(weights) == 0 else &weights[0]
        r.n_items = n_items
        r.n_primary = n_primary
        r.n_options = len(indptr) - 1
        r.key_bits = max(1, (n_primary + 15).bit_length())
        r.never_fixed = r.colors == NULL
        if n_entries + items >= (<int64_t> 1 << (INDEX_BITS - 1)) - 64:  # limit: nodes
            raise OverflowError(f"{n_entries:,} entries and {items:,} items: more than 2^{INDEX_BITS - 1} nodes")
        r.nodes = <Node*> self.take(items + n_entries + 1, sizeof(Node))
        r.degree = <Index*> self.take(items + 16, sizeof(Index))
        r.fixed = <Index*> self.take(items + 1, sizeof(Index))
        with nogil:
            build(r, NULL if indices.shape[0] == 0 else &indices[0])

    cdef int32_t* node(self, int32_t level) noexcept nogil:
        """Return where the option chosen on a level is kept, as any of its nodes."""
        return NULL

    # --- a question

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        cdef int64_t k
        cdef bint possible = True
        mark(self.r, banned, n_banned, BANNED)
        self.clear()
        for k in range(n_given):
            possible = possible and self.assume(given[k])
        if possible:
            self.empty_lists()
            link(self.r)
            self.r.phase = START
        mark(self.r, banned, n_banned, 0)
        mark(self.r, given, n_given, 0)
        return possible

    cdef void clear(self) noexcept nogil:
        """Reset for a new question: nothing is counted, chosen or fixed."""
        cdef Rings* r = self.r
        cdef int32_t i
        r.level = r.base = r.active = 0
        r.trail_end = r.trail
        r.forced = r.n_items  # no item: the degrees end in some that are IDLE
        r.phase = FINISHED
        r.count.max_level = r.length = 0
        r.scanned = 0
        r.count.nodes = r.count.updates = r.count.guesses = r.count.solutions = 0
        for i in range(r.n_items):
            r.fixed[i] = 0

    cdef bint assume(self, int32_t option) noexcept nogil:
        """Choose a given option; return false if it contradicts those before (choosing it twice is fine)."""
        cdef Rings* r = self.r
        cdef int32_t first = r.n_items + r.starts[option]
        cdef int32_t end = r.n_items + r.starts[option + 1]
        if r.nodes[first].up < 0:
            return r.nodes[first].up == CHOSEN
        if not live(r, first, end):
            return False
        self.use_items(first, end)
        r.nodes[first].up = CHOSEN
        self.node(r.level)[0] = first
        r.level += 1
        r.base += 1
        return True

    cdef void use_items(self, int32_t first, int32_t end) noexcept nogil:
        """Fix the items of a given option, with these nodes, that are full now or get their color."""
        cdef Rings* r = self.r
        cdef int32_t x
        for x in range(first, end):
            r.fixed[r.nodes[x].item] = color_of(r, x) or -1

    cdef void empty_lists(self) noexcept nogil:
        """Empty all lists, set their degrees, and count the items that need an option."""
        cdef Rings* r = self.r
        cdef int32_t i, active = 0
        for i in range(r.n_items):
            r.nodes[i].up = r.nodes[i].down = i
            r.degree[i] = 0 if i < r.n_primary and r.fixed[i] == 0 else IDLE
            active += r.degree[i] == 0
        r.active = active

    # --- a solution

    cdef int32_t collect(self, int32_t* options) noexcept nogil:
        cdef int32_t k
        for k in range(self.r.length):
            options[k] = option_of(self.r, self.node(k)[0])
        return self.r.length

    cdef int32_t max_solution_length(self) noexcept nogil:
        return self.r.longest

    def path(self) -> list[int]:
        """Return the options chosen so far, the given ones first."""
        self.counted()
        return self._path(self.r.level)

    cdef list _path(self, int32_t end):
        """Return the options chosen on the levels below `end`."""
        cdef int32_t k
        return [option_of(self.r, self.node(k)[0]) for k in range(end)]

    # --- counters and checks

    cdef Counters* counters(self) noexcept nogil:
        return &self.r.count if self.r != NULL else NULL

    cdef uint64_t work_done(self) noexcept nogil:
        return work_so_far(self.r)

    cdef uint64_t work_to_start(self) noexcept nogil:
        return <uint64_t> self.r.n_items + self.r.starts[self.r.n_options]

    def sanity(self) -> bool:
        """Walk all links and recount; raise AssertionError at the first inconsistency. Slow; for tests."""
        if not self.started:
            self.setup(())
        if self.r.phase != FINISHED or self.r.count.nodes > 0:  # else the given options contradict each other
            self._check(self._lengths())
        return True

    cdef _check(self, list lengths):
        """Compare the degrees and counters with the lengths of the lists."""

    cdef list _lengths(self):
        """Return the length of each item's list by walking all links; raise AssertionError at the first bad link."""
        cdef Node* nodes = self.r.nodes
        cdef int32_t item, x, k
        lengths = []
        for item in range(self.r.n_items):
            x, k = item, 0
            while True:
                assert nodes[nodes[x].down].up == x and nodes[nodes[x].up].down == x, f"node {x} is badly linked"
                assert nodes[x].item == item, f"node {x} stands in the list of item {item}"
                x = nodes[x].down
                if x == item:
                    break
                k += 1
            lengths.append(k)
        for x in range(self.r.n_items, self.r.n_items + self.r.starts[self.r.n_options]):
            k = option_of(self.r, x)
            end = self.r.n_items + self.r.starts[k + 1]
            right = x + 1 if x + 1 < end else self.r.n_items + self.r.starts[k]
            assert nodes[x].right == right, f"the ring of option {k} is broken at node {x}"
        return lengths
