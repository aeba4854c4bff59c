/* SPDX-License-Identifier: MIT
   The queries of a state and the choice of an option in the bit-parallel kernels, for one instruction set.

   The numbers of words are arguments that the variants of a search fix (bits/sets.h). Because the functions are
   inlined, each variant is compiled for its own sizes. 0 means "read it from the tables". */

#ifndef DLX_VECTORS
#define DLX_VECTORS
/* Vectors read states that other code writes word by word: without may_alias the optimizer may assume no aliasing. */
typedef uint64_t dlx_1 __attribute__((may_alias));
typedef uint64_t dlx_2 __attribute__((vector_size(16), may_alias, aligned(8)));
typedef uint64_t dlx_4 __attribute__((vector_size(32), may_alias, aligned(8)));
typedef uint64_t dlx_8 __attribute__((vector_size(64), may_alias, aligned(8)));
#endif

/* Count the bits set in (a AND b), n words each. Without a popcount instruction, we sum neighboring bits in parallel
   (HAKMEM 169) and add byte by byte before folding: vectors of any processor do that well. */
DLX_INLINE int DLX_NAME(common)(const uint64_t *a, const uint64_t *b, const int n)
{
    int count = 0;
#if defined(DLX_POPCOUNT) || !defined(__x86_64__)
    for (int q = 0; q < n; q++)
        count += __builtin_popcountll(a[q] & b[q]);
#else
    for (int q = 0; q < n;) {
        uint64_t bytes = 0;
        for (const int end = n <= 8 || n - q < 31 ? n : q + 31; q < end; q++) { /* a byte holds 31 * 8 */
            uint64_t x = a[q] & b[q];
            x -= (x >> 1) & 0x5555555555555555;
            x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
            bytes += (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
        }
        bytes = (bytes & 0x00ff00ff00ff00ff) + ((bytes >> 8) & 0x00ff00ff00ff00ff);
        count += (int)((bytes * 0x0001000100010001) >> 48);
    }
#endif
    return count;
}

/* --- the smallest item, counted from the masks ------------------------------------------------------------------- */

/* Count the live options of an item.

   Few words: all of them, in a loop without a branch. More: the item's range; but with vector popcounts all of them
   again, unless the ranges are short, because varying ranges mispredict branches (pentominoes 6x10 +19 %). */
DLX_INLINE int DLX_NAME(size_of)(const dlx_tables *t, const uint64_t *live, const int words, int item)
{
    const int w = words ? words : t->words;
    const uint64_t *mask = t->masks + (size_t)item * w;
#ifdef DLX_WIDE_POPCOUNT
    if (words >= 8 || (words == 0 && !t->ranged)) {
        __m512i sum = _mm512_setzero_si512();
        for (int q = 0; q < w; q += 8)
            sum = _mm512_add_epi64(
                sum, _mm512_popcnt_epi64(_mm512_and_si512(_mm512_loadu_si512(live + q), _mm512_loadu_si512(mask + q))));
        return (int)_mm512_reduce_add_epi64(sum);
    }
#endif
    /* plain C: with ranges, Y-pentominoes 10x10 and social golfers -30 %; AVX2: pentominoes 6x10 -20 % */
    if (words && (words < 6 || (DLX_LANE > 2 && words <= 8)))
        return DLX_NAME(common)(live, mask, words);
    const int low = t->low[item];
    return DLX_NAME(common)(live + low, mask + low, t->high[item] - low);
}

/* Find the open item with the fewest branches, its live options, and return their number; stop at an item with one or
   none. With bounds, an item that needs n options has n - 1 branches less. x is the state, which begins with the open
   items. */
DLX_INLINE int DLX_NAME(smallest)(const dlx_tables *t, const uint64_t *x, const uint64_t *live, const int words,
                                  const int item_words, const int bounded, int *item, uint64_t *looks)
{
    const int iw = item_words ? item_words : t->item_words;
    int best = INT32_MAX;
    for (int w = 0; w < iw; w++)
        for (uint64_t left = x[w]; left; left &= left - 1) {
            int i = w * 64 + __builtin_ctzll(left);
            int size = DLX_NAME(size_of)(t, live, words, i);
            if (bounded)
                size += 1 - dlx_needed(t, x, i);
            ++*looks;
            if (size < best) {
                best = size;
                *item = i;
                if (size <= 1)
                    return size;
            }
        }
    return best;
}

/* The same for many items with many words: keep the smallest item without a branch. The processor would mispredict
   several times which of the items is smaller than all before (pentominoes 6x10: 1.2 times the time). With few items,
   it is better to let it guess (set partitions of 11 things: 0.7 times the time). */
DLX_INLINE int DLX_NAME(smallest_of_many)(const dlx_tables *t, const uint64_t *x, const uint64_t *live, const int words,
                                          const int item_words, int *item, uint64_t *looks)
{
    const int iw = item_words ? item_words : t->item_words;
    uint64_t best = UINT64_MAX; /* the size, and the item in the lower half */
    for (int w = 0; w < iw; w++)
        for (uint64_t left = x[w]; left; left &= left - 1) {
            const int i = w * 64 + __builtin_ctzll(left);
            const int size = DLX_NAME(size_of)(t, live, words, i);
            const uint64_t key = (uint64_t)size << 32 | i;
            best = key < best ? key : best;
            ++*looks;
            if (size <= 1)
                goto found;
        }
found:
    *item = (int)(uint32_t)best;
    return (int)(best >> 32);
}

/* --- the smallest items, all at once, from the slots -------------------------------------------------------------- */

/* Add up the slots as 64 (or more) sums in parallel; c[b] is bit b of all sums. Then, from the top bit down, drop the
   items that have the bit set, unless all have it; the items of smallest size remain. T is a word or a vector of words;
   N of them hold one bit per item.

       slot 0   1 1 0 1      size of item 0: 3 = c[1] c[0] = 1 1
       slot 1   1 0 0 1              item 2: 1 =             0 1   <- the smallest
       slot 2   1 1 1 0
*/
#define DLX_ADD(high, low, a, b) /* a full adder: low + a + b = 2 high + low */ \
    do {                                                                        \
        uint64_type u_ = (low) ^ (a), v_ = (b);                                 \
        high = ((low) & (a)) | (u_ & v_);                                       \
        low = u_ ^ v_;                                                          \
    } while (0)

#define DLX_RIPPLE(first) /* add carry to the sums c[w], from this bit on */ \
    for (int b = first; b < bits; b++) {                                    \
        carry2 = c[w][b] & carry;                                           \
        c[w][b] ^= carry;                                                   \
        carry = carry2;                                                     \
    }

/* Return whether any bit of a vector is set. */
#if DLX_LANE == 8
DLX_INLINE int DLX_NAME(some)(dlx_8 v) { return _mm512_test_epi64_mask((__m512i)v, (__m512i)v) != 0; }
#elif DLX_LANE == 4
DLX_INLINE int DLX_NAME(some)(dlx_4 v) { return !_mm256_testz_si256((__m256i)v, (__m256i)v); }
#else
DLX_INLINE int DLX_NAME(some)(dlx_2 v) { return (v[0] | v[1]) != 0; }
#endif

#define DLX_SMALLEST_SLOTS(NAME, T, N, SOME)                                                                              \
    DLX_INLINE int DLX_NAME(NAME)(const uint64_t *slots, const uint64_t *open, const int n, const int bits,         \
                                  uint64_t *items)                                                                  \
    {                                                                                                               \
        typedef T uint64_type;                                                                                      \
        const T *s = (const T *)slots;                                                                              \
        T c[N][6], m[N], carry, carry2;                                                                             \
        int size = 0;                                                                                               \
        for (int w = 0; w < N; w++) {                                                                               \
            int q = 0;                                                                                              \
            for (int b = 0; b < bits; b++)                                                                          \
                c[w][b] = (T){0};                                                                                   \
            for (; q + 4 <= n; q += 4) {                                                                            \
                DLX_ADD(carry, c[w][0], s[q * N + w], s[(q + 1) * N + w]);                                          \
                DLX_ADD(carry2, c[w][0], s[(q + 2) * N + w], s[(q + 3) * N + w]);                                   \
                DLX_ADD(carry, c[w][1], carry, carry2);                                                             \
                DLX_RIPPLE(2);                                                                                      \
            }                                                                                                       \
            for (; q + 2 <= n; q += 2) {                                                                            \
                DLX_ADD(carry, c[w][0], s[q * N + w], s[(q + 1) * N + w]);                                          \
                DLX_RIPPLE(1);                                                                                      \
            }                                                                                                       \
            for (; q < n; q++) {                                                                                    \
                carry = s[q * N + w];                                                                               \
                DLX_RIPPLE(0);                                                                                      \
            }                                                                                                       \
            m[w] = ((const T *)open)[w];                                                                            \
        }                                                                                                           \
        {                                                                                                           \
            T none = (T){0}, one = (T){0}, ones[N];                                                                 \
            for (int w = 0; w < N; w++) {                                                                           \
                T high = c[w][1];                                                                                   \
                for (int b = 2; b < bits; b++)                                                                      \
                    high |= c[w][b];                                                                                \
                ones[w] = m[w] & ~high;                                                                             \
                none |= ones[w] & ~c[w][0];                                                                         \
                one |= ones[w];                                                                                     \
            }                                                                                                       \
            if (SOME(none))                                                                                         \
                return 0;                                                                                           \
            if (SOME(one)) {                                                                                        \
                memcpy(items, ones, sizeof m);                                                                      \
                return 1;                                                                                           \
            }                                                                                                       \
        }                                                                                                           \
        for (int b = bits - 1; b >= 0; b--) {                                                                       \
            T without[N], any = (T){0};                                                                             \
            for (int w = 0; w < N; w++)                                                                             \
                any |= without[w] = m[w] & ~c[w][b];                                                                \
            const int some = SOME(any);                                                                             \
            for (int w = 0; w < N; w++)                                                                             \
                m[w] = some ? without[w] : m[w];                                                                    \
            size |= !some << b;                                                                                     \
        }                                                                                                           \
        memcpy(items, m, sizeof m);                                                                                 \
        return size;                                                                                                \
    }

DLX_SMALLEST_SLOTS(slots_1, dlx_1, 1, !!)
DLX_SMALLEST_SLOTS(slots_2, dlx_1, 2, !!)
DLX_SMALLEST_SLOTS(slots_3, dlx_1, 3, !!)
DLX_SMALLEST_SLOTS(slots_4, dlx_1, 4, !!)
#if DLX_LANE == 8
DLX_SMALLEST_SLOTS(slots_8, dlx_8, 1, DLX_NAME(some))
#elif DLX_LANE == 4
DLX_SMALLEST_SLOTS(slots_8, dlx_4, 2, DLX_NAME(some))
#else
DLX_SMALLEST_SLOTS(slots_8, dlx_2, 4, DLX_NAME(some))
#endif
#undef DLX_SMALLEST_SLOTS
#undef DLX_ADD
#undef DLX_RIPPLE

DLX_INLINE int DLX_NAME(smallest_all)(const uint64_t *x, const int item_words, const int slots, uint64_t *items)
{
    const int bits = 32 - __builtin_clz(slots); /* bits of a sum */
    if (item_words == 1)
        return DLX_NAME(slots_1)(x + 1, x, slots, bits, items);
    if (item_words == 2)
        return DLX_NAME(slots_2)(x + 2, x, slots, bits, items);
    if (item_words == 3)
        return DLX_NAME(slots_3)(x + 3, x, slots, bits, items);
    if (item_words == 4)
        return DLX_NAME(slots_4)(x + 4, x, slots, bits, items);
    return DLX_NAME(slots_8)(x + 8, x, slots, bits, items);
}

/* y = x & row. A state has a multiple of 4 words; a large one has a multiple of 8, for the widest vectors. */
DLX_INLINE void DLX_NAME(meet)(uint64_t *y, const uint64_t *x, const uint64_t *row, const int stride, const int wide)
{
#if DLX_LANE == 8
    if (wide) {
        for (int q = 0; q < stride / 8; q++)
            ((dlx_8 *)y)[q] = ((const dlx_8 *)x)[q] & ((const dlx_8 *)row)[q];
        return;
    }
#endif
    (void)wide;
    for (int q = 0; q < stride / 4; q++)
        ((dlx_4 *)y)[q] = ((const dlx_4 *)x)[q] & ((const dlx_4 *)row)[q];
}

/* Return the first live option of an item, or -1. */
DLX_INLINE int DLX_NAME(first_option)(const dlx_tables *t, const uint64_t *live, int words, int item)
{
    const uint64_t *mask = t->masks + (size_t)item * words;
    for (int q = words > 8 ? t->low[item] : 0; q < words; q++) {
        uint64_t left = live[q] & mask[q];
        if (left)
            return q * 64 + __builtin_ctzll(left);
    }
    return -1;
}
