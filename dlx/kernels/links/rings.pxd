"""Rings and lists: the data that dances, and the steps that all searches in it share.

Each item keeps a doubly linked list of the options that may still cover it; an option is a ring of nodes, one in
the list of each of its items.

    item a  <->  a1 <-------> a2          down/up: the options of an item
                 |            |           right:   the items of an option (cyclic)
    item b  <->  b1 <-> b3    |
                        |     |
    item c  <---------> c3 <- c2

Covering an item removes every option on its list from all *other* lists. The removed nodes keep their own links, so
uncovering in reverse order restores everything without any bookkeeping: the links dance.

Reference: Knuth, TAOCP 7.2.2.1, Algorithms X (cover) and C (purify). We store the color that an item has been given
with the item, so purifying writes nothing into the nodes that agree.

The steps are in a .pxd so that each search, links.pyx and multi_search.pxd, has its own inlined copy. Called through
pointers in rings.pyx, they made queens, dominoes, Langford pairs and Sudoku 6 to 10 % slower.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from ..kernel cimport Counters, Kernel, Outcome, PAUSED, SOLUTION
from ...matrix.limits cimport INDEX_BITS, Index

cdef enum:
    IDLE = 1 << (INDEX_BITS - 2)  # added to the degree of an item that needs no option: it never dies, is never chosen

cdef enum:
    NODE_WORK = 8  # cost of a node, in updates; a unit of work is 3 to 5 ns on tilings, queens and Sudoku

cdef enum:  # marks in the `up` of an option's first node, while its question is not linked yet
    BANNED = -1  # leave the option out of this question
    CHOSEN = -2  # leave it out too: it is given, and already in the levels
    NEVER = -3  # it has no primary item and is never chosen


ctypedef enum Phase:
    START = 0  # nothing searched yet
    FORWARD = 1  # paused before entering a level
    COUNTED = 2  # stopped at the solution levels[0 .. level-1]; its level is entered next. With multiplicities only
    TRY = 3  # paused before trying option levels[level].node
    FOUND = 4  # stopped at a solution that no option can extend; its last option is levels[level].node
    FINISHED = 5  # nothing left to search


ctypedef struct Node:  # nodes[0 .. n_items-1] are the list heads, then one node per entry, in CSR order
    Index up  # the node above in the item's list; ULINK
    Index down  # the node below; DLINK. While the node is linked, nodes[up].down == nodes[down].up == this node
    Index item  # the item whose list the node is in; TOP
    Index right  # the next node of the same option, cyclically (Knuth walks to a spacer instead)


ctypedef struct Rings:
    Node* nodes  # n_items + n_entries nodes
    Index* degree  # item -> number of its branches (LEN), plus IDLE while it needs no option; padded by 16
    Index* fixed  # item -> the color it has been given, or -1 if a given option contains it without a color; else 0.
    # The lists of fixed items are not maintained
    Index* trail  # nodes whose items were committed, undone newest first
    Index* trail_end
    float* weights  # item -> 1 + its failures, for searches that restart; NULL: failures do not matter
    const int32_t* order  # the order in which options are linked; NULL: by number
    const int32_t* starts  # option -> its first entry (CSR indptr), owned by the problem
    const int32_t* colors  # entry -> color, 0 for none; NULL in a problem without colors
    int32_t n_items
    int32_t n_primary  # items 0 .. n_primary-1 are primary
    int32_t n_options
    int32_t key_bits  # bits of an item number inside a key of choose()
    int32_t level  # options chosen so far, the given ones included
    int32_t base  # given options: levels below are not searched
    int32_t length  # options of the newest solution
    int32_t active  # primary items that need an option
    int32_t forced  # the last item whose degree fell to 1 (it may have dropped to 0, or become idle, since)
    int32_t longest  # largest number of options in a solution
    uint64_t scanned  # cost of nodes and of choosing items, besides the updates
    Phase phase
    bint covered  # is the list of the item branched on covered? At a leaf it need not be
    bint never_fixed  # is no item ever fixed in this search?
    Counters count  # updates are nodes unlinked from a list


cdef inline uint64_t work_so_far(const Rings* r) noexcept nogil:
    return r.count.updates + r.scanned


# --- hide and unhide: an option leaves the lists of all its items but one, and comes back -------------------------


cdef inline bint hide(Rings* r, bint never_fixed, int32_t p, uint64_t* updates, int32_t* forced) noexcept nogil:
    """Take the option of node p out of the lists of its other items; return true if one of these items died.

    ``forced`` becomes the last item whose degree fell to 1, if there is one. Both are computed without a branch.
    Fixed items are left alone, because all their options agree.
    """
    cdef Node* nodes = r.nodes
    cdef Index* degree = r.degree
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down, item
    cdef bint dead = False
    while q != p:
        up, down, item = nodes[q].up, nodes[q].down, nodes[q].item
        if never_fixed or r.fixed[item] == 0:
            nodes[up].down = down
            nodes[down].up = up
            degree[item] -= 1
            dead |= degree[item] <= 0
            forced[0] = item if degree[item] == 1 else forced[0]
            updates[0] += 1
        q = nodes[q].right
    return dead


cdef inline void unhide(Rings* r, bint never_fixed, int32_t p) noexcept nogil:
    cdef Node* nodes = r.nodes
    cdef Index* degree = r.degree
    cdef int32_t q = nodes[p].right
    cdef int32_t up, down, item
    while q != p:
        up, down, item = nodes[q].up, nodes[q].down, nodes[q].item
        if never_fixed or r.fixed[item] == 0:
            nodes[up].down = nodes[down].up = q
            degree[item] += 1
        q = nodes[q].right


cdef inline void blame(Rings* r, int32_t p) noexcept nogil:
    """Add a failure to the weights of the items that died when the option of node p was hidden."""
    cdef int32_t q = r.nodes[p].right if r.weights != NULL else p
    while q != p:
        r.weights[r.nodes[q].item] += r.degree[r.nodes[q].item] <= 0
        q = r.nodes[q].right


# --- cover and purify: the effect of an item on the options in its list -------------------------------------------


cdef inline int32_t cover(Rings* r, int32_t item, bint stop_at_dead) noexcept nogil:
    """Hide the options in the item's list; with `stop_at_dead`, stop after the first one that makes another item die.

    Return the node of the last option hidden in that case, else the item itself, as uncover() requires.
    """
    cdef Node* nodes = r.nodes
    cdef uint64_t updates = r.count.updates
    cdef int32_t forced = r.forced
    cdef int32_t p = nodes[item].down
    if r.never_fixed:
        while p != item:
            if hide(r, True, p, &updates, &forced) and stop_at_dead:
                break
            p = nodes[p].down
    else:
        while p != item:
            if hide(r, False, p, &updates, &forced) and stop_at_dead:
                break
            p = nodes[p].down
    r.count.updates = updates
    r.forced = forced
    return p


cdef inline void uncover(Rings* r, int32_t item, int32_t last) noexcept nogil:
    """Undo cover(), which hid the options down to `last` (all of them if `last` is the item)."""
    cdef Node* nodes = r.nodes
    cdef int32_t p = last if last != item else nodes[item].up
    if r.never_fixed:
        while p != item:
            unhide(r, True, p)
            p = nodes[p].up
    else:
        while p != item:
            unhide(r, False, p)
            p = nodes[p].up


cdef inline int32_t purify(Rings* r, int32_t item, int32_t color) noexcept nogil:
    """Give the secondary item its color: hide the options in its list that require another, and stop as cover() does.
    """
    cdef int32_t p = r.nodes[item].down
    r.fixed[item] = color
    while p != item:
        if r.colors[p - r.n_items] != color and hide(r, False, p, &r.count.updates, &r.forced):
            break
        p = r.nodes[p].down
    return p


cdef inline void unpurify(Rings* r, int32_t item, int32_t color, int32_t last) noexcept nogil:
    cdef int32_t p = last if last != item else r.nodes[item].up
    while p != item:
        if r.colors[p - r.n_items] != color:
            unhide(r, False, p)
        p = r.nodes[p].up
    r.fixed[item] = 0


cdef inline int32_t color_of(Rings* r, int32_t q) noexcept nogil:
    return 0 if r.colors == NULL else r.colors[q - r.n_items]


cdef inline int32_t commit(Rings* r, int32_t q) noexcept nogil:
    """Cover or purify the item of node q. Return 1 if done, 0 if another item died (everything is undone then), 2 if
    there was nothing to do because the item already has this color."""
    cdef int32_t item = r.nodes[q].item
    cdef int32_t color = color_of(r, q)
    cdef int32_t last
    if color == 0:
        last = cover(r, item, True)
        if last != item:
            blame(r, last)
            uncover(r, item, last)
    elif r.fixed[item] == 0:
        last = purify(r, item, color)
        if last != item:
            blame(r, last)
            unpurify(r, item, color, last)
    else:
        return 2
    return last == item


cdef inline void uncommit(Rings* r, int32_t q) noexcept nogil:
    """Undo commit() of node q."""
    cdef int32_t item = r.nodes[q].item
    cdef int32_t color = color_of(r, q)
    if color == 0:
        uncover(r, item, item)
    else:
        unpurify(r, item, color, item)


# --- steps once per node, and once per slice ----------------------------------------------------------------------


cdef inline int32_t choose(Rings* r, int32_t* low) noexcept nogil:
    """Return the active item to branch on: the last one whose degree fell to 1, if it is still 1; else smallest()."""
    return r.forced if r.degree[r.forced] == 1 else smallest(r, low)


cdef inline Outcome stop(Rings* r, Phase phase, int32_t level) noexcept nogil:
    """Leave a search so that it can continue from here."""
    r.phase = phase
    r.level = level
    return SOLUTION if phase == FOUND or phase == COUNTED else PAUSED


cdef int32_t smallest(Rings* r, int32_t* low) noexcept nogil
cdef int32_t option_of(Rings* r, int32_t node) noexcept nogil


cdef class Linked(Kernel):
    cdef Rings* r  # part of the search's State
    cdef object arrays  # keeps starts, colors and order alive

    cdef _hold(self, Rings* r, const int32_t[::1] indptr, const int32_t[::1] indices, const int32_t[::1] colors,
               const int32_t[::1] order, float[::1] weights, int32_t n_items, int32_t n_primary)
    cdef void clear(self) noexcept nogil
    cdef bint assume(self, int32_t option) noexcept nogil
    cdef void use_items(self, int32_t first, int32_t end) noexcept nogil
    cdef void empty_lists(self) noexcept nogil
    cdef int32_t* node(self, int32_t level) noexcept nogil
    cdef list _path(self, int32_t end)
    cdef _check(self, list lengths)
    cdef list _lengths(self)
