# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A search that records a reason for every dead end, and never fails twice for the same one.

Plain search forgets why it failed. Where a choice near the root is wrong, and the dead ends it causes lie hundreds of
levels below, it never comes back. Here every variable that follows from others keeps the reason, so a dead end leads
back to the choices that caused it. They become a clause, "not all of these", and search returns to the level where the
clause leaves one of them no choice.

    rows         low <= number of true variables <= high, one row for each item; no clauses are made of them
    implied      an option with a color implies that its item has this color; the colors are variables too
    clauses      learned from dead ends, and solutions that are excluded; two literals of each are watched

    true variable    counts in its rows; the others of a full row become false     reason: the true ones
    false variable   no longer open in its rows; the others of a tight row are true  reason: the false ones

    variable   0 1 2 3          rows   item a: 0 1     exactly one
                                       item b: 1 2 3   exactly one
    decide     0 true   ->   1 false (a is full)
    decide     2 true   ->   3 false (b is full)

Literal 2 v is "v is true", 2 v + 1 "v is false"; x ^ 1 is the opposite of x. The counters of a row contain the literals
of the trail up to `head`, so they are undone for those alone.

References: Marques-Silva and Sakallah, GRASP: a search algorithm for propositional satisfiability (1999); Moskewicz,
Madigan, Zhao, Zhang and Malik, Chaff: engineering an efficient SAT solver (2001); Eén and Sörensson, An extensible
SAT-solver (2003); Audemard and Simon, Predicting learnt clauses quality in modern SAT solvers (2009).
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memmove

from cython cimport final

import numpy as np

from .kernel cimport DONE, LIMIT, PAUSED, SOLUTION
from ..matrix.address cimport address

cdef enum:
    NONE = -1
    BY_CLAUSE = 0  # kinds of reasons: a clause,
    BY_LITERAL = 1  # a single literal,
    BY_MOST = 2  # a row that has as many true variables as it may,
    BY_LEAST = 3  # a row that has as many false variables as it may
    NO_CONFLICT = -2
    FULL = 100  # no room for another clause
    CHOSEN = 101  # results of a choice: a variable has a value,
    COMPLETE = 102  # all variables had one,
    REFUTED = 103  # an assumption is false
    RESTART_CONFLICTS = 64  # times Luby's sequence: conflicts between restarts
    KEPT_LEVELS = 2  # clauses of so few levels are kept for good
    FIRST_DROP = 2000  # learned clauses before the first half of them is dropped
    MORE_CLAUSES = 500  # in addition, after each drop
    LEAST_LITERALS = 1 << 16  # of the first room for clauses
    MOST_LITERALS = 1 << 26  # of all clauses: 256 MB

cdef double DECAY = 0.95  # of the activities of all variables, at each conflict
cdef double MOST_ACTIVITY = 1e100


cdef struct Solver:
    # the problem
    const int32_t* row_starts  # row -> its first entry in row_variables
    const int32_t* row_variables
    const int32_t* variable_starts  # variable -> its first entry in variable_rows
    const int32_t* variable_rows
    const int32_t* implied_starts  # literal -> its first entry in implied
    const int32_t* implied  # literals that follow
    const int32_t* low  # row -> least number of true variables
    const int32_t* high  # row -> largest number
    const int32_t* assumed  # literals that hold for this query: the choices of the first n_assumed levels
    int32_t n_assumed
    int32_t n_rows, n_variables
    # the assignment
    int32_t* chosen  # row -> true variables, as far as counted
    int32_t* open  # row -> variables that are not false, as far as counted
    int8_t* value  # literal -> 1 true, -1 false, 0 unknown
    uint8_t* phase  # variable -> last value: 0 true, 1 false
    int32_t* level  # variable -> the level on which it got its value
    int32_t* place  # variable -> its place in the trail
    int32_t* reason  # variable -> 4 * (clause, literal or row) + kind; NONE for a choice
    int32_t* trail  # literals, in the order in which they became true
    int32_t* level_starts  # level -> its first place in the trail
    int32_t n_trail, n_levels
    int32_t head  # literals of the trail whose consequences are known
    # clauses
    int32_t* literals  # of all clauses, one after the other; the first two of each are watched
    int32_t* starts  # clause -> its first literal
    uint8_t* glue  # clause -> number of levels of its literals, at most 255; 0 for one that was not learned
    uint8_t* used  # clause -> was it a reason since the last reduction?
    int32_t* watch_heads  # literal -> the first of its watches
    int32_t* watch_next  # watch -> next one of the literal, NONE at the end; clause c has the watches 2 c and 2 c + 1
    int32_t* watch_other  # watch -> another literal of its clause; if that is true, the clause is
    int32_t n_clauses, n_learned
    int32_t most_clauses, most_literals  # room
    int32_t learned_stop  # half of the learned clauses are dropped at this number
    # the order of choices: a heap of variables by activity
    double* activity
    double bump
    int32_t* heap
    int32_t* heap_place  # variable -> its place in the heap, NONE if it is not there
    int32_t n_heap
    # work space of an analysis
    uint8_t* seen  # variable -> is it in the new clause, or replaced by its reason?
    int32_t* clause  # literals of the new clause
    int32_t* because  # literals of a reason, all false
    int64_t* stamp  # level -> the last analysis with a literal of this level
    int32_t n_clause, n_because
    int32_t refuted  # of a conflict by a literal: the false literal that it implies
    # counters
    uint64_t work, conflicts, decisions, restarts
    uint64_t restart_stop  # conflicts before the next restart


# --- the heap of choices


cdef inline void put(Solver* s, int32_t place, int32_t v) noexcept nogil:
    s.heap[place] = v
    s.heap_place[v] = place


cdef void rise(Solver* s, int32_t place) noexcept nogil:
    cdef int32_t v = s.heap[place], parent
    while place > 0:
        parent = (place - 1) >> 1
        if s.activity[s.heap[parent]] >= s.activity[v]:
            break
        put(s, place, s.heap[parent])
        place = parent
    put(s, place, v)


cdef void sink(Solver* s, int32_t place) noexcept nogil:
    cdef int32_t v = s.heap[place], child
    while 2 * place + 1 < s.n_heap:
        child = 2 * place + 1
        if child + 1 < s.n_heap and s.activity[s.heap[child + 1]] > s.activity[s.heap[child]]:
            child += 1
        if s.activity[v] >= s.activity[s.heap[child]]:
            break
        put(s, place, s.heap[child])
        place = child
    put(s, place, v)


cdef inline void insert(Solver* s, int32_t v) noexcept nogil:
    if s.heap_place[v] == NONE:
        s.n_heap += 1
        put(s, s.n_heap - 1, v)
        rise(s, s.n_heap - 1)


cdef int32_t take(Solver* s) noexcept nogil:
    """Take the variable of largest activity."""
    cdef int32_t v = s.heap[0]
    s.heap_place[v] = NONE
    s.n_heap -= 1
    if s.n_heap:
        put(s, 0, s.heap[s.n_heap])
        sink(s, 0)
    return v


cdef void make_active(Solver* s, int32_t v) noexcept nogil:
    cdef int32_t k
    s.activity[v] += s.bump
    if s.activity[v] > MOST_ACTIVITY:
        for k in range(s.n_variables):
            s.activity[k] /= MOST_ACTIVITY
        s.bump /= MOST_ACTIVITY
    if s.heap_place[v] != NONE:
        rise(s, s.heap_place[v])


# --- assignments


cdef inline void assign(Solver* s, int32_t x, int32_t reason) noexcept nogil:
    """Make a literal true."""
    cdef int32_t v = x >> 1
    s.value[x], s.value[x ^ 1] = 1, -1
    s.level[v], s.place[v], s.reason[v] = s.n_levels, s.n_trail, reason
    s.trail[s.n_trail] = x
    s.n_trail += 1


cdef void undo(Solver* s, int32_t level) noexcept nogil:
    """Return to a level: forget all values of later ones."""
    cdef int32_t x, v, e, first
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
            for e in range(s.variable_starts[v], s.variable_starts[v + 1]):
                if x & 1:
                    s.open[s.variable_rows[e]] += 1
                else:
                    s.chosen[s.variable_rows[e]] -= 1
    s.head = min(s.head, s.n_trail)
    s.n_levels = level


cdef inline int32_t follow_implied(Solver* s, int32_t x) noexcept nogil:
    """Make the literals true that x implies; return a conflict or NO_CONFLICT."""
    cdef int32_t e, y
    for e in range(s.implied_starts[x], s.implied_starts[x + 1]):
        y = s.implied[e]
        if s.value[y] < 0:
            s.refuted = y
            return 4 * x + BY_LITERAL
        if s.value[y] == 0:
            assign(s, y, 4 * x + BY_LITERAL)
    return NO_CONFLICT


cdef int32_t follow_clauses(Solver* s, int32_t x) noexcept nogil:
    """Look at the clauses that watch the opposite of x; return a conflict or NO_CONFLICT."""
    cdef int32_t false_one = x ^ 1, watch, c, k, other, end
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
        other = clause[0]
        s.watch_other[watch] = other
        if s.value[other] > 0:
            link = s.watch_next + watch
            continue
        end = s.starts[c + 1] - s.starts[c]
        k = 2
        while k < end and s.value[clause[k]] < 0:
            k += 1
        s.work += k
        if k < end:
            clause[1], clause[k] = clause[k], false_one
            link[0] = s.watch_next[watch]
            s.watch_next[watch] = s.watch_heads[clause[1]]
            s.watch_heads[clause[1]] = watch
        elif s.value[other] < 0:
            return 4 * c + BY_CLAUSE
        else:
            assign(s, other, 4 * c + BY_CLAUSE)
            link = s.watch_next + watch
    return NO_CONFLICT


cdef void fill(Solver* s, int32_t row, int32_t side, int32_t reason) noexcept nogil:
    """Give all other variables of a row this value: 0 true, 1 false."""
    cdef int32_t e
    for e in range(s.row_starts[row], s.row_starts[row + 1]):
        if s.value[2 * s.row_variables[e]] == 0:
            assign(s, 2 * s.row_variables[e] + side, reason)
    s.work += s.row_starts[row + 1] - s.row_starts[row]


cdef int32_t follow_rows(Solver* s, int32_t x) noexcept nogil:
    """Count x in its rows, and draw the conclusions; return a conflict or NO_CONFLICT."""
    cdef int32_t v = x >> 1, row
    cdef const int32_t* first = s.variable_rows + s.variable_starts[v]
    cdef const int32_t* end = s.variable_rows + s.variable_starts[v + 1]
    cdef const int32_t* e = first
    s.work += end - first
    if x & 1:
        while e < end:
            s.open[e[0]] -= 1
            e += 1
        e = first
        while e < end:
            row = e[0]
            e += 1
            if s.open[row] < s.low[row]:
                return 4 * row + BY_LEAST
            if s.open[row] == s.low[row] and s.chosen[row] < s.low[row]:
                fill(s, row, 0, 4 * row + BY_LEAST)
        return NO_CONFLICT
    while e < end:
        s.chosen[e[0]] += 1
        e += 1
    e = first
    while e < end:
        row = e[0]
        e += 1
        if s.chosen[row] > s.high[row]:
            return 4 * row + BY_MOST
        if s.chosen[row] == s.high[row] and s.open[row] > s.high[row]:
            fill(s, row, 1, 4 * x + BY_LITERAL if s.high[row] == 1 else 4 * row + BY_MOST)
    return NO_CONFLICT


cdef int32_t propagate(Solver* s) noexcept nogil:
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


# --- dead ends


cdef void explain(Solver* s, int32_t reason, int32_t x, int32_t before) noexcept nogil:
    """Collect the literals of a reason, all false: those that make x true, or a conflict if x is NONE.

    They became false before this place of the trail.
    """
    cdef int32_t kind = reason & 3, k = reason >> 2, e, y, wanted
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
    if kind == BY_MOST:
        wanted = s.high[k]
    else:
        wanted = s.row_starts[k + 1] - s.row_starts[k] - s.low[k]
    wanted += x == NONE
    e = s.row_starts[k]
    while s.n_because < wanted:
        y = 2 * s.row_variables[e] + (kind == BY_MOST)
        if s.value[y] < 0 and s.place[y >> 1] < before:
            s.because[s.n_because] = y
            s.n_because += 1
        e += 1
    s.work += e - s.row_starts[k]


cdef bint superfluous(Solver* s, int32_t y) noexcept nogil:
    """Return whether a literal of the new clause follows from the others by its reason."""
    cdef int32_t k, v = y >> 1
    if s.reason[v] == NONE:
        return False
    explain(s, s.reason[v], y ^ 1, s.place[v])
    for k in range(s.n_because):
        if not s.seen[s.because[k] >> 1] and s.level[s.because[k] >> 1] > 0:
            return False
    return True


cdef int32_t analyze(Solver* s, int32_t conflict) noexcept nogil:
    """Derive a clause with a single literal of this level, at its front; return the level to which it leads back."""
    cdef int32_t at = s.n_trail, x = NONE, v, k, y, open_ones = 0, kept = 1, back = 0, n
    explain(s, conflict, NONE, s.n_trail)
    s.n_clause = 1
    while True:
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
        explain(s, s.reason[x >> 1], x, at)
    s.clause[0] = x ^ 1
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


cdef int32_t count_levels(Solver* s) noexcept nogil:
    """Return the number of levels of the new clause's literals."""
    cdef int32_t k, n = 0, level
    for k in range(s.n_clause):
        level = s.level[s.clause[k] >> 1]
        if s.stamp[level] != <int64_t> s.conflicts:
            s.stamp[level] = s.conflicts
            n += 1
    return n


# --- clauses


cdef inline void watch(Solver* s, int32_t watch_number, int32_t x, int32_t other) noexcept nogil:
    s.watch_next[watch_number], s.watch_other[watch_number] = s.watch_heads[x], other
    s.watch_heads[x] = watch_number


cdef inline void watch_clause(Solver* s, int32_t c) noexcept nogil:
    cdef int32_t* clause = s.literals + s.starts[c]
    watch(s, 2 * c, clause[0], clause[1])
    watch(s, 2 * c + 1, clause[1], clause[0])


cdef int32_t add(Solver* s, int32_t glue) noexcept nogil:
    """Add the new clause, of two literals at least; return its number."""
    cdef int32_t k, c = s.n_clauses
    cdef int32_t* clause = s.literals + s.starts[c]
    for k in range(s.n_clause):
        clause[k] = s.clause[k]
    s.n_clauses += 1
    s.starts[c + 1] = s.starts[c] + s.n_clause
    s.glue[c], s.used[c] = min(glue, 255), 1
    s.n_learned += glue > 0
    watch_clause(s, c)
    return c


cdef bint has_room(Solver* s) noexcept nogil:
    """Return whether the longest clause has a place."""
    return s.n_clauses < s.most_clauses and s.starts[s.n_clauses] + s.n_variables + 1 < s.most_literals


cdef void reduce(Solver* s) noexcept nogil:
    """Drop the worse half of the learned clauses that were no reason lately, on level 0."""
    cdef int32_t of_glue[256]
    cdef int32_t c, k, limit = 255, wanted = 0, kept = 0, size
    for k in range(256):
        of_glue[k] = 0
    for c in range(s.n_clauses):
        if s.glue[c] > KEPT_LEVELS and not s.used[c]:
            of_glue[s.glue[c]] += 1
            wanted += 1
    wanted //= 2
    while limit > KEPT_LEVELS and of_glue[limit] <= wanted:
        wanted -= of_glue[limit]
        limit -= 1
    for k in range(2 * s.n_variables):
        s.watch_heads[k] = NONE
    for c in range(s.n_clauses):
        size = s.starts[c + 1] - s.starts[c]
        if not s.used[c] and (s.glue[c] > limit or (s.glue[c] == limit and wanted > 0)):
            wanted -= s.glue[c] == limit
            s.n_learned -= 1
            continue
        memmove(s.literals + s.starts[kept], s.literals + s.starts[c], size * sizeof(int32_t))
        s.glue[kept], s.used[kept] = s.glue[c], 0
        s.starts[kept + 1] = s.starts[kept] + size
        watch_clause(s, kept)
        kept += 1
    s.n_clauses = kept
    s.work += s.starts[kept]


cdef bint learn(Solver* s, int32_t conflict) noexcept nogil:
    """Learn from a dead end; return false if there is no solution."""
    cdef int32_t back, glue
    s.conflicts += 1
    if s.n_levels == 0:
        return False
    back = analyze(s, conflict)
    glue = count_levels(s)
    undo(s, back)
    if s.n_clause == 1:
        assign(s, s.clause[0], NONE)
    else:
        assign(s, s.clause[0], 4 * add(s, glue) + BY_CLAUSE)
    s.bump /= DECAY
    return True


cpdef uint64_t luby(uint64_t k) noexcept nogil:
    """Return the k-th number of Luby's sequence, k from 1.

    >>> [luby(k) for k in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    cdef uint64_t size
    while k & (k + 1):
        size = 1
        while 2 * size - 1 < k:
            size *= 2
        k -= size - 1
    return (k + 1) >> 1


cdef void restart(Solver* s) noexcept nogil:
    undo(s, s.n_assumed)
    s.restarts += 1
    s.restart_stop = s.conflicts + RESTART_CONFLICTS * luby(s.restarts)
    if s.n_learned >= s.learned_stop:
        undo(s, 0)
        reduce(s)
        s.learned_stop += MORE_CLAUSES


cdef inline void begin_level(Solver* s) noexcept nogil:
    s.n_levels += 1
    s.level_starts[s.n_levels] = s.n_trail


cdef int decide(Solver* s) noexcept nogil:
    """Choose a value for a variable: CHOSEN, COMPLETE or REFUTED. The first choices are the assumptions.

    Its last value continues where the last search ended. But with true, an option is chosen and many others fall; with
    false, a single one. So every other search, and the first one, prefers true:

        CPU seconds, mean of two         always the last value    always true    in turn
        quasigroup 40, 42 % open                          1.19           0.08       0.05
        150 lessons, an hour missing                      0.73           0.51       0.10
        150 lessons, laboratories                         2.54             >4       1.83
        5x5 letters, 500 words                            0.42           0.03       0.53
    """
    cdef int32_t v, x
    while s.n_levels < s.n_assumed:
        x = s.assumed[s.n_levels]
        if s.value[x] < 0:
            return REFUTED
        begin_level(s)
        if s.value[x] == 0:
            assign(s, x, NONE)
            return CHOSEN
    while s.n_heap:
        v = take(s)
        if s.value[2 * v] == 0:
            begin_level(s)
            s.decisions += 1
            assign(s, 2 * v + (0 if s.restarts & 1 else s.phase[v]), NONE)
            return CHOSEN
    return COMPLETE


cdef int search(Solver* s, uint64_t work) noexcept nogil:
    """Search until a solution, the end, about so much work, or until there is no room.

    Before and after, the counters of rows contain the trail up to `head`, and every clause watches two literals that
    are not false, unless one that is true makes up for it.
    """
    cdef uint64_t stop = s.work + work
    cdef int32_t conflict
    cdef int choice
    while s.work < stop:
        if not has_room(s):
            return FULL
        conflict = propagate(s)
        if conflict != NO_CONFLICT:
            if not learn(s, conflict):
                return DONE
        elif s.conflicts >= s.restart_stop:
            restart(s)
        else:
            choice = decide(s)
            if choice != CHOSEN:
                return SOLUTION if choice == COMPLETE else REFUTED
    return PAUSED


# --- the Python class ---------------------------------------------------------------------------------------------


cdef _starts(keys, n):
    """Return where the entries of each of n keys start, once they are sorted by key."""
    return np.concatenate([[0], np.cumsum(np.bincount(keys, minlength=n))]).astype(np.int32)


@final
cdef class Learner:
    """A machine that finds a solution, another one after ``forbid``, or proves that there are no more (DONE).

    Row r has the variables ``variables[starts[r]:starts[r+1]]``, of which ``low[r]`` to ``high[r]`` are true. If
    variable ``options[k]`` is true, so is ``colors[k]``. At ``first_drop`` learned clauses, half of them are dropped
    for the first time. It trusts its caller.

    >>> from dlx.engine.drive import DONE, SOLUTION
    >>> starts, variables = np.array([0, 2, 4], np.int32), np.array([0, 1, 1, 2], np.int32)
    >>> ones, none = np.ones(2, np.int32), np.empty(0, np.int32)
    >>> machine = Learner(3, starts, variables, ones, ones, none, none)
    >>> machine.step(1000) == SOLUTION, machine.true_variables()
    (True, [0, 2])
    >>> machine.forbid([0, 4])
    >>> machine.step(1000) == SOLUTION, machine.true_variables()
    (True, [1])
    """

    cdef Solver s
    cdef bint dead  # there are no more solutions
    cdef dict arrays  # the arrays that s points into, by the names of the fields

    def __cinit__(self, int32_t n_variables, const int32_t[::1] starts not None, const int32_t[::1] variables not None,
                  const int32_t[::1] low not None, const int32_t[::1] high not None,
                  const int32_t[::1] options not None, const int32_t[::1] colors not None, first_drop=FIRST_DROP):
        self.s.n_variables, self.s.n_rows = n_variables, <int32_t> low.shape[0]
        self.arrays = {}
        self._point_to_problem(*map(np.asarray, (starts, variables, low, high, options, colors)))
        self._make_space(n_variables)
        if not self._make_room(n_variables + 1):
            raise MemoryError("clauses of so many variables take more than 256 MB")
        self.s.learned_stop = first_drop
        self._begin()

    cdef void* _keep(self, str name, array) except NULL:
        """Keep an array for as long as this object; return where its data are."""
        self.arrays[name] = np.concatenate([array, np.zeros(1, array.dtype)])  # never empty
        return <void*> address(self.arrays[name])

    def _point_to_problem(self, starts, variables, low, high, options, colors):
        cdef Solver* s = &self.s
        rows = np.repeat(np.arange(s.n_rows, dtype=np.int32), np.diff(starts))
        sources, follow = np.concatenate([2 * options, 2 * colors + 1]), np.concatenate([2 * colors, 2 * options + 1])
        s.row_starts = <int32_t*> self._keep("row_starts", starts)
        s.row_variables = <int32_t*> self._keep("row_variables", variables)
        s.low, s.high = <int32_t*> self._keep("low", low), <int32_t*> self._keep("high", high)
        s.variable_starts = <int32_t*> self._keep("variable_starts", _starts(variables, s.n_variables))
        s.variable_rows = <int32_t*> self._keep("variable_rows", rows[np.argsort(variables, kind="stable")])
        s.implied_starts = <int32_t*> self._keep("implied_starts", _starts(sources, 2 * s.n_variables))
        s.implied = <int32_t*> self._keep("implied", follow[np.argsort(sources, kind="stable")])
        s.chosen = <int32_t*> self._keep("chosen", np.zeros(s.n_rows, np.int32))
        s.open = <int32_t*> self._keep("open", np.diff(starts))

    def _make_space(self, int32_t n):
        cdef Solver* s = &self.s
        none, zeros = np.full(n + 1, NONE, np.int32), np.zeros(n + 1, np.int32)
        s.value = <int8_t*> self._keep("value", np.zeros(2 * n, np.int8))
        s.phase = <uint8_t*> self._keep("phase", np.zeros(n, np.uint8))
        s.level, s.place = <int32_t*> self._keep("level", zeros), <int32_t*> self._keep("place", zeros)
        s.reason, s.trail = <int32_t*> self._keep("reason", none), <int32_t*> self._keep("trail", zeros)
        s.level_starts = <int32_t*> self._keep("level_starts", np.zeros(2 * n + 1, np.int32))  # with assumptions
        s.watch_heads = <int32_t*> self._keep("watch_heads", np.full(2 * n, NONE, np.int32))
        s.activity = <double*> self._keep("activity", np.zeros(n))
        s.heap, s.heap_place = <int32_t*> self._keep("heap", zeros), <int32_t*> self._keep("heap_place", none)
        s.seen = <uint8_t*> self._keep("seen", np.zeros(n, np.uint8))
        s.clause, s.because = <int32_t*> self._keep("clause", zeros), <int32_t*> self._keep("because", zeros)
        s.stamp = <int64_t*> self._keep("stamp", np.zeros(2 * n + 1, np.int64))

    def _make_room(self, longest):
        """Double the room for clauses, on level 0; return false if there is as much as there may be."""
        cdef Solver* s = &self.s
        old = dict(self.arrays)
        literals = max(2 * s.most_literals, LEAST_LITERALS, 2 * longest)
        if literals > MOST_LITERALS:
            return False
        clauses = literals // 4
        s.literals = <int32_t*> self._keep("literals", np.zeros(literals, np.int32))
        s.starts = <int32_t*> self._keep("starts", np.zeros(clauses, np.int32))
        s.glue = <uint8_t*> self._keep("glue", np.zeros(clauses, np.uint8))
        s.used = <uint8_t*> self._keep("used", np.zeros(clauses, np.uint8))
        s.watch_next = <int32_t*> self._keep("watch_next", np.zeros(2 * clauses, np.int32))
        s.watch_other = <int32_t*> self._keep("watch_other", np.zeros(2 * clauses, np.int32))
        for name in ("literals", "starts", "glue", "used", "watch_next", "watch_other"):
            if name in old:
                self.arrays[name][:len(old[name])] = old[name]
        s.most_clauses, s.most_literals = clauses, literals
        return True

    def _begin(self):
        """Assign the variables that single rows determine, and order the others by the size of their rows."""
        cdef Solver* s = &self.s
        cdef int32_t row, e, v, n
        s.bump = 1.0
        s.restarts, s.restart_stop = 1, RESTART_CONFLICTS
        for row in range(s.n_rows):
            n = s.open[row]
            self.dead |= n < s.low[row]
            if n <= s.low[row]:
                fill(s, row, 0, NONE)
            elif s.high[row] <= 0:
                fill(s, row, 1, NONE)
            for e in range(s.row_starts[row], s.row_starts[row + 1]):
                v = s.row_variables[e]
                if s.low[row]:
                    s.activity[v] = max(s.activity[v], 1.0 / n)
        for v in range(s.n_variables):
            insert(s, v)

    def step(self, uint64_t work):
        """Continue for about this much work; return SOLUTION, DONE, PAUSED, or LIMIT if memory does not suffice."""
        cdef int outcome = FULL
        if self.dead:
            return <int> DONE
        while outcome == FULL:
            with nogil:
                outcome = search(&self.s, work)
            if outcome == FULL and not self._drop_or_grow():
                return <int> LIMIT
        self.dead = outcome == DONE
        return <int> (DONE if outcome == REFUTED else outcome)

    def _drop_or_grow(self):
        """Drop learned clauses; if that does not empty half of the room, make more."""
        cdef Solver* s = &self.s
        undo(s, 0)
        reduce(s)
        half_empty = 2 * s.n_clauses < s.most_clauses and 2 * s.starts[s.n_clauses] < s.most_literals
        return half_empty or self._make_room(s.n_variables + 1)

    def assume(self, literals):
        """Begin a query: these literals, all different, are true until the next one. What was learned stays."""
        undo(&self.s, 0)
        self.s.assumed = <int32_t*> self._keep("assumed", np.array(literals, np.int32))
        self.s.n_assumed = <int32_t> len(literals)

    def forbid(self, literals):
        """Exclude all assignments in which these literals are true together."""
        self._add([x ^ 1 for x in literals])

    def fix(self, literals):
        """Let these literals be true from now on."""
        for x in literals:
            self._add([x])

    def _add(self, literals):
        """Add a clause: one of these literals is true."""
        cdef Solver* s = &self.s
        cdef int32_t x
        undo(s, 0)
        if any(s.value[x] > 0 for x in literals):
            return
        literals = [x for x in literals if s.value[x] == 0]
        if len(literals) < 2:
            self.dead |= not literals
            for x in literals:
                assign(s, x, NONE)
            return
        while not has_room(s):
            if not self._drop_or_grow():
                raise MemoryError("the clauses take more than 256 MB")
        s.n_clause = <int32_t> len(literals)
        for k in range(s.n_clause):
            s.clause[k] = literals[k]
        add(s, 0)

    def true_variables(self):
        """Return the true variables, ascending."""
        cdef int32_t v
        return [v for v in range(self.s.n_variables) if self.s.value[2 * v] > 0]

    @property
    def work(self):
        """The number of entries and literals read."""
        return self.s.work

    @property
    def conflicts(self):
        """The number of dead ends."""
        return self.s.conflicts

    @property
    def nodes(self):
        """The number of choices."""
        return self.s.decisions
