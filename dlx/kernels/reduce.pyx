# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops of a reduction: find the options that would starve an item, that is, leave it without an option.

Option o starves item i if o does not have i and conflicts with every option that has i. We find all options that
starve i at once, as a shrinking list:

    i is in the options   x, y, z
    candidates            options in conflict with x       read from the lists of x's items
                          ... and with y                   compare their entries with y's; most are gone by now
                          ... and with z                   the rest starve i, and are removed

This turns Knuth's Algorithm P around. Knuth commits each option in turn and looks for an empty item, which takes 40
times as long on the pentominoes (DLX-PRE: 60 ms for 6 x 10, here 1.5 ms). Both keep the same options in the end, since
the order does not matter. Rows of bits, ANDed for each item, would be about as fast for 2,000 options; for 16,000 they
are 32 MB, and on a Sudoku of 49 x 49 hundreds of times the work.

An item becomes dirty, and is examined again, when it loses an option.

With multiplicities, two options conflict in a primary item only if it has room for one more. An item that needs several
options counts, for each option, its own options in conflict with that; too few others starve it. Where no option
starves an item, the options of an item that needs all it has are chosen (force): their items need one less and have
room for one less, and a full item removes the rest of its options. Then all items are examined again.

Reference: Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm P.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from cython cimport final

import numpy as np

from .kernel cimport DONE, LIMIT, Outcome, PAUSED, UNLIMITED
from ..matrix.address cimport address, ints

cdef enum:
    ALIVE = -1  # in `fate`; numbers from 0 on are items that would be starved, others the caller's reasons, except
    FORCED = -2  # ... this one: chosen
    FULL = -7  # ... and this one: an item has no room for it


cdef struct State:
    const int32_t* indptr   # (options + 1,) option k has the entries from indptr[k] on
    const int32_t* indices  # (entries,) items
    const int32_t* colors   # (entries,) 0 for none
    const int32_t* first    # (items + 1,) start of each item's list
    int32_t* options        # (entries,) by item: its options in rising order, including dead ones until compact()
    int32_t* paint          # (entries,) by item: its color in each of these options
    int32_t* length         # (items,) length of the list
    int32_t* size           # (items,) number of live options in it
    int32_t* need           # (items,) number of options that it needs; 0 or less: none
    int32_t* room           # (items,) number of options that may be chosen; 1 for a secondary item
    int32_t* conflicts      # (options,) 0; while an item that needs several is examined: its options in conflict so far
    int32_t* fate           # (options,) ALIVE, or the reason for its removal
    uint8_t* dirty          # (primary items,) has it lost an option since it was examined?
    int32_t* mark           # (items,) 0; while an option is compared: the item's color in it, or -1 for none
    int64_t* stamp          # (options,) tag of the last examination that found it
    int32_t* candidates     # (options,) in conflict with all options of the item examined so far
    int32_t* held           # (longest option,) the items that find_holders() finds
    int32_t n_primary
    int32_t n_candidates
    int32_t n_dirty
    int32_t item            # the item being examined, or to be examined next
    int32_t at              # number of its options already examined; 0: not begun
    int32_t pivot           # place in its list of the option examined first
    int32_t starved         # an item with too few options, -1 if there is none
    int64_t rounds          # rounds begun, each over all dirty items in order
    int64_t tag
    int64_t work            # entries read


cdef void compact(State* r, int32_t item) noexcept nogil:
    """Remove the dead options from the list of an item."""
    cdef int32_t* options = r.options + r.first[item]
    cdef int32_t* paint = r.paint + r.first[item]
    cdef int32_t k, n = 0
    if r.length[item] == r.size[item]:
        return
    for k in range(r.length[item]):
        if r.fate[options[k]] == ALIVE:
            options[n] = options[k]
            paint[n] = paint[k]
            n += 1
    r.work += r.length[item]
    r.length[item] = n


cdef void remove(State* r, int32_t option, int32_t reason) noexcept nogil:
    cdef int32_t e, item
    r.fate[option] = reason
    for e in range(r.indptr[option], r.indptr[option + 1]):
        item = r.indices[e]
        r.size[item] -= 1
        if item < r.n_primary:
            if r.size[item] < r.need[item] and r.starved < 0:
                r.starved = item
            if not r.dirty[item]:
                r.dirty[item] = 1
                r.n_dirty += 1


cdef inline void tag_alone(State* r, int32_t option) noexcept nogil:
    """Give a new tag to this option alone."""
    r.tag += 1
    r.stamp[option] = r.tag


cdef void find_conflicts(State* r, int32_t option, bint several) noexcept nogil:
    """Add the live options in conflict with this one to the candidates, except options that have the tag already.

    With `several`, count them as conflicts, and add only those that have had none.
    """
    cdef int32_t e, k, item, color, rival
    for e in range(r.indptr[option], r.indptr[option + 1]):
        item, color = r.indices[e], r.colors[e]
        if r.room[item] > 1:
            continue
        compact(r, item)
        for k in range(r.first[item], r.first[item] + r.length[item]):
            rival = r.options[k]
            if r.stamp[rival] != r.tag and (color == 0 or r.paint[k] != color):
                r.stamp[rival] = r.tag
                if not several or r.conflicts[rival] == 0:
                    r.candidates[r.n_candidates] = rival
                    r.n_candidates += 1
                if several:
                    r.conflicts[rival] += 1
        r.work += r.length[item]


cdef void keep_conflicts(State* r, int32_t option) noexcept nogil:
    """Keep the candidates that conflict with this option too."""
    cdef int32_t e, k, rival, there
    cdef int32_t n = 0
    for e in range(r.indptr[option], r.indptr[option + 1]):
        if r.room[r.indices[e]] <= 1:
            r.mark[r.indices[e]] = r.colors[e] if r.colors[e] else -1
    for k in range(r.n_candidates):
        rival = r.candidates[k]
        for e in range(r.indptr[rival], r.indptr[rival + 1]):
            there = r.mark[r.indices[e]]
            if there and there != r.colors[e]:
                r.candidates[n] = rival
                n += 1
                break
        r.work += r.indptr[rival + 1] - r.indptr[rival]
    for e in range(r.indptr[option], r.indptr[option + 1]):
        r.mark[r.indices[e]] = 0
    r.n_candidates = n


cdef void keep_starving(State* r, int32_t item) noexcept nogil:
    """Keep the candidates that leave the item too few options, and forget the counts."""
    cdef int32_t k, rival, n = 0
    for k in range(r.n_candidates):
        rival = r.candidates[k]
        if r.size[item] - r.conflicts[rival] < r.need[item]:
            r.candidates[n] = rival
            n += 1
        r.conflicts[rival] = 0
    r.n_candidates = n


cdef int32_t fewest_conflicts(State* r, int32_t item) noexcept nogil:
    """Return the place in an item's list of the option whose items have the fewest options."""
    cdef int32_t k, e, option, best = 0
    cdef int64_t total, least = -1
    for k in range(r.length[item]):
        option = r.options[r.first[item] + k]
        total = 0
        for e in range(r.indptr[option], r.indptr[option + 1]):
            total += r.size[r.indices[e]]
        r.work += r.indptr[option + 1] - r.indptr[option]
        if least < 0 or total < least:
            best, least = k, total
    return best


cdef void begin(State* r, int32_t item) noexcept nogil:
    """Begin to examine an item: the candidates are the options in conflict with one of its options."""
    cdef int32_t k
    compact(r, item)
    r.dirty[item] = 0
    r.n_dirty -= 1
    r.n_candidates = 0
    if r.need[item] != 1:
        return
    r.tag += 1
    for k in range(r.length[item]):
        r.stamp[r.options[r.first[item] + k]] = r.tag
    r.pivot = fewest_conflicts(r, item)
    find_conflicts(r, r.options[r.first[item] + r.pivot], False)


cdef bint look(State* r, int64_t work_stop) noexcept nogil:
    """Examine an item, from where the last call stopped, and remove the options that starve it; return false if the
    work is spent first."""
    cdef int32_t item = r.item, k, option
    if r.at == 0:
        begin(r, item)
    while r.at < r.length[item] and (r.n_candidates or r.need[item] > 1):
        option = r.options[r.first[item] + r.at]
        if r.need[item] > 1:
            tag_alone(r, option)
            find_conflicts(r, option, True)
        elif r.at != r.pivot:
            keep_conflicts(r, option)
        r.at += 1
        if r.work >= work_stop:
            return False
    if r.need[item] > 1:
        keep_starving(r, item)
    for k in range(r.n_candidates):
        remove(r, r.candidates[k], item)
    r.at = 0
    return True


cdef void choose(State* r, int32_t option) noexcept nogil:
    """Choose a live option that no other conflicts with, except in an item that it fills."""
    cdef int32_t e, k, item
    r.fate[option] = FORCED
    for e in range(r.indptr[option], r.indptr[option + 1]):
        item = r.indices[e]
        r.size[item] -= 1
        if item < r.n_primary:
            r.need[item] -= 1
            r.room[item] -= 1
    for e in range(r.indptr[option], r.indptr[option + 1]):
        item = r.indices[e]
        for k in range(r.first[item], r.first[item] + r.length[item] if r.room[item] == 0 else r.first[item]):
            if r.fate[r.options[k]] == ALIVE:
                remove(r, r.options[k], FULL)


cdef bint force(State* r) noexcept nogil:
    """Choose the options of each item that needs all it has; return whether there were any."""
    cdef int32_t item, k, option
    cdef bint any = False
    for item in range(r.n_primary):
        for k in range(r.first[item], r.first[item] + r.length[item]):
            option = r.options[k]
            if r.size[item] > r.need[item] or r.need[item] <= 0 or r.starved >= 0:
                break
            if r.fate[option] == ALIVE:
                choose(r, option)
                any = True
        r.work += 1
    for item in range(r.n_primary if any else 0):
        r.n_dirty += not r.dirty[item]
        r.dirty[item] = 1
    return any


cdef Outcome advance(State* r, int64_t work_stop, int64_t round_stop) noexcept nogil:
    """Examine dirty items, round by round: DONE if none is left or an item is starved."""
    while r.starved < 0:
        if r.item == r.n_primary:
            if r.n_dirty == 0:
                break
            r.item = 0
        if r.item == 0 and r.at == 0:
            if r.rounds >= round_stop:
                return LIMIT
            r.rounds += 1
        if (r.dirty[r.item] or r.at) and not look(r, work_stop):
            return PAUSED
        r.item += 1
        r.work += 1
        if r.work >= work_stop:
            return PAUSED
    return DONE


cdef int32_t find_holders(State* r, int32_t item) noexcept nogil:
    """Find the other items that all options of this item have, in `held`; return their number."""
    cdef int32_t k, e, holder, option, n
    compact(r, item)
    r.n_candidates = 0
    for k in range(r.length[item]):
        option = r.options[r.first[item] + k]
        for e in range(r.indptr[option], r.indptr[option + 1]):
            r.mark[r.indices[e]] = r.indices[e] != item
            if k == 0:  # its items are the first candidates
                r.held[r.n_candidates] = r.indices[e]
                r.n_candidates += 1
        n = 0
        for e in range(r.n_candidates):
            holder = r.held[e]
            if r.mark[holder]:
                r.held[n] = holder
                n += 1
        for e in range(r.indptr[option], r.indptr[option + 1]):
            r.mark[r.indices[e]] = 0
        r.n_candidates = n
        if n == 0:
            break
    return r.n_candidates


@final
cdef class Reducer:
    """The options of a problem that are still alive. Knows no names and trusts its caller."""

    cdef State r
    cdef object kept, counts  # the arrays that r points into
    cdef public int64_t round_stop  # number of rounds after which step() returns
    cdef readonly object fate  # type: NDArray[np.int32]  # option -> ALIVE, an item that it would starve, or a reason
    cdef readonly object sizes  # type: NDArray[np.int32]  # item -> number of live options
    cdef readonly object need  # type: NDArray[np.int32]  # item -> options that it needs besides those chosen
    cdef readonly object room  # type: NDArray[np.int32]  # item -> options that may be chosen besides those

    def __cinit__(self, indptr: NDArray[np.int32], indices: NDArray[np.int32], colors: NDArray[np.int32] | None,
                  int32_t n_items, int32_t n_primary, bounds: NDArray[np.int32] | None = None):
        cdef State* r = &self.r
        self.round_stop = UNLIMITED
        n_options = len(indptr) - 1
        colors = np.zeros(len(indices), np.int32) if colors is None else colors
        by_item = np.argsort(indices, kind="stable")
        options = np.repeat(np.arange(n_options, dtype=np.int32), np.diff(indptr))[by_item]
        self.sizes = np.bincount(indices, minlength=n_items).astype(np.int32)
        first = np.zeros(n_items + 1, np.int32)
        np.cumsum(self.sizes, out=first[1:])
        paint, length, mark = colors[by_item], self.sizes.copy(), np.zeros(n_items, np.int32)
        self.fate, dirty = np.full(n_options, ALIVE, np.int32), np.ones(n_primary, np.uint8)
        stamp, candidates = np.zeros(n_options, np.int64), np.zeros(n_options, np.int32)
        self.need, self.room = np.zeros(n_items, np.int32), np.ones(n_items, np.int32)
        self.need[:n_primary] = 1
        if bounds is not None:
            self.need[:n_primary], self.room[:n_primary] = bounds.T
        conflicts = np.zeros(n_options if bounds is not None else 0, np.int32)
        held = np.zeros(np.diff(indptr).max(initial=0), np.int32)
        self.kept = (indptr, indices, colors, first, options, paint, length, dirty, mark, stamp, candidates, held)
        self.counts = conflicts
        r.indptr, r.indices, r.colors, r.first = ints(indptr), ints(indices), ints(colors), ints(first)
        r.options, r.paint, r.length, r.size = ints(options), ints(paint), ints(length), ints(self.sizes)
        r.fate, r.mark, r.candidates, r.held = ints(self.fate), ints(mark), ints(candidates), ints(held)
        r.dirty, r.stamp = <uint8_t*> address(dirty), <int64_t*> address(stamp)
        r.need, r.room, r.conflicts = ints(self.need), ints(self.room), ints(conflicts)
        r.n_primary, r.n_dirty = n_primary, n_primary
        empty = np.flatnonzero(self.sizes[:n_primary] < self.need[:n_primary])
        r.starved = empty[0] if len(empty) else -1

    def remove(self, options: Iterable[int], int32_t reason) -> None:
        """Remove the live ones of these options."""
        cdef int32_t option
        for option in options:
            if self.r.fate[option] == ALIVE:
                remove(&self.r, option, reason)

    def take(self, int32_t option, int32_t reason) -> None:
        """Remove the options in conflict with this live option."""
        cdef int32_t k
        self.r.n_candidates = 0
        tag_alone(&self.r, option)
        find_conflicts(&self.r, option, False)
        for k in range(self.r.n_candidates):
            remove(&self.r, self.r.candidates[k], reason)

    def choose(self, int32_t option) -> None:
        """Choose a live option. (Its conflicts must be gone.) Options for which an item has no room are removed."""
        choose(&self.r, option)

    def force(self) -> bool:
        """Choose the options that items need, once no option starves an item; return whether there were any."""
        cdef bint any
        with nogil:
            any = force(&self.r)
        return any

    def step(self, int64_t work) -> int:
        """Remove options that starve an item. Return DONE if none is left or an item is starved, LIMIT after
        ``round_stop`` rounds, PAUSED if the work is done."""
        cdef Outcome outcome
        with nogil:
            outcome = advance(&self.r, self.r.work + work, self.round_stop)
        return <int> outcome

    def holders(self, int32_t item) -> list[int]:
        """Return the other items that all live options of this item have."""
        with nogil:
            find_holders(&self.r, item)
        return [self.r.held[k] for k in range(self.r.n_candidates)]

    def uses(self, int32_t item) -> list[tuple[int, int]]:
        """Return the live options that have the item, each with its color there."""
        compact(&self.r, item)
        places = range(self.r.first[item], self.r.first[item] + self.r.length[item])
        return [(self.r.options[k], self.r.paint[k]) for k in places]

    @property
    def rounds(self) -> int:
        """Return the number of rounds begun."""
        return self.r.rounds

    @property
    def work(self) -> int:
        """Return the number of entries read so far."""
        return self.r.work

    @property
    def starved(self) -> int:
        """Return an item with too few options, or -1."""

        return self.r.starved
