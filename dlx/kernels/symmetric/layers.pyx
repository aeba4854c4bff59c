# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Layers of problems: hash tables of forms of any length, with the number of ways to reach each.

    layer of 85 options     slots    .  2  .  1  .  .  .  .      by hash, the next free one if taken
                            problem 0: form, branches     ways 5     share 0.2 of the tree
                            problem 1: form, branches     ways 20    share 0.8

Numbers of ways have a fixed number of words, the same in all layers. All memory is counted against one limit.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memset

from .graph cimport NONE, GraphRoom
from .residual cimport Residual, index_nodes

cdef enum:
    FIRST_PROBLEMS = 16  # of the first room in a layer
    FIRST_EDGES = 64
    FIRST_BYTES = 1024

cdef uint64_t HALF = (<uint64_t> 1 << 32) - 1


# --- numbers of any size


cdef void multiply(uint64_t* x, int32_t limbs, uint64_t factor) noexcept nogil:
    """Multiply by a factor below 2^32."""
    cdef uint64_t low, high, carry = 0
    cdef int32_t k
    for k in range(limbs):
        low = (x[k] & HALF) * factor + carry
        high = (x[k] >> 32) * factor + (low >> 32)
        x[k] = high << 32 | (low & HALF)
        carry = high >> 32


cdef void add_to(uint64_t* x, const uint64_t* y, int32_t limbs) noexcept nogil:
    cdef uint64_t carry = 0, sum
    cdef int32_t k
    for k in range(limbs):
        sum = x[k] + carry
        carry = sum < carry
        x[k] = sum + y[k]
        carry += x[k] < sum


# --- layers


cdef bint grown(Store* m, void** array, int64_t old, int64_t new) noexcept nogil:
    """Enlarge an array to ``new`` bytes, of which the new ones are 0; see to the limit of memory."""
    cdef void* larger
    m.nbytes += new - old
    m.peak_bytes = max(m.peak_bytes, m.nbytes)
    if m.nbytes > m.max_bytes:
        m.full = True
        return False
    larger = realloc(array[0], new)
    if larger == NULL:
        m.no_memory = True
        return False
    memset(<uint8_t*> larger + old, 0, new - old)
    array[0] = larger
    return True


cdef bint enlarge(Store* m, Layer* layer) noexcept nogil:
    """Make room for twice as many problems."""
    cdef int64_t old = layer.most, new = max(2 * old, FIRST_PROBLEMS)
    cdef int32_t k
    if not (grown(m, <void**> &layer.starts, 8 * old, 8 * new)
            and grown(m, <void**> &layer.form_sizes, 4 * old, 4 * new)
            and grown(m, <void**> &layer.hashes, 8 * old, 8 * new)
            and grown(m, <void**> &layer.ways, 8 * m.limbs * old, 8 * m.limbs * new)
            and grown(m, <void**> &layer.shares, 8 * old, 8 * new)
            and grown(m, <void**> &layer.slots, 8 * old, 8 * new)):
        return False
    layer.most = <int32_t> new
    memset(layer.slots, 0, 8 * new)
    for k in range(layer.n):
        enter(layer, k)
    return True


cdef void enter(Layer* layer, int32_t k) noexcept nogil:
    cdef uint64_t mask = 2 * layer.most - 1, slot = layer.hashes[k] & mask
    while layer.slots[slot]:
        slot = (slot + 1) & mask
    layer.slots[slot] = k + 1


cdef void release(Store* m, Layer* layer) noexcept nogil:
    m.nbytes -= layer.most_bytes + <int64_t> layer.most * (36 + 8 * m.limbs)
    free(layer.bytes)
    free(layer.starts)
    free(layer.form_sizes)
    free(layer.hashes)
    free(layer.ways)
    free(layer.shares)
    free(layer.slots)
    memset(layer, 0, sizeof(Layer))


cdef int32_t found(const Layer* layer, const uint8_t* form, int64_t size, uint64_t hash) noexcept nogil:
    """Return the problem of this form, or NONE."""
    cdef uint64_t mask = 2 * layer.most - 1, slot = hash & mask
    cdef int32_t k
    while layer.most and layer.slots[slot]:
        k = layer.slots[slot] - 1
        if layer.hashes[k] == hash and layer.form_sizes[k] == size and not memcmp(
            layer.bytes + layer.starts[k], form, size
        ):
            return k
        slot = (slot + 1) & mask
    return NONE


cdef int32_t added(Store* m, Layer* layer, const uint8_t* record, int64_t form_size, int64_t size,
                   uint64_t hash) noexcept nogil:
    """Add the problem of a record that begins with its form; return its number, or NONE without room for it."""
    cdef int64_t capacity = layer.most_bytes
    if layer.n == layer.most and not enlarge(m, layer):
        return NONE
    while capacity < layer.size + size:
        capacity = max(2 * capacity, FIRST_BYTES)
    if capacity > layer.most_bytes:
        if not grown(m, <void**> &layer.bytes, layer.most_bytes, capacity):
            return NONE
        layer.most_bytes = capacity
    memcpy(layer.bytes + layer.size, record, size)
    layer.starts[layer.n], layer.form_sizes[layer.n], layer.hashes[layer.n] = layer.size, <int32_t> form_size, hash
    layer.size += size
    layer.n += 1
    enter(layer, layer.n - 1)
    return layer.n - 1


cdef bint connect(Store* m, Edge edge) noexcept nogil:
    """Add an edge; return false without room for it."""
    cdef int64_t capacity = max(2 * m.most_edges, FIRST_EDGES)
    if m.n_edges == m.most_edges:
        if not grown(m, <void**> &m.edges, m.most_edges * <int64_t> sizeof(Edge), capacity * <int64_t> sizeof(Edge)):
            return False
        m.most_edges = capacity
    m.edges[m.n_edges] = edge
    m.n_edges += 1
    return True


# --- the Python class ---------------------------------------------------------------------------------------------


cdef class LayeredMachine(CountingMachine):
    """A count in layers of canonical forms: it owns the problem, its graph and the layers. The class is abstract."""

    cdef _hold(self, const int32_t[::1] low, const int32_t[::1] high, const int32_t[::1] parent,
               const int32_t[::1] starts, const int32_t[::1] entries, int64_t max_bytes, int32_t most_generators):
        """Read the problem; make room for its graphs and its layers."""
        cdef int32_t v, n = low.shape[0], n_options = starts.shape[0] - 1
        cdef int64_t n_entries = starts[n_options]
        cdef Residual* r = &self.r
        self.graph = GraphRoom(n + n_options, 2 * n_entries + 2 * n, most_generators)
        self._make_room(n + 1, n_options + 1, n_entries + 1, n + 1 + sum(low))
        r.n_nodes, r.n_options = n, n_options
        for v in range(n):
            r.low[v], r.high[v], r.parent[v] = low[v], high[v], parent[v]
            self.graph.g.linked |= parent[v] != NONE
        for v in range(n_options + 1):
            r.starts[v] = starts[v]
        for v in range(n_entries):
            r.entries[v] = entries[v]
        index_nodes(r)
        self.store.max_bytes = max_bytes
        self.n_layers = n_options + 1
        self.store.layers = <Layer*> self.take(self.n_layers, sizeof(Layer))

    def _make_room(self, int64_t n, int64_t m, int64_t n_entries, int64_t n_forced):
        """Make room for the residual problem: for one more than its nodes, options and entries."""
        cdef Residual* r = &self.r
        r.low, r.high, r.parent = self.ints(n), self.ints(n), self.ints(n)
        r.starts, r.entries = self.ints(m), self.ints(n_entries)
        r.node_starts, r.node_options = self.ints(n + 1), self.ints(n_entries)
        r.first_color, r.next_color = self.ints(n), self.ints(n)
        r.need, r.spare, r.live = self.ints(n), self.ints(n), self.ints(n)
        r.gone, r.alive, r.chosen = <uint8_t*> self.take(n, 1), <uint8_t*> self.take(m, 1), <uint8_t*> self.take(m, 1)
        r.forced = self.ints(n_forced)  # see watch()
        r.kept, r.vertex = self.ints(n + m), self.ints(n)

    def __dealloc__(self):
        cdef int32_t k
        for k in range(self.n_layers if self.store.layers != NULL else 0):
            release(&self.store, &self.store.layers[k])
        free(self.store.edges)

    cdef check(self, str count):
        """Raise MemoryError after a failed allocation: the problems without room are lost, so this count ends."""
        if self.store.no_memory:
            self.store.no_memory, self.store.full = False, True
            raise MemoryError(f"no memory for another layer of {count}")

    cdef Tally tally(self) noexcept:
        cdef Tally t
        t.work, t.nodes = self.store.work * STEP_WORK, self.store.work // NODE_WORK
        t.expanded, t.lookups, t.hits = self.store.expanded, self.store.lookups, self.store.hits
        t.full = self.store.full
        return t

    @property
    def nbytes(self) -> int:
        """Return the most bytes that the layers have taken."""
        return self.store.peak_bytes

    @property
    def fraction(self) -> float:
        """Return the fraction of the tree already searched, taking all branches of a problem as equal."""
        return min(self.store.done, 1.0)
