# SPDX-License-Identifier: MIT
"""Forcing chains and cycles within a net, as in chains.py: all of them, where chains.py looks for the easiest.

From each mark we follow alternately weak and strong links, shortest paths first. We leave out a chain whose removals
come from better ones. A chain rests on the marks that the net removed from the units of its strong links, and needs at
least one.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport qsort, realloc
from libc.string cimport memcpy, memset

from dlx.kernels.kernel cimport popcount

from .nested_nets cimport add_chain, add_false, add_list, collect
from .nested_state cimport (
    add,
    alive,
    Chain,
    checked,
    excluded,
    has,
    house_peers,
    Links,
    low_bit,
    Marks,
    MarkSet,
    N_EXCLUDED,
    N_MARKS,
    N_UNITS,
    N_WORDS,
    Net,
    NONE,
    Paths,
    place_house,
    unit_mark,
    unit_marks,
    Work,
)


cdef enum:
    X_LINKS = 0b1110  # strong links, by their numbers
    Y_LINKS = 0b0001
    ALL_LINKS = 0b1111


cdef inline int lengthening(int nodes) noexcept nogil:
    """Return the tenths that nodes add to a rating, as links.lengthening does."""
    cdef int tenths = 0, most = 4
    while nodes > most:
        most = most * 4 // 3 if tenths & 1 else most * 3 // 2
        tenths += 1
    return tenths


cdef inline int by_rank(const void* a, const void* b) noexcept nogil:
    cdef Chain* first = <Chain*> a
    cdef Chain* second = <Chain*> b
    return first.rank - second.rank if first.rank != second.rank else first.number - second.number


cdef inline bint apply_chain(Work* work, Net* net, Chain* chain) noexcept nogil:
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


cdef inline void link(Links* links, const Marks* marks) noexcept nogil:
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


cdef inline void follow(Work* work, int node, int strong) noexcept nogil:
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


cdef inline Chain* new_chain(Work* work) noexcept nogil:
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


cdef inline void keep(Work* work, Chain* chain, int tenths, int nodes) noexcept nogil:
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


cdef inline bint useful(Work* work, const uint64_t* removed, int rank) noexcept nogil:
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


cdef inline void add_path(Work* work, Net* net, int node, int strong, int tenths) noexcept nogil:
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


cdef inline void trace(Paths* paths, Net* net, int mark, Chain* chain) noexcept nogil:
    """Follow the path to a true mark back: its name, and what it needs of the net."""
    cdef uint64_t word
    while mark != NONE:
        word = (<uint64_t> mark + 1000) * <uint64_t> 0x9E3779B97F4A7C15
        chain.name += (word ^ word >> 31) * <uint64_t> 0xBF58476D1CE4E5B9
        if paths.true_from[mark] == NONE:
            return
        collect(net, link_unit(mark, paths.true_by[mark]), chain.because)
        mark = paths.false_from[paths.true_from[mark]]


cdef inline void cycles(Work* work, Net* net, int source, int strong, int tenths) noexcept nogil:
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


cdef inline bint on_path(Paths* paths, int mark, int false) noexcept nogil:
    """Return whether a mark is false on the path to a true mark."""
    while paths.true_from[mark] != NONE:
        if paths.true_from[mark] == false:
            return True
        mark = paths.false_from[paths.true_from[mark]]
        if mark == NONE:
            return False
    return False


cdef inline void crossed(Work* work, int mark, int last, uint64_t* removed) noexcept nogil:
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


cdef inline void chains_of(Work* work, Net* net, int mark, int strong, int cycle_tenths, int tenths) noexcept nogil:
    """Add the cycles through a mark, and the chains from which it is true or false."""
    follow(work, 2 * mark + 1, strong)
    cycles(work, net, mark, strong, cycle_tenths)
    if has(work.paths.false, mark):
        add_path(work, net, 2 * mark, strong, tenths)
    follow(work, 2 * mark, strong)
    if has(work.paths.true, mark):
        add_path(work, net, 2 * mark + 1, strong, tenths)


cdef inline bint chains(Work* work, Net* net) noexcept nogil:
    """Apply all forcing chains and cycles."""
    cdef int mark, k
    cdef Links* links = &work.links
    cdef bint found = False
    link(links, &net.now)
    work.n_found = 0
    for mark in range(N_MARKS):
        work.rank[mark] = 1 << 30
    for mark in range(N_MARKS):
        if not has(links.open, mark):
            continue
        chains_of(work, net, mark, X_LINKS, 65, 66)
        if links.mates[mark][0] != NONE:
            follow(work, 2 * mark + 1, Y_LINKS)
            cycles(work, net, mark, Y_LINKS, 65)
        chains_of(work, net, mark, ALL_LINKS, 70, 70)
    if work.n_found > 1:  # without any chain, there may be no array
        qsort(work.found, work.n_found, sizeof(Chain), by_rank)
    for k in range(work.n_found):
        found |= apply_chain(work, net, &work.found[k])
    return found
