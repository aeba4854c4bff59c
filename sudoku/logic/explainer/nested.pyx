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
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc
from libc.string cimport memcpy, memset

from dlx.kernels.kernel cimport popcount

from .links import EXCLUDED as _EXCLUDED
from .marks import HOUSES as _HOUSES, PLACES as _PLACES

cdef enum:
    N_MARKS = 729
    N_NODES = 1458
    N_WORDS = 12
    N_UNITS = 324
    N_EXCLUDED = 28  # marks that a mark excludes
    MAX_DEPTH = 4
    NONE = -1

cdef enum Rule:  # the rule of a round
    NOTHING
    EASIER
    LAST

cdef enum Kind:  # of a conclusion
    CELL
    REGION
    CONTRADICTION
    DOUBLE

_KINDS = ("cell", "region", "contradiction", "double")

ctypedef uint64_t MarkSet[N_WORDS]


# ---- constant tables

cdef int16_t house_cell[27][9]
cdef int16_t place_house[81][3]  # row, column, box
cdef int16_t place_bit[81][3]
cdef int16_t excluded[N_MARKS][N_EXCLUDED]
cdef int16_t checked[3]  # order in which a node looks at its houses: box, row, column
cdef MarkSet house_peers[N_MARKS]  # places that see the place of a mark, same digit


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


# ---- sets of marks

cdef inline bint has(const uint64_t* marks, int mark) noexcept nogil:
    return marks[mark >> 6] >> (mark & 63) & 1


cdef inline void add(uint64_t* marks, int mark) noexcept nogil:
    marks[mark >> 6] |= <uint64_t> 1 << (mark & 63)


cdef inline int low_bit(uint64_t word) noexcept nogil:
    """Return the number of the lowest bit."""
    return popcount((word & (~word + 1)) - 1)


cdef inline int single(int mask) noexcept nogil:
    """Return the place of the only bit of a set, or NONE."""
    return low_bit(mask) if mask and not mask & (mask - 1) else NONE


# ---- pencil marks, as in marks.py

cdef struct Marks:
    uint16_t cells[81]
    uint16_t where[243]


cdef inline bint alive(const Marks* marks, int mark) noexcept nogil:
    return marks.cells[mark // 9] >> (mark % 9) & 1


cdef inline void remove(Marks* marks, int mark) noexcept nogil:
    cdef int cell = mark // 9, digit = mark % 9, k
    marks.cells[cell] &= ~(1 << digit)
    for k in range(3):
        marks.where[place_house[cell][k] * 9 + digit] &= ~place_bit[cell][k]


cdef inline int unit_marks(const Marks* marks, int unit) noexcept nogil:
    """Return the digits of a cell, or the places of a digit in a house."""
    return marks.cells[unit] if unit < 81 else marks.where[unit - 81]


cdef inline int unit_mark(int unit, int k) noexcept nogil:
    """Return a mark of a unit by its digit or place."""
    if unit < 81:
        return unit * 9 + k
    return house_cell[(unit - 81) // 9][k] * 9 + (unit - 81) % 9


cdef inline int gone(const Marks* before, const Marks* after, int unit) noexcept nogil:
    return unit_marks(before, unit) & ~unit_marks(after, unit)


# ---- nets

cdef struct Inner:  # a chain within a net
    int32_t cost
    uint64_t name  # a hash of its nodes: equal chains count once


cdef struct Net:  # a node and all that follows from it
    const Marks* base  # before the net
    const Marks* outer  # before the net around it; NULL if there is none
    Marks now  # without the marks of the net that were false and have been followed
    MarkSet true
    MarkSet false
    int16_t positive[N_MARKS]  # marks in the order in which they became true
    int16_t negative[N_MARKS]
    int32_t positive_head, positive_tail, negative_head, negative_tail
    int32_t clash  # a mark both true and false, or NONE
    int32_t parents[N_NODES]  # NONE, -2 - parent, or the place in the pool of a list that starts with its length
    uint16_t sizes[N_NODES]  # number of nodes that a node rests on, with itself; 0 if not counted yet
    int16_t cause[N_MARKS]  # unit that made a mark true, or NONE
    int16_t inner[N_MARKS]  # chain within that made a mark false, or NONE
    uint8_t outside[N_NODES]  # whether a node rests on marks that the net around removed
    int16_t* pool
    int32_t pool_size, pool_room
    Inner* chains
    int32_t n_chains, chains_room
    int32_t bound  # least cost of a conclusion that the net has not shown yet
    bint over  # no round finds anything


cdef struct Reason:  # a conclusion
    int32_t cost
    int16_t kind
    int16_t place  # the unit, or the first node of the net
    int16_t node  # the conclusion


cdef struct Chain:  # a forcing chain or cycle in the marks of a net
    int32_t rank  # its rating, then its nodes, smallest first
    int32_t number
    int32_t cost
    uint64_t name
    MarkSet removed
    MarkSet because  # marks that the net removed and the chain needs


cdef struct Links:  # of the marks of a net; strong links come first within the cell, then within box, row, column
    int16_t mates[N_MARKS][4]  # the other mark of a unit of two, or NONE
    MarkSet open


cdef struct Paths:  # alternating paths from a mark
    MarkSet true
    MarkSet false
    int16_t trues[N_MARKS]
    int16_t falses[N_MARKS]
    int16_t true_from[N_MARKS]  # the false mark before, or NONE
    int16_t true_by[N_MARKS]  # number of the strong link
    int16_t false_from[N_MARKS]  # the true mark before, or NONE
    int16_t nodes[N_MARKS]  # of the path to a true mark
    int32_t n_trues, n_falses


cdef struct Work:  # memory for nets within nets
    Net* nets[MAX_DEPTH][N_NODES]
    Reason reasons[MAX_DEPTH][N_NODES]
    Reason* sorted[MAX_DEPTH][N_NODES]
    uint16_t seen[N_NODES]  # the last walk that visited a node
    uint16_t walk
    int16_t stack[N_NODES]
    Chain* found  # chains of one round
    int32_t n_found, found_room
    int32_t rank[N_MARKS]  # of the best chain that removes a mark
    Links links
    Paths paths
    bint failed  # no memory


cdef Net* net_at(Work* work, int depth, int node) noexcept nogil:
    """Return the memory of a net; NULL if there is none."""
    if work.nets[depth][node] == NULL:
        work.nets[depth][node] = <Net*> calloc(1, sizeof(Net))
        if work.nets[depth][node] == NULL:
            work.failed = True
    return work.nets[depth][node]


cdef bint reserve(Work* work, Net* net, int n) noexcept nogil:
    """Make room for n further numbers in the pool; return false if there is no memory."""
    cdef void* moved
    if net.pool_size + n > net.pool_room:
        net.pool_room = 2 * (net.pool_size + n) + 512
        moved = realloc(net.pool, net.pool_room * sizeof(int16_t))
        if moved == NULL:
            work.failed = True
            net.pool_room = net.pool_size
            return False
        net.pool = <int16_t*> moved
    return True


cdef void start(Net* net, const Marks* base, const Marks* outer, int node) noexcept nogil:
    cdef int mark = node >> 1
    net.base = base
    net.outer = outer
    memcpy(&net.now, base, sizeof(Marks))
    memset(net.true, 0, sizeof(MarkSet))
    memset(net.false, 0, sizeof(MarkSet))
    memset(net.sizes, 0, sizeof(net.sizes))
    net.positive_head = net.positive_tail = net.negative_head = net.negative_tail = 0
    net.clash = NONE
    net.pool_size = net.n_chains = net.bound = 0
    net.over = False
    net.parents[node] = NONE
    net.outside[node] = False
    if node & 1:
        add(net.true, mark)
        net.cause[mark] = NONE
        net.positive[0] = mark
        net.positive_tail = 1
    else:
        add(net.false, mark)
        net.inner[mark] = NONE
        net.negative[0] = mark
        net.negative_tail = 1


cdef inline bint exclude(Net* net, int mark) noexcept nogil:
    """Add the marks that are false because a mark is true."""
    cdef int k, other
    for k in range(N_EXCLUDED):
        other = excluded[mark][k]
        if alive(net.base, other) and not has(net.false, other):
            add(net.false, other)
            net.parents[2 * other] = -2 - (2 * mark + 1)
            net.inner[other] = NONE
            net.outside[2 * other] = net.outside[2 * mark + 1]
            net.negative[net.negative_tail] = other
            net.negative_tail += 1
            if has(net.true, other):
                net.clash = other
                return False
    return True


cdef inline bint complete(Work* work, Net* net, int unit, const Marks* left, int without) noexcept nogil:
    """Add the last mark of a unit."""
    cdef int k = single(unit_marks(left, unit) & ~without), last, others, at
    cdef bint outside
    if k == NONE:
        return True
    last = unit_mark(unit, k)
    if has(net.true, last):
        return True
    add(net.true, last)
    others = unit_marks(net.base, unit) & ~(1 << k)
    if not reserve(work, net, 10):
        return False
    at = net.pool_size
    net.parents[2 * last + 1] = at
    net.cause[last] = unit
    outside = net.outer != NULL and gone(net.outer, net.base, unit) != 0
    net.pool_size += 1
    while others:
        k = low_bit(others)
        others &= others - 1
        k = 2 * unit_mark(unit, k)
        outside = outside or net.outside[k]
        net.pool[net.pool_size] = k
        net.pool_size += 1
    net.pool[at] = net.pool_size - at - 1
    net.outside[2 * last + 1] = outside
    net.positive[net.positive_tail] = last
    net.positive_tail += 1
    if has(net.false, last):
        net.clash = last
        return False
    return True


cdef void spread(Work* work, Net* net, bint dynamic) noexcept nogil:
    """Follow all nodes, until nothing follows or a contradiction is found."""
    cdef int mark, cell, digit, k, unit
    while net.clash == NONE and not work.failed:
        if net.positive_head < net.positive_tail:
            net.positive_head += 1
            exclude(net, net.positive[net.positive_head - 1])
        elif net.negative_head < net.negative_tail:
            mark = net.negative[net.negative_head]
            net.negative_head += 1
            cell, digit = mark // 9, mark % 9
            if dynamic:
                remove(&net.now, mark)
            for k in range(-1, 3):
                unit = cell if k < 0 else 81 + place_house[cell][checked[k]] * 9 + digit
                if dynamic:
                    if not complete(work, net, unit, &net.now, 0):
                        break
                elif not complete(work, net, unit, net.base, 1 << digit if k < 0 else place_bit[cell][checked[k]]):
                    break
        else:
            return


# ---- what a node rests on

cdef void begin_walk(Work* work) noexcept nogil:
    work.walk += 1
    if work.walk == 0:
        memset(work.seen, 0, sizeof(work.seen))
        work.walk = 1


cdef int walk(Work* work, Net* net, int node) noexcept nogil:
    """Count the nodes that a node rests on; they are then on the stack, the node first."""
    cdef int n = 1, next = 0, at, k, parent
    begin_walk(work)
    work.stack[0] = node
    work.seen[node] = work.walk
    while next < n:
        at = net.parents[work.stack[next]]
        next += 1
        if at <= -2:
            parent = -2 - at
            if work.seen[parent] != work.walk:
                work.seen[parent] = work.walk
                work.stack[n] = parent
                n += 1
        elif at >= 0:
            for k in range(net.pool[at]):
                parent = net.pool[at + 1 + k]
                if work.seen[parent] != work.walk:
                    work.seen[parent] = work.walk
                    work.stack[n] = parent
                    n += 1
    return n


cdef inline int size(Work* work, Net* net, int node) noexcept nogil:
    if net.sizes[node] == 0:
        net.sizes[node] = walk(work, net, node)
    return net.sizes[node]


cdef enum:
    MOST_INNER = 4096  # chains counted within one conclusion


cdef int cost(Work* work, Net** nets, int16_t* nodes, int n, int below) noexcept nogil:
    """Return the number of nodes of some branches and of the chains within, or `below` if it is not smaller."""
    cdef int total = 0, k, i, j, m, mark
    cdef uint64_t names[MOST_INNER]
    cdef int n_names = 0
    cdef Inner* inner
    cdef bint new
    for k in range(n):
        total += size(work, nets[k], nodes[k])
        if total >= below:
            return below
    for k in range(n):
        if nets[k].n_chains == 0:
            continue
        m = walk(work, nets[k], nodes[k])
        for i in range(m):
            if work.stack[i] & 1:
                continue
            mark = work.stack[i] >> 1
            if nets[k].inner[mark] == NONE:
                continue
            inner = &nets[k].chains[nets[k].inner[mark]]
            new = True
            for j in range(n_names):
                if names[j] == inner.name:
                    new = False
                    break
            if new and n_names < MOST_INNER:
                names[n_names] = inner.name
                n_names += 1
                total += inner.cost
                if total >= below:
                    return below
    return total


cdef uint64_t name_of(Work* work, Net** nets, int16_t* nodes, int n) noexcept nogil:
    """Return a hash of the branches of a conclusion."""
    cdef uint64_t whole = 0, branch, word
    cdef int k, i, m
    for k in range(n):
        branch = 0
        m = walk(work, nets[k], nodes[k])
        for i in range(m):
            word = (<uint64_t> work.stack[i] + 1) * <uint64_t> 0x9E3779B97F4A7C15
            branch += (word ^ word >> 29) * <uint64_t> 0xBF58476D1CE4E5B9
        whole = (whole ^ branch) * <uint64_t> 0x94D049BB133111EB + n
    return whole


# ---- steps within a net

cdef bint add_false(Net* net, int mark, int at, int inner) noexcept nogil:
    """Add a mark that a step within the net removes; return whether it is new."""
    cdef int k
    if has(net.false, mark) or not alive(&net.now, mark):
        return False
    add(net.false, mark)
    net.parents[2 * mark] = at
    net.inner[mark] = inner
    net.outside[2 * mark] = False
    for k in range(net.pool[at]):
        if net.outside[net.pool[at + 1 + k]]:
            net.outside[2 * mark] = True
            break
    net.negative[net.negative_tail] = mark
    net.negative_tail += 1
    return True


cdef int add_parents(Work* work, Net* net, int* units, int n) noexcept nogil:
    """Add the marks that the net removed from some units to the pool; return the place of the list, or NONE."""
    cdef int at, k, rest, node
    if not reserve(work, net, 9 * n + 1):
        return NONE
    at = net.pool_size
    net.pool_size += 1
    for k in range(n):
        rest = gone(net.base, &net.now, units[k])
        while rest:
            node = 2 * unit_mark(units[k], low_bit(rest))
            rest &= rest - 1
            net.pool[net.pool_size] = node
            net.pool_size += 1
    net.pool[at] = net.pool_size - at - 1
    if net.pool[at] == 0:
        net.pool_size = at
        return NONE
    return at


cdef bint remove_places(Work* work, Net* net, int unit, int places, int* because, int n) noexcept nogil:
    """Remove marks of a unit by a step that rests on n units."""
    cdef int at, k, rest = 0
    cdef bint found = False
    cdef int shown = places & unit_marks(&net.now, unit)
    while shown:
        k = low_bit(shown)
        shown &= shown - 1
        if not has(net.false, unit_mark(unit, k)):
            rest |= 1 << k
    if not rest:
        return False
    at = add_parents(work, net, because, n)
    while at != NONE and rest:
        k = low_bit(rest)
        rest &= rest - 1
        found |= add_false(net, unit_mark(unit, k), at, NONE)
    return found


cdef bint locked(Work* work, Net* net) noexcept nogil:
    """Apply pointing and claiming."""
    cdef int box, digit, places, k, line, across, unit, base, group
    cdef bint found = False
    for across in range(1, -1, -1):  # columns first
        for box in range(18, 27):
            for digit in range(9):
                unit = 81 + box * 9 + digit
                places = unit_marks(&net.now, unit)
                if not places & (places - 1):
                    continue
                for k in range(3):
                    group = (0o111 if across else 0o7) << (k if across else 3 * k)
                    if places & ~group == 0:
                        line = 9 + (box - 18) % 3 * 3 + k if across else (box - 18) // 3 * 3 + k
                        base = 3 * ((box - 18) // 3) if across else 3 * ((box - 18) % 3)
                        found |= remove_places(work, net, 81 + line * 9 + digit, 511 & ~(7 << base), &unit, 1)
    for across in range(1, -1, -1):  # columns first
        for line in range(9 * across, 9 * across + 9):
            for digit in range(9):
                unit = 81 + line * 9 + digit
                places = unit_marks(&net.now, unit)
                if not places & (places - 1):
                    continue
                for k in range(3):
                    if places & ~(7 << 3 * k) == 0:
                        box = 18 + (3 * k + (line - 9) // 3 if across else line // 3 * 3 + k)
                        group = (0o111 if across else 0o7) << (line % 3 if across else 3 * (line % 3))
                        found |= remove_places(work, net, 81 + box * 9 + digit, 511 & ~group, &unit, 1)
    return found


cdef bint hidden_pairs(Work* work, Net* net) noexcept nogil:
    cdef int h, house, a, b, places, rest, cell
    cdef int units[2]
    cdef bint found = False
    for h in range(27):
        house = (h + 18) % 27
        for a in range(9):
            places = net.now.where[house * 9 + a]
            if popcount(places) != 2:
                continue
            for b in range(a + 1, 9):
                if net.now.where[house * 9 + b] == places:
                    units[0], units[1] = 81 + house * 9 + a, 81 + house * 9 + b
                    rest = places
                    while rest:
                        cell = house_cell[house][low_bit(rest)]
                        rest &= rest - 1
                        found |= remove_places(work, net, cell, ~(1 << a | 1 << b), units, 2)
    return found


cdef bint naked_pairs(Work* work, Net* net) noexcept nogil:
    cdef int h, house, i, j, k, digits
    cdef int units[2]
    cdef bint found = False
    for h in range(27):
        house = (h + 18) % 27
        for i in range(9):
            units[0] = house_cell[house][i]
            digits = net.now.cells[units[0]]
            if popcount(digits) != 2:
                continue
            for j in range(i + 1, 9):
                units[1] = house_cell[house][j]
                if net.now.cells[units[1]] == digits:
                    for k in range(9):
                        if k != i and k != j:
                            found |= remove_places(work, net, house_cell[house][k], digits, units, 2)
    return found


cdef bint x_wings(Work* work, Net* net) noexcept nogil:
    cdef int first, across, digit, a, b, k, places, rest
    cdef int units[2]
    cdef bint found = False
    for first in range(9, -1, -9):
        across = 9 - first
        for digit in range(9):
            for a in range(9):
                places = net.now.where[(first + a) * 9 + digit]
                if popcount(places) != 2:
                    continue
                for b in range(a + 1, 9):
                    if net.now.where[(first + b) * 9 + digit] == places:
                        units[0], units[1] = 81 + (first + a) * 9 + digit, 81 + (first + b) * 9 + digit
                        rest = places
                        while rest:
                            k = low_bit(rest)
                            rest &= rest - 1
                            found |= remove_places(
                                work, net, 81 + (across + k) * 9 + digit, ~(1 << a | 1 << b), units, 2
                            )
    return found


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


cdef void collect(Net* net, int unit, uint64_t* because) noexcept nogil:
    """Add the marks that a net removed from a unit to a set."""
    cdef int rest = gone(net.base, &net.now, unit)
    while rest:
        add(because, unit_mark(unit, low_bit(rest)))
        rest &= rest - 1


cdef int add_list(Work* work, Net* net, uint64_t* marks) noexcept nogil:
    """Add marks that the net removed to the pool as parents; return the place of the list, or NONE."""
    cdef int at, w
    cdef uint64_t rest
    if not reserve(work, net, N_MARKS + 1):
        return NONE
    at = net.pool_size
    net.pool_size += 1
    for w in range(N_WORDS):
        rest = marks[w]
        while rest:
            net.pool[net.pool_size] = 2 * (64 * w + low_bit(rest))
            net.pool_size += 1
            rest &= rest - 1
    net.pool[at] = net.pool_size - at - 1
    if net.pool[at] == 0:
        net.pool_size = at
        return NONE
    return at


cdef int add_chain(Work* work, Net* net, int cost, uint64_t name) noexcept nogil:
    cdef void* moved
    if net.n_chains == net.chains_room:
        moved = realloc(net.chains, 2 * (net.chains_room + 8) * sizeof(Inner))
        if moved == NULL:
            work.failed = True
            return NONE
        net.chains = <Inner*> moved
        net.chains_room = 2 * (net.chains_room + 8)
    net.chains[net.n_chains].cost = cost
    net.chains[net.n_chains].name = name
    net.n_chains += 1
    return net.n_chains - 1


# ---- forcing chains and cycles within a net, as in chains.py

cdef enum:
    X_LINKS = 0b1110  # strong links, by their numbers
    Y_LINKS = 0b0001
    ALL_LINKS = 0b1111


cdef int lengthening(int nodes) noexcept nogil:
    """Return the tenths that nodes add to a rating, as links.lengthening does."""
    cdef int tenths = 0, most = 4
    while nodes > most:
        most = most * 4 // 3 if tenths & 1 else most * 3 // 2
        tenths += 1
    return tenths


cdef bint chains(Work* work, Net* net) noexcept nogil:
    """Apply all forcing chains and cycles."""
    cdef int mark, k
    cdef Links* links = &work.links
    cdef Paths* paths = &work.paths
    cdef bint found = False
    link(links, &net.now)
    work.n_found = 0
    for mark in range(N_MARKS):
        work.rank[mark] = 1 << 30
    for mark in range(N_MARKS):
        if not has(links.open, mark):
            continue
        follow(work, 2 * mark + 1, X_LINKS)
        cycles(work, net, mark, X_LINKS, 65)
        if has(paths.false, mark):
            add_path(work, net, 2 * mark, X_LINKS, 66)
        follow(work, 2 * mark, X_LINKS)
        if has(paths.true, mark):
            add_path(work, net, 2 * mark + 1, X_LINKS, 66)
        if links.mates[mark][0] != NONE:
            follow(work, 2 * mark + 1, Y_LINKS)
            cycles(work, net, mark, Y_LINKS, 65)
        follow(work, 2 * mark + 1, ALL_LINKS)
        cycles(work, net, mark, ALL_LINKS, 70)
        if has(paths.false, mark):
            add_path(work, net, 2 * mark, ALL_LINKS, 70)
        follow(work, 2 * mark, ALL_LINKS)
        if has(paths.true, mark):
            add_path(work, net, 2 * mark + 1, ALL_LINKS, 70)
    qsort(work.found, work.n_found, sizeof(Chain), by_rank)
    for k in range(work.n_found):
        found |= apply_chain(work, net, &work.found[k])
    return found


cdef int by_rank(const void* a, const void* b) noexcept nogil:
    cdef Chain* first = <Chain*> a
    cdef Chain* second = <Chain*> b
    return first.rank - second.rank if first.rank != second.rank else first.number - second.number


cdef bint apply_chain(Work* work, Net* net, Chain* chain) noexcept nogil:
    cdef int w, at, inner
    cdef uint64_t rest
    cdef bint found = False
    for w in range(N_WORDS):
        chain.removed[w] &= ~net.false[w]
        found |= chain.removed[w] != 0
    if not found:
        return False
    at = add_list(work, net, chain.because)
    inner = add_chain(work, net, chain.cost, chain.name)
    if at == NONE or inner == NONE:
        return False
    for w in range(N_WORDS):
        rest = chain.removed[w]
        while rest:
            add_false(net, 64 * w + low_bit(rest), at, inner)
            rest &= rest - 1
    return True


cdef void link(Links* links, const Marks* marks) noexcept nogil:
    cdef int mark, unit, first, second, k, rest, house
    memset(links, -1, sizeof(Links))
    memset(links.open, 0, sizeof(MarkSet))
    for mark in range(N_MARKS):
        if alive(marks, mark):
            add(links.open, mark)
    for unit in range(N_UNITS):
        rest = unit_marks(marks, unit)
        if popcount(rest) != 2:
            continue
        first = unit_mark(unit, low_bit(rest))
        second = unit_mark(unit, low_bit(rest & (rest - 1)))
        house = (unit - 81) // 9
        k = 0 if unit < 81 else 1 if house >= 18 else 2 if house < 9 else 3
        links.mates[first][k] = second
        links.mates[second][k] = first


cdef inline int link_unit(int mark, int k) noexcept nogil:
    """Return the unit of a strong link of a mark."""
    return mark // 9 if k == 0 else 81 + place_house[mark // 9][checked[k - 1]] * 9 + mark % 9


cdef void follow(Work* work, int node, int strong) noexcept nogil:
    """Follow the links from a node, shortest paths first."""
    cdef Links* links = &work.links
    cdef Paths* paths = &work.paths
    cdef int mark = node >> 1, other, k, next_true = 0, next_false = 0
    cdef int first = 8 if strong == X_LINKS else 0  # weak links within the cell are no X-links
    memset(paths.true, 0, sizeof(MarkSet))
    memset(paths.false, 0, sizeof(MarkSet))
    paths.n_trues = paths.n_falses = 0
    if node & 1:
        add(paths.true, mark)
        paths.trues[0] = mark
        paths.true_from[mark] = NONE
        paths.nodes[mark] = 1
        paths.n_trues = 1
    else:
        add(paths.false, mark)
        paths.falses[0] = mark
        paths.false_from[mark] = NONE
        paths.n_falses = 1
    while True:
        if next_true < paths.n_trues:
            mark = paths.trues[next_true]
            next_true += 1
            for k in range(first, N_EXCLUDED):
                other = excluded[mark][k]
                if has(links.open, other) and not has(paths.false, other):
                    add(paths.false, other)
                    paths.false_from[other] = mark
                    paths.falses[paths.n_falses] = other
                    paths.n_falses += 1
        elif next_false < paths.n_falses:
            mark = paths.falses[next_false]
            next_false += 1
            for k in range(4):
                other = links.mates[mark][k]
                if other != NONE and strong >> k & 1 and not has(paths.true, other):
                    add(paths.true, other)
                    paths.true_from[other] = mark
                    paths.true_by[other] = k
                    paths.nodes[other] = 2
                    if paths.false_from[mark] != NONE:
                        paths.nodes[other] += paths.nodes[paths.false_from[mark]]
                    paths.trues[paths.n_trues] = other
                    paths.n_trues += 1
        else:
            return


cdef Chain* new_chain(Work* work) noexcept nogil:
    """Return memory for a chain; NULL if there is none."""
    cdef void* moved
    cdef Chain* chain
    if work.n_found == work.found_room:
        moved = realloc(work.found, 2 * (work.found_room + 32) * sizeof(Chain))
        if moved == NULL:
            work.failed = True
            return NULL
        work.found = <Chain*> moved
        work.found_room = 2 * (work.found_room + 32)
    chain = &work.found[work.n_found]
    memset(chain, 0, sizeof(Chain))
    chain.number = work.n_found
    return chain


cdef void keep(Work* work, Chain* chain, int tenths, int nodes) noexcept nogil:
    """Keep the newest chain if it rests on the net."""
    cdef int w
    cdef uint64_t rest = 0
    for w in range(N_WORDS):
        rest |= chain.because[w]
    if not rest:
        return
    chain.rank = rank_of(tenths, nodes)
    chain.cost = nodes
    work.n_found += 1
    for w in range(N_WORDS):
        rest = chain.removed[w]
        while rest:
            work.rank[64 * w + low_bit(rest)] = min(work.rank[64 * w + low_bit(rest)], chain.rank)
            rest &= rest - 1


cdef inline int rank_of(int tenths, int nodes) noexcept nogil:
    return (tenths + lengthening(nodes - 2)) * 2048 + nodes


cdef bint useful(Work* work, const uint64_t* removed, int rank) noexcept nogil:
    """Return whether a chain removes a mark that no better chain removes."""
    cdef int w
    cdef uint64_t rest
    for w in range(N_WORDS):
        rest = removed[w]
        while rest:
            if work.rank[64 * w + low_bit(rest)] > rank:
                return True
            rest &= rest - 1
    return False


cdef void add_path(Work* work, Net* net, int node, int strong, int tenths) noexcept nogil:
    """Add the chain whose start leads to the opposite."""
    cdef Paths* paths = &work.paths
    cdef Chain* chain = new_chain(work)
    cdef int mark = node >> 1, nodes, rest
    if chain == NULL:
        return
    if node & 1:
        nodes = paths.nodes[mark]
        rest = net.now.cells[mark // 9] & ~(1 << mark % 9)
        while rest:
            add(chain.removed, mark // 9 * 9 + low_bit(rest))
            rest &= rest - 1
    else:
        add(chain.removed, mark)
        mark = paths.false_from[mark]
        nodes = paths.nodes[mark] + 1
    if not useful(work, chain.removed, rank_of(tenths, nodes)):
        return
    chain.name = node
    trace(paths, net, mark, chain)
    keep(work, chain, tenths, nodes)


cdef void trace(Paths* paths, Net* net, int mark, Chain* chain) noexcept nogil:
    """Follow the path to a true mark back: its name, and what it needs of the net."""
    cdef uint64_t word
    while mark != NONE:
        word = (<uint64_t> mark + 1000) * <uint64_t> 0x9E3779B97F4A7C15
        chain.name += (word ^ word >> 31) * <uint64_t> 0xBF58476D1CE4E5B9
        if paths.true_from[mark] == NONE:
            return
        collect(net, link_unit(mark, paths.true_by[mark]), chain.because)
        mark = paths.false_from[paths.true_from[mark]]


cdef void cycles(Work* work, Net* net, int source, int strong, int tenths) noexcept nogil:
    """Add the cycles through a true mark."""
    cdef Paths* paths = &work.paths
    cdef Chain* chain
    cdef int k, i, last, before, nodes, first = 8 if strong == X_LINKS else 0
    for k in range(4):
        last = work.links.mates[source][k]
        if last == NONE or not strong >> k & 1:
            continue
        for i in range(first, N_EXCLUDED):
            before = excluded[last][i]
            if before == source or not has(paths.true, before):
                continue
            if on_path(paths, before, last):
                continue
            chain = new_chain(work)
            if chain == NULL:
                return
            nodes = paths.nodes[before] + 1
            crossed(work, before, last, chain.removed)
            if not useful(work, chain.removed, rank_of(tenths, nodes)):
                continue
            trace(paths, net, before, chain)
            collect(net, link_unit(source, k), chain.because)
            keep(work, chain, tenths, nodes)


cdef bint on_path(Paths* paths, int mark, int false) noexcept nogil:
    """Return whether a mark is false on the path to a true mark."""
    while paths.true_from[mark] != NONE:
        if paths.true_from[mark] == false:
            return True
        mark = paths.false_from[paths.true_from[mark]]
        if mark == NONE:
            return False
    return False


cdef void crossed(Work* work, int mark, int last, uint64_t* removed) noexcept nogil:
    """Collect the marks that see two of a cycle, one true in one direction and one in the other."""
    cdef Paths* paths = &work.paths
    cdef MarkSet true
    cdef MarkSet false
    cdef MarkSet members
    cdef int w
    memset(true, 0, sizeof(MarkSet))
    memset(members, 0, sizeof(MarkSet))
    memcpy(false, house_peers[last], sizeof(MarkSet))
    add(members, last)
    while True:
        add(members, mark)
        for w in range(N_WORDS):
            true[w] |= house_peers[mark][w]
        mark = paths.true_from[mark]
        if mark == NONE:
            break
        add(members, mark)
        for w in range(N_WORDS):
            false[w] |= house_peers[mark][w]
        mark = paths.false_from[mark]
    for w in range(N_WORDS):
        removed[w] = true[w] & false[w] & ~members[w] & work.links.open[w]


# ---- the search

@cython.final
cdef class NestedNets:
    """The nets of all marks of a puzzle, at a level; `step()` until it returns False, then read `best`."""

    cdef Work* work
    cdef Marks marks
    cdef int level

    def __cinit__(self, list cells not None, list where not None, int level):
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

    def step(self):
        """Apply a round to one net; return False if there is nothing left to do."""
        cdef bint more
        with nogil:
            more = self.grow()
        self.check()
        return more

    @property
    def best(self):
        """The cheapest conclusion: number of nodes, kind, mark, whether it is true; None if there is none."""
        cdef Reason* best = self.cheapest()
        if best.cost == 1 << 30:
            return None
        return best.cost, _KINDS[best.kind], best.node >> 1, bool(best.node & 1)


fill_tables()
