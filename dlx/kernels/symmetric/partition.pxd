"""A partition of the vertices of a graph into cells, refined until all vertices of a cell look alike.

    order   2 0 | 1 | 3 4        a cell is a range of places and known by its first: cell 0, cell 2, cell 3

A cell in the queue splits every cell in which its vertices have neighbors, by their number. The trace is a hash of all
splits, so it is the same for graphs that are alike. New cells are joined again in the opposite order.

Reference: Hopcroft, An n log n algorithm for minimizing states in a finite automaton (1971): of the parts of a cell
that is not in the queue, the largest need not enter it.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memset

from .graph cimport Graph, mixed


cdef inline int32_t wrapped(const Graph* g, int32_t place) noexcept nogil:
    """Return a place in the queue, whose end is followed by its beginning."""
    return place - g.n if place >= g.n else place


cdef inline void push(Graph* g, int32_t c) noexcept nogil:
    if not g.queued[c]:
        g.queued[c] = True
        g.queue[wrapped(g, g.queue_head + g.n_queue)] = c
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


cdef inline void undo(Graph* g, int32_t height) noexcept nogil:
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


cdef inline void sort_by_count(Graph* g, int32_t begin, int32_t end, int32_t low, int32_t high) noexcept nogil:
    cdef int32_t p, x, at = begin
    memset(g.buckets, 0, (high - low + 1) * sizeof(int32_t))
    for p in range(begin, end):
        g.buckets[g.count[g.order[p]] - low] += 1
    for x in range(high - low + 1):
        at += g.buckets[x]
        g.buckets[x] = at - g.buckets[x]
    memcpy(g.scratch, g.order + begin, (end - begin) * sizeof(int32_t))
    for p in range(end - begin):
        x = g.count[g.scratch[p]] - low
        g.order[g.buckets[x]], g.place[g.scratch[p]] = g.scratch[p], g.buckets[x]
        g.buckets[x] += 1


cdef inline void split(Graph* g, int32_t c) noexcept nogil:
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


cdef inline bint noted(Graph* g) noexcept nogil:
    """Compare the trace with the trace of the best path at this step; return false if it is larger.

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


cdef inline bint refine(Graph* g) noexcept nogil:
    """Split cells until the vertices of each have the same number of neighbors in every cell.

    Return false, at some earlier time, if the traces are larger than the traces of the best path.
    """
    cdef int32_t c, k, e, v, u, n, n_touched, n_cells
    while g.n_queue:
        c = g.queue[g.queue_head]
        g.queue_head = wrapped(g, g.queue_head + 1)
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
                g.queued[g.queue[wrapped(g, g.queue_head + g.n_queue)]] = False
            return False
    g.trace = ~g.trace  # a mark of the end
    return noted(g)


cdef inline void start(Graph* g) noexcept nogil:
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


cdef inline bint single_out(Graph* g, int32_t v) noexcept nogil:
    """Move a vertex to a new cell, and refine."""
    cdef int32_t c = g.cell[v], end = c + g.length[c]
    swap(g, v, c)
    g.length[c] = 1
    cut(g, c, c + 1, end)
    push(g, c)
    return refine(g)
