# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Dancing links with multiplicities: a solution has between least and most options with each primary item.

The search runs in the lists of rings.pxd. New here: an item may be chosen several times, and its need and room decide
when it is finished.

    need   least minus the chosen options with the item           > 0: the item is active, and may be branched on
    room   most minus the same                                    = 0: it is covered, no live option has it
    degree options in its list + 1 - need, while need > 0         = 0: dead     = 1: all options left are forced

An item has `degree` possible first options: with k options left and n needed, the first cannot be one of the last
n - 1. So we branch on the item of smallest degree (MRV) and remove (tweak) each tried option from all lists for the
rest of the level. Every set of options is then found in one order only, even if some options are identical. Taking an
option shortens need and list alike, so a degree falls only when other options go, and an item at 0 is lost.

If no item needs an option, the chosen options are a solution, and they remain one with any option that can be added:
every node from there on is a solution. Each set is still found once.

If some item is in all options ("choose 5 of them"), its room bounds the options that can be added. Before the last one
nothing has to be covered, and items with more room than this are finished once they need nothing (see loosen()).

multi_search.pxd has the search; this file has its preparation and its Python class.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from cython cimport final

from fractions import Fraction

from ..kernel cimport DONE, Outcome
from ...matrix.limits cimport Index
from .multi_search cimport EXACT, FREE, MANY, NO_STOP, Level, State, Want, leave, run
from .rings cimport FINISHED, FORWARD, FOUND, IDLE, Linked, NEVER, Rings, START, TRY, color_of, option_of

cdef enum:
    PIECES = 64  # the rest of a node is divided into this many pieces, if it is the whole tree


cdef int32_t common_item(State* s) noexcept nogil:
    """Return the primary item that is in all options, the one with the smallest most of several; -1 if there is none.

    It does not depend on the question, so each part of a search branches as the whole search does. (Degrees are not in
    use yet, so they serve as counters here.)
    """
    cdef Rings* r = &s.r
    cdef int32_t option, x, i
    cdef int32_t n = 0, common = -1
    for i in range(r.n_items):
        r.degree[i] = 0
    for option in range(r.n_options):
        if r.nodes[r.n_items + r.starts[option]].up != NEVER:
            n += 1
            for x in range(r.n_items + r.starts[option], r.n_items + r.starts[option + 1]):
                r.degree[r.nodes[x].item] += 1
    for i in range(r.n_primary):
        if r.degree[i] == n > 0 and (common < 0 or bound(s, i, 1) < bound(s, common, 1)):
            common = i
    return common


cdef inline int32_t bound(State* s, int32_t item, int32_t most) noexcept nogil:
    """Return the least (0) or greatest (1) number of options with the item in a solution."""
    if item >= s.r.n_primary:
        return most * MANY
    return 1 if s.bounds == NULL else s.bounds[2 * item + most]


cdef void loosen(State* s) noexcept nogil:
    """Mark the items that are finished once they need nothing, if some item is in all options.

    Such items have room for all options that can be added. From that moment they are fixed, and their lists are not
    maintained. With the other savings from a common item, placing 5 queens that dominate a chessboard took a 16th of
    the time and a thousandth of the updates. Giving other problems such an item (0 or more times) gained 7 % where all
    items are loose; we left it out.
    """
    cdef Rings* r = &s.r
    cdef int32_t i, length
    for i in range(r.n_primary if s.common >= 0 else 0):
        length = r.degree[i] - 1 + (s.wants[i].need if s.wants[i].need > 0 else -IDLE)
        s.wants[i].loose = i != s.common and s.wants[i].room >= min(s.wants[s.common].room, length)
        r.fixed[i] = s.wants[i].need <= 0 and s.wants[i].loose


cdef share_of(Level* here):
    """Return the current branch's share of its node as an exact fraction, with the weights of fraction_done()."""
    return Fraction(1, 1 << <object> min(here.tried, here.degree - 1) if here.mode == FREE else here.degree)


cdef tuple piece(Level* here, share):
    """Return the number of untried branches that make the next part, and its share of the tree; the node has `share`.
    """
    if here.mode != FREE:
        n = min(here.degree - here.tried, -(here.degree // (-PIECES * share)))
        return n, share * Fraction(n, here.degree)
    share = share / (1 << <object> here.tried)
    left = here.degree - here.tried
    return (1, share / 2) if share * PIECES >= 1 and left > 1 else (left, share)


# --- the Python class ---------------------------------------------------------------------------------------------


@final
cdef class Multi(Linked):
    """The lists of one problem with multiplicities, and one search in them. Knows no names and trusts its caller.

    Arguments as for Links; ``bounds`` is an int32 array (n_primary, 2), least and most of each primary item, or None
    if every item must be covered exactly once.
    """

    cdef State s
    cdef object bounds  # keeps the array alive

    name = "multi"

    def __cinit__(self, const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
                  const int32_t[::1] colors, const int32_t[:, ::1] bounds, int32_t n_items, int32_t n_primary,
                  const int32_t[::1] order: NDArray[np.int32] | array[int] | None = None, float[::1] weights=None):
        self._hold(&self.s.r, indptr, indices, colors, order, weights, n_items, n_primary)
        self.bounds = bounds
        self.s.bounds = NULL if bounds is None or n_primary == 0 else &bounds[0, 0]
        most = n_primary if bounds is None else sum([bounds[i, 1] for i in range(n_primary)])
        self.r.longest = min(most, self.r.n_options)
        self.s.wants = <Want*> self.take(<int64_t> n_items + 1, sizeof(Want))
        self.s.levels = <Level*> self.take(<int64_t> self.r.longest + 1, sizeof(Level))
        self.r.trail = <Index*> self.take(<int64_t> n_items + self.r.n_options + 1, sizeof(Index))
        self.s.common = common_item(&self.s)
        self.r.never_fixed = self.r.colors == NULL and self.s.common < 0

    cdef int32_t* node(self, int32_t level) noexcept nogil:
        return &self.s.levels[level].node

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        cdef bint possible = Linked.start(self, given, n_given, banned, n_banned)
        if possible:
            loosen(&self.s)
        return possible

    cdef void clear(self) noexcept nogil:
        cdef State* s = &self.s
        cdef int32_t i
        Linked.clear(self)
        s.open = 0
        s.rest = -1
        for i in range(self.r.n_items):
            s.wants[i].need = bound(s, i, 0)
            s.wants[i].room = bound(s, i, 1)
            s.wants[i].loose = 0
            self.r.fixed[i] = -1 if s.wants[i].room == 0 else 0

    cdef void use_items(self, int32_t first, int32_t end) noexcept nogil:
        cdef Rings* r = self.r
        cdef int32_t x, item
        for x in range(first, end):
            item = r.nodes[x].item
            self.s.wants[item].need -= 1
            self.s.wants[item].room -= 1
            if item >= r.n_primary or self.s.wants[item].room == 0:
                r.fixed[item] = color_of(r, x) or -1

    cdef void empty_lists(self) noexcept nogil:
        cdef Rings* r = self.r
        cdef int32_t i, need
        for i in range(r.n_items):
            need = self.s.wants[i].need
            r.nodes[i].up = r.nodes[i].down = i
            r.degree[i] = 1 + IDLE if need <= 0 else 1 - need
            r.active += need > 0
            self.s.open += i < r.n_primary and self.s.wants[i].room > 0

    cdef bint resume_at(self, int32_t item, int32_t branches) noexcept nogil:
        if branches < 1 or not 0 <= item < self.r.n_primary or (self.r.active > 0 and self.s.wants[item].need <= 0):
            return False
        self.s.rest = item
        self.s.most = branches
        return True

    cdef Outcome search(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        return run(&self.s, node_stop, solution_stop, work)

    cdef double fraction_done(self) noexcept nogil:
        """Return the fraction of the tree already searched, taking all branches of a node as equal.

        On a FREE level, where each option is either taken or left out, the first option counts as half of the tree,
        the second as a quarter, and so on.
        """
        cdef Rings* r = self.r
        cdef double share = 1.0
        cdef double done = 0.0
        cdef double weight
        cdef Level* here
        cdef int32_t level, before
        if r.phase == FINISHED:
            return 1.0
        for level in range(r.base, r.level + (r.phase == TRY or r.phase == FOUND)):
            here = &self.s.levels[level]
            before = here.tried - (level < r.level or r.phase == FOUND)
            if here.mode == FREE:
                weight = 0.5 ** before
                done += share * (1.0 - weight)
                share *= weight / 2
            else:
                done += share * before / here.degree
                share /= here.degree
        return done

    @property
    def midway(self) -> bool:
        return self.r.phase == FORWARD or (self.r.phase == TRY and self.s.levels[self.r.level].lone)

    def frontier(self) -> list[tuple[list[int], list[int], tuple[int, int] | None, Fraction]]:
        """Split the rest of each level into pieces of at least a 64th of the tree, or the whole rest.

        One part per branch would take much more room, because each branch bans the branches before it: with 5 of 10,000
        options chosen, 200 million numbers instead of 0.3 million.
        """
        cdef Level* here
        cdef int32_t level, base = self.r.base
        cdef int32_t end = self.r.level
        if self.r.phase == START:
            return [(self._path(end), [], (self.s.rest, self.s.most) if self.s.rest >= 0 else None, Fraction(1))]
        outcome = run(&self.s, self.r.count.nodes, NO_STOP, NO_STOP)
        end = self.r.level
        path, banned, lengths, shares = self._path(end), [], [0], [Fraction(1)]
        share = shares[0]
        for level in range(base, end):
            here = &self.s.levels[level]
            banned += self._tried(level, here.tried - 1) if here.mode != EXACT else []
            lengths.append(len(banned))
            share *= share_of(here)
            shares.append(share)
        left = []
        while outcome != DONE:
            level = self.r.level
            here = &self.s.levels[level]
            out = banned[:lengths[level - base]] + self._tried(level, here.tried)
            n, share = piece(here, shares[level - base])
            left.append((path[:level], out, (here.item, n), share))
            outcome = leave(&self.s, n)
        return left

    cdef list _tried(self, int32_t level, int32_t n):
        """Return the first n options tried on a level; on an EXACT level, only while nothing is chosen there."""
        cdef Level* here = &self.s.levels[level]
        cdef int32_t k, p = here.item
        tried = []
        for k in range(n):
            p = self.r.nodes[p].down if here.mode == EXACT else ~self.r.trail[here.mark + k]
            tried.append(option_of(self.r, p))
        return tried

    cdef _check(self, list lengths):
        cdef int32_t item, need
        used = self._used()
        active = open_items = 0
        for item, length in enumerate(lengths):
            need = max(self.s.wants[item].need, 0)
            degree = length + 1 - need + (0 if need else IDLE)
            assert self.r.degree[item] == degree, f"item {item} has a degree of {self.r.degree[item]}, not {degree}"
            if item < self.r.n_primary:
                want = self.s.wants[item]
                assert bound(&self.s, item, 0) - used[item] == want.need, f"item {item} needs {want.need}"
                assert bound(&self.s, item, 1) - used[item] == want.room >= 0, f"item {item} has a room of {want.room}"
                active += need > 0
                open_items += want.room > 0
        assert (active, open_items) == (self.r.active, self.s.open), f"{active} items active, {open_items} open"

    cdef list _used(self):
        """Count from the levels how often each item is chosen."""
        cdef int32_t option, e
        used = [0] * self.r.n_items
        for option in self._path(self.r.level + (self.r.phase == FOUND)):
            for e in range(self.r.starts[option], self.r.starts[option + 1]):
                used[self.r.nodes[self.r.n_items + e].item] += 1
        if self.r.phase == TRY and self.s.levels[self.r.level].mode == EXACT:
            used[self.s.levels[self.r.level].item] += 1  # it counts as chosen while its options are being tried
        return used
