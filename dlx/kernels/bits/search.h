/* SPDX-License-Identifier: MIT
   The bit-parallel search. bits/sets.h includes this file once for each instruction set.

   The search is depth first. It branches on the first item with the fewest options (MRV); an item with a single option
   left is covered at once, in place, without a level. The options of a level are tried on copies of its state, so
   backtracking is free. bits/bounds.h explains what `bounded`, a problem with multiplicities, adds. */

/* --- the search --------------------------------------------------------------------------------------------------- */

/* Continue the search. Before: the state as dlx_bits_start() or an earlier call left it. After DLX_SOLUTION: the trail
   holds the solution. After DLX_PAUSED: the next call continues as if this one had never returned.

   words, item_words: words of a state, 0 for read them from the tables. slots: 0 if sizes are counted. bounded: has
   the problem multiplicities? Then a state is also entered at `entered`, where it may be a solution.

   Rejected (medians on queens-14, dominoes 8x8, rectangles 5x5): merging "forced", "branch" and "back" into one path
   without branches (1.3 to 2 times the time: the processor no longer speculates ahead), expanding all options of a
   node before entering the first (1.1 to 1.5), ending the scan only at size 0 (1.1 to 1.6). */
DLX_INLINE int DLX_NAME(search)(dlx_bits *s, uint64_t node_stop, uint64_t solution_stop, const int words,
                                const int item_words, const int slots, const int bounded)
{
    const dlx_tables *const t = s->t;
    const int w = words ? words : t->words;
    const int iw = item_words ? item_words : t->item_words;
    const int wide = words == 0 || words >= 8; /* vectors then read all words of a state */
    const int head = slots || !wide ? iw * (1 + slots) : (iw + 7) & ~7; /* words before the live ones */
    const int stride = bounded ? t->stride : (head + w + 3) & ~3;
    const int kills = !slots && wide;
    const int many = !slots && !bounded && (words == 0 || words > 8) && t->n_primary > DLX_MANY_ITEMS;
    uint64_t *x = s->states + (size_t)s->level * stride;
    dlx_level *here = s->levels + s->level;
    int32_t *const trail = s->trail;
    uint64_t nodes = s->count.nodes, updates = s->count.updates, solutions = s->count.solutions;
    uint64_t items[8], rest = 0, left, later;
    const uint64_t *row;
    int length = s->length, deepest = s->count.max_level + s->base, last = 0;
    int size, item = s->item, word = 0, at, bit;
    int outcome = DLX_PAUSED;

    if (s->phase == DLX_FINISHED)
        return DLX_DONE;
    if (s->phase == DLX_START) {
        if (node_stop == 0)
            return DLX_PAUSED;
        nodes = 1;
        if (bounded)
            goto entered;
        if (!dlx_any(x, iw)) {
            solutions++;
            s->phase = DLX_FINISHED;
            outcome = solutions == solution_stop ? DLX_SOLUTION : DLX_DONE;
            goto leave;
        }
        goto look;
    } else if (bounded && s->phase == DLX_EXTEND) {
        goto extend;
    } else if (s->phase == DLX_FORCED) {
        if (slots)
            memcpy(items, s->pending, item_words * sizeof *items);
        goto forced;
    } else {
        goto up;
    }

entered: /* the state x, of a problem with multiplicities, is new: is it a solution? */
    if (!dlx_any(x, iw)) {
        if (__builtin_expect(++solutions == solution_stop, 0)) {
            s->phase = DLX_EXTEND;
            outcome = DLX_SOLUTION;
            goto leave;
        }
extend: /* the state x is a solution; branch on any live option */
        if (!t->extends || !dlx_any(x + head, w))
            goto up;
        item = t->n_primary;
        goto branch;
    }
    if (dlx_one_left(t, x)) {
        size = dlx_keep_last(t, x, head, w, iw, &updates);
        item = t->n_primary;
        s->count.guesses += size > 1;
        deepest = length + (size > 0) > deepest ? length + (size > 0) : deepest;
        if ((uint64_t)size <= node_stop - nodes && (uint64_t)size < solution_stop - solutions) {
            nodes += size;
            solutions += size;
            goto up;
        }
        goto untried;
    }

look: /* the state x is new; find its smallest item */
    if (slots) {
        updates++;
        size = DLX_NAME(smallest_all)(x, item_words, slots, items);
    } else {
        if (kills && x[s->killer[last] >> 6] >> (s->killer[last] & 63) & 1 &&
            DLX_NAME(size_of)(t, x + head, words, s->killer[last]) <
                (bounded ? dlx_needed(t, x, s->killer[last]) : 1))
            goto up;
        if (many)
            size = DLX_NAME(smallest_of_many)(t, x, x + head, words, item_words, &item, &updates);
        else
            size = DLX_NAME(smallest)(t, x, x + head, words, item_words, bounded, &item, &updates);
    }
    if (size <= 0) {
        if (kills)
            s->killer[last] = item;
        goto up;
    }
    if (size == 1) {
forced: /* cover the items with one option left, in place */
        for (int k = 0; k < (slots ? iw : 1); k++)
            while (!slots || items[k]) {
                if (slots)
                    item = k * 64 + __builtin_ctzll(items[k]);
                bit = DLX_NAME(first_option)(t, x + head, w, item);
                deepest = length > deepest ? length : deepest;
                if (bit < 0)
                    goto up; /* an option chosen just before took this one */
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
                if (bounded) {
                    dlx_count_option(t, x, head, bit);
                    deepest = length > deepest ? length : deepest;
                    goto entered;
                }
                if (!slots)
                    break;
                for (int q = k; q < iw; q++)
                    items[q] &= row[q];
            }
        deepest = length > deepest ? length : deepest;
        if (dlx_any(x, iw))
            goto look;
        if (__builtin_expect(++solutions == solution_stop, 0)) {
            s->phase = DLX_UP;
            outcome = DLX_SOLUTION;
            goto leave;
        }
        goto up;
    }
branch: /* branch on the first of the smallest items */
    s->count.guesses++;
    if (slots) {
        int k = 0;
        while (k < item_words - 1 && items[k] == 0)
            k++;
        item = k * 64 + __builtin_ctzll(items[k]);
    }
untried:
    word = t->low[item];
    rest = dlx_untried(x + head, t->masks + (size_t)item * w, bounded ? dlx_needed(t, x, item) - 1 : 0, &word);

next: /* try the next option of the level's item */
    while (rest == 0) {
        if (++word >= t->high[item])
            goto up;
        rest = x[head + word] & t->masks[(size_t)item * w + word];
    }
    if (__builtin_expect(nodes == node_stop, 0)) {
        *here++ = (dlx_level){rest, word, item, length}; /* as if an option had been tried, to return to `next` */
        x += stride;
        trail[length++] = word * 64 + __builtin_ctzll(rest); /* the position of the search, for replay() */
        s->phase = DLX_UP;
        goto leave;
    }
    nodes++;
    bit = word * 64 + __builtin_ctzll(rest);
    rest &= rest - 1;
    trail[length] = bit;
    row = t->rows + (size_t)bit * stride;
    left = bounded;
    for (int k = 0; k < iw && !bounded; k++)
        left |= x[k] & row[k];
    deepest = length + 1 > deepest ? length + 1 : deepest;
    if (left == 0) { /* it covers all remaining items */
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
    later = rest;
    at = word;
    while (rest == 0 && ++word < t->high[item])
        rest = x[head + word] & t->masks[(size_t)item * w + word];
    if (rest == 0) { /* the last option is tried in place: no branch will return here */
        DLX_NAME(meet)(x, x, row, stride, wide);
    } else {
        *here++ = (dlx_level){rest, word, item, length - 1};
        DLX_NAME(meet)(x + stride, x, row, stride, wide);
        x += stride;
        if (bounded)
            dlx_bar(t, x + head, item, at, later);
    }
    if (!bounded)
        goto look;
    dlx_count_option(t, x, head, bit);
    goto entered;

up: /* this state is finished; return to the level below */
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
