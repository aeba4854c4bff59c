/* SPDX-License-Identifier: MIT
   The search of bands_search.h, compiled for each instruction set: `bands_count[set]`. The vectors of bands.h have 256
   bits everywhere; the compiler splits them where registers are shorter. */

#include "dlx/kernels/sets.h"
#include <stdint.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* no vector is passed to another file */

#define BANDS_INLINE static inline __attribute__((always_inline))

static uint64_t bands_peers[96][2];   /* by cell, as 32 * band + bit: the cells that share a house with it */
static uint32_t bands_cell[96][3][8]; /* the cell as a vector: of both digits, of the first, of the second */

static void bands_prepare(void) {
    for (int c = 0; c < 81; c++) {
        int cell = 32 * (c / 27) + c % 27;
        uint32_t peers[4] = {0, 0, 0, 0};
        for (int e = 0; e < 81; e++)
            if (e != c && (e / 9 == c / 9 || e % 9 == c % 9 || (e / 27 == c / 27 && e % 9 / 3 == c % 9 / 3)))
                peers[e / 27] |= 1u << e % 27;
        memcpy(bands_peers[cell], peers, sizeof peers);
        for (int k = 0; k < 2; k++)
            bands_cell[cell][0][4 * k + c / 27] = bands_cell[cell][1 + k][4 * k + c / 27] = 1u << c % 27;
    }
}

#define BANDS(name) bands_##name##_plain
#include "sudoku/engine/bands_vector.h"
#include "sudoku/engine/bands.h"
#include "sudoku/engine/bands_search.h"
#undef BANDS

#if DLX_SETS > 1
#define BANDS_AVX
DLX_BEGIN_AVX2
#define BANDS(name) bands_##name##_avx2
#include "sudoku/engine/bands_vector.h"
#include "sudoku/engine/bands.h"
#include "sudoku/engine/bands_search.h"
#undef BANDS
DLX_END_SET

DLX_BEGIN_AVX512
#define BANDS(name) bands_##name##_avx512
#include "sudoku/engine/bands_vector.h"
#include "sudoku/engine/bands.h"
#include "sudoku/engine/bands_search.h"
#undef BANDS
DLX_END_SET
#endif

typedef int64_t bands_counter(const uint8_t *, int64_t, int64_t, uint8_t *, int64_t *);

static bands_counter *const bands_count[] = {
    bands_count_plain,
#if DLX_SETS > 1
    bands_count_avx2,
    bands_count_avx512,
#endif
};
