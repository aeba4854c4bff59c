# SPDX-License-Identifier: MIT
# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: embedsignature=True, embedsignature.format=python
"""All that follows from a mark, with steps of other rules among the consequences.

    level                                        rating
    0       a dynamic net, as in nets.py          8.5
    1       and locked digits, pairs, X-Wings     9.0
    2       and forcing chains and cycles         9.5
    3       and forcing nets of cells, houses    10.0
    4       and dynamic nets of level 0          10.5     in place of those of levels 2 and 3
    5       and dynamic nets of level 1          11.0     likewise

A net spreads until it rests. Then the first of these rules that finds anything on the marks left applies all of its
steps at once, and the net spreads again: that is a *round*. The marks that a step removes are false because of all
marks that the net removed from the step's units. So a step without such marks belongs to the puzzle, not to the net.
The nodes of a chain within add to those of the chains around it, once for each chain.

We grow the nets of all marks side by side, the cheapest round first. The nodes that a round of the last rule adds to a
net rest on all earlier rounds, so their least cost is a bound on all later conclusions of this net. The search ends
when no bound is below the best conclusion.

    node     2 * mark + 1 if the mark is true, 2 * mark if it is false
    unit     a cell, or 81 + 9 * house + digit
"""

cimport cython
from libc.stdint cimport int16_t, uint64_t
from libc.stdlib cimport calloc, free, qsort
from libc.string cimport memset

from dlx.kernels.kernel cimport popcount

from .nested_chains cimport chains, link_unit
from .nested_nets cimport add_chain, add_false, add_list, collect, cost, name_of, net_at, spread, start, walk
from .nested_pairs cimport hidden_pairs, locked, naked_pairs, x_wings
from .nested_state cimport (
    add,
    alive,
    CELL,
    checked,
    CONTRADICTION,
    DOUBLE,
    EASIER,
    excluded,
    gone,
    has,
    house_cell,
    house_peers,
    LAST,
    low_bit,
    Marks,
    MarkSet,
    MAX_DEPTH,
    N_MARKS,
    N_NODES,
    N_UNITS,
    N_WORDS,
    Net,
    NONE,
    NOTHING,
    place_bit,
    place_house,
    Reason,
    REGION,
    Rule,
    unit_mark,
    unit_marks,
    Work,
)

from .links import EXCLUDED as _EXCLUDED
from .marks import HOUSES as _HOUSES, PLACES as _PLACES

_KINDS = ("cell", "region", "contradiction", "double")


cdef void fill_tables():
    cdef int cell, k, h
    for h in range(27):
        for k in range(9):
            house_cell[h][k] = _HOUSES[h][k]
    for cell in range(81):
        for k, (house, place) in enumerate(_PLACES[cell]):
            place_house[cell][k] = house
            place_bit[cell][k] = 1 << place
    memset(house_peers, 0, sizeof(house_peers))
    for cell in range(N_MARKS):
        for k, other in enumerate(_EXCLUDED[cell]):
            excluded[cell][k] = other
            if other // 9 != cell // 9:
                add(house_peers[cell], other)
    checked[0], checked[1], checked[2] = 2, 0, 1


# ---- nets within nets

cdef Rule one_round(Work* work, Net* net, int level, int depth) noexcept nogil:
    """Apply the steps of the first rule that finds any."""
    if locked(work, net) or hidden_pairs(work, net) or naked_pairs(work, net):
        return EASIER
    if x_wings(work, net):
        return EASIER if level > 1 else LAST
    if 2 <= level <= 3 and chains(work, net):
        return EASIER if level > 2 else LAST
    if level == 3 and scan(work, net, NONE, depth + 1) or level >= 4 and scan(work, net, level - 4, depth + 1):
        return LAST
    return NOTHING


# ---- conclusions

cdef int branches(Work* work, int depth, const Marks* marks, Reason* reason, Net** nets, int16_t* nodes) noexcept nogil:
    """Write the nets of a conclusion, and its node in each; return their number."""
    cdef int n = 0, rest, k
    if reason.kind == CONTRADICTION:
        nets[0] = nets[1] = work.nets[depth][reason.place]
        nodes[0], nodes[1] = 2 * nets[0].clash, 2 * nets[0].clash + 1
        return 2
    if reason.kind == DOUBLE:
        nets[0], nets[1] = work.nets[depth][reason.place], work.nets[depth][reason.place ^ 1]
        nodes[0] = nodes[1] = reason.node
        return 2
    rest = unit_marks(marks, reason.place)
    while rest:
        k = low_bit(rest)
        rest &= rest - 1
        nets[n] = work.nets[depth][2 * unit_mark(reason.place, k) + 1]
        nodes[n] = reason.node
        n += 1
    return n


cdef void conclude(Work* work, int depth, const Marks* marks, int kind, int place, int node) noexcept nogil:
    """Store a conclusion if it is the cheapest for its node."""
    cdef Reason* best = &work.reasons[depth][node]
    cdef Reason reason
    cdef Net* nets[9]
    cdef int16_t nodes[9]
    cdef int n, k, total
    cdef bint outside = False
    reason.kind = kind
    reason.place = place
    reason.node = node
    n = branches(work, depth, marks, &reason, nets, nodes)
    if nets[0].outer != NULL:  # within a net, a conclusion needs a mark that this net removed
        outside = kind <= REGION and gone(nets[0].outer, marks, place) != 0
        for k in range(n):
            outside = outside or nets[k].outside[nodes[k]]
        if not outside:
            return
    total = cost(work, nets, nodes, n, best.cost)
    if total < best.cost:
        best[0] = reason
        best.cost = total


cdef void agree(Work* work, int depth, const Marks* marks, int kind, int place, Net** nets, int n) noexcept nogil:
    """Conclude that the marks on which all nets agree are true or false."""
    cdef int w, k, node
    cdef uint64_t true, false
    for w in range(N_WORDS):
        true = false = ~<uint64_t> 0
        for k in range(n):
            true &= nets[k].true[w]
            false &= nets[k].false[w]
        while true:
            node = 2 * (64 * w + low_bit(true)) + 1
            true &= true - 1
            conclude(work, depth, marks, kind, place, node)
        while false:
            node = 2 * (64 * w + low_bit(false))
            false &= false - 1
            conclude(work, depth, marks, kind, place, node)


cdef void agree_unit(Work* work, int depth, const Marks* marks, int unit) noexcept nogil:
    cdef Net* nets[9]
    cdef int n = 0, rest = unit_marks(marks, unit)
    while rest:
        nets[n] = work.nets[depth][2 * unit_mark(unit, low_bit(rest)) + 1]
        rest &= rest - 1
        n += 1
    agree(work, depth, marks, CELL if unit < 81 else REGION, unit, nets, n)


cdef void agree_pair(Work* work, int depth, const Marks* marks, int mark) noexcept nogil:
    cdef Net* nets[2]
    nets[0], nets[1] = work.nets[depth][2 * mark], work.nets[depth][2 * mark + 1]
    agree(work, depth, marks, DOUBLE, 2 * mark, nets, 2)


cdef void refute(Work* work, int depth, const Marks* marks, int node) noexcept nogil:
    if work.nets[depth][node].clash != NONE:
        conclude(work, depth, marks, CONTRADICTION, node, node ^ 1)


cdef bint split(const Marks* marks, int unit, int fewer) noexcept nogil:
    """Return whether the program looks at all marks of a unit together."""
    cdef int rest = unit_marks(marks, unit)
    if popcount(rest) <= fewer:
        return False
    return unit < 81 or popcount(marks.cells[unit_mark(unit, low_bit(rest)) // 9]) > fewer


cdef void clear_reasons(Work* work, int depth) noexcept nogil:
    cdef int node
    for node in range(N_NODES):
        work.reasons[depth][node].cost = 1 << 30


cdef int by_cost(const void* a, const void* b) noexcept nogil:
    cdef Reason* first = (<Reason**> a)[0]
    cdef Reason* second = (<Reason**> b)[0]
    return first.cost - second.cost if first.cost != second.cost else first.node - second.node


cdef bint scan(Work* work, Net* around, int level, int depth) noexcept nogil:
    """Apply all conclusions of nets in the marks of a net; at level NONE, of static nets."""
    cdef const Marks* marks = &around.now
    cdef int mark, unit, node, n = 0, fewer = 2 if level == NONE else 1
    cdef Net* net
    cdef bint found = False
    for node in range(N_NODES):
        mark = node >> 1
        if not alive(marks, mark) or (level == NONE and not node & 1):
            continue
        net = net_at(work, depth, node)
        if net == NULL:
            return False
        start(net, marks, around.base, node)
        spread(work, net, level != NONE)
        if level > 0:
            while net.clash == NONE and not work.failed and one_round(work, net, level, depth) != NOTHING:
                spread(work, net, True)
    clear_reasons(work, depth)
    for unit in range(N_UNITS):
        if split(marks, unit, fewer):
            agree_unit(work, depth, marks, unit)
    if level != NONE:
        for mark in range(N_MARKS):
            if alive(marks, mark) and popcount(marks.cells[mark // 9]) > 1:
                refute(work, depth, marks, 2 * mark)
                refute(work, depth, marks, 2 * mark + 1)
                agree_pair(work, depth, marks, mark)
    for node in range(N_NODES):
        if work.reasons[depth][node].cost < 1 << 30:
            work.sorted[depth][n] = &work.reasons[depth][node]
            n += 1
    qsort(work.sorted[depth], n, sizeof(Reason*), by_cost)
    for unit in range(n):
        found |= apply(work, around, depth, work.sorted[depth][unit])
    return found


cdef bint apply(Work* work, Net* around, int depth, Reason* reason) noexcept nogil:
    """Add the marks that a conclusion within a net removes."""
    cdef int mark = reason.node >> 1, cell = mark // 9, rest = 0, shown, k, n, i, m, at, chain
    cdef Net* nets[9]
    cdef int16_t nodes[9]
    cdef int unit
    cdef MarkSet because
    cdef bint found = False
    shown = around.now.cells[cell] & ~(1 << mark % 9) if reason.node & 1 else 1 << mark % 9
    while shown:
        k = low_bit(shown)
        shown &= shown - 1
        if not has(around.false, cell * 9 + k):
            rest |= 1 << k
    if not rest:
        return False
    memset(because, 0, sizeof(MarkSet))
    n = branches(work, depth, &around.now, reason, nets, nodes)
    if reason.kind <= REGION:
        collect(around, reason.place, because)
    for k in range(n):
        m = walk(work, nets[k], nodes[k])
        for i in range(m):
            if work.stack[i] & 1:
                unit = nets[k].cause[work.stack[i] >> 1]
                if unit != NONE:
                    collect(around, unit, because)
    at = add_list(work, around, because)
    chain = add_chain(work, around, reason.cost, name_of(work, nets, nodes, n))
    while at != NONE and chain != NONE and rest:
        k = low_bit(rest)
        rest &= rest - 1
        found |= add_false(around, cell * 9 + k, at, chain)
    return found


# ---- the search

@cython.final
cdef class NestedNets:
    """The nets of all marks of a puzzle, at a level; `step()` until it returns False, then read `best`."""

    cdef Work* work
    cdef Marks marks
    cdef int level

    def __cinit__(self, list cells not None: list[int], list where not None: list[int], int level):
        cdef int k
        self.work = <Work*> calloc(1, sizeof(Work))
        if self.work == NULL:
            raise MemoryError
        for k in range(81):
            self.marks.cells[k] = cells[k]
        for k in range(243):
            self.marks.where[k] = where[k]
        self.level = level
        with nogil:
            self.begin()
        self.check()

    def __dealloc__(self):
        cdef int depth, node
        if self.work == NULL:
            return
        for depth in range(MAX_DEPTH):
            for node in range(N_NODES):
                if self.work.nets[depth][node] != NULL:
                    free(self.work.nets[depth][node].pool)
                    free(self.work.nets[depth][node].chains)
                    free(self.work.nets[depth][node])
        free(self.work.found)
        free(self.work)

    cdef int check(self) except -1:
        if self.work.failed:
            raise MemoryError
        return 0

    cdef void begin(self) noexcept nogil:
        """Make the nets without rounds, and their conclusions."""
        cdef int node, unit
        cdef Net* net
        clear_reasons(self.work, 0)
        for node in range(N_NODES):
            if not alive(&self.marks, node >> 1):
                continue
            net = net_at(self.work, 0, node)
            if net == NULL:
                return
            start(net, &self.marks, NULL, node)
            spread(self.work, net, True)
            net.over = self.level == 0
        for unit in range(N_UNITS):
            if split(&self.marks, unit, 1):
                agree_unit(self.work, 0, &self.marks, unit)
        for node in range(N_NODES):
            if alive(&self.marks, node >> 1):
                refute(self.work, 0, &self.marks, node)
                if node & 1:
                    agree_pair(self.work, 0, &self.marks, node >> 1)

    cdef Reason* cheapest(self) noexcept nogil:
        cdef int node
        cdef Reason* best = &self.work.reasons[0][0]
        for node in range(1, N_NODES):
            if self.work.reasons[0][node].cost < best.cost:
                best = &self.work.reasons[0][node]
        return best

    cdef int next_net(self) noexcept nogil:
        """Return the net with the least bound, or NONE if none can lead to a cheaper conclusion."""
        cdef int node, best = NONE, least = self.cheapest().cost
        cdef Net* net
        for node in range(N_NODES):
            if alive(&self.marks, node >> 1):
                net = self.work.nets[0][node]
                if not net.over and net.clash == NONE and net.bound < least:
                    best, least = node, net.bound
        return best

    cdef bint grow(self) noexcept nogil:
        """Apply a round to the cheapest net, and draw new conclusions."""
        cdef int node = self.next_net(), k, mark, before, unit, least = 1 << 30
        cdef int16_t false
        cdef Net* net
        cdef Rule rule
        if node == NONE:
            return False
        net = self.work.nets[0][node]
        before = net.negative_tail
        rule = one_round(self.work, net, self.level, 0)
        if rule == NOTHING:
            net.over = True
            return True
        if rule == LAST:
            for k in range(before, net.negative_tail):
                false = 2 * net.negative[k]
                least = min(least, cost(self.work, &net, &false, 1, 1 << 30))
            net.bound = max(net.bound, least)
        spread(self.work, net, True)
        mark = node >> 1
        refute(self.work, 0, &self.marks, node)
        agree_pair(self.work, 0, &self.marks, mark)
        if node & 1:
            for k in range(4):
                unit = link_unit(mark, k)
                if split(&self.marks, unit, 1):
                    agree_unit(self.work, 0, &self.marks, unit)
        return True

    def step(self) -> bool:
        """Apply a round to one net; return False if there is nothing left to do."""
        cdef bint more
        with nogil:
            more = self.grow()
        self.check()
        return more

    @property
    def best(self) -> tuple[int, str, int, bool] | None:
        """The cheapest conclusion: number of nodes, kind, mark, whether it is true; None if there is none."""
        cdef Reason* best = self.cheapest()
        if best.cost == 1 << 30:
            return None
        return best.cost, _KINDS[best.kind], best.node >> 1, bool(best.node & 1)


fill_tables()
