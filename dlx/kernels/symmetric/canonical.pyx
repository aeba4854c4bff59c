# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The canonical form of a graph: the same for two graphs if and only if one is the other with its vertices renamed.

    graph          a - x - b    b - y - c          a, b, c have names that do not matter; x and y are options
    partition      {a b c} {x y}                   vertices of one kind
    refined        {a c} {b} {x y}                 b alone has two neighbors
    single out a   {a} {c} {b} {x} {y}             every named vertex has a cell of its own: a leaf
    form           x = 0 2, y = 1 2                with the places as names
    single out c   the same form; so a and c, x and y are images of each other: a symmetry

A cell is split by the number of neighbors that its vertices have in another cell, until nothing changes. If vertices
that are not alike remain in one cell, we single out one after the other, and take the least form of all leaves. The
traces of refinements tell most leaves apart long before their forms. A vertex is skipped if a symmetry that fixes the
choices before it takes one of its predecessors there, and a symmetry ends everything below the choice at which the two
paths part.

A search that takes too much work ends with the best leaf so far. Its form is that of the graph, but may not be the
same for another graph that is alike: callers merge less, and no answer is wrong.

References: McKay, Practical graph isomorphism (1981); Junttila and Kaski, Engineering an efficient canonical labeling
tool for large and sparse graphs (2007); McKay and Piperno, Practical graph isomorphism, II (2014).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

import numpy as np

cdef enum:
    NONE = -1
    MOST_GENERATORS = 64  # symmetries that a search remembers; the newest replaces the oldest
    NUMBER_BYTES = 3  # of a number in a form, at most: 2^21

cdef uint64_t MOST_WORK = 1 << 22  # of one search, some 10 ms


# --- numbers and hashes


cdef inline uint8_t* put(uint8_t* to, uint32_t value) noexcept nogil:
    """Write a number in 7 bits a byte, and return the place behind it."""
    while value >= 128:
        to[0] = <uint8_t> (value | 128)
        value >>= 7
        to += 1
    to[0] = <uint8_t> value
    return to + 1


cdef inline uint64_t mixed(uint64_t h, uint64_t x) noexcept nogil:
    h = (h ^ x) * <uint64_t> 0x9E3779B97F4A7C15
    return h ^ (h >> 29)


cdef inline int32_t image_class(int32_t* alike, int32_t v) noexcept nogil:
    """Return the least vertex of the class of v."""
    while alike[v] != v:
        alike[v] = alike[alike[v]]
        v = alike[v]
    return v


cdef inline void unite(int32_t* alike, int32_t a, int32_t b) noexcept nogil:
    a, b = image_class(alike, a), image_class(alike, b)
    if a < b:
        alike[b] = a
    else:
        alike[a] = b


# --- the partition


cdef inline void push(Graph* g, int32_t c) noexcept nogil:
    if not g.queued[c]:
        g.queued[c] = True
        g.queue[(g.queue_head + g.n_queue) % g.n] = c
        g.n_queue += 1


cdef inline void cut(Graph* g, int32_t c, int32_t begin, int32_t end) noexcept nogil:
    """Make a cell of these places, which belong to cell c; the caller shortens c."""
    cdef int32_t p
    g.length[begin] = end - begin
    for p in range(begin, end):
        g.cell[g.order[p]] = begin
    g.splits[2 * g.n_splits] = begin
    g.splits[2 * g.n_splits + 1] = c
    g.n_splits += 1
    g.n_named_cells += c < g.n_named


cdef void undo(Graph* g, int32_t height) noexcept nogil:
    """Join cells again until there are as many as at that height."""
    cdef int32_t begin, c, p
    while g.n_splits > height:
        g.n_splits -= 1
        begin, c = g.splits[2 * g.n_splits], g.splits[2 * g.n_splits + 1]
        for p in range(begin, begin + g.length[begin]):
            g.cell[g.order[p]] = c
        g.length[c] += g.length[begin]
        g.n_named_cells -= c < g.n_named


cdef inline void swap(Graph* g, int32_t v, int32_t p) noexcept nogil:
    """Exchange v with the vertex at place p."""
    cdef int32_t old = g.place[v], u = g.order[p]
    g.order[old], g.place[u] = u, old
    g.order[p], g.place[v] = v, p


cdef void sort_by_count(Graph* g, int32_t begin, int32_t end, int32_t low, int32_t high) noexcept nogil:
    cdef int32_t p, x, at = begin
    memset(g.buckets, 0, (high - low + 1) * sizeof(int32_t))
    for p in range(begin, end):
        g.buckets[g.count[g.order[p]] - low] += 1
    for x in range(high - low + 1):
        at += g.buckets[x]
        g.buckets[x] = at - g.buckets[x]
    memcpy(g.members, g.order + begin, (end - begin) * sizeof(int32_t))
    for p in range(end - begin):
        x = g.count[g.members[p]] - low
        g.order[g.buckets[x]], g.place[g.members[p]] = g.members[p], g.buckets[x]
        g.buckets[x] += 1


cdef void split(Graph* g, int32_t c) noexcept nogil:
    """Split a cell whose touched vertices are its last ones, by their counts."""
    cdef int32_t all_ends = c + g.length[c], begin = all_ends - g.marked[c], end, p, x, largest = c
    cdef int32_t low = g.count[g.order[begin]], high = low
    cdef bint was_queued = g.queued[c]
    for p in range(begin + 1, all_ends):
        x = g.count[g.order[p]]
        low, high = min(low, x), max(high, x)
    g.marked[c] = 0
    g.trace = mixed(mixed(g.trace, c), <uint64_t> low << 32 | <uint64_t> (all_ends - begin))
    if low == high and begin == c:
        return
    if low != high:
        sort_by_count(g, begin, all_ends, low, high)
    if begin == c:  # no vertex is untouched: the first part has the least count
        while g.count[g.order[begin]] == low:
            begin += 1
    g.length[c] = begin - c
    while begin < all_ends:
        x, end = g.count[g.order[begin]], begin + 1
        while end < all_ends and g.count[g.order[end]] == x:
            end += 1
        cut(g, c, begin, end)
        g.trace = mixed(mixed(g.trace, begin), x)
        if g.length[begin] > g.length[largest]:
            largest = begin
        begin = end
    begin = c
    while begin < all_ends:
        if was_queued or begin != largest:
            push(g, begin)
        begin += g.length[begin]


cdef bint noted(Graph* g) noexcept nogil:
    """Compare the trace with that of the best path at this step; return false if it is larger.

    A path that is better, or the first, writes its own traces.
    """
    if not g.improves:
        if g.trace > g.best_traces[g.step]:
            return False
        g.improves = g.trace < g.best_traces[g.step]
    if g.improves:
        g.best_traces[g.step] = g.trace
    g.step += 1
    return True


cdef bint refine(Graph* g) noexcept nogil:
    """Split cells until the vertices of each have the same number of neighbors in every cell.

    Return false, at some earlier time, if the traces are larger than those of the best path.
    """
    cdef int32_t c, k, e, v, u, n, n_touched, n_cells
    while g.n_queue:
        c = g.queue[g.queue_head]
        g.queue_head = (g.queue_head + 1) % g.n
        g.n_queue -= 1
        g.queued[c] = False
        n, n_touched, n_cells = g.length[c], 0, 0
        g.trace = mixed(g.trace, c)
        for k in range(c, c + n):
            v = g.order[k]
            g.work += 1 + g.starts[v + 1] - g.starts[v]
            for e in range(g.starts[v], g.starts[v + 1]):
                u = g.neighbors[e]
                if g.count[u] == 0:
                    g.touched[n_touched] = u
                    n_touched += 1
                g.count[u] += 1
        for k in range(n_touched):
            u = g.touched[k]
            c = g.cell[u]
            if g.marked[c] == 0:
                v = n_cells  # keep the cells in order
                while v and g.cells[v - 1] > c:
                    g.cells[v] = g.cells[v - 1]
                    v -= 1
                g.cells[v] = c
                n_cells += 1
            g.marked[c] += 1
            swap(g, u, c + g.length[c] - g.marked[c])
        for k in range(n_cells):
            split(g, g.cells[k])
        for k in range(n_touched):
            g.count[g.touched[k]] = 0
        if not noted(g):
            while g.n_queue:
                g.n_queue -= 1
                g.queued[g.queue[(g.queue_head + g.n_queue) % g.n]] = False
            return False
    g.trace = ~g.trace  # a mark of the end
    return noted(g)


cdef void start(Graph* g) noexcept nogil:
    """Begin with a cell for every kind, and refine."""
    cdef int32_t v, p, begin = 0
    for v in range(g.n):
        p = v
        while p and g.kinds[g.order[p - 1]] > g.kinds[v]:
            g.order[p] = g.order[p - 1]
            p -= 1
        g.order[p] = v
        g.alike[v] = v
    g.n_named_cells = g.n_splits = g.n_generators = g.n_found = g.queue_head = g.n_queue = 0
    g.trace = g.n
    for p in range(g.n):
        v = g.order[p]
        if g.kinds[v] != g.kinds[g.order[begin]]:
            begin = p
        if begin == p:
            g.length[p] = 0
            g.n_named_cells += p < g.n_named
            g.trace = mixed(mixed(g.trace, p), g.kinds[v])
            push(g, p)
        g.length[begin] += 1
        g.cell[v], g.place[v] = begin, p
    refine(g)


cdef bint single_out(Graph* g, int32_t v) noexcept nogil:
    """Give a vertex a cell of its own, and refine."""
    cdef int32_t c = g.cell[v], end = c + g.length[c]
    swap(g, v, c)
    g.length[c] = 1
    cut(g, c, c + 1, end)
    push(g, c)
    return refine(g)


# --- leaves


cdef int64_t write_form(Graph* g, uint8_t* to) noexcept nogil:
    """Write the labeled neighbors of every vertex in the order of the partition; return the number of bytes."""
    cdef int32_t p, e, v, k, n, label
    cdef uint8_t* at = to
    for p in range(0 if g.linked else g.n_named, g.n):
        v, n = g.order[p], 0
        for e in range(g.starts[v], g.starts[v + 1]):
            if g.neighbors[e] < g.n_named:
                label, k = g.place[g.neighbors[e]], n
                while k and g.members[k - 1] > label:
                    g.members[k] = g.members[k - 1]
                    k -= 1
                g.members[k] = label
                n += 1
        at = put(at, n)
        for k in range(n):
            at = put(at, g.members[k])
        g.work += n
    return at - to


cdef void accept(Graph* g, int64_t size, int32_t level) noexcept nogil:
    """Make this leaf the best; vertices that are still in one cell have the same neighbors."""
    cdef int32_t p, c = g.n_named
    g.form, g.leaf, g.form_size = g.leaf, g.form, size
    g.n_best_path = level
    memcpy(g.best_order, g.order, g.n * sizeof(int32_t))
    memcpy(g.best_path, g.path, level * sizeof(int32_t))
    while c < g.n:
        for p in range(c + 1, c + g.length[c]):
            unite(g.alike, g.order[c], g.order[p])
        c += g.length[c]


cdef void add_symmetry(Graph* g) noexcept nogil:
    """This leaf has the form of the best: the vertices at the same places are images of each other."""
    cdef int32_t p
    cdef int32_t* images = g.generators + <int64_t> (g.n_found % MOST_GENERATORS) * g.n
    for p in range(g.n):
        images[g.best_order[p]] = g.order[p]
        unite(g.alike, g.best_order[p], g.order[p])
    g.n_found += 1
    g.n_generators = min(g.n_found, MOST_GENERATORS)


cdef int32_t leaf(Graph* g, int32_t level) noexcept nogil:
    """Compare a leaf with the best one; return the level where the search goes on."""
    cdef int64_t size = write_form(g, g.leaf)
    cdef int32_t k = 0
    cdef int difference = 0
    if not g.improves:
        difference = memcmp(g.leaf, g.form, min(size, g.form_size))
        if difference == 0 and size == g.form_size and level == g.n_best_path:
            add_symmetry(g)
            while g.path[k] == g.best_path[k]:
                k += 1
            return k
    if g.improves or difference < 0:
        accept(g, size, level)
    return level - 1


# --- the search


cdef int32_t target(Graph* g) noexcept nogil:
    """Return the first of the smallest cells of several named vertices."""
    cdef int32_t c = 0, best = NONE
    while c < g.n_named:
        if g.length[c] > 1 and (best == NONE or g.length[c] < g.length[best]):
            best = c
        c += g.length[c]
    return best


cdef void find_fixing(Graph* g, int32_t level) noexcept nogil:
    """Unite the named vertices that are images under the symmetries that fix all choices above this level."""
    cdef int32_t k, l, v
    cdef int32_t* images
    for v in range(g.n_named):
        g.fixing[v] = v
    for k in range(g.n_generators):
        images, l = g.generators + <int64_t> k * g.n, 0
        while l < level and images[g.path[l]] == g.path[l]:
            l += 1
        if l == level:
            for v in range(g.n_named):
                if images[v] != v:
                    unite(g.fixing, v, images[v])
    g.work += <uint64_t> g.n_generators * g.n_named


cdef int32_t next_choice(Graph* g, int32_t level) noexcept nogil:
    """Return the next vertex of the target cell that is not the image of one before it, or NONE."""
    cdef int32_t c = g.targets[level], last = g.path[level], v, p, best
    if last >= 0 and g.work > MOST_WORK:
        return NONE
    if last >= 0 and g.n_generators:
        find_fixing(g, level)
    while True:
        best = NONE
        for p in range(c, c + g.length[c]):
            v = g.order[p]
            if v > last and (best == NONE or v < best):
                best = v
        if best == NONE or last < 0 or not g.n_generators or image_class(g.fixing, best) == best:
            return best
        last = best


cdef void canonize(Graph* g) noexcept nogil:
    """Write the canonical form, its order of vertices, and the symmetries that the search has met."""
    cdef int32_t level = 0, v
    cdef bint entered = True  # is the partition new?
    g.work = 0
    g.improves = True
    g.step = g.n_best_path = 0
    start(g)
    while level >= 0:
        if entered and g.n_named_cells == g.n_named:
            level = leaf(g, level)
            g.improves = entered = False
            back(g, level)
            continue
        if entered:
            g.targets[level], g.path[level] = target(g), NONE
            g.heights[level], g.steps[level] = g.n_splits, g.step
        v = next_choice(g, level)
        entered = v != NONE
        if not entered:
            level -= 1
            back(g, level)
            continue
        g.path[level] = v
        g.trace = level
        entered = single_out(g, v)
        if entered:
            level += 1
        else:
            back(g, level)


cdef void back(Graph* g, int32_t level) noexcept nogil:
    """Undo the choice on this level."""
    if level >= 0:
        undo(g, g.heights[level])
        g.step = g.steps[level]


cdef uint64_t hashed(const uint8_t* bytes, int64_t size) noexcept nogil:
    """Return a hash of bytes."""
    cdef uint64_t h = size, x = 0
    cdef int64_t k
    for k in range(size // 8):
        memcpy(&x, bytes + 8 * k, 8)
        h = mixed(h, x)
    x = 0
    memcpy(&x, bytes + size - size % 8, size % 8)
    return mixed(mixed(h, x), size)


cdef object group_order(Graph* g):
    """Return the number of symmetries of the named vertices that the search has found.

    By orbits and stabilizers along the best path; the number is exact unless a generator was forgotten.
    """
    cdef int32_t level, v, n
    order = 1
    memcpy(g.path, g.best_path, g.n_best_path * sizeof(int32_t))
    for level in range(g.n_best_path):
        find_fixing(g, level)
        n = 0
        for v in range(g.n_named):
            n += image_class(g.fixing, v) == image_class(g.fixing, g.path[level])
        order *= n
    return order


cdef uint8_t* zeros(list room, int64_t n) except NULL:
    """Return so many bytes, which live as long as the list."""
    array = np.zeros((n + 7) // 8, np.int64)
    room.append(array)
    return <uint8_t*> <size_t> array.ctypes.data


cdef int32_t* ints(list room, int64_t n) except NULL:
    return <int32_t*> zeros(room, 4 * n)


cdef class Canonical:
    """Room for the canonical forms of graphs of at most so many vertices and edges, both directions counted."""

    def __cinit__(self, int32_t n, int64_t edges):
        cdef Graph* g = &self.g
        cdef list room = []
        n += 1
        g.starts, g.neighbors, g.kinds = ints(room, n + 1), ints(room, edges + 1), ints(room, n)
        g.order, g.place, g.cell, g.length = ints(room, n), ints(room, n), ints(room, n), ints(room, n)
        g.queue, g.count, g.touched, g.members = ints(room, n), ints(room, n), ints(room, n), ints(room, n)
        g.cells, g.marked, g.buckets, g.splits = ints(room, n), ints(room, n), ints(room, n + 1), ints(room, 2 * n)
        g.path, g.targets, g.heights, g.steps = ints(room, n), ints(room, n), ints(room, n), ints(room, n)
        g.best_path, g.best_order = ints(room, n), ints(room, n)
        g.generators = ints(room, <int64_t> MOST_GENERATORS * n)
        g.alike, g.fixing = ints(room, n), ints(room, n)
        g.queued, g.best_traces = zeros(room, n), <uint64_t*> zeros(room, 8 * 5 * n)
        g.form, g.leaf = zeros(room, NUMBER_BYTES * (n + edges)), zeros(room, NUMBER_BYTES * (n + edges))
        self.room = room


def canonical(const int32_t[::1] starts not None, const int32_t[::1] neighbors not None,
              const int32_t[::1] kinds not None, int32_t n_named):
    """Return the canonical form of a graph, its vertices in canonical order, and symmetries that generate all others.

    Vertex v has the neighbors ``neighbors[starts[v]:starts[v + 1]]``, in both directions. The first ``n_named``
    vertices, whose kinds are less than those of the others, are named; each of the others has only named neighbors.
    A symmetry lists the images of all vertices.

    >>> ints = lambda *values: np.array(values, np.int32)
    >>> path = canonical(ints(0, 1, 3, 4, 6, 8), ints(3, 3, 4, 4, 0, 1, 1, 2), ints(0, 0, 0, 1, 1), 3)  # 0 -3- 1 -4- 2
    >>> path[0] == canonical(ints(0, 1, 2, 4, 6, 8), ints(4, 3, 3, 4, 1, 2, 0, 2), ints(0, 0, 0, 1, 1), 3)[0]
    True
    >>> path[2]
    [[2, 1, 0, 4, 3]]
    """
    cdef int32_t n = kinds.shape[0], k, v
    cdef Canonical room = Canonical(n, neighbors.shape[0])
    cdef Graph* g = &room.g
    g.n, g.n_named = n, n_named
    for v in range(n):
        g.kinds[v], g.starts[v + 1] = kinds[v], starts[v + 1]
        for k in range(starts[v], starts[v + 1]):
            g.neighbors[k] = neighbors[k]
            g.linked |= v < n_named and neighbors[k] < n_named
    with nogil:
        canonize(g)
    symmetries = [[g.generators[k * n + v] for v in range(n)] for k in range(g.n_generators)]
    return (<char*> g.form)[:g.form_size], [g.best_order[v] for v in range(n)], symmetries
