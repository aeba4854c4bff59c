/* SPDX-License-Identifier: MIT
   Tridagon, as in tridagon.py. */

#ifndef SUDOKU_TRIDAGON_H
#define SUDOKU_TRIDAGON_H

#include "state.h"

enum { MOST_GUARDIANS = 4, ORDERS = 6, LEAST_BARE_CELLS = 12 - MOST_GUARDIANS };

typedef struct { /* three cells of a box, in different rows and columns */
    bool odd;
    int cell[3];
} box_cells;

typedef struct {
    const board_tables *t;
    const grid_state *g;
    found_steps *f;
    unsigned digits;
    int n[MOST_DIGITS]; /* by box */
    box_cells corner[MOST_DIGITS][ORDERS];
} tridagon_search;

static int guardians_of(const tridagon_search *s, const box_cells *x) {
    int n = 0;
    for (int k = 0; k < 3; k++) n += count_of(s->g->marks[x->cell[k]] & ~s->digits);
    return n;
}

static void find_corners(tridagon_search *s) {
    static const int8_t order[ORDERS][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int b = 0; b < 9; b++) {
        s->n[b] = 0;
        for (int k = 0; k < ORDERS; k++) {
            box_cells x = {k != 0 && k != 3 && k != 4, {0, 0, 0}};
            bool open = true;
            for (int r = 0; r < 3; r++) {
                x.cell[r] = s->t->at[b / 3 * 3 + r][b % 3 * 3 + order[k][r]];
                open &= s->g->marks[x.cell[r]] != 0;
            }
            if (open && guardians_of(s, &x) <= MOST_GUARDIANS) s->corner[b][s->n[b]++] = x;
        }
    }
}

/* One of the guardians is true. */
static bool with_corners(const tridagon_search *s, const box_cells *const *four) {
    cellset guardians[MOST_DIGITS] = {0};
    int n = 0, d;
    for (int k = 0; k < 4; k++)
        for (int r = 0; r < 3; r++)
            EACH_BIT(d, s->g->marks[four[k]->cell[r]] & ~s->digits) {
                guardians[d] |= one_cell(four[k]->cell[r]);
                n++;
            }
    if (!n || n > MOST_GUARDIANS) return false;
    if (n > 1) return lose_excluded(s->t, s->g, s->f, guardians);
    for (d = 0; d < s->t->side; d++) s->f->put[d] |= guardians[d];
    return true;
}

/* Choose cells in the boxes from the k-th of four. */
static bool choose_corners(const tridagon_search *s, const int *box, const box_cells **four, int k, int odd,
                           int guardians) {
    bool any = false;
    if (guardians > MOST_GUARDIANS) return false;
    if (k == 4) return odd % 2 && with_corners(s, four);
    for (int j = 0; j < s->n[box[k]]; j++) {
        four[k] = &s->corner[box[k]][j];
        any |= choose_corners(s, box, four, k + 1, odd + four[k]->odd, guardians + guardians_of(s, four[k]));
    }
    return any;
}

TECHNIQUE(tridagon) {
    tridagon_search s = {.t = t, .g = g, .f = f};
    bool any = false;
    if (!t->boxes) return false;
    for (s.digits = 7; s.digits < 1u << t->side; s.digits++) {
        int bare = 0;
        if (count_of(s.digits) != 3) continue;
        for (int c = 0; c < t->cells; c++) bare += g->marks[c] && !(g->marks[c] & ~s.digits);
        if (bare < LEAST_BARE_CELLS) continue;
        find_corners(&s);
        for (int k = 0; k < 9; k++) { /* rows and columns of boxes, each without one of the three */
            const box_cells *four[4];
            int r = k / 3, c = k % 3, top = r == 0, bottom = r == 2 ? 1 : 2, left = c == 0, right = c == 2 ? 1 : 2;
            int box[4] = {3 * top + left, 3 * top + right, 3 * bottom + left, 3 * bottom + right};
            any |= choose_corners(&s, box, four, 0, 0, 0);
        }
    }
    return any;
}

#endif
