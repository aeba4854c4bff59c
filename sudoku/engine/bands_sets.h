/* SPDX-License-Identifier: MIT
   The search for each instruction set: `bands_count[set]`. The vectors of bands.h have 256 bits everywhere; the compiler
   splits them where registers are shorter. With AVX-512, boxes.h takes their place. */

#include "dlx/kernels/sets.h"
#include <stdint.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* no vector is passed to another file */

/* Puzzles to search, of 81 cells each, 0 for an empty one. */
typedef struct {
    const uint8_t *cells;
    int64_t number;
    int64_t limit; /* of solutions counted, at least 1 */
    int64_t most;  /* guesses; a search that needs more gets the count -1 */
    int64_t work;  /* nodes after which no search begins */
    uint8_t *first; /* the answers: 81 cells of the first solution if there is one, the count, the guesses */
    int64_t *counts, *guesses;
} bands_task;

/* Returns the number of puzzles that were searched, from the first on. */
typedef int64_t bands_counter(const bands_task *);

#define BANDS_INLINE static inline __attribute__((always_inline))

static int bands_bit[27], bands_cell[32]; /* by cell of a band: its bit in the words of bands.h; and back */
static uint64_t bands_peers[96][2];   /* by cell, as 32 * band + bit: the cells that share a house with it */
static uint32_t bands_vectors[96][3][8]; /* the cell as a vector: of both digits, of the first, of the second */

static void bands_prepare_words(void) {
    for (int c = 0; c < 27; c++) {
        bands_bit[c] = 10 * (c % 9 / 3) + 3 * (c / 9) + c % 3;
        bands_cell[bands_bit[c]] = c;
    }
    for (int c = 0; c < 81; c++) {
        int bit = bands_bit[c % 27], cell = 32 * (c / 27) + bit;
        uint32_t peers[4] = {0, 0, 0, 0};
        for (int e = 0; e < 81; e++)
            if (e != c && (e / 9 == c / 9 || e % 9 == c % 9 || (e / 27 == c / 27 && e % 9 / 3 == c % 9 / 3)))
                peers[e / 27] |= 1u << bands_bit[e % 27];
        memcpy(bands_peers[cell], peers, sizeof peers);
        for (int k = 0; k < 2; k++)
            bands_vectors[cell][0][4 * k + c / 27] = bands_vectors[cell][1 + k][4 * k + c / 27] = 1u << bit;
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
#include "sudoku/engine/boxes_vector.h"
#include "sudoku/engine/boxes.h"
#include "sudoku/engine/boxes_search.h"
DLX_END_SET
#endif

static void bands_prepare(void) {
    bands_prepare_words();
#if DLX_SETS > 1
    if (dlx_best_set() == 2) boxes_prepare();
#endif
}

static bands_counter *const bands_count[] = {
    bands_count_plain,
#if DLX_SETS > 1
    bands_count_avx2,
    boxes_count,
#endif
};
