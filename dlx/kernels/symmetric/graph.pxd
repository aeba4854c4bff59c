"""The C interface of graphs, their partitions and the search for their canonical forms."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cython cimport final

cdef enum:
    NONE = -1


cdef struct Graph:
    # the caller's: vertices 0 .. n_named-1 get labels; the others follow from their neighbors
    int32_t n, n_named
    int32_t* starts  # vertex -> its first neighbor
    int32_t* neighbors
    int32_t* kinds  # vertex -> only vertices of one kind are alike; all kinds of named ones are below the others'
    bint linked  # are there edges between two named vertices?
    # the partition: cells are ranges of `order`
    int32_t* order  # place -> vertex
    int32_t* place  # vertex -> its place
    int32_t* cell  # vertex -> first place of its cell
    int32_t* length  # first place of a cell -> its vertices
    int32_t n_named_cells
    uint64_t trace  # a hash of the last refinement, the same for graphs that are alike
    # refinement
    int32_t* queue  # cells that may split others
    uint8_t* queued  # first place of a cell -> is it in the queue?
    int32_t queue_head, n_queue
    int32_t* count  # vertex -> its neighbors in the splitting cell
    int32_t* touched  # vertices with any
    int32_t* scratch  # room to sort in
    int32_t* cells  # touched cells
    int32_t* marked  # first place of a cell -> its touched vertices, which are the last of the cell
    int32_t* buckets  # count -> vertices
    int32_t* splits  # first places of new cells and of the cells they were cut from, for the way back
    int32_t n_splits
    # the search: on level k the vertex path[k] was singled out of the cell targets[k]
    int32_t* path
    int32_t* targets
    int32_t* heights  # level -> n_splits before the choice
    int32_t* steps  # level -> step before the choice
    int32_t step  # cells that have split others on this path
    int32_t level  # of the search, while it pauses; NONE at its end
    bint entered  # is the partition new, while it pauses?
    bint improves  # are its traces less than the traces of the best path?
    int32_t* best_path
    int32_t* best_order  # place -> vertex, of the best leaf
    int32_t n_best_path
    uint64_t* best_traces  # after each step
    uint8_t* form  # the canonical form: the best leaf's
    uint8_t* leaf  # this leaf's
    int64_t form_size
    # symmetries
    int32_t* generators  # most_generators rows: vertex -> its image; the newest replaces the oldest
    int32_t most_generators
    int32_t* alike  # union-find: vertices with one root are images of each other
    int32_t* fixing  # the same, for the symmetries that fix the path
    int32_t n_generators, n_found
    uint64_t work  # edges and vertices visited
    uint64_t most_work  # after which the search ends with the best leaf so far


@final
cdef class GraphRoom:
    cdef Graph g
    cdef list room


cdef uint64_t hashed(const uint8_t* bytes, int64_t size) noexcept nogil
cdef uint8_t* zeros(list room, int64_t n) except NULL
cdef int32_t* ints(list room, int64_t n) except NULL


cdef inline uint8_t* put(uint8_t* to, uint32_t value) noexcept nogil:
    """Write a number in 7 bits a byte, and return the place behind it."""
    while value >= 128:
        to[0] = <uint8_t> (value | 128)
        value >>= 7
        to += 1
    to[0] = <uint8_t> value
    return to + 1


cdef inline uint8_t* get(uint8_t* at, int32_t* value) noexcept nogil:
    """Read a number that put() wrote, and return the place behind it."""
    cdef int32_t x = 0, shift = 0
    while at[0] >= 128:
        x |= (at[0] & 127) << shift
        shift += 7
        at += 1
    value[0] = x | at[0] << shift
    return at + 1


cdef inline uint8_t* put_form(const Graph* g, int32_t first, int32_t end, uint8_t* to) noexcept nogil:
    """Write the kinds of the vertices at these places of the best order, in runs, and the form; return its end."""
    cdef int32_t p
    for p in range(first + 1, end + 1):
        if p == end or g.kinds[g.best_order[p]] != g.kinds[g.best_order[first]]:
            to = put(put(to, g.kinds[g.best_order[first]]), p - first)
            first = p
    memcpy(to, g.form, g.form_size)
    return to + g.form_size


cdef inline int32_t image_class(int32_t* alike, int32_t v) noexcept nogil:
    """Return the least vertex of the class of v."""
    while alike[v] != v:
        alike[v] = alike[alike[v]]
        v = alike[v]
    return v


cdef inline int32_t n_classes(Graph* g, const int32_t* vertices, int32_t n) noexcept nogil:
    """Return the number of classes of these vertices: of those of a class, each is the image of another."""
    cdef int32_t k, classes = 0
    for k in range(n):  # g.count is free: 0 between refinements
        classes += g.count[image_class(g.alike, vertices[k])] == 0
        g.count[image_class(g.alike, vertices[k])] = 1
    for k in range(n):
        g.count[image_class(g.alike, vertices[k])] = 0
    return classes


cdef inline uint64_t mixed(uint64_t h, uint64_t x) noexcept nogil:
    h = (h ^ x) * <uint64_t> 0x9E3779B97F4A7C15
    return h ^ (h >> 29)


cdef inline void unite(int32_t* alike, int32_t a, int32_t b) noexcept nogil:
    a, b = image_class(alike, a), image_class(alike, b)
    if a < b:
        alike[b] = a
    else:
        alike[a] = b
