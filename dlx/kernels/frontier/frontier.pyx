# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Counting by layers: all states before a decision, then all states after it.

    Frontier(plan, max_bytes)    for one question; the plan is drawn
    node_stop                    its limit, if any
    step(work)                   continue, in this layer or in the next ones
    solutions                    the answer

plan.pyx has the order of the decisions; merge.h makes one layer from the one before. A layer is freed as the next one
is complete, so memory holds two. Numbers of ways have as many words as the largest of their layer needs: if a sum
overflows, the layer gets another word for each, so counts are exact at any size.

The work so far does not say how much is left. We expect each later layer to fill its window as the last one does, on
the scale of logarithms. For tilings that is within a factor of two from the first thousand nodes on. An estimate that
grows as the work does is too low.
"""

from libc.math cimport INFINITY, ceil, exp2, log2
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from cython cimport final

from .plan cimport NODE_WORK, LayerPlan
from ...matrix.address cimport address
from ..counting cimport CountingMachine, Tally
from ..kernel cimport UNLIMITED

cdef extern from "dlx/kernels/frontier/merge.h" nogil:
    ctypedef struct Layer "dlx_layer":
        uint64_t* keys
        uint64_t* ways
        int64_t n, room
        int32_t limbs
    ctypedef struct Reader "dlx_reader":
        pass
    ctypedef struct Merge "dlx_merge":
        Layer before, after
        const uint64_t* branches
        Reader* readers
        uint64_t* heads
        int32_t* tree
        int32_t n_branches, begun, words
        uint64_t work, results
    enum:
        MERGED "DLX_MERGED"
        ROOM "DLX_ROOM"
        WIDE "DLX_WIDE"
    int merge_some "dlx_merge_some"(Merge* m, uint64_t stop)

cdef enum:
    FIRST_STATES = 64  # of the first room
    STEP_WORK = 2  # units of work of step() for one of merging, some 2 ns


cdef double STEADY_GROWTH = 1.5  # of an estimate while the work doubles, at most


cdef struct State:
    Merge merge
    int32_t layer, n_layers  # complete layers
    int64_t states, merged  # of all complete layers: states, and results that were equal to another
    int64_t nbytes, peak_bytes, max_bytes
    bint full, no_memory


cdef bint resize(State* s, Layer* layer, int64_t room, int32_t limbs) noexcept nogil:
    """Give a layer ``room`` for states, whose numbers have ``limbs`` words; see to the limit of memory."""
    cdef Merge* m = &s.merge
    cdef int64_t extra_bytes = 8 * (room * (m.words + limbs) - layer.room * (m.words + layer.limbs))
    cdef void* keys
    cdef void* ways
    if s.nbytes + extra_bytes > s.max_bytes:
        s.full = True
        return False
    keys = realloc(layer.keys, 8 * room * m.words)
    if keys != NULL:
        layer.keys = <uint64_t*> keys
    ways = realloc(layer.ways, 8 * room * limbs)
    if ways != NULL:
        layer.ways = <uint64_t*> ways
    if keys == NULL or ways == NULL:
        s.no_memory = True
        return False
    s.nbytes += extra_bytes
    s.peak_bytes = max(s.peak_bytes, s.nbytes)
    layer.room, layer.limbs = room, limbs
    return True


cdef bint widen(State* s) noexcept nogil:
    """Give the numbers of the new layer another word, which is 1 for the last state."""
    cdef Layer* layer = &s.merge.after
    cdef int32_t limbs = layer.limbs, q
    cdef int64_t k
    if not resize(s, layer, layer.room, limbs + 1):
        return False
    for k in range(layer.n - 1, -1, -1):
        layer.ways[k * (limbs + 1) + limbs] = k == layer.n - 1
        for q in range(limbs - 1, -1, -1):
            layer.ways[k * (limbs + 1) + q] = layer.ways[k * limbs + q]
    return True


cdef inline bint ended(const State* s) noexcept nogil:
    """Return whether all layers are complete, or the last one has no state."""
    return s.layer == s.n_layers or s.merge.before.n == 0


@final
cdef class Frontier(CountingMachine):
    """A count by layers. Trusts its caller; memory is bounded by ``max_bytes``, or it is full."""

    name, order = "frontier", "fixed"

    cdef State s
    cdef readonly LayerPlan plan
    cdef const double* open  # stage -> log2 of a bound for the states after it
    cdef uint64_t measured_work  # at the last estimate; the next one follows when the work has doubled
    cdef double measured, growth  # ... the estimate, and the quotient of the last two
    cdef int64_t fixed_bytes  # of the plan and its readers
    cdef int64_t widest  # states of the largest layer so far
    cdef double density  # the share of these bits that the states of the last layer fill

    def __cinit__(self, LayerPlan plan not None, int64_t max_bytes):
        cdef Merge* m = &self.s.merge
        cdef int64_t n = plan.most_branches
        self.plan, self.density = plan, 1
        self.measured, self.growth = 1, INFINITY
        self.open = <const double*> address(plan.open)
        if plan.n_layers < 0 and not plan.impossible:
            raise ValueError("the plan is not drawn")
        m.words = max(plan.words, 1)
        m.before.limbs = m.after.limbs = 1
        self.s.n_layers = max(plan.n_layers, 0)
        self.s.max_bytes = max_bytes
        m.readers = <Reader*> self.take(n, sizeof(Reader))
        m.heads, m.tree = <uint64_t*> self.take(n, 8 * m.words), self.ints(2 * n + 1)
        self.s.nbytes = self.fixed_bytes = plan.nbytes + n * (sizeof(Reader) + 8 * m.words + 8)
        if resize(&self.s, &m.before, FIRST_STATES, 1) and resize(&self.s, &m.after, FIRST_STATES, 1):
            memset(m.before.keys, 0, 8 * m.words)  # the first state: nothing is settled
            m.before.n, m.before.ways[0] = not plan.impossible, 1
            self.begin_layer()

    def __dealloc__(self):
        self.release()

    cdef release(self):
        """Free the layers."""
        cdef Merge* m = &self.s.merge
        free(m.before.keys)
        free(m.before.ways)
        free(m.after.keys)
        free(m.after.ways)
        m.before.keys = m.before.ways = m.after.keys = m.after.ways = NULL
        m.before.n = m.after.n = m.before.room = m.after.room = 0

    cdef begin_layer(self):
        """Begin the next layer, in the room of the one before the last."""
        cdef Merge* m = &self.s.merge
        cdef int32_t k = self.s.layer
        cdef int64_t first
        if k < self.s.n_layers:
            first = self.plan.branch_starts[k]
            m.branches = self.plan.branches + 3 * m.words * first
            m.n_branches, m.begun = <int32_t> (self.plan.branch_starts[k + 1] - first), 0
            m.after.n = 0
            if m.after.limbs < m.before.limbs:
                resize(&self.s, &m.after, m.after.room, m.before.limbs)

    @property
    def expected(self) -> float:
        """Return the nodes that the whole count would take if all layers filled their windows as the last one does."""
        cdef double states = 0
        cdef int32_t k
        if self.s.states == 0:
            return INFINITY
        for k in range(self.s.layer, self.s.n_layers):
            states += exp2(self.density * self.open_bits(k))
        return self.s.merge.work / <double> NODE_WORK * (1 + states / self.s.states)

    cdef double open_bits(self, int32_t layer):
        """Return log2 of a bound for the states of a layer."""
        return self.open[self.plan.stage_of[layer]]

    cdef end_layer(self):
        """End a layer: measure it, and begin the next one."""
        cdef Merge* m = &self.s.merge
        cdef double bits = self.open_bits(self.s.layer)
        m.before, m.after = m.after, m.before
        self.s.states += m.before.n
        self.s.layer += 1
        self.widest = max(self.widest, m.before.n)
        if bits > 0 and m.before.n:
            self.density = log2(m.before.n) / bits
        if m.work >= 2 * self.measured_work:
            self.measured_work, likely = m.work, self.expected
            self.growth, self.measured = likely / self.measured, likely
        self.begin_layer()

    def step(self, uint64_t work) -> int:
        """Continue for about this much work. Return DONE at the end, LIMIT after ``node_stop`` nodes or if the memory
        is full, or PAUSED."""
        cdef State* s = &self.s
        cdef Merge* m = &s.merge
        cdef uint64_t work_limit = min(self.node_stop, UNLIMITED // NODE_WORK) * NODE_WORK
        cdef uint64_t stop = min(m.work + work // STEP_WORK + 1, work_limit)
        cdef int outcome
        while not ended(s) and m.work < stop and not (s.full or s.no_memory):
            with nogil:
                outcome = merge_some(m, stop)
                if outcome == ROOM:
                    resize(s, &m.after, m.after.room + m.after.room // 2, m.after.limbs)
                elif outcome == WIDE:
                    widen(s)
            if outcome == MERGED:
                self.end_layer()
        if s.no_memory:
            s.no_memory, s.full = False, True  # the results without room are lost: the count ends here
            self.release()
            raise MemoryError("no memory for another layer of a count by layers")
        if s.full:
            self.release()
        return self.end_of_step(ended(s))

    cdef Tally tally(self) noexcept:
        cdef const State* s = &self.s
        cdef Tally t
        t.work, t.nodes = s.merge.work * STEP_WORK, s.merge.work // NODE_WORK
        t.expanded, t.lookups = s.states, s.merge.results
        t.hits = t.lookups - s.states - (s.merge.after.n if s.layer < s.n_layers else 0)
        t.full = s.full
        return t

    @property
    def solutions(self) -> int:
        """Return the number of solutions, which is 0 until step() is DONE."""
        cdef const Layer* last = &self.s.merge.before
        if self.s.layer < self.s.n_layers or last.n == 0:
            return 0
        return sum(last.ways[k] << 64 * k for k in range(last.limbs))

    @property
    def steady(self) -> bool:
        """Return whether ``expected`` has not grown much while the work doubled."""
        return self.growth < STEADY_GROWTH

    @property
    def nbytes(self) -> int:
        """Return the most bytes that two layers and the plan have taken."""
        return self.s.peak_bytes

    def likely_bytes(self, double share) -> int:
        """Return the most bytes that the layers are likely to take, if this is the share of the work behind us.

        The states come as in ``expected``, with the room that two layers take so far for each state of the widest one.
        The bits of the numbers grow with the layers: on dominoes 20x40 numbers of 2 words become numbers of 5.
        """
        cdef const Layer* layer = &self.s.merge.before
        cdef double states = self.widest, words, growth = 1
        cdef uint64_t highest = 1
        cdef int64_t k
        if share < 1 and layer.n and self.s.layer:
            for k in range(layer.n):
                highest = max(highest, layer.ways[k * layer.limbs + layer.limbs - 1])
            words = (layer.limbs - 1 + log2(<double> highest) / 64) * self.s.n_layers / self.s.layer
            growth = (self.s.merge.words + max(ceil(words), layer.limbs)) / (self.s.merge.words + layer.limbs)
            for k in range(self.s.layer, self.s.n_layers):
                states = max(states, exp2(self.density * self.open_bits(<int32_t> k)))
        states *= growth / max(self.widest, 1)
        return self.fixed_bytes + <int64_t> ((self.s.peak_bytes - self.fixed_bytes) * states)

    @property
    def fraction(self) -> float:
        """Return the fraction of the likely work that is done."""
        return 1.0 if self.over else self.nodes / max(self.expected, 1)

    @property
    def foreseen(self) -> float:
        """Return the same, or 0 as long as the likely work grows."""
        return self.fraction if (self.steady or self.over) and not self.s.full else 0.0

    @property
    def over(self) -> bool:
        """Return whether the count is complete; layers that are released because they are full are empty, too."""
        return ended(&self.s) and not self.s.full
