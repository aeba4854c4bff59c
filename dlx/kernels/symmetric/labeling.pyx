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
traces of refinements tell most leaves apart long before their forms. A symmetry that fixes all earlier choices saves
work: of the vertices that it maps to each other, we single out only the first. A new symmetry also ends everything
below the choice at which the paths to its two leaves part.

A search that takes too much work ends with the best leaf so far. Its form belongs to the graph, but may not be the
same for another graph that is alike: callers merge less, and no answer is wrong.

References: McKay, Practical graph isomorphism (1981); Junttila and Kaski, Engineering an efficient canonical labeling
tool for large and sparse graphs (2007); McKay and Piperno, Practical graph isomorphism, II (2014).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy

from cython cimport final

import numpy as np

from .graph cimport NONE, Graph, GraphRoom, image_class, put, unite
from .partition cimport single_out, start, undo
from ..kernel cimport DONE, PAUSED, UNLIMITED

cdef enum:
    STEP_WORK = 4  # units of work of step() for an edge that a refinement visits, some 5 ns
    MOST_GENERATOR_BYTES = 1 << 26

cdef uint64_t MOST_WORK = 1 << 18  # of one search, and so much for each edge on top: a few milliseconds
cdef uint64_t EDGE_WORK = 128


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
                while k and g.scratch[k - 1] > label:
                    g.scratch[k] = g.scratch[k - 1]
                    k -= 1
                g.scratch[k] = label
                n += 1
        at = put(at, n)
        for k in range(n):
            at = put(at, g.scratch[k])
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
    cdef int32_t* images = g.generators + <int64_t> (g.n_found % g.most_generators) * g.n
    for p in range(g.n):
        images[g.best_order[p]] = g.order[p]
        unite(g.alike, g.best_order[p], g.order[p])
    g.n_found += 1
    g.n_generators = min(g.n_found, g.most_generators)


cdef int32_t leaf(Graph* g, int32_t level) noexcept nogil:
    """Compare a leaf with the best one; return the level where the search continues."""
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
    cdef int32_t k, above, v
    cdef int32_t* images
    for v in range(g.n_named):
        g.fixing[v] = v
    for k in range(g.n_generators):
        images, above = g.generators + <int64_t> k * g.n, 0
        while above < level and images[g.path[above]] == g.path[above]:
            above += 1
        if above == level:
            for v in range(g.n_named):
                if images[v] != v:
                    unite(g.fixing, v, images[v])
    g.work += <uint64_t> g.n_generators * g.n_named


cdef int32_t next_choice(Graph* g, int32_t level) noexcept nogil:
    """Return the next vertex of the target cell that is not the image of one before it, or NONE."""
    cdef int32_t c = g.targets[level], last = g.path[level], v, p, best
    if last >= 0 and g.work > g.most_work:
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
    """Write the canonical form, its order of vertices, and the symmetries that the search has met.

    A search that takes too much work ends early; see the top of this file.
    """
    begin_search(g)
    g.most_work = MOST_WORK + EDGE_WORK * g.starts[g.n]
    proceed(g, UNLIMITED)


cdef void begin_search(Graph* g) noexcept nogil:
    """Prepare a search of unlimited work, for proceed()."""
    g.work = 0
    g.most_work = UNLIMITED
    g.improves = g.entered = True
    g.level = g.step = g.n_best_path = 0
    start(g)


cdef bint proceed(Graph* g, uint64_t work_stop) noexcept nogil:
    """Search until the end, or until so much work is done; return whether this is the end."""
    cdef int32_t level = g.level, v
    cdef bint entered = g.entered
    while level >= 0 and g.work < work_stop:
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
    g.level, g.entered = level, entered
    return level < 0


cdef void back(Graph* g, int32_t level) noexcept nogil:
    """Undo the choice on this level."""
    if level >= 0:
        undo(g, g.heights[level])
        g.step = g.steps[level]


cdef object group_order(Graph* g):
    """Return the number of symmetries of the named vertices that the search has found.

    By orbits and stabilizers along the best path, from its end: the symmetries that fix more choices come first. The
    number is exact unless a generator was forgotten; then it is a lower bound.
    """
    cdef int32_t level, k, v, n
    order, fixing = 1, [[] for _ in range(g.n_best_path + 1)]
    for k in range(g.n_generators):
        fixing[fixed_choices(g, g.generators + <int64_t> k * g.n)].append(k)
    for v in range(g.n_named):
        g.fixing[v] = v
    for level in reversed(range(g.n_best_path)):
        for k in fixing[level]:
            for v in range(g.n_named):
                unite(g.fixing, v, g.generators[<int64_t> k * g.n + v])
        n = 0
        for v in range(g.n_named):
            n += image_class(g.fixing, v) == image_class(g.fixing, g.best_path[level])
        order *= n
    return order


cdef int32_t fixed_choices(const Graph* g, const int32_t* images) noexcept nogil:
    """Return the number of first choices of the best path that a symmetry fixes."""
    cdef int32_t level = 0
    while level < g.n_best_path and images[g.best_path[level]] == g.best_path[level]:
        level += 1
    return level


@final
cdef class Labeling:
    """A search for the canonical form of a graph and all its symmetries. It ends only when it has found them.

    Vertex v has the neighbors ``neighbors[starts[v]:starts[v + 1]]``, in both directions. The first ``n_named``
    vertices, whose kinds are the smallest, are named; each of the others has only named neighbors.

    >>> import numpy as np
    >>> from dlx.engine.drive import PAUSED
    >>> ints = lambda *values: np.array(values, np.int32)
    >>> kinds = ints(0, 0, 0, 1, 1)
    >>> path = Labeling(ints(0, 1, 3, 4, 6, 8), ints(3, 3, 4, 4, 0, 1, 1, 2), kinds, 3)  # 0 - 3 - 1 - 4 - 2
    >>> other = Labeling(ints(0, 1, 2, 4, 6, 8), ints(4, 3, 3, 4, 1, 2, 0, 2), kinds, 3)  # 0 - 4 - 2 - 3 - 1
    >>> while PAUSED in (path.step(1000), other.step(1000)):
    ...     pass
    >>> path.form == other.form, path.generators.tolist()
    (True, [[2, 1, 0, 4, 3]])
    """

    cdef GraphRoom room

    def __cinit__(self, const int32_t[::1] starts not None, const int32_t[::1] neighbors not None,
                  const int32_t[::1] kinds not None, int32_t n_named):
        cdef int32_t n = kinds.shape[0], k, v
        cdef int32_t n_generators = min(n_named + 1, 1 + MOST_GENERATOR_BYTES // (4 * (n + 1)))
        self.room = GraphRoom(n, neighbors.shape[0], n_generators)
        cdef Graph* g = &self.room.g
        g.n, g.n_named = n, n_named
        for v in range(n):
            g.kinds[v], g.starts[v + 1] = kinds[v], starts[v + 1]
            for k in range(starts[v], starts[v + 1]):
                g.neighbors[k] = neighbors[k]
                g.linked |= v < n_named and neighbors[k] < n_named
        with nogil:
            begin_search(g)

    def step(self, uint64_t work) -> int:
        """Continue for about this much work. Return DONE or PAUSED."""
        cdef bint over
        with nogil:
            over = proceed(&self.room.g, self.room.g.work + work // STEP_WORK + 1)
        return <int> DONE if over else <int> PAUSED

    @property
    def work(self) -> int:
        return STEP_WORK * self.room.g.work

    @property
    def complete(self) -> bool:
        """Return whether no symmetry had to be forgotten for lack of room."""
        return self.room.g.n_found <= self.room.g.most_generators

    @property
    def form(self) -> bytes:
        """Return the canonical form, without the kinds of the vertices."""
        return (<char*> self.room.g.form)[:self.room.g.form_size]

    @property
    def canonical_order(self) -> NDArray[np.int64]:
        """Return the vertices in the order of the form."""
        cdef int32_t k
        return np.array([self.room.g.best_order[k] for k in range(self.room.g.n)], np.int64)

    @property
    def n_generators(self) -> int:
        """Return the number of rows of ``generators``."""
        return self.room.g.n_generators

    @property
    def order(self) -> int:
        """Return the number of symmetries of the named vertices."""
        return group_order(&self.room.g)

    @property
    def generators(self) -> NDArray[np.int64]:
        """Return symmetries that generate all others of the named vertices, as rows: the images of all vertices."""
        cdef Graph* g = &self.room.g
        cdef int32_t k, v
        images = np.empty((g.n_generators, g.n), np.int64)
        cdef int64_t[:, ::1] rows = images
        for k in range(g.n_generators):
            for v in range(g.n):
                rows[k, v] = g.generators[<int64_t> k * g.n + v]
        return images
