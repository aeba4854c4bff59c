/* SPDX-License-Identifier: MIT
   The C interface of memoized counting: a search that expands each state only once, its table of answers, and
   the diagram that it draws if you want a diagram instead of a number.

   Many paths reach the same state; the subtree below it is searched once and looked up from then on.

       dominoes      AB..    and   AC..   leave the same   ......    so one of them is searched,
                     AB..          BC..   cells open:      ......    the other one looked up

   The key of a state is its open items, if all items are primary and hence determine the live options; else it is the
   live options (an open item has live options, or the state is dead before its look-up). Keys are compared in full. */

#ifndef DLX_MEMO_H
#define DLX_MEMO_H

#include <string.h>

#include "dlx/kernels/bits/bits.h"
#include "dlx/kernels/wide.h"
#include "dlx/matrix/limits.h"

enum { DLX_WINDOW = 8 }; /* places where an entry may be: its own and the places after it */

typedef struct { /* a level: the state states[level], and the item branched on */
    uint64_t hash;  /* hash of the state's key */
    uint64_t rest;  /* untried options of the item in the current word */
    int32_t word;   /* index of the word in `live` */
    int32_t item;   /* the item branched on */
    int32_t length; /* length of the trail before an option of this item is chosen; -1 on level 0, which has no item */
} dlx_memo_level;

typedef struct { /* a zero-suppressed diagram; nodes 0 and 1 are "no solution" and "nothing more to choose" */
    dlx_index *option; /* node -> the bit that it decides */
    dlx_index *low;  /* ... the branch without that option */
    dlx_index *high; /* ... the branch with it; never 0. Both are older than the node */
    dlx_index *table; /* hash table of nodes, mask + 1 places; 0: empty */
    uint64_t mask;
    dlx_index n_nodes;
    dlx_index room;  /* number of nodes at which the arrays must grow */
} dlx_diagram;

typedef struct { /* one count */
    const dlx_tables *t;
    uint64_t *states;       /* one per level, from level 1 on */
    dlx_memo_level *levels;
    uint64_t *sums;         /* level -> solutions found below, `limbs` words, lowest first; or the diagram node */
    int32_t *trail;         /* the bits of the chosen options, the given ones first */
    const uint64_t *one;    /* the number 1, `limbs` words */
    uint64_t *entries;      /* mask + 1 + DLX_WINDOW entries (tag, key, value); tag 0: empty */
    uint64_t mask;
    uint64_t used;          /* number of nonempty entries */
    uint64_t most_used;     /* number of entries at which the table must grow */
    uint64_t lookups, hits;
    int32_t key_at;         /* a state's key begins at this word and has key_words words */
    int32_t key_words;
    int32_t limbs;          /* words per number */
    int32_t fixed;          /* branch on the first open item, not on the smallest one */
    int32_t draws;          /* make a diagram, not a number */
    int32_t decides;        /* end at the first solution */
    int32_t length;         /* number of its options on the trail */
    int32_t level;          /* number of levels in use */
    int32_t base;           /* number of given options on the trail */
    int32_t phase;          /* DLX_START, DLX_UP or DLX_FINISHED */
    int32_t wide;           /* a sum has its top bit set: numbers must get more words before the next addition */
    int32_t full;           /* the table or the diagram must grow */
    dlx_diagram diagram;
    dlx_counters count;     /* `solutions` stays 0: the number is in sums */
} dlx_memo;

/* --- the table ---------------------------------------------------------------------------------------------------- */

/* Return a hash of n words, never 0, with one multiplication per two words. It affects speed, not answers. */
static inline uint64_t dlx_hash(const uint64_t *key, const int n)
{
    uint64_t h = 0x9e3779b97f4a7c15;
    int q = 0;
    for (; q + 2 <= n; q += 2)
        h = dlx_mix(h ^ key[q], key[q + 1] ^ 0xe7037ed1a0b428db);
    if (q < n)
        h = dlx_mix(h ^ key[q], 0x8ebc6af09c88c6e3);
    return dlx_mix(h, 0x589965cc75374cc3) | 1;
}

static inline uint64_t *dlx_entry(const dlx_memo *m, uint64_t place)
{
    return m->entries + place * (uint64_t)(1 + m->key_words + m->limbs);
}

/* Return the value remembered for a key, or NULL. */
static inline const uint64_t *dlx_find(const dlx_memo *m, uint64_t hash, const uint64_t *key, const int n)
{
    const uint64_t step = 1 + n + m->limbs;
    const uint64_t *e = m->entries + ((hash >> 8) & m->mask) * step;
    for (int k = 0; k < DLX_WINDOW && e[0]; k++, e += step) {
        if (e[0] != hash)
            continue;
        uint64_t differ = 0;
        for (int q = 0; q < n; q++)
            differ |= e[1 + q] ^ key[q];
        if (!differ)
            return e + 1 + n;
    }
    return NULL;
}

/* Return the place of a new entry: the first empty one, or the entry in the window whose state has least left to do. */
static uint64_t *dlx_place(dlx_memo *m, uint64_t hash)
{
    uint64_t place = (hash >> 8) & m->mask, *victim = NULL;
    int fewest = INT32_MAX;
    for (int k = 0; k < DLX_WINDOW; k++) {
        uint64_t *e = dlx_entry(m, place + k);
        int left = 0;
        if (!e[0]) {
            m->used++;
            return e;
        }
        for (int q = 1; q <= m->key_words; q++)
            left += __builtin_popcountll(e[q]);
        if (left < fewest) {
            fewest = left;
            victim = e; /* limit: window */
        }
    }
    return victim;
}

static inline void dlx_remember(dlx_memo *m, uint64_t hash, const uint64_t *key, const int n, const uint64_t *value)
{
    uint64_t *e = dlx_place(m, hash);
    e[0] = hash;
    memcpy(e + 1, key, n * sizeof *key);
    memcpy(e + 1 + n, value, m->limbs * sizeof *value);
    m->full |= m->used >= m->most_used;
}

/* Move `places` entries of an old table into m's table. Their numbers have `limbs` words; m's may have more. */
static void dlx_move(dlx_memo *m, const uint64_t *from, uint64_t places, int limbs)
{
    const uint64_t step = 1 + m->key_words + limbs;
    for (uint64_t k = 0; k < places; k++, from += step)
        if (from[0]) {
            uint64_t *e = dlx_place(m, from[0]);
            memcpy(e, from, step * sizeof *e);
            memset(e + step, 0, (m->limbs - limbs) * sizeof *e);
        }
}

/* --- the diagram -------------------------------------------------------------------------------------------------- */

static inline uint64_t dlx_triple(int32_t option, int32_t low, int32_t high)
{
    return dlx_mix(((uint64_t)(uint32_t)low << 32 | (uint32_t)high) ^ 0x9e3779b97f4a7c15,
                   (uint64_t)(uint32_t)option ^ 0xe7037ed1a0b428db);
}

/* Return the node (option ? high : low), creating it if it does not exist. */
static int32_t dlx_unique(dlx_diagram *d, int32_t option, int32_t low, int32_t high)
{
    uint64_t place = dlx_triple(option, low, high) & d->mask;
    for (int32_t node; (node = d->table[place]) != 0; place = (place + 1) & d->mask)
        if (d->option[node] == option && d->low[node] == low && d->high[node] == high)
            return node;
    const dlx_index node = d->n_nodes++;
    d->table[place] = node;
    d->option[node] = (dlx_index)option;
    d->low[node] = (dlx_index)low;
    d->high[node] = (dlx_index)high;
    return node;
}

/* Enter existing nodes of the diagram into its table. */
static void dlx_reindex(dlx_diagram *d, int32_t first, int32_t end)
{
    for (int32_t node = first; node < end; node++) {
        uint64_t place = dlx_triple(d->option[node], d->low[node], d->high[node]) & d->mask;
        while (d->table[place])
            place = (place + 1) & d->mask;
        d->table[place] = (dlx_index)node;
    }
}

/* Add the trail's options from `first` to before `end` to the solutions of node `value`; return the new node. */
static int32_t dlx_chain(dlx_memo *m, int32_t value, int32_t first, int32_t end)
{
    while (end > first)
        value = dlx_unique(&m->diagram, m->trail[--end], 0, value);
    return value;
}

/* --- the delivery of a sum to a level ----------------------------------------------------------------------------- */

/* Add a value to the level's sum; `length` is the length of the trail. */
static inline void dlx_deliver(dlx_memo *m, int level, int length, const uint64_t *value)
{
    uint64_t *sum = m->sums + (size_t)level * m->limbs;
    if (m->draws) {
        const int32_t at = m->levels[level].length;
        int32_t node = dlx_chain(m, (int32_t)*value, at + 1, length);
        *sum = level ? (uint64_t)dlx_unique(&m->diagram, m->trail[at], (int32_t)*sum, node) : (uint64_t)node;
        m->full |= m->diagram.n_nodes >= m->diagram.room;
        return;
    }
    dlx_add(sum, value, m->limbs);
    m->wide |= (int32_t)(sum[m->limbs - 1] >> (DLX_LIMB_BITS - 1));
}

/* A search function: continues until the tree is exhausted (DLX_DONE), or `node_stop` is reached or an array must grow
   (DLX_PAUSED). */
typedef int dlx_memo_search(dlx_memo *m, uint64_t node_stop);

#endif
