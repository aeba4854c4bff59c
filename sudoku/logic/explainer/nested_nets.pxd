# SPDX-License-Identifier: MIT
"""A net: a node and all that follows from it, nearest first, up to the first contradiction.

A mark that is true excludes the other marks of its cell and houses. A mark that is false may leave one mark in a unit,
which is true then, and rests on all others of the unit. We follow all true marks before the next false one, and look at
the cell, the box, the row and the column, in this order, as nets.py does: the number of nodes depends on it.
"""

from libc.stdint cimport int16_t, uint64_t
from libc.stdlib cimport calloc, realloc
from libc.string cimport memcpy, memset

from .nested_state cimport (
    add,
    alive,
    checked,
    excluded,
    gone,
    has,
    Inner,
    low_bit,
    Marks,
    MarkSet,
    N_EXCLUDED,
    N_MARKS,
    N_WORDS,
    Net,
    NONE,
    place_bit,
    place_house,
    remove,
    single,
    unit_mark,
    unit_marks,
    Work,
)


cdef inline Net* net_at(Work* work, int depth, int node) noexcept nogil:
    """Return the memory of a net; NULL if there is none."""
    if work.nets[depth][node] == NULL:
        work.nets[depth][node] = <Net*> calloc(1, sizeof(Net))
        if work.nets[depth][node] == NULL:
            work.failed = True
    return work.nets[depth][node]


cdef inline bint reserve(Work* work, Net* net, int n) noexcept nogil:
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


cdef inline void start(Net* net, const Marks* base, const Marks* outer, int node) noexcept nogil:
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


cdef inline void spread(Work* work, Net* net, bint dynamic) noexcept nogil:
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

cdef inline void begin_walk(Work* work) noexcept nogil:
    work.walk += 1
    if work.walk == 0:
        memset(work.seen, 0, sizeof(work.seen))
        work.walk = 1


cdef inline int walk(Work* work, Net* net, int node) noexcept nogil:
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


cdef inline int cost(Work* work, Net** nets, int16_t* nodes, int n, int below) noexcept nogil:
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


cdef inline uint64_t name_of(Work* work, Net** nets, int16_t* nodes, int n) noexcept nogil:
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


# ---- what a step within a net adds

cdef inline bint add_false(Net* net, int mark, int at, int inner) noexcept nogil:
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


cdef inline int add_parents(Work* work, Net* net, int* units, int n) noexcept nogil:
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


cdef inline void collect(Net* net, int unit, uint64_t* because) noexcept nogil:
    """Add the marks that a net removed from a unit to a set."""
    cdef int rest = gone(net.base, &net.now, unit)
    while rest:
        add(because, unit_mark(unit, low_bit(rest)))
        rest &= rest - 1


cdef inline int add_list(Work* work, Net* net, uint64_t* marks) noexcept nogil:
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


cdef inline int add_chain(Work* work, Net* net, int cost, uint64_t name) noexcept nogil:
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
