/* SPDX-License-Identifier: MIT
   Almost locked sets, as in als.py: chains of them, and death blossoms.

   A *group* is a digit with some places: it stands for all sets with just these places for the digit. A chain reaches
   all sets of a group together, so the search goes from group to group. */

#ifndef SUDOKU_ALS_H
#define SUDOKU_ALS_H

#include "rows.h"
#include "state.h"

enum { LARGEST_SET = 5, LONGEST_ALS_CHAIN = 6, LARGEST_STEM = 3 };

typedef struct {
    cellset cells;
    unsigned digits;
    int group[MOST_DIGITS]; /* by digit of the set */
} locked_set;

typedef struct {
    int digit, first;               /* its sets are set_links.member[first..] */
    int n;                          /* number of its sets */
    int node;                       /* in the graph of chains.h; -1: nothing sees all its places */
    cellset places, seen;           /* places of the digit, and the places that see them all */
    cellset any_seen[MOST_DIGITS];  /* by digit: places that see all those of a set of the group */
    cellset any_alone[MOST_DIGITS]; /* by digit: cells that are the only place of a set of the group */
} set_group;

typedef struct { /* what a search among the groups of a digit reads, apart from the rest: it fits into the cache */
    cellset places;
    int next; /* the next group of the digit; -1: none */
} group_key;

typedef struct set_links {
    int n, room, n_groups, group_room, key_room, across_room;
    locked_set *set; /* by size, then by house */
    set_group *group;
    group_key *key; /* by group */
    cellset (*across)[MOST_DIGITS]; /* by group and digit: candidates that its places exclude; unused without rules */
    int last[MOST_DIGITS]; /* the latest group of a digit */
    int *member;           /* the sets of each group, ascending */
    int members, member_room;
    int words;
    word *near;            /* by group: the groups of the digit whose places all see its own */
    word *after;           /* by group: the groups near another digit of one of its sets */
    size_t word_room;
} set_links;

/* ---- the sets */

static bool make_room(grid_state *g, void **items, int n, int *room, size_t size) {
    if (n < *room) return true;
    void *more = realloc(*items, (size_t)(2 * n + 64) * size);
    if (!more) {
        g->failed = true;
        return false;
    }
    *items = more;
    *room = 2 * n + 64;
    return true;
}

/* Return the group of a digit's places; -1 if memory fails. */
static int group_of(const board_tables *t, grid_state *g, set_links *s, int digit, cellset places) {
    for (int k = s->last[digit]; k >= 0; k = s->key[k].next)
        if (s->key[k].places == places) return k;
    if (!make_room(g, (void **)&s->group, s->n_groups, &s->group_room, sizeof(set_group))) return -1;
    if (!make_room(g, (void **)&s->key, s->n_groups, &s->key_room, sizeof(group_key))) return -1;
    s->key[s->n_groups] = (group_key){places, s->last[digit]};
    set_group *x = &s->group[s->n_groups];
    memset(x, 0, sizeof *x);
    x->digit = digit;
    x->places = places;
    x->seen = seen_by_all(&t->weak, digit, places, g->open[digit]);
    if (t->weak.all) {
        if (!make_room(g, (void **)&s->across, s->n_groups, &s->across_room, sizeof *s->across)) return -1;
        for (int e = 0; e < t->side; e++)
            s->across[s->n_groups][e] = e == digit ? x->seen : excluded_by_all(&t->weak, digit, places, e, g->open[e]);
    }
    return s->last[digit] = s->n_groups++;
}

static bool add_locked_set(const board_tables *t, grid_state *g, set_links *s, cellset cells, unsigned digits) {
    if (!make_room(g, (void **)&s->set, s->n, &s->room, sizeof(locked_set))) return false;
    locked_set *x = &s->set[s->n++];
    int d;
    x->cells = cells;
    x->digits = digits;
    EACH_BIT(d, digits) {
        x->group[d] = group_of(t, g, s, d, cells & g->open[d]);
        if (x->group[d] < 0) return false;
        s->group[x->group[d]].n++;
        s->members++;
    }
    return true;
}

/* Choose `missing` more cells of a house; the sets that an earlier house contains are known already. */
static bool grow_set(const board_tables *t, grid_state *g, set_links *s, int house, cellset cells, cellset rest,
                     uint64_t houses, unsigned digits, int size, int missing) {
    int c;
    if (!missing) {
        bool known = (houses & ((1ull << house) - 1)) != 0;
        return known || count_of(digits) != size + 1 || add_locked_set(t, g, s, cells, digits);
    }
    EACH_CELL(c, rest) {
        rest &= rest - 1;
        if (count_of(digits | g->marks[c]) <= size + 1
            && !grow_set(t, g, s, house, cells | one_cell(c), rest, houses & t->houses_of[c], digits | g->marks[c],
                         size, missing - 1))
            return false;
    }
    return true;
}

static bool find_sets(const board_tables *t, grid_state *g, set_links *s) {
    cellset left = 0;
    s->n = s->n_groups = s->members = 0;
    for (int d = 0; d < t->side; d++) {
        s->last[d] = -1;
        left |= g->open[d];
    }
    for (int size = 1; size <= LARGEST_SET; size++)
        for (int h = 0; h < t->houses; h++) {
            cellset here = t->house[h] & left;
            if (size < size_of(here) && !grow_set(t, g, s, h, 0, here, ~0ull, 0, size, size)) return false;
        }
    return true;
}

/* ---- the groups */

/* List the sets of each group, and what each digit of these sees. */
static bool list_members(grid_state *g, set_links *s) {
    int at = 0, d, e;
    if (!make_room(g, (void **)&s->member, s->members, &s->member_room, sizeof(int))) return false;
    for (int k = 0; k < s->n_groups; k++) {
        s->group[k].first = at;
        at += s->group[k].n;
        s->group[k].n = 0;
    }
    for (int k = 0; k < s->n; k++)
        EACH_BIT(d, s->set[k].digits) {
            set_group *x = &s->group[s->set[k].group[d]];
            s->member[x->first + x->n++] = k;
            EACH_BIT(e, s->set[k].digits) {
                const set_group *other = &s->group[s->set[k].group[e]];
                x->any_seen[e] |= other->seen;
                if (!several(other->places)) x->any_alone[e] |= other->places;
            }
        }
    return true;
}

static bool link_groups(grid_state *g, set_links *s) {
    s->words = (s->n_groups + 63) / 64;
    size_t size = (size_t)s->n_groups * s->words;
    if (2 * size > s->word_room) {
        word *more = realloc(s->near, 2 * size * sizeof(word));
        g->failed |= !more;
        if (!more) return false;
        s->near = more;
        s->word_room = 2 * size;
    }
    s->after = s->near + size;
    memset(s->near, 0, 2 * size * sizeof(word));
    for (int k = 0; k < s->n_groups; k++) {
        cellset seen = s->group[k].seen;
        if (!seen) continue;
        for (int j = s->last[s->group[k].digit]; j >= 0; j = s->key[j].next)
            if (!(s->key[j].places & ~seen)) set_bit(s->near + k * s->words, j);
    }
    for (int k = 0; k < s->n_groups; k++)
        for (int j = 0; j < s->group[k].n; j++) {
            const locked_set *x = &s->set[s->member[s->group[k].first + j]];
            int d;
            EACH_BIT(d, x->digits & ~(1u << s->group[k].digit))
                merge(s->after + k * s->words, s->near + x->group[d] * s->words, s->words);
        }
    return true;
}

/* Return the almost locked sets of the grid and their links, which several techniques in turn need. */
static set_links *links_of_sets(const board_tables *t, grid_state *g) {
    if (!g->sets && !(g->sets = calloc(1, sizeof(set_links)))) {
        g->failed = true;
        return NULL;
    }
    if (!g->allied) g->allied = find_sets(t, g, g->sets) && list_members(g, g->sets) && link_groups(g, g->sets);
    return g->allied ? g->sets : NULL;
}

static void free_sets(set_links *s) {
    if (!s) return;
    free(s->set);
    free(s->group);
    free(s->key);
    free(s->across);
    free(s->member);
    free(s->near);
    free(s);
}

/* ---- chains */

/* One of two sets has the digit: remove what all its places exclude, in a lone place also the other digits. */
static bool join_sets(const board_tables *t, const set_links *s, const grid_state *g, found_steps *f, int digit,
                      const set_group *one, const set_group *two) {
    bool any = lose(g, f, digit, one->seen & two->seen);
    if (t->weak.all) {
        const cellset *first = s->across[one - s->group], *second = s->across[two - s->group];
        for (int e = 0; e < t->side; e++) any |= lose(g, f, e, first[e] & second[e]);
    } else if (one == two && !several(one->places)) {
        int cell = lowest(one->places);
        any |= lose_digits(g, f, cell, g->marks[cell] & ~(1u << digit));
    }
    return any;
}

/* Join a set with those that the chains reach in these groups; of two ends, the first set starts the chain. */
static bool join_reached(const board_tables *t, const set_links *s, const grid_state *g, found_steps *f, int start,
                         int digit, const word *level) {
    const set_group *one = &s->group[s->set[start].group[digit]];
    bool any = false;
    int k;
    EACH_NODE(k, level, s->words) {
        const set_group *x = &s->group[k];
        bool alone = !several(one->places) && x->any_alone[digit] & one->places;
        if (x->digit == digit || !(one->seen & x->any_seen[digit] || alone || t->weak.all)) continue;
        for (int j = x->n - 1; j >= 0 && s->member[x->first + j] > start; j--) {
            const locked_set *two = &s->set[s->member[x->first + j]];
            if (two->digits >> digit & 1) any |= join_sets(t, s, g, f, digit, one, &s->group[two->group[digit]]);
        }
    }
    return any;
}

/* The chains of `least` to `most` sets. */
static bool set_chains(const board_tables *t, grid_state *g, found_steps *f, int least, int most) {
    const set_links *s = links_of_sets(t, g);
    if (!s) return false;
    word *level = space_for(g, 3 * s->words * sizeof(word));
    if (!level) return false;
    word *next = level + s->words, *reached = level + 2 * s->words;
    size_t bytes = s->words * sizeof(word);
    bool any = false;
    int digit, d, k;
    for (int start = 0; start < s->n; start++)
        EACH_BIT(digit, s->set[start].digits) {
            const set_group *own = &s->group[s->set[start].group[digit]];
            if (!own->seen && several(own->places) && !t->weak.all) continue;
            memset(level, 0, bytes);
            EACH_BIT(d, s->set[start].digits & ~(1u << digit))
                merge(level, s->near + s->set[start].group[d] * s->words, s->words);
            memcpy(reached, level, bytes);
            for (int length = 2; length <= most; length++) {
                if (length >= least) any |= join_reached(t, s, g, f, start, digit, level);
                if (length == most) break;
                memset(next, 0, bytes);
                EACH_NODE(k, level, s->words) merge(next, s->after + k * s->words, s->words);
                for (k = 0; k < s->words; k++) {
                    level[k] = next[k] & ~reached[k];
                    reached[k] |= level[k];
                }
            }
        }
    return any;
}

/* Each of two sets has one of two restricted digits and all its other digits. */
static bool hold_the_rest(const board_tables *t, const set_links *s, const grid_state *g, found_steps *f,
                          const locked_set *x, unsigned pair) {
    bool any = false;
    int d;
    EACH_BIT(d, x->digits & ~pair) any |= join_sets(t, s, g, f, d, &s->group[x->group[d]], &s->group[x->group[d]]);
    return any;
}

static bool close_ring(const board_tables *t, const set_links *s, const grid_state *g, found_steps *f,
                       const locked_set *one, const locked_set *two, unsigned restricted) {
    bool any = false;
    int d, e;
    EACH_BIT(d, restricted)
        EACH_BIT(e, restricted & ~((2u << d) - 1)) {
            unsigned pair = 1u << d | 1u << e;
            any |= join_sets(t, s, g, f, d, &s->group[one->group[d]], &s->group[two->group[d]]);
            any |= join_sets(t, s, g, f, e, &s->group[one->group[e]], &s->group[two->group[e]]);
            any |= hold_the_rest(t, s, g, f, one, pair) | hold_the_rest(t, s, g, f, two, pair);
        }
    return any;
}

/* Two sets with two restricted digits. */
static bool rings(const board_tables *t, grid_state *g, found_steps *f) {
    const set_links *s = links_of_sets(t, g);
    bool any = false;
    if (!s) return false;
    uint16_t *restricted = space_for(g, s->n * sizeof(uint16_t)); /* by set */
    if (!restricted) return false;
    for (int a = 0; a < s->n; a++) {
        int d, k;
        EACH_BIT(d, s->set[a].digits)
            EACH_NODE(k, s->near + s->set[a].group[d] * s->words, s->words)
                for (int j = s->group[k].n - 1; j >= 0 && s->member[s->group[k].first + j] > a; j--)
                    restricted[s->member[s->group[k].first + j]] |= 1 << d;
        for (int b = a + 1; b < s->n; b++) {
            if (restricted[b] & (restricted[b] - 1)) any |= close_ring(t, s, g, f, &s->set[a], &s->set[b], restricted[b]);
            restricted[b] = 0;
        }
    }
    return any;
}

TECHNIQUE(als_xz) { return set_chains(t, g, f, 2, 2) | rings(t, g, f); }
TECHNIQUE(als_xy_wing) { return set_chains(t, g, f, 3, 3); }
TECHNIQUE(als_chain) { return set_chains(t, g, f, 4, LONGEST_ALS_CHAIN); }

/* ---- death blossom */

/* One set of each of the stem's digits loses it and has `digit`: remove what all of them exclude. */
static bool blossom(const board_tables *t, const grid_state *g, found_steps *f, const set_links *s, int stem,
                    int digit) {
    cellset seen = t->all, alone = t->all;
    int d, c;
    bool any = false;
    EACH_BIT(d, g->marks[stem]) {
        cellset seen_by_petals = 0, alone_in_petals = 0;
        for (int k = s->last[d]; k >= 0; k = s->key[k].next)
            if (!(s->key[k].places & ~t->peers[stem])) {
                seen_by_petals |= s->group[k].any_seen[digit];
                alone_in_petals |= s->group[k].any_alone[digit];
            }
        seen &= seen_by_petals;
        alone &= alone_in_petals;
    }
    any |= lose(g, f, digit, seen);
    EACH_CELL(c, alone) any |= lose_digits(g, f, c, g->marks[c] & ~(1u << digit));
    return any;
}

/* The same for all digits, and with what they exclude by rules. */
static bool blossoms_by_rules(const board_tables *t, const grid_state *g, found_steps *f, const set_links *s, int stem) {
    cellset lost[MOST_DIGITS][MOST_DIGITS]; /* by digit of the petals: candidates by digit */
    bool any = false;
    int d, e, digit;
    for (digit = 0; digit < t->side; digit++) memcpy(lost[digit], g->open, sizeof lost[digit]);
    EACH_BIT(d, g->marks[stem]) {
        cellset by_petals[MOST_DIGITS][MOST_DIGITS] = {{0}};
        for (int k = s->last[d]; k >= 0; k = s->key[k].next) {
            const set_group *x = &s->group[k];
            if (x->places & ~t->weak.same[d][stem]) continue;
            for (int j = 0; j < x->n; j++) {
                const locked_set *petal = &s->set[s->member[x->first + j]];
                EACH_BIT(digit, petal->digits & ~(1u << d))
                    for (e = 0; e < t->side; e++) by_petals[digit][e] |= s->across[petal->group[digit]][e];
            }
        }
        for (digit = 0; digit < t->side; digit++)
            for (e = 0; e < t->side; e++) lost[digit][e] &= by_petals[digit][e];
    }
    for (digit = 0; digit < t->side; digit++)
        for (e = 0; e < t->side; e++) any |= lose(g, f, e, lost[digit][e]);
    return any;
}

TECHNIQUE(death_blossom) {
    const set_links *s = links_of_sets(t, g);
    bool any = false;
    if (!s) return false;
    for (int stem = 0; stem < t->cells; stem++) {
        int n = count_of(g->marks[stem]);
        if (n < 2 || n > LARGEST_STEM) continue;
        if (t->weak.all) {
            any |= blossoms_by_rules(t, g, f, s, stem);
            continue;
        }
        for (int digit = 0; digit < t->side; digit++)
            if (!(g->marks[stem] >> digit & 1)) any |= blossom(t, g, f, s, stem, digit);
    }
    return any;
}

#endif
