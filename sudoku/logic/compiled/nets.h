/* SPDX-License-Identifier: MIT
   Forcing nets, as in nets.py: the singles that follow from each candidate, round by round. */

#ifndef SUDOKU_NETS_H
#define SUDOKU_NETS_H

#include "chains.h"

enum { MOST_NET_ROUNDS = 40, NET_WORDS = 2 * MOST_DIGITS };

typedef struct {
    cellset alive[MOST_DIGITS], placed[MOST_DIGITS];
    unsigned changed; /* digits whose candidates changed in the last round */
    bool resting, dead;
} net;

/* Place a candidate, which excludes others. */
static void place_in_net(const board_tables *t, net *x, int digit, int cell) {
    x->placed[digit] |= one_cell(cell);
    for (int d = 0; d < t->side; d++) {
        cellset gone = d == digit ? t->peers[cell] : one_cell(cell);
        if (x->alive[d] & gone) x->changed |= 1u << d;
        x->alive[d] &= ~gone;
    }
}

/* Place all current singles; if some unit is empty, set `dead` instead. */
static void advance(const board_tables *t, net *x) {
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
            place_in_net(t, x, d, c);
        }
}

TECHNIQUE(forcing_net) {
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
            place_in_net(t, x, d, c);
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
                    advance(t, x);
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

#endif
