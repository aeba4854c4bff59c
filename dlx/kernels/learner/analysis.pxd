"""From a dead end back to its causes: the clause that excludes it, and the level where that clause bites.

A reason is read from its row only when a dead end needs it. We replace the literals of the last level by their reasons,
the newest first, until one of them is left. It and the literals of earlier levels are the clause. Several literals with
one cause become this cause, and in the end, literals go that follow from the others.

    level 1   a true  ->  b false             conflict   {not c, d} are false together, c true by e and b's row
    level 2   e true  ->  c true, d false     clause     not e or b: one literal of level 2, so e is false at level 1

References: Marques-Silva and Sakallah, GRASP: a search algorithm for propositional satisfiability (1999); Audemard and
Simon, Predicting learnt clauses quality in modern SAT solvers (2009), for the number of levels.
"""

from libc.stdint cimport int32_t, int64_t

from .activity cimport make_active
from .solver cimport BY_CLAUSE, BY_LITERAL, BY_MOST, BY_TABLE, NONE, Solver
from .tables cimport cause, explain_conflict, explain_visit


cdef inline void explain(Solver* s, int32_t reason, int32_t x, int32_t before) noexcept nogil:
    """Collect the literals of a reason, all false: they make x true, or are a conflict if x is NONE.

    They became false before this place of the trail.
    """
    cdef int32_t kind = reason & 7, k = reason >> 3, e, y, wanted
    s.n_because = 0
    if kind == BY_LITERAL:
        s.because[0] = k ^ 1
        s.n_because = 1
        if x == NONE:
            s.because[1] = s.refuted
            s.n_because = 2
        return
    if kind == BY_CLAUSE:
        s.used[k] = 1
        for e in range(s.starts[k], s.starts[k + 1]):
            if s.literals[e] != x:
                s.because[s.n_because] = s.literals[e]
                s.n_because += 1
        s.work += s.n_because
        return
    if kind == BY_TABLE:
        if x == NONE:
            explain_conflict(s, k)
        else:
            explain_visit(s, k, s.place[x >> 1], False)
        return
    if kind == BY_MOST:
        wanted = s.high[k]
    else:
        wanted = s.row_starts[k + 1] - s.row_starts[k] - s.low[k]
    wanted += x == NONE
    e = s.row_starts[k]
    while s.n_because < wanted:
        y = s.row_literals[e] ^ (kind == BY_MOST)
        if s.value[y] < 0 and s.place[y >> 1] < before:
            s.because[s.n_because] = y
            s.n_because += 1
        e += 1
    s.work += e - s.row_starts[k]


cdef inline void merge(Solver* s) noexcept nogil:
    """Replace literals of a reason by their cause, if several share it or the clause has it already.

    A chosen option makes many others false, and a letter many words. Without this, the clauses of crosswords have tens
    of thousands of literals:

        CPU seconds                      without            always the cause    with
        quasigroup 40, three of them     0.02 to 0.3        0.01 to 0.9         0.05 to 0.5
        150 lessons, 10 classes          0.4 to 0.5         0.03 to 0.1         0.2
        120 items, 280 triples, none     0.1 to 0.2         0.03 to 0.04        0.04 to 0.07
        Sudoku 25x25, thinned, none      1.2                0.8                 0.8
        69 problems, at most 4 s each    50.7               43.3                42.7
    """
    cdef int32_t k, z
    for k in range(s.n_because):
        s.effects[cause(s, s.because[k]) >> 1] += 1
    for k in range(s.n_because):
        z = cause(s, s.because[k])
        if s.effects[z >> 1] > 1 or s.seen[z >> 1]:
            s.because[k] = z
        else:
            s.effects[z >> 1] = 0
    for k in range(s.n_because):
        s.effects[s.because[k] >> 1] = 0


cdef inline bint superfluous(Solver* s, int32_t y) noexcept nogil:
    """Return whether a literal of the new clause follows from the others by its reason."""
    cdef int32_t k, v = y >> 1
    if s.reason[v] == NONE:
        return False
    explain(s, s.reason[v], y ^ 1, s.place[v])
    for k in range(s.n_because):
        if not s.seen[s.because[k] >> 1] and s.level[s.because[k] >> 1] > 0:
            return False
    return True


cdef inline int32_t explain_seen(Solver* s, int32_t* at) noexcept nogil:
    """Collect the reason for the literal at this place of the trail.

    If it fell by a table, the reason also covers others in the new clause. Return their number, and move to the
    first of them.
    """
    cdef int32_t x = s.trail[at[0]], reason = s.reason[x >> 1], n_explained
    if reason & 7 != BY_TABLE:
        explain(s, reason, x, at[0])
        return 0
    n_explained = explain_visit(s, reason >> 3, at[0], True)
    at[0] = s.tables.since[x >> 1]
    return n_explained


cdef inline int32_t shrink(Solver* s, int32_t at) noexcept nogil:
    """Replace the literals of each level by a single one, which implies them; return the place of the first one.

    Dead ends of tables have some hundred letters of seven levels, and few of them are ever false together again. Two
    crosswords without an answer after 20,000 dead ends had one after 5,500 and 2,600.

    Reference: Fleury and Biere, Efficient All-UIP learned clause minimization (2021).
    """
    cdef int32_t k, v, level, n_explained, n_open = s.n_clause - 1
    for k in range(1, s.n_clause):
        s.open_at[s.level[s.clause[k] >> 1]] += 1
    s.n_clause = 1
    while n_open:
        at -= 1
        while not s.seen[s.trail[at] >> 1]:
            at -= 1
        level = s.level[s.trail[at] >> 1]
        n_open -= 1
        s.open_at[level] -= 1
        if s.open_at[level] == 0:
            s.clause[s.n_clause] = s.trail[at] ^ 1
            s.n_clause += 1
            continue
        n_explained = explain_seen(s, &at)
        n_open -= n_explained
        s.open_at[level] -= n_explained
        merge(s)
        for k in range(s.n_because):
            v = s.because[k] >> 1
            if not s.seen[v] and s.level[v] > 0:
                s.seen[v] = 1
                s.open_at[s.level[v]] += 1
                n_open += 1
    return at


cdef inline int32_t analyze(Solver* s, int32_t conflict) noexcept nogil:
    """Derive a clause with a single literal of this level, at its front; return the level to which it leads back."""
    cdef int32_t at = s.n_trail, x = NONE, v, k, y, open_ones = 0, kept = 1, back = 0, n
    explain(s, conflict, NONE, s.n_trail)
    s.n_clause = 1
    while True:
        merge(s)
        for k in range(s.n_because):
            y = s.because[k]
            v = y >> 1
            if s.seen[v] or s.level[v] == 0:
                continue
            s.seen[v] = 1
            make_active(s, v)
            if s.level[v] == s.n_levels:
                open_ones += 1
            else:
                s.clause[s.n_clause] = y
                s.n_clause += 1
        at -= 1
        while not s.seen[s.trail[at] >> 1]:
            at -= 1
        x = s.trail[at]
        open_ones -= 1
        if open_ones == 0:
            break
        open_ones -= explain_seen(s, &at)
    s.clause[0] = x ^ 1
    if s.tables.n:
        at = shrink(s, at)
    n = s.n_clause
    for k in range(1, n):
        y = s.clause[k]
        if not superfluous(s, y):
            s.clause[kept], s.clause[k] = y, s.clause[kept]
            kept += 1
    for k in range(n):
        s.seen[s.clause[k] >> 1] = 0
    for k in range(at, s.n_trail):
        s.seen[s.trail[k] >> 1] = 0
    s.n_clause = kept
    for k in range(1, kept):
        if s.level[s.clause[k] >> 1] > back:
            back = s.level[s.clause[k] >> 1]
            s.clause[1], s.clause[k] = s.clause[k], s.clause[1]
    return back


cdef inline int32_t count_levels(Solver* s) noexcept nogil:
    """Return the number of levels of the new clause's literals."""
    cdef int32_t k, n = 0, level
    for k in range(s.n_clause):
        level = s.level[s.clause[k] >> 1]
        if s.stamp[level] != <int64_t> s.conflicts:
            s.stamp[level] = s.conflicts
            n += 1
    return n
