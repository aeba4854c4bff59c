"""Assignments: a trail of literals in the order in which they became true, their consequences, and the way back.

    true variable    counts in its rows; the others of a full row become false     reason: the true ones
    false variable   no longer open in its rows; the others of a tight row are true  reason: the false ones

    variable   0 1 2 3          rows   item a: 0 1     exactly one
                                       item b: 1 2 3   exactly one
    decide     0 true   ->   1 false (a is full)
    decide     2 true   ->   3 false (b is full)

A row of low 1 is a clause instead, and only its watches notice a false literal.

The counters of a row contain the literals of the trail up to `head`, so they are undone for those alone.

Reference: Moskewicz, Madigan, Zhao, Zhang and Malik, Chaff: engineering an efficient SAT solver (2001), for the two
watched literals of a clause.
"""

from libc.stdint cimport int32_t

from .activity cimport insert
from .solver cimport BY_CLAUSE, BY_LEAST, BY_LITERAL, BY_MOST, NO_CONFLICT, NONE, Solver
from .tables cimport restore


cdef inline void assign(Solver* s, int32_t x, int32_t reason) noexcept nogil:
    """Make a literal true."""
    cdef int32_t v = x >> 1
    s.value[x], s.value[x ^ 1] = 1, -1
    s.level[v], s.place[v], s.reason[v] = s.n_levels, s.n_trail, reason
    s.trail[s.n_trail] = x
    s.n_trail += 1


cdef inline void count(Solver* s, int32_t x, int32_t sign) noexcept nogil:
    """Count a true literal in the rows that have it or its opposite; with -1, it counts no longer."""
    cdef int32_t e
    for e in range(s.most_starts[x], s.most_starts[x + 1]):
        s.chosen[s.most_rows[e]] += sign
    for e in range(s.least_starts[x ^ 1], s.least_starts[(x ^ 1) + 1]):
        s.open[s.least_rows[e]] -= sign


cdef inline void undo(Solver* s, int32_t level) noexcept nogil:
    """Return to a level: forget all values of later ones."""
    cdef int32_t x, v, first
    if s.n_levels <= level:
        return
    first = s.level_starts[level + 1]
    while s.n_trail > first:
        s.n_trail -= 1
        x = s.trail[s.n_trail]
        v = x >> 1
        s.value[x] = s.value[x ^ 1] = 0
        s.phase[v] = x & 1
        insert(s, v)
        if s.n_trail < s.head:
            count(s, x, -1)
    s.head = min(s.head, s.n_trail)
    s.n_levels = level
    if s.tables.n:
        restore(s, level)


cdef inline int32_t follow_implied(Solver* s, int32_t x) noexcept nogil:
    """Make the literals true that x implies; return a conflict or NO_CONFLICT."""
    cdef int32_t e, y
    for e in range(s.implied_starts[x], s.implied_starts[x + 1]):
        y = s.implied[e]
        if s.value[y] < 0:
            s.refuted = y
            return 8 * x + BY_LITERAL
        if s.value[y] == 0:
            assign(s, y, 8 * x + BY_LITERAL)
    return NO_CONFLICT


cdef inline int32_t follow_clauses(Solver* s, int32_t x) noexcept nogil:
    """Look at the clauses that watch the opposite of x; return a conflict or NO_CONFLICT."""
    cdef int32_t false_one = x ^ 1, watch, c, k, partner, end
    cdef int32_t* link = s.watch_heads + false_one
    cdef int32_t* clause
    while link[0] != NONE:
        watch = link[0]
        s.work += 1
        if s.value[s.watch_other[watch]] > 0:
            link = s.watch_next + watch
            continue
        c = watch >> 1
        clause = s.literals + s.starts[c]
        if clause[0] == false_one:
            clause[0], clause[1] = clause[1], false_one
        partner = clause[0]
        s.watch_other[watch] = partner
        if s.value[partner] > 0:
            link = s.watch_next + watch
            continue
        end = s.starts[c + 1] - s.starts[c]
        k = s.found[c]
        while k < end and s.value[clause[k]] < 0:
            k += 1
        s.work += k - s.found[c] + 1
        if k == end:
            end, k = s.found[c], 2
            while k < end and s.value[clause[k]] < 0:
                k += 1
            s.work += k - 2
        if k < end:
            s.found[c] = k
            clause[1], clause[k] = clause[k], false_one
            link[0] = s.watch_next[watch]
            s.watch_next[watch] = s.watch_heads[clause[1]]
            s.watch_heads[clause[1]] = watch
        elif s.value[partner] < 0:
            return 8 * c + BY_CLAUSE
        else:
            assign(s, partner, 8 * c + BY_CLAUSE)
            link = s.watch_next + watch
    return NO_CONFLICT


cdef inline void fill(Solver* s, int32_t row, int32_t side, int32_t reason) noexcept nogil:
    """Give all other literals of a row this value: 0 true, 1 false."""
    cdef int32_t e
    for e in range(s.row_starts[row], s.row_starts[row + 1]):
        if s.value[s.row_literals[e]] == 0:
            assign(s, s.row_literals[e] ^ side, reason)
    s.work += s.row_starts[row + 1] - s.row_starts[row]


cdef inline int32_t follow_rows(Solver* s, int32_t x) noexcept nogil:
    """Count x in its rows, and draw the conclusions; return a conflict or NO_CONFLICT."""
    cdef int32_t e, row
    count(s, x, 1)
    s.work += 1
    for e in range(s.least_starts[x ^ 1], s.least_starts[(x ^ 1) + 1]):
        row = s.least_rows[e]
        s.work += 1
        if s.open[row] < s.low[row]:
            return 8 * row + BY_LEAST
        if s.open[row] == s.low[row]:
            fill(s, row, 0, 8 * row + BY_LEAST)
    for e in range(s.most_starts[x], s.most_starts[x + 1]):
        row = s.most_rows[e]
        s.work += 1
        if s.chosen[row] > s.high[row]:
            return 8 * row + BY_MOST
        if s.chosen[row] == s.high[row] and s.reason[x >> 1] != 8 * s.row_clause[row] + BY_CLAUSE:
            fill(s, row, 1, 8 * x + BY_LITERAL if s.high[row] == 1 else 8 * row + BY_MOST)
    return NO_CONFLICT


cdef inline int32_t propagate(Solver* s) noexcept nogil:
    """Draw all conclusions; return a conflict or NO_CONFLICT."""
    cdef int32_t x, conflict
    while s.head < s.n_trail:
        x = s.trail[s.head]
        s.head += 1
        conflict = follow_rows(s, x)
        if conflict == NO_CONFLICT:
            conflict = follow_implied(s, x)
        if conflict == NO_CONFLICT:
            conflict = follow_clauses(s, x)
        if conflict != NO_CONFLICT:
            return conflict
    return NO_CONFLICT
