/* SPDX-License-Identifier: MIT
   Operations on vectors of 32 lanes of 16 bits, for processors with AVX-512: the few that compilers do not find. */

typedef uint16_t boxes_vector __attribute__((vector_size(64), may_alias));

#define BOXES_INLINE static inline __attribute__((always_inline))

BOXES_INLINE boxes_vector boxes_all(unsigned bits) { return (boxes_vector){0} + (uint16_t)bits; }

/* Bits that at least two of three vectors have. */
BOXES_INLINE boxes_vector boxes_twice(boxes_vector a, boxes_vector b, boxes_vector c) {
    return (boxes_vector)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c, 0xe8);
}

/* Bits of `a` where the mask has a bit, of `b` elsewhere. */
BOXES_INLINE boxes_vector boxes_pick(uint16_t mask, boxes_vector a, boxes_vector b) {
    return (boxes_vector)_mm512_ternarylogic_epi32(_mm512_set1_epi16((short)mask), (__m512i)a, (__m512i)b, 0xca);
}

/* Copy bytes; `from` names the source of each. */
BOXES_INLINE boxes_vector boxes_move(boxes_vector v, const uint8_t *from) {
    return (boxes_vector)_mm512_permutexvar_epi8(_mm512_loadu_si512(from), (__m512i)v);
}

/* a & mask | b */
BOXES_INLINE boxes_vector boxes_join(boxes_vector a, uint16_t mask, boxes_vector b) {
    return (boxes_vector)_mm512_ternarylogic_epi32((__m512i)a, _mm512_set1_epi16((short)mask), (__m512i)b, 0xea);
}

/* The lanes in which two vectors have a bit in common, and the others. */
BOXES_INLINE uint32_t boxes_meet(boxes_vector a, boxes_vector b) {
    return _mm512_test_epi16_mask((__m512i)a, (__m512i)b);
}
BOXES_INLINE uint32_t boxes_apart(boxes_vector a, boxes_vector b) {
    return _mm512_testn_epi16_mask((__m512i)a, (__m512i)b);
}

/* These lanes of `a`, and 0 or the lanes of `b` elsewhere. */
BOXES_INLINE boxes_vector boxes_only(uint32_t lanes, boxes_vector a) {
    return (boxes_vector)_mm512_maskz_mov_epi16(lanes, (__m512i)a);
}
BOXES_INLINE boxes_vector boxes_merge(uint32_t lanes, boxes_vector a, boxes_vector b) {
    return (boxes_vector)_mm512_mask_mov_epi16((__m512i)b, lanes, (__m512i)a);
}

BOXES_INLINE boxes_vector boxes_plus(boxes_vector a, uint32_t lanes, boxes_vector b) {
    return (boxes_vector)_mm512_mask_add_epi16((__m512i)a, lanes, (__m512i)a, (__m512i)b);
}
BOXES_INLINE boxes_vector boxes_least(boxes_vector a, boxes_vector b) {
    return (boxes_vector)_mm512_min_epu16((__m512i)a, (__m512i)b);
}
BOXES_INLINE boxes_vector boxes_most(boxes_vector a, boxes_vector b) {
    return (boxes_vector)_mm512_max_epu16((__m512i)a, (__m512i)b);
}
BOXES_INLINE boxes_vector boxes_bits(boxes_vector v) { return (boxes_vector)_mm512_popcnt_epi16((__m512i)v); }

/* The largest of the first nine lanes. */
BOXES_INLINE uint32_t boxes_largest(boxes_vector v) {
    __m512i nine = (__m512i)boxes_only(0x1ff, v);
    __m128i most = _mm_max_epu16(_mm512_castsi512_si128(nine), _mm512_extracti32x4_epi32(nine, 1));
    return 0xffff & ~(uint32_t)_mm_extract_epi16(_mm_minpos_epu16(~most), 0);
}
