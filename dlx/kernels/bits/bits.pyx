# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The bit-parallel kernel: one bit per option, so one instruction kills up to 64 options.

A state of the search is the set of options that are still possible, as bits. Each option has a row, the set of options
that it leaves possible; choosing it is one AND of a few words. The number of options that an item has left is the
number of bits in (state AND mask of the item). Backtracking is free: each level keeps a copy of its state.

    options     0: a b     1: c     2: a     3: b c         items  a {0,2}   b {0,3}   c {1,3}

    state       1 1 1 1          all are live
    row of 0    0 1 0 0          0 clashes with 2 on a and with 3 on b, and is not chosen twice
    choose 0    0 1 0 0          c is open, and has one option left: 1 is forced

Secondary items and colors cost nothing: a solution is a set of options that agree pairwise and cover the primary items,
so they only shape the rows. (Knuth's TAOCP 7.2.2.1 defines the problem; his programs hide and unhide nodes instead.)

This file fills the tables, once per problem, and sets up questions; bits/search.h searches. layout.py lays out the
bits and decides whether the kernel pays off.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from cython cimport final

import os
from fractions import Fraction

import numpy as np

from ..kernel cimport Counters, Outcome, PAUSED, popcount
from ...matrix.address cimport address
from .places cimport Layout, Limits

cdef extern from * nogil:
    """
    /* A search function: continues until the tree is exhausted, or `solution_stop` or `node_stop` is reached. */
    typedef int dlx_search(dlx_bits *s, uint64_t node_stop, uint64_t solution_stop);

    #define DLX_CODE "dlx/kernels/bits/search.h"
    #define DLX_SEARCH search
    #define DLX_PARAMETERS (dlx_bits * s, uint64_t nodes, uint64_t solutions)
    #define DLX_ARGUMENTS s, nodes, solutions
    #define DLX_FUNCTION dlx_search
    #define DLX_FUNCTIONS dlx_functions
    #include "dlx/kernels/bits/sets.h"

    static int dlx_lowest(uint64_t x) { return __builtin_ctzll(x); }
    """
    ctypedef int (*Function "dlx_search *")(Search* s, uint64_t node_stop, uint64_t solution_stop) noexcept nogil
    const Function* const* functions "dlx_functions"
    int lowest "dlx_lowest"(uint64_t x)

cdef enum:
    PIECES = 64  # with multiplicities, the rest of a node is divided into this many pieces, if it is the whole tree

chosen_set = best_set()


def instruction_sets() -> list[str]:
    """Return the names of the instruction sets that this processor can run the search with, the best one last."""
    return [set_names[k].decode() for k in range(best_set() + 1)]


def use(name: str, place: str = "") -> None:
    """Run all further searches with this instruction set, for tests and measurements.

    The environment variable DLX_INSTRUCTIONS does the same from the start of the program. An error begins with `place`.
    """
    global chosen_set
    names = instruction_sets()
    if name not in names:
        raise ValueError(f"{place}no set of instructions {name!r} on this processor; there are {', '.join(names)}")
    chosen_set = names.index(name)


if "DLX_INSTRUCTIONS" in os.environ:
    use(os.environ["DLX_INSTRUCTIONS"], "DLX_INSTRUCTIONS: ")


cdef zero_words(int64_t n):
    """Return an array of n zero words that begins at a cache line, as 64-byte vectors prefer."""
    room = np.zeros(n + 8, np.uint64)
    cdef int64_t skip = -(<size_t> address(room) >> 3) & 7
    return room[skip:skip + n]


# --- the tables -----------------------------------------------------------------------------------------------------


cdef inline void clear(uint64_t* words, int64_t place) noexcept nogil:
    words[place >> 6] &= ~(<uint64_t> 1 << (place & 63))


cdef inline void put(uint64_t* words, int64_t place) noexcept nogil:
    words[place >> 6] |= <uint64_t> 1 << (place & 63)


cdef inline bint has(const uint64_t* words, int64_t place) noexcept nogil:
    return words[place >> 6] >> (place & 63) & 1


cdef inline int64_t node_place(const Shape* t, int64_t node) noexcept nogil:
    """Return the place of a node's bit in a state: in the slot of its rank."""
    return t.item_words * (1 + <int64_t> t.ranks[node]) * 64 + t.nodes[node]


cdef inline void put_option(const Shape* t, uint64_t* state, int64_t bit) noexcept nogil:
    """Add an option to a state, or to a mask of this form: its bit and the bits of its slots."""
    cdef int64_t node
    put(state + t.head, bit)
    for node in range(t.starts[bit], t.starts[bit + 1] if t.slots else t.starts[bit]):
        put(state, node_place(t, node))


cdef inline void clear_option(const Shape* t, uint64_t* state, int64_t bit) noexcept nogil:
    cdef int64_t node
    clear(state + t.head, bit)
    for node in range(t.starts[bit], t.starts[bit + 1] if t.slots else t.starts[bit]):
        clear(state, node_place(t, node))


cdef void fill_root(const Shape* t) noexcept nogil:
    """Fill the masks of the items, and the state in which everything is possible."""
    cdef int64_t bit, item, node
    for item in range(t.n_primary):
        if t.least == NULL or t.least[item] > 0:
            put(t.root, item)
    for bit in range(t.n_bits):
        put_option(t, t.root, bit)
        if t.least != NULL:
            put(t.masks + <int64_t> t.n_primary * t.words, bit)  # the item that means any option
        for node in range(t.starts[bit], t.starts[bit + 1]):
            put(t.masks + <int64_t> t.nodes[node] * t.words, bit)


cdef void exclude(const Shape* t, const int32_t* bits, int64_t n, bint agree, uint64_t* mask) noexcept nogil:
    """Remove the options in `mask`, all options of an item, from the rows of some of them, ``bits[0 .. n-1]``.

    If these `agree`, they have the same color and leave each other possible.
    """
    cdef int64_t k, q
    cdef uint64_t* row
    for k in range(n if agree else 0):
        clear_option(t, mask, bits[k])
    for k in range(n):
        row = t.rows + <int64_t> bits[k] * t.stride
        for q in range(t.item_words if t.slots else t.head, t.head + t.words):
            row[q] &= ~mask[q]
    for k in range(n if agree else 0):
        put_option(t, mask, bits[k])


cdef void fill_live(const Shape* t, const int32_t* item, const int32_t* color, const int32_t* bits, int64_t n,
                    uint64_t* mask) noexcept nogil:
    """Fill the live part of the rows, and the slots, from the entries, item by item and color by color."""
    cdef int64_t first = 0, end, group, next_group
    cdef bint several
    while first < n:
        memset(mask, 0, t.stride * sizeof(uint64_t))
        end = first
        while end < n and item[end] == item[first]:
            put_option(t, mask, bits[end])
            end += 1
        several = t.least != NULL and item[first] < t.n_primary and t.most[item[first]] > 1
        group = end if several else first
        while group < end:
            next_group = group
            while next_group < end and color[next_group] == color[group]:
                next_group += 1
            exclude(t, bits + group, next_group - group, color[group] != 0, mask)
            group = next_group
        first = end


cdef void fill_open(const Shape* t) noexcept nogil:
    """Fill the open part of the rows; bar each option from being chosen twice."""
    cdef int64_t bit, node
    cdef uint64_t* row
    for bit in range(t.n_bits):
        row = t.rows + bit * t.stride
        clear(row + t.head, bit)
        for node in range(t.starts[bit], t.starts[bit + 1]):
            if t.least == NULL or t.field[t.nodes[node]] == 64 // 16 * (t.head + t.words):  # it has no counter
                clear(row, t.nodes[node])


cdef uint64_t* words_of(array):
    return <uint64_t*> address(array)


cdef inline int64_t vectors(int64_t words) noexcept:
    """Return a number of words rounded up to whole cache lines, where 64-byte vectors prefer to begin."""
    return (words + 7) & ~7


cdef void* zeros(int64_t words) except NULL:
    """Allocate zeros, and room to begin at a cache line."""
    cdef void* block = PyMem_Calloc(words + 8, sizeof(uint64_t))
    if block == NULL:
        raise MemoryError(f"no memory for {words:,} words of tables")
    return block


cdef inline uint64_t* aligned(void* block) noexcept:
    return <uint64_t*> ((<size_t> block + 63) & ~<size_t> 63)


@final
cdef class Tables:
    """The tables compiled once for a problem, from its layout, and shared by all its searches. Immutable once made."""

    def __cinit__(self, Layout layout not None):
        cdef Shape* t = &self.t
        cdef uint64_t* mask
        t.words, t.item_words, t.slots, t.head, t.stride, t.variant = layout.shape
        t.n_bits, t.n_primary, t.longest = layout.n_bits, layout.n_primary, layout.longest
        t.option, t.bit, t.low, t.high = layout.option, layout.bit, layout.low, layout.high
        t.starts, t.nodes, t.ranks = layout.starts, layout.nodes, layout.rank
        self.kept = layout.kept
        self.n_masks = t.n_primary
        if layout.bounds != NULL:
            self.n_masks += 1
            self._take_limits(layout)
        self.block = zeros(2 * vectors(t.stride) + vectors(self.n_masks * t.words)
                           + <int64_t> t.n_bits * t.stride)
        t.root = aligned(self.block)
        mask = t.root + vectors(t.stride)
        t.masks = mask + vectors(t.stride)
        t.rows = t.masks + vectors(self.n_masks * t.words)
        with nogil:
            memset(t.rows, 0xFF, <int64_t> t.n_bits * t.stride * sizeof(uint64_t))
            fill_root(t)
            fill_live(t, layout.item, layout.color, layout.entry_bit, layout.n_entries, mask)
            fill_open(t)
        t.ranged = 4 * layout.spread < <int64_t> t.words * t.n_primary
        self.node_cost = 10 + t.stride // 8
        self.look_cost = 2 + (t.slots * t.item_words if t.slots else layout.spread // max(t.n_primary, 1)) // 8
        self.chunk = 1 + 500_000 // (self.node_cost + (1 if t.slots else t.n_primary) * self.look_cost)

    def __dealloc__(self):
        PyMem_Free(self.block)

    def _take_limits(self, Layout layout):
        """Take the multiplicities; the item n_primary means any option."""
        cdef Shape* t = &self.t
        cdef Limits m
        self.kept_limits = layout.limits(4 * (t.head + t.words), &m)
        t.least, t.most, t.field, t.n_counted = m.least, m.most, m.field, layout.n_counted
        t.counted_starts, t.counted, t.counted_items = m.counted_starts, m.counted, m.counted_items
        t.common, t.extends = m.common, m.extends

    def options(self) -> NDArray[np.int32]:
        """Return the option number of each bit, as an int32 array."""
        options = np.empty(self.t.n_bits, np.int32)
        memcpy(address(options), self.t.option, self.t.n_bits * sizeof(int32_t))
        return options

    @property
    def nbytes(self) -> int:
        """Return the size of the tables in bytes."""
        cdef const Shape* t = &self.t
        words = t.stride + self.n_masks * t.words + <int64_t> t.n_bits * t.stride
        return sizeof(uint64_t) * words + len(self.kept) + len(self.kept_limits or b"")


# --- a search -------------------------------------------------------------------------------------------------------


cdef inline void take(const Shape* t, uint64_t* x, int32_t bit) noexcept nogil:
    """Choose an option in place."""
    cdef int64_t q
    for q in range(t.stride):
        x[q] &= t.rows[bit * <int64_t> t.stride + q]
    if t.least != NULL:
        count_option(t, x, t.head, bit)


cdef bint set_up(Search* s, const int32_t* given, int64_t n_given, const int32_t* banned,
                 int64_t n_banned) noexcept nogil:
    """Start a new question with these options given and banned; return false if the given ones contradict each other.
    """
    cdef const Shape* t = s.t
    cdef uint64_t* x = s.states
    cdef int64_t k
    cdef int32_t bit
    memset(&s.count, 0, sizeof(Counters))
    s.level = s.length = s.base = 0
    s.phase = FINISHED
    memcpy(x, t.root, t.stride * sizeof(uint64_t))
    for bit in range(t.n_bits if t.words >= 8 and not t.slots else 0):
        s.killer[bit] = t.nodes[t.starts[bit]]  # its own item, which will not be open
    for k in range(n_banned):
        bit = t.bit[banned[k]]
        if bit < 0:
            continue
        clear_option(t, x, bit)
    for k in range(n_given):
        bit = t.bit[given[k]]
        if bit < 0:
            return False
        if not has(x + t.head, bit):
            if not chosen(s, bit):
                return False
            continue
        take(t, x, bit)
        s.trail[s.length] = bit
        s.length += 1
    memcpy(s.first, x, t.stride * sizeof(uint64_t))
    s.base = s.length
    s.phase = START
    return True


cdef bint chosen(const Search* s, int32_t bit) noexcept nogil:
    cdef int32_t k
    for k in range(s.length):
        if s.trail[k] == bit:
            return True
    return False


cdef int64_t size_of(const Shape* t, const uint64_t* live, int64_t item, int64_t end) noexcept nogil:
    """Return the number of an item's live options before bit `end`."""
    cdef const uint64_t* mask = t.masks + item * t.words
    cdef int64_t q, n = 0
    for q in range(t.low[item], min(<int64_t> t.high[item], end >> 6)):
        n += popcount(live[q] & mask[q])
    if end & 63:
        n += popcount(live[end >> 6] & mask[end >> 6] & ((<uint64_t> 1 << (end & 63)) - 1))
    return n


cdef int64_t branch(const Shape* t, uint64_t* x, int64_t* n, int64_t* looked) noexcept nogil:
    """Return the item that the search branches on in a state, and the number of its branches, as the search does."""
    cdef int64_t item, size, best = -1
    cdef uint64_t looks = 0, opened = 0
    n[0] = t.n_bits + 1
    for item in range(t.item_words if t.least != NULL else 0):
        opened |= x[item]
    if t.least != NULL and (opened == 0 or one_left(t, x)):
        if opened:
            keep_last(t, x, t.head, t.words, t.item_words, &looks)
        n[0] = size_of(t, x + t.head, t.n_primary, 64 * <int64_t> t.words)
        return t.n_primary
    for item in range(t.n_primary):
        if has(x, item):
            size = size_of(t, x + t.head, item, 64 * <int64_t> t.words)
            if t.least != NULL:
                size -= needed(t, x, item) - 1
            looked[0] += t.high[item] - t.low[item]
            if size < n[0]:
                best, n[0] = item, size
                if size <= 1:
                    break
    return best


cdef int32_t replay(const Search* s, int32_t* sizes, int32_t* ranks, double least, int64_t max_words) noexcept nogil:
    """Write the number of branches of each node on the trail, and how many of them come before the branch on the trail.

    The search keeps no record of finished branches. But it branches on the first of the smallest items, so the trail
    determines the item, and the option's rank in it. Stop where a branch is less than ``least`` of the tree, and after
    ``max_words`` words, a few nanoseconds each. Return the end of the written range.
    """
    cdef const Shape* t = s.t
    cdef uint64_t* x = s.first + t.stride
    cdef uint64_t* live = x + t.head
    cdef double share = 1.0
    cdef int64_t item, smallest, looked = 0
    cdef int32_t k, bit
    memcpy(x, s.first, t.stride * sizeof(uint64_t))
    for k in range(s.base, s.length):
        bit = s.trail[k]
        item = branch(t, x, &smallest, &looked)
        sizes[k] = max(smallest, 1)
        ranks[k] = size_of(t, live, item, bit) if smallest > 1 else 0
        if t.least != NULL and smallest > 1:
            ranks[k] -= needed(t, x, item) - 1
            bar(t, live, item, bit >> 6, t.masks[item * t.words + (bit >> 6)] & (~<uint64_t> 1 << (bit & 63)))
        share /= sizes[k]
        looked += t.stride + t.item_words
        if share < least or looked > max_words:
            return k + 1
        take(t, x, bit)
    return s.length


@final
cdef class Bits(Kernel):
    """One search in the tables of a problem. Knows no names and trusts its caller."""

    name = "bits"

    def __cinit__(self, Tables tables not None):
        cdef const Shape* t = &tables.t
        cdef int64_t levels = t.longest + 2 if t.least != NULL else min(t.n_primary, t.n_bits // 2) + 2
        cdef int64_t states = vectors(levels * t.stride), first = vectors(2 * t.stride)
        cdef int64_t n_numbers = 3 * (<int64_t> t.longest + 1) + t.n_bits + 1
        cdef int64_t n_words = states + first + levels * <int64_t> (sizeof(Level) // sizeof(uint64_t))
        self.tables = tables
        self.s.t = t
        self.s.states = aligned(self.take(n_words + (n_numbers + 1) // 2 + 7, sizeof(uint64_t)))
        self.s.first = self.s.states + states
        self.s.levels = <Level*> (self.s.first + first)
        self.s.trail = <int32_t*> (self.s.levels + levels)
        self.n_branches = self.s.trail + t.longest + 1
        self.n_before = self.n_branches + t.longest + 1
        self.s.killer = self.n_before + t.longest + 1
        self.s.phase = FINISHED

    cdef Counters* counters(self) noexcept nogil:
        return &self.s.count

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        self.shown, self.branches = 0.0, 0
        return set_up(&self.s, given, n_given, banned, n_banned)

    cdef Outcome search(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        """Search in pieces that are short even if every node reads all items: the cost per node varies a thousandfold.
        """
        cdef Outcome outcome = PAUSED
        cdef uint64_t work_stop = self.work_done() + work
        cdef uint64_t chunk = min(self.tables.chunk, 1 + work // (2 * self.tables.node_cost))
        cdef uint64_t stop
        node_stop = max(node_stop, self.s.count.nodes)
        while outcome == PAUSED:
            stop = min(node_stop, self.s.count.nodes + chunk)
            outcome = <Outcome> functions[chosen_set][self.s.t.variant](&self.s, stop, solution_stop)
            if stop == node_stop or self.work_done() >= work_stop:
                break
        return outcome

    cdef int32_t collect(self, int32_t* options) noexcept nogil:
        cdef int32_t k
        for k in range(self.s.length):
            options[k] = self.s.t.option[self.s.trail[k]]
        return self.s.length

    cdef int32_t max_solution_length(self) noexcept nogil:
        return self.s.t.longest

    cdef uint64_t work_to_start(self) noexcept nogil:
        return 16 * self.tables.node_cost

    cdef uint64_t work_done(self) noexcept nogil:
        return self.s.count.nodes * self.tables.node_cost + self.s.count.updates * self.tables.look_cost

    cdef double fraction_done(self) noexcept nogil:
        """Return Knuth's estimate without his half for the current branch, or the last value returned, if larger.

        Leave out branches below a ten-thousandth, and everything that would take more than about a millisecond.
        """
        cdef int32_t k, end
        cdef double share = 1.0, done = 0.0
        if self.s.phase == FINISHED:
            return 1.0
        end = self.replay(1e-4, 1_000_000)
        for k in range(self.s.base, end):
            share /= self.n_branches[k]
            done += share * self.n_before[k]
        self.shown = max(self.shown, done)
        return self.shown

    @property
    def midway(self) -> bool:
        return self.s.phase == FORCED

    cdef bint resume_at(self, int32_t item, int32_t branches) noexcept nogil:
        """Begin at the last branches of the root, where ~item is the item: `multi` takes the first ones, and each
        kernel must refuse the parts of the other, which a file may hold."""
        cdef Search* s = &self.s
        cdef const Shape* t = s.t
        cdef uint64_t* x = s.states
        cdef uint64_t choices
        cdef int64_t n, looked = 0
        cdef int32_t word
        item = ~item
        if t.least == NULL or s.phase != START or branch(t, x, &n, &looked) != item or not 0 < branches <= n:
            return False
        n += needed(t, x, item) - 1 - branches
        word = t.low[item]
        choices = first_untried(x + t.head, t.masks + <int64_t> item * t.words, n, &word)
        s.levels[0].rest, s.levels[0].word, s.levels[0].item, s.levels[0].length = choices, word, item, s.length
        s.level, s.phase = 1, UP
        self.branches = branches
        return True

    cdef int32_t replay(self, double least, int64_t max_words) noexcept nogil:
        cdef int32_t base = self.s.base, end = replay(&self.s, self.n_branches, self.n_before, least, max_words)
        if self.branches and end > base:
            self.n_before[base] -= self.n_branches[base] - self.branches
            self.n_branches[base] = self.branches
        return end

    def _untried(self, int32_t level):
        """Return the options that a level has not tried yet."""
        cdef const Shape* t = self.s.t
        cdef const Level* here = &self.s.levels[level]
        cdef const uint64_t* live = self.s.states + <int64_t> level * t.stride + t.head
        cdef uint64_t choices = here.rest
        cdef int32_t word = here.word
        options = []
        while True:
            while choices:
                options.append(t.option[word * 64 + lowest(choices)])
                choices &= choices - 1
            word += 1
            if word >= t.high[here.item]:
                return options
            choices = live[word] & t.masks[<int64_t> here.item * t.words + word]

    def frontier(self) -> list[tuple[list[int], list[int], tuple[int, int] | None, Fraction]]:
        """Split the rest of the search. With multiplicities, each branch bars those after it; so several branches of a
        node, at least a 64th of the tree, are one part, as in `multi`."""
        cdef const Shape* t = &self.tables.t
        cdef Search* s = &self.s
        cdef int32_t level, item, length
        if s.phase == FINISHED:
            return []
        self.replay(0.0, <int64_t> 1 << 62)
        way = [t.option[s.trail[k]] for k in range(s.length)]
        products = [1] * s.base
        for k in range(s.base, s.length):
            products.append(self.n_branches[k] * (products[k - 1] if k else 1))
        rests = [self._untried(level) for level in range(s.level)]
        barred = [[] if t.least == NULL or t.most[s.levels[k].item] == 1 else rests[k] for k in range(s.level)]
        if self.branches and s.length == s.base:
            products.append(self.branches)  # of the root, where none has been tried
        end = Fraction(1, products[s.length - 1]) if s.length else Fraction(1)
        parts = self._at_the_end(way, [option for out in barred for option in out], end)
        for level in range(s.level - 1, -1, -1):
            item, length = s.levels[level].item, s.levels[level].length
            out = [option for above in barred[:level] for option in above]
            n = -(-products[length] // PIECES) if barred[level] else 1
            for k in range(0, len(rests[level]), n):
                piece = rests[level][k:k + n]
                if barred[level]:
                    chosen, banned, run = way[:length], out + rests[level][k + n:], (~item, len(piece))
                else:
                    chosen, banned, run = [*way[:length], *piece], out, None
                parts.append((chosen, banned, run, Fraction(len(piece), products[length])))
        return parts

    def _at_the_end(self, way, barred, share):
        """Return the part that begins with the current state: all of it at the start, the larger solutions if the state
        is a solution."""
        cdef const Shape* t = &self.tables.t
        cdef const uint64_t* live = self.s.states + <int64_t> self.s.level * t.stride + t.head
        if self.s.phase == START:
            return [(way, [], None, Fraction(1))]
        n = size_of(t, live, t.n_primary, 64 * <int64_t> t.words) if self.s.phase == EXTEND and t.extends else 0
        return [(way, barred, (~t.n_primary, n), share)] if n else []

    @property
    def nbytes(self) -> int:
        return self.tables.nbytes + self.taken
