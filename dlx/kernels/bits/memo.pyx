# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Memoized counting: the bit-parallel search, expanding each state only once.

    Memo(tables, ...)           for one question: a number, or a diagram of all solutions
    setup(given, banned)
    node_stop                   its limit, if any
    step(work)                  continue the search; enlarge full arrays between calls
    solutions, diagram()        the answer

bits/memo_search.h has the search; this file has its arrays. The table of answers doubles until it would exceed
``max_bytes``. Then new entries replace those whose states have the least left to do, and such a state is searched
again when it recurs: the memory is bounded, the answer is the same. Numbers begin with 64 bits and double in length
whenever a sum comes near their limit, so counts are exact at any size. Large arrays move to their new place part by
part, one part per call of step(): otherwise a table of 300 MB would block clocks and Ctrl-C for half a second.

Reference: Nishino, Yasuda, Minato and Nagata, Dancing with decision diagrams (AAAI 2017); Knuth, TAOCP 7.2.2.1,
Algorithm Z. Their memory is keyed by open items and colors; ours by bits that exist anyway.
"""

from libc.math cimport log
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from cython cimport final

import numpy as np

from .bits cimport Bits, FINISHED, START, Shape, Tables, chosen_set, needed, words_of, zero_words
from ..counting cimport CountingMachine, Tally
from ..kernel cimport Counters, DONE, PAUSED, popcount, SOLUTION, UNLIMITED
from ...matrix.address cimport address, ints
from ...matrix.limits cimport INDEX_BITS, Index, LIMB_BITS, MOVED, NODES, PLACES, REDRAWN

cdef extern from "dlx/kernels/bits/memo.h":
    ctypedef struct Level "dlx_memo_level":
        uint64_t rest
        int32_t word, item, length

    ctypedef struct Diagram "dlx_diagram":
        Index* option
        Index* low
        Index* high
        Index* table
        uint64_t mask
        Index n_nodes, room

    ctypedef struct State "dlx_memo":
        const Shape* t
        uint64_t* states
        uint64_t* sums
        Level* levels
        int32_t* trail
        const uint64_t* one
        uint64_t* entries
        uint64_t mask, used, most_used, lookups, hits
        int32_t key_at, key_words, limbs, fixed, draws, decides, length, level, base, phase, wide, full
        Diagram diagram
        Counters count

    enum:
        WINDOW "DLX_WINDOW"

    void move "dlx_move"(State* m, const uint64_t* entries, uint64_t places, int limbs) noexcept nogil
    void index_nodes "dlx_reindex"(Diagram* d, int32_t first, int32_t end) noexcept nogil

cdef extern from * nogil:
    """
    #define DLX_CODE "dlx/kernels/bits/memo_search.h"
    #define DLX_SEARCH memo
    #define DLX_PARAMETERS (dlx_memo * m, uint64_t nodes)
    #define DLX_ARGUMENTS m, nodes
    #define DLX_FUNCTION dlx_memo_search
    #define DLX_FUNCTIONS dlx_memo_functions
    /* A third of gcc's time went to x86-64 processors without AVX2. For them we compile one function for all sizes,
       which takes 1.5 times as long (geometric mean of 16 counts; L-trominoes 9x12 1.9, rectangles 5x5 1.0). With AVX2
       the factor would be 1.5 too, and AVX2 code instead of AVX-512 costs up to 1.6 (pentominoes 6x10): these stay. */
    #define DLX_TABLES m->t
    #include "dlx/kernels/bits/sets.h"
    """
    ctypedef int (*Function "dlx_memo_search *")(State* m, uint64_t node_stop) noexcept nogil
    const Function* const* functions "dlx_memo_functions"

cdef enum:
    MARKS = 256  # of the way back from the first leaf; more would not change the estimate

cdef double LEAST_CLIMB = 0.25  # part of the way back from the first leaf; before, the nodes tell too little
# We estimate the power from this last part of the way. Mean distance between the shown share and the true share of the
# nodes, on 30 searches of 15 problems (tilings, matchings, Latin squares, Sudoku), and the worst of these means:
#
#     the share of the tree                               0.43   0.49
#     the climbed share of the height                     0.17   0.41
#     nodes that go on as in the last half of the way     0.14   0.37
#     ... as a power, from the last 70 %                  0.16   0.50
#                     ... from the last 50 %              0.12   0.25
#                     ... from the last 30 %              0.12   0.25     and the least worst error in the middle
#     the hit rate                                        0.25   0.38
#
# On 16 other searches (Langford, queens, trominoes, T tetrominoes, dominoes 9x20, K18) it is 0.12 off, at worst 0.20.
cdef double RECENT = 0.3
cdef double LEAST_POWER = 0.7  # of the climbed share; a smaller one comes from a pause in the climb

INDEX: np.dtype[np.signedinteger] = np.dtype(f"i{sizeof(Index)}")


cdef Index* indices(array):
    return <Index*> address(array)


cdef int64_t live_options(const Shape* t, const uint64_t* state, int32_t item, int32_t word,
                          uint64_t bits) noexcept nogil:
    """Return the number of an item's live options in a state, from `word` on; in `word` itself, only `bits` counts."""
    cdef const uint64_t* mask = t.masks + <int64_t> item * t.words
    cdef int64_t n = popcount(bits)
    cdef int32_t q
    for q in range(word + 1, t.high[item]):
        n += popcount(state[t.head + q] & mask[q])
    return n


cdef int64_t live_at(const State* m, int32_t level) noexcept nogil:
    """Return the number of branches of a level: the live options of its item, less the number that it needs besides."""
    cdef const uint64_t* x = m.states + <int64_t> level * m.t.stride
    cdef int32_t item = m.levels[level].item, low = m.t.low[item]
    cdef int64_t besides = 0 if m.t.least == NULL else needed(m.t, x, item) - 1
    return live_options(m.t, x, item, low, x[m.t.head + low] & m.t.masks[<int64_t> item * m.t.words + low]) - besides


cdef int64_t tried_at(const State* m, int32_t level) noexcept nogil:
    """Return how many of these options have been tried to the end."""
    cdef const uint64_t* x = m.states + <int64_t> level * m.t.stride
    cdef const Level* here = &m.levels[level]
    return live_at(m, level) - live_options(m.t, x, here.item, here.word, here.rest) - (level < m.level)


@final
cdef class Memo(CountingMachine):
    """One count in the tables of a problem, or one diagram. Knows no names and trusts its caller.

    ``by_items``: all items are primary, and the open ones determine a state, unless there are multiplicities.
    ``fixed``: branch on the first open item with two or more options, not on the item with the fewest. ``draws``: make
    a diagram, not a number. ``decides``: end at the first solution.
    """

    cdef State m
    cdef Tables tables
    cdef uint64_t node_work  # units of work of step() for a node
    cdef uint64_t max_bytes  # limit of the table of answers
    cdef int64_t max_nodes  # limit of the diagram
    cdef object entries, sums, one  # the arrays that m points into
    cdef object drawn, index  # arrays of the diagram
    cdef object old, undrawn  # the previous arrays, while their content moves to larger ones; else None
    cdef int64_t moved, redrawn  # places of `old` and nodes of `undrawn` already moved
    cdef int32_t old_limbs  # words per number in `old`
    cdef object kept
    cdef double shown  # the largest fraction reported so far
    cdef double[MARKS] heights  # the way back from the first leaf: the height, which falls,
    cdef uint64_t[MARKS] nodes_at  # ... and the nodes visited by then
    cdef int32_t n_marks  # used entries of both

    def __cinit__(self, Tables tables not None, *, bint by_items, bint fixed=False, bint draws=False,
                  bint decides=False, uint64_t max_bytes=1 << 30, int64_t max_nodes=1 << 31):
        cdef const Shape* t = &tables.t
        cdef State* m = &self.m
        self.tables = tables
        self.node_work = 16 * tables.node_cost  # a lookup costs more than a node
        self.max_bytes = max_bytes
        # The number of a node must fit, and the numbers of all nodes added before the next check.
        self.max_nodes = min(max_nodes, (<int64_t> 1 << (INDEX_BITS - 1)) - t.longest - 5)
        m.t = t
        m.fixed, m.draws, m.decides, m.limbs = fixed, draws, decides, 1
        m.key_at = 0 if by_items or t.least != NULL else t.head
        m.key_words = t.stride if t.least != NULL else t.item_words if by_items else t.words
        levels = t.longest + 3 if t.least != NULL else min(t.n_primary, t.n_bits // 2) + 3
        states, level_room = zero_words(levels * <int64_t> t.stride), np.zeros(levels * sizeof(Level), np.uint8)
        trail = np.zeros(t.longest + 1, np.int32)
        self.kept = (states, level_room, trail)
        m.states, m.trail = words_of(states), ints(trail)
        m.levels = <Level*> address(level_room)
        self._numbers(np.zeros((levels, 1), np.uint64))
        m.diagram.room = <Index> ((<int64_t> 1 << (INDEX_BITS - 1)) - 1)
        m.phase = FINISHED

    def setup(self, given: Iterable[int] = (), banned: Iterable[int] = ()) -> bool:
        """Start with these options given and banned; return false if the given options contradict each other."""
        cdef State* m = &self.m
        cdef Bits bits = Bits(self.tables)
        cdef int32_t k
        self.node_stop = UNLIMITED
        memset(&m.count, 0, sizeof(Counters))
        m.lookups = m.hits = 0
        m.level = m.wide = m.full = 0
        self.sums[:] = 0
        self.shown = self.heights[0] = 0.0
        self.n_marks = 0
        self._table(PLACES)
        if m.draws:
            m.diagram.n_nodes = 2
            self.drawn = None
            self._diagram(max(NODES, 1 << (2 * m.t.longest + 3).bit_length()))
        m.phase = FINISHED
        if not bits.setup(given, banned):
            return False
        memcpy(m.states + m.t.stride, bits.s.first, m.t.stride * sizeof(uint64_t))
        m.base = bits.s.base
        for k in range(m.base):
            m.trail[k] = bits.s.trail[k]
        m.levels[0].length = -1
        m.phase = START
        return True

    def step(self, uint64_t work) -> int:
        """Continue for about this much work. Return DONE if the tree is exhausted, LIMIT after ``node_stop`` nodes or
        if the diagram is full, SOLUTION at the first solution of a search that decides, or PAUSED."""
        cdef State* m = &self.m
        cdef int outcome
        cdef uint64_t nodes = 1 + work // self.node_work
        if self.old is not None or self.undrawn is not None:
            self._move()
            self._redraw()
            return <int> PAUSED
        with nogil:
            outcome = functions[chosen_set][m.t.variant](m, min(self.node_stop, m.count.nodes + nodes))
        if outcome == SOLUTION:
            return <int> SOLUTION
        self.mark()
        if outcome != DONE:
            self._enlarge()
        return self.end_of_step(outcome == DONE)

    cdef Tally tally(self) noexcept:
        cdef Tally t
        t.nodes = t.expanded = self.m.count.nodes
        t.work = t.nodes * self.node_work
        t.lookups, t.hits = self.m.lookups, self.m.hits
        t.full = self.m.draws and self.m.diagram.n_nodes - 2 > self.max_nodes  # not counting the two ends
        return t

    # --- the arrays

    def _enlarge(self):
        """Enlarge the arrays that are full."""
        cdef State* m = &self.m
        if m.wide:
            self._widen()  # limit: limb
        elif m.used >= m.most_used:
            self._grow()
        if m.diagram.n_nodes >= m.diagram.room and not self.full:
            self._diagram(2 * (self.drawn.shape[1]))  # limit: nodes of a diagram
        m.full = 0

    def _numbers(self, sums):
        """Make `sums` the sums of the levels; each has as many words as the array has columns."""
        self.sums, self.one = sums, np.zeros(sums.shape[1], np.uint64)
        self.one[0] = 1
        self.m.limbs = sums.shape[1]
        self.m.sums, self.m.one = words_of(self.sums), words_of(self.one)

    def _widen(self):
        """Double the number of words per number, in the sums and in the table."""
        cdef int limbs = self.m.limbs
        sums = np.zeros((len(self.sums), 2 * limbs), np.uint64)
        sums[:, :limbs] = self.sums
        self._numbers(sums)
        self.m.wide = 0
        places = self.m.mask + 1
        while places > PLACES and self.entries.nbytes + self._table_bytes(places) > self.max_bytes:
            places //= 2  # limit: memory of wide numbers. Entries go: that many wide ones would take too much
        self._table(places, limbs)

    def _table_bytes(self, places):
        return 8 * (places + WINDOW) * (1 + self.m.key_words + self.m.limbs)

    def _grow(self):
        """Double the places of the table, if there is memory for the old table and the new one."""
        if 3 * self.entries.nbytes > self.max_bytes:
            self.m.most_used = <uint64_t> -1  # limit: memory
        else:
            self._table(2 * (self.m.mask + 1), self.m.limbs)  # limit: places

    def _table(self, places, limbs=None):
        """Make a table of this size. With `limbs`, the words of a value, move the old entries into it."""
        cdef State* m = &self.m
        self.old, self.old_limbs, self.moved = None if limbs is None else self.entries, limbs or 0, 0
        self.entries = np.zeros(self._table_bytes(places) // 8, np.uint64)
        m.entries, m.mask, m.used = words_of(self.entries), places - 1, 0
        m.most_used = places * 6 // 10
        self._move()

    def _move(self):
        """Move the next entries of the old table into the new one."""
        cdef State* m = &self.m
        cdef int64_t step = 1 + m.key_words + self.old_limbs
        cdef const uint64_t* old
        cdef uint64_t places
        cdef int limbs = self.old_limbs
        if self.old is None:
            return
        places = min(len(self.old) // step - self.moved, max(MOVED // (8 * step), 1))
        old = words_of(self.old) + self.moved * step
        with nogil:
            move(m, old, places, limbs)
        self.moved += places
        if self.moved * step == len(self.old):
            self.old = None

    def _diagram(self, int64_t room):
        """Make room for this many nodes of the diagram, a power of 2; keep the existing nodes."""
        cdef Diagram* d = &self.m.diagram
        self.undrawn, self.redrawn = self.drawn, 2
        self.drawn, self.index = np.zeros((3, room), INDEX), np.zeros(2 * room, INDEX)
        d.option, d.low, d.high = indices(self.drawn[0]), indices(self.drawn[1]), indices(self.drawn[2])
        d.table = indices(self.index)
        d.mask = 2 * room - 1
        d.room = <Index> (room - self.m.t.longest - 2)  # a solution may add as many before the next check
        self._redraw()

    def _redraw(self):
        """Move the next nodes of the old diagram into the new one."""
        cdef Diagram* d = &self.m.diagram
        cdef int32_t first = self.redrawn, end = min(d.n_nodes, self.redrawn + REDRAWN)
        if self.undrawn is None:
            return
        self.drawn[:, first:end] = self.undrawn[:, first:end]
        with nogil:
            index_nodes(d, first, end)
        self.redrawn = end
        if end == d.n_nodes:
            self.undrawn = None

    # --- the answer

    @property
    def solutions(self) -> int:
        """Return the number of solutions found so far, which is final once step() is DONE; 0 for a diagram."""
        cdef int32_t level
        if self.m.draws:
            return 0
        total = 0
        for level in range(self.m.level + 1):
            total += sum(limb << LIMB_BITS * k for k, limb in enumerate(self.sums[level].tolist()))
        return total

    def solution(self) -> list[int]:
        """Return the options of the first solution, the given ones included, of a search that decides."""
        cdef int32_t k
        return [self.tables.t.option[self.m.trail[k]] for k in range(self.m.length)]

    def diagram(self) -> tuple[int, NDArray[np.int32]]:
        """Return the root and the nodes: an int32 array (3, nodes) of each node's option, low and high branch."""
        cdef int64_t n = self.m.diagram.n_nodes
        nodes = self.drawn[:, :n].astype(np.int32)
        nodes[0, 2:] = self.tables.options()[nodes[0, 2:]]
        return int(self.sums[0, 0]), nodes

    @property
    def n_nodes(self) -> int:
        """Return the number of nodes of the diagram so far, the two ends included."""
        return self.m.diagram.n_nodes

    @property
    def name(self) -> str:
        return "zdd" if self.m.draws else "memo"

    @property
    def order(self) -> str:
        return "fixed" if self.m.fixed else "mrv"

    @property
    def nbytes(self) -> int:
        """Return the bytes of the table and of the diagram, including old ones while they are being moved."""
        arrays = (self.entries, self.old, self.drawn, self.undrawn, self.index)
        return sum(array.nbytes for array in arrays if array is not None)

    def likely_bytes(self, double share) -> int:
        """Return the likely bytes of the table at the end, if this is the share of the nodes behind us: nodes to come
        find as many new states as those so far."""
        cdef double capacity = self.m.most_used
        nbytes = self.entries.nbytes
        while self.m.used > share * capacity and 3 * nbytes <= self.max_bytes:
            nbytes, capacity = 2 * nbytes, 2 * capacity
        return max(nbytes, self.nbytes)

    @property
    def fraction(self) -> float:
        """Return the fraction of the tree already searched, taking all branches of a node as equal; it never falls."""
        cdef double share = 1.0, done = 0.0
        cdef int32_t level
        if self.m.phase == FINISHED:
            return 1.0
        for level in range(1, self.m.level + 1):
            share /= live_at(&self.m, level)
            done += share * tried_at(&self.m, level)
        self.shown = max(self.shown, done)
        return self.shown

    cdef double height(self) noexcept nogil:
        """Return the levels in which only the first option has been tried, less the finished share of the other options
        of the last of these levels: 6.25 if three quarters of them are finished on level 7. It never rises after the
        first leaf, and falls to 0 at the end."""
        cdef double share = 1.0, done = 0.0
        cdef int32_t level, first = 1
        if self.m.phase == FINISHED:
            return 0.0
        while first < self.m.level and tried_at(&self.m, first) == 0:
            first += 1
        for level in range(first, self.m.level + 1):
            share /= max(live_at(&self.m, level) - (level == first), 1)
            done += share * max(tried_at(&self.m, level) - (level == first), 0)
        return max(first - done, 0.0)

    cdef void mark(self) noexcept nogil:
        """Remember the height and the nodes, if it has fallen by a part of the whole since the last mark."""
        cdef double height = self.height()
        if height > self.heights[0]:  # still on the way down to the first leaf
            self.n_marks = 0
        if self.n_marks == 0 or (
            self.n_marks < MARKS and height <= self.heights[self.n_marks - 1] - self.heights[0] / MARKS
        ):
            self.heights[self.n_marks], self.nodes_at[self.n_marks] = height, self.m.count.nodes
            self.n_marks += 1

    @property
    def foreseen(self) -> float:
        """Return the likely share of the nodes behind us, or 0 as long as it cannot be foreseen.

        Nearly all states are found below the first option of each level. So the search seems to stand still at the root
        while it climbs back from its first leaf, and the height is what moves. The nodes grow as a power of it, which
        we take from the last part of the way.
        """
        cdef double height = self.height(), top = self.heights[0], climbed = top - height
        cdef int32_t k = self.n_marks - 1
        if self.m.phase == FINISHED:
            return 1.0
        if self.n_marks == 0 or climbed < LEAST_CLIMB * top:
            return 0.0
        while k > 0 and self.heights[k] < height + RECENT * climbed:
            k -= 1
        if k == 0:
            return 0.0
        power = log(self.m.count.nodes / <double> self.nodes_at[k]) / log(climbed / (top - self.heights[k]))
        return (climbed / top) ** max(power, LEAST_POWER)
