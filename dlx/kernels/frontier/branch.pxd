"""A branch of a count by layers: one choice at a stage, as a mask, the wanted bits and a number to add.

    item                     field of the key
    exactly one option       1 bit: is it covered?
    low .. high options      a count of b bits, and the guard bit b
    a color                  the number of the color; 0: none yet

    count of 0 .. high       stored as count + 2^b - high, where 2^b >= high: the guard is set when no more may come
                             at the end + high - low: the guard is set if there are enough

So each branch is: take the keys with (key & mask) == want, and add a constant. An option that may give an item its
color, or find it there, has two branches.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from .window cimport COLORED, FREE, NONE, UNSHARED, Sketch, has_field


cdef struct Pen:
    int32_t words  # of a key
    uint64_t* mask  # of the branch that is drawn
    uint64_t* want
    uint64_t* add
    int32_t* uncertain  # entries of colored items that may have their color before
    int32_t n_uncertain


cdef inline void set_bits(uint64_t* x, int32_t words, int32_t width, int32_t shift) noexcept:
    """Set ``width`` bits from ``shift`` on."""
    cdef int32_t p
    for p in range(shift, shift + width):
        x[p >> 6] |= <uint64_t> 1 << (p & 63)


cdef inline void subtract_at(uint64_t* x, int32_t words, uint64_t value, int32_t shift) noexcept:
    cdef int32_t q = shift >> 6
    cdef uint64_t part = value << (shift & 63), carry = value >> (63 - (shift & 63)) >> 1, before
    while q < words and (part or carry):
        before = x[q]
        x[q] -= part
        part, carry = carry + (x[q] > before), 0
        q += 1


cdef inline int32_t guard(const Sketch* s, int32_t i) noexcept:
    """Return the bit that is set when a count is complete."""
    return s.shift[i] + s.width[i] - 1


cdef inline void require(Pen* pen, int32_t bit) noexcept:
    """Take only keys with this bit, and clear it."""
    set_bits(pen.mask, pen.words, 1, bit)
    set_bits(pen.want, pen.words, 1, bit)
    subtract_at(pen.add, pen.words, 1, bit)


cdef inline void add_at(uint64_t* x, int32_t words, uint64_t value, int32_t shift) noexcept:
    """Add value * 2^shift."""
    cdef int32_t q = shift >> 6
    cdef uint64_t part = value << (shift & 63), carry = value >> (63 - (shift & 63)) >> 1, before
    while q < words and (part or carry):
        before = x[q]
        x[q] += part
        part, carry = carry + (x[q] < before), 0
        q += 1


cdef inline uint64_t first_count(const Sketch* s, int32_t i) noexcept:
    """Return the stored form of the count 0."""
    return (<uint64_t> 1 << (s.width[i] - 1)) - s.high[i]


cdef inline uint64_t color_at(const Sketch* s, int32_t e) noexcept:
    return s.colors[e] if s.colors[e] != UNSHARED else s.n_colors[s.entries[e]]


cdef inline void draw_use(const Sketch* s, Pen* pen, int32_t t, int32_t e) noexcept:
    """Draw the use of an item by the option that is chosen."""
    cdef int32_t i = s.entries[e]
    cdef bint before = s.first[i] < t, after = s.last[i] > t
    if s.kind[i] == FREE:
        return
    if s.kind[i] == COLORED:
        if before and s.colors[e] != UNSHARED:
            pen.uncertain[pen.n_uncertain] = e
            pen.n_uncertain += 1
            return
        if before:
            set_bits(pen.mask, pen.words, s.width[i], s.shift[i])
        if after:
            add_at(pen.add, pen.words, color_at(s, e), s.shift[i])
        return
    if before:
        set_bits(pen.mask, pen.words, 1, guard(s, i))
    if i != s.own[t] and has_field(s, i) and (after or s.width[i] > 1):
        add_at(pen.add, pen.words, 1, s.shift[i])


cdef inline bint draw_end(Sketch* s, Pen* pen, int32_t t, int32_t i) noexcept:
    """Draw the end of an item's field; return false if no key has what the item needs."""
    cdef bint used = s.entry[i] != NONE
    if s.kind[i] == COLORED:
        s.forgotten[i] |= has_field(s, i) and not used
    elif not has_field(s, i):
        return used >= s.low[i]
    elif i == s.own[t]:
        if not used:
            require(pen, guard(s, i))
    elif s.width[i] > 1:
        if s.low[i]:
            add_at(pen.add, pen.words, s.high[i] - s.low[i], s.shift[i])
        s.forgotten[i] = True
    elif not used:
        if s.low[i]:
            require(pen, guard(s, i))
        else:
            s.forgotten[i] = True
    return True


cdef inline bint draw_choice(Sketch* s, Pen* pen, int32_t t, int32_t option) noexcept:
    """Draw the choice of an option, or of none (NONE); return false if it is never possible."""
    cdef int32_t e, i, end = s.starts[option + 1] if option != NONE else 0, begin = s.starts[option] if end else 0
    cdef bint possible = option != NONE or s.own[t] == NONE or has_field(s, s.own[t])
    memset(pen.mask, 0, 3 * pen.words * sizeof(uint64_t))
    pen.n_uncertain = 0
    i = s.first_starting[t]
    while i != NONE:
        if has_field(s, i) and s.kind[i] != COLORED:
            add_at(pen.add, pen.words, first_count(s, i), s.shift[i])
        i = s.next_starting[i]
    for e in range(begin, end):
        s.entry[s.entries[e]] = e
        draw_use(s, pen, t, e)
    i = s.first_ending[t]
    while i != NONE:
        possible &= draw_end(s, pen, t, i)
        i = s.next_ending[i]
    for e in range(begin, end):
        s.entry[s.entries[e]] = NONE
    return possible


cdef inline void draw_colors(const Sketch* s, Pen* pen, int32_t t, uint64_t colored) noexcept:
    """Draw the colors of the chosen option on items that have theirs already (bits of `colored`) or have none yet."""
    cdef int32_t k, e, i
    for k in range(pen.n_uncertain):
        e = pen.uncertain[k]
        i = s.entries[e]
        set_bits(pen.mask, pen.words, s.width[i], s.shift[i])
        if colored >> k & 1:
            add_at(pen.want, pen.words, color_at(s, e), s.shift[i])
            if s.last[i] == t:
                subtract_at(pen.add, pen.words, color_at(s, e), s.shift[i])
        elif s.last[i] > t:
            add_at(pen.add, pen.words, color_at(s, e), s.shift[i])
