/* SPDX-License-Identifier: MIT
   The consequences of unknown regions: a board in connected parts of `size` cells, each with each digit once.

       . . .|x x     A shard is a set of cells that share a region, whichever it is. At first each cell is one. For each
       .+---+x .     pair of shards we know whether they are apart, in different regions. A shard
       .|a a x .
       . b . . .         has different digits, and merges with the cells that it cannot do without:
                         its reach is all cells that a connected region with the shard may have. All other cells are
                         apart from it. If `size` cells are left, they are the region. A digit with a single place in
                         the reach goes there, and a cell without which the reach falls into small parts is in it;
                         two shards are apart if they have too many cells together, or too few digits.

   Regions have no numbers, so there is no symmetry to break, and we know as much about a region that touches no clue as
   about any other. Numbered regions, as in another solver's search and in our first, leave a region unseen until one of
   its cells has a number.

   We compute everything again from the candidates; nothing is kept from one call to the next. */
#ifndef SUDOKU_REGIONS_H
#define SUDOKU_REGIONS_H

#include <string.h>

#include "cellset.h"

enum { MOST_REGION_CELLS = 8 * sizeof(cellset), SAME_REGION = 1, OTHER_REGION = 2 };

/* The parts of the rule that do not change. */
typedef struct {
    int cells, width, size;             /* of the board; of a region */
    int n_pairs;                        /* of cells, among them all neighbors */
    const int32_t *pair;                /* three numbers each: two cells, and the hidden cell that joins or parts them */
    cellset all, not_left, not_right;   /* cells; those that have a neighbor to the left, and to the right */
} RegionShape;

/* The work of one call. An entry of a shard is valid at its number, which is one of its cells. */
typedef struct {
    const RegionShape *shape;
    uint64_t *digits;                   /* cell -> candidates */
    int shard_of[MOST_REGION_CELLS];    /* cell -> number of its shard */
    cellset cells[MOST_REGION_CELLS];
    cellset apart[MOST_REGION_CELLS];   /* all cells of shards in other regions; symmetric */
    uint64_t placed[MOST_REGION_CELLS], some[MOST_REGION_CELLS]; /* digits of cells with one candidate; of all cells */
    int count[MOST_REGION_CELLS];       /* number of cells */
    cellset joined;                     /* cells of shards with several cells */
    cellset blame;                      /* cells that led to a dead end */
    int changed;                        /* since the round began */
} Regions;

static inline cellset region_beside(const RegionShape *s, cellset x) {
    return (x << s->width | x >> s->width | (x & s->not_right) << 1 | (x & s->not_left) >> 1) & s->all;
}

/* The cells of `in` that are connected to these. */
static inline cellset region_flood(const RegionShape *s, cellset from, cellset in) {
    cellset seen = from & in, before;
    do {
        before = seen;
        seen |= region_beside(s, seen) & in;
    } while (seen != before);
    return seen;
}

static int region_set_apart(Regions *r, int a, cellset others) {
    others &= ~r->apart[a];
    if (others & r->cells[a]) {
        r->blame = r->cells[a];
        return 0;
    }
    while (others) {
        int b = r->shard_of[lowest(others)];
        r->apart[a] |= r->cells[b];
        r->apart[b] |= r->cells[a];
        others &= ~r->cells[b];
        r->changed = 1;
    }
    return 1;
}

static int region_merge(Regions *r, int one, int other) {
    int a = r->shard_of[one], b = r->shard_of[other];
    if (a == b) return 1;
    r->blame = r->cells[a] | r->cells[b];
    if (r->apart[a] & r->cells[b] || r->placed[a] & r->placed[b]) return 0;
    if (r->count[a] + r->count[b] > r->shape->size) return 0;
    cellset apart_from_one = r->apart[a] ^ r->apart[b];
    for (cellset q = r->cells[b]; q; q &= q - 1) r->shard_of[lowest(q)] = a;
    r->cells[a] |= r->cells[b];
    r->apart[a] |= r->apart[b];
    r->placed[a] |= r->placed[b];
    r->some[a] |= r->some[b];
    r->count[a] += r->count[b];
    r->joined |= r->cells[a];
    while (apart_from_one) {
        int c = r->shard_of[lowest(apart_from_one)];
        r->apart[c] |= r->cells[a];
        apart_from_one &= ~r->cells[c];
    }
    r->changed = 1;
    return 1;
}

static int region_narrow(Regions *r, int cell, uint64_t keep) {
    if (!(r->digits[cell] & ~keep)) return 1;
    r->digits[cell] &= keep;
    r->changed = 1;
    r->blame = r->cells[r->shard_of[cell]];
    return r->digits[cell] != 0;
}

/* The digits of a shard are different. */
static int region_differ(Regions *r, int a) {
    uint64_t placed, some;
    int again;
    do {
        again = 0;
        placed = some = 0;
        r->blame = r->cells[a];
        for (cellset q = r->cells[a]; q; q &= q - 1) {
            uint64_t own = r->digits[lowest(q)];
            some |= own;
            if (own & (own - 1)) continue;
            if (placed & own) return 0;
            placed |= own;
        }
        for (cellset q = r->cells[a]; q; q &= q - 1) {
            int cell = lowest(q);
            uint64_t own = r->digits[cell];
            if (!(own & (own - 1)) || !(own & placed)) continue;
            if (!region_narrow(r, cell, ~placed)) return 0;
            again |= !(r->digits[cell] & (r->digits[cell] - 1));
        }
    } while (again);
    r->placed[a] = placed;
    r->some[a] = some;
    return __builtin_popcountll(some) >= r->count[a];
}

static void region_compare(Regions *r) {
    int list[MOST_REGION_CELLS], n = 0;
    for (int c = 0; c < r->shape->cells; c++)
        if (r->shard_of[c] == c) list[n++] = c;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            int a = list[i], b = list[j], together = r->count[a] + r->count[b];
            if (r->apart[a] & one_cell(b)) continue;
            if (together > r->shape->size || r->placed[a] & r->placed[b] ||
                __builtin_popcountll(r->some[a] | r->some[b]) < together)
                region_set_apart(r, a, r->cells[b]);
        }
}

/* The cells that a region with this shard may have: a way to another shard costs its cells, and those before it. */
static cellset region_reach(const Regions *r, int a) {
    const RegionShape *s = r->shape;
    int left = s->size - r->count[a];
    cellset seen = r->cells[a], reach = seen, at[65]; /* cells added -> the cells where they lead */
    memset(at, 0, (left + 1) * sizeof(cellset));
    at[0] = seen;
    for (int added = 0; added < left; added++) {
        cellset next = region_beside(s, at[added]) & ~seen & ~r->apart[a], single = next & ~r->joined;
        seen |= single;
        reach |= single;
        at[added + 1] |= single;
        for (next &= r->joined; next;) {
            int b = r->shard_of[lowest(next)], cost = added + r->count[b];
            seen |= r->cells[b];
            next &= ~r->cells[b];
            if (cost <= left) {
                at[cost] |= r->cells[b];
                reach |= r->cells[b];
            }
        }
    }
    return region_flood(s, one_cell(lowest(r->cells[a])), reach);
}

/* Each digit has a place in the reach; a single place is in the region. */
static int region_place(Regions *r, int a, cellset reach) {
    int size = r->shape->size;
    uint64_t once = 0, twice = 0, every = ~(uint64_t)0 >> (64 - size);
    for (cellset q = reach; q; q &= q - 1) {
        uint64_t own = r->digits[lowest(q)];
        twice |= once & own;
        once |= own;
    }
    r->blame = reach;
    if (every & ~once) return 0;
    once &= ~twice;
    for (cellset q = once ? reach : 0; q; q &= q - 1) {
        int cell = lowest(q);
        uint64_t own = r->digits[cell] & once;
        if (!own) continue;
        if (own & (own - 1)) return 0;
        if (!region_narrow(r, cell, own) || !region_merge(r, a, cell)) return 0;
    }
    return 1;
}

/* A neighbor is in the region if the reach is too small without it. */
static int region_widen(Regions *r, int a, cellset reach) {
    const RegionShape *s = r->shape;
    for (cellset q = region_beside(s, r->cells[a]) & reach & ~r->cells[a]; q; q &= q - 1) {
        int cell = lowest(q), b = r->shard_of[a];
        if (r->shard_of[cell] == b) continue;
        cellset rest = region_flood(s, one_cell(lowest(r->cells[b])), reach & ~one_cell(cell));
        r->blame = reach;
        if ((r->cells[b] & ~rest || size_of(rest) < s->size) && !region_merge(r, a, cell)) return 0;
    }
    return 1;
}

static int region_grow(Regions *r, int a) {
    const RegionShape *s = r->shape;
    cellset reach = region_reach(r, a);
    r->blame = reach | r->cells[a];
    if (size_of(reach) < s->size || r->cells[a] & ~reach) return 0;
    if (!region_set_apart(r, a, s->all & ~reach)) return 0;
    if (size_of(reach) == s->size)
        for (cellset q = reach; q; q &= q - 1)
            if (!region_merge(r, a, lowest(q))) return 0;
    return region_place(r, a, reach) && region_widen(r, a, reach);
}

/* Whole regions are connected, and leave parts with cells for more whole regions. */
static int region_divide(Regions *r) {
    const RegionShape *s = r->shape;
    cellset rest = s->all;
    for (int c = 0; c < s->cells; c++)
        if (r->shard_of[c] == c && r->count[c] == s->size) {
            r->blame = r->cells[c];
            if (region_flood(s, one_cell(c), r->cells[c]) != r->cells[c]) return 0;
            rest &= ~r->cells[c];
        }
    while (rest) {
        r->blame = region_flood(s, one_cell(lowest(rest)), rest);
        if (size_of(r->blame) % s->size) return 0;
        rest &= ~r->blame;
    }
    return 1;
}

static int region_begin(Regions *r, const RegionShape *s, uint64_t *digits, const uint8_t *shares) {
    r->shape = s;
    r->digits = digits;
    r->joined = 0;
    for (int c = 0; c < s->cells; c++) {
        r->shard_of[c] = c;
        r->cells[c] = one_cell(c);
        r->apart[c] = 0;
        r->count[c] = 1;
        r->some[c] = digits[c];
        r->placed[c] = digits[c] & (digits[c] - 1) ? 0 : digits[c];
    }
    for (int p = 0; p < s->n_pairs; p++)
        if (shares[p] == SAME_REGION && !region_merge(r, s->pair[3 * p], s->pair[3 * p + 1])) return 0;
    for (int p = 0; p < s->n_pairs; p++)
        if (shares[p] == OTHER_REGION) {
            int a = r->shard_of[s->pair[3 * p]], b = r->shard_of[s->pair[3 * p + 1]];
            if (!region_set_apart(r, a, r->cells[b])) return 0;
        }
    return 1;
}

static int region_round(Regions *r) {
    const RegionShape *s = r->shape;
    r->changed = 0;
    for (int c = 0; c < s->cells; c++)
        if (r->shard_of[c] == c && !region_differ(r, c)) return 0;
    region_compare(r);
    for (int c = 0; c < s->cells; c++)
        if (r->shard_of[c] == c && r->count[c] < s->size && !region_grow(r, c)) return 0;
    return region_divide(r);
}

/* Narrow the digits, by cell, and `shares`, by pair: SAME_REGION, OTHER_REGION or both. Return 0 at a dead end, with the
   cells to blame in r. */
static int follow_regions(Regions *r, const RegionShape *s, uint64_t *digits, uint8_t *shares) {
    if (!region_begin(r, s, digits, shares)) return 0;
    do {
        if (!region_round(r)) return 0;
    } while (r->changed);
    for (int p = 0; p < s->n_pairs; p++) {
        int a = r->shard_of[s->pair[3 * p]], b = r->shard_of[s->pair[3 * p + 1]];
        if (a == b) shares[p] &= SAME_REGION;
        else if (r->apart[a] & r->cells[b]) shares[p] &= OTHER_REGION;
    }
    return 1;
}

static inline int region_blames(const Regions *r, int cell) { return (int)(r->blame >> cell & 1); }

static void region_edges(RegionShape *s) {
    s->all = s->not_left = s->not_right = 0;
    for (int c = 0; c < s->cells; c++) {
        s->all |= one_cell(c);
        if (c % s->width) s->not_left |= one_cell(c);
        if ((c + 1) % s->width) s->not_right |= one_cell(c);
    }
}

#endif
