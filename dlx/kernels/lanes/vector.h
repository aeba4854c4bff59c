/* SPDX-License-Identifier: MIT
   Operations on words and on vectors of LANES_WORDS words, for the code of one instruction set. */

#define LANES_INLINE static inline __attribute__((always_inline))

typedef uint64_t LANES(vector) __attribute__((vector_size(8 * LANES_WORDS), may_alias));

LANES_INLINE int LANES(none)(LANES(vector) v) {
    uint64_t any = 0;
    for (int w = 0; w < LANES_WORDS; w++) any |= v[w];
    return any == 0;
}

LANES_INLINE LANES(vector) LANES(shuffled)(LANES(vector) v, LANES(vector) order) { /* word order[w] becomes word w */
#ifdef __clang__
    LANES(vector) out;
    for (int w = 0; w < LANES_WORDS; w++) out[w] = v[order[w]];
    return out;
#else
    return __builtin_shuffle(v, order);
#endif
}

LANES_INLINE uint64_t LANES(rotated)(uint64_t x, int by) {
    return x << by | x >> (-by & 63);
}

LANES_INLINE int LANES(next)(uint64_t *mask) { /* removes and returns the lowest bit */
    int k = __builtin_ctzll(*mask);
    *mask &= *mask - 1;
    return k;
}
