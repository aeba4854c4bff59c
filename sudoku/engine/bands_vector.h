/* SPDX-License-Identifier: MIT
   Operations on vectors of eight 32-bit words, for the code of one instruction set. */

typedef uint32_t BANDS(vector) __attribute__((vector_size(32), may_alias));

#ifdef __clang__
#define BANDS_SHUFFLED(v, ...) __builtin_shufflevector(v, v, __VA_ARGS__)
#else
#define BANDS_SHUFFLED(v, ...) __builtin_shuffle(v, (BANDS(vector)){__VA_ARGS__})
#endif

BANDS_INLINE BANDS(vector) BANDS(halves)(BANDS(vector) v) { return BANDS_SHUFFLED(v, 4, 5, 6, 7, 0, 1, 2, 3); }

/* Each digit's next bands, cyclic. */
BANDS_INLINE BANDS(vector) BANDS(band1)(BANDS(vector) v) { return BANDS_SHUFFLED(v, 1, 2, 0, 3, 5, 6, 4, 7); }
BANDS_INLINE BANDS(vector) BANDS(band2)(BANDS(vector) v) { return BANDS_SHUFFLED(v, 2, 0, 1, 3, 6, 4, 5, 7); }

BANDS_INLINE BANDS(vector) BANDS(least)(BANDS(vector) a, BANDS(vector) b) {
#ifdef BANDS_AVX
    return (BANDS(vector))_mm256_min_epu32((__m256i)a, (__m256i)b);
#else
    BANDS(vector) less = (BANDS(vector))(a < b);
    return (a & less) | (b & ~less);
#endif
}

BANDS_INLINE int BANDS(zero)(BANDS(vector) v) {
#ifdef BANDS_AVX
    return _mm256_testz_si256((__m256i)v, (__m256i)v);
#else
    uint64_t words[4];
    memcpy(words, &v, sizeof words);
    return (words[0] | words[1] | words[2] | words[3]) == 0;
#endif
}

#undef BANDS_SHUFFLED
