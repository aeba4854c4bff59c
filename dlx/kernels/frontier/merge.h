/* SPDX-License-Identifier: MIT
   The loop of a count by layers: the next layer, merged from the branches of a stage.

       layer before                 branches of the stage           layer after
       key 0011  3 ways   ----->    bit 0 set: - 0001   0010 ...    0010  3 ways
       key 0100  1 way              bit 0 clear: + 0010 0110 ...    0110  1 way
       key 0101  2 ways             bits 0, 1 clear: .. 0100 ...    0100  3 ways = 1 + 2 of two branches

   A key says what is settled for each item of the window. A layer has its keys in ascending order. A branch is one
   choice: it takes the keys with (key & mask) == want and adds the same number to each, so its results ascend as well.
   All branches read the layer side by side, and we merge them: equal results come one after the other, and their ways
   add up. There is no hashing and no random access; memory holds two layers, without gaps.

       hash tables, 128-bit values (a prototype)      16x16 dominoes 0.055 s, 20x20 2.8 s
       merging                                        0.027 s, 0.9 s

   A branch tests a batch of keys before their results are needed, without a conditional jump: jumps would be
   mispredicted every other time.

   The functions are inlined with constants for the usual lengths of keys and of numbers; 0 means "any". */

#ifndef DLX_FRONTIER_H
#define DLX_FRONTIER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    DLX_BATCH = 64,     /* keys that a branch tests at once */
    DLX_FEW = 6,        /* up to this number, branches are compared one by one, more in a tournament */
    DLX_STATE_WORK = 4, /* units of work for a result; a test is one */
};

enum { /* why merging has ended */
    DLX_MERGED = 0, /* the layer is complete */
    DLX_ROOM = 1,   /* it has no room for another state */
    DLX_WIDE = 2,   /* the last sum needs another word, whose value is 1 */
    DLX_WORKED = 3, /* the work is done */
};

typedef struct { /* states, by ascending key */
    uint64_t *keys; /* the words of each, the lowest first */
    uint64_t *ways; /* `limbs` words each, the lowest first: the number of ways to reach the state */
    int64_t n;
    int64_t room;  /* ... for so many states */
    int32_t limbs;
} dlx_layer;

typedef struct { /* a branch's place in the layer before */
    int64_t next;  /* the first state not yet tested */
    int64_t base;  /* the first state of the last batch */
    int32_t at, n; /* found[at .. n-1] are still to be merged */
    uint8_t found[DLX_BATCH]; /* states of the batch that the branch takes, less base */
} dlx_reader;

typedef struct {
    dlx_layer before, after;
    const uint64_t *branches; /* of this stage: words of mask, of want, and of the number to add; of each branch */
    dlx_reader *readers;      /* branch -> */
    uint64_t *heads;          /* branch -> the words of its next result; NOTHING at its end */
    int32_t *tree;            /* of many branches: node -> the branch of the least head among its leaves; 1 is the root,
                                 the children of k are 2 k and 2 k + 1, and the leaf of branch j is n_branches + j */
    int32_t n_branches;
    int32_t begun;            /* branches whose first results are known */
    int32_t words;            /* of a key */
    uint64_t work;
    uint64_t results;         /* of all branches so far */
} dlx_merge;

#define DLX_NOTHING UINT64_MAX /* each word of a head without a result; no key has the highest bit */

#ifndef DLX_INLINE
#define DLX_INLINE static inline __attribute__((always_inline))
#endif

DLX_INLINE int dlx_takes(const uint64_t *branch, const uint64_t *key, const int words)
{
    uint64_t differ = 0;
    for (int q = 0; q < words; q++)
        differ |= (key[q] & branch[q]) ^ branch[words + q];
    return differ == 0;
}

DLX_INLINE int dlx_less(const uint64_t *a, const uint64_t *b, const int words)
{
    if (words == 1)
        return a[0] < b[0];
    if (words == 2)
        return (a[1] < b[1]) | ((a[1] == b[1]) & (a[0] < b[0]));
    for (int q = words - 1; q > 0; q--)
        if (a[q] != b[q])
            return a[q] < b[q];
    return a[0] < b[0];
}

DLX_INLINE int dlx_equal(const uint64_t *a, const uint64_t *b, const int words)
{
    uint64_t differ = 0;
    for (int q = 0; q < words; q++)
        differ |= a[q] ^ b[q];
    return differ == 0;
}

/* Find the next state that a branch takes, and set its head. */
DLX_INLINE void dlx_next_result(dlx_merge *m, const int j, const int words)
{
    dlx_reader *r = m->readers + j;
    const uint64_t *branch = m->branches + (size_t)3 * words * j;
    uint64_t *head = m->heads + (size_t)words * j;
    while (__builtin_expect(r->at == r->n, 0)) {
        const int64_t base = r->next, left = m->before.n - base;
        const int size = left < DLX_BATCH ? (int)left : DLX_BATCH;
        const uint64_t *key = m->before.keys + base * words;
        if (size == 0) {
            for (int q = 0; q < words; q++)
                head[q] = DLX_NOTHING;
            return;
        }
        int n = 0;
        for (int k = 0; k < size; k++, key += words) {
            r->found[n] = (uint8_t)k;
            n += dlx_takes(branch, key, words);
        }
        r->base = base, r->next = base + size, r->at = 0, r->n = n;
        m->work += (uint64_t)size;
    }
    const uint64_t *key = m->before.keys + (r->base + r->found[r->at]) * words;
    if (words == 1) {
        head[0] = key[0] + branch[2];
        return;
    }
    uint64_t carry = 0;
    for (int q = 0; q < words; q++) {
        const uint64_t sum = key[q] + carry;
        carry = sum < carry;
        head[q] = sum + branch[2 * words + q];
        carry += head[q] < sum;
    }
}

DLX_INLINE void dlx_play(dlx_merge *m, const int node, const int words)
{
    int32_t *tree = m->tree;
    const int32_t a = tree[2 * node], b = tree[2 * node + 1];
    tree[node] = dlx_less(m->heads + (size_t)words * b, m->heads + (size_t)words * a, words) ? b : a;
}

/* Return the branch of the least head. */
DLX_INLINE int dlx_least(const dlx_merge *m, const int words)
{
    const int n = m->n_branches;
    if (n > DLX_FEW)
        return m->tree[1];
    int best = 0;
    for (int j = 1; j < n; j++)
        best = dlx_less(m->heads + (size_t)words * j, m->heads + (size_t)words * best, words) ? j : best;
    return best;
}

/* Find the first results of some more branches; at last, start the tournament. */
DLX_INLINE void dlx_begin(dlx_merge *m, const uint64_t stop, const int words)
{
    while (m->begun < m->n_branches && m->work < stop) {
        dlx_reader *r = m->readers + m->begun;
        r->next = 0, r->at = r->n = 0;
        dlx_next_result(m, m->begun++, words);
    }
    if (m->begun < m->n_branches || m->n_branches <= DLX_FEW)
        return;
    for (int j = 0; j < m->n_branches; j++)
        m->tree[m->n_branches + j] = j;
    for (int node = m->n_branches - 1; node > 0; node--)
        dlx_play(m, node, words);
}

/* Add the ways to the last state; return the carry. */
DLX_INLINE int dlx_add_ways(uint64_t *sum, const uint64_t *ways, const int limbs, const int more)
{
    uint64_t carry = 0;
    for (int q = 0; q < limbs; q++) {
        const uint64_t x = sum[q] + carry;
        carry = x < carry;
        sum[q] = x + ways[q];
        carry += sum[q] < x;
    }
    for (int q = limbs; q < more; q++) {
        sum[q] += carry;
        carry &= sum[q] == 0;
    }
    return (int)carry;
}

/* Merge until the layer is complete, or as long as there is room and work left. Both layers have numbers of `limbs`
   words, unless that is 0. */
DLX_INLINE int dlx_merge_for(dlx_merge *m, const uint64_t stop, const int any_words, const int any_limbs)
{
    const int words = any_words ? any_words : m->words;
    const int limbs = any_limbs ? any_limbs : m->before.limbs, more = any_limbs ? any_limbs : m->after.limbs;
    dlx_layer *after = &m->after;
    if (m->begun < m->n_branches)
        dlx_begin(m, stop, words);
    if (m->n_branches == 0)
        return DLX_MERGED;
    while (m->work < stop && m->begun == m->n_branches) {
        const int j = dlx_least(m, words);
        const uint64_t *head = m->heads + (size_t)words * j;
        if (head[words - 1] == DLX_NOTHING)
            return DLX_MERGED;
        const dlx_reader *r = m->readers + j;
        const uint64_t *ways = m->before.ways + (r->base + r->found[r->at]) * limbs;
        uint64_t *key = after->keys + after->n * words, *sum = after->ways + after->n * more;
        int carry = 0;
        if (after->n && dlx_equal(key - words, head, words)) {
            carry = dlx_add_ways(sum - more, ways, limbs, more);
        } else {
            if (after->n == after->room)
                return DLX_ROOM;
            for (int q = 0; q < words; q++)
                key[q] = head[q];
            for (int q = 0; q < more; q++)
                sum[q] = q < limbs ? ways[q] : 0;
            after->n++;
        }
        m->results++;
        m->work += DLX_STATE_WORK;
        m->readers[j].at++;
        dlx_next_result(m, j, words);
        if (m->n_branches > DLX_FEW)
            for (int node = (m->n_branches + j) / 2; node; node /= 2)
                dlx_play(m, node, words);
        if (__builtin_expect(carry, 0))
            return DLX_WIDE;
    }
    return DLX_WORKED;
}

static int dlx_merge_some(dlx_merge *m, const uint64_t stop)
{
    const int limbs = m->before.limbs == m->after.limbs && m->after.limbs <= 2 ? m->after.limbs : 0;
    switch (m->words <= 2 ? 3 * m->words + limbs : 0) {
    case 4:
        return dlx_merge_for(m, stop, 1, 1);
    case 5:
        return dlx_merge_for(m, stop, 1, 2);
    case 3:
        return dlx_merge_for(m, stop, 1, 0);
    case 7:
        return dlx_merge_for(m, stop, 2, 1);
    case 8:
        return dlx_merge_for(m, stop, 2, 2);
    case 6:
        return dlx_merge_for(m, stop, 2, 0);
    }
    return dlx_merge_for(m, stop, 0, 0);
}

#endif
