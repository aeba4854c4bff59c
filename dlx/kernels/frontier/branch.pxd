"""The C interface of branches."""

from libc.stdint cimport int32_t, uint64_t

from .window cimport Sketch


cdef struct Pen:
    int32_t words  # of a key
    uint64_t* mask  # of the branch that is drawn
    uint64_t* want
    uint64_t* add
    int32_t* uncertain  # entries of colored items that may have their color before
    int32_t n_uncertain


cdef bint draw_choice(Sketch* s, Pen* pen, int32_t t, int32_t option) noexcept
cdef void draw_colors(const Sketch* s, Pen* pen, int32_t t, uint64_t colored) noexcept


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
