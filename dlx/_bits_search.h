/* SPDX-License-Identifier: MIT
   The bit-parallel search, once for each set of instructions: _bits.h includes this file with DLX_SET its name.

   Depth first. The item with fewest options is branched on (MRV), the first of several; one that has a single option
   left is covered at once, in place, without a level. A level's state is the copy that its options are tried on, so
   going back is free.

   The numbers of words are arguments that the variants at the end fix, and the functions are inlined: so each variant is
   compiled for its sizes. 0 stands for "read it from the tables". */

#define DLX_INLINE static inline __attribute__((always_inline))

#ifndef DLX_VECTORS
#define DLX_VECTORS
/* Vectors read states that are written by words elsewhere: without may_alias the optimizer may take them for strangers. */
typedef uint64_t dlx_1 __attribute__((may_alias));
typedef uint64_t dlx_2 __attribute__((vector_size(16), may_alias, aligned(8)));
typedef uint64_t dlx_4 __attribute__((vector_size(32), may_alias, aligned(8)));
typedef uint64_t dlx_8 __attribute__((vector_size(64), may_alias, aligned(8)));
#endif

/* The bits set in (a AND b), n words each. Without an instruction for it, sums of neighbors in parallel (HAKMEM 169),
   added up byte by byte before they are folded: vectors of any processor do that well. */
DLX_INLINE int DLX_NAME(common)(const uint64_t *a, const uint64_t *b, const int n)
{
    int count = 0;
#if defined(DLX_POPCOUNT) || !defined(__x86_64__)
    for (int q = 0; q < n; q++)
        count += __builtin_popcountll(a[q] & b[q]);
#else
    for (int q = 0; q < n;) {
        uint64_t bytes = 0;
        for (const int end = n <= 8 || n - q < 31 ? n : q + 31; q < end; q++) { /* 31 * 8 is what a byte holds */
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

/* How many options of an item are live.

   Few words: all of them, a loop without a branch. More: the item's range; but with vectors that count, all of them again
   unless the ranges are short, because ranges that differ miss branches (pentominoes 6x10 +19 %). */
DLX_INLINE int DLX_NAME(size_of)(const dlx_tables *t, const uint64_t *live, const int words, int item)
{
    const int w = words ? words : t->words;
    const uint64_t *mask = t->masks + (size_t)item * w;
#ifdef DLX_WIDE_POPCOUNT
    if (words == 8 || (words == 0 && !t->ranged)) {
        __m512i sum = _mm512_setzero_si512();
        for (int q = 0; q < w; q += 8)
            sum = _mm512_add_epi64(
                sum, _mm512_popcnt_epi64(_mm512_and_si512(_mm512_loadu_si512(live + q), _mm512_loadu_si512(mask + q))));
        return (int)_mm512_reduce_add_epi64(sum);
    }
#endif
    if (words && (words < 6 || DLX_LANE > 2)) /* plain C: Y-pentominoes 10x10 and social golfers -30 % by ranges */
        return DLX_NAME(common)(live, mask, words);
    const int low = t->low[item];
    return DLX_NAME(common)(live + low, mask + low, t->high[item] - low);
}

/* The open item with fewest live options, and how many they are; the scan stops at an item that has one or none. */
DLX_INLINE int DLX_NAME(smallest)(const dlx_tables *t, const uint64_t *open, const uint64_t *live, const int words,
                                  const int item_words, int *item, uint64_t *looks)
{
    const int iw = item_words ? item_words : t->item_words;
    int best = INT32_MAX;
    for (int w = 0; w < iw; w++)
        for (uint64_t left = open[w]; left; left &= left - 1) {
            int i = w * 64 + __builtin_ctzll(left);
            int size = DLX_NAME(size_of)(t, live, words, i);
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

/* --- the smallest items, all at once, from the slots -------------------------------------------------------------- */

/* Add up the slots as 64 (or more) sums in parallel, c[b] being bit b of all of them; then the items of the smallest size
   are what is left when, from the top bit down, those that have the bit leave, unless all do. T is a word or a vector of
   words, N of them hold a bit for each item.

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

/* Is any bit of a vector set? */
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
                for (int b = 2; b < bits; b++) {                                                                    \
                    carry2 = c[w][b] & carry;                                                                       \
                    c[w][b] ^= carry;                                                                               \
                    carry = carry2;                                                                                 \
                }                                                                                                   \
            }                                                                                                       \
            for (; q < n; q++) {                                                                                    \
                carry = s[q * N + w];                                                                               \
                for (int b = 0; b < bits; b++) {                                                                    \
                    carry2 = c[w][b] & carry;                                                                       \
                    c[w][b] ^= carry;                                                                               \
                    carry = carry2;                                                                                 \
                }                                                                                                   \
            }                                                                                                       \
            m[w] = ((const T *)open)[w];                                                                            \
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

DLX_INLINE int DLX_NAME(smallest_all)(const uint64_t *x, const int item_words, const int slots, uint64_t *items)
{
    const int bits = 32 - __builtin_clz(slots); /* of a sum */
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

/* --- the search --------------------------------------------------------------------------------------------------- */

/* y = x & row. A state has a multiple of 4 words, one of vectors of 8 where there are many. */
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

/* The first live option of an item, or -1. */
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

/* Search on. Before: the state as dlx_bits_start() or an earlier call left it. After DLX_SOLUTION: the trail holds the
   solution. After DLX_PAUSED: the next call goes on as if this had never returned.

   words, item_words: of a state, 0 for read them. slots: 0 where sizes are counted.

   Rejected (medians on queens-14, dominoes 8x8, rectangles 5x5): putting "forced", "branch" and "back" into one path
   without branches (1.3 to 2 times the time: the processor no longer runs ahead on a guess), expanding all options of
   a node before the first is entered (1.1 to 1.5), an end of the scan at size 0 only (1.1 to 1.6). */
DLX_INLINE int DLX_NAME(search)(dlx_bits *s, uint64_t node_stop, uint64_t solution_stop, const int words,
                                const int item_words, const int slots)
{
    const dlx_tables *const t = s->t;
    const int w = words ? words : t->words;
    const int iw = item_words ? item_words : t->item_words;
    const int wide = words == 0 || words >= 8; /* then all words of a state are read by vectors */
    const int head = slots || !wide ? iw * (1 + slots) : (iw + 7) & ~7; /* words before the live ones */
    const int stride = (head + w + 3) & ~3;
    const int kills = !slots && wide;
    uint64_t *x = s->states + (size_t)s->level * stride;
    dlx_level *here = s->levels + s->level;
    int32_t *const trail = s->trail;
    uint64_t nodes = s->count.nodes, updates = s->count.updates, solutions = s->count.solutions;
    uint64_t items[8], rest = 0, left;
    const uint64_t *row;
    int length = s->length, deepest = s->count.max_level + s->base, last = 0;
    int size, item = s->item, word = 0, bit;
    int outcome = DLX_PAUSED;

    if (s->phase == DLX_FINISHED)
        return DLX_DONE;
    if (s->phase == DLX_START) {
        if (node_stop == 0)
            return DLX_PAUSED;
        nodes = 1;
        left = 0;
        for (int k = 0; k < iw; k++)
            left |= x[k];
        if (left == 0) {
            solutions++;
            s->phase = DLX_FINISHED;
            outcome = solutions == solution_stop ? DLX_SOLUTION : DLX_DONE;
            goto leave;
        }
    } else if (s->phase == DLX_FORCED) {
        if (slots)
            memcpy(items, s->pending, item_words * sizeof *items);
        goto forced;
    } else {
        goto up;
    }

look: /* the state x is new: what is its smallest item? */
    if (slots) {
        updates++;
        size = DLX_NAME(smallest_all)(x, item_words, slots, items);
    } else {
        if (kills && x[s->killer[last] >> 6] >> (s->killer[last] & 63) & 1 &&
            DLX_NAME(size_of)(t, x + head, words, s->killer[last]) == 0)
            goto up;
        size = DLX_NAME(smallest)(t, x, x + head, words, item_words, &item, &updates);
    }
    if (size == 0) {
        if (kills)
            s->killer[last] = item;
        goto up;
    }
    if (size == 1) {
forced: /* cover the items that have one option left, in place */
        for (int k = 0; k < (slots ? iw : 1); k++)
            while (!slots || items[k]) {
                if (slots)
                    item = k * 64 + __builtin_ctzll(items[k]);
                bit = DLX_NAME(first_option)(t, x + head, w, item);
                deepest = length > deepest ? length : deepest;
                if (bit < 0)
                    goto up; /* an option chosen just before took it */
                if (__builtin_expect(nodes == node_stop, 0)) {
                    if (slots)
                        memcpy(s->pending, items, item_words * sizeof *items);
                    s->phase = DLX_FORCED;
                    goto leave;
                }
                nodes++;
                trail[length++] = bit;
                row = t->rows + (size_t)bit * stride;
                DLX_NAME(meet)(x, x, row, stride, wide);
                last = bit;
                if (!slots)
                    break;
                for (int q = k; q < iw; q++)
                    items[q] &= row[q];
            }
        deepest = length > deepest ? length : deepest;
        left = 0;
        for (int k = 0; k < iw; k++)
            left |= x[k];
        if (left)
            goto look;
        if (__builtin_expect(++solutions == solution_stop, 0)) {
            s->phase = DLX_UP;
            outcome = DLX_SOLUTION;
            goto leave;
        }
        goto up;
    }
    s->count.guesses++; /* branch on the first of the smallest items */
    if (slots) {
        int k = 0;
        while (k < item_words - 1 && items[k] == 0)
            k++;
        item = k * 64 + __builtin_ctzll(items[k]);
    }
    word = t->low[item];
    rest = x[head + word] & t->masks[(size_t)item * w + word];

next: /* the next option of the level's item */
    while (rest == 0) {
        if (++word >= t->high[item])
            goto up;
        rest = x[head + word] & t->masks[(size_t)item * w + word];
    }
    if (__builtin_expect(nodes == node_stop, 0)) {
        *here++ = (dlx_level){rest, word, item, length}; /* as if an option had been tried, to come back to `next` */
        x += stride;
        trail[length++] = word * 64 + __builtin_ctzll(rest); /* how far the search is, for replay() */
        s->phase = DLX_UP;
        goto leave;
    }
    nodes++;
    bit = word * 64 + __builtin_ctzll(rest);
    rest &= rest - 1;
    trail[length] = bit;
    row = t->rows + (size_t)bit * stride;
    left = 0;
    for (int k = 0; k < iw; k++)
        left |= x[k] & row[k];
    deepest = length + 1 > deepest ? length + 1 : deepest;
    if (left == 0) { /* it covers all that is left */
        if (__builtin_expect(++solutions == solution_stop, 0)) {
            *here++ = (dlx_level){rest, word, item, length};
            x += stride;
            length++;
            s->phase = DLX_UP;
            outcome = DLX_SOLUTION;
            goto leave;
        }
        goto next;
    }
    last = bit;
    length++;
    while (rest == 0 && ++word < t->high[item])
        rest = x[head + word] & t->masks[(size_t)item * w + word];
    if (rest == 0) { /* the last one is tried in place: nothing will come back here */
        DLX_NAME(meet)(x, x, row, stride, wide);
        goto look;
    }
    *here++ = (dlx_level){rest, word, item, length - 1};
    DLX_NAME(meet)(x + stride, x, row, stride, wide);
    x += stride;
    goto look;

up: /* this state is done with: back to the level below */
    if (here == s->levels) {
        s->phase = DLX_FINISHED;
        outcome = DLX_DONE;
        goto leave;
    }
    here--;
    x -= stride;
    rest = here->rest;
    word = here->word;
    item = here->item;
    length = here->length;
    goto next;

leave:
    s->level = (int32_t)(here - s->levels);
    s->length = length;
    s->item = item;
    s->count.nodes = nodes;
    s->count.updates = updates;
    s->count.solutions = solutions;
    s->count.max_level = deepest - s->base;
    return outcome;
}

/* --- the variants ------------------------------------------------------------------------------------------------- */

#define DLX_VARIANT(W, IW, S)                                                                        \
    static int DLX_NAME(search_##W##_##IW##_##S)(dlx_bits * s, uint64_t nodes, uint64_t solutions)   \
    {                                                                                                \
        return DLX_NAME(search)(s, nodes, solutions, W, IW, S);                                      \
    }
DLX_WIDE_VARIANTS(DLX_VARIANT)
#if DLX_LANE < 8 /* vectors of 512 bits gain nothing on states of a few words */
DLX_SMALL_VARIANTS(DLX_VARIANT)
#endif
#undef DLX_VARIANT

#define DLX_VARIANT(W, IW, S) DLX_NAME(search_##W##_##IW##_##S),
#define DLX_SMALL_VARIANT(W, IW, S) DLX_GLUE(search_##W##_##IW##_##S, DLX_SMALL_SET),
static dlx_search *const DLX_NAME(dlx_functions)[] = {DLX_SMALL_VARIANTS(DLX_SMALL_VARIANT)
                                                          DLX_WIDE_VARIANTS(DLX_VARIANT)};
#undef DLX_VARIANT
#undef DLX_SMALL_VARIANT
#undef DLX_INLINE
