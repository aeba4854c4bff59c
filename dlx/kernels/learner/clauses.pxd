"""The clauses: learned clauses and clauses that exclude a solution, in one array. The worse half is dropped in time.

    literals   x y z | u v | ...           clause 0 watches x and y, which are the first to look at if one becomes false
    starts     0       3     5             its two watches, 0 and 1, are in the lists of x and y
"""

from libc.stdint cimport int32_t
from libc.string cimport memmove

from .solver cimport KEPT_LEVELS, NONE, Solver


cdef inline void watch(Solver* s, int32_t watch_number, int32_t x, int32_t partner) noexcept nogil:
    s.watch_next[watch_number], s.watch_other[watch_number] = s.watch_heads[x], partner
    s.watch_heads[x] = watch_number


cdef inline void watch_clause(Solver* s, int32_t c) noexcept nogil:
    cdef int32_t* clause = s.literals + s.starts[c]
    watch(s, 2 * c, clause[0], clause[1])
    watch(s, 2 * c + 1, clause[1], clause[0])


cdef inline int32_t add(Solver* s, int32_t glue) noexcept nogil:
    """Add the new clause, of two literals at least; return its number."""
    cdef int32_t k, c = s.n_clauses
    cdef int32_t* clause = s.literals + s.starts[c]
    for k in range(s.n_clause):
        clause[k] = s.clause[k]
    s.n_clauses += 1
    s.starts[c + 1] = s.starts[c] + s.n_clause
    s.glue[c], s.used[c], s.found[c] = min(glue, 255), 1, 2
    s.n_learned += glue > 0
    watch_clause(s, c)
    return c


cdef inline bint has_room(Solver* s) noexcept nogil:
    """Return whether the longest clause has a place."""
    return s.n_clauses < s.most_clauses and s.starts[s.n_clauses] + s.n_variables + 1 < s.most_literals


cdef inline void reduce(Solver* s) noexcept nogil:
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
        if kept < c:
            memmove(s.literals + s.starts[kept], s.literals + s.starts[c], size * sizeof(int32_t))
        s.glue[kept], s.used[kept], s.found[kept] = s.glue[c], 0, 2
        s.starts[kept + 1] = s.starts[kept] + size
        watch_clause(s, kept)
        kept += 1
    s.n_clauses = kept
    s.work += s.starts[kept]
