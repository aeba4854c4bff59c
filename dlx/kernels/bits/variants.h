/* SPDX-License-Identifier: MIT
   The variants of a search for one instruction set; see bits/sets.h. With DLX_ANY, a single function that reads the
   sizes from the tables replaces all of them. */

#define DLX_INLINE static inline __attribute__((always_inline))
#include "dlx/kernels/bits/bounds.h"
#include "dlx/kernels/bits/state.h"
#include DLX_CODE

#ifdef DLX_ANY
#define DLX_VARIANT_NAME(W, IW, S, set) DLX_GLUE(DLX_GLUE(DLX_SEARCH, any), set)
#define DLX_BOUNDED_NAME(W, IW, set) DLX_GLUE(DLX_GLUE(DLX_SEARCH, any_bounded), set)
static int DLX_VARIANT_NAME(0, 0, 0, DLX_SET) DLX_PARAMETERS
{
    const dlx_tables *const t = DLX_TABLES;
    return DLX_NAME(DLX_SEARCH)(DLX_ARGUMENTS, t->words, t->item_words, t->slots, 0);
}
static int DLX_BOUNDED_NAME(0, 0, DLX_SET) DLX_PARAMETERS
{
    const dlx_tables *const t = DLX_TABLES;
    return DLX_NAME(DLX_SEARCH)(DLX_ARGUMENTS, t->words, t->item_words, 0, 1);
}
#else
#define DLX_VARIANT_NAME(W, IW, S, set) DLX_GLUE(DLX_GLUE(DLX_SEARCH, W##_##IW##_##S), set)
#define DLX_VARIANT(W, IW, S)                                              \
    static int DLX_VARIANT_NAME(W, IW, S, DLX_SET) DLX_PARAMETERS          \
    {                                                                      \
        return DLX_NAME(DLX_SEARCH)(DLX_ARGUMENTS, W, IW, S, 0);           \
    }
#define DLX_BOUNDED_NAME(W, IW, set) DLX_GLUE(DLX_GLUE(DLX_SEARCH, W##_##IW##_bounded), set)
#define DLX_BOUNDED(W, IW)                                                 \
    static int DLX_BOUNDED_NAME(W, IW, DLX_SET) DLX_PARAMETERS             \
    {                                                                      \
        return DLX_NAME(DLX_SEARCH)(DLX_ARGUMENTS, W, IW, 0, 1);           \
    }
DLX_WIDE_VARIANTS(DLX_VARIANT)
#if DLX_LANE < 8 /* 512-bit vectors gain nothing on states of a few words, and lose with multiplicities (1.05) */
DLX_BOUNDED_VARIANTS(DLX_BOUNDED)
DLX_SMALL_VARIANTS(DLX_VARIANT)
#endif
#undef DLX_VARIANT
#undef DLX_BOUNDED
#endif

#define DLX_VARIANT(W, IW, S) DLX_VARIANT_NAME(W, IW, S, DLX_SET),
#define DLX_BOUNDED(W, IW) DLX_BOUNDED_NAME(W, IW, DLX_SMALL_SET),
#define DLX_SMALL_VARIANT(W, IW, S) DLX_VARIANT_NAME(W, IW, S, DLX_SMALL_SET),
static DLX_FUNCTION *const DLX_NAME(DLX_FUNCTIONS)[] = {
    DLX_SMALL_VARIANTS(DLX_SMALL_VARIANT) DLX_WIDE_VARIANTS(DLX_VARIANT) DLX_BOUNDED_VARIANTS(DLX_BOUNDED)};
#undef DLX_VARIANT
#undef DLX_BOUNDED
#undef DLX_BOUNDED_NAME
#undef DLX_SMALL_VARIANT
#undef DLX_VARIANT_NAME
#undef DLX_INLINE
#undef DLX_SET
#undef DLX_LANE
