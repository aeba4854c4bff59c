# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Plans of a count by layers: the branches of all stages, for an order of the items.

    window.pxd    which option is decided when, and which bits of a key remember what
    branch.pxd    a choice at a stage, as numbers: keys it takes, and what it adds to them

A plan knows the width of its window before its branches are drawn, and so a bound for the work; it depends on the order
of the items. A stage is a layer. What is no longer needed is forgotten by layers of their own, some bits at a time.

Reference: Kawahara, Inoue, Iwashita and Minato, Frontier-based search for enumerating all constrained subgraphs (2017),
for graphs.
"""

from libc.math cimport exp2
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from cython cimport final

import numpy as np

from ...matrix.address cimport address
from ..symmetric.graph cimport ints, zeros
from .branch cimport Pen, draw_choice, draw_colors, guard, require, set_bits
from .window cimport (
    COUNTED, FREE, NONE, allot, can_be_chosen, classify, count_uses, field_width, find_lives, has_field, make_stages,
)

cdef enum:
    BITS_FORGOTTEN = 2  # by one layer, in 2^2 branches
    MOST_UNCERTAIN = 10  # colored items of one option that may have their color before: 2^10 branches
    FIRST_BRANCHES = 64  # of the first room
    OPTIONS_BETWEEN_CHECKS = 1000  # of a drawing
    MOST_OPEN = 1000  # bits of a bound, which is a double


@final
cdef class LayerPlan:
    """A plan for the options and items of a problem, the primary items in this order. Trusts its caller.

    ``low`` and ``high`` bound the options of each item; the other arguments are fields of ``Sketch``, in window.pxd.
    """

    def __cinit__(self, const int32_t[::1] starts not None, const int32_t[::1] entries not None,
                  const int32_t[::1] colors not None, const int32_t[::1] n_colors not None,
                  const int32_t[::1] low not None, const int32_t[::1] high not None, const int32_t[::1] order not None):
        cdef Sketch* s = &self.s
        cdef int32_t i, n_options = starts.shape[0] - 1, n = low.shape[0]
        cdef list room = []
        cdef int32_t* uses = ints(room, n)
        cdef uint8_t* usable = zeros(room, n_options)
        self.kept = [starts, entries, colors, n_colors]
        s.n_items, s.n_primary, s.n_options = n, order.shape[0], n_options
        s.starts, s.entries = &starts[0], &entries[0] if entries.shape[0] else NULL
        s.colors, s.n_colors = &colors[0] if entries.shape[0] else NULL, &n_colors[0] if n else NULL
        make_room(self, room)
        for i in range(n):
            s.low[i], s.high[i] = low[i], high[i]
        for i in range(s.n_primary):
            s.place[order[i]] = i
        for i in range(n_options):
            usable[i] = can_be_chosen(s, i)
        count_uses(s, uses, usable)
        self.n_layers = NONE
        self.impossible = not classify(s, uses)
        self.open = np.zeros(0)
        if not self.impossible:
            lay_out(self, &order[0] if s.n_primary else NULL, usable)

    def __dealloc__(self):
        free(self.branches)

    def draw(self, int64_t max_bytes, check: Callable[[], object] = lambda: None) -> bool:
        """Draw the branches of all stages; return false if they take more memory or an option has too many colors.

        Call `check` now and then, which may raise an error to end the drawing.
        """
        cdef Sketch* s = &self.s
        cdef Pen pen
        cdef list room = []
        cdef int32_t t, k
        cdef int64_t layers = s.n_stages + 2  # and one for each bit to forget, at most
        self.words = self.width // 64 + 1  # the highest bit is never used
        pen.words = self.words
        pen.mask = <uint64_t*> zeros(room, 24 * self.words)
        pen.want, pen.add = pen.mask + self.words, pen.mask + 2 * self.words
        pen.uncertain = ints(room, s.n_items)
        for k in range(s.n_items):
            layers += s.width[k]
        self.branch_starts, self.stage_of = <int64_t*> zeros(self.room, 8 * layers), ints(self.room, layers)
        self.n_layers = 0
        for t in range(s.n_stages):
            begin_layer(self, t)
            if s.own[t] == NONE or has_field(s, s.own[t]):
                draw_option(self, &pen, t, NONE)
            for k in range(s.option_starts[t], s.option_starts[t + 1]):
                if k % OPTIONS_BETWEEN_CHECKS == 0:
                    check()
                if not draw_option(self, &pen, t, s.options[k]) or self.n_branches * 24 * self.words > max_bytes:
                    return False
            end_layer(self)
            draw_forgetting(self, &pen, t)
        return True

    @property
    def nbytes(self) -> int:
        """Return the bytes of the branches."""
        return self.branch_room * 24 * self.words


# --- the stages and the window


cdef make_room(LayerPlan plan, list room):
    cdef Sketch* s = &plan.s
    cdef int32_t n = s.n_items, m = s.n_options + 1
    s.kind, s.forgotten = zeros(room, n), zeros(room, n)
    s.low, s.high, s.place = ints(room, n), ints(room, n), ints(room, n)
    s.width = ints(room, n)
    s.option_starts, s.options, s.own = ints(room, m + 1), ints(room, m), ints(room, m)
    cdef int32_t* absent = ints(room, 6 * n + 3 * m)
    memset(absent, 255, (6 * n + 3 * m) * sizeof(int32_t))
    s.first, s.last, s.shift, s.entry = absent, absent + n, absent + 2 * n, absent + 3 * n
    s.next_starting, s.next_ending = absent + 4 * n, absent + 5 * n
    s.stage, s.first_starting, s.first_ending = absent + 6 * n, absent + 6 * n + m, absent + 6 * n + 2 * m
    plan.room = room


cdef lay_out(LayerPlan plan, const int32_t* order, const uint8_t* usable):
    """Find the stages and the window."""
    cdef Sketch* s = &plan.s
    cdef list room = []
    cdef int32_t* first = ints(room, s.n_items)
    cdef int32_t i
    cdef int64_t bits = 1
    memset(first, 255, s.n_items * sizeof(int32_t))
    make_stages(s, order, usable, first, ints(room, s.n_options))
    find_lives(s)
    for i in range(s.n_items):
        bits += field_width(s, i) if s.kind[i] != FREE else 0
    plan.open = np.zeros(s.n_stages)
    plan.width = allot(s, zeros(room, 2 * bits), <double*> address(plan.open))
    plan.nodes = most_nodes(plan)


cdef double most_nodes(LayerPlan plan):
    """Return a bound for the work: each branch of a stage tests each state before it, and makes states after it."""
    cdef const double* open = <const double*> address(plan.open)
    cdef double states = 1, work = 0
    cdef int32_t t
    for t in range(plan.s.n_stages):
        work += states * (1 + plan.s.option_starts[t + 1] - plan.s.option_starts[t])
        states = exp2(min(open[t], MOST_OPEN))
        work += states * STATE_WORK
    return work / NODE_WORK


# --- the branches


cdef begin_layer(LayerPlan plan, int32_t stage):
    plan.stage_of[plan.n_layers] = stage
    plan.branch_starts[plan.n_layers] = plan.n_branches


cdef end_layer(LayerPlan plan):
    plan.most_branches = <int32_t> max(plan.most_branches, plan.n_branches - plan.branch_starts[plan.n_layers])
    plan.n_layers += 1
    plan.branch_starts[plan.n_layers] = plan.n_branches


cdef bint draw_option(LayerPlan plan, Pen* pen, int32_t t, int32_t option) except *:
    cdef uint64_t colored
    cdef list room = []
    cdef uint64_t* kept
    if not draw_choice(&plan.s, pen, t, option):
        return True
    if pen.n_uncertain > MOST_UNCERTAIN:
        return False
    if pen.n_uncertain == 0:
        emit(plan, pen)
        return True
    kept = <uint64_t*> zeros(room, 24 * plan.words)
    memcpy(kept, pen.mask, 24 * plan.words)
    for colored in range(<uint64_t> 1 << pen.n_uncertain):
        memcpy(pen.mask, kept, 24 * plan.words)
        draw_colors(&plan.s, pen, t, colored)
        emit(plan, pen)
    return True


cdef emit(LayerPlan plan, const Pen* pen):
    cdef uint64_t* larger
    if plan.n_branches == plan.branch_room:
        plan.branch_room = max(FIRST_BRANCHES, 2 * plan.branch_room)
        larger = <uint64_t*> realloc(plan.branches, plan.branch_room * 24 * plan.words)
        if larger == NULL:
            raise MemoryError("no memory for the branches of a count by layers")
        plan.branches = larger
    memcpy(plan.branches + 3 * plan.words * plan.n_branches, pen.mask, 24 * plan.words)
    plan.n_branches += 1


cdef draw_forgetting(LayerPlan plan, Pen* pen, int32_t t):
    """Draw the stages that forget the fields whose values are unknown."""
    cdef Sketch* s = &plan.s
    cdef int32_t i = s.first_ending[t], k
    bits, required = [], []
    while i != NONE:
        if s.forgotten[i]:
            checked = s.kind[i] == COUNTED and s.width[i] > 1 and s.low[i] > 0
            bits += range(s.shift[i], s.shift[i] + s.width[i] - checked)
            required += [guard(s, i)] * checked
        i = s.next_ending[i]
    for k in range(0, len(bits), BITS_FORGOTTEN):
        draw_subsets(plan, pen, t, bits[k : k + BITS_FORGOTTEN], required)
        required = []


cdef draw_subsets(LayerPlan plan, Pen* pen, int32_t t, list bits, list required):
    """Draw a branch for every value of some bits, which clears them; it takes only keys with the required bits."""
    cdef int32_t bit, k
    begin_layer(plan, t)
    for subset in range(1 << len(bits)):
        memset(pen.mask, 0, 3 * pen.words * sizeof(uint64_t))
        for bit in required:
            require(pen, bit)
        for k, bit in enumerate(bits):
            set_bits(pen.mask, pen.words, 1, bit)
            if subset >> k & 1:
                require(pen, bit)
        emit(plan, pen)
    end_layer(plan)
