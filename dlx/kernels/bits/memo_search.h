/* SPDX-License-Identifier: MIT
   The memoized search: the search of bits/search.h, except that each level adds up the solutions below it and
   remembers the sum. bits/sets.h includes this file once for each instruction set.

   The search is depth first. If the smallest item of a state has one option left, we cover it in place, until an item
   has none or all have two; only then do we look it up. So forced moves cost no entries, and paths that differ only
   in order meet sooner. The item to branch on depends on the state alone (else one state would be remembered in many
   forms).

   With multiplicities (bits/bounds.h), a state without open items is a solution, and one more with each live option:
   its sum begins with 1. Its options and its counters are part of the key. */

/* Continue the search. Before: the state as Memo.setup() or an earlier call left it. Afterwards the next call continues
   as if this one had never returned; after DLX_DONE the answer is sums[0]. */
DLX_INLINE int DLX_NAME(memo)(dlx_memo *m, uint64_t node_stop, const int words, const int item_words, const int slots,
                              const int bounded)
{
    const dlx_tables *const t = m->t;
    const int w = words ? words : t->words;
    const int iw = item_words ? item_words : t->item_words;
    const int wide = words == 0 || words >= 8; /* vectors then read all words of a state */
    const int head = slots || !wide ? iw * (1 + slots) : (iw + 7) & ~7; /* words before the live ones */
    const int stride = bounded ? t->stride : (head + w + 3) & ~3;
    const int whole = m->key_at == 0; /* the key begins with the open items: these alone, or with bounds the state */
    const int key_words = bounded ? stride : whole ? iw : w; /* known here */
    int level = m->level;
    uint64_t *x = m->states + (size_t)level * stride;
    dlx_memo_level *here = m->levels + level;
    int32_t *const trail = m->trail;
    uint64_t nodes = m->count.nodes, updates = m->count.updates, lookups = m->lookups, hits = m->hits;
    uint64_t items[8], rest, left, hash;
    const uint64_t *row, *key, *value;
    int length, deepest = m->count.max_level + m->base;
    int size, item = 0, word, bit;
    int outcome = DLX_PAUSED;

    if (m->phase == DLX_FINISHED)
        return DLX_DONE;
    length = m->base;
    if (m->phase == DLX_UP)
        goto up;
    if (node_stop == 0)
        return DLX_PAUSED;
    nodes = 1;
    level = 1;
    x += stride;
    here++;
    value = m->one;
    if (bounded)
        goto entered;
    if (dlx_any(x, iw))
        goto look;
    goto down;

entered: /* the state x, of a problem with multiplicities, is new: is it a solution? */
    left = dlx_any(x, iw);
    if (left == 0) {
        value = m->one;
        if (m->decides || !t->extends || !dlx_any(x + head, w))
            goto down;
        item = t->n_primary;
        goto guess;
    }
    if (dlx_one_left(t, x)) {
        if (dlx_keep_last(t, x, head, w, iw, &updates) == 0)
            goto back;
        item = t->n_primary;
        goto guess;
    }

look: /* the state x is new; find its smallest item */
    if (slots) {
        updates++;
        size = DLX_NAME(smallest_all)(x, item_words, slots, items);
    } else {
        size = DLX_NAME(smallest)(t, x, x + head, words, item_words, bounded, &item, &updates);
    }
    if (size <= 0)
        goto back;
    if (size == 1) { /* cover the items with one option left, in place */
        for (int k = 0; k < (slots ? iw : 1); k++)
            while (!slots || items[k]) {
                if (slots)
                    item = k * 64 + __builtin_ctzll(items[k]);
                bit = DLX_NAME(first_option)(t, x + head, w, item);
                if (bit < 0)
                    goto back; /* an option chosen just before took this one */
                nodes++;
                trail[length++] = bit;
                row = t->rows + (size_t)bit * stride;
                DLX_NAME(meet)(x, x, row, stride, wide);
                if (bounded) {
                    dlx_count_option(t, x, head, bit);
                    goto entered;
                }
                if (!slots)
                    break;
                for (int q = k; q < iw; q++)
                    items[q] &= row[q];
            }
        if (dlx_any(x, iw))
            goto look;
        value = m->one;
        goto down;
    }

    if (m->fixed || slots) { /* the first of all open items, or of the smallest */
        const uint64_t *from = m->fixed ? x : items;
        int k = 0;
        while (k < iw - 1 && from[k] == 0)
            k++;
        item = k * 64 + __builtin_ctzll(from[k]);
    }

guess: /* a state that needs a guess: look it up */
    if (bounded)
        dlx_normalize(t, x, head, w);
    lookups++;
    key = whole ? x : x + head;
    hash = dlx_hash(key, key_words);
    value = dlx_find(m, hash, key, key_words);
    if (value) {
        hits++;
        if (*value == 0 && m->draws)
            goto back;
        goto down;
    }
    deepest = length > deepest ? length : deepest;
    word = t->low[item];
    rest = dlx_untried(x + head, t->masks + (size_t)item * w, bounded ? dlx_needed(t, x, item) - 1 : 0, &word);
    here->hash = hash;
    here->item = item;
    here->length = length;
    memset(m->sums + (size_t)level * m->limbs, 0, m->limbs * sizeof *m->sums);
    m->sums[(size_t)level * m->limbs] = bounded && left == 0; /* the node 1 of a diagram, too */
    goto next;

back: /* no solution below */
    level--;
    here--;
    x -= stride;
    goto up;

down: /* `value` is the sum below: deliver it to the previous level */
    if (__builtin_expect(m->decides && *value != 0, 0)) { /* no solution was found before, so the trail holds this one */
        m->length = length;
        m->phase = DLX_FINISHED;
        outcome = DLX_SOLUTION;
        goto leave;
    }
    deepest = length > deepest ? length : deepest;
    level--;
    here--;
    x -= stride;
    dlx_deliver(m, level, length, value);

up: /* return to a level */
    if (level == 0) {
        m->phase = DLX_FINISHED;
        outcome = DLX_DONE;
        goto leave;
    }
    rest = here->rest;
    word = here->word;
    item = here->item;
    length = here->length;

next: /* try the next option of the level's item */
    if (__builtin_expect((nodes >= node_stop) | m->wide | m->full, 0)) {
        here->rest = rest;
        here->word = word;
        m->phase = DLX_UP;
        goto leave;
    }
    while (rest == 0) {
        if (++word >= t->high[item])
            goto done;
        rest = x[head + word] & t->masks[(size_t)item * w + word];
    }
    nodes++;
    bit = word * 64 + __builtin_ctzll(rest);
    rest &= rest - 1;
    trail[length] = bit;
    here->rest = rest;
    here->word = word;
    row = t->rows + (size_t)bit * stride;
    left = bounded;
    for (int k = 0; k < iw && !bounded; k++)
        left |= x[k] & row[k];
    level++;
    here++;
    length++;
    value = m->one;
    x += stride;
    if (left == 0) /* it covers all remaining items */
        goto down;
    DLX_NAME(meet)(x, x - stride, row, stride, wide);
    if (!bounded)
        goto look;
    dlx_bar(t, x + head, item, word, rest);
    dlx_count_option(t, x, head, bit);
    goto entered;

done: /* all options of the level's item have been tried: remember the sum */
    value = m->sums + (size_t)level * m->limbs;
    dlx_remember(m, here->hash, whole ? x : x + head, key_words, value);
    length = here->length;
    if (*value == 0 && m->draws)
        goto back;
    goto down;

leave:
    m->level = level;
    m->count.nodes = nodes;
    m->count.updates = updates;
    m->count.max_level = deepest - m->base;
    m->lookups = lookups;
    m->hits = hits;
    return outcome;
}
