"""Conclusions from tables: rows die with their colors, and colors fall with their last row.

This is generalized arc consistency between an item and the colors of its options. Clauses go first, because they are
cheaper; then changed tables are looked at one by one.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from .solver cimport BY_LITERAL, BY_TABLE, NO_CONFLICT, NONE, Solver
from .tables cimport lowest, n_words, row_colors, save, touch
from .trail cimport assign, propagate


cdef inline void narrow(Solver* s, int32_t x) noexcept nogil:
    """Let the rows die that contradict a literal. A color that fell because another one is true has killed no more."""
    cdef int32_t k, e, t, i, words, v = x >> 1
    cdef uint64_t lost
    cdef uint64_t* alive
    cdef const uint64_t* bits
    cdef uint64_t flip = 0 if x & 1 else ~(<uint64_t> 0)
    if x & 1 and s.reason[v] != NONE and s.reason[v] & 7 == BY_LITERAL:
        return
    for k in range(s.tables.first_pair[v], s.tables.first_pair[v + 1]):
        e = s.tables.pairs[k]
        t = s.tables.pair_table[e]
        words = n_words(s, t)
        alive, bits = s.tables.alive + s.tables.first_word[t], s.tables.bits + s.tables.first_bits[e]
        lost = 0
        for i in range(words):
            lost |= alive[i] & (bits[i] ^ flip)
        s.work += words >> 2
        if lost:
            save(s, t)
            for i in range(words):
                alive[i] &= ~(bits[i] ^ flip)
        if lost or not x & 1:
            touch(s, t)


cdef inline bint supported(Solver* s, const uint64_t* alive, int32_t n_full, int32_t e) noexcept nogil:
    """Return whether a color has a row that is alive; n_full words are not 0. The word where we find one is kept."""
    cdef const uint64_t* bits = s.tables.bits + s.tables.first_bits[e]
    cdef int32_t k, i = s.tables.witness[e]
    if alive[i] & bits[i]:
        return True
    s.work += n_full >> 1
    for k in range(n_full):
        i = s.tables.full[k]
        if alive[i] & bits[i]:
            s.tables.witness[e] = i
            return True
    return False


cdef inline void claim(Solver* s, int32_t t, int32_t row) noexcept nogil:
    """Take the items of the last row of a table from all other tables, once its colors are all true."""
    cdef const int32_t* colors = row_colors(s, t, row)
    cdef int32_t c, k, end, item, u, table, r
    cdef uint64_t bit
    k = s.tables.first_item[s.tables.first_row[t] + row]
    end = s.tables.first_item[s.tables.first_row[t] + row + 1]
    if k == end or s.tables.owner[s.tables.items[k]] == t:
        return
    for c in range(s.tables.n_columns[t]):
        if s.value[2 * colors[c]] <= 0:
            return
    s.tables.claimed[t], s.tables.claimed_at[t] = row, s.n_trail
    for k in range(k, end):
        item = s.tables.items[k]
        s.tables.owner[item] = t
        s.tables.claims[s.tables.n_claims], s.tables.claim_level[s.tables.n_claims] = item, s.n_levels
        s.tables.n_claims += 1
        for u in range(s.tables.first_user[item], s.tables.first_user[item + 1]):
            table, r = s.tables.user_table[u], s.tables.user_row[u]
            bit = <uint64_t> 1 << (r & 63)
            if table != t and s.tables.alive[s.tables.first_word[table] + (r >> 6)] & bit:
                save(s, table)
                s.tables.alive[s.tables.first_word[table] + (r >> 6)] &= ~bit
                touch(s, table)


cdef inline int32_t filter_table(Solver* s, int32_t t) noexcept nogil:
    """Let the colors fall that have no row in a table; return a conflict or NO_CONFLICT."""
    cdef const uint64_t* alive = s.tables.alive + s.tables.first_word[t]
    cdef int32_t e, v, i, first = s.n_trail, last, n_full = 0, words = n_words(s, t)
    for i in range(words):
        s.tables.full[n_full] = i
        n_full += alive[i] != 0
    if not n_full:
        return 8 * t + BY_TABLE
    for e in range(s.tables.first_color_pair[t], s.tables.first_color_pair[t + 1]):
        v = s.tables.pair_color[e]
        if s.value[2 * v] == 0 and not supported(s, alive, n_full, e):
            s.tables.since[v] = first
            assign(s, 2 * v + 1, 8 * t + BY_TABLE)
    s.work += (s.tables.first_color_pair[t + 1] - s.tables.first_color_pair[t]) >> 2
    last = s.tables.full[0]
    if n_full == 1 and not alive[last] & (alive[last] - 1):
        claim(s, t, 64 * last + lowest(alive[last]))
    return NO_CONFLICT


cdef inline int32_t propagate_all(Solver* s) noexcept nogil:
    """Draw all conclusions, those from tables included; return a conflict or NO_CONFLICT."""
    cdef int32_t t, conflict
    while True:
        conflict = propagate(s)
        if conflict != NO_CONFLICT or s.tables.n == 0:
            return conflict
        while s.tables.head < s.n_trail:
            s.tables.head += 1
            narrow(s, s.trail[s.tables.head - 1])
        if not s.tables.n_queue:
            break
        s.tables.n_queue -= 1
        t = s.tables.queue[s.tables.n_queue]
        s.tables.changed[t] = 0
        conflict = filter_table(s, t)
        if conflict != NO_CONFLICT:
            return conflict
    if s.n_levels == 0:
        memcpy(s.tables.base, s.tables.alive, s.tables.first_word[s.tables.n] * sizeof(uint64_t))
    return NO_CONFLICT
