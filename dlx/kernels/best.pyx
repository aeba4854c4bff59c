# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Branch and bound: the search for the cheapest solutions, with prices on the items.

Each item has a price, and the reduced cost of an option is its cost less the prices of its items. A solution covers
every primary item exactly once, so prices shift the cost of all solutions alike. The steps are in files of their own:

    best_state.pxd     live options and open items: hide, choose, restore
    best_bound.pxd     the bound of a node: sweeps over the prices
    best_search.pxd    the branches of an item, and the main loop
    best.pyx           the Python class

They are in .pxd so that the compiler sees all of them at once and inlines what it wants.

Gains, in nodes (geometric means over 4 to 20 sets of random costs each):
 *  Sweeps to the middle before the last one: half on queens and crew rosters, two thirds on pentominoes. 4 sweeps
    instead of 2 save another tenth to a quarter, but no time.
 *  100 sweeps at the root instead of 5: 73 nodes for 125 on dominoes 12x12, 859 for 1,064 on 14 queens, but a tenth to
    a fifth more on 16 queens and some crew rosters.
 *  Ties between items broken by the second smallest reduced cost: a fifth to a third less on queens and transversals,
    no change elsewhere.
 *  Prices restored with the node instead of left as the last branch set them: a sixth on pentominoes, where branches
    without a completion drive prices up, three quarters on some crew rosters; but 1.6 times as many on others.
    (If you do keep them, bound the sums: unbounded, they overflowed and we missed the optimum.)
 *  Rejected: branching at once, without a bound, on an item with a single option. A tenth to a fifth less time on most
    problems, a tenth to two fifths more nodes.

Reference: Knuth, TAOCP 4B, 7.2.2.1, Algorithm C$ (taxes).
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free

from cython cimport final

from ..matrix.limits cimport Cost
from .best_bound cimport weight
from .best_search cimport FAILED, least_left, new_level, search, take_branches
from .best_state cimport (
    BRANCH, ENDLESS, ENTER, FAR, NEXT, SWEEP, Branch, Level, Price, State, choose, hide, restore_live,
)
from .kernel cimport CompiledMachine, Counters, LIMIT, PAUSED, UNLIMITED


@final
cdef class Cheapest(CompiledMachine):
    """One search for solutions that cost less than ``stop``. The caller lowers the stop as solutions are found.

    ``costs`` are integers of any sign; the sizes of a solution's costs add up to less than 2^62. ``bounds`` has the
    least and the most options of each primary item, all 1 by default. With slack, ``under`` and ``over`` are the prices
    of each option too few or too many, or INT64_MAX.
    """

    name = "best"

    cdef public uint64_t node_stop  # number of nodes after which step() returns
    cdef State s
    cdef object arrays  # the arrays that the state points into
    cdef list tried  # the options that start() has hidden

    def __cinit__(self, const int32_t[::1] indptr not None, const int32_t[::1] indices not None,
                  const int32_t[::1] colors, int32_t n_items, int32_t n_primary, const int64_t[::1] costs not None,
                  const int32_t[:, ::1] bounds=None, const int64_t[::1] under=None, const int64_t[::1] over=None):
        cdef State* s = &self.s
        cdef int32_t n = indices.shape[0]
        self.node_stop, self.tried = UNLIMITED, []
        self.arrays = (indptr, indices, colors, costs, under, over)
        s.n_options, s.n_items, s.n_primary = indptr.shape[0] - 1, n_items, n_primary
        s.start, s.item, s.cost = &indptr[0], &indices[0], &costs[0]
        s.color = &colors[0] if colors is not None else self.ints(n)
        s.priced = <int8_t*> self.take(n_items, 1)
        s.soft = under is not None and over is not None and n_primary > 0
        if s.soft:
            s.under, s.over = &under[0], &over[0]
        s.need, s.room, s.head, s.size = self.ints(n_items), self.ints(n_items), self.ints(n_items), self.ints(n_items)
        s.option_at, s.entry_at, s.place = self.ints(n), self.ints(n), self.ints(n)
        s.live, s.live_place = self.ints(s.n_options), self.ints(s.n_options)
        s.open, s.open_place = self.ints(n_items), self.ints(n_items)
        s.price, s.reduced = <Cost*> self.take(n_items, sizeof(Cost)), <Cost*> self.take(s.n_options, sizeof(Cost))
        s.scratch, s.chosen = <int64_t*> self.take(s.n_options, sizeof(int64_t)), self.ints(s.n_options)
        s.level = -1
        s.stop = ENDLESS
        self._fill()
        self._bound(bounds)

    def __dealloc__(self):
        free(self.s.levels)
        free(self.s.kept)
        free(self.s.branches)

    cdef _fill(self):
        """Make all options live and all items open."""
        cdef State* s = &self.s
        cdef int32_t i, j, e, p = 0
        for i in range(s.n_items):
            s.priced[i] = True
        for e in range(s.start[s.n_options]):
            s.size[s.item[e]] += 1
            s.priced[s.item[e]] &= s.color[e] == 0
        for i in range(s.n_items):
            s.head[i] = p
            p += s.size[i]
            s.size[i] = 0
            if s.priced[i]:
                s.open[s.n_open], s.open_place[i] = i, s.n_open
                s.n_open += 1
        for j in range(s.n_options):
            s.live[j] = s.live_place[j] = j
            for e in range(s.start[j], s.start[j + 1]):
                p = s.head[s.item[e]] + s.size[s.item[e]]
                s.size[s.item[e]] += 1
                s.option_at[p], s.entry_at[p], s.place[e] = j, e, p
        s.n_live = s.n_options

    cdef _bound(self, const int32_t[:, ::1] bounds):
        """Set the options that each item needs and has room for; there is never room for more than all its options."""
        cdef State* s = &self.s
        cdef int32_t i
        for i in range(s.n_items):
            s.need[i], s.room[i] = i < s.n_primary, 1
            if bounds is not None and i < s.n_primary:
                s.need[i], s.room[i] = bounds[i, 0], min(bounds[i, 1], max(s.size[i], bounds[i, 0], 1))
            s.n_needy += s.need[i] > 0

    def setup(self, given: Iterable[int], banned: Iterable[int]) -> bool:
        """Choose the given options and leave out the banned ones, once; return false if they contradict each other."""
        cdef State* s = &self.s
        cdef int32_t j, e
        for j in range(s.n_options):
            for e in range(s.start[j], s.start[j + 1]):
                if s.item[e] < s.n_primary:
                    break
            else:  # no primary item: it is never chosen
                hide(s, j)
        for j in banned:
            if s.live_place[j] < s.n_live:
                hide(s, j)
        for j in dict.fromkeys(given):
            if s.live_place[j] >= s.n_live:
                return False
            choose(s, j)
        s.n_given = s.n_chosen
        s.root = Level(0, 0, 0, 0, s.paid, s.n_live, s.n_open, s.n_needy, s.n_chosen, False)
        s.floor = s.paid
        for j in range(s.n_live):
            s.floor += min(s.cost[s.live[j]], 0)
        return True

    def price(self, const int64_t[::1] prices not None) -> bool:
        """Begin at the root with these prices of all items; return false if they are too large."""
        cdef State* s = &self.s
        cdef int32_t k, i
        cdef double spread = 0
        for k in range(s.n_open):
            spread += weight(s, s.open[k]) * abs(<double> prices[s.open[k]])
        if spread > FAR:
            return False
        for k in range(s.n_open):
            i = s.open[k]
            s.price[i] = prices[i]
            if s.soft and i < s.n_primary:
                s.price[i] = max(min(s.price[i], s.under[i]), -s.over[i])
        return True

    def start(self, options: Iterable[int], tried: Iterable[int], branches: Sequence[tuple[int, int]],
              const int64_t[::1] prices not None, bint again) -> None:
        """Search only these branches of a node next: pairs of an option and its bound, the lowest first.

        At the node, the options are chosen besides the given ones, those `tried` are not, and all items have these
        `prices`. ``again`` is the level's.
        """
        cdef State* s = &self.s
        cdef Level* level
        cdef int32_t i
        restore_live(s, &s.root)
        s.level, self.tried = -1, list(tried)
        for option in options:
            choose(s, option)
        for option in tried:
            if s.live_place[option] < s.n_live:
                hide(s, option)
        for i in range(s.n_items):
            s.price[i] = prices[i] if s.priced[i] else 0
        level = new_level(s)
        if level == NULL or not take_branches(s, len(branches)):
            raise MemoryError
        level.again = again
        for option, bound in branches:
            s.branches[level.end] = Branch(bound, option)
            level.end += 1
        s.phase = NEXT

    def frontier(self) -> list[tuple[list[int], list[int], list[tuple[int, int]], bytes, bool, float]]:
        """Split the rest of a paused search into its nodes, in search order; do not call while it is midway.

        Each node with untried branches yields the arguments of start(), the prices as bytes, and the share of the tree
        in these branches, taking all branches of a node as equal.
        """
        cdef State* s = &self.s
        cdef Level* level
        cdef int32_t k
        cdef int64_t first, b
        cdef double part = 1.0
        way, tried, forks = [s.chosen[k] for k in range(s.n_given, s.n_chosen)], list(self.tried), []
        for k in range(s.level + 1):
            level = &s.levels[k]
            first = level.at - (k == s.level and s.phase == ENTER)
            part /= level.end - level.first
            if first < level.end:
                branches = [(s.branches[b].option, s.branches[b].bound) for b in range(first, level.end)]
                before = tried + self._tried(level, first)
                forks.append((way[:level.n_chosen - s.n_given], before, branches, self._prices(level),
                              bool(level.again), part * len(branches)))
            tried += self._tried(level, level.at - 1)
        return forks[::-1]

    cdef list _tried(self, Level* level, int64_t end):
        """Return the options of a level's branches before this one, if they are hidden."""
        cdef int64_t b
        return [self.s.branches[b].option for b in range(level.first, end if level.again else level.first)]

    cdef _prices(self, Level* level):
        cdef bytearray prices = bytearray(8 * self.s.n_items)
        cdef int64_t* price = <int64_t*> <char*> prices
        cdef int32_t k
        for k in range(level.n_open):
            price[self.s.kept[level.prices + k].item] = self.s.kept[level.prices + k].price
        return bytes(prices)

    @property
    def midway(self) -> bool:
        """Return whether the search is at its root, or at a node already counted but not branched on."""
        return self.s.phase == SWEEP or self.s.phase == BRANCH or (self.s.phase == ENTER and self.s.level < 0)

    def step(self, uint64_t work) -> int:
        """Continue the search; return DONE, SOLUTION, LIMIT or PAUSED, as Kernel.step."""
        cdef int outcome
        with nogil:
            outcome = search(&self.s, self.node_stop, work)
            if outcome == PAUSED and self.s.count.nodes >= self.node_stop:  # finish the last node
                outcome = search(&self.s, self.node_stop, UNLIMITED)
                outcome = LIMIT if outcome == PAUSED else outcome
        if outcome == FAILED:
            raise MemoryError
        return outcome

    def solution(self) -> list[int]:
        """Return the options of the newest solution, in the order they were chosen."""
        cdef int32_t k
        return [self.s.chosen[k] for k in range(self.s.n_chosen)]

    @property
    def paid(self) -> int:
        """Return the cost of the newest solution."""
        return self.s.total

    @property
    def stop(self) -> int:
        return self.s.stop

    @stop.setter
    def stop(self, int64_t stop) -> None:
        self.s.stop = min(stop, ENDLESS)

    @property
    def bound(self) -> int:
        """Return a lower bound of the costs not searched yet; the stop if nothing cheaper is left."""
        cdef State* s = &self.s
        cdef int64_t low = s.stop
        cdef int32_t k
        for k in range(s.level + 1):
            low = min(low, least_left(s, &s.levels[k]))
        if s.phase == ENTER:
            low = min(low, s.branches[s.levels[s.level].at - 1].bound if s.level >= 0 else s.floor)
        elif s.phase != NEXT:
            low = min(low, s.base + s.below)
        return low

    @property
    def fraction(self) -> float:
        """Return the fraction of the tree already searched, taking all branches of a node as equal; it never falls."""
        cdef State* s = &self.s
        cdef double part = 1.0, done = 0.0
        cdef int32_t k
        for k in range(s.level + 1):
            part /= s.levels[k].end - s.levels[k].first
            done += part * (max(s.levels[k].at - s.levels[k].first, 1) - 1)
        return done

    @property
    def nbytes(self) -> int:
        cdef State* s = &self.s
        return self.taken + s.n_levels * sizeof(Level) + s.n_kept * sizeof(Price) + s.n_branches * sizeof(Branch)

    cdef Counters* counted(self) except NULL:
        return &self.s.count

    @property
    def work(self) -> int:
        """Return the number of entries read."""
        return self.s.work
