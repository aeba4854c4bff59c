# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Solutions up to symmetry: one partial solution of each class is extended by one option of each orbit.

    Latin squares of order 3    0 options    the empty square; all 27 options are images of each other: 1 branch
                                    |
                                1 option     1 . .    the 2 options of the next cell are images of each other
                                    |
                                3 options    1 2 3    forced options are chosen at once; 54 images, 1 class
                                    |
                                9 options    the solution, with the 108 of 1,296 symmetries that map it to itself

A layer holds the partial solutions of one size, one of each class, as the canonical form of the whole problem's graph
in which the chosen options have a kind of their own. (What remains of the problem would not do: two partial solutions
may leave the same without being images of each other.) If a solution contains the image of a partial solution, then
one of its images contains the partial solution itself, and with it one option of the item on which we branch. A
symmetry of the partial solution maps this option to our choice. So every class is found, and equal forms
are found once, compared byte by byte.

If every need is met, a partial solution is a solution. It may still grow by options of items that may have more.

References: McKay, Isomorph-free exhaustive generation (1998); Kaski and Östergård, Classification algorithms for codes
and designs (2006), chapter 4.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from cython cimport final

from .graph cimport NONE, Graph, get, hashed, image_class, n_classes, put, put_form
from .labeling cimport begin_search, group_order, proceed
from .layers cimport Layer, LayeredMachine, STEP_WORK, Store, added, found, release
from .residual cimport Residual, begin, choose, kill, settle
from ..counting cimport Tally
from ..kernel cimport SOLUTION

cdef enum:
    MOST_GENERATOR_BYTES = 1 << 26


cdef struct State:
    Store* store
    # the partial solution that is extended
    int32_t layer, next  # the number of its options, and its number among those in its layer
    int32_t branch, n_branches
    int32_t* branches  # options, one of each orbit
    int32_t n_chosen
    int32_t* chosen
    # its child
    bint labeling  # is the search for its form under way?
    double share  # of the tree
    int32_t size  # options chosen in it
    uint8_t* record
    # the problem
    const int32_t* kinds  # option -> its kind, even; one more if it is chosen
    const uint8_t* never  # option -> is it never chosen?
    int32_t n_options
    uint64_t solutions


# --- partial solutions


cdef void place(State* m, Residual* r, Graph* g, int32_t option) noexcept nogil:
    """Choose the options of the partial solution, one more unless it is NONE, and the forced options."""
    cdef int32_t k
    begin(r)
    for k in range(m.n_options):
        if m.never[k]:
            kill(r, k)
    for k in range(m.n_chosen):
        choose(r, m.chosen[k])
    if option != NONE:
        choose(r, option)
    if not r.dead:
        settle(r)
    if not r.dead:
        m.size = 0
        for k in range(m.n_options):
            g.kinds[r.n_nodes + k] = m.kinds[k] + r.chosen[k]
            m.size += r.chosen[k]
    m.store.work += r.n_nodes + r.n_options


cdef int32_t count_orbits(Residual* r, Graph* g, int32_t item) noexcept nogil:
    """Return the number of open options of an item of which none is the image of another."""
    cdef int32_t k, o, n = 0
    for k in range(r.node_starts[item], r.node_starts[item + 1]):
        o = r.node_options[k]
        if r.alive[o]:
            g.scratch[n] = r.n_nodes + o
            n += 1
    return n_classes(g, g.scratch, n)


cdef int64_t crowd(State* m, Residual* r, int32_t item) noexcept nogil:
    """Return the sum of the open options of the nodes that share one with an item."""
    cdef int32_t k, e, o
    cdef int64_t n = 0
    for k in range(r.node_starts[item], r.node_starts[item + 1]):
        o = r.node_options[k]
        if r.alive[o]:
            for e in range(r.starts[o], r.starts[o + 1]):
                if not r.gone[r.entries[e]]:
                    n += r.live[r.entries[e]]
            m.store.work += r.starts[o + 1] - r.starts[o]
    return n


cdef int32_t item_to_branch(State* m, Residual* r, Graph* g) noexcept nogil:
    """Return the item with the fewest branches among the items that need options; NONE if every need is met."""
    cdef int32_t v, best = NONE, least = 2147483647, n, fewest = 0
    cdef int64_t size, largest = NONE
    for v in range(r.n_nodes):
        if r.need[v] > 0 and not r.gone[v]:
            least = min(least, r.live[v] - r.need[v])
    for v in range(r.n_nodes):
        if r.need[v] <= 0 or r.gone[v] or r.live[v] - r.need[v] != least:
            continue
        size, n = crowd(m, r, v), count_orbits(r, g, v)
        if best == NONE or size > largest or (size == largest and n < fewest):
            best, largest, fewest = v, size, n
    return best


cdef uint8_t* write_branches(Residual* r, Graph* g, int32_t item, uint8_t* at) noexcept nogil:
    """Write an open option of each orbit, of one item or of all; the least, as no orbit depends on their order."""
    cdef int32_t o, k, n = 0, c
    cdef int32_t first = 0 if item == NONE else r.node_starts[item]
    cdef int32_t end = r.n_options if item == NONE else r.node_starts[item + 1]
    for k in range(first, end):
        o = k if item == NONE else r.node_options[k]
        c = image_class(g.alike, r.n_nodes + o)
        if r.alive[o] and g.count[c] == 0:
            g.count[c] = 1
            g.scratch[n] = o
            n += 1
    at = put(at, n)
    for k in range(n):
        at = put(at, g.scratch[k])
        g.count[image_class(g.alike, r.n_nodes + g.scratch[k])] = 0
    return at


cdef uint8_t* write_chosen(Residual* r, int32_t size, uint8_t* at) noexcept nogil:
    cdef int32_t k
    at = put(at, size)
    for k in range(r.n_options):
        if r.chosen[k]:
            at = put(at, k)
    return at


cdef bint settled_child(State* m, Residual* r, Graph* g) noexcept nogil:
    """Put the child into its layer; return whether it is a solution of a new class."""
    cdef Layer* layer = &m.store.layers[m.size]
    cdef uint8_t* end = put_form(g, g.n_named, g.n, m.record)
    cdef int64_t form_size = end - m.record
    cdef uint64_t hash = hashed(m.record, form_size)
    cdef int32_t k = found(layer, m.record, form_size, hash), item = NONE
    m.store.lookups += 1
    m.store.work += g.work + form_size
    m.labeling = False
    if k != NONE:
        m.store.hits += 1
        layer.shares[k] += m.share
        return False
    item = item_to_branch(m, r, g)
    end = write_chosen(r, m.size, write_branches(r, g, item, end))
    k = added(m.store, layer, m.record, form_size, end - m.record, hash)
    if k == NONE:
        return False
    layer.shares[k] = m.share
    if item != NONE:
        return False
    m.solutions += 1
    return True


# --- the search


cdef void read_numbers(uint8_t** at, int32_t* n, int32_t* numbers) noexcept nogil:
    cdef int32_t k
    at[0] = get(at[0], n)
    for k in range(n[0]):
        at[0] = get(at[0], &numbers[k])


cdef bint advance(State* m) noexcept nogil:
    """Go to the next partial solution, and free the layers behind it; return false at the end."""
    cdef Layer* layer
    cdef uint8_t* at
    m.next += 1
    while m.layer <= m.n_options and m.next >= m.store.layers[m.layer].n:
        release(m.store, &m.store.layers[m.layer])
        m.layer += 1
        m.next = 0
    if m.layer > m.n_options:
        return False
    layer = &m.store.layers[m.layer]
    at = layer.bytes + layer.starts[m.next] + layer.form_sizes[m.next]
    read_numbers(&at, &m.n_branches, m.branches)
    read_numbers(&at, &m.n_chosen, m.chosen)
    m.branch = 0
    m.store.expanded += 1
    if m.n_branches == 0:
        m.store.done += layer.shares[m.next]
    return True


cdef void take_branch(State* m, Residual* r, Graph* g) noexcept nogil:
    """Choose the next option, and begin the search for the form of the child."""
    place(m, r, g, m.branches[m.branch])
    m.share = m.store.layers[m.layer].shares[m.next] / m.n_branches
    m.branch += 1
    if r.dead:
        m.store.done += m.share
    else:
        begin_search(g)
        m.labeling = True


@final
cdef class Classes(LayeredMachine):
    """A search for one solution of each class. Knows no names and trusts its caller; memory is bounded by
    ``max_bytes``, or it is full.

    Node v needs ``low[v]`` to ``high[v]`` options; a color belongs to the item ``parent[v]``. Option k has the nodes
    ``entries[starts[k]:starts[k + 1]]``. Symmetries preserve the kinds of nodes, which ascend, and of options, which
    are even and larger. The options ``given`` are chosen, which is possible, and the options ``never``
    are not.
    """

    name = "classes"

    cdef State m
    cdef object option_kinds, never

    def __cinit__(self, const int32_t[::1] low not None, const int32_t[::1] high not None,
                  const int32_t[::1] parent not None, const int32_t[::1] starts not None,
                  const int32_t[::1] entries not None, const int32_t[::1] node_kinds not None,
                  const int32_t[::1] option_kinds not None, const int32_t[::1] given not None,
                  const uint8_t[::1] never not None, int64_t max_bytes):
        cdef State* m = &self.m
        cdef Residual* r
        cdef int32_t v, n = low.shape[0], n_options = starts.shape[0] - 1
        cdef int64_t edges = 2 * starts[n_options] + 2 * n
        self._hold(low, high, parent, starts, entries, max_bytes,
                   min(n + 1, 1 + MOST_GENERATOR_BYTES // (4 * (n + n_options + 1))))
        r = &self.r
        draw_whole(r, &self.graph.g)
        for v in range(n):
            self.graph.g.kinds[v] = node_kinds[v]
        self.option_kinds, self.never = option_kinds, never  # keep them alive
        m.kinds = &option_kinds[0] if n_options else NULL
        m.never = &never[0] if n_options else NULL
        m.n_options = n_options
        m.store = &self.store
        m.store.limbs = 1
        m.branches, m.chosen = self.ints(n_options), self.ints(n_options)
        m.record = <uint8_t*> self.take(32 * n_options + 3 * (n + edges) + 64, 1)
        for v in range(given.shape[0]):
            m.chosen[v] = given[v]
        m.n_chosen, m.next, m.share = given.shape[0], NONE, 1.0
        with nogil:
            place(m, r, &self.graph.g, NONE)
            if not r.dead:
                begin_search(&self.graph.g)
                m.labeling = True

    cdef Tally tally(self) noexcept:
        cdef Tally t = LayeredMachine.tally(self)
        t.work += STEP_WORK * (self.graph.g.work if self.m.labeling else 0)
        return t

    def step(self, uint64_t work) -> int:
        """Continue for about this much work. Return SOLUTION for each class, DONE at the end, LIMIT after ``node_stop``
        nodes or if the memory is full, or PAUSED."""
        cdef State* m = &self.m
        cdef Graph* g = &self.graph.g
        cdef Residual* r = &self.r
        cdef uint64_t stop = m.store.work + work // STEP_WORK + 1
        cdef bint new = False, over = False
        with nogil:
            while m.store.work < stop and not (new or over or m.store.full or m.store.no_memory):
                if m.labeling:
                    if proceed(g, g.work + stop - m.store.work):
                        new = settled_child(m, r, g)
                    else:
                        break
                elif m.branch < m.n_branches:
                    take_branch(m, r, g)
                else:
                    over = not advance(m)
        self.check("solutions up to symmetry")
        return <int> SOLUTION if new else self.end_of_step(over)

    def solution(self) -> list[int]:
        """Return the options of the newest solution, right after step() has returned SOLUTION."""
        return [k for k in range(self.m.n_options) if self.r.chosen[k]]

    @property
    def symmetries(self) -> int | None:
        """Return the number of symmetries of nodes that map the newest solution to itself, or None if too many
        generators had to be forgotten."""
        cdef Graph* g = &self.graph.g
        return None if g.n_found > g.most_generators else group_order(g)

    @property
    def solutions(self) -> int:
        return self.m.solutions


cdef void draw_whole(Residual* r, Graph* g) noexcept nogil:
    """Draw the graph of the whole problem, with every node and every option."""
    cdef int32_t v, k, at = 0
    g.n_named, g.n = r.n_nodes, r.n_nodes + r.n_options
    for v in range(r.n_nodes):
        for k in range(r.node_starts[v], r.node_starts[v + 1]):
            g.neighbors[at] = r.n_nodes + r.node_options[k]
            at += 1
        if r.parent[v] != NONE:
            g.neighbors[at] = r.parent[v]
            at += 1
        k = r.first_color[v]
        while k != NONE:
            g.neighbors[at] = k
            at += 1
            k = r.next_color[k]
        g.starts[v + 1] = at
    for v in range(r.n_options):
        for k in range(r.starts[v], r.starts[v + 1]):
            g.neighbors[at] = r.entries[k]
            at += 1
        g.starts[r.n_nodes + v + 1] = at
