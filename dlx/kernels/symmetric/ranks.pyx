# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Descents through the kept layers of a count up to symmetry, each to one solution.

    Latin squares of order 5
    layer of 125 options    problem 0     161,280 solutions = 5 * 32,256       one edge that stands for 5 options
    layer of 112 options    problem 1      32,256           = 4 * 8,064
    ...
    none                    every need is met: 1

A problem has as many solutions as its edges together: the solutions of the child, times the options that the branch
represents, times 2 for each free option. A rank below that number therefore names an edge, one of its options, a subset
of the free options, and a rank in the child. So it names a solution, and each solution has one rank.

Options that are images of each other lead to one child, under different names. A descent chooses the one it was given,
labels what remains, and so translates the child's options into its own. Labels are found again, not kept: for Latin
squares of order 7 a solution takes some milliseconds.

Reference: Nijenhuis and Wilf, Combinatorial Algorithms (1978), chapter 13: a solution by its rank.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from cython cimport final

from .graph cimport NONE, Graph, image_class
from .labeling cimport begin_search, proceed
from .layers cimport Edge, Layer, add_to, multiply
from .residual cimport Residual, begin, draw, settle
from .symmetric cimport State, Symmetric, option_at, outcome, place, read_plan
from ..kernel cimport UNLIMITED


@final
cdef class Ranks:
    """The number of solutions below each problem of a count that is done and has kept its layers, and steps down.

    It works in the room of the count, so it serves one thread at a time.
    """

    cdef Symmetric count
    cdef list first  # layer -> the number of its first problem in the order of expansion, the last layer's first

    def __cinit__(self, Symmetric count not None):
        cdef int32_t k
        cdef int64_t n = 0
        self.count = count
        self.first = [0] * count.n_layers
        for k in reversed(range(count.n_layers)):
            self.first[k] = n
            n += count.m.store.layers[k].n
        self.sum_up()

    cdef sum_up(self):
        """Replace the ways to each problem, no longer needed, by its solutions, children first: 20 ns an edge."""
        cdef State* m = &self.count.m
        cdef const Edge* edges = m.store.edges
        cdef uint64_t* above
        cdef int32_t layer = 0
        cdef int64_t k, first
        for layer in range(self.count.n_layers):
            if m.store.layers[layer].n:
                memset(m.store.layers[layer].ways, 0, m.store.layers[layer].n * m.store.limbs * sizeof(uint64_t))
        memset(m.total, 0, m.store.limbs * sizeof(uint64_t))
        layer = 0
        first = self.first[0]
        for k in reversed(range(m.store.n_edges)):
            while edges[k].problem != NONE and edges[k].problem < first:
                layer += 1
                first = self.first[layer]
            above = m.total
            if edges[k].problem != NONE:
                above = m.store.layers[layer].ways + (edges[k].problem - first) * m.store.limbs
            add_edge(m, &edges[k], above)

    cdef object below(self, int32_t layer, int32_t number):
        """Return the number of solutions of a problem."""
        cdef const uint64_t* ways
        cdef int32_t k, limbs = self.count.m.store.limbs
        if layer == NONE:
            return 1
        ways = self.count.m.store.layers[layer].ways + <int64_t> number * limbs
        return sum(ways[k] << 64 * k for k in range(limbs))

    cdef int64_t first_edge(self, int64_t problem):
        """Return the first edge of a problem: they are in the order of the problems."""
        cdef int64_t low = 0, high = self.count.m.store.n_edges, middle
        while low < high:
            middle = (low + high) // 2
            if self.count.m.store.edges[middle].problem < problem:
                low = middle + 1
            else:
                high = middle
        return low

    def edges(self, int32_t layer, int32_t number) -> list[tuple[int, int, int, int, int, int]]:
        """Return the edges of a problem, or of the choices at the very beginning: problem -1 of layer -1.

        An edge is its branch, the options that this represents, the free options, the layer and the number of the
        child, -1 and -1 if every need is met, and the child's number of solutions.
        """
        cdef int64_t problem = NONE if layer == NONE else self.first[layer] + number
        cdef int64_t k = self.first_edge(problem)
        cdef Edge e
        edge_list = []
        while k < self.count.m.store.n_edges and self.count.m.store.edges[k].problem == problem:
            e = self.count.m.store.edges[k]
            edge_list.append((e.branch, e.like, e.free, e.layer, e.number, self.below(e.layer, e.number)))
            k += 1
        return edge_list

    def descend(self, int32_t layer, int32_t number, int32_t branch,
                int32_t pick) -> tuple[list[int], list[int], list[int]]:
        """Return the options that a branch chooses, the free options after it, and the options of the child in order.

        All options are numbers of the problem's own. Of the options that the branch represents, it takes number
        ``pick``. Layer -1 is the very beginning.
        """
        cdef State* m = &self.count.m
        cdef Residual* r = &self.count.r
        cdef Graph* g = &self.count.graph.g
        if layer == NONE:
            return self.count.root
        with nogil:
            m.layer, m.next = layer, number
            read_plan(m, r, g.linked)
            m.layer = 0  # as at the end of the count
            if pick:
                branch = alike(m, r, g, branch, pick)
            place(m, r, branch)
            settle(r)
            draw(r, g)
            if g.n > g.n_named:
                label(g)
        return outcome(r, g)


cdef void add_edge(State* m, const Edge* e, uint64_t* above) noexcept nogil:
    """Add the solutions of an edge to the number of its problem."""
    cdef const Layer* layer = &m.store.layers[max(e.layer, 0)]
    memset(m.ways, 0, m.store.limbs * sizeof(uint64_t))
    m.ways[0] = 1
    if e.layer != NONE:
        memcpy(m.ways, layer.ways + <int64_t> e.number * m.store.limbs, m.store.limbs * sizeof(uint64_t))
    multiply(m.ways, m.store.limbs, e.like)
    for _k in range(e.free):
        multiply(m.ways, m.store.limbs, 2)
    add_to(above, m.ways, m.store.limbs)


cdef void label(Graph* g) noexcept nogil:
    """Find the canonical form and all symmetries; the count has found the same form before."""
    begin_search(g)
    proceed(g, UNLIMITED)


cdef int32_t alike(State* m, Residual* r, Graph* g, int32_t branch, int32_t pick) noexcept nogil:
    """Return the place among an item's options of image number ``pick`` of one of them."""
    cdef int32_t k, image
    begin(r)
    draw(r, g)  # every node and every option has a vertex, in order
    label(g)
    image = image_class(g.alike, g.n_named + option_at(m, r, branch))
    for k in range(m.n_options):
        if image_class(g.alike, g.n_named + option_at(m, r, k)) == image:
            if pick == 0:
                return k
            pick -= 1
    return branch  # never
