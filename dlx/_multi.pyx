# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Dancing links with multiplicities: each primary item is in least..most of the options chosen.

The lists are those of _rings.pxd. What is new is that an item may be chosen several times, and when it is done with.

    need   least minus the options chosen that have the item      > 0: the item is active, and may be branched on
    room   most minus the same                                    = 0: it is covered, no live option has it
    degree options in its list + 1 - need, while need > 0         = 0: dead     = 1: all that are left are forced

The first option that an item gets is one of `degree`: with k options left and n needed it cannot be one of the last
n - 1. So the item of smallest degree is branched on (MRV), and an option that has been tried goes from all lists for
the rest of the level (it is tweaked): every set of options is met in one order alone, also where options are identical.
Taking an option lowers need and list alike, so a degree falls only when something else goes, and at 0 nothing helps.

Where no item needs anything, the options chosen are a solution, and so are they with any that can be added: every node
from there on is a solution. Each set is met once as before.

Where some item is in all options ("choose 5 of them"), its room bounds what can be added: at the last option nothing
has to be covered, and items with more room than that are done with once they need nothing (see loosen()).

The search is in _multi_search.pyx; here is what comes before it and around it.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fractions import Fraction

from ._kernel cimport DONE, Outcome
from ._limits cimport Index
from ._multi_search cimport (
    EXACT, FINISHED, FORWARD, FOUND, FREE, MANY, NO_STOP, START, TRY, Level, State, Want, leave, run, work_so_far,
)
from ._rings cimport BANNED, CHOSEN, IDLE, NEVER, Linked, Rings, append, clear, color_of, mark, option_of

cdef enum:
    PIECES = 64  # into which what is left of a node is divided, if it is the whole tree


# --- before a search: linking what the given options leave --------------------------------------------------------
# The lists are linked anew for every question, as in _links.pyx.


cdef int32_t common_item(State* s) noexcept nogil:
    """The primary item that is in all options, the one wanted least often; -1 if there is none.

    It is the same for all questions, so that each part of a search branches as the search does. (Degrees are not in use
    yet: they count.)
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


cdef inline bint live(State* s, int32_t first, int32_t end) noexcept nogil:
    """Do the options chosen so far leave the one with these nodes possible?"""
    cdef int32_t x, item, fixed, color
    for x in range(first, end):
        item = s.r.nodes[x].item
        fixed = s.r.fixed[item]
        if s.wants[item].room == 0:
            return False
        if fixed != 0:
            color = color_of(&s.r, x)
            if color == 0 or color != fixed:
                return False
    return True


cdef bint assume(State* s, int32_t option) noexcept nogil:
    """Choose a given option; false if it contradicts those chosen before (not if it is one of them)."""
    cdef Rings* r = &s.r
    cdef int32_t first = r.n_items + r.starts[option]
    cdef int32_t end = r.n_items + r.starts[option + 1]
    cdef int32_t x, item
    if r.nodes[first].up < 0:
        return r.nodes[first].up == CHOSEN
    if not live(s, first, end):
        return False
    for x in range(first, end):
        item = r.nodes[x].item
        s.wants[item].need -= 1
        s.wants[item].room -= 1
        if item >= r.n_primary:
            r.fixed[item] = color_of(r, x) or -1
    r.nodes[first].up = CHOSEN
    s.levels[r.level].node = first
    r.level += 1
    r.base += 1
    return True


cdef inline int32_t bound(State* s, int32_t item, int32_t most) noexcept nogil:
    """How many options with the item a solution has at the least (0) or at the most (1)."""
    if item >= s.r.n_primary:
        return most * MANY
    return 1 if s.bounds == NULL else s.bounds[2 * item + most]


cdef void empty(State* s) noexcept nogil:
    """No option is chosen, nothing is linked."""
    cdef Rings* r = &s.r
    cdef int32_t i
    clear(r)
    s.scanned = 0
    s.open = 0
    s.phase = FINISHED
    s.rest = -1
    for i in range(r.n_items):
        r.nodes[i].up = r.nodes[i].down = i
        s.wants[i].need = bound(s, i, 0)
        s.wants[i].room = bound(s, i, 1)
        s.wants[i].loose = 0


cdef void loosen(State* s) noexcept nogil:
    """Where there is an item in all options, look for items that are done with once they need nothing.

    They have room for all options that can be added. Their lists are not kept up from then on, they are fixed. With
    what else the common item saves, 5 queens that dominate a chessboard took a 16th of the time and of the updates a
    thousandth. To give other problems such an item (0 or more times) gained 7 % where all items are loose: left out.
    """
    cdef Rings* r = &s.r
    cdef int32_t i, length
    for i in range(r.n_primary if s.common >= 0 else 0):
        length = r.degree[i] - 1 + (s.wants[i].need if s.wants[i].need > 0 else -IDLE)
        s.wants[i].loose = i != s.common and s.wants[i].room >= min(s.wants[s.common].room, length)
        r.fixed[i] = s.wants[i].need <= 0 and s.wants[i].loose


cdef bint link(State* s, const int32_t* given, int64_t n_given) noexcept nogil:
    """Start anew with these options chosen; false if they contradict each other, and nothing can be searched then.

    Options that are BANNED or CHOSEN are left out, once: the mark goes.
    """
    cdef Rings* r = &s.r
    cdef int32_t i, k, option, first, end
    cdef int64_t g
    cdef bint possible = True
    empty(s)
    for g in range(n_given):
        possible = possible and assume(s, given[g])
    for i in range(r.n_items):
        r.degree[i] = 1 + IDLE if s.wants[i].need <= 0 else 1 - s.wants[i].need
        r.active += s.wants[i].need > 0
        s.open += i < r.n_primary and s.wants[i].room > 0
    for k in range(r.n_options):
        option = k if r.order == NULL else r.order[k]
        first = r.n_items + r.starts[option]
        end = r.n_items + r.starts[option + 1]
        if r.nodes[first].up == BANNED or r.nodes[first].up == CHOSEN:
            r.nodes[first].up = 0
        elif possible and r.nodes[first].up >= 0 and live(s, first, end):
            append(r.nodes, r.degree, first, end)
    loosen(s)
    s.phase = START if possible else FINISHED
    return possible


cdef double fraction_done(State* s) noexcept nogil:
    """The part of the tree that is behind us, if all branches of a node weigh the same.

    But on a FREE level, where each option is taken or not, the first stands for half of the tree, the second for a
    quarter, and so on.
    """
    cdef double share = 1.0
    cdef double done = 0.0
    cdef double weight
    cdef Level* here
    cdef int32_t level, before
    if s.phase == FINISHED:
        return 1.0
    for level in range(s.r.base, s.r.level + (s.phase == TRY or s.phase == FOUND)):
        here = &s.levels[level]
        before = here.tried - (level < s.r.level or s.phase == FOUND)
        if here.mode == FREE:
            weight = 0.5 ** before
            done += share * (1.0 - weight)
            share *= weight / 2
        else:
            done += share * before / here.degree
            share /= here.degree
    return done


cdef share_of(Level* here):
    """The share of a node that the branch under way has, exactly: as in fraction_done()."""
    return Fraction(1, 1 << <object> min(here.tried, here.degree - 1) if here.mode == FREE else here.degree)


cdef tuple piece(Level* here, share):
    """How many of the branches that are left of a node make a part, and its share of the tree; the node has `share`."""
    if here.mode != FREE:
        n = min(here.degree - here.tried, -(here.degree // (-PIECES * share)))
        return n, share * Fraction(n, here.degree)
    share = share / (1 << <object> here.tried)
    left = here.degree - here.tried
    return (1, share / 2) if share * PIECES >= 1 and left > 1 else (left, share)


# --- the Python class ---------------------------------------------------------------------------------------------


cdef class Multi(Linked):
    """The lists of one problem with multiplicities, and one search in them. It knows no names and trusts its caller.

    Arguments as for Links; ``bounds`` is an int32 array (n_primary, 2), least and most of each primary item, or None
    where all are wanted once.
    """

    cdef State s
    cdef object bounds  # keeps them alive

    name = "multi"

    def __cinit__(self, const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
                  const int32_t[::1] colors,
                  const int32_t[:, ::1] bounds, int32_t n_items, int32_t n_primary, const int32_t[::1] order=None):
        self._hold(&self.s.r, indptr, indices, colors, order, n_items, n_primary)
        self.bounds = bounds
        self.s.bounds = NULL if bounds is None or n_primary == 0 else &bounds[0, 0]
        most = n_primary if bounds is None else sum([bounds[i, 1] for i in range(n_primary)])
        self.s.longest = min(most, self.r.n_options)
        self.s.wants = <Want*> self._take(<int64_t> n_items + 1, sizeof(Want))
        self.s.levels = <Level*> self._take(<int64_t> self.s.longest + 1, sizeof(Level))
        self.s.r.trail = <Index*> self._take(<int64_t> n_items + self.r.n_options + 1, sizeof(Index))
        self.s.common = common_item(&self.s)
        self.r.never_fixed = self.r.colors == NULL and self.s.common < 0

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        mark(self.r, banned, n_banned, BANNED)
        return link(&self.s, given, n_given)

    cdef bint go_on_at(self, int32_t item, int32_t branches) noexcept nogil:
        if branches < 1 or not 0 <= item < self.r.n_primary or (self.r.active > 0 and self.s.wants[item].need <= 0):
            return False
        self.s.rest = item
        self.s.most = branches
        return True

    cdef Outcome go(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        return run(&self.s, node_stop, solution_stop, work)

    cdef int32_t collect(self, int32_t* options) noexcept nogil:
        cdef int32_t k
        for k in range(self.r.length):
            options[k] = option_of(self.r, self.s.levels[k].node)
        return self.r.length

    cdef int32_t longest(self) noexcept nogil:
        return self.s.longest

    cdef uint64_t work_done(self) noexcept nogil:
        return work_so_far(&self.s)

    cdef double fraction_done(self) noexcept nogil:
        return fraction_done(&self.s)

    @property
    def midway(self):
        return self.s.phase == FORWARD or (self.s.phase == TRY and self.s.levels[self.r.level].lone)

    def way(self):
        """The options chosen so far, the given ones first."""
        return self._way(self.r.level)

    def frontier(self):
        """What is left of each level, in pieces that are at least a 64th of the tree, or all of it.

        Each branch of its own would take much more room, because it bans those before it: where 5 of 10,000 options are
        chosen, 200 million numbers in place of 0.3 million.
        """
        cdef Level* here
        cdef int32_t level, base = self.r.base
        cdef int32_t end = self.r.level
        if self.s.phase == START:
            return [(self._way(end), [], (self.s.rest, self.s.most) if self.s.rest >= 0 else None, Fraction(1))]
        outcome = run(&self.s, self.r.count.nodes, NO_STOP, NO_STOP)
        end = self.r.level
        way, banned, lengths, shares = self._way(end), [], [0], [Fraction(1)]
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
            left.append((way[:level], out, (here.item, n), share))
            outcome = leave(&self.s, n)
        return left

    cdef list _way(self, int32_t end):
        """The options chosen on the levels before this one."""
        cdef int32_t k
        return [option_of(self.r, self.s.levels[k].node) for k in range(end)]

    cdef list _tried(self, int32_t level, int32_t n):
        """The first options tried on a level, of an EXACT one while nothing is chosen there."""
        cdef Level* here = &self.s.levels[level]
        cdef int32_t k, p = here.item
        tried = []
        for k in range(n):
            p = self.r.nodes[p].down if here.mode == EXACT else ~self.r.trail[here.mark + k]
            tried.append(option_of(self.r, p))
        return tried

    def sanity(self):
        """Walk all links and count again: AssertionError where something is not as it should be. Slow; for tests."""
        cdef int32_t item, need
        if not self.started:
            self.setup(())
        if self.s.phase == FINISHED and self.r.count.nodes == 0:
            return True  # the given options contradict each other: nothing is linked
        used = self._used()
        active = open_items = 0
        for item, length in enumerate(self._lengths()):
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
        return True

    cdef list _used(self):
        """How often each item is chosen, counted from the levels."""
        cdef int32_t level, x
        used = [0] * self.r.n_items
        for level in range(self.r.level + (self.s.phase == FOUND)):
            x = self.s.levels[level].node
            while True:
                used[self.r.nodes[x].item] += 1
                x = self.r.nodes[x].right
                if x == self.s.levels[level].node:
                    break
        if self.s.phase == TRY and self.s.levels[self.r.level].mode == EXACT:
            used[self.s.levels[self.r.level].item] += 1  # it counts as chosen while its options are tried
        return used
