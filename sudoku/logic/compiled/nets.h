/* SPDX-License-Identifier: MIT
   Forcing nets, as in nets.py: the singles that follow from each candidate, round by round, and locked sets on request. */

#ifndef SUDOKU_NETS_H
#define SUDOKU_NETS_H

#include "chains.h"

enum { MOST_NET_ROUNDS = 40, LARGEST_NET_SET = 4, NET_WORDS = 2 * MOST_DIGITS };

typedef struct {
    cellset alive[MOST_DIGITS], placed[MOST_DIGITS];
    cellset lost[MOST_DIGITS]; /* places that were alive in the last search for locked sets */
    unsigned changed; /* digits whose candidates changed in the last round */
    bool resting, dead;
} net;

static inline void lose_in_net(net *x, int digit, cellset gone) {
    gone &= x->alive[digit];
    if (!gone) return;
    x->alive[digit] &= ~gone;
    x->lost[digit] |= gone;
    x->changed |= 1u << digit;
}

/* Place a candidate, which excludes others. */
static void place_in_net(const board_tables *t, const grid_state *g, net *x, int digit, int cell) {
    x->placed[digit] |= one_cell(cell);
    for (int d = 0; d < t->side; d++) lose_in_net(x, d, excluded(&g->weak, digit, cell, d));
}

/* Place all current singles; if some unit is empty, set `dead` instead. */
static void advance(const board_tables *t, const grid_state *g, net *x) {
    cellset one = 0, two = 0, found[MOST_DIGITS];
    unsigned changed = x->changed;
    int d, c;
    for (d = 0; d < t->side; d++) {
        two |= one & x->alive[d];
        one |= x->alive[d];
    }
    if (one != t->all) {
        x->dead = true;
        return;
    }
    for (d = 0; d < t->side; d++) found[d] = one & ~two & x->alive[d];
    EACH_BIT(d, changed)
        for (int h = 0; h < t->houses; h++) {
            cellset places = x->alive[d] & t->house[h];
            if (!places) {
                x->dead = true;
                return;
            }
            if (!several(places)) found[d] |= places;
        }
    x->changed = 0;
    x->resting = true;
    for (d = 0; d < t->side; d++)
        EACH_CELL(c, found[d] & ~x->placed[d]) {
            x->resting = false;
            place_in_net(t, g, x, d, c);
        }
}

/* ---- locked sets */

/* A digit is in one of these cells: add what it excludes. */
static void exclude_seen(const board_tables *t, const grid_state *g, const net *x, int digit, cellset places,
                         cellset *gone) {
    gone[digit] |= seen_by_all(&g->weak, digit, places, x->alive[digit]);
    for (int e = 0; g->weak.all && e < t->side; e++)
        if (e != digit) gone[e] |= excluded_by_all(&g->weak, digit, places, e, x->alive[e]);
}

/* Choose `missing` more cells of a house; as many cells as they have digits keep these, which the others lose. */
static void grow_locked(const board_tables *t, const grid_state *g, const net *x, const unsigned *marks, const int8_t *from,
                        const int8_t *end, int size, int missing, cellset cells, unsigned digits, cellset *gone) {
    int d;
    if (missing) {
        for (; from < end; from++)
            if (count_of(digits | marks[*from]) <= size)
                grow_locked(t, g, x, marks, from + 1, end, size, missing - 1, cells | one_cell(*from),
                            digits | marks[*from], gone);
    } else if (count_of(digits) == size) {
        EACH_BIT(d, digits)
            if (several(cells & x->alive[d])) exclude_seen(t, g, x, d, cells & x->alive[d], gone);
    }
}

/* Remove what locked candidates and locked sets exclude, where a house has lost a place of the digit or a candidate. */
static void lock_sets(const board_tables *t, const grid_state *g, net *x) {
    unsigned marks[MOST_CELLS] = {0};
    cellset lost = 0, gone[MOST_DIGITS] = {0};
    int d, c;
    for (d = 0; d < t->side; d++) {
        lost |= x->lost[d];
        EACH_CELL(c, x->alive[d]) marks[c] |= 1u << d;
    }
    for (int h = 0; h < t->houses; h++) {
        int8_t cells[MOST_DIGITS];
        int n = 0;
        if (!(t->house[h] & lost)) continue;
        for (d = 0; d < t->side; d++) {
            cellset places = x->alive[d] & t->house[h];
            if (t->house[h] & x->lost[d] && several(places)) exclude_seen(t, g, x, d, places, gone);
        }
        for (int k = 0; k < t->side; k++) {
            c = t->house_cell[h][k];
            if (count_of(marks[c]) > 1 && count_of(marks[c]) <= LARGEST_NET_SET) cells[n++] = (int8_t)c;
        }
        for (int size = 2; size <= LARGEST_NET_SET && size <= n; size++)
            grow_locked(t, g, x, marks, cells, cells + n, size, size, 0, 0, gone);
    }
    memset(x->lost, 0, sizeof x->lost);
    for (d = 0; d < t->side; d++) {
        gone[d] &= x->alive[d];
        if (gone[d]) x->resting = false;
        lose_in_net(x, d, gone[d]);
    }
}

/* ---- the search */

static bool search_nets(const board_tables *t, grid_state *g, found_steps *f, bool sets) {
    int16_t node[MOST_DIGITS][MOST_CELLS];
    int n = 0, d, c;
    for (d = 0; d < t->side; d++) EACH_CELL(c, g->open[d]) node[d][c] = (int16_t)n++;
    net *nets = space_for(g, n * (sizeof(net) + NET_WORDS * sizeof(word)));
    if (!nets) return false;
    word *gone = (word *)(nets + n);
    for (d = 0; d < t->side; d++)
        EACH_CELL(c, g->open[d]) {
            net *x = &nets[node[d][c]];
            for (int e = 0; e < t->side; e++) {
                x->placed[e] = g->placed[e];
                x->alive[e] = g->open[e] | g->placed[e];
            }
            place_in_net(t, g, x, d, c);
        }
    bool moving = true;
    for (f->length = 1; moving && f->length <= MOST_NET_ROUNDS; f->length++) {
        bool any = false;
        moving = false;
        for (d = 0; d < t->side; d++)
            EACH_CELL(c, g->open[d]) {
                net *x = &nets[node[d][c]];
                if (!x->resting) {
                    moving = true;
                    advance(t, g, x);
                    if (sets && x->resting && !x->dead) lock_sets(t, g, x);
                }
                if (x->dead) any |= lose(g, f, d, one_cell(c));
            }
        if (any) return true;
        word agreed[NET_WORDS] = {0};
        for (int k = 0; k < n; k++)
            for (d = 0; d < t->side; d++) {
                gone[k * NET_WORDS + 2 * d] = ~(word)nets[k].alive[d];
                gone[k * NET_WORDS + 2 * d + 1] = ~high_word(nets[k].alive[d]);
            }
        agree(t, g, node, gone, NET_WORDS, agreed);
        for (d = 0; d < t->side; d++) any |= lose(g, f, d, (cellset)agreed[2 * d + 1] << 32 << 32 | agreed[2 * d]);
        if (any) return true;
    }
    return false;
}

TECHNIQUE(forcing_net) { return search_nets(t, g, f, false); }
TECHNIQUE(forcing_net_with_als) { return search_nets(t, g, f, true); }

#endif
