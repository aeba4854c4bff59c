/* SPDX-License-Identifier: MIT
   A search on bits, compiled for each instruction set and each variant of sizes. The including file must first define:

       DLX_CODE                       the header that defines the search, DLX_NAME(DLX_SEARCH)
       DLX_SEARCH                     its name
       DLX_PARAMETERS, DLX_ARGUMENTS  (dlx_bits *s, ...) and (s, ...); words, item_words, slots, bounded come after
                                      them
       DLX_FUNCTIONS                  the name of the table to make: a function for each set and variant
       DLX_TABLES                     optional, for one function in plain C if a better set exists: its dlx_tables */

#include "dlx/kernels/bits/bits.h"

#define DLX_SET plain
#define DLX_SMALL_SET plain
#define DLX_LANE 2 /* words of a vector */
#if DLX_SETS > 1 && defined(DLX_TABLES)
#define DLX_ANY
#endif
#include "dlx/kernels/bits/variants.h"
#undef DLX_ANY

#if DLX_SETS > 1
DLX_BEGIN_AVX2
#undef DLX_SMALL_SET
#define DLX_SET avx2
#define DLX_SMALL_SET avx2
#define DLX_LANE 4
#define DLX_POPCOUNT
#include "dlx/kernels/bits/variants.h"
DLX_END_SET

DLX_BEGIN_AVX512
#define DLX_SET avx512
#define DLX_LANE 8
#define DLX_WIDE_POPCOUNT
#include "dlx/kernels/bits/variants.h"
#undef DLX_POPCOUNT
#undef DLX_WIDE_POPCOUNT
DLX_END_SET

static DLX_FUNCTION *const *const DLX_FUNCTIONS[] = {DLX_GLUE(DLX_FUNCTIONS, plain), DLX_GLUE(DLX_FUNCTIONS, avx2),
                                                     DLX_GLUE(DLX_FUNCTIONS, avx512)};
#else
static DLX_FUNCTION *const *const DLX_FUNCTIONS[] = {DLX_GLUE(DLX_FUNCTIONS, plain)};
#endif
#undef DLX_SMALL_SET
