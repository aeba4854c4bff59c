# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Counting up to symmetry: what remains of a problem is expanded once for all choices that leave the same graph.

    Latin squares of order 5       161,280 squares        21 different remaining problems

    layer of 125 options     the whole problem
                              | the 5 options of an item are images of each other: one branch of weight 5
    layer of 112 options     one problem, reached in 5 ways
                              | 4 options, images of each other again
    layer of 101 options     one problem, reached in 20 ways
                              | ...              equal forms are one problem, and the ways to reach it add up

A layer holds the remaining problems with as many options. Each choice removes options, so the layers are expanded from
the largest to the smallest, and freed behind us. A problem is kept as its canonical form, from which it can be read
again, with the branches to take: of options that are images of each other only one, with their number. Forms are
compared byte by byte.

We branch on the item with the fewest branches; of several, on the one whose neighbors have most, so that an
untouched part stays as it is. Forms that Latin squares of order 7 and one-factorizations of K10 take:

    most branches of neighbors, then fewest different options     1,179     1,699
    the first item in the given order, sorted                     1,910     1,569
    ... shuffled                                                 24,250     8,417
    fewest different options, then fewest branches               23,852    21,163
    fewest branches of neighbors                                  9,025     1,459

References: McKay, Isomorph-free exhaustive generation (1998); Kaski and Östergård, Classification algorithms for codes
and designs (2006).
"""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from cython cimport final

from .graph cimport NONE, Graph, get, hashed, image_class, n_classes, put, put_form
from .labeling cimport MOST_GENERATORS, begin_search, canonize, group_order, proceed
from .layers cimport (
    Edge, Layer, LayeredMachine, NODE_WORK, STEP_WORK, add_to, added, connect, found, multiply, release,
)
from .residual cimport COLOR, MOST_BOUND, PLAIN, Residual, begin, choose, draw, index_nodes, kill, settle
from ...system.wording import plural

cdef uint64_t MOST_KEPT_WORK = 1 << 30  # of one form, some seconds; no problem that we know comes near

cdef enum:
    EXACTLY_ONE = PLAIN + MOST_BOUND + 1


# --- records


cdef int64_t write_problem(const Graph* g, uint8_t* to) noexcept nogil:
    """Write a record that equal problems share: kinds of nodes in runs, and the form; return its length."""
    return put_form(g, 0, g.n_named, put(put(to, g.n_named), g.n - g.n_named)) - to


cdef int32_t branches(const Graph* g, int32_t v) noexcept nogil:
    """Return the number of branches at a named vertex."""
    return g.starts[v + 1] - g.starts[v] + 1 - (g.kinds[v] - PLAIN) / MOST_BOUND


cdef int64_t crowd(Graph* g, int32_t v) noexcept nogil:
    """Return the sum of the branches of the nodes that share an option with v."""
    cdef int32_t e, f, o
    cdef int64_t n = 0
    for e in range(g.starts[v], g.starts[v + 1]):
        o = g.neighbors[e]
        for f in range(g.starts[o], g.starts[o + 1]):
            n += branches(g, g.neighbors[f])
        g.work += g.starts[o + 1] - g.starts[o]
    return n


cdef int32_t place_to_branch(Graph* g) noexcept nogil:
    """Return the place of the node to branch on, or NONE if only items with colors are left."""
    cdef int32_t p, v, best = NONE, least = 2147483647, n, fewest = 0
    cdef int64_t size, largest = NONE
    for v in range(g.n_named):
        if g.kinds[v] >= PLAIN:
            least = min(least, branches(g, v))
    for p in range(g.n_named):
        v = g.best_order[p]
        if g.kinds[v] < PLAIN or branches(g, v) != least:
            continue
        size, n = crowd(g, v), n_classes(g, g.neighbors + g.starts[v], g.starts[v + 1] - g.starts[v])
        if size > largest or (size == largest and n <= fewest):
            best, largest, fewest = p, size, n
    return best


cdef uint8_t* write_plan(Graph* g, uint8_t* at) noexcept nogil:
    """Write the place of the node to branch on, counted from 1, and for each of its options how many are like it."""
    cdef int32_t p, o, e, place = place_to_branch(g), v
    at = put(at, place + 1)
    v = g.best_order[max(place, 0)]
    if place == NONE or g.kinds[v] != EXACTLY_ONE:
        return at
    for e in range(g.starts[v], g.starts[v + 1]):
        g.count[image_class(g.alike, g.neighbors[e])] += 1
    for p in range(g.n_named, g.n):
        o = g.best_order[p]
        if has(g, v, o):
            at = put(at, g.count[image_class(g.alike, o)])
            g.count[image_class(g.alike, o)] = 0
    return at


cdef bint has(const Graph* g, int32_t node, int32_t option) noexcept nogil:
    cdef int32_t e
    for e in range(g.starts[option], g.starts[option + 1]):
        if g.neighbors[e] == node:
            return True
    return False


cdef uint8_t* read_problem(Residual* r, uint8_t* at, bint linked) noexcept nogil:
    """Read a record up to its plan."""
    cdef int32_t v = 0, n, _k, o, x, kind, e = 0
    at = get(get(at, &r.n_nodes), &r.n_options)
    while v < r.n_nodes:
        at = get(get(at, &kind), &n)
        for v in range(v, v + n):
            r.parent[v] = NONE if kind != COLOR else 0
            r.low[v] = (kind - PLAIN) / MOST_BOUND if kind >= PLAIN else 0
            r.high[v] = (kind - PLAIN) % MOST_BOUND if kind >= PLAIN else 1
        v += 1
    for v in range(r.n_nodes if linked else 0):
        at = get(at, &n)
        for _k in range(n):
            at = get(at, &x)
            if r.parent[v] != NONE:
                r.parent[v] = x
    r.starts[0] = 0
    for o in range(r.n_options):
        at = get(at, &n)
        for _k in range(n):
            at = get(at, &r.entries[e])
            e += 1
        r.starts[o + 1] = e
    index_nodes(r)
    return at


# --- the search


cdef void reach(State* m, Residual* r, Graph* g, const uint64_t* ways, double share, uint64_t factor) noexcept nogil:
    """Add the ways to what remains now."""
    cdef Layer* layer
    cdef int64_t form_size
    cdef uint64_t hash
    cdef int32_t k
    if not r.dead:
        settle(r)
    if r.dead:
        m.store.done += share
        return
    draw(r, g)
    memcpy(m.ways, ways, m.store.limbs * sizeof(uint64_t))
    multiply(m.ways, m.store.limbs, factor)
    for _k in range(r.n_free):
        multiply(m.ways, m.store.limbs, 2)
    if g.n == g.n_named:  # every need is met
        add_to(m.total, m.ways, m.store.limbs)
        m.store.done += share
        keep_edge(m, r, NONE, NONE)
        return
    label(m, g)
    m.store.lookups += 1
    form_size = write_problem(g, m.record)
    hash = hashed(m.record, form_size)
    layer = &m.store.layers[g.n - g.n_named]
    k = found(layer, m.record, form_size, hash)
    if k == NONE:
        k = added(m.store, layer, m.record, form_size, write_plan(g, m.record + form_size) - m.record, hash)
        if k == NONE:
            return
    else:
        m.store.hits += 1
    m.store.work += g.work
    keep_edge(m, r, g.n - g.n_named, k)
    add_to(layer.ways + <int64_t> k * m.store.limbs, m.ways, m.store.limbs)
    layer.shares[k] += share


cdef void label(State* m, Graph* g) noexcept nogil:
    """Write the canonical form; with descents, to the very end, so that options that are alike lead to equal forms."""
    if m.kept:
        begin_search(g)
        if not proceed(g, MOST_KEPT_WORK):
            m.store.full = True
    else:
        canonize(g)


cdef void keep_edge(State* m, const Residual* r, int32_t layer, int32_t number) noexcept nogil:
    cdef Edge edge
    if m.kept:
        edge.problem, edge.branch, edge.like = <int32_t> m.store.expanded - 1, m.branch - 1, m.like
        edge.free, edge.layer, edge.number = r.n_free, layer, number
        connect(m.store, edge)


cdef void read_plan(State* m, Residual* r, bint linked) noexcept nogil:
    """Read the next problem and prepare its branches."""
    cdef Layer* layer = &m.store.layers[m.layer]
    cdef int32_t place
    m.plan = get(read_problem(r, layer.bytes + layer.starts[m.next], linked), &place)
    m.branch, m.item, m.first = 0, place - 1, 0
    m.n_options, m.n_branches, m.one = 1, 2, False
    if m.item != NONE:
        m.first = r.node_starts[m.item]
        m.n_options = r.node_starts[place] - m.first
        m.n_branches = m.n_options + 1 - r.low[m.item]  # with fewer options left, it cannot have what it needs
        m.one = r.low[m.item] == 1 and r.high[m.item] == 1
    m.store.expanded += 1
    m.store.work += r.starts[r.n_options]


cdef int32_t option_at(const State* m, const Residual* r, int32_t k) noexcept nogil:
    return 0 if m.item == NONE else r.node_options[m.first + k]


cdef void place(const State* m, Residual* r, int32_t k) noexcept nogil:
    """Choose option k of the item, and none before it unless the item needs exactly one; the last k: choose none."""
    cdef int32_t before
    begin(r)
    for before in range(0 if m.one else min(k, m.n_options)):
        kill(r, option_at(m, r, before))
    if k < m.n_options:
        choose(r, option_at(m, r, k))


cdef void take_branch(State* m, Residual* r, Graph* g) noexcept nogil:
    """Take the next branch: the first option chosen of the item is this one, or none is."""
    cdef Layer* layer = &m.store.layers[m.layer]
    cdef int32_t k = m.branch, like = 1
    m.branch += 1
    m.store.work += r.n_nodes + r.n_options
    if m.one:
        m.plan = get(m.plan, &like)
    m.like = like
    if like == 0:
        return
    place(m, r, k)
    reach(m, r, g, layer.ways + <int64_t> m.next * m.store.limbs, layer.shares[m.next] * like / m.n_branches, like)


cdef bint advance(State* m) noexcept nogil:
    """Go to the next problem, and free the layers behind it; return false at the end."""
    m.next += 1
    while m.layer and m.next >= m.store.layers[m.layer].n:
        if not m.kept:
            release(m.store, &m.store.layers[m.layer])
        m.layer -= 1
        m.next = 0
    return m.layer > 0


cdef object outcome(const Residual* r, const Graph* g):
    """Return the options chosen after a placement, the free options, and the remaining options in canonical order."""
    cdef int32_t k, o, e
    chosen = [k for k in range(r.n_options) if r.chosen[k]]
    if r.dead:
        return chosen, [], []
    loose = []
    for o in range(r.n_options):
        e = r.starts[o]
        while r.alive[o] and e < r.starts[o + 1] and r.vertex[r.entries[e]] == NONE:
            e += 1
        if r.alive[o] and e == r.starts[o + 1]:
            loose.append(o)
    return chosen, loose, [r.kept[g.best_order[k]] for k in range(g.n_named, g.n)]


@final
cdef class Symmetric(LayeredMachine):
    """A count up to symmetry. Knows no names and trusts its caller; memory is bounded by ``max_bytes``, or it is full.

    With ``kept``, all layers stay, and ranks.pyx can draw solutions.

    Node v needs ``low[v]`` to ``high[v]`` options; a color belongs to the item ``parent[v]``, which comes before it.
    Option k has the nodes ``entries[starts[k]:starts[k + 1]]``. No number of ways has more than ``bits`` bits.
    """

    name = "symmetric"

    def __cinit__(self, const int32_t[::1] low not None, const int32_t[::1] high not None,
                  const int32_t[::1] parent not None, const int32_t[::1] starts not None,
                  const int32_t[::1] entries not None, int64_t bits, int64_t max_bytes, bint kept=False):
        cdef State* m = &self.m
        cdef int32_t n = low.shape[0], n_options = starts.shape[0] - 1
        cdef int64_t edges = 2 * starts[n_options] + 2 * n
        self._hold(low, high, parent, starts, entries, max_bytes, MOST_GENERATORS)
        m.store = &self.store
        m.store.limbs = <int32_t> (bits // 64 + 1)
        m.kept, m.like = kept, 1
        m.ways = <uint64_t*> self.take(3 * m.store.limbs, sizeof(uint64_t))
        m.record = <uint8_t*> self.take(20 * n + 8 * n_options + 3 * edges + 64, 1)
        m.total = m.ways + m.store.limbs
        m.layer, m.next = n_options, NONE
        self._start()

    def _start(self):
        """Enter the whole problem."""
        cdef uint64_t* unit = self.m.total + self.store.limbs
        unit[0] = 1
        with nogil:
            begin(&self.r)
            reach(&self.m, &self.r, &self.graph.g, unit, 1.0, 1)
        if self.m.kept:
            self.root = outcome(&self.r, &self.graph.g)
        self.group = group_order(&self.graph.g) if self.store.lookups else 1
        self.check("a count up to symmetry")

    def step(self, uint64_t work) -> int:
        """Continue for about this much work. Return DONE at the end, LIMIT after ``node_stop`` nodes or if the memory
        is full, or PAUSED."""
        cdef State* m = &self.m
        cdef uint64_t stop = m.store.work + work // STEP_WORK + 1
        with nogil:
            while (m.layer and m.store.work < stop and m.store.work // NODE_WORK < self.node_stop
                   and not (m.store.full or m.store.no_memory)):
                if m.branch < m.n_branches:
                    take_branch(m, &self.r, &self.graph.g)
                elif advance(m):
                    read_plan(m, &self.r, self.graph.g.linked)
        self.check("a count up to symmetry")
        return self.end_of_step(m.layer == 0)

    @property
    def solutions(self) -> int:
        """Return the number of solutions found so far, which is final once step() is DONE."""
        return sum(self.m.total[k] << 64 * k for k in range(self.store.limbs))

    @property
    def layer(self) -> int:
        """Return the number of options of the problems that are expanded now."""
        return self.m.layer

    @property
    def n_options(self) -> int:
        """Return the number of options of the whole problem."""
        return self.n_layers - 1

    @property
    def waiting(self) -> int:
        """Return the number of remaining problems that are found, but not expanded yet."""
        cdef int64_t n = -max(self.m.next, 0)
        cdef int32_t k
        for k in range(self.m.layer + 1):
            n += self.store.layers[k].n
        return n

    @property
    def foreseen(self) -> float:
        """Return the likely share of the work behind us: the share of the layers times the share of known problems.

        Mean distance from the true share of the work, on 13 problems, and on the longest five of them, the only ones
        that take long enough for a bar: Latin squares 7 with and without their first lines in order, STS(15) with fixed
        triples of a point, one-factorizations of K10, and Sudoku 6x6. We chose by these five.

                                                13      the longest
            the share of the tree               0.57    0.45 to 0.58: 0 until the last layers
            the share of the layers             0.17    0.14 to 0.27
            the share of known problems         0.19    0.22 to 0.31
            the smaller one of the two          0.16    0.14 to 0.18
            their product                       0.22    0.13 to 0.15
        """
        cdef double expanded = self.store.expanded
        if self.m.layer == 0:
            return 1.0
        return (1 - self.m.layer / <double> (self.n_layers - 1)) * expanded / max(expanded + self.waiting, 1)

    @property
    def detail(self) -> str:
        done = self.n_options - self.layer
        return f"layer {done:,} of {self.n_options:,}, {plural(self.waiting, 'problem')} left"

    def likely_bytes(self, double share) -> int:
        """Return the most bytes that the layers are likely to take, if this is the share of the work behind us.

        Layers are freed once they are expanded, so the bytes grow more slowly than the work. With the square root, the
        forecast is 0.7 to 1.6 times the peak from a quarter of the work on, on Latin squares 7, Sudoku 6x6, STS(15) and
        one-factorizations of K10; in proportion to the work, it is up to 2.8 times.
        """
        return <int64_t> (self.store.peak_bytes / sqrt(share))
