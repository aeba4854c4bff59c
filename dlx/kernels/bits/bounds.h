/* SPDX-License-Identifier: MIT
   Multiplicities on bits: an item that several options may have, and the counters of a state.

   In most problems few items need a counter. If an item may be in one option at most, its options clash, and the rows
   say so. If it needs one or none, and all its options may be chosen, then the first closes it, and the rows say that.
   Any other item has a counter, the number of its chosen options:

       state    | open: items that need more options | live: options still possible | counters, 16 bits each |

       least    a counter that reaches it closes the item
       most     a counter that reaches it takes the rest of the item's options from `live`
       degree   live options + 1 - needed ones    = 0: dead     = 1: all of them are forced

   The search branches on the last option chosen for an item, and there are `degree` of these: the first needed - 1 live
   options cannot be the last one, and each branch bars the options after its own.

       item in 2 options, live 0 3 5 8    branches 3 (0 is left)    5 (0 3 are left)    8 (0 3 5 are left)

   Every set of options is found in one way, the state of a level stays as it was, and the branches of a level are
   disjoint choices of a diagram: (8 ? . : (5 ? . : (3 ? . : none))).

   If no item needs an option, the chosen ones are a solution. If others can be added, we branch on these, as options of
   an item that all of them have, the item n_primary. */

#ifndef DLX_BOUNDS_H
#define DLX_BOUNDS_H

#include "dlx/kernels/bits/bits.h"

#define DLX_BOUNDS_INLINE static inline __attribute__((always_inline, unused))

/* Return the number of chosen options with the item; 0 if the item has no counter. */
DLX_BOUNDS_INLINE int dlx_chosen(const dlx_tables *t, const uint64_t *x, int item)
{
    const int field = t->field[item];
    return (int)(x[field >> 2] >> ((field & 3) * 16) & 0xffff);
}

/* Return the number of options that an open item still needs. */
DLX_BOUNDS_INLINE int dlx_needed(const dlx_tables *t, const uint64_t *x, int item)
{
    return t->least[item] - dlx_chosen(t, x, item);
}

/* Count an option that was chosen. */
DLX_BOUNDS_INLINE void dlx_count_option(const dlx_tables *t, uint64_t *x, const int head, int bit)
{
    for (int k = t->counted_starts[bit]; k < t->counted_starts[bit + 1]; k++) {
        const int item = t->counted[k], field = t->field[item], shift = (field & 3) * 16;
        const int n = (int)((x[field >> 2] += (uint64_t)1 << shift) >> shift & 0xffff);
        if (n == t->least[item])
            x[item >> 6] &= ~((uint64_t)1 << (item & 63));
        if (n == t->most[item]) {
            const uint64_t *mask = t->masks + (size_t)item * t->words;
            for (int q = t->low[item]; q < t->high[item]; q++)
                x[head + q] &= ~mask[q];
        }
    }
}

/* Bar the options of a level's item after the chosen one: `later` in its word, and all in the words after that. */
DLX_BOUNDS_INLINE void dlx_bar(const dlx_tables *t, uint64_t *live, int item, int word, uint64_t later)
{
    if (t->most[item] == 1)
        return; /* they clash with the chosen one */
    live[word] &= ~later;
    for (int q = word + 1; q < t->high[item]; q++)
        live[q] &= ~t->masks[(size_t)item * t->words + q];
}

/* Return whether any of n words has a bit: is an item open, or an option live? */
DLX_BOUNDS_INLINE int dlx_any(const uint64_t *x, const int n)
{
    uint64_t any = 0;
    for (int q = 0; q < n; q++)
        any |= x[q];
    return any != 0;
}

/* Return the live options of an item in the first word that has any after the first `skip` of them, from `word` on. */
DLX_BOUNDS_INLINE uint64_t dlx_untried(const uint64_t *live, const uint64_t *mask, int64_t skip, int32_t *word)
{
    uint64_t rest = live[*word] & mask[*word];
    for (; skip > 0; skip--) {
        while (rest == 0) {
            ++*word;
            rest = live[*word] & mask[*word];
        }
        rest &= rest - 1;
    }
    return rest;
}

/* Return whether the next option must be the last one, since all options have an item with room for one only. */
DLX_BOUNDS_INLINE int dlx_one_left(const dlx_tables *t, const uint64_t *x)
{
    return t->common >= 0 && t->most[t->common] - dlx_chosen(t, x, t->common) == 1;
}

/* Keep the options that cover all open items; return their number. With this, five queens that dominate a chessboard
   take a seventh of the time (8x8), or a ninth (9x9). */
DLX_BOUNDS_INLINE int dlx_keep_last(const dlx_tables *t, uint64_t *x, const int head, const int words,
                                    const int item_words, uint64_t *looks)
{
    uint64_t *live = x + head;
    int n = 0;
    for (int w = 0; w < item_words; w++)
        for (uint64_t left = x[w]; left; left &= left - 1) {
            const int item = w * 64 + __builtin_ctzll(left);
            const uint64_t *mask = t->masks + (size_t)item * t->words;
            uint64_t any = 0;
            ++*looks;
            if (dlx_needed(t, x, item) > 1)
                return 0;
            for (int q = 0; q < words; q++)
                any |= live[q] &= mask[q];
            if (!any)
                return 0;
        }
    for (int q = 0; q < words; q++)
        n += __builtin_popcountll(live[q]);
    return n;
}

/* Give states with the same solutions below the same counters: if an item needs nothing and has room for all of its
   live options, the number of its chosen ones does not matter. (A roster of six nurses, in order: a quarter of the
   states.) */
DLX_BOUNDS_INLINE void dlx_normalize(const dlx_tables *t, uint64_t *x, const int head, const int words)
{
    for (int k = 0; k < t->n_counted; k++) {
        const int item = t->counted_items[k], field = t->field[item], shift = (field & 3) * 16;
        const int n = (int)(x[field >> 2] >> shift & 0xffff), least = t->least[item];
        int size = 0;
        if (n <= least)
            continue;
        for (int q = t->low[item]; q < t->high[item]; q++)
            size += __builtin_popcountll(x[head + q] & t->masks[(size_t)item * words + q]);
        if (size <= t->most[item] - n)
            x[field >> 2] -= (uint64_t)(n - least) << shift;
    }
}

#endif
