"""The order of choices: a heap of variables, the most active first.

A variable of a dead end becomes more active, and `bump` grows at each dead end, so that old ones count less and less.

    place      0                        a variable is at least as active as those at the places 2 k + 1 and 2 k + 2
             1   2                      below it, so the most active one is at place 0
            3 4 5

Reference: Moskewicz, Madigan, Zhao, Zhang and Malik, Chaff: engineering an efficient SAT solver (2001), which calls
this order VSIDS.
"""

from libc.stdint cimport int32_t

from .solver cimport NONE, Solver


cdef inline void put(Solver* s, int32_t place, int32_t v) noexcept nogil:
    s.heap[place] = v
    s.heap_place[v] = place


cdef inline void rise(Solver* s, int32_t place) noexcept nogil:
    cdef int32_t v = s.heap[place], parent
    while place > 0:
        parent = (place - 1) >> 1
        if s.activity[s.heap[parent]] >= s.activity[v]:
            break
        put(s, place, s.heap[parent])
        place = parent
    put(s, place, v)


cdef inline void sink(Solver* s, int32_t place) noexcept nogil:
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


cdef inline int32_t take(Solver* s) noexcept nogil:
    """Take the variable of largest activity."""
    cdef int32_t v = s.heap[0]
    s.heap_place[v] = NONE
    s.n_heap -= 1
    if s.n_heap:
        put(s, 0, s.heap[s.n_heap])
        sink(s, 0)
    return v


cdef inline void make_active(Solver* s, int32_t v) noexcept nogil:
    cdef int32_t k
    s.activity[v] += s.bump
    if s.activity[v] > 1e100:
        for k in range(s.n_variables):
            s.activity[k] /= 1e100
        s.bump /= 1e100
    if s.heap_place[v] != NONE:
        rise(s, s.heap_place[v])
