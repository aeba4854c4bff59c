# SPDX-License-Identifier: MIT
"""The consequences of fewer candidates, for each kind of rule. All functions return false at a dead end.

    cell       its peers lose the digits that each of its candidates excludes
    house      a wanted digit with a single place goes there
    cage       the sets that still fit; the cells keep their digits, and a digit of all sets has to go somewhere
    diagram    the ways through the automaton that are still open; the cells keep the digits that lie on one
    locked     all places of a wanted digit exclude it, or another digit, from a cell
    different  the candidates of a large house that are part of a matching of its cells and digits (different.h)
    regions    the cells that an unknown region may have, or must have (regions.h)

    box   5 . .      its 7 has two places, both in this row: no other cell of the row is 7
          . 7 7
          1 . .      the same holds for the digit that all sets of a cage have, and for the places on a line

Diagrams are read as by G. Pesant, "A regular language membership constraint for finite sequences of variables" (2004):
forward from the start, then backward from the end, one arc after the other.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from .rule_state cimport (
    CAGES, DIAGRAMS, DIFFERENT, Digits, HOUSES, LOCKED, MOST_DIFFERENT, MOST_REGION_CELLS, REGIONS, Regions, Search,
    blame, follow_regions, forget_work, keep_different, lowest, narrow, region_blames, stack_rule,
)

cdef enum:
    REGION_WORK = 400  # for each cell of a board whose regions are followed


cdef inline Digits excluded(const Search* s, int32_t table, Digits digits) noexcept nogil:
    """Return the digits that all of these exclude from a peer."""
    cdef Digits common = ~<Digits> 0
    while digits and common:
        common &= s.forbidden[table * s.side + lowest(digits)]
        digits &= digits - 1
    return common


cdef inline bint follow_cell(Search* s, int32_t cell) noexcept nogil:
    cdef Digits digits = s.now[cell]
    cdef int32_t e
    for e in range(s.rule_at[cell], s.rule_at[cell + 1]):
        if s.rule[e] != s.source[cell]:
            stack_rule(s, s.rule[e])
    if digits & (digits - 1) == 0:
        s.work += s.related_at[cell] - s.peer_at[cell]
        for e in range(s.peer_at[cell], s.related_at[cell]):
            if not narrow(s, s.peer[e], ~digits):
                return False
    s.work += 2 * (s.peer_at[cell + 1] - s.related_at[cell])
    for e in range(s.related_at[cell], s.peer_at[cell + 1]):
        if not narrow(s, s.peer[e], ~excluded(s, s.table[e], digits)):
            return False
    return True


cdef inline bint place_singles(Search* s, const int32_t* cells, int32_t n, Digits wanted) noexcept nogil:
    """Place each wanted digit that has a single place; a wanted digit without one is a dead end."""
    cdef Digits once = 0, twice = 0, own
    cdef int32_t k
    s.work += 2 * n
    for k in range(n):
        twice |= once & s.now[cells[k]]
        once |= s.now[cells[k]]
    if wanted & ~once:
        return blame(s, cells, n)
    wanted &= once & ~twice
    for k in range(n if wanted else 0):
        own = s.now[cells[k]] & wanted
        if own & (own - 1):  # two digits have to go here
            return blame(s, cells, n)
        if own:
            narrow(s, cells[k], own)
    return True


cdef inline bint follow_house(Search* s, int32_t house) noexcept nogil:
    cdef int32_t first = s.house_at[house]
    return place_singles(s, s.house + first, s.house_at[house + 1] - first, s.wanted[house])


cdef inline bint fits(const Search* s, Digits digits, const int32_t* cells, int32_t n) noexcept nogil:
    """Return whether each cell has a candidate in a set."""
    cdef int32_t k
    for k in range(n):
        if s.now[cells[k]] & digits == 0:
            return False
    return True


cdef inline bint follow_cage(Search* s, int32_t cage) noexcept nogil:
    cdef const int32_t* cells = s.cage + s.cage_at[cage]
    cdef int32_t k, e, n = s.cage_at[cage + 1] - s.cage_at[cage]
    cdef Digits some = 0, placed = 0, kept = 0, common = ~<Digits> 0
    cdef bint fewer = False
    for k in range(n):
        some |= s.now[cells[k]]
        if s.now[cells[k]] & (s.now[cells[k]] - 1) == 0:
            placed |= s.now[cells[k]]
    s.work += s.set_at[cage + 1] - s.set_at[cage]
    for e in range(s.set_at[cage], s.set_at[cage + 1]):
        if not s.alive[e]:
            continue
        if s.sets[e] & ~some == 0 and placed & ~s.sets[e] == 0 and fits(s, s.sets[e], cells, n):
            kept |= s.sets[e]
            common &= s.sets[e]
        else:
            s.alive[e] = False
            fewer = True
    if kept == 0:
        return blame(s, cells, n)
    if fewer and s.reader[cage] >= 0:
        stack_rule(s, s.n_houses + s.n_cages + s.reader[cage])
    for k in range(n):
        if not narrow(s, cells[k], kept):
            return False
    return place_singles(s, cells, n, common)


cdef inline Digits excluded_by_places(
    const Search* s, const int32_t* cells, int32_t n, Digits digit, int32_t peer
) noexcept nogil:
    """Return the digits of a cell that each place of a digit excludes."""
    cdef int32_t k, table
    cdef Digits common = ~<Digits> 0
    for k in range(n):
        if s.now[cells[k]] & digit == 0:
            continue
        if cells[k] == peer:
            common &= ~digit
            continue
        table = s.relation[<int64_t> s.cells * cells[k] + peer]
        if table < 0:
            return 0
        common &= s.forbidden[table * s.side + lowest(digit)]
    return common


cdef inline bint follow_places(Search* s, const int32_t* cells, int32_t n, Digits digit) noexcept nogil:
    """Remove the digits that all places of a digit exclude from a place, or from a related peer of the first place."""
    cdef int32_t e, place
    for e in range(n):
        if s.now[cells[e]] & digit:
            place = cells[e]
            break
    else:
        return blame(s, cells, n)
    if not narrow(s, place, ~excluded_by_places(s, cells, n, digit, place)):
        return False
    for e in range(s.related_at[place], s.peer_at[place + 1]):
        s.work += 4
        if not narrow(s, s.peer[e], ~excluded_by_places(s, cells, n, digit, s.peer[e])):
            return False
    return True


cdef inline bint follow_locked(Search* s, int32_t rule) noexcept nogil:
    """Remove a digit of a house, or of all live sets of a cage, from each cell that sees all places of the digit.

    If the cell is related to the places in another way, it may lose other digits.
    """
    cdef const int32_t* cells
    cdef int32_t n, k, e, w, cage = rule - s.n_houses
    cdef Digits once = 0, twice = 0, thrice = 0, many = 0, wanted = ~<Digits> 0, digit
    cdef uint64_t common
    if cage < 0:
        cells, n, wanted = s.house + s.house_at[rule], s.house_at[rule + 1] - s.house_at[rule], s.wanted[rule]
    else:
        cells, n = s.cage + s.cage_at[cage], s.cage_at[cage + 1] - s.cage_at[cage]
        for e in range(s.set_at[cage], s.set_at[cage + 1]):
            if s.alive[e]:
                wanted &= s.sets[e]
    for k in range(n):
        many |= thrice & s.now[cells[k]]
        thrice |= twice & s.now[cells[k]]
        twice |= once & s.now[cells[k]]
        once |= s.now[cells[k]]
    wanted &= twice & ~many
    s.work += 2 * n
    while wanted:
        digit = wanted & (~wanted + 1)
        wanted ^= digit
        s.work += n
        if s.relation != NULL and not follow_places(s, cells, n, digit):
            return False
        for w in range(s.words):
            common = ~<uint64_t> 0
            for k in range(n):
                if s.now[cells[k]] & digit:
                    common &= s.sees[<int64_t> cells[k] * s.words + w]
                    if common == 0:
                        break
            while common:
                if not narrow(s, 64 * w + lowest(common), ~digit):
                    return False
                common &= common - 1
    return True


cdef inline bint follow_different(Search* s, int32_t house) noexcept nogil:
    """Remove the digits of a house with which its other cells cannot have the other digits."""
    cdef Digits digits[MOST_DIFFERENT]
    cdef int32_t first = s.house_at[house], n = s.house_at[house + 1] - first, k
    for k in range(n):
        digits[k] = s.now[s.house[first + k]]
    s.work += 8 * n
    if not keep_different(n, digits, s.mate + first):
        return blame(s, s.house + first, n)
    for k in range(n):
        narrow(s, s.house[first + k], digits[k])
    return True


# --- diagrams -----------------------------------------------------------------------------------------------------


cdef inline Digits read_layer(const Search* s, int32_t reads) noexcept nogil:
    """Return the digits of a cell, or the sums of a cage, that are possible."""
    cdef int32_t e, cage = -1 - reads
    cdef Digits sums = 0
    if cage < 0:
        return s.now[reads]
    for e in range(s.set_at[cage], s.set_at[cage + 1]):
        if s.alive[e]:
            sums |= s.sum_of[e]
    return sums


cdef inline bint write_layer(Search* s, int32_t reads, Digits keep) noexcept nogil:
    """Drop the other candidates of a cell, or the sets of a cage with other sums."""
    cdef int32_t e, cage = -1 - reads
    if cage < 0:
        return narrow(s, reads, keep)
    for e in range(s.set_at[cage], s.set_at[cage + 1]):
        if s.alive[e] and s.sum_of[e] & keep == 0:
            s.alive[e] = False
            stack_rule(s, s.n_houses + cage)
    return True


cdef inline bint blame_diagram(Search* s, int32_t diagram) noexcept nogil:
    cdef int32_t layer, cage
    for layer in range(s.layer_at[diagram], s.layer_at[diagram + 1]):
        cage = -1 - s.reads[layer]
        if cage < 0:
            blame(s, s.reads + layer, 1)
        else:
            blame(s, s.cage + s.cage_at[cage], s.cage_at[cage + 1] - s.cage_at[cage])
    return False


cdef inline bint follow_diagram(Search* s, int32_t diagram) noexcept nogil:
    """Follow the arcs of states that are reached, forward; then keep the states that lead to the end, backward."""
    cdef const int32_t* reads = s.reads + s.layer_at[diagram]
    cdef int32_t first = s.shape_at[diagram], last = first + s.layer_at[diagram + 1] - s.layer_at[diagram] - 1
    cdef int32_t layer, p, e
    cdef int32_t start = s.state_at[first], end = s.after_at[last]
    cdef Digits live, own, keep
    cdef bint accepts = True  # whatever its cells hold
    memset(s.reached + start, 0, end + 1 - start)
    s.reached[start] = True
    for layer in range(first, last + 1):
        live = s.live[layer - first] = read_layer(s, reads[layer - first])
        for p in range(s.state_at[layer], s.after_at[layer]):
            for e in range(s.arc_at[p], s.arc_at[p + 1] if s.reached[p] else s.arc_at[p]):
                if s.arc_reads[e] & live:
                    s.reached[s.arc_to[e]] = True
    if not s.reached[end]:
        return blame_diagram(s, diagram)
    s.work += end - start
    for layer in range(last, first - 1, -1):
        live, keep = s.live[layer - first], 0
        for p in range(s.state_at[layer], s.after_at[layer]):
            if s.reached[p]:
                own = 0
                s.work += 2 * (s.arc_at[p + 1] - s.arc_at[p])
                for e in range(s.arc_at[p], s.arc_at[p + 1]):
                    if s.reached[s.arc_to[e]]:
                        own |= s.arc_reads[e]
                own &= live
                s.reached[p] = own != 0
                accepts &= own == live
                keep |= own
        if not write_layer(s, reads[layer - first], keep):
            return False
    s.open[diagram] = not accepts
    return True


# --- regions ------------------------------------------------------------------------------------------------------


cdef inline bint blame_regions(Search* s, const Regions* work) noexcept nogil:
    cdef const int32_t* pair = s.regions.pair
    cdef int32_t k
    for k in range(s.regions.cells):
        if region_blames(work, k):
            blame(s, &k, 1)
    for k in range(s.regions.n_pairs):
        if region_blames(work, pair[3 * k]) and region_blames(work, pair[3 * k + 1]):
            blame(s, pair + 3 * k + 2, 1)
    return False


cdef inline bint follow_unknown_regions(Search* s) noexcept nogil:
    cdef Regions work
    cdef Digits digits[MOST_REGION_CELLS]
    cdef int32_t k
    s.work += REGION_WORK * s.regions.cells
    memcpy(digits, s.now, s.regions.cells * sizeof(Digits))
    for k in range(s.regions.n_pairs):
        s.shares[k] = s.now[s.regions.pair[3 * k + 2]]
    if not follow_regions(&work, &s.regions, digits, s.shares):
        return blame_regions(s, &work)
    for k in range(s.regions.cells):
        narrow(s, k, digits[k])
    for k in range(s.regions.n_pairs):
        if not narrow(s, s.regions.pair[3 * k + 2], s.shares[k]):
            return False
    return True


# --- all rules ----------------------------------------------------------------------------------------------------


cdef inline bint follow_next(Search* s) noexcept nogil:
    """Look at the next changed cell, or else at the next rule."""
    cdef int32_t kind = HOUSES, cell, rule
    if s.n_queue:
        s.n_queue -= 1
        cell = s.queue[s.n_queue]
        s.queued[cell] = False
        return follow_cell(s, cell)
    while s.n_stack[kind] == 0:
        kind += 1
    s.n_stack[kind] -= 1
    rule = s.stack[kind][s.n_stack[kind]]
    if kind == LOCKED:
        s.unlocked[rule] = False
        return follow_locked(s, rule)
    if kind == DIFFERENT:
        s.compared[rule] = False
        return follow_different(s, rule)
    s.stacked[rule] = False
    if kind == HOUSES:
        return follow_house(s, rule)
    if kind == REGIONS:
        s.current = rule  # they are followed to the end
        if not follow_unknown_regions(s):
            return False
        s.current = -1
        return True
    if kind == CAGES:
        return follow_cage(s, rule - s.n_houses)
    rule -= s.n_houses + s.n_cages
    s.current = s.n_houses + s.n_cages + rule if s.settles[rule] else -1
    if not follow_diagram(s, rule):
        return False
    s.current = -1
    return True


cdef inline bint has_work(const Search* s) noexcept nogil:
    return (
        s.n_queue or s.n_stack[HOUSES] or s.n_stack[CAGES] or s.n_stack[DIAGRAMS] or s.n_stack[LOCKED]
        or s.n_stack[DIFFERENT] or s.n_stack[REGIONS]
    )


cdef inline bint propagate(Search* s) noexcept nogil:
    """Draw all conclusions; return false at a dead end, with nothing left to look at in either case."""
    while has_work(s):
        if not follow_next(s):
            forget_work(s)
            return False
    return True
