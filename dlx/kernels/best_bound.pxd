"""The bound of a node: prices on the items, which sweeps set one after the other.

For any prices (at most 0 for secondary items, since nothing need cover them)

    cost of a solution  >=  bound  =  paid for the options chosen  +  prices of the open items  +  reduced costs < 0

This holds for costs of any sign. An item that still needs `need` options and has room for `room` of them counts
``need`` times its price if that is positive, and ``room`` times if it is negative. Soft items may have fewer options or
more, at a price for each. No one pays more for an option than for its absence, so such a price is a limit:

    price    -over ... 0 ... under        an item without slack: no limits

A sweep sets the price of each open item in turn, to a value between the two smallest reduced costs of its options;
this never lowers the bound. A price in the middle of the two leaves room for the prices of the other items:

    costs of a's options   3  7  10       price 5: reduced to -2  2  5       (price 3 would leave 0  4  7)

The last sweep of a node sets each price to the smallest reduced cost. Then bound + reduced cost bounds the solutions
with an option, and we hide options whose sum reaches ``stop``.

Reference: Wedelin, An algorithm for large scale 0-1 integer programming, Annals of Operations Research 57 (1995)
283-301 (the middle).
"""

from libc.stdint cimport int32_t, int64_t

from ..matrix.limits cimport MOST_COST
from .best_state cimport FAR, HARD, State, hide


cdef inline void compute_bound(State* s) noexcept nogil:
    """Compute the reduced costs of the live options and the bound from the prices."""
    cdef int32_t k, e, j
    cdef int64_t r
    s.base, s.spread, s.below = s.paid, 0, 0
    for k in range(s.n_open):
        s.base += counted(s, s.open[k], s.price[s.open[k]])
        s.spread += weight(s, s.open[k]) * size_of(s.price[s.open[k]])
    for k in range(s.n_live):
        j = s.live[k]
        r = s.cost[j]
        for e in range(s.start[j], s.start[j + 1]):
            r -= s.price[s.item[e]]
        s.reduced[j] = r
        s.below += min(r, 0)
    s.work += s.n_open + s.n_live


cdef inline int64_t size_of(int64_t price) noexcept nogil:
    return price if price >= 0 else -price


cdef inline int64_t counted(State* s, int32_t i, int64_t price) noexcept nogil:
    """Return the price of item i as often as all solutions count it."""
    return price * max(s.need[i] if price > 0 else s.room[i], 0)


cdef inline int64_t weight(State* s, int32_t i) noexcept nogil:
    """Return how often the price of item i may count."""
    return max(max(s.need[i], s.room[i]), 1)


cdef inline int64_t rise(State* s, int32_t i, bint last) noexcept nogil:
    """Return the raise of item i's price: to the middle of its two smallest reduced costs, or to the smallest."""
    cdef int64_t r, low = MOST_COST, second = MOST_COST
    cdef int64_t limit = MOST_COST if s.need[i] > 0 else -s.price[i]
    cdef int32_t p
    if s.room[i] != 1 or (s.soft and i < s.n_primary and (s.under[i] != HARD or s.over[i] != HARD)):
        return best_price(s, i, last) - s.price[i]
    for p in range(s.head[i], s.head[i] + s.size[i]):
        r = s.reduced[s.option_at[p]]
        second = min(second, max(low, r))
        low = min(low, r)
    if last and s.need[i] <= 0:
        low = max(low, 0)  # its options need not come down to 0: another item may have raised them
    elif not last and s.size[i] > 1:
        low += (second - low) >> 1
    elif not last and s.need[i] <= 0:
        low = limit  # it no longer conflicts with anything
    return min(low, limit)


cdef inline int64_t best_price(State* s, int32_t i, bint last) noexcept nogil:
    """Return a price of item i with the highest bound: in the middle of these prices, or the lowest of them.

    Without its own price, its options have the reduced costs r1 <= r2 <= ... If it needs k of them, the prices from rk
    to rk+1 are best, as far as they are positive; if it has room for k of them, as far as they are negative.
    """
    cdef int32_t p, n = s.size[i], need = max(s.need[i], 0), room = max(s.room[i], 0)
    cdef int64_t price, under = s.under[i] if s.soft else HARD, over = s.over[i] if s.soft else HARD
    for p in range(n):
        s.scratch[p] = s.reduced[s.option_at[s.head[i] + p]] + s.price[i]
    s.work += n
    if need > n:
        return under
    if need > 0:
        price = between(s.scratch, n, need, last)
        if price > 0:
            return min(price, under)
    if room >= n:
        return 0
    if room == 0:
        return -over if last else max(min(smallest(s.scratch, n, 1), 0), -over)
    return max(min(between(s.scratch, n, room, last), 0), -over)


cdef inline int64_t between(int64_t* r, int32_t n, int32_t k, bint last) noexcept nogil:
    """Return the k-th smallest of n numbers if `last`, otherwise the middle between it and its successor, if any."""
    cdef int64_t low = smallest(r, n, k)
    return low if last or k == n else low + ((least(r + k, n - k) - low) >> 1)


cdef inline int64_t smallest(int64_t* r, int32_t n, int32_t k) noexcept nogil:
    """Return the k-th smallest of n numbers, and move the k - 1 smaller ones before it (Hoare's selection)."""
    cdef int32_t low = 0, high = n - 1, a, b
    cdef int64_t pivot
    while low < high:
        pivot = r[low + (high - low) // 2]
        a, b = low, high
        while a <= b:
            while r[a] < pivot:
                a += 1
            while r[b] > pivot:
                b -= 1
            if a <= b:
                r[a], r[b] = r[b], r[a]
                a += 1
                b -= 1
        if k - 1 <= b:
            high = b
        elif k - 1 >= a:
            low = a
        else:
            break
    return r[k - 1]


cdef inline int64_t least(const int64_t* r, int32_t n) noexcept nogil:
    """Return the smallest of n numbers."""
    cdef int64_t low = r[0]
    cdef int32_t p
    for p in range(1, n):
        low = min(low, r[p])
    return low


cdef inline bint sweep(State* s, bint last) noexcept nogil:
    """Set the price of each open item; return false as soon as the bound reaches the stop."""
    cdef int32_t k, i, p
    cdef int64_t d, r, spread, price, factor
    for k in range(s.n_open):
        i = s.open[k]
        s.work += s.size[i] + 1
        d = rise(s, i, last)
        if d == 0:
            continue
        factor = weight(s, i)
        spread = s.spread - factor * size_of(s.price[i])
        price = s.price[i] + d
        if size_of(price) > FAR // factor or spread + factor * size_of(price) > FAR:
            continue  # limit: price
        s.spread = spread + factor * size_of(price)
        s.base += counted(s, i, price) - counted(s, i, s.price[i])
        s.price[i] = price
        for p in range(s.head[i], s.head[i] + s.size[i]):
            r = s.reduced[s.option_at[p]]
            s.reduced[s.option_at[p]] = r - d
            s.below += min(r - d, 0) - min(r, 0)
        if s.base + s.below >= s.stop:
            return False
    return True


cdef inline void hide_costly(State* s) noexcept nogil:
    """Hide the options that would raise the bound to the stop."""
    cdef int64_t room = s.stop - (s.base + s.below)
    cdef int32_t k
    s.work += s.n_live
    for k in range(s.n_live - 1, -1, -1):  # options swapped to k have been visited
        if s.reduced[s.live[k]] >= room:
            hide(s, s.live[k])
